/* Machine code: kernels written in LLVM IR, compiled for the CPU and kept.
 *
 * A unit is what is compiled at once: one or a few functions that a writer puts into a module. It is
 * found by its key: in this process, else in the cache on disk, else it is written and compiled. Code
 * lives as long as the code generator.
 *
 * Threads: any number at once.
 */
#ifndef AXMAP_BACKEND_CPU_CODEGEN_H
#define AXMAP_BACKEND_CPU_CODEGEN_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_codegen ax_codegen;
typedef struct ax_emitter ax_emitter; /* backend/cpu/emit.h */

typedef struct ax_codegen_options {
    /* What the code may use: an ax_vector_level (the weakest host's), so that hosts that differ
     * run the same code; < 0: all that this CPU has. */
    int level;
} ax_codegen_options;

ax_status *ax_codegen_create(const ax_codegen_options *options, ax_codegen **out_codegen);
void ax_codegen_free(ax_codegen *codegen); /* NULL is allowed */

/* For people: the CPU that code is made for and its vectors, "x86-64-v4, 64-byte vectors". */
const char *ax_codegen_cpu(const ax_codegen *codegen);

/* Where it keeps code for later processes (backend/cpu/code_cache.h). */
const struct ax_code_cache *ax_codegen_cache(const ax_codegen *codegen);

/* Bytes of a vector register: 16, 32 or 64. Kernels choose their tiles by it. */
int32_t ax_codegen_vector_bytes(const ax_codegen *codegen);

typedef struct ax_unit {
    /* All that decides what the writer writes: its name and version, and its input (a graph's printed
     * text or fingerprint, sizes). Two units with one key are the same code. */
    const char *key;
    ax_status *(*write)(ax_emitter *emitter, const void *user);
    const void *user;
    int32_t nfunctions;
    const char *const *functions; /* names of the functions that are wanted */
} ax_unit;

/* Writes the addresses of the unit's functions. Errors: the writer's; AX_INTERNAL where LLVM refuses the
 * module, with its words. */
ax_status *ax_codegen_get(ax_codegen *codegen, const ax_unit *unit, void **out_functions);

#endif
