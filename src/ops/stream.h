/* Stores that pass the caches by, for results that no cache would keep until they are read.
 *
 * A plain store first reads the line that it writes to; these do not, where they write it whole.
 */
#ifndef AXMAP_OPS_STREAM_H
#define AXMAP_OPS_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Results of so many bytes are streamed: beside what they are made of they fill a large cache. */
enum { AX_STREAM_BYTES = 16 << 20 };

enum { AX_LINE_BYTES = 64 };

/* One line, to an address that is aligned to it. */
static inline void ax_stream_line(void *to, const void *from)
{
#ifdef __SSE2__
    const __m128i *x = from;
    __m128i a = _mm_loadu_si128(x), b = _mm_loadu_si128(x + 1);
    __m128i c = _mm_loadu_si128(x + 2), d = _mm_loadu_si128(x + 3);
    _mm_stream_si128((__m128i *)to, a);
    _mm_stream_si128((__m128i *)to + 1, b);
    _mm_stream_si128((__m128i *)to + 2, c);
    _mm_stream_si128((__m128i *)to + 3, d);
#else
    memcpy(to, from, AX_LINE_BYTES);
#endif
}

/* Makes streamed lines visible to other threads as plain stores are: at the end of each piece of work. */
static inline void ax_stream_end(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

/* memcpy, its whole lines streamed. `next`: how far on the source of the next copy lies, which is asked
 * for meanwhile; 0: there is none. */
static inline void ax_stream_copy(void *to, const void *from, int64_t bytes, int64_t next)
{
    char *target = to;
    const char *source = from;
    int64_t head = (int64_t)(-(uintptr_t)target % AX_LINE_BYTES);
    if (bytes < head + AX_LINE_BYTES) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    memcpy(target, source, (size_t)head);
    int64_t i = head;
    for (; i + AX_LINE_BYTES <= bytes; i += AX_LINE_BYTES) {
        __builtin_prefetch(source + next + i, 0, 2);
        ax_stream_line(target + i, source + i);
    }
    memcpy(target + i, source + i, (size_t)(bytes - i));
}

#endif
