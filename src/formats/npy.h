/* The header of a .npy file (NumPy's format, NEP 1): versions 1, 2 and 3.
 *
 *     \x93NUMPY  major  minor  length (u16, from version 2 on u32)  a Python dict as text
 *
 * The dict has the keys descr (element type and byte order), fortran_order and shape. Reading is
 * strict about what is said and tolerant of how: quotes of either kind, any spacing and order of
 * keys, trailing commas, Python 2's L after an integer.
 *
 * bf16 has no letter of its own in NumPy: it is stored as two opaque bytes, V2, and read so.
 */
#ifndef AXMAP_FORMATS_NPY_H
#define AXMAP_FORMATS_NPY_H

#include "formats/stored_array.h"

#include <stdint.h>

enum {
    AX_NPY_PREFIX_BYTES = 12,           /* enough to know how long the header is */
    AX_NPY_LONGEST_HEADER = 1 << 20,    /* read; NumPy itself needs a few hundred bytes */
    AX_NPY_LONGEST_WRITTEN_HEADER = 512 /* written */
};

/* The length of the header, and so the offset of the data, from the first `length` bytes of a file:
 * AX_NPY_PREFIX_BYTES of them, or all where it has fewer. `file` is its name, for messages.
 * Errors: AX_FORMAT (no .npy, or cut short), AX_UNSUPPORTED (another version). */
ax_status *ax_npy_header_length(const char *file, const uint8_t *prefix, int64_t length,
                                int64_t *out_length);

/* Parses a header of that length. `file_bytes`: the length of the whole file, which must be what
 * the header says. Errors: AX_FORMAT, AX_UNSUPPORTED (a dtype that axmap does not have, too many
 * dimensions), AX_OVERFLOW. */
ax_status *ax_npy_parse(const char *file, const uint8_t *header, int64_t length, int64_t file_bytes,
                        ax_stored_array *out_array);

/* Writes the header (version 1.0, this host's byte order, C order) for an array of `type` into
 * `out_header` (AX_NPY_LONGEST_WRITTEN_HEADER bytes) and returns its length, a multiple of 64. */
int64_t ax_npy_header_write(const ax_type *type, uint8_t *out_header);

#endif
