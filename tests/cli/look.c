/* What the scripts of this folder cannot see by themselves: numbers inside .npy files and reports.
 *
 *     look near FOUND.npy EXPECTED.npy TOLERANCE   |found - expected| <= TOLERANCE * max(1, |expected|),
 *                                                  with at least 4 times what f16 or bf16 round to
 *     look shares REPORT.json RANKS DEVICES        each rank has its share of the rows, together they are all
 *     look programs REPORT.json NAME...            a report of `axmap bench programs` of just these programs
 *     look planned REPORT.json PLAN.txt            each rank's allocators handed out what was planned, to the
 *                                                  byte, and the plan of rank 0 says the same
 *     look ramp FILE.npy DTYPE DIMS...             writes 0, 1, 2, ... (i32 or f32) in C order
 *
 * Exit status 0 when it is so; otherwise 1 and one line that says what is not.
 */
#include "base/half.h"
#include "base/text.h"
#include "formats/array_file.h"
#include "formats/npy.h"
#include "ir/type.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("look: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return 1;
}

static int fail_with(ax_status *status)
{
    int result = fail("%s", ax_status_message(status));
    ax_status_free(status);
    return result;
}

/* ---- near ---- */

typedef struct array {
    ax_type type;
    void *elements;
} array;

static ax_status *read_array(const char *path, array *out)
{
    ax_array_file *file;
    AX_TRY(ax_array_file_open(path, &file));
    const ax_stored_array *stored;
    ax_status *status = ax_array_file_find(file, NULL, &stored);
    if (!status) {
        out->type = stored->type;
        out->elements = malloc((size_t)ax_type_bytes(&stored->type) + 1);
        status = out->elements ? ax_array_file_read_all(file, stored, out->elements)
                               : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for '%s'", path);
    }
    ax_array_file_close(file);
    return status;
}

static double element(const array *a, int64_t i)
{
    switch (a->type.dtype) {
    case AX_BOOL:
    case AX_U8: return ((const uint8_t *)a->elements)[i];
    case AX_I8: return ((const int8_t *)a->elements)[i];
    case AX_I32: return ((const int32_t *)a->elements)[i];
    case AX_U32: return ((const uint32_t *)a->elements)[i];
    case AX_I64: return (double)((const int64_t *)a->elements)[i];
    case AX_F16: return (double)ax_f32_from_f16(((const uint16_t *)a->elements)[i]);
    case AX_BF16: return (double)ax_f32_from_bf16(((const uint16_t *)a->elements)[i]);
    case AX_F32: return (double)((const float *)a->elements)[i];
    case AX_F64: return ((const double *)a->elements)[i];
    default: return NAN; /* near nothing */
    }
}

static int compare(const array *found, const array *expected, const char *name, double tolerance)
{
    if (!ax_type_equal(&found->type, &expected->type)) {
        return fail("%s is %s, expected is %s", name, AX_TYPE_STRING(&found->type),
                    AX_TYPE_STRING(&expected->type));
    }
    if (found->type.dtype == AX_F16)
        tolerance = fmax(tolerance, 1.0 / 512);
    if (found->type.dtype == AX_BF16)
        tolerance = fmax(tolerance, 1.0 / 64);
    int64_t count = ax_type_count(&found->type);
    for (int64_t i = 0; i < count; i++) {
        double x = element(found, i), y = element(expected, i);
        if (!(fabs(x - y) <= tolerance * fmax(1, fabs(y))))
            return fail("%s: element %lld is %.9g, expected is %.9g", name, (long long)i, x, y);
    }
    return 0;
}

static int near(char **words)
{
    double tolerance;
    if (!ax_parse_double(words[2], &tolerance))
        return fail("'%s' is no tolerance", words[2]);
    array found = {.elements = NULL}, expected = {.elements = NULL};
    ax_status *status = read_array(words[0], &found);
    if (!status)
        status = read_array(words[1], &expected);
    int result = status ? fail_with(status) : compare(&found, &expected, words[0], tolerance);
    free(found.elements);
    free(expected.elements);
    return result;
}

/* ---- shares ---- */

