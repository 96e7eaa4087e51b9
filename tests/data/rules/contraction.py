"""dot_general and convolution. Most operands are small whole numbers, whose sums of products are
exact in any order; NumPy gives the values."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from cases import EXACT, Array, Case, float_case, merged
from shape import padded


def whole(*dims: int, dtype: str = "f4", seed: int = 1) -> Array:
    return np.random.default_rng(seed).integers(-5, 6, dims).astype(dtype)


def real(*dims: int, dtype: str = "f4", seed: int = 1) -> Array:
    return np.random.default_rng(seed).standard_normal(dims).astype(dtype)


def in_f64(law: Callable[..., Array]) -> Callable[..., Array]:
    """The law on f64, its result rounded once to the operands' type."""
    return lambda x, y: law(x.astype("f8"), y.astype("f8")).astype(x.dtype)


HALVES = (np.dtype("f2"), np.dtype(ml_dtypes.bfloat16))
OTHER_INTEGERS = ("i1", "i2", "u1", "u2", "u4", "u8")  # beside those with cases of their own


def wider_types() -> list[tuple[Any, Any]]:
    integers = [("i1", "i4"), ("i1", "i2"), ("u1", "u4"), ("i2", "i8")]
    return [*integers, *((t, np.dtype("f4")) for t in HALVES)]


# dot_general ------------------------------------------------------------------------------------

Dims = tuple[tuple[Sequence[int], Sequence[int]], tuple[Sequence[int], Sequence[int]]]


def dot(x: Array, y: Array, dims: Dims) -> Array:
    """Batch dims, then the free dims of x, then those of y."""
    (x_contracted, y_contracted), (x_batch, y_batch) = dims
    fresh = itertools.count()
    x_letters = [next(fresh) for _ in x.shape]
    y_letters = [next(fresh) for _ in y.shape]
    for i, j in zip([*x_contracted, *x_batch], [*y_contracted, *y_batch]):
        y_letters[j] = x_letters[i]
    x_free = [v for k, v in enumerate(x_letters) if k not in (*x_contracted, *x_batch)]
    y_free = [v for k, v in enumerate(y_letters) if k not in (*y_contracted, *y_batch)]
    batch = [x_letters[i] for i in x_batch]
    return np.einsum(x, x_letters, y, y_letters, [*batch, *x_free, *y_free])


def dot_case(name: str, x: Array, y: Array, dims: Dims) -> Case:
    return Case(
        f"contraction/dot_general_{name}",
        lambda x, y: lax.dot_general(x, y, dims),
        [x, y],
        EXACT,
        lambda x, y: dot(x, y, dims),
    )


