#include "cli/show_optimized.h"

#include "backend/cpu/codegen.h"
#include "backend/executable.h"
#include "transform/shard_map.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct workshop {
    ax_target target;
    ax_codegen *codegen;
} workshop;

static ax_status *open_workshop(const char *backend, workshop *shop)
{
    shop->target.backend = ax_backend_find(backend);
    if (!shop->target.backend) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "there is no backend '%s'; there are cpu and reference", backend);
    }
    if (shop->target.backend != &ax_backend_cpu)
        return NULL;
    AX_TRY(ax_codegen_create(&(ax_codegen_options){.level = -1}, &shop->codegen));
    shop->target.codegen = shop->codegen;
    return NULL;
}

static ax_status *print(const ax_graph *graph, const workshop *shop, int32_t threads)
{
    ax_graph *plain;
    AX_TRY(ax_shard_map_expand(graph, &plain)); /* a copy where there is none */
    ax_executable *executable;
    AX_TRY(ax_executable_create(plain, &shop->target, &executable));
    char *text = NULL;
    ax_status *status = ax_executable_print(executable, threads, &text);
    if (!status)
        fputs(text, stdout);
    free(text);
    ax_executable_free(executable);
    return status;
}

ax_status *ax_show_optimized(const ax_graph *graph, const char *backend, int32_t threads)
{
    workshop shop = {0};
    ax_status *status = open_workshop(backend, &shop);
    if (!status)
        status = print(graph, &shop, threads);
    ax_codegen_free(shop.codegen);
    return status;
}
