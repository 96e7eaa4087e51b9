/* What a program of `axmap bench programs` runs on: its text, and the arrays beside it. */
#ifndef AXMAP_BENCH_PROGRAM_FILES_H
#define AXMAP_BENCH_PROGRAM_FILES_H

#include "ir/graph.h"

/* The graph of FOLDER/NAME.mlir, its own axes vmapped. */
ax_status *ax_program_load(const char *folder, const char *name, ax_graph **out_graph);

/* Reads FOLDER/NAME.KIND.INDEX.npy, an array of `type`, into `memory`. `kind`: "in" or "out". */
ax_status *ax_program_read_array(const char *folder, const char *name, const char *kind,
                                 int32_t index, const ax_type *type, void *memory);

/* Whether a result is the expected one, within the tolerance of its type; raises *max_error to its error,
 * as ax_compare_error measures it. AX_MISMATCH says which element is what. */
ax_status *ax_program_compare(int32_t index, const ax_type *type, const void *actual,
                              const void *expected, double *max_error);

#endif
