/* The table of all ops' cases, and how a case reaches a check. */
#include "rules.h"

static const rule_line *const tables[] = {elementwise_lines, shape_lines,    contraction_lines,
                                          reduction_lines,   indexing_lines, sorting_lines,
                                          collective_lines,  shard_map_lines};

const rule_line *rule_find_line(const char *op)
{
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        for (const rule_line *line = tables[t]; line->op; line++) {
            if (strcmp(line->op, op) == 0)
                return line;
        }
    }
    return NULL;
}

void rule_add(const rule_sink *sink, rule_case rule)
{
    rule.op = sink->op;
    sink->visit(&rule, sink->data);
}
