/* gather's meaning: a slice copied for each index vector. */
#include "ops/indexing.h"
#include "ops/numbers.h"
#include "ops/strided.h"

#include <string.h>

/* Index `place` of the index array; those that no int64_t holds become the largest. */
static int64_t read_index(ax_dtype dtype, const void *data, int64_t place)
{
    switch (dtype) {
#define READ(dtype_name, name, ctype) \
    case dtype_name: return (int64_t)((const ctype *)data)[place];
        AX_SIGNED_NUMBERS(READ)
        READ(AX_U8, u8, uint8_t)
        READ(AX_U16, u16, uint16_t)
        READ(AX_U32, u32, uint32_t)
#undef READ
    case AX_U64: {
        uint64_t index = ((const uint64_t *)data)[place];
        return index > INT64_MAX ? INT64_MAX : (int64_t)index;
    }
    default: return 0;
    }
}

static int64_t clamp_start(int64_t start, int64_t size, int64_t slice)
{
    if (start < 0)
        return 0;
    return start > size - slice ? size - slice : start;
}

/* Where the index vectors lie and what an entry of one means. Strides and offsets in elements. */
typedef struct vectors {
    ax_dtype dtype;
    const void *data;
    int32_t count;  /* entries of a vector */
    int64_t stride; /* between them */
    int64_t size[AX_MAX_NDIM], slice[AX_MAX_NDIM], operand_stride[AX_MAX_NDIM];
} vectors;

static int64_t slice_offset(const vectors *v, int64_t place)
{
    int64_t offset = 0;
    for (int32_t i = 0; i < v->count; i++) {
        int64_t start = read_index(v->dtype, v->data, place + i * v->stride);
        offset += clamp_start(start, v->size[i], v->slice[i]) * v->operand_stride[i];
    }
    return offset;
}

/* The batch dimensions of the result, each with its stride in the indices, the operand and the
 * result. */
typedef struct batch_walk {
    int32_t count;
    int64_t size;
    int64_t dims[AX_MAX_NDIM];
    int64_t indices[AX_MAX_NDIM], operand[AX_MAX_NDIM], result[AX_MAX_NDIM];
} batch_walk;

static batch_walk walk_batches(const ax_gather_numbers *numbers, const ax_tensor *operands,
                               const ax_tensor *result)
{
    batch_walk walk = {.size = 1};
    int64_t index_strides[AX_MAX_NDIM], operand_strides[AX_MAX_NDIM], result_strides[AX_MAX_NDIM];
    ax_type_strides(&operands[0].type, operand_strides);
    ax_type_strides(&operands[1].type, index_strides);
    ax_type_strides(&result->type, result_strides);
    int32_t from = 0;
    for (int32_t i = 0; i < result->type.ndim; i++) {
        if (ax_ints_hold(numbers->offset, i))
            continue;
        if (from == numbers->index_vector_dim)
            from++;
        int32_t w = walk.count++;
        walk.dims[w] = result->type.dims[i];
        walk.size *= walk.dims[w];
        walk.indices[w] = index_strides[from];
        walk.result[w] = result_strides[i];
        walk.operand[w] = 0;
        for (int32_t b = 0; b < numbers->indices_batching.count; b++) {
            if (numbers->indices_batching.values[b] == from)
                walk.operand[w] = operand_strides[numbers->operand_batching.values[b]];
        }
        from++;
    }
    return walk;
}

static ax_strided slice_layout(const ax_gather_numbers *numbers, const ax_tensor *operand,
                               const ax_tensor *result)
{
    ax_strided slice = {.element_bytes = ax_dtype_bytes(operand->type.dtype)};
    int64_t operand_strides[AX_MAX_NDIM], result_strides[AX_MAX_NDIM];
    ax_type_strides(&operand->type, operand_strides);
    ax_type_strides(&result->type, result_strides);
    for (int32_t i = 0; i < operand->type.ndim; i++) {
        if (!ax_gather_keeps(numbers, i))
            continue;
        slice.dims[slice.ndim] = numbers->slice_sizes.values[i];
        slice.source_strides[slice.ndim] = operand_strides[i];
        slice.destination_strides[slice.ndim] = result_strides[numbers->offset.values[slice.ndim]];
        slice.ndim++;
    }
    return slice;
}

/* Elements of a slice when they are neighbours in order on both sides, else 0. */
static int64_t contiguous_run(const ax_strided *slice)
{
    int64_t run = 1;
    for (int32_t i = slice->ndim - 1; i >= 0; i--) {
        if (slice->dims[i] != 1 &&
            (slice->source_strides[i] != run || slice->destination_strides[i] != run))
            return 0;
        run *= slice->dims[i];
    }
    return run;
}

static vectors index_vectors(const ax_gather_numbers *numbers, const ax_tensor *operands)
{
    const ax_type *operand = &operands[0].type, *indices = &operands[1].type;
    int64_t index_strides[AX_MAX_NDIM], operand_strides[AX_MAX_NDIM];
    ax_type_strides(operand, operand_strides);
    ax_type_strides(indices, index_strides);
    vectors v = {
        .dtype = indices->dtype, .data = operands[1].data, .count = numbers->start_index_map.count};
    if (numbers->index_vector_dim < indices->ndim)
        v.stride = index_strides[numbers->index_vector_dim];
    for (int32_t i = 0; i < v.count; i++) {
        int64_t dim = numbers->start_index_map.values[i];
        v.size[i] = operand->dims[dim];
        v.slice[i] = numbers->slice_sizes.values[dim];
        v.operand_stride[i] = operand_strides[dim];
    }
    return v;
}

ax_status *ax_eval_gather(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                          const ax_tensor *results)
{
    (void)env;
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    ax_gather_numbers numbers = ax_gather_numbers_of(eqn);
    vectors v = index_vectors(&numbers, operands);
    ax_strided slice = slice_layout(&numbers, &operands[0], &results[0]);
    batch_walk walk = walk_batches(&numbers, operands, &results[0]);
    int64_t run = contiguous_run(&slice), bytes = slice.element_bytes;

    int64_t index[AX_MAX_NDIM] = {0}, place = 0, source = 0, target = 0;
    for (int64_t b = 0; b < walk.size; b++) {
        const char *from = (const char *)operands[0].data +
                           (source + slice_offset(&v, place)) * bytes;
        char *to = (char *)results[0].data + target * bytes;
        if (run > 0) {
            memcpy(to, from, (size_t)(run * bytes));
        } else {
            ax_strided_copy(&slice, to, from);
        }
        for (int32_t d = walk.count - 1; d >= 0; d--) {
            place += walk.indices[d];
            source += walk.operand[d];
            target += walk.result[d];
            if (++index[d] < walk.dims[d])
                break;
            place -= walk.indices[d] * walk.dims[d];
            source -= walk.operand[d] * walk.dims[d];
            target -= walk.result[d] * walk.dims[d];
            index[d] = 0;
        }
    }
    return NULL;
}
