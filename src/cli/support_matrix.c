#include "cli/support_matrix.h"

#include "base/text.h"
#include "ops/ops.h"

#include <string.h>

enum { MOST_REASONS = 64 };

/* Reasons are numbered as they come; the same words get the same number. */
typedef struct reasons {
    const char *words[MOST_REASONS];
    int count;
} reasons;

static int number_of(reasons *seen, const char *words)
{
    for (int i = 0; i < seen->count; i++) {
        if (strcmp(seen->words[i], words) == 0)
            return i + 1;
    }
    if (seen->count == MOST_REASONS)
        return MOST_REASONS;
    seen->words[seen->count++] = words;
    return seen->count;
}

static void add_rule(ax_text *text, reasons *seen, bool there, const char *reason)
{
    if (there) {
        ax_text_append(text, " yes |");
    } else {
        ax_text_printf(text, " – [%d] |", number_of(seen, reason));
    }
}

ax_status *ax_support_matrix(char **out_text)
{
    ax_text text = {0};
    reasons seen = {0};
    ax_text_append(&text, "| op | family | infer | vmap | eval | jvp | transpose |\n"
                          "|---|---|---|---|---|---|---|\n");
    for (int32_t i = 0; i < ax_op_count; i++) {
        const ax_op *op = ax_ops[i];
        ax_text_printf(&text, "| `%s` | %s |", op->name, op->family);
        add_rule(&text, &seen, op->infer.function != NULL, "");
        add_rule(&text, &seen, op->batch.function != NULL, op->batch.reason);
        add_rule(&text, &seen, op->eval.function != NULL, op->eval.reason);
        add_rule(&text, &seen, false, op->jvp.reason);
        add_rule(&text, &seen, false, op->transpose.reason);
        ax_text_append(&text, "\n");
    }
    ax_text_append(&text, "\n");
    for (int i = 0; i < seen.count; i++) {
        ax_text_printf(&text, "[%d] %s\n", i + 1, seen.words[i]);
    }
    return ax_text_take(&text, out_text);
}
