/* Places in messages: "%s:%d%s" prints AX_PLACE(location) as "model.mlir:3:7", or as "model.c:3" where
 * the column is not known. */
#ifndef AXMAP_IR_LOCATION_H
#define AXMAP_IR_LOCATION_H

#include <axmap/builder.h>
#include <stdio.h>

typedef struct ax_column_text {
    char bytes[16];
} ax_column_text;

static inline const char *ax_column_print(int column, char *out_text)
{
    if (column > 0)
        snprintf(out_text, sizeof(ax_column_text), ":%d", column);
    return out_text;
}

#define AX_PLACE(location)                                    \
    (location).file ? (location).file : "?", (location).line, \
        ax_column_print((location).column, (ax_column_text){{0}}.bytes)

#endif
