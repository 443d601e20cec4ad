"""Plans: a stance for each wing, and which are worth a thought. No sheet is named here."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.aims import Aim
from playsheet.core.events import Battle
from playsheet.core.scenario import Scenario
from playsheet.core.stances import Stance, Stances
from playsheet.core.system import System
from playsheet.core.telling import Standing, Storyteller
from playsheet.core.terrain import Ground
from playsheet.core.words import listed

Order = tuple[int, float]  # a stance, and the easting of those who shift

AS_THE_DOCTRINE: Final[Order] = (Stance.OWN, 0.0)
ALIKE: Final = (Stance.ASSAULT, Stance.HOLD, Stance.SHOOT, Stance.MASS)  # what all wings may do together
ONE_WING: Final[tuple[Order, ...]] = ((Stance.ASSAULT, 0.0), (Stance.HOLD, 0.0), (Stance.RESERVE, 0.0))
HANDFUL: Final = 4
NEXT_BEST: Final = 2  # stances, by what came of them, that a single wing tries
DOING: Final = {
    Stance.HOLD: "holding",
    Stance.SHOOT: "firing from a distance",
    Stance.MASS: "gathering",
    Stance.ASSAULT: "pressing on",
    Stance.SHIFT: "making for",
    Stance.RESERVE: "staying back",
}
DO: Final = {
    Stance.HOLD: "hold",
    Stance.SHOOT: "fire from a distance",
    Stance.MASS: "gather",
    Stance.ASSAULT: "press on",
    Stance.SHIFT: "make for",
    Stance.RESERVE: "stay back",
}
WITH: Final = "with "
OWN_WAY: Final = "as the doctrine thinks best"
PARTS: Final = {1: ("",), 2: ("on the left", "on the right"), 3: ("on the left", "in the centre", "on the right")}
THIRDS: Final = ("the west", "the middle", "the east")


class Plan:
    """A stance for each wing; the doctrine's own for those who have none."""

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders: Final = orders

    def is_own(self) -> bool:
        return all(stance == Stance.OWN for stance, _ in self.orders)

    def stances(self, wings: list[list[int]]) -> Stances:
        """For each unit, as a doctrine takes them."""
        found = Stances()
        for wing, (stance, easting) in zip(wings, self.orders):
            if stance != Stance.OWN:
                found.put(wing, stance, easting)
        return found

    def but(self, wing: int, order: Order) -> Plan:
        """The same, one wing apart."""
        return Plan((*self.orders[:wing], order, *self.orders[wing + 1 :]))


class Outlook:
    """What a plan is made from: the wings, what they are called, and eastings that are worth going to."""

    def __init__(self, system: System[Any], scenario: Scenario, battle: Battle, seat: int) -> None:
        roster = system.roster(battle)
        self.wings: Final = parted(system.wings(battle, seat))
        self.names: Final = wing_names(roster, self.wings, unit_names(system, battle, roster))
        self.width: Final = scenario.ground.width
        side = system.sides_of_seats(scenario)[seat]
        goals = [x for x, _ in places_of(system.aims(battle), system.ground(battle) or scenario.ground)]
        self.eastings: Final = distinct([*mean(goals), *weakest(roster, side, self.width)], self.width)

    def own(self) -> Plan:
        return Plan((AS_THE_DOCTRINE,) * len(self.wings))

    def alike(self) -> list[Plan]:
        """The doctrine's own first, then all wings alike."""
        if not self.wings:
            return [self.own()]
        orders: list[Order] = [(stance, 0.0) for stance in ALIKE]
        orders += [(Stance.SHIFT, easting) for easting in self.eastings]
        return [self.own(), *[Plan((order,) * len(self.wings)) for order in orders]]

    def variants(self, best: Plan, ranked: list[Plan]) -> list[Plan]:
        """The best by one wing: as the next best would have it, forward, halted, or back; the likeliest first."""
        if len(self.wings) < 2:
            return []
        others = [plan.orders[0] for plan in ranked if plan.orders != best.orders][:NEXT_BEST]
        orders = dict.fromkeys([*others, *ONE_WING])
        return [
            best.but(wing, order) for order in orders for wing in range(len(self.wings)) if order != best.orders[wing]
        ]

    # ------------------------------------------------------------ in words

    def said(self, plan: Plan) -> str:
        """`pressing on on the left, holding in the centre; the others as the doctrine thinks best`."""
        return self.worded(plan, DOING) or OWN_WAY

    def told(self, plan: Plan) -> str:
        """`press on with the left ...`: the same as what somebody is to do."""
        return self.worded(plan, DO) or OWN_WAY

    def worded(self, plan: Plan, words: dict[int, str]) -> str:
        parts: list[str] = []
        for order in dict.fromkeys(plan.orders):
            if order[0] == Stance.OWN:
                continue
            where = [self.names[wing] for wing, other in enumerate(plan.orders) if other == order]
            doing = words[order[0]]
            if order[0] == Stance.SHIFT:
                doing += " " + THIRDS[third_of(order[1], self.width)]
            whole = len(where) == len(plan.orders)
            named = listed([where[0], *[name.removeprefix(WITH) for name in where[1:]]])
            parts.append(doing if whole else f"{doing} {named}")
        return ", ".join(parts)


