"""Every switch of rulings.toml changes play on the table, and the odds shown in play where it touches dice.

Each row is a situation in which every other value of its switch tells something else than the first one. `odds` is the
order whose odds differ too; or it says in words why no dice are touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from rules.gaslight.situation import Field, Men, band, crew, extra, figures, machine, main, men, printed, row, soldiers
from switched import Loaded
from tabletop import Script, ground

from playsheet.core.asking import Option, Question
from playsheet.core.events import Event, Rolled
from playsheet.odds import in_play
from playsheet.rules.gaslight.options.orders import orders

FAR = soldiers(2, "Foe", row(2, 30, 66), 180.0)


class Easy(Script):
    """Answers by kind, as often as it is asked; anything else with what is offered first."""

    def choose(self, battle: Any, question: Question) -> Option:
        for line in self.lines:
            kind, answer = line.split(maxsplit=1)
            if kind == question.kind and answer in [option.key() for option in question.options]:
                self.lines.remove(line)
                return next(option for option in question.options if option.key() == answer)
        return question.options[0]

    def place(self, battle: Any, question: Question) -> tuple[float, ...]:
        for line in self.lines:
            kind, answer = line.split(maxsplit=1)
            if kind == question.kind:
                return tuple(float(part) for part in answer.split(","))
        assert question.region is not None
        return question.region.samples()[0]


class Table(Field):
    """A battle whose orders may not be on offer, and whose dice need not all be thrown."""

    def __init__(
        self, side1: Sequence[Men], side2: Sequence[Men], terrain: Sequence[str], rulings: dict[str, object]
    ) -> None:
        super().__init__(side1, side2, terrain, **rulings)
        self.heard: list[Event[Any]] = []

    def told(self, do: Callable[[], object], answers: Sequence[str], dice: Sequence[int]) -> list[Event[Any]]:
        script = Easy()
        script.lines = [self.filled(line) for line in answers]
        for seat in range(len(self.game.players)):
            self.game.players[seat] = script
        loaded = Loaded(dice or [20])
        loaded.log = self.game.dice.log
        self.game.dice = loaded
        before = len(self.game.log)
        do()
        self.game.inputs = []
        self.game.start = None
        self.lawful()
        self.heard += self.game.log[before:]
        return self.game.log[before:]

    def option(self, name: str, key: str) -> Option | None:
        wanted = self.filled(key)
        return next((option for option in orders(self.battle, self[name]) if option.key() == wanted), None)

    def attempt(self, name: str, key: str, *answers: str, dice: Sequence[int] = ()) -> None:
        """On the card that is open, if it is on offer."""
        if self.option(name, key) is not None:
            self.order(name, key, *answers, dice=dice, again=True)

    def lines(self) -> list[str]:
        """All that was told, as text."""
        return [plain(event) for event in self.heard]

    def odds(self, name: str, key: str) -> object:
        """Of an order of the unit whose card it is; None if it is not on offer, or sets off no dice."""
        self.activate(name)
        option = self.option(name, key)
        if option is None:
            return None
        found = in_play(self.game, Question(0, "order", self[name].id, [], None, 0, 0), option)
        return None if found is None else {outcome.facts: outcome.chance for outcome in found.outcomes}


def plain(event: Event[Any]) -> str:
    if isinstance(event, Rolled):
        account = [(entry.add, entry.cause) for entry in event.account]
        return f"{event.why} {event.faces} {event.needed} {event.came} {account}"
    return f"{type(event).__name__} {vars(event)}"


class Row:
    """A situation, what is played in it, and whose odds are looked at: (unit, order), or why there are none."""

    def __init__(
        self,
        side1: Sequence[Men],
        side2: Sequence[Men],
        play: Callable[[Table], object],
        odds: tuple[str, str] | str,
        terrain: Sequence[str] = (),
    ) -> None:
        self.side1 = side1
        self.side2 = side2
        self.play = play
        self.odds = odds
        self.terrain = terrain

    def table(self, key: str, value: str) -> Table:
        said: object = {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
        return Table(self.side1, self.side2, self.terrain, {key: said})


# ---------------------------------------------------------------- what is played


def order(name: str, key: str, *answers: str, dice: Sequence[int] = ()) -> Callable[[Table], object]:
    """One order, if it is on offer."""

    def play(table: Table) -> None:
        table.activate(name)
        table.attempt(name, key, *answers, dice=dice)

    return play


def twice(name: str, key: str, *answers: str, dice: Sequence[int] = ()) -> Callable[[Table], object]:
    """The same order on two cards of a turn."""

    def play(table: Table) -> None:
        for _ in range(2):
            table.begin(name)
            table.attempt(name, key, *answers, dice=dice)
            table.end()

    return play


def all_run_off(table: Table) -> None:
    table.activate("Red")
    table.fails("Red", dice=[1])


def freezes(table: Table) -> None:
    table.must_check("Red")
    table.begin("Red", dice=[20, 14])
    table.attempt("Red", "move")


def fails_on_an_enemys_card(table: Table) -> None:
    table.activate("Foe")
    table.fails("Red", dice=[12])
    table.begin("Red")
    table.attempt("Red", "move")


def one_runs_off(table: Table) -> None:
    table.activate("Red")
    table.fails("Red", dice=[1, 14])
    table.end()
    table.begin("Red", dice=[1])


def leader_walks_back(table: Table) -> None:
    table.begin("Red")
    table.attempt("Red", "move", "move 30,14,30,14,0")
    table.attempt("Red", "move")


def card(name: str, dice: Sequence[int]) -> Callable[[Table], object]:
    return lambda table: table.begin(name, dice=dice)


def machine_fails(table: Table) -> None:
    table.activate("Walker")
    table.fails("Walker", dice=[3])


# ---------------------------------------------------------------- who stands there


def gun(card: str, x: float, y: float, n: int, **more: object) -> Men:
    return men(card, "Gun", crew(x, y, n), 0.0, (x, y), **more)


def battery(x: float = 30.0, y: float = 30.0) -> Men:
    """An enemy gun that faces south, four men in a row behind it."""
    return men("gl-mountain-gun", "Battery", row(4, x, y + 1.55, 1.05), 180.0, (x, y))


def led(*spots: tuple[float, float], place: int, save: int = 11, facing: float = 180.0) -> Men:
    """Extras, and at one place a leader."""
    lines = [extra(place)] if place else []
    lines.append(main("leader", 9, 9, save))
    if len(spots) - place > 1:
        lines.append(extra(len(spots) - place - 1))
    return men("gl-volunteers", "Foe", list(spots), facing, figures=figures(*lines))


RED = soldiers(1, "Red", [(30, 10)])
TWELVE_POUNDER = gun("gl-12-pounder", 30.0, 9.0, 5)
SIEGE_GUN = gun("gl-siege-gun", 30.0, 9.0, 6)
TANK = machine("gl-steam-tank", "Tank", 30, 30, 180)
HMG = gun("gl-gatling", 30.0, 15.0, 4, gun={"weapon": "heavy-machine-gun", "move": 4})
WHO_ACTS = "it says who may act, not what is thrown"

ROWS: dict[str, Row] = {
    "multi-card": Row(
        [soldiers(1, "Red", [(30, 10)], cards=2)],
        [soldiers(1, "Foe", [(30, 30)], 180.0)],
        twice("Red", "shoot:{Foe}"),
        WHO_ACTS,
    ),
    "lone-character-morale": Row(
        [men("gl-hero", "Hero", [(30, 10)])],
        [soldiers(1, "Foe", [(30, 18)], 180.0)],
        order("Hero", "charge:{Foe}", dice=[20]),
        ("Hero", "charge:{Foe}"),
    ),
    "bounce-is-hit-for-morale": Row(
        [RED], [TANK], order("Red", "shoot_machine:{Tank}", dice=[1, 1]), "it calls for a check on a later card"
    ),
    "run-off-table": Row(
        [soldiers(2, "Red", row(2, 30, 40))],
        [FAR],
        all_run_off,
        "the chart is thrown alike; it says when a runner is gone",
    ),
    "freeze": Row([RED], [FAR], freezes, WHO_ACTS),
    "receive-failure-uses-action": Row([RED], [FAR], fails_on_an_enemys_card, WHO_ACTS),
    "fled-counts-as-loss": Row(
        [soldiers(2, "Red", row(2, 30, 40))], [FAR], one_runs_off, "it calls for a check on a later card"
    ),
    "rough-terrain": Row(
        [band(0, "Red", [(30, 10)], 0.0)],
        [men("gl-hero", "Hero", [(30, 16.5)], 180.0)],
        order("Red", "charge:{Hero}", dice=[1, 3]),
        ("Red", "charge:{Hero}"),
        [ground("mud", "the mire", rect=[20, 12, 40, 12.5])],
    ),
    "command-check": Row([band(1, "Red", [(30, 10), (30, 24)], 0.0)], [FAR], leader_walks_back, WHO_ACTS),
    "rear-save-rounding": Row(
        [RED], [led((30, 20), place=0, facing=0.0)], order("Red", "shoot:{Foe}", dice=[1, 1, 5]), ("Red", "shoot:{Foe}")
    ),
    "range-edge": Row(
        [RED], [soldiers(1, "Foe", [(30, 22)], 180.0)], order("Red", "shoot:{Foe}", dice=[8]), ("Red", "shoot:{Foe}")
    ),
    "vehicle-arc": Row(
        [machine("gl-steam-car", "Car", 30, 20)],
        [soldiers(1, "Foe", [(42, 26)], 180.0)],
        order("Car", "weapon:0:{Foe}"),
        ("Car", "weapon:0:{Foe}"),
    ),
    "figures-block-sight": Row(
        [RED, soldiers(1, "Friend", [(30, 15)])],
        [soldiers(1, "Foe", [(30, 20)], 180.0)],
        order("Red", "shoot:{Foe}"),
        ("Red", "shoot:{Foe}"),
    ),
    "count-frame": Row(
        [RED],
        [led((30, 20), (30, 21.5), (30, 23), place=0, facing=0.0)],
        order("Red", "shoot:{Foe}", dice=[1, 1]),
        ("Red", "shoot:{Foe}"),
    ),
    "count-major": Row(
        [RED],
        [led((30, 18), (32, 18), (30, 20), (32, 20), place=1)],
        order("Red", "shoot:{Foe}", dice=[1, 3]),
        ("Red", "shoot:{Foe}"),
    ),
    "casualty-count": Row(
        [soldiers(2, "Red", row(2, 30, 10))],
        [led((28, 18), (30, 18), (32, 18), place=2)],
        order("Red", "shoot:{Foe}", dice=[1, 1, 3]),
        ("Red", "shoot:{Foe}"),
    ),
    "gun-long-range": Row(
        [TWELVE_POUNDER],
        [soldiers(1, "Foe", [(30, 40)], 180.0)],
        order("Gun", "gun_fire:{Foe}", dice=[11]),
        ("Gun", "gun_fire:{Foe}"),
    ),
    "gun-range-edge": Row(
        [gun("gl-mountain-gun", 30.0, 9.0, 4)],
        [soldiers(1, "Foe", [(30, 34)], 180.0)],
        order("Gun", "gun_fire:{Foe}"),
        ("Gun", "gun_fire:{Foe}"),
    ),
    "cannon-reload": Row(
        [TWELVE_POUNDER],
        [soldiers(1, "Foe", [(30, 40)], 180.0)],
        twice("Gun", "gun_fire:{Foe}"),
        "it says when a gun may fire, not how",
    ),
    "blast-spill": Row(
        [TWELVE_POUNDER, soldiers(1, "Friend", [(30, 31.2)])],
        [soldiers(1, "Foe", [(30, 30)], 180.0)],
        order("Gun", "gun_fire:{Foe}", dice=[1, 20]),
        ("Gun", "gun_fire:{Foe}"),
    ),
    "heavy-machine-gun-is-heavy": Row(
        [HMG], [battery()], order("Gun", "gun_fire:{Battery}", dice=[2]), ("Gun", "gun_fire:{Battery}")
    ),
    "gun-hit": Row(
        [gun("gl-mountain-gun", 30.0, 15.0, 4)],
        [battery()],
        order("Gun", "gun_fire:{Battery}", dice=[2]),
        "the dice that hit a gun are the same; it says what a hit does",
    ),
    "grapeshot-range": Row(
        [TWELVE_POUNDER],
        [soldiers(1, "Foe", [(30, 30)], 180.0)],
        order("Gun", "gun_grape:{Foe}"),
        ("Gun", "gun_grape:{Foe}"),
    ),
    "swivel-gun": Row(
        [soldiers(1, "Red", [(30, 10)], weapon="swivel-gun")],
        [soldiers(1, "Foe", [(30, 30)], 180.0)],
        order("Red", "shoot:{Foe}"),
        ("Red", "shoot:{Foe}"),
    ),
    "charge-all-models": Row(
        [band(1, "Red", row(2, 30, 10), 0.0)],
        [men("gl-hero", "Hero", [(30, 16)], 180.0)],
        order("Red", "charge:{Hero}", "who only:{Red.0}", dice=[1]),
        "who charges is asked; the odds take it that all who are able do, and say so",
    ),
    "charge-bonus": Row(
        [band(1, "Red", [(25, 10), (35, 10)], 0.0)],
        [men("gl-hero", "Hero", [(30, 19)], 180.0)],
        order("Red", "charge:{Hero}", dice=[1, 1, 6]),
        ("Red", "charge:{Hero}"),
    ),
    "sustain-when": Row([machine("gl-steam-tank", "Tank", 30, 10)], [FAR], card("Tank", [20]), ("Tank", "drive")),
    "sustain-failure": Row(
        [machine("gl-steam-tank", "Tank", 30, 10)], [FAR], order("Tank", "drive", dice=[20]), ("Tank", "drive")
    ),
    "minor-damage-7": Row(
        [SIEGE_GUN],
        [machine("gl-steam-tank", "Tank", 30, 30, 180, save=14)],
        order("Gun", "gun_fire_machine:{Tank}", dice=[1, 10, 8, 7, 3]),
        ("Gun", "gun_fire_machine:{Tank}"),
    ),
    "vehicle-damage-scale": Row(
        [TWELVE_POUNDER],
        [TANK],
        order("Gun", "gun_fire_machine:{Tank}", dice=[1, 15, 5]),
        ("Gun", "gun_fire_machine:{Tank}"),
    ),
    "catastrophic": Row(
        [SIEGE_GUN],
        [TANK],
        order("Gun", "gun_fire_machine:{Tank}", dice=[1, 16, 4, 1]),
        ("Gun", "gun_fire_machine:{Tank}"),
    ),
    "vehicle-morale-failure": Row(
        [machine("gl-walker", "Walker", 30, 30)],
        [soldiers(2, "Foe", row(2, 30, 36), 180.0)],
        machine_fails,
        ("Walker", "charge:{Foe}"),
    ),
    "standin-may-charge": Row(
        [soldiers(3, "Red", row(3, 30, 10))],
        [men("gl-hero", "Hero", [(30, 16)], 180.0)],
        order("Red", "charge:{Hero}", dice=[1]),
        ("Red", "charge:{Hero}"),
    ),
    "gun-die": Row(
        [gun("gl-mountain-gun", 30.0, 15.0, 4)],
        [battery()],
        order("Gun", "gun_fire:{Battery}", dice=[3, 6, 7, 8, 3]),
        ("Gun", "gun_fire:{Battery}"),
    ),
    "machine-locked": Row(
        [machine("gl-steam-tank", "Tank", 30, 20)],
        [soldiers(1, "Close", [(30, 16.5)]), soldiers(1, "Foe", [(30, 40)], 180.0)],
        order("Tank", "weapon:1:{Foe}"),
        ("Tank", "weapon:1:{Foe}"),
    ),
}


def values() -> list[tuple[str, str, str]]:
    """Every switch with its first value and each of the others."""
    found = []
    for key, switch in printed().rulings.switches.items():
        first, *others = [str(value) for value in switch.values]
        found += [(key, first, other) for other in others]
    return found


def test_every_switch_has_its_row() -> None:
    assert set(ROWS) == set(printed().rulings.switches)


@pytest.mark.parametrize(("key", "first", "other"), values())
def test_a_switch_changes_what_is_told(key: str, first: str, other: str) -> None:
    told = []
    for value in (first, other):
        table = ROWS[key].table(key, value)
        ROWS[key].play(table)
        told.append(table.lines())
    assert told[0] != told[1]


@pytest.mark.parametrize(("key", "first", "other"), values())
def test_a_switch_that_touches_dice_changes_the_odds_in_play(key: str, first: str, other: str) -> None:
    asked = ROWS[key].odds
    if isinstance(asked, str):
        assert len(asked.split()) >= 5, "why it touches no dice"
        return
    found = [ROWS[key].table(key, value).odds(*asked) for value in (first, other)]
    assert found[0] != found[1]
