"""What a case is, how its expected values are made, and how it becomes a file."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jax
import ml_dtypes
import numpy as np

Array = np.ndarray

# How a result is compared.
EXACT = "exact"  # the same values, NaN equal to NaN
ULP = "ulp"  # at most 3 units in the last place


@dataclasses.dataclass(frozen=True)
class Case:
    """One program with its inputs.

    path      of the file, without '.mlir'
    function  built from jax.lax and jax.numpy; or, for what JAX does not print, the program's
              own lines, with %arg0, … and a return (needs `expected`)
    inputs    its arguments
    check     EXACT or ULP, or a number: of units in the last place (int), or the absolute tolerance
              of float results (float)
    expected  computes the results independently of JAX; None: JAX's own results are expected
    edit      (old, new) replaced in the text that JAX prints (needs `expected`)
    """

    path: str
    function: Callable[..., Any] | str
    inputs: Sequence[Array]
    check: str | int | float = EXACT
    expected: Callable[..., Any] | None = None
    edit: tuple[str, str] | None = None


def results_of(function: Callable[..., Any], inputs: Sequence[Array]) -> list[Array]:
    """The leaves of function(*inputs), as JAX computes them."""
    return [np.asarray(leaf) for leaf in jax.tree.leaves(jax.jit(function)(*inputs))]


def float_case(
    path: str,
    function: Callable[..., Any],
    inputs: Sequence[Array],
    law: Callable[..., Any],
    slack: float = 4,
) -> Case:
    """Sums of products of real numbers: computed in f64, and compared with a tolerance.

    The tolerance is slack * eps * (the largest result that the absolute values give). It admits
    any order of summation over the few terms that these cases have.
    """
    eps = float(np.finfo(inputs[0].dtype).eps)
    bound = max(float(np.max(r)) for r in jax.tree.leaves(law(*(abs(a) for a in inputs))))

    def expected(*arguments: Array) -> list[Array]:
        wide = jax.tree.leaves(law(*(a.astype("f8") for a in arguments)))
        return [r.astype(inputs[0].dtype) for r in wide]

    return Case(path, function, inputs, float(f"{slack * eps * bound:.2e}"), expected)


# Text -------------------------------------------------------------------------------------------

ELEMENTS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "bool": "i1"}
ELEMENTS |= {f"int{n}": f"i{n}" for n in (8, 16, 32, 64)}
ELEMENTS |= {f"uint{n}": f"ui{n}" for n in (8, 16, 32, 64)}


def is_float(array: Array) -> bool:
    return array.dtype.kind == "f" or array.dtype.name == "bfloat16"


def type_text(array: Array) -> str:
    return f"tensor<{''.join(f'{d}x' for d in array.shape)}{ELEMENTS[array.dtype.name]}>"


def literal(array: Array) -> str:
    """The elements as they are in memory; bools as words, since their packing has changed."""
    if array.size == 0:
        return "dense<>"
    if array.dtype == bool:
        return f"dense<{str(array.tolist()).lower()}>"
    data = np.ascontiguousarray(array).tobytes()  # of a little-endian host
    return f'dense<"0x{data.hex().upper()}">'


def constants(name: str, arrays: Sequence[Array]) -> list[str]:
    types = ", ".join(map(type_text, arrays))
    lines = [f"  func.func private @{name}() -> ({types}) {{"]
    for k, array in enumerate(arrays):
        lines += [f"    %{k} = stablehlo.constant {literal(array)} : {type_text(array)}"]
    values = ", ".join(f"%{k}" for k in range(len(arrays)))
    return [*lines, f"    return {values} : {types}", "  }"]


def values(letter: str, count: int) -> list[str]:
    """The names of a call's results, as MLIR prints them."""
    return [f"%{letter}"] if count == 1 else [f"%{letter}#{k}" for k in range(count)]


def call(letter: str, name: str, inputs: Sequence[Array], outputs: Sequence[Array]) -> str:
    result = f"%{letter}" if len(outputs) == 1 else f"%{letter}:{len(outputs)}"
    arguments = ", ".join(values("i", len(inputs))) if inputs else ""
    takes, gives = (", ".join(map(type_text, arrays)) for arrays in (inputs, outputs))
    return f"    {result} = call @{name}({arguments}) : ({takes}) -> ({gives})"


def check_line(computed: str, expected: str, array: Array, check: str | int | float) -> str:
    kind, attribute = "expect_eq", ""
    if is_float(array) and check == ULP:
        kind = "expect_close"
    elif is_float(array) and isinstance(check, int):
        kind, attribute = "expect_close", f", max_ulp_difference = {check} : i64"
    elif is_float(array) and check != EXACT:
        kind, attribute = "expect_almost_eq", f", tolerance = {check:e} : f64"
    return (
        f"    stablehlo.custom_call @check.{kind}({computed}, {expected}) "
        f"{{has_side_effect = true{attribute}}} : ({type_text(array)}, {type_text(array)}) -> ()"
    )


