/* The table of operations that README.md holds, made from the ops' records. */
#ifndef AXMAP_CLI_SUPPORT_MATRIX_H
#define AXMAP_CLI_SUPPORT_MATRIX_H

#include <axmap/status.h>

/* Markdown, one row an op, those of the specification without a record last, then the written reasons of rules that are missing. The caller frees it. */
ax_status *ax_support_matrix(char **out_text);

#endif
