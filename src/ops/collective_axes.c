/* The axes and groups that the public functions are given. */
#include "ir/location.h"
#include "ops/collective_build.h"

#include "base/checked.h"
#include "ops/collective.h"
#include "ops/ops.h"

ax_value ax_collective_fail(ax_builder *builder, ax_status *status, const char *what,
                            ax_location here)
{
    ax_builder_fail(builder, ax_status_context(status, "in %s at %s:%d%s", what, AX_PLACE(here)));
    return ax_builder_poison(builder);
}

/* The members' numbers: in groups written in C there is no padding, nor a group of nobody. */
static ax_status *check_members(const ax_groups *groups)
{
    for (int32_t g = 0; g < groups->count; g++) {
        ax_ints members = groups->members[g];
        if (members.count < 1)
            return AX_ERROR(AX_INVALID_ARGUMENT, "group %d has no members", (int)g);
        for (int32_t i = 0; i < members.count; i++) {
            if (members.values[i] < 0)
                return AX_ERROR(AX_INVALID_ARGUMENT,
                                "group %d has member %lld; members are numbered from 0", (int)g,
                                (long long)members.values[i]);
        }
    }
    return NULL;
}

/* NULL, or why these names are no list of axes: none, one twice, or one that nobody binds. */
static ax_status *check_names(const ax_builder *builder, const char *what, ax_names axes,
                              ax_location here)
{
    if (axes.count < 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: it needs the name of an axis (%s:%d%s)", what,
                        AX_PLACE(here));
    }
    for (int32_t i = 0; i < axes.count; i++) {
        if (!axes.values[i])
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis %d of %d has no name (%s:%d%s)", what,
                            (int)i, (int)axes.count, AX_PLACE(here));
        if (!ax_builder_find_axis(builder, axes.values[i])) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: no axis '%s' is bound here; bound axes: %s (%s:%d%s)", what,
                            axes.values[i], ax_builder_axis_list(builder), AX_PLACE(here));
        }
        if (ax_names_find((ax_names){i, axes.values}, axes.values[i]) >= 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis '%s' is named twice (%s:%d%s)", what,
                            axes.values[i], AX_PLACE(here));
        }
    }
    return NULL;
}

const int64_t *ax_find_axis_sizes(ax_builder *builder, const char *what, ax_names axes,
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

int64_t ax_count_members(ax_builder *builder, const char *what, ax_names axes, ax_location here)
{
    const int64_t *sizes = ax_find_axis_sizes(builder, what, axes, here);
    int64_t size = 1;
    for (int32_t i = 0; i < axes.count && sizes; i++) {
        if (!ax_checked_mul(size, sizes[i], &size)) {
            ax_builder_fail(builder, AX_ERROR(AX_OVERFLOW, "the axes' size does not fit 64 bits"));
            return -1;
        }
    }
    return sizes ? size : -1;
}

int64_t ax_axis_size_at(ax_builder *builder, ax_names axes, ax_location here)
{
    return ax_max_i64(0, ax_count_members(builder, "axis_size", axes, here));
}

int32_t ax_widest_group(const ax_groups *groups)
{
    int32_t widest = 0;
    for (int32_t g = 0; g < groups->count; g++) {
        if (groups->members[g].count > widest)
            widest = groups->members[g].count;
    }
    return widest;
}

/* Groups as attributes hold them: padded rows. What they say is checked by infer. */
static bool make_groups(ax_builder *builder, const char *what, const ax_groups *groups,
                        ax_location here, ax_attr out_attrs[2])
{
    int32_t widest = ax_widest_group(groups), count;
    if (groups->count < 1 || widest < 1 || __builtin_mul_overflow(groups->count, widest, &count)) {
        ax_collective_fail(builder, AX_ERROR(AX_INVALID_ARGUMENT, "groups without members"), what,
                           here);
        return false;
    }
    ax_status *status = check_members(groups);
    if (status) {
        ax_collective_fail(builder, status, what, here);
        return false;
    }
    int64_t *table = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, count);
    if (!table) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return false;
    }
    for (int32_t g = 0; g < groups->count; g++) {
        for (int32_t i = 0; i < widest; i++) {
            ax_ints members = groups->members[g];
            table[g * widest + i] = i < members.count ? members.values[i] : -1;
        }
    }
    out_attrs[0] = ax_attr_ints(AX_ATTR_AXIS_INDEX_GROUPS, table, count);
    out_attrs[1] = ax_attr_int(AX_ATTR_GROUP_COUNT, groups->count);
    return true;
}

ax_value ax_emit_collective(const ax_op *op, ax_value operand, ax_names axes,
                            const ax_groups *groups, ax_attr *attrs, int32_t nattrs,
                            ax_location here)
{
    ax_builder *builder = operand.builder;
    const int64_t *sizes = ax_find_axis_sizes(builder, op->name, axes, here);
    if (!sizes)
        return ax_builder_poison(builder);
    attrs[nattrs++] = (ax_attr){.key = AX_ATTR_AXES, .names = axes};
    attrs[nattrs++] = ax_attr_ints(AX_ATTR_AXIS_SIZES, sizes, axes.count);
    if (groups) {
        if (!make_groups(builder, op->name, groups, here, &attrs[nattrs]))
            return ax_builder_poison(builder);
        nattrs += 2;
    }
    return ax_emit_one(builder, op, &operand, 1, attrs, nattrs, here);
}
