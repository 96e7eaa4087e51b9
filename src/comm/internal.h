/* What a comm consists of, for the files of this room only.
 *
 *   comm.c       state, failures
 *   create.c     from an MPI communicator
 *   notes.c      short messages on the control communicator
 *   wait.c       the one wait loop, with the watchdog
 *   handshake.c  the beginning of every launch
 *   exchange.c   bytes between ranks, cut and windowed
 *   payload.c    broadcast, allgather, alltoall
 */
#ifndef AXMAP_COMM_INTERNAL_H
#define AXMAP_COMM_INTERNAL_H

#include "comm/comm.h"

#include <mpi.h>

enum {
    FAILURE_TEXT = 4096, /* of a failing rank's message, as far as the others see it */
    NOTE_TEXT = 1024,    /* so that a note is sent at once, whoever receives it when */
    WINDOW = 16,         /* transfers under way in each direction */
    HOSTNAME = 64
};

/* ---- Notes ---- */

typedef enum note_kind {
    NOTE_STOP = 1, /* the sender failed: stop computing, come to a launch */
    NOTE_HERE,     /* where the sender is, and a question: where are you? */
    NOTE_ANSWER,   /* where the sender is */
    NOTE_GAVE_UP   /* the sender left a wait: the comm is broken */
} note_kind;

typedef struct note {
    int32_t kind;
    int32_t code;    /* GAVE_UP: of the error */
    int32_t speaker; /* GAVE_UP: who prints */
    int32_t unused;
    uint64_t position; /* HERE, ANSWER: see ax_position */
    char text[NOTE_TEXT];
} note;

/* A note on its way to one or more ranks. */
typedef struct outgoing {
    struct outgoing *next;
    note note;
    int count;
    MPI_Request requests[];
} outgoing;

/* What is known of another rank. */
typedef struct peer_state {
    uint64_t heard;      /* the position that it last told */
    uint64_t heard_wait; /* our wait (its number) in which it did */
    bool asked;          /* it waits to hear from us */
    int node;
    char hostname[HOSTNAME];
} peer_state;

/* ---- Handshake ---- */

/* All maxima are taken over ranks; with its complement beside it, a maximum gives the minimum too. */
typedef struct greeting {
    uint64_t launch, launch_complement;
    uint64_t fingerprint, fingerprint_complement;
    uint64_t failure; /* 0: well. Else the rank's complement, real errors above cancellations */
} greeting;
enum { GREETING_WORDS = sizeof(greeting) / sizeof(uint64_t) };

typedef struct failure_record {
    int32_t code;
    char text[FAILURE_TEXT - 4];
} failure_record;

/* Who holds what: sent only when ranks disagree. */
typedef struct launch_record {
    uint64_t launch, fingerprint;
    char what[128];
    char where[128];
} launch_record;

/* ---- The comm ---- */

struct ax_comm {
    int rank, size;
    int node_rank, node_size, node_count;
    bool over_mpi; /* size > 1: data and control exist */
    MPI_Comm data, control;
    double timeout;
    int64_t cut; /* the most bytes of one transfer */
    ax_comm_hook *hook;
    void *hook_user;

    bool failed, broken;
    bool stop;
    int speaker;
    ax_code failure_code;
    char failure_text[FAILURE_TEXT + 32];

    uint64_t launches; /* begun so far; the number of the current one */
    bool in_payload;   /* past its handshake */
    bool waiting;      /* in a wait now: the position is even */
    uint64_t waits;    /* counts waits */
    uint64_t progress; /* counts transfers done: a wait in which something moves is not stuck */
    peer_state *peers; /* [size] */
    int asking;        /* peers with `asked` */
    MPI_Request inbox;
    note incoming;
    outgoing *outgoing;

    /* MPI reads and writes these after a wait was given up, so they are not on a stack. */
    greeting sent, received;
    failure_record failure;
    launch_record *launch_records; /* [size + 1]: the last is this rank's own */
    MPI_Request requests[2 * WINDOW];
};

