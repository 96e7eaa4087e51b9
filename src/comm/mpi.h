/* The one way in from MPI: the program has called MPI_Init_thread and will call MPI_Finalize. */
#ifndef AXMAP_COMM_MPI_H
#define AXMAP_COMM_MPI_H

#include "comm/comm.h"

#include <mpi.h>

/* Makes a comm of `parent`'s ranks; collective. It speaks on private duplicates, so the program's own
 * messages on `parent` never meet it; `parent` may be freed afterwards.
 * Errors: AX_INVALID_ARGUMENT (MPI not initialised, already finalised, or without
 * MPI_THREAD_SERIALIZED), AX_OUT_OF_MEMORY, AX_INTERNAL with MPI's own words. */
ax_status *ax_comm_create(MPI_Comm parent, const ax_comm_options *options, ax_comm **out_comm);

#endif
