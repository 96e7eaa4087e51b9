#include "formats/safetensors.h"

#include "base/checked.h"
#include "base/text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define METADATA "__metadata__"

/* The dtypes' names in the format, and what the numbers of each are made of. */
static const struct {
    const char *name;
    ax_dtype dtype;
} dtypes[] = {
    {"BOOL", AX_BOOL}, {"I8", AX_I8},   {"I16", AX_I16}, {"I32", AX_I32}, {"I64", AX_I64},
    {"U8", AX_U8},     {"U16", AX_U16}, {"U32", AX_U32}, {"U64", AX_U64}, {"F16", AX_F16},
    {"BF16", AX_BF16}, {"F32", AX_F32}, {"F64", AX_F64}, {"C64", AX_C64}, {"C128", AX_C128},
};

ax_status *ax_safetensors_header_length(const char *file, const uint8_t *prefix, int64_t length,
                                        int64_t file_bytes, int64_t *out_length)
{
    if (length < AX_SAFETENSORS_PREFIX_BYTES) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is cut short: a .safetensors file begins with %d bytes, the file "
                        "has %lld",
                        file, AX_SAFETENSORS_PREFIX_BYTES, (long long)length);
    }
    uint64_t text = 0;
    for (int i = AX_SAFETENSORS_PREFIX_BYTES - 1; i >= 0; i--)
        text = text << 8 | prefix[i];
    if (text > AX_SAFETENSORS_LONGEST_HEADER) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is not a .safetensors file: its header would take %llu bytes; the "
                        "format allows %d",
                        file, (unsigned long long)text, AX_SAFETENSORS_LONGEST_HEADER);
    }
    int64_t whole = AX_SAFETENSORS_PREFIX_BYTES + (int64_t)text;
    if (whole > file_bytes) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is cut short: its .safetensors header ends at byte %lld, the file "
                        "has %lld",
                        file, (long long)whole, (long long)file_bytes);
    }
    *out_length = whole;
    return NULL;
}

/* ---- one tensor ---- */

typedef struct place {
    const char *file;
    const char *tensor;
    int64_t data;  /* where the tensors begin */
    int64_t bytes; /* of all tensors together */
} place;

static ax_status *wrong(const place *p, const char *what)
{
    return AX_ERROR(AX_FORMAT, "'%s': tensor '%s': %s", p->file, p->tensor, what);
}

static ax_status *read_shape(const place *p, const json_t *shape, int32_t *out_ndim, int64_t *dims)
{
    if (!json_is_array(shape))
        return wrong(p, "\"shape\" is not a list of integers");
    size_t ndim = json_array_size(shape);
    if (ndim > AX_MAX_NDIM) {
        return AX_ERROR(AX_UNSUPPORTED, "'%s': tensor '%s' has %zu dimensions; axmap's limit is %d",
                        p->file, p->tensor, ndim, AX_MAX_NDIM);
    }
    for (size_t i = 0; i < ndim; i++) {
        const json_t *dim = json_array_get(shape, i);
        if (!json_is_integer(dim) || json_integer_value(dim) < 0)
            return wrong(p, "\"shape\" has something else than integers >= 0");
        dims[i] = json_integer_value(dim);
    }
    *out_ndim = (int32_t)ndim;
    return NULL;
}

static ax_status *read_offsets(const place *p, const json_t *offsets, int64_t *out_first,
                               int64_t *out_bytes)
{
    const json_t *first = json_array_get(offsets, 0), *last = json_array_get(offsets, 1);
    if (json_array_size(offsets) != 2 || !json_is_integer(first) || !json_is_integer(last))
        return wrong(p, "\"data_offsets\" is not a pair of integers");
    int64_t begin = json_integer_value(first), end = json_integer_value(last);
    int64_t file_end = p->data + p->bytes, tensor_end;
    if (begin < 0 || end < begin || !ax_checked_add(p->data, end, &tensor_end))
        return wrong(p, "\"data_offsets\" is not a range of bytes");
    if (tensor_end > file_end) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is cut short: tensor '%s' ends at byte %lld, the file has %lld",
                        p->file, p->tensor, (long long)tensor_end, (long long)file_end);
    }
    *out_first = p->data + begin;
    *out_bytes = end - begin;
    return NULL;
}

