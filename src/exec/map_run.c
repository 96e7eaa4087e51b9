#include "exec/map_run.h"
#include "exec/map_private.h"

#include "base/clock.h"

#include "ops/ops.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

ax_status *ax_map_run_own(ax_map_run *run, int32_t var)
{
    int64_t bytes = ax_type_bytes(&run->program->phases->vars[var].type);
    AX_TRY(ax_allocator_alloc(run->program->context->allocator, bytes, &run->owned[var]));
    run->shared[var] = run->owned[var];
    return NULL;
}

static int64_t kept_bytes(const ax_map_run *run, int32_t var)
{
    const ax_map_program *program = run->program;
    return (program->end_block - program->first_block) * program->sharding.block_rows *
           ax_map_row_bytes(run, var);
}

ax_status *ax_map_run_keep(ax_map_run *run, int32_t var)
{
    if (run->kept[var])
        return NULL;
    void *memory;
    AX_TRY(ax_allocator_alloc(run->program->context->allocator, kept_bytes(run, var), &memory));
    run->kept[var] = memory;
    return NULL;
}

/* ---- a phase ---- */

static ax_status *make_trees(ax_map_run *run)
{
    const ax_map_program *program = run->program;
    const ax_phase *phase = &program->phases->phases[run->phase];
    run->trees = calloc((size_t)phase->ncuts + 1, sizeof *run->trees);
    if (!run->trees)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a psum");
    for (int32_t c = 0; c < phase->ncuts; c++) {
        const ax_cut *cut = &phase->cuts[c];
        if (!ax_cut_reduces(cut))
            continue;
        const ax_type *type = &program->phases->vars[cut->operand].type;
        ax_tree_options options = {
            .blocks = program->sharding.blocks,
            .begin = program->first_block,
            .end = program->end_block,
            .kind = ax_map_reduction(cut),
            .dtype = type->dtype,
            .count = ax_type_count(type),
            .allocator = program->context->allocator,
            .buffers = ax_map_tree_buffers(program),
            .cancelled = &run->cancelled,
        };
        AX_TRY(ax_tree_create(&options, &run->trees[c]));
    }
    return NULL;
}

static void free_trees(ax_map_run *run)
{
    int32_t ncuts = run->program->phases->phases[run->phase].ncuts;
    for (int32_t c = 0; run->trees && c < ncuts; c++)
        ax_tree_free(run->trees[c]);
    free(run->trees);
    run->trees = NULL;
}

/* Memory for the values of this phase that are kept for all rows. */
static ax_status *make_kept(ax_map_run *run)
{
    const ax_map_program *program = run->program;
    const ax_stage *stage = &program->phases->phases[run->phase].block;
    for (int32_t i = 0; i < stage->noutputs; i++) {
        int32_t var = stage->outputs[i];
        const ax_phased_var *info = &program->phases->vars[var];
        if (info->crosses || info->gathered)
            AX_TRY(ax_map_run_keep(run, var));
    }
    return NULL;
}

/* What a rank does alone in a phase. */
static ax_status *compute_phase(ax_map_run *run)
{
    AX_TRY(ax_map_run_shared(run));
    AX_TRY(make_trees(run));
    AX_TRY(make_kept(run));
    AX_TRY(ax_map_run_prologue(run));
    return ax_map_run_blocks(run);
}

/* A rank that failed tells the others; one that stopped for them learns why. */
static ax_status *settle(ax_map_run *run, ax_status *status)
{
    if (!status)
        return NULL;
    ax_comm *comm = run->program->context->comm;
    if (ax_status_code(status) == AX_CANCELLED)
        return ax_comm_agree(comm, "a phase", status);
    return ax_comm_fail(comm, status);
}

static ax_status *run_phase(ax_map_run *run)
{
    ax_status *status = settle(run, compute_phase(run));
    ax_map_free_prepared(run);
    if (!status) {
        double start = ax_clock();
        status = ax_map_run_cuts(run);
        run->times.collective += ax_clock() - start;
    }
    free_trees(run);
    return status;
}

/* ---- the whole ---- */

/* Hands over the results that are the same for every row. */
static ax_status *deliver_shared(ax_map_run *run)
{
    const ax_graph *example = run->program->example;
    for (int32_t i = 0; i < example->noutputs; i++) {
        int32_t var = example->outputs[i]->id;
        if (ax_var_is_mapped(&run->program->phases->vars[var]))
            continue;
        AX_TRY(run->sink->whole(run->sink->user, i, run->shared[var]));
    }
    return NULL;
}

static ax_status *run_phases(ax_map_run *run)
{
    ax_comm *comm = run->program->context->comm;
    ax_launch launch = {
        .what = "a mapped call", .fingerprint = run->program->fingerprint, .patient = true};
    AX_TRY(ax_comm_handshake(comm, &launch, NULL));
    for (run->phase = 0; run->phase < run->program->phases->nphases; run->phase++) {
        AX_TRY(run_phase(run));
    }
    ax_launch end = {.what = "the end of a mapped call", .patient = true};
    return ax_comm_handshake(comm, &end, deliver_shared(run));
}

static ax_status *open_run(ax_map_run *run, const void *const *shared)
{
    const ax_graph *example = run->program->example;
    size_t nvars = (size_t)run->program->phases->nvars + 1;
    run->shared = calloc(nvars, sizeof *run->shared);
    run->owned = calloc(nvars, sizeof *run->owned);
    run->kept = calloc(nvars, sizeof *run->kept);
    if (!run->shared || !run->owned || !run->kept) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a function");
    }
    for (int32_t i = 0; i < example->ninputs; i++) {
        run->shared[example->inputs[i]->id] = shared[i];
    }
    return NULL;
}

static void close_run(ax_map_run *run)
{
    ax_allocator *allocator = run->program->context->allocator;
    for (int32_t v = 0; v < run->program->phases->nvars; v++) {
        if (run->owned) {
            int64_t bytes = ax_type_bytes(&run->program->phases->vars[v].type);
            ax_allocator_free(allocator, run->owned[v], bytes);
        }
        if (run->kept)
            ax_allocator_free(allocator, run->kept[v], kept_bytes(run, v));
    }
    free(run->shared);
    free(run->owned);
    free(run->kept);
    pthread_mutex_destroy(&run->lock);
}

ax_status *ax_map_program_run(ax_map_program *program, const void *const *shared,
                              const ax_row_source *source, const ax_row_sink *sink,
                              ax_map_times *times)
{
    double start = ax_clock();
    ax_map_run run = {.program = program, .source = source, .sink = sink};
    run.first_row = ax_sharding_row(&program->sharding, program->first_block);
    pthread_mutex_init(&run.lock, NULL);
    atomic_init(&run.cancelled, false);
    fenv_t callers;
    fegetenv(&callers);
    ax_float_environment_default(); /* the calling thread computes too */
    ax_status *status = open_run(&run, shared);
    status = status ? ax_comm_fail(program->context->comm, status) : run_phases(&run);
    close_run(&run);
    fesetenv(&callers);
    run.times.total = ax_clock() - start;
    if (times)
        *times = run.times;
    return status;
}
