#include "backend/cpu/blas.h"

#include "backend/cpu/blas_core.h"
#include "base/checked.h"
#include "base/text.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Of the CBLAS interface. */
enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };

typedef void sgemm_fn(int order, int turn_a, int turn_b, int m, int n, int k, float alpha,
                      const float *a, int lda, const float *b, int ldb, float beta, float *c,
                      int ldc);
typedef void dgemm_fn(int order, int turn_a, int turn_b, int m, int n, int k, double alpha,
                      const double *a, int lda, const double *b, int ldb, double beta, double *c,
                      int ldc);
typedef char *text_fn(void);
typedef int parallel_fn(void);
typedef void threads_fn(int);

enum { OPENMP = 2 }; /* of openblas_get_parallel */

/* Sums of so few terms are computed here: they take no longer than the call, and are what StableHLO's
 * interpreter computes, each product and sum rounded in order. */
enum { SHORT_SUM = 4 };

struct ax_blas {
    void *library;
    sgemm_fn *sgemm;
    dgemm_fn *dgemm;
    char *path, *core, *config;
    const char *choice;
};

/* ---- what is loaded ---- */

/* POSIX lets a pointer to data from dlsym be used as one to a function; ISO C has no cast for it. */
static void find(void *library, const char *name, void *out_function)
{
    void *symbol = dlsym(library, name);
    memcpy(out_function, &symbol, sizeof symbol);
}

static char *text_of(void *library, const char *name)
{
    text_fn *function;
    find(library, name, &function);
    const char *text = function ? function() : "";
    return strdup(text ? text : "");
}

static bool is_openmp(void *library)
{
    parallel_fn *parallel;
    find(library, "openblas_get_parallel", &parallel);
    return parallel && parallel() == OPENMP;
}

/* The path that the loader found for a bare name. */
static char *path_of(void *symbol, const char *name)
{
    Dl_info info;
    return strdup(dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : name);
}

static ax_status *fill(ax_blas *blas, const char *name)
{
    void *symbol = dlsym(blas->library, "cblas_sgemm");
    find(blas->library, "cblas_sgemm", &blas->sgemm);
    find(blas->library, "cblas_dgemm", &blas->dgemm);
    if (!blas->sgemm || !blas->dgemm) {
        return AX_ERROR(AX_UNSUPPORTED,
                        "BLAS %s has no cblas_sgemm and cblas_dgemm: set AXMAP_BLAS to a library "
                        "with the CBLAS interface and 32-bit integers",
                        name);
    }
    blas->path = path_of(symbol, name);
    blas->core = text_of(blas->library, "openblas_get_corename");
    blas->config = text_of(blas->library, "openblas_get_config");
    if (!blas->path || !blas->core || !blas->config)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to load a BLAS");
    if (strstr(blas->config, "USE64BITINT")) {
        return AX_ERROR(AX_UNSUPPORTED,
                        "BLAS %s takes 64-bit integers: set AXMAP_BLAS to a build with 32-bit ones "
                        "(LP64)",
                        blas->path);
    }
    threads_fn *set_threads;
    find(blas->library, "openblas_set_num_threads", &set_threads);
    if (set_threads)
        set_threads(1);
    return NULL;
}

/* A product of which every element is known, in both types; each operand as it is or turned. */
static bool product_is_right(const ax_blas *blas, bool turn_a, bool turn_b)
{
    enum { M = 3, N = 5, K = SHORT_SUM + 3 };
    double a[M * K], b[K * N], c[M * N];
    float narrow_a[M * K], narrow_b[K * N], narrow_c[M * N];
    for (int i = 0; i < M * K; i++) {
        int row = turn_a ? i % M : i / K, k = turn_a ? i / M : i % K;
        narrow_a[i] = (float)(a[i] = row - 2 * k);
    }
    for (int i = 0; i < K * N; i++) {
        int k = turn_b ? i % K : i / N, column = turn_b ? i / K : i % N;
        narrow_b[i] = (float)(b[i] = k + 3 * column);
    }
    int64_t stride_a = turn_a ? M : K, stride_b = turn_b ? K : N;
    ax_blas_gemm(blas, true, M, N, K, (ax_blas_matrix){a, stride_a, turn_a},
                 (ax_blas_matrix){b, stride_b, turn_b}, c, N);
    ax_blas_gemm(blas, false, M, N, K, (ax_blas_matrix){narrow_a, stride_a, turn_a},
                 (ax_blas_matrix){narrow_b, stride_b, turn_b}, narrow_c, N);
    bool right = true;
    for (int i = 0; i < M * N; i++) {
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += (i / N - 2 * k) * (k + 3 * (i % N));
        right = right && c[i] == (double)sum && narrow_c[i] == (float)sum;
    }
    return right;
}

