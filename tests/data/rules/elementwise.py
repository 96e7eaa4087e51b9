"""Elementwise ops, whose values NumPy gives, in extended precision where it rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
from jax import lax

from cases import ELEMENTS, EXACT, ULP, Array, Case, is_float, merged

FLOATS = ("f2", "bfloat16", "f4", "f8")
INTEGERS = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")
NAMES = {d: ELEMENTS[np.dtype(d).name] for d in (*FLOATS, *INTEGERS)} | {"?": "bool"}

np.seterr(all="ignore")


# Inputs -----------------------------------------------------------------------------------------


def special_floats(dtype: str) -> Array:
    info = ml_dtypes.finfo(dtype)
    tiny = float(info.tiny)
    positive = [
        0, float(info.smallest_subnormal), tiny, tiny * (1 - float(info.eps)), 0.25, 0.5, 1,
        1.5, 2.5, 3, 1e5, float(info.max), np.inf,
    ]  # fmt: skip
    return np.array([*positive, *(-np.array(positive, dtype)), np.nan], dtype)


def some_floats(dtype: str) -> Array:
    """Special values, ordinary ones, and ones of every magnitude."""
    random = np.random.default_rng(4)
    below_half = float(np.nextafter(np.array(0.5, dtype), np.array(0, dtype)))
    magnitudes = random.choice([-1, 1], 24) * 2.0 ** random.uniform(-60, 60, 24)
    ordinary = random.standard_normal(24) * 3
    odd = np.array([below_half, -below_half, np.pi, 1 - 1e-4, 88, -87, 20, -20, 1e-3, -1e-3], dtype)
    return np.concatenate([special_floats(dtype), odd, ordinary, magnitudes]).astype(dtype)


def float_pairs(dtype: str) -> tuple[Array, Array]:
    """Every pair of some special values, and ordinary pairs."""
    info = ml_dtypes.finfo(dtype)
    some = [0, -0.0, float(info.tiny), 0.5, 1, -1, -2, 3, float(info.max), np.inf, -np.inf, np.nan]
    some += [float(info.smallest_subnormal), -float(info.tiny) / 2]
    random = np.random.default_rng(5)
    x, y = (grid.ravel() for grid in np.meshgrid(np.array(some, dtype), np.array(some, dtype)))
    more = random.standard_normal((2, 40)) * 10
    return tuple(np.concatenate([a, b]).astype(dtype) for a, b in zip((x, y), more))


def some_integers(dtype: str) -> Array:
    info = np.iinfo(dtype)
    random = np.random.default_rng(6)
    edges = [0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 1000, int(info.max), int(info.max) - 1]
    edges += [-v for v in edges[1:]] + [int(info.min)]
    more = random.integers(info.min, info.max, 16, dtype)
    return np.concatenate([np.array(wrapped(edges, dtype), dtype), more])


def integer_pairs(dtype: str) -> tuple[Array, Array]:
    info = np.iinfo(dtype)
    bits = info.bits
    some = [0, 1, -1, 2, -3, 7, bits - 1, bits, bits + 1, -bits]
    some = wrapped([*some, int(info.max), int(info.min), int(info.min) + 1], dtype)
    random = np.random.default_rng(7)
    x, y = (grid.ravel() for grid in np.meshgrid(np.array(some, dtype), np.array(some, dtype)))
    more = random.integers(info.min, info.max, (2, 24), dtype)
    return np.concatenate([x, more[0]]), np.concatenate([y, more[1]])


def wrapped(values: list[int], dtype: Any) -> list[int]:
    """Reduced to the type's bits."""
    info = np.iinfo(dtype)
    return [(v - int(info.min)) % 2**info.bits + int(info.min) for v in values]


# Laws -------------------------------------------------------------------------------------------


