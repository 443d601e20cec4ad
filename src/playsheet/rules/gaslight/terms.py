"""The sheet's own words as numbers, in the order in which its tables list them."""

from __future__ import annotations

from typing import Final


class Arm:
    """What a unit is."""

    FOOT: Final = 0
    HORSE: Final = 1
    CREW: Final = 2  # of a gun
    VEHICLE: Final = 3
    CHARACTER: Final = 4
    BEAST: Final = 5


KINDS: Final = ("foot", "horse", "crew", "vehicle", "character", "beast")


class TroopClass:
    """Classes, in the order of the failure chart; all but the last are Main Characters."""

    HERO: Final = 0
    ADVENTURER: Final = 1
    LEADER: Final = 2
    VETERAN: Final = 3
    EXTRA: Final = 4


CLASSES: Final = ("hero", "adventurer", "leader", "veteran", "extra")


class Quality:
    """How good a unit is."""

    GREEN: Final = 0
    REGULAR: Final = 1
    CRACK: Final = 2


QUALITIES: Final = ("green", "regular", "crack")


class RangeBand:
    """Range bands."""

    SHORT: Final = 0
    LONG: Final = 1
    BEYOND: Final = 2


BANDS: Final = ("short", "long")


class Cover:
    """What shelters a model."""

    NONE: Final = 0
    LIGHT: Final = 1
    HARD: Final = 2


COVERS: Final = ("none", "light", "hard")


class WeaponType:
    """Types of weapons."""

    SMALL_ARM: Final = 0
    HEAVY: Final = 1
    LAUNCHER: Final = 2
    CONE: Final = 3
    BLAST: Final = 4


TYPES: Final = ("small", "heavy", "launcher", "cone", "blast")


class Bore:
    """How a gun is bored."""

    SMOOTHBORE: Final = 0
    RIFLED: Final = 1


BORES: Final = ("smoothbore", "rifled")


class Mount:
    """Where a weapon is mounted."""

    FRONT: Final = 0
    REAR: Final = 1
    LEFT: Final = 2
    RIGHT: Final = 3
    TURRET: Final = 4


MOUNTS: Final = ("front", "rear", "left", "right", "turret")


class HitResult:
    """What a vehicle's saving throw comes to."""

    BOUNCE: Final = 0
    NON_PENETRATING: Final = 1
    PENETRATING: Final = 2
    CATASTROPHIC: Final = 3


OUTCOMES: Final = ("bounce", "non-penetrating", "penetrating", "catastrophic")


class HitBy:
    """How a vehicle was hit."""

    SHOT: Final = 0
    FIGURES: Final = 1
    MACHINE: Final = 2  # hand to hand


HITS_BY: Final = ("shot", "figures", "machine")


class Attackers:
    """Who fights a vehicle hand to hand, in the order of their SRMs."""

    FOOT: Final = 0
    EXPLOSIVES: Final = 1
    MACHINE: Final = 2
    SPECIAL: Final = 3  # a vehicle with a special melee weapon


ATTACKERS: Final = ("foot", "explosives", "machine", "special")


class FailureResult:
    """Results of the failure chart, in printed order."""

    RUN_OFF: Final = 0
    RUN: Final = 1
    BACK: Final = 2
    FREEZE: Final = 3
    RANDOM: Final = 4
    CHARGE: Final = 5
    FIRE: Final = 6
    NO_RESULT: Final = 7


RESULTS: Final = (
    "run-off-table",
    "run-12-from-enemy",
    "back-6-from-enemy",
    "freeze",
    "run-12-random",
    "charge-nearest-enemy",
    "fire-random-enemy",
    "no-effect",
)


class MachineResult:
    """What a machine does whose crew fails, by switch."""

    STANDS_FIRM: Final = "stands-firm"
    SITS_STILL: Final = "sits-still"
    NO_ACTION: Final = "no-action"
    REVERSES: Final = "reverse-6"
    REVERSES_FULL: Final = "reverse-full"
    TURNS_ABOUT: Final = "turn-about"
    FLEES: Final = "flee"


MACHINE_RESULTS: Final = (
    MachineResult.STANDS_FIRM,
    MachineResult.SITS_STILL,
    MachineResult.NO_ACTION,
    MachineResult.REVERSES,
    MachineResult.REVERSES_FULL,
    MachineResult.TURNS_ABOUT,
    MachineResult.FLEES,
)


class MoraleCase:
    """The situations that morale-modifiers knows, as bits of a case."""

    ARMY_COMMANDER: Final = 1
    LEADER_PRESENT: Final = 2
    IN_LIGHT_COVER: Final = 4
    IN_HARD_COVER: Final = 8
    CHARGING: Final = 16
    IS_CRACK: Final = 32
    IS_GREEN: Final = 64


CONDITIONS: Final = {
    "army_commander": MoraleCase.ARMY_COMMANDER,
    "leader": MoraleCase.LEADER_PRESENT,
    "light_cover": MoraleCase.IN_LIGHT_COVER,
    "hard_cover": MoraleCase.IN_HARD_COVER,
    "charging": MoraleCase.CHARGING,
    "crack": MoraleCase.IS_CRACK,
    "green": MoraleCase.IS_GREEN,
}


class GroundGoing:
    """The going of a kind of ground."""

    CLEAR: Final = 0
    ROUGH: Final = 1
    OBSTACLE: Final = 2  # linear: to be crossed
    WALLED: Final = 3  # each outer wall is an obstacle
    IMPASSABLE: Final = 4


GOINGS: Final = ("clear", "rough", "obstacle", "walled", "none")


