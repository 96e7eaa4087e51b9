/* The syntax tree of a StableHLO module.
 *
 * Both ways of printing an operation, the generic "stablehlo.add"(%0, %1) : ... and the short
 * stablehlo.add %0, %1 : ..., end in the same tree: an op has its full name, its operands as the
 * values they are, attributes under the names of the generic form, regions, and result types. The
 * tree knows MLIR's syntax and nothing of what an op means; import.h gives it meaning.
 *
 * All of it lies in the module's arena. Texts are NUL-terminated copies.
 */
#ifndef AXMAP_FORMATS_STABLEHLO_TREE_H
#define AXMAP_FORMATS_STABLEHLO_TREE_H

#include "base/arena.h"
#include "ir/type.h"

typedef struct ax_hlo_place {
    int32_t line, column; /* from 1; columns count bytes */
} ax_hlo_place;

/* ---- types ---- */

typedef enum ax_hlo_type_kind {
    AX_HLO_TENSOR,
    AX_HLO_TUPLE,    /* inner: its members */
    AX_HLO_FUNCTION, /* inner: parameters, then results from `nparams` on */
    AX_HLO_OTHER     /* an element type, "index", "!stablehlo.token": its text */
} ax_hlo_type_kind;

typedef struct ax_hlo_type {
    ax_hlo_type_kind kind;
    ax_hlo_place place;
    const char *text; /* OTHER: the type; TENSOR: its element type, "f32", "complex<f64>", "i4" */
    bool known;       /* whether axmap has that element type (index counts as i64) */
    bool dynamic;     /* TENSOR: a size is `?`, or the rank is */
    ax_dtype dtype;   /* when known */
    int32_t ndim;     /* TENSOR */
    const int64_t *dims; /* -1: dynamic */
    int32_t ninner, nparams;
    const struct ax_hlo_type *const *inner;
} ax_hlo_type;

bool ax_hlo_type_equal(const ax_hlo_type *a, const ax_hlo_type *b);
/* The type as it is written, in `arena`; "?" without memory. */
const char *ax_hlo_type_print(ax_arena *arena, const ax_hlo_type *type);

/* ---- attributes ---- */

typedef enum ax_hlo_attr_kind {
    AX_HLO_UNIT,
    AX_HLO_BOOL,    /* integer: 0 or 1 */
    AX_HLO_INT,     /* integer, and type when written */
    AX_HLO_FLOAT,   /* real, and type when written */
    AX_HLO_STRING,  /* text */
    AX_HLO_SYMBOL,  /* text: the name without '@'; items: nested references */
    AX_HLO_WORD,    /* text: a bare word or sign inside a dialect's attribute */
    AX_HLO_LIST,    /* items: [a, b] */
    AX_HLO_DICT,    /* items with names: {a = 1}; without: {"x", "y"} */
    AX_HLO_GROUP,   /* items: (a, b) or <a, b> inside a dialect's attribute */
    AX_HLO_DIALECT, /* text: "stablehlo.gather"; items: what stands in its angle brackets */
    AX_HLO_TYPE,    /* type */
    AX_HLO_DENSE,   /* dense<...> and array<...>: type and data */
    AX_HLO_OPAQUE   /* understood by nobody here: affine maps, locations; text names its kind */
} ax_hlo_attr_kind;

typedef struct ax_hlo_attr {
    ax_hlo_attr_kind kind;
    const char *name; /* in a dictionary, an op or a parameter list; else NULL */
    ax_hlo_place place;
    const ax_hlo_type *type;
    int64_t integer; /* modulo 2^64 */
    double real;
    const char *text;
    int32_t nitems;
    const struct ax_hlo_attr *items;
    bool splat;       /* DENSE: data is one element that stands for all */
    const void *data; /* DENSE of a known element type: row-major, bool a byte each; else NULL */
} ax_hlo_attr;

/* The item of that name, or NULL. */
const ax_hlo_attr *ax_hlo_attr_item(const ax_hlo_attr *attr, const char *name);

/* ---- values, ops, regions ---- */

typedef struct ax_hlo_op ax_hlo_op;

typedef struct ax_hlo_value {
    const ax_hlo_type *type;
    const ax_hlo_op *op;  /* that defines it; NULL: an argument of a region */
    int32_t index;        /* which result or argument */
    int32_t id;           /* dense in the module */
    const char *loc_name; /* arguments: the name in their loc("..."), or NULL */
} ax_hlo_value;

typedef struct ax_hlo_region {
    ax_hlo_place place;
    int32_t nargs;
    ax_hlo_value *args;
    ax_hlo_op *first, *last; /* one block; the last op ends it */
} ax_hlo_region;

struct ax_hlo_op {
    const char *name;   /* "stablehlo.add" */
    const char *source; /* "model.py:12", where its loc says what it was made from, or NULL */
    ax_hlo_place place;
    int32_t noperands, nresults, nattrs, nregions;
    ax_hlo_value **operands;
    ax_hlo_value *results;
    const ax_hlo_attr *attrs;
    ax_hlo_region *regions;
    ax_hlo_op *next;
};

#define AX_HLO_FOR_OPS(op, region) for (const ax_hlo_op *op = (region)->first; op; op = op->next)

const ax_hlo_attr *ax_hlo_op_attr(const ax_hlo_op *op, const char *name);

/* ---- the module ---- */

/* A function: an op func.func with sym_name, function_type, arg_attrs, res_attrs and one region
 * (none for a declaration). */
typedef struct ax_hlo_module {
    ax_arena *arena;
    const char *filename;
    const char *name;       /* "" without one */
    const ax_hlo_op *frame; /* the op builtin.module, for its attributes; NULL without one */
    ax_hlo_region body;     /* the module's ops: func.func, sdy.mesh, ... */
    int32_t nvalues;
    int32_t nsymbols;
    const ax_hlo_op **symbols; /* ops with sym_name, sorted by it */
} ax_hlo_module;

/* An integer attribute of the module, mhlo.num_replicas for example; 1 without it. */
int64_t ax_hlo_module_count(const ax_hlo_module *module, const char *name);

/* The op of this symbol, or NULL. */
const ax_hlo_op *ax_hlo_module_find(const ax_hlo_module *module, const char *symbol);

/* func.func: attribute dictionary of argument or result `index`; NULL when it has none. */
const ax_hlo_attr *ax_hlo_arg_attrs(const ax_hlo_op *function, int32_t index);
const ax_hlo_attr *ax_hlo_result_attrs(const ax_hlo_op *function, int32_t index);

#endif
