#!/usr/bin/env python3
"""Makes the programs of this folder: one op or one form of it a file, with inputs, and results
that do not come from axmap.

    python tests/data/rules/make_rules.py        (needs jax, numpy and mpmath, on x86: 80-bit floats)

Prints where JAX on the CPU differs from the independent values; README.md says why.
"""

from __future__ import annotations

import shutil
import sys
from itertools import chain
from pathlib import Path

import jax

jax.config.update("jax_enable_x64", True)

import chlo  # noqa: E402  (after the setting)
import contraction  # noqa: E402
import elementwise  # noqa: E402
import indexing  # noqa: E402
import reduction  # noqa: E402
import shape  # noqa: E402
import sorting  # noqa: E402
from cases import write  # noqa: E402

HERE = Path(__file__).resolve().parent
FAMILIES = (elementwise, chlo, shape, indexing, contraction, reduction, sorting)
FOLDERS = ("elementwise", "shape", "gather", "indexing", "contraction", "reduction", "sort")


def main() -> None:
    for folder in FOLDERS:
        shutil.rmtree(HERE / folder, ignore_errors=True)
    seen: set[str] = set()
    for case in chain.from_iterable(family.all_cases() for family in FAMILIES):
        assert case.path not in seen and case.path.split("/")[0] in FOLDERS, case.path
        seen.add(case.path)
        for line in write(case, HERE):
            print(line, file=sys.stderr)
    print(f"{len(seen)} programs")


if __name__ == "__main__":
    main()
