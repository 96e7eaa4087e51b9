/* convolution through the BLAS: the input's windows laid out as the columns of a matrix (im2col),
 * times the kernel as a matrix, some positions at a time so that the columns stay in cache.
 *
 * In the words of this file a position is a place of the window in one image, counted over all
 * images, and a term is a pair of a window position and an input feature. One group at a time:
 *
 *     result[output feature, position] = kernel[output feature, term] * columns[term, position]
 *
 * or the same turned round, where the result has features as neighbours. All choices follow from the
 * shapes alone.
 */
#include "backend/cpu/columns.h"
#include "backend/cpu/lower.h"
#include "base/checked.h"
#include "ops/strided.h"
#include "ops/wide.h"

#include <string.h>

/* Columns of a tile take about this much, and a tile has at least so many positions. */
enum { TILE_BYTES = 4 << 20, LEAST_POSITIONS = 64 };

/* Where the product of a tile goes. */
typedef enum tile_elements {
    FEATURES_ARE_NEIGHBOURS,  /* straight into the result, a row a position */
    POSITIONS_ARE_NEIGHBOURS, /* straight into the result, a row an output feature, one image */
    COLLECTED                 /* into a buffer, a row an output feature; then to its places */
} tile_elements;

typedef struct job {
    const ax_eval_env *env;
    ax_conv_layout c;
    ax_columns columns;
    int64_t bytes, terms;
    tile_elements tile_elements;
    int64_t positions, tile; /* of all images; most in a tile */
    ax_blas_matrix kernel;   /* output features x terms; without its data */
    void *kernel_copy;       /* where it is laid out anew, or NULL */
    int64_t place_stride;    /* of positions in the result, where they have one stride */
    void *product;           /* of a tile, when it is collected */
    int64_t *places;         /* of a tile's positions in the result, when it is collected */
} job;

/* ---- the kernel as a matrix ---- */

static ax_strided kernel_layout(const job *j)
{
    const ax_conv_layout *c = &j->c;
    ax_strided s = {.element_bytes = j->bytes};
    s.dims[s.ndim] = c->out_features;
    s.source_strides[s.ndim] = c->rhs_out;
    s.destination_strides[s.ndim++] = j->terms;
    int64_t term = j->columns.window_stride * c->window_size;
    for (int32_t d = 0; d < c->nspatial; d++) {
        term /= c->spatial[d].window;
        s.dims[s.ndim] = c->spatial[d].window;
        s.source_strides[s.ndim] = c->spatial[d].rhs_stride;
        s.destination_strides[s.ndim++] = term;
    }
    s.dims[s.ndim] = c->in_features;
    s.source_strides[s.ndim] = c->rhs_in;
    s.destination_strides[s.ndim++] = j->columns.feature_stride;
    return s;
}

/* Terms are in the kernel's own order already when each dimension's stride is that of the terms times
 * one and the same number, which is returned; else 0. */
static int64_t kernel_term_stride(const ax_strided *layout)
{
    int64_t stride = 0;
    for (int32_t d = 1; d < layout->ndim; d++) {
        if (layout->dims[d] == 1)
            continue;
        int64_t to = layout->destination_strides[d], from = layout->source_strides[d];
        if (from % to != 0 || (stride && from / to != stride))
            return 0;
        stride = from / to;
    }
    return stride ? stride : 1;
}

static ax_status *plan_kernel(job *j)
{
    const ax_conv_layout *c = &j->c;
    ax_strided layout = kernel_layout(j);
    int64_t stride = kernel_term_stride(&layout);
    if (stride == 1 && c->rhs_out >= j->terms && ax_blas_fits(c->rhs_out)) {
        j->kernel = (ax_blas_matrix){.stride = c->rhs_out};
        return NULL;
    }
    if (stride > 0 && c->rhs_out == 1 && stride >= c->out_features && ax_blas_fits(stride)) {
        j->kernel = (ax_blas_matrix){.stride = stride, .turned = true};
        return NULL;
    }
    j->kernel = (ax_blas_matrix){.stride = j->terms};
    return j->env->scratch(j->env, c->out_features * j->terms * j->bytes, &j->kernel_copy);
}

static ax_blas_matrix kernel_of_group(const job *j, const ax_tensor *rhs, int64_t group)
{
    ax_blas_matrix kernel = j->kernel;
    kernel.data = (const char *)rhs->data + group * j->c.rhs_group * j->bytes;
    if (j->kernel_copy) {
        ax_strided layout = kernel_layout(j);
        ax_strided_copy(&layout, j->kernel_copy, kernel.data);
        kernel.data = j->kernel_copy;
    }
    return kernel;
}

/* ---- where results go ---- */

static tile_elements choose_target(job *j)
{
    const ax_conv_layout *c = &j->c;
    int64_t stride = 0, expected = 0;
    for (int32_t d = c->nspatial - 1; d >= 0; d--) {
        if (c->spatial[d].output == 1)
            continue;
        if (stride && c->spatial[d].result_stride != expected)
            return COLLECTED;
        if (!stride)
            stride = c->spatial[d].result_stride;
        expected = c->spatial[d].result_stride * c->spatial[d].output;
    }
    if (!stride)
        stride = c->result_batch;
    j->place_stride = stride;
    bool images_follow = c->batch == 1 || c->result_batch == stride * c->output_size;
    if (c->result_feature == 1 && images_follow && stride >= c->out_features &&
        ax_blas_fits(stride))
        return FEATURES_ARE_NEIGHBOURS;
    bool worth_a_call = c->output_size >= 4 * LEAST_POSITIONS || c->batch == 1;
    if (stride == 1 && worth_a_call && c->result_feature >= c->output_size &&
        ax_blas_fits(c->result_feature))
        return POSITIONS_ARE_NEIGHBOURS;
    return COLLECTED;
}

