/* Options from a job file: a YAML mapping whose keys are the options' keys.
 *
 *     program: digits.mlir
 *     arg:
 *       params: digits.safetensors
 *     in:
 *       image: images.npy:0
 *       label: {file: labels.npy, axis: 0}
 *
 * The text is untrusted; libyaml gives events with their lines, and whatever is not awaited is an
 * error. Anchors and aliases have no use here and are refused.
 */
#include "formats/file_bytes.h"
#include "job/option_table.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

enum { LONGEST_JOB_FILE = 1 << 20 };

typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the current one */
    bool has_event;
    ax_job_options *options;
    const char *file;
} reader;

/* ---- events ---- */

static ax_job_place place_of(const reader *r)
{
    return (ax_job_place){r->file, (int)r->event.start_mark.line + 1};
}

static ax_status *next_event(reader *r)
{
    if (r->has_event)
        yaml_event_delete(&r->event);
    r->has_event = yaml_parser_parse(&r->parser, &r->event) != 0;
    if (!r->has_event) {
        const yaml_parser_t *p = &r->parser;
        bool in_bytes = p->error == YAML_READER_ERROR; /* then there is no line */
        return AX_ERROR(p->error == YAML_MEMORY_ERROR ? AX_OUT_OF_MEMORY : AX_INVALID_ARGUMENT,
                        "%s:%zu: not YAML: %s", r->file,
                        in_bytes ? (size_t)1 : p->problem_mark.line + 1,
                        p->problem ? p->problem : "it ends early");
    }
    if (r->event.type == YAML_ALIAS_EVENT) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s:%d: aliases are not used in job files", r->file,
                        place_of(r).line);
    }
    return NULL;
}

static const char *scalar(const reader *r)
{
    return r->event.type == YAML_SCALAR_EVENT ? (const char *)r->event.data.scalar.value : NULL;
}

/* A scalar may contain NUL bytes, by way of "\0"; no option can. */
static bool has_nul(const reader *r)
{
    return r->event.type == YAML_SCALAR_EVENT && strlen(scalar(r)) != r->event.data.scalar.length;
}

static const char *event_name(const reader *r)
{
    switch (r->event.type) {
    case YAML_SCALAR_EVENT: return "a single value";
    case YAML_SEQUENCE_START_EVENT: return "a list";
    case YAML_MAPPING_START_EVENT: return "a mapping";
    default: return "the end";
    }
}

static ax_status *expected(const reader *r, const char *key, const char *what)
{
    char at[AX_JOB_PLACE_TEXT];
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: expected %s, found %s",
                    ax_job_place_print(place_of(r), key, at), what,
                    has_nul(r) ? "a NUL character" : event_name(r));
}

static bool is_scalar(const reader *r)
{
    return scalar(r) && !has_nul(r);
}

/* ---- bindings ---- */

/* {file: ..., tensor: ..., axis: ...}; the reader stands on the mapping's start. */
typedef struct parts {
    char *file, *tensor, *axis;
} parts;

static ax_status *read_part(reader *r, const char *key, const char *name, parts *p)
{
    static const char *const names[] = {"file", "tensor", "axis"};
    char **const values[] = {&p->file, &p->tensor, &p->axis};
    char at[AX_JOB_PLACE_TEXT];
    if (!is_scalar(r))
        return expected(r, key, "file, tensor or axis");
    const char *word = scalar(r);
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, names[i]) != 0)
            continue;
        if (*values[i]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s: '%s' is given twice",
                            ax_job_place_print(place_of(r), key, at), name, names[i]);
        }
        AX_TRY(next_event(r));
        if (!is_scalar(r))
            return expected(r, key, "a single value");
        *values[i] = strdup(scalar(r));
        return *values[i] ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the job file");
    }
    const char *nearest = ax_nearest_name(word, names, 3);
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "%s: %s: unknown key '%s'%s%s%s; it may be file, tensor or axis",
                    ax_job_place_print(place_of(r), key, at), name, word,
                    nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static ax_status *read_parts(reader *r, const ax_job_option *option, const char *name,
                             ax_job_place place)
{
    parts p = {0};
    ax_status *status = next_event(r);
    while (!status && r->event.type != YAML_MAPPING_END_EVENT) {
        status = read_part(r, option->key, name, &p);
        if (!status)
            status = next_event(r);
    }
    char at[AX_JOB_PLACE_TEXT];
    if (!status && (!p.file || !*p.file)) {
        status = AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s: the key 'file' is missing",
                          ax_job_place_print(place, option->key, at), name);
    }
    if (!status)
        status = ax_job_option_bind_parts(r->options, option, name, p.file, p.tensor, p.axis,
                                          place);
    free(p.file);
    free(p.tensor);
    free(p.axis);
    return status;
}

