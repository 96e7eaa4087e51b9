/* Mapped functions are made ready once for the same computation, and each program is one call's at a time. */
#include "test.h"

#include "exec/map_cache.h"
#include "transform/fn.h"

#include <axmap/axmap.h>

static ax_context *context; /* of one device, two threads */

/* f(w, x) = x * w * scale, with the scale from `user`. */
static void scaled(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    ax_type type = {.dtype = AX_F32};
    ax_value scale = ax_constant(b, &type, user);
    out[0] = ax_mul(ax_mul(in[1], in[0]), scale);
}

static ax_graph *example(float scale)
{
    ax_fn *fn;
    ax_graph *graph;
    ax_type types[] = {{.dtype = AX_F32}, {.dtype = AX_F32}};
    assert_ok(ax_fn_create(scaled, &scale, 2, 1, &fn));
    assert_ok(ax_fn_trace(fn, types, NULL, &graph));
    ax_fn_release(fn);
    return graph;
}

static ax_map_program *take(float scale, int64_t length, int64_t block_rows, const char *axis)
{
    bool mapped[] = {false, true};
    ax_map_program *program;
    ax_map_spec spec = {.example = example(scale),
                        .mapped = mapped,
                        .axis_name = axis,
                        .length = length,
                        .block_rows = block_rows};
    assert_ok(ax_map_program_take(context, &spec, &program));
    return program;
}

static void test_programs_are_found(void **state)
{
    (void)state;
    ax_map_program *first = take(2, 100, 0, "i");
    ax_map_program *meanwhile = take(2, 100, 0, "i"); /* the first one is busy */
    assert_ptr_not_equal(first, meanwhile);
    ax_map_program_leave(context, first);
    ax_map_program *again = take(2, 100, 0, "i");
    assert_ptr_equal(again, first);
    ax_map_program *others[] = {take(3, 100, 0, "i"), take(2, 101, 0, "i"), take(2, 100, 4, "i"),
                                take(2, 100, 0, "j"), take(2, 100, 0, NULL)};
    for (int i = 0; i < 5; i++)
        assert_true(others[i] != first && others[i] != meanwhile);
    for (int i = 0; i < 5; i++)
        ax_map_program_leave(context, others[i]);
    ax_map_program_leave(context, meanwhile);
    ax_map_program_leave(context, again);
    ax_map_program_leave(context, NULL);
}

/* More programs than are kept, each called again and again: with another number in it, and other rows. */
static void test_calls_stay_right(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        float scale = (float)(i % 20);
        int64_t length = 30 + i % 7;
        ax_fn *fn, *map;
        ax_array *in[2], *out[1];
        ax_type scalar = {.dtype = AX_F32}, rows = {.dtype = AX_F32, .ndim = 1, .dims = {length}};
        float weight = (float)i, x[40];
        for (int k = 0; k < 40; k++)
            x[k] = (float)(k * i % 11);
        assert_ok(ax_fn_create(scaled, &scale, 2, 1, &fn));
        assert_ok(ax_map(fn, &(ax_map_options){.in_axes = AX_LIST(AX_NONE, 0)}, &map));
        assert_ok(ax_array_create(&scalar, &weight, &in[0]));
        assert_ok(ax_array_create(&rows, x, &in[1]));
        assert_ok(ax_call(context, map, in, out));
        for (int64_t k = 0; k < length; k++)
            assert_true(((float *)ax_array_data(out[0]))[k] == x[k] * weight * scale);
        ax_array_release(in[0]);
        ax_array_release(in[1]);
        ax_array_release(out[0]);
        ax_fn_release(map);
        ax_fn_release(fn);
    }
}

static int open_context(void **state)
{
    (void)state;
    assert_ok(ax_context_create(&(ax_context_options){.threads = 2}, &context));
    return 0;
}

static int close_context(void **state)
{
    (void)state;
    ax_context_release(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_are_found),
        cmocka_unit_test(test_calls_stay_right),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
