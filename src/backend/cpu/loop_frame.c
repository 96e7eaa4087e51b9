#include "backend/cpu/loop_frame.h"

#include "base/checked.h"
#include "ops/ops.h"

#include <string.h>

/* ---- frames ---- */

ax_status *ax_frame_create(ax_emitter *e, const ax_loop_program *p, ax_frame **out_frame)
{
    ax_arena *arena = p->arena;
    int32_t nbuffers = p->region->ninputs + p->region->noutputs + p->nconstants;
    int32_t nodes = p->nnodes + 1;
    int32_t slots = 2 * (nodes + AX_LOOP_MOST_SYMBOLS + AX_LOOP_MOST_CONDITIONS);
    ax_frame *frame = AX_ARENA_NEW(arena, ax_frame, 1);
    if (frame) {
        *frame = (ax_frame){.e = e, .program = p, .lanes = 1, .lane_loop = -1};
        frame->buffers = AX_ARENA_NEW(arena, LLVMValueRef, nbuffers);
        frame->scalars = AX_ARENA_NEW(arena, LLVMValueRef, nodes);
        frame->vectors = AX_ARENA_NEW(arena, LLVMValueRef, nodes);
        frame->trail = AX_ARENA_NEW(arena, LLVMValueRef *, slots);
        frame->seen = AX_ARENA_NEW(arena, int32_t, nodes);
    }
    if (!frame || !frame->buffers || !frame->scalars || !frame->vectors || !frame->trail ||
        !frame->seen) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to write a kernel");
    }
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMValueRef pointers = LLVMGetParam(e->function, 0);
    for (int32_t i = 0; i < nbuffers; i++) {
        LLVMValueRef index = ax_emit_i64(e, i);
        LLVMValueRef at = LLVMBuildGEP2(e->builder, pointer, pointers, &index, 1, "");
        frame->buffers[i] = LLVMBuildLoad2(e->builder, pointer, at, "");
    }
    *out_frame = frame;
    return NULL;
}

int32_t ax_frame_mark(const ax_frame *frame)
{
    return frame->ntrail;
}

void ax_frame_forget(ax_frame *frame, int32_t mark)
{
    while (frame->ntrail > mark)
        *frame->trail[--frame->ntrail] = NULL;
}

static LLVMValueRef keep(ax_frame *frame, LLVMValueRef *slot, LLVMValueRef value)
{
    if (!*slot)
        frame->trail[frame->ntrail++] = slot;
    *slot = value;
    return value;
}

void ax_frame_set_loop(ax_frame *frame, int32_t loop, LLVMValueRef index)
{
    keep(frame, &frame->scalar_symbols[loop], index);
}

void ax_frame_set_loops(ax_frame *frame, const int32_t *loops, int32_t count, LLVMValueRef index)
{
    for (int32_t i = count - 1; i >= 0; i--) {
        LLVMValueRef size = ax_emit_i64(frame->e, frame->program->sizes[loops[i]]);
        LLVMValueRef rest = i ? LLVMBuildURem(frame->e->builder, index, size, "") : index;
        ax_frame_set_loop(frame, loops[i], rest);
        if (i)
            index = LLVMBuildUDiv(frame->e->builder, index, size, "");
    }
}

bool ax_frame_varies(const ax_frame *frame, uint64_t depends)
{
    return frame->lanes > 1 && frame->lane_loop >= 0 && (depends >> frame->lane_loop & 1);
}

void ax_frame_set_value(ax_frame *frame, const ax_loop_node *node, LLVMValueRef value)
{
    bool varies = ax_frame_varies(frame, node->depends);
    keep(frame, &(varies ? frame->vectors : frame->scalars)[node->id], value);
}

/* ---- forms ---- */

static LLVMTypeRef integer_type(const ax_frame *frame, int32_t bits, int32_t lanes)
{
    LLVMTypeRef type = LLVMIntTypeInContext(frame->e->context, (unsigned)bits);
    return lanes == 1 ? type : LLVMVectorType(type, (unsigned)lanes);
}

static LLVMValueRef integer(const ax_frame *frame, int64_t value, int32_t bits, int32_t lanes)
{
    LLVMTypeRef scalar = integer_type(frame, bits, 1);
    return ax_emit_splat(frame->e, LLVMConstInt(scalar, (unsigned long long)value, true), lanes);
}

