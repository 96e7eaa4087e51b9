/* A .safetensors header of any bytes: it is refused, or every tensor lies inside the file. */
#include "formats/safetensors.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t length, bytes = (int64_t)size;
    ax_safetensors *tensors = NULL;
    ax_status *status = ax_safetensors_header_length("input", data, bytes < 8 ? bytes : 8, bytes,
                                                     &length);
    if (!status)
        status = ax_safetensors_parse("input", data, length, bytes, &tensors);
    for (int64_t i = 0; !status && i < tensors->count; i++) {
        const ax_safetensors_entry *entry = &tensors->entries[i], *found;
        if (entry->array.offset < length || entry->array.offset + entry->bytes > bytes)
            abort();
        ax_status_free(ax_safetensors_find("input", tensors, entry->name, &found));
    }
    ax_safetensors_free(tensors);
    ax_status_free(status);
    return 0;
}
