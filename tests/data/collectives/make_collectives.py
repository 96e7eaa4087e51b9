#!/usr/bin/env python3
"""What JAX says the collectives mean, on one device for each row: arguments and results of single operations.

    python tests/data/collectives/make_collectives.py         (needs jax, numpy, safetensors)

writes collectives.safetensors: CASE.spec says which operation and how it is mapped (in the order of the
FIELDS below), CASE.list and CASE.groups are its pairs and groups, CASE.in the operand, CASE.out the result.
tests/unit/collectives.c runs every case under vmap, tests/mpi/collectives_jax.c under map on several ranks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=12"  # read when jax is imported

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec
from safetensors.numpy import save_file

HERE = Path(__file__).resolve().parent
TENSORS: dict[str, np.ndarray] = {}
FIELDS = ("op", "first", "second", "tiled", "constant", "axes", "in_axis", "other", "other_out")
OPS = ("psum", "pmean", "pmax", "pmin", "all_gather", "psum_scatter", "all_to_all", "ppermute", "pshuffle",
       "pswapaxes", "pbroadcast")
AXES = ("i", ("i", "j"), ("j", "i"))  # i has 4 rows by itself; in a pair it has 3 and j has 4
ROWS = 4
NONE = -100

Function = Callable[[Any], Any]
Groups = Sequence[Sequence[int]] | None
EVEN, REVERSED, UNEVEN = [[0, 2], [3, 1]], [[3, 2, 1, 0]], [[2], [3, 0, 1]]


def numbers(shape: Sequence[int], dtype: Any = np.float32) -> np.ndarray:
    """Numbers without order or repetition to speak of; floats are multiples of 1/4, so that sums are exact."""
    values = (5 * np.arange(int(np.prod(shape))) - 7) * 7 % 61 - 25
    if np.dtype(dtype).kind == "f":
        values = values / 4
    return (values > 0 if dtype == np.bool_ else values.astype(dtype)).reshape(shape)


def operation(op: str, axes: Any, first: int, second: int, tiled: bool, items: Any, groups: Groups) -> Function:
    name = axes
    return {
        "psum": lambda x: lax.psum(x, name, axis_index_groups=groups),
        "pmean": lambda x: lax.pmean(x, name, axis_index_groups=groups),
        "pmax": lambda x: lax.pmax(x, name, axis_index_groups=groups),
        "pmin": lambda x: lax.pmin(x, name, axis_index_groups=groups),
        "all_gather": lambda x: lax.all_gather(x, name, axis=first, tiled=tiled, axis_index_groups=groups),
        "psum_scatter": lambda x: lax.psum_scatter(x, name, scatter_dimension=first, tiled=tiled,
                                                   axis_index_groups=groups),
        "all_to_all": lambda x: lax.all_to_all(x, name, first, second, tiled=tiled, axis_index_groups=groups),
        "ppermute": lambda x: lax.ppermute(x, name, np.reshape(items, (-1, 2)).tolist()),
        "pshuffle": lambda x: lax.pshuffle(x, name, list(items)),
        "pswapaxes": lambda x: lax.pswapaxes(x, name, first, axis_index_groups=groups),
        "pbroadcast": lambda x: lax.pbroadcast(x, name, first),
    }[op]


def run(f: Function, x: np.ndarray, axes: Any, in_axis: int, other: int, other_out: int, on_vmap: bool) -> np.ndarray:
    """The results of all rows, in front. Along `other` one after another: JAX's vmap of these is not to be trusted."""
    if other != NONE:
        assert axes == "i" and in_axis == 0
        each = [run(f, np.take(x, k, other + 1), axes, in_axis, NONE, 0, on_vmap) for k in range(x.shape[other + 1])]
        return np.stack(each, other_out + 1)
    if axes == "i":
        place = jax.vmap if on_vmap else jax.pmap
        rows = place(lambda _, x: f(x), axis_name="i", in_axes=(0, None if in_axis == NONE else in_axis))
        return np.asarray(rows(np.zeros(ROWS, np.float32), x))
    mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(3, 4), ("i", "j"))
    rows = jax.shard_map(lambda x: f(x[0, 0])[None, None], mesh=mesh, in_specs=PartitionSpec("i", "j"),
                         out_specs=PartitionSpec("i", "j"), check_vma=False)
    return np.asarray(jax.jit(rows)(x))


