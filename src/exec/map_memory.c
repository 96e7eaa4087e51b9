/* What memory a run of a mapped function takes: to the byte what its allocators hand out at most (sizes rounded
 * up to their classes), as map_run.c and map_worker.c ask for it. A test holds them together. */
#include "exec/map_private.h"
#include "exec/map_worker.h"

#include "base/checked.h"
#include "comm/reduce.h"
#include "comm/tree.h"
#include "ops/ops.h"

#include <stdlib.h>

int64_t ax_map_capped_sum(int64_t a, int64_t b)
{
    int64_t sum;
    return ax_checked_add(a, b, &sum) ? sum : INT64_MAX;
}

int64_t ax_map_capped_product(int64_t a, int64_t b)
{
    int64_t product;
    return ax_checked_mul(a, b, &product) ? product : INT64_MAX;
}

/* What a value for `rows` rows counts. */
static int64_t value_bytes(const ax_type *type, int64_t rows)
{
    return ax_allocator_class_bytes(ax_map_capped_product(ax_type_bytes(type), rows));
}

static void add(int64_t *total, int64_t bytes)
{
    *total = ax_map_capped_sum(*total, bytes);
}

/* What a runner holds: nothing where it needs none. */
static int64_t runner_bytes(int64_t workspace)
{
    return workspace ? ax_allocator_class_bytes(workspace) : 0;
}

/* ---- devices ---- */

int64_t ax_map_device_workers(const ax_map_program *program, int64_t slot)
{
    const ax_device *device = &program->context->places.devices[program->slots[slot]];
    int64_t blocks = ax_sharding_first_block(&program->sharding, slot + 1) -
                     ax_sharding_first_block(&program->sharding, slot);
    int64_t chunks = ax_ceil_div(blocks, program->memory.chunk_blocks);
    return ax_min_i64(ax_min_i64(program->memory.threads, device->place.nthreads), chunks);
}

int64_t ax_map_tree_buffers(const ax_map_program *program)
{
    int rank = ax_comm_rank(program->context->comm);
    int64_t buffers = 0;
    for (int64_t slot = program->rank_slots[rank]; slot < program->rank_slots[rank + 1]; slot++) {
        buffers += ax_tree_buffers_needed(
            program->sharding.blocks, ax_sharding_first_block(&program->sharding, slot),
            ax_sharding_first_block(&program->sharding, slot + 1), program->memory.chunk_blocks,
            ax_map_device_workers(program, slot));
    }
    return buffers;
}

/* What a thread holds in the phase where it holds most. */
static void plan_thread(ax_map_program *program)
{
    ax_map_memory *memory = &program->memory;
    memory->workspace = memory->room = memory->thread_bytes = memory->largest_live = 0;
    for (int32_t p = 0; p < program->phases->nphases; p++) {
        const ax_executable *block = program->code[p].block;
        if (!block)
            continue;
        int64_t workspace = runner_bytes(ax_executable_workspace(block));
        int64_t room = ax_allocator_class_bytes(ax_map_room_bytes(program, p));
        int64_t bytes = ax_map_capped_sum(workspace, room);
        if (bytes < memory->thread_bytes)
            continue;
        memory->largest_live = ax_executable_largest_live(block);
        memory->workspace = workspace;
        memory->room = room;
        memory->thread_bytes = bytes;
    }
}

static void plan_devices(ax_map_program *program)
{
    ax_map_memory *memory = &program->memory;
    int rank = ax_comm_rank(program->context->comm);
    plan_thread(program);
    memory->devices_bytes = 0;
    for (int64_t slot = program->rank_slots[rank]; slot < program->rank_slots[rank + 1]; slot++)
        add(&memory->devices_bytes,
            ax_map_capped_product(ax_map_device_workers(program, slot), memory->thread_bytes));
}

/* ---- the rank ---- */

/* The rank's own allocator as the run goes on. */
typedef struct rank_plan {
    const ax_map_program *program;
    ax_map_rank_memory now, most;
} rank_plan;

static int64_t sum_of(const ax_map_rank_memory *memory)
{
    int64_t sum = memory->arguments;
    add(&sum, memory->values);
    add(&sum, memory->prepared);
    add(&sum, memory->kept_rows);
    add(&sum, memory->trees);
    add(&sum, memory->passing);
    return sum;
}

/* What is there for a moment, beside all else. */
static void note(rank_plan *plan, int64_t passing)
{
    plan->now.passing = passing;
    if (sum_of(&plan->now) > sum_of(&plan->most))
        plan->most = plan->now;
    plan->now.passing = 0;
}

static const ax_type *type_of(const rank_plan *plan, int32_t var)
{
    return &plan->program->phases->vars[var].type;
}

static int64_t rank_rows(const ax_map_program *program)
{
    return (program->end_block - program->first_block) * program->sharding.block_rows;
}

/* A whole program, run by the calling thread with the first device's team. */
static ax_status *note_run(rank_plan *plan, const ax_executable *executable)
{
    if (!executable)
        return NULL;
    int32_t threads = ax_team_size(ax_context_team(plan->program->context));
    const ax_plan *values;
    AX_TRY(ax_executable_plan(executable, threads, &values));
    note(plan, runner_bytes(values->workspace));
    return NULL;
}

