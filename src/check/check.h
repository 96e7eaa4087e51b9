/* Programs that check themselves: StableHLO modules that compute something and say what it should be.
 *
 * A file holds one module or several, split by lines of `// -----`; each gets one verdict. Its entry
 * is @main, else every function without arguments that no other calls. A check is an op
 * check.expect_* or a custom call @check.expect_*:
 *
 *   expect_eq         the same value; NaN equals NaN
 *   expect_almost_eq  |difference| <= `tolerance`; 1e-3 as a custom call and 1e-4 as an op
 *   expect_close      at most `max_ulp_difference` (3) apart in units in the last place, and at least
 *                     `min_ulp_difference` (0)
 *
 * and ..._const takes what is expected from its attribute `value`. A module without a check is
 * skipped, and so is one with an op, type or feature that axmap does not have: that is found and
 * named before anything runs.
 */
#ifndef AXMAP_CHECK_CHECK_H
#define AXMAP_CHECK_CHECK_H

#include "ir/graph.h"

/* Runs `graph`, which has no inputs and which it takes over (also on failure). `outputs` point to
 * dense row-major memory of its output types. */
typedef ax_status *ax_check_evaluate_fn(void *user, ax_graph *graph, void *const *outputs);

typedef struct ax_check_options {
    ax_check_evaluate_fn *evaluate;
    void *user;
} ax_check_options;

typedef enum ax_check_verdict {
    AX_CHECK_PASSED,
    AX_CHECK_FAILED,
    AX_CHECK_SKIPPED
} ax_check_verdict;

typedef struct ax_check_module {
    ax_check_verdict verdict;
    int32_t line; /* of the file, where the module begins */
    char *reason; /* "FILE:12:5: why" it failed or was skipped; NULL when it passed */
} ax_check_module;

typedef struct ax_check_report {
    ax_check_module *modules;
    int32_t count;
} ax_check_report;

/* Checks every module of a text that is called `filename`. Errors are those of the host (no memory);
 * whatever is wrong with the text is a verdict. */
ax_status *ax_check_text(const char *text, size_t length, const char *filename,
                         const ax_check_options *options, ax_check_report *out_report);

/* The same for a file. AX_IO, AX_NOT_FOUND: it cannot be read. */
ax_status *ax_check_file(const char *path, const ax_check_options *options,
                         ax_check_report *out_report);

int32_t ax_check_count(const ax_check_report *report, ax_check_verdict verdict);
void ax_check_report_free(ax_check_report *report);

#endif
