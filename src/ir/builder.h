/* Building graphs: what tracing, importing and every transform use.
 *
 * Threads: one builder at a time.
 */
#ifndef AXMAP_IR_BUILDER_H
#define AXMAP_IR_BUILDER_H

#include "ir/graph.h"
#include "ir/op.h"

/* A named axis that collectives of the function may speak over. The innermost comes first; the
 * first of a name wins. */
typedef struct ax_axis {
    const char *name;
    int64_t size;
    const struct ax_axis *outer;
} ax_axis;

/* A builder of a new graph with an arena of its own. `axes` (NULL for none) must outlive it. */
ax_status *ax_builder_create(const char *name, const ax_axis *axes, ax_builder **out_builder);

/* A builder for a region of an equation in `parent`; errors go to the outermost builder. NULL
 * without memory (the error is then pending). */
ax_builder *ax_builder_create_region(ax_builder *parent);

/* Adds an input; `name` may be NULL. Errors (a type that overflows) are sticky. */
ax_value ax_builder_input(ax_builder *builder, const ax_type *type, const char *name);

/* Ends the graph: the finished graph, or the first error. The builder is freed either way. */
ax_status *ax_builder_finish(ax_builder *builder, int32_t noutputs, const ax_value *outputs,
                             const char *const *output_names, ax_graph **out_graph);

/* Ends a region; NULL when an error is pending. The builder is freed. */
const ax_graph *ax_builder_finish_region(ax_builder *builder, int32_t noutputs,
                                         const ax_value *outputs);

/* Frees a builder, its graph and its pending error. NULL is allowed. */
void ax_builder_abandon(ax_builder *builder);

/* What an equation is made of. Everything is copied, regions too where they lie in another arena. */
typedef struct ax_emission {
    const ax_op *op;
    int32_t noperands, nattrs, nregions, nresults;
    const ax_value *operands;
    const ax_attr *attrs;
    const ax_graph *const *regions;
    ax_location location;
} ax_emission;

/* Appends an equation and writes its results (poisoned ones after an error). */
void ax_emit(ax_builder *builder, const ax_emission *emission, ax_value *out_results);

/* An equation of one result with up to a few operands, the common case. */
ax_value ax_emit_one(ax_builder *builder, const ax_op *op, const ax_value *operands,
                     int32_t noperands, const ax_attr *attrs, int32_t nattrs, ax_location location);

/* Emits a copy of `eqn` on other operands, with its attributes and regions. */
void ax_emit_like(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands,
                  ax_value *out_results);

/* Copies all equations of `graph` into the one being built, its inputs standing for `inputs`. */
void ax_builder_inline(ax_builder *builder, const ax_graph *graph, const ax_value *inputs,
                       ax_value *out_outputs);

/* A poisoned value. */
ax_value ax_builder_poison(ax_builder *builder);

/* The bound axis of this name, or NULL; and the names that are bound, for messages ("'i', 'j'" or
 * "none"), in the arena. */
const ax_axis *ax_builder_find_axis(const ax_builder *builder, const char *name);
const char *ax_builder_axis_list(const ax_builder *builder);
const ax_axis *ax_builder_axes(const ax_builder *builder);

/* Replaces the axes that are bound, from here on; they must outlive the builder. */
void ax_builder_bind_axes(ax_builder *builder, const ax_axis *axes);

ax_arena *ax_builder_arena(ax_builder *builder);

/* A copy of a graph with an arena of its own. */
ax_status *ax_graph_clone(const ax_graph *graph, ax_graph **out_graph);

#endif
