/* Ops in the generic form, and what all ops share: results, operands, regions. */
#include "formats/stablehlo/parser.h"

#include <string.h>

/* ---- values ---- */

static ax_status *bind(ax_hlo_parser *parser, const ax_hlo_token *name, ax_hlo_value *values,
                       int32_t count)
{
    if (memchr(name->text, '#', name->length))
        return ax_hlo_error(parser->module, AX_FORMAT, name->place,
                            "a value is defined without '#'");
    if (ax_hlo_scope_find(&parser->scopes, name->text, name->length)) {
        return ax_hlo_error(parser->module, AX_FORMAT, name->place, "'%.*s' is defined twice",
                            (int)(name->length < 60 ? name->length : 60), name->text);
    }
    if (!ax_hlo_scope_bind(&parser->scopes, name->text, name->length, values, count))
        return ax_hlo_no_memory();
    return NULL;
}

ax_status *ax_hlo_add_operand(ax_hlo_parser *parser, ax_hlo_draft *draft, ax_hlo_value *value)
{
    ax_hlo_op *op = draft->op;
    op->operands = ax_hlo_grow(parser->arena, op->operands, op->noperands, &draft->operand_capacity,
                               sizeof(ax_hlo_value *));
    if (!op->operands)
        return ax_hlo_no_memory();
    op->operands[op->noperands++] = value;
    return NULL;
}

ax_status *ax_hlo_parse_operand(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    const ax_hlo_token *token = &parser->token;
    if (token->kind != AX_TOKEN_VALUE)
        return ax_hlo_unexpected(parser, "a value such as %0");
    const char *hash = memchr(token->text, '#', token->length);
    size_t length = hash ? (size_t)(hash - token->text) : token->length;
    int32_t index = 0;
    for (size_t i = length + 1; i < token->length && index < INT32_MAX / 10 - 1; i++)
        index = index * 10 + (token->text[i] - '0');

    const ax_hlo_binding *binding = ax_hlo_scope_find(&parser->scopes, token->text, length);
    if (!binding)
        return ax_hlo_unexpected(parser, "a value that is defined before its use");
    if (index >= binding->count) {
        return ax_hlo_error(parser->module, AX_FORMAT, token->place,
                            "there is no number %d among the %d results of '%.*s'", (int)index,
                            (int)binding->count, (int)(length < 60 ? length : 60), token->text);
    }
    ax_hlo_value *values = binding->target;
    AX_TRY(ax_hlo_add_operand(parser, draft, &values[index]));
    ax_hlo_advance(parser);
    return NULL;
}

ax_status *ax_hlo_parse_operands(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    AX_TRY(ax_hlo_expect(parser, '('));
    if (ax_hlo_take(parser, ')'))
        return NULL;
    do {
        AX_TRY(ax_hlo_parse_operand(parser, draft));
    } while (ax_hlo_take(parser, ','));
    return ax_hlo_expect(parser, ')');
}

ax_status *ax_hlo_add_result(ax_hlo_parser *parser, ax_hlo_draft *draft, const ax_hlo_type *type)
{
    ax_hlo_op *op = draft->op;
    op->results = ax_hlo_grow(parser->arena, op->results, op->nresults, &draft->result_capacity,
                              sizeof(ax_hlo_value));
    if (!op->results)
        return ax_hlo_no_memory();
    op->results[op->nresults] = (ax_hlo_value){
        .type = type,
        .op = op,
        .index = op->nresults,
        .id = parser->module->nvalues++,
    };
    op->nresults++;
    return NULL;
}

ax_status *ax_hlo_set_attr(ax_hlo_parser *parser, ax_hlo_draft *draft, const char *name,
                           ax_hlo_attr attr)
{
    attr.name = name;
    for (int32_t i = 0; i < draft->attrs.count; i++) {
        if (strcmp(draft->attrs.items[i].name, name) == 0)
            return ax_hlo_error(parser->module, AX_FORMAT, attr.place,
                                "attribute '%s' is given twice", name);
    }
    return ax_hlo_attrs_add(parser, &draft->attrs, &attr);
}