static ax_status *check_products(const ax_blas *blas)
{
    for (int turns = 0; turns < 4; turns++) {
        if (!product_is_right(blas, (turns & 1) != 0, (turns & 2) != 0)) {
            return AX_ERROR(
                AX_UNSUPPORTED,
                "BLAS %s (kernel '%s') computes a small product wrongly: set AXMAP_BLAS "
                "to another library with 32-bit integers, or OPENBLAS_CORETYPE to a "
                "kernel that this CPU can run",
                blas->path, blas->core);
        }
    }
    return NULL;
}

/* ---- loading ---- */

static void *open_library(const char *name, const char *core)
{
    /* Without this the pthread build starts a thread for every core as it is loaded. */
    bool threads = !getenv("OPENBLAS_NUM_THREADS");
    if (threads)
        setenv("OPENBLAS_NUM_THREADS", "1", 1);
    if (core)
        setenv("OPENBLAS_CORETYPE", core, 1);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (core)
        unsetenv("OPENBLAS_CORETYPE");
    if (threads)
        unsetenv("OPENBLAS_NUM_THREADS");
    return library;
}

static bool is_loaded(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (library)
        dlclose(library);
    return library != NULL;
}

static int level_in_use(void *library)
{
    char *core = text_of(library, "openblas_get_corename");
    int level = core ? ax_blas_core_level(core) : -1;
    free(core);
    return level;
}

/* Opens the library with the kernel that `core` names, or corrects the kernel that it chose itself.
 * A library that the process has loaded before keeps its kernel. */
static void *open_with_kernel(const char *name, const char *core, const char **out_choice)
{
    if (is_loaded(name)) {
        *out_choice = "chosen before, when the process loaded the library";
        return open_library(name, NULL);
    }
    if (getenv("OPENBLAS_CORETYPE")) {
        *out_choice = "set by OPENBLAS_CORETYPE";
        return open_library(name, NULL);
    }
    if (core) {
        *out_choice = "the one that all hosts can run";
        return open_library(name, core);
    }
    *out_choice = "the library's own choice";
    void *library = open_library(name, NULL);
    int chosen = library ? level_in_use(library) : -1, allowed = ax_blas_cpu_level();
    if (chosen < 0 || chosen >= allowed)
        return library;
    dlclose(library);
    *out_choice = is_loaded(name) ? "the library's own choice, below what the CPU can do"
                                  : "corrected: the library's own choice was below the CPU";
    return open_library(name, ax_blas_level_core(allowed));
}

/* OpenBLAS takes a buffer for each thread that calls it. One that it cannot have it asks for again,
 * without an end. */
ax_status *ax_blas_check_room(int64_t threads)
{
    const int64_t buffer = INT64_C(130) << 20; /* 128 MiB and what malloc adds */
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return NULL;
    void *room = mmap(NULL, (size_t)(threads * buffer), PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        return AX_ERROR(AX_OUT_OF_MEMORY,
                        "the BLAS needs %lld MiB of address space for %lld thread%s, more than is "
                        "left to the process (ulimit -v): raise the limit, or use fewer threads",
                        (long long)(threads * buffer >> 20), (long long)threads,
                        threads == 1 ? "" : "s");
    }
    munmap(room, (size_t)(threads * buffer));
    return NULL;
}

