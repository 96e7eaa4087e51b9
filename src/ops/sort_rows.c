/* Sorting rows by keys: the keys of many rows at a time, then row after row. Threads take blocks of rows;
 * long rows they sort together, one after the other. */
#include "ops/lanes.h"
#include "ops/sort.h"

#include "base/checked.h"

#include <stdatomic.h>
#include <string.h>

enum {
    BLOCK = 8192,       /* elements of the rows whose keys are made together; a row may have more */
    LONG_ROW = 1 << 17, /* elements that keep several threads busy */
    ROW_PIECE = 1 << 15 /* of which one takes so many at once */
};

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

/* ---- what it takes ---- */

/* What one thread needs, or all of them for long rows. */
typedef struct sorter {
    const ax_sort_key *keys;
    int32_t nkeys;
    ax_region *regions; /* by key; for those with a function */
    void *values;       /* AX_LANES results of one */
    int64_t size;       /* of a row */
    int64_t block;      /* rows whose keys are made together */
    bool alone;         /* the keys are those of the elements that are moved, and nothing else is */
    bool wide;          /* a key, or a place in a row, takes 64 bits */
    void **bits;        /* by key: a block's */
    void *spare;        /* alone: as large as a row of keys */
    void *items[2];     /* else: a row of pairs each */
} sorter;

static ax_status *prepare(const ax_eval_env *env, const ax_sort_key *keys, int32_t nkeys,
                          int64_t size, bool alone, sorter *s)
{
    *s = (sorter){.keys = keys, .nkeys = nkeys, .size = size, .alone = alone};
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
    if (alone)
        return env->scratch(env, size * ax_sort_key_bytes(keys[0].dtype), &s->spare);
    int64_t bytes = s->wide ? (int64_t)sizeof(ax_sort_pair64) : (int64_t)sizeof(ax_sort_pair32);
    AX_TRY(env->scratch(env, size * bytes, &s->items[0]));
    return env->scratch(env, size * bytes, &s->items[1]);
}

/* All rows of all operands, and who sorts them. */
typedef struct sorting {
    const ax_eval_env *env;
    sorter *sorters; /* by thread; one for long rows */
    int64_t nrows;
    int32_t noperands;
    const ax_tensor *from, *to;
    int64_t *counts; /* of a long row: ax_sort_deal_counts */
} sorting;

static const char *row_of(const ax_tensor *x, int64_t size, int64_t row)
{
    return (const char *)x->data + row * size * ax_dtype_bytes(x->type.dtype);
}

static char *target_row(const ax_tensor *x, int64_t size, int64_t row)
{
    return (char *)x->data + row * size * ax_dtype_bytes(x->type.dtype);
}

/* ---- keys ---- */

/* The bits of key `k` of `count` elements of its operand, to place `at` of the block's. */
static ax_status *make_keys(const sorter *s, int32_t k, int64_t at, int64_t count,
                            const ax_tensor *operand, int64_t element)
{
    const ax_sort_key *key = &s->keys[k];
    int64_t bytes = ax_dtype_bytes(operand->type.dtype);
    const char *elements = (const char *)operand->data + element * bytes;
    char *bits = (char *)s->bits[k] + at * ax_sort_key_bytes(key->dtype);
    if (!key->function) {
        ax_sort_key_bits(key->dtype, key->order, key->descending, count, elements, bits);
        return NULL;
    }
    for (int64_t first = 0; first < count; first += AX_LANES) {
        int64_t lanes = ax_min_i64(AX_LANES, count - first);
        const void *inputs[] = {elements + first * bytes};
        void *outputs[] = {s->values};
        AX_TRY(ax_region_run(&s->regions[k], lanes, inputs, outputs));
        ax_sort_key_bits(key->dtype, key->order, key->descending, lanes, s->values,
                         bits + first * ax_sort_key_bytes(key->dtype));
    }
    return NULL;
}

/* ---- elements that their keys say all about, or nearly all ---- */

/* Zeros have one key, and so have NaNs: the sorted keys do not say which of them go where. They go there in
 * the order in which they came. */
