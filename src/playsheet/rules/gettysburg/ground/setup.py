"""A battle from a scenario: units, generals, brigades and divisions, and where the scenario puts them."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction, wrapped
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.core.reader import Reader, shown
from playsheet.core.scenario import Group, Scenario, Side, UnitEntry
from playsheet.core.terrain import holds, rect_distance
from playsheet.rules.gettysburg.battle.brigades import Army, Brigade, Division
from playsheet.rules.gettysburg.battle.goals import Goals
from playsheet.rules.gettysburg.battle.land import land_of, side_of_line
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, near_of
from playsheet.rules.gettysburg.battle.units import NOBODY, General, Unit, extent
from playsheet.rules.gettysburg.sheet.tables import Card, GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    DIVISION_ORDERS,
    EDGES,
    FORMATIONS,
    LEVELS,
    NATIONS,
    ORDERS,
    WINGS,
    Arm,
    Formation,
    Level,
    Nation,
    Order,
    SkirmishRate,
)

MOST_LINES: Final = 9
LOOSE: Final = "brigade"  # of units without a group


class GeneralEntry:
    """What the scenario says of a general."""

    def __init__(self, entry: UnitEntry) -> None:
        extra = entry.extra()
        self.level: Final = LEVELS.index(extra.choice("level", LEVELS))
        self.division: Final = extra.text("division", "", 60)
        extra.close()


class Muster:
    """A battle while it is being put together."""

    def __init__(
        self, scenario: Scenario, rules: GettysburgRules, cards: dict[str, Card], seat_sides: list[int]
    ) -> None:
        self.scenario: Final = scenario
        self.rules: Final = rules
        self.cards: Final = cards
        self.goals: Final = Goals(scenario, seat_sides)
        self.units: Final[list[Unit]] = []
        self.generals: Final[list[General]] = []
        self.brigades: Final[list[Brigade]] = []
        self.divisions: Final[list[Division]] = []
        self.armies: Final[list[Army]] = []
        self.lines: Final[list[int]] = []  # of each unit: in which line of its brigade's anchor
        self.anchors: Final[dict[int, tuple[float, float, float]]] = {}  # of brigades
        self.figures = 0

    def battle(self, card_of: CardOf) -> GettysburgBattle:
        seat = 0
        for index, side in enumerate(self.scenario.sides):
            self.side(index, side, seat, card_of)
            seat += len(side.players or [side.name])
        land = land_of(self.scenario.ground, self.rules)
        battle = GettysburgBattle(
            self.rules,
            land,
            self.goals,
            self.cards,
            self.units,
            self.generals,
            self.brigades,
            self.divisions,
            self.armies,
            near_of(land, self.units),
        )
        battle.holders = [NOBODY for _ in self.goals.all]
        battle.to_deploy = [unit.id for unit in self.units]
        if not self.rules.orders_hidden:
            for brigade in battle.brigades:
                brigade.shown = True
            for division in battle.divisions:
                division.shown = True
        self.anchor(battle)
        return battle

    # ------------------------------------------------------------ a side

    def side(self, index: int, side: Side, seat: int, card_of: CardOf) -> None:
        players = side.players or [side.name]
        extra = side.extra
        nation = NATIONS.index(extra.choice("nation", NATIONS[: Nation.EITHER]))
        baseline = EDGES.index(extra.choice("baseline", EDGES))
        army = Army(index, nation, baseline, seat)
        self.armies.append(army)
        divisions = self.read_divisions(index, extra, seat)
        extra.close()
        brigades = self.read_brigades(index, side, divisions, players, seat, card_of)
        for entry in side.units:
            card = card_of.of(entry)
            owner = seat + (players.index(entry.owner) if entry.owner in players else 0)
            if card.arm == Arm.GENERAL:
                self.general(index, entry, card, divisions, brigades, owner)
            else:
                self.unit(index, entry, card, brigades, nation)
        if army.cinc < 0:
            raise side.units[0].source.refused("", f"expected a C-in-C for {side.name}.")
        army_seat = self.generals[army.cinc].seat
        if army_seat != seat:
            self.armies[index] = Army(index, nation, baseline, army_seat)
            self.armies[index].cinc = army.cinc
        for division in divisions.values():
            if self.divisions[division].general < 0:
                self.divisions[division].general = army.cinc  # R10
        for id in brigades.values():
            if not self.brigades[id].units:
                raise side.units[0].source.refused("", f"{self.brigades[id].name} has no units.")

    def read_divisions(self, index: int, extra: Reader, seat: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for reader in extra.tables("divisions", []):
            id = reader.text("id", longest=60)
            division = Division(len(self.divisions), reader.text("name", longest=60), index, seat)
            division.order = DIVISION_ORDERS.index(reader.choice("order", DIVISION_ORDERS))
            reader.close()
            found[id] = division.id
            self.divisions.append(division)
        return found

    def read_brigades(
        self, index: int, side: Side, divisions: dict[str, int], players: list[str], seat: int, card_of: CardOf
    ) -> dict[str, int]:
        """Brigades in the scenario's order; whose a brigade is its first unit says."""
        found: dict[str, int] = {}
        supports: list[tuple[int, str, Reader]] = []
        for group in side.groups:
            owner = seat
            for entry in side.units:
                if entry.group == group.id and entry.owner in players:
                    owner = seat + players.index(entry.owner)
                    break
            brigade = self.brigade(index, group, divisions, owner, supports)
            found[group.id] = brigade.id
        for id, of, reader in supports:
            if of not in found:
                raise reader.refused("of", f"there is no brigade {shown(of)} to support.")
            self.brigades[id].target = found[of]
        if any(not entry.group and card_of.of(entry).arm != Arm.GENERAL for entry in side.units):
            loose = Brigade(len(self.brigades), "the Independent Command", index, seat, NOBODY)
            loose.order = ORDERS.index("engage")
            self.brigades.append(loose)
            found[LOOSE + "?"] = loose.id
        return found

    def brigade(
        self, index: int, group: Group, divisions: dict[str, int], owner: int, supports: list[tuple[int, str, Reader]]
    ) -> Brigade:
        extra = group.extra
        name = extra.text("division", "", 60)
        if name and name not in divisions:
            raise extra.refused("division", f"there is no division {shown(name)}.")
        brigade = Brigade(len(self.brigades), group.name, index, owner, divisions[name] if name else NOBODY)
        brigade.order = ORDERS.index(extra.choice("order", ORDERS))
        if brigade.order == Order.SUPPORT:
            supports.append((brigade.id, extra.text("of", longest=60), extra))
            brigade.wing = WINGS.index(extra.choice("wing", WINGS, "rear"))
        if extra.has("anchor"):
            x, y = extra.numbers("anchor", 0, 500, 2)
            self.anchors[brigade.id] = (x, y, wrapped(extra.number("facing", 0, 360, self.goals.facings[index])))
        extra.close()
        self.brigades.append(brigade)
        if brigade.division >= 0:
            self.divisions[brigade.division].brigades.append(brigade.id)
        return brigade

    # ------------------------------------------------------------ units and generals

    def unit(self, index: int, entry: UnitEntry, card: Card, brigades: dict[str, int], nation: int) -> None:
        brigade = self.brigades[brigades[entry.group or LOOSE + "?"]]
        if card.side != nation:
            raise entry.source.refused("card", f"{card.id} is a {NATIONS[card.side]} card.")
        if entry.formation:
            check_formation(entry, card, FORMATIONS.index(entry.formation))
        extra = entry.extra()
        line = extra.integer("line", 1, MOST_LINES, 1)
        extra.close()
        unit = Unit(len(self.units), card, entry.name, index, brigade.seat, brigade.id, self.figures, card.size, NOBODY)
        self.figures += card.size
        self.units.append(unit)
        self.lines.append(line)
        brigade.units.append(unit.id)
        self.goals.entries.append(entry)
        at = entry.at
        self.goals.spots.append((at[0], at[1], entry.facing) if at is not None else None)

    def general(
        self,
        index: int,
        entry: UnitEntry,
        card: Card,
        divisions: dict[str, int],
        brigades: dict[str, int],
        owner: int,
    ) -> None:
        says = GeneralEntry(entry)
        level = says.level
        if level == Level.BRIGADIER and entry.group:
            owner = self.brigades[brigades[entry.group]].seat
        radius = 0.5 * self.rules.general_across
        general = General(len(self.generals), entry.name, index, owner, level, card.quality, radius)
        self.generals.append(general)
        self.goals.posts.append(entry.at)
        if level == Level.CINC:
            if self.armies[index].cinc >= 0:
                raise entry.source.refused("", "expected one C-in-C a side.")
            self.armies[index].cinc = general.id
        elif level == Level.BRIGADIER:
            if not entry.group:
                raise entry.source.refused("group", "expected the brigade that he commands.")
            self.brigades[brigades[entry.group]].brigadier = general.id
        elif level == Level.DIVISIONAL:
            if says.division not in divisions:
                raise entry.source.refused("extra.division", f"there is no division {shown(says.division)}.")
            self.divisions[divisions[says.division]].general = general.id
        else:
            assert level == Level.CORPS

    # ------------------------------------------------------------ lines behind an anchor

    def anchor(self, battle: GettysburgBattle) -> None:
        """Where the units of anchored brigades stand (section 8)."""
        for brigade in battle.brigades:
            if brigade.id not in self.anchors:
                continue
            lines: list[list[Placed]] = [[] for _ in range(MOST_LINES)]
            for id in brigade.units:
                if battle.goals.spots[id] is None:
                    lines[self.lines[id] - 1].append(placed(battle, battle.units[id]))
            x, y, facing = self.anchors[brigade.id]
            for id, px, py in in_lines(lines, x, y, facing=facing):
                battle.goals.spots[id] = (px, py, facing)


