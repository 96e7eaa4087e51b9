#include "ops/check.h"

#include "base/text.h"

static ax_status *check_count(const ax_eqn *eqn, const char *what, int32_t seen, int32_t expected,
                              bool or_more)
{
    if (seen == expected || (or_more && seen > expected))
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s takes %s%d %s%s, not %d", eqn->op->name,
                    or_more ? "at least " : "", (int)expected, what, expected == 1 ? "" : "s",
                    (int)seen);
}

static bool lists_attr(const ax_attr_key *known, ax_attr_key key)
{
    for (; known && *known != AX_ATTR_COUNT; known++) {
        if (*known == key)
            return true;
    }
    return false;
}

static bool takes_attr(const ax_op *op, ax_attr_key key)
{
    return lists_attr(op->attrs, key) || lists_attr(op->optional_attrs, key);
}

ax_status *ax_check_form(const ax_eqn *eqn)
{
    const ax_op *op = eqn->op;
    bool variadic = (op->traits & AX_TRAIT_VARIADIC) != 0;
    AX_TRY(check_count(eqn, "operand", eqn->noperands, op->noperands, variadic));
    AX_TRY(check_count(eqn, "region", eqn->nregions, op->nregions, false));
    if (!variadic && eqn->nresults != 1)
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s has 1 result, not %d", op->name,
                        (int)eqn->nresults);
    for (int32_t i = 0; i < eqn->nattrs; i++) {
        ax_attr_key key = eqn->attrs[i].key;
        if (!takes_attr(op, key) || (i > 0 && eqn->attrs[i - 1].key == key)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: attribute '%s' is %s", op->name,
                            ax_attr_name(key), takes_attr(op, key) ? "given twice" : "none of its");
        }
    }
    for (const ax_attr_key *key = op->attrs; key && *key != AX_ATTR_COUNT; key++) {
        if (!ax_eqn_find_attr(eqn, *key)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: attribute '%s' is missing", op->name,
                            ax_attr_name(*key));
        }
    }
    return NULL;
}

ax_status *ax_check_per_dimension(const ax_eqn *eqn, ax_attr_key key, const ax_type *type)
{
    ax_ints list = ax_eqn_ints(eqn, key);
    if (list.count == type->ndim)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s has %d entries, but %s has %d dimensions",
                    eqn->op->name, ax_attr_name(key), (int)list.count, AX_TYPE_STRING(type),
                    (int)type->ndim);
}

ax_status *ax_check_dimensions(const ax_eqn *eqn, ax_attr_key key, int32_t ndim)
{
    ax_ints list = ax_eqn_ints(eqn, key);
    bool seen[AX_MAX_NDIM] = {false};
    for (int32_t i = 0; i < list.count; i++) {
        int64_t dim = list.values[i];
        if (dim < 0 || dim >= ndim) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s names dimension %lld of an array of %d",
                            eqn->op->name, ax_attr_name(key), (long long)dim, (int)ndim);
        }
        if (seen[dim]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s names dimension %lld twice", eqn->op->name,
                            ax_attr_name(key), (long long)dim);
        }
        seen[dim] = true;
    }
    return NULL;
}

ax_status *ax_check_dimension(const ax_eqn *eqn, ax_attr_key key, int32_t ndim)
{
    int64_t dim = ax_eqn_int(eqn, key);
    if (dim >= 0 && dim < ndim)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s is %lld, but the array has %d dimensions",
                    eqn->op->name, ax_attr_name(key), (long long)dim, (int)ndim);
}

ax_status *ax_check_dtype(const ax_eqn *eqn, ax_dtype dtype)
{
    const ax_dtype_set floats = AX_SET_FLOAT | AX_DTYPE_BIT(AX_C64) | AX_DTYPE_BIT(AX_C128);
    ax_dtype_set known = eqn->op->dtypes;
    if (ax_dtype_set_holds(known, dtype))
        return NULL;
    if ((known & floats) != 0 && ax_dtype_set_holds(floats, dtype))
        return ax_unsupported_dtype(eqn, dtype);
    ax_text allowed = {0};
    for (int i = 0; i < AX_DTYPE_COUNT; i++) {
        if (ax_dtype_set_holds(known, (ax_dtype)i))
            ax_text_printf(&allowed, " %s", ax_dtype_name((ax_dtype)i));
    }
    ax_status *status = AX_ERROR(AX_INVALID_ARGUMENT, "%s takes no %s; it takes%s", eqn->op->name,
                                 ax_dtype_name(dtype), allowed.bytes ? allowed.bytes : " others");
    ax_text_free(&allowed);
    return status;
}

ax_status *ax_unsupported_dtype(const ax_eqn *eqn, ax_dtype dtype)
{
    return AX_ERROR(AX_UNSUPPORTED, "%s of %s is not supported", eqn->op->name,
                    ax_dtype_name(dtype));
}
