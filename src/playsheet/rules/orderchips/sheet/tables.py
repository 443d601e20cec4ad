"""The sheet's tables as typed rows, read once, and the switches as plain values. Code has no number of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Reading
from playsheet.core.events import Entry, Throw
from playsheet.core.geometry import TOLERANCE
from playsheet.core.reader import Reader
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Amount, Patch, Sheet, amount
from playsheet.rules.orderchips.sheet.faces import changes, face_words, faces_of, parity
from playsheet.rules.orderchips.sheet.machine import Brain, Plan
from playsheet.rules.orderchips.terms import (
    ARCS,
    ATTITUDES,
    BANDS,
    CLASSES,
    COVERS,
    DRILLS,
    DRIVES,
    ENTRIES,
    EVENTS,
    FIGURE_ROWS,
    GRADES,
    KINDS,
    MELEE_CASES,
    MORALE_CASES,
    ORDERS,
    SHOOTING_CASES,
    SHUT_OUT,
    SIGHTS,
    SIZES,
    VEHICLE_ROWS,
    Arc,
    Arm,
    ChartColumn,
    Drill,
    Drive,
    Grade,
    Order,
    RangeBand,
    Size,
    WeaponClass,
)
from playsheet.tabletop.machines.charts import AS_ABOVE, AS_BELOW, NO_EFFECT, REROLL_ON, Chart, Effect, check_effects
from playsheet.tabletop.machines.machine import Works

POWER_ARMOUR: Final = "power-armour"  # the row that multiplies
RULED: Final = {  # the ruling that settles a row
    "firer-moving": "R30",
    "long-range": "R55",
    "light-cover": "R32",
    "heavy-cover": "R32",
    "infantry-skirmish-or-gun-crew": "R24",
    "cavalry-close-order": "R24",
    "enfiladed-close-order": "R31",
    "volley-fire": "R29",
    "elite-or-protected": "R57",
    "green": "R57",
    "skirmish": "R24",
    "charging": "R33",
    "charging-vehicle": "R33",
    "skirmish-receiving": "R24",
    "army-commander": "R4",
    "gun": "R7",
}
LOWEST: Final = 1
HIGHEST: Final = 10  # a rating that never fails
HIGHEST_ARMOR: Final = 12
MOST_FIGURES: Final = 60


def rounded_up(number: int, by: int) -> int:
    return (number + by - 1) // by


def is_within(distance: float, limit: float) -> bool:
    """The limit is inside, of distances and of angles."""
    return distance <= limit + TOLERANCE


class Modifier:
    """A row of a table of modifiers; `when` names the situation."""

    def __init__(self, sheet: Sheet, table: str, id: str, cases: dict[str, int], sign: int) -> None:
        row = sheet.row(table, id)
        self.id: Final = id
        self.when: Final[int] = cases[row.choice("when", tuple(cases))]
        self.add: Final = sign * row.integer("add", -20, 20)
        self.entry: Final = Entry(self.add, in_small(sheet.table(table).label(id)), RULED.get(id, ""))


def in_small(text: str) -> str:
    return text[:1].lower() + text[1:]


def account(rows: list[Modifier], case: int) -> list[Entry]:
    """The modifiers that apply, each with its cause."""
    return [row.entry for row in rows if case & row.when]


class ArmourRow:
    """A row of `armor-save`: what is added to the die."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        self.id: Final = id
        self.add: Final = sheet.row("armor-save", id).integer("add", -20, 20)
        cause = in_small(sheet.table("armor-save").label(id))
        self.account: Final = [Entry(self.add, cause, "R54")] if self.add else []


class Blast:
    """A row of `blast`: how far a shell of that class bursts, and how many may fall."""

    def __init__(self, sheet: Sheet, id: str, saves: dict[str, ArmourRow]) -> None:
        row = sheet.row("blast", id)
        self.id: Final = id
        self.radius: Final = row.number("radius", 0, 100)
        self.divide: Final = row.integer("divide", 1, 20)
        self.save: Final = saves[row.choice("save", tuple(saves))]
        self.sides: Final = sheet.values("blast").integer("sides", 2, 100)
        self.marks: Final = list(range(self.divide + 1, self.sides + 1, self.divide))
        caps = sum([rounded_up(face, self.divide) for face in range(1, self.sides + 1)])
        self.mean_cap: Final = caps / self.sides  # how many figures fall at the most, in the mean
        self.throw: Final = Throw("Most figures that fall", "blast", id, "divide", "R18")
        self.explosion: Final = Throw("Most figures that fall in the explosion", "blast", id, "divide", "R17", 1)


