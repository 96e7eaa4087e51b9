/* Functions of real numbers as vector code without branches, between the files that write them.
 *
 * Each function says how it reduces its argument; coefficients are minimax polynomials for the interval
 * named beside them. Where f32 is computed in f64 ("wide") the result is rounded once, and shorter polynomials
 * are enough. tests/unit/emit_math.c lists the errors: at most 3 units of the last place in f32, hardly more than 2
 * in f64 but for erfc (3).
 * Only the emit_*.c files include this.
 */
#ifndef AXMAP_BACKEND_CPU_EMIT_MATH_H
#define AXMAP_BACKEND_CPU_EMIT_MATH_H

#include "backend/cpu/emit_op.h"

#define AX_COEFFICIENTS(array) (array), (int32_t)(sizeof(array) / sizeof(array)[0])

/* ---- pieces (emit_math.c) ---- */

/* x where it is not below, not above the bound; NaN stays NaN. */
LLVMValueRef ax_math_at_least(const ax_vec *v, LLVMValueRef x, double bound);
LLVMValueRef ax_math_at_most(const ax_vec *v, LLVMValueRef x, double bound);

LLVMValueRef ax_math_abs(const ax_vec *v, LLVMValueRef x);
LLVMValueRef ax_math_with_sign(const ax_vec *v, LLVMValueRef size, LLVMValueRef sign);

/* a + b and a * b as rounded results and what rounding cut off, exactly (two_sum; two_product). */
LLVMValueRef ax_math_two_sum(const ax_vec *v, LLVMValueRef a, LLVMValueRef b,
                             LLVMValueRef *out_low);
LLVMValueRef ax_math_two_product(const ax_vec *v, LLVMValueRef a, LLVMValueRef b,
                                 LLVMValueRef *out_low);

/* c - a * b, where the product is about c. */
LLVMValueRef ax_math_rest(const ax_vec *v, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b);

/* Whether any lane of a vector of flags holds, as i1. */
LLVMValueRef ax_math_any(const ax_vec *v, LLVMValueRef flags);

/* An emitter run on f64 in place of f32, its result rounded; of f64 run as it is. */
LLVMValueRef ax_math_in_f64(const ax_emit_call *call, ax_emit_fn *emit, const LLVMValueRef *x);
/* Whether an emitter that runs on f64 need only be right for f32. */
bool ax_math_is_for_f32(const ax_emit_call *call);

/* ---- exponentials (emit_math_exp.c) ---- */

/* e^(x + low), where `low` (NULL for none) is small beside x; `short_one` is for results that are rounded
 * to f32 afterwards. Overflows to infinity, subnormal results are right. */
LLVMValueRef ax_math_exp(const ax_vec *v, LLVMValueRef x, LLVMValueRef low, bool short_one);
/* factor e^(x + low), for x no further out than where e^x begins to be 0 or infinite. */
LLVMValueRef ax_math_times_exp(const ax_vec *v, LLVMValueRef factor, LLVMValueRef x,
                               LLVMValueRef low);
LLVMValueRef ax_math_expm1(const ax_vec *v, LLVMValueRef x);

/* ---- logarithms (emit_math_log.c) ---- */

LLVMValueRef ax_math_log(const ax_vec *v, LLVMValueRef x, bool short_one);
/* x = 2^k (1 + f) for finite x > 0, subnormal ones too: gives f, with 1 + f between sqrt(1/2) and sqrt(2) or
 * in f32 between 2/3 and 4/3. */
LLVMValueRef ax_math_log_parts(const ax_vec *v, LLVMValueRef x, LLVMValueRef *out_k);
LLVMValueRef ax_math_log1p(const ax_vec *v, LLVMValueRef x);

#endif
