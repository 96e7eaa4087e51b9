/* Ops as they are printed for people: one table, one reader.
 *
 * A short form is a list of items between commas, perhaps with some of them in parentheses, then
 * attributes in braces, then types:
 *
 *     stablehlo.compare LT, %a, %b, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
 *     stablehlo.pad %x, %c, low = [1], high = [0], interior = [0] : (...) -> ...
 *
 * An item is a value, `key = value` (the key is the table's, for the attribute's name in the generic
 * form), or a positional word or value whose attribute the table names.
 */
#include "formats/stablehlo/short_values.h"

#include <stdio.h>
#include <string.h>

/* What one type, or a list of types, behind the colon says. */
typedef enum typing {
    SAME,   /* the type of every operand and of the one result */
    RESULT, /* the types of the results; operands may differ */
    EACH,   /* operand i and result i have type i */
    NONE,   /* the types of the operands; no results */
    PICK,   /* select: the type of the predicate, then that of the rest */
    VALUE   /* of the attribute `value`, which carries its type itself */
} typing;

typedef enum shape {
    ITEMS,    /* %a, %b, key = value */
    CALL,     /* @name(%a, %b) */
    NAMED,    /* "name" %a, %b */
    PARENS,   /* (%a, %b, key = value) key = value, ... */
    TRAILED,  /* %a key = value */
    BRACKETS, /* %a [...] */
    ANGLES    /* %a <...> */
} shape;

typedef struct short_form {
    const char *name;
    typing typing;
    shape shape;
    const char *positional; /* attributes of the words and values without a key, in order */
    const char *keys;       /* "dims=permutation": key and attribute; a key alone is its own name */
    ax_hlo_form_fn *form;   /* instead of all that */
} short_form;

static const short_form forms[] = {
    /* Anything with operands of one type is read by the last row. */
    {"builtin.module", .form = ax_hlo_parse_module},
    {"func.func", .form = ax_hlo_parse_function},
    {"func.call", NONE, CALL, "callee", NULL, NULL},
    {"func.return", NONE, ITEMS, NULL, NULL, NULL},
    {"stablehlo.return", NONE, ITEMS, NULL, NULL, NULL},
    {"stablehlo.while", .form = ax_hlo_parse_while},
    {"stablehlo.reduce", .form = ax_hlo_parse_reduce},

    {"stablehlo.after_all", SAME, ITEMS, NULL, NULL, NULL},
    {"stablehlo.bitcast_convert", SAME, ITEMS, NULL, NULL, NULL},
    {"stablehlo.broadcast_in_dim", SAME, ITEMS, NULL, "dims=broadcast_dimensions", NULL},
    {"stablehlo.broadcast", SAME, ITEMS, NULL, "sizes=broadcast_sizes", NULL},
    {"stablehlo.cholesky", SAME, ITEMS, NULL, "lower", NULL},
    {"stablehlo.compare", SAME, ITEMS, "comparison_direction compare_type", NULL, NULL},
    {"stablehlo.complex", RESULT, ITEMS, NULL, NULL, NULL},
    {"stablehlo.composite", SAME, NAMED, "name", NULL, NULL},
    {"stablehlo.concatenate", SAME, ITEMS, NULL, "dim=dimension", NULL},
    {"stablehlo.constant", VALUE, ITEMS, "value", NULL, NULL},
    {"stablehlo.convolution", SAME, PARENS, NULL, "dim_numbers window", NULL},
    {"stablehlo.create_token", RESULT, ITEMS, NULL, NULL, NULL},
    {"stablehlo.custom_call", NONE, CALL, "call_target_name", NULL, NULL},
    {"stablehlo.dot", SAME, ITEMS, NULL, "precision=precision_config", NULL},
    {"stablehlo.dot_general", SAME, ITEMS, NULL,
     "batching_dims contracting_dims precision=precision_config algorithm", NULL},
    {"stablehlo.dynamic_broadcast_in_dim", SAME, ITEMS, NULL, "dims=broadcast_dimensions", NULL},
    {"stablehlo.dynamic_iota", SAME, ITEMS, NULL, "dim=iota_dimension", NULL},
    {"stablehlo.dynamic_slice", SAME, ITEMS, NULL, "sizes=slice_sizes", NULL},
    {"stablehlo.einsum", SAME, ITEMS, NULL, "config=einsum_config", NULL},
    {"stablehlo.fft", SAME, ITEMS, NULL, "type=fft_type length=fft_length", NULL},
    {"stablehlo.get_dimension_size", SAME, ITEMS, NULL, "dim=dimension", NULL},
    {"stablehlo.get_tuple_element", SAME, BRACKETS, NULL, NULL, NULL},
    {"stablehlo.iota", RESULT, ITEMS, NULL, "dim=iota_dimension", NULL},
    {"stablehlo.optimization_barrier", EACH, ITEMS, NULL, NULL, NULL},
    {"stablehlo.pad", SAME, ITEMS, NULL,
     "low=edge_padding_low high=edge_padding_high interior=interior_padding", NULL},
    {"stablehlo.partition_id", RESULT, ITEMS, NULL, NULL, NULL},
    {"stablehlo.reduce_precision", SAME, ITEMS, NULL, "format", NULL},
    {"stablehlo.replica_id", RESULT, ITEMS, NULL, NULL, NULL},
    {"stablehlo.reverse", SAME, ITEMS, NULL, "dims=dimensions", NULL},
    {"stablehlo.rng", SAME, ITEMS, NULL, "distribution=rng_distribution", NULL},
    {"stablehlo.rng_bit_generator", SAME, ITEMS, NULL, "algorithm=rng_algorithm", NULL},
    {"stablehlo.select", PICK, ITEMS, NULL, NULL, NULL},
    {"stablehlo.set_dimension_size", SAME, ITEMS, NULL, "dim=dimension", NULL},
    {"stablehlo.slice", SAME, BRACKETS, NULL, NULL, NULL},
    {"stablehlo.transpose", SAME, ITEMS, NULL, "dims=permutation", NULL},
    {"stablehlo.tuple", RESULT, ITEMS, NULL, NULL, NULL},

    {"chlo.top_k", SAME, PARENS, NULL, "k is_stable", NULL},

    {"check.expect_almost_eq", NONE, ITEMS, NULL, "tolerance", NULL},
    {"check.expect_almost_eq_const", NONE, ITEMS, "value", "tolerance", NULL},
    {"check.expect_close", NONE, ITEMS, NULL, "max_ulp_difference min_ulp_difference", NULL},
    {"check.expect_eq", NONE, ITEMS, NULL, NULL, NULL},
    {"check.expect_eq_const", NONE, ITEMS, "value", NULL, NULL},
    {"check.expect_serialized_eq", NONE, ITEMS, NULL, "probe_id iter", NULL},
    {"interpreter.probe", SAME, ITEMS, NULL, "probe_id", NULL},

    {"sdy.manual_computation", .form = ax_hlo_parse_manual_computation},
    {"sdy.mesh", .form = ax_hlo_parse_mesh},
    {"sdy.propagation_barrier", SAME, TRAILED, NULL, "allowed_direction", NULL},
    {"sdy.reshard", SAME, ANGLES, "sharding", NULL, NULL},
    {"sdy.return", NONE, ITEMS, NULL, NULL, NULL},
    {"sdy.sharding_constraint", SAME, ANGLES, "sharding", NULL, NULL},
    {"sdy.sharding_group", NONE, TRAILED, NULL, "group_id", NULL},
};