/* first, first + step, ... */
static LLVMValueRef steps(const ax_frame *frame, int64_t first, int64_t step, int32_t bits)
{
    LLVMValueRef elements[64];
    LLVMTypeRef type = integer_type(frame, bits, 1);
    for (int32_t lane = 0; lane < frame->lanes; lane++) {
        unsigned long long value = (unsigned long long)first +
                                   (unsigned long long)step * (unsigned long long)lane;
        elements[lane] = LLVMConstInt(type, value, true);
    }
    return LLVMConstVector(elements, (unsigned)frame->lanes);
}

/* Bits of integers that hold the values of the form, and differences of them: 32 or 64. */
static int32_t bits_of(const ax_frame *frame, const ax_form *form)
{
    int64_t least, greatest;
    ax_form_range(form, frame->program->sizes, &least, &greatest);
    return least > -(1 << 30) && greatest < 1 << 30 ? 32 : 64;
}

static LLVMValueRef scalar_symbol(ax_frame *frame, int32_t symbol);
static LLVMValueRef lane_symbol(ax_frame *frame, int32_t symbol);

static bool symbol_varies(const ax_frame *frame, int32_t symbol)
{
    return ax_frame_varies(frame, frame->program->symbols[symbol].depends);
}

/* The form for lane 0, without symbols that vary in another way than by steps. */
static LLVMValueRef first_lane(ax_frame *frame, const ax_form *form)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef sum = ax_emit_i64(frame->e, form->constant);
    for (int32_t i = 0; i < form->count; i++) {
        int32_t symbol = form->terms[i].symbol;
        if (symbol != frame->lane_loop && symbol_varies(frame, symbol))
            continue;
        LLVMValueRef factor = ax_emit_i64(frame->e, form->terms[i].factor);
        LLVMValueRef term = LLVMBuildMul(builder, scalar_symbol(frame, symbol), factor, "");
        sum = LLVMBuildAdd(builder, sum, term, "");
    }
    return sum;
}

/* What lanes add to the first lane's value; NULL where that is one step a lane. */
static LLVMValueRef lane_offsets(ax_frame *frame, const ax_form *form, int32_t bits)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMTypeRef type = integer_type(frame, bits, frame->lanes);
    LLVMValueRef sum = steps(frame, 0, ax_form_factor(form, frame->lane_loop), bits);
    for (int32_t i = 0; i < form->count; i++) {
        int32_t symbol = form->terms[i].symbol;
        if (symbol == frame->lane_loop || !symbol_varies(frame, symbol))
            continue;
        LLVMValueRef term = LLVMBuildIntCast2(builder, lane_symbol(frame, symbol), type, true, "");
        term = LLVMBuildMul(builder, term,
                            integer(frame, form->terms[i].factor, bits, frame->lanes), "");
        sum = LLVMBuildAdd(builder, sum, term, "");
    }
    return sum;
}

/* The form for each lane. */
static LLVMValueRef all_lanes(ax_frame *frame, const ax_form *form, int32_t bits)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef first = first_lane(frame, form);
    first = LLVMBuildIntCast2(builder, first, integer_type(frame, bits, 1), true, "");
    first = ax_emit_splat(frame->e, first, frame->lanes);
    return LLVMBuildAdd(builder, first, lane_offsets(frame, form, bits), "");
}

/* Whether only the lane loop varies in it, so that lanes are equal steps apart. */
static bool is_stepped(const ax_frame *frame, const ax_form *form)
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
    LLVMValueRef divisor = integer(frame, symbol->divisor, bits, lanes);
    return symbol->kind == AX_SYMBOL_QUOTIENT ? LLVMBuildUDiv(builder, value, divisor, "")
                                              : LLVMBuildURem(builder, value, divisor, "");
}

/* A start of any integer dtype, as an i64 that lies in [0, last]. */
static LLVMValueRef clamped_start(ax_frame *frame, const ax_loop_node *node, int64_t last)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMTypeRef i64 = integer_type(frame, 64, 1);
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

static LLVMValueRef scalar_symbol(ax_frame *frame, int32_t number)
{
    const ax_loop_symbol *symbol = &frame->program->symbols[number];
    LLVMValueRef *slot = &frame->scalar_symbols[number];
    if (*slot)
        return *slot;
    if (symbol->kind == AX_SYMBOL_START)
        return keep(frame, slot,
                    clamped_start(frame, symbol->node, frame->program->sizes[number] - 1));
    LLVMValueRef value = first_lane(frame, &symbol->form);
    return keep(frame, slot, divided(frame, symbol, value, 64, 1));
}

