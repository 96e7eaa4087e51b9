#include "ops/elements.h"

#include <string.h>

void ax_elements_pick(int64_t bytes, void *to, const void *from, const int64_t *places,
                      int64_t count)
{
#define PICK(element)                   \
    for (int64_t i = 0; i < count; i++) \
        ((element *)to)[i] = ((const element *)from)[places[i]];
    switch (bytes) {
    case 1: PICK(uint8_t) break;
    case 2: PICK(uint16_t) break;
    case 4: PICK(uint32_t) break;
    case 8: PICK(uint64_t) break;
    default:
        for (int64_t i = 0; i < count; i++)
            memcpy((char *)to + i * bytes, (const char *)from + places[i] * bytes, (size_t)bytes);
    }
#undef PICK
}

enum { AHEAD = 64 };

void ax_elements_pick_far(int64_t bytes, void *to, const void *from, const int64_t *places,
                          int64_t count)
{
    int64_t asked = count > AHEAD ? count - AHEAD : 0;
#define PICK(element)                                                  \
    for (int64_t i = 0; i < asked; i++) {                              \
        __builtin_prefetch((const element *)from + places[i + AHEAD]); \
        ((element *)to)[i] = ((const element *)from)[places[i]];       \
    }
    switch (bytes) {
    case 1: PICK(uint8_t) break;
    case 2: PICK(uint16_t) break;
    case 4: PICK(uint32_t) break;
    case 8: PICK(uint64_t) break;
    default: asked = 0;
    }
#undef PICK
    ax_elements_pick(bytes, (char *)to + asked * bytes, from, places + asked, count - asked);
}

void ax_elements_put(int64_t bytes, void *to, const int64_t *places, const void *from,
                     int64_t count)
{
#define PUT(element)                                                 \
    for (int64_t i = 0; i < count; i++) {                            \
        if (places[i] >= 0)                                          \
            ((element *)to)[places[i]] = ((const element *)from)[i]; \
    }
    switch (bytes) {
    case 1: PUT(uint8_t) break;
    case 2: PUT(uint16_t) break;
    case 4: PUT(uint32_t) break;
    case 8: PUT(uint64_t) break;
    default:
        for (int64_t i = 0; i < count; i++) {
            if (places[i] >= 0)
                memcpy((char *)to + places[i] * bytes, (const char *)from + i * bytes,
                       (size_t)bytes);
        }
    }
#undef PUT
}
