#include "ops/special.h"

#include <math.h>
#include <stdbool.h>

static const double pi = 3.14159265358979323846;

/* ---- the inverse error function ---- */

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))

static float polynomial_f32(const float *coefficients, int count, float x)
{
    float sum = coefficients[0];
    for (int i = 1; i < count; i++)
        sum = coefficients[i] + sum * x;
    return sum;
}

static double polynomial_f64(const double *coefficients, int count, double x)
{
    double sum = coefficients[0];
    for (int i = 1; i < count; i++)
        sum = coefficients[i] + sum * x;
    return sum;
}

float ax_erf_inv_f32(float y)
{
    static const float central[] = {
        2.81022636e-08F, 3.43273939e-07F, -3.5233877e-06F, -4.39150654e-06F, 0.00021858087F,
        -0.00125372503F, -0.00417768164F, 0.246640727F,    1.50140941F,
    };
    static const float tail[] = {
        -0.000200214257F, 0.000100950558F, 0.00134934322F, -0.00367342844F, 0.00573950773F,
        -0.0076224613F,   0.00943887047F,  1.00167406F,    2.83297682F,
    };
    if (y == 1 || y == -1)
        return y * INFINITY;
    float w = -log1pf(-y * y);
    if (w < 5)
        return polynomial_f32(central, LENGTH(central), w - 2.5F) * y;
    return polynomial_f32(tail, LENGTH(tail), sqrtf(w) - 3) * y;
}

double ax_erf_inv_f64(double y)
{
    static const double central[] = {
        -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,
        1.115787767802518096e-17,   -1.333171662854620906e-16,  2.0972767875968561637e-17,
        6.6376381343583238325e-15,  -4.0545662729752068639e-14, -8.1519341976054721522e-14,
        2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
        1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08,
        4.2347877827932403518e-07,  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
        0.0001867342080340571352,   -0.00074070253416626697512, -0.0060336708714301490533,
        0.24015818242558961693,     1.6536545626831027356,
    };
    static const double middle[] = {
        2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
        1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
        2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
        6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
        0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
        -0.0037512085075692412107, 0.005370914553590063617,   1.0052589676941592334,
        3.0838856104922207635,
    };
    static const double tail[] = {
        -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
        -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
        2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
        -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
        7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
        1.0103004648645343977,      4.8499064014085844221,
    };
    if (y == 1 || y == -1)
        return y * INFINITY;
    double w = -log1p(-y * y);
    if (w < 6.25)
        return polynomial_f64(central, LENGTH(central), w - 3.125) * y;
    if (w < 16)
        return polynomial_f64(middle, LENGTH(middle), sqrt(w) - 3.25) * y;
    return polynomial_f64(tail, LENGTH(tail), sqrt(w) - 5) * y;
}

/* ---- gamma's relatives; numbers in brackets are of the Digital Library of Mathematical Functions ---- */

double ax_lgamma(double x)
{
    int sign; /* lgamma would write a global variable */
    return lgamma_r(x, &sign);
}

/* B(2k), k = 1, 2, ...: Bernoulli's numbers [24.2]. */
static const double bernoulli[] = {
    1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
    -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330,
};

/* For x > 0: upwards by the recurrence [5.5.2] to where the asymptotic series [5.11.2] is exact. */
static double positive_digamma(double x)
{
    double below = 0;
    int steps = x < 10 ? (int)ceil(10 - x) : 0;
    for (int k = 0; k < steps; k++)
        below += 1 / (x + k);
    x += steps;
    double series = 0, inverse = 1 / (x * x);
    for (int k = 8; k >= 1; k--)
        series = (series + bernoulli[k - 1] / (2 * k)) * inverse;
    return log(x) - 0.5 / x - series - below;
}

double ax_digamma(double x)
{
    if (x > 0 || x != x)
        return isinf(x) ? x : positive_digamma(x);
    if (x == 0)
        return -INFINITY;
    if (x == floor(x))
        return NAN;
    double past = x - nearbyint(x); /* exact; the tangent's period is 1 in it [5.5.4] */
    return positive_digamma(1 - x) - pi / tan(pi * past);
}

/* For s > 1, q > 0: some terms, then Euler's and Maclaurin's sum of the rest [25.11.28]. */
static double positive_zeta(double s, double q)
{
    enum { TERMS = 12 };
    double sum = 0;
    for (int k = 0; k < TERMS; k++)
        sum += pow(q + k, -s);
    double a = q + TERMS, power = pow(a, -s);
    double rest = a / (s - 1) + 0.5, factor = s / a;
    for (int k = 1; k <= LENGTH(bernoulli); k++) {
        factor /= (2 * k - 1) * (2.0 * k);
        rest += bernoulli[k - 1] * factor;
        factor *= (s + 2 * k - 1) * (s + 2 * k) / (a * a);
    }
    return power == 0 ? sum : sum + power * rest;
}

double ax_zeta(double s, double q)
{
    if (s == 1)
        return INFINITY;
    if (!(s > 1) || q != q || isinf(s))
        return NAN;
    if (q > 0)
        return isinf(q) ? NAN : positive_zeta(s, q);
    bool whole = s == floor(s), even = fmod(s, 2) == 0;
    if (q == floor(q))
        return whole && even ? INFINITY : NAN;
    if (!whole)
        return NAN;
    /* The terms below 0 mirror, by the sign of odd powers, a sum from 1 - fraction on, up to 1 - q. */
    double fraction = q - floor(q), sign = even ? 1 : -1;
    double ends = positive_zeta(s, fraction) + sign * positive_zeta(s, 1 - fraction);
    return ends - sign * positive_zeta(s, 1 - q);
}

/* n! for a whole number: infinite from 171 on. */
static double factorial(double n)
{
    double product = 1;
    for (int k = 2; k <= n && isfinite(product); k++)
        product *= k;
    return product;
}

double ax_polygamma(double n, double x)
{
    if (n == 0)
        return ax_digamma(x);
    if (!(n > 0) || n != floor(n))
        return NAN;
    double sign = fmod(n, 2) == 0 ? -1 : 1; /* [25.11.12] */
    return sign * factorial(n) * ax_zeta(n + 1, x);
}

/* ---- Bessel functions ---- */

/* The power series [10.25.2], whose terms have one sign. */
static double near_bessel_i1e(double x)
{
    double quarter = x * x / 4, term = x / 2, sum = 0;
    for (int k = 1; sum + term != sum; k++) {
        sum += term;
        term *= quarter / (k * (k + 1.0));
    }
    return sum * exp(-x);
}

/* Hankel's expansion [10.40.1], by x large enough for its terms to vanish before they grow. */
static double far_bessel_i1e(double x)
{
    double term = 1, sum = 0;
    for (int k = 1; sum + term != sum; k++) {
        sum += term;
        term *= -(4 - (2.0 * k - 1) * (2 * k - 1)) / (8 * k * x);
    }
    return sum / sqrt(2 * pi * x);
}

double ax_bessel_i1e(double x)
{
    double size = fabs(x);
    if (x != x || size == 0)
        return x;
    if (isinf(x))
        return copysign(0.0, x);
    return copysign(size < 20 ? near_bessel_i1e(size) : far_bessel_i1e(size), x);
}
