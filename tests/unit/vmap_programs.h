/* The programs of the vmap test: what make_vmap.py of data/vmap says in JAX, said with axmap. */
#ifndef AXMAP_TESTS_UNIT_VMAP_PROGRAMS_H
#define AXMAP_TESTS_UNIT_VMAP_PROGRAMS_H

#include <axmap/fn.h>

/* The most arguments, results and vmaps of a program. */
enum { MOST = 4, LEVELS = 3 };

typedef struct level {
    int64_t in[MOST], out[MOST]; /* axes */
    const char *axis;
    int64_t size;
} level;

/* A program and the vmaps around it, the innermost first; with depth 0 there is one. */
typedef struct program {
    const char *name;
    ax_trace_fn *trace;
    const char *axes; /* a letter for each axis that the collective names; NULL: "i" */
    int32_t which;    /* the argument that the collective takes */
    int32_t depth;
    level levels[LEVELS];
    int64_t dimension; /* of all_gather */
    bool tiled;
} program;

/* Each ended by one without a name: those of make_vmap.py, and of make_indexing.py. */
extern const program programs[], indexing_programs[];

/* The program of an all_gather, its axis and dimension as the program says. */
ax_trace_fn trace_all_gather;

#endif