static LLVMValueRef lane_symbol(ax_frame *frame, int32_t number)
{
    const ax_loop_symbol *symbol = &frame->program->symbols[number];
    LLVMValueRef *slot = &frame->lane_symbols[number];
    if (*slot)
        return *slot;
    int32_t bits = bits_of(frame, &symbol->form);
    LLVMValueRef value = all_lanes(frame, &symbol->form, bits);
    return keep(frame, slot, divided(frame, symbol, value, bits, frame->lanes));
}

/* ---- conditions ---- */

/* least <= value < limit, where only what the form's range leaves open is asked. */
static LLVMValueRef in_range(ax_frame *frame, const ax_loop_condition *c, LLVMValueRef value,
                             int32_t bits, int32_t lanes)
{
    LLVMBuilderRef builder = frame->e->builder;
    int64_t least, greatest;
    ax_form_range(&c->form, frame->program->sizes, &least, &greatest);
    LLVMValueRef result = NULL;
    if (least < c->least) {
        result = LLVMBuildICmp(builder, LLVMIntSGE, value, integer(frame, c->least, bits, lanes),
                               "");
    }
    if (greatest < c->limit)
        return result;
    LLVMValueRef below = LLVMBuildICmp(builder, LLVMIntSLT, value,
                                       integer(frame, c->limit, bits, lanes), "");
    return result ? LLVMBuildAnd(builder, result, below, "") : below;
}

static bool condition_varies(const ax_frame *frame, int32_t condition)
{
    uint64_t depends = 0;
    for (int32_t c = condition; c >= 0; c = frame->program->conditions[c].also)
        depends |= ax_loop_form_depends(frame->program, &frame->program->conditions[c].form);
    return ax_frame_varies(frame, depends);
}

static LLVMValueRef emit_condition(ax_frame *frame, int32_t condition)
{
    const ax_loop_condition *c = &frame->program->conditions[condition];
    bool all_vary = condition_varies(frame, condition);
    bool varies = ax_frame_varies(frame, ax_loop_form_depends(frame->program, &c->form));
    LLVMValueRef *slot = &(all_vary ? frame->lane_conditions : frame->scalar_conditions)[condition];
    if (*slot)
        return *slot;
    int32_t bits = varies ? bits_of(frame, &c->form) : 64;
    LLVMValueRef value = varies ? all_lanes(frame, &c->form, bits) : first_lane(frame, &c->form);
    LLVMValueRef result = in_range(frame, c, value, bits, varies ? frame->lanes : 1);
    if (all_vary && !varies)
        result = ax_emit_splat(frame->e, result, frame->lanes);
    if (c->also >= 0) {
        LLVMValueRef also = emit_condition(frame, c->also);
        if (all_vary && !condition_varies(frame, c->also))
            also = ax_emit_splat(frame->e, also, frame->lanes);
        result = LLVMBuildAnd(frame->e->builder, result, also, "");
    }
    return keep(frame, slot, result);
}

/* ---- memory ---- */

static LLVMValueRef element_at(ax_frame *frame, int32_t buffer, ax_dtype dtype, LLVMValueRef index)
{
    LLVMTypeRef type = ax_emit_memory_type(frame->e, dtype);
    return LLVMBuildGEP2(frame->e->builder, type, frame->buffers[buffer], &index, 1, "");
}

LLVMValueRef ax_frame_index(ax_frame *frame, const ax_form *form)
{
    return first_lane(frame, form);
}

LLVMValueRef ax_frame_pointer(ax_frame *frame, int32_t buffer, ax_dtype dtype, const ax_form *form)
{
    return element_at(frame, buffer, dtype, first_lane(frame, form));
}

static LLVMValueRef load_scalar(ax_frame *frame, const ax_loop_node *node)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef index = first_lane(frame, &node->form);
    if (node->may_miss) {
        LLVMValueRef inside = LLVMBuildICmp(builder, LLVMIntULT, index,
                                            ax_emit_i64(frame->e, node->count), "");
        index = LLVMBuildSelect(builder, inside, index, ax_emit_i64(frame->e, 0), "");
    }
    LLVMValueRef at = element_at(frame, node->buffer, node->dtype, index);
    return ax_emit_load(frame->e, node->dtype, 1, at, NULL);
}

static LLVMValueRef and_masks(ax_frame *frame, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : LLVMBuildAnd(frame->e->builder, a, b, "");
}