static ax_status *plan_stages(rank_plan *plan, int32_t phase)
{
    const ax_map_program *program = plan->program;
    const ax_phase *p = &program->phases->phases[phase];
    const ax_map_code *code = &program->code[phase];
    for (int32_t i = 0; i < p->shared.noutputs; i++)
        add(&plan->now.values, value_bytes(type_of(plan, p->shared.outputs[i]), 1));
    AX_TRY(note_run(plan, code->shared));
    for (int32_t c = 0; c < p->ncuts; c++) {
        if (ax_cut_reduces(&p->cuts[c]))
            add(&plan->now.trees,
                ax_map_capped_product(ax_map_tree_buffers(program),
                                      value_bytes(type_of(plan, p->cuts[c].operand), 1)));
    }
    for (int32_t i = 0; i < p->block.noutputs; i++) {
        const ax_phased_var *var = &program->phases->vars[p->block.outputs[i]];
        bool known = var->exchanged; /* kept since its exchange */
        if ((var->crosses || var->gathered) && !known)
            add(&plan->now.kept_rows, value_bytes(&var->type, rank_rows(program)));
    }
    const ax_graph *prepared = code->prologue ? ax_executable_graph(code->prologue) : NULL;
    for (int32_t i = 0; prepared && i < prepared->noutputs; i++)
        add(&plan->now.prepared, value_bytes(&prepared->outputs[i]->type, 1));
    note(plan, 0);
    AX_TRY(note_run(plan, code->prologue));
    plan->now.prepared = 0;
    return NULL;
}

/* The messages of the phase's reductions, which are one launch. */
static ax_status *plan_reductions(rank_plan *plan, const ax_phase *phase)
{
    const ax_map_program *program = plan->program;
    ax_comm *comm = program->context->comm;
    ax_reduce_item *items = calloc((size_t)phase->ncuts + 1, sizeof *items);
    int64_t *first = calloc((size_t)ax_comm_size(comm) + 1, sizeof *first);
    int count = 0;
    int64_t bytes = 0;
    ax_status *status = items && first ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a plan");
    for (int32_t c = 0; c < phase->ncuts && !status; c++) {
        const ax_type *type = type_of(plan, phase->cuts[c].operand);
        if (ax_cut_reduces(&phase->cuts[c]))
            items[count++] = (ax_reduce_item){.dtype = type->dtype, .count = ax_type_count(type)};
    }
    if (!status)
        ax_map_first_blocks(program, first);
    if (!status && count)
        status = ax_comm_reduce_bytes(comm, program->sharding.blocks, first, count, items, &bytes);
    if (!status)
        note(plan, bytes);
    free(items);
    free(first);
    return status;
}

static ax_status *plan_cuts(rank_plan *plan, const ax_phase *phase)
{
    const ax_map_program *program = plan->program;
    for (int32_t c = 0; c < phase->ncuts; c++) {
        const ax_cut *cut = &phase->cuts[c];
        if (cut->eqn->op == &ax_op_exchange)
            add(&plan->now.kept_rows, value_bytes(type_of(plan, cut->result), rank_rows(program)));
        else
            add(&plan->now.values, value_bytes(type_of(plan, cut->result), 1));
    }
    AX_TRY(plan_reductions(plan, phase));
    for (int32_t c = 0; c < phase->ncuts; c++) {
        const ax_cut *cut = &phase->cuts[c];
        const ax_op *op = cut->eqn->op;
        int64_t passing = 0;
        if (op == &ax_op_exchange)
            AX_TRY(ax_map_exchange_bytes(program, cut, &passing));
        else if (op == &ax_op_all_gather && ax_eqn_int(cut->eqn, AX_ATTR_ALL_GATHER_DIM) != 0)
            passing = value_bytes(type_of(plan, cut->result), 1);
        note(plan, passing);
    }
    plan->now.trees = 0;
    return NULL;
}

static ax_status *plan_rank(ax_map_program *program)
{
    rank_plan plan = {.program = program};
    for (int32_t i = 0; i < program->example->ninputs; i++) {
        const ax_phased_var *var = &program->phases->vars[program->example->inputs[i]->id];
        if (var->kind == AX_VAR_SHARED_INPUT)
            add(&plan.now.arguments, value_bytes(&var->type, 1));
    }
    note(&plan, 0);
    for (int32_t p = 0; p < program->phases->nphases; p++) {
        AX_TRY(plan_stages(&plan, p));
        AX_TRY(plan_cuts(&plan, &program->phases->phases[p]));
    }
    program->memory.rank = plan.most;
    program->memory.rank_bytes = sum_of(&plan.most);
    return NULL;
}

ax_status *ax_map_plan_memory(ax_map_program *program)
{
    ax_map_memory *memory = &program->memory;
    plan_devices(program);
    AX_TRY(plan_rank(program));
    memory->total = ax_map_capped_sum(ax_map_capped_sum(memory->devices_bytes, memory->rank_bytes),
                                      memory->reserved);
    return NULL;
}
