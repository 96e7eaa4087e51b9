#include "device/team.h"

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* How long a thread that waits looks before it sleeps, in nanoseconds: for a task where its CPUs are its
 * own, else a few microseconds. */
enum { PATIENT = 50000, SHORT = 5000 };

/* The lowest bits of a generation: what the task is. */
enum { TASK_HELP = 1, TASK_END = 2, GENERATION_STEP = 4 };

/* The word of a helped task: its generation above, whether it takes helpers, how many are at it. */
#define HELP_OPEN   (UINT64_C(1) << 31)
#define HELP_ACTIVE (HELP_OPEN - 1)

typedef struct worker {
    ax_team *team;
    int index;
    pthread_t thread;
} worker;

/* Where threads sleep: the mutex guards nothing but this. */
typedef struct bed {
    pthread_cond_t wake;
    atomic_int sleepers;
} bed;

struct ax_team {
    int size;    /* as asked for */
    int started; /* threads that exist: fewer only while creation fails */
    bool bound;
    ax_cpuset cpuset;
    atomic_int patience; /* nanoseconds */

    atomic_bool taken; /* by a task of either kind */
    bool pending;      /* a task was started and not yet waited for */

    /* A task: written before `generation` is raised, read by workers after. */
    ax_team_fn *fn;
    void *user;
    atomic_uint generation; /* counts tasks; workers wait for it to change */
    atomic_int running;     /* a started task: workers that have not finished it */
    atomic_ullong help;     /* a helped task: its word */

    pthread_mutex_t mutex;
    bed first; /* worker 0, whose place the caller of a helped task takes */
    bed others;
    pthread_cond_t task_done;
    worker workers[];
};

