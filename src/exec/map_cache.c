#include "exec/map_cache.h"

#include "base/hash.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_PROGRAMS = 16 };

typedef struct kept_program {
    uint64_t key[2];
    uint64_t used; /* when: the cache's count of calls */
    ax_map_program *program;
    bool busy; /* a call has it */
} kept_program;

struct ax_map_cache {
    pthread_mutex_t lock;
    uint64_t calls;
    kept_program programs[MOST_PROGRAMS];
};

ax_status *ax_map_cache_create(ax_map_cache **out_cache)
{
    ax_map_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for mapped functions");
    pthread_mutex_init(&cache->lock, NULL);
    *out_cache = cache;
    return NULL;
}

void ax_map_cache_free(ax_map_cache *cache)
{
    if (!cache)
        return;
    for (int i = 0; i < MOST_PROGRAMS; i++)
        ax_map_program_free(cache->programs[i].program);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* All that decides about a program of this context. */
static uint64_t hash_spec(const ax_map_spec *spec, uint64_t seed)
{
    uint64_t hash = ax_graph_fingerprint_seeded(spec->example, seed);
    hash = ax_hash_bytes(hash, spec->mapped, (size_t)spec->example->ninputs * sizeof *spec->mapped);
    hash = ax_hash_string(ax_hash_i64(hash, spec->axis_name != NULL), spec->axis_name);
    const int64_t numbers[] = {spec->length,   spec->block_rows, spec->micro_batch,
                               spec->reserved, spec->devices,    spec->slots != NULL};
    hash = ax_hash_bytes(hash, numbers, sizeof numbers);
    if (spec->slots)
        hash = ax_hash_bytes(hash, spec->slots, (size_t)spec->devices * sizeof *spec->slots);
    return hash;
}

static ax_map_program *find(ax_map_cache *cache, const uint64_t key[2])
{
    ax_map_program *found = NULL;
    pthread_mutex_lock(&cache->lock);
    cache->calls++;
    for (int i = 0; i < MOST_PROGRAMS && !found; i++) {
        kept_program *kept = &cache->programs[i];
        if (!kept->program || kept->busy || kept->key[0] != key[0] || kept->key[1] != key[1])
            continue;
        kept->busy = true;
        kept->used = cache->calls;
        found = kept->program;
    }
    pthread_mutex_unlock(&cache->lock);
    return found;
}

/* Notes a program that its call has made, in a free place or in that of the one longest not called. */
static void note(ax_map_cache *cache, const uint64_t key[2], ax_map_program *program)
{
    kept_program *place = NULL;
    pthread_mutex_lock(&cache->lock);
    for (int i = 0; i < MOST_PROGRAMS; i++) {
        kept_program *kept = &cache->programs[i];
        if (!kept->busy && (!place || kept->used < place->used))
            place = kept;
    }
    ax_map_program *old = NULL;
    if (place) {
        old = place->program;
        *place = (kept_program){
            .key = {key[0], key[1]}, .used = cache->calls, .program = program, .busy = true};
    }
    pthread_mutex_unlock(&cache->lock);
    ax_map_program_free(old);
}

ax_status *ax_map_program_take(ax_context *context, const ax_map_spec *spec,
                               ax_map_program **out_program)
{
    uint64_t key[] = {hash_spec(spec, 1), hash_spec(spec, 2)};
    ax_map_program *found = find(context->maps, key);
    if (found) {
        ax_graph_free(spec->example);
        *out_program = found;
        return NULL;
    }
    AX_TRY(ax_map_program_create(context, spec, out_program));
    note(context->maps, key, *out_program);
    return NULL;
}

void ax_map_program_leave(ax_context *context, ax_map_program *program)
{
    bool kept = false;
    if (!program)
        return;
    pthread_mutex_lock(&context->maps->lock);
    for (int i = 0; i < MOST_PROGRAMS && !kept; i++) {
        if (context->maps->programs[i].program != program)
            continue;
        context->maps->programs[i].busy = false;
        kept = true;
    }
    pthread_mutex_unlock(&context->maps->lock);
    if (!kept)
        ax_map_program_free(program);
}
