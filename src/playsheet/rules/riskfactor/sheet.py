"""The sheet's tables as typed rows, read once, and the switches as plain values. Code has no number of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.dice import EVERY, Reading
from playsheet.core.events import Entry, Throw
from playsheet.core.geometry import TOLERANCE
from playsheet.core.reader import LARGEST, Reader
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Sheet, band
from playsheet.rules.riskfactor.terms import (
    BANDS,
    CARD_ROLES,
    CLASSES,
    COVERS,
    DAMAGES,
    GOINGS,
    ORDERS,
    OUTCOMES,
    RESULTS,
    RISKS,
    ROLES,
    TABLES,
    Cover,
    OrderKind,
    RangeBand,
    Role,
)

# what a fire die shows
HIT: Final = 0

RISK_RULINGS: Final = ("R8", "R4", "R5", "R3", "R6", "R7", "R8", "R9")  # in the order of terms.RISKS


class Cell:
    """A cell of an Actions Table: what is done, whether it is in italics, whether (Charge?) is printed."""

    def __init__(self, sheet: Sheet, table: str, row: str, column: str) -> None:
        cell = sheet.row(table, row).table(column)
        self.do: Final[int] = RESULTS.index(cell.choice("do", RESULTS))
        self.italic: Final = cell.flag("italic")
        self.charge: Final = cell.flag("charge")
        cell.close()


class ActionRow:
    """A row of an Actions Table: the Risk Factors it is for, and a cell for each face."""

    def __init__(self, sheet: Sheet, table: str, id: str) -> None:
        held = band(id)
        self.id: Final = id
        self.low: Final = held.low if held is not None else LARGEST
        self.high: Final = held.high if held is not None else -LARGEST
        self.cells: Final = [Cell(sheet, table, id, column) for column in sheet.table(table).columns]
        self.throw: Final = Throw("Action die", table, id, "", "R2")


class ActionTable:
    """One of the two Actions Tables."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        self.id: Final = id
        self.rows: Final = [ActionRow(sheet, id, row) for row in sheet.table(id).rows]
        self.sides: Final = len(sheet.table(id).columns)

    def row(self, risk: int) -> ActionRow:
        """The row for a Risk Factor."""
        for row in self.rows:
            if row.low <= risk <= row.high:
                return row
        raise AttributeError(f"{self.id} has no row for {risk}")


class Instruction:
    """A row of `instructions`: what a result does to the standing order, and whether the unit may still shoot."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("instructions", id)
        self.id: Final = id
        self.name: Final = sheet.table("instructions").label(id)
        self.order: Final[int] = ORDERS.index(row.choice("order", ORDERS))
        self.needs_enemy: Final = row.flag("enemy")
        self.fires: Final = row.flag("fires")


class RiskLine:
    """A row of `risk-factors`; `when` names the situation."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("risk-factors", id)
        self.id: Final = id
        self.add: Final = row.integer("add", -20, 20)
        self.when: Final[int] = RISKS.index(row.choice("when", RISKS))
        self.cause: Final = sheet.table("risk-factors").label(id)
        self.ruling: Final = RISK_RULINGS[self.when]


class LoadClass:
    """A row of `loading-classes`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("loading-classes", id)
        self.id: Final = id
        self.loads: Final = row.flag("loads")
        self.part: Final = row.number("part", 0, 1)
        self.each: Final = row.integer("each", 1, 20)


class DamageRow:
    """A row of `damage`, its die read for each class: what each total gives, and from which totals it changes."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("damage", id)
        columns = list(sheet.table("damage").columns)
        label = sheet.table("damage").label(id)
        self.id: Final = id
        self.results: Final[list[int]] = [DAMAGES.index(row.choice(column, DAMAGES)) for column in columns]
        self.sides: Final = len(columns)
        self.marks: Final = [k + 1 for k in range(1, self.sides) if self.results[k] != self.results[k - 1]]
        self.shot: Final = Throw(f"Damage: {label}", "damage", id, "", "R24")
        self.blow: Final = Throw(f"Damage in melee: {label}", "damage", id, "", "R39")
        self.blow_back: Final = Throw(f"Damage in melee: {label}", "damage", id, "", "R39", 1)

    def result(self, total: int) -> int:
        """What a modified die gives: it stays within the columns (R24)."""
        return self.results[min(max(total, 1), self.sides) - 1]


