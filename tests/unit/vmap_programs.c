#include "vmap_programs.h"

#include <axmap/collective.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <string.h>

/* ---- the programs ---- */

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)user
#define I             AX_AXES("i")

/* The axes that a program names, as a list that lives with it. */
static ax_names axes_of(const program *p)
{
    static const char *const letters[] = {"i", "j"};
    static const char *lists[4][2];
    if (!p->axes)
        return (ax_names){1, letters};
    int32_t count = (int32_t)strlen(p->axes);
    const char **list = lists[(p->axes[0] == 'j') * 2 + (count > 1)];
    for (int32_t i = 0; i < count; i++)
        list[i] = letters[p->axes[i] == 'j'];
    return (ax_names){count, list};
}

PROGRAM(matvec)
{
    UNUSED;
    out[0] = ax_dot(in[0], in[1]);
}

PROGRAM(multiply)
{
    UNUSED;
    out[0] = ax_mul(in[0], in[1]);
}

PROGRAM(subtract)
{
    UNUSED;
    out[0] = ax_sub(in[0], in[1]);
}

PROGRAM(swapped_subtract)
{
    UNUSED;
    out[0] = ax_sub(in[1], in[0]);
}

PROGRAM(plus_one)
{
    UNUSED;
    out[0] = ax_add(in[0], ax_scalar(b, AX_F32, 1));
}

PROGRAM(times_three)
{
    UNUSED;
    out[0] = ax_mul(in[0], ax_scalar(b, AX_F32, 3));
}

PROGRAM(double_both)
{
    UNUSED;
    out[0] = ax_mul(in[0], ax_scalar(b, AX_F32, 2));
    out[1] = ax_mul(in[1], ax_scalar(b, AX_F32, 2));
}

PROGRAM(constant)
{
    UNUSED;
    ax_type type = {.dtype = AX_F32, .ndim = 1, .dims = {2}};
    out[0] = ax_constant(b, &type, ((const float[]){1.5f, -2.5f}));
}

PROGRAM(arguments)
{
    UNUSED;
    out[0] = in[1];
    out[1] = in[0];
}

PROGRAM(plus_index)
{
    UNUSED;
    out[0] = ax_add(in[0], ax_axis_index(b, I));
}

PROGRAM(psum)
{
    UNUSED;
    const program *p = user;
    out[0] = ax_psum(in[p->which], axes_of(p));
}

PROGRAM(psum_each)
{
    UNUSED;
    out[0] = ax_psum(in[0], I);
    out[1] = ax_psum(in[1], I);
}

PROGRAM(psum_and_of_sum)
{
    UNUSED;
    out[0] = ax_psum(in[0], I);
    out[1] = ax_psum(ax_sum(in[0], AX_ALL_DIMS), I);
}

PROGRAM(psum_of_positive)
{
    UNUSED;
    const program *p = user;
    ax_value x = in[p->which];
    out[0] = ax_psum(ax_compare(x, ax_scalar(b, AX_F32, 0), AX_GT), I);
}

PROGRAM(psum_f32_constant)
{
    UNUSED;
    out[0] = ax_psum(ax_scalar(b, AX_F32, 2.5), I);
}

PROGRAM(psum_i32_constant)
{
    UNUSED;
    ax_type type = {.dtype = AX_I32, .ndim = 1, .dims = {2}};
    out[0] = ax_psum(ax_constant(b, &type, ((const int32_t[]){3, -4})), I);
}

PROGRAM(psum_i64_constant)
{
    UNUSED;
    ax_type type = ax_type_scalar(AX_I64);
    out[0] = ax_psum(ax_constant(b, &type, (&(const int64_t){(int64_t)1 << 40})), I);
}

PROGRAM(psum_ij_constant)
{
    UNUSED;
    ax_type type = {.dtype = AX_I32, .ndim = 1, .dims = {2}};
    out[0] = ax_psum(ax_constant(b, &type, ((const int32_t[]){3, 5})), AX_AXES("i", "j"));
}

PROGRAM(over_psum)
{
    UNUSED;
    out[0] = ax_div(in[0], ax_psum(in[0], I));
}

PROGRAM(psum_twice)
{
    UNUSED;
    out[0] = ax_psum(ax_mul(ax_psum(in[0], I), in[0]), I);
}

