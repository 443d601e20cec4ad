"""Situations on the table: figures, melees and machines, with dice and answers in the order that they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tabletop import Tabletop, head, side, toml

from playsheet.core import reader as reader_module
from playsheet.core.angles import direction
from playsheet.core.asking import Option
from playsheet.core.events import Event
from playsheet.core.house import read_house
from playsheet.core.system import System
from playsheet.players.setup import Setup
from playsheet.rules.gaslight.battle.events import (
    ActionsEnded,
    Activated,
    CardEnded,
    CheckCalled,
    DeckShuffled,
    Deployed,
    Moved,
)
from playsheet.rules.gaslight.battle.fight_events import MoraleChecked, Struck
from playsheet.rules.gaslight.battle.machine_events import MachineHarmed
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.options.choices import ByFigure
from playsheet.rules.gaslight.options.command import within_radius
from playsheet.rules.gaslight.options.orders import orders
from playsheet.rules.gaslight.system import load
from playsheet.rules.gaslight.table.command import deck_of
from playsheet.rules.gaslight.table.crews import forced_aboard
from playsheet.rules.gaslight.table.morale import check_morale, fail
from playsheet.rules.gaslight.terms import RESULTS, ModelMark
from playsheet.rules.gaslight.turn import begin, carry_out, close_card, next_card
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


SCENARIOS = Path(reader_module.__file__).parent.parent / "rules" / "gaslight" / "scenarios"
PIT = "the-pit"
TEXT = """
id     = "the-pit"
system = "gaslight"
title  = "The Pit"
blurb  = "A test."
size   = "small"
table  = [36, 30]
turns  = 6
[[terrain]]
kind = "woods"
name = "the wood"
rect = [4, 12, 12, 18]
[[terrain]]
kind = "building"
name = "the hut"
rect = [28, 12.5, 33, 17.5]
[[terrain]]
kind = "wall"
name = "the wall"
line = [[15, 15], [23, 15]]
[[sides]]
name   = "The Column"
facing = 0
zones  = [[0, 0, 36, 12]]
{ours}
[[sides]]
name   = "The Clans"
facing = 180
zones  = [[0, 18, 36, 30]]
{theirs}
"""
OURS = ["redcoats", "sappers", "gatling", "12-pounder", "steam-tank", "steam-car", "hero"]
THEIRS = ["warband", "jezails", "lancers", "mountain-gun", "walker", "great-ape", "villain"]


def roster(cards: list[str]) -> str:
    """Units by their cards; the last commands the army."""
    lines = [f'[[sides.units]]\ncard = "gl-{card}"' for card in cards]
    return "\n".join(lines) + "\nextra = { army_commander = true }"


@cache
def setup_of(which: str) -> Setup:
    """The pit, or a reference scenario by its id."""
    system = load()
    if which == PIT:
        scenario = system.read_scenario(TEXT.format(ours=roster(OURS), theirs=roster(THEIRS)), which)
    else:
        scenario = system.read_scenario(SCENARIOS / f"{which}.toml")
    return Setup(system.configured(scenario.settings, scenario.file, []), scenario, [])


@cache
def deployed() -> GaslightBattle:
    """The pit with everybody in place, before the first card; nobody may change it."""
    game = setup_of(PIT).game(["random", "random"], 1, True)
    while game.battle.to_deploy:
        game.play_step()
    assert isinstance(game.battle, GaslightBattle)
    return game.battle


__all__ = ["Field", "Men", "Spot", "band", "extra", "main", "men", "row", "soldiers"]


def soldiers(n: int, name: str, spots: Sequence[Spot], facing: float = 0.0, **more: Any) -> Men:
    """So many Extras with breech-loaders, the first of them standing in for a leader."""
    shoot = more.pop("shoot", 9)
    scuffle = more.pop("scuffle", 9)
    return men("gl-redcoats", name, spots, facing, figures=[extra(n, shoot, scuffle)], **more)


def band(n: int, name: str, spots: Sequence[Spot], facing: float = 180.0, **more: Any) -> Men:
    """A leader, Shoot, Scuffle and Save 12, and so many Extras behind him, breech-loaders all."""
    leader = main("leader", 12, 12, 12)
    figures = [leader, extra(n, 9, 10)] if n else [leader]
    return men("gl-redcoats", name, spots, facing, figures=figures, **more)


class Field(Yard):
    """Cards are begun, ended and drawn."""

    def begin(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """Its card has been drawn: command, morale."""
        if self.battle.active >= 0:
            self.game.tell(CardEnded())
        return self.do(lambda: begin(self.game, self[name]), *answers, dice=dice)

    def end(self, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The card that is open ends: close combat, and all is cleaned up."""

        def close() -> None:
            self.game.tell(ActionsEnded())
            close_card(self.game)

        return self.do(close, *answers, dice=dice)

    def draw(self, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The next card, whosever it is."""
        return self.do(lambda: next_card(self.game), *answers, dice=dice)

    def check(self, name: str, why: str, *answers: str, dice: Sequence[int] = ()) -> bool:
        told = self.do(lambda: check_morale(self.game, self[name], why), *answers, dice=dice)
        return next(event.passed for event in told if isinstance(event, MoraleChecked))

    def fails(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit has failed its check: the failure chart for each of its models."""
        return self.do(lambda: fail(self.game, self[name]), *answers, dice=dice)

    # -- setting the stage

    def lose(self, name: str, *places: int) -> None:
        """These of the unit, by their places on the card, were killed before, and nobody thinks of it any more."""
        for place in places:
            self.game.tell(Struck(self[name].first + place, False, 0, "before"))
        self[name].pending = 0

    def must_check(self, name: str) -> None:
        self.game.tell(CheckCalled(self[name].id))

    def stand(self, name: str, place: int, x: float, y: float, facing: float = 0.0) -> None:
        """One of its figures stands there."""
        unit = self[name]
        self.game.tell(Moved(unit.id, "stands", [unit.first + place], [x], [y], [facing], False))

    # -- looking

    def figure(self, name: str, place: int = 0) -> int:
        return self[name].first + place

    def is_marked(self, name: str, place: int, mark: int) -> bool:
        return self.battle.marked(self.figure(name, place), mark)

    def acted(self, name: str) -> list[int]:
        """The places of those who have acted on this card."""
        return [place for place in self.places(name) if self.is_marked(name, place, ModelMark.ACTED)]

    def empty(self, name: str) -> list[int]:
        """The places of those whose weapons are empty."""
        return [place for place in self.places(name) if not self.is_marked(name, place, ModelMark.LOADED)]

    def frozen(self, name: str) -> list[int]:
        return [place for place in self.places(name) if self.is_marked(name, place, ModelMark.FROZEN)]

    def facing(self, name: str, place: int = 0) -> float:
        return round(self.battle.figures.facing[self.figure(name, place)], 3)