/* ---- types of an op ---- */

ax_status *ax_hlo_check_operand(ax_hlo_parser *parser, const ax_hlo_draft *draft, int32_t index,
                                const ax_hlo_type *type)
{
    const ax_hlo_type *is = draft->op->operands[index]->type;
    if (ax_hlo_type_equal(is, type))
        return NULL;
    return ax_hlo_error(parser->module, AX_FORMAT, type->place,
                        "operand %d of %s is written as %s but is %s", (int)index, draft->op->name,
                        ax_hlo_type_print(parser->arena, type),
                        ax_hlo_type_print(parser->arena, is));
}

ax_status *ax_hlo_apply_signature(ax_hlo_parser *parser, ax_hlo_draft *draft,
                                  const ax_hlo_type *type)
{
    if (type->nparams != draft->op->noperands) {
        return ax_hlo_error(parser->module, AX_FORMAT, type->place,
                            "%d operand types for the %d operands of %s", (int)type->nparams,
                            (int)draft->op->noperands, draft->op->name);
    }
    for (int32_t i = 0; i < type->nparams; i++)
        AX_TRY(ax_hlo_check_operand(parser, draft, i, type->inner[i]));
    for (int32_t i = type->nparams; i < type->ninner; i++)
        AX_TRY(ax_hlo_add_result(parser, draft, type->inner[i]));
    return NULL;
}

ax_status *ax_hlo_parse_signature(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    const ax_hlo_type *type;
    AX_TRY(ax_hlo_expect(parser, ':'));
    AX_TRY(ax_hlo_parse_function_type(parser, &type));
    return ax_hlo_apply_signature(parser, draft, type);
}

/* ---- regions ---- */

static ax_status *parse_arg(ax_hlo_parser *parser, ax_hlo_arg *arg)
{
    *arg = (ax_hlo_arg){.attrs = {.kind = AX_HLO_DICT, .place = parser->token.place}};
    if (parser->token.kind == AX_TOKEN_VALUE) {
        arg->name = parser->token;
        ax_hlo_advance(parser);
        AX_TRY(ax_hlo_expect(parser, ':'));
    }
    AX_TRY(ax_hlo_parse_type(parser, &arg->type));
    if (ax_hlo_at(parser, '{')) {
        ax_hlo_attrs attrs = {0};
        AX_TRY(ax_hlo_parse_attr_dict(parser, &attrs));
        arg->attrs.items = attrs.items;
        arg->attrs.nitems = attrs.count;
    }
    if (ax_hlo_at_word(parser, "loc"))
        AX_TRY(ax_hlo_parse_loc(parser, &arg->loc));
    return NULL;
}

ax_status *ax_hlo_parse_args(ax_hlo_parser *parser, ax_hlo_args *args)
{
    AX_TRY(ax_hlo_expect(parser, '('));
    if (ax_hlo_take(parser, ')'))
        return NULL;
    do {
        args->items = ax_hlo_grow(parser->arena, args->items, args->count, &args->capacity,
                                  sizeof *args->items);
        if (!args->items)
            return ax_hlo_no_memory();
        AX_TRY(parse_arg(parser, &args->items[args->count]));
        args->count++;
    } while (ax_hlo_take(parser, ','));
    return ax_hlo_expect(parser, ')');
}

static ax_status *set_args(ax_hlo_parser *parser, ax_hlo_region *region, const ax_hlo_args *args)
{
    region->args = AX_ARENA_NEW(parser->arena, ax_hlo_value, args->count);
    if (!region->args)
        return ax_hlo_no_memory();
    region->nargs = args->count;
    for (int32_t i = 0; i < args->count; i++) {
        const ax_hlo_arg *arg = &args->items[i];
        ax_hlo_value *value = &region->args[i];
        *value = (ax_hlo_value){
            .type = arg->type,
            .index = i,
            .id = parser->module->nvalues++,
        };
        AX_TRY(ax_hlo_name_by_loc(parser, &arg->loc, &value->loc_name));
        if (arg->name.kind == AX_TOKEN_VALUE)
            AX_TRY(bind(parser, &arg->name, value, 1));
    }
    return NULL;
}

