#include "base/checked.h"
#include "base/hash.h"
#include "base/unconst.h"
#include "comm/internal.h"

#include <stdlib.h>
#include <string.h>

/* Memory that is got before the handshake; without it this rank arrives flagged. */
static void *get(ax_status **local, int64_t count, size_t size)
{
    if (*local)
        return NULL;
    void *memory = calloc(count > 0 ? (size_t)count : 1, size);
    if (!memory)
        *local = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a message of %lld bytes",
                          (long long)count * (long long)size);
    return memory;
}

static void copy(void *to, const void *from, int64_t bytes)
{
    if (bytes > 0 && to != from)
        memmove(to, from, (size_t)bytes);
}

static uint64_t hash_sizes(uint64_t seed, const int64_t *sizes, int count)
{
    return ax_hash_bytes(seed, sizes, (size_t)count * sizeof sizes[0]);
}

/* ---- Broadcast ---- */

static ax_status *check_root(const ax_comm *comm, int root, int64_t bytes)
{
    if (root < 0 || root >= comm->size || bytes < 0)
        return AX_ERROR(AX_INVALID_ARGUMENT, "a broadcast of %lld bytes from rank %d of %d",
                        (long long)bytes, root, comm->size);
    return NULL;
}

ax_status *ax_comm_broadcast(ax_comm *comm, const ax_launch *launch, ax_status *local, int root,
                             void *data, int64_t bytes)
{
    uint64_t fingerprint = ax_hash_string(launch->fingerprint, "broadcast");
    fingerprint = ax_hash_i64(ax_hash_i64(fingerprint, root), bytes);
    if (!local)
        local = check_root(comm, root, bytes);
    AX_TRY(ax_comm_begin(comm, launch, fingerprint, local));
    if (!comm->over_mpi)
        return NULL;
    ax_piece piece = {.peer = root, .data = data, .bytes = bytes};
    return ax_exchange_broadcast(comm, launch, &piece, 1);
}

/* Tells all the root's size; comm->sent is where it travels. */
static ax_status *broadcast_size(ax_comm *comm, const ax_launch *launch, int root, int64_t *bytes)
{
    comm->sent.launch = (uint64_t)*bytes;
    ax_piece piece = {.peer = root, .data = &comm->sent.launch, .bytes = 8};
    AX_TRY(ax_exchange_broadcast(comm, launch, &piece, 1));
    *bytes = (int64_t)comm->sent.launch;
    return NULL;
}

ax_status *ax_comm_broadcast_blob(ax_comm *comm, const ax_launch *launch, ax_status *local,
                                  int root, const void *data, int64_t bytes, void **out_data,
                                  int64_t *out_bytes)
{
    bool is_root = comm->rank == root;
    uint64_t fingerprint = ax_hash_i64(ax_hash_string(launch->fingerprint, "broadcast_blob"), root);
    int64_t size = is_root ? bytes : 0;
    if (!local)
        local = check_root(comm, root, size);
    AX_TRY(ax_comm_begin(comm, launch, fingerprint, local));
    if (comm->over_mpi)
        AX_TRY(broadcast_size(comm, launch, root, &size));
    ax_status *status = NULL;
    char *blob = get(&status, size < INT64_MAX ? size + 1 : size, 1);
    if (blob && is_root)
        copy(blob, data, size);
    status = ax_comm_begin(comm, launch, ax_hash_i64(fingerprint, size), status);
    if (!status && comm->over_mpi) {
        ax_piece piece = {.peer = root, .data = blob, .bytes = size};
        status = ax_exchange_broadcast(comm, launch, &piece, 1);
    }
    if (status) {
        if (!comm->broken)
            free(blob);
        return status;
    }
    blob[size] = '\0';
    *out_data = blob;
    *out_bytes = size;
    return NULL;
}

/* ---- Allgather ---- */

/* After the handshake: every rank's bytes to all. */
static ax_status *spread(ax_comm *comm, const ax_launch *launch, const void *mine,
                         const int64_t *offsets, char *all, ax_piece *pieces)
{
    int64_t my_bytes = offsets[comm->rank + 1] - offsets[comm->rank];
    if (my_bytes > 0)
        copy(all + offsets[comm->rank], mine, my_bytes);
    if (!comm->over_mpi)
        return NULL;
    ax_piece *sends = pieces;
    ax_piece *receives = pieces + comm->size;
    for (int step = 1; step < comm->size; step++) {
        int target = ax_step_target(comm, step);
        int source = ax_step_source(comm, step);
        int64_t bytes = offsets[source + 1] - offsets[source];
        sends[step - 1] = (ax_piece){.peer = target, .bytes = my_bytes};
        if (my_bytes > 0)
            sends[step - 1].data = all + offsets[comm->rank];
        receives[step - 1] = (ax_piece){.peer = source, .bytes = bytes};
        if (bytes > 0)
            receives[step - 1].data = all + offsets[source];
    }
    return ax_exchange(comm, launch, sends, comm->size - 1, receives, comm->size - 1);
}

/* Running sums of the sizes, or an error that names the rank. */
static ax_status *sum_sizes(const ax_comm *comm, const int64_t *sizes, int64_t *out_offsets)
{
    out_offsets[0] = 0;
    for (int r = 0; r < comm->size; r++)
        if (sizes[r] < 0 || !ax_checked_add(out_offsets[r], sizes[r], &out_offsets[r + 1]))
            return AX_ERROR(AX_OVERFLOW, "an allgather with %lld bytes of rank %d",
                            (long long)sizes[r], r);
    return NULL;
}

