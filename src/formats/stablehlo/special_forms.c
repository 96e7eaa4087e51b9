/* Short forms with regions, and those that define symbols. */
#include "formats/stablehlo/parser.h"

#include <string.h>

/* ---- module, function, mesh ---- */

static ax_status *parse_symbol_name(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    if (parser->token.kind != AX_TOKEN_SYMBOL)
        return ax_hlo_unexpected(parser, "a symbol such as @main");
    ax_hlo_attr name = {.kind = AX_HLO_STRING, .place = parser->token.place};
    name.text = ax_hlo_token_name(parser);
    if (!name.text)
        return ax_hlo_no_memory();
    ax_hlo_advance(parser);
    return ax_hlo_set_attr(parser, draft, "sym_name", name);
}

/* module @name attributes {...} { ops } */
ax_status *ax_hlo_parse_module(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    if (parser->token.kind == AX_TOKEN_SYMBOL)
        AX_TRY(parse_symbol_name(parser, draft));
    if (ax_hlo_take_word(parser, "attributes"))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    return ax_hlo_parse_region(parser, draft, &(ax_hlo_args){0});
}

static ax_status *set_arg_attrs(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                                const ax_hlo_args *args)
{
    ax_hlo_attrs items = {0};
    bool any = false;
    for (int32_t i = 0; i < args->count; i++) {
        AX_TRY(ax_hlo_attrs_add(parser, &items, &args->items[i].attrs));
        any = any || args->items[i].attrs.nitems;
    }
    if (!any)
        return NULL;
    ax_hlo_attr list = {.kind = AX_HLO_LIST, .place = draft->op->place};
    list.items = items.items;
    list.nitems = items.count;
    return ax_hlo_set_attr(parser, draft, name, list);
}

static ax_status *set_function_type(ax_hlo_parser *parser, ax_hlo_draft *draft,
                                    const ax_hlo_args *args, const ax_hlo_args *results)
{
    ax_hlo_type *type = AX_ARENA_NEW(parser->arena, ax_hlo_type, 1);
    int32_t count = args->count + results->count;
    const ax_hlo_type **inner = AX_ARENA_NEW(parser->arena, const ax_hlo_type *, count);
    if (!type || !inner)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < args->count; i++)
        inner[i] = args->items[i].type;
    for (int32_t i = 0; i < results->count; i++)
        inner[args->count + i] = results->items[i].type;
    *type = (ax_hlo_type){
        .kind = AX_HLO_FUNCTION,
        .place = draft->op->place,
        .ninner = count,
        .nparams = args->count,
        .inner = inner,
    };
    ax_hlo_attr attr = {.kind = AX_HLO_TYPE, .place = draft->op->place, .type = type};
    return ax_hlo_set_attr(parser, draft, "function_type", attr);
}

/* -> T, or -> (T {attributes}, ...), or nothing. */
static ax_status *parse_results(ax_hlo_parser *parser, ax_hlo_args *results)
{
    if (parser->token.kind != AX_TOKEN_ARROW)
        return NULL;
    ax_hlo_advance(parser);
    if (ax_hlo_at(parser, '('))
        return ax_hlo_parse_args(parser, results);
    results->items = AX_ARENA_NEW(parser->arena, ax_hlo_arg, 1);
    if (!results->items)
        return ax_hlo_no_memory();
    results->items[0].attrs = (ax_hlo_attr){.kind = AX_HLO_DICT, .place = parser->token.place};
    results->count = results->capacity = 1;
    return ax_hlo_parse_type(parser, &results->items[0].type);
}

/* func.func public @main(%arg0: T {attributes} loc(..), ...) -> (T, ...) attributes {..} {...} */
ax_status *ax_hlo_parse_function(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    static const char *const visibilities[] = {"public", "private", "nested"};
    for (int i = 0; i < 3; i++) {
        if (ax_hlo_at_word(parser, visibilities[i])) {
            ax_hlo_attr visibility = {
                .kind = AX_HLO_STRING, .place = parser->token.place, .text = visibilities[i]};
            ax_hlo_advance(parser);
            AX_TRY(ax_hlo_set_attr(parser, draft, "sym_visibility", visibility));
        }
    }
    AX_TRY(parse_symbol_name(parser, draft));
    ax_hlo_args args = {0};
    ax_hlo_args results = {0};
    AX_TRY(ax_hlo_parse_args(parser, &args));
    AX_TRY(parse_results(parser, &results));
    AX_TRY(set_function_type(parser, draft, &args, &results));
    AX_TRY(set_arg_attrs(parser, draft, "arg_attrs", &args));
    AX_TRY(set_arg_attrs(parser, draft, "res_attrs", &results));
    if (ax_hlo_take_word(parser, "attributes"))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    return ax_hlo_at(parser, '{') ? ax_hlo_parse_region(parser, draft, &args) : NULL;
}

