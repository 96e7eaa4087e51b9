/* Cases of the elementwise ops: any bits of the dtype, results equal to the bit. */
#include "rules.h"

#include <axmap/builder.h>

static void unary(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = ax_dtype_name(dtype),
                                   OPERANDS({TYPE(dtype, 4, 5), sink->fill})});
    }
    FOR_DTYPES(dtype, sink->dtypes & (DTYPE(AX_F32) | DTYPE(AX_I32)))
    {
        rule_add(sink, (rule_case){.what = "a scalar", OPERANDS({SCALAR(dtype), sink->fill})});
        rule_add(sink, (rule_case){.what = "empty", OPERANDS({TYPE(dtype, 2, 0), sink->fill})});
    }
}

static void binary(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = ax_dtype_name(dtype),
                                   OPERANDS({TYPE(dtype, 4, 5), sink->fill},
                                            {TYPE(dtype, 4, 5), sink->fill})});
    }
    FOR_DTYPES(dtype, sink->dtypes & (DTYPE(AX_F32) | DTYPE(AX_I32)))
    {
        rule_add(sink,
                 (rule_case){.what = "scalars",
                             OPERANDS({SCALAR(dtype), sink->fill}, {SCALAR(dtype), sink->fill})});
    }
}

static void clamp(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "scalar bounds",
                             OPERANDS({SCALAR(dtype), sink->fill}, {TYPE(dtype, 4, 5), sink->fill},
                                      {SCALAR(dtype), sink->fill})});
    }
    rule_add(sink, (rule_case){.what = "bounds of the operand's shape",
                               OPERANDS({TYPE(AX_F32, 4, 2), sink->fill},
                                        {TYPE(AX_F32, 4, 2), sink->fill},
                                        {TYPE(AX_F32, 4, 2), sink->fill})});
    rule_add(sink, (rule_case){.what = "one of each",
                               OPERANDS({SCALAR(AX_I32), sink->fill}, {TYPE(AX_I32, 4), sink->fill},
                                        {TYPE(AX_I32, 4), sink->fill})});
    rule_add(sink, (rule_case){.what = "scalars",
                               OPERANDS({SCALAR(AX_F32), sink->fill}, {SCALAR(AX_F32), sink->fill},
                                        {SCALAR(AX_F32), sink->fill})});
}

static void compare(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (int64_t direction = AX_EQ; direction <= AX_TOTAL_GE; direction++) {
            rule_add(sink, (rule_case){.what = ax_comparison_name((ax_comparison)direction),
                                       OPERANDS({TYPE(dtype, 4, 2), sink->fill},
                                                {TYPE(dtype, 4, 2), sink->fill}),
                                       ATTRS(INT(COMPARISON_DIRECTION, direction))});
        }
    }
}

static void convert(const rule_sink *sink)
{
    FOR_DTYPES(from, sink->dtypes)
    {
        FOR_DTYPES(to, sink->dtypes)
        {
            rule_add(sink, (rule_case){.what = ax_dtype_name(from),
                                       OPERANDS({TYPE(from, 4, 5), sink->fill}),
                                       ATTRS(RESULT(TYPE(to, 4, 5)))});
        }
    }
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_F32), sink->fill}),
                               ATTRS(RESULT(SCALAR(AX_I32)))});
}

static void select_(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "a scalar predicate",
                                   OPERANDS({SCALAR(AX_BOOL), sink->fill},
                                            {TYPE(dtype, 4, 2), sink->fill},
                                            {TYPE(dtype, 4, 2), sink->fill})});
    }
    rule_add(sink, (rule_case){.what = "a predicate of the operands' shape",
                               OPERANDS({TYPE(AX_BOOL, 4, 2), sink->fill},
                                        {TYPE(AX_F32, 4, 2), sink->fill},
                                        {TYPE(AX_F32, 4, 2), sink->fill})});
    rule_add(sink, (rule_case){.what = "scalars",
                               OPERANDS({SCALAR(AX_BOOL), sink->fill}, {SCALAR(AX_I32), sink->fill},
                                        {SCALAR(AX_I32), sink->fill})});
}

static void bitcast_convert(const rule_sink *sink)
{
    FOR_DTYPES(from, sink->dtypes)
    {
        FOR_DTYPES(to, sink->dtypes)
        {
            int64_t wide = ax_dtype_bytes(from), narrow = ax_dtype_bytes(to);
            bool fits = (from == AX_BOOL) == (to == AX_BOOL) &&
                        (ax_dtype_kind(from) == AX_KIND_COMPLEX) ==
                            (ax_dtype_kind(to) == AX_KIND_COMPLEX);
            if (!fits)
                continue;
            rule_case rule = {.what = ax_dtype_name(from),
                              OPERANDS({TYPE(from, 4, 2), sink->fill}),
                              ATTRS(RESULT(TYPE(to, 4, 2)))};
            if (wide > narrow)
                rule.attrs[0].type = TYPE(to, 4, 2, wide / narrow);
            if (wide < narrow) {
                rule.operands[0].type = TYPE(from, 4, 2, narrow / wide);
                rule.attrs[0].type = TYPE(to, 4, 2);
            }
            rule_add(sink, rule);
        }
    }
    rule_add(sink, (rule_case){.what = "a scalar in parts",
                               OPERANDS({SCALAR(AX_F64), sink->fill}),
                               ATTRS(RESULT(TYPE(AX_U8, 8)))});
    rule_add(sink, (rule_case){.what = "parts of a scalar",
                               OPERANDS({TYPE(AX_I16, 2), sink->fill}),
                               ATTRS(RESULT(SCALAR(AX_F32)))});
}

