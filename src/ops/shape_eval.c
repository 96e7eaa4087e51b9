/* Evaluation of the shape family: each op says which strides it walks, ops/strided.h moves. */
#include "ops/numbers.h"
#include "ops/shape.h"
#include "ops/strided.h"

#include "base/checked.h"
#include "base/half.h"

#include <string.h>

/* A copy over all of `type`, dense on the destination's side; the source is the caller's to say. */
static ax_strided dense_destination(const ax_type *type)
{
    ax_strided layout = {.element_bytes = ax_dtype_bytes(type->dtype), .ndim = type->ndim};
    for (int32_t i = 0; i < type->ndim; i++)
        layout.dims[i] = type->dims[i];
    ax_type_strides(type, layout.destination_strides);
    return layout;
}

ax_status *ax_eval_broadcast_in_dim(const ax_eval_env *env, const ax_eqn *eqn,
                                    const ax_tensor *operands, const ax_tensor *results)
{
    const ax_type *from = &operands[0].type;
    ax_ints places = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS);
    ax_strided layout = dense_destination(&results[0].type);
    int64_t strides[AX_MAX_NDIM];
    ax_type_strides(from, strides);
    for (int32_t i = 0; i < from->ndim; i++) {
        if (from->dims[i] != 1)
            layout.source_strides[places.values[i]] = strides[i];
    }
    ax_strided_deal(env, &layout, results[0].data, operands[0].data);
    return NULL;
}

ax_status *ax_eval_transpose(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    ax_ints permutation = ax_eqn_ints(eqn, AX_ATTR_PERMUTATION);
    ax_strided layout = dense_destination(&results[0].type);
    int64_t strides[AX_MAX_NDIM];
    ax_type_strides(&operands[0].type, strides);
    for (int32_t i = 0; i < layout.ndim; i++)
        layout.source_strides[i] = strides[permutation.values[i]];
    ax_strided_deal(env, &layout, results[0].data, operands[0].data);
    return NULL;
}

ax_status *ax_eval_reshape(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    (void)eqn;
    ax_strided_deal_run(env, ax_type_bytes(&results[0].type), results[0].data, operands[0].data);
    return NULL;
}

ax_status *ax_eval_slice(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                         const ax_tensor *results)
{
    ax_ints start = ax_eqn_ints(eqn, AX_ATTR_START_INDICES);
    ax_ints step = ax_eqn_ints(eqn, AX_ATTR_STRIDES);
    ax_strided layout = dense_destination(&results[0].type);
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    int64_t strides[AX_MAX_NDIM], offset = 0;
    ax_type_strides(&operands[0].type, strides);
    for (int32_t i = 0; i < layout.ndim; i++) {
        offset += start.values[i] * strides[i];
        /* The step of a single element is never taken, and may be huge. */
        layout.source_strides[i] = layout.dims[i] > 1 ? step.values[i] * strides[i] : 0;
    }
    ax_strided_deal(env, &layout, results[0].data,
                    (const char *)operands[0].data + offset * layout.element_bytes);
    return NULL;
}

/* Arrays joined along an inner dimension: `rows` rows of the result, each made of a run of each array. */
typedef struct joining {
    const ax_tensor *operands;
    int32_t count;
    int64_t row_bytes, rows;
    char *to;
} joining;

enum { JOINED_BYTES = 1 << 18 }; /* of the result: rows that pass through a cache together */

static void join_rows(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const joining *j = user;
    char *to = j->to + begin * j->row_bytes;
    for (int32_t i = 0; i < j->count; i++) {
        int64_t run = j->rows > 0 ? ax_type_bytes(&j->operands[i].type) / j->rows : 0;
        ax_strided layout = {.element_bytes = 1,
                             .ndim = 2,
                             .dims = {end - begin, run},
                             .source_strides = {run, 1},
                             .destination_strides = {j->row_bytes, 1}};
        ax_strided_copy(&layout, to, (const char *)j->operands[i].data + begin * run);
        to += run;
    }
}

ax_status *ax_eval_concatenate(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    const ax_type *type = &results[0].type;
    if (ax_type_count(type) == 0)
        return NULL;
    joining j = {.operands = operands, .count = eqn->noperands, .rows = 1, .to = results[0].data};
    for (int32_t i = 0; i < ax_eqn_int(eqn, AX_ATTR_DIMENSION); i++)
        j.rows *= type->dims[i];
    j.row_bytes = ax_type_bytes(type) / j.rows;
    if (j.rows > 1) {
        ax_eval_parallel(env, j.rows, ax_max_i64(1, JOINED_BYTES / j.row_bytes), join_rows, &j);
        return NULL;
    }
    for (int32_t i = 0; i < j.count; i++) {
        int64_t run = ax_type_bytes(&operands[i].type);
        ax_strided_deal_run(env, run, j.to, operands[i].data);
        j.to += run;
    }
    return NULL;
}

/* What of one padded dimension the operand fills: `count` elements from `first` on, the first of
 * them at `place` in the result. Edges that cut away may leave nothing. */
typedef struct kept {
    int64_t first, count, place;
} kept;

