"""The sheet's tables as typed rows, read once, and the switches as plain values. Code has no number of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.dice import EVERY, Dice, Reading
from playsheet.core.events import Entry, Throw
from playsheet.core.reader import Reader
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Amount, Sheet, amount
from playsheet.rules.lancer.terms import CONDITION_RULINGS, CONDITIONS, KINDS, OUTCOMES, FireDie


class Weapon:
    """A row of `shooting`."""

    def __init__(self, sheet: Sheet, id: str, slash: str) -> None:
        row = sheet.row("shooting", id)
        self.id: Final = id
        self.name: Final = sheet.table("shooting").label(id)
        self.reach: Final = row.number("reach", 0, 1000)
        self.dice: Final = row.integer("dice", 0, 20)
        self.per: Final = row.integer("per", 1, 20)
        self.by_figures: Final = row.choice("of", ("figures", "crew")) == "figures"
        sides = sheet.values("shooting").integer("sides", 2, 100)
        as_range = slash == "range"
        hits_open = row.integers("open_as_range" if as_range else "open", 1, sides)
        hits_cover = row.integers("cover", 1, sides)
        jam_face = row.integer("jam_face", 1, sides, 0) if row.has("jam_face") else 0
        self.jam_count: Final = row.integer("jam_count", 1, 20) if row.has("jam_count") else 0
        self.open: Final = fire_reading(sides, hits_open, jam_face, self.jam_count)
        self.cover: Final = fire_reading(sides, hits_cover, jam_face, self.jam_count)
        column = "open_as_range" if as_range else "open"
        self.throw_open: Final = Throw(f"{self.name} fire", "shooting", id, column, "R3")
        self.throw_cover: Final = Throw(f"{self.name} fire at cover", "shooting", id, "cover", "R3")

    def dice_for(self, figures: int, round_up: bool) -> int:
        """Full groups only (R6), unless the switch rounds up."""
        groups = (figures + self.per - 1) // self.per if round_up else figures // self.per
        return groups * self.dice


def fire_reading(sides: int, hits: list[int], jam_face: int, jam_count: int) -> Reading:
    """Every hit counts; of jamming faces only whether they are enough, of misses nothing."""
    shown = [
        FireDie.HIT if face in hits else FireDie.JAM if face == jam_face else FireDie.MISS
        for face in range(1, sides + 1)
    ]
    return Reading(("hit", "jam", "miss"), tuple(shown), (EVERY, jam_count, 0))


class Rate:
    """Dice of a movement cell; `dice` 0 means it has none."""

    def __init__(self, cell: Amount | None, why: str, row: str, column: str, ruling: str) -> None:
        self.dice: Final = cell.dice if cell is not None else 0
        self.sides: Final = cell.sides if cell is not None else 0
        self.add: Final = cell.add if cell is not None else 0
        self.most: Final = float(cell.highest()) if cell is not None else 0.0
        self.throw: Final = Throw(why, "movement", row, column, ruling)
        self.printed: Final = printed(self.add)

    def inches(self, dice: Dice, marks: list[int]) -> int:
        """Throw for the distance; with marks it only matters which of them it comes up to."""
        if not marks:
            return dice.total(self.dice, self.sides, self.throw, self.printed)
        return dice.reach(self.dice, self.sides, marks, self.throw, self.printed)


def printed(add: int) -> list[Entry]:
    """The constant of a cell such as 1d6+3, as a line of the account."""
    return [Entry(add, "printed")] if add else []


class GroundRow:
    """A row of `terrain`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("terrain", id)
        entry = ("yes", "woods", "by-road", "no")
        foot = row.choice("foot", entry)
        horse = row.choice("horse", entry)
        gun = row.choice("gun", entry)
        self.id: Final = id
        self.foot: Final = foot in ("yes", "woods")
        self.slow: Final = foot == "woods"
        self.mounted: Final = horse == "yes" and gun == "yes"
        self.by_road: Final = horse == "by-road" and gun == "by-road"
        self.cover: Final = row.choice("cover", ("no", "yes", "between")) != "no"
        sight = row.choice("sight", ("clear", "into", "crest", "blocks"))
        self.hides: Final = sight in ("into", "blocks")
        self.edge: Final = row.flag("edge")
        self.road: Final = id == "road"
        self.linear: Final = row.flag("linear")


