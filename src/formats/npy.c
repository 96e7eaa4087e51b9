#include "formats/npy.h"

#include "base/checked.h"

#include <stdio.h>
#include <string.h>

#define MAGIC "\x93NUMPY"
enum { MAGIC_BYTES = 6, VERSION_BYTES = 2, LONGEST_QUOTE = 40 };

/* ---- the fixed part ---- */

ax_status *ax_npy_header_length(const char *file, const uint8_t *prefix, int64_t length,
                                int64_t *out_length)
{
    if (length < MAGIC_BYTES || memcmp(prefix, MAGIC, MAGIC_BYTES) != 0) {
        return AX_ERROR(AX_FORMAT, "'%s' is not a .npy file: it does not begin with \\x93NUMPY",
                        file);
    }
    int major = length > MAGIC_BYTES ? prefix[MAGIC_BYTES] : 1;
    int minor = length > MAGIC_BYTES + 1 ? prefix[MAGIC_BYTES + 1] : 0;
    if (major < 1 || major > 3 || minor != 0) {
        return AX_ERROR(AX_UNSUPPORTED,
                        "'%s' is a .npy file of version %d.%d; axmap reads 1.0, 2.0 and 3.0", file,
                        major, minor);
    }
    int64_t start = MAGIC_BYTES + VERSION_BYTES + (major == 1 ? 2 : 4);
    if (length < start) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is cut short: the .npy header needs %lld bytes to begin, the file "
                        "has %lld",
                        file, (long long)start, (long long)length);
    }
    int64_t text = 0;
    for (int64_t i = start - 1; i >= MAGIC_BYTES + VERSION_BYTES; i--)
        text = text << 8 | prefix[i];
    if (start + text > AX_NPY_LONGEST_HEADER) {
        return AX_ERROR(AX_FORMAT, "'%s': the .npy header claims %lld bytes; at most %d are read",
                        file, (long long)text, AX_NPY_LONGEST_HEADER);
    }
    *out_length = start + text;
    return NULL;
}

/* ---- the dict ---- */

typedef struct reader {
    const char *file;
    const char *start; /* of the file */
    const char *at;
    const char *end;
} reader;

/* One literal: what a value of the dict may be. */
typedef struct word {
    const char *bytes;
    int length;
} word;

static void skip_space(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || (*r->at >= '\t' && *r->at <= '\r')))
        r->at++;
}

/* Whether `c` comes next; then it is taken, with the space around it. */
static bool take(reader *r, char c)
{
    skip_space(r);
    if (r->at >= r->end || *r->at != c)
        return false;
    r->at++;
    skip_space(r);
    return true;
}

static bool is_word(word w, const char *text)
{
    return (size_t)w.length == strlen(text) && memcmp(w.bytes, text, (size_t)w.length) == 0;
}

/* The error that `wanted` should stand where the reader is. */
static ax_status *expected(const reader *r, const char *wanted)
{
    char found[LONGEST_QUOTE];
    int length = 0;
    while (length < 12 && r->at + length < r->end) {
        char c = r->at[length];
        found[length++] = c >= ' ' && c <= '~' ? c : '.';
    }
    found[length] = '\0';
    if (length == 0)
        snprintf(found, sizeof found, "the end of the header");
    return AX_ERROR(AX_FORMAT, "'%s': .npy header, byte %lld: expected %s, found %s%s%s", r->file,
                    (long long)(r->at - r->start), wanted, length ? "'" : "", found,
                    length ? "'" : "");
}

static ax_status *read_string(reader *r, const char *what, word *out)
{
    skip_space(r);
    if (r->at >= r->end || (*r->at != '\'' && *r->at != '"'))
        return expected(r, what);
    const char *bytes = r->at + 1;
    const char *close = memchr(bytes, *r->at, (size_t)(r->end - bytes));
    if (!close || close - bytes > LONGEST_QUOTE)
        return expected(r, what);
    *out = (word){bytes, (int)(close - bytes)};
    r->at = close + 1;
    skip_space(r);
    return NULL;
}

static ax_status *read_bool(reader *r, bool *out)
{
    skip_space(r);
    const char *start = r->at;
    while (r->at < r->end && ((*r->at >= 'A' && *r->at <= 'Z') || (*r->at >= 'a' && *r->at <= 'z')))
        r->at++;
    word w = {start, (int)(r->at - start)};
    *out = is_word(w, "True");
    if (!*out && !is_word(w, "False")) {
        r->at = start;
        return expected(r, "True or False");
    }
    return NULL;
}

