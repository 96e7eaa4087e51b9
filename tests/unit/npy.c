/* Headers of .npy files: what is accepted, what is refused and how it is said, what is written. */
#include "formats/npy.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

/* A version 1.0 header around this dict, parsed as if `data` bytes followed. */
static ax_status *parse(const char *dict, int64_t data, ax_stored_array *out)
{
    size_t length = strlen(dict);
    static const uint8_t magic[8] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    uint8_t *header = test_malloc(10 + length + 1);
    memcpy(header, magic, 8);
    header[8] = (uint8_t)(length & 0xff);
    header[9] = (uint8_t)(length >> 8);
    memcpy(header + 10, dict, length + 1);
    int64_t bytes;
    ax_status *status = ax_npy_header_length("x.npy", header, 10 + (int64_t)length, &bytes);
    if (!status) {
        assert_int_equal(bytes, 10 + length);
        status = ax_npy_parse("x.npy", header, bytes, bytes + data, out);
    }
    test_free(header);
    return status;
}

static void spellings_of_one_header_agree(void **state)
{
    (void)state;
    static const char *const dicts[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }      \n",
        "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(3,4)}",
        "{'shape': (3L, 4L,), 'fortran_order': False, 'descr': '<f4'}\n",
        "  { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 3 , 4 , ) , } \n \n",
        "{'descr': 'f4', 'fortran_order': False, 'shape': (3, 4)}",
        "{'descr': '=f4', 'fortran_order': False, 'shape': (3, 4)}",
    };
    for (size_t i = 0; i < sizeof dicts / sizeof dicts[0]; i++) {
        ax_stored_array array;
        assert_ok(parse(dicts[i], 48, &array));
        assert_int_equal(array.type.dtype, AX_F32);
        assert_int_equal(array.type.ndim, 2);
        assert_int_equal(array.type.dims[0], 3);
        assert_int_equal(array.type.dims[1], 4);
        assert_int_equal(array.offset, 10 + strlen(dicts[i]));
        assert_false(array.fortran);
        assert_int_equal(array.swapped, i < 4 && !ax_host_is_little());
    }
}

static void every_dtype_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *descr;
        ax_dtype dtype;
        int bytes;
    } rows[] = {
        {"|b1", AX_BOOL, 1}, {"|i1", AX_I8, 1},   {"<i2", AX_I16, 2},  {">i4", AX_I32, 4},
        {"<i8", AX_I64, 8},  {"|u1", AX_U8, 1},   {">u2", AX_U16, 2},  {"<u4", AX_U32, 4},
        {"<u8", AX_U64, 8},  {">f2", AX_F16, 2},  {"|V2", AX_BF16, 2}, {"<V2", AX_BF16, 2},
        {"<f4", AX_F32, 4},  {">f8", AX_F64, 8},  {"<c8", AX_C64, 8},  {">c16", AX_C128, 16},
        {"<i1", AX_I8, 1},   {">b1", AX_BOOL, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char dict[100];
        snprintf(dict, sizeof dict, "{'descr': '%s', 'fortran_order': True, 'shape': (5,), }",
                 rows[i].descr);
        ax_stored_array array;
        assert_ok(parse(dict, 5 * rows[i].bytes, &array));
        assert_int_equal(array.type.dtype, rows[i].dtype);
        assert_true(array.fortran);
        bool other = rows[i].descr[0] == (ax_host_is_little() ? '>' : '<') && rows[i].bytes > 1;
        assert_int_equal(array.swapped, other);
    }
}

static void scalars_and_empty_arrays_are_read(void **state)
{
    (void)state;
    ax_stored_array array;
    assert_ok(parse("{'descr': '<i8', 'fortran_order': False, 'shape': (), }", 8, &array));
    assert_int_equal(array.type.ndim, 0);
    assert_ok(parse("{'descr': '<i8', 'fortran_order': False, 'shape': (0, 7), }", 0, &array));
    assert_int_equal(array.type.ndim, 2);
}

#define REST "'fortran_order': False, 'shape': (3,), }"

static void malformed_headers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *dict;
        ax_code code;
        const char *part;
    } rows[] = {
        {"", AX_FORMAT, "expected '{'"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,)", AX_FORMAT, "',' or '}'"},
        {"{'descr': '<f4' 'fortran_order': False}", AX_FORMAT, "',' or '}'"},
        {"{'descr': '<f4', 'descr': '<f4', " REST, AX_FORMAT, "'descr' stands twice"},
        {"{'descr': '<f4', 'order': 1, " REST, AX_FORMAT, "'order' is unknown"},
        {"{'fortran_order': False, 'shape': (3,), }", AX_FORMAT, "no key 'descr'"},
        {"{'descr': '<f4', 'shape': (3,), }", AX_FORMAT, "no key 'fortran_order'"},
        {"{'descr': '<f4', 'fortran_order': False, }", AX_FORMAT, "no key 'shape'"},
        {"{'descr': '<f4', 'fortran_order': false, 'shape': ()}", AX_FORMAT, "True or False"},
        {"{'descr': '<f4', 'fortran_order': 0, 'shape': ()}", AX_FORMAT, "found '0, 'shape'"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3)}", AX_FORMAT, "not a tuple"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': [3]}", AX_FORMAT, "'(' of the shape"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}", AX_FORMAT, "integer >= 0"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", AX_FORMAT, "integer >= 0"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,,)}", AX_FORMAT, "integer >= 0"},
        {"{'descr': '<f4, " REST, AX_FORMAT, "',' or '}'"},
        {"{'descr': '<f4', " REST " x", AX_FORMAT, "only spaces"},
        {"{'descr': '<U7', " REST, AX_UNSUPPORTED, "'<U7'"},
        {"{'descr': '|O', " REST, AX_UNSUPPORTED, "'|O'"},
        {"{'descr': '<f16', " REST, AX_UNSUPPORTED, "'<f16'"},
        {"{'descr': '', " REST, AX_UNSUPPORTED, "''"},
        {"{'descr': [('a', '<f4')], " REST, AX_UNSUPPORTED, "structured"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", AX_OVERFLOW,
         "64 bits"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", AX_OVERFLOW,
         "x.npy"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}",
         AX_UNSUPPORTED, "16 dimensions"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ax_stored_array array;
        assert_error(parse(rows[i].dict, 12, &array), rows[i].code, rows[i].part);
    }
}

