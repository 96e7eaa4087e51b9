/* Walking backwards from a var at an index to the nodes that its value is made of. */
#include "backend/cpu/loop_program.h"
#include "base/checked.h"
#include "ops/dynamic.h"
#include "ops/ops.h"

#include <string.h>

/* The place of an element: its flat row-major index, and per dimension where that is known. */
typedef struct place {
    ax_form flat;
    bool has_dims;
    ax_form dims[AX_MAX_NDIM];
} place;

static const ax_loop_node *give_up(ax_loop_program *p, ax_loop_outcome outcome)
{
    if (p->outcome == AX_LOOP_FINE)
        p->outcome = outcome;
    return NULL;
}

static bool check(ax_loop_program *p, bool fine)
{
    if (!fine)
        give_up(p, AX_LOOP_NOT_KNOWN);
    return fine && p->outcome == AX_LOOP_FINE;
}

/* ---- symbols ---- */

uint64_t ax_loop_form_depends(const ax_loop_program *p, const ax_form *form)
{
    uint64_t depends = 0;
    for (int32_t i = 0; i < form->count; i++)
        depends |= p->symbols[form->terms[i].symbol].depends;
    return depends;
}

/* The symbol, a new one unless there is one; -1 when there are too many. */
static int32_t find_symbol(ax_loop_program *p, const ax_loop_symbol *wanted, int64_t size)
{
    for (int32_t s = p->domain.count; s < p->nsymbols; s++) {
        const ax_loop_symbol *symbol = &p->symbols[s];
        if (symbol->kind == wanted->kind && symbol->node == wanted->node && p->sizes[s] == size &&
            symbol->divisor == wanted->divisor && ax_form_equal(&symbol->form, &wanted->form)) {
            return s;
        }
    }
    if (p->nsymbols == AX_LOOP_MOST_SYMBOLS)
        return -1;
    p->symbols[p->nsymbols] = *wanted;
    p->sizes[p->nsymbols] = size;
    return p->nsymbols++;
}

/* A form divided, where it is no sum of two forms: what can be divided is, the rest by symbols of its own. */
static bool divide_opaque(ax_loop_program *p, const ax_form *form, int64_t divisor,
                          ax_form *out_quotient, ax_form *out_remainder)
{
    ax_form whole, rest;
    if (!check(p, ax_form_separate(form, divisor, p->sizes, &whole, &rest)))
        return false;
    int64_t least, greatest;
    ax_form_range(&rest, p->sizes, &least, &greatest);
    ax_loop_symbol symbol = {.kind = AX_SYMBOL_QUOTIENT,
                             .form = rest,
                             .divisor = divisor,
                             .depends = ax_loop_form_depends(p, &rest)};
    int32_t quotient = find_symbol(p, &symbol, greatest / divisor + 1);
    symbol.kind = AX_SYMBOL_REMAINDER;
    int32_t remainder = find_symbol(p, &symbol, divisor);
    *out_quotient = whole;
    *out_remainder = (ax_form){0};
    return check(p, quotient >= 0 && remainder >= 0 &&
                        ax_form_add_symbol(out_quotient, quotient, 1) &&
                        ax_form_add_symbol(out_remainder, remainder, 1));
}

/* The shortest inner loop that a split may leave: shorter ones are left to quotients. */
enum { SHORTEST_SPLIT = 8 };

/* Whether splitting a loop would make the form divisible; asks for it. */
static bool ask_for_split(ax_loop_program *p, const ax_form *form, int64_t divisor)
{
    if (p->domain.count == AX_LOOP_MOST_LOOPS)
        return false;
    for (int32_t i = 0; i < form->count; i++) {
        int32_t loop = form->terms[i].symbol;
        int64_t factor = form->terms[i].factor < 0 ? -form->terms[i].factor : form->terms[i].factor;
        if (loop >= p->domain.count || factor >= divisor || divisor % factor != 0)
            continue;
        int64_t inner = divisor / factor, size = p->sizes[loop];
        if (size <= inner || size % inner != 0 || inner < SHORTEST_SPLIT)
            continue;
        p->split_loop = loop;
        p->split_size = inner;
        give_up(p, AX_LOOP_SPLIT);
        return true;
    }
    return false;
}