def to_float(x: Array, dtype: Any) -> Array:
    """Real numbers, rounded once."""
    if np.dtype(dtype).name != "bfloat16" or x.dtype.name == "bfloat16":
        return x.astype(dtype)
    # To odd in f32, from which rounding is as if from x: NumPy's cast rounds twice.
    near = x.astype("f4")
    back = near.astype(np.longdouble)
    size, there = abs(back), abs(x.astype(np.longdouble))
    bits = near.view("u4") - (size > there)
    odd = np.where((size != there) & ~np.isnan(x), bits | 1, near.view("u4")).astype("u4")
    return odd.view("f4").astype(dtype)


def whole_to_float(x: Array, dtype: str) -> Array:
    """Whole numbers, rounded once, by Python's integers."""
    digits = ml_dtypes.finfo(dtype).nmant + 1
    results = []
    for value in x.tolist():
        size = abs(int(value))
        cut = max(size.bit_length() - digits, 0)
        kept, rest = size >> cut, size & ((1 << cut) - 1)
        kept += 2 * rest > 1 << cut or (2 * rest == 1 << cut and kept % 2 == 1)
        results.append(float(kept << cut) * (-1 if value < 0 else 1))
    return np.array(results, "f8").astype(dtype)  # exact, or infinite


def extended(function: Callable[..., Array]) -> Callable[..., Array]:
    """Computed in 80 bits and rounded once."""

    def rounded(*arrays: Array) -> Array:
        return to_float(function(*(a.astype(np.longdouble) for a in arrays)), arrays[0].dtype)

    return rounded


def round_half_away(x: Array) -> Array:
    return np.copysign(np.floor(abs(x) + np.longdouble(0.5)), x)


def sign(x: Array) -> Array:
    return np.where(x == 0, x, np.sign(x)).astype(x.dtype)  # keeps -0 and NaN


def maximum(x: Array, y: Array) -> Array:
    """NaN wins, and +0 is larger than -0."""
    return np.where((x == 0) & (y == 0), x + y, np.maximum(x, y)).astype(x.dtype)


def minimum(x: Array, y: Array) -> Array:
    return -maximum(-x, -y)


def wrapping(function: Callable[[int, int], int]) -> Callable[[Array, Array], Array]:
    """Python's integers, reduced to the type's bits."""

    def apply(x: Array, y: Array) -> Array:
        values = [function(int(a), int(b)) for a, b in zip(x, y)]
        return np.array(wrapped(values, x.dtype), x.dtype)

    return apply


def quotient(x: int, y: int) -> int:
    """Towards zero; x / 0 is -1."""
    if y == 0:
        return -1
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def rest(x: int, y: int) -> int:
    """With the sign of x; x rem 0 is x."""
    return x if y == 0 else x - y * quotient(x, y)


def shifts(bits: int) -> dict[str, Callable[[int, int], int]]:
    """The amount counts as unsigned: a negative one shifts everything out."""

    def amount(y: int) -> int:
        return min(y % 2**bits, bits)

    def as_signed(x: int) -> int:
        return (x + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)

    return {
        "shift_left": lambda x, y: x << amount(y) if amount(y) < bits else 0,
        "shift_right_arithmetic": lambda x, y: as_signed(x) >> amount(y),
        "shift_right_logical": lambda x, y: x % 2**bits >> amount(y),
    }


def to_type(x: Array, dtype: str) -> Array:
    """Floats to integers: towards zero, saturating, NaN gives 0. To bool: not zero."""
    if is_float(x) and dtype in INTEGERS:
        info = np.iinfo(dtype)
        values = [0 if np.isnan(v) else v for v in x.astype("f8").tolist()]
        inside = [v if np.isinf(v) else int(v) for v in values]
        return np.array([int(min(max(v, int(info.min)), int(info.max))) for v in inside], dtype)
    if dtype in FLOATS:
        return to_float(x, dtype) if is_float(x) else whole_to_float(x, dtype)
    return x != 0 if dtype == "?" else x.astype(dtype)


# Cases ------------------------------------------------------------------------------------------

