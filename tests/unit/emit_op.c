/* The elementwise ops that are exact, as emitted code: the bits that the op's own evaluation gives, over
 * special and random values, for every dtype, and for one, four or sixteen lanes. */
#include "test.h"

#include "optest.h"

#include "emit_kernel.h"

#include "compile/fusable.h"

#include <axmap/elementwise.h>

enum { COUNT = 1571, FORMATS = 5 };

/* An op with its attribute; what builds the equation. */
typedef struct op_case {
    const ax_op *op;
    const ax_attr *attrs;
    int32_t nattrs;
} op_case;

static ax_value build(ax_builder *b, const ax_value *in, const void *user)
{
    const op_case *c = user;
    return ax_emit_one(b, c->op, in, c->op->noperands, c->attrs, c->nattrs, AX_HERE);
}

static ax_type vector(ax_dtype dtype)
{
    return optest_type(dtype, AX_LIST(COUNT));
}

static bool is_emitted_family(const ax_op *op)
{
    return (op->traits & AX_TRAIT_ELEMENTWISE) || op == &ax_op_bitcast_convert;
}

/* ---- every case there is ---- */

typedef void visit(const ax_graph *graph, const ax_eqn *eqn);

static void visit_case(const op_case *c, ax_dtype dtype, visit *each)
{
    ax_type types[3] = {vector(dtype), vector(dtype), vector(dtype)};
    if (c->op == &ax_op_select)
        types[0] = vector(AX_BOOL);
    ax_graph *graph;
    assert_ok(optest_trace(build, c, c->op->noperands, types, &graph));
    each(graph, graph->first);
    ax_graph_free(graph);
}

static bool converts(const ax_op *op, ax_dtype from, ax_dtype to)
{
    if (op == &ax_op_convert)
        return ax_dtype_kind(to) != AX_KIND_COMPLEX;
    bool alone = ax_dtype_kind(from) == AX_KIND_BOOL || ax_dtype_kind(from) == AX_KIND_COMPLEX ||
                 ax_dtype_kind(to) == AX_KIND_BOOL || ax_dtype_kind(to) == AX_KIND_COMPLEX;
    return ax_dtype_bytes(from) == ax_dtype_bytes(to) &&
           (!alone || ax_dtype_kind(from) == ax_dtype_kind(to));
}

static void visit_dtype(const ax_op *op, ax_dtype dtype, visit *each)
{
    if (op == &ax_op_convert || op == &ax_op_bitcast_convert) {
        for (ax_dtype to = 0; to < AX_DTYPE_COUNT; to++) {
            ax_attr attr = ax_attr_type(AX_ATTR_RESULT_TYPE, vector(to));
            if (converts(op, dtype, to))
                visit_case(&(op_case){op, &attr, 1}, dtype, each);
        }
    } else if (op == &ax_op_compare) {
        int64_t last = ax_dtype_is_float(dtype) ? AX_TOTAL_GE : AX_GE;
        for (int64_t direction = AX_EQ; direction <= last; direction++) {
            ax_attr attr = ax_attr_int(AX_ATTR_COMPARISON_DIRECTION, direction);
            visit_case(&(op_case){op, &attr, 1}, dtype, each);
        }
    } else if (op == &ax_op_reduce_precision) {
        static const int64_t formats[FORMATS][2] = {{5, 10}, {8, 7}, {4, 3}, {11, 52}, {1, 0}};
        for (int i = 0; i < FORMATS; i++) {
            ax_attr attrs[] = {ax_attr_int(AX_ATTR_EXPONENT_BITS, formats[i][0]),
                               ax_attr_int(AX_ATTR_MANTISSA_BITS, formats[i][1])};
            visit_case(&(op_case){op, attrs, 2}, dtype, each);
        }
    } else {
        visit_case(&(op_case){op, NULL, 0}, dtype, each);
    }
}

static void visit_all(visit *each)
{
    for (int32_t i = 0; i < ax_op_count; i++) {
        for (ax_dtype dtype = 0; dtype < AX_DTYPE_COUNT; dtype++) {
            if (is_emitted_family(ax_ops[i]) && ax_dtype_set_holds(ax_ops[i]->dtypes, dtype))
                visit_dtype(ax_ops[i], dtype, each);
        }
    }
}

/* ---- what may be fused is what is known ---- */

static int nknown;

