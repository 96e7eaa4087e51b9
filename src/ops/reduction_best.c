#include "ops/reduction_best.h"

#include "base/checked.h"
#include "base/vectorized.h"
#include "ops/numbers.h"
#include "ops/ops.h"

/* ---- recognising ---- */

/* How two values compare; NaN on the left, on the right, on both sides. */
typedef enum order { LESS, EQUAL, GREATER, LEFT_NAN, RIGHT_NAN, BOTH_NAN, ORDERS } order;

/* What a var of the region is in one case: a truth, or one of the region's inputs. */
typedef enum meaning { UNKNOWN, NO, YES, LEFT_VALUE, LEFT_PLACE, RIGHT_VALUE, RIGHT_PLACE } meaning;

enum { MOST_VARS = 32 };

typedef struct region_case {
    order values, places;
    meaning vars[MOST_VARS];
} region_case;

static order turned(order o)
{
    switch (o) {
    case LESS: return GREATER;
    case GREATER: return LESS;
    case LEFT_NAN: return RIGHT_NAN;
    case RIGHT_NAN: return LEFT_NAN;
    default: return o;
    }
}

/* How `a` compares with `b`; ORDERS where they are not two values or two places. */
static order order_of(const region_case *c, meaning a, meaning b)
{
    bool values = a == LEFT_VALUE || a == RIGHT_VALUE;
    if (a == b && values) {
        bool nan = c->values == BOTH_NAN || c->values == (a == LEFT_VALUE ? LEFT_NAN : RIGHT_NAN);
        return nan ? BOTH_NAN : EQUAL;
    }
    if (a == b)
        return a == LEFT_PLACE || a == RIGHT_PLACE ? EQUAL : ORDERS;
    if (a == LEFT_VALUE && b == RIGHT_VALUE)
        return c->values;
    if (a == RIGHT_VALUE && b == LEFT_VALUE)
        return turned(c->values);
    if (a == LEFT_PLACE && b == RIGHT_PLACE)
        return c->places;
    return a == RIGHT_PLACE && b == LEFT_PLACE ? turned(c->places) : ORDERS;
}

static meaning compared(order o, int64_t direction)
{
    bool truth;
    switch (direction) {
    case AX_EQ: truth = o == EQUAL; break;
    case AX_NE: truth = o != EQUAL; break;
    case AX_LT: truth = o == LESS; break;
    case AX_LE: truth = o == LESS || o == EQUAL; break;
    case AX_GT: truth = o == GREATER; break;
    case AX_GE: truth = o == GREATER || o == EQUAL; break;
    default: return UNKNOWN;
    }
    return truth ? YES : NO;
}

static bool is_truth(meaning m)
{
    return m == NO || m == YES;
}

static meaning meaning_of(const region_case *c, const ax_eqn *eqn)
{
    meaning x[3] = {UNKNOWN, UNKNOWN, UNKNOWN};
    for (int32_t i = 0; i < eqn->noperands && i < 3; i++)
        x[i] = c->vars[eqn->operands[i]->id];
    if (eqn->op == &ax_op_compare && eqn->nattrs == 1) {
        order o = order_of(c, x[0], x[1]);
        return o == ORDERS ? UNKNOWN : compared(o, ax_eqn_int(eqn, AX_ATTR_COMPARISON_DIRECTION));
    }
    if (eqn->op == &ax_op_select)
        return is_truth(x[0]) ? (x[0] == YES ? x[1] : x[2]) : UNKNOWN;
    if (eqn->op == &ax_op_not)
        return is_truth(x[0]) ? (x[0] == YES ? NO : YES) : UNKNOWN;
    if (!is_truth(x[0]) || !is_truth(x[1]))
        return UNKNOWN;
    if (eqn->op == &ax_op_and)
        return x[0] == YES && x[1] == YES ? YES : NO;
    if (eqn->op == &ax_op_or)
        return x[0] == YES || x[1] == YES ? YES : NO;
    return UNKNOWN;
}

