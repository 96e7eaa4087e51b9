/* Cases of gather: indices from -2 to 8, so that clamping is part of all. */
#include "rules.h"

static void gather(const rule_sink *sink)
{
    const ax_dtype indices[] = {AX_I32, AX_I64, AX_I8, AX_U8, AX_U32};
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
    for (size_t i = 0; i < sizeof indices / sizeof indices[0]; i++) {
        rule_add(sink, (rule_case){.what = "slices, vectors in front",
                                   OPERANDS({TYPE(AX_F32, 5, 2, 4), FILL_ANY},
                                            {TYPE(indices[i], 2, 7), FILL_INDEX}),
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

const rule_line indexing_lines[] = {
    {"gather", gather, DTYPES_EVERY, FILL_ANY},
    {0},
};
