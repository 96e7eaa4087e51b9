/* Comparators that order by keys. */
#include "ops/ops.h"
#include "ops/sort.h"

#include <string.h>

/* ---- expressions ---- */

enum { DEEPEST = 64, MOST_KEYS = 64 };

/* Two expressions of a comparator compared, where input `a` of the first stands for input `b` of the
 * second. Both are -1 until the first input is met. */
typedef struct pairing {
    int32_t a, b;
    const ax_var **partner; /* by id of a var of the first expression: what it was paired with */
} pairing;

static bool same_literal(const ax_literal *x, const ax_literal *y)
{
    return ax_type_equal(&x->type, &y->type) &&
           memcmp(x->data, y->data, (size_t)ax_type_bytes(&x->type)) == 0;
}

static bool same_attr(const ax_attr *x, const ax_attr *y)
{
    if (x->key != y->key)
        return false;
    switch (ax_attr_kind_of(x->key)) {
    case AX_ATTR_KIND_INT: return x->i == y->i;
    case AX_ATTR_KIND_TYPE: return ax_type_equal(&x->type, &y->type);
    case AX_ATTR_KIND_LITERAL: return same_literal(&x->literal, &y->literal);
    default: return false;
    }
}

/* Whether two equations compute the same function of their operands, lane by lane. */
static bool same_function(const ax_eqn *x, const ax_eqn *y)
{
    bool plain = x->op == &ax_op_constant || (x->op->traits & AX_TRAIT_ELEMENTWISE);
    if (x->op != y->op || !plain || x->nregions || x->noperands != y->noperands ||
        x->nattrs != y->nattrs)
        return false;
    for (int32_t i = 0; i < x->nattrs; i++) {
        if (!same_attr(&x->attrs[i], &y->attrs[i]))
            return false;
    }
    return true;
}

static bool same_input(pairing *pair, const ax_var *x, const ax_var *y)
{
    if (x->producer || y->producer)
        return false;
    if (pair->a < 0) {
        pair->a = x->index;
        pair->b = y->index;
    }
    return x->index == pair->a && y->index == pair->b;
}

static bool same_expression(pairing *pair, const ax_var *x, const ax_var *y, int32_t depth)
{
    if (pair->partner[x->id])
        return pair->partner[x->id] == y;
    if (depth > DEEPEST || !ax_type_equal(&x->type, &y->type) || x->type.ndim != 0)
        return false;
    if (!x->producer || !y->producer) {
        if (!same_input(pair, x, y))
            return false;
    } else {
        if (!same_function(x->producer, y->producer))
            return false;
        for (int32_t i = 0; i < x->producer->noperands; i++) {
            if (!same_expression(pair, x->producer->operands[i], y->producer->operands[i],
                                 depth + 1))
                return false;
        }
    }
    pair->partner[x->id] = y;
    return true;
}

/* ---- comparators ---- */

typedef struct finder {
    const ax_graph *comparator;
    const ax_var **partner;
    const ax_var *functions[MOST_KEYS]; /* of the elements at first place, by key */
    ax_sort_key keys[MOST_KEYS];
    int32_t count;
} finder;

static const ax_eqn *produced_by(const ax_var *var, const ax_op *op)
{
    return var->producer && var->producer->op == op ? var->producer : NULL;
}

static pairing begin(finder *find)
{
    memset(find->partner, 0, (size_t)find->comparator->nvars * sizeof *find->partner);
    return (pairing){-1, -1, find->partner};
}

/* compare(f(x), f(y)) of the two elements of one operand: in `out_flipped` whether y's stands first. */
static bool compares_elements(finder *find, const ax_eqn *compare, int32_t *out_operand,
                              bool *out_flipped)
{
    pairing pair = begin(find);
    if (!same_expression(&pair, compare->operands[0], compare->operands[1], 0) || pair.a < 0 ||
        pair.a / 2 != pair.b / 2 || pair.a == pair.b)
        return false;
    *out_operand = pair.a / 2;
    *out_flipped = pair.a > pair.b;
    return true;
}

