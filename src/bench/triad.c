#include "bench/triad.h"

#include <math.h>
#include <time.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { RUNS = 12, PIECE = 1 << 16 };
static const int64_t COUNT = 1 << 25; /* of f32: 128 MiB in each array */

typedef struct triad {
    float *restrict a;
    const float *b, *c;
    bool streaming;
    ax_tasks tasks;
} triad;

/* For whole vectors of four floats. */
static void add_streaming(float *a, const float *b, const float *c, int64_t count)
{
#ifdef __SSE2__
    const __m128 s = _mm_set1_ps(3);
    for (int64_t i = 0; i < count; i += 4)
        _mm_stream_ps(a + i, _mm_add_ps(_mm_load_ps(b + i), _mm_mul_ps(s, _mm_load_ps(c + i))));
    _mm_sfence();
#else
    for (int64_t i = 0; i < count; i++)
        a[i] = b[i] + 3 * c[i];
#endif
}

static void add(float *restrict a, const float *restrict b, const float *restrict c, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        a[i] = b[i] + 3 * c[i];
}

static void take(void *user, int thread_index)
{
    (void)thread_index;
    triad *t = user;
    int64_t begin, end;
    while (ax_tasks_take(&t->tasks, &begin, &end))
        (t->streaming ? add_streaming : add)(t->a + begin, t->b + begin, t->c + begin, end - begin);
}

/* One thread's processor time, of which other work on the machine takes none; of several, whose time would
 * not say how much of it they had at once, the time that passes. */
static double seconds(const ax_team *team)
{
    struct timespec time;
    clock_gettime(ax_team_size(team) == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double fastest(ax_team *team, triad *t)
{
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        ax_tasks_reset(&t->tasks, COUNT, PIECE);
        double begun = seconds(team);
        ax_team_run(team, take, t);
        least = fmin(least, seconds(team) - begun);
    }
    return least;
}

ax_status *ax_bench_triad(ax_context *context, double *out_bandwidth)
{
    ax_device *device = ax_context_local_device(context, 0);
    int64_t bytes = COUNT * (int64_t)sizeof(float);
    void *arrays[3] = {NULL};
    ax_status *status = NULL;
    for (int i = 0; i < 3 && !status; i++)
        status = ax_allocator_alloc(device->allocator, bytes, &arrays[i]);
    if (!status) {
        float *parts[3] = {arrays[0], arrays[1], arrays[2]};
        for (int64_t i = 0; i < COUNT; i++)
            parts[0][i] = parts[1][i] = parts[2][i] = 1;
        triad t = {.a = parts[0], .b = parts[1], .c = parts[2]};
        double least = fastest(device->team, &t);
        t.streaming = true;
        least = fmin(least, fastest(device->team, &t));
        *out_bandwidth = 3 * (double)bytes / least;
    }
    for (int i = 0; i < 3; i++)
        ax_allocator_free(device->allocator, arrays[i], bytes);
    ax_allocator_trim(device->allocator);
    return status;
}
