"""The sheet's own words as numbers, in the order in which its tables list them."""

from __future__ import annotations

from typing import Final


class Haywire:
    """What an automaton has come to."""

    OBEYS: Final = 0
    RESETS: Final = 1  # no action next turn, then normal
    JAMS: Final = 2  # until it is repaired
    RANDOM_MOVE: Final = 3
    FORWARD: Final = 4
    ATTACK: Final = 5
    ENEMY_CONTROL: Final = 6


HAYWIRES: Final = ("obeys", "resets", "jams", "random-move", "forward", "attack", "enemy-control")


class Arm:
    """What a unit is."""

    INFANTRY: Final = 0
    CAVALRY: Final = 1
    GUN: Final = 2  # a crew and its gun
    NOTABLE: Final = 3
    VEHICLE: Final = 4
    AUTOMATON: Final = 5


KINDS: Final = ("infantry", "cavalry", "gun", "notable", "vehicle", "automaton")


class Order:
    """In which order figures stand; loose is skirmish order (R24)."""

    CLOSE: Final = 0
    LOOSE: Final = 1  # skirmish order (R24)


ORDERS: Final = ("close", "loose")


class Drill:
    """How figures are drilled."""

    REGULAR: Final = 0
    IRREGULAR: Final = 1


DRILLS: Final = ("regular", "irregular")


class Grade:
    """How good a unit is."""

    ELITE: Final = 0
    AVERAGE: Final = 1
    GREEN: Final = 2


GRADES: Final = ("elite", "average", "green")


class Cover:
    """What shelters a model."""

    NONE: Final = 0
    LIGHT: Final = 1
    HEAVY: Final = 2


COVERS: Final = ("none", "light", "heavy")


class WeaponClass:
    """Classes of weapons; from the grenade on they burst."""

    RIFLE: Final = 0
    GATLING: Final = 1
    SMALL_ARM: Final = 2
    GRENADE: Final = 3


CLASSES: Final = ("rifle", "gatling", "small-arm", "grenade", "light", "medium", "heavy")


class Arc:
    """Whither a weapon bears."""

    FRONT: Final = 0
    LEFT: Final = 1
    RIGHT: Final = 2
    TURRET: Final = 3


ARCS: Final = ("front", "left", "right", "turret")


class Size:
    """How large a machine is."""

    NORMAL: Final = 0
    LARGE: Final = 1
    ENORMOUS: Final = 2


SIZES: Final = ("normal", "large", "enormous")


class Drive:
    """What a machine goes on."""

    WHEELS: Final = 0
    TRACKS: Final = 1
    LEGS: Final = 2


DRIVES: Final = ("wheels", "tracks", "legs")


class RangeBand:
    """Range bands."""

    SHORT: Final = 0
    LONG: Final = 1
    BEYOND: Final = 2


BANDS: Final = ("short", "long")


class ShootingCase:
    """The situations that the modifiers of shooting know, as bits of a case."""

    FIRER_MOVING: Final = 1
    LONG_RANGE: Final = 2
    LIGHT_COVER: Final = 4
    HEAVY_COVER: Final = 8
    SKIRMISH_OR_GUN_CREW: Final = 16
    CLOSE_CAVALRY: Final = 32
    ENFILADED: Final = 64
    VOLLEY_FIRE: Final = 128
    ELITE_OR_PROTECTED: Final = 256
    IS_GREEN: Final = 512
    IS_LARGE: Final = 1024
    IS_ENORMOUS: Final = 2048


SHOOTING_CASES: Final = {
    "firer_moving": ShootingCase.FIRER_MOVING,
    "long_range": ShootingCase.LONG_RANGE,
    "light_cover": ShootingCase.LIGHT_COVER,
    "heavy_cover": ShootingCase.HEAVY_COVER,
    "skirmish_or_gun_crew": ShootingCase.SKIRMISH_OR_GUN_CREW,
    "close_cavalry": ShootingCase.CLOSE_CAVALRY,
    "enfiladed": ShootingCase.ENFILADED,
    "volley_fire": ShootingCase.VOLLEY_FIRE,
    "elite_or_protected": ShootingCase.ELITE_OR_PROTECTED,
    "green": ShootingCase.IS_GREEN,
    "large": ShootingCase.IS_LARGE,
    "enormous": ShootingCase.IS_ENORMOUS,
}


class MeleeCase:
    """The situations that the modifiers of melee know beside those of shooting."""

    IN_SKIRMISH: Final = 1


MELEE_CASES: Final = {
    "light_cover": ShootingCase.LIGHT_COVER,
    "heavy_cover": ShootingCase.HEAVY_COVER,
    "skirmish": MeleeCase.IN_SKIRMISH,
}


