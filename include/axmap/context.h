/* A context: the devices of a job and all of axmap's state. There is no other.
 *
 * A context is made from this process alone (here) or from an MPI communicator (<axmap/mpi.h>). Each
 * rank owns one or more devices: sets of CPU cores with threads of their own. Devices are numbered
 * over all ranks, rank by rank.
 *
 * Threads: calls that communicate (ax_call of a mapped function, ax_array_gather, making and
 * releasing the context) come from one thread at a time, in the same order on all ranks.
 */
#ifndef AXMAP_CONTEXT_H
#define AXMAP_CONTEXT_H

#include <axmap/api.h>
#include <axmap/status.h>
#include <stdbool.h>
#include <stdint.h>

AX_BEGIN_DECLS

typedef struct ax_context ax_context;

typedef struct ax_context_options {
    int devices_per_rank; /* 0: one per NUMA node of the rank's share of the host */
    int threads;          /* of each device; 0: one a core */
    double timeout;       /* seconds that a collective may wait for a rank; 0: 600; < 0: forever */
    const char *backend;  /* "cpu" (NULL) or "reference" */
    int64_t memory; /* bytes that this rank may use for arrays in flight; 0: 0.8 of what is free */
    bool native;    /* use what this host's CPU can do beyond the weakest host of the job */
    /* Compare, over all devices, what a function promises to be the same along an axis (out_axes AX_NONE
     * of ax_pmap; a result of shard_map whose spec names no axis): AX_MISMATCH where it is not.
     * Otherwise index 0's value is taken. For debugging. */
    bool check_promises;
} ax_context_options;

/* A context of this process alone. `options` NULL: all defaults. */
AX_API ax_status *ax_context_create(const ax_context_options *options, ax_context **out_context);

AX_API void ax_context_retain(ax_context *context);
/* The last release ends the devices' threads. NULL is allowed. With MPI: before MPI_Finalize. */
AX_API void ax_context_release(ax_context *context);

AX_API int ax_context_rank(const ax_context *context);
AX_API int ax_context_size(const ax_context *context);          /* ranks */
AX_API int ax_context_device_count(const ax_context *context);  /* of all ranks */
AX_API int ax_context_local_devices(const ax_context *context); /* of this rank */

/* Whether a rank never arrived (AX_TIMEOUT), so that MPI_Finalize may hang: the program prints the
 * message and calls MPI_Abort.
 *
 * Of several ranks the first failure of a call that communicates is final, even of a wrong argument:
 * every later such call returns AX_PEER_FAILED with the same message. Unless the context is broken, a
 * program that goes on releases it on all ranks and makes another; arrays and functions stay good. */
AX_API bool ax_context_broken(const ax_context *context);
/* Whether this rank is the one that should print a failure that all ranks know of. */
AX_API bool ax_context_is_speaker(const ax_context *context);

AX_END_DECLS

#endif
