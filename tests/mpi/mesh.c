/* Meshes of listed devices, on ranks with different numbers of them: ax_map gives the same bits. */
#include "mpi/slices.h"

#include <axmap/axmap.h>

static void center(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_sub(in[0], ax_pmean(in[0], AX_AXES("rows")));
}

static ax_fn *make_map(const ax_mesh *mesh)
{
    ax_fn *fn, *map;
    assert_ok(ax_fn_create(center, NULL, 1, 1, &fn));
    assert_ok(ax_map(fn, &(ax_map_options){.axis_name = "rows", .mesh = mesh}, &map));
    ax_fn_release(fn);
    return map;
}

static void compare_maps(ax_context *context, ax_fn *map, ax_fn *meshed, int64_t rows)
{
    ax_array *x, *out[2], *whole[2];
    assert_ok(ax_array_create(&(ax_type){AX_F32, 2, {rows, 3}}, NULL, &x));
    for (int64_t i = 0; i < 3 * rows; i++)
        ((float *)ax_array_data(x))[i] = (float)(i * 7 % 31) / 3;
    assert_ok(ax_call(context, map, &x, &out[0]));
    assert_ok(ax_call(context, meshed, &x, &out[1]));
    int32_t axis;
    int64_t first, count, own_first, own_count;
    ax_array_rows(out[1], &axis, &first, &count);
    assert_ok(ax_map_rows(context, meshed, rows, -1, &own_first, &own_count));
    assert_int_equal(own_count, count);
    assert_int_equal(own_first, first);
    for (int i = 0; i < 2; i++)
        assert_ok(ax_array_gather(context, out[i], &whole[i]));
    assert_memory_equal(ax_array_data(whole[0]), ax_array_data(whole[1]),
                        (size_t)(3 * rows) * sizeof(float));
    for (int i = 0; i < 2; i++) {
        ax_array_release(out[i]);
        ax_array_release(whole[i]);
    }
    ax_array_release(x);
}

/* Each rank's devices from the last to the first, without device 1 of all. */
static void test_mesh_of_listed_devices(void **state)
{
    (void)state;
    ax_context *context = open_context();
    int64_t list[64], listed = 0;
    for (int r = 0; r < ranks; r++) {
        for (int d = context->places.rank_first[r + 1] - 1; d >= context->places.rank_first[r];
             d--) {
            if (d != 1)
                list[listed++] = d;
        }
    }
    ax_mesh *mesh;
    assert_ok(ax_mesh_create_on(context, AX_AXES("x"), AX_LIST(listed),
                                (ax_ints){(int32_t)listed, list}, &mesh));
    assert_int_equal(ax_mesh_size(mesh), listed);
    ax_fn *map = make_map(NULL), *meshed = make_map(mesh);
    int64_t lengths[] = {0, 1, 5, 130, 1009};
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++)
        compare_maps(context, map, meshed, lengths[n]);
    int64_t first, count, next = 0;
    for (int64_t i = 0; i < listed; i++) { /* the rows follow the list */
        assert_ok(ax_map_rows(context, meshed, 1009, (int)list[i], &first, &count));
        assert_int_equal(first, next);
        next += count;
    }
    assert_int_equal(next, 1009);
    assert_ok(ax_map_rows(context, meshed, 1009, 1, &first, &count));
    assert_int_equal(count, 0);
    ax_fn_release(map);
    ax_fn_release(meshed);
    ax_mesh_release(mesh);
    ax_context_release(context);
}

/* Only the last rank's devices. */
static void test_mesh_of_one_rank(void **state)
{
    (void)state;
    ax_context *context = open_context();
    ax_mesh *mesh;
    int64_t last = context->places.count - 1;
    assert_ok(ax_mesh_create_on(context, AX_AXES("x", "y"), AX_LIST(2, 1), AX_LIST(last, last - 1),
                                &mesh));
    ax_fn *map = make_map(NULL), *meshed = make_map(mesh);
    compare_maps(context, map, meshed, 130);
    ax_fn_release(map);
    ax_fn_release(meshed);
    ax_mesh_release(mesh);
    ax_context_release(context);
}

static void test_meshes_that_are_refused(void **state)
{
    (void)state;
    ax_context *context = open_context();
    ax_mesh *mesh;
    ax_names x = AX_AXES("x");
    assert_error(ax_mesh_create(context, AX_AXES(NULL), AX_LIST(1), &mesh), AX_INVALID_ARGUMENT,
                 "axis 0 of a mesh has no name");
    assert_error(ax_mesh_create(context, x, AX_LIST(0), &mesh), AX_INVALID_ARGUMENT,
                 "axis 'x' of a mesh has size 0; it must be at least 1");
    assert_error(ax_mesh_create(context, AX_AXES("x", "y"), AX_LIST(INT64_MAX, 2), &mesh),
                 AX_INVALID_ARGUMENT,
                 "a mesh of more devices than 64 bits count, with axis 'y' of size 2");
    assert_error(ax_mesh_create_on(context, x, AX_LIST(2), AX_LIST(0), &mesh), AX_INVALID_ARGUMENT,
                 "a mesh of 2 devices, but 1 are listed");
    assert_error(ax_mesh_create_on(context, x, AX_LIST(2), AX_LIST(1, 1), &mesh),
                 AX_INVALID_ARGUMENT, "device 1 is in a mesh twice");
    assert_error(ax_mesh_create_on(context, x, AX_LIST(2), AX_LIST(0, -1), &mesh),
                 AX_INVALID_ARGUMENT, "device -1 of a mesh is not in [0, ");
    if (ranks > 1) {
        assert_error(ax_mesh_create_on(context, x, AX_LIST(2), AX_LIST(2, 0), &mesh),
                     AX_INVALID_ARGUMENT,
                     "device 0 of rank 0 follows device 2 of rank 1 in a mesh");
    }
    ax_context_release(context);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mesh_of_listed_devices),
        cmocka_unit_test(test_mesh_of_one_rank),
        cmocka_unit_test(test_meshes_that_are_refused),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failures;
}
