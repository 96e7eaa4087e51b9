/* The rule tests: every op of ops.def, by the cases that its family lists.
 *
 * An op that no table names fails here, so an op cannot be added without being tested. With an
 * argument the program runs only the tests that match it ("batch dot*"), these on the cpu backend at every
 * grid; a second one is the seed of all random numbers.
 */
#include "rules.h"

#include <stdio.h>

/* ---- what every record promises ---- */

static void count_case(const rule_case *rule, void *data)
{
    (void)rule;
    ++*(int *)data;
}

static void check_reason(const char *op, const char *rule, bool function, const char *reason)
{
    if (function == (reason != NULL) || (reason && strlen(reason) < 10))
        fail_msg("%s: its %s rule is neither a function nor a written reason", op, rule);
}

static void test_records(void **state)
{
    (void)state;
    for (int32_t i = 0; i < ax_op_count; i++) {
        const ax_op *op = ax_ops[i];
        assert_ptr_equal(ax_op_find(op->name), op);
        assert_non_null(op->family);
        if (!op->dtypes)
            fail_msg("%s: its record says no dtypes", op->name);
        if (!op->infer.function)
            fail_msg("%s: it has no infer rule", op->name);
        check_reason(op->name, "batch", op->batch.function != NULL, op->batch.reason);
        check_reason(op->name, "eval", op->eval.function != NULL, op->eval.reason);
        check_reason(op->name, "jvp", false, op->jvp.reason);
        check_reason(op->name, "transpose", false, op->transpose.reason);
    }
    assert_null(ax_ops[ax_op_count]);
    for (const ax_absent_op *op = ax_absent_ops; op->name; op++) {
        if (ax_op_find(op->name))
            fail_msg("%s: absent.def says that it has no record", op->name);
    }
}

/* ---- every dtype of a record is in a case, and no case has others only ---- */

static ax_dtype_set dtypes_of(const ax_eqn *eqn)
{
    ax_dtype_set seen = 0;
    for (int32_t i = 0; i < eqn->noperands; i++)
        seen |= AX_DTYPE_BIT(ax_operand_type(eqn, i)->dtype);
    for (int32_t i = 0; i < eqn->nresults; i++)
        seen |= AX_DTYPE_BIT(eqn->results[i]->type.dtype);
    return seen;
}

static void collect_dtypes(const rule_case *rule, void *data)
{
    ax_graph *graph = NULL;
    assert_ok(rule_trace(rule, &graph));
    ax_dtype_set seen = dtypes_of(graph->first);
    if (!(seen & rule->op->dtypes))
        fail_msg("%s (%s): its record does not say these dtypes", rule->op->name, rule->what);
    *(ax_dtype_set *)data |= seen;
    ax_graph_free(graph);
}

static void test_every_dtype_has_cases(void **state)
{
    (void)state;
    for (int32_t i = 0; i < ax_op_count; i++) {
        const ax_op *op = ax_ops[i];
        const rule_line *line = rule_find_line(op->name);
        ax_dtype_set seen = 0;
        if (!line)
            continue; /* said by the test of cases */
        line->list(&(rule_sink){collect_dtypes, &seen, op, line->dtypes, line->fill});
        for (int dtype = 0; dtype < AX_DTYPE_COUNT; dtype++) {
            if (ax_dtype_set_holds(op->dtypes & ~seen, (ax_dtype)dtype))
                fail_msg("%s: tests/rules lists no case of %s", op->name,
                         ax_dtype_name((ax_dtype)dtype));
        }
    }
}

static void test_every_op_has_cases(void **state)
{
    (void)state;
    for (int32_t i = 0; i < ax_op_count; i++) {
        const ax_op *op = ax_ops[i];
        const rule_line *line = rule_find_line(op->name);
        int count = 0;
        if (!line)
            fail_msg("%s: tests/rules lists no case of it", op->name);
        line->list(&(rule_sink){count_case, &count, op, line->dtypes, line->fill});
        assert_true(count > 0);
    }
}

/* ---- the checks over all cases ---- */

typedef struct op_test {
    const ax_op *op;
    rule_visitor *check;
    char name[64];
} op_test;

static uint32_t seed = 1;

static void run_op_test(void **state)
{
    const op_test *test = *state;
    const rule_line *line = rule_find_line(test->op->name);
    if (!line)
        fail_msg("%s: tests/rules lists no case of it", test->op->name);
    rule_random_start(seed);
    line->list(&(rule_sink){test->check, NULL, test->op, line->dtypes, line->fill});
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        rule_visitor *check;
    } checks[] = {
        {"batch", rule_check_batch}, {"nested", rule_check_nested}, {"infer", rule_check_infer}};
    size_t nchecks = sizeof checks / sizeof checks[0];
    size_t capacity = 3 + nchecks * (size_t)ax_op_count, count = 0;
    struct CMUnitTest *tests = calloc(capacity, sizeof *tests);
    op_test *states = calloc(capacity, sizeof *states);
    if (!tests || !states) {
        free(tests);
        free(states);
        return 1;
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_records);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_every_op_has_cases);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test_every_dtype_has_cases);
    for (size_t c = 0; c < nchecks; c++) {
        for (int32_t i = 0; i < ax_op_count; i++) {
            op_test *test = &states[count];
            *test = (op_test){.op = ax_ops[i], .check = checks[c].check};
            snprintf(test->name, sizeof test->name, "%s %s", checks[c].name, ax_ops[i]->name);
            tests[count++] = (struct CMUnitTest){
                .name = test->name, .test_func = run_op_test, .initial_state = test};
        }
    }
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    rule_thorough = argc > 1;
    if (argc > 2)
        seed = (uint32_t)strtoul(argv[2], NULL, 10);
    int failed = _cmocka_run_group_tests("rules", tests, count, rule_start, rule_end);
    free(tests);
    free(states);
    return failed;
}
