#include "backend/cpu/columns.h"

#include "base/checked.h"

#include <string.h>

int64_t ax_columns_position(const ax_conv_layout *layout, int64_t position, int64_t *out_index)
{
    for (int32_t d = layout->nspatial - 1; d >= 0; d--) {
        out_index[d] = position % layout->spatial[d].output;
        position /= layout->spatial[d].output;
    }
    return position;
}

int64_t ax_columns_next(const ax_conv_layout *layout, int64_t *index)
{
    for (int32_t d = layout->nspatial - 1; d >= 0; d--) {
        if (++index[d] < layout->spatial[d].output)
            return 0;
        index[d] = 0;
    }
    return 1;
}

/* ---- the plan ---- */

/* Whether the input itself, read with one stride over positions, is the matrix of columns. */
static bool use_input(ax_columns *columns)
{
    const ax_conv_layout *c = columns->layout;
    int64_t stride = 0, expected = 0;
    for (int32_t d = c->nspatial - 1; d >= 0; d--) {
        const ax_conv_dim *dim = &c->spatial[d];
        if (dim->window != 1 || dim->step != 1 || dim->low != 0 || dim->lhs_dilation != 1 ||
            dim->input != dim->output)
            return false;
        if (dim->output == 1)
            continue;
        if (stride && dim->lhs_stride != expected)
            return false;
        if (!stride)
            stride = dim->lhs_stride;
        expected = dim->lhs_stride * dim->output;
    }
    if (!stride)
        stride = c->batch > 1 ? c->lhs_batch : 1;
    columns->within_image = c->batch > 1 && c->lhs_batch != stride * c->output_size;
    columns->run_stride = stride;
    /* Elements (feature, position) at feature * lhs_feature + position * stride. */
    columns->turned = c->lhs_feature == 1 && stride >= c->in_features;
    columns->stride = columns->turned ? stride : c->lhs_feature;
    return columns->turned || (stride == 1 && c->lhs_feature >= c->output_size);
}

ax_status *ax_columns_plan(const ax_eval_env *env, const ax_conv_layout *layout, int64_t bytes,
                           int64_t tile, ax_columns *out_columns)
{
    const ax_conv_layout *c = layout;
    ax_columns columns = {.layout = layout,
                          .bytes = bytes,
                          .terms = c->window_size * c->in_features,
                          .form = AX_COLUMNS_INPUT};
    /* Terms in the order in which the kernel has them, as far as it has one. */
    bool window_first = c->nspatial == 0 || c->rhs_in < c->spatial[c->nspatial - 1].rhs_stride;
    columns.window_stride = window_first ? c->in_features : 1;
    columns.feature_stride = window_first ? 1 : c->window_size;
    if (!use_input(&columns)) {
        columns.within_image = false;
        bool features_are_neighbours = c->lhs_feature == 1 && c->in_features >= 8;
        columns.form = features_are_neighbours ? AX_COLUMNS_BY_POSITION : AX_COLUMNS_BY_TERM;
        const ax_conv_dim *last = &c->spatial[c->nspatial > 0 ? c->nspatial - 1 : 0];
        columns.run_stride = c->nspatial > 0 ? last->step * last->lhs_stride : c->lhs_batch;
        columns.stride = columns.form == AX_COLUMNS_BY_POSITION ? columns.terms : tile;
        AX_TRY(env->scratch(env, tile * columns.terms * bytes, &columns.memory));
        AX_TRY(AX_SCRATCH(env, ax_columns_run, tile, &columns.runs));
    }
    *out_columns = columns;
    return NULL;
}

/* ---- finding what a position reads ---- */

/* The element of feature 0 that window position w reads at place x of an image, or -1. */
static int64_t source_of(const ax_conv_layout *c, int64_t image, const int64_t *x, const int64_t *w)
{
    int64_t source = image * c->lhs_batch;
    for (int32_t d = 0; d < c->nspatial; d++) {
        int64_t position = ax_conv_position(&c->spatial[d], x[d], w[d]);
        if (position < 0)
            return -1;
        source += position * c->spatial[d].lhs_stride;
    }
    return source;
}

/* The positions of a tile as runs, for one window position; returns how many. */
static int64_t find_runs(const ax_columns *columns, int64_t first, int64_t count, const int64_t *w)
{
    const ax_conv_layout *c = columns->layout;
    int64_t x[AX_MAX_NDIM], nruns = 0;
    int64_t image = ax_columns_position(c, first, x);
    for (int64_t q = 0; q < count; q++) {
        int64_t source = source_of(c, image, x, w);
        ax_columns_run *run = nruns > 0 ? &columns->runs[nruns - 1] : NULL;
        bool follows = run &&
                       (source < 0 ? run->source < 0
                                   : run->source >= 0 &&
                                         source == run->source + run->count * columns->run_stride);
        if (follows) {
            run->count++;
        } else {
            columns->runs[nruns++] = (ax_columns_run){q, 1, source};
        }
        image += ax_columns_next(c, x);
    }
    return nruns;
}

