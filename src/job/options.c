#include "base/text.h"
#include "job/option_table.h"
#include "job/option_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 4096 }; /* what a context takes, exec/context.c */

const ax_job_option ax_job_option_table[AX_JOB_OPTION_COUNT] = {
#define AX_JOB_OPTION(key, field, kind, value, help) \
    {key, offsetof(ax_job_options, field), AX_JOB_KIND_##kind, value, help},
#include "job/options.def"
#undef AX_JOB_OPTION
};

ax_job_options ax_job_options_defaults(void)
{
    return (ax_job_options){.timeout = AX_JOB_TIMEOUT};
}

static void free_bindings(ax_job_bindings *list)
{
    for (int32_t i = 0; i < list->count; i++) {
        free(list->items[i].name);
        free(list->items[i].file);
        free(list->items[i].tensor);
    }
    free(list->items);
}

void ax_job_options_free(ax_job_options *options)
{
    free_bindings(&options->arg);
    free_bindings(&options->in);
    free_bindings(&options->out);
    free(options->job_file);
    free(options->program);
    free(options->axis_name);
    free(options->report);
    *options = ax_job_options_defaults();
}

ax_status *ax_job_options_check(const ax_job_options *options)
{
    const char *job_file = options->job_file;
    if (options->help)
        return NULL;
    if (!options->program) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "no program: give --program FILE%s%s%s",
                        job_file ? " or a key 'program' in '" : " or a job file",
                        job_file ? job_file : "", job_file ? "'" : "");
    }
    return NULL;
}

/* ---- finding and naming ---- */

const ax_job_option *ax_job_option_find(const char *key, const char **out_nearest)
{
    const char *keys[AX_JOB_OPTION_COUNT];
    for (int i = 0; i < AX_JOB_OPTION_COUNT; i++) {
        keys[i] = ax_job_option_table[i].key;
        if (strcmp(key, keys[i]) == 0)
            return &ax_job_option_table[i];
    }
    *out_nearest = ax_nearest_name(key, keys, AX_JOB_OPTION_COUNT);
    return NULL;
}

const char *ax_job_place_print(ax_job_place place, const char *key, char *buffer)
{
    if (place.file) {
        snprintf(buffer, AX_JOB_PLACE_TEXT, "%s:%d: %s", place.file, place.line, key);
    } else {
        snprintf(buffer, AX_JOB_PLACE_TEXT, "--%s", key);
    }
    return buffer;
}

/* What a value of each kind looks like, for errors. */
static const char *allowed_values(const ax_job_option *option)
{
    switch (option->kind) {
    case AX_JOB_KIND_PARTS: return "a whole number from 1 to 4096";
    case AX_JOB_KIND_POWER_OF_TWO: return "a power of two: 1, 2, 4, 8 and so on";
    case AX_JOB_KIND_COUNT_OR_AUTO: return "a whole number from 1, or 'auto'";
    case AX_JOB_KIND_BYTES: return "a number of bytes, as 4096, 64KiB, 500MiB or 1.5GiB";
    case AX_JOB_KIND_SECONDS: return "a time, as 90 (seconds), 500ms, 90s, 10m or 2h";
    case AX_JOB_KIND_FLAG: return "true or false";
    case AX_JOB_KIND_CHOICE: return option->value;
    case AX_JOB_KIND_NAME: return "a name";
    default: return "the name of a file";
    }
}

static ax_status *bad_value(const ax_job_option *option, const char *text, ax_job_place place)
{
    char at[AX_JOB_PLACE_TEXT];
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' is not allowed: %s",
                    ax_job_place_print(place, option->key, at), text, allowed_values(option));
}

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the options");
}

/* A path as the process can use it: that of a job file starts in the job file's folder. */
static char *resolve_path(const char *path, ax_job_place place)
{
    const char *slash = place.file ? strrchr(place.file, '/') : NULL;
    if (!slash || path[0] == '/')
        return strdup(path);
    ax_text text = {0};
    ax_text_append_bytes(&text, place.file, (size_t)(slash + 1 - place.file));
    ax_text_append(&text, path);
    char *resolved = NULL;
    ax_status_free(ax_text_take(&text, &resolved));
    return resolved;
}

/* ---- single values ---- */

typedef union value {
    char *text;
    int64_t number;
    double seconds;
    bool flag;
} value;

/* `out->text` is owned by the caller; NULL after a success means no memory. */
static bool parse_value(const ax_job_option *option, const char *text, ax_job_place place,
                        value *out)
{
    switch (option->kind) {
    case AX_JOB_KIND_PATH:
        if (!*text)
            return false;
        out->text = resolve_path(text, place);
        return true;
    case AX_JOB_KIND_NAME:
        if (!*text)
            return false;
        out->text = strdup(text);
        return true;
    case AX_JOB_KIND_COUNT_OR_AUTO:
        if (strcmp(text, "auto") == 0) {
            out->number = 0;
            return true;
        }
        return ax_parse_count(text, &out->number);
    case AX_JOB_KIND_PARTS: return ax_parse_count(text, &out->number) && out->number <= MOST_PARTS;
    case AX_JOB_KIND_POWER_OF_TWO:
        return ax_parse_count(text, &out->number) && (out->number & (out->number - 1)) == 0;
    case AX_JOB_KIND_BYTES: return ax_parse_bytes(text, &out->number);
    case AX_JOB_KIND_SECONDS: return ax_parse_seconds(text, &out->seconds);
    case AX_JOB_KIND_CHOICE: return ax_parse_choice(text, option->value, &out->number);
    case AX_JOB_KIND_FLAG:
        out->flag = strcmp(text, "true") == 0;
        return out->flag || strcmp(text, "false") == 0;
    default: return false;
    }
}

