/* What every cmocka test includes: cmocka with the headers that it wants, and checks of a status.
 *
 * A check of a status consumes it, so a test needs no cleanup of errors.
 */
#ifndef AXMAP_TESTS_TEST_H
#define AXMAP_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <axmap/status.h>

/* The call succeeds; otherwise its message is printed. */
#define assert_ok(status) check_ok((status), __FILE__, __LINE__)

/* The call fails with `code`, and its message contains `part`. */
#define assert_error(status, code, part) check_error((status), (code), (part), __FILE__, __LINE__)

static inline void check_ok(ax_status *status, const char *file, int line)
{
    if (status) {
        print_error("%s: %s\n", ax_code_name(ax_status_code(status)), ax_status_message(status));
        ax_status_free(status);
        _fail(file, line);
    }
}

static inline void check_error(ax_status *status, ax_code code, const char *part, const char *file,
                               int line)
{
    if (!status) {
        print_error("succeeded; '%s' was expected\n", ax_code_name(code));
        _fail(file, line);
    }
    if (ax_status_code(status) != code || !strstr(ax_status_message(status), part)) {
        print_error("%s: %s\n('%s' with '%s' was expected)\n", ax_code_name(ax_status_code(status)),
                    ax_status_message(status), ax_code_name(code), part);
        ax_status_free(status);
        _fail(file, line);
    }
    ax_status_free(status);
}

#endif
