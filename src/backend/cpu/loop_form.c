#include "backend/cpu/loop_form.h"

#include "base/checked.h"

#include <string.h>

int64_t ax_form_factor(const ax_form *form, int32_t symbol)
{
    for (int32_t i = 0; i < form->count; i++) {
        if (form->terms[i].symbol == symbol)
            return form->terms[i].factor;
    }
    return 0;
}

bool ax_form_equal(const ax_form *a, const ax_form *b)
{
    if (a->constant != b->constant || a->count != b->count)
        return false;
    for (int32_t i = 0; i < a->count; i++) {
        if (a->terms[i].symbol != b->terms[i].symbol || a->terms[i].factor != b->terms[i].factor)
            return false;
    }
    return true;
}

static void remove_term(ax_form *form, int32_t at)
{
    form->count--;
    memmove(&form->terms[at], &form->terms[at + 1],
            (size_t)(form->count - at) * sizeof form->terms[0]);
}

bool ax_form_add_symbol(ax_form *to, int32_t symbol, int64_t factor)
{
    int32_t at = 0;
    while (at < to->count && to->terms[at].symbol < symbol)
        at++;
    if (at < to->count && to->terms[at].symbol == symbol) {
        if (!ax_checked_add(to->terms[at].factor, factor, &to->terms[at].factor))
            return false;
        if (to->terms[at].factor == 0)
            remove_term(to, at);
        return true;
    }
    if (factor == 0)
        return true;
    if (to->count == AX_FORM_TERMS)
        return false;
    memmove(&to->terms[at + 1], &to->terms[at], (size_t)(to->count - at) * sizeof to->terms[0]);
    to->terms[at] = (ax_term){symbol, factor};
    to->count++;
    return true;
}

bool ax_form_add(ax_form *to, const ax_form *form, int64_t factor)
{
    int64_t constant;
    if (!ax_checked_mul(form->constant, factor, &constant) ||
        !ax_checked_add(to->constant, constant, &to->constant)) {
        return false;
    }
    for (int32_t i = 0; i < form->count; i++) {
        int64_t product;
        if (!ax_checked_mul(form->terms[i].factor, factor, &product) ||
            !ax_form_add_symbol(to, form->terms[i].symbol, product)) {
            return false;
        }
    }
    return true;
}

void ax_form_range(const ax_form *form, const int64_t *sizes, int64_t *out_least,
                   int64_t *out_greatest)
{
    *out_least = *out_greatest = form->constant;
    for (int32_t i = 0; i < form->count; i++) {
        int64_t reach = form->terms[i].factor * (sizes[form->terms[i].symbol] - 1);
        *(reach < 0 ? out_least : out_greatest) += reach;
    }
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

bool ax_form_separate(const ax_form *form, int64_t divisor, const int64_t *sizes,
                      ax_form *out_whole, ax_form *out_rest)
{
    *out_whole = *out_rest = ax_form_constant(0);
    for (int32_t i = 0; i < form->count; i++) {
        const ax_term *term = &form->terms[i];
        bool whole = term->factor % divisor == 0;
        bool fits = whole ? ax_form_add_symbol(out_whole, term->symbol, term->factor / divisor)
                          : ax_form_add_symbol(out_rest, term->symbol, term->factor);
        if (!fits)
            return false;
    }
    int64_t least, greatest;
    ax_form_range(out_rest, sizes, &least, &greatest);
    out_whole->constant = floor_div(form->constant + least, divisor);
    out_rest->constant = form->constant - out_whole->constant * divisor;
    return true;
}

bool ax_form_divide(const ax_form *form, int64_t divisor, const int64_t *sizes,
                    ax_form *out_quotient, ax_form *out_remainder)
{
    ax_form quotient, remainder;
    int64_t least, greatest;
    if (!ax_form_separate(form, divisor, sizes, &quotient, &remainder))
        return false;
    ax_form_range(&remainder, sizes, &least, &greatest);
    if (greatest >= divisor)
        return false;
    *out_quotient = quotient;
    *out_remainder = remainder;
    return true;
}