static void collect_places(const job *j, int64_t first, int64_t count)
{
    const ax_conv_layout *c = &j->c;
    int64_t x[AX_MAX_NDIM];
    int64_t image = ax_columns_position(c, first, x);
    for (int64_t q = 0; q < count; q++) {
        int64_t place = image * c->result_batch;
        for (int32_t d = 0; d < c->nspatial; d++)
            place += x[d] * c->spatial[d].result_stride;
        j->places[q] = place;
        image += ax_columns_next(c, x);
    }
}

static void scatter_product(const job *j, int64_t count, char *result)
{
    const ax_conv_layout *c = &j->c;
#define SCATTER(element)                                               \
    for (int64_t o = 0; o < c->out_features; o++) {                    \
        element *to = (element *)result + o * c->result_feature;       \
        const element *from = (const element *)j->product + o * count; \
        for (int64_t q = 0; q < count; q++)                            \
            to[j->places[q]] = from[q];                                \
    }
    if (j->bytes == 4) {
        SCATTER(float)
    } else {
        SCATTER(double)
    }
#undef SCATTER
}

/* ---- a tile ---- */

static void run_tile(const job *j, ax_blas_matrix kernel, const char *lhs, char *result,
                     int64_t first, int64_t count)
{
    const ax_conv_layout *c = &j->c;
    bool wide = j->bytes == 8;
    ax_blas_matrix columns = ax_columns_tile(&j->columns, lhs, first,
                                             count); /* terms x positions */
    if (j->tile_elements == FEATURES_ARE_NEIGHBOURS) {
        columns.turned = !columns.turned;
        kernel.turned = !kernel.turned;
        ax_blas_gemm(j->env->blas, wide, count, c->out_features, j->terms, columns, kernel,
                     result + first * j->place_stride * j->bytes, j->place_stride);
        return;
    }
    if (j->tile_elements == POSITIONS_ARE_NEIGHBOURS) {
        int64_t image = first / c->output_size, inside = first % c->output_size;
        ax_blas_gemm(j->env->blas, wide, c->out_features, count, j->terms, kernel, columns,
                     result + (image * c->result_batch + inside) * j->bytes, c->result_feature);
        return;
    }
    ax_blas_gemm(j->env->blas, wide, c->out_features, count, j->terms, kernel, columns, j->product,
                 count);
    collect_places(j, first, count);
    scatter_product(j, count, result);
}

static ax_status *plan_job(job *j)
{
    const ax_conv_layout *c = &j->c;
    j->positions = c->batch * c->output_size;
    j->tile_elements = choose_target(j);
    j->tile = ax_max_i64(TILE_BYTES / (j->terms * j->bytes), LEAST_POSITIONS);
    j->tile = ax_min_i64(j->tile, j->positions);
    AX_TRY(ax_columns_plan(j->env, c, j->bytes, j->tile, &j->columns));
    /* A tile stays within an image where its rows would otherwise not be at regular places. */
    if (j->tile_elements == POSITIONS_ARE_NEIGHBOURS || j->columns.within_image)
        j->tile = ax_min_i64(j->tile, c->output_size);
    AX_TRY(plan_kernel(j));
    if (j->tile_elements == COLLECTED) {
        AX_TRY(j->env->scratch(j->env, c->out_features * j->tile * j->bytes, &j->product));
        AX_TRY(AX_SCRATCH(j->env, int64_t, j->tile, &j->places));
    }
    return NULL;
}

static int64_t tile_at(const job *j, int64_t first)
{
    int64_t count = ax_min_i64(j->tile, j->positions - first);
    if (j->tile_elements == POSITIONS_ARE_NEIGHBOURS || j->columns.within_image)
        count = ax_min_i64(count, j->c.output_size - first % j->c.output_size);
    return count;
}

static ax_status *run_convolution(const ax_eval_env *env, const ax_eqn *eqn,
                                  const ax_tensor *operands, const ax_tensor *results)
{
    if (ax_dtype_is_half(results[0].type.dtype))
        return ax_eval_wide(env, eqn, operands, results, run_convolution);
    ax_dtype dtype = results[0].type.dtype;
    if (!env->blas || (dtype != AX_F32 && dtype != AX_F64))
        return ax_eval_convolution(env, eqn, operands, results);
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    job j = {
        .env = env,
        .c = ax_conv_layout_of(eqn, operands, &results[0]),
        .bytes = ax_dtype_bytes(dtype),
    };
    j.terms = j.c.window_size * j.c.in_features;
    if (j.terms == 0) { /* sums of nothing */
        memset(results[0].data, 0, (size_t)ax_type_bytes(&results[0].type));
        return NULL;
    }
    AX_TRY(plan_job(&j));
    if (!ax_blas_fits(j.terms) || !ax_blas_fits(j.tile) || !ax_blas_fits(j.columns.stride))
        return ax_eval_convolution(env, eqn, operands, results);
    for (int64_t group = 0; group < j.c.groups; group++) {
        ax_blas_matrix kernel = kernel_of_group(&j, &operands[1], group);
        const char *lhs = (const char *)operands[0].data + group * j.c.lhs_group * j.bytes;
        char *result = (char *)results[0].data + group * j.c.result_group * j.bytes;
        for (int64_t first = 0, count; first < j.positions; first += count) {
            count = tile_at(&j, first);
            run_tile(&j, kernel, lhs, result, first, count);
        }
    }
    return NULL;
}

ax_status *ax_lower_convolution(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    (void)eqn;
    if (target->blas)
        *out_kernel = (ax_kernel){.name = "blas", .run = run_convolution};
    return NULL;
}