class CardOf:
    """A unit's card, with what the scenario changes of it."""

    def __init__(self, rules: GettysburgRules, cards: dict[str, Card], readers: dict[str, Reader]) -> None:
        self.rules: Final = rules
        self.cards: Final = cards
        self.readers: Final = readers

    def of(self, entry: UnitEntry) -> Card:
        changed = entry.changed(self.readers[entry.card])
        return self.cards[entry.card] if changed is None else Card(entry.card, changed, self.rules)


def check_formation(entry: UnitEntry, card: Card, formation: int) -> None:
    """Refuse a formation that the arm does not know."""
    if card.arm == Arm.ARTILLERY:
        known = [Formation.DEPLOYED, Formation.LIMBERED]
    elif card.arm == Arm.CAVALRY:
        known = [Formation.LINE, Formation.COLUMN]
    else:
        known = [Formation.LINE, Formation.EXTENDED, Formation.COLUMN]
        if card.skirmish_rate != SkirmishRate.NONE:
            known.append(Formation.SKIRMISH)
    if formation not in known:
        said = ", ".join(FORMATIONS[each] for each in known)
        raise entry.source.refused("formation", f"expected {said} for {ARMS[card.arm]}, got {FORMATIONS[formation]}.")


BESIDE: Final = 1.0  # inches between units of a line
BEHIND: Final = 3.0  # inches between lines


