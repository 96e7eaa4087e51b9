/* Cutting a product of matrices so that what is used often stays near: a panel of B in the first
 * cache, a block of A in the second, what is packed before in the third. All of it follows from the
 * shapes alone, and none of it shows in the result. */
#include "backend/cpu/matrix_private.h"
#include "base/checked.h"

#include <stdlib.h>

enum {
    DEEPEST = 384,           /* k's of a block: a panel of it lies in the first cache, */
    DEEPEST_WIDE = 256,      /* one of the widest registers too; */
    DEEPEST_IN_PLACE = 4096, /* where panels are used but once */
    SHALLOW = 64,            /* k's of which all panels lie there */
    BLOCK_BYTES = 256 << 10, /* of A: a quarter of a second cache */
    MOST_ROWS = 512,         /* of a block */
    WAVE_BYTES = 24 << 20,   /* packed before */
    LEAST_CHUNK = 128,       /* columns for which a block of A is brought, */
    LEAST_LAID_OUT = 256,    /* and for which it is laid out */
    MOST_NARROWED = 256,     /* columns of which a thread keeps the sums */
    TASK_FLOPS = 4 << 20,    /* a task is worth at least so much, where there is as much */
    FIRST_CACHE = 32 << 10,  /* as small as they are, */
    SECOND_CACHE = 512 << 10,
    WAY = 4 << 10,         /* and of a cache's ways: bytes apart that share a place in the first, */
    SECOND_WAY = 64 << 10, /* in the second */
    FEW_PANELS = 4,        /* for which A is not laid out because of that */
    STREAMED_BYTES = 1 << 10, /* of a row of B: a panel of one that is read row after row, */
    MOST_SUMS = 16 << 10,     /* while sums of so many bytes lie in the first cache */
    STREAM_VECTORS = 4,
    LEAST_STREAMED = 1024, /* columns: rows are read by pages */
    LEAST_GROUP = 6,       /* rows and k's of a run for which it is not laid out anew */
    LEAST_RUN = 96,
};

/* ---- operands ---- */

static bool is_wide(const ax_matrix_product *p)
{
    return p->element_bytes == p->wide_bytes;
}

static ax_matrix_access access_of(const ax_matrix_walk *inner, const ax_matrix_walk *outer)
{
    if (inner->count == 0 || ax_matrix_stride(inner) == 1)
        return AX_MATRIX_COPIED;
    if (ax_matrix_is_dense(outer) && ax_matrix_is_uniform(inner))
        return AX_MATRIX_TURNED;
    return AX_MATRIX_COLLECTED;
}

/* Whether tiles may read a where it lies: in runs of rows that fill a tile, and of k that are worth a block. */
static bool a_stays(const ax_matrix_product *p)
{
    return is_wide(p) &&
           (ax_matrix_is_uniform(&p->a.row) || ax_matrix_run(&p->a.row) >= LEAST_GROUP) &&
           (ax_matrix_is_uniform(&p->a.k) || ax_matrix_run(&p->a.k) >= LEAST_RUN);
}

static void choose_access(ax_matrix_product *p)
{
    p->a_access = access_of(&p->a.k, &p->a.row);
    p->group_rows = p->m;
    p->k_run = p->k;
    if (p->a_access == AX_MATRIX_COPIED && a_stays(p)) {
        p->a_access = AX_MATRIX_IN_PLACE;
        p->group_rows = ax_matrix_run(&p->a.row);
        p->k_run = p->k > 0 ? ax_matrix_run(&p->a.k) : 0;
    }
    /* A register holds neighbouring columns of B. */
    p->b_access = access_of(&p->b.row, &p->b.k);
}

/* ---- tiles ---- */

typedef struct tile_shape {
    int64_t rows, vectors;
} tile_shape;

/* Rows of a tile at most, and registers in each: sums that are enough to hide the time that an fma takes, and leave
 * registers for a row of B and an element of A. */
static tile_shape largest_tile(const ax_matrix_product *p, bool many_registers)
{
    if (p->n <= p->lanes)
        return (tile_shape){many_registers ? 16 : 12, 1};
    if (many_registers && p->n > 2 * p->lanes && p->n <= 3 * p->lanes)
        return (tile_shape){8, 3};
    return (tile_shape){many_registers ? 8 : 6, 2};
}

