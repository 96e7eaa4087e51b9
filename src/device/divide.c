#include "base/text.h"
#include "device/topology.h"
#include "device/topology_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 4096, MAX_THREADS = 4096 };

/* The host's cores while they are dealt out. A *region* is the cores that exactly the same ranks may
 * use; its first core stands for it. */
typedef struct dealing {
    const ax_topology *topology;
    const ax_division_options *options;
    bool *may_use; /* [core][rank] */
    int *users;    /* [core]: ranks that the core was given to */
    int *held;     /* [rank]: cores that the rank was given */
    bool *mine;    /* [core]: given to options->local_rank */
} dealing;

static bool may_use(const dealing *d, int core, int rank)
{
    return d->may_use[(size_t)core * (size_t)d->options->local_size + (size_t)rank];
}

static bool same_region(const dealing *d, int a, int b)
{
    size_t ranks = (size_t)d->options->local_size;
    return memcmp(d->may_use + (size_t)a * ranks, d->may_use + (size_t)b * ranks, ranks) == 0;
}

static bool is_first_of_region(const dealing *d, int core)
{
    for (int i = 0; i < core; i++)
        if (same_region(d, i, core))
            return false;
    return true;
}

/* The number of ranks below `limit` that may use the region. */
static int region_ranks(const dealing *d, int region, int limit)
{
    int count = 0;
    for (int r = 0; r < limit; r++)
        count += may_use(d, region, r);
    return count;
}

static int region_cores(const dealing *d, int region)
{
    int count = 0;
    for (int i = region; i < d->topology->core_count; i++)
        count += same_region(d, i, region);
    return count;
}

static void give(dealing *d, int core, int rank)
{
    d->users[core]++;
    d->held[rank]++;
    if (rank == d->options->local_rank)
        d->mine[core] = true;
}

/* Gives cores [begin, end) of a region, counted within it, to a rank. */
static void give_run(dealing *d, int region, int begin, int end, int rank)
{
    int position = 0;
    for (int i = region; i < d->topology->core_count && position < end; i++) {
        if (!same_region(d, i, region))
            continue;
        if (position >= begin)
            give(d, i, rank);
        position++;
    }
}

static int part(int64_t index, int64_t total, int64_t parts)
{
    return (int)(index * total / parts);
}

static void deal_region(dealing *d, int region)
{
    int cores = region_cores(d, region);
    int ranks = region_ranks(d, region, d->options->local_size);
    int position = 0;
    for (int r = 0; r < d->options->local_size && ranks > 0; r++) {
        if (!may_use(d, region, r))
            continue;
        give_run(d, region, part(position, cores, ranks), part(position + 1, cores, ranks), r);
        position++;
    }
}

/* A rank that went out empty-handed shares a core of the first region that it may use. */
static void share_core(dealing *d, int rank)
{
    for (int i = 0; i < d->topology->core_count; i++) {
        if (!may_use(d, i, rank))
            continue;
        int at = part(region_ranks(d, i, rank), region_cores(d, i),
                      region_ranks(d, i, d->options->local_size));
        give_run(d, i, at, at + 1, rank);
        return;
    }
}

static ax_status *deal(dealing *d)
{
    const ax_division_options *o = d->options;
    size_t cores = (size_t)d->topology->core_count;
    size_t ranks = (size_t)o->local_size;
    d->may_use = calloc(cores * ranks, sizeof *d->may_use);
    d->users = calloc(cores, sizeof *d->users);
    d->held = calloc(ranks, sizeof *d->held);
    d->mine = calloc(cores, sizeof *d->mine);
    if (!d->may_use || !d->users || !d->held || !d->mine)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to divide %zu cores among %zu ranks", cores,
                        ranks);
    for (size_t i = 0; i < cores; i++)
        for (size_t r = 0; r < ranks; r++)
            d->may_use[i * ranks + r] = ax_cpuset_intersects(&d->topology->cores[i].cpus,
                                                             &o->allowed[r]);
    for (int i = 0; i < d->topology->core_count; i++)
        if (is_first_of_region(d, i))
            deal_region(d, i);
    for (int r = 0; r < o->local_size; r++)
        if (d->held[r] == 0)
            share_core(d, r);
    return NULL;
}

