/* A comm: the ranks of a job, and everything they tell one another.
 *
 * THE RULE. Every operation that communicates is a *launch*: it begins with the same handshake, and
 * bytes move only after a handshake that all ranks passed cleanly. In the handshake every rank says
 * its launch's number and fingerprint and whether it has failed. So
 *
 *   - a rank that failed still arrives, flagged, at whatever launch the others begin next: the
 *     operations below take a `local` status for that. All ranks then know, without a hang: the rank
 *     that failed gets its own error back, the others AX_PEER_FAILED with its text ("rank 2: ...").
 *   - ranks that began different launches get AX_MISMATCH, with who holds what.
 *
 * The first failure is final: the comm is *failed*, and every later operation returns AX_PEER_FAILED
 * with the same text at once, without communicating. MPI_Finalize works as ever.
 *
 * A wait longer than the timeout is AX_TIMEOUT, naming the ranks that have not arrived. The comm is
 * then also *broken*: messages are in flight that nobody will receive, MPI may still write into the
 * buffers of the operation that was given up, and MPI_Finalize may hang. The program must end.
 *
 *     ax_launch launch = {.what = "psum 'batch'", .location = here, .fingerprint = hash};
 *     ax_status *local = compute(...);                       // may have failed here and not elsewhere
 *     return ax_comm_allgather(comm, &launch, local, mine, sizes, all);
 *
 * The status `local` is consumed by every operation that takes it. All ranks make the same calls in
 * the same order; a rank that cannot go on calls ax_comm_fail, whatever the others are doing.
 *
 * A comm of one rank (ax_comm_create_alone, or MPI with one rank) makes no MPI call in any of these, and
 * never fails for good: there is nobody to be out of step with.
 *
 * Threads: one at a time.
 * Waiting: nothing here blocks inside MPI; waits test, spin a few microseconds, then sleep.
 */
#ifndef AXMAP_COMM_COMM_H
#define AXMAP_COMM_COMM_H

#include <axmap/builder.h>
#include <axmap/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ax_comm ax_comm;

typedef struct ax_comm_options {
    double timeout; /* seconds that a wait may take; 0: forever */
} ax_comm_options;

/* A comm of this process alone, without MPI. The one over MPI is made in comm/mpi.h. */
ax_status *ax_comm_create_alone(const ax_comm_options *options, ax_comm **out_comm);

/* Collective over MPI, but waits for nobody. Before MPI_Finalize. NULL is allowed. */
void ax_comm_destroy(ax_comm *comm);

/* ---- Who is there ---- */

int ax_comm_rank(const ax_comm *comm);
int ax_comm_size(const ax_comm *comm);
int ax_comm_node_rank(const ax_comm *comm);         /* this rank among those on its host */
int ax_comm_node_size(const ax_comm *comm);         /* ranks on this host */
int ax_comm_node_of(const ax_comm *comm, int rank); /* hosts are numbered by their lowest rank */
int ax_comm_node_count(const ax_comm *comm);        /* hosts */
const char *ax_comm_hostname(const ax_comm *comm, int rank);

void ax_comm_set_timeout(ax_comm *comm, double seconds);

/* Called again and again while a wait lasts, by the waiting thread; it must return soon and must not
 * use the comm. NULL removes it. */
typedef void ax_comm_hook(void *user);
void ax_comm_set_hook(ax_comm *comm, ax_comm_hook *hook, void *user);

/* ---- Launches and failures ---- */

/* What is launched. All of it lives until the call returns. */
typedef struct ax_launch {
    const char *what;     /* in the user's words: "psum 'batch'", "reading weights.npy" */
    ax_location location; /* of the equation; file NULL: unknown */
    uint64_t fingerprint; /* of program, shapes, options: equal on ranks that do the same thing */
    /* Ranks that compute, and poll, may take as long as they need: only silent ones are too late. For
     * the end of a job, which fast ranks reach long before slow ones. */
    bool patient;
} ax_launch;

/* Barrier, check and agreement on errors, without payload. NULL when every rank began this launch
 * with the same fingerprint and no error. Otherwise `local` itself where it was an error, and
 * AX_PEER_FAILED or AX_MISMATCH elsewhere. A `local` of AX_CANCELLED (this rank stopped because
 * another one failed) gives way to the others' errors. The operations below add the fingerprint of
 * their own arguments, so a launch's may be 0 where nothing else can differ. */
