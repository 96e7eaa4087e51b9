#!/usr/bin/env python3
"""What JAX says vmap and its collectives mean: arguments and results of small programs.

    python tests/data/vmap/make_vmap.py         (needs jax, numpy, safetensors)

writes vmap.safetensors: CASE.in.K and CASE.out.K. tests/unit/vmap.c holds the same programs, by the same names.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=12"  # read when jax is imported

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, vmap
from jax.sharding import PartitionSpec
from safetensors.numpy import save_file

HERE = Path(__file__).resolve().parent
TENSORS: dict[str, np.ndarray] = {}


def numbers(*shape: int, dtype: Any = np.float32, start: int = -7, step: int = 5) -> np.ndarray:
    """Numbers without order or repetition to speak of; floats are multiples of 1/4."""
    count = int(np.prod(shape))
    values = (start + step * np.arange(count)) * 7 % 31 - 12
    if np.dtype(dtype).kind == "f":
        values = values / 4
    return values.astype(dtype).reshape(shape)


def case(name: str, function: Callable[..., Any], *args: Any) -> None:
    """Runs the program and keeps what went in and what came out."""
    arrays = [np.asarray(a) for a in args]
    results = function(*[jnp.asarray(a) for a in arrays])
    if not isinstance(results, (tuple, list)):
        results = (results,)
    for kind, values in (("in", arrays), ("out", results)):
        for k, value in enumerate(values):
            TENSORS[f"{name}.{kind}.{k}"] = np.ascontiguousarray(np.asarray(value)).reshape(np.shape(value))


def axes_and_sizes() -> None:
    """in_axes, out_axes and axis_size."""
    case("matvec", vmap(lambda w, x: w @ x, in_axes=(None, 0)), numbers(2, 3), numbers(4, 3))
    case("matvec_both", vmap(lambda w, x: w @ x, in_axes=(1, 1)), numbers(2, 4, 3), numbers(3, 4))
    case("negative_axes", vmap(lambda x, y: x * y, in_axes=(-1, -2), out_axes=-1),
         numbers(3, 5, 4), numbers(3, 4, 5, start=2))
    case("out_axis_1", vmap(lambda x: x + 1, in_axes=2, out_axes=1), numbers(2, 3, 4))
    case("out_axis_last", vmap(lambda x: x + 1, in_axes=0, out_axes=-1), numbers(4, 2, 3))
    case("shared_result", vmap(lambda x, y: (x * 2, y * 2), in_axes=(0, None), out_axes=(0, None)),
         numbers(4, 3), numbers(3))
    case("repeated_result", vmap(lambda x, y: (x * 2, y * 2), in_axes=(0, None), out_axes=(1, 1)),
         numbers(4, 3), numbers(3))
    case("constant_result", vmap(lambda x: jnp.array([1.5, -2.5], np.float32), out_axes=1), numbers(4, 3))
    case("argument_result", vmap(lambda x, y: (y, x), in_axes=(1, None), out_axes=(0, 0)), numbers(3, 4), numbers(2))
    case("size_only", vmap(lambda x: x + lax.axis_index("i"), in_axes=None, axis_size=4, axis_name="i", out_axes=1),
         numbers(3, dtype=np.int32))
    case("size_agrees", vmap(lambda x: x * 3, axis_size=4), numbers(4, 3))
    case("size_1", vmap(lambda x, y: jnp.dot(x, y), in_axes=(1, None)), numbers(3, 1), numbers(3))
    case("size_0", vmap(lambda x, y: jnp.dot(x, y), in_axes=(1, None)), numbers(3, 0), numbers(3))
    case("size_0_psum", vmap(lambda x: (lax.psum(x, "i"), lax.psum(x.sum(), "i")), in_axes=1, axis_name="i",
                             out_axes=(None, None)), numbers(3, 0))
    case("size_0_shared", vmap(lambda x, y: lax.psum(y, "i"), in_axes=(0, None), axis_name="i", out_axes=None),
         numbers(0, 2), numbers(3))
    case("size_1_collectives",
         vmap(lambda x: (lax.psum(x, "i"), lax.pmax(x, "i"), lax.all_gather(x, "i", axis=1), lax.axis_index("i")),
              axis_name="i", out_axes=(None, None, None, 0)), numbers(1, 3))


def nesting() -> None:
    """vmap of vmap."""
    case("outer_product", vmap(vmap(lambda x, y: x * y, in_axes=(None, 0)), in_axes=(0, None)), numbers(3), numbers(4))
    case("all_pairs", vmap(vmap(jnp.dot, in_axes=(None, 1), out_axes=0), in_axes=(1, None), out_axes=1),
         numbers(2, 3), numbers(2, 4))
    case("three_deep", vmap(vmap(vmap(lambda x, y: x @ y, in_axes=(0, 2)), in_axes=(1, None), out_axes=2),
                            in_axes=(None, -1), out_axes=1), numbers(3, 2, 5), numbers(5, 4, 3, 6))
    case("equal_sizes", vmap(vmap(lambda x, y: x - y, in_axes=(0, None)), in_axes=(None, 1)), numbers(3), numbers(3, 3))
    case("inner_only", vmap(vmap(lambda x, y: x - lax.psum(y, "j"), in_axes=(0, None), axis_name="j"),
                            in_axes=(1, 1), axis_name="i"), numbers(2, 3), numbers(4, 3))


def own_reductions() -> None:
    """psum, pmean, pmax and pmin."""
    def shared(f: Callable[..., Any], *args: Any, out: Any = None, **options: Any) -> Callable[..., Any]:
        return vmap(f, *args, axis_name="i", out_axes=out, **options)

    x = numbers(4, 3)
    case("psum", shared(lambda x: lax.psum(x, "i")), x)
    case("psum_repeated", shared(lambda x: lax.psum(x, "i"), out=1), x)
    case("psum_used", shared(lambda x: x / lax.psum(x, "i"), out=0), numbers(4, 3, start=3))
    case("psum_axis_1", shared(lambda x: lax.psum(x, "i"), in_axes=1), numbers(2, 4, 3))
    case("psum_shared", shared(lambda x, y: lax.psum(y, "i"), in_axes=(0, None)), x, numbers(2))
    case("psum_shared_i32", shared(lambda x, y: lax.psum(y, "i"), in_axes=(0, None)), x, numbers(2, dtype=np.int32))
    case("psum_shared_bool", shared(lambda x, y: lax.psum(y > 0, "i"), in_axes=(0, None)), x, numbers(2))
    case("psum_constant", shared(lambda x: lax.psum(jnp.float32(2.5), "i")), x)
    case("psum_constant_i32", shared(lambda x: lax.psum(jnp.array([3, -4], np.int32), "i")), x)
    case("psum_bool", shared(lambda x: lax.psum(x > 0, "i")), x)
    case("psum_i8", shared(lambda x: lax.psum(x, "i")), numbers(40, 3, dtype=np.int8, start=30))
    case("psum_u8", shared(lambda x: lax.psum(x, "i")), np.arange(40, 120, dtype=np.uint8).reshape(40, 2))
    case("psum_twice", shared(lambda x: lax.psum(lax.psum(x, "i") * x, "i")), x)
    case("psum_of_psum", shared(lambda x: lax.psum(lax.psum(x, "i"), "i")), x)
    case("psum_axis_index", shared(lambda x: lax.psum(lax.axis_index("i"), "i")), x)
    case("pmean", shared(lambda x: lax.pmean(x, "i")), x)
    case("pmean_i32", shared(lambda x: lax.pmean(x, "i")), numbers(4, 3, dtype=np.int32))
    case("pmean_u8", shared(lambda x: lax.pmean(x, "i")), np.arange(12, dtype=np.uint8).reshape(4, 3))
    case("pmean_bool", shared(lambda x: lax.pmean(x > 0, "i")), x)
    case("pmean_shared", shared(lambda x, y: lax.pmean(y, "i"), in_axes=(0, None)), x, numbers(2))
    case("pmax", shared(lambda x: lax.pmax(x, "i")), x)
    case("pmin", shared(lambda x: lax.pmin(x, "i")), x)
    case("pmax_shared", shared(lambda x, y: (lax.pmax(y, "i"), lax.pmin(y, "i")), in_axes=(0, None),
                               out=(None, None)), x, numbers(2))
    case("pmax_i32", shared(lambda x: lax.pmax(x, "i"), in_axes=1), numbers(3, 4, dtype=np.int32))
    with_nan = x.copy()
    with_nan[2, 1] = np.nan
    case("pmax_nan", shared(lambda x: (lax.pmax(x, "i"), lax.pmin(x, "i")), out=(None, None)), with_nan)
    case("standardize", shared(lambda x: (x - lax.pmean(x, "i"))
                               / jnp.sqrt(lax.pmean((x - lax.pmean(x, "i")) ** 2, "i") + 0.5), out=0), numbers(5, 3))
    case("softmax", shared(lambda x: jnp.exp(x - lax.pmax(x, "i")) / lax.psum(jnp.exp(x - lax.pmax(x, "i")), "i"),
                           out=0), numbers(5, 3))


def gathering() -> None:
    """all_gather and axis_index."""
    def shared(f: Callable[..., Any], *args: Any, out: Any = None, **options: Any) -> Callable[..., Any]:
        return vmap(f, *args, axis_name="i", out_axes=out, **options)

    x = numbers(4, 2, 3)
    for axis in (0, 1, 2, -1, -2, -3):
        name = f"m{-axis}" if axis < 0 else str(axis)
        case(f"all_gather_{name}", shared(lambda x, a=axis: lax.all_gather(x, "i", axis=a)), x)
    for axis in (0, 1, -1, -2):
        name = f"m{-axis}" if axis < 0 else str(axis)
        case(f"all_gather_tiled_{name}", shared(lambda x, a=axis: lax.all_gather(x, "i", axis=a, tiled=True)), x)
    case("all_gather_in_axis_2", shared(lambda x: lax.all_gather(x, "i", axis=1), in_axes=2), numbers(2, 3, 4))
    case("all_gather_repeated", shared(lambda x: lax.all_gather(x, "i"), out=1), numbers(4, 3))
    case("all_gather_scalar", shared(lambda x: lax.all_gather(x, "i", axis=-1)), numbers(4))
    case("all_gather_shared", shared(lambda x, y: lax.all_gather(y, "i", axis=1), in_axes=(0, None)), x, numbers(5))
    case("all_gather_shared_tiled", shared(lambda x, y: lax.all_gather(y, "i", axis=0, tiled=True),
                                           in_axes=(0, None)), x, numbers(5))
    case("all_gather_constant", shared(lambda x: lax.all_gather(jnp.array([1, 2], np.int32), "i", axis=-1)), x)
    case("all_gather_bool", shared(lambda x: lax.all_gather(x > 0, "i", axis=1)), x)
    case("all_gather_psum", shared(lambda x: lax.psum(lax.all_gather(x, "i") * x[0], "i")), numbers(4, 3))
    case("gram", shared(lambda x: lax.all_gather(x, "i") @ x, out=0), numbers(4, 3))
    case("axis_index", shared(lambda x: x[lax.axis_index("i")], out=0), numbers(3, 4, 2))
    case("axis_index_alone", shared(lambda x: lax.axis_index("i"), out=0), x)


def two_axes() -> None:
    """Tuples of axes, and collectives under a vmap of another axis."""
    def grid(f: Callable[..., Any], in_axes: Any = (0, 0), out: Any = (None, None)) -> Callable[..., Any]:
        """i outside, j inside; an entry each of in_axes and out for j (first) and i."""
        inner = vmap(f, in_axes=in_axes[0], axis_name="j", axis_size=4, out_axes=out[0])
        return vmap(inner, in_axes=in_axes[1], axis_name="i", axis_size=3, out_axes=out[1])

    mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(3, 4), ("i", "j"))

    def on_devices(f: Callable[..., Any]) -> Callable[..., Any]:
        """JAX's vmap cannot gather over two axes (an AssertionError); its shard_map can."""
        return jax.shard_map(lambda x: f(x[0, 0]), mesh=mesh, in_specs=PartitionSpec("i", "j"),
                             out_specs=PartitionSpec(), check_vma=False)

    x = numbers(3, 4, 2)
    case("psum_ij", grid(lambda x: lax.psum(x, ("i", "j"))), x)
    case("psum_ji", grid(lambda x: lax.psum(x, ("j", "i"))), x)
    case("psum_i_inside_j", grid(lambda x: lax.psum(x, "i"), out=(0, None)), x)
    case("psum_j_inside_i", grid(lambda x: lax.psum(x, "j"), out=(None, 0)), x)
    case("psum_ij_rows_of_i", grid(lambda x: lax.psum(x, ("i", "j")), in_axes=(None, 0)), numbers(3, 2))
    case("psum_ij_rows_of_j", grid(lambda x: lax.psum(x, ("i", "j")), in_axes=(0, None)), numbers(4, 2))
    case("psum_ij_constant", grid(lambda x: lax.psum(jnp.array([3, 5], np.int32), ("i", "j"))), x)
    case("pmax_ij", grid(lambda x: (lax.pmax(x, ("i", "j")), lax.pmin(x, ("j", "i"))),
                         out=((None, None), (None, None))), x)
    case("pmean_ij", grid(lambda x: lax.pmean(x, ("i", "j"))), x)
    case("pmean_ij_i32", grid(lambda x: lax.pmean(x, ("i", "j"))), numbers(3, 4, 2, dtype=np.int32))
    case("all_gather_ij", on_devices(lambda x: lax.all_gather(x, ("i", "j"), axis=1)), x)
    case("all_gather_ji", on_devices(lambda x: lax.all_gather(x, ("j", "i"), axis=0)), x)
    case("all_gather_ij_tiled", on_devices(lambda x: lax.all_gather(x, ("i", "j"), axis=0, tiled=True)), x)
    case("all_gather_ji_tiled", on_devices(lambda x: lax.all_gather(x, ("j", "i"), axis=-1, tiled=True)), x)
    case("axis_index_ij", grid(lambda x: lax.axis_index(("i", "j")), out=(0, 0)), x)
    case("axis_index_ji", grid(lambda x: lax.axis_index(("j", "i")), out=(0, 0)), x)
    case("axis_index_each", grid(lambda x: 10 * lax.axis_index("i") + lax.axis_index("j"), out=(0, 0)), x)

    for axis in (0, 1, 2, -1, -2):
        name = f"m{-axis}" if axis < 0 else str(axis)
        for other in (0, 1, 2):
            inside = vmap(lambda x, a=axis: lax.all_gather(x, "i", axis=a), in_axes=other, out_axes=other)
            case(f"all_gather_{name}_around_{other}", vmap(inside, in_axes=1, axis_name="i", out_axes=None),
                 numbers(2, 4, 3, 5))
            around = vmap(lambda x, a=axis: lax.all_gather(x, "i", axis=a), in_axes=other, axis_name="i",
                          out_axes=None)
            case(f"all_gather_{name}_inside_{other}", vmap(around, in_axes=1, out_axes=2), numbers(2, 4, 3, 5))
    for axis in (0, -1):
        name = f"m{-axis}" if axis < 0 else str(axis)
        for other in (0, 1, 2):
            inside = vmap(lambda x, a=axis: lax.all_gather(x, "i", axis=a, tiled=True), in_axes=other,
                          out_axes=other)
            case(f"all_gather_tiled_{name}_around_{other}", vmap(inside, in_axes=1, axis_name="i", out_axes=None),
                 numbers(2, 4, 3, 5))