/* Elementwise ops and others that have operands and attributes in braces only. Their dialects print
 * them all in this one way. */
static const short_form plain_form = {"", SAME, ITEMS, NULL, NULL, NULL};
static const char *const plain_dialects[] = {"stablehlo.", "chlo.", NULL};

const char *ax_hlo_full_name(const char *name)
{
    static const char *const full[][2] = {
        {"module", "builtin.module"}, {"return", "func.return"}, {"call", "func.call"}};
    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++) {
        if (strcmp(name, full[i][0]) == 0)
            return full[i][1];
    }
    return name;
}

static const short_form *find_form(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(name, forms[i].name) == 0)
            return &forms[i];
    }
    for (int i = 0; plain_dialects[i]; i++) {
        if (strncmp(name, plain_dialects[i], strlen(plain_dialects[i])) == 0)
            return &plain_form;
    }
    return NULL;
}

/* ---- names from the table's lists ---- */

/* The `index`-th word of a list such as "a b c", copied; NULL past the end. */
static const char *nth_word(ax_hlo_parser *parser, const char *list, int32_t index)
{
    while (list && index-- > 0) {
        list = strchr(list, ' ');
        list = list ? list + 1 : NULL;
    }
    return list ? ax_arena_strndup(parser->arena, list, strcspn(list, " ")) : NULL;
}

/* ---- items ---- */

