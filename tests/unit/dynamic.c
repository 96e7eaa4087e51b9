/* dynamic_slice, dynamic_update_slice and reverse: results worked out by hand, and what vmap makes of
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"

#include <axmap/indexing.h>
#include <axmap/shape.h>

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define INDEX    ax_type_scalar(AX_I32)

static ax_value slice(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_dynamic_slice(in[0], in + 1, *(const ax_ints *)user);
}

static ax_value update(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_dynamic_update_slice(in[0], in[1], in + 2);
}

static ax_value reverse(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_reverse(in[0], *(const ax_ints *)user);
}

static const float x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

/* From memory that may be written, as inputs are given. */
static optest_data apply(optest_build *build, const void *user, int32_t count, const ax_type *types,
                         void *const *rest)
{
    float copy[12];
    void *inputs[OPTEST_MOST] = {copy};
    memcpy(copy, x, sizeof x);
    for (int32_t i = 1; i < count; i++)
        inputs[i] = rest[i - 1];
    return optest_apply(build, user, count, types, inputs);
}

static void test_slices(void **unused)
{
    (void)unused;
    ax_ints sizes = AX_LIST(2, 3);
    ax_type types[] = {F32(3, 4), INDEX, INDEX};
    optest_expect(apply(slice, &sizes, 3, types, (void *[]){(int32_t[]){1}, (int32_t[]){0}}),
                  F32(2, 3), (float[]){5, 6, 7, 9, 10, 11});
    optest_expect(apply(slice, &sizes, 3, types, (void *[]){(int32_t[]){-7}, (int32_t[]){2}}),
                  F32(2, 3), (float[]){2, 3, 4, 6, 7, 8});
    optest_expect(
        apply(slice, &sizes, 3, types, (void *[]){(int32_t[]){INT32_MAX}, (int32_t[]){INT32_MIN}}),
        F32(2, 3), (float[]){5, 6, 7, 9, 10, 11});
    types[1] = types[2] = ax_type_scalar(AX_U64);
    optest_expect(
        apply(slice, &sizes, 3, types, (void *[]){(uint64_t[]){UINT64_MAX}, (uint64_t[]){0}}),
        F32(2, 3), (float[]){5, 6, 7, 9, 10, 11});
}

static void test_updates(void **unused)
{
    (void)unused;
    float u[] = {-1, -2, -3, -4};
    ax_type types[] = {F32(3, 4), F32(2, 2), INDEX, INDEX};
    optest_expect(apply(update, NULL, 4, types, (void *[]){u, (int32_t[]){0}, (int32_t[]){1}}),
                  F32(3, 4), (float[]){1, -1, -2, 4, 5, -3, -4, 8, 9, 10, 11, 12});
    optest_expect(apply(update, NULL, 4, types, (void *[]){u, (int32_t[]){9}, (int32_t[]){-9}}),
                  F32(3, 4), (float[]){1, 2, 3, 4, -1, -2, 7, 8, -3, -4, 11, 12});
    types[1] = F32(0, 2);
    optest_expect(apply(update, NULL, 4, types, (void *[]){u, (int32_t[]){0}, (int32_t[]){1}}),
                  F32(3, 4), x);
}

static void test_reverse(void **unused)
{
    (void)unused;
    ax_ints last = AX_LIST(1), both = AX_LIST(1, 0), none = AX_EMPTY_LIST;
    ax_type type = F32(3, 4);
    optest_expect(apply(reverse, &last, 1, &type, NULL), type,
                  (float[]){4, 3, 2, 1, 8, 7, 6, 5, 12, 11, 10, 9});
    optest_expect(apply(reverse, &both, 1, &type, NULL), type,
                  (float[]){12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
    optest_expect(apply(reverse, &none, 1, &type, NULL), type, x);
}

/* ---- vmap ---- */

static const ax_op *mapped_op(optest_build *build, const void *user, int32_t count,
                              const ax_type *types, const int32_t *axes)
{
    ax_graph *graph = NULL;
    int32_t out;
    assert_null(optest_trace(build, user, count, types, &graph));
    ax_graph *mapped = optest_map(graph, axes, 3, &out);
    const ax_op *op = mapped->outputs[0]->producer->op;
    ax_graph_free(mapped);
    ax_graph_free(graph);
    return op;
}

static void test_mapped_starts_make_gathers_and_scatters(void **unused)
{
    (void)unused;
    enum { NO = AX_NOT_MAPPED };
    ax_ints sizes = AX_LIST(1, 4); /* the second start does not matter */
    ax_type cut[] = {F32(3, 4), INDEX, INDEX}, put[] = {F32(3, 4), F32(1, 4), INDEX, INDEX};
    const ax_op *slices = &ax_op_dynamic_slice, *updates = &ax_op_dynamic_update_slice;
    assert_ptr_equal(mapped_op(slice, &sizes, 3, cut, (int32_t[]){1, NO, NO}), slices);
    assert_ptr_equal(mapped_op(slice, &sizes, 3, cut, (int32_t[]){1, NO, 0}), slices);
    assert_ptr_equal(mapped_op(slice, &sizes, 3, cut, (int32_t[]){1, 0, NO}), &ax_op_gather);
    assert_ptr_equal(mapped_op(slice, &sizes, 3, cut, (int32_t[]){NO, 0, NO}), &ax_op_gather);
    assert_ptr_equal(mapped_op(update, NULL, 4, put, (int32_t[]){NO, 2, NO, 0}), updates);
    assert_ptr_equal(mapped_op(update, NULL, 4, put, (int32_t[]){1, NO, NO, NO}), updates);
    assert_ptr_equal(mapped_op(update, NULL, 4, put, (int32_t[]){NO, NO, 0, NO}), &ax_op_scatter);
}

static void test_refusals(void **unused)
{
    (void)unused;
    ax_ints sizes = AX_LIST(2, 5), few = AX_LIST(2), dims = AX_LIST(0, 0);
    ax_type types[] = {F32(3, 4), INDEX, INDEX};
    optest_refuses(slice, &sizes, 3, types, AX_INVALID_ARGUMENT,
                   "a slice of 5 along dimension 1 of f32[3,4]: 0 to 4 are allowed");
    optest_refuses(slice, &few, 3, types, AX_INVALID_ARGUMENT, "slice_sizes has 1 entries");
    types[2].dtype = AX_I64;
    optest_refuses(slice, &sizes, 3, types, AX_INVALID_ARGUMENT, "start 1 is i64[]");
    types[1].dtype = types[2].dtype = AX_F32;
    optest_refuses(slice, &sizes, 3, types, AX_INVALID_ARGUMENT, "start 0 is f32[]");
    ax_type put[] = {F32(3, 4), F32(2), INDEX, INDEX};
    optest_refuses(update, NULL, 4, put, AX_INVALID_ARGUMENT, "the update of f32[3,4] is f32[2]");
    put[1] = F32(4, 4);
    optest_refuses(update, NULL, 4, put, AX_INVALID_ARGUMENT, "a slice of 4 along dimension 0");
    optest_refuses(reverse, &dims, 1, types, AX_INVALID_ARGUMENT, "names dimension 0 twice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_updates),
        cmocka_unit_test(test_reverse),
        cmocka_unit_test(test_mapped_starts_make_gathers_and_scatters),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
