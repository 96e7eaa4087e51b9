/* Collectives over named axes: their types and records. */
#include "ops/collective.h"

#include "base/checked.h"
#include "base/text.h"
#include "ops/check.h"
#include "ops/ops.h"

/* "axis 'i'", or "axes 'i', 'j'"; and "groups of it" where there are groups. The caller frees it. */
static void append_axes(ax_text *text, const ax_eqn *eqn, const ax_members *members)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_text_append(text, members->groups ? "a group of " : "");
    ax_text_append(text, axes.count > 1 ? "axes" : "axis");
    for (int32_t i = 0; i < axes.count; i++)
        ax_text_printf(text, "%s '%s'", i ? "," : "", axes.values[i]);
}

/* The operand's dimension has an element for each member of a group. */
static ax_status *check_group_dim(const ax_eqn *eqn, ax_attr_key key, const ax_members *members)
{
    const ax_type *operand = ax_operand_type(eqn, 0);
    AX_TRY(ax_check_dimension(eqn, key, operand->ndim));
    int64_t dim = ax_eqn_int(eqn, key);
    if (operand->dims[dim] == members->widest)
        return NULL;
    ax_text text = {0};
    append_axes(&text, eqn, members);
    ax_status *status = AX_ERROR(
        AX_INVALID_ARGUMENT, "%s: %s %lld of %s has size %lld, but %s has %lld members",
        eqn->op->name, ax_attr_name(key), (long long)dim, AX_TYPE_STRING(operand),
        (long long)operand->dims[dim], text.bytes ? text.bytes : "", (long long)members->widest);
    ax_text_free(&text);
    return status;
}

static ax_status *check_even(const ax_eqn *eqn, const ax_members *members)
{
    if (ax_members_even(members))
        return NULL;
    int64_t group = 0;
    while (ax_members_at(members, group, members->widest - 1) >= 0)
        group++;
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "%s takes groups of one size only: one has %lld members, group %lld has fewer",
                    eqn->op->name, (long long)members->widest, (long long)group);
}

/* What all of them check first. */
static ax_status *check_collective(const ax_eqn *eqn, ax_members *out_members)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(ax_members_check(eqn, out_members));
    return eqn->noperands ? ax_check_dtype(eqn, ax_operand_type(eqn, 0)->dtype) : NULL;
}

static ax_status *infer_reduction(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    out_types[0] = *ax_operand_type(eqn, 0);
    return NULL;
}

static ax_status *infer_psum(const ax_eqn *eqn, ax_type *out_types)
{
    if (eqn->noperands == 1 && ax_operand_type(eqn, 0)->dtype == AX_BOOL)
        return AX_ERROR(AX_INVALID_ARGUMENT, "psum of bool: convert it to i32 first");
    return infer_reduction(eqn, out_types);
}

static ax_status *infer_all_gather(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    AX_TRY(check_even(eqn, &members));
    const ax_type *operand = ax_operand_type(eqn, 0);
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_ALL_GATHER_DIM);
    if (dimension < 0 || dimension > operand->ndim || operand->ndim == AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "all_gather_dim %lld is not in [0, %d]",
                        (long long)dimension, (int)operand->ndim);
    }
    out_types[0] = ax_type_insert_dim(operand, (int32_t)dimension, members.widest);
    return NULL;
}

static ax_status *infer_psum_scatter(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    AX_TRY(check_even(eqn, &members));
    AX_TRY(check_group_dim(eqn, AX_ATTR_SCATTER_DIMENSION, &members));
    out_types[0] = ax_type_remove_dim(ax_operand_type(eqn, 0),
                                      (int32_t)ax_eqn_int(eqn, AX_ATTR_SCATTER_DIMENSION));
    return NULL;
}

static ax_status *infer_all_to_all(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    AX_TRY(check_even(eqn, &members));
    AX_TRY(check_group_dim(eqn, AX_ATTR_SPLIT_DIMENSION, &members));
    AX_TRY(ax_check_dimension(eqn, AX_ATTR_CONCAT_DIMENSION, ax_operand_type(eqn, 0)->ndim));
    ax_type rest = ax_type_remove_dim(ax_operand_type(eqn, 0),
                                      (int32_t)ax_eqn_int(eqn, AX_ATTR_SPLIT_DIMENSION));
    out_types[0] = ax_type_insert_dim(&rest, (int32_t)ax_eqn_int(eqn, AX_ATTR_CONCAT_DIMENSION),
                                      members.widest);
    return NULL;
}

/* `sources` has a list of `width` for each member, each in [0, most) or -1. */
static ax_status *check_sources(const ax_eqn *eqn, const ax_members *members, int64_t most)
{
    ax_ints sources = ax_eqn_ints(eqn, AX_ATTR_SOURCES);
    bool fits = members->count ? sources.count % members->count == 0 : sources.count == 0;
    if (!fits) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s has %d sources for %lld members", eqn->op->name,
                        (int)sources.count, (long long)members->count);
    }
    for (int32_t i = 0; i < sources.count; i++) {
        if (sources.values[i] < -1 || sources.values[i] >= most) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: source %d is %lld; %lld to %lld are there",
                            eqn->op->name, (int)i, (long long)sources.values[i], most ? 0LL : -1LL,
                            (long long)(most - 1));
        }
    }
    return NULL;
}

static ax_status *infer_ppermute(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    AX_TRY(check_sources(eqn, &members, members.count));
    if (ax_eqn_ints(eqn, AX_ATTR_SOURCES).count != members.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "ppermute has one source for each of %lld members",
                        (long long)members.count);
    }
    out_types[0] = *ax_operand_type(eqn, 0);
    return NULL;
}

