#include "bench/blas.h"

#include "base/checked.h"
#include "base/text.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Of the CBLAS interface. */
enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };

typedef void sgemm_fn(int order, int turn_a, int turn_b, int m, int n, int k, float alpha,
                      const float *a, int lda, const float *b, int ldb, float beta, float *c,
                      int ldc);
typedef char *text_fn(void);
typedef int parallel_fn(void);
typedef void threads_fn(int);

enum { OPENMP = 2 }; /* of openblas_get_parallel */

struct ax_blas {
    void *library;
    sgemm_fn *sgemm;
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
    if (!blas->sgemm) {
        return AX_ERROR(AX_UNSUPPORTED,
                        "BLAS %s has no cblas_sgemm: set AXMAP_BLAS to a library "
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

/* A product of which every element is known; each operand as it is or turned. */
static bool product_is_right(const ax_blas *blas, bool turn_a, bool turn_b)
{
    enum { M = 3, N = 5, K = 7 };
    float a[M * K], b[K * N], c[M * N];
    for (int i = 0; i < M * K; i++) {
        int row = turn_a ? i % M : i / K, k = turn_a ? i / M : i % K;
        a[i] = (float)(row - 2 * k);
    }
    for (int i = 0; i < K * N; i++) {
        int k = turn_b ? i % K : i / N, column = turn_b ? i / K : i % N;
        b[i] = (float)(k + 3 * column);
    }
    ax_blas_gemm(blas, M, N, K, (ax_blas_matrix){a, turn_a ? M : K, turn_a},
                 (ax_blas_matrix){b, turn_b ? K : N, turn_b}, c, N);
    bool right = true;
    for (int i = 0; i < M * N; i++) {
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += (i / N - 2 * k) * (k + 3 * (i % N));
        right = right && c[i] == (float)sum;
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

/* Opens the library, and once more with a better kernel where it chose one that is below the CPU. A library
 * that the process has loaded before keeps its kernel. */
static void *open_with_kernel(const char *name, const char **out_choice)
{
    if (is_loaded(name)) {
        *out_choice = "chosen before, when the process loaded the library";
        return open_library(name, NULL);
    }
    if (getenv("OPENBLAS_CORETYPE")) {
        *out_choice = "set by OPENBLAS_CORETYPE";
        return open_library(name, NULL);
    }
    *out_choice = "the library's own choice";
    void *library = open_library(name, NULL);
    int chosen = library ? level_in_use(library) : -1, allowed = (int)ax_vector_level_of_cpu();
    if (chosen < 0 || chosen >= allowed)
        return library;
    dlclose(library);
    *out_choice = is_loaded(name) ? "the library's own choice, below what the CPU can do"
                                  : "corrected: the library's own choice was below the CPU";
    return open_library(name, ax_blas_level_core((ax_vector_level)allowed));
}

/* OpenBLAS takes a buffer for the thread that calls it. One that it cannot have under the limit of address
 * space (ulimit -v) it asks for again, without an end. */
static ax_status *check_room(void)
{
    const size_t buffer = (size_t)130 << 20; /* 128 MiB and what malloc adds */
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return NULL;
    void *room = mmap(NULL, buffer, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        return AX_ERROR(AX_OUT_OF_MEMORY,
                        "the BLAS needs %zu MiB of address space, more than is left to the process "
                        "(ulimit -v): raise the limit",
                        buffer >> 20);
    }
    munmap(room, buffer);
    return NULL;
}

/* Opens and checks one candidate. A library that cannot be opened gives NULL and the loader's text. */
static ax_status *try_library(const char *name, bool openmp, ax_text *tried, ax_blas **out_blas)
{
    ax_blas *blas = calloc(1, sizeof *blas);
    if (!blas)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to load a BLAS");
    blas->library = open_with_kernel(name, &blas->choice);
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
        status = check_room();
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
static ax_status *try_pattern(const char *pattern, ax_text *tried, ax_blas **out_blas)
{
    glob_t found;
    ax_status *status = NULL;
    if (glob(pattern, 0, NULL, &found) != 0)
        return NULL;
    for (size_t i = 0; i < found.gl_pathc && !*out_blas && !status; i++)
        status = try_library(found.gl_pathv[i], false, tried, out_blas);
    globfree(&found);
    return status;
}

static ax_status *search(ax_text *tried, ax_blas **out_blas)
{
    static const char *const patterns[] = {"/usr/lib/*/openblas-pthread/libopenblas.so.0",
                                           "/usr/lib/*/openblas-serial/libopenblas.so.0"};
    static const char *const names[] = {"libopenblasp.so.0", "libopenblas.so.0", "libopenblas.so"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0] && !*out_blas; i++)
        AX_TRY(try_pattern(patterns[i], tried, out_blas));
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !*out_blas; i++)
        AX_TRY(try_library(names[i], false, tried, out_blas));
    return NULL;
}

ax_status *ax_blas_load(ax_blas **out_blas)
{
    const char *named = getenv("AXMAP_BLAS");
    ax_text tried = {0};
    ax_blas *blas = NULL;
    bool own = named && *named;
    ax_status *status = own ? try_library(named, true, &tried, &blas) : search(&tried, &blas);
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

void ax_blas_gemm(const ax_blas *blas, int m, int n, int k, ax_blas_matrix a, ax_blas_matrix b,
                  float *c, int c_stride)
{
    blas->sgemm(ROW_MAJOR, a.turned ? TRANSPOSED : AS_IT_IS, b.turned ? TRANSPOSED : AS_IT_IS, m, n,
                k, 1, a.data, a.stride, b.data, b.stride, 0, c, c_stride);
}
