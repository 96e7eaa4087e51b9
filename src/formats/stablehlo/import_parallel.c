/* interpreter.run_parallel: one function on a grid of replicas and partitions, for programs that check
 * themselves. Its arguments are those of each process in turn, and so are its results. */
#include "formats/stablehlo/manual.h"

#include "base/checked.h"

#include <axmap/shape.h>
#include <string.h>

enum { MOST_PROCESSES = 1024 };

typedef struct parallel_run {
    const char *function;
    int64_t replicas, partitions, processes;
    int32_t nargs, nresults; /* of one process */
} parallel_run;

static ax_status *unlike(const ax_hlo_import *import, const ax_hlo_op *op)
{
    return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                        "%s of different programs is not supported", op->name);
}

/* programs = [[@f, @f], [@f, @f]]: rows are replicas, columns partitions. */
static ax_status *read_programs(const ax_hlo_import *import, const ax_hlo_op *op, parallel_run *run)
{
    const ax_hlo_attr *rows = ax_hlo_op_attr(op, "programs");
    if (!rows || rows->kind != AX_HLO_LIST || rows->nitems < 1)
        return ax_hlo_missing(import->module, op, "programs");
    run->replicas = rows->nitems;
    for (int32_t r = 0; r < rows->nitems; r++) {
        const ax_hlo_attr *row = &rows->items[r];
        if (row->kind != AX_HLO_LIST || row->nitems < 1 || (r && row->nitems != run->partitions)) {
            return ax_hlo_error(import->module, AX_FORMAT, row->place,
                                "programs are rows of equally many functions");
        }
        run->partitions = row->nitems;
        for (int32_t p = 0; p < row->nitems; p++) {
            const ax_hlo_attr *name = &row->items[p];
            if (name->kind != AX_HLO_SYMBOL)
                return ax_hlo_error(import->module, AX_FORMAT, name->place, "expected a function");
            if (run->function && strcmp(run->function, name->text) != 0)
                return unlike(import, op);
            run->function = name->text;
        }
    }
    if (!ax_checked_mul(run->replicas, run->partitions, &run->processes) ||
        run->processes > MOST_PROCESSES) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                            "%s of more than %d processes", op->name, (int)MOST_PROCESSES);
    }
    return NULL;
}

static ax_status *count_values(const ax_hlo_import *import, const ax_hlo_op *op, parallel_run *run)
{
    if (op->noperands % run->processes != 0 || op->nresults % run->processes != 0) {
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "%s: %d arguments and %d results are no equal share of %lld processes",
                            op->name, (int)op->noperands, (int)op->nresults,
                            (long long)run->processes);
    }
    run->nargs = (int32_t)(op->noperands / run->processes);
    run->nresults = (int32_t)(op->nresults / run->processes);
    return NULL;
}

static ax_value with_rows(ax_value value, int64_t rows, ax_location here)
{
    ax_type type = ax_value_type(value);
    if (!value.var || type.ndim == AX_MAX_NDIM)
        return value;
    ax_type more = ax_type_insert_dim(&type, 0, rows);
    return ax_reshape_at(value, (ax_ints){more.ndim, more.dims}, here);
}

/* Argument `index` of every process, one on the other. */
static ax_status *stack_argument(ax_hlo_import *import, const ax_hlo_op *op,
                                 const parallel_run *run, int32_t index, ax_value *out_value)
{
    ax_location here = ax_hlo_location(import, op);
    ax_value *rows = AX_HLO_NEW(import, ax_value, run->processes);
    if (!rows)
        return ax_hlo_no_memory();
    for (int32_t p = 0; p < run->processes; p++) {
        AX_TRY(ax_hlo_operand(import, op, p * run->nargs + index, &rows[p]));
        rows[p] = with_rows(rows[p], 1, here);
    }
    *out_value = ax_concatenate_at(rows, (int32_t)run->processes, 0, here);
    return NULL;
}

