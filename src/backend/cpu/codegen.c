#include "backend/cpu/codegen.h"

#include "backend/cpu/code_cache.h"
#include "backend/cpu/code_compiler.h"
#include "backend/cpu/huge_angle.h"
#include "base/text.h"

#include <code_version.h>
#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CPU_TEXT = 128 };

/* A unit that has been loaded, or that a thread is making. */
typedef enum unit_state { UNIT_MAKING, UNIT_READY, UNIT_FAILED } unit_state;

typedef struct loaded {
    struct loaded *next;
    char *key;
    void **functions;
    unit_state
        state; /* guarded by the code generator's lock; a failed one is not looked at again */
} loaded;

struct ax_codegen {
    ax_code_compiler compiler;
    char text[MOST_CPU_TEXT];
    LLVMOrcLLJITRef jit;
    ax_code_cache *cache;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t made;  /* a unit is ready, or has failed */
    loaded *units;
};

/* ---- the code generator ---- */

/* All that decides about code beside a unit's key. */
static ax_status *open_cache(ax_codegen *codegen)
{
    unsigned major, minor, patch;
    const ax_code_compiler *compiler = &codegen->compiler;
    ax_text maker = {0};
    LLVMGetVersion(&major, &minor, &patch);
    ax_text_printf(&maker, "axmap %s %s, LLVM %u.%u.%u, %s, %s, %d-byte vectors%s", AXMAP_VERSION,
                   AXMAP_CODE_VERSION, major, minor, patch, compiler->cpu, compiler->features,
                   (int)compiler->vector_bytes, compiler->has_fma ? ", fma" : "");
    char *text;
    AX_TRY(ax_text_take(&maker, &text));
    ax_status *status = ax_code_cache_open(&(ax_code_cache_options){.maker = text},
                                           &codegen->cache);
    free(text);
    return status;
}

/* What generated code may call. */
static LLVMErrorRef define_functions(LLVMOrcLLJITRef jit)
{
    LLVMOrcCSymbolMapPair symbols[] = {{
        .Name = LLVMOrcLLJITMangleAndIntern(jit, "ax_huge_angles"),
        .Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)&ax_huge_angles,
        .Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported |
                                  LLVMJITSymbolGenericFlagsCallable,
    }};
    return LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit),
                                 LLVMOrcAbsoluteSymbols(symbols, 1));
}

static ax_status *open_codegen(ax_codegen *codegen, int level)
{
    AX_TRY(ax_code_compiler_open(&codegen->compiler, level));
    snprintf(codegen->text, sizeof codegen->text, "%s, %d-byte vectors", codegen->compiler.cpu,
             (int)codegen->compiler.vector_bytes);
    AX_TRY(open_cache(codegen));
    LLVMErrorRef error = LLVMOrcCreateLLJIT(&codegen->jit, NULL);
    if (!error)
        error = define_functions(codegen->jit);
    return error ? ax_code_llvm_error("LLVM's loader of code did not start", error) : NULL;
}

ax_status *ax_codegen_create(const ax_codegen_options *options, ax_codegen **out_codegen)
{
    ax_codegen *codegen = calloc(1, sizeof *codegen);
    if (!codegen)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a code generator");
    pthread_mutex_init(&codegen->lock, NULL);
    pthread_cond_init(&codegen->made, NULL);
    ax_status *status = open_codegen(codegen, options->level);
    if (status) {
        ax_codegen_free(codegen);
        return status;
    }
    *out_codegen = codegen;
    return NULL;
}

static void free_unit(loaded *unit)
{
    free(unit->key);
    free(unit->functions);
    free(unit);
}

void ax_codegen_free(ax_codegen *codegen)
{
    if (!codegen)
        return;
    while (codegen->units) {
        loaded *next = codegen->units->next;
        free_unit(codegen->units);
        codegen->units = next;
    }
    if (codegen->jit)
        LLVMConsumeError(LLVMOrcDisposeLLJIT(codegen->jit));
    ax_code_cache_close(codegen->cache);
    ax_code_compiler_close(&codegen->compiler);
    pthread_cond_destroy(&codegen->made);
    pthread_mutex_destroy(&codegen->lock);
    free(codegen);
}

const char *ax_codegen_cpu(const ax_codegen *codegen)
{
    return codegen->text;
}

const ax_code_cache *ax_codegen_cache(const ax_codegen *codegen)
{
    return codegen->cache;
}

int32_t ax_codegen_vector_bytes(const ax_codegen *codegen)
{
    return codegen->compiler.vector_bytes;
}

/* ---- the cache on disk ---- */

