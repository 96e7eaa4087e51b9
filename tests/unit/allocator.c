/* Device memory: alignment, reuse, counting, the budget. */
#include "device/allocator.h"
#include "device/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const int64_t MIB = 1 << 20;

static void must(ax_status *status)
{
    if (status)
        fail_msg("%s", ax_status_message(status));
}

static void buffers_are_aligned(void **state)
{
    (void)state;
    ax_allocator *a;
    must(ax_allocator_create("device 0", 0, &a));
    for (int64_t bytes = 0; bytes < 20 * MIB; bytes = bytes * 5 / 3 + 1) {
        void *buffer;
        must(ax_allocator_alloc(a, bytes, &buffer));
        assert_non_null(buffer);
        assert_int_equal((uintptr_t)buffer % 64, 0);
        int64_t class = ax_allocator_class_bytes(bytes);
        assert_true(class >= bytes);
        if (bytes >= 2 * MIB)
            assert_int_equal((uintptr_t)buffer % (uintptr_t)(2 * MIB), 0);
        if (bytes >= 16 * MIB)
            assert_true(class <= bytes + bytes / 8 + 2 * MIB);
        memset(buffer, 1, (size_t) class);
        ax_allocator_free(a, buffer, bytes);
    }
    ax_allocator_destroy(a);
    ax_allocator_destroy(NULL);
}

/* A size and its class are one class: whatever was freed with any size of it can be used again. */
static void classes_are_consistent(void **state)
{
    (void)state;
    for (int bits = 0; bits < 60; bits++) {
        for (int64_t step = -3; step <= 12; step++) {
            int64_t bytes = (INT64_C(1) << bits) +
                            (bits > 4 ? step * (INT64_C(1) << (bits - 4)) : step);
            if (bytes <= 0)
                continue;
            int64_t class = ax_allocator_class_bytes(bytes);
            assert_true(class >= bytes && class % 64 == 0);
            assert_true(ax_allocator_class_bytes(class) >= class);
        }
    }
    assert_int_equal(ax_allocator_class_bytes(0), 64);
    assert_int_equal(ax_allocator_class_bytes(64), 64);
    assert_int_equal(ax_allocator_class_bytes(65), 128);
    assert_int_equal(ax_allocator_class_bytes(2 * MIB), 2 * MIB);
    assert_int_equal(ax_allocator_class_bytes(64 * MIB), 64 * MIB);
    assert_true(ax_allocator_class_bytes(INT64_MAX) == INT64_MAX);
}

static void freed_buffers_come_back(void **state)
{
    (void)state;
    ax_allocator *a;
    must(ax_allocator_create("device 0", 0, &a));
    void *first;
    void *second;
    must(ax_allocator_alloc(a, 5 * MIB, &first));
    ax_allocator_free(a, first, 5 * MIB);
    must(ax_allocator_alloc(a, 5 * MIB - 100, &second));
    assert_ptr_equal(first, second);
    ax_memory_use use = ax_allocator_use(a);
    assert_int_equal(use.live_bytes, ax_allocator_class_bytes(5 * MIB));
    assert_int_equal(use.kept_bytes, 0);
    ax_allocator_free(a, second, 5 * MIB - 100);
    ax_allocator_free(a, NULL, 7);
    use = ax_allocator_use(a);
    assert_int_equal(use.live_bytes, 0);
    assert_int_equal(use.peak_bytes, ax_allocator_class_bytes(5 * MIB));
    assert_int_equal(use.kept_bytes, use.peak_bytes);
    ax_allocator_trim(a);
    assert_int_equal(ax_allocator_use(a).kept_bytes, 0);
    ax_allocator_destroy(a);
}

static void the_budget_holds(void **state)
{
    (void)state;
    ax_allocator *a;
    must(ax_allocator_create("device 7", 12 * MIB, &a));
    void *first;
    void *second;
    must(ax_allocator_alloc(a, 6 * MIB, &first));
    ax_status *status = ax_allocator_alloc(a, 7 * MIB, &second);
    assert_int_equal(ax_status_code(status), AX_OUT_OF_MEMORY);
    assert_string_equal(
        ax_status_message(status),
        "device 7: 7.0 MiB more do not fit: 6.0 MiB are in use, the budget is 12.0 MiB");
    ax_status_free(status);
    /* What is only kept makes room. */
    ax_allocator_free(a, first, 6 * MIB);
    must(ax_allocator_alloc(a, 10 * MIB, &second));
    assert_int_equal(ax_allocator_use(a).kept_bytes, 0);
    assert_true(ax_allocator_use(a).held_peak_bytes <= 12 * MIB);
    ax_allocator_free(a, second, 10 * MIB);
    ax_allocator_destroy(a);
}