/* What the region gives where its values and places compare so. */
static void evaluate(const ax_graph *region, order values, order places, meaning out_results[2])
{
    region_case c = {.values = values, .places = places};
    for (int32_t i = 0; i < 4; i++)
        c.vars[region->inputs[i]->id] = (meaning)(LEFT_VALUE + i);
    AX_FOR_EQNS (eqn, region) {
        if (eqn->nresults == 1)
            c.vars[eqn->results[0]->id] = meaning_of(&c, eqn);
    }
    for (int32_t i = 0; i < 2; i++)
        out_results[i] = c.vars[region->outputs[i]->id];
}

/* Whether the region takes both from the left (or both from the right), whatever the places. */
static bool takes_side(const ax_graph *region, order values, bool left)
{
    for (int places = LESS; places <= GREATER; places++) {
        meaning results[2];
        evaluate(region, values, (order)places, results);
        /* Of two equal places either is the one. */
        bool place = results[1] == (left ? LEFT_PLACE : RIGHT_PLACE) ||
                     (places == EQUAL && results[1] == (left ? RIGHT_PLACE : LEFT_PLACE));
        if (results[0] != (left ? LEFT_VALUE : RIGHT_VALUE) || !place)
            return false;
    }
    return true;
}

/* What is done with equal values; false when that is none of what we know. */
static bool find_equal(const ax_graph *region, ax_best *best)
{
    meaning less[2], greater[2];
    evaluate(region, EQUAL, LESS, less);
    evaluate(region, EQUAL, GREATER, greater);
    if (less[0] != greater[0] || (less[0] != LEFT_VALUE && less[0] != RIGHT_VALUE))
        return false;
    best->equal_value = less[0] == LEFT_VALUE ? AX_BEST_FIRST : AX_BEST_LAST;
    if (less[1] == LEFT_PLACE && greater[1] == RIGHT_PLACE) {
        best->equal_place = AX_BEST_LESSER;
    } else if (less[1] == greater[1] && (less[1] == LEFT_PLACE || less[1] == RIGHT_PLACE)) {
        best->equal_place = less[1] == LEFT_PLACE ? AX_BEST_FIRST : AX_BEST_LAST;
    } else {
        return false;
    }
    return true;
}

static bool has_loop(ax_dtype value, ax_dtype place)
{
    return value != AX_BOOL && ax_dtype_kind(value) != AX_KIND_COMPLEX &&
           (place == AX_I32 || place == AX_I64);
}

bool ax_best_find(const ax_graph *region, ax_best *out_best)
{
    if (region->ninputs != 4 || region->noutputs != 2 || region->nvars > MOST_VARS ||
        !has_loop(region->inputs[0]->type.dtype, region->inputs[1]->type.dtype))
        return false;
    ax_dtype value = region->inputs[0]->type.dtype;
    ax_best best = {.largest = takes_side(region, GREATER, true)};
    if (!takes_side(region, best.largest ? GREATER : LESS, true) ||
        !takes_side(region, best.largest ? LESS : GREATER, false) || !find_equal(region, &best))
        return false;
    bool nan_wins = takes_side(region, LEFT_NAN, true) && takes_side(region, RIGHT_NAN, false) &&
                    takes_side(region, BOTH_NAN, true);
    if (ax_dtype_is_float(value) && !nan_wins)
        return false;
    best.fold = ax_fold_of(best.largest ? &ax_op_maximum : &ax_op_minimum,
                           ax_dtype_is_half(value) ? AX_F32 : value);
    *out_best = best;
    return true;
}

/* ---- loops ---- */

/* Values are looked through in pieces that stay in cache; the places are read only where a piece holds
 * something as good as what there is. */
enum { PIECE = 2048 };

/* So few are looked at one after the other. */
enum { FEW = 64 };