def dot_cases() -> Iterator[Case]:
    none: tuple[tuple[()], tuple[()]] = ((), ())
    yield dot_case("vectors", whole(7), whole(7, seed=2), (((0,), (0,)), none))
    yield dot_case("matvec", whole(3, 5), whole(5, seed=2), (((1,), (0,)), none))
    yield dot_case("vecmat", whole(5), whole(5, 3, seed=2), (((0,), (0,)), none))
    yield dot_case("matmul", whole(3, 5), whole(5, 4, seed=2), (((1,), (0,)), none))
    yield dot_case("left_transposed", whole(5, 3), whole(5, 4, seed=2), (((0,), (0,)), none))
    yield dot_case("right_transposed", whole(3, 5), whole(4, 5, seed=2), (((1,), (1,)), none))
    yield dot_case("both_transposed", whole(5, 3), whole(4, 5, seed=2), (((0,), (1,)), none))
    yield dot_case("outer", whole(3, 2), whole(4, seed=2), (none, none))
    yield dot_case("scalars", whole(), whole(seed=2), (none, none))
    yield dot_case("batch", whole(4, 3, 5), whole(4, 5, 2, seed=2), (((2,), (1,)), ((0,), (0,))))
    yield dot_case(
        "batch_inside", whole(3, 4, 5), whole(5, 2, 4, seed=2), (((2,), (0,)), ((1,), (2,)))
    )
    yield dot_case(
        "two_batch_dims",
        whole(2, 5, 3, 4), whole(3, 6, 2, 5, seed=2), (((1,), (3,)), ((2, 0), (0, 2))),
    )  # fmt: skip
    yield dot_case(
        "two_contracted_dims",
        whole(3, 4, 2), whole(2, 5, 3, seed=2), (((0, 2), (2, 0)), none),
    )  # fmt: skip
    yield dot_case(
        "everything",
        whole(2, 3, 4, 5, 6), whole(6, 4, 7, 2, 3, seed=2), (((4, 1), (0, 4)), ((2, 0), (1, 3))),
    )  # fmt: skip
    yield dot_case("only_batch", whole(3, 4), whole(4, 3, seed=2), (none, ((0, 1), (1, 0))))
    yield dot_case("nothing_to_sum", whole(3, 0), whole(0, 2), (((1,), (0,)), none))
    yield dot_case("no_rows", whole(0, 3), whole(3, 2), (((1,), (0,)), none))
    yield dot_case("no_batch", whole(0, 2, 3), whole(0, 3, 2), (((2,), (1,)), ((0,), (0,))))
    for dtype, name in (("f8", "f64"), ("i4", "i32"), ("i8", "i64")):
        x, y = whole(3, 5, dtype=dtype), whole(5, 4, dtype=dtype, seed=2)
        yield dot_case(name, x, y, (((1,), (0,)), none))
    for dtype, name in (("i4", "i32"), ("i8", "i64")):
        info = np.iinfo(dtype)
        random = np.random.default_rng(3)
        x, y = (random.integers(info.min, info.max, d, dtype) for d in ((3, 5), (5, 4)))
        yield dot_case(f"{name}_wraps", x, y, (((1,), (0,)), none))

    matmul = (((1,), (0,)), none)
    yield merged(
        "contraction/dot_general_integers",
        [
            dot_case("", whole(3, 5, dtype=t), 7 * whole(5, 4, dtype=t, seed=2), matmul)
            for t in OTHER_INTEGERS  # unsigned ones and sums of i8 wrap
        ],
    )
    flags = whole(3, 5) > 1, whole(5, 4, seed=2) > 1
    yield dot_case("bool", *flags, matmul)
    for check, make in ((EXACT, whole), (1, real)):
        yield merged(
            f"contraction/dot_general_halves{'' if make is whole else '_real'}",
            [
                Case(
                    "",
                    lambda x, y: lax.dot_general(x, y, matmul),
                    [make(4, 9, dtype="f4").astype(t), make(9, 3, dtype="f4", seed=2).astype(t)],
                    check,
                    in_f64(lambda x, y: dot(x, y, matmul)),
                )
                for t in HALVES
            ],
        )
    yield merged(
        "contraction/dot_general_to_wider",
        [
            Case(
                "",
                lambda x, y, to=to: lax.dot_general(x, y, matmul, preferred_element_type=to),
                [19 * whole(3, 5).astype(t), whole(5, 4, seed=2).astype(t)],
                EXACT,
                lambda x, y, to=to: dot(x.astype(to), y.astype(to), matmul),
            )
            for t, to in wider_types()
        ],
    )

    strange = whole(4, 3)
    strange[1, 1], strange[2, 0], strange[3, 2] = np.nan, np.inf, -np.inf
    other = whole(3, 2, seed=2)
    other[0] = [0, 3]
    yield dot_case("nan_and_inf", strange, other, (((1,), (0,)), none))

    matmul = (((1,), (0,)), none)
    for dtype, name in (("f4", "f32"), ("f8", "f64")):
        yield float_case(
            f"contraction/dot_general_real_{name}",
            lambda x, y: lax.dot_general(x, y, matmul),
            [real(9, 67, dtype=dtype), real(67, 5, dtype=dtype, seed=2)],
            lambda x, y: dot(x, y, matmul),
        )
    yield Case(
        "contraction/dot_general_f32_to_f64",
        lambda x, y: lax.dot_general(x, y, matmul, preferred_element_type=jnp.float64),
        [whole(3, 5), whole(5, 4, seed=2)],
        EXACT,
        lambda x, y: dot(x.astype("f8"), y.astype("f8"), matmul),
    )
    yield Case(
        "contraction/einsum",
        lambda q, k, v: jnp.einsum("hqk,khd->qhd", jnp.einsum("qhd,khd->hqk", q, k), v),
        [whole(3, 2, 4), whole(5, 2, 4, seed=2), whole(5, 2, 4, seed=3)],
        EXACT,
        lambda q, k, v: np.einsum("hqk,khd->qhd", np.einsum("qhd,khd->hqk", q, k), v),
    )


# convolution ------------------------------------------------------------------------------------


