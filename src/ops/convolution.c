/* convolution: types, layout, and the public function over it. */
#include "ops/convolution.h"

#include "ops/ops.h"
#include "ops/window_sizes.h"

#include <axmap/contraction.h>

/* ---- types ---- */

/* A list of the spatial dimensions: `each` entries for each of them. */
static ax_status *check_spatial(const ax_eqn *eqn, ax_attr_key key, int32_t each)
{
    int32_t seen = ax_eqn_ints(eqn, key).count, nspatial = ax_operand_type(eqn, 0)->ndim - 2;
    if (seen == each * nspatial)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "convolution: %s has %d entries, but there are %d spatial dimensions%s",
                    ax_attr_name(key), (int)seen, (int)nspatial, each == 2 ? " with two each" : "");
}

static ax_status *check_dimension_order(const ax_eqn *eqn, ax_attr_key key)
{
    int32_t ndim = ax_operand_type(eqn, 0)->ndim, seen = ax_eqn_ints(eqn, key).count;
    if (seen != ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "convolution: %s names %d dimensions, but the operands have %d",
                        ax_attr_name(key), (int)seen, (int)ndim);
    }
    return ax_check_dimensions(eqn, key, ndim);
}

static ax_status *check_divides(int64_t groups, int64_t size, const char *what, const char *count)
{
    if (size % groups == 0)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "convolution: %s %lld is not a multiple of %s %lld", what,
                    (long long)size, count, (long long)groups);
}

static ax_status *check_groups(const ax_eqn *eqn)
{
    const ax_type *lhs = ax_operand_type(eqn, 0), *rhs = ax_operand_type(eqn, 1);
    const int64_t *input = ax_eqn_ints(eqn, AX_ATTR_INPUT_DIMENSIONS).values;
    const int64_t *kernel = ax_eqn_ints(eqn, AX_ATTR_KERNEL_DIMENSIONS).values;
    int64_t features = ax_eqn_int(eqn, AX_ATTR_FEATURE_GROUP_COUNT);
    int64_t batches = ax_eqn_int(eqn, AX_ATTR_BATCH_GROUP_COUNT);
    if (features < 1 || batches < 1 || (features > 1 && batches > 1)) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "convolution: feature_group_count %lld and batch_group_count %lld: both at "
                        "least 1 and one of them 1 are allowed",
                        (long long)features, (long long)batches);
    }
    int64_t in = lhs->dims[input[1]], out = rhs->dims[kernel[1]];
    AX_TRY(check_divides(batches, lhs->dims[input[0]], "the batch", "batch_group_count"));
    AX_TRY(check_divides(batches, out, "the output features", "batch_group_count"));
    AX_TRY(check_divides(features, in, "the input features", "feature_group_count"));
    AX_TRY(check_divides(features, out, "the output features", "feature_group_count"));
    if (rhs->dims[kernel[0]] != in / features) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "convolution: the kernel %s takes %lld input features, but a group of lhs "
                        "%s has %lld",
                        AX_TYPE_STRING(rhs), (long long)rhs->dims[kernel[0]], AX_TYPE_STRING(lhs),
                        (long long)(in / features));
    }
    return NULL;
}

static ax_status *check_operands(const ax_eqn *eqn)
{
    const ax_type *lhs = ax_operand_type(eqn, 0), *rhs = ax_operand_type(eqn, 1);
    if (lhs->dtype != rhs->dtype || lhs->ndim != rhs->ndim || lhs->ndim < 2) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "convolution: lhs %s and rhs %s: equal dtypes and equally many dimensions, "
                        "2 or more, are allowed",
                        AX_TYPE_STRING(lhs), AX_TYPE_STRING(rhs));
    }
    AX_TRY(ax_check_dtype(eqn, lhs->dtype));
    AX_TRY(check_spatial(eqn, AX_ATTR_WINDOW_STRIDES, 1));
    AX_TRY(check_spatial(eqn, AX_ATTR_PADDING, 2));
    AX_TRY(check_spatial(eqn, AX_ATTR_LHS_DILATION, 1));
    AX_TRY(check_spatial(eqn, AX_ATTR_RHS_DILATION, 1));
    AX_TRY(check_spatial(eqn, AX_ATTR_WINDOW_REVERSAL, 1));
    AX_TRY(ax_check_positive(eqn, AX_ATTR_WINDOW_STRIDES));
    AX_TRY(ax_check_positive(eqn, AX_ATTR_LHS_DILATION));
    AX_TRY(ax_check_positive(eqn, AX_ATTR_RHS_DILATION));
    AX_TRY(check_dimension_order(eqn, AX_ATTR_INPUT_DIMENSIONS));
    AX_TRY(check_dimension_order(eqn, AX_ATTR_KERNEL_DIMENSIONS));
    AX_TRY(check_dimension_order(eqn, AX_ATTR_OUTPUT_DIMENSIONS));
    return check_groups(eqn);
}