ax_status *ax_comm_allgather(ax_comm *comm, const ax_launch *launch, ax_status *local,
                             const void *mine, const int64_t *sizes, void *all)
{
    uint64_t fingerprint = ax_hash_string(launch->fingerprint, "allgather");
    fingerprint = hash_sizes(fingerprint, sizes, comm->size);
    ax_piece *pieces = get(&local, 2 * comm->size, sizeof *pieces);
    int64_t *offsets = get(&local, comm->size + 1, sizeof *offsets);
    if (!local)
        local = sum_sizes(comm, sizes, offsets);
    ax_status *status = ax_comm_begin(comm, launch, fingerprint, local);
    if (!status)
        status = spread(comm, launch, mine, offsets, all, pieces);
    free(pieces);
    free(offsets);
    return status;
}

/* Learns every rank's size and gets memory for all. */
static ax_status *prepare_blobs(ax_comm *comm, const ax_launch *launch, int64_t bytes,
                                int64_t *sizes, ax_piece *pieces, ax_blobs *out)
{
    for (int r = 0; r <= comm->size; r++)
        out->offsets[r] = r * (int64_t)sizeof *sizes;
    sizes[comm->rank] = bytes;
    AX_TRY(spread(comm, launch, &sizes[comm->rank], out->offsets, (char *)sizes, pieces));
    ax_status *status = sum_sizes(comm, sizes, out->offsets);
    out->data = get(&status, status ? 0 : out->offsets[comm->size], 1);
    return ax_comm_begin(comm, launch, hash_sizes(launch->fingerprint, sizes, comm->size), status);
}

ax_status *ax_comm_allgather_blobs(ax_comm *comm, const ax_launch *launch, ax_status *local,
                                   const void *mine, int64_t bytes, ax_blobs *out_blobs)
{
    ax_piece *pieces = get(&local, 2 * comm->size, sizeof *pieces);
    int64_t *sizes = get(&local, comm->size, sizeof *sizes);
    ax_blobs blobs = {.count = comm->size};
    blobs.offsets = get(&local, comm->size + 1, sizeof *blobs.offsets);
    if (!local && bytes < 0)
        local = AX_ERROR(AX_INVALID_ARGUMENT, "an allgather of %lld bytes", (long long)bytes);
    uint64_t fingerprint = ax_hash_string(launch->fingerprint, "allgather_blobs");
    ax_status *status = ax_comm_begin(comm, launch, fingerprint, local);
    if (!status)
        status = prepare_blobs(comm, launch, bytes, sizes, pieces, &blobs);
    if (!status)
        status = spread(comm, launch, mine, blobs.offsets, blobs.data, pieces);
    free(pieces);
    if (!comm->broken)
        free(sizes);
    if (!status)
        *out_blobs = blobs;
    else if (!comm->broken)
        ax_blobs_free(&blobs);
    return status;
}

void ax_blobs_free(ax_blobs *blobs)
{
    free(blobs->offsets);
    free(blobs->data);
    *blobs = (ax_blobs){0};
}

/* ---- All to all ---- */

static ax_status *check_alltoall(const ax_comm *comm, const int64_t *send_bytes,
                                 const int64_t *receive_bytes)
{
    for (int r = 0; r < comm->size; r++)
        if (send_bytes[r] < 0 || receive_bytes[r] < 0)
            return AX_ERROR(AX_INVALID_ARGUMENT, "an exchange of %lld and %lld bytes with rank %d",
                            (long long)send_bytes[r], (long long)receive_bytes[r], r);
    if (send_bytes[comm->rank] != receive_bytes[comm->rank])
        return AX_ERROR(AX_INVALID_ARGUMENT, "rank %d sends %lld bytes to itself and takes %lld",
                        comm->rank, (long long)send_bytes[comm->rank],
                        (long long)receive_bytes[comm->rank]);
    return NULL;
}

ax_status *ax_comm_alltoall(ax_comm *comm, const ax_launch *launch, ax_status *local,
                            const void *const *send, const int64_t *send_bytes,
                            void *const *receive, const int64_t *receive_bytes)
{
    ax_piece *sends = get(&local, 2 * comm->size, sizeof *sends);
    if (!local)
        local = check_alltoall(comm, send_bytes, receive_bytes);
    uint64_t fingerprint = ax_hash_string(launch->fingerprint, "alltoall");
    ax_status *status = ax_comm_begin(comm, launch, fingerprint, local);
    if (status) {
        free(sends);
        return status;
    }
    copy(receive[comm->rank], send[comm->rank], send_bytes[comm->rank]);
    ax_piece *receives = sends + comm->size;
    for (int step = 1; step < comm->size; step++) {
        int target = ax_step_target(comm, step);
        int source = ax_step_source(comm, step);
        sends[step - 1] = (ax_piece){
            .peer = target, .data = ax_unconst(send[target]), .bytes = send_bytes[target]};
        receives[step - 1] = (ax_piece){
            .peer = source, .data = receive[source], .bytes = receive_bytes[source]};
    }
    if (comm->over_mpi)
        status = ax_exchange(comm, launch, sends, comm->size - 1, receives, comm->size - 1);
    free(sends);
    return status;
}
