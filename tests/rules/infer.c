/* Inference against equations that do not fit: it refuses with an error in the user's terms, or what
 * it accepts can be evaluated and mapped.
 *
 * Each mutation changes one thing of a case that is right. Evaluation here gives every result memory of
 * exactly its size, so that the address sanitizer sees what inference let through.
 */
#include "rules.h"

#include <stdio.h>

/* ---- evaluating what was accepted ---- */

typedef struct block {
    _Alignas(64) struct block *next;
} block;

static ax_status *take_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    block **kept = env->user;
    assert_true(bytes >= 0);
    block *taken = aligned_alloc(64, sizeof *taken + (size_t)(bytes + 63) / 64 * 64);
    assert_non_null(taken);
    taken->next = *kept;
    *kept = taken;
    *out_memory = taken + 1;
    return NULL;
}

static void evaluate(const rule_case *rule, const ax_eqn *eqn, const ax_target *target)
{
    ax_tensor operands[2 * RULE_MOST], results[2 * RULE_MOST];
    block *kept = NULL;
    ax_kernel kernel;
    ax_status *status = ax_kernel_create(target, eqn, &kernel);
    if (status) { /* no evaluation, by its reason */
        assert_int_equal(ax_status_code(status), AX_UNSUPPORTED);
        ax_status_free(status);
        return;
    }
    ax_eval_env env = {.scratch = take_scratch, .user = &kept, .state = kernel.state};
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = ax_operand_type(eqn, i);
        operands[i] = (ax_tensor){*type, rule_values(type, rule->operands[i].fill)};
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        results[i].type = eqn->results[i]->type;
        results[i].data = rule_memory(ax_type_bytes(&results[i].type));
    }
    status = kernel.run(&env, eqn, operands, results);
    if (status && ax_status_code(status) != AX_UNSUPPORTED)
        fail_msg("%s: %s", eqn->op->name, ax_status_message(status));
    ax_status_free(status);
    while (kept) {
        block *next = kept->next;
        free(kept);
        kept = next;
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        free(operands[i].data);
    for (int32_t i = 0; i < eqn->nresults; i++)
        free(results[i].data);
    ax_kernel_free(&kernel);
}

static void evaluate_on_backends(const rule_case *rule, const ax_eqn *eqn)
{
    evaluate(rule, eqn, &ax_target_reference);
    if (rule_checks_cpu())
        evaluate(rule, eqn, rule_cpu());
}

static bool list_is_small(const ax_eqn *eqn, ax_attr_key key)
{
    const ax_attr *attr = ax_eqn_find_attr(eqn, key);
    for (int32_t i = 0; attr && i < attr->ints.count; i++) {
        if (attr->ints.values[i] > 64)
            return false;
    }
    return true;
}

/* Whether evaluating takes no time to speak of: small arrays, and small windows over them. */
static bool is_small(const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (ax_type_count(ax_operand_type(eqn, i)) > 1 << 14)
            return false;
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        if (ax_type_count(&eqn->results[i]->type) > 1 << 14)
            return false;
    }
    return list_is_small(eqn, AX_ATTR_WINDOW_DIMENSIONS);
}

/* Not yet: halves and complex numbers. reduce_window with mapped inits writes its padding out, which
 * must fit memory. */
static bool can_be_mapped(const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_dtype dtype = ax_operand_type(eqn, i)->dtype;
        if (ax_operand_type(eqn, i)->ndim > 8 || dtype == AX_F16 || dtype == AX_BF16 ||
            ax_dtype_kind(dtype) == AX_KIND_COMPLEX)
            return false;
    }
    return eqn->noperands > 0 && eqn->op->eval.function && eqn->results[0]->type.ndim < 9 &&
           list_is_small(eqn, AX_ATTR_PADDING) && list_is_small(eqn, AX_ATTR_BASE_DILATIONS);
}

/* Operands that are no types are refused before the op sees them, and a dtype that a region's ops do
 * not take yet is refused by those. */
static void check_refusal(const rule_case *rule, ax_status *status, const char *what)
{
    ax_code code = ax_status_code(status);
    const char *message = ax_status_message(status);
    bool known = code == AX_INVALID_ARGUMENT || code == AX_UNSUPPORTED || code == AX_OVERFLOW;
    bool by_region = rule->region && strstr(message, "cases_") != NULL;
    bool named = strstr(message, rule->op->name) || strstr(message, "of 'rule'");
    if (!known || !(named || by_region)) {
        fail_msg("%s (%s, %s): %s: %s", rule->op->name, rule->what, what, ax_code_name(code),
                 ax_status_message(status));
    }
    ax_status_free(status);
}

