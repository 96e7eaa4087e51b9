/* A mapped function between the custom calls of GSPMD. */
#include "base/checked.h"
#include "formats/stablehlo/gspmd.h"
#include "formats/stablehlo/manual.h"
#include "formats/stablehlo/shard_call_private.h"

#include <string.h>

/* One array of the call: what it is sharded by, and the custom call at its border. */
typedef struct border {
    const ax_hlo_op *op; /* NULL: a result that nobody needs */
    ax_gspmd_sharding sharding, manual;
} border;

static ax_status *read_sharding(ax_hlo_import *import, const ax_hlo_op *op, const ax_hlo_op *user,
                                ax_gspmd_sharding *out_sharding)
{
    const ax_hlo_attr *text = op ? ax_hlo_op_attr(op, "mhlo.sharding") : NULL;
    if (!text || text->kind != AX_HLO_STRING)
        return ax_hlo_missing(import->module, op ? op : user, "mhlo.sharding");
    return ax_gspmd_read(import, text->text, text->place, out_sharding);
}

static const ax_hlo_op *hint_of(const ax_hlo_value *value)
{
    return value->op && ax_hlo_calls(value->op, "Sharding") ? value->op : NULL;
}

/* Arguments: @Sharding says how the whole is sharded, @SPMDFullToShardShape what is manual. */
static ax_status *read_inputs(ax_hlo_import *import, const ax_hlo_op *call, border *borders)
{
    for (int32_t i = 0; i < call->noperands; i++) {
        const ax_hlo_op *split = ax_hlo_split_of(call->operands[i]);
        if (!split || !ax_hlo_is_gspmd_split(split) || split->noperands != 1) {
            return ax_hlo_error(import->module, AX_UNSUPPORTED, call->place,
                                "argument %d of a mapped function is not the shard of an array",
                                (int)i);
        }
        borders[i].op = split;
        AX_TRY(read_sharding(import, hint_of(split->operands[0]), split, &borders[i].sharding));
        AX_TRY(read_sharding(import, split, split, &borders[i].manual));
    }
    return NULL;
}

/* Results: the other way round. */
static ax_status *read_outputs(ax_hlo_import *import, const ax_hlo_op *call, border *borders)
{
    const ax_hlo_op *op = call;
    while ((op = ax_hlo_next_join(import, call, op))) {
        if (!ax_hlo_is_gspmd_join(op) || op->noperands != 1 || op->nresults != 1)
            continue;
        const ax_hlo_value *value = ax_hlo_behind_hints(op->operands[0]);
        border *b = &borders[value->index];
        if (b->op)
            return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                                "a result of a mapped function that is gathered twice");
        b->op = op;
        AX_TRY(read_sharding(import, op, op, &b->sharding));
        AX_TRY(read_sharding(import, hint_of(op->operands[0]), op, &b->manual));
    }
    return NULL;
}

/* The processes of the mapped function around this one; NULL where there is none. */
static const ax_hlo_processes *outer_processes(const ax_hlo_import *import)
{
    for (int32_t i = 0; i < import->processes->naxes; i++) {
        if (import->processes->axes[i].bound)
            return import->processes;
    }
    return NULL;
}

/* The grid to begin with: that of the mapped function around it, or the program's devices. */
static bool start_grid(const ax_hlo_import *import, ax_gspmd_grid *grid)
{
    const ax_hlo_processes *outer = outer_processes(import);
    int64_t devices = ax_hlo_module_count(import->module, "mhlo.num_partitions");
    *grid = (ax_gspmd_grid){0};
    if (!outer) {
        if (devices > 1) /* else the shardings say how many there are */
            *grid = (ax_gspmd_grid){.count = devices, .nstrides = 1, .strides = {1}};
        return true;
    }
    if (outer->naxes > AX_GSPMD_MOST_AXES)
        return false;
    grid->count = 1;
    for (int32_t i = outer->naxes - 1; i >= 0; i--) {
        grid->strides[grid->nstrides++] = grid->count;
        if (!ax_checked_mul(grid->count, outer->axes[i].size, &grid->count))
            return false;
    }
    return true;
}

