#include "formats/stablehlo/parser.h"

#include "base/text.h"

#include <string.h>

static void start(const ax_hlo_parser *parser, ax_hlo_attr *attr, ax_hlo_attr_kind kind)
{
    *attr = (ax_hlo_attr){.kind = kind, .place = parser->token.place};
}

ax_status *ax_hlo_attrs_add(ax_hlo_parser *parser, ax_hlo_attrs *attrs, const ax_hlo_attr *attr)
{
    attrs->items = ax_hlo_grow(parser->arena, attrs->items, attrs->count, &attrs->capacity,
                               sizeof *attrs->items);
    if (!attrs->items)
        return ax_hlo_no_memory();
    attrs->items[attrs->count++] = *attr;
    return NULL;
}

static void set_items(ax_hlo_attr *attr, const ax_hlo_attrs *attrs)
{
    attr->items = attrs->items;
    attr->nitems = attrs->count;
}

const ax_hlo_alias *ax_hlo_find_alias(const ax_hlo_parser *parser, const ax_hlo_token *token)
{
    const ax_hlo_binding *binding = ax_hlo_scope_find(&parser->aliases, token->text, token->length);
    return binding ? binding->target : NULL;
}

/* ---- numbers, strings, symbols ---- */

static bool read_digits(const ax_hlo_token *token, uint64_t *out_value)
{
    bool hex = token->length > 2 && token->text[1] == 'x';
    uint64_t base = hex ? 16 : 10;
    uint64_t value = 0;
    for (size_t i = hex ? 2 : 0; i < token->length; i++) {
        char c = token->text[i];
        uint64_t digit = c <= '9' ? (uint64_t)(c - '0') : (uint64_t)((c | 0x20) - 'a') + 10;
        if (value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out_value = value;
    return true;
}

static ax_status *read_float(ax_hlo_parser *parser, bool negative, double *out_value)
{
    char buffer[512];
    if (parser->token.length >= sizeof buffer)
        return ax_hlo_unexpected(parser, "a number of fewer than 512 characters");
    memcpy(buffer, parser->token.text, parser->token.length);
    buffer[parser->token.length] = '\0';
    if (!ax_parse_double(buffer, out_value))
        return ax_hlo_unexpected(parser, "a number");
    if (negative)
        *out_value = -*out_value;
    return NULL;
}

ax_status *ax_hlo_parse_number(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_INT);
    bool negative = ax_hlo_take(parser, '-');
    if (parser->token.kind == AX_TOKEN_FLOAT) {
        out_attr->kind = AX_HLO_FLOAT;
        AX_TRY(read_float(parser, negative, &out_attr->real));
    } else if (parser->token.kind == AX_TOKEN_INTEGER) {
        uint64_t value;
        if (!read_digits(&parser->token, &value) || (negative && value > (uint64_t)1 << 63))
            return ax_hlo_unexpected(parser, "an integer of at most 64 bits");
        out_attr->integer = (int64_t)(negative ? 0 - value : value);
    } else {
        return ax_hlo_unexpected(parser, "a number");
    }
    ax_hlo_advance(parser);
    return NULL;
}

ax_status *ax_hlo_parse_int64(ax_hlo_parser *parser, int64_t *out_value)
{
    if (parser->token.kind != AX_TOKEN_INTEGER && !ax_hlo_at(parser, '-'))
        return ax_hlo_unexpected(parser, "an integer");
    ax_hlo_attr number;
    AX_TRY(ax_hlo_parse_number(parser, &number));
    if (number.kind != AX_HLO_INT) {
        return ax_hlo_error(parser->module, AX_FORMAT, number.place,
                            "expected an integer, found a number with a fraction");
    }
    *out_value = number.integer;
    return NULL;
}

static ax_status *parse_typed_number(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    AX_TRY(ax_hlo_parse_number(parser, out_attr));
    return ax_hlo_take(parser, ':') ? ax_hlo_parse_type(parser, &out_attr->type) : NULL;
}

static ax_status *parse_string(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_STRING);
    out_attr->text = ax_hlo_token_name(parser);
    if (!out_attr->text)
        return ax_hlo_no_memory();
    ax_hlo_advance(parser);
    return NULL;
}

