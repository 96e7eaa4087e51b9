/* Index arithmetic of loop kernels: integers that follow from where a kernel's loops stand.
 *
 * A *symbol* stands for an integer of [0, size) that is known when the kernel runs: the index of a loop,
 * the start of a dynamic slice, the quotient or remainder of a form. A *form* is a constant plus symbols
 * times constants. Symbols are numbers; who made them knows what they stand for.
 */
#ifndef AXMAP_BACKEND_CPU_LOOP_FORM_H
#define AXMAP_BACKEND_CPU_LOOP_FORM_H

#include <stdbool.h>
#include <stdint.h>

enum { AX_FORM_TERMS = 8 };

typedef struct ax_term {
    int32_t symbol;
    int64_t factor; /* never 0 */
} ax_term;

typedef struct ax_form {
    int64_t constant;
    int32_t count;
    ax_term terms[AX_FORM_TERMS]; /* by symbol, ascending */
} ax_form;

static inline ax_form ax_form_constant(int64_t value)
{
    return (ax_form){.constant = value};
}

/* The factor of a symbol: 0 where it does not occur. */
int64_t ax_form_factor(const ax_form *form, int32_t symbol);

bool ax_form_equal(const ax_form *a, const ax_form *b);

/* *to += factor * form, or + factor * symbol. False when a form would have too many terms or a number
 * would not fit. */
bool ax_form_add(ax_form *to, const ax_form *form, int64_t factor);
bool ax_form_add_symbol(ax_form *to, int32_t symbol, int64_t factor);

/* The least and the greatest value; `sizes` by symbol. */
void ax_form_range(const ax_form *form, const int64_t *sizes, int64_t *out_least,
                   int64_t *out_greatest);

/* form = whole * divisor + rest, where the rest has the terms that are no multiples and is at least 0. False
 * as above. */
bool ax_form_separate(const ax_form *form, int64_t divisor, const int64_t *sizes,
                      ax_form *out_whole, ax_form *out_rest);

/* form = quotient * divisor + remainder with 0 <= remainder < divisor, both of them forms; false where
 * they are none. */
bool ax_form_divide(const ax_form *form, int64_t divisor, const int64_t *sizes,
                    ax_form *out_quotient, ax_form *out_remainder);

/* The greatest number that divides both; the other one where one is 0. */
static inline int64_t ax_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

#endif