static ax_status *read_dim(reader *r, int64_t *out)
{
    const char *start = r->at;
    int64_t value = 0;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        if (!ax_checked_mul(value, 10, &value) || !ax_checked_add(value, *r->at - '0', &value)) {
            return AX_ERROR(AX_OVERFLOW,
                            "'%s': .npy header, byte %lld: a dimension does not fit 64 bits",
                            r->file, (long long)(start - r->start));
        }
        r->at++;
    }
    if (r->at == start)
        return expected(r, "a dimension, an integer >= 0");
    if (r->at < r->end && (*r->at == 'L' || *r->at == 'l'))
        r->at++;
    *out = value;
    return NULL;
}

/* A tuple: () or (3,) or (3, 4) or (3, 4,). */
static ax_status *read_shape(reader *r, int32_t *out_ndim, int64_t *dims)
{
    if (!take(r, '('))
        return expected(r, "'(' of the shape");
    int32_t ndim = 0;
    bool comma = true;
    while (!take(r, ')')) {
        if (!comma)
            return expected(r, "',' or ')'");
        if (ndim == AX_MAX_NDIM) {
            return AX_ERROR(AX_UNSUPPORTED, "'%s' has more than %d dimensions, axmap's limit",
                            r->file, AX_MAX_NDIM);
        }
        AX_TRY(read_dim(r, &dims[ndim++]));
        comma = take(r, ',');
    }
    if (ndim == 1 && !comma) {
        return AX_ERROR(AX_FORMAT,
                        "'%s': .npy header: the shape (%lld) is a number, not a tuple: (%lld,)",
                        r->file, (long long)dims[0], (long long)dims[0]);
    }
    *out_ndim = ndim;
    return NULL;
}

/* ---- the element type ---- */

static ax_status *unsupported_dtype(const reader *r, word w)
{
    return AX_ERROR(AX_UNSUPPORTED,
                    "'%s' has elements of NumPy type '%.*s'; axmap reads b1 i1 i2 i4 i8 u1 u2 u4 "
                    "u8 f2 f4 f8 c8 c16 and V2 (bf16)",
                    r->file, w.length, w.bytes);
}

/* A byte order (or none, the writer's own), a kind and a size: <f4, |b1, >c16. */
static ax_status *parse_dtype(const reader *r, word descr, ax_dtype *out_dtype, bool *out_swapped)
{
    static const struct {
        ax_dtype dtype;
        char kind;
        int bytes;
    } known[] = {
#define ROW(dtype, name, bytes, kind, stablehlo, numpy) {dtype, numpy, bytes},
        AX_DTYPES(ROW)
#undef ROW
    };
    word w = descr;
    bool little = ax_host_is_little();
    if (w.length > 0 && strchr("<>=|", w.bytes[0])) {
        if (w.bytes[0] == '<' || w.bytes[0] == '>')
            little = w.bytes[0] == '<';
        w.bytes++;
        w.length--;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char name[16];
        snprintf(name, sizeof name, "%c%d", known[i].kind, known[i].bytes);
        if (is_word(w, name)) {
            *out_dtype = known[i].dtype;
            *out_swapped = known[i].bytes > 1 && little != ax_host_is_little();
            return NULL;
        }
    }
    return unsupported_dtype(r, descr);
}

static ax_status *read_descr(reader *r, word *out)
{
    skip_space(r);
    if (r->at < r->end && (*r->at == '[' || *r->at == '(')) {
        return AX_ERROR(AX_UNSUPPORTED,
                        "'%s' has a structured NumPy type: store each of its fields in a file of "
                        "its own",
                        r->file);
    }
    return read_string(r, "a NumPy type such as '<f4'", out);
}

/* ---- the whole ---- */

typedef struct dict {
    bool has_descr, has_order, has_shape;
    word descr;
    bool fortran;
    int32_t ndim;
    int64_t dims[AX_MAX_NDIM];
} dict;

static ax_status *read_entry(reader *r, dict *d)
{
    word key;
    AX_TRY(read_string(r, "a key in quotes", &key));
    bool *seen = is_word(key, "descr")           ? &d->has_descr
                 : is_word(key, "fortran_order") ? &d->has_order
                 : is_word(key, "shape")         ? &d->has_shape
                                                 : NULL;
    if (!seen || *seen) {
        return AX_ERROR(AX_FORMAT,
                        "'%s': .npy header: the key '%.*s' %s; there are descr, fortran_order and "
                        "shape, each once",
                        r->file, key.length, key.bytes, seen ? "stands twice" : "is unknown");
    }
    *seen = true;
    if (!take(r, ':'))
        return expected(r, "':'");
    if (seen == &d->has_descr)
        return read_descr(r, &d->descr);
    if (seen == &d->has_order)
        return read_bool(r, &d->fortran);
    return read_shape(r, &d->ndim, d->dims);
}

