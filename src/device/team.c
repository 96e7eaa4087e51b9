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

/* How often a waiting thread looks before it sleeps: a few microseconds. */
enum { SPINS = 400 };

typedef struct worker {
    ax_team *team;
    int index;
    pthread_t thread;
} worker;

struct ax_team {
    int size;    /* as asked for */
    int started; /* threads that exist: fewer only while creation fails */
    bool bound;
    ax_cpuset cpuset;

    /* A task: written by ax_team_start before `generation` is raised, read by workers after. */
    ax_team_fn *fn;
    void *user;
    atomic_uint generation; /* counts tasks; workers wait for it to change */
    atomic_int running;     /* workers that have not finished the task */
    bool stop;              /* in place of a task: end */

    pthread_mutex_t mutex; /* guards nothing but the sleeping on the two conditions */
    pthread_cond_t task_started;
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

/* Returns the generation that follows `seen`. */
static unsigned wait_for_task(ax_team *team, unsigned seen)
{
    for (int i = 0; i < SPINS; i++) {
        unsigned generation = atomic_load_explicit(&team->generation, memory_order_acquire);
        if (generation != seen)
            return generation;
        spin_pause();
    }
    pthread_mutex_lock(&team->mutex);
    unsigned generation;
    while ((generation = atomic_load_explicit(&team->generation, memory_order_acquire)) == seen)
        pthread_cond_wait(&team->task_started, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
    return generation;
}

static void *work(void *argument)
{
    worker *me = argument;
    ax_team *team = me->team;
    bind_thread(team);
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_task(team, seen);
        if (team->stop)
            return NULL;
        ax_float_environment_default();
        team->fn(team->user, me->index);
        if (atomic_fetch_sub_explicit(&team->running, 1, memory_order_acq_rel) == 1) {
            pthread_mutex_lock(&team->mutex);
            pthread_cond_broadcast(&team->task_done);
            pthread_mutex_unlock(&team->mutex);
        }
    }
}

static void release_workers(ax_team *team)
{
    pthread_mutex_lock(&team->mutex);
    atomic_fetch_add_explicit(&team->generation, 1, memory_order_release);
    pthread_cond_broadcast(&team->task_started);
    pthread_mutex_unlock(&team->mutex);
}

static void make_locks(ax_team *team)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->task_started, NULL);
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
    team->stop = true;
    release_workers(team);
    for (int i = 0; i < team->started; i++)
        pthread_join(team->workers[i].thread, NULL);
    pthread_cond_destroy(&team->task_started);
    pthread_cond_destroy(&team->task_done);
    pthread_mutex_destroy(&team->mutex);
    free(team);
}

int ax_team_size(const ax_team *team)
{
    return team->size;
}

void ax_team_start(ax_team *team, ax_team_fn *fn, void *user)
{
    team->fn = fn;
    team->user = user;
    atomic_store_explicit(&team->running, team->size, memory_order_relaxed);
    release_workers(team);
}

static bool is_done(ax_team *team)
{
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

bool ax_team_wait(ax_team *team, int timeout_ms)
{
    for (int i = 0; i < SPINS && timeout_ms != 0; i++) {
        if (is_done(team))
            return true;
        spin_pause();
    }
    if (is_done(team) || timeout_ms == 0)
        return is_done(team);
    struct timespec deadline = {0};
    if (timeout_ms > 0)
        deadline = deadline_after(timeout_ms);
    int error = 0;
    pthread_mutex_lock(&team->mutex);
    while (!is_done(team) && error == 0)
        error = timeout_ms < 0 ? pthread_cond_wait(&team->task_done, &team->mutex)
                               : pthread_cond_timedwait(&team->task_done, &team->mutex, &deadline);
    pthread_mutex_unlock(&team->mutex);
    return is_done(team);
}

void ax_team_run(ax_team *team, ax_team_fn *fn, void *user)
{
    ax_team_start(team, fn, user);
    ax_team_wait(team, -1);
}