static ax_status *parse_keyed(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft)
{
    const char *name = ax_hlo_attr_of_key(parser, form->keys);
    if (!name) {
        char expected[160];
        snprintf(expected, sizeof expected, "%s%s of %s", form->keys ? "one of: " : "no keyword",
                 form->keys ? form->keys : "", draft->op->name);
        return ax_hlo_unexpected(parser, expected);
    }
    ax_hlo_advance(parser);
    AX_TRY(ax_hlo_expect(parser, '='));
    ax_hlo_form_fn *own = ax_hlo_own_value(name);
    if (own)
        return own(parser, draft);
    /* A number is bare: the colon behind it is that of the op's types. */
    ax_hlo_attr attr;
    bool number = parser->token.kind == AX_TOKEN_INTEGER || parser->token.kind == AX_TOKEN_FLOAT ||
                  ax_hlo_at(parser, '-');
    AX_TRY(number ? ax_hlo_parse_number(parser, &attr) : ax_hlo_parse_loose(parser, &attr));
    return ax_hlo_set_attr(parser, draft, name, attr);
}

static ax_status *parse_item(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft,
                             int32_t *npositional)
{
    if (parser->token.kind == AX_TOKEN_VALUE)
        return ax_hlo_parse_operand(parser, draft);
    ax_hlo_token next = ax_hlo_peek(parser);
    if (parser->token.kind == AX_TOKEN_WORD && ax_hlo_token_is_sign(&next, '='))
        return parse_keyed(parser, form, draft);
    const char *name = nth_word(parser, form->positional, *npositional);
    if (!name)
        return ax_hlo_unexpected(parser, "a value such as %0");
    ++*npositional;
    ax_hlo_attr attr;
    AX_TRY(ax_hlo_parse_loose(parser, &attr));
    return ax_hlo_set_attr(parser, draft, name, attr);
}

static bool at_item(const ax_hlo_parser *parser)
{
    return parser->token.kind == AX_TOKEN_VALUE ||
           (parser->token.kind == AX_TOKEN_WORD && !ax_hlo_at_word(parser, "loc"));
}

static ax_status *parse_items(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft)
{
    int32_t npositional = 0;
    do {
        AX_TRY(parse_item(parser, form, draft, &npositional));
    } while (ax_hlo_take(parser, ','));
    return NULL;
}

/* @name(%a, %b), or @"name"(...), or "name" %a, %b. */
static ax_status *parse_target(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft)
{
    bool call = form->shape == CALL;
    if (parser->token.kind != (call ? AX_TOKEN_SYMBOL : AX_TOKEN_STRING))
        return ax_hlo_unexpected(parser, call ? "a symbol such as @main" : "a name in quotes");
    ax_hlo_attr attr;
    AX_TRY(ax_hlo_parse_attr(parser, &attr));
    if (strcmp(form->positional, "call_target_name") == 0)
        attr.kind = AX_HLO_STRING;
    AX_TRY(ax_hlo_set_attr(parser, draft, form->positional, attr));
    if (call)
        return ax_hlo_parse_operands(parser, draft);
    return at_item(parser) ? parse_items(parser, &plain_form, draft) : NULL;
}

static ax_status *parse_body(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft)
{
    switch (form->shape) {
    case CALL:
    case NAMED: return parse_target(parser, form, draft);
    case PARENS:
        AX_TRY(ax_hlo_expect(parser, '('));
        AX_TRY(parse_items(parser, form, draft));
        AX_TRY(ax_hlo_expect(parser, ')'));
        break;
    case TRAILED: AX_TRY(ax_hlo_parse_operand(parser, draft)); break;
    case BRACKETS:
        AX_TRY(ax_hlo_parse_operand(parser, draft));
        return ax_hlo_parse_brackets(parser, draft);
    case ANGLES: {
        AX_TRY(ax_hlo_parse_operand(parser, draft));
        if (!ax_hlo_at(parser, '<'))
            return ax_hlo_unexpected(parser, "'<'");
        ax_hlo_attr attr;
        AX_TRY(ax_hlo_parse_loose(parser, &attr));
        return ax_hlo_set_attr(parser, draft, form->positional, attr);
    }
    case ITEMS: break;
    }
    return at_item(parser) ? parse_items(parser, form, draft) : NULL;
}

/* ---- types ---- */

typedef struct types {
    const ax_hlo_type **items;
    int32_t count, capacity;
} types;

static ax_status *parse_types(ax_hlo_parser *parser, types *list)
{
    do {
        list->items = ax_hlo_grow(parser->arena, list->items, list->count, &list->capacity,
                                  sizeof(const ax_hlo_type *));
        if (!list->items)
            return ax_hlo_no_memory();
        AX_TRY(ax_hlo_parse_type(parser, &list->items[list->count]));
        list->count++;
    } while (ax_hlo_take(parser, ','));
    return NULL;
}

static ax_status *wrong_types(ax_hlo_parser *parser, const ax_hlo_draft *draft, const types *list)
{
    return ax_hlo_error(parser->module, AX_FORMAT, list->items[0]->place,
                        "%d types do not fit %s with %d operands", (int)list->count,
                        draft->op->name, (int)draft->op->noperands);
}

