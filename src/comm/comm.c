#include "comm/comm.h"

#include "comm/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ax_status *ax_mpi_status(int code, const char *call, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return NULL;
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        snprintf(text, sizeof text, "error %d", code);
    return ax_status_make(AX_INTERNAL, file, line, "%s failed: %s", call, text);
}

ax_status *ax_comm_create_alone(const ax_comm_options *options, ax_comm **out_comm)
{
    ax_comm *comm = calloc(1, sizeof *comm);
    peer_state *self = calloc(1, sizeof *self);
    if (!comm || !self) {
        free(comm);
        free(self);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a communicator of one rank");
    }
    comm->size = 1;
    comm->node_size = 1;
    comm->node_count = 1;
    comm->timeout = options ? options->timeout : 0;
    comm->cut = INT64_C(1) << 30;
    comm->peers = self;
    if (gethostname(self->hostname, sizeof self->hostname - 1))
        snprintf(self->hostname, sizeof self->hostname, "unknown host");
    *out_comm = comm;
    return NULL;
}

void ax_comm_destroy(ax_comm *comm)
{
    if (!comm)
        return;
    /* What MPI still works on stays where it is: the program is about to end. */
    if (comm->broken)
        return;
    if (comm->over_mpi) {
        ax_notes_close(comm);
        MPI_Comm_free(&comm->control);
        MPI_Comm_free(&comm->data);
    }
    free(comm->launch_records);
    free(comm->peers);
    free(comm);
}

/* ---- Who is there ---- */

int ax_comm_rank(const ax_comm *comm)
{
    return comm->rank;
}

int ax_comm_size(const ax_comm *comm)
{
    return comm->size;
}

int ax_comm_node_rank(const ax_comm *comm)
{
    return comm->node_rank;
}

int ax_comm_node_size(const ax_comm *comm)
{
    return comm->node_size;
}

int ax_comm_node_of(const ax_comm *comm, int rank)
{
    return comm->peers[rank].node;
}

int ax_comm_node_count(const ax_comm *comm)
{
    return comm->node_count;
}

const char *ax_comm_hostname(const ax_comm *comm, int rank)
{
    return comm->peers[rank].hostname;
}

void ax_comm_set_timeout(ax_comm *comm, double seconds)
{
    comm->timeout = seconds;
}

void ax_comm_set_hook(ax_comm *comm, ax_comm_hook *hook, void *user)
{
    comm->hook = hook;
    comm->hook_user = user;
}

void ax_comm_set_cut(ax_comm *comm, int64_t bytes)
{
    comm->cut = bytes;
}

/* ---- Failures ---- */

void ax_copy_text(char *out, size_t capacity, const char *text)
{
    size_t length = strlen(text);
    if (length < capacity) {
        memcpy(out, text, length + 1);
        return;
    }
    size_t keep = capacity - sizeof "...";
    while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80) /* inside a UTF-8 character */
        keep--;
    memcpy(out, text, keep);
    memcpy(out + keep, "...", sizeof "...");
}

void ax_comm_mark_failed(ax_comm *comm, ax_code code, int speaker, const char *text)
{
    if (comm->failed)
        return;
    comm->failed = true;
    comm->failure_code = code;
    comm->speaker = speaker;
    ax_copy_text(comm->failure_text, sizeof comm->failure_text, text);
    comm->stop = true;
}

ax_status *ax_comm_refuse(ax_comm *comm, ax_status *local)
{
    if (local && ax_status_code(local) != AX_CANCELLED)
        return local;
    ax_status_free(local);
    return AX_ERROR(AX_PEER_FAILED, "%s", comm->failure_text);
}

ax_status *ax_comm_break(ax_comm *comm, ax_status *status, int speaker)
{
    bool told_by_peer = comm->failed;
    ax_comm_mark_failed(comm, ax_status_code(status), speaker, ax_status_message(status));
    comm->broken = true;
    if (!told_by_peer)
        ax_notes_send(comm, NOTE_GAVE_UP, -1, ax_status_code(status), speaker,
                      ax_status_message(status));
    return status;
}

bool ax_comm_poll(ax_comm *comm)
{
    if (comm->over_mpi && !comm->broken) {
        ax_status *status = ax_notes_progress(comm);
        if (status)
            ax_status_free(ax_comm_break(comm, status, comm->rank));
        else if (!comm->broken)
            ax_notes_answer(comm);
    }
    return comm->stop;
}

bool ax_comm_failed(const ax_comm *comm)
{
    return comm->failed;
}

bool ax_comm_broken(const ax_comm *comm)
{
    return comm->broken;
}

ax_code ax_comm_failure_code(const ax_comm *comm)
{
    return comm->failure_code;
}

bool ax_comm_is_speaker(const ax_comm *comm)
{
    return comm->rank == (comm->failed ? comm->speaker : 0);
}
