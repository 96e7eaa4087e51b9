#include "cli/session.h"

#include "base/text.h"
#include "comm/mpi.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int exit_status_of(ax_code code)
{
    if (code == AX_OK)
        return AX_EXIT_DONE;
    return code == AX_INVALID_ARGUMENT ? AX_EXIT_USAGE : AX_EXIT_FAILED;
}

/* The first line is the message, the others are where it happened. All in one write, so that messages
 * of several ranks do not mix and none is cut. */
static void print_message(const char *message)
{
    ax_text text = {0};
    ax_text_append(&text, "axmap: ");
    for (const char *c = message; *c; c++)
        ax_text_append_bytes(&text, *c == '\n' ? "\n  " : c, *c == '\n' ? 3 : 1);
    ax_text_append(&text, "\n");
    fputs(text.failed ? message : text.bytes, stderr);
    fflush(stderr);
    ax_text_free(&text);
}

int ax_print_error(ax_status *status)
{
    int exit_status = exit_status_of(ax_status_code(status));
    print_message(ax_status_message(status));
    ax_status_free(status);
    return exit_status;
}

ax_status *ax_session_start(ax_session *session)
{
    int provided;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
        return AX_ERROR(AX_INTERNAL, "MPI_Init_thread failed");
    }
    return ax_comm_create(MPI_COMM_WORLD, &(ax_comm_options){0}, &session->comm);
}

ax_status *ax_session_open(ax_session *session, const ax_context_options *options)
{
    return ax_context_create_with(session->comm, options, &session->context);
}

/* Without a comm there is nobody to agree with; making one fails on all ranks alike. */
static int end_without_comm(ax_status *status)
{
    int initialized = 0;
    int rank = 0;
    MPI_Initialized(&initialized);
    if (initialized)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int exit_status = exit_status_of(ax_status_code(status));
    if (rank == 0)
        print_message(ax_status_message(status));
    ax_status_free(status);
    if (initialized)
        MPI_Finalize();
    return exit_status;
}

/* A failure that rank 0 shares is everybody's; one that it does not may come from this host. */
static void print_failure(const ax_comm *comm, const ax_status *status)
{
    int rank = ax_comm_rank(comm);
    ax_code code = ax_status_code(status);
    ax_text text = {0};
    if (rank > 0 && code != AX_TIMEOUT && code != AX_PEER_FAILED)
        ax_text_printf(&text, "rank %d on %s: ", rank, ax_comm_hostname(comm, rank));
    ax_text_append(&text, ax_status_message(status));
    print_message(text.failed ? ax_status_message(status) : text.bytes);
    ax_text_free(&text);
}

/* Ends a job that cannot end by itself. MPI_Abort kills whom it finds: the rank that is to print goes
 * first, and only when it is gone too does another one speak. */
static void abort_job(const ax_comm *comm, const ax_status *status, int exit_status)
{
    /* mpirun drops what it has not forwarded when it kills. */
    enum { SPEAKER_SECONDS = 5, FORWARD_NS = 300 * 1000 * 1000 };
    if (status && !ax_comm_is_speaker(comm)) {
        sleep(SPEAKER_SECONDS);
        print_failure(comm, status);
    }
    nanosleep(&(struct timespec){.tv_nsec = FORWARD_NS}, NULL);
    MPI_Abort(MPI_COMM_WORLD, exit_status);
}

int ax_session_end(ax_session *session, ax_status *status)
{
    ax_comm *comm = session->comm;
    if (!comm)
        return end_without_comm(status);
    if (!ax_comm_failed(comm))
        status = ax_comm_agree(comm, "the end of the job", status);
    int exit_status = AX_EXIT_DONE;
    if (status) {
        ax_code code = ax_comm_failure_code(comm);
        exit_status = exit_status_of(code == AX_OK ? ax_status_code(status) : code);
        if (ax_comm_is_speaker(comm))
            print_failure(comm, status);
    }
    if (ax_comm_broken(comm))
        abort_job(comm, status, exit_status);
    ax_status_free(status);
    if (session->context) {
        ax_context_release(session->context);
    } else {
        ax_comm_destroy(comm);
    }
    *session = (ax_session){0};
    MPI_Finalize();
    return exit_status;
}
