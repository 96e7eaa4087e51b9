/* Programs as texts, for the tests of the StableHLO importer. */
#ifndef AXMAP_TESTS_UNIT_PROGRAM_TEXT_H
#define AXMAP_TESTS_UNIT_PROGRAM_TEXT_H

#include "formats/stablehlo.h"

#include "test.h"
#include <stdio.h>

/* The program of a text that parses: @main, or the importer's error. */
static inline ax_status *import(const char *text, ax_program *out_program)
{
    ax_hlo_module *module;
    ax_status *status = ax_stablehlo_parse(text, strlen(text), "t.mlir", &module);
    if (status)
        return ax_status_context(status, "in the test's own text");
    status = ax_stablehlo_import(module, NULL, out_program);
    ax_stablehlo_free(module);
    return status;
}

/* `text` with the first `from` replaced by `to`; good until the next call, which may have it as its text. */
static inline const char *with(const char *text, const char *from, const char *to)
{
    static char result[8192];
    char copy[sizeof result];
    snprintf(copy, sizeof copy, "%s", text);
    char *at = strstr(copy, from);
    assert_non_null(at);
    *at = '\0';
    snprintf(result, sizeof result, "%s%s%s", copy, to, at + strlen(from));
    return result;
}

#endif
