#!/usr/bin/env python3
"""Makes the programs of this folder, their inputs, and what jax.vmap gives for them.

    python tests/data/programs/make_programs.py         (needs jax, numpy, safetensors)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent.parent / "launch"))

from export import export  # noqa: E402  (it lies in launch/)

AXIS = "batch"
TOLERANCE = {"float32": 1e-5, "float16": 2.0**-9, "bfloat16": 2.0**-6}  # as programs.sh has them
random = np.random.default_rng(257)


def normal(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, dtype="f4")


def integers(low: int, high: int, *shape: int) -> np.ndarray:
    return random.integers(low, high, shape).astype("i4")


# Of one example -----------------------------------------------------------------------------------


def transformer(params: Any, x: Any) -> Any:
    """A block with layer norms, causal attention of 2 heads and a gelu network. x f32[7,8]."""

    def layer_norm(v: Any) -> Any:
        mean = v.mean(-1, keepdims=True)
        return (v - mean) * lax.rsqrt(v.var(-1, keepdims=True) + 1e-5) * params["g"] + params["b"]

    steps, width = x.shape
    h = layer_norm(x)
    q, k, v = ((h @ params[name]).reshape(steps, 2, width // 2) for name in ("q", "k", "v"))
    score = jnp.einsum("thd,shd->hts", q, k) / 2.0
    score = jnp.where(jnp.tril(jnp.ones((steps, steps), bool)), score, -1e9)
    attention = nn.softmax(score, -1)
    x = x + jnp.einsum("hts,shd->thd", attention, v).reshape(steps, width) @ params["o"]
    return x + nn.gelu(layer_norm(x) @ params["up"]) @ params["down"]


def images(params: Any, x: Any) -> Any:
    """Strided, dilated, grouped, transposed and per-example convolutions, pools. x f32[9,8,4]."""
    form = ("NHWC", "HWIO", "NHWC")

    def conv(v: Any, kernel: Any, strides: tuple[int, int], padding: Any, **rest: Any) -> Any:
        return lax.conv_general_dilated(
            v[None], kernel, strides, padding, dimension_numbers=form, **rest
        )[0]

    h = nn.relu(conv(x, params["first"], (2, 1), "SAME"))
    wide = conv(h, params["first"], (1, 1), ((2, 1), (0, 3)), rhs_dilation=(1, 2))
    return {
        "grouped": conv(h, params["depth"], (1, 2), "VALID", feature_group_count=4),
        "wide": wide.sum(0),
        "up": conv(h, params["first"], (1, 1), ((1, 2), (2, 1)), lhs_dilation=(2, 3)).mean((0, 1)),
        "own": conv(h, x[:2, :3].reshape(2, 3, 4, 1), (1, 1), "SAME")[:, :, 0],
        "highest": lax.reduce_window(x, -jnp.inf, lax.max, (3, 2, 1), (2, 2, 1), "SAME").sum(-1),
        "mean": lax.reduce_window(x, 0.0, lax.add, (3, 3, 4), (3, 2, 1), "VALID") / 36,
    }


def lookup(params: Any, ids: Any, x: Any) -> Any:
    """Rows of a table and of the example itself in every mode of indexing. ids i32[5], x f32[7,3]."""
    table = params["table"]
    near = jnp.sum((table[:, None, :] - x[None]) ** 2, -1)
    one_hot = nn.one_hot(ids, 11)
    return {
        "rows": table[ids].mean(0),
        "clip": jnp.take(table, ids + 8, axis=0, mode="clip")[:, 0],
        "fill": x.at[ids, 1].get(mode="fill", fill_value=-1.0),
        "pairs": x[ids % 7, ids % 3],
        "along": jnp.take_along_axis(x, (ids % 7)[:, None], 0)[:, 0],
        "one": x[ids[0]] + table[ids[1], 2],  # dynamic slices
        "window": lax.dynamic_slice(x, (ids[2] - 2, ids[3] - 5), (4, 2)),
        "one_hot": one_hot @ table,
        "nearest": jnp.argmin(near, 0),
        "farthest": jnp.argmax(near, 0),
    }


def placing(params: Any, ids: Any, x: Any) -> Any:
    """Updates of a table and of the example itself, and gradients that are such. ids i32[6], x f32[7,3]."""
    pool = lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (3, 2), (2, 1), "SAME")  # noqa: E731
    return {
        "histogram": jnp.zeros(5, jnp.int32).at[ids % 5].add(1),
        "added": x.at[ids].add(x[:6]),  # some ids are out of bounds, some count from the end
        "clipped": x.at[ids].add(x[:6], mode="clip"),
        "table": params["table"].at[ids].add(x[0]),
        "set": x.at[jnp.array([2, 0]), ids[0] % 3].set(x[5, :2]),
        "highest": x.at[ids % 7, 1].max(x[:6, 0]),
        "scaled": x.at[ids % 7].multiply(0.5),
        "row": x.at[ids[1]].set(1.5, mode="drop"),
        "window": lax.dynamic_update_slice(x, x[:3, 1:], (ids[2], ids[3] - 2)),
        "columns": x.at[:, ids % 3].add(x[:, :1]),
        "back": jnp.flip(x, 0) + x[:, ::-1],
        "segments": jax.ops.segment_sum(x[:6], ids % 3, 3),
        "of_pool": jax.grad(lambda v: jnp.sum(pool(v) ** 2))(x),
        "of_pairs": jax.grad(lambda v: jnp.sum(v[ids % 7, ids % 3] ** 2))(x),
    }


def whole_numbers(a: Any, b: Any, keep: Any) -> Any:
    """Integers that wrap, divide, shift and count, bools. a, b i32[6], keep bool[6]."""
    small = a.astype(jnp.uint8)
    return {
        "wrapped": a * b + (a << 3),
        "quotient": a // b,
        "remainder": a % b,
        "towards_zero": lax.rem(a, b),
        "bits": (a ^ b) & (a >> 2) | ~b,
        "unsigned": lax.shift_right_logical(a, b & 31),
        "ones": lax.population_count(a) + lax.clz(b),
        "bytes": (small * small + 200 // 7).astype(jnp.int32),
        "signed": a.astype(jnp.int8).astype(jnp.int32),
        "chosen": jnp.where(keep, a, -b),
        "any": jnp.any(keep & (a > b)),
        "count": jnp.sum(keep),
        "running": jnp.cumsum(a),
        "from_float": (a.astype(jnp.float32) / 3).astype(jnp.int32),
    }


def running(x: Any) -> Any:
    """Sums, products and maxima so far, variances and folds of several dimensions. x f32[6,5]."""
    return {
        "sums": jnp.cumsum(x, 0),
        "back": lax.cumsum(x, axis=1, reverse=True),
        "products": jnp.cumprod(x, 1),
        "highest": lax.cummax(x, axis=0),
        "log_sum": lax.cumlogsumexp(x, axis=0),
        "variance": jnp.var(x, 0),
        "norm": jnp.linalg.norm(x),
        "softmax": nn.softmax(x, 0),
        "log_sum_exp": jax.scipy.special.logsumexp(x, 1),
        "scan": lax.associative_scan(jnp.minimum, x, axis=1),
    }


def gradients(params: Any, x: Any) -> Any:
    """The gradient of each example's loss in the params. x f32[4]."""
    loss = lambda p: jnp.sum(jnp.tanh(x @ p["w"]) * p["v"]) ** 2  # noqa: E731
    value, gradient = jax.value_and_grad(loss)(params)
    return {"loss": value, "gradient": gradient}


