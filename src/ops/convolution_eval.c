/* convolution's meaning: for each place of the window, what stands under it, times the kernel. Padding
 * and the holes of a dilated input are zeros that are multiplied like all others: 0 times NaN is NaN.
 */
#include "ops/check.h"
#include "ops/contraction.h"
#include "ops/convolution.h"
#include "ops/strided.h"
#include "ops/wide.h"

#include <string.h>

/* The terms at one place of the window, as offsets from the group's start; lhs -1 stands for zero. */
typedef struct terms {
    int64_t count;
    int64_t *lhs, *rhs;
} terms;

static void advance(const ax_conv_layout *c, bool window, int64_t *index)
{
    for (int32_t d = c->nspatial - 1; d >= 0; d--) {
        if (++index[d] < (window ? c->spatial[d].window : c->spatial[d].output))
            return;
        index[d] = 0;
    }
}

/* Window positions in row-major order, all input features at each. */
static void collect_terms(const ax_conv_layout *c, const int64_t *x, terms *t)
{
    int64_t w[AX_MAX_NDIM] = {0};
    t->count = 0;
    for (int64_t i = 0; i < c->window_size; i++, advance(c, true, w)) {
        int64_t lhs = 0, rhs = 0;
        bool inside = true;
        for (int32_t d = 0; d < c->nspatial; d++) {
            int64_t position = ax_conv_position(&c->spatial[d], x[d], w[d]);
            inside = inside && position >= 0;
            lhs += inside ? position * c->spatial[d].lhs_stride : 0;
            rhs += w[d] * c->spatial[d].rhs_stride;
        }
        for (int64_t f = 0; f < c->in_features; f++) {
            t->lhs[t->count] = inside ? lhs + f * c->lhs_feature : -1;
            t->rhs[t->count++] = rhs + f * c->rhs_in;
        }
    }
}

/* The terms' left sides in one image, side by side. */
static void collect_column(const terms *t, const char *lhs, int64_t bytes, char *column)
{
    for (int64_t k = 0; k < t->count; k++, column += bytes) {
        if (t->lhs[k] < 0)
            memset(column, 0, (size_t)bytes);
        else
            memcpy(column, lhs + t->lhs[k] * bytes, (size_t)bytes);
    }
}

ax_status *ax_eval_convolution(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    if (ax_dtype_is_half(results[0].type.dtype))
        return ax_eval_wide(env, eqn, operands, results, ax_eval_convolution);
    ax_dtype dtype = results[0].type.dtype;
    ax_product_loop *loop = ax_product_loop_of(dtype);
    if (!loop)
        return ax_unsupported_dtype(eqn, dtype);
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    ax_conv_layout c = ax_conv_layout_of(eqn, operands, &results[0]);
    int64_t bytes = ax_dtype_bytes(dtype), x[AX_MAX_NDIM] = {0};
    int64_t *rhs_out, *in_order, most = c.window_size * c.in_features;
    terms t;
    char *row, *column;
    ax_product p = {.m = 1, .n = c.out_features};
    AX_TRY(AX_SCRATCH(env, int64_t, most, &t.lhs));
    AX_TRY(AX_SCRATCH(env, int64_t, most, &t.rhs));
    AX_TRY(AX_SCRATCH(env, int64_t, c.out_features, &rhs_out));
    AX_TRY(AX_SCRATCH(env, int64_t, most, &in_order));
    AX_TRY(AX_SCRATCH(env, uint64_t, most, &column));
    AX_TRY(AX_SCRATCH(env, int64_t, c.out_features, &p.sums));
    AX_TRY(AX_SCRATCH(env, int64_t, c.batch * c.out_features, &row));
    for (int64_t o = 0; o < c.out_features; o++)
        rhs_out[o] = o * c.rhs_out;
    for (int64_t k = 0; k < most; k++)
        in_order[k] = k;
    p.lhs_m = in_order;
    p.rhs_n = rhs_out;
    p.lhs_k = in_order;
    p.rhs_k = t.rhs;

    ax_strided places = {.element_bytes = bytes,
                         .ndim = 2,
                         .dims = {c.batch, c.out_features},
                         .source_strides = {c.out_features, 1},
                         .destination_strides = {c.result_batch, c.result_feature}};
    for (int64_t i = 0; i < c.output_size; i++, advance(&c, false, x)) {
        collect_terms(&c, x, &t);
        p.k = t.count;
        int64_t out = 0;
        for (int32_t d = 0; d < c.nspatial; d++)
            out += x[d] * c.spatial[d].result_stride;
        for (int64_t g = 0; g < c.groups; g++) {
            const char *lhs = (const char *)operands[0].data + g * c.lhs_group * bytes;
            const char *rhs = (const char *)operands[1].data + g * c.rhs_group * bytes;
            for (int64_t n = 0; n < c.batch; n++) {
                collect_column(&t, lhs + n * c.lhs_batch * bytes, bytes, column);
                loop(&p, column, rhs, row + n * c.out_features * bytes);
            }
            ax_strided_copy(&places, (char *)results[0].data + (out + g * c.result_group) * bytes,
                            row);
        }
    }
    return NULL;
}