class Weapon:
    """What a card says of a weapon: class, rate of fire, ranges; of a machine's also SHOOT and arc."""

    def __init__(self, reader: Reader, rules: ChipRules, *, mounted: bool) -> None:
        self.name: Final = reader.text("name", longest=60)
        self.cls: Final[int] = CLASSES.index(reader.choice("class", CLASSES))
        self.rof: Final = reader.integer("rof", 1, 20)
        self.short: Final = reader.number("short", 0, 1000)
        self.long: Final = reader.number("long", self.short, 1000)
        self.shoot: Final = reader.integer("shoot", LOWEST, HIGHEST) if mounted else 0
        self.arc: Final[int] = ARCS.index(reader.choice("arc", ARCS)) if mounted else Arc.FRONT
        reader.close()
        self.blast: Final[Blast | None] = rules.blast_of(self.cls)
        self.save: Final = rules.save_against(self.cls)
        self.throws: Final = [
            Throw(f"{self.name[:1].upper()}{self.name[1:]} at {name} range", "shooting", "sides", "", "R55")
            for name in BANDS
        ]

    def band(self, distance: float) -> int:
        """SHORT, LONG or BEYOND; the limits are inside (R55)."""
        if is_within(distance, self.short):
            return RangeBand.SHORT
        return RangeBand.LONG if is_within(distance, self.long) else RangeBand.BEYOND


class GroundRow:
    """A row of `terrain`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("terrain", id)
        self.id: Final = id
        self.inch: Final = row.number("inch", 0.1, 100)
        self.enter: Final = row.number("enter", 0, 100)
        self.closed: Final = row.choices("closed", SHUT_OUT)
        self.sight: Final[int] = SIGHTS.index(row.choice("sight", SIGHTS))
        self.cover: Final[int] = COVERS.index(row.choice("cover", COVERS))
        self.over: Final = row.flag("over")
        self.linear: Final = row.flag("linear")


class Going:
    """What a kind of ground is to the unit of one card: what an inch costs, what entering or crossing adds."""

    def __init__(self, inch: float, enter: float, closed: bool) -> None:
        self.inch: Final = inch
        self.enter: Final = enter
        self.closed: Final = closed


class SizeRow:
    """A row of `sizes`: a base, and how many figures can fight one model."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("sizes", id)
        self.round: Final = not row.has("depth")
        self.width: Final = row.number("width", 0.1, 50)
        self.depth: Final = row.number("depth", 0.1, 50, self.width)
        self.contact: Final = row.integer("contact", 1, 60)


