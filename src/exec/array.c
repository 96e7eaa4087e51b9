#include "exec/array.h"

#include "base/checked.h"
#include "exec/context.h"
#include "ir/type.h"
#include "ops/strided.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

ax_type ax_array_local_type(const ax_array *array)
{
    ax_type local = array->type;
    if (array->sharded)
        local.dims[array->axis] = array->count;
    return local;
}

static ax_status *allocate(ax_array *array, const ax_type *local)
{
    if (array->allocator) {
        ax_status *status = ax_allocator_alloc(array->allocator, array->bytes, &array->data);
        return ax_status_context(status, "for an array %s", AX_TYPE_STRING(local));
    }
    size_t alignment = array->bytes >= HUGE_PAGE ? HUGE_PAGE : ALIGNMENT;
    size_t bytes = (size_t)ax_max_i64(array->bytes, ALIGNMENT);
    if (posix_memalign(&array->data, alignment, bytes)) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an array %s of %lld bytes",
                        AX_TYPE_STRING(local), (long long)array->bytes);
    }
    return NULL;
}

static void release_data(ax_array *array)
{
    if (array->allocator)
        ax_allocator_free(array->allocator, array->data, array->bytes);
    else
        free(array->data);
    array->data = NULL;
}

static ax_status *make(const ax_array *fields, const void *data, ax_array **out_array)
{
    ax_array *array = malloc(sizeof *array);
    if (!array)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an array");
    *array = *fields;
    atomic_init(&array->references, 1);
    ax_type local = ax_array_local_type(array);
    array->bytes = ax_type_bytes(&local);
    ax_status *status = allocate(array, &local);
    if (status) {
        free(array);
        return status;
    }
    if (data && array->bytes)
        memcpy(array->data, data, (size_t)array->bytes);
    *out_array = array;
    return NULL;
}

static ax_status *create(ax_allocator *allocator, const ax_type *type, const void *data,
                         ax_array **out_array)
{
    AX_TRY(ax_type_check(type));
    ax_array fields = {
        .type = *type, .count = type->ndim ? type->dims[0] : 1, .allocator = allocator};
    return make(&fields, data, out_array);
}

ax_status *ax_array_create(const ax_type *type, const void *data, ax_array **out_array)
{
    return create(NULL, type, data, out_array);
}

ax_status *ax_array_create_in(ax_allocator *allocator, const ax_type *type, ax_array **out_array)
{
    return create(allocator, type, NULL, out_array);
}

ax_status *ax_array_take_over(ax_array *donated, const ax_type *type, ax_array **out_array)
{
    ax_array *array = malloc(sizeof *array);
    if (!array)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an array");
    *array = (ax_array){.type = *type,
                        .count = type->ndim ? type->dims[0] : 1,
                        .data = donated->data,
                        .bytes = donated->bytes,
                        .allocator = donated->allocator};
    atomic_init(&array->references, 1);
    donated->data = NULL;
    donated->donated = true;
    *out_array = array;
    return NULL;
}

static ax_status *create_sharded(ax_allocator *allocator, const ax_type *type, int32_t axis,
                                 int64_t first, int64_t count, const void *data,
                                 ax_array **out_array)
{
    AX_TRY(ax_type_check(type));
    if (axis < 0 || axis >= type->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "a sharded array %s has no axis %d",
                        AX_TYPE_STRING(type), (int)axis);
    }
    if (first < 0 || count < 0 || count > type->dims[axis] || first > type->dims[axis] - count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "rows %lld to %lld are not in axis %d of %s",
                        (long long)first, (long long)(first + count), (int)axis,
                        AX_TYPE_STRING(type));
    }
    ax_array fields = {.type = *type,
                       .sharded = true,
                       .axis = axis,
                       .first = first,
                       .count = count,
                       .allocator = allocator};
    return make(&fields, data, out_array);
}

ax_status *ax_array_create_sharded(const ax_type *type, int32_t axis, int64_t first, int64_t count,
                                   const void *data, ax_array **out_array)
{
    return create_sharded(NULL, type, axis, first, count, data, out_array);
}

ax_status *ax_array_create_sharded_in(ax_allocator *allocator, const ax_type *type, int32_t axis,
                                      int64_t first, int64_t count, ax_array **out_array)
{
    return create_sharded(allocator, type, axis, first, count, NULL, out_array);
}

void ax_array_retain(ax_array *array)
{
    atomic_fetch_add(&array->references, 1);
}

void ax_array_release(ax_array *array)
{
    if (!array || atomic_fetch_sub(&array->references, 1) > 1)
        return;
    release_data(array);
    free(array);
}

void ax_array_donate(ax_array *array)
{
    release_data(array);
    array->donated = true;
}

ax_type ax_array_type(const ax_array *array)
{
    return array->type;
}

void *ax_array_data(ax_array *array)
{
    return array->data;
}

bool ax_array_is_sharded(const ax_array *array)
{
    return array->sharded;
}

void ax_array_rows(const ax_array *array, int32_t *out_axis, int64_t *out_first, int64_t *out_count)
{
    *out_axis = array->axis;
    *out_first = array->first;
    *out_count = array->count;
}

/* ---- gathering ---- */

/* Puts one rank's rows into the whole. */
static void place_rows(ax_array *whole, int32_t axis, int64_t first, int64_t count,
                       const void *rows)
{
    ax_type part = whole->type;
    part.dims[axis] = count;
    ax_strided layout = {.element_bytes = ax_dtype_bytes(part.dtype), .ndim = part.ndim};
    memcpy(layout.dims, part.dims, sizeof layout.dims);
    ax_type_strides(&part, layout.source_strides);
    ax_type_strides(&whole->type, layout.destination_strides);
    int64_t offset = first * layout.destination_strides[axis] * layout.element_bytes;
    ax_strided_copy(&layout, (char *)whole->data + offset, rows);
}

typedef struct row_range {
    int64_t first, count;
} row_range;

static ax_status *gather_parts(ax_comm *comm, const ax_array *array, const ax_blobs *ranges,
                               ax_array *whole)
{
    ax_type local = ax_array_local_type(array);
    ax_blobs parts;
    ax_launch launch = {.what = "gathering an array"};
    AX_TRY(
        ax_comm_allgather_blobs(comm, &launch, NULL, array->data, ax_type_bytes(&local), &parts));
    for (int r = 0; r < parts.count; r++) {
        row_range range;
        memcpy(&range, ranges->data + ranges->offsets[r], sizeof range);
        place_rows(whole, array->axis, range.first, range.count, parts.data + parts.offsets[r]);
    }
    ax_blobs_free(&parts);
    return NULL;
}

ax_status *ax_array_gather(ax_context *context, ax_array *array, ax_array **out_whole)
{
    ax_array *whole = NULL;
    ax_status *local = NULL;
    if (array->donated)
        local = AX_ERROR(AX_INVALID_ARGUMENT, "the array was donated to an earlier call");
    if (!array->sharded) {
        AX_TRY(local);
        ax_array_retain(array);
        *out_whole = array;
        return NULL;
    }
    if (!local)
        local = ax_array_create(&array->type, NULL, &whole);
    ax_launch launch = {.what = "gathering an array"};
    row_range mine = {array->first, array->count};
    ax_blobs ranges;
    ax_status *status = ax_comm_allgather_blobs(context->comm, &launch, local, &mine, sizeof mine,
                                                &ranges);
    if (!status) {
        status = gather_parts(context->comm, array, &ranges, whole);
        ax_blobs_free(&ranges);
    }
    if (status) {
        ax_array_release(whole);
        return status;
    }
    *out_whole = whole;
    return NULL;
}
