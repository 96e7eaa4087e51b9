#include "ops/window_sizes.h"

#include "base/checked.h"

ax_status *ax_check_positive(const ax_eqn *eqn, ax_attr_key key)
{
    ax_ints list = ax_eqn_ints(eqn, key);
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] < 1) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s has %lld; at least 1 is allowed",
                            eqn->op->name, ax_attr_name(key), (long long)list.values[i]);
        }
    }
    return NULL;
}

/* A size whose neighbours are pulled apart: (size - 1) * dilation + 1. */
static bool dilate(int64_t size, int64_t dilation, int64_t *out_size)
{
    if (size == 0) {
        *out_size = 0;
        return true;
    }
    int64_t spread;
    return ax_checked_mul(size - 1, dilation, &spread) && ax_checked_add(spread, 1, out_size);
}

ax_status *ax_window_places(const ax_eqn *eqn, const ax_window_dim *dim, int64_t *out_places)
{
    int64_t padded, window, travel;
    bool fits = dilate(dim->input, dim->base_dilation, &padded) &&
                ax_checked_add(padded, dim->low, &padded) &&
                ax_checked_add(padded, dim->high, &padded) &&
                dilate(dim->window, dim->window_dilation, &window) &&
                ax_checked_sub(padded, window, &travel);
    /* Positions are computed as sums of these: they stay far inside 64 bits. */
    int64_t most = INT64_MAX / 8;
    if (!fits || padded > most || window > most || dim->low > most || dim->low < -most) {
        return AX_ERROR(AX_OVERFLOW,
                        "%s: padding or dilation of a dimension of %lld does not fit 64 bits",
                        eqn->op->name, (long long)dim->input);
    }
    *out_places = padded <= 0 || travel < 0 ? 0 : travel / dim->stride + 1;
    return NULL;
}
