#!/usr/bin/env python3
"""Export a JAX function of ONE example as a job that axmap runs over millions of them.

As a command:

    python launch/export.py model.py:predict --params model.py:params \\
        --inputs images.npy -o job
    mpirun -n 4 build/bin/axmap run job/predict.yaml

As a library (add launch/ to sys.path, or copy this file beside your model):

    from export import export
    export(predict, params, (image,), "job", files={"image": "images.npy"})

`predict(params, *inputs)` maps one example to its results; without params it is called
`predict(*inputs)`. Params, inputs and results are any pytrees. Three files are written:

    NAME.mlir         the program: StableHLO text, whose arguments keep their names
    NAME.safetensors  the params, one tensor for each argument: 'params.conv1.kernel'
    NAME.yaml         the job: which file feeds which argument, which result goes where

Names are dotted: `params['conv1']['kernel']` is params.conv1.kernel, and the root of a name is
what the function itself calls that argument. Arrays that the function captures instead of taking
them as arguments become arguments too, captured.0, captured.1, …, stored with the params (written
into the text, a 2000x2000 weight would be 32 MB); only scalars stay in the program.

A function that speaks with the other examples (psum, all_gather, axis_index, … over a named axis)
needs that axis and the number of examples:

    python launch/export.py model.py:center --inputs 'f32[512]' \\
        --axis-name batch --axis-size 1009 -o job

It still sees one example. The program is lowered for exactly that many examples, which need as
many devices in JAX and any number in axmap. A result that is the same for all examples (a psum,
an all_gather, …) is recognised and written once (':none' in the job).

Needs jax (0.8 or newer), numpy and safetensors. JAX's 64-bit setting is the model's own
(JAX_ENABLE_X64=1, or jax.config.update in model.py).
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import importlib
import inspect
import json
import os
import re
import shlex
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.extend
import jax.extend.source_info_util
import jax.numpy as jnp
import numpy as np
from jax.sharding import AbstractMesh, AxisType, PartitionSpec

# axmap's element types, by the names that its messages use.
DTYPES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "f16": "float16",
    "bf16": "bfloat16", "f32": "float32", "f64": "float64", "complex64": "complex64",
    "complex128": "complex128",
}  # fmt: skip
SHORT_NAMES = {long: short for short, long in DTYPES.items()}

CAPTURED = "captured"
LOOP = "stablehlo.while"

# The program's source positions are the model's, not this file's.
jax.extend.source_info_util.register_exclusion(__file__)


class ExportError(ValueError):
    """What is wrong with the model or the request, and what to do about it."""


@dataclasses.dataclass(frozen=True)
class Tensor:
    """One argument or result of the program."""

    name: str  # dotted, without a leading 'result'
    printed: str  # as in the program's text
    dtype: np.dtype
    shape: tuple[int, ...]
    mapped: bool = True  # a result: differs from example to example

    def __str__(self) -> str:
        dims = ",".join(map(str, self.shape))
        return f"{self.name} {SHORT_NAMES.get(self.dtype.name, self.dtype.name)}[{dims}]"


@dataclasses.dataclass(frozen=True)
class Exported:
    """What export() wrote. Arguments and results are in the program's order."""

    program: Path
    weights: Path | None  # None: the program has no params and captures nothing
    job: Path
    arguments: list[Tensor]
    results: list[Tensor]
    records: dict[str, Path]  # input name -> the file of its records, which need not exist yet


