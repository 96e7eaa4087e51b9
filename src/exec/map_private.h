/* Making a mapped function ready, between its files: map.c deals rows to devices, map_compile.c makes the
 * executables, map_choose.c chooses how many rows are computed at once, map_memory.c says what memory that
 * takes. */
#ifndef AXMAP_EXEC_MAP_PRIVATE_H
#define AXMAP_EXEC_MAP_PRIVATE_H

#include "exec/map.h"

/* The executables of the shared stages, and the kernels of sums over rows. */
ax_status *ax_map_compile_shared(ax_map_program *program);

/* The most blocks that a device of this rank has. */
int64_t ax_map_device_blocks(const ax_map_program *program);

/* The executables of the block stages for chunks of so many blocks, instead of those that there are. */
ax_status *ax_map_compile_blocks(ax_map_program *program, int64_t chunk_blocks);

/* Bytes that each block's values take at once as its graph stands, before any fusion: what to choose a chunk
 * by before anything is compiled. */
ax_status *ax_map_live_bytes(const ax_map_program *program, int64_t *out_bytes);

/* Bytes of scratch that a thread takes for the sums of a phase's chunks. */
int64_t ax_map_sum_scratch(const ax_map_program *program, int32_t phase, int64_t chunk_blocks);

/* Buffers of each reduction tree of this rank. */
int64_t ax_map_tree_buffers(const ax_map_program *program);

/* Fills in what memory a run takes, with the executables, threads and chunk that there are. */
ax_status *ax_map_plan_memory(ax_map_program *program);

/* Sums and products that stay at INT64_MAX once they do not fit. */
int64_t ax_map_capped_sum(int64_t a, int64_t b);
int64_t ax_map_capped_product(int64_t a, int64_t b);

/* Chooses threads and chunk, compiles the block stages, and says what memory all takes. Errors:
 * AX_OUT_OF_MEMORY with the numbers when that does not fit the budget. */
ax_status *ax_map_plan(ax_map_program *program, const ax_map_spec *spec);

#endif