/* Where a rank is: 2n while it waits in launch n, 2n + 1 when it is past it. */
static inline uint64_t ax_position(const ax_comm *comm)
{
    return 2 * comm->launches + !comm->waiting;
}

/* ---- comm.c ---- */

/* The status of an MPI call: NULL or AX_INTERNAL with MPI's words. */
ax_status *ax_mpi_status(int code, const char *call, const char *file, int line);
#define AX_MPI(name, ...) ax_mpi_status(name(__VA_ARGS__), #name, __FILE__, __LINE__)

/* Records the failure of the comm: the first one stays. */
void ax_comm_mark_failed(ax_comm *comm, ax_code code, int speaker, const char *text);
/* What operations on a failed comm return; consumes `local`. */
ax_status *ax_comm_refuse(ax_comm *comm, ax_status *local);
/* Gives up in the middle of an operation: marks the comm broken, tells the others; returns `status`. */
ax_status *ax_comm_break(ax_comm *comm, ax_status *status, int speaker);
/* Copies text, cut at a character's end with "..." when it does not fit. */
void ax_copy_text(char *out, size_t capacity, const char *text);
void ax_comm_set_cut(ax_comm *comm, int64_t bytes); /* for tests: 2^30 otherwise */

/* ---- notes.c ---- */

ax_status *ax_notes_open(ax_comm *comm);
void ax_notes_close(ax_comm *comm);
/* Sends a note to `to`, or to all others with -1. An error is ignored: a note is a courtesy. */
void ax_notes_send(ax_comm *comm, note_kind kind, int to, ax_code code, int speaker,
                   const char *text);
/* Tells those who asked where this rank is. */
void ax_notes_answer(ax_comm *comm);
/* Takes what has come in and lets what goes out move. */
ax_status *ax_notes_progress(ax_comm *comm);

/* ---- wait.c ---- */

/* Says whether what is waited for is done. An error of MPI ends the wait. */
typedef ax_status *ax_test_fn(ax_comm *comm, void *state, bool *out_done);

/* Waits until test says done. Errors: MPI's, AX_TIMEOUT, AX_PEER_FAILED when another rank gave up; the
 * comm is broken then. `launch` is named in messages. */
ax_status *ax_comm_wait_until(ax_comm *comm, const ax_launch *launch, ax_test_fn *test,
                              void *state);
/* Waits for comm->requests[0]. */
ax_status *ax_comm_wait_request(ax_comm *comm, const ax_launch *launch);

/* ---- handshake.c ---- */

/* The handshake of an operation whose own arguments are hashed into `fingerprint`. */
ax_status *ax_comm_begin(ax_comm *comm, const ax_launch *launch, uint64_t fingerprint,
                         ax_status *local);

/* ---- exchange.c: after a clean handshake ---- */

/* Bytes to or from one rank. */
typedef struct ax_piece {
    int peer;
    void *data;
    int64_t bytes;
} ax_piece;

/* Moves all pieces. What one rank sends to another in several pieces arrives in the same pieces, in
 * order. Peers come in the order of the steps below, so that no rank waits in a circle. */
ax_status *ax_exchange(ax_comm *comm, const ax_launch *launch, const ax_piece *sends,
                       int64_t send_count, const ax_piece *receives, int64_t receive_count);

/* The peer of step i in [1, size): send to the i-th rank after this one while receiving from the
 * i-th before. */
static inline int ax_step_target(const ax_comm *comm, int step)
{
    return (comm->rank + step) % comm->size;
}

static inline int ax_step_source(const ax_comm *comm, int step)
{
    return (comm->rank - step + comm->size) % comm->size;
}

/* Broadcasts each piece, in order, from its peer to all. */
ax_status *ax_exchange_broadcast(ax_comm *comm, const ax_launch *launch, const ax_piece *pieces,
                                 int64_t count);

#endif
