"""The sheet's tables as typed rows, read once, and the switches as plain values. Code has no number of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Reading
from playsheet.core.events import Entry
from playsheet.core.reader import Reader
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Sheet, band

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


# ---------------------------------------------------------------- reading


def rounded_up(number: int, by: int) -> int:
    return (number + by - 1) // by


def halves(reader: Reader, key: str, low: float, high: float) -> int:
    """A number of whole halves, as so many halves."""
    value = reader.number(key, low, high)
    doubled = int(value * 2.0)
    if doubled != value * 2.0:
        raise reader.wrong(key, "a whole number or a half", value)
    return doubled


def faces(reader: Reader, key: str, sides: int, labels: tuple[str, str]) -> Reading:
    """A die of which it only matters whether it shows one of some faces."""
    shown = reader.integers(key, 1, sides)
    return Reading(labels, tuple([0 if face in shown else 1 for face in range(1, sides + 1)]))


class Modifiers:
    """A table of modifiers: what each adds, by its id."""

    def __init__(self, sheet: Sheet, table: str, ids: tuple[str, ...]) -> None:
        values = sheet.values(table)
        ruled = RULED.get(table, {})
        self.adds: Final = {id: values.integer(id, -20, 20) for id in ids}
        self.rulings: Final = {id: ruled.get(id, "") for id in ids}


class Tally:
    """An account as it is drawn up: each modifier under its id, those of 0 left out."""

    def __init__(self, rows: Modifiers) -> None:
        self.rows: Final = rows
        self.account: Final[list[Entry]] = []

    def add(self, id: str) -> None:
        self.times(id, 1)

    def times(self, id: str, times: int) -> None:
        add = self.rows.adds[id] * times
        if add:
            self.account.append(Entry(add, id, self.rows.rulings[id]))

    def only(self, id: str, add: int) -> None:
        """A modifier that comes to another figure than its row, such as a capped one."""
        if add:
            self.account.append(Entry(add, id, self.rows.rulings[id]))


class Ladder:
    """A table of which each row is a stretch of scores, sorted from the lowest on."""

    def __init__(self, sheet: Sheet, table: str) -> None:
        self.table: Final = table
        rows = {low_of(sheet, table, row): row for row in sheet.table(table).rows}
        self.lows: Final = sorted(rows)
        self.rows: Final = [rows[low] for low in self.lows]

    def step(self, score: int) -> int:
        """The last step that begins at the score or below; the first for what is lower still."""
        found = 0
        for step in range(1, len(self.lows)):
            if score >= self.lows[step]:
                found = step
        return found

    def row(self, score: int) -> str:
        return self.rows[self.step(score)]


def low_of(sheet: Sheet, table: str, row: str) -> int:
    held = band(row)
    if held is None:
        raise sheet.row(table, row).refused("", 'expected a stretch of scores such as "3-4" or "10+".')
    return held.low


class Column:
    """A column of such a table: the word of each step, by its place among those known."""

    def __init__(self, sheet: Sheet, table: str, column: str, words: tuple[str, ...]) -> None:
        self.ladder: Final = Ladder(sheet, table)
        self.values: Final = [words.index(sheet.row(table, row).choice(column, words)) for row in self.ladder.rows]
        lows = self.ladder.lows
        self.marks: Final = [
            lows[step] for step in range(1, len(lows)) if self.values[step] != self.values[step - 1]
        ]  # the scores from which the word is another one

    def at(self, score: int) -> int:
        return self.values[self.ladder.step(score)]


class Casualties:
    """`musketry-casualties` or `artillery-casualties`, in half figures."""

    def __init__(self, sheet: Sheet, table: str) -> None:
        self.strengths: Final = Ladder(sheet, table)
        bands = [held for held in [band(column) for column in sheet.table(table).columns] if held is not None]
        self.columns: Final = [held.printed for held in bands]
        self.lows: Final = [held.low for held in bands]
        self.low: Final = bands[0].low
        self.high: Final = bands[-1].high
        self.cells: Final = [
            [halves(sheet.row(table, row), column, 0, 100) for column in self.columns] for row in self.strengths.rows
        ]

    def column(self, score: int) -> int:
        """The score is clamped to what is printed (R58)."""
        found = 0
        for place in range(1, len(self.lows)):
            if score >= self.lows[place]:
                found = place
        return found

    def halves(self, strength: int, score: int) -> int:
        """Half figures lost to so many figures or guns; to none, none."""
        if strength <= 0:
            return 0
        return self.cells[self.strengths.step(strength)][self.column(score)]


class Pace:
    """A row of `movement`, inches; NO_PACE where the sheet has a dot or N/A (R33)."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("movement", id)
        self.move: Final = row.number("move", 0, 100)
        self.charge: Final = row.number("charge", 0, 100, NO_PACE)
        self.evade: Final = row.number("evade", 0, 100, NO_PACE)
        self.flight: Final = row.number("flight", 0, 100, NO_PACE)


