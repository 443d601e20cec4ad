"""Small situations with guns and machines: every model stands where the test says, dice and answers come as asked.

    yard = Yard([team("gl-12-pounder", "Gun", [(30, 8)], at=(30, 10))], [men("gl-redcoats", "Foe", row(10, 30, 30))])
    told = yard.order("Gun", "gun_fire:{Foe}", dice=[11, 10, 14])

Every die and every answer given must be used, nothing else may be asked, and no law may be broken. The unit that is
given an order is activated first, as if its card had come up and nobody of it had anything to check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tabletop import Tabletop, head, side, toml

from playsheet.core.angles import direction
from playsheet.core.asking import Option
from playsheet.core.events import Event
from playsheet.core.house import read_house
from playsheet.core.system import System
from playsheet.players.setup import Setup
from playsheet.rules.gaslight.battle.events import Activated, CardEnded, DeckShuffled, Deployed
from playsheet.rules.gaslight.battle.machine_events import MachineHarmed
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.options.choices import ByFigure
from playsheet.rules.gaslight.options.command import within_radius
from playsheet.rules.gaslight.options.orders import orders
from playsheet.rules.gaslight.system import load
from playsheet.rules.gaslight.table.command import deck_of
from playsheet.rules.gaslight.table.crews import forced_aboard
from playsheet.rules.gaslight.terms import RESULTS
from playsheet.rules.gaslight.turn import carry_out
from playsheet.tabletop.machines.charts import NOTHING_DONE
from playsheet.tabletop.machines.machine import Machine

Spot = tuple[float, float]


@cache
def printed() -> System[GaslightBattle]:
    return load()


class Men:
    """A unit of the roster: where its figures stand, and its gun or hull."""

    def __init__(self, text: str, spots: list[Spot], at: Spot, facing: float) -> None:
        self.text = text
        self.spots = spots
        self.at = at
        self.facing = facing


def row(n: int, x: float, y: float, pitch: float = 1.2) -> list[Spot]:
    """So many side by side, west to east, about (x, y)."""
    return [(x + (k - (n - 1) / 2) * pitch, y) for k in range(n)]


def figures(*lines: dict[str, object]) -> list[dict[str, object]]:
    """The figures of a card: {"class": "extra", "shoot": 9, ...}, `count` alike."""
    return list(lines)


def extra(n: int, shoot: int = 9, scuffle: int = 9, **more: object) -> dict[str, object]:
    return {"class": "extra", "shoot": shoot, "scuffle": scuffle, "count": n, **more}


def main(cls: str, shoot: int, scuffle: int, save: int, **more: object) -> dict[str, object]:
    return {"class": cls, "shoot": shoot, "scuffle": scuffle, "save": save, **more}


def inline(value: object) -> str:
    """A value as TOML, tables in braces."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(part)}" for key, part in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(inline(part) for part in value) + "]"
    return toml(value)


def men(
    card: str, name: str, spots: Sequence[Spot], facing: float = 0.0, at: Spot = (0.0, 0.0), **overrides: object
) -> Men:
    """Figures where they stand; of a gun's crew `at` is the gun. What is different of the card in plain values."""
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"']
    if overrides:
        lines.append("[sides.units.overrides]")
        lines += [f"{key} = {inline(value)}" for key, value in overrides.items()]
    return Men("\n".join(lines), list(spots), at, facing)


def machine(card: str, name: str, x: float, y: float, facing: float = 0.0, **overrides: object) -> Men:
    return men(card, name, [], facing, (x, y), **overrides)


