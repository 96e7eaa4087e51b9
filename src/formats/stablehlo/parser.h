/* The parser's state, shared by the files that parse types, attributes, literals and ops.
 *
 * Every parse function starts at the current token and leaves the first token it does not use. All
 * results live in the module's arena. Errors are AX_FORMAT with file, line, column and the token.
 */
#ifndef AXMAP_FORMATS_STABLEHLO_PARSER_H
#define AXMAP_FORMATS_STABLEHLO_PARSER_H

#include "formats/stablehlo/lexer.h"
#include "formats/stablehlo/scope.h"

/* loc(...). What is missing is NULL, or a token that is no AX_TOKEN_HASH. */
typedef struct ax_hlo_loc {
    const char *name;   /* loc("x"), loc("x"(#loc3)) */
    const char *source; /* "model.py:12", from "model.py":12:7 anywhere in it */
    ax_hlo_token alias; /* the first alias in it: #loc3 */
    bool is_alias;      /* which is all of it: loc(#loc3) */
} ax_hlo_loc;

/* #name = ... or !name = ... at the top of a file. */
typedef struct ax_hlo_alias {
    ax_hlo_attr attr; /* a type alias is an AX_HLO_TYPE */
    ax_hlo_loc loc;
} ax_hlo_alias;

typedef struct ax_hlo_parser {
    ax_hlo_lexer lexer;
    ax_hlo_token token; /* the current one */
    ax_arena *arena;
    ax_hlo_module *module;
    ax_hlo_scopes scopes;
    int32_t depth;                           /* of nested types, attributes and regions */
    ax_hlo_scopes aliases;                   /* #name, !name -> ax_hlo_alias */
    bool in_alias;                           /* reading the definition of one */
    struct ax_hlo_pending_loc *pending_locs; /* what waits for aliases that are defined later */
} ax_hlo_parser;

/* ---- tokens ---- */

void ax_hlo_advance(ax_hlo_parser *parser);
ax_hlo_token ax_hlo_peek(const ax_hlo_parser *parser); /* the one after the current */

static inline bool ax_hlo_at(const ax_hlo_parser *parser, char sign)
{
    return ax_hlo_token_is_sign(&parser->token, sign);
}
static inline bool ax_hlo_at_word(const ax_hlo_parser *parser, const char *word)
{
    return ax_hlo_token_is_word(&parser->token, word);
}

/* Takes the sign or word if it is there. */
bool ax_hlo_take(ax_hlo_parser *parser, char sign);
bool ax_hlo_take_word(ax_hlo_parser *parser, const char *word);
ax_status *ax_hlo_expect(ax_hlo_parser *parser, char sign);
ax_status *ax_hlo_expect_word(ax_hlo_parser *parser, const char *word);

/* "file:3:7: expected X, found 'token'". */
ax_status *ax_hlo_unexpected(const ax_hlo_parser *parser, const char *expected);
/* An error at a place: "file:3:7: ...". */
ax_status *ax_hlo_error(const ax_hlo_module *module, ax_code code, ax_hlo_place place,
                        const char *format, ...) AX_PRINTF(4, 5);
ax_status *ax_hlo_no_memory(void);

/* Bounds recursion: every function that calls itself through others enters and leaves. */
ax_status *ax_hlo_enter(ax_hlo_parser *parser);
static inline void ax_hlo_leave(ax_hlo_parser *parser)
{
    parser->depth--;
}

/* Room for one more item in an array of the arena: the array, moved when it grows, or NULL. */
void *ax_hlo_grow(ax_arena *arena, void *items, int32_t count, int32_t *capacity, size_t size);

/* Copies of a token: its text, or a symbol's or string's name. NULL without memory. */
const char *ax_hlo_token_copy(ax_hlo_parser *parser);
const char *ax_hlo_token_name(ax_hlo_parser *parser);

/* ---- types, attributes, literals ---- */

ax_status *ax_hlo_parse_type(ax_hlo_parser *parser, const ax_hlo_type **out_type);
/* `type`, `(types) -> types` as the types of operands and results. */
ax_status *ax_hlo_parse_function_type(ax_hlo_parser *parser, const ax_hlo_type **out_type);
bool ax_hlo_at_type(const ax_hlo_parser *parser);
ax_hlo_type *ax_hlo_tensor_type(ax_hlo_parser *parser, const char *element, int32_t ndim,
                                const int64_t *dims);

typedef struct ax_hlo_attrs {
    ax_hlo_attr *items;
    int32_t count, capacity;
} ax_hlo_attrs;

ax_status *ax_hlo_attrs_add(ax_hlo_parser *parser, ax_hlo_attrs *attrs, const ax_hlo_attr *attr);

const ax_hlo_alias *ax_hlo_find_alias(const ax_hlo_parser *parser, const ax_hlo_token *token);

ax_status *ax_hlo_parse_attr(ax_hlo_parser *parser, ax_hlo_attr *out_attr);
/* {name = value, ...} into `attrs`; a name that is there already is an error. */
ax_status *ax_hlo_parse_attr_dict(ax_hlo_parser *parser, ax_hlo_attrs *attrs);
/* A value as dialects write them inside their own syntax: bare words, <...>, [..], {..}. */
ax_status *ax_hlo_parse_loose(ax_hlo_parser *parser, ax_hlo_attr *out_attr);

