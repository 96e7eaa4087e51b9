/* The words of MLIR's text. */
#ifndef AXMAP_FORMATS_STABLEHLO_LEXER_H
#define AXMAP_FORMATS_STABLEHLO_LEXER_H

#include "formats/stablehlo/tree.h"

typedef enum ax_hlo_token_kind {
    AX_TOKEN_END,
    AX_TOKEN_WORD,    /* stablehlo.add, x, true */
    AX_TOKEN_INTEGER, /* 12, 0x7FC0 */
    AX_TOKEN_FLOAT,   /* 1.5, 1.0e+03 */
    AX_TOKEN_STRING,  /* with its quotes */
    AX_TOKEN_VALUE,   /* %0, %arg1, %0#1 */
    AX_TOKEN_SYMBOL,  /* @main, @"a b" */
    AX_TOKEN_HASH,    /* #loc3, #stablehlo.gather */
    AX_TOKEN_BANG,    /* !stablehlo.token */
    AX_TOKEN_CARET,   /* ^bb0 */
    AX_TOKEN_ARROW,   /* -> */
    AX_TOKEN_SIGN,    /* one character: ( ) [ ] { } < > , : = ... */
    AX_TOKEN_BAD      /* a byte that begins nothing, or a string without an end */
} ax_hlo_token_kind;

typedef struct ax_hlo_token {
    ax_hlo_token_kind kind;
    const char *text; /* in the source */
    size_t length;
    ax_hlo_place place;
} ax_hlo_token;

/* Copy it to remember a position. */
typedef struct ax_hlo_lexer {
    const char *at, *end, *line_start;
    int32_t line;
} ax_hlo_lexer;

ax_hlo_lexer ax_hlo_lexer_start(const char *text, size_t length, int32_t first_line);

/* The next token, after spaces and // comments. */
ax_hlo_token ax_hlo_lexer_next(ax_hlo_lexer *lexer);

bool ax_hlo_token_is_word(const ax_hlo_token *token, const char *word);
static inline bool ax_hlo_token_is_sign(const ax_hlo_token *token, char sign)
{
    return token->kind == AX_TOKEN_SIGN && *token->text == sign;
}

/* A string token without its quotes and escapes. *out_length counts bytes before the final NUL.
 * NULL without memory. */
char *ax_hlo_token_string(ax_arena *arena, const ax_hlo_token *token, size_t *out_length);

#endif