def export(
    function: Callable[..., Any],
    params: Any,
    inputs: Any,
    directory: str | os.PathLike[str],
    *,
    name: str | None = None,
    axis_name: str | None = None,
    axis_size: int | None = None,
    files: Mapping[str, str | os.PathLike[str]] | None = None,
    out_dir: str | os.PathLike[str] | None = None,
) -> Exported:
    """Writes NAME.mlir, NAME.safetensors and NAME.yaml into `directory`.

    function   f(params, *inputs) of one example; with params None, f(*inputs)
    params     any pytree of arrays and numbers, the same for every example
    inputs     a tuple or list with one entry for each input: ONE example (no batch dimension), as
               arrays, numbers, jax.ShapeDtypeStruct, or pytrees of them; anything else is the
               only input
    name       of the files; by default the function's
    axis_name, axis_size
               the named axis over the examples that the function's collectives use, and how many
               examples there will be; both or neither
    files      dotted input name -> 'FILE.npy' or 'FILE.npy:AXIS', where its records lie; an input
               that is not named is expected in '<input>.npy' beside the job file
    out_dir    where the job writes its results; by default `directory`

    Paths are relative to the working directory; the job file holds them relative to itself.
    Raises ExportError: the function cannot be traced, a leaf is no array, a name is ambiguous, a
    file of `files` exists and does not hold such examples, …
    """
    name = name or getattr(function, "__name__", "program").strip("<>")
    if not re.fullmatch(r"[\w.+-]+", name):
        raise ExportError(f"name {name!r}: take letters, digits and '_.+-' (it names files)")
    if (axis_name is None) != (axis_size is None):
        raise ExportError("axis_name and axis_size belong together: give both or neither")
    if axis_size is not None and axis_size < 1:
        raise ExportError(f"axis_size is {axis_size}: it is the number of examples, at least 1")

    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    if axis_name is not None and not jax.tree.leaves(inputs):
        raise ExportError(f"axis {axis_name!r} runs over the examples, but there are no inputs")
    values = inputs if params is None else (params, *inputs)
    shared = len(values) - len(inputs)
    roots = _argument_roots(function, shared, len(inputs))
    specs = tuple(_specs(r, v, k >= shared) for k, (r, v) in enumerate(zip(roots, values)))

    with _readable_locations():
        mapped, whole = None, function
        if axis_name is not None:
            mapped, whole = _over_axis(function, specs, shared, axis_name, axis_size)
            specs = specs[:shared] + _with_rows(specs[shared:], axis_size)
        text, captured, result = _lower(whole, specs, roots, name)
        if axis_size == 1:
            leaves = [len(jax.tree.leaves(s)) for s in (specs[:shared], specs[shared:], captured)]
            takes = [False] * leaves[0] + [True] * leaves[1] + [False] * leaves[2]
            text = _with_axis_of_one(text, axis_name, takes, mapped)

    arguments = [
        _tensor(root, path, leaf)
        for root, spec in zip(roots, specs)
        for path, leaf in jax.tree.leaves_with_path(spec)
    ]
    stored = arguments[: len(jax.tree.leaves(specs[:shared]))]
    records = arguments[len(stored) :]
    extra = [_tensor(CAPTURED, path, leaf) for path, leaf in jax.tree.leaves_with_path(captured)]
    results = _results(result, mapped)
    for tensors in (arguments + extra, results):
        _check_distinct(tensors)

    target = Path(directory)
    target.mkdir(parents=True, exist_ok=True)
    sources = _sources(records, files or {}, target, axis_name)
    outputs = _outputs(results, sources, target, Path(out_dir or target))
    program = target / f"{name}.mlir"
    program.write_text(text, encoding="utf-8")
    weights = None
    if stored + extra:
        weights = target / f"{name}.safetensors"
        leaves = jax.tree.leaves(values[:shared]) + captured
        _save_weights(weights, [t.name for t in stored + extra], leaves)
    job = target / f"{name}.yaml"
    lines = _job(program, weights, stored + extra, sources, outputs, axis_name)
    job.write_text(lines, encoding="utf-8")
    at = {key: target / _split_axis(source)[0] for key, source in sources.items()}
    return Exported(program, weights, job, arguments + extra, results, at)


# Names ------------------------------------------------------------------------------------------