class MoraleCase:
    """The situations that the modifiers of morale know, as bits of a case."""

    CHARGING: Final = 1
    CHARGING_VEHICLE: Final = 2
    SKIRMISH_RECEIVING: Final = 16
    ARMY_COMMANDER: Final = 32
    BY_THE_GUN: Final = 64


MORALE_CASES: Final = {
    "charging": MoraleCase.CHARGING,
    "charging_vehicle": MoraleCase.CHARGING_VEHICLE,
    "skirmish_receiving": MoraleCase.SKIRMISH_RECEIVING,
    "light_cover": ShootingCase.LIGHT_COVER,
    "heavy_cover": ShootingCase.HEAVY_COVER,
    "army_commander": MoraleCase.ARMY_COMMANDER,
    "gun": MoraleCase.BY_THE_GUN,
}


class FigureFailure:
    """What fails in the column of figures, as printed."""

    STAND: Final = 0
    IRREGULARS_MILL: Final = 1
    MILL: Final = 2
    BACK: Final = 3
    CLOSE_REGULARS_BACK: Final = 4
    RUN_AND_FLEE: Final = 5
    RUN_AND_MANY_FLEE: Final = 6


FIGURE_ROWS: Final = (
    "stand",
    "irregulars-mill",
    "mill",
    "back",
    "close-regulars-back",
    "run-and-flee",
    "run-and-many-flee",
)


class VehicleFailure:
    """What fails in the column of vehicles, as printed."""

    CONFUSED: Final = 1
    NO_ACTION: Final = 2
    REVERSE: Final = 3
    REVERSE_FULL: Final = 4
    TURN_ABOUT: Final = 5
    FLEE: Final = 6


VEHICLE_ROWS: Final = ("stand", "confused", "no-action", "reverse", "reverse-full", "turn-about", "flee")


class ChartColumn:
    """Columns of the hit charts."""

    NON_PENETRATING: Final = "non-penetrating"
    PENETRATING: Final = "penetrating"
    CATASTROPHIC: Final = "catastrophic"
    DENT: Final = "dent"
    CRACK: Final = "crack"


class RandomEvent:
    """Random events."""

    NATIVES: Final = 0
    HAZE: Final = 1
    BAD_CARTRIDGES: Final = 2
    ALLIES: Final = 3


EVENTS: Final = ("natives", "haze", "bad-cartridges", "allies")


ENTRIES: Final = ("north", "east", "south", "west", "feature")


FEATURE: Final = 4


class Attitude:
    """What natives think of the sides."""

    HOSTILE_TO_ALL: Final = 0
    HOSTILE_TO_MOST: Final = 1
    FRIENDLY: Final = 2


ATTITUDES: Final = ("hostile-to-all", "hostile-to-most", "friendly")


class SightThrough:
    """Sight through a kind of ground."""

    CLEAR: Final = 0
    NOT_THROUGH: Final = 1  # lines that begin or end in it are free
    CREST: Final = 2
    BLOCKS: Final = 3


SIGHTS: Final = ("clear", "not-through", "crest", "blocks")


SHUT_OUT: Final = ("all", "wheels", "tracks", "legs", *KINDS)  # who may be kept out of ground


class MoveKind:
    """How models move: `Moved.how`."""

    MOVES: Final = "moves"
    FORMS: Final = "forms"  # a new formation or facing in place
    CHARGES: Final = "charges"
    BREAKS_OFF: Final = "breaks-off"
    STEPS_ASIDE: Final = "steps-aside"  # for a vehicle that breaks off
    BACKS: Final = "backs"
    RUNS: Final = "runs"
    REVERSES: Final = "reverses"
    TURNS_ABOUT: Final = "turns-about"
    CLOSES_UP: Final = "closes-up"
    GOES_WILD: Final = "goes-wild"  # a haywire automaton
    REPAIRS: Final = "repairs"  # a scientist on his way to one


FORCED: Final = (MoveKind.BACKS, MoveKind.RUNS, MoveKind.REVERSES, MoveKind.TURNS_ABOUT)


class TestReason:
    """Why a unit tests its morale."""

    TO_CHARGE: Final = "to-charge"
    TO_RECEIVE: Final = "to-receive"
    LOSSES: Final = "losses"
    HITS: Final = "hits"  # on a vehicle
    CREW_TEST: Final = "crew-test"  # of a vehicle, at once (R14)
    CALLED: Final = "called"  # by a game master (R60)


class Phase:
    """What comes next."""

    DEPLOYING: Final = 0
    CHIPS: Final = 1
    REVEALED: Final = 2  # the window after the reveal
    MOVE_ORDER: Final = 3
    MOVES: Final = 4
    NATIVES_MOVE: Final = 5
    ATTACHING: Final = 6
    EVENTS: Final = 7
    AFTER_EVENTS: Final = 8  # the window after them
    SHOOTING: Final = 9
    MELEE: Final = 10
    MORALE: Final = 11
    END: Final = 12


