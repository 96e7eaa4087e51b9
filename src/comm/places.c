#include "comm/places.h"

#include <stdlib.h>
#include <string.h>

/* What every rank tells of itself before the cores are divided. */
typedef struct offer {
    ax_cpuset allowed;
    int32_t vector_level;
    int32_t unused;
} offer;

/* The offers of this host's ranks become this rank's division. */
static ax_status *divide(const ax_comm *comm, const ax_topology *topology,
                         const ax_division_options *options, const offer *offers,
                         ax_division *out_division)
{
    ax_cpuset *allowed = calloc((size_t)options->local_size, sizeof *allowed);
    if (!allowed)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the CPUs of %d ranks",
                        options->local_size);
    int rank = ax_comm_rank(comm);
    int node = ax_comm_node_of(comm, rank);
    int found = 0;
    for (int r = 0; r < ax_comm_size(comm) && found < options->local_size; r++)
        if (ax_comm_node_of(comm, r) == node)
            allowed[found++] = offers[r].allowed;
    ax_division_options with_cpus = *options;
    with_cpus.allowed = allowed;
    ax_status *status = ax_topology_divide(topology, &with_cpus, rank, out_division);
    free(allowed);
    return status;
}

/* Every rank's places, one after the other, become the list of all devices. */
static ax_status *list_devices(const ax_comm *comm, const ax_blobs *blobs, ax_places *out)
{
    int size = ax_comm_size(comm);
    out->count = (int)(blobs->offsets[size] / (int64_t)sizeof(ax_place));
    out->devices = calloc((size_t)out->count, sizeof *out->devices);
    out->rank_first = calloc((size_t)size + 1, sizeof *out->rank_first);
    if (!out->devices || !out->rank_first)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a list of %d devices", out->count);
    for (int r = 0; r < size; r++) {
        int first = (int)(blobs->offsets[r] / (int64_t)sizeof(ax_place));
        int end = (int)(blobs->offsets[r + 1] / (int64_t)sizeof(ax_place));
        out->rank_first[r] = first;
        out->rank_first[r + 1] = end;
        for (int id = first; id < end; id++) {
            ax_device *device = &out->devices[id];
            *device = (ax_device){.id = id, .rank = r, .local_index = id - first};
            memcpy(&device->place, blobs->data + (size_t)id * sizeof(ax_place), sizeof(ax_place));
        }
    }
    out->first_local = out->rank_first[ax_comm_rank(comm)];
    out->local_count = out->rank_first[ax_comm_rank(comm) + 1] - out->first_local;
    return NULL;
}

static ax_status *gather_offers(ax_comm *comm, const ax_launch *launch, const ax_topology *topology,
                                offer **out_offers)
{
    size_t size = (size_t)ax_comm_size(comm);
    offer mine = {.allowed = ax_topology_machine(topology)->allowed,
                  .vector_level = (int32_t)ax_topology_machine(topology)->vector_level};
    offer *offers = calloc(size, sizeof *offers);
    ax_status *local = offers ? NULL
                              : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the CPUs of %zu ranks",
                                         size);
    ax_blobs blobs = {0};
    ax_status *status = ax_comm_allgather_blobs(comm, launch, local, &mine, (int64_t)sizeof mine,
                                                &blobs);
    if (!status)
        memcpy(offers, blobs.data, size * sizeof *offers);
    ax_blobs_free(&blobs);
    if (status)
        free(offers);
    else
        *out_offers = offers;
    return status;
}

static void compare_vectors(const offer *offers, int count, ax_places *out)
{
    int32_t least = offers[0].vector_level, most = least;
    for (int r = 1; r < count; r++) {
        int32_t level = offers[r].vector_level;
        least = level < least ? level : least;
        most = level > most ? level : most;
    }
    out->vector_level = (ax_vector_level)least;
    out->unlike = least != most;
}

ax_status *ax_places_agree(ax_comm *comm, const ax_topology *topology, int devices_per_rank,
                           int threads, ax_places *out_places)
{
    ax_launch launch = {.what = "dividing the cores among the ranks"};
    offer *offers;
    AX_TRY(gather_offers(comm, &launch, topology, &offers));
    ax_division_options options = {.local_size = ax_comm_node_size(comm),
                                   .local_rank = ax_comm_node_rank(comm),
                                   .devices_per_rank = devices_per_rank,
                                   .threads = threads,
                                   .cpu_quota = ax_topology_machine(topology)->cpu_quota};
    ax_division division = {0};
    ax_status *local = divide(comm, topology, &options, offers, &division);
    ax_blobs blobs = {0};
    ax_status *status = ax_comm_allgather_blobs(comm, &launch, local, division.places,
                                                division.count * (int64_t)sizeof(ax_place), &blobs);
    ax_places places = {0};
    if (!status)
        status = ax_comm_agree(comm, "listing the devices", list_devices(comm, &blobs, &places));
    if (!status)
        compare_vectors(offers, ax_comm_size(comm), &places);
    if (!status) {
        places.notes = division.notes;
        division.notes = NULL;
        *out_places = places;
    } else {
        ax_places_free(&places);
    }
    ax_division_free(&division);
    ax_blobs_free(&blobs);
    free(offers);
    return status;
}

void ax_places_free(ax_places *places)
{
    for (int i = 0; places->devices && i < places->count; i++)
        ax_device_close(&places->devices[i]);
    free(places->devices);
    free(places->rank_first);
    free(places->notes);
    *places = (ax_places){0};
}
