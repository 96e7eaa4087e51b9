/* Cases of indexing: indices from -2 to 8, so that what is out of bounds is part of all. */
#include "rules.h"

#include <axmap/elementwise.h>

static const ax_dtype index_dtypes[] = {AX_I8, AX_I16, AX_I32, AX_I64,
                                        AX_U8, AX_U16, AX_U32, AX_U64};
enum { INDEX_DTYPES = sizeof index_dtypes / sizeof index_dtypes[0] };

static void gather(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "rows of a table",
                             OPERANDS({TYPE(dtype, 5, 4), FILL_ANY}, {TYPE(AX_I32, 2), FILL_INDEX}),
                             ATTRS(INTS(OFFSET_DIMS, 1), INTS(COLLAPSED_SLICE_DIMS, 0),
                                   NO_INTS(OPERAND_BATCHING_DIMS),
                                   NO_INTS(START_INDICES_BATCHING_DIMS), INTS(START_INDEX_MAP, 0),
                                   INT(INDEX_VECTOR_DIM, 1), INTS(SLICE_SIZES, 1, 4))});
    }
    for (int i = 0; i < INDEX_DTYPES; i++) {
        rule_add(sink, (rule_case){.what = "slices, vectors in front",
                                   OPERANDS({TYPE(AX_F32, 5, 2, 4), FILL_ANY},
                                            {TYPE(index_dtypes[i], 2, 7), FILL_INDEX}),
                                   ATTRS(INTS(OFFSET_DIMS, 0, 2), INTS(COLLAPSED_SLICE_DIMS, 1),
                                         NO_INTS(OPERAND_BATCHING_DIMS),
                                         NO_INTS(START_INDICES_BATCHING_DIMS),
                                         INTS(START_INDEX_MAP, 2, 0), INT(INDEX_VECTOR_DIM, 0),
                                         INTS(SLICE_SIZES, 4, 1, 2))});
    }
    rule_add(
        sink,
        (rule_case){
            .what = "batch dims of its own",
            OPERANDS({TYPE(AX_F32, 4, 2, 5), FILL_ANY}, {TYPE(AX_I32, 2, 7, 4, 1), FILL_INDEX}),
            ATTRS(INTS(OFFSET_DIMS, 1), NO_INTS(COLLAPSED_SLICE_DIMS),
                  INTS(OPERAND_BATCHING_DIMS, 0, 1), INTS(START_INDICES_BATCHING_DIMS, 2, 0),
                  INTS(START_INDEX_MAP, 2), INT(INDEX_VECTOR_DIM, 3), INTS(SLICE_SIZES, 1, 1, 2))});
    rule_add(sink, (rule_case){.what = "one element",
                               OPERANDS({TYPE(AX_F32, 5), FILL_ANY}, {SCALAR(AX_I32), FILL_INDEX}),
                               ATTRS(NO_INTS(OFFSET_DIMS), INTS(COLLAPSED_SLICE_DIMS, 0),
                                     NO_INTS(OPERAND_BATCHING_DIMS),
                                     NO_INTS(START_INDICES_BATCHING_DIMS), INTS(START_INDEX_MAP, 0),
                                     INT(INDEX_VECTOR_DIM, 0), INTS(SLICE_SIZES, 1))});
}

/* ---- scatter: the order of updates that meet is part of what is compared ---- */

static void body_assign(const ax_value *in, ax_value *out, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        out[i] = in[count + i];
}

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

static void body_xor(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_xor(in[0], in[1]);
}

/* Another result for every order. */
static void body_twice_and_update(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_sub(in[1], ax_add(in[0], in[0]));
}

/* Each result needs both arrays. */
static void body_crossed(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_sub(in[2], in[0]);
    out[1] = ax_select(ax_compare(in[0], in[2], AX_LT), in[3], in[1]);
}

static void scatter_rows(const rule_sink *sink, const char *what, rule_region *body, ax_dtype dtype,
                         rule_fill fill)
{
    rule_add(sink,
             (rule_case){.what = what,
                         OPERANDS({TYPE(dtype, 5, 2), fill}, {TYPE(AX_I32, 6), FILL_INDEX},
                                  {TYPE(dtype, 6, 2), fill}),
                         ATTRS(INTS(UPDATE_WINDOW_DIMS, 1), INTS(INSERTED_WINDOW_DIMS, 0),
                               NO_INTS(INPUT_BATCHING_DIMS), NO_INTS(SCATTER_INDICES_BATCHING_DIMS),
                               INTS(SCATTER_DIMS_TO_OPERAND_DIMS, 0), INT(INDEX_VECTOR_DIM, 1),
                               INT(INDICES_ARE_SORTED, 0), INT(UNIQUE_INDICES, 0)),
                         .region = body,
                         .nregion = 1});
}

