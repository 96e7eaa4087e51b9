/* Options from the words of a command line, and the text of --help. */
#include "base/text.h"
#include "job/option_table.h"

#include <stdlib.h>
#include <string.h>

static ax_status *unknown_option(const char *word, const char *key)
{
    const char *nearest;
    ax_job_option_find(key, &nearest);
    return AX_ERROR(AX_INVALID_ARGUMENT, "unknown option '%s'%s%s%s", word,
                    nearest ? "; did you mean '--" : "; --help lists the options",
                    nearest ? nearest : "", nearest ? "'?" : "");
}

static ax_status *set_job_file(ax_job_options *options, const char *word)
{
    size_t length = strlen(word);
    if (length > 5 && strcmp(word + length - 5, ".mlir") == 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "'%s' is a program, and a job file is wanted here: give it with --program",
                        word);
    }
    if (options->job_file) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "one job file at a time: '%s' and '%s'",
                        options->job_file, word);
    }
    options->job_file = strdup(word);
    return options->job_file ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the options");
}

/* --key=VALUE, or --key VALUE (the next word, which is then taken), or --key of a flag. */
static ax_status *read_option(ax_job_options *options, const char *word, const char *next,
                              bool *out_took_next)
{
    const ax_job_place command_line = {0};
    const char *equals = strchr(word, '=');
    char *key = equals ? strndup(word + 2, (size_t)(equals - word - 2)) : strdup(word + 2);
    if (!key)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the options");
    const char *nearest;
    const ax_job_option *option = ax_job_option_find(key, &nearest);
    ax_status *status = option ? NULL : unknown_option(word, key);
    free(key);
    if (status)
        return status;

    const char *value = equals ? equals + 1 : option->kind == AX_JOB_KIND_FLAG ? "true" : next;
    *out_took_next = !equals && option->kind != AX_JOB_KIND_FLAG;
    if (!value) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "--%s wants a value: --%s %s", option->key,
                        option->key, option->value);
    }
    return ax_job_option_set(options, option, value, command_line);
}

ax_status *ax_job_options_read_flags(ax_job_options *options, int argc, const char *const *argv)
{
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        bool took_next = false;
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (strncmp(word, "--", 2) == 0) {
            AX_TRY(read_option(options, word, i + 1 < argc ? argv[i + 1] : NULL, &took_next));
            i += took_next;
        } else if (word[0] == '-') {
            return unknown_option(word, word + 1);
        } else {
            AX_TRY(set_job_file(options, word));
        }
    }
    return NULL;
}

ax_status *ax_job_options_help(char **out_text)
{
    enum { MARGIN = 30 };
    ax_text text = {0};
    for (int i = 0; i < AX_JOB_OPTION_COUNT; i++) {
        const ax_job_option *option = &ax_job_option_table[i];
        size_t start = text.length;
        ax_text_printf(&text, "  --%s%s%s", option->key, *option->value ? " " : "", option->value);
        size_t used = text.length - start;
        if (used + 2 > MARGIN) {
            ax_text_append(&text, "\n");
            used = 0;
        }
        for (const char *line = option->help; *line;) {
            size_t length = strcspn(line, "\n");
            ax_text_printf(&text, "%*s%.*s\n", (int)(MARGIN - used), "", (int)length, line);
            line += length + (line[length] == '\n');
            used = 0;
        }
    }
    return ax_text_take(&text, out_text);
}
