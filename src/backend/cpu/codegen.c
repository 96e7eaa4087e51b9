#include "backend/cpu/codegen.h"

#include "backend/cpu/code_cache.h"
#include "backend/cpu/emit.h"
#include "backend/cpu/huge_angle.h"
#include "base/hash.h"
#include "base/text.h"
#include "device/vector_level.h"

#include <code_version.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CPU_TEXT = 128, MOST_SYMBOL = 128, MOST_IDLE = 16 };

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
    LLVMTargetRef llvm_target;
    char *cpu, *features; /* in LLVM's words */
    int32_t vector_bytes;
    bool has_fma;
    char text[MOST_CPU_TEXT];
    LLVMOrcLLJITRef jit;
    ax_code_cache *cache;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t made;  /* a unit is ready, or has failed */
    loaded *units;
    LLVMTargetMachineRef idle[MOST_IDLE]; /* a machine serves one thread at a time */
    int32_t nidle;
};

/* ---- the CPU ---- */

static const struct {
    int level;
    const char *cpu;
    int32_t vector_bytes;
    bool has_fma;
} levels[] = {
    {0, "x86-64-v2", 16, false},
    {1, "sandybridge", 32, false},
    {2, "x86-64-v3", 32, true},
    {3, "x86-64-v4", 64, true},
};

static ax_status *llvm_failed(const char *what, char *message)
{
    ax_status *status = AX_ERROR(AX_INTERNAL, "%s: %s", what,
                                 message ? message : "no reason given");
    LLVMDisposeMessage(message);
    return status;
}

static ax_status *llvm_error(const char *what, LLVMErrorRef error)
{
    char *message = LLVMGetErrorMessage(error);
    ax_status *status = AX_ERROR(AX_INTERNAL, "%s: %s", what, message);
    LLVMDisposeErrorMessage(message);
    return status;
}

/* Loop strength reduction would take up to 40 % of the time that a kernel's code takes to make, for loops
 * whose addresses are written as x86 has them. Only this call turns it off. */
static void start_llvm(void)
{
    static const char *const words[] = {"axmap", "-disable-lsr"};
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMParseCommandLineOptions(2, words, "");
}

static ax_status *choose_cpu(ax_codegen *codegen, int level)
{
    int own = (int)ax_vector_level_of_cpu();
    bool native = level < 0 || level > own;
    if (native)
        level = own;
    codegen->vector_bytes = levels[level].vector_bytes;
    codegen->has_fma = levels[level].has_fma;
#if defined(__x86_64__)
    codegen->cpu = strdup(levels[level].cpu);
    codegen->features = strdup("");
#else
    char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
    codegen->cpu = strdup(cpu);
    codegen->features = strdup(features);
    codegen->has_fma = true;
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
#endif
    if (!codegen->cpu || !codegen->features)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a code generator");
    snprintf(codegen->text, sizeof codegen->text, "%s, %d-byte vectors", codegen->cpu,
             (int)codegen->vector_bytes);
    return NULL;
}

/* Machines are kept: a new one makes its tables of the CPU's instructions for its first unit, which takes longer
 * than the passes over a small kernel. */
static ax_status *take_machine(ax_codegen *codegen, LLVMTargetMachineRef *out_machine)
{
    *out_machine = NULL;
    pthread_mutex_lock(&codegen->lock);
    if (codegen->nidle > 0)
        *out_machine = codegen->idle[--codegen->nidle];
    pthread_mutex_unlock(&codegen->lock);
    if (*out_machine)
        return NULL;
    char *triple = LLVMGetDefaultTargetTriple();
    *out_machine = LLVMCreateTargetMachine(codegen->llvm_target, triple, codegen->cpu,
                                           codegen->features, LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                           LLVMCodeModelJITDefault);
    LLVMDisposeMessage(triple);
    return *out_machine ? NULL : AX_ERROR(AX_INTERNAL, "LLVM makes no code for %s", codegen->cpu);
}

static void give_machine(ax_codegen *codegen, LLVMTargetMachineRef machine)
{
    pthread_mutex_lock(&codegen->lock);
    bool kept = codegen->nidle < MOST_IDLE;
    if (kept)
        codegen->idle[codegen->nidle++] = machine;
    pthread_mutex_unlock(&codegen->lock);
    if (!kept)
        LLVMDisposeTargetMachine(machine);
}

/* ---- the code generator ---- */

