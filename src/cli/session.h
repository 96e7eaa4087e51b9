/* What every verb does with MPI and with errors: start, agree on the end, print once, exit together.
 *
 * Only this file calls MPI_Init, MPI_Finalize and MPI_Abort.
 */
#ifndef AXMAP_CLI_SESSION_H
#define AXMAP_CLI_SESSION_H

#include "exec/context.h"

/* Exit statuses, a contract with scripts. */
enum { AX_EXIT_DONE = 0, AX_EXIT_FAILED = 1, AX_EXIT_USAGE = 2 };

typedef struct ax_session {
    ax_comm *comm;       /* of all ranks */
    ax_context *context; /* NULL until ax_session_open */
} ax_session;

/* Starts MPI. */
ax_status *ax_session_start(ax_session *session);

/* Makes the context of all ranks. */
ax_status *ax_session_open(ax_session *session, const ax_context_options *options);

/* Ends a verb on all ranks: agrees on what went wrong (`status`, consumed, may be NULL), prints it
 * once, ends MPI and gives the exit status, the same on every rank. After a timeout, when MPI cannot
 * end by itself, it prints and ends the job with MPI_Abort. */
int ax_session_end(ax_session *session, ax_status *status);

/* Prints "axmap: message" with its context lines to stderr, consumes it, and gives the exit status
 * that it stands for. For what happens before MPI starts. */
int ax_print_error(ax_status *status);

#endif