static json_int_t number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* The first row of device d of `devices`: the rule that README.md states, worked out here again. */
static json_int_t first_row(json_int_t records, json_int_t d, json_int_t devices)
{
    json_int_t rows = 1;
    while (rows < 128 && rows * 2 <= records / 64)
        rows *= 2;
    json_int_t blocks = (records + rows - 1) / rows;
    json_int_t block = d * blocks / devices;
    return block * rows < records ? block * rows : records;
}

static int check_share(const json_t *share, json_int_t first, json_int_t end, const char *what,
                       size_t index)
{
    if (number(share, "first_row") == first && number(share, "rows") == end - first)
        return 0;
    return fail("%s %zu has %lld rows from %lld, its share are %lld from %lld", what, index,
                (long long)number(share, "rows"), (long long)number(share, "first_row"),
                (long long)(end - first), (long long)first);
}

static int check_report(const json_t *report, json_int_t ranks, json_int_t devices)
{
    const json_t *by_rank = json_object_get(report, "by_rank");
    json_int_t records = number(report, "records"), device = 0, sum = 0;
    if (number(report, "ranks") != ranks || number(report, "devices") != devices ||
        (json_int_t)json_array_size(by_rank) != ranks || records < 0)
        return fail("it is not a report of %lld ranks and %lld devices", (long long)ranks,
                    (long long)devices);
    for (size_t r = 0; r < json_array_size(by_rank); r++) {
        const json_t *rank = json_array_get(by_rank, r);
        const json_t *list = json_object_get(rank, "devices");
        json_int_t end = device + (json_int_t)json_array_size(list);
        if (check_share(rank, first_row(records, device, devices), first_row(records, end, devices),
                        "rank", r))
            return 1;
        if (number(rank, "computed_rows") != number(rank, "rows"))
            return fail("rank %zu computed %lld rows", r, (long long)number(rank, "computed_rows"));
        sum += number(rank, "computed_rows");
        for (size_t d = 0; d < json_array_size(list); d++, device++) {
            if (check_share(json_array_get(list, d), first_row(records, device, devices),
                            first_row(records, device + 1, devices), "device", d))
                return 1;
        }
    }
    if (device != devices || sum != records)
        return fail("%lld devices have %lld rows; there are %lld and %lld", (long long)device,
                    (long long)sum, (long long)devices, (long long)records);
    return 0;
}

/* ---- planned ---- */

static int check_planned(const json_t *report, const char *plan)
{
    const json_t *by_rank = json_object_get(report, "by_rank");
    for (size_t r = 0; r < json_array_size(by_rank); r++) {
        const json_t *rank = json_array_get(by_rank, r);
        json_int_t planned = number(rank, "planned_bytes");
        json_int_t allocated = number(rank, "allocated_bytes");
        if (planned <= 0 || planned != allocated)
            return fail("rank %zu planned %lld bytes and allocated %lld", r, (long long)planned,
                        (long long)allocated);
        if (number(rank, "peak_bytes") < number(rank, "other_bytes"))
            return fail("rank %zu held less than it did beside the plan", r);
    }
    const json_t *first = json_array_get(by_rank, 0);
    char total[64];
    snprintf(total, sizeof total, "(%lld bytes)",
             (long long)(number(first, "planned_bytes") + number(first, "reserved_bytes")));
    return strstr(plan, total) ? 0 : fail("the plan does not say %s", total);
}

static int planned(char **words)
{
    json_error_t error;
    json_t *report = json_load_file(words[0], JSON_REJECT_DUPLICATES, &error);
    if (!report)
        return fail("%s:%d: %s", words[0], error.line, error.text);
    static char plan[1 << 16];
    FILE *file = fopen(words[1], "re");
    size_t length = file ? fread(plan, 1, sizeof plan - 1, file) : 0;
    plan[length] = 0;
    if (file)
        fclose(file);
    int result = check_planned(report, plan);
    json_decref(report);
    return result;
}

