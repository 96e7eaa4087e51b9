/* Sorting rows by keys: the keys of many rows at a time, then row after row. */
#include "ops/lanes.h"
#include "ops/sort.h"

#include "base/checked.h"

#include <string.h>

enum { BLOCK = 8192 }; /* elements of the rows whose keys are made together; a row may have more */

/* ---- moving elements ---- */

/* to[i] = from[the place that places[i] holds], elements of `bytes`. */
#define DEFINE_PERMUTE(name, holder, PLACE)                                        \
    static void permute_##name(int64_t bytes, int64_t count, const holder *places, \
                               const void *from, void *to)                         \
    {                                                                              \
        switch (bytes) {                                                           \
        case 1: PERMUTE_AS(uint8_t, PLACE)                                         \
        case 2: PERMUTE_AS(uint16_t, PLACE)                                        \
        case 4: PERMUTE_AS(uint32_t, PLACE)                                        \
        default: PERMUTE_AS(uint64_t, PLACE)                                       \
        }                                                                          \
    }
#define PERMUTE_AS(element, PLACE)                                      \
    for (int64_t i = 0; i < count; i++)                                 \
        ((element *)to)[i] = ((const element *)from)[PLACE(places[i])]; \
    break;
#define ITSELF(place) (place)
#define PAYLOAD(pair) ((pair).payload)
DEFINE_PERMUTE(places, int64_t, ITSELF)
DEFINE_PERMUTE(pairs32, ax_sort_pair32, PAYLOAD)
DEFINE_PERMUTE(pairs64, ax_sort_pair64, PAYLOAD)

void ax_sort_permute(int64_t bytes, int64_t count, const int64_t *places, const void *from,
                     void *to)
{
    permute_places(bytes, count, places, from, to);
}

/* ---- keys ---- */

/* What sorting by keys needs. Buffers are taken when they are needed. */
typedef struct sorter {
    const ax_eval_env *env;
    const ax_sort_key *keys;
    int32_t nkeys;
    ax_region *regions; /* by key; for those with a function */
    void *values;       /* AX_LANES results of one */
    int64_t size;       /* of a row */
    int64_t block;      /* rows whose keys are made together */
    bool wide;          /* a key, or a place in a row, takes 64 bits */
    void **bits;        /* by key: a block's */
    void *spare;        /* as large as a row of keys */
    void *items[2];     /* a row of pairs each */
} sorter;

static ax_status *prepare(const ax_eval_env *env, const ax_sort_key *keys, int32_t nkeys,
                          int64_t size, sorter *s)
{
    *s = (sorter){.env = env, .keys = keys, .nkeys = nkeys, .size = size};
    s->block = ax_max_i64(1, BLOCK / size);
    s->wide = size > UINT32_MAX;
    AX_TRY(AX_SCRATCH(env, ax_region, nkeys, &s->regions));
    AX_TRY(AX_SCRATCH(env, double, AX_LANES, &s->values));
    AX_TRY(AX_SCRATCH(env, void *, nkeys, &s->bits));
    for (int32_t k = 0; k < nkeys; k++) {
        int32_t bytes = ax_sort_key_bytes(keys[k].dtype);
        s->wide = s->wide || bytes == 8;
        AX_TRY(env->scratch(env, s->block * size * bytes, &s->bits[k]));
        if (keys[k].function)
            AX_TRY(ax_region_prepare(env, keys[k].function, AX_LANES, &s->regions[k]));
    }
    return NULL;
}

/* The bits of key `k` of `count` elements of its operand. */
static ax_status *make_keys(sorter *s, int32_t k, int64_t element_bytes, const char *elements,
                            int64_t count)
{
    const ax_sort_key *key = &s->keys[k];
    if (!key->function) {
        ax_sort_key_bits(key->dtype, key->order, key->descending, count, elements, s->bits[k]);
        return NULL;
    }
    for (int64_t first = 0; first < count; first += AX_LANES) {
        int64_t lanes = ax_min_i64(AX_LANES, count - first);
        const void *inputs[] = {elements + first * element_bytes};
        void *outputs[] = {s->values};
        AX_TRY(ax_region_run(&s->regions[k], lanes, inputs, outputs));
        ax_sort_key_bits(key->dtype, key->order, key->descending, lanes, s->values,
                         (char *)s->bits[k] + first * ax_sort_key_bytes(key->dtype));
    }
    return NULL;
}

static ax_status *take_items(sorter *s)
{
    int64_t bytes = s->wide ? (int64_t)sizeof(ax_sort_pair64) : (int64_t)sizeof(ax_sort_pair32);
    for (int32_t i = 0; i < 2; i++) {
        if (!s->items[i])
            AX_TRY(s->env->scratch(s->env, s->size * bytes, &s->items[i]));
    }
    return NULL;
}

/* ---- elements that their keys say all about ---- */

/* Whether that is so of `count` elements: keys in the order of all bits, and no zero or NaN among the
 * elements that their function changed. */
