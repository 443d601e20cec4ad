"""The sheet's own words as numbers, in the order in which its tables list them."""

from __future__ import annotations

from typing import Final

# what a unit is
INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
GENERAL: Final = 3
ARMS: Final = ("infantry", "cavalry", "artillery", "general")
UNION: Final = 0
CONFEDERATE: Final = 1
EITHER: Final = 2
NATIONS: Final = ("union", "confederate", "either")
CRACK: Final = 0
ELITE: Final = 1
VETERAN: Final = 2
REGULAR: Final = 3  # the sheet's "Line" in the fire modifiers (R54)
GREEN: Final = 4
MILITIA: Final = 5
GRADES: Final = ("crack", "elite", "veteran", "regular", "green", "militia")
NO_WEAPON: Final = 0
SMOOTHBORE: Final = 1
RIFLED_MUSKET: Final = 2
CARBINE: Final = 3
BREECH_CARBINE: Final = 4
BREECH_RIFLE: Final = 5
REPEATER: Final = 6
WEAPONS: Final = ("none", "smoothbore", "rifled-musket", "carbine", "breech-carbine", "breech-rifle", "repeater")
NO_SKIRMISHERS: Final = 0
SECOND_RATE: Final = 1
FIRST_RATE: Final = 2
SHARPSHOOTER: Final = 3
RATES: Final = ("none", "second", "first", "sharpshooter")
NO_GUN: Final = -1
GUN_6PDR: Final = 0
GUN_12PDR: Final = 1
GUN_MIXED: Final = 2
GUN_RIFLED: Final = 3
GUN_20PDR: Final = 4
GUNS: Final = ("6pdr", "12pdr", "mixed", "rifled", "20pdr")
LINE: Final = 0
EXTENDED: Final = 1
COLUMN: Final = 2
SKIRMISH: Final = 3
MOB: Final = 4
DEPLOYED: Final = 5
LIMBERED: Final = 6
FORMATIONS: Final = ("line", "extended", "column", "skirmish", "mob", "deployed", "limbered")

# states, each worse than the one before
OK: Final = 0
GONE_TO_GROUND: Final = 1
FALTERING: Final = 2
RETREATING: Final = 3
ROUTING: Final = 4
DISPERSED: Final = 5
STATES: Final = ("ok", "gone-to-ground", "faltering", "retreating", "routing", "dispersed")

# why a unit is unformed
FORMED: Final = 0
BY_MELEE: Final = 1
BY_TERRAIN: Final = 2
BY_PURSUIT: Final = 3
BY_RALLY: Final = 4
BY_OTHER: Final = 5
CAUSES: Final = ("formed", "melee", "terrain", "pursuit", "rally", "other")
BRIGADIER: Final = 0
DIVISIONAL: Final = 1
CORPS: Final = 2
CINC: Final = 3
LEVELS: Final = ("brigadier", "divisional", "corps", "cinc")
EXCELLENT: Final = 0
NORMAL: Final = 1
POOR: Final = 2
DRUNKARD: Final = 3
QUALITIES: Final = ("excellent", "normal", "poor", "drunkard")
OUTSTANDING: Final = "outstanding"  # the same as excellent (R11)
ASSAULT: Final = 0
ENGAGE: Final = 1
SUPPORT: Final = 2
MOVE: Final = 3
HOLD: Final = 4
RETIRE: Final = 5
ORDERS: Final = ("assault", "engage", "support", "move", "hold", "retire")
NO_ORDER: Final = -1  # of `loss-of-nerve`: the order stays
ATTACK: Final = 0
DEFEND: Final = 1
RESERVE: Final = 2
REDEPLOY: Final = 3
DIVISION_ORDERS: Final = ("attack", "defend", "reserve", "redeploy")