def case(name: str, op: str, shape: Sequence[int], first: int = 0, second: int = 0, tiled: bool = False,
         items: Sequence[int] | None = None, groups: Groups = None, axes: int = 0, in_axis: int = 0,
         other: int = NONE, other_out: int = 0, constant: bool = False, dtype: Any = np.float32,
         on_vmap: bool = False, expected: Callable[[np.ndarray], np.ndarray] | None = None) -> None:
    """`shape` is one row's operand; `other` the place of another mapped dimension, of size 2, in it. `on_vmap`:
    by JAX's vmap, for what it does not lower to devices."""
    whole = list(shape)
    if other != NONE:
        whole.insert(other, 2)
    if axes:
        whole = [3, 4, *whole]
    elif in_axis != NONE and not constant:
        whole.insert(in_axis, ROWS)
    x = numbers(whole, dtype)
    f = operation(op, AXES[axes], first, second, tiled, items, groups)
    if constant:
        in_axis = NONE
        value = np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape)
        x = value
        result = run(lambda _: f(jnp.asarray(value)), x, AXES[axes], in_axis, other, other_out, False)
    else:
        result = run(f, x, AXES[axes], in_axis, other, other_out, on_vmap)
    if expected is not None:
        result = expected(result)
    assert name + ".spec" not in TENSORS, name
    fields = (OPS.index(op), first, second, tiled, constant, axes, in_axis, other, other_out)
    TENSORS[name + ".spec"] = np.array(fields, np.int32)
    TENSORS[name + ".in"] = np.ascontiguousarray(x)
    TENSORS[name + ".out"] = np.ascontiguousarray(result)
    if items is not None:
        TENSORS[name + ".list"] = np.array(items, np.int32)
    if groups is not None:
        widest = max(len(g) for g in groups)
        TENSORS[name + ".groups"] = np.array([[*g, *[-1] * (widest - len(g))] for g in groups], np.int32)


def with_size(shape: Sequence[int], dimension: int, size: int) -> list[int]:
    result = list(shape)
    result[dimension] = size
    return result


def reductions() -> None:
    for op in ("psum", "pmax", "pmin"):
        for label, groups in (("even", EVEN), ("reversed", REVERSED), ("uneven", UNEVEN)):
            case(f"{op}_{label}", op, (3, 2), groups=groups)
            case(f"{op}_{label}_in_1", op, (3, 2), groups=groups, in_axis=1)
            case(f"{op}_{label}_shared", op, (3,), groups=groups, in_axis=NONE)
            case(f"{op}_{label}_i32", op, (3,), groups=groups, dtype=np.int32)
            for other in range(3):
                case(f"{op}_{label}_beside_{other}", op, (3, 5), groups=groups, other=other, other_out=2 - other)
        case(f"{op}_constant_uneven", op, (3,), groups=UNEVEN, constant=True)
        case(f"{op}_ji", op, (3,), axes=2)
    case("psum_u8_uneven", "psum", (30,), groups=UNEVEN, dtype=np.uint8)
    sizes = np.array([3, 3, 1, 3], np.float32)
    case("pmean_even", "pmean", (3, 2), groups=EVEN)
    case("pmean_even_i32", "pmean", (3, 2), groups=EVEN, dtype=np.int32)
    # JAX divides every group by the first one's size, 1 here: each by its own is what is meant.
    case("pmean_uneven", "pmean", (3, 2), groups=UNEVEN, expected=lambda r: r / sizes[:, None, None])
    case("pmean_uneven_shared", "pmean", (3,), groups=UNEVEN, in_axis=NONE, expected=lambda r: r / sizes[:, None])


def gathers() -> None:
    for tiled in (False, True):
        label = "_tiled" if tiled else ""
        for first in (0, 1, 2, -1, -2):
            if tiled and first == 2:
                continue
            for what, groups in (("even", EVEN), ("reversed", REVERSED)):
                case(f"all_gather_{what}{label}_{first}", "all_gather", (3, 2), first=first, tiled=tiled, groups=groups)
            for other in range(3):
                case(f"all_gather_even{label}_{first}_beside_{other}", "all_gather", (3, 5), first=first, tiled=tiled,
                     groups=EVEN, other=other, other_out=1)
        case(f"all_gather_even{label}_shared", "all_gather", (3, 2), tiled=tiled, first=1, groups=EVEN, in_axis=NONE)
        case(f"all_gather_even{label}_constant", "all_gather", (3, 2), tiled=tiled, first=1, groups=EVEN, constant=True)


