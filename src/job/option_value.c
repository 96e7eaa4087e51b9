#include "job/option_value.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* Splits "12.5 KiB" into its number and the place in `units` of what follows. No unit is the first. */
static bool split_unit(const char *text, const char *const *units, int count, double *out_number,
                       int *out_unit)
{
    char number[64];
    size_t digits = strspn(text, "0123456789.");
    if (digits == 0 || digits >= sizeof number)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    const char *unit = text + digits;
    unit += strspn(unit, " ");
    for (int i = 0; i < count; i++) {
        if (strcmp(unit, units[i]) == 0) {
            *out_unit = i;
            return ax_parse_double(number, out_number);
        }
    }
    return false;
}

bool ax_parse_count(const char *text, int64_t *out_value)
{
    int64_t value;
    if (!ax_parse_int64(text, &value) || value < 1 || *text == '+')
        return false;
    *out_value = value;
    return true;
}

bool ax_parse_bytes(const char *text, int64_t *out_bytes)
{
    static const char *const units[] = {"", "B", "KiB", "MiB", "GiB", "TiB"};
    static const int shifts[] = {0, 0, 10, 20, 30, 40};
    double number;
    int unit;
    if (!split_unit(text, units, 6, &number, &unit))
        return false;
    double bytes = floor(number * (double)(INT64_C(1) << shifts[unit]));
    if (!(bytes >= 1) || bytes >= 0x1p63)
        return false;
    *out_bytes = (int64_t)bytes;
    return true;
}

bool ax_parse_seconds(const char *text, double *out_seconds)
{
    static const char *const units[] = {"", "s", "ms", "m", "h"};
    static const double seconds[] = {1, 1, 0.001, 60, 3600};
    double number;
    int unit;
    if (!split_unit(text, units, 5, &number, &unit) || number > 1e12)
        return false;
    *out_seconds = number * seconds[unit];
    return true;
}

bool ax_parse_choice(const char *text, const char *words, int64_t *out_index)
{
    size_t length = strlen(text);
    for (int64_t index = 0;; index++) {
        size_t word = strcspn(words, "|");
        if (word == length && strncmp(text, words, word) == 0) {
            *out_index = index;
            return true;
        }
        if (!words[word])
            return false;
        words += word + 1;
    }
}