PROGRAM(psum_of_psum)
{
    UNUSED;
    out[0] = ax_psum(ax_psum(in[0], I), I);
}

PROGRAM(psum_of_index)
{
    UNUSED;
    out[0] = ax_psum(ax_axis_index(b, I), I);
}

PROGRAM(minus_psum)
{
    UNUSED;
    out[0] = ax_sub(in[0], ax_psum(in[1], AX_AXES("j")));
}

PROGRAM(pmean)
{
    UNUSED;
    const program *p = user;
    out[0] = ax_pmean(in[p->which], axes_of(p));
}

PROGRAM(pmean_of_positive)
{
    UNUSED;
    out[0] = ax_pmean(ax_compare(in[0], ax_scalar(b, AX_F32, 0), AX_GT), I);
}

PROGRAM(pmax)
{
    UNUSED;
    out[0] = ax_pmax(in[0], I);
}

PROGRAM(pmin)
{
    UNUSED;
    out[0] = ax_pmin(in[0], I);
}

PROGRAM(extrema)
{
    UNUSED;
    const program *p = user;
    out[0] = ax_pmax(in[p->which], I);
    out[1] = ax_pmin(in[p->which], I);
}

PROGRAM(extrema_ij)
{
    UNUSED;
    out[0] = ax_pmax(in[0], AX_AXES("i", "j"));
    out[1] = ax_pmin(in[0], AX_AXES("j", "i"));
}

PROGRAM(standardize)
{
    UNUSED;
    ax_value centered = ax_sub(in[0], ax_pmean(in[0], I));
    ax_value variance = ax_pmean(ax_square(centered), I);
    out[0] = ax_div(centered, ax_sqrt(ax_add(variance, ax_scalar(b, AX_F32, 0.5))));
}

PROGRAM(softmax)
{
    UNUSED;
    ax_value e = ax_exp(ax_sub(in[0], ax_pmax(in[0], I)));
    out[0] = ax_div(e, ax_psum(e, I));
}

PROGRAM(all_collectives)
{
    UNUSED;
    out[0] = ax_psum(in[0], I);
    out[1] = ax_pmax(in[0], I);
    out[2] = ax_all_gather(in[0], I, 1, false);
    out[3] = ax_axis_index(b, I);
}

void trace_all_gather(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    UNUSED;
    const program *p = user;
    out[0] = ax_all_gather(in[p->which], axes_of(p), p->dimension, p->tiled);
}

PROGRAM(gather_constant)
{
    UNUSED;
    ax_type type = {.dtype = AX_I32, .ndim = 1, .dims = {2}};
    out[0] = ax_all_gather(ax_constant(b, &type, ((const int32_t[]){1, 2})), I, -1, false);
}

PROGRAM(gather_positive)
{
    UNUSED;
    ax_value positive = ax_compare(in[0], ax_scalar(b, AX_F32, 0), AX_GT);
    out[0] = ax_all_gather(positive, I, 1, false);
}

/* Element 0 along the first dimension. */
static ax_value first_of(ax_value x)
{
    return ax_reshape(ax_slice(x, AX_LIST(0), AX_LIST(1), AX_EMPTY_LIST), AX_EMPTY_LIST);
}

PROGRAM(gather_then_psum)
{
    UNUSED;
    out[0] = ax_psum(ax_mul(ax_all_gather(in[0], I, 0, false), first_of(in[0])), I);
}

PROGRAM(gram)
{
    UNUSED;
    out[0] = ax_dot(ax_all_gather(in[0], I, 0, false), in[0]);
}

PROGRAM(pick_own)
{
    UNUSED;
    out[0] = ax_take(in[0], ax_axis_index(b, I), 0);
}

PROGRAM(own_index)
{
    UNUSED;
    out[0] = ax_axis_index(b, axes_of(user));
}

PROGRAM(index_each)
{
    UNUSED;
    ax_value i = ax_axis_index(b, I), j = ax_axis_index(b, AX_AXES("j"));
    out[0] = ax_add(ax_mul(i, ax_scalar(b, AX_I32, 10)), j);
}

/* An inner vmap of the same axis name, and its psum once more outside. */
PROGRAM(psum_alone)
{
    UNUSED;
    out[0] = ax_psum(in[0], I);
}

