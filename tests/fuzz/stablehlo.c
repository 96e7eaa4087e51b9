/* StableHLO text: any bytes give a tree or an error. */
#include "formats/stablehlo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ax_hlo_module *module;
    ax_status *status = ax_stablehlo_parse((const char *)data, size, "fuzz.mlir", &module);
    if (!status)
        ax_stablehlo_free(module);
    ax_status_free(status);
    return 0;
}