EXACT_UNARY: dict[str, tuple[Callable[..., Any], Callable[[Array], Array]]] = {
    "abs": (lax.abs, np.abs),
    "ceil": (lax.ceil, np.ceil),
    "floor": (lax.floor, np.floor),
    "is_finite": (lax.is_finite, np.isfinite),
    "negate": (lax.neg, np.negative),
    "round_nearest_afz": (
        lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
        extended(round_half_away),
    ),
    "round_nearest_even": (lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), np.rint),
    "sign": (lax.sign, sign),
    "sqrt": (lax.sqrt, np.sqrt),
}

ROUNDED_UNARY: dict[str, tuple[Callable[..., Any], Callable[[Array], Array]]] = {
    "cbrt": (lax.cbrt, np.cbrt),
    "cosine": (lax.cos, np.cos),
    "exponential": (lax.exp, np.exp),
    "exponential_minus_one": (lax.expm1, np.expm1),
    "log": (lax.log, np.log),
    "log_plus_one": (lax.log1p, np.log1p),
    "logistic": (lax.logistic, lambda x: 1 / (1 + np.exp(-x))),
    "rsqrt": (lax.rsqrt, lambda x: 1 / np.sqrt(x)),
    "sine": (lax.sin, np.sin),
    "tan": (lax.tan, np.tan),
    "tanh": (lax.tanh, np.tanh),
}


def without_subnormal(law: Callable[..., Array], *inputs: Array) -> tuple[Array, ...]:
    """Drops the elements whose rounded result is subnormal: how exact a function is down there
    is nobody's promise."""
    result = law(*inputs)
    keep = ~((result != 0) & (abs(result) < ml_dtypes.finfo(result.dtype).tiny))
    return tuple(x[keep] for x in inputs)


def float_cases(dtype: str) -> Iterator[Case]:
    name, x = NAMES[dtype], some_floats(dtype)
    for op, (function, law) in EXACT_UNARY.items():
        yield Case(f"elementwise/{op}_{name}", function, [x], EXACT, law)
    for op, (function, law) in ROUNDED_UNARY.items():
        inputs = without_subnormal(extended(law), x)
        yield Case(f"elementwise/{op}_{name}", function, inputs, ULP, extended(law))

    pairs = float_pairs(dtype)
    for op, function, law in [
        ("add", lax.add, np.add),
        ("divide", lax.div, np.divide),
        ("maximum", lax.max, maximum),
        ("minimum", lax.min, minimum),
        ("multiply", lax.mul, np.multiply),
        ("remainder", lax.rem, np.fmod),
        ("subtract", lax.sub, np.subtract),
    ]:
        yield Case(f"elementwise/{op}_{name}", function, pairs, EXACT, law)
    for op, function, law in [("atan2", lax.atan2, np.arctan2), ("power", lax.pow, np.power)]:
        inputs = without_subnormal(extended(law), *pairs)
        yield Case(f"elementwise/{op}_{name}", function, inputs, ULP, extended(law))

    yield from sign_of_zero(dtype)
    yield from reduce_precision(dtype)


def sign_of_zero(dtype: str) -> Iterator[Case]:
    """The bits of results that are zeros: comparing values cannot tell -0 from +0."""
    integer = {2: np.int16, 4: np.int32, 8: np.int64}[np.dtype(dtype).itemsize]
    zeros = [np.array(v, dtype) for v in ([0, 0, -0.0, -0.0], [0, -0.0, 0, -0.0])]

    def bits(values: tuple[Any, ...], convert: Callable[[Any], Any]) -> tuple[Any, ...]:
        return tuple(convert(v) for v in values)

    def function(x: Any, y: Any) -> tuple[Any, ...]:
        half = np.array(0.25, dtype)
        values = (
            lax.max(x, y), lax.min(x, y), lax.add(x, y), lax.sub(x, y), lax.mul(x, y),
            lax.neg(x), lax.abs(x), lax.sign(x), lax.sqrt(x), lax.ceil(x - half),
            lax.floor(x + half), lax.round(x - half, lax.RoundingMethod.TO_NEAREST_EVEN),
            lax.round(x - half, lax.RoundingMethod.AWAY_FROM_ZERO), lax.div(x, half - y),
            lax.rem(x, half), lax.atan2(x, half), lax.sin(x), lax.tan(x), lax.tanh(x),
            lax.expm1(x), lax.log1p(x), lax.cbrt(x),
        )  # fmt: skip
        return bits(values, lambda v: lax.bitcast_convert_type(v, integer))

    def law(x: Array, y: Array) -> tuple[Array, ...]:
        half = np.array(0.25, dtype)
        values = (
            maximum(x, y), minimum(x, y), x + y, x - y, x * y,
            -x, abs(x), x, np.sqrt(x), np.ceil(x - half),
            np.floor(x + half), np.rint(x - half),
            round_half_away(x - half).astype(dtype), x / (half - y),
            np.fmod(x, half), np.arctan2(x, half), x, x, x,
            x, x, x,
        )  # fmt: skip
        return bits(values, lambda v: v.view(integer))

    yield Case(f"elementwise/sign_of_zero_{NAMES[dtype]}", function, zeros, EXACT, law)


