#include "backend/cpu/direct_private.h"
#include "base/checked.h"

#include <stdlib.h>

enum {
    DEEPEST = 256,             /* terms of a part: a panel of them lies in the first cache */
    KNOWN_DEPTH = 24,          /* terms of a run at most that are written one behind the other */
    MOST_ROWS = 512,           /* of a block */
    BLOCK_BYTES = 160 << 10,   /* of the input: a third of a small second cache, */
    SUMS_BYTES = 192 << 10,    /* and of sums */
    NEAR_BYTES = 16 << 10,     /* of the kernel: half a first cache */
    LARGEST_BLOCK = 4 << 20,   /* bytes, where one row of places has as much */
    LARGEST_KERNEL = 64 << 20, /* bytes, packed */
    MOST_RUNS = 1 << 20,
    TASK_FLOPS = 16 << 20, /* a task is worth no more, where it can be less, */
    LEAST_ROWS = 96,       /* and has at least so many rows, */
    LEAST_PANELS = 2,      /* and panels */
    FEWEST_PLACES = 12,    /* of all images, for which a kernel is packed */
};

/* ---- places ---- */

static void add_dim(ax_direct *d, int32_t *order, int32_t name, ax_direct_dim dim)
{
    int32_t at = d->ndims++;
    for (; at > 0 && d->dims[at - 1].result < dim.result; at--) {
        d->dims[at] = d->dims[at - 1];
        order[at] = order[at - 1];
    }
    d->dims[at] = dim;
    order[at] = name;
}

static void collect_places(ax_direct *d, const ax_conv_layout *c, int32_t *order)
{
    add_dim(d, order, -1, (ax_direct_dim){.size = c->batch, .result = c->result_batch});
    for (int32_t i = 0; i < c->nspatial; i++) {
        const ax_conv_dim *dim = &c->spatial[i];
        add_dim(d, order, i, (ax_direct_dim){.size = dim->output, .result = dim->result_stride});
    }
}

static int64_t inside(const ax_direct *d, int32_t split)
{
    int64_t count = 1;
    for (int32_t i = split + 1; i < d->ndims; i++)
        count *= d->dims[i].size;
    return count;
}

/* Lengths of a block of `length` along `split`. */
static void set_lengths(ax_direct *d, int32_t split, int64_t length)
{
    d->split = split;
    for (int32_t i = 0; i < d->ndims; i++)
        d->dims[i].length = i < split ? 1 : i == split ? length : d->dims[i].size;
}

static bool plan_block(ax_direct *d, const ax_conv_layout *c, const int32_t *order)
{
    int64_t lengths[AX_DIRECT_MOST_DIMS];
    for (int32_t i = 0; i < d->ndims; i++)
        lengths[i] = d->dims[i].length;
    return ax_padded_plan_block(c, d->bytes, d->ndims, order, lengths, &d->input);
}

static bool fits(ax_direct *d, const ax_conv_layout *c, const int32_t *order, int32_t split,
                 int64_t length)
{
    if (length * inside(d, split) > MOST_ROWS)
        return false;
    set_lengths(d, split, length);
    return !d->in_blocks || (plan_block(d, c, order) && d->input.bytes <= BLOCK_BYTES);
}

/* As many places as fit, but no more than a task wants. */
static bool choose_block(ax_direct *d, const ax_conv_layout *c, const int32_t *order)
{
    int32_t split = 0;
    while (split + 1 < d->ndims && !fits(d, c, order, split, 1))
        split++;
    int64_t low = 1, size = d->dims[split].size, high = size, rows = inside(d, split);
    while (low < high) {
        int64_t middle = high - (high - low) / 2;
        if (fits(d, c, order, split, middle))
            low = middle;
        else
            high = middle - 1;
    }
    while (low > 1 && low / 2 * rows >= LEAST_ROWS && 2 * low * rows * d->k * d->n > TASK_FLOPS)
        low /= 2;
    set_lengths(d, split, ax_ceil_div(size, ax_ceil_div(size, low)));
    d->nblocks = ax_ceil_div(size, d->dims[split].length);
    d->outer = 1;
    for (int32_t i = 0; i < split; i++)
        d->outer *= d->dims[i].size;
    return rows * d->dims[split].length <= INT32_MAX &&
           (!d->in_blocks || (plan_block(d, c, order) && d->input.bytes <= LARGEST_BLOCK));
}

static void choose_input_strides(ax_direct *d, const ax_conv_layout *c, const int32_t *order)
{
    for (int32_t i = 0; i < d->ndims; i++) {
        int32_t name = order[i];
        d->dims[i].input = name < 0 ? d->input.batch
                                    : c->spatial[name].step * d->input.spatial[name];
    }
}