/* What a comparison asks, apart from the order that it asks about. */
static ax_comparison direction_of(const ax_eqn *compare, ax_float_order *out_order)
{
    int64_t direction = ax_eqn_int(compare, AX_ATTR_COMPARISON_DIRECTION);
    bool total = direction >= AX_TOTAL_EQ;
    *out_order = total || !ax_dtype_is_float(ax_operand_type(compare, 0)->dtype) ? AX_ORDER_TOTAL
                                                                                 : AX_ORDER_IEEE;
    return (ax_comparison)(total ? direction - AX_TOTAL_EQ + AX_EQ : direction);
}

static bool add_key(finder *find, const ax_var *less)
{
    const ax_eqn *compare = produced_by(less, &ax_op_compare);
    int32_t operand;
    bool flipped;
    ax_float_order order = AX_ORDER_IEEE;
    ax_comparison direction = compare ? direction_of(compare, &order) : AX_EQ;
    if ((direction != AX_LT && direction != AX_GT) || find->count == MOST_KEYS ||
        !compares_elements(find, compare, &operand, &flipped))
        return false;
    const ax_var *first = compare->operands[flipped];
    find->functions[find->count] = first;
    find->keys[find->count++] = (ax_sort_key){
        .operand = operand,
        .descending = (direction == AX_GT) != flipped,
        .order = order,
        .dtype = first->type.dtype,
    };
    return true;
}

/* Whether `equal` says that the two elements have the same key, that of find->keys[key]. */
static bool is_tie(finder *find, const ax_var *equal, int32_t key)
{
    const ax_eqn *compare = produced_by(equal, &ax_op_compare);
    int32_t operand;
    bool flipped;
    ax_float_order order;
    if (!compare || direction_of(compare, &order) != AX_EQ || order != find->keys[key].order ||
        !compares_elements(find, compare, &operand, &flipped) || operand != find->keys[key].operand)
        return false;
    pairing pair = begin(find);
    return same_expression(&pair, find->functions[key], compare->operands[flipped], 0) &&
           pair.a == pair.b;
}

/* less = key, or less = key or (tie and rest): a lexicographic order. */
static bool find_order(finder *find, const ax_var *less)
{
    while (true) {
        const ax_eqn *either = produced_by(less, &ax_op_or);
        if (!either)
            return add_key(find, less);
        int32_t first = produced_by(either->operands[0], &ax_op_compare) ? 0 : 1;
        const ax_eqn *both = produced_by(either->operands[1 - first], &ax_op_and);
        int32_t key = find->count;
        if (!both || !add_key(find, either->operands[first]))
            return false;
        int32_t tie = is_tie(find, both->operands[0], key) ? 0 : 1;
        if (tie == 1 && !is_tie(find, both->operands[1], key))
            return false;
        less = both->operands[1 - tie];
    }
}

/* ---- a key's function as a graph ---- */

static void mark_needed(const ax_var *var, bool *needed)
{
    if (needed[var->id])
        return;
    needed[var->id] = true;
    for (int32_t i = 0; var->producer && i < var->producer->noperands; i++)
        mark_needed(var->producer->operands[i], needed); /* as deep as same_expression went */
}

/* The part of the comparator that computes `result` from one element. */
static ax_status *cut_function(const ax_eval_env *env, const ax_graph *comparator,
                               const ax_var *result, const ax_graph **out_function)
{
    bool *needed;
    ax_graph *function;
    const ax_var **output;
    AX_TRY(AX_SCRATCH(env, bool, comparator->nvars, &needed));
    AX_TRY(AX_SCRATCH(env, ax_graph, 1, &function));
    AX_TRY(AX_SCRATCH(env, const ax_var *, 1, &output));
    memset(needed, 0, (size_t)comparator->nvars * sizeof *needed);
    mark_needed(result, needed);
    *output = result;
    *function = *comparator;
    function->noutputs = 1;
    function->outputs = output;
    function->ninputs = 1;
    function->neqns = 0;
    function->first = function->last = NULL;
    for (int32_t i = 0; i < comparator->ninputs; i++) {
        if (needed[comparator->inputs[i]->id])
            function->inputs = &comparator->inputs[i];
    }
    AX_FOR_EQNS (eqn, comparator) {
        if (eqn->nresults != 1 || !needed[eqn->results[0]->id])
            continue;
        ax_eqn *copy;
        AX_TRY(AX_SCRATCH(env, ax_eqn, 1, &copy));
        *copy = *eqn;
        copy->next = NULL;
        *(function->last ? &function->last->next : &function->first) = copy;
        function->last = copy;
        function->neqns++;
    }
    *out_function = function;
    return NULL;
}

