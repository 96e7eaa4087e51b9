/* A library for the tests of how a BLAS is loaded: a CBLAS in plain loops that behaves as OpenBLAS does
 * when it is loaded, and has the faults that the environment asks for.
 *
 * FAKE_BLAS_CORE      the kernel that it chooses by itself
 * FAKE_BLAS_PARALLEL  what openblas_get_parallel says
 * FAKE_BLAS_CONFIG    what openblas_get_config says
 * FAKE_BLAS_WRONG     set: products are wrong
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static char core[64];
static int threads = -1;

__attribute__((constructor)) static void choose_core(void)
{
    const char *forced = getenv("OPENBLAS_CORETYPE"), *own = getenv("FAKE_BLAS_CORE");
    const char *name = forced ? forced : own ? own : "Haswell";
    strncpy(core, name, sizeof core - 1);
    const char *most = getenv("OPENBLAS_NUM_THREADS");
    threads = most ? (int)strtol(most, NULL, 10) : 64;
}

EXPORT char *openblas_get_corename(void);
EXPORT char *openblas_get_corename(void)
{
    return core;
}

EXPORT char *openblas_get_config(void);
EXPORT char *openblas_get_config(void)
{
    const char *config = getenv("FAKE_BLAS_CONFIG");
    static char text[64];
    strncpy(text, config ? config : "fake", sizeof text - 1);
    return text;
}

EXPORT int openblas_get_parallel(void);
EXPORT int openblas_get_parallel(void)
{
    const char *parallel = getenv("FAKE_BLAS_PARALLEL");
    return parallel ? (int)strtol(parallel, NULL, 10) : 1;
}

EXPORT void openblas_set_num_threads(int count);
EXPORT void openblas_set_num_threads(int count)
{
    threads = count;
}

EXPORT int fake_blas_threads(void);
EXPORT int fake_blas_threads(void)
{
    return threads;
}

enum { TRANSPOSED = 112 };

EXPORT void cblas_sgemm(int order, int turn_a, int turn_b, int m, int n, int k, float alpha,
                        const float *a, int lda, const float *b, int ldb, float beta, float *c,
                        int ldc);
EXPORT void cblas_sgemm(int order, int turn_a, int turn_b, int m, int n, int k, float alpha,
                        const float *a, int lda, const float *b, int ldb, float beta, float *c,
                        int ldc)
{
    (void)order;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = getenv("FAKE_BLAS_WRONG") ? 1 : 0;
            for (int l = 0; l < k; l++)
                sum += (turn_a == TRANSPOSED ? a[l * lda + i] : a[i * lda + l]) *
                       (turn_b == TRANSPOSED ? b[j * ldb + l] : b[l * ldb + j]);
            c[i * ldc + j] = alpha * sum + (beta == 0 ? 0 : beta * c[i * ldc + j]);
        }
    }
}