class Where:
    """Where a unit is."""

    WAITING: Final = 0  # not deployed yet
    ON_TABLE: Final = 1
    GONE: Final = 2  # out of the game: `fate` says how
    ATTACHED: Final = 3  # a notable person with another unit


PLACES: Final = ("waiting", "on the table", "gone", "attached")


class Fate:
    """What became of a unit that is gone."""

    IN_GAME: Final = 0
    DESTROYED: Final = 1  # to the last figure; a machine by its fate
    LEFT_TABLE: Final = 2
    WRECKED: Final = 3  # a machine that is disabled, exploded or abandoned
    ABOARD_PRIZE: Final = 4  # all of it, or the notable person, is in a captured machine


FATES: Final = ("in the game", "destroyed", "left the table", "wrecked", "aboard a prize")


class Chip:
    """The chip beside a unit."""

    NONE: Final = 0
    STATIONARY: Final = 1
    MOVING: Final = 2
    BLANK: Final = 3  # public: no action, or a haywire automaton


CHIPS: Final = ("none", "stationary", "moving", "blank")


class Instruction:
    """Standing fire instructions (H2, R89): what a unit does while others move."""

    USUAL: Final = 0  # nothing was said: it fires at chargers as soon as it can
    HOLDS: Final = 1
    AT_ANY: Final = 2  # within so many inches, and so the next two
    AT_CHARGERS: Final = 3
    AT_UNIT: Final = 4
    ASKS: Final = 5  # its player wants to be asked in each window


INSTRUCTIONS: Final = ("usual", "hold", "any", "charger", "unit", "ask")


class ModelKind:
    """What a model is."""

    FIGURE: Final = 0
    GUN: Final = 1
    HULL: Final = 2


class HitBy:
    """How a machine was hit."""

    SHOT: Final = 0
    BY_FIGURES: Final = 1
    BY_MACHINE: Final = 2


HOWS: Final = ("shot", "figures", "machine")


class ChargeResult:
    """What came of a charge."""

    CALLED_OFF: Final = 0
    FELL_SHORT: Final = 1
    CONTACT: Final = 2
    NOBODY_LEFT: Final = 3
    SHOT_DOWN: Final = 4


CHARGES: Final = ("called off", "falls short", "contact", "nobody left to charge", "shot down")


class EngineResult:
    """What comes of SUSTAIN and START."""

    MOVES: Final = 0
    STAYS: Final = 1  # nothing was to be rolled, or a START failed
    STARTS: Final = 2  # it runs again, and moves next turn (by switch)
    BREAKS_DOWN: Final = 3
    GOES_HAYWIRE: Final = 4


class Conduct:
    """What a unit does that has failed."""

    STANDS: Final = 0  # as if it had passed
    CLOSES_UP: Final = 1  # the same, in close order
    MILLS: Final = 2  # no action next turn
    BACKS: Final = 3
    RUNS: Final = 4


ACTIONS: Final = ("stands firm", "closes up", "mills around", "backs away", "runs")


class Mendable:
    """What a Scientist can mend."""

    MIND: Final = 0  # haywire, jam, enemy control
    TURNING: Final = 1
    LEGWORK: Final = 2  # immobilised
    BOILER: Final = 3  # a steam timer, or power that is gone


CONDITIONS: Final = ("haywire", "cannot turn", "immobilised", "steam")


class Bar:
    """Why something cannot be done now, in a word; an empty one: it can. What each means to a player: reasons.py."""

    # of a unit
    GONE: Final = "gone"
    MOVED: Final = "moved"
    FIRED: Final = "fired"
    STANDS: Final = "stands"
    MOVES: Final = "moves"
    NO_CHIP: Final = "no-chip"
    NO_ACTION: Final = "no-action"
    HAYWIRE: Final = "haywire"
    NO_POWER: Final = "no-power"
    IMMOBILE: Final = "immobile"
    LOCKED: Final = "locked"
    FORCED: Final = "forced"
    RAN: Final = "ran"
    CARTRIDGES: Final = "cartridges"
    UNARMED: Final = "unarmed"
    NO_WEAPONS: Final = "no-weapons"
    HOLDS: Final = "holds"
    INSTRUCTED: Final = "instructed"
    CLOSED: Final = "closed"
    NEVER: Final = "never"
    NO_ROOM: Final = "no-room"
    TRIED: Final = "tried"
    # of what it would be done to
    TOO_FAR: Final = "too-far"
    UNSERVED: Final = "unserved"
    BROKEN: Final = "broken"
    OUT_OF_ARC: Final = "out-of-arc"
    HIDDEN: Final = "hidden"
    IN_MELEE: Final = "in-melee"
    OFF_ARROW: Final = "off-arrow"
    NO_WAY: Final = "no-way"
    WILL_MOVE: Final = "will-move"
    IN_ORDER: Final = "in-order"
