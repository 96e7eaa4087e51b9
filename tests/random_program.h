/* Random functions of one example, with collectives over "rows": of three vectors of two i32 or f32,
 * with four results. The seed decides the function, however often it is traced.
 */
#ifndef AXMAP_TESTS_RANDOM_PROGRAM_H
#define AXMAP_TESTS_RANDOM_PROGRAM_H

#include <axmap/collective.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/sorting.h>

enum { PROGRAM_INPUTS = 3, PROGRAM_OUTPUTS = 4, PROGRAM_STEPS = 14, PROGRAM_WIDTH = 2 };
enum { PROGRAM_VALUES = PROGRAM_INPUTS + PROGRAM_STEPS };

typedef struct random_program {
    ax_dtype dtype; /* AX_I32, which wraps: exact in any order; or AX_F32 */
    uint64_t seed;
    bool moves; /* more ops: ppermute, all_to_all, psum over groups, ...; slices, scatters, sorts */
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

enum { PROGRAM_MOST_ROWS = 512 };

/* Rows that send to the row `shift` further on, some of them to none. */
static inline ax_value program_permute(ax_value x, ax_names rows, int64_t size, uint64_t *state)
{
    int64_t pairs[2 * PROGRAM_MOST_ROWS];
    int64_t shift = random_below(state, 7), missing = 2 + random_below(state, 5);
    int32_t count = 0;
    for (int64_t row = 0; row < size; row++) {
        if (row % missing == 1)
            continue;
        pairs[count++] = row;
        pairs[count++] = (row + shift) % size;
    }
    return ax_ppermute(x, rows, ((ax_ints){count, pairs}));
}

/* Every third row, from the end, and the others. */
static inline ax_value program_grouped(ax_value x, ax_names rows, int64_t size, uint64_t *state)
{
    int64_t members[2][PROGRAM_MOST_ROWS];
    ax_ints groups[2] = {{0, members[0]}, {0, members[1]}};
    for (int64_t row = size - 1; row >= 0; row--) {
        int which = row % 3 == 0;
        members[which][groups[which].count++] = row;
    }
    const ax_groups both = {size > 1 ? 2 : 1, size > 1 ? groups : groups + 1};
    return random_below(state, 2) ? ax_psum_grouped(x, rows, &both)
                                  : ax_pmax_grouped(x, rows, &both);
}

/* A value for every row, from this row's: what it sends to each. */
static inline ax_value program_for_each(ax_value x, int64_t size)
{
    ax_type type = {.dtype = ax_value_type(x).dtype, .ndim = 2, .dims = {size, PROGRAM_WIDTH}};
    ax_value wide = ax_broadcast_in_dim(x, ((ax_ints){2, type.dims}), AX_LIST(1));
    return ax_maximum(wide, ax_iota(x.builder, &type, 0));
}

static inline ax_value program_move(ax_builder *b, ax_value x, ax_value y, uint64_t *state)
{
    ax_names rows = AX_AXES("rows");
    int64_t size = ax_axis_size(b, rows);
    if (size == 0)
        return y;
    switch (random_below(state, 5)) {
    case 0: return program_permute(x, rows, size, state);
    case 1: return program_grouped(x, rows, size, state);
    case 2: return ax_pbroadcast(x, rows, random_below(state, (uint32_t)size));
    case 3: return ax_max(ax_all_to_all(program_for_each(x, size), rows, 0, 1, false), AX_LIST(1));
    default: return ax_psum_scatter(program_for_each(x, size), rows, 0, false);
    }
}

static inline void program_add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

static inline ax_value program_scatter(ax_value x, ax_value indices, ax_value updates)
{
    const ax_scatter_options options = {.inserted_window_dims = AX_LIST(0),
                                        .scatter_dims_to_operand_dims = AX_LIST(0),
                                        .index_vector_dim = 1};
    ax_value result;
    indices = ax_reshape(indices, AX_LIST(PROGRAM_WIDTH, 1));
    ax_scatter(&x, indices, &updates, 1, &options, program_add, NULL, &result);
    return result;
}

/* Elements that other values choose, in and out of bounds. */
static inline ax_value program_pick(ax_builder *b, ax_value x, ax_value y, uint64_t *state)
{
    ax_value four = ax_broadcast_in_dim(ax_scalar(b, AX_I32, 4), AX_LIST(PROGRAM_WIDTH),
                                        AX_EMPTY_LIST);
    ax_value indices = ax_rem(ax_convert(y, AX_I32), four); /* -3 to 3 */
    ax_value first = ax_reshape(ax_slice(indices, AX_LIST(0), AX_LIST(1), AX_LIST(1)),
                                AX_EMPTY_LIST);
    ax_value pair = ax_concatenate(((ax_value[]){x, y}), 2, 0), largest, places;
    switch (random_below(state, 6)) {
    case 0: return ax_dynamic_slice(pair, &first, AX_LIST(PROGRAM_WIDTH));
    case 1:
        return ax_dynamic_update_slice(x, ax_slice(y, AX_LIST(1), AX_LIST(2), AX_LIST(1)), &first);
    case 2: return ax_take(pair, indices, 0);
    case 3: return program_scatter(x, indices, y);
    case 4: return ax_sort(x, 0);
    default:
        ax_top_k(pair, PROGRAM_WIDTH, &largest, &places);
        return ax_add(largest, ax_convert(places, ax_value_type(x).dtype));
    }
}

static inline ax_value program_step(ax_builder *b, const random_program *program,
                                    const ax_value *values, uint32_t count, uint64_t *state)
{
    ax_dtype dtype = program->dtype;
    ax_names rows = AX_AXES("rows");
    ax_value x = values[random_below(state, count)], y = values[random_below(state, count)];
    ax_value product;
    if (program->moves && random_below(state, 4) == 0)
        return program_move(b, x, y, state);
    if (program->moves && random_below(state, 4) == 0)
        return program_pick(b, x, y, state);
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
        values[i] = program_step(b, program, values, i, &state);
    for (int i = 0; i < PROGRAM_OUTPUTS; i++)
        out[i] = values[random_below(&state, PROGRAM_VALUES)];
    out[0] = values[PROGRAM_VALUES - 1];
}

#endif
