/* The sums (maxima, minima) over the rows of a chunk: the values of the nodes of the reduction tree that the
 * chunk's blocks make (comm/tree.h). A block's value is its rows combined in their order, or, for a product,
 * one chain of multiply-adds over its rows. A tile of elements at a time goes through all blocks of a node, so
 * that what lies between rows and node stays in the cache. */
#include "exec/map_private.h"
#include "exec/map_run.h"

#include "backend/outer.h"
#include "base/checked.h"

#include <string.h>

enum { TILE_BYTES = 4096 };

/* Puts a block's part at `tile`, adds it to the `left` tiles before it, each once it is added to the next, and
 * leaves the sum in the farthest. */
typedef struct folding folding;
typedef void add_tile(const folding *f, int64_t block, char *tile, int64_t left);

struct folding {
    const ax_map_run *run;
    ax_reduction_kind kind;
    ax_dtype dtype;
    int64_t first_block; /* of the chunk */
    char *stack;         /* tiles that wait for their right siblings */
    int64_t elements;    /* of a tile */
    int64_t tile_bytes;
    add_tile *add;

    /* Of rows: where they begin, and the tile in one of them. */
    const char *rows;
    int64_t row_bytes, offset;
    /* Of products: the steps that a row adds, the chunk's columns as the kernel wants them, and the rows
     * of lhs that the tile takes. */
    const ax_outer_tile *outer;
    int64_t steps;
    const char *columns, *lhs;
    int64_t lhs_stride;
};

static int64_t rows_before(const folding *f, int64_t block)
{
    return (block - f->first_block) * f->run->program->sharding.block_rows;
}

static int64_t rows_of(const folding *f, int64_t block)
{
    const ax_sharding *sharding = &f->run->program->sharding;
    return ax_sharding_row(sharding, block + 1) - ax_sharding_row(sharding, block);
}

static void combine(const folding *f, char *left, const char *right)
{
    if (f->outer)
        f->outer->add(left, right);
    else
        ax_reduction_combine(f->kind, f->dtype, left, right, f->elements);
}

/* The node's value for one tile, at the bottom of the stack. Siblings are combined as soon as both are there;
 * at the end of the axis, where the tree is not full, from the right. */
static void fold_tile(const folding *f, ax_tree_node node)
{
    int64_t blocks = f->run->program->sharding.blocks;
    int64_t first = node.index << node.level;
    int64_t end = INT64_C(1) << node.level >= blocks - first ? blocks
                                                             : first + (INT64_C(1) << node.level);
    char *top = f->stack;
    for (int64_t block = first; block < end; block++) {
        int64_t left = 0;
        for (int64_t done = block - first + 1; done % 2 == 0; done /= 2)
            left++;
        f->add(f, block, top, left);
        top += (1 - left) * f->tile_bytes;
    }
    for (top -= f->tile_bytes; top > f->stack; top -= f->tile_bytes)
        combine(f, top - f->tile_bytes, top);
}

/* ---- rows ---- */

static void add_rows(const folding *f, int64_t block, char *tile, int64_t left)
{
    const char *row = f->rows + rows_before(f, block) * f->row_bytes + f->offset;
    size_t bytes = (size_t)(f->elements * ax_dtype_bytes(f->dtype));
    int64_t count = rows_of(f, block);
    memcpy(tile, row, bytes);
    for (int64_t r = 1; r < count; r++) {
        row += f->row_bytes;
        ax_reduction_combine(f->kind, f->dtype, tile, row, f->elements);
    }
    for (; left > 0; left--, tile -= f->tile_bytes)
        combine(f, tile - f->tile_bytes, tile);
}

/* A tile of rows of this type. */
static int64_t row_tile_bytes(const ax_type *type)
{
    return ax_min_i64(TILE_BYTES, ax_round_up(ax_type_bytes(type), 64));
}

static void sum_rows(folding *f, const ax_type *type, int32_t nnodes, const ax_tree_node *nodes,
                     void *const *values)
{
    int64_t element = ax_dtype_bytes(f->dtype), count = ax_type_count(type);
    f->add = add_rows;
    f->row_bytes = count * element;
    f->tile_bytes = row_tile_bytes(type);
    for (int64_t first = 0; first < count; first += f->elements) {
        f->elements = ax_min_i64(f->tile_bytes / element, count - first);
        f->offset = first * element;
        for (int32_t n = 0; n < nnodes; n++) {
            fold_tile(f, nodes[n]);
            memcpy((char *)values[n] + f->offset, f->stack, (size_t)(f->elements * element));
        }
    }
}

/* ---- products ---- */

static void add_product(const folding *f, int64_t block, char *tile, int64_t left)
{
    int64_t before = rows_before(f, block) * f->steps;
    int64_t row = f->outer->cols * ax_dtype_bytes(f->dtype);
    f->outer->multiply(rows_of(f, block) * f->steps, f->lhs + before * f->lhs_stride, f->lhs_stride,
                       f->columns + before * row, tile, left);
}