static ax_status *read_dict(reader *r, dict *d)
{
    if (!take(r, '{'))
        return expected(r, "'{'");
    bool comma = true;
    while (!take(r, '}')) {
        if (!comma)
            return expected(r, "',' or '}'");
        AX_TRY(read_entry(r, d));
        comma = take(r, ',');
    }
    skip_space(r);
    if (r->at != r->end)
        return expected(r, "only spaces behind the dict");
    const char *missing = !d->has_descr   ? "descr"
                          : !d->has_order ? "fortran_order"
                          : !d->has_shape ? "shape"
                                          : NULL;
    if (missing)
        return AX_ERROR(AX_FORMAT, "'%s': the .npy header has no key '%s'", r->file, missing);
    return NULL;
}

static ax_status *check_file_bytes(const char *file, const ax_stored_array *array,
                                   int64_t file_bytes)
{
    char type[AX_TYPE_TEXT];
    int64_t bytes;
    if (!ax_checked_add(array->offset, ax_type_bytes(&array->type), &bytes)) {
        return AX_ERROR(AX_OVERFLOW, "'%s': %s does not fit a file", file,
                        ax_type_print(&array->type, type));
    }
    if (bytes == file_bytes)
        return NULL;
    return AX_ERROR(AX_FORMAT,
                    "'%s' %s: its header and the data of %s take %lld bytes, the file has %lld",
                    file, file_bytes < bytes ? "is cut short" : "has trailing bytes",
                    ax_type_print(&array->type, type), (long long)bytes, (long long)file_bytes);
}

ax_status *ax_npy_parse(const char *file, const uint8_t *header, int64_t length, int64_t file_bytes,
                        ax_stored_array *out_array)
{
    int64_t start = MAGIC_BYTES + VERSION_BYTES + (header[MAGIC_BYTES] == 1 ? 2 : 4);
    if (length > file_bytes) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is cut short: its .npy header ends at byte %lld, the file has %lld",
                        file, (long long)length, (long long)file_bytes);
    }
    const char *text = (const char *)header;
    reader r = {.file = file, .start = text, .at = text + start, .end = text + length};
    dict d = {0};
    AX_TRY(read_dict(&r, &d));

    ax_dtype dtype = AX_BOOL;
    ax_stored_array array = {.offset = length, .fortran = d.fortran};
    AX_TRY(parse_dtype(&r, d.descr, &dtype, &array.swapped));
    ax_status *status = ax_type_make(dtype, d.ndim, d.dims, &array.type);
    if (status)
        return ax_status_context(status, "in the .npy header of '%s'", file);
    AX_TRY(check_file_bytes(file, &array, file_bytes));
    *out_array = array;
    return NULL;
}

/* ---- writing ---- */

int64_t ax_npy_header_write(const ax_type *type, uint8_t *out_header)
{
    static const char kinds[] = {
#define KIND(dtype, name, bytes, kind, stablehlo, numpy) numpy,
        AX_DTYPES(KIND)
#undef KIND
    };
    enum { START = MAGIC_BYTES + VERSION_BYTES + 2, ALIGNMENT = 64 };
    char text[AX_NPY_LONGEST_WRITTEN_HEADER];
    int64_t element = ax_dtype_bytes(type->dtype);
    /* NumPy writes one-byte and opaque elements without an order. */
    char order = element == 1 || type->dtype == AX_BF16 ? '|' : ax_host_is_little() ? '<' : '>';
    int used = snprintf(text, sizeof text, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (",
                        order, kinds[type->dtype], (int)element);
    for (int32_t i = 0; i < type->ndim; i++) {
        const char *after = i + 1 < type->ndim ? ", " : type->ndim == 1 ? "," : "";
        used += snprintf(text + used, sizeof text - (size_t)used, "%lld%s",
                         (long long)type->dims[i], after);
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "), }");

    int64_t length = ax_round_up(START + used + 1, ALIGNMENT);
    int64_t rest = length - START;
    memset(out_header, ' ', (size_t)length);
    memcpy(out_header, MAGIC, MAGIC_BYTES);
    out_header[MAGIC_BYTES] = 1;
    out_header[MAGIC_BYTES + 1] = 0;
    out_header[START - 2] = (uint8_t)(rest & 0xff);
    out_header[START - 1] = (uint8_t)(rest >> 8);
    memcpy(out_header + START, text, (size_t)used);
    out_header[length - 1] = '\n';
    return length;
}