/* @a, @a::@b. */
static ax_status *parse_symbol(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_SYMBOL);
    out_attr->text = ax_hlo_token_name(parser);
    if (!out_attr->text)
        return ax_hlo_no_memory();
    ax_hlo_advance(parser);
    ax_hlo_attrs nested = {0};
    while (ax_hlo_at(parser, ':')) {
        ax_hlo_token next = ax_hlo_peek(parser);
        if (!ax_hlo_token_is_sign(&next, ':'))
            break;
        ax_hlo_advance(parser);
        ax_hlo_advance(parser);
        if (parser->token.kind != AX_TOKEN_SYMBOL)
            return ax_hlo_unexpected(parser, "a symbol after '::'");
        ax_hlo_attr inner = {.kind = AX_HLO_SYMBOL, .place = parser->token.place};
        inner.text = ax_hlo_token_name(parser);
        if (!inner.text)
            return ax_hlo_no_memory();
        ax_hlo_advance(parser);
        AX_TRY(ax_hlo_attrs_add(parser, &nested, &inner));
    }
    set_items(out_attr, &nested);
    return NULL;
}

/* ---- lists and dictionaries ---- */

static bool at_name(const ax_hlo_parser *parser)
{
    return parser->token.kind == AX_TOKEN_WORD || parser->token.kind == AX_TOKEN_STRING;
}

static ax_status *take_name(ax_hlo_parser *parser, const char **out_name)
{
    if (!at_name(parser))
        return ax_hlo_unexpected(parser, "a name");
    *out_name = ax_hlo_token_name(parser);
    if (!*out_name)
        return ax_hlo_no_memory();
    ax_hlo_advance(parser);
    return NULL;
}

static ax_status *refuse_repeated(ax_hlo_parser *parser, const ax_hlo_attrs *attrs,
                                  const char *name)
{
    for (int32_t i = 0; i < attrs->count; i++) {
        if (strcmp(attrs->items[i].name, name) == 0) {
            return ax_hlo_error(parser->module, AX_FORMAT, parser->token.place,
                                "attribute '%s' is given twice", name);
        }
    }
    return NULL;
}

ax_status *ax_hlo_parse_attr_dict(ax_hlo_parser *parser, ax_hlo_attrs *attrs)
{
    enum { MOST = 512 }; /* a name is looked for by going through them all */
    AX_TRY(ax_hlo_expect(parser, '{'));
    if (ax_hlo_take(parser, '}'))
        return NULL;
    do {
        const char *name;
        if (attrs->count == MOST)
            return ax_hlo_unexpected(parser, "at most 512 attributes");
        AX_TRY(take_name(parser, &name));
        AX_TRY(refuse_repeated(parser, attrs, name));
        ax_hlo_attr attr;
        if (ax_hlo_take(parser, '=')) {
            AX_TRY(ax_hlo_parse_attr(parser, &attr));
        } else {
            start(parser, &attr, AX_HLO_UNIT);
        }
        attr.name = name;
        AX_TRY(ax_hlo_attrs_add(parser, attrs, &attr));
    } while (ax_hlo_take(parser, ','));
    return ax_hlo_expect(parser, '}');
}

static ax_status *parse_dict(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_DICT);
    ax_hlo_attrs attrs = {0};
    AX_TRY(ax_hlo_parse_attr_dict(parser, &attrs));
    set_items(out_attr, &attrs);
    return NULL;
}

static ax_status *parse_list(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_LIST);
    ax_hlo_attrs items = {0};
    ax_hlo_advance(parser);
    if (!ax_hlo_at(parser, ']')) {
        do {
            ax_hlo_attr item;
            AX_TRY(ax_hlo_parse_attr(parser, &item));
            AX_TRY(ax_hlo_attrs_add(parser, &items, &item));
        } while (ax_hlo_take(parser, ','));
    }
    set_items(out_attr, &items);
    return ax_hlo_expect(parser, ']');
}

/* ---- inside a dialect's own syntax ---- */

