#include "base/hash.h"
#include "base/text.h"
#include "comm/internal.h"
#include "ir/location.h"

#include <stdio.h>
#include <string.h>

/* ---- A rank failed ---- */

/* Higher wins: real errors over cancellations (which only follow from them), then lower ranks. */
static uint64_t failure_word(const ax_comm *comm, const ax_status *local)
{
    if (!local)
        return 0;
    uint64_t weight = ax_status_code(local) == AX_CANCELLED ? 1 : 2;
    return weight << 32 | (UINT32_MAX - (uint32_t)comm->rank);
}

static int failure_rank(uint64_t word)
{
    return (int)(UINT32_MAX - (uint32_t)word);
}

/* All ranks know that `root` failed; they learn its code and text. Consumes `local`. */
static ax_status *share_failure(ax_comm *comm, const ax_launch *launch, int root, ax_status *local)
{
    if (comm->rank == root) {
        comm->failure.code = (int32_t)ax_status_code(local);
        ax_copy_text(comm->failure.text, sizeof comm->failure.text, ax_status_message(local));
    }
    ax_status *status = AX_MPI(MPI_Ibcast, &comm->failure, (int)sizeof comm->failure, MPI_BYTE,
                               root, comm->data, &comm->requests[0]);
    status = status ? ax_comm_break(comm, status, comm->rank) : ax_comm_wait_request(comm, launch);
    if (status) {
        ax_status_free(status); /* the comm is broken; what this rank knows itself is better */
        return ax_comm_refuse(comm, local);
    }
    char text[FAILURE_TEXT + 32];
    comm->failure.text[sizeof comm->failure.text - 1] = '\0';
    snprintf(text, sizeof text, "rank %d: %s", root, comm->failure.text);
    ax_comm_mark_failed(comm, (ax_code)comm->failure.code, root, text);
    return comm->rank == root ? local : ax_comm_refuse(comm, local);
}

/* ---- Ranks disagree ---- */

static bool same_launch(const launch_record *a, const launch_record *b)
{
    return a->launch == b->launch && a->fingerprint == b->fingerprint &&
           strcmp(a->what, b->what) == 0 && strcmp(a->where, b->where) == 0;
}

/* Appends one line: "  ranks 0-2, 5: psum 'batch' at model.mlir:12 (launch 17, fingerprint 1a2b)". */
static void append_holders(ax_text *text, const ax_comm *comm, int first)
{
    const launch_record *records = comm->launch_records;
    const launch_record *mine = &records[first];
    int count = 0;
    for (int r = first; r < comm->size; r++)
        count += same_launch(&records[r], mine);
    ax_text_append(text, count > 1 ? "\n  ranks " : "\n  rank ");
    const char *comma = "";
    for (int r = first; r < comm->size; r++) {
        if (!same_launch(&records[r], mine))
            continue;
        int last = r;
        while (last + 1 < comm->size && same_launch(&records[last + 1], mine))
            last++;
        ax_text_printf(text, last > r ? "%s%d-%d" : "%s%d", comma, r, last);
        comma = ", ";
        r = last;
    }
    ax_text_printf(text, ": %s%s%s (launch %llu, fingerprint %016llx)", mine->what,
                   *mine->where ? " at " : "", mine->where, (unsigned long long)mine->launch,
                   (unsigned long long)mine->fingerprint);
}

static ax_status *mismatch_text(const ax_comm *comm)
{
    ax_text text = {0};
    ax_text_append(&text, "the ranks do not do the same thing:");
    for (int r = 0; r < comm->size && text.length < FAILURE_TEXT; r++) {
        bool listed = false;
        for (int k = 0; k < r && !listed; k++)
            listed = same_launch(&comm->launch_records[k], &comm->launch_records[r]);
        if (!listed)
            append_holders(&text, comm, r);
    }
    ax_status *status = text.failed || !text.bytes
                            ? AX_ERROR(AX_MISMATCH, "the ranks do not do the same thing")
                            : AX_ERROR(AX_MISMATCH, "%s", text.bytes);
    ax_text_free(&text);
    return status;
}

