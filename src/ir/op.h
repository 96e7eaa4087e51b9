/* The record of an op: everything the house knows about it, on one page.
 *
 * src/ops/ops.def lists the ops; each family file fills in their records. A rule is a function or a
 * written reason why there is none, never a silent NULL.
 */
#ifndef AXMAP_IR_OP_H
#define AXMAP_IR_OP_H

#include "ir/graph.h"

typedef enum ax_op_traits {
    AX_TRAIT_NONE = 0,
    AX_TRAIT_ELEMENTWISE = 1 << 0, /* result i depends on element i of each operand alone */
    AX_TRAIT_COMMUTATIVE = 1 << 1,
    AX_TRAIT_COLLECTIVE = 1 << 2, /* speaks over named axes (attribute `axes`) */
    AX_TRAIT_VIEW = 1 << 3,       /* the result has the operand's bytes (reshape) */
    AX_TRAIT_VARIADIC = 1 << 4    /* the number of operands or results is not fixed */
} ax_op_traits;

struct ax_batching; /* ops/batching.h: vmap in progress */
struct ax_eval_env; /* ops/eval.h: what an evaluation may ask for */
struct ax_tensor;   /* device/tensor.h */

/* Operands, attributes and regions of `eqn` -> the types of its results (eqn->nresults of them,
 * chosen by the caller and checked here), or an error in the user's terms. eqn->results is unset. */
typedef ax_status *ax_infer_fn(const ax_eqn *eqn, ax_type *out_types);

/* Emits the batched form of `eqn` into the graph being built; errors are sticky in its builder. */
typedef void ax_batch_fn(struct ax_batching *batching, const ax_eqn *eqn);

/* The meaning of the op: reads dense row-major operands, fills results whose memory is given.
 * An elementwise op allows a result to be the same memory as an operand of the same type. */
typedef ax_status *ax_eval_fn(const struct ax_eval_env *env, const ax_eqn *eqn,
                              const struct ax_tensor *operands, const struct ax_tensor *results);

typedef struct ax_infer_rule {
    ax_infer_fn *function;
} ax_infer_rule;

typedef struct ax_batch_rule {
    ax_batch_fn *function;
    const char *reason; /* set when there is no function */
} ax_batch_rule;

typedef struct ax_eval_rule {
    ax_eval_fn *function;
    const char *reason;
} ax_eval_rule;

/* Derivative rules get their functions with the differentiation transforms. */
typedef struct ax_derivative_rule {
    const char *reason;
} ax_derivative_rule;

#define AX_RULE(f)      \
    {                   \
        .function = (f) \
    }
#define AX_NO_RULE(why) \
    {                   \
        .reason = (why) \
    }

struct ax_op {
    const char *name;   /* as printed, and as in StableHLO where it exists there */
    const char *family; /* the file in src/ops that holds it */
    unsigned traits;    /* ax_op_traits */
    /* Dtypes of the elements that it computes with or moves: its infer rule takes no others there
     * (ax_check_dtype), and the support matrix shows them. Indices, predicates and counts beside them
     * have rules of their own. */
    ax_dtype_set dtypes;
    int32_t noperands; /* with AX_TRAIT_VARIADIC: the least */
    int32_t nregions;
    const ax_attr_key *attrs;          /* the attributes it takes, ended by AX_ATTR_COUNT */
    const ax_attr_key *optional_attrs; /* those it takes besides, or NULL */
    /* The word that a whole number stands for in one of its attributes, or NULL; the function may be NULL. */
    const char *(*attr_word)(ax_attr_key key, int64_t value);
    ax_infer_rule infer;
    ax_batch_rule batch;
    ax_derivative_rule jvp;
    ax_derivative_rule transpose;
    ax_eval_rule eval;
};

#endif