static void reduce_precision(const rule_sink *sink)
{
    static const int64_t formats[][2] = {{5, 10}, {8, 7}, {4, 3}, {1, 0}, {11, 52}, {8, 0}};
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
            rule_add(sink, (rule_case){.what = ax_dtype_name(dtype),
                                       OPERANDS({TYPE(dtype, 4, 5), sink->fill}),
                                       ATTRS(INT(EXPONENT_BITS, formats[i][0]),
                                             INT(MANTISSA_BITS, formats[i][1]))});
        }
    }
}

#define BITS    (DTYPES_INTEGER | DTYPE(AX_BOOL))
#define FLOATS  (DTYPES_FLOAT | DTYPES_HALF)
#define NUMBERS (DTYPES_NUMBER | DTYPES_HALF)
#define REALS   (DTYPES_REAL | DTYPES_HALF)

const rule_line elementwise_lines[] = {
    {"abs", unary, DTYPES_SIGNED | FLOATS, FILL_ANY},
    {"acos", unary, FLOATS, FILL_ANY},
    {"acosh", unary, FLOATS, FILL_ANY},
    {"add", binary, REALS, FILL_ANY},
    {"and", binary, BITS, FILL_ANY},
    {"asin", unary, FLOATS, FILL_ANY},
    {"asinh", unary, FLOATS, FILL_ANY},
    {"atan", unary, FLOATS, FILL_ANY},
    {"atan2", binary, FLOATS, FILL_ANY},
    {"atanh", unary, FLOATS, FILL_ANY},
    {"bessel_i1e", unary, FLOATS, FILL_ANY},
    {"bitcast_convert", bitcast_convert, DTYPES_EVERY, FILL_ANY},
    {"cbrt", unary, FLOATS, FILL_ANY},
    {"ceil", unary, FLOATS, FILL_ANY},
    {"clamp", clamp, REALS, FILL_ANY},
    {"compare", compare, REALS, FILL_ANY},
    {"convert", convert, REALS, FILL_ANY},
    {"cosh", unary, FLOATS, FILL_ANY},
    {"cosine", unary, FLOATS, FILL_ANY},
    {"count_leading_zeros", unary, DTYPES_INTEGER, FILL_ANY},
    {"digamma", unary, FLOATS, FILL_ANY},
    {"divide", binary, NUMBERS, FILL_ANY},
    {"erf", unary, FLOATS, FILL_ANY},
    {"erf_inv", unary, FLOATS, FILL_ANY},
    {"erfc", unary, FLOATS, FILL_ANY},
    {"exponential", unary, FLOATS, FILL_ANY},
    {"exponential_minus_one", unary, FLOATS, FILL_ANY},
    {"floor", unary, FLOATS, FILL_ANY},
    {"is_finite", unary, FLOATS, FILL_ANY},
    {"lgamma", unary, FLOATS, FILL_ANY},
    {"log", unary, FLOATS, FILL_ANY},
    {"log_plus_one", unary, FLOATS, FILL_ANY},
    {"logistic", unary, FLOATS, FILL_ANY},
    {"maximum", binary, REALS, FILL_ANY},
    {"minimum", binary, REALS, FILL_ANY},
    {"mulhi", binary, DTYPES_INTEGER, FILL_ANY},
    {"multiply", binary, REALS, FILL_ANY},
    {"negate", unary, NUMBERS, FILL_ANY},
    {"next_after", binary, FLOATS, FILL_ANY},
    {"not", unary, BITS, FILL_ANY},
    {"or", binary, BITS, FILL_ANY},
    {"polygamma", binary, FLOATS, FILL_ANY},
    {"popcnt", unary, DTYPES_INTEGER, FILL_ANY},
    {"power", binary, NUMBERS, FILL_ANY},
    {"reduce_precision", reduce_precision, FLOATS, FILL_ANY},
    {"remainder", binary, NUMBERS, FILL_ANY},
    {"round_nearest_afz", unary, FLOATS, FILL_ANY},
    {"round_nearest_even", unary, FLOATS, FILL_ANY},
    {"rsqrt", unary, FLOATS, FILL_ANY},
    {"select", select_, DTYPES_EVERY, FILL_ANY},
    {"shift_left", binary, DTYPES_INTEGER, FILL_ANY},
    {"shift_right_arithmetic", binary, DTYPES_INTEGER, FILL_ANY},
    {"shift_right_logical", binary, DTYPES_INTEGER, FILL_ANY},
    {"sign", unary, DTYPES_SIGNED | FLOATS, FILL_ANY},
    {"sine", unary, FLOATS, FILL_ANY},
    {"sinh", unary, FLOATS, FILL_ANY},
    {"sqrt", unary, FLOATS, FILL_ANY},
    {"subtract", binary, NUMBERS, FILL_ANY},
    {"tan", unary, FLOATS, FILL_ANY},
    {"tanh", unary, FLOATS, FILL_ANY},
    {"xor", binary, BITS, FILL_ANY},
    {"zeta", binary, FLOATS, FILL_ANY},
    {0},
};