static inline void spin_pause(void)
{
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void ax_float_environment_default(void)
{
    fesetenv(FE_DFL_ENV);
#if defined(__x86_64__)
    _mm_setcsr(0x1f80); /* all exceptions masked, to nearest, no flush to zero */
#endif
}

static void bind_thread(const ax_team *team)
{
    if (!team->bound)
        return;
    cpu_set_t *set = CPU_ALLOC(AX_MAX_CPUS);
    if (!set)
        return;
    size_t bytes = CPU_ALLOC_SIZE(AX_MAX_CPUS);
    CPU_ZERO_S(bytes, set);
    for (int cpu = 0; cpu < AX_MAX_CPUS; cpu++)
        if (ax_cpuset_has(&team->cpuset, cpu))
            CPU_SET_S((size_t)cpu, bytes, set);
    /* A sandbox may forbid it: threads then run where the system puts them. */
    (void)pthread_setaffinity_np(pthread_self(), bytes, set);
    CPU_FREE(set);
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Looks whether something has come for some time; whether it has. */
static bool look(bool has_come(ax_team *team, unsigned seen), ax_team *team, unsigned seen,
                 int64_t nanoseconds)
{
    int64_t deadline = 0;
    for (;;) {
        for (int i = 0; i < 32; i++) {
            if (has_come(team, seen))
                return true;
            spin_pause();
        }
        int64_t time = now();
        if (deadline == 0)
            deadline = time + nanoseconds;
        else if (time >= deadline)
            return false;
    }
}

/* ---- a worker ---- */

static bool has_task(ax_team *team, unsigned seen)
{
    return atomic_load_explicit(&team->generation, memory_order_acquire) != seen;
}

/* Returns the generation that follows `seen`. A sleeper counts itself before it looks again, and who
 * raises the generation does so before he counts sleepers: one of the two sees the other. */
static unsigned wait_for_task(worker *me, unsigned seen)
{
    ax_team *team = me->team;
    int patience = atomic_load_explicit(&team->patience, memory_order_relaxed);
    if (!look(has_task, team, seen, patience)) {
        bed *mine = me->index ? &team->others : &team->first;
        pthread_mutex_lock(&team->mutex);
        atomic_fetch_add(&mine->sleepers, 1);
        while (atomic_load(&team->generation) == seen)
            pthread_cond_wait(&mine->wake, &team->mutex);
        atomic_fetch_sub(&mine->sleepers, 1);
        pthread_mutex_unlock(&team->mutex);
    }
    return atomic_load_explicit(&team->generation, memory_order_acquire);
}

static void say_done(ax_team *team)
{
    pthread_mutex_lock(&team->mutex);
    pthread_cond_broadcast(&team->task_done);
    pthread_mutex_unlock(&team->mutex);
}

static void run_share(ax_team *team, int index)
{
    ax_float_environment_default();
    team->fn(team->user, index);
    if (atomic_fetch_sub_explicit(&team->running, 1, memory_order_acq_rel) == 1)
        say_done(team);
}

/* Joins the task of this generation if it still takes helpers. */
static bool join(ax_team *team, unsigned generation)
{
    unsigned long long word = atomic_load_explicit(&team->help, memory_order_acquire);
    while (word >> 32 == generation && (word & HELP_OPEN)) {
        if (atomic_compare_exchange_weak_explicit(&team->help, &word, word + 1,
                                                  memory_order_acq_rel, memory_order_acquire)) {
            return true;
        }
    }
    return false;
}

static void help(ax_team *team, int index, unsigned generation)
{
    if (!join(team, generation))
        return;
    ax_float_environment_default();
    team->fn(team->user, index);
    unsigned long long word = atomic_fetch_sub_explicit(&team->help, 1, memory_order_acq_rel) - 1;
    if (!(word & (HELP_OPEN | HELP_ACTIVE)))
        say_done(team);
}

static void *work(void *argument)
{
    worker *me = argument;
    ax_team *team = me->team;
    bind_thread(team);
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_task(me, seen);
        if (seen & TASK_END)
            return NULL;
        if (!(seen & TASK_HELP)) {
            run_share(team, me->index);
        } else if (me->index > 0) {
            help(team, me->index, seen);
        }
    }
}

/* ---- starting and ending ---- */

static void wake(ax_team *team, bed *sleeping, int64_t most)
{
    int sleepers = atomic_load(&sleeping->sleepers);
    if (sleepers == 0)
        return;
    pthread_mutex_lock(&team->mutex);
    if (most >= sleepers) {
        pthread_cond_broadcast(&sleeping->wake);
    } else {
        for (int64_t i = 0; i < most; i++)
            pthread_cond_signal(&sleeping->wake);
    }
    pthread_mutex_unlock(&team->mutex);
}

static unsigned next_generation(const ax_team *team, unsigned kind)
{
    unsigned generation = atomic_load_explicit(&team->generation, memory_order_relaxed);
    return (generation / GENERATION_STEP + 1) * GENERATION_STEP + kind;
}

static void release_workers(ax_team *team, unsigned kind)
{
    atomic_store(&team->generation, next_generation(team, kind));
    wake(team, &team->first, 1);
    wake(team, &team->others, team->size);
}

static void make_locks(ax_team *team)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->first.wake, NULL);
    pthread_cond_init(&team->others.wake, NULL);
    pthread_cond_init(&team->task_done, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

ax_status *ax_team_create(int nthreads, const ax_cpuset *cpuset, ax_team **out_team)
{
    if (nthreads < 1)
        return AX_ERROR(AX_INVALID_ARGUMENT, "a team of %d threads cannot work", nthreads);
    ax_team *team = calloc(1, sizeof *team + (size_t)nthreads * sizeof team->workers[0]);
    if (!team)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a team of %d threads", nthreads);
    team->size = nthreads;
    team->bound = cpuset && ax_cpuset_count(cpuset) > 0;
    if (team->bound)
        team->cpuset = *cpuset;
    atomic_init(&team->generation, 0);
    atomic_init(&team->running, 0);
    atomic_init(&team->help, 0);
    atomic_init(&team->taken, false);
    bool own_cpus = team->bound && nthreads <= ax_cpuset_count(cpuset);
    atomic_init(&team->patience, own_cpus ? PATIENT : SHORT);
    make_locks(team);
    for (; team->started < nthreads; team->started++) {
        worker *w = &team->workers[team->started];
        *w = (worker){.team = team, .index = team->started};
        int error = pthread_create(&w->thread, NULL, work, w);
        if (error) {
            ax_status *status = AX_ERROR(AX_OUT_OF_MEMORY,
                                         "the system started %d of %d threads of a device: %s",
                                         team->started, nthreads, strerror(error));
            ax_team_free(team);
            return status;
        }
    }
    *out_team = team;
    return NULL;
}

void ax_team_free(ax_team *team)
{
    if (!team)
        return;
    ax_team_wait(team, -1);
    release_workers(team, TASK_END);
    for (int i = 0; i < team->started; i++)
        pthread_join(team->workers[i].thread, NULL);
    pthread_cond_destroy(&team->first.wake);
    pthread_cond_destroy(&team->others.wake);
    pthread_cond_destroy(&team->task_done);
    pthread_mutex_destroy(&team->mutex);
    free(team);
}

int ax_team_size(const ax_team *team)
{
    return team->size;
}

void ax_team_share_cpus(ax_team *team)
{
    atomic_store_explicit(&team->patience, SHORT, memory_order_relaxed);
}

/* ---- tasks ---- */

/* Takes the team for a task, unless it is at another. */
static bool take(ax_team *team)
{
    bool free = false;
    return atomic_compare_exchange_strong_explicit(&team->taken, &free, true, memory_order_acquire,
                                                   memory_order_relaxed);
}

static void leave(ax_team *team)
{
    atomic_store_explicit(&team->taken, false, memory_order_release);
}

void ax_team_start(ax_team *team, ax_team_fn *fn, void *user)
{
    while (!take(team)) /* it helps another thread with a step of a program: not for long */
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    team->pending = true;
    team->fn = fn;
    team->user = user;
    atomic_store_explicit(&team->running, team->size, memory_order_relaxed);
    release_workers(team, 0);
}

static bool is_done(ax_team *team, unsigned unused)
{
    (void)unused;
    return atomic_load_explicit(&team->running, memory_order_acquire) == 0;
}

static struct timespec deadline_after(int timeout_ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += timeout_ms / 1000;
    t.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

static bool wait_until_done(ax_team *team, int timeout_ms)
{
    if (timeout_ms == 0 || look(is_done, team, 0, SHORT))
        return is_done(team, 0);
    struct timespec deadline = {0};
    if (timeout_ms > 0)
        deadline = deadline_after(timeout_ms);
    int error = 0;
    pthread_mutex_lock(&team->mutex);
    while (!is_done(team, 0) && error == 0)
        error = timeout_ms < 0 ? pthread_cond_wait(&team->task_done, &team->mutex)
                               : pthread_cond_timedwait(&team->task_done, &team->mutex, &deadline);
    pthread_mutex_unlock(&team->mutex);
    return is_done(team, 0);
}

bool ax_team_wait(ax_team *team, int timeout_ms)
{
    if (!team->pending)
        return true;
    if (!wait_until_done(team, timeout_ms))
        return false;
    team->pending = false;
    leave(team);
    return true;
}

void ax_team_run(ax_team *team, ax_team_fn *fn, void *user)
{
    ax_team_start(team, fn, user);
    ax_team_wait(team, -1);
}

/* ---- tasks that the caller takes part in ---- */

static bool is_left(ax_team *team, unsigned unused)
{
    (void)unused;
    return (atomic_load_explicit(&team->help, memory_order_acquire) & HELP_ACTIVE) == 0;
}

/* Takes no more helpers, and waits for those that are at it: asleep ones need not wake up first. */
static void wait_for_helpers(ax_team *team)
{
    atomic_fetch_and_explicit(&team->help, ~HELP_OPEN, memory_order_acq_rel);
    if (look(is_left, team, 0, SHORT))
        return;
    pthread_mutex_lock(&team->mutex);
    while (!is_left(team, 0))
        pthread_cond_wait(&team->task_done, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
}

void ax_team_help(ax_team *team, int64_t most, ax_team_fn *fn, void *user)
{
    if (team->size == 1 || most < 1 || !take(team)) {
        fn(user, 0);
        return;
    }
    team->fn = fn;
    team->user = user;
    unsigned generation = next_generation(team, TASK_HELP);
    atomic_store_explicit(&team->help, (unsigned long long)generation << 32 | HELP_OPEN,
                          memory_order_release);
    atomic_store(&team->generation, generation);
    wake(team, &team->others, most);
    fn(user, 0);
    wait_for_helpers(team);
    leave(team);
}
