/* Common subexpressions: the equations of the new graph by what they compute. */
#include "base/hash.h"
#include "compile/simplifier.h"
#include "ops/ops.h"

#include <string.h>

/* Open addressing; a power of two of places, at least half of them empty. */
struct ax_seen {
    ax_arena *arena;
    const ax_eqn **places;
    uint64_t *hashes;
    int32_t size, count;
};

static bool allocate(struct ax_seen *seen, int32_t size)
{
    seen->size = size;
    seen->count = 0;
    seen->places = AX_ARENA_NEW(seen->arena, const ax_eqn *, size);
    seen->hashes = AX_ARENA_NEW(seen->arena, uint64_t, size);
    return seen->places && seen->hashes;
}

ax_status *ax_seen_create(ax_arena *arena, int32_t capacity, struct ax_seen **out_seen)
{
    struct ax_seen *seen = AX_ARENA_NEW(arena, struct ax_seen, 1);
    int32_t size = 64;
    while (size < 2 * capacity && size < 1 << 29)
        size *= 2;
    if (seen)
        seen->arena = arena;
    if (!seen || !allocate(seen, size))
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to simplify a graph");
    *out_seen = seen;
    return NULL;
}

/* What speaks to other devices is computed as often as the program says. */
static bool may_be_shared(const ax_eqn *e)
{
    return !(e->op->traits & AX_TRAIT_COLLECTIVE) && e->op != &ax_op_shard_map;
}

/* The operands in an order that exchanging them does not change. */
static void operand_order(const ax_eqn *e, int32_t *first, int32_t *second)
{
    bool turned = (e->op->traits & AX_TRAIT_COMMUTATIVE) && e->noperands == 2 &&
                  e->operands[1]->id < e->operands[0]->id;
    *first = turned ? 1 : 0;
    *second = turned ? 0 : 1;
}

static uint64_t hash_of(const ax_eqn *e)
{
    int32_t first, second;
    operand_order(e, &first, &second);
    uint64_t hash = ax_hash_i64(ax_hash_string(0, e->op->name), e->noperands);
    for (int32_t i = 0; i < e->noperands; i++) {
        int32_t which = i == 0 ? first : i == 1 ? second : i;
        hash = ax_hash_i64(hash, e->operands[which]->id);
    }
    uint64_t attrs = 0; /* in any order: those of an equation in the graph are sorted */
    for (int32_t i = 0; i < e->nattrs; i++)
        attrs += ax_attr_fingerprint(0, &e->attrs[i]);
    hash = ax_hash_i64(hash, (int64_t)attrs);
    for (int32_t i = 0; i < e->nregions; i++)
        hash = ax_hash_i64(hash, (int64_t)ax_graph_fingerprint(e->regions[i]));
    return hash;
}

static bool same_ints(ax_ints a, ax_ints b)
{
    return a.count == b.count &&
           (a.count == 0 || memcmp(a.values, b.values, (size_t)a.count * sizeof *a.values) == 0);
}

static bool same_names(ax_names a, ax_names b)
{
    if (a.count != b.count)
        return false;
    for (int32_t i = 0; i < a.count; i++) {
        if (strcmp(a.values[i], b.values[i]) != 0)
            return false;
    }
    return true;
}

static bool same_attr(const ax_attr *a, const ax_attr *b)
{
    switch (ax_attr_kind_of(a->key)) {
    case AX_ATTR_KIND_INT: return a->i == b->i;
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS: return same_ints(a->ints, b->ints);
    case AX_ATTR_KIND_NAMES: return same_names(a->names, b->names);
    case AX_ATTR_KIND_TYPE: return ax_type_equal(&a->type, &b->type);
    case AX_ATTR_KIND_LITERAL:
        return ax_type_equal(&a->literal.type, &b->literal.type) &&
               memcmp(a->literal.data, b->literal.data, (size_t)ax_type_bytes(&a->literal.type)) ==
                   0;
    }
    return false;
}

static bool same_operands(const ax_eqn *a, const ax_eqn *b)
{
    int32_t a_order[2], b_order[2];
    operand_order(a, &a_order[0], &a_order[1]);
    operand_order(b, &b_order[0], &b_order[1]);
    for (int32_t i = 0; i < a->noperands; i++) {
        const ax_var *left = a->operands[i < 2 ? a_order[i] : i];
        const ax_var *right = b->operands[i < 2 ? b_order[i] : i];
        if (left != right)
            return false;
    }
    return true;
}

static bool same(const ax_eqn *a, const ax_eqn *b)
{
    if (a->op != b->op || a->noperands != b->noperands || a->nresults != b->nresults ||
        a->nattrs != b->nattrs || a->nregions != b->nregions || !same_operands(a, b))
        return false;
    for (int32_t i = 0; i < a->nattrs; i++) {
        const ax_attr *other = ax_eqn_find_attr(b, a->attrs[i].key);
        if (!other || !same_attr(&a->attrs[i], other))
            return false;
    }
    for (int32_t i = 0; i < a->nregions; i++) {
        if (ax_graph_fingerprint(a->regions[i]) != ax_graph_fingerprint(b->regions[i]))
            return false;
    }
    return true;
}

/* The place of the equation, or the empty one where it would go. */
static int32_t place_of(const struct ax_seen *seen, const ax_eqn *e, uint64_t hash)
{
    int32_t mask = seen->size - 1;
    int32_t place = (int32_t)(hash & (uint64_t)mask);
    while (seen->places[place] && (seen->hashes[place] != hash || !same(seen->places[place], e)))
        place = (place + 1) & mask;
    return place;
}

const ax_eqn *ax_seen_find(const struct ax_seen *seen, const ax_eqn *e)
{
    return may_be_shared(e) ? seen->places[place_of(seen, e, hash_of(e))] : NULL;
}

static bool grow(struct ax_seen *seen)
{
    struct ax_seen old = *seen;
    if (old.size > 1 << 29 || !allocate(seen, old.size * 2))
        return false;
    for (int32_t i = 0; i < old.size; i++) {
        if (!old.places[i])
            continue;
        int32_t place = place_of(seen, old.places[i], old.hashes[i]);
        seen->places[place] = old.places[i];
        seen->hashes[place] = old.hashes[i];
        seen->count++;
    }
    return true;
}

bool ax_seen_add(struct ax_seen *seen, const ax_eqn *e)
{
    if (!may_be_shared(e))
        return true;
    if (2 * seen->count >= seen->size && !grow(seen))
        return false;
    uint64_t hash = hash_of(e);
    int32_t place = place_of(seen, e, hash);
    seen->count += !seen->places[place];
    seen->places[place] = e;
    seen->hashes[place] = hash;
    return true;
}