def lowered(case: Case) -> str:
    """@program and the functions that it calls, as JAX prints them."""
    traced = jax.jit(case.function, keep_unused=True).trace(*case.inputs)
    text = traced.lower(lowering_platforms=("cpu",)).as_text()
    body = re.sub(r"^module @\w+ attributes {.*?} {\n", "", text).rstrip().removesuffix("}")
    body = body.replace("func.func public @main(", "func.func private @program(")
    body = re.sub(r' \{jax.result_info = "[^"]*"\}', "", body)
    if case.edit:
        assert case.edit[0] in body, (case.path, body)
        body = body.replace(*case.edit)
    return body


def written(case: Case, expected: Sequence[Array]) -> str:
    """@program from its own lines."""
    arguments = ", ".join(f"%arg{k}: {type_text(array)}" for k, array in enumerate(case.inputs))
    results = ", ".join(map(type_text, expected))
    lines = [f"  func.func private @program({arguments}) -> ({results}) {{"]
    lines += [f"    {line}" for line in case.function.strip().splitlines()]
    return "\n".join([*lines, "  }"])


def program_text(case: Case, expected: Sequence[Array]) -> str:
    """The self-checking module: @main compares @program(@inputs) with @expected."""
    body = lowered(case) if callable(case.function) else written(case, expected)
    lines = [f"module @{case.path.replace('/', '_')} {{", body.rstrip()]
    lines += ["  func.func public @main() {"]
    if case.inputs:
        lines += [call("i", "inputs", [], case.inputs)]
    lines += [call("e", "expected", [], expected)]
    lines += [call("r", "program", case.inputs, expected)]
    names = (values(letter, len(expected)) for letter in "re")
    lines += [check_line(r, e, array, case.check) for r, e, array in zip(*names, expected)]
    lines += ["    return", "  }"]
    if case.inputs:
        lines += constants("inputs", case.inputs)
    return "\n".join([*lines, *constants("expected", expected), "}", ""])


# Expected values --------------------------------------------------------------------------------


def is_subnormal(array: Array) -> Array:
    if not is_float(array):
        return np.zeros(array.shape, bool)
    return (array != 0) & (abs(array) < ml_dtypes.finfo(array.dtype).tiny)


def agree(case: Case, expected: Sequence[Array], computed: Sequence[Array]) -> list[str]:
    """Where JAX differs from the independent values, as lines to look at. Elements with a
    subnormal operand or result do not count: XLA flushes those to 0."""
    lines = []
    for number, (want, got) in enumerate(zip(expected, computed, strict=True)):
        assert (want.dtype, want.shape) == (got.dtype, got.shape), (case.path, want, got)
        differs = want != got
        if is_float(want):
            slack = case.check if isinstance(case.check, float) else 0.0
            if case.check == ULP or isinstance(case.check, int):
                ulps = 16 if case.check == ULP else 4 * case.check
                finite = np.where(np.isfinite(want), abs(want), 1)
                slack = ulps * finite * ml_dtypes.finfo(want.dtype).eps.astype("f8")
            with np.errstate(invalid="ignore"):
                near = abs(want.astype("f8") - got.astype("f8")) <= slack
                differs &= ~(np.isnan(want) & np.isnan(got)) & ~near
        aligned = [a for a in case.inputs if a.shape == want.shape]
        for array in (want, *aligned):
            differs &= ~is_subnormal(array)
        for place in map(tuple, np.argwhere(differs)):
            operands = [a[place] for a in aligned]
            values = f"{want[place]!r}, JAX {got[place]!r}"
            lines += [f"{case.path} result {number} {operands}: {values}"]
    return lines


def write(case: Case, folder: Path) -> list[str]:
    """Writes the file; returns where JAX and the independent values differ."""
    for array in case.inputs:
        assert array.dtype.name in ELEMENTS, case.path
    differences: list[str] = []
    if case.expected is None:
        assert callable(case.function) and case.edit is None, case.path
        expected = results_of(case.function, case.inputs)
    else:
        leaves = jax.tree.leaves(case.expected(*case.inputs))
        expected = [np.asarray(leaf) for leaf in leaves]
        if callable(case.function) and not case.edit:
            differences = agree(case, expected, results_of(case.function, case.inputs))
    path = folder / f"{case.path}.mlir"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(program_text(case, expected))
    return differences


def each_type(
    path: str,
    function: Callable[..., Any],
    law: Callable[..., Any],
    operands: Sequence[Array],
    *shared: Array,
) -> Case:
    """One program that does the same to operands of several types."""
    count = len(operands)
    return Case(
        path,
        lambda *x: [function(operand, *x[count:]) for operand in x[:count]],
        [*operands, *shared],
        EXACT,
        lambda *x: [law(operand, *x[count:]) for operand in x[:count]],
    )


def merged(path: str, cases: Sequence[Case]) -> Case:
    """One program that does what each of some programs does, for their different types."""
    first = cases[0]
    assert all((c.check, c.edit) == (first.check, first.edit) for c in cases), path
    ends = list(itertools.accumulate(len(c.inputs) for c in cases))
    starts = [0, *ends[:-1]]

    def each(functions: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
        return lambda *x: [f(*x[a:b]) for f, a, b in zip(functions, starts, ends)]

    inputs = [array for c in cases for array in c.inputs]
    function, expected = each([c.function for c in cases]), each([c.expected for c in cases])
    return Case(path, function, inputs, first.check, expected, first.edit)
