"""The sheet's own words as numbers, in the order in which its tables list them."""

from __future__ import annotations

from typing import Final


class TroopClass:
    """Classes, in the order of the table command-dice."""

    HERO: Final = 0
    VETERAN: Final = 1
    RAW: Final = 2


CLASSES: Final = ("hero", "veteran", "raw")


class Role:
    """What a figure is; a unit of men (and their NCOs) is a group, every other role is a leader's."""

    MAN: Final = 0
    NCO: Final = 1
    DRUMMER: Final = 2
    BUGLER: Final = 3
    OFFICER: Final = 4
    PC: Final = 5


ROLES: Final = ("man", "nco", "drummer", "bugler", "officer", "pc")


CARD_ROLES: Final = ("man", "drummer", "bugler", "officer", "pc")


class ActionsTable:
    """The Actions Tables."""

    FIREARMS: Final = 0
    MELEE: Final = 1


TABLES: Final = ("firearms", "melee")


class Result:
    """What the cells of the Actions Tables say."""

    CONTINUE_ORDER: Final = 0
    ADVANCE_TO_NEAREST: Final = 1
    CONTINUE: Final = 2
    ADVANCE: Final = 3
    HALT: Final = 4
    TAKE_COVER: Final = 5
    WITHDRAW: Final = 6
    RUN: Final = 7


RESULTS: Final = (
    "continue_order",
    "advance_to_nearest",
    "continue",
    "advance",
    "halt",
    "take_cover",
    "withdraw",
    "run",
)


class RiskCause:
    """The situations that the table risk-factors knows."""

    HERO: Final = 0
    COVER_OR_ADVANCING: Final = 1
    ENEMY_IN_RANGE: Final = 2
    RAW_IN_RANGE: Final = 3
    LOSSES: Final = 4
    FLANK_OR_REAR: Final = 5
    NATIVES_NEAR_CAVALRY: Final = 6
    RAN_OR_RETREATING: Final = 7


RISKS: Final = (
    "hero",
    "cover_or_advancing",
    "enemy_in_range",
    "raw_in_range",
    "losses",
    "flank_or_rear",
    "natives_near_cavalry",
    "ran_or_retreating",
)


class OrderKind:
    """Standing orders; an instruction may leave them the same."""

    HOLD: Final = 0
    ADVANCING: Final = 1
    WITHDRAWING: Final = 2
    SAME: Final = 3


ORDERS: Final = ("hold", "advance", "withdraw", "same")


class RangeBand:
    """Range bands: the rows of to-hit."""

    SHORT: Final = 0
    MEDIUM: Final = 1
    LONG: Final = 2
    BEYOND: Final = 3


BANDS: Final = ("short", "medium", "long")


class Cover:
    """Cover: the columns of to-hit."""

    OPEN: Final = 0
    SOFT: Final = 1
    HARD: Final = 2


COVERS: Final = ("open", "soft", "hard")


class DamageDie:
    """What a damage die says."""

    GRAZE: Final = 0
    WOUND: Final = 1
    KILL: Final = 2
    NOTHING: Final = -1


DAMAGES: Final = ("graze", "wound", "kill")


class GroundGoing:
    """The going of a kind of ground."""

    CLEAR: Final = 0
    DIFFICULT: Final = 1
    BARRIER: Final = 2


GOINGS: Final = ("clear", "difficult", "barrier")


class MeleeSide:
    """The sides of a melee; of two figures who fight, the first that is named is the active one."""

    ACTIVE: Final = 0
    OTHER: Final = 1
    NEITHER: Final = -1


MELEE_SIDES: Final = ("active", "other", "neither")


class PairResult:
    """What came of a pair by the switch melee = lancer_like."""

    LOCKED: Final = 0
    OTHER_KILLED: Final = 1
    ACTIVE_KILLED: Final = 2


OUTCOMES: Final = ("locked", "other-killed", "active-killed")


class Phase:
    """The phases of a side's turn."""

    SETTING_UP: Final = 0
    VISIBILITY: Final = 1
    COMMAND: Final = 2
    ACTIONS: Final = 3
    MOVES: Final = 4  # those whose result binds them
    FREE_MOVES: Final = 5  # those whose players decide
    COMMANDED_FIRE: Final = 6
    UNCOMMANDED_FIRE: Final = 7
    MELEES: Final = 8
    SIDE_ENDS: Final = 9


class Where:
    """Where a group is."""

    WAITING: Final = 0  # not deployed yet
    ON_TABLE: Final = 1
    GONE: Final = 2  # killed or off the table, to the last man
    JOINED: Final = 3  # its last men went over to another group (R53)


class Gone:
    """How far a figure has gone this turn."""

    STOOD: Final = 0
    HALF: Final = 1  # at most half of its allowance
    WHOLE: Final = 2


class Petticoats:
    """What has become of a lady's petticoats."""

    NONE: Final = 0
    HITCHED: Final = 1
    DOWN: Final = 2


class ChargeAnswer:
    """What may come of "(Charge?)"."""

    NO_CHARGE: Final = 0
    OWNER_DECIDES: Final = 1
    CHARGES: Final = 2


class Condition:
    UNHURT: Final = 0
    A_GRAZE: Final = 1
    A_WOUND: Final = 8
    KILLED: Final = 64
    LEADER: Final = 128
    WOUNDED_BEFORE: Final = 256


class Fires:
    """Who fires."""

    COMMANDED: Final = 0  # by command, and able to fire volleys
    UNCOMMANDED: Final = 1  # without command, or unable to fire volleys (R18)
    ALONE: Final = 2  # a Player Character, or a leader by himself


FIRES: Final = ("commanded", "uncommanded", "alone")


class Depth:
    """How a figure stands in ground that conceals."""

    IN_THE_OPEN: Final = 0
    NEAR_THE_EDGE: Final = 1
    DEEP_INSIDE: Final = 2


DEPTHS: Final = ("open", "edge", "deep")


class MoveKind:
    """How a move is told."""

    ORDERS_FOLLOWED: Final = "follows its orders"
    ADVANCES: Final = "advances"
    TAKES_COVER: Final = "takes cover"
    WITHDRAWS: Final = "withdraws"
    RUNS: Final = "runs"
    RETREATS: Final = "retreats"
    CHARGES_HOME: Final = "charges"
    FREELY: Final = "moves"
