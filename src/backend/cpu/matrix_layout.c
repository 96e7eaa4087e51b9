/* Laying a part of an operand out for the tiles. */
#include "backend/cpu/matrix_private.h"
#include "base/checked.h"

#include <string.h>

void ax_matrix_walk_append(ax_matrix_walk *walk, int64_t dim, int64_t stride)
{
    walk->size *= dim;
    if (dim == 1)
        return;
    int32_t last = walk->count - 1;
    if (last >= 0 && walk->strides[last] == stride * dim) {
        walk->dims[last] *= dim;
        walk->strides[last] = stride;
        return;
    }
    walk->dims[walk->count] = dim;
    walk->strides[walk->count++] = stride;
}

int64_t ax_matrix_offset(const ax_matrix_walk *walk, int64_t index)
{
    if (walk->count == 1)
        return index * walk->strides[0];
    int64_t offset = 0;
    for (int32_t d = walk->count - 1; d >= 0; d--) {
        offset += index % walk->dims[d] * walk->strides[d];
        index /= walk->dims[d];
    }
    return offset;
}

/* Neighbouring elements of a row, from anywhere. */
static void collect(int64_t bytes, const char *from, const int64_t *offsets, int64_t count,
                    char *to)
{
#define COLLECT(element)                                                                        \
    for (int64_t i = 0; i < count; i++)                                                         \
        memcpy(to + i * (int64_t)sizeof(element), from + offsets[i] * (int64_t)sizeof(element), \
               sizeof(element));
    switch (bytes) {
    case 1: COLLECT(uint8_t) break;
    case 2: COLLECT(uint16_t) break;
    case 4: COLLECT(uint32_t) break;
    default: COLLECT(uint64_t) break;
    }
#undef COLLECT
}

static void collect_rectangle(const ax_matrix_product *p, const char *from,
                              const ax_matrix_rectangle *r, char *to, int64_t to_stride)
{
    enum { MOST = 64 };
    int64_t offsets[MOST];
    _Alignas(64) char elements[MOST * 8];
    for (int64_t first = 0; first < r->ncolumns; first += MOST) {
        int64_t count = ax_min_i64(MOST, r->ncolumns - first);
        for (int64_t i = 0; i < count; i++)
            offsets[i] = ax_matrix_offset(r->columns, r->column + first + i);
        for (int64_t i = 0; i < r->nrows; i++) {
            const char *row = from + ax_matrix_offset(r->rows, r->row + i) * p->element_bytes;
            collect(p->element_bytes, row, offsets, count, elements);
            p->moves[AX_MATRIX_COPY](to + i * to_stride + first * p->wide_bytes, 0, elements, 0, 1,
                                     count);
        }
    }
}

/* Runs of neighbouring columns, each of all rows that follow one another with one stride. */
static void copy_runs(const ax_matrix_product *p, const char *from, const ax_matrix_rectangle *r,
                      char *to, int64_t to_stride)
{
    int64_t bytes = p->element_bytes, column_run = ax_matrix_run(r->columns);
    int64_t row_run = ax_matrix_run(r->rows), stride = ax_matrix_stride(r->rows) * bytes;
    for (int64_t i = 0, rows; i < r->nrows; i += rows) {
        rows = ax_min_i64(row_run - (r->row + i) % row_run, r->nrows - i);
        const char *row = from + ax_matrix_offset(r->rows, r->row + i) * bytes;
        for (int64_t j = 0, columns; j < r->ncolumns; j += columns) {
            int64_t column = r->column + j;
            columns = ax_min_i64(column_run - column % column_run, r->ncolumns - j);
            p->moves[AX_MATRIX_COPY](to + i * to_stride + j * p->wide_bytes, to_stride,
                                     row + ax_matrix_offset(r->columns, column) * bytes, stride,
                                     rows, columns);
        }
    }
}

void ax_matrix_lay_out(const ax_matrix_product *p, ax_matrix_access access, const char *from,
                       const ax_matrix_rectangle *r, char *to, int64_t to_stride)
{
    int64_t bytes = p->element_bytes;
    switch (access) {
    case AX_MATRIX_COLLECTED: collect_rectangle(p, from, r, to, to_stride); break;
    case AX_MATRIX_COPIED: copy_runs(p, from, r, to, to_stride); break;
    case AX_MATRIX_TURNED:
        from += (ax_matrix_offset(r->rows, r->row) + ax_matrix_offset(r->columns, r->column)) *
                bytes;
        p->moves[AX_MATRIX_TURN](to, to_stride, from, ax_matrix_stride(r->columns) * bytes,
                                 r->ncolumns, r->nrows);
        break;
    case AX_MATRIX_IN_PLACE: break;
    }
}
