/* Cases of sort and top_k. Small arrays of every value that a dtype has, so that ties are part of all. */
#include "rules.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>

/* Floats as JAX orders them: one zero, one NaN. */
static ax_value canonical(ax_value x)
{
    ax_dtype dtype = ax_value_type(x).dtype;
    if (ax_dtype_kind(dtype) != AX_KIND_FLOAT)
        return x;
    ax_value zero = ax_scalar(x.builder, dtype, 0);
    return ax_select(ax_compare(x, zero, AX_EQ), zero, x);
}

static void less(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_compare(canonical(in[0]), canonical(in[1]), AX_TOTAL_LT);
}

static void greater(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_compare(in[0], in[1], AX_GT);
}

/* The second operand's larger elements first, then the first one's smaller. */
static void by_both(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    ax_value rest = ax_compare(in[0], in[1], AX_TOTAL_LT);
    ax_value tie = ax_compare(in[2], in[3], AX_TOTAL_EQ);
    out[0] = ax_or(ax_and(rest, tie), ax_compare(in[3], in[2], AX_TOTAL_LT));
}

/* Not an order by one key of each element; of floats with NaN not even an order. */
static void by_difference(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    ax_value zero = ax_scalar(in[0].builder, ax_value_type(in[0]).dtype, 0);
    out[0] = ax_compare(ax_sub(in[0], in[1]), zero, AX_LT);
}

#define SORT(dimension) ATTRS(INT(DIMENSION, dimension), INT(IS_STABLE, 1))

static void sort(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "JAX's order",
                                   OPERANDS({TYPE(dtype, 4, 5), FILL_ANY}),
                                   SORT(1),
                                   .region = less,
                                   .nregion = 1,
                                   .compares = true});
        rule_add(sink, (rule_case){.what = "descending, by two operands",
                                   .nresults = 2,
                                   OPERANDS({TYPE(AX_I32, 7, 2), FILL_ANY},
                                            {TYPE(dtype, 7, 2), FILL_EXACT}),
                                   SORT(0),
                                   .region = by_both,
                                   .nregion = 2,
                                   .compares = true});
    }
    rule_add(sink, (rule_case){.what = "greater first",
                               .nresults = 3,
                               OPERANDS({TYPE(AX_F32, 2, 5, 4), FILL_ANY},
                                        {TYPE(AX_U8, 2, 5, 4), FILL_ANY},
                                        {TYPE(AX_F64, 2, 5, 4), FILL_ANY}),
                               SORT(1),
                               .region = greater,
                               .nregion = 3,
                               .compares = true});
    rule_add(sink,
             (rule_case){.what = "any comparator",
                         .nresults = 2,
                         OPERANDS({TYPE(AX_F32, 7, 2), FILL_ANY}, {TYPE(AX_I16, 7, 2), FILL_ANY}),
                         SORT(0),
                         .region = by_difference,
                         .nregion = 2,
                         .compares = true});
    rule_add(sink, (rule_case){.what = "nothing",
                               OPERANDS({TYPE(AX_F32, 4, 0), FILL_ANY}),
                               SORT(1),
                               .region = less,
                               .nregion = 1,
                               .compares = true});
}

static void top_k(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){.what = "three of a row",
                                   .nresults = 2,
                                   OPERANDS({TYPE(dtype, 2, 7), FILL_ANY}),
                                   ATTRS(INT(K, 3))});
    }
    rule_add(sink, (rule_case){.what = "all",
                               .nresults = 2,
                               OPERANDS({TYPE(AX_F32, 5), FILL_ANY}),
                               ATTRS(INT(K, 5))});
    rule_add(sink, (rule_case){.what = "none",
                               .nresults = 2,
                               OPERANDS({TYPE(AX_F32, 4, 2), FILL_ANY}),
                               ATTRS(INT(K, 0))});
}

const rule_line sorting_lines[] = {
    {"sort", sort, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {"top_k", top_k, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {0},
};