def scatters() -> None:
    for tiled in (False, True):
        label = "_tiled" if tiled else ""
        for first in range(3):
            shape = with_size((2, 3, 5), first, 8 if tiled else ROWS)
            halves = with_size((3, 5, 7), first, 6 if tiled else 2)
            name = f"psum_scatter{label}_{first}"
            for in_axis in range(4):
                case(f"{name}_in_{in_axis}", "psum_scatter", shape, first=first, tiled=tiled, in_axis=in_axis)
                case(f"{name}_beside_{in_axis}", "psum_scatter", shape, first=first, tiled=tiled, other=in_axis,
                     other_out=2)
            case(f"{name}_negative", "psum_scatter", shape, first=first - 3, tiled=tiled, on_vmap=True)
            case(f"{name}_shared", "psum_scatter", shape, first=first, tiled=tiled, in_axis=NONE)
            case(f"{name}_constant", "psum_scatter", shape, first=first, tiled=tiled, constant=True)
            case(f"{name}_even", "psum_scatter", halves, first=first, tiled=tiled, groups=EVEN)
            case(f"{name}_even_shared", "psum_scatter", halves, first=first, tiled=tiled, groups=EVEN, in_axis=NONE)
            case(f"{name}_even_beside", "psum_scatter", halves, first=first, tiled=tiled, groups=EVEN, other=first)
            case(f"{name}_reversed", "psum_scatter", shape, first=first, tiled=tiled, groups=REVERSED)
            for axes in (1, 2):
                case(f"{name}_axes_{axes}", "psum_scatter", with_size((1, 2, 3), first, 24 if tiled else 12),
                     first=first, tiled=tiled, axes=axes)
    case("psum_scatter_i8", "psum_scatter", (4, 20), dtype=np.int8)


def exchanges() -> None:
    for tiled in (False, True):
        label = "_tiled" if tiled else ""
        for split in range(3):
            shape = with_size((2, 3, 5), split, 8 if tiled else ROWS)
            halves = with_size((3, 5, 7), split, 6 if tiled else 2)
            for concat in range(3):
                name = f"all_to_all{label}_{split}_{concat}"
                numbers_of = {"first": split, "second": concat, "tiled": tiled}
                for place in range(4):
                    case(f"{name}_in_{place}", "all_to_all", shape, in_axis=place, **numbers_of)
                    case(f"{name}_beside_{place}", "all_to_all", shape, other=place, other_out=3 - place, **numbers_of)
                case(f"{name}_shared", "all_to_all", shape, in_axis=NONE, **numbers_of)
                case(f"{name}_even", "all_to_all", halves, groups=EVEN, **numbers_of)
                case(f"{name}_even_beside", "all_to_all", halves, groups=EVEN, other=concat, **numbers_of)
                for axes in (1, 2):
                    case(f"{name}_axes_{axes}", "all_to_all", with_size((1, 2, 3), split, 24 if tiled else 12),
                         axes=axes, **numbers_of)
        case(f"all_to_all{label}_negative", "all_to_all", (2, 8, 5) if tiled else (2, 4, 5), first=-2, second=-3,
             tiled=tiled)
        case(f"all_to_all{label}_constant", "all_to_all", (8, 3) if tiled else (4, 3), second=1, tiled=tiled,
             constant=True)
        case(f"all_to_all{label}_even_shared", "all_to_all", (2, 3), second=1, tiled=tiled, groups=EVEN, in_axis=NONE)
        case(f"all_to_all{label}_bool", "all_to_all", (4, 3), second=1, tiled=tiled, dtype=np.bool_)
    for first in (0, 1, 2):
        case(f"pswapaxes_{first}", "pswapaxes", with_size((2, 3, 5), first, ROWS), first=first)
    case("pswapaxes_even", "pswapaxes", (3, 2), first=1, groups=EVEN)


def permutations() -> None:
    lists = {"around": (0, 1, 1, 2, 2, 3, 3, 0), "back": (1, 0, 2, 1, 3, 2, 0, 3), "some": (0, 1, 1, 3, 3, 0),
             "one": (2, 1), "itself": (2, 2, 0, 3), "none": ()}
    for label, items in lists.items():
        case(f"ppermute_{label}", "ppermute", (3, 2), items=items)
        case(f"ppermute_{label}_in_2", "ppermute", (3, 2), items=items, in_axis=2)
        case(f"ppermute_{label}_shared", "ppermute", (3,), items=items, in_axis=NONE)
        case(f"ppermute_{label}_constant", "ppermute", (3,), items=items, constant=True)
        case(f"ppermute_{label}_bool", "ppermute", (3,), items=items, dtype=np.bool_)
        case(f"ppermute_{label}_scalar", "ppermute", (), items=items, dtype=np.int32)
        for other in range(3):
            case(f"ppermute_{label}_beside_{other}", "ppermute", (3, 5), items=items, other=other, other_out=2)
    case("ppermute_ij", "ppermute", (3,), items=(0, 5, 5, 11, 11, 2, 2, 7, 7, 0, 4, 3), axes=1)
    case("pshuffle", "pshuffle", (3, 2), items=(2, 0, 3, 1))
    case("pshuffle_in_1", "pshuffle", (3, 2), items=(1, 2, 0, 3), in_axis=1)
    for source in range(4):
        case(f"pbroadcast_{source}", "pbroadcast", (3, 2), first=source, in_axis=source % 3, on_vmap=True)


def main() -> None:
    reductions()
    gathers()
    scatters()
    exchanges()
    permutations()
    save_file(TENSORS, HERE / "collectives.safetensors")
    print(sum(name.endswith(".spec") for name in TENSORS), "cases")


if __name__ == "__main__":
    main()
