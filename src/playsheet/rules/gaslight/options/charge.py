"""Who may declare a charge, on whom, and how far off they are (4.8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import enemies_near, marks_of, spread
from playsheet.rules.gaslight.ground.moving import Floor
from playsheet.rules.gaslight.ground.sight import sees_any
from playsheet.rules.gaslight.ground.slots import Ring, charger, find_slot, gap_to
from playsheet.rules.gaslight.options.choices import Charge
from playsheet.rules.gaslight.options.command import able, able_figures
from playsheet.rules.gaslight.options.vehicles import may_charge
from playsheet.rules.gaslight.terms import Arm, Leadership, ModelMark

NOBODY: Final = -1


# ---------------------------------------------------------------- declaring


def may_declare(battle: GaslightBattle, unit: Unit) -> bool:
    """Led by a character who can act and is not new, nobody in contact, nobody has acted yet (4.8.1)."""
    if unit.no_charge or unit.moves_only or unit.leader < 0 or unit.leaderless():
        return False
    if unit.leadership != Leadership.LED and not unit.lone() and not battle.rules.standin_may_charge:
        return False
    if not able(battle, unit.leader) or battle.in_melee(unit):
        return False
    for figure in battle.members(unit):
        if battle.marked(figure, ModelMark.ACTED):
            return False
    return unit.model < 0 or not battle.marked(unit.model, ModelMark.ACTED)


def charge_options(battle: GaslightBattle, unit: Unit) -> list[Option]:
    """The units, or machines, that it may declare a charge on (R67)."""
    found: list[Option] = []
    if not may_declare(battle, unit):
        return found
    drives = unit.kind == Arm.VEHICLE and len(battle.aboard(unit)) > 0
    for id in charge_targets(battle, unit):
        target = battle.units[id]
        for mark in marks_of(battle, target):
            models = [model for model in mark.models if model >= battle.men or standing(battle, model)]
            if not models:
                continue
            if drives:
                if sees_any(battle, unit.leader, models) and may_charge(battle, unit, models):
                    found.append(Charge(target.id, machine=mark.machine))
            elif can_charge(battle, unit, models):
                found.append(Charge(target.id, machine=mark.machine))
    return found


def charge_targets(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The enemy units near enough to be worth a closer look."""
    members = battle.members(unit)
    x, y = battle.centre(members)
    far = max([farthest(battle, figure) for figure in members])
    if unit.card.machine is not None:
        far = max(far, float(unit.card.machine.speed) + battle.radius[i64(unit.model)])
    return enemies_near(battle, unit.side, x, y, far + spread(battle, members, x, y))


def standing(battle: GaslightBattle, figure: int) -> bool:
    """On its own feet: nobody charges the crew in a machine apart from the machine."""
    return not battle.near.absent(figure)


def can_charge(battle: GaslightBattle, unit: Unit, models: list[int]) -> bool:
    """Could the highest bonus bring somebody into contact, and does the leader see any of them?"""
    able_ones = [figure for figure in able_figures(battle, unit) if standing(battle, figure)]
    far = max([farthest(battle, figure) for figure in able_ones], default=0.0)
    near: list[tuple[float, int, int]] = []
    close = models_near(battle, able_ones, models, far)
    for figure in able_ones:
        for model in close:
            gap = gap_to(battle, figure, model)
            if gap <= far + TOLERANCE:
                near.append((gap, figure, model))
    if not near or not sees_any(battle, unit.leader, models):
        return False
    near.sort()
    floor = lifted(battle, able_ones)
    ring = Ring(battle, unit.side)
    for _, figure, model in near:
        bonus = float(battle.rules.charges[unit.kind].highest())
        x, y = battle.at(figure)
        if find_slot(battle, ring, floor, charger(battle, figure, bonus), x, y, model) is not None:
            return True
    return False


def models_near(battle: GaslightBattle, figures: list[int], models: list[int], far: float) -> list[int]:
    """Those of the models that any of the figures could reach by such a run: a quick look from their middle."""
    if not figures:
        return []
    x, y = battle.centre(figures)
    wide = spread(battle, figures, x, y) + max([battle.radius[i64(figure)] for figure in figures])
    return [model for model in models if battle.gap(model, x, y) <= far + wide + 1.0]


def farthest(battle: GaslightBattle, figure: int) -> float:
    """With the highest bonus, over open ground."""
    unit = battle.unit_of(figure)
    bonus = float(battle.rules.charges[unit.kind].highest())
    return battle.rules.allowance(battle.move_of(figure), bonus, False, unit.leaderless(), 0)


def lifted(battle: GaslightBattle, figures: list[int]) -> Floor:
    """The table without these figures, who are on the move."""
    floor = Floor(battle)
    for figure in figures:
        floor.lift(figure)
    return floor
