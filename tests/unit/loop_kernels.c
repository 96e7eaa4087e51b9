/* Generated kernels of fusions against the fusion's own evaluation: all kinds of regions on all dtypes, in memory
 * that ends at pages that nobody may touch, by the caller alone and by a team of threads.
 *
 *     AXMAP_SEED=17 unit_loop_kernels      the region of one seed, printed when it fails
 *     AXMAP_GRAPHS=20000 unit_loop_kernels as many seeds instead of the few that the test takes
 */
#include "test.h"

#include "random_graph.h"
#include "regions.h"

enum { REGIONS = 200 };

/* ---- sizes ---- */

/* Plain chains, of every size around that of vectors and turns, of each dtype. */
static void trace_chain(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    graph_maker m = {.builder = b};
    out[0] = ax_maximum(in[0], in[1]);
    out[1] = ax_select(ax_compare(in[0], in[1], AX_LT), in[1], number(&m, in[0], 1));
}

static void test_sizes(void **unused)
{
    (void)unused;
    static const ax_dtype dtypes[] = {AX_BOOL, AX_I8, AX_U16, AX_F16, AX_BF16, AX_F32, AX_F64};
    for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
        for (int64_t size = 0; size < 300; size += size < 70 ? 1 : 37) {
            ax_type type = type_with(dtypes[d], AX_LIST(size));
            region r = {.kind = AX_FUSION_LOOP,
                        .name = "chain",
                        .trace = trace_chain,
                        .ninputs = 2,
                        .noutputs = 2,
                        .inputs = {type, type},
                        .seed = (uint64_t)size};
            check_region(&r);
        }
        ax_type large = type_with(dtypes[d], AX_LIST(3, 100001));
        region r = {.kind = AX_FUSION_LOOP,
                    .name = "long chain",
                    .trace = trace_chain,
                    .ninputs = 2,
                    .noutputs = 2,
                    .inputs = {large, large}};
        check_region(&r);
    }
}

/* Short dimensions behind a long one, some of which repeat: in turns after which all is where it was, and in
 * what is left behind those. */
static void trace_short_dims(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_type type = ax_value_type(in[0]);
    ax_ints dims = {3, type.dims};
    ax_value column = ax_slice(in[0], AX_LIST(0, 0, 1), AX_LIST(type.dims[0], type.dims[1], 2),
                               AX_LIST(1, 1, 1));
    ax_value row = ax_slice(in[1], AX_LIST(0, 1, 0), AX_LIST(type.dims[0], 2, type.dims[2]),
                            AX_LIST(1, 1, 1));
    column = ax_broadcast_in_dim(column, dims, AX_LIST(0, 1, 2));
    row = ax_broadcast_in_dim(row, dims, AX_LIST(0, 1, 2));
    out[0] = ax_maximum(ax_maximum(column, row), ax_reverse(in[0], AX_LIST(2)));
    out[1] = ax_minimum(column, ax_broadcast_in_dim(in[2], dims, AX_LIST(2)));
}

static void test_short_dims(void **unused)
{
    (void)unused;
    static const ax_dtype dtypes[] = {AX_BOOL, AX_U8, AX_F16, AX_F32, AX_F64};
    for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
        for (int64_t dim = 2; dim < 8; dim++) {
            /* The largest leaves the caches. */
            int64_t elements = dtypes[d] == AX_F32 && dim == 3 ? 4500000 : 20000;
            int64_t other = dim < 6 ? dim : 2, count = elements / (dim * other) + 1;
            ax_type type = type_with(dtypes[d], AX_LIST(count, other, dim));
            region r = {.kind = AX_FUSION_LOOP,
                        .name = "short dimensions",
                        .trace = trace_short_dims,
                        .ninputs = 3,
                        .noutputs = 2,
                        .inputs = {type, type, type_with(dtypes[d], AX_LIST(dim))},
                        .seed = (uint64_t)dim};
            check_region(&r);
        }
    }
}

/* ---- random loops ---- */

