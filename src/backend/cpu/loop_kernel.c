#include "backend/cpu/loop_kernel.h"

#include "backend/cpu/emit.h"
#include "base/checked.h"
#include "base/text.h"
#include "base/unconst.h"

#include <stdlib.h>

/* ---- buffers ---- */

bool ax_loop_buffers_make(const ax_loop_program *p, ax_loop_buffers *out_buffers)
{
    if (p->region->ninputs + p->region->noutputs + p->nconstants > AX_LOOP_MOST_BUFFERS)
        return false;
    *out_buffers = (ax_loop_buffers){p->region->ninputs, p->region->noutputs, p->nconstants, {0}};
    for (int32_t i = 0; i < p->nconstants; i++)
        out_buffers->constants[i] = p->constants[i].data;
    return true;
}

void ax_loop_buffers_fill(const ax_loop_buffers *buffers, const ax_tensor *operands,
                          const ax_tensor *results, void **out_pointers)
{
    for (int32_t i = 0; i < buffers->noperands; i++)
        *out_pointers++ = operands[i].data;
    for (int32_t i = 0; i < buffers->nresults; i++)
        *out_pointers++ = results[i].data;
    for (int32_t i = 0; i < buffers->nconstants; i++)
        *out_pointers++ = ax_unconst(buffers->constants[i]);
}

/* ---- units ---- */

ax_status *ax_loop_unit_get(const ax_loop_unit *unit, ax_loop_fn **out_functions)
{
    const ax_graph *region = unit->fusion->regions[0];
    char *printed;
    AX_TRY(ax_graph_print(region, &printed));
    ax_text text = {0};
    ax_text_printf(&text, "%s, vectors of %d, %016llx\n", unit->version,
                   (int)ax_codegen_vector_bytes(unit->target->codegen),
                   (unsigned long long)ax_graph_fingerprint(region));
    ax_text_append(&text, printed);
    free(printed);
    char *key;
    AX_TRY(ax_text_take(&text, &key));
    void *functions[AX_LOOP_MOST_FUNCTIONS];
    ax_unit wanted = {key, unit->write, unit->user, unit->nfunctions, unit->functions};
    ax_status *status = ax_codegen_get(unit->target->codegen, &wanted, functions);
    free(key);
    AX_TRY(status);
    for (int32_t i = 0; i < unit->nfunctions; i++)
        out_functions[i] = (ax_loop_fn *)(uintptr_t)functions[i];
    return NULL;
}

void ax_loop_function_begin(ax_emitter *e, const char *name)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(e->context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMTypeRef parameters[] = {pointer, i64, i64, pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), parameters, 4, false);
    ax_emit_function(e, name, type);
}

/* ---- results past the cache ---- */

/* What a group of cores usually has for its last cache; systems do not say it reliably. */
enum { LINE = 64, LAST_CACHE = 32 << 20 };

bool ax_loop_streams(const ax_loop_program *p, int64_t row)
{
    int64_t bytes = 0;
    for (int32_t i = 0; i < p->region->noutputs; i++) {
        const ax_type *type = &p->region->outputs[i]->type;
        if (row * ax_dtype_bytes(type->dtype) % LINE != 0)
            return false;
        bytes += ax_type_bytes(type);
    }
    return bytes >= LAST_CACHE;
}

void ax_loop_fence(ax_emitter *e)
{
    LLVMBuildFence(e->builder, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

/* ---- work ---- */

int64_t ax_loop_work(const ax_loop_program *p)
{
    int64_t bytes = 0, cost = 0;
    for (int32_t i = 0; i < p->nnodes; i++) {
        if (p->nodes[i]->kind == AX_NODE_LOAD)
            bytes += ax_dtype_bytes(p->nodes[i]->dtype);
        cost += p->nodes[i]->cost;
    }
    for (int32_t i = 0; i < p->region->noutputs; i++)
        bytes += ax_dtype_bytes(p->region->outputs[i]->type.dtype);
    return bytes + cost / 5 + 1;
}

enum { PIECE = 256 << 10 };

int64_t ax_loop_grain(int64_t item)
{
    return ax_max_i64(PIECE / ax_max_i64(item, 1), 1);
}

bool ax_loop_is_small(int64_t work)
{
    return work <= 2 * PIECE;
}
