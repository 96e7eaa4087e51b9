/* convolution: most read their input where a place and a term meet (direct.h). The others are products of matrices
 * (matrix_product.h): a row is a place of the window, counted over images, a k a pair of window position and
 * input feature, a column an output feature:
 *
 *     result[place, feature] = sum over terms of input[place, term] * kernel[term, feature]
 *
 * or the same turned round, where the result has places as neighbours. In an input that holds its padding
 * the element of a place and a term lies at the sum of an offset of each: so products read it like
 * any operand. Padding, and the holes of a dilated input, are zeros that are multiplied like all others.
 */
#include "backend/cpu/contraction_kernel.h"
#include "backend/cpu/depthwise.h"
#include "backend/cpu/direct.h"
#include "backend/cpu/padded.h"
#include "base/checked.h"
#include "ops/convolution.h"
#include "ops/strided.h"

#include <stdlib.h>

typedef struct conv_state {
    ax_padded input;
    ax_direct *direct;       /* where it is one; else `input`, and */
    ax_depthwise *depthwise; /* where it is one; else: */
    ax_matrix_product *product;
    bool empty;        /* there are no results */
    bool turned;       /* rows are output features */
    int64_t kernel_at; /* the product's first element of the kernel */
    int64_t sums;      /* of a group that are collected first; 0: they go to their places at once */
    ax_strided places; /* where those go, */
    int64_t groups, group_place; /* and how far apart groups are there */
} conv_state;

/* ---- walks ---- */

/* Places of one image. */
static void append_places(ax_matrix_walk *walk, const ax_conv_layout *c, const int64_t *strides)
{
    for (int32_t d = 0; d < c->nspatial; d++)
        ax_matrix_walk_append(walk, c->spatial[d].output, strides[d]);
}

/* Terms, in the order of sums. */
static void append_terms(ax_matrix_walk *walk, const ax_conv_layout *c, int64_t feature,
                         const int64_t *windows)
{
    bool features_inside = ax_direct_features_inside(c);
    if (!features_inside)
        ax_matrix_walk_append(walk, c->in_features, feature);
    for (int32_t d = 0; d < c->nspatial; d++)
        ax_matrix_walk_append(walk, c->spatial[d].window, windows[d]);
    if (features_inside)
        ax_matrix_walk_append(walk, c->in_features, feature);
}

/* How images and places go together: as one walk of rows, or each image by itself. */
typedef struct places {
    ax_matrix_walk all, image; /* of the result */
    bool apart;                /* images are batch entries */
} places;

static places places_of(const ax_conv_layout *c)
{
    int64_t strides[AX_MAX_NDIM];
    for (int32_t d = 0; d < c->nspatial; d++)
        strides[d] = c->spatial[d].result_stride;
    places p = {.all = {.size = 1}, .image = {.size = 1}};
    ax_matrix_walk_append(&p.all, c->batch, c->result_batch);
    append_places(&p.all, c, strides);
    append_places(&p.image, c, strides);
    p.apart = p.all.count > 1;
    return p;
}

static ax_matrix_operand input_walks(const ax_conv_layout *c, const ax_padded *input, bool apart)
{
    ax_matrix_operand o = {{.size = 1}, {.size = 1}, {.size = 1}};
    int64_t steps[AX_MAX_NDIM], windows[AX_MAX_NDIM];
    for (int32_t d = 0; d < c->nspatial; d++) {
        steps[d] = c->spatial[d].step * input->spatial[d];
        windows[d] = c->spatial[d].rhs_dilation * input->spatial[d];
    }
    ax_matrix_walk_append(&o.batch, c->groups, input->group);
    ax_matrix_walk_append(apart ? &o.batch : &o.row, c->batch, input->batch);
    append_places(&o.row, c, steps);
    append_terms(&o.k, c, input->feature, windows);
    return o;
}

static ax_matrix_operand kernel_walks(const ax_conv_layout *c, bool apart, int64_t *out_first)
{
    ax_matrix_operand o = {{.size = 1}, {.size = 1}, {.size = 1}};
    int64_t windows[AX_MAX_NDIM];
    *out_first = 0;
    for (int32_t d = 0; d < c->nspatial; d++) {
        bool reversed = c->spatial[d].reversed;
        windows[d] = reversed ? -c->spatial[d].rhs_stride : c->spatial[d].rhs_stride;
        if (reversed && c->spatial[d].window > 0)
            *out_first += (c->spatial[d].window - 1) * c->spatial[d].rhs_stride;
    }
    ax_matrix_walk_append(&o.batch, c->groups, c->rhs_group);
    if (apart)
        ax_matrix_walk_append(&o.batch, c->batch, 0);
    ax_matrix_walk_append(&o.row, c->out_features, c->rhs_out);
    append_terms(&o.k, c, c->rhs_in, windows);
    return o;
}

/* ---- where sums go ---- */

/* Straight to their places, where features or places are neighbours. */
static bool place_result(const ax_conv_layout *c, places *p, conv_state *state,
                         ax_matrix_result *out_result)
{
    bool one_column = c->out_features == 1;
    ax_matrix_result result = {.batch = {.size = 1}};
    ax_matrix_walk_append(&result.batch, c->groups, c->result_group);
    const ax_matrix_walk *rows = p->apart ? &p->image : &p->all;
    bool uniform = rows->count <= 1;
    int64_t stride = rows->count == 1 ? rows->strides[0] : 0;
    bool neighbours = uniform && (rows->size == 1 || stride == 1);
    if (uniform && c->result_feature == 1 && !(one_column && neighbours)) {
        result.row_stride = rows->size == 1 ? c->out_features : stride;
    } else if (neighbours) {
        state->turned = true;
        result.row_stride = one_column ? rows->size : c->result_feature;
    } else {
        return false;
    }
    if (p->apart)
        ax_matrix_walk_append(&result.batch, c->batch, c->result_batch);
    *out_result = result;
    return true;
}

