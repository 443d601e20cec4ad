"""Who is in command and may act, who may be promoted or take over (4.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.terms import Arm, Bar, ModelMark, Where

CANNOT_ACT: Final = ModelMark.ACTED | ModelMark.HELD | ModelMark.WAITS | ModelMark.RUNNING_OFF


def within_radius(battle: GaslightBattle, figure: int) -> bool:
    """Within 12 inches of the leader's centre, limit included; if he fell on this card, everybody is (R95, R96)."""
    unit = battle.unit_of(figure)
    if unit.lone() or unit.leader < 0 or battle.marked(figure, ModelMark.ABOARD):
        return True
    x, y = battle.at(figure)
    to_x, to_y = battle.at(unit.leader)
    return spacing(x, y, to_x, to_y) <= battle.rules.command_radius + TOLERANCE


def in_command(battle: GaslightBattle, figure: int) -> bool:
    """As it stands when the figure is about to act; by switch, as it stood when the card began (R29)."""
    if battle.rules.command_at_start and battle.unit_of(figure).id == battle.active:
        return battle.marked(figure, ModelMark.IN_COMMAND)
    return within_radius(battle, figure)


def able(battle: GaslightBattle, figure: int) -> bool:
    """May the figure still act on this card?"""
    return not why_unable(battle, figure)


def why_unable(battle: GaslightBattle, figure: int) -> str:
    """Why it may not, in a word."""
    marks = battle.marks[i64(figure)]
    if marks & CANNOT_ACT == 0:
        return "" if in_command(battle, figure) else Bar.OUT_OF_COMMAND
    if marks & ModelMark.RUNNING_OFF:
        return Bar.RUNNING_OFF
    if marks & ModelMark.WAITS:
        return Bar.WAITS
    if marks & ModelMark.HELD == 0:
        return Bar.ACTED
    spent = battle.rules.once_a_turn and marks & (ModelMark.SPENT | ModelMark.ABOARD) != 0
    return Bar.SPENT if spent else Bar.HELD


def why_not_free(battle: GaslightBattle, figure: int) -> str:
    """Why a figure may not act by itself, in a word: it must be able, on foot and not engaged."""
    why = why_unable(battle, figure)
    if why:
        return why
    if battle.marked(figure, ModelMark.ABOARD):
        return Bar.ABOARD
    return Bar.ENGAGED if battle.engaged(figure) else ""


def able_figures(battle: GaslightBattle, unit: Unit) -> list[int]:
    return [figure for figure in battle.members(unit) if able(battle, figure)]


def held_figures(battle: GaslightBattle, unit: Unit, marks: int) -> list[int]:
    """Those whom a mark from before keeps from acting on the card that begins.

    By switch (R4) those who have acted this turn; a machine is one model, so all of its crew once any of them has.
    """
    members = battle.members(unit)
    held = [figure for figure in members if battle.marks[i64(figure)] & marks != 0]
    if not battle.rules.once_a_turn:
        return held
    spent = [figure for figure in members if battle.marked(figure, ModelMark.SPENT)]
    aboard = battle.aboard(unit)
    if any(figure in spent for figure in aboard):
        spent += aboard
    return [figure for figure in members if figure in held or figure in spent]


# ---------------------------------------------------------------- leaders


def eligible(battle: GaslightBattle, unit: Unit) -> list[Unit]:
    """Unattached characters of its side within command radius of any of its models (R31)."""
    if not takes_characters(unit):
        return []
    members = battle.members(unit)
    return [other for other in battle.units if is_alone(other, unit.side) and not why_no_leader(battle, other, members)]


def is_alone(unit: Unit, side: int) -> bool:
    """A character of that side who is with nobody."""
    return unit.side == side and unit.kind == Arm.CHARACTER and unit.place == Where.ON_TABLE


def why_no_leader(battle: GaslightBattle, character: Unit, members: list[int]) -> str:
    """Why a character by himself may not take over these figures, in a word: he must be near one of them."""
    x, y = battle.at(character.first)
    for figure in members:
        to_x, to_y = battle.at(figure)
        if spacing(x, y, to_x, to_y) <= battle.rules.command_radius + TOLERANCE:
            return ""
    return Bar.TOO_FAR


def takes_characters(unit: Unit) -> bool:
    """May a character be attached to it? Not to a machine, nor to beasts or another character (R115)."""
    return unit.kind in (Arm.FOOT, Arm.HORSE, Arm.CREW) and unit.place == Where.ON_TABLE


def hosts(battle: GaslightBattle, character: Unit) -> list[int]:
    """The friendly units that a character touches and may join (R7)."""
    i: i64 = character.first
    x = battle.figures.x[i]
    y = battle.figures.y[i]
    found: list[int] = []
    for other in battle.near.within(x, y, battle.radius[i]):
        if other == character.first or other >= battle.men:
            continue
        unit = battle.unit_of(other)
        if unit.side == character.side and takes_characters(unit) and unit.id not in found:
            found.append(unit.id)
    found.sort()
    return found
