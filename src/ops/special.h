/* Special functions that libm has not, one number at a time.
 *
 * Relative errors are a few units in the last place of a double, but for digamma near its zeros, where
 * the absolute error is. What a function gives where it has no value is JAX's choice, named here.
 */
#ifndef AXMAP_OPS_SPECIAL_H
#define AXMAP_OPS_SPECIAL_H

/* The x with erf(x) = y: infinite at 1 and -1, NaN beyond. Polynomials of M. Giles, "Approximating the
 * erfinv function", GPU Computing Gems Jade Edition, 2011. */
float ax_erf_inv_f32(float y);
double ax_erf_inv_f64(double y);

/* log|gamma(x)|; infinite at 0, -1, -2, ... */
double ax_lgamma(double x);

/* The derivative of log gamma(x): -inf at 0, NaN at -1, -2, ... */
double ax_digamma(double x);

/* Hurwitz's zeta: the sum of (q + k)^-s over k = 0, 1, ... Infinite at s = 1, NaN for s < 1. For q <= 0
 * the powers are real only for whole s, else NaN; where q is a pole it is infinite for even s and NaN for
 * odd. NaN where s or q is infinite, but for the pole -inf. */
double ax_zeta(double s, double q);

/* The n-th derivative of digamma; NaN unless n is 0, 1, 2, ... */
double ax_polygamma(double n, double x);

/* e^-|x| I1(x), I1 the modified Bessel function of the first kind. */
double ax_bessel_i1e(double x);

#endif
