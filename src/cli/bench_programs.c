#include "cli/bench_programs.h"

#include "base/text.h"
#include "bench/programs.h"
#include "bench/triad.h"
#include "check/find.h"
#include "cli/session.h"
#include "job/option_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: axmap bench programs FOLDER [NAME...] [options]\n\n"
    "Times whole programs: FOLDER/NAME.mlir, or all of the folder. Argument K lies in\n"
    "FOLDER/NAME.in.K.npy; result K is compared with FOLDER/NAME.out.K.npy where that exists, and\n"
    "a wrong one ends the run with exit status 1. Arguments lie in place. Results are fresh\n"
    "buffers in each run, as a call gives them, or the same ones reused. The arrays of the suite\n"
    "are made by configs/bench/make_suite.py; those of an exported function f(params, x) by\n\n"
    "  for k, a in enumerate(jax.tree.leaves((params, x))):\n"
    "      numpy.save(f\"FOLDER/NAME.in.{k}\", a)\n\n"
    "  --threads N     threads that compute (default: one a core); 1: the caller alone\n"
    "  --min-time S    seconds for fresh results and for reused ones, each (default 1)\n"
    "  --triad         measure the bandwidth of memory first\n"
    "  --steps         after each program, the time of each step and the kernel that ran it\n"
    "  --backend NAME  cpu (default) or reference\n"
    "  --json FILE     write a report there; a file that is there already is an error\n"
    "  --help          print this\n";

typedef struct programs_options {
    ax_context_options context;
    ax_program_options program;
    const char *folder, *json;
    const char **names; /* in `arguments` */
    int nnames;
    bool triad, help;
} programs_options;

static ax_status *parse_option(const char *key, const char *value, programs_options *options)
{
    int64_t count;
    if (strcmp(key, "--threads") == 0) {
        if (!ax_parse_count(value, &count) || count > 4096)
            return AX_ERROR(AX_INVALID_ARGUMENT, "--threads %s: it is a number from 1", value);
        options->context.threads = (int)count;
    } else if (strcmp(key, "--min-time") == 0) {
        if (!ax_parse_double(value, &options->program.min_time) ||
            !(options->program.min_time >= 0 && isfinite(options->program.min_time)))
            return AX_ERROR(AX_INVALID_ARGUMENT, "--min-time %s: it is a number of seconds", value);
    } else if (strcmp(key, "--json") == 0) {
        options->json = value;
        if (access(value, F_OK) == 0)
            return AX_ERROR(AX_INVALID_ARGUMENT, "--json %s: that file is there already", value);
    } else {
        options->context.backend = value;
    }
    return NULL;
}

static ax_status *parse(int count, char **arguments, programs_options *options)
{
    static const char *const names[] = {"--threads", "--min-time", "--backend",
                                        "--json",    "--steps",    "--help"};
    enum { WITH_VALUE = 4, ALL = 6 };
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i];
        int known = 0;
        while (known < ALL && strcmp(word, names[known]) != 0)
            known++;
        if (known < WITH_VALUE) {
            if (++i == count)
                return AX_ERROR(AX_INVALID_ARGUMENT, "%s needs a value", word);
            AX_TRY(parse_option(word, arguments[i], options));
        } else if (strcmp(word, "--steps") == 0) {
            options->program.steps = true;
        } else if (strcmp(word, "--triad") == 0) {
            options->triad = true;
        } else if (known < ALL || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (word[0] == '-') {
            const char *nearest = ax_nearest_name(word, names, ALL);
            return AX_ERROR(AX_INVALID_ARGUMENT, "bench programs has no option '%s'%s%s%s", word,
                            nearest ? "; did you mean " : "", nearest ? nearest : "",
                            nearest ? "?" : "");
        } else if (!options->folder) {
            options->folder = word;
        } else {
            options->names[options->nnames++] = word;
        }
    }
    if (!options->folder && !options->help)
        return AX_ERROR(AX_INVALID_ARGUMENT, "bench programs needs a FOLDER; see axmap bench "
                                             "programs --help");
    return NULL;
}

