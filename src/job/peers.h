/* The ranks of a job as its files see them: who this one is, and two things done together.
 *
 * A comm is one implementation (job/comm_peers.h); tests make ranks of threads. Both calls are
 * collective: all ranks make them in the same order. Each consumes this rank's `local` status and
 * returns NULL on all ranks, when no rank brought an error, or an error on all.
 */
#ifndef AXMAP_JOB_PEERS_H
#define AXMAP_JOB_PEERS_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_peers {
    int rank, size;

    /* Have all come so far, and well? `what` is named in errors. */
    ax_status *(*agree)(void *user, const char *what, ax_status *local);

    /* Sends send[r] (send_bytes[r] of them) to each rank r and receives receive[r] from it, whose
     * size receive_bytes[r] is known. An array's entry may be NULL where its size is 0, and none is read where `local` is an error. */
    ax_status *(*exchange)(void *user, const char *what, ax_status *local, const void *const *send,
                           const int64_t *send_bytes, void *const *receive,
                           const int64_t *receive_bytes);
    void *user;
} ax_peers;

/* One rank alone. */
ax_peers ax_peers_alone(void);

#endif
