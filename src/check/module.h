/* One module that checks itself. */
#ifndef AXMAP_CHECK_MODULE_H
#define AXMAP_CHECK_MODULE_H

#include "check/check.h"

/* Success: every check holds. AX_UNSUPPORTED: the module cannot be checked, and why; any other error:
 * what failed. */
ax_status *ax_check_module_text(const char *text, size_t length, const char *filename,
                                int32_t first_line, const ax_check_options *options);

#endif
