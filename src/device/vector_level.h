/* How wide the vectors are that a CPU computes with. */
#ifndef AXMAP_DEVICE_VECTOR_LEVEL_H
#define AXMAP_DEVICE_VECTOR_LEVEL_H

/* Weakest first, so that code for the smallest of several hosts' levels runs on all of them. */
typedef enum ax_vector_level {
    AX_VECTOR_BASELINE, /* what every CPU of this architecture has (x86-64: SSE2; Arm: NEON) */
    AX_VECTOR_AVX,      /* of floating-point numbers only, and without FMA */
    AX_VECTOR_AVX2,     /* AVX2 and FMA */
    AX_VECTOR_AVX512    /* AVX-512 F, CD, BW, DQ, VL */
} ax_vector_level;

/* The most that this CPU and its operating system allow. */
ax_vector_level ax_vector_level_of_cpu(void);

const char *ax_vector_level_name(ax_vector_level level);

#endif
