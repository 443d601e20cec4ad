"""Every switch of rulings.toml changes play on the table, and the odds shown in play where it touches dice.

Each row is a situation in which every other value of its switch tells something else than the first one, or asks it
otherwise. `odds` are the option whose odds differ too; or it says in words why no dice are touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from rules.orderchips.situation import Parade, Post, goes_in, printed, read_setup
from rules.orderchips.situation import posted as unit
from switched import Loaded
from tabletop import filled, ground

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Event, Rolled
from playsheet.odds import in_play
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import InstructionLeft
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.options.choices import Charge, Pick
from playsheet.rules.orderchips.options.shooting import Shot, shots
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table import engines, morale
from playsheet.rules.orderchips.table.melee import Strike
from playsheet.rules.orderchips.table.steps import FireAt
from playsheet.rules.orderchips.terms import Haywire, HitBy, Instruction, Phase
from playsheet.rules.orderchips.turn import step
from playsheet.tabletop.machines.charts import SAVE, SPEED, SUSTAINS
from playsheet.tabletop.machines.machine import STALLED

pytestmark = pytest.mark.battles

FOE = unit("militia", "Foe", 30, 50, 180, files=6)


class Easy(Player):
    """Answers what is wanted if it is offered, else what is offered first; goes as far aside, or back, as it may."""

    def __init__(self, wanted: Sequence[str], heard: list[str]) -> None:
        self.wanted = list(wanted)
        self.heard = heard

    def choose(self, battle: Any, question: Question) -> Option:
        keys = [option.key() for option in question.options]
        self.heard.append(f"asked {question.kind} of {question.seat}, at once {question.at_once}: {keys}")
        for line in self.wanted:
            kind, answer = line.split(maxsplit=1)
            if kind == question.kind and answer in keys:
                return question.options[keys.index(answer)]
        return question.options[0]

    def place(self, battle: Any, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        samples = question.region.samples()
        return min(samples, key=lambda value: value[-1]) if question.kind == "drive" else max(samples)


class Table(Parade):
    """A battle whose questions are answered somehow, and whose dice need not all be thrown."""

    heard: list[str]

    def do(self, what: Callable[[], object], *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        self.game.used = 0
        self.game.inputs = []
        self.heard = getattr(self, "heard", [])
        player = Easy([filled(line, self.numbers()) for line in answers], self.heard)
        self.game.players = [player] * len(self.game.players)
        loaded = Loaded(dice or [10])
        loaded.log = self.game.source.log
        self.game.dice = loaded
        before = len(self.game.log)
        what()
        self.game.inputs = []
        self.game.start = None
        self.lawful()
        self.heard += [plain(event) for event in self.game.log[before:]]
        return self.game.log[before:]

    def told(self, do: Callable[[], object], answers: Sequence[str], dice: Sequence[int]) -> list[Event[Any]]:
        return self.do(do, *answers, dice=dice)


def plain(event: Event[Any]) -> str:
    if isinstance(event, Rolled):
        return (
            f"{event.why} {event.faces} {event.needed} {event.came} {[(one.add, one.cause) for one in event.account]}"
        )
    return f"{type(event).__name__} {event.data()}"


class Row:
    """A situation, what is played in it, and the option whose odds differ too, or why there is none."""

    def __init__(
        self,
        side1: Sequence[Post],
        side2: Sequence[Post],
        play: Callable[[Table], object],
        odds: Callable[[Table], tuple[str, int, Option]] | str,
        terrain: Sequence[str] = (),
        lay_out: Callable[[Table], object] | None = None,
        events: bool = False,
    ) -> None:
        self.side1 = side1
        self.side2 = side2
        self.play = play
        self.odds = odds
        self.terrain = terrain
        self.lay_out = lay_out
        self.events = events

    def table(self, key: str, value: str) -> Table:
        table = Table(self.side1, self.side2, self.terrain, events=self.events, **{key: value})
        if self.lay_out is not None:
            self.lay_out(table)
        return table

    def told(self, key: str, value: str) -> list[str]:
        table = self.table(key, value)
        table.heard = []
        self.play(table)
        return table.heard

    def chances(self, key: str, value: str) -> object:
        assert not isinstance(self.odds, str)
        table = self.table(key, value)
        kind, about, option = self.odds(table)
        found = in_play(table.game, Question(0, kind, about, [], None, 0, 0), option)
        return None if found is None else {outcome.facts: outcome.chance for outcome in found.outcomes}


# ---------------------------------------------------------------- what is played, and whose odds are looked at


def fires(text: str, dice: Sequence[int]) -> Callable[[Table], object]:
    return lambda table: table.fire(text, dice=dice)


def is_hit(name: str, how: int, save: str, dice: Sequence[int], n: int = 1) -> Callable[[Table], object]:
    """So many hits on a machine by the other side's first unit."""
    return lambda table: table.hit(name, "Foe", Blow(table.battle.rules.saves[save], how), dice, n)


