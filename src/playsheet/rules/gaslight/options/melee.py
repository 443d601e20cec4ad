"""Who may pile in or strike (4.9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.moving import Floor
from playsheet.rules.gaslight.ground.slots import Approach, Neighbours, Ring, Slot, charger, gap_to
from playsheet.rules.gaslight.options.choices import PILE_IN, PileIn

# ---------------------------------------------------------------- piling in


def pile_targets(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The models of all enemy units with which somebody of this unit is in contact (4.9.3)."""
    units: list[int] = []
    for figure in battle.on_foot(unit):
        for foe in battle.foes(figure):
            owner = int(battle.owner[i64(foe)])
            if owner not in units:
                units.append(owner)
    units.sort()
    found: list[int] = []
    for id in units:
        enemy = battle.units[id]
        found += battle.on_foot(enemy)
        if enemy.has_machine():
            found.append(enemy.model)
    return found


class Reached:
    """An enemy whom a figure can come into contact with, and the place beside him."""

    def __init__(self, model: int, slot: Slot) -> None:
        self.model: Final = model
        self.slot: Final = slot


def reachable(
    battle: GaslightBattle, figure: int, models: list[int], *, one: bool, neighbours: Neighbours | None = None
) -> list[Reached]:
    """Those of the models that the figure can come into contact with by a move, the nearest first.

    With `one` the nearest is enough.
    """
    x, y = battle.at(figure)
    mover = charger(battle, figure, bonus=0.0)
    near: list[tuple[float, int]] = []
    most = battle.rules.allowance(mover.base, 0.0, False, mover.leaderless, 0)
    for model in models:
        gap = gap_to(battle, figure, model)
        if gap <= most + TOLERANCE:
            near.append((gap, model))
    near.sort()
    found: list[Reached] = []
    about = neighbours if neighbours is not None else Neighbours(battle, mover.side, mover.radius)
    ring = Ring(battle, mover.side)
    floor = Floor(battle)
    for _, model in near:
        slot = Approach(battle, mover, x, y, model, about).slot(ring, floor)
        if slot is not None:
            found.append(Reached(model, slot))
            if one:
                break
    return found


def pile_options(battle: GaslightBattle, unit: Unit, free: list[int]) -> list[Option]:
    """Its able figures that are not engaged may pile in, if others of it are."""
    found: list[Option] = []
    targets = pile_targets(battle, unit) if free else []
    if not targets:
        return found
    neighbours = Neighbours(battle, unit.side, battle.ranks[unit.side].widest)
    for figure in free:
        if reachable(battle, figure, targets, one=True, neighbours=neighbours):
            found.append(PileIn(figure))
    return [PILE_IN, *found] if found else found


# ---------------------------------------------------------------- breaking off


def can_strike(battle: GaslightBattle, model: int) -> bool:
    """A figure; or a machine with dice to fight with, and a crew."""
    if model < battle.men:
        return True
    unit = battle.units[battle.home[i64(model)]]
    card = unit.card.machine
    return card is not None and card.scuffle_dice > 0 and len(battle.aboard(unit)) > 0
