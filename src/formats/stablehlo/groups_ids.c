/* Groups of ids as a program writes them, as groups of its processes. */
#include "base/checked.h"
#include "formats/stablehlo/groups_private.h"
#include "formats/stablehlo/mesh.h"

#include <string.h>

/* What the ids of an op count. */
typedef enum id_space {
    REPLICAS,                /* each partition has such groups of its own */
    PARTITIONS,              /* each replica has */
    REPLICAS_AND_PARTITIONS, /* replicas, with all their partitions */
    PROCESSES                /* replica * partitions + partition */
} id_space;

ax_status *ax_hlo_groups_unsupported(const ax_hlo_grid *g, const char *what)
{
    return ax_hlo_error(g->import->module, AX_UNSUPPORTED, g->op->place, "%s: %s", g->op->name,
                        what);
}

ax_status *ax_hlo_grid_read(ax_hlo_import *import, const ax_hlo_op *op, ax_hlo_grid *g)
{
    const ax_hlo_processes *processes = import->processes;
    *g = (ax_hlo_grid){.import = import, .op = op, .replicas = 1, .partitions = 1, .count = 1};
    g->naxes = processes ? processes->naxes : 0;
    g->axes = processes ? processes->axes : NULL;
    const char **names = AX_HLO_NEW(import, const char *, g->naxes);
    int64_t *sizes = AX_HLO_NEW(import, int64_t, g->naxes);
    if (!names || !sizes)
        return ax_hlo_no_memory();
    g->bound.members = 1;
    int32_t nbound = 0;
    for (int32_t i = 0; i < g->naxes; i++) {
        int64_t size = g->axes[i].size;
        int64_t *kind = g->axes[i].replicas ? &g->replicas : &g->partitions;
        if (!ax_checked_mul(*kind, size, kind) || !ax_checked_mul(g->count, size, &g->count))
            return ax_hlo_groups_unsupported(g, "more processes than 64 bits count");
        if (!g->axes[i].bound)
            continue;
        names[nbound] = g->axes[i].name;
        sizes[nbound++] = size;
        g->bound.members *= size;
    }
    g->bound.axes = (ax_names){nbound, names};
    g->bound.sizes = (ax_ints){nbound, sizes};
    g->bound.widest = g->bound.members;
    return NULL;
}

static ax_status *new_table(const ax_hlo_grid *g, int64_t rows, int64_t width,
                            ax_hlo_ids *out_table)
{
    int64_t places = 0;
    if (!ax_checked_mul(rows, width, &places) || places > AX_HLO_MOST_PLACES)
        return ax_hlo_groups_unsupported(g, "groups of so many processes");
    ax_hlo_charge(g->import, places * (int64_t)sizeof(int64_t));
    *out_table = (ax_hlo_ids){rows, width, AX_HLO_NEW(g->import, int64_t, places)};
    return out_table->ids ? NULL : ax_hlo_no_memory();
}

/* ---- what the ids count ---- */

static ax_status *read_space(const ax_hlo_grid *g, id_space *out_space)
{
    const ax_hlo_op *op = g->op;
    const ax_hlo_attr *channel = ax_hlo_op_attr(op, "channel_handle");
    const ax_hlo_attr *handle = channel ? ax_hlo_attr_item(channel, "handle") : NULL;
    int64_t number = 0;
    if (!handle)
        handle = ax_hlo_op_attr(op, "channel_id");
    if (handle)
        AX_TRY(ax_hlo_int(g->import, handle, &number));
    bool among_partitions = strcmp(op->name, "stablehlo.all_to_all") == 0 ||
                            strcmp(op->name, "stablehlo.collective_permute") == 0 ||
                            strcmp(op->name, "stablehlo.collective_broadcast") == 0;
    const ax_hlo_attr *global = ax_hlo_op_attr(op, "use_global_device_ids");
    bool flattened = global && (global->kind == AX_HLO_UNIT || global->integer != 0);
    if (flattened && number <= 0) {
        return ax_hlo_error(g->import->module, AX_FORMAT, op->place,
                            "%s: use_global_device_ids without a channel", op->name);
    }
    *out_space = number <= 0        ? REPLICAS
                 : among_partitions ? PARTITIONS
                 : flattened        ? PROCESSES
                                    : REPLICAS_AND_PARTITIONS;
    return NULL;
}

static int64_t ids_of(const ax_hlo_grid *g, id_space space)
{
    return space == PROCESSES ? g->count : space == PARTITIONS ? g->partitions : g->replicas;
}

