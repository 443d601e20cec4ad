"""The sheet's tables as typed rows, read once, and the switches as plain values. Code has no number of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.dice import NOTHING, Reading
from playsheet.core.events import Entry, Throw
from playsheet.core.geometry import TOLERANCE
from playsheet.core.reader import LARGEST, Reader
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Amount, Sheet, amount, band
from playsheet.rules.gaslight.terms import (
    BANDS,
    BORES,
    CLASSES,
    CONDITIONS,
    COVERS,
    GOINGS,
    KINDS,
    MACHINE_RESULTS,
    MOUNTS,
    OUTCOMES,
    QUALITIES,
    RESULTS,
    SIGHTS,
    TYPES,
    Arm,
    Bore,
    MoraleCase,
    Mount,
    RangeBand,
    TroopClass,
    WeaponType,
)
from playsheet.tabletop.machines.blast import SECTORS
from playsheet.tabletop.machines.charts import AS_BELOW, NO_EFFECT, REROLL_ON, Chart, Effect, check_effects
from playsheet.tabletop.machines.machine import Blueprint, Works

GRENADES: Final = "grenades"  # their row of the artillery chart
THROWN: Final = "thrown-stuff"  # the row by which they are thrown
PISTOL: Final = "pistol"
HEAVY_MACHINE_GUN: Final = "heavy-machine-gun"
SWIVEL_GUN: Final = "swivel-gun"
WHICH_ONE: Final = "Which one is hit"  # the throw for a man of the crew, or a weapon
DENT: Final = "dent"
CRACK_HIT: Final = "crack"
LOWEST: Final = 1  # an attribute that never succeeds ...
HIGHEST: Final = 21  # ... and one that never fails


def rounded_up(number: int, by: int) -> int:
    return (number + by - 1) // by


def entries(add: int, cause: str, ruling: str) -> list[Entry]:
    """A modifier as an account of one line; none where it is 0."""
    return [Entry(add, cause, ruling)] if add else NOTHING


class Weapon:
    """A row of `weapons`. A pistol is one of two, which share the row (R42)."""

    def __init__(self, sheet: Sheet, row: str, pistol: str, rules: GaslightRules) -> None:
        cells = sheet.row("weapons", row)
        self.id: Final = pistol or row
        self.row: Final = row
        self.name: Final = sheet.table("pistols").label(pistol) if pistol else sheet.table("weapons").label(row)
        self.short: Final = cells.number("short", 0, 1000)
        self.long: Final = cells.number("long", 0, 1000)
        self.has_srm: Final = not isinstance(cells.raw("srm"), str)
        self.srm: Final = cells.integer("srm", -40, 40) if self.has_srm else not_applicable(cells)
        source = sheet.row("pistols", pistol) if pistol else cells
        words = ("yes", "no") if pistol else ("yes", "no", "either")
        self.reload: Final = source.choice("reload", words) == "yes"
        self.shots: Final = cells.integer("shots", 1, 20)
        type = TYPES.index(cells.choice("type", TYPES))
        if row == HEAVY_MACHINE_GUN and rules.heavy_machine_gun_is_heavy:
            type = WeaponType.HEAVY
        elif row == SWIVEL_GUN and rules.swivel_gun_is_grape:
            type = WeaponType.CONE
        self.type: Final[int] = type
        self.cone: Final = type == WeaponType.CONE
        self.launcher: Final = type == WeaponType.LAUNCHER
        self.heavy: Final = type in (WeaponType.HEAVY, WeaponType.LAUNCHER)  # it may hit a gun too (R60)
        self.inclusive: Final = rules.range_edge_inclusive
        self.throws: Final = [Throw(f"{self.name} at {name} range", "weapons", row, name, "R35") for name in BANDS]

    def band(self, distance: float) -> int:
        """SHORT, LONG or BEYOND; the limits are outside (R35)."""
        if below(distance, self.short, inclusive=self.inclusive):
            return RangeBand.SHORT
        return RangeBand.LONG if below(distance, self.long, inclusive=self.inclusive) else RangeBand.BEYOND


def not_applicable(cells: Reader) -> int:
    """The cell says NA: there is no such number (R43)."""
    cells.choice("srm", ("NA",))
    return 0


def below(distance: float, limit: float, *, inclusive: bool) -> bool:
    return distance <= limit + TOLERANCE if inclusive else distance < limit - TOLERANCE


class Cannon:
    """A row of `artillery-effects`: what a gun of that size, or a grenade, does where it bursts."""

    def __init__(self, sheet: Sheet, id: str, rules: GaslightRules) -> None:
        row = sheet.row("artillery-effects", id)
        self.id: Final = id
        self.name: Final = sheet.table("artillery-effects").label(id)
        self.radius: Final = row.number("radius", 0, 100)
        self.divide: Final = row.integer("divide", 1, 20)
        self.range: Final = row.number("range", 0, 1000)
        self.srms: Final = [row.integer("smoothbore", -40, 40), row.integer("rifled", -40, 40, 0)]
        self.single_band: Final = rules.single_band
        self.inclusive: Final = not rules.gun_range_strict
        grape = sheet.values("shotgun-grape").number(id, 0, 1000) if id != GRENADES else -1.0
        self.grape: Final = self.range if rules.grape_as_ordnance and id != GRENADES else grape
        ruling = "R51"
        self.throws: Final = [
            Throw(f"{self.name} gun at {name} range", "artillery-effects", id, "range", ruling) for name in BANDS
        ]
        sides = sheet.values("artillery-effects").integer("sides", 2, 100)
        self.sides: Final = sides
        self.number: Final = Throw("Most models hit", "artillery-effects", id, "divide", "R57")
        self.crew_hits: Final = Throw("Crew hit", "artillery-effects", id, "divide", "R59")
        self.marks: Final = divided_marks(sides, self.divide)

    def band(self, distance: float) -> int:
        """SHORT below half of the range, LONG up to it, or BEYOND (R51, R52)."""
        if not below(distance, self.range, inclusive=self.inclusive):
            return RangeBand.BEYOND
        return (
            RangeBand.SHORT
            if self.single_band or below(distance, self.range / 2.0, inclusive=False)
            else RangeBand.LONG
        )


def divided_marks(sides: int, divide: int) -> list[int]:
    """The faces at which a die that is divided and rounded up comes to more."""
    return list(range(divide + 1, sides + 1, divide))


class Gun:
    """What is served by a crew or mounted on a machine: a row of the weapons chart, or ordnance of a size and bore."""

    def __init__(self, reader: Reader, rules: GaslightRules, *, mounted: bool) -> None:
        self.weapon: Final[Weapon | None] = gun_weapon(reader, rules)
        self.cannon: Final[Cannon | None] = (
            None if self.weapon is not None else rules.cannons[reader.choice("size", rules.sizes)]
        )
        bore = BORES.index(reader.choice("bore", BORES)) if self.cannon is not None else Bore.SMOOTHBORE
        self.bore: Final[int] = bore
        reload = reader.flag("reload", self.weapon is not None and self.weapon.reload)
        self.reload: Final = reload and not (self.cannon is not None and rules.cannon_never_reloads)
        self.mount: Final[int] = MOUNTS.index(reader.choice("mount", MOUNTS)) if mounted else Mount.FRONT
        self.shoot_mod: Final = reader.integer("shoot_mod", -20, 20, 0)
        self.move: Final = 0.0 if mounted else reader.number("move", 0, 100)
        reader.close()
        weapon = self.weapon
        cannon = self.cannon
        self.has_srm: Final = cannon is not None or (weapon is not None and weapon.has_srm)
        self.srm: Final = cannon.srms[bore] if cannon is not None else weapon.srm if weapon is not None else 0
        self.shots: Final = weapon.shots if weapon is not None else 1
        self.cone: Final = weapon is not None and weapon.cone
        self.grape: Final = cannon.grape if cannon is not None else -1.0  # reach of its grapeshot
        self.name: Final = gun_name(weapon, cannon, bore)

    def band(self, distance: float) -> int:
        if self.cannon is not None:
            return self.cannon.band(distance)
        return self.weapon.band(distance) if self.weapon is not None else RangeBand.BEYOND

    def throw(self, band: int) -> Throw:
        """What the roll to hit cites."""
        if self.cannon is not None:
            return self.cannon.throws[band]
        if self.weapon is None:
            raise AttributeError("a gun is a weapon or a cannon")
        return self.weapon.throws[band]


def gun_weapon(reader: Reader, rules: GaslightRules) -> Weapon | None:
    """`weapon = "gatling-nordenfelt"`; ordnance has a size instead."""
    if not reader.has("weapon"):
        return None
    if reader.has("size"):
        raise reader.refused("size", "a gun has a weapon or a size; expected only one of them.")
    return rules.weapons[reader.choice("weapon", tuple(rules.weapons))]


def gun_name(weapon: Weapon | None, cannon: Cannon | None, bore: int) -> str:
    if weapon is not None:
        return weapon.name
    return f"{cannon.name.lower()} {BORES[bore]} gun" if cannon is not None else ""


class Figure:
    """A figure of a card."""

    def __init__(self, reader: Reader, kind: int, weapon: str, grenades: int, rules: GaslightRules) -> None:
        self.cls: Final[int] = CLASSES.index(reader.choice("class", CLASSES))
        self.character: Final[bool] = self.cls != TroopClass.EXTRA
        shoots = kind != Arm.BEAST
        self.shoot: Final = reader.integer("shoot", LOWEST, HIGHEST, None if shoots else LOWEST)
        self.scuffle: Final = reader.integer("scuffle", LOWEST, HIGHEST)
        saves = self.character or kind == Arm.BEAST
        if not saves and reader.has("save"):
            raise reader.refused("save", "Extras have no Save; only main characters and beasts have.")
        self.save: Final = reader.integer("save", LOWEST, HIGHEST) if saves else 0
        carried = reader.choice("weapon", (*rules.arms, "none"), weapon)
        armed = kind not in (Arm.CREW, Arm.VEHICLE, Arm.BEAST)
        if carried != "none" and not armed:
            raise reader.refused("weapon", "crews and beasts carry no weapons of their own; expected none.")
        self.weapon: Final[Weapon | None] = rules.weapons.get(carried)
        self.grenades: Final = reader.integer("grenades", 0, 20, grenades) if armed else 0
        reader.close()


class Card:
    """A unit card: its figures in order, who of them leads, and the gun or the machine they serve."""

    def __init__(self, id: str, reader: Reader, rules: GaslightRules) -> None:
        self.id: Final = id
        self.name: Final = reader.text("name")
        kind = KINDS.index(reader.choice("kind", KINDS))
        self.kind: Final[int] = kind
        self.quality: Final[int] = QUALITIES.index(reader.choice("quality", QUALITIES, "regular"))
        self.drilled: Final = reader.flag("drilled", False)
        self.figures: Final = card_figures(reader, kind, rules)
        self.leader: Final = best_character(self.figures)  # his place
        hero = kind == Arm.CHARACTER and self.figures[0].cls == TroopClass.HERO
        self.cards: Final = reader.integer("cards", 1, rules.most_cards, rules.hero_cards if hero else rules.unit_cards)
        self.lone: Final = kind == Arm.CHARACTER or (kind == Arm.BEAST and len(self.figures) == 1)  # R9, R96
        self.crew: Final = kind in (Arm.CREW, Arm.VEHICLE)  # its morale die is divided by more (R10)
        self.move: Final = (
            reader.number("move", 0, 100)
            if kind == Arm.BEAST
            else rules.rates[Arm.HORSE if kind == Arm.HORSE else Arm.FOOT]
        )
        self.charge: Final[Amount] = rules.charges[kind if kind in (Arm.HORSE, Arm.BEAST) else Arm.FOOT]
        usual = rules.radii[kind if kind in (Arm.HORSE, Arm.BEAST) else Arm.FOOT]
        self.radius: Final = reader.number("radius", 0.1, 10, usual)
        self.gun: Final[Gun | None] = Gun(reader.table("gun"), rules, mounted=False) if kind == Arm.CREW else None
        self.machine: Final[MachineCard | None] = (
            MachineCard(reader, self.figures, rules) if kind == Arm.VEHICLE else None
        )
        self.men: list[str] = []  # what each of its figures is called, made when somebody asks (battle/words.py)
        reader.close()


def best_character(figures: list[Figure]) -> int:
    """The place of the highest class, the first of equals (R124); the first figure if there is no character."""
    best = 0
    for place in range(1, len(figures)):
        if figures[place].cls < figures[best].cls:
            best = place
    return best


def card_figures(reader: Reader, kind: int, rules: GaslightRules) -> list[Figure]:
    """The figures in order; `count` stands for so many alike."""
    armed = kind not in (Arm.CREW, Arm.VEHICLE, Arm.BEAST)
    weapon = reader.choice("weapon", (*rules.arms, "none"), "none") if armed else "none"
    grenades = reader.integer("grenades", 0, 20, 0) if armed else 0
    found: list[Figure] = []
    for line in reader.tables("figures"):
        count = line.integer("count", 1, 60, 1)
        figure = Figure(line, kind, weapon, grenades, rules)
        found += [figure] * count
    most = 1 if kind == Arm.CHARACTER else 60
    if not 1 <= len(found) <= most:
        raise reader.refused("figures", f"expected from 1 to {most} figures, got {len(found)}.")
    if kind == Arm.CHARACTER and not found[0].character:
        raise reader.refused("figures", "a character is a hero, adventurer, leader or veteran, not an extra.")
    if kind == Arm.BEAST and any(figure.character for figure in found):
        raise reader.refused("figures", "beasts use the column of Extras; expected class extra.")
    return found


class MachineCard:
    """What the card of a vehicle says beside its crew."""

    def __init__(self, reader: Reader, crew: list[Figure], rules: GaslightRules) -> None:
        self.speed: Final = reader.integer("speed", 1, 100)
        self.spin: Final = reader.number("spin", 0, 360)
        self.sustain: Final = reader.integer("sustain", LOWEST, HIGHEST)
        self.start: Final = reader.integer("start", LOWEST, HIGHEST)
        self.save: Final = reader.integer("save", LOWEST, HIGHEST)
        best = max([figure.shoot for figure in crew])
        if reader.integer("shoot", LOWEST, HIGHEST, best) != best:
            raise reader.refused("shoot", f"a machine shoots as the best of its crew; expected {best}.")
        self.shoot: Final = best
        self.open: Final = reader.flag("open")
        length, width = reader.numbers("hull", 0.5, 50, 2)
        self.length: Final = length
        self.width: Final = width
        self.weapons: Final = [Gun(each, rules, mounted=True) for each in reader.tables("weapons", [])]
        self.scuffle: Final = reader.integer("scuffle", LOWEST, HIGHEST, 0)
        self.scuffle_dice: Final = reader.integer("scuffle_dice", 0, 20, 0)
        if (self.scuffle > 0) != (self.scuffle_dice > 0):
            raise reader.refused(
                "scuffle_dice", "a machine that fights hand to hand has both scuffle and scuffle_dice."
            )
        self.special: Final = reader.flag("special_melee", False)
        self.melee_srm: Final = rules.special_srm if self.special else rules.machine_srm
        self.blueprint: Final = Blueprint(
            self.start,
            [figure.shoot for figure in crew],
            [figure.save for figure in crew],
            [weapon.shoot_mod for weapon in self.weapons],
        )


class GroundRow:
    """A row of `terrain`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("terrain", id)
        self.id: Final = id
        self.going: Final[int] = GOINGS.index(row.choice("going", GOINGS))
        self.horse: Final = row.flag("horse")  # horse, guns and machines may enter
        self.cover: Final[int] = COVERS.index(row.choice("cover", COVERS))
        sight = row.choice("sight", SIGHTS)
        self.hides: Final = sight == "into"
        self.crest: Final = sight == "crest"
        self.over: Final = row.flag("over")
        self.linear: Final = row.flag("linear")