/* ---- JAX's floats ---- */

static const ax_eqn *compares(const ax_var *var, ax_comparison direction)
{
    const ax_eqn *compare = produced_by(var, &ax_op_compare);
    bool so = compare && ax_eqn_int(compare, AX_ATTR_COMPARISON_DIRECTION) == (int64_t)direction;
    return so ? compare : NULL;
}

/* The bits of a constant scalar; false when it is none. */
static bool constant_bits(const ax_var *var, uint64_t *out_bits)
{
    const ax_eqn *constant = produced_by(var, &ax_op_constant);
    if (!constant || var->type.ndim != 0)
        return false;
    *out_bits = 0;
    memcpy(out_bits, ax_eqn_literal(constant, AX_ATTR_VALUE)->data,
           (size_t)ax_dtype_bytes(var->type.dtype));
    return true;
}

static uint64_t infinity_bits(ax_dtype dtype)
{
    switch (dtype) {
    case AX_F16: return 0x7c00;
    case AX_BF16: return 0x7f80;
    case AX_F32: return 0x7f800000;
    default: return 0x7ff0000000000000;
    }
}

/* select(x == 0, 0, x), of an input: the input, or NULL. */
static const ax_var *one_zero_of(const ax_var *var)
{
    uint64_t zero, other;
    const ax_eqn *select = produced_by(var, &ax_op_select);
    const ax_eqn *compare = select ? compares(select->operands[0], AX_EQ) : NULL;
    if (!compare || !constant_bits(select->operands[1], &zero) || zero != 0 ||
        !constant_bits(compare->operands[1], &other) || other != 0)
        return NULL;
    const ax_var *x = select->operands[2];
    return compare->operands[0] == x && !x->producer ? x : NULL;
}

/* Whether a float is made what JAX orders: select(x != x, NaN, select(x == 0, 0, x)). The total order of
 * that is AX_ORDER_IEEE of x. */
static bool is_one_zero_one_nan(const ax_var *var)
{
    uint64_t nan, infinity = infinity_bits(var->type.dtype);
    const ax_eqn *select = produced_by(var, &ax_op_select);
    const ax_eqn *compare = select ? compares(select->operands[0], AX_NE) : NULL;
    if (!compare || !ax_dtype_is_float(var->type.dtype) ||
        !constant_bits(select->operands[1], &nan))
        return false;
    const ax_var *inner = select->operands[2], *x = one_zero_of(inner);
    const ax_var *asked = compare->operands[0];
    bool positive_nan = nan > infinity && nan >> (8 * ax_dtype_bytes(var->type.dtype) - 1) == 0;
    return x && positive_nan && asked == compare->operands[1] && (asked == x || asked == inner);
}

ax_status *ax_sort_find_keys(const ax_eval_env *env, const ax_graph *comparator,
                             ax_sort_key **out_keys, int32_t *out_count)
{
    finder *find;
    AX_TRY(AX_SCRATCH(env, finder, 1, &find));
    *find = (finder){.comparator = comparator};
    AX_TRY(AX_SCRATCH(env, const ax_var *, comparator->nvars, &find->partner));
    if (!find_order(find, comparator->outputs[0]))
        find->count = 0;
    for (int32_t i = 0; i < find->count; i++) {
        ax_sort_key *key = &find->keys[i];
        const ax_var *function = find->functions[i];
        if (ax_dtype_kind(key->dtype) == AX_KIND_COMPLEX) {
            find->count = 0;
        } else if (key->order == AX_ORDER_TOTAL && is_one_zero_one_nan(function)) {
            key->order = AX_ORDER_IEEE;
        } else if (function->producer) {
            AX_TRY(cut_function(env, comparator, function, &key->function));
        }
    }
    *out_keys = find->keys;
    *out_count = find->count;
    return NULL;
}
