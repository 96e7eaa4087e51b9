#include "formats/stablehlo/shard_call_private.h"

#include "formats/stablehlo/manual.h"

#include <string.h>

/* ---- which op is what ---- */

bool ax_hlo_calls(const ax_hlo_op *op, const char *target)
{
    if (strcmp(op->name, "stablehlo.custom_call") != 0)
        return false;
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, "call_target_name");
    return attr && attr->kind == AX_HLO_STRING && strcmp(attr->text, target) == 0;
}

static bool is_shardy_split(const ax_hlo_op *op)
{
    return ax_hlo_calls(op, "xla.sdy.GlobalToLocalShape") ||
           ax_hlo_calls(op, "local_xla.sdy.GlobalToLocalShape");
}

static bool is_shardy_join(const ax_hlo_op *op)
{
    return ax_hlo_calls(op, "xla.sdy.LocalToGlobalShape") ||
           ax_hlo_calls(op, "local_xla.sdy.LocalToGlobalShape");
}

bool ax_hlo_is_gspmd_split(const ax_hlo_op *op)
{
    return ax_hlo_calls(op, "SPMDFullToShardShape");
}

bool ax_hlo_is_gspmd_join(const ax_hlo_op *op)
{
    return ax_hlo_calls(op, "SPMDShardToFullShape");
}

bool ax_hlo_gathers_shards(const ax_hlo_op *op)
{
    return is_shardy_join(op) || ax_hlo_is_gspmd_join(op);
}

const ax_hlo_value *ax_hlo_behind_hints(const ax_hlo_value *value)
{
    enum { MOST_HINTS = 16 }; /* there is one, but in a text that wants to keep us busy */
    for (int i = 0; i < MOST_HINTS && value->op && ax_hlo_calls(value->op, "Sharding") &&
                    value->op->noperands == 1;
         i++)
        value = value->op->operands[0];
    return value;
}

const ax_hlo_op *ax_hlo_next_join(ax_hlo_import *import, const ax_hlo_op *call,
                                  const ax_hlo_op *behind)
{
    int64_t looked_at = 0;
    const ax_hlo_op *op = behind->next;
    for (; op; op = op->next, looked_at++) {
        if (ax_hlo_gathers_shards(op) && op->noperands &&
            ax_hlo_behind_hints(op->operands[0])->op == call)
            break;
    }
    ax_hlo_charge(import, 16 * looked_at);
    return op;
}

static const char *callee_of(const ax_hlo_op *op)
{
    const ax_hlo_attr *callee = strcmp(op->name, "func.call") == 0 ? ax_hlo_op_attr(op, "callee")
                                                                   : NULL;
    return callee && callee->kind == AX_HLO_SYMBOL ? callee->text : NULL;
}

const ax_hlo_op *ax_hlo_split_of(const ax_hlo_value *value)
{
    const ax_hlo_op *op = ax_hlo_behind_hints(value)->op;
    return op && (is_shardy_split(op) || ax_hlo_is_gspmd_split(op)) ? op : NULL;
}

bool ax_hlo_is_shard_call(ax_hlo_import *import, const ax_hlo_op *call)
{
    const char *callee = callee_of(call);
    if (!callee)
        return false;
    for (int32_t i = 0; i < call->noperands; i++) {
        if (ax_hlo_split_of(call->operands[i]))
            return true;
    }
    return call->noperands == 0 &&
           (strstr(callee, "xla.sdy.manual_computation_body") || strstr(callee, "shmap_body")) &&
           ax_hlo_next_join(import, call, call);
}

bool ax_hlo_gives_shards(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (is_shardy_split(op) || ax_hlo_is_gspmd_split(op))
        return true;
    if (!ax_hlo_calls(op, "Sharding") || op->noperands != 1)
        return false;
    const ax_hlo_op *source = ax_hlo_behind_hints(op->operands[0])->op;
    return source && (is_shardy_split(source) || ax_hlo_is_gspmd_split(source) ||
                      ax_hlo_is_shard_call(import, source));
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

static const ax_hlo_op *find_shardy_join(ax_hlo_import *import, const ax_hlo_op *call)
{
    const ax_hlo_op *op = ax_hlo_next_join(import, call, call);
    while (op && !is_shardy_join(op))
        op = ax_hlo_next_join(import, call, op);
    return op;
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
        const ax_hlo_value *value = ax_hlo_behind_hints(call->operands[i]);
        fits = value->op != split || value->index == i;
    }
    for (int32_t i = 0; fits && join && i < call->nresults; i++) {
        const ax_hlo_value *value = ax_hlo_behind_hints(join->operands[i]);
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
    const ax_hlo_op *join = find_shardy_join(import, call);
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

ax_status *ax_hlo_import_shard_call(ax_hlo_import *import, const ax_hlo_op *call,
                                    const char *symbol)
{
    const ax_hlo_op *split = NULL;
    for (int32_t i = 0; !split && i < call->noperands; i++)
        split = ax_hlo_split_of(call->operands[i]);
    bool shardy = split ? is_shardy_split(split)
                        : strstr(symbol, "xla.sdy.manual_computation_body") != NULL;
    return shardy ? import_shardy(import, call, symbol, split)
                  : ax_hlo_import_gspmd_call(import, call, symbol);
}
