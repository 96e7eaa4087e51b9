#include "formats/stablehlo/short_values.h"

#include "base/text.h"

#include <string.h>

const char *ax_hlo_attr_of_key(ax_hlo_parser *parser, const char *keys)
{
    const ax_hlo_token *token = &parser->token;
    while (keys && *keys) {
        size_t key = strcspn(keys, "= ");
        size_t whole = strcspn(keys, " ");
        const char *name = keys[key] == '=' ? keys + key + 1 : keys;
        if (key == token->length && memcmp(keys, token->text, key) == 0)
            return ax_arena_strndup(parser->arena, name, whole - (size_t)(name - keys));
        keys += whole + (keys[whole] == ' ');
    }
    return NULL;
}

/* ---- behind `key =` ---- */

static ax_status *integer_attr(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                               int64_t value, ax_hlo_place place)
{
    ax_hlo_attr attr = {.kind = AX_HLO_INT, .place = place, .integer = value};
    return ax_hlo_set_attr(parser, draft, name, attr);
}

static ax_status *list_attr(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                            const ax_hlo_attrs *items, ax_hlo_place place)
{
    ax_hlo_attr attr = {.kind = AX_HLO_LIST, .place = place};
    attr.items = items->items;
    attr.nitems = items->count;
    return ax_hlo_set_attr(parser, draft, name, attr);
}

/* Adds an item to the attribute `dot_dimension_numbers`, which the generic form writes as
 * #stablehlo.dot<lhs_batching_dimensions = [0], ...>. */
static ax_status *add_dot_dims(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                               ax_hlo_attr dims)
{
    static const char attr_name[] = "dot_dimension_numbers";
    ax_hlo_attr *numbers = NULL;
    for (int32_t i = 0; i < draft->attrs.count; i++) {
        if (strcmp(draft->attrs.items[i].name, attr_name) == 0)
            numbers = &draft->attrs.items[i];
    }
    if (!numbers) {
        ax_hlo_attr empty = {.kind = AX_HLO_DIALECT, .text = "stablehlo.dot", .place = dims.place};
        empty.items = AX_ARENA_NEW(parser->arena, ax_hlo_attr, 4);
        if (!empty.items)
            return ax_hlo_no_memory();
        AX_TRY(ax_hlo_set_attr(parser, draft, attr_name, empty));
        numbers = &draft->attrs.items[draft->attrs.count - 1];
    }
    if (numbers->nitems == 4 || ax_hlo_attr_item(numbers, name)) {
        return ax_hlo_error(parser->module, AX_FORMAT, dims.place, "'%s' is given twice", name);
    }
    dims.name = name;
    ((ax_hlo_attr *)numbers->items)[numbers->nitems++] = dims;
    return NULL;
}

/* [0] x [1]: an item for the left, one for the right. */
static ax_status *parse_dot_dims(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *lhs_name,
                                 const char *rhs_name)
{
    ax_hlo_attr lhs;
    ax_hlo_attr rhs;
    AX_TRY(ax_hlo_parse_attr(parser, &lhs));
    AX_TRY(ax_hlo_expect_word(parser, "x"));
    AX_TRY(ax_hlo_parse_attr(parser, &rhs));
    AX_TRY(add_dot_dims(parser, draft, lhs_name, lhs));
    return add_dot_dims(parser, draft, rhs_name, rhs);
}

static ax_status *parse_batching_dims(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    return parse_dot_dims(parser, draft, "lhs_batching_dimensions", "rhs_batching_dimensions");
}

static ax_status *parse_contracting_dims(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    return parse_dot_dims(parser, draft, "lhs_contracting_dimensions",
                          "rhs_contracting_dimensions");
}

static bool read_float_format(const ax_hlo_token *token, int64_t *out_exponent,
                              int64_t *out_mantissa)
{
    char text[10];
    if (token->kind != AX_TOKEN_WORD || token->length >= sizeof text || token->text[0] != 'e')
        return false;
    memcpy(text, token->text, token->length);
    text[token->length] = '\0';
    char *middle = strchr(text, 'm');
    if (!middle)
        return false;
    *middle = '\0';
    return ax_parse_int64(text + 1, out_exponent) && ax_parse_int64(middle + 1, out_mantissa);
}

/* e5m10 */
static ax_status *parse_float_format(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    ax_hlo_token token = parser->token;
    int64_t exponent, mantissa;
    if (!read_float_format(&token, &exponent, &mantissa))
        return ax_hlo_unexpected(parser, "a format such as e5m10");
    ax_hlo_advance(parser);
    AX_TRY(integer_attr(parser, draft, "exponent_bits", exponent, token.place));
    return integer_attr(parser, draft, "mantissa_bits", mantissa, token.place);
}

