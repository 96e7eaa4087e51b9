/* What unlike hosts of a job agree on, so that they compute the same bits. */
#ifndef AXMAP_EXEC_HOSTS_H
#define AXMAP_EXEC_HOSTS_H

#include "exec/context.h"

/* Starts the code generator on all ranks for what the weakest of them can run, unless the context is native:
 * then each uses its own, and results may differ in their last bits with the host that computes them.
 *
 * Loads the BLAS, which no kernel calls and products are measured beside: on hosts of one CPU model with the
 * library's own choice (corrected, see backend/cpu/blas.h), on unlike hosts with the weakest one's kernel.
 * Collective. */
ax_status *ax_hosts_load_blas(ax_context *context);

/* What still differs between hosts and may change last bits, as a sentence for the user; NULL when
 * nothing does. Collective. */
ax_status *ax_hosts_compare(ax_context *context, const char **out_note);

#endif
