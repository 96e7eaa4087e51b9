/* What the house asks of types beyond the public interface: parsing names, dims as lists. */
#ifndef AXMAP_IR_TYPE_H
#define AXMAP_IR_TYPE_H

#include <axmap/type.h>

/* A buffer for a printed type, made where it is used: AX_ERROR(..., AX_TYPE_STRING(&type)). */
typedef struct ax_type_text {
    char bytes[AX_TYPE_TEXT];
} ax_type_text;
#define AX_TYPE_STRING(type) ax_type_print((type), (ax_type_text){{0}}.bytes)

static inline bool ax_dtype_is_float(ax_dtype dtype)
{
    return ax_dtype_kind(dtype) == AX_KIND_FLOAT;
}

static inline bool ax_dtype_is_integer(ax_dtype dtype)
{
    ax_kind kind = ax_dtype_kind(dtype);
    return kind == AX_KIND_SIGNED || kind == AX_KIND_UNSIGNED;
}

/* The dtype that StableHLO writes so ("i1", "ui8", "complex<f32>"); false for other names. */
bool ax_dtype_from_stablehlo(const char *name, ax_dtype *out_dtype);
const char *ax_dtype_stablehlo_name(ax_dtype dtype);
/* NumPy's kind character: 'b' 'i' 'u' 'f' 'c', and 'V' for bf16. */
char ax_dtype_numpy_kind(ax_dtype dtype);

/* AX_OVERFLOW or AX_INVALID_ARGUMENT when the type is none: what ax_type_make checks. */
ax_status *ax_type_check(const ax_type *type);

/* Types with one dimension more or less. `axis` counts in the result (insert) or operand (remove);
 * the caller has checked it and, for insert, that ndim < AX_MAX_NDIM. */
ax_type ax_type_insert_dim(const ax_type *type, int32_t axis, int64_t dim);
ax_type ax_type_remove_dim(const ax_type *type, int32_t axis);

/* Row-major strides in elements. */
void ax_type_strides(const ax_type *type, int64_t *out_strides);

#endif
