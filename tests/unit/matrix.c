/* Products of matrices by generated code against one chain of multiply-adds an element, written as a loop:
 * the same bits for every type, layout, size, place, number of threads and vector level. Operands end
 * or begin at pages that must not be touched. */
#include "test.h"

#include "backend/cpu/matrix_product.h"
#include "base/half.h"
#include "device/team.h"
#include "device/vector_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static uint32_t state;

static int64_t below(int64_t bound)
{
    state = state * 1664525u + 1013904223u;
    return (int64_t)((state >> 8) % (uint32_t)bound);
}

/* ---- memory between forbidden pages ---- */

typedef struct guarded {
    char *data; /* of `bytes` bytes */
    char *pages;
    size_t length;
} guarded;

enum { PAGE = 4096 };

static guarded guarded_make(int64_t bytes, bool at_end)
{
    size_t room = ((size_t)bytes + PAGE - 1) / PAGE * PAGE;
    guarded g = {.length = room + (size_t)2 * PAGE};
    g.pages = mmap(NULL, g.length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g.pages != MAP_FAILED);
    assert_int_equal(mprotect(g.pages + PAGE, room, PROT_READ | PROT_WRITE), 0);
    g.data = g.pages + PAGE + (at_end ? room - (size_t)bytes : 0);
    return g;
}

static void guarded_free(guarded *g)
{
    munmap(g->pages, g->length);
}

/* ---- one product ---- */

typedef struct shape {
    ax_dtype dtype;
    int64_t batch, m, n, k;
    int a_layout,
        b_layout; /* 0: k are neighbours, 1: rows (of a) or columns (of b) are, 2: neither, 3: rows
                               and k each of two dimensions, which nest so that
                               neither is one, 4: the same, with neighbours inside */
} shape;

/* Rows of an operand times k, in elements that all lie in `size`. */
static ax_matrix_operand operand(int64_t batch, int64_t rows, int64_t k, int layout,
                                 int64_t *out_size)
{
    ax_matrix_operand o = {{.size = 1}, {.size = 1}, {.size = 1}};
    int64_t step = layout == 2 ? 3 : 1;
    ax_matrix_walk_append(&o.batch, batch, rows * k * step);
    if (layout == 3 && rows % 2 == 0 && k % 2 == 0) {
        ax_matrix_walk_append(&o.row, rows / 2, k / 2);
        ax_matrix_walk_append(&o.row, 2, rows * k / 2);
        ax_matrix_walk_append(&o.k, 2, rows / 2 * (k / 2));
        ax_matrix_walk_append(&o.k, k / 2, 1);
    } else if (layout == 4 && rows % 2 == 0 && k % 2 == 0) {
        ax_matrix_walk_append(&o.row, 2, rows * k / 2);
        ax_matrix_walk_append(&o.row, rows / 2, k / 2);
        ax_matrix_walk_append(&o.k, 2, rows / 2 * (k / 2));
        ax_matrix_walk_append(&o.k, k / 2, 1);
    } else {
        ax_matrix_walk_append(&o.row, rows, layout == 1 ? 1 : k * step);
        ax_matrix_walk_append(&o.k, k, layout == 1 ? rows : step);
    }
    *out_size = batch * rows * k * step - (batch * rows * k > 0 ? step - 1 : 0);
    return o;
}

static ax_matrix_result result(int64_t batch, int64_t m, int64_t n)
{
    ax_matrix_result c = {{.size = 1}, n};
    ax_matrix_walk_append(&c.batch, batch, m * n);
    return c;
}

static int64_t place(const ax_matrix_walk *walk, int64_t index)
{
    int64_t offset = 0;
    for (int32_t d = walk->count - 1; d >= 0; d--) {
        offset += index % walk->dims[d] * walk->strides[d];
        index /= walk->dims[d];
    }
    return offset;
}

