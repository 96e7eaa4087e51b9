#include "backend/cpu/loop_fold.h"

#include "ops/ops.h"

/* ---- what is folded ---- */

/* Of bool, a sum is `or` and a product `and`; so are maximum and minimum. */
static const ax_op *op_on(const ax_op *op, ax_dtype dtype)
{
    if (dtype != AX_BOOL)
        return op;
    if (op == &ax_op_add || op == &ax_op_maximum)
        return &ax_op_or;
    return op == &ax_op_multiply || op == &ax_op_minimum ? &ax_op_and : op;
}

ax_loop_fold ax_loop_fold_of(const ax_loop_node *node)
{
    const ax_graph *region = node->eqn->regions[0];
    ax_loop_fold fold = {.node = node, .dtype = node->dtype};
    if (ax_dtype_is_half(node->dtype))
        fold.dtype = AX_F32;
    fold.op = op_on(region->first->op, node->dtype);
    ax_fold_find_wide(region, &fold.fold);
    return fold;
}

int64_t ax_loop_fold_bytes(const ax_loop_fold *fold)
{
    return ax_dtype_bytes(fold->dtype);
}

/* ---- values ---- */

LLVMValueRef ax_fold_emit_identity(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes)
{
    return ax_emit_element(e, fold->dtype, &fold->fold.identity, lanes);
}

LLVMValueRef ax_fold_emit_both(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes,
                               LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef operands[] = {a, b};
    return ax_emit_op_named(e, fold->op, fold->dtype, lanes, operands);
}

/* Lanes first .. first + count - 1, in a vector of `lanes`, whose others mean nothing. */
static LLVMValueRef some_lanes(ax_emitter *e, LLVMValueRef value, int32_t first, int32_t count,
                               int32_t lanes)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    LLVMValueRef places[64];
    for (int32_t i = 0; i < lanes; i++) {
        places[i] = i < count ? LLVMConstInt(i32, (unsigned long long)(first + i), false)
                              : LLVMGetPoison(i32);
    }
    return LLVMBuildShuffleVector(e->builder, value, LLVMGetPoison(LLVMTypeOf(value)),
                                  LLVMConstVector(places, (unsigned)lanes), "");
}

/* ---- parts ---- */

enum { GREATEST, LEAST_UNSIGNED, GREATEST_UNSIGNED };
enum { LEAST_REGISTER = 16 }; /* bytes */

static bool is_extremum(const ax_loop_fold *fold)
{
    return ax_dtype_is_float(fold->dtype) &&
           (fold->op == &ax_op_maximum || fold->op == &ax_op_minimum);
}

int32_t ax_fold_parts(const ax_emitter *e, const ax_loop_fold *fold)
{
    bool has_instructions = fold->dtype == AX_F32 || e->vector_bytes == 64;
    return is_extremum(fold) && has_instructions ? AX_FOLD_MOST_PARTS : 1;
}

/* The integer of a float's bits. */
static ax_dtype integer_of(const ax_loop_fold *fold)
{
    return fold->dtype == AX_F32 ? AX_I32 : AX_I64;
}

LLVMTypeRef ax_fold_part_type(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes)
{
    bool one = ax_fold_parts(e, fold) == 1;
    return ax_emit_type(e, one ? fold->dtype : integer_of(fold), lanes);
}

LLVMValueRef ax_fold_part_identity(ax_emitter *e, const ax_loop_fold *fold, int32_t part,
                                   int32_t lanes)
{
    if (ax_fold_parts(e, fold) == 1)
        return ax_fold_emit_identity(e, fold, lanes);
    int64_t least = fold->dtype == AX_F32 ? INT32_MIN : INT64_MIN;
    int64_t values[] = {least, -1, 0};
    return ax_emit_element(e, integer_of(fold), &values[part], lanes);
}

LLVMValueRef ax_fold_part_of(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes,
                             LLVMValueRef value)
{
    return LLVMBuildBitCast(e->builder, value, ax_fold_part_type(e, fold, lanes), "");
}