def is_tested(name: str, dice: Sequence[int], *answers: str) -> Callable[[Table], object]:
    return lambda table: table.do(lambda: morale.called(table.game, table[name]), *answers, dice=dice)


def wants_to_charge(name: str, target: str, dice: Sequence[int]) -> Callable[[Table], object]:
    return lambda table: table.do(lambda: goes_in(table, table[name], table[target]), dice=dice)


def acts(name: str, *answers: str, dice: Sequence[int] = ()) -> Callable[[Table], object]:
    def play(table: Table) -> None:
        table.in_phase(Phase.MOVES)
        table.act(name, *answers, dice=dice)

    return play


def shot_at(name: str, target: str) -> Callable[[Table], tuple[str, int, Option]]:
    def find(table: Table) -> tuple[str, int, Option]:
        legal = shots(table.battle, table[name], interrupt=False)
        found: Shot = next(shot for shot in legal if shot.target == table[target].id)
        return "fire", table[name].id, FireAt(found)

    return find


def charge_at(name: str, target: str) -> Callable[[Table], tuple[str, int, Option]]:
    return lambda table: ("act", table[name].id, Charge(table[target].id))


def picked(name: str) -> Callable[[Table], tuple[str, int, Option]]:
    return lambda table: ("next", -1, Pick(table[name].id, ""))


def struck(name: str, target: str) -> Callable[[Table], tuple[str, int, Option]]:
    return lambda table: ("fight", table[name].first, Strike(table[name].first, table[target].id, -1))


def damaged(name: str, **stats: int) -> Callable[[Table], object]:
    """Points of ARMOR, SUSTAIN or SPEED lost; `weapon` is the SHOOT that its first weapon has left."""

    def change(machine: SteamMachine) -> None:
        for place, lost in ((SAVE, "armor"), (SUSTAINS, "sustain"), (SPEED, "speed")):
            machine.stats[place] -= stats.get(lost, 0)
        if "weapon" in stats:
            machine.weapons[0] = 1 + machine.plan.weapon_shoots[0] - stats["weapon"]
        machine.engine = stats.get("engine", machine.engine)
        machine.haywire = stats.get("haywire", machine.haywire)
        machine.steers = stats.get("steers", 1) == 1

    return lambda table: table.change(name, change)


def cracked(table: Table) -> None:
    """The tank was cracked this turn, and only its crew trembles."""
    table.hit("Tank", "Foe", Blow(table.battle.rules.saves["machine"], HitBy.BY_FIGURES), [10, 1, 1])


def first_turn(value: str) -> list[str]:
    """Armies deploy."""
    scenario = read_setup("the-ruined-wells").scenario
    system = printed().configured({"deployment": value}, "test", [])
    setup = Setup(system, scenario, [])
    game = setup.game_with([RandomPlayer(seat) for seat in range(2)], Seeded(1), True, [False] * 2)
    while game.battle.phase == Phase.DEPLOYING:
        game.play_step()
    return [plain(event) for event in game.log]


def locked(one: str, other: str) -> Callable[[Table], object]:
    return lambda table: table.lock(one, other)


def usual(name: str) -> Callable[[Table], object]:
    return lambda table: table.game.tell(InstructionLeft(table[name].id, Instruction.USUAL, -1, 0.0, ()))


def two_steps(table: Table) -> None:
    """Who moves first, and then the first move."""
    table.in_phase(Phase.MOVE_ORDER)
    table.do(lambda: step(table.game), dice=[9, 2])
    table.do(lambda: step(table.game))


def both_stand(table: Table) -> None:
    for name in ("Tick", "Tank"):
        acts(name, dice=[1])(table)


def mended(table: Table) -> None:
    table.do(lambda: engines.try_repair(table.game, table["Doc"], table["Tick"]), dice=[1])


def extra_test(table: Table) -> None:
    """A crack kills a crewman, and the crew tests at once; then comes the morale phase."""
    is_hit("Tank", HitBy.BY_FIGURES, "machine", [10, 8, 1])(table)
    table.morale(dice=[1])


def fires_between_moves(table: Table) -> None:
    table.in_phase(Phase.MOVES)
    table.do(lambda: step(table.game), "next fire:{Blue}>{Foe}", dice=[9])


TANK = unit("steam-tank", "Tank", 30, 20)
GATLING = unit("gatling", "Gatling", 30, 40, 180)
AT_TANK = ([unit("gatling", "Foe", 30, 34, 0)], [unit("steam-tank", "Tank", 30, 48, 180)])
VOLLEY = unit("line-rifles", "Blue", 30, 20, files=5)
LANCERS = unit("lancers", "Horse", 30, 28, 180, files=6, arrow=180)
WOOD = ground("woods", "the wood", rect=[20, 10, 40, 24])
NO_DICE_OF_MOVES = "Where somebody may go, and when, throws no dice."

