/* The cases of data/collectives as functions of one row: what make_collectives.py there says in JAX, said
 * with axmap. Include once in a test program, after test.h. */
#ifndef AXMAP_TESTS_COLLECTIVE_CASES_H
#define AXMAP_TESTS_COLLECTIVE_CASES_H

#include "formats/array_file.h"

#include <axmap/axmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES_FILE AXMAP_TEST_DATA "/collectives/collectives.safetensors"

enum { CASE_NONE = -100, CASE_MOST_ITEMS = 64, CASE_MOST_GROUPS = 8 };

typedef enum case_op {
    CASE_PSUM,
    CASE_PMEAN,
    CASE_PMAX,
    CASE_PMIN,
    CASE_ALL_GATHER,
    CASE_PSUM_SCATTER,
    CASE_ALL_TO_ALL,
    CASE_PPERMUTE,
    CASE_PSHUFFLE,
    CASE_PSWAPAXES,
    CASE_PBROADCAST
} case_op;

/* The order of FIELDS in make_collectives.py. */
typedef struct case_spec {
    int32_t op, first, second, tiled, constant, axes, in_axis, other, other_out;
} case_spec;

typedef struct case_array {
    ax_type type;
    void *data; /* owned */
} case_array;

typedef struct collective_case {
    char name[96];
    case_spec spec;
    case_array in, out;
    int64_t items[CASE_MOST_ITEMS], members[CASE_MOST_ITEMS];
    int32_t nitems;
    ax_ints group[CASE_MOST_GROUPS];
    ax_groups groups; /* count 0: none */
} collective_case;

/* ---- reading ---- */

static inline bool case_read(ax_array_file *file, const char *name, const char *what,
                             case_array *out_array)
{
    char tensor[128];
    const ax_stored_array *stored;
    snprintf(tensor, sizeof tensor, "%s.%s", name, what);
    ax_status *status = ax_array_file_find(file, tensor, &stored);
    if (status) {
        ax_status_free(status);
        return false;
    }
    *out_array = (case_array){stored->type, malloc((size_t)ax_type_bytes(&stored->type) + 1)};
    assert_ok(ax_array_file_read_all(file, stored, out_array->data));
    return true;
}

static inline void case_read_groups(ax_array_file *file, collective_case *c)
{
    case_array array;
    if (!case_read(file, c->name, "groups", &array))
        return;
    int64_t widest = array.type.dims[1], places = ax_type_count(&array.type);
    c->groups = (ax_groups){(int32_t)array.type.dims[0], c->group};
    assert_in_range(c->groups.count, 1, CASE_MOST_GROUPS);
    assert_in_range(places, 1, CASE_MOST_ITEMS);
    for (int64_t i = 0; i < places; i++) {
        ax_ints *group = &c->group[i / widest];
        c->members[i] = ((const int32_t *)array.data)[i];
        if (i % widest == 0)
            *group = (ax_ints){0, &c->members[i]};
        group->count += c->members[i] >= 0;
    }
    free(array.data);
}

/* The case whose .spec is number `index` in the file; false where another tensor stands there. */
static inline bool case_load(ax_array_file *file, int64_t index, collective_case *c)
{
    const char *tensor = ax_array_file_name(file, index);
    const char *end = strstr(tensor, ".spec");
    case_array array;
    if (!end)
        return false;
    *c = (collective_case){0};
    snprintf(c->name, sizeof c->name, "%.*s", (int)(end - tensor), tensor);
    assert_true(case_read(file, c->name, "spec", &array));
    assert_int_equal(ax_type_bytes(&array.type), sizeof c->spec);
    memcpy(&c->spec, array.data, sizeof c->spec);
    free(array.data);
    if (case_read(file, c->name, "list", &array)) {
        c->nitems = (int32_t)ax_type_count(&array.type);
        assert_in_range(c->nitems, 0, CASE_MOST_ITEMS);
        for (int32_t i = 0; i < c->nitems; i++)
            c->items[i] = ((const int32_t *)array.data)[i];
        free(array.data);
    }
    case_read_groups(file, c);
    assert_true(case_read(file, c->name, "in", &c->in));
    assert_true(case_read(file, c->name, "out", &c->out));
    return true;
}

