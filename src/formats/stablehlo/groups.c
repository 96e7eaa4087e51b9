/* Groups of a program's processes become groups of the members of those axes that are bound: ids whose
 * coordinates along the others are not 0 belong to nobody here. */
#include "base/checked.h"
#include "formats/stablehlo/groups_private.h"

#include <stdlib.h>
#include <string.h>

/* ---- from processes to members ---- */

/* The member that a process is; -1: it is none, being off 0 along an axis that is not bound. */
static int64_t member_of(const ax_hlo_grid *g, int64_t process)
{
    int64_t member = 0, stride = 1;
    for (int32_t i = g->naxes - 1; i >= 0; i--) {
        int64_t coordinate = process % g->axes[i].size;
        process /= g->axes[i].size;
        if (!g->axes[i].bound && coordinate != 0)
            return -1;
        if (g->axes[i].bound) {
            member += coordinate * stride;
            stride *= g->axes[i].size;
        }
    }
    return member;
}

/* Keeps the groups of members, in place. */
static ax_status *project(const ax_hlo_grid *g, ax_hlo_ids *table)
{
    int64_t kept = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        int64_t inside = 0, outside = 0;
        for (int64_t i = 0; i < table->width; i++) {
            int64_t process = table->ids[row * table->width + i];
            int64_t member = process < 0 ? -1 : member_of(g, process);
            outside += process >= 0 && member < 0;
            table->ids[kept * table->width + i] = -1;
            if (member >= 0)
                table->ids[kept * table->width + inside++] = member;
        }
        if (inside && outside)
            return ax_hlo_groups_unsupported(g, "a group along an axis that is not manual here");
        kept += inside > 0;
    }
    table->rows = kept;
    return NULL;
}

/* Every process at most once; with `all`, every one. */
static ax_status *check_once(const ax_hlo_grid *g, const ax_hlo_ids *table, bool all)
{
    if (g->count > AX_HLO_MOST_PLACES)
        return ax_hlo_groups_unsupported(g, "groups of so many processes");
    bool *seen = AX_HLO_NEW(g->import, bool, g->count);
    if (!seen)
        return ax_hlo_no_memory();
    for (int64_t i = 0; i < table->rows * table->width; i++) {
        int64_t id = table->ids[i];
        if (id >= 0 && seen[id]) {
            return ax_hlo_error(g->import->module, AX_FORMAT, g->op->place,
                                "%s: process %lld is twice in the groups", g->op->name,
                                (long long)id);
        }
        if (id >= 0)
            seen[id] = true;
    }
    for (int64_t i = 0; i < g->count && all; i++) {
        if (!seen[i]) {
            return ax_hlo_error(g->import->module, AX_FORMAT, g->op->place,
                                "%s: process %lld of %lld is in no group", g->op->name,
                                (long long)i, (long long)g->count);
        }
    }
    return NULL;
}

/* ---- groups that are some of the axes, whole ---- */

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The members of each group in order; the padding stays behind them. */
static void sort_rows(ax_hlo_ids *table)
{
    for (int64_t row = 0; row < table->rows; row++) {
        int64_t *ids = table->ids + row * table->width, count = 0;
        while (count < table->width && ids[count] >= 0)
            count++;
        qsort(ids, (size_t)count, sizeof *ids, by_number);
    }
}

/* Whether every group is the members that differ along the axes of `mask` only, in order. */
static bool is_axes(const ax_hlo_grid *g, const ax_hlo_ids *table, uint32_t mask)
{
    ax_ints sizes = g->bound.sizes;
    for (int64_t row = 0; row < table->rows; row++) {
        const int64_t *ids = table->ids + row * table->width;
        for (int64_t i = 0; i < table->width; i++) {
            int64_t rest = i, stride = 1, expected = ids[0];
            for (int32_t a = sizes.count - 1; a >= 0; a--) {
                if (mask >> a & 1) {
                    if (i == 0 && ids[0] / stride % sizes.values[a] != 0)
                        return false;
                    expected += rest % sizes.values[a] * stride;
                    rest /= sizes.values[a];
                }
                stride *= sizes.values[a];
            }
            if (ids[i] != expected)
                return false;
        }
    }
    return true;
}

/* The axes of the groups, where they are that; else false. */
static bool find_axes(const ax_hlo_grid *g, const ax_hlo_ids *table, ax_hlo_groups *out_groups)
{
    enum { MOST_AXES = 10 };
    ax_ints sizes = g->bound.sizes;
    if (sizes.count > MOST_AXES || table->rows * table->width != g->bound.members)
        return false;
    /* Axes of size 1 take part where they can: their members agree, too. */
    for (uint32_t left = 1u << sizes.count, mask = left - 1; left > 0; left--, mask--) {
        int64_t width = 1;
        for (int32_t a = 0; a < sizes.count; a++)
            width *= mask >> a & 1 ? sizes.values[a] : 1;
        if (width != table->width || !is_axes(g, table, mask))
            continue;
        const char **names = AX_HLO_NEW(g->import, const char *, sizes.count);
        int64_t *kept = AX_HLO_NEW(g->import, int64_t, sizes.count);
        if (!names || !kept)
            return false;
        int32_t count = 0;
        for (int32_t a = 0; a < sizes.count; a++) {
            if (!(mask >> a & 1))
                continue;
            names[count] = g->bound.axes.values[a];
            kept[count++] = sizes.values[a];
        }
        *out_groups = (ax_hlo_groups){{count, names}, {count, kept}, width, width, NULL};
        return true;
    }
    return false;
}