static ax_status *parse_ops(ax_hlo_parser *parser, ax_hlo_region *region, const ax_hlo_args *args)
{
    AX_TRY(ax_hlo_expect(parser, '{'));
    if (!args && parser->token.kind == AX_TOKEN_CARET) {
        ax_hlo_args own = {0};
        ax_hlo_advance(parser);
        if (ax_hlo_at(parser, '('))
            AX_TRY(ax_hlo_parse_args(parser, &own));
        AX_TRY(ax_hlo_expect(parser, ':'));
        AX_TRY(set_args(parser, region, &own));
    }
    while (!ax_hlo_at(parser, '}')) {
        if (parser->token.kind == AX_TOKEN_CARET) {
            return ax_hlo_error(parser->module, AX_UNSUPPORTED, parser->token.place,
                                "a region of several blocks");
        }
        AX_TRY(ax_hlo_parse_op(parser, region));
    }
    ax_hlo_advance(parser);
    return NULL;
}

ax_status *ax_hlo_add_region(ax_hlo_parser *parser, ax_hlo_draft *draft, const ax_hlo_args *args,
                             ax_hlo_region **out_region)
{
    ax_hlo_op *op = draft->op;
    op->regions = ax_hlo_grow(parser->arena, op->regions, op->nregions, &draft->region_capacity,
                              sizeof(ax_hlo_region));
    if (!op->regions)
        return ax_hlo_no_memory();
    ax_hlo_region *region = &op->regions[op->nregions++];
    *region = (ax_hlo_region){.place = parser->token.place};
    *out_region = region;
    return args ? set_args(parser, region, args) : NULL;
}

ax_status *ax_hlo_parse_region(ax_hlo_parser *parser, ax_hlo_draft *draft, const ax_hlo_args *args)
{
    AX_TRY(ax_hlo_enter(parser));
    ax_hlo_scope_enter(&parser->scopes);
    ax_hlo_region *region = NULL;
    ax_status *status = ax_hlo_add_region(parser, draft, args, &region);
    if (!status)
        status = parse_ops(parser, region, args);
    ax_hlo_scope_leave(&parser->scopes);
    ax_hlo_leave(parser);
    return status;
}

/* ---- ops ---- */

ax_status *ax_hlo_begin_op(ax_hlo_parser *parser, const char *name, ax_hlo_place place,
                           ax_hlo_draft *out_draft)
{
    ax_hlo_op *op = AX_ARENA_NEW(parser->arena, ax_hlo_op, 1);
    if (!op || !name)
        return ax_hlo_no_memory();
    op->name = name;
    op->place = place;
    *out_draft = (ax_hlo_draft){.op = op};
    return NULL;
}

void ax_hlo_finish_op(ax_hlo_parser *parser, ax_hlo_draft *draft, ax_hlo_region *region)
{
    (void)parser;
    ax_hlo_op *op = draft->op;
    op->attrs = draft->attrs.items;
    op->nattrs = draft->attrs.count;
    if (region->last) {
        region->last->next = op;
    } else {
        region->first = op;
    }
    region->last = op;
}