/* ---- the table ---- */

static void print_header(const ax_program_report *report)
{
    printf("%s\n\n", ax_program_report_header(report));
    printf("| program | fresh, us | least | reused, us | processor, us | compile, ms | peak, MB | "
           "error |\n|---|---|---|---|---|---|---|---|\n");
}

static void print_row(const char *name, const ax_program_time *time)
{
    char error[32] = "-";
    if (time->compared)
        snprintf(error, sizeof error, "%.1e", time->max_error);
    printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %s |\n", name,
           time->fresh_median * 1e6, time->fresh_least * 1e6, time->reused_median * 1e6,
           time->processor * 1e6, time->compile * 1e3, (double)time->peak_bytes * 1e-6, error);
    for (int32_t i = 0; i < time->nsteps; i++) {
        const ax_program_step *step = &time->steps[i];
        printf("    %10.1f us  %-12s %s\n", step->seconds * 1e6, step->kernel, step->what);
    }
    fflush(stdout);
}

static ax_status *bench_one(ax_context *context, const programs_options *options, const char *name,
                            ax_program_report *report)
{
    ax_program_time time;
    AX_TRY(ax_bench_program(context, options->folder, name, &options->program, &time));
    print_row(name, &time);
    ax_status *status = ax_program_report_add(report, name, &time);
    ax_program_time_free(&time);
    return status;
}

/* FOLDER/NAME.mlir -> NAME, for those that lie in the folder itself. */
static ax_status *bench_folder(ax_context *context, const programs_options *options,
                               ax_program_report *report)
{
    ax_check_paths found = {0};
    ax_status *status = ax_check_find(options->folder, &found);
    size_t length = strlen(options->folder);
    if (!status && found.count == 0)
        status = AX_ERROR(AX_NOT_FOUND, "there is no program (*.mlir) in '%s'", options->folder);
    for (int32_t i = 0; !status && i < found.count; i++) {
        char *name = found.paths[i] + length + strspn(found.paths[i] + length, "/");
        name[strlen(name) - strlen(".mlir")] = '\0';
        if (!strchr(name, '/'))
            status = bench_one(context, options, name, report);
    }
    ax_check_paths_free(&found);
    return status;
}

static ax_status *measure_triad(ax_context *context, ax_program_report *report)
{
    double bandwidth;
    AX_TRY(ax_bench_triad(context, &bandwidth));
    printf("triad: %.1f GB/s\n", bandwidth * 1e-9);
    return ax_program_report_set_bandwidth(report, bandwidth);
}

static ax_status *bench(ax_context *context, const programs_options *options)
{
    ax_program_report *report;
    AX_TRY(ax_program_report_create(context, options->program.min_time, &report));
    ax_status *status = options->triad ? measure_triad(context, report) : NULL;
    if (!status)
        status = ax_bench_warm_up(context);
    if (!status)
        print_header(report);
    if (!status && !options->nnames)
        status = bench_folder(context, options, report);
    for (int i = 0; !status && i < options->nnames; i++)
        status = bench_one(context, options, options->names[i], report);
    if (!status && options->json)
        status = ax_program_report_write(report, options->json);
    ax_program_report_free(report);
    return status;
}

static ax_status *run(const programs_options *options)
{
    ax_context *context;
    AX_TRY(ax_context_create(&options->context, &context));
    ax_status *status = bench(context, options);
    ax_context_release(context);
    return status;
}

int ax_bench_programs(int count, char **arguments)
{
    programs_options options = {
        .context = {.devices_per_rank = 1},
        .program = {.min_time = 1},
        .names = calloc((size_t)count + 1, sizeof *options.names),
    };
    ax_status *status = options.names ? parse(count, arguments, &options)
                                      : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
    if (!status && options.help)
        fputs(help, stdout);
    else if (!status)
        status = run(&options);
    free(options.names);
    return status ? ax_print_error(status) : AX_EXIT_DONE;
}