static void check_known(const ax_graph *graph, const ax_eqn *eqn)
{
    (void)graph;
    if (ax_fusable(eqn) != ax_emit_op_known(eqn)) {
        fail_msg("%s of %s: ax_fusable says %d", eqn->op->name,
                 AX_TYPE_STRING(ax_operand_type(eqn, 0)), ax_fusable(eqn));
    }
    nknown += ax_emit_op_known(eqn);
}

static void test_fusable_is_known(void **unused)
{
    (void)unused;
    nknown = 0;
    visit_all(check_known);
    assert_true(nknown > 400);
}

/* ---- values ---- */

static const uint64_t special_bits[] = {
    0,
    1,
    2,
    3,
    5,
    7,
    8,
    31,
    32,
    33,
    63,
    64,
    100,
    127,
    128,
    255,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0x8001,
    0xffff,
    0x7c00,
    0xfc00,
    0x7bff,
    0x3c00,
    0xbc00,
    0x0400,
    0x7e01,
    0x3f80,
    0x7f80,
    0xff80,
    0x7fc0,
    0x4f00,
    0x5f00,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0xffffffff,
    0x7f800000,
    0xff800000,
    0x7fc00000,
    0x7f7fffff,
    0x3f800000,
    0xbf800000,
    0x3effffff,
    0x3f000000,
    0xbf000000,
    0x3fc00000,
    0x40200000,
    0x4b000001,
    0x4f000000,
    0xcf000000,
    0x4f800000,
    0x5f000000,
    0x477fe000,
    0x477ff000,
    0x33000000,
    0x33000001,
    0x38800000,
    0x387fffff,
    0x42fe0000,
    0x43000000,
    0x437f0000,
    0x43800000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0x8000000000000001,
    0xffffffffffffffff,
    0x7ff0000000000000,
    0xfff0000000000000,
    0x7ff8000000000000,
    0x3ff0000000000000,
    0xbff0000000000000,
    0x3fe0000000000000,
    0x3fdfffffffffffff,
    0x40effe0000000000,
    0x40efffffffffffff,
    0x41e0000000000000,
    0x43e0000000000000,
    0x43f0000000000000,
    0x47efffffe0000000,
    0x380fffffffffffff,
    0x36a0000000000000,
    0x40f0010000000001,
    0x3ff0040000000001,
    0x0000800100000000,
    0x0001000080000001,
};
enum { SPECIALS = sizeof special_bits / sizeof special_bits[0] };

static uint64_t random_state;

