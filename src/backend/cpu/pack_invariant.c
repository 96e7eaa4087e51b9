/* Which products have their rhs packed, and the graph in which it is. */
#include "backend/cpu/contraction_kernel.h"
#include "backend/cpu/packing.h"
#include "compile/fusion.h"
#include "ir/copier.h"
#include "ops/ops.h"

/* Of a product with more rows packing takes too little to keep its rhs twice. */
enum { MOST_ROWS = 1024 };

typedef struct packer {
    const ax_target *target;
    const bool *invariant; /* inputs */
    ax_copier *copier;
    bool *same; /* by var id: whether it has the same value in every run */
} packer;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to pack weights");
}

/* ---- choosing ---- */

static bool is_same(const packer *p, const ax_eqn *eqn)
{
    bool same = !(eqn->op->traits & AX_TRAIT_COLLECTIVE);
    for (int32_t i = 0; i < eqn->noperands; i++)
        same = same && p->same[eqn->operands[i]->id];
    return same;
}

/* Whether the contraction alone reads this input of its region. */
static bool reads_alone(const ax_graph *region, const ax_region_contraction *c, int32_t input)
{
    const ax_var *var = region->inputs[input];
    bool alone = c->eqn->operands[0] != var;
    AX_FOR_EQNS (eqn, region) {
        for (int32_t i = 0; i < eqn->noperands && eqn != c->eqn; i++)
            alone = alone && eqn->operands[i] != var;
    }
    for (int32_t i = 0; i < region->noutputs; i++)
        alone = alone && region->outputs[i] != var;
    return alone;
}

/* The product that an equation computes, whose operands are numbered as the equation's; without an
 * equation: none. */
static ax_region_contraction product_of(const ax_eqn *eqn)
{
    if (eqn->op == &ax_op_dot_general)
        return (ax_region_contraction){.eqn = eqn, .operands = {0, 1}};
    if (eqn->op != &ax_op_fusion || ax_fusion_kind_of(eqn) != AX_FUSION_PRODUCT)
        return (ax_region_contraction){0};
    ax_region_contraction c = ax_region_contraction_of(eqn->regions[0]);
    if (!c.eqn || c.eqn->op != &ax_op_dot_general ||
        !reads_alone(eqn->regions[0], &c, c.operands[1]))
        return (ax_region_contraction){0};
    return c;
}

static ax_status *choose(const packer *p, const ax_eqn *eqn, const ax_region_contraction *c,
                         ax_type *out_panels, bool *out_packs)
{
    *out_packs = false;
    if (!c->eqn || p->same[eqn->operands[c->operands[0]]->id] ||
        !p->same[eqn->operands[c->operands[1]]->id])
        return NULL;
    AX_TRY(ax_panels_of_dot(p->target->codegen, c->eqn, out_panels, out_packs));
    if (!*out_packs)
        return NULL;
    const ax_type *lhs = ax_operand_type(c->eqn, 0), *rhs = ax_operand_type(c->eqn, 1);
    ax_ints contracted = ax_eqn_ints(c->eqn, AX_ATTR_LHS_CONTRACTING_DIMENSIONS);
    int64_t rows = ax_type_count(lhs);
    for (int32_t i = 0; i < contracted.count; i++)
        rows /= lhs->dims[contracted.values[i]];
    /* Narrow panels are mostly padding. */
    *out_packs = rows <= MOST_ROWS && ax_type_count(out_panels) <= 2 * ax_type_count(rhs);
    return NULL;
}

/* ---- emitting ---- */

/* The product as a graph of its two operands. */
static const ax_graph *product_region(const packer *p, const ax_eqn *dot)
{
    ax_builder *b = ax_builder_create_region(p->copier->builder);
    ax_value operands[2], result;
    if (!b)
        return NULL;
    for (int32_t i = 0; i < 2; i++)
        operands[i] = ax_builder_input(b, ax_operand_type(dot, i), NULL);
    ax_emit_like(b, dot, operands, &result);
    return ax_builder_finish_region(b, 1, &result);
}