/* Items up to `close`, separated by commas or by nothing, each perhaps with `name =` before it. */
static ax_status *parse_loose_items(ax_hlo_parser *parser, char close, ax_hlo_attr *out_attr)
{
    ax_hlo_attrs items = {0};
    ax_hlo_advance(parser);
    while (!ax_hlo_at(parser, close)) {
        const char *name = NULL;
        ax_hlo_token next = ax_hlo_peek(parser);
        if (at_name(parser) && ax_hlo_token_is_sign(&next, '=')) {
            AX_TRY(take_name(parser, &name));
            ax_hlo_advance(parser);
        }
        ax_hlo_attr item;
        AX_TRY(ax_hlo_parse_loose(parser, &item));
        item.name = name;
        AX_TRY(ax_hlo_attrs_add(parser, &items, &item));
        ax_hlo_take(parser, ',');
    }
    set_items(out_attr, &items);
    return ax_hlo_expect(parser, close);
}

static ax_status *parse_word(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_WORD);
    out_attr->text = ax_hlo_token_copy(parser);
    if (!out_attr->text)
        return ax_hlo_no_memory();
    ax_hlo_advance(parser);
    return NULL;
}

static ax_status *parse_loose_inner(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    const ax_hlo_token *token = &parser->token;
    ax_hlo_token next = ax_hlo_peek(parser);
    if (ax_hlo_at(parser, '[') || ax_hlo_at(parser, '{') || ax_hlo_at(parser, '(') ||
        ax_hlo_at(parser, '<')) {
        char open = *token->text;
        start(parser, out_attr,
              open == '['   ? AX_HLO_LIST
              : open == '{' ? AX_HLO_DICT
                            : AX_HLO_GROUP);
        char close = open == '[' ? ']' : open == '{' ? '}' : open == '(' ? ')' : '>';
        return parse_loose_items(parser, close, out_attr);
    }
    bool number = token->kind == AX_TOKEN_INTEGER || token->kind == AX_TOKEN_FLOAT;
    if (number || (ax_hlo_at(parser, '-') && next.kind == AX_TOKEN_INTEGER)) {
        AX_TRY(ax_hlo_parse_number(parser, out_attr));
        next = ax_hlo_peek(parser); /* `4 : i64`, but not `1:2` */
        if (ax_hlo_at(parser, ':') && next.kind == AX_TOKEN_WORD) {
            ax_hlo_advance(parser);
            return ax_hlo_parse_type(parser, &out_attr->type);
        }
        return NULL;
    }
    bool sign = token->kind == AX_TOKEN_SIGN && strchr(")]}>", *token->text) == NULL;
    bool plain_word = token->kind == AX_TOKEN_WORD && !ax_hlo_token_is_sign(&next, '<') &&
                      !ax_hlo_at_word(parser, "true") && !ax_hlo_at_word(parser, "false");
    if (plain_word || sign || token->kind == AX_TOKEN_ARROW)
        return parse_word(parser, out_attr);
    return ax_hlo_parse_attr(parser, out_attr);
}

ax_status *ax_hlo_parse_loose(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    AX_TRY(ax_hlo_enter(parser));
    AX_TRY(parse_loose_inner(parser, out_attr));
    ax_hlo_leave(parser);
    return NULL;
}

/* #stablehlo.gather<...>, #stablehlo<precision DEFAULT> (an older way of writing
 * #stablehlo.precision<DEFAULT>), or an alias. */
static ax_status *parse_hash(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    const ax_hlo_alias *alias = ax_hlo_find_alias(parser, &parser->token);
    if (alias) {
        ax_hlo_place place = parser->token.place;
        if (parser->in_alias && alias->attr.nitems)
            return ax_hlo_error(parser->module, AX_UNSUPPORTED, place,
                                "an alias inside another alias");
        *out_attr = alias->attr;
        out_attr->place = place;
        ax_hlo_advance(parser);
        return NULL;
    }
    start(parser, out_attr, AX_HLO_DIALECT);
    const char *text = ax_hlo_token_copy(parser);
    if (!text)
        return ax_hlo_no_memory();
    bool dialect_only = strchr(text, '.') == NULL;
    ax_hlo_token next = ax_hlo_peek(parser);
    if (dialect_only && !ax_hlo_token_is_sign(&next, '<'))
        return ax_hlo_unexpected(parser, "an attribute alias that is defined");
    ax_hlo_advance(parser);
    out_attr->text = text + 1;
    if (!ax_hlo_at(parser, '<'))
        return NULL;
    next = ax_hlo_peek(parser);
    if (dialect_only && next.kind == AX_TOKEN_WORD) {
        ax_hlo_advance(parser);
        const char *name = ax_hlo_token_copy(parser);
        out_attr->text = name ? ax_arena_printf(parser->arena, "%s.%s", text + 1, name) : NULL;
        if (!out_attr->text)
            return ax_hlo_no_memory();
    }
    return parse_loose_items(parser, '>', out_attr);
}

