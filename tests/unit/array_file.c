/* Reading arrays from files: every dtype, order and byte order; rows along any axis; broken files. */
#include "formats/array_file.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES AXMAP_TEST_DATA "/files/"
enum { COUNT = 30 }; /* elements of each array in FILES: shape (3, 2, 5) */

static void write_file(const char *path, const void *bytes, size_t length)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, length, stream), length);
    assert_int_equal(fclose(stream), 0);
}

static void *read_all(const char *path, const char *name, const ax_type *wanted)
{
    ax_array_file *file;
    const ax_stored_array *array;
    assert_ok(ax_array_file_open(path, &file));
    assert_ok(ax_array_file_find(file, name, &array));
    assert_true(ax_type_equal(&array->type, wanted));
    void *data = malloc((size_t)ax_type_bytes(wanted) + 1);
    assert_ok(ax_array_file_read_all(file, array, data));
    ax_array_file_close(file);
    return data;
}

/* ---- files that NumPy and safetensors wrote ---- */

static const struct {
    const char *name;
    ax_dtype dtype;
} dtypes[] = {
    {"b1", AX_BOOL}, {"i1", AX_I8},  {"i2", AX_I16},    {"i4", AX_I32}, {"i8", AX_I64},
    {"u1", AX_U8},   {"u2", AX_U16}, {"u4", AX_U32},    {"u8", AX_U64}, {"f2", AX_F16},
    {"f4", AX_F32},  {"f8", AX_F64}, {"bf16", AX_BF16}, {"c8", AX_C64}, {"c16", AX_C128},
};

/* The last bytes of a little-endian file in C order are what memory should hold. */
static void *tail_of(const char *path, size_t bytes)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    void *data = malloc(bytes);
    assert_int_equal(fseek(stream, -(long)bytes, SEEK_END), 0);
    assert_int_equal(fread(data, 1, bytes, stream), bytes);
    fclose(stream);
    return data;
}

static void arrays_are_read_as_they_were_written(void **state)
{
    (void)state;
    if (!ax_host_is_little())
        skip();
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++) {
        ax_type type;
        assert_ok(ax_type_make(dtypes[i].dtype, 3, (int64_t[]){3, 2, 5}, &type));
        size_t bytes = (size_t)ax_type_bytes(&type);
        char c_order[4096], fortran[4096], tensor[32];
        snprintf(c_order, sizeof c_order, FILES "%s.c.npy", dtypes[i].name);
        snprintf(fortran, sizeof fortran, FILES "%s.f.npy", dtypes[i].name);
        snprintf(tensor, sizeof tensor, "all.%s", dtypes[i].name);
        void *expected = tail_of(c_order, bytes);
        void *from_c = read_all(c_order, NULL, &type);
        void *from_fortran = read_all(fortran, NULL, &type);
        assert_memory_equal(from_c, expected, bytes);
        assert_memory_equal(from_fortran, expected, bytes);
        if (ax_dtype_kind(dtypes[i].dtype) != AX_KIND_COMPLEX) {
            void *from_tensor = read_all(FILES "arrays.safetensors", tensor, &type);
            assert_memory_equal(from_tensor, expected, bytes);
            free(from_tensor);
        }
        free(expected);
        free(from_c);
        free(from_fortran);
    }
}

static void values_are_those_of_the_script(void **state)
{
    (void)state;
    ax_type type;
    assert_ok(ax_type_make(AX_F32, 3, (int64_t[]){3, 2, 5}, &type));
    static const char *const files[] = {"f4.c", "f4.f", "version2", "version3"};
    for (int i = 0; i < 4; i++) {
        char path[4096];
        snprintf(path, sizeof path, FILES "%s.npy", files[i]);
        float *values = read_all(path, NULL, &type);
        for (int k = 0; k < COUNT; k++)
            assert_true(values[k] == (float)k * 0.5f - 3.0f);
        free(values);
    }
    type = ax_type_scalar(AX_F64);
    double *scalar = read_all(FILES "scalar.npy", NULL, &type);
    assert_true(*scalar == 2.5);
    free(scalar);
    scalar = read_all(FILES "arrays.safetensors", "scalar", &type);
    assert_true(*scalar == 2.5);
    free(scalar);
    assert_ok(ax_type_make(AX_I32, 2, (int64_t[]){0, 4}, &type));
    free(read_all(FILES "empty.npy", NULL, &type));
    free(read_all(FILES "arrays.safetensors", "empty", &type));
}

