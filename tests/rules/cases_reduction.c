/* Cases of reduce and reduce_window. The bodies are associative and the elements make them exact, so
 * results are equal to the bit whatever order an implementation takes. */
#include "rules.h"

#include <axmap/elementwise.h>

static void body_add(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_add(in[0], in[1]);
}

static void body_multiply(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_mul(in[0], in[1]);
}

static void body_maximum(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_maximum(in[0], in[1]);
}

static void body_minimum(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_minimum(in[0], in[1]);
}

static void body_and(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_and(in[0], in[1]);
}

static void body_or(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_or(in[0], in[1]);
}

/* JAX's argmax: a NaN wins, then the larger value, then the smaller index. */
static void body_argmax(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    ax_value larger = ax_or(ax_compare(in[0], in[2], AX_GT), ax_compare(in[0], in[0], AX_NE));
    ax_value earlier = ax_and(ax_compare(in[0], in[2], AX_EQ), ax_compare(in[1], in[3], AX_LT));
    out[0] = ax_select(larger, in[0], in[2]);
    out[1] = ax_select(ax_or(larger, earlier), in[1], in[3]);
}

/* A product of complex numbers: each result needs all four inputs. */
static void body_complex(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_sub(ax_mul(in[0], in[2]), ax_mul(in[1], in[3]));
    out[1] = ax_add(ax_mul(in[0], in[3]), ax_mul(in[1], in[2]));
}

/* Neither of the known single ops: a + b + 1, in the order that leaves it associative. */
static void body_affine(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    ax_value one = ax_convert(ax_compare(in[0], in[0], AX_EQ), ax_value_type(in[0]).dtype);
    out[0] = ax_add(ax_add(in[0], in[1]), one);
}