# Over the examples --------------------------------------------------------------------------------


def contrastive(params: Any, a: Any, b: Any) -> Any:
    """Each pair against all others. a, b f32[4]."""
    ours, theirs = ((v @ params["w"]) / jnp.linalg.norm(v @ params["w"]) for v in (a, b))
    scores = 5 * lax.all_gather(theirs, AXIS) @ ours
    own = jnp.take(scores, lax.axis_index(AXIS), axis=0, mode="clip")
    loss = jax.scipy.special.logsumexp(scores) - own
    return {"loss": loss, "mean": lax.pmean(loss, AXIS), "best": jnp.argmax(scores)}


def shared_gradient(params: Any, x: Any, y: Any) -> Any:
    """What data-parallel training averages. x f32[5], y f32[]."""
    loss = lambda p: (jnp.tanh(x @ p["w"]) @ p["v"] - y) ** 2  # noqa: E731
    value, gradient = jax.value_and_grad(loss)(params)
    return lax.pmean({"loss": value, "gradient": gradient}, AXIS)


def clusters(x: Any) -> Any:
    """Three rounds of k-means from the first two examples. x f32[3]."""
    centers = lax.all_gather(x, AXIS)[:2]
    for _ in range(3):
        mine = nn.one_hot(jnp.argmin(((x - centers) ** 2).sum(-1)), 2)
        size = lax.psum(mine, AXIS)
        centers = lax.psum(mine[:, None] * x, AXIS) / jnp.maximum(size, 1)[:, None]
    return {"centers": centers, "cluster": jnp.argmin(((x - centers) ** 2).sum(-1)), "size": size}


def standard(x: Any) -> Any:
    """Mean and variance over the examples, inside functions of their own. x f32[4]."""

    @jax.jit
    def center(v: Any) -> Any:
        return v - lax.pmean(v, AXIS)

    c = center(x)
    return {
        "z": c / jnp.sqrt(lax.pmean(c * c, AXIS) + 1e-5),
        "covariance": lax.pmean(jnp.outer(c, c), AXIS),
        "others": (lax.psum(x, AXIS) - x) / max(lax.psum(1, AXIS) - 1, 1),
        "columns": lax.all_gather(x, AXIS, axis=1)[:, -2:],
        "tiled": lax.all_gather(x, AXIS, tiled=True)[-3:],
        "share": jnp.exp(x - lax.pmax(x, AXIS)) / lax.psum(jnp.exp(x - lax.pmax(x, AXIS)), AXIS),
    }


