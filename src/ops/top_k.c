/* top_k: the k largest elements of each row of the last dimension, and where they are. */
#include "ops/check.h"
#include "ops/lanes.h"
#include "ops/ops.h"
#include "ops/sort.h"

#include "base/checked.h"

#include <string.h>

/* ---- types ---- */

static ax_status *infer_top_k(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    if (eqn->noperands != 1 || eqn->nresults != 2) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "top_k has 1 operand and 2 results, not %d and %d",
                        (int)eqn->noperands, (int)eqn->nresults);
    }
    const ax_type *type = ax_operand_type(eqn, 0);
    int64_t k = ax_eqn_int(eqn, AX_ATTR_K);
    AX_TRY(ax_check_dtype(eqn, type->dtype));
    if (type->ndim == 0)
        return AX_ERROR(AX_INVALID_ARGUMENT, "top_k takes an array of 1 dimension or more");
    int64_t size = type->dims[type->ndim - 1];
    if (k < 0 || k > size) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "top_k: k is %lld, but the last dimension of %s has %lld", (long long)k,
                        AX_TYPE_STRING(type), (long long)size);
    }
    if (size > INT32_MAX) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "top_k of %lld elements: its indices are i32",
                        (long long)size);
    }
    out_types[0] = *type;
    out_types[0].dims[type->ndim - 1] = k;
    out_types[1] = out_types[0];
    out_types[1].dtype = AX_I32;
    return NULL;
}

/* ---- vmap ---- */

static void batch_top_k(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    bool last = x.axis == eqn->operands[0]->type.ndim;
    int32_t axis = last ? 0 : x.axis;
    ax_value operand = ax_batch_move(batching, x, axis, eqn->location);
    ax_attr attr = ax_attr_int(AX_ATTR_K, ax_eqn_int(eqn, AX_ATTR_K));
    ax_batch_emit(batching, eqn, &operand, &attr, 1, axis);
}

/* ---- meaning ---- */

enum { LARGEST_HEAP = 1024 };

/* Keys are descending, so that the largest elements have the least keys; of equal ones the first
 * element is the larger. A heap keeps the k least so far, the greatest of them on top. */
static bool before(ax_sort_pair64 a, ax_sort_pair64 b)
{
    return a.key < b.key || (a.key == b.key && a.payload < b.payload);
}

static void sink(ax_sort_pair64 *heap, int64_t count, int64_t place)
{
    ax_sort_pair64 moving = heap[place];
    for (int64_t child; (child = 2 * place + 1) < count; place = child) {
        if (child + 1 < count && before(heap[child], heap[child + 1]))
            child++;
        if (!before(moving, heap[child]))
            break;
        heap[place] = heap[child];
    }
    heap[place] = moving;
}

static void offer(ax_sort_pair64 *heap, int64_t k, ax_sort_pair64 item)
{
    if (item.key >= heap[0].key) /* a later element of the same key is smaller */
        return;
    heap[0] = item;
    sink(heap, k, 0);
}

static void key_block(ax_dtype dtype, const char *row, int64_t first, int64_t count, uint64_t *out)
{
    uint32_t narrow[AX_LANES];
    const char *elements = row + first * ax_dtype_bytes(dtype);
    if (ax_sort_key_bytes(dtype) == 8) {
        ax_sort_key_bits(dtype, AX_ORDER_TOTAL, true, count, elements, out);
        return;
    }
    ax_sort_key_bits(dtype, AX_ORDER_TOTAL, true, count, elements, narrow);
    for (int64_t i = 0; i < count; i++)
        out[i] = narrow[i];
}

/* The k least pairs of a row, in `items`, which has room for k of them or, where k is past what a heap
 * is good for, for the whole row; in order. */
static const ax_sort_pair64 *select_row(ax_dtype dtype, const char *row, int64_t size, int64_t k,
                                        ax_sort_pair64 *items, ax_sort_pair64 *spare)
{
    bool heap = k <= LARGEST_HEAP;
    int64_t filled = 0, room = heap ? k : size;
    uint64_t keys[AX_LANES];
    for (int64_t first = 0; first < size; first += AX_LANES) {
        int64_t count = ax_min_i64(AX_LANES, size - first);
        key_block(dtype, row, first, count, keys);
        for (int64_t i = 0; i < count; i++) {
            ax_sort_pair64 item = {keys[i], (uint64_t)(first + i)};
            if (filled == room) {
                offer(items, k, item);
                continue;
            }
            items[filled++] = item;
            for (int64_t place = k / 2; heap && filled == k && place > 0; place--)
                sink(items, k, place - 1);
        }
    }
    if (!heap)
        return ax_sort_pairs64(size, items, spare, false);
    for (int64_t left = k - 1; left > 0; left--) { /* the greatest goes last */
        ax_sort_pair64 top = items[0];
        items[0] = items[left];
        items[left] = top;
        sink(items, left, 0);
    }
    return items;
}

typedef struct selecting {
    const ax_tensor *operands, *results;
    int64_t size, k, room;
    ax_sort_pair64 *items, *spare; /* `room` for each thread */
} selecting;

static void select_rows(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const selecting *s = user;
    ax_dtype dtype = s->operands[0].type.dtype;
    int64_t bytes = ax_dtype_bytes(dtype);
    for (int64_t r = begin; r < end; r++) {
        const char *row = (const char *)s->operands[0].data + r * s->size * bytes;
        char *values = (char *)s->results[0].data + r * s->k * bytes;
        int32_t *indices = (int32_t *)s->results[1].data + r * s->k;
        const ax_sort_pair64 *best = select_row(
            dtype, row, s->size, s->k, s->items + thread * s->room, s->spare + thread * s->room);
        for (int64_t i = 0; i < s->k; i++) {
            indices[i] = (int32_t)best[i].payload;
            memcpy(values + i * bytes, row + indices[i] * bytes, (size_t)bytes);
        }
    }
}

enum { PIECE = 1 << 14 }; /* elements */

ax_status *ax_eval_top_k(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                         const ax_tensor *results)
{
    (void)eqn;
    const ax_type *type = &operands[0].type;
    selecting s = {.operands = operands,
                   .results = results,
                   .size = type->dims[type->ndim - 1],
                   .k = results[0].type.dims[type->ndim - 1]};
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    s.room = s.k <= LARGEST_HEAP ? s.k : s.size;
    AX_TRY(AX_SCRATCH(env, ax_sort_pair64, s.room * ax_eval_threads(env), &s.items));
    AX_TRY(AX_SCRATCH(env, ax_sort_pair64, s.room * ax_eval_threads(env), &s.spare));
    if (!env->measures)
        ax_eval_parallel(env, ax_type_count(type) / s.size, ax_max_i64(1, PIECE / s.size),
                         select_rows, &s);
    return NULL;
}

AX_OP_RECORD(top_k, top_k, .dtypes = AX_SET_REAL, .traits = AX_TRAIT_VARIADIC, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_K), .infer = AX_RULE(infer_top_k),
             .batch = AX_RULE(batch_top_k), .eval = AX_RULE(ax_eval_top_k));
