/* Dense literals: dense<1.0>, dense<[[1, 2], [3, 4]]>, dense<"0x0000803F">, dense<>, array<i64: 1, 2>.
 *
 * The type is written behind the literal, so the text between the angles is passed over first and
 * read when the type is known. */
#include "formats/stablehlo/parser.h"

#include "base/checked.h"
#include "formats/stablehlo/element.h"

#include <stdlib.h>
#include <string.h>

/* One literal that is being read. */
typedef struct reader {
    ax_hlo_parser *parser; /* its current token is the literal's */
    const ax_hlo_type *type;
    unsigned char *data;
    size_t element_bytes;
    int64_t count, capacity; /* elements read, elements there is room for */
    bool splat;
} reader;

static ax_status *bad_literal(const reader *r, const char *what)
{
    const ax_hlo_module *module = r->parser->module;
    return ax_hlo_error(module, AX_FORMAT, r->parser->token.place, "%s for the type %s", what,
                        ax_hlo_type_print(module->arena, r->type));
}

static ax_status *make_room(reader *r)
{
    if (r->count < r->capacity)
        return NULL;
    int64_t capacity = r->capacity ? r->capacity * 2 : 16;
    int64_t bytes;
    if (!ax_checked_mul(capacity, (int64_t)r->element_bytes, &bytes))
        return ax_hlo_no_memory();
    unsigned char *data = realloc(r->data, (size_t)bytes);
    if (!data)
        return ax_hlo_no_memory();
    r->data = data;
    r->capacity = capacity;
    return NULL;
}

/* ---- one element ---- */

/* The number or word at the current token as bits or as a value. */
static ax_status *read_part(reader *r, ax_dtype dtype, unsigned char *to)
{
    ax_hlo_parser *parser = r->parser;
    if (ax_hlo_at_word(parser, "true") || ax_hlo_at_word(parser, "false")) {
        bool value = *parser->token.text == 't';
        ax_hlo_advance(parser);
        if (dtype != AX_BOOL)
            return bad_literal(r, "a truth value");
        *to = value;
        return NULL;
    }
    bool hex = parser->token.kind == AX_TOKEN_INTEGER && parser->token.length > 1 &&
               parser->token.text[1] == 'x';
    bool negative = ax_hlo_at(parser, '-');
    ax_hlo_token first = parser->token;
    ax_hlo_attr number;
    AX_TRY(ax_hlo_parse_number(parser, &number));
    ax_hlo_number value = {.is_float = number.kind == AX_HLO_FLOAT,
                           .is_bits = hex,
                           .negative = negative,
                           .integer = number.integer,
                           .real = number.real};
    if (!ax_hlo_store_number(dtype, &value, to)) {
        parser->token = first;
        return bad_literal(r, "a value out of place");
    }
    return NULL;
}

static ax_status *read_element(reader *r)
{
    AX_TRY(make_room(r));
    unsigned char *to = r->data + (size_t)r->count * r->element_bytes;
    ax_dtype dtype = r->type->dtype;
    if (ax_dtype_kind(dtype) == AX_KIND_COMPLEX) {
        ax_dtype part = dtype == AX_C64 ? AX_F32 : AX_F64;
        AX_TRY(ax_hlo_expect(r->parser, '('));
        AX_TRY(read_part(r, part, to));
        AX_TRY(ax_hlo_expect(r->parser, ','));
        AX_TRY(read_part(r, part, to + r->element_bytes / 2));
        AX_TRY(ax_hlo_expect(r->parser, ')'));
    } else {
        AX_TRY(read_part(r, dtype, to));
    }
    r->count++;
    return NULL;
}

/* ---- nested lists ---- */

static ax_status *read_list(reader *r, int32_t axis);

/* An item of a list of dimension `axis`: a list of the next, or an element in the last. */
static ax_status *read_item(reader *r, int32_t axis)
{
    if (ax_hlo_at(r->parser, '['))
        return read_list(r, axis + 1);
    if (axis + 1 != r->type->ndim)
        return bad_literal(r, "an element where a list belongs");
    return read_element(r);
}