static void fill(ax_dtype dtype, int64_t count, char *data)
{
    for (int64_t i = 0; i < count; i++) {
        double value = (double)(below(2001) - 1000) / 256;
        switch (dtype) {
        case AX_F32: ((float *)data)[i] = (float)(value / 3); break;
        case AX_F64: ((double *)data)[i] = value / 3; break;
        case AX_F16: ((uint16_t *)data)[i] = ax_f16_from_f64(value); break;
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64(value); break;
        case AX_BOOL: data[i] = below(9) == 0; break;
        default:
            for (int64_t b = 0; b < ax_dtype_bytes(dtype); b++)
                data[i * ax_dtype_bytes(dtype) + b] = (char)below(256);
        }
    }
}

static bool has_fma; /* of the code that is tested */

static void expect_float(const shape *s, const void *a, const void *b, const int64_t *at, void *out)
{
    if (s->dtype == AX_F64) {
        double sum = 0;
        for (int64_t k = 0; k < s->k; k++, at += 2) {
            double x = ((const double *)a)[at[0]], y = ((const double *)b)[at[1]];
            sum = has_fma ? fma(x, y, sum) : sum + x * y;
        }
        memcpy(out, &sum, sizeof sum);
        return;
    }
    float sum = 0;
    for (int64_t k = 0; k < s->k; k++, at += 2) {
        float x, y;
        if (s->dtype == AX_F32) {
            x = ((const float *)a)[at[0]];
            y = ((const float *)b)[at[1]];
        } else {
            uint16_t left = ((const uint16_t *)a)[at[0]], right = ((const uint16_t *)b)[at[1]];
            x = s->dtype == AX_F16 ? ax_f32_from_f16(left) : ax_f32_from_bf16(left);
            y = s->dtype == AX_F16 ? ax_f32_from_f16(right) : ax_f32_from_bf16(right);
        }
        sum = has_fma ? fmaf(x, y, sum) : sum + x * y;
    }
    if (s->dtype == AX_F32) {
        memcpy(out, &sum, sizeof sum);
    } else {
        uint16_t half = s->dtype == AX_F16 ? ax_f16_from_f64((double)sum)
                                           : ax_bf16_from_f64((double)sum);
        memcpy(out, &half, sizeof half);
    }
}

static uint64_t bits_at(const char *data, int64_t bytes, int64_t index)
{
    uint64_t bits = 0; /* little-endian machines only, as the rest of the tests */
    memcpy(&bits, data + index * bytes, (size_t)bytes);
    return bits;
}

/* Element (i, j) of batch entry e. */
static void expect(const shape *s, const ax_matrix_operand *oa, const ax_matrix_operand *ob,
                   const char *a, const char *b, const int64_t *index, void *out)
{
    int64_t bytes = ax_dtype_bytes(s->dtype);
    int64_t *at = calloc((size_t)s->k * 2 + 1, sizeof *at);
    for (int64_t k = 0; k < s->k; k++) {
        at[2 * k] = place(&oa->batch, index[0]) + place(&oa->row, index[1]) + place(&oa->k, k);
        at[2 * k + 1] = place(&ob->batch, index[0]) + place(&ob->row, index[2]) + place(&ob->k, k);
    }
    if (ax_dtype_is_float(s->dtype)) {
        expect_float(s, a, b, at, out);
    } else {
        uint64_t sum = 0;
        for (int64_t k = 0; k < s->k; k++) {
            uint64_t x = bits_at(a, bytes, at[2 * k]), y = bits_at(b, bytes, at[2 * k + 1]);
            sum = s->dtype == AX_BOOL ? sum | (x & y) : sum + x * y;
        }
        memcpy(out, &sum, (size_t)bytes);
    }
    free(at);
}

/* ---- running ---- */

typedef struct room {
    char *memory;
    int64_t bytes, used;
    ax_team *team;
} room;

static ax_status *take(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    room *r = env->user;
    int64_t rounded = (bytes + 63) / 64 * 64;
    assert_true(r->used + rounded <= r->bytes);
    *out_memory = r->memory + r->used;
    r->used += rounded;
    return NULL;
}