def formation_of(battle: GettysburgBattle, unit: Unit) -> int:
    """What the scenario says, or line, or deployed."""
    word = battle.goals.entries[unit.id].formation
    if word:
        return FORMATIONS.index(word)
    return Formation.DEPLOYED if unit.arm == Arm.ARTILLERY else Formation.LINE


def garrison_at(battle: GettysburgBattle, unit: Unit, there: Rect) -> int:
    """Works and BUAs that it is deployed in or behind (R124): -1 if none."""
    if unit.arm == Arm.CAVALRY:
        return NOBODY
    for plot in battle.land.posts:
        if plot.bua:
            if holds(plot.piece, there.x, there.y) and not any(other.garrison == plot.id for other in battle.units):
                if unit.arm != Arm.ARTILLERY or unit.guns <= 2:
                    return plot.id
        elif rect_distance(plot.piece, there) <= battle.rules.behind + TOLERANCE:
            if side_of_line(plot.piece, there.x, there.y) > 0.0:
                return plot.id
    return NOBODY


# ---------------------------------------------------------------- lines behind an anchor (section 8)


class Placed:
    """A unit of a line: how wide and deep it is."""

    def __init__(self, unit: int, width: float, depth: float) -> None:
        self.unit: Final = unit
        self.width: Final = width
        self.depth: Final = depth


def in_lines(lines: list[list[Placed]], x: float, y: float, *, facing: float) -> list[tuple[int, float, float]]:
    """Side by side from west to east, an inch apart, centred on the anchor; each line 3 inches behind the last.

    Each unit's centre; its front edge is on its line.
    """
    ux, uy = direction(facing)
    # West to east: of a line that faces south the left-hand unit stands in the east.
    ex, ey = (uy, -ux) if uy > 0.0 or (uy == 0.0 and ux < 0.0) else (-uy, ux)
    found: list[tuple[int, float, float]] = []
    back = 0.0
    for line in lines:
        if not line:
            continue
        width = sum([each.width for each in line]) + BESIDE * (len(line) - 1)
        along = -0.5 * width
        deepest = 0.0
        for each in line:
            middle = along + 0.5 * each.width
            deep = back + 0.5 * each.depth
            found.append((each.unit, x + ex * middle - ux * deep, y + ey * middle - uy * deep))
            along += each.width + BESIDE
            if each.depth > deepest:
                deepest = each.depth
        back += deepest + BEHIND
    return found


def placed(battle: GettysburgBattle, unit: Unit) -> Placed:
    width, depth = extent(battle.rules, unit.arm, formation_of(battle, unit), unit.figures, unit.guns)
    return Placed(unit.id, width, depth)
