#include "formats/names.h"

#include "base/text.h"

#include <string.h>

/* The key in ['...'] or ["..."], from the quote on; returns what stands behind its closing quote. */
static const char *append_quoted(ax_text *text, const char *at)
{
    char quote = *at++;
    while (*at && *at != quote) {
        if (*at == '\\' && at[1])
            at++;
        ax_text_append_bytes(text, at++, 1);
    }
    return *at ? at + 1 : at;
}

static const char *append_key(ax_text *text, const char *at)
{
    if (*at == '\'' || *at == '"')
        return append_quoted(text, at);
    size_t length = strcspn(at, "]");
    ax_text_append_bytes(text, at, length);
    return at + length;
}

ax_status *ax_name_dotted(const char *printed, char **out_dotted)
{
    static const char result[] = "result";
    const char *at = printed;
    size_t word = strcspn(at, ".[");
    if (word == sizeof result - 1 && strncmp(at, result, word) == 0 && at[word])
        at += word;

    ax_text text = {0};
    while (*at) {
        if (*at == '[' || *at == '.') {
            bool bracket = *at++ == '[';
            if (text.length)
                ax_text_append(&text, ".");
            if (bracket) {
                at = append_key(&text, at);
                at += *at == ']';
            }
        } else {
            size_t length = strcspn(at, ".[");
            ax_text_append_bytes(&text, at, length);
            at += length;
        }
    }
    return ax_text_take(&text, out_dotted);
}
