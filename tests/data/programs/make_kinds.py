#!/usr/bin/env python3
"""Makes more programs of this folder: networks, orders, functions of analysis, random numbers, halves, geometry.

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


def decoder(params: Any, x: Any) -> Any:
    """A decoder's layer: RMS norms, turned positions, queries that share keys, a gate. x f32[7,32]."""

    def norm(v: Any, scale: Any) -> Any:
        return v * lax.rsqrt(jnp.square(v).mean(-1, keepdims=True) + 1e-6) * scale

    def turned(v: Any) -> Any:  # [tokens, heads, dims]
        rate = 100.0 ** -(jnp.arange(4, dtype=v.dtype) / 4)
        angle = jnp.arange(7, dtype=v.dtype)[:, None, None] * rate
        one, two = v[..., ::2], v[..., 1::2]
        parts = [
            one * jnp.cos(angle) - two * jnp.sin(angle),
            one * jnp.sin(angle) + two * jnp.cos(angle),
        ]
        return jnp.stack(parts, -1).reshape(v.shape)

    h = norm(x, params["norm1"])
    q = turned((h @ params["q"]).reshape(7, 4, 8))
    k = turned((h @ params["k"]).reshape(7, 2, 8))
    v = (h @ params["v"]).reshape(7, 2, 8)
    score = jnp.einsum("qgrd,kgd->grqk", q.reshape(7, 2, 2, 8), k) / 8**0.5
    score = jnp.where(jnp.tril(jnp.ones((7, 7), bool)), score, -jnp.inf)
    mixed = jnp.einsum("grqk,kgd->qgrd", nn.softmax(score), v).reshape(7, 32)
    x = x + mixed @ params["out"]
    h = norm(x, params["norm2"])
    x = x + (nn.silu(h @ params["gate"]) * (h @ params["up"])) @ params["down"]
    return {"x": x, "score": nn.softmax(score), "last": nn.log_softmax(x[-1])}


def spaces(a: Any, b: Any, c: Any) -> Any:
    """Small products, many of them; products of vectors; norms one behind the other; what lies nearest
    along a dimension in the middle. a f32[5,3,3], b f32[5,3,3], c f32[9,4,12]."""
    basis = []
    for v in c[:, 0]:  # more reductions one behind the other than any kernel does at once
        for u in basis:
            v = v - (u @ v) * u
        basis.append(v / jnp.sqrt(v @ v))
    q = c[..., :4] / jnp.linalg.norm(c[..., :4], axis=-1, keepdims=True)
    turn = jnp.cross(q[..., :3], c[..., 4:7]) * 2
    low = jnp.maximum(a[:, None, :, 0], b[:, :, 0])
    high = jnp.minimum(a[:, None, :, 0] + 1, b[:, :, 0] + 1)
    return {
        "products": a @ b,
        "points": jnp.einsum("pij,pj->pi", a, b[:, 0]),
        "middle": jnp.einsum("ipj,jpk->ipk", jnp.swapaxes(a, 0, 1), b.transpose(1, 0, 2)[..., :2]),
        "inner": jnp.einsum("pij,pij->p", a, b),
        "columns": jnp.einsum("ijk,ijk->k", c, jnp.flip(c, 0)),
        "turned_batch": jnp.einsum("ijp,pji->jp", a[:3, :, :2], b[:2]),
        "outer": jnp.einsum("pi,qj->piqj", a[:, 0], b[:, 1]),
        "trace": jnp.einsum("pii->p", a),
        "basis": jnp.stack(basis, 1),
        "quaternions": c[..., 4:7] + q[..., 3:] * turn + jnp.cross(q[..., :3], turn),
        "overlap": jnp.clip(high - low, 0).prod(-1),
        "nearest": jnp.argmin(c, 1),
        "farthest": jnp.argmax(c[:, :, None] - c[:, :, :, None], 2),
        "interleaved": jnp.stack([c, -c, 2 * c], -1).reshape(9, -1),
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
    rows: Any = {name: normal(32, 64) / 6 for name in ("gate", "up")}
    rows |= {"down": normal(64, 32) / 8, "q": normal(32, 32) / 6, "out": normal(32, 32) / 6}
    rows |= {name: normal(32, 16) / 6 for name in ("k", "v")}
    rows |= {name: normal(32) for name in ("norm1", "norm2")}
    make(decoder, rows, {"x": normal(13, 7, 32)})
    make(spaces, None, {"a": normal(17, 5, 3, 3), "b": normal(17, 5, 3, 3), "c": normal(17, 9, 4, 12)})


if __name__ == "__main__":
    main()