static ax_status *take_result(ax_hlo_import *import, const ax_hlo_op *op, const parallel_run *run,
                              int32_t index, ax_value stacked)
{
    ax_location here = ax_hlo_location(import, op);
    ax_type type = ax_value_type(stacked);
    if (!stacked.var)
        type = (ax_type){.dtype = AX_F32, .ndim = 1};
    ax_type row = ax_type_remove_dim(&type, 0);
    int64_t start[AX_MAX_NDIM] = {0}, strides[AX_MAX_NDIM], limit[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        strides[d] = 1;
        limit[d] = type.dims[d];
    }
    for (int32_t p = 0; p < run->processes; p++) {
        start[0] = p;
        limit[0] = p + 1;
        ax_value part = ax_slice_at(stacked, (ax_ints){type.ndim, start},
                                    (ax_ints){type.ndim, limit}, (ax_ints){type.ndim, strides},
                                    here);
        part = ax_reshape_at(part, (ax_ints){row.ndim, row.dims}, here);
        ax_hlo_set_result(import, op, p * run->nresults + index, part);
    }
    return NULL;
}

/* A first dimension that both axes cut, and the others whole: the spec of every array. */
static ax_status *stacked_specs(ax_hlo_import *import, const int32_t *ndims, int32_t count,
                                const ax_spec **out_specs)
{
    static const int64_t both[] = {0, 1};
    ax_spec *specs = AX_HLO_NEW(import, ax_spec, count);
    if (!specs)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < count; i++) {
        specs[i].ndim = ndims[i] + 1;
        specs[i].dims[0] = (ax_ints){2, both};
    }
    *out_specs = specs;
    return NULL;
}

static ax_status *make_specs(ax_hlo_import *import, const ax_hlo_op *op, const parallel_run *run,
                             ax_hlo_manual *manual)
{
    int32_t most = run->nargs > run->nresults ? run->nargs : run->nresults;
    int32_t *ndims = AX_HLO_NEW(import, int32_t, most);
    if (!ndims)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < run->nargs + run->nresults; i++) {
        bool result = i >= run->nargs;
        const ax_hlo_type *written = result ? op->results[i - run->nargs].type
                                            : op->operands[i]->type;
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, written, &type));
        if (type.ndim == AX_MAX_NDIM)
            return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                                "%s of arrays of %d dimensions", op->name, (int)AX_MAX_NDIM);
        ndims[result ? i - run->nargs : i] = type.ndim;
        if (i + 1 == run->nargs)
            AX_TRY(stacked_specs(import, ndims, run->nargs, &manual->in_specs));
    }
    return stacked_specs(import, ndims, run->nresults, &manual->out_specs);
}

ax_status *ax_hlo_import_run_parallel(ax_hlo_import *import, const ax_hlo_op *op)
{
    parallel_run run = {0};
    AX_TRY(read_programs(import, op, &run));
    AX_TRY(count_values(import, op, &run));
    ax_value *operands = AX_HLO_NEW(import, ax_value, run.nargs);
    ax_value *results = AX_HLO_NEW(import, ax_value, run.nresults);
    if (!operands || !results)
        return ax_hlo_no_memory();
    ax_hlo_manual manual = {
        .op = op,
        .function = run.function,
        .stacked = true,
        .noperands = run.nargs,
        .nresults = run.nresults,
        .operands = operands,
    };
    ax_hlo_axis axes[] = {{"replica", run.replicas, true, true},
                          {"partition", run.partitions, true, false}};
    AX_TRY(make_specs(import, op, &run, &manual));
    AX_TRY(ax_hlo_manual_bind(import, &manual, axes, 2));
    for (int32_t i = 0; i < run.nargs; i++)
        AX_TRY(stack_argument(import, op, &run, i, &operands[i]));
    AX_TRY(ax_hlo_manual_emit(import, &manual, results));
    for (int32_t i = 0; i < run.nresults; i++)
        AX_TRY(take_result(import, op, &run, i, results[i]));
    return NULL;
}
