"""The sheet's own words as numbers, in the order in which its tables list them."""

from __future__ import annotations

from typing import Final

KINDS: Final = ("foot", "horse", "gun", "commander")


class FireDie:
    """What a fire die shows."""

    HIT: Final = 0
    JAM: Final = 1
    MISS: Final = 2


class PairResult:
    """What came of a pair: `melee-outcome`."""

    LOCKED: Final = 0
    DEFENDER_REMOVED: Final = 1
    ATTACKER_REMOVED: Final = 2


OUTCOMES: Final = ("locked", "defender-removed", "attacker-removed")


class MeleeCase:
    """The situations that `melee-modifiers` knows, as bits of a case."""

    LANCERS_CHARGING: Final = 1
    INFANTRY_AGAINST_CAVALRY: Final = 2
    ATTACKING_UPHILL: Final = 4


CONDITIONS: Final = {
    "lancers_charging": MeleeCase.LANCERS_CHARGING,
    "infantry_against_cavalry": MeleeCase.INFANTRY_AGAINST_CAVALRY,
    "attacking_uphill": MeleeCase.ATTACKING_UPHILL,
}


CONDITION_RULINGS: Final = {
    MeleeCase.LANCERS_CHARGING: "R22",
    MeleeCase.INFANTRY_AGAINST_CAVALRY: "R30",
    MeleeCase.ATTACKING_UPHILL: "R31",
}


class Arm:
    """What a unit is."""

    FOOT: Final = 0
    HORSE: Final = 1
    GUN: Final = 2
    COMMANDER: Final = 3


class Formation:
    """How a unit stands."""

    LINE: Final = 0
    EXTENDED: Final = 1
    COLUMN: Final = 2
    NONE: Final = 3


FORMATIONS: Final = ("line", "extended", "column", "none")


class Where:
    """Where a unit is."""

    WAITING: Final = 0  # not deployed yet
    ON_TABLE: Final = 1
    DESTROYED: Final = 2
    ROUTED: Final = 3


class Met:
    """What stopped a move."""

    NOTHING: Final = 0
    FRIEND: Final = 1
    ENEMY: Final = 2
    EDGE: Final = 3  # a change of terrain
    CLOSED: Final = 4  # ground it may not enter, or the table edge


class Reaction:
    """What the target does about a charge that fell short."""

    NOTHING: Final = 0
    FIRE: Final = 1
    COUNTER_CHARGE: Final = 2


REACTIONS: Final = ("nothing", "fire", "counter_charge")