class Going:
    """A cell of `terrain`: what a class of ground does to one kind of troops."""

    def __init__(self, words: list[str]) -> None:
        self.half_speed: Final = "half-speed" in words
        self.unforms: Final = "unformed" in words
        self.no_charge: Final = "no-charge" in words or "no-entry" in words
        self.no_unlimbering: Final = "no-unlimbering" in words
        self.closed: Final = "no-entry" in words


class GroundRow:
    """A row of `terrain-classes`: what a kind of ground is."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("terrain-classes", id)
        self.id: Final = id
        self.name: Final = sheet.table("terrain-classes").label(id)
        self.ground: Final[int] = CLASSES.index(row.choice("class", CLASSES))
        self.cover: Final[int] = COVERS.index(row.choice("cover", COVERS))
        self.sight: Final[int] = SIGHTS.index(row.choice("sight", SIGHTS))
        self.wood: Final[int] = WOODS.index(row.choice("wood", WOODS))
        self.linear: Final = row.flag("linear")
        self.obstacle: Final[int] = OBSTACLES.index(row.choice("obstacle", OBSTACLES))


class Limits:
    """A row of `order-charge-limits`."""

    def __init__(self, sheet: Sheet, order: str) -> None:
        row = sheet.row("order-charge-limits", order)
        self.cavalry_charge: Final[int] = LIMITS.index(row.choice("cavalry_charge", LIMITS))
        self.cavalry_counter: Final[int] = LIMITS.index(row.choice("cavalry_counter", LIMITS))
        self.infantry_charge: Final[int] = LIMITS.index(row.choice("infantry_charge", LIMITS))
        self.infantry_counter: Final[int] = LIMITS.index(row.choice("infantry_counter", LIMITS))

    def charge(self, arm: int) -> int:
        """What the order says of charges by that arm; artillery never charges (R33)."""
        if arm == CAVALRY:
            return self.cavalry_charge
        return self.infantry_charge if arm == INFANTRY else NO_CHARGE

    def counter(self, arm: int) -> int:
        if arm == CAVALRY:
            return self.cavalry_counter
        return self.infantry_counter if arm == INFANTRY else NO_CHARGE


class SixEffect:
    """A row of `double-six-effects`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("double-six-effects", id)
        self.id: Final = id
        self.falters: Final = row.flag("falters")
        self.extra: Final = row.integer("extra", 0, 20)
        self.retires: Final = row.number("retires", 0, 100)
        self.guns: Final = row.integer("guns", 0, MOST_GUNS)
        self.crew: Final = row.integer("crew", 0, 20)
        self.doubled: Final = row.flag("doubled")
        self.captured: Final = row.flag("captured")
        self.gate: Final = row.flag("gate")


class SixRow:
    """A row of `double-six`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("double-six", id)
        self.risk: Final = row.flag("risk")
        token = row.choice("token", ("none", *TOKENS))
        self.token: Final[int] = NO_TOKEN if token == "none" else TOKENS.index(token)
        self.skulkers: Final = row.flag("skulkers")


class RiskRow:
    """A row of `risk-to-general`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("risk-to-general", id)
        self.result: Final[int] = RISKS.index(row.choice("result", RISKS))
        self.gone: Final = row.flag("gone")
        self.back: Final = row.integer("back", 0, 100)