static ax_value loop_step(graph_maker *m)
{
    ax_value x = any_value(m);
    ax_type type = type_of(x);
    ax_value starts[AX_MAX_NDIM];
    int64_t sizes[AX_MAX_NDIM];
    switch (choose(m, 12)) {
    case 0:
    case 1:
    case 2:
    case 3: return moved(m, x);
    case 4:
        if (ax_type_count(&type) == 0)
            return moved(m, x);
        for (int32_t d = 0; d < type.ndim; d++) {
            starts[d] = ax_scalar(m->builder, AX_I32, (double)choose(m, 6) - 2);
            sizes[d] = 1 + choose(m, (uint32_t)type.dims[d]);
        }
        return ax_dynamic_slice(x, starts, ((ax_ints){type.ndim, sizes}));
    default: return exact_element(m, x);
    }
}

static void trace_random_loop(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    const region *r = user;
    graph_maker m = {.builder = b, .state = r->seed * 977 + 5};
    for (int32_t i = 0; i < r->ninputs; i++)
        m.values[m.count++] = in[i];
    int32_t steps = 2 + (int32_t)choose(&m, 10);
    for (int32_t i = 0; i < steps; i++) {
        ax_value next = loop_step(&m);
        ax_type type = type_of(next);
        if (ax_type_count(&type) <= GRAPH_MOST_COUNT && type.ndim <= 5)
            m.values[m.count++] = next;
    }
    out[0] = m.values[m.count - 1];
    ax_type type = type_of(out[0]);
    if (r->noutputs > 1)
        out[1] = ax_reshape(ax_convert(out[0], AX_F32), AX_LIST(ax_type_count(&type)));
}

static region random_region(uint64_t seed)
{
    uint64_t state = seed * 7919 + 11;
    region r = {.seed = seed, .may_miss = true};
    r.ninputs = 1 + (int32_t)pick(&state, 3);
    r.noutputs = 1 + (int32_t)pick(&state, 2);
    for (int32_t i = 0; i < r.ninputs; i++) {
        r.inputs[i] = pick_type(&state, false);
        if (i > 0 && pick(&state, 2)) { /* operands that fit one another */
            ax_dtype dtype = r.inputs[i].dtype;
            r.inputs[i] = r.inputs[0];
            r.inputs[i].dtype = dtype;
        }
    }
    return r;
}

/* Checks `usual` seeds, or what the environment says; nearly all of them have kernels. */
static void check_seeds(region (*make)(uint64_t seed), uint64_t usual)
{
    const char *one = getenv("AXMAP_SEED"), *many = getenv("AXMAP_GRAPHS");
    uint64_t first = one ? strtoull(one, NULL, 10) : 1, generated = 0;
    uint64_t count = one ? 1 : many ? strtoull(many, NULL, 10) : usual;
    for (uint64_t seed = first; seed < first + count; seed++) {
        region r = make(seed);
        r.user = &r;
        generated += check_region(&r);
    }
    if (!one)
        assert_true(generated * 10 >= count * 9);
}

static region random_loop(uint64_t seed)
{
    region r = random_region(seed);
    r.kind = AX_FUSION_LOOP;
    r.name = "random loop";
    r.trace = trace_random_loop;
    return r;
}

static void test_random_loops(void **unused)
{
    (void)unused;
    check_seeds(random_loop, REGIONS);
}

/* ---- rows ---- */

/* Which dims are reduced: the last `count` ones. */
static ax_ints last_dims(const ax_type *type, int32_t count, int64_t *dims)
{
    for (int32_t i = 0; i < count; i++)
        dims[i] = type->ndim - count + i;
    return (ax_ints){count, dims};
}

static ax_value fold_exactly(graph_maker *m, ax_value x, ax_ints dims)
{
    bool flag = type_of(x).dtype == AX_BOOL;
    switch (choose(m, 4)) {
    case 0: return flag ? ax_any(x, dims) : ax_max(x, dims);
    case 1: return flag ? ax_all(x, dims) : ax_min(x, dims);
    case 2: return flag ? ax_any(x, dims) : is_float(x) ? ax_sum(x, dims) : ax_prod(x, dims);
    default: return flag ? ax_all(x, dims) : ax_sum(x, dims);
    }
}

