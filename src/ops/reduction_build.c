/* The public functions of <axmap/reduction.h>. */
#include <axmap/reduction.h>

#include "ir/location.h"
#include "ops/ops.h"
#include "ops/region.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>
#include <math.h>

static ax_value fail(ax_builder *builder, ax_status *status, ax_location here)
{
    ax_builder_fail(builder, ax_status_context(status, "at %s:%d%s", AX_PLACE(here)));
    return ax_builder_poison(builder);
}

/* ---- any function of two ---- */

static void emit_reduction(const ax_op *op, const ax_value *operands, const ax_value *inits,
                           int32_t count, const ax_attr *attrs, int32_t nattrs, ax_trace_fn *body,
                           void *user, ax_value *out_results, ax_location here)
{
    if (count < 1)
        return; /* no builder to tell: the caller has nothing to reduce */
    ax_builder *builder = operands[0].builder;
    for (int32_t i = 0; i < count; i++)
        out_results[i] = ax_builder_poison(builder);
    if (ax_builder_failed(builder))
        return;
    ax_value *all = AX_ARENA_NEW(ax_builder_arena(builder), ax_value, 2 * (int64_t)count);
    const ax_graph *region = all ? ax_region_trace(builder, operands, count, body, user) : NULL;
    if (!region) {
        if (!ax_builder_failed(builder))
            fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"), here);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        all[i] = operands[i];
        all[count + i] = inits[i];
    }
    ax_emission emission = {
        .op = op,
        .noperands = 2 * count,
        .operands = all,
        .nattrs = nattrs,
        .attrs = attrs,
        .nregions = 1,
        .regions = &region,
        .nresults = count,
        .location = here,
    };
    ax_emit(builder, &emission, out_results);
}

void ax_reduce_at(const ax_value *operands, const ax_value *inits, int32_t count,
                  ax_ints dimensions, ax_trace_fn *body, void *user, ax_value *out_results,
                  ax_location here)
{
    ax_attr attr = {.key = AX_ATTR_DIMENSIONS, .ints = dimensions};
    emit_reduction(&ax_op_reduce, operands, inits, count, &attr, 1, body, user, out_results, here);
}

void ax_reduce_window_at(const ax_value *operands, const ax_value *inits, int32_t count,
                         const ax_window_options *options, ax_trace_fn *body, void *user,
                         ax_value *out_results, ax_location here)
{
    static const int64_t zeros[2 * AX_MAX_NDIM] = {0};
    int64_t ones[AX_MAX_NDIM];
    for (int32_t i = 0; i < AX_MAX_NDIM; i++)
        ones[i] = 1;
    int32_t ndim = count > 0 ? ax_value_type(operands[0]).ndim : 0;
    ax_ints one = {ndim, ones}, none = {2 * ndim, zeros};
    const ax_window_options *o = options;
    ax_attr attrs[] = {
        {.key = AX_ATTR_WINDOW_DIMENSIONS, .ints = o->dimensions},
        {.key = AX_ATTR_WINDOW_STRIDES, .ints = o->strides.count ? o->strides : one},
        {.key = AX_ATTR_BASE_DILATIONS, .ints = o->base_dilations.count ? o->base_dilations : one},
        {.key = AX_ATTR_WINDOW_DILATIONS,
         .ints = o->window_dilations.count ? o->window_dilations : one},
        {.key = AX_ATTR_PADDING, .ints = o->padding.count ? o->padding : none},
    };
    emit_reduction(&ax_op_reduce_window, operands, inits, count, attrs, 5, body, user, out_results,
                   here);
}