static uint64_t next_random(void)
{
    random_state += 0x9e3779b97f4a7c15;
    uint64_t x = random_state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/* A signaling NaN would not stay one in a register. */
static uint64_t quieten(ax_dtype dtype, uint64_t bits)
{
    bool f16_nan = dtype == AX_F16 && (bits & 0x7fff) > 0x7c00;
    return f16_nan ? bits | 0x200 : bits;
}

static uint64_t element_bits(ax_dtype dtype, int64_t index, int32_t operand)
{
    uint64_t bits = next_random();
    bool special = operand == 0 ? index % 3 != 0 : index % 2 != 0;
    if (special)
        bits = special_bits[(operand == 0 ? (uint64_t)index : bits) % SPECIALS];
    if (special && next_random() % 4 == 0)
        bits = 0 - bits;
    if (dtype == AX_BOOL)
        return bits & 1;
    return quieten(dtype, bits);
}

static emit_array make_operand(ax_dtype dtype, int32_t operand)
{
    int64_t bytes = ax_dtype_bytes(dtype), count = COUNT;
    emit_array array = emit_array_make(count * bytes);
    for (int64_t i = 0; i < count; i++) {
        uint64_t words[2] = {element_bits(dtype, i, operand), next_random()};
        memcpy(array.data + i * bytes, words, (size_t)bytes);
    }
    return array;
}

/* ---- the same bits ---- */

static bool is_nan(ax_dtype dtype, uint64_t bits)
{
    switch (dtype) {
    case AX_F16: return (bits & 0x7fff) > 0x7c00;
    case AX_BF16: return (bits & 0x7fff) > 0x7f80;
    case AX_F32: return (bits & 0x7fffffff) > 0x7f800000;
    case AX_F64: return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
    default: return false;
    }
}

static void expect_bits(const ax_eqn *eqn, const void *got, const void *expected, int32_t lanes,
                        const emit_array *in)
{
    ax_dtype dtype = eqn->results[0]->type.dtype, from = ax_operand_type(eqn, 0)->dtype;
    size_t bytes = (size_t)ax_dtype_bytes(dtype), wide = (size_t)ax_dtype_bytes(from);
    for (size_t i = 0; i < COUNT; i++) {
        uint64_t a[2] = {0}, b[2] = {0}, x = 0, y = 0;
        memcpy(a, (const char *)got + i * bytes, bytes);
        memcpy(b, (const char *)expected + i * bytes, bytes);
        if ((a[0] == b[0] && a[1] == b[1]) || (is_nan(dtype, a[0]) && is_nan(dtype, b[0])))
            continue;
        memcpy(&x, in[0].data + i * wide, wide);
        if (eqn->noperands > 1)
            memcpy(&y, in[1].data + i * (size_t)ax_dtype_bytes(ax_operand_type(eqn, 1)->dtype),
                   (size_t)ax_dtype_bytes(ax_operand_type(eqn, 1)->dtype));
        fail_msg("%s of %s in %d lanes, element %zu (%#llx, %#llx): %#llx, not %#llx",
                 eqn->op->name, AX_TYPE_STRING(ax_operand_type(eqn, 0)), (int)lanes, i,
                 (unsigned long long)x, (unsigned long long)y, (unsigned long long)a[0],
                 (unsigned long long)b[0]);
    }
}

static ax_codegen *codegen;
static const int32_t *lanes;
static int ncompared;

/* Functions of real numbers, which unit/emit_math holds; exact only where they are of integers. */
static bool is_inexact(const ax_eqn *eqn)
{
    static const ax_op *const inexact[] = {
        &ax_op_acos,     &ax_op_acosh,        &ax_op_asin,  &ax_op_asinh,
        &ax_op_atan,     &ax_op_atan2,        &ax_op_atanh, &ax_op_cbrt,
        &ax_op_cosh,     &ax_op_cosine,       &ax_op_erf,   &ax_op_erf_inv,
        &ax_op_erfc,     &ax_op_exponential,  &ax_op_log,   &ax_op_exponential_minus_one,
        &ax_op_logistic, &ax_op_log_plus_one, &ax_op_power, &ax_op_sine,
        &ax_op_sinh,     &ax_op_tan,          &ax_op_tanh,
    };
    for (size_t i = 0; i < sizeof inexact / sizeof inexact[0]; i++) {
        if (eqn->op == inexact[i])
            return ax_dtype_is_float(ax_operand_type(eqn, 0)->dtype);
    }
    return false;
}

static void compare_with_eval(const ax_graph *graph, const ax_eqn *eqn)
{
    if (!ax_emit_op_known(eqn) || is_inexact(eqn))
        return;
    emit_unit unit = {eqn, {lanes[0], lanes[1], lanes[2]}, NULL};
    emit_kernel *kernels[EMIT_VARIANTS];
    emit_compile(codegen, &unit, kernels);
    emit_array in[3] = {{0}},
               out = emit_array_make(COUNT * ax_dtype_bytes(eqn->results[0]->type.dtype));
    void *inputs[3];
    for (int32_t i = 0; i < eqn->noperands; i++) {
        in[i] = make_operand(eqn->operands[i]->type.dtype, i);
        inputs[i] = in[i].data;
    }
    optest_data expected = optest_evaluate(graph, inputs);
    for (int i = 0; i < EMIT_VARIANTS && lanes[i]; i++) {
        kernels[i](in[0].data, in[1].data, in[2].data, out.data, COUNT);
        expect_bits(eqn, out.data, expected.data, unit.lanes[i], in);
    }
    free(expected.data);
    for (int32_t i = 0; i < eqn->noperands; i++)
        emit_array_free(&in[i]);
    emit_array_free(&out);
    ncompared++;
}

static void compare_at(int level, const int32_t of_lanes[EMIT_VARIANTS])
{
    lanes = of_lanes;
    random_state = 5;
    ncompared = 0;
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = level}, &codegen));
    visit_all(compare_with_eval);
    ax_codegen_free(codegen);
    assert_true(ncompared > 300);
}

static void test_is_eval(void **unused)
{
    (void)unused;
    compare_at(-1, (const int32_t[]){1, 16, 0});
}

/* Without fused multiply-adds, and f16 without instructions for it. */
static void test_is_eval_on_old_cpus(void **unused)
{
    (void)unused;
    compare_at(0, (const int32_t[]){4, 0, 0});
}

int main(void)
{
    setenv("AXMAP_CACHE_DIR", "off", 1); /* the keys of these units are only numbers */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fusable_is_known),
        cmocka_unit_test(test_is_eval),
        cmocka_unit_test(test_is_eval_on_old_cpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
