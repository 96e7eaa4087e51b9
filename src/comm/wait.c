/* The one wait loop: test, spin a few microseconds, then sleep longer and longer, up to half a
 * millisecond; meanwhile notes are read and the watchdog looks at its clock.
 *
 * The watchdog. When a wait has lasted for the timeout, this rank tells all others "I am here, at
 * launch N; where are you?", and listens for about a second. A rank that waits too answers, and one
 * that computes does when it polls; a rank that is stopped does not. Whoever has not come is named.
 * Then this rank gives up and tells the others, who leave their waits as well, so that nobody waits
 * for a rank that left.
 */
#include "base/text.h"
#include "comm/internal.h"
#include "ir/location.h"

#include <sched.h>
#include <time.h>

static const double SPIN_SECONDS = 10e-6;
static const double GRACE_SECONDS = 1.0;
static const long FIRST_SLEEP_NS = 10000;
static const long LONGEST_SLEEP_NS = 500000;

typedef struct watch {
    double start;      /* of the wait, or of its last progress */
    double grace_end;  /* 0: the timeout has not passed yet */
    uint64_t progress; /* of the comm when last looked at */
    long sleep_ns;
} watch;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What is known of a rank when the watchdog's listening time has passed. */
typedef enum whereabouts { HERE, BEHIND, COMPUTING, SILENT } whereabouts;

static whereabouts where_is(const ax_comm *comm, int rank)
{
    const peer_state *p = &comm->peers[rank];
    if (rank == comm->rank || p->heard >= ax_position(comm))
        return HERE;
    if (p->heard_wait != comm->waits)
        return SILENT;
    return p->heard % 2 ? COMPUTING : BEHIND;
}

static bool is_in(const ax_comm *comm, int rank, unsigned places)
{
    return (1U << where_is(comm, rank) & places) != 0;
}

/* Appends "rank 2 has" or "ranks 0-2, 5 have", the ranks that are in one of the places (a bit each);
 * false when there is none. */
static bool append_ranks(ax_text *text, const ax_comm *comm, unsigned places, const char *one,
                         const char *many)
{
    int count = 0;
    for (int r = 0; r < comm->size; r++)
        count += is_in(comm, r, places);
    if (count == 0)
        return false;
    ax_text_append(text, count == 1 ? "rank " : "ranks ");
    const char *comma = "";
    for (int r = 0; r < comm->size; r++) {
        if (!is_in(comm, r, places))
            continue;
        int last = r;
        while (last + 1 < comm->size && is_in(comm, last + 1, places))
            last++;
        ax_text_printf(text, last > r ? "%s%d-%d" : "%s%d", comma, r, last);
        comma = ", ";
        r = last;
    }
    ax_text_append(text, count == 1 ? one : many);
    return true;
}

static void append_launch(ax_text *text, const ax_launch *launch)
{
    ax_text_append(text, launch->what);
    if (launch->location.file)
        ax_text_printf(text, " (%s:%d%s)", AX_PLACE(launch->location));
}

/* "rank 2 has not arrived at psum 'batch' (model.mlir:12) after 30 s", and what else is known. */
static void describe(ax_text *text, const ax_comm *comm, const ax_launch *launch)
{
    unsigned missing = 1U << SILENT | 1U << COMPUTING;
    bool named = comm->in_payload ? append_ranks(text, comm, missing, " does not answer in ",
                                                 " do not answer in ")
                                  : append_ranks(text, comm, missing, " has not arrived at ",
                                                 " have not arrived at ");
    append_launch(text, launch);
    ax_text_append(text, named ? " after " : " has not finished after ");
    if (comm->timeout == (double)(int64_t)comm->timeout)
        ax_text_printf(text, "%lld", (long long)comm->timeout);
    else
        ax_text_append_float(text, comm->timeout, true);
    ax_text_append(text, named ? " s" : " s, though no rank is missing");
    ax_text also = {0};
    append_ranks(&also, comm, 1U << COMPUTING, " is still computing", " are still computing");
    if (also.length > 0)
        ax_text_append(&also, "; ");
    if (!append_ranks(&also, comm, 1U << BEHIND, " waits in an earlier launch",
                      " wait in an earlier launch") &&
        also.length > 2)
        also.length -= 2;
    if (also.length > 0) {
        ax_text_append(text, "; ");
        ax_text_append_bytes(text, also.bytes, also.length);
    }
    ax_text_free(&also);
}