/* Elementwise steps on values of one shape, reductions of them in between, and the reduced values spread out
 * again. */
static void trace_random_rows(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    const region *r = user;
    graph_maker m = {.builder = b, .state = r->seed * 977 + 5};
    int64_t memory[AX_MAX_NDIM];
    for (int32_t i = 0; i < r->ninputs; i++)
        m.values[m.count++] = in[i];
    ax_value x = loop_step(&m);
    ax_type type = type_of(x);
    if (type.ndim == 0 || ax_type_count(&type) > GRAPH_MOST_COUNT || type.ndim > 5) {
        x = in[0];
        type = type_of(x);
    }
    if (type.ndim == 0)
        x = ax_reshape(x, AX_LIST(1));
    type = type_of(x);
    ax_ints dims = last_dims(&type, 1 + (int32_t)choose(&m, (uint32_t)type.ndim), memory);
    ax_value reduced = x;
    int32_t rounds = 1 + (int32_t)choose(&m, 3);
    for (int32_t i = 0; i < rounds; i++) {
        m.values[m.count++] = x;
        reduced = tame(&m, fold_exactly(&m, x, dims));
        type = type_of(x);
        m.values[m.count++] = tame(&m, spread_back(reduced, &type, dims));
        x = exact_element(&m, choose(&m, 2) ? x : m.values[m.count - 1]);
        if (type_of(x).dtype == AX_BOOL)
            x = ax_convert(x, type.dtype);
    }
    out[0] = choose(&m, 2) ? x : reduced;
    if (r->noutputs > 1)
        out[1] = choose(&m, 2) ? fold_exactly(&m, x, dims) : ax_convert(reduced, AX_F32);
}

static region random_rows(uint64_t seed)
{
    region r = random_region(seed);
    r.kind = AX_FUSION_ROWS;
    r.name = "random rows";
    r.trace = trace_random_rows;
    return r;
}

static void test_random_rows(void **unused)
{
    (void)unused;
    check_seeds(random_rows, REGIONS);
}

static ax_value over_rows(ax_value reduced, ax_value like_x)
{
    ax_type type = type_of(like_x);
    return spread_back(reduced, &type, AX_LIST(type.ndim - 1));
}

static void trace_softmax(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_ints last = AX_LIST(-1);
    ax_value e = ax_exp(ax_sub(in[0], over_rows(ax_max(in[0], last), in[0])));
    out[0] = ax_div(e, over_rows(ax_sum(e, last), e));
}

static void trace_norm(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    graph_maker m = {.builder = b};
    ax_ints last = AX_LIST(-1);
    ax_type type = type_of(in[0]);
    ax_value apart = ax_sub(in[0], over_rows(ax_mean(in[0], last), in[0]));
    ax_value variance = ax_mean(ax_mul(apart, apart), last);
    ax_value scale = ax_rsqrt(ax_add(variance, number(&m, variance, 1e-5)));
    ax_ints along = AX_LIST(type.ndim - 1);
    out[0] = ax_add(ax_mul(ax_mul(apart, over_rows(scale, apart)),
                           ax_broadcast_in_dim(in[1], dims_of(&type), along)),
                    ax_broadcast_in_dim(in[2], dims_of(&type), along));
}

static void trace_sums(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_ints last = AX_LIST(-1);
    out[0] = ax_sum(in[0], last);
    out[1] = ax_max(ax_mul(in[0], in[0]), last);
}

static region rows_of(const char *name, ax_trace_fn *trace, ax_type x, int32_t ninputs,
                      int32_t noutputs, double allowed)
{
    ax_type row = {.dtype = x.dtype, .ndim = 1, .dims = {x.dims[x.ndim - 1]}};
    return (region){.kind = AX_FUSION_ROWS,
                    .name = name,
                    .trace = trace,
                    .ninputs = ninputs,
                    .noutputs = noutputs,
                    .inputs = {x, row, row},
                    .smooth = true,
                    .allowed = allowed,
                    .seed = (uint64_t)x.dims[x.ndim - 1]};
}