def reduce_precision(dtype: str) -> Iterator[Case]:
    """To f16's, bf16's and fewer bits. Subnormals, here or there, are left out: XLA flushes them."""
    for exponent, mantissa in ((5, 10), (8, 7), (4, 3), (2, 1)):
        x = some_floats(dtype)
        size = abs(x.astype("f8"))
        least = max(2.0 ** (2 - 2 ** (exponent - 1)), float(ml_dtypes.finfo(dtype).tiny))
        x = x[(x == 0) | np.isnan(x) | (size >= least)]

        def law(x: Array, exponent: int = exponent, mantissa: int = mantissa) -> Array:
            x = x.astype("f8")
            scale = mantissa + 1 - np.frexp(x)[1]
            rounded = np.ldexp(np.rint(np.ldexp(x.astype("f16"), scale)), -scale)
            largest = (2 - 2.0**-mantissa) * 2.0 ** (2 ** (exponent - 1) - 1)
            infinite = np.copysign(np.inf, x)
            cut = np.where(abs(rounded) > largest, infinite, rounded)
            return np.where(np.isfinite(x), cut, x)

        yield Case(
            f"elementwise/reduce_precision_e{exponent}m{mantissa}_{NAMES[dtype]}",
            lambda x, e=exponent, m=mantissa: lax.reduce_precision(x, e, m),
            [x],
            EXACT,
            lambda x, law=law: to_float(law(x), x.dtype),
        )


def integer_cases(dtype: str) -> Iterator[Case]:
    name, bits = NAMES[dtype], np.iinfo(dtype).bits
    x, pairs = some_integers(dtype), integer_pairs(dtype)
    signed = [("abs", lax.abs, np.abs), ("sign", lax.sign, np.sign)]  # abs of the least: itself
    for op, function, law in [
        *(signed if dtype[0] == "i" else []),
        ("negate", lax.neg, np.negative),
        ("not", lax.bitwise_not, np.invert),
        ("popcnt", lax.population_count, lambda v: [(n % 2**bits).bit_count() for n in v.tolist()]),
        (
            "count_leading_zeros",
            lax.clz,
            lambda v: [bits - (n % 2**bits).bit_length() for n in v.tolist()],
        ),
    ]:
        yield Case(
            f"elementwise/{op}_{name}", function, [x], EXACT,
            lambda v, law=law: np.array(law(v), v.dtype),
        )  # fmt: skip

    binary = [
        ("add", lax.add, lambda a, b: a + b),
        ("and", lax.bitwise_and, lambda a, b: a & b),
        ("divide", lax.div, quotient),
        ("maximum", lax.max, max),
        ("minimum", lax.min, min),
        ("mulhi", lax.mulhi, lambda a, b: a * b >> bits),
        ("multiply", lax.mul, lambda a, b: a * b),
        ("or", lax.bitwise_or, lambda a, b: a | b),
        ("remainder", lax.rem, rest),
        ("subtract", lax.sub, lambda a, b: a - b),
        ("xor", lax.bitwise_xor, lambda a, b: a ^ b),
    ]
    binary += [(op, getattr(lax, op), law) for op, law in shifts(bits).items()]
    for op, function, law in binary:
        yield Case(f"elementwise/{op}_{name}", function, pairs, EXACT, wrapping(law))

    base, power = pairs[0], abs(pairs[1] % np.array(40, dtype))  # JAX has no such op: from a product's text
    yield Case(
        f"elementwise/power_{name}", lax.mul, (base, power), EXACT,
        wrapping(lambda a, b: a**b), ("stablehlo.multiply", "stablehlo.power"),
    )  # fmt: skip


