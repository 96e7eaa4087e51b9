"""The suite's programs as ONNX graphs, written by hand with the operators that ONNX has for them.

Weights are constants of the model, as models have them in ONNX, so that onnxruntime packs them once and
folds what it can. Convolutional networks are channels first there: their arguments and kernels are
transposed beforehand, which is not timed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
Arrays = list[np.ndarray]


class Graph:
    """A graph that grows: each operation gives the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.inputs: dict[str, np.ndarray] = {}

    def input(self, array: np.ndarray) -> str:
        name = f"in{len(self.inputs)}"
        self.inputs[name] = np.ascontiguousarray(array)
        return name

    def constant(self, array: np.ndarray) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def scalar(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def ints(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def __call__(self, op: str, *operands: str, **attributes: object) -> str:
        return self.several(op, 1, *operands, **attributes)[0]

    def several(self, op: str, count: int, *operands: str, **attributes: object) -> list[str]:
        names = [f"v{len(self.nodes)}_{k}" for k in range(count)]
        self.nodes.append(helper.make_node(op, list(operands), names, **attributes))
        return names

    def model(self, outputs: list[str], expected: Arrays) -> bytes:
        def info(name: str, array: np.ndarray) -> onnx.ValueInfoProto:
            kind = helper.np_dtype_to_tensor_dtype(array.dtype)
            return helper.make_tensor_value_info(name, kind, array.shape)

        graph = helper.make_graph(
            self.nodes, "program", [info(n, a) for n, a in self.inputs.items()],
            [info(n, a) for n, a in zip(outputs, expected, strict=True)], self.constants,
        )  # fmt: skip
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = 9
        return model.SerializeToString()


def tiny(g: Graph, a: Arrays) -> list[str]:
    x, y = g.input(a[0]), g.input(a[1])
    return [g("Relu", g("Sub", g("Mul", g("Add", x, y), x), y))]


def matvec(g: Graph, a: Arrays) -> list[str]:
    return [g("MatMul", g.input(a[1]), g.constant(a[0].T))]


def matmul(g: Graph, a: Arrays) -> list[str]:
    return [g("MatMul", g.input(a[0]), g.input(a[1]))]


def mlp(g: Graph, a: Arrays) -> list[str]:
    x = g.input(a[6])
    for layer in range(3):
        if layer:
            x = g("Relu", x)
        x = g("Gemm", x, g.constant(a[2 * layer + 1]), g.constant(a[2 * layer]))
    return [x]


def gelu(g: Graph, a: Arrays) -> list[str]:
    return [g("Gelu", g.input(a[0]), approximate="tanh")]


def layer_norm(g: Graph, a: Arrays) -> list[str]:
    scale, bias = g.constant(a[1]), g.constant(a[2])
    return [g("LayerNormalization", g.input(a[0]), scale, bias, axis=-1, epsilon=1e-5)]


def softmax(g: Graph, a: Arrays) -> list[str]:
    return [g("Softmax", g.input(a[0]), axis=-1)]


def attention(g: Graph, a: Arrays) -> list[str]:
    q, k, v = (g.input(x) for x in a)
    scores = g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2]))
    scores = g("Mul", scores, g.scalar(a[0].shape[-1] ** -0.5))
    return [g("MatMul", g("Softmax", scores, axis=-1), v)]