/* All that decides about code beside a unit's key. */
static ax_status *open_cache(ax_codegen *codegen)
{
    unsigned major, minor, patch;
    ax_text maker = {0};
    LLVMGetVersion(&major, &minor, &patch);
    ax_text_printf(&maker, "axmap %s %s, LLVM %u.%u.%u, %s, %s, %d-byte vectors%s", AXMAP_VERSION,
                   AXMAP_CODE_VERSION, major, minor, patch, codegen->cpu, codegen->features,
                   (int)codegen->vector_bytes, codegen->has_fma ? ", fma" : "");
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
    static pthread_once_t once = PTHREAD_ONCE_INIT; /* LLVM's own table of targets */
    pthread_once(&once, start_llvm);
    AX_TRY(choose_cpu(codegen, level));
    char *triple = LLVMGetDefaultTargetTriple();
    char *message = NULL;
    bool failed = LLVMGetTargetFromTriple(triple, &codegen->llvm_target, &message);
    LLVMDisposeMessage(triple);
    if (failed)
        return llvm_failed("LLVM has no code generator for this machine", message);
    AX_TRY(open_cache(codegen));
    LLVMErrorRef error = LLVMOrcCreateLLJIT(&codegen->jit, NULL);
    if (!error)
        error = define_functions(codegen->jit);
    return error ? llvm_error("LLVM's loader of code did not start", error) : NULL;
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
    while (codegen->nidle > 0)
        LLVMDisposeTargetMachine(codegen->idle[--codegen->nidle]);
    if (codegen->jit)
        LLVMConsumeError(LLVMOrcDisposeLLJIT(codegen->jit));
    ax_code_cache_close(codegen->cache);
    pthread_cond_destroy(&codegen->made);
    pthread_mutex_destroy(&codegen->lock);
    free(codegen->cpu);
    free(codegen->features);
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
    return codegen->vector_bytes;
}

/* ---- compiling ---- */

/* All units share one table of symbols: a function's is its name and its unit's key. */
static void symbol_name(const ax_unit *unit, int32_t function, char symbol[MOST_SYMBOL])
{
    snprintf(symbol, MOST_SYMBOL, "%s_%016llx%016llx", unit->functions[function],
             (unsigned long long)ax_hash_string(0, unit->key),
             (unsigned long long)ax_hash_string(1, unit->key));
}

static ax_status *rename_functions(const ax_unit *unit, LLVMModuleRef module)
{
    for (int32_t i = 0; i < unit->nfunctions; i++) {
        char symbol[MOST_SYMBOL];
        LLVMValueRef function = LLVMGetNamedFunction(module, unit->functions[i]);
        if (!function) {
            return AX_ERROR(AX_INTERNAL, "a kernel's unit has no function '%s'",
                            unit->functions[i]);
        }
        symbol_name(unit, i, symbol);
        LLVMSetValueName2(function, symbol, strlen(symbol));
    }
    return NULL;
}

/* Kernels come as explicit vector code, and the code generator itself takes what is the same to one place and out of
 * loops: what is left to do before is to make locals registers and to drop what is plainly idle. */
static const char passes[] = "function(mem2reg,early-cse,simplifycfg)";

static ax_status *optimize(LLVMModuleRef module, LLVMTargetMachineRef machine)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    return error ? llvm_error("LLVM could not optimize a kernel", error) : NULL;
}

static ax_status *write_module(const ax_codegen *codegen, const ax_unit *unit,
                               LLVMTargetMachineRef machine, LLVMContextRef context,
                               LLVMModuleRef module)
{
    char *triple = LLVMGetTargetMachineTriple(machine);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetTarget(module, triple);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeMessage(triple);
    ax_emitter emitter = {
        .context = context,
        .module = module,
        .builder = LLVMCreateBuilderInContext(context),
        .vector_bytes = codegen->vector_bytes,
        .has_fma = codegen->has_fma,
    };
    ax_status *status = unit->write(&emitter, unit->user);
    LLVMDisposeBuilder(emitter.builder);
    AX_TRY(status);
    char *message = NULL;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        return llvm_failed("a kernel is no valid IR", message);
    LLVMDisposeMessage(message);
    return rename_functions(unit, module);
}

/* Writes and compiles a unit: the caller disposes of the object code. */
static ax_status *compile(ax_codegen *codegen, const ax_unit *unit, LLVMMemoryBufferRef *out_object)
{
    LLVMTargetMachineRef machine;
    AX_TRY(take_machine(codegen, &machine));
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("kernel", context);
    ax_status *status = write_module(codegen, unit, machine, context, module);
    if (!status)
        status = optimize(module, machine);
    char *message = NULL;
    if (!status && LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message,
                                                       out_object)) {
        status = llvm_failed("LLVM could not compile a kernel", message);
    }
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    give_machine(codegen, machine);
    return status;
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
    AX_TRY(compile(codegen, unit, out_object));
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
        return llvm_error("compiled code could not be loaded", error);
    for (int32_t i = 0; i < unit->nfunctions; i++) {
        char symbol[MOST_SYMBOL];
        symbol_name(unit, i, symbol);
        LLVMOrcExecutorAddress address;
        error = LLVMOrcLLJITLookup(codegen->jit, &address, symbol);
        if (error)
            return llvm_error("compiled code lacks a function", error);
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