def names() -> None:
    """The same name twice: the inner one wins."""
    inner = vmap(lambda x: lax.psum(x, "i"), axis_name="i", out_axes=None)
    case("same_name", vmap(inner, axis_name="i", out_axes=0), numbers(3, 4, 2))
    inner = vmap(lambda x: x + lax.axis_index("i"), axis_name="i")
    case("same_name_index", vmap(inner, axis_name="i"), numbers(3, 4, dtype=np.int32))
    inner = vmap(lambda x: lax.psum(x, "i"), axis_name="i", out_axes=None)
    case("same_name_both", vmap(lambda x: lax.psum(inner(x), "i"), axis_name="i", out_axes=None), numbers(3, 4, 2))


def operations() -> None:
    """Operations whose operands differ in rank, at batch axes other than 0."""
    case("scalar_times_row", vmap(lambda x, s: x * s, in_axes=(1, 0)), numbers(3, 4), numbers(4, start=2))
    case("scalar_times_row_out_1", vmap(lambda x, s: s - x, in_axes=(2, 0), out_axes=1), numbers(3, 2, 4),
         numbers(4, start=2))
    case("row_times_shared_scalar", vmap(lambda x, s: x * s, in_axes=(1, None)), numbers(3, 4), numbers())
    case("shared_row_times_scalar", vmap(lambda x, s: x * s, in_axes=(None, 0), out_axes=1), numbers(3), numbers(4))
    case("select_scalar", vmap(lambda p, x, y: jnp.where(p > 0, x, y), in_axes=(0, 1, None)),
         numbers(4), numbers(3, 4), numbers(3, start=4))
    case("clamp_scalars", vmap(lambda low, x, high: lax.clamp(low, x, high), in_axes=(0, 1, None)),
         numbers(4, start=1) - 3, numbers(3, 4), np.float32(1.25))
    case("take_row", vmap(lambda t, i: t[i], in_axes=(None, 0)), numbers(5, 3), np.array([4, 0, 2, 2], np.int32))
    case("take_each", vmap(lambda t, i: t[i], in_axes=(1, 0), out_axes=1), numbers(5, 4, 3),
         np.array([4, 0, 2, 2], np.int32))
    case("sum_axis", vmap(lambda x: x.sum(0), in_axes=1), numbers(3, 4, 2))
    case("argmax_axis", vmap(lambda x: jnp.argmax(x, 0).astype(np.int32), in_axes=2), numbers(3, 2, 4))
    case("mlp", vmap(lambda w, b, x: jnp.tanh(w @ x + b), in_axes=(None, None, 1), out_axes=1),
         numbers(3, 2), numbers(3), numbers(2, 4))
    case("distances", vmap(vmap(lambda x, y: ((x - y) ** 2).sum(), in_axes=(None, 0)), in_axes=(0, None)),
         numbers(3, 2), numbers(4, 2, start=1))


def main() -> None:
    axes_and_sizes()
    nesting()
    own_reductions()
    gathering()
    two_axes()
    names()
    operations()
    jax.config.update("jax_enable_x64", True)
    case("pmean_i64", vmap(lambda x: lax.pmean(x, "i"), axis_name="i", out_axes=None), numbers(4, 3, dtype=np.int64))
    case("psum_f64", vmap(lambda x, y: (lax.psum(x, "i"), lax.psum(y, "i")), in_axes=(1, None), axis_name="i",
                          out_axes=None), numbers(3, 4, dtype=np.float64), numbers(2, dtype=np.float64))
    case("psum_constant_i64", vmap(lambda x: lax.psum(jnp.int64(1 << 40), "i"), axis_name="i", out_axes=None),
         numbers(4, 3))
    save_file(TENSORS, HERE / "vmap.safetensors")
    print(len({name.split(".")[0] for name in TENSORS}), "cases")


if __name__ == "__main__":
    main()
