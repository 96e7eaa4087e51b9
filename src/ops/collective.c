/* Collectives over named axes.
 *
 * An equation carries the axes' names and sizes. vmap over one of them removes that axis here, in
 * the batch rule; ax_map cuts the graph at those over its own axis and runs them through comm. The
 * ops take several axes where that is one collective (psum, pmax, pmin) and one axis otherwise:
 * the builders compose all_gather and axis_index over several axes from those.
 */
#include "ops/ops.h"

#include "base/checked.h"
#include "ops/check.h"

#include <axmap/collective.h>
#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <string.h>

/* ---- types ---- */

static ax_status *check_axes(const ax_eqn *eqn, int32_t most)
{
    AX_TRY(ax_check_form(eqn));
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    if (axes.count < 1 || axes.count > most || axes.count != sizes.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s takes %s axis names, not %d", eqn->op->name,
                        most == 1 ? "one" : "one or more", (int)axes.count);
    }
    for (int32_t i = 0; i < axes.count; i++) {
        if (sizes.values[i] < 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "axis '%s' has size %lld", axes.values[i],
                            (long long)sizes.values[i]);
        }
        for (int32_t j = 0; j < i; j++) {
            if (strcmp(axes.values[i], axes.values[j]) == 0) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "axis '%s' is named twice", axes.values[i]);
            }
        }
    }
    return NULL;
}

static ax_status *infer_reduction(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(check_axes(eqn, INT32_MAX));
    AX_TRY(ax_check_dtype(eqn, ax_operand_type(eqn, 0)->dtype));
    out_types[0] = *ax_operand_type(eqn, 0);
    return NULL;
}

static ax_status *infer_psum(const ax_eqn *eqn, ax_type *out_types)
{
    if (eqn->noperands == 1 && ax_operand_type(eqn, 0)->dtype == AX_BOOL)
        return AX_ERROR(AX_INVALID_ARGUMENT, "psum of bool: convert it to i32 first");
    return infer_reduction(eqn, out_types);
}

static ax_status *infer_all_gather(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(check_axes(eqn, 1));
    const ax_type *operand = ax_operand_type(eqn, 0);
    int64_t dimension = ax_eqn_int_or(eqn, AX_ATTR_ALL_GATHER_DIM, -1);
    if (dimension < 0 || dimension > operand->ndim || operand->ndim == AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "all_gather_dim %lld is not in [0, %d]",
                        (long long)dimension, (int)operand->ndim);
    }
    int64_t size = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES).values[0];
    out_types[0] = ax_type_insert_dim(operand, (int32_t)dimension, size);
    return NULL;
}

static ax_status *infer_axis_index(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(check_axes(eqn, 1));
    int64_t size = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES).values[0];
    if (size > INT32_MAX) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "axis_index is i32 and axis '%s' has %lld rows, more than it can count",
                        ax_eqn_names(eqn, AX_ATTR_AXES).values[0], (long long)size);
    }
    out_types[0] = ax_type_scalar(AX_I32);
    return NULL;
}

/* ---- vmap ---- */

static int32_t find_axis(ax_names axes, const char *name)
{
    for (int32_t i = 0; name && i < axes.count; i++) {
        if (strcmp(axes.values[i], name) == 0)
            return i;
    }
    return -1;
}

/* What becomes of x when the rule's own axis is reduced and x is mapped along it. */
static ax_value reduce_rows(const ax_eqn *eqn, ax_batched x)
{
    ax_ints batch = AX_LIST(x.axis);
    if (eqn->op == &ax_op_psum)
        return ax_sum_at(x.value, batch, eqn->location);
    if (eqn->op == &ax_op_pmax)
        return ax_max_at(x.value, batch, eqn->location);
    return ax_min_at(x.value, batch, eqn->location);
}

/* And when it is not: psum gives size times x, the others x. */
static ax_value reduce_copies(const ax_batching *batching, const ax_eqn *eqn, ax_batched x)
{
    if (eqn->op != &ax_op_psum)
        return x.value;
    ax_builder *builder = batching->builder;
    ax_dtype dtype = ax_value_type(x.value).dtype;
    ax_type scalar = ax_type_scalar(AX_I64);
    ax_value count = ax_constant_at(builder, &scalar, &batching->size, eqn->location);
    return ax_mul_at(x.value, ax_convert_at(count, dtype, eqn->location), eqn->location);
}

