#include "backend/cpu/padded.h"

#include "base/checked.h"
#include "ops/strided.h"

#include <string.h>

/* A padded input has at most so many elements for one of the operand, or so many in all. */
enum { MOST_GROWTH = 64, SMALL = 1 << 20 };

enum { PIECE_BYTES = 256 << 10 };

/* ---- planning ---- */

/* What the windows of so many places reach; false: more than can be. */
static bool find_reach(const ax_conv_dim *dim, int64_t places, int64_t *out_reach)
{
    int64_t window = ax_max_i64(dim->window - 1, 0), sum;
    places = ax_max_i64(places - 1, 0);
    return ax_checked_mul(places, dim->step, &places) &&
           ax_checked_mul(window, dim->rhs_dilation, &window) &&
           ax_checked_add(places, window, &sum) && ax_checked_add(sum, 1, out_reach);
}

/* Whether the operand has all that is reached, and nothing between. */
static bool lies_right(const ax_padded_dim *dim)
{
    return (dim->dilation == 1 || dim->input == 1) && dim->low <= 0 &&
           dim->size <= dim->input + dim->low;
}

static void add_dim(ax_padded *p, ax_padded_dim dim)
{
    int32_t at = p->ndim++;
    for (; at > 0 && p->dims[at - 1].input_stride < dim.input_stride; at--)
        p->dims[at] = p->dims[at - 1];
    p->dims[at] = dim;
}

static void add_plain(ax_padded *p, int64_t size, int64_t stride, int64_t *out_stride)
{
    add_dim(p, (ax_padded_dim){.size = size,
                               .input = size,
                               .input_stride = stride,
                               .dilation = 1,
                               .out_stride = out_stride});
}

/* Dimensions in the order in which the operand has them. */
static bool collect_dims(const ax_conv_layout *c, ax_padded *p)
{
    add_plain(p, c->groups, c->lhs_group, &p->group);
    add_plain(p, c->batch, c->lhs_batch, &p->batch);
    add_plain(p, c->in_features, c->lhs_feature, &p->feature);
    for (int32_t d = 0; d < c->nspatial; d++) {
        const ax_conv_dim *dim = &c->spatial[d];
        int64_t reach;
        if (!find_reach(dim, dim->output, &reach))
            return false;
        add_dim(p, (ax_padded_dim){.size = reach,
                                   .input = dim->input,
                                   .input_stride = dim->lhs_stride,
                                   .low = dim->low,
                                   .dilation = dim->lhs_dilation,
                                   .out_stride = &p->spatial[d]});
    }
    return true;
}

static void use_operand(ax_padded *p)
{
    for (int32_t d = 0; d < p->ndim; d++) {
        p->dims[d].stride = p->dims[d].input_stride;
        p->first -= p->dims[d].low * p->dims[d].stride;
    }
}

static bool lay_dense(ax_padded *p)
{
    int64_t count = 1, operand = 1;
    for (int32_t d = p->ndim - 1; d >= 0; d--) {
        p->dims[d].stride = count;
        operand *= ax_max_i64(p->dims[d].input, 1);
        if (!ax_checked_mul(count, p->dims[d].size, &count))
            return false;
    }
    p->bytes = count * p->element_bytes;
    return count <= SMALL || count / MOST_GROWTH <= operand;
}

static void tell_strides(ax_padded *p)
{
    for (int32_t d = 0; d < p->ndim; d++) {
        *p->dims[d].out_stride = p->dims[d].stride;
        p->dims[d].out_stride = NULL;
    }
}

bool ax_padded_plan(const ax_conv_layout *layout, int64_t element_bytes, ax_padded *out_padded)
{
    ax_padded *p = out_padded;
    *p = (ax_padded){.element_bytes = element_bytes};
    if (!collect_dims(layout, p))
        return false;
    bool right = true;
    for (int32_t d = 0; d < p->ndim; d++)
        right = right && lies_right(&p->dims[d]);
    if (right)
        use_operand(p);
    else if (!lay_dense(p))
        return false;
    tell_strides(p);
    return true;
}

static bool collect_block(const ax_conv_layout *c, int32_t count, const int32_t *order,
                          const int64_t *lengths, ax_padded *p)
{
    for (int32_t i = 0; i < count; i++) {
        if (order[i] < 0) {
            p->dims[p->ndim++] = (ax_padded_dim){.size = lengths[i],
                                                 .input = c->batch,
                                                 .input_stride = c->lhs_batch,
                                                 .dilation = 1,
                                                 .step = 1,
                                                 .out_stride = &p->batch};
            continue;
        }
        const ax_conv_dim *dim = &c->spatial[order[i]];
        int64_t reach;
        if (!find_reach(dim, lengths[i], &reach))
            return false;
        p->dims[p->ndim++] = (ax_padded_dim){.size = reach,
                                             .input = dim->input,
                                             .input_stride = dim->lhs_stride,
                                             .low = dim->low,
                                             .dilation = dim->lhs_dilation,
                                             .step = dim->step,
                                             .out_stride = &p->spatial[order[i]]};
    }
    p->dims[p->ndim++] = (ax_padded_dim){.size = c->in_features,
                                         .input = c->in_features,
                                         .input_stride = c->lhs_feature,
                                         .dilation = 1,
                                         .out_stride = &p->feature};
    return true;
}