def parted(wings: list[list[int]]) -> list[list[int]]:
    """Where a handful of units is all there is, each goes its own way."""
    if len(wings) == 1 and len(wings[0]) <= HANDFUL:
        return [[unit] for unit in wings[0]]
    return wings


def unit_names(system: System[Any], battle: Battle, roster: list[Standing]) -> list[str]:
    """As they stand within a sentence: `the Hero`, `General Aumont`."""
    teller = system.teller(battle)
    return teller.unit_names() if isinstance(teller, Storyteller) else [one.name for one in roster]


def wing_names(roster: list[Standing], wings: list[list[int]], units: list[str]) -> list[str]:
    """By the unit or the body that a wing is, or by its place in the front."""
    if len(wings) > 1 and all(len(wing) == 1 for wing in wings):
        names = [units[wing[0]] for wing in wings]
        if len(set(names)) == len(names):
            return [WITH + name for name in names]
    bodies = [body_of(roster, wing) for wing in wings]
    if wings and all(bodies) and len(set(bodies)) == len(bodies):
        return [WITH + body for body in bodies]
    if len(wings) in PARTS:
        return list(PARTS[len(wings)])
    return [f"{WITH}wing {number + 1}" for number in range(len(wings))]


def body_of(roster: list[Standing], wing: list[int]) -> str:
    """The brigade or platoon that all of them are part of; empty if there is none."""
    names = {roster[unit].part_of[0] if roster[unit].part_of else "" for unit in wing}
    return names.pop() if len(names) == 1 else ""


def places_of(aims: list[Aim], ground: Ground) -> list[tuple[float, float]]:
    """Where the battle is decided: the middles of what is to be held."""
    found: list[tuple[float, float]] = []
    for aim in aims:
        for place in aim.places:
            if place.piece >= 0:
                piece = ground.pieces[place.piece]
                found.append(((piece.min_x + piece.max_x) / 2.0, (piece.min_y + piece.max_y) / 2.0))
            elif not place.beyond:
                found.append((place.x, place.y))
    return found


def weakest(roster: list[Standing], side: int, width: float) -> list[float]:
    """Opposite the third of the enemy's front in which he has the fewest men, and some."""
    figures = [0, 0, 0]
    eastings: list[list[float]] = [[], [], []]
    for one in roster:
        if one.side != side and one.side >= 0 and one.on_table and one.at is not None and one.figures > 0:
            third = third_of(one.at[0], width)
            figures[third] += one.figures
            eastings[third].append(one.at[0])
    there = [third for third in range(3) if eastings[third]]
    return mean(eastings[min(there, key=lambda third: figures[third])]) if len(there) > 1 else []


def mean(numbers: list[float]) -> list[float]:
    """None of none."""
    return [sum(numbers) / len(numbers)] if numbers else []


def third_of(easting: float, width: float) -> int:
    """Of the table, from the west."""
    return min(2, max(0, int(3.0 * easting / width)))


def distinct(eastings: list[float], width: float) -> list[float]:
    """One for each third of the table, the first."""
    found: dict[int, float] = {}
    for easting in eastings:
        found.setdefault(third_of(easting, width), easting)
    return list(found.values())
