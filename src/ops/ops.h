/* The ops: their records, the table of them, and how a family file writes one. */
#ifndef AXMAP_OPS_OPS_H
#define AXMAP_OPS_OPS_H

#include "ir/builder.h"
#include "ir/op.h"
#include "ops/batching.h"
#include "ops/eval.h"

#define AX_OP(name, family) extern const ax_op ax_op_##name;
#include "ops/ops.def"
#undef AX_OP

/* All ops in the order of ops.def, then NULL. */
extern const ax_op *const ax_ops[];
extern const int32_t ax_op_count;

/* The op of this name, or NULL. */
const ax_op *ax_op_find(const char *name);

/* An op of StableHLO's specification without a record, and why. */
typedef struct ax_absent_op {
    const char *name, *reason;
} ax_absent_op;

/* Those of absent.def, ended by one without a name. */
extern const ax_absent_op ax_absent_ops[];

/* A family file writes a record as
 *
 *     AX_OP_RECORD(transpose, shape, .noperands = 1, .attrs = AX_ATTR_LIST(AX_ATTR_PERMUTATION),
 *                  .infer = AX_RULE(infer_transpose), .batch = AX_RULE(batch_transpose),
 *                  .eval = AX_RULE(eval_transpose));
 *
 * Derivative rules come with the differentiation transforms; until then this macro alone says so.
 */
#define AX_OP_RECORD(op_name, op_family, ...)                                \
    const ax_op ax_op_##op_name = {                                          \
        .name = #op_name,                                                    \
        .family = #op_family,                                                \
        .jvp = AX_NO_RULE("forward differentiation is not there yet"),       \
        .transpose = AX_NO_RULE("reverse differentiation is not there yet"), \
        __VA_ARGS__}

#define AX_ATTR_LIST(...) ((const ax_attr_key[]){__VA_ARGS__, AX_ATTR_COUNT})

#endif
