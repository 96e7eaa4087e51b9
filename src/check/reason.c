#include "check/reason.h"

#include "base/text.h"

#include <string.h>

/* The length of "12" or "12:5" at `text`; 0 when it is no place. */
static size_t place_length(const char *text)
{
    size_t line = strspn(text, "0123456789");
    if (line == 0 || text[line] != ':')
        return line;
    size_t column = strspn(text + line + 1, "0123456789");
    return column ? line + 1 + column : line;
}

/* The last " at FILE:12" of a message, or NULL. */
static const char *find_place(const char *message, const char *filename)
{
    const char *found = NULL;
    size_t length = strlen(filename);
    for (const char *at = message; (at = strstr(at, " at ")) != NULL; at += 4) {
        if (strncmp(at + 4, filename, length) == 0 && at[4 + length] == ':' &&
            place_length(at + 4 + length + 1))
            found = at;
    }
    return found;
}

/* Appends text whose lines become one. */
static void append_line(ax_text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        ax_text_append_bytes(out, text[i] == '\n' ? " " : &text[i], 1);
}

char *ax_check_reason(const ax_status *status, const char *filename, int32_t line)
{
    const char *message = ax_status_message(status);
    size_t length = strlen(filename);
    ax_text text = {0};
    bool begins = strncmp(message, filename, length) == 0 && message[length] == ':' &&
                  place_length(message + length + 1) > 0;
    const char *at = begins ? NULL : find_place(message, filename);
    if (begins) {
        append_line(&text, message, strlen(message));
    } else if (at) {
        const char *place = at + 4 + length + 1;
        size_t digits = place_length(place);
        ax_text_printf(&text, "%s:%.*s: ", filename, (int)digits, place);
        append_line(&text, message, (size_t)(at - message));
        append_line(&text, place + digits, strlen(place + digits));
    } else {
        ax_text_printf(&text, "%s:%d: ", filename, (int)line);
        append_line(&text, message, strlen(message));
    }
    char *reason;
    ax_status *failed = ax_text_take(&text, &reason);
    if (failed) {
        ax_status_free(failed);
        return NULL;
    }
    return reason;
}
