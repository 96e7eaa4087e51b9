"""Ops that move elements: their results are exact whatever the type. NumPy gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import EXACT, Array, Case, each_type


def numbers(*dims: int, dtype: str = "f4", seed: int = 1) -> Array:
    """Small whole numbers, all different as long as they fit."""
    count = int(np.prod(dims, dtype=int))
    values = np.random.default_rng(seed).permutation(count) - count // 3
    return (values % 2 == 0 if dtype == "?" else values).reshape(dims).astype(dtype)


def broadcast_cases() -> Iterator[Case]:
    for name, operand, dims, target in [
        ("scalar", numbers(), (), (2, 3)),
        ("leading", numbers(3), (1,), (2, 3)),
        ("trailing", numbers(2), (0,), (2, 3)),
        ("stretch", numbers(2, 1, 3), (0, 2, 3), (2, 4, 5, 3)),
        ("ones", numbers(1, 1), (0, 2), (1, 4, 1)),
        ("empty", numbers(0, 1), (0, 2), (0, 2, 3)),
    ]:
        shape = [1] * len(target)
        for size, dim in zip(operand.shape, dims):
            shape[dim] = size
        yield Case(
            f"shape/broadcast_in_dim_{name}",
            lambda x, target=target, dims=dims: lax.broadcast_in_dim(x, target, dims),
            [operand],
            EXACT,
            lambda x, shape=shape, target=target: np.broadcast_to(x.reshape(shape), target),
        )
    yield Case(  # JAX wants rising dims; StableHLO takes any
        "shape/broadcast_in_dim_swapped",
        """
%0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<3x2xf32>) -> tensor<2x4x3xf32>
return %0 : tensor<2x4x3xf32>
""",
        [numbers(3, 2)],
        EXACT,
        lambda x: np.broadcast_to(x.T[:, None, :], (2, 4, 3)),
    )
    yield Case(
        "shape/same_shape",
        """
