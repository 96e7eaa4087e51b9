/* Planes turned in registers: the tiles of a transposition.
 *
 * A tile is a cache line on either side: 64 / element_bytes rows and columns. Each line of either side is
 * touched once, or by halves in few steps, so it does not matter that lines whose distance is a power of two
 * share one set of the cache.
 */
#ifndef AXMAP_OPS_STRIDED_TILES_H
#define AXMAP_OPS_STRIDED_TILES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ax_turn {
    /* Row r, column c: at to + r * to_stride + c * element_bytes, from from + c * from_stride +
     * r * element_bytes. All in bytes. */
    char *to;
    const char *from;
    int64_t to_stride, from_stride;
    int64_t rows, columns; /* multiples of a tile's */
    bool stream;           /* ops/stream.h; `to` and `to_stride` are then multiples of 64 */
} ax_turn;

/* Rows of a tile, and columns. */
static inline int64_t ax_turn_tile(int64_t element_bytes)
{
    return 64 / element_bytes;
}

/* Turns a block of whole tiles of elements of 1, 2, 4, 8 or 16 bytes. */
void ax_turn_tiles(int64_t element_bytes, const ax_turn *turn);

#endif