static bool keys_are_elements(const sorter *s, ax_dtype dtype, const char *elements, int64_t count)
{
    const ax_sort_key *key = &s->keys[0];
    int32_t bytes = ax_sort_key_bytes(dtype);
    if (bytes != ax_sort_key_bytes(key->dtype))
        return false;
    if (!key->function && key->order == AX_ORDER_TOTAL)
        return true;
    uint64_t total[AX_LANES];
    for (int64_t first = 0; first < count; first += AX_LANES) {
        int64_t lanes = ax_min_i64(AX_LANES, count - first);
        ax_sort_key_bits(dtype, AX_ORDER_TOTAL, key->descending, lanes,
                         elements + first * ax_dtype_bytes(dtype), total);
        if (memcmp((const char *)s->bits[0] + first * bytes, total, (size_t)(lanes * bytes)) != 0)
            return false;
    }
    return true;
}

static ax_status *sort_elements(sorter *s, ax_dtype dtype, int64_t nrows, char *to)
{
    int32_t key_bytes = ax_sort_key_bytes(dtype);
    bool even = !ax_dtype_is_float(dtype);
    if (!s->spare)
        AX_TRY(s->env->scratch(s->env, s->size * key_bytes, &s->spare));
    for (int64_t row = 0; row < nrows; row++) {
        void *keys = (char *)s->bits[0] + row * s->size * key_bytes;
        const void *sorted = key_bytes == 4 ? (void *)ax_sort_keys32(s->size, keys, s->spare, even)
                                            : (void *)ax_sort_keys64(s->size, keys, s->spare, even);
        ax_sort_key_elements(dtype, s->keys[0].descending, s->size, sorted,
                             to + row * s->size * ax_dtype_bytes(dtype));
    }
    return NULL;
}

/* ---- any elements ---- */

/* Pairs of a key and a place in the row, by the last key first: each pass keeps the order of the one
 * before. `row` counts in the block. */
#define DEFINE_ORDER(width)                                                          \
    static ax_sort_pair##width *order##width(sorter *s, int64_t row)                 \
    {                                                                                \
        ax_sort_pair##width *pairs = s->items[0], *spare = s->items[1];              \
        for (int64_t i = 0; i < s->size; i++)                                        \
            pairs[i].payload = (uint##width##_t)i;                                   \
        for (int32_t k = s->nkeys - 1; k >= 0; k--) {                                \
            if (ax_sort_key_bytes(s->keys[k].dtype) == 4) {                          \
                const uint32_t *keys = (const uint32_t *)s->bits[k] + row * s->size; \
                for (int64_t i = 0; i < s->size; i++)                                \
                    pairs[i].key = keys[pairs[i].payload];                           \
            } else {                                                                 \
                const uint64_t *keys = (const uint64_t *)s->bits[k] + row * s->size; \
                for (int64_t i = 0; i < s->size; i++)                                \
                    pairs[i].key = (uint##width##_t)keys[pairs[i].payload];          \
            }                                                                        \
            ax_sort_pair##width *sorted = ax_sort_pairs##width(                      \
                s->size, pairs, spare, !ax_dtype_is_float(s->keys[k].dtype));        \
            spare = sorted == pairs ? spare : pairs;                                 \
            pairs = sorted;                                                          \
        }                                                                            \
        return pairs;                                                                \
    }
DEFINE_ORDER(32)
DEFINE_ORDER(64)

/* Rows from `first` on, which is the start of a block. */
static ax_status *sort_block(sorter *s, int32_t noperands, const ax_tensor *from,
                             const ax_tensor *to, int64_t first, int64_t nrows)
{
    AX_TRY(take_items(s));
    for (int64_t row = 0; row < nrows; row++) {
        const ax_sort_pair32 *narrow = s->wide ? NULL : order32(s, row);
        const ax_sort_pair64 *wide = s->wide ? order64(s, row) : NULL;
        for (int32_t i = 0; i < noperands; i++) {
            int64_t bytes = ax_dtype_bytes(from[i].type.dtype);
            int64_t offset = (first + row) * s->size * bytes;
            const char *source = (const char *)from[i].data + offset;
            char *target = (char *)to[i].data + offset;
            if (wide) {
                permute_pairs64(bytes, s->size, wide, source, target);
            } else {
                permute_pairs32(bytes, s->size, narrow, source, target);
            }
        }
    }
    return NULL;
}

ax_status *ax_sort_rows(const ax_eval_env *env, const ax_sort_key *keys, int32_t nkeys,
                        int64_t nrows, int64_t size, int32_t noperands, const ax_tensor *from,
                        const ax_tensor *to)
{
    sorter s;
    AX_TRY(prepare(env, keys, nkeys, size, &s));
    for (int64_t first = 0; first < nrows; first += s.block) {
        int64_t count = ax_min_i64(s.block, nrows - first);
        for (int32_t k = 0; k < nkeys; k++) {
            const ax_tensor *operand = &from[keys[k].operand];
            int64_t bytes = ax_dtype_bytes(operand->type.dtype);
            const char *elements = (const char *)operand->data + first * size * bytes;
            AX_TRY(make_keys(&s, k, bytes, elements, count * size));
        }
        ax_dtype dtype = from[0].type.dtype;
        int64_t offset = first * size * ax_dtype_bytes(dtype);
        if (noperands == 1 && nkeys == 1 &&
            keys_are_elements(&s, dtype, (const char *)from[0].data + offset, count * size)) {
            AX_TRY(sort_elements(&s, dtype, count, (char *)to[0].data + offset));
        } else {
            AX_TRY(sort_block(&s, noperands, from, to, first, count));
        }
    }
    return NULL;
}
