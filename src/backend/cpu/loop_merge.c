/* Merging loops that no index tells apart. */
#include "backend/cpu/loop_program.h"

#include <string.h>

/* All forms of a program, one after the other; NULL behind the last. */
static ax_form *form_at(ax_loop_program *p, int32_t at)
{
    if (at < p->nnodes)
        return &p->nodes[at]->form;
    at -= p->nnodes;
    if (at < p->nconditions)
        return &p->conditions[at].form;
    at -= p->nconditions;
    if (at < p->nsymbols)
        return &p->symbols[at].form;
    at -= p->nsymbols;
    if (at < p->region->noutputs)
        return &p->results[at].form;
    at -= p->region->noutputs;
    if (at < 2)
        return at == 0 ? &p->reduced_place : &p->operand_place;
    return NULL;
}

static bool may_merge(ax_loop_program *p, int32_t outer)
{
    const ax_loop_domain *domain = &p->domain;
    if (domain->groups[outer] != domain->groups[outer + 1])
        return false;
    const ax_form *form;
    for (int32_t i = 0; (form = form_at(p, i)); i++) {
        int64_t inner = ax_form_factor(form, outer + 1);
        if (ax_form_factor(form, outer) != inner * domain->sizes[outer + 1])
            return false;
    }
    return true;
}

/* The symbol `outer` goes, and those behind it move up. */
static void drop_symbol(ax_form *form, int32_t outer)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < form->count; i++) {
        ax_term term = form->terms[i];
        if (term.symbol == outer)
            continue;
        term.symbol -= term.symbol > outer;
        form->terms[kept++] = term;
    }
    form->count = kept;
}

/* Loops `outer` and the one behind it become one bit. */
static uint64_t merge_bits(uint64_t bits, int32_t outer)
{
    uint64_t before = bits & ((1ull << outer) - 1);
    uint64_t merged = (bits >> outer | bits >> (outer + 1)) & 1;
    return before | merged << outer | bits >> (outer + 2) << (outer + 1);
}

static void merge(ax_loop_program *p, int32_t outer)
{
    ax_loop_domain *domain = &p->domain;
    ax_form *form;
    for (int32_t i = 0; (form = form_at(p, i)); i++)
        drop_symbol(form, outer);
    for (int32_t i = 0; i < p->nnodes; i++)
        p->nodes[i]->depends = merge_bits(p->nodes[i]->depends, outer);
    for (int32_t s = domain->count; s < p->nsymbols; s++)
        p->symbols[s].depends = merge_bits(p->symbols[s].depends, outer);
    domain->sizes[outer + 1] *= domain->sizes[outer];
    p->sizes[outer + 1] = domain->sizes[outer + 1];
    domain->count--;
    p->nsymbols--;
    size_t loops = (size_t)(domain->count - outer), symbols = (size_t)(p->nsymbols - outer);
    memmove(&domain->sizes[outer], &domain->sizes[outer + 1], loops * sizeof domain->sizes[0]);
    memmove(&domain->groups[outer], &domain->groups[outer + 1], loops * sizeof domain->groups[0]);
    memmove(&p->sizes[outer], &p->sizes[outer + 1], symbols * sizeof p->sizes[0]);
    memmove(&p->symbols[outer], &p->symbols[outer + 1], symbols * sizeof p->symbols[0]);
    for (int32_t loop = 0; loop < domain->count; loop++)
        p->symbols[loop].depends = 1ull << loop;
}

void ax_loop_merge(ax_loop_program *p)
{
    for (int32_t outer = p->domain.count - 2; outer >= 0; outer--) {
        if (may_merge(p, outer))
            merge(p, outer);
    }
}
