#include "bench/blas.h"

#include <strings.h>

/* OpenBLAS's names of its x86 kernels (openblas_get_corename, OPENBLAS_CORETYPE). */
static const struct {
    const char *name;
    ax_vector_level level;
} cores[] = {
    {"Katmai", AX_VECTOR_BASELINE},
    {"Coppermine", AX_VECTOR_BASELINE},
    {"Northwood", AX_VECTOR_BASELINE},
    {"Prescott", AX_VECTOR_BASELINE},
    {"Banias", AX_VECTOR_BASELINE},
    {"Atom", AX_VECTOR_BASELINE},
    {"Core2", AX_VECTOR_BASELINE},
    {"Penryn", AX_VECTOR_BASELINE},
    {"Dunnington", AX_VECTOR_BASELINE},
    {"Nehalem", AX_VECTOR_BASELINE},
    {"Athlon", AX_VECTOR_BASELINE},
    {"Opteron", AX_VECTOR_BASELINE},
    {"Opteron_SSE3", AX_VECTOR_BASELINE},
    {"Barcelona", AX_VECTOR_BASELINE},
    {"Bobcat", AX_VECTOR_BASELINE},
    {"Nano", AX_VECTOR_BASELINE},
    {"Sandybridge", AX_VECTOR_AVX},
    {"Bulldozer", AX_VECTOR_AVX},
    {"Piledriver", AX_VECTOR_AVX},
    {"Steamroller", AX_VECTOR_AVX},
    {"Excavator", AX_VECTOR_AVX},
    {"Haswell", AX_VECTOR_AVX2},
    {"Zen", AX_VECTOR_AVX2},
    {"SkylakeX", AX_VECTOR_AVX512},
    {"Cooperlake", AX_VECTOR_AVX512},
    {"SapphireRapids", AX_VECTOR_AVX512},
};

int ax_blas_core_level(const char *core)
{
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        if (strcasecmp(core, cores[i].name) == 0)
            return (int)cores[i].level;
    }
    return -1;
}

const char *ax_blas_level_core(ax_vector_level level)
{
    switch (level) {
    case AX_VECTOR_AVX512: return "SkylakeX";
    case AX_VECTOR_AVX2: return "Haswell";
    case AX_VECTOR_AVX: return "Sandybridge";
    case AX_VECTOR_BASELINE: break;
    }
    return "Prescott";
}