static bool divide(ax_loop_program *p, const ax_form *form, int64_t divisor, ax_form *out_quotient,
                   ax_form *out_remainder)
{
    if (ax_form_divide(form, divisor, p->sizes, out_quotient, out_remainder))
        return true;
    if (ask_for_split(p, form, divisor))
        return false;
    return divide_opaque(p, form, divisor, out_quotient, out_remainder);
}

/* Finds the index of each dimension; nothing is done where they are known. */
static bool find_dims(ax_loop_program *p, const ax_type *type, place *at)
{
    if (at->has_dims)
        return true;
    int32_t first = 0;
    while (first < type->ndim && type->dims[first] == 1)
        at->dims[first++] = ax_form_constant(0);
    ax_form rest = at->flat;
    for (int32_t d = type->ndim - 1; d > first; d--) {
        ax_form quotient;
        at->dims[d] = ax_form_constant(0);
        if (type->dims[d] == 1)
            continue;
        if (!divide(p, &rest, type->dims[d], &quotient, &at->dims[d]))
            return false;
        rest = quotient;
    }
    if (first < type->ndim)
        at->dims[first] = rest;
    at->has_dims = true;
    return true;
}

/* Whether the terms are quotient * divisor and remainder of one form, times the same number. */
static bool are_parts(const ax_loop_program *p, const ax_term *quotient, const ax_term *remainder)
{
    if (quotient->symbol < p->domain.count || remainder->symbol < p->domain.count)
        return false;
    const ax_loop_symbol *a = &p->symbols[quotient->symbol], *b = &p->symbols[remainder->symbol];
    int64_t factor;
    return a->kind == AX_SYMBOL_QUOTIENT && b->kind == AX_SYMBOL_REMAINDER &&
           a->divisor == b->divisor && ax_form_equal(&a->form, &b->form) &&
           ax_checked_mul(remainder->factor, a->divisor, &factor) && quotient->factor == factor;
}

/* Puts the form of two such terms in their place, until there are none: so the index of an element that was
 * taken apart and put together is what it was. */
static bool join_parts(ax_loop_program *p, ax_form *form)
{
    for (int32_t i = 0; i < form->count * form->count; i++) {
        ax_term quotient = form->terms[i / form->count], remainder = form->terms[i % form->count];
        if (!are_parts(p, &quotient, &remainder))
            continue;
        const ax_form whole = p->symbols[quotient.symbol].form;
        int64_t least, greatest;
        ax_form_range(&whole, p->sizes, &least, &greatest);
        if (least < 0) /* quotients and remainders of those are 0 */
            continue;
        bool fits = ax_form_add_symbol(form, quotient.symbol, -quotient.factor) &&
                    ax_form_add_symbol(form, remainder.symbol, -remainder.factor) &&
                    ax_form_add(form, &whole, remainder.factor);
        if (!check(p, fits))
            return false;
        i = -1;
    }
    return true;
}

/* Finds the flat index from those of the dimensions. */
static bool flatten(ax_loop_program *p, const ax_type *type, place *at)
{
    int64_t stride = 1;
    at->flat = ax_form_constant(0);
    at->has_dims = true;
    for (int32_t d = type->ndim - 1; d >= 0; d--) {
        if (!check(p, ax_form_add(&at->flat, &at->dims[d], stride)))
            return false;
        stride *= type->dims[d];
    }
    return join_parts(p, &at->flat);
}

/* ---- nodes ---- */

