/* A .npy header of any bytes: it is refused, or what it describes lies inside the file. */
#include "formats/npy.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t length, bytes = (int64_t)size;
    int64_t prefix = bytes < AX_NPY_PREFIX_BYTES ? bytes : AX_NPY_PREFIX_BYTES;
    ax_status *status = ax_npy_header_length("input", data, prefix, &length);
    if (!status && length <= bytes) {
        ax_stored_array array;
        status = ax_npy_parse("input", data, length, bytes, &array);
        if (!status && array.offset + ax_type_bytes(&array.type) != bytes)
            abort();
    }
    ax_status_free(status);
    return 0;
}
