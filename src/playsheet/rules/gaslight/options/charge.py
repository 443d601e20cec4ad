"""Who may declare a charge, on whom, and how far off they are (4.8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import Mark, enemies_near, marks_of, spread
from playsheet.rules.gaslight.ground.moving import Floor
from playsheet.rules.gaslight.ground.sight import why_none_seen
from playsheet.rules.gaslight.ground.slots import Ring, charger, find_slot, gap_to
from playsheet.rules.gaslight.options.choices import Charge
from playsheet.rules.gaslight.options.command import able_figures, why_unable
from playsheet.rules.gaslight.options.vehicles import why_no_ram
from playsheet.rules.gaslight.terms import Arm, Bar, Leadership, ModelMark

NOBODY: Final = -1


# ---------------------------------------------------------------- declaring


def why_not_declare(battle: GaslightBattle, unit: Unit) -> str:
    """Why it may declare no charge at all, in a word.

    It may if it is led by a character who can act and is not new, nobody is in contact, nobody has acted yet (4.8.1).
    """
    if unit.moves_only:
        return Bar.MOVES_ONLY
    if unit.no_charge:
        return Bar.DECLARED
    if unit.leader < 0:
        return Bar.LEADERLESS
    if unit.leaderless():
        return Bar.NEW_LEADER
    if unit.leadership != Leadership.LED and not unit.lone() and not battle.rules.standin_may_charge:
        return Bar.STAND_IN
    leader = why_unable(battle, unit.leader)
    if leader:
        return Bar.SOME_ACTED if leader == Bar.ACTED else Bar.LEADER_HELD
    if battle.in_melee(unit):
        return Bar.IN_MELEE
    return Bar.SOME_ACTED if has_acted(battle, unit) else ""


def has_acted(battle: GaslightBattle, unit: Unit) -> bool:
    """Has anybody of it done anything on this card?"""
    for figure in battle.members(unit):
        if battle.marked(figure, ModelMark.ACTED):
            return True
    return unit.model >= 0 and battle.marked(unit.model, ModelMark.ACTED)


def charge_options(battle: GaslightBattle, unit: Unit) -> list[Option]:
    """The units, or machines, that it may declare a charge on (R67)."""
    if why_not_declare(battle, unit):
        return []
    return [
        Charge(mark.unit.id, machine=mark.machine)
        for id in charge_targets(battle, unit)
        for mark in marks_of(battle, battle.units[id])
        if not why_not_charge(battle, unit, mark)
    ]


def why_not_charge(battle: GaslightBattle, unit: Unit, mark: Mark) -> str:
    """Why it may not declare a charge on that one, in a word."""
    models = [model for model in mark.models if model >= battle.men or standing(battle, model)]
    if not models:
        return Bar.NO_WAY
    if unit.kind == Arm.VEHICLE and len(battle.aboard(unit)) > 0:
        return why_none_seen(battle, unit.leader, models) or why_no_ram(battle, unit, models)
    return why_out_of_reach(battle, unit, models)


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


def why_out_of_reach(battle: GaslightBattle, unit: Unit, models: list[int]) -> str:
    """Why not even the highest bonus could bring anybody into contact, or the leader sees none of them; in a word."""
    able_ones = [figure for figure in able_figures(battle, unit) if standing(battle, figure)]
    far = max([farthest(battle, figure) for figure in able_ones], default=0.0)
    near: list[tuple[float, int, int]] = []
    close = models_near(battle, able_ones, models, far)
    for figure in able_ones:
        for model in close:
            gap = gap_to(battle, figure, model)
            if gap <= far + TOLERANCE:
                near.append((gap, figure, model))
    if not near:
        return Bar.TOO_FAR
    unseen = why_none_seen(battle, unit.leader, models)
    if unseen:
        return unseen
    near.sort()
    floor = lifted(battle, able_ones)
    ring = Ring(battle, unit.side)
    for _, figure, model in near:
        bonus = float(battle.rules.charges[unit.kind].highest())
        x, y = battle.at(figure)
        if find_slot(battle, ring, floor, charger(battle, figure, bonus), x, y, model) is not None:
            return ""
    return Bar.NO_WAY


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