static void the_files_length_is_checked(void **state)
{
    (void)state;
    const char *dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }";
    ax_stored_array array; /* 69 bytes of header and 48 of data */
    assert_error(parse(dict, 47, &array), AX_FORMAT,
                 "is cut short: its header and the data of f32[3,4] take 117 bytes, the file has "
                 "116");
    assert_error(parse(dict, 49, &array), AX_FORMAT, "trailing bytes");
}

static void the_prefix_is_checked(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int64_t length;
        ax_code code;
        const char *part;
    } rows[] = {
        {"", 0, AX_FORMAT, "not a .npy file"},
        {"\x93NUMP", 5, AX_FORMAT, "not a .npy file"},
        {"PK\3\4........", 12, AX_FORMAT, "not a .npy file"},
        {"\x93NUMPY", 6, AX_FORMAT, "needs 10 bytes to begin, the file has 6"},
        {"\x93NUMPY\2\0\1\0\0", 11, AX_FORMAT, "needs 12 bytes to begin, the file has 11"},
        {"\x93NUMPY\4\0\1\0\0\0", 12, AX_UNSUPPORTED, "version 4.0"},
        {"\x93NUMPY\1\1\1\0\0\0", 12, AX_UNSUPPORTED, "version 1.1"},
        {"\x93NUMPY\3\0\xff\xff\xff\xff", 12, AX_FORMAT, "claims 4294967295 bytes"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t length;
        assert_error(
            ax_npy_header_length("x.npy", (const uint8_t *)rows[i].bytes, rows[i].length, &length),
            rows[i].code, rows[i].part);
    }
}

/* ---- writing ---- */

/* NumPy's own bytes: read from a file that it wrote. */
static void check_as_numpy_writes(const char *file, ax_dtype dtype, ax_ints dims)
{
    char path[4096];
    snprintf(path, sizeof path, AXMAP_TEST_DATA "/files/%s", file);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    uint8_t expected[128], header[AX_NPY_LONGEST_WRITTEN_HEADER];
    assert_int_equal(fread(expected, 1, sizeof expected, stream), sizeof expected);
    fclose(stream);
    ax_type type;
    assert_ok(ax_type_make(dtype, dims.count, dims.values, &type));
    assert_int_equal(ax_npy_header_write(&type, header), 128);
    assert_memory_equal(header, expected, 128);
}

static void headers_are_written_as_numpy_writes_them(void **state)
{
    (void)state;
    if (!ax_host_is_little())
        skip();
    check_as_numpy_writes("f4.c.npy", AX_F32, AX_LIST(3, 2, 5));
    check_as_numpy_writes("c16.c.npy", AX_C128, AX_LIST(3, 2, 5));
    check_as_numpy_writes("b1.c.npy", AX_BOOL, AX_LIST(3, 2, 5));
    check_as_numpy_writes("u1.c.npy", AX_U8, AX_LIST(3, 2, 5));
    check_as_numpy_writes("vector.npy", AX_F32, AX_LIST(7));
    check_as_numpy_writes("empty.npy", AX_I32, AX_LIST(0, 4));
    check_as_numpy_writes("scalar.npy", AX_F64, AX_EMPTY_LIST);
}

static void the_longest_header_fits_and_reads_back(void **state)
{
    (void)state;
    ax_type type = {.dtype = AX_C128, .ndim = AX_MAX_NDIM};
    for (int32_t i = 0; i < AX_MAX_NDIM; i++)
        type.dims[i] = i == 0 ? 0 : INT64_MAX; /* longer than any type that has elements */
    uint8_t header[AX_NPY_LONGEST_WRITTEN_HEADER];
    int64_t length = ax_npy_header_write(&type, header);
    assert_true(length <= AX_NPY_LONGEST_WRITTEN_HEADER);
    assert_int_equal(length % 64, 0);
    assert_int_equal(header[length - 1], '\n');

    ax_stored_array array;
    ax_type bf16;
    assert_ok(ax_type_make(AX_BF16, 2, (int64_t[]){1234567, 0}, &bf16));
    length = ax_npy_header_write(&bf16, header);
    assert_ok(ax_npy_parse("x.npy", header, length, length, &array));
    assert_true(ax_type_equal(&array.type, &bf16));
    assert_int_equal(array.offset, length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_of_one_header_agree),
        cmocka_unit_test(every_dtype_is_read),
        cmocka_unit_test(scalars_and_empty_arrays_are_read),
        cmocka_unit_test(malformed_headers_are_refused),
        cmocka_unit_test(the_files_length_is_checked),
        cmocka_unit_test(the_prefix_is_checked),
        cmocka_unit_test(headers_are_written_as_numpy_writes_them),
        cmocka_unit_test(the_longest_header_fits_and_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