/* The region with panels for its input `packed`. */
static const ax_graph *region_of_panels(const packer *p, const ax_graph *region, int32_t packed,
                                        const ax_type *panels)
{
    ax_builder *b = ax_builder_create_region(p->copier->builder);
    ax_arena *arena = ax_builder_arena(p->copier->builder);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, region->noutputs);
    ax_copier copier = {0};
    ax_status *status = b && outputs ? ax_copier_create(arena, region, b, &copier) : no_memory();
    if (status) {
        ax_builder_abandon(b);
        ax_builder_fail(p->copier->builder, status);
        return NULL;
    }
    for (int32_t i = 0; i < region->ninputs; i++) {
        const ax_var *input = region->inputs[i];
        copier.values[input->id] = ax_builder_input(b, i == packed ? panels : &input->type, NULL);
    }
    ax_value *unpacked = &copier.values[region->inputs[packed]->id];
    ax_attr type = ax_attr_type(AX_ATTR_RESULT_TYPE, region->inputs[packed]->type);
    *unpacked = ax_emit_one(b, &ax_op_unpack, unpacked, 1, &type, 1, region->first->location);
    AX_FOR_EQNS (eqn, region)
        ax_copier_eqn(&copier, eqn);
    ax_copier_outputs(&copier, outputs);
    return ax_builder_finish_region(b, region->noutputs, outputs);
}

static ax_value emit_pack(const packer *p, const ax_graph *product, ax_value rhs,
                          const ax_type *panels, ax_location location)
{
    ax_attr type = ax_attr_type(AX_ATTR_RESULT_TYPE, *panels);
    ax_value packed;
    ax_emit(p->copier->builder,
            &(ax_emission){.op = &ax_op_pack,
                           .noperands = 1,
                           .nattrs = 1,
                           .nregions = 1,
                           .nresults = 1,
                           .operands = &rhs,
                           .attrs = &type,
                           .regions = &product,
                           .location = location},
            &packed);
    return packed;
}

/* The equation on panels of its rhs, as a fusion. */
static void emit_packed(packer *p, const ax_eqn *eqn, const ax_region_contraction *c,
                        const ax_type *panels)
{
    int32_t packed = c->operands[1];
    const ax_graph *product = product_region(p, c->eqn);
    const ax_graph *region = product;
    if (region && eqn != c->eqn)
        region = eqn->regions[0];
    if (region)
        region = region_of_panels(p, region, packed, panels);
    if (!region) /* the builder has the error */
        return;
    ax_value *values = ax_copier_operands(p->copier, eqn), *results = values + eqn->noperands;
    values[packed] = emit_pack(p, product, values[packed], panels, eqn->location);
    ax_attr kind = ax_attr_int(AX_ATTR_FUSION, AX_FUSION_PRODUCT);
    ax_emit(p->copier->builder,
            &(ax_emission){.op = &ax_op_fusion,
                           .noperands = eqn->noperands,
                           .nattrs = 1,
                           .nregions = 1,
                           .nresults = eqn->nresults,
                           .operands = values,
                           .attrs = &kind,
                           .regions = &region,
                           .location = eqn->location},
            results);
    ax_copier_results(p->copier, eqn, results);
}

static ax_status *emit_all(void *pass, ax_copier *copier)
{
    packer *p = pass;
    const ax_graph *graph = copier->graph;
    p->copier = copier;
    p->same = AX_ARENA_NEW(ax_builder_arena(copier->builder), bool, graph->nvars);
    if (!p->same)
        return no_memory();
    for (int32_t i = 0; i < graph->ninputs; i++)
        p->same[graph->inputs[i]->id] = p->invariant[i];
    AX_FOR_EQNS (eqn, graph) {
        ax_region_contraction c = product_of(eqn);
        ax_type panels;
        bool packs, same = is_same(p, eqn);
        AX_TRY(choose(p, eqn, &c, &panels, &packs));
        if (packs)
            emit_packed(p, eqn, &c, &panels);
        else
            ax_copier_eqn(copier, eqn);
        if (ax_builder_failed(copier->builder))
            return NULL;
        for (int32_t i = 0; i < eqn->nresults; i++)
            p->same[eqn->results[i]->id] = same;
    }
    return NULL;
}

ax_status *ax_pack_invariant(const ax_target *target, const ax_graph *graph, const bool *invariant,
                             ax_graph **out_graph)
{
    packer p = {.target = target, .invariant = invariant};
    return ax_graph_rewrite(graph, NULL, emit_all, &p, out_graph);
}
