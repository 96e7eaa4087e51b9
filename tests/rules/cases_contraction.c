/* Cases of dot_general and convolution. The elements are multiples of 1/8, so every sum is exact. */
#include "rules.h"

static void dot_general(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink, (rule_case){
                           .what = "matrix vector",
                           .sums = true,
                           OPERANDS({TYPE(dtype, 4, 5), FILL_EXACT}, {TYPE(dtype, 5), FILL_EXACT}),
                           ATTRS(NO_INTS(LHS_BATCHING_DIMENSIONS), NO_INTS(RHS_BATCHING_DIMENSIONS),
                                 INTS(LHS_CONTRACTING_DIMENSIONS, 1),
                                 INTS(RHS_CONTRACTING_DIMENSIONS, 0))});
    }
    const ax_dtype dtypes[] = {AX_F32, AX_F64, AX_I32};
    for (size_t i = 0; i < 3; i++) {
        ax_dtype dtype = dtypes[i];
        rule_add(
            sink,
            (rule_case){.what = "matrices",
                        .sums = true,
                        OPERANDS({TYPE(dtype, 4, 5), FILL_EXACT}, {TYPE(dtype, 5, 7), FILL_EXACT}),
                        ATTRS(NO_INTS(LHS_BATCHING_DIMENSIONS), NO_INTS(RHS_BATCHING_DIMENSIONS),
                              INTS(LHS_CONTRACTING_DIMENSIONS, 1),
                              INTS(RHS_CONTRACTING_DIMENSIONS, 0))});
        rule_add(
            sink,
            (rule_case){.what = "both transposed",
                        .sums = true,
                        OPERANDS({TYPE(dtype, 5, 4), FILL_EXACT}, {TYPE(dtype, 7, 5), FILL_EXACT}),
                        ATTRS(NO_INTS(LHS_BATCHING_DIMENSIONS), NO_INTS(RHS_BATCHING_DIMENSIONS),
                              INTS(LHS_CONTRACTING_DIMENSIONS, 0),
                              INTS(RHS_CONTRACTING_DIMENSIONS, 1))});
        rule_add(sink, (rule_case){.what = "batch dims, two contracted",
                                   .sums = true,
                                   OPERANDS({TYPE(dtype, 5, 4, 2, 7), FILL_EXACT},
                                            {TYPE(dtype, 7, 2, 5, 9), FILL_EXACT}),
                                   ATTRS(INTS(LHS_BATCHING_DIMENSIONS, 2),
                                         INTS(RHS_BATCHING_DIMENSIONS, 1),
                                         INTS(LHS_CONTRACTING_DIMENSIONS, 3, 0),
                                         INTS(RHS_CONTRACTING_DIMENSIONS, 0, 2))});
        rule_add(sink, (rule_case){
                           .what = "outer product",
                           .sums = true,
                           OPERANDS({TYPE(dtype, 4), FILL_EXACT}, {TYPE(dtype, 5), FILL_EXACT}),
                           ATTRS(NO_INTS(LHS_BATCHING_DIMENSIONS), NO_INTS(RHS_BATCHING_DIMENSIONS),
                                 NO_INTS(LHS_CONTRACTING_DIMENSIONS),
                                 NO_INTS(RHS_CONTRACTING_DIMENSIONS))});
        rule_add(
            sink,
            (rule_case){
                .what = "two batch dims, nothing else",
                .sums = true,
                OPERANDS({TYPE(dtype, 4, 5), FILL_EXACT}, {TYPE(dtype, 5, 4), FILL_EXACT}),
                ATTRS(INTS(LHS_BATCHING_DIMENSIONS, 1, 0), INTS(RHS_BATCHING_DIMENSIONS, 0, 1),
                      NO_INTS(LHS_CONTRACTING_DIMENSIONS), NO_INTS(RHS_CONTRACTING_DIMENSIONS))});
        rule_add(
            sink,
            (rule_case){.what = "nothing to sum",
                        .sums = true,
                        OPERANDS({TYPE(dtype, 4, 0), FILL_EXACT}, {TYPE(dtype, 0, 5), FILL_EXACT}),
                        ATTRS(NO_INTS(LHS_BATCHING_DIMENSIONS), NO_INTS(RHS_BATCHING_DIMENSIONS),
                              INTS(LHS_CONTRACTING_DIMENSIONS, 1),
                              INTS(RHS_CONTRACTING_DIMENSIONS, 0))});
    }
    rule_add(sink,
             (rule_case){.what = "scalars",
                         .sums = true,
                         OPERANDS({SCALAR(AX_F32), FILL_EXACT}, {SCALAR(AX_F32), FILL_EXACT}),
                         ATTRS(NO_INTS(LHS_BATCHING_DIMENSIONS), NO_INTS(RHS_BATCHING_DIMENSIONS),
                               NO_INTS(LHS_CONTRACTING_DIMENSIONS),
                               NO_INTS(RHS_CONTRACTING_DIMENSIONS))});
}