/* The same reduction over the axes that remain when `axis` is taken out. */
static ax_value reduce_rest(ax_builder *builder, const ax_eqn *eqn, ax_value x, int32_t axis)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    if (axes.count == 1)
        return x;
    ax_arena *arena = ax_builder_arena(builder);
    const char **names = AX_ARENA_NEW(arena, const char *, axes.count);
    int64_t *rest = AX_ARENA_NEW(arena, int64_t, axes.count);
    if (!names || !rest) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return ax_builder_poison(builder);
    }
    int32_t count = 0;
    for (int32_t i = 0; i < axes.count; i++) {
        if (i == axis)
            continue;
        names[count] = axes.values[i];
        rest[count++] = sizes.values[i];
    }
    ax_attr attrs[] = {{.key = AX_ATTR_AXES, .names = {count, names}},
                       ax_attr_ints(AX_ATTR_AXIS_SIZES, rest, count)};
    return ax_emit_one(builder, eqn->op, &x, 1, attrs, 2, eqn->location);
}

static void batch_reduction(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t axis = find_axis(ax_eqn_names(eqn, AX_ATTR_AXES), batching->axis_name);
    if (axis < 0) {
        ax_batch_emit(batching, eqn, &x.value, eqn->attrs, eqn->nattrs, x.axis);
        return;
    }
    ax_value reduced = x.axis == AX_NOT_MAPPED ? reduce_copies(batching, eqn, x)
                                               : reduce_rows(eqn, x);
    ax_value result = reduce_rest(batching->builder, eqn, reduced, axis);
    ax_batch_results(batching, eqn, &result, AX_NOT_MAPPED);
}

static void batch_all_gather(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_ALL_GATHER_DIM);
    if (find_axis(ax_eqn_names(eqn, AX_ATTR_AXES), batching->axis_name) >= 0) {
        ax_value gathered = ax_batch_move(batching, x, (int32_t)dimension, eqn->location);
        ax_batch_results(batching, eqn, &gathered, AX_NOT_MAPPED);
        return;
    }
    /* The batch dimension may stand in front of the gathered one or behind it. */
    bool behind = x.axis >= dimension;
    ax_attr attrs[] = {
        ax_attr_int(AX_ATTR_ALL_GATHER_DIM, behind ? dimension : dimension + 1),
        *ax_eqn_find_attr(eqn, AX_ATTR_AXES),
        *ax_eqn_find_attr(eqn, AX_ATTR_AXIS_SIZES),
    };
    ax_batch_emit(batching, eqn, &x.value, attrs, 3, behind ? x.axis + 1 : x.axis);
}

static void batch_axis_index(ax_batching *batching, const ax_eqn *eqn)
{
    ax_type rows = {.dtype = AX_I32, .ndim = 1, .dims = {batching->size}};
    ax_value index = ax_iota_at(batching->builder, &rows, 0, eqn->location);
    ax_batch_results(batching, eqn, &index, 0);
}

/* ---- records ---- */

#define RUN_BY_EXECUTOR \
    AX_NO_RULE("run by whoever binds the axis: vmap removes it, ax_map communicates")
#define AXES AX_ATTR_AXES, AX_ATTR_AXIS_SIZES

AX_OP_RECORD(psum, collective, .dtypes = AX_SET_NUMBER & ~AX_SET_HALF, .noperands = 1,
             .traits = AX_TRAIT_COLLECTIVE, .attrs = AX_ATTR_LIST(AXES),
             .infer = AX_RULE(infer_psum), .batch = AX_RULE(batch_reduction),
             .eval = RUN_BY_EXECUTOR);

AX_OP_RECORD(pmax, collective, .dtypes = AX_SET_REAL & ~AX_SET_HALF, .noperands = 1,
             .traits = AX_TRAIT_COLLECTIVE, .attrs = AX_ATTR_LIST(AXES),
             .infer = AX_RULE(infer_reduction), .batch = AX_RULE(batch_reduction),
             .eval = RUN_BY_EXECUTOR);

AX_OP_RECORD(pmin, collective, .dtypes = AX_SET_REAL & ~AX_SET_HALF, .noperands = 1,
             .traits = AX_TRAIT_COLLECTIVE, .attrs = AX_ATTR_LIST(AXES),
             .infer = AX_RULE(infer_reduction), .batch = AX_RULE(batch_reduction),
             .eval = RUN_BY_EXECUTOR);