def bool_cases() -> Iterator[Case]:
    pair = np.array([False, False, True, True]), np.array([False, True, False, True])
    yield Case(
        "elementwise/bool",
        lambda x, y: (
            lax.bitwise_and(x, y), lax.bitwise_or(x, y), lax.bitwise_xor(x, y),
            lax.bitwise_not(x), lax.max(x, y), lax.min(x, y),
        ),
        pair,
        EXACT,
        lambda x, y: (x & y, x | y, x ^ y, ~x, x | y, x & y),
    )  # fmt: skip
    yield Case(  # JAX has no such ops on bool: or, and
        "elementwise/bool_add_multiply",
        """
%0 = stablehlo.add %arg0, %arg1 : tensor<4xi1>
%1 = stablehlo.multiply %arg0, %arg1 : tensor<4xi1>
return %0, %1 : tensor<4xi1>, tensor<4xi1>
""",
        pair,
        EXACT,
        lambda x, y: (x | y, x & y),
    )


DIRECTIONS = [
    (lax.eq, np.equal), (lax.ne, np.not_equal), (lax.lt, np.less),
    (lax.le, np.less_equal), (lax.gt, np.greater), (lax.ge, np.greater_equal),
]  # fmt: skip


def total_order(x: Array) -> Array:
    """Integers that are ordered as IEEE's totalOrder orders the floats: -NaN < -inf < … < NaN."""
    integer = x.view({2: "i2", 4: "i4", 8: "i8"}[x.dtype.itemsize])
    return np.where(integer < 0, integer ^ np.iinfo(integer.dtype).max, integer)


def compare_cases() -> Iterator[Case]:
    def all_of(x: Any, y: Any) -> tuple[Any, ...]:
        return tuple(function(x, y) for function, _ in DIRECTIONS)

    def law(x: Array, y: Array) -> tuple[Array, ...]:
        return tuple(direction(x, y) for _, direction in DIRECTIONS)

    booleans = np.array([False, False, True, True]), np.array([False, True, False, True])
    for dtype in (*FLOATS, *INTEGERS, "?"):
        pairs = booleans
        if dtype in FLOATS:
            pairs = float_pairs(dtype)
        elif dtype in INTEGERS:
            pairs = integer_pairs(dtype)
        yield Case(f"elementwise/compare_{NAMES[dtype]}", all_of, pairs, EXACT, law)
    cases = []
    for dtype in FLOATS:
        x, y = float_pairs(dtype)
        x = np.copysign(x, np.where(np.arange(len(x)) % 3 == 0, -x, x))  # some -NaN too
        cases += [
            Case(
                "", all_of, (x, y), EXACT,
                lambda x, y: law(total_order(x), total_order(y)), ("FLOAT", "TOTALORDER"),
            )
        ]  # fmt: skip
    yield merged("elementwise/compare_total_order", cases)


