/* sort's meaning. The dimension is moved behind all others first, so that rows are contiguous. */
#include "ops/sort.h"
#include "ops/strided.h"

#include "base/checked.h"

/* An array with the sorted dimension last: outer x inner rows of `size`. */
typedef struct rows {
    int64_t outer, size, inner;
} rows;

static rows rows_of(const ax_type *type, int64_t dimension)
{
    rows r = {1, type->dims[dimension], 1};
    for (int32_t i = 0; i < type->ndim; i++) {
        if (i < dimension)
            r.outer *= type->dims[i];
        if (i > dimension)
            r.inner *= type->dims[i];
    }
    return r;
}

/* [outer, size, inner] -> [outer, inner, size], or back. */
static void turn(const ax_eval_env *env, const rows *r, int64_t bytes, bool back, void *to,
                 const void *from)
{
    int64_t along = back ? r->inner : r->size, across = back ? r->size : r->inner;
    ax_strided layout = {
        .element_bytes = bytes,
        .ndim = 3,
        .dims = {r->outer, across, along},
        .source_strides = {r->size * r->inner, 1, across},
        .destination_strides = {r->size * r->inner, along, 1},
    };
    ax_strided_deal(env, &layout, to, from);
}

/* ---- by any comparator ---- */

enum { MERGED_AT_ONCE = 1 << 20 }; /* elements, unless a row has more */

static ax_status *sort_by_merging(const ax_eval_env *env, const ax_graph *comparator, int64_t nrows,
                                  int64_t size, int32_t noperands, const ax_tensor *from,
                                  const ax_tensor *to)
{
    int64_t most = ax_min_i64(nrows, ax_max_i64(1, MERGED_AT_ONCE / size));
    const void **operands;
    int64_t *permutation;
    AX_TRY(AX_SCRATCH(env, const void *, noperands, &operands));
    AX_TRY(AX_SCRATCH(env, int64_t, most * size, &permutation));
    for (int64_t row = 0; row < nrows; row += most) {
        int64_t count = ax_min_i64(most, nrows - row);
        for (int32_t i = 0; i < noperands; i++) {
            operands[i] = (const char *)from[i].data +
                          row * size * ax_dtype_bytes(from[i].type.dtype);
        }
        AX_TRY(ax_sort_merge(env, comparator, noperands, operands, count, size, permutation));
        for (int32_t i = 0; i < noperands && !env->measures; i++) {
            int64_t bytes = ax_dtype_bytes(from[i].type.dtype);
            char *target = (char *)to[i].data + row * size * bytes;
            ax_sort_permute(bytes, count * size, permutation, operands[i], target);
        }
    }
    return NULL;
}

/* ---- sort ---- */

/* The arrays with rows contiguous: as they are, or turned in scratch. */
static ax_status *contiguous(const ax_eval_env *env, const rows *r, int32_t count,
                             const ax_tensor *arrays, bool fill, ax_tensor **out_arrays)
{
    AX_TRY(AX_SCRATCH(env, ax_tensor, count, out_arrays));
    for (int32_t i = 0; i < count; i++) {
        ax_tensor *turned = &(*out_arrays)[i];
        *turned = arrays[i];
        if (r->inner == 1)
            continue;
        AX_TRY(env->scratch(env, ax_type_bytes(&arrays[i].type), &turned->data));
        if (fill && !env->measures)
            turn(env, r, ax_dtype_bytes(arrays[i].type.dtype), false, turned->data, arrays[i].data);
    }
    return NULL;
}

ax_status *ax_eval_sort(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                        const ax_tensor *results)
{
    rows r = rows_of(&operands[0].type, ax_eqn_int(eqn, AX_ATTR_DIMENSION));
    int32_t count = eqn->noperands;
    if (ax_type_count(&operands[0].type) == 0)
        return NULL;
    ax_tensor *from, *to;
    AX_TRY(contiguous(env, &r, count, operands, true, &from));
    AX_TRY(contiguous(env, &r, count, results, false, &to));
    ax_sort_key *keys;
    int32_t nkeys;
    AX_TRY(ax_sort_find_keys(env, eqn->regions[0], &keys, &nkeys));
    if (nkeys > 0) {
        AX_TRY(ax_sort_rows(env, keys, nkeys, r.outer * r.inner, r.size, count, from, to));
    } else {
        AX_TRY(sort_by_merging(env, eqn->regions[0], r.outer * r.inner, r.size, count, from, to));
    }
    for (int32_t i = 0; i < count && r.inner != 1 && !env->measures; i++)
        turn(env, &r, ax_dtype_bytes(results[i].type.dtype), true, results[i].data, to[i].data);
    return NULL;
}
