#include "exec/map_private.h"

#include "base/checked.h"
#include "base/hash.h"
#include "ops/ops.h"
#include "transform/native_collectives.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCK_ROWS = 128 };

/* ---- rows to devices ---- */

ax_status *ax_sharding_make(int64_t length, int64_t block_rows, int64_t devices,
                            ax_sharding *out_sharding)
{
    if (block_rows < 0 || (block_rows & (block_rows - 1))) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "block_rows is %lld; it must be a power of two",
                        (long long)block_rows);
    }
    if (block_rows == 0) {
        block_rows = 1;
        while (block_rows < MOST_BLOCK_ROWS && block_rows * 2 <= length / 64)
            block_rows *= 2;
    }
    *out_sharding = (ax_sharding){
        .length = length,
        .block_rows = block_rows,
        .blocks = ax_ceil_div(length, block_rows),
        .devices = devices,
    };
    return NULL;
}

int64_t ax_sharding_first_block(const ax_sharding *sharding, int64_t device)
{
    if (device >= sharding->devices)
        return sharding->blocks;
    /* blocks * device may pass 2^63: split off the whole part. */
    int64_t whole = sharding->blocks / sharding->devices;
    int64_t rest = sharding->blocks % sharding->devices;
    return whole * device + rest * device / sharding->devices;
}

int64_t ax_sharding_row(const ax_sharding *sharding, int64_t block)
{
    return block >= sharding->blocks ? sharding->length : block * sharding->block_rows;
}

/* ---- the whole ---- */

static uint64_t fingerprint(const ax_map_program *program, const bool *mapped)
{
    uint64_t hash = ax_graph_fingerprint(program->example);
    hash = ax_hash_bytes(hash, mapped, (size_t)program->example->ninputs * sizeof *mapped);
    hash = ax_hash_string(hash, program->axis_name);
    hash = ax_hash_i64(hash, program->sharding.length);
    hash = ax_hash_i64(hash, program->sharding.block_rows);
    hash = ax_hash_i64(hash, program->sharding.devices);
    hash = ax_hash_bytes(hash, program->slots,
                         (size_t)program->sharding.devices * sizeof *program->slots);
    return ax_hash_string(hash, program->context->backend->name);
}

/* Which device holds which part of the axis, and which parts are each rank's. */
static ax_status *deal_slots(ax_map_program *program, const ax_map_spec *spec)
{
    const ax_places *places = &program->context->places;
    int ranks = ax_comm_size(program->context->comm);
    int64_t devices = program->sharding.devices;
    program->slots = calloc((size_t)devices + 1, sizeof *program->slots);
    program->rank_slots = calloc((size_t)ranks + 1, sizeof *program->rank_slots);
    if (!program->slots || !program->rank_slots)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    int64_t slot = 0;
    for (int r = 0; r < ranks; r++) {
        program->rank_slots[r] = slot;
        while (slot < devices) {
            int device = spec->slots ? spec->slots[slot] : (int)slot;
            if (device < places->rank_first[r] || device >= places->rank_first[r + 1])
                break;
            program->slots[slot++] = device;
        }
    }
    program->rank_slots[ranks] = slot;
    if (slot != devices)
        return AX_ERROR(AX_INTERNAL, "map: its devices are not in the order of their ranks");
    int rank = ax_comm_rank(program->context->comm);
    program->first_block = ax_sharding_first_block(&program->sharding, program->rank_slots[rank]);
    program->end_block = ax_sharding_first_block(&program->sharding, program->rank_slots[rank + 1]);
    return NULL;
}

static ax_status *fill(ax_map_program *program, const ax_map_spec *spec)
{
    const ax_places *places = &program->context->places;
    if (spec->axis_name) {
        program->axis_name = strdup(spec->axis_name);
        if (!program->axis_name)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a name");
    }
    AX_TRY(ax_sharding_make(spec->length, spec->block_rows,
                            spec->devices ? spec->devices : places->count, &program->sharding));
    AX_TRY(deal_slots(program, spec));
    AX_TRY(ax_phases_create(program->example, spec->mapped, program->axis_name, spec->length,
                            &program->phases));
    AX_TRY(ax_map_compile_shared(program));
    AX_TRY(ax_map_plan(program, spec));
    program->fingerprint = fingerprint(program, spec->mapped);
    return NULL;
}

ax_status *ax_map_program_create(ax_context *context, const ax_map_spec *spec,
                                 ax_map_program **out_program)
{
    ax_map_program *program = calloc(1, sizeof *program);
    if (!program) {
        ax_graph_free(spec->example);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    }
    program->context = context;
    ax_status *status = ax_native_collectives(spec->example, spec->mapped, spec->axis_name,
                                              spec->length, &program->example);
    ax_graph_free(spec->example);
    if (!status)
        status = fill(program, spec);
    if (status) {
        ax_map_program_free(program);
        return status;
    }
    *out_program = program;
    return NULL;
}

void ax_map_program_free(ax_map_program *program)
{
    if (!program)
        return;
    for (int32_t p = 0; program->code && p < program->phases->nphases; p++) {
        ax_executable_free(program->code[p].shared);
        ax_executable_free(program->code[p].prologue);
        ax_executable_free(program->code[p].block);
        free(program->code[p].outer);
    }
    free(program->code);
    ax_phases_free(program->phases);
    ax_graph_free(program->example);
    free(program->axis_name);
    free(program->slots);
    free(program->rank_slots);
    free(program);
}