/* Opens and checks one candidate. A library that cannot be opened gives NULL and the loader's text. */
static ax_status *try_library(const char *name, const char *core, bool openmp, ax_text *tried,
                              ax_blas **out_blas)
{
    ax_blas *blas = calloc(1, sizeof *blas);
    if (!blas)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to load a BLAS");
    blas->library = open_with_kernel(name, core, &blas->choice);
    if (!blas->library) {
        const char *why = dlerror();
        ax_text_printf(tried, "\n  %s: %s", name, why ? why : "cannot be loaded");
        ax_blas_free(blas);
        return NULL;
    }
    if (!openmp && is_openmp(blas->library)) {
        ax_text_printf(tried, "\n  %s: an OpenMP build, slow and inexact under other threads",
                       name);
        ax_blas_free(blas);
        return NULL;
    }
    ax_status *status = fill(blas, name);
    if (!status)
        status = ax_blas_check_room(1);
    if (!status)
        status = check_products(blas);
    if (status) {
        ax_blas_free(blas);
        return status;
    }
    *out_blas = blas;
    return NULL;
}

/* Debian's builds by their paths: the plain name there leads to whichever build is the default. */
static ax_status *try_pattern(const char *pattern, const char *core, ax_text *tried,
                              ax_blas **out_blas)
{
    glob_t found;
    ax_status *status = NULL;
    if (glob(pattern, 0, NULL, &found) != 0)
        return NULL;
    for (size_t i = 0; i < found.gl_pathc && !*out_blas && !status; i++)
        status = try_library(found.gl_pathv[i], core, false, tried, out_blas);
    globfree(&found);
    return status;
}

static ax_status *search(const char *core, ax_text *tried, ax_blas **out_blas)
{
    static const char *const patterns[] = {"/usr/lib/*/openblas-pthread/libopenblas.so.0",
                                           "/usr/lib/*/openblas-serial/libopenblas.so.0"};
    static const char *const names[] = {"libopenblasp.so.0", "libopenblas.so.0", "libopenblas.so"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0] && !*out_blas; i++)
        AX_TRY(try_pattern(patterns[i], core, tried, out_blas));
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !*out_blas; i++)
        AX_TRY(try_library(names[i], core, false, tried, out_blas));
    return NULL;
}

ax_status *ax_blas_load_core(const char *core, ax_blas **out_blas)
{
    const char *named = getenv("AXMAP_BLAS");
    ax_text tried = {0};
    ax_blas *blas = NULL;
    bool own = named && *named;
    ax_status *status = own ? try_library(named, core, true, &tried, &blas)
                            : search(core, &tried, &blas);
    if (!status && !blas) {
        status = AX_ERROR(
            AX_NOT_FOUND, "no BLAS could be loaded: %s%s",
            own ? "AXMAP_BLAS must be the path of a library with the CBLAS interface"
                : "install OpenBLAS (Debian: libopenblas0-pthread), or set AXMAP_BLAS "
                  "to the path of a library with the CBLAS interface",
            tried.bytes ? tried.bytes : "");
    }
    ax_text_free(&tried);
    if (status)
        return status;
    *out_blas = blas;
    return NULL;
}

ax_status *ax_blas_load(ax_blas **out_blas)
{
    return ax_blas_load_core(NULL, out_blas);
}

void ax_blas_free(ax_blas *blas)
{
    if (!blas)
        return;
    if (blas->library)
        dlclose(blas->library);
    free(blas->path);
    free(blas->core);
    free(blas->config);
    free(blas);
}

const char *ax_blas_path(const ax_blas *blas)
{
    return blas->path;
}

const char *ax_blas_core(const ax_blas *blas)
{
    return blas->core;
}

const char *ax_blas_config(const ax_blas *blas)
{
    return blas->config;
}

const char *ax_blas_choice(const ax_blas *blas)
{
    return blas->core[0] ? blas->choice : "";
}

/* ---- products ---- */