class Weapon:
    """A row of `weapons`. Without ranges it is for hand to hand only."""

    def __init__(
        self, sheet: Sheet, id: str, damages: dict[str, DamageRow], loads: dict[str, LoadClass], merged: bool
    ) -> None:
        table = sheet.table("weapons")
        row = sheet.row("weapons", id)
        self.id: Final = id
        self.name: Final = table.label(id)
        shoots = row.has("short")
        self.short: Final = row.number("short", 0, 1000) if shoots else -1.0
        self.medium: Final = row.number("medium", 0, 1000) if shoots else -1.0
        self.long: Final = row.number("long", 0, 1000) if shoots else -1.0
        self.shoots: Final = shoots
        rows = tuple(damages)
        self.damage: Final[DamageRow | None] = damages[row.choice("damage", rows)] if shoots else None
        self.load: Final[LoadClass | None] = loads[row.choice("load", tuple(loads))] if shoots else None
        self.blow: Final = damages[row.choice("blow", rows)]
        source = row
        if not row.has("melee") and merged:
            source = sheet.row("weapons", sheet.text("weapons", "blank_as"))
        blank = sheet.integer("weapons", "blank")
        self.melee: Final = source.integer("melee", -20, 20, blank)
        self.bayonet: Final = source.integer("bayonet", -20, 20, self.melee)
        self.factor: Final = [Entry(self.melee, f"melee factor, {self.name}", "R38")]
        self.bayonet_factor: Final = [Entry(self.bayonet, f"melee factor, {self.name} with bayonet", "R54")]

    def band(self, distance: float) -> int:
        """SHORT, MEDIUM, LONG or BEYOND; a limit is within its band (R22)."""
        if distance <= self.short + TOLERANCE:
            return RangeBand.SHORT
        if distance <= self.medium + TOLERANCE:
            return RangeBand.MEDIUM
        return RangeBand.LONG if distance <= self.long + TOLERANCE else RangeBand.BEYOND


