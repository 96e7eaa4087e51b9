/* Bytes of a file by their offset: pread that goes on until all is there, and names what is not. */
#ifndef AXMAP_FORMATS_FILE_BYTES_H
#define AXMAP_FORMATS_FILE_BYTES_H

#include <axmap/status.h>
#include <stdint.h>

/* Opens a regular file for reading and gives its length. Errors: AX_NOT_FOUND, AX_IO. */
ax_status *ax_file_open(const char *path, int *out_descriptor, int64_t *out_bytes);

/* Reads exactly `bytes` bytes at `offset`; a file that ends before is AX_IO. */
ax_status *ax_file_read(int descriptor, const char *path, int64_t offset, int64_t bytes,
                        void *destination);

#endif
