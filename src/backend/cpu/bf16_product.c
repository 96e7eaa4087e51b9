#include "backend/cpu/bf16_product.h"

#include "base/checked.h"

#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

/* A tile is TILE_ROWS rows by up to TILE_VECTORS registers of 16 columns; a block of rows lies in the second
 * cache, a panel of b as well. Two neighbours along k are a pair, 4 bytes. */
enum {
    LANES = 16,
    TILE_ROWS = 8,
    TILE_VECTORS = 3,
    PANEL = LANES * TILE_VECTORS,
    LEAST_ROWS = 32,
    LEAST_FLOPS = 1 << 22,
    SCAN_PIECE = 1 << 16,
};

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")))

bool ax_bf16_product_serves(const ax_bf16_product *p)
{
    return p->m >= LEAST_ROWS && p->k > 1 && 2 * p->m * p->n >= LEAST_FLOPS / p->k &&
           __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

/* ---- sizes ---- */

static int64_t pairs_of(const ax_bf16_product *p)
{
    return ax_ceil_div(p->k, 2);
}

static int64_t block_rows(const ax_bf16_product *p)
{
    return p->m >= 2048 ? 128 : p->m >= 512 ? 64 : LEAST_ROWS;
}

static int64_t panel_count(const ax_bf16_product *p)
{
    return ax_ceil_div(p->n, PANEL);
}

static int64_t packed_bytes(const ax_bf16_product *p)
{
    return panel_count(p) * pairs_of(p) * PANEL * 4;
}

static int64_t block_bytes(const ax_bf16_product *p)
{
    return block_rows(p) * pairs_of(p) * 4;
}

int64_t ax_bf16_product_scratch(const ax_bf16_product *p, int32_t threads)
{
    return packed_bytes(p) + threads * block_bytes(p) + 64;
}

/* ---- which numbers there are ---- */

/* Of numbers that are not zero: the least exponent of any, and the largest, as they are stored. */
typedef struct exponents {
    _Atomic int32_t least, largest;
    const uint16_t *numbers;
} exponents;

TARGET static void scan(void *user, int32_t thread, int64_t begin, int64_t end)
{
    exponents *e = user;
    (void)thread;
    const __m512i magnitude = _mm512_set1_epi16(0x7fff), one = _mm512_set1_epi16(1);
    __m512i least = _mm512_set1_epi16(-1), largest = _mm512_setzero_si512();
    for (int64_t i = begin; i < end; i += 32) {
        __mmask32 there = end - i >= 32 ? 0xffffffffu : (1u << (end - i)) - 1;
        __m512i x = _mm512_maskz_loadu_epi16(there, e->numbers + i);
        x = _mm512_and_si512(x, magnitude);
        least = _mm512_min_epu16(least, _mm512_sub_epi16(x, one)); /* a zero becomes the largest */
        largest = _mm512_max_epu16(largest, x);
    }
    uint16_t low[32], high[32];
    _mm512_storeu_si512(low, least);
    _mm512_storeu_si512(high, largest);
    uint32_t smallest = 0xffff, greatest = 0;
    for (int i = 0; i < 32; i++) {
        smallest = low[i] < smallest ? low[i] : smallest;
        greatest = high[i] > greatest ? high[i] : greatest;
    }
    int32_t found = smallest == 0xffff ? 255 : (int32_t)((smallest + 1) >> 7);
    int32_t known = atomic_load(&e->least);
    while (found < known && !atomic_compare_exchange_weak(&e->least, &known, found)) {
    }
    found = (int32_t)(greatest >> 7);
    known = atomic_load(&e->largest);
    while (found > known && !atomic_compare_exchange_weak(&e->largest, &known, found)) {
    }
}

/* A number with exponent E (stored with 127 added) is a multiple of 2^(E - 134); products and their rounded
 * sums are multiples of the product of two such, which is normal from 2^-126 on. */
static bool is_certain(const ax_eval_env *env, const ax_bf16_product *p, const void *a,
                       const void *b)
{
    exponents x = {255, 0, a}, y = {255, 0, b};
    ax_eval_parallel(env, p->k * p->n, SCAN_PIECE, scan, &y);
    ax_eval_parallel(env, p->m * p->k, SCAN_PIECE, scan, &x);
    return x.least > 0 && y.least > 0 && x.largest < 255 && y.largest < 255 &&
           x.least + y.least - 2 * 134 >= -126;
}

/* ---- laying out ---- */

typedef struct run {
    const ax_bf16_product *p;
    const uint16_t *a, *b;
    uint16_t *c;
    uint32_t *packed; /* panels of b: [panel][pair][column] */
    char *memory;     /* of all threads: a block of a's rows, [row][pair] */
    ax_matrix_done_fn *done;
    void *user;
} run;

/* The instruction begins with the second number of each pair: so the first of the two along k stands there. */
TARGET static void pack_panels(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    int64_t n = r->p->n, pairs = pairs_of(r->p);
    (void)thread;
    for (int64_t panel = begin; panel < end; panel++) {
        uint32_t *to = r->packed + panel * pairs * PANEL;
        for (int64_t pair = 0; pair < pairs; pair++, to += PANEL) {
            const uint16_t *first = r->b + 2 * pair * n;
            bool whole = 2 * pair + 1 < r->p->k;
            for (int v = 0; v < TILE_VECTORS; v++) {
                int64_t column = panel * PANEL + v * LANES, left = ax_max_i64(n - column, 0);
                __mmask16 there = (__mmask16)(left >= LANES ? 0xffffu : (1u << left) - 1);
                __mmask16 second = whole ? there : 0;
                __m512i x = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(there, first + column));
                __m512i y = _mm512_cvtepu16_epi32(
                    _mm256_maskz_loadu_epi16(second, first + n + column));
                _mm512_store_si512(to + v * LANES, _mm512_or_si512(_mm512_slli_epi32(x, 16), y));
            }
        }
    }
}