/* ---- rows ---- */

static void cut_rows(ax_direct_rows *rows, int64_t count, int64_t most)
{
    rows->count = count;
    rows->ntiles = ax_ceil_div(count, most);
    rows->height = count / rows->ntiles;
    rows->taller = count % rows->ntiles;
}

static ax_status *fill_rows(ax_direct *d)
{
    int64_t index[AX_DIRECT_MOST_DIMS] = {0};
    d->row_offsets = calloc((size_t)d->rows.count, sizeof *d->row_offsets);
    if (!d->row_offsets)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a convolution");
    for (int64_t row = 0; row < d->rows.count; row++) {
        int64_t offset = 0;
        for (int32_t i = 0; i < d->ndims; i++)
            offset += index[i] * d->dims[i].input;
        d->row_offsets[row] = offset * d->bytes;
        for (int32_t i = d->ndims - 1; i >= 0 && ++index[i] == d->dims[i].length; i--)
            index[i] = 0;
    }
    return NULL;
}

/* Whether rows of a block follow one another in the result with one stride. */
static bool find_row_stride(ax_direct *d)
{
    int64_t next = 0;
    for (int32_t i = d->ndims - 1; i >= d->split; i--) {
        if (d->dims[i].length == 1)
            continue;
        if (next == 0)
            d->row_stride = d->dims[i].result;
        else if (d->dims[i].result != next)
            return false;
        next = d->dims[i].result * d->dims[i].length;
    }
    if (next == 0)
        d->row_stride = d->n;
    return d->result_feature == 1;
}

/* ---- terms ---- */

typedef struct term_dim {
    int64_t size, input, kernel;
} term_dim;

static int32_t collect_terms(const ax_direct *d, const ax_conv_layout *c, term_dim *dims)
{
    bool features_inside = ax_direct_features_inside(c);
    term_dim features = {c->in_features, d->input.feature, c->rhs_in};
    int32_t count = 0;
    if (!features_inside && features.size > 1)
        dims[count++] = features;
    for (int32_t i = 0; i < c->nspatial; i++) {
        const ax_conv_dim *dim = &c->spatial[i];
        if (dim->window > 1) {
            dims[count++] = (term_dim){dim->window, dim->rhs_dilation * d->input.spatial[i],
                                       dim->reversed ? -dim->rhs_stride : dim->rhs_stride};
        }
    }
    if (features_inside && features.size > 1)
        dims[count++] = features;
    return count;
}

static int64_t first_of_kernel(const ax_conv_layout *c)
{
    int64_t first = 0;
    for (int32_t i = 0; i < c->nspatial; i++) {
        if (c->spatial[i].reversed)
            first += (c->spatial[i].window - 1) * c->spatial[i].rhs_stride;
    }
    return first;
}

/* The innermost dimensions that are one in the input are a run; a long one is cut into pieces. Gives the number
 * of dimensions that are left outside. */
static int32_t choose_run(ax_direct *d, const term_dim *dims, int32_t count, int64_t *out_run,
                          int64_t *out_piece)
{
    int64_t run = 1;
    int32_t outer = count;
    while (outer > 0) {
        const term_dim *dim = &dims[outer - 1];
        bool goes_on = outer == count || dim->input == run * dims[count - 1].input;
        if (outer < count && (!goes_on || run * dim->size > DEEPEST))
            break;
        run *= dim->size;
        outer--;
    }
    d->nrun_dims = count - outer;
    for (int32_t i = outer; i < count; i++) {
        d->run_dims[i - outer] = dims[i].size;
        d->run_strides[i - outer] = dims[i].kernel;
    }
    d->term_bytes = count > 0 ? dims[count - 1].input * d->bytes : d->bytes;
    *out_run = run;
    *out_piece = ax_ceil_div(run, ax_ceil_div(run, DEEPEST));
    return outer;
}

static void fill_runs(ax_direct *d, const term_dim *dims, int32_t outer, int64_t first_of_kernel,
                      int64_t run, int64_t piece)
{
    int64_t index[AX_MAX_NDIM] = {0}, pieces = ax_ceil_div(run, piece);
    int64_t step = d->nrun_dims > 0 ? d->run_strides[d->nrun_dims - 1] : 0;
    for (int64_t r = 0; r < d->nruns; r += pieces) {
        int64_t input = 0, kernel = first_of_kernel;
        for (int32_t i = 0; i < outer; i++) {
            input += index[i] * dims[i].input;
            kernel += index[i] * dims[i].kernel;
        }
        for (int64_t j = 0; j < pieces; j++) {
            d->run_offsets[r + j] = input * d->bytes + j * piece * d->term_bytes;
            d->kernel_runs[r + j] = kernel + j * piece * step;
        }
        for (int32_t i = outer - 1; i >= 0 && ++index[i] == dims[i].size; i--)
            index[i] = 0;
    }
}

