"""sort and top_k. NumPy's stable sorts of ranks that Python works out, in the orders that JAX has."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from jax import lax

from cases import ELEMENTS, Array, Case, is_float, type_text
from elementwise import FLOATS, INTEGERS, NAMES, over_types

random = np.random.default_rng(41)

# Orders -----------------------------------------------------------------------------------------


def total_rank(array: Array) -> Array:
    """Whole numbers in IEEE 754's total order of the elements: -NaN, -inf, …, -0, +0, …, NaN."""
    if not is_float(array):
        return array.astype(object)
    size = array.dtype.itemsize
    bits = array.view(f"u{size}").astype(object)
    half = 1 << (8 * size - 1)
    return np.where(bits >= half, -1 - (bits - half), bits)


def rank(array: Array) -> Array:
    """JAX's order: zeros are equal, all NaN are last and equal."""
    if not is_float(array):
        return array.astype(object)
    wide = array.astype("f8")
    one_zero = np.where(wide == 0, total_rank(np.zeros(1, array.dtype)), total_rank(array))
    return np.where(np.isnan(wide), 1 << 70, one_zero)


def order(ranks: Array, axis: int) -> Array:
    """The places that sort the ranks, equal ones in their order."""

    def line(values: Array) -> Array:
        return np.array(sorted(range(len(values)), key=lambda i: values[i]), dtype="i4")

    return np.apply_along_axis(line, axis, ranks) if ranks.size else np.zeros(ranks.shape, "i4")


def taken(array: Array, places: Array, axis: int) -> Array:
    return np.take_along_axis(array, places.astype("i8"), axis)


# Laws -------------------------------------------------------------------------------------------


def sort_law(axis: int):
    return lambda x: [taken(x, order(rank(x), axis), axis)]


def argsort_law(axis: int):
    def law(x: Array, iota: Array) -> list[Array]:
        places = order(rank(x), axis)
        return [taken(x, places, axis), taken(iota, places, axis)]

    return law


def keys_law(x: Array, y: Array, z: Array) -> list[Array]:
    """By x, then by y."""
    pairs = list(zip(rank(x).tolist(), rank(y).tolist()))
    places = np.array(sorted(range(len(pairs)), key=lambda i: pairs[i]), "i8")
    return [a[places] for a in (x, y, z)]


def top_law(k: int):
    def law(x: Array) -> list[Array]:
        places = order(-total_rank(x), -1)[..., :k]
        return [taken(x, places, -1), places.astype("i4")]

    return law


# Cases ------------------------------------------------------------------------------------------


def drawn(name: str, *shape: int) -> Array:
    """Few different values, so that there are ties; with what is special about floats."""
    dtype = np.dtype(name)
    if dtype == bool:
        return random.integers(0, 2, shape).astype(bool)
    if not is_float(np.zeros(1, dtype)):
        return random.integers(0 if dtype.kind == "u" else -6, 7, shape).astype(dtype)
    values = (random.integers(-6, 7, shape) / 2).astype(dtype)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan]).astype(dtype)
    chosen = special[random.integers(0, len(special), shape)]
    return np.where(random.integers(0, 4, shape) == 0, chosen, values).astype(dtype)


def text(x: Array, body: str, dimension: int, stable: str = "") -> str:
    """A sort of one array with a comparator that JAX does not print."""
    element = ELEMENTS[x.dtype.name]
    scalar = f"tensor<{element}>"
    return f"""
%0 = "stablehlo.sort"(%arg0) <{{dimension = {dimension} : i64{stable}}}> ({{
^bb0(%a: {scalar}, %b: {scalar}):
  {body}
  stablehlo.return %c : tensor<i1>
}}) : ({type_text(x)}) -> {type_text(x)}
return %0 : {type_text(x)}"""


def typed(dtype: str) -> Iterator[Case]:
    name = NAMES[dtype]
    yield Case(
        f"sort/sort_{name}", lambda x: lax.sort(x, 1), [drawn(dtype, 3, 11)], expected=sort_law(1)
    )
    iota = np.broadcast_to(np.arange(40, dtype="i4")[:, None], (40, 2)).copy()
    yield Case(
        f"sort/argsort_{name}",
        lambda x, i: lax.sort((x, i), 0, num_keys=1),
        [drawn(dtype, 40, 2), iota],
        expected=argsort_law(0),
    )
    yield Case(
        f"sort/top_k_{name}",
        lambda x: lax.top_k(x, 5),
        [drawn(dtype, 3, 12)],
        expected=top_law(5),
    )


def sorts() -> Iterator[Case]:
    for first, second in [("f4", "i8"), ("i1", "f8"), ("?", "bfloat16")]:
        yield Case(
            f"sort/two_keys_{NAMES[first]}_{NAMES[second]}",
            lambda x, y, z: lax.sort((x, y, z), 0, num_keys=2),
            [drawn(first, 50), drawn(second, 50), drawn("i2", 50)],
            expected=keys_law,
        )
    for name, shape in [("empty_rows", (2, 0)), ("no_rows", (0, 3)), ("ones", (4, 1))]:
        x = drawn("f4", *shape)
        yield Case(f"sort/{name}", lambda x: lax.sort(x, 1), [x], expected=sort_law(1))
    x = drawn("f4", 2000)
    yield Case("sort/long", lambda x: lax.sort(x, 0), [x], expected=sort_law(0))
    x = random.integers(-50, 50, (4, 60)).astype("i4")
    compare = ": (tensor<i32>, tensor<i32>) -> tensor<i1>"
    yield Case(
        "sort/descending",
        text(x, f"%c = stablehlo.compare GT, %a, %b {compare}", -1),
        [x],
        expected=lambda x: [-np.sort(-x, axis=1)],
    )
    yield Case(
        "sort/last_digit",  # of a function of the element; equal ones stay in their order
        text(
            x,
            "%n = stablehlo.constant dense<10> : tensor<i32>\n"
            "  %p = stablehlo.remainder %a, %n : tensor<i32>\n"
            "  %q = stablehlo.remainder %b, %n : tensor<i32>\n"
            f"  %c = stablehlo.compare LT, %p, %q {compare}",
            0,
            ", is_stable = true",
        ),
        [x],
        expected=lambda x: [taken(x, order(np.fmod(x, 10), 0), 0)],
    )
    yield Case(
        "sort/by_difference",  # no order by keys
        text(
            x,
            "%z = stablehlo.constant dense<0> : tensor<i32>\n"
            "  %d = stablehlo.subtract %a, %b : tensor<i32>\n"
            f"  %c = stablehlo.compare LT, %d, %z {compare}",
            1,
        ),
        [x],
        expected=lambda x: [np.sort(x, axis=1)],
    )


def tops() -> Iterator[Case]:
    for name, shape, k in [("all", (9,), 9), ("none", (2, 3), 0), ("many", (3000,), 1500)]:
        x = drawn("f4", *shape)
        yield Case(f"sort/top_k_{name}", lambda x, k=k: lax.top_k(x, k), [x], expected=top_law(k))


def all_cases() -> Iterator[Case]:
    yield from over_types(typed, FLOATS, "float")
    yield from over_types(typed, INTEGERS, "integer")
    yield from typed("?")
    yield from sorts()
    yield from tops()
