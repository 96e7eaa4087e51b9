#include "backend/cpu/loop_program.h"

#include "base/checked.h"
#include "compile/fusion.h"
#include "ops/ops.h"

#include <string.h>

enum { MOST_EQNS = 600 }; /* of a region: expressing one goes as deep as it is long */

/* ---- the domain ---- */

static void append_loop(ax_loop_domain *domain, int64_t size, int32_t group)
{
    int32_t last = domain->count - 1;
    if (size == 1)
        return;
    if (last >= 0 && domain->groups[last] == group) {
        domain->sizes[last] *= size;
        return;
    }
    domain->sizes[domain->count] = size;
    domain->groups[domain->count++] = group;
}

/* One group for each run of dims that are kept (even) or reduced (odd). False: too many. A reduced
 * dimension of 0 counts as 1: there the results are inits, and nothing is folded. */
static bool reduction_domain(const ax_eqn *reduce, ax_loop_domain *domain)
{
    const ax_type *type = ax_operand_type(reduce, 0);
    ax_ints reduced = ax_eqn_ints(reduce, AX_ATTR_DIMENSIONS);
    int32_t group = 0;
    for (int32_t d = 0; d < type->ndim; d++) {
        int32_t is_reduced = 0;
        for (int32_t i = 0; i < reduced.count; i++)
            is_reduced |= reduced.values[i] == d;
        if (type->dims[d] == 1)
            continue;
        if (domain->count == AX_LOOP_MOST_LOOPS)
            return false;
        group += (group & 1) != is_reduced;
        append_loop(domain, ax_max_i64(type->dims[d], 1), group);
    }
    return true;
}

static const ax_eqn *find_reduce(const ax_graph *region)
{
    AX_FOR_EQNS (eqn, region) {
        if (eqn->op == &ax_op_reduce)
            return eqn;
    }
    return NULL;
}

static bool make_domain(ax_loop_program *p, const ax_eqn *fusion)
{
    if (ax_fusion_kind_of(fusion) == AX_FUSION_LOOP) {
        append_loop(&p->domain, ax_type_count(&fusion->results[0]->type), 0);
        return true;
    }
    p->first_reduce = find_reduce(p->region);
    if (!p->first_reduce || !reduction_domain(p->first_reduce, &p->domain))
        return false;
    int64_t kept = ax_type_count(&p->first_reduce->results[0]->type);
    p->reduced_count = kept ? ax_type_count(ax_operand_type(p->first_reduce, 0)) / kept : 0;
    return true;
}

bool ax_loop_reduced(const ax_loop_program *p, int32_t loop)
{
    return p->domain.groups[loop] & 1;
}

static bool split_domain(ax_loop_domain *domain, int32_t loop, int64_t inner)
{
    if (domain->count == AX_LOOP_MOST_LOOPS)
        return false;
    size_t behind = (size_t)(domain->count - loop);
    memmove(&domain->sizes[loop + 1], &domain->sizes[loop], behind * sizeof domain->sizes[0]);
    memmove(&domain->groups[loop + 1], &domain->groups[loop], behind * sizeof domain->groups[0]);
    domain->sizes[loop] /= inner;
    domain->sizes[loop + 1] = inner;
    domain->count++;
    return true;
}

/* The flat index over all loops, or over those that are kept. */
static bool flat_place(const ax_loop_program *p, bool kept_only, ax_form *out_place)
{
    int64_t stride = 1;
    *out_place = ax_form_constant(0);
    for (int32_t loop = p->domain.count - 1; loop >= 0; loop--) {
        if (kept_only && ax_loop_reduced(p, loop))
            continue;
        if (!ax_form_add_symbol(out_place, loop, stride))
            return false;
        stride *= p->domain.sizes[loop];
    }
    return true;
}

/* ---- expressing a region ---- */

static bool start_over(ax_loop_program *p)
{
    p->outcome = AX_LOOP_FINE;
    p->nnodes = p->nconditions = p->nconstants = 0;
    p->nsymbols = p->domain.count;
    for (int32_t loop = 0; loop < p->domain.count; loop++) {
        p->symbols[loop] = (ax_loop_symbol){.kind = AX_SYMBOL_LOOP, .depends = 1ull << loop};
        p->sizes[loop] = p->domain.sizes[loop];
    }
    memset(p->by_var, 0, (size_t)p->region->nvars * sizeof *p->by_var);
    return flat_place(p, true, &p->reduced_place) && flat_place(p, false, &p->operand_place);
}

static void express_outputs(ax_loop_program *p)
{
    int64_t all = 1, kept = 1;
    for (int32_t loop = 0; loop < p->domain.count; loop++) {
        all *= p->domain.sizes[loop];
        kept *= ax_loop_reduced(p, loop) ? 1 : p->domain.sizes[loop];
    }
    for (int32_t i = 0; i < p->region->noutputs && p->outcome == AX_LOOP_FINE; i++) {
        const ax_var *output = p->region->outputs[i];
        int64_t count = ax_type_count(&output->type);
        p->results[i] = (ax_loop_result){0};
        if (count == 0)
            continue;
        if (count != all && count != kept)
            p->outcome = AX_LOOP_NOT_KNOWN;
        p->results[i].form = count == kept ? p->reduced_place : p->operand_place;
        p->results[i].node = ax_loop_express(p, output, &p->results[i].form);
    }
}

static bool express_region(ax_loop_program *p)
{
    for (;;) {
        if (!start_over(p))
            return false;
        express_outputs(p);
        if (p->outcome != AX_LOOP_SPLIT)
            return p->outcome == AX_LOOP_FINE;
        if (!split_domain(&p->domain, p->split_loop, p->split_size))
            return false;
    }
}

static bool allocate(ax_loop_program *p)
{
    size_t nvars = (size_t)p->region->nvars + 1;
    p->nodes = AX_ARENA_NEW(p->arena, ax_loop_node *, AX_LOOP_MOST_NODES);
    p->by_var = AX_ARENA_NEW(p->arena, ax_loop_node *, nvars);
    p->constants = AX_ARENA_NEW(p->arena, ax_loop_constant, nvars);
    p->results = AX_ARENA_NEW(p->arena, ax_loop_result, (size_t)p->region->noutputs + 1);
    return p->nodes && p->by_var && p->constants && p->results;
}

static bool has_complex(const ax_graph *region)
{
    for (int32_t i = 0; i < region->ninputs; i++) {
        if (ax_dtype_kind(region->inputs[i]->type.dtype) == AX_KIND_COMPLEX)
            return true;
    }
    AX_FOR_EQNS (eqn, region) {
        for (int32_t i = 0; i < eqn->nresults; i++) {
            if (ax_dtype_kind(eqn->results[i]->type.dtype) == AX_KIND_COMPLEX)
                return true;
        }
    }
    return false;
}

ax_status *ax_loop_program_create(const ax_eqn *fusion, ax_arena *arena,
                                  ax_loop_program **out_program)
{
    const ax_graph *region = fusion->regions[0];
    *out_program = NULL;
    if (region->neqns > MOST_EQNS || has_complex(region))
        return NULL;
    ax_loop_program *p = AX_ARENA_NEW(arena, ax_loop_program, 1);
    if (!p)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to write a kernel");
    p->arena = arena;
    p->region = region;
    if (!allocate(p))
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to write a kernel");
    bool fine = make_domain(p, fusion) && express_region(p);
    if (p->outcome == AX_LOOP_NO_MEMORY)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to write a kernel");
    if (!fine)
        return NULL;
    ax_loop_merge(p);
    *out_program = p;
    return NULL;
}