/* No length or depth of one call is more than this; whole cache lines, well inside int. */
static const int64_t most = INT_MAX / 2 + 1;

bool ax_blas_fits(int64_t stride)
{
    return stride <= INT_MAX;
}

/* The part of a matrix from row i and column j on. */
static ax_blas_matrix part(ax_blas_matrix matrix, bool wide, int64_t i, int64_t j)
{
    int64_t offset = matrix.turned ? j * matrix.stride + i : i * matrix.stride + j;
    matrix.data = (const char *)matrix.data + offset * (wide ? 8 : 4);
    return matrix;
}

/* One call. The library checks leading dimensions even where there is a single row. */
static void call(const ax_blas *blas, bool wide, int m, int n, int k, bool add, ax_blas_matrix a,
                 ax_blas_matrix b, void *c, int64_t c_stride)
{
    int turn_a = a.turned ? TRANSPOSED : AS_IT_IS, turn_b = b.turned ? TRANSPOSED : AS_IT_IS;
    int lda = (int)ax_max_i64(a.stride, a.turned ? m : k);
    int ldb = (int)ax_max_i64(b.stride, b.turned ? k : n);
    int ldc = (int)ax_max_i64(c_stride, n);
    if (wide) {
        blas->dgemm(ROW_MAJOR, turn_a, turn_b, m, n, k, 1, a.data, lda, b.data, ldb, add ? 1 : 0, c,
                    ldc);
    } else {
        blas->sgemm(ROW_MAJOR, turn_a, turn_b, m, n, k, 1, a.data, lda, b.data, ldb, add ? 1 : 0, c,
                    ldc);
    }
}

#define DEFINE_SHORT_SUMS(real)                                                          \
    static void short_sums_##real(int64_t m, int64_t n, int64_t depth, ax_blas_matrix a, \
                                  ax_blas_matrix b, real *c, int64_t c_stride)           \
    {                                                                                    \
        int64_t a_row = a.turned ? 1 : a.stride, a_term = a.turned ? a.stride : 1;       \
        int64_t b_term = b.turned ? 1 : b.stride, b_column = b.turned ? b.stride : 1;    \
        for (int64_t i = 0; i < m; i++) {                                                \
            real *row = c + i * c_stride;                                                \
            for (int64_t j = 0; j < n; j++)                                              \
                row[j] = 0;                                                              \
            for (int64_t k = 0; k < depth; k++) {                                        \
                real factor = ((const real *)a.data)[i * a_row + k * a_term];            \
                const real *terms = (const real *)b.data + k * b_term;                   \
                if (b_column == 1) {                                                     \
                    for (int64_t j = 0; j < n; j++)                                      \
                        row[j] += factor * terms[j];                                     \
                } else {                                                                 \
                    for (int64_t j = 0; j < n; j++)                                      \
                        row[j] += factor * terms[j * b_column];                          \
                }                                                                        \
            }                                                                            \
        }                                                                                \
    }

DEFINE_SHORT_SUMS(float)
DEFINE_SHORT_SUMS(double)

void ax_blas_gemm(const ax_blas *blas, bool wide, int64_t m, int64_t n, int64_t depth,
                  ax_blas_matrix a, ax_blas_matrix b, void *c, int64_t c_stride)
{
    if (depth <= SHORT_SUM && wide) {
        short_sums_double(m, n, depth, a, b, c, c_stride);
        return;
    }
    if (depth <= SHORT_SUM) {
        short_sums_float(m, n, depth, a, b, c, c_stride);
        return;
    }
    int64_t bytes = wide ? 8 : 4;
    for (int64_t i = 0; i < m; i += most) {
        for (int64_t j = 0; j < n; j += most) {
            for (int64_t k = 0; k < depth; k += most) {
                call(blas, wide, (int)ax_min_i64(m - i, most), (int)ax_min_i64(n - j, most),
                     (int)ax_min_i64(depth - k, most), k > 0, part(a, wide, i, k),
                     part(b, wide, k, j), (char *)c + (i * c_stride + j) * bytes, c_stride);
            }
        }
    }
}
