/* StableHLO text: any bytes give a tree or an error, and the tree a graph or an error. */
#include "formats/stablehlo.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool every_custom_call(const ax_hlo_op *op)
{
    return ax_hlo_op_attr(op, "call_target_name") != NULL;
}

static void import(const ax_hlo_module *module, ax_hlo_is_check_fn *is_check, bool reverse_ties)
{
    ax_program program;
    ax_status *status = ax_stablehlo_import_checks(module, NULL, is_check, reverse_ties, &program);
    if (!status) {
        status = ax_graph_verify(program.graph);
        if (status)
            abort();
        ax_program_free(&program);
    }
    ax_status_free(status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ax_hlo_module *module;
    ax_status *status = ax_stablehlo_parse((const char *)data, size, "fuzz.mlir", &module);
    if (!status) {
        import(module, NULL, false);
        import(module, every_custom_call, false);
        import(module, NULL, true);
        ax_stablehlo_free(module);
    }
    ax_status_free(status);
    return 0;
}