static const struct {
    const char *what;
    rule_region *body;
    unsigned dtypes;
    rule_fill fill;
} bodies[] = {
    {"add", body_add, DTYPES_REAL | DTYPES_HALF, FILL_EXACT},
    {"multiply", body_multiply, DTYPES_REAL | DTYPES_HALF, FILL_UNITS},
    {"maximum", body_maximum, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {"minimum", body_minimum, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {"and", body_and, DTYPES_INTEGER | DTYPE(AX_BOOL), FILL_ANY},
    {"or", body_or, DTYPES_INTEGER | DTYPE(AX_BOOL), FILL_ANY},
    {"a body of its own", body_affine, DTYPES_NUMBER | DTYPES_HALF, FILL_EXACT},
};

static void reduce(const rule_sink *sink)
{
    for (size_t b = 0; b < sizeof bodies / sizeof bodies[0]; b++) {
        rule_fill fill = bodies[b].fill;
        FOR_DTYPES(dtype, bodies[b].dtypes)
        {
            rule_add(sink,
                     (rule_case){.what = bodies[b].what,
                                 .sums = fill == FILL_EXACT,
                                 OPERANDS({TYPE(dtype, 4, 5, 2), fill}, {SCALAR(dtype), fill}),
                                 ATTRS(INTS(DIMENSIONS, 0, 2)),
                                 .region = bodies[b].body,
                                 .nregion = 1});
        }
    }
    const struct {
        const char *what;
        ax_type type;
        ax_ints dimensions;
    } shapes[] = {
        {"all dims", TYPE(AX_F32, 4, 5), AX_LIST(1, 0)},
        {"the last", TYPE(AX_F32, 2, 7), AX_LIST(1)},
        {"the first", TYPE(AX_F32, 7, 2), AX_LIST(0)},
        {"no dims", TYPE(AX_F32, 4, 2), AX_EMPTY_LIST},
        {"of size 0", TYPE(AX_F32, 4, 0), AX_LIST(1)},
        {"beside size 0", TYPE(AX_F32, 0, 4), AX_LIST(1)},
        {"a scalar", SCALAR(AX_F32), AX_EMPTY_LIST},
    };
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        rule_add(sink,
                 (rule_case){.what = shapes[s].what,
                             .sums = true,
                             OPERANDS({shapes[s].type, FILL_EXACT}, {SCALAR(AX_F32), FILL_EXACT}),
                             ATTRS({.key = AX_ATTR_DIMENSIONS, .ints = shapes[s].dimensions}),
                             .region = body_add,
                             .nregion = 1});
    }
    rule_add(sink,
             (rule_case){.what = "argmax",
                         .nresults = 2,
                         OPERANDS({TYPE(AX_F32, 4, 5), FILL_ANY}, {TYPE(AX_I32, 4, 5), FILL_ANY},
                                  {SCALAR(AX_F32), FILL_ANY}, {SCALAR(AX_I32), FILL_ANY}),
                         ATTRS(INTS(DIMENSIONS, 0)),
                         .region = body_argmax,
                         .nregion = 2});
    rule_add(sink, (rule_case){.what = "complex product",
                               .nresults = 2,
                               OPERANDS({TYPE(AX_I32, 2, 4), FILL_UNITS},
                                        {TYPE(AX_I32, 2, 4), FILL_UNITS},
                                        {SCALAR(AX_I32), FILL_UNITS}, {SCALAR(AX_I32), FILL_UNITS}),
                               ATTRS(INTS(DIMENSIONS, 1)),
                               .region = body_complex,
                               .nregion = 2});
}

static void reduce_window(const rule_sink *sink)
{
    for (size_t b = 0; b < sizeof bodies / sizeof bodies[0]; b++) {
        rule_fill fill = bodies[b].fill;
        FOR_DTYPES(dtype, bodies[b].dtypes)
        {
            rule_add(
                sink,
                (rule_case){.what = bodies[b].what,
                            .sums = fill == FILL_EXACT,
                            OPERANDS({TYPE(dtype, 2, 5, 4), fill}, {SCALAR(dtype), fill}),
                            ATTRS(INTS(WINDOW_DIMENSIONS, 1, 3, 2), INTS(WINDOW_STRIDES, 1, 2, 1),
                                  INTS(BASE_DILATIONS, 1, 1, 2), INTS(WINDOW_DILATIONS, 1, 2, 1),
                                  INTS(PADDING, 0, 0, 2, 1, 1, -1)),
                            .region = bodies[b].body,
                            .nregion = 1});
        }
    }
    rule_add(sink,
             (rule_case){.what = "a window in every dimension",
                         .sums = true,
                         OPERANDS({TYPE(AX_F32, 4, 5), FILL_EXACT}, {SCALAR(AX_F32), FILL_EXACT}),
                         ATTRS(INTS(WINDOW_DIMENSIONS, 2, 5), INTS(WINDOW_STRIDES, 1, 1),
                               INTS(BASE_DILATIONS, 1, 1), INTS(WINDOW_DILATIONS, 1, 1),
                               INTS(PADDING, 0, 0, 0, 0)),
                         .region = body_add,
                         .nregion = 1});
    rule_add(
        sink,
        (rule_case){.what = "no window fits",
                    .sums = true,
                    OPERANDS({TYPE(AX_F32, 2), FILL_EXACT}, {SCALAR(AX_F32), FILL_EXACT}),
                    ATTRS(INTS(WINDOW_DIMENSIONS, 5), INTS(WINDOW_STRIDES, 1),
                          INTS(BASE_DILATIONS, 1), INTS(WINDOW_DILATIONS, 1), INTS(PADDING, 0, 0)),
                    .region = body_add,
                    .nregion = 1});
    rule_add(sink,
             (rule_case){.what = "two operands",
                         .nresults = 2,
                         OPERANDS({TYPE(AX_F32, 4, 5), FILL_ANY}, {TYPE(AX_I32, 4, 5), FILL_ANY},
                                  {SCALAR(AX_F32), FILL_ANY}, {SCALAR(AX_I32), FILL_ANY}),
                         ATTRS(INTS(WINDOW_DIMENSIONS, 2, 2), INTS(WINDOW_STRIDES, 2, 1),
                               INTS(BASE_DILATIONS, 1, 1), INTS(WINDOW_DILATIONS, 1, 1),
                               INTS(PADDING, 0, 1, 1, 0)),
                         .region = body_argmax,
                         .nregion = 2});
}

static void select_ge(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_compare(in[0], in[1], AX_GE);
}

static void select_lt(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_compare(in[1], in[0], AX_LT);
}

/* The one nearer to 2: no known comparison. */
static void select_near(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    ax_value two = ax_convert(ax_compare(in[0], in[0], AX_EQ), ax_value_type(in[0]).dtype);
    two = ax_add(two, two);
    ax_value a = ax_sub(in[0], two), b = ax_sub(in[1], two);
    out[0] = ax_compare(ax_mul(a, a), ax_mul(b, b), AX_LE);
}

static void scatter_windows(const rule_sink *sink, const char *what, ax_dtype dtype,
                            rule_region *select, rule_region *body)
{
    rule_add(sink,
             (rule_case){.what = what,
                         .sums = true,
                         OPERANDS({TYPE(dtype, 2, 5, 4), FILL_EXACT},
                                  {TYPE(dtype, 2, 3, 3), FILL_EXACT}, {SCALAR(dtype), FILL_EXACT}),
                         ATTRS(INTS(WINDOW_DIMENSIONS, 1, 3, 2), INTS(WINDOW_STRIDES, 1, 2, 2),
                               INTS(PADDING, 0, 0, 2, 1, 2, 1)),
                         .select = select,
                         .region = body,
                         .nregion = 1});
}

static void select_and_scatter(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        scatter_windows(sink, "ge and add", dtype, select_ge, body_add);
        scatter_windows(sink, "lt, crossed, and maximum", dtype, select_lt, body_maximum);
    }
    scatter_windows(sink, "any regions", AX_F32, select_near, body_affine);
    scatter_windows(sink, "any regions", AX_I32, select_near, body_affine);
    rule_add(
        sink,
        (rule_case){.what = "no window fits",
                    .sums = true,
                    OPERANDS({TYPE(AX_F32, 2), FILL_EXACT}, {TYPE(AX_F32, 0), FILL_EXACT},
                             {SCALAR(AX_F32), FILL_EXACT}),
                    ATTRS(INTS(WINDOW_DIMENSIONS, 5), INTS(WINDOW_STRIDES, 1), INTS(PADDING, 0, 0)),
                    .select = select_ge,
                    .region = body_add,
                    .nregion = 1});
    rule_add(sink, (rule_case){
                       .what = "a scalar",
                       .sums = true,
                       OPERANDS({SCALAR(AX_F32), FILL_EXACT}, {SCALAR(AX_F32), FILL_EXACT},
                                {SCALAR(AX_F32), FILL_EXACT}),
                       ATTRS(NO_INTS(WINDOW_DIMENSIONS), NO_INTS(WINDOW_STRIDES), NO_INTS(PADDING)),
                       .select = select_ge,
                       .region = body_add,
                       .nregion = 1});
}

const rule_line reduction_lines[] = {
    {"reduce", reduce, DTYPES_REAL, FILL_ANY},
    {"reduce_window", reduce_window, DTYPES_REAL, FILL_ANY},
    {"select_and_scatter", select_and_scatter, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {0},
};