def convolve(
    x: Array,
    kernel: Array,
    layouts: tuple[str, str, str],
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int],
    feature_groups: int = 1,
    batch_groups: int = 1,
    reverse: Sequence[bool] = (),
) -> Array:
    """The definition: for each place in the kernel, one product of all windows with it."""
    spatial = "".join(c for c in layouts[1] if c not in "IO")
    x = x.transpose([layouts[0].index(c) for c in "NC" + spatial])
    kernel = kernel.transpose([layouts[1].index(c) for c in "OI" + spatial])
    kernel = np.flip(kernel, [k + 2 for k, flag in enumerate(reverse) if flag])
    edges = [(low, high, d - 1) for (low, high), d in zip(padding, lhs_dilation)]
    x = padded(x, np.zeros((), x.dtype), [(0, 0, 0), (0, 0, 0), *edges])

    groups = feature_groups * batch_groups
    out_features = kernel.shape[0]
    kernel = kernel.reshape(groups, out_features // groups, *kernel.shape[1:])
    if batch_groups > 1:
        x = x.reshape(groups, x.shape[0] // groups, *x.shape[1:])
    else:
        x = x.reshape(x.shape[0], groups, x.shape[1] // groups, *x.shape[2:]).swapaxes(0, 1)

    sizes = [
        max(0, (size - ((k - 1) * dilation + 1)) // stride + 1)
        for size, k, dilation, stride in zip(x.shape[3:], kernel.shape[3:], rhs_dilation, strides)
    ]
    result = np.zeros((groups, x.shape[1], out_features // groups, *sizes), x.dtype)
    for place in np.ndindex(*kernel.shape[3:]):
        windows = tuple(
            slice(k * dilation, k * dilation + (size - 1) * stride + 1 if size else 0, stride)
            for k, dilation, size, stride in zip(place, rhs_dilation, sizes, strides)
        )
        result += np.einsum("gnc...,goc->gno...", x[..., *windows], kernel[..., *place])
    result = np.moveaxis(result, 0, 1)
    result = result.reshape(result.shape[0], out_features, *sizes)
    return result.transpose([("NC" + spatial).index(c) for c in layouts[2]])


def conv_case(
    name: str,
    x: Array,
    kernel: Array,
    layouts: tuple[str, str, str] = ("NHWC", "HWIO", "NHWC"),
    *,
    strides: Sequence[int] = (),
    padding: Sequence[tuple[int, int]] = (),
    lhs_dilation: Sequence[int] = (),
    rhs_dilation: Sequence[int] = (),
    feature_groups: int = 1,
    batch_groups: int = 1,
    reverse: Sequence[bool] = (),
    is_real: bool = False,
) -> Case:
    ndim = x.ndim - 2
    strides, lhs_dilation, rhs_dilation = (
        tuple(v) or (1,) * ndim for v in (strides, lhs_dilation, rhs_dilation)
    )
    padding = tuple(padding) or ((0, 0),) * ndim
    window = (layouts, strides, padding, lhs_dilation, rhs_dilation, feature_groups, batch_groups)

    def function(x: Any, kernel: Any) -> Any:
        return lax.conv_general_dilated(
            x, kernel, strides, padding, lhs_dilation, rhs_dilation, layouts,
            feature_group_count=feature_groups, batch_group_count=batch_groups,
        )  # fmt: skip

    def law(x: Array, kernel: Array) -> Array:
        return convolve(x, kernel, *window, reverse)

    path = f"contraction/convolution_{name}"
    if is_real:
        return float_case(path, function, [x, kernel], law)
    edit = None
    if reverse:
        words = [str(list(flags)).lower() for flags in ((False,) * ndim, reverse)]
        edit = (f"reverse = {words[0]}", f"reverse = {words[1]}")
    return Case(path, function, [x, kernel], EXACT, law, edit)


def conv_cases() -> Iterator[Case]:
    x, kernel = whole(2, 6, 5, 3), whole(3, 2, 3, 4, seed=2)
    yield conv_case("plain", x, kernel)
    yield conv_case("strides", x, kernel, strides=(2, 3))
    yield conv_case("padding", x, kernel, padding=((1, 2), (0, 3)))
    yield conv_case("crop", x, kernel, padding=((-1, 1), (2, -2)))
    yield conv_case("crop_to_nothing", x, kernel, padding=((-2, -2), (0, 0)))
    yield conv_case("lhs_dilation", x, kernel, lhs_dilation=(2, 3))
    crop = ((-2, -1), (1, -3))
    yield conv_case("lhs_dilation_crop", x, kernel, lhs_dilation=(3, 2), padding=crop)
    yield conv_case("rhs_dilation", x, kernel, rhs_dilation=(2, 3))
    everything: dict[str, Any] = {
        "strides": (2, 3), "padding": ((2, 1), (-1, 3)),
        "lhs_dilation": (2, 1), "rhs_dilation": (3, 2),
    }  # fmt: skip
    yield conv_case("everything", x, kernel, **everything)
    yield conv_case("reverse", x, kernel, reverse=(True, False))
    yield conv_case("reverse_everything", x, kernel, reverse=(True, True), **everything)
    yield conv_case("window_of_one", x, whole(1, 1, 3, 4, seed=2))
    yield conv_case("kernel_too_large", x, whole(7, 2, 3, 4, seed=2))

    groups = whole(2, 5, 4, 6), whole(2, 3, 2, 9, seed=2)
    yield conv_case("feature_groups", *groups, feature_groups=3)
    yield conv_case("depthwise", whole(2, 5, 4, 3), whole(3, 3, 1, 6, seed=2), feature_groups=3)
    yield conv_case(
        "feature_groups_everything",
        whole(2, 5, 4, 4), whole(2, 3, 2, 6, seed=2), feature_groups=2, **everything,
    )  # fmt: skip
    yield conv_case("batch_groups", whole(6, 5, 4, 2), whole(2, 3, 2, 9, seed=2), batch_groups=3)
    yield conv_case(
        "batch_groups_everything",
        whole(4, 5, 4, 3), whole(2, 3, 3, 2, seed=2), batch_groups=2, **everything,
    )  # fmt: skip

    yield conv_case("nchw", whole(2, 3, 6, 5), whole(4, 3, 3, 2, seed=2), ("NCHW", "OIHW", "NCHW"))
    mixed = ("HNCW", "IWOH", "WCHN")
    operands = whole(6, 2, 3, 5), whole(3, 2, 4, 3, seed=2)
    yield conv_case("odd_layouts", *operands, mixed, **everything)
    yield conv_case(
        "odd_layouts_groups",
        whole(6, 2, 4, 5), whole(2, 2, 6, 3, seed=2), mixed, feature_groups=2, strides=(1, 2),
    )  # fmt: skip
    yield conv_case(
        "1d", whole(2, 9, 3), whole(4, 3, 5, seed=2), ("NWC", "WIO", "NWC"),
        strides=(2,), padding=((1, 1),),
    )  # fmt: skip
    yield conv_case(
        "3d", whole(1, 4, 5, 3, 2), whole(2, 3, 2, 2, 3, seed=2), ("NDHWC", "DHWIO", "NDHWC"),
        strides=(1, 2, 1), padding=((0, 1), (1, 1), (0, 0)),
    )  # fmt: skip
    yield conv_case("0d", whole(3, 5), whole(5, 4, seed=2), ("NC", "IO", "NC"))
    yield conv_case("no_batch", whole(0, 4, 4, 2), whole(2, 2, 2, 3))
    for dtype, name in (("f8", "f64"), ("i4", "i32"), ("i8", "i64")):
        operands = whole(2, 4, 5, 3, dtype=dtype), whole(2, 2, 3, 4, dtype=dtype, seed=2)
        yield conv_case(name, *operands, padding=((1, 0), (0, 1)))

    edge = ((1, 0), (0, 1))
    integers = [
        conv_case(
            "", whole(2, 4, 5, 3, dtype=t), 7 * whole(2, 2, 3, 4, dtype=t, seed=2), padding=edge
        )
        for t in OTHER_INTEGERS
    ]
    yield merged("contraction/convolution_integers", integers)
    for check, make in ((EXACT, whole), (1, real)):
        halves = []
        for t in HALVES:
            x, kernel = make(2, 4, 5, 3).astype(t), make(2, 2, 3, 4, seed=2).astype(t)
            case = conv_case("", x, kernel, padding=edge)
            halves += [Case("", case.function, [x, kernel], check, in_f64(case.expected))]
        name = "" if make is whole else "_real"
        yield merged(f"contraction/convolution_halves{name}", halves)
    yield merged(
        "contraction/convolution_to_wider",
        [
            Case(
                "",
                lambda x, kernel, to=to: lax.conv_general_dilated(
                    x, kernel, (1,), "VALID", dimension_numbers=("NWC", "WIO", "NWC"),
                    preferred_element_type=to,
                ),
                [19 * whole(2, 6, 3).astype(t), whole(3, 3, 4, seed=2).astype(t)],
                EXACT,
                lambda x, kernel, to=to: convolve(
                    x.astype(to), kernel.astype(to), ("NWC", "WIO", "NWC"), (1,), ((0, 0),),
                    (1,), (1,),
                ),
            )
            for t, to in wider_types()
        ],
    )  # fmt: skip

    strange = whole(1, 5, 5, 2)
    strange[0, 1, 1, 0], strange[0, 4, 4, 1], strange[0, 4, 3, 1] = np.nan, np.inf, -np.inf
    yield conv_case("nan_and_inf", strange, abs(whole(2, 2, 2, 3, seed=2)) + 1)

    for dtype, name in (("f4", "f32"), ("f8", "f64")):
        operands = real(2, 7, 6, 5, dtype=dtype), real(3, 3, 5, 4, dtype=dtype, seed=2)
        yield conv_case(f"real_{name}", *operands, padding=((1, 1), (1, 1)), is_real=True)


def all_cases() -> Iterator[Case]:
    yield from dot_cases()
    yield from conv_cases()
