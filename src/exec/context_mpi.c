#include "comm/mpi.h"
#include "exec/context.h"

#include <axmap/mpi.h>

ax_status *ax_context_create_mpi(MPI_Comm parent, const ax_context_options *options,
                                 ax_context **out_context)
{
    ax_comm *comm;
    AX_TRY(ax_comm_create(parent, &(ax_comm_options){0}, &comm));
    ax_status *status = ax_context_create_with(comm, options, out_context);
    if (status)
        ax_comm_destroy(comm);
    return status;
}