#define DEFINE_LOOPS(value_name, V, place_name, P, greatest)                                          \
    /* The place that stays of the elements that equal `best`, of which there is one. */              \
    static P place_##value_name##_##place_name(const ax_best *b, const V *values, const P *places,    \
                                               int64_t count, V best)                                 \
    {                                                                                                 \
        P least = (greatest);                                                                         \
        if (b->equal_place == AX_BEST_LESSER) {                                                       \
            for (int64_t i = 0; i < count; i++) {                                                     \
                P place = values[i] == best ? places[i] : (greatest);                                 \
                least = place < least ? place : least;                                                \
            }                                                                                         \
            return least;                                                                             \
        }                                                                                             \
        int64_t at = b->equal_place == AX_BEST_FIRST ? 0 : count - 1;                                 \
        int64_t step = b->equal_place == AX_BEST_FIRST ? 1 : -1;                                      \
        while (values[at] != best)                                                                    \
            at += step;                                                                               \
        return places[at];                                                                            \
    }                                                                                                 \
                                                                                                      \
    static void run_##value_name##_##place_name(                                                      \
        const ax_best *b, const V *values, const P *places, int64_t count, V *value, P *place)        \
    {                                                                                                 \
        V best;                                                                                       \
        b->fold.run(&best, values, count);                                                            \
        if (best != best) { /* NaN */                                                                 \
            int64_t at = 0;                                                                           \
            while (values[at] == values[at])                                                          \
                at++;                                                                                 \
            *value = values[at];                                                                      \
            *place = places[at];                                                                      \
            return;                                                                                   \
        }                                                                                             \
        bool equal = best == *value;                                                                  \
        if (!equal && (b->largest ? best < *value : best > *value))                                   \
            return;                                                                                   \
        P found = place_##value_name##_##place_name(b, values, places, count, best);                  \
        if (equal && (b->equal_place == AX_BEST_FIRST ||                                              \
                      (b->equal_place == AX_BEST_LESSER && *place < found)))                          \
            found = *place;                                                                           \
        *place = found;                                                                               \
        if (equal && b->equal_value == AX_BEST_FIRST)                                                 \
            return;                                                                                   \
        int64_t at = b->equal_value == AX_BEST_FIRST ? 0 : count - 1; /* of equal zeros */            \
        while (values[at] != best)                                                                    \
            at += b->equal_value == AX_BEST_FIRST ? 1 : -1;                                           \
        *value = values[at];                                                                          \
    }                                                                                                 \
                                                                                                      \
    static void few_##value_name##_##place_name(                                                      \
        const ax_best *b, const V *values, const P *places, int64_t count, V *value, P *place)        \
    {                                                                                                 \
        bool largest = b->largest, first = b->equal_place == AX_BEST_FIRST;                           \
        bool lesser = b->equal_place == AX_BEST_LESSER,                                               \
             first_value = b->equal_value == AX_BEST_FIRST;                                           \
        V best = *value;                                                                              \
        P at = *place;                                                                                \
        for (int64_t i = 0; i < count; i++) {                                                         \
            V next = values[i];                                                                       \
            P next_at = places[i];                                                                    \
            bool stays = (best != best) | (largest ? next < best : next > best);                      \
            bool equal = next == best;                                                                \
            at = stays | (equal & (first | (lesser & (at < next_at)))) ? at : next_at;                \
            best = stays | (equal & first_value) ? best : next;                                       \
        }                                                                                             \
        *value = best;                                                                                \
        *place = at;                                                                                  \
    }                                                                                                 \
                                                                                                      \
    /* Pairs side by side; what is asked of them is known, so that the loop makes a vector's code. */ \
    static inline __attribute__((always_inline)) void choose_##value_name##_##place_name(             \
        bool largest, bool first, bool lesser, bool first_value, const V *values, const P *places,    \
        int64_t count, V *restrict best, P *restrict best_place)                                      \
    {                                                                                                 \
        for (int64_t i = 0; i < count; i++) {                                                         \
            V so_far = best[i], next = values[i];                                                     \
            P at = best_place[i], next_at = places[i];                                                \
            int stays = (so_far != so_far) | (largest ? next < so_far : next > so_far);               \
            int equal = next == so_far;                                                               \
            int before = at < next_at;                                                                \
            int place_stays = stays | (equal & (first | (lesser & before)));                          \
            best_place[i] = place_stays ? at : next_at;                                               \
            best[i] = stays | (equal & first_value) ? so_far : next;                                  \
        }                                                                                             \
    }                                                                                                 \
    AX_VECTORIZED static void columns_##value_name##_##place_name(                                    \
        const ax_best *b, const void *values, const void *places, int64_t count, void *value,         \
        void *place)                                                                                  \
    {                                                                                                 \
        bool first = b->equal_place == AX_BEST_FIRST, lesser = b->equal_place == AX_BEST_LESSER;      \
        bool first_value = b->equal_value == AX_BEST_FIRST;                                           \
        if (lesser && first_value) { /* what argmax and argmin ask for */                             \
            if (b->largest) {                                                                         \
                choose_##value_name##_##place_name(true, false, true, true, values, places, count,    \
                                                   value, place);                                     \
            } else {                                                                                  \
                choose_##value_name##_##place_name(false, false, true, true, values, places,          \
                                                   count, value, place);                              \
            }                                                                                         \
            return;                                                                                   \
        }                                                                                             \
        choose_##value_name##_##place_name(b->largest, first, lesser, first_value, values, places,    \
                                           count, value, place);                                      \
    }                                                                                                 \
                                                                                                      \
    static void all_##value_name##_##place_name(const ax_best *b, const void *values,                 \
                                                const void *places, int64_t count, void *value,       \
                                                void *place)                                          \
    {                                                                                                 \
        V *so_far = value;                                                                            \
        if (count <= FEW) {                                                                           \
            few_##value_name##_##place_name(b, values, places, count, value, place);                  \
            return;                                                                                   \
        }                                                                                             \
        for (int64_t i = 0; i < count && *so_far == *so_far; i += PIECE) {                            \
            run_##value_name##_##place_name(b, (const V *)values + i, (const P *)places + i,          \
                                            ax_min_i64(PIECE, count - i), so_far, place);             \
        }                                                                                             \
    }