AX_OP_RECORD(all_gather, collective, .dtypes = AX_SET_EVERY, .noperands = 1,
             .traits = AX_TRAIT_COLLECTIVE, .attrs = AX_ATTR_LIST(AX_ATTR_ALL_GATHER_DIM, AXES),
             .infer = AX_RULE(infer_all_gather), .batch = AX_RULE(batch_all_gather),
             .eval = RUN_BY_EXECUTOR);

AX_OP_RECORD(axis_index, collective, .dtypes = AX_DTYPE_BIT(AX_I32), .noperands = 0,
             .traits = AX_TRAIT_COLLECTIVE, .attrs = AX_ATTR_LIST(AXES),
             .infer = AX_RULE(infer_axis_index), .batch = AX_RULE(batch_axis_index),
             .eval = RUN_BY_EXECUTOR);

/* ---- builders ---- */

/* NULL, or why these names are no list of axes: none, one twice, or one that nobody binds. */
static ax_status *check_names(const ax_builder *builder, const char *what, ax_names axes,
                              ax_location here)
{
    if (axes.count < 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: it needs the name of an axis (%s:%d)", what,
                        here.file, here.line);
    }
    for (int32_t i = 0; i < axes.count; i++) {
        if (!ax_builder_find_axis(builder, axes.values[i])) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: no axis '%s' is bound here; bound axes: %s (%s:%d)", what,
                            axes.values[i], ax_builder_axis_list(builder), here.file, here.line);
        }
        if (find_axis((ax_names){i, axes.values}, axes.values[i]) >= 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis '%s' is named twice (%s:%d)", what,
                            axes.values[i], here.file, here.line);
        }
    }
    return NULL;
}

/* The axes' sizes in the builder's arena, or NULL after an error. */
static const int64_t *find_sizes(ax_builder *builder, const char *what, ax_names axes,
                                 ax_location here)
{
    ax_status *status = check_names(builder, what, axes, here);
    if (status) {
        ax_builder_fail(builder, status);
        return NULL;
    }
    int64_t *sizes = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, axes.count);
    if (!sizes) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return NULL;
    }
    for (int32_t i = 0; i < axes.count; i++)
        sizes[i] = ax_builder_find_axis(builder, axes.values[i])->size;
    return sizes;
}

static ax_value emit_collective(ax_builder *builder, const ax_op *op, const ax_value *operand,
                                ax_names axes, ax_location here)
{
    const int64_t *sizes = find_sizes(builder, op->name, axes, here);
    if (!sizes)
        return ax_builder_poison(builder);
    ax_attr attrs[] = {{.key = AX_ATTR_AXES, .names = axes},
                       ax_attr_ints(AX_ATTR_AXIS_SIZES, sizes, axes.count)};
    return ax_emit_one(builder, op, operand, operand ? 1 : 0, attrs, 2, here);
}

int64_t ax_axis_size(ax_builder *builder, ax_names axes)
{
    const int64_t *sizes = find_sizes(builder, "axis_size", axes, AX_HERE);
    int64_t size = 1;
    for (int32_t i = 0; i < axes.count && sizes; i++) {
        if (!ax_checked_mul(size, sizes[i], &size)) {
            ax_builder_fail(builder, AX_ERROR(AX_OVERFLOW, "the axes' size does not fit 64 bits"));
            return 0;
        }
    }
    return sizes ? size : 0;
}

ax_value ax_psum_at(ax_value operand, ax_names axes, ax_location here)
{
    if (!operand.var)
        return operand;
    if (operand.var->type.dtype == AX_BOOL)
        operand = ax_convert_at(operand, AX_I32, here);
    return emit_collective(operand.builder, &ax_op_psum, &operand, axes, here);
}

ax_value ax_pmax_at(ax_value operand, ax_names axes, ax_location here)
{
    return operand.var ? emit_collective(operand.builder, &ax_op_pmax, &operand, axes, here)
                       : operand;
}

ax_value ax_pmin_at(ax_value operand, ax_names axes, ax_location here)
{
    return operand.var ? emit_collective(operand.builder, &ax_op_pmin, &operand, axes, here)
                       : operand;
}

