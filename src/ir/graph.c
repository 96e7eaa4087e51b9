#include "ir/graph.h"

#include "ir/op.h"

#include <string.h>

typedef struct attr_record {
    const char *name;
    ax_attr_kind kind;
} attr_record;

#define AX_ATTR(key, name, kind) {name, AX_ATTR_KIND_##kind},
static const attr_record attr_records[] = {
#include "ir/attr.def"
};
#undef AX_ATTR

const char *ax_attr_name(ax_attr_key key)
{
    return attr_records[key].name;
}

ax_attr_kind ax_attr_kind_of(ax_attr_key key)
{
    return attr_records[key].kind;
}

static const char *const comparison_names[] = {"EQ",       "NE",       "LT",       "LE",
                                               "GT",       "GE",       "TOTAL_EQ", "TOTAL_NE",
                                               "TOTAL_LT", "TOTAL_LE", "TOTAL_GT", "TOTAL_GE"};

const char *ax_comparison_name(ax_comparison comparison)
{
    return comparison_names[comparison];
}

bool ax_comparison_from_name(const char *name, ax_comparison *out_comparison)
{
    for (int i = AX_EQ; i <= AX_TOTAL_GE; i++) {
        if (strcmp(name, comparison_names[i]) == 0) {
            *out_comparison = (ax_comparison)i;
            return true;
        }
    }
    return false;
}

void ax_graph_free(ax_graph *graph)
{
    if (graph && graph->owns_arena)
        ax_arena_free(graph->arena);
}

const ax_attr *ax_eqn_find_attr(const ax_eqn *eqn, ax_attr_key key)
{
    for (int32_t i = 0; i < eqn->nattrs; i++) {
        if (eqn->attrs[i].key == key)
            return &eqn->attrs[i];
    }
    return NULL;
}

int64_t ax_eqn_int(const ax_eqn *eqn, ax_attr_key key)
{
    return ax_eqn_find_attr(eqn, key)->i;
}

int64_t ax_eqn_int_or(const ax_eqn *eqn, ax_attr_key key, int64_t absent)
{
    const ax_attr *attr = ax_eqn_find_attr(eqn, key);
    return attr ? attr->i : absent;
}

ax_ints ax_eqn_ints(const ax_eqn *eqn, ax_attr_key key)
{
    const ax_attr *attr = ax_eqn_find_attr(eqn, key);
    return attr ? attr->ints : (ax_ints){0, NULL};
}

ax_names ax_eqn_names(const ax_eqn *eqn, ax_attr_key key)
{
    const ax_attr *attr = ax_eqn_find_attr(eqn, key);
    return attr ? attr->names : (ax_names){0, NULL};
}

const ax_type *ax_eqn_type(const ax_eqn *eqn, ax_attr_key key)
{
    const ax_attr *attr = ax_eqn_find_attr(eqn, key);
    return attr ? &attr->type : NULL;
}

const ax_literal *ax_eqn_literal(const ax_eqn *eqn, ax_attr_key key)
{
    const ax_attr *attr = ax_eqn_find_attr(eqn, key);
    return attr ? &attr->literal : NULL;
}

int32_t ax_graph_widest(const ax_graph *graph)
{
    int32_t widest = 0;
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->noperands + eqn->nresults > widest)
            widest = eqn->noperands + eqn->nresults;
    }
    return widest;
}

static bool is_among(ax_names names, const char *name)
{
    for (int32_t i = 0; i < names.count; i++) {
        if (strcmp(names.values[i], name) == 0)
            return true;
    }
    return false;
}

bool ax_collective_over(const ax_eqn *eqn, const char *axis_name)
{
    if (is_among(ax_eqn_names(eqn, AX_ATTR_AXES), axis_name))
        return true;
    if (is_among(ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES), axis_name))
        return false; /* inside, the name means another axis */
    for (int32_t r = 0; r < eqn->nregions; r++) {
        AX_FOR_EQNS (inner, eqn->regions[r]) {
            if (ax_collective_over(inner, axis_name))
                return true;
        }
    }
    return false;
}
