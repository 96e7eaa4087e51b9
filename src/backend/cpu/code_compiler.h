/* From a unit to object code: LLVM's passes and its machines for the CPU.
 *
 * Threads: any number at once.
 */
#ifndef AXMAP_BACKEND_CPU_CODE_COMPILER_H
#define AXMAP_BACKEND_CPU_CODE_COMPILER_H

#include "backend/cpu/codegen.h"

#include <llvm-c/Error.h>
#include <llvm-c/TargetMachine.h>
#include <pthread.h>
#include <stdbool.h>

enum { AX_CODE_MOST_IDLE = 16, AX_CODE_MOST_SYMBOL = 128 };

typedef struct ax_code_compiler {
    LLVMTargetRef llvm_target;
    char *cpu, *features; /* in LLVM's words */
    int32_t vector_bytes;
    bool has_fma;
    pthread_mutex_t lock;                         /* guards what follows */
    LLVMTargetMachineRef idle[AX_CODE_MOST_IDLE]; /* a machine serves one thread at a time */
    int32_t nidle;
} ax_code_compiler;

/* `level` as in ax_codegen_options. One that could not be opened is closed all the same. */
ax_status *ax_code_compiler_open(ax_code_compiler *compiler, int level);
void ax_code_compiler_close(ax_code_compiler *compiler);

/* Writes and compiles a unit: the caller disposes of the object code. */
ax_status *ax_code_compile(ax_code_compiler *compiler, const ax_unit *unit,
                           LLVMMemoryBufferRef *out_object);

/* What a unit's function is called in object code: all units share one table of symbols, so its name and its unit's
 * key. */
void ax_code_symbol(const ax_unit *unit, int32_t function, char symbol[AX_CODE_MOST_SYMBOL]);

/* AX_INTERNAL, with LLVM's words; consumes the error. */
ax_status *ax_code_llvm_error(const char *what, LLVMErrorRef error);

#endif
