/* The collectives that end a phase, over the rows of all ranks: reductions and all_gather here, those
 * that move rows from one to another in map_exchange.c. */
#include "comm/reduce.h"
#include "exec/map_run.h"
#include "ops/ops.h"
#include "ops/strided.h"

#include <stdio.h>
#include <stdlib.h>

ax_launch ax_map_launch(const ax_map_run *run, const ax_eqn *eqn, ax_launch_text *text)
{
    snprintf(text->bytes, sizeof text->bytes, "%s '%s'", eqn->op->name, run->program->axis_name);
    return (ax_launch){.what = text->bytes,
                       .location = eqn->location,
                       .fingerprint = run->program->fingerprint + (uint64_t)run->phase,
                       .patient = true};
}

void ax_map_first_blocks(const ax_map_program *program, int64_t *first)
{
    for (int r = 0; r <= ax_comm_size(program->context->comm); r++)
        first[r] = ax_sharding_first_block(&program->sharding, program->rank_slots[r]);
}

ax_reduction_kind ax_map_reduction(const ax_cut *cut)
{
    if (cut->eqn->op == &ax_op_pmax)
        return AX_REDUCTION_MAX;
    if (cut->eqn->op == &ax_op_pmin)
        return AX_REDUCTION_MIN;
    return AX_REDUCTION_SUM;
}

/* ---- psum, pmax, pmin ---- */

static ax_status *fill_item(ax_map_run *run, const ax_cut *cut, ax_tree *tree, ax_reduce_item *item)
{
    const ax_type *type = &run->program->phases->vars[cut->operand].type;
    *item = (ax_reduce_item){.kind = ax_map_reduction(cut),
                             .dtype = type->dtype,
                             .count = ax_type_count(type),
                             .result = run->owned[cut->result]};
    return ax_tree_result(tree, &item->node_count, &item->nodes, &item->values);
}

/* All reductions of the phase in one launch, named after the first. */
static ax_status *reduce(ax_map_run *run, const ax_phase *phase)
{
    const ax_map_program *program = run->program;
    ax_comm *comm = program->context->comm;
    ax_reduce_item *items = calloc((size_t)phase->ncuts + 1, sizeof *items);
    int64_t *first = calloc((size_t)ax_comm_size(comm) + 1, sizeof *first);
    const ax_eqn *named = NULL;
    int count = 0;
    ax_status *local = items && first ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a psum");
    for (int32_t c = 0; c < phase->ncuts; c++) {
        if (!ax_cut_reduces(&phase->cuts[c]))
            continue;
        if (!named)
            named = phase->cuts[c].eqn;
        if (!local)
            local = fill_item(run, &phase->cuts[c], run->trees[c], &items[count++]);
    }
    ax_status *status = local;
    if (named) {
        ax_launch_text text;
        ax_launch launch = ax_map_launch(run, named, &text);
        if (!local)
            ax_map_first_blocks(program, first);
        status = local ? ax_comm_handshake(comm, &launch, local)
                       : ax_comm_reduce(comm, &launch, NULL, program->sharding.blocks, first, count,
                                        items, program->context->allocator);
    }
    free(items);
    free(first);
    return status;
}

/* ---- all_gather ---- */

/* The rows stand first in memory; the result wants them at `dimension`. */
static void move_rows(const ax_type *result, int32_t dimension, void *destination,
                      const void *source)
{
    ax_strided layout = {.element_bytes = ax_dtype_bytes(result->dtype), .ndim = result->ndim};
    ax_type rows_first = ax_type_remove_dim(result, dimension);
    rows_first = ax_type_insert_dim(&rows_first, 0, result->dims[dimension]);
    int64_t source_strides[AX_MAX_NDIM];
    ax_type_strides(&rows_first, source_strides);
    ax_type_strides(result, layout.destination_strides);
    for (int32_t i = 0; i < result->ndim; i++) {
        layout.dims[i] = result->dims[i];
        int32_t from = i == dimension ? 0 : i < dimension ? i + 1 : i;
        layout.source_strides[i] = source_strides[from];
    }
    ax_strided_copy(&layout, destination, source);
}

static ax_status *gather_bytes(ax_map_run *run, const ax_cut *cut, void *all)
{
    const ax_map_program *program = run->program;
    ax_comm *comm = program->context->comm;
    int ranks = ax_comm_size(comm);
    ax_launch_text text;
    ax_launch launch = ax_map_launch(run, cut->eqn, &text);
    int64_t *sizes = calloc((size_t)ranks + 1, sizeof *sizes);
    if (!sizes) {
        return ax_comm_handshake(comm, &launch,
                                 AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an all_gather"));
    }
    ax_map_first_blocks(program, sizes);
    for (int r = 0; r < ranks; r++) {
        int64_t rows = ax_sharding_row(&program->sharding, sizes[r + 1]) -
                       ax_sharding_row(&program->sharding, sizes[r]);
        sizes[r] = rows * ax_map_row_bytes(run, cut->operand);
    }
    ax_status *status = ax_comm_allgather(comm, &launch, NULL, run->kept[cut->operand], sizes, all);
    free(sizes);
    return status;
}

static ax_status *gather(ax_map_run *run, const ax_cut *cut)
{
    const ax_type *result = &run->program->phases->vars[cut->result].type;
    int32_t dimension = (int32_t)ax_eqn_int(cut->eqn, AX_ATTR_ALL_GATHER_DIM);
    void *target = run->owned[cut->result];
    if (dimension == 0)
        return gather_bytes(run, cut, target);
    ax_comm *comm = run->program->context->comm;
    ax_allocator *allocator = run->program->context->allocator;
    int64_t bytes = ax_type_bytes(result);
    void *rows;
    ax_status *status = ax_allocator_alloc(allocator, bytes, &rows);
    if (status)
        return ax_comm_fail(comm, status);
    status = gather_bytes(run, cut, rows);
    if (!status)
        move_rows(result, dimension, target, rows);
    ax_allocator_free(allocator, rows, bytes);
    return status;
}

/* ---- all of a phase ---- */

static ax_status *make_result(ax_map_run *run, const ax_cut *cut)
{
    return cut->eqn->op == &ax_op_exchange ? ax_map_run_keep(run, cut->result)
                                           : ax_map_run_own(run, cut->result);
}

static ax_status *move(ax_map_run *run, const ax_cut *cut)
{
    if (cut->eqn->op == &ax_op_all_gather)
        return gather(run, cut);
    if (cut->eqn->op == &ax_op_pbroadcast)
        return ax_map_broadcast(run, cut);
    return ax_map_exchange(run, cut);
}

ax_status *ax_map_run_cuts(ax_map_run *run)
{
    const ax_phase *phase = &run->program->phases->phases[run->phase];
    ax_comm *comm = run->program->context->comm;
    for (int32_t c = 0; c < phase->ncuts; c++) {
        ax_status *status = make_result(run, &phase->cuts[c]);
        if (status)
            return ax_comm_fail(comm, status);
    }
    AX_TRY(reduce(run, phase));
    for (int32_t c = 0; c < phase->ncuts; c++) {
        if (!ax_cut_reduces(&phase->cuts[c]))
            AX_TRY(move(run, &phase->cuts[c]));
    }
    return NULL;
}
