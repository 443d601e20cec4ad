"""The sheet's own words as numbers, in the order in which its tables list them."""

from __future__ import annotations

from typing import Final


class Arm:
    """What a unit is."""

    INFANTRY: Final = 0
    CAVALRY: Final = 1
    ARTILLERY: Final = 2
    GENERAL: Final = 3


ARMS: Final = ("infantry", "cavalry", "artillery", "general")


class Nation:
    """Whose troops they are."""

    UNION: Final = 0
    CONFEDERATE: Final = 1
    EITHER: Final = 2


NATIONS: Final = ("union", "confederate", "either")


class Grade:
    """How good a unit is."""

    CRACK: Final = 0
    ELITE: Final = 1
    VETERAN: Final = 2
    REGULAR: Final = 3  # the sheet's "Line" in the fire modifiers (R54)
    GREEN: Final = 4
    MILITIA: Final = 5


GRADES: Final = ("crack", "elite", "veteran", "regular", "green", "militia")


class Weapon:
    """What infantry and cavalry carry."""

    NONE: Final = 0
    SMOOTHBORE: Final = 1
    RIFLED_MUSKET: Final = 2
    CARBINE: Final = 3
    BREECH_CARBINE: Final = 4
    BREECH_RIFLE: Final = 5
    REPEATER: Final = 6


WEAPONS: Final = ("none", "smoothbore", "rifled-musket", "carbine", "breech-carbine", "breech-rifle", "repeater")


class SkirmishRate:
    """How well a unit skirmishes."""

    NONE: Final = 0
    SECOND_RATE: Final = 1
    FIRST_RATE: Final = 2
    SHARPSHOOTER: Final = 3


RATES: Final = ("none", "second", "first", "sharpshooter")


class Gun:
    """What a battery fires."""

    NONE: Final = -1
    GUN_6PDR: Final = 0
    GUN_12PDR: Final = 1
    GUN_MIXED: Final = 2
    GUN_RIFLED: Final = 3
    GUN_20PDR: Final = 4


GUNS: Final = ("6pdr", "12pdr", "mixed", "rifled", "20pdr")


class Formation:
    """How a unit stands."""

    LINE: Final = 0
    EXTENDED: Final = 1
    COLUMN: Final = 2
    SKIRMISH: Final = 3
    MOB: Final = 4
    DEPLOYED: Final = 5
    LIMBERED: Final = 6


FORMATIONS: Final = ("line", "extended", "column", "skirmish", "mob", "deployed", "limbered")


class UnitState:
    """States, each worse than the one before."""

    OK: Final = 0
    GONE_TO_GROUND: Final = 1
    FALTERING: Final = 2
    RETREATING: Final = 3
    ROUTING: Final = 4
    DISPERSED: Final = 5


STATES: Final = ("ok", "gone-to-ground", "faltering", "retreating", "routing", "dispersed")


class UnformedBy:
    """Why a unit is unformed."""

    NOTHING: Final = 0
    MELEE: Final = 1
    TERRAIN: Final = 2
    PURSUIT: Final = 3
    RALLY: Final = 4
    OTHER: Final = 5


CAUSES: Final = ("formed", "melee", "terrain", "pursuit", "rally", "other")


class Level:
    """What a general commands."""

    BRIGADIER: Final = 0
    DIVISIONAL: Final = 1
    CORPS: Final = 2
    CINC: Final = 3


LEVELS: Final = ("brigadier", "divisional", "corps", "cinc")


class Quality:
    """How good a general is."""

    EXCELLENT: Final = 0
    NORMAL: Final = 1
    POOR: Final = 2
    DRUNKARD: Final = 3


QUALITIES: Final = ("excellent", "normal", "poor", "drunkard")


OUTSTANDING: Final = "outstanding"  # the same as excellent (R11)


class Order:
    """A brigade's orders."""

    ASSAULT: Final = 0
    ENGAGE: Final = 1
    SUPPORT: Final = 2
    MOVE: Final = 3
    HOLD: Final = 4
    RETIRE: Final = 5
    NONE: Final = -1  # of `loss-of-nerve`: the order stays


ORDERS: Final = ("assault", "engage", "support", "move", "hold", "retire")


class DivisionOrder:
    """A division's orders."""

    ATTACK: Final = 0
    DEFEND: Final = 1
    RESERVE: Final = 2
    REDEPLOY: Final = 3


DIVISION_ORDERS: Final = ("attack", "defend", "reserve", "redeploy")


