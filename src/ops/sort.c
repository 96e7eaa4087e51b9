/* sort: types and vmap. */
#include "ops/sort.h"

#include "ops/check.h"
#include "ops/ops.h"

/* ---- types ---- */

/* The region takes two elements of each operand, side by side, and says whether the first ones come
 * before the others. */
static ax_status *check_comparator(const ax_eqn *eqn)
{
    const ax_graph *region = eqn->regions[0];
    if (region->ninputs != 2 * eqn->noperands || region->noutputs != 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "sort of %d operand%s: its comparator takes %d values and gives %d, not %d "
                        "and 1",
                        (int)eqn->noperands, eqn->noperands == 1 ? "" : "s", (int)region->ninputs,
                        (int)region->noutputs, 2 * (int)eqn->noperands);
    }
    for (int32_t i = 0; i < region->ninputs; i++) {
        ax_type expected = ax_type_scalar(ax_operand_type(eqn, i / 2)->dtype);
        if (!ax_type_equal(&region->inputs[i]->type, &expected)) {
            return AX_ERROR(
                AX_INVALID_ARGUMENT, "sort: argument %d of its comparator is %s, not a scalar %s",
                (int)i, AX_TYPE_STRING(&region->inputs[i]->type), ax_dtype_name(expected.dtype));
        }
    }
    ax_type answer = ax_type_scalar(AX_BOOL);
    if (!ax_type_equal(&region->outputs[0]->type, &answer)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "sort: its comparator gives %s, not a scalar bool",
                        AX_TYPE_STRING(&region->outputs[0]->type));
    }
    return NULL;
}

static ax_status *infer_sort(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    if (eqn->nresults != eqn->noperands) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "sort has a result for each operand: %d, not %d",
                        (int)eqn->noperands, (int)eqn->nresults);
    }
    const ax_type *first = ax_operand_type(eqn, 0);
    AX_TRY(ax_check_dimension(eqn, AX_ATTR_DIMENSION, first->ndim));
    int64_t stable = ax_eqn_int(eqn, AX_ATTR_IS_STABLE);
    if (stable != 0 && stable != 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "sort: is_stable is %lld, not 0 or 1",
                        (long long)stable);
    }
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_type expected = *first;
        expected.dtype = ax_operand_type(eqn, i)->dtype;
        AX_TRY(ax_check_dtype(eqn, expected.dtype));
        if (!ax_type_equal(&expected, ax_operand_type(eqn, i))) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "sort: operand %d is %s, operand 0 %s: dims differ", (int)i,
                            AX_TYPE_STRING(ax_operand_type(eqn, i)), AX_TYPE_STRING(first));
        }
        out_types[i] = expected;
    }
    return check_comparator(eqn);
}

/* ---- vmap ---- */

static void batch_sort(ax_batching *batching, const ax_eqn *eqn)
{
    int32_t axis = AX_NOT_MAPPED;
    for (int32_t i = 0; i < eqn->noperands && axis == AX_NOT_MAPPED; i++)
        axis = ax_batch_operand(batching, eqn, i).axis;
    ax_value *operands = AX_ARENA_NEW(ax_builder_arena(batching->builder), ax_value,
                                      eqn->noperands);
    if (!operands) {
        ax_builder_fail(batching->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        operands[i] = ax_batch_operand_at(batching, eqn, i, axis);
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION);
    ax_attr attrs[] = {
        ax_attr_int(AX_ATTR_DIMENSION, dimension + (dimension >= axis)),
        ax_attr_int(AX_ATTR_IS_STABLE, ax_eqn_int(eqn, AX_ATTR_IS_STABLE)),
    };
    ax_batch_emit(batching, eqn, operands, attrs, 2, axis);
}

AX_OP_RECORD(sort, sort, .dtypes = AX_SET_REAL, .traits = AX_TRAIT_VARIADIC, .noperands = 1,
             .nregions = 1, .attrs = AX_ATTR_LIST(AX_ATTR_DIMENSION, AX_ATTR_IS_STABLE),
             .infer = AX_RULE(infer_sort), .batch = AX_RULE(batch_sort),
             .eval = AX_RULE(ax_eval_sort));