bool ax_padded_plan_block(const ax_conv_layout *layout, int64_t element_bytes, int32_t count,
                          const int32_t *order, const int64_t *lengths, ax_padded *out_padded)
{
    *out_padded = (ax_padded){.element_bytes = element_bytes, .group = layout->lhs_group};
    if (!collect_block(layout, count, order, lengths, out_padded) || !lay_dense(out_padded))
        return false;
    tell_strides(out_padded);
    return true;
}

/* ---- filling ---- */

/* The operand's elements that are reached: `first` to `end`, and where the first of them lies. */
static void find_inside(const ax_padded_dim *dim, int64_t *out_first, int64_t *out_end)
{
    int64_t first = dim->low < 0 ? ax_ceil_div(-dim->low, dim->dilation) : 0;
    int64_t room = dim->size - 1 - dim->low;
    int64_t end = room < 0 ? 0 : ax_min_i64(dim->input, room / dim->dilation + 1);
    *out_first = first;
    *out_end = ax_max_i64(end, first);
}

/* The operand's element at `index` of the padded dimension, or -1. */
static int64_t element_at(const ax_padded_dim *dim, int64_t index)
{
    int64_t place = index - dim->low;
    if (place < 0 || place % dim->dilation != 0)
        return -1;
    return place / dim->dilation < dim->input ? place / dim->dilation : -1;
}

typedef struct filling {
    const ax_padded *p;
    const char *input;
    char *to;
    int32_t outer; /* dimensions of which each index is an item */
    int64_t items, slab_bytes;
    ax_strided inner;             /* how the others are copied, */
    int64_t inner_from, inner_to; /* from which element to which */
    bool has_zeros;               /* beside them */
} filling;

/* One item: zeros, then what the operand has. */
static void fill_slab(const filling *f, int64_t item)
{
    int64_t from = f->inner_from, rest = item;
    bool inside = true;
    for (int32_t d = f->outer - 1; d >= 0; d--) {
        const ax_padded_dim *dim = &f->p->dims[d];
        int64_t element = element_at(dim, rest % dim->size);
        inside = inside && element >= 0;
        from += element * dim->input_stride;
        rest /= dim->size;
    }
    char *to = f->to + item * f->slab_bytes;
    if (f->has_zeros || !inside)
        memset(to, 0, (size_t)f->slab_bytes);
    if (inside)
        ax_strided_copy(&f->inner, to + f->inner_to * f->p->element_bytes,
                        f->input + from * f->p->element_bytes);
}

static void fill_slabs(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    for (int64_t i = begin; i < end; i++)
        fill_slab(user, i);
}

static filling plan_filling(const ax_padded *p, const char *input, char *to)
{
    filling f = {.p = p, .input = input, .to = to, .items = 1, .slab_bytes = p->element_bytes};
    f.inner.element_bytes = p->element_bytes;
    /* Items are large enough to be worth a call, and small enough to stay in cache between zeros and copy. */
    f.outer = p->ndim - 1;
    while (f.outer > p->ndim - AX_MAX_NDIM && f.outer > 0 &&
           p->dims[f.outer - 1].stride * p->element_bytes < 16 << 10)
        f.outer--;
    for (int32_t d = 0; d < p->ndim; d++) {
        const ax_padded_dim *dim = &p->dims[d];
        int64_t first, end;
        find_inside(dim, &first, &end);
        if (d < f.outer) {
            f.items *= dim->size;
            continue;
        }
        f.slab_bytes *= dim->size;
        f.has_zeros = f.has_zeros || end - first < dim->size;
        f.inner_from += first * dim->input_stride;
        f.inner_to += (dim->low + first * dim->dilation) * dim->stride;
        f.inner.dims[f.inner.ndim] = end - first;
        f.inner.source_strides[f.inner.ndim] = dim->input_stride;
        f.inner.destination_strides[f.inner.ndim++] = dim->stride * dim->dilation;
    }
    return f;
}

void ax_padded_fill_block(const ax_padded *padded, const int64_t *first, const void *input,
                          void *to)
{
    ax_padded p = *padded;
    for (int32_t d = 0; d + 1 < p.ndim; d++)
        p.dims[d].low -= first[d] * p.dims[d].step;
    filling f = plan_filling(&p, input, to);
    for (int64_t i = 0; i < f.items; i++)
        fill_slab(&f, i);
}

ax_status *ax_padded_fill(const ax_padded *p, const ax_eval_env *env, const void *input,
                          const void **out_input)
{
    if (p->bytes == 0) {
        *out_input = (const char *)input + p->first * p->element_bytes;
        return NULL;
    }
    void *memory;
    AX_TRY(env->scratch(env, p->bytes, &memory));
    filling f = plan_filling(p, input, memory);
    ax_eval_parallel(env, f.items, ax_max_i64(PIECE_BYTES / ax_max_i64(f.slab_bytes, 1), 1),
                     fill_slabs, &f);
    *out_input = memory;
    return NULL;
}
