#include "job/bind_choose.h"

#include "base/text.h"
#include "job/option_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list of bindings and what being in it means. */
typedef struct source {
    const ax_job_bindings *list;
    const char *key;
    bool mapped;
    bool prefixes; /* its names may be those of groups */
} source;

/* "--arg params" or "job.yaml:3: arg params". */
static const char *print_binding(const char *key, const ax_job_binding *binding, char *buffer)
{
    char at[AX_JOB_PLACE_TEXT];
    snprintf(buffer, AX_JOB_PLACE_TEXT, "%.400s %.100s",
             ax_job_place_print(binding->place, key, at), binding->name);
    return buffer;
}

/* Gives slot `index` this binding. Flags come after the job file, and win over it. */
static ax_status *claim(const ax_job_names *names, int32_t index, ax_job_choice chosen,
                        ax_job_choice *choices)
{
    ax_job_choice *choice = &choices[index];
    bool same_side = choice->binding &&
                     (choice->binding->place.file == NULL) == (chosen.binding->place.file == NULL);
    if (same_side) {
        char slot[AX_JOB_SLOT_TEXT], first[AX_JOB_PLACE_TEXT], second[AX_JOB_PLACE_TEXT];
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s is bound twice: by %s and by %s",
                        ax_job_slot_print(names, index, slot),
                        print_binding(choice->key, choice->binding, first),
                        print_binding(chosen.key, chosen.binding, second));
    }
    *choice = chosen;
    return NULL;
}

static ax_status *claim_all(const ax_job_names *names, const source *from,
                            const ax_job_binding *binding, ax_job_choice *choices)
{
    char at[AX_JOB_PLACE_TEXT];
    int32_t *found, count;
    ax_job_choice chosen = {.binding = binding, .key = from->key, .mapped = from->mapped};
    AX_TRY(ax_job_names_find(names, binding->name, from->prefixes,
                             ax_job_place_print(binding->place, from->key, at), &found, &count,
                             &chosen.prefix));
    ax_status *status = NULL;
    for (int32_t i = 0; !status && i < count; i++)
        status = claim(names, found[i], chosen, choices);
    free(found);
    return status;
}

/* The bindings of one list that come from the command line (`flags`) or from the job file. */
static ax_status *claim_list(const ax_job_names *names, const source *from, bool flags,
                             ax_job_choice *choices)
{
    for (int32_t i = 0; i < from->list->count; i++) {
        const ax_job_binding *binding = &from->list->items[i];
        if ((binding->place.file == NULL) == flags)
            AX_TRY(claim_all(names, from, binding, choices));
    }
    return NULL;
}

static ax_status *choose(const ax_job_names *names, const source *sources, int count,
                         ax_job_choice *choices)
{
    memset(choices, 0, (size_t)names->count * sizeof *choices);
    for (int s = 0; s < count; s++)
        AX_TRY(claim_list(names, &sources[s], false, choices));
    for (int s = 0; s < count; s++)
        AX_TRY(claim_list(names, &sources[s], true, choices));
    return NULL;
}

static ax_status *list_unbound(const ax_job_names *names, const ax_job_choice *choices)
{
    ax_text text = {0};
    char *list, slot[AX_JOB_SLOT_TEXT];
    for (int32_t i = 0; i < names->count; i++) {
        if (!choices[i].binding)
            ax_text_printf(&text, "\n  %s", ax_job_slot_print(names, i, slot));
    }
    AX_TRY(ax_text_take(&text, &list));
    ax_status *status = AX_ERROR(AX_INVALID_ARGUMENT,
                                 "give a file for each argument, with --arg NAME=FILE or --in "
                                 "NAME=FILE; these have none:%s",
                                 list);
    free(list);
    return status;
}

ax_status *ax_job_choose_inputs(const ax_job_options *options, const ax_job_names *names,
                                ax_job_choice *out_choices)
{
    const source sources[] = {{&options->arg, "arg", false, true},
                              {&options->in, "in", true, false}};
    AX_TRY(choose(names, sources, 2, out_choices));
    for (int32_t i = 0; i < names->count; i++) {
        if (!out_choices[i].binding)
            return list_unbound(names, out_choices);
    }
    return NULL;
}

ax_status *ax_job_choose_outputs(const ax_job_options *options, const ax_job_names *names,
                                 ax_job_choice *out_choices)
{
    const source sources[] = {{&options->out, "out", false, false}};
    AX_TRY(choose(names, sources, 1, out_choices));
    for (int32_t i = 0; i < names->count; i++) {
        if (out_choices[i].binding)
            return NULL;
    }
    ax_text text = {0};
    char *list, slot[AX_JOB_SLOT_TEXT];
    for (int32_t i = 0; i < names->count; i++)
        ax_text_printf(&text, "\n  %s", ax_job_slot_print(names, i, slot));
    AX_TRY(ax_text_take(&text, &list));
    ax_status *status = AX_ERROR(AX_INVALID_ARGUMENT,
                                 "no result is written: give --out NAME=FILE.npy for some of%s",
                                 names->count ? list : " the program's results; it has none");
    free(list);
    return status;
}