typedef struct dealt {
    ax_tasks tasks;
    ax_work_fn *work;
    void *user;
} dealt;

static void take_work(void *user, int thread)
{
    dealt *d = user;
    int64_t begin, end;
    while (ax_tasks_take(&d->tasks, &begin, &end))
        d->work(d->user, thread, begin, end);
}

static void deal(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work, void *user)
{
    dealt d = {.work = work, .user = user};
    ax_tasks_reset(&d.tasks, count, grain);
    ax_team_run(((room *)env->user)->team, take_work, &d);
}

static ax_codegen *codegen;

/* Runs with exactly the scratch that was declared. */
static void run(const ax_matrix_product *product, ax_team *team, const void *a, const void *b,
                void *c, ax_matrix_done_fn *done, void *user)
{
    int32_t threads = team ? ax_team_size(team) : 1;
    room r = {.bytes = ax_matrix_product_scratch(product, threads), .team = team};
    guarded memory = guarded_make((r.bytes + PAGE - 1) / PAGE * PAGE, true);
    r.memory = memory.data;
    if (r.bytes > 0)
        memset(r.memory, 0xff, (size_t)r.bytes); /* NaN, where it should not be used */
    ax_eval_env env = {.scratch = take, .user = &r};
    if (team) {
        env.threads = threads;
        env.parallel = deal;
    }
    assert_ok(ax_matrix_product_run(product, &env, a, b, c, done, user));
    guarded_free(&memory);
}

static void check(const shape *s, ax_team *team, bool at_end)
{
    int64_t bytes = ax_dtype_bytes(s->dtype), sizes[2];
    ax_matrix_operand oa = operand(s->batch, s->m, s->k, s->a_layout, &sizes[0]);
    ax_matrix_operand ob = operand(s->batch, s->n, s->k, s->b_layout, &sizes[1]);
    ax_matrix_result oc = result(s->batch, s->m, s->n);
    guarded a = guarded_make(sizes[0] * bytes, at_end), b = guarded_make(sizes[1] * bytes, at_end);
    guarded c = guarded_make(s->batch * s->m * s->n * bytes, at_end);
    fill(s->dtype, sizes[0], a.data);
    fill(s->dtype, sizes[1], b.data);
    ax_matrix_product *product;
    assert_ok(ax_matrix_product_create(codegen, s->dtype, &oa, &ob, &oc, &product));
    run(product, team, a.data, b.data, c.data, NULL, NULL);
    int64_t flat = 0, index[3];
    for (index[0] = 0; index[0] < s->batch; index[0]++) {
        for (index[1] = 0; index[1] < s->m; index[1]++) {
            for (index[2] = 0; index[2] < s->n; index[2]++, flat++) {
                uint64_t expected = 0;
                expect(s, &oa, &ob, a.data, b.data, index, &expected);
                if (memcmp(c.data + flat * bytes, &expected, (size_t)bytes) == 0)
                    continue;
                fail_msg("%s batch %d, %dx%dx%d, layouts %d %d: (%d, %d, %d) has other bits",
                         ax_dtype_name(s->dtype), (int)s->batch, (int)s->m, (int)s->n, (int)s->k,
                         s->a_layout, s->b_layout, (int)index[0], (int)index[1], (int)index[2]);
            }
        }
    }
    ax_matrix_product_free(product);
    guarded_free(&a);
    guarded_free(&b);
    guarded_free(&c);
}

static int64_t size(int64_t most)
{
    return below(30) == 0 ? 0 : 1 + below(below(2) ? most : 5);
}

static void check_random(uint32_t seed, ax_dtype dtype, ax_team *team)
{
    state = seed * 2654435761u;
    shape s = {.dtype = dtype};
    s.batch = below(4) == 0 ? size(12) : 1;
    s.m = size(40);
    s.n = size(70);
    s.k = size(below(5) == 0 ? 600 : 40);
    s.a_layout = (int)below(5);
    s.b_layout = (int)below(5);
    check(&s, team, below(2) == 0);
}

