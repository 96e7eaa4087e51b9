#include "ops/ops.h"

#include <string.h>

#define AX_OP(name, family) &ax_op_##name,
const ax_op *const ax_ops[] = {
#include "ops/ops.def"
    NULL,
};
#undef AX_OP

const int32_t ax_op_count = (int32_t)(sizeof ax_ops / sizeof ax_ops[0]) - 1;

#define AX_ABSENT(name, reason) {#name, reason},
const ax_absent_op ax_absent_ops[] = {
#include "ops/absent.def"
    {NULL, NULL},
};
#undef AX_ABSENT

const ax_op *ax_op_find(const char *name)
{
    for (int32_t i = 0; i < ax_op_count; i++) {
        if (strcmp(ax_ops[i]->name, name) == 0)
            return ax_ops[i];
    }
    return NULL;
}
