/* Why a module failed or was skipped, in one line that begins with the place: "FILE:12:5: ...". */
#ifndef AXMAP_CHECK_REASON_H
#define AXMAP_CHECK_REASON_H

#include <axmap/status.h>
#include <stdint.h>

/* The message of an error of a module that begins at `line` of `filename`, which stands for the place
 * where the message names none. The caller frees it; NULL without memory. */
char *ax_check_reason(const ax_status *status, const char *filename, int32_t line);

#endif