/* NAME: FILE... or NAME: {file: FILE, ...}; the reader stands on NAME. */
static ax_status *read_binding(reader *r, const ax_job_option *option, const char *name,
                               ax_job_place place)
{
    const ax_job_bindings *list = (const ax_job_bindings *)(const void *)((const char *)r->options +
                                                                          option->field);
    char at[AX_JOB_PLACE_TEXT];
    for (int32_t i = 0; i < list->count; i++) {
        if (list->items[i].place.file && strcmp(list->items[i].name, name) == 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' is given twice, first in line %d",
                            ax_job_place_print(place, option->key, at), name,
                            list->items[i].place.line);
        }
    }
    AX_TRY(next_event(r));
    if (r->event.type == YAML_MAPPING_START_EVENT)
        return read_parts(r, option, name, place);
    if (!is_scalar(r) || !*scalar(r))
        return expected(r, option->key, strchr(option->value, '=') + 1);
    return ax_job_option_bind(r->options, option, name, scalar(r), place);
}

static ax_status *read_bindings(reader *r, const ax_job_option *option)
{
    if (r->event.type != YAML_MAPPING_START_EVENT)
        return expected(r, option->key, "lines 'NAME: FILE'");
    AX_TRY(next_event(r));
    while (r->event.type != YAML_MAPPING_END_EVENT) {
        if (!is_scalar(r) || !*scalar(r))
            return expected(r, option->key, "a name");
        ax_job_place place = place_of(r);
        char *name = strdup(scalar(r));
        if (!name)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the job file");
        ax_status *status = read_binding(r, option, name, place);
        free(name);
        AX_TRY(status);
        AX_TRY(next_event(r));
    }
    return NULL;
}

/* ---- the file ---- */

static ax_status *unknown_key(const reader *r, const char *nearest)
{
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s:%d: unknown key '%s'%s%s%s", r->file, place_of(r).line,
                    scalar(r), nearest ? "; did you mean '" : "", nearest ? nearest : "",
                    nearest ? "'?" : "");
}

/* key: value; the reader stands on the key and ends on the value's last event. */
static ax_status *read_entry(reader *r)
{
    char at[AX_JOB_PLACE_TEXT];
    const char *nearest;
    if (!is_scalar(r))
        return expected(r, "job file", "a key");
    const ax_job_option *option = ax_job_option_find(scalar(r), &nearest);
    if (!option)
        return unknown_key(r, nearest);
    ax_job_place place = place_of(r);
    bool *keyed = &r->options->keyed[option - ax_job_option_table];
    if (*keyed) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: given twice",
                        ax_job_place_print(place, option->key, at));
    }
    AX_TRY(next_event(r));
    if (ax_job_option_is_list(option)) {
        *keyed = true;
        return read_bindings(r, option);
    }
    if (!is_scalar(r))
        return expected(r, option->key, "a single value");
    return ax_job_option_set(r->options, option, scalar(r), place);
}

static ax_status *read_document(reader *r)
{
    do {
        AX_TRY(next_event(r));
    } while (r->event.type == YAML_STREAM_START_EVENT ||
             r->event.type == YAML_DOCUMENT_START_EVENT);
    if (r->event.type != YAML_MAPPING_START_EVENT)
        return expected(r, "job file", "lines 'key: value'");
    AX_TRY(next_event(r));
    while (r->event.type != YAML_MAPPING_END_EVENT) {
        AX_TRY(read_entry(r));
        AX_TRY(next_event(r));
    }
    do {
        AX_TRY(next_event(r));
    } while (r->event.type == YAML_DOCUMENT_END_EVENT);
    if (r->event.type != YAML_STREAM_END_EVENT)
        return expected(r, "job file", "one document");
    return NULL;
}

ax_status *ax_job_options_read_yaml(ax_job_options *options, const char *text, size_t length)
{
    reader r = {.options = options, .file = options->job_file};
    if (!yaml_parser_initialize(&r.parser))
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to read '%s'", options->job_file);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, length);
    ax_status *status = read_document(&r);
    if (r.has_event)
        yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return status;
}

static ax_status *read_job_file(ax_job_options *options)
{
    const char *file = options->job_file;
    int descriptor;
    int64_t bytes;
    AX_TRY(ax_file_open(file, &descriptor, &bytes));
    ax_status *status = NULL;
    char *text = bytes <= LONGEST_JOB_FILE ? malloc((size_t)bytes + 1) : NULL;
    if (bytes > LONGEST_JOB_FILE) {
        status = AX_ERROR(AX_INVALID_ARGUMENT, "'%s' is no job file: it has %lld bytes", file,
                          (long long)bytes);
    } else if (!text) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory to read '%s'", file);
    }
    if (!status)
        status = ax_file_read(descriptor, file, 0, bytes, text);
    if (!status)
        status = ax_job_options_read_yaml(options, text, (size_t)bytes);
    free(text);
    close(descriptor);
    return status;
}

ax_status *ax_job_options_load(ax_job_options *options, int argc, const char *const *argv)
{
    AX_TRY(ax_job_options_read_flags(options, argc, argv));
    if (options->job_file && !options->help)
        AX_TRY(read_job_file(options));
    return ax_job_options_check(options);
}