static ax_status *infer_pbroadcast(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    int64_t source = ax_eqn_int(eqn, AX_ATTR_SOURCE);
    if (source < 0 || source >= members.count) {
        ax_text text = {0};
        append_axes(&text, eqn, &members);
        ax_status *status = AX_ERROR(
            AX_INVALID_ARGUMENT, "pbroadcast: there is no member %lld: %s has %lld members",
            (long long)source, text.bytes ? text.bytes : "", (long long)members.count);
        ax_text_free(&text);
        return status;
    }
    out_types[0] = *ax_operand_type(eqn, 0);
    return NULL;
}

static ax_status *infer_exchange(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    const ax_type *operand = ax_operand_type(eqn, 0);
    int64_t slices = ax_eqn_int(eqn, AX_ATTR_SLICES), pieces = 0;
    if (operand->ndim < 1 || slices != operand->dims[0]) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "exchange of %lld slices takes no %s",
                        (long long)slices, AX_TYPE_STRING(operand));
    }
    if (!ax_checked_mul(members.count, slices, &pieces))
        return AX_ERROR(AX_OVERFLOW, "exchange: %lld members of %lld slices",
                        (long long)members.count, (long long)slices);
    AX_TRY(check_sources(eqn, &members, pieces));
    out_types[0] = *operand;
    out_types[0].dims[0] = members.count ? ax_eqn_ints(eqn, AX_ATTR_SOURCES).count / members.count
                                         : 0;
    return NULL;
}

static ax_status *infer_axis_index(const ax_eqn *eqn, ax_type *out_types)
{
    ax_members members;
    AX_TRY(check_collective(eqn, &members));
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    if (axes.count != 1)
        return AX_ERROR(AX_INVALID_ARGUMENT, "axis_index takes one axis name, not %d",
                        (int)axes.count);
    if (members.count > INT32_MAX) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "axis_index is i32 and axis '%s' has %lld rows, more than it can count",
                        axes.values[0], (long long)members.count);
    }
    out_types[0] = ax_type_scalar(AX_I32);
    return NULL;
}

/* ---- records ---- */

#define AXES   AX_ATTR_AXES, AX_ATTR_AXIS_SIZES
#define GROUPS .optional_attrs = AX_ATTR_LIST(AX_ATTR_AXIS_INDEX_GROUPS, AX_ATTR_GROUP_COUNT)

#define COLLECTIVE_RECORD(op_name, set, count, infer_rule, batch_rule, ...)            \
    AX_OP_RECORD(op_name, collective, .dtypes = (set), .noperands = (count),           \
                 .traits = AX_TRAIT_COLLECTIVE, .infer = AX_RULE(infer_rule),          \
                 .batch = AX_RULE(batch_rule),                                         \
                 .eval = AX_NO_RULE("run by whoever binds the axis: vmap removes it, " \
                                    "ax_map communicates"),                            \
                 __VA_ARGS__)

COLLECTIVE_RECORD(psum, AX_SET_NUMBER, 1, infer_psum, ax_batch_preduce, .attrs = AX_ATTR_LIST(AXES),
                  GROUPS);

COLLECTIVE_RECORD(pmax, AX_SET_REAL, 1, infer_reduction, ax_batch_preduce,
                  .attrs = AX_ATTR_LIST(AXES), GROUPS);

COLLECTIVE_RECORD(pmin, AX_SET_REAL, 1, infer_reduction, ax_batch_preduce,
                  .attrs = AX_ATTR_LIST(AXES), GROUPS);

COLLECTIVE_RECORD(all_gather, AX_SET_EVERY, 1, infer_all_gather, ax_batch_all_gather,
                  .attrs = AX_ATTR_LIST(AX_ATTR_ALL_GATHER_DIM, AXES), GROUPS);

COLLECTIVE_RECORD(psum_scatter, AX_SET_NUMBER, 1, infer_psum_scatter, ax_batch_psum_scatter,
                  .attrs = AX_ATTR_LIST(AX_ATTR_SCATTER_DIMENSION, AXES), GROUPS);

COLLECTIVE_RECORD(all_to_all, AX_SET_EVERY, 1, infer_all_to_all, ax_batch_all_to_all,
                  .attrs = AX_ATTR_LIST(AX_ATTR_SPLIT_DIMENSION, AX_ATTR_CONCAT_DIMENSION, AXES),
                  GROUPS);

COLLECTIVE_RECORD(ppermute, AX_SET_EVERY, 1, infer_ppermute, ax_batch_ppermute,
                  .attrs = AX_ATTR_LIST(AX_ATTR_SOURCES, AXES));

COLLECTIVE_RECORD(pbroadcast, AX_SET_EVERY, 1, infer_pbroadcast, ax_batch_pbroadcast,
                  .attrs = AX_ATTR_LIST(AX_ATTR_SOURCE, AXES),
                  .optional_attrs = AX_ATTR_LIST(AX_ATTR_PROMISED));

COLLECTIVE_RECORD(exchange, AX_SET_EVERY, 1, infer_exchange, ax_batch_exchange,
                  .attrs = AX_ATTR_LIST(AX_ATTR_SLICES, AX_ATTR_SOURCES, AXES));

COLLECTIVE_RECORD(axis_index, AX_DTYPE_BIT(AX_I32), 0, infer_axis_index, ax_batch_axis_index,
                  .attrs = AX_ATTR_LIST(AXES));
