#!/usr/bin/env python3
"""What JAX says vmap makes of dynamic slices, gathers and scatters.

    python tests/data/vmap/make_indexing.py     (needs jax, numpy, safetensors)

writes indexing.safetensors: CASE.in.K and CASE.out.K. tests/unit/vmap_indexing.c holds the same programs, by the same
names. Indices are taken as they are (negative ones do not count from the end), many of them out of bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from jax import lax, vmap
from make_vmap import HERE, TENSORS, case, numbers
from safetensors.numpy import save_file

NONE = None
MODE = lax.GatherScatterMode
I, J = np.array([2, -7, 9], np.int32), np.array([1, 0, -1], np.int32)


def dynamic_slices() -> None:
    """Operand, starts or both mapped; starts are clamped."""

    def cut(x: Any, i: Any, j: Any) -> Any:
        return lax.dynamic_slice(x, (i, j), (2, 3), allow_negative_indices=False)

    def put(x: Any, u: Any, i: Any, j: Any) -> Any:
        return lax.dynamic_update_slice(x, u, (i, j), allow_negative_indices=False)

    x, rows, u = numbers(4, 5), numbers(4, 3, 5), numbers(2, 3, start=3)
    us = numbers(3, 2, 3, start=2)
    case("slice_operand", vmap(cut, in_axes=(1, NONE, NONE)), rows, np.int32(9), np.int32(1))
    case("slice_starts", vmap(cut, in_axes=(NONE, 0, 0)), x, I, J)
    case("slice_one_start", vmap(cut, in_axes=(NONE, NONE, 0), out_axes=2), x, np.int32(1), J)
    case("slice_both", vmap(cut, in_axes=(1, 0, 0), out_axes=1), rows, I, J)
    case("slice_both_one_start", vmap(cut, in_axes=(2, 0, NONE)), numbers(4, 5, 3), I, np.int32(1))
    case("slice_u8_starts", vmap(cut, in_axes=(NONE, 0, 0)), x, I.astype(np.uint8), J.astype(np.uint8))
    case("slice_no_rows", vmap(cut, in_axes=(1, 0, 0)), numbers(4, 0, 5), I[:0], J[:0])
    case("slice_nested", vmap(vmap(cut, in_axes=(0, 0, NONE)), in_axes=(NONE, NONE, 0)), numbers(3, 4, 5), I, J)
    case("slice_nested_starts", vmap(vmap(cut, in_axes=(NONE, 0, NONE)), in_axes=(0, NONE, 0)), numbers(3, 4, 5), I, J)
    case("update_operand", vmap(put, in_axes=(1, NONE, NONE, NONE)), rows, u, np.int32(9), np.int32(1))
    case("update_update", vmap(put, in_axes=(NONE, 0, NONE, NONE)), x, us, np.int32(-3), np.int32(1))
    case("update_starts", vmap(put, in_axes=(NONE, NONE, 0, 0)), x, u, I, J)
    case("update_one_start", vmap(put, in_axes=(NONE, NONE, NONE, 0), out_axes=2), x, u, np.int32(1), J)
    case("update_operand_and_starts", vmap(put, in_axes=(1, NONE, 0, 0), out_axes=1), rows, u, I, J)
    case("update_update_and_starts", vmap(put, in_axes=(NONE, 2, 0, 0)), x, numbers(2, 3, 3), I, J)
    case("update_all", vmap(put, in_axes=(2, 1, 0, 0)), numbers(4, 5, 3), numbers(2, 3, 3), I, J)
    case("update_nested", vmap(vmap(put, in_axes=(0, NONE, 0, NONE)), in_axes=(NONE, 0, NONE, 0)),
         numbers(3, 4, 5), us, I, J)


def gathers() -> None:
    """x[i] with operand, indices or both mapped, in the modes that JAX has."""
    one = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
    windows = lax.GatherDimensionNumbers(offset_dims=(0, 2), collapsed_slice_dims=(), start_index_map=(1, 0))

    def take(mode: Any) -> Any:
        return lambda x, i: lax.gather(x, i[:, None], one, (1, 3), mode=mode)

    def cut(x: Any, i: Any) -> Any:
        return lax.gather(x, i, windows, (2, 2), mode=MODE.CLIP)

    x, xs = numbers(4, 3), numbers(4, 2, 3)
    i, each = np.array([3, -1, 0, 7, 3], np.int32), np.array([[3, -1, 0, 7, 3], [0, 2, 1, -9, 4]], np.int32)
    for name, mode in (("clip", MODE.CLIP), ("fill", MODE.FILL_OR_DROP), ("promise", MODE.PROMISE_IN_BOUNDS)):
        inside = np.clip(each, 0, 3) if name == "promise" else each
        case(f"take_{name}_operand", vmap(take(mode), in_axes=(1, NONE), out_axes=1), xs, inside[0])
        case(f"take_{name}_indices", vmap(take(mode), in_axes=(NONE, 1), out_axes=2), x, inside.T)
        case(f"take_{name}_both", vmap(take(mode), in_axes=(1, 0)), xs, inside)
    case("windows_operand", vmap(cut, in_axes=(2, NONE)), numbers(4, 3, 2), np.stack([i, i[::-1]], 1))
    case("windows_indices", vmap(cut, in_axes=(NONE, 0)), x, np.stack([each, each[::-1]], 2))
    case("windows_both", vmap(cut, in_axes=(1, 2), out_axes=1), xs, np.stack([each.T, each[::-1].T], 1))
    case("take_nested", vmap(vmap(take(MODE.CLIP), in_axes=(0, NONE)), in_axes=(NONE, 0)), numbers(2, 4, 3), each)
    case("take_nested_both", vmap(vmap(take(MODE.CLIP), in_axes=(0, 0)), in_axes=(1, NONE)), numbers(2, 3, 4, 3), each)
    case("take_no_rows", vmap(take(MODE.CLIP), in_axes=(0, 0)), numbers(0, 4, 3), each[:0])


def scatters() -> None:
    """Updates at indices that repeat and leave the bounds; sums of multiples of 1/4, exact in any order."""
    rows = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,),
                                       scatter_dims_to_operand_dims=(0,))
    windows = lax.ScatterDimensionNumbers(update_window_dims=(0, 2), inserted_window_dims=(),
                                          scatter_dims_to_operand_dims=(1, 0))

    def add(mode: Any) -> Any:
        return lambda x, i, u: lax.scatter_add(x, i[:, None], u, rows, mode=mode)

    def largest(x: Any, i: Any, u: Any) -> Any:
        return lax.scatter_max(x, i[:, None], u, rows, mode=MODE.FILL_OR_DROP)

    def put(x: Any, i: Any, u: Any) -> Any:
        return lax.scatter(x, i[:, None], u, rows, mode=MODE.FILL_OR_DROP, unique_indices=True, indices_are_sorted=True)

    def add_windows(x: Any, i: Any, u: Any) -> Any:
        return lax.scatter_add(x, i, u, windows, mode=MODE.FILL_OR_DROP)

    drop, clip = MODE.FILL_OR_DROP, MODE.CLIP
    i, each = np.array([3, -1, 0, 7, 3], np.int32), np.array([[3, -1, 0, 7, 3], [0, 2, 0, -9, 4]], np.int32)
    x, xs, u, us = numbers(4, 3), numbers(4, 2, 3), numbers(5, 3, start=2), numbers(5, 3, 2, start=4)
    for name, mode in (("drop", drop), ("clip", clip)):
        case(f"add_{name}_operand", vmap(add(mode), in_axes=(1, NONE, NONE)), xs, i, u)
        case(f"add_{name}_indices", vmap(add(mode), in_axes=(NONE, 0, NONE), out_axes=1), x, each, u)
        case(f"add_{name}_updates", vmap(add(mode), in_axes=(NONE, NONE, 2), out_axes=2), x, i, us)
        case(f"add_{name}_operand_indices", vmap(add(mode), in_axes=(1, 1, NONE)), xs, each.T, u)
        case(f"add_{name}_operand_updates", vmap(add(mode), in_axes=(1, NONE, 2)), xs, i, us)
        case(f"add_{name}_indices_updates", vmap(add(mode), in_axes=(NONE, 0, 2)), x, each, us)
        case(f"add_{name}_all", vmap(add(mode), in_axes=(1, 0, 2), out_axes=1), xs, each, us)
    case("max_all", vmap(largest, in_axes=(1, 0, 2)), xs, each, us)
    case("put_operand", vmap(put, in_axes=(1, NONE, NONE)), xs, np.array([0, 2, 3, 5, 6], np.int32), u)
    case("put_all", vmap(put, in_axes=(1, 0, 2)), xs, np.array([[0, 2, 3, 5, 6], [-2, 0, 1, 2, 9]], np.int32), us)
    case("add_windows_indices", vmap(add_windows, in_axes=(NONE, 0, NONE)), x, np.stack([each, each[::-1]], 2),
         numbers(2, 5, 2))
    case("add_windows_all", vmap(add_windows, in_axes=(1, 2, 1)), xs, np.stack([each.T, each[::-1].T], 1),
         numbers(2, 2, 5, 2))
    case("add_nested", vmap(vmap(add(drop), in_axes=(NONE, 0, NONE)), in_axes=(0, NONE, 2)), numbers(2, 4, 3), each, us)
    case("add_no_rows", vmap(add(drop), in_axes=(0, 0, 0)), numbers(0, 4, 3), each[:0], numbers(0, 5, 3))


def main() -> None:
    dynamic_slices()
    gathers()
    scatters()
    save_file(TENSORS, HERE / "indexing.safetensors")
    print(len({name.split(".")[0] for name in TENSORS}), "cases")


if __name__ == "__main__":
    main()