ax_value ax_pmean_at(ax_value operand, ax_names axes, ax_location here)
{
    if (!operand.var)
        return operand;
    ax_value sum = ax_psum_at(operand, axes, here);
    ax_dtype dtype = ax_value_type(sum).dtype;
    if (ax_dtype_is_integer(dtype)) {
        dtype = ax_dtype_bytes(dtype) > 4 ? AX_F64 : AX_F32;
        sum = ax_convert_at(sum, dtype, here);
    }
    int64_t size = ax_axis_size(operand.builder, axes);
    ax_type scalar = ax_type_scalar(AX_I64);
    ax_value count = ax_constant_at(operand.builder, &scalar, &size, here);
    return ax_div_at(sum, ax_convert_at(count, dtype, here), here);
}

/* Gathers over one axis into a new dimension. */
static ax_value gather_one(ax_value operand, const char *axis, int64_t dimension, ax_location here)
{
    if (!operand.var)
        return operand;
    ax_names axes = {1, &axis};
    const int64_t *sizes = find_sizes(operand.builder, "all_gather", axes, here);
    if (!sizes)
        return ax_builder_poison(operand.builder);
    ax_attr attrs[] = {ax_attr_int(AX_ATTR_ALL_GATHER_DIM, dimension),
                       {.key = AX_ATTR_AXES, .names = axes},
                       ax_attr_ints(AX_ATTR_AXIS_SIZES, sizes, 1)};
    return ax_emit_one(operand.builder, &ax_op_all_gather, &operand, 1, attrs, 3, here);
}

/* The same elements with `count` dimensions from `first` on as one. */
static ax_value merge_dims(ax_value value, int64_t first, int64_t count, ax_location here)
{
    if (!value.var || count < 2)
        return value;
    ax_type type = value.var->type;
    int64_t dims[AX_MAX_NDIM];
    int32_t ndim = 0;
    for (int32_t i = 0; i < type.ndim; i++) {
        if (i > first && i < first + count) {
            dims[ndim - 1] *= type.dims[i]; /* no overflow: the value's own size holds it */
        } else {
            dims[ndim++] = type.dims[i];
        }
    }
    return ax_reshape_at(value, (ax_ints){ndim, dims}, here);
}

ax_value ax_all_gather_at(ax_value operand, ax_names axes, int64_t dimension, bool tiled,
                          ax_location here)
{
    if (!operand.var)
        return operand;
    if (!find_sizes(operand.builder, "all_gather", axes, here))
        return ax_builder_poison(operand.builder);
    int64_t ndim = operand.var->type.ndim;
    int64_t most = tiled ? ndim - 1 : ndim;
    int64_t place = dimension < 0 ? dimension + most + 1 : dimension;
    if (place < 0 || place > most) {
        ax_builder_fail(operand.builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "all_gather: dimension %lld of %s is not in [%lld, %lld] (%s:%d)",
                                 (long long)dimension, AX_TYPE_STRING(&operand.var->type),
                                 (long long)(-most - 1), (long long)most, here.file, here.line));
        return ax_builder_poison(operand.builder);
    }
    /* The last axis is the minor one: gathered first, it ends up innermost. */
    for (int32_t i = axes.count - 1; i >= 0; i--) {
        operand = gather_one(operand, axes.values[i], place, here);
    }
    return merge_dims(operand, place, axes.count + (tiled ? 1 : 0), here);
}

ax_value ax_axis_index_at(ax_builder *builder, ax_names axes, ax_location here)
{
    const int64_t *sizes = find_sizes(builder, "axis_index", axes, here);
    int64_t rows = 1;
    for (int32_t i = 0; i < axes.count && sizes; i++) {
        if (ax_checked_mul(rows, sizes[i], &rows) && rows <= INT32_MAX)
            continue;
        ax_builder_fail(builder, AX_ERROR(AX_INVALID_ARGUMENT,
                                          "axis_index is i32 and the axes have more rows than it "
                                          "can count (%s:%d)",
                                          here.file, here.line));
        sizes = NULL;
    }
    if (!sizes)
        return ax_builder_poison(builder);
    ax_value index = ax_builder_poison(builder);
    for (int32_t i = 0; i < axes.count; i++) {
        ax_value digit = emit_collective(builder, &ax_op_axis_index, NULL,
                                         (ax_names){1, &axes.values[i]}, here);
        if (i == 0) {
            index = digit;
            continue;
        }
        ax_value size = ax_scalar_at(builder, AX_I32, (double)sizes[i], here);
        index = ax_add_at(ax_mul_at(index, size, here), digit, here);
    }
    return index;
}
