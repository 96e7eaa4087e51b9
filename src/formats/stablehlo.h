/* StableHLO text: syntax tree and import. The essentials are public in <axmap/stablehlo.h>. */
#ifndef AXMAP_FORMATS_STABLEHLO_H
#define AXMAP_FORMATS_STABLEHLO_H

#include "formats/stablehlo/tree.h"

/* Parses one module: `module {...}` or its ops without it.
 *
 * text      `length` bytes, not kept
 * filename  what messages call it
 * errors    AX_FORMAT, "file:3:7: expected X, found 'token'"; AX_UNSUPPORTED for a form that is
 *           known to exist but not read, an op's unknown short form for example; AX_OVERFLOW
 */
ax_status *ax_stablehlo_parse(const char *text, size_t length, const char *filename,
                              ax_hlo_module **out_module);

/* NULL is allowed. */
void ax_stablehlo_free(ax_hlo_module *module);

#endif
