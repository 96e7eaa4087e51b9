/* A context over MPI. The only public header that needs mpi.h.
 *
 * The program calls MPI_Init_thread (MPI_THREAD_SERIALIZED at least) before and MPI_Finalize after;
 * axmap does neither, and never calls MPI_Abort.
 */
#ifndef AXMAP_MPI_H
#define AXMAP_MPI_H

#include <axmap/context.h>
#include <mpi.h>

AX_BEGIN_DECLS

/* A context of the ranks of `parent`, which may be freed afterwards: axmap speaks on a duplicate.
 * Collective; the options are the same on all ranks, except that memory, devices_per_rank and threads
 * may differ.
 * Errors: AX_INVALID_ARGUMENT (MPI not initialised, too weak a thread level, wrong options). */
AX_API ax_status *ax_context_create_mpi(MPI_Comm parent, const ax_context_options *options,
                                        ax_context **out_context);

AX_END_DECLS

#endif
