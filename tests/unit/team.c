/* Thread teams: every thread runs every task once, whatever the timing. */
#include "device/device.h"

#include <float.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static void must(ax_status *status)
{
    if (status)
        fail_msg("%s", ax_status_message(status));
}

typedef struct counts {
    int64_t of[16]; /* written by its thread only: the team's hand-over must order it */
} counts;

static void count_one(void *user, int thread)
{
    ((counts *)user)->of[thread]++;
}

static void every_thread_runs_every_task(void **state)
{
    (void)state;
    for (int size = 1; size <= 9; size += 2) {
        ax_team *team;
        must(ax_team_create(size, NULL, &team));
        assert_int_equal(ax_team_size(team), size);
        assert_true(ax_team_wait(team, 0)); /* nothing was started */
        counts c = {{0}};
        for (int i = 0; i < 500; i++) {
            ax_team_run(team, count_one, &c);
            for (int k = 0; k < size; k++)
                assert_int_equal(c.of[k], i + 1);
        }
        ax_team_free(team);
    }
    ax_team_free(NULL);
}

static void nap(void *user, int thread)
{
    (void)thread;
    nanosleep(user, NULL);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void wait_says_not_yet(void **state)
{
    (void)state;
    ax_team *team;
    must(ax_team_create(2, NULL, &team));
    struct timespec long_enough = {.tv_nsec = 300000000};
    double start = now();
    ax_team_start(team, nap, &long_enough);
    assert_false(ax_team_wait(team, 0));
    assert_false(ax_team_wait(team, 5));
    int looks = 0;
    while (!ax_team_wait(team, 10))
        looks++;
    assert_true(looks >= 1);
    assert_true(now() - start >= 0.3);
    /* Freeing a team that works waits for it. */
    start = now();
    ax_team_start(team, nap, &long_enough);
    ax_team_free(team);
    assert_true(now() - start >= 0.3);
}

static void halve_a_small_number(void *user, int thread)
{
    volatile double smallest = DBL_MIN;
    volatile double third = 1.0;
    third = third / 3.0; /* rounds down to nearest, up when rounding towards +inf */
    ((double *)user)[2 * thread] = smallest / 2;
    ((double *)user)[2 * thread + 1] = third;
}

static void subnormals_are_kept(void **state)
{
    (void)state;
#if defined(__x86_64__)
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040 | 0x4000); /* flush to zero, denormals are zero, round up */
#endif
    ax_team *team;
    ax_status *status = ax_team_create(2, NULL, &team);
#if defined(__x86_64__)
    _mm_setcsr(before);
#endif
    must(status);
    double seen[4];
    ax_team_run(team, halve_a_small_number, seen);
    for (int i = 0; i < 2; i++) {
        assert_true(seen[2 * i] == 0x1p-1023);
        assert_true(seen[2 * i + 1] == 0x1.5555555555555p-2);
    }
    ax_team_free(team);
}

typedef struct dealt {
    ax_tasks tasks;
    _Atomic int times[1000];
} dealt;

static void take_all(void *user, int thread)
{
    (void)thread;
    dealt *d = user;
    int64_t begin;
    int64_t end;
    while (ax_tasks_take(&d->tasks, &begin, &end))
        for (int64_t i = begin; i < end; i++)
            atomic_fetch_add(&d->times[i], 1);
}

static void tasks_are_dealt_out_once(void **state)
{
    (void)state;
    ax_team *team;
    must(ax_team_create(4, NULL, &team));
    const int64_t sizes[] = {0, 1, 6, 7, 8, 999, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        dealt d = {0};
        ax_tasks_reset(&d.tasks, sizes[s], 7);
        ax_team_run(team, take_all, &d);
        for (int i = 0; i < 1000; i++)
            assert_int_equal(d.times[i], i < sizes[s]);
    }
    ax_team_free(team);
}

/* ---- helped tasks ---- */

enum { PIECES = 200, ROUNDS = 300 };

typedef struct helped {
    ax_tasks tasks;
    int64_t taken[8][8]; /* by thread, in a line of its own: written by it only */
    _Atomic int times[PIECES];
    ax_team *team;
} helped;