/* An attribute that another one holds as a text, which stands at `place`. */
ax_status *ax_hlo_parse_attr_text(const ax_hlo_module *module, const char *text, ax_hlo_place place,
                                  ax_hlo_attr *out_attr);

/* dense<...> : type, and array<i64: ...>, at the current token. */
ax_status *ax_hlo_parse_dense(ax_hlo_parser *parser, ax_hlo_attr *out_attr);
ax_status *ax_hlo_parse_dense_array(ax_hlo_parser *parser, ax_hlo_attr *out_attr);

/* The number at the current token (and a '-' before it). */
ax_status *ax_hlo_parse_number(ax_hlo_parser *parser, ax_hlo_attr *out_attr);
ax_status *ax_hlo_parse_int64(ax_hlo_parser *parser, int64_t *out_value);

/* ---- locations ---- */

ax_status *ax_hlo_parse_loc(ax_hlo_parser *parser, ax_hlo_loc *out_loc);
/* Set *target to the location's name, or to its source, at the latest when locations are resolved: an
 * alias is often defined behind its uses. NULL where there is none. */
ax_status *ax_hlo_name_by_loc(ax_hlo_parser *parser, const ax_hlo_loc *loc, const char **target);
ax_status *ax_hlo_source_by_loc(ax_hlo_parser *parser, const ax_hlo_loc *loc, const char **target);
/* At the end of the text. */
ax_status *ax_hlo_resolve_locs(ax_hlo_parser *parser);

/* ---- ops ---- */

/* An op while its parts are being read. */
typedef struct ax_hlo_draft {
    ax_hlo_op *op;
    ax_hlo_attrs attrs;
    int32_t operand_capacity, result_capacity, region_capacity;
} ax_hlo_draft;

/* An argument of a region or function: %arg0: tensor<f32> {attributes} loc("x"). */
typedef struct ax_hlo_arg {
    ax_hlo_token name; /* kind AX_TOKEN_END in a declaration, which has types only */
    const ax_hlo_type *type;
    ax_hlo_loc loc;
    ax_hlo_attr attrs; /* AX_HLO_DICT */
} ax_hlo_arg;

typedef struct ax_hlo_args {
    ax_hlo_arg *items;
    int32_t count, capacity;
} ax_hlo_args;

ax_status *ax_hlo_parse_op(ax_hlo_parser *parser, ax_hlo_region *region);

/* (%a: T, %b: T), appended to `args`. */
ax_status *ax_hlo_parse_args(ax_hlo_parser *parser, ax_hlo_args *args);
/* { ops }, as a new region of the op. Without `args` the region names its own: ^bb0(%a: T): */
ax_status *ax_hlo_parse_region(ax_hlo_parser *parser, ax_hlo_draft *draft, const ax_hlo_args *args);
/* An empty region with these arguments, for the caller to fill. */
ax_status *ax_hlo_add_region(ax_hlo_parser *parser, ax_hlo_draft *draft, const ax_hlo_args *args,
                             ax_hlo_region **out_region);

/* A draft of an op at `place`, and its end: it joins the region. */
ax_status *ax_hlo_begin_op(ax_hlo_parser *parser, const char *name, ax_hlo_place place,
                           ax_hlo_draft *out_draft);
void ax_hlo_finish_op(ax_hlo_parser *parser, ax_hlo_draft *draft, ax_hlo_region *region);

ax_status *ax_hlo_parse_operand(ax_hlo_parser *parser, ax_hlo_draft *draft);
ax_status *ax_hlo_add_operand(ax_hlo_parser *parser, ax_hlo_draft *draft, ax_hlo_value *value);
/* (%a, %b) */
ax_status *ax_hlo_parse_operands(ax_hlo_parser *parser, ax_hlo_draft *draft);
ax_status *ax_hlo_add_result(ax_hlo_parser *parser, ax_hlo_draft *draft, const ax_hlo_type *type);
/* An attribute that the short form writes in its own way. */
ax_status *ax_hlo_set_attr(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                           ax_hlo_attr attr);

/* An error unless operand `index` has the type that is printed for it. */
ax_status *ax_hlo_check_operand(ax_hlo_parser *parser, const ax_hlo_draft *draft, int32_t index,
                                const ax_hlo_type *type);
/* `: (types) -> types`: checks the operands, adds the results. */
ax_status *ax_hlo_parse_signature(ax_hlo_parser *parser, ax_hlo_draft *draft);
ax_status *ax_hlo_apply_signature(ax_hlo_parser *parser, ax_hlo_draft *draft,
                                  const ax_hlo_type *type);

/* ---- short forms ---- */

/* An op in its short form, from behind its name on. AX_UNSUPPORTED for ops without a known one. */
ax_status *ax_hlo_parse_short_form(ax_hlo_parser *parser, ax_hlo_draft *draft);

/* The full name of an op that may be printed without its dialect: return, call, module. */
const char *ax_hlo_full_name(const char *name);

/* Forms of their own, each from behind the op's name on. */
typedef ax_status *ax_hlo_form_fn(ax_hlo_parser *parser, ax_hlo_draft *draft);
ax_hlo_form_fn ax_hlo_parse_module, ax_hlo_parse_function, ax_hlo_parse_while, ax_hlo_parse_reduce,
    ax_hlo_parse_manual_computation, ax_hlo_parse_mesh;

#endif