static void scatter_bodies(const rule_sink *sink)
{
    const struct {
        const char *what;
        rule_region *body;
        unsigned dtypes;
        rule_fill fill;
    } bodies[] = {
        {"rows assigned", body_assign, DTYPES_EVERY, FILL_ANY},
        {"rows added", body_add, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
        {"rows multiplied", body_multiply, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
        {"rows' maximum", body_maximum, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
        {"rows' minimum", body_minimum, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
        {"rows xored", body_xor, DTYPES_INTEGER | DTYPE(AX_BOOL), FILL_ANY},
        {"rows in a body of their own", body_twice_and_update, DTYPES_NUMBER | DTYPES_HALF,
         FILL_ANY},
    };
    for (size_t b = 0; b < sizeof bodies / sizeof bodies[0]; b++) {
        FOR_DTYPES(dtype, bodies[b].dtypes)
        {
            scatter_rows(sink, bodies[b].what, bodies[b].body, dtype, bodies[b].fill);
        }
    }
}

static void scatter_shapes(const rule_sink *sink)
{
    for (int i = 0; i < INDEX_DTYPES; i++) {
        rule_add(
            sink,
            (rule_case){.what = "windows around the points, vectors in front",
                        OPERANDS({TYPE(AX_F32, 5, 2, 4), FILL_ANY},
                                 {TYPE(index_dtypes[i], 2, 7), FILL_INDEX},
                                 {TYPE(AX_F32, 3, 7, 2), FILL_ANY}),
                        ATTRS(INTS(UPDATE_WINDOW_DIMS, 0, 2), INTS(INSERTED_WINDOW_DIMS, 1),
                              NO_INTS(INPUT_BATCHING_DIMS), NO_INTS(SCATTER_INDICES_BATCHING_DIMS),
                              INTS(SCATTER_DIMS_TO_OPERAND_DIMS, 2, 0), INT(INDEX_VECTOR_DIM, 0),
                              INT(INDICES_ARE_SORTED, 0), INT(UNIQUE_INDICES, 0)),
                        .region = body_add,
                        .nregion = 1});
    }
    rule_add(sink,
             (rule_case){
                 .what = "batch dims of its own",
                 OPERANDS({TYPE(AX_I32, 4, 2, 5), FILL_ANY}, {TYPE(AX_I32, 2, 3, 4, 1), FILL_INDEX},
                          {TYPE(AX_I32, 2, 2, 3, 4), FILL_ANY}),
                 ATTRS(INTS(UPDATE_WINDOW_DIMS, 1), NO_INTS(INSERTED_WINDOW_DIMS),
                       INTS(INPUT_BATCHING_DIMS, 0, 1), INTS(SCATTER_INDICES_BATCHING_DIMS, 2, 0),
                       INTS(SCATTER_DIMS_TO_OPERAND_DIMS, 2), INT(INDEX_VECTOR_DIM, 3),
                       INT(INDICES_ARE_SORTED, 0), INT(UNIQUE_INDICES, 0)),
                 .region = body_assign,
                 .nregion = 1});
    rule_add(sink,
             (rule_case){.what = "one element, promises kept",
                         OPERANDS({TYPE(AX_F32, 5), FILL_ANY}, {SCALAR(AX_I32), FILL_INDEX},
                                  {SCALAR(AX_F32), FILL_ANY}),
                         ATTRS(NO_INTS(UPDATE_WINDOW_DIMS), INTS(INSERTED_WINDOW_DIMS, 0),
                               NO_INTS(INPUT_BATCHING_DIMS), NO_INTS(SCATTER_INDICES_BATCHING_DIMS),
                               INTS(SCATTER_DIMS_TO_OPERAND_DIMS, 0), INT(INDEX_VECTOR_DIM, 0),
                               INT(INDICES_ARE_SORTED, 1), INT(UNIQUE_INDICES, 1)),
                         .region = body_twice_and_update,
                         .nregion = 1});
    rule_add(sink,
             (rule_case){.what = "two arrays",
                         .nresults = 2,
                         OPERANDS({TYPE(AX_F32, 4), FILL_ANY}, {TYPE(AX_I32, 4), FILL_ANY},
                                  {TYPE(AX_I32, 5, 1), FILL_INDEX}, {TYPE(AX_F32, 5), FILL_ANY},
                                  {TYPE(AX_I32, 5), FILL_ANY}),
                         ATTRS(NO_INTS(UPDATE_WINDOW_DIMS), INTS(INSERTED_WINDOW_DIMS, 0),
                               NO_INTS(INPUT_BATCHING_DIMS), NO_INTS(SCATTER_INDICES_BATCHING_DIMS),
                               INTS(SCATTER_DIMS_TO_OPERAND_DIMS, 0), INT(INDEX_VECTOR_DIM, 1),
                               INT(INDICES_ARE_SORTED, 0), INT(UNIQUE_INDICES, 0)),
                         .region = body_crossed,
                         .nregion = 2});
}

static void scatter(const rule_sink *sink)
{
    scatter_bodies(sink);
    scatter_shapes(sink);
}

/* ---- dynamic slices ---- */

static void dynamic_slice(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "a row",
                             OPERANDS({TYPE(dtype, 5, 2), FILL_ANY}, {SCALAR(AX_I32), FILL_INDEX},
                                      {SCALAR(AX_I32), FILL_INDEX}),
                             ATTRS(INTS(SLICE_SIZES, 1, 2))});
    }
    for (int i = 0; i < INDEX_DTYPES; i++) {
        rule_add(sink, (rule_case){.what = "a window",
                                   OPERANDS({TYPE(AX_F32, 7, 5), FILL_ANY},
                                            {SCALAR(index_dtypes[i]), FILL_INDEX},
                                            {SCALAR(index_dtypes[i]), FILL_INDEX}),
                                   ATTRS(INTS(SLICE_SIZES, 3, 2))});
    }
    rule_add(sink, (rule_case){.what = "an element of many",
                               OPERANDS({TYPE(AX_F32, 300), FILL_ANY}, {SCALAR(AX_I8), FILL_ANY}),
                               ATTRS(INTS(SLICE_SIZES, 1))});
    rule_add(sink, (rule_case){.what = "nothing",
                               OPERANDS({TYPE(AX_F32, 5, 0), FILL_ANY},
                                        {SCALAR(AX_I64), FILL_INDEX}, {SCALAR(AX_I64), FILL_INDEX}),
                               ATTRS(INTS(SLICE_SIZES, 2, 0))});
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_F32), FILL_ANY}),
                               ATTRS(NO_INTS(SLICE_SIZES))});
}