static kept kept_of(int64_t size, int64_t padded, int64_t low, int64_t step)
{
    kept k = {.first = low < 0 ? ax_ceil_div(-low, step) : 0};
    int64_t end = 0; /* elements before it lie left of the result's end */
    if (padded > low)
        end = ax_min_i64((padded - 1 - low) / step + 1, size);
    if (k.first < end) {
        k.count = end - k.first;
        k.place = low + k.first * step;
    }
    return k;
}

/* Fills all of `to` that lies before or behind what is kept along a dimension. `dense` has its strides. */
static void fill_edges(const ax_eval_env *env, const ax_strided *dense, const kept *keeps,
                       const void *value, char *to)
{
    ax_strided edge = *dense;
    memset(edge.source_strides, 0, sizeof edge.source_strides);
    for (int32_t d = 0; d < dense->ndim; d++) {
        int64_t step = dense->destination_strides[d] * dense->element_bytes;
        int64_t behind = keeps[d].place + keeps[d].count;
        edge.dims[d] = keeps[d].place;
        ax_strided_deal(env, &edge, to, value);
        edge.dims[d] = dense->dims[d] - behind;
        ax_strided_deal(env, &edge, to + behind * step, value);
        edge.dims[d] = keeps[d].count; /* the rest is a matter of the dimensions behind */
        to += keeps[d].place * step;
    }
}

ax_status *ax_eval_pad(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                       const ax_tensor *results)
{
    const ax_type *from = &operands[0].type, *to = &results[0].type;
    ax_strided dense = dense_destination(to), layout = dense;
    if (ax_type_count(to) == 0)
        return NULL;
    ax_type_strides(from, layout.source_strides);
    kept keeps[AX_MAX_NDIM];
    int64_t source = 0, destination = 0, filled = 1;
    bool spread = false; /* padding between elements */
    for (int32_t i = 0; i < to->ndim; i++) {
        int64_t step = 1 + ax_eqn_ints(eqn, AX_ATTR_INTERIOR_PADDING).values[i];
        int64_t low = ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_LOW).values[i];
        keeps[i] = kept_of(from->dims[i], to->dims[i], low, step);
        source += keeps[i].first * layout.source_strides[i];
        destination += keeps[i].place * layout.destination_strides[i];
        layout.dims[i] = keeps[i].count;
        spread = spread || (keeps[i].count > 1 && step > 1);
        if (keeps[i].count > 1)
            layout.destination_strides[i] *= step;
        filled *= keeps[i].count;
    }
    if (filled == 0 || spread) {
        ax_strided_deal(env, &dense, results[0].data, operands[1].data);
    } else {
        fill_edges(env, &dense, keeps, operands[1].data, results[0].data);
    }
    if (filled > 0) {
        ax_strided_deal(env, &layout, (char *)results[0].data + destination * layout.element_bytes,
                        (const char *)operands[0].data + source * layout.element_bytes);
    }
    return NULL;
}

/* ---- constant, iota ---- */

ax_status *ax_eval_constant(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                            const ax_tensor *results)
{
    (void)operands;
    const ax_literal *literal = ax_eqn_literal(eqn, AX_ATTR_VALUE);
    ax_strided_deal_run(env, ax_type_bytes(&literal->type), results[0].data, literal->data);
    return NULL;
}

/* element[i] = i for begin <= i < end. An index past a type's largest value wraps around. */
static void write_indices(ax_dtype dtype, int64_t begin, int64_t end, void *elements)
{
    switch (dtype) {
#define WRITE(dtype_name, name, ctype)         \
    case dtype_name:                           \
        for (int64_t i = begin; i < end; i++)  \
            ((ctype *)elements)[i] = (ctype)i; \
        break;
        AX_NUMBERS(WRITE)
#undef WRITE
    case AX_F16:
    case AX_BF16:
        for (int64_t i = begin; i < end; i++) {
            ((uint16_t *)elements)[i] = dtype == AX_F16 ? ax_f16_from_f64((double)i)
                                                        : ax_bf16_from_f64((double)i);
        }
        break;
    default: break; /* infer lets no other dtype through */
    }
}

typedef struct counting {
    ax_dtype dtype;
    void *elements;
} counting;

static void count_up(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const counting *c = user;
    write_indices(c->dtype, begin, end, c->elements);
}

enum { COUNTED_AT_ONCE = 1 << 16 };

ax_status *ax_eval_iota(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                        const ax_tensor *results)
{
    (void)operands;
    const ax_type *type = &results[0].type;
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION), count = ax_type_count(type);
    if (count == 0)
        return NULL;
    int64_t size = type->dims[dimension];
    counting c = {type->dtype, results[0].data};
    if (size < count)
        AX_TRY(env->scratch(env, size * ax_dtype_bytes(type->dtype), &c.elements));
    if (env->measures)
        return NULL;
    ax_eval_parallel(env, size, COUNTED_AT_ONCE, count_up, &c);
    if (size == count)
        return NULL;
    ax_strided layout = dense_destination(type);
    layout.source_strides[dimension] = 1;
    ax_strided_deal(env, &layout, results[0].data, c.elements);
    return NULL;
}
