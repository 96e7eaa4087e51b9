#include "exec/hosts.h"

#include "backend/cpu/blas.h"
#include "backend/cpu/codegen.h"

#include <stdio.h>
#include <string.h>

/* What a rank says of its CPU. */
typedef struct cpu_card {
    int32_t level;
    char model[128];
} cpu_card;

/* The kernel of the BLAS to ask for, NULL for its own choice, and the level that code may use: the weakest
 * host's; -1 for each host's own. */
static ax_status *agree_on_cpu(ax_context *context, const char **out_core, int *out_level)
{
    cpu_card mine = {.level = ax_blas_cpu_level()};
    snprintf(mine.model, sizeof mine.model, "%s",
             ax_topology_machine(context->topology)->cpu_model);
    ax_launch launch = {.what = "comparing the hosts' CPUs"};
    ax_blobs all;
    AX_TRY(ax_comm_allgather_blobs(context->comm, &launch, NULL, &mine, sizeof mine, &all));
    cpu_card first, other;
    memcpy(&first, all.data, sizeof first);
    bool alike = true;
    int32_t weakest = first.level;
    for (int r = 1; r < all.count; r++) {
        memcpy(&other, all.data + all.offsets[r], sizeof other);
        if (memcmp(&other, &first, sizeof first) != 0)
            alike = false;
        if (other.level < weakest)
            weakest = other.level;
    }
    ax_blobs_free(&all);
    *out_core = alike || context->native ? NULL : ax_blas_level_core(weakest);
    *out_level = context->native ? -1 : weakest;
    return NULL;
}

ax_status *ax_hosts_load_blas(ax_context *context)
{
    const char *core = NULL;
    int level;
    if (context->backend != &ax_backend_cpu)
        return NULL;
    AX_TRY(agree_on_cpu(context, &core, &level));
    AX_TRY(
        ax_comm_agree(context->comm, "loading the BLAS", ax_blas_load_core(core, &context->blas)));
    ax_codegen_options options = {.level = level};
    return ax_comm_agree(context->comm, "starting the code generator",
                         ax_codegen_create(&options, &context->codegen));
}

ax_status *ax_hosts_compare(ax_context *context, const char **out_note)
{
    int32_t mine = (int32_t)ax_topology_machine(context->topology)->vector_level, first, other;
    ax_launch launch = {.what = "comparing the hosts' vectors"};
    ax_blobs all;
    AX_TRY(ax_comm_allgather_blobs(context->comm, &launch, NULL, &mine, sizeof mine, &all));
    memcpy(&first, all.data, sizeof first);
    *out_note = NULL;
    for (int r = 1; r < all.count; r++) {
        memcpy(&other, all.data + all.offsets[r], sizeof other);
        if (first != other && !*out_note) {
            *out_note =
                "the hosts' vector levels differ: exp, log, tanh and the like may differ in "
                "their last bits with the host that computes them";
        }
    }
    ax_blobs_free(&all);
    return NULL;
}
