#include "base/text.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(ax_text *text, size_t extra)
{
    if (text->failed)
        return false;
    if (text->capacity - text->length > extra)
        return true;
    size_t capacity = text->capacity ? text->capacity * 2 : 256;
    while (capacity - text->length <= extra)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void ax_text_append_bytes(ax_text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void ax_text_append(ax_text *text, const char *string)
{
    ax_text_append_bytes(text, string, strlen(string));
}

void ax_text_printf(ax_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list copy;
    va_copy(copy, arguments);
    int length = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    if (length >= 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
        text->length += (size_t)length;
    }
    va_end(arguments);
}

/* The "C" locale, made once for the process and kept: newlocale of "C" cannot fail for lack of
 * locale files, and a NULL (no memory) falls back to the current locale. */
static locale_t c_locale(void)
{
    static _Thread_local locale_t locale;
    if (!locale)
        locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return locale;
}

void ax_text_append_float(ax_text *text, double value, bool single)
{
    if (isnan(value) || isinf(value)) {
        ax_text_append(text, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    char buffer[40];
    locale_t previous = uselocale(c_locale());
    for (int digits = single ? 6 : 15; digits <= 17; digits++) {
        snprintf(buffer, sizeof buffer, "%.*g", digits, value);
        double back = strtod(buffer, NULL);
        if (single ? (float)back == (float)value : back == value)
            break;
    }
    uselocale(previous);
    ax_text_append(text, buffer);
    if (!strpbrk(buffer, ".e"))
        ax_text_append(text, ".0");
}

void ax_text_append_bytecount(ax_text *text, int64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = 0;
    int64_t whole = bytes;
    int64_t tenths = 0;
    while (whole >= 1024 && unit < 6) {
        tenths = whole % 1024 * 10 / 1024;
        whole /= 1024;
        unit++;
    }
    if (unit == 0) {
        ax_text_printf(text, "%lld B", (long long)whole);
    } else {
        ax_text_printf(text, "%lld.%lld %s", (long long)whole, (long long)tenths, units[unit]);
    }
}

ax_status *ax_text_take(ax_text *text, char **out_string)
{
    if (!text->bytes)
        ax_text_append_bytes(text, "", 0);
    if (text->failed) {
        ax_text_free(text);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a text");
    }
    *out_string = text->bytes;
    *text = (ax_text){0};
    return NULL;
}

void ax_text_free(ax_text *text)
{
    free(text->bytes);
    *text = (ax_text){0};
}

bool ax_parse_double(const char *string, double *out_value)
{
    char *end;
    if (!*string || strchr(" \t\n\v\f\r", *string))
        return false;
    locale_t locale = c_locale();
    double value = locale ? strtod_l(string, &end, locale) : strtod(string, &end);
    if (end == string || *end)
        return false;
    *out_value = value;
    return true;
}

bool ax_parse_int64(const char *string, int64_t *out_value)
{
    char *end;
    if (!*string || strchr(" \t\n\v\f\r", *string))
        return false;
    errno = 0;
    long long value = strtoll(string, &end, 10);
    if (errno || end == string || *end)
        return false;
    *out_value = value;
    return true;
}

int ax_edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    int row[LONGEST + 1];
    size_t length_a = strlen(a);
    size_t length_b = strlen(b);
    if (length_a > LONGEST || length_b > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= length_a; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= length_b; j++) {
            int substitution = diagonal + (a[i - 1] != b[j - 1]);
            int shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = substitution < shorter ? substitution : shorter;
        }
    }
    return row[length_b];
}

const char *ax_nearest_name(const char *word, const char *const *names, int count)
{
    const char *nearest = NULL;
    int smallest = 1 + (int)(strlen(word) / 3); /* about one slip in three letters */
    for (int i = 0; i < count; i++) {
        int distance = ax_edit_distance(word, names[i]);
        if (distance <= smallest) {
            nearest = names[i];
            smallest = distance - 1;
        }
    }
    return nearest;
}
