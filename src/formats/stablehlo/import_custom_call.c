/* Custom calls by the name of what they call, and what is said of those and of ops that are not there. */
#include "formats/stablehlo/import.h"
#include "formats/stablehlo/shard_call.h"

#include <string.h>

typedef struct target_row {
    const char *name;
    ax_hlo_import_fn *importer;
    const char *reason; /* why there is no importer */
} target_row;

static const char callback[] = "it calls back into Python, as jax.debug.print and callbacks do";
static const char linear_algebra[] = "linear algebra is not there yet";

/* The first row whose name is the target, or ends in '*' and begins it. */
static const target_row targets[] = {
    {"ApproxTopK", ax_hlo_import_approx_top_k, NULL},
    {"LayoutConstraint", ax_hlo_import_identity, NULL},
    {"MoveToDevice", ax_hlo_import_identity, NULL},
    {"MoveToHost", ax_hlo_import_identity, NULL},
    {"Sharding", ax_hlo_import_identity, NULL},
    {"annotate_device_placement", ax_hlo_import_identity, NULL},
    {"mhlo.topk", ax_hlo_import_topk_call, NULL},
    {"xla.sdy.FuncResultSharding", ax_hlo_import_identity, NULL},

    {"lapack_*", NULL, linear_algebra},
    {"shape_assertion", NULL, "export one example with concrete shapes"},
    {"tridiagonal_solve*", NULL, linear_algebra},
    {"xla_ffi_partitioned_python_cpu_callback", NULL, callback},
    {"xla_ffi_python_cpu_callback", NULL, callback},
    {"xla_python_cpu_callback", NULL, callback},
};

static const target_row *find_target(const char *name)
{
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const char *star = strchr(targets[i].name, '*');
        if (star ? strncmp(name, targets[i].name, (size_t)(star - targets[i].name)) == 0
                 : strcmp(name, targets[i].name) == 0)
            return &targets[i];
    }
    return NULL;
}

/* @mhlo.erf and the like: how an exported program calls chlo.erf. */
static ax_hlo_import_fn *find_chlo(ax_hlo_import *import, const char *target, ax_hlo_op *op)
{
    static const char prefix[] = "mhlo.";
    if (strncmp(target, prefix, sizeof prefix - 1) != 0)
        return NULL;
    op->name = ax_arena_printf(import->module->arena, "chlo.%s", target + sizeof prefix - 1);
    return op->name ? ax_hlo_find_importer(op) : NULL;
}

ax_status *ax_hlo_import_custom_call(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_hlo_attr *target = ax_hlo_op_attr(op, "call_target_name");
    if (!target || target->kind != AX_HLO_STRING)
        return ax_hlo_missing(import->module, op, "call_target_name");
    if (ax_hlo_gathers_shards(op))
        return ax_hlo_import_gathered(import, op);
    const target_row *row = find_target(target->text);
    if (row && row->importer)
        return row->importer(import, op);
    ax_hlo_op renamed = *op;
    ax_hlo_import_fn *chlo = row ? NULL : find_chlo(import, target->text, &renamed);
    if (chlo)
        return chlo(import, &renamed);
    return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                        "the custom call '%.80s' is not supported%s%s", target->text,
                        row ? ": " : "", row ? row->reason : "");
}

ax_status *ax_hlo_unsupported_op(const ax_hlo_import *import, const ax_hlo_op *op)
{
    static const char dialect[] = "stablehlo.";
    const char *reason = NULL;
    for (const ax_absent_op *absent = ax_absent_ops; absent->name && !reason; absent++) {
        if (strncmp(op->name, dialect, sizeof dialect - 1) == 0 &&
            strcmp(op->name + sizeof dialect - 1, absent->name) == 0)
            reason = absent->reason;
    }
    for (int32_t i = 0; i < op->nresults && !reason; i++) {
        const ax_hlo_type *type = op->results[i].type;
        if (type->kind == AX_HLO_OTHER && strcmp(type->text, "!stablehlo.token") == 0)
            reason = "tokens order effects, and a program here has none";
    }
    return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                        "the op '%.80s' is not supported%s%s", op->name, reason ? ": " : "",
                        reason ? reason : "");
}
