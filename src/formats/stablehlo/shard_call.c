#include "formats/stablehlo/shard_call.h"

#include "base/checked.h"
#include "formats/stablehlo/gspmd.h"
#include "formats/stablehlo/manual.h"
#include "formats/stablehlo/mesh.h"

#include <stdio.h>
#include <string.h>

/* ---- which op is what ---- */

static bool calls(const ax_hlo_op *op, const char *target)
{
    if (strcmp(op->name, "stablehlo.custom_call") != 0)
        return false;
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, "call_target_name");
    return attr && attr->kind == AX_HLO_STRING && strcmp(attr->text, target) == 0;
}

static bool is_shardy_split(const ax_hlo_op *op)
{
    return calls(op, "xla.sdy.GlobalToLocalShape") || calls(op, "local_xla.sdy.GlobalToLocalShape");
}

static bool is_shardy_join(const ax_hlo_op *op)
{
    return calls(op, "xla.sdy.LocalToGlobalShape") || calls(op, "local_xla.sdy.LocalToGlobalShape");
}

static bool is_gspmd_split(const ax_hlo_op *op)
{
    return calls(op, "SPMDFullToShardShape");
}

static bool is_gspmd_join(const ax_hlo_op *op)
{
    return calls(op, "SPMDShardToFullShape");
}

bool ax_hlo_gathers_shards(const ax_hlo_op *op)
{
    return is_shardy_join(op) || is_gspmd_join(op);
}

/* The value that hints pass on. */
static const ax_hlo_value *behind_hints(const ax_hlo_value *value)
{
    while (value->op && calls(value->op, "Sharding") && value->op->noperands == 1)
        value = value->op->operands[0];
    return value;
}

static const char *callee_of(const ax_hlo_op *op)
{
    const ax_hlo_attr *callee = strcmp(op->name, "func.call") == 0 ? ax_hlo_op_attr(op, "callee")
                                                                   : NULL;
    return callee && callee->kind == AX_HLO_SYMBOL ? callee->text : NULL;
}

static const ax_hlo_op *split_of(const ax_hlo_value *value)
{
    const ax_hlo_op *op = behind_hints(value)->op;
    return op && (is_shardy_split(op) || is_gspmd_split(op)) ? op : NULL;
}

bool ax_hlo_is_shard_call(const ax_hlo_op *call)
{
    const char *callee = callee_of(call);
    if (!callee)
        return false;
    for (int32_t i = 0; i < call->noperands; i++) {
        if (split_of(call->operands[i]))
            return true;
    }
    /* Without arguments, the name tells. */
    return call->noperands == 0 &&
           (strstr(callee, "xla.sdy.manual_computation_body") || strstr(callee, "shmap_body"));
}

bool ax_hlo_gives_shards(const ax_hlo_op *op)
{
    if (is_shardy_split(op) || is_gspmd_split(op))
        return true;
    if (!calls(op, "Sharding") || op->noperands != 1)
        return false;
    const ax_hlo_op *source = behind_hints(op->operands[0])->op;
    return source &&
           (is_shardy_split(source) || is_gspmd_split(source) || ax_hlo_is_shard_call(source));
}

ax_status *ax_hlo_import_gathered(ax_hlo_import *import, const ax_hlo_op *op)
{
    for (int32_t i = 0; i < op->nresults; i++) {
        if (import->values[op->results[i].id].builder != import->builder)
            return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                                "shards that are not the results of one call of a mapped function");
    }
    return NULL;
}

/* ---- Shardy's form ---- */

/* An attribute of the op's frontend attributes, which are texts; NULL: it has none of that name. */
static ax_status *frontend_attr(const ax_hlo_import *import, const ax_hlo_op *op, const char *name,
                                const ax_hlo_attr **out_attr)
{
    const ax_hlo_attr *all = op ? ax_hlo_op_attr(op, "mhlo.frontend_attributes") : NULL;
    const ax_hlo_attr *text = all ? ax_hlo_attr_item(all, name) : NULL;
    *out_attr = NULL;
    if (!text || text->kind != AX_HLO_STRING)
        return NULL;
    ax_hlo_attr *attr = AX_ARENA_NEW(import->module->arena, ax_hlo_attr, 1);
    if (!attr)
        return ax_hlo_no_memory();
    AX_TRY(ax_hlo_parse_attr_text(import->module, text->text, text->place, attr));
    *out_attr = attr;
    return NULL;
}

static const ax_hlo_op *find_shardy_join(const ax_hlo_op *call)
{
    for (const ax_hlo_op *op = call->next; op; op = op->next) {
        if (is_shardy_join(op) && op->noperands && behind_hints(op->operands[0])->op == call)
            return op;
    }
    return NULL;
}