PROGRAM(psum_around_same_name)
{
    UNUSED;
    ax_fn *fn, *mapped;
    ax_builder_fail(b, ax_fn_create(psum_alone, NULL, 1, 1, &fn));
    ax_builder_fail(
        b,
        ax_vmap(fn, (&(ax_vmap_options){.axis_name = "i", .out_axes = AX_LIST(AX_NONE)}), &mapped));
    ax_value inner;
    ax_apply(b, mapped, in, &inner);
    out[0] = ax_psum(inner, I);
    ax_fn_release(mapped);
    ax_fn_release(fn);
}

PROGRAM(select_positive)
{
    UNUSED;
    ax_value positive = ax_compare(in[0], ax_scalar(b, AX_F32, 0), AX_GT);
    out[0] = ax_select(positive, in[1], in[2]);
}

PROGRAM(clamp)
{
    UNUSED;
    out[0] = ax_clamp(in[0], in[1], in[2]);
}

PROGRAM(take)
{
    UNUSED;
    out[0] = ax_take(in[0], in[1], 0);
}

PROGRAM(sum_first)
{
    UNUSED;
    out[0] = ax_sum(in[0], AX_LIST(0));
}

PROGRAM(argmax_first)
{
    UNUSED;
    out[0] = ax_argmax(in[0], 0);
}

PROGRAM(mlp)
{
    UNUSED;
    out[0] = ax_tanh(ax_add(ax_dot(in[0], in[2]), in[1]));
}

PROGRAM(distance)
{
    UNUSED;
    out[0] = ax_sum(ax_square(ax_sub(in[0], in[1])), AX_ALL_DIMS);
}

/* ---- how they are mapped ---- */

#define N   AX_NONE
#define OWN "i", 0 /* the axis's name; its size follows from the arguments */
/* j inside with size 4, i outside with size 3 */
#define GRID(in_j, in_i, out_j, out_i) \
    .depth = 2, .levels = {{{in_j}, {out_j, out_j}, "j", 4}, {{in_i}, {out_i, out_i}, "i", 3}}

