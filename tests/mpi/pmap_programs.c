#include "mpi/pmap_programs.h"

#include <axmap/collective.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <string.h>

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)user
#define I             AX_AXES("i")
#define J             AX_AXES("j")
#define IJ            AX_AXES("i", "j")
#define JI            AX_AXES("j", "i")
#define TWO_GROUPS    AX_GROUPS(AX_LIST(0, 2), AX_LIST(3, 1))

/* The axes that a program names: the lists live as long as the program. */
static ax_names axes_of(const program *p)
{
    static const char *const i[] = {"i"}, *const j[] = {"j"};
    static const char *const ij[] = {"i", "j"}, *const ji[] = {"j", "i"};
    if (!p->axes || strcmp(p->axes, "i") == 0)
        return (ax_names){1, i};
    if (strcmp(p->axes, "j") == 0)
        return (ax_names){1, j};
    return (ax_names){2, strcmp(p->axes, "ij") == 0 ? ij : ji};
}

/* ---- axes of arguments and results ---- */

PROGRAM(times_three)
{
    UNUSED;
    out[0] = ax_mul(in[0], ax_scalar(b, AX_F32, 3));
}

PROGRAM(twice)
{
    UNUSED;
    out[0] = ax_mul(in[0], ax_scalar(b, AX_F32, 2));
}

