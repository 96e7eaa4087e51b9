/* The verbs of the program. Each gets the arguments behind its name and gives the exit status. */
#ifndef AXMAP_CLI_VERBS_H
#define AXMAP_CLI_VERBS_H

typedef int ax_verb_fn(int count, char **arguments);

ax_verb_fn ax_verb_run, ax_verb_plan, ax_verb_show, ax_verb_check, ax_verb_bench, ax_verb_info;

#endif
