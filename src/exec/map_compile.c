/* The executables of a mapped function's stages. */
#include "exec/map_private.h"

#include "base/checked.h"
#include "compile/plan.h"

#include <stdlib.h>

/* The kernels of the sums over rows. */
static ax_status *get_tiles(const ax_map_program *program, int32_t phase)
{
    const ax_phase *p = &program->phases->phases[phase];
    ax_map_code *code = &program->code[phase];
    code->outer = calloc((size_t)p->ncuts + 1, sizeof *code->outer);
    if (!code->outer)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    for (int32_t c = 0; c < p->ncuts; c++) {
        const ax_cut *cut = &p->cuts[c];
        if (cut->lhs >= 0)
            AX_TRY(ax_outer_tile_get(&program->context->target,
                                     program->phases->vars[cut->lhs].type.dtype, &code->outer[c]));
    }
    return NULL;
}

ax_status *ax_map_compile_shared(ax_map_program *program)
{
    int32_t nphases = program->phases->nphases;
    program->code = calloc((size_t)nphases, sizeof *program->code);
    if (!program->code)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    for (int32_t p = 0; p < nphases; p++) {
        ax_graph *graph;
        AX_TRY(get_tiles(program, p));
        AX_TRY(ax_phases_graph(program->phases, p, 0, &graph));
        if (graph)
            AX_TRY(
                ax_executable_create(graph, &program->context->target, &program->code[p].shared));
    }
    return NULL;
}

static ax_status *compile_block(ax_map_program *program, int32_t phase, int64_t blocks)
{
    const ax_stage *stage = &program->phases->phases[phase].block;
    ax_map_code *code = &program->code[phase];
    ax_executable_free(code->prologue);
    ax_executable_free(code->block);
    code->prologue = code->block = NULL;
    code->step_blocks = blocks;
    ax_graph *graph;
    AX_TRY(ax_phases_graph(program->phases, phase, blocks * program->sharding.block_rows, &graph));
    if (!graph)
        return NULL;
    /* What is run but once computes all in that run. */
    if (ax_map_device_blocks(program) <= blocks)
        return ax_executable_create(graph, &program->context->target, &code->block);
    bool *invariant = calloc((size_t)stage->ninputs + 1, sizeof *invariant);
    if (!invariant) {
        ax_graph_free(graph);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    }
    for (int32_t i = 0; i < stage->ninputs; i++)
        invariant[i] = !ax_var_is_mapped(&program->phases->vars[stage->inputs[i]]);
    ax_status *status = ax_executable_create_hoisted(graph, &program->context->target, invariant,
                                                     &code->prologue, &code->block);
    free(invariant);
    return status;
}

ax_status *ax_map_compile_blocks(ax_map_program *program, int64_t chunk_blocks)
{
    for (int32_t p = 0; p < program->phases->nphases; p++) {
        ax_map_code *code = &program->code[p];
        bool by_block = code->block && code->step_blocks == 1; /* known from an earlier chunk */
        if (by_block && (chunk_blocks == 1 || !ax_executable_position_free(code->block)))
            continue;
        AX_TRY(compile_block(program, p, chunk_blocks));
        if (chunk_blocks > 1 && code->block && !ax_executable_position_free(code->block))
            AX_TRY(compile_block(program, p, 1));
    }
    return NULL;
}

/* The largest sum of live values of a phase over so many blocks, as its graph stands. */
static ax_status *live_bytes(const ax_map_program *program, int32_t phase, int64_t blocks,
                             int64_t *out_bytes)
{
    ax_graph *graph;
    *out_bytes = 0;
    AX_TRY(ax_phases_graph(program->phases, phase, blocks * program->sharding.block_rows, &graph));
    if (!graph)
        return NULL;
    ax_plan *plan = NULL;
    ax_status *status = ax_plan_create(graph, NULL, &plan);
    if (!status)
        *out_bytes = plan->largest_live;
    ax_plan_free(plan);
    ax_graph_free(graph);
    return status;
}

/* What a second block adds: values that do not depend on the rows count for nothing. */
ax_status *ax_map_live_bytes(const ax_map_program *program, int64_t *out_bytes)
{
    *out_bytes = 0;
    for (int32_t p = 0; p < program->phases->nphases; p++) {
        int64_t one, two;
        AX_TRY(live_bytes(program, p, 1, &one));
        AX_TRY(live_bytes(program, p, 2, &two));
        *out_bytes = ax_max_i64(*out_bytes, two - one);
    }
    return NULL;
}
