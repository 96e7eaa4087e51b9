"""reduce and reduce_window, with one-op and longer regions, and several operands."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import EXACT, Array, Case, each_type, float_case, merged
from contraction import HALVES, OTHER_INTEGERS, real, whole
from shape import padded

LOWEST = np.float32(-np.inf)


def larger_magnitude(x: Any, y: Any) -> Any:
    """The one further from 0, the positive one of two: a region of several ops."""
    first = (abs(x) > abs(y)) | ((abs(x) == abs(y)) & (x > y))
    return jnp.where(first, x, y)


def larger_with_place(x: tuple[Any, Any], y: tuple[Any, Any]) -> tuple[Any, Any]:
    """(value, place) of the larger value, of the lower place among equals."""
    first = (x[0] > y[0]) | ((x[0] == y[0]) & (x[1] < y[1]))
    return jnp.where(first, x[0], y[0]), jnp.where(first, x[1], y[1])


def sum_and_largest(x: tuple[Any, Any], y: tuple[Any, Any]) -> tuple[Any, Any]:
    return x[0] + y[0], lax.max(x[1], y[1])


# reduce -----------------------------------------------------------------------------------------


def reduce_cases() -> Iterator[Case]:
    cube = whole(3, 4, 5)
    for name, dims in [
        ("first", (0,)), ("middle", (1,)), ("last", (2,)), ("outer_two", (0, 2)),
        ("last_two", (1, 2)), ("all", (0, 1, 2)), ("none", ()),
    ]:  # fmt: skip
        yield Case(
            f"reduction/sum_{name}",
            lambda x, dims=dims: lax.reduce(x, np.float32(0), lax.add, dims),
            [cube],
            EXACT,
            lambda x, dims=dims: x.sum(dims),
        )
    types = [whole(4, 6, dtype=dtype) for dtype in ("f4", "f8", "i4", "i8")]
    small = [np.clip(x, -2, 2) for x in types]
    yield each_type(
        "reduction/sum_types", lambda x: jnp.sum(x, 0, x.dtype), lambda x: x.sum(0, x.dtype), types
    )
    yield each_type(
        "reduction/product_types",
        lambda x: jnp.prod(x, 1, x.dtype),
        lambda x: x.prod(1, x.dtype),
        small,
    )
    yield each_type("reduction/max_types", lambda x: x.max(1), lambda x: x.max(1), types)
    yield each_type("reduction/min_types", lambda x: x.min(0), lambda x: x.min(0), types)
    others = [whole(4, 6, dtype=t) for t in OTHER_INTEGERS]
    others += [whole(4, 6).astype(t) for t in HALVES]
    yield each_type(
        "reduction/sum_other_types",
        lambda x: lax.reduce(x, x.dtype.type(0), lax.add, (0,)),
        lambda x: x.sum(0, x.dtype),
        others,
    )
    yield each_type(
        "reduction/product_other_types",
        lambda x: lax.reduce(x, x.dtype.type(1), lax.mul, (1,)),
        lambda x: x.prod(1, x.dtype),
        [np.clip(whole(4, 6), -2, 2).astype(x.dtype) for x in others],
    )
    yield each_type(
        "reduction/extrema_other_types",
        lambda x: lax.reduce(x, x[0, 0], lax.max, (1,)) - lax.reduce(x, x[0, 0], lax.min, (1,)),
        lambda x: np.maximum(x.max(1), x[0, 0]) - np.minimum(x.min(1), x[0, 0]),
        others,
    )
    yield each_type(
        "reduction/argmax_other_types",
        lambda x: (lax.argmax(x, 1, jnp.int32), lax.argmin(x, 0, jnp.int64)),
        lambda x: (x.argmax(1).astype("i4"), x.argmin(0)),
        others,
    )
    yield Case(  # sums in f32, rounded once
        "reduction/sum_of_many_halves",
        lambda *x: [lax.reduce(h, h.dtype.type(0), lax.add, (0,)) for h in x],
        [np.abs(real(500, 3)).astype(t) for t in HALVES],
        1,
        lambda *x: [h.astype("f8").sum(0).astype(h.dtype) for h in x],
    )
    many = whole(3000)
    yield Case(
        "reduction/many_in_one",
        lambda x: (
            lax.argmax(x, 0, jnp.int32),
            lax.argmin(x.reshape(3, 1000), 1, jnp.int32),
            lax.argmax(x.reshape(1000, 3), 0, jnp.int32),
            lax.reduce(x, np.float32(0), larger_magnitude, (0,)),
            lax.reduce(x.reshape(20, 3, 50), np.float32(0), larger_magnitude, (0, 2)),
        ),
        [many],
        EXACT,
        lambda x: (
            x.argmax().astype("i4"),
            x.reshape(3, 1000).argmin(1).astype("i4"),
            x.reshape(1000, 3).argmax(0).astype("i4"),
            np.float32(5),
            np.full(3, 5, "f4"),
        ),
    )
    logic = np.array([[False, True, False], [True, True, True], [False, False, False]])
    yield Case(
        "reduction/any_all",
        lambda x: (x.any(1), x.all(1), x.any(), x.all(0)),
        [logic],
        EXACT,
        lambda x: (x.any(1), x.all(1), x.any(), x.all(0)),
    )
    integers = np.random.default_rng(5).integers(-(2**31), 2**31, (3, 50)).astype("i4")
    yield Case(
        "reduction/bitwise",
        lambda x: tuple(
            lax.reduce(x, np.int32(init), op, (1,))
            for init, op in ((-1, lax.bitwise_and), (0, lax.bitwise_or), (0, lax.bitwise_xor))
        ),
        [integers],
        EXACT,
        lambda x: tuple(op.reduce(x, 1) for op in (np.bitwise_and, np.bitwise_or, np.bitwise_xor)),
    )
    yield Case(
        "reduction/sum_i32_wraps",
        lambda x: jnp.sum(x, 1, jnp.int32), [integers], EXACT, lambda x: x.sum(1, "i4"),
    )  # fmt: skip

    strange = np.array(
        [[1, np.nan, 2], [np.inf, 1, -np.inf], [np.inf, 2, 3], [-1, -np.inf, 4]], "f4"
    )
    yield Case(
        "reduction/nan_and_inf",
        lambda x: (x.sum(1), x.max(1), x.min(1), x.prod(1), jnp.argmax(x, 1), jnp.argmin(x, 1)),
        [strange],
        EXACT,
        lambda x: (x.sum(1), x.max(1), x.min(1), x.prod(1), x.argmax(1), x.argmin(1)),
    )
    empty = np.zeros((3, 0), "f4")
    yield Case(
        "reduction/of_nothing",
        lambda x: (
            x.sum(1), x.prod(1), x.sum(0), lax.reduce(x, LOWEST, lax.max, (1,)),
            lax.reduce(x, np.float32(7), lax.min, (1,)),
        ),
        [empty],
        EXACT,
        lambda x: (
            x.sum(1), x.prod(1), x.sum(0), np.full(3, -np.inf, "f4"), np.full(3, 7, "f4"),
        ),
    )  # fmt: skip
    yield Case(  # an initial value that a maximum may meet any number of times
        "reduction/max_with_initial_value",
        lambda x, init: (
            lax.reduce(x, np.float32(3), lax.max, (1,)),
            lax.reduce(x, init, lax.max, (0,)),
        ),
        [cube[0], np.array(2, "f4")],
        EXACT,
        lambda x, init: (np.maximum(x.max(1), 3), np.maximum(x.max(0), init)),
    )
    yield Case(
        "reduction/longer_region",
        lambda x: lax.reduce(x, np.float32(0), larger_magnitude, (1,)),
        [cube],
        EXACT,
        lambda x: np.where(x.max(1) >= -x.min(1), x.max(1), x.min(1)),
    )
    places = np.broadcast_to(np.arange(5, dtype="i4"), (3, 4, 5)).copy()
    yield Case(
        "reduction/two_operands",
        lambda x, k: lax.reduce((x, k), (LOWEST, np.int32(9)), larger_with_place, (2,)),
        [cube, places],
        EXACT,
        lambda x, k: (x.max(2), x.argmax(2).astype("i4")),
    )
    yield Case(
        "reduction/two_operands_two_dims",
        lambda x, y: lax.reduce((x, y), (np.float32(0), LOWEST), sum_and_largest, (0, 2)),
        [cube, whole(3, 4, 5, seed=2)],
        EXACT,
        lambda x, y: (x.sum((0, 2)), y.max((0, 2))),
    )
    yield each_type(
        "reduction/argmax_types",
        lambda x: lax.argmax(x, 1, jnp.int32),
        lambda x: x.argmax(1).astype("i4"),
        [*types, logic],
    )
    yield each_type(
        "reduction/argmin_types",
        lambda x: lax.argmin(x, 0, jnp.int64),
        lambda x: x.argmin(0),
        [*types, logic],
    )
    for dtype, name in (("f4", "f32"), ("f8", "f64")):
        yield float_case(
            f"reduction/real_sum_{name}",
            lambda x: (x.sum(0), x.sum(1), x.sum()),
            [real(13, 47, dtype=dtype)],
            lambda x: (x.sum(0), x.sum(1), x.sum()),
        )
    yield float_case(
        "reduction/softmax",
        lambda x: (
            jnp.exp(x - x.max(1, keepdims=True))
            / jnp.exp(x - x.max(1, keepdims=True)).sum(1, keepdims=True)
        ),
        [real(4, 10)],
        lambda x: (
            np.exp(x - x.max(1, keepdims=True))
            / np.exp(x - x.max(1, keepdims=True)).sum(1, keepdims=True)
        ),
    )


# reduce_window ----------------------------------------------------------------------------------

Window = dict[str, Sequence[Any]]


def windows(x: Array, init: Any, window: Window) -> Array:
    """All windows, each flattened into a last dimension."""
    base = window.get("base_dilation") or (1,) * x.ndim
    edges = [(low, high, d - 1) for (low, high), d in zip(window["padding"], base)]
    x = padded(x, np.asarray(init, x.dtype), edges)
    dilation = window.get("window_dilation") or (1,) * x.ndim
    starts = []
    for size, k, d, stride in zip(x.shape, window["dims"], dilation, window["strides"]):
        starts += [range(0, max(size - (k - 1) * d, 0), stride)]
    result = np.empty([len(s) for s in starts] + [int(np.prod(window["dims"]))], x.dtype)
    for place in itertools.product(*(range(len(s)) for s in starts)):
        corner = [s[k] for s, k in zip(starts, place)]
        cut = tuple(
            slice(c, c + (k - 1) * d + 1, d) for c, k, d in zip(corner, window["dims"], dilation)
        )
        result[place] = x[cut].ravel()
    return result


def window_of(function: Callable[..., Any], operand: Any, init: Any, window: Window) -> Any:
    return lax.reduce_window(
        operand, init, function, tuple(window["dims"]), tuple(window["strides"]),
        tuple(window["padding"]),
        base_dilation=window.get("base_dilation"),
        window_dilation=window.get("window_dilation"),
    )  # fmt: skip


OPS = {
    "sum": (lax.add, 0, lambda w: w.sum(-1, w.dtype)),
    "max": (lax.max, -np.inf, lambda w: w.max(-1)),
    "min": (lax.min, np.inf, lambda w: w.min(-1)),
}


def window_case(name: str, x: Array, window: Window, ops: Sequence[str] = ("sum", "max")) -> Case:
    inits = {op: np.asarray(OPS[op][1]).astype(x.dtype) for op in ops}
    return Case(
        f"reduction/window_{name}",
        lambda x: tuple(window_of(OPS[op][0], x, inits[op], window) for op in ops),
        [x],
        EXACT,
        lambda x: tuple(OPS[op][2](windows(x, inits[op], window)) for op in ops),
    )


def window_cases() -> Iterator[Case]:
    x = whole(6, 7)
    plain: Window = {"dims": (2, 3), "strides": (1, 1), "padding": ((0, 0), (0, 0))}
    yield window_case("plain", x, plain, ("sum", "max", "min"))
    yield window_case("strides", x, {**plain, "strides": (2, 3)})
    yield window_case("padding", x, {**plain, "padding": ((1, 2), (0, 4))}, ("sum", "max", "min"))
    yield window_case("only_padding", whole(2, 2), {**plain, "padding": ((3, 3), (4, 4))})
    yield window_case("crop", x, {**plain, "padding": ((-1, 2), (-2, -1))})
    yield window_case("base_dilation", x, {**plain, "base_dilation": (2, 3)})
    yield window_case("window_dilation", x, {**plain, "window_dilation": (3, 2)})
    everything = {
        "dims": (3, 2), "strides": (2, 3), "padding": ((2, 1), (-1, 3)),
        "base_dilation": (2, 3), "window_dilation": (2, 4),
    }  # fmt: skip
    yield window_case("everything", x, everything, ("sum", "max", "min"))
    yield window_case("too_large", x, {**plain, "dims": (7, 1)})
    yield window_case("of_one", x, {**plain, "dims": (1, 1)})
    yield window_case("whole_operand", x, {**plain, "dims": (6, 7)})
    pool: Window = {"dims": (1, 2, 2, 1), "strides": (1, 2, 2, 1), "padding": ((0, 0),) * 4}
    yield window_case("pool", whole(2, 4, 6, 3), pool)
    same = {**pool, "dims": (1, 3, 3, 1), "padding": ((0, 0), (1, 1), (1, 1), (0, 0))}
    yield window_case("pool_same", whole(2, 5, 7, 3), same)
    yield window_case("1d", whole(9), {"dims": (4,), "strides": (2,), "padding": ((1, 1),)})
    running = {"dims": (9,), "strides": (1,), "padding": ((8, 0),)}
    yield window_case("running_sum", whole(9), running)
    for dtype, name in (("f8", "f64"), ("i4", "i32"), ("i8", "i64")):
        window = {**plain, "padding": ((1, 0), (0, 1))}
        yield window_case(name, whole(5, 6, dtype=dtype), window, ("sum",))
    small: Window = {**plain, "padding": ((1, 0), (0, 1))}
    yield merged(
        "reduction/window_other_types",
        [
            window_case("", x, small, ("sum",))
            for x in (
                *(whole(5, 6, dtype=t) for t in OTHER_INTEGERS),
                *(whole(5, 6).astype(t) for t in HALVES),
            )
        ],
    )
    # Windows that are joined of blocks, or run from end to end.
    line = whole(300)
    for name, dims, padding in [
        ("cumulative", 300, (299, 0)), ("cumulative_in_reverse", 300, (0, 299)),
        ("long", 70, (69, 5)), ("longer_than_the_line", 500, (400, 400)),
    ]:  # fmt: skip
        window = {"dims": (dims,), "strides": (1,), "padding": (padding,)}
        yield window_case(name, line, window, ("sum", "max", "min"))
        table = {"dims": (dims, 2), "strides": (1, 1), "padding": (padding, (0, 0))}
        yield window_case(f"{name}_2d", whole(300, 3), table)
        yield Case(
            f"reduction/window_{name}_longer_region",
            lambda x, window=window: window_of(larger_magnitude, x, np.float32(0), window),
            [line],
            EXACT,
            lambda x, window=window: (
                lambda w: np.where(w.max(-1) >= -w.min(-1), w.max(-1), w.min(-1))
            )(windows(x, 0, window)),
        )
    dilated = {
        "dims": (40,), "strides": (3,), "padding": ((50, 7),),
        "base_dilation": (3,), "window_dilation": (2,),
    }  # fmt: skip
    yield window_case("long_everything", line, dilated, ("sum", "max", "min"))
    yield Case(
        "reduction/window_cumulative_halves",
        lambda *x: [lax.cumsum(h, 0) for h in x],
        [np.abs(real(100)).astype(t) for t in HALVES],
        1,
        lambda *x: [np.cumsum(h.astype("f8")).astype(h.dtype) for h in x],
    )
    logic = whole(5, 6) > 2
    yield Case(
        "reduction/window_bool",
        lambda x: (
            window_of(lax.bitwise_or, x, np.False_, plain),
            window_of(lax.bitwise_and, x, np.True_, plain),
        ),
        [logic],
        EXACT,
        lambda x: (windows(x, False, plain).any(-1), windows(x, True, plain).all(-1)),
    )
    strange = whole(4, 5)
    strange[1, 1], strange[2, 4], strange[0, 3] = np.nan, np.inf, -np.inf
    yield window_case("nan_and_inf", strange, plain, ("sum", "max", "min"))
    yield Case(
        "reduction/window_product",
        lambda x: window_of(lax.mul, x, np.float32(1), {**plain, "padding": ((1, 1), (0, 0))}),
        [x],
        EXACT,
        lambda x: windows(x, 1, {**plain, "padding": ((1, 1), (0, 0))}).prod(-1),
    )
    yield Case(
        "reduction/window_longer_region",
        lambda x: window_of(larger_magnitude, x, np.float32(0), plain),
        [x],
        EXACT,
        lambda x: (lambda w: np.where(w.max(-1) >= -w.min(-1), w.max(-1), w.min(-1)))(
            windows(x, 0, plain)
        ),
    )
    strided: Window = {"dims": (2, 3), "strides": (2, 2), "padding": ((1, 1), (0, 1))}
    yield Case(
        "reduction/window_two_operands",
        lambda x, k: window_of(larger_with_place, (x, k), (LOWEST, np.int32(99)), strided),
        [x, np.arange(42, dtype="i4").reshape(6, 7)],
        EXACT,
        lambda x, k: place_of_largest(x, k, strided),
    )
    yield float_case(
        "reduction/window_real",
        lambda x: window_of(lax.add, x, np.zeros((), x.dtype), plain),
        [real(8, 9)],
        lambda x: windows(x, 0, plain).sum(-1),
    )


def place_of_largest(x: Array, k: Array, window: Window) -> tuple[Array, Array]:
    values, places = windows(x, -np.inf, window), windows(k, 99, window)
    largest = values.max(-1)
    # Padding has the place 99, so it loses to every element; places rise within a window.
    return largest, np.where(values == largest[..., None], places, 99).min(-1)


def all_cases() -> Iterator[Case]:
    yield from reduce_cases()
    yield from window_cases()