#define DEFINE_BOTH(dtype, name, ctype)                    \
    DEFINE_LOOPS(name, ctype, place32, int32_t, INT32_MAX) \
    DEFINE_LOOPS(name, ctype, place64, int64_t, INT64_MAX)
AX_NUMBERS(DEFINE_BOTH)

void ax_best_run(const ax_best *best, ax_dtype value_dtype, ax_dtype place_dtype,
                 const void *values, const void *places, int64_t count, void *value, void *place)
{
    switch (value_dtype) {
#define RUN(dtype, name, ctype)                                                                    \
    case dtype:                                                                                    \
        (place_dtype == AX_I32 ? all_##name##_place32                                              \
                               : all_##name##_place64)(best, values, places, count, value, place); \
        break;
        AX_NUMBERS(RUN)
#undef RUN
    default: break; /* ax_best_find lets no other dtype through */
    }
}

void ax_best_columns(const ax_best *best, ax_dtype value_dtype, ax_dtype place_dtype,
                     const void *values, const void *places, int64_t count, void *best_values,
                     void *best_places)
{
    switch (value_dtype) {
#define RUN(dtype, name, ctype)                                                        \
    case dtype:                                                                        \
        (place_dtype == AX_I32 ? columns_##name##_place32 : columns_##name##_place64)( \
            best, values, places, count, best_values, best_places);                    \
        break;
        AX_NUMBERS(RUN)
#undef RUN
    default: break; /* ax_best_find lets no other dtype through */
    }
}
