/* axmap bench: measurements. */
#include "cli/bench_programs.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include "base/text.h"
#include "bench/arrays.h"
#include "bench/kernels.h"
#include "bench/map_cases.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: axmap bench kernels [options]\n"
    "       axmap bench arrays [PART] [options]\n"
    "       axmap bench map [options]\n"
    "       axmap bench programs FOLDER [NAME...] [options]\n\n"
    "kernels  times axmap's operations beside the plain call or loop that does the same work, in\n"
    "         one process on one core, and prints the ratios (medians of interleaved runs)\n"
    "arrays   times single operations over large arrays on one core (processor time of the\n"
    "         fastest run), all or those whose names hold PART\n"
    "map      times mapped functions beside one call for all rows, on as many threads\n"
    "programs times whole programs on one or more cores; see axmap bench programs --help\n\n"
    "  --threads N   threads of map and of what it is compared with (default 1)\n"
    "  --min-time S  seconds for each comparison (default 2)\n"
    "  --help        print this\n";

typedef struct bench_options {
    double min_time;
    int64_t threads;
    bool help;
    const char *what, *part;
} bench_options;

static ax_status *parse(int count, char **arguments, bench_options *options)
{
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (strcmp(word, "--min-time") == 0) {
            if (++i == count || !ax_parse_double(arguments[i], &options->min_time) ||
                !(options->min_time > 0 && isfinite(options->min_time))) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "--min-time needs a number of seconds");
            }
        } else if (strcmp(word, "--threads") == 0) {
            if (++i == count || !ax_parse_int64(arguments[i], &options->threads) ||
                options->threads < 1 || options->threads > INT_MAX) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "--threads needs a number from 1 on");
            }
        } else if (word[0] != '-' && options->what && !options->part &&
                   strcmp(options->what, "arrays") == 0) {
            options->part = word;
        } else if (word[0] == '-' || options->what) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "bench does not know '%s'; see axmap bench --help",
                            word);
        } else {
            options->what = word;
        }
    }
    if (!options->help && !options->what) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "bench what? There are 'kernels', 'arrays', 'map' and 'programs'");
    }
    if (options->what && strcmp(options->what, "kernels") != 0 &&
        strcmp(options->what, "arrays") != 0 && strcmp(options->what, "map") != 0) {
        return AX_ERROR(
            AX_INVALID_ARGUMENT,
            "there is no bench '%s'; there are 'kernels', 'arrays', 'map' and 'programs'",
            options->what);
    }
    return NULL;
}

static void print_ratio(const ax_kernel_ratio *r)
{
    printf("| %s | %s | %.3f | %.3f | %.3f | <= %.3f |\n", r->what, r->against, r->seconds * 1e3,
           r->plain_seconds * 1e3, r->seconds / r->plain_seconds, r->bound);
    fflush(stdout);
}

static const char ratio_titles[] =
    "| what | against | ms | against, ms | ratio | aim |\n|---|---|---|---|---|---|\n";

static ax_status *bench_kernels(ax_context *context, const ax_blas *blas, double min_time)
{
    ax_kernel_ratio ratios[AX_KERNEL_RATIOS];
    AX_TRY(ax_bench_kernels(context, blas, min_time, ratios));
    printf("BLAS: %s", ax_blas_path(blas));
    if (*ax_blas_core(blas))
        printf(", kernel %s (%s)", ax_blas_core(blas), ax_blas_choice(blas));
    printf("\n\n%s", ratio_titles);
    for (int i = 0; i < AX_KERNEL_RATIOS; i++)
        print_ratio(&ratios[i]);
    return NULL;
}

static ax_status *bench_map(ax_context *context, double min_time)
{
    fputs(ratio_titles, stdout);
    return ax_bench_map(context, min_time, print_ratio);
}

static void print_time(const ax_array_time *time)
{
    printf("| %s | %.3f |\n", time->what, time->seconds * 1e3);
    fflush(stdout);
}

static ax_status *bench_arrays(ax_context *context, const char *part, double min_time)
{
    printf("| what | ms |\n|---|---|\n");
    return ax_bench_arrays(context, part, min_time, print_time);
}

static ax_status *bench(const bench_options *options)
{
    bool kernels = strcmp(options->what, "kernels") == 0, map = strcmp(options->what, "map") == 0;
    ax_context_options wanted = {.devices_per_rank = 1, .threads = map ? (int)options->threads : 1};
    ax_context *context = NULL;
    ax_blas *blas = NULL;
    ax_status *status = kernels ? ax_blas_load(&blas) : NULL;
    if (!status)
        status = ax_context_create(&wanted, &context);
    if (!status && kernels)
        status = bench_kernels(context, blas, options->min_time);
    else if (!status && map)
        status = bench_map(context, options->min_time);
    else if (!status)
        status = bench_arrays(context, options->part, options->min_time);
    ax_context_release(context);
    ax_blas_free(blas);
    return status;
}

int ax_verb_bench(int count, char **arguments)
{
    if (count > 0 && strcmp(arguments[0], "programs") == 0)
        return ax_bench_programs(count - 1, arguments + 1);
    bench_options options = {.min_time = 2, .threads = 1};
    ax_status *status = parse(count, arguments, &options);
    if (!status && options.help) {
        fputs(help, stdout);
        return AX_EXIT_DONE;
    }
    if (!status)
        status = bench(&options);
    return status ? ax_print_error(status) : AX_EXIT_DONE;
}