static ax_status *check_order(const ax_hlo_import *import, const ax_hlo_op *call,
                              const ax_hlo_op *split, const ax_hlo_op *join)
{
    bool fits = (split ? split->noperands : 0) == call->noperands &&
                (!split || split->nresults == call->noperands) &&
                (join ? join->noperands : 0) == call->nresults &&
                (!join || join->nresults == call->nresults);
    for (int32_t i = 0; fits && split && i < call->noperands; i++) {
        /* An operand of size 0 may have become a constant. */
        const ax_hlo_value *value = behind_hints(call->operands[i]);
        fits = value->op != split || value->index == i;
    }
    for (int32_t i = 0; fits && join && i < call->nresults; i++) {
        const ax_hlo_value *value = behind_hints(join->operands[i]);
        fits = value->op == call && value->index == i;
    }
    return fits ? NULL
                : ax_hlo_error(import->module, AX_UNSUPPORTED, call->place,
                               "a mapped function whose arguments and results are not those of the "
                               "custom calls around it, in their order");
}

static ax_status *import_shardy(ax_hlo_import *import, const ax_hlo_op *call, const char *symbol,
                                const ax_hlo_op *split)
{
    const ax_hlo_op *join = find_shardy_join(call);
    const ax_hlo_attr *in, *out, *axes;
    AX_TRY(check_order(import, call, split, join));
    AX_TRY(frontend_attr(import, split, "xla.sdy.in_shardings", &in));
    AX_TRY(frontend_attr(import, join, "xla.sdy.out_shardings", &out));
    AX_TRY(frontend_attr(import, split ? split : join, "xla.sdy.manual_axes", &axes));
    ax_value *operands = AX_HLO_NEW(import, ax_value, call->noperands);
    ax_value *results = AX_HLO_NEW(import, ax_value, call->nresults);
    ax_hlo_attr *none = AX_ARENA_NEW(import->module->arena, ax_hlo_attr, 1);
    if (!operands || !results || !none)
        return ax_hlo_no_memory();
    *none = (ax_hlo_attr){.kind = AX_HLO_DICT, .place = call->place};
    for (int32_t i = 0; i < call->noperands; i++)
        AX_TRY(ax_hlo_operand(import, split, i, &operands[i]));
    ax_hlo_manual manual = {
        .op = call,
        .function = symbol,
        .noperands = call->noperands,
        .nresults = call->nresults,
        .operands = operands,
    };
    AX_TRY(
        ax_hlo_manual_from_shardy(import, in, out, axes || split || join ? axes : none, &manual));
    AX_TRY(ax_hlo_manual_emit(import, &manual, results));
    for (int32_t i = 0; i < call->nresults; i++)
        ax_hlo_set_result(import, join, i, results[i]);
    return NULL;
}

/* ---- GSPMD's form ---- */

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
    return value->op && calls(value->op, "Sharding") ? value->op : NULL;
}

/* Arguments: @Sharding says how the whole is sharded, @SPMDFullToShardShape what is manual. */
static ax_status *read_inputs(ax_hlo_import *import, const ax_hlo_op *call, border *borders)
{
    for (int32_t i = 0; i < call->noperands; i++) {
        const ax_hlo_op *split = split_of(call->operands[i]);
        if (!split || !is_gspmd_split(split) || split->noperands != 1) {
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
    for (const ax_hlo_op *op = call->next; op; op = op->next) {
        if (!is_gspmd_join(op) || op->noperands != 1 || op->nresults != 1)
            continue;
        const ax_hlo_value *value = behind_hints(op->operands[0]);
        if (value->op != call)
            continue;
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

/* The grid to begin with: that of the mapped function around it, or the program's devices. */
static bool start_grid(const ax_hlo_import *import, ax_gspmd_grid *grid)
{
    const ax_hlo_processes *outer = import->processes;
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
    if (import->processes && (!known || out_grid->nstrides != nstrides)) {
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
    const ax_hlo_processes *outer = import->processes;
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

static ax_status *import_gspmd(ax_hlo_import *import, const ax_hlo_op *call, const char *symbol)
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

ax_status *ax_hlo_import_shard_call(ax_hlo_import *import, const ax_hlo_op *call,
                                    const char *symbol)
{
    const ax_hlo_op *split = NULL;
    for (int32_t i = 0; !split && i < call->noperands; i++)
        split = split_of(call->operands[i]);
    bool shardy = split ? is_shardy_split(split)
                        : strstr(symbol, "xla.sdy.manual_computation_body") != NULL;
    return shardy ? import_shardy(import, call, symbol, split) : import_gspmd(import, call, symbol);
}