static const ax_loop_node *find_node(const ax_loop_program *p, const ax_var *var,
                                     const ax_form *flat)
{
    for (const ax_loop_node *node = p->by_var[var->id]; node; node = node->next) {
        if (ax_form_equal(&node->place, flat))
            return node;
    }
    return NULL;
}

static ax_loop_node *new_node(ax_loop_program *p, ax_node_kind kind, ax_dtype dtype,
                              int32_t noperands)
{
    if (p->nnodes == AX_LOOP_MOST_NODES) {
        give_up(p, AX_LOOP_NOT_KNOWN);
        return NULL;
    }
    ax_loop_node *node = ax_arena_alloc(p->arena, 1, sizeof *node);
    if (node)
        node->operands = ax_arena_alloc(p->arena, (size_t)noperands, sizeof *node->operands);
    if (!node || !node->operands) {
        give_up(p, AX_LOOP_NO_MEMORY);
        return NULL;
    }
    node->kind = kind;
    node->dtype = dtype;
    node->noperands = noperands;
    node->condition = -1;
    node->id = p->nnodes;
    p->nodes[p->nnodes++] = node;
    return node;
}

static bool set_operand(ax_loop_node *node, int32_t index, const ax_loop_node *operand)
{
    if (!operand)
        return false;
    node->operands[index] = operand;
    node->depends |= operand->depends;
    node->stage = (int32_t)ax_max_i64(node->stage, operand->stage);
    return true;
}

static const ax_loop_node *express(ax_loop_program *p, const ax_var *var, place *at);

static ax_loop_node *load(ax_loop_program *p, const ax_type *type, int32_t buffer,
                          const ax_form *flat)
{
    ax_loop_node *node = new_node(p, AX_NODE_LOAD, type->dtype, 0);
    if (!node)
        return NULL;
    int64_t count = ax_type_count(type);
    node->buffer = buffer;
    node->form = *flat;
    node->depends = ax_loop_form_depends(p, flat);
    node->cost = 1;
    int64_t least, greatest;
    ax_form_range(flat, p->sizes, &least, &greatest);
    node->count = count;
    node->may_miss = least < 0 || greatest >= count;
    return node;
}

static bool is_splat(const ax_literal *literal)
{
    int64_t bytes = ax_dtype_bytes(literal->type.dtype), count = ax_type_count(&literal->type);
    const char *data = literal->data;
    return count > 0 && memcmp(data, data + bytes, (size_t)((count - 1) * bytes)) == 0;
}

static const ax_loop_node *express_constant(ax_loop_program *p, const ax_var *var, const place *at)
{
    const ax_literal *literal = ax_eqn_literal(var->producer, AX_ATTR_VALUE);
    ax_dtype dtype = literal->type.dtype;
    if (is_splat(literal)) {
        ax_loop_node *node = new_node(p, AX_NODE_CONSTANT, dtype, 0);
        if (node)
            node->element = literal->data;
        return node;
    }
    int32_t c = 0;
    while (c < p->nconstants && p->constants[c].var != var)
        c++;
    if (c == p->nconstants)
        p->constants[p->nconstants++] = (ax_loop_constant){var, literal->data};
    int32_t buffer = p->region->ninputs + p->region->noutputs + c;
    return load(p, &literal->type, buffer, &at->flat);
}

static const ax_loop_node *express_iota(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    if (!find_dims(p, &eqn->results[0]->type, at))
        return NULL;
    ax_loop_node *node = new_node(p, AX_NODE_IOTA, eqn->results[0]->type.dtype, 0);
    if (!node)
        return NULL;
    node->form = at->dims[ax_eqn_int(eqn, AX_ATTR_DIMENSION)];
    node->depends = ax_loop_form_depends(p, &node->form);
    node->cost = 1;
    return node;
}

/* ---- elementwise ---- */

