#include "device/vector_level.h"

ax_vector_level ax_vector_level_of_cpu(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init(); /* looks at XCR0 too: what the system does not save is not there */
    if (!__builtin_cpu_supports("avx"))
        return AX_VECTOR_BASELINE;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return AX_VECTOR_AVX;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return AX_VECTOR_AVX512;
    return AX_VECTOR_AVX2;
#else
    return AX_VECTOR_BASELINE;
#endif
}

const char *ax_vector_level_name(ax_vector_level level)
{
    switch (level) {
    case AX_VECTOR_AVX512: return "AVX-512";
    case AX_VECTOR_AVX2: return "AVX2";
    case AX_VECTOR_AVX: return "AVX";
    case AX_VECTOR_BASELINE: break;
    }
#if defined(__x86_64__)
    return "SSE2";
#else
    return "baseline";
#endif
}