/* sdy.mesh @name = <["x"=4]> {...} */
ax_status *ax_hlo_parse_mesh(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    AX_TRY(parse_symbol_name(parser, draft));
    AX_TRY(ax_hlo_expect(parser, '='));
    if (!ax_hlo_at(parser, '<'))
        return ax_hlo_unexpected(parser, "'<' of a mesh");
    ax_hlo_attr mesh;
    AX_TRY(ax_hlo_parse_loose(parser, &mesh));
    mesh.kind = AX_HLO_DIALECT;
    mesh.text = "sdy.mesh";
    AX_TRY(ax_hlo_set_attr(parser, draft, "mesh", mesh));
    return ax_hlo_at(parser, '{') ? ax_hlo_parse_attr_dict(parser, &draft->attrs) : NULL;
}

/* ---- regions ---- */

/* sdy.manual_computation(%a) in_shardings=[<..>] out_shardings=[<..>] manual_axes={"x"}
 *     (%arg0: T) { ... } : (T) -> T */
ax_status *ax_hlo_parse_manual_computation(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    static const char *const names[] = {"in_shardings", "out_shardings", "manual_axes"};
    AX_TRY(ax_hlo_parse_operands(parser, draft));
    for (int i = 0; i < 3; i++) {
        AX_TRY(ax_hlo_expect_word(parser, names[i]));
        AX_TRY(ax_hlo_expect(parser, '='));
        ax_hlo_attr attr;
        AX_TRY(ax_hlo_parse_loose(parser, &attr));
        AX_TRY(ax_hlo_set_attr(parser, draft, names[i], attr));
    }
    ax_hlo_args args = {0};
    AX_TRY(ax_hlo_parse_args(parser, &args));
    AX_TRY(ax_hlo_parse_region(parser, draft, &args));
    if (ax_hlo_at(parser, '{'))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    return ax_hlo_parse_signature(parser, draft);
}

/* (%arg = %init, ...) : types attributes {..} cond {...} do {...} */
ax_status *ax_hlo_parse_while(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    ax_hlo_args args = {0};
    AX_TRY(ax_hlo_expect(parser, '('));
    while (!ax_hlo_take(parser, ')')) {
        if (args.count)
            AX_TRY(ax_hlo_expect(parser, ','));
        if (parser->token.kind != AX_TOKEN_VALUE)
            return ax_hlo_unexpected(parser, "the name of a loop's value such as %iterArg");
        args.items = ax_hlo_grow(parser->arena, args.items, args.count, &args.capacity,
                                 sizeof *args.items);
        if (!args.items)
            return ax_hlo_no_memory();
        args.items[args.count++] = (ax_hlo_arg){.name = parser->token};
        ax_hlo_advance(parser);
        AX_TRY(ax_hlo_expect(parser, '='));
        AX_TRY(ax_hlo_parse_operand(parser, draft));
    }
    for (int32_t i = 0; i < args.count; i++) {
        AX_TRY(ax_hlo_expect(parser, i ? ',' : ':'));
        AX_TRY(ax_hlo_parse_type(parser, &args.items[i].type));
        AX_TRY(ax_hlo_check_operand(parser, draft, i, args.items[i].type));
        AX_TRY(ax_hlo_add_result(parser, draft, args.items[i].type));
    }
    if (ax_hlo_take_word(parser, "attributes"))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    AX_TRY(ax_hlo_expect_word(parser, "cond"));
    AX_TRY(ax_hlo_parse_region(parser, draft, &args));
    AX_TRY(ax_hlo_expect_word(parser, "do"));
    return ax_hlo_parse_region(parser, draft, &args);
}

/* ---- reduce ---- */

