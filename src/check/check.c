#include "check/check.h"

#include "check/module.h"
#include "check/reason.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- modules of a file ---- */

static const char separator[] = "// -----";

/* The end of the module that begins at `text`: the line of the separator, or the text's end. */
static const char *module_end(const char *text, const char *end)
{
    for (const char *line = text; line < end;) {
        if ((size_t)(end - line) >= sizeof separator - 1 &&
            memcmp(line, separator, sizeof separator - 1) == 0)
            return line;
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        line = newline ? newline + 1 : end;
    }
    return end;
}

static int32_t count_lines(const char *text, const char *end)
{
    int32_t lines = 0;
    while (text < end && (text = memchr(text, '\n', (size_t)(end - text)))) {
        lines++;
        text++;
    }
    return lines;
}

static ax_status *add_module(ax_check_report *report, ax_check_module module)
{
    ax_check_module *modules = realloc(report->modules,
                                       (size_t)(report->count + 1) * sizeof *modules);
    if (!modules) {
        free(module.reason);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report of checks");
    }
    report->modules = modules;
    modules[report->count++] = module;
    return NULL;
}

/* ---- verdicts ---- */

/* Keeps the message of an error as a verdict; errors of the host come back. */
static ax_status *judge(ax_status *status, const char *filename, ax_check_module *module)
{
    ax_code code = ax_status_code(status);
    if (code == AX_OK) {
        module->verdict = AX_CHECK_PASSED;
        return NULL;
    }
    if (code == AX_OUT_OF_MEMORY || code == AX_PEER_FAILED || code == AX_TIMEOUT)
        return status;
    module->verdict = code == AX_UNSUPPORTED ? AX_CHECK_SKIPPED : AX_CHECK_FAILED;
    module->reason = ax_check_reason(status, filename, module->line);
    ax_status_free(status);
    return module->reason ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report of checks");
}

ax_status *ax_check_text(const char *text, size_t length, const char *filename,
                         const ax_check_options *options, ax_check_report *out_report)
{
    ax_check_report report = {0};
    ax_status *status = NULL;
    const char *end = text + length;
    int32_t line = 1;
    while (!status) {
        const char *stop = module_end(text, end);
        ax_check_module module = {.line = line};
        status = judge(ax_check_module_text(text, (size_t)(stop - text), filename, line, options),
                       filename, &module);
        if (!status)
            status = add_module(&report, module);
        if (stop == end)
            break;
        const char *newline = memchr(stop, '\n', (size_t)(end - stop));
        const char *next = newline ? newline + 1 : end;
        line += count_lines(text, next);
        text = next;
    }
    if (status) {
        ax_check_report_free(&report);
        return status;
    }
    *out_report = report;
    return NULL;
}

/* ---- files ---- */

static ax_status *read_file(const char *path, char **out_text, size_t *out_length)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return AX_ERROR(errno == ENOENT ? AX_NOT_FOUND : AX_IO, "cannot open '%s': %s", path,
                        strerror(errno));
    }
    char *text = NULL;
    size_t length = 0;
    size_t capacity = 0;
    ax_status *status = NULL;
    do {
        capacity = capacity ? capacity * 2 : 1 << 16;
        char *grown = realloc(text, capacity);
        if (!grown) {
            status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory to read '%s'", path);
            break;
        }
        text = grown;
        length += fread(text + length, 1, capacity - length, file);
    } while (length == capacity);
    if (!status && ferror(file))
        status = AX_ERROR(AX_IO, "cannot read '%s': %s", path, strerror(errno));
    fclose(file);
    if (status) {
        free(text);
        return status;
    }
    *out_text = text;
    *out_length = length;
    return NULL;
}

ax_status *ax_check_file(const char *path, const ax_check_options *options,
                         ax_check_report *out_report)
{
    char *text = NULL;
    size_t length = 0;
    AX_TRY(read_file(path, &text, &length));
    ax_status *status = ax_check_text(text, length, path, options, out_report);
    free(text);
    return status;
}

int32_t ax_check_count(const ax_check_report *report, ax_check_verdict verdict)
{
    int32_t count = 0;
    for (int32_t i = 0; i < report->count; i++)
        count += report->modules[i].verdict == verdict;
    return count;
}

void ax_check_report_free(ax_check_report *report)
{
    for (int32_t i = 0; i < report->count; i++)
        free(report->modules[i].reason);
    free(report->modules);
    *report = (ax_check_report){0};
}
