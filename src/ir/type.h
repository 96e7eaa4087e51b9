/* What the house asks of types beyond the public interface: parsing names, dims as lists. */
#ifndef AXMAP_IR_TYPE_H
#define AXMAP_IR_TYPE_H

#include <axmap/type.h>

/* A buffer for a printed type, made where it is used: AX_ERROR(..., AX_TYPE_STRING(&type)). */
typedef struct ax_type_text {
    char bytes[AX_TYPE_TEXT];
} ax_type_text;
#define AX_TYPE_STRING(type) ax_type_print((type), (ax_type_text){{0}}.bytes)

/* Sets of dtypes, a bit each: what an op takes. The public AX_DTYPES is the list itself. */
typedef uint32_t ax_dtype_set;
#define AX_DTYPE_BIT(dtype) (1u << (dtype))
#define AX_SET_BOOL         AX_DTYPE_BIT(AX_BOOL)
#define AX_SET_SIGNED \
    (AX_DTYPE_BIT(AX_I8) | AX_DTYPE_BIT(AX_I16) | AX_DTYPE_BIT(AX_I32) | AX_DTYPE_BIT(AX_I64))
#define AX_SET_UNSIGNED \
    (AX_DTYPE_BIT(AX_U8) | AX_DTYPE_BIT(AX_U16) | AX_DTYPE_BIT(AX_U32) | AX_DTYPE_BIT(AX_U64))
#define AX_SET_HALF    (AX_DTYPE_BIT(AX_F16) | AX_DTYPE_BIT(AX_BF16))
#define AX_SET_INTEGER (AX_SET_SIGNED | AX_SET_UNSIGNED)
#define AX_SET_FLOAT   (AX_SET_HALF | AX_DTYPE_BIT(AX_F32) | AX_DTYPE_BIT(AX_F64))
#define AX_SET_NUMBER  (AX_SET_INTEGER | AX_SET_FLOAT)
#define AX_SET_REAL    (AX_SET_BOOL | AX_SET_NUMBER)
#define AX_SET_EVERY   ((1u << AX_DTYPE_COUNT) - 1)

static inline bool ax_dtype_set_holds(ax_dtype_set set, ax_dtype dtype)
{
    return (set & AX_DTYPE_BIT(dtype)) != 0;
}

static inline bool ax_dtype_is_float(ax_dtype dtype)
{
    return ax_dtype_kind(dtype) == AX_KIND_FLOAT;
}

static inline bool ax_dtype_is_half(ax_dtype dtype)
{
    return dtype == AX_F16 || dtype == AX_BF16;
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
