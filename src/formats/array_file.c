#include "formats/array_file.h"

#include "base/checked.h"
#include "formats/elements.h"
#include "formats/file_bytes.h"
#include "formats/npy.h"
#include "formats/safetensors.h"

#include <stdlib.h>
#include <unistd.h>

struct ax_array_file {
    char *path;
    int descriptor;
    int64_t bytes;
    ax_stored_array only;    /* of a .npy file */
    ax_safetensors *tensors; /* of a .safetensors file, else NULL */
};

/* ---- opening ---- */

/* Reads the first `bytes` bytes of the file into new memory. */
static ax_status *read_start(const ax_array_file *file, int64_t bytes, uint8_t **out_start)
{
    uint8_t *start = malloc((size_t)bytes);
    if (!start)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the header of '%s'", file->path);
    ax_status *status = ax_file_read(file->descriptor, file->path, 0, bytes, start);
    if (status) {
        free(start);
        return status;
    }
    *out_start = start;
    return NULL;
}

static ax_status *open_npy(ax_array_file *file)
{
    uint8_t prefix[AX_NPY_PREFIX_BYTES];
    uint8_t *header = NULL;
    int64_t length, there = ax_min_i64(file->bytes, AX_NPY_PREFIX_BYTES);
    AX_TRY(ax_file_read(file->descriptor, file->path, 0, there, prefix));
    AX_TRY(ax_npy_header_length(file->path, prefix, there, &length));
    if (length > file->bytes) {
        return AX_ERROR(AX_FORMAT,
                        "'%s' is cut short: its .npy header ends at byte %lld, the file has %lld",
                        file->path, (long long)length, (long long)file->bytes);
    }
    AX_TRY(read_start(file, length, &header));
    ax_status *status = ax_npy_parse(file->path, header, length, file->bytes, &file->only);
    free(header);
    return status;
}

static ax_status *open_safetensors(ax_array_file *file)
{
    uint8_t prefix[AX_SAFETENSORS_PREFIX_BYTES];
    uint8_t *header = NULL;
    int64_t length, there = ax_min_i64(file->bytes, AX_SAFETENSORS_PREFIX_BYTES);
    AX_TRY(ax_file_read(file->descriptor, file->path, 0, there, prefix));
    AX_TRY(ax_safetensors_header_length(file->path, prefix, there, file->bytes, &length));
    AX_TRY(read_start(file, length, &header));
    ax_status *status = ax_safetensors_parse(file->path, header, length, file->bytes,
                                             &file->tensors);
    free(header);
    return status;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

ax_status *ax_array_file_open(const char *path, ax_array_file **out_file)
{
    ax_status *status;
    ax_array_file *file = calloc(1, sizeof *file);
    if (!file)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to open '%s'", path);
    file->descriptor = -1;
    file->path = strdup(path);
    if (!file->path) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory to open '%s'", path);
        goto close_file;
    }
    AX_TRY_GOTO(status, ax_file_open(path, &file->descriptor, &file->bytes), close_file);
    status = ends_with(path, ".safetensors") ? open_safetensors(file) : open_npy(file);
    if (status)
        goto close_file;
    *out_file = file;
    return NULL;

close_file:
    ax_array_file_close(file);
    return status;
}

void ax_array_file_close(ax_array_file *file)
{
    if (!file)
        return;
    if (file->descriptor >= 0)
        close(file->descriptor);
    ax_safetensors_free(file->tensors);
    free(file->path);
    free(file);
}

/* ---- what is in it ---- */

const char *ax_array_file_path(const ax_array_file *file)
{
    return file->path;
}

bool ax_array_file_has_names(const ax_array_file *file)
{
    return file->tensors != NULL;
}

int64_t ax_array_file_count(const ax_array_file *file)
{
    return file->tensors ? file->tensors->count : 1;
}

const char *ax_array_file_name(const ax_array_file *file, int64_t index)
{
    return file->tensors ? file->tensors->entries[index].name : NULL;
}

ax_status *ax_array_file_find(const ax_array_file *file, const char *name,
                              const ax_stored_array **out_array)
{
    if (!file->tensors) {
        if (name) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "'%s' is a .npy file: it holds one array without a name, not '%s'",
                            file->path, name);
        }
        *out_array = &file->only;
        return NULL;
    }
    if (!name && file->tensors->count != 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "'%s' holds %lld tensors: say which, %s:TENSOR",
                        file->path, (long long)file->tensors->count, file->path);
    }
    const ax_safetensors_entry *entry;
    AX_TRY(ax_safetensors_find(file->path, file->tensors,
                               name ? name : file->tensors->entries[0].name, &entry));
    *out_array = &entry->array;
    return NULL;
}

/* ---- reading ---- */

ax_status *ax_array_file_read_rows(const ax_array_file *file, const ax_stored_array *array,
                                   int32_t axis, int64_t first, int64_t count, void *destination)
{
    const ax_type *type = &array->type;
    char text[AX_TYPE_TEXT];
    if (axis < 0 || axis >= type->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "'%s': axis %d of %s: an axis is in [0, %d)",
                        file->path, axis, ax_type_print(type, text), type->ndim);
    }
    if (first < 0 || count < 0 || first > type->dims[axis] - count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "'%s': %lld rows from row %lld along axis %d of %s",
                        file->path, (long long)count, (long long)first, axis,
                        ax_type_print(type, text));
    }
    ax_element_box box;
    ax_element_box_rows(array, axis, first, count, &box);
    return ax_elements_read(file->descriptor, file->path, &box, destination);
}

ax_status *ax_array_file_read_all(const ax_array_file *file, const ax_stored_array *array,
                                  void *destination)
{
    ax_element_box box;
    ax_element_box_all(array, &box);
    return ax_elements_read(file->descriptor, file->path, &box, destination);
}
