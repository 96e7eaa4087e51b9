/* Where and how an array lies in a file: what every array format's header comes down to. */
#ifndef AXMAP_FORMATS_STORED_ARRAY_H
#define AXMAP_FORMATS_STORED_ARRAY_H

#include <axmap/type.h>
#include <string.h>

typedef struct ax_stored_array {
    ax_type type;   /* as a reader sees it, whatever the order in the file */
    int64_t offset; /* of the first element, in bytes from the start of the file */
    bool swapped;   /* each number is in the other byte order than this host's */
    bool fortran;   /* the first dimension lies closest together, not the last */
} ax_stored_array;

static inline bool ax_host_is_little(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

#endif
