#!/usr/bin/env python3
"""Makes `replicas`: a pmapped function as JAX lowered it once, for replicas without a mesh.

    pip install jax==0.4.20 jaxlib==0.4.20 'numpy<2'; python tests/data/axes/make_replicas.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

HERE = Path(__file__).resolve().parent
random = np.random.default_rng(420)


def replica(w: Any, x: Any) -> Any:
    h = jnp.tanh(x @ w)
    moved = lax.ppermute(h, "i", [(0, 1), (1, 2), (2, 3)])
    pairs = lax.psum(h, "i", axis_index_groups=[[0, 3], [2, 1]])
    return h - lax.pmean(h, "i"), lax.all_gather(x[:2], "i").sum(0), moved, pairs, lax.axis_index("i")


def main() -> None:
    w = random.standard_normal((5, 3), dtype="f4")
    x = random.standard_normal((4, 5), dtype="f4")
    mapped = jax.pmap(replica, axis_name="i", in_axes=(None, 0))
    (HERE / "replicas.mlir").write_text(mapped.lower(w, x).as_text())
    np.save(HERE / "replicas.0.npy", w)
    np.save(HERE / "replicas.1.npy", x)
    results = mapped(w, x)
    for k, value in enumerate(results):
        np.save(HERE / f"replicas.{k}.expected.npy", np.asarray(value))
    job = ["program: replicas.mlir", "arg:", "  0: replicas.0.npy", "in:", "  1: replicas.1.npy", "out:"]
    job += [f"  {k}: out/{k}.npy" for k in range(len(results))]
    (HERE / "replicas.yaml").write_text("\n".join(job) + "\n")


if __name__ == "__main__":
    main()