/* Where all rows are in one tile B is used once, and where it lies if it can be: as wide as sums allow. */
static tile_shape only_tile(ax_matrix_product *p, tile_shape largest, bool many_registers)
{
    static const int8_t most[2][9] = {{0, 8, 4, 4, 3, 2, 2, 1, 1}, {0, 8, 8, 8, 6, 4, 4, 3, 3}};
    enum { MOST_TURNED = 4 };   /* rows, so that a square still fits beside the sums */
    enum { MOST_STREAMED = 4 }; /* rows for which B cannot be brought as fast as it is used */
    tile_shape tile = {p->m, largest.vectors};
    if (ax_matrix_is_dense(&p->b.row) && ax_matrix_is_uniform(&p->b.k)) {
        p->b_tile = AX_MATRIX_B_IN_PLACE;
        tile.vectors = p->m <= 8 ? most[many_registers][p->m] : 1;
        p->streams = p->m <= MOST_STREAMED && p->n > tile.vectors * p->lanes;
        if (p->streams)
            tile.vectors = STREAMED_BYTES / p->wide_bytes / p->lanes;
    } else if (p->b_access == AX_MATRIX_TURNED && p->m <= MOST_TURNED) {
        p->b_tile = AX_MATRIX_B_TURNED;
    }
    return tile;
}

static void choose_tile(ax_matrix_product *p, int32_t vector_bytes)
{
    bool many_registers = vector_bytes == 64; /* 32, else 16 */
    tile_shape tile = largest_tile(p, many_registers);
    if (p->m <= tile.rows)
        tile = only_tile(p, tile, many_registers);
    tile.vectors = ax_min_i64(tile.vectors, ax_ceil_div(p->n, p->lanes));
    p->width = tile.vectors * p->lanes;
    p->npanels = ax_ceil_div(p->n, p->width);
    p->last_width = p->n - (p->npanels - 1) * p->width;
    p->last_room = ax_round_up(p->last_width, p->lanes);
    p->group_tiles = ax_ceil_div(p->group_rows, tile.rows);
    p->height = p->group_rows / p->group_tiles;
    p->taller = p->group_rows % p->group_tiles;
    p->ntiles = p->m / p->group_rows * p->group_tiles;
}

/* Whether tiles of the lower height get code of their own: the taller one's computes a row twice, and making code takes
 * as long as computing a few thousand rows. */
static bool is_lower_made(const ax_matrix_product *p)
{
    enum { NOTICED = 64 };
    int64_t lower = p->group_tiles - p->taller;
    return p->taller == 0 || lower * NOTICED > p->group_rows;
}

static ax_status *get_tiles(ax_matrix_product *p, ax_codegen *codegen)
{
    if (p->streams) {
        ax_matrix_stream stream = {p->element, (int32_t)p->m, STREAM_VECTORS};
        return ax_matrix_stream_get(codegen, &stream, &p->stream);
    }
    bool lower = is_lower_made(p);
    for (int taller = 0; taller < 2; taller++) {
        for (int last = 0; last < 2; last++) {
            bool used = (taller ? p->taller > 0 : lower) && (last || p->npanels > 1);
            int64_t room = last ? p->last_room : p->width;
            ax_matrix_tile tile = {
                .element = p->b_tile == AX_MATRIX_B_PACKED && p->element != AX_BOOL ? p->wide
                                                                                    : p->element,
                .rows = (int32_t)(p->height + taller),
                .vectors = (int32_t)(room / p->lanes),
                .b = p->b_tile,
                .masked = last && p->last_width != room,
            };
            if (used)
                AX_TRY(ax_matrix_tile_get(codegen, &tile, &p->tiles[taller][last]));
            if (taller && !lower)
                p->tiles[0][last] = p->tiles[1][last];
        }
    }
    return NULL;
}

/* ---- blocks ---- */

static void cut_k(ax_matrix_product *p, int32_t vector_bytes)
{
    int64_t deepest = p->b_tile != AX_MATRIX_B_PACKED ? DEEPEST_IN_PLACE
                      : vector_bytes == 64            ? DEEPEST_WIDE
                                                      : DEEPEST;
    p->run_blocks = ax_max_i64(ax_ceil_div(p->k_run, deepest), 1);
    p->k_block = ax_round_up(ax_ceil_div(p->k_run, p->run_blocks), p->lanes);
    if (p->k_block > 0)
        p->run_blocks = ax_ceil_div(p->k_run, p->k_block);
    p->nk_blocks = p->k_run > 0 ? p->k / p->k_run * p->run_blocks : 1;
    p->panel_bytes = p->k_block * p->width * p->wide_bytes;
}

/* The room in a cache that a row of a block of A takes where it lies: where rows begin at few of a way's places,
 * what lies between those is no use to them. */
static int64_t room_of_row(int64_t row_bytes, int64_t stride, int64_t way)
{
    int64_t apart = stride < 0 ? -stride : stride;
    while (apart != 0) {
        int64_t rest = way % apart;
        way = apart;
        apart = rest;
    }
    return ax_max_i64(row_bytes, way);
}

/* A is laid out too where its rows would push each other, or the panel, out of a cache: so are those whose length is
 * a large power of two. */
