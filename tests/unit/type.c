/* Array types: what is allowed, how they print, dims inserted and removed. */
#include "ir/type.h"

#include "test.h"

static ax_type make(ax_dtype dtype, int32_t ndim, const int64_t *dims)
{
    ax_type type = {0};
    assert_ok(ax_type_make(dtype, ndim, dims, &type));
    return type;
}

static void types_print(void **state)
{
    (void)state;
    char text[AX_TYPE_TEXT];
    ax_type image = make(AX_F32, 2, (const int64_t[]){8, 3});
    ax_type scalar = ax_type_scalar(AX_BOOL);
    assert_string_equal(ax_type_print(&image, text), "f32[8,3]");
    assert_string_equal(ax_type_print(&scalar, text), "bool[]");
    assert_int_equal(ax_type_count(&image), 24);
    assert_int_equal(ax_type_bytes(&image), 96);
    assert_int_equal(ax_type_count(&scalar), 1);
    assert_int_equal(ax_type_bytes(&scalar), 1);

    int64_t largest[AX_MAX_NDIM]; /* the longest text that a type can have fits */
    for (int i = 0; i < AX_MAX_NDIM; i++)
        largest[i] = INT64_MAX;
    ax_type invalid = {.dtype = AX_BF16, .ndim = AX_MAX_NDIM};
    memcpy(invalid.dims, largest, sizeof largest);
    assert_true(strlen(ax_type_print(&invalid, text)) < AX_TYPE_TEXT);
    assert_string_equal(text + strlen(text) - 8, "4775807]");
}

static void bad_types_are_refused(void **state)
{
    (void)state;
    ax_type type = ax_type_scalar(AX_F64);
    const int64_t big[] = {INT64_C(1) << 31, INT64_C(1) << 31};
    assert_error(ax_type_make(AX_I32, 2, big, &type), AX_OVERFLOW, "i32[2147483648,2147483648]");
    const int64_t hidden[] = {INT64_C(1) << 62, 0, 8}; /* no element, but strides would overflow */
    assert_error(ax_type_make(AX_F32, 3, hidden, &type), AX_OVERFLOW, "");
    assert_error(ax_type_make(AX_F32, 1, (const int64_t[]){-1}, &type), AX_INVALID_ARGUMENT,
                 "negative");
    assert_error(ax_type_make(AX_F32, AX_MAX_NDIM + 1, big, &type), AX_INVALID_ARGUMENT, "17");
    assert_error(ax_type_make(AX_F32, -1, NULL, &type), AX_INVALID_ARGUMENT, "-1");
    assert_error(ax_type_make((ax_dtype)99, 0, NULL, &type), AX_INVALID_ARGUMENT, "99");
    ax_type untouched = ax_type_scalar(AX_F64);
    assert_true(ax_type_equal(&type, &untouched));
    type = make(AX_I8, 2, big); /* 2^62 bytes do fit */
    assert_true(ax_type_bytes(&type) == INT64_C(1) << 62);
}

static void dims_come_and_go(void **state)
{
    (void)state;
    ax_type type = make(AX_F32, 2, (const int64_t[]){2, 3});
    for (int32_t axis = 0; axis <= 2; axis++) {
        ax_type more = ax_type_insert_dim(&type, axis, 7);
        assert_int_equal(more.ndim, 3);
        assert_int_equal(more.dims[axis], 7);
        ax_type back = ax_type_remove_dim(&more, axis);
        assert_true(ax_type_equal(&back, &type));
        assert_memory_equal(back.dims, type.dims, sizeof type.dims);
    }
    ax_type middle = ax_type_insert_dim(&type, 1, 7);
    ax_type expected = make(AX_F32, 3, (const int64_t[]){2, 7, 3});
    assert_true(ax_type_equal(&middle, &expected));
    int64_t strides[3];
    ax_type_strides(&middle, strides);
    assert_memory_equal(strides, ((const int64_t[]){21, 3, 1}), sizeof strides);
}

static void equality_is_of_dtype_and_dims(void **state)
{
    (void)state;
    ax_type a = make(AX_F32, 2, (const int64_t[]){2, 3});
    ax_type b = make(AX_F32, 2, (const int64_t[]){3, 2});
    ax_type c = make(AX_I32, 2, (const int64_t[]){2, 3});
    ax_type d = make(AX_F32, 1, (const int64_t[]){2});
    assert_true(ax_type_equal(&a, &a));
    assert_false(ax_type_equal(&a, &b));
    assert_false(ax_type_equal(&a, &c));
    assert_false(ax_type_equal(&a, &d));
}

static void dtypes_have_their_names(void **state)
{
    (void)state;
    for (int i = 0; i < AX_DTYPE_COUNT; i++) {
        ax_dtype found;
        assert_true(ax_dtype_from_stablehlo(ax_dtype_stablehlo_name((ax_dtype)i), &found));
        assert_int_equal(found, i);
    }
    ax_dtype dtype = AX_F64;
    assert_true(ax_dtype_from_stablehlo("ui8", &dtype) && dtype == AX_U8);
    assert_false(ax_dtype_from_stablehlo("f31", &dtype));
    assert_int_equal(dtype, AX_U8);
    assert_int_equal(ax_dtype_bytes(AX_C128), 16);
    assert_int_equal(ax_dtype_numpy_kind(AX_BF16), 'V');
    assert_true(ax_dtype_is_float(AX_F16) && !ax_dtype_is_float(AX_C64));
    assert_true(ax_dtype_is_integer(AX_U64) && !ax_dtype_is_integer(AX_BOOL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_print),
        cmocka_unit_test(bad_types_are_refused),
        cmocka_unit_test(dims_come_and_go),
        cmocka_unit_test(equality_is_of_dtype_and_dims),
        cmocka_unit_test(dtypes_have_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