/* Sums are collected, [group][image][place][feature], and a group at a time copied to their places. */
static void collect_result(const ax_conv_layout *c, places *p, conv_state *state,
                           ax_matrix_result *out_result, int64_t element_bytes)
{
    p->apart = false;
    int64_t rows = c->batch * c->output_size;
    *out_result = (ax_matrix_result){.batch = {.size = 1}, .row_stride = c->out_features};
    ax_matrix_walk_append(&out_result->batch, c->groups, rows * c->out_features);
    state->sums = rows * c->out_features;
    state->groups = c->groups;
    state->group_place = c->result_group;
    ax_strided *s = &state->places;
    *s = (ax_strided){.element_bytes = element_bytes};
    ax_matrix_walk to = {.size = 1};
    ax_matrix_walk_append(&to, c->batch, c->result_batch);
    for (int32_t d = 0; d < c->nspatial; d++)
        ax_matrix_walk_append(&to, c->spatial[d].output, c->spatial[d].result_stride);
    ax_matrix_walk_append(&to, c->out_features, c->result_feature);
    s->ndim = to.count;
    for (int32_t d = to.count - 1, from = 0; d >= 0; d--, from++) {
        s->dims[d] = to.dims[d];
        s->destination_strides[d] = to.strides[d];
        s->source_strides[d] = from == 0 ? 1 : s->source_strides[d + 1] * s->dims[d + 1];
    }
}

/* Leaves both NULL where the padded input would be far too large. */
static ax_status *create_product(ax_codegen *codegen, const ax_eqn *eqn, conv_state *state)
{
    const ax_type *types[] = {ax_operand_type(eqn, 0), ax_operand_type(eqn, 1),
                              &eqn->results[0]->type};
    ax_tensor operands[] = {{.type = *types[0]}, {.type = *types[1]}}, result = {.type = *types[2]};
    ax_conv_layout c = ax_conv_layout_of(eqn, operands, &result);
    int64_t bytes = ax_dtype_bytes(types[0]->dtype);
    ax_matrix_result sums;
    places p = places_of(&c);
    if (!ax_padded_plan(&c, bytes, &state->input))
        return NULL;
    AX_TRY(ax_depthwise_create(codegen, types[0]->dtype, &c, &state->input, &state->depthwise));
    if (state->depthwise)
        return NULL;
    if (!state->empty && c.window_size * c.in_features > 0)
        AX_TRY(ax_direct_create(codegen, types[0]->dtype, &c, &state->direct));
    if (state->direct)
        return NULL;
    if (!place_result(&c, &p, state, &sums))
        collect_result(&c, &p, state, &sums, bytes);
    ax_matrix_operand input = input_walks(&c, &state->input, p.apart);
    ax_matrix_operand kernel = kernel_walks(&c, p.apart, &state->kernel_at);
    return ax_matrix_product_create(codegen, types[0]->dtype, state->turned ? &kernel : &input,
                                    state->turned ? &input : &kernel, &sums, &state->product);
}

/* ---- running ---- */

static ax_status *run(const void *memory, const ax_eval_env *env, const ax_tensor *operands,
                      void *result, ax_matrix_done_fn *done, void *user)
{
    const conv_state *state = memory;
    int64_t bytes = ax_dtype_bytes(operands[0].type.dtype);
    const void *input;
    void *sums = result;
    if (state->empty)
        return NULL;
    if (state->direct) {
        const char *rhs = operands[1].data;
        return ax_direct_run(state->direct, env, operands[0].data, rhs, result, done, user);
    }
    AX_TRY(ax_padded_fill(&state->input, env, operands[0].data, &input));
    if (state->depthwise) {
        ax_depthwise_run(state->depthwise, env, input, operands[1].data, result, done, user);
        return NULL;
    }
    const char *kernel = (const char *)operands[1].data + state->kernel_at * bytes;
    if (state->sums > 0)
        AX_TRY(env->scratch(env, state->groups * state->sums * bytes, &sums));
    AX_TRY(ax_matrix_product_run(state->product, env, state->turned ? kernel : input,
                                 state->turned ? input : kernel, sums, done, user));
    for (int64_t g = 0; g < state->groups; g++) {
        ax_strided_copy(&state->places, (char *)result + g * state->group_place * bytes,
                        (const char *)sums + g * state->sums * bytes);
    }
    return NULL;
}

static int64_t scratch(const void *memory, int32_t threads)
{
    const conv_state *state = memory;
    if (state->empty)
        return 0;
    if (state->direct)
        return ax_direct_scratch(state->direct, threads);
    return ax_round_up(state->input.bytes, 64) +
           ax_round_up(state->groups * state->sums * state->input.element_bytes, 64) +
           (state->product ? ax_matrix_product_scratch(state->product, threads) : 0);
}

static void free_state(void *memory)
{
    conv_state *state = memory;
    ax_matrix_product_free(state->product);
    ax_depthwise_free(state->depthwise);
    ax_direct_free(state->direct);
    free(state);
}

ax_status *ax_contraction_of_convolution(ax_codegen *codegen, const ax_eqn *eqn,
                                         ax_contraction *out)
{
    conv_state *state = calloc(1, sizeof *state);
    if (!state)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a convolution");
    state->empty = ax_type_count(&eqn->results[0]->type) == 0;
    ax_status *status = create_product(codegen, eqn, state);
    if (status || !(state->product || state->depthwise || state->direct)) {
        free(state);
        return status;
    }
    *out = (ax_contraction){.state = state,
                            .free = free_state,
                            .scratch = scratch,
                            .run = run,
                            .tells = state->sums == 0};
    return NULL;
}
