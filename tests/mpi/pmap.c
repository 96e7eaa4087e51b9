/* pmap against JAX's values, whatever slices each rank passes: the programs of data/pmap, and those of
 * data/vmap with pmap in vmap's place. The same functions are vmapped and mapped beside it. */
#include "mpi/pmap_programs.h"

#include "mpi/slices.h"

#include "base/unconst.h"
#include "formats/array_file.h"

#include <axmap/axmap.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_SLICES = 40 }; /* of a program of data/vmap */

static ax_context *context; /* over all ranks, these with different numbers of devices */
static ax_context *alone;   /* this rank alone */

/* A program's arguments and results, whole. */
typedef struct record {
    int32_t ninputs, noutputs;
    ax_array *in[MOST], *out[MOST];
} record;

static int32_t load(ax_array_file *file, const char *name, const char *kind, ax_array **arrays)
{
    for (int32_t k = 0; k < MOST; k++) {
        char tensor[96];
        const ax_stored_array *stored;
        snprintf(tensor, sizeof tensor, "%s.%s.%d", name, kind, (int)k);
        ax_status *status = ax_array_file_find(file, tensor, &stored);
        if (status) {
            ax_status_free(status);
            return k;
        }
        assert_ok(ax_array_create(&stored->type, NULL, &arrays[k]));
        assert_ok(ax_array_file_read_all(file, stored, ax_array_data(arrays[k])));
    }
    return MOST;
}

static void release_all(ax_array **arrays, int32_t count)
{
    for (int32_t k = 0; k < count; k++)
        ax_array_release(arrays[k]);
}

/* ---- slices ---- */

static const level *outer_level(const program *p)
{
    return &p->levels[p->depth ? p->depth - 1 : 0];
}

static int64_t normal_axis(int64_t axis, const ax_array *array)
{
    return axis < 0 && axis != AX_NONE ? axis + ax_array_type(array).ndim : axis;
}

static int64_t outer_size(const program *p, const record *r)
{
    const level *outer = outer_level(p);
    for (int32_t k = 0; k < r->ninputs; k++) {
        if (outer->in[k] != AX_NONE)
            return ax_array_type(r->in[k]).dims[normal_axis(outer->in[k], r->in[k])];
    }
    return outer->size;
}

/* What the levels around number `l` leave of an argument. */
static ax_type left_of(const program *p, const record *r, int32_t k, int32_t l)
{
    ax_type type = ax_array_type(r->in[k]);
    for (int32_t outer = p->depth - 1; outer > l; outer--) {
        int64_t axis = p->levels[outer].in[k];
        if (axis != AX_NONE)
            type = ax_type_remove_dim(&type, (int32_t)(axis < 0 ? axis + type.ndim : axis));
    }
    return type;
}

/* Points of the levels inside the outer one. */
static int64_t inner_points(const program *p, const record *r)
{
    int64_t points = 1;
    for (int32_t l = 0; l < p->depth - 1; l++) {
        const level *at = &p->levels[l];
        int64_t size = at->size;
        for (int32_t k = 0; k < r->ninputs; k++) {
            if (at->in[k] == AX_NONE)
                continue;
            ax_type type = left_of(p, r, k, l);
            size = type.dims[at->in[k] < 0 ? at->in[k] + type.ndim : at->in[k]];
        }
        points *= size;
    }
    return points;
}

/* ---- comparing ---- */

static bool close_enough(double seen, double expected, double tolerance)
{
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(seen) != 0 : seen == expected;
    return fabs(seen - expected) <= tolerance * fmax(1, fabs(expected));
}

