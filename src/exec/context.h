/* The context as the house sees it. */
#ifndef AXMAP_EXEC_CONTEXT_H
#define AXMAP_EXEC_CONTEXT_H

#include "backend/backend.h"
#include "comm/comm.h"
#include "comm/places.h"
#include "device/topology.h"

#include <axmap/context.h>
#include <stdatomic.h>

struct ax_context {
    atomic_int references;
    ax_comm *comm;
    ax_topology *topology;
    ax_places places; /* the devices of all ranks; this rank's are open */
    const ax_backend *backend;
    struct ax_codegen *codegen;   /* NULL for the reference backend */
    ax_target target;             /* these as executables want them, with the first device's team */
    ax_allocator *allocator;      /* of the rank: what its devices share */
    struct ax_binaries *binaries; /* what was compiled (exec/binary.h) */
    struct ax_map_cache *maps;    /* likewise, of mapped functions (exec/map_cache.h) */
    int64_t memory;               /* budget in bytes; 0: unknown, no limit */
    bool native;
    bool check_promises;
    const char *
        hosts_note; /* what differs between hosts and may change last bits, for the user; else NULL */
};

/* Makes a context around a comm, which it takes over on success. */
ax_status *ax_context_create_with(ax_comm *comm, const ax_context_options *options,
                                  ax_context **out_context);

static inline ax_device *ax_context_local_device(const ax_context *context, int index)
{
    return &context->places.devices[context->places.first_local + index];
}

/* The threads that help a caller of this rank with a whole program: its first device's. */
static inline ax_team *ax_context_team(const ax_context *context)
{
    return ax_context_local_device(context, 0)->team;
}

#endif
