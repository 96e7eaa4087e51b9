#!/usr/bin/env python3
"""Times NumPy's calls for the cases of `axmap bench arrays`, beside axmap's.

    build/bin/axmap bench arrays >times.txt
    launch/bench_numpy.py times.txt [SECONDS] [stable]

prints each case with both times (processor time of the fastest run) and their ratio; with `stable`,
sorts are NumPy's stable ones. Needs NumPy only; a case without one call in NumPy (a pool) is measured
as the maximum of strided views, one that NumPy cannot do is left out.
"""
import re
import sys
import time

import numpy as np


KIND = "stable" if sys.argv[-1] == "stable" else None


def views(x, window, stride, axes):
    """The strided views of x whose maximum is the pool."""
    for offset in np.ndindex(*[window] * len(axes)):
        index = [slice(None)] * x.ndim
        for axis, start in zip(axes, offset):
            places = (x.shape[axis] - window) // stride + 1
            index[axis] = slice(start, start + (places - 1) * stride + 1, stride)
        yield x[tuple(index)]


def pool(x, window, stride):
    # The two spatial dims are the equal ones beside the batch: channels last, or channels first.
    axes = (1, 2) if x.shape[1] == x.shape[2] else (2, 3)
    parts = views(x, window, stride, axes)
    result = next(parts).copy()
    for part in parts:
        np.maximum(result, part, out=result)
    return result


def indices(shape, bound):
    """The indices that axmap's cases have, in the integers that NumPy indexes with."""
    numbers = np.arange(np.prod(shape), dtype=np.uint64) * np.uint64(2654435761)
    return ((numbers & np.uint64(0xFFFFFFFF)) % np.uint64(bound)).astype(np.intp).reshape(shape)


def indexing_call(op, x, numbers):
    """What NumPy calls for a case that indexes, the fastest of what it has; None for other cases."""
    if op.startswith("take along"):
        i = indices(x.shape[numbers[0]], x.shape[numbers[0]])
        return lambda: np.take(x, i, axis=numbers[0])
    if op == "take pairs":
        i, j = indices((x.size, 2), x.shape[0]).T.copy()
        return lambda: x[i, j]
    if op == "take each row's own":
        i = indices(x.shape, x.shape[1])
        return lambda: np.take_along_axis(x, i, axis=1)
    into = re.match(r"(put into|add at|maximum at|logaddexp at) (\d+)", op)
    if into:
        size = int(into[2])
        i, result = indices(x.shape[0], size), np.zeros((size, *x.shape[1:]), x.dtype)
        call = {
            "put into": lambda: result.__setitem__(i, x),
            "add at": lambda: np.add.at(result, i, x),
            "maximum at": lambda: np.maximum.at(result, i, x),
            "logaddexp at": lambda: np.logaddexp.at(result, i, x),
        }[into[1]]
        if into[1] == "add at" and x.ndim == 1:
            count = lambda: np.bincount(i, weights=x, minlength=size).astype(x.dtype)
            return min(call, count, key=lambda f: fastest_time(f, 0.5))
        return call
    if op.startswith("dynamic slice"):
        return lambda: x[7 : 7 + numbers[0], 7 : 7 + numbers[1]].copy()
    if op.startswith("reverse"):
        return lambda: np.flip(x, numbers[0]).copy()
    return None


def scattered(dims, dtype):
    """The elements that axmap's cases of orders have."""
    number = np.arange(np.prod(dims), dtype=np.uint32) * np.uint32(2654435761)
    number = (number ^ number >> np.uint32(15)) * np.uint32(2246822519)
    number = (number ^ number >> np.uint32(13)).view(np.int32).reshape(dims)
    if dtype == "i32":
        return number
    return (number >> 20 if dtype == "f16" else number / 1024).astype(DTYPES[dtype])


def call_of(op, x):
    """What NumPy calls for a case; None where it has nothing."""
    numbers = [int(n) for n in re.findall(r"\b\d+\b", op)]
    indexed = indexing_call(op, x, numbers)
    if indexed:
        return indexed
    word = op.split()[0]
    if word == "sum":
        return lambda: np.sum(x, axis=tuple(numbers), dtype=x.dtype)
    if op.startswith("max over"):
        return lambda: np.max(x, axis=tuple(numbers))
    if word == "argmax":
        return lambda: np.argmax(x, axis=numbers[0])
    if word == "cumsum":
        return lambda: np.cumsum(x, axis=numbers[0], dtype=x.dtype)
    if word == "cummax":
        return lambda: np.maximum.accumulate(x, axis=numbers[0])
    if word == "cumlogsumexp":
        return lambda: np.logaddexp.accumulate(x, axis=numbers[0])
    if op.startswith("max pool"):
        window, stride = int(op[9]), int(op.split()[-1])
        return lambda: pool(x, window, stride)
    if word == "sort":
        return lambda: np.sort(x, axis=numbers[0], kind=KIND)
    if word == "argsort":
        return lambda: np.argsort(x, axis=numbers[0], kind=KIND)
    if word == "top":
        return lambda: np.sort(np.partition(x, x.shape[-1] - numbers[0], axis=-1)[..., -numbers[0] :])
    if word == "transpose":
        return lambda: np.ascontiguousarray(np.transpose(x, numbers))
    if word == "concatenate":
        return lambda: np.concatenate([x, x], axis=numbers[0])
    if word == "pad":
        return lambda: np.pad(x, 1)
    if op == "broadcast along rows":
        return lambda: np.ascontiguousarray(np.broadcast_to(x, (x.size, x.size)))
    if op == "broadcast along columns":
        return lambda: np.ascontiguousarray(np.broadcast_to(x[:, None], (x.size, x.size)))
    return None


DTYPES = {"f32": np.float32, "i32": np.int32, "f16": np.float16}
try:
    import ml_dtypes
    DTYPES["bf16"] = ml_dtypes.bfloat16
except ImportError:
    pass


def fastest_time(call, seconds):
    call()
    times, begun = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - begun < seconds:
        start = time.thread_time()
        call()
        times.append(time.thread_time() - start)
    return min(times)


def main():
    words = [word for word in sys.argv[1:] if word != "stable"]
    if len(words) not in (1, 2):
        sys.exit(__doc__)
    seconds = float(words[1]) if len(words) == 2 else 1.0
    print("| what | axmap, ms | NumPy, ms | ratio |\n|---|---|---|---|")
    for line in open(words[0], encoding="utf-8"):
        match = re.match(r"\| (.+) of (\w+)\[([\d,]+)\] \| ([\d.]+) \|", line)
        if not match or match[2] not in DTYPES:
            continue
        op, dtype, dims = match[1], match[2], tuple(int(d) for d in match[3].split(","))
        numbers = (np.arange(np.prod(dims), dtype=np.int64) * 7919 % 2003 - 1001).reshape(dims)
        x = numbers.astype(DTYPES[dtype]) if dtype == "i32" else (numbers / 1024).astype(DTYPES[dtype])
        if op.split()[0] in ("sort", "argsort", "top"):
            x = scattered(dims, dtype)
        call = call_of(op, x)
        if not call:
            continue
        theirs, ours = fastest_time(call, seconds) * 1e3, float(match[4])
        print(f"| {op} of {dtype}{list(dims)} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |", flush=True)


main()
