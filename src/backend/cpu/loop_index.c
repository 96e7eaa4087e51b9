#include "backend/cpu/loop_index.h"

#include "base/checked.h"

/* ---- forms ---- */

LLVMTypeRef ax_index_type(const ax_frame *frame, int32_t bits, int32_t lanes)
{
    LLVMTypeRef type = LLVMIntTypeInContext(frame->e->context, (unsigned)bits);
    return lanes == 1 ? type : LLVMVectorType(type, (unsigned)lanes);
}

LLVMValueRef ax_index_integer(const ax_frame *frame, int64_t value, int32_t bits, int32_t lanes)
{
    LLVMTypeRef scalar = ax_index_type(frame, bits, 1);
    return ax_emit_splat(frame->e, LLVMConstInt(scalar, (unsigned long long)value, true), lanes);
}

/* first, first + step, ... */
LLVMValueRef ax_index_steps(const ax_frame *frame, int64_t first, int64_t step, int32_t bits)
{
    LLVMValueRef elements[64];
    LLVMTypeRef type = ax_index_type(frame, bits, 1);
    for (int32_t lane = 0; lane < frame->lanes; lane++) {
        unsigned long long value = (unsigned long long)first +
                                   (unsigned long long)step * (unsigned long long)lane;
        elements[lane] = LLVMConstInt(type, value, true);
    }
    return LLVMConstVector(elements, (unsigned)frame->lanes);
}

/* Bits of integers that hold the values of the form, and differences of them: 32 or 64. */
int32_t ax_index_bits(const ax_frame *frame, const ax_form *form)
{
    int64_t least, greatest;
    ax_form_range(form, frame->program->sizes, &least, &greatest);
    return least > -(1 << 30) && greatest < 1 << 30 ? 32 : 64;
}

static LLVMValueRef lane_symbol(ax_frame *frame, int32_t symbol);

static bool symbol_varies(const ax_frame *frame, int32_t symbol)
{
    return ax_frame_varies(frame, frame->program->symbols[symbol].depends);
}

/* The form for lane 0, without symbols that vary in another way than by steps. */
LLVMValueRef ax_index_first_lane(ax_frame *frame, const ax_form *form)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef sum = ax_emit_i64(frame->e, form->constant);
    for (int32_t i = 0; i < form->count; i++) {
        int32_t symbol = form->terms[i].symbol;
        if (symbol != frame->lane_loop && symbol_varies(frame, symbol))
            continue;
        LLVMValueRef factor = ax_emit_i64(frame->e, form->terms[i].factor);
        LLVMValueRef term = LLVMBuildMul(builder, ax_index_scalar_symbol(frame, symbol), factor,
                                         "");
        sum = LLVMBuildAdd(builder, sum, term, "");
    }
    return sum;
}

/* What lanes add to the first lane's value; NULL where that is one step a lane. */
LLVMValueRef ax_index_offsets(ax_frame *frame, const ax_form *form, int32_t bits)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMTypeRef type = ax_index_type(frame, bits, frame->lanes);
    LLVMValueRef sum = ax_index_steps(frame, 0, ax_form_factor(form, frame->lane_loop), bits);
    for (int32_t i = 0; i < form->count; i++) {
        int32_t symbol = form->terms[i].symbol;
        if (symbol == frame->lane_loop || !symbol_varies(frame, symbol))
            continue;
        LLVMValueRef term = LLVMBuildIntCast2(builder, lane_symbol(frame, symbol), type, true, "");
        term = LLVMBuildMul(builder, term,
                            ax_index_integer(frame, form->terms[i].factor, bits, frame->lanes), "");
        sum = LLVMBuildAdd(builder, sum, term, "");
    }
    return sum;
}

/* The form for each lane. */
LLVMValueRef ax_index_all_lanes(ax_frame *frame, const ax_form *form, int32_t bits)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef first = ax_index_first_lane(frame, form);
    first = LLVMBuildIntCast2(builder, first, ax_index_type(frame, bits, 1), true, "");
    first = ax_emit_splat(frame->e, first, frame->lanes);
    return LLVMBuildAdd(builder, first, ax_index_offsets(frame, form, bits), "");
}

/* Whether only the lane loop varies in it, so that lanes are equal steps apart. */
bool ax_index_is_stepped(const ax_frame *frame, const ax_form *form)
{
    for (int32_t i = 0; i < form->count; i++) {
        if (form->terms[i].symbol != frame->lane_loop &&
            symbol_varies(frame, form->terms[i].symbol)) {
            return false;
        }
    }
    return true;
}

/* ---- symbols ---- */

/* A quotient or remainder; its form is never negative. */
static LLVMValueRef divided(ax_frame *frame, const ax_loop_symbol *symbol, LLVMValueRef value,
                            int32_t bits, int32_t lanes)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef divisor = ax_index_integer(frame, symbol->divisor, bits, lanes);
    return symbol->kind == AX_SYMBOL_QUOTIENT ? LLVMBuildUDiv(builder, value, divisor, "")
                                              : LLVMBuildURem(builder, value, divisor, "");
}