def select_cases() -> Iterator[Case]:
    random = np.random.default_rng(8)
    choice = random.integers(0, 2, (3, 5)).astype(bool)
    operands = []
    for dtype in (*FLOATS, *INTEGERS, "?"):
        x, y = (random.integers(-9, 9, (3, 5)).astype(dtype) for _ in range(2))
        if dtype in FLOATS:
            x[0], y[2] = [np.nan, np.inf, -0.0, 0, 1], [-np.inf, np.nan, 0, -0.0, 2]
        operands += [x, y]

    def each(select: Callable[..., Any]) -> Callable[..., Any]:
        return lambda p, *xs: [select(p, x, y) for x, y in zip(xs[::2], xs[1::2])]

    for name, predicate in [("", choice), ("_true", np.True_), ("_false", np.False_)]:
        yield Case(
            f"elementwise/select{name}", each(lax.select), [np.asarray(predicate), *operands],
            EXACT, each(np.where),
        )  # fmt: skip

    scalar_bounds, array_bounds = [], []
    for dtype in (*FLOATS, *INTEGERS):
        x = some_floats(dtype) if dtype in FLOATS else some_integers(dtype)
        least = 0 if dtype[0] == "u" else -2
        low, high = np.array(least, dtype), np.array(3, dtype)
        bounds = np.full_like(x, 5), np.full_like(x, least)  # crossed: the upper one wins
        bounds[0][::2], bounds[1][::2] = 15 * least, 30
        if dtype in FLOATS:
            bounds[0][0], bounds[1][2] = np.nan, np.nan

        def law(low: Array, x: Array, high: Array) -> Array:
            if is_float(x):
                return minimum(maximum(x, low), high)
            return np.minimum(np.maximum(x, low), high)

        scalar_bounds += [Case("", lax.clamp, [low, x, high], EXACT, law)]
        array_bounds += [Case("", lax.clamp, [bounds[0], x, bounds[1]], EXACT, law)]
        element, each = NAMES[dtype], f"tensor<{len(x)}x{NAMES[dtype]}>"
        scalars = (  # JAX broadcasts scalar bounds, which the op takes as they are
            f"%0, %arg1, %1 : {each}",
            f"%arg0, %arg1, %arg2 : (tensor<{element}>, {each}, tensor<{element}>) -> {each}",
        )
        yield Case(
            f"elementwise/clamp_scalars_{element}", lax.clamp, [low, x, high], EXACT, law, scalars
        )
    yield merged("elementwise/clamp", scalar_bounds)
    yield merged("elementwise/clamp_each", array_bounds)


