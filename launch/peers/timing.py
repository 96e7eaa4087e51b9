"""What every peer does: it is asked for programs on standard input, and answers with times.

A line NAME SECONDS asks; a line of JSON answers: {"name", "median_us", "min_us", "processor_us",
"runs", "compile_ms", "max_error", …}, or {"name", "missing": why}.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

MOST_RUNS = 20000
LEAST_RUNS = 5


def load(directory: Path, name: str, kind: str) -> list[np.ndarray]:
    """DIR/NAME.in.0.npy, … as long as there are."""
    arrays: list[np.ndarray] = []
    while (path := directory / f"{name}.{kind}.{len(arrays)}.npy").exists():
        arrays.append(np.load(path))
    return arrays


def time_calls(call: Callable[[], Any], seconds: float) -> dict[str, Any]:
    """Times calls one by one; the result of the one before is dropped when the next is there."""
    result = call()
    result = call()
    times: list[float] = []
    processor: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < LEAST_RUNS or (time.perf_counter() < end and len(times) < MOST_RUNS):
        before, begun = time.process_time(), time.perf_counter()
        result = call()
        times.append(time.perf_counter() - begun)
        processor.append(time.process_time() - before)
    del result
    return {
        "median_us": statistics.median(times) * 1e6,
        "min_us": min(times) * 1e6,
        "processor_us": min(processor) * 1e6,
        "runs": len(times),
    }


def largest_error(results: list[np.ndarray], expected: list[np.ndarray]) -> float:
    """As `axmap bench programs` measures it: relative to |expected| plus the root mean square."""
    worst = 0.0
    for actual, right in zip(results, expected, strict=True):
        if actual.shape != right.shape:
            raise ValueError(f"a result of shape {actual.shape}, where {right.shape} is expected")
        if right.dtype.kind in "iub":
            worst = max(worst, float((actual != right).any()))
            continue
        a, r = (np.asarray(x).ravel() for x in (actual, right))
        scale = float(np.sqrt(np.mean(np.square(r, dtype=np.float64)))) if r.size else 1.0
        for at in range(0, r.size, 1 << 20):
            x, y = (part[at : at + (1 << 20)].astype(np.float64) for part in (a, r))
            error = np.abs(x - y) / (np.abs(y) + (scale or 1.0))
            worst = max(worst, float(np.where(np.isnan(error), np.inf, error).max()))
    return worst


def serve(measure: Callable[[str, float], dict[str, Any]]) -> None:
    for line in sys.stdin:
        name, seconds = line.split()
        try:
            answer = measure(name, float(seconds))
        except Exception as error:  # the comparison goes on with the other programs
            answer = {"missing": f"{type(error).__name__}: {error}"}
        print(json.dumps({"name": name, **answer}), flush=True)
