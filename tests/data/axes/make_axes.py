#!/usr/bin/env python3
"""Makes the programs of this folder that have axes of their own, their inputs, and JAX's results.

    python tests/data/axes/make_axes.py         (needs jax 0.12 and numpy)

JAX runs each on as many devices of the host as its mesh has.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=26"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import AbstractMesh, AxisType, Mesh, PartitionSpec as P  # noqa: E402

HERE = Path(__file__).resolve().parent
random = np.random.default_rng(419)


def normal(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, dtype="f4")


def mesh(**axes: int) -> Mesh:
    return jax.make_mesh(
        tuple(axes.values()), tuple(axes), axis_types=(AxisType.Auto,) * len(axes)
    )  # fmt: skip


def save(
    name: str, text: str, inputs: Sequence[Any], results: Sequence[Any], job: str, once: int = -1
) -> None:
    """The program's text, its inputs and results. Result `once` is the same for all records."""
    (HERE / f"{name}.mlir").write_text(text)
    for k, value in enumerate(inputs):
        np.save(HERE / f"{name}.{k}.npy", value)
    for k, value in enumerate(results):
        np.save(HERE / f"{name}.{k}.expected.npy", np.asarray(value))
    lines = [f"program: {name}.mlir", *job.strip().splitlines(), "out:"]
    lines += [f"  {k}: out/{k}.npy" + ":none" * (k == once) for k in range(len(results))]
    (HERE / f"{name}.yaml").write_text("\n".join(lines) + "\n")


def make(
    name: str, function: Callable[..., Any], inputs: Sequence[np.ndarray], job: str, once: int = -1
) -> None:
    jitted = jax.jit(function, keep_unused=True)
    save(name, jitted.lower(*inputs).as_text(), inputs, jitted(*inputs), job, once)


def shared(name: str, count: int) -> str:
    return "arg:\n" + "\n".join(f"  {k}: {name}.{k}.npy" for k in range(count))


# One shard -----------------------------------------------------------------------------------------


def two_axes(a: Any, b: Any) -> Any:
    """a [2,2] of [8,4] over x of 4 and y of 2, b [2] of [4] over y."""
    place = lax.axis_index("x") * 10 + lax.axis_index("y")
    shifted = lax.ppermute(a, "x", [(i, (i + 1) % 4) for i in range(4)])
    pair = lax.all_gather(b, "y", tiled=True)
    groups = lax.psum(a.sum(), "x", axis_index_groups=[[0, 2], [1, 3]])
    return (
        lax.psum(a, "x"),
        jnp.tanh(a) + place,
        lax.pmean(jnp.dot(a, b), ("y", "x")),
        shifted,
        lax.pmax(pair, "x"),
        jnp.reshape(groups, (1, 1)),
    )


TWO_AXES = {
    "in_specs": (P("x", "y"), P("y")),
    "out_specs": (P(None, "y"), P("x", "y"), P(), P("x", "y"), P(), P("x", "y")),
    "check_vma": False,
}


def among(w: Any, x: Any) -> Any:
    """One of many: off their mean, how far the nearest two are, its place. w f32[5,3], x f32[5]."""
    h = jnp.tanh(x @ w)
    others = lax.all_gather(h, "i")
    own = lax.axis_index("i")
    near = jnp.sum((others - h) ** 2, 1).at[own].set(jnp.inf)
    return h - lax.psum(h, "i") / lax.axis_size("i"), jnp.sort(near)[:2], own


def pmapped() -> None:
    """`among` over 4 devices, and over 1,009, which JAX has not: jax.vmap says what it means."""
    w, x = normal(5, 3), normal(4, 5)
    over = jax.pmap(among, axis_name="i", in_axes=(None, 0))
    save("pmapped", over.lower(w, x).as_text(), (w, x), over(w, x), shared("pmapped", 2))

    many = normal(1009, 5)
    sharded = jax.shard_map(
        lambda w, x: jax.tree.map(lambda a: a[None], among(w, x[0])),
        mesh=AbstractMesh((1009,), ("i",), axis_types=(AxisType.Auto,)),
        in_specs=(P(), P("i")),
        out_specs=P("i"),
    )  # fmt: skip
    text = jax.jit(sharded).trace(w, many).lower(lowering_platforms=("cpu",)).as_text()
    results = jax.vmap(among, (None, 0), axis_name="i")(w, many)
    records = "axis-name: i\narg:\n  0: many.0.npy\nin:\n  1: many.1.npy"
    save("many", text, (w, many), results, records)