/* The groups of processes that groups of ids stand for. */
static ax_status *expand(const ax_hlo_grid *g, id_space space, const ax_hlo_ids *ids,
                         ax_hlo_ids *out_table)
{
    int64_t copies = space == REPLICAS ? g->partitions : space == PARTITIONS ? g->replicas : 1;
    int64_t wider = space == REPLICAS_AND_PARTITIONS ? g->partitions : 1;
    int64_t rows = 0, width = 0;
    if (!ax_checked_mul(ids->rows, copies, &rows) || !ax_checked_mul(ids->width, wider, &width))
        return ax_hlo_groups_unsupported(g, "groups of so many processes");
    AX_TRY(new_table(g, rows, width, out_table));
    for (int64_t i = 0; i < rows * width; i++)
        out_table->ids[i] = -1;
    for (int64_t row = 0; row < rows; row++) {
        int64_t next = row * width, copy = row / ids->rows;
        for (int64_t w = 0; w < wider; w++) {
            for (int64_t i = 0; i < ids->width; i++) {
                int64_t id = ids->ids[row % ids->rows * ids->width + i];
                if (id < 0)
                    continue;
                out_table->ids[next++] = space == PROCESSES    ? id
                                         : space == PARTITIONS ? copy * g->partitions + id
                                         : space == REPLICAS   ? id * g->partitions + copy
                                                               : id * g->partitions + w;
            }
        }
    }
    return NULL;
}

/* dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>. Without ids: all in one group. */
static ax_status *read_ids(const ax_hlo_grid *g, const ax_hlo_attr *attr, id_space space,
                           ax_hlo_ids *out_table)
{
    ax_ints list = {0};
    AX_TRY(ax_hlo_ints(g->import, attr, &list));
    int64_t limit = ids_of(g, space);
    bool is_matrix = attr->type && attr->type->kind == AX_HLO_TENSOR && attr->type->ndim == 2;
    if (!is_matrix && attr->kind == AX_HLO_DENSE && list.count > 0)
        return ax_hlo_error(g->import->module, AX_FORMAT, attr->place, "'%s' is no list of groups",
                            attr->name);
    if (list.count == 0) {
        AX_TRY(new_table(g, 1, limit, out_table));
        for (int64_t i = 0; i < limit; i++)
            out_table->ids[i] = i;
        return NULL;
    }
    int64_t rows = is_matrix ? attr->type->dims[0] : attr->nitems;
    if (rows < 1 || list.count % rows)
        return ax_hlo_error(g->import->module, AX_FORMAT, attr->place,
                            "'%s' has groups of different lengths; pad them with -1", attr->name);
    AX_TRY(new_table(g, rows, list.count / rows, out_table));
    for (int32_t i = 0; i < list.count; i++) {
        int64_t id = list.values[i];
        if (id < -1 || id >= limit) {
            return ax_hlo_error(g->import->module, AX_FORMAT, attr->place,
                                "'%s' has id %lld, but there are %lld %s", attr->name,
                                (long long)id, (long long)limit,
                                space == PROCESSES    ? "processes"
                                : space == PARTITIONS ? "partitions"
                                                      : "replicas");
        }
        out_table->ids[i] = id;
    }
    return NULL;
}

/* ---- groups as axes of a mesh ---- */

/* A part of an axis: its size, and the distance of its neighbours among all processes. */
typedef struct digit {
    int64_t size, stride;
} digit;

/* axis_ref<name = "i">, or a part of it: <name = "i", sub_axis_info = (2)4>, 4 behind the major 2.
 * *out_axis: its place in the grid, or -1 for an axis of size 1 that is not there. */
static ax_status *read_axis(const ax_hlo_grid *g, const ax_hlo_attr *mesh, const ax_hlo_attr *ref,
                            int32_t *out_axis, digit *out_digit)
{
    const ax_hlo_attr *name = ax_hlo_attr_item(ref, "name");
    const ax_hlo_attr *part = ax_hlo_attr_item(ref, "sub_axis_info");
    int64_t size = 0, before = 1, length = 0, stride = 1;
    if (!name || name->kind != AX_HLO_STRING)
        return ax_hlo_groups_unsupported(g, "groups that are not written as axes of a mesh");
    AX_TRY(ax_hlo_mesh_axis_size(g->import->module, mesh->text, name->text, mesh->place, &size));
    *out_axis = -1;
    *out_digit = (digit){1, 1};
    for (int32_t i = g->naxes - 1; i >= 0 && *out_axis < 0; i--) {
        if (strcmp(g->axes[i].name, name->text) == 0 && !g->axes[i].replicas) {
            *out_axis = i;
        } else {
            stride *= g->axes[i].size;
        }
    }
    if (*out_axis < 0 ? size != 1 : g->axes[*out_axis].size != size) {
        return ax_hlo_error(g->import->module, AX_UNSUPPORTED, g->op->place,
                            "%s: groups over axis '%s', which is not manual here", g->op->name,
                            name->text);
    }
    length = size;
    if (part) {
        /* The size follows the group as an item of its own. */
        const ax_hlo_attr *last = &ref->items[ref->nitems - 1];
        if (part->kind != AX_HLO_GROUP || part->nitems != 1 || part == last || last->name)
            return ax_hlo_groups_unsupported(g, "groups over a part of an axis that is not (a)b");
        AX_TRY(ax_hlo_int(g->import, &part->items[0], &before));
        AX_TRY(ax_hlo_int(g->import, last, &length));
        if (before < 1 || length < 1 || before > size || size / before < length ||
            size % (before * length)) {
            return ax_hlo_error(g->import->module, AX_FORMAT, ref->place,
                                "axis '%s' of size %lld has no part of %lld behind %lld",
                                name->text, (long long)size, (long long)length, (long long)before);
        }
    }
    if (*out_axis >= 0)
        *out_digit = (digit){length, stride * (size / (before * length))};
    return NULL;
}

