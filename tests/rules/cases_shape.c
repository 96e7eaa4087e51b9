/* Cases of the ops that move elements: every dtype, any bits. */
#include "rules.h"

static void broadcast_in_dim(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "new dims around",
                                   OPERANDS({TYPE(dtype, 4, 5), FILL_ANY}),
                                   ATTRS(INTS(BROADCAST_DIMENSIONS, 1, 3),
                                         RESULT(TYPE(dtype, 2, 4, 2, 5)))});
    }
    rule_add(sink,
             (rule_case){.what = "of size 1, swapped",
                         OPERANDS({TYPE(AX_F32, 1, 4), FILL_ANY}),
                         ATTRS(INTS(BROADCAST_DIMENSIONS, 1, 0), RESULT(TYPE(AX_F32, 4, 5)))});
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_I32), FILL_ANY}),
                               ATTRS(NO_INTS(BROADCAST_DIMENSIONS), RESULT(TYPE(AX_I32, 2, 5)))});
    rule_add(sink, (rule_case){.what = "to size 0",
                               OPERANDS({TYPE(AX_I32, 1), FILL_ANY}),
                               ATTRS(INTS(BROADCAST_DIMENSIONS, 1), RESULT(TYPE(AX_I32, 2, 0)))});
}

static void concatenate(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "two",
                             OPERANDS({TYPE(dtype, 4, 2), FILL_ANY}, {TYPE(dtype, 4, 5), FILL_ANY}),
                             ATTRS(INT(DIMENSION, 1))});
    }
    rule_add(sink,
             (rule_case){.what = "three, one empty",
                         OPERANDS({TYPE(AX_F32, 2, 4), FILL_ANY}, {TYPE(AX_F32, 0, 4), FILL_ANY},
                                  {TYPE(AX_F32, 5, 4), FILL_ANY}),
                         ATTRS(INT(DIMENSION, 0))});
    rule_add(sink, (rule_case){.what = "one",
                               OPERANDS({TYPE(AX_I64, 5), FILL_ANY}),
                               ATTRS(INT(DIMENSION, 0))});
}

static void constant(const rule_sink *sink)
{
    static const int64_t bytes[30] = {1, 0, 1, 0, 1};
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "a matrix",
                             ATTRS({.key = AX_ATTR_VALUE, .literal = {TYPE(dtype, 2, 5), bytes}})});
    }
}

static void iota(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "along the middle",
                                   ATTRS(INT(DIMENSION, 1), RESULT(TYPE(dtype, 2, 5, 2)))});
    }
}

static void pad(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "all three ways",
                             OPERANDS({TYPE(dtype, 4, 5), FILL_ANY}, {SCALAR(dtype), FILL_ANY}),
                             ATTRS(INTS(EDGE_PADDING_LOW, 2, -1), INTS(EDGE_PADDING_HIGH, -1, 2),
                                   INTS(INTERIOR_PADDING, 0, 2))});
    }
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_F32), FILL_ANY}, {SCALAR(AX_F32), FILL_ANY}),
                               ATTRS(NO_INTS(EDGE_PADDING_LOW), NO_INTS(EDGE_PADDING_HIGH),
                                     NO_INTS(INTERIOR_PADDING))});
    rule_add(sink, (rule_case){.what = "an empty array",
                               OPERANDS({TYPE(AX_I32, 0), FILL_ANY}, {SCALAR(AX_I32), FILL_ANY}),
                               ATTRS(INTS(EDGE_PADDING_LOW, 2), INTS(EDGE_PADDING_HIGH, 2),
                                     INTS(INTERIOR_PADDING, 1))});
}

static void reshape(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "split and merged",
                                   OPERANDS({TYPE(dtype, 4, 2, 5), FILL_ANY}),
                                   ATTRS(RESULT(TYPE(dtype, 2, 2, 10)))});
    }
    rule_add(sink, (rule_case){.what = "to a scalar",
                               OPERANDS({TYPE(AX_F32, 1, 1), FILL_ANY}),
                               ATTRS(RESULT(SCALAR(AX_F32)))});
    rule_add(sink, (rule_case){.what = "empty",
                               OPERANDS({TYPE(AX_F32, 2, 0), FILL_ANY}),
                               ATTRS(RESULT(TYPE(AX_F32, 0, 5, 7)))});
}

static void reverse(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "two dims",
                                   OPERANDS({TYPE(dtype, 4, 2, 5), FILL_ANY}),
                                   ATTRS(INTS(DIMENSIONS, 2, 0))});
    }
    rule_add(sink, (rule_case){.what = "nothing",
                               OPERANDS({TYPE(AX_F32, 2, 4), FILL_ANY}),
                               ATTRS(NO_INTS(DIMENSIONS))});
    rule_add(sink, (rule_case){.what = "of size 0",
                               OPERANDS({TYPE(AX_F32, 0, 4), FILL_ANY}),
                               ATTRS(INTS(DIMENSIONS, 0))});
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_F32), FILL_ANY}),
                               ATTRS(NO_INTS(DIMENSIONS))});
}

static void slice(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "with strides",
                                   OPERANDS({TYPE(dtype, 4, 7), FILL_ANY}),
                                   ATTRS(INTS(START_INDICES, 1, 2), INTS(LIMIT_INDICES, 4, 7),
                                         INTS(STRIDES, 1, 3))});
    }
    rule_add(sink, (rule_case){.what = "nothing",
                               OPERANDS({TYPE(AX_I32, 2, 4), FILL_ANY}),
                               ATTRS(INTS(START_INDICES, 0, 4), INTS(LIMIT_INDICES, 2, 4),
                                     INTS(STRIDES, 5, 1))});
    rule_add(sink,
             (rule_case){.what = "a scalar",
                         OPERANDS({SCALAR(AX_F32), FILL_ANY}),
                         ATTRS(NO_INTS(START_INDICES), NO_INTS(LIMIT_INDICES), NO_INTS(STRIDES))});
}

static void transpose(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "a cycle",
                                   OPERANDS({TYPE(dtype, 4, 2, 5), FILL_ANY}),
                                   ATTRS(INTS(PERMUTATION, 2, 0, 1))});
    }
    rule_add(sink, (rule_case){.what = "nothing",
                               OPERANDS({TYPE(AX_F32, 2, 4), FILL_ANY}),
                               ATTRS(INTS(PERMUTATION, 0, 1))});
    rule_add(sink, (rule_case){.what = "four dims",
                               OPERANDS({TYPE(AX_I32, 2, 4, 5, 2), FILL_ANY}),
                               ATTRS(INTS(PERMUTATION, 3, 1, 0, 2))});
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_F32), FILL_ANY}),
                               ATTRS(NO_INTS(PERMUTATION))});
}

const rule_line shape_lines[] = {
    {"broadcast_in_dim", broadcast_in_dim, DTYPES_EVERY, FILL_ANY},
    {"concatenate", concatenate, DTYPES_EVERY, FILL_ANY},
    {"constant", constant, DTYPES_EVERY, FILL_ANY},
    {"iota", iota, DTYPES_NUMBER | DTYPE(AX_F16) | DTYPE(AX_BF16), FILL_ANY},
    {"pad", pad, DTYPES_EVERY, FILL_ANY},
    {"reshape", reshape, DTYPES_EVERY, FILL_ANY},
    {"reverse", reverse, DTYPES_EVERY, FILL_ANY},
    {"slice", slice, DTYPES_EVERY, FILL_ANY},
    {"transpose", transpose, DTYPES_EVERY, FILL_ANY},
    {0},
};