/* Rows of every length: none, one, around vectors and turns, of several blocks. */
static void test_row_lengths(void **unused)
{
    (void)unused;
    static const int64_t lengths[] = {0,  1,  2,  3,   7,   8,   15,   16,   17,   31,   33,
                                      63, 64, 65, 100, 127, 129, 1000, 1024, 4096, 5000, 20000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        ax_type x = type_with(AX_F32, AX_LIST(lengths[i] < 20 ? 75 : 3, lengths[i]));
        region sums = rows_of("sums", trace_sums, x, 1, 2, 2e-6 * (double)(lengths[i] + 10) / 10);
        check_region(&sums);
        if (lengths[i] == 0)
            continue;
        region softmax = rows_of("softmax", trace_softmax, x, 1, 1, 1e-6);
        check_region(&softmax);
        region norm = rows_of("norm", trace_norm, x, 3, 1, 1e-5);
        check_region(&norm);
    }
}

static void trace_extrema(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_max(in[0], AX_LIST(-1));
    out[1] = ax_min(in[0], AX_LIST(-1));
}

/* NaN of both signs, zeros of both signs, rows of one sign. */
static void test_extrema(void **unused)
{
    (void)unused;
    static const double zeros[] = {0.0, -0.0}, below[] = {-1, -2.5, -0.0, -1e30},
                        above[] = {1, 2.5, 1e-40}, ends[] = {INFINITY, -INFINITY, -1},
                        none[] = {-NAN, -1, -2}, some[] = {NAN, 3, 4, 5, 6, 7, 8, 9, -1, -2, -3};
    static const struct {
        const double *values;
        uint32_t count;
    } sets[] = {{zeros, 2}, {zeros + 1, 1}, {below, 4}, {above, 3},
                {ends, 3},  {none, 3},      {some, 11}};
    static const ax_dtype dtypes[] = {AX_F32, AX_F64, AX_F16, AX_BF16};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        for (int64_t length = 1; length < 80; length += 13) {
            ax_type x = type_with(dtypes[(size_t)length % 4], AX_LIST(33, length));
            region extrema = rows_of("extrema", trace_extrema, x, 1, 2, 0);
            extrema.values = sets[i].values;
            extrema.nvalues = sets[i].count;
            check_region(&extrema);
        }
    }
}

/* All of an array, and a few long rows: threads share one row. */
static void trace_total(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value total = ax_sum(in[0], AX_ALL_DIMS);
    ax_type type = type_of(in[0]);
    ax_value apart = ax_sub(in[0], ax_broadcast_in_dim(total, dims_of(&type), AX_EMPTY_LIST));
    out[0] = ax_max(apart, AX_ALL_DIMS);
    out[1] = total;
    out[2] = apart;
}

static void test_long_rows(void **unused)
{
    (void)unused;
    static const ax_dtype dtypes[] = {AX_F32, AX_F64, AX_BF16, AX_I32};
    for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
        ax_type x = type_with(dtypes[d], AX_LIST(700, 1001));
        region total = rows_of("total", trace_total, x, 1, 3, dtypes[d] == AX_BF16 ? 1e-2 : 1e-5);
        check_region(&total);
        x = type_with(dtypes[d], AX_LIST(5, 300001));
        region sums = rows_of("long sums", trace_sums, x, 1, 2, dtypes[d] == AX_BF16 ? 1e-2 : 1e-4);
        check_region(&sums);
    }
}