class Card:
    """A unit card. What only machines have is in `machine`."""

    def __init__(self, id: str, reader: Reader, rules: ChipRules) -> None:
        self.id: Final = id
        self.name: Final = reader.text("name", longest=60)
        kind = KINDS.index(reader.choice("kind", KINDS))
        self.kind: Final[int] = kind
        self.points: Final = reader.integer("points", 0, 10_000, 0)
        self.grade: Final[int] = GRADES.index(reader.choice("grade", GRADES, GRADES[Grade.AVERAGE]))
        self.machine: Final[MachineCard | None] = (
            MachineCard(reader, kind == Arm.AUTOMATON, rules) if kind in (Arm.VEHICLE, Arm.AUTOMATON) else None
        )
        figures = kind not in (Arm.VEHICLE, Arm.AUTOMATON)
        self.figures: Final = card_figures(reader, kind)
        self.starts: Final[int] = card_order(reader, kind)
        self.drill: Final[int] = DRILLS.index(reader.choice("drill", DRILLS)) if figures else Drill.REGULAR
        self.armoured: Final = card_armoured(reader, kind, self.figures)  # figures in power armour (R6)
        self.protected: Final = reader.flag("protected", False) or self.armoured == self.figures > 0
        self.explosives: Final = kind == Arm.INFANTRY and reader.flag("explosives", False)
        self.weapon: Final[Weapon | None] = (
            Weapon(reader.table("weapon"), rules, mounted=False) if figures and reader.has("weapon") else None
        )
        self.shoot: Final = reader.integer("shoot", LOWEST, HIGHEST) if self.weapon is not None else 0
        self.melee: Final = reader.integer("melee", LOWEST, HIGHEST) if figures else 0
        self.least: Final = reader.integer("least", 1, MOST_FIGURES, 1) if kind == Arm.GUN else 1  # crew to fire
        self.per_crew: Final = reader.integer("per_crew", 0, MOST_FIGURES, 0) if kind == Arm.GUN else 0
        self.save: Final = reader.integer("save", LOWEST, HIGHEST) if kind == Arm.NOTABLE else 0
        self.army_commander: Final = kind == Arm.NOTABLE and reader.flag("army_commander", False)
        self.scientist: Final = kind == Arm.NOTABLE and reader.flag("scientist", False)
        self.move: Final = reader.number("move", 0, 100) if figures else 0.0
        self.charge: Final[Amount | None] = amount(reader, "charge") if figures and kind != Arm.GUN else None
        size = rules.sizes[size_of(kind, self.machine)]
        self.size: Final = size
        self.contact: Final = reader.integer("contact", 1, 60, size.contact)
        self.ground: Final = card_ground(reader, rules, kind, self.machine)
        self.men: list[str] = []  # what each of its figures is called, made when somebody asks (battle/words.py)
        reader.close()
        if self.machine is None and kind == Arm.GUN and self.weapon is None:
            raise reader.missing("weapon", "a table")

    def shots(self, serving: int) -> int:
        """Dice to hit for so many who fire or serve the gun; 0 if they are too few."""
        weapon = self.weapon
        if weapon is None or serving < self.least:
            return 0
        if self.kind != Arm.GUN:
            return weapon.rof * serving
        return weapon.rof * min(serving, self.per_crew) if self.per_crew else weapon.rof


def card_figures(reader: Reader, kind: int) -> int:
    if kind in (Arm.VEHICLE, Arm.AUTOMATON):
        return 0
    return 1 if kind == Arm.NOTABLE else reader.integer("figures", 1, MOST_FIGURES)


def card_armoured(reader: Reader, kind: int, figures: int) -> int:
    """`true`: all of its figures; a number: so many of them. Foot and notable persons wear it."""
    if kind not in (Arm.INFANTRY, Arm.NOTABLE) or not reader.has("power_armour"):
        return 0
    if isinstance(reader.raw("power_armour"), bool):
        return figures if reader.flag("power_armour") else 0
    return reader.integer("power_armour", 0, figures)


def card_order(reader: Reader, kind: int) -> int:
    """Guns count as close; whoever is alone has no order, and counts as loose."""
    if kind in (Arm.INFANTRY, Arm.CAVALRY):
        return ORDERS.index(reader.choice("starts", ORDERS, ORDERS[Order.CLOSE]))
    return Order.LOOSE if kind == Arm.NOTABLE else Order.CLOSE


def size_of(kind: int, machine: MachineCard | None) -> str:
    """The row of `sizes`; a gun's own is that of its crew."""
    if machine is not None:
        return "automaton" if machine.automaton else SIZES[machine.size]
    return "cavalry" if kind == Arm.CAVALRY else "foot"


def card_ground(reader: Reader, rules: ChipRules, kind: int, machine: MachineCard | None) -> dict[str, Going]:
    """What each kind of ground is to this unit; the card's own words come first."""
    own = reader.optional_table("terrain")
    found: dict[str, Going] = {}
    for id, row in rules.ground.items():
        words = [KINDS[kind]]
        legs = False
        if machine is not None:
            words.append(DRIVES[machine.drive])
            legs = machine.drive == Drive.LEGS
        closed = "all" in row.closed
        for word in words:
            closed = closed or word in row.closed
        inch = row.inch
        enter = 0.0 if row.linear and legs else row.enter
        if own.has(id):
            closed = own.raw(id) == "closed"
            if closed:
                own.choice(id, ("closed",))
            elif row.enter > 0.0:
                enter = own.number(id, 0, 100)
            else:
                inch = own.number(id, 0.1, 100)
        found[id] = Going(inch, enter, closed)
    own.close()
    return found