class MeleeRow:
    """A row of `melee-results`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("melee-results", id)
        self.loser: Final[int] = MELEE_RESULTS.index(row.choice("loser", MELEE_RESULTS))
        self.foot_by_cavalry: Final[int] = MELEE_RESULTS.index(row.choice("foot_by_cavalry", MELEE_RESULTS))
        self.cavalry: Final[int] = REACTIONS.index(row.choice("cavalry", REACTIONS))
        self.infantry: Final[int] = REACTIONS.index(row.choice("infantry", REACTIONS))


class Card:
    """What never changes about a unit or a general."""

    def __init__(self, id: str, reader: Reader, rules: GettysburgRules) -> None:
        self.id: Final = id
        self.name: Final = reader.text("name", longest=60)
        self.side: Final[int] = NATIONS.index(reader.choice("side", NATIONS))
        self.arm: Final[int] = ARMS.index(reader.choice("arm", ARMS))
        self.quality: Final = quality_of(reader) if self.arm == GENERAL else NORMAL
        fights = self.arm != GENERAL
        if fights and self.side == EITHER:
            raise reader.wrong("side", "union or confederate", NATIONS[EITHER])
        grade = GRADES.index(reader.choice("grade", GRADES)) if fights else REGULAR
        battery = self.arm == ARTILLERY
        self.grade: Final[int] = ELITE if battery and grade == CRACK else grade  # R54
        self.size: Final = reader.integer("size", 1, MOST_FIGURES) if fights else 1
        armed = fights and not battery
        self.weapon: Final[int] = WEAPONS.index(reader.choice("weapon", WEAPONS)) if armed else NO_WEAPON
        self.skirmish_rate: Final[int] = RATES.index(reader.choice("skirmish_rate", RATES, "none")) if armed else 0
        self.gun_class: Final[int] = GUNS.index(reader.choice("gun_class", GUNS)) if battery else NO_GUN
        self.guns: Final = reader.integer("guns", 1, MOST_GUNS) if battery else 0
        cavalry = self.arm == CAVALRY
        self.shotguns: Final = reader.flag("shotguns", False) if cavalry else False
        self.may_dismount: Final = reader.flag("may_dismount", False) if cavalry else False
        self.heavy: Final = self.gun_class == GUN_20PDR
        self.percent: Final = rules.thresholds(self.size)
        reader.close()


def quality_of(reader: Reader) -> int:
    """Outstanding is another word for excellent (R11)."""
    word = reader.choice("quality", (*QUALITIES, OUTSTANDING))
    return EXCELLENT if word == OUTSTANDING else QUALITIES.index(word)


class GettysburgRules:
    """All tables of the sheet, typed, and all switches as plain values; made once, shared by all copies."""

    def __init__(self, sheet: Sheet, switches: Switches) -> None:
        self.sheet: Final = sheet
        self.switches: Final = switches
        self.set_switches(switches)
        self.sides = sheet.values("dice").integer("sides", 2, 100)
        self.highest = 2 * self.sides  # of two dice: a double six, and nothing else
        self.set_command(sheet)
        self.set_movement(sheet)
        self.set_fire(sheet)
        self.set_melee(sheet)
        self.set_morale(sheet)
        self.set_generals(sheet)
        self.set_table(sheet)

    def set_switches(self, switches: Switches) -> None:
        """Each switch as a plain value, true where it stands at the reading that the name says."""
        self.tie_keeps = switches.stands("initiative-tie", "keep")
        self.winner_first = switches.stands("initiative-prize", "first")
        self.prize_per_phase = switches.stands("initiative-prize", "per-phase")
        self.alternate_brigades = switches.stands("alternate", "brigade")
        self.division_menu = switches.flag("division-menu")
        self.division_drunkard = switches.stands("division-drunkard", "-2")
        self.order_dense_woods = switches.flag("order-dense-woods")
        self.nerve_swapped = switches.stands("nerve", "2-nerve")
        self.nerve_division = switches.stands("nerve", "also-division")
        self.nerve_literal = switches.stands("nerve-na", "literal")
        self.orders_hidden = switches.flag("orders-hidden")
        self.counter_to_charge = switches.stands("counter-test", "to-charge")
        self.flight_at_once = switches.stands("flight-timing", "at-once")
        self.uncontrolled_test = switches.flag("uncontrolled-test")
        self.opportunity = switches.flag("opportunity")
        self.terrain_whole = switches.stands("terrain-cost", "whole")
        self.in_cm = switches.stands("cm-figures", "cm")
        self.sharpshooter_after = switches.stands("sharpshooter", "after")
        self.arc_total = switches.stands("arc", "total")
        self.arc_artillery_45 = switches.stands("arc", "art-45")
        self.pour_ammo = switches.flag("pour-ammo")
        self.falter_fires = switches.stands("falter-fire", "as-unformed")
        self.nearest_only = switches.stands("target-choice", "nearest")
        self.hasty_as_works = switches.stands("hasty-fire", "works")
        self.halves_diced = switches.stands("halves", "dice")
        self.halves_dropped = switches.stands("halves", "drop")
        self.elite_multiplies = switches.stands("melee-elite", "multiplier")
        self.elite_graded = switches.stands("melee-elite", "graded")
        self.breech_literal = switches.stands("breech-melee", "literal")
        self.outnumber_first = switches.stands("outnumber", "first-plus")
        self.melee_halves = switches.stands("melee-round", "halves")
        self.any_attached = switches.stands("attached", "any-brigadier")
        self.charge_loss_once = switches.stands("charge-loss", "casualties-only")
        self.dispersal_plain = switches.stands("dispersal", "plain")
        self.dispersal_falter = switches.stands("dispersal", "falter")
        self.six_parallel = switches.stands("double-six", "parallel")
        self.replacement = switches.flag("replacement")
        self.resupply = switches.flag("resupply")
        self.ground_stays_down = switches.stands("gtg-charged", "down")
        self.horse_holders = switches.flag("horse-holders")
        self.charge_melee = switches.flag("charge-melee")
        self.pursuit_fights = switches.stands("pursuit-meets", "fight")

    # ------------------------------------------------------------------ command

    def set_command(self, sheet: Sheet) -> None:
        """Initiative, orders of divisions and brigades, loss of nerve, limits and duties."""
        quality = ("excellent", "poor", "drunkard")
        self.initiative_modifiers = Modifiers(sheet, "initiative-modifiers", (*quality, "confederate-east"))
        self.east_years = years(sheet.values("initiative-modifiers"))
        self.division_modifiers = Modifiers(sheet, "division-orders", (*quality, "stricter", "base-contact"))
        self.division_need = [sheet.row("division-orders", id).integer("need", 2, 100) for id in DIVISION_ORDERS]
        self.menus = [
            [ORDERS.index(word) for word in sheet.row("division-orders", id).choices("menu", ORDERS)]
            for id in DIVISION_ORDERS
        ]
        situation = ("far-or-commanding", "far-and-commanding", "base-contact", "dense-woods")
        self.brigade_modifiers = Modifiers(sheet, "brigade-orders", (*quality, *situation))
        sent = sheet.values("brigade-orders")
        self.brigade_need = sent.integer("need", 2, 100)
        self.order_far = sent.number("far", 0, 1000)
        self.own_modifiers = Modifiers(sheet, "brigade-own-initiative", (*quality, "confederate-to-assault"))
        own = sheet.values("brigade-own-initiative")
        self.own_need = own.integer("need", 2, 100)
        self.nerve_on = own.integer("panic" if self.nerve_swapped else "nerve", 2, 100)
        self.panic_on = own.integer("nerve" if self.nerve_swapped else "panic", 2, 100)
        self.nerve_orders = [order_or_none(sheet, id, "nerve") for id in ORDERS]
        self.panic_orders = [order_or_none(sheet, id, "panic") for id in ORDERS]
        self.limits = [Limits(sheet, id) for id in ORDERS]
        duties = sheet.values("order-duties")
        self.assault_share = duties.integer("share", 0, 100)  # per cent of the able units
        self.advance_part = duties.number("part", 0, 1)
        self.support_leash = duties.number("leash", 0, 1000)
        self.hold_area = duties.number("area", 0, 1000)

    def may_send(self, division: int) -> list[int]:
        """The orders that a division on this order may send its brigades (R8)."""
        return self.menus[division] if self.division_menu else list(range(len(ORDERS)))

    # ------------------------------------------------------------------ movement

    def set_movement(self, sheet: Sheet) -> None:
        self.paces = {id: Pace(sheet, id) for id in sheet.table("movement").rows}
        rows = ("line-or-extended", "line-or-extended", "column", "skirmish")  # from line, extended, column, skirmish
        self.changes = [change_row(sheet, row) for row in rows]  # [from][to], halves of a move
        self.reforming = change_row(sheet, "unformed")
        self.mounting = change_row(sheet, "mount")
        manoeuvres = sheet.values("manoeuvres")
        self.screen_cost = halves(manoeuvres, "screen", 0, 1)
        self.regiment_cost = halves(manoeuvres, "regiment", 0, 1)
        self.occupy_cost = halves(manoeuvres, "occupy", 0, 1)
        self.limber_cost = halves(manoeuvres, "limber", 0, 1)
        self.limber_20pdr_cost = halves(manoeuvres, "limber-20pdr", 0, 1)
        self.battery_reforms = halves(manoeuvres, "battery-reforms", 0, 1)
        self.step_back = manoeuvres.number("step-back", 0, 100)
        up = sheet.values("get-up")
        self.get_up_regular = up.integer("regular", 2, 100)
        self.get_up_green = up.integer("green-militia", 2, 100)
        self.get_up_near = up.number("near", 0, 1000)
        out = sheet.values("detachments")
        self.screen_part = out.integer("screen", 1, MOST_FIGURES)
        self.half_part = out.integer("half", 1, MOST_FIGURES)
        self.detached_least = out.integer("least", 1, MOST_FIGURES)
        self.detached_set_up = out.number("set-up", 0, 1000)
        self.detached_rejoin = out.number("rejoin", 0, 1000)
        self.goings = [
            [Going(sheet.row("terrain", id).choices(troop, EFFECTS)) for troop in TROOPS] for id in CLASSES[:IMPASSABLE]
        ]  # [class][troops]
        self.ground = {id: GroundRow(sheet, id) for id in sheet.table("terrain-classes").rows}
        self.strip = sheet.values("terrain-classes").number("strip", 0, 10)
        crossing = sheet.values("crossing-defences")
        self.crossing_cost = halves(crossing, "cost", 0, 1)
        self.charging_into_works = halves(crossing, "charging-into-works", 0, 1)
        self.crossing_figures = crossing.integer("figures", 0, 20)
        self.crossings = [crossing_row(sheet, id, self.sides) for id in OBSTACLES[ABATIS:WORKS_LINE]]
        self.recall_modifiers = Modifiers(
            sheet, "recall-skirmishers", ("half-regiment", "far-from-enemy", "dense-woods")
        )
        recall = sheet.values("recall-skirmishers")
        self.recall_need = [recall.integer(grade, 2, 100) for grade in GRADES]
        self.recall_far = recall.number("far-cm", 0, 1000) / CM if self.in_cm else recall.number("far", 0, 1000)
        charge = sheet.values("charge-distances")
        self.charge_turn = charge.number("turn", 0, 180)
        self.opportunity_reach = charge.number("opportunity", 0, 1000)
        self.support_fire = charge.number("support", 0, 1000)

    def pace(self, arm: int, formation: int, unformed: bool, heavy: bool) -> Pace:
        """The row of `movement`; unformed infantry use the column's, and so do mobs."""
        if arm == GENERAL:
            return self.paces["general"]
        if arm == CAVALRY:
            return self.paces["cavalry"]
        if arm == ARTILLERY:
            if formation == DEPLOYED:
                return self.paces["artillery-prolonged"]
            return self.paces["artillery-20pdr" if heavy else "artillery-limbered"]
        if unformed or formation == MOB:
            return self.paces["infantry-column"]
        return self.paces["infantry-" + FORMATIONS[formation]]

    def going(self, ground: int, arm: int, formation: int) -> Going:
        """What ground of that class, not impassable, does to such a unit."""
        return self.goings[ground][troops_of(arm, formation)]

    # ------------------------------------------------------------------ fire

    def set_fire(self, sheet: Sheet) -> None:
        skirmish = sheet.values("skirmish-fire")
        self.groups = [0, *[skirmish.integer(rate, 1, MOST_FIGURES) for rate in ("second", "first", "sharpshooter")]]
        self.group_left = skirmish.integer("left", 1, MOST_FIGURES)
        self.skirmish_reading = faces(skirmish, "hits", self.sides, ("casualty", "miss"))
        small = sheet.values("infantry-ranges")
        self.effective = [0.0, *[sheet.row("infantry-ranges", id).number("effective", 0, 1000) for id in WEAPONS[1:]]]
        self.long = [0.0, *[sheet.row("infantry-ranges", id).number("long", 0, 1000) for id in WEAPONS[1:]]]
        self.sniper = small.number("sniper", 0, 1000)
        self.canister = [sheet.row("artillery-ranges", id).number("canister", 0, 1000) for id in GUNS]
        self.gun_effective = [sheet.row("artillery-ranges", id).number("effective", 0, 1000) for id in GUNS]
        self.gun_long = [sheet.row("artillery-ranges", id).number("long", 0, 1000) for id in GUNS]
        part = 0.5 if self.arc_total else 1.0  # R49: each side of the front, or from side to side
        guns = sheet.values("artillery-ranges")
        self.arc_infantry = small.number("arc", 0, 90) * part
        self.arc_skirmish = skirmish.number("arc", 0, 90) * part
        self.arc_artillery = guns.number("arc-45" if self.arc_artillery_45 else "arc", 0, 90) * part
        state = ("firer-extended", "firer-unformed", "fired-last-turn")
        self.infantry_fire = Modifiers(
            sheet, "infantry-fire-modifiers", ("crack-elite", "veteran-regular-green", "militia", *state)
        )
        pour = sheet.values("infantry-fire-modifiers")
        self.pour_breech = halves(pour, "pour-breechloaders", 0, 10)
        self.pour_repeater = halves(pour, "pour-repeaters", 0, 10)
        canister = tuple(["canister-" + gun for gun in GUNS])
        other = ("shot-20pdr", "moved-or-unlimbered", "battery-unformed")
        self.artillery_fire = Modifiers(
            sheet, "artillery-fire-modifiers", ("elite", "green-militia", *canister, *other)
        )
        self.crew_a_gun = sheet.values("artillery-fire-modifiers").integer("crew-a-gun", 1, 20)
        self.target_modifiers = Modifiers(sheet, "target-modifiers", TARGETS)
        self.massed_within = sheet.values("target-modifiers").number("massed-within", 0, 100)
        self.musketry = Casualties(sheet, "musketry-casualties")
        self.artillery = Casualties(sheet, "artillery-casualties")
        self.half_reading = faces(sheet.values("half-figures"), "hits", self.sides, ("figure", "nothing"))
        tokens = sheet.values("tokens")
        self.down_packs = tokens.number("down-packs", 0, 100)
        self.token_modifiers = Modifiers(sheet, "tokens", ("rebel-yell", "aim-low-boys"))

    def reach(self, weapon: int, sharpshooters: bool) -> float:
        """The farthest that skirmishers fire (R41, R48)."""
        return self.sniper if sharpshooters else self.long[weapon]

    def band(self, weapon: int, distance: float) -> int:
        """EFFECTIVE, LONG or BEYOND for close-order small arms; the limits are inside (R45)."""
        if weapon == NO_WEAPON:
            return BEYOND
        return band_of(distance, self.effective[weapon], self.long[weapon])

    def gun_band(self, gun: int, distance: float) -> int:
        """The same for shot and shell; canister is for the owner to choose within `canister[gun]` (R50)."""
        return band_of(distance, self.gun_effective[gun], self.gun_long[gun])

    # ------------------------------------------------------------------ melee and pursuit

    def set_melee(self, sheet: Sheet) -> None:
        self.melee_modifiers = Modifiers(sheet, "melee-modifiers", MELEES)
        values = sheet.values("melee-modifiers")
        self.outnumber_every = values.integer("outnumber-every", 1, 1000)  # per cent
        self.outnumber_most = values.integer("outnumber-most", 0, 100)
        self.supporting_within = values.number("supports-within", 0, 1000)
        numbers = sheet.values("melee-numbers")
        self.foot_v_cavalry = halves(numbers, "foot-v-cavalry", 0, 10)
        self.breech_melee = halves(numbers, "breechloaders-literal" if self.breech_literal else "breechloaders", 0, 10)
        self.repeater_melee = halves(numbers, "repeaters", 0, 10)
        self.elite_melee = halves(numbers, "elite", 0, 10)
        self.crack_melee = halves(numbers, "crack", 0, 10)
        self.melee_ladder = Ladder(sheet, "melee-results")
        self.melee_rows = [MeleeRow(sheet, row) for row in self.melee_ladder.rows]
        self.recoil = sheet.values("melee-results").number("recoil", 0, 100)
        rates = sheet.values("melee-casualties")
        self.rate_horse_v_fleeing_foot = rates.integer("cavalry-v-fleeing-foot", 1, 1000)
        self.rate_horse_v_horse = rates.integer("cavalry-v-cavalry", 1, 1000)
        self.rate_horse_v_recoiled = rates.integer("cavalry-v-recoiled", 1, 1000)
        self.rate_horse_losing = rates.integer("cavalry-losing-or-drawing", 1, 1000)
        self.rate_foot_winning = rates.integer("foot-winning", 1, 1000)
        self.rate_foot_v_recoiled = rates.integer("foot-v-recoiled", 1, 1000)
        self.rate_foot_losing = rates.integer("foot-losing-or-drawing", 1, 1000)
        pursuers = ("general-near", "crack-elite", "veteran-regular", "green-militia", "rash")
        self.pursuit_modifiers = Modifiers(sheet, "pursuit-modifiers", pursuers)
        pursuit = sheet.values("pursuit-modifiers")
        self.pursuit_near = pursuit.number("near-cm", 0, 1000) / CM if self.in_cm else pursuit.number("near", 0, 1000)
        self.rash_years = years(pursuit)
        self.pursuits = Column(sheet, "pursuit-results", "result", PURSUITS)
        results = sheet.values("pursuit-results")
        self.uncontrolled_arc = results.number("arc", 0, 180)
        self.uncontrolled_reach = results.number("reach", 0, 1000)

    # ------------------------------------------------------------------ morale

    def set_morale(self, sheet: Sheet) -> None:
        triggers = sheet.values("unit-morale-triggers")
        self.loss_tests = triggers.integer("loss", 0, 100)  # per cent of the size in one turn
        self.dispersal_at = triggers.integer("dispersal", 0, 100)  # per cent of the size in all
        self.rout_near = triggers.number("near", 0, 1000)
        self.morale_modifiers = Modifiers(sheet, "unit-morale-modifiers", MORALES)
        values = sheet.values("unit-morale-modifiers")
        self.casualties_most = values.integer("casualties-most", 0, 100)
        self.charge_casualties_most = values.integer("charge-casualties-most", 0, 100)
        self.general_near = values.number("near", 0, 1000)
        self.morale = [Column(sheet, "unit-morale-results", test, RESULTS) for test in TESTS]
        self.falter_recoil = sheet.values("morale-states").number("recoil", 0, 100)
        self.brigade_near = sheet.values("brigade-morale-triggers").number("near", 0, 1000)
        self.brigade_morale_modifiers = Modifiers(sheet, "brigade-morale-modifiers", BRIGADES)
        self.brigade_fleeing_near = sheet.values("brigade-morale-modifiers").number("near", 0, 1000)
        self.brigade_morale = Column(sheet, "brigade-morale-results", "result", BRIGADE_RESULTS)
        self.brigade_retires = sheet.values("brigade-morale-results").number("retire", 0, 1000)
        self.percents = [percent_row(sheet, size) for size in range(MOST_FIGURES + 1)]

    def thresholds(self, size: int) -> list[int]:
        """The losses from which a unit of this size has lost 10, 20, ... 90 per cent (R99)."""
        return self.percents[size]

    # ------------------------------------------------------------------ double six, generals

    def set_generals(self, sheet: Sheet) -> None:
        self.six_effects = {id: SixEffect(sheet, id) for id in sheet.table("double-six-effects").rows}
        effects = sheet.values("double-six-effects")
        self.gate_reading = faces(effects, "gate", self.sides, ("risk", "no risk"))
        self.trophy_points = effects.integer("trophy", 0, 100)
        self.six_ladder = Ladder(sheet, "double-six")
        self.six_rows = [SixRow(sheet, row) for row in self.six_ladder.rows]
        sixes = sheet.values("double-six")
        self.skulker_figures = sixes.integer("figures", 0, 20)
        self.burst_barrels = sixes.integer("barrels", 0, MOST_GUNS)
        self.risk_near = sixes.number("near", 0, 1000)
        self.risk_ladder = Ladder(sheet, "risk-to-general")
        self.risk_rows = [RiskRow(sheet, row) for row in self.risk_ladder.rows]
        self.stonewall_frees = sheet.values("risk-to-general").number("frees", 0, 1000)
        self.limbering_modifiers = Modifiers(
            sheet, "emergency-limbering", ("elite", "green-militia", "20pdr", "by-cavalry", "rout")
        )
        self.limbering = Column(sheet, "emergency-limbering", "result", LIMBERINGS)
        fire = sheet.values("risk-of-fire")
        self.burns_reading = faces(fire, "burns", self.sides, ("burns", "does not burn"))
        self.burning_figures = fire.integer("figures", 0, 20)
        generals = sheet.values("generals")
        self.general_reaches = generals.number("reaches", 0, 1000)
        self.replacement_turns = generals.integer("replacement", 1, 100)
        self.supply_near = generals.number("supply", 0, 1000)

    # ------------------------------------------------------------------ the table

    def set_table(self, sheet: Sheet) -> None:
        """Bases, formations, distances."""
        self.bases = {id: Base(sheet, id) for id in sheet.table("footprints").rows}
        feet = sheet.values("footprints")
        self.general_across = feet.number("general", 0.1, 10)
        self.skirmisher_width = feet.number("skirmisher", 0.1, 10)
        self.skirmish_depth = feet.number("skirmish-depth", 0.1, 10)
        drill = sheet.values("formations")
        self.ranks = [drill.integer(id, 1, MOST_FIGURES) for id in ("line", "extended", "column", "skirmish", "column")]
        self.fire_ranks = drill.integer("fire-ranks", 1, MOST_FIGURES)
        self.horse_holders_one_in = drill.integer("horse-holders", 2, MOST_FIGURES)
        near = sheet.values("distances")
        self.contact = near.number("contact", 0, 10)
        self.enemy_gap = near.number("enemy-gap", 0, 100)
        self.behind = near.number("behind", 0, 100)
        self.wood_into = near.number("wood-into", 0, 1000)
        self.wood_inside = near.number("wood-inside", 0, 1000)
        self.fire_over = near.number("fire-over", 0, 1000)
        self.occupy_within = near.number("occupy", 0, 100)

    def files(self, formation: int, figures: int) -> int:
        """How many stand side by side: of LINE, EXTENDED, COLUMN, SKIRMISH and MOB."""
        return rounded_up(figures, self.ranks[formation])


