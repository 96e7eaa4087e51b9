/* watchdog MODE: the last rank does not come to a launch, or leaves it in the middle. Each rank prints
 * what it got, one line "rank R: CODE: MESSAGE"; watchdog.sh looks at the lines.
 *
 *   late      it comes long after the others gave up
 *   slow      it comes after the timeout, but before they give up
 *   busy      it computes, and polls
 *   patient   the same for 2.5 s, before a launch that allows it
 *   stop      it is stopped (SIGSTOP); the rank that should speak prints and ends the job
 *   payload   it is stopped after the handshake, while bytes move
 */
#include "comm/internal.h"
#include "comm/mpi.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void nap(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

static void stop_in_payload(void *user)
{
    if (((ax_comm *)user)->in_payload)
        raise(SIGSTOP);
}

static ax_status *be_odd(ax_comm *comm, const char *mode)
{
    if (strcmp(mode, "late") == 0)
        nap(2.5);
    else if (strcmp(mode, "slow") == 0)
        nap(1.4);
    else if (strcmp(mode, "stop") == 0)
        raise(SIGSTOP);
    else if (strcmp(mode, "payload") == 0)
        ax_comm_set_hook(comm, stop_in_payload, comm);
    else if (strcmp(mode, "busy") == 0)
        while (!ax_comm_poll(comm))
            nap(0.001);
    else if (strcmp(mode, "patient") == 0)
        for (int i = 0; i < 2500 && !ax_comm_poll(comm); i++)
            nap(0.001);
    return NULL;
}

/* A launch with more bytes than MPI takes without the receiver. */
static ax_status *launch(ax_comm *comm, const char *mode)
{
    const ax_launch psum = {.what = "psum 'batch'",
                            .location = {"model.mlir", 12, 1},
                            .fingerprint = 7,
                            .patient = strcmp(mode, "patient") == 0};
    static char data[16 << 20];
    AX_TRY(ax_comm_broadcast(comm, &psum, NULL, 0, data, sizeof data));
    return ax_comm_agree(comm, "the end", NULL); /* some ranks may have all bytes already */
}

static int say(const ax_comm *comm, const ax_status *status)
{
    return printf("rank %d: %s: %s\n", ax_comm_rank(comm), ax_code_name(ax_status_code(status)),
                  ax_status_message(status));
}

/* As the command line ends a job whose comm is broken: one rank prints, the others give it time. */
static void end_broken(const ax_comm *comm, const ax_status *status, bool everybody_speaks)
{
    if (!ax_comm_is_speaker(comm) && !everybody_speaks)
        nap(8);
    say(comm, status);
    fflush(stdout);
    if (everybody_speaks)
        nap(2.5); /* for the late rank */
    MPI_Abort(MPI_COMM_WORLD, 3);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    ax_comm *comm;
    ax_status *status = ax_comm_create(MPI_COMM_WORLD, &(ax_comm_options){.timeout = 20}, &comm);
    if (!status) {
        ax_comm_set_timeout(comm, strcmp(mode, "slow") == 0 ? 1 : 0.5);
        if (ax_comm_rank(comm) == ax_comm_size(comm) - 1)
            status = be_odd(comm, mode);
    }
    if (!status)
        status = launch(comm, mode);
    if (ax_comm_broken(comm)) {
        end_broken(comm, status, strcmp(mode, "late") == 0 || strcmp(mode, "busy") == 0);
    } else {
        say(comm, status);
        ax_comm_destroy(comm);
        MPI_Finalize();
    }
    ax_status_free(status);
    return 0;
}
