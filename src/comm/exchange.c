#include "base/checked.h"
#include "comm/internal.h"

enum { DATA_TAG = 2 };

/* A broadcast goes through the ranks in chunks of this size, so that they pass on what they have. */
static const int64_t BROADCAST_CHUNK = INT64_C(8) << 20;

/* Where a list of pieces has got to. */
typedef struct cursor {
    const ax_piece *pieces;
    int64_t count;
    int64_t index;
    int64_t offset; /* in pieces[index] */
} cursor;

/* The next run of at most `most` bytes; false at the end. */
static bool next_run(cursor *c, int64_t most, ax_piece *out_run)
{
    while (c->index < c->count && c->offset >= c->pieces[c->index].bytes) {
        c->index++;
        c->offset = 0;
    }
    if (c->index == c->count)
        return false;
    const ax_piece *piece = &c->pieces[c->index];
    *out_run = (ax_piece){.peer = piece->peer,
                          .data = (char *)piece->data + c->offset,
                          .bytes = ax_min_i64(most, piece->bytes - c->offset)};
    c->offset += out_run->bytes;
    return true;
}

typedef ax_status *start_fn(ax_comm *comm, const ax_piece *run, MPI_Request *out_request);

static ax_status *start_send(ax_comm *comm, const ax_piece *run, MPI_Request *out_request)
{
    return AX_MPI(MPI_Isend, run->data, (int)run->bytes, MPI_BYTE, run->peer, DATA_TAG, comm->data,
                  out_request);
}

static ax_status *start_receive(ax_comm *comm, const ax_piece *run, MPI_Request *out_request)
{
    return AX_MPI(MPI_Irecv, run->data, (int)run->bytes, MPI_BYTE, run->peer, DATA_TAG, comm->data,
                  out_request);
}

static ax_status *start_broadcast(ax_comm *comm, const ax_piece *run, MPI_Request *out_request)
{
    return AX_MPI(MPI_Ibcast, run->data, (int)run->bytes, MPI_BYTE, run->peer, comm->data,
                  out_request);
}

/* Transfers of one kind, WINDOW of them under way at a time, started in the order of the pieces. */
typedef struct stream {
    cursor cursor;
    start_fn *start;
    int64_t most;          /* bytes of one transfer */
    MPI_Request *requests; /* WINDOW of them */
    bool ended;            /* all have been started */
} stream;

static ax_status *advance(ax_comm *comm, stream *s, bool *out_done)
{
    int completed = 0;
    int indices[WINDOW];
    AX_TRY(AX_MPI(MPI_Testsome, WINDOW, s->requests, &completed, indices, MPI_STATUSES_IGNORE));
    if (completed > 0) /* and MPI_UNDEFINED when nothing is under way */
        comm->progress += (uint64_t)completed;
    bool under_way = false;
    for (int i = 0; i < WINDOW; i++) {
        ax_piece run;
        if (s->requests[i] == MPI_REQUEST_NULL && !s->ended) {
            s->ended = !next_run(&s->cursor, s->most, &run);
            if (!s->ended)
                AX_TRY(s->start(comm, &run, &s->requests[i]));
        }
        under_way = under_way || s->requests[i] != MPI_REQUEST_NULL;
    }
    *out_done = s->ended && !under_way;
    return NULL;
}

static ax_status *advance_both(ax_comm *comm, void *state, bool *out_done)
{
    stream *streams = state;
    bool received = true;
    bool sent = true;
    AX_TRY(advance(comm, &streams[0], &received));
    AX_TRY(advance(comm, &streams[1], &sent));
    *out_done = received && sent;
    return NULL;
}

static ax_status *run_streams(ax_comm *comm, const ax_launch *launch, stream streams[2])
{
    for (int i = 0; i < 2 * WINDOW; i++)
        comm->requests[i] = MPI_REQUEST_NULL;
    streams[0].requests = comm->requests;
    streams[1].requests = comm->requests + WINDOW;
    return ax_comm_wait_until(comm, launch, advance_both, streams);
}

ax_status *ax_exchange(ax_comm *comm, const ax_launch *launch, const ax_piece *sends,
                       int64_t send_count, const ax_piece *receives, int64_t receive_count)
{
    stream streams[2] = {
        {.cursor = {.pieces = receives, .count = receive_count},
         .start = start_receive,
         .most = comm->cut},
        {.cursor = {.pieces = sends, .count = send_count}, .start = start_send, .most = comm->cut},
    };
    return run_streams(comm, launch, streams);
}

ax_status *ax_exchange_broadcast(ax_comm *comm, const ax_launch *launch, const ax_piece *pieces,
                                 int64_t count)
{
    stream streams[2] = {
        {.cursor = {.pieces = pieces, .count = count},
         .start = start_broadcast,
         .most = ax_min_i64(comm->cut, BROADCAST_CHUNK)},
        {.ended = true},
    };
    return run_streams(comm, launch, streams);
}
