/* Errors carry code, message and place, and gather context on their way up. */
#include "test.h"

static ax_status *opens(const char *path)
{
    return path ? NULL : AX_ERROR(AX_IO, "cannot open '%s'", "x.npy");
}

static ax_status *reads(const char *path)
{
    AX_TRY(opens(path));
    return NULL;
}

static void null_is_success(void **state)
{
    (void)state;
    assert_null(reads("there"));
    assert_int_equal(ax_status_code(NULL), AX_OK);
    assert_string_equal(ax_status_message(NULL), "");
    assert_string_equal(ax_status_file(NULL), "");
    assert_int_equal(ax_status_line(NULL), 0);
    assert_null(ax_status_context(NULL, "never seen"));
    ax_status_free(NULL);
}

static void an_error_says_what_and_where(void **state)
{
    (void)state;
    ax_status *status = reads(NULL);
    assert_non_null(status);
    assert_int_equal(ax_status_code(status), AX_IO);
    assert_string_equal(ax_status_message(status), "cannot open 'x.npy'");
    assert_string_equal(ax_status_file(status), __FILE__);
    assert_int_equal(ax_status_line(status), 6);
    ax_status_free(status);
}

static void context_follows_the_message(void **state)
{
    (void)state;
    ax_status *status = ax_status_context(reads(NULL), "argument %d 'image'", 2);
    status = ax_status_context(status, "job digits.yaml");
    assert_string_equal(ax_status_message(status),
                        "cannot open 'x.npy'\nargument 2 'image'\njob digits.yaml");
    assert_int_equal(ax_status_code(status), AX_IO);
    ax_status_free(status);
}

static ax_status *cleans_up(int *cleaned)
{
    ax_status *status;
    AX_TRY_GOTO(status, opens("there"), done);
    AX_TRY_GOTO(status, opens(NULL), done);
    *cleaned = -1;
done:
    *cleaned += 1;
    return status;
}

static void goto_keeps_the_error(void **state)
{
    (void)state;
    int cleaned = 0;
    assert_error(cleans_up(&cleaned), AX_IO, "x.npy");
    assert_int_equal(cleaned, 1);
}

static void every_code_has_a_name(void **state)
{
    (void)state;
    for (int a = 0; a < AX_CODE_COUNT; a++) {
        assert_true(strlen(ax_code_name((ax_code)a)) > 0);
        for (int b = 0; b < a; b++)
            assert_string_not_equal(ax_code_name((ax_code)a), ax_code_name((ax_code)b));
    }
    assert_string_equal(ax_code_name(AX_PEER_FAILED), "peer failed");
    assert_string_equal(ax_code_name((ax_code)999), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_is_success),
        cmocka_unit_test(an_error_says_what_and_where),
        cmocka_unit_test(context_follows_the_message),
        cmocka_unit_test(goto_keeps_the_error),
        cmocka_unit_test(every_code_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
