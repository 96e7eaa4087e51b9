/* Dynamic slices, gathers and scatters under vmap: what make_indexing.py of data/vmap says in JAX. */
#include "vmap_programs.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/shape.h>
#include <math.h>

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)user

PROGRAM(slice)
{
    UNUSED;
    out[0] = ax_dynamic_slice(in[0], in + 1, AX_LIST(2, 3));
}

PROGRAM(update)
{
    UNUSED;
    out[0] = ax_dynamic_update_slice(in[0], in[1], in + 2);
}

/* ---- gathers ---- */

static ax_value column(ax_value indices)
{
    return ax_reshape(indices, AX_LIST(5, 1));
}

/* Rows of 3; rows that are not there are those nearest. */
PROGRAM(take)
{
    UNUSED;
    ax_gather_options options = {.offset_dims = AX_LIST(1),
                                 .collapsed_slice_dims = AX_LIST(0),
                                 .start_index_map = AX_LIST(0),
                                 .index_vector_dim = 1,
                                 .slice_sizes = AX_LIST(1, 3)};
    out[0] = ax_gather(in[0], column(in[1]), &options);
}

/* Rows that are not there are NaN, as JAX lowers it: a mask beside the gather. */
PROGRAM(take_filled)
{
    take(b, in, out, user);
    ax_value low = ax_compare(in[1], ax_scalar(b, AX_I32, 0), AX_GE);
    ax_value high = ax_compare(in[1], ax_scalar(b, AX_I32, 3), AX_LE);
    ax_value inside = ax_broadcast_in_dim(ax_and(low, high), AX_LIST(5, 3), AX_LIST(0));
    ax_value nan = ax_scalar(b, AX_F32, (double)NAN);
    nan = ax_broadcast_in_dim(nan, AX_LIST(5, 3), AX_EMPTY_LIST);
    out[0] = ax_select(inside, out[0], nan);
}

/* Windows of 2 by 2 around the points; the vectors name the columns first. */
PROGRAM(take_windows)
{
    UNUSED;
    ax_gather_options options = {.offset_dims = AX_LIST(0, 2),
                                 .start_index_map = AX_LIST(1, 0),
                                 .index_vector_dim = 1,
                                 .slice_sizes = AX_LIST(2, 2)};
    out[0] = ax_gather(in[0], in[1], &options);
}

/* ---- scatters ---- */

static void add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    UNUSED;
    out[0] = ax_add(in[0], in[1]);
}

static void maximum(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    UNUSED;
    out[0] = ax_maximum(in[0], in[1]);
}

static ax_value scatter_rows(const ax_value *in, ax_trace_fn *body, bool promised)
{
    ax_scatter_options options = {.update_window_dims = AX_LIST(1),
                                  .inserted_window_dims = AX_LIST(0),
                                  .scatter_dims_to_operand_dims = AX_LIST(0),
                                  .index_vector_dim = 1,
                                  .indices_are_sorted = promised,
                                  .unique_indices = promised};
    ax_value result;
    ax_scatter(in, column(in[1]), &in[2], 1, &options, body, NULL, &result);
    return result;
}

PROGRAM(add_rows)
{
    UNUSED;
    out[0] = scatter_rows(in, add, false);
}

/* As JAX lowers it: the indices are clamped first. */
PROGRAM(add_rows_clipped)
{
    (void)user;
    ax_value low = ax_scalar(b, AX_I32, 0), high = ax_scalar(b, AX_I32, 3);
    const ax_value clipped[] = {in[0], ax_clamp(low, in[1], high), in[2]};
    out[0] = scatter_rows(clipped, add, false);
}

PROGRAM(largest_rows)
{
    UNUSED;
    out[0] = scatter_rows(in, maximum, false);
}

PROGRAM(put_rows)
{
    UNUSED;
    out[0] = scatter_rows(in, NULL, true);
}

PROGRAM(add_windows)
{
    UNUSED;
    ax_scatter_options options = {.update_window_dims = AX_LIST(0, 2),
                                  .scatter_dims_to_operand_dims = AX_LIST(1, 0),
                                  .index_vector_dim = 1};
    ax_scatter(in, in[1], &in[2], 1, &options, add, NULL, out);
}

/* ---- cases ---- */

#define N AX_NONE

/* One vmap: axes of the arguments, axis of the result. */
#define MAP(out, ...)                     \
    {                                     \
        {                                 \
            {__VA_ARGS__}, {out}, NULL, 0 \
        }                                 \
    }