/* ---- rows along an axis of arrays that take many pieces ---- */

enum { NDIM = 4 };

typedef struct layout {
    const char *path;
    bool fortran;
    int64_t dims[NDIM];
} layout;

static uint32_t value_at(const layout *l, const int64_t *index)
{
    int64_t linear = 0;
    for (int i = 0; i < NDIM; i++)
        linear = linear * l->dims[i] + index[i];
    return (uint32_t)linear * 2654435761u;
}

/* Writes the array in its own order, by hand. */
static void write_layout(const layout *l)
{
    char dict[256];
    int text = snprintf(dict, sizeof dict,
                        "{'descr': '%cu4', 'fortran_order': %s, 'shape': (%d, %d, %d, %d)}\n",
                        ax_host_is_little() ? '<' : '>', l->fortran ? "True" : "False",
                        (int)l->dims[0], (int)l->dims[1], (int)l->dims[2], (int)l->dims[3]);
    int64_t count = l->dims[0] * l->dims[1] * l->dims[2] * l->dims[3];
    uint8_t *bytes = malloc((size_t)(10 + text + 4 * count));
    memcpy(bytes, "\x93NUMPY\1\0", 8);
    bytes[8] = (uint8_t)text;
    bytes[9] = 0;
    memcpy(bytes + 10, dict, (size_t)text);
    for (int64_t k = 0; k < count; k++) {
        int64_t index[NDIM], rest = k;
        for (int i = 0; i < NDIM; i++) {
            int dim = l->fortran ? i : NDIM - 1 - i;
            index[dim] = rest % l->dims[dim];
            rest /= l->dims[dim];
        }
        uint32_t value = value_at(l, index);
        memcpy(bytes + 10 + text + 4 * k, &value, 4);
    }
    write_file(l->path, bytes, (size_t)(10 + text + 4 * count));
    free(bytes);
}

static void check_rows(const layout *l, int32_t axis, int64_t first, int64_t count)
{
    ax_array_file *file;
    const ax_stored_array *array;
    assert_ok(ax_array_file_open(l->path, &file));
    assert_ok(ax_array_file_find(file, NULL, &array));
    int64_t row = l->dims[0] * l->dims[1] * l->dims[2] * l->dims[3] / l->dims[axis];
    uint32_t *data = malloc((size_t)(4 * row * count) + 4);
    data[row * count] = 77; /* nothing is written behind the rows */
    assert_ok(ax_array_file_read_rows(file, array, axis, first, count, data));
    assert_int_equal(data[row * count], 77);
    for (int64_t k = 0; k < row * count; k++) {
        int64_t index[NDIM], rest = k;
        for (int i = NDIM - 1; i >= 0; i--) {
            if (i == axis)
                continue;
            index[i] = rest % l->dims[i];
            rest /= l->dims[i];
        }
        index[axis] = first + rest;
        if (data[k] != value_at(l, index))
            fail_msg("axis %d, rows from %d: element %d differs", axis, (int)first, (int)k);
    }
    free(data);
    ax_array_file_close(file);
}