class ChargeLimit:
    """Charging limits."""

    NONE: Final = 0
    ONE_CHARGE: Final = 1
    UNFORMED_TARGETS: Final = 2
    UNLIMITED: Final = 3


LIMITS: Final = ("none", "one", "unformed-targets", "unlimited")


class Cover:
    """What shelters a unit."""

    NONE: Final = 0
    LIGHT: Final = 1
    COVER: Final = 2
    HASTY: Final = 3
    WORKS: Final = 4


COVERS: Final = ("none", "light", "cover", "hasty-works", "works")


class GroundClass:
    """Classes of ground."""

    GOOD: Final = 0
    DIFFICULT: Final = 1
    SEVERE: Final = 2
    IMPASSABLE: Final = 3


CLASSES: Final = ("good", "difficult", "severe", "impassable")


EFFECTS: Final = ("half-speed", "unformed", "no-charge", "no-unlimbering", "no-entry")


class Mover:
    """Who goes over ground: the columns of `terrain`."""

    HORSE: Final = 0
    FOOT: Final = 1
    BATTERY: Final = 2
    SKIRMISHERS: Final = 3


TROOPS: Final = ("cavalry", "infantry", "artillery", "skirmishers")


class SightThrough:
    """Sight through a kind of ground."""

    CLEAR: Final = 0
    NOT_THROUGH: Final = 1  # lines that begin or end in it are free
    THROUGH_WOOD: Final = 2  # so many inches of it
    BLOCKS: Final = 3


SIGHTS: Final = ("clear", "not-through", "wood", "blocks")


class Wood:
    """Woods."""

    NONE: Final = 0
    OPEN: Final = 1
    DENSE: Final = 2


WOODS: Final = ("none", "open", "dense")


class Obstacle:
    """Defences that a charge crosses."""

    NONE: Final = 0
    ABATIS: Final = 1
    WIRE: Final = 2
    PALISADE: Final = 3
    WORKS: Final = 4


OBSTACLES: Final = ("none", "abatis", "wire", "palisade", "works")


class CrossingResult:
    """What comes of crossing defences."""

    CROSSES: Final = 0
    CROSSES_UNFORMED: Final = 1
    CROSSES_UNFORMED_LOSES: Final = 2
    STAYS_BEHIND: Final = 3


CROSSINGS: Final = ("crosses", "unformed", "unformed-lose-1", "gone-to-ground-behind")


class RangeBand:
    """Range bands."""

    EFFECTIVE: Final = 0
    LONG: Final = 1
    BEYOND: Final = 2


BANDS: Final = ("effective", "long")


class Ammunition:
    """What guns fire."""

    SHOT: Final = 0
    CANISTER: Final = 1


AMMUNITION: Final = ("shot", "canister")


class Token:
    """Tokens."""

    NONE: Final = -1
    RALLY_ONCE_AGAIN: Final = 0
    DOWN_PACKS: Final = 1
    YELL_OR_AIM: Final = 2


TOKENS: Final = ("rally-once-again", "down-packs", "yell-or-aim")


class MoraleResult:
    """Results of unit morale."""

    CHARGE: Final = 0
    HALT_VOLLEY: Final = 1
    GO_TO_GROUND: Final = 2
    FALTER: Final = 3
    RETREAT: Final = 4
    ROUT: Final = 5
    STAND_OR_COUNTER: Final = 6
    FALTER_RECOIL: Final = 7
    OBEY: Final = 8
    RALLY: Final = 9
    FAIL: Final = 10
    DISPERSE: Final = 11
    STAND_STILL_RETREATING: Final = 12


RESULTS: Final = (
    "charge",
    "halt-volley",
    "go-to-ground",
    "falter",
    "retreat",
    "rout",
    "stand-or-counter",
    "falter-recoil",
    "obey",
    "rally",
    "fail",
    "disperse",
    "stand-still-retreating",
)


class MoraleTest:
    """Columns of unit morale."""

    TO_CHARGE: Final = 0
    BEING_CHARGED: Final = 1
    OTHER: Final = 2
    RALLY_RETREAT: Final = 3
    RALLY_ROUT: Final = 4


TESTS: Final = ("to-charge", "being-charged", "other", "rally-retreat", "rally-rout")


class BrigadeResult:
    """Results of brigade morale."""

    STANDS: Final = 0
    BREAKS: Final = 1
    REMOVED: Final = 2


BRIGADE_RESULTS: Final = ("stands", "breaks", "removed")


