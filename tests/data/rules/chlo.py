"""Elementwise functions that CHLO has beside StableHLO's, with values of mpmath where NumPy has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
from jax import lax

from cases import EXACT, ULP, Array, Case
from elementwise import (
    FLOATS, NAMES, extended, float_pairs, over_types, special_floats, to_float, without_subnormal,
)  # fmt: skip

# Laws -------------------------------------------------------------------------------------------


def precise(function: Callable[..., Any]) -> Callable[..., Array]:
    """Computed by mpmath with 40 digits and rounded once; NaN of NaN."""

    def one(*values: float) -> np.longdouble:
        if any(np.isnan(v) for v in values):
            return np.longdouble(np.nan)
        with mpmath.workdps(40):
            result = function(*(mpmath.mpf(float(v)) for v in values))
            return np.longdouble(result if isinstance(result, float) else mpmath.nstr(result, 25))

    def rounded(*arrays: Array) -> Array:
        wide = (a.astype("f8").tolist() for a in arrays)
        return to_float(np.array([one(*v) for v in zip(*wide)], np.longdouble), arrays[0].dtype)

    return rounded


def next_after(x: Array, y: Array) -> Array:
    """By integers: the bits of sizes are in their order."""
    integer = {2: "u2", 4: "u4", 8: "u8"}[x.dtype.itemsize]
    sign = 1 << (8 * x.dtype.itemsize - 1)
    results = []
    for a, b, a_bits, b_bits in zip(x, y, x.view(integer).tolist(), y.view(integer).tolist()):
        if np.isnan(a) or np.isnan(b):
            bits = np.array(np.nan, x.dtype).view(integer).item()
        elif a == b:
            bits = b_bits
        elif a == 0:
            bits = (b_bits & sign) | 1
        else:
            bits = a_bits + (1 if (b > a) == (a > 0) else -1)
        results.append(bits)
    return np.array(results, integer).view(x.dtype)


def erfc(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.erfc(x) if abs(x) < 30 else mpmath.mpf(0 if x > 0 else 2)


def erf_inv(y: mpmath.mpf) -> mpmath.mpf:
    if abs(y) >= 1:
        return mpmath.mpf("nan") if abs(y) > 1 else y * mpmath.inf
    return mpmath.erfinv(y)


def bessel_i1e(x: mpmath.mpf) -> mpmath.mpf:
    if abs(x) > 1e4:
        return mpmath.sign(x) * 0
    return mpmath.besseli(1, x) * mpmath.exp(-abs(x))


def digamma(x: mpmath.mpf) -> mpmath.mpf:
    if x == 0:
        return -mpmath.inf
    pole = x < 0 and x == mpmath.floor(x)
    return mpmath.mpf("nan") if pole else mpmath.digamma(x)


def lgamma(x: mpmath.mpf) -> mpmath.mpf:
    if x <= 0 and x == mpmath.floor(x):
        return mpmath.inf
    return mpmath.log(abs(mpmath.gamma(x))) if x < 40 else mpmath.loggamma(x)


def hurwitz(s: mpmath.mpf, q: mpmath.mpf) -> mpmath.mpf:
    """Where JAX has a value: s >= 1, and whole for q <= 0."""
    if s == 1:
        return mpmath.inf
    if q <= 0 and q == mpmath.floor(q):
        return mpmath.inf if s % 2 == 0 else mpmath.mpf("nan")
    if s < 1 or (q <= 0 and s != mpmath.floor(s)):
        return mpmath.mpf("nan")
    return mpmath.re(mpmath.zeta(s, q))


def polygamma(n: mpmath.mpf, x: mpmath.mpf) -> mpmath.mpf:
    if n < 0 or n != mpmath.floor(n):
        return mpmath.mpf("nan")
    if n == 0:
        return digamma(x)
    return (-1) ** (int(n) + 1) * mpmath.factorial(n) * hurwitz(n + 1, x)


def chlo_cases(dtype: str) -> Iterator[Case]:
    """What CHLO has beside StableHLO's functions."""
    name, pairs = NAMES[dtype], float_pairs(dtype)
    random = np.random.default_rng(9)
    ordinary = np.concatenate([special_floats(dtype), random.standard_normal(40) * 3]).astype(dtype)
    unit = np.concatenate([[0, -0.0, 1, -1, 1.5, np.nan, 0.999], random.uniform(-1, 1, 40)])
    beyond = np.concatenate([[1, 1.25, 0.5, np.inf, np.nan], random.uniform(1, 50, 30)])
    positive = np.concatenate([[0.0, -0.0, -1, -3, np.inf, np.nan], random.uniform(2, 30, 30)])
    small = np.concatenate([[0, -0.0, np.nan, np.inf], random.uniform(-4, 4, 30)])
    orders = np.array([0, 1, 2, 3, 4, 0.5, -1, 2, 2, 5, np.nan, 1, 1, 2, 7, 1])
    places = np.array([3, 0.5, 1, 0.25, 9, 1, 1, -2, -0.5, 6, 1, 0, 100, 2.5, 3, -1.5])
    powers = np.array([2, 3, 4, 1, 0.5, 2.5, 2, 3, 6, np.nan, 2, 3, 2.5, 1.5, 20, 2])
    starts = np.array([1, 0.5, 3, 2, 1, 7, -2, -2, 0.125, 1, -0.5, -1.5, -1.5, 1, 5, 100])

    for op, function, law, values, check in [
        ("acos", lax.acos, extended(np.arccos), unit, ULP),
        ("acosh", lax.acosh, extended(np.arccosh), beyond, ULP),
        ("asin", lax.asin, extended(np.arcsin), unit, ULP),
        ("asinh", lax.asinh, extended(np.arcsinh), ordinary, ULP),
        ("atan", lax.atan, extended(np.arctan), ordinary, ULP),
        ("atanh", lax.atanh, extended(np.arctanh), unit, ULP),
        ("bessel_i1e", lax.bessel_i1e, precise(bessel_i1e), small * 9, 8),
        ("cosh", lax.cosh, extended(np.cosh), small, ULP),
        ("digamma", lax.digamma, precise(digamma), positive, ULP),
        ("erf", lax.erf, precise(lambda x: mpmath.erf(x) if abs(x) < 30 else mpmath.sign(x)), ordinary, ULP),
        ("erf_inv", lax.erf_inv, precise(erf_inv), unit, 8),
        ("erfc", lax.erfc, precise(erfc), ordinary, ULP),
        ("lgamma", lax.lgamma, precise(lgamma), positive, ULP),
        ("sinh", lax.sinh, extended(np.sinh), small, ULP),
    ]:
        (x,) = without_subnormal(law, values.astype(dtype))
        yield Case(f"elementwise/{op}_{name}", function, [x], check, law)
    for op, function, law, x, y, check in [
        ("polygamma", lax.polygamma, precise(polygamma), orders, places, 8),
        ("zeta", lax.zeta, precise(hurwitz), powers, starts, ULP),
    ]:
        inputs = without_subnormal(law, x.astype(dtype), y.astype(dtype))
        yield Case(f"elementwise/{op}_{name}", function, inputs, check, law)
    yield Case(f"elementwise/next_after_{name}", lax.nextafter, pairs, EXACT, next_after)
    element = f"tensor<{len(ordinary)}x{name}>"
    yield Case(
        f"elementwise/infinities_{name}",
        f"""
%0 = chlo.is_inf %arg0 : {element} -> tensor<{len(ordinary)}xi1>
%1 = chlo.is_pos_inf %arg0 : {element} -> tensor<{len(ordinary)}xi1>
%2 = "chlo.is_neg_inf"(%arg0) : ({element}) -> tensor<{len(ordinary)}xi1>
return %0, %1, %2 : {", ".join([f"tensor<{len(ordinary)}xi1>"] * 3)}
""",
        [ordinary],
        EXACT,
        lambda x: (np.isinf(x), x == np.inf, x == -np.inf),
    )


def all_cases() -> Iterator[Case]:
    yield from over_types(chlo_cases, FLOATS, "float")
