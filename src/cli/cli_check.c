/* axmap check: programs that carry their own checks. */
#include "cli/session.h"
#include "cli/verbs.h"

#include "check/check.h"
#include "check/find.h"
#include "exec/evaluate.h"

#include <stdio.h>
#include <string.h>

static const char help[] = "Usage: axmap check [options] PATH...\n\n"
                           "Runs StableHLO programs that carry their own checks: files, or all "
                           "*.mlir of folders. Prints a\n"
                           "line for each module that fails or is skipped, with the reason.\n\n"
                           "  --backend cpu|reference  what computes (default cpu)\n"
                           "  --help                   print this\n";

typedef struct check_options {
    const char *backend;
    bool help;
    ax_check_paths paths;
} check_options;

static ax_status *parse(int count, char **arguments, check_options *options)
{
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (strcmp(word, "--backend") == 0) {
            if (++i == count) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "--backend needs a name: cpu or reference");
            }
            options->backend = arguments[i];
        } else if (word[0] == '-') {
            return AX_ERROR(AX_INVALID_ARGUMENT, "check has no option '%s'; see axmap check --help",
                            word);
        } else {
            AX_TRY(ax_check_find(word, &options->paths));
        }
    }
    if (!options->help && options->paths.count == 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "check needs a PATH with programs (*.mlir)");
    }
    return NULL;
}

static ax_status *evaluate(void *user, ax_graph *graph, void *const *outputs)
{
    return ax_evaluate_graph(user, graph, NULL, outputs);
}

/* Verdicts by ax_check_verdict. */
typedef struct totals {
    int64_t by_verdict[3];
} totals;

static void print_module(const char *path, const ax_check_module *module)
{
    static const char *const words[] = {"passed", "FAILED", "skipped"};
    if (module->verdict == AX_CHECK_PASSED)
        return;
    printf("%-7s %s:%d: %s\n", words[module->verdict], path, (int)module->line,
           module->reason ? module->reason : "");
}

static ax_status *check_file(ax_context *context, const char *path, totals *sums)
{
    ax_check_options options = {.evaluate = evaluate, .user = context};
    ax_check_report report;
    AX_TRY(ax_check_file(path, &options, &report));
    for (int32_t i = 0; i < report.count; i++) {
        print_module(path, &report.modules[i]);
        sums->by_verdict[report.modules[i].verdict]++;
    }
    ax_check_report_free(&report);
    return NULL;
}

static ax_status *check_all(const check_options *options, totals *sums)
{
    ax_context *context;
    ax_context_options alone = {.devices_per_rank = 1, .threads = 1, .backend = options->backend};
    AX_TRY(ax_context_create(&alone, &context));
    ax_status *status = NULL;
    for (int32_t i = 0; i < options->paths.count && !status; i++) {
        status = check_file(context, options->paths.paths[i], sums);
    }
    ax_context_release(context);
    return status;
}

int ax_verb_check(int count, char **arguments)
{
    check_options options = {0};
    totals sums = {{0}};
    ax_status *status = parse(count, arguments, &options);
    if (!status && options.help) {
        fputs(help, stdout);
    } else if (!status) {
        status = check_all(&options, &sums);
        if (!status) {
            printf("%lld passed, %lld failed, %lld skipped\n",
                   (long long)sums.by_verdict[AX_CHECK_PASSED],
                   (long long)sums.by_verdict[AX_CHECK_FAILED],
                   (long long)sums.by_verdict[AX_CHECK_SKIPPED]);
        }
    }
    ax_check_paths_free(&options.paths);
    if (status)
        return ax_print_error(status);
    return sums.by_verdict[AX_CHECK_FAILED] ? AX_EXIT_FAILED : AX_EXIT_DONE;
}
