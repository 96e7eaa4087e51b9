"""Makes the array files in this folder with NumPy, ml_dtypes and safetensors: python make_files.py

Every array has shape (3, 2, 5). NAME.c.npy is little-endian in C order; NAME.f.npy holds the same values
big-endian in Fortran order. The safetensors file holds them all, and some more shapes.
"""
import pathlib

import ml_dtypes
import numpy as np
from safetensors.numpy import save as safetensors

HERE = pathlib.Path(__file__).parent
SHAPE = (3, 2, 5)
COUNT = 30
INDEX = np.arange(COUNT).reshape(SHAPE)


def values(name: str) -> np.ndarray:
    if name == "b1":
        return INDEX % 3 == 1
    if name[0] == "i":
        return ((INDEX - 11) * (1 if name == "i1" else 1027)).astype(name)
    if name[0] == "u":
        return (INDEX * (7 if name == "u1" else 2049)).astype(name)
    if name[0] == "c":
        return (INDEX * 0.5 - 3 + 1j * (INDEX + 0.25)).astype(name)
    return (INDEX * 0.5 - 3).astype(ml_dtypes.bfloat16 if name == "bf16" else name)


def save(name: str, array: np.ndarray, version: tuple[int, int] | None = None) -> None:
    with open(HERE / f"{name}.npy", "wb") as file:
        np.lib.format.write_array(file, array, version=version)


def main() -> None:
    tensors = {}
    names = "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()
    for name in names:
        array = values(name)
        save(f"{name}.c", array)
        save(f"{name}.f", np.asfortranarray(array.astype(array.dtype.newbyteorder(">"))))
        if name not in ("c8", "c16"):
            tensors[f"all.{name}"] = array
    half = values("bf16")
    tensors["all.bf16"] = half
    save("bf16.c", half)
    save("bf16.f", np.asfortranarray(half.view("V2")))

    save("version2", values("f4"), (2, 0))
    save("version3", values("f4"), (3, 0))
    save("scalar", np.array(2.5))
    save("empty", np.zeros((0, 4), np.int32))
    save("vector", np.arange(7, dtype=np.float32))

    tensors["scalar"] = np.array(2.5)
    tensors["empty"] = np.zeros((0, 4), np.int32)
    (HERE / "arrays.safetensors").write_bytes(safetensors(tensors, {"made by": "make_files.py"}))


main()