/* Whether two digits are parts of an axis that meet. */
static bool digits_meet(const digit *a, const digit *b)
{
    return a->size > 1 && b->size > 1 && a->stride < b->stride * b->size &&
           b->stride < a->stride * a->size;
}

/* The groups that the digits make: one for each process whose own digits are all 0. */
static ax_status *groups_of_digits(const ax_hlo_grid *g, const digit *digits, int32_t count,
                                   ax_hlo_ids *out_table)
{
    int64_t width = 1; /* fits: digits that do not meet are parts of the grid's count */
    for (int32_t d = 0; d < count; d++) {
        for (int32_t e = 0; e < d; e++) {
            if (digits_meet(&digits[d], &digits[e]))
                return ax_hlo_error(g->import->module, AX_FORMAT, g->op->place,
                                    "%s: its groups name an axis, or a part of it, twice",
                                    g->op->name);
        }
        width *= digits[d].size;
    }
    AX_TRY(new_table(g, g->count / width, width, out_table));
    int64_t row = 0;
    for (int64_t id = 0; id < g->count && row < out_table->rows; id++) {
        bool first = true;
        for (int32_t d = 0; d < count; d++)
            first = first && id / digits[d].stride % digits[d].size == 0;
        for (int64_t i = 0; first && i < width; i++) {
            int64_t rest = i, member = id;
            for (int32_t d = count - 1; d >= 0; d--) {
                member += rest % digits[d].size * digits[d].stride;
                rest /= digits[d].size;
            }
            out_table->ids[row * width + i] = member;
        }
        row += first;
    }
    return NULL;
}

ax_status *ax_hlo_mesh_axes_read(const ax_hlo_grid *g, const ax_hlo_attr *attr, bool *out_is_simple,
                                 ax_hlo_groups *simple, ax_hlo_ids *out_table)
{
    const ax_hlo_attr *mesh = ax_hlo_attr_item(attr, "mesh");
    const ax_hlo_attr *refs = ax_hlo_attr_item(attr, "axes");
    if (!mesh || mesh->kind != AX_HLO_SYMBOL || !refs || refs->kind != AX_HLO_LIST)
        return ax_hlo_groups_unsupported(g, "groups that are not written as axes of a mesh");
    const char **names = AX_HLO_NEW(g->import, const char *, refs->nitems);
    int64_t *sizes = AX_HLO_NEW(g->import, int64_t, refs->nitems);
    digit *digits = AX_HLO_NEW(g->import, digit, refs->nitems);
    if (!names || !sizes || !digits)
        return ax_hlo_no_memory();
    *simple = (ax_hlo_groups){.axes = {0, names}, .sizes = {0, sizes}, .members = 1};
    bool whole = true;
    for (int32_t i = 0; i < refs->nitems; i++) {
        int32_t axis;
        AX_TRY(read_axis(g, mesh, &refs->items[i], &axis, &digits[i]));
        if (axis < 0 || (digits[i].size == 1 && !g->axes[axis].bound))
            continue;
        whole = whole && g->axes[axis].bound && digits[i].size == g->axes[axis].size;
        for (int32_t j = 0; j < simple->axes.count; j++)
            whole = whole && strcmp(names[j], g->axes[axis].name) != 0;
        if (!whole)
            break;
        names[simple->axes.count++] = g->axes[axis].name;
        sizes[simple->sizes.count++] = digits[i].size;
        simple->members *= digits[i].size; /* fits: a part of the grid's count */
    }
    simple->widest = simple->members;
    *out_is_simple = whole;
    if (whole)
        return NULL;
    for (int32_t i = 0; i < refs->nitems; i++) {
        int32_t axis;
        AX_TRY(read_axis(g, mesh, &refs->items[i], &axis, &digits[i]));
    }
    return groups_of_digits(g, digits, refs->nitems, out_table);
}

ax_status *ax_hlo_ids_read(const ax_hlo_grid *g, const ax_hlo_attr *attr, ax_hlo_ids *out_table)
{
    id_space space = REPLICAS;
    ax_hlo_ids ids;
    AX_TRY(read_space(g, &space));
    AX_TRY(read_ids(g, attr, space, &ids));
    return expand(g, space, &ids, out_table);
}