/* Floats to a few last places (JAX divides and sums in its own order), all else to the bit. */
static void compare(const program *p, const char *what, int32_t k, ax_array *seen,
                    ax_array *expected)
{
    ax_type type = ax_array_type(expected), other = ax_array_type(seen);
    if (!ax_type_equal(&type, &other)) {
        fail_msg("%s by %s: result %d is %s, not %s", p->name, what, (int)k, AX_TYPE_STRING(&other),
                 AX_TYPE_STRING(&type));
    }
    const char *a = ax_array_data(seen), *b = ax_array_data(expected);
    int64_t bytes = ax_dtype_bytes(type.dtype);
    for (int64_t i = 0; i < ax_type_count(&type); i++) {
        bool same = memcmp(a + i * bytes, b + i * bytes, (size_t)bytes) == 0;
        if (type.dtype == AX_F32) {
            same = close_enough((double)((const float *)a)[i], (double)((const float *)b)[i], 2e-6);
        } else if (type.dtype == AX_F64) {
            same = close_enough(((const double *)a)[i], ((const double *)b)[i], 1e-14);
        }
        if (!same)
            fail_msg("%s by %s: result %d differs at element %d", p->name, what, (int)k, (int)i);
    }
}

/* ---- running ---- */

typedef enum transform { BY_VMAP, BY_MAP, BY_PMAP } transform;

static ax_fn *wrap(ax_fn *fn, transform how, const level *at, int32_t ninputs, int32_t noutputs,
                   int64_t size, ax_ints devices)
{
    ax_ints in = {ninputs, at->in}, out = {noutputs, at->out};
    ax_fn *wrapped = NULL;
    if (how == BY_PMAP) {
        ax_pmap_options options = {in, out, at->axis, size, devices, AX_EMPTY_LIST};
        assert_ok(ax_pmap(fn, &options, &wrapped));
    } else if (how == BY_MAP) {
        ax_map_options options = {
            .in_axes = in, .out_axes = out, .axis_name = at->axis, .axis_size = size};
        assert_ok(ax_map(fn, &options, &wrapped));
    } else {
        assert_ok(ax_vmap(fn, &(ax_vmap_options){in, out, at->axis, size}, &wrapped));
    }
    ax_fn_release(fn);
    return wrapped;
}

/* The program, its outer level by `how`, the others by `inside`; `size` of the outer axis as it is given
 * (0: not given). */
static ax_fn *make(const program *p, const record *r, transform inside, transform how, int64_t size,
                   ax_ints devices)
{
    ax_fn *fn;
    int32_t depth = p->depth ? p->depth : 1;
    assert_ok(ax_fn_create(p->trace, ax_unconst(p), r->ninputs, r->noutputs, &fn));
    for (int32_t l = 0; l < depth - 1; l++) {
        fn = wrap(fn, inside, &p->levels[l], r->ninputs, r->noutputs, p->levels[l].size,
                  AX_EMPTY_LIST);
    }
    return wrap(fn, how, &p->levels[depth - 1], r->ninputs, r->noutputs, size, devices);
}

/* This rank's slices of an array along an axis, or all of it. */
static ax_array *own_part(ax_array *array, int64_t axis, int64_t first, int64_t count)
{
    if (axis != AX_NONE)
        return cut_slices(array, normal_axis(axis, array), first, count);
    ax_array_retain(array);
    return array;
}

static void run_pmap(const program *p, const record *r, int pattern, transform inside)
{
    const level *outer = outer_level(p);
    int64_t first, count, order[MOST_SLICES * 2];
    deal_slices(context, pattern, outer_size(p, r), inside == BY_PMAP ? inner_points(p, r) : 1,
                &first, &count);
    int32_t devices = context->places.local_count;
    for (int32_t d = 0; d < devices; d++) /* from the last on; even and odd */
        order[d] = pattern == 1 ? devices - 1 - d : (2 * d) % devices + (2 * d >= devices);
    bool shuffled = pattern == 1 || (pattern == 2 && devices % 2 == 0);
    ax_ints list = shuffled ? (ax_ints){devices, order} : AX_EMPTY_LIST;

    ax_array *in[MOST], *out[MOST];
    for (int32_t k = 0; k < r->ninputs; k++)
        in[k] = own_part(r->in[k], outer->in[k], first, count);
    int64_t size = outer->size ? (count ? count : AX_EMPTY_AXIS) : 0;
    ax_fn *fn = make(p, r, inside, BY_PMAP, size, list);
    ax_status *status = ax_call(context, fn, in, out);
    if (status)
        fail_msg("%s: %s", p->name, ax_status_message(status));
    for (int32_t k = 0; k < r->noutputs; k++) {
        ax_array *expected = own_part(r->out[k], outer->out[k], first, count);
        compare(p, "pmap", k, out[k], expected);
        ax_array_release(expected);
    }
    release_all(in, r->ninputs);
    release_all(out, r->noutputs);
    ax_fn_release(fn);
}