/* Rows behind the last one are zeros. */
TARGET static void pack_rows(const run *r, int64_t row, int64_t rows, uint32_t *to)
{
    int64_t k = r->p->k, pairs = pairs_of(r->p);
    for (int64_t i = 0; i < ax_round_up(rows, TILE_ROWS); i++, to += pairs) {
        if (i >= rows) {
            memset(to, 0, (size_t)pairs * 4);
            continue;
        }
        const uint16_t *from = r->a + (row + i) * k;
        for (int64_t pair = 0; pair < pairs; pair += LANES) {
            int64_t numbers = ax_min_i64(k - 2 * pair, 2 * LANES);
            __mmask32 there = numbers == 32 ? 0xffffffffu : (1u << numbers) - 1;
            int64_t left = ax_min_i64(pairs - pair, LANES);
            __mmask16 kept = (__mmask16)(left == LANES ? 0xffffu : (1u << left) - 1);
            __m512i x = _mm512_maskz_loadu_epi16(there, from + 2 * pair);
            _mm512_mask_storeu_epi32(to + pair, kept, _mm512_rol_epi32(x, 16));
        }
    }
}

/* ---- tiles ---- */

/* `vectors` is a constant where this is inlined. */
TARGET static inline __attribute__((always_inline)) void multiply(const uint32_t *a,
                                                                  const uint32_t *b, int64_t pairs,
                                                                  uint16_t *c, int64_t stride,
                                                                  int64_t rows, int64_t columns,
                                                                  const int vectors)
{
    __m512 sums[TILE_ROWS][TILE_VECTORS];
#pragma GCC unroll 8
    for (int i = 0; i < TILE_ROWS; i++) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++)
            sums[i][v] = _mm512_setzero_ps();
    }
    for (int64_t pair = 0; pair < pairs; pair++) {
        __m512bh row[TILE_VECTORS];
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++)
            row[v] = (__m512bh)_mm512_load_si512(b + pair * PANEL + v * LANES);