/* Type `first` + i, or the last one there is, for operand i. */
static ax_status *check_operands(ax_hlo_parser *parser, ax_hlo_draft *draft, const types *list)
{
    for (int32_t i = 0; i < draft->op->noperands; i++) {
        int32_t at = i < list->count ? i : list->count - 1;
        AX_TRY(ax_hlo_check_operand(parser, draft, i, list->items[at]));
    }
    return NULL;
}

static ax_status *apply_types(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft,
                              const types *list)
{
    int32_t noperands = draft->op->noperands;
    switch (form->typing) {
    case SAME:
        if (list->count != 1)
            break;
        AX_TRY(check_operands(parser, draft, list));
        return ax_hlo_add_result(parser, draft, list->items[0]);
    case PICK:
        if (list->count > 2)
            break;
        AX_TRY(check_operands(parser, draft, list));
        return ax_hlo_add_result(parser, draft, list->items[list->count - 1]);
    case EACH:
        if (list->count != noperands)
            break;
        AX_TRY(check_operands(parser, draft, list));
        for (int32_t i = 0; i < list->count; i++)
            AX_TRY(ax_hlo_add_result(parser, draft, list->items[i]));
        return NULL;
    case NONE:
        if (list->count != noperands && (list->count != 1 || noperands == 0))
            break;
        return check_operands(parser, draft, list);
    case RESULT:
    case VALUE:
        for (int32_t i = 0; i < list->count; i++)
            AX_TRY(ax_hlo_add_result(parser, draft, list->items[i]));
        return NULL;
    }
    return wrong_types(parser, draft, list);
}

/* Types behind the colon with an arrow between them: T, T -> T, and T -> (T, T). */
static ax_status *parse_arrow(ax_hlo_parser *parser, ax_hlo_draft *draft, const types *list)
{
    ax_hlo_advance(parser); /* -> */
    types results = {0};
    if (ax_hlo_take(parser, '(')) {
        if (!ax_hlo_at(parser, ')'))
            AX_TRY(parse_types(parser, &results));
        AX_TRY(ax_hlo_expect(parser, ')'));
    } else {
        AX_TRY(parse_types(parser, &results));
    }
    if (list->count != draft->op->noperands)
        return wrong_types(parser, draft, list);
    AX_TRY(check_operands(parser, draft, list));
    for (int32_t i = 0; i < results.count; i++)
        AX_TRY(ax_hlo_add_result(parser, draft, results.items[i]));
    return NULL;
}

/* The type that the attribute `value` carries stands for the types behind the colon. */
static ax_status *parse_missing_types(ax_hlo_parser *parser, const short_form *form,
                                      ax_hlo_draft *draft)
{
    const ax_hlo_attr *value = NULL;
    for (int32_t i = 0; i < draft->attrs.count; i++) {
        if (strcmp(draft->attrs.items[i].name, "value") == 0)
            value = &draft->attrs.items[i];
    }
    if (value && value->type) {
        const ax_hlo_type *type = value->type;
        return apply_types(parser, form, draft, &(types){&type, 1, 1});
    }
    bool needs_none = form->typing == NONE && draft->op->noperands == 0;
    return needs_none ? NULL : ax_hlo_unexpected(parser, "':' and types");
}

static ax_status *parse_typing(ax_hlo_parser *parser, const short_form *form, ax_hlo_draft *draft)
{
    if (!ax_hlo_take(parser, ':'))
        return parse_missing_types(parser, form, draft);
    if (ax_hlo_at(parser, '(')) {
        const ax_hlo_type *type;
        AX_TRY(ax_hlo_parse_function_type(parser, &type));
        return ax_hlo_apply_signature(parser, draft, type);
    }
    types list = {0};
    AX_TRY(parse_types(parser, &list));
    if (parser->token.kind == AX_TOKEN_ARROW)
        return parse_arrow(parser, draft, &list);
    return apply_types(parser, form, draft, &list);
}

ax_status *ax_hlo_parse_short_form(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    const short_form *form = find_form(draft->op->name);
    if (!form) {
        return ax_hlo_error(parser->module, AX_UNSUPPORTED, draft->op->place,
                            "the op '%.80s' is not known in this form (\"op\"(...) : ... is)",
                            draft->op->name);
    }
    if (form->form)
        return form->form(parser, draft);
    if (ax_hlo_at(parser, '{') && (form->typing == VALUE || form->typing == EACH))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    AX_TRY(parse_body(parser, form, draft));
    if (ax_hlo_at(parser, '{'))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    AX_TRY(parse_typing(parser, form, draft));
    if (ax_hlo_at(parser, '{') && form->typing == NONE) /* behind the type of a constant */
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    return NULL;
}