static void take_pieces(void *user, int thread)
{
    helped *h = user;
    int64_t begin, end;
    while (ax_tasks_take(&h->tasks, &begin, &end)) {
        h->taken[thread][0] += end - begin;
        for (int64_t i = begin; i < end; i++)
            atomic_fetch_add(&h->times[i], 1);
    }
}

static void help_once(ax_team *team, helped *h)
{
    for (int i = 0; i < PIECES; i++)
        atomic_init(&h->times[i], 0);
    memset(h->taken, 0, sizeof h->taken);
    ax_tasks_reset(&h->tasks, PIECES, 3);
    ax_team_help(team, PIECES / 3, take_pieces, h);
    int64_t taken = 0;
    for (int i = 0; i < 8; i++)
        taken += h->taken[i][0];
    assert_int_equal(taken, PIECES);
    for (int i = 0; i < PIECES; i++)
        assert_int_equal(h->times[i], 1);
}

static void a_caller_is_helped(void **state)
{
    (void)state;
    for (int size = 1; size <= 7; size += 2) {
        ax_team *team;
        helped h;
        counts c = {{0}};
        must(ax_team_create(size, NULL, &team));
        for (int i = 0; i < ROUNDS; i++) {
            help_once(team, &h);
            if (i % 64 == 0) /* long enough for the threads to fall asleep */
                nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL);
            if (i % 7 == 0)
                ax_team_run(team, count_one, &c);
        }
        for (int k = 0; k < size; k++)
            assert_int_equal(c.of[k], (ROUNDS + 6) / 7);
        ax_team_free(team);
    }
}

static void *be_helped(void *user)
{
    helped *h = user;
    for (int i = 0; i < ROUNDS; i++)
        help_once(h->team, h);
    return NULL;
}

/* One team, callers that want its help at once, and one that gives it tasks meanwhile. */
static void callers_share_a_team(void **state)
{
    (void)state;
    static helped of[3];
    pthread_t threads[3];
    counts c = {{0}};
    ax_team *team;
    must(ax_team_create(3, NULL, &team));
    for (int i = 0; i < 3; i++) {
        of[i].team = team;
        assert_int_equal(pthread_create(&threads[i], NULL, be_helped, &of[i]), 0);
    }
    for (int i = 0; i < 50; i++)
        ax_team_run(team, count_one, &c);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int k = 0; k < 3; k++)
        assert_int_equal(c.of[k], 50);
    ax_team_free(team);
}

static void meet(void *user, int thread)
{
    (void)thread;
    _Atomic int *there = user;
    atomic_fetch_add(there, 1);
    double start = now();
    while (atomic_load(there) < 2 && now() - start < 10)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

/* It does come: two threads are in one task at once, sooner or later. */
static void help_comes(void **state)
{
    (void)state;
    _Atomic int there = 0;
    ax_team *team;
    must(ax_team_create(2, NULL, &team));
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); /* asleep */
    ax_team_help(team, 1, meet, &there);
    assert_int_equal(atomic_load(&there), 2);
    ax_team_free(team);
}

static void a_device_opens_and_closes(void **state)
{
    (void)state;
    ax_device device = {.id = 3, .place = {.nthreads = 2}};
    ax_cpuset_add(&device.place.cpuset, 0);
    ax_cpuset_add(&device.place.cpuset, 2000); /* not there: binding may fail, the team works */
    must(ax_device_open(&device, 1 << 20));
    counts c = {{0}};
    ax_team_run(device.team, count_one, &c);
    assert_int_equal(c.of[0] + c.of[1], 2);
    assert_int_equal(ax_allocator_use(device.allocator).budget_bytes, 1 << 20);
    ax_device_close(&device);
    ax_device_close(&device);
    ax_status *status = ax_team_create(0, NULL, &device.team);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    ax_status_free(status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_runs_every_task),
        cmocka_unit_test(wait_says_not_yet),
        cmocka_unit_test(subnormals_are_kept),
        cmocka_unit_test(tasks_are_dealt_out_once),
        cmocka_unit_test(a_caller_is_helped),
        cmocka_unit_test(callers_share_a_team),
        cmocka_unit_test(help_comes),
        cmocka_unit_test(a_device_opens_and_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