static int32_t cost_of(const ax_op *op, ax_dtype dtype)
{
    static const struct {
        const ax_op *op;
        int32_t cost;
    } dear[] = {
        {&ax_op_exponential, 16}, {&ax_op_exponential_minus_one, 24},
        {&ax_op_log, 20},         {&ax_op_log_plus_one, 24},
        {&ax_op_tanh, 24},        {&ax_op_erf, 30},
        {&ax_op_erfc, 40},        {&ax_op_erf_inv, 40},
        {&ax_op_logistic, 20},    {&ax_op_sine, 24},
        {&ax_op_cosine, 24},      {&ax_op_tan, 30},
        {&ax_op_power, 50},       {&ax_op_atan2, 30},
        {&ax_op_cbrt, 24},        {&ax_op_sqrt, 6},
        {&ax_op_rsqrt, 8},        {&ax_op_remainder, 16},
        {&ax_op_maximum, 3},      {&ax_op_minimum, 3},
        {&ax_op_sinh, 30},        {&ax_op_cosh, 30},
        {&ax_op_asin, 30},        {&ax_op_acos, 30},
        {&ax_op_atan, 24},        {&ax_op_asinh, 40},
        {&ax_op_acosh, 40},       {&ax_op_atanh, 40},
        {&ax_op_lgamma, 200},     {&ax_op_digamma, 200},
        {&ax_op_zeta, 400},       {&ax_op_polygamma, 400},
        {&ax_op_bessel_i1e, 60},
    };
    if (op == &ax_op_divide)
        return ax_dtype_is_float(dtype) ? 5 : 30;
    if (!ax_dtype_is_float(dtype))
        return 1;
    for (size_t i = 0; i < sizeof dear / sizeof dear[0]; i++) {
        if (dear[i].op == op)
            return dear[i].cost;
    }
    return 1;
}

static const ax_loop_node *express_elementwise(ax_loop_program *p, const ax_eqn *eqn,
                                               const place *at)
{
    const ax_type *type = &eqn->results[0]->type;
    ax_loop_node *node = new_node(p, AX_NODE_OP, type->dtype, eqn->noperands);
    if (!node)
        return NULL;
    node->eqn = eqn;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *operand = ax_operand_type(eqn, i);
        bool scalar = operand->ndim == 0 && type->ndim > 0;
        bool same = scalar || ax_type_count(operand) == ax_type_count(type);
        place there = scalar ? (place){.has_dims = true} : *at;
        if (!check(p, same) || !set_operand(node, i, express(p, eqn->operands[i], &there)))
            return NULL;
    }
    node->cost = cost_of(eqn->op, ax_operand_type(eqn, 0)->dtype);
    return node;
}

/* ---- other indices ---- */

static const ax_loop_node *express_broadcast(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    const ax_type *from = ax_operand_type(eqn, 0);
    place there = {.has_dims = true};
    if (ax_type_count(from) == 1)
        return express(p, eqn->operands[0], &there);
    if (!find_dims(p, &eqn->results[0]->type, at))
        return NULL;
    ax_ints places = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS);
    for (int32_t d = 0; d < from->ndim; d++) {
        if (from->dims[d] != 1)
            there.dims[d] = at->dims[places.values[d]];
    }
    return flatten(p, from, &there) ? express(p, eqn->operands[0], &there) : NULL;
}

static const ax_loop_node *express_transpose(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    if (!find_dims(p, &eqn->results[0]->type, at))
        return NULL;
    ax_ints permutation = ax_eqn_ints(eqn, AX_ATTR_PERMUTATION);
    place there = {0};
    for (int32_t d = 0; d < permutation.count; d++)
        there.dims[permutation.values[d]] = at->dims[d];
    return flatten(p, ax_operand_type(eqn, 0), &there) ? express(p, eqn->operands[0], &there)
                                                       : NULL;
}

/* Index d becomes start + stride * d. */
static bool step_dim(ax_loop_program *p, ax_form *dim, int64_t start, int64_t stride)
{
    ax_form moved = ax_form_constant(start);
    if (!check(p, ax_form_add(&moved, dim, stride)))
        return false;
    *dim = moved;
    return true;
}