static void store_value(ax_job_options *options, const ax_job_option *option, const value *v)
{
    void *field = (char *)options + option->field;
    switch (option->kind) {
    case AX_JOB_KIND_PATH:
    case AX_JOB_KIND_NAME:
        free(*(char **)field);
        *(char **)field = v->text;
        break;
    case AX_JOB_KIND_SECONDS: *(double *)field = v->seconds; break;
    case AX_JOB_KIND_FLAG: *(bool *)field = v->flag; break;
    default: *(int64_t *)field = v->number; break;
    }
}

static ax_status *set_value(ax_job_options *options, const ax_job_option *option, const char *text,
                            ax_job_place place)
{
    bool is_text = option->kind == AX_JOB_KIND_PATH || option->kind == AX_JOB_KIND_NAME;
    ptrdiff_t id = option - ax_job_option_table;
    value v = {0};
    if (!parse_value(option, text, place, &v))
        return bad_value(option, text, place);
    if (is_text && !v.text)
        return no_memory();
    if (place.file && options->flagged[id]) {
        if (is_text)
            free(v.text);
    } else {
        store_value(options, option, &v);
    }
    return NULL;
}

/* Notes that the option was given in this place; it may be given once. */
static ax_status *note_given(ax_job_options *options, const ax_job_option *option,
                             ax_job_place place)
{
    char at[AX_JOB_PLACE_TEXT];
    ptrdiff_t id = option - ax_job_option_table;
    bool *given = place.file ? &options->keyed[id] : &options->flagged[id];
    if (*given && !ax_job_option_is_list(option)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: given twice",
                        ax_job_place_print(place, option->key, at));
    }
    *given = true;
    return NULL;
}

ax_status *ax_job_option_set(ax_job_options *options, const ax_job_option *option, const char *text,
                             ax_job_place place)
{
    AX_TRY(note_given(options, option, place));
    if (!ax_job_option_is_list(option))
        return set_value(options, option, text, place);

    char at[AX_JOB_PLACE_TEXT];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' is not of the form %s",
                        ax_job_place_print(place, option->key, at), text, option->value);
    }
    char *name = strndup(text, (size_t)(equals - text));
    if (!name)
        return no_memory();
    ax_status *status = ax_job_option_bind(options, option, name, equals + 1, place);
    free(name);
    return status;
}

/* ---- bindings ---- */

static ax_status *add_binding(ax_job_options *options, const ax_job_option *option,
                              const char *name, const char *file, const char *tensor,
                              ax_job_binding binding)
{
    ax_job_bindings *list = (ax_job_bindings *)(void *)((char *)options + option->field);
    ax_job_binding *items = realloc(list->items, ((size_t)list->count + 1) * sizeof *list->items);
    if (!items)
        return no_memory();
    list->items = items;
    binding.name = strdup(name);
    binding.file = resolve_path(file, binding.place);
    binding.tensor = tensor ? strdup(tensor) : NULL;
    items[list->count++] = binding;
    bool complete = binding.name && binding.file && (binding.tensor || !tensor);
    return complete ? NULL : no_memory();
}

/* An axis as it stands behind a file: a whole number, or for outputs 'none'. */
static bool parse_axis(const ax_job_option *option, const char *text, ax_job_binding *binding)
{
    if (option->kind == AX_JOB_KIND_OUTPUTS && strcmp(text, "none") == 0) {
        binding->once = true;
        return true;
    }
    binding->has_axis = option->kind != AX_JOB_KIND_ARGUMENTS &&
                        ax_parse_int64(text, &binding->axis);
    return binding->has_axis;
}

ax_status *ax_job_option_bind(ax_job_options *options, const ax_job_option *option,
                              const char *name, const char *target, ax_job_place place)
{
    static const char named[] = ".safetensors:";
    ax_job_binding binding = {.place = place};
    char at[AX_JOB_PLACE_TEXT];
    char *file = strdup(target);
    if (!file)
        return no_memory();
    char *colon = strrchr(file, ':');
    if (colon && parse_axis(option, colon + 1, &binding))
        *colon = '\0';
    char *tensor = option->kind == AX_JOB_KIND_OUTPUTS ? NULL : strstr(file, named);
    if (tensor) {
        tensor += sizeof named - 1;
        tensor[-1] = '\0';
    }
    ax_status *status = NULL;
    if (!*file || (tensor && !*tensor)) {
        status = AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s: '%s' is not of the form %s",
                          ax_job_place_print(place, option->key, at), name, target,
                          strchr(option->value, '=') + 1);
    } else {
        status = add_binding(options, option, name, file, tensor, binding);
    }
    free(file);
    return status;
}

ax_status *ax_job_option_bind_parts(ax_job_options *options, const ax_job_option *option,
                                    const char *name, const char *file, const char *tensor,
                                    const char *axis, ax_job_place place)
{
    ax_job_binding binding = {.place = place};
    char at[AX_JOB_PLACE_TEXT];
    if (tensor && option->kind == AX_JOB_KIND_OUTPUTS) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s: an output is a .npy file without tensors",
                        ax_job_place_print(place, option->key, at), name);
    }
    if (axis && !parse_axis(option, axis, &binding)) {
        const char *allowed = option->kind == AX_JOB_KIND_ARGUMENTS ? "'arg' has no axis: use 'in'"
                              : option->kind == AX_JOB_KIND_INPUTS  ? "a whole number"
                                                                    : "a whole number, or 'none'";
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s: axis '%s' is not allowed: %s",
                        ax_job_place_print(place, option->key, at), name, axis, allowed);
    }
    return add_binding(options, option, name, file, tensor, binding);
}
