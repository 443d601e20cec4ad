"""Many games hold no more than a few."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from playsheet.sim.simulation import simulate

pytestmark = pytest.mark.battles


def test_memory_is_flat() -> None:
    """What is held after many games is what is held after a few."""

    def held(n: int) -> int:
        simulate("the-wells", n, ("random", "random"), workers=1, chunk=5)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    held(10)
    tracemalloc.start()
    try:
        few = held(10)
        tracemalloc.reset_peak()
        held(10)
        peak_of_few = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        many = held(100)
        peak_of_many = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert many < few * 1.5 + 20_000
    assert peak_of_many < peak_of_few * 1.25
