"""Morale on the table (4.11): who checks and when, and every result of the failure chart carried out model by model."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, turned, wrapped
from playsheet.core.events import Throw
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.battle.events import LeftTable, Moved
from playsheet.rules.gaslight.battle.fight_events import FailureRolled, Froze, MoraleChecked, RunsOff
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.charge import charge_bonus
from playsheet.rules.gaslight.dice.morale import account, case_of, check, failures, random_direction
from playsheet.rules.gaslight.ground.marks import Mark, enemy_marks
from playsheet.rules.gaslight.ground.moving import HAIR, Floor, Mover, stopped
from playsheet.rules.gaslight.ground.sight import morale_cover
from playsheet.rules.gaslight.ground.slots import Ring, charger, find_slot, toward
from playsheet.rules.gaslight.options.command import in_command
from playsheet.rules.gaslight.options.shooting import group_at, named_models, weapon_of
from playsheet.rules.gaslight.table.cannon import forced_gun_shot
from playsheet.rules.gaslight.table.command import offer_takeover
from playsheet.rules.gaslight.table.crews import forced_aboard, forced_machine
from playsheet.rules.gaslight.table.damage import settle_machines
from playsheet.rules.gaslight.table.grenades import forced_cone, forced_launch
from playsheet.rules.gaslight.table.shooting import fire_group, fire_named
from playsheet.rules.gaslight.terms import (
    Arm,
    CheckReason,
    FailureResult,
    Leadership,
    ModelMark,
    MoveKind,
    WeaponType,
    Where,
)

OFF_TABLE: Final = "run-off-table"  # how one leaves who does so at once
WHICH: Final = Throw("Which enemy he fires at", "morale-failure", "fire-random-enemy", "", "R21")


# ---------------------------------------------------------------- the check


def commander_near(battle: GaslightBattle, unit: Unit) -> bool:
    """Is the army commander within 3 inches of the unit's leader, or of anybody if it has none (R12)?"""
    commander = battle.commanders[unit.side]
    if commander < 0 or not battle.in_play(commander):
        return False
    x, y = battle.at(commander)
    led = unit.leader >= 0 and unit.leadership == Leadership.LED  # a stand-in is no leader here
    for figure in [unit.leader] if led else battle.members(unit):
        to_x, to_y = battle.at(figure)
        if spacing(x, y, to_x, to_y) <= battle.rules.commander_near + TOLERANCE:
            return True
    return False


def leader_present(unit: Unit) -> bool:
    """A character leads it, and has not taken over this turn (R13)."""
    return unit.leader >= 0 and unit.leadership == Leadership.LED and not unit.new_leader


def morale_case(battle: GaslightBattle, unit: Unit, *, charging: bool) -> int:
    """The situation of its check."""
    cover = morale_cover(battle, unit)
    return case_of(
        unit.card.quality, cover, leader=leader_present(unit), commander=commander_near(battle, unit), charging=charging
    )


def holds(game: Game[GaslightBattle], unit: Unit, why: str) -> bool:
    """One morale check; a leaderless unit may be taken over the moment it is called for (R31)."""
    battle = game.battle
    if unit.leader < 0 and not unit.lone():
        offer_takeover(game, unit)
    throw_for(game, unit)
    modifiers = account(battle.rules, morale_case(battle, unit, charging=why == CheckReason.TO_CHARGE))
    passed = check(game.dice, battle.rules, battle.strength(unit), modifiers, 0, crew=unit.card.crew)
    game.tell(MoraleChecked(unit.id, why, passed, unit.pending if why == CheckReason.OWN_CARD else 0, "R8"))
    return passed


def throw_for(game: Game[GaslightBattle], unit: Unit) -> None:
    """All dice that follow are thrown by the unit's owner, whosever card it is."""
    game.dice.throwers(unit.seat, unit.seat)


def holds_if_it_must(game: Game[GaslightBattle], unit: Unit, why: str) -> bool:
    """One morale check, of a unit that has to make any (R9)."""
    return unit.place != Where.ON_TABLE or not game.battle.checks(unit) or holds(game, unit, why)


def check_morale(game: Game[GaslightBattle], unit: Unit, why: str) -> bool:
    """A check, and if it fails the chart for every model, carried out at once."""
    passed = holds_if_it_must(game, unit, why)
    if not passed:
        fail(game, unit)
    return passed


