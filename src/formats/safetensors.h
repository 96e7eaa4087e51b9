/* The header of a .safetensors file: named tensors in one file.
 *
 *     length (u64, little endian)   a JSON object   the tensors' bytes, little endian, C order
 *     {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {...}}
 *
 * Offsets count from the end of the header. As the format's specification asks, the tensors cover
 * the bytes without gaps or overlaps, to the end of the file; names and keys occur once.
 */
#ifndef AXMAP_FORMATS_SAFETENSORS_H
#define AXMAP_FORMATS_SAFETENSORS_H

#include "formats/stored_array.h"

#include <stdint.h>

enum {
    AX_SAFETENSORS_PREFIX_BYTES = 8,
    AX_SAFETENSORS_LONGEST_HEADER = 100000000 /* the specification's limit */
};

typedef struct ax_safetensors_entry {
    char *name;
    char *unsupported; /* the dtype as written, when axmap does not have it; else NULL */
    ax_stored_array array;
    int64_t bytes;
} ax_safetensors_entry;

typedef struct ax_safetensors {
    int64_t count;
    ax_safetensors_entry *entries; /* sorted by name, bytewise */
} ax_safetensors;

/* The length of the header with its prefix, from the first `length` bytes of a file (all where it
 * has fewer than AX_SAFETENSORS_PREFIX_BYTES). `file` is its name, for messages. */
ax_status *ax_safetensors_header_length(const char *file, const uint8_t *prefix, int64_t length,
                                        int64_t file_bytes, int64_t *out_length);

/* Parses a header of that length, prefix included. Errors: AX_FORMAT, AX_UNSUPPORTED (too many
 * dimensions), AX_OVERFLOW. Tensors of a dtype that axmap does not have are listed as such. */
ax_status *ax_safetensors_parse(const char *file, const uint8_t *header, int64_t length,
                                int64_t file_bytes, ax_safetensors **out_tensors);

/* NULL is allowed. */
void ax_safetensors_free(ax_safetensors *tensors);

/* The tensor of this name. Errors: AX_NOT_FOUND (lists what there is), AX_UNSUPPORTED. */
ax_status *ax_safetensors_find(const char *file, const ax_safetensors *tensors, const char *name,
                               const ax_safetensors_entry **out_entry);

#endif
