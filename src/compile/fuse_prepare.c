/* Equations that no kernel of fusions does, by others that some do. A graph without such is left as it is. */
#include "compile/fuser.h"
#include "ir/copier.h"

static bool has_one(const ax_graph *graph)
{
    AX_FOR_EQNS (eqn, graph) {
        if (ax_window_is_small(eqn) || ax_reduction_splits(eqn) || ax_dot_is_elementwise(eqn))
            return true;
    }
    return false;
}

static ax_status *copy_better(void *unused, ax_copier *copier)
{
    (void)unused;
    AX_FOR_EQNS (eqn, copier->graph) {
        ax_value *operands = ax_copier_operands(copier, eqn), better;
        if (ax_window_is_small(eqn)) {
            better = ax_window_as_slices(copier->builder, eqn, operands);
        } else if (ax_reduction_splits(eqn)) {
            better = ax_reduction_split(copier->builder, eqn, operands);
        } else if (ax_dot_is_elementwise(eqn)) {
            better = ax_dot_as_elementwise(copier->builder, eqn, operands);
        } else {
            ax_copier_eqn(copier, eqn);
            continue;
        }
        ax_copier_results(copier, eqn, &better);
    }
    return NULL;
}

ax_status *ax_fuse_prepare(const ax_graph *graph, ax_graph **out_graph)
{
    *out_graph = NULL;
    return has_one(graph) ? ax_graph_rewrite(graph, NULL, copy_better, NULL, out_graph) : NULL;
}