/* A list of the literal's dimension `axis`; its length is the type's. */
static ax_status *read_list(reader *r, int32_t axis)
{
    ax_hlo_parser *parser = r->parser;
    int64_t items = 0;
    if (axis == r->type->ndim)
        return bad_literal(r, "a list nested too deep");
    ax_hlo_advance(parser); /* [ */
    if (!ax_hlo_at(parser, ']')) {
        do {
            AX_TRY(read_item(r, axis));
            items++;
        } while (ax_hlo_take(parser, ','));
    }
    if (items != r->type->dims[axis]) {
        return ax_hlo_error(parser->module, AX_FORMAT, parser->token.place,
                            "a list of %lld where dimension %d of %s has %lld", (long long)items,
                            (int)axis, ax_hlo_type_print(parser->arena, r->type),
                            (long long)r->type->dims[axis]);
    }
    return ax_hlo_expect(parser, ']');
}

/* ---- "0x..." ---- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static ax_status *read_hex(reader *r, int64_t *out_bytes)
{
    const ax_hlo_token *token = &r->parser->token;
    const char *text = token->text + 1;
    size_t length = token->length - 2;
    if (length < 2 || text[0] != '0' || text[1] != 'x' || length % 2)
        return bad_literal(r, "a string that is not \"0x\" and pairs of hex digits");
    text += 2;
    size_t bytes = length / 2 - 1;
    r->data = malloc(bytes + 1);
    if (!r->data)
        return ax_hlo_no_memory();
    for (size_t i = 0; i < bytes; i++) {
        int high = hex_digit(text[2 * i]);
        int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return bad_literal(r, "a string with a character that is no hex digit");
        r->data[i] = (unsigned char)(high * 16 + low);
    }
    *out_bytes = (int64_t)bytes;
    return NULL;
}

/* Older writers pack eight bools into a byte, the first in the lowest bit. */
static ax_status *unpack_bits(reader *r, int64_t elements)
{
    unsigned char *bools = malloc((size_t)elements + 1);
    if (!bools)
        return ax_hlo_no_memory();
    for (int64_t i = 0; i < elements; i++)
        bools[i] = r->data[i / 8] >> (i % 8) & 1;
    free(r->data);
    r->data = bools;
    r->count = elements;
    return NULL;
}

/* Little-endian elements in row-major order, or one that stands for all. */
static ax_status *read_blob(reader *r, int64_t elements)
{
    ax_dtype dtype = r->type->dtype;
    int64_t element_bytes = (int64_t)r->element_bytes;
    int64_t bytes = 0;
    AX_TRY(read_hex(r, &bytes));
    if (bytes % element_bytes == 0 && bytes / element_bytes == elements) {
        r->count = elements;
    } else if (bytes == element_bytes) {
        r->splat = true;
        r->count = 1;
    } else if (dtype == AX_BOOL && bytes == ax_ceil_div(elements, 8)) {
        AX_TRY(unpack_bits(r, elements));
    } else {
        return ax_hlo_error(r->parser->module, AX_FORMAT, r->parser->token.place,
                            "%lld bytes of data do not make %s", (long long)bytes,
                            ax_hlo_type_print(r->parser->arena, r->type));
    }
    ax_hlo_swap_from_little_endian(dtype, r->data, r->count);
    for (int64_t i = 0; dtype == AX_BOOL && i < r->count; i++)
        r->data[i] = r->data[i] != 0;
    ax_hlo_advance(r->parser);
    return NULL;
}

/* ---- the whole literal ---- */

static ax_status *read_any(reader *r, int64_t elements)
{
    ax_hlo_parser *parser = r->parser;
    if (ax_hlo_at(parser, '>'))
        return elements ? bad_literal(r, "an empty literal") : NULL;
    if (parser->token.kind == AX_TOKEN_STRING)
        return read_blob(r, elements);
    if (ax_hlo_at(parser, '['))
        return read_list(r, 0);
    AX_TRY(read_element(r));
    r->splat = true;
    return NULL;
}

