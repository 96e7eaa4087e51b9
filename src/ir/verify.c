/* The verifier: what every graph promises, checked equation by equation. */
#include "ir/graph.h"

#include "ir/op.h"

#include <stdlib.h>

static ax_status *verify_eqn(const ax_graph *graph, const ax_eqn *eqn, const ax_var **defined)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_var *operand = eqn->operands[i];
        if (operand->id < 0 || operand->id >= graph->nvars || defined[operand->id] != operand) {
            return AX_ERROR(AX_INTERNAL,
                            "graph '%s': operand %d of %s is used before it is defined",
                            graph->name, (int)i, eqn->op->name);
        }
    }
    ax_type *types = calloc((size_t)eqn->nresults + 1, sizeof *types);
    if (!types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to verify a graph");
    ax_status *status = eqn->op->infer.function(eqn, types);
    for (int32_t i = 0; i < eqn->nresults && !status; i++) {
        if (!ax_type_equal(&types[i], &eqn->results[i]->type)) {
            status = AX_ERROR(AX_INTERNAL, "graph '%s': result %d of %s is %s, inference says %s",
                              graph->name, (int)i, eqn->op->name,
                              AX_TYPE_STRING(&eqn->results[i]->type), AX_TYPE_STRING(&types[i]));
        }
        defined[eqn->results[i]->id] = eqn->results[i];
    }
    free(types);
    return status;
}

static ax_status *verify_body(const ax_graph *graph, const ax_var **defined)
{
    for (int32_t i = 0; i < graph->ninputs; i++)
        defined[graph->inputs[i]->id] = graph->inputs[i];
    AX_FOR_EQNS (eqn, graph) {
        AX_TRY(verify_eqn(graph, eqn, defined));
        for (int32_t i = 0; i < eqn->nregions; i++)
            AX_TRY(ax_graph_verify(eqn->regions[i]));
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (defined[graph->outputs[i]->id] != graph->outputs[i]) {
            return AX_ERROR(AX_INTERNAL, "graph '%s': output %d is not defined", graph->name,
                            (int)i);
        }
    }
    return NULL;
}

ax_status *ax_graph_verify(const ax_graph *graph)
{
    const ax_var **defined = calloc((size_t)graph->nvars + 1, sizeof *defined);
    if (!defined)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to verify a graph");
    ax_status *status = verify_body(graph, defined);
    free(defined);
    return status;
}