LLVMValueRef ax_fold_part_both(ax_emitter *e, const ax_loop_fold *fold, int32_t part, int32_t lanes,
                               LLVMValueRef a, LLVMValueRef b)
{
    static const char *const names[] = {"llvm.smax", "llvm.umin", "llvm.umax"};
    LLVMValueRef both[] = {a, b};
    return ax_fold_parts(e, fold) == 1 ? ax_fold_emit_both(e, fold, lanes, a, b)
                                       : ax_emit_intrinsic(e, names[part], both, 2);
}

LLVMValueRef ax_fold_part_lanes(ax_emitter *e, const ax_loop_fold *fold, int32_t part,
                                int32_t lanes, LLVMValueRef value)
{
    if (lanes == 1)
        return value;
    for (int32_t left = lanes / 2; left > 0; left /= 2) {
        LLVMValueRef lower = value;
        /* Vectors shorter than the least register would only have to be made longer again. */
        if (left * ax_loop_fold_bytes(fold) >= LEAST_REGISTER) {
            lower = some_lanes(e, value, 0, left, left);
            lanes = left;
        }
        LLVMValueRef upper = some_lanes(e, value, left, left, lanes);
        value = ax_fold_part_both(e, fold, part, lanes, lower, upper);
    }
    return LLVMBuildExtractElement(e->builder, value, ax_emit_i64(e, 0), "");
}

LLVMValueRef ax_fold_whole(ax_emitter *e, const ax_loop_fold *fold, const LLVMValueRef *parts)
{
    if (ax_fold_parts(e, fold) == 1)
        return parts[0];
    LLVMBuilderRef builder = e->builder;
    LLVMTypeRef type = ax_fold_part_type(e, fold, 1);
    LLVMValueRef infinity = ax_fold_emit_identity(e, fold, 1); /* below all of a maximum */
    infinity = LLVMBuildBitCast(builder, infinity, type, "");
    LLVMValueRef zero = LLVMConstNull(type), chosen, is_nan, nan;
    if (fold->op == &ax_op_maximum) { /* where all are negative, the least as unsigned */
        chosen = LLVMBuildICmp(builder, LLVMIntSLT, parts[GREATEST], zero, "");
        chosen = LLVMBuildSelect(builder, chosen, parts[LEAST_UNSIGNED], parts[GREATEST], "");
        nan = parts[GREATEST_UNSIGNED];
        is_nan = LLVMBuildICmp(builder, LLVMIntUGT, nan, infinity, "");
    } else { /* the greatest as unsigned is negative if any is */
        chosen = LLVMBuildICmp(builder, LLVMIntSLT, parts[GREATEST_UNSIGNED], zero, "");
        chosen = LLVMBuildSelect(builder, chosen, parts[GREATEST_UNSIGNED], parts[LEAST_UNSIGNED],
                                 "");
        nan = parts[GREATEST];
        is_nan = LLVMBuildICmp(builder, LLVMIntSGT, nan, infinity, "");
    }
    chosen = LLVMBuildSelect(builder, is_nan, nan, chosen, "");
    return LLVMBuildBitCast(builder, chosen, ax_emit_type(e, fold->dtype, 1), "");
}

/* ---- values ---- */

LLVMValueRef ax_fold_emit_finish(ax_frame *frame, const ax_loop_fold *fold, LLVMValueRef total)
{
    LLVMValueRef init = ax_frame_value(frame, fold->node->operands[1]);
    total = ax_fold_emit_both(frame->e, fold, frame->lanes, init, total);
    if (fold->dtype == fold->node->dtype)
        return total;
    return ax_frame_convert(frame, fold->dtype, fold->node->dtype, total);
}

/* ---- arrays of accumulators ---- */

static LLVMValueRef accumulator_at(ax_emitter *e, const ax_loop_fold *fold, LLVMValueRef array,
                                   LLVMValueRef index)
{
    return LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, fold->dtype), array, &index, 1, "");
}

LLVMValueRef ax_fold_emit_load(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes,
                               LLVMValueRef array, LLVMValueRef index)
{
    return ax_emit_load(e, fold->dtype, lanes, accumulator_at(e, fold, array, index), NULL);
}

