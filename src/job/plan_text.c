#include "base/text.h"
#include "job/job.h"
#include "ops/ops.h"

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

static void add_memory(ax_text *text, const ax_job *job)
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
    add_bytes_line(text, "live values of a thread, the largest sum", memory->largest_live);
    add_bytes_line(text, "  held for them, a thread", memory->workspace);
    add_bytes_line(text, "rows read and results, a thread", memory->chunk_bytes);
    add_bytes_line(text, "for sums over the records, a thread", memory->sum_scratch);
    add_bytes_line(text, "kept for all the rank's rows", memory->kept_rows);
    add_bytes_line(text, "shared by all rows", memory->shared);
    add_bytes_line(text, "for collectives, at most", memory->collectives);
    add_bytes_line(text, "results that lie in pages of other ranks", memory->reserved);
    ax_text_printf(text, "  total: %d device%s x %lld thread%s + what a rank holds once = ",
                   job->context->places.local_count,
                   job->context->places.local_count == 1 ? "" : "s", (long long)memory->threads,
                   memory->threads == 1 ? "" : "s");
    ax_text_append_bytecount(text, memory->total);
    if (memory->budget) {
        ax_text_append(text, " of ");
        ax_text_append_bytecount(text, memory->budget);
    }
    ax_text_append(text, "\n");
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
    add_memory(&text, job);
    return ax_text_take(&text, out_text);
}
