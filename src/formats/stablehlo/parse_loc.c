/* Locations: the names of arguments, and which line of the user's model an op comes from. */
#include "formats/stablehlo/parser.h"

typedef struct ax_hlo_pending_loc {
    ax_hlo_token alias;
    bool wants_name;
    const char **target;
    struct ax_hlo_pending_loc *next;
} ax_hlo_pending_loc;

/* "model.py" and 12 as model.py:12 */
static ax_status *set_source(const ax_hlo_parser *parser, const ax_hlo_token *file,
                             const ax_hlo_token *line, const char **out_source)
{
    size_t length;
    const char *name = ax_hlo_token_string(parser->arena, file, &length);
    *out_source = name ? ax_arena_printf(parser->arena, "%.200s:%.*s", name, (int)line->length,
                                         line->text)
                       : NULL;
    return *out_source ? NULL : ax_hlo_no_memory();
}

/* Up to the ')' that closes the current '('. */
static ax_status *parse_parens(ax_hlo_parser *parser, ax_hlo_loc *loc)
{
    int32_t open = 0;
    ax_hlo_token file = {0}; /* a string, while only a ':' has come behind it */
    bool colon = false;
    do {
        const ax_hlo_token token = parser->token;
        open += ax_hlo_at(parser, '(') - ax_hlo_at(parser, ')');
        if (token.kind == AX_TOKEN_END || token.kind == AX_TOKEN_BAD)
            return ax_hlo_unexpected(parser, "')'");
        if (token.kind == AX_TOKEN_HASH && loc->alias.kind != AX_TOKEN_HASH)
            loc->alias = token;
        if (token.kind == AX_TOKEN_INTEGER && colon && !loc->source)
            AX_TRY(set_source(parser, &file, &token, &loc->source));
        colon = file.kind == AX_TOKEN_STRING && ax_hlo_at(parser, ':') && !colon;
        if (!colon)
            file = token;
        ax_hlo_advance(parser);
    } while (open > 0);
    return NULL;
}

ax_status *ax_hlo_parse_loc(ax_hlo_parser *parser, ax_hlo_loc *out_loc)
{
    *out_loc = (ax_hlo_loc){0};
    AX_TRY(ax_hlo_expect_word(parser, "loc"));
    if (!ax_hlo_at(parser, '('))
        return ax_hlo_unexpected(parser, "'(' after 'loc'");
    ax_hlo_token inner = ax_hlo_peek(parser);
    out_loc->is_alias = inner.kind == AX_TOKEN_HASH;
    if (inner.kind == AX_TOKEN_STRING) {
        ax_hlo_parser behind = *parser;
        ax_hlo_advance(&behind);
        ax_hlo_advance(&behind);
        if (!ax_hlo_at(&behind, ':')) { /* "file":1:2 is a place, not a name */
            size_t length;
            out_loc->name = ax_hlo_token_string(parser->arena, &inner, &length);
            if (!out_loc->name)
                return ax_hlo_no_memory();
        }
    }
    return parse_parens(parser, out_loc);
}

static ax_status *await(ax_hlo_parser *parser, const ax_hlo_token *alias, bool wants_name,
                        const char **target)
{
    ax_hlo_pending_loc *pending = AX_ARENA_NEW(parser->arena, ax_hlo_pending_loc, 1);
    if (!pending)
        return ax_hlo_no_memory();
    *pending = (ax_hlo_pending_loc){*alias, wants_name, target, parser->pending_locs};
    parser->pending_locs = pending;
    return NULL;
}

ax_status *ax_hlo_name_by_loc(ax_hlo_parser *parser, const ax_hlo_loc *loc, const char **target)
{
    *target = loc->name;
    return loc->is_alias ? await(parser, &loc->alias, true, target) : NULL;
}

ax_status *ax_hlo_source_by_loc(ax_hlo_parser *parser, const ax_hlo_loc *loc, const char **target)
{
    *target = loc->source;
    bool waits = !loc->source && loc->alias.kind == AX_TOKEN_HASH;
    return waits ? await(parser, &loc->alias, false, target) : NULL;
}

/* Follows aliases of aliases, a bounded number of them: they may form a ring. */
static const char *find_source(ax_hlo_parser *parser, const ax_hlo_token *token)
{
    enum { MOST = 16 };
    const ax_hlo_alias *alias = ax_hlo_find_alias(parser, token);
    for (int i = 0; alias && i < MOST; i++) {
        if (alias->loc.source || alias->loc.alias.kind != AX_TOKEN_HASH)
            return alias->loc.source;
        alias = ax_hlo_find_alias(parser, &alias->loc.alias);
    }
    return NULL;
}

ax_status *ax_hlo_resolve_locs(ax_hlo_parser *parser)
{
    for (ax_hlo_pending_loc *loc = parser->pending_locs; loc; loc = loc->next) {
        if (!loc->wants_name) {
            *loc->target = find_source(parser, &loc->alias);
            continue;
        }
        const ax_hlo_alias *alias = ax_hlo_find_alias(parser, &loc->alias);
        if (!alias) {
            return ax_hlo_error(
                parser->module, AX_FORMAT, loc->alias.place, "the location '%.*s' is not defined",
                (int)(loc->alias.length < 60 ? loc->alias.length : 60), loc->alias.text);
        }
        *loc->target = alias->loc.name;
    }
    return NULL;
}
