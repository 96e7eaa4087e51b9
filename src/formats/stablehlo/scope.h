/* What a name stands for, in nested scopes: values in regions, aliases in a module. */
#ifndef AXMAP_FORMATS_STABLEHLO_SCOPE_H
#define AXMAP_FORMATS_STABLEHLO_SCOPE_H

#include "formats/stablehlo/tree.h"

/* A name and what it stands for: %0:2 is one name for two values. */
typedef struct ax_hlo_binding {
    const char *name; /* in the source */
    size_t length;
    void *target;
    int32_t count;
    int32_t scope; /* depth at which it was made */
    uint32_t hash;
    int32_t next; /* in its bucket; -1 ends it */
} ax_hlo_binding;

typedef struct ax_hlo_scopes {
    ax_hlo_binding *bindings; /* a stack: leaving a scope pops its bindings */
    int32_t count, capacity;
    int32_t *buckets; /* the newest binding of a hash, or -1 */
    int32_t nbuckets; /* a power of two */
    int32_t depth;
} ax_hlo_scopes;

void ax_hlo_scopes_free(ax_hlo_scopes *scopes);
void ax_hlo_scope_enter(ax_hlo_scopes *scopes);
void ax_hlo_scope_leave(ax_hlo_scopes *scopes);

/* The binding of the name, or NULL. */
const ax_hlo_binding *ax_hlo_scope_find(const ax_hlo_scopes *scopes, const char *name,
                                        size_t length);
/* False without memory. The caller has looked whether the name is taken. */
bool ax_hlo_scope_bind(ax_hlo_scopes *scopes, const char *name, size_t length, void *target,
                       int32_t count);

#endif
