#include "backend/cpu/code_compiler.h"

#include "backend/cpu/emit.h"
#include "base/hash.h"
#include "device/vector_level.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

ax_status *ax_code_llvm_error(const char *what, LLVMErrorRef error)
{
    char *message = LLVMGetErrorMessage(error);
    ax_status *status = AX_ERROR(AX_INTERNAL, "%s: %s", what, message);
    LLVMDisposeErrorMessage(message);
    return status;
}

static ax_status *llvm_failed(const char *what, char *message)
{
    ax_status *status = AX_ERROR(AX_INTERNAL, "%s: %s", what,
                                 message ? message : "no reason given");
    LLVMDisposeMessage(message);
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

static ax_status *choose_cpu(ax_code_compiler *compiler, int level)
{
    int own = (int)ax_vector_level_of_cpu();
    bool native = level < 0 || level > own;
    if (native)
        level = own;
    compiler->vector_bytes = levels[level].vector_bytes;
    compiler->has_fma = levels[level].has_fma;
#if defined(__x86_64__)
    compiler->cpu = strdup(levels[level].cpu);
    compiler->features = strdup("");
#else
    char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
    compiler->cpu = strdup(cpu);
    compiler->features = strdup(features);
    compiler->has_fma = true;
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
#endif
    if (!compiler->cpu || !compiler->features)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a code generator");
    return NULL;
}

ax_status *ax_code_compiler_open(ax_code_compiler *compiler, int level)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT; /* LLVM's own table of targets */
    pthread_once(&once, start_llvm);
    pthread_mutex_init(&compiler->lock, NULL);
    AX_TRY(choose_cpu(compiler, level));
    char *triple = LLVMGetDefaultTargetTriple();
    char *message = NULL;
    bool failed = LLVMGetTargetFromTriple(triple, &compiler->llvm_target, &message);
    LLVMDisposeMessage(triple);
    return failed ? llvm_failed("LLVM has no code generator for this machine", message) : NULL;
}

void ax_code_compiler_close(ax_code_compiler *compiler)
{
    while (compiler->nidle > 0)
        LLVMDisposeTargetMachine(compiler->idle[--compiler->nidle]);
    pthread_mutex_destroy(&compiler->lock);
    free(compiler->cpu);
    free(compiler->features);
}

/* ---- machines ---- */

/* Machines are kept: a new one makes its tables of the CPU's instructions for its first unit, which takes longer
 * than the passes over a small kernel. */
static ax_status *take_machine(ax_code_compiler *compiler, LLVMTargetMachineRef *out_machine)
{
    *out_machine = NULL;
    pthread_mutex_lock(&compiler->lock);
    if (compiler->nidle > 0)
        *out_machine = compiler->idle[--compiler->nidle];
    pthread_mutex_unlock(&compiler->lock);
    if (*out_machine)
        return NULL;
    char *triple = LLVMGetDefaultTargetTriple();
    *out_machine = LLVMCreateTargetMachine(compiler->llvm_target, triple, compiler->cpu,
                                           compiler->features, LLVMCodeGenLevelDefault,
                                           LLVMRelocPIC, LLVMCodeModelJITDefault);
    LLVMDisposeMessage(triple);
    return *out_machine ? NULL : AX_ERROR(AX_INTERNAL, "LLVM makes no code for %s", compiler->cpu);
}

static void give_machine(ax_code_compiler *compiler, LLVMTargetMachineRef machine)
{
    pthread_mutex_lock(&compiler->lock);
    bool kept = compiler->nidle < AX_CODE_MOST_IDLE;
    if (kept)
        compiler->idle[compiler->nidle++] = machine;
    pthread_mutex_unlock(&compiler->lock);
    if (!kept)
        LLVMDisposeTargetMachine(machine);
}

/* ---- compiling ---- */

void ax_code_symbol(const ax_unit *unit, int32_t function, char symbol[AX_CODE_MOST_SYMBOL])
{
    snprintf(symbol, AX_CODE_MOST_SYMBOL, "%s_%016llx%016llx", unit->functions[function],
             (unsigned long long)ax_hash_string(0, unit->key),
             (unsigned long long)ax_hash_string(1, unit->key));
}

static ax_status *rename_functions(const ax_unit *unit, LLVMModuleRef module)
{
    for (int32_t i = 0; i < unit->nfunctions; i++) {
        char symbol[AX_CODE_MOST_SYMBOL];
        LLVMValueRef function = LLVMGetNamedFunction(module, unit->functions[i]);
        if (!function) {
            return AX_ERROR(AX_INTERNAL, "a kernel's unit has no function '%s'",
                            unit->functions[i]);
        }
        ax_code_symbol(unit, i, symbol);
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
    return error ? ax_code_llvm_error("LLVM could not optimize a kernel", error) : NULL;
}

static ax_status *write_module(const ax_code_compiler *compiler, const ax_unit *unit,
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
        .vector_bytes = compiler->vector_bytes,
        .has_fma = compiler->has_fma,
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

ax_status *ax_code_compile(ax_code_compiler *compiler, const ax_unit *unit,
                           LLVMMemoryBufferRef *out_object)
{
    LLVMTargetMachineRef machine;
    AX_TRY(take_machine(compiler, &machine));
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("kernel", context);
    ax_status *status = write_module(compiler, unit, machine, context, module);
    if (!status)
        status = optimize(module, machine);
    char *message = NULL;
    if (!status && LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message,
                                                       out_object)) {
        status = llvm_failed("LLVM could not compile a kernel", message);
    }
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    give_machine(compiler, machine);
    return status;
}