class GroundRow:
    """A row of `terrain`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("terrain", id)
        self.id: Final = id
        self.going: Final[int] = GOINGS.index(row.choice("going", GOINGS))
        self.horses: Final = row.flag("horses")
        cover = row.choice("cover", ("none", "soft", "hard"))
        self.cover: Final[int] = Cover.OPEN if cover == "none" else COVERS.index(cover)
        self.conceals: Final = row.flag("conceals")
        self.enclosed: Final = row.flag("enclosed")
        self.crest: Final = row.flag("crest")
        self.strong: Final = row.flag("strong")
        self.linear: Final = row.flag("linear")


class Card:
    """A card: a group of men with their NCOs, or a leader (PC, officer, drummer, bugler)."""

    def __init__(self, id: str, reader: Reader, rules: RiskRules) -> None:
        self.id: Final = id
        self.name: Final = reader.text("name")
        self.role: Final[int] = ROLES.index(reader.choice("role", CARD_ROLES, "man"))
        self.leader: Final = self.role != Role.MAN
        self.musician: Final = self.role in (Role.DRUMMER, Role.BUGLER)
        self.figures: Final = reader.integer("figures", 1, 1 if self.leader else 60)
        self.ncos: Final = reader.integer("ncos", 0, 0 if self.leader else self.figures, 0)
        self.cls: Final[int] = CLASSES.index(reader.choice("class", CLASSES))
        self.nco_cls: Final[int] = CLASSES.index(reader.choice("nco_class", CLASSES, CLASSES[self.cls]))
        self.table: Final[int] = TABLES.index(reader.choice("table", TABLES))
        self.formed: Final = reader.flag("formed", False)
        self.volley: Final = reader.flag("volley", False)
        self.native: Final = reader.flag("native", False)
        self.mounted: Final = reader.flag("mounted", False)
        self.civilian: Final = reader.flag("civilian", False)
        self.petticoats: Final = reader.integer("petticoats", 0, self.figures, 0)
        self.loyal_to: Final = reader.texts("loyal_to", ["all"])
        weapons = rules.weapons
        self.ranged: Final[Weapon | None] = ranged_weapon(reader, weapons)
        usual = self.ranged.load if self.ranged is not None else None
        self.load: Final[LoadClass | None] = (
            rules.loads[reader.choice("load", tuple(rules.loads), usual.id)] if usual is not None else None
        )
        close = reader.choice("close", (*weapons, "none"), "none")
        self.close: Final[Weapon | None] = weapons.get(close)
        self.bayonet: Final = reader.flag("bayonet", False)
        if self.bayonet and self.ranged is None:
            raise reader.refused("bayonet", "a bayonet needs a long arm; expected a ranged weapon too.")
        self.men: list[str] = []  # what each of its figures is called, made when somebody asks (battle/words.py)
        reader.close()
        # What it fights with hand to hand: its close weapon, else its ranged one, else nothing (R54).
        fixed = self.bayonet and not self.mounted
        arm = self.ranged if fixed or self.close is None else self.close
        self.arm: Final = arm if arm is not None else weapons["unarmed"]
        self.factor: Final = self.arm.bayonet_factor if fixed else self.arm.factor
        self.hurls: Final = self.load is not None and self.load.each > 1
        self.reach: Final = self.ranged.long if self.ranged is not None else -1.0

    def class_of(self, role: int) -> int:
        """The class of a figure of this card."""
        return self.nco_cls if role == Role.NCO else self.cls

    def role_of(self, index: int) -> int:
        """What the figure at this place of the card is: NCOs stand first."""
        return self.role if self.leader else Role.NCO if index < self.ncos else Role.MAN

    def loyal(self, leader: str) -> bool:
        """Does this leader find them loyal (R50)?"""
        return "all" in self.loyal_to or leader in self.loyal_to


def ranged_weapon(reader: Reader, weapons: dict[str, Weapon]) -> Weapon | None:
    """The weapon it shoots or hurls; one without ranges is refused."""
    shooting = [id for id in weapons if weapons[id].shoots]
    return weapons.get(reader.choice("ranged", (*shooting, "none"), "none"))


class StandingOrder:
    """What the sheet calls current actions (R56): hold, advance (on a point or the enemy), withdraw (to a point)."""

    def __init__(self, kind: int, *, x: float, y: float, to_point: bool) -> None:
        self.kind: Final = kind
        self.x: Final = x
        self.y: Final = y
        self.to_point: Final = to_point  # False: an advance goes for the nearest enemy


HOLD_ORDER: Final = StandingOrder(OrderKind.HOLD, x=0.0, y=0.0, to_point=False)
ADVANCE_ORDER: Final = StandingOrder(OrderKind.ADVANCING, x=0.0, y=0.0, to_point=False)


def standing_order(extra: Reader) -> StandingOrder:
    """`extra = { order = "advance", to = [60, 30] }` of a scenario's unit; without it the unit holds."""
    kind = ORDERS.index(extra.choice("order", ORDERS[: OrderKind.SAME], "hold"))
    if kind == OrderKind.HOLD or not extra.has("to"):
        if kind == OrderKind.WITHDRAWING:
            raise extra.missing("to", "a point [x, y]")
        return StandingOrder(kind, x=0.0, y=0.0, to_point=False)
    x, y = extra.numbers("to", 0, 500, 2)
    return StandingOrder(kind, x=x, y=y, to_point=True)


def entries(add: int, cause: str, ruling: str) -> list[Entry]:
    """A modifier as an account of one line; none where it is 0."""
    return [Entry(add, cause, ruling)] if add else []