static const ax_loop_node *express_slice(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    const ax_type *to = &eqn->results[0]->type;
    if (!find_dims(p, to, at))
        return NULL;
    for (int32_t d = 0; d < to->ndim; d++) {
        int64_t stride = to->dims[d] > 1 ? ax_eqn_ints(eqn, AX_ATTR_STRIDES).values[d] : 0;
        if (!step_dim(p, &at->dims[d], ax_eqn_ints(eqn, AX_ATTR_START_INDICES).values[d], stride))
            return NULL;
    }
    return flatten(p, ax_operand_type(eqn, 0), at) ? express(p, eqn->operands[0], at) : NULL;
}

static const ax_loop_node *express_reverse(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    const ax_type *type = &eqn->results[0]->type;
    ax_ints reversed = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    if (!find_dims(p, type, at))
        return NULL;
    for (int32_t i = 0; i < reversed.count; i++) {
        int64_t d = reversed.values[i];
        if (!step_dim(p, &at->dims[d], type->dims[d] - 1, -1))
            return NULL;
    }
    return flatten(p, type, at) ? express(p, eqn->operands[0], at) : NULL;
}

static const ax_loop_node *express_dynamic_slice(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    const ax_type *from = ax_operand_type(eqn, 0), *to = &eqn->results[0]->type;
    if (!find_dims(p, to, at))
        return NULL;
    for (int32_t d = 0; d < to->ndim; d++) {
        int64_t starts = from->dims[d] - to->dims[d] + 1;
        if (starts == 1)
            continue;
        place scalar = {.has_dims = true};
        const ax_loop_node *node = express(p, eqn->operands[AX_SLICE_STARTS + d], &scalar);
        if (!node || !check(p, node->depends == 0 && node->stage == 0))
            return NULL;
        ax_loop_symbol start = {.kind = AX_SYMBOL_START, .node = node};
        int32_t symbol = find_symbol(p, &start, starts);
        if (!check(p, symbol >= 0 && ax_form_add_symbol(&at->dims[d], symbol, 1)))
            return NULL;
    }
    return flatten(p, from, at) ? express(p, eqn->operands[0], at) : NULL;
}

/* ---- choices ---- */

/* What is known of a condition before anything runs. */
typedef enum truth { NEVER, SOMETIMES, ALWAYS } truth;

static truth truth_of(const ax_loop_program *p, const ax_form *form, int64_t least, int64_t limit)
{
    int64_t smallest, greatest;
    ax_form_range(form, p->sizes, &smallest, &greatest);
    if (greatest < least || smallest >= limit)
        return NEVER;
    return smallest >= least && greatest < limit ? ALWAYS : SOMETIMES;
}

/* Adds a condition to those of *condition; leaves it where the new one is always true. False: it is never
 * true, or the outcome is not fine. */
static bool narrow(ax_loop_program *p, const ax_form *form, int64_t least, int64_t limit,
                   int32_t *condition)
{
    truth known = truth_of(p, form, least, limit);
    if (known != SOMETIMES)
        return known == ALWAYS;
    for (int32_t c = 0; c < p->nconditions; c++) {
        const ax_loop_condition *one = &p->conditions[c];
        if (one->also == *condition && one->least == least && one->limit == limit &&
            ax_form_equal(&one->form, form)) {
            *condition = c;
            return true;
        }
    }
    if (!check(p, p->nconditions < AX_LOOP_MOST_CONDITIONS))
        return false;
    p->conditions[p->nconditions] = (ax_loop_condition){*condition, *form, least, limit};
    *condition = p->nconditions++;
    return true;
}