#pragma GCC unroll 8
        for (int i = 0; i < TILE_ROWS; i++) {
            __m512bh x = (__m512bh)_mm512_set1_epi32((int32_t)a[i * pairs + pair]);
#pragma GCC unroll 8
            for (int v = 0; v < vectors; v++)
                sums[i][v] = _mm512_dpbf16_ps(sums[i][v], x, row[v]);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < TILE_ROWS; i++) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) {
            int64_t left = i < rows ? ax_max_i64(columns - v * LANES, 0) : 0;
            __mmask16 there = (__mmask16)(left >= LANES ? 0xffffu : (1u << left) - 1);
            _mm256_mask_storeu_epi16(c + i * stride + v * LANES, there,
                                     (__m256i)_mm512_cvtneps_pbh(sums[i][v]));
        }
    }
}

TARGET static void multiply_3(const uint32_t *a, const uint32_t *b, int64_t pairs, uint16_t *c,
                              int64_t stride, int64_t rows, int64_t columns)
{
    multiply(a, b, pairs, c, stride, rows, columns, 3);
}

TARGET static void multiply_2(const uint32_t *a, const uint32_t *b, int64_t pairs, uint16_t *c,
                              int64_t stride, int64_t rows, int64_t columns)
{
    multiply(a, b, pairs, c, stride, rows, columns, 2);
}

TARGET static void multiply_1(const uint32_t *a, const uint32_t *b, int64_t pairs, uint16_t *c,
                              int64_t stride, int64_t rows, int64_t columns)
{
    multiply(a, b, pairs, c, stride, rows, columns, 1);
}

static void multiply_block(const run *r, int32_t thread, int64_t row, int64_t rows)
{
    const ax_bf16_product *p = r->p;
    int64_t pairs = pairs_of(p);
    uint32_t *a = (uint32_t *)(r->memory + thread * block_bytes(p));
    pack_rows(r, row, rows, a);
    for (int64_t panel = 0; panel < panel_count(p); panel++) {
        const uint32_t *b = r->packed + panel * pairs * PANEL;
        int64_t columns = ax_min_i64(p->n - panel * PANEL, PANEL);
        for (int64_t i = 0; i < rows; i += TILE_ROWS) {
            uint16_t *c = r->c + (row + i) * p->n + panel * PANEL;
            int64_t left = ax_min_i64(rows - i, TILE_ROWS);
            if (columns > 2 * LANES)
                multiply_3(a + i * pairs, b, pairs, c, p->n, left, columns);
            else if (columns > LANES)
                multiply_2(a + i * pairs, b, pairs, c, p->n, left, columns);
            else
                multiply_1(a + i * pairs, b, pairs, c, p->n, left, columns);
        }
    }
    if (r->done)
        r->done(r->user, thread, row * p->n, (row + rows) * p->n);
}

static void multiply_blocks(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    multiply_block(r, thread, begin, end - begin);
}

ax_status *ax_bf16_product_run(const ax_bf16_product *p, const ax_eval_env *env, const void *a,
                               const void *b, void *c, ax_matrix_done_fn *done, void *user,
                               bool *out_ran)
{
    *out_ran = is_certain(env, p, a, b);
    if (!*out_ran)
        return NULL;
    run r = {.p = p, .a = a, .b = b, .c = c, .done = done, .user = user};
    int64_t bytes = ax_bf16_product_scratch(p, ax_eval_threads(env));
    AX_TRY(env->scratch(env, bytes, (void **)&r.packed));
    r.memory = (char *)r.packed + packed_bytes(p);
    ax_eval_parallel(env, panel_count(p), 1, pack_panels, &r);
    ax_eval_parallel(env, p->m, block_rows(p), multiply_blocks, &r);
    return NULL;
}

#else

bool ax_bf16_product_serves(const ax_bf16_product *product)
{
    (void)product;
    return false;
}

int64_t ax_bf16_product_scratch(const ax_bf16_product *product, int32_t threads)
{
    (void)product, (void)threads;
    return 0;
}

ax_status *ax_bf16_product_run(const ax_bf16_product *product, const ax_eval_env *env,
                               const void *a, const void *b, void *c, ax_matrix_done_fn *done,
                               void *user, bool *out_ran)
{
    (void)product, (void)env, (void)a, (void)b, (void)c, (void)done, (void)user;
    *out_ran = false;
    return NULL;
}

#endif
