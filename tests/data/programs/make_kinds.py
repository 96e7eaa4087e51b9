#!/usr/bin/env python3
"""Makes more programs of this folder: a residual network, orders, functions of analysis, random numbers, halves.

    python tests/data/programs/make_kinds.py         (needs jax, numpy, safetensors)
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn
from make_programs import make  # it lies beside this file

random = np.random.default_rng(1013)


def normal(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, dtype="f4")


def residual(params: Any, x: Any) -> Any:
    """A residual network: stem, pool, batch norms at inference, two blocks, head. x f32[12,12,3]."""

    def conv(v: Any, kernel: Any, stride: int = 1) -> Any:
        form = ("NHWC", "HWIO", "NHWC")
        return lax.conv_general_dilated(v, kernel, (stride,) * 2, "SAME", dimension_numbers=form)

    def norm(v: Any, p: Any) -> Any:
        return (v - p["mean"]) * lax.rsqrt(p["var"] + 1e-5) * p["scale"] + p["bias"]

    def pool(v: Any, size: int, init: float, fold: Any) -> Any:
        window = (1, size, size, 1)
        return lax.reduce_window(v, init, fold, window, (1, 2, 2, 1), "SAME")

    h = nn.relu(norm(conv(x[None], params["stem"]), params["norm0"]))
    h = pool(h, 3, -jnp.inf, lax.max)
    for k, stride in ((1, 1), (2, 2)):
        block = params[f"block{k}"]
        inner = nn.relu(norm(conv(h, block["first"], stride), params["norm0"]))
        inner = norm(conv(inner, block["second"]), params[f"norm{k}"])
        h = nn.relu(inner + (conv(h, block["skip"], stride) if "skip" in block else h))
    h = pool(h, 2, 0.0, lax.add) / 4
    logits = h.mean((0, 1, 2)) @ params["head"]
    return {"logits": logits, "probability": nn.softmax(logits), "label": jnp.argmax(logits)}


def ordered(x: Any, k: Any) -> Any:
    """Sorts up and down, of several keys, stable; places in them; the largest. x f32[4,9], k u8[9]."""
    rows, _ = lax.sort((x, x + 1), dimension=0, num_keys=1)
    return {
        "up": jnp.sort(x),
        "down": jnp.sort(x, axis=0, descending=True),
        "places": jnp.argsort(x, axis=1),
        "places_down": jnp.argsort(k, descending=True),
        "lexical": jnp.lexsort((x[0], k)),
        "by_rows": rows,
        "median": jnp.median(x, axis=1),
        "third": jnp.partition(x, 2)[:, 2],
        "top": lax.top_k(x, 3)[0],
        "top_places": lax.top_k(x, 3)[1],
        "top_keys": lax.top_k(k, 4)[1],
        "search": jnp.searchsorted(jnp.sort(x[0]), x[1], method="sort"),
        "rank": jnp.argsort(jnp.argsort(x[2])),
        "best": jnp.argmax(x, 1),
        "worst": jnp.argmin(jnp.flip(k), keepdims=True),
        "last_key": jnp.sort(k)[-1],
    }


def special(x: Any, p: Any) -> Any:
    """Functions of analysis and statistics. x f32[6], p f32[6] above 0."""
    f, norm = jax.scipy.special, jax.scipy.stats.norm
    return {
        "gelu": nn.gelu(x, approximate=False),
        "erf": jnp.stack([f.erf(x), f.erfc(x), f.erfinv(jnp.tanh(x))]),
        "normal": jnp.stack([norm.cdf(x), norm.logcdf(x), norm.ppf(nn.sigmoid(x))]),
        "gamma": jnp.stack([f.gammaln(p), f.digamma(p), f.betaln(p, p + 1)]),
        "polygamma": jnp.stack([f.polygamma(1, p), f.zeta(1 + p, p)]),
        "bessel": jnp.stack([f.i0e(x), f.i1e(x)]),
        "log_sum_exp": jnp.stack([nn.logsumexp(x), f.logsumexp(x, b=p)]),
        "log_add": jnp.logaddexp(x, p),
        "entropy": f.entr(nn.softmax(x)).sum(),
        "hyperbolic": jnp.stack([jnp.sinh(x), jnp.arcsinh(x), jnp.arccosh(1 + p)]),
        "angles": jnp.stack([jnp.arctan2(x, p), jnp.arcsin(jnp.sin(x)), jnp.tan(x / 4)]),
        "powers": jnp.stack([p**x, jnp.cbrt(x), jnp.hypot(x, p), jnp.exp2(x), jnp.log2(p)]),
        "rounded": jnp.stack([jnp.round(x * 2), jnp.trunc(3 * x), jnp.sign(x), jnp.floor(x)]),
    }


def draws(key: Any, p: Any) -> Any:
    """Random numbers of jax.random, which are the same everywhere. key u32[2], p f32[4]."""
    key = jax.random.wrap_key_data(key)
    one, two, three = jax.random.split(key, 3)
    f32, i32 = jnp.float32, jnp.int32
    p = p.astype(f32)  # in float64 other numbers would be drawn
    return {
        "bits": jax.random.bits(key, (5,), jnp.uint32),
        "keys": jax.random.key_data(jax.random.fold_in(two, 7)),
        "uniform": jax.random.uniform(one, (3, 2), f32, -1, 3),
        "normal": jax.random.normal(two, (5,), f32),
        "kept": jax.random.bernoulli(three, nn.softmax(p)),
        "dice": jax.random.randint(one, (6,), 1, 7, i32),
        "shuffled": jax.random.permutation(two, jnp.arange(9, dtype=i32)),
        "chosen": jax.random.categorical(three, p).astype(i32),
        "half": jax.random.uniform(two, (4,), jnp.bfloat16),
    }


def halves(params: Any, x: Any, y: Any, codes: Any) -> Any:
    """bf16 and f16 through a network, sums in another type than theirs. x bf16[5,8], y f16[6,6,2]."""
    q, k = (jnp.matmul(x, params[name], preferred_element_type="f4") for name in ("q", "k"))
    score = jnp.einsum("td,sd->ts", q, k)
    mask = jnp.tril(jnp.ones((5, 5), bool))
    attention = nn.softmax(jnp.where(mask, score / 3, -jnp.inf), -1).astype(x.dtype)
    kernel = params["kernel"]
    image = lax.conv_general_dilated(
        y[None], kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )[0]
    return {
        "attention": attention @ x,
        "score": score,
        "image": nn.relu(image),
        "pooled": lax.reduce_window(image, -jnp.inf, lax.max, (2, 2, 1), (2, 2, 1), "VALID"),
        "sum": y.sum(0),
        "mixed": x[:, :6].astype(y.dtype) * y[:5, :, 0],
        "top": lax.top_k(x, 2)[0],
        "sorted": jnp.sort(y[..., 0], axis=0),
        "best": jnp.argmax(x, 1),
        "rows": x.at[jnp.array([0, 0, 7])].max(x[:3], mode="drop")[::-1],
        "products": lax.dot_general(
            codes, params["codes"], (((0,), (0,)), ((), ())), preferred_element_type="i4"
        ),
        "scaled": lax.dot_general(
            codes, params["codes"], (((0,), (0,)), ((), ())), preferred_element_type="f4"
        ),
    }


def main() -> None:
    weights: Any = {
        "stem": normal(3, 3, 3, 4) / 3,
        "block1": {"first": normal(3, 3, 4, 4) / 4, "second": normal(3, 3, 4, 4) / 4},
        "block2": {"first": normal(3, 3, 4, 4) / 4, "second": normal(3, 3, 4, 6) / 4},
        "head": normal(6, 5) / 2,
    }
    weights["block2"]["skip"] = normal(1, 1, 4, 6)
    for k, count in enumerate((4, 4, 6)):
        norm = {key: normal(count) / 2 for key in ("mean", "scale", "bias")}
        weights[f"norm{k}"] = norm | {"var": 1 + normal(count) ** 2}
    make(residual, weights, {"x": normal(21, 12, 12, 3)})

    keys = random.integers(0, 7, (33, 9)).astype("u1")  # many are equal: the order must be stable
    make(ordered, None, {"x": normal(33, 4, 9), "k": keys})
    make(special, None, {"x": normal(29, 6), "p": np.exp(normal(29, 6))})

    to = lambda dtype, a: np.asarray(jnp.asarray(a, dtype))  # noqa: E731
    halved = {"q": to("bfloat16", normal(8, 4) / 2), "k": to("bfloat16", normal(8, 4) / 2)}
    halved |= {"kernel": to("float16", normal(3, 3, 2, 3) / 4)}
    halved |= {"codes": random.integers(-128, 128, (5, 3)).astype("i1")}
    inputs = {"x": to("bfloat16", normal(19, 5, 8)), "y": to("float16", normal(19, 6, 6, 2))}
    inputs |= {"codes": random.integers(-128, 128, (19, 5, 4)).astype("i1")}
    make(halves, halved, inputs)
    make(draws, None, {"key": random.integers(0, 2**32, (23, 2)).astype("u4"), "p": normal(23, 4)})


if __name__ == "__main__":
    main()