%0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
%1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
%2 = stablehlo.concatenate %1, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
%3 = stablehlo.convert %2 : tensor<2x3xf32>
return %3 : tensor<2x3xf32>
""",
        [numbers(2, 3)],
        EXACT,
        lambda x: x,
    )


def type_cases() -> Iterator[Case]:
    """The same in every other type."""
    operands = [numbers(2, 3, dtype=dtype) for dtype in ("f8", "i4", "i8", "?")]
    yield each_type(
        "shape/broadcast_in_dim_types",
        lambda x: lax.broadcast_in_dim(x, (2, 4, 3), (0, 2)),
        lambda x: np.repeat(x[:, None], 4, 1),
        operands,
    )
    yield each_type(
        "shape/reshape_types", lambda x: x.reshape(3, 2), lambda x: x.reshape(3, 2), operands
    )
    yield each_type("shape/transpose_types", lambda x: x.T, lambda x: x.T, operands)
    yield each_type("shape/slice_types", lambda x: x[:, ::2], lambda x: x[:, ::2], operands)
    yield each_type(
        "shape/concatenate_types",
        lambda x: lax.concatenate([x, x[:1]], 0),
        lambda x: np.concatenate([x, x[:1]]),
        operands,
    )
    edges = [(1, 0, 1), (-1, 2, 0)]
    yield each_type(
        "shape/pad_types",
        lambda x: lax.pad(x, np.ones((), x.dtype), edges),
        lambda x: padded(x, np.ones((), x.dtype), edges),
        operands,
    )
    rows = np.array([1, 0, 1], "i4")
    yield each_type("gather/rows_types", lambda x, i: x[i], lambda x, i: x[i], operands, rows)


def reorder_cases() -> Iterator[Case]:
    for name, operand, target in [
        ("flat", numbers(2, 3, 4), (24,)),
        ("split", numbers(24), (2, 3, 4)),
        ("mixed", numbers(4, 6), (3, 8)),
        ("ones", numbers(1, 3, 1), (3,)),
        ("scalar", numbers(1, 1), ()),
        ("from_scalar", numbers(), (1, 1)),
        ("empty", numbers(0, 3), (2, 0)),
    ]:
        yield Case(
            f"shape/reshape_{name}",
            lambda x, target=target: lax.reshape(x, target),
            [operand],
            EXACT,
            lambda x, target=target: x.reshape(target),
        )
    for name, operand, order in [
        ("2d", numbers(3, 5), (1, 0)),
        ("3d", numbers(2, 3, 4), (2, 0, 1)),
        ("4d", numbers(2, 3, 1, 4), (3, 1, 0, 2)),
        ("identity", numbers(2, 3), (0, 1)),
        ("scalar", numbers(), ()),
        ("empty", numbers(0, 3), (1, 0)),
        ("large", numbers(37, 67), (1, 0)),
    ]:
        yield Case(
            f"shape/transpose_{name}",
            # As the op: jit would drop the identity.
            lambda x, order=order: lax.transpose_p.bind(x, permutation=order),
            [operand],
            EXACT,
            lambda x, order=order: x.transpose(order),
        )


def slice_cases() -> Iterator[Case]:
    for name, operand, start, limit, strides in [
        ("1d", numbers(9), (2,), (7,), (1,)),
        ("strides", numbers(9), (1,), (9,), (3,)),
        ("3d", numbers(4, 5, 6), (1, 0, 2), (4, 5, 6), (2, 3, 1)),
        ("whole", numbers(3, 4), (0, 0), (3, 4), (1, 1)),
        ("nothing", numbers(3, 4), (2, 1), (2, 4), (1, 1)),
        ("one", numbers(3, 4), (2, 3), (3, 4), (1, 1)),
        ("scalar", numbers(), (), (), ()),
    ]:
        yield Case(
            f"shape/slice_{name}",
            lambda x, s=start, e=limit, t=strides: lax.slice(x, s, e, t),
            [operand],
            EXACT,
            lambda x, s=start, e=limit, t=strides: x[tuple(map(slice, s, e, t))],
        )
    for name, operands, dim in [
        ("rows", [numbers(2, 3), numbers(1, 3), numbers(4, 3)], 0),
        ("columns", [numbers(2, 3), numbers(2, 1)], 1),
        ("middle", [numbers(2, 1, 3), numbers(2, 4, 3)], 1),
        ("with_empty", [numbers(0, 3), numbers(2, 3), numbers(0, 3)], 0),
    ]:
        yield Case(
            f"shape/concatenate_{name}",
            lambda *x, dim=dim: lax.concatenate_p.bind(*x, dimension=dim),
            operands,
            EXACT,
            lambda *x, dim=dim: np.concatenate(x, dim),
        )


def padded(x: Array, value: Array, config: list[tuple[int, int, int]]) -> Array:
    """Interior first, then the edges, where a negative number crops."""
    for dim, (low, high, interior) in enumerate(config):
        size = x.shape[dim]
        spread = size + max(size - 1, 0) * interior
        wide = np.full(x.shape[:dim] + (spread,) + x.shape[dim + 1 :], value)
        wide[(slice(None),) * dim + (slice(None, None, interior + 1),)] = x
        edges = [(0, 0)] * x.ndim
        edges[dim] = (max(low, 0), max(high, 0))
        wide = np.pad(wide, edges, constant_values=value)
        end = wide.shape[dim] - max(-high, 0)
        x = wide[(slice(None),) * dim + (slice(max(-low, 0), end),)]
    return x


def pad_cases() -> Iterator[Case]:
    for name, operand, config in [
        ("edges", numbers(2, 3), [(1, 2, 0), (0, 1, 0)]),
        ("interior", numbers(3, 2), [(0, 0, 2), (0, 0, 1)]),
        ("both", numbers(3, 2), [(1, 2, 1), (2, 0, 3)]),
        ("crop", numbers(5, 6), [(-1, -2, 0), (-2, 1, 0)]),
        ("crop_interior", numbers(4, 3), [(-2, 3, 2), (1, -4, 3)]),
        ("crop_to_nothing", numbers(3, 2), [(-1, -2, 0), (0, 0, 0)]),
        ("of_empty", numbers(0, 2), [(2, 1, 3), (0, 1, 0)]),
        ("one_row_interior", numbers(1, 2), [(0, 0, 5), (1, 1, 0)]),
    ]:
        value = np.array(-7 if operand.dtype != bool else True).astype(operand.dtype)
        yield Case(
            f"shape/pad_{name}",
            lambda x, v, config=config: lax.pad(x, v, config),
            [operand, value],
            EXACT,
            lambda x, v, config=config: padded(x, v, config),
        )


def source_cases() -> Iterator[Case]:
    for dtype, name in [("i4", "i32"), ("i8", "i64"), ("f4", "f32"), ("f8", "f64")]:

        def iotas(dtype: str = dtype) -> list[Any]:
            dims = (3, 4, 2)
            return [lax.broadcasted_iota(np.dtype(dtype), dims, k) for k in range(3)] + [
                lax.iota(np.dtype(dtype), 5),
                lax.iota(np.dtype(dtype), 0),
            ]

        def law(dtype: str = dtype) -> list[Array]:
            grids = np.indices((3, 4, 2)).astype(dtype)
            return [*grids, np.arange(5, dtype=dtype), np.arange(0, dtype=dtype)]

        yield Case(f"shape/iota_{name}", iotas, [], EXACT, law)

    constants = [
        np.array([1.5, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3.4028235e38, 0.1], "f4"),
        np.array([[1, 2, 3], [4, 5, 6]], "f4"),
        np.array([0.1, 1e-320, -np.inf, np.nan, 1.7976931348623157e308], "f8"),
        np.array([-(2**31), 2**31 - 1, 0], "i4"),
        np.array([[-(2**63)], [2**63 - 1]], "i8"),
        np.array([True, False, False]),
        np.full((2, 2), 7, "i4"),
        np.full((3,), True),
        np.full((2,), np.nan, "f4"),
        np.array(2.5, "f8"),
        np.array(-3, "i8"),
        np.array(False),
        np.zeros((0, 2), "f4"),
        np.zeros((0,), "i8"),
        np.arange(40, dtype="f4").reshape(5, 8) / 3,
        np.arange(40, dtype="i8") * 10**12,
    ]
    yield Case(
        "shape/constant",
        lambda: [jnp.asarray(c) for c in constants],
        [],
        EXACT,
        lambda: constants,
    )


def gather_cases() -> Iterator[Case]:
    table = numbers(5, 4)
    cube = numbers(3, 4, 5)
    rows = np.array([3, 0, 0, 4], "i4")
    outside = np.array([2, 7, -1, 4, -9, 100], "i4")

    yield Case("gather/row", lambda x, i: x.at[i].get(mode="promise_in_bounds"),
               [table, np.array([2], "i4")], EXACT, lambda x, i: x[i])  # fmt: skip
    yield Case("gather/rows", lambda x, i: jnp.take(x, i, axis=0, mode="clip"), [table, rows],
               EXACT, lambda x, i: x[i])  # fmt: skip
    yield Case("gather/columns", lambda x, i: jnp.take(x, i, axis=1, mode="clip"),
               [cube, rows], EXACT, lambda x, i: x[:, np.clip(i, 0, 3)])  # fmt: skip
    yield Case("gather/rows_i64_indices", lambda x, i: jnp.take(x, i, axis=0, mode="clip"),
               [table, rows.astype("i8")], EXACT, lambda x, i: x[i])  # fmt: skip
    yield Case("gather/negative", lambda x, i: x[i], [table, np.array([-1, -5, 2], "i4")], EXACT,
               lambda x, i: x[i])  # fmt: skip
    yield Case("gather/matrix_of_rows", lambda x, i: x[i], [table, rows.reshape(2, 2)], EXACT,
               lambda x, i: x[i])  # fmt: skip
    yield Case("gather/no_rows", lambda x, i: x[i], [table, rows[:0]], EXACT, lambda x, i: x[i])
    yield Case("gather/clip", lambda x, i: jnp.take(x, i, axis=0, mode="clip"), [table, outside],
               EXACT, lambda x, i: x[np.clip(i, 0, 4)])  # fmt: skip
    yield Case("gather/wrap", lambda x, i: jnp.take(x, i, axis=0, mode="wrap"), [table, outside],
               EXACT, lambda x, i: x[i % 5])  # fmt: skip

    def filled(x: Array, i: Array) -> Array:
        inside = (i >= -5) & (i < 5)
        return np.where(inside[:, None], x[np.where(inside, i, 0)], np.float32(np.nan))

    yield Case("gather/fill", lambda x, i: jnp.take(x, i, axis=0, mode="fill"), [table, outside],
               EXACT, filled)  # fmt: skip
    yield Case("gather/clamped_by_the_op", lambda x, i: x.at[i].get(mode="promise_in_bounds",
               wrap_negative_indices=False), [table, outside], EXACT,
               lambda x, i: x[np.clip(i, 0, 4)])  # fmt: skip
    two = np.array([2, 0, 1], "i4"), np.array([4, 4, 0], "i4")
    yield Case("gather/two_dims", lambda x, i, j: x[i, :, j], [cube, *two], EXACT,
               lambda x, i, j: x[i, :, j])  # fmt: skip
    yield Case("gather/points", lambda x, i, j: x[i, i, j], [cube, *two], EXACT,
               lambda x, i, j: x[i, i, j])  # fmt: skip
    order = np.argsort(np.random.default_rng(3).random((3, 4, 5)), axis=1).astype("i4")
    yield Case("gather/along_axis", lambda x, i: jnp.take_along_axis(x, i, axis=1), [cube, order],
               EXACT, lambda x, i: np.take_along_axis(x, i, 1))  # fmt: skip
    yield from gather_op_cases(table, cube)


def gather_op_cases(table: Array, cube: Array) -> Iterator[Case]:
    """The op itself: windows larger than one, any order of dims, clamped starts."""

    def windows(x: Array, starts: Array, sizes: tuple[int, int]) -> list[Array]:
        limits = np.array(x.shape[:2]) - sizes
        clamped = np.clip(starts, 0, limits)
        return [x[r : r + sizes[0], c : c + sizes[1]] for r, c in clamped]

    starts = np.array([[0, 0], [3, 2], [4, 3], [-2, 1], [1, 90]], "i4")

    def gather(offset: tuple[int, ...], sizes: tuple[int, ...], **names: Any) -> Any:
        numbers = lax.GatherDimensionNumbers(offset, **names)
        mode = lax.GatherScatterMode.PROMISE_IN_BOUNDS  # clamps, as StableHLO says
        return lambda x, i: lax.gather(x, i, numbers, sizes, mode=mode)

    yield Case(
        "gather/windows",
        gather((1, 2), (2, 3), collapsed_slice_dims=(), start_index_map=(0, 1)),
        [table, starts], EXACT, lambda x, i: np.stack(windows(x, i, (2, 3))),
    )  # fmt: skip
    yield Case(
        "gather/windows_first",
        gather((0, 2), (2, 3), collapsed_slice_dims=(), start_index_map=(0, 1)),
        [table, starts], EXACT, lambda x, i: np.stack(windows(x, i, (2, 3)), 1),
    )  # fmt: skip
    yield Case(
        "gather/index_map_swapped",
        gather((1, 2), (2, 3), collapsed_slice_dims=(), start_index_map=(1, 0)),
        [table, starts], EXACT, lambda x, i: np.stack(windows(x, i[:, ::-1], (2, 3))),
    )  # fmt: skip
    yield Case(
        "gather/window_of_empty_size",
        gather((1, 2), (0, 3), collapsed_slice_dims=(), start_index_map=(0, 1)),
        [table, starts], EXACT, lambda x, i: np.zeros((5, 0, 3), "f4"),
    )  # fmt: skip
    yield Case(
        "gather/batching_dims",
        gather((2,), (1, 1, 5), collapsed_slice_dims=(1,), start_index_map=(1,),
               operand_batching_dims=(0,), start_indices_batching_dims=(0,)),
        [cube, np.array([[[0], [3]], [[1], [9]], [[-4], [2]]], "i4")], EXACT,
        lambda x, i: np.stack([x[b][np.clip(i[b, :, 0], 0, 3)] for b in range(3)]),
    )  # fmt: skip
    vector = np.array([1, 2], "i4")
    yield Case(
        "gather/one_window",
        gather((0,), (1, 3), collapsed_slice_dims=(0,), start_index_map=(0, 1)),
        [table, vector], EXACT, lambda x, i: x[1, 1:4],
    )  # fmt: skip
    attributes = (
        "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
    )
    yield Case(  # JAX appends an index dimension; StableHLO can do without
        "gather/no_index_dim",
        f"""
%0 = "stablehlo.gather"(%arg0, %arg1) <{{dimension_numbers = #stablehlo.gather<{attributes}>, \
indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}}> : \
(tensor<5x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
return %0 : tensor<3x4xf32>
""",
        [table, np.array([2, 0, 4], "i4")], EXACT, lambda x, i: x[i],
    )  # fmt: skip
    yield Case(  # the index dimension first
        "gather/index_dim_first",
        """
%0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<\
collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>, \
indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : \
(tensor<5x4xf32>, tensor<2x3xi32>) -> tensor<3xf32>
return %0 : tensor<3xf32>
""",
        [table, np.array([[2, 0, 4], [3, 1, 1]], "i4")], EXACT, lambda x, i: x[i[0], i[1]],
    )  # fmt: skip


def all_cases() -> Iterator[Case]:
    yield from broadcast_cases()
    yield from reorder_cases()
    yield from slice_cases()
    yield from pad_cases()
    yield from source_cases()
    yield from gather_cases()
    yield from type_cases()