static void put_equals(const sorter *s, ax_dtype dtype, const char *elements, const void *sorted,
                       char *to)
{
    int64_t bytes = ax_dtype_bytes(dtype), key_bytes = ax_sort_key_bytes(dtype), at[2] = {0};
    uint64_t element[2] = {0, (UINT64_C(1) << (8 * bytes - 1)) - 1}, equal[2] = {0};
    for (int kind = 0; kind < 2; kind++) {
        ax_sort_key_bits(dtype, AX_ORDER_IEEE, s->keys[0].descending, 1, &element[kind],
                         &equal[kind]);
        for (int64_t left = s->size; left > 0;) { /* the first of the key, by bisection */
            int64_t half = left / 2;
            uint64_t key = 0;
            memcpy(&key, (const char *)sorted + (at[kind] + half) * key_bytes, (size_t)key_bytes);
            at[kind] += key < equal[kind] ? half + 1 : 0;
            left = key < equal[kind] ? left - half - 1 : half;
        }
    }
    uint64_t keys[AX_LANES];
    for (int64_t first = 0; first < s->size; first += AX_LANES) {
        int64_t lanes = ax_min_i64(AX_LANES, s->size - first);
        ax_sort_key_bits(dtype, AX_ORDER_IEEE, s->keys[0].descending, lanes,
                         elements + first * bytes, keys);
        for (int64_t i = 0; i < lanes; i++) {
            uint64_t key = 0;
            memcpy(&key, (const char *)keys + i * key_bytes, (size_t)key_bytes);
            int kind = key == equal[0] ? 0 : 1;
            if (key == equal[kind])
                memcpy(to + at[kind]++ * bytes, elements + (first + i) * bytes, (size_t)bytes);
        }
    }
}

/* Whether elements are zeros or NaNs that their keys do not show as they are. */
static bool has_equals(const sorter *s, ax_dtype dtype, const char *elements, const void *bits,
                       int64_t count)
{
    int64_t bytes = ax_sort_key_bytes(dtype);
    if (s->keys[0].order == AX_ORDER_TOTAL)
        return false;
    uint64_t total[AX_LANES];
    for (int64_t first = 0; first < count; first += AX_LANES) {
        int64_t lanes = ax_min_i64(AX_LANES, count - first);
        ax_sort_key_bits(dtype, AX_ORDER_TOTAL, s->keys[0].descending, lanes,
                         elements + first * ax_dtype_bytes(dtype), total);
        if (memcmp((const char *)bits + first * bytes, total, (size_t)(lanes * bytes)) != 0)
            return true;
    }
    return false;
}

static void sort_elements(const sorter *s, ax_dtype dtype, const char *elements, void *keys,
                          char *to)
{
    bool even = !ax_dtype_is_float(dtype), equals = has_equals(s, dtype, elements, keys, s->size);
    const void *sorted = ax_sort_key_bytes(dtype) == 4
                             ? (void *)ax_sort_keys32(s->size, keys, s->spare, even)
                             : (void *)ax_sort_keys64(s->size, keys, s->spare, even);
    ax_sort_key_elements(dtype, s->keys[0].descending, s->size, sorted, to);
    if (equals)
        put_equals(s, dtype, elements, sorted, to);
}

/* ---- any elements ---- */

/* Pairs of a key and a place in the row, by the last key first: each pass keeps the order of the one
 * before. `row` counts in the block. */