const program programs[] = {
    {"matvec", matvec, .levels = {{{N, 0}, {0}, NULL, 0}}},
    {"matvec_both", matvec, .levels = {{{1, 1}, {0}, NULL, 0}}},
    {"negative_axes", multiply, .levels = {{{-1, -2}, {-1}, NULL, 0}}},
    {"out_axis_1", plus_one, .levels = {{{2}, {1}, NULL, 0}}},
    {"out_axis_last", plus_one, .levels = {{{0}, {-1}, NULL, 0}}},
    {"shared_result", double_both, .levels = {{{0, N}, {0, N}, NULL, 0}}},
    {"repeated_result", double_both, .levels = {{{0, N}, {1, 1}, NULL, 0}}},
    {"constant_result", constant, .levels = {{{0}, {1}, NULL, 0}}},
    {"argument_result", arguments, .levels = {{{1, N}, {0, 0}, NULL, 0}}},
    {"size_only", plus_index, .levels = {{{N}, {1}, "i", 4}}},
    {"size_agrees", times_three, .levels = {{{0}, {0}, NULL, 4}}},
    {"size_1", matvec, .levels = {{{1, N}, {0}, NULL, 0}}},
    {"size_0", matvec, .levels = {{{1, N}, {0}, NULL, 0}}},
    {"size_0_psum", psum_and_of_sum, .levels = {{{1}, {N, N}, OWN}}},
    {"size_0_shared", psum, .which = 1, .levels = {{{0, N}, {N}, OWN}}},
    {"size_1_collectives", all_collectives, .levels = {{{0}, {N, N, N, 0}, OWN}}},

    {"outer_product", multiply, .depth = 2,
     .levels = {{{N, 0}, {0}, NULL, 0}, {{0, N}, {0}, NULL, 0}}},
    {"all_pairs", matvec, .depth = 2, .levels = {{{N, 1}, {0}, NULL, 0}, {{1, N}, {1}, NULL, 0}}},
    {"three_deep", matvec, .depth = 3,
     .levels = {{{0, 2}, {0}, NULL, 0}, {{1, N}, {2}, NULL, 0}, {{N, -1}, {1}, NULL, 0}}},
    {"equal_sizes", subtract, .depth = 2,
     .levels = {{{0, N}, {0}, NULL, 0}, {{N, 1}, {0}, NULL, 0}}},
    {"inner_only", minus_psum, .depth = 2,
     .levels = {{{0, N}, {0}, "j", 0}, {{1, 1}, {0}, "i", 0}}},

    {"psum", psum, .levels = {{{0}, {N}, OWN}}},
    {"psum_repeated", psum, .levels = {{{0}, {1}, OWN}}},
    {"psum_used", over_psum, .levels = {{{0}, {0}, OWN}}},
    {"psum_axis_1", psum, .levels = {{{1}, {N}, OWN}}},
    {"psum_shared", psum, .which = 1, .levels = {{{0, N}, {N}, OWN}}},
    {"psum_shared_i32", psum, .which = 1, .levels = {{{0, N}, {N}, OWN}}},
    {"psum_shared_bool", psum_of_positive, .which = 1, .levels = {{{0, N}, {N}, OWN}}},
    {"psum_constant", psum_f32_constant, .levels = {{{0}, {N}, OWN}}},
    {"psum_constant_i32", psum_i32_constant, .levels = {{{0}, {N}, OWN}}},
    {"psum_constant_i64", psum_i64_constant, .levels = {{{0}, {N}, OWN}}},
    {"psum_bool", psum_of_positive, .levels = {{{0}, {N}, OWN}}},
    {"psum_i8", psum, .levels = {{{0}, {N}, OWN}}},
    {"psum_u8", psum, .levels = {{{0}, {N}, OWN}}},
    {"psum_f64", psum_each, .levels = {{{1, N}, {N, N}, OWN}}},
    {"psum_twice", psum_twice, .levels = {{{0}, {N}, OWN}}},
    {"psum_of_psum", psum_of_psum, .levels = {{{0}, {N}, OWN}}},
    {"psum_axis_index", psum_of_index, .levels = {{{0}, {N}, OWN}}},
    {"pmean", pmean, .levels = {{{0}, {N}, OWN}}},
    {"pmean_i32", pmean, .levels = {{{0}, {N}, OWN}}},
    {"pmean_u8", pmean, .levels = {{{0}, {N}, OWN}}},
    {"pmean_i64", pmean, .levels = {{{0}, {N}, OWN}}},
    {"pmean_bool", pmean_of_positive, .levels = {{{0}, {N}, OWN}}},
    {"pmean_shared", pmean, .which = 1, .levels = {{{0, N}, {N}, OWN}}},
    {"pmax", pmax, .levels = {{{0}, {N}, OWN}}},
    {"pmin", pmin, .levels = {{{0}, {N}, OWN}}},
    {"pmax_shared", extrema, .which = 1, .levels = {{{0, N}, {N, N}, OWN}}},
    {"pmax_i32", pmax, .levels = {{{1}, {N}, OWN}}},
    {"pmax_nan", extrema, .levels = {{{0}, {N, N}, OWN}}},
    {"standardize", standardize, .levels = {{{0}, {0}, OWN}}},
    {"softmax", softmax, .levels = {{{0}, {0}, OWN}}},

    {"all_gather_0", trace_all_gather, .dimension = 0, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_1", trace_all_gather, .dimension = 1, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_2", trace_all_gather, .dimension = 2, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_m1", trace_all_gather, .dimension = -1, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_m2", trace_all_gather, .dimension = -2, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_m3", trace_all_gather, .dimension = -3, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_tiled_0", trace_all_gather, .dimension = 0, .tiled = true,
     .levels = {{{0}, {N}, OWN}}},
    {"all_gather_tiled_1", trace_all_gather, .dimension = 1, .tiled = true,
     .levels = {{{0}, {N}, OWN}}},
    {"all_gather_tiled_m1", trace_all_gather, .dimension = -1, .tiled = true,
     .levels = {{{0}, {N}, OWN}}},
    {"all_gather_tiled_m2", trace_all_gather, .dimension = -2, .tiled = true,
     .levels = {{{0}, {N}, OWN}}},
    {"all_gather_in_axis_2", trace_all_gather, .dimension = 1, .levels = {{{2}, {N}, OWN}}},
    {"all_gather_repeated", trace_all_gather, .levels = {{{0}, {1}, OWN}}},
    {"all_gather_scalar", trace_all_gather, .dimension = -1, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_shared", trace_all_gather, .which = 1, .dimension = 1,
     .levels = {{{0, N}, {N}, OWN}}},
    {"all_gather_shared_tiled", trace_all_gather, .which = 1, .tiled = true,
     .levels = {{{0, N}, {N}, OWN}}},
    {"all_gather_constant", gather_constant, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_bool", gather_positive, .levels = {{{0}, {N}, OWN}}},
    {"all_gather_psum", gather_then_psum, .levels = {{{0}, {N}, OWN}}},
    {"gram", gram, .levels = {{{0}, {0}, OWN}}},
    {"axis_index", pick_own, .levels = {{{0}, {0}, OWN}}},
    {"axis_index_alone", own_index, .levels = {{{0}, {0}, OWN}}},

    {"psum_ij", psum, .axes = "ij", GRID(0, 0, N, N)},
    {"psum_ji", psum, .axes = "ji", GRID(0, 0, N, N)},
    {"psum_i_inside_j", psum, .axes = "i", GRID(0, 0, 0, N)},
    {"psum_j_inside_i", psum, .axes = "j", GRID(0, 0, N, 0)},
    {"psum_ij_rows_of_i", psum, .axes = "ij", GRID(N, 0, N, N)},
    {"psum_ij_rows_of_j", psum, .axes = "ij", GRID(0, N, N, N)},
    {"psum_ij_constant", psum_ij_constant, GRID(0, 0, N, N)},
    {"pmax_ij", extrema_ij, GRID(0, 0, N, N)},
    {"pmean_ij", pmean, .axes = "ij", GRID(0, 0, N, N)},
    {"pmean_ij_i32", pmean, .axes = "ij", GRID(0, 0, N, N)},
    {"all_gather_ij", trace_all_gather, .axes = "ij", .dimension = 1, GRID(0, 0, N, N)},
    {"all_gather_ji", trace_all_gather, .axes = "ji", .dimension = 0, GRID(0, 0, N, N)},
    {"all_gather_ij_tiled", trace_all_gather, .axes = "ij", .dimension = 0, .tiled = true,
     GRID(0, 0, N, N)},
    {"all_gather_ji_tiled", trace_all_gather, .axes = "ji", .dimension = -1, .tiled = true,
     GRID(0, 0, N, N)},
    {"axis_index_ij", own_index, .axes = "ij", GRID(0, 0, 0, 0)},
    {"axis_index_ji", own_index, .axes = "ji", GRID(0, 0, 0, 0)},
    {"axis_index_each", index_each, GRID(0, 0, 0, 0)},

    {"same_name", psum, .depth = 2, .levels = {{{0}, {N}, OWN}, {{0}, {0}, OWN}}},
    {"same_name_index", plus_index, .depth = 2, .levels = {{{0}, {0}, OWN}, {{0}, {0}, OWN}}},
    {"same_name_both", psum_around_same_name, .levels = {{{0}, {N}, OWN}}},

    {"scalar_times_row", multiply, .levels = {{{1, 0}, {0}, NULL, 0}}},
    {"scalar_times_row_out_1", swapped_subtract, .levels = {{{2, 0}, {1}, NULL, 0}}},
    {"row_times_shared_scalar", multiply, .levels = {{{1, N}, {0}, NULL, 0}}},
    {"shared_row_times_scalar", multiply, .levels = {{{N, 0}, {1}, NULL, 0}}},
    {"select_scalar", select_positive, .levels = {{{0, 1, N}, {0}, NULL, 0}}},
    {"clamp_scalars", clamp, .levels = {{{0, 1, N}, {0}, NULL, 0}}},
    {"take_row", take, .levels = {{{N, 0}, {0}, NULL, 0}}},
    {"take_each", take, .levels = {{{1, 0}, {1}, NULL, 0}}},
    {"sum_axis", sum_first, .levels = {{{1}, {0}, NULL, 0}}},
    {"argmax_axis", argmax_first, .levels = {{{2}, {0}, NULL, 0}}},
    {"mlp", mlp, .levels = {{{N, N, 1}, {1}, NULL, 0}}},
    {"distances", distance, .depth = 2, .levels = {{{N, 0}, {0}, NULL, 0}, {{0, N}, {0}, NULL, 0}}},
    {0},
};