class PursuitResult:
    """Results of the pursuit test."""

    SUPERB: Final = 0
    UNFORMED_CHOICE: Final = 1
    TUCKERED: Final = 2
    PURSUE: Final = 3
    UNCONTROLLED_CHARGE: Final = 4


PURSUITS: Final = ("superb", "unformed-choice", "tuckered", "pursue", "uncontrolled-charge")


class MeleeResult:
    """What becomes of the loser of a melee."""

    ROUT: Final = 0
    RETREAT: Final = 1
    RECOIL: Final = 2
    DRAW: Final = 3


MELEE_RESULTS: Final = ("rout", "retreat", "recoil", "draw")


class WinnerDoes:
    """What the winner of a melee does."""

    PURSUIT_TEST: Final = 0
    MUST_FOLLOW_UP: Final = 1
    MAY_FOLLOW_UP: Final = 2
    OWN_LINES: Final = 3
    FIGHTS_ON: Final = 4


REACTIONS: Final = ("pursuit-test", "must-follow-up", "may-follow-up", "own-lines", "fights-on")


class LimberingResult:
    """What comes of limbering in a hurry."""

    BATTERY_LOST: Final = 0
    ONE_GUN_LOST: Final = 1
    ONE_CREW_LOST: Final = 2
    CLEAN: Final = 3


LIMBERINGS: Final = ("battery-lost", "one-gun-lost", "one-crew-lost", "clean")


class RiskResult:
    """What becomes of a general at risk."""

    DISGRACED: Final = 0
    SNIPED: Final = 1
    WHISKEY: Final = 2
    LIGHTLY_WOUNDED: Final = 3
    BIBLE: Final = 4
    STONEWALL: Final = 5


RISKS: Final = ("disgraced", "sniped", "whiskey", "light", "bible", "stonewall")


NO_PACE: Final = -1.0  # the sheet's dot: not possible (R33)


MOST_FIGURES: Final = 40


MOST_GUNS: Final = 3


CM: Final = 2.54  # of an inch


TENTHS: Final = 10  # casualties are counted in steps of a tenth


# the modifiers that code knows by name, in the order of their tables
TARGETS: Final = (
    "enfiladed",
    "massed",
    "target-column",
    "target-extended",
    "target-deployed-artillery",
    "target-skirmishers",
    "light-cover",
    "gone-to-ground",
    "cover",
    "works",
    "works-rifled",
)


MELEES: Final = (
    "infantry",
    "artillery",
    "cavalry",
    "shotguns",
    "crack-elite",
    "veteran-regular-green",
    "militia",
    "general-attached",
    "charging",
    "following-up",
    "extended-line",
    "column",
    "smoothbores",
    "supporting-lines",
    "unformed",
    "recoiled",
    "retreating",
    "flank-rear",
    "half-casualties",
    "cover-or-uphill",
    "hasty-works",
    "works",
    "outnumber",
    "crack-graded",
)


MORALES: Final = (
    "general-attached-excellent",
    "general-near",
    "crack-infantry",
    "elite-veteran",
    "green-militia",
    "cover",
    "hasty-works",
    "uphill",
    "works",
    "casualties",
    "charge-weak-target",
    "cavalry-vs-formed",
    "charge-casualties",
    "supporting-lines",
    "charged-by-infantry-line",
    "charged-by-infantry-column",
    "charged-by-infantry-column-in-works",
    "charged-by-cavalry",
    "charged-flank-rear",
    "charged-while-weak",
    "weak",
    "routing",
    "routing-confederate-infantry",
    "enemy-fleeing",
    "friends-fleeing",
)


BRIGADES: Final = (
    "general-commanding",
    "crack-elite",
    "green-militia",
    "enemy-fleeing",
    "works-or-woods",
    "quarter-lost",
    "half-lost",
    "most-lost",
    "broken-before",
)


