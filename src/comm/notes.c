/* Short messages beside the launches, on a communicator of their own.
 *
 * A receive from anybody is always posted; sends are small enough to leave at once.
 */
#include "comm/internal.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOTE_TAG = 1, CLOSE_TRIES = 100 };

static ax_status *post_receive(ax_comm *comm)
{
    return AX_MPI(MPI_Irecv, &comm->incoming, (int)sizeof comm->incoming, MPI_BYTE, MPI_ANY_SOURCE,
                  NOTE_TAG, comm->control, &comm->inbox);
}

ax_status *ax_notes_open(ax_comm *comm)
{
    return post_receive(comm);
}

void ax_notes_send(ax_comm *comm, note_kind kind, int to, ax_code code, int speaker,
                   const char *text)
{
    if (!comm->over_mpi)
        return;
    int most = to < 0 ? comm->size - 1 : 1;
    outgoing *out = calloc(1, sizeof *out + (size_t)most * sizeof out->requests[0]);
    if (!out)
        return;
    out->note = (note){

        .kind = (int32_t)kind,
        .code = (int32_t)code,
        .speaker = speaker,
        .position = ax_position(comm)};
    ax_copy_text(out->note.text, sizeof out->note.text, text);
    int bytes = (int)(offsetof(note, text) + strlen(out->note.text) + 1);
    for (int r = 0; r < comm->size; r++) {
        if (r == comm->rank || (to >= 0 && r != to))
            continue;
        if (MPI_Isend(&out->note, bytes, MPI_BYTE, r, NOTE_TAG, comm->control,
                      &out->requests[out->count]) == MPI_SUCCESS)
            out->count++;
    }
    out->next = comm->outgoing;
    comm->outgoing = out;
}

/* Frees what has left. */
static ax_status *sweep_outgoing(ax_comm *comm)
{
    outgoing **link = &comm->outgoing;
    while (*link) {
        outgoing *out = *link;
        int done = 0;
        AX_TRY(AX_MPI(MPI_Testall, out->count, out->requests, &done, MPI_STATUSES_IGNORE));
        if (done) {
            *link = out->next;
            free(out);
        } else {
            link = &out->next;
        }
    }
    return NULL;
}

static void take_note(ax_comm *comm, int from)
{
    const note *n = &comm->incoming;
    peer_state *p = &comm->peers[from];
    switch ((note_kind)n->kind) {
    case NOTE_STOP: comm->stop = true; break;
    case NOTE_HERE: comm->asking += !p->asked; p->asked = true; /* fallthrough */
    case NOTE_ANSWER:
        p->heard = n->position;
        p->heard_wait = comm->waits;
        break;
    case NOTE_GAVE_UP: {
        char text[NOTE_TEXT + 32];
        snprintf(text, sizeof text, "rank %d: %s", from, n->text);
        ax_comm_mark_failed(comm, (ax_code)n->code, n->speaker, text);
        comm->broken = true;
        break;
    }
    }
}

void ax_notes_answer(ax_comm *comm)
{
    for (int r = 0; r < comm->size && comm->asking > 0; r++) {
        if (!comm->peers[r].asked)
            continue;
        comm->peers[r].asked = false;
        comm->asking--;
        ax_notes_send(comm, NOTE_ANSWER, r, AX_OK, 0, "");
    }
}

ax_status *ax_notes_progress(ax_comm *comm)
{
    for (;;) {
        int come = 0;
        MPI_Status from;
        AX_TRY(AX_MPI(MPI_Test, &comm->inbox, &come, &from));
        if (!come)
            break;
        comm->incoming.text[NOTE_TEXT - 1] = '\0';
        take_note(comm, from.MPI_SOURCE);
        AX_TRY(post_receive(comm));
    }
    return sweep_outgoing(comm);
}

/* A millisecond at a time, for as long as notes to slow ranks are on their way. */
static void drain(ax_comm *comm)
{
    for (int i = 0; i < CLOSE_TRIES && comm->outgoing; i++) {
        ax_status *status = ax_notes_progress(comm);
        if (status) {
            ax_status_free(status);
            return;
        }
        if (comm->outgoing)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void ax_notes_close(ax_comm *comm)
{
    drain(comm);
    if (comm->inbox == MPI_REQUEST_NULL || MPI_Cancel(&comm->inbox) != MPI_SUCCESS)
        return;
    int done = 0;
    for (int i = 0; i < CLOSE_TRIES && !done; i++)
        if (MPI_Test(&comm->inbox, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return;
}