static bool find_on_disk(const ax_codegen *codegen, const ax_unit *unit,
                         LLVMMemoryBufferRef *out_object)
{
    void *code;
    int64_t bytes;
    if (!ax_code_cache_find(codegen->cache, unit->key, &code, &bytes))
        return false;
    *out_object = LLVMCreateMemoryBufferWithMemoryRangeCopy(code, (size_t)bytes, "kernel");
    free(code);
    return true;
}

static ax_status *compile_and_store(ax_codegen *codegen, const ax_unit *unit,
                                    LLVMMemoryBufferRef *out_object)
{
    AX_TRY(ax_code_compile(&codegen->compiler, unit, out_object));
    ax_code_cache_store(codegen->cache, unit->key, LLVMGetBufferStart(*out_object),
                        (int64_t)LLVMGetBufferSize(*out_object));
    return NULL;
}

/* A unit's object code: from the disk, else compiled by one process of this host while others wait. */
static ax_status *obtain(ax_codegen *codegen, const ax_unit *unit, LLVMMemoryBufferRef *out_object)
{
    if (find_on_disk(codegen, unit, out_object))
        return NULL;
    int lock = ax_code_cache_lock(codegen->cache, unit->key);
    ax_status *status = NULL;
    if (!find_on_disk(codegen, unit, out_object))
        status = compile_and_store(codegen, unit, out_object);
    ax_code_cache_unlock(codegen->cache, unit->key, lock);
    return status;
}

/* ---- loading ---- */

/* Gives the object code to the loader, which takes it over. */
static ax_status *load(ax_codegen *codegen, const ax_unit *unit, LLVMMemoryBufferRef object,
                       void **functions)
{
    LLVMErrorRef error = LLVMOrcLLJITAddObjectFile(
        codegen->jit, LLVMOrcLLJITGetMainJITDylib(codegen->jit), object);
    if (error)
        return ax_code_llvm_error("compiled code could not be loaded", error);
    for (int32_t i = 0; i < unit->nfunctions; i++) {
        char symbol[AX_CODE_MOST_SYMBOL];
        ax_code_symbol(unit, i, symbol);
        LLVMOrcExecutorAddress address;
        error = LLVMOrcLLJITLookup(codegen->jit, &address, symbol);
        if (error)
            return ax_code_llvm_error("compiled code lacks a function", error);
        functions[i] = (void *)(uintptr_t)address;
    }
    return NULL;
}

/* ---- units ---- */

static loaded *find_unit(const ax_codegen *codegen, const char *key)
{
    for (loaded *unit = codegen->units; unit; unit = unit->next) {
        if (unit->state != UNIT_FAILED && strcmp(unit->key, key) == 0)
            return unit;
    }
    return NULL;
}

/* Under the lock: notes that the caller makes this unit. */
static ax_status *announce(ax_codegen *codegen, const ax_unit *unit, loaded **out_made)
{
    loaded *made = calloc(1, sizeof *made);
    if (made) {
        made->key = strdup(unit->key);
        made->functions = calloc((size_t)unit->nfunctions + 1, sizeof *made->functions);
    }
    if (!made || !made->key || !made->functions) {
        if (made)
            free_unit(made);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    }
    made->next = codegen->units;
    codegen->units = made;
    *out_made = made;
    return NULL;
}

/* Compiles and loads a unit. Units are made by several threads at once, each by one. */
static ax_status *make_unit(ax_codegen *codegen, const ax_unit *unit, void **functions)
{
    LLVMMemoryBufferRef object;
    AX_TRY(obtain(codegen, unit, &object));
    return load(codegen, unit, object, functions);
}

/* Under the lock, which it leaves meanwhile. */
static ax_status *make_announced(ax_codegen *codegen, const ax_unit *unit, loaded **out_found)
{
    loaded *made = NULL;
    AX_TRY(announce(codegen, unit, &made));
    pthread_mutex_unlock(&codegen->lock);
    ax_status *status = make_unit(codegen, unit, made->functions);
    pthread_mutex_lock(&codegen->lock);
    made->state = status ? UNIT_FAILED : UNIT_READY;
    pthread_cond_broadcast(&codegen->made);
    *out_found = made;
    return status;
}

ax_status *ax_codegen_get(ax_codegen *codegen, const ax_unit *unit, void **out_functions)
{
    ax_status *status = NULL;
    pthread_mutex_lock(&codegen->lock);
    loaded *found = find_unit(codegen, unit->key);
    while (found && found->state == UNIT_MAKING) {
        pthread_cond_wait(&codegen->made, &codegen->lock);
        found = find_unit(codegen, unit->key);
    }
    if (!found)
        status = make_announced(codegen, unit, &found);
    if (!status)
        memcpy(out_functions, found->functions, (size_t)unit->nfunctions * sizeof *out_functions);
    pthread_mutex_unlock(&codegen->lock);
    return status;
}
