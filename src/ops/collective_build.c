/* The functions of <axmap/collective.h>. */
#include <axmap/collective.h>

#include "base/checked.h"
#include "ir/location.h"
#include "ops/collective.h"
#include "ops/collective_build.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/shape.h>

/* ---- reductions ---- */

static ax_value reduce(const ax_op *op, ax_value operand, ax_names axes, const ax_groups *groups,
                       ax_location here)
{
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS];
    return operand.var ? ax_emit_collective(op, operand, axes, groups, attrs, 0, here) : operand;
}

ax_value ax_psum_at(ax_value operand, ax_names axes, const ax_groups *groups, ax_location here)
{
    if (operand.var && operand.var->type.dtype == AX_BOOL)
        operand = ax_convert_at(operand, AX_I32, here);
    return reduce(&ax_op_psum, operand, axes, groups, here);
}

ax_value ax_pmax_at(ax_value operand, ax_names axes, const ax_groups *groups, ax_location here)
{
    return reduce(&ax_op_pmax, operand, axes, groups, here);
}

ax_value ax_pmin_at(ax_value operand, ax_names axes, const ax_groups *groups, ax_location here)
{
    return reduce(&ax_op_pmin, operand, axes, groups, here);
}

/* How many members this member's sum is of: a scalar of `dtype`. */
static ax_value group_size(ax_builder *builder, ax_names axes, const ax_groups *groups,
                           ax_dtype dtype, ax_location here)
{
    int64_t members = ax_count_members(builder, "pmean", axes, here);
    if (members < 0 || ax_builder_failed(builder))
        return ax_builder_poison(builder);
    ax_type scalar = ax_type_scalar(AX_I64);
    bool even = !groups || (int64_t)groups->count * ax_widest_group(groups) == members;
    int64_t size = groups ? ax_widest_group(groups) : members;
    if (even)
        return ax_convert_at(ax_constant_at(builder, &scalar, &size, here), dtype, here);

    int64_t *sizes = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, members);
    if (!sizes) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return ax_builder_poison(builder);
    }
    for (int32_t g = 0; g < groups->count; g++) { /* checked with the psum before */
        for (int32_t i = 0; i < groups->members[g].count; i++)
            sizes[groups->members[g].values[i]] = groups->members[g].count;
    }
    ax_value table = ax_constant_i64(builder, AX_LIST(members), sizes, here);
    ax_value own = ax_take_at(table, ax_axis_index_at(builder, axes, here), 0, here);
    return ax_convert_at(own, dtype, here);
}

ax_value ax_pmean_at(ax_value operand, ax_names axes, const ax_groups *groups, ax_location here)
{
    if (!operand.var)
        return operand;
    ax_dtype given = operand.var->type.dtype;
    bool half = ax_dtype_is_half(given);
    if (half) /* a sum of many may be out of its range when their mean is not */
        operand = ax_convert_at(operand, AX_F32, here);
    ax_value sum = ax_psum_at(operand, axes, groups, here);
    ax_dtype dtype = ax_value_type(sum).dtype;
    if (ax_dtype_is_integer(dtype)) {
        dtype = ax_dtype_bytes(dtype) > 4 ? AX_F64 : AX_F32;
        sum = ax_convert_at(sum, dtype, here);
    }
    ax_value mean = ax_div_at(sum, group_size(operand.builder, axes, groups, dtype, here), here);
    return half ? ax_convert_at(mean, given, here) : mean;
}

/* ---- dimensions ---- */

/* A dimension in [0, count), or -1 after an error. */
static int32_t find_dim(const char *what, ax_value operand, int64_t dimension, int64_t count,
                        ax_location here)
{
    int64_t place = dimension < 0 ? dimension + count : dimension;
    if (place >= 0 && place < count)
        return (int32_t)place;
    ax_builder_fail(operand.builder,
                    AX_ERROR(AX_INVALID_ARGUMENT,
                             "%s: dimension %lld of %s is not in [%lld, %lld] (%s:%d%s)", what,
                             (long long)dimension, AX_TYPE_STRING(&operand.var->type),
                             (long long)-count, (long long)(count - 1), AX_PLACE(here)));
    return -1;
}

/* The members that speak with one another; -1 after an error. */
static int64_t members_together(const char *what, ax_value operand, ax_names axes,
                                const ax_groups *groups, ax_location here)
{
    int64_t members = ax_count_members(operand.builder, what, axes, here);
    return members >= 0 && groups ? ax_widest_group(groups) : members;
}

