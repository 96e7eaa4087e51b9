/* The elementwise ops: the rules that all share, and the records of the plain ones. */
#include "ops/elementwise.h"

#include "ops/check.h"
#include "ops/strided.h"

#include <axmap/shape.h>

/* ---- infer ---- */

ax_status *ax_infer_elementwise(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *type = ax_operand_type(eqn, 0);
    for (int32_t i = 1; i < eqn->noperands; i++) {
        if (!ax_type_equal(type, ax_operand_type(eqn, i))) {
            ax_type converted = *ax_operand_type(eqn, i);
            converted.dtype = type->dtype;
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: its operands are %s and %s; they must agree%s", eqn->op->name,
                            AX_TYPE_STRING(type), AX_TYPE_STRING(ax_operand_type(eqn, i)),
                            ax_type_equal(type, &converted) ? ": convert one" : "");
        }
    }
    AX_TRY(ax_check_dtype(eqn, type->dtype));
    out_types[0] = *type;
    if (eqn->op == &ax_op_is_finite)
        out_types[0].dtype = AX_BOOL;
    return NULL;
}

/* ---- eval ---- */

/* Operands of one element are repeated in a block, so that each op needs one loop only. */
enum { BLOCK = 512 };

static void run_in_blocks(ax_loop *loop, int32_t noperands, const ax_tensor *operands,
                          const ax_tensor *result, const bool *repeated)
{
    _Alignas(64) char blocks[AX_ELEMENTWISE_MOST][BLOCK * 16];
    const char *in[AX_ELEMENTWISE_MOST];
    int64_t step[AX_ELEMENTWISE_MOST] = {0};
    int64_t count = ax_type_count(&result->type);
    for (int32_t i = 0; i < AX_ELEMENTWISE_MOST; i++) {
        if (i >= noperands) {
            in[i] = in[0];
            step[i] = step[0];
            continue;
        }
        int64_t bytes = ax_dtype_bytes(operands[i].type.dtype);
        in[i] = operands[i].data;
        step[i] = BLOCK * bytes;
        if (repeated[i]) {
            ax_strided_fill(bytes, BLOCK, blocks[i], in[i]);
            in[i] = blocks[i];
            step[i] = 0;
        }
    }
    char *out = result->data;
    int64_t out_step = BLOCK * ax_dtype_bytes(result->type.dtype);
    for (int64_t done = 0; done < count; done += BLOCK) {
        loop(count - done < BLOCK ? count - done : BLOCK, (const void *const *)in, out);
        for (int32_t i = 0; i < AX_ELEMENTWISE_MOST; i++)
            in[i] += step[i];
        out += out_step;
    }
}

void ax_run_loop(ax_loop *loop, int32_t noperands, const ax_tensor *operands,
                 const ax_tensor *result)
{
    int64_t count = ax_type_count(&result->type);
    const void *in[AX_ELEMENTWISE_MOST];
    bool repeated[AX_ELEMENTWISE_MOST] = {false}, any = false;
    for (int32_t i = 0; i < AX_ELEMENTWISE_MOST; i++) {
        in[i] = operands[i < noperands ? i : 0].data;
        if (i < noperands && operands[i].type.ndim == 0 && count != 1)
            any = repeated[i] = true;
    }
    if (count == 0)
        return;
    if (any) {
        run_in_blocks(loop, noperands, operands, result, repeated);
    } else {
        loop(count, in, result->data);
    }
}

/* ---- batch ---- */

/* clamp's bounds and select's predicate may stay scalars beside arrays. */
static bool may_be_scalar(const ax_op *op, int32_t operand)
{
    return (op == &ax_op_clamp && operand != 1) || (op == &ax_op_select && operand == 0);
}

/* Where the first mapped operand of the result's shape has the batch; in front when only scalars
 * beside arrays are mapped. */
static int32_t choose_axis(const ax_batching *batching, const ax_eqn *eqn)
{
    int32_t ndim = eqn->results[0]->type.ndim;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        int32_t axis = ax_batch_operand(batching, eqn, i).axis;
        if (axis != AX_NOT_MAPPED && ax_operand_type(eqn, i)->ndim == ndim)
            return axis;
    }
    return 0;
}

/* One value per lane becomes an array of the result's batched shape. */
static ax_value spread_lanes(ax_batching *batching, const ax_eqn *eqn, ax_value lanes, int32_t axis)
{
    ax_type wide;
    if (!ax_batch_insert_dim(batching, eqn, &eqn->results[0]->type, axis, &wide))
        return ax_builder_poison(batching->builder);
    return ax_broadcast_in_dim_at(lanes, (ax_ints){wide.ndim, wide.dims}, AX_LIST(axis),
                                  eqn->location);
}

void ax_batch_elementwise(ax_batching *batching, const ax_eqn *eqn)
{
    int32_t axis = choose_axis(batching, eqn);
    int32_t ndim = eqn->results[0]->type.ndim;
    ax_value operands[AX_ELEMENTWISE_MOST];
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_batched x = ax_batch_operand(batching, eqn, i);
        bool scalar = ax_operand_type(eqn, i)->ndim == 0 && may_be_scalar(eqn->op, i);
        if (scalar && x.axis == AX_NOT_MAPPED) {
            operands[i] = x.value;
        } else if (scalar && ndim > 0) {
            operands[i] = spread_lanes(batching, eqn, x.value, axis);
        } else {
            operands[i] = ax_batch_move(batching, x, axis, eqn->location);
        }
    }
    const ax_attr *attrs = eqn->attrs;
    ax_attr type;
    if (eqn->op == &ax_op_convert) {
        if (!ax_batch_insert_dim(batching, eqn, ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE), axis,
                                 &type.type))
            return;
        type.key = AX_ATTR_RESULT_TYPE;
        attrs = &type;
    }
    ax_batch_emit(batching, eqn, operands, attrs, eqn->nattrs, axis);
}

/* ---- records of the plain ops ---- */

/* An op's dtypes are those that it has a loop for. */
#define AX_ELEMENTWISE(op, noperands, traits) , DTYPES_OF_##op = 0
#define AX_LOOP(op, dtypes, result, ...) \
    AX_TYPES_##dtypes(AX_OR_DTYPE, op) AX_HALVES_##dtypes(AX_OR_DTYPE, op)
enum {
    NO_DTYPES = 0
#include "ops/elementwise.def"
};
#undef AX_ELEMENTWISE
#undef AX_LOOP

#define AX_LOOP(op, dtypes, result, ...)
#define AX_ELEMENTWISE(op, noperands_, traits_)                                                  \
    static ax_status *eval_##op(const ax_eval_env *env, const ax_eqn *eqn,                       \
                                const ax_tensor *operands, const ax_tensor *results)             \
    {                                                                                            \
        (void)env;                                                                               \
        ax_run_loop(ax_loops[AX_LOOPS_##op][operands[0].type.dtype], eqn->noperands, operands,   \
                    results);                                                                    \
        return NULL;                                                                             \
    }                                                                                            \
    AX_OP_RECORD(op, elementwise, .traits = AX_TRAIT_ELEMENTWISE | (unsigned)(traits_),          \
                 .dtypes = DTYPES_OF_##op, .noperands = (noperands_),                            \
                 .infer = AX_RULE(ax_infer_elementwise), .batch = AX_RULE(ax_batch_elementwise), \
                 .eval = AX_RULE(eval_##op));
#include "ops/elementwise.def"