class MachineCard:
    """What the card of a vehicle or an automaton says."""

    def __init__(self, reader: Reader, automaton: bool, rules: ChipRules) -> None:
        self.automaton: Final = automaton
        self.size: Final[int] = (
            Size.NORMAL if automaton else SIZES.index(reader.choice("size", SIZES, SIZES[Size.NORMAL]))
        )
        self.drive: Final[int] = DRIVES.index(reader.choice("drive", DRIVES))
        self.armor: Final = reader.integer("armor", LOWEST, HIGHEST_ARMOR)
        self.sustain: Final = reader.integer("sustain", LOWEST, HIGHEST)
        self.start: Final = 0 if automaton else reader.integer("start", LOWEST, HIGHEST)
        self.spin: Final = reader.number("spin", 0, 180)
        self.speed: Final = reader.integer("speed", 1, 100)
        self.charge: Final = reader.integer("charge", 0, 100)
        self.melee: Final = reader.integer("melee", LOWEST, HIGHEST, 0)
        self.melee_dice: Final = reader.integer("melee_dice", 1, 20, 0)
        if (self.melee > 0) != (self.melee_dice > 0):
            raise reader.refused("melee_dice", "a machine that fights in melee has both melee and melee_dice.")
        self.special: Final = reader.flag("special_melee", False)
        self.melee_save: Final = rules.saves["special" if self.special else "machine"]
        self.crew: Final = 0 if automaton else reader.integer("crew", 1, MOST_FIGURES)
        self.weapons: Final = [Weapon(each, rules, mounted=True) for each in reader.tables("weapons", [])]
        self.plan: Final = rules.plan(
            [self.armor, 0, self.sustain, self.speed, self.melee],
            self.crew,
            [weapon.shoot for weapon in self.weapons],
            automaton,
        )


class BandRow:
    """A row of `native-band`: which card, and how many."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("native-band", id)
        self.card: Final = row.text("card")
        self.figures: Final = amount(row, "figures")
        self.account: Final = [Entry(self.figures.add, "printed", "R46")] if self.figures.add else []
        self.throw: Final = Throw("How many natives", "native-band", id, "figures", "R46")


class EventRow:
    """A row of `random-events`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("random-events", id)
        self.do: Final[int] = EVENTS.index(row.choice("do", EVENTS))
        self.bands: Final = row.integer("bands", 0, 10)


