/* spoil FROM.mlir TO.mlir: copies a program that checks itself, with one element of what it expects
 * moved by ten tolerances (where the check is exact, by one or to the next float), so that its check
 * has to fail. Exit status 3: there is no expected element that could be moved.
 *
 * What is expected is found in the tree: the second operand of a check, or its attribute `value`, back
 * through calls to a constant. Its literal, in whatever form it is written (a list, a splat, bytes in
 * hexadecimal), is written again as a list.
 */
#include "formats/stablehlo.h"

#include "base/half.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING = 3 };

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "spoil: %s\n", what);
    exit(1);
}

static void must(ax_status *status)
{
    if (status)
        give_up(ax_status_message(status));
}

/* ---- files ---- */

static char *read_file(const char *path, size_t *out_length)
{
    FILE *file = fopen(path, "rb");
    size_t length = 0, capacity = 1 << 24;
    char *text = malloc(capacity);
    if (!file || !text)
        give_up(path);
    length = fread(text, 1, capacity - 1, file);
    fclose(file);
    text[length] = '\0';
    *out_length = length;
    return text;
}

/* ---- what is expected ---- */

typedef enum kind { EQ, ALMOST, CLOSE } kind;

typedef struct expectation {
    kind kind;
    double tolerance; /* ALMOST */
    int64_t ulps;     /* CLOSE */
    const ax_hlo_attr *literal;
} expectation;

static const char *check_name(const ax_hlo_op *op)
{
    const char *name = op->name;
    const ax_hlo_attr *target = ax_hlo_op_attr(op, "call_target_name");
    if (strcmp(name, "stablehlo.custom_call") == 0 && target && target->text)
        name = target->text;
    return strncmp(name, "check.expect_", 13) == 0 ? name + 13 : NULL;
}

/* The literal of a value, through calls; NULL when it is computed. */
static const ax_hlo_attr *literal_of(const ax_hlo_module *module, const ax_hlo_value *value)
{
    while (value->op && (strcmp(value->op->name, "func.call") == 0)) {
        const ax_hlo_attr *callee = ax_hlo_op_attr(value->op, "callee");
        const ax_hlo_op *function = callee ? ax_hlo_module_find(module, callee->text) : NULL;
        if (!function || function->nregions != 1)
            return NULL;
        value = function->regions[0].last->operands[value->index];
    }
    if (!value->op || strcmp(value->op->name, "stablehlo.constant") != 0)
        return NULL;
    return ax_hlo_op_attr(value->op, "value");
}

/* A literal of real elements, at least one. */
static bool can_move(const ax_hlo_attr *literal)
{
    if (!literal || literal->kind != AX_HLO_DENSE || !literal->data || !literal->type->known ||
        ax_dtype_kind(literal->type->dtype) == AX_KIND_COMPLEX)
        return false;
    for (int32_t i = 0; i < literal->type->ndim; i++) {
        if (literal->type->dims[i] == 0)
            return false;
    }
    return true;
}

static bool expectation_of(const ax_hlo_module *module, const ax_hlo_op *op, expectation *out)
{
    const char *name = check_name(op);
    if (!name || op->noperands < 1)
        return false;
    bool custom = strcmp(op->name, "stablehlo.custom_call") == 0;
    bool constant = strstr(name, "_const") != NULL;
    const ax_hlo_attr *tolerance = ax_hlo_op_attr(op, "tolerance");
    const ax_hlo_attr *most = ax_hlo_op_attr(op, "max_ulp_difference");
    *out = (expectation){
        .kind = strncmp(name, "almost", 6) == 0 ? ALMOST
                : strcmp(name, "close") == 0    ? CLOSE
                                                : EQ,
        .tolerance = tolerance ? tolerance->real
                     : custom  ? 1e-3
                               : 1e-4,
        .ulps = most ? most->integer : 3,
        .literal = constant             ? ax_hlo_op_attr(op, "value")
                   : op->noperands == 2 ? literal_of(module, op->operands[1])
                                        : NULL,
    };
    return can_move(out->literal);
}

/* The `pick`-th check with an element to move, counted around. */
static bool find_expectation(const ax_hlo_module *module, uint32_t pick, expectation *out)
{
    expectation found[16];
    uint32_t count = 0;
    for (int32_t i = 0; i < module->nsymbols; i++) {
        const ax_hlo_op *function = module->symbols[i];
        if (strcmp(function->name, "func.func") != 0 || function->nregions != 1)
            continue;
        AX_HLO_FOR_OPS(op, &function->regions[0])
        {
            if (count < 16 && expectation_of(module, op, &found[count]))
                count++;
        }
    }
    if (count > 0)
        *out = found[pick % count];
    return count > 0;
}

/* ---- moving an element ---- */

static double read_float(ax_dtype dtype, const void *at)
{
    switch (dtype) {
    case AX_F16: return (double)ax_f32_from_f16(*(const uint16_t *)at);
    case AX_BF16: return (double)ax_f32_from_bf16(*(const uint16_t *)at);
    case AX_F32: return (double)*(const float *)at;
    default: return *(const double *)at;
    }
}

static void write_float(ax_dtype dtype, double value, void *at)
{
    switch (dtype) {
    case AX_F16: *(uint16_t *)at = ax_f16_from_f64(value); break;
    case AX_BF16: *(uint16_t *)at = ax_bf16_from_f64(value); break;
    case AX_F32: *(float *)at = (float)value; break;
    default: *(double *)at = value; break;
    }
}

