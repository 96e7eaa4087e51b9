/* axmap run and axmap plan. */
#include "cli/session.h"
#include "cli/verbs.h"

#include "backend/cpu/code_cache.h"
#include "backend/cpu/codegen.h"
#include "base/hash.h"
#include "base/text.h"
#include "job/job.h"
#include "job/read_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The job file is read by rank 0 and told to all. */
static ax_status *read_job_file(ax_session *session, ax_job_options *options)
{
    if (!options->job_file)
        return NULL;
    char *text = NULL;
    int64_t length = 0;
    ax_status *local = ax_comm_rank(session->comm) == 0
                           ? ax_read_text(options->job_file, &text, &length)
                           : NULL;
    ax_launch launch = {.what = "reading the job file"};
    void *copy = NULL;
    ax_status *status = ax_comm_broadcast_blob(session->comm, &launch, local, 0, text, length,
                                               &copy, &length);
    free(text);
    AX_TRY(status);
    status = ax_job_options_read_yaml(options, copy, (size_t)length);
    free(copy);
    return status;
}

static ax_context_options context_options(const ax_job_options *options)
{
    return (ax_context_options){
        .devices_per_rank = (int)options->devices_per_rank,
        .threads = (int)options->threads,
        .timeout = options->timeout > 0 ? options->timeout : -1,
        .backend = options->backend == AX_JOB_BACKEND_REFERENCE ? "reference" : "cpu",
        .memory = options->memory,
        .native = options->native,
        .check_promises = options->check_promises,
    };
}

/* What was typed, on one rank. */
typedef struct command {
    const char *verb;
    int count;
    char **words;
} command;

/* All ranks were started with the same words, or it is an error that says who has which. */
static ax_status *compare_commands(ax_session *session, const command *typed, ax_status *flags)
{
    ax_text text = {0};
    uint64_t hash = 0;
    ax_text_printf(&text, "axmap %s", typed->verb);
    for (int i = 0; i < typed->count; i++) {
        hash = ax_hash_string(hash, typed->words[i]);
        ax_text_printf(&text, " %s", typed->words[i]);
    }
    ax_launch launch = {.what = text.bytes ? text.bytes : "axmap", .fingerprint = hash};
    ax_status *status = ax_comm_handshake(session->comm, &launch, flags);
    ax_text_free(&text);
    return status;
}

/* From words to a prepared job. `flags` is what reading the flags gave. */
static ax_status *prepare(ax_session *session, const command *typed, ax_job_options *options,
                          ax_status *flags, ax_job **out_job)
{
    AX_TRY(compare_commands(session, typed, flags));
    ax_status *status = read_job_file(session, options);
    if (!status)
        status = ax_job_options_check(options);
    AX_TRY(ax_comm_agree(session->comm, "reading the job file", status));
    ax_context_options context = context_options(options);
    AX_TRY(ax_session_open(session, &context));
    return ax_job_prepare(session->context, options, out_job);
}

static ax_status *print_plan(ax_session *session, ax_job *job)
{
    char *text;
    AX_TRY(ax_job_plan_text(job, &text));
    if (ax_comm_rank(session->comm) == 0)
        fputs(text, stdout);
    free(text);
    return NULL;
}

static void print_result(const ax_job *job, const ax_job_report *report)
{
    const ax_places *places = &job->context->places;
    int64_t records = report->map->sharding.length;
    if (job->sharded) {
        printf("over its own axes in %.3f s", report->wall);
    } else if (!job->binds->mapped) {
        printf("once in %.3f s", report->wall);
    } else {
        printf("%lld record%s in %.3f s (%.0f records/s)", (long long)records,
               records == 1 ? "" : "s", report->wall, ax_job_report_throughput(report));
    }
    printf(" on %d rank%s, %d device%s\n", report->ranks, report->ranks == 1 ? "" : "s",
           places->count, places->count == 1 ? "" : "s");
    for (int32_t i = 0; i < job->binds->noutputs; i++) {
        if (job->binds->outputs[i].path)
            printf("  %s\n", job->binds->outputs[i].path);
    }
}

/* What the user should know before the job runs. */
static void print_notes(const ax_context *context)
{
    if (context->hosts_note)
        fprintf(stderr, "axmap: note: %s\n", context->hosts_note);
    if (!context->codegen)
        return;
    const ax_code_cache *cache = ax_codegen_cache(context->codegen);
    bool meant = strcmp(ax_code_cache_reason(cache), "off") == 0;
    if (!ax_code_cache_directory(cache) && !meant) {
        fprintf(stderr, "axmap: note: no cache of compiled code: %s\n",
                ax_code_cache_reason(cache));
    }
}

static ax_status *run(ax_session *session, ax_job *job)
{
    ax_job_report report;
    bool speaks = ax_comm_rank(session->comm) == 0;
    if (speaks && !job->options->quiet)
        print_notes(session->context);
    AX_TRY(ax_job_run(job, &report));
    if (speaks && report.unlocked) {
        fprintf(stderr, "axmap: note: the output's file system has no locks: a second job on the "
                        "same output would not be noticed\n");
    }
    ax_status *status = NULL;
    if (speaks && job->options->report)
        status = ax_job_report_write(&report, job->options->report);
    if (speaks && !status && !job->options->quiet)
        print_result(job, &report);
    ax_job_report_free(&report);
    return status;
}

static int print_help(const char *verb)
{
    char *text;
    ax_status *status = ax_job_options_help(&text);
    if (status)
        return ax_print_error(status);
    printf("Usage: axmap %s [JOB.yaml] [options]\n\n%s", verb, text);
    free(text);
    return AX_EXIT_DONE;
}

static int do_job(const char *verb, int count, char **arguments,
                  ax_status *(*act)(ax_session *, ax_job *))
{
    ax_job_options options = ax_job_options_defaults();
    ax_status *flags = ax_job_options_read_flags(&options, count, (const char *const *)arguments);
    if (!flags && options.help) {
        ax_job_options_free(&options);
        return print_help(verb);
    }
    ax_session session = {0};
    ax_job *job = NULL;
    ax_status *status = ax_session_start(&session);
    if (status) {
        ax_status_free(flags);
    } else {
        ax_comm_set_timeout(session.comm, options.timeout);
        status = prepare(&session, &(command){verb, count, arguments}, &options, flags, &job);
    }
    if (!status)
        status = act(&session, job);
    ax_job_free(job);
    int exit_status = ax_session_end(&session, status);
    ax_job_options_free(&options);
    return exit_status;
}

int ax_verb_run(int count, char **arguments)
{
    return do_job("run", count, arguments, run);
}

int ax_verb_plan(int count, char **arguments)
{
    return do_job("plan", count, arguments, print_plan);
}