static const ax_loop_node *choose(ax_loop_program *p, int32_t condition, const ax_loop_node *then,
                                  const ax_loop_node *otherwise)
{
    ax_loop_node *node = then && otherwise ? new_node(p, AX_NODE_CHOOSE, then->dtype, 2) : NULL;
    if (!node)
        return NULL;
    set_operand(node, 0, then);
    set_operand(node, 1, otherwise);
    node->condition = condition;
    for (int32_t c = condition; c >= 0; c = p->conditions[c].also)
        node->depends |= ax_loop_form_depends(p, &p->conditions[c].form);
    node->cost = 1;
    return node;
}

/* One dimension of a pad: the operand's index, and where it is one. */
static bool pad_dim(ax_loop_program *p, const ax_eqn *eqn, int32_t d, ax_form *dim,
                    int32_t *condition)
{
    int64_t low = ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_LOW).values[d];
    int64_t step = 1 + ax_eqn_ints(eqn, AX_ATTR_INTERIOR_PADDING).values[d];
    int64_t size = ax_operand_type(eqn, 0)->dims[d], reach;
    if (size == 0 || !ax_checked_mul(size - 1, step, &reach))
        return false;
    if (!step_dim(p, dim, -low, 1) || !narrow(p, dim, 0, reach + 1, condition))
        return false;
    if (size == 1)
        *dim = ax_form_constant(0);
    if (step == 1 || size == 1)
        return true;
    ax_form quotient, remainder;
    if (!divide(p, dim, step, &quotient, &remainder) || !narrow(p, &remainder, 0, 1, condition))
        return false;
    *dim = quotient;
    return true;
}

static const ax_loop_node *express_pad(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    place scalar = {.has_dims = true};
    const ax_loop_node *edge = express(p, eqn->operands[1], &scalar);
    if (!edge || !find_dims(p, &eqn->results[0]->type, at))
        return NULL;
    int32_t inside = -1;
    for (int32_t d = 0; d < eqn->results[0]->type.ndim; d++) {
        if (!pad_dim(p, eqn, d, &at->dims[d], &inside))
            return p->outcome == AX_LOOP_FINE ? edge : NULL;
    }
    if (!flatten(p, ax_operand_type(eqn, 0), at))
        return NULL;
    const ax_loop_node *element = express(p, eqn->operands[0], at);
    return inside < 0 ? element : choose(p, inside, element, edge);
}

static const ax_loop_node *express_concatenate(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION), start = 0;
    if (!find_dims(p, &eqn->results[0]->type, at))
        return NULL;
    ax_form dim = at->dims[dimension];
    const ax_loop_node *value = NULL;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = ax_operand_type(eqn, i);
        int64_t size = type->dims[dimension];
        int32_t inside = -1;
        if (size > 0 && narrow(p, &dim, start, start + size, &inside)) {
            place there = *at;
            there.dims[dimension] = size == 1 ? ax_form_constant(0) : dim;
            bool found = size == 1 || step_dim(p, &there.dims[dimension], -start, 1);
            found = found && flatten(p, type, &there);
            const ax_loop_node *part = found ? express(p, eqn->operands[i], &there) : NULL;
            value = value && inside >= 0 ? choose(p, inside, part, value) : part;
        }
        if (p->outcome != AX_LOOP_FINE)
            return NULL;
        start += size;
    }
    check(p, value != NULL);
    return value;
}

/* ---- reductions ---- */

static bool known_reduce(const ax_loop_program *p, const ax_eqn *eqn)
{
    ax_fold fold;
    const ax_eqn *first = p->first_reduce;
    if (!first || eqn->nresults != 1 || !ax_fold_find_wide(eqn->regions[0], &fold))
        return false;
    if (ax_type_count(&eqn->results[0]->type) != ax_type_count(&first->results[0]->type) ||
        ax_type_count(ax_operand_type(eqn, 0)) != ax_type_count(ax_operand_type(first, 0))) {
        return false;
    }
    ax_ints a = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS), b = ax_eqn_ints(first, AX_ATTR_DIMENSIONS);
    bool same = a.count == b.count &&
                ax_operand_type(eqn, 0)->ndim == ax_operand_type(first, 0)->ndim;
    for (int32_t d = 0; same && d < ax_operand_type(first, 0)->ndim; d++)
        same = ax_operand_type(eqn, 0)->dims[d] == ax_operand_type(first, 0)->dims[d];
    for (int32_t i = 0; same && i < a.count; i++)
        same = a.values[i] == b.values[i];
    return same;
}