def bert_layer(g: Graph, a: Arrays) -> list[str]:
    # Leaves by sorted keys: down, key, norm1, norm2, out, query, up, value, each of two; then x.
    names = ("down", "key", "norm1", "norm2", "out", "query", "up", "value")
    p = {name: (a[2 * k], a[2 * k + 1]) for k, name in enumerate(names)}  # bias, then weight
    x, shape = g.input(a[16]), a[16].shape

    def linear(name: str, y: str) -> str:
        return g("Add", g("MatMul", y, g.constant(p[name][1])), g.constant(p[name][0]))

    def heads(name: str, perm: list[int]) -> str:
        y = g("Reshape", linear(name, x), g.ints(*shape[:2], 12, shape[2] // 12))
        return g("Transpose", y, perm=perm)

    def norm(name: str, y: str) -> str:
        bias, scale = (g.constant(part) for part in p[name])
        return g("LayerNormalization", y, scale, bias, axis=-1, epsilon=1e-5)

    scores = g("MatMul", heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]))
    scores = g("Mul", scores, g.scalar((shape[2] // 12) ** -0.5))
    mixed = g("MatMul", g("Softmax", scores, axis=-1), heads("value", [0, 2, 1, 3]))
    mixed = g("Reshape", g("Transpose", mixed, perm=[0, 2, 1, 3]), g.ints(*shape))
    y = norm("norm1", g("Add", x, linear("out", mixed)))
    hidden = g("Gelu", linear("up", y))
    return [norm("norm2", g("Add", y, linear("down", hidden)))]


def kernel(g: Graph, array: np.ndarray) -> str:
    """[height, width, in, out] -> [out, in, height, width]."""
    return g.constant(array.transpose(3, 2, 0, 1))


def digits_cnn(g: Graph, a: Arrays) -> list[str]:
    x = g("Div", g.input(a[6][:, None]), g.scalar(16))
    for layer in range(2):
        w, b = kernel(g, a[2 * layer + 1]), g.constant(a[2 * layer])
        x = g("Relu", g("Conv", x, w, b, pads=[1, 1, 1, 1]))
        x = g("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    dense = a[5].reshape(2, 2, 32, 10).transpose(2, 0, 1, 3).reshape(128, 10)
    logits = g("Gemm", g("Flatten", x), g.constant(dense), g.constant(a[4]))
    label = g("Cast", g("ArgMax", logits, axis=1, keepdims=0), to=TensorProto.INT32)
    return [label, logits, g("Softmax", logits, axis=-1)]


def resnet18(g: Graph, a: Arrays) -> list[str]:
    # Leaves by sorted keys: bn, conv, dense, stages; of a block: bn1, bn2, [bn3], conv1, conv2, [shortcut];
    # of a batch norm: bias, mean, scale, var.
    leaves = iter(a)

    def take(count: int) -> Arrays:
        return [next(leaves) for _ in range(count)]

    def norm(x: str, p: Arrays) -> str:
        bias, mean, scale, var = (g.constant(part) for part in p)
        return g("BatchNormalization", x, scale, bias, mean, var, epsilon=1e-5)

    def conv(x: str, w: np.ndarray, stride: int) -> str:
        size = w.shape[0]
        odd = stride == 1 or size == 1
        low, high = (size // 2, size // 2) if odd else ((size - 2) // 2, (size - 1) // 2)
        pads = [low, low, high, high]  # as 'SAME' pads even sizes
        return g("Conv", x, kernel(g, w), pads=pads, strides=[stride, stride])

    bn, (stem,) = take(4), take(1)
    dense_b, dense_w = take(2)
    x = g.input(a[-1].transpose(0, 3, 1, 2))
    x = g("Relu", norm(conv(x, stem, 2), bn))
    x = g("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    for stage in range(4):
        for number in range(2):
            first = stage > 0 and number == 0
            norms = [take(4) for _ in range(3 if first else 2)]
            kernels = take(3 if first else 2)
            y = g("Relu", norm(conv(x, kernels[0], 2 if first else 1), norms[0]))
            y = norm(conv(y, kernels[1], 1), norms[1])
            if first:
                x = norm(conv(x, kernels[2], 2), norms[2])
            x = g("Relu", g("Add", x, y))
    x = g("Flatten", g("GlobalAveragePool", x))
    return [g("Gemm", x, g.constant(dense_w), g.constant(dense_b))]


def row_sums(g: Graph, a: Arrays) -> list[str]:
    return [g("ReduceSum", g.input(a[0]), g.ints(1), keepdims=0)]


def column_sums(g: Graph, a: Arrays) -> list[str]:
    return [g("ReduceSum", g.input(a[0]), g.ints(0), keepdims=0)]


def transpose(g: Graph, a: Arrays) -> list[str]:
    return [g("Transpose", g.input(a[0]), perm=[1, 0])]


def gather(g: Graph, a: Arrays) -> list[str]:
    return [g("Gather", g.input(a[0]), g.input(a[1]), axis=0)]


def scatter_add(g: Graph, a: Arrays) -> list[str]:
    indices = g.input(a[1].astype(np.int64)[:, None])
    return [g("ScatterND", g.input(a[0]), indices, g.input(a[2]), reduction="add")]


def sort(g: Graph, a: Arrays) -> list[str]:
    return g.several("TopK", 2, g.input(a[0]), g.ints(a[0].size), largest=0, sorted=1)[:1]


def cumsum(g: Graph, a: Arrays) -> list[str]:
    return [g("CumSum", g.input(a[0]), g.constant(np.array(1, np.int64)))]


BUILDERS: dict[str, Callable[[Graph, Arrays], list[str]]] = {
    "tiny": tiny, "matvec": matvec, "mlp_1": mlp, "mlp_64": mlp, "mlp_4096": mlp,
    "matmul_f32": matmul, "matmul_f64": matmul, "gelu": gelu, "layer_norm": layer_norm,
    "softmax": softmax, "attention": attention, "bert_layer": bert_layer,
    "digits_cnn": digits_cnn, "resnet18": resnet18, "row_sums": row_sums,
    "column_sums": column_sums, "transpose": transpose, "gather": gather,
    "scatter_add": scatter_add, "sort": sort, "cumsum": cumsum,
}  # fmt: skip
