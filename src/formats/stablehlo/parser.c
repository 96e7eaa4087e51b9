#include "formats/stablehlo/parser.h"

#include "formats/stablehlo.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

ax_status *ax_hlo_error(const ax_hlo_module *module, ax_code code, ax_hlo_place place,
                        const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return ax_status_make(code, __FILE__, __LINE__, "%s:%d:%d: %s", module->filename,
                          (int)place.line, (int)place.column, message);
}

ax_status *ax_hlo_no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a StableHLO module");
}

/* The token as a message shows it: cut to a line's part, bytes that are no text as '?'. */
static void show_token(const ax_hlo_token *token, char *buffer, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < token->length && length + 4 < size; i++) {
        char c = token->text[i];
        buffer[length++] = c >= ' ' && c != 0x7f ? c : '?';
    }
    if (length < token->length) {
        memcpy(buffer + length, "...", 3);
        length += 3;
    }
    buffer[length] = '\0';
}

ax_status *ax_hlo_unexpected(const ax_hlo_parser *parser, const char *expected)
{
    const ax_hlo_token *token = &parser->token;
    char shown[48];
    if (token->kind == AX_TOKEN_END) {
        return ax_hlo_error(parser->module, AX_FORMAT, token->place,
                            "expected %s, found the end of the text", expected);
    }
    show_token(token, shown, sizeof shown);
    if (token->kind == AX_TOKEN_BAD && *token->text == '"') {
        return ax_hlo_error(parser->module, AX_FORMAT, token->place,
                            "a string without a closing '\"' on its line");
    }
    return ax_hlo_error(parser->module, AX_FORMAT, token->place, "expected %s, found '%s'",
                        expected, shown);
}

ax_status *ax_hlo_enter(ax_hlo_parser *parser)
{
    enum { DEEPEST = 128 };
    if (++parser->depth > DEEPEST) {
        return ax_hlo_error(parser->module, AX_UNSUPPORTED, parser->token.place,
                            "types, attributes or regions nested deeper than %d", (int)DEEPEST);
    }
    return NULL;
}

/* ---- tokens ---- */

void ax_hlo_advance(ax_hlo_parser *parser)
{
    parser->token = ax_hlo_lexer_next(&parser->lexer);
}

ax_hlo_token ax_hlo_peek(const ax_hlo_parser *parser)
{
    ax_hlo_lexer lexer = parser->lexer;
    return ax_hlo_lexer_next(&lexer);
}

bool ax_hlo_take(ax_hlo_parser *parser, char sign)
{
    bool there = ax_hlo_at(parser, sign);
    if (there)
        ax_hlo_advance(parser);
    return there;
}

bool ax_hlo_take_word(ax_hlo_parser *parser, const char *word)
{
    bool there = ax_hlo_at_word(parser, word);
    if (there)
        ax_hlo_advance(parser);
    return there;
}

ax_status *ax_hlo_expect(ax_hlo_parser *parser, char sign)
{
    if (ax_hlo_take(parser, sign))
        return NULL;
    return ax_hlo_unexpected(parser, (char[]){'\'', sign, '\'', '\0'});
}

ax_status *ax_hlo_expect_word(ax_hlo_parser *parser, const char *word)
{
    if (ax_hlo_take_word(parser, word))
        return NULL;
    char quoted[40];
    snprintf(quoted, sizeof quoted, "'%s'", word);
    return ax_hlo_unexpected(parser, quoted);
}

const char *ax_hlo_token_copy(ax_hlo_parser *parser)
{
    return ax_arena_strndup(parser->arena, parser->token.text, parser->token.length);
}

const char *ax_hlo_token_name(ax_hlo_parser *parser)
{
    ax_hlo_token token = parser->token;
    if (token.kind == AX_TOKEN_SYMBOL) {
        token.text++;
        token.length--;
    }
    if (*token.text != '"')
        return ax_arena_strndup(parser->arena, token.text, token.length);
    size_t length;
    return ax_hlo_token_string(parser->arena, &token, &length);
}

void *ax_hlo_grow(ax_arena *arena, void *items, int32_t count, int32_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    if (count > INT32_MAX / 2)
        return NULL;
    int32_t larger = *capacity ? *capacity * 2 : 4;
    void *copy = ax_arena_alloc(arena, (size_t)larger, size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, items, (size_t)count * size);
    *capacity = larger;
    return copy;
}

/* ---- aliases ---- */

/* Types and attributes would grow without bound through aliases of aliases with many parts. */
static ax_status *check_alias(const ax_hlo_parser *parser, const ax_hlo_token *name,
                              const ax_hlo_attr *attr)
{
    bool is_type = attr->kind == AX_HLO_TYPE;
    if (name->kind == AX_TOKEN_BANG && !is_type)
        return ax_hlo_error(parser->module, AX_FORMAT, name->place,
                            "a name with '!' stands for a type");
    if (is_type && attr->type->ninner) {
        return ax_hlo_error(parser->module, AX_UNSUPPORTED, name->place,
                            "an alias of a tuple or function type");
    }
    return NULL;
}

