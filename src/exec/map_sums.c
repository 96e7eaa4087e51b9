/* The sums (maxima, minima) over the rows of a chunk: the values of the nodes of the reduction tree that the
 * chunk's blocks make (comm/tree.h). A block's value is its rows combined in their order, or, for a product,
 * one chain of multiply-adds over its rows. A tile of elements at a time goes through all blocks of a node, so
 * that what lies between rows and node stays in the cache. */
#include "exec/map_private.h"
#include "exec/map_run.h"

#include "backend/outer.h"
#include "base/checked.h"

#include <string.h>

enum { TILE_BYTES = 4096, PACKED_STEPS = 8 };

/* The blocks of a node, which are combined in pairs as soon as both of a pair are there: those that wait for
 * their right siblings lie in a stack of tiles. */
typedef struct node_blocks {
    int64_t before;     /* rows of the chunk before the node's */
    int64_t count;      /* blocks */
    int64_t rows, last; /* of each block, and of the last one */
} node_blocks;

static node_blocks blocks_of(const ax_map_run *run, int64_t chunk_first, ax_tree_node node)
{
    const ax_sharding *sharding = &run->program->sharding;
    int64_t first = node.index << node.level, left = sharding->blocks - first;
    node_blocks blocks = {.before = (first - chunk_first) * sharding->block_rows,
                          .count = INT64_C(1) << node.level >= left ? left
                                                                    : INT64_C(1) << node.level,
                          .rows = sharding->block_rows};
    int64_t end = first + blocks.count;
    blocks.last = ax_sharding_row(sharding, end) - ax_sharding_row(sharding, end - 1);
    return blocks;
}

/* ---- rows ---- */

typedef struct row_sums {
    ax_reduction_kind kind;
    ax_dtype dtype;
    const char *rows; /* of the chunk, the elements of the tile in the first one */
    int64_t row_bytes;
    int64_t elements;   /* of the tile */
    char *stack;        /* tiles of tile_bytes */
    int64_t tile_bytes; /* at least what the elements take */
} row_sums;

static void combine(const row_sums *s, char *left, const char *right)
{
    ax_reduction_combine(s->kind, s->dtype, left, right, s->elements);
}

static void sum_block(const row_sums *s, const char *row, int64_t count, char *tile)
{
    memcpy(tile, row, (size_t)(s->elements * ax_dtype_bytes(s->dtype)));
    for (int64_t r = 1; r < count; r++)
        combine(s, tile, row + r * s->row_bytes);
}

/* The node's value for one tile, at the bottom of the stack. At the end of the axis, where the tree is not
 * full, what waits is combined from the right. */
static void fold_rows(const row_sums *s, const node_blocks *blocks)
{
    const char *row = s->rows + blocks->before * s->row_bytes;
    char *top = s->stack;
    for (int64_t i = 1; i <= blocks->count; i++, row += blocks->rows * s->row_bytes) {
        sum_block(s, row, i == blocks->count ? blocks->last : blocks->rows, top);
        for (int64_t done = i; done % 2 == 0; done /= 2, top -= s->tile_bytes)
            combine(s, top - s->tile_bytes, top);
        top += s->tile_bytes;
    }
    for (top -= s->tile_bytes; top > s->stack; top -= s->tile_bytes)
        combine(s, top - s->tile_bytes, top);
}

/* A tile of rows of this type. */
static int64_t row_tile_bytes(const ax_type *type)
{
    return ax_min_i64(TILE_BYTES, ax_round_up(ax_type_bytes(type), 64));
}

static void sum_rows(row_sums *s, const ax_type *type, int32_t nnodes, const node_blocks *nodes,
                     void *const *values)
{
    int64_t element = ax_dtype_bytes(type->dtype), count = ax_type_count(type);
    const char *rows = s->rows;
    s->row_bytes = count * element;
    s->tile_bytes = row_tile_bytes(type);
    for (int64_t first = 0; first < count; first += s->elements) {
        s->elements = ax_min_i64(s->tile_bytes / element, count - first);
        s->rows = rows + first * element;
        for (int32_t n = 0; n < nnodes; n++) {
            fold_rows(s, &nodes[n]);
            memcpy((char *)values[n] + first * element, s->stack, (size_t)(s->elements * element));
        }
    }
}

/* ---- products ---- */