static void keep_rows_apart(ax_matrix_product *p)
{
    if (p->a_access != AX_MATRIX_IN_PLACE || p->npanels <= FEW_PANELS)
        return;
    int64_t bytes = p->k_block * p->wide_bytes;
    int64_t stride = ax_matrix_stride(&p->a.row) * p->wide_bytes;
    int64_t first = room_of_row(bytes, stride, WAY);
    int64_t second = room_of_row(bytes, stride, SECOND_WAY);
    int64_t height = p->height + (p->taller > 0);
    int64_t rows = ax_min_i64(BLOCK_BYTES / ax_max_i64(bytes, 1), p->m);
    if ((first > bytes && height * first + p->panel_bytes > FIRST_CACHE) ||
        (second > bytes && rows * second > SECOND_CACHE / 2))
        p->a_access = AX_MATRIX_COPIED;
}

static void cut_rows(ax_matrix_product *p)
{
    int64_t row_bytes = ax_max_i64(p->k_block * p->wide_bytes, 1);
    int64_t rows = ax_min_i64(ax_max_i64(BLOCK_BYTES / row_bytes, p->height + 1), MOST_ROWS);
    /* Many products: each is one task if it can be, for which its B is packed on the way. */
    if (p->batch >= 8 && p->m * row_bytes <= 2 * BLOCK_BYTES)
        rows = p->m;
    p->tiles_per_block = ax_max_i64(rows * p->group_tiles / p->group_rows, 1);
    p->nblocks = ax_ceil_div(p->ntiles, p->tiles_per_block);
    p->tiles_per_block = ax_ceil_div(p->ntiles, p->nblocks);
    p->nblocks = ax_ceil_div(p->ntiles, p->tiles_per_block);
    p->block_rows = ax_min_i64(p->tiles_per_block * (p->height + (p->taller > 0)), p->m);
    p->b_packing = p->b_tile != AX_MATRIX_B_PACKED ? AX_MATRIX_NO_PACKING
                   : p->nblocks > 1                ? AX_MATRIX_PACKED_BEFORE
                                                   : AX_MATRIX_PACKED_ON_THE_WAY;
}

static void cut_columns(ax_matrix_product *p)
{
    /* An element of B is brought as fast as some 16 operations are done. */
    int64_t per_column = ax_max_i64((2 * p->block_rows + 16) * p->k, 1);
    int64_t least = p->streams                          ? LEAST_STREAMED
                    : p->a_access == AX_MATRIX_IN_PLACE ? LEAST_CHUNK
                                                        : LEAST_LAID_OUT;
    int64_t columns = ax_max_i64(least, TASK_FLOPS / per_column);
    p->most_panels = p->npanels;
    if (!is_wide(p))
        p->most_panels = ax_min_i64(ax_ceil_div(ax_max_i64(columns, MOST_NARROWED), p->width),
                                    p->npanels);
    if (p->streams)
        p->most_panels = ax_min_i64(p->most_panels,
                                    ax_max_i64(MOST_SUMS / (p->m * p->width * p->wide_bytes), 1));
    /* Where panels are shallow all of them are near, and c is written row by row. */
    p->rows_first = p->k <= SHALLOW && p->b_tile == AX_MATRIX_B_PACKED;
    if (p->rows_first)
        p->most_panels = ax_min_i64(p->most_panels,
                                    ax_max_i64(BLOCK_BYTES / ax_max_i64(p->panel_bytes, 1), 1));
    p->least_panels = ax_min_i64(ax_ceil_div(columns, p->width), p->most_panels);
    p->told_panels = p->least_panels;
}

/* Waves are panels of one entry, or whole entries. */
static void cut_waves(ax_matrix_product *p)
{
    int64_t panels = WAVE_BYTES / ax_max_i64(p->panel_bytes * p->nk_blocks, 1);
    p->entries_per_wave = 1;
    p->panels_per_wave = p->npanels;
    if (p->b_packing != AX_MATRIX_PACKED_BEFORE) {
        p->entries_per_wave = p->batch;
    } else if (panels >= p->npanels) {
        p->entries_per_wave = ax_min_i64(panels / p->npanels, p->batch);
        p->packed_bytes = p->entries_per_wave * p->npanels * p->nk_blocks * p->panel_bytes;
    } else {
        p->panels_per_wave = ax_max_i64(panels, p->least_panels);
        p->packed_bytes = p->panels_per_wave * p->nk_blocks * p->panel_bytes;
    }
}

