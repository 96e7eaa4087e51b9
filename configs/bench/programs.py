"""The programs of the suite: what each computes, as one writes it in JAX, and what it takes.

`SUITE` holds one `Program` for each, in the order of the tables. Functions are free of a dtype of
their own, so that the expected results can be computed by the same function in double precision.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


@dataclasses.dataclass(frozen=True)
class Input:
    """One argument, a leaf of a program's arguments. How its elements are made:

    normal    normally distributed, times `scale`, plus `shift`
    positive  as normal, without the signs (variances)
    ink       whole numbers from 0 to 16 (pictures of digits)
    index     whole numbers from 0 to `below` - 1
    """

    shape: tuple[int, ...]
    dtype: str = "float32"
    kind: str = "normal"
    scale: float = 1.0
    shift: float = 0.0
    below: int = 0


@dataclasses.dataclass(frozen=True)
class Program:
    """`function(*arguments)`, its arguments pytrees of `Input`."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    bytes: int = 0  # that must move to and from memory; 0: it is bound by arithmetic
    flops: float = 0  # multiplications and additions of its products; 0: bound by memory


# ---- Products and perceptrons --------------------------------------------------------------------


def matvec(w, x):
    """A matrix times the vector of one example, vmapped over the examples."""
    return jax.vmap(lambda w, x: w @ x, (None, 0))(w, x)


def matmul(x, y):
    return x @ y


def mlp(params, x):
    for layer in params[:-1]:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
    return x @ params[-1]["w"] + params[-1]["b"]


def dense(inputs: int, outputs: int, dtype: str = "float32") -> dict[str, Input]:
    return {
        "w": Input((inputs, outputs), dtype, scale=inputs**-0.5),
        "b": Input((outputs,), dtype, scale=0.1),
    }


def mlp_program(name: str, batch: int, dtype: str = "float32") -> Program:
    layers = [(784, 1024), (1024, 1024), (1024, 10)]
    params = [dense(*sizes, dtype) for sizes in layers]
    flops = 2 * batch * sum(i * o for i, o in layers)
    weights = sum(i * o + o for i, o in layers) * (2 if dtype == "bfloat16" else 4)
    return Program(name, mlp, (params, Input((batch, 784), dtype)), weights, flops)


# ---- Whole passes over memory --------------------------------------------------------------------


def tiny(x, y):
    """Four operations on 16 numbers: what a call costs."""
    return jnp.maximum((x + y) * x - y, 0)


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def row_sums(x):
    return x.sum(1)


def column_sums(x):
    return x.sum(0)


def transpose(x):
    return x.T


def gather(table, rows):
    return table[rows]


def scatter_add(table, rows, updates):
    return table.at[rows].add(updates)


def sort(x):
    return jnp.sort(x)


def cumsum(x):
    return jnp.cumsum(x, axis=1)


# ---- Transformers --------------------------------------------------------------------------------


def attention(q, k, v):
    """[batch, heads, tokens, dims] each."""
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * q.shape[-1] ** -0.5
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores), v)


HEADS = 12


def bert_layer(params, x):
    """An encoder layer of BERT: attention and two dense layers, each normalized after its sum."""

    def linear(layer, x):
        return x @ layer["w"] + layer["b"]

    def heads(layer):
        return linear(layer, x).reshape(*x.shape[:2], HEADS, -1)

    q, k, v = (heads(params[name]) for name in ("query", "key", "value"))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * q.shape[-1] ** -0.5
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v).reshape(x.shape)
    x = layer_norm(x + linear(params["out"], mixed), **params["norm1"])
    hidden = jax.nn.gelu(linear(params["up"], x), approximate=False)
    return layer_norm(x + linear(params["down"], hidden), **params["norm2"])


def bert_program() -> Program:
    batch, tokens, width, wide = 8, 128, 768, 3072
    norm = {
        "scale": Input((width,), scale=0.1, shift=1),
        "bias": Input((width,), scale=0.1),
    }
    params = {name: dense(width, width) for name in ("query", "key", "value", "out")}
    params |= {"up": dense(width, wide), "down": dense(wide, width)}
    params |= {"norm1": norm, "norm2": norm}
    rows = batch * tokens
    flops = 2 * rows * (4 * width * width + 2 * width * wide) + 4 * rows * tokens * width
    return Program("bert_layer", bert_layer, (params, Input((batch, tokens, width))), 0, flops)


# ---- Convolutional networks ----------------------------------------------------------------------


def conv(kernel, x, stride=1, padding="SAME"):
    """[batch, height, width, channels], kernels [height, width, in, out]."""
    layout = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, kernel, (stride, stride), padding, dimension_numbers=layout)


def max_pool(x, window, stride, padding):
    sizes, strides = (1, window, window, 1), (1, stride, stride, 1)
    return lax.reduce_window(x, jnp.array(-jnp.inf, x.dtype), lax.max, sizes, strides, padding)


def digits(params, images):
    """The network of configs/digits, a function of one image there, vmapped."""

    def classify(image):
        x = image[None, :, :, None] / 16
        for layer in (params["conv1"], params["conv2"]):
            x = jax.nn.relu(conv(layer["w"], x) + layer["b"])
            x = max_pool(x, 2, 2, "VALID")
        logits = x.reshape(-1) @ params["dense"]["w"] + params["dense"]["b"]
        return jnp.argmax(logits).astype(jnp.int32), logits, jax.nn.softmax(logits)

    return jax.vmap(classify)(images)


