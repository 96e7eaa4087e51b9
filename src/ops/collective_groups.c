/* The members of a collective and the groups that split them. */
#include "ops/collective.h"

#include "base/checked.h"
#include "ops/check.h"

#include <stdlib.h>
#include <string.h>

int32_t ax_names_find(ax_names axes, const char *name)
{
    for (int32_t i = 0; name && i < axes.count; i++) {
        if (strcmp(axes.values[i], name) == 0)
            return i;
    }
    return -1;
}

static ax_status *check_axes(const ax_eqn *eqn, int64_t *out_count)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    if (axes.count < 1 || axes.count != sizes.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s has %d axis names and %d sizes of axes",
                        eqn->op->name, (int)axes.count, (int)sizes.count);
    }
    int64_t count = 1;
    for (int32_t i = 0; i < axes.count; i++) {
        if (sizes.values[i] < 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis '%s' has size %lld", eqn->op->name,
                            axes.values[i], (long long)sizes.values[i]);
        }
        if (ax_names_find((ax_names){i, axes.values}, axes.values[i]) >= 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis '%s' is named twice", eqn->op->name,
                            axes.values[i]);
        }
        if (!ax_checked_mul(count, sizes.values[i], &count)) {
            return AX_ERROR(AX_OVERFLOW, "%s: its axes have more members than 64 bits count",
                            eqn->op->name);
        }
    }
    *out_count = count;
    return NULL;
}

/* Each row of groups is members, then padding; `seen` has a flag for the first `looked_at` members. */
static ax_status *check_groups(const ax_eqn *eqn, const ax_members *members, bool *seen,
                               int64_t looked_at)
{
    const char *name = eqn->op->name;
    for (int64_t i = 0; i < members->ngroups * members->widest; i++) {
        int64_t member = members->groups[i];
        if (member == -1 && i % members->widest > 0)
            continue;
        if (member < 0 || member >= members->count) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: group %lld has member %lld; the axes have members 0 to %lld", name,
                            (long long)(i / members->widest), (long long)member,
                            (long long)(members->count - 1));
        }
        if (i % members->widest > 0 && members->groups[i - 1] == -1) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: group %lld has -1 before its last member",
                            name, (long long)(i / members->widest));
        }
        if (member >= looked_at)
            continue;
        if (seen[member]) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: member %lld is twice in the groups; each is in one, once", name,
                            (long long)member);
        }
        seen[member] = true;
    }
    return NULL;
}

static ax_status *check_all_there(const ax_eqn *eqn, const ax_members *members)
{
    int64_t total = members->ngroups * members->widest;
    if (members->count == 0)
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: groups of axes without members", eqn->op->name);
    /* With more members than places one is missing among the first that places can hold. */
    int64_t looked_at = ax_min_i64(members->count, total + 1);
    bool *seen = calloc((size_t)looked_at, sizeof *seen);
    if (!seen)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for groups");
    ax_status *status = check_groups(eqn, members, seen, looked_at);
    for (int64_t i = 0; !status && i < looked_at; i++) {
        if (!seen[i]) {
            status = AX_ERROR(AX_INVALID_ARGUMENT,
                              "%s: member %lld of %lld is in no group; each is in one, once",
                              eqn->op->name, (long long)i, (long long)members->count);
        }
    }
    free(seen);
    return status;
}

ax_members ax_members_of(const ax_eqn *eqn)
{
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    ax_members members = {.count = 1, .ngroups = 1};
    for (int32_t i = 0; i < sizes.count; i++)
        members.count *= sizes.values[i]; /* fits: checked by infer */
    members.widest = members.count;
    const ax_attr *groups = ax_eqn_find_attr(eqn, AX_ATTR_AXIS_INDEX_GROUPS);
    if (groups) {
        members.ngroups = ax_eqn_int(eqn, AX_ATTR_GROUP_COUNT);
        members.widest = groups->ints.count / members.ngroups;
        members.groups = groups->ints.values;
    }
    return members;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

ax_members ax_members_in_order(ax_builder *builder, const ax_members *members)
{
    ax_members ordered = *members;
    if (!members->groups)
        return ordered;
    int64_t *groups = ax_arena_copy(ax_builder_arena(builder), members->groups,
                                    (size_t)(members->ngroups * members->widest), sizeof *groups);
    if (!groups) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for groups"));
        return ordered;
    }
    for (int64_t g = 0; g < members->ngroups; g++) {
        int64_t count = 0;
        while (count < members->widest && ax_members_at(members, g, count) >= 0)
            count++;
        qsort(groups + g * members->widest, (size_t)count, sizeof *groups, by_number);
    }
    ordered.groups = groups;
    return ordered;
}

ax_status *ax_members_check(const ax_eqn *eqn, ax_members *out_members)
{
    int64_t count;
    AX_TRY(check_axes(eqn, &count));
    const ax_attr *groups = ax_eqn_find_attr(eqn, AX_ATTR_AXIS_INDEX_GROUPS);
    const ax_attr *ngroups = ax_eqn_find_attr(eqn, AX_ATTR_GROUP_COUNT);
    if (!groups != !ngroups) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis_index_groups and group_count come together",
                        eqn->op->name);
    }
    if (groups && (ngroups->i < 1 || groups->ints.count < 1 || groups->ints.count % ngroups->i)) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: %d places of axis_index_groups are no %lld groups", eqn->op->name,
                        (int)groups->ints.count, (long long)ngroups->i);
    }
    ax_members members = ax_members_of(eqn);
    if (groups)
        AX_TRY(check_all_there(eqn, &members));
    *out_members = members;
    return NULL;
}
