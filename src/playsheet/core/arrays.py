"""The array types of the engine, in one place, so that they can be changed in one place.

A `vec` holds its numbers unboxed: compiled code reads it like a C array, and a copy is a copy of memory.
Its length does not change here; loop over it with `i64` counters.
"""

from collections.abc import Iterable
from typing import TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

# In quotes: compiled code cannot evaluate vec[i64] as a value, only read it as a type.
Floats: TypeAlias = "vec[float]"
Ints: TypeAlias = "vec[i64]"


def floats(n: int) -> Floats:
    """n zeros."""
    return vec[float]([0.0] * n)


def ints(n: int) -> Ints:
    """n zeros."""
    return vec[i64]([0] * n)


def floats_of(items: Iterable[float]) -> Floats:
    return vec[float]([float(item) for item in items])


def ints_of(items: Iterable[int]) -> Ints:
    return vec[i64]([i64(item) for item in items])


def copy_floats(of: Floats) -> Floats:
    return of[:]


def copy_ints(of: Ints) -> Ints:
    return of[:]