/* Another number of accumulators, perhaps. Not associative, so the order of a fold shows. */
static void swapped_region(const ax_value *in, ax_value *out, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        out[i] = in[(i + 1) % count];
}

/* Whether the equation was accepted. */
static bool attempt(const rule_case *rule, const char *what)
{
    ax_graph *graph = NULL;
    ax_status *status = rule_trace(rule, &graph);
    if (status) {
        check_refusal(rule, status, what);
        return false;
    }
    status = ax_graph_verify(graph);
    if (status)
        fail_msg("%s (%s, %s): %s", rule->op->name, rule->what, what, ax_status_message(status));
    const ax_eqn *eqn = graph->first;
    for (int32_t i = 0; i < eqn->nresults; i++)
        assert_null(ax_type_make(eqn->results[i]->type.dtype, eqn->results[i]->type.ndim,
                                 eqn->results[i]->type.dims, &(ax_type){0}));
    if (is_small(eqn)) {
        evaluate_on_backends(rule, eqn);
        if (can_be_mapped(eqn) && rule->region != swapped_region)
            rule_check_front(rule, graph);
    }
    ax_graph_free(graph);
    return true;
}

static void refuse(const rule_case *rule, const char *what)
{
    if (attempt(rule, what))
        fail_msg("%s (%s): accepted with %s", rule->op->name, rule->what, what);
}

/* ---- mutations ---- */

static const int64_t odd_numbers[] = {0,  1,         2,         3,       5,         15,       16,
                                      -1, INT32_MIN, INT32_MAX, 1 << 20, INT64_MIN, INT64_MAX};
enum { ODD_COUNT = sizeof odd_numbers / sizeof odd_numbers[0] };

static void mutate_counts(const rule_case *rule)
{
    bool variadic = (rule->op->traits & AX_TRAIT_VARIADIC) != 0;
    for (int32_t n = 0; n <= rule->noperands + 1 && n <= RULE_MOST; n++) {
        rule_case changed = *rule;
        changed.noperands = n;
        for (int32_t i = rule->noperands; i < n; i++)
            changed.operands[i] = (rule_operand){SCALAR(AX_F32), rule->operands[0].fill};
        if (n == rule->noperands || (rule->region && n < rule->nregion))
            continue;
        if (variadic) {
            attempt(&changed, "another number of operands");
        } else {
            refuse(&changed, "another number of operands");
        }
    }
    int32_t nresults = rule->nresults ? rule->nresults : 1;
    for (int32_t n = 1; n <= nresults + 2; n++) {
        rule_case changed = *rule;
        changed.nresults = n;
        if (n != nresults)
            refuse(&changed, "another number of results");
    }
}

static ax_attr attr_of_kind(ax_attr_key key)
{
    static const int64_t ints[] = {0, 1};
    static const char *const names[] = {"rows"};
    static const float number = 1;
    ax_attr attr = {.key = key};
    switch (ax_attr_kind_of(key)) {
    case AX_ATTR_KIND_INT: attr.i = 1; break;
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS: attr.ints = (ax_ints){2, ints}; break;
    case AX_ATTR_KIND_NAMES: attr.names = (ax_names){1, names}; break;
    case AX_ATTR_KIND_TYPE: attr.type = SCALAR(AX_F32); break;
    case AX_ATTR_KIND_LITERAL: attr.literal = (ax_literal){SCALAR(AX_F32), &number}; break;
    }
    return attr;
}

static bool has_attr(const rule_case *rule, ax_attr_key key)
{
    for (int32_t i = 0; i < rule->nattrs; i++) {
        if (rule->attrs[i].key == key)
            return true;
    }
    return false;
}

/* Attributes that are missing, foreign, or given twice. */
static void mutate_attr_set(const rule_case *rule)
{
    for (int32_t i = 0; i < rule->nattrs; i++) {
        rule_case changed = *rule;
        changed.attrs[i] = changed.attrs[--changed.nattrs];
        attempt(&changed, ax_attr_name(rule->attrs[i].key));
        changed = *rule;
        changed.attrs[changed.nattrs++] = rule->attrs[i];
        refuse(&changed, "an attribute given twice");
    }
    for (int key = 0; key < AX_ATTR_COUNT; key++) {
        if (has_attr(rule, (ax_attr_key)key))
            continue;
        rule_case changed = *rule;
        changed.attrs[changed.nattrs++] = attr_of_kind((ax_attr_key)key);
        attempt(&changed, ax_attr_name((ax_attr_key)key));
    }
}

