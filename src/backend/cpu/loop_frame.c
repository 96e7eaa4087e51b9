#include "backend/cpu/loop_frame.h"

#include "backend/cpu/loop_index.h"
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
        *frame = (ax_frame){.e = e, .program = p, .lanes = 1, .lane_loop = -1, .multiple = 1};
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

LLVMValueRef ax_frame_keep(ax_frame *frame, LLVMValueRef *slot, LLVMValueRef value)
{
    if (!*slot)
        frame->trail[frame->ntrail++] = slot;
    *slot = value;
    return value;
}

void ax_frame_set_loop(ax_frame *frame, int32_t loop, LLVMValueRef index)
{
    ax_frame_keep(frame, &frame->scalar_symbols[loop], index);
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
    ax_frame_keep(frame, &(varies ? frame->vectors : frame->scalars)[node->id], value);
}

/* ---- memory ---- */

static LLVMValueRef element_at(ax_frame *frame, int32_t buffer, ax_dtype dtype, LLVMValueRef index)
{
    LLVMTypeRef type = ax_emit_memory_type(frame->e, dtype);
    return LLVMBuildGEP2(frame->e->builder, type, frame->buffers[buffer], &index, 1, "");
}

LLVMValueRef ax_frame_index(ax_frame *frame, const ax_form *form)
{
    return ax_index_first_lane(frame, form);
}

LLVMValueRef ax_frame_pointer(ax_frame *frame, int32_t buffer, ax_dtype dtype, const ax_form *form)
{
    return element_at(frame, buffer, dtype, ax_index_first_lane(frame, form));
}

static LLVMValueRef load_scalar(ax_frame *frame, const ax_loop_node *node)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef index = ax_index_first_lane(frame, &node->form);
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

/* The lanes whose element lies in the buffer; NULL: all do, or those choices that would not take it have been
 * made for all lanes. */
static LLVMValueRef lanes_inside(ax_frame *frame, const ax_loop_node *node)
{
    if (!node->may_miss || frame->open_choices == 0)
        return NULL;
    int32_t bits = node->count <= INT32_MAX ? ax_index_bits(frame, &node->form) : 64;
    LLVMValueRef index = ax_index_all_lanes(frame, &node->form, bits);
    LLVMValueRef count = ax_index_integer(frame, node->count, bits, frame->lanes);
    return LLVMBuildICmp(frame->e->builder, LLVMIntULT, index, count, "");
}

static LLVMValueRef reverse_lanes(ax_frame *frame, LLVMValueRef value)
{
    if (!value)
        return NULL;
    LLVMValueRef places = ax_index_steps(frame, frame->lanes - 1, -1, 32);
    return LLVMBuildShuffleVector(frame->e->builder, value, LLVMGetPoison(LLVMTypeOf(value)),
                                  places, "");
}

enum { MOST_NEAR = 4 /* elements for each lane */ };

/* Elements that lie within a few vectors, by those; NULL: they lie too far apart. */
static LLVMValueRef load_near(ax_frame *frame, const ax_loop_node *node)
{
    ax_emitter *e = frame->e;
    ax_known_lanes known;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    LLVMValueRef places[64];
    if (!ax_index_know_lanes(frame, &node->form, &known))
        return NULL;
    int64_t least = known.values[0], greatest = least;
    for (int32_t lane = 1; lane < frame->lanes; lane++) {
        least = ax_min_i64(least, known.values[lane]);
        greatest = ax_max_i64(greatest, known.values[lane]);
    }
    if (greatest - least >= (int64_t)MOST_NEAR * frame->lanes)
        return NULL;
    int32_t count = (int32_t)(greatest - least) + 1;
    LLVMValueRef first = LLVMBuildAdd(e->builder, ax_index_lane_zero(frame, &node->form),
                                      ax_emit_i64(e, least - known.values[0]), "");
    LLVMValueRef all = ax_emit_load(e, node->dtype, count,
                                    element_at(frame, node->buffer, node->dtype, first), NULL);
    if (count == 1)
        return ax_emit_splat(e, all, frame->lanes);
    for (int32_t lane = 0; lane < frame->lanes; lane++)
        places[lane] = LLVMConstInt(i32, (unsigned long long)(known.values[lane] - least), false);
    return LLVMBuildShuffleVector(e->builder, all, LLVMGetPoison(LLVMTypeOf(all)),
                                  LLVMConstVector(places, (unsigned)frame->lanes), "");
}