/* #name = attribute, #name = loc(...), !name = type. */
static ax_status *parse_alias(ax_hlo_parser *parser)
{
    ax_hlo_token name = parser->token;
    ax_hlo_alias *alias = AX_ARENA_NEW(parser->arena, ax_hlo_alias, 1);
    if (!alias)
        return ax_hlo_no_memory();
    if (ax_hlo_find_alias(parser, &name))
        return ax_hlo_unexpected(parser, "an alias that is not defined yet");
    ax_hlo_advance(parser);
    AX_TRY(ax_hlo_expect(parser, '='));
    alias->attr.kind = AX_HLO_OPAQUE;
    alias->attr.text = "loc";
    if (ax_hlo_at_word(parser, "loc")) {
        AX_TRY(ax_hlo_parse_loc(parser, &alias->loc));
    } else {
        parser->in_alias = true;
        AX_TRY(ax_hlo_parse_attr(parser, &alias->attr));
        parser->in_alias = false;
        AX_TRY(check_alias(parser, &name, &alias->attr));
    }
    if (!ax_hlo_scope_bind(&parser->aliases, name.text, name.length, alias, 1))
        return ax_hlo_no_memory();
    return NULL;
}

/* ---- the module ---- */

static int by_symbol(const void *a, const void *b)
{
    const ax_hlo_op *const *left = a;
    const ax_hlo_op *const *right = b;
    return strcmp(ax_hlo_op_attr(*left, "sym_name")->text,
                  ax_hlo_op_attr(*right, "sym_name")->text);
}

static ax_status *index_symbols(ax_hlo_module *module)
{
    int32_t count = 0;
    AX_HLO_FOR_OPS(op, &module->body)
    count++;
    module->symbols = AX_ARENA_NEW(module->arena, const ax_hlo_op *, count);
    if (!module->symbols)
        return ax_hlo_no_memory();
    AX_HLO_FOR_OPS(op, &module->body)
    {
        const ax_hlo_attr *name = ax_hlo_op_attr(op, "sym_name");
        if (name && name->kind == AX_HLO_STRING)
            module->symbols[module->nsymbols++] = op;
    }
    if (module->nsymbols)
        qsort(module->symbols, (size_t)module->nsymbols, sizeof module->symbols[0], by_symbol);
    for (int32_t i = 1; i < module->nsymbols; i++) {
        if (by_symbol(&module->symbols[i - 1], &module->symbols[i]) == 0) {
            const ax_hlo_op *op = module->symbols[i];
            return ax_hlo_error(module, AX_FORMAT, op->place, "the symbol '@%s' is defined twice",
                                ax_hlo_op_attr(op, "sym_name")->text);
        }
    }
    return NULL;
}

static ax_status *parse_top(ax_hlo_parser *parser)
{
    ax_hlo_module *module = parser->module;
    ax_hlo_advance(parser);
    while (parser->token.kind != AX_TOKEN_END) {
        bool alias = parser->token.kind == AX_TOKEN_HASH || parser->token.kind == AX_TOKEN_BANG;
        AX_TRY(alias ? parse_alias(parser) : ax_hlo_parse_op(parser, &module->body));
    }
    AX_TRY(ax_hlo_resolve_locs(parser));

    const ax_hlo_op *only = module->body.first;
    if (only && !only->next && strcmp(only->name, "builtin.module") == 0 && only->nregions == 1) {
        const ax_hlo_attr *name = ax_hlo_op_attr(only, "sym_name");
        module->name = name && name->kind == AX_HLO_STRING ? name->text : "";
        module->body = only->regions[0];
        module->frame = only;
    }
    return index_symbols(module);
}

ax_status *ax_stablehlo_parse_part(const char *text, size_t length, const char *filename,
                                   int32_t first_line, ax_hlo_module **out_module)
{
    if (length > INT32_MAX) {
        return AX_ERROR(AX_UNSUPPORTED, "%s: a text of %zu bytes; the most is 2 GiB", filename,
                        length);
    }
    ax_arena *arena;
    AX_TRY(ax_arena_create(&arena));
    ax_hlo_module *module = AX_ARENA_NEW(arena, ax_hlo_module, 1);
    char *own_filename = ax_arena_strdup(arena, filename);
    if (!module || !own_filename) {
        ax_arena_free(arena);
        return ax_hlo_no_memory();
    }
    module->arena = arena;
    module->filename = own_filename;
    module->name = "";

    ax_hlo_parser parser = {
        .lexer = ax_hlo_lexer_start(text, length, first_line),
        .arena = arena,
        .module = module,
    };
    ax_status *status = parse_top(&parser);
    ax_hlo_scopes_free(&parser.scopes);
    ax_hlo_scopes_free(&parser.aliases);
    if (status) {
        ax_arena_free(arena);
        return status;
    }
    *out_module = module;
    return NULL;
}

ax_status *ax_hlo_parse_attr_text(const ax_hlo_module *module, const char *text, ax_hlo_place place,
                                  ax_hlo_attr *out_attr)
{
    ax_hlo_module inner = *module; /* of which only the name and the arena are used */
    ax_hlo_parser parser = {
        .lexer = ax_hlo_lexer_start(text, strlen(text), place.line),
        .arena = module->arena,
        .module = &inner,
    };
    ax_hlo_advance(&parser);
    ax_status *status = ax_hlo_parse_attr(&parser, out_attr);
    if (!status && parser.token.kind != AX_TOKEN_END)
        status = ax_hlo_unexpected(&parser, "the end of the attribute");
    ax_hlo_scopes_free(&parser.scopes);
    ax_hlo_scopes_free(&parser.aliases);
    return status;
}

ax_status *ax_stablehlo_parse(const char *text, size_t length, const char *filename,
                              ax_hlo_module **out_module)
{
    return ax_stablehlo_parse_part(text, length, filename, 1, out_module);
}

void ax_stablehlo_free(ax_hlo_module *module)
{
    if (module)
        ax_arena_free(module->arena);
}