# charging limits
NO_CHARGE: Final = 0
ONE_CHARGE: Final = 1
UNFORMED_TARGETS: Final = 2
UNLIMITED: Final = 3
LIMITS: Final = ("none", "one", "unformed-targets", "unlimited")
NO_COVER: Final = 0
LIGHT: Final = 1
COVER: Final = 2
HASTY: Final = 3
WORKS: Final = 4
COVERS: Final = ("none", "light", "cover", "hasty-works", "works")
GOOD: Final = 0
DIFFICULT: Final = 1
SEVERE: Final = 2
IMPASSABLE: Final = 3
CLASSES: Final = ("good", "difficult", "severe", "impassable")
EFFECTS: Final = ("half-speed", "unformed", "no-charge", "no-unlimbering", "no-entry")

# who goes over ground: the columns of `terrain`
HORSE: Final = 0
FOOT: Final = 1
BATTERY: Final = 2
SKIRMISHERS: Final = 3
TROOPS: Final = ("cavalry", "infantry", "artillery", "skirmishers")
CLEAR: Final = 0
NOT_THROUGH: Final = 1  # lines that begin or end in it are free
THROUGH_WOOD: Final = 2  # so many inches of it
BLOCKS: Final = 3
SIGHTS: Final = ("clear", "not-through", "wood", "blocks")
NO_WOOD: Final = 0
OPEN_WOOD: Final = 1
DENSE_WOOD: Final = 2
WOODS: Final = ("none", "open", "dense")
NO_OBSTACLE: Final = 0
ABATIS: Final = 1
WIRE: Final = 2
PALISADE: Final = 3
WORKS_LINE: Final = 4
OBSTACLES: Final = ("none", "abatis", "wire", "palisade", "works")
CROSSES: Final = 0
CROSSES_UNFORMED: Final = 1
CROSSES_UNFORMED_LOSES: Final = 2
STAYS_BEHIND: Final = 3
CROSSINGS: Final = ("crosses", "unformed", "unformed-lose-1", "gone-to-ground-behind")

# range bands
EFFECTIVE: Final = 0
LONG: Final = 1
BEYOND: Final = 2
BANDS: Final = ("effective", "long")
SHOT: Final = 0
CANISTER: Final = 1
AMMUNITION: Final = ("shot", "canister")
NO_TOKEN: Final = -1
RALLY_ONCE_AGAIN: Final = 0
DOWN_PACKS: Final = 1
YELL_OR_AIM: Final = 2
TOKENS: Final = ("rally-once-again", "down-packs", "yell-or-aim")

# results of unit morale
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

# columns of unit morale
TO_CHARGE: Final = 0
BEING_CHARGED: Final = 1
OTHER: Final = 2
RALLY_RETREAT: Final = 3
RALLY_ROUT: Final = 4
TESTS: Final = ("to-charge", "being-charged", "other", "rally-retreat", "rally-rout")
STANDS: Final = 0
BREAKS: Final = 1
REMOVED: Final = 2
BRIGADE_RESULTS: Final = ("stands", "breaks", "removed")
SUPERB: Final = 0
UNFORMED_CHOICE: Final = 1
TUCKERED: Final = 2
PURSUE: Final = 3
UNCONTROLLED_CHARGE: Final = 4
PURSUITS: Final = ("superb", "unformed-choice", "tuckered", "pursue", "uncontrolled-charge")

# what becomes of the loser of a melee
MELEE_ROUT: Final = 0
MELEE_RETREAT: Final = 1
MELEE_RECOIL: Final = 2
MELEE_DRAW: Final = 3
MELEE_RESULTS: Final = ("rout", "retreat", "recoil", "draw")

# ... and what the winner does
PURSUIT_TEST: Final = 0
MUST_FOLLOW_UP: Final = 1
MAY_FOLLOW_UP: Final = 2
OWN_LINES: Final = 3
FIGHTS_ON: Final = 4
REACTIONS: Final = ("pursuit-test", "must-follow-up", "may-follow-up", "own-lines", "fights-on")
BATTERY_LOST: Final = 0
ONE_GUN_LOST: Final = 1
ONE_CREW_LOST: Final = 2
CLEAN: Final = 3
LIMBERINGS: Final = ("battery-lost", "one-gun-lost", "one-crew-lost", "clean")
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
TOLERANCE: Final = 1e-6  # of any comparison of distances

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