static LLVMValueRef load_vector(ax_frame *frame, const ax_loop_node *node)
{
    ax_emitter *e = frame->e;
    LLVMValueRef mask = and_masks(frame, frame->mask, lanes_inside(frame, node));
    LLVMValueRef at = ax_frame_pointer(frame, node->buffer, node->dtype, &node->form);
    int64_t step = ax_index_is_stepped(frame, &node->form)
                       ? ax_form_factor(&node->form, frame->lane_loop)
                       : 0;
    if (step == 1)
        return ax_emit_load(e, node->dtype, frame->lanes, at, mask);
    if (step == -1) {
        LLVMValueRef back = ax_emit_i64(e, 1 - frame->lanes);
        at = LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, node->dtype), at, &back, 1, "");
        mask = reverse_lanes(frame, mask);
        return reverse_lanes(frame, ax_emit_load(e, node->dtype, frame->lanes, at, mask));
    }
    LLVMValueRef near = !mask && !node->may_miss ? load_near(frame, node) : NULL;
    if (near)
        return near;
    LLVMValueRef offsets = ax_index_offsets(frame, &node->form, ax_index_bits(frame, &node->form));
    return ax_emit_gather(e, node->dtype, frame->lanes, at, offsets, mask);
}

/* Whether elements of this dtype are in registers as in memory. */
static bool is_plain(ax_dtype dtype)
{
    return dtype != AX_BOOL && !ax_dtype_is_half(dtype);
}

enum { LINE = 64 };

/* A store past the cache. */
static void stream(ax_frame *frame, LLVMValueRef at, LLVMValueRef value, int64_t bytes)
{
    static const char name[] = "nontemporal";
    LLVMContextRef context = frame->e->context;
    LLVMMetadataRef one = LLVMValueAsMetadata(
        LLVMConstInt(LLVMInt32TypeInContext(context), 1, false));
    LLVMValueRef node = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &one, 1));
    LLVMValueRef store = LLVMBuildStore(frame->e->builder, value, at);
    LLVMSetAlignment(store, (unsigned)ax_min_i64(bytes, LINE));
    LLVMSetMetadata(store, LLVMGetMDKindIDInContext(context, name, sizeof name - 1), node);
}

void ax_frame_stream(ax_frame *frame)
{
    ax_emitter *e = frame->e;
    const ax_graph *region = frame->program->region;
    LLVMValueRef bits = ax_emit_i64(e, 0);
    for (int32_t i = 0; i < region->noutputs; i++) {
        LLVMValueRef begin = LLVMBuildPtrToInt(e->builder, frame->buffers[region->ninputs + i],
                                               LLVMTypeOf(bits), "");
        bits = LLVMBuildOr(e->builder, bits, begin, "");
    }
    bits = LLVMBuildAnd(e->builder, bits, ax_emit_i64(e, LINE - 1), "");
    frame->streams = LLVMBuildICmp(e->builder, LLVMIntEQ, bits, ax_emit_i64(e, 0), "");
}

/* Whole vectors of plain elements. */
static void store_streaming(ax_frame *frame, ax_dtype dtype, LLVMValueRef at, LLVMValueRef value)
{
    ax_emitter *e = frame->e;
    LLVMBasicBlockRef past = LLVMAppendBasicBlockInContext(e->context, e->function, "past");
    LLVMBasicBlockRef through = LLVMAppendBasicBlockInContext(e->context, e->function, "through");
    LLVMBasicBlockRef stored = LLVMAppendBasicBlockInContext(e->context, e->function, "stored");
    LLVMBuildCondBr(e->builder, frame->streams, past, through);
    LLVMPositionBuilderAtEnd(e->builder, past);
    stream(frame, at, value, frame->lanes * ax_dtype_bytes(dtype));
    LLVMBuildBr(e->builder, stored);
    LLVMPositionBuilderAtEnd(e->builder, through);
    ax_emit_store(e, dtype, frame->lanes, at, value, NULL);
    LLVMBuildBr(e->builder, stored);
    LLVMPositionBuilderAtEnd(e->builder, stored);
}