/* (%a init: %b), (%c init: %d): operands first, then initial values. */
static ax_status *parse_reduce_operands(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    ax_hlo_draft inits;
    AX_TRY(ax_hlo_begin_op(parser, draft->op->name, draft->op->place, &inits));
    do {
        AX_TRY(ax_hlo_expect(parser, '('));
        AX_TRY(ax_hlo_parse_operand(parser, draft));
        AX_TRY(ax_hlo_expect_word(parser, "init"));
        AX_TRY(ax_hlo_expect(parser, ':'));
        AX_TRY(ax_hlo_parse_operand(parser, &inits));
        AX_TRY(ax_hlo_expect(parser, ')'));
    } while (ax_hlo_take(parser, ','));
    for (int32_t i = 0; i < inits.op->noperands; i++)
        AX_TRY(ax_hlo_add_operand(parser, draft, inits.op->operands[i]));
    return NULL;
}

static ax_status *parse_reduce_dimensions(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    AX_TRY(ax_hlo_expect_word(parser, "across"));
    AX_TRY(ax_hlo_expect_word(parser, "dimensions"));
    AX_TRY(ax_hlo_expect(parser, '='));
    ax_hlo_attr dimensions;
    AX_TRY(ax_hlo_parse_attr(parser, &dimensions));
    return ax_hlo_set_attr(parser, draft, "dimensions", dimensions);
}

/* The region that `applies stablehlo.add` stands for: (lhs, rhs) -> add of them. */
static ax_status *make_reducer(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                               ax_hlo_place place)
{
    if (draft->op->noperands != 2 || draft->op->nresults != 1) {
        return ax_hlo_error(parser->module, AX_FORMAT, place,
                            "'applies' is for one operand and one initial value");
    }
    const ax_hlo_type *type = draft->op->operands[1]->type;
    ax_hlo_args args = {0};
    args.items = AX_ARENA_NEW(parser->arena, ax_hlo_arg, 2);
    if (!args.items)
        return ax_hlo_no_memory();
    args.count = 2;
    args.items[0].type = args.items[1].type = type;

    ax_hlo_region *region;
    AX_TRY(ax_hlo_add_region(parser, draft, &args, &region));
    ax_hlo_draft apply;
    AX_TRY(ax_hlo_begin_op(parser, name, place, &apply));
    AX_TRY(ax_hlo_add_operand(parser, &apply, &region->args[0]));
    AX_TRY(ax_hlo_add_operand(parser, &apply, &region->args[1]));
    AX_TRY(ax_hlo_add_result(parser, &apply, type));
    ax_hlo_finish_op(parser, &apply, region);

    ax_hlo_draft end;
    AX_TRY(ax_hlo_begin_op(parser, "stablehlo.return", place, &end));
    AX_TRY(ax_hlo_add_operand(parser, &end, &apply.op->results[0]));
    ax_hlo_finish_op(parser, &end, region);
    return NULL;
}

/* reducer(%a: T, %b: T) (%c: U, %d: U) {...}: pair i holds arguments i and n + i. */
static ax_status *parse_reducer(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    ax_hlo_args pairs = {0};
    AX_TRY(ax_hlo_expect_word(parser, "reducer"));
    while (ax_hlo_at(parser, '(')) {
        int32_t before = pairs.count;
        AX_TRY(ax_hlo_parse_args(parser, &pairs));
        if (pairs.count != before + 2)
            return ax_hlo_unexpected(parser, "two arguments in each pair of a reducer");
    }
    ax_hlo_args args = {0};
    args.count = pairs.count;
    args.items = AX_ARENA_NEW(parser->arena, ax_hlo_arg, pairs.count);
    if (!args.items)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < pairs.count; i++)
        args.items[i / 2 + i % 2 * (pairs.count / 2)] = pairs.items[i];
    return ax_hlo_parse_region(parser, draft, &args);
}

ax_status *ax_hlo_parse_reduce(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    AX_TRY(parse_reduce_operands(parser, draft));
    const char *applied = NULL;
    ax_hlo_place place = parser->token.place;
    if (ax_hlo_take_word(parser, "applies")) {
        place = parser->token.place;
        if (parser->token.kind != AX_TOKEN_WORD)
            return ax_hlo_unexpected(parser, "the name of an op");
        applied = ax_hlo_token_copy(parser);
        if (!applied)
            return ax_hlo_no_memory();
        ax_hlo_advance(parser);
    }
    AX_TRY(parse_reduce_dimensions(parser, draft));
    if (ax_hlo_at(parser, '{'))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    AX_TRY(ax_hlo_parse_signature(parser, draft));
    return applied ? make_reducer(parser, draft, applied, place) : parse_reducer(parser, draft);
}