static const ax_dtype dtypes[] = {AX_F32, AX_F64, AX_F16, AX_BF16, AX_BOOL, AX_I8, AX_U8,
                                  AX_I16, AX_U16, AX_I32, AX_U32,  AX_I64,  AX_U64};
enum { NDTYPES = sizeof dtypes / sizeof dtypes[0] };

static void open_level(int level)
{
    ax_codegen_free(codegen);
    codegen = NULL;
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = level}, &codegen));
    has_fma = level >= 2;
}

static void test_random(void **unused)
{
    (void)unused;
    for (int level = 0; level <= (int)ax_vector_level_of_cpu(); level++) {
        open_level(level);
        for (uint32_t seed = 1; seed <= 60; seed++) {
            check_random(seed, AX_F32, NULL);
            check_random(seed + 1000, dtypes[seed % NDTYPES], NULL);
        }
    }
}

/* Sizes from which blocks of k, of rows and of columns and waves are several. */
static void test_blocks(void **unused)
{
    (void)unused;
    shape shapes[] = {{AX_F32, 1, 300, 70, 700, 0, 1},
                      {AX_F32, 1, 5, 600, 300, 1, 0},
                      {AX_F32, 1, 1, 700, 300, 0, 1},
                      {AX_F32, 1, 3, 130, 520, 0, 0},
                      {AX_F32, 20, 30, 40, 50, 0, 0},
                      {AX_F32, 9, 1, 33, 300, 0, 1},
                      {AX_BF16, 1, 200, 300, 260, 0, 1},
                      {AX_F16, 2, 3, 530, 30, 1, 1},
                      {AX_F64, 1, 260, 50, 300, 1, 1},
                      {AX_I8, 1, 130, 270, 257, 0, 0},
                      {AX_F32, 1, 28, 50, 400, 4, 0},
                      {AX_F32, 2, 300, 33, 1200, 4, 4},
                      /* few rows, for which B is read row after row */
                      {AX_F32, 1, 4, 1500, 75, 0, 1},
                      {AX_F64, 1, 3, 1111, 9, 0, 1},
                      {AX_BF16, 1, 2, 333, 50, 0, 1},
                      {AX_BOOL, 2, 1, 300, 30, 1, 1},
                      {AX_I8, 5, 2, 200, 6, 1, 1},
                      {AX_F32, 1, 2, 5000, 4, 0, 1},
                      /* rows of A a large power of two apart, which are laid out for that */
                      {AX_F32, 1, 40, 100, 1024, 0, 0},
                      {AX_F64, 1, 130, 100, 512, 0, 1},
                      {AX_F32, 1, 24, 100, 2048, 4, 1}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        check(&shapes[i], NULL, true);
}

static void test_threads(void **unused)
{
    (void)unused;
    ax_team *team;
    assert_ok(ax_team_create(3, NULL, &team));
    for (uint32_t seed = 1; seed <= 40; seed++)
        check_random(seed, dtypes[seed % NDTYPES], team);
    shape large = {AX_F32, 3, 300, 70, 700, 0, 1}, halves = {AX_BF16, 12, 60, 300, 260, 1, 0};
    shape wide = {AX_F32, 1, 3, 4100, 70, 0, 1};
    check(&large, team, true);
    check(&wide, team, true);
    check(&halves, team, true);
    ax_team_free(team);
}

/* Rows computed together and one by one. */
static void test_rows_do_not_meet(void **unused)
{
    (void)unused;
    enum { N = 45, K = 270, MOST = 40 };
    static float a[MOST * K], b[K * N], together[MOST * N], one[N];
    fill(AX_F32, MOST * K, (char *)a);
    fill(AX_F32, K * N, (char *)b);
    ax_matrix_operand columns = {{.size = 1}, {.size = 1}, {.size = 1}}, rows = columns;
    ax_matrix_result dense = result(1, MOST, N);
    ax_matrix_walk_append(&columns.row, N, 1);
    ax_matrix_walk_append(&columns.k, K, N);
    ax_matrix_walk_append(&rows.k, K, 1);
    ax_matrix_product *single;
    assert_ok(ax_matrix_product_create(codegen, AX_F32, &rows, &columns, &dense, &single));
    for (int64_t m = 1; m <= MOST; m++) {
        ax_matrix_operand many = rows;
        ax_matrix_walk_append(&many.row, m, K);
        ax_matrix_product *product;
        assert_ok(ax_matrix_product_create(codegen, AX_F32, &many, &columns, &dense, &product));
        run(product, NULL, a, b, together, NULL, NULL);
        for (int64_t i = 0; i < m; i++) {
            run(single, NULL, a + i * K, b, one, NULL, NULL);
            assert_memory_equal(together + i * N, one, sizeof one);
        }
        ax_matrix_product_free(product);
    }
    ax_matrix_product_free(single);
}

static void note_done(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    for (int64_t i = begin; i < end; i++)
        ((int8_t *)user)[i]++;
}

/* Every element is reported once. */
static void test_done(void **unused)
{
    (void)unused;
    int64_t sizes[][4] = {{1, 300, 700, 300}, {3, 20, 30, 5}, {1, 1, 900, 0}, {1, 2, 1300, 9}};
    for (int i = 0; i < 4; i++) {
        int64_t *s = sizes[i], count = s[0] * s[1] * s[2], na, nb;
        ax_matrix_operand oa = operand(s[0], s[1], s[3], 0, &na),
                          ob = operand(s[0], s[2], s[3], 0, &nb);
        ax_matrix_result oc = result(s[0], s[1], s[2]);
        float *a = calloc((size_t)na + 1, sizeof *a), *b = calloc((size_t)nb + 1, sizeof *b);
        float *c = calloc((size_t)count, sizeof *c);
        int8_t *seen = calloc((size_t)count, 1);
        ax_matrix_product *product;
        assert_ok(ax_matrix_product_create(codegen, AX_F32, &oa, &ob, &oc, &product));
        run(product, NULL, a, b, c, note_done, seen);
        for (int64_t j = 0; j < count; j++)
            assert_int_equal(seen[j], 1);
        ax_matrix_product_free(product);
        free(a);
        free(b);
        free(c);
        free(seen);
    }
}

/* Sums begin at +0, also where their only product is -0, and NaN and infinity count. */
static void test_special_values(void **unused)
{
    (void)unused;
    float a[] = {-0.0F, 0, 0, INFINITY}, b[] = {1, INFINITY, 0}, c[2 * 3];
    int64_t na, nb;
    ax_matrix_operand oa = operand(1, 2, 1, 0, &na), ob = operand(1, 3, 1, 0, &nb);
    ax_matrix_result oc = result(1, 2, 3);
    ax_matrix_product *product;
    assert_ok(ax_matrix_product_create(codegen, AX_F32, &oa, &ob, &oc, &product));
    run(product, NULL, a, b, c, NULL, NULL);
    assert_true(c[0] == 0 && !signbit(c[0]));
    assert_true(isnan(c[1]));
    assert_true(c[2] == 0 && !signbit(c[2]));
    run(product, NULL, a + 2, b, c, NULL, NULL);
    assert_true(isinf(c[3]) && isinf(c[4]) && isnan(c[5]));
    ax_matrix_product_free(product);
}

static int close_codegen(void **unused)
{
    (void)unused;
    ax_codegen_free(codegen);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),  cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_rows_do_not_meet),
        cmocka_unit_test(test_done),    cmocka_unit_test(test_special_values),
    };
    return cmocka_run_group_tests(tests, NULL, close_codegen);
}
