/* A text file, whole: a program or a job file. */
#ifndef AXMAP_JOB_READ_TEXT_H
#define AXMAP_JOB_READ_TEXT_H

#include <axmap/status.h>
#include <stdint.h>

/* Reads it; a NUL byte follows the text, which the caller frees. Errors: AX_NOT_FOUND, AX_IO (it
 * cannot be read, or is a folder), AX_UNSUPPORTED (it is longer than 1 GiB), AX_OUT_OF_MEMORY. */
ax_status *ax_read_text(const char *path, char **out_text, int64_t *out_length);

#endif
