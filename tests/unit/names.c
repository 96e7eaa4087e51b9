#include "formats/names.h"

#include "test.h"
#include <stdlib.h>

static void dots_a_name(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"params['conv1']['kernel']", "params.conv1.kernel"},
        {"params[0].w", "params.0.w"},
        {"params[0][1]", "params.0.1"},
        {"result['logits']", "logits"},
        {"result['aux'][0]", "aux.0"},
        {"result[1]", "1"},
        {"result.loss", "loss"},
        {"result", "result"},
        {"results[0]", "results.0"},
        {"x", "x"},
        {"", ""},
        {"params[\"it's\"]", "params.it's"},
        {"params['it\\'s']", "params.it's"},
        {"params['a.b']", "params.a.b"},
        /* broken ones must not be read past their end */
        {"params['a", "params.a"},
        {"params['a\\", "params.a\\"},
        {"params[", "params."},
        {"params[0", "params.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *dotted = NULL;
        assert_null(ax_name_dotted(cases[i][0], &dotted));
        assert_string_equal(dotted, cases[i][1]);
        free(dotted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dots_a_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