SIGHTS: Final = ("clear", "into", "crest")


class MoveKind:
    """How models move: `Moved.how`."""

    MOVES: Final = "moves"
    CHARGES: Final = "charges"
    PILES_IN: Final = "piles-in"
    BREAKS_OFF: Final = "breaks-off"
    RUNS: Final = "runs"  # away from the enemy, by the failure chart
    BACKS: Final = "backs"
    RUNS_WILD: Final = "runs-wild"  # in a random direction
    CHARGES_ALONE: Final = "charges-alone"  # by the failure chart
    SCATTERS: Final = "scatters"  # too neat for the undrilled (R28)
    REPOSITIONED: Final = "repositioned"  # by a game master


INTO_CONTACT: Final = (MoveKind.CHARGES, MoveKind.PILES_IN, MoveKind.CHARGES_ALONE)


class CheckReason:
    """Why a unit checks morale: `MoraleChecked.why`."""

    OWN_CARD: Final = "card"
    TO_CHARGE: Final = "charge"
    RECEIVES: Final = "receive"
    AT_ONCE: Final = "at-once"  # a chart or a game master says so


class ShotKind:
    """How a shot is made: `Fired.how` and so on."""

    AIMED: Final = "aimed"  # a group, or a weapon of the chart that is served by a crew
    NAMED: Final = "named"  # a character at a model
    CONE: Final = "cone"  # shotgun
    GRENADE: Final = "grenade"
    LAUNCHER: Final = "launcher"
    SHELL: Final = "shell"
    GRAPE: Final = "grape"


class Phase:
    """What comes next."""

    DEPLOYING: Final = 0
    DRAWING: Final = 1
    ACTING: Final = 2
    FIGHTING: Final = 3


class Where:
    """Where a unit is."""

    WAITING: Final = 0  # not deployed yet
    ON_TABLE: Final = 1
    GONE: Final = 2  # killed or off the table, to the last figure
    ATTACHED: Final = 3  # a character with another unit, which then owns his figure (R7)


PLACES: Final = ("waiting", "on the table", "gone", "attached")


class Leadership:
    """Who leads a unit."""

    NONE: Final = 0
    LED: Final = 1  # by a character
    STAND_IN: Final = 2  # by anybody, for movement and formation only


LEADERSHIPS: Final = ("none", "character", "stand-in")


class MustCheck:
    """Why a unit must check on its next card, as bits."""

    LOST_FIGURE: Final = 1
    COMMANDER_DEAD: Final = 2
    VEHICLE_HIT: Final = 4
    GM_CALL: Final = 8


REASONS: Final = ("lost-figure", "commander-dead", "vehicle-hit", "gm")


class ModelMark:
    """Marks on a model, as bits."""

    LOADED: Final = 1  # a figure's own weapon, or a gun
    ACTED: Final = 2  # on this card
    HELD: Final = 4  # a mark from before keeps it from acting on this card
    FROZEN: Final = 8  # no action on its next card
    SKIPS: Final = 16  # no action on its next card, if that comes this turn (R18)
    SPENT: Final = 32  # has acted this turn
    WAITS: Final = 64  # came to its unit after it had acted: no action before the next turn (R7)
    ABOARD: Final = 128  # in a machine
    RUNNING_OFF: Final = 256  # by switch: runs for the table's edge on every card (R16)
    IN_COMMAND: Final = 512  # as the card began: what counts by switch (R29)
    BROKEN: Final = 1024  # of a gun, by switch: hit, and to be repaired (R61)
    CHARGED: Final = 2048  # came into contact on this card, by a charge of any kind: it is fought at its end


class ChargeResult:
    """What came of a charge."""

    CHARGER_FAILED: Final = 0
    FELL_SHORT: Final = 1
    CONTACT: Final = 2
    NOBODY_LEFT: Final = 3
    TARGET_FAILED: Final = 4  # and where its models go is not known


class Bar:
    """Why something cannot be done now, in a word; an empty one: it can. What each means to a player: why_not.py."""

    # of a figure
    ACTED: Final = "acted"
    SPENT: Final = "spent"
    HELD: Final = "held"
    WAITS: Final = "waits"
    RUNNING_OFF: Final = "running-off"
    OUT_OF_COMMAND: Final = "out-of-command"
    ABOARD: Final = "aboard"
    ENGAGED: Final = "engaged"
    UNARMED: Final = "unarmed"
    EMPTY: Final = "empty"
    NO_GRENADES: Final = "no-grenades"
    LOADED: Final = "loaded"
    # of what it would be done to
    TOO_FAR: Final = "too-far"
    IN_CONTACT: Final = "in-contact"
    SHOT_AT: Final = "shot-at"
    OUT_OF_ARC: Final = "out-of-arc"
    HIDDEN: Final = "hidden"
    NO_WAY: Final = "no-way"
    # of a unit
    MOVES_ONLY: Final = "moves-only"
    DECLARED: Final = "declared"
    LEADERLESS: Final = "leaderless"
    NEW_LEADER: Final = "new-leader"
    STAND_IN: Final = "stand-in"
    LEADER_HELD: Final = "leader-held"
    SOME_ACTED: Final = "some-acted"
    IN_MELEE: Final = "in-melee"
    NO_FIGHT: Final = "no-fight"
    # of a gun
    USED: Final = "used"
    UNSERVED: Final = "unserved"
    BROKEN: Final = "broken"
    IN_ORDER: Final = "in-order"
    # of a machine
    DROVE: Final = "drove"
    NO_HANDS: Final = "no-hands"
    LOCKED: Final = "locked"
