/* Loops compiled twice: for the vectors that every CPU of the architecture has, and for wider ones; which
 * of them runs is decided as the program is loaded. Results are the same: nothing is contracted or
 * reordered in either.
 *
 *     AX_VECTORIZED static void add(int64_t count, float *to, const float *from) ...
 */
#ifndef AXMAP_BASE_VECTORIZED_H
#define AXMAP_BASE_VECTORIZED_H

/* Sanitizers are not up yet when the loader decides. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define AX_VECTORIZED __attribute__((target_clones("avx2", "default")))
#else
#define AX_VECTORIZED
#endif

#endif
