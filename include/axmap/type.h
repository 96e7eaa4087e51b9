/* Element types and array types.
 *
 * An array type is a dtype and dims, known before anything runs. It is passed by value.
 */
#ifndef AXMAP_TYPE_H
#define AXMAP_TYPE_H

#include <axmap/api.h>
#include <axmap/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

AX_BEGIN_DECLS

/* One line a dtype: enumerator, name as printed, bytes, kind, StableHLO name, NumPy kind character. */
#define AX_DTYPES(X)                                          \
    X(AX_BOOL, "bool", 1, AX_KIND_BOOL, "i1", 'b')            \
    X(AX_I8, "i8", 1, AX_KIND_SIGNED, "i8", 'i')              \
    X(AX_I16, "i16", 2, AX_KIND_SIGNED, "i16", 'i')           \
    X(AX_I32, "i32", 4, AX_KIND_SIGNED, "i32", 'i')           \
    X(AX_I64, "i64", 8, AX_KIND_SIGNED, "i64", 'i')           \
    X(AX_U8, "u8", 1, AX_KIND_UNSIGNED, "ui8", 'u')           \
    X(AX_U16, "u16", 2, AX_KIND_UNSIGNED, "ui16", 'u')        \
    X(AX_U32, "u32", 4, AX_KIND_UNSIGNED, "ui32", 'u')        \
    X(AX_U64, "u64", 8, AX_KIND_UNSIGNED, "ui64", 'u')        \
    X(AX_F16, "f16", 2, AX_KIND_FLOAT, "f16", 'f')            \
    X(AX_BF16, "bf16", 2, AX_KIND_FLOAT, "bf16", 'V')         \
    X(AX_F32, "f32", 4, AX_KIND_FLOAT, "f32", 'f')            \
    X(AX_F64, "f64", 8, AX_KIND_FLOAT, "f64", 'f')            \
    X(AX_C64, "c64", 8, AX_KIND_COMPLEX, "complex<f32>", 'c') \
    X(AX_C128, "c128", 16, AX_KIND_COMPLEX, "complex<f64>", 'c')

#define AX_DTYPE_ENUMERATOR(dtype, name, bytes, kind, stablehlo, numpy) dtype,
typedef enum ax_dtype { AX_DTYPES(AX_DTYPE_ENUMERATOR) AX_DTYPE_COUNT } ax_dtype;
#undef AX_DTYPE_ENUMERATOR

typedef enum ax_kind {
    AX_KIND_BOOL,
    AX_KIND_SIGNED,
    AX_KIND_UNSIGNED,
    AX_KIND_FLOAT,
    AX_KIND_COMPLEX
} ax_kind;

enum { AX_MAX_NDIM = 16 };

/* A list of integers: dims, axes, strides. It owns nothing. */
typedef struct ax_ints {
    int32_t count;
    const int64_t *values;
} ax_ints;

/* Stands in a list of axes for "not mapped". */
#define AX_NONE INT64_MIN

/* A list written where it is used: ax_sum(x, AX_LIST(0, 2)). It lives to the end of the block. */
#define AX_LIST(...)                                                                \
    ((ax_ints){(int32_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), \
               (const int64_t[]){__VA_ARGS__}})
#define AX_EMPTY_LIST ((ax_ints){0, NULL})

typedef struct ax_type {
    ax_dtype dtype;
    int32_t ndim;              /* 0..AX_MAX_NDIM; 0 is a scalar */
    int64_t dims[AX_MAX_NDIM]; /* each >= 0; entries from ndim on are 0 */
} ax_type;

/* A list of axis names. It owns nothing. */
typedef struct ax_names {
    int32_t count;
    const char *const *values;
} ax_names;

/* Names written where they are used: ax_psum(x, AX_AXES("rows", "columns")). */
#define AX_AXES(...)                                                                          \
    ((ax_names){(int32_t)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)), \
                (const char *const[]){__VA_ARGS__}})

AX_API const char *ax_dtype_name(ax_dtype dtype);
AX_API int64_t ax_dtype_bytes(ax_dtype dtype);
AX_API ax_kind ax_dtype_kind(ax_dtype dtype);

/* A type from dims. Errors: AX_INVALID_ARGUMENT (ndim or a dim out of range), AX_OVERFLOW (its
 * bytes do not fit int64_t). */
AX_API ax_status *ax_type_make(ax_dtype dtype, int32_t ndim, const int64_t *dims,
                               ax_type *out_type);

AX_API ax_type ax_type_scalar(ax_dtype dtype);
AX_API bool ax_type_equal(const ax_type *a, const ax_type *b);

/* Elements and bytes of a type that ax_type_make or type inference made (so neither overflows). */
AX_API int64_t ax_type_count(const ax_type *type);
AX_API int64_t ax_type_bytes(const ax_type *type);

/* Writes "f32[8,8]" into `buffer` (at least AX_TYPE_TEXT bytes) and returns it. */
enum { AX_TYPE_TEXT = 8 + AX_MAX_NDIM * 21 };
AX_API const char *ax_type_print(const ax_type *type, char *buffer);

AX_END_DECLS

#endif