/* Whole arrays, by the other transforms or by a vmap of pmap. */
static void run_whole(const program *p, const record *r, const char *what, transform inside,
                      transform how)
{
    ax_context *where = how == BY_MAP ? context : alone;
    ax_fn *fn = make(p, r, inside, how, outer_level(p)->size, AX_EMPTY_LIST);
    ax_array *out[MOST], *whole;
    ax_status *status = ax_call(where, fn, r->in, out);
    if (status)
        fail_msg("%s by %s: %s", p->name, what, ax_status_message(status));
    for (int32_t k = 0; k < r->noutputs; k++) {
        assert_ok(ax_array_gather(where, out[k], &whole));
        compare(p, what, k, whole, r->out[k]);
        ax_array_release(whole);
    }
    release_all(out, r->noutputs);
    ax_fn_release(fn);
}

/* Runs all programs; every case of the file must be among them, but for `others`. */
static void run_programs(const char *path, const program *list, int others)
{
    ax_array_file *file;
    int cases = 0, run = 0;
    assert_ok(ax_array_file_open(path, &file));
    for (int64_t i = 0; i < ax_array_file_count(file); i++)
        cases += strstr(ax_array_file_name(file, i), ".out.0") != NULL;
    for (const program *p = list; p->name; p++, run++) {
        record r;
        r.ninputs = load(file, p->name, "in", r.in);
        r.noutputs = load(file, p->name, "out", r.out);
        if (r.noutputs == 0)
            fail_msg("%s: not among JAX's cases", p->name);
        for (int pattern = 0; pattern < SLICE_PATTERNS; pattern++)
            run_pmap(p, &r, pattern, BY_PMAP);
        run_whole(p, &r, "vmap", BY_VMAP, BY_VMAP);
        run_whole(p, &r, "map", BY_VMAP, BY_MAP);
        if (p->depth > 1) {
            run_pmap(p, &r, 1, BY_VMAP);
            run_whole(p, &r, "vmap of pmap", BY_PMAP, BY_VMAP);
            run_whole(p, &r, "map of pmap", BY_PMAP, BY_MAP);
        }
        release_all(r.in, r.ninputs);
        release_all(r.out, r.noutputs);
    }
    ax_array_file_close(file);
    assert_int_equal(run + others, cases);
}

static void test_programs_of_pmap(void **state)
{
    (void)state;
    run_programs(AXMAP_TEST_DATA "/pmap/pmap.safetensors", pmap_programs, 0);
}

/* unit/vmap makes the all_gathers beside another axis by itself. */
static void test_programs_of_vmap(void **state)
{
    (void)state;
    run_programs(AXMAP_TEST_DATA "/vmap/vmap.safetensors", programs, 36);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    ax_context_options options = {
        .devices_per_rank = (MOST_SLICES + ranks - 1) / ranks + rank, .threads = 1, .timeout = 50};
    ax_status *status = ax_context_create(
        &(ax_context_options){.devices_per_rank = 1, .threads = 1}, &alone);
    if (!status)
        status = ax_context_create_mpi(MPI_COMM_WORLD, &options, &context);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_of_pmap),
        cmocka_unit_test(test_programs_of_vmap),
    };
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    int failures = status ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    ax_status_free(status);
    ax_context_release(context);
    ax_context_release(alone);
    MPI_Finalize();
    return failures;
}