static void impossible_sizes_are_errors(void **state)
{
    (void)state;
    ax_allocator *a;
    must(ax_allocator_create("device 0", 0, &a));
    const int64_t sizes[] = {INT64_MAX, INT64_C(1) << 61, INT64_C(1) << 50};
    for (int i = 0; i < 3; i++) {
        void *buffer;
        ax_status *status = ax_allocator_alloc(a, sizes[i], &buffer);
        assert_int_equal(ax_status_code(status), AX_OUT_OF_MEMORY);
        ax_status_free(status);
    }
    assert_int_equal(ax_allocator_use(a).live_bytes, 0);
    ax_allocator_destroy(a);
}

static void allocate_and_free(void *user, int thread)
{
    ax_allocator *a = user;
    for (int i = 0; i < 300; i++) {
        int64_t bytes = 100 + 37 * (i % 5);
        unsigned char *buffers[3];
        for (int k = 0; k < 3; k++) {
            ax_status *status = ax_allocator_alloc(a, bytes, (void **)&buffers[k]);
            if (status) {
                ax_status_free(status);
                return;
            }
            memset(buffers[k], thread, (size_t)bytes);
        }
        for (int k = 0; k < 3; k++) {
            for (int64_t b = 0; b < bytes; b++)
                if (buffers[k][b] != thread)
                    return; /* leaves live bytes behind, which the test sees */
            ax_allocator_free(a, buffers[k], bytes);
        }
    }
}

static void threads_share_an_allocator(void **state)
{
    (void)state;
    ax_allocator *a;
    ax_team *team;
    must(ax_allocator_create("device 0", 0, &a));
    must(ax_team_create(4, NULL, &team));
    ax_team_run(team, allocate_and_free, a);
    assert_int_equal(ax_allocator_use(a).live_bytes, 0);
    assert_true(ax_allocator_use(a).peak_bytes > 0);
    ax_team_free(team);
    ax_allocator_destroy(a);
}

static void buffers_outlive_their_allocator(void **state)
{
    (void)state;
    ax_allocator *a;
    unsigned char *small, *large;
    must(ax_allocator_create("rank", 0, &a));
    must(ax_allocator_alloc(a, 100, (void **)&small));
    must(ax_allocator_alloc(a, 3 * MIB, (void **)&large));
    ax_allocator_destroy(a);
    memset(small, 1, 100);
    memset(large, 2, 3 * MIB);
    ax_allocator_free(a, small, 100);
    assert_int_equal(large[3 * MIB - 1], 2);
    ax_allocator_free(a, large, 3 * MIB); /* the last one: the sanitizers see whether all is gone */
}

static void little_is_kept_where_it_is_said(void **state)
{
    (void)state;
    ax_allocator *a;
    void *one, *two, *three;
    must(ax_allocator_create("rank", 0, &a));
    ax_allocator_keep_at_most(a, 5 * MIB);
    must(ax_allocator_alloc(a, 4 * MIB, &one));
    must(ax_allocator_alloc(a, 4 * MIB, &two));
    must(ax_allocator_alloc(a, 6 * MIB, &three));
    ax_allocator_free(a, one, 4 * MIB);
    assert_int_equal(ax_allocator_use(a).kept_bytes, 4 * MIB);
    ax_allocator_free(a, three, 6 * MIB); /* too large to keep, and no reason to give up another */
    assert_int_equal(ax_allocator_use(a).kept_bytes, 4 * MIB);
    ax_allocator_free(a, two, 4 * MIB); /* takes the place of the first */
    assert_int_equal(ax_allocator_use(a).kept_bytes, 4 * MIB);
    must(ax_allocator_alloc(a, 4 * MIB, &one));
    assert_ptr_equal(one, two);
    ax_allocator_free(a, one, 4 * MIB);
    ax_allocator_keep_at_most(a, 0);
    assert_int_equal(ax_allocator_use(a).kept_bytes, 0);
    ax_allocator_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_aligned),
        cmocka_unit_test(classes_are_consistent),
        cmocka_unit_test(freed_buffers_come_back),
        cmocka_unit_test(the_budget_holds),
        cmocka_unit_test(impossible_sizes_are_errors),
        cmocka_unit_test(threads_share_an_allocator),
        cmocka_unit_test(buffers_outlive_their_allocator),
        cmocka_unit_test(little_is_kept_where_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
