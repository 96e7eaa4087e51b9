/* Texts in a report's JSON. */
#ifndef AXMAP_JOB_JSON_TEXT_H
#define AXMAP_JOB_JSON_TEXT_H

#include <jansson.h>

/* JSON is UTF-8, a path any bytes: in one that is not UTF-8, '?' stands for what is not ASCII. NULL: no memory. */
json_t *ax_json_text(const char *text);

#endif
