/* Values of options from text, whatever the locale. Each returns false for text of another form. */
#ifndef AXMAP_JOB_OPTION_VALUE_H
#define AXMAP_JOB_OPTION_VALUE_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number >= 1. */
bool ax_parse_count(const char *text, int64_t *out_value);

/* A number of bytes >= 1: 4096, 64KiB, 1.5 GiB. */
bool ax_parse_bytes(const char *text, int64_t *out_bytes);

/* A time in seconds >= 0: 90, 90s, 500ms, 1.5m, 2h. */
bool ax_parse_seconds(const char *text, double *out_seconds);

/* The position of `text` among words that are separated by '|'. */
bool ax_parse_choice(const char *text, const char *words, int64_t *out_index);

#endif
