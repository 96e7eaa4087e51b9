/* Import: what the files that turn ops into equations share. */
#ifndef AXMAP_FORMATS_STABLEHLO_IMPORT_H
#define AXMAP_FORMATS_STABLEHLO_IMPORT_H

#include "formats/stablehlo.h"
#include "formats/stablehlo/parser.h"
#include "ops/ops.h"

/* ---- the processes that a program counts ----
 *
 * Ids, groups and permute pairs count the points of a grid: all axes of the program's mesh, the last
 * one fastest, or replicas and partitions. A manual computation binds some of its axes as named axes of
 * the graph; every process is at coordinate 0 of the others, so ids whose coordinate there is not 0
 * belong to nobody. */
typedef struct ax_hlo_axis {
    const char *name; /* in the mesh and in the graph */
    int64_t size;
    bool bound;    /* it is a named axis of the graph here */
    bool replicas; /* it counts replicas; else partitions. Axes of replicas come first */
} ax_hlo_axis;

typedef struct ax_hlo_processes {
    int32_t naxes;
    const ax_hlo_axis *axes; /* major to minor */
} ax_hlo_processes;

typedef struct ax_hlo_import {
    const ax_hlo_module *module;
    ax_builder *builder; /* of the graph or region being made */
    ax_value *values;    /* by id of the value in the tree */
    const ax_hlo_processes
        *processes;                  /* outside a manual computation none of their axes is bound */
    int32_t depth;                   /* of calls and regions */
    int64_t nops;                    /* imported so far, every call counted again */
    bool has_failed;                 /* the builder, in an op before this one */
    const char *failed_source;       /* the line of the model that the first error comes from */
    const struct ax_hlo_call *calls; /* that are being inlined, the innermost first */
    ax_hlo_is_check_fn *is_check;    /* NULL: checks are ops like any other */
    bool reverse_ties;               /* see ax_stablehlo_import_checks */
    ax_value *checked;               /* operands of the checks */
    int32_t nchecked, checked_capacity;
} ax_hlo_import;

/* Emits what `op` means into import->builder and sets the values of its results. */
typedef ax_status *ax_hlo_import_fn(ax_hlo_import *import, const ax_hlo_op *op);

/* The importer of an op, or NULL. */
ax_hlo_import_fn *ax_hlo_find_importer(const ax_hlo_op *op);

/* Imports the ops of a region up to its end and writes the values that it returns. */
ax_status *ax_hlo_import_ops(ax_hlo_import *import, const ax_hlo_region *region, int32_t noutputs,
                             ax_value *out_outputs);

/* A region as a graph of the equation being made; it may use constants from outside. NULL after an
 * error, which is then pending in the builder. */
ax_status *ax_hlo_import_region(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                                const ax_graph **out_graph);

/* The same with these named axes bound in it. */
ax_status *ax_hlo_import_region_over(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                                     const ax_axis *axes, const ax_graph **out_graph);

/* The body of a function as such a graph; `op` is what calls it. */
ax_status *ax_hlo_import_function(ax_hlo_import *import, const ax_hlo_op *op, const char *symbol,
                                  const ax_axis *axes, const ax_graph **out_graph);

/* A function called with these values, inlined. */
ax_status *ax_hlo_import_call(ax_hlo_import *import, const ax_hlo_op *call, const char *symbol);

ax_hlo_import_fn ax_hlo_import_dot_general, ax_hlo_import_dot, ax_hlo_import_convolution;
ax_hlo_import_fn ax_hlo_import_compare, ax_hlo_import_composed, ax_hlo_import_map;
ax_hlo_import_fn ax_hlo_import_approx_top_k, ax_hlo_import_sort, ax_hlo_import_top_k,
    ax_hlo_import_topk_call;
ax_hlo_import_fn ax_hlo_import_custom_call, ax_hlo_import_identity;

/* AX_UNSUPPORTED for an op that no importer knows, with the reason where there is one. */
ax_status *ax_hlo_unsupported_op(const ax_hlo_import *import, const ax_hlo_op *op);

ax_hlo_import_fn ax_hlo_import_all_reduce, ax_hlo_import_all_gather, ax_hlo_import_all_to_all,
    ax_hlo_import_reduce_scatter, ax_hlo_import_collective_reduce, ax_hlo_import_send,
    ax_hlo_import_partition_id, ax_hlo_import_replica_id, ax_hlo_import_manual_computation,
    ax_hlo_import_run_parallel;

/* ---- values and types ---- */

ax_status *ax_hlo_operand(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                          ax_value *out_value);
/* All operands, in the graph's arena. */
ax_status *ax_hlo_operands(ax_hlo_import *import, const ax_hlo_op *op, ax_value **out_operands);
/* Emits `record` on these operands, with the op's regions and these attributes; its results are the
 * op's. */
ax_status *ax_hlo_emit(ax_hlo_import *import, const ax_hlo_op *op, const ax_op *record,
                       const ax_value *operands, const ax_attr *attrs, int32_t nattrs);
void ax_hlo_set_result(ax_hlo_import *import, const ax_hlo_op *op, int32_t index, ax_value value);

/* A type of the tree as a type of the graph. */
ax_status *ax_hlo_to_type(const ax_hlo_module *module, const ax_hlo_type *type, ax_type *out_type);

static inline ax_location ax_hlo_location(const ax_hlo_import *import, const ax_hlo_op *op)
{
    return (ax_location){import->module->filename, op->place.line, op->place.column};
}

/* Counts bytes that a short text may ask for many times, with a call for example, against the bound
 * on the program's ops. */
static inline void ax_hlo_charge(ax_hlo_import *import, int64_t bytes)
{
    import->nops += bytes / 1024;
}

/* `count` objects in the graph's arena that live as long as it. */
#define AX_HLO_NEW(import, type, count) \
    AX_ARENA_NEW(ax_builder_arena((import)->builder), type, count)

/* ---- attributes as C values; errors name the op, the attribute and its place ---- */

ax_status *ax_hlo_missing(const ax_hlo_module *module, const ax_hlo_op *op, const char *name);

/* An attribute by its key in the op's record; all that the record lists, at most AX_HLO_MOST_ATTRS. */
enum { AX_HLO_MOST_ATTRS = 16 };
ax_status *ax_hlo_record_attr(ax_hlo_import *import, const ax_hlo_op *op, ax_attr *attr);
ax_status *ax_hlo_record_attrs(ax_hlo_import *import, const ax_hlo_op *op, const ax_op *record,
                               ax_attr *out_attrs, int32_t *out_count);

/* A list of integers or bools: dense<...>, array<...>, [..], nested ones flattened; one number is a
 * list of one. In the graph's arena. */
ax_status *ax_hlo_ints(ax_hlo_import *import, const ax_hlo_attr *attr, ax_ints *out_ints);
ax_status *ax_hlo_int(ax_hlo_import *import, const ax_hlo_attr *attr, int64_t *out_value);

/* The word in LT, #stablehlo<comparison_direction LT> or "LT"; NULL when there is none. */
const char *ax_hlo_word(const ax_hlo_attr *attr);

#endif