/* Runs a region of rows on inputs whose first one is given; the caller frees its first result. */
static void *run_rows_of(const region *r, const void *x, size_t *out_bytes)
{
    ax_graph *graph;
    ax_kernel kernel;
    guarded in[MOST_BUFFERS], out[MOST_BUFFERS];
    assert_ok(fuse_region(r, &graph));
    assert_ok(ax_kernel_create(&cpu, graph->first, &kernel));
    assert_string_equal(kernel.name, "rows");
    for (int32_t i = 0; i < r->ninputs; i++) {
        in[i] = guarded_memory(&r->inputs[i]);
        fill(&r->inputs[i], 5 + (uint64_t)i, true, in[i].data);
    }
    memcpy(in[0].data, x, (size_t)ax_type_bytes(&r->inputs[0]));
    for (int32_t i = 0; i < r->noutputs; i++)
        out[i] = guarded_memory(&graph->outputs[i]->type);
    run_kernel(&kernel, graph->first, 1, in, out);
    *out_bytes = (size_t)ax_type_bytes(&graph->outputs[0]->type);
    void *result = malloc(*out_bytes);
    memcpy(result, out[0].data, *out_bytes);
    guarded_release(in, r->ninputs);
    guarded_release(out, r->noutputs);
    ax_kernel_free(&kernel);
    ax_graph_free(graph);
    return result;
}

/* A row has the same bits alone, among a few and among many, wherever it stands. */
static void test_rows_have_their_bits(void **unused)
{
    (void)unused;
    static const int64_t lengths[] = {1, 2, 3, 5, 8, 10, 16, 17, 33, 100, 5000};
    static const ax_dtype dtypes[] = {AX_F32, AX_F64, AX_BF16};
    ax_trace_fn *const traces[] = {trace_softmax, trace_norm, trace_sums};
    for (size_t i = 0; i < 3 * sizeof lengths / sizeof lengths[0]; i++) {
        int64_t length = lengths[i / 3];
        ax_type many = type_with(dtypes[i / 3 % 3], AX_LIST(37, length)), one = many;
        one.dims[0] = 1;
        size_t row = (size_t)ax_type_bytes(&one), all, alone;
        char *x = malloc(37 * row);
        fill(&many, (uint64_t)length, true, x);
        region r = rows_of("rows", traces[i % 3], many, i % 3 == 1 ? 3 : 1, i % 3 == 2 ? 2 : 1, 0);
        char *expected = run_rows_of(&r, x, &all);
        r.inputs[0] = one;
        for (size_t k = 0; k < 37; k += 9) {
            void *result = run_rows_of(&r, x + k * row, &alone);
            assert_int_equal(alone * 37, all);
            assert_memory_equal(result, expected + k * alone, alone);
            free(result);
        }
        free(expected);
        free(x);
    }
}

static void trace_joined(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_concatenate(in, 2, 1);
}

/* Results that are written past the cache where they lie at lines of it (they do behind the first guard, and not
 * before the last one where their size is odd). */
static void test_large_results(void **unused)
{
    (void)unused;
    ax_type flat = type_with(AX_F32, AX_LIST(4300001)),
            wide = type_with(AX_F32, AX_LIST(8208, 1040));
    region chain = {.kind = AX_FUSION_LOOP,
                    .name = "large chain",
                    .trace = trace_chain,
                    .ninputs = 2,
                    .noutputs = 2,
                    .inputs = {flat, flat}};
    check_region(&chain);
    chain.inputs[0] = chain.inputs[1] = wide;
    check_region(&chain);
    chain.trace = trace_joined;
    chain.noutputs = 1;
    check_region(&chain);
    region softmax = rows_of("large softmax", trace_softmax, wide, 1, 1, 1e-6);
    check_region(&softmax);
}

/* ---- columns ---- */

/* Which dims are reduced: any but the last. */
static ax_ints any_dims(graph_maker *m, const ax_type *type, int64_t *dims)
{
    int32_t count = 0;
    for (int32_t d = 0; d < type->ndim - 1; d++) {
        if (choose(m, 3))
            dims[count++] = d;
    }
    return (ax_ints){count, dims};
}

