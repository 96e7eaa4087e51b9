/* dot_general by elementwise products and their sums, which fuse with what is around them: where next to
 * nothing is contracted (outer products, turns in space), where no dimension is one operand's own (batches of
 * inner products), and of rows of a few elements and a vector. Products of halves are added in f32.
 *
 * What is chosen must not depend on how many rows are mapped at once, which any dimension but the contracted
 * ones may hold: an element would have other last bits. */
#include "compile/fuser.h"
#include "ops/contraction.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

/* Contracted elements: so few that products are added one by one; and that the tile of a matrix product would
 * do little else than begin. */
enum { ONE_BY_ONE = 4, SHORT_ROW = 8 };

static const ax_attr_key batching[] = {AX_ATTR_LHS_BATCHING_DIMENSIONS,
                                       AX_ATTR_RHS_BATCHING_DIMENSIONS};
static const ax_attr_key contracting[] = {AX_ATTR_LHS_CONTRACTING_DIMENSIONS,
                                          AX_ATTR_RHS_CONTRACTING_DIMENSIONS};

static ax_dot_layout layout_of(const ax_eqn *eqn)
{
    return ax_dot_layout_of(eqn, ax_operand_type(eqn, 0), ax_operand_type(eqn, 1));
}

/* Whether the operand's dimensions that the result has lie in the result's order. */
static bool lies_in_order(const ax_eqn *eqn, int side)
{
    ax_ints batch = ax_eqn_ints(eqn, batching[side]), sum = ax_eqn_ints(eqn, contracting[side]);
    int64_t next = 0;
    for (int32_t d = 0; d < ax_operand_type(eqn, side)->ndim; d++) {
        bool summed = false;
        for (int32_t i = 0; i < sum.count; i++)
            summed |= sum.values[i] == d;
        if (!summed && next < batch.count && batch.values[next++] != d)
            return false;
    }
    return true;
}

bool ax_dot_is_elementwise(const ax_eqn *eqn)
{
    if (eqn->op != &ax_op_dot_general || ax_type_count(ax_operand_type(eqn, 0)) == 0 ||
        ax_type_count(ax_operand_type(eqn, 1)) == 0 || ax_operand_type(eqn, 0)->dtype == AX_BOOL)
        return false;
    ax_dot_layout d = layout_of(eqn);
    bool in_order = lies_in_order(eqn, 0) && lies_in_order(eqn, 1);
    bool vector = d.m.count == 0 || d.n.count == 0, vectors = d.m.count == 0 && d.n.count == 0;
    return d.k.size == 1 || (d.k.size <= ONE_BY_ONE && in_order) ||
           (d.k.size <= SHORT_ROW && vector) || vectors;
}

/* The product's dimensions have numbers: first those of the result, then the contracted ones. */
typedef struct dot_side {
    ax_value x;
    int64_t numbers[AX_MAX_NDIM]; /* by dimension of x */
    int64_t own;                  /* elements along the dimensions that only this operand has */
} dot_side;

/* `next_own`: the number of the first dimension that only this operand has, then of the next operand's. */
static dot_side side_of(const ax_eqn *eqn, int side, ax_value x, int64_t *next_own)
{
    ax_ints batch = ax_eqn_ints(eqn, batching[side]), sum = ax_eqn_ints(eqn, contracting[side]);
    const ax_type *type = ax_operand_type(eqn, side);
    dot_side s = {.x = x, .own = 1};
    for (int32_t d = 0; d < type->ndim; d++)
        s.numbers[d] = -1;
    for (int32_t i = 0; i < batch.count; i++)
        s.numbers[batch.values[i]] = i;
    for (int32_t i = 0; i < sum.count; i++)
        s.numbers[sum.values[i]] = eqn->results[0]->type.ndim + i;
    for (int32_t d = 0; d < type->ndim; d++) {
        if (s.numbers[d] >= 0)
            continue;
        s.numbers[d] = (*next_own)++;
        s.own *= type->dims[d];
    }
    return s;
}

static bool has_dims(ax_value x, int32_t ndim, const int64_t *dims)
{
    ax_type type = ax_value_type(x);
    bool same = type.ndim == ndim;
    for (int32_t d = 0; d < ndim && same; d++)
        same = type.dims[d] == dims[d];
    return same;
}

static ax_value reshaped(ax_value x, int32_t ndim, const int64_t *dims, ax_location location)
{
    return has_dims(x, ndim, dims) ? x : ax_reshape_at(x, (ax_ints){ndim, dims}, location);
}

/* The operand along the `ndim` dimensions of a domain; it has one element along any other of its own. */
static ax_value spread(const dot_side *s, int32_t ndim, const int64_t *dims, const int64_t *numbers,
                       ax_location location)
{
    ax_type type = ax_value_type(s->x);
    int64_t kept[AX_MAX_NDIM], places[AX_MAX_NDIM];
    int32_t count = 0;
    for (int32_t d = 0; d < type.ndim; d++) {
        int32_t place = 0;
        while (place < ndim && numbers[place] != s->numbers[d])
            place++;
        if (place == ndim)
            continue;
        kept[count] = type.dims[d];
        places[count++] = place;
    }
    ax_value x = reshaped(s->x, count, kept, location);
    bool same = has_dims(x, ndim, dims);
    for (int32_t i = 0; i < count && same; i++)
        same = places[i] == i;
    return same ? x
                : ax_broadcast_in_dim_at(x, (ax_ints){ndim, dims}, (ax_ints){count, places},
                                         location);
}