# The files ----------------------------------------------------------------------------------------


def widened(tree: Any) -> Any:
    return jax.tree.map(lambda a: a.astype("f8") if a.dtype.name in TOLERANCE else a, tree)


def expect(function: Any, params: Any, rows: tuple[Any, ...], axis: str | None, mapped: Any) -> Any:
    """The results, in order; those that are the same for all examples once."""
    params = jax.tree.map(jnp.asarray, params)
    f = function if params is None else lambda *one: function(params, *one)
    flat = lambda *one: jax.tree.leaves(f(*one))  # noqa: E731
    out_axes = [0 if m else None for m in mapped]
    return jax.jit(jax.vmap(flat, out_axes=out_axes, axis_name=axis))(*rows)


def make(
    function: Callable[..., Any],
    params: Any,
    inputs: dict[str, np.ndarray],
    *,
    axis: str | None = None,
    name: str | None = None,
    second: bool = False,
) -> None:
    """second: the examples lie along axis 1 of their files, in Fortran order."""
    name = name or function.__name__
    rows = tuple(inputs.values())
    files = {}
    for key, value in inputs.items():
        file = HERE / f"{name}.{key}.npy"
        np.save(file, np.asfortranarray(np.moveaxis(value, 0, 1)) if second else value)
        files[key] = f"{file}:1" if second else file
    written = export(
        function, params, tuple(value[0] for value in rows), HERE, name=name, files=files,
        axis_name=axis, axis_size=len(rows[0]) if axis else None, out_dir=HERE / "out",
    )  # fmt: skip
    mapped = [result.mapped for result in written.results]
    narrow = expect(function, params, rows, axis, mapped)
    with jax.enable_x64(True):
        wide = expect(function, widened(params), widened(rows), axis, mapped)
    for result, jax_has, f64 in zip(written.results, narrow, wide):
        expected = np.asarray(f64).astype(result.dtype)
        np.save(HERE / f"{name}.{result.name}.expected.npy", expected)
        dtype = result.dtype.name
        if dtype in TOLERANCE:
            want = expected.astype("f8")
            error = np.max(abs(np.asarray(jax_has, "f8") - want) / np.maximum(1, abs(want)))
            print(f"{name}.{result.name}: {dtype} is within {error:.1e} of f64")
            assert error < TOLERANCE[dtype] / 2
        else:
            np.testing.assert_array_equal(jax_has, expected)


def main() -> None:
    block = {k: normal(8, 8) / 3 for k in ("q", "k", "v", "o")}
    block |= {"g": normal(8), "b": normal(8), "up": normal(8, 16) / 3, "down": normal(16, 8) / 3}
    make(transformer, block, {"x": normal(13, 7, 8)})
    kernels = {"first": normal(3, 3, 4, 4) / 4, "depth": normal(2, 3, 1, 8) / 3}
    make(images, kernels, {"x": normal(11, 9, 8, 4)})
    table = {"table": normal(11, 3)}
    make(lookup, table, {"ids": integers(0, 11, 65, 5), "x": normal(65, 7, 3)})
    a, b = integers(-(2**31), 2**31, 35, 6), integers(-99, 99, 35, 6)
    keep = random.random((35, 6)) > 0.4
    make(whole_numbers, None, {"a": a, "b": np.where(b == 0, 7, b), "keep": keep})
    make(running, None, {"x": normal(17, 6, 5)})
    make(gradients, {"w": normal(4, 3) / 2, "v": normal(3)}, {"x": normal(129, 4)})

    pairs = {"a": normal(257, 4), "b": normal(257, 4)}
    make(contrastive, {"w": normal(4, 4)}, pairs, axis=AXIS, second=True)
    weights = {"w": normal(5, 3) / 2, "v": normal(3)}
    make(shared_gradient, weights, {"x": normal(130, 5), "y": normal(130)}, axis=AXIS)
    make(clusters, None, {"x": normal(65, 3)}, axis=AXIS)
    for count in (1, 3):
        make(standard, None, {"x": normal(count, 4)}, axis=AXIS, name=f"standard_{count}")
    own = np.random.default_rng(73)
    ids, x = own.integers(-3, 11, (67, 6)).astype("i4"), own.standard_normal((67, 7, 3), dtype="f4")
    make(placing, {"table": own.standard_normal((5, 3), dtype="f4")}, {"ids": ids, "x": x})


if __name__ == "__main__":
    main()