# ---------------------------------------------------------------- the failure chart


def fail(game: Game[GaslightBattle], unit: Unit) -> None:
    """All dice first, then the results in the same order, each with its own dice (4.12.5)."""
    battle = game.battle
    if unit.has_machine() and battle.rules.machine_morale_column and battle.aboard(unit):
        forced_machine(game, unit)
        settle_machines(game)
        return
    own = unit.id == battle.active
    figures = battle.members(unit)
    idle = [figure for figure in figures if is_idle(battle, figure)]
    throw_for(game, unit)
    classes = [battle.cast[figure].cls for figure in figures]
    results = failures(game.dice, battle.rules, classes, 0)
    game.tell(FailureRolled(unit.id, figures, results, own, "R17" if own else "R18"))
    for index in range(len(figures)):
        if battle.in_play(figures[index]):
            carry_out(game, figures[index], results[index], figures[index] in idle)
    settle_machines(game)


def is_idle(battle: GaslightBattle, figure: int) -> bool:
    """Frozen or out of command: he neither charges nor fires, whatever the chart says (R97)."""
    return battle.marked(figure, ModelMark.FROZEN | ModelMark.HELD) or not in_command(battle, figure)


def carry_out(game: Game[GaslightBattle], figure: int, result: int, idle: bool) -> None:
    """One model's result (R15 to R22, R97); the crew of a machine does it as a crew would (R87)."""
    battle = game.battle
    if result == FailureResult.NO_RESULT:
        return
    if battle.marked(figure, ModelMark.ABOARD) and not forced_aboard(game, figure, result):
        return
    if result == FailureResult.RUN_OFF:
        run_off(game, figure)
    elif result == FailureResult.RUN:
        flee(game, figure, MoveKind.RUNS, battle.rules.run_inches)
    elif result == FailureResult.BACK:
        flee(game, figure, MoveKind.BACKS, battle.rules.back_inches)
    elif result == FailureResult.FREEZE:
        game.tell(Froze(figure, "R17"))
    elif result == FailureResult.RANDOM:
        run_wild(game, figure)
    elif idle or battle.engaged(figure):
        return
    elif result == FailureResult.CHARGE:
        charge_alone(game, figure)
    elif result == FailureResult.FIRE:
        fire_wildly(game, figure)


def run_off(game: Game[GaslightBattle], figure: int) -> None:
    """Removed at once; by switch he runs, now and on every card of his (R16)."""
    if game.battle.rules.runs_off_by_cards:
        game.tell(RunsOff(figure, "R16"))
        flee(game, figure, MoveKind.RUNS, game.battle.rules.run_inches)
    else:
        game.tell(LeftTable(figure, OFF_TABLE, "R16"))


def run_on(game: Game[GaslightBattle], unit: Unit) -> None:
    """By switch (R16): those who are running off run on, once the unit has not failed a check on this card (R120)."""
    for figure in game.battle.members(unit):
        if game.battle.in_play(figure) and game.battle.marked(figure, ModelMark.RUNNING_OFF):
            flee(game, figure, MoveKind.RUNS, game.battle.rules.run_inches)


def flee(game: Game[GaslightBattle], figure: int, how: str, inches: float) -> None:
    """Straight away from the nearest enemy model, whatever the ground (R15); backing he keeps facing it."""
    battle = game.battle
    x, y = battle.at(figure)
    away = wrapped(away_from(battle, figure, x, y))
    faces = turned(away, 180.0) if how == MoveKind.BACKS else away
    run_straight(game, figure, how, away, inches, faces)


def away_from(battle: GaslightBattle, figure: int, x: float, y: float) -> float:
    """The bearing away from the nearest enemy; where there is none, or he stands just there, straight back."""
    enemy, _ = battle.nearest_enemy(x, y, battle.side_of(figure))
    if enemy >= 0:
        ex, ey = battle.at(enemy)
        if spacing(x, y, ex, ey) > TOLERANCE:
            return bearing(x - ex, y - ey)
    return turned(battle.figures.facing[i64(figure)], 180.0)


def run_wild(game: Game[GaslightBattle], figure: int) -> None:
    """Twelve inches in a random direction (R20)."""
    battle = game.battle
    throw_for(game, battle.unit_of(figure))
    way = turned(battle.figures.facing[i64(figure)], random_direction(game.dice, battle.rules))
    run_straight(game, figure, MoveKind.RUNS_WILD, way, battle.rules.random_inches, way)