ax_value ax_select_and_scatter_at(ax_value operand, ax_value source, ax_value init,
                                  const ax_window_options *options, ax_trace_fn *select,
                                  ax_trace_fn *scatter, void *user, ax_location here)
{
    static const int64_t zeros[2 * AX_MAX_NDIM] = {0};
    int64_t ones[AX_MAX_NDIM];
    for (int32_t i = 0; i < AX_MAX_NDIM; i++)
        ones[i] = 1;
    ax_value result = ax_builder_poison(operand.builder);
    if (ax_builder_failed(operand.builder))
        return result;
    int32_t ndim = ax_value_type(operand).ndim;
    ax_ints one = {ndim, ones}, none = {2 * ndim, zeros};
    ax_attr attrs[] = {
        {.key = AX_ATTR_WINDOW_DIMENSIONS, .ints = options->dimensions},
        {.key = AX_ATTR_WINDOW_STRIDES, .ints = options->strides.count ? options->strides : one},
        {.key = AX_ATTR_PADDING, .ints = options->padding.count ? options->padding : none},
    };
    if (options->base_dilations.count || options->window_dilations.count) {
        return fail(operand.builder,
                    AX_ERROR(AX_INVALID_ARGUMENT, "select_and_scatter has no dilations"), here);
    }
    const ax_graph *regions[2];
    regions[0] = ax_region_trace(operand.builder, &operand, 1, select, user);
    regions[1] = regions[0] ? ax_region_trace(operand.builder, &operand, 1, scatter, user) : NULL;
    if (!regions[1]) {
        return ax_builder_failed(operand.builder)
                   ? result
                   : fail(operand.builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"),
                          here);
    }
    ax_emission emission = {
        .op = &ax_op_select_and_scatter,
        .noperands = 3,
        .operands = (ax_value[]){operand, source, init},
        .nattrs = 3,
        .attrs = attrs,
        .nregions = 2,
        .regions = regions,
        .nresults = 1,
        .location = here,
    };
    ax_emit(operand.builder, &emission, &result);
    return result;
}

/* ---- by one op ---- */

typedef struct monoid {
    const char *name;
    const ax_op *op;
    double identity;
    double bool_identity;
} monoid;

static const monoid sum = {"sum", &ax_op_add, 0, 0};
static const monoid prod = {"prod", &ax_op_multiply, 1, 1};
static const monoid largest = {"max", &ax_op_maximum, -INFINITY, 0};
static const monoid smallest = {"min", &ax_op_minimum, INFINITY, 1};
static const monoid every = {"all", &ax_op_and, 1, 1};
static const monoid some = {"any", &ax_op_or, 0, 0};

/* What a region's equations are made with: the op, and the user's place for their messages. */
typedef struct body_user {
    const monoid *monoid;
    ax_location here;
} body_user;

static void apply_monoid(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    const body_user *u = user;
    out[0] = ax_emit_one(builder, u->monoid->op, in, 2, NULL, 0, u->here);
}

static ax_value identity_of(const monoid *m, ax_value operand, ax_location here)
{
    ax_dtype dtype = ax_value_type(operand).dtype;
    double value = dtype == AX_BOOL ? m->bool_identity : m->identity;
    return ax_scalar_at(operand.builder, dtype, value, here);
}

/* The dims as StableHLO has them, in `room`; false (said) where one is out of range. */
static bool plain_dims(const char *name, ax_value operand, ax_ints dims, int64_t *room,
                       ax_ints *out_dims, ax_location here)
{
    ax_type type = ax_value_type(operand);
    int32_t count = dims.count < 0 ? type.ndim : dims.count;
    if (count > type.ndim) {
        fail(operand.builder,
             AX_ERROR(AX_INVALID_ARGUMENT, "%s over %d dimensions: %s has %d", name, (int)count,
                      AX_TYPE_STRING(&type), (int)type.ndim),
             here);
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        int64_t dim = dims.count < 0 ? i : dims.values[i];
        if (dim < -type.ndim || dim >= type.ndim) {
            fail(operand.builder,
                 AX_ERROR(AX_INVALID_ARGUMENT, "%s: dimension %lld is out of range for %s", name,
                          (long long)dim, AX_TYPE_STRING(&type)),
                 here);
            return false;
        }
        room[i] = dim < 0 ? dim + type.ndim : dim;
    }
    *out_dims = (ax_ints){count, room};
    return true;
}

