/* For tests of what is emitted: a kernel that runs one elementwise equation over arrays, in vectors with a
 * masked tail, and arrays that end where no memory is.
 *
 * Include once in a test program, after cmocka.h.
 */
#ifndef AXMAP_TESTS_UNIT_EMIT_KERNEL_H
#define AXMAP_TESTS_UNIT_EMIT_KERNEL_H

#include "backend/cpu/codegen.h"
#include "backend/cpu/emit.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void emit_kernel(const void *a, const void *b, const void *c, void *out, int64_t count);

enum { EMIT_VARIANTS = 3 };
static const char *const emit_names[EMIT_VARIANTS] = {"one", "four", "many"};

/* The equation over lanes of each of these numbers, as so many functions; 0 for none. */
typedef struct emit_unit {
    const ax_eqn *eqn;
    int32_t lanes[EMIT_VARIANTS];
    const void *constant; /* an element that stands for the last operand; NULL for none */
} emit_unit;

static inline LLVMValueRef emit_place(ax_emitter *e, ax_dtype dtype, LLVMValueRef pointer,
                                      LLVMValueRef index)
{
    return LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, dtype), pointer, &index, 1, "");
}

/* Lane i of n: i < left. */
static inline LLVMValueRef emit_tail(ax_emitter *e, int32_t lanes, LLVMValueRef left)
{
    LLVMValueRef numbers[64];
    for (int32_t i = 0; i < lanes; i++)
        numbers[i] = ax_emit_i64(e, i);
    LLVMValueRef steps = lanes == 1 ? numbers[0] : LLVMConstVector(numbers, (unsigned)lanes);
    return LLVMBuildICmp(e->builder, LLVMIntSLT, steps, ax_emit_splat(e, left, lanes), "");
}

static inline void emit_over(ax_emitter *e, const emit_unit *unit, int32_t lanes, const char *name)
{
    const ax_eqn *eqn = unit->eqn;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMTypeRef parameters[] = {pointer, pointer, pointer, pointer,
                                LLVMInt64TypeInContext(e->context)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), parameters, 5, false);
    LLVMValueRef function = ax_emit_function(e, name, type), count = LLVMGetParam(function, 4);
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), count, ax_emit_i64(e, lanes));
    LLVMValueRef left = LLVMBuildSub(e->builder, count, loop.index, ""), x[3];
    LLVMValueRef mask = emit_tail(e, lanes, left);
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_dtype dtype = eqn->operands[i]->type.dtype;
        LLVMValueRef at = emit_place(e, dtype, LLVMGetParam(function, (unsigned)i), loop.index);
        x[i] = ax_emit_load(e, dtype, lanes, at, mask);
        if (unit->constant && i == eqn->noperands - 1)
            x[i] = ax_emit_element(e, dtype, unit->constant, lanes);
    }
    ax_dtype out = eqn->results[0]->type.dtype;
    LLVMValueRef at = emit_place(e, out, LLVMGetParam(function, 3), loop.index);
    ax_emit_store(e, out, lanes, at, ax_emit_op(e, eqn, lanes, x), mask);
    ax_emit_loop_end(e, &loop);
    LLVMBuildRetVoid(e->builder);
}

static inline ax_status *emit_write(ax_emitter *e, const void *user)
{
    const emit_unit *unit = user;
    for (int i = 0; i < EMIT_VARIANTS; i++) {
        if (unit->lanes[i])
            emit_over(e, unit, unit->lanes[i], emit_names[i]);
    }
    return NULL;
}

/* Compiles them; the first lanes must not be 0. */
static inline void emit_compile(ax_codegen *codegen, const emit_unit *unit,
                                emit_kernel *out_kernels[EMIT_VARIANTS])
{
    static int number = 0;
    char key[64];
    snprintf(key, sizeof key, "test of an op %d", number++);
    int32_t count = 1;
    while (count < EMIT_VARIANTS && unit->lanes[count])
        count++;
    ax_unit wanted = {.key = key,
                      .write = emit_write,
                      .user = unit,
                      .nfunctions = count,
                      .functions = emit_names};
    void *functions[EMIT_VARIANTS];
    assert_ok(ax_codegen_get(codegen, &wanted, functions));
    for (int32_t i = 0; i < count; i++)
        out_kernels[i] = (emit_kernel *)(uintptr_t)functions[i];
}

/* ---- memory behind which there is none ---- */

typedef struct emit_array {
    char *base, *data; /* data + bytes is the first that may not be touched */
    size_t mapped;
} emit_array;

static inline emit_array emit_array_make(int64_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = ((size_t)bytes + page - 1) / page * page;
    emit_array array = {.mapped = inside + page};
    array.base = mmap(NULL, array.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                      0);
    assert_true(array.base != MAP_FAILED);
    assert_int_equal(mprotect(array.base + inside, page, PROT_NONE), 0);
    array.data = array.base + inside - bytes;
    return array;
}

static inline void emit_array_free(emit_array *array)
{
    munmap(array->base, array->mapped);
}

#endif
