/* Headers of .safetensors files: what is accepted, what is refused and how it is said. */
#include "formats/safetensors.h"
#include "test.h"

#include <stdio.h>

static ax_status *parse(const char *json, int64_t data, ax_safetensors **out)
{
    size_t length = strlen(json);
    uint8_t *header = test_calloc(8 + length + 1, 1);
    header[0] = (uint8_t)(length & 0xff);
    header[1] = (uint8_t)(length >> 8);
    memcpy(header + 8, json, length + 1);
    int64_t bytes, file_bytes = 8 + (int64_t)length + data;
    ax_status *status = ax_safetensors_header_length("w.safetensors", header, 8, file_bytes,
                                                     &bytes);
    if (!status)
        status = ax_safetensors_parse("w.safetensors", header, bytes, file_bytes, out);
    test_free(header);
    return status;
}

#define F32_2x3(name, from, to) \
    "\"" name "\": {\"dtype\": \"F32\", \"shape\": [2, 3], \"data_offsets\": [" from ", " to "]}"

static void tensors_are_found_by_name(void **state)
{
    (void)state;
    ax_safetensors *tensors;
    const char *json =
        "{\"__metadata__\": {\"by\": \"hand\"}, " F32_2x3("b", "24", "48") ", " F32_2x3(
            "a.w", "0",
            "24") ", \"none\": {\"dtype\": \"I8\", \"shape\": [0], \"data_offsets\": [24, 24]}}"
                  "   ";
    assert_ok(parse(json, 48, &tensors));
    assert_int_equal(tensors->count, 3);
    assert_string_equal(tensors->entries[0].name, "a.w");
    const ax_safetensors_entry *entry;
    assert_ok(ax_safetensors_find("w.safetensors", tensors, "b", &entry));
    assert_int_equal(entry->array.type.dtype, AX_F32);
    assert_int_equal(entry->array.type.dims[1], 3);
    assert_int_equal(entry->array.offset, 8 + strlen(json) + 24);
    assert_error(ax_safetensors_find("w.safetensors", tensors, "c", &entry), AX_NOT_FOUND,
                 "no tensor 'c'; it has 'a.w', 'b', 'none'");
    ax_safetensors_free(tensors);
}

static void tensors_of_other_dtypes_are_no_error_until_used(void **state)
{
    (void)state;
    ax_safetensors *tensors;
    const char *json = "{" F32_2x3("a", "0",
                                   "24") ", \"q\": {\"dtype\": \"F8_E4M3\", \"shape\": [5],"
                                         " \"data_offsets\": [24, 29]}}";
    assert_ok(parse(json, 29, &tensors));
    const ax_safetensors_entry *entry;
    assert_ok(ax_safetensors_find("w.safetensors", tensors, "a", &entry));
    assert_error(ax_safetensors_find("w.safetensors", tensors, "q", &entry), AX_UNSUPPORTED,
                 "F8_E4M3");
    ax_safetensors_free(tensors);
}

static void an_empty_file_of_tensors_is_allowed(void **state)
{
    (void)state;
    ax_safetensors *tensors;
    assert_ok(parse("{}", 0, &tensors));
    assert_int_equal(tensors->count, 0);
    ax_safetensors_free(tensors);
}

#define ENTRY(text) "{\"t\": {" text "}}"

static void malformed_headers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        int64_t data;
        ax_code code;
        const char *part;
    } rows[] = {
        {"{\"a\": ", 0, AX_FORMAT, "byte"},
        {"[]", 0, AX_FORMAT, "not a JSON object"},
        {"{} x", 0, AX_FORMAT, "end of file expected"},
        {"{" F32_2x3("a", "0", "24") ", " F32_2x3("a", "24", "48") "}", 48, AX_FORMAT, "duplicate"},
        {"{\"t\": 3}", 0, AX_FORMAT, "'t': its entry is not a JSON object"},
        {ENTRY("\"dtype\": 4"), 0, AX_FORMAT, "\"dtype\""},
        {ENTRY("\"dtype\": \"F32\""), 0, AX_FORMAT, "\"shape\""},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [2.0]"), 0, AX_FORMAT, "\"shape\""},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [-2]"), 0, AX_FORMAT, "\"shape\""},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [2]"), 8, AX_FORMAT, "\"data_offsets\""},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [2], \"data_offsets\": [0]"), 8, AX_FORMAT, "pair"},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [2], \"data_offsets\": [8, 0]"), 8, AX_FORMAT,
         "range of bytes"},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [2], \"data_offsets\": [0, 9223372036854775807]"), 8,
         AX_FORMAT, "range of bytes"},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [2], \"data_offsets\": [0, 4]"), 4, AX_FORMAT,
         "f32[2] takes 8 bytes, its data_offsets span 4"},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [], \"data_offsets\": [0, 4], \"x\": 1"), 4,
         AX_FORMAT, "a key beside"},
        {ENTRY("\"dtype\": \"F32\", \"shape\": [4294967296, 4294967296], \"data_offsets\": [0, 4]"),
         4, AX_OVERFLOW, "'t'"},
        {ENTRY("\"dtype\": \"U8\", \"shape\": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], "
               "\"data_offsets\": [0, 1]"),
         1, AX_UNSUPPORTED, "17 dimensions"},
        {"{" F32_2x3("a", "0", "24") ", " F32_2x3("b", "20", "44") "}", 44, AX_FORMAT,
         "'b' begins at byte 20 of the data, the one before it ends at 24"},
        {"{" F32_2x3("a", "0", "24") ", " F32_2x3("b", "28", "52") "}", 52, AX_FORMAT, "gap"},
        {"{" F32_2x3("a", "0", "24") "}", 23, AX_FORMAT,
         "cut short: tensor 'a' ends at byte 97, the file has 96"},
        {"{" F32_2x3("a", "0", "24") "}", 25, AX_FORMAT,
         "trailing bytes: its header and tensors take 97 bytes, the file has 98"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ax_safetensors *tensors;
        assert_error(parse(rows[i].json, rows[i].data, &tensors), rows[i].code, rows[i].part);
    }
}

static void the_headers_length_is_checked(void **state)
{
    (void)state;
    int64_t length;
    const uint8_t large[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const uint8_t hundred[8] = {100};
    assert_error(ax_safetensors_header_length("w", large, 8, 1000, &length), AX_FORMAT,
                 "18446744073709551615 bytes");
    assert_error(ax_safetensors_header_length("w", hundred, 8, 107, &length), AX_FORMAT,
                 "ends at byte 108, the file has 107");
    assert_error(ax_safetensors_header_length("w", hundred, 3, 3, &length), AX_FORMAT,
                 "begins with 8 bytes, the file has 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensors_are_found_by_name),
        cmocka_unit_test(tensors_of_other_dtypes_are_no_error_until_used),
        cmocka_unit_test(an_empty_file_of_tensors_is_allowed),
        cmocka_unit_test(malformed_headers_are_refused),
        cmocka_unit_test(the_headers_length_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
