"""JAX on the CPU: the suite's functions under jax.jit. Usage: jax_peer.py DATA

The same function that the program was exported from is called as one calls it in JAX; `same_text`
says whether this JAX lowers it to the very text of the committed program. Arguments lie on the
device; a call is timed until its results are ready.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "configs" / "bench"))

import jax  # noqa: E402
import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

import make_suite  # noqa: E402
from timing import largest_error, load, serve, time_calls  # noqa: E402

DATA = Path(sys.argv[1])
PROGRAMS = {program.name: program for program in make_suite.SUITE}
STATE: dict[str, Any] = {}


def typed(array: np.ndarray) -> np.ndarray:
    """bf16 has no letter in NumPy's files."""
    return array.view(ml_dtypes.bfloat16) if array.dtype == np.dtype("V2") else array


def prepare(name: str) -> None:
    STATE.clear()
    program = PROGRAMS[name]
    make_suite.set_double(program)
    structure = jax.tree.structure(program.arguments, is_leaf=make_suite.is_input)

    def flat(*arrays: jax.Array) -> tuple[jax.Array, ...]:
        return tuple(jax.tree.leaves(program.function(*jax.tree.unflatten(structure, arrays))))

    arguments = [jax.device_put(typed(a)) for a in load(DATA, name, "in")]
    jax.block_until_ready(arguments)
    function = jax.jit(flat)
    lowered = function.lower(*arguments)
    processor, begun = time.process_time(), time.perf_counter()
    compiled = lowered.compile()
    seconds, processor = time.perf_counter() - begun, time.process_time() - processor
    text = (DATA / f"{name}.mlir").read_text(encoding="utf-8")
    results = [np.asarray(r) for r in function(*arguments)]
    error = largest_error(results, [typed(a) for a in load(DATA, name, "out")])
    memory = compiled.memory_analysis()
    facts = {
        "compile_ms": seconds * 1e3,
        "compile_processor_ms": processor * 1e3,
        "max_error": error,
        "same_text": make_suite.lower(program) == text,
        "temporary_bytes": getattr(memory, "temp_size_in_bytes", None),
    }
    STATE.update(name=name, function=function, arguments=arguments, facts=facts)


def measure(name: str, seconds: float) -> dict[str, Any]:
    if STATE.get("name") != name:
        prepare(name)
    function, arguments = STATE["function"], STATE["arguments"]
    times = time_calls(lambda: jax.block_until_ready(function(*arguments)), seconds)
    return {**times, **STATE["facts"]}


if __name__ == "__main__":
    jax.jit(lambda x, y: x * y - x)(np.ones((19, 19), "f4"), 1.0)  # loads the compiler
    print(jax.__version__, flush=True)
    serve(measure)