#define DEFINE_ORDER(width)                                                                       \
    static void set_keys##width(const sorter *s, int32_t k, int64_t row, int64_t begin,           \
                                int64_t end, ax_sort_pair##width *pairs)                          \
    {                                                                                             \
        if (ax_sort_key_bytes(s->keys[k].dtype) == 4) {                                           \
            const uint32_t *keys = (const uint32_t *)s->bits[k] + row * s->size;                  \
            for (int64_t i = begin; i < end; i++)                                                 \
                pairs[i].key = keys[pairs[i].payload];                                            \
        } else {                                                                                  \
            const uint64_t *keys = (const uint64_t *)s->bits[k] + row * s->size;                  \
            for (int64_t i = begin; i < end; i++)                                                 \
                pairs[i].key = (uint##width##_t)keys[pairs[i].payload];                           \
        }                                                                                         \
    }                                                                                             \
    static ax_sort_pair##width *order##width(const sorter *s, int64_t row)                        \
    {                                                                                             \
        ax_sort_pair##width *pairs = s->items[0], *spare = s->items[1];                           \
        for (int64_t i = 0; i < s->size; i++)                                                     \
            pairs[i].payload = (uint##width##_t)i;                                                \
        for (int32_t k = s->nkeys - 1; k >= 0; k--) {                                             \
            set_keys##width(s, k, row, 0, s->size, pairs);                                        \
            ax_sort_pair##width *sorted = ax_sort_pairs##width(                                   \
                s->size, pairs, spare, !ax_dtype_is_float(s->keys[k].dtype));                     \
            spare = sorted == pairs ? spare : pairs;                                              \
            pairs = sorted;                                                                       \
        }                                                                                         \
        return pairs;                                                                             \
    }                                                                                             \
    typedef struct setting##width {                                                               \
        const sorter *s;                                                                          \
        int32_t k;                                                                                \
        ax_sort_pair##width *pairs;                                                               \
    } setting##width;                                                                             \
    static void set_places_of##width(void *user, int32_t thread, int64_t begin, int64_t end)      \
    {                                                                                             \
        (void)thread;                                                                             \
        const setting##width *set = user;                                                         \
        for (int64_t i = begin; i < end; i++)                                                     \
            set->pairs[i].payload = (uint##width##_t)i;                                           \
    }                                                                                             \
    static void set_keys_of##width(void *user, int32_t thread, int64_t begin, int64_t end)        \
    {                                                                                             \
        (void)thread;                                                                             \
        const setting##width *set = user;                                                         \
        set_keys##width(set->s, set->k, 0, begin, end, set->pairs);                               \
    }                                                                                             \
    /* The same of a long row, by all threads. */                                                 \
    static ax_sort_pair##width *deal_order##width(const sorting *all)                             \
    {                                                                                             \
        const sorter *s = all->sorters;                                                           \
        setting##width set = {.s = s, .pairs = s->items[0]};                                      \
        ax_sort_pair##width *spare = s->items[1];                                                 \
        ax_eval_parallel(all->env, s->size, ROW_PIECE, set_places_of##width, &set);               \
        for (set.k = s->nkeys - 1; set.k >= 0; set.k--) {                                         \
            ax_eval_parallel(all->env, s->size, ROW_PIECE, set_keys_of##width, &set);             \
            ax_sort_pair##width *sorted = ax_sort_deal_pairs##width(all->env, s->size, set.pairs, \
                                                                    spare, all->counts);          \
            spare = sorted == set.pairs ? spare : set.pairs;                                      \
            set.pairs = sorted;                                                                   \
        }                                                                                         \
        return set.pairs;                                                                         \
    }
DEFINE_ORDER(32)
DEFINE_ORDER(64)

/* Elements begin..end-1 of a sorted row of each operand; one of `narrow` and `wide` is the order. */
static void move_elements(const sorting *all, int64_t row, int64_t begin, int64_t end,
                          const ax_sort_pair32 *narrow, const ax_sort_pair64 *wide)
{
    int64_t size = all->sorters->size;
    for (int32_t i = 0; i < all->noperands; i++) {
        int64_t bytes = ax_dtype_bytes(all->from[i].type.dtype);
        const char *source = row_of(&all->from[i], size, row);
        char *target = target_row(&all->to[i], size, row) + begin * bytes;
        if (wide) {
            permute_pairs64(bytes, end - begin, wide + begin, source, target);
        } else {
            permute_pairs32(bytes, end - begin, narrow + begin, source, target);
        }
    }
}

/* ---- blocks of rows ---- */

static ax_status *sort_block(const sorting *all, const sorter *s, int64_t first, int64_t nrows)
{
    for (int32_t k = 0; k < s->nkeys; k++)
        AX_TRY(
            make_keys(s, k, 0, nrows * s->size, &all->from[s->keys[k].operand], first * s->size));
    for (int64_t row = 0; row < nrows; row++) {
        if (s->alone) {
            ax_dtype dtype = all->from[0].type.dtype;
            sort_elements(s, dtype, row_of(&all->from[0], s->size, first + row),
                          (char *)s->bits[0] + row * s->size * ax_sort_key_bytes(dtype),
                          target_row(&all->to[0], s->size, first + row));
        } else {
            const ax_sort_pair32 *narrow = s->wide ? NULL : order32(s, row);
            const ax_sort_pair64 *wide = s->wide ? order64(s, row) : NULL;
            move_elements(all, first + row, 0, s->size, narrow, wide);
        }
    }
    return NULL;
}

static ax_status *sort_blocks(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const sorting *all = user;
    const sorter *s = &all->sorters[thread];
    for (int64_t b = begin; b < end; b++) {
        int64_t first = b * s->block;
        AX_TRY(sort_block(all, s, first, ax_min_i64(s->block, all->nrows - first)));
    }
    return NULL;
}

/* ---- long rows ---- */

/* One of them, as its pieces see it. */
typedef struct long_row {
    const sorting *all;
    int64_t row;
    const void *sorted; /* alone: keys */
    const ax_sort_pair32 *narrow;
    const ax_sort_pair64 *wide;
    atomic_bool equals;
} long_row;

static void make_piece(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    long_row *l = user;
    const sorter *s = l->all->sorters;
    for (int32_t k = 0; k < s->nkeys; k++) {
        if (!s->keys[k].function) /* which does not fail */
            ax_status_free(make_keys(s, k, begin, end - begin, &l->all->from[s->keys[k].operand],
                                     l->row * s->size + begin));
    }
    ax_dtype dtype = l->all->from[0].type.dtype;
    if (s->alone &&
        has_equals(s, dtype,
                   row_of(&l->all->from[0], s->size, l->row) + begin * ax_dtype_bytes(dtype),
                   (char *)s->bits[0] + begin * ax_sort_key_bytes(dtype), end - begin))
        atomic_store(&l->equals, true);
}

static void move_piece(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const long_row *l = user;
    const sorter *s = l->all->sorters;
    ax_dtype dtype = l->all->from[0].type.dtype;
    if (!s->alone) {
        move_elements(l->all, l->row, begin, end, l->narrow, l->wide);
        return;
    }
    ax_sort_key_elements(dtype, s->keys[0].descending, end - begin,
                         (const char *)l->sorted + begin * ax_sort_key_bytes(dtype),
                         target_row(&l->all->to[0], s->size, l->row) +
                             begin * ax_dtype_bytes(dtype));
}

static ax_status *sort_long_row(const sorting *all, int64_t row)
{
    const sorter *s = all->sorters;
    long_row l = {.all = all, .row = row};
    for (int32_t k = 0; k < s->nkeys; k++) {
        if (s->keys[k].function)
            AX_TRY(make_keys(s, k, 0, s->size, &all->from[s->keys[k].operand], row * s->size));
    }
    ax_eval_parallel(all->env, s->size, ROW_PIECE, make_piece, &l);
    if (!s->alone && s->wide) {
        l.wide = deal_order64(all);
    } else if (!s->alone) {
        l.narrow = deal_order32(all);
    } else if (ax_sort_key_bytes(s->keys[0].dtype) == 4) {
        l.sorted = ax_sort_deal_keys32(all->env, s->size, s->bits[0], s->spare, all->counts);
    } else {
        l.sorted = ax_sort_deal_keys64(all->env, s->size, s->bits[0], s->spare, all->counts);
    }
    ax_eval_parallel(all->env, s->size, ROW_PIECE, move_piece, &l);
    if (atomic_load(&l.equals)) {
        put_equals(s, all->from[0].type.dtype, row_of(&all->from[0], s->size, row), l.sorted,
                   target_row(&all->to[0], s->size, row));
    }
    return NULL;
}

/* ---- all of it ---- */

ax_status *ax_sort_rows(const ax_eval_env *env, const ax_sort_key *keys, int32_t nkeys,
                        int64_t nrows, int64_t size, int32_t noperands, const ax_tensor *from,
                        const ax_tensor *to)
{
    sorting all = {.env = env, .nrows = nrows, .noperands = noperands, .from = from, .to = to};
    int32_t threads = ax_eval_threads(env);
    bool together = threads > 1 && size >= LONG_ROW;
    bool alone = noperands == 1 && nkeys == 1 && !keys[0].function;
    int32_t nsorters = together ? 1 : threads;
    AX_TRY(AX_SCRATCH(env, sorter, nsorters, &all.sorters));
    for (int32_t t = 0; t < nsorters; t++)
        AX_TRY(prepare(env, keys, nkeys, size, alone, &all.sorters[t]));
    if (together)
        AX_TRY(AX_SCRATCH(env, int64_t, ax_sort_deal_counts(size), &all.counts));
    if (env->measures)
        return NULL;
    for (int64_t row = 0; row < nrows && together; row++)
        AX_TRY(sort_long_row(&all, row));
    if (together)
        return NULL;
    return ax_eval_parallel_try(env, ax_ceil_div(nrows, all.sorters->block), 1, sort_blocks, &all);
}