def _argument_roots(function: Callable[..., Any], shared: int, inputs: int) -> list[str]:
    """What the function calls its arguments; 'params' and 'input0', … where it has no names."""
    wanted = shared + inputs
    roots = ["params"] * shared + [f"input{k}" for k in range(inputs)]
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a callable without a signature
        return roots
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = sum(p.default is p.empty for p in positional)
    takes_more = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if wanted < required or (wanted > len(positional) and not takes_more):
        takes = ", ".join(p.name for p in positional)
        given = f"{'params' if shared else 'no params'} and {inputs} input{'s' * (inputs != 1)}"
        raise ExportError(
            f"the function takes ({takes}) and is given {given}: params are its first argument, "
            "and there is one entry of inputs for each other one"
        )
    roots[: len(positional)] = [p.name for p in positional[:wanted]]
    if CAPTURED in roots:
        raise ExportError(f"an argument named {CAPTURED!r} would be taken for a captured array")
    return roots


def _key(entry: Any) -> str:
    """The text of one step of a pytree path."""
    for attribute in ("key", "idx", "name"):
        if hasattr(entry, attribute):
            return str(getattr(entry, attribute))
    return str(entry)


def _dotted(root: str, path: Sequence[Any]) -> str:
    """params['conv1']['kernel'] -> params.conv1.kernel"""
    keys = [_key(entry) for entry in path]
    for key in keys:
        if not key or re.search(r"[\s'\"\[\]\\=:]", key):
            raise ExportError(
                f"{root}{jax.tree_util.keystr(path)}: the key {key!r} cannot stand in a dotted "
                "name: rename it (no spaces, quotes, brackets, '\\', '=' or ':')"
            )
    return ".".join([root, *keys])


def _printed(root: str, path: Sequence[Any]) -> str:
    return root + re.sub(r"\[<flat index (\d+)>\]", r"[\1]", jax.tree_util.keystr(path))


def _tensor(root: str, path: Sequence[Any], leaf: Any) -> Tensor:
    return Tensor(_dotted(root, path), _printed(root, path), np.dtype(leaf.dtype), leaf.shape)


def _results(result: Any, mapped: list[bool] | None) -> list[Tensor]:
    """The results, their names without the leading 'result' where that stays unambiguous."""
    paths = jax.tree.leaves_with_path(result)
    if not paths:
        raise ExportError("the function returns no array: there is nothing to write")
    tensors = []
    for position, (path, leaf) in enumerate(paths):
        full = _tensor("result", path, leaf)
        short = full.name.removeprefix("result.")
        # A bare number is also a position: it must not mean another result.
        name = full.printed if short.isdigit() and int(short) != position else short
        is_mapped = mapped is None or mapped[position]
        tensors.append(dataclasses.replace(full, name=name, mapped=is_mapped))
    return tensors


def _check_distinct(tensors: Sequence[Tensor]) -> None:
    seen: dict[str, Tensor] = {}
    for tensor in tensors:
        other = seen.setdefault(tensor.name, tensor)
        if other is not tensor:
            raise ExportError(
                f"{other.printed} and {tensor.printed} are both {tensor.name}: rename one key"
            )


# Tracing ----------------------------------------------------------------------------------------


def _specs(root: str, value: Any, records: bool = False) -> Any:
    """The types of a pytree of arrays and numbers, as JAX will see them."""

    def spec(path: Sequence[Any], leaf: Any) -> jax.ShapeDtypeStruct:
        where = _printed(root, path)
        if isinstance(leaf, jax.ShapeDtypeStruct):
            dtype = jax.dtypes.canonicalize_dtype(leaf.dtype)
            abstract = jax.ShapeDtypeStruct(leaf.shape, dtype)
        else:
            try:
                abstract = jax.typeof(leaf)
            except TypeError:
                raise ExportError(
                    f"{where} is a {type(leaf).__name__}, not an array or a number: leave it out "
                    "and let the function carry it (a closure, functools.partial)"
                ) from None
        if jax.dtypes.issubdtype(abstract.dtype, jax.dtypes.prng_key):
            raise ExportError(
                f"{where} is a typed random key: pass jax.random.key_data(key) and call "
                "jax.random.wrap_key_data in the function"
            )
        if np.dtype(abstract.dtype).name not in SHORT_NAMES:
            known = " ".join(DTYPES)
            raise ExportError(f"{where} is {abstract.dtype}: convert it to one of {known}")
        # A number among the params adapts its type to its partners; records are arrays.
        weak = not records and getattr(abstract, "weak_type", False)
        return jax.ShapeDtypeStruct(abstract.shape, abstract.dtype, weak_type=weak)

    return jax.tree.map_with_path(spec, value)