/* The NUMA nodes of this rank's cores: what the default number of devices is. */
static int count_my_nodes(const dealing *d)
{
    int count = 0;
    for (int i = 0; i < d->topology->core_count; i++) {
        bool seen = !d->mine[i];
        for (int k = 0; k < i && !seen; k++)
            seen = d->mine[k] && d->topology->cores[k].numa == d->topology->cores[i].numa;
        count += !seen;
    }
    return count;
}

static void add_core(const dealing *d, int core, ax_place *place)
{
    ax_cpuset cpus = ax_cpuset_and(&d->topology->cores[core].cpus,
                                   &d->options->allowed[d->options->local_rank]);
    place->cpuset = ax_cpuset_or(&place->cpuset, &cpus);
    place->cores++;
    place->shared = place->shared || d->users[core] > 1;
}

/* Device k gets the k-th run of the rank's cores, or, with more devices than cores, one of them. */
static void cut_evenly(const dealing *d, ax_division *out)
{
    int position = 0;
    for (int i = 0; i < d->topology->core_count; i++) {
        if (!d->mine[i])
            continue;
        for (int k = 0; k < out->count; k++) {
            int begin = part(k, out->cores, out->count);
            int end = part(k + 1, out->cores, out->count);
            if (position >= begin && position < (end > begin ? end : begin + 1))
                add_core(d, i, &out->places[k]);
        }
        position++;
    }
    for (int k = 0; k < out->count; k++)
        out->places[k].shared = out->places[k].shared || out->count > out->cores;
}

/* A device for each NUMA node, in the order in which the rank's cores meet them. */
static ax_status *cut_by_node(const dealing *d, ax_division *out)
{
    int *nodes = calloc((size_t)out->count, sizeof *nodes);
    if (!nodes)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to list %d NUMA nodes", out->count);
    int found = 0;
    for (int i = 0; i < d->topology->core_count; i++) {
        if (!d->mine[i])
            continue;
        int k = 0;
        while (k < found && nodes[k] != d->topology->cores[i].numa)
            k++;
        if (k == found)
            nodes[found++] = d->topology->cores[i].numa;
        add_core(d, i, &out->places[k]);
    }
    free(nodes);
    return NULL;
}

/* CPUs' worth of time that the cgroup leaves to this rank, as a number of threads; 0: no limit. */
static int quota_threads(const ax_division_options *options)
{
    if (!(options->cpu_quota > 0))
        return 0;
    double each = options->cpu_quota / options->local_size;
    return each < 1 ? 1 : each > MAX_THREADS ? MAX_THREADS : (int)each;
}

static void count_threads(const ax_division_options *options, ax_division *out)
{
    int most = quota_threads(options);
    for (int k = 0; k < out->count; k++) {
        ax_place *place = &out->places[k];
        place->nthreads = options->threads > 0 ? options->threads : place->cores;
        if (options->threads == 0 && most > 0 && most < out->cores) {
            int granted = part(k + 1, most, out->count) - part(k, most, out->count);
            place->nthreads = granted < 1 ? 1 : granted < place->cores ? granted : place->cores;
        }
    }
}

static void start_line(ax_text *notes)
{
    ax_text_append(notes, notes->length > 0 ? "\n" : "");
}

static void note_idle_cores(const dealing *d, int rank, ax_text *notes)
{
    int reachable = 0;
    int mine = 0;
    for (int i = 0; i < d->topology->core_count; i++) {
        reachable += region_ranks(d, i, d->options->local_size) > 0;
        mine += may_use(d, i, d->options->local_rank);
    }
    bool quota_is_tighter = d->options->cpu_quota > 0 && d->options->cpu_quota <= reachable;
    if (reachable == d->topology->core_count || quota_is_tighter)
        return;
    start_line(notes);
    ax_text_printf(notes, "rank %d may use %d of %d cores: add --bind-to none", rank, mine,
                   d->topology->core_count);
}