static inline void case_free(collective_case *c)
{
    free(c->in.data);
    free(c->out.data);
}

/* ---- the function ---- */

static inline ax_names case_axes(const collective_case *c)
{
    static const char *const i[] = {"i"}, *const ij[] = {"i", "j"}, *const ji[] = {"j", "i"};
    return c->spec.axes == 0 ? (ax_names){1, i} : (ax_names){2, c->spec.axes == 1 ? ij : ji};
}

static inline void case_trace(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    const collective_case *c = user;
    const ax_groups *groups = c->groups.count ? &c->groups : NULL;
    ax_names axes = case_axes(c);
    ax_ints items = {c->nitems, c->items};
    int64_t first = c->spec.first, second = c->spec.second;
    bool tiled = c->spec.tiled;
    ax_value x = c->spec.constant ? ax_constant(b, &c->in.type, c->in.data) : in[1];
    switch ((case_op)c->spec.op) {
    case CASE_PSUM: out[0] = ax_psum_grouped(x, axes, groups); break;
    case CASE_PMEAN: out[0] = ax_pmean_grouped(x, axes, groups); break;
    case CASE_PMAX: out[0] = ax_pmax_grouped(x, axes, groups); break;
    case CASE_PMIN: out[0] = ax_pmin_grouped(x, axes, groups); break;
    case CASE_ALL_GATHER: out[0] = ax_all_gather_grouped(x, axes, first, tiled, groups); break;
    case CASE_PSUM_SCATTER: out[0] = ax_psum_scatter_grouped(x, axes, first, tiled, groups); break;
    case CASE_ALL_TO_ALL:
        out[0] = ax_all_to_all_grouped(x, axes, first, second, tiled, groups);
        break;
    case CASE_PPERMUTE: out[0] = ax_ppermute(x, axes, items); break;
    case CASE_PSHUFFLE: out[0] = ax_pshuffle(x, axes, items); break;
    case CASE_PSWAPAXES: out[0] = ax_pswapaxes_at(x, axes, first, groups, AX_HERE); break;
    case CASE_PBROADCAST: out[0] = ax_pbroadcast(x, axes, first); break;
    }
}

/* ---- how it is mapped: in.0 is a number for each row, in.1 the operand ---- */

/* The function with what lies inside the outermost axis, which is "i", mapped by vmap. */
static inline ax_fn *case_inner(collective_case *c)
{
    ax_fn *fn, *inner;
    assert_ok(ax_fn_create(case_trace, c, 2, 1, &fn));
    if (c->spec.axes == 0 && c->spec.other == CASE_NONE)
        return fn;
    const int64_t other[] = {AX_NONE, c->spec.other}, out[] = {c->spec.other_out}, j[] = {0, 0};
    ax_vmap_options options = {.in_axes = {2, other}, .out_axes = {1, out}};
    if (c->spec.axes)
        options = (ax_vmap_options){.in_axes = {2, j}, .axis_name = "j"};
    assert_ok(ax_vmap(fn, &options, &inner));
    ax_fn_release(fn);
    return inner;
}

/* Where the outermost axis stands in the operand. */
static inline int64_t case_in_axis(const collective_case *c)
{
    return c->spec.in_axis == CASE_NONE ? AX_NONE : c->spec.in_axis;
}

/* The type of in.0: a number for each row of i, or of i and j. */
static inline ax_type case_rows_type(const collective_case *c)
{
    return c->spec.axes ? (ax_type){AX_F32, 2, {3, 4}} : (ax_type){AX_F32, 1, {4}};
}

/* Sums are exact, so results are equal to the bit, but for the division of a mean. */
static inline bool case_equal(const collective_case *c, const void *seen)
{
    int64_t count = ax_type_count(&c->out.type), bytes = ax_dtype_bytes(c->out.type.dtype);
    if (c->spec.op != CASE_PMEAN)
        return memcmp(seen, c->out.data, (size_t)(count * bytes)) == 0;
    for (int64_t i = 0; i < count; i++) {
        float a = ((const float *)seen)[i], b = ((const float *)c->out.data)[i];
        if (!(a - b <= 2e-6f * (1 + (b < 0 ? -b : b)) && b - a <= 2e-6f * (1 + (b < 0 ? -b : b))))
            return false;
    }
    return true;
}

#endif