/* Both operands are laid out as panels, the elements that a tile takes of each step side by side: read in
 * place, a tile would touch a page a step. All of lhs once, of rhs a panel at a time. */
typedef struct product_sums {
    const ax_outer_tile *outer;
    int64_t element;     /* bytes */
    int64_t m, n, steps; /* lhs [steps, m], rhs [steps, n] of each row */
    int64_t depth;       /* steps of all rows of the chunk */
    const char *lhs, *rhs;
    char *stack, *lhs_panels, *rhs_panel;
} product_sums;

/* `width` elements of each of `count` steps, `stride` bytes apart, side by side in rows of `padded` elements:
 * zeros behind them. */
static void pack(char *to, const char *from, int64_t count, int64_t stride, int64_t width,
                 int64_t padded, int64_t element)
{
    size_t bytes = (size_t)(width * element), rest = (size_t)((padded - width) * element);
    for (int64_t r = 0; r < count; r++, from += stride, to += padded * element) {
        memcpy(to, from, bytes);
        memset(to + bytes, 0, rest);
    }
}

static int64_t lhs_panel_bytes(const product_sums *s)
{
    return s->depth * s->outer->rows * s->element;
}

/* A few steps at a time, whose rows stay in the cache from panel to panel. */
static void pack_lhs(const product_sums *s)
{
    int64_t rows = s->outer->rows;
    for (int64_t step = 0; step < s->depth; step += PACKED_STEPS) {
        int64_t count = ax_min_i64(PACKED_STEPS, s->depth - step);
        char *to = s->lhs_panels + step * rows * s->element;
        for (int64_t i = 0; i < s->m; i += rows, to += lhs_panel_bytes(s))
            pack(to, s->lhs + (step * s->m + i) * s->element, count, s->m * s->element,
                 ax_min_i64(rows, s->m - i), rows, s->element);
    }
}

/* The node's value for one tile, at the bottom of the stack. */
static void fold_products(const product_sums *s, const node_blocks *blocks, const char *lhs_panel)
{
    const ax_outer_tile *outer = s->outer;
    int64_t whole = blocks->last == blocks->rows ? blocks->count : blocks->count - 1;
    int64_t before = blocks->before * s->steps, steps = blocks->rows * s->steps;
    outer->fold(0, whole, steps, lhs_panel + before * outer->rows * s->element,
                s->rhs_panel + before * outer->cols * s->element, s->stack);
    before += whole * steps;
    outer->fold(whole, blocks->count, blocks->last * s->steps,
                lhs_panel + before * outer->rows * s->element,
                s->rhs_panel + before * outer->cols * s->element, s->stack);
    int64_t tile_bytes = outer->rows * outer->cols * s->element;
    for (int64_t top = __builtin_popcountll((unsigned long long)blocks->count) - 1; top > 0; top--)
        outer->add(s->stack + (top - 1) * tile_bytes, s->stack + top * tile_bytes);
}

/* The tile at the bottom of the stack becomes the one at (i, j) of a value. */
static void put_tile(const product_sums *s, char *value, int64_t i, int64_t j)
{
    const ax_outer_tile *outer = s->outer;
    int64_t rows = ax_min_i64(outer->rows, s->m - i), cols = ax_min_i64(outer->cols, s->n - j);
    int64_t stride = s->n * s->element, tile_stride = outer->cols * s->element;
    char *to = value + (i * s->n + j) * s->element;
    if (rows == outer->rows && cols == outer->cols) {
        outer->settle(s->stack, to, stride);
        return;
    }
    outer->settle(s->stack, s->stack, tile_stride);
    for (int64_t r = 0; r < rows; r++)
        memcpy(to + r * stride, s->stack + r * tile_stride, (size_t)(cols * s->element));
}

static void sum_products(const product_sums *s, int32_t nnodes, const node_blocks *nodes,
                         void *const *values)
{
    int64_t rows = s->outer->rows, cols = s->outer->cols;
    pack_lhs(s);
    for (int64_t j = 0; j < s->n; j += cols) {
        pack(s->rhs_panel, s->rhs + j * s->element, s->depth, s->n * s->element,
             ax_min_i64(cols, s->n - j), cols, s->element);
        for (int64_t i = 0; i < s->m; i += rows) {
            for (int32_t v = 0; v < nnodes; v++) {
                fold_products(s, &nodes[v], s->lhs_panels + i / rows * lhs_panel_bytes(s));
                put_tile(s, values[v], i, j);
            }
        }
    }
}

