/* The first half of binding: which of the job's bindings each argument and result gets. */
#ifndef AXMAP_JOB_BIND_CHOOSE_H
#define AXMAP_JOB_BIND_CHOOSE_H

#include "job/names.h"
#include "job/options.h"

typedef struct ax_job_choice {
    const ax_job_binding *binding; /* NULL: none */
    const char *key;               /* of the option that it came from: arg, in or out */
    bool mapped;                   /* by 'in' */
    bool prefix;                   /* the binding's name is that of a group of arguments */
} ax_job_choice;

/* One choice for each argument; all have a binding. A flag wins over the job file; two bindings from
 * the same side are an error, as are unknown, ambiguous and unbound names. */
ax_status *ax_job_choose_inputs(const ax_job_options *options, const ax_job_names *names,
                                ax_job_choice *out_choices);

/* One choice for each result; at least one has a binding. */
ax_status *ax_job_choose_outputs(const ax_job_options *options, const ax_job_names *names,
                                 ax_job_choice *out_choices);

#endif
