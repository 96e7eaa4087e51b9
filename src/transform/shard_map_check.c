/* Which results of a function of one shard are known to be the same along an axis: what their specs
 * promise. One bit an axis: the value may differ along it. */
#include "ops/collective.h"
#include "ops/ops.h"
#include "transform/shard_map_fn.h"

#include <stdlib.h>
#include <string.h>

typedef struct variation {
    ax_names axes;
    uint64_t *of; /* by var */
} variation;

static uint64_t bit_of(const variation *v, const char *name)
{
    for (int32_t i = 0; i < v->axes.count; i++) {
        if (strcmp(v->axes.values[i], name) == 0)
            return UINT64_C(1) << i;
    }
    return 0;
}

/* A collective that gives all the same ends the variation along its axes, any other may begin it. */
static uint64_t after_collective(const variation *v, const ax_eqn *eqn, uint64_t before)
{
    const ax_attr *axes = ax_eqn_find_attr(eqn, AX_ATTR_AXES);
    uint64_t spoken = 0;
    for (int32_t i = 0; axes && i < axes->names.count; i++)
        spoken |= bit_of(v, axes->names.values[i]);
    /* Of what a region speaks over, only that it does is known. */
    for (int32_t i = 0; !axes && i < v->axes.count; i++) {
        if (ax_collective_over(eqn, v->axes.values[i]))
            spoken |= UINT64_C(1) << i;
    }
    bool agrees = axes && eqn->op != &ax_op_axis_index && ax_collective_agrees(eqn);
    return agrees ? before & ~spoken : before | spoken;
}

static void follow(variation *v, const ax_graph *region)
{
    AX_FOR_EQNS (eqn, region) {
        uint64_t varies = 0;
        for (int32_t i = 0; i < eqn->noperands; i++)
            varies |= v->of[eqn->operands[i]->id];
        varies = after_collective(v, eqn, varies);
        for (int32_t i = 0; i < eqn->nresults; i++)
            v->of[eqn->results[i]->id] = varies;
    }
}

static uint64_t named_by(const ax_spec *spec)
{
    uint64_t named = 0;
    for (int32_t d = 0; d < spec->ndim; d++) {
        for (int32_t i = 0; i < spec->dims[d].count; i++)
            named |= UINT64_C(1) << spec->dims[d].values[i];
    }
    return named;
}

ax_status *ax_shard_map_check(const ax_shard_map_binding *binding, const ax_graph *region)
{
    variation v = {.axes = binding->axes, .of = calloc((size_t)region->nvars + 1, sizeof *v.of)};
    if (!v.of)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
    for (int32_t i = 0; i < region->ninputs; i++)
        v.of[region->inputs[i]->id] = named_by(&binding->in_specs[i]);
    follow(&v, region);
    ax_status *status = NULL;
    for (int32_t i = 0; i < region->noutputs && !status; i++) {
        uint64_t broken = v.of[region->outputs[i]->id] & ~named_by(&binding->out_specs[i]);
        for (int32_t a = 0; a < binding->axes.count && !status; a++) {
            if (broken >> a & 1)
                status = AX_ERROR(AX_INVALID_ARGUMENT,
                                  "shard_map: result %d may differ along axis '%s', which its spec "
                                  "does not name: reduce it over the axis, or name it",
                                  (int)i, binding->axes.values[a]);
        }
    }
    free(v.of);
    return status;
}