PROGRAM(affine)
{
    UNUSED;
    out[0] = ax_add(ax_dot(in[0], in[1]), in[2]);
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

PROGRAM(plus_index)
{
    UNUSED;
    out[0] = ax_add(in[0], ax_axis_index(b, I));
}

PROGRAM(total_and_own)
{
    UNUSED;
    out[0] = ax_psum(in[0], I);
    out[1] = ax_sub(in[0], ax_pmean(in[0], I));
}

PROGRAM(twice_each)
{
    UNUSED;
    out[0] = ax_mul(in[0], ax_scalar(b, AX_F32, 2));
    out[1] = ax_mul(in[1], ax_scalar(b, AX_F32, 2));
}

PROGRAM(ignores)
{
    UNUSED;
    ax_value first = ax_reshape(ax_slice(in[1], AX_LIST(0), AX_LIST(1), AX_EMPTY_LIST),
                                AX_EMPTY_LIST);
    out[0] = ax_mul(first, ax_scalar(b, AX_F32, 2));
}

PROGRAM(constant)
{
    UNUSED;
    ax_type type = {.dtype = AX_F32, .ndim = 1, .dims = {2}};
    out[0] = ax_constant(b, &type, ((const float[]){1.5f, -2.5f}));
}

PROGRAM(scalar_constant)
{
    UNUSED;
    out[0] = ax_scalar(b, AX_F32, 1.5);
}

PROGRAM(passes)
{
    UNUSED;
    out[0] = in[1];
    out[1] = in[0];
}

/* ---- collectives ---- */

PROGRAM(psum_last)
{
    const program *p = user;
    (void)b;
    out[0] = ax_psum(in[p->which], I);
}

PROGRAM(psum_of_positive)
{
    UNUSED;
    out[0] = ax_psum(ax_compare(in[0], ax_scalar(b, AX_F32, 0), AX_GT), I);
}

PROGRAM(pmean)
{
    UNUSED;
    out[0] = ax_pmean(in[0], I);
}

PROGRAM(extrema)
{
    UNUSED;
    out[0] = ax_pmax(in[0], I);
    out[1] = ax_pmin(in[0], I);
}

PROGRAM(gather)
{
    const program *p = user;
    (void)b;
    out[0] = ax_all_gather(in[0], axes_of(p), p->dimension, p->tiled);
}

PROGRAM(own_row)
{
    UNUSED;
    out[0] = ax_take(in[0], ax_axis_index(b, I), 0);
}

PROGRAM(ring)
{
    UNUSED;
    out[0] = ax_ppermute(in[0], I, AX_LIST(0, 1, 1, 2, 2, 3, 3, 4, 4, 0));
}

PROGRAM(some)
{
    const program *p = user;
    (void)b;
    out[0] = ax_ppermute(in[p->which], I, AX_LIST(0, 2, 3, 1));
}

PROGRAM(shuffle)
{
    UNUSED;
    out[0] = ax_pshuffle(in[0], I, AX_LIST(2, 0, 4, 1, 3));
}

PROGRAM(exchange)
{
    const program *p = user;
    (void)b;
    out[0] = ax_all_to_all(in[0], axes_of(p), p->dimension, p->which, p->tiled);
}

PROGRAM(swap)
{
    UNUSED;
    out[0] = ax_pswapaxes(in[0], I, 1);
}

PROGRAM(scatter)
{
    const program *p = user;
    (void)b;
    out[0] = ax_psum_scatter(in[0], axes_of(p), p->dimension, p->tiled);
}

PROGRAM(loss)
{
    UNUSED;
    ax_value error = ax_sub(ax_dot(in[0], in[1]), in[2]);
    out[0] = ax_pmean(ax_sum(ax_square(error), AX_ALL_DIMS), I);
}

PROGRAM(softmax)
{
    UNUSED;
    ax_value e = ax_exp(ax_sub(in[0], ax_pmax(in[0], I)));
    out[0] = ax_div(e, ax_psum(e, I));
}

PROGRAM(group_psum)
{
    UNUSED;
    out[0] = ax_psum_grouped(in[0], I, TWO_GROUPS);
}

PROGRAM(group_gather)
{
    const program *p = user;
    (void)b;
    out[0] = ax_all_gather_grouped(in[0], I, p->dimension, p->tiled, TWO_GROUPS);
}

PROGRAM(group_all_to_all)
{
    UNUSED;
    out[0] = ax_all_to_all_grouped(in[0], I, 0, 1, false, TWO_GROUPS);
}

PROGRAM(group_scatter)
{
    UNUSED;
    out[0] = ax_psum_scatter_grouped(in[0], I, 0, false, TWO_GROUPS);
}

/* ---- grids ---- */

PROGRAM(sums)
{
    UNUSED;
    out[0] = ax_psum(in[0], I);
    out[1] = ax_psum(in[0], J);
    out[2] = ax_psum(in[0], IJ);
}

PROGRAM(sums_ji)
{
    UNUSED;
    out[0] = ax_psum(in[0], JI);
    out[1] = ax_pmax(in[0], JI);
    out[2] = ax_pmin(in[0], I);
}

PROGRAM(means)
{
    UNUSED;
    out[0] = ax_pmean(in[0], I);
    out[1] = ax_pmean(in[0], J);
    out[2] = ax_pmean(in[0], IJ);
}

PROGRAM(indices)
{
    UNUSED;
    out[0] = ax_axis_index(b, I);
    out[1] = ax_axis_index(b, J);
    out[2] = ax_axis_index(b, IJ);
    out[3] = ax_axis_index(b, JI);
}

PROGRAM(ring_j)
{
    UNUSED;
    out[0] = ax_ppermute(in[0], J, AX_LIST(0, 1, 1, 2, 2, 3, 3, 0));
}

PROGRAM(shift_i)
{
    UNUSED;
    out[0] = ax_ppermute(in[0], I, AX_LIST(0, 1, 1, 2));
}

/* Member k sends to k + 5 of 12. */
PROGRAM(ring_12)
{
    (void)b;
    int64_t pairs[24];
    for (int64_t k = 0; k < 12; k++) {
        pairs[2 * k] = k;
        pairs[2 * k + 1] = (k + 5) % 12;
    }
    out[0] = ax_ppermute(in[0], axes_of(user), ((ax_ints){24, pairs}));
}

/* ---- how they are mapped ---- */

#define N   AX_NONE
#define OWN "i", 0 /* the axis's name; its size follows from the arguments */
#define ROW .levels = {{{0}, {0}, OWN}}
#define ALL .levels = {{{0}, {N, N}, OWN}}
/* j inside with size 4, i outside with size 3, mapped along the first dimensions */
#define GRID .depth = 2, .levels = {{{0}, {0, 0, 0, 0}, "j", 4}, {{0}, {0, 0, 0, 0}, "i", 3}}

const program pmap_programs[] = {
    {"plain", times_three, .levels = {{{0}, {0}, NULL, 0}}},
    {"columns", affine, .levels = {{{N, 1, 0}, {0}, OWN}}},
    {"negative", multiply, .levels = {{{-1, -2}, {-1}, NULL, 0}}},
    {"moved", plus_index, .levels = {{{2}, {1}, OWN}}},
    {"moved_last", twice, .levels = {{{1}, {-1}, NULL, 0}}},
    {"total_and_own", total_and_own, .levels = {{{0}, {N, 1}, OWN}}},
    {"shared_result", twice_each, .levels = {{{0, N}, {0, N}, OWN}}},
    {"repeated_result", twice_each, .levels = {{{0, N}, {1, 1}, OWN}}},
    {"ignores", ignores, .levels = {{{0, N}, {0}, OWN}}},
    {"constant", constant, .levels = {{{0}, {1}, OWN}}},
    {"passes", passes, .levels = {{{1, N}, {0, 0}, OWN}}},

    {"psum", psum_last, ALL},
    {"psum_shared", psum_last, .which = 1, .levels = {{{0, N}, {N}, OWN}}},
    {"psum_bool", psum_of_positive, ALL},
    {"pmean", pmean, ALL},
    {"extrema", extrema, ALL},
    {"all_gather", gather, .dimension = 1, ALL},
    {"all_gather_tiled", gather, .dimension = 1, .tiled = true, ALL},
    {"axis_index", own_row, ROW},
    {"ring", ring, ROW},
    {"some", some, ROW},
    {"some_shared", some, .which = 1, .levels = {{{0, N}, {0}, OWN}}},
    {"shuffle", shuffle, ROW},
    {"all_to_all_0_0", exchange, .dimension = 0, .which = 0, ROW},
    {"all_to_all_0_1", exchange, .dimension = 0, .which = 1, ROW},
    {"all_to_all_0_2", exchange, .dimension = 0, .which = 2, ROW},
    {"all_to_all_1_0", exchange, .dimension = 1, .which = 0, ROW},
    {"all_to_all_1_1", exchange, .dimension = 1, .which = 1, ROW},
    {"all_to_all_1_2", exchange, .dimension = 1, .which = 2, ROW},
    {"all_to_all_tiled_0_0", exchange, .dimension = 0, .which = 0, .tiled = true, ROW},
    {"all_to_all_tiled_0_1", exchange, .dimension = 0, .which = 1, .tiled = true, ROW},
    {"all_to_all_tiled_0_2", exchange, .dimension = 0, .which = 2, .tiled = true, ROW},
    {"all_to_all_tiled_1_0", exchange, .dimension = 1, .which = 0, .tiled = true, ROW},
    {"all_to_all_tiled_1_1", exchange, .dimension = 1, .which = 1, .tiled = true, ROW},
    {"all_to_all_tiled_1_2", exchange, .dimension = 1, .which = 2, .tiled = true, ROW},
    {"swap", swap, .levels = {{{1}, {2}, OWN}}},
    {"scatter_0", scatter, .dimension = 0, ROW},
    {"scatter_1", scatter, .dimension = 1, ROW},
    {"scatter_tiled_0", scatter, .dimension = 0, .tiled = true, ROW},
    {"scatter_tiled_1", scatter, .dimension = 1, .tiled = true, ROW},
    {"half", psum_last, ALL},
    {"half_scatter", scatter, .dimension = 0, ROW},
    {"loss", loss, .levels = {{{N, 0, 0}, {N}, OWN}}},
    {"softmax", softmax, ROW},

    {"group_psum", group_psum, ROW},
    {"group_gather", group_gather, .dimension = 1, ROW},
    {"group_gather_tiled", group_gather, .dimension = 0, .tiled = true, ROW},
    {"group_all_to_all", group_all_to_all, ROW},
    {"group_scatter", group_scatter, ROW},

    {"grid_plain", subtract, .depth = 2, .levels = {{{0, N}, {0}, "j", 4}, {{0, 0}, {0}, "i", 3}}},
    {"grid_rows_of_j", subtract, .depth = 2,
     .levels = {{{1, 0}, {1}, "j", 4}, {{2, N}, {0}, "i", 3}}},
    {"grid_moved", twice, .depth = 2, .levels = {{{2}, {-1}, "j", 4}, {{1}, {1}, "i", 3}}},
    {"grid_sums", sums, .depth = 2, .levels = {{{0}, {0, N, N}, "j", 4}, {{0}, {N, 0, N}, "i", 3}}},
    {"grid_sums_ji", sums_ji, GRID},
    {"grid_sum_of_rows", sums, .depth = 2,
     .levels = {{{0}, {0, 0, 0}, "j", 4}, {{N}, {0, 0, 0}, "i", 3}}},
    {"grid_mean_of_columns", means, .depth = 2,
     .levels = {{{N}, {0, 0, 0}, "j", 4}, {{0}, {0, 0, 0}, "i", 3}}},
    {"grid_inner_whole", times_three, .depth = 2,
     .levels = {{{0}, {1}, "j", 4}, {{N}, {N}, "i", 3}}},
    {"grid_outer_only", times_three, .depth = 2,
     .levels = {{{N}, {N}, "j", 4}, {{0}, {1}, "i", 3}}},
    {"grid_index", indices, GRID},
    {"grid_constant", scalar_constant, .depth = 2,
     .levels = {{{0}, {0}, "j", 4}, {{0}, {1}, "i", 3}}},
    {"grid_ring_j", ring_j, GRID},
    {"grid_ring_i", shift_i, GRID},
    {"grid_gather_i", gather, .axes = "i", .dimension = 1, .depth = 2,
     .levels = {{{0}, {0}, "j", 4}, {{0}, {N}, "i", 3}}},
    {"grid_gather_j", gather, .axes = "j", .dimension = 1, .depth = 2,
     .levels = {{{0}, {N}, "j", 4}, {{0}, {0}, "i", 3}}},
    {"grid_all_to_all_i", exchange, .axes = "i", .dimension = 0, .which = 1, GRID},
    {"grid_scatter_j", scatter, .axes = "j", .dimension = 1, GRID},
    {"grid_gather_ij", gather, .axes = "ij", .dimension = 1, GRID},
    {"grid_gather_ji", gather, .axes = "ji", .dimension = 0, GRID},
    {"grid_gather_ji_tiled", gather, .axes = "ji", .dimension = -1, .tiled = true, GRID},
    {"grid_scatter_ij", scatter, .axes = "ij", .dimension = 0, GRID},
    {"grid_scatter_ji", scatter, .axes = "ji", .dimension = 0, GRID},
    {"grid_all_to_all_ij", exchange, .axes = "ij", .dimension = 0, .which = 1, GRID},
    {"grid_all_to_all_ji", exchange, .axes = "ji", .dimension = 0, .which = 1, GRID},
    {"grid_ring_ij", ring_12, .axes = "ij", GRID},
    {"grid_ring_ji", ring_12, .axes = "ji", GRID},
    {0},
};