ROWS: dict[str, Row] = {
    "natural-extremes": Row(
        [unit("line-rifles", "Blue", 30, 20, files=5, arrow=0)],
        [unit("spear-warriors", "Red", 30, 34.5, 180, files=6)],
        fires("{Blue}>{Red}", [1]),
        shot_at("Blue", "Red"),
        [ground("woods", "the wood", rect=[20, 32, 44, 40])],
    ),
    "commander-sign": Row(
        [
            unit("line-rifles", "Blue", 30, 40, figures=5, arrow=0),
            unit("commander", "General", 30, 39, host="Blue"),
        ],
        [FOE],
        wants_to_charge("Blue", "Foe", [1]),
        charge_at("Blue", "Foe"),
    ),
    "nonpen-7": Row(*AT_TANK, is_hit("Tank", HitBy.SHOT, "rifle-gatling", [1, 7, 3]), shot_at("Foe", "Tank")),
    "minor-damage-7": Row(*AT_TANK, is_hit("Tank", HitBy.SHOT, "rifle-gatling", [1, 8, 7, 3]), shot_at("Foe", "Tank")),
    "sights": Row(*AT_TANK, is_hit("Tank", HitBy.SHOT, "rifle-gatling", [1, 8, 1, 1]), shot_at("Foe", "Tank")),
    "zero-shoot": Row(
        *AT_TANK,
        is_hit("Tank", HitBy.SHOT, "rifle-gatling", [1, 8, 1, 1]),
        shot_at("Foe", "Tank"),
        lay_out=damaged("Tank", weapon=1),
    ),
    "crew-test": Row(
        *AT_TANK, extra_test, "A crew tests in the melee step; the odds of an assault tell how the machine fares."
    ),
    "ram": Row(
        [unit("steam-car", "Blue", 30, 30)],
        [unit("drill-mole", "Foe", 30, 35, 180)],
        lambda table: table.melee(dice=[1]),
        "The odds of an assault tell how the machine fares that is struck, not the one that strikes.",
        lay_out=locked("Blue", "Foe"),
    ),
    "blast": Row(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("militia", "Red", 30, 40, 180, files=4, figures=8)],
        fires("{Gun}>{Red}@{Red.0}", [1, 7]),
        shot_at("Gun", "Red"),
    ),
    "gun-wreck": Row(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("field-gun", "Red", 30, 40, 180)],
        fires("{Gun}>{Red}@{Red.0}", [1, 2]),
        shot_at("Gun", "Red"),
    ),
    "vehicle-confused": Row(
        [unit("steam-tank", "Tank", 30, 20, arrow=0)],
        [FOE],
        is_tested("Tank", [10, 2], "confused next_turn"),
        "The dice are the same: its owner says which turn is lost.",
        lay_out=lambda table: table.in_phase(Phase.MOVES),
    ),
    "desert-rounding": Row(
        [unit("line-rifles", "Blue", 30, 40, figures=5, arrow=0)],
        [FOE],
        is_tested("Blue", [10, 10, 1]),
        charge_at("Blue", "Foe"),
    ),
    "arrow-tolerance": Row([unit("hero", "Blue", 30, 20, arrow=0)], [FOE], acts("Blue", "act move"), NO_DICE_OF_MOVES),
    "move-order": Row(
        [unit("hero", "Blue", 30, 20, arrow=0), unit("hero", "Mate", 40, 20, arrow=0)],
        [unit("hero", "Red", 30, 60, 180, arrow=180)],
        two_steps,
        "The roll-off is nobody's choice, and no option sets it off.",
    ),
    "fire-declaration": Row(
        [VOLLEY],
        [unit("militia", "Foe", 30, 30, 180, files=6)],
        lambda table: table.shooting(dice=[9]),
        "When somebody says at whom he fires does not change a volley.",
    ),
    "enfilade": Row(
        [VOLLEY],
        [unit("militia", "Foe", 30, 30, 90, files=3, figures=9)],
        fires("{Blue}>{Foe}", [9]),
        shot_at("Blue", "Foe"),
    ),
    "charge-vehicle": Row(
        [unit("line-rifles", "Blue", 30, 20, figures=8, arrow=0)],
        [unit("steam-car", "Car", 30, 28, 180)],
        wants_to_charge("Blue", "Car", [1]),
        charge_at("Blue", "Car"),
    ),
    "charge-fire": Row(
        [unit("lancers", "Horse", 30, 20, files=6, arrow=0)],
        [unit("line-rifles", "Foe", 30, 28, 180, files=5)],
        acts("Horse", "act charge:{Foe}", dice=[1]),
        charge_at("Horse", "Foe"),
        lay_out=usual("Foe"),
    ),
    "melee-reach": Row(
        [unit("line-rifles", "Blue", 30, 30, files=3, figures=6)],
        [unit("line-rifles", "Foe", 30, 32.9, 180, files=3, figures=3)],
        lambda table: table.melee(dice=[9]),
        struck("Blue", "Foe"),
        lay_out=locked("Blue", "Foe"),
    ),
    "start-then-move": Row(
        [unit("steam-tank", "Tank", 30, 20, arrow=0)],
        [FOE],
        acts("Tank", dice=[1]),
        picked("Tank"),
        lay_out=damaged("Tank", engine=STALLED),
    ),
    "steam-count": Row(
        *AT_TANK,
        is_hit("Tank", HitBy.SHOT, "heavy", [10, 7, 3]),
        "The odds tell that steam leaks, and not for how many turns.",
    ),
    "repair": Row(
        [unit("clockwork-soldier", "Tick", 30, 20), unit("scientist", "Doc", 31.25, 20)],
        [FOE],
        mended,
        "The scientist's die is the same; what he mends is his choice.",
        lay_out=damaged("Tick", haywire=Haywire.JAMS, steers=0),
    ),
    "natives": Row(
        [VOLLEY],
        [FOE],
        lambda table: table.events(dice=[9, 1, 1, 1, 1, 5, 1]),
        "No option sets a random event off.",
        events=True,
    ),
    "casualties": Row(
        [VOLLEY],
        [unit("line-rifles", "Foe", 30, 28, 180, figures=3), unit("commander", "General", 30, 27, 180, host="Foe")],
        fires("{Blue}>{Foe}", [1]),
        shot_at("Blue", "Foe"),
    ),
    "points-third": Row(
        [unit("steam-tank", "Tank", 30, 20, arrow=0)],
        [unit("militia", "Foe", 30, 29, 180, files=6)],
        is_tested("Tank", [1]),
        charge_at("Tank", "Foe"),
        lay_out=damaged("Tank", armor=2, sustain=1),
    ),
    "pen-includes-cracks": Row(
        [unit("steam-tank", "Tank", 30, 20, arrow=0)],
        [unit("militia", "Foe", 30, 29, 180, files=6)],
        is_tested("Tank", [1]),
        charge_at("Tank", "Foe"),
        lay_out=cracked,
    ),
    "multi-hit-armour": Row(*AT_TANK, is_hit("Tank", HitBy.SHOT, "heavy", [10, 5, 4, 1], n=2), shot_at("Foe", "Tank")),
    "charger-cover": Row(
        [unit("line-rifles", "Blue", 30, 20, figures=5, arrow=0)],
        [unit("militia", "Foe", 30, 28, 180, files=6)],
        wants_to_charge("Blue", "Foe", [1]),
        charge_at("Blue", "Foe"),
        [WOOD],
    ),
    "split-fire": Row(
        [VOLLEY],
        [unit("militia", "Foe", 30, 30, 180, files=6)],
        lambda table: table.shooting(dice=[9]),
        "Each volley has its own odds; who fires it is asked for otherwise.",
    ),
    "stationary-sustain": Row([unit("clockwork-soldier", "Tick", 20, 20), TANK], [FOE], both_stand, picked("Tick")),
    "voluntary-reverse": Row(
        [unit("steam-tank", "Tank", 30, 20, arrow=0)], [FOE], acts("Tank", "act drive", dice=[1]), NO_DICE_OF_MOVES
    ),
    "own-move-fire": Row(
        [VOLLEY, unit("hero", "Hero", 50, 20, arrow=0)],
        [unit("militia", "Foe", 30, 30, 180, files=6)],
        fires_between_moves,
        "A volley has the same odds whenever it is fired.",
    ),
    "deployment": Row([VOLLEY], [FOE], lambda table: None, "To deploy throws no dice."),
}


def values_of(key: str) -> list[str]:
    return printed().rulings.switches[key].values


def test_every_switch_has_its_row() -> None:
    assert sorted(ROWS) == sorted(printed().rulings.switches)


@pytest.mark.parametrize("key", ROWS)
def test_each_value_tells_something_else_on_the_table(key: str) -> None:
    values = values_of(key)
    told = [first_turn(value) if key == "deployment" else ROWS[key].told(key, value) for value in values]
    assert told[0]
    for index in range(1, len(values)):
        assert told[index] != told[0], values[index]


@pytest.mark.parametrize("key", [key for key in ROWS if not isinstance(ROWS[key].odds, str)])
def test_the_odds_in_play_obey(key: str) -> None:
    values = values_of(key)
    chances = [ROWS[key].chances(key, value) for value in values]
    for index in range(1, len(values)):
        assert chances[index] != chances[0], values[index]
