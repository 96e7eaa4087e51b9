/* Random functions of one example, with collectives over "rows": of three vectors of two i32 or f32,
 * with four results. The seed decides the function, however often it is traced.
 */
#ifndef AXMAP_TESTS_RANDOM_PROGRAM_H
#define AXMAP_TESTS_RANDOM_PROGRAM_H

#include <axmap/collective.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

enum { PROGRAM_INPUTS = 3, PROGRAM_OUTPUTS = 4, PROGRAM_STEPS = 14, PROGRAM_WIDTH = 2 };
enum { PROGRAM_VALUES = PROGRAM_INPUTS + PROGRAM_STEPS };

typedef struct random_program {
    ax_dtype dtype; /* AX_I32, which wraps: exact in any order; or AX_F32 */
    uint64_t seed;
} random_program;

static inline uint32_t random_below(uint64_t *state, uint32_t bound)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % bound;
}

static inline int32_t random_number(uint64_t *state)
{
    return (int32_t)random_below(state, 2001) - 1000;
}

static inline ax_value program_spread(ax_value scalar)
{
    return ax_broadcast_in_dim(scalar, AX_LIST(PROGRAM_WIDTH), AX_EMPTY_LIST);
}

static inline ax_value program_constant(ax_builder *b, ax_dtype dtype, uint64_t *state)
{
    ax_type type = {.dtype = dtype, .ndim = 1, .dims = {PROGRAM_WIDTH}};
    int32_t x = random_number(state), y = random_number(state);
    if (dtype == AX_I32)
        return ax_constant(b, &type, ((const int32_t[]){x, y}));
    return ax_constant(b, &type, ((const float[]){(float)x / 700, (float)y / 700}));
}

static inline ax_value program_step(ax_builder *b, ax_dtype dtype, const ax_value *values,
                                    uint32_t count, uint64_t *state)
{
    ax_names rows = AX_AXES("rows");
    ax_value x = values[random_below(state, count)], y = values[random_below(state, count)];
    ax_value product;
    switch (random_below(state, 14)) {
    case 0: return ax_add(x, y);
    case 1: return ax_sub(x, y);
    case 2:
        product = ax_mul(x, y);
        return dtype == AX_F32 ? ax_tanh(product) : product; /* floats stay small */
    case 3: return ax_maximum(x, y);
    case 4: return ax_psum(x, rows);
    case 5: return ax_pmax(x, rows);
    case 6: return ax_pmin(x, rows);
    case 7: return ax_sum(ax_all_gather(x, rows, 0, false), AX_LIST(0));
    case 8: return ax_max(ax_all_gather(x, rows, 1, false), AX_LIST(1));
    case 9: return program_spread(ax_convert(ax_axis_index(b, rows), dtype));
    case 10: return program_constant(b, dtype, state);
    case 11: return program_spread(ax_sum(x, AX_LIST(0)));
    case 12: return program_spread(ax_dot(x, y));
    default:
        return ax_reshape(ax_transpose(ax_reshape(x, AX_LIST(1, PROGRAM_WIDTH)), AX_LIST(1, 0)),
                          AX_LIST(PROGRAM_WIDTH));
    }
}

static inline void random_program_trace(ax_builder *b, const ax_value *in, ax_value *out,
                                        void *user)
{
    const random_program *program = user;
    uint64_t state = program->seed;
    ax_value values[PROGRAM_VALUES];
    for (int i = 0; i < PROGRAM_INPUTS; i++)
        values[i] = in[i];
    for (uint32_t i = PROGRAM_INPUTS; i < PROGRAM_VALUES; i++)
        values[i] = program_step(b, program->dtype, values, i, &state);
    for (int i = 0; i < PROGRAM_OUTPUTS; i++)
        out[i] = values[random_below(&state, PROGRAM_VALUES)];
    out[0] = values[PROGRAM_VALUES - 1];
}

#endif