void ax_fold_emit_store(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes, LLVMValueRef array,
                        LLVMValueRef index, LLVMValueRef value, LLVMValueRef mask)
{
    ax_emit_store(e, fold->dtype, lanes, accumulator_at(e, fold, array, index), value, mask);
}

/* Row `to` becomes row `a` combined with row `b`. */
static void fold_rows(ax_emitter *e, const ax_loop_fold *fold, LLVMValueRef array,
                      LLVMValueRef rows[3], int64_t width, int64_t stride, int32_t lanes)
{
    LLVMValueRef starts[3];
    for (int i = 0; i < 3; i++)
        starts[i] = LLVMBuildMul(e->builder, rows[i], ax_emit_i64(e, stride), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), ax_emit_i64(e, width),
                                           ax_emit_i64(e, lanes));
    for (int i = 0; i < 3; i++)
        starts[i] = LLVMBuildAdd(e->builder, starts[i], loop.index, "");
    LLVMValueRef a = ax_fold_emit_load(e, fold, lanes, array, starts[1]);
    LLVMValueRef b = ax_fold_emit_load(e, fold, lanes, array, starts[2]);
    LLVMValueRef both = ax_fold_emit_both(e, fold, lanes, a, b);
    ax_fold_emit_store(e, fold, lanes, array, starts[0], both, NULL);
    ax_emit_loop_end(e, &loop);
}

static void copy_row(ax_emitter *e, const ax_loop_fold *fold, LLVMValueRef array, LLVMValueRef to,
                     LLVMValueRef from, int64_t width, int64_t stride, int32_t lanes)
{
    to = LLVMBuildMul(e->builder, to, ax_emit_i64(e, stride), "");
    from = LLVMBuildMul(e->builder, from, ax_emit_i64(e, stride), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), ax_emit_i64(e, width),
                                           ax_emit_i64(e, lanes));
    to = LLVMBuildAdd(e->builder, to, loop.index, "");
    from = LLVMBuildAdd(e->builder, from, loop.index, "");
    LLVMValueRef value = ax_fold_emit_load(e, fold, lanes, array, from);
    ax_fold_emit_store(e, fold, lanes, array, to, value, NULL);
    ax_emit_loop_end(e, &loop);
}

void ax_fold_emit_tree(ax_emitter *e, const ax_loop_fold *fold, LLVMValueRef array,
                       LLVMValueRef count, int64_t most, int64_t width, int64_t stride,
                       int32_t lanes)
{
    int64_t levels = 0;
    for (int64_t n = most; n > 1; n = (n + 1) / 2)
        levels++;
    if (levels == 0)
        return;
    LLVMValueRef one = ax_emit_i64(e, 1), zero = ax_emit_i64(e, 0);
    LLVMValueRef left = ax_emit_local(e, LLVMTypeOf(one));
    LLVMBuildStore(e->builder, count, left);
    ax_emit_loop level = ax_emit_loop_begin(e, zero, ax_emit_i64(e, levels), one);
    LLVMValueRef n = LLVMBuildLoad2(e->builder, LLVMTypeOf(one), left, "");
    LLVMValueRef half = LLVMBuildLShr(e->builder, n, one, "");
    ax_emit_loop pair = ax_emit_loop_begin(e, zero, half, one);
    LLVMValueRef first = LLVMBuildShl(e->builder, pair.index, one, "");
    LLVMValueRef rows[] = {pair.index, first, LLVMBuildAdd(e->builder, first, one, "")};
    fold_rows(e, fold, array, rows, width, stride, lanes);
    ax_emit_loop_end(e, &pair);
    /* The last of an odd number goes on alone; of an even number nobody reads that row again. */
    LLVMValueRef last = LLVMBuildSub(e->builder, n, one, "");
    copy_row(e, fold, array, half, last, width, stride, lanes);
    LLVMBuildStore(e->builder, LLVMBuildSub(e->builder, n, half, ""), left);
    ax_emit_loop_end(e, &level);
}