def run_straight(game: Game[GaslightBattle], figure: int, how: str, way: float, inches: float, faces: float) -> None:
    """So far that way: friends and ground do not stop him, enemies and what is impassable do.

    He is gone when his centre crosses the edge (R122).
    """
    battle = game.battle
    x, y = battle.at(figure)
    ux, uy = direction(way)
    mover = Mover(battle, figure, inches, bonus=0.0, leaderless=False, short=battle.rules.stop_short)
    far = stopped(battle, mover, x, y, ux, uy, inches, -1, over=True)
    if far < inches:
        far = far - HAIR if far > HAIR else 0.0
    ground = battle.land.ground
    to_x = x + ux * far
    to_y = y + uy * far
    if not (0.0 <= to_x <= ground.width and 0.0 <= to_y <= ground.depth):
        game.tell(LeftTable(figure, how, "R15, R122"))
        return
    far = Floor(battle).last_free(mover, x, y, ux, uy, far)
    if far < 0.0:
        far = 0.0
    ruling = "R20" if how == MoveKind.RUNS_WILD else "R15"
    game.tell(Moved(battle.unit_of(figure).id, how, [figure], [x + ux * far], [y + uy * far], [faces], False, ruling))


# ---------------------------------------------------------------- panicky charges and shots


def charge_alone(game: Game[GaslightBattle], figure: int) -> None:
    """Alone, with bonus dice of his own kind (R119) and every modifier, at the nearest enemy; no checks (R21)."""
    battle = game.battle
    unit = battle.unit_of(figure)
    x, y = battle.at(figure)
    enemy, _ = battle.nearest_enemy(x, y, unit.side)
    if enemy < 0:
        return
    throw_for(game, unit)
    bonus = float(charge_bonus(game.dice, battle.rules, battle.kind_of(figure), []))
    floor = Floor(battle)
    slot = find_slot(battle, Ring(battle, unit.side), floor, charger(battle, figure, bonus), x, y, enemy)
    if slot is None:
        slot = toward(battle, floor, figure, bonus, enemy)
    game.tell(Moved(unit.id, MoveKind.CHARGES_ALONE, [figure], [slot.x], [slot.y], [slot.facing], False, "R21"))


def fire_wildly(game: Game[GaslightBattle], figure: int) -> None:
    """At a random enemy that he could legally shoot at; a crewman fires his gun (4.11.4)."""
    battle = game.battle
    unit = battle.unit_of(figure)
    if unit.kind == Arm.CREW and battle.home[i64(figure)] == unit.id:
        forced_gun_shot(game, unit, figure)
        return
    weapon = battle.cast[figure].weapon
    if weapon is None or not battle.marked(figure, ModelMark.LOADED):
        return
    if weapon.cone:
        forced_cone(game, unit, figure)
    elif weapon.launcher:
        forced_launch(game, unit, figure)
    elif weapon.type in (WeaponType.SMALL_ARM, WeaponType.HEAVY):
        shoot_wildly(game, unit, figure)


def shoot_wildly(game: Game[GaslightBattle], unit: Unit, figure: int) -> None:
    battle = game.battle
    throw_for(game, unit)
    if battle.is_character(figure):
        models = named_models(battle, figure, weapon_of(battle, figure), one=False)
        units: list[int] = []
        for model in models:
            owner = battle.unit_of(model).id
            if owner not in units:
                units.append(owner)
        if not units:
            return
        units.sort()
        target = units[game.dice.pick(units, WHICH)]
        held = battle.units[target]
        found = [model for model in [*battle.members(held), held.model] if model in models]
        fire_named(game, unit, figure, found[game.dice.pick(found, WHICH)], forced=True)
        return
    marks: list[Mark] = []
    for mark in enemy_marks(battle, unit.side):
        if group_at(battle, [figure], mark) is not None and not (marks and marks[-1].unit is mark.unit):
            marks.append(mark)
    if not marks:
        return
    mark = marks[game.dice.pick([each.unit.id for each in marks], WHICH)]
    group = group_at(battle, [figure], mark)
    if group is not None:
        fire_group(game, unit, group, mark, forced=True)