static ax_status *infer_convolution(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(check_operands(eqn));
    const ax_type *lhs = ax_operand_type(eqn, 0), *rhs = ax_operand_type(eqn, 1);
    const int64_t *input = ax_eqn_ints(eqn, AX_ATTR_INPUT_DIMENSIONS).values;
    const int64_t *kernel = ax_eqn_ints(eqn, AX_ATTR_KERNEL_DIMENSIONS).values;
    const int64_t *output = ax_eqn_ints(eqn, AX_ATTR_OUTPUT_DIMENSIONS).values;
    const int64_t *padding = ax_eqn_ints(eqn, AX_ATTR_PADDING).values;
    ax_type result = {.dtype = lhs->dtype, .ndim = lhs->ndim};
    int64_t batch_groups = ax_eqn_int(eqn, AX_ATTR_BATCH_GROUP_COUNT);
    result.dims[output[0]] = lhs->dims[input[0]] / batch_groups;
    result.dims[output[1]] = rhs->dims[kernel[1]];
    for (int32_t i = 0; i < lhs->ndim - 2; i++) {
        ax_window_dim dim = {
            .input = lhs->dims[input[2 + i]],
            .window = rhs->dims[kernel[2 + i]],
            .stride = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[i],
            .low = padding[2 * i],
            .high = padding[2 * i + 1],
            .base_dilation = ax_eqn_ints(eqn, AX_ATTR_LHS_DILATION).values[i],
            .window_dilation = ax_eqn_ints(eqn, AX_ATTR_RHS_DILATION).values[i],
        };
        AX_TRY(ax_window_places(eqn, &dim, &result.dims[output[2 + i]]));
    }
    out_types[0] = result;
    return NULL;
}

/* ---- layout ---- */

static void place_groups(const ax_eqn *eqn, ax_conv_layout *c)
{
    int64_t feature_groups = ax_eqn_int(eqn, AX_ATTR_FEATURE_GROUP_COUNT);
    int64_t batch_groups = ax_eqn_int(eqn, AX_ATTR_BATCH_GROUP_COUNT);
    c->groups = feature_groups * batch_groups;
    c->out_features /= c->groups;
    c->lhs_group = batch_groups > 1 ? c->batch * c->lhs_batch : c->in_features * c->lhs_feature;
    c->rhs_group = c->out_features * c->rhs_out;
    c->result_group = c->out_features * c->result_feature;
}

ax_conv_layout ax_conv_layout_of(const ax_eqn *eqn, const ax_tensor *operands,
                                 const ax_tensor *result)
{
    const ax_type *lhs = &operands[0].type, *rhs = &operands[1].type, *out = &result->type;
    const int64_t *input = ax_eqn_ints(eqn, AX_ATTR_INPUT_DIMENSIONS).values;
    const int64_t *kernel = ax_eqn_ints(eqn, AX_ATTR_KERNEL_DIMENSIONS).values;
    const int64_t *output = ax_eqn_ints(eqn, AX_ATTR_OUTPUT_DIMENSIONS).values;
    int64_t lhs_strides[AX_MAX_NDIM], rhs_strides[AX_MAX_NDIM], out_strides[AX_MAX_NDIM];
    ax_type_strides(lhs, lhs_strides);
    ax_type_strides(rhs, rhs_strides);
    ax_type_strides(out, out_strides);

    ax_conv_layout c = {
        .nspatial = lhs->ndim - 2,
        .batch = out->dims[output[0]],
        .in_features = rhs->dims[kernel[0]],
        .out_features = rhs->dims[kernel[1]],
        .lhs_batch = lhs_strides[input[0]],
        .lhs_feature = lhs_strides[input[1]],
        .rhs_in = rhs_strides[kernel[0]],
        .rhs_out = rhs_strides[kernel[1]],
        .result_batch = out_strides[output[0]],
        .result_feature = out_strides[output[1]],
        .window_size = 1,
        .output_size = 1,
    };
    place_groups(eqn, &c);
    for (int32_t i = 0; i < c.nspatial; i++) {
        int64_t places = out->dims[output[2 + i]];
        c.spatial[i] = (ax_conv_dim){
            .input = lhs->dims[input[2 + i]],
            .window = rhs->dims[kernel[2 + i]],
            .output = places,
            .lhs_stride = lhs_strides[input[2 + i]],
            .rhs_stride = rhs_strides[kernel[2 + i]],
            .result_stride = out_strides[output[2 + i]],
            /* The step of a single place is never taken, and may be huge. */
            .step = places > 1 ? ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[i] : 1,
            .low = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * i],
            .lhs_dilation = ax_eqn_ints(eqn, AX_ATTR_LHS_DILATION).values[i],
            .rhs_dilation = ax_eqn_ints(eqn, AX_ATTR_RHS_DILATION).values[i],
            .reversed = ax_eqn_ints(eqn, AX_ATTR_WINDOW_REVERSAL).values[i] != 0,
        };
        c.window_size *= c.spatial[i].window;
        c.output_size *= c.spatial[i].output;
    }
    return c;
}