def convert_cases() -> Iterator[Case]:
    beyond = [2.0**31, -(2.0**31), 2.0**31 - 1, 2.0**63, -(2.0**63), 2.0**62, 1e300, -1e300]
    beyond += [0.1, 16777217, 2.0**53 + 1, 3.4028235677973366e38, 1e-40, 1e-46, -0.9, 2.9]
    beyond += [1 + 2**-8 + 2**-40, 1 + 3 * 2**-11 - 2**-40, 65519.99999, 2**-25 + 2**-60]
    halves = [2**24 + 1, 2**53 + 1, 2**31, -(2**31) - 1, 2**62 + 2**54 + 1, -(2**62) - 2**54 - 1]
    ties = [(1 << 20) + (1 << 12), (1 << 20) + (1 << 12) + 1, (3 << 20) - (1 << 9) - 1, 65519, 65520]
    inputs = {d: np.concatenate([some_floats(d), np.array(beyond).astype(d)]) for d in FLOATS}
    inputs |= {d: some_integers(d) for d in INTEGERS} | {"?": np.array([False, True])}
    inputs["i8"] = np.concatenate([inputs["i8"], np.array(halves + ties, "i8")])
    inputs["u8"] = np.concatenate([inputs["u8"], np.array(halves[:3] + ties, "u8")])
    for d in ("i4", "u4"):
        inputs[d] = np.concatenate([inputs[d], np.array(ties, d)])
    for source, x in inputs.items():
        targets = [t for t in inputs if t != source]
        yield Case(
            f"elementwise/convert_{NAMES[source]}",
            lambda x, targets=targets: [lax.convert_element_type(x, np.dtype(t)) for t in targets],
            [x],
            EXACT,
            lambda x, targets=targets: [to_type(x, t) for t in targets],
        )

    for source in (*FLOATS, "i1", "i8", "u2"):  # JAX compares with 0 first
        x = inputs[source]
        yield Case(
            f"elementwise/convert_{NAMES[source]}_bool",
            lambda x: lax.convert_element_type(x, np.int32),
            [x],
            EXACT,
            lambda x: x != 0,
            (f"tensor<{len(x)}xi32>", f"tensor<{len(x)}xi1>"),
        )

    for source, target in [
        ("f4", "i4"), ("i4", "f4"), ("f8", "i8"), ("i8", "f8"), ("f2", "bfloat16"),
        ("bfloat16", "i2"), ("u2", "f2"), ("i1", "u1"), ("u8", "f8"), ("u4", "i4"),
    ]:  # fmt: skip
        x = some_floats(source) if source in FLOATS else some_integers(source)
        yield Case(
            f"elementwise/bitcast_convert_{NAMES[source]}_{NAMES[target]}",
            lambda x, target=target: lax.bitcast_convert_type(x, np.dtype(target)),
            [x],
            EXACT,
            lambda x, target=target: x.view(target),
        )
    bytes_ = np.arange(48, dtype="u1").reshape(2, 3, 8) * 5
    yield Case(
        "elementwise/bitcast_convert_bytes",
        lambda x, y: (
            lax.bitcast_convert_type(x, np.float64), lax.bitcast_convert_type(y, np.uint8),
            lax.bitcast_convert_type(y, np.float16), lax.bitcast_convert_type(y[..., 0], np.int8),
        ),
        [bytes_, some_floats("f4")[:12].reshape(2, 3, 2)],
        EXACT,
        lambda x, y: (
            x.view("f8").reshape(2, 3), y.view("u1").reshape(2, 3, 2, 4),
            y.view("f2").reshape(2, 3, 2, 2), y[..., :1].copy().view("i1").reshape(2, 3, 4),
        ),
    )  # fmt: skip
    wide, narrow = some_integers("i8")[:6].reshape(2, 3), some_integers("i4")[:12].reshape(2, 3, 2)
    yield Case(
        "elementwise/bitcast_convert_i64_i32_pairs",
        lambda x, y: (
            lax.bitcast_convert_type(x, np.int32), lax.bitcast_convert_type(y, np.int64),
            lax.bitcast_convert_type(x, np.float32), lax.bitcast_convert_type(y, np.float64),
        ),
        [wide, narrow],
        EXACT,
        lambda x, y: (
            x.view("i4").reshape(2, 3, 2), y.view("i8").reshape(2, 3),
            x.view("f4").reshape(2, 3, 2), y.view("f8").reshape(2, 3),
        ),
    )  # fmt: skip


def over_types(
    cases: Callable[[str], Iterator[Case]], dtypes: tuple[str, ...], word: str
) -> Iterator[Case]:
    """Each program for all dtypes that have it, as one."""
    by_op: dict[str, list[Case]] = {}
    for dtype in dtypes:
        for case in cases(dtype):
            by_op.setdefault(case.path.replace(f"_{NAMES[dtype]}", f"_{word}"), []).append(case)
    for path, group in by_op.items():
        if isinstance(group[0].function, str):
            yield from group
        else:
            yield merged(path, group)


def all_cases() -> Iterator[Case]:
    yield from over_types(float_cases, FLOATS, "float")
    yield from over_types(integer_cases, INTEGERS, "integer")
    yield from bool_cases()
    yield from compare_cases()
    yield from select_cases()
    yield from convert_cases()
    empty = np.zeros((0, 3), "f4")
    scalar = np.array(0.75, "f4")
    yield Case("elementwise/empty", lambda x: (lax.add(x, x), lax.exp(x)), [empty])
    yield Case("elementwise/scalar", lambda x: (lax.add(x, x), lax.sqrt(x)), [scalar])
    yield Case(
        "elementwise/same_operand_twice",
        lambda x: (x * x, x - x, lax.max(x, x), x == x),
        [special_floats("f4")],
        EXACT,
        lambda x: (x * x, x - x, x, x == x),
    )
