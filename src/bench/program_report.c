/* The report of `axmap bench programs`, as JSON. */
#include "backend/cpu/codegen.h"
#include "base/text.h"
#include "bench/programs.h"
#include "job/json_text.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ax_program_report {
    json_t *root, *programs;
    char *header;
};

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report");
}

/* "axmap 0.1.0, cpu backend, 2 threads on AMD EPYC; code for x86-64-v4, ..." */
static ax_status *describe(const ax_context *context, char **out_line)
{
    ax_text text = {0};
    int threads = ax_team_size(ax_context_team(context));
    ax_text_printf(&text, "axmap %s, %s backend, %d thread%s on %s", AXMAP_VERSION,
                   context->backend->name, threads, threads == 1 ? "" : "s",
                   ax_topology_machine(context->topology)->cpu_model);
    if (context->codegen)
        ax_text_printf(&text, "; code for %s", ax_codegen_cpu(context->codegen));
    return ax_text_take(&text, out_line);
}

ax_status *ax_program_report_create(const ax_context *context, double min_time,
                                    ax_program_report **out_report)
{
    ax_program_report *report = calloc(1, sizeof *report);
    if (!report)
        return no_memory();
    const ax_machine *machine = ax_topology_machine(context->topology);
    report->programs = json_array();
    report->root = json_pack("{s:s, s:s, s:s, s:s, s:i, s:s?, s:f, s:O}", "schema",
                             "axmap-bench-programs-1", "axmap", AXMAP_VERSION, "cpu",
                             machine->cpu_model, "backend", context->backend->name, "threads",
                             ax_team_size(ax_context_team(context)), "codegen_cpu",
                             context->codegen ? ax_codegen_cpu(context->codegen) : NULL,
                             "min_time_seconds", min_time, "programs", report->programs);
    ax_status *status = report->root ? describe(context, &report->header) : no_memory();
    if (status) {
        ax_program_report_free(report);
        return status;
    }
    *out_report = report;
    return NULL;
}

void ax_program_report_free(ax_program_report *report)
{
    if (!report)
        return;
    json_decref(report->programs);
    json_decref(report->root);
    free(report->header);
    free(report);
}

const char *ax_program_report_header(const ax_program_report *report)
{
    return report->header;
}

ax_status *ax_program_report_set_bandwidth(ax_program_report *report, double bandwidth)
{
    json_t *value = json_real(bandwidth * 1e-9);
    return json_object_set_new(report->root, "triad_gb_per_s", value) == 0 ? NULL : no_memory();
}

static json_t *steps_json(const ax_program_time *time)
{
    json_t *steps = json_array();
    for (int32_t i = 0; i < time->nsteps; i++) {
        const ax_program_step *step = &time->steps[i];
        json_array_append_new(steps, json_pack("{s:s, s:s, s:f}", "step", step->what, "kernel",
                                               step->kernel, "us", step->seconds * 1e6));
    }
    return steps;
}

ax_status *ax_program_report_add(ax_program_report *report, const char *name,
                                 const ax_program_time *time)
{
    json_t *program = json_pack(
        "{s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:i, s:f, s:f, s:f, s:I}", "name", ax_json_text(name),
        "median_us", time->fresh_median * 1e6, "min_us", time->fresh_least * 1e6,
        "reused_median_us", time->reused_median * 1e6, "reused_min_us", time->reused_least * 1e6,
        "processor_us", time->processor * 1e6, "reused_processor_us", time->reused_processor * 1e6,
        "runs", (int)time->runs, "load_ms", time->load * 1e3, "compile_ms", time->compile * 1e3,
        "compile_processor_ms", time->compile_processor * 1e3, "peak_bytes",
        (json_int_t)time->peak_bytes);
    if (program && time->compared)
        json_object_set_new(program, "max_error", json_real(time->max_error));
    if (program && time->steps)
        json_object_set_new(program, "steps", steps_json(time));
    return program && json_array_append_new(report->programs, program) == 0 ? NULL : no_memory();
}

/* Complete or not at all, and never over a file that is there: a link fails where its name is taken. */
static ax_status *write_text(const char *text, const char *partial, const char *path)
{
    FILE *file = fopen(partial, "wxe");
    if (!file)
        return AX_ERROR(AX_IO, "cannot write '%s': %s", partial, strerror(errno));
    bool written = fputs(text, file) >= 0 && fputc('\n', file) != EOF;
    written = fclose(file) == 0 && written;
    written = written && link(partial, path) == 0;
    ax_status *status = NULL;
    if (!written)
        status = AX_ERROR(AX_IO, "cannot write the report '%s': %s", path, strerror(errno));
    unlink(partial);
    return status;
}

ax_status *ax_program_report_write(const ax_program_report *report, const char *path)
{
    char *text = json_dumps(report->root, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    size_t length = strlen(path) + sizeof ".partial";
    char *partial = malloc(length);
    ax_status *status = NULL;
    if (!text || !partial) {
        status = no_memory();
    } else {
        snprintf(partial, length, "%s.partial", path);
        status = write_text(text, partial, path);
    }
    free(text);
    free(partial);
    return status;
}