/* `width` elements of each of `count` rows, `stride` bytes apart, side by side in rows of `padded` elements:
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

typedef struct product {
    int64_t m, n, steps; /* lhs [steps, m], rhs [steps, n] of each row */
    int64_t depth;       /* steps of all rows of the chunk */
    const char *lhs, *rhs;
    char *lhs_room, *columns_room;
} product;

/* The tile at (i, j) of every node. */
static void sum_tile(folding *f, const product *p, int64_t i, int64_t j, int32_t nnodes,
                     const ax_tree_node *nodes, void *const *values)
{
    int64_t element = ax_dtype_bytes(f->dtype);
    int64_t rows = ax_min_i64(f->outer->rows, p->m - i),
            cols = ax_min_i64(f->outer->cols, p->n - j);
    f->lhs = p->lhs + i * element;
    f->lhs_stride = p->m * element;
    if (rows < f->outer->rows) {
        pack(p->lhs_room, f->lhs, p->depth, f->lhs_stride, rows, f->outer->rows, element);
        f->lhs = p->lhs_room;
        f->lhs_stride = f->outer->rows * element;
    }
    for (int32_t v = 0; v < nnodes; v++) {
        fold_tile(f, nodes[v]);
        f->outer->settle(f->stack);
        for (int64_t r = 0; r < rows; r++)
            memcpy((char *)values[v] + ((i + r) * p->n + j) * element,
                   f->stack + r * f->outer->cols * element, (size_t)(cols * element));
    }
}

static void sum_products(folding *f, const product *p, int32_t nnodes, const ax_tree_node *nodes,
                         void *const *values)
{
    int64_t element = ax_dtype_bytes(f->dtype);
    f->add = add_product;
    f->elements = (int64_t)f->outer->rows * f->outer->cols;
    f->tile_bytes = f->elements * element;
    f->steps = p->steps;
    f->columns = p->columns_room;
    for (int64_t j = 0; j < p->n; j += f->outer->cols) {
        pack(p->columns_room, p->rhs + j * element, p->depth, p->n * element,
             ax_min_i64(f->outer->cols, p->n - j), f->outer->cols, element);
        for (int64_t i = 0; i < p->m; i += f->outer->rows)
            sum_tile(f, p, i, j, nnodes, nodes, values);
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
                    ax_round_up(depth * outer->rows * element, 64) +
                    ax_round_up(depth * outer->cols * element, 64);
        }
        most = ax_max_i64(most, bytes);
    }
    return most;
}

static void sum_nodes(const ax_map_run *run, int32_t c, const ax_map_chunk_rows *chunk,
                      int32_t nnodes, const ax_tree_node *nodes, void *const *values)
{
    const ax_map_program *program = run->program;
    const ax_cut *cut = &program->phases->phases[run->phase].cuts[c];
    const ax_type *type = &program->phases->vars[cut->operand].type;
    folding f = {.run = run,
                 .kind = ax_map_reduction(cut),
                 .dtype = type->dtype,
                 .first_block = chunk->first_block,
                 .stack = chunk->scratch};
    if (cut->lhs < 0) {
        f.rows = chunk->rows;
        sum_rows(&f, type, nnodes, nodes, values);
        return;
    }
    const ax_type *lhs = &program->phases->vars[cut->lhs].type;
    f.outer = &program->code[run->phase].outer[c];
    int64_t element = ax_dtype_bytes(type->dtype);
    int64_t rows = ax_sharding_row(&program->sharding, chunk->end_block) -
                   ax_sharding_row(&program->sharding, chunk->first_block);
    int64_t blocks = program->memory.chunk_blocks;
    product p = {.m = lhs->dims[1],
                 .n = program->phases->vars[cut->rhs].type.dims[1],
                 .steps = lhs->dims[0],
                 .depth = rows * lhs->dims[0],
                 .lhs = chunk->rows,
                 .rhs = chunk->rhs};
    p.lhs_room = f.stack + stack_bytes((int64_t)f.outer->rows * f.outer->cols * element, blocks);
    p.columns_room = p.lhs_room + ax_round_up(blocks * program->sharding.block_rows * p.steps *
                                                  f.outer->rows * element,
                                              64);
    sum_products(&f, &p, nnodes, nodes, values);
}

ax_status *ax_map_sum_chunk(const ax_map_run *run, int32_t c, const ax_map_chunk_rows *chunk)
{
    ax_tree *tree = run->trees[c];
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    int count = ax_tree_nodes(run->program->sharding.blocks, chunk->first_block, chunk->end_block,
                              nodes);
    sum_nodes(run, c, chunk, count, nodes, chunk->buffers);
    ax_status *status = NULL;
    for (int n = 0; n < count; n++) {
        if (status)
            ax_tree_discard(tree, chunk->buffers[n]);
        else
            status = ax_tree_add_node(tree, nodes[n], chunk->buffers[n]);
    }
    return status;
}