AX_OP_RECORD(convolution, convolution, .dtypes = AX_SET_REAL, .noperands = 2,
             .attrs = AX_ATTR_LIST(AX_ATTR_WINDOW_STRIDES, AX_ATTR_PADDING, AX_ATTR_LHS_DILATION,
                                   AX_ATTR_RHS_DILATION, AX_ATTR_WINDOW_REVERSAL,
                                   AX_ATTR_INPUT_DIMENSIONS, AX_ATTR_KERNEL_DIMENSIONS,
                                   AX_ATTR_OUTPUT_DIMENSIONS, AX_ATTR_FEATURE_GROUP_COUNT,
                                   AX_ATTR_BATCH_GROUP_COUNT),
             .infer = AX_RULE(infer_convolution), .batch = AX_RULE(ax_batch_convolution),
             .eval = AX_RULE(ax_eval_convolution));

/* ---- the public function ---- */

static ax_ints or_default(ax_ints list, const int64_t *values, int32_t count)
{
    return list.count > 0 ? list : (ax_ints){count, values};
}

ax_value ax_convolution_at(ax_value lhs, ax_value rhs, const ax_convolution_options *options,
                           ax_location here)
{
    static const int64_t zeros[2 * AX_MAX_NDIM] = {0};
    int64_t ones[AX_MAX_NDIM], order[AX_MAX_NDIM], kernel_order[AX_MAX_NDIM];
    for (int32_t i = 0; i < AX_MAX_NDIM; i++) {
        ones[i] = 1;
        order[i] = i;
        kernel_order[i] = i < 2 ? 1 - i : i;
    }
    static const ax_convolution_options none = {0};
    const ax_convolution_options *o = options ? options : &none;
    int32_t ndim = ax_value_type(lhs).ndim, nspatial = ndim > 2 ? ndim - 2 : 0;
    ax_value operands[] = {lhs, rhs};
    ax_attr attrs[] = {
        {.key = AX_ATTR_WINDOW_STRIDES, .ints = or_default(o->window_strides, ones, nspatial)},
        {.key = AX_ATTR_PADDING, .ints = or_default(o->padding, zeros, 2 * nspatial)},
        {.key = AX_ATTR_LHS_DILATION, .ints = or_default(o->lhs_dilation, ones, nspatial)},
        {.key = AX_ATTR_RHS_DILATION, .ints = or_default(o->rhs_dilation, ones, nspatial)},
        {.key = AX_ATTR_WINDOW_REVERSAL, .ints = or_default(o->window_reversal, zeros, nspatial)},
        {.key = AX_ATTR_INPUT_DIMENSIONS, .ints = or_default(o->input_dimensions, order, ndim)},
        {.key = AX_ATTR_KERNEL_DIMENSIONS,
         .ints = or_default(o->kernel_dimensions, kernel_order, ndim)},
        {.key = AX_ATTR_OUTPUT_DIMENSIONS, .ints = or_default(o->output_dimensions, order, ndim)},
        {.key = AX_ATTR_FEATURE_GROUP_COUNT,
         .i = o->feature_group_count ? o->feature_group_count : 1},
        {.key = AX_ATTR_BATCH_GROUP_COUNT, .i = o->batch_group_count ? o->batch_group_count : 1},
    };
    return ax_emit_one(lhs.builder, &ax_op_convolution, operands, 2, attrs, 10, here);
}