def _with_rows(specs: Any, rows: int) -> Any:
    return jax.tree.map(lambda s: jax.ShapeDtypeStruct((rows, *s.shape), s.dtype), specs)


@contextlib.contextmanager
def _readable_locations() -> Iterator[None]:
    """Source positions as 'model.py:12': without folders, and without the callers' callers."""
    wanted = {
        "jax_hlo_source_file_canonicalization_regex": ".*/",
        "jax_traceback_in_locations_limit": 1,
        "jax_use_simplified_jaxpr_constants": False,  # keeps captured arrays apart from the jaxpr
    }
    before = {key: getattr(jax.config, key) for key in wanted if hasattr(jax.config, key)}
    try:
        for key in before:
            jax.config.update(key, wanted[key])
        yield
    finally:
        for key, value in before.items():
            jax.config.update(key, value)


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turns what JAX or the model raises while it is traced into an ExportError."""
    try:
        yield
    except ExportError:
        raise
    except Exception as error:
        reason = str(error).strip().split("\n\n")[0]
        frames = [
            f
            for f in traceback.extract_tb(error.__traceback__)
            if f.filename != __file__ and f"{os.sep}jax{os.sep}" not in f.filename
        ]
        where = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        remedy = ""
        if "unbound axis" in reason or "unbound axis" in str(error):
            remedy = "\nA collective over the examples needs axis_name and axis_size (--axis-name"
            remedy += " NAME --axis-size EXAMPLES), with the name that the function uses."
        raise ExportError(
            f"the function cannot be traced on one example{where}:\n"
            f"{type(error).__name__}: {reason}{remedy}"
        ) from error


def _over_axis(
    function: Callable[..., Any], specs: tuple[Any, ...], shared: int, axis: str, size: int
) -> tuple[list[bool], Callable[..., Any]]:
    """The function over all examples, one on each place of an abstract mesh of `size`.

    Returns which result leaves differ from example to example, and the function.
    """
    if not hasattr(jax, "shard_map"):
        raise ExportError(f"JAX {jax.__version__} has no jax.shard_map: install 0.8 or newer")
    mesh = AbstractMesh((size,), (axis,), axis_types=(AxisType.Auto,))
    one, every = PartitionSpec(axis), PartitionSpec()
    inputs = len(specs) - shared
    whole = specs[:shared] + _with_rows(specs[shared:], size)

    def shard(out_specs: Any, mapped: Callable[[int], bool]) -> Callable[..., Any]:
        def body(*arguments: Any) -> Any:
            rows = jax.tree.map(lambda x: jnp.squeeze(x, 0), arguments[shared:])
            leaves, tree = jax.tree.flatten(function(*arguments[:shared], *rows))
            leaves = [jnp.asarray(x) for x in leaves]
            return tree.unflatten(
                [jnp.expand_dims(x, 0) if mapped(k) else x for k, x in enumerate(leaves)]
            )

        in_specs = (every,) * shared + (one,) * inputs
        return jax.shard_map(
            body, mesh=mesh, in_specs=in_specs, out_specs=out_specs, check_vma=False
        )

    with _explained():
        result = jax.eval_shape(shard(one, lambda k: True), *whole)
    leaves, tree = jax.tree.flatten(result)

    def is_mapped(position: int) -> bool:
        """Whether vmap, whose meaning this is, refuses the result as one for all examples."""

        def leaf(*arguments: Any) -> Any:
            return jax.tree.leaves(function(*arguments))[position]

        axes = (None,) * shared + (0,) * inputs
        try:
            jax.eval_shape(
                jax.vmap(leaf, in_axes=axes, out_axes=None, axis_name=axis, axis_size=size), *whole
            )
        except Exception:  # mapped, or a collective that vmap does not know
            return True
        return False

    mapped = [is_mapped(k) for k in range(len(leaves))]
    out_specs = tree.unflatten([one if m else every for m in mapped])
    return mapped, shard(out_specs, mapped.__getitem__)


def _with_axis_of_one(text: str, axis: str, takes: list[bool], gives: list[bool]) -> str:
    """Puts @main's body into the manual computation that JAX leaves out for an axis of size 1.

    takes, gives: which arguments and results have a row for each example.
    """
    head = re.search(r"^( *func\.func public @main\()(.*)(\) -> .*\{)\n", text, re.MULTILINE)
    end = head and re.compile(r"^    return (.*) : (.*?)( loc\(.*\))?\n", re.MULTILINE)
    last = end and end.search(text, head.end())
    types = head and re.findall(r"%arg\d+: (tensor<[^>]*>)", head[2])
    results = last and last[2].split(", ")
    if not last or len(types) != len(takes) or len(results) != len(gives):
        raise ExportError("this JAX prints a program over an axis of size 1 in an unknown form")

    def shardings(types: list[str], rows: list[bool]) -> str:
        def dims(kind: str, has_row: bool) -> str:
            count = kind.count("x")  # tensor<1x5xf32>
            return ", ".join(["{" + json.dumps(axis) + "}" if has_row and not k else "{}"
                              for k in range(count)])  # fmt: skip

        return ", ".join(f"<@mesh, [{dims(kind, row)}]>" for kind, row in zip(types, rows))

    body = re.sub(r"(?m)^( *(?:%[\w:]+ = )?)call @", r"\1func.call @", text[head.end() : last.start()])
    inner = ", ".join(f"%arg{k}: {kind}" for k, kind in enumerate(types))
    outer = ", ".join(f"%whole{k}" for k in range(len(types)))
    signature = f"({', '.join(types)}) -> ({last[2]})"
    given = ", ".join(f"%axis#{k}" for k in range(len(results)))
    return (
        f"{text[: head.start()]}  sdy.mesh @mesh = <[{json.dumps(axis)}=1]>\n"
        f"{head[1]}{head[2].replace('%arg', '%whole')}{head[3]}\n"
        f"    %axis:{len(results)} = sdy.manual_computation({outer}) "
        f"in_shardings=[{shardings(types, takes)}] out_shardings=[{shardings(results, gives)}] "
        f"manual_axes={{{json.dumps(axis)}}} ({inner}) {{\n"
        f"{body}"
        f"    sdy.return {last[1]} : {last[2]}\n    }} : {signature}\n"
        f"    return {given} : {last[2]}\n{text[last.end() :]}"
    )


def _text(traced: Any) -> str:
    """The program as JAX lowers it for the CPU, where it can be without loops.

    On the CPU jax.random draws its bits in a loop; lowered for another platform it is the same
    bits without one. That text is taken where it has no loop, and nothing else that the CPU's has not.
    """

    def lower(platform: str) -> str:
        return traced.lower(lowering_platforms=(platform,)).as_text(debug_info=True)

    def calls(text: str) -> set[str]:
        return set(re.findall(r"custom_call @(\S+?)\(", text))

    text = lower("cpu")
    if LOOP in text:
        try:
            unrolled = lower("tpu")
        except Exception:  # an op that JAX has on the CPU only: the loop stays
            return text
        if LOOP not in unrolled and calls(unrolled) <= calls(text):
            return unrolled
    return text


def _lower(
    function: Callable[..., Any], specs: tuple[Any, ...], roots: list[str], name: str
) -> tuple[str, list[Any], Any]:
    """The program's text, the arrays that it takes as captured.N, and the results' types."""
    with _explained():
        closed, result = jax.make_jaxpr(function, return_shape=True)(*specs)
        tree = jax.tree.structure(result)
        large = [k for k, value in enumerate(closed.consts) if np.ndim(value)]
        captured = [closed.consts[k] for k in large]

        def program(*arguments: Any) -> Any:
            # Outside a trace of ours the original would capture again: run what was traced.
            arrays = arguments[len(specs)] if captured else []
            consts = list(closed.consts)
            for k, array in zip(large, arrays):
                consts[k] = array
            core = jax.extend.core
            run = core.jaxpr_as_fun(core.ClosedJaxpr(closed.jaxpr, consts))
            return tree.unflatten(run(*jax.tree.leaves(arguments[: len(specs)])))

        names = [*roots, CAPTURED] if captured else roots
        kind = inspect.Parameter.POSITIONAL_ONLY
        program.__signature__ = inspect.Signature([inspect.Parameter(n, kind) for n in names])
        program.__name__ = program.__qualname__ = re.sub(r"\W", "_", name)
        extra = [_specs(CAPTURED, captured)] if captured else []
        traced = jax.jit(program, keep_unused=True).trace(*specs, *extra)
        text = _text(traced)
    callback = re.search(r"custom_call @(\w*callback\w*)", text)
    if callback:
        raise ExportError(
            f"the function calls back into Python ({callback[1]}: jax.debug.print, pure_callback, "
            "io_callback, …), which no program without Python can: remove that call"
        )
    return re.sub(r"\[<flat index (\d+)>\]", r"[\1]", text).rstrip() + "\n", captured, result


# Files ------------------------------------------------------------------------------------------


def _save_weights(path: Path, names: Sequence[str], leaves: Sequence[Any]) -> None:
    try:
        from safetensors.numpy import save
    except ImportError:
        raise ExportError("the weights need a package: pip install safetensors") from None
    # jnp.asarray: the type that the program has (64 bits only where JAX's setting says so).
    arrays = [np.asarray(jnp.asarray(leaf)) for leaf in leaves]
    # Not np.ascontiguousarray, which makes scalars one-dimensional.
    path.write_bytes(save({n: a.copy(order="C") for n, a in zip(names, arrays)}))


def _split_axis(file: str) -> tuple[str, int]:
    """'FILE.npy:AXIS' -> (FILE.npy, AXIS)"""
    match = re.fullmatch(r"(.*\.npy):(-?\d+)", file)
    return (match[1], int(match[2])) if match else (file, 0)


def _example_type(path: str, axis: int) -> tuple[np.dtype, tuple[int, ...]]:
    """The type of one record of a .npy file. Reads its header only."""
    try:
        array = np.load(path, mmap_mode="r")
    except (OSError, ValueError) as error:
        raise ExportError(f"{path} cannot be read as a .npy file: {error}") from None
    if not -array.ndim <= axis < array.ndim:
        raise ExportError(f"{path} has shape {array.shape}: there is no axis {axis} of records")
    return array.dtype.newbyteorder("="), tuple(np.delete(array.shape, axis).tolist())


def _sources(
    records: Sequence[Tensor],
    files: Mapping[str, str | os.PathLike[str]],
    target: Path,
    axis_name: str | None,
) -> dict[str, str]:
    """Input name -> the job's 'FILE' or 'FILE:AXIS', relative to the job file."""
    names = [tensor.name for tensor in records]
    for name in files:
        if name not in names:
            raise ExportError(f"there is no input {name!r}: the inputs are {', '.join(names)}")
    sources = {}
    for tensor in records:
        if tensor.name not in files:
            sources[tensor.name] = _file_name(tensor.name) + ".npy"
            continue
        path, axis = _split_axis(os.fspath(files[tensor.name]))
        if os.path.exists(path):
            dtype, shape = _example_type(path, axis)
            wanted = tensor.shape[1:] if axis_name else tensor.shape
            is_bf16 = dtype.str == "|V2" and tensor.dtype.name == "bfloat16"
            if (dtype != tensor.dtype and not is_bf16) or shape != wanted:
                narrowed = jax.dtypes.canonicalize_dtype(dtype) == tensor.dtype != dtype
                remedy = "\nJAX's 64-bit types are off: set JAX_ENABLE_X64=1, or convert the file"
                raise ExportError(
                    f"{path} holds records of {dtype}{list(shape)} along axis {axis}, but the "
                    f"program takes {tensor.name} as {tensor.dtype}{list(wanted)}"
                    f"{remedy if narrowed else ''}"
                )
        relative = os.path.relpath(path, target)
        sources[tensor.name] = f"{relative}:{axis}" if axis else relative
    return sources


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.+-]", "_", name).strip("_") or "array"


