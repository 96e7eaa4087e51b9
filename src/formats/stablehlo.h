/* StableHLO text: syntax tree and import. */
#ifndef AXMAP_FORMATS_STABLEHLO_H
#define AXMAP_FORMATS_STABLEHLO_H

#include "formats/program.h"
#include "formats/stablehlo/tree.h"

/* Parses one module: `module {...}`, or its ops without that frame.
 *
 * text      `length` bytes, not kept
 * filename  what messages call it
 * errors    AX_FORMAT, "file:3:7: expected X, found 'token'"; AX_UNSUPPORTED for a form that exists
 *           but is not read, an op's unknown short form for example; AX_OVERFLOW
 */
ax_status *ax_stablehlo_parse(const char *text, size_t length, const char *filename,
                              ax_hlo_module **out_module);

/* The same for a part of a file that begins at its line `first_line`. */
ax_status *ax_stablehlo_parse_part(const char *text, size_t length, const char *filename,
                                   int32_t first_line, ax_hlo_module **out_module);

/* NULL is allowed. */
void ax_stablehlo_free(ax_hlo_module *module);

/* Makes the graph of a function, its calls inlined.
 *
 * function  its name; NULL: main
 * errors    AX_NOT_FOUND: no such function; AX_UNSUPPORTED: an op, type or feature that axmap does
 *           not have yet, by name and place; AX_FORMAT: something that contradicts itself
 */
ax_status *ax_stablehlo_import(const ax_hlo_module *module, const char *function,
                               ax_program *out_program);

/* For programs that check themselves: ops of @main for which `is_check` says so are left out, and
 * their operands, in the order of the ops, follow the function's results as further outputs.
 *
 * reverse_ties  sort and top_k that leave the order of equal elements open (is_stable = false) put
 *               them in the reverse of their order instead of in it
 */
typedef bool ax_hlo_is_check_fn(const ax_hlo_op *op);
ax_status *ax_stablehlo_import_checks(const ax_hlo_module *module, const char *function,
                                      ax_hlo_is_check_fn *is_check, bool reverse_ties,
                                      ax_program *out_program);

#endif