/* The lowest rank that waits, as far as this one knows. */
static int choose_speaker(const ax_comm *comm)
{
    for (int r = 0; r < comm->rank; r++)
        if (is_in(comm, r, 1U << HERE | 1U << BEHIND))
            return r;
    return comm->rank;
}

/* Whether all that are missing still compute. */
static bool may_go_on(const ax_comm *comm)
{
    bool computing = false;
    for (int r = 0; r < comm->size; r++) {
        if (where_is(comm, r) == SILENT)
            return false;
        computing = computing || where_is(comm, r) == COMPUTING;
    }
    return computing;
}

static ax_status *timed_out(ax_comm *comm, const ax_launch *launch)
{
    ax_text text = {0};
    describe(&text, comm, launch);
    ax_status *status = AX_ERROR(AX_TIMEOUT, "%s",
                                 text.bytes && !text.failed ? text.bytes : launch->what);
    ax_text_free(&text);
    return ax_comm_break(comm, status, choose_speaker(comm));
}

/* Looks after notes, the hook and the clock. An error ends the wait, the comm is broken. */
static ax_status *look_around(ax_comm *comm, const ax_launch *launch, watch *w)
{
    if (comm->control != MPI_COMM_NULL) {
        ax_status *status = ax_notes_progress(comm);
        if (status)
            return ax_comm_break(comm, status, comm->rank);
        if (comm->broken)
            return ax_comm_refuse(comm, NULL);
        ax_notes_answer(comm);
    }
    if (comm->hook)
        comm->hook(comm->hook_user);
    double time = now();
    if (comm->progress != w->progress) {
        w->progress = comm->progress;
        w->start = time;
        w->grace_end = 0;
    }
    if (!(comm->timeout > 0) || time - w->start < comm->timeout)
        return NULL;
    if (w->grace_end == 0) {
        w->grace_end = time + (comm->timeout < GRACE_SECONDS ? comm->timeout : GRACE_SECONDS);
        if (comm->control != MPI_COMM_NULL)
            ax_notes_send(comm, NOTE_HERE, -1, AX_OK, 0, "");
        return NULL;
    }
    if (time < w->grace_end)
        return NULL;
    if (!launch->patient || !may_go_on(comm))
        return timed_out(comm, launch);
    comm->waits++; /* what was heard until now counts no more */
    w->start = time;
    w->grace_end = 0;
    return NULL;
}

static ax_status *wait_loop(ax_comm *comm, const ax_launch *launch, ax_test_fn *test, void *state)
{
    watch w = {.start = now(), .progress = comm->progress, .sleep_ns = FIRST_SLEEP_NS};
    for (;;) {
        bool done = false;
        ax_status *status = test(comm, state, &done);
        if (status)
            return ax_comm_break(comm, status, comm->rank);
        if (done)
            return NULL;
        uint64_t progress = w.progress;
        AX_TRY(look_around(comm, launch, &w));
        if (w.progress != progress)
            w.sleep_ns = FIRST_SLEEP_NS;
        if (now() - w.start < SPIN_SECONDS) {
            sched_yield();
            continue;
        }
        nanosleep(&(struct timespec){.tv_nsec = w.sleep_ns}, NULL);
        if (w.sleep_ns < LONGEST_SLEEP_NS)
            w.sleep_ns += w.sleep_ns / 4;
    }
}

ax_status *ax_comm_wait_until(ax_comm *comm, const ax_launch *launch, ax_test_fn *test, void *state)
{
    comm->waits++;
    comm->waiting = true;
    ax_status *status = wait_loop(comm, launch, test, state);
    comm->waiting = false;
    return status;
}

static ax_status *test_request(ax_comm *comm, void *state, bool *out_done)
{
    (void)state;
    int done = 0;
    AX_TRY(AX_MPI(MPI_Test, &comm->requests[0], &done, MPI_STATUS_IGNORE));
    *out_done = done != 0;
    return NULL;
}

ax_status *ax_comm_wait_request(ax_comm *comm, const ax_launch *launch)
{
    return ax_comm_wait_until(comm, launch, test_request, NULL);
}