class ChipRules:
    """All tables of the sheet, typed, and all switches as plain values; made once, shared by all copies."""

    def __init__(self, sheet: Sheet, switches: Switches) -> None:
        self.sheet: Final = sheet
        self.switches: Final = switches
        self.set_switches(switches)
        self.set_shooting(sheet)
        self.set_machines(sheet)
        self.set_morale(sheet)
        self.set_events(sheet)
        self.set_table(sheet)

    def set_switches(self, switches: Switches) -> None:
        """Each switch as a plain value, true where it stands at the reading that the name says."""
        self.natural_extremes = switches.flag("natural-extremes")
        self.commander_printed = switches.stands("commander-sign", "printed")
        self.nonpen_7_as_8 = switches.stands("nonpen-7", "as-8")
        self.minor_damage_7 = switches.value("minor-damage-7")
        self.all_sights = switches.stands("sights", "all")
        self.any_weapon_disables = switches.stands("zero-shoot", "any-weapon")
        self.crew_test_extra = switches.stands("crew-test", "extra")
        self.ram_both_save = switches.stands("ram", "both-save")
        self.blast_all_under = switches.stands("blast", "all-under")
        self.blast_by_shoot = switches.stands("blast", "roll-SHOOT-per-figure")
        self.guns_safe = switches.stands("gun-wreck", "never")
        self.owner_confused = switches.stands("vehicle-confused", "owner-choice")
        self.flee_down = switches.stands("desert-rounding", "down")
        self.arrow_switch = int(switches.value("arrow-tolerance"))
        self.alternate_units = switches.stands("move-order", "alternate-units")
        self.fixed_order = switches.stands("move-order", "fixed")
        self.open_fire = switches.stands("fire-declaration", "open-in-order")
        self.flank_enfilades = switches.stands("enfilade", "flank-or-rear")
        self.charge_vehicle_replaces = switches.stands("charge-vehicle", "replaces")
        self.fire_during_only = switches.stands("charge-fire", "during-only")
        self.second_rank = switches.stands("melee-reach", "contact-plus-second-rank")
        self.starts_only = not switches.flag("start-then-move")
        self.steam_includes_turn = switches.stands("steam-count", "includes-this-turn")
        self.repairs_one = switches.stands("repair", "one-condition")
        self.natives_off = switches.stands("natives", "off")
        self.natives_by_gm = switches.stands("natives", "gm")
        self.counts_casualties = switches.stands("casualties", "gaslight-count")
        self.thirds_per_attribute = switches.stands("points-third", "per-attribute")
        self.cracks_count = switches.flag("pen-includes-cracks")
        self.running_armor = switches.stands("multi-hit-armour", "running")
        self.chargers_in_open = switches.stands("charger-cover", "ignored")
        self.figures_split_fire = switches.stands("split-fire", "by-figure")
        self.standing_automata_sustain = not switches.stands("stationary-sustain", "no")
        self.standing_vehicles_sustain = switches.stands("stationary-sustain", "all")
        self.may_reverse = switches.stands("voluntary-reverse", "half-speed")
        self.own_move_fire = switches.flag("own-move-fire")
        self.secret_deployment = switches.stands("deployment", "secret")

    def set_shooting(self, sheet: Sheet) -> None:
        """To hit, armour saves, blasts and what stands under them, notable persons."""
        self.shoot_sides = sheet.values("shooting").integer("sides", 2, 100)
        self.melee_sides = sheet.values("melee").integer("sides", 2, 100)
        self.notable_sides = sheet.values("notables").integer("sides", 2, 100)
        self.shooting_modifiers = read_modifiers(sheet, "shooting-modifiers", SHOOTING_CASES)
        self.melee_modifiers = read_modifiers(sheet, "melee-modifiers", MELEE_CASES)
        self.saves = {id: ArmourRow(sheet, id) for id in sheet.table("armor-save").rows}
        self.armor_sides = sheet.values("armor-save").integer("sides", 2, 100)
        self.blasts = {id: Blast(sheet, id, self.saves) for id in sheet.table("blast").rows}
        self.cover_step = sheet.values("cover-split").integer("step", 0, 2)
        self.gun_reading: Reading = parity(sheet, "gun-wreck", "wrecked", ("wrecked", "unharmed"))
        count = sheet.values("casualty-count")
        self.count_sides = count.integer("sides", 2, 100)
        self.count_divide = count.integer("divide", 1, 20)
        self.count_marks = list(range(self.count_divide + 1, self.count_sides + 1, self.count_divide))

    def blast_of(self, cls: int) -> Blast | None:
        """What a weapon of that class bursts like; None for small arms."""
        return self.blasts[CLASSES[cls]] if cls >= WeaponClass.GRENADE else None

    def save_against(self, cls: int) -> ArmourRow:
        """The row of `armor-save` for a weapon of that class: all small arms are as rifles (R54)."""
        blast = self.blast_of(cls)
        return blast.save if blast is not None else self.saves["rifle-gatling"]

    def save_in_melee(self, explosives: bool) -> ArmourRow:
        """The row for figures; a machine's is on its card."""
        return self.saves["explosives" if explosives else "infantry"]

    def set_machines(self, sheet: Sheet) -> None:
        """SUSTAIN and START, the hit charts, haywire."""
        driving = sheet.values("driving")
        self.drive_sides = driving.integer("sides", 2, 100)
        self.reverse = driving.number("reverse", 0, 1)
        self.repair_sides = sheet.values("repair").integer("sides", 2, 100)
        self.brain = Brain(sheet)
        charts = read_charts(sheet, self)
        shot = charts["vehicle-shooting-hits"].columns
        melee = charts["vehicle-melee-hits"].columns
        automata = charts["automata-hits"].columns
        self.shot_columns = [shot[ChartColumn.NON_PENETRATING], shot[ChartColumn.PENETRATING]]  # held, not held
        self.melee_columns = [melee[ChartColumn.DENT], melee[ChartColumn.CRACK]]
        self.automata_columns = [automata[ChartColumn.NON_PENETRATING], automata[ChartColumn.PENETRATING]]
        self.piercing = (
            [ChartColumn.PENETRATING, ChartColumn.CATASTROPHIC, ChartColumn.CRACK]
            if self.cracks_count
            else [ChartColumn.PENETRATING, ChartColumn.CATASTROPHIC]
        )
        self.works = Works(
            charts,
            self.drive_sides,
            0,
            Throw("Extra SUSTAIN roll", "driving", "sides", "", "R37", 1),
            Throw("Which weapon is hit", "machine-effects", "", "", "R12", 1),
            Throw("A crewman's save", "notables", "sides", "", "R40", 1),
            0 if self.steam_includes_turn else 1,
            balks=False,
            whole_cells=True,  # R108
        )
        self.machine_key = f"{self.armor_sides} {self.running_armor} {self.works.key()}"

    def plan(self, ratings: list[int], crew: int, shoots: list[int], automaton: bool) -> Plan:
        return Plan(ratings, crew, shoots, automaton, self.brain, self.any_weapon_disables, self.piercing)

    def sustains_standing(self, *, automaton: bool) -> bool:
        """Does such a machine roll SUSTAIN where it stands (R64)?"""
        return self.standing_automata_sustain if automaton else self.standing_vehicles_sustain

    def set_morale(self, sheet: Sheet) -> None:
        values = sheet.values("morale-figures")
        self.morale_sides = values.integer("sides", 2, 100)
        self.commander_near = values.number("near", 0, 1000)
        armour = sheet.row("morale-figures", POWER_ARMOUR)
        armour.choice("when", ("power_armour",))
        self.armour_counts = armour.integer("times", 1, 20)
        rows = [id for id in sheet.table("morale-figures").rows if id != POWER_ARMOUR]
        printed = self.commander_printed
        self.morale_modifiers = [
            Modifier(sheet, "morale-figures", id, MORALE_CASES, -1 if id == "army-commander" and not printed else 1)
            for id in rows
        ]
        vehicles = sheet.values("morale-vehicles")
        self.vehicle_sides = vehicles.integer("sides", 2, 100)
        self.vehicle_fails = vehicles.integer("fail", 2, 100)
        self.crew_add = sheet.row("morale-vehicles", "crew").integer("add", -20, 20)
        self.crew_every = sheet.row("morale-vehicles", "crew").integer("every", 1, 100)
        self.points_add = sheet.row("morale-vehicles", "points").integer("add", -20, 20)
        self.points_every = sheet.row("morale-vehicles", "points").integer("every", 1, 100)
        self.penetrating_add = sheet.row("morale-vehicles", "penetrating").integer("add", -20, 20)
        self.figure_failures = face_words(sheet, "morale-failure", "figures", FIGURE_ROWS)
        self.vehicle_failures = face_words(sheet, "morale-failure", "vehicles", VEHICLE_ROWS)
        self.figure_failure_marks = changes(self.figure_failures)
        self.vehicle_failure_marks = changes(self.vehicle_failures)
        failure = sheet.values("morale-failure")
        self.back_inches = failure.number("back", 0, 1000)
        self.run_inches = failure.number("run", 0, 1000)
        self.flee_figures = failure.integer("flee", 0, 100)
        self.flee_sides = failure.integer("flee_sides", 2, 100)
        self.flee_by = failure.integer("flee_by", 1, 100)
        self.reverse_inches = failure.number("reverse", 0, 1000)
        self.bail = failure.integer("bail", 0, 100)

    def set_events(self, sheet: Sheet) -> None:
        """Random events and natives."""
        check = sheet.values("random-event-check")
        self.event_check_sides = check.integer("sides", 2, 100)
        self.event_from = check.integer("from", 1, 101)
        self.events = [EventRow(sheet, id) for id in faces_of(sheet, "random-events")]
        rows = faces_of(sheet, "native-band")
        read = {id: BandRow(sheet, id) for id in sheet.table("native-band").rows}
        self.bands = [read[id] for id in rows]
        self.band_marks = [face for face in range(2, len(rows) + 1) if rows[face - 1] != rows[face - 2]]
        self.entries = face_words(sheet, "native-entry", "at", ENTRIES)
        self.entry_marks = changes(self.entries)
        self.place_sides = sheet.values("native-entry").integer("place_sides", 2, 100)
        self.attitudes = face_words(sheet, "native-attitude", "to", ATTITUDES)
        self.attitude_marks = changes(self.attitudes)
        conduct = sheet.values("native-conduct")
        self.native_inside = conduct.number("inside", 0, 100)
        self.native_apart = conduct.number("apart", 0, 100)
        self.native_step = conduct.number("step", 0.1, 100)
        self.native_reach = [conduct.number("foot", 0, 100), conduct.number("mounted", 0, 100)]
        self.roll_off_sides = sheet.values("roll-off").integer("sides", 2, 100)

    def set_table(self, sheet: Sheet) -> None:
        """Bases, angles, distances, ground."""
        formations = sheet.values("formations")
        self.gaps = [formations.number("close", 0, 10), formations.number("loose", 0, 10)]
        self.sizes = {id: SizeRow(sheet, id) for id in sheet.table("sizes").rows}
        arcs = sheet.values("arcs")
        printed = arcs.number("arrow", 0, 180)
        default = self.switches.rulings.switch("arrow-tolerance").default
        self.arrow = printed if str(self.arrow_switch) == default else float(self.arrow_switch)
        self.half_front = arcs.number("front", 0, 360) / 2.0
        self.half_mounted = arcs.number("mounted", 0, 360) / 2.0
        self.enfilade = arcs.number("enfilade", 0, 90)
        near = sheet.values("distances")
        self.apart = near.number("apart", 0, 100)
        self.stray = near.number("stray", 0, 100)
        self.step_in = near.number("step_in", 0, 100)
        self.lining = near.number("lining", 0, 100)
        self.serve = near.number("serve", 0, 100)
        self.crew_move = near.number("crew_move", 0, 100)
        self.free = near.number("free", 0, 100)
        self.halt = near.number("halt", 0, 100)
        self.control = near.number("control", 0, 100)
        self.ground = {id: GroundRow(sheet, id) for id in sheet.table("terrain").rows}


