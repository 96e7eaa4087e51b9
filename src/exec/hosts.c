#include "exec/hosts.h"

#include "backend/cpu/blas.h"

#include <stdio.h>
#include <string.h>

/* What a rank says of its CPU. */
typedef struct cpu_card {
    int32_t level;
    char model[128];
} cpu_card;

static ax_status *agree_on_core(ax_context *context, const char **out_core)
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
    return NULL;
}

ax_status *ax_hosts_load_blas(ax_context *context)
{
    const char *core = NULL;
    if (context->backend != &ax_backend_cpu)
        return NULL;
    AX_TRY(agree_on_core(context, &core));
    return ax_comm_agree(context->comm, "loading the BLAS",
                         ax_blas_load_core(core, &context->blas));
}

/* What a rank computes with. */
typedef struct library_card {
    int32_t vector_level;
    char blas[508];
} library_card;

ax_status *ax_hosts_compare(ax_context *context, const char **out_note)
{
    library_card mine = {
        .vector_level = (int32_t)ax_topology_machine(context->topology)->vector_level};
    if (context->blas) {
        snprintf(mine.blas, sizeof mine.blas, "%s %s", ax_blas_core(context->blas),
                 ax_blas_config(context->blas));
    }
    ax_launch launch = {.what = "comparing the hosts' libraries"};
    ax_blobs all;
    AX_TRY(ax_comm_allgather_blobs(context->comm, &launch, NULL, &mine, sizeof mine, &all));
    library_card first, other;
    memcpy(&first, all.data, sizeof first);
    *out_note = NULL;
    for (int r = 1; r < all.count; r++) {
        memcpy(&other, all.data + all.offsets[r], sizeof other);
        if (strcmp(first.blas, other.blas) != 0) {
            *out_note =
                "the hosts' BLAS libraries or kernels differ: matrix products may differ in "
                "their last bits with the host that computes them";
        } else if (first.vector_level != other.vector_level && !*out_note) {
            *out_note =
                "the hosts' vector levels differ: exp, log, tanh and the like may differ in "
                "their last bits with the host that computes them";
        }
    }
    ax_blobs_free(&all);
    return NULL;
}