/* The elements at one place of the contracted dimensions, along the result's. */
static ax_value spread_at(const dot_side *s, const ax_dot_group *k, int64_t place,
                          const ax_type *result, ax_location location)
{
    ax_type type = ax_value_type(s->x);
    int64_t start[AX_MAX_NDIM] = {0}, limit[AX_MAX_NDIM], stride[AX_MAX_NDIM];
    int64_t numbers[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        limit[d] = type.dims[d];
        stride[d] = 1;
    }
    for (int32_t i = k->count - 1; i >= 0; i--) {
        int32_t d = 0;
        while (s->numbers[d] != result->ndim + i)
            d++;
        start[d] = place % k->dims[i];
        limit[d] = start[d] + 1;
        place /= k->dims[i];
    }
    for (int32_t d = 0; d < result->ndim; d++)
        numbers[d] = d;
    dot_side part = *s;
    if (k->size > 1)
        part.x = ax_slice_at(s->x, (ax_ints){type.ndim, start}, (ax_ints){type.ndim, limit},
                             (ax_ints){type.ndim, stride}, location);
    return spread(&part, result->ndim, result->dims, numbers, location);
}

/* Begins with zero, as every sum of products does. */
static ax_value outer_products(const ax_type *result, const dot_side sides[2],
                               const ax_dot_group *k, ax_location location)
{
    static const char nothing[8] = {0};
    ax_type scalar = ax_type_scalar(ax_value_type(sides[0].x).dtype);
    ax_value sum = ax_constant_at(sides[0].x.builder, &scalar, nothing, location);
    sum = ax_broadcast_in_dim_at(sum, (ax_ints){result->ndim, result->dims}, AX_EMPTY_LIST,
                                 location);
    for (int64_t place = 0; place < k->size; place++) {
        ax_value lhs = spread_at(&sides[0], k, place, result, location);
        ax_value rhs = spread_at(&sides[1], k, place, result, location);
        sum = ax_add_at(sum, ax_mul_at(lhs, rhs, location), location);
    }
    return sum;
}

/* The sum as kernels take it: what has just been emitted may be one that goes in two steps. */
static ax_value sum_of(ax_value x, ax_ints dims, ax_location location)
{
    ax_value sum = ax_sum_at(x, dims, location);
    const ax_eqn *reduce = sum.var ? sum.var->producer : NULL;
    if (!reduce || !ax_reduction_splits(reduce))
        return sum;
    ax_value operands[] = {x, {x.builder, reduce->operands[1]}};
    return ax_reduction_split(x.builder, reduce, operands);
}

/* Dimensions lie as in the operand that has all of them. */
static ax_value inner_products(const ax_type *result, const dot_side *all, const dot_side *other,
                               ax_location location)
{
    ax_type type = ax_value_type(all->x);
    int64_t sums[AX_MAX_NDIM], kept[AX_MAX_NDIM], permutation[AX_MAX_NDIM];
    int32_t nsums = 0, nkept = 0;
    bool in_order = true;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (all->numbers[d] >= result->ndim)
            sums[nsums++] = d;
        else
            kept[nkept++] = all->numbers[d];
    }
    for (int32_t i = 0; i < nkept; i++) { /* where the result's i-th one is */
        int32_t place = 0;
        for (int32_t k = 0; k < nkept; k++)
            place += kept[k] < kept[i];
        permutation[place] = i;
        in_order = in_order && place == i;
    }
    ax_value spread_out = spread(other, type.ndim, type.dims, all->numbers, location);
    ax_value products = ax_mul_at(all->x, spread_out, location);
    ax_value sum = sum_of(products, (ax_ints){nsums, sums}, location);
    if (!in_order)
        sum = ax_transpose_at(sum, (ax_ints){nkept, permutation}, location);
    return reshaped(sum, result->ndim, result->dims, location);
}

ax_value ax_dot_as_elementwise(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands)
{
    const ax_type *result = &eqn->results[0]->type;
    ax_value x[] = {operands[0], operands[1]};
    if (!x[0].var || !x[1].var)
        return ax_builder_poison(builder);
    for (int i = 0; i < 2 && ax_dtype_is_half(result->dtype); i++)
        x[i] = ax_convert_at(x[i], AX_F32, eqn->location);
    int64_t next_own = ax_eqn_ints(eqn, AX_ATTR_LHS_BATCHING_DIMENSIONS).count;
    dot_side lhs = side_of(eqn, 0, x[0], &next_own), rhs = side_of(eqn, 1, x[1], &next_own);
    ax_dot_group k = layout_of(eqn).k;
    bool one_by_one = k.size <= ONE_BY_ONE && lies_in_order(eqn, 0) && lies_in_order(eqn, 1);
    ax_value all;
    if (k.size == 1 || one_by_one)
        all = outer_products(result, (dot_side[]){lhs, rhs}, &k, eqn->location);
    else if (rhs.own == 1)
        all = inner_products(result, &lhs, &rhs, eqn->location);
    else
        all = inner_products(result, &rhs, &lhs, eqn->location);
    return ax_dtype_is_half(result->dtype) ? ax_convert_at(all, result->dtype, eqn->location) : all;
}