def main() -> None:
    a, b = normal(8, 4), normal(4)
    grid = mesh(x=4, y=2)
    make("two_axes", jax.shard_map(two_axes, mesh=grid, **TWO_AXES), (a, b), shared("two_axes", 2))

    # Only x is manual: ids still count all devices.
    def only_x(a: Any) -> Any:
        moved = lax.ppermute(a, "x", [(0, 1), (1, 2), (3, 0)])
        return moved, lax.psum(a, "x") * lax.axis_index("x")

    part = jax.shard_map(
        only_x, mesh=grid, in_specs=P("x"), out_specs=(P("x"), P("x")), axis_names={"x"}
    )  # fmt: skip

    def around(a: Any) -> Any:
        moved, scaled = part(jnp.sin(a))
        return moved.sum(axis=1), scaled - moved

    make("only_x", around, (a,), shared("only_x", 1))

    # One within the other, and two in a row.
    def inner(a: Any) -> Any:
        return a * (1 + lax.axis_index("y")) + lax.psum(a, ("x", "y"))

    def outer(a: Any) -> Any:
        nested = jax.shard_map(inner, in_specs=P(None, "y"), out_specs=P(None, "y"), axis_names={"y"})
        return nested(a) + lax.axis_index("x")

    over_x = jax.shard_map(outer, mesh=grid, in_specs=P("x"), out_specs=P("x"), axis_names={"x"})
    make("nested", lambda a: (over_x(over_x(a)),), (a,), shared("nested", 1))

    # 13 examples over an axis, each of which is spread over a second one.
    def example(w: Any, x: Any) -> Any:
        h = jnp.tanh(x[0] @ w)  # x [1,3] of [13,6], w [3,5] of [6,5]
        whole = lax.psum(h, "model")
        return (whole - lax.pmean(whole, "batch"))[None], lax.pmax(whole, "batch")

    both = jax.shard_map(
        example,
        mesh=mesh(batch=13, model=2),
        in_specs=(P("model"), P("batch", "model")),
        out_specs=(P("batch"), P()),
    )  # fmt: skip
    records = "axis-name: batch\narg:\n  0: batches.0.npy\nin:\n  1: batches.1.npy"
    make("batches", both, (normal(6, 5), normal(13, 6)), records, once=1)

    # A result that is said to be the same for all records, and is not: that of record 0 counts.
    def promised(x: Any) -> Any:
        return x[0] * 2, x + lax.ppermute(x, "batch", [(i, (i + 5) % 13) for i in range(13)])

    kept = jax.shard_map(
        promised,
        mesh=mesh(batch=13),
        in_specs=P("batch"),
        out_specs=(P(), P("batch")),
        check_vma=False,
    )  # fmt: skip
    records = "axis-name: batch\nin:\n  0: promised.0.npy"
    make("promised", kept, (normal(13, 3),), records, once=0)

    pmapped()

    # The first again in GSPMD's words.
    jax.config.update("jax_use_shardy_partitioner", False)
    jax.clear_caches()
    old = jax.shard_map(two_axes, mesh=grid, **TWO_AXES)
    make("gspmd", old, (a, b), shared("gspmd", 2))
    part = jax.shard_map(
        only_x, mesh=grid, in_specs=P("x"), out_specs=(P("x"), P("x")), axis_names={"x"}
    )  # fmt: skip
    make("gspmd_only_x", lambda a: part(a), (a,), shared("gspmd_only_x", 1))


if __name__ == "__main__":
    main()