RULED: Final = {  # the ruling that settles a modifier
    "brigade-orders": {"far-or-commanding": "R12", "far-and-commanding": "R12"},
    "division-orders": {"drunkard": "R9", "stricter": "R9"},
    "infantry-fire-modifiers": {"veteran-regular-green": "R54", "fired-last-turn": "R53"},
    "artillery-fire-modifiers": {"elite": "R54", "canister-rifled": "R50", "canister-20pdr": "R50"},
    "target-modifiers": {
        "enfiladed": "R56",
        "massed": "R56",
        "target-column": "R56",
        "light-cover": "R57",
        "gone-to-ground": "R57",
        "cover": "R57",
        "works": "R57",
        "works-rifled": "R57",
    },
    "melee-modifiers": {
        "shotguns": "R70",
        "crack-elite": "R63",
        "crack-graded": "R63",
        "supporting-lines": "R68",
        "recoiled": "R70",
        "flank-rear": "R70",
        "cover-or-uphill": "R67",
        "hasty-works": "R66",
        "works": "R66",
        "outnumber": "R65",
    },
    "unit-morale-modifiers": {
        "general-attached-excellent": "R76",
        "general-near": "R77",
        "cover": "R78",
        "hasty-works": "R78",
        "uphill": "R78",
        "works": "R78",
        "casualties": "R99",
        "charge-casualties": "R79",
        "supporting-lines": "R68",
        "charged-while-weak": "R80",
        "weak": "R80",
    },
    "brigade-morale-modifiers": {
        "general-commanding": "R122",
        "crack-elite": "R87",
        "green-militia": "R87",
        "works-or-woods": "R87",
        "quarter-lost": "R86",
        "half-lost": "R86",
        "most-lost": "R86",
        "broken-before": "R87",
    },
    "recall-skirmishers": {"half-regiment": "R39", "far-from-enemy": "R40"},
    "pursuit-modifiers": {"general-near": "R40"},
}


class LossCause:
    """How units fire, and how figures are lost."""

    MUSKETRY: Final = "musketry"
    ARTILLERY_FIRE: Final = "artillery"
    SKIRMISH_FIRE: Final = "skirmish"
    SNIPING: Final = "sniping"  # sharpshooters at a general
    DOUBLE_SIX: Final = "double-six"
    IN_MELEE: Final = "melee"
    RIDDEN_DOWN: Final = "ridden-down"  # routers who do not fight back (R72)
    FLAMES: Final = "flames"
    SKULKERS: Final = "skulkers"
    BURST_BARREL: Final = "burst-barrel"
    LIMBERING: Final = "limbering"
    TEST: Final = "test"
    BRIGADE: Final = "brigade"
    NOBODY_LEFT: Final = "nobody-left"


class FireMoment:
    """When a shot is fired."""

    IN_PHASE: Final = "phase"
    REACTION: Final = "reaction"
    SUPPORT: Final = "support"


class ChargeStart:
    """How a charge begins."""

    DECLARED: Final = "charges"
    COUNTER: Final = "counter-charges"
    OPPORTUNITY: Final = "opportunity"


class Reply:
    """What a target does about a charge."""

    FIRES: Final = "fire"
    HOLDS_FIRE: Final = "hold"
    PREPARES: Final = "counter"
    EVADES: Final = "evade"


class MoveKind:
    """How units move: `Moved.how`."""

    MARCHES: Final = "marches"
    PROLONGS: Final = "prolongs"
    STEPS_BACK: Final = "steps-back"
    TURNS: Final = "turns"
    RECOILS: Final = "recoils"
    RETREATS: Final = "retreats"
    ROUTS: Final = "routs"
    RETIRES: Final = "retires"
    BREAKS_AWAY: Final = "breaks-away"  # with its broken brigade
    FALLS_BACK: Final = "falls-back"  # the owner's further retirement after a recoil (R115)
    EVADES: Final = "evades"
    PURSUES: Final = "pursues"
    CHARGES_ON: Final = "charges"  # to the halfway point, and home
    FOLLOWS_UP: Final = "follows-up"
    MAKES_ROOM: Final = "makes-room"
    PLACED: Final = "placed"  # by a game master


NORMAL_WAYS: Final = (MoveKind.MARCHES, MoveKind.PROLONGS, MoveKind.STEPS_BACK, MoveKind.TURNS)


COMPULSORY_WAYS: Final = (MoveKind.RETREATS, MoveKind.ROUTS, MoveKind.RETIRES, MoveKind.BREAKS_AWAY, MoveKind.PURSUES)


class FormationChange:
    """How formations change: `Formed.how`."""

    FORMS: Final = "forms"
    REFORMS: Final = "reforms"
    LIMBERS: Final = "limbers"
    UNLIMBERS: Final = "unlimbers"
    MOUNTS: Final = "mounts"
    DISMOUNTS: Final = "dismounts"
    LIMBERS_FREE: Final = "limbers-free"


class Phase:
    """The phases of a game turn, as printed."""

    DEPLOYING: Final = 0
    INITIATIVE: Final = 1
    COMMAND: Final = 2
    COMPULSORY: Final = 3
    CHARGES: Final = 4
    NORMAL_MOVES: Final = 5
    FIRING: Final = 6
    MELEES: Final = 7
    MORALE: Final = 8