/* The type, or the dtype's name where axmap does not have it. */
static ax_status *read_type(const place *p, const json_t *value, ax_safetensors_entry *entry)
{
    const char *dtype = json_string_value(json_object_get(value, "dtype"));
    if (!dtype)
        return wrong(p, "\"dtype\" is not a string");
    int32_t ndim = 0;
    int64_t dims[AX_MAX_NDIM];
    AX_TRY(read_shape(p, json_object_get(value, "shape"), &ndim, dims));
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++) {
        if (strcmp(dtype, dtypes[i].name) == 0) {
            ax_status *status = ax_type_make(dtypes[i].dtype, ndim, dims, &entry->array.type);
            entry->array.swapped = !ax_host_is_little() && ax_dtype_bytes(dtypes[i].dtype) > 1;
            return ax_status_context(status, "in tensor '%s' of '%s'", p->tensor, p->file);
        }
    }
    entry->unsupported = strdup(dtype);
    return entry->unsupported ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for '%s'", p->file);
}

static ax_status *read_tensor(const place *p, const json_t *value, ax_safetensors_entry *entry)
{
    if (!json_is_object(value))
        return wrong(p, "its entry is not a JSON object");
    const char *key;
    json_t *item;
    json_object_foreach((json_t *)value, key, item)
    {
        if (strcmp(key, "dtype") != 0 && strcmp(key, "shape") != 0 &&
            strcmp(key, "data_offsets") != 0)
            return wrong(p, "its entry has a key beside \"dtype\", \"shape\" and \"data_offsets\"");
    }
    entry->name = strdup(p->tensor);
    if (!entry->name)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the header of '%s'", p->file);
    AX_TRY(read_type(p, value, entry));
    AX_TRY(read_offsets(p, json_object_get(value, "data_offsets"), &entry->array.offset,
                        &entry->bytes));
    if (!entry->unsupported && entry->bytes != ax_type_bytes(&entry->array.type)) {
        char type[AX_TYPE_TEXT];
        return AX_ERROR(AX_FORMAT,
                        "'%s': tensor '%s': %s takes %lld bytes, its data_offsets span %lld",
                        p->file, p->tensor, ax_type_print(&entry->array.type, type),
                        (long long)ax_type_bytes(&entry->array.type), (long long)entry->bytes);
    }
    return NULL;
}

/* ---- the whole ---- */

static int compare_offsets(const void *a, const void *b)
{
    const ax_safetensors_entry *x = a, *y = b;
    if (x->array.offset != y->array.offset)
        return x->array.offset < y->array.offset ? -1 : 1;
    return x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const ax_safetensors_entry *)a)->name, ((const ax_safetensors_entry *)b)->name);
}

/* Each tensor begins where the one before it ends, and the last ends with the file. */
static ax_status *check_cover(const place *p, ax_safetensors *tensors)
{
    qsort(tensors->entries, (size_t)tensors->count, sizeof *tensors->entries, compare_offsets);
    int64_t end = p->data;
    for (int64_t i = 0; i < tensors->count; i++) {
        const ax_safetensors_entry *entry = &tensors->entries[i];
        if (entry->array.offset != end) {
            return AX_ERROR(AX_FORMAT,
                            "'%s': tensor '%s' begins at byte %lld of the data, the one before it "
                            "ends at %lld: tensors may neither overlap nor leave a gap",
                            p->file, entry->name, (long long)(entry->array.offset - p->data),
                            (long long)(end - p->data));
        }
        end += entry->bytes;
    }
    if (end != p->data + p->bytes) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' has trailing bytes: its header and tensors take %lld bytes, the file "
                        "has %lld",
                        p->file, (long long)end, (long long)(p->data + p->bytes));
    }
    return NULL;
}

