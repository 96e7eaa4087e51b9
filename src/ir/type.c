#include "ir/type.h"

#include "base/checked.h"

#include <stdio.h>
#include <string.h>

typedef struct dtype_record {
    const char *name;
    const char *stablehlo;
    int64_t bytes;
    ax_kind kind;
    char numpy;
} dtype_record;

#define RECORD(dtype, name, bytes, kind, stablehlo, numpy) {name, stablehlo, bytes, kind, numpy},
static const dtype_record records[AX_DTYPE_COUNT] = {AX_DTYPES(RECORD)};
#undef RECORD

const char *ax_dtype_name(ax_dtype dtype)
{
    return (unsigned)dtype < AX_DTYPE_COUNT ? records[dtype].name : "?";
}

int64_t ax_dtype_bytes(ax_dtype dtype)
{
    return records[dtype].bytes;
}

ax_kind ax_dtype_kind(ax_dtype dtype)
{
    return records[dtype].kind;
}

const char *ax_dtype_stablehlo_name(ax_dtype dtype)
{
    return records[dtype].stablehlo;
}

char ax_dtype_numpy_kind(ax_dtype dtype)
{
    return records[dtype].numpy;
}

bool ax_dtype_from_stablehlo(const char *name, ax_dtype *out_dtype)
{
    for (int i = 0; i < AX_DTYPE_COUNT; i++) {
        if (strcmp(name, records[i].stablehlo) == 0) {
            *out_dtype = (ax_dtype)i;
            return true;
        }
    }
    return false;
}

ax_status *ax_type_check(const ax_type *type)
{
    if ((unsigned)type->dtype >= AX_DTYPE_COUNT) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "dtype %d is none of axmap's", (int)type->dtype);
    }
    if (type->ndim < 0 || type->ndim > AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "an array of %d dimensions: 0 to %d are allowed",
                        (int)type->ndim, AX_MAX_NDIM);
    }
    bool overflow = false;
    int64_t bytes = ax_dtype_bytes(type->dtype);
    for (int32_t i = 0; i < type->ndim; i++) {
        if (type->dims[i] < 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: dimension %d is negative",
                            AX_TYPE_STRING(type), (int)i);
        }
        /* A zero elsewhere does not excuse the others: strides are computed from them too. */
        if (!ax_checked_mul(bytes, type->dims[i] ? type->dims[i] : 1, &bytes))
            overflow = true;
    }
    if (overflow) {
        return AX_ERROR(AX_OVERFLOW, "%s: its size in bytes does not fit 64 bits",
                        AX_TYPE_STRING(type));
    }
    return NULL;
}

ax_status *ax_type_make(ax_dtype dtype, int32_t ndim, const int64_t *dims, ax_type *out_type)
{
    ax_type type = {.dtype = dtype, .ndim = ndim};
    if (ndim > 0 && ndim <= AX_MAX_NDIM)
        memcpy(type.dims, dims, (size_t)ndim * sizeof *dims);
    AX_TRY(ax_type_check(&type));
    *out_type = type;
    return NULL;
}

ax_type ax_type_scalar(ax_dtype dtype)
{
    return (ax_type){.dtype = dtype};
}

bool ax_type_equal(const ax_type *a, const ax_type *b)
{
    if (a->dtype != b->dtype || a->ndim != b->ndim)
        return false;
    for (int32_t i = 0; i < a->ndim; i++) {
        if (a->dims[i] != b->dims[i])
            return false;
    }
    return true;
}

int64_t ax_type_count(const ax_type *type)
{
    int64_t count = 1;
    for (int32_t i = 0; i < type->ndim; i++)
        count *= type->dims[i];
    return count;
}

int64_t ax_type_bytes(const ax_type *type)
{
    return ax_type_count(type) * ax_dtype_bytes(type->dtype);
}

const char *ax_type_print(const ax_type *type, char *buffer)
{
    int used = snprintf(buffer, AX_TYPE_TEXT, "%s[", ax_dtype_name(type->dtype));
    for (int32_t i = 0; i < type->ndim && i < AX_MAX_NDIM; i++) {
        used += snprintf(buffer + used, (size_t)(AX_TYPE_TEXT - used), i ? ",%lld" : "%lld",
                         (long long)type->dims[i]);
    }
    snprintf(buffer + used, (size_t)(AX_TYPE_TEXT - used), "]");
    return buffer;
}

ax_type ax_type_insert_dim(const ax_type *type, int32_t axis, int64_t dim)
{
    ax_type result = *type;
    for (int32_t i = type->ndim; i > axis; i--)
        result.dims[i] = type->dims[i - 1];
    result.dims[axis] = dim;
    result.ndim++;
    return result;
}

ax_type ax_type_remove_dim(const ax_type *type, int32_t axis)
{
    ax_type result = *type;
    for (int32_t i = axis; i + 1 < type->ndim; i++)
        result.dims[i] = type->dims[i + 1];
    result.ndim--;
    result.dims[result.ndim] = 0;
    return result;
}

void ax_type_strides(const ax_type *type, int64_t *out_strides)
{
    int64_t stride = 1;
    for (int32_t i = type->ndim - 1; i >= 0; i--) {
        out_strides[i] = stride;
        stride *= type->dims[i] ? type->dims[i] : 1;
    }
}
