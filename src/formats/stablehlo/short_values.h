/* Attributes that short forms write in ways of their own. */
#ifndef AXMAP_FORMATS_STABLEHLO_SHORT_VALUES_H
#define AXMAP_FORMATS_STABLEHLO_SHORT_VALUES_H

#include "formats/stablehlo/parser.h"

/* `keys` is a list such as "low=edge_padding_low high=edge_padding_high k": the attribute (a copy) of
 * the key at the current token, or NULL when it is none of them. */
const char *ax_hlo_attr_of_key(ax_hlo_parser *parser, const char *keys);

/* Who reads the value behind `key =` when it is not written as attributes are; NULL: it is. */
ax_hlo_form_fn *ax_hlo_own_value(const char *key);

/* [0:4:2, 1:3] of slice, [1] of get_tuple_element. */
ax_hlo_form_fn ax_hlo_parse_brackets;

#endif
