/* dot_general's meaning: plain loops over offset tables, one instance for each kind of element. */
#include "ops/check.h"
#include "ops/contraction.h"
#include "ops/eval.h"
#include "ops/wide.h"

void ax_dot_offsets(const ax_dot_group *group, const int64_t *strides, int64_t *out_offsets)
{
    if (group->size == 0)
        return;
    int64_t index[AX_MAX_NDIM] = {0};
    int64_t offset = 0;
    for (int64_t i = 0; i < group->size; i++) {
        out_offsets[i] = offset;
        for (int32_t d = group->count - 1; d >= 0; d--) {
            offset += strides[d];
            if (++index[d] < group->dims[d])
                break;
            offset -= strides[d] * group->dims[d];
            index[d] = 0;
        }
    }
}

/* Sums run along k in order, in the type itself, as StableHLO's interpreter has it. Integers wrap, so
 * they are summed as unsigned numbers. */
#define DEFINE_PRODUCT(name, element, wide, MULTIPLY_ADD)                                        \
    static void product_##name(const ax_product *p, const void *lhs, const void *rhs, void *out) \
    {                                                                                            \
        const element *left = lhs, *right = rhs;                                                 \
        element *result = out;                                                                   \
        wide *sums = p->sums;                                                                    \
        for (int64_t m = 0; m < p->m; m++) {                                                     \
            for (int64_t n = 0; n < p->n; n++)                                                   \
                sums[n] = 0;                                                                     \
            for (int64_t k = 0; k < p->k; k++) {                                                 \
                wide a = (wide)left[p->lhs_m[m] + p->lhs_k[k]];                                  \
                const element *row = right + p->rhs_k[k];                                        \
                for (int64_t n = 0; n < p->n; n++)                                               \
                    sums[n] = MULTIPLY_ADD(sums[n], a, (wide)row[p->rhs_n[n]]);                  \
            }                                                                                    \
            for (int64_t n = 0; n < p->n; n++)                                                   \
                result[m * p->n + n] = (element)sums[n];                                         \
        }                                                                                        \
    }

#define SUM_OF_PRODUCTS(sum, a, b) ((sum) + (a) * (b))
#define ANY_OF_BOTH(sum, a, b)     ((uint8_t)((sum) | ((a) & (b))))

DEFINE_PRODUCT(bool, uint8_t, uint8_t, ANY_OF_BOTH)
DEFINE_PRODUCT(8, uint8_t, uint32_t, SUM_OF_PRODUCTS)
DEFINE_PRODUCT(16, uint16_t, uint32_t, SUM_OF_PRODUCTS)
DEFINE_PRODUCT(32, uint32_t, uint32_t, SUM_OF_PRODUCTS)
DEFINE_PRODUCT(64, uint64_t, uint64_t, SUM_OF_PRODUCTS)
DEFINE_PRODUCT(f32, float, float, SUM_OF_PRODUCTS)
DEFINE_PRODUCT(f64, double, double, SUM_OF_PRODUCTS)

ax_product_loop *ax_product_loop_of(ax_dtype dtype)
{
    switch (dtype) {
    case AX_BOOL: return product_bool;
    case AX_I8:
    case AX_U8: return product_8;
    case AX_I16:
    case AX_U16: return product_16;
    case AX_I32:
    case AX_U32: return product_32;
    case AX_I64:
    case AX_U64: return product_64;
    case AX_F32: return product_f32;
    case AX_F64: return product_f64;
    default: return NULL;
    }
}

static ax_status *offsets(const ax_eval_env *env, const ax_dot_group *group, const int64_t *strides,
                          const int64_t **out_offsets)
{
    int64_t *table;
    AX_TRY(AX_SCRATCH(env, int64_t, group->size, &table));
    ax_dot_offsets(group, strides, table);
    *out_offsets = table;
    return NULL;
}

ax_status *ax_eval_dot_general(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    if (ax_dtype_is_half(results[0].type.dtype))
        return ax_eval_wide(env, eqn, operands, results, ax_eval_dot_general);
    ax_dot_layout layout = ax_dot_layout_of(eqn, &operands[0].type, &operands[1].type);
    ax_dtype dtype = operands[0].type.dtype;
    ax_product_loop *loop = ax_product_loop_of(dtype);
    if (!loop)
        return ax_unsupported_dtype(eqn, dtype);
    if (ax_type_count(&results[0].type) == 0)
        return NULL;

    ax_product p = {.m = layout.m.size, .n = layout.n.size, .k = layout.k.size};
    const int64_t *lhs_batch, *rhs_batch;
    AX_TRY(offsets(env, &layout.m, layout.m.lhs, &p.lhs_m));
    AX_TRY(offsets(env, &layout.k, layout.k.lhs, &p.lhs_k));
    AX_TRY(offsets(env, &layout.n, layout.n.rhs, &p.rhs_n));
    AX_TRY(offsets(env, &layout.k, layout.k.rhs, &p.rhs_k));
    AX_TRY(offsets(env, &layout.batch, layout.batch.lhs, &lhs_batch));
    AX_TRY(offsets(env, &layout.batch, layout.batch.rhs, &rhs_batch));
    AX_TRY(AX_SCRATCH(env, uint64_t, p.n, &p.sums));

    int64_t bytes = ax_dtype_bytes(dtype);
    for (int64_t b = 0; b < layout.batch.size; b++) {
        loop(&p, (const char *)operands[0].data + lhs_batch[b] * bytes,
             (const char *)operands[1].data + rhs_batch[b] * bytes,
             (char *)results[0].data + b * p.m * p.n * bytes);
    }
    return NULL;
}