static ax_value reduce_by(const monoid *m, ax_value operand, ax_ints dims, ax_location here)
{
    int64_t room[AX_MAX_NDIM];
    ax_value result = ax_builder_poison(operand.builder);
    ax_ints plain;
    if (!operand.var || !plain_dims(m->name, operand, dims, room, &plain, here))
        return result;
    ax_value init = identity_of(m, operand, here);
    body_user user = {m, here};
    ax_reduce_at(&operand, &init, 1, plain, apply_monoid, &user, &result, here);
    return result;
}

ax_value ax_sum_at(ax_value operand, ax_ints dims, ax_location here)
{
    return reduce_by(&sum, operand, dims, here);
}

ax_value ax_prod_at(ax_value operand, ax_ints dims, ax_location here)
{
    return reduce_by(&prod, operand, dims, here);
}

ax_value ax_max_at(ax_value operand, ax_ints dims, ax_location here)
{
    return reduce_by(&largest, operand, dims, here);
}

ax_value ax_min_at(ax_value operand, ax_ints dims, ax_location here)
{
    return reduce_by(&smallest, operand, dims, here);
}

static ax_value reduce_bools(const monoid *m, ax_value operand, ax_ints dims, ax_location here)
{
    ax_type type = ax_value_type(operand);
    if (operand.var && type.dtype != AX_BOOL) {
        return fail(operand.builder,
                    AX_ERROR(AX_INVALID_ARGUMENT, "%s takes bool, not %s; compare it with 0 first",
                             m->name, AX_TYPE_STRING(&type)),
                    here);
    }
    return reduce_by(m, operand, dims, here);
}

ax_value ax_all_at(ax_value operand, ax_ints dims, ax_location here)
{
    return reduce_bools(&every, operand, dims, here);
}

ax_value ax_any_at(ax_value operand, ax_ints dims, ax_location here)
{
    return reduce_bools(&some, operand, dims, here);
}

/* ---- means, indices, pooling ---- */

static bool float_only(const char *name, ax_value operand, ax_location here)
{
    ax_type type = ax_value_type(operand);
    if (!operand.var)
        return false;
    if (ax_dtype_is_float(type.dtype))
        return true;
    fail(operand.builder,
         AX_ERROR(AX_INVALID_ARGUMENT, "%s takes floating point, not %s; convert it first", name,
                  AX_TYPE_STRING(&type)),
         here);
    return false;
}

/* A sum divided by how many elements of `operand` went into each of its elements. */
static ax_value divide_by_count(ax_value total, double count, ax_location here)
{
    ax_value divisor = ax_scalar_at(total.builder, ax_value_type(total).dtype, count, here);
    return ax_div_at(total, divisor, here);
}

/* Means of halves are computed in f32: a sum may be larger than any half. */
static ax_value widened(ax_value operand, ax_location here)
{
    bool half = ax_dtype_is_half(ax_value_type(operand).dtype);
    return half ? ax_convert_at(operand, AX_F32, here) : operand;
}

static ax_value narrowed(ax_value mean, ax_dtype dtype, ax_location here)
{
    return ax_dtype_is_half(dtype) ? ax_convert_at(mean, dtype, here) : mean;
}

ax_value ax_mean_at(ax_value operand, ax_ints dims, ax_location here)
{
    int64_t room[AX_MAX_NDIM];
    ax_ints plain;
    if (!float_only("mean", operand, here) ||
        !plain_dims("mean", operand, dims, room, &plain, here))
        return ax_builder_poison(operand.builder);
    ax_type type = ax_value_type(operand);
    double count = 1;
    for (int32_t i = 0; i < plain.count; i++)
        count *= (double)type.dims[plain.values[i]];
    ax_value total = ax_sum_at(widened(operand, here), plain, here);
    return narrowed(divide_by_count(total, count, here), type.dtype, here);
}