static void attempt_list(const rule_case *rule, int32_t index, const int64_t *values, int32_t count)
{
    rule_case changed = *rule;
    int64_t *exact = rule_memory((int64_t)sizeof *exact * count); /* for the sanitizer */
    memcpy(exact, values, sizeof *exact * (size_t)count);
    changed.attrs[index].ints = (ax_ints){count, exact};
    attempt(&changed, ax_attr_name(rule->attrs[index].key));
    free(exact);
}

static void mutate_list(const rule_case *rule, int32_t index)
{
    ax_ints list = rule->attrs[index].ints;
    int64_t values[64] = {0};
    for (int32_t i = 0; i < list.count; i++)
        values[i] = list.values[i];
    for (int32_t count = 0; count <= list.count + 2; count++)
        attempt_list(rule, index, values, count);
    attempt_list(rule, index, values, 40);
    for (int32_t i = 0; i < list.count; i++) {
        for (size_t n = 0; n < ODD_COUNT; n++) {
            int64_t kept = values[i];
            values[i] = odd_numbers[n];
            attempt_list(rule, index, values, list.count);
            values[i] = kept;
        }
    }
    for (int32_t i = 0; i + 1 < list.count; i++) {
        int64_t kept = values[i];
        values[i] = values[i + 1];
        attempt_list(rule, index, values, list.count);
        values[i + 1] = kept;
        attempt_list(rule, index, values, list.count);
        values[i] = kept;
        values[i + 1] = list.values[i + 1];
    }
    for (int32_t i = 0; i < 40; i++)
        values[i] = i;
    attempt_list(rule, index, values, 17);
    attempt_list(rule, index, values, 40);
}

static void attempt_operand(const rule_case *rule, int32_t index, ax_type type, const char *what)
{
    rule_case changed = *rule;
    changed.operands[index].type = type;
    attempt(&changed, what);
}

/* Other dtypes, ranks and dims; the largest are types whose bytes still fit. */
static void mutate_operand(const rule_case *rule, int32_t index)
{
    const ax_type right = rule->operands[index].type;
    for (int dtype = 0; dtype < AX_DTYPE_COUNT; dtype++) {
        ax_type type = right;
        type.dtype = (ax_dtype)dtype;
        attempt_operand(rule, index, type, ax_dtype_name((ax_dtype)dtype));
    }
    for (int32_t d = 0; d < right.ndim; d++) {
        const int64_t dims[] = {0, 1, 2, 3, 4, 9, INT32_MAX, (int64_t)1 << 52};
        for (size_t n = 0; n < sizeof dims / sizeof dims[0]; n++) {
            ax_type type = right;
            type.dims[d] = dims[n];
            if (ax_type_count(&right) < 1 << 10)
                attempt_operand(rule, index, type, "another dim");
        }
        attempt_operand(rule, index, ax_type_remove_dim(&right, d), "a dimension less");
    }
    ax_type full = right;
    for (int32_t d = 0; d <= right.ndim; d++)
        attempt_operand(rule, index, ax_type_insert_dim(&right, d, 2), "a dimension more");
    while (full.ndim < AX_MAX_NDIM)
        full = ax_type_insert_dim(&full, full.ndim, 1);
    attempt_operand(rule, index, full, "all dimensions");
}

static void mutate_region(const rule_case *rule)
{
    rule_case changed = *rule;
    changed.region = NULL;
    refuse(&changed, "no region");
    for (int32_t n = 1; n <= rule->noperands && n <= RULE_MOST / 2; n++) {
        changed = *rule;
        changed.nregion = n;
        changed.region = swapped_region;
        attempt(&changed, "another region");
    }
}

