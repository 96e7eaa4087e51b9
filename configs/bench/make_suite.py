#!/usr/bin/env python3
"""Makes the suite's programs, and the arrays that they run on.

    python3 configs/bench/make_suite.py export [NAME...]        NAME.mlir in this folder
    python3 configs/bench/make_suite.py data DIR [NAME...]      DIR/NAME.mlir, NAME.in.K.npy and
                                                                NAME.out.K.npy
    python3 configs/bench/make_suite.py list                    NAME BYTES FLOPS: what must be moved
                                                                and multiplied and added, or 0

Needs jax and numpy. The arrays take some 2 GB; they are made from a seed, and whatever is there
already is left as it is. What is expected is computed by the same functions in double precision and
rounded to the type of the result once, so that it is closer to the truth than any of the measured.
"""

from __future__ import annotations

import os
import shutil
import sys
import zlib
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from programs import SUITE, Input, Program  # noqa: E402

SEED = 20


def is_input(leaf: Any) -> bool:
    return isinstance(leaf, Input)


def leaves(program: Program) -> list[Input]:
    """In the order of the exported program's arguments."""
    return jax.tree.leaves(program.arguments, is_leaf=is_input)


def set_double(program: Program) -> None:
    """JAX's setting for a program of double precision or, as by default, of single."""
    double = any(leaf.dtype == "float64" for leaf in leaves(program))
    jax.config.update("jax_enable_x64", double)


def lower(program: Program) -> str:
    """The program's text, as this JAX makes it."""
    set_double(program)
    specs = jax.tree.map(
        lambda i: jax.ShapeDtypeStruct(i.shape, i.dtype), program.arguments, is_leaf=is_input
    )

    def call(*arguments: Any) -> Any:
        return program.function(*arguments)

    call.__name__ = program.name
    traced = jax.jit(call, keep_unused=True).trace(*specs)
    return traced.lower(lowering_platforms=("cpu",)).as_text()


def make_input(program: Program, number: int, spec: Input) -> np.ndarray:
    random = np.random.default_rng([SEED, zlib.crc32(program.name.encode()), number])
    if spec.kind == "index":
        return random.integers(0, spec.below, spec.shape, spec.dtype)
    if spec.kind == "ink":
        return random.integers(0, 17, spec.shape).astype(spec.dtype)
    wide = np.float64 if spec.dtype == "float64" else np.float32
    values = random.standard_normal(spec.shape, wide)
    if spec.kind == "positive":
        values = np.abs(values)
    return (values * wide(spec.scale) + wide(spec.shift)).astype(jnp.dtype(spec.dtype))


def expected(program: Program, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Its results on these arguments, floating-point ones computed in double precision."""
    structure = jax.tree.structure(program.arguments, is_leaf=is_input)
    set_double(program)

    def wide(array: np.ndarray) -> np.ndarray:
        return array.astype(np.float64) if jnp.issubdtype(array.dtype, jnp.floating) else array

    specs = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arrays]
    types = jax.eval_shape(program.function, *jax.tree.unflatten(structure, specs))
    jax.config.update("jax_enable_x64", True)
    arguments = jax.tree.unflatten(structure, [wide(a) for a in arrays])
    results = jax.jit(program.function)(*arguments)
    pairs = zip(jax.tree.leaves(results), jax.tree.leaves(types))
    return [np.asarray(result).astype(kind.dtype) for result, kind in pairs]


def save(path: Path, array: np.ndarray) -> None:
    """Complete or not at all."""
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as file:
        np.save(file, array)
    os.replace(partial, path)


def make_data(directory: Path, programs: list[Program]) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for program in programs:
        shutil.copyfile(HERE / f"{program.name}.mlir", directory / f"{program.name}.mlir")
        marker = directory / f"{program.name}.out.0.npy"  # written last
        if marker.exists():
            continue
        arrays = [make_input(program, k, spec) for k, spec in enumerate(leaves(program))]
        for k, array in enumerate(arrays):
            save(directory / f"{program.name}.in.{k}.npy", array)
        for k, array in reversed(list(enumerate(expected(program, arrays)))):
            save(directory / f"{program.name}.out.{k}.npy", array)
        print(program.name, flush=True)


def export(programs: list[Program]) -> None:
    for program in programs:
        text = lower(program)
        (HERE / f"{program.name}.mlir").write_text(text, encoding="utf-8")
        print(f"{program.name}: {len(text.splitlines())} lines")


def chosen(names: list[str]) -> list[Program]:
    known = {program.name: program for program in SUITE}
    for name in names:
        if name not in known:
            sys.exit(f"make_suite.py: there is no program '{name}'; there are: {' '.join(known)}")
    return [known[name] for name in names] if names else SUITE


def main(words: list[str]) -> None:
    if words[:1] == ["export"]:
        export(chosen(words[1:]))
    elif words[:1] == ["data"] and len(words) > 1:
        make_data(Path(words[1]), chosen(words[2:]))
    elif words == ["list"]:
        print("\n".join(f"{p.name} {p.bytes} {p.flops:.0f}" for p in SUITE))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
