/* Ranks of a job played by threads of one process, for tests of what ranks do together. */
#ifndef AXMAP_TESTS_UNIT_THREADS_AS_RANKS_H
#define AXMAP_TESTS_UNIT_THREADS_AS_RANKS_H

#include "job/peers.h"

#include <pthread.h>
#include <string.h>

enum { MOST_RANKS = 8 };

typedef struct world {
    int size;
    pthread_barrier_t barrier;
    bool failed[MOST_RANKS];
    const void *const *send[MOST_RANKS];
    const int64_t *send_bytes[MOST_RANKS];
} world;

/* One rank: what it gets, what it does, and how that ended. */
typedef struct member {
    world *world;
    ax_peers peers;
    ax_status *(*run)(struct member *member);
    void *user;
    ax_status *status;
} member;

static inline ax_status *world_agree(void *user, const char *what, ax_status *local)
{
    member *m = user;
    (void)what;
    m->world->failed[m->peers.rank] = local != NULL;
    pthread_barrier_wait(&m->world->barrier);
    int failed = -1;
    for (int r = 0; r < m->world->size && failed < 0; r++)
        failed = m->world->failed[r] ? r : -1;
    pthread_barrier_wait(&m->world->barrier);
    if (!local && failed >= 0)
        return AX_ERROR(AX_PEER_FAILED, "rank %d failed", failed);
    return local;
}

static inline ax_status *world_exchange(void *user, const char *what, ax_status *local,
                                        const void *const *send, const int64_t *send_bytes,
                                        void *const *receive, const int64_t *receive_bytes)
{
    member *m = user;
    world *w = m->world;
    w->send[m->peers.rank] = send;
    w->send_bytes[m->peers.rank] = send_bytes;
    ax_status *status = world_agree(user, what, local);
    for (int r = 0; !status && r < w->size; r++) {
        if (w->send_bytes[r][m->peers.rank] != receive_bytes[r])
            status = AX_ERROR(AX_INTERNAL, "rank %d sends another size than is awaited", r);
        else if (receive_bytes[r] > 0)
            memcpy(receive[r], w->send[r][m->peers.rank], (size_t)receive_bytes[r]);
    }
    pthread_barrier_wait(&w->barrier);
    return status;
}

static inline void *member_main(void *user)
{
    member *m = user;
    m->status = m->run(m);
    return NULL;
}

/* Runs `run` on `size` ranks at once; members[r].status says how each ended. */
static inline void run_world(int size, ax_status *(*run)(member *), void *user, member *members)
{
    world w = {.size = size};
    pthread_t threads[MOST_RANKS];
    pthread_barrier_init(&w.barrier, NULL, (unsigned)size);
    for (int r = 0; r < size; r++) {
        members[r] = (member){.world = &w, .run = run, .user = user};
        members[r].peers = (ax_peers){r, size, world_agree, world_exchange, &members[r]};
        if (pthread_create(&threads[r], NULL, member_main, &members[r]) != 0)
            fail_msg("no thread for rank %d", r);
    }
    for (int r = 0; r < size; r++)
        pthread_join(threads[r], NULL);
    pthread_barrier_destroy(&w.barrier);
}

#endif
