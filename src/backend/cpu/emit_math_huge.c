/* The argument of a sine that is huge: x modulo pi/2, by as many digits of 2/pi as that takes (Payne and
 * Hanek's reduction). A function that is called for vectors with such lanes, one lane after another. */
#include "backend/cpu/emit_math.h"
#include "backend/cpu/emit_trig.h"

/* The bits of 2/pi behind 64 zeros. */
static const uint64_t two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};
enum { WORDS = sizeof two_over_pi / sizeof two_over_pi[0], WINDOW = 3 };

static LLVMValueRef emit_table(ax_emitter *e)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(e->context);
    LLVMValueRef words[WORDS];
    for (int32_t i = 0; i < WORDS; i++)
        words[i] = LLVMConstInt(i64, two_over_pi[i], false);
    LLVMValueRef table = LLVMAddGlobal(e->module, LLVMArrayType2(i64, WORDS), "two_over_pi");
    LLVMSetInitializer(table, LLVMConstArray2(i64, words, WORDS));
    LLVMSetGlobalConstant(table, true);
    LLVMSetLinkage(table, LLVMPrivateLinkage);
    return table;
}

static LLVMValueRef place(ax_emitter *e, LLVMValueRef base, LLVMValueRef index)
{
    return LLVMBuildGEP2(e->builder, LLVMInt64TypeInContext(e->context), base, &index, 1, "");
}

/* 192 bits from `position` on, the uppermost first. */
static void emit_window(const ax_vec *u, LLVMValueRef table, LLVMValueRef position,
                        LLVMValueRef window[WINDOW])
{
    LLVMValueRef words[WINDOW + 1], shift = iand(u, position, ax_vec_int(u, 63));
    LLVMValueRef first = ilshr(u, position, ax_vec_int(u, 6));
    for (int32_t i = 0; i <= WINDOW; i++) {
        LLVMValueRef at = place(u->e, table, iadd(u, first, ax_vec_int(u, i)));
        words[i] = LLVMBuildLoad2(u->e->builder, u->type, at, "");
    }
    for (int32_t i = 0; i < WINDOW; i++) {
        LLVMValueRef arguments[] = {words[i], words[i + 1], shift};
        window[i] = ax_emit_intrinsic(u->e, "llvm.fshl", arguments, 3);
    }
}

static LLVMValueRef widen(const ax_vec *u, LLVMValueRef x)
{
    return LLVMBuildZExt(u->e->builder, x, LLVMInt128TypeInContext(u->e->context), "");
}

static LLVMValueRef upper(const ax_vec *u, LLVMValueRef x)
{
    LLVMValueRef by = LLVMConstInt(LLVMTypeOf(x), 64, false);
    return LLVMBuildTrunc(u->e->builder, LLVMBuildLShr(u->e->builder, x, by, ""), u->type, "");
}

/* The low 192 bits of digits * window: x * 2/pi modulo 4, as 2 bits before the point. Gives the whole number
 * nearest to it and what is left, of 128 bits. */
static LLVMValueRef emit_fraction(const ax_vec *u, LLVMValueRef digits, LLVMValueRef window[WINDOW],
                                  LLVMValueRef *out_n)
{
    LLVMBuilderRef b = u->e->builder;
    LLVMValueRef wide = widen(u, digits);
    LLVMValueRef low = LLVMBuildMul(b, wide, widen(u, window[2]), "");
    LLVMValueRef middle = LLVMBuildMul(b, wide, widen(u, window[1]), "");
    middle = LLVMBuildAdd(b, middle, widen(u, upper(u, low)), "");
    LLVMValueRef top = iadd(u, imul(u, digits, window[0]), upper(u, middle));
    LLVMValueRef mid = LLVMBuildTrunc(b, middle, u->type, "");
    LLVMValueRef bottom = LLVMBuildTrunc(b, low, u->type, ""), two = ax_vec_int(u, 2);
    LLVMValueRef high = ax_emit_intrinsic(u->e, "llvm.fshl", (LLVMValueRef[]){top, mid, two}, 3);
    LLVMValueRef rest = ax_emit_intrinsic(u->e, "llvm.fshl", (LLVMValueRef[]){mid, bottom, two}, 3);
    LLVMValueRef by = LLVMConstInt(LLVMInt128TypeInContext(u->e->context), 64, false);
    *out_n = iadd(u, ilshr(u, top, ax_vec_int(u, 62)), ilshr(u, high, ax_vec_int(u, 63)));
    return LLVMBuildOr(b, LLVMBuildShl(b, widen(u, high), by, ""), widen(u, rest), "");
}