static void measure(ax_matrix_product *p)
{
    /* Rows of a block of A start in different sets of the cache. */
    p->a_stride = ax_round_up(p->k_block * p->wide_bytes, 64) + 64;
    if (p->a_access != AX_MATRIX_IN_PLACE)
        p->a_bytes = ax_round_up(p->block_rows, p->lanes) * p->a_stride;
    if (p->b_packing == AX_MATRIX_PACKED_ON_THE_WAY)
        p->b_bytes = p->panel_bytes * (p->rows_first ? p->most_panels : 1);
    p->c_is_wide = is_wide(p);
    if (!p->c_is_wide)
        p->c_bytes = p->block_rows * p->most_panels * p->width * p->wide_bytes;
}

static ax_status *get_code(ax_matrix_product *p, ax_codegen *codegen)
{
    bool packs = p->b_packing != AX_MATRIX_NO_PACKING;
    ax_matrix_access b_access = packs ? p->b_access : AX_MATRIX_IN_PLACE;
    bool turns = p->a_access == AX_MATRIX_TURNED || b_access == AX_MATRIX_TURNED;
    bool copies = (p->a_access != AX_MATRIX_IN_PLACE && p->a_access != AX_MATRIX_TURNED) ||
                  (b_access != AX_MATRIX_IN_PLACE && b_access != AX_MATRIX_TURNED);
    bool needed[] = {copies, turns, !p->c_is_wide};
    for (int move = 0; move < 3; move++) {
        if (needed[move])
            AX_TRY(ax_matrix_move_get(codegen, p->element, (ax_matrix_move)move, &p->moves[move]));
    }
    return get_tiles(p, codegen);
}

/* All but the code. */
static ax_status *cut(ax_matrix_product *p, ax_codegen *codegen, ax_dtype element,
                      const ax_matrix_operand *a, const ax_matrix_operand *b,
                      const ax_matrix_result *c)
{
    *p = (ax_matrix_product){.element = element,
                             .a = *a,
                             .b = *b,
                             .c = *c,
                             .batch = a->batch.size,
                             .m = a->row.size,
                             .n = b->row.size,
                             .k = a->k.size};
    if (!ax_matrix_wide_type(element, &p->wide))
        return AX_ERROR(AX_UNSUPPORTED, "no products of matrices of %s", ax_dtype_name(element));
    if (p->batch == 0 || p->m == 0 || p->n == 0)
        return NULL;
    p->element_bytes = ax_dtype_bytes(element);
    p->wide_bytes = ax_dtype_bytes(p->wide);
    p->lanes = ax_matrix_lanes(codegen, p->wide);
    choose_access(p);
    choose_tile(p, ax_codegen_vector_bytes(codegen));
    cut_k(p, ax_codegen_vector_bytes(codegen));
    keep_rows_apart(p);
    cut_rows(p);
    cut_columns(p);
    measure(p);
    cut_waves(p);
    return NULL;
}

ax_status *ax_matrix_product_create(ax_codegen *codegen, ax_dtype element,
                                    const ax_matrix_operand *a, const ax_matrix_operand *b,
                                    const ax_matrix_result *c, ax_matrix_product **out_product)
{
    ax_matrix_product *p = calloc(1, sizeof *p);
    if (!p)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a product of matrices");
    ax_status *status = cut(p, codegen, element, a, b, c);
    if (!status && p->lanes > 0)
        status = get_code(p, codegen);
    if (status) {
        free(p);
        return status;
    }
    *out_product = p;
    return NULL;
}

ax_status *ax_matrix_panels(ax_codegen *codegen, ax_dtype element, const ax_matrix_operand *a,
                            const ax_matrix_operand *b, const ax_matrix_result *c,
                            ax_type *out_panels, bool *out_packs)
{
    ax_matrix_product p;
    AX_TRY(cut(&p, codegen, element, a, b, c));
    *out_packs = p.lanes > 0 && p.k > 0 && p.b_packing != AX_MATRIX_NO_PACKING;
    if (*out_packs)
        *out_panels = (ax_type){p.wide, 3, {p.batch * p.nk_blocks * p.npanels, p.k_block, p.width}};
    return NULL;
}

void ax_matrix_product_take_panels(ax_matrix_product *p)
{
    p->b_packing = AX_MATRIX_PACKED_ALREADY;
    p->b_bytes = p->packed_bytes = 0;
    p->entries_per_wave = p->batch;
    p->panels_per_wave = p->npanels;
}

void ax_matrix_product_free(ax_matrix_product *product)
{
    free(product);
}

static int64_t per_thread(const ax_matrix_product *p)
{
    return ax_round_up(p->a_bytes, 64) + ax_round_up(p->b_bytes, 64) + ax_round_up(p->c_bytes, 64);
}

int64_t ax_matrix_product_scratch(const ax_matrix_product *p, int32_t threads)
{
    return ax_round_up(p->packed_bytes, 64) + per_thread(p) * threads;
}