static ax_status *read_tensors(place *p, const json_t *root, ax_safetensors *tensors)
{
    if (!json_is_object(root)) {
        return AX_ERROR(AX_FORMAT, "'%s': the .safetensors header is not a JSON object", p->file);
    }
    tensors->entries = calloc(json_object_size(root) + 1, sizeof *tensors->entries);
    if (!tensors->entries)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the header of '%s'", p->file);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)root, name, value)
    {
        if (strcmp(name, METADATA) == 0)
            continue;
        p->tensor = name;
        AX_TRY(read_tensor(p, value, &tensors->entries[tensors->count++]));
    }
    AX_TRY(check_cover(p, tensors));
    qsort(tensors->entries, (size_t)tensors->count, sizeof *tensors->entries, compare_names);
    return NULL;
}

ax_status *ax_safetensors_parse(const char *file, const uint8_t *header, int64_t length,
                                int64_t file_bytes, ax_safetensors **out_tensors)
{
    const char *text = (const char *)header + AX_SAFETENSORS_PREFIX_BYTES;
    size_t text_bytes = (size_t)(length - AX_SAFETENSORS_PREFIX_BYTES);
    json_error_t error;
    json_t *root = json_loadb(text, text_bytes, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        return AX_ERROR(AX_FORMAT, "'%s': .safetensors header, byte %lld: %s", file,
                        (long long)error.position + AX_SAFETENSORS_PREFIX_BYTES, error.text);
    }
    ax_status *status = NULL;
    place p = {.file = file, .data = length, .bytes = file_bytes - length};
    ax_safetensors *tensors = calloc(1, sizeof *tensors);
    if (!tensors) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the header of '%s'", file);
    } else {
        status = read_tensors(&p, root, tensors);
    }
    json_decref(root);
    if (status) {
        ax_safetensors_free(tensors);
        return status;
    }
    *out_tensors = tensors;
    return NULL;
}

void ax_safetensors_free(ax_safetensors *tensors)
{
    if (!tensors)
        return;
    for (int64_t i = 0; i < tensors->count; i++) {
        free(tensors->entries[i].name);
        free(tensors->entries[i].unsupported);
    }
    free(tensors->entries);
    free(tensors);
}

/* ---- looking up ---- */

static ax_status *not_found(const char *file, const ax_safetensors *tensors, const char *name)
{
    enum { LISTED = 20 };
    ax_text text = {0};
    for (int64_t i = 0; i < tensors->count && i < LISTED; i++)
        ax_text_printf(&text, "%s'%s'", i ? ", " : "", tensors->entries[i].name);
    if (tensors->count > LISTED)
        ax_text_printf(&text, " and %lld more", (long long)(tensors->count - LISTED));
    char *list;
    AX_TRY(ax_text_take(&text, &list));
    ax_status *status = AX_ERROR(AX_NOT_FOUND, "'%s' has no tensor '%s'; it has %s", file, name,
                                 *list ? list : "none");
    free(list);
    return status;
}

ax_status *ax_safetensors_find(const char *file, const ax_safetensors *tensors, const char *name,
                               const ax_safetensors_entry **out_entry)
{
    ax_safetensors_entry key = {.name = (char *)name};
    const ax_safetensors_entry *entry = bsearch(&key, tensors->entries, (size_t)tensors->count,
                                                sizeof *tensors->entries, compare_names);
    if (!entry)
        return not_found(file, tensors, name);
    if (entry->unsupported) {
        return AX_ERROR(AX_UNSUPPORTED, "'%s': tensor '%s' has dtype %s, which axmap does not have",
                        file, name, entry->unsupported);
    }
    *out_entry = entry;
    return NULL;
}
