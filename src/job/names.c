#include "job/names.h"

#include "base/text.h"
#include "formats/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 20 };

ax_status *ax_job_names_make(const char *kind, const ax_job_slot *slots, int32_t count,
                             ax_job_names *out_names)
{
    ax_job_names names = {.kind = kind, .count = count, .slots = slots};
    names.dotted = calloc((size_t)count + 1, sizeof *names.dotted);
    ax_status *status = names.dotted
                            ? NULL
                            : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the program's names");
    for (int32_t i = 0; !status && i < count; i++) {
        char position[16];
        snprintf(position, sizeof position, "%d", i);
        status = ax_name_dotted(slots[i].name ? slots[i].name : position, &names.dotted[i]);
    }
    if (status) {
        ax_job_names_free(&names);
        return status;
    }
    *out_names = names;
    return NULL;
}

void ax_job_names_free(ax_job_names *names)
{
    for (int32_t i = 0; names->dotted && i < names->count; i++)
        free(names->dotted[i]);
    free(names->dotted);
    names->dotted = NULL;
}

const char *ax_job_slot_print(const ax_job_names *names, int32_t index, char *buffer)
{
    char type[AX_TYPE_TEXT];
    ax_type_print(&names->slots[index].type, type);
    if (names->slots[index].name) {
        snprintf(buffer, AX_JOB_SLOT_TEXT, "%s %d '%.120s' %s", names->kind, index,
                 names->dotted[index], type);
    } else {
        snprintf(buffer, AX_JOB_SLOT_TEXT, "%s %d %s", names->kind, index, type);
    }
    return buffer;
}

/* ---- finding ---- */

static bool is_position(const char *name, int32_t *out_position)
{
    int64_t value;
    size_t length = strlen(name);
    if (strspn(name, "0123456789") != length || !ax_parse_int64(name, &value) || value > INT32_MAX)
        return false;
    *out_position = (int32_t)value;
    return true;
}

/* Whether slot `index` is called `name`: by position, as printed, or dotted. */
static bool is_called(const ax_job_names *names, int32_t index, const char *name)
{
    int32_t position;
    const char *printed = names->slots[index].name;
    return (is_position(name, &position) && position == index) ||
           (printed && (strcmp(printed, name) == 0 || strcmp(names->dotted[index], name) == 0));
}

static bool is_inside(const ax_job_names *names, int32_t index, const char *prefix)
{
    size_t length = strlen(prefix);
    return names->slots[index].name && strncmp(names->dotted[index], prefix, length) == 0 &&
           names->dotted[index][length] == '.';
}

static int32_t collect(const ax_job_names *names, const char *name, bool prefix, int32_t *found)
{
    int32_t count = 0;
    for (int32_t i = 0; i < names->count; i++) {
        if (prefix ? is_inside(names, i, name) : is_called(names, i, name))
            found[count++] = i;
    }
    return count;
}

static void append_slots(ax_text *text, const ax_job_names *names, const int32_t *list,
                         int32_t count)
{
    char slot[AX_JOB_SLOT_TEXT];
    for (int32_t i = 0; i < count && i < MOST_LISTED; i++)
        ax_text_printf(text, "\n  %s", ax_job_slot_print(names, list ? list[i] : i, slot));
    if (count > MOST_LISTED)
        ax_text_printf(text, "\n  and %d more", count - MOST_LISTED);
}

static ax_status *take_error(ax_text *text)
{
    char *message;
    AX_TRY(ax_text_take(text, &message));
    ax_status *status = AX_ERROR(AX_INVALID_ARGUMENT, "%s", message);
    free(message);
    return status;
}

static ax_status *unknown(const ax_job_names *names, const char *name, const char *place)
{
    const char *nearest = ax_nearest_name(name, (const char *const *)names->dotted,
                                          (int)names->count);
    ax_text text = {0};
    ax_text_printf(&text, "%s: the program has no %s '%s'", place, names->kind, name);
    if (nearest)
        ax_text_printf(&text, "; did you mean '%s'?", nearest);
    ax_text_printf(&text, "%s%s", nearest ? " It has" : "; it has", names->count ? "" : " none");
    append_slots(&text, names, NULL, names->count);
    return take_error(&text);
}

static ax_status *ambiguous(const ax_job_names *names, const char *name, const char *place,
                            const int32_t *found, int32_t count)
{
    ax_text text = {0};
    ax_text_printf(
        &text, "%s: '%s' may mean several %ss; name it otherwise, by its position perhaps:", place,
        name, names->kind);
    append_slots(&text, names, found, count);
    return take_error(&text);
}

static ax_status *find(const ax_job_names *names, const char *name, const char *place,
                       bool prefixes, int32_t *found, int32_t *out_count, bool *out_prefix)
{
    *out_prefix = false;
    *out_count = collect(names, name, false, found);
    if (*out_count > 1)
        return ambiguous(names, name, place, found, *out_count);
    if (*out_count == 1)
        return NULL;
    if (prefixes) {
        char *dotted; /* of params['conv1'] as well as of params.conv1 */
        AX_TRY(ax_name_dotted(name, &dotted));
        *out_count = collect(names, dotted, true, found);
        free(dotted);
        *out_prefix = true;
    }
    return *out_count > 0 ? NULL : unknown(names, name, place);
}

ax_status *ax_job_names_find(const ax_job_names *names, const char *name, bool prefixes,
                             const char *place, int32_t **out_found, int32_t *out_count,
                             bool *out_prefix)
{
    int32_t *found = malloc(((size_t)names->count + 1) * sizeof *found);
    if (!found)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the program's names");
    ax_status *status = find(names, name, place, prefixes, found, out_count, out_prefix);
    if (status) {
        free(found);
        return status;
    }
    *out_found = found;
    return NULL;
}