static void next_window(const ax_conv_layout *c, int64_t *w)
{
    for (int32_t d = c->nspatial - 1; d >= 0; d--) {
        if (++w[d] < c->spatial[d].window)
            return;
        w[d] = 0;
    }
}

/* ---- filling ---- */

/* One term's row: its runs of positions. */
static void fill_row(const ax_columns *columns, const char *from, int64_t nruns, char *row)
{
    int64_t bytes = columns->bytes, stride = columns->run_stride;
    for (int64_t r = 0; r < nruns; r++) {
        const ax_columns_run *run = &columns->runs[r];
        char *to = row + run->first * bytes;
        if (run->source < 0) {
            memset(to, 0, (size_t)(run->count * bytes));
            continue;
        }
        const char *source = from + run->source * bytes;
        if (stride == 1) {
            memcpy(to, source, (size_t)(run->count * bytes));
        } else if (bytes == 4) {
            for (int64_t q = 0; q < run->count; q++)
                ((float *)to)[q] = ((const float *)source)[q * stride];
        } else {
            for (int64_t q = 0; q < run->count; q++)
                ((double *)to)[q] = ((const double *)source)[q * stride];
        }
    }
}

static void fill_by_term(const ax_columns *columns, const char *lhs, int64_t first, int64_t count)
{
    const ax_conv_layout *c = columns->layout;
    int64_t w[AX_MAX_NDIM] = {0};
    for (int64_t i = 0; i < c->window_size; i++, next_window(c, w)) {
        int64_t nruns = find_runs(columns, first, count, w);
        for (int64_t f = 0; f < c->in_features; f++) {
            int64_t term = i * columns->window_stride + f * columns->feature_stride;
            fill_row(columns, lhs + f * c->lhs_feature * columns->bytes, nruns,
                     (char *)columns->memory + term * count * columns->bytes);
        }
    }
}

/* One position's column: for a window position, all features at once. */
static void fill_piece(const ax_columns *columns, const char *from, char *to)
{
    const ax_conv_layout *c = columns->layout;
    int64_t stride = columns->feature_stride;
    if (stride == 1) {
        if (from)
            memcpy(to, from, (size_t)(c->in_features * columns->bytes));
        else
            memset(to, 0, (size_t)(c->in_features * columns->bytes));
    } else if (columns->bytes == 4) {
        for (int64_t f = 0; f < c->in_features; f++)
            ((float *)to)[f * stride] = from ? ((const float *)from)[f] : 0;
    } else {
        for (int64_t f = 0; f < c->in_features; f++)
            ((double *)to)[f * stride] = from ? ((const double *)from)[f] : 0;
    }
}

static void fill_by_position(const ax_columns *columns, const char *lhs, int64_t first,
                             int64_t count)
{
    const ax_conv_layout *c = columns->layout;
    int64_t x[AX_MAX_NDIM], image = ax_columns_position(c, first, x);
    for (int64_t q = 0; q < count; q++) {
        int64_t w[AX_MAX_NDIM] = {0};
        char *column = (char *)columns->memory + q * columns->terms * columns->bytes;
        for (int64_t i = 0; i < c->window_size; i++, next_window(c, w)) {
            int64_t source = source_of(c, image, x, w);
            fill_piece(columns, source < 0 ? NULL : lhs + source * columns->bytes,
                       column + i * columns->window_stride * columns->bytes);
        }
        image += ax_columns_next(c, x);
    }
}

ax_blas_matrix ax_columns_tile(const ax_columns *columns, const char *lhs, int64_t first,
                               int64_t count)
{
    const ax_conv_layout *c = columns->layout;
    if (columns->form == AX_COLUMNS_BY_TERM) {
        fill_by_term(columns, lhs, first, count);
        return (ax_blas_matrix){.data = columns->memory, .stride = count};
    }
    if (columns->form == AX_COLUMNS_BY_POSITION) {
        fill_by_position(columns, lhs, first, count);
        return (ax_blas_matrix){.data = columns->memory, .stride = columns->terms, .turned = true};
    }
    int64_t image = first / c->output_size, inside = first % c->output_size;
    int64_t start = columns->within_image ? image * c->lhs_batch + inside * columns->run_stride
                                          : first * columns->run_stride;
    return (ax_blas_matrix){
        .data = lhs + start * columns->bytes, .stride = columns->stride, .turned = columns->turned};
}
