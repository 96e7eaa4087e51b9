"""Scatters, dynamic slices and reverse. NumPy's indexing, or loops over the updates, give the
results: exact, as the elements are small whole numbers where they are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
from jax import lax

from cases import EXACT, Array, Case, each_type, type_text
from shape import numbers

INTEGERS = [f"{kind}{size}" for kind in "iu" for size in (1, 2, 4, 8)]
FLOATS = ["f2", ml_dtypes.bfloat16, "f4", "f8"]
DROP = lax.GatherScatterMode.FILL_OR_DROP


def of_types(dtypes: list[Any], *dims: int) -> list[Array]:
    return [numbers(*dims, dtype="f4").astype(dtype) for dtype in dtypes]


# scatter ----------------------------------------------------------------------------------------


def scattered(
    x: Array,
    indices: Array,
    updates: Array,
    combine: Callable[[Any, Any], Any],
    window: tuple[int, ...] = (),
    inserted: tuple[int, ...] = (),
    index_map: tuple[int, ...] = (0,),
    batching: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    vector_dim: int | None = None,
) -> Array:
    """Update after update in row-major order; a window that sticks out is left out whole."""
    vector_dim = indices.ndim - 1 if vector_dim is None else vector_dim
    vectors = np.moveaxis(indices, vector_dim, -1).astype(object)
    kept = [d for d in range(x.ndim) if d not in inserted and d not in batching[0]]
    result = x.copy()
    for place in np.ndindex(updates.shape):
        point = tuple(p for d, p in enumerate(place) if d not in window)
        start, inside, size = [0] * x.ndim, [0] * x.ndim, [1] * x.ndim
        for d, s in zip(index_map, vectors[point]):
            start[d] = s
        for a, b in zip(*batching):
            start[a] = point[b - (b > vector_dim)]
        for d, w in zip(kept, window):
            inside[d], size[d] = place[w], updates.shape[w]
        if all(0 <= s <= n - w for s, n, w in zip(start, x.shape, size)):
            at = tuple(s + o for s, o in zip(start, inside))
            with np.errstate(over="ignore"):
                result[at] = combine(result[at], updates[place])
    return result


def second(_: Any, b: Any) -> Any:
    return b


ROWS = lax.ScatterDimensionNumbers((1,), (0,), (0,))
ROWS_LAW = {"window": (1,), "inserted": (0,)}
INDICES = np.array([[3], [-1], [0], [7], [3], [2]], "i4")


def row_cases() -> Iterator[Case]:
    """Every combination in every dtype; rows repeat and leave the bounds."""
    arithmetic = of_types(INTEGERS + FLOATS, 4, 3)
    ops = [
        ("put", lax.scatter, second, [*arithmetic, numbers(4, 3, dtype="?")]),
        ("add", lax.scatter_add, lambda a, b: a + b, arithmetic),
        ("multiply", lax.scatter_mul, lambda a, b: a * b, arithmetic),
        ("minimum", lax.scatter_min, min, arithmetic),
        ("maximum", lax.scatter_max, max, arithmetic),
    ]
    order = np.array([1, 3, 2, 0, 0, 1])
    for name, op, combine, operands in ops:
        yield each_type(
            f"indexing/scatter_{name}_types",
            lambda x, i, op=op: op(x, i, x[order], ROWS, mode=DROP),
            lambda x, i, combine=combine: scattered(x, i, x[order], combine, **ROWS_LAW),
            operands,
            INDICES,
        )
    for dtype in INTEGERS:
        yield Case(
            f"indexing/scatter_indices_{np.dtype(dtype).name}",
            lambda x, i, u: lax.scatter_add(x, i, u, ROWS, mode=DROP),
            [numbers(4, 3), INDICES.astype(dtype), numbers(6, 3, seed=2)],
            EXACT,
            lambda x, i, u: scattered(x, i, u, lambda a, b: a + b, **ROWS_LAW),
        )


def shape_cases() -> Iterator[Case]:
    """The dimension numbers."""

    def add(a: Any, b: Any) -> Any:
        return a + b

    def case(name: str, x: Array, i: Array, u: Array, combine: Any = add, **law: Any) -> Case:
        law = {"window": (), "inserted": (), "index_map": (0,), "batching": ((), ())} | law
        dims = lax.ScatterDimensionNumbers(
            law["window"], law["inserted"], law["index_map"], *law["batching"]
        )
        op = lax.scatter if combine is second else lax.scatter_add
        return Case(
            f"indexing/scatter_{name}",
            lambda x, i, u: op(x, i, u, dims, mode=DROP),
            [x, i, u],
            EXACT,
            lambda x, i, u: scattered(x, i, u, combine, **law),
        )

    table, cube = numbers(5, 4), numbers(3, 4, 5)
    starts = np.array([[0, 0], [3, 2], [4, 3], [-1, 1], [1, 0], [3, 1], [0, 90]], "i4")
    yield case("windows", table, starts, numbers(7, 2, 3, seed=2), window=(1, 2), index_map=(0, 1))
    yield case(
        "windows_first", table, starts, numbers(2, 7, 3, seed=2), window=(0, 2), index_map=(0, 1)
    )
    yield case(
        "windows_put", table, starts, numbers(2, 7, 3, seed=2), second, window=(0, 2),
        index_map=(0, 1)
    )  # fmt: skip
    yield case(
        "index_map_swapped", table, starts[:, ::-1], numbers(7, 2, 3, seed=2), window=(1, 2),
        index_map=(1, 0)
    )  # fmt: skip
    yield case(
        "points", table, starts, numbers(7, seed=2), inserted=(0, 1), index_map=(0, 1)
    )
    yield case(
        "batching_dims", cube, np.array([[[0], [3]], [[1], [9]], [[-4], [1]]], "i4"),
        numbers(3, 2, 5, seed=2), window=(2,), inserted=(1,), index_map=(1,), batching=((0,), (0,)),
    )  # fmt: skip
    yield case("one_window", table, np.array([1, 2], "i4"), numbers(2, seed=2), window=(0,),
               inserted=(0,), index_map=(0, 1))  # fmt: skip
    yield case("empty_window", table, starts, numbers(7, 0, 3), window=(1, 2), index_map=(0, 1))
    yield case("no_updates", table, starts[:0], numbers(0, 2, 3), window=(1, 2), index_map=(0, 1))
    tiny = np.float32(2.0**-24)
    yield case(
        "in_order", np.zeros(2, "f4"), np.array([0, 0, 0, 1, 1, 1], "i4")[:, None],
        np.array([tiny, tiny, 1, 1, tiny, tiny], "f4"), inserted=(0,)
    )  # fmt: skip
    for mode in ("drop", "clip"):
        def bounded(x: Array, i: Array, u: Array, mode: str = mode) -> Array:
            return scattered(x, np.clip(i, 0, 3) if mode == "clip" else i, u, add, **ROWS_LAW)

        yield Case(
            f"indexing/scatter_at_{mode}",
            lambda x, i, u, mode=mode: x.at[i[:, 0]].add(u, mode=mode, wrap_negative_indices=False),
            [numbers(4, 3), INDICES, numbers(6, 3, seed=2)], EXACT, bounded,
        )  # fmt: skip


SCATTER_TEXT = """
%r{many} = "stablehlo.scatter"({names}) <{{scatter_dimension_numbers = #stablehlo.scatter<\
inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]{vector}>, \
indices_are_sorted = false, unique_indices = false}}> ({{
^bb0({arguments}):
{body}
}}) : ({types}) -> ({results})
return {returned} : {results}
"""


def region_cases() -> Iterator[Case]:
    """What JAX does not print: other regions, several arrays, indices without a vector dim."""
    x, y = np.array([1, 2, 3, 4], "i4"), np.array([9, 8, 7, 6], "i8")
    i, u, v = np.array([2, 0, 2, 5, 2], "i4"), numbers(5, dtype="i4"), numbers(5, dtype="i8", seed=3)

    def twice(a: Any, b: Any) -> Any:
        return b - 2 * a

    yield Case(
        "indexing/scatter_region",
        SCATTER_TEXT.format(
            many="", names="%arg0, %arg1, %arg2", vector=", index_vector_dim = 1",
            arguments="%a: tensor<i32>, %b: tensor<i32>",
            body="%0 = stablehlo.add %a, %a : tensor<i32>\n%1 = stablehlo.subtract %b, %0 : "
            "tensor<i32>\nstablehlo.return %1 : tensor<i32>",
            types=", ".join(map(type_text, (x, i, u))), results=type_text(x), returned="%r",
        ),
        [x, i, u], EXACT,
        lambda x, i, u: scattered(x, i[:, None], u, twice, inserted=(0,)),
    )  # fmt: skip

    def crossed(x: Array, y: Array, i: Array, u: Array, v: Array) -> list[Array]:
        x, y = x.copy(), y.copy()
        for at, a, b in zip(i, u, v):
            if 0 <= at < 4:
                x[at], y[at] = x[at] + a, b if a < x[at] else y[at]
        return [x, y]

    yield Case(
        "indexing/scatter_two_arrays",
        SCATTER_TEXT.format(
            many=":2", names="%arg0, %arg1, %arg2, %arg3, %arg4", vector=", index_vector_dim = 1",
            arguments="%a: tensor<i32>, %b: tensor<i64>, %c: tensor<i32>, %d: tensor<i64>",
            body="%0 = stablehlo.add %a, %c : tensor<i32>\n"
            "%1 = stablehlo.compare LT, %c, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "%2 = stablehlo.select %1, %d, %b : tensor<i1>, tensor<i64>\n"
            "stablehlo.return %0, %2 : tensor<i32>, tensor<i64>",
            types=", ".join(map(type_text, (x, y, i, u, v))),
            results=f"{type_text(x)}, {type_text(y)}", returned="%r#0, %r#1",
        ),
        [x, y, i, u, v], EXACT, crossed,
    )  # fmt: skip
    pairs = np.stack([i, i], 1)[:, :1].T.copy()
    yield Case(
        "indexing/scatter_index_dim_first",
        SCATTER_TEXT.format(
            many="", names="%arg0, %arg1, %arg2", vector="",
            arguments="%a: tensor<i32>, %b: tensor<i32>",
            body="stablehlo.return %b : tensor<i32>",
            types=", ".join(map(type_text, (x, pairs, u))), results=type_text(x), returned="%r",
        ),
        [x, pairs, u], EXACT,
        lambda x, i, u: scattered(x, i, u, second, inserted=(0,), vector_dim=0),
    )  # fmt: skip


# dynamic slices and reverse ---------------------------------------------------------------------


def slice_cases() -> Iterator[Case]:
    operands = [*of_types(INTEGERS + FLOATS, 4, 5), numbers(4, 5, dtype="?")]
    starts = np.array(9, "i4"), np.array(-3, "i4")
    raw = {"allow_negative_indices": False}

    def put(x: Array, update: Array, i: int, j: int) -> Array:
        result = x.copy()
        result[i : i + update.shape[0], j : j + update.shape[1]] = update
        return result

    yield each_type(
        "indexing/dynamic_slice_types",
        lambda x, i, j: lax.dynamic_slice(x, (i, j), (2, 3), **raw),
        lambda x, i, j: x[2:4, 0:3],
        operands,
        *starts,
    )
    yield each_type(
        "indexing/dynamic_update_slice_types",
        lambda x, i, j: lax.dynamic_update_slice(x, x[:2, 2:], (i, j), **raw),
        lambda x, i, j: put(x, x[:2, 2:], 2, 0),
        operands,
        *starts,
    )
    yield each_type(
        "indexing/reverse_types", lambda x: lax.rev(x, (1, 0)), lambda x: x[::-1, ::-1], operands
    )
    cube = numbers(3, 4, 5)
    for dims in [(0,), (1,), (2,), (0, 2), (), (2, 1, 0)]:
        yield Case(
            f"indexing/reverse_{''.join(map(str, dims)) or 'nothing'}",
            lambda x, dims=dims: lax.rev(x, dims),
            [cube], EXACT, lambda x, dims=dims: np.flip(x, dims),
        )  # fmt: skip
    long = numbers(300)
    for dtype, start, at in [("i1", -128, 0), ("u1", 255, 255), ("i2", 299, 298), ("u2", 65535, 298),
                             ("u4", 4294967295, 298), ("i8", -(2**63), 0), ("i8", 2**63 - 1, 298),
                             ("u8", 2**64 - 1, 298)]:  # fmt: skip
        name = f"{np.dtype(dtype).name}_{at}"
        yield Case(
            f"indexing/dynamic_slice_{name}",
            lambda x, i: lax.dynamic_slice(x, (i,), (2,), **raw),
            [long, np.array(start, dtype)], EXACT, lambda x, i, at=at: x[at : at + 2],
        )  # fmt: skip
        yield Case(
            f"indexing/dynamic_update_slice_{name}",
            lambda x, u, i: lax.dynamic_update_slice(x, u, (i,), **raw),
            [long, np.array([-7, -8], "f4"), np.array(start, dtype)], EXACT,
            lambda x, u, i, at=at: np.concatenate([x[:at], u, x[at + 2 :]]),
        )  # fmt: skip
    yield Case(
        "indexing/dynamic_slice_scalar",
        """
