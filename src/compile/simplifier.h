/* A graph that is being simplified, between the files of the pass.
 *
 * simplify.c            the driver: rounds over the graph until nothing changes
 * simplify_cse.c        equations that were there before
 * simplify_fold.c       equations of constants
 * simplify_numbers.c    what is known of a value: constants, repeated elements
 * simplify_algebra.c    arithmetic
 * simplify_logic.c      choices, comparisons, bits
 * simplify_convert.c    chains of conversions
 * simplify_repeat.c     elementwise ops of repeated elements: computed once, then repeated
 * simplify_shape.c      transpose, reshape, broadcast_in_dim
 * simplify_part.c       slice, pad, concatenate, reverse, and their dynamic kin
 * simplify_reduce.c     reductions of nothing, or of one element
 * simplify_dot.c        transposes that dot_general can do itself
 *
 * A round copies the graph equation by equation through ax_simplify_emit. It looks whether a rule has
 * something better for the equation (whose operands are simplified already), which is emitted the same
 * way; else whether the new graph has that equation; else it is appended. What nobody uses any more is
 * left out by the next round.
 *
 * Every rule keeps each bit that the reference evaluation gives, NaN for NaN. What a rule does may
 * depend on sizes only where it moves elements: an element must not change with the number of rows
 * that are mapped at once, and a constant that is computed here and one that is computed by generated
 * code may differ in the last bit where libm is asked.
 */
#ifndef AXMAP_COMPILE_SIMPLIFIER_H
#define AXMAP_COMPILE_SIMPLIFIER_H

#include "ir/builder.h"

struct ax_seen; /* simplify_cse.c */

typedef struct ax_simplifier {
    ax_builder *builder; /* of the new graph */
    ax_arena *arena;     /* for the time of this round */
    struct ax_seen *seen;
    int32_t
        *uses; /* by id of the new var: how many uses the old graph has for it, as far as known */
    int32_t uses_size; /* ids below it have a count */
    int32_t depth;
    bool changed;
} ax_simplifier;

/* Looks for something better than the equation `e` of the new graph, which is not part of it yet: its
 * operands, attributes, regions and results' types are set. Writes eqn->nresults values. */
typedef bool ax_simplify_rule(ax_simplifier *s, const ax_eqn *e, ax_value *out);

/* Emits the equation or something better. */
void ax_simplify_emit(ax_simplifier *s, const ax_emission *emission, ax_value *out_results);

/* An equation of one result. */
ax_value ax_simplify_one(ax_simplifier *s, const ax_op *op, const ax_value *operands,
                         int32_t noperands, const ax_attr *attrs, int32_t nattrs,
                         ax_location location);

/* ---- rules (each by its file's page) ---- */

ax_simplify_rule ax_simplify_fold, ax_simplify_algebra, ax_simplify_logic, ax_simplify_convert,
    ax_simplify_repeat, ax_simplify_constant, ax_simplify_transpose, ax_simplify_reshape,
    ax_simplify_broadcast, ax_simplify_slice, ax_simplify_pad, ax_simplify_concatenate,
    ax_simplify_reverse, ax_simplify_dynamic_slice, ax_simplify_dynamic_update_slice,
    ax_simplify_reduce, ax_simplify_dot;

/* ---- equations that were there before ---- */

ax_status *ax_seen_create(ax_arena *arena, int32_t capacity, struct ax_seen **out_seen);
/* The equation of the new graph that computes the same, or NULL. */
const ax_eqn *ax_seen_find(const struct ax_seen *seen, const ax_eqn *e);
/* NULL without memory. */
bool ax_seen_add(struct ax_seen *seen, const ax_eqn *e);

/* ---- values ---- */

static inline ax_value ax_value_of(const ax_simplifier *s, const ax_var *var)
{
    return (ax_value){s->builder, var};
}

/* What a rule of one result ends with where a value that is there already is the better form. */
static inline bool ax_simplify_take(const ax_simplifier *s, const ax_var *var, ax_value *out)
{
    *out = ax_value_of(s, var);
    return true;
}

static inline const ax_eqn *ax_made_by(const ax_var *var, const ax_op *op)
{
    return var->producer && var->producer->op == op ? var->producer : NULL;
}

/* The literal of a constant, or NULL. */
const ax_literal *ax_constant_of(const ax_var *var);

/* The element that a value repeats everywhere, or NULL. */
const void *ax_repeated_element(const ax_var *var);

/* Elements that rules look for. Of a float: signed zeros, and the infinities as least and greatest. */
typedef enum ax_known_element {
    AX_ELEMENT_ZERO,
    AX_ELEMENT_MINUS_ZERO, /* an integer's zero */
    AX_ELEMENT_ONE,
    AX_ELEMENT_MINUS_ONE, /* all bits of an integer */
    AX_ELEMENT_TWO,
    AX_ELEMENT_LEAST,
    AX_ELEMENT_GREATEST,
} ax_known_element;

/* Writes the element's bytes (at most 16); false where the dtype has none of this kind. */
bool ax_element_write(ax_dtype dtype, ax_known_element which, void *out_bytes);

/* Whether the value repeats this element everywhere. */
bool ax_repeats(const ax_var *var, ax_known_element which);

/* A value of `type` that repeats an element everywhere. */
ax_value ax_simplify_fill(ax_simplifier *s, const ax_type *type, const void *element,
                          ax_location location);
ax_value ax_simplify_fill_known(ax_simplifier *s, const ax_type *type, ax_known_element which,
                                ax_location location);

/* Shorthands that go through ax_simplify_emit; operands of one builder. */
ax_value ax_simplify_reshaped(ax_simplifier *s, const ax_var *x, const ax_type *type,
                              ax_location location);
ax_value ax_simplify_broadcasted(ax_simplifier *s, const ax_var *x, const ax_type *type,
                                 const int64_t *places, ax_location location);
ax_value ax_simplify_transposed(ax_simplifier *s, const ax_var *x, const int64_t *permutation,
                                ax_location location);

/* Whether the two have the same dims but for those of 1. */
bool ax_same_but_ones(const ax_type *a, const ax_type *b);

#endif