static void convolution(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        rule_add(sink,
                 (rule_case){.what = "two dims, padded, strided, dilated",
                             .sums = true,
                             OPERANDS({TYPE(dtype, 2, 2, 5, 4), FILL_EXACT},
                                      {TYPE(dtype, 4, 2, 2, 3), FILL_EXACT}),
                             ATTRS(INTS(WINDOW_STRIDES, 2, 1), INTS(PADDING, 1, 2, -1, 1),
                                   INTS(LHS_DILATION, 1, 2), INTS(RHS_DILATION, 2, 1),
                                   INTS(WINDOW_REVERSAL, 0, 1), INTS(INPUT_DIMENSIONS, 0, 1, 2, 3),
                                   INTS(KERNEL_DIMENSIONS, 1, 0, 2, 3),
                                   INTS(OUTPUT_DIMENSIONS, 0, 1, 2, 3), INT(FEATURE_GROUP_COUNT, 1),
                                   INT(BATCH_GROUP_COUNT, 1))});
    }
    rule_add(
        sink,
        (rule_case){.what = "channels last, as JAX's digits",
                    .sums = true,
                    OPERANDS({TYPE(AX_F32, 1, 5, 4, 2), FILL_EXACT},
                             {TYPE(AX_F32, 2, 3, 2, 7), FILL_EXACT}),
                    ATTRS(INTS(WINDOW_STRIDES, 1, 1), INTS(PADDING, 1, 0, 1, 1),
                          INTS(LHS_DILATION, 1, 1), INTS(RHS_DILATION, 1, 1),
                          INTS(WINDOW_REVERSAL, 0, 0), INTS(INPUT_DIMENSIONS, 0, 3, 1, 2),
                          INTS(KERNEL_DIMENSIONS, 2, 3, 0, 1), INTS(OUTPUT_DIMENSIONS, 0, 3, 1, 2),
                          INT(FEATURE_GROUP_COUNT, 1), INT(BATCH_GROUP_COUNT, 1))});
    rule_add(
        sink,
        (rule_case){
            .what = "feature groups, one dim, odd orders",
            .sums = true,
            OPERANDS({TYPE(AX_F32, 4, 5, 2), FILL_EXACT}, {TYPE(AX_F32, 2, 8, 2), FILL_EXACT}),
            ATTRS(INTS(WINDOW_STRIDES, 1), INTS(PADDING, 0, 1), INTS(LHS_DILATION, 1),
                  INTS(RHS_DILATION, 1), INTS(WINDOW_REVERSAL, 0), INTS(INPUT_DIMENSIONS, 2, 0, 1),
                  INTS(KERNEL_DIMENSIONS, 2, 1, 0), INTS(OUTPUT_DIMENSIONS, 1, 2, 0),
                  INT(FEATURE_GROUP_COUNT, 2), INT(BATCH_GROUP_COUNT, 1))});
    rule_add(
        sink,
        (rule_case){
            .what = "depthwise",
            .sums = true,
            OPERANDS({TYPE(AX_F32, 2, 4, 5), FILL_EXACT}, {TYPE(AX_F32, 4, 1, 2), FILL_EXACT}),
            ATTRS(INTS(WINDOW_STRIDES, 2), INTS(PADDING, 1, 1), INTS(LHS_DILATION, 1),
                  INTS(RHS_DILATION, 1), INTS(WINDOW_REVERSAL, 1), INTS(INPUT_DIMENSIONS, 0, 1, 2),
                  INTS(KERNEL_DIMENSIONS, 1, 0, 2), INTS(OUTPUT_DIMENSIONS, 0, 1, 2),
                  INT(FEATURE_GROUP_COUNT, 4), INT(BATCH_GROUP_COUNT, 1))});
    rule_add(
        sink,
        (rule_case){
            .what = "batch groups",
            .sums = true,
            OPERANDS({TYPE(AX_F32, 4, 2, 5), FILL_EXACT}, {TYPE(AX_F32, 6, 2, 2), FILL_EXACT}),
            ATTRS(INTS(WINDOW_STRIDES, 1), INTS(PADDING, 0, 0), INTS(LHS_DILATION, 1),
                  INTS(RHS_DILATION, 1), INTS(WINDOW_REVERSAL, 0), INTS(INPUT_DIMENSIONS, 0, 1, 2),
                  INTS(KERNEL_DIMENSIONS, 1, 0, 2), INTS(OUTPUT_DIMENSIONS, 0, 1, 2),
                  INT(FEATURE_GROUP_COUNT, 1), INT(BATCH_GROUP_COUNT, 2))});
    rule_add(sink, (rule_case){
                       .what = "no spatial dims",
                       .sums = true,
                       OPERANDS({TYPE(AX_F32, 4, 2), FILL_EXACT}, {TYPE(AX_F32, 5, 2), FILL_EXACT}),
                       ATTRS(NO_INTS(WINDOW_STRIDES), NO_INTS(PADDING), NO_INTS(LHS_DILATION),
                             NO_INTS(RHS_DILATION), NO_INTS(WINDOW_REVERSAL),
                             INTS(INPUT_DIMENSIONS, 0, 1), INTS(KERNEL_DIMENSIONS, 1, 0),
                             INTS(OUTPUT_DIMENSIONS, 0, 1), INT(FEATURE_GROUP_COUNT, 1),
                             INT(BATCH_GROUP_COUNT, 1))});
}

const rule_line contraction_lines[] = {
    {"dot_general", dot_general, DTYPES_REAL | DTYPES_HALF, FILL_EXACT},
    {"convolution", convolution, DTYPES_REAL | DTYPES_HALF, FILL_EXACT},
    {0},
};
