#!/usr/bin/env python3
"""What JAX says pmap and its collectives mean: arguments and results of small programs.

    python tests/data/pmap/make_pmap.py         (needs jax, numpy, safetensors)

writes pmap.safetensors: CASE.in.K and CASE.out.K. tests/mpi/pmap_programs.c holds the same programs, by the same names.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=12"  # read when jax is imported
warnings.simplefilter("ignore")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, pmap, vmap
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


def over_i(f: Callable[..., Any], in_axes: Any = 0, out: Any = 0, **options: Any) -> Callable[..., Any]:
    return pmap(f, axis_name="i", in_axes=in_axes, out_axes=out, **options)


def axes() -> None:
    """in_axes and out_axes, functions that ignore what they get."""
    x = numbers(4, 3)
    case("plain", pmap(lambda x: x * 3), x)
    case("columns", over_i(lambda w, x, y: w @ x + y, in_axes=(None, 1, 0)), numbers(2, 3), numbers(3, 4), numbers(4))
    # JAX 0.12's pmap fails on negative axes; its vmap does not.
    case("negative", vmap(lambda x, y: x * y, in_axes=(-1, -2), out_axes=-1), numbers(3, 5, 4), numbers(3, 4, 5, start=2))
    case("moved", over_i(lambda x: x + lax.axis_index("i"), in_axes=2, out=1), numbers(2, 3, 4, dtype=np.int32))
    case("moved_last", vmap(lambda x: x * 2, in_axes=1, out_axes=-1), numbers(2, 4, 3))
    case("total_and_own", over_i(lambda x: (lax.psum(x, "i"), x - lax.pmean(x, "i")), out=(None, 1)), x)
    case("shared_result", over_i(lambda x, y: (x * 2, y * 2), in_axes=(0, None), out=(0, None)), x, numbers(3))
    case("repeated_result", over_i(lambda x, y: (x * 2, y * 2), in_axes=(0, None), out=(1, 1)), x, numbers(3))
    case("ignores", over_i(lambda x, y: y[0] * jnp.float32(2), in_axes=(0, None), out=0), x, numbers(3))
    case("constant", over_i(lambda x: jnp.array([1.5, -2.5], np.float32), out=1), x)
    case("passes", over_i(lambda x, y: (y, x), in_axes=(1, None), out=(0, 0)), numbers(3, 4), numbers(2))


def collectives() -> None:
    """Every collective over the one axis."""
    x = numbers(5, 5, 3)
    case("psum", over_i(lambda x: lax.psum(x, "i"), out=None), x)
    case("psum_shared", over_i(lambda x, y: lax.psum(y, "i"), in_axes=(0, None), out=None), x, numbers(3))
    case("psum_bool", over_i(lambda x: lax.psum(x > 0, "i"), out=None), x)
    case("pmean", over_i(lambda x: lax.pmean(x, "i"), out=None), numbers(5, 3, dtype=np.int32))
    case("extrema", over_i(lambda x: (lax.pmax(x, "i"), lax.pmin(x, "i")), out=(None, None)), x)
    case("all_gather", over_i(lambda x: lax.all_gather(x, "i", axis=1), out=None), x)
    case("all_gather_tiled", over_i(lambda x: lax.all_gather(x, "i", axis=1, tiled=True), out=None), x)
    case("axis_index", over_i(lambda x: x[lax.axis_index("i")]), x)
    ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
    case("ring", over_i(lambda x: lax.ppermute(x, "i", ring)), x)
    case("some", over_i(lambda x: lax.ppermute(x, "i", [(0, 2), (3, 1)])), x)
    case("some_shared", over_i(lambda x, y: lax.ppermute(y, "i", [(0, 2), (3, 1)]), in_axes=(0, None)), x, numbers(3))
    case("shuffle", over_i(lambda x: lax.pshuffle(x, "i", [2, 0, 4, 1, 3])), x)
    for split in (0, 1):
        for concat in (0, 1, 2):
            y = numbers(*((4, 4, 2, 3) if split == 0 else (4, 2, 4, 3)))
            case(f"all_to_all_{split}_{concat}",
                 over_i(lambda x, s=split, c=concat: lax.all_to_all(x, "i", split_axis=s, concat_axis=c)), y)
            y = numbers(*((4, 8, 2, 3) if split == 0 else (4, 2, 8, 3)))
            case(f"all_to_all_tiled_{split}_{concat}",
                 over_i(lambda x, s=split, c=concat: lax.all_to_all(x, "i", s, c, tiled=True)), y)
    case("swap", over_i(lambda x: lax.pswapaxes(x, "i", 1), in_axes=1, out=2), numbers(2, 4, 4))
    for dimension in (0, 1):
        y = numbers(*((4, 4, 3) if dimension == 0 else (4, 3, 4)))
        case(f"scatter_{dimension}",
             over_i(lambda x, d=dimension: lax.psum_scatter(x, "i", scatter_dimension=d)), y)
        y = numbers(*((4, 8, 3) if dimension == 0 else (4, 3, 8)))
        case(f"scatter_tiled_{dimension}",
             over_i(lambda x, d=dimension: lax.psum_scatter(x, "i", scatter_dimension=d, tiled=True)), y)
    case("half", over_i(lambda x: lax.psum(x, "i"), out=None), numbers(5, 3, dtype=np.float16))
    case("half_scatter", over_i(lambda x: lax.psum_scatter(x, "i", scatter_dimension=0)),
         numbers(4, 4, 3, dtype=np.float16))
    case("loss", over_i(lambda w, x, y: lax.pmean(((w @ x - y) ** 2).sum(), "i"), in_axes=(None, 0, 0), out=None),
         numbers(2, 3), numbers(5, 3), numbers(5, 2))
    case("softmax", over_i(lambda x: jnp.exp(x - lax.pmax(x, "i")) / lax.psum(jnp.exp(x - lax.pmax(x, "i")), "i")),
         numbers(5, 3))


def groups() -> None:
    """axis_index_groups, interleaved."""
    two = [[0, 2], [3, 1]]
    x = numbers(4, 2, 3)
    case("group_psum", over_i(lambda x: lax.psum(x, "i", axis_index_groups=two)), x)
    case("group_gather", over_i(lambda x: lax.all_gather(x, "i", axis=1, axis_index_groups=two)), x)
    case("group_gather_tiled", over_i(lambda x: lax.all_gather(x, "i", axis=0, axis_index_groups=two, tiled=True)), x)
    case("group_all_to_all", over_i(lambda x: lax.all_to_all(x, "i", 0, 1, axis_index_groups=two)), x)
    case("group_scatter", over_i(lambda x: lax.psum_scatter(x, "i", scatter_dimension=0, axis_index_groups=two)), x)


def grids() -> None:
    """What nested pmap means: i outside with size 3, j inside with size 4."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(3, 4), ("i", "j"))

    def nested(f: Callable[..., Any], in_axes: Any = (0, 0), out: Any = (0, 0)) -> Callable[..., Any]:
        """vmap of vmap; an entry each of in_axes and out for j (first) and i."""
        inner = vmap(f, in_axes=in_axes[0], axis_name="j", axis_size=4, out_axes=out[0])
        return vmap(inner, in_axes=in_axes[1], axis_name="i", axis_size=3, out_axes=out[1])

    def on_devices(f: Callable[..., Any]) -> Callable[..., Any]:
        """JAX's vmap has no collectives that move rows over two axes at once; its shard_map has."""
        return jax.shard_map(lambda x: f(x[0, 0])[None, None], mesh=mesh, in_specs=PartitionSpec("i", "j"),
                             out_specs=PartitionSpec("i", "j"), check_vma=False)

    x = numbers(3, 4, 2)
    case("grid_plain", nested(lambda x, y: x - y, in_axes=((0, None), (0, 0))), x, numbers(3, 2, start=4))
    case("grid_rows_of_j", nested(lambda x, y: x - y, in_axes=((1, 0), (2, None)), out=(1, 0)),
         numbers(2, 4, 3), numbers(4, 2, start=4))
    case("grid_moved", nested(lambda x: x * 2, in_axes=(2, 1), out=(-1, 1)), numbers(2, 3, 5, 4))
    case("grid_sums", nested(lambda x: (lax.psum(x, "i"), lax.psum(x, "j"), lax.psum(x, ("i", "j"))),
                             out=((0, None, None), (None, 0, None))), x)
    case("grid_sums_ji", nested(lambda x: (lax.psum(x, ("j", "i")), lax.pmax(x, ("j", "i")), lax.pmin(x, "i"))), x)
    case("grid_sum_of_rows", nested(lambda x: (lax.psum(x, "i"), lax.psum(x, "j"), lax.psum(x, ("i", "j"))),
                                    in_axes=(0, None)), numbers(4, 2))
    case("grid_mean_of_columns", nested(lambda x: (lax.pmean(x, "i"), lax.pmean(x, "j"), lax.pmean(x, ("i", "j"))),
                                        in_axes=(None, 0)), numbers(3, 2))
    case("grid_inner_whole", nested(lambda x: x * 3, in_axes=(0, None), out=(1, None)), numbers(4, 2))
    case("grid_outer_only", nested(lambda x: x * 3, in_axes=(None, 0), out=(None, 1)), numbers(3, 2))
    case("grid_index", nested(lambda x: (lax.axis_index("i"), lax.axis_index("j"), lax.axis_index(("i", "j")),
                                         lax.axis_index(("j", "i")))), x)
    case("grid_constant", nested(lambda x: jnp.float32(1.5), out=(0, 1)), x)
    shift = [(0, 1), (1, 2), (2, 3), (3, 0)]
    case("grid_ring_j", nested(lambda x: lax.ppermute(x, "j", shift)), x)
    case("grid_ring_i", on_devices(lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2)])), x)
    case("grid_gather_i", nested(lambda x: lax.all_gather(x, "i", axis=1), out=(0, None)), x)
    case("grid_gather_j", nested(lambda x: lax.all_gather(x, "j", axis=1), out=(None, 0)), x)
    case("grid_all_to_all_i", nested(lambda x: lax.all_to_all(x, "i", 0, 1)), numbers(3, 4, 3, 2))
    case("grid_scatter_j", nested(lambda x: lax.psum_scatter(x, "j", scatter_dimension=1)), numbers(3, 4, 2, 4))
    x = numbers(3, 4, 2)
    case("grid_gather_ij", on_devices(lambda x: lax.all_gather(x, ("i", "j"), axis=1)), x)
    case("grid_gather_ji", on_devices(lambda x: lax.all_gather(x, ("j", "i"), axis=0)), x)
    case("grid_gather_ji_tiled", on_devices(lambda x: lax.all_gather(x, ("j", "i"), axis=-1, tiled=True)), x)
    case("grid_scatter_ij", on_devices(lambda x: lax.psum_scatter(x, ("i", "j"), scatter_dimension=0)),
         numbers(3, 4, 12, 2))
    case("grid_scatter_ji", on_devices(lambda x: lax.psum_scatter(x, ("j", "i"), scatter_dimension=0)),
         numbers(3, 4, 12, 2))
    case("grid_all_to_all_ij", on_devices(lambda x: lax.all_to_all(x, ("i", "j"), 0, 1)), numbers(3, 4, 12, 2))
    case("grid_all_to_all_ji", on_devices(lambda x: lax.all_to_all(x, ("j", "i"), 0, 1)), numbers(3, 4, 12, 2))
    case("grid_ring_ij", on_devices(lambda x: lax.ppermute(x, ("i", "j"), [(k, (k + 5) % 12) for k in range(12)])), x)
    # JAX refuses axes in another order than the mesh's; member m of ('j', 'i') has i = m % 3, j = m // 3.
    members = x.transpose(1, 0, 2).reshape(12, 2)
    case("grid_ring_ji", lambda _: np.roll(members, 5, axis=0).reshape(4, 3, 2).transpose(1, 0, 2), x)


def main() -> None:
    axes()
    collectives()
    groups()
    grids()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "pmap.safetensors"
    save_file(TENSORS, target)
    print(len({name.split(".")[0] for name in TENSORS}), "cases")


if __name__ == "__main__":
    main()