static ax_status *write_notes(const dealing *d, int rank, ax_division *out)
{
    ax_text notes = {0};
    note_idle_cores(d, rank, &notes);
    bool ranks_share = false;
    int threads = 0;
    for (int i = 0; i < d->topology->core_count; i++)
        ranks_share = ranks_share || (d->mine[i] && d->users[i] > 1);
    for (int k = 0; k < out->count; k++)
        threads += out->places[k].nthreads;
    if (ranks_share) {
        start_line(&notes);
        ax_text_printf(&notes, "rank %d shares its %s with other ranks", rank,
                       out->cores == 1 ? "only core" : "cores");
    }
    if (out->count > out->cores) {
        start_line(&notes);
        ax_text_printf(&notes, "rank %d: %d devices share %d core%s", rank, out->count, out->cores,
                       out->cores == 1 ? "" : "s");
    }
    if (d->options->threads == 0 && threads < out->cores) {
        start_line(&notes);
        ax_text_printf(&notes, "rank %d runs %d thread%s on %d cores: the cgroup grants ", rank,
                       threads, threads == 1 ? "" : "s", out->cores);
        ax_text_append_float(&notes, d->options->cpu_quota, false);
        ax_text_append(&notes, " CPUs to the ranks of this host");
    }
    ax_text_append(&notes, "");
    return ax_text_take(&notes, &out->notes);
}

static ax_status *check(const ax_topology *topology, const ax_division_options *options, int rank)
{
    if (options->local_size < 1 || options->local_rank < 0 ||
        options->local_rank >= options->local_size)
        return AX_ERROR(AX_INVALID_ARGUMENT, "local rank %d of %d local ranks does not exist",
                        options->local_rank, options->local_size);
    if (options->devices_per_rank < 0 || options->devices_per_rank > MAX_DEVICES)
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "devices per rank is %d; it must be 1 to %d, or 0 for one per NUMA node",
                        options->devices_per_rank, MAX_DEVICES);
    if (options->threads < 0 || options->threads > MAX_THREADS)
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "threads is %d; it must be 1 to %d, or 0 for one per core",
                        options->threads, MAX_THREADS);
    for (int i = 0; i < topology->core_count; i++)
        if (ax_cpuset_intersects(&topology->cores[i].cpus, &options->allowed[options->local_rank]))
            return NULL;
    char text[128];
    return AX_ERROR(AX_INVALID_ARGUMENT, "rank %d may use CPUs %s, none of which is on this host",
                    rank,
                    ax_cpuset_print(&options->allowed[options->local_rank], text, sizeof text));
}

static ax_status *cut(const dealing *d, int rank, ax_division *out)
{
    int asked = d->options->devices_per_rank;
    for (int i = 0; i < d->topology->core_count; i++)
        out->cores += d->mine[i];
    out->count = asked > 0 ? asked : count_my_nodes(d);
    out->places = calloc((size_t)out->count, sizeof *out->places);
    if (!out->places)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to describe %d devices", out->count);
    if (asked > 0)
        cut_evenly(d, out);
    else
        AX_TRY(cut_by_node(d, out));
    count_threads(d->options, out);
    return write_notes(d, rank, out);
}

ax_status *ax_topology_divide(const ax_topology *topology, const ax_division_options *options,
                              int rank, ax_division *out_division)
{
    AX_TRY(check(topology, options, rank));
    dealing d = {.topology = topology, .options = options};
    ax_division division = {0};
    ax_status *status = deal(&d);
    if (!status)
        status = cut(&d, rank, &division);
    free(d.may_use);
    free(d.users);
    free(d.held);
    free(d.mine);
    if (status)
        ax_division_free(&division);
    else
        *out_division = division;
    return status;
}

void ax_division_free(ax_division *division)
{
    free(division->places);
    free(division->notes);
    *division = (ax_division){0};
}