static int shares(char **words)
{
    int64_t ranks, devices;
    if (!ax_parse_int64(words[1], &ranks) || !ax_parse_int64(words[2], &devices))
        return fail("'%s' ranks and '%s' devices are no numbers", words[1], words[2]);
    json_error_t error;
    json_t *report = json_load_file(words[0], JSON_REJECT_DUPLICATES, &error);
    if (!report)
        return fail("%s:%d: %s", words[0], error.line, error.text);
    int result = check_report(report, ranks, devices);
    json_decref(report);
    return result;
}

/* ---- programs ---- */

static int check_program(const json_t *program, const char *name)
{
    static const char *const times[] = {"median_us", "min_us", "reused_median_us", "compile_ms"};
    const char *found = json_string_value(json_object_get(program, "name"));
    if (!found || strcmp(found, name) != 0)
        return fail("program '%s' stands where '%s' should", found ? found : "?", name);
    for (int i = 0; i < 4; i++) {
        if (!(json_number_value(json_object_get(program, times[i])) > 0))
            return fail("%s: there is no %s", name, times[i]);
    }
    if (number(program, "peak_bytes") <= 0)
        return fail("%s: there are no peak_bytes", name);
    const json_t *error = json_object_get(program, "max_error");
    if (!json_is_number(error) || !(json_number_value(error) < 1e-5))
        return fail("%s: its max_error is %g", name, json_number_value(error));
    return 0;
}

static int check_header(const json_t *report)
{
    static const char *const texts[] = {"schema", "axmap", "cpu", "backend"};
    for (int i = 0; i < 4; i++) {
        if (!json_is_string(json_object_get(report, texts[i])))
            return fail("the report does not say '%s'", texts[i]);
    }
    return number(report, "threads") > 0 ? 0 : fail("the report does not say how many threads");
}

static int programs(int count, char **words)
{
    json_error_t error;
    json_t *report = json_load_file(words[0], JSON_REJECT_DUPLICATES, &error);
    if (!report)
        return fail("%s:%d: %s", words[0], error.line, error.text);
    const json_t *list = json_object_get(report, "programs");
    int result = check_header(report);
    if (!result && (int)json_array_size(list) != count - 1)
        result = fail("%s has %zu programs", words[0], json_array_size(list));
    for (int i = 1; i < count && !result; i++)
        result = check_program(json_array_get(list, (size_t)i - 1), words[i]);
    json_decref(report);
    return result;
}

/* ---- ramp ---- */

static int write_ramp(FILE *file, const ax_type *type)
{
    uint8_t header[AX_NPY_LONGEST_WRITTEN_HEADER];
    int64_t length = ax_npy_header_write(type, header);
    bool good = fwrite(header, (size_t)length, 1, file) == 1;
    int64_t count = ax_type_count(type);
    for (int64_t i = 0; good && i < count; i++) {
        int32_t whole = (int32_t)i;
        float real = (float)i;
        good = fwrite(type->dtype == AX_I32 ? (void *)&whole : &real, 4, 1, file) == 1;
    }
    return good ? 0 : fail("the file is not written");
}

static int ramp(int count, char **words)
{
    int64_t dims[AX_MAX_NDIM];
    for (int i = 2; i < count; i++) {
        if (!ax_parse_int64(words[i], &dims[i - 2]))
            return fail("'%s' is no dimension", words[i]);
    }
    ax_type type;
    ax_status *status = ax_type_make(strcmp(words[1], "i32") == 0 ? AX_I32 : AX_F32, count - 2,
                                     dims, &type);
    if (status)
        return fail_with(status);
    FILE *file = fopen(words[0], "wb");
    if (!file)
        return fail("cannot open %s", words[0]);
    int result = write_ramp(file, &type);
    return fclose(file) == 0 ? result : fail("cannot close %s", words[0]);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "near") == 0 && argc == 5)
        return near(argv + 2);
    if (strcmp(what, "shares") == 0 && argc == 5)
        return shares(argv + 2);
    if (strcmp(what, "planned") == 0 && argc == 4)
        return planned(argv + 2);
    if (strcmp(what, "programs") == 0 && argc >= 4)
        return programs(argc - 2, argv + 2);
    if (strcmp(what, "ramp") == 0 && argc >= 4 && argc - 4 <= AX_MAX_NDIM)
        return ramp(argc - 2, argv + 2);
    return fail("what is '%s'?", what);
}