static void dynamic_update_slice(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "a row",
                             OPERANDS({TYPE(dtype, 5, 2), FILL_ANY}, {TYPE(dtype, 1, 2), FILL_ANY},
                                      {SCALAR(AX_I32), FILL_INDEX}, {SCALAR(AX_I32), FILL_INDEX})});
    }
    for (int i = 0; i < INDEX_DTYPES; i++) {
        rule_add(sink, (rule_case){.what = "a window",
                                   OPERANDS({TYPE(AX_F32, 7, 5), FILL_ANY},
                                            {TYPE(AX_F32, 3, 2), FILL_ANY},
                                            {SCALAR(index_dtypes[i]), FILL_INDEX},
                                            {SCALAR(index_dtypes[i]), FILL_INDEX})});
    }
    rule_add(sink, (rule_case){.what = "two of many",
                               OPERANDS({TYPE(AX_F32, 300), FILL_ANY}, {TYPE(AX_F32, 2), FILL_ANY},
                                        {SCALAR(AX_U8), FILL_ANY})});
    rule_add(sink,
             (rule_case){.what = "nothing",
                         OPERANDS({TYPE(AX_F32, 5, 2), FILL_ANY}, {TYPE(AX_F32, 0, 2), FILL_ANY},
                                  {SCALAR(AX_I64), FILL_INDEX}, {SCALAR(AX_I64), FILL_INDEX})});
    rule_add(sink, (rule_case){.what = "a scalar",
                               OPERANDS({SCALAR(AX_F32), FILL_ANY}, {SCALAR(AX_F32), FILL_ANY})});
}

const rule_line indexing_lines[] = {
    {"dynamic_slice", dynamic_slice, DTYPES_EVERY, FILL_ANY},
    {"dynamic_update_slice", dynamic_update_slice, DTYPES_EVERY, FILL_ANY},
    {"gather", gather, DTYPES_EVERY, FILL_ANY},
    {"scatter", scatter, DTYPES_EVERY, FILL_ANY},
    {0},
};
