#include "formats/stablehlo/parser.h"

#include <string.h>

enum { MAX_PRINTED_NDIM = 64 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static ax_hlo_type *new_type(ax_hlo_parser *parser, ax_hlo_type_kind kind, ax_hlo_place place)
{
    ax_hlo_type *type = AX_ARENA_NEW(parser->arena, ax_hlo_type, 1);
    if (type) {
        type->kind = kind;
        type->place = place;
    }
    return type;
}

/* Looks up what the element type is to axmap. index, in attributes only, counts as i64. */
static void set_element(ax_hlo_type *type, const char *element)
{
    type->text = element;
    type->known = ax_dtype_from_stablehlo(element, &type->dtype);
    if (strcmp(element, "index") == 0) {
        type->known = true;
        type->dtype = AX_I64;
    }
}

ax_hlo_type *ax_hlo_tensor_type(ax_hlo_parser *parser, const char *element, int32_t ndim,
                                const int64_t *dims)
{
    ax_hlo_type *type = new_type(parser, AX_HLO_TENSOR, parser->token.place);
    int64_t *copy = ax_arena_copy(parser->arena, dims, (size_t)ndim, sizeof *dims);
    if (!type || !copy)
        return NULL;
    type->ndim = ndim;
    type->dims = copy;
    set_element(type, element);
    return type;
}

bool ax_hlo_at_type(const ax_hlo_parser *parser)
{
    static const char *const words[] = {"tensor", "tuple", "complex", "vector", "memref",
                                        "index",  "none",  "bf16",    "tf32",   "f16",
                                        "f32",    "f64",   "f80",     "f128",   NULL};
    const ax_hlo_token *token = &parser->token;
    if (token->kind == AX_TOKEN_BANG)
        return true;
    if (token->kind != AX_TOKEN_WORD)
        return false;
    for (int i = 0; words[i]; i++) {
        if (ax_hlo_token_is_word(token, words[i]))
            return true;
    }
    /* i32, ui8, si4, f8E4M3FN: letters and a number. */
    const char *text = token->text;
    size_t length = token->length;
    if (text[0] == 'f')
        return length > 1 && is_digit(text[1]);
    size_t prefix = text[0] == 'i' ? 1 : 2;
    if (length <= prefix || (prefix == 2 && (strchr("us", text[0]) == NULL || text[1] != 'i')))
        return false;
    for (size_t i = prefix; i < length; i++) {
        if (!is_digit(text[i]))
            return false;
    }
    return true;
}

/* The text of an element type or of a type without structure: "f32", "complex<f32>", "!a.b<c>". */
static ax_status *parse_plain(ax_hlo_parser *parser, const char **out_text)
{
    const char *start = parser->token.text;
    const char *end = start + parser->token.length;
    if (!ax_hlo_at_type(parser))
        return ax_hlo_unexpected(parser, "a type");
    ax_hlo_advance(parser);
    if (ax_hlo_at(parser, '<')) {
        int32_t open = 0;
        do { /* balanced angles, kept as they are written */
            open += ax_hlo_at(parser, '<') - ax_hlo_at(parser, '>');
            if (parser->token.kind == AX_TOKEN_END || parser->token.kind == AX_TOKEN_BAD)
                return ax_hlo_unexpected(parser, "'>'");
            end = parser->token.text + parser->token.length;
            ax_hlo_advance(parser);
        } while (open > 0);
    }
    *out_text = ax_arena_strndup(parser->arena, start, (size_t)(end - start));
    return *out_text ? NULL : ax_hlo_no_memory();
}

/* The sizes behind `tensor<`, read from the characters: "2x3xf32" is one word to the lexer. */
static ax_status *parse_dims(ax_hlo_parser *parser, ax_hlo_type *type)
{
    int64_t dims[MAX_PRINTED_NDIM];
    ax_hlo_lexer *lexer = &parser->lexer; /* stands right behind '<' */
    const char *at = lexer->at;
    while (at < lexer->end && (*at == '?' || *at == '*' || is_digit(*at))) {
        ax_hlo_place place = {lexer->line, (int32_t)(at - lexer->line_start) + 1};
        if (type->ndim == MAX_PRINTED_NDIM) {
            return ax_hlo_error(parser->module, AX_UNSUPPORTED, place,
                                "a tensor of more than %d dimensions", (int)MAX_PRINTED_NDIM);
        }
        int64_t dim = 0;
        if (*at == '?' || *at == '*') {
            type->dynamic = true;
            dim = -1;
            at++;
        } else {
            for (; at < lexer->end && is_digit(*at); at++) {
                if (dim > (INT64_MAX - 9) / 10)
                    return ax_hlo_error(parser->module, AX_OVERFLOW, place,
                                        "the size of a dimension does not fit 64 bits");
                dim = dim * 10 + (*at - '0');
            }
        }
        dims[type->ndim++] = dim;
        if (at == lexer->end || *at != 'x') {
            lexer->at = at;
            ax_hlo_advance(parser);
            return ax_hlo_unexpected(parser, "'x' and an element type after the size");
        }
        at++;
    }
    lexer->at = at;
    type->dims = ax_arena_copy(parser->arena, dims, (size_t)type->ndim, sizeof dims[0]);
    return type->dims ? NULL : ax_hlo_no_memory();
}

static ax_status *parse_tensor(ax_hlo_parser *parser, ax_hlo_type *type)
{
    ax_hlo_advance(parser); /* tensor */
    if (!ax_hlo_at(parser, '<'))
        return ax_hlo_unexpected(parser, "'<' after 'tensor'");
    AX_TRY(parse_dims(parser, type));
    ax_hlo_advance(parser); /* < or the sizes */
    const char *element;
    AX_TRY(parse_plain(parser, &element));
    set_element(type, element);
    if (ax_hlo_take(parser, ',')) { /* bounds of dynamic sizes, layouts */
        ax_hlo_attr encoding;
        AX_TRY(ax_hlo_parse_attr(parser, &encoding));
    }
    return ax_hlo_expect(parser, '>');
}

typedef struct type_list {
    const ax_hlo_type **items;
    int32_t count, capacity;
} type_list;

static ax_status *add_type(ax_hlo_parser *parser, type_list *list, const ax_hlo_type *type)
{
    list->items = ax_hlo_grow(parser->arena, list->items, list->count, &list->capacity,
                              sizeof(const ax_hlo_type *));
    if (!list->items)
        return ax_hlo_no_memory();
    list->items[list->count++] = type;
    return NULL;
}

/* Types up to the closing sign, which is taken. */
static ax_status *parse_list(ax_hlo_parser *parser, type_list *list, char close)
{
    if (ax_hlo_take(parser, close))
        return NULL;
    do {
        const ax_hlo_type *type = NULL;
        AX_TRY(ax_hlo_parse_type(parser, &type));
        AX_TRY(add_type(parser, list, type));
    } while (ax_hlo_take(parser, ','));
    return ax_hlo_expect(parser, close);
}

static void set_inner(ax_hlo_type *type, const type_list *list)
{
    type->inner = list->items;
    type->ninner = list->count;
}

static ax_status *parse_function(ax_hlo_parser *parser, ax_hlo_type *type)
{
    type_list list = {0};
    AX_TRY(ax_hlo_expect(parser, '('));
    AX_TRY(parse_list(parser, &list, ')'));
    type->nparams = list.count;
    if (parser->token.kind != AX_TOKEN_ARROW)
        return ax_hlo_unexpected(parser, "'->'");
    ax_hlo_advance(parser);
    if (ax_hlo_take(parser, '(')) {
        AX_TRY(parse_list(parser, &list, ')'));
    } else {
        const ax_hlo_type *result = NULL;
        AX_TRY(ax_hlo_parse_type(parser, &result));
        AX_TRY(add_type(parser, &list, result));
    }
    set_inner(type, &list);
    return NULL;
}

static ax_status *parse_tuple(ax_hlo_parser *parser, ax_hlo_type *type)
{
    type_list list = {0};
    ax_hlo_advance(parser);
    AX_TRY(ax_hlo_expect(parser, '<'));
    AX_TRY(parse_list(parser, &list, '>'));
    set_inner(type, &list);
    return NULL;
}

static ax_status *parse_structured(ax_hlo_parser *parser, const ax_hlo_type **out_type)
{
    ax_hlo_type_kind kind = ax_hlo_at(parser, '(')             ? AX_HLO_FUNCTION
                            : ax_hlo_at_word(parser, "tensor") ? AX_HLO_TENSOR
                            : ax_hlo_at_word(parser, "tuple")  ? AX_HLO_TUPLE
                                                               : AX_HLO_OTHER;
    ax_hlo_type *type = new_type(parser, kind, parser->token.place);
    if (!type)
        return ax_hlo_no_memory();
    *out_type = type;
    switch (kind) {
    case AX_HLO_FUNCTION: return parse_function(parser, type);
    case AX_HLO_TENSOR: return parse_tensor(parser, type);
    case AX_HLO_TUPLE: return parse_tuple(parser, type);
    case AX_HLO_OTHER: break;
    }
    const char *text;
    AX_TRY(parse_plain(parser, &text));
    set_element(type, text);
    return NULL;
}

ax_status *ax_hlo_parse_type(ax_hlo_parser *parser, const ax_hlo_type **out_type)
{
    const ax_hlo_alias *alias = parser->token.kind == AX_TOKEN_BANG
                                    ? ax_hlo_find_alias(parser, &parser->token)
                                    : NULL;
    if (alias) {
        *out_type = alias->attr.type;
        ax_hlo_advance(parser);
        return NULL;
    }
    AX_TRY(ax_hlo_enter(parser));
    AX_TRY(parse_structured(parser, out_type));
    ax_hlo_leave(parser);
    return NULL;
}

ax_status *ax_hlo_parse_function_type(ax_hlo_parser *parser, const ax_hlo_type **out_type)
{
    if (!ax_hlo_at(parser, '('))
        return ax_hlo_unexpected(parser, "'(' of a function type");
    return ax_hlo_parse_type(parser, out_type);
}
