#include "backend/cpu/emit_vec.h"

ax_vec ax_vec_of(ax_emitter *e, ax_dtype dtype, int32_t lanes)
{
    if (ax_dtype_is_half(dtype))
        dtype = AX_F32;
    int32_t width = dtype == AX_BOOL ? 1 : (int32_t)ax_dtype_bytes(dtype) * 8;
    return (ax_vec){
        .e = e,
        .dtype = dtype,
        .lanes = lanes,
        .width = width,
        .type = ax_emit_type(e, dtype, lanes),
        .integer = ax_vec_int_type(e, width, lanes),
    };
}

LLVMValueRef ax_vec_real(const ax_vec *v, double value)
{
    return ax_emit_splat(v->e, LLVMConstReal(ax_emit_type(v->e, v->dtype, 1), value), v->lanes);
}

LLVMValueRef ax_vec_int(const ax_vec *v, int64_t value)
{
    LLVMTypeRef type = ax_vec_int_type(v->e, v->width, 1);
    return ax_emit_splat(v->e, LLVMConstInt(type, (unsigned long long)value, true), v->lanes);
}

LLVMValueRef ax_vec_mad(const ax_vec *v, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    if (!v->e->has_fma)
        return fadd(v, fmul(v, a, b), c);
    return ax_emit_intrinsic(v->e, "llvm.fma", (LLVMValueRef[]){a, b, c}, 3);
}

LLVMValueRef ax_vec_polynomial(const ax_vec *v, LLVMValueRef x, const double *coefficients,
                               int32_t count)
{
    LLVMValueRef sum = ax_vec_real(v, coefficients[count - 1]);
    for (int32_t i = count - 2; i >= 0; i--)
        sum = ax_vec_mad(v, sum, x, ax_vec_real(v, coefficients[i]));
    return sum;
}

LLVMValueRef ax_vec_call(const ax_vec *v, const char *intrinsic, LLVMValueRef a, LLVMValueRef b)
{
    return ax_emit_intrinsic(v->e, intrinsic, (LLVMValueRef[]){a, b}, b ? 2 : 1);
}

bool ax_vec_constant_real(LLVMValueRef value, double *out_constant)
{
    if (!LLVMIsConstant(value) || LLVMIsPoison(value))
        return false;
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind) {
        LLVMValueRef first = LLVMGetAggregateElement(value, 0);
        unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(value));
        for (unsigned i = 0; i < lanes; i++) {
            if (!first || LLVMGetAggregateElement(value, i) != first) /* constants exist once */
                return false;
        }
        value = first;
    }
    if (!LLVMIsAConstantFP(value))
        return false;
    LLVMBool loses;
    *out_constant = LLVMConstRealGetDouble(value, &loses);
    return *out_constant == *out_constant;
}