/* Cuts a dimension into `parts`: [d] -> [parts, d / parts]. Poison after an error. */
static ax_value cut_dim(const char *what, ax_value operand, int32_t dim, int64_t parts,
                        ax_names axes, ax_location here)
{
    int64_t size = operand.var->type.dims[dim];
    if (parts < 1 || size % parts) {
        ax_builder_fail(operand.builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "%s: dimension %d of %s has size %lld, which %lld members of "
                                 "axis '%s'%s do not divide (%s:%d%s)",
                                 what, (int)dim, AX_TYPE_STRING(&operand.var->type),
                                 (long long)size, (long long)parts, axes.values[0],
                                 axes.count > 1 ? " and others" : "", AX_PLACE(here)));
        return ax_builder_poison(operand.builder);
    }
    return ax_split_dim(operand, dim, (const int64_t[]){parts, size / parts}, 2, here);
}

ax_value ax_all_gather_at(ax_value operand, ax_names axes, int64_t dimension, bool tiled,
                          const ax_groups *groups, ax_location here)
{
    if (!operand.var)
        return operand;
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS];
    int64_t ndim = operand.var->type.ndim;
    if (!ax_find_axis_sizes(operand.builder, "all_gather", axes, here))
        return ax_builder_poison(operand.builder);
    int32_t place = find_dim("all_gather", operand, dimension, tiled ? ndim : ndim + 1, here);
    if (place < 0)
        return ax_builder_poison(operand.builder);
    attrs[0] = ax_attr_int(AX_ATTR_ALL_GATHER_DIM, place);
    operand = ax_emit_collective(&ax_op_all_gather, operand, axes, groups, attrs, 1, here);
    return tiled ? ax_merge_dims(operand, place, 2, here) : operand;
}

ax_value ax_psum_scatter_at(ax_value operand, ax_names axes, int64_t dimension, bool tiled,
                            const ax_groups *groups, ax_location here)
{
    if (!operand.var)
        return operand;
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS];
    int64_t together = members_together("psum_scatter", operand, axes, groups, here);
    if (together < 0)
        return ax_builder_poison(operand.builder);
    int32_t place = find_dim("psum_scatter", operand, dimension, operand.var->type.ndim, here);
    if (place < 0)
        return ax_builder_poison(operand.builder);
    if (operand.var->type.dtype == AX_BOOL)
        operand = ax_convert_at(operand, AX_I32, here);
    if (tiled && operand.var)
        operand = cut_dim("psum_scatter", operand, place, together, axes, here);
    attrs[0] = ax_attr_int(AX_ATTR_SCATTER_DIMENSION, place);
    return operand.var
               ? ax_emit_collective(&ax_op_psum_scatter, operand, axes, groups, attrs, 1, here)
               : operand;
}

ax_value ax_all_to_all_at(ax_value operand, ax_names axes, int64_t split_dimension,
                          int64_t concat_dimension, bool tiled, const ax_groups *groups,
                          ax_location here)
{
    if (!operand.var)
        return operand;
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS];
    int64_t together = members_together("all_to_all", operand, axes, groups, here);
    if (together < 0)
        return ax_builder_poison(operand.builder);
    int32_t ndim = operand.var->type.ndim;
    int32_t split = find_dim("all_to_all", operand, split_dimension, ndim, here);
    int32_t concat = split < 0 ? -1 : find_dim("all_to_all", operand, concat_dimension, ndim, here);
    if (concat < 0)
        return ax_builder_poison(operand.builder);
    if (tiled)
        operand = cut_dim("all_to_all", operand, split, together, axes, here);
    if (!operand.var)
        return operand;
    attrs[0] = ax_attr_int(AX_ATTR_SPLIT_DIMENSION, split);
    attrs[1] = ax_attr_int(AX_ATTR_CONCAT_DIMENSION, concat);
    operand = ax_emit_collective(&ax_op_all_to_all, operand, axes, groups, attrs, 2, here);
    return tiled ? ax_merge_dims(operand, concat, 2, here) : operand;
}

ax_value ax_pswapaxes_at(ax_value operand, ax_names axes, int64_t dimension,
                         const ax_groups *groups, ax_location here)
{
    return ax_all_to_all_at(operand, axes, dimension, dimension, /*tiled=*/false, groups, here);
}

/* ---- permutations ---- */

/* A source for each member, all -1; NULL after an error. */
static int64_t *new_sources(ax_builder *builder, const char *what, ax_names axes, ax_location here,
                            int32_t *out_count)
{
    int64_t members = ax_count_members(builder, what, axes, here);
    if (members < 0)
        return NULL;
    int64_t *sources = members <= INT32_MAX
                           ? AX_ARENA_NEW(ax_builder_arena(builder), int64_t, members)
                           : NULL;
    if (!sources) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return NULL;
    }
    for (int64_t i = 0; i < members; i++)
        sources[i] = -1;
    *out_count = (int32_t)members;
    return sources;
}

static ax_status *no_such_member(int64_t member, ax_names axes, int32_t count)
{
    return AX_ERROR(AX_INVALID_ARGUMENT, "there is no member %lld: axis '%s'%s has %d members",
                    (long long)member, axes.values[0], axes.count > 1 ? " with the others" : "",
                    (int)count);
}

