#include "base/hash.h"
#include "ir/graph.h"
#include "ir/op.h"

static uint64_t hash_type(uint64_t seed, const ax_type *type)
{
    seed = ax_hash_i64(seed, (int64_t)type->dtype);
    seed = ax_hash_i64(seed, type->ndim);
    return ax_hash_bytes(seed, type->dims, (size_t)type->ndim * sizeof type->dims[0]);
}

uint64_t ax_attr_fingerprint(uint64_t seed, const ax_attr *attr)
{
    seed = ax_hash_string(seed, ax_attr_name(attr->key));
    switch (ax_attr_kind_of(attr->key)) {
    case AX_ATTR_KIND_INT: return ax_hash_i64(seed, attr->i);
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS:
        seed = ax_hash_i64(seed, attr->ints.count);
        return ax_hash_bytes(seed, attr->ints.values,
                             (size_t)attr->ints.count * sizeof attr->ints.values[0]);
    case AX_ATTR_KIND_NAMES:
        seed = ax_hash_i64(seed, attr->names.count);
        for (int32_t i = 0; i < attr->names.count; i++) {
            seed = ax_hash_string(seed, attr->names.values[i]);
        }
        return seed;
    case AX_ATTR_KIND_TYPE: return hash_type(seed, &attr->type);
    case AX_ATTR_KIND_LITERAL:
        return ax_hash_bytes(hash_type(seed, &attr->literal.type), attr->literal.data,
                             (size_t)ax_type_bytes(&attr->literal.type));
    }
    return seed;
}

static uint64_t hash_eqn(uint64_t seed, const ax_eqn *eqn, uint64_t region_seed)
{
    seed = ax_hash_string(seed, eqn->op->name);
    seed = ax_hash_i64(seed, eqn->noperands);
    for (int32_t i = 0; i < eqn->noperands; i++)
        seed = ax_hash_i64(seed, eqn->operands[i]->id);
    for (int32_t i = 0; i < eqn->nattrs; i++)
        seed = ax_attr_fingerprint(seed, &eqn->attrs[i]);
    for (int32_t i = 0; i < eqn->nregions; i++) {
        seed = ax_hash_i64(seed,
                           (int64_t)ax_graph_fingerprint_seeded(eqn->regions[i], region_seed));
    }
    seed = ax_hash_i64(seed, eqn->nresults);
    for (int32_t i = 0; i < eqn->nresults; i++) {
        seed = hash_type(ax_hash_i64(seed, eqn->results[i]->id), &eqn->results[i]->type);
    }
    return seed;
}

uint64_t ax_graph_fingerprint_seeded(const ax_graph *graph, uint64_t start)
{
    uint64_t seed = ax_hash_i64(start, graph->ninputs);
    for (int32_t i = 0; i < graph->ninputs; i++) {
        seed = hash_type(ax_hash_i64(seed, graph->inputs[i]->id), &graph->inputs[i]->type);
    }
    AX_FOR_EQNS (eqn, graph)
        seed = hash_eqn(seed, eqn, start);
    seed = ax_hash_i64(seed, graph->noutputs);
    for (int32_t i = 0; i < graph->noutputs; i++)
        seed = ax_hash_i64(seed, graph->outputs[i]->id);
    return seed;
}

uint64_t ax_graph_fingerprint(const ax_graph *graph)
{
    return ax_graph_fingerprint_seeded(graph, 0);
}
