#!/usr/bin/env python3
"""Makes the arrays of this folder's programs with NumPy, the expected ones in double precision:

    python3 tests/data/bench/make_bench.py
"""

from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
random = np.random.default_rng(20)


def save(name: str, kind: str, arrays: list[np.ndarray]) -> None:
    for k, array in enumerate(arrays):
        np.save(HERE / f"{name}.{kind}.{k}.npy", array)


x = random.standard_normal((3, 4)).astype("f4")
i = np.array([7, -3, 0, 2**30, 5], "i4")
save("sums", "in", [x, i])
save("sums", "out", [np.exp(x.astype("f8")).sum(1).astype("f4"), i + i])

a, b = random.standard_normal((2, 5, 5)).astype("f4")
save("product", "in", [a, b])
save("product", "out", [(a.astype("f8") @ b.astype("f8")).astype("f4")])