class MoraleModifier:
    """A row of `morale-modifiers`; `when` names the situation."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("morale-modifiers", id)
        self.id: Final = id
        self.add: Final = row.integer("add", -20, 20)
        self.when: Final[int] = CONDITIONS[row.choice("when", tuple(CONDITIONS))]
        self.cause: Final = sheet.table("morale-modifiers").label(id)
        self.ruling: Final = "R13" if self.when == MoraleCase.LEADER_PRESENT else "R12"


class FailureColumn:
    """A column of `morale-failure`: the result of each face."""

    def __init__(self, sheet: Sheet, cls: int, sides: int) -> None:
        column = CLASSES[cls]
        results = [-1] * sides
        for result in range(len(RESULTS)):
            row = sheet.row("morale-failure", RESULTS[result])
            printed = row.text(column)
            held = band(printed)
            if held is None:
                row.choice(column, ("----",))
                continue
            for face in range(max(held.low, 1), min(held.high, sides) + 1):
                if results[face - 1] >= 0:
                    raise row.refused(column, f"{face} stands in two rows of this column.")
                results[face - 1] = result
        if -1 in results:
            empty = results.index(-1) + 1
            raise sheet.row("morale-failure", RESULTS[0]).refused(column, f"no row of this column has {empty}.")
        self.results: Final = results
        self.marks: Final = [face for face in range(2, sides + 1) if results[face - 1] != results[face - 2]]
        self.throw: Final = Throw(f"Morale failure, {column}", "morale-failure", "", column, "R14", 1)
        self.own: Final = Throw(f"Morale failure, {column}", "morale-failure", "", column, "R14", 0)


class GaslightRules:
    """The sheet and the rulings in force, ready to be used."""

    def __init__(self, sheet: Sheet, switches: Switches) -> None:
        self.sheet: Final = sheet
        self.switches: Final = switches
        self.set_switches(switches)
        self.set_movement(sheet)
        self.set_shooting(sheet)
        self.set_vehicles(sheet)
        self.set_morale(sheet)
        self.set_table(sheet)
        self.ground: Final = {id: GroundRow(sheet, id) for id in sheet.table("terrain").rows}

    def set_switches(self, switches: Switches) -> None:
        """Each switch as a plain value, true where it stands at the reading that the name says."""
        self.once_a_turn = switches.stands("multi-card", "per-turn")
        self.lone_characters_check = switches.stands("lone-character-morale", "unit-of-one")
        self.bounce_is_hit = switches.flag("bounce-is-hit-for-morale")
        self.runs_off_by_cards = switches.stands("run-off-table", "runs-12-per-card")
        self.freeze_next_only = switches.stands("freeze", "next-only")
        self.receiving_uses_action = switches.flag("receive-failure-uses-action")
        self.fled_is_loss = switches.flag("fled-counts-as-loss")
        self.rough_pro_rata = switches.stands("rough-terrain", "pro-rata")
        self.command_at_start = switches.stands("command-check", "start-of-card")
        self.rear_save_down = switches.stands("rear-save-rounding", "down")
        self.range_edge_inclusive = switches.stands("range-edge", "inclusive")
        self.wide_vehicle_arc = switches.stands("vehicle-arc", "90-each-side")
        self.figures_block = switches.flag("figures-block-sight")
        self.count_by_target = switches.stands("count-frame", "target-facing")
        self.count_by_file = switches.stands("count-major", "file")
        self.restart_count = switches.stands("casualty-count", "restart-at-front")
        self.single_band = switches.stands("gun-long-range", "single-band")
        self.gun_range_strict = switches.stands("gun-range-edge", "strict")
        self.cannon_never_reloads = switches.stands("cannon-reload", "never")
        self.spill_target_only = switches.stands("blast-spill", "target-unit-only")
        self.heavy_machine_gun_is_heavy = switches.flag("heavy-machine-gun-is-heavy")
        self.gun_repairable = switches.stands("gun-hit", "repairable")
        self.grape_as_ordnance = switches.stands("grapeshot-range", "ordnance")
        self.swivel_gun_is_grape = switches.stands("swivel-gun", "grape")
        self.all_charge = switches.flag("charge-all-models")
        self.bonus_per_model = switches.stands("charge-bonus", "per-model")
        self.sustain_every_card = switches.stands("sustain-when", "every-card")
        self.sustain_this_card = switches.stands("sustain-failure", "this-card-only")
        self.minor_damage_7 = switches.value("minor-damage-7")
        self.damage_scale = int(switches.value("vehicle-damage-scale"))
        self.natural_catastrophe = switches.stands("catastrophic", "natural-20")
        self.machine_morale_column = switches.stands("vehicle-morale-failure", "orderchips-column")
        self.standin_may_charge = switches.flag("standin-may-charge")
        self.gun_die_per_crew_hit = switches.stands("gun-die", "per-crew-hit")
        self.machine_locked = switches.flag("machine-locked")

    def set_movement(self, sheet: Sheet) -> None:
        """Rates by kind, what a charge adds, what the ground does to a move."""
        self.rates = [sheet.row("movement-rates", id).number("move", 0, 1000) for id in ("foot", "horse")]
        foot = amount(sheet.row("movement-rates", "foot"), "charge")
        horse = amount(sheet.row("movement-rates", "horse"), "charge")
        beast = amount(sheet.row("movement-rates", "beast"), "charge")
        self.charges = [foot, horse, foot, foot, foot, beast]
        rows = ["foot", "horse", "foot", "foot", "foot", "beast"]
        self.charge_throws = [Throw("Charge bonus", "movement-rates", row, "charge", "R69") for row in rows]
        modifiers = sheet.values("movement-modifiers")
        self.rough = modifiers.number("rough", 0.01, 1)
        self.obstacle = modifiers.number("obstacle", -100, 0)
        self.leaderless = modifiers.number("leaderless", 0, 1)
        self.out_of_command = modifiers.number("out_of_command", 0, 1)
        self.command_radius = sheet.values("command").number("radius", 0, 1000)

    def allowance(self, base: float, bonus: float, rough: bool, leaderless: bool, obstacles: int) -> float:
        """Add the bonus, halve, then take off obstacles; never below 0, fractions are kept (R23)."""
        inches = base + bonus
        if rough:
            inches *= self.rough
        if leaderless:
            inches *= self.leaderless
        inches += self.obstacle * obstacles
        return inches if inches > 0.0 else 0.0

    def set_shooting(self, sheet: Sheet) -> None:
        shooting = sheet.values("shooting")
        self.shoot_sides = shooting.integer("sides", 2, 100)
        self.long_divide = shooting.integer("long_divide", 1, 20)
        self.half_arc = shooting.number("arc", 0, 360) / 2.0
        arc = shooting.number("vehicle_arc", 0, 360)
        self.vehicle_half_arc = arc if self.wide_vehicle_arc else arc / 2.0
        cone = sheet.values("shotgun-grape")
        self.cone_half_arc = cone.number("arc", 0, 360) / 2.0
        self.arc_cosine = direction(self.half_arc)[1]
        self.vehicle_cosine = direction(self.vehicle_half_arc)[1]
        self.cone_cosine = direction(self.cone_half_arc)[1]
        covers = sheet.values("shooting-modifiers")
        light = entries(covers.integer("light", -20, 20), "light cover", "R44")
        hard = entries(covers.integer("hard", -20, 20), "hard cover", "R44")
        self.cover_accounts = [NOTHING, light, hard]
        self.cover_step = sheet.values("cover-split").integer("step", 0, 2)
        count = sheet.values("casualty-count")
        self.count_sides = count.integer("sides", 2, 100)
        self.count_divide = count.integer("divide", 1, 20)
        self.count_marks = divided_marks(self.count_sides, self.count_divide)
        self.cone_hit_sides = cone.integer("hit_sides", 2, 100)
        self.cone_hit_divide = cone.integer("hit_divide", 1, 20)
        self.cone_hit_marks = divided_marks(self.cone_hit_sides, self.cone_hit_divide)
        self.cone_count_sides = cone.integer("count_sides", 2, 100)
        self.gun_reading = gun_reading(sheet.values("gun-hits"))
        self.save_sides = sheet.values("saving-throws").integer("sides", 2, 100)
        self.behind = sheet.values("saving-throws").integer("behind", 1, 20)
        self.weapons = read_weapons(sheet, self)
        self.arms = list(self.weapons)
        self.cannons = {id: Cannon(sheet, id, self) for id in sheet.table("artillery-effects").rows}
        self.sizes = [id for id in self.cannons if id != GRENADES]
        self.grenade = self.cannons[GRENADES]
        self.thrown = self.weapons[THROWN]
        self.blast_order = priorities(sheet)

    def shoot_number(self, shoot: int, band: int) -> int:
        """What a D20 must stay below: Shoot, or its half at long range."""
        return rounded_up(shoot, self.long_divide) if band == RangeBand.LONG else shoot

    def save_number(self, save: int, behind: bool) -> int:
        """A character's Save, divided when it is shot from behind (R33)."""
        if not behind:
            return save
        return save // self.behind if self.rear_save_down else rounded_up(save, self.behind)

    def set_vehicles(self, sheet: Sheet) -> None:
        """The vehicle's saving throw, its hit charts, its rolls."""
        outcome = sheet.values("vehicle-save-outcome")
        self.vehicle_sides = outcome.integer("sides", 2, 100)
        self.catastrophic_from = outcome.integer("catastrophic", 1, 100)
        self.save_outcomes = [OUTCOMES.index(outcome.choice(id, OUTCOMES)) for id in ("less", "equal", "greater")]
        shells = [id for id in sheet.table("artillery-effects").rows if id != GRENADES]
        effects = {
            id: Effect(sheet, "vehicle-effects", id, shells, self.damage_scale, "R81")
            for id in sheet.table("vehicle-effects").rows
        }
        gaps = {"as-8-10": AS_BELOW, "no-effect": NO_EFFECT, "reroll": REROLL_ON}
        charts = {
            "vehicle-shooting-hits": Chart(sheet, "vehicle-shooting-hits", effects, NO_EFFECT, "R78"),
            "vehicle-minor-damage": Chart(sheet, "vehicle-minor-damage", effects, gaps[self.minor_damage_7], "R80"),
            "vehicle-melee-hits": Chart(sheet, "vehicle-melee-hits", effects, NO_EFFECT, "R73"),
        }
        check_effects(sheet, "vehicle-effects", charts)
        self.hit_columns = [charts["vehicle-shooting-hits"].columns[id] for id in OUTCOMES[1:]]
        self.dent = charts["vehicle-melee-hits"].columns[DENT]
        self.crack = charts["vehicle-melee-hits"].columns[CRACK_HIT]
        driving = sheet.values("driving")
        self.drive_sides = driving.integer("sides", 2, 100)
        self.reverse = driving.number("reverse", 0, 1)
        self.works = Works(
            charts,
            self.drive_sides,
            1,
            Throw("Extra Sustain roll", "driving", "sides", "", "R75", 1),
            Throw(WHICH_ONE, "vehicle-effects", "", "", "R85", 1),
            Throw("A crewman's save", "saving-throws", "sides", "", "R85", 1),
            balks=self.sustain_this_card,
            whole_cells=True,
        )
        self.machine_key = (
            f"{self.vehicle_sides} {self.catastrophic_from} {self.save_outcomes} {self.natural_catastrophe} "
            f"{self.works.key()}"
        )
        srm = sheet.values("vehicle-melee-srm")
        self.foot_srm = srm.integer("foot", -40, 40)
        self.explosives_srm = srm.integer("explosives", -40, 40)
        self.machine_srm = srm.integer("machine", -40, 40)
        self.special_srm = srm.integer("special", -40, 40)
        self.machine_results = machine_results(sheet)
        self.machine_back = sheet.values("vehicle-morale-failure").number("reverse", 0, 1000)

    def set_morale(self, sheet: Sheet) -> None:
        test = sheet.values("morale-test")
        self.morale_sides = test.integer("sides", 2, 100)
        self.unit_divide = test.integer("unit", 1, 100)
        self.crew_divide = test.integer("crew", 1, 100)
        self.morale_modifiers = [MoraleModifier(sheet, id) for id in sheet.table("morale-modifiers").rows]
        self.commander_near = sheet.values("morale-modifiers").number("near", 0, 1000)
        values = sheet.values("morale-failure")
        self.failure_sides = values.integer("sides", 2, 100)
        self.run_inches = values.number("run", 0, 1000)
        self.back_inches = values.number("back", 0, 1000)
        self.random_inches = values.number("random", 0, 1000)
        self.failure_columns = [FailureColumn(sheet, cls, self.failure_sides) for cls in range(len(CLASSES))]
        turn = sheet.values("random-direction")
        self.random_sides = turn.integer("sides", 2, 360)
        self.random_step = turn.number("step", 0, 360)

    def set_table(self, sheet: Sheet) -> None:
        """Close combat, bases, distances, cards and points."""
        self.melee_sides = sheet.values("close-combat").integer("sides", 2, 100)
        self.most_attackers = sheet.values("charge-allocation").integer("most", 1, 6)
        deck = sheet.values("deck")
        self.most_cards = deck.integer("most", 1, 20)
        self.unit_cards = deck.integer("unit", 1, self.most_cards)
        self.hero_cards = deck.integer("hero", 1, self.most_cards)
        points = sheet.values("points")
        self.figure_points = points.integer("figure", 0, 1000)
        self.character_points = points.integer("character", 0, 1000)
        self.gun_points = points.integer("gun", 0, 1000)
        self.vehicle_points = points.integer("vehicle", 0, 1000)
        bases = sheet.values("bases")
        foot = bases.number("foot", 0.1, 10)
        self.gun_radius = bases.number("gun", 0.1, 10)
        self.radii = [foot, bases.number("horse", 0.1, 10), foot, foot, foot, bases.number("beast", 0.1, 10)]
        near = sheet.values("distances")
        self.rank = near.number("rank", 0.01, 100)
        self.crew_near = near.number("crew", 0, 100)
        self.stop_short = near.number("stop_short", 0, 100)
        self.lining = near.number("lining", 0, 100)
        self.neat = near.number("neat", 0, 100)
        self.neat_least = near.integer("neat_least", 2, 100)