static const ax_loop_node *express_reduce(ax_loop_program *p, const ax_eqn *eqn, const place *at)
{
    if (!check(p, known_reduce(p, eqn) && ax_form_equal(&at->flat, &p->reduced_place)))
        return NULL;
    place scalar = {.has_dims = true}, there = {.flat = p->operand_place};
    const ax_loop_node *init = express(p, eqn->operands[1], &scalar);
    if (!init || p->reduced_count == 0)
        return init;
    ax_loop_node *node = new_node(p, AX_NODE_FOLD, eqn->results[0]->type.dtype, 2);
    if (!node || !set_operand(node, 0, express(p, eqn->operands[0], &there)) ||
        !set_operand(node, 1, init)) {
        return NULL;
    }
    node->eqn = eqn;
    node->depends = ax_loop_form_depends(p, &p->reduced_place);
    node->stage++;
    return node;
}

/* ---- any var ---- */

static const ax_loop_node *express_result(ax_loop_program *p, const ax_eqn *eqn, place *at)
{
    place there = {.flat = at->flat};
    if (eqn->op == &ax_op_constant)
        return express_constant(p, eqn->results[0], at);
    if (eqn->op == &ax_op_iota)
        return express_iota(p, eqn, at);
    if (eqn->op == &ax_op_reshape)
        return express(p, eqn->operands[0], &there);
    if (eqn->op == &ax_op_broadcast_in_dim)
        return express_broadcast(p, eqn, at);
    if (eqn->op == &ax_op_transpose)
        return express_transpose(p, eqn, at);
    if (eqn->op == &ax_op_slice)
        return express_slice(p, eqn, at);
    if (eqn->op == &ax_op_reverse)
        return express_reverse(p, eqn, at);
    if (eqn->op == &ax_op_dynamic_slice)
        return express_dynamic_slice(p, eqn, at);
    if (eqn->op == &ax_op_pad)
        return express_pad(p, eqn, at);
    if (eqn->op == &ax_op_concatenate)
        return express_concatenate(p, eqn, at);
    if (eqn->op == &ax_op_reduce)
        return express_reduce(p, eqn, at);
    if (eqn->op == &ax_op_bitcast_convert || (eqn->op->traits & AX_TRAIT_ELEMENTWISE))
        return express_elementwise(p, eqn, at);
    return give_up(p, AX_LOOP_NOT_KNOWN);
}

/* A node may stand for several vars: the first that it was made for remembers it. */
static void remember(ax_loop_program *p, const ax_var *var, const ax_form *flat,
                     const ax_loop_node *node)
{
    ax_loop_node *own = p->nodes[node->id];
    if (own->var)
        return;
    own->var = var;
    own->place = *flat;
    own->next = p->by_var[var->id];
    p->by_var[var->id] = own;
}

static const ax_loop_node *express(ax_loop_program *p, const ax_var *var, place *at)
{
    if (p->outcome != AX_LOOP_FINE)
        return NULL;
    const ax_loop_node *known = find_node(p, var, &at->flat);
    if (known)
        return known;
    ax_form flat = at->flat;
    const ax_loop_node *node = var->producer ? express_result(p, var->producer, at)
                                             : load(p, &var->type, var->index, &flat);
    if (node)
        remember(p, var, &flat, node);
    return node;
}

const ax_loop_node *ax_loop_express(ax_loop_program *p, const ax_var *var, const ax_form *flat)
{
    place at = {.flat = *flat};
    return express(p, var, &at);
}
