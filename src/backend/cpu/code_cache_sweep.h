/* Keeping the entries of a cache of code within a size. */
#ifndef AXMAP_BACKEND_CPU_CODE_CACHE_SWEEP_H
#define AXMAP_BACKEND_CPU_CODE_CACHE_SWEEP_H

#include <stdint.h>
#include <time.h>

enum { AX_CODE_CACHE_MOST_NAME = 64 }; /* bytes of a file's name */

/* Seconds between then and now, also where a clock has gone back: what is from tomorrow is old one day. */
time_t ax_code_cache_age(time_t then);

/* Removes from a folder, a descriptor of which is given, what killed processes left and, where all entries take more
 * than `limit` bytes, those longest not used until three quarters of it are left.
 *
 * Entries are <32 digits>.code; <32 digits>.lock and .PID... are in use or left behind. Nothing else is touched. */
void ax_code_cache_sweep(int folder, int64_t limit);

#endif