static void mutate_attr(const rule_case *rule, int32_t index)
{
    ax_attr_key key = rule->attrs[index].key;
    rule_case changed = *rule;
    switch (ax_attr_kind_of(key)) {
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS: mutate_list(rule, index); break;
    case AX_ATTR_KIND_INT:
        for (size_t n = 0; n < ODD_COUNT; n++) {
            changed.attrs[index].i = odd_numbers[n];
            attempt(&changed, ax_attr_name(key));
        }
        break;
    case AX_ATTR_KIND_TYPE:
        for (int dtype = 0; dtype < AX_DTYPE_COUNT; dtype++) {
            changed.attrs[index].type.dtype = (ax_dtype)dtype;
            attempt(&changed, ax_attr_name(key));
        }
        changed.attrs[index].type = SCALAR(AX_F32);
        attempt(&changed, ax_attr_name(key));
        changed.attrs[index].type = TYPE(AX_I32, 2, 3, 4, 5, 6);
        attempt(&changed, ax_attr_name(key));
        changed.attrs[index].type.dims[0] = (int64_t)1 << 62;
        attempt(&changed, ax_attr_name(key));
        changed.attrs[index].type.dims[0] = -1;
        attempt(&changed, ax_attr_name(key));
        changed.attrs[index].type.ndim = 17;
        attempt(&changed, ax_attr_name(key));
        break;
    case AX_ATTR_KIND_NAMES:
        changed.attrs[index].names = (ax_names){0, NULL};
        attempt(&changed, ax_attr_name(key));
        changed.attrs[index].names = AX_AXES("i", "i");
        attempt(&changed, ax_attr_name(key));
        break;
    case AX_ATTR_KIND_LITERAL: break;
    }
}

/* ---- several things at once ---- */

static int64_t odd_number(void)
{
    return rule_random(3) ? (int64_t)rule_random(6) - 1 : odd_numbers[rule_random(ODD_COUNT)];
}

enum { MOST_ENTRIES = 64 }; /* of a list of a case, and one more */

/* `list` is memory for MOST_ENTRIES that lives as long as the change. */
static void change_attr(ax_attr *attr, int64_t *list)
{
    switch (ax_attr_kind_of(attr->key)) {
    case AX_ATTR_KIND_INT: attr->i = odd_number(); return;
    case AX_ATTR_KIND_TYPE:
        if (attr->type.ndim > 0)
            attr->type.dims[rule_random((uint32_t)attr->type.ndim)] = odd_number();
        return;
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS: break;
    case AX_ATTR_KIND_NAMES:
    case AX_ATTR_KIND_LITERAL: return;
    }
    int32_t count = attr->ints.count;
    assert_true(count < MOST_ENTRIES);
    for (int32_t i = 0; i < count; i++)
        list[i] = attr->ints.values[i];
    if (rule_random(8) == 0)
        list[count++] = odd_number();
    if (count > 0)
        list[rule_random((uint32_t)count)] = odd_number();
    attr->ints = (ax_ints){count, list};
}

static void change_operand(ax_type *type)
{
    uint32_t ndim = (uint32_t)type->ndim;
    uint32_t what = rule_random(8);
    if (what == 0)
        type->dtype = (ax_dtype)rule_random(AX_DTYPE_COUNT);
    if (what == 1 && ndim < 5)
        *type = ax_type_insert_dim(type, (int32_t)rule_random(ndim + 1), rule_random(4));
    if (what == 2 && ndim > 0)
        *type = ax_type_remove_dim(type, (int32_t)rule_random(ndim));
    if (what > 2 && ndim > 0)
        type->dims[rule_random(ndim)] = rule_random(6);
}

static void mutate_several(const rule_case *rule)
{
    for (int round = 0; round < 100; round++) {
        rule_case changed = *rule;
        int64_t lists[4][MOST_ENTRIES];
        uint32_t changes = 2 + rule_random(3);
        for (uint32_t n = 0; n < changes; n++) {
            uint32_t which = rule_random((uint32_t)(rule->nattrs + rule->noperands) + 1);
            if (which < (uint32_t)rule->nattrs)
                change_attr(&changed.attrs[which], lists[n]);
            if (which >= (uint32_t)rule->nattrs &&
                which < (uint32_t)(rule->nattrs + rule->noperands))
                change_operand(&changed.operands[which - (uint32_t)rule->nattrs].type);
        }
        attempt(&changed, "several changes");
    }
}

void rule_check_infer(const rule_case *rule, void *data)
{
    (void)data;
    assert_true(attempt(rule, "nothing changed"));
    mutate_counts(rule);
    mutate_attr_set(rule);
    for (int32_t i = 0; i < rule->nattrs; i++)
        mutate_attr(rule, i);
    for (int32_t i = 0; i < rule->noperands; i++)
        mutate_operand(rule, i);
    if (rule->region)
        mutate_region(rule);
    mutate_several(rule);
}
