/* axmap check: programs that carry their own checks. */
#include "cli/session.h"
#include "cli/verbs.h"

#include "check/agree.h"
#include "check/check.h"
#include "check/find.h"
#include "exec/evaluate.h"
#include "job/option_value.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: axmap check [options] PATH...\n\n"
    "Runs StableHLO programs that carry their own checks: files, or all *.mlir of folders. Prints "
    "a\n"
    "line for each module that fails or is skipped, with the reason, and how many did what. Under\n"
    "mpirun all ranks take part in every module; one that fails on any rank has failed.\n\n"
    "  --backend cpu|reference  what computes (default cpu)\n"
    "  --devices-per-rank N     devices of a rank (default: one for each NUMA node that it may "
    "use)\n"
    "  --help                   print this\n";

typedef struct check_options {
    const char *backend;
    int64_t devices_per_rank; /* 0: as many as fit */
    bool help;
    ax_check_paths paths;
} check_options;

/* The word behind an option. */
static ax_status *value_of(int count, char **arguments, int *i, const char *wanted,
                           const char **out_value)
{
    if (*i + 1 >= count)
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s needs %s", arguments[*i], wanted);
    *out_value = arguments[++*i];
    return NULL;
}

static ax_status *parse(int count, char **arguments, check_options *options)
{
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i], *value = NULL;
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (strcmp(word, "--backend") == 0) {
            AX_TRY(value_of(count, arguments, &i, "a name: cpu or reference", &options->backend));
        } else if (strcmp(word, "--devices-per-rank") == 0) {
            AX_TRY(value_of(count, arguments, &i, "a number", &value));
            if (!ax_parse_count(value, &options->devices_per_rank) ||
                options->devices_per_rank > INT32_MAX) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "--devices-per-rank %s: it is a number from 1",
                                value);
            }
        } else if (word[0] == '-') {
            return AX_ERROR(AX_INVALID_ARGUMENT, "check has no option '%s'; see axmap check --help",
                            word);
        } else {
            int32_t before = options->paths.count;
            AX_TRY(ax_check_find(word, &options->paths));
            if (options->paths.count == before)
                return AX_ERROR(AX_INVALID_ARGUMENT, "there is no program (*.mlir) in '%s'", word);
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

static void print_module(const ax_check_module *module)
{
    static const char *const words[] = {"passed", "FAILED", "skipped"};
    if (module->verdict != AX_CHECK_PASSED)
        printf("%-7s %s\n", words[module->verdict], module->reason);
}

static ax_status *check_file(const ax_session *session, const char *path, totals *sums)
{
    ax_check_options options = {.evaluate = evaluate, .user = session->context};
    ax_check_report report = {0};
    ax_status *local = ax_check_file(path, &options, &report);
    AX_TRY(ax_check_agree(session->comm, path, local, &report));
    for (int32_t i = 0; i < report.count; i++) {
        if (ax_comm_rank(session->comm) == 0)
            print_module(&report.modules[i]);
        sums->by_verdict[report.modules[i].verdict]++;
    }
    ax_check_report_free(&report);
    return NULL;
}

static ax_status *check_all(ax_session *session, const check_options *options, totals *sums)
{
    ax_context_options context = {
        .devices_per_rank = (int)options->devices_per_rank,
        .threads = 1,
        .backend = options->backend,
    };
    AX_TRY(ax_session_open(session, &context));
    for (int32_t i = 0; i < options->paths.count; i++)
        AX_TRY(check_file(session, options->paths.paths[i], sums));
    if (ax_comm_rank(session->comm) == 0) {
        printf("%lld passed, %lld failed, %lld skipped\n",
               (long long)sums->by_verdict[AX_CHECK_PASSED],
               (long long)sums->by_verdict[AX_CHECK_FAILED],
               (long long)sums->by_verdict[AX_CHECK_SKIPPED]);
    }
    return NULL;
}

int ax_verb_check(int count, char **arguments)
{
    check_options options = {0};
    totals sums = {{0}};
    ax_status *status = parse(count, arguments, &options);
    if (!status && options.help) {
        fputs(help, stdout);
        ax_check_paths_free(&options.paths);
        return AX_EXIT_DONE;
    }
    ax_session session = {0};
    ax_status *started = ax_session_start(&session);
    if (started) {
        ax_status_free(status);
        status = started;
    } else if (!status) {
        status = check_all(&session, &options, &sums);
    }
    int exit_status = ax_session_end(&session, status);
    ax_check_paths_free(&options.paths);
    if (exit_status == AX_EXIT_DONE && sums.by_verdict[AX_CHECK_FAILED])
        exit_status = AX_EXIT_FAILED;
    return exit_status;
}