/* A start of any integer dtype, as an i64 that lies in [0, last]. */
static LLVMValueRef clamped_start(ax_frame *frame, const ax_loop_node *node, int64_t last)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMTypeRef i64 = ax_index_type(frame, 64, 1);
    bool is_signed = ax_dtype_kind(node->dtype) == AX_KIND_SIGNED;
    LLVMValueRef start = LLVMBuildIntCast2(builder, ax_frame_scalar(frame, node), i64, is_signed,
                                           "");
    LLVMValueRef limit[] = {start, ax_emit_i64(frame->e, last)};
    if (!is_signed)
        return ax_emit_intrinsic(frame->e, "llvm.umin", limit, 2);
    limit[0] = ax_emit_intrinsic(frame->e, "llvm.smin", limit, 2);
    limit[1] = ax_emit_i64(frame->e, 0);
    return ax_emit_intrinsic(frame->e, "llvm.smax", limit, 2);
}

LLVMValueRef ax_index_scalar_symbol(ax_frame *frame, int32_t number)
{
    const ax_loop_symbol *symbol = &frame->program->symbols[number];
    LLVMValueRef *slot = &frame->scalar_symbols[number];
    if (*slot)
        return *slot;
    if (symbol->kind == AX_SYMBOL_START)
        return ax_frame_keep(frame, slot,
                             clamped_start(frame, symbol->node, frame->program->sizes[number] - 1));
    LLVMValueRef value = ax_index_first_lane(frame, &symbol->form);
    return ax_frame_keep(frame, slot, divided(frame, symbol, value, 64, 1));
}

static LLVMValueRef lane_symbol(ax_frame *frame, int32_t number)
{
    const ax_loop_symbol *symbol = &frame->program->symbols[number];
    LLVMValueRef *slot = &frame->lane_symbols[number];
    if (*slot)
        return *slot;
    int32_t bits = ax_index_bits(frame, &symbol->form);
    LLVMValueRef value = ax_index_all_lanes(frame, &symbol->form, bits);
    return ax_frame_keep(frame, slot, divided(frame, symbol, value, bits, frame->lanes));
}

/* ---- lanes ---- */

static bool know_symbol(const ax_frame *frame, int32_t number, ax_known_lanes *out)
{
    const ax_loop_symbol *symbol = &frame->program->symbols[number];
    bool is_lane = number == frame->lane_loop, varies = symbol_varies(frame, number);
    if (is_lane || !varies) {
        out->multiple = is_lane ? frame->multiple : 1;
        for (int32_t lane = 0; lane < frame->lanes; lane++)
            out->values[lane] = is_lane ? frame->phase + lane : 0;
        return true;
    }
    if ((symbol->kind != AX_SYMBOL_QUOTIENT && symbol->kind != AX_SYMBOL_REMAINDER) ||
        !ax_index_know_lanes(frame, &symbol->form, out) || out->multiple % symbol->divisor != 0)
        return false;
    bool quotient = symbol->kind == AX_SYMBOL_QUOTIENT;
    out->multiple = quotient ? out->multiple / symbol->divisor : 0;
    for (int32_t lane = 0; lane < frame->lanes; lane++) {
        int64_t rest = out->values[lane] % symbol->divisor;
        rest += rest < 0 ? symbol->divisor : 0;
        out->values[lane] = quotient ? (out->values[lane] - rest) / symbol->divisor : rest;
    }
    return true;
}

bool ax_index_know_lanes(const ax_frame *frame, const ax_form *form, ax_known_lanes *out)
{
    ax_known_lanes term;
    out->multiple = 0;
    for (int32_t lane = 0; lane < frame->lanes; lane++)
        out->values[lane] = form->constant;
    for (int32_t i = 0; i < form->count; i++) {
        int64_t factor = form->terms[i].factor;
        if (!know_symbol(frame, form->terms[i].symbol, &term))
            return false;
        out->multiple = ax_common_divisor(out->multiple, factor * term.multiple);
        for (int32_t lane = 0; lane < frame->lanes; lane++)
            out->values[lane] += factor * term.values[lane];
    }
    return true;
}

static LLVMValueRef lane_zero_symbol(ax_frame *frame, int32_t number)
{
    const ax_loop_symbol *symbol = &frame->program->symbols[number];
    ax_known_lanes known;
    if (number == frame->lane_loop || !symbol_varies(frame, number))
        return ax_index_scalar_symbol(frame, number);
    if (know_symbol(frame, number, &known) && known.multiple == 0)
        return ax_emit_i64(frame->e, known.values[0]);
    return divided(frame, symbol, ax_index_lane_zero(frame, &symbol->form), 64, 1);
}