def read_modifiers(sheet: Sheet, table: str, cases: dict[str, int]) -> list[Modifier]:
    return [Modifier(sheet, table, id, cases, 1) for id in sheet.table(table).rows]


def read_charts(sheet: Sheet, rules: ChipRules) -> dict[str, Chart]:
    """The hit charts, as switches want them (R8, R9, R12)."""
    table = "machine-effects"
    shells = list(sheet.table("blast").rows)
    effects = {id: Effect(sheet, table, id, shells, 1, "R12", automata=True) for id in sheet.table(table).rows}
    if rules.all_sights:
        effects["sights-1"] = effects["all-sights-1"]
    gaps = {"sustain": AS_BELOW, "armour": AS_ABOVE, "reroll": REROLL_ON, "nothing": NO_EFFECT}
    shooting = with_nonpen_7(sheet) if rules.nonpen_7_as_8 else sheet
    charts = {
        "vehicle-shooting-hits": Chart(shooting, "vehicle-shooting-hits", effects, NO_EFFECT, "R8"),
        "vehicle-minor-damage": Chart(sheet, "vehicle-minor-damage", effects, gaps[rules.minor_damage_7], "R9"),
        "vehicle-melee-hits": Chart(sheet, "vehicle-melee-hits", effects, NO_EFFECT, "R8"),
        "automata-hits": Chart(sheet, "automata-hits", effects, NO_EFFECT, "R8"),
    }
    check_effects(sheet, table, charts)
    return charts


def with_nonpen_7(sheet: Sheet) -> Sheet:
    """The blank cell of 7 read with the one below it, by switch (R8)."""
    table = "vehicle-shooting-hits"
    below = sheet.cell(table, "8", ChartColumn.NON_PENETRATING)
    return sheet.patched([Patch(table, "7", ChartColumn.NON_PENETRATING, below, sheet.name, f"{table}.7", "nonpen-7")])
