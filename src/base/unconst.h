/* Taking const away, in one place that a reader can search for.
 *
 * For a field or parameter that serves readers and writers alike, when its user is known only to
 * read; and to free what its owner shows to others as const.
 */
#ifndef AXMAP_BASE_UNCONST_H
#define AXMAP_BASE_UNCONST_H

static inline void *ax_unconst(const void *pointer)
{
    return (void *)pointer;
}

#endif