static ax_value emit_sources(ax_value operand, ax_names axes, const int64_t *sources, int32_t count,
                             ax_location here)
{
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS] = {ax_attr_ints(AX_ATTR_SOURCES, sources, count)};
    return ax_emit_collective(&ax_op_ppermute, operand, axes, NULL, attrs, 1, here);
}

static ax_status *read_pairs(ax_builder *builder, ax_ints pairs, ax_names axes, int64_t *sources,
                             int32_t count)
{
    bool *sends = AX_ARENA_NEW(ax_builder_arena(builder), bool, count);
    if (!sends)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph");
    if (pairs.count < 0 || pairs.count % 2)
        return AX_ERROR(AX_INVALID_ARGUMENT, "%d numbers are no pairs", (int)pairs.count);
    for (int32_t i = 0; i < pairs.count; i += 2) {
        int64_t source = pairs.values[i], target = pairs.values[i + 1];
        if (source < 0 || source >= count)
            return no_such_member(source, axes, count);
        if (target < 0 || target >= count)
            return no_such_member(target, axes, count);
        if (sends[source] || sources[target] >= 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "pair (%lld, %lld): member %lld %s already",
                            (long long)source, (long long)target,
                            (long long)(sends[source] ? source : target),
                            sends[source] ? "is a source" : "is a target");
        }
        sends[source] = true;
        sources[target] = source;
    }
    return NULL;
}

ax_value ax_ppermute_at(ax_value operand, ax_names axes, ax_ints pairs, ax_location here)
{
    int32_t count;
    if (!operand.var)
        return operand;
    int64_t *sources = new_sources(operand.builder, "ppermute", axes, here, &count);
    if (!sources)
        return ax_builder_poison(operand.builder);
    ax_status *status = read_pairs(operand.builder, pairs, axes, sources, count);
    return status ? ax_collective_fail(operand.builder, status, "ppermute", here)
                  : emit_sources(operand, axes, sources, count, here);
}

static ax_status *read_permutation(ax_builder *builder, ax_ints permutation, ax_names axes,
                                   int64_t *sources, int32_t count)
{
    bool *seen = AX_ARENA_NEW(ax_builder_arena(builder), bool, count);
    if (!seen)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph");
    if (permutation.count != count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "a permutation of %d entries for %d members of '%s'",
                        (int)permutation.count, (int)count, axes.values[0]);
    }
    for (int32_t i = 0; i < count; i++) {
        int64_t source = permutation.values[i];
        if (source < 0 || source >= count)
            return no_such_member(source, axes, count);
        if (seen[source]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "the permutation has member %lld twice",
                            (long long)source);
        }
        seen[source] = true;
        sources[i] = source;
    }
    return NULL;
}

ax_value ax_pshuffle_at(ax_value operand, ax_names axes, ax_ints permutation, ax_location here)
{
    int32_t count;
    if (!operand.var)
        return operand;
    int64_t *sources = new_sources(operand.builder, "pshuffle", axes, here, &count);
    if (!sources)
        return ax_builder_poison(operand.builder);
    ax_status *status = read_permutation(operand.builder, permutation, axes, sources, count);
    return status ? ax_collective_fail(operand.builder, status, "pshuffle", here)
                  : emit_sources(operand, axes, sources, count, here);
}

ax_value ax_promise_at(ax_value operand, ax_names axes, ax_location here)
{
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS] = {ax_attr_int(AX_ATTR_SOURCE, 0),
                                               ax_attr_int(AX_ATTR_PROMISED, 1)};
    return operand.var ? ax_emit_collective(&ax_op_pbroadcast, operand, axes, NULL, attrs, 2, here)
                       : operand;
}

ax_value ax_pbroadcast_at(ax_value operand, ax_names axes, int64_t source, ax_location here)
{
    ax_attr attrs[AX_COLLECTIVE_MOST_ATTRS] = {ax_attr_int(AX_ATTR_SOURCE, source)};
    return operand.var ? ax_emit_collective(&ax_op_pbroadcast, operand, axes, NULL, attrs, 1, here)
                       : operand;
}

ax_value ax_axis_index_at(ax_builder *builder, ax_names axes, ax_location here)
{
    int64_t members = ax_count_members(builder, "axis_index", axes, here);
    if (members > INT32_MAX) {
        ax_builder_fail(builder, AX_ERROR(AX_INVALID_ARGUMENT,
                                          "axis_index is i32 and the axes have more rows than it "
                                          "can count (%s:%d%s)",
                                          AX_PLACE(here)));
    }
    const int64_t *sizes = members < 0 ? NULL
                                       : ax_find_axis_sizes(builder, "axis_index", axes, here);
    if (!sizes || ax_builder_failed(builder))
        return ax_builder_poison(builder);
    ax_value index = ax_member_index(builder, axes, sizes, here);
    return axes.count > 1 ? ax_convert_at(index, AX_I32, here) : index;
}