/* Parts are several whole runs, or single pieces where the last one of a run is shorter. */
static void fill_parts(ax_direct *d, int64_t run, int64_t piece)
{
    bool even = run % piece == 0;
    int64_t pieces = ax_ceil_div(run, piece), at_once = even ? ax_max_i64(DEEPEST / piece, 1) : 1;
    int64_t term = 0;
    for (int64_t r = 0; r < d->nruns; r += at_once) {
        ax_direct_part *part = &d->parts[d->nparts++];
        part->first_run = r;
        part->first_term = term;
        part->nruns = ax_min_i64(at_once, d->nruns - r);
        part->depth = even || (r + 1) % pieces != 0 ? piece : run - (pieces - 1) * piece;
        term += part->nruns * part->depth;
    }
}

static ax_status *cut_terms(ax_direct *d, const ax_conv_layout *c)
{
    term_dim dims[AX_MAX_NDIM];
    int32_t count = collect_terms(d, c, dims);
    int64_t run, piece;
    int32_t outer = choose_run(d, dims, count, &run, &piece);
    d->nruns = d->k / run * ax_ceil_div(run, piece);
    size_t size = (size_t)d->nruns;
    d->run_offsets = calloc(size, sizeof *d->run_offsets);
    d->kernel_runs = calloc(size, sizeof *d->kernel_runs);
    d->parts = calloc(size, sizeof *d->parts);
    if (!d->run_offsets || !d->kernel_runs || !d->parts)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a convolution");
    fill_runs(d, dims, outer, first_of_kernel(c), run, piece);
    fill_parts(d, run, piece);
    return NULL;
}

/* ---- tiles ---- */

/* Rows of a tile at most, and registers in each, as products have them. */
static int64_t choose_width(ax_direct *d, int64_t lanes, int32_t vector_bytes)
{
    bool many_registers = vector_bytes == 64;
    int64_t vectors = 2, rows = many_registers ? 8 : 6;
    if (d->n <= lanes) {
        vectors = 1;
        rows = many_registers ? 16 : 12;
    } else if (many_registers && d->n > 2 * lanes && d->n <= 3 * lanes) {
        vectors = 3;
    }
    d->width = vectors * lanes;
    d->npanels = ax_ceil_div(d->n, d->width);
    d->last_width = d->n - (d->npanels - 1) * d->width;
    d->last_room = ax_round_up(d->last_width, lanes);
    return rows;
}

static int32_t known_depth(const ax_direct *d)
{
    for (int64_t i = 0; i < d->nparts; i++) {
        if (d->parts[i].depth != d->parts[0].depth || d->parts[i].depth > KNOWN_DEPTH)
            return 0;
    }
    return (int32_t)d->parts[0].depth;
}

static ax_status *get_tiles(const ax_direct *d, ax_codegen *codegen, ax_dtype wide, int64_t lanes,
                            ax_direct_rows *rows)
{
    for (int taller = 0; taller < 2; taller++) {
        for (int last = 0; last < 2; last++) {
            bool used = (taller ? rows->taller > 0 : rows->taller < rows->ntiles) &&
                        (last || d->npanels > 1);
            int64_t room = last ? d->last_room : d->width;
            ax_matrix_tile tile = {.element = wide,
                                   .rows = (int32_t)(rows->height + taller),
                                   .vectors = (int32_t)(room / lanes),
                                   .b = AX_MATRIX_B_PACKED,
                                   .masked = last && d->last_width != room,
                                   .spread = true,
                                   .beside = d->term_bytes == d->bytes,
                                   .depth = known_depth(d)};
            if (used)
                AX_TRY(ax_matrix_tile_get(codegen, &tile, &rows->tiles[taller][last]));
        }
    }
    return NULL;
}

/* ---- the plan ---- */