/* [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], kept as #stablehlo.conv<...> keeps it. */
static ax_status *parse_conv_dims(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    ax_hlo_attr numbers = {
        .kind = AX_HLO_DIALECT, .text = "stablehlo.conv", .place = parser->token.place};
    ax_hlo_attrs items = {0};
    for (int i = 0; i < 5; i++) {
        ax_hlo_attr item;
        if (i % 2 == 0 && !ax_hlo_at(parser, '['))
            return ax_hlo_unexpected(parser, "'[' of dimension numbers");
        AX_TRY(ax_hlo_parse_loose(parser, &item));
        AX_TRY(ax_hlo_attrs_add(parser, &items, &item));
    }
    numbers.items = items.items;
    numbers.nitems = items.count;
    return ax_hlo_set_attr(parser, draft, "dimension_numbers", numbers);
}

/* {stride = [1, 1], pad = [[0, 0], [0, 0]], ...} */
static ax_status *parse_window(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    static const char keys[] = "stride=window_strides pad=padding lhs_dilate=lhs_dilation "
                               "rhs_dilate=rhs_dilation reverse=window_reversal";
    AX_TRY(ax_hlo_expect(parser, '{'));
    if (ax_hlo_take(parser, '}'))
        return NULL;
    do {
        const char *name = ax_hlo_attr_of_key(parser, keys);
        if (!name)
            return ax_hlo_unexpected(parser, "stride, pad, lhs_dilate, rhs_dilate or reverse");
        ax_hlo_advance(parser);
        AX_TRY(ax_hlo_expect(parser, '='));
        ax_hlo_attr attr;
        AX_TRY(ax_hlo_parse_attr(parser, &attr));
        AX_TRY(ax_hlo_set_attr(parser, draft, name, attr));
    } while (ax_hlo_take(parser, ','));
    return ax_hlo_expect(parser, '}');
}

ax_hlo_form_fn *ax_hlo_own_value(const char *key)
{
    static const struct {
        const char *key;
        ax_hlo_form_fn *parse;
    } values[] = {
        {"batching_dims", parse_batching_dims},
        {"contracting_dims", parse_contracting_dims},
        {"dim_numbers", parse_conv_dims},
        {"format", parse_float_format},
        {"window", parse_window},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (strcmp(key, values[i].key) == 0)
            return values[i].parse;
    }
    return NULL;
}

/* ---- in brackets behind a value ---- */

/* 0:4:2, where the last may be left out for 1; adds a number to each list. */
static ax_status *parse_slice_range(ax_hlo_parser *parser, ax_hlo_attrs *lists)
{
    for (int i = 0; i < 3; i++) {
        ax_hlo_attr number = {.kind = AX_HLO_INT, .place = parser->token.place, .integer = 1};
        if (i == 1)
            AX_TRY(ax_hlo_expect(parser, ':'));
        if (i < 2 || ax_hlo_take(parser, ':'))
            AX_TRY(ax_hlo_parse_int64(parser, &number.integer));
        AX_TRY(ax_hlo_attrs_add(parser, &lists[i], &number));
    }
    return NULL;
}

/* [0:4:2, 1:3] as three lists. */
static ax_status *parse_slice_ranges(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    ax_hlo_attrs lists[3] = {{0}};
    ax_hlo_place place = parser->token.place;
    ax_hlo_advance(parser); /* [ */
    if (!ax_hlo_at(parser, ']')) {
        do {
            AX_TRY(parse_slice_range(parser, lists));
        } while (ax_hlo_take(parser, ','));
    }
    AX_TRY(ax_hlo_expect(parser, ']'));
    for (int i = 0; i < 3; i++)
        AX_TRY(list_attr(parser, draft, names[i], &lists[i], place));
    return NULL;
}

ax_status *ax_hlo_parse_brackets(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    if (!ax_hlo_at(parser, '['))
        return ax_hlo_unexpected(parser, "'['");
    if (strcmp(draft->op->name, "stablehlo.slice") == 0)
        return parse_slice_ranges(parser, draft);
    ax_hlo_advance(parser);
    ax_hlo_place place = parser->token.place;
    int64_t index;
    AX_TRY(ax_hlo_parse_int64(parser, &index));
    AX_TRY(integer_attr(parser, draft, "index", index, place));
    return ax_hlo_expect(parser, ']');
}