static void rows_are_read_along_any_axis(void **state)
{
    (void)state;
    static const layout layouts[] = {
        {"small.npy", false, {5, 3, 4, 2}},      {"small.npy", true, {5, 3, 4, 2}},
        {"large.npy", false, {7, 150, 61, 40}},  {"large.npy", true, {7, 150, 61, 40}},
        {"long.npy", false, {3, 2, 300000, 2}},  {"long.npy", true, {2, 300000, 3, 2}},
        {"ones.npy", false, {1, 1, 70000, 1}},   {"ones.npy", true, {1, 70000, 1, 1}},
        {"wide.npy", false, {2, 2, 1, 1500000}}, {"wide.npy", true, {1500000, 2, 1, 2}},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const layout *l = &layouts[i];
        write_layout(l);
        for (int32_t axis = 0; axis < NDIM; axis++) {
            int64_t n = l->dims[axis];
            check_rows(l, axis, 0, n);
            check_rows(l, axis, n / 3, n / 2);
            check_rows(l, axis, n / 5, n / 4);
            check_rows(l, axis, n - 1, 1);
            check_rows(l, axis, n, 0);
        }
        assert_int_equal(unlink(l->path), 0);
    }
}

static void rows_out_of_range_are_refused(void **state)
{
    (void)state;
    ax_array_file *file;
    const ax_stored_array *array;
    char row[64];
    assert_ok(ax_array_file_open(FILES "f4.c.npy", &file));
    assert_ok(ax_array_file_find(file, NULL, &array));
    assert_error(ax_array_file_read_rows(file, array, 3, 0, 1, row), AX_INVALID_ARGUMENT, "axis 3");
    assert_error(ax_array_file_read_rows(file, array, -1, 0, 1, row), AX_INVALID_ARGUMENT,
                 "axis -1");
    assert_error(ax_array_file_read_rows(file, array, 1, 1, 2, row), AX_INVALID_ARGUMENT,
                 "2 rows from row 1 along axis 1 of f32[3,2,5]");
    assert_error(ax_array_file_read_rows(file, array, 1, INT64_MAX, INT64_MAX, row),
                 AX_INVALID_ARGUMENT, "rows");
    ax_array_file_close(file);
}

static void any_true_byte_is_read_as_one(void **state)
{
    (void)state;
    const char bytes[] =
        "\x93NUMPY\1\0\x3a\0{'descr': '|b1', 'fortran_order': False, 'shape': (4,)}  "
        "\n\0\1\2\xff";
    write_file("bool.npy", bytes, sizeof bytes - 1);
    ax_type type;
    assert_ok(ax_type_make(AX_BOOL, 1, (int64_t[]){4}, &type));
    uint8_t *values = read_all("bool.npy", NULL, &type);
    assert_memory_equal(values, ((uint8_t[]){0, 1, 1, 1}), 4);
    free(values);
}

/* ---- several threads ---- */

typedef struct reader {
    const ax_array_file *file;
    const ax_stored_array *array;
    const layout *layout;
    int64_t row;
    bool right;
} reader;

static void *read_one_row(void *argument)
{
    reader *r = argument;
    const layout *l = r->layout;
    int64_t count = l->dims[0] * l->dims[1] * l->dims[3];
    uint32_t *data = malloc((size_t)(4 * count));
    ax_status *status = ax_array_file_read_rows(r->file, r->array, 2, r->row, 1, data);
    r->right = !status;
    ax_status_free(status);
    for (int64_t k = 0; r->right && k < count; k++) {
        int64_t index[] = {k / (l->dims[1] * l->dims[3]), k / l->dims[3] % l->dims[1], r->row,
                           k % l->dims[3]};
        r->right = data[k] == value_at(l, index);
    }
    free(data);
    return NULL;
}