class RiskRules:
    """The sheet and the rulings in force, ready to be used."""

    def __init__(self, sheet: Sheet, switches: Switches) -> None:
        self.sheet: Final = sheet
        self.switches: Final = switches
        self.set_switches(switches)
        self.tables: Final = [ActionTable(sheet, "actions-firearms"), ActionTable(sheet, "actions-melee")]
        self.instructions: Final = [Instruction(sheet, id) for id in RESULTS]
        self.risks: Final = [RiskLine(sheet, id) for id in sheet.table("risk-factors").rows]
        self.percent: Final = sheet.values("risk-factors").integer("percent", 1, 100)
        self.set_shooting(sheet)
        self.damages: Final = {id: DamageRow(sheet, id) for id in sheet.table("damage").rows}
        self.loads: Final = {id: LoadClass(sheet, id) for id in sheet.table("loading-classes").rows}
        self.weapons: Final = {
            id: Weapon(sheet, id, self.damages, self.loads, self.blanks_merged) for id in sheet.table("weapons").rows
        }
        self.ground: Final = {id: GroundRow(sheet, id) for id in sheet.table("terrain").rows}
        self.set_command(sheet)
        self.set_movement(sheet)
        self.set_melee(sheet)
        self.set_distances(sheet)
        self.break_times: Final = sheet.integer("ending", "times")
        self.roll_off_sides: Final = sheet.values("roll-off").integer("sides", 2, 100)

    def set_switches(self, switches: Switches) -> None:
        """Each switch as a plain value, true where it stands at the reading that the name says."""
        self.rf0_binds_commanded = switches.flag("rf0_binds_commanded")
        self.action_die_by_class = switches.stands("action_die", "class")
        self.range_per_group = switches.stands("enemy_in_range", "per_group")
        self.own_range = switches.stands("their_range", "own")
        self.blades_threaten = switches.stands("blades_threaten", "one_move")
        self.lone_leader_counts = switches.stands("lone_leader_percent", "count")
        self.narrow_front = switches.stands("front_arc", "90")
        self.always_charge = switches.stands("charge_query", "always")
        self.firearms_never_charge = switches.stands("charge_query", "never_firearms")
        self.platoon_rolls = switches.stands("platoon", "roll_then_split")
        self.round_up = switches.stands("uncommanded_rounding", "up")
        self.start_loaded = switches.flag("start_loaded")
        self.grazes_add_up = switches.stands("grazes", "two_make_a_wound")
        self.fired_always_seen = switches.stands("fired_seen", "always")
        self.fog = switches.flag("fog")
        self.wounded_rider_slow = switches.stands("wounded_rider", "20")
        self.nco_minus = switches.flag("nco_minus")
        self.musicians_throw_class = switches.stands("musician_dice", "class")
        self.lancer_like = switches.stands("melee", "lancer_like")
        self.blanks_merged = switches.stands("blank_factor", "merged")
        self.fire_into_melee = switches.flag("fire_into_melee")
        self.break_at_half = switches.stands("break_point", "half")
        self.fortified_always = switches.stands("fortified", "all_results")
        self.cover_never_nearer = switches.stands("cover_toward", "never_nearer")
        self.attackers_charge = switches.stands("rf0_charge", "attackers")

    def set_shooting(self, sheet: Sheet) -> None:
        """To hit by band and cover, shots of uncommanded troops, damage by class, what a man can take."""
        sides = sheet.values("to-hit").integer("sides", 2, 100)
        needs = [[sheet.row("to-hit", row).integer(column, 1, sides + 1) for column in COVERS] for row in BANDS]
        self.to_hit = needs
        self.fire_readings = [[fire_reading(sides, need) for need in row] for row in needs]
        self.fire_throws = [
            [Throw(f"Fire at {row} range, {column}", "to-hit", row, column, "R22") for column in COVERS]
            for row in BANDS
        ]
        self.shots_halted = sheet.values("uncommanded-fire").integer("halted", 1, 20)
        self.shots_moving = sheet.values("uncommanded-fire").integer("moving", 1, 20)
        hero = entries(sheet.integer("damage", "hero"), "hero", "R24")
        raw = entries(sheet.integer("damage", "raw"), "raw", "R24")
        none: list[Entry] = []
        self.damage_accounts = [hero, none, raw]
        self.die_accounts = (  # of the action die, by the switch action_die
            [
                entries(sheet.integer("damage", "hero"), "hero", "R2"),
                none,
                entries(sheet.integer("damage", "raw"), "raw", "R2"),
            ]
            if self.action_die_by_class
            else [none, none, none]
        )
        self.wounds_kill = sheet.values("wounds").integer("kill", 1, 7)
        self.grazes_wound = sheet.values("wounds").integer("grazes", 1, 7)

    def set_command(self, sheet: Sheet) -> None:
        """Dice, costs and distances of command; visibility."""
        dice = sheet.values("command-dice")
        self.command_dice = [dice.integer(id, 0, 20) for id in CLASSES]
        self.command_busy = dice.integer("busy", -20, 20)
        self.command_musician = dice.integer("musician", 0, 20)
        self.command_sides = dice.integer("sides", 2, 100)
        cost = sheet.values("command-cost")
        self.cost_loyal = cost.integer("loyal", 0, 100)
        self.cost_disloyal = cost.integer("disloyal", 0, 100)
        self.cost_router = cost.integer("router", 0, 100)
        self.command_open = sheet.values("command-distance").number("open", 0, 1000)
        self.command_enclosed = sheet.values("command-distance").number("enclosed", 0, 1000)
        seen = sheet.values("visibility")
        self.seen_sides = seen.integer("sides", 2, 100)
        self.seen_times = seen.integer("times", 0, 1000)
        self.seen_edge = seen.number("edge", 0, 1000)
        self.seen_inside = seen.number("woods", 0, 1000)
        self.fire_depth = seen.number("fire", 0, 1000)

    def set_movement(self, sheet: Sheet) -> None:
        moves = sheet.values("movement")
        self.move_foot = moves.number("foot", 0, 1000)
        self.move_wounded = moves.number("wounded", 0, 1000)
        self.move_civilian = moves.number("civilian", 0, 1000)
        self.move_petticoats = moves.number("petticoats_down", 0, 1000)
        self.move_mounted = moves.number("mounted", 0, 1000)
        self.difficult = moves.number("difficult", 1, 100)
        self.barrier_part = moves.number("barrier", 0, 1)
        self.move_riding = sheet.values("riding").number("elsewhere", 0, 1000)
        self.move_wounded_rider = sheet.values("riding").number("wounded", 0, 1000)

    def set_melee(self, sheet: Sheet) -> None:
        values = sheet.values("melee")
        self.melee_sides = values.integer("sides", 2, 100)
        none: list[Entry] = []
        self.melee_class = [
            entries(values.integer("hero", -20, 20), "hero", "R37"),
            none,
            entries(values.integer("raw", -20, 20), "raw", "R37"),
        ]
        self.melee_wounded = entries(values.integer("wounded", -20, 20), "wounded", "R25")
        self.melee_defending = entries(values.integer("defending", -20, 20), "defending a barrier or hard cover", "R61")
        self.most_contacts = values.integer("contacts", 1, 6)
        self.outcomes = [
            OUTCOMES.index(sheet.row("melee-outcome", row).choice(column, OUTCOMES))
            for row in ("success", "failure")
            for column in ("success", "failure")
        ]

    def set_distances(self, sheet: Sheet) -> None:
        near = sheet.values("proximity")
        self.leader_in_group = near.number("leader_in_group", 0, 1000)
        self.platoon_gap = near.number("platoon_gap", 0, 1000)
        self.platoon_leader = near.number("platoon_leader", 0, 1000)
        self.cavalry_near = near.number("cavalry", 0, 1000)
        self.shooting_over = near.number("shooting_over", 0, 1000)
        ours = sheet.values("nearness")
        self.cohesion = ours.number("cohesion", 0, 1000)
        self.hero_near = ours.number("hero", 0, 1000)
        self.joining = ours.number("joining", 0, 1000)
        self.stop_short = ours.number("stop_short", 0, 1000)
        self.lining = ours.number("lining", 0, 1000)
        bases = sheet.values("bases")
        self.base = bases.number("across", 0.1, 100)
        self.radius = self.base / 2.0
        self.contact_barrier = bases.number("barrier", 0, 100)
        arcs = sheet.values("arcs")
        front = arcs.number("front", 0, 360)
        narrow = arcs.number("narrow", 0, 360)
        self.fire_half_arc = front / 2.0
        self.front_half_arc = (narrow if self.narrow_front else front) / 2.0
        self.fire_cosine = direction(self.fire_half_arc)[1]
        self.front_cosine = direction(self.front_half_arc)[1]

    def allowance(self, card: Card, wounded: bool, petticoats_down: bool, clear: bool) -> float:
        """What a figure may spend on a move; `clear`: the whole path is open, clear ground (R30)."""
        if card.mounted:
            if wounded and self.wounded_rider_slow:
                return self.move_wounded_rider
            return self.move_mounted if clear else self.move_riding
        if petticoats_down:
            return self.move_petticoats
        if card.civilian:
            return min(self.move_civilian, self.move_wounded) if wounded else self.move_civilian
        return self.move_wounded if wounded else self.move_foot


def fire_reading(sides: int, need: int) -> Reading:
    """Every hit counts, misses do not."""
    return Reading(("hit", "miss"), tuple([0 if face >= need else 1 for face in range(1, sides + 1)]), (EVERY, 0))