def kernel(size: int, inputs: int, outputs: int) -> Input:
    return Input((size, size, inputs, outputs), scale=(2 / (size * size * inputs)) ** 0.5)


def digits_program() -> Program:
    batch = 1024
    params = {
        "conv1": {"w": kernel(3, 1, 16), "b": Input((16,), scale=0.1)},
        "conv2": {"w": kernel(3, 16, 32), "b": Input((32,), scale=0.1)},
        "dense": dense(128, 10),
    }
    flops = 2 * batch * (64 * 9 * 16 + 16 * 9 * 16 * 32 + 128 * 10)
    return Program("digits_cnn", digits, (params, Input((batch, 8, 8), kind="ink")), 0, flops)


def batch_norm(p, x):
    """With the statistics of training: inference."""
    return (x - p["mean"]) * (lax.rsqrt(p["var"] + 1e-5) * p["scale"]) + p["bias"]


def resnet_block(p, x, stride):
    y = jax.nn.relu(batch_norm(p["bn1"], conv(p["conv1"], x, stride)))
    y = batch_norm(p["bn2"], conv(p["conv2"], y))
    if "shortcut" in p:
        x = batch_norm(p["bn3"], conv(p["shortcut"], x, stride))
    return jax.nn.relu(x + y)


def resnet18(params, x):
    x = jax.nn.relu(batch_norm(params["bn"], conv(params["conv"], x, 2)))
    x = max_pool(x, 3, 2, ((0, 0), (1, 1), (1, 1), (0, 0)))
    for stage, blocks in enumerate(params["stages"]):
        for number, block in enumerate(blocks):
            x = resnet_block(block, x, 2 if stage and not number else 1)
    return x.mean((1, 2)) @ params["dense"]["w"] + params["dense"]["b"]


def norm_of(channels: int) -> dict[str, Input]:
    return {
        "scale": Input((channels,), scale=0.1, shift=1),
        "bias": Input((channels,), scale=0.1),
        "mean": Input((channels,), scale=0.1),
        "var": Input((channels,), kind="positive", scale=0.1, shift=1),
    }


def resnet18_program() -> Program:
    batch, size = 8, 112
    flops = 2 * batch * size * size * 49 * 3 * 64
    stages, inputs = [], 64
    for stage, outputs in enumerate((64, 128, 256, 512)):
        size, blocks = 56 >> stage, []
        for number in range(2):
            block = {
                "conv1": kernel(3, inputs, outputs), "bn1": norm_of(outputs),
                "conv2": kernel(3, outputs, outputs), "bn2": norm_of(outputs),
            }  # fmt: skip
            if inputs != outputs:
                block |= {"shortcut": kernel(1, inputs, outputs), "bn3": norm_of(outputs)}
            taps = 9 * (inputs + outputs) + (inputs if inputs != outputs else 0)
            flops += 2 * batch * size * size * taps * outputs
            blocks.append(block)
            inputs = outputs
        stages.append(blocks)
    params = {"conv": kernel(7, 3, 64), "bn": norm_of(64), "stages": stages}
    params["dense"] = dense(512, 1000)
    return Program("resnet18", resnet18, (params, Input((batch, 224, 224, 3))), 0, flops)


# ---- The suite -----------------------------------------------------------------------------------


def suite() -> list[Program]:
    f32, square = 4, Input((8192, 8192))
    rows, vector = Input((8192, 1024)), Input((1024,), scale=0.1)
    heads = Input((8, 8, 512, 64))
    table = Input((32768, 64))
    picked, added = 1 << 20, 1 << 18
    return [
        Program("tiny", tiny, (Input((16,)), Input((16,)))),
        Program("matvec", matvec, (Input((512, 512), scale=512**-0.5), Input((4096, 512))),
                0, 2 * 4096 * 512 * 512),
        mlp_program("mlp_1", 1),
        mlp_program("mlp_64", 64),
        mlp_program("mlp_4096", 4096),
        mlp_program("mlp_bf16", 4096, "bfloat16"),
        Program("matmul_f32", matmul, (Input((2048, 2048)),) * 2, 0, 2 * 2048**3),
        Program("matmul_f64", matmul, (Input((1024, 1024), "float64"),) * 2, 0, 2 * 1024**3),
        Program("gelu", jax.nn.gelu, (Input((1 << 24,)),), 2 * f32 << 24),
        Program("layer_norm", layer_norm, (rows, Input((1024,), scale=0.1, shift=1), vector),
                2 * f32 * 8192 * 1024),
        Program("softmax", jax.nn.softmax, (rows,), 2 * f32 * 8192 * 1024),
        Program("attention", attention, (heads,) * 3, 0, 4 * 64 * 512 * 512 * 64),
        bert_program(),
        digits_program(),
        resnet18_program(),
        Program("row_sums", row_sums, (square,), f32 * 8192 * 8192),
        Program("column_sums", column_sums, (square,), f32 * 8192 * 8192),
        Program("transpose", transpose, (square,), 2 * f32 * 8192 * 8192),
        Program("gather", gather, (table, Input((picked,), "int32", "index", below=32768)),
                f32 * picked * 65),
        Program("scatter_add", scatter_add,
                (table, Input((added,), "int32", "index", below=32768), Input((added, 64))),
                f32 * (added * 65 + 2 * 32768 * 64)),
        Program("sort", sort, (Input((1 << 20,)),), 2 * f32 << 20),
        Program("cumsum", cumsum, (Input((4096, 1024)),), 2 * f32 * 4096 * 1024),
    ]  # fmt: skip


SUITE = suite()
