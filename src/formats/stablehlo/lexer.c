#include "formats/stablehlo/lexer.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_word_part(char c)
{
    return is_letter(c) || is_digit(c) || c == '$' || c == '.';
}

static bool is_suffix_part(char c)
{
    return is_word_part(c) || c == '-';
}

ax_hlo_lexer ax_hlo_lexer_start(const char *text, size_t length, int32_t first_line)
{
    return (ax_hlo_lexer){.at = text, .end = text + length, .line_start = text, .line = first_line};
}

static void skip_space(ax_hlo_lexer *lexer)
{
    while (lexer->at < lexer->end) {
        char c = *lexer->at;
        if (c == '\n') {
            lexer->line++;
            lexer->line_start = lexer->at + 1;
        } else if (c == '/' && lexer->end - lexer->at > 1 && lexer->at[1] == '/') {
            const char *stop = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
            lexer->at = stop ? stop : lexer->end;
            continue;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
        lexer->at++;
    }
}

static const char *skip_while(const ax_hlo_lexer *lexer, const char *at, bool (*part)(char))
{
    while (at < lexer->end && part(*at))
        at++;
    return at;
}

/* Past the closing quote; NULL when the line or the text ends first. */
static const char *skip_string(const ax_hlo_lexer *lexer, const char *at)
{
    for (at++; at < lexer->end; at++) {
        if (*at == '"')
            return at + 1;
        if (*at == '\n')
            return NULL;
        if (*at == '\\' && at + 1 < lexer->end && at[1] != '\n')
            at++;
    }
    return NULL;
}

static const char *number_end(const ax_hlo_lexer *lexer, const char *at,
                              ax_hlo_token_kind *out_kind)
{
    *out_kind = AX_TOKEN_INTEGER;
    const char *end = lexer->end;
    if (*at == '0' && end - at > 2 && at[1] == 'x' && is_hex(at[2]))
        return skip_while(lexer, at + 2, is_hex);
    at = skip_while(lexer, at, is_digit);
    if (at == end || *at != '.')
        return at;
    *out_kind = AX_TOKEN_FLOAT;
    at = skip_while(lexer, at + 1, is_digit);
    if (at < end && (*at == 'e' || *at == 'E')) {
        const char *digits = at + 1;
        if (digits < end && (*digits == '+' || *digits == '-'))
            digits++;
        if (digits < end && is_digit(*digits))
            at = skip_while(lexer, digits, is_digit);
    }
    return at;
}

/* %name and %name#3, @name and @"name", #name, !name, ^name. */
static const char *prefixed_end(const ax_hlo_lexer *lexer, const char *start,
                                ax_hlo_token_kind *out_kind)
{
    static const char prefixes[] = "%@#!^";
    static const ax_hlo_token_kind kinds[] = {AX_TOKEN_VALUE, AX_TOKEN_SYMBOL, AX_TOKEN_HASH,
                                              AX_TOKEN_BANG, AX_TOKEN_CARET};
    *out_kind = kinds[strchr(prefixes, *start) - prefixes];
    const char *at = start + 1;
    if (*start == '@' && at < lexer->end && *at == '"') {
        at = skip_string(lexer, at);
    } else {
        at = skip_while(lexer, at, *start == '%' ? is_suffix_part : is_word_part);
    }
    if (!at || at == start + 1) {
        *out_kind = AX_TOKEN_BAD;
        return start + 1;
    }
    if (*start == '%' && lexer->end - at > 1 && *at == '#' && is_digit(at[1]))
        at = skip_while(lexer, at + 1, is_digit);
    return at;
}

ax_hlo_token ax_hlo_lexer_next(ax_hlo_lexer *lexer)
{
    skip_space(lexer);
    const char *start = lexer->at;
    ax_hlo_token token = {
        .text = start,
        .place = {lexer->line, (int32_t)(start - lexer->line_start) + 1},
    };
    if (start == lexer->end)
        return token;

    const char *end = start + 1;
    char c = *start;
    if (is_letter(c)) {
        token.kind = AX_TOKEN_WORD;
        end = skip_while(lexer, start, is_word_part);
    } else if (is_digit(c)) {
        end = number_end(lexer, start, &token.kind);
    } else if (c == '"') {
        end = skip_string(lexer, start);
        token.kind = end ? AX_TOKEN_STRING : AX_TOKEN_BAD;
        end = end ? end : start + 1;
    } else if (c == '-' && lexer->end - start > 1 && start[1] == '>') {
        token.kind = AX_TOKEN_ARROW;
        end = start + 2;
    } else if (c && strchr("%@#!^", c)) {
        end = prefixed_end(lexer, start, &token.kind);
    } else {
        token.kind = c && strchr("()[]{}<>,:=-+*?|/", c) ? AX_TOKEN_SIGN : AX_TOKEN_BAD;
    }
    token.length = (size_t)(end - start);
    lexer->at = end;
    return token;
}

bool ax_hlo_token_is_word(const ax_hlo_token *token, const char *word)
{
    return token->kind == AX_TOKEN_WORD && strlen(word) == token->length &&
           memcmp(token->text, word, token->length) == 0;
}

static int hex_value(char c)
{
    return is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

char *ax_hlo_token_string(ax_arena *arena, const ax_hlo_token *token, size_t *out_length)
{
    const char *at = token->text + 1;
    const char *end = token->text + token->length - 1;
    char *copy = ax_arena_alloc(arena, (size_t)(end - at) + 1, 1);
    if (!copy)
        return NULL;
    size_t length = 0;
    while (at < end) {
        if (*at != '\\' || end - at < 2) {
            copy[length++] = *at++;
        } else if (end - at > 2 && is_hex(at[1]) && is_hex(at[2])) {
            copy[length++] = (char)(hex_value(at[1]) * 16 + hex_value(at[2]));
            at += 3;
        } else {
            copy[length++] = at[1] == 'n' ? '\n' : at[1] == 't' ? '\t' : at[1];
            at += 2;
        }
    }
    *out_length = length;
    return copy;
}
