/* Evaluation of the shape family: each op says which strides it walks, ax_strided_copy moves. */
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
    (void)env;
    const ax_type *from = &operands[0].type;
    ax_ints places = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS);
    ax_strided layout = dense_destination(&results[0].type);
    int64_t strides[AX_MAX_NDIM];
    ax_type_strides(from, strides);
    for (int32_t i = 0; i < from->ndim; i++) {
        if (from->dims[i] != 1)
            layout.source_strides[places.values[i]] = strides[i];
    }
    ax_strided_copy(&layout, results[0].data, operands[0].data);
    return NULL;
}

ax_status *ax_eval_transpose(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    (void)env;
    ax_ints permutation = ax_eqn_ints(eqn, AX_ATTR_PERMUTATION);
    ax_strided layout = dense_destination(&results[0].type);
    int64_t strides[AX_MAX_NDIM];
    ax_type_strides(&operands[0].type, strides);
    for (int32_t i = 0; i < layout.ndim; i++)
        layout.source_strides[i] = strides[permutation.values[i]];
    ax_strided_copy(&layout, results[0].data, operands[0].data);
    return NULL;
}

ax_status *ax_eval_reshape(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    (void)env;
    (void)eqn;
    int64_t bytes = ax_type_bytes(&results[0].type);
    if (bytes > 0 && results[0].data != operands[0].data)
        memcpy(results[0].data, operands[0].data, (size_t)bytes);
    return NULL;
}

ax_status *ax_eval_slice(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                         const ax_tensor *results)
{
    (void)env;
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
    ax_strided_copy(&layout, results[0].data,
                    (const char *)operands[0].data + offset * layout.element_bytes);
    return NULL;
}

ax_status *ax_eval_concatenate(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    (void)env;
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION);
    ax_strided layout = dense_destination(&results[0].type);
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    int64_t slab = layout.destination_strides[dimension] * layout.element_bytes;
    char *destination = results[0].data;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = &operands[i].type;
        layout.dims[dimension] = type->dims[dimension];
        ax_type_strides(type, layout.source_strides);
        ax_strided_copy(&layout, destination, operands[i].data);
        destination += type->dims[dimension] * slab;
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

ax_status *ax_eval_pad(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                       const ax_tensor *results)
{
    (void)env;
    const ax_type *from = &operands[0].type, *to = &results[0].type;
    ax_strided layout = dense_destination(to);
    int64_t total = ax_type_count(to);
    if (total == 0)
        return NULL;
    ax_type_strides(from, layout.source_strides);
    int64_t source = 0, destination = 0, filled = 1;
    for (int32_t i = 0; i < to->ndim; i++) {
        int64_t step = 1 + ax_eqn_ints(eqn, AX_ATTR_INTERIOR_PADDING).values[i];
        int64_t low = ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_LOW).values[i];
        kept k = kept_of(from->dims[i], to->dims[i], low, step);
        source += k.first * layout.source_strides[i];
        destination += k.place * layout.destination_strides[i];
        layout.dims[i] = k.count;
        if (k.count > 1)
            layout.destination_strides[i] *= step;
        filled *= k.count;
    }
    if (filled < total)
        ax_strided_fill(layout.element_bytes, total, results[0].data, operands[1].data);
    if (filled > 0) {
        ax_strided_copy(&layout, (char *)results[0].data + destination * layout.element_bytes,
                        (const char *)operands[0].data + source * layout.element_bytes);
    }
    return NULL;
}

/* ---- constant, iota ---- */

ax_status *ax_eval_constant(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                            const ax_tensor *results)
{
    (void)env;
    (void)operands;
    const ax_literal *literal = ax_eqn_literal(eqn, AX_ATTR_VALUE);
    int64_t bytes = ax_type_bytes(&literal->type);
    if (bytes > 0)
        memcpy(results[0].data, literal->data, (size_t)bytes);
    return NULL;
}

/* element[i] = i for i < count. An index past a type's largest value wraps around. */
static void write_indices(ax_dtype dtype, int64_t count, void *elements)
{
    switch (dtype) {
#define WRITE(dtype_name, name, ctype)         \
    case dtype_name:                           \
        for (int64_t i = 0; i < count; i++)    \
            ((ctype *)elements)[i] = (ctype)i; \
        break;
        AX_NUMBERS(WRITE)
#undef WRITE
    case AX_F16:
    case AX_BF16:
        for (int64_t i = 0; i < count; i++) {
            ((uint16_t *)elements)[i] = dtype == AX_F16 ? ax_f16_from_f64((double)i)
                                                        : ax_bf16_from_f64((double)i);
        }
        break;
    default: break; /* infer lets no other dtype through */
    }
}

ax_status *ax_eval_iota(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                        const ax_tensor *results)
{
    (void)operands;
    const ax_type *type = &results[0].type;
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION);
    int64_t element = ax_dtype_bytes(type->dtype), total = ax_type_bytes(type);
    int64_t inner = 1;
    for (int32_t i = (int32_t)dimension + 1; i < type->ndim; i++)
        inner *= type->dims[i];
    if (total == 0)
        return NULL;

    char *data = results[0].data;
    int64_t size = type->dims[dimension], block = size * inner * element;
    void *indices = data;
    if (inner > 1)
        AX_TRY(env->scratch(env, size * element, &indices));
    write_indices(type->dtype, size, indices);
    for (int64_t i = 0; i < size && inner > 1; i++)
        ax_strided_fill(element, inner, data + i * inner * element, (char *)indices + i * element);
    for (int64_t done = block; done < total; done *= 2) /* twice as much each time */
        memcpy(data + done, data, (size_t)ax_min_i64(done, total - done));
    return NULL;
}