def crew(x: float, y: float, n: int, facing: float = 0.0) -> list[Spot]:
    """A gun's crew behind a gun at (x, y) and beside it, all of them near enough to serve it; the first just behind."""
    found = []
    for k in range(n):
        ux, uy = direction(facing + 180.0 + 40.0 * ((k + 1) // 2) * (1 if k % 2 else -1))
        found.append((x + 1.6 * ux, y + 1.6 * uy))
    return found


class Yard(Tabletop[GaslightBattle]):
    """A battle in the middle of it: everybody stands, nobody has acted. `house`: what is different on the sheet."""

    def __init__(
        self,
        side1: Sequence[Men],
        side2: Sequence[Men],
        terrain: Sequence[str] = (),
        size: Spot = (72, 72),
        house: str = "",
        **rulings: object,
    ) -> None:
        parts = [
            *head("gaslight", size, 6, rulings),
            *terrain,
            side("South", 0, [0, 0, *size]),
            *[each.text for each in side1],
            side("North", 180, [0, 0, *size]),
            *[each.text for each in side2],
        ]
        scenario = printed().read_scenario("\n\n".join(parts) + "\n", "yard")
        houses = [read_house(f'name = "Ours"\nsystem = "gaslight"\n{house}')] if house else []
        super().__init__(Setup(printed().configured(scenario.settings, scenario.file, houses), scenario, houses))
        for index, each in enumerate([*side1, *side2]):
            xs = [float(x) for x, _ in each.spots]
            ys = [float(y) for _, y in each.spots]
            self.game.tell(Deployed(index, xs, ys, each.facing, each.at[0], each.at[1]))
        self.game.tell(DeckShuffled(1, deck_of(self.battle)))
        self.lawful()

    def __getitem__(self, name: str) -> Unit:
        for unit in self.battle.units:
            if unit.name == name:
                return unit
        raise KeyError(name)

    def numbers(self) -> dict[str, int]:
        """Units by name, figures as `Name.0`, guns and machines as `Name.model`."""
        found: dict[str, int] = {}
        for unit in self.battle.units:
            found[unit.name] = unit.id
            found[f"{unit.name}.model"] = unit.model
            for place in range(unit.start):
                found[f"{unit.name}.{place}"] = unit.first + place
        return found

    # -- doing something

    def activate(self, name: str) -> None:
        """Its card has come up."""
        if self.battle.active >= 0:
            self.game.tell(CardEnded())
        unit = self[name]
        commanded = [figure for figure in self.battle.members(unit) if within_radius(self.battle, figure)]
        self.game.tell(Activated(unit.id, [], commanded))

    def order(self, name: str, key: str, *answers: str, dice: Sequence[int] = (), again: bool = False) -> list[Any]:
        """The unit is given an order that it must be offered; `again`: on the card that is open."""
        if not again:
            self.activate(name)
        unit = self[name]
        wanted = self.filled(key)
        known = {option.key(): option for option in orders(self.battle, unit)}
        assert wanted in known, f"{key} is not offered; offered: {', '.join(self.offered(name, True))}"
        return self.do(lambda: carry_out(self.game, unit, known[wanted]), *answers, dice=dice)

    def do(self, what: Callable[[], object], *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        return self.told(what, answers, dice)

    def force(self, name: str, place: int, result: int, dice: Sequence[int] = ()) -> bool:
        """A man aboard has this result of the failure chart; does he carry it out like anybody else?"""
        assert 0 <= result < len(RESULTS)
        came: list[bool] = []
        self.do(lambda: came.append(forced_aboard(self.game, self[name].first + place, result)), dice=dice)
        return came[0]

    # -- setting the stage

    def change(self, name: str, change: Callable[[Machine], None]) -> None:
        """The machine is so from now on."""
        held = self.battle.machine_of(self[name])
        change(held)
        self.game.tell(MachineHarmed(self[name].id, NOTHING_DONE, -1, 0, False, held.state(), ""))

    # -- looking

    def filled(self, text: str) -> str:
        for name, number in sorted(self.numbers().items(), key=lambda item: -len(item[0])):
            text = text.replace("{" + name + "}", str(number))
        return text

    def options(self, name: str, again: bool = False) -> list[Option]:
        if not again:
            self.activate(name)
        return orders(self.battle, self[name])

    def offered(self, name: str, again: bool = False) -> list[str]:
        """The keys of its orders, with names for numbers: `gun_fire:Foe`, `cone:Sappers.1`."""
        units = {str(unit.id): unit.name for unit in self.battle.units}
        figures = {str(number): name for name, number in self.numbers().items() if "." in name}
        found = []
        for option in self.options(name, again):
            parts = option.key().split(":")
            if len(parts) > 1 and parts[0] != "weapon_reload":
                parts[-1] = (figures if isinstance(option, ByFigure) else units)[parts[-1]]
            found.append(":".join(parts))
        return found

    def places(self, name: str) -> list[int]:
        """The places on the card of its figures that are left."""
        unit = self[name]
        return [figure - unit.first for figure in self.battle.members(unit)]

    def at(self, name: str, place: int = -1) -> Spot:
        """Where a figure stands, or the unit's gun or hull."""
        unit = self[name]
        x, y = self.battle.at(unit.model if place < 0 else unit.first + place)
        return round(x, 3), round(y, 3)

    def engine(self, name: str) -> Machine:
        return self.battle.machine_of(self[name])