/* Adds to an integer, or to the bits of a float: to the next ones away from zero. */
static void add_bits(ax_dtype dtype, int64_t add, void *at)
{
    switch (ax_dtype_bytes(dtype)) {
    case 1: *(uint8_t *)at = (uint8_t)(*(uint8_t *)at + add); break;
    case 2: *(uint16_t *)at = (uint16_t)(*(uint16_t *)at + add); break;
    case 4: *(uint32_t *)at = (uint32_t)(*(uint32_t *)at + add); break;
    default: *(uint64_t *)at += (uint64_t)add; break;
    }
}

static void move_float(const expectation *e, ax_dtype dtype, void *at)
{
    double value = read_float(dtype, at);
    if (!isfinite(value)) {
        write_float(dtype, 0, at);
    } else if (e->kind == EQ) {
        add_bits(dtype, 1, at);
    } else if (e->kind == CLOSE) {
        add_bits(dtype, 10 * e->ulps, at);
    } else {
        double wanted = 10 * e->tolerance;
        write_float(dtype, value + (value < 0 ? -wanted : wanted), at);
        while (fabs(read_float(dtype, at) - value) < wanted) /* a coarse dtype */
            add_bits(dtype, 1, at);
    }
}

static void move_element(const expectation *e, ax_dtype dtype, void *at)
{
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_FLOAT: move_float(e, dtype, at); break;
    case AX_KIND_BOOL: *(uint8_t *)at ^= 1; break;
    default: add_bits(dtype, e->kind == ALMOST ? 1 + (int64_t)(10 * e->tolerance) : 1, at); break;
    }
}

/* ---- writing the literal ---- */

static void write_element(ax_text *text, ax_dtype dtype, const void *at)
{
    uint64_t bits = 0;
    memcpy(&bits, at, (size_t)ax_dtype_bytes(dtype));
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_BOOL: ax_text_append(text, bits ? "true" : "false"); break;
    case AX_KIND_UNSIGNED: ax_text_printf(text, "%llu", (unsigned long long)bits); break;
    case AX_KIND_SIGNED: {
        int shift = 64 - 8 * (int)ax_dtype_bytes(dtype);
        ax_text_printf(text, "%lld", (long long)((int64_t)(bits << shift) >> shift));
        break;
    }
    default:
        ax_text_printf(text, "0x%0*llX", 2 * (int)ax_dtype_bytes(dtype), (unsigned long long)bits);
    }
}

static const char *write_list(ax_text *text, const ax_hlo_type *type, int32_t dim, const char *at)
{
    if (dim == type->ndim) {
        write_element(text, type->dtype, at);
        return at + ax_dtype_bytes(type->dtype);
    }
    ax_text_append(text, "[");
    for (int64_t i = 0; i < type->dims[dim]; i++) {
        ax_text_append(text, i ? ", " : "");
        at = write_list(text, type, dim + 1, at);
    }
    ax_text_append(text, "]");
    return at;
}

/* All elements, with one moved. */
static char *moved_data(const expectation *e, uint32_t pick)
{
    const ax_hlo_type *type = e->literal->type;
    int64_t count = 1, bytes = ax_dtype_bytes(type->dtype);
    for (int32_t i = 0; i < type->ndim; i++)
        count *= type->dims[i];
    char *data = malloc((size_t)(count * bytes));
    if (!data)
        give_up("no memory");
    for (int64_t i = 0; i < count; i++)
        memcpy(data + i * bytes,
               (const char *)e->literal->data + (e->literal->splat ? 0 : i * bytes), (size_t)bytes);
    move_element(e, type->dtype, data + pick % count * bytes);
    return data;
}

/* ---- the text ---- */

static const char *at_place(const char *text, ax_hlo_place place)
{
    for (int32_t line = 1; line < place.line; line++)
        text = strchr(text, '\n') + 1;
    return text + place.column - 1;
}

/* Behind the '>' of dense<...>. */
static const char *literal_end(const char *dense)
{
    const char *at = strchr(dense, '<');
    int depth = 0;
    bool quoted = false;
    for (;; at++) {
        if (*at == '\0')
            give_up("a literal without an end");
        quoted ^= *at == '"';
        depth += !quoted && *at == '<';
        depth -= !quoted && *at == '>';
        if (depth == 0)
            return at + 1;
    }
}

static uint32_t hash_name(const char *path)
{
    const char *name = strrchr(path, '/');
    uint32_t hash = 2166136261u;
    for (const char *c = name ? name + 1 : path; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return hash >> 8;
}

/* The text with the literal of what is expected replaced. */
static void write_spoiled(const char *path, const char *text, const expectation *e, uint32_t pick)
{
    const char *dense = at_place(text, e->literal->place);
    if (strncmp(dense, "dense<", 6) != 0)
        give_up("the literal is not where the tree says");
    char *data = moved_data(e, pick);
    ax_text list = {0};
    write_list(&list, e->literal->type, 0, data);
    FILE *out = fopen(path, "wb");
    if (!out || list.failed)
        give_up(path);
    fprintf(out, "%.*sdense<%s>%s", (int)(dense - text), text, list.bytes, literal_end(dense));
    if (fclose(out) != 0)
        give_up(path);
    ax_text_free(&list);
    free(data);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        give_up("spoil FROM.mlir TO.mlir");
    size_t length;
    char *text = read_file(argv[1], &length);
    ax_hlo_module *module;
    must(ax_stablehlo_parse(text, length, argv[1], &module));
    uint32_t pick = hash_name(argv[1]);
    expectation e;
    bool found = find_expectation(module, pick, &e);
    if (found)
        write_spoiled(argv[2], text, &e, pick / 16);
    ax_stablehlo_free(module);
    free(text);
    return found ? 0 : NOTHING;
}
