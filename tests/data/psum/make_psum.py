#!/usr/bin/env python3
"""Makes the programs of this folder, which speak over the axis of their records, their inputs, and
what jax.vmap(f, axis_name="batch") gives for them.

    python tests/data/psum/make_psum.py         (needs jax, numpy, safetensors)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent.parent / "launch"))

from export import export  # noqa: E402  (it lies in launch/)

ROWS = 1009  # a prime: no number of blocks, ranks or devices divides it
AXIS = "batch"


def center(params: dict[str, jax.Array], x: jax.Array) -> dict[str, jax.Array]:
    """A matrix product, a psum over the records, another product. x f32[24]."""
    h = jnp.tanh(params["w1"] @ x)
    total = lax.psum(h, AXIS)
    return {"y": params["w2"] @ (h - total / ROWS), "total": total}


def mix(params: dict[str, jax.Array], x: jax.Array, k: jax.Array) -> dict[str, jax.Array]:
    """The other collectives, of mapped and unmapped values, in several phases. x f32[6], k i32[]."""
    index = lax.axis_index(AXIS)
    everyone = lax.all_gather(x, AXIS)
    highest = lax.pmax(x, AXIS)
    weight = jnp.exp(x - highest)
    mean = lax.pmean(x, AXIS)
    return {
        "index": index,
        "index_sum": lax.psum(index, AXIS),
        "highest": highest,
        "lowest": lax.pmin(x, AXIS),
        "highest_k": lax.pmax(k, AXIS),
        "k_sum": lax.psum(k, AXIS),  # wraps
        "count": lax.psum(1, AXIS),
        "positive": lax.psum(x > 0, AXIS),  # bool counts as i32
        "constant_sum": lax.psum(jnp.full(3, 0.25, x.dtype), AXIS),
        "bias_sum": lax.psum(params["bias"], AXIS),
        "share": weight / lax.psum(weight, AXIS),
        "deviation": (x - mean) / jnp.sqrt(lax.pmean((x - mean) ** 2, AXIS)),
        "order": jnp.sum(everyone[:, 0] > x[0], dtype=jnp.int32),
        "neighbour": jnp.take(everyone, (index + 1) % ROWS, axis=0, mode="clip"),
        "columns": lax.all_gather(x[:2] + params["bias"][:2], AXIS, axis=1),
    }


def move(params: dict[str, jax.Array], k: jax.Array) -> dict[str, jax.Array]:
    """Collectives that carry rows from record to record, some after one another. k i32[3]."""
    ahead = [(row, (row + 5) % ROWS) for row in range(ROWS)]  # vmap takes no others
    for_each = jnp.arange(ROWS, dtype=jnp.int32)[:, None] * k + params["shift"]
    sent = lax.ppermute(k, AXIS, ahead)
    swapped = lax.all_to_all(for_each, AXIS, 0, 1)
    return {
        "sent": sent,
        "sent_on": lax.ppermute(sent - lax.pmin(k, AXIS), AXIS, ahead),
        "sent_sum": lax.psum(sent, AXIS),
        "scattered": lax.psum_scatter(for_each, AXIS),
        "parts": lax.psum_scatter(jnp.repeat(for_each, 2, axis=0), AXIS, tiled=True),
        "highest": jnp.max(swapped, axis=1),
        "own": swapped[:, lax.axis_index(AXIS)],
        "turned": lax.pshuffle(k, AXIS, [(row * 3 + 1) % ROWS for row in range(ROWS)]),
    }


# Which results differ from record to record, by the meaning of the collectives.
CENTER_MAPPED = {"y"}
MIX_MAPPED = {"index", "share", "deviation", "order", "neighbour"}
MOVE_MAPPED = {"sent", "sent_on", "scattered", "parts", "highest", "own", "turned"}


def expect(
    function: Callable[..., Any], mapped: set[str], params: Any, inputs: tuple[Any, ...]
) -> dict[str, np.ndarray]:
    names = jax.eval_shape(
        jax.vmap(function, (None,) + (0,) * len(inputs), axis_name=AXIS), params, *inputs
    )
    out_axes = {name: 0 if name in mapped else None for name in names}
    over_rows = jax.vmap(function, (None,) + (0,) * len(inputs), out_axes, axis_name=AXIS)
    return {name: np.asarray(value) for name, value in jax.jit(over_rows)(params, *inputs).items()}


def widened(tree: Any) -> Any:
    return jax.tree.map(lambda a: a.astype("f8") if a.dtype == np.float32 else a, tree)


def make(
    function: Callable[..., Any],
    mapped: set[str],
    params: dict[str, np.ndarray],
    inputs: dict[str, np.ndarray],
) -> None:
    name = function.__name__
    for key, rows in inputs.items():
        np.save(HERE / f"{name}.{key}.npy", rows)
    written = export(
        function, params, tuple(rows[0] for rows in inputs.values()), HERE,
        axis_name=AXIS, axis_size=ROWS, out_dir=HERE / "out",
        files={key: HERE / f"{name}.{key}.npy" for key in inputs},
    )  # fmt: skip
    assert {r.name for r in written.results if r.mapped} == mapped

    rows = tuple(inputs.values())
    narrow = expect(function, mapped, params, rows)
    with jax.enable_x64(True):
        wide = expect(function, mapped, widened(params), widened(rows))
    for result in written.results:
        f32, f64 = narrow[result.name], wide[result.name].astype(result.dtype)
        np.save(HERE / f"{name}.{result.name}.expected.npy", f64)
        if result.dtype == np.float32:
            np.save(HERE / f"{name}.{result.name}.jax_f32.npy", f32)
            print(f"{name}.{result.name}: f32 and f64 differ by at most {abs(f32 - f64).max():.1e}")
        else:
            np.testing.assert_array_equal(f32, f64)


def main() -> None:
    random = np.random.default_rng(1009)

    def normal(*shape: int) -> np.ndarray:
        return random.standard_normal(shape, dtype="f4")

    center_params = {"w1": normal(33, 24) / 5, "w2": normal(7, 33) / 6}
    make(center, CENTER_MAPPED, center_params, {"x": normal(ROWS, 24) + 0.5})
    k = random.integers(-(2**31), 2**31, ROWS).astype("i4")
    make(mix, MIX_MAPPED, {"bias": normal(4)}, {"x": normal(ROWS, 6), "k": k})
    make_move()


def make_move() -> None:
    shift = np.array([7, -4, 0], "i4")
    k = np.random.default_rng(7).integers(-5000, 5000, (ROWS, 3)).astype("i4")
    make(move, MOVE_MAPPED, {"shift": shift}, {"k": k})


if __name__ == "__main__":
    main()
