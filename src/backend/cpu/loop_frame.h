/* Emitting the values of a loop program's nodes: a frame knows where the loops stand.
 *
 * Lanes run along one loop, the others have one index for all lanes. What does not vary over the lanes
 * is computed once, as a scalar, and spread where it meets vectors. Values are kept until the frame
 * is told to forget them, so what is asked for before a loop begins is hoisted out of it:
 *
 *     int32_t mark = ax_frame_mark(frame);
 *     ax_frame_set_loop(frame, loop, index);
 *     value = ax_frame_value(frame, node);
 *     ax_frame_forget(frame, mark);
 */
#ifndef AXMAP_BACKEND_CPU_LOOP_FRAME_H
#define AXMAP_BACKEND_CPU_LOOP_FRAME_H

#include "backend/cpu/emit.h"
#include "backend/cpu/loop_program.h"

/* first <= index < limit. */
typedef struct ax_segment {
    int64_t first, limit;
} ax_segment;

typedef struct ax_frame {
    ax_emitter *e;
    const ax_loop_program *program;
    int32_t lanes;
    int32_t lane_loop;       /* -1: none */
    int64_t multiple, phase; /* lane 0 stands at a multiple of `multiple`, and `phase` */
    LLVMValueRef mask;       /* the lanes that count; NULL: all */
    /* i1: whole vectors are stored past the cache, each at a multiple of its bytes or of a line's; NULL: none. */
    LLVMValueRef streams;
    LLVMValueRef *buffers; /* pointers */
    /* Lanes stand in this part of `segment_loop`; NULL: anywhere. */
    const ax_segment *segment;
    int32_t segment_loop;
    int32_t open_choices; /* around what is emitted: made lane by lane */
    /* By symbol: an i64, where lanes run along it that of lane 0; and integers over the lanes. */
    LLVMValueRef scalar_symbols[AX_LOOP_MOST_SYMBOLS], lane_symbols[AX_LOOP_MOST_SYMBOLS];
    /* By condition, and by node. */
    LLVMValueRef scalar_conditions[AX_LOOP_MOST_CONDITIONS];
    LLVMValueRef lane_conditions[AX_LOOP_MOST_CONDITIONS];
    LLVMValueRef *scalars, *vectors;
    LLVMValueRef **trail; /* what was set since, to be forgotten */
    int32_t ntrail;
    int32_t *seen; /* by node: the last walk that came by */
    int32_t walk;
} ax_frame;

/* A frame in the emitter's function, whose first parameter points to the pointers to the buffers (operands,
 * results, constants). */
ax_status *ax_frame_create(ax_emitter *e, const ax_loop_program *program, ax_frame **out_frame);

/* Stores past the cache where all results begin at multiples of 64 bytes. */
void ax_frame_stream(ax_frame *frame);

int32_t ax_frame_mark(const ax_frame *frame);
void ax_frame_forget(ax_frame *frame, int32_t mark);

/* The loop's index, until it is forgotten. */
void ax_frame_set_loop(ax_frame *frame, int32_t loop, LLVMValueRef index);

/* The indices of the loops [first, last) (whose `reduced` is as given) from their flat index. */
void ax_frame_set_loops(ax_frame *frame, const int32_t *loops, int32_t count, LLVMValueRef index);

/* Says what a node's value is: for folds, and for what was kept in memory. */
void ax_frame_set_value(ax_frame *frame, const ax_loop_node *node, LLVMValueRef value);

/* Whether a node's value differs between lanes. */
bool ax_frame_varies(const ax_frame *frame, uint64_t depends);

/* The node's value, over the frame's lanes. */
LLVMValueRef ax_frame_value(ax_frame *frame, const ax_loop_node *node);

/* The value of a node that does not vary over lanes. */
LLVMValueRef ax_frame_scalar(ax_frame *frame, const ax_loop_node *node);

/* Emits now what of the node follows from `loops` (a bit each) and folds of stages up to `stage`. */
void ax_frame_hoist(ax_frame *frame, const ax_loop_node *node, uint64_t loops, int32_t stage);

/* The form's value, for lane 0. */
LLVMValueRef ax_frame_index(ax_frame *frame, const ax_form *form);

/* Where an element of the buffer lies: at the form, for lane 0. */
LLVMValueRef ax_frame_pointer(ax_frame *frame, int32_t buffer, ax_dtype dtype, const ax_form *form);

/* Stores output `output` of the region at its place; lanes lie side by side. */
void ax_frame_store(ax_frame *frame, int32_t output);

/* Stores a value of output `output` where lanes lie apart. */
void ax_frame_scatter(ax_frame *frame, int32_t output, LLVMValueRef value);

/* The two for all outputs of a region without folds; the second is an ax_span_fn. */
void ax_frame_hoist_all(ax_frame *frame, uint64_t loops);
void ax_frame_store_all(ax_frame *frame, int32_t instance, void *user);

/* A value of one dtype as another, as the op `convert` does. */
LLVMValueRef ax_frame_convert(ax_frame *frame, ax_dtype from, ax_dtype to, LLVMValueRef value);

/* ---- loops over lanes (loop_span.c) ---- */

/* What is computed at each vector; `instance` counts those of one turn of the loop. */
typedef void ax_span_fn(ax_frame *frame, int32_t instance, void *user);

typedef struct ax_span {
    int32_t loop;
    int32_t lanes, unroll;
    LLVMValueRef begin, end; /* i64 */
    int64_t multiple;        /* of which end - begin is one; 1 where nothing is known */
    int64_t most;            /* end - begin is at most that */
    int64_t aligned;         /* of which begin is a multiple; 0 where nothing is known */
    bool narrows;            /* what is left may take narrower vectors */
} ax_span;

/* Runs `body` over [begin, end): vectors, `unroll` of them a turn, then what is left, masked or one by
 * one. */
void ax_frame_span(ax_frame *frame, const ax_span *span, ax_span_fn *body, void *user);

/* The same, in parts between which what the program's choices take does not change (loop_segments.c).
 * `begin` and `end` are 0 and the loop's size where both are constants. */
void ax_frame_segmented_span(ax_frame *frame, const ax_span *span, ax_span_fn *body, void *user);
/* The greatest divisor of `unit` that divides all places where such parts begin. */
int64_t ax_frame_segment_unit(const ax_loop_program *program, int32_t loop, int64_t unit);

/* Elements of the program's most common dtype in a register. */
int32_t ax_loop_natural_lanes(const ax_loop_program *program, int32_t vector_bytes);

/* What a turn takes: `unroll` vectors of `lanes`. */
typedef struct ax_loop_turn {
    int32_t lanes, unroll;
} ax_loop_turn;

/* The turn that suits a loop of `size` which does work of `cost` (as of nodes) for each vector: several
 * vectors where there is little to do; where there is much, vectors of several registers, so that one
 * can be computed while another waits for what it needs. */
ax_loop_turn ax_loop_turn_for(int32_t natural_lanes, int64_t size, int64_t cost);

/* The cost of all nodes. */
int64_t ax_loop_cost(const ax_loop_program *program);

#endif