static ax_status *keep_groups(const ax_hlo_grid *g, const ax_hlo_ids *table,
                              ax_hlo_groups *out_groups)
{
    ax_ints *members = AX_HLO_NEW(g->import, ax_ints, table->rows);
    ax_groups *groups = AX_HLO_NEW(g->import, ax_groups, 1);
    if (!members || !groups)
        return ax_hlo_no_memory();
    *out_groups = g->bound;
    out_groups->widest = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        int32_t count = 0;
        while (count < table->width && table->ids[row * table->width + count] >= 0)
            count++;
        members[row] = (ax_ints){count, table->ids + row * table->width};
        out_groups->widest = ax_max_i64(out_groups->widest, count);
    }
    *groups = (ax_groups){(int32_t)table->rows, members};
    out_groups->groups = groups;
    if (out_groups->widest <= 1) /* everybody by itself */
        *out_groups = (ax_hlo_groups){.members = 1, .widest = 1};
    return NULL;
}

/* ---- reading ---- */

static ax_status *find_groups_attr(const ax_hlo_grid *g, const ax_hlo_attr **out_attr)
{
    *out_attr = ax_hlo_op_attr(g->op, "replica_groups");
    return *out_attr ? NULL : ax_hlo_missing(g->import->module, g->op, "replica_groups");
}

ax_status *ax_hlo_read_groups(ax_hlo_import *import, const ax_hlo_op *op, bool any_order,
                              ax_hlo_groups *out_groups)
{
    ax_hlo_grid g;
    ax_hlo_ids table;
    const ax_hlo_attr *attr;
    AX_TRY(ax_hlo_grid_read(import, op, &g));
    AX_TRY(find_groups_attr(&g, &attr));
    if (g.count == 0) { /* nobody speaks */
        *out_groups = g.bound;
        return NULL;
    }
    if (attr->kind == AX_HLO_DIALECT) {
        bool is_simple = false;
        AX_TRY(ax_hlo_mesh_axes_read(&g, attr, &is_simple, out_groups, &table));
        if (is_simple)
            return NULL;
    } else {
        AX_TRY(ax_hlo_ids_read(&g, attr, &table));
        AX_TRY(check_once(&g, &table, /*all=*/true));
    }
    AX_TRY(project(&g, &table));
    if (any_order)
        sort_rows(&table);
    return find_axes(&g, &table, out_groups) ? NULL : keep_groups(&g, &table, out_groups);
}

/* Source and target of each pair: as ids, then as processes. */
static ax_status *read_pairs(const ax_hlo_grid *g, ax_hlo_ids *out_table)
{
    const ax_hlo_attr *attr = ax_hlo_op_attr(g->op, "source_target_pairs");
    if (!attr)
        return ax_hlo_missing(g->import->module, g->op, "source_target_pairs");
    ax_ints list = {0};
    AX_TRY(ax_hlo_ints(g->import, attr, &list));
    if (list.count == 0) {
        *out_table = (ax_hlo_ids){0, 2, NULL};
        return NULL;
    }
    AX_TRY(ax_hlo_ids_read(g, attr, out_table));
    for (int64_t i = 0; i < out_table->rows * out_table->width; i++) {
        if (out_table->width != 2 || out_table->ids[i] < 0)
            return ax_hlo_error(g->import->module, AX_FORMAT, attr->place,
                                "source_target_pairs are pairs of ids");
    }
    return NULL;
}

/* The first of each row sends to the others (`itself`: and to itself). */
static ax_status *send(const ax_hlo_grid *g, const ax_hlo_ids *table, bool pairs, int64_t *sources)
{
    bool *sends = AX_HLO_NEW(g->import, bool, g->bound.members);
    if (!sends)
        return ax_hlo_no_memory();
    for (int64_t row = 0; row < table->rows; row++) {
        const int64_t *ids = table->ids + row * table->width;
        for (int64_t i = pairs ? 1 : 0; i < table->width && ids[i] >= 0; i++) {
            if (sources[ids[i]] >= 0 || (pairs && sends[ids[0]])) {
                return ax_hlo_error(g->import->module, AX_FORMAT, g->op->place,
                                    "%s: member %lld is a %s twice", g->op->name,
                                    (long long)(sources[ids[i]] >= 0 ? ids[i] : ids[0]),
                                    sources[ids[i]] >= 0 ? "target" : "source");
            }
            sources[ids[i]] = ids[0];
            sends[ids[0]] = true;
        }
    }
    return NULL;
}

ax_status *ax_hlo_read_sources(ax_hlo_import *import, const ax_hlo_op *op,
                               ax_hlo_groups *out_members, ax_ints *out_sources)
{
    ax_hlo_grid g;
    ax_hlo_ids table;
    const ax_hlo_attr *attr;
    bool pairs = strcmp(op->name, "stablehlo.collective_permute") == 0;
    AX_TRY(ax_hlo_grid_read(import, op, &g));
    if (pairs) {
        AX_TRY(read_pairs(&g, &table));
    } else {
        AX_TRY(find_groups_attr(&g, &attr));
        if (attr->kind == AX_HLO_DIALECT)
            return ax_hlo_groups_unsupported(&g, "groups that are written as axes of a mesh");
        AX_TRY(ax_hlo_ids_read(&g, attr, &table));
        AX_TRY(check_once(&g, &table, /*all=*/false));
    }
    AX_TRY(project(&g, &table));
    if (g.bound.members > AX_HLO_MOST_PLACES)
        return ax_hlo_groups_unsupported(&g, "so many processes");
    int64_t *sources = AX_HLO_NEW(import, int64_t, g.bound.members);
    if (!sources)
        return ax_hlo_no_memory();
    for (int64_t i = 0; i < g.bound.members; i++)
        sources[i] = -1;
    AX_TRY(send(&g, &table, pairs, sources));
    *out_members = g.bound;
    *out_sources = (ax_ints){(int32_t)g.bound.members, sources};
    return NULL;
}
