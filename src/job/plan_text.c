#include "base/text.h"
#include "job/job.h"
#include "ops/ops.h"

#include <stdio.h>

static void add_bytes_line(ax_text *text, const char *what, int64_t bytes)
{
    ax_text_printf(text, "  %-44s ", what);
    ax_text_append_bytecount(text, bytes);
    ax_text_append(text, "\n");
}

static void add_shards(ax_text *text, const ax_job *job)
{
    const ax_map_program *map = job->map;
    const ax_sharding *sharding = &map->sharding;
    const ax_places *places = &job->context->places;
    int ranks = ax_comm_size(job->context->comm);
    ax_text_printf(text,
                   "records    %lld in %lld blocks of %lld rows, %d phase%s\n"
                   "devices    %d on %d rank%s\n",
                   (long long)sharding->length, (long long)sharding->blocks,
                   (long long)sharding->block_rows, (int)map->phases->nphases,
                   map->phases->nphases == 1 ? "" : "s", places->count, ranks,
                   ranks == 1 ? "" : "s");
    for (int d = 0; d < places->count; d++) {
        int64_t block = ax_sharding_first_block(sharding, d);
        int64_t end_block = ax_sharding_first_block(sharding, d + 1);
        int64_t row = ax_sharding_row(sharding, block);
        int64_t end_row = ax_sharding_row(sharding, end_block);
        ax_text_printf(text,
                       "  device %d (rank %d): blocks %lld to %lld, rows %lld to %lld (%lld)\n", d,
                       places->devices[d].rank, (long long)block, (long long)end_block,
                       (long long)row, (long long)end_row, (long long)(end_row - row));
    }
}

/* What the threads of each device hold. */
static void add_devices(ax_text *text, const ax_map_program *map)
{
    const ax_map_memory *memory = &map->memory;
    int rank = ax_comm_rank(map->context->comm);
    add_bytes_line(text, "live values of a thread, the largest sum", memory->largest_live);
    add_bytes_line(text, "  held for them", memory->workspace);
    add_bytes_line(text, "  for its records, results and sums", memory->room);
    for (int64_t slot = map->rank_slots[rank]; slot < map->rank_slots[rank + 1]; slot++) {
        int64_t threads = ax_map_device_workers(map, slot);
        char what[64];
        snprintf(what, sizeof what, "device %d: %lld thread%s", map->slots[slot],
                 (long long)threads, threads == 1 ? "" : "s");
        add_bytes_line(text, what, threads * memory->thread_bytes);
    }
}

/* What the rank holds beside its devices, when that is most. */
static void add_rank(ax_text *text, const ax_map_memory *memory)
{
    const ax_map_rank_memory *rank = &memory->rank;
    add_bytes_line(text, "the rank, beside its devices", memory->rank_bytes);
    add_bytes_line(text, "  arguments that all records share", rank->arguments);
    add_bytes_line(text, "  values that all records share", rank->values);
    add_bytes_line(text, "  what blocks need of these, prepared", rank->prepared);
    add_bytes_line(text, "  kept for all the rank's records", rank->kept_rows);
    add_bytes_line(text, "  unfinished sums over the records", rank->trees);
    add_bytes_line(text, "  messages, and what is computed once", rank->passing);
    add_bytes_line(text, "results that lie in pages of other ranks", memory->reserved);
}

static void add_total(ax_text *text, const ax_map_program *map)
{
    const ax_map_memory *memory = &map->memory;
    ax_text_append(text, "  total: devices + rank + results = ");
    ax_text_append_bytecount(text, memory->total);
    ax_text_printf(text, " (%lld bytes)", (long long)memory->total);
    if (memory->budget) {
        ax_text_append(text, " of ");
        ax_text_append_bytecount(text, memory->budget);
    }
    ax_text_append(text, "\n");
}

static void add_batch(ax_text *text, const ax_map_batch *batch, const char *verb)
{
    ax_text_printf(text, "%lld rows a device%s ", (long long)batch->rows, verb);
    ax_text_append_bytecount(text, batch->bytes);
    ax_text_printf(text, " (%lld bytes)", (long long)batch->bytes);
}

static ax_status *add_largest(ax_text *text, ax_map_program *map)
{
    ax_map_batch largest, next;
    AX_TRY(ax_map_largest_batch(map, &largest, &next));
    if (!largest.rows)
        return NULL;
    ax_text_append(text, "  the largest batch that fits: ");
    add_batch(text, &largest, ", total");
    if (next.rows) {
        ax_text_append(text, "; ");
        add_batch(text, &next, " would take");
    } else {
        ax_text_append(text, ", all that it has");
    }
    ax_text_append(text, "\n");
    return NULL;
}

static ax_status *add_memory(ax_text *text, const ax_job *job)
{
    const ax_map_memory *memory = &job->map->memory;
    if (!job->sharded) {
        ax_text_printf(text,
                       "batches    %lld rows a device: %lld thread%s with %lld block%s each\n",
                       (long long)memory->micro_batch, (long long)memory->threads,
                       memory->threads == 1 ? "" : "s", (long long)memory->chunk_blocks,
                       memory->chunk_blocks == 1 ? "" : "s");
    }
    ax_text_printf(text, "memory of rank %d%s\n", ax_comm_rank(job->context->comm),
                   job->sharded ? ", if one device computed all of it" : "");
    add_devices(text, job->map);
    add_rank(text, memory);
    add_total(text, job->map);
    return job->sharded ? NULL : add_largest(text, job->map);
}

/* "axes       'x' of size 4, 'y' of size 2", for each computation over axes of the program's own. */
static void add_axes(ax_text *text, const ax_job *job)
{
    AX_FOR_EQNS (eqn, job->sharded) {
        if (eqn->op != &ax_op_shard_map)
            continue;
        ax_names axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES);
        ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES);
        for (int32_t i = 0; i < axes.count; i++)
            ax_text_printf(text, "%s'%s' of size %lld", i ? ", " : "axes       ", axes.values[i],
                           (long long)sizes.values[i]);
        ax_text_append(text, "\n");
    }
    int ranks = ax_comm_size(job->context->comm);
    ax_text_printf(text,
                   "records    none: it runs once, the points of its axes dealt to the devices\n"
                   "devices    %d on %d rank%s\n",
                   job->context->places.count, ranks, ranks == 1 ? "" : "s");
}

ax_status *ax_job_plan_text(const ax_job *job, char **out_text)
{
    ax_text text = {0};
    ax_text_printf(&text, "program    %s\n", job->options->program);
    if (job->sharded) {
        add_axes(&text, job);
    } else {
        add_shards(&text, job);
    }
    ax_status *status = add_memory(&text, job);
    if (!status)
        return ax_text_take(&text, out_text);
    ax_text_free(&text);
    return status;
}