%0 = "stablehlo.dynamic_slice"(%arg0) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
return %0 : tensor<f32>
""",
        [numbers()], EXACT, lambda x: x,
    )  # fmt: skip
    yield Case("indexing/row", lambda x, i: x[i], [numbers(4, 5), np.array(-2, "i4")], EXACT,
               lambda x, i: x[i])  # fmt: skip
    yield Case("indexing/set_row", lambda x, i, u: x.at[i].set(u),
               [numbers(4, 5), np.array(-2, "i4"), numbers(5, seed=2)], EXACT,
               lambda x, i, u: np.concatenate([x[:2], u[None], x[3:]]))  # fmt: skip


# select_and_scatter -----------------------------------------------------------------------------

SELECT_TEXT = """
%r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{{window_dimensions = array<i64: 2, 3>, \
window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}}> ({{
^bb0(%a: {element}, %b: {element}):
%0 = stablehlo.compare {order}, %a, %b : ({element}, {element}) -> tensor<i1>
stablehlo.return %0 : tensor<i1>
}}, {{
^bb0(%a: {element}, %b: {element}):
%0 = stablehlo.{op} %a, %b : {element}
stablehlo.return %0 : {element}
}}) : ({operand}, {source}, {element}) -> {operand}
return %r : {operand}
"""


def window_cases() -> Iterator[Case]:
    orders = {"GE": np.greater_equal, "GT": np.greater, "LT": np.less}
    ops = {"add": lambda a, b: a + b, "maximum": max, "minimum": min}

    def law(keeps: Any, combine: Any) -> Any:
        def expected(x: Array, source: Array, init: Array) -> Array:
            result = np.full_like(x, init)
            for i, j in np.ndindex(source.shape):
                best = None
                for at in np.ndindex(2, 3):
                    place = (2 * i + at[0] - 1, j + at[1])
                    if not (0 <= place[0] < x.shape[0] and 0 <= place[1] < x.shape[1]):
                        continue
                    if best is None or not keeps(x[best], x[place]):
                        best = place
                result[best] = combine(result[best], source[i, j])
            return result

        return expected

    for order, op, dtypes in [("GE", "add", INTEGERS + FLOATS), ("GT", "maximum", ["i4", "f4"]),
                              ("LT", "minimum", ["u1", "f8"])]:  # fmt: skip
        for dtype in dtypes:
            # Ties in every window; the sums stay exact in every dtype.
            x = (numbers(5, 4) % 4).astype(dtype)
            source, init = (numbers(3, 3) % 7).astype(dtype), np.array(1, dtype)
            text = SELECT_TEXT.format(
                order=order, op=op, element=type_text(init), operand=type_text(x),
                source=type_text(source),
            )  # fmt: skip
            yield Case(
                f"indexing/select_and_scatter_{order.lower()}_{op}_{x.dtype.name}",
                text, [x, source, init], EXACT, law(orders[order], ops[op]),
            )  # fmt: skip


def all_cases() -> Iterator[Case]:
    yield from row_cases()
    yield from shape_cases()
    yield from region_cases()
    yield from slice_cases()
    yield from window_cases()