/* The lanes whose element lies in the buffer; NULL: all do. */
static LLVMValueRef lanes_inside(ax_frame *frame, const ax_loop_node *node)
{
    if (!node->may_miss)
        return NULL;
    int32_t bits = node->count <= INT32_MAX ? bits_of(frame, &node->form) : 64;
    LLVMValueRef index = all_lanes(frame, &node->form, bits);
    LLVMValueRef count = integer(frame, node->count, bits, frame->lanes);
    return LLVMBuildICmp(frame->e->builder, LLVMIntULT, index, count, "");
}

static LLVMValueRef reverse_lanes(ax_frame *frame, LLVMValueRef value)
{
    if (!value)
        return NULL;
    LLVMValueRef places = steps(frame, frame->lanes - 1, -1, 32);
    return LLVMBuildShuffleVector(frame->e->builder, value, LLVMGetPoison(LLVMTypeOf(value)),
                                  places, "");
}

static LLVMValueRef load_vector(ax_frame *frame, const ax_loop_node *node)
{
    ax_emitter *e = frame->e;
    LLVMValueRef mask = and_masks(frame, frame->mask, lanes_inside(frame, node));
    LLVMValueRef at = ax_frame_pointer(frame, node->buffer, node->dtype, &node->form);
    int64_t step = is_stepped(frame, &node->form) ? ax_form_factor(&node->form, frame->lane_loop)
                                                  : 0;
    if (step == 1)
        return ax_emit_load(e, node->dtype, frame->lanes, at, mask);
    if (step == -1) {
        LLVMValueRef back = ax_emit_i64(e, 1 - frame->lanes);
        at = LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, node->dtype), at, &back, 1, "");
        mask = reverse_lanes(frame, mask);
        return reverse_lanes(frame, ax_emit_load(e, node->dtype, frame->lanes, at, mask));
    }
    LLVMValueRef offsets = lane_offsets(frame, &node->form, bits_of(frame, &node->form));
    return ax_emit_gather(e, node->dtype, frame->lanes, at, offsets, mask);
}

/* Whether elements of this dtype are in registers as in memory. */
static bool is_plain(ax_dtype dtype)
{
    return dtype != AX_BOOL && !ax_dtype_is_half(dtype);
}

/* A store past the cache. */
static void stream(ax_frame *frame, LLVMValueRef at, LLVMValueRef value)
{
    static const char name[] = "nontemporal";
    LLVMContextRef context = frame->e->context;
    LLVMMetadataRef one = LLVMValueAsMetadata(
        LLVMConstInt(LLVMInt32TypeInContext(context), 1, false));
    LLVMValueRef node = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &one, 1));
    LLVMValueRef store = LLVMBuildStore(frame->e->builder, value, at);
    LLVMSetAlignment(store, 64);
    LLVMSetMetadata(store, LLVMGetMDKindIDInContext(context, name, sizeof name - 1), node);
}

void ax_frame_store(ax_frame *frame, int32_t output)
{
    const ax_loop_result *result = &frame->program->results[output];
    LLVMValueRef value = ax_frame_value(frame, result->node);
    ax_dtype dtype = result->node->dtype;
    LLVMValueRef at = ax_frame_pointer(frame, frame->program->region->ninputs + output, dtype,
                                       &result->form);
    if (frame->streams && !frame->mask && frame->lanes * ax_dtype_bytes(dtype) >= 64 &&
        is_plain(dtype)) {
        stream(frame, at, value);
        return;
    }
    ax_emit_store(frame->e, dtype, frame->lanes, at, value, frame->mask);
}

void ax_frame_scatter(ax_frame *frame, int32_t output, LLVMValueRef value)
{
    const ax_loop_result *result = &frame->program->results[output];
    ax_dtype dtype = result->node->dtype;
    LLVMValueRef at = ax_frame_pointer(frame, frame->program->region->ninputs + output, dtype,
                                       &result->form);
    LLVMValueRef offsets = frame->lanes > 1
                               ? lane_offsets(frame, &result->form, bits_of(frame, &result->form))
                               : ax_emit_i64(frame->e, 0);
    ax_emit_scatter(frame->e, dtype, frame->lanes, at, offsets, value, frame->mask);
}

/* ---- values ---- */

static LLVMValueRef convert(ax_frame *frame, ax_dtype from, ax_dtype to, int32_t lanes,
                            LLVMValueRef value)
{
    ax_var operand = {.type = ax_type_scalar(from)}, result = {.type = ax_type_scalar(to)};
    const ax_var *operands[] = {&operand};
    ax_var *results[] = {&result};
    ax_attr type = ax_attr_type(AX_ATTR_RESULT_TYPE, result.type);
    ax_eqn eqn = {.op = &ax_op_convert,
                  .noperands = 1,
                  .nresults = 1,
                  .nattrs = 1,
                  .operands = operands,
                  .results = results,
                  .attrs = &type};
    return ax_emit_op(frame->e, &eqn, lanes, &value);
}

