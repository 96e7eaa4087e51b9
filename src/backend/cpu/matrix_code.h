/* The generated code that products of matrices are made of: tiles of a product or, for few rows, streams,
 * and the moves that lay operands out for them.
 *
 * Elements are computed in a wide type: f32, f64, i32 or i64. Each element of a product is one chain along k,
 * in order, that begins at 0: an fma where the CPU has one, else a product and a sum. So its bits
 * depend neither on the tile nor on the place in it.
 */
#ifndef AXMAP_BACKEND_CPU_MATRIX_CODE_H
#define AXMAP_BACKEND_CPU_MATRIX_CODE_H

#include "backend/cpu/codegen.h"
#include "ir/type.h"

/* ---- tiles ---- */

enum { AX_MATRIX_AHEAD = 16 };

/* For k < depth: c(i, j) += a(i, k) * b(k, j), for i < rows, which are those of the tile or one less, j < columns;
 * where `begins` c counts as 0 and is not read. Strides in bytes: of a and c from row to row, of b from k to k, or from column to
 * column where it is turned. For the caches alone: `next` is where the tile after this one will be
 * written, whose a is taken to follow, and of `ahead` AX_MATRIX_AHEAD bytes for each k are asked for, where b is
 * packed. `spread` is for a tile whose a is spread alone. */
typedef struct ax_matrix_spread ax_matrix_spread;
typedef void ax_matrix_tile_fn(const void *a, int64_t a_stride, const void *b, int64_t b_stride,
                               void *c, int64_t c_stride, int64_t depth, int64_t rows,
                               int64_t columns, int64_t begins, const void *next, const void *ahead,
                               const ax_matrix_spread *spread);

/* Where an a lies whose rows are anywhere and whose k's are runs of `depth`, each anywhere: a(i, run * depth + k)
 * at rows[i] + runs[run] + k * a_stride, in bytes. */
struct ax_matrix_spread {
    const int64_t *rows, *runs;
    int64_t nruns;
};

typedef enum ax_matrix_tile_b {
    AX_MATRIX_B_PACKED,   /* wide; rows of all columns of the tile, without gaps */
    AX_MATRIX_B_IN_PLACE, /* where it lies, columns are neighbours */
    AX_MATRIX_B_TURNED    /* where it lies, k are neighbours */
} ax_matrix_tile_b;

typedef struct ax_matrix_tile {
    ax_dtype element; /* of b where it lies; of a packed one its wide type, or AX_BOOL */
    int32_t rows;
    int32_t
        vectors; /* registers in a row: it has `vectors` times the lanes of a register columns */
    ax_matrix_tile_b b;
    bool masked;   /* takes fewer columns too; else all of them */
    bool spread;   /* a is; b is packed then */
    bool beside;   /* where it is spread: k's of a run are neighbours, whatever a_stride says */
    int32_t depth; /* where it is spread: known beforehand; 0: it is not */
} ax_matrix_tile;

ax_status *ax_matrix_tile_get(ax_codegen *codegen, const ax_matrix_tile *tile,
                              ax_matrix_tile_fn **out_function);

/* ---- streams ---- */

enum { AX_MATRIX_STREAM_ROWS = 8 }; /* at most */

/* The same for a B that lies in place with columns as neighbours, of any number of columns. Sums stay in c
 * meanwhile: it should fit the first cache. */
typedef void ax_matrix_stream_fn(const void *a, int64_t a_stride, const void *b, int64_t b_stride,
                                 void *c, int64_t c_stride, int64_t depth, int64_t columns,
                                 int64_t begins);

typedef struct ax_matrix_stream {
    ax_dtype element; /* of b */
    int32_t rows;
    int32_t vectors; /* registers of a row that are taken at a time: a power of two */
} ax_matrix_stream;

ax_status *ax_matrix_stream_get(ax_codegen *codegen, const ax_matrix_stream *stream,
                                ax_matrix_stream_fn **out_function);

/* Lanes of a register. */
int32_t ax_matrix_lanes(const ax_codegen *codegen, ax_dtype wide);

/* ---- moves ---- */

/* For r < rows, c < columns; strides in bytes. Nothing else is read or, by copy and narrow, written. */
typedef void ax_matrix_move_fn(void *to, int64_t to_stride, const void *from, int64_t from_stride,
                               int64_t rows, int64_t columns);

typedef enum ax_matrix_move {
    AX_MATRIX_COPY, /* to[r][c] = from[r][c], made wide */
    /* to[c][r] = from[r][c], made wide. Whole squares of a register's lanes may be written: those behind the last row
     * or column have a place, and mean nothing. */
    AX_MATRIX_TURN,
    /* to[r][c] = from[r][c], of wide ones: halves are rounded once, integers keep their low bits. */
    AX_MATRIX_NARROW
} ax_matrix_move;

/* The wide type of an element type; false where products have none. */
bool ax_matrix_wide_type(ax_dtype element, ax_dtype *out_wide);

/* `element` has a wide type. */
ax_status *ax_matrix_move_get(ax_codegen *codegen, ax_dtype element, ax_matrix_move move,
                              ax_matrix_move_fn **out_function);

#endif
