/* A growing text: printers append to it, the owner takes the finished string.
 *
 * Numbers are printed and parsed as in the C locale, whatever the host's locale says. An append
 * that finds no memory marks the text; ax_text_take then reports it, so callers need no check on
 * every line.
 */
#ifndef AXMAP_BASE_TEXT_H
#define AXMAP_BASE_TEXT_H

#include <axmap/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ax_text {
    char *bytes; /* NUL-terminated once something was appended */
    size_t length;
    size_t capacity;
    bool failed;
} ax_text;

void ax_text_append(ax_text *text, const char *string);
void ax_text_append_bytes(ax_text *text, const char *bytes, size_t length);
/* For anything but floating point, whose decimal point would follow the locale. */
void ax_text_printf(ax_text *text, const char *format, ...) AX_PRINTF(2, 3);
/* The shortest decimal that reads back as the same value: of a float (single) or of a double. */
void ax_text_append_float(ax_text *text, double value, bool single);
/* A byte count as people read it: "640 B", "12.0 KiB", "1.5 GiB". */
void ax_text_append_bytecount(ax_text *text, int64_t bytes);

/* Hands the string to the caller, who frees it; the text is empty afterwards. */
ax_status *ax_text_take(ax_text *text, char **out_string);
void ax_text_free(ax_text *text);

/* Parse a whole string as a number in C syntax, without locale. False when any of it is left over
 * or the value does not fit. */
bool ax_parse_double(const char *string, double *out_value);
bool ax_parse_int64(const char *string, int64_t *out_value);

/* Number of edits between two words: what "did you mean" is decided by. */
int ax_edit_distance(const char *a, const char *b);
/* The entry of `names` (count of them) nearest to `word`, or NULL when none is near. */
const char *ax_nearest_name(const char *word, const char *const *names, int count);

#endif