def _outputs(
    results: Sequence[Tensor], sources: Mapping[str, str], target: Path, out_dir: Path
) -> dict[str, str]:
    """Result name -> the job's file, relative to the job file and never one of the inputs."""
    taken = {_split_axis(source)[0] for source in sources.values()}
    outputs = {}
    for tensor in results:
        stem = _file_name(tensor.name)
        stem = f"result.{stem}" if stem[0].isdigit() else stem
        file = os.path.relpath(out_dir / f"{stem}.npy", target)
        while file in taken:
            stem += ".out"
            file = os.path.relpath(out_dir / f"{stem}.npy", target)
        taken.add(file)
        outputs[tensor.name] = file if tensor.mapped else f"{file}:none"
    return outputs


def _scalar(text: str) -> str:
    """A YAML scalar; quoted where it could be read as something else than this text."""
    plain = re.fullmatch(r"[A-Za-z_./][\w./+-]*(:(none|-?\d+))?", text)
    word = text.lower() in {"yes", "no", "on", "off", "true", "false", "null"}
    return text if plain and not word else json.dumps(text, ensure_ascii=False)


def _job(
    program: Path,
    weights: Path | None,
    stored: Sequence[Tensor],
    sources: Mapping[str, str],
    outputs: Mapping[str, str],
    axis_name: str | None,
) -> str:
    lines = [
        "# A job for `axmap run` and `axmap plan`. Paths are relative to this file.",
        f"program: {_scalar(program.name)}",
    ]
    if axis_name is not None:
        lines += [f"axis-name: {_scalar(axis_name)}"]
    if weights is not None:
        lines += ["arg:"]
        for root in dict.fromkeys(tensor.name.split(".")[0] for tensor in stored):
            # A prefix binds every argument below it; a lone array is named with its tensor.
            lone = any(tensor.name == root for tensor in stored)
            lines += [f"  {_scalar(root)}: {_scalar(weights.name + (f':{root}' if lone else ''))}"]
    if sources:
        lines += ["in:"] + [f"  {_scalar(k)}: {_scalar(v)}" for k, v in sources.items()]
    lines += ["out:"] + [f"  {_scalar(k)}: {_scalar(v)}" for k, v in outputs.items()]
    return "\n".join(lines) + "\n"