def gun_reading(values: Reader) -> Reading:
    """Even, or odd if a house rule says so, hits the gun; it only matters whether any die does."""
    sides = values.integer("sides", 2, 100)
    even = values.choice("gun", ("even", "odd")) == "even"
    shown = [0 if (face % 2 == 0) == even else 1 for face in range(1, sides + 1)]
    return Reading(("gun hit", "crew only"), tuple(shown), (1, 0))


def read_weapons(sheet: Sheet, rules: GaslightRules) -> dict[str, Weapon]:
    """Every row that can be carried, the pistol twice; a grenade's blast is in the artillery chart."""
    found: dict[str, Weapon] = {}
    for row in sheet.table("weapons").rows:
        if row == PISTOL:
            for pistol in sheet.table("pistols").rows:
                found[pistol] = Weapon(sheet, row, pistol, rules)
        elif sheet.row("weapons", row).choice("type", TYPES) != TYPES[WeaponType.BLAST]:
            found[row] = Weapon(sheet, row, "", rules)
    return found


def priorities(sheet: Sheet) -> list[int]:
    """The cycle of `cannon-casualty-priority`: every side once."""
    values = sheet.values("cannon-casualty-priority")
    order: list[int] = []
    for place in ("first", "second", "third", "fourth"):
        side = SECTORS.index(values.choice(place, SECTORS))
        if side in order:
            raise values.refused(place, f"{SECTORS[side]} stands there twice; expected every side once.")
        order.append(side)
    return order


def machine_results(sheet: Sheet) -> list[int]:
    """The results of `vehicle-morale-failure`, by face."""
    found: list[int] = []
    for row in sheet.table("vehicle-morale-failure").rows:
        held = band(row)
        if held is None or held.low != len(found) + 1 or held.high == LARGEST:
            raise sheet.row("vehicle-morale-failure", row).refused("do", "expected the faces from 1 on, in order.")
        result = MACHINE_RESULTS.index(sheet.row("vehicle-morale-failure", row).choice("do", MACHINE_RESULTS))
        found += [result] * (held.high - held.low + 1)
    return found
