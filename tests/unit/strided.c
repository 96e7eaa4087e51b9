/* ax_strided_copy against the definition of a strided copy, an element at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"

#include "ops/stream.h"
#include "ops/strided.h"

/* A small generator, so that a failing layout comes again. */
static uint64_t state = 1;
static int64_t below(int64_t bound)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)bound);
}

static void copy_by_definition(const ax_strided *s, int32_t dim, char *to, const char *from)
{
    if (dim == s->ndim) {
        memcpy(to, from, (size_t)s->element_bytes);
        return;
    }
    for (int64_t i = 0; i < s->dims[dim]; i++) {
        copy_by_definition(s, dim + 1, to + i * s->destination_strides[dim] * s->element_bytes,
                           from + i * s->source_strides[dim] * s->element_bytes);
    }
}

/* Dense strides over `dims` in a random order of dimensions, each perhaps spaced out or reversed.
 * Returns how many elements they span; *out_first is where the first element lies in the span. */
static int64_t random_strides(const ax_strided *s, bool may_repeat, int64_t *strides,
                              int64_t *out_first)
{
    int32_t order[AX_MAX_NDIM];
    for (int32_t i = 0; i < s->ndim; i++)
        order[i] = i;
    for (int32_t i = s->ndim - 1; i > 0 && below(3) != 0; i--) {
        int32_t j = (int32_t)below(i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    int64_t span = 1;
    *out_first = 0;
    for (int32_t k = s->ndim - 1; k >= 0; k--) {
        int32_t dim = order[k];
        if (may_repeat && below(5) == 0) {
            strides[dim] = 0;
            continue;
        }
        strides[dim] = span * (below(4) == 0 ? 1 + below(3) : 1);
        int64_t reach = s->dims[dim] > 0 ? (s->dims[dim] - 1) * strides[dim] : 0;
        span += reach;
        if (below(4) == 0) {
            strides[dim] = -strides[dim];
            *out_first += reach;
        }
    }
    return span;
}

/* By one thread, or by several whose pieces come in no order. */
static void check_copy(const ax_strided *s, int32_t threads, void *to, const void *from)
{
    ax_eval_env env = {.threads = threads, .parallel = optest_parallel};
    if (threads > 1) {
        ax_strided_deal(&env, s, to, from);
    } else {
        ax_strided_copy(s, to, from);
    }
}

static void check_layout(ax_strided *s, int32_t threads)
{
    int64_t first_to, first_from;
    int64_t to_span = random_strides(s, false, s->destination_strides, &first_to);
    int64_t from_span = random_strides(s, true, s->source_strides, &first_from);
    size_t bytes = (size_t)(to_span * s->element_bytes);
    size_t shift = (size_t)below(2); /* pointers need not be aligned */
    char *source = malloc((size_t)(from_span * s->element_bytes) + shift);
    char *expected = malloc(bytes), *memory = malloc(bytes + shift + AX_LINE_BYTES), *seen = memory;
    if (threads > 1) /* whole lines can be streamed, or nearly */
        seen += (size_t)(-(uintptr_t)memory % AX_LINE_BYTES);
    for (int64_t i = 0; i < from_span * s->element_bytes; i++)
        source[shift + (size_t)i] = (char)below(256);
    memset(expected, 0x5a, bytes);
    memset(seen, 0x5a, bytes + shift);
    copy_by_definition(s, 0, expected + first_to * s->element_bytes,
                       source + shift + first_from * s->element_bytes);
    check_copy(s, threads, seen + shift + first_to * s->element_bytes,
               source + shift + first_from * s->element_bytes);
    assert_memory_equal(seen + shift, expected, bytes);
    free(source);
    free(expected);
    free(memory);
}

static void test_small_layouts(void **unused)
{
    (void)unused;
    for (int32_t round = 0; round < 20000; round++) {
        ax_strided s = {.element_bytes = (int64_t)1 << below(5), .ndim = (int32_t)below(6)};
        for (int32_t i = 0; i < s.ndim; i++)
            s.dims[i] = below(12) == 0 ? 0 : 1 + below(4);
        check_layout(&s, 1);
    }
}

/* Larger than a tile on both sides, so that whole tiles and their edges are turned. */
static void test_planes(void **unused)
{
    (void)unused;
    for (int32_t round = 0; round < 300; round++) {
        ax_strided s = {.element_bytes = (int64_t)1 << below(5), .ndim = 2 + (int32_t)below(2)};
        for (int32_t i = 0; i < s.ndim; i++)
            s.dims[i] = 1 + below(i == 2 ? 3 : 150);
        check_layout(&s, 1);
    }
}

/* Dealt to threads; some so large that their results are streamed. */
static void test_dealt_planes(void **unused)
{
    (void)unused;
    for (int32_t round = 0; round < 40; round++) {
        ax_strided s = {.element_bytes = (int64_t)1 << below(5), .ndim = 2 + (int32_t)below(2)};
        for (int32_t i = 0; i < s.ndim; i++)
            s.dims[i] = i == 2 ? 1 + below(3) : (1 + below(12)) * (1 + below(64));
        check_layout(&s, 3);
    }
    for (int64_t element = 1; element <= 16; element *= 2) {
        int64_t count = AX_STREAM_BYTES / element;
        for (int32_t round = 0; round < 4; round++) {
            int64_t rows = 64 * (8 + below(8)) + (round % 2 ? below(64) : 0);
            ax_strided s = {.element_bytes = element, .ndim = 2, .dims = {rows, count / rows + 64}};
            s.dims[1] = round < 2 ? s.dims[1] / 64 * 64 : s.dims[1];
            check_layout(&s, 1 + 2 * (round % 2));
        }
    }
}

static void test_sixteen_dimensions(void **unused)
{
    (void)unused;
    for (int32_t round = 0; round < 100; round++) {
        ax_strided s = {.element_bytes = 4, .ndim = AX_MAX_NDIM};
        for (int32_t i = 0; i < s.ndim; i++)
            s.dims[i] = 1 + (below(3) == 0);
        check_layout(&s, 1);
    }
}

static void test_no_elements(void **unused)
{
    (void)unused;
    char byte = 7, other = 9;
    ax_strided s = {.element_bytes = 1, .ndim = 2, .dims = {3, 0}, .destination_strides = {1, 1}};
    ax_strided_copy(&s, &byte, &other);
    assert_int_equal(byte, 7);
    ax_strided_fill(1, 0, &byte, &other);
    assert_int_equal(byte, 7);
}

static void test_fill(void **unused)
{
    (void)unused;
    for (int64_t element = 1; element <= 16; element *= 2) {
        char value[16], seen[16 * 9 + 1];
        for (int i = 0; i < 16; i++)
            value[i] = (char)(i * 37 + 1);
        memset(seen, 0, sizeof seen);
        ax_strided_fill(element, 9, seen, value);
        for (int64_t i = 0; i < 9; i++)
            assert_memory_equal(seen + i * element, value, (size_t)element);
        assert_int_equal(seen[9 * element], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_layouts), cmocka_unit_test(test_planes),
        cmocka_unit_test(test_dealt_planes),  cmocka_unit_test(test_sixteen_dimensions),
        cmocka_unit_test(test_no_elements),   cmocka_unit_test(test_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