class Base:
    """A row of `footprints`, inches."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("footprints", id)
        self.width: Final = row.number("width", 0.1, 10)
        self.depth: Final = row.number("depth", 0.1, 10)


def troops_of(arm: int, formation: int) -> int:
    """The column of `terrain`; generals go as skirmishers do, unhindered but by what is impassable (R32)."""
    if arm == CAVALRY:
        return HORSE
    if arm == ARTILLERY:
        return BATTERY
    return SKIRMISHERS if formation == SKIRMISH else FOOT


def band_of(distance: float, effective: float, long: float) -> int:
    if distance <= effective + TOLERANCE:
        return EFFECTIVE
    return LONG if distance <= long + TOLERANCE else BEYOND


def years(reader: Reader) -> list[int]:
    """The first and the last of some years."""
    found = reader.integers("years", 1800, 1900)
    if len(found) != 2 or found[0] > found[1]:
        raise reader.refused("years", "expected the first and the last year.")
    return found


def order_or_none(sheet: Sheet, order: str, column: str) -> int:
    word = sheet.row("loss-of-nerve", order).choice(column, ("none", *ORDERS))
    return NO_ORDER if word == "none" else ORDERS.index(word)


def change_row(sheet: Sheet, id: str) -> list[int]:
    """A row of `formation-changes`, halves of a move, by the formation that is taken up."""
    return [
        halves(sheet.row("formation-changes", id), FORMATIONS[to], 0, 1) for to in (LINE, EXTENDED, COLUMN, SKIRMISH)
    ]


def crossing_row(sheet: Sheet, id: str, sides: int) -> Reading:
    """A row of `crossing-defences`, by face; faces beyond those printed are as the last."""
    columns = list(sheet.table("crossing-defences").columns)
    row = sheet.row("crossing-defences", id)
    found = [CROSSINGS.index(row.choice(column, CROSSINGS)) for column in columns]
    return Reading(CROSSINGS, tuple([found[min(face, len(found)) - 1] for face in range(1, sides + 1)]))


def percent_row(sheet: Sheet, size: int) -> list[int]:
    """The thresholds of one size: the printed ones, else the part rounded up, to 90 per cent (R99)."""
    table = sheet.table("percentage-casualties")
    found = [rounded_up(size * tenth, TENTHS) for tenth in range(1, TENTHS)]
    if str(size) in table.rows:
        row = sheet.row("percentage-casualties", str(size))
        for column in table.columns:
            found[int(column) // TENTHS - 1] = row.integer(column, 0, MOST_FIGURES)
    return found
