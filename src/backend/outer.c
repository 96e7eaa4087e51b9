#include "backend/outer.h"

#include "backend/cpu/outer_code.h"

#include <math.h>
#include <string.h>

enum { PLAIN_ROWS = 4, PLAIN_COLS = 16 };

#define PLAIN_TILE(suffix, type, fma_of)                                                         \
    static void add_##suffix(void *left, const void *right)                                      \
    {                                                                                            \
        for (int i = 0; i < PLAIN_ROWS * PLAIN_COLS; i++)                                        \
            ((type *)left)[i] += ((const type *)right)[i];                                       \
    }                                                                                            \
    static void settle_##suffix(void *tile)                                                      \
    {                                                                                            \
        type *at = tile;                                                                         \
        for (int i = 0; i < PLAIN_ROWS * PLAIN_COLS; i++)                                        \
            at[i] = at[i] == at[i] ? at[i] : (type)NAN;                                          \
    }                                                                                            \
    static void multiply_##suffix(int64_t steps, const void *a, int64_t a_stride, const void *b, \
                                  void *result, int64_t left)                                    \
    {                                                                                            \
        type(*sums)[PLAIN_COLS] = result;                                                        \
        memset(result, 0, sizeof(type) * PLAIN_ROWS * PLAIN_COLS);                               \
        for (int64_t k = 0; k < steps; k++) {                                                    \
            const type *row = (const type *)((const char *)a + k * a_stride);                    \
            const type *other = (const type *)b + k * PLAIN_COLS;                                \
            for (int i = 0; i < PLAIN_ROWS; i++) {                                               \
                for (int j = 0; j < PLAIN_COLS; j++)                                             \
                    sums[i][j] = fma_of(row[i], other[j], sums[i][j]);                           \
            }                                                                                    \
        }                                                                                        \
        for (; left > 0; left--, sums -= PLAIN_ROWS)                                             \
            add_##suffix(sums - PLAIN_ROWS, sums);                                               \
    }

PLAIN_TILE(f32, float, fmaf)
PLAIN_TILE(f64, double, fma)

ax_status *ax_outer_tile_get(const ax_target *target, ax_dtype dtype, ax_outer_tile *out_tile)
{
    if (target->codegen)
        return ax_outer_code(target->codegen, dtype, out_tile);
    *out_tile = (ax_outer_tile){.rows = PLAIN_ROWS,
                                .cols = PLAIN_COLS,
                                .multiply = dtype == AX_F32 ? multiply_f32 : multiply_f64,
                                .add = dtype == AX_F32 ? add_f32 : add_f64,
                                .settle = dtype == AX_F32 ? settle_f32 : settle_f64};
    return NULL;
}