/* Two, the inner one first. */
#define TWICE(...) .depth = 2, .levels = {__VA_ARGS__}

#define TAKES(mode, program)                                        \
    {"take_" mode "_operand", program, .levels = MAP(1, 1, N)},     \
        {"take_" mode "_indices", program, .levels = MAP(2, N, 1)}, \
    {                                                               \
        "take_" mode "_both", program, .levels = MAP(0, 1, 0)       \
    }

#define ADDS(mode, program)                                                   \
    {"add_" mode "_operand", program, .levels = MAP(0, 1, N, N)},             \
        {"add_" mode "_indices", program, .levels = MAP(1, N, 0, N)},         \
        {"add_" mode "_updates", program, .levels = MAP(2, N, N, 2)},         \
        {"add_" mode "_operand_indices", program, .levels = MAP(0, 1, 1, N)}, \
        {"add_" mode "_operand_updates", program, .levels = MAP(0, 1, N, 2)}, \
        {"add_" mode "_indices_updates", program, .levels = MAP(0, N, 0, 2)}, \
    {                                                                         \
        "add_" mode "_all", program, .levels = MAP(1, 1, 0, 2)                \
    }

const program indexing_programs[] = {
    {"slice_operand", slice, .levels = MAP(0, 1, N, N)},
    {"slice_starts", slice, .levels = MAP(0, N, 0, 0)},
    {"slice_one_start", slice, .levels = MAP(2, N, N, 0)},
    {"slice_both", slice, .levels = MAP(1, 1, 0, 0)},
    {"slice_both_one_start", slice, .levels = MAP(0, 2, 0, N)},
    {"slice_u8_starts", slice, .levels = MAP(0, N, 0, 0)},
    {"slice_no_rows", slice, .levels = MAP(0, 1, 0, 0)},
    {"slice_nested", slice, TWICE({{0, 0, N}, {0}, NULL, 0}, {{N, N, 0}, {0}, NULL, 0})},
    {"slice_nested_starts", slice, TWICE({{N, 0, N}, {0}, NULL, 0}, {{0, N, 0}, {0}, NULL, 0})},

    {"update_operand", update, .levels = MAP(0, 1, N, N, N)},
    {"update_update", update, .levels = MAP(0, N, 0, N, N)},
    {"update_starts", update, .levels = MAP(0, N, N, 0, 0)},
    {"update_one_start", update, .levels = MAP(2, N, N, N, 0)},
    {"update_operand_and_starts", update, .levels = MAP(1, 1, N, 0, 0)},
    {"update_update_and_starts", update, .levels = MAP(0, N, 2, 0, 0)},
    {"update_all", update, .levels = MAP(0, 2, 1, 0, 0)},
    {"update_nested", update, TWICE({{0, N, 0, N}, {0}, NULL, 0}, {{N, 0, N, 0}, {0}, NULL, 0})},

    TAKES("clip", take),
    TAKES("fill", take_filled),
    TAKES("promise", take),
    {"windows_operand", take_windows, .levels = MAP(0, 2, N)},
    {"windows_indices", take_windows, .levels = MAP(0, N, 0)},
    {"windows_both", take_windows, .levels = MAP(1, 1, 2)},
    {"take_nested", take, TWICE({{0, N}, {0}, NULL, 0}, {{N, 0}, {0}, NULL, 0})},
    {"take_nested_both", take, TWICE({{0, 0}, {0}, NULL, 0}, {{1, N}, {0}, NULL, 0})},
    {"take_no_rows", take, .levels = MAP(0, 0, 0)},

    ADDS("drop", add_rows),
    ADDS("clip", add_rows_clipped),
    {"max_all", largest_rows, .levels = MAP(0, 1, 0, 2)},
    {"put_operand", put_rows, .levels = MAP(0, 1, N, N)},
    {"put_all", put_rows, .levels = MAP(0, 1, 0, 2)},
    {"add_windows_indices", add_windows, .levels = MAP(0, N, 0, N)},
    {"add_windows_all", add_windows, .levels = MAP(0, 1, 2, 1)},
    {"add_nested", add_rows, TWICE({{N, 0, N}, {0}, NULL, 0}, {{0, N, 2}, {0}, NULL, 0})},
    {"add_no_rows", add_rows, .levels = MAP(0, 0, 0, 0)},
    {0},
};
