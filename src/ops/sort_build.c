/* The public functions of <axmap/sorting.h>. */
#include <axmap/sorting.h>

#include "ir/location.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>
#include <math.h>

static void fail(ax_builder *builder, ax_status *status, ax_location here)
{
    ax_builder_fail(builder, ax_status_context(status, "at %s:%d%s", AX_PLACE(here)));
}

/* The comparator's region; NULL after an error. */
static const ax_graph *trace_comparator(ax_builder *parent, const ax_value *operands, int32_t count,
                                        ax_trace_fn *comparator, void *user)
{
    ax_value *in = AX_ARENA_NEW(ax_builder_arena(parent), ax_value, 2 * (int64_t)count);
    ax_builder *builder = ax_builder_create_region(parent);
    if (!builder)
        return NULL;
    if (!in) {
        ax_builder_fail(parent, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"));
        return ax_builder_finish_region(builder, 0, NULL);
    }
    for (int32_t i = 0; i < 2 * count; i++) {
        ax_type scalar = ax_type_scalar(ax_value_type(operands[i / 2]).dtype);
        in[i] = ax_builder_input(builder, &scalar, NULL);
    }
    ax_value out = ax_builder_poison(builder);
    comparator(builder, in, &out, user);
    return ax_builder_finish_region(builder, 1, &out);
}

/* The axis as StableHLO has it; false (said) where it is out of range. */
static bool plain_axis(const char *name, ax_value operand, int64_t axis, int64_t *out_axis,
                       ax_location here)
{
    if (!operand.var)
        return false;
    ax_type type = ax_value_type(operand);
    if (axis < -type.ndim || axis >= type.ndim) {
        fail(operand.builder,
             AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis %lld is out of range for %s", name,
                      (long long)axis, AX_TYPE_STRING(&type)),
             here);
        return false;
    }
    *out_axis = axis < 0 ? axis + type.ndim : axis;
    return true;
}

void ax_sort_by_at(const ax_value *operands, int32_t count, int64_t axis, ax_trace_fn *comparator,
                   void *user, ax_value *out_results, ax_location here)
{
    if (count < 1)
        return; /* no builder to tell: the caller has nothing to sort */
    ax_builder *builder = operands[0].builder;
    int64_t dimension;
    for (int32_t i = 0; i < count; i++)
        out_results[i] = ax_builder_poison(builder);
    if (ax_builder_failed(builder) || !plain_axis("sort", operands[0], axis, &dimension, here))
        return;
    const ax_graph *region = trace_comparator(builder, operands, count, comparator, user);
    if (!region) {
        if (!ax_builder_failed(builder))
            fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"), here);
        return;
    }
    ax_attr attrs[] = {ax_attr_int(AX_ATTR_DIMENSION, dimension),
                       ax_attr_int(AX_ATTR_IS_STABLE, 1)};
    ax_emission emission = {
        .op = &ax_op_sort,
        .noperands = count,
        .operands = operands,
        .nattrs = 2,
        .attrs = attrs,
        .nregions = 1,
        .regions = &region,
        .nresults = count,
        .location = here,
    };
    ax_emit(builder, &emission, out_results);
}

/* ---- by keys ---- */

typedef struct keys_user {
    int32_t num_keys;
    ax_location here;
} keys_user;

/* A float with one zero and one NaN, so that the total order is JAX's order. */
static ax_value canonical(ax_value x, ax_location here)
{
    ax_dtype dtype = ax_value_type(x).dtype;
    if (!ax_dtype_is_float(dtype))
        return x;
    ax_value zero = ax_scalar_at(x.builder, dtype, 0, here);
    ax_value nan = ax_scalar_at(x.builder, dtype, (double)NAN, here);
    x = ax_select_at(ax_compare_at(x, zero, AX_EQ, here), zero, x, here);
    return ax_select_at(ax_compare_at(x, x, AX_NE, here), nan, x, here);
}

static void before_by_keys(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    (void)builder;
    const keys_user *u = user;
    for (int32_t k = u->num_keys - 1; k >= 0; k--) {
        ax_value x = canonical(in[2 * k], u->here), y = canonical(in[2 * k + 1], u->here);
        ax_value less = ax_compare_at(x, y, AX_TOTAL_LT, u->here);
        if (k < u->num_keys - 1) {
            ax_value tie = ax_compare_at(x, y, AX_TOTAL_EQ, u->here);
            less = ax_or_at(less, ax_and_at(tie, out[0], u->here), u->here);
        }
        out[0] = less;
    }
}

void ax_sort_together_at(const ax_value *operands, int32_t count, int32_t num_keys, int64_t axis,
                         ax_value *out_results, ax_location here)
{
    keys_user user = {num_keys, here};
    if (count >= 1 && operands[0].var && (num_keys < 1 || num_keys > count)) {
        fail(operands[0].builder,
             AX_ERROR(AX_INVALID_ARGUMENT, "sort of %d arrays by %d of them", (int)count,
                      (int)num_keys),
             here);
    }
    ax_sort_by_at(operands, count, axis, before_by_keys, &user, out_results, here);
}

ax_value ax_sort_at(ax_value operand, int64_t axis, ax_location here)
{
    ax_value result = ax_builder_poison(operand.builder);
    ax_sort_together_at(&operand, 1, 1, axis, &result, here);
    return result;
}

ax_value ax_argsort_at(ax_value operand, int64_t axis, ax_location here)
{
    int64_t dimension;
    if (!plain_axis("argsort", operand, axis, &dimension, here))
        return ax_builder_poison(operand.builder);
    ax_type type = ax_value_type(operand);
    if (type.dims[dimension] > INT32_MAX) {
        fail(operand.builder,
             AX_ERROR(AX_INVALID_ARGUMENT, "argsort of %lld elements: its indices are i32",
                      (long long)type.dims[dimension]),
             here);
    }
    type.dtype = AX_I32;
    ax_value both[] = {operand, ax_iota_at(operand.builder, &type, dimension, here)}, results[2];
    ax_sort_together_at(both, 2, 1, axis, results, here);
    return results[1];
}

/* ---- the largest ---- */

void ax_top_k_at(ax_value operand, int64_t k, ax_value *out_values, ax_value *out_indices,
                 ax_location here)
{
    *out_values = *out_indices = ax_builder_poison(operand.builder);
    if (!operand.var)
        return;
    ax_attr attr = ax_attr_int(AX_ATTR_K, k);
    ax_value results[] = {*out_values, *out_indices};
    ax_emission emission = {
        .op = &ax_op_top_k,
        .noperands = 1,
        .operands = &operand,
        .nattrs = 1,
        .attrs = &attr,
        .nresults = 2,
        .location = here,
    };
    ax_emit(operand.builder, &emission, results);
    *out_values = results[0];
    *out_indices = results[1];
}
