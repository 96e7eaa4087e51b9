/* f16 and bf16 in the loops of f32, a row at a time. */
#include "ops/elementwise.h"

#include "base/half.h"

enum { ROW = 512 };

void ax_halves_widen(ax_dtype dtype, int64_t count, const void *halves, float *out)
{
    (dtype == AX_F16 ? ax_row_f32_from_f16 : ax_row_f32_from_bf16)(count, halves, out);
}

void ax_halves_narrow(ax_dtype dtype, int64_t count, const float *values, void *out)
{
    (dtype == AX_F16 ? ax_row_f16_from_f32 : ax_row_bf16_from_f32)(count, values, out);
}

void ax_run_halves(ax_dtype dtype, ax_loop *loop, bool narrows, int64_t count,
                   const void *const *in, void *out)
{
    float rows[AX_ELEMENTWISE_MOST][ROW], result[ROW];
    for (int64_t done = 0; done < count; done += ROW) {
        int64_t n = count - done < ROW ? count - done : ROW;
        const void *singles[AX_ELEMENTWISE_MOST];
        for (int32_t i = 0; i < AX_ELEMENTWISE_MOST; i++) {
            singles[i] = in[i] == in[0] ? rows[0] : rows[i];
            if (i == 0 || in[i] != in[0])
                ax_halves_widen(dtype, n, (const uint16_t *)in[i] + done, rows[i]);
        }
        if (narrows) {
            loop(n, singles, result);
            ax_halves_narrow(dtype, n, result, (uint16_t *)out + done);
        } else {
            loop(n, singles, (uint8_t *)out + done);
        }
    }
}