class Modifier:
    """A row of `melee-modifiers`; `when` names the situation."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("melee-modifiers", id)
        self.id: Final = id
        self.add: Final = row.integer("add", -6, 6)
        self.when: Final[int] = CONDITIONS[row.choice("when", tuple(CONDITIONS))]
        self.parting: Final = row.flag("parting")
        self.cause: Final = sheet.table("melee-modifiers").label(id)


def account(rows: list[Modifier], case: int, *, parting: bool) -> list[Entry]:
    """The modifiers that apply in a case, each with its cause, to be summed and shown."""
    return [
        Entry(row.add, row.cause, CONDITION_RULINGS[row.when])
        for row in rows
        if case & row.when and (row.parting or not parting)
    ]


class Card:
    """A unit card."""

    def __init__(self, id: str, reader: Reader, weapons: dict[str, Weapon], half_times: int, half_drop: int) -> None:
        self.id: Final = id
        self.name: Final = reader.text("name")
        self.kind: Final[int] = KINDS.index(reader.choice("type", KINDS))
        mount = reader.choice("mount", ("foot", "horse"), "foot") if self.kind == 3 else "foot"
        self.mounted: Final = self.kind == 1 or mount == "horse"
        self.figures: Final = reader.integer("figures", 1, 1 if self.kind == 3 else 60)
        self.morale: Final = reader.integer("morale", 2, 5)
        self.melee: Final = reader.integer("melee", 2, 5)
        weapon = reader.choice("weapon", (*weapons, "none"), "none")
        if self.kind == 3 and weapon != "none":
            raise reader.refused("weapon", "a commander carries none; expected none.")
        self.weapon: Final[Weapon | None] = weapons.get(weapon)
        self.lancer: Final = reader.flag("lancer", False)
        self.half_times: Final = half_times  # table half-strength: so many times the figures left, against the start
        self.half_drop: Final = half_drop
        self.men: list[str] = []  # what each of its figures is called, made when somebody asks (battle/words.py)
        reader.close()


class LancerRules:
    """The sheet and the rulings in force, ready to be used."""

    def __init__(self, sheet: Sheet, switches: Switches) -> None:
        self.sheet: Final = sheet
        self.switches: Final = switches
        self.set_switches(switches)
        weapons: dict[str, Weapon] = {}
        for id in sheet.table("shooting").rows:
            weapons[id] = Weapon(sheet, id, switches.value("slash"))
        self.weapons: Final = weapons
        self.half_times: Final = sheet.integer("half-strength", "times")
        self.half_drop: Final = -sheet.integer("half-strength", "morale")
        self.firing_ranks: Final = sheet.integer("shooting", "firing_ranks")
        self.half_arc: Final = sheet.number("shooting", "arc") / 2.0
        self.arc_cosine: Final = direction(self.half_arc)[1]
        self.unit_cards: Final = sheet.integer("initiative-deck", "unit")
        self.commander_cards: Final = sheet.integer("initiative-deck", "commander")
        self.stop_cards: Final = sheet.integer("initiative-deck", "stop")
        self.order_range: Final = sheet.number("actions", "order_range")
        self.rally_range: Final = sheet.number("rally", "order_range")
        self.turn: Final = sheet.number("movement", "turn")
        self.charge_turn: Final = sheet.number("movement", "charge_turn")
        self.stop_short: Final = sheet.number("movement", "stop_short")
        self.lining: Final = sheet.number("terrain", "lining")
        self.wall_cover: Final = sheet.number("terrain", "wall_cover")
        self.morale_sides: Final = sheet.values("morale-check").integer("sides", 2, 100)
        self.commander_morale: Final = sheet.integer("morale-check", "commander")
        self.fall_back: Final = sheet.amount("morale-check", "fall_back")
        self.fall_back_printed: Final = printed(self.fall_back.add)
        self.casualty_sides: Final = sheet.values("hit-sequence").integer("sides", 2, 100)
        self.commander_casualty: Final = sheet.integer("hit-sequence", "commander")
        self.melee_sides: Final = sheet.values("melee-outcome").integer("sides", 2, 100)
        self.break_times: Final = sheet.integer("ending", "times")
        self.fights: Final = sheet.integer("melee-limits", "attacker_fights")
        self.most_contacts: Final = sheet.integer("melee-limits", "contacts")
        self.modifiers: Final = [Modifier(sheet, id) for id in sheet.table("melee-modifiers").rows]
        self.outcomes: Final = [
            OUTCOMES.index(sheet.text("melee-outcome", row, column))
            for row in ("success", "failure")
            for column in ("success", "failure")
        ]
        self.accounts: Final = [account(self.modifiers, case, parting=False) for case in range(8)]
        self.parting_accounts: Final = [account(self.modifiers, case, parting=True) for case in range(8)]
        self.ground: Final = {id: GroundRow(sheet, id) for id in sheet.table("terrain").rows}
        self.set_movement(sheet)
        self.set_bases(sheet)

    def set_switches(self, switches: Switches) -> None:
        """Each switch as a plain value, under the spec's own key."""
        self.reshuffle_all = switches.stands("reshuffle", "all")
        self.round_up = switches.stands("rifle_rounding", "up")
        self.sequential_casualties = switches.stands("casualty_checks", "sequential")
        self.commander_helps_casualties = switches.flag("commander_helps_casualties")
        self.to_own_edge = switches.stands("fall_back", "own_edge")
        self.rout_takes_commander = switches.flag("rout_takes_commander")
        self.woods_rout_horse = switches.flag("woods_rout_horse")
        self.disrupted_free = switches.stands("disrupted", "free")
        self.disrupted_reacts = not switches.stands("disrupted", "rally_only")
        self.may_pass_edge = switches.stands("terrain_edge", "may_stop")
        self.woods_charge_adds = switches.stands("woods_charge", "1d3+6")
        self.charge_through = switches.stands("charge_edge", "through")
        self.reactor_attacks = switches.stands("counter_charge", "reactor_attacks")
        self.range_nearest = switches.stands("range_from", "nearest")
        self.units_block = switches.flag("units_block")
        self.fire_into_melee = switches.flag("fire_into_melee")
        self.simultaneous_melee = switches.stands("melee", "simultaneous")
        self.crew_is_infantry = switches.flag("crew_is_infantry")
        self.sticky_melee = switches.stands("melee_lock", "sticky")
        self.leaving_disrupts = switches.stands("leave_disrupts", "always")
        self.break_at_half = switches.stands("break_point", "half")
        self.attached_may_rally = switches.flag("attached_may_rally")
        self.charge_any_distance = switches.stands("charge_reach", "any")

    def set_movement(self, sheet: Sheet) -> None:
        """Rates by kind: foot, horse, gun. A commander uses the row of his mount."""
        self.moves = [movement_rate(sheet, row, "move", "Move", "R17") for row in KINDS[:3]]
        self.columns = [movement_rate(sheet, row, "column", "Move in column", "R7") for row in KINDS[:3]]
        self.charges = [movement_rate(sheet, row, "charge", "Charge", "R20") for row in KINDS[:3]]
        self.woods = movement_rate(sheet, "foot", "woods", "Move in woods", "R18")
        added = movement_rate(sheet, "foot", "woods_charge", "Charge in woods", "R18")  # read, whatever the switch says
        as_move = movement_rate(sheet, "foot", "woods", "Charge in woods", "R18")
        self.woods_charge = added if self.woods_charge_adds else as_move

    def set_bases(self, sheet: Sheet) -> None:
        """Base sizes of section 'bases': foot, horse, and the block of a battery."""
        self.foot_width = sheet.number("bases", "foot", "width")
        self.foot_depth = sheet.number("bases", "foot", "depth")
        self.horse_width = sheet.number("bases", "horse", "width")
        self.horse_depth = sheet.number("bases", "horse", "depth")
        self.block_width = sheet.number("bases", "battery", "width")
        self.block_depth = sheet.number("bases", "battery", "depth")
        self.touch_along = sheet.number("contact", "length")
        self.slide = sheet.number("contact", "slide")

    def base(self, kind: int, mounted: bool) -> tuple[float, float]:
        """Width and depth of a figure's base (a gunner stands on a foot base)."""
        if mounted:
            return self.horse_width, self.horse_depth
        return self.foot_width, self.foot_depth

    def cards_for(self, kind: int) -> int:
        return self.commander_cards if kind == 3 else self.unit_cards


def movement_rate(sheet: Sheet, row: str, column: str, why: str, ruling: str) -> Rate:
    """A cell of `movement`; a word in its place (none, by-road), or a blank, is no rate."""
    table = sheet.table("movement")
    cell: Amount | None = None
    if table.has(row, column) and not isinstance(table.cell(row, column), str):
        cell = amount(sheet.row("movement", row), column)
    return Rate(cell, why, row, column, ruling)