/* ---- a chunk ---- */

static int64_t stack_bytes(int64_t tile_bytes, int64_t chunk_blocks)
{
    int64_t levels = 2;
    while (INT64_C(1) << levels < chunk_blocks)
        levels++;
    return (levels + 2) * ax_round_up(tile_bytes, 64);
}

/* lhs: [steps, m] of a row; depth: steps of all rows. */
static int64_t lhs_panels_bytes(const ax_outer_tile *outer, const ax_type *lhs, int64_t depth)
{
    return ax_round_up(depth * ax_round_up(lhs->dims[1], outer->rows) * ax_dtype_bytes(lhs->dtype),
                       64);
}

int64_t ax_map_sum_scratch(const ax_map_program *program, int32_t phase, int64_t chunk_blocks)
{
    const ax_phase *p = &program->phases->phases[phase];
    int64_t most = 0;
    for (int32_t c = 0; c < p->ncuts; c++) {
        const ax_cut *cut = &p->cuts[c];
        const ax_outer_tile *outer = &program->code[phase].outer[c];
        int64_t bytes = stack_bytes(row_tile_bytes(&program->phases->vars[cut->operand].type),
                                    chunk_blocks);
        if (!ax_cut_reduces(cut))
            continue;
        if (cut->lhs >= 0) {
            const ax_type *type = &program->phases->vars[cut->lhs].type;
            int64_t element = ax_dtype_bytes(type->dtype);
            int64_t depth = chunk_blocks * program->sharding.block_rows * type->dims[0];
            bytes = stack_bytes((int64_t)outer->rows * outer->cols * element, chunk_blocks) +
                    lhs_panels_bytes(outer, type, depth) +
                    ax_round_up(depth * outer->cols * element, 64);
        }
        most = ax_max_i64(most, bytes);
    }
    return most;
}

static void sum_nodes(const ax_map_run *run, int32_t c, const ax_map_chunk_rows *chunk,
                      int32_t nnodes, const node_blocks *nodes, void *const *values)
{
    const ax_map_program *program = run->program;
    const ax_cut *cut = &program->phases->phases[run->phase].cuts[c];
    const ax_type *type = &program->phases->vars[cut->operand].type;
    if (cut->lhs < 0) {
        row_sums s = {.kind = ax_map_reduction(cut),
                      .dtype = type->dtype,
                      .rows = chunk->rows,
                      .stack = chunk->scratch};
        sum_rows(&s, type, nnodes, nodes, values);
        return;
    }
    const ax_type *lhs = &program->phases->vars[cut->lhs].type;
    const ax_outer_tile *outer = &program->code[run->phase].outer[c];
    int64_t rows = ax_sharding_row(&program->sharding, chunk->end_block) -
                   ax_sharding_row(&program->sharding, chunk->first_block);
    product_sums s = {.outer = outer,
                      .element = ax_dtype_bytes(type->dtype),
                      .m = lhs->dims[1],
                      .n = program->phases->vars[cut->rhs].type.dims[1],
                      .steps = lhs->dims[0],
                      .depth = rows * lhs->dims[0],
                      .lhs = chunk->rows,
                      .rhs = chunk->rhs,
                      .stack = chunk->scratch};
    s.lhs_panels = s.stack +
                   stack_bytes(outer->rows * outer->cols * s.element, program->memory.chunk_blocks);
    s.rhs_panel = s.lhs_panels + lhs_panels_bytes(outer, lhs, s.depth);
    sum_products(&s, nnodes, nodes, values);
}

ax_status *ax_map_sum_chunk(const ax_map_run *run, int32_t c, const ax_map_chunk_rows *chunk)
{
    ax_tree *tree = run->trees[c];
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    int count = ax_tree_nodes(run->program->sharding.blocks, chunk->first_block, chunk->end_block,
                              nodes);
    node_blocks blocks[AX_TREE_MAX_NODES];
    for (int n = 0; n < count; n++)
        blocks[n] = blocks_of(run, chunk->first_block, nodes[n]);
    sum_nodes(run, c, chunk, count, blocks, chunk->buffers);
    ax_status *status = NULL;
    for (int n = 0; n < count; n++) {
        if (status)
            ax_tree_discard(tree, chunk->buffers[n]);
        else
            status = ax_tree_add_node(tree, nodes[n], chunk->buffers[n]);
    }
    return status;
}
