#include "bench/ratio.h"

#include "base/clock.h"

#include <stdlib.h>

enum { MOST_RUNS = 400 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

ax_status *ax_ratio_measure(ax_side_fn *side, void *side_user, ax_side_fn *plain, void *plain_user,
                            double min_time, ax_kernel_ratio *out)
{
    double mine[MOST_RUNS], theirs[MOST_RUNS];
    double begun = ax_clock();
    int runs = 0;
    for (int i = -2; i < MOST_RUNS && (i < 9 || ax_clock() - begun < min_time); i++) {
        double start = ax_clock();
        AX_TRY(side(side_user));
        double between = ax_clock();
        AX_TRY(plain(plain_user));
        if (i < 0)
            continue;
        mine[runs] = between - start;
        theirs[runs++] = ax_clock() - between;
    }
    out->seconds = median(mine, runs);
    out->plain_seconds = median(theirs, runs);
    return NULL;
}
