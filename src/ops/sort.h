/* sort and top_k, between their files.
 *
 * sort.c, top_k.c   types and vmap; top_k also its evaluation
 * sort_keys.c       which comparators are an order by keys
 * sort_bits.c       keys as unsigned integers
 * sort_radix.c      sorting by such keys
 * sort_rows.c       the rows of several arrays together by keys
 * sort_merge.c      sorting by any comparator
 * sort_eval.c       sort's evaluation: which of the two, and moving the elements
 * sort_build.c      the functions of <axmap/sorting.h>
 */
#ifndef AXMAP_OPS_SORT_H
#define AXMAP_OPS_SORT_H

#include "ops/region.h"

ax_eval_fn ax_eval_sort, ax_eval_top_k;

/* ---- keys ---- */

/* Which order floats get: IEEE 754's comparison (zeros are equal; a NaN, which compares with
 * nothing, comes last), or its total order (by sign, then bits: -NaN, -inf, ..., -0, +0, ... NaN). */
typedef enum ax_float_order { AX_ORDER_IEEE, AX_ORDER_TOTAL } ax_float_order;

/* One key of a lexicographic order: a function of the elements of one operand. */
typedef struct ax_sort_key {
    int32_t operand;
    bool descending;
    ax_float_order order;
    const ax_graph *function; /* of one scalar; NULL: the element itself */
    ax_dtype dtype;           /* of the key */
} ax_sort_key;

/* Whether the comparator orders by keys, compare(f(a), f(b)) or several such lexicographically: the
 * keys, the first deciding, in the scratch of `env`; else a count of 0. */
ax_status *ax_sort_find_keys(const ax_eval_env *env, const ax_graph *comparator,
                             ax_sort_key **out_keys, int32_t *out_count);

/* The bits of a key for which unsigned order is the order of the values: 64 for dtypes of 8 bytes,
 * else at most 32. */
static inline int32_t ax_sort_key_bytes(ax_dtype dtype)
{
    return ax_dtype_bytes(dtype) == 8 ? 8 : 4;
}

/* Writes the keys of `count` elements to out[0], out[stride], ...: uint32_t or uint64_t, as
 * ax_sort_key_bytes says. */
void ax_sort_key_bits(ax_dtype dtype, ax_float_order order, bool descending, int64_t count,
                      const void *elements, void *out_bits);

/* The element of each key of AX_ORDER_TOTAL: ax_sort_key_bits undone. */
void ax_sort_key_elements(ax_dtype dtype, bool descending, int64_t count, const void *bits,
                          void *out_elements);

/* ---- sorting by keys ---- */

typedef struct ax_sort_pair32 {
    uint32_t key, payload;
} ax_sort_pair32;

typedef struct ax_sort_pair64 {
    uint64_t key, payload;
} ax_sort_pair64;

/* Sort `count` items by their keys, ascending and stable. `spare` is as large as `items`; the sorted
 * items are where the result says, one of the two. `even`: keys are likely to be spread evenly over
 * their range, as those of integers and unlike those of floats; it makes only for speed. */
uint32_t *ax_sort_keys32(int64_t count, uint32_t *items, uint32_t *spare, bool even);
uint64_t *ax_sort_keys64(int64_t count, uint64_t *items, uint64_t *spare, bool even);
ax_sort_pair32 *ax_sort_pairs32(int64_t count, ax_sort_pair32 *items, ax_sort_pair32 *spare,
                                bool even);
ax_sort_pair64 *ax_sort_pairs64(int64_t count, ax_sort_pair64 *items, ax_sort_pair64 *spare,
                                bool even);

/* The same for one long list, by all threads of `env`; `counts` has room for ax_sort_deal_counts. */
uint32_t *ax_sort_deal_keys32(const ax_eval_env *env, int64_t count, uint32_t *items,
                              uint32_t *spare, int64_t *counts);
uint64_t *ax_sort_deal_keys64(const ax_eval_env *env, int64_t count, uint64_t *items,
                              uint64_t *spare, int64_t *counts);
ax_sort_pair32 *ax_sort_deal_pairs32(const ax_eval_env *env, int64_t count, ax_sort_pair32 *items,
                                     ax_sort_pair32 *spare, int64_t *counts);
ax_sort_pair64 *ax_sort_deal_pairs64(const ax_eval_env *env, int64_t count, ax_sort_pair64 *items,
                                     ax_sort_pair64 *spare, int64_t *counts);
int64_t ax_sort_deal_counts(int64_t count);

/* Sorts `nrows` rows of `size` elements of all operands together by keys: `from` and `to` hold them
 * row after row. */
ax_status *ax_sort_rows(const ax_eval_env *env, const ax_sort_key *keys, int32_t nkeys,
                        int64_t nrows, int64_t size, int32_t noperands, const ax_tensor *from,
                        const ax_tensor *to);

/* ---- sorting by any comparator ---- */

/* Sorts each of `rows` rows of `size` elements: operands[i] holds rows x size elements for operand i
 * of the comparator. Writes for each place of a row which element goes there. Stable; always a
 * permutation of each row, whatever the comparator answers. */
ax_status *ax_sort_merge(const ax_eval_env *env, const ax_graph *comparator, int32_t noperands,
                         const void *const *operands, int64_t rows, int64_t size,
                         int64_t *out_permutation);

/* to[i] = from[places[i]], elements of `bytes`. */
void ax_sort_permute(int64_t bytes, int64_t count, const int64_t *places, const void *from,
                     void *to);

#endif
