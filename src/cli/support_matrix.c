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

/* "bool i8-i64 f32": all signed or all unsigned integers are one word. */
static void add_dtypes(ax_text *text, ax_dtype_set set)
{
    static const struct {
        ax_dtype_set whole;
        const char *word;
    } runs[] = {{AX_SET_SIGNED, "i8-i64"}, {AX_SET_UNSIGNED, "u8-u64"}};
    for (int i = 0; i < AX_DTYPE_COUNT; i++) {
        const char *word = ax_dtype_name((ax_dtype)i);
        if (!ax_dtype_set_holds(set, (ax_dtype)i))
            continue;
        for (int r = 0; r < 2; r++) {
            if ((set & runs[r].whole) == runs[r].whole &&
                ax_dtype_set_holds(runs[r].whole, (ax_dtype)i)) {
                word = runs[r].word;
                set &= ~runs[r].whole;
            }
        }
        ax_text_printf(text, " %s", word);
    }
    ax_text_append(text, " |");
}

static void add_op(ax_text *text, reasons *seen, const ax_op *op)
{
    ax_text_printf(text, "| `%s` | %s |", op->name, op->family);
    add_rule(text, seen, op->infer.function != NULL, "");
    add_rule(text, seen, op->batch.function != NULL, op->batch.reason);
    add_rule(text, seen, op->eval.function != NULL, op->eval.reason);
    add_rule(text, seen, false, op->jvp.reason);
    add_rule(text, seen, false, op->transpose.reason);
    add_dtypes(text, op->dtypes);
    ax_text_append(text, "\n");
}

static void add_absent(ax_text *text, reasons *seen, const ax_absent_op *op)
{
    ax_text_printf(text, "| `%s` | – |", op->name);
    for (int column = 0; column < 6; column++)
        add_rule(text, seen, false, op->reason);
    ax_text_append(text, "\n");
}

ax_status *ax_support_matrix(char **out_text)
{
    ax_text text = {0};
    reasons seen = {0};
    ax_text_append(&text, "| op | family | infer | vmap | eval | jvp | transpose | dtypes |\n"
                          "|---|---|---|---|---|---|---|---|\n");
    for (int32_t i = 0; i < ax_op_count; i++)
        add_op(&text, &seen, ax_ops[i]);
    for (const ax_absent_op *op = ax_absent_ops; op->name; op++)
        add_absent(&text, &seen, op);
    ax_text_append(&text, "\n");
    for (int i = 0; i < seen.count; i++) {
        ax_text_printf(&text, "[%d] %s\n", i + 1, seen.words[i]);
    }
    return ax_text_take(&text, out_text);
}
