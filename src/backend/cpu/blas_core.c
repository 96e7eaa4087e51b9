#include "backend/cpu/blas_core.h"

#include <strings.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* OpenBLAS's names of its x86 kernels (openblas_get_corename, OPENBLAS_CORETYPE). */
static const struct {
    const char *name;
    int level;
} cores[] = {
    {"Katmai", AX_BLAS_SSE},        {"Coppermine", AX_BLAS_SSE},
    {"Northwood", AX_BLAS_SSE},     {"Prescott", AX_BLAS_SSE},
    {"Banias", AX_BLAS_SSE},        {"Atom", AX_BLAS_SSE},
    {"Core2", AX_BLAS_SSE},         {"Penryn", AX_BLAS_SSE},
    {"Dunnington", AX_BLAS_SSE},    {"Nehalem", AX_BLAS_SSE},
    {"Athlon", AX_BLAS_SSE},        {"Opteron", AX_BLAS_SSE},
    {"Opteron_SSE3", AX_BLAS_SSE},  {"Barcelona", AX_BLAS_SSE},
    {"Bobcat", AX_BLAS_SSE},        {"Nano", AX_BLAS_SSE},
    {"Sandybridge", AX_BLAS_AVX},   {"Bulldozer", AX_BLAS_AVX},
    {"Piledriver", AX_BLAS_AVX},    {"Steamroller", AX_BLAS_AVX},
    {"Excavator", AX_BLAS_AVX},     {"Haswell", AX_BLAS_AVX2},
    {"Zen", AX_BLAS_AVX2},          {"SkylakeX", AX_BLAS_AVX512},
    {"Cooperlake", AX_BLAS_AVX512}, {"SapphireRapids", AX_BLAS_AVX512},
};

int ax_blas_core_level(const char *core)
{
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        if (strcasecmp(core, cores[i].name) == 0)
            return cores[i].level;
    }
    return -1;
}

const char *ax_blas_level_core(int level)
{
    switch (level) {
    case AX_BLAS_AVX512: return "SkylakeX";
    case AX_BLAS_AVX2: return "Haswell";
    case AX_BLAS_AVX: return "Sandybridge";
    default: return "Prescott";
    }
}

#if defined(__x86_64__)

/* The register states that the operating system saves (XCR0): a CPU may have AVX-512 and its system
 * not let programs use it. */
static unsigned long long saved_states(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (unsigned long long)high << 32 | low;
}

enum { STATES_AVX = 0x06, STATES_AVX512 = 0xe6 };

int ax_blas_cpu_level(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_OSXSAVE) || !(ecx & bit_AVX))
        return AX_BLAS_SSE;
    unsigned long long states = saved_states();
    if ((states & STATES_AVX) != STATES_AVX)
        return AX_BLAS_SSE;
    bool fma = (ecx & bit_FMA) != 0;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || !(ebx & bit_AVX2) || !fma)
        return AX_BLAS_AVX;
    unsigned wanted = bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL;
    if ((ebx & wanted) == wanted && (states & STATES_AVX512) == STATES_AVX512)
        return AX_BLAS_AVX512;
    return AX_BLAS_AVX2;
}

#else

int ax_blas_cpu_level(void)
{
    return AX_BLAS_SSE; /* nothing is corrected on other architectures */
}

#endif