/* Elements of a static tensor type; false when they do not fit. */
static bool count_elements(const ax_hlo_type *type, int64_t *out_count)
{
    int64_t count = 1;
    bool empty = false;
    for (int32_t i = 0; i < type->ndim; i++)
        empty = empty || type->dims[i] == 0;
    for (int32_t i = 0; i < type->ndim && !empty; i++) {
        if (!ax_checked_mul(count, type->dims[i], &count))
            return false;
    }
    *out_count = empty ? 0 : count;
    return true;
}

/* Reads the text behind `dense<`, where the parser stands, as the attribute's type. */
static ax_status *decode(ax_hlo_parser *parser, ax_hlo_attr *attr)
{
    const ax_hlo_type *type = attr->type;
    int64_t elements;
    if (type->kind != AX_HLO_TENSOR || !type->known || type->dynamic)
        return NULL; /* nobody will ask for its data */
    if (!count_elements(type, &elements)) {
        return ax_hlo_error(parser->module, AX_OVERFLOW, type->place,
                            "the number of elements of %s does not fit 64 bits",
                            ax_hlo_type_print(parser->arena, type));
    }
    reader r = {
        .parser = parser,
        .type = type,
        .element_bytes = (size_t)ax_dtype_bytes(type->dtype),
    };
    ax_status *status = read_any(&r, elements);
    if (!status && !ax_hlo_at(parser, '>'))
        status = ax_hlo_unexpected(parser, "'>' at the end of the literal");
    if (!status) {
        attr->splat = r.splat;
        attr->data = ax_arena_copy(parser->arena, r.data, (size_t)r.count, r.element_bytes);
        if (!attr->data)
            status = ax_hlo_no_memory();
    }
    free(r.data);
    return status;
}

ax_status *ax_hlo_parse_dense(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    *out_attr = (ax_hlo_attr){.kind = AX_HLO_DENSE, .place = parser->token.place};
    ax_hlo_advance(parser); /* dense */
    AX_TRY(ax_hlo_expect(parser, '<'));

    ax_hlo_parser literal = *parser; /* to come back to; it shares all but the position */
    while (!ax_hlo_at(parser, '>')) {
        if (parser->token.kind == AX_TOKEN_END || parser->token.kind == AX_TOKEN_BAD)
            return ax_hlo_unexpected(parser, "'>' at the end of the literal");
        ax_hlo_advance(parser);
    }
    ax_hlo_advance(parser);
    AX_TRY(ax_hlo_expect(parser, ':'));
    AX_TRY(ax_hlo_parse_type(parser, &out_attr->type));
    return decode(&literal, out_attr);
}

ax_status *ax_hlo_parse_dense_array(ax_hlo_parser *parser, ax_hlo_attr *out_attr)
{
    *out_attr = (ax_hlo_attr){.kind = AX_HLO_DENSE, .place = parser->token.place};
    ax_hlo_advance(parser); /* array */
    AX_TRY(ax_hlo_expect(parser, '<'));
    const ax_hlo_type *element;
    AX_TRY(ax_hlo_parse_type(parser, &element));
    if (element->kind != AX_HLO_OTHER || !element->known)
        return ax_hlo_error(parser->module, AX_FORMAT, element->place,
                            "'%s' is no element type of an array", element->text);

    ax_hlo_type list = {.kind = AX_HLO_TENSOR, .known = true, .dtype = element->dtype, .ndim = 1};
    list.text = element->text;
    reader r = {.parser = parser, .type = &list};
    r.element_bytes = (size_t)ax_dtype_bytes(element->dtype);
    list.dims = &r.count; /* as many as are read so far: messages print it */
    ax_status *status = NULL;
    if (ax_hlo_take(parser, ':')) {
        do {
            status = read_element(&r);
        } while (!status && ax_hlo_take(parser, ','));
    }
    if (!status)
        status = ax_hlo_expect(parser, '>');
    if (!status) {
        out_attr->type = ax_hlo_tensor_type(parser, element->text, 1, &r.count);
        out_attr->data = ax_arena_copy(parser->arena, r.data, (size_t)r.count, r.element_bytes);
        if (!out_attr->type || !out_attr->data)
            status = ax_hlo_no_memory();
    }
    free(r.data);
    return status;
}