LLVMValueRef ax_index_lane_zero(ax_frame *frame, const ax_form *form)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef sum = ax_emit_i64(frame->e, form->constant);
    for (int32_t i = 0; i < form->count; i++) {
        LLVMValueRef factor = ax_emit_i64(frame->e, form->terms[i].factor);
        LLVMValueRef term = lane_zero_symbol(frame, form->terms[i].symbol);
        sum = LLVMBuildAdd(builder, sum, LLVMBuildMul(builder, term, factor, ""), "");
    }
    return sum;
}

/* ---- conditions ---- */

/* The form's range where the frame stands. */
static void range_here(const ax_frame *frame, const ax_form *form, int64_t *out_least,
                       int64_t *out_greatest)
{
    ax_form_range(form, frame->program->sizes, out_least, out_greatest);
    int64_t factor = frame->segment ? ax_form_factor(form, frame->segment_loop) : 0;
    if (factor == 0)
        return;
    int64_t size = frame->program->sizes[frame->segment_loop];
    int64_t first = frame->segment->first, behind = size - frame->segment->limit;
    *out_least += factor * (factor > 0 ? first : -behind);
    *out_greatest += factor * (factor > 0 ? -behind : first);
}

static ax_truth truth_of(const ax_frame *frame, const ax_loop_condition *c)
{
    int64_t least, greatest;
    range_here(frame, &c->form, &least, &greatest);
    if (greatest < c->least || least >= c->limit)
        return AX_NEVER;
    return least >= c->least && greatest < c->limit ? AX_ALWAYS : AX_SOMETIMES;
}

ax_truth ax_index_truth(const ax_frame *frame, int32_t condition)
{
    ax_truth truth = AX_ALWAYS;
    for (int32_t c = condition; c >= 0; c = frame->program->conditions[c].also) {
        ax_truth one = truth_of(frame, &frame->program->conditions[c]);
        if (one == AX_NEVER)
            return AX_NEVER;
        if (one == AX_SOMETIMES)
            truth = AX_SOMETIMES;
    }
    return truth;
}

/* Whether a single condition, which is true sometimes, varies over lanes. */
static bool one_varies(const ax_frame *frame, const ax_loop_condition *c)
{
    return ax_frame_varies(frame, ax_loop_form_depends(frame->program, &c->form));
}

bool ax_index_condition_varies(const ax_frame *frame, int32_t condition)
{
    for (int32_t i = condition; i >= 0; i = frame->program->conditions[i].also) {
        const ax_loop_condition *c = &frame->program->conditions[i];
        if (truth_of(frame, c) == AX_SOMETIMES && one_varies(frame, c))
            return true;
    }
    return false;
}

/* least <= value < limit, where only what the form's range leaves open is asked. */
static LLVMValueRef in_range(ax_frame *frame, const ax_loop_condition *c, LLVMValueRef value,
                             int32_t bits, int32_t lanes)
{
    LLVMBuilderRef builder = frame->e->builder;
    int64_t least, greatest;
    range_here(frame, &c->form, &least, &greatest);
    LLVMValueRef result = NULL;
    if (least < c->least) {
        result = LLVMBuildICmp(builder, LLVMIntSGE, value,
                               ax_index_integer(frame, c->least, bits, lanes), "");
    }
    if (greatest < c->limit)
        return result;
    LLVMValueRef below = LLVMBuildICmp(builder, LLVMIntSLT, value,
                                       ax_index_integer(frame, c->limit, bits, lanes), "");
    return result ? LLVMBuildAnd(builder, result, below, "") : below;
}

static LLVMValueRef emit_one(ax_frame *frame, const ax_loop_condition *c)
{
    if (!one_varies(frame, c))
        return in_range(frame, c, ax_index_first_lane(frame, &c->form), 64, 1);
    int32_t bits = ax_index_bits(frame, &c->form);
    return in_range(frame, c, ax_index_all_lanes(frame, &c->form, bits), bits, frame->lanes);
}

LLVMValueRef ax_index_condition(ax_frame *frame, int32_t condition)
{
    bool varies = ax_index_condition_varies(frame, condition);
    LLVMValueRef *slot = &(varies ? frame->lane_conditions : frame->scalar_conditions)[condition];
    if (*slot)
        return *slot;
    LLVMValueRef result = NULL;
    for (int32_t i = condition; i >= 0; i = frame->program->conditions[i].also) {
        const ax_loop_condition *c = &frame->program->conditions[i];
        if (truth_of(frame, c) != AX_SOMETIMES)
            continue;
        LLVMValueRef one = emit_one(frame, c);
        if (varies && !one_varies(frame, c))
            one = ax_emit_splat(frame->e, one, frame->lanes);
        result = result ? LLVMBuildAnd(frame->e->builder, result, one, "") : one;
    }
    return ax_frame_keep(frame, slot, result);
}
