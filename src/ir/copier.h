/* A copier: what passes walk over a graph with, copying it equation by equation into one being built.
 *
 * A pass asks for the operands of an equation as they are in the new graph, emits what it wants instead of
 * it, and says what stands for its results; or has the equation copied as it is.
 */
#ifndef AXMAP_IR_COPIER_H
#define AXMAP_IR_COPIER_H

#include "ir/builder.h"

typedef struct ax_copier {
    const ax_graph *graph; /* the old one */
    ax_builder *builder;   /* of the new one, or of a region in it */
    ax_value *values;      /* by id of the old one's var: what stands for it in the new one */
    ax_value *scratch;     /* operands and results of the old one's widest equation */
} ax_copier;

/* Lives in the arena. */
ax_status *ax_copier_create(ax_arena *arena, const ax_graph *graph, ax_builder *builder,
                            ax_copier *out_copier);

/* Gives the new graph the old one's inputs, by their names. */
void ax_copier_inputs(const ax_copier *copier);

/* What stands for the equation's operands, and room for its results behind them: until the next call. */
ax_value *ax_copier_operands(const ax_copier *copier, const ax_eqn *eqn);

/* Says what stands for the equation's results. */
void ax_copier_results(const ax_copier *copier, const ax_eqn *eqn, const ax_value *results);

/* Copies the equation as it is. */
void ax_copier_eqn(const ax_copier *copier, const ax_eqn *eqn);

/* What stands for the old graph's outputs. */
void ax_copier_outputs(const ax_copier *copier, ax_value *out_outputs);

/* What a pass does between inputs, which are there, and outputs, for which values must stand. Errors may be in
 * the builder instead. */
typedef ax_status *ax_rewrite_fn(void *pass, ax_copier *copier);

/* A new graph with the inputs and outputs of `graph`; `axes` as for ax_builder_create. */
ax_status *ax_graph_rewrite(const ax_graph *graph, const ax_axis *axes, ax_rewrite_fn *rewrite,
                            void *pass, ax_graph **out_graph);

#endif