ALTERNATE: Final = (Phase.COMMAND, Phase.CHARGES, Phase.NORMAL_MOVES, Phase.FIRING)  # one go after another
SIMULTANEOUS: Final = (Phase.COMPULSORY, Phase.MELEES, Phase.MORALE)


class Where:
    """Where a unit or a general is."""

    WAITING: Final = 0  # not deployed yet
    ON_TABLE: Final = 1
    GONE: Final = 2  # dispersed, captured, killed
    MERGED: Final = 3  # a detachment that has rejoined its parent


PLACES: Final = ("waiting", "on the table", "gone", "rejoined")


class Retirement:
    """A retirement that is due in the next phase 3 (R113)."""

    NONE: Final = 0
    MAY_RETIRE: Final = 1  # up to a normal move
    TO_OWN_LINES: Final = 2  # a full normal move
    BROKEN_AWAY: Final = 3  # its brigade broke: 18 inches


RETIREMENTS: Final = ("none", "may", "own-lines", "broken")


class Zone:
    """Zones round a unit."""

    FRONT: Final = 0
    FLANK: Final = 1
    REAR: Final = 2


ZONES: Final = ("front", "flank", "rear")


# on which side of the brigade that it supports (R22)
WINGS: Final = ("left", "right", "rear")


class Edge:
    """Edges of the table."""

    NORTH: Final = 0
    EAST: Final = 1
    SOUTH: Final = 2
    WEST: Final = 3


EDGES: Final = ("north", "east", "south", "west")


class TargetReaction:
    """Reactions of who is charged."""

    FIRES: Final = 0
    HOLDS_FIRE: Final = 1
    COUNTER_CHARGES: Final = 2
    EVADES: Final = 3


class OrderTry:
    """What came of a try to change a brigade's order."""

    KEPT: Final = 0
    CHANGED: Final = 1
    NERVE: Final = 2
    PANIC: Final = 3


class GeneralWorth:
    """What a general is worth to a unit."""

    NONE: Final = 0
    NEAR: Final = 1
    INSPIRES: Final = 2


class ChargedBy:
    """Who charges."""

    NOBODY: Final = 0
    SKIRMISHERS: Final = 1  # no modifier
    LINE: Final = 2
    COLUMN: Final = 3
    CAVALRY: Final = 4


class Bar:
    """Why something may not be done now: what predicates answer. options/why_not.py has the words."""

    NONE: Final = 0  # it may
    NEVER: Final = 1  # it never could
    OFF_TABLE: Final = 2
    # what the unit has done, or what has been done to it
    ACTED: Final = 3
    CHARGED: Final = 4
    DECLARED: Final = 5
    EVADED: Final = 6
    HALTED: Final = 7
    FIRED: Final = 8
    COMPULSORY: Final = 9  # it has made a compulsory move (R114)
    IN_MELEE: Final = 10
    BEGUN: Final = 11  # its move has begun, and it takes a whole one
    SPENT: Final = 12  # not enough of its move is left
    TRIED: Final = 13  # once a turn
    UNDER_CHARGE: Final = 14  # it is charged itself
    # how it is
    ON_THE_GROUND: Final = 15
    FALTERING: Final = 16
    FLEEING: Final = 17
    UNFORMED: Final = 18
    GARRISON: Final = 19
    LIMBERED: Final = 20
    DEPLOYED: Final = 21
    MOUNTED: Final = 22
    UNARMED: Final = 23
    SKIRMISHING: Final = 24
    TOO_FEW: Final = 25
    OUT: Final = 27  # its skirmishers are
    SCREENED: Final = 28  # its brigade has a screen out already
    OLD_FORMATION: Final = 29  # after melee it reforms as it was
    JUST_DOWN: Final = 30
    # whom it is about, and where
    RANGE: Final = 31
    ARC: Final = 32
    SIGHT: Final = 33
    LINE: Final = 34  # no line of charge
    GROUND: Final = 35
    BURNING: Final = 36
    HELD: Final = 37  # by somebody else
    NOT_FIRED_AT: Final = 38  # the unformed fire only at who has fired at them
    PARENT: Final = 39  # not fit to take its skirmishers in
    # orders, generals, tokens
    ORDER: Final = 40
    ONE_CHARGE: Final = 41
    UNFORMED_ONLY: Final = 42
    NO_GENERAL: Final = 43
    NOT_HIS_GO: Final = 44
    NO_TOKEN: Final = 45
    ONE_TOKEN: Final = 46  # a turn
    SAME: Final = 48
    NOBODY_THERE: Final = 49
