"""onnxruntime on the CPU. Usage: onnx_peer.py DATA THREADS

Models are those of onnx_models.py. Inputs are bound in place, outputs are allocated by each run.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import onnxruntime

from onnx_models import BUILDERS, Graph
from timing import largest_error, load, serve, time_calls

DATA, THREADS = Path(sys.argv[1]), int(sys.argv[2])
STATE: dict[str, Any] = {}


def prepare(name: str) -> None:
    STATE.clear()
    if name not in BUILDERS:
        raise LookupError("there is no ONNX model of it")
    graph, expected = Graph(), load(DATA, name, "out")
    outputs = BUILDERS[name](graph, load(DATA, name, "in"))
    model = graph.model(outputs, expected)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    processor, begun = time.process_time(), time.perf_counter()
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    seconds, processor = time.perf_counter() - begun, time.process_time() - processor

    def call() -> list[onnxruntime.OrtValue]:
        binding = session.io_binding()
        for key, value in values.items():
            binding.bind_ortvalue_input(key, value)
        for key in outputs:
            binding.bind_output(key, "cpu")
        session.run_with_iobinding(binding)
        return binding.get_outputs()

    values = {k: onnxruntime.OrtValue.ortvalue_from_numpy(a) for k, a in graph.inputs.items()}
    error = largest_error([value.numpy() for value in call()], expected)
    facts = {"compile_ms": seconds * 1e3, "compile_processor_ms": processor * 1e3, "max_error": error}
    STATE.update(name=name, call=call, facts=facts)


def measure(name: str, seconds: float) -> dict[str, Any]:
    if STATE.get("name") != name:
        prepare(name)
    return {**time_calls(STATE["call"], seconds), **STATE["facts"]}


if __name__ == "__main__":
    print(onnxruntime.__version__, flush=True)
    serve(measure)