/* in: the best value and its index, then a value and its index that come later. The monoid says whether
 * larger or smaller is better. */
static void later_if_better(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    (void)builder;
    const body_user *u = user;
    ax_location here = u->here;
    ax_value better = ax_compare_at(in[2], in[0], u->monoid == &largest ? AX_GT : AX_LT, here);
    if (ax_dtype_is_float(ax_value_type(in[0]).dtype)) {
        ax_value nan = ax_compare_at(in[2], in[2], AX_NE, here);
        ax_value number = ax_compare_at(in[0], in[0], AX_EQ, here);
        better = ax_or_at(better, ax_and_at(nan, number, here), here);
    }
    out[0] = ax_select_at(better, in[2], in[0], here);
    out[1] = ax_select_at(better, in[3], in[1], here);
}

/* `name` is argmax or argmin, by `m`. */
static ax_value index_of_best(const char *name, const monoid *m, ax_value operand, int64_t axis,
                              ax_location here)
{
    int64_t room[AX_MAX_NDIM];
    ax_ints plain;
    if (!operand.var || !plain_dims(name, operand, AX_LIST(axis), room, &plain, here))
        return ax_builder_poison(operand.builder);
    ax_type type = ax_value_type(operand);
    int64_t size = type.dims[room[0]];
    if (size < 1 || size > INT32_MAX) {
        return fail(operand.builder,
                    AX_ERROR(AX_INVALID_ARGUMENT,
                             "%s: dimension %lld of %s: sizes from 1 to 2^31 - 1 are allowed", name,
                             (long long)room[0], AX_TYPE_STRING(&type)),
                    here);
    }
    if (type.dtype == AX_BOOL) {
        operand = ax_convert_at(operand, AX_U8, here);
        type = ax_value_type(operand);
    }
    ax_value best = identity_of(m, operand, here);
    type.dtype = AX_I32;
    ax_value inputs[] = {operand, ax_iota_at(operand.builder, &type, room[0], here)};
    ax_value inits[] = {best, ax_scalar_at(operand.builder, AX_I32, 0, here)};
    ax_value results[2];
    body_user user = {m, here};
    ax_reduce_at(inputs, inits, 2, plain, later_if_better, &user, results, here);
    return results[1];
}

ax_value ax_argmax_at(ax_value operand, int64_t axis, ax_location here)
{
    return index_of_best("argmax", &largest, operand, axis, here);
}

ax_value ax_argmin_at(ax_value operand, int64_t axis, ax_location here)
{
    return index_of_best("argmin", &smallest, operand, axis, here);
}

static ax_value pool_by(const monoid *m, ax_value operand, ax_ints window, ax_ints strides,
                        ax_location here)
{
    ax_value result = ax_builder_poison(operand.builder);
    if (!operand.var)
        return result;
    ax_window_options options = {.dimensions = window, .strides = strides.count ? strides : window};
    ax_value init = identity_of(m, operand, here);
    body_user user = {m, here};
    ax_reduce_window_at(&operand, &init, 1, &options, apply_monoid, &user, &result, here);
    return result;
}

ax_value ax_max_pool_at(ax_value operand, ax_ints window, ax_ints strides, ax_location here)
{
    return pool_by(&largest, operand, window, strides, here);
}

ax_value ax_avg_pool_at(ax_value operand, ax_ints window, ax_ints strides, ax_location here)
{
    if (!float_only("avg_pool", operand, here))
        return ax_builder_poison(operand.builder);
    ax_value total = pool_by(&sum, widened(operand, here), window, strides, here);
    double count = 1;
    for (int32_t i = 0; i < window.count; i++)
        count *= (double)window.values[i];
    return narrowed(divide_by_count(total, count, here), ax_value_type(operand).dtype, here);
}
