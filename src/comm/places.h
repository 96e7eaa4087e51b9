/* All devices of the job: every rank says which CPUs it may use, ranks of a host divide them, and
 * all learn of all devices. */
#ifndef AXMAP_COMM_PLACES_H
#define AXMAP_COMM_PLACES_H

#include "comm/comm.h"
#include "device/device.h"

typedef struct ax_places {
    int count;          /* devices of the job */
    ax_device *devices; /* by global id; none is open yet */
    int first_local;    /* this rank's devices are [first_local, first_local + local_count) */
    int local_count;
    int *rank_first;              /* rank r's devices are [rank_first[r], rank_first[r + 1]) */
    ax_vector_level vector_level; /* the weakest of all hosts */
    bool unlike;                  /* another host has a higher one */
    char *notes;                  /* this rank's, see ax_division; "" when all is well */
} ax_places;

/* A launch. devices_per_rank and threads: this rank's; 0 is the default (see ax_division_options). */
ax_status *ax_places_agree(ax_comm *comm, const ax_topology *topology, int devices_per_rank,
                           int threads, ax_places *out_places);
/* Closes devices that are open. */
void ax_places_free(ax_places *places);

#endif