LLVMValueRef ax_frame_convert(ax_frame *frame, ax_dtype from, ax_dtype to, LLVMValueRef value)
{
    return convert(frame, from, to, frame->lanes, value);
}

static LLVMValueRef emit_iota(ax_frame *frame, const ax_loop_node *node, int32_t lanes)
{
    int32_t bits = bits_of(frame, &node->form);
    LLVMValueRef index = lanes > 1
                             ? all_lanes(frame, &node->form, bits)
                             : LLVMBuildIntCast2(frame->e->builder, first_lane(frame, &node->form),
                                                 integer_type(frame, bits, 1), true, "");
    return convert(frame, bits == 32 ? AX_I32 : AX_I64, node->dtype, lanes, index);
}

static LLVMValueRef emit_choice(ax_frame *frame, const ax_loop_node *node, int32_t lanes,
                                const LLVMValueRef *operands)
{
    LLVMValueRef condition = emit_condition(frame, node->condition);
    if (lanes > 1 && !condition_varies(frame, node->condition))
        condition = ax_emit_splat(frame->e, condition, lanes);
    return LLVMBuildSelect(frame->e->builder, condition, operands[0], operands[1], "");
}

enum { MOST_OPERANDS = 8 };

static LLVMValueRef emit_node(ax_frame *frame, const ax_loop_node *node, int32_t lanes)
{
    LLVMValueRef operands[MOST_OPERANDS];
    for (int32_t i = 0; i < node->noperands; i++) {
        operands[i] = lanes > 1 ? ax_frame_value(frame, node->operands[i])
                                : ax_frame_scalar(frame, node->operands[i]);
    }
    switch (node->kind) {
    case AX_NODE_LOAD: return lanes > 1 ? load_vector(frame, node) : load_scalar(frame, node);
    case AX_NODE_CONSTANT: return ax_emit_element(frame->e, node->dtype, node->element, lanes);
    case AX_NODE_IOTA: return emit_iota(frame, node, lanes);
    case AX_NODE_OP: return ax_emit_op(frame->e, node->eqn, lanes, operands);
    case AX_NODE_CHOOSE: return emit_choice(frame, node, lanes, operands);
    case AX_NODE_FOLD: break; /* set by whoever folds */
    }
    return LLVMGetUndef(ax_emit_type(frame->e, node->dtype, lanes));
}

LLVMValueRef ax_frame_scalar(ax_frame *frame, const ax_loop_node *node)
{
    LLVMValueRef *slot = &frame->scalars[node->id];
    return *slot ? *slot : keep(frame, slot, emit_node(frame, node, 1));
}

LLVMValueRef ax_frame_value(ax_frame *frame, const ax_loop_node *node)
{
    if (!ax_frame_varies(frame, node->depends))
        return ax_emit_splat(frame->e, ax_frame_scalar(frame, node), frame->lanes);
    LLVMValueRef *slot = &frame->vectors[node->id];
    return *slot ? *slot : keep(frame, slot, emit_node(frame, node, frame->lanes));
}

/* ---- hoisting ---- */

static void hoist_form(ax_frame *frame, const ax_form *form, uint64_t loops)
{
    for (int32_t i = 0; i < form->count; i++) {
        int32_t symbol = form->terms[i].symbol;
        if (!(frame->program->symbols[symbol].depends & ~loops))
            scalar_symbol(frame, symbol);
    }
}

static void hoist(ax_frame *frame, const ax_loop_node *node, uint64_t loops, int32_t stage)
{
    if (frame->seen[node->id] == frame->walk)
        return;
    frame->seen[node->id] = frame->walk;
    if (!(node->depends & ~loops) && node->stage <= stage) {
        ax_frame_scalar(frame, node);
        return;
    }
    hoist_form(frame, &node->form, loops);
    if (node->kind == AX_NODE_CHOOSE) {
        for (int32_t c = node->condition; c >= 0; c = frame->program->conditions[c].also)
            hoist_form(frame, &frame->program->conditions[c].form, loops);
    }
    for (int32_t i = 0; i < node->noperands; i++)
        hoist(frame, node->operands[i], loops, stage);
}

void ax_frame_hoist(ax_frame *frame, const ax_loop_node *node, uint64_t loops, int32_t stage)
{
    frame->walk++;
    hoist(frame, node, loops, stage);
}
