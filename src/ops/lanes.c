#include "ops/lanes.h"

#include "ops/strided.h"

#include <string.h>

static ax_status *lane_buffers(const ax_eval_env *env, const ax_lanes *l, void ***out_buffers)
{
    AX_TRY(AX_SCRATCH(env, void *, l->n, out_buffers));
    for (int32_t i = 0; i < l->n; i++) {
        int64_t bytes = ax_dtype_bytes(l->inputs[i].type.dtype);
        AX_TRY(env->scratch(env, bytes * AX_LANES, &(*out_buffers)[i]));
    }
    return NULL;
}

ax_status *ax_lanes_prepare(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                            ax_lanes *out_lanes)
{
    ax_lanes l = {.n = eqn->nresults, .inputs = operands, .inits = operands + eqn->nresults};
    AX_TRY(ax_region_prepare(env, eqn->regions[0], AX_LANES, &l.region));
    AX_TRY(lane_buffers(env, &l, &l.acc));
    AX_TRY(lane_buffers(env, &l, &l.next));
    AX_TRY(lane_buffers(env, &l, &l.elements));
    AX_TRY(AX_SCRATCH(env, void *, 2 * l.n, &l.region_inputs));
    AX_TRY(AX_SCRATCH(env, int64_t, AX_LANES, &l.offsets));
    *out_lanes = l;
    return NULL;
}

ax_status *ax_lanes_prepare_all(const ax_eval_env *env, const ax_eqn *eqn,
                                const ax_tensor *operands, ax_lanes **out_lanes)
{
    AX_TRY(AX_SCRATCH(env, ax_lanes, ax_eval_threads(env), out_lanes));
    for (int32_t t = 0; t < ax_eval_threads(env); t++)
        AX_TRY(ax_lanes_prepare(env, eqn, operands, &(*out_lanes)[t]));
    return NULL;
}

void ax_lanes_begin(ax_lanes *lanes, int64_t count)
{
    for (int32_t i = 0; i < lanes->n; i++) {
        ax_strided_fill(ax_dtype_bytes(lanes->inits[i].type.dtype), count, lanes->acc[i],
                        lanes->inits[i].data);
    }
}

/* out[i] = x[offsets[i] + shift], or *init where the offset is -1. */
static void collect(int64_t bytes, const void *x, const void *init, const int64_t *offsets,
                    int64_t shift, int64_t count, void *out)
{
#define COLLECT(element)                                                                          \
    for (int64_t i = 0; i < count; i++) {                                                         \
        const element *from = x;                                                                  \
        ((element *)out)[i] = offsets[i] < 0 ? *(const element *)init : from[offsets[i] + shift]; \
    }
    switch (bytes) {
    case 1: COLLECT(uint8_t) break;
    case 2: COLLECT(uint16_t) break;
    case 4: COLLECT(uint32_t) break;
    case 8: COLLECT(uint64_t) break;
    default:
        for (int64_t i = 0; i < count; i++) {
            memcpy((char *)out + i * bytes,
                   offsets[i] < 0 ? init : (const char *)x + (offsets[i] + shift) * bytes,
                   (size_t)bytes);
        }
    }
#undef COLLECT
}

static bool are_neighbours(const int64_t *offsets, int64_t count)
{
    bool neighbours = offsets[0] >= 0;
    for (int64_t lane = 1; lane < count && neighbours; lane++)
        neighbours = offsets[lane] == offsets[0] + lane;
    return neighbours;
}

ax_status *ax_lanes_step(ax_lanes *lanes, int64_t shift, int64_t count)
{
    bool neighbours = are_neighbours(lanes->offsets, count);
    for (int32_t i = 0; i < lanes->n; i++) {
        int64_t bytes = ax_dtype_bytes(lanes->inputs[i].type.dtype);
        const char *x = lanes->inputs[i].data;
        lanes->region_inputs[i] = lanes->acc[i];
        if (neighbours) {
            lanes->region_inputs[lanes->n + i] = x + (lanes->offsets[0] + shift) * bytes;
        } else {
            collect(bytes, x, lanes->inits[i].data, lanes->offsets, shift, count,
                    lanes->elements[i]);
            lanes->region_inputs[lanes->n + i] = lanes->elements[i];
        }
    }
    AX_TRY(ax_region_run(&lanes->region, count, lanes->region_inputs, lanes->next));
    void **swap = lanes->acc;
    lanes->acc = lanes->next;
    lanes->next = swap;
    return NULL;
}

void ax_lanes_end(const ax_lanes *lanes, const ax_tensor *results, int64_t first, int64_t count)
{
    for (int32_t i = 0; i < lanes->n; i++) {
        int64_t bytes = ax_dtype_bytes(results[i].type.dtype);
        memcpy((char *)results[i].data + first * bytes, lanes->acc[i], (size_t)(count * bytes));
    }
}
