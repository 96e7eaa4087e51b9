/* Files of arrays: a .npy file holds one, a .safetensors file several by name.
 *
 * Opening reads and checks the header; the elements are read later, by rows, with pread into the
 * caller's memory. Files are never mapped: one that is cut short meanwhile is an error and not a
 * SIGBUS. Threads: several may read one file at once.
 */
#ifndef AXMAP_FORMATS_ARRAY_FILE_H
#define AXMAP_FORMATS_ARRAY_FILE_H

#include "formats/stored_array.h"

typedef struct ax_array_file ax_array_file;

/* Opens a .safetensors file (by its ending) or else a .npy file. Errors: AX_NOT_FOUND, AX_IO (it
 * cannot be read, or is no regular file), AX_FORMAT, AX_UNSUPPORTED, AX_OVERFLOW. */
ax_status *ax_array_file_open(const char *path, ax_array_file **out_file);
void ax_array_file_close(ax_array_file *file); /* NULL is allowed */

const char *ax_array_file_path(const ax_array_file *file);

/* Whether its arrays have names, how many there are, and their names in bytewise order. A file
 * without names holds one array. */
bool ax_array_file_has_names(const ax_array_file *file);
int64_t ax_array_file_count(const ax_array_file *file);
const char *ax_array_file_name(const ax_array_file *file, int64_t index);

/* The array of this name (NULL: the only one); lives as long as the file. Errors: AX_NOT_FOUND,
 * AX_UNSUPPORTED (its dtype), AX_INVALID_ARGUMENT (a name for a .npy file, none for several). */
ax_status *ax_array_file_find(const ax_array_file *file, const char *name,
                              const ax_stored_array **out_array);

/* Reads rows [first, first + count) along `axis` of the array into dense row-major memory where the
 * row axis comes first: [count, the other dims in their order], this host's byte order, bool as 0 or
 * 1. Where elements must be rearranged, a few MiB of memory are used meanwhile. Errors:
 * AX_INVALID_ARGUMENT (axis or rows out of range), AX_IO, AX_OUT_OF_MEMORY. */
ax_status *ax_array_file_read_rows(const ax_array_file *file, const ax_stored_array *array,
                                   int32_t axis, int64_t first, int64_t count, void *destination);

/* Reads all elements in row-major order. */
ax_status *ax_array_file_read_all(const ax_array_file *file, const ax_stored_array *array,
                                  void *destination);

#endif