/* "name"(operands) <{properties}> (regions) {attributes} : (types) -> types */
static ax_status *parse_generic(ax_hlo_parser *parser, ax_hlo_draft *draft)
{
    AX_TRY(ax_hlo_parse_operands(parser, draft));
    if (ax_hlo_at(parser, '['))
        return ax_hlo_error(parser->module, AX_UNSUPPORTED, parser->token.place,
                            "an op with successor blocks");
    if (ax_hlo_take(parser, '<')) {
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
        AX_TRY(ax_hlo_expect(parser, '>'));
    }
    if (ax_hlo_take(parser, '(')) {
        do {
            AX_TRY(ax_hlo_parse_region(parser, draft, NULL));
        } while (ax_hlo_take(parser, ','));
        AX_TRY(ax_hlo_expect(parser, ')'));
    }
    if (ax_hlo_at(parser, '{'))
        AX_TRY(ax_hlo_parse_attr_dict(parser, &draft->attrs));
    return ax_hlo_parse_signature(parser, draft);
}

/* What stands before '=': names, each for one value or, %0:2, for several. */
typedef struct result_name {
    ax_hlo_token token;
    int32_t count;
} result_name;

typedef struct result_names {
    result_name *items;
    int32_t count, capacity;
} result_names;

static ax_status *parse_result_names(ax_hlo_parser *parser, result_names *names)
{
    do {
        if (parser->token.kind != AX_TOKEN_VALUE)
            return ax_hlo_unexpected(parser, "the name of a result such as %0");
        names->items = ax_hlo_grow(parser->arena, names->items, names->count, &names->capacity,
                                   sizeof *names->items);
        if (!names->items)
            return ax_hlo_no_memory();
        result_name *name = &names->items[names->count++];
        *name = (result_name){parser->token, 1};
        ax_hlo_advance(parser);
        if (ax_hlo_take(parser, ':')) {
            ax_hlo_token number = parser->token;
            int64_t count;
            AX_TRY(ax_hlo_parse_int64(parser, &count));
            if (count < 1 || count > INT32_MAX)
                return ax_hlo_error(parser->module, AX_FORMAT, number.place,
                                    "%lld results of one op", (long long)count);
            name->count = (int32_t)count;
        }
    } while (ax_hlo_take(parser, ','));
    return ax_hlo_expect(parser, '=');
}

static ax_status *bind_results(ax_hlo_parser *parser, const ax_hlo_op *op,
                               const result_names *names)
{
    int64_t total = 0;
    for (int32_t i = 0; i < names->count; i++)
        total += names->items[i].count;
    if (total && total != op->nresults) {
        return ax_hlo_error(parser->module, AX_FORMAT, op->place,
                            "%s has %d results, but names for %lld are written", op->name,
                            (int)op->nresults, (long long)total);
    }
    ax_hlo_value *values = op->results;
    for (int32_t i = 0; i < names->count; i++) {
        AX_TRY(bind(parser, &names->items[i].token, values, names->items[i].count));
        values += names->items[i].count;
    }
    return NULL;
}

ax_status *ax_hlo_parse_op(ax_hlo_parser *parser, ax_hlo_region *region)
{
    result_names names = {0};
    if (parser->token.kind == AX_TOKEN_VALUE)
        AX_TRY(parse_result_names(parser, &names));

    bool generic = parser->token.kind == AX_TOKEN_STRING;
    if (!generic && parser->token.kind != AX_TOKEN_WORD)
        return ax_hlo_unexpected(parser, "an op");
    const char *name = ax_hlo_token_name(parser);
    ax_hlo_draft draft;
    AX_TRY(
        ax_hlo_begin_op(parser, name ? ax_hlo_full_name(name) : NULL, parser->token.place, &draft));
    ax_hlo_advance(parser);
    AX_TRY(generic ? parse_generic(parser, &draft) : ax_hlo_parse_short_form(parser, &draft));
    if (ax_hlo_at_word(parser, "loc")) {
        ax_hlo_loc loc;
        AX_TRY(ax_hlo_parse_loc(parser, &loc));
        AX_TRY(ax_hlo_source_by_loc(parser, &loc, &draft.op->source));
    }
    ax_hlo_finish_op(parser, &draft, region);
    return bind_results(parser, draft.op, &names);
}
