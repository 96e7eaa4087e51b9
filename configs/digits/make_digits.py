#!/usr/bin/env python3
"""Makes everything in this folder: trains a small convolutional network in JAX on scikit-learn's
handwritten digits and exports it as a function of ONE image.

    python configs/digits/make_digits.py        (takes seconds; needs jax, numpy, safetensors,
                                                 scikit-learn)

Deterministic: the same versions on the same kind of CPU give the same files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from sklearn.datasets import load_digits

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "launch"))

from export import export  # noqa: E402  (it lies in launch/)

SEED = 20
HELD_OUT = 899  # of 1,797; odd, and not divisible by 2 … 9
EPOCHS = 60
BATCH = 32
LEARNING_RATE = 3e-3

Params = dict[str, dict[str, jax.Array]]


def init_params(key: jax.Array) -> Params:
    """He-normal weights and zero biases."""

    def layer(key: jax.Array, *shape: int) -> dict[str, jax.Array]:
        scale = np.sqrt(2 / np.prod(shape[:-1]))
        return {
            "kernel": jnp.float32(scale) * jax.random.normal(key, shape, jnp.float32),
            "bias": jnp.zeros(shape[-1], jnp.float32),
        }

    keys = jax.random.split(key, 3)
    return {
        "conv1": layer(keys[0], 3, 3, 1, 16),
        "conv2": layer(keys[1], 3, 3, 16, 32),
        "dense": layer(keys[2], 2 * 2 * 32, 10),
    }


def conv(layer: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    """3x3, same size: [height, width, in] -> [height, width, out]."""
    y = lax.conv_general_dilated(
        x[None], layer["kernel"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    return y[0] + layer["bias"]


def max_pool(x: jax.Array) -> jax.Array:
    """2x2: [height, width, channels] -> [height/2, width/2, channels]."""
    return lax.reduce_window(x, -jnp.inf, lax.max, (2, 2, 1), (2, 2, 1), "VALID")


def classify(params: Params, image: jax.Array) -> dict[str, jax.Array]:
    """One digit: image f32[8,8], ink from 0 to 16."""
    x = image[:, :, None] / 16
    x = max_pool(jax.nn.relu(conv(params["conv1"], x)))
    x = max_pool(jax.nn.relu(conv(params["conv2"], x)))
    logits = x.reshape(-1) @ params["dense"]["kernel"] + params["dense"]["bias"]
    return {
        "label": jnp.argmax(logits).astype(jnp.int32),
        "logits": logits,
        "probabilities": jax.nn.softmax(logits),
    }


def loss(params: Params, images: jax.Array, labels: jax.Array) -> jax.Array:
    """Mean cross entropy, the targets smoothed by a tenth."""
    logits = jax.vmap(classify, (None, 0))(params, images)["logits"]
    targets = 0.9 * jax.nn.one_hot(labels, 10) + 0.01
    return -(targets * jax.nn.log_softmax(logits)).sum(-1).mean()


def shifted(images: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Each image moved by at most one pixel both ways, and made a little fainter or darker."""
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1)))
    corners = random.integers(0, 3, (len(images), 2))
    moved = [image[y : y + 8, x : x + 8] for image, (y, x) in zip(padded, corners)]
    return np.stack(moved) * random.uniform(0.85, 1.15, (len(images), 1, 1)).astype("f4")


def train(images: np.ndarray, labels: np.ndarray) -> Params:
    """Adam with a cosine schedule."""
    params = init_params(jax.random.key(SEED))
    steps = EPOCHS * (len(images) // BATCH)
    moments = jax.tree.map(jnp.zeros_like, (params, params))

    @jax.jit
    def step(params, moments, number, images, labels):
        gradient = jax.grad(loss)(params, images, labels)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradient)
        second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, moments[1], gradient)
        rate = LEARNING_RATE * 0.5 * (1 + jnp.cos(jnp.pi * number / steps))

        def update(p, m, v):
            m, v = m / (1 - 0.9 ** (number + 1)), v / (1 - 0.99 ** (number + 1))
            return p - rate * m / (jnp.sqrt(v) + 1e-8)

        return jax.tree.map(update, params, first, second), (first, second)

    random = np.random.default_rng(SEED)
    number = 0
    for _ in range(EPOCHS):
        order = random.permutation(len(images))
        for rows in np.split(order, range(BATCH, len(order), BATCH)):
            if len(rows) == BATCH:
                batch = shifted(images[rows], random)
                params, moments = step(params, moments, number, batch, labels[rows])
                number += 1
    return params


def main() -> None:
    digits = load_digits()
    order = np.random.default_rng(SEED).permutation(len(digits.images))
    images = digits.images[order].astype("f4")
    labels = digits.target[order].astype("i4")
    held_out, held_out_labels = images[:HELD_OUT], labels[:HELD_OUT]
    params = train(images[HELD_OUT:], labels[HELD_OUT:])

    batched: Callable = jax.jit(jax.vmap(classify, (None, 0)))
    logits = np.asarray(batched(params, held_out)["logits"])
    right = int((logits.argmax(-1) == held_out_labels).sum())
    print(f"{right} of {HELD_OUT} held-out images right: {right / HELD_OUT:.2%}")

    np.save(HERE / "images.npy", held_out)
    np.save(HERE / "labels.npy", held_out_labels)
    np.save(HERE / "expected_logits.npy", logits)
    export(
        classify, params, held_out[0], HERE, name="digits",
        files={"image": HERE / "images.npy"}, out_dir=HERE / "out",
    )  # fmt: skip


if __name__ == "__main__":
    main()