/* Two reductions of what elementwise steps and moves gave, and steps on what they give. */
static void trace_random_columns(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    const region *r = user;
    graph_maker m = {.builder = b, .state = r->seed * 977 + 5};
    int64_t memory[AX_MAX_NDIM];
    for (int32_t i = 0; i < r->ninputs; i++)
        m.values[m.count++] = in[i];
    ax_value x = loop_step(&m);
    ax_type type = type_of(x);
    if (ax_type_count(&type) > GRAPH_MOST_COUNT || type.ndim > 5)
        x = in[0];
    if (type_of(x).ndim == 0)
        x = ax_reshape(x, AX_LIST(1));
    type = type_of(x);
    ax_ints dims = any_dims(&m, &type, memory);
    m.values[m.count++] = x;
    ax_value sums = tame(&m, fold_exactly(&m, x, dims));
    ax_value other = tame(&m, fold_exactly(&m, like(&m, x), dims));
    m.count = 0;
    m.values[m.count++] = sums;
    m.values[m.count++] = other;
    out[0] = exact_element(&m, sums);
    if (r->noutputs > 1)
        out[1] = ax_convert(other, AX_F32);
}

static region random_columns(uint64_t seed)
{
    region r = random_region(seed);
    r.kind = AX_FUSION_COLUMNS;
    r.name = "random columns";
    r.trace = trace_random_columns;
    return r;
}

static void test_random_columns(void **unused)
{
    (void)unused;
    check_seeds(random_columns, REGIONS);
}

static void trace_column_sums(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_ints first = AX_LIST(type_of(in[0]).ndim - 2);
    out[0] = ax_sum(in[0], first);
    out[1] = ax_neg(ax_max(ax_mul(in[0], in[0]), first));
}

/* Columns of every height, few and many of them, alone and behind other dims. */
static void test_column_heights(void **unused)
{
    (void)unused;
    static const int64_t heights[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 128, 200, 256, 257, 1000, 3000};
    static const int64_t widths[] = {1, 3, 16, 100, 2048, 2049, 5000};
    static const ax_dtype dtypes[] = {AX_F32, AX_F64, AX_BF16, AX_I32};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        for (size_t j = 0; j < sizeof widths / sizeof widths[0]; j++) {
            ax_dtype dtype = dtypes[(i + j) % 4];
            ax_type x = type_with(dtype, AX_LIST(heights[i], widths[j]));
            if (i % 2)
                x = type_with(dtype, AX_LIST(2, heights[i], widths[j]));
            region sums = rows_of("column sums", trace_column_sums, x, 1, 2,
                                  dtype == AX_BF16 ? 1e-2 : 2e-4);
            sums.kind = AX_FUSION_COLUMNS;
            check_region(&sums);
        }
    }
}

/* ---- the whole program ---- */

/* Narrower vectors without masks, and without an fma: what code for lesser CPUs makes of the same regions. */
static void test_lesser_cpus(void **unused)
{
    struct ax_codegen *own = cpu.codegen;
    const char *level = getenv("AXMAP_LEVEL");
    for (int i = level ? atoi(level) : 0; i <= (level ? atoi(level) : 2); i++) {
        assert_ok(ax_codegen_create(&(ax_codegen_options){.level = i}, &cpu.codegen));
        test_row_lengths(unused);
        test_rows_have_their_bits(unused);
        check_seeds(random_loop, REGIONS / 10);
        check_seeds(random_rows, REGIONS / 10);
        check_seeds(random_columns, REGIONS / 10);
        ax_codegen_free(cpu.codegen);
    }
    cpu.codegen = own;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_short_dims),
        cmocka_unit_test(test_random_loops),
        cmocka_unit_test(test_row_lengths),
        cmocka_unit_test(test_extrema),
        cmocka_unit_test(test_long_rows),
        cmocka_unit_test(test_random_rows),
        cmocka_unit_test(test_large_results),
        cmocka_unit_test(test_rows_have_their_bits),
        cmocka_unit_test(test_column_heights),
        cmocka_unit_test(test_random_columns),
        cmocka_unit_test(test_lesser_cpus),
    };
    return cmocka_run_group_tests(tests, cpu_team_open, cpu_team_close);
}