ax_status *ax_comm_handshake(ax_comm *comm, const ax_launch *launch, ax_status *local) AX_MUST_USE;

/* The handshake of no particular operation: "have all come so far, and well?" */
ax_status *ax_comm_agree(ax_comm *comm, const char *what, ax_status *local) AX_MUST_USE;

/* For a rank that cannot go on: tells the others to stop (their ax_comm_poll says so), joins their
 * next launch flagged, and returns `status`, which is not NULL. The others must come to a launch:
 * a job ends with an ax_comm_agree on all ranks. */
ax_status *ax_comm_fail(ax_comm *comm, ax_status *status) AX_MUST_USE;

/* Lets messages move and says whether to stop: true once another rank has failed or the comm has.
 * Then join its launch: ax_comm_agree(comm, "...", AX_ERROR(AX_CANCELLED, "...")). Call it every few
 * milliseconds while computing. Never waits. */
bool ax_comm_poll(ax_comm *comm);

bool ax_comm_failed(const ax_comm *comm);
/* Whether MPI_Finalize may hang: the program must print and MPI_Abort instead. */
bool ax_comm_broken(const ax_comm *comm);
/* The code of the error that made the comm fail, the same on all ranks that learnt of it: what an
 * exit status is made from. AX_OK while it has not failed. */
ax_code ax_comm_failure_code(const ax_comm *comm);
/* Whether this rank should print the error: one rank is chosen (the lowest that failed; after a
 * mismatch rank 0; after a timeout the lowest that arrived). True while nothing failed on rank 0.
 * After a timeout the others wait a few seconds for the speaker to end the job before they do. */
bool ax_comm_is_speaker(const ax_comm *comm);

/* ---- Moving bytes. Each is a launch: handshake first, memory is got before it, sizes are 64-bit.
 * Buffers may be NULL where their size is 0. Nothing of the outputs is valid after an error. ---- */

/* Copies `bytes` (equal on all ranks) at `data` from rank `root` to all. */
ax_status *ax_comm_broadcast(ax_comm *comm, const ax_launch *launch, ax_status *local, int root,
                             void *data, int64_t bytes) AX_MUST_USE;

/* The same for bytes whose size only the root knows: every rank (the root too) gets a copy in memory
 * that it frees with free(). `data` and `bytes` are read on the root only. A NUL byte follows the
 * copy, so text can be used as a string. */
ax_status *ax_comm_broadcast_blob(ax_comm *comm, const ax_launch *launch, ax_status *local,
                                  int root, const void *data, int64_t bytes, void **out_data,
                                  int64_t *out_bytes) AX_MUST_USE;

/* Every rank's bytes to all, one after the other in rank order. sizes[rank] is the same array on all
 * ranks; `all` takes their sum, and may hold this rank's bytes already (mine inside all). */
ax_status *ax_comm_allgather(ax_comm *comm, const ax_launch *launch, ax_status *local,
                             const void *mine, const int64_t *sizes, void *all) AX_MUST_USE;

/* The same for bytes whose sizes only their owners know. */
typedef struct ax_blobs {
    int count;        /* size of the comm */
    int64_t *offsets; /* count + 1: blob r is data[offsets[r]] .. data[offsets[r + 1]] */
    char *data;
} ax_blobs;
ax_status *ax_comm_allgather_blobs(ax_comm *comm, const ax_launch *launch, ax_status *local,
                                   const void *mine, int64_t bytes,
                                   ax_blobs *out_blobs) AX_MUST_USE;
void ax_blobs_free(ax_blobs *blobs);

/* Sends send[r] (send_bytes[r] of them) to every rank r and receives receive[r] (receive_bytes[r],
 * which must be what r sends here) from it; sizes of 0 cost nothing. All four arrays have an entry a
 * rank; this rank's own entries are copied. */
ax_status *ax_comm_alltoall(ax_comm *comm, const ax_launch *launch, ax_status *local,
                            const void *const *send, const int64_t *send_bytes,
                            void *const *receive, const int64_t *receive_bytes) AX_MUST_USE;

#endif