static void cut_columns(ax_direct *d)
{
    int64_t columns = TASK_FLOPS / ax_max_i64(2 * d->rows.count * d->k, 1);
    columns = ax_min_i64(columns, SUMS_BYTES / (d->rows.count * d->bytes));
    int64_t panels = ax_min_i64(ax_max_i64(columns / d->width, LEAST_PANELS), d->npanels);
    d->nchunks = ax_ceil_div(d->npanels, panels);
    d->panels_per_chunk = ax_ceil_div(d->npanels, d->nchunks);
    d->nchunks = ax_ceil_div(d->npanels, d->panels_per_chunk);
    d->features_first = d->nparts == 1 &&
                        d->k * d->panels_per_chunk * d->width * d->bytes <= NEAR_BYTES;
}

static void measure(ax_direct *d)
{
    d->block_bytes = d->in_blocks ? ax_round_up(d->input.bytes, 64) : 0;
    d->sums_bytes = 0;
    if (!d->in_place)
        d->sums_bytes = ax_round_up(d->rows.count * d->panels_per_chunk * d->width * d->bytes, 64);
}

/* Where a kernel is too small to be packed, and where rows are one matrix. */
static bool is_worth(const ax_conv_layout *c)
{
    bool slides = c->window_size > 1;
    for (int32_t i = 0; i < c->nspatial; i++)
        slides = slides || c->spatial[i].step != 1 || c->spatial[i].low != 0;
    return slides && c->out_features > 1 && c->batch * c->output_size >= FEWEST_PLACES;
}

static bool choose_input(ax_direct *d, const ax_conv_layout *c, const int32_t *order)
{
    if (!ax_padded_plan(c, d->bytes, &d->input))
        return false;
    d->in_blocks = ax_direct_features_inside(c) &&
                   (d->input.bytes > 0 || (c->lhs_feature != 1 && c->in_features > 1));
    return choose_block(d, c, order);
}

static ax_status *plan(ax_direct *d, ax_codegen *codegen, ax_dtype wide, const ax_conv_layout *c)
{
    int64_t lanes = ax_matrix_lanes(codegen, wide);
    int64_t most = choose_width(d, lanes, ax_codegen_vector_bytes(codegen));
    int64_t rows = d->dims[d->split].length * inside(d, d->split);
    int64_t last = d->dims[d->split].size - (d->nblocks - 1) * d->dims[d->split].length;
    cut_rows(&d->rows, rows, most);
    cut_rows(&d->last_rows, last * inside(d, d->split), most);
    d->in_place = find_row_stride(d);
    AX_TRY(fill_rows(d));
    AX_TRY(cut_terms(d, c));
    cut_columns(d);
    measure(d);
    d->packed_bytes = d->groups * d->k * d->npanels * d->width * d->bytes;
    AX_TRY(get_tiles(d, codegen, wide, lanes, &d->rows));
    return get_tiles(d, codegen, wide, lanes, &d->last_rows);
}

ax_status *ax_direct_create(ax_codegen *codegen, ax_dtype dtype, const ax_conv_layout *layout,
                            ax_direct **out_direct)
{
    const ax_conv_layout *c = layout;
    ax_dtype wide;
    int32_t order[AX_DIRECT_MOST_DIMS];
    int64_t packed;
    if (!ax_matrix_wide_type(dtype, &wide) || dtype == AX_BOOL ||
        ax_dtype_bytes(dtype) != ax_dtype_bytes(wide) || !is_worth(c))
        return NULL;
    ax_direct *d = calloc(1, sizeof *d);
    if (!d)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a convolution");
    d->bytes = ax_dtype_bytes(dtype);
    d->groups = c->groups;
    d->kernel_group = c->rhs_group;
    d->result_group = c->result_group;
    d->n = c->out_features;
    d->k = c->window_size * c->in_features;
    d->result_feature = c->result_feature;
    d->kernel_feature = c->rhs_out;
    collect_places(d, c, order);
    bool can = ax_checked_mul(d->groups * d->k, ax_round_up(d->n, 64) * d->bytes, &packed) &&
               packed <= LARGEST_KERNEL && choose_input(d, c, order);
    if (can)
        choose_input_strides(d, c, order);
    ax_status *status = can ? plan(d, codegen, wide, c) : NULL;
    if (status || !can) {
        ax_direct_free(d);
        return status;
    }
    *out_direct = d;
    return NULL;
}

void ax_direct_free(ax_direct *direct)
{
    if (!direct)
        return;
    free(direct->row_offsets);
    free(direct->run_offsets);
    free(direct->kernel_runs);
    free(direct->parts);
    free(direct);
}

int64_t ax_direct_scratch(const ax_direct *d, int32_t threads)
{
    int64_t whole = d->in_blocks ? 0 : ax_round_up(d->input.bytes, 64);
    return whole + ax_round_up(d->packed_bytes, 64) + (d->block_bytes + d->sums_bytes) * threads;
}
