#include "formats/stablehlo/scope.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void ax_hlo_scopes_free(ax_hlo_scopes *scopes)
{
    free(scopes->bindings);
    free(scopes->buckets);
    *scopes = (ax_hlo_scopes){0};
}

void ax_hlo_scope_enter(ax_hlo_scopes *scopes)
{
    scopes->depth++;
}

void ax_hlo_scope_leave(ax_hlo_scopes *scopes)
{
    /* The newest binding is always the first of its bucket. */
    while (scopes->count && scopes->bindings[scopes->count - 1].scope == scopes->depth) {
        const ax_hlo_binding *binding = &scopes->bindings[--scopes->count];
        scopes->buckets[binding->hash & (uint32_t)(scopes->nbuckets - 1)] = binding->next;
    }
    scopes->depth--;
}

static uint32_t hash_name(const char *name, size_t length)
{
    return (uint32_t)ax_hash_bytes(0, name, length);
}

const ax_hlo_binding *ax_hlo_scope_find(const ax_hlo_scopes *scopes, const char *name,
                                        size_t length)
{
    if (!scopes->nbuckets)
        return NULL;
    uint32_t hash = hash_name(name, length);
    int32_t at = scopes->buckets[hash & (uint32_t)(scopes->nbuckets - 1)];
    while (at >= 0) {
        const ax_hlo_binding *binding = &scopes->bindings[at];
        if (binding->hash == hash && binding->length == length &&
            memcmp(binding->name, name, length) == 0)
            return binding;
        at = binding->next;
    }
    return NULL;
}

static void link_binding(ax_hlo_scopes *scopes, int32_t at)
{
    ax_hlo_binding *binding = &scopes->bindings[at];
    int32_t *bucket = &scopes->buckets[binding->hash & (uint32_t)(scopes->nbuckets - 1)];
    binding->next = *bucket;
    *bucket = at;
}

static bool grow(ax_hlo_scopes *scopes)
{
    int32_t capacity = scopes->capacity ? scopes->capacity * 2 : 256;
    ax_hlo_binding *bindings = realloc(scopes->bindings,
                                       (size_t)capacity * sizeof *scopes->bindings);
    if (!bindings)
        return false;
    scopes->bindings = bindings;
    scopes->capacity = capacity;

    int32_t *buckets = malloc((size_t)capacity * sizeof *buckets);
    if (!buckets)
        return false;
    free(scopes->buckets);
    scopes->buckets = buckets;
    scopes->nbuckets = capacity;
    for (int32_t i = 0; i < capacity; i++)
        buckets[i] = -1;
    for (int32_t i = 0; i < scopes->count; i++)
        link_binding(scopes, i);
    return true;
}

bool ax_hlo_scope_bind(ax_hlo_scopes *scopes, const char *name, size_t length, void *target,
                       int32_t count)
{
    if (scopes->count == scopes->capacity && !grow(scopes))
        return false;
    int32_t at = scopes->count++;
    scopes->bindings[at] = (ax_hlo_binding){
        .name = name,
        .length = length,
        .target = target,
        .count = count,
        .scope = scopes->depth,
        .hash = hash_name(name, length),
    };
    link_binding(scopes, at);
    return true;
}