static ax_status *find_grid(ax_hlo_import *import, const ax_hlo_op *call, const border *borders,
                            int32_t count, ax_gspmd_grid *out_grid)
{
    bool known = start_grid(import, out_grid);
    int32_t nstrides = out_grid->nstrides;
    for (int32_t i = 0; i < count && known; i++) {
        if (!borders[i].op)
            continue;
        AX_TRY(ax_gspmd_refine(import, borders[i].op->place, &borders[i].sharding, out_grid));
        AX_TRY(ax_gspmd_refine(import, borders[i].op->place, &borders[i].manual, out_grid));
    }
    if (outer_processes(import) && (!known || out_grid->nstrides != nstrides)) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, call->place,
                            "a mapped function inside another, over parts of its axes");
    }
    if (!out_grid->count)
        *out_grid = (ax_gspmd_grid){.count = 1, .nstrides = 1, .strides = {1}};
    return NULL;
}

/* Which axes are manual, of which every array says the same. */
static ax_status *mark_manual(const ax_hlo_import *import, const ax_gspmd_grid *grid,
                              const border *borders, int32_t count, ax_hlo_axis *axes)
{
    bool known = false;
    for (int32_t i = 0; i < count; i++) {
        bool manual[AX_GSPMD_MOST_AXES] = {false};
        const ax_gspmd_sharding *s = &borders[i].manual;
        if (!borders[i].op)
            continue;
        for (int32_t a = 0; a < grid->nstrides; a++)
            manual[a] = s->all_manual;
        for (int32_t d = 0; s->tiled && d < s->nlast; d++) {
            int64_t numbers[AX_GSPMD_MOST_AXES];
            int32_t n = s->manual[d] ? ax_gspmd_axes_of(grid, s, s->ndim - s->nlast + d, numbers)
                                     : 0;
            for (int32_t k = 0; k < n; k++)
                manual[numbers[k]] = true;
        }
        for (int32_t a = 0; a < grid->nstrides; a++) {
            if (known && axes[a].bound != manual[a])
                return ax_hlo_error(import->module, AX_UNSUPPORTED, borders[i].op->place,
                                    "arrays of one mapped function with different manual axes");
            axes[a].bound = manual[a];
        }
        known = true;
    }
    for (int32_t a = 0; a < grid->nstrides && !known; a++)
        axes[a].bound = true;
    return NULL;
}

static ax_status *bind_grid(ax_hlo_import *import, const ax_gspmd_grid *grid, const border *borders,
                            int32_t count, ax_hlo_manual *manual)
{
    ax_hlo_axis *axes = AX_HLO_NEW(import, ax_hlo_axis, grid->nstrides);
    if (!axes)
        return ax_hlo_no_memory();
    const ax_hlo_processes *outer = outer_processes(import);
    for (int32_t a = 0; a < grid->nstrides; a++) {
        axes[a].name = outer ? outer->axes[a].name
                             : ax_arena_printf(ax_builder_arena(import->builder), "axis%d", (int)a);
        axes[a].size = ax_gspmd_axis_size(grid, a);
        if (!axes[a].name)
            return ax_hlo_no_memory();
    }
    AX_TRY(mark_manual(import, grid, borders, count, axes));
    for (int32_t a = 0; outer && a < grid->nstrides; a++)
        axes[a].bound = axes[a].bound && !outer->axes[a].bound;
    return ax_hlo_manual_bind(import, manual, axes, grid->nstrides);
}

/* The number of an axis of the grid among those that the call binds, or -1. */
static int64_t bound_number(const ax_hlo_manual *manual, int64_t axis)
{
    for (int32_t i = 0; i < manual->axes.count; i++) {
        if (strcmp(manual->axes.values[i], manual->processes.axes[axis].name) == 0)
            return i;
    }
    return -1;
}

