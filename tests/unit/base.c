/* Checked arithmetic, the arena and fingerprints. */
#include "base/arena.h"
#include "base/checked.h"
#include "base/hash.h"
#include "test.h"

static void arithmetic_notices_overflow(void **state)
{
    (void)state;
    int64_t result = 42;
    assert_false(ax_checked_add(INT64_MAX, 1, &result));
    assert_false(ax_checked_sub(INT64_MIN, 1, &result));
    assert_false(ax_checked_mul(INT64_C(1) << 32, INT64_C(1) << 31, &result));
    assert_false(ax_checked_mul(INT64_MIN, -1, &result));
    assert_int_equal(result, 42); /* nothing is written on failure */

    assert_true(ax_checked_add(INT64_MAX, -1, &result) && result == INT64_MAX - 1);
    assert_true(ax_checked_sub(-1, INT64_MAX, &result) && result == INT64_MIN);
    assert_true(ax_checked_mul(INT64_C(1) << 32, INT64_C(1) << 30, &result) && result == INT64_C(1)
                                                                                             << 62);
}

static void division_rounds_up(void **state)
{
    (void)state;
    assert_int_equal(ax_ceil_div(0, 3), 0);
    assert_int_equal(ax_ceil_div(7, 3), 3);
    assert_int_equal(ax_ceil_div(9, 3), 3);
    assert_int_equal(ax_ceil_div(INT64_MAX, 2), INT64_C(1) << 62);
    assert_int_equal(ax_round_up(0, 64), 0);
    assert_int_equal(ax_round_up(65, 64), 128);
    assert_int_equal(ax_round_up(128, 64), 128);
}

static void arena_memory_is_zero_aligned_and_apart(void **state)
{
    (void)state;
    ax_arena *arena;
    assert_ok(ax_arena_create(&arena));
    unsigned char *blocks[300];
    size_t total = 0;
    for (size_t i = 0; i < 300; i++) { /* many chunks, and blocks larger than a chunk */
        size_t bytes = i % 50 == 49 ? 40000 : i + 1;
        blocks[i] = ax_arena_alloc(arena, bytes, 1);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        for (size_t b = 0; b < bytes; b++)
            assert_int_equal(blocks[i][b], 0);
        memset(blocks[i], (int)(i % 255) + 1, bytes);
        total += bytes;
    }
    for (size_t i = 0; i < 300; i++) {
        size_t bytes = i % 50 == 49 ? 40000 : i + 1;
        assert_int_equal(blocks[i][0], i % 255 + 1);
        assert_int_equal(blocks[i][bytes - 1], i % 255 + 1);
    }
    assert_true(ax_arena_used(arena) >= total);
    ax_arena_free(arena);
    ax_arena_free(NULL);
}

static void arena_refuses_sizes_that_overflow(void **state)
{
    (void)state;
    ax_arena *arena;
    assert_ok(ax_arena_create(&arena));
    assert_null(ax_arena_alloc(arena, SIZE_MAX / 4, 8));
    assert_null(ax_arena_alloc(arena, SIZE_MAX, 1));
    assert_non_null(ax_arena_alloc(arena, 0, 8));
    assert_non_null(ax_arena_alloc(arena, 8, 1));
    ax_arena_free(arena);
}

static void arena_copies(void **state)
{
    (void)state;
    ax_arena *arena;
    assert_ok(ax_arena_create(&arena));
    const int32_t numbers[] = {1, -2, 3};
    int32_t *copy = ax_arena_copy(arena, numbers, 3, sizeof *numbers);
    assert_memory_equal(copy, numbers, sizeof numbers);
    assert_string_equal(ax_arena_strdup(arena, "image"), "image");
    assert_string_equal(ax_arena_strndup(arena, "image", 2), "im");
    assert_string_equal(ax_arena_printf(arena, "%s.%d", "params", 7), "params.7");
    ax_arena_free(arena);
}

static void fingerprints_depend_on_every_byte_and_length(void **state)
{
    (void)state;
    unsigned char bytes[300] = {0};
    for (size_t length = 1; length <= sizeof bytes; length++) {
        uint64_t whole = ax_hash_bytes(0, bytes, length);
        assert_true(whole == ax_hash_bytes(0, bytes, length));
        assert_true(whole != ax_hash_bytes(0, bytes, length - 1));
        assert_true(whole != ax_hash_bytes(1, bytes, length));
        bytes[length - 1] = 1;
        assert_true(whole != ax_hash_bytes(0, bytes, length));
        bytes[length - 1] = 0;
    }
    uint64_t ab_c = ax_hash_string(ax_hash_string(0, "ab"), "c");
    assert_true(ab_c != ax_hash_string(ax_hash_string(0, "a"), "bc"));
    assert_true(ax_hash_string(0, NULL) == ax_hash_string(0, ""));
    assert_true(ax_hash_i64(0, 1) != ax_hash_i64(0, INT64_C(1) << 32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_notices_overflow),
        cmocka_unit_test(division_rounds_up),
        cmocka_unit_test(arena_memory_is_zero_aligned_and_apart),
        cmocka_unit_test(arena_refuses_sizes_that_overflow),
        cmocka_unit_test(arena_copies),
        cmocka_unit_test(fingerprints_depend_on_every_byte_and_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