/* ---- any attribute ---- */

/* affine_map<...>, dense_resource<...>, opaque<...>, distinct[0]<...>: kept by their name only. */
static ax_status *parse_opaque(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    AX_TRY(parse_word(parser, out_attr));
    out_attr->kind = AX_HLO_OPAQUE;
    int32_t open = 0;
    do {
        if (parser->token.kind == AX_TOKEN_END || parser->token.kind == AX_TOKEN_BAD)
            return ax_hlo_unexpected(parser, "'>'");
        open += ax_hlo_at(parser, '<') - ax_hlo_at(parser, '>');
        ax_hlo_advance(parser);
    } while (open > 0);
    return ax_hlo_take(parser, ':') ? ax_hlo_parse_type(parser, &out_attr->type) : NULL;
}

static ax_status *parse_word_attr(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    static const char *const opaque[] = {"affine_map", "affine_set", "dense_resource",
                                         "opaque",     "sparse",     "strided"};
    if (ax_hlo_at_word(parser, "true") || ax_hlo_at_word(parser, "false")) {
        start(parser, out_attr, AX_HLO_BOOL);
        out_attr->integer = *parser->token.text == 't';
        ax_hlo_advance(parser);
        return NULL;
    }
    if (ax_hlo_take_word(parser, "unit"))
        return NULL;
    if (ax_hlo_at_word(parser, "dense"))
        return ax_hlo_parse_dense(parser, out_attr);
    if (ax_hlo_at_word(parser, "array"))
        return ax_hlo_parse_dense_array(parser, out_attr);
    if (ax_hlo_at_word(parser, "loc")) {
        ax_hlo_loc loc;
        out_attr->kind = AX_HLO_OPAQUE;
        out_attr->text = "loc";
        return ax_hlo_parse_loc(parser, &loc);
    }
    for (size_t i = 0; i < sizeof opaque / sizeof *opaque; i++) {
        if (ax_hlo_at_word(parser, opaque[i]))
            return parse_opaque(parser, out_attr);
    }
    return ax_hlo_unexpected(parser, "an attribute value");
}

static ax_status *parse_attr_inner(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    start(parser, out_attr, AX_HLO_UNIT);
    if (ax_hlo_at_type(parser) || ax_hlo_at(parser, '(')) {
        out_attr->kind = AX_HLO_TYPE;
        return ax_hlo_parse_type(parser, &out_attr->type);
    }
    switch (parser->token.kind) {
    case AX_TOKEN_INTEGER:
    case AX_TOKEN_FLOAT: return parse_typed_number(parser, out_attr);
    case AX_TOKEN_STRING: return parse_string(parser, out_attr);
    case AX_TOKEN_SYMBOL: return parse_symbol(parser, out_attr);
    case AX_TOKEN_HASH: return parse_hash(parser, out_attr);
    case AX_TOKEN_WORD: return parse_word_attr(parser, out_attr);
    default: break;
    }
    if (ax_hlo_at(parser, '-'))
        return parse_typed_number(parser, out_attr);
    if (ax_hlo_at(parser, '['))
        return parse_list(parser, out_attr);
    if (ax_hlo_at(parser, '{'))
        return parse_dict(parser, out_attr);
    return ax_hlo_unexpected(parser, "an attribute value");
}

ax_status *ax_hlo_parse_attr(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    AX_TRY(ax_hlo_enter(parser));
    AX_TRY(parse_attr_inner(parser, out_attr));
    ax_hlo_leave(parser);
    return NULL;
}
