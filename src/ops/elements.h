/* Single elements of any size picked from, and put to, places of an array: typed loops by size. */
#ifndef AXMAP_OPS_ELEMENTS_H
#define AXMAP_OPS_ELEMENTS_H

#include <stdint.h>

/* to[i] = from[places[i]] for i < count, elements of `bytes` bytes. */
void ax_elements_pick(int64_t bytes, void *to, const void *from, const int64_t *places,
                      int64_t count);

/* The same from an array that no cache of one core holds: elements are asked for before their turn. */
void ax_elements_pick_far(int64_t bytes, void *to, const void *from, const int64_t *places,
                          int64_t count);

/* Arrays from this size on are far. */
enum { AX_FAR_BYTES = 4 << 20 };

/* to[places[i]] = from[i] for i < count, in this order; places below 0 are left out. */
void ax_elements_put(int64_t bytes, void *to, const int64_t *places, const void *from,
                     int64_t count);

#endif
