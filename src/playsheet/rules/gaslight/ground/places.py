"""Places round a gun for its crew."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit

CREW_GAP: Final = 0.1  # from a gun to the men who serve it
CREW_PITCH: Final = 40.0  # degrees from one of them to the next, from the rear round to both sides
CREW_RING: Final = 9  # so many fit round a gun; the others stand behind them


def round_gun(
    battle: GaslightBattle, unit: Unit, figures: list[int], x: float, y: float, facing: float
) -> list[tuple[float, float]]:
    """The crew behind their gun and at its sides, near enough to serve it (R103)."""
    spots: list[tuple[float, float]] = []
    for k in range(len(figures)):
        ring = k // CREW_RING
        place = k % CREW_RING
        step = (place + 1) // 2 * (1 if place % 2 else -1)
        ux, uy = direction(wrapped(facing + 180.0 + CREW_PITCH * step))
        r = battle.radius[i64(figures[k])]
        far = battle.radius[i64(unit.model)] + CREW_GAP + r + ring * (2.0 * r + CREW_GAP)
        spots.append((x + ux * far, y + uy * far))
    return spots