static LLVMValueRef to_real(const ax_vec *v, LLVMValueRef x)
{
    return LLVMBuildSIToFP(v->e->builder, x, v->type, "");
}

/* fraction * 2^-128 * pi/2, fraction counted as signed, as a sum of two. */
static LLVMValueRef emit_angle(const ax_vec *v, const ax_vec *u, LLVMValueRef fraction,
                               LLVMValueRef *out_low)
{
    LLVMBuilderRef b = v->e->builder;
    LLVMTypeRef i128 = LLVMTypeOf(fraction), flag = LLVMInt1TypeInContext(v->e->context);
    LLVMValueRef negative = LLVMBuildICmp(b, LLVMIntSLT, fraction, LLVMConstNull(i128), "");
    LLVMValueRef size = LLVMBuildSelect(b, negative, LLVMBuildNeg(b, fraction, ""), fraction, "");
    LLVMValueRef arguments[] = {size, LLVMConstNull(flag)};
    LLVMValueRef zeros = ax_emit_intrinsic(v->e, "llvm.ctlz", arguments, 2);
    LLVMValueRef digits = LLVMBuildShl(b, size, zeros, "");
    LLVMValueRef high = upper(u, digits), rest = LLVMBuildTrunc(b, digits, u->type, "");
    LLVMValueRef first = to_real(v, ilshr(u, high, ax_vec_int(u, 11)));
    LLVMValueRef second = ishl(u, iand(u, high, ax_vec_int(u, 0x7ff)), ax_vec_int(u, 52));
    second = to_real(v, ior(u, second, ilshr(u, rest, ax_vec_int(u, 12))));
    LLVMValueRef exponent = isub(u, ax_vec_int(u, 1023), LLVMBuildTrunc(b, zeros, u->type, ""));
    LLVMValueRef scale = as_real(v, ishl(u, exponent, ax_vec_int(u, 52)));
    scale = pick(v, negative, fneg(v, scale), scale);
    first = fmul(v, first, fmul(v, scale, ax_vec_real(v, 0x1p-53)));
    second = fmul(v, second, fmul(v, scale, ax_vec_real(v, 0x1p-116)));
    LLVMValueRef pi_high = ax_vec_real(v, 0x1.921fb54442d18p+0), low;
    LLVMValueRef product = ax_math_two_product(v, first, pi_high, &low);
    low = ax_vec_mad(v, first, ax_vec_real(v, 0x1.1a62633145c07p-54), low);
    low = ax_vec_mad(v, second, pi_high, low);
    LLVMValueRef sum = fadd(v, product, low);
    *out_low = fsub(v, low, fsub(v, sum, product));
    return sum;
}

/* Reduces one x, whose size is at least 2^20: x = digits 2^exponent. */
static LLVMValueRef emit_one(const ax_vec *v, const ax_vec *u, LLVMValueRef table, LLVMValueRef x,
                             LLVMValueRef *out_low, LLVMValueRef *out_n)
{
    LLVMValueRef bits = as_int(v, ax_math_abs(v, x)), window[WINDOW], n;
    LLVMValueRef biased = ilshr(u, bits, ax_vec_int(u, 52));
    LLVMValueRef digits = iand(u, bits, ax_vec_int(u, 0xfffffffffffff));
    digits = ior(u, digits, ax_vec_int(u, 0x10000000000000));
    emit_window(u, table, isub(u, biased, ax_vec_int(u, 1075 - 62)), window);
    LLVMValueRef fraction = emit_fraction(u, digits, window, &n);
    LLVMValueRef r = emit_angle(v, u, fraction, out_low);
    LLVMValueRef negative = fcmp(v, LLVMRealOLT, x, ax_vec_real(v, 0));
    *out_low = pick(v, negative, fneg(v, *out_low), *out_low);
    *out_n = pick(v, negative, isub(u, ax_vec_int(u, 0), n), n);
    return pick(v, negative, fneg(v, r), r);
}

