/* Functions from StableHLO text, as JAX writes it (launch/export.py).
 *
 *     AX_TRY(ax_stablehlo_read("digits.mlir", &program));
 *     AX_TRY(ax_map(ax_stablehlo_fn(program), &options, &map));
 */
#ifndef AXMAP_STABLEHLO_H
#define AXMAP_STABLEHLO_H

#include <axmap/fn.h>

AX_BEGIN_DECLS

/* A program: its @main as a function, with the names of its arguments and results. Immutable. */
typedef struct ax_stablehlo ax_stablehlo;

/* Reads a file. Errors: AX_NOT_FOUND, AX_IO; AX_FORMAT with file, line, column and the token;
 * AX_UNSUPPORTED with the name and place of an op, type or feature that is not there. */
AX_API ax_status *ax_stablehlo_read(const char *path, ax_stablehlo **out_program);

/* The same from text in memory (`length` bytes, not kept); messages call it `name`. */
AX_API ax_status *ax_stablehlo_parse_text(const char *text, size_t length, const char *name,
                                          ax_stablehlo **out_program);

AX_API void ax_stablehlo_release(ax_stablehlo *program); /* NULL is allowed */

/* The function, of ONE example: ax_fn_ninputs and ax_fn_noutputs of it. Lives as long as the program;
 * ax_fn_retain keeps it longer. */
AX_API ax_fn *ax_stablehlo_fn(const ax_stablehlo *program);

/* The type of an argument or result for one example, and its name as the program prints it, or NULL. */
AX_API ax_type ax_stablehlo_input_type(const ax_stablehlo *program, int32_t index);
AX_API ax_type ax_stablehlo_output_type(const ax_stablehlo *program, int32_t index);
AX_API const char *ax_stablehlo_input_name(const ax_stablehlo *program, int32_t index);
AX_API const char *ax_stablehlo_output_name(const ax_stablehlo *program, int32_t index);

/* The axis that the program was lowered over, or NULL when it has none of its own; its length; and
 * for each argument and result the axis that the examples lie along, or AX_NONE: what ax_map wants as
 * axis_name, in_axes and out_axes. The lists are empty without an axis, and live with the program. Of a
 * program of N replicas (mhlo.num_replicas, an older form of pmap) the axis is "replica", and what
 * every replica has of its own lies along axis 0. */
AX_API const char *ax_stablehlo_axis_name(const ax_stablehlo *program);
AX_API int64_t ax_stablehlo_axis_size(const ax_stablehlo *program);
AX_API ax_ints ax_stablehlo_in_axes(const ax_stablehlo *program);
AX_API ax_ints ax_stablehlo_out_axes(const ax_stablehlo *program);

AX_END_DECLS

#endif