static void threads_read_one_file_at_once(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    static const layout l = {"threads.npy", true, {7, 150, THREADS, 40}};
    write_layout(&l);
    ax_array_file *file;
    const ax_stored_array *array;
    assert_ok(ax_array_file_open(l.path, &file));
    assert_ok(ax_array_file_find(file, NULL, &array));
    pthread_t threads[THREADS];
    reader readers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        readers[i] = (reader){file, array, &l, i, false};
        assert_int_equal(pthread_create(&threads[i], NULL, read_one_row, &readers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert_true(readers[i].right);
    ax_array_file_close(file);
}

/* ---- what cannot be read ---- */

static void files_that_cannot_be_opened_say_why(void **state)
{
    (void)state;
    ax_array_file *file;
    mkdir("folder.npy", 0700);
    mkfifo("pipe.npy", 0600);
    write_file("empty.npy", "", 0);
    write_file("text.npy", "hello, this is text", 19);
    write_file("short.safetensors", "\1\0", 2);
    assert_error(ax_array_file_open("absent.npy", &file), AX_NOT_FOUND,
                 "cannot open 'absent.npy': No such file");
    assert_error(ax_array_file_open("folder.npy", &file), AX_IO, "'folder.npy' is a folder");
    assert_error(ax_array_file_open("pipe.npy", &file), AX_IO, "'pipe.npy' is a device or pipe");
    assert_error(ax_array_file_open("empty.npy", &file), AX_FORMAT, "not a .npy file");
    assert_error(ax_array_file_open("text.npy", &file), AX_FORMAT, "not a .npy file");
    assert_error(ax_array_file_open("short.safetensors", &file), AX_FORMAT, "cut short");
}

static void a_file_cut_short_in_use_is_an_error(void **state)
{
    (void)state;
    static const layout l = {"cut.npy", false, {10, 10, 10, 10}};
    write_layout(&l);
    ax_array_file *file;
    const ax_stored_array *array;
    assert_ok(ax_array_file_open(l.path, &file));
    assert_ok(ax_array_file_find(file, NULL, &array));
    assert_int_equal(truncate(l.path, array->offset + 20000), 0);
    uint32_t *data = malloc(40000);
    assert_ok(ax_array_file_read_rows(file, array, 0, 0, 5, data));
    char expected[160];
    snprintf(expected, sizeof expected,
             "'cut.npy' was cut short while it was in use: expected "
             "4000 bytes at offset %d, the file ends after 0",
             (int)array->offset + 20000);
    assert_error(ax_array_file_read_rows(file, array, 0, 5, 1, data), AX_IO, expected);
    assert_error(ax_array_file_read_rows(file, array, 3, 0, 1, data), AX_IO, "cut short");
    assert_error(ax_array_file_read_all(file, array, data), AX_IO, "after 20000 of them");
    free(data);
    ax_array_file_close(file);
}

static void arrays_are_asked_for_as_the_file_has_them(void **state)
{
    (void)state;
    ax_array_file *file;
    const ax_stored_array *array;
    assert_ok(ax_array_file_open(FILES "f4.c.npy", &file));
    assert_error(ax_array_file_find(file, "w", &array), AX_INVALID_ARGUMENT, "not 'w'");
    assert_false(ax_array_file_has_names(file));
    ax_array_file_close(file);
    assert_ok(ax_array_file_open(FILES "arrays.safetensors", &file));
    assert_error(ax_array_file_find(file, NULL, &array), AX_INVALID_ARGUMENT,
                 "15 tensors: say which");
    assert_error(ax_array_file_find(file, "all.f3", &array), AX_NOT_FOUND, "'all.f2'");
    assert_true(ax_array_file_has_names(file));
    assert_int_equal(ax_array_file_count(file), 15);
    assert_string_equal(ax_array_file_name(file, 0), "all.b1");
    ax_array_file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_read_as_they_were_written),
        cmocka_unit_test(values_are_those_of_the_script),
        cmocka_unit_test(rows_are_read_along_any_axis),
        cmocka_unit_test(rows_out_of_range_are_refused),
        cmocka_unit_test(any_true_byte_is_read_as_one),
        cmocka_unit_test(threads_read_one_file_at_once),
        cmocka_unit_test(files_that_cannot_be_opened_say_why),
        cmocka_unit_test(a_file_cut_short_in_use_is_an_error),
        cmocka_unit_test(arrays_are_asked_for_as_the_file_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