/* void reduce_huge(ptr block, i64 count): block[0..count) are the x; writes r to block[count..), its low
 * part to block[2 count..), the quadrant as an integer to block[3 count..). */
static LLVMValueRef emit_function(ax_emitter *e, const char *name, LLVMTypeRef type)
{
    ax_vec v = ax_vec_of(e, AX_F64, 1), u = ax_vec_of(e, AX_U64, 1);
    LLVMBasicBlockRef outer_block = LLVMGetInsertBlock(e->builder);
    LLVMValueRef outer = e->function, function = ax_emit_function(e, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMValueRef block = LLVMGetParam(function, 0), count = LLVMGetParam(function, 1);
    LLVMValueRef table = emit_table(e), low, n;
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), count, ax_emit_i64(e, 1));
    LLVMValueRef at = place(e, block, loop.index);
    LLVMValueRef x = LLVMBuildLoad2(e->builder, v.type, at, "");
    LLVMValueRef r = emit_one(&v, &u, table, x, &low, &n);
    LLVMBuildStore(e->builder, r, at = place(e, at, count));
    LLVMBuildStore(e->builder, low, at = place(e, at, count));
    LLVMBuildStore(e->builder, n, place(e, at, count));
    ax_emit_loop_end(e, &loop);
    LLVMBuildRetVoid(e->builder);
    e->function = outer;
    LLVMPositionBuilderAtEnd(e->builder, outer_block);
    return function;
}

/* Memory of the function's frame, asked for where it begins. */
static LLVMValueRef emit_frame(const ax_vec *v, int32_t arrays)
{
    LLVMBuilderRef b = v->e->builder;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(v->e->function);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    if (first)
        LLVMPositionBuilderBefore(b, first);
    else
        LLVMPositionBuilderAtEnd(b, entry);
    LLVMTypeRef type = LLVMArrayType2(v->type, (uint64_t)arrays);
    LLVMValueRef frame = LLVMBuildAlloca(b, type, "");
    LLVMPositionBuilderAtEnd(b, here);
    return frame;
}

static LLVMValueRef load_array(const ax_vec *v, LLVMTypeRef type, LLVMValueRef block, int32_t array)
{
    LLVMValueRef at = place(v->e, block, ax_emit_i64(v->e, (int64_t)array * v->lanes));
    LLVMValueRef load = LLVMBuildLoad2(v->e->builder, type, at, "");
    LLVMSetAlignment(load, 8);
    return load;
}

void ax_math_reduce_huge(const ax_vec *v, LLVMValueRef x, ax_math_angle *out_angle)
{
    static const char name[] = "reduce_huge";
    ax_emitter *e = v->e;
    LLVMTypeRef parameters[] = {LLVMPointerTypeInContext(e->context, 0),
                                LLVMInt64TypeInContext(e->context)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), parameters, 2, false);
    LLVMValueRef function = LLVMGetNamedFunction(e->module, name);
    if (!function)
        function = emit_function(e, name, type);
    LLVMValueRef block = emit_frame(v, 4);
    LLVMSetAlignment(LLVMBuildStore(e->builder, x, block), 8);
    LLVMValueRef arguments[] = {block, ax_emit_i64(e, v->lanes)};
    LLVMBuildCall2(e->builder, type, function, arguments, 2, "");
    out_angle->r = load_array(v, v->type, block, 1);
    out_angle->low = load_array(v, v->type, block, 2);
    out_angle->n = load_array(v, v->integer, block, 3);
}