static ax_status *make_spec(ax_hlo_import *import, const ax_gspmd_grid *grid,
                            const ax_hlo_manual *manual, const ax_gspmd_sharding *s, int32_t ndim,
                            ax_hlo_place place, ax_spec *out_spec)
{
    *out_spec = (ax_spec){.ndim = ndim};
    if (!s->tiled)
        return NULL;
    if (s->ndim - s->nlast != ndim)
        return ax_hlo_error(import->module, AX_FORMAT, place,
                            "a sharding of %d dimensions for an array of %d",
                            (int)(s->ndim - s->nlast), (int)ndim);
    for (int32_t d = 0; d < ndim; d++) {
        int64_t axes[AX_GSPMD_MOST_AXES];
        int32_t n = ax_gspmd_axes_of(grid, s, d, axes), count = 0;
        int64_t *numbers = AX_HLO_NEW(import, int64_t, n);
        if (!numbers)
            return ax_hlo_no_memory();
        for (int32_t k = 0; k < n; k++) {
            int64_t number = bound_number(manual, axes[k]);
            if (number >= 0)
                numbers[count++] = number;
        }
        out_spec->dims[d] = (ax_ints){count, numbers};
    }
    return NULL;
}

/* A result that nobody needs has no sharding: any one does. */
static ax_status *make_specs(ax_hlo_import *import, const ax_gspmd_grid *grid,
                             const ax_hlo_manual *manual, const border *borders,
                             const ax_hlo_value *const *values, int32_t count,
                             const ax_spec **out_specs)
{
    ax_spec *specs = AX_HLO_NEW(import, ax_spec, count);
    if (!specs)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < count; i++) {
        if (values[i]->type->ndim > AX_MAX_NDIM)
            return ax_hlo_error(import->module, AX_UNSUPPORTED, manual->op->place,
                                "an array of more than %d dimensions", (int)AX_MAX_NDIM);
        AX_TRY(make_spec(import, grid, manual, &borders[i].sharding, values[i]->type->ndim,
                         manual->op->place, &specs[i]));
    }
    *out_specs = specs;
    return NULL;
}

ax_status *ax_hlo_import_gspmd_call(ax_hlo_import *import, const ax_hlo_op *call,
                                    const char *symbol)
{
    int32_t nin = call->noperands, nout = call->nresults;
    border *borders = AX_HLO_NEW(import, border, nin + nout);
    ax_value *operands = AX_HLO_NEW(import, ax_value, nin);
    ax_value *results = AX_HLO_NEW(import, ax_value, nout);
    const ax_hlo_value **values = AX_HLO_NEW(import, const ax_hlo_value *, nin + nout);
    if (!borders || !operands || !results || !values)
        return ax_hlo_no_memory();
    ax_gspmd_grid grid;
    AX_TRY(read_inputs(import, call, borders));
    AX_TRY(read_outputs(import, call, borders + nin));
    AX_TRY(find_grid(import, call, borders, nin + nout, &grid));
    for (int32_t i = 0; i < nin; i++) {
        values[i] = call->operands[i];
        AX_TRY(ax_hlo_operand(import, borders[i].op, 0, &operands[i]));
    }
    for (int32_t i = 0; i < nout; i++)
        values[nin + i] = &call->results[i];
    ax_hlo_manual manual = {
        .op = call,
        .function = symbol,
        .noperands = nin,
        .nresults = nout,
        .operands = operands,
    };
    AX_TRY(bind_grid(import, &grid, borders, nin + nout, &manual));
    AX_TRY(make_specs(import, &grid, &manual, borders, values, nin, &manual.in_specs));
    AX_TRY(
        make_specs(import, &grid, &manual, borders + nin, values + nin, nout, &manual.out_specs));
    AX_TRY(ax_hlo_manual_emit(import, &manual, results));
    for (int32_t i = 0; i < nout; i++) {
        if (borders[nin + i].op)
            ax_hlo_set_result(import, borders[nin + i].op, 0, results[i]);
    }
    return NULL;
}