/* Every rank says what it began; all make the same list of it. */
static ax_status *report_mismatch(ax_comm *comm, const ax_launch *launch)
{
    launch_record *mine = &comm->launch_records[comm->size];
    memset(mine, 0, sizeof *mine);
    mine->launch = comm->sent.launch;
    mine->fingerprint = comm->sent.fingerprint;
    ax_copy_text(mine->what, sizeof mine->what, launch->what);
    if (launch->location.file) {
        char where[512];
        snprintf(where, sizeof where, "%s:%d%s", AX_PLACE(launch->location));
        size_t length = strlen(where); /* of a long path the end says more */
        ax_copy_text(mine->where, sizeof mine->where,
                     where + (length < sizeof mine->where ? 0 : length - sizeof mine->where + 1));
    }
    ax_status *status = AX_MPI(MPI_Iallgather, mine, (int)sizeof *mine, MPI_BYTE,
                               comm->launch_records, (int)sizeof *mine, MPI_BYTE, comm->data,
                               &comm->requests[0]);
    if (status)
        return ax_comm_break(comm, status, comm->rank);
    AX_TRY(ax_comm_wait_request(comm, launch));
    for (int r = 0; r < comm->size; r++) {
        comm->launch_records[r].what[sizeof mine->what - 1] = '\0';
        comm->launch_records[r].where[sizeof mine->where - 1] = '\0';
    }
    status = mismatch_text(comm);
    ax_comm_mark_failed(comm, AX_MISMATCH, 0, ax_status_message(status));
    return status;
}

/* ---- The handshake ---- */

static ax_status *greet(ax_comm *comm, const ax_launch *launch, uint64_t fingerprint,
                        uint64_t failure)
{
    comm->sent = (greeting){.launch = comm->launches,
                            .launch_complement = ~comm->launches,
                            .fingerprint = fingerprint,
                            .fingerprint_complement = ~fingerprint,
                            .failure = failure};
    ax_status *status = AX_MPI(MPI_Iallreduce, &comm->sent, &comm->received, GREETING_WORDS,
                               MPI_UINT64_T, MPI_MAX, comm->data, &comm->requests[0]);
    if (status)
        return ax_comm_break(comm, status, comm->rank);
    return ax_comm_wait_request(comm, launch);
}

ax_status *ax_comm_begin(ax_comm *comm, const ax_launch *launch, uint64_t fingerprint,
                         ax_status *local)
{
    if (comm->failed)
        return ax_comm_refuse(comm, local);
    comm->launches++;
    comm->in_payload = false;
    if (!comm->over_mpi)
        return local;
    if (local && ax_status_code(local) != AX_CANCELLED)
        ax_notes_send(comm, NOTE_STOP, -1, ax_status_code(local), comm->rank, "");
    ax_status *status = greet(comm, launch, fingerprint, failure_word(comm, local));
    if (status && local) { /* its own error is the better news, and the first */
        ax_status_free(status);
        return local;
    }
    AX_TRY(status);
    const greeting *all = &comm->received;
    if (all->failure)
        return share_failure(comm, launch, failure_rank(all->failure), local);
    if (all->launch != ~all->launch_complement || all->fingerprint != ~all->fingerprint_complement)
        return report_mismatch(comm, launch);
    comm->in_payload = true;
    return NULL;
}

ax_status *ax_comm_handshake(ax_comm *comm, const ax_launch *launch, ax_status *local)
{
    return ax_comm_begin(comm, launch, ax_hash_string(launch->fingerprint, "handshake"), local);
}

ax_status *ax_comm_agree(ax_comm *comm, const char *what, ax_status *local)
{
    ax_launch launch = {.what = what, .fingerprint = ax_hash_string(0, what)};
    return ax_comm_begin(comm, &launch, ax_hash_string(launch.fingerprint, "agree"), local);
}

ax_status *ax_comm_fail(ax_comm *comm, ax_status *status)
{
    ax_launch launch = {.what = "the end after an error"};
    return ax_comm_begin(comm, &launch, 0, status);
}
