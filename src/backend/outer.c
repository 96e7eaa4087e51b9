#include "backend/outer.h"

#include "backend/cpu/outer_code.h"

#include <math.h>
#include <string.h>

enum { PLAIN_ROWS = 4, PLAIN_COLS = 16 };

/* The sums that wait when a block's turn comes, and how many of them it completes. */
static int64_t waiting(int64_t block)
{
    return __builtin_popcountll((unsigned long long)block);
}

static int64_t completed(int64_t block)
{
    return __builtin_ctzll((unsigned long long)block + 1);
}

#define PLAIN_TILE(suffix, type, fma_of)                                                        \
    static void add_##suffix(void *left, const void *right)                                     \
    {                                                                                           \
        for (int i = 0; i < PLAIN_ROWS * PLAIN_COLS; i++)                                       \
            ((type *)left)[i] += ((const type *)right)[i];                                      \
    }                                                                                           \
    static void settle_##suffix(const void *tile, void *to, int64_t stride)                     \
    {                                                                                           \
        const type *from = tile;                                                                \
        for (int i = 0; i < PLAIN_ROWS; i++) {                                                  \
            type *row = (type *)((char *)to + i * stride);                                      \
            for (int j = 0; j < PLAIN_COLS; j++, from++)                                        \
                row[j] = *from == *from ? *from : (type)NAN;                                    \
        }                                                                                       \
    }                                                                                           \
    static void fold_##suffix(int64_t first, int64_t end, int64_t steps, const void *a,         \
                              const void *b, void *stack)                                       \
    {                                                                                           \
        const type *row = a, *other = b;                                                        \
        for (int64_t block = first; block < end; block++) {                                     \
            type(*sums)[PLAIN_COLS] = (type(*)[PLAIN_COLS])stack + waiting(block) * PLAIN_ROWS; \
            memset(sums, 0, sizeof(type) * PLAIN_ROWS * PLAIN_COLS);                            \
            for (int64_t k = 0; k < steps; k++, row += PLAIN_ROWS, other += PLAIN_COLS) {       \
                for (int i = 0; i < PLAIN_ROWS; i++) {                                          \
                    for (int j = 0; j < PLAIN_COLS; j++)                                        \
                        sums[i][j] = fma_of(row[i], other[j], sums[i][j]);                      \
                }                                                                               \
            }                                                                                   \
            for (int64_t left = completed(block); left > 0; left--, sums -= PLAIN_ROWS)         \
                add_##suffix(sums - PLAIN_ROWS, sums);                                          \
        }                                                                                       \
    }

PLAIN_TILE(f32, float, fmaf)
PLAIN_TILE(f64, double, fma)

ax_status *ax_outer_tile_get(const ax_target *target, ax_dtype dtype, ax_outer_tile *out_tile)
{
    if (target->codegen)
        return ax_outer_code(target->codegen, dtype, out_tile);
    *out_tile = (ax_outer_tile){.rows = PLAIN_ROWS,
                                .cols = PLAIN_COLS,
                                .fold = dtype == AX_F32 ? fold_f32 : fold_f64,
                                .add = dtype == AX_F32 ? add_f32 : add_f64,
                                .settle = dtype == AX_F32 ? settle_f32 : settle_f64};
    return NULL;
}
