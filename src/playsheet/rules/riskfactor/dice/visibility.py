"""Visibility: the die for a hidden group, and from how far it is seen. Pure; who stands where is sight.py."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.sheet import RiskRules
from playsheet.rules.riskfactor.terms import Depth

VISIBILITY: Final = Throw("Visibility", "visibility", "times", "", "R28", 0)
ANY_RANGE: Final = 1000.0


def depth_of(rules: RiskRules, conceals: bool, depth: float) -> int:
    """By the distance from a figure's edge to the nearest boundary of the piece it is in."""
    if not conceals:
        return Depth.IN_THE_OPEN
    return Depth.NEAR_THE_EDGE if depth <= rules.seen_edge + TOLERANCE else Depth.DEEP_INSIDE


def visibility(dice: Dice, rules: RiskRules) -> int:
    """One die for a hidden group, kept for the whole enemy turn: the cm within which it is seen."""
    return dice.roll(rules.seen_sides, VISIBILITY) * rules.seen_times


def seen_within(rules: RiskRules, depth: int, same_piece: bool, fired: bool, thrown: int, viewer: int) -> float:
    """How far off a figure is seen: 0 for not at all, ANY_RANGE for no limit.

    `thrown`: what `visibility` gave for its group, if a die was thrown. `same_piece`: viewer and figure stand in one
    piece of ground that conceals. `viewer`: his own depth; from deep inside one sees only that piece (R60).
    """
    if same_piece:
        return rules.seen_inside  # everybody, whether he has fired or not
    if viewer == Depth.DEEP_INSIDE:
        return 0.0
    if depth == Depth.IN_THE_OPEN:
        return ANY_RANGE
    if fired and rules.fired_always_seen:
        return ANY_RANGE
    if depth == Depth.DEEP_INSIDE and not fired:
        return 0.0
    return float(thrown)


def sees_through(rules: RiskRules, wood: float) -> bool:
    """Does a line of sight get through so many cm of what conceals, in all (R60)?"""
    return wood <= rules.seen_inside + TOLERANCE


def shoots_through(rules: RiskRules, wood: float) -> bool:
    """Does a shot get through so many cm of it at one end (R27)?"""
    return wood <= rules.fire_depth + TOLERANCE