void ax_frame_store(ax_frame *frame, int32_t output)
{
    const ax_loop_result *result = &frame->program->results[output];
    LLVMValueRef value = ax_frame_value(frame, result->node);
    ax_dtype dtype = result->node->dtype;
    LLVMValueRef at = ax_frame_pointer(frame, frame->program->region->ninputs + output, dtype,
                                       &result->form);
    if (frame->streams && !frame->mask && is_plain(dtype) &&
        frame->lanes * ax_dtype_bytes(dtype) >= frame->e->vector_bytes) {
        store_streaming(frame, dtype, at, value);
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
    LLVMValueRef offsets = frame->lanes > 1 ? ax_index_offsets(frame, &result->form,
                                                               ax_index_bits(frame, &result->form))
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
    int32_t bits = ax_index_bits(frame, &node->form);
    LLVMValueRef index = lanes > 1 ? ax_index_all_lanes(frame, &node->form, bits)
                                   : LLVMBuildIntCast2(frame->e->builder,
                                                       ax_index_first_lane(frame, &node->form),
                                                       ax_index_type(frame, bits, 1), true, "");
    return convert(frame, bits == 32 ? AX_I32 : AX_I64, node->dtype, lanes, index);
}

static LLVMValueRef value_over(ax_frame *frame, const ax_loop_node *node, int32_t lanes)
{
    return lanes > 1 ? ax_frame_value(frame, node) : ax_frame_scalar(frame, node);
}

/* All lanes take one of the two: the other is not computed. */
static LLVMValueRef emit_branches(ax_frame *frame, const ax_loop_node *node, int32_t lanes)
{
    LLVMBuilderRef builder = frame->e->builder;
    LLVMValueRef condition = ax_index_condition(frame, node->condition), values[2];
    LLVMBasicBlockRef blocks[2], after;
    for (int i = 0; i < 2; i++)
        blocks[i] = LLVMAppendBasicBlockInContext(frame->e->context, frame->e->function, "choice");
    after = LLVMAppendBasicBlockInContext(frame->e->context, frame->e->function, "chosen");
    LLVMBuildCondBr(builder, condition, blocks[0], blocks[1]);
    for (int i = 0; i < 2; i++) {
        int32_t mark = ax_frame_mark(frame);
        LLVMPositionBuilderAtEnd(builder, blocks[i]);
        values[i] = value_over(frame, node->operands[i], lanes);
        ax_frame_forget(frame, mark);
        LLVMBuildBr(builder, after);
        blocks[i] = LLVMGetInsertBlock(builder);
    }
    LLVMPositionBuilderAtEnd(builder, after);
    LLVMValueRef chosen = LLVMBuildPhi(builder, LLVMTypeOf(values[0]), "");
    LLVMAddIncoming(chosen, values, blocks, 2);
    return chosen;
}

static LLVMValueRef emit_choice(ax_frame *frame, const ax_loop_node *node, int32_t lanes)
{
    ax_truth truth = ax_index_truth(frame, node->condition);
    if (truth != AX_SOMETIMES)
        return value_over(frame, node->operands[truth == AX_NEVER], lanes);
    if (lanes > 1 && !ax_index_condition_varies(frame, node->condition))
        return emit_branches(frame, node, lanes);
    frame->open_choices++;
    LLVMValueRef condition = ax_index_condition(frame, node->condition);
    LLVMValueRef then = value_over(frame, node->operands[0], lanes);
    LLVMValueRef otherwise = value_over(frame, node->operands[1], lanes);
    frame->open_choices--;
    return LLVMBuildSelect(frame->e->builder, condition, then, otherwise, "");
}

enum { MOST_OPERANDS = 8 };

static LLVMValueRef emit_node(ax_frame *frame, const ax_loop_node *node, int32_t lanes)
{
    LLVMValueRef operands[MOST_OPERANDS];
    if (node->kind == AX_NODE_CHOOSE)
        return emit_choice(frame, node, lanes);
    for (int32_t i = 0; i < node->noperands; i++)
        operands[i] = value_over(frame, node->operands[i], lanes);
    switch (node->kind) {
    case AX_NODE_LOAD: return lanes > 1 ? load_vector(frame, node) : load_scalar(frame, node);
    case AX_NODE_CONSTANT: return ax_emit_element(frame->e, node->dtype, node->element, lanes);
    case AX_NODE_IOTA: return emit_iota(frame, node, lanes);
    case AX_NODE_OP: return ax_emit_op(frame->e, node->eqn, lanes, operands);
    case AX_NODE_CHOOSE:
    case AX_NODE_FOLD: break; /* set by whoever folds */
    }
    return LLVMGetUndef(ax_emit_type(frame->e, node->dtype, lanes));
}

LLVMValueRef ax_frame_scalar(ax_frame *frame, const ax_loop_node *node)
{
    LLVMValueRef *slot = &frame->scalars[node->id];
    return *slot ? *slot : ax_frame_keep(frame, slot, emit_node(frame, node, 1));
}

LLVMValueRef ax_frame_value(ax_frame *frame, const ax_loop_node *node)
{
    if (!ax_frame_varies(frame, node->depends))
        return ax_emit_splat(frame->e, ax_frame_scalar(frame, node), frame->lanes);
    LLVMValueRef *slot = &frame->vectors[node->id];
    return *slot ? *slot : ax_frame_keep(frame, slot, emit_node(frame, node, frame->lanes));
}

/* ---- hoisting ---- */

static void hoist_form(ax_frame *frame, const ax_form *form, uint64_t loops)
{
    for (int32_t i = 0; i < form->count; i++) {
        int32_t symbol = form->terms[i].symbol;
        if (!(frame->program->symbols[symbol].depends & ~loops))
            ax_index_scalar_symbol(frame, symbol);
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

void ax_frame_hoist_all(ax_frame *frame, uint64_t loops)
{
    for (int32_t i = 0; i < frame->program->region->noutputs; i++)
        ax_frame_hoist(frame, frame->program->results[i].node, loops, 0);
}

void ax_frame_store_all(ax_frame *frame, int32_t instance, void *user)
{
    (void)instance, (void)user;
    for (int32_t i = 0; i < frame->program->region->noutputs; i++)
        ax_frame_store(frame, i);
}