# Command ----------------------------------------------------------------------------------------


def _load(reference: str) -> Any:
    """'model.py:name' or 'package.module:name' -> the object; name may be dotted."""
    source, colon, attribute = reference.rpartition(":")
    if not colon or not source or not attribute:
        raise ExportError(f"{reference!r}: write FILE.py:NAME or package.module:NAME")
    if source.endswith(".py"):
        path = Path(source).resolve()
        if not path.is_file():
            raise ExportError(f"{source}: no such file")
        sys.path.insert(0, str(path.parent))
        source = path.stem
    else:
        sys.path.insert(0, os.getcwd())
    try:
        value: Any = importlib.import_module(source)
    except ModuleNotFoundError as error:
        raise ExportError(f"{reference}: {error}") from error
    finally:
        del sys.path[0]
    for part in attribute.split("."):
        if not hasattr(value, part):
            raise ExportError(f"{reference}: {value!r} has no {part!r}")
        value = getattr(value, part)
    return value


def _load_value(reference: str) -> Any:
    value = _load(reference)
    return value() if callable(value) else value


def _load_inputs(specs: Sequence[str]) -> tuple[tuple[Any, ...], list[str | None]]:
    """The example of each --inputs entry, and the file that it came from."""
    examples: list[Any] = []
    files: list[str | None] = []
    for spec in specs:
        kind = re.fullmatch(r"(\w+)\[(\d+(?:,\d+)*)?\]", spec)
        path, axis = _split_axis(spec)
        if kind:
            dtype = DTYPES.get(kind[1], kind[1])
            if dtype not in SHORT_NAMES:
                raise ExportError(f"{spec}: no such type; take one of {' '.join(DTYPES)}")
            shape = tuple(int(d) for d in kind[2].split(",")) if kind[2] else ()
            examples += [jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))]
            files += [None]
        elif path.endswith(".npy"):
            dtype, shape = _example_type(path, axis)
            if dtype.str == "|V2":
                dtype = jnp.dtype("bfloat16")
            examples += [jax.ShapeDtypeStruct(shape, dtype)]
            files += [spec]
        elif ":" not in spec:
            raise ExportError(
                f"{spec}: an input is FILE.npy[:AXIS], a type such as f32[4], or FILE.py:NAME"
            )
        else:
            value = _load_value(spec)
            several = list(value) if isinstance(value, (tuple, list)) else [value]
            examples += several
            files += [None] * len(several)
    return tuple(examples), files


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="export.py",
        description="Export a JAX function of ONE example as a job for axmap: NAME.mlir (the "
        "program), NAME.safetensors (the params) and NAME.yaml (the job).",
        epilog="Example: export.py model.py:predict --params model.py:params "
        "--inputs images.npy -o job; then: mpirun -n 4 axmap run job/predict.yaml",
    )
    parser.add_argument(
        "function",
        metavar="FILE.py:FUNCTION",
        help="f(params, *inputs) of one example, or f(*inputs) without --params; "
        "package.module:FUNCTION works too",
    )
    parser.add_argument(
        "--params",
        metavar="FILE.py:NAME",
        help="a pytree of arrays and numbers, or a function without arguments that returns it",
    )
    parser.add_argument(
        "--inputs",
        nargs="+",
        default=[],
        metavar="INPUT",
        help="one for each input, in order: the type of one example ('f32[28,28]', 'i32[]'); a "
        "file of records, FILE.npy or FILE.npy:AXIS, which the job will read; or FILE.py:NAME, "
        "an example or a tuple of them, or a function that returns that",
    )
    parser.add_argument(
        "-o", "--output", default=".", metavar="DIR", help="where to write (default: here)"
    )
    parser.add_argument("--name", help="of the files (default: the function's)")
    parser.add_argument(
        "--axis-name",
        metavar="NAME",
        help="the axis over the examples that the function's collectives use",
    )
    parser.add_argument(
        "--axis-size", type=int, metavar="EXAMPLES", help="how many examples there will be"
    )
    parser.add_argument(
        "--in",
        dest="files",
        action="append",
        default=[],
        metavar="NAME=FILE[:AXIS]",
        help="where the job finds an input's records (default: NAME.npy beside the job file)",
    )
    parser.add_argument(
        "--out-dir", metavar="DIR", help="where the job writes its results (default: -o's)"
    )
    return parser  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        function = _load(options.function)
        if not callable(function):
            raise ExportError(f"{options.function} is a {type(function).__name__}, not a function")
        params = _load_value(options.params) if options.params else None
        inputs, known = _load_inputs(options.inputs)
        roots = _argument_roots(function, int(params is not None), len(inputs))[-len(inputs) :]
        files = {root: file for root, file in zip(roots, known) if file}
        for item in options.files:
            name, equals, file = item.partition("=")
            if not equals:
                raise ExportError(f"--in {item}: write NAME=FILE or NAME=FILE:AXIS")
            files[name] = file
        written = export(
            function, params, inputs, options.output, name=options.name,
            axis_name=options.axis_name, axis_size=options.axis_size,
            files=files, out_dir=options.out_dir,
        )  # fmt: skip
    except ExportError as error:
        print(f"export.py: {error}", file=sys.stderr)
        return 2
    for title, tensors in (("argument", written.arguments), ("result", written.results)):
        for tensor in tensors:
            once = "" if tensor.mapped else "   the same for all examples"
            print(f"{title:9} {tensor}{once}")
    for path in filter(None, (written.program, written.weights, written.job)):
        print(f"wrote     {path}")
    for key, file in written.records.items():
        if not file.exists():
            print(f"missing   {file}: the records of {key}")
    print(f"next      axmap plan {shlex.quote(str(written.job))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
