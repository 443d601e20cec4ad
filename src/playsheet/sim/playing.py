"""Playing the games of a simulation: the same in this process and in a worker."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from playsheet.core.asking import Player
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import Endless, Game
from playsheet.core.house import House, read_house
from playsheet.players.own import PULSE, Faulty, OwnFile
from playsheet.players.setup import Setup, set_up_from
from playsheet.rules.engine import simulation_engine
from playsheet.sim.counts import Counts, Failure, Outcome
from playsheet.sim.rows import Row

LARGEST_SEED: Final = 2**53 - 1  # a whole number that every reader of JSON gives back unchanged
STEPS_A_UNIT: Final = 100  # in one turn; no sheet comes near it, so a game that does has lost its way
ANSWERS_A_UNIT: Final = 200  # in one step; likewise
FIGURES_LOST: Final = "figures_lost"  # in System.tally
WHOLE_NUMBER: Final = re.compile(r"\b\d+\b")
ONE_POINT: Final = re.compile(r"\b1 point\b")


@dataclass(frozen=True, slots=True)
class Plan:
    """What every process needs to play any of the games: plain text, so that it crosses to a new process as it is."""

    scenario: str  # the file's text: all processes play the file as it was when it was read
    file: str
    houses: tuple[tuple[str, str], ...]  # each file's text and name
    lineups: tuple[tuple[str, ...], ...]  # who plays each seat; the games take the lineups in turn
    seed: int
    check: bool
    players: tuple[str, ...] = ()  # who plays each side, for the report
    own: tuple[tuple[str, str, str], ...] = ()  # files of players of somebody's own: name, text, folder

    def data(self) -> dict[str, Any]:
        """For JSON; it says by which engine it is to be played."""
        return {"engine": simulation_engine(), **asdict(self)}

    def read_houses(self) -> list[House]:
        return [read_house(text, file) for text, file in self.houses]

    @staticmethod
    def from_data(data: dict[str, Any]) -> Plan:
        """The plan, if this is the engine that it was made by."""
        engine = data["engine"]
        if engine != simulation_engine():
            raise Refused(
                f"These battles are to be played by the engine {engine}, and this is {simulation_engine()}: "
                "both must be the same version of Playsheet."
            )
        return Plan(
            data["scenario"],
            data["file"],
            tuple((text, file) for text, file in data["houses"]),
            tuple(tuple(lineup) for lineup in data["lineups"]),
            data["seed"],
            data["check"],
            tuple(data["players"]),
            tuple((name, text, folder) for name, text, folder in data["own"]),
        )


def game_seed(seed: int, number: int) -> int:
    """The seed of dice set `number`: SplitMix64 from `seed`, the top 53 bits of its word.

    mix(mix(seed) + (number + 1) * 0x9E3779B97F4A7C15), all modulo 2**64. It depends on the two numbers alone.
    """
    return mix(mix(seed) + (number + 1) * 0x9E3779B97F4A7C15) >> 11


def mix(word: int) -> int:
    """SplitMix64's finisher (Steele, Lea and Flood 2014): one to one on 64 bits."""
    word &= 2**64 - 1
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & (2**64 - 1)
    return word ^ (word >> 31)


class Table:
    """A scenario set up once, on which any number of games are played."""

    def __init__(self, plan: Plan, by_turn: bool = False) -> None:
        self.plan: Final = plan
        self.setup: Final[Setup] = set_up_from(plan.scenario, plan.file, plan.read_houses())
        for name, text, folder in plan.own:
            self.setup.own[name] = OwnFile(name, text, folder)
        self.fault: tuple[int, str] | None = None  # a player of somebody's own could not go on: in which game, and why
        scenario = self.setup.scenario
        self.start: Final = self.setup.system.new_battle(scenario)
        self.starting: Final = starting_figures(self.setup, self.start) if by_turn else []
        self.field: list[list[int]] = []  # of the game that is played, as in Outcome
        units = sum(len(side.units) for side in scenario.sides)
        self.most_steps: Final = STEPS_A_UNIT * (units + 1) * (scenario.turns + 1)
        self.most_answers: Final = ANSWERS_A_UNIT * (units + 1)

    def play(self, first: int, count: int, rows: list[Row] | None = None) -> Counts:
        """Games `first` to `first + count - 1`. `first` starts a set of swapped games. `rows`: one more for each.

        It ends before a game in which a player was faulty.
        """
        counter = Counter(self)
        for number in range(first, first + count):
            found = self.play_game(number)
            if self.fault is not None:
                break
            if rows is not None:
                rows.append(self.row(number, found))
            counter.add(number, found)
        return counter.counts

    def costs(self) -> list[str]:
        """What is counted of each side's losses."""
        return sorted(self.setup.system.tally(self.start))

    def columns(self) -> list[tuple[str, type[int] | type[str]]]:
        """The heading of rows. Sides are numbered as in the scenario, from 1."""
        sides = range(1, len(self.setup.scenario.sides) + 1)
        return [
            ("battle", int),  # from 0
            ("dice", int),  # the set of dice, from 0: swapped battles share one
            ("seed", int),  # of these dice: watch --seed shows the battle
            *[(f"player_{side}", str) for side in sides],
            ("winner", int),  # a side; 0 is a draw
            ("turns", int),
            ("decisions", int),
            ("steps", int),
            *[(f"{what}_{side}", int) for what in self.costs() for side in sides],
            ("verdict", str),
            ("failed", str),  # empty, or what went wrong: then the numbers say how far it went
        ]

    def row(self, number: int, found: Outcome | Failure) -> Row:
        lineups = self.plan.lineups
        turn, dice = number % len(lineups), number // len(lineups)
        sides = range(len(self.setup.scenario.sides))
        names = self.plan.players
        head: Row = [number, dice, game_seed(self.plan.seed, dice)]
        head += [names[(side + turn) % len(names)] for side in sides]
        costs = self.costs()
        if isinstance(found, Failure):
            nothing: Row = [0 for _ in costs for _ in sides]
            return [*head, 0, found.turn, 0, found.step, *nothing, "", f"{found.kind}: {found.said}"]
        spent: Row = [found.tally[what][side] for what in costs for side in sides]
        return [*head, found.winner + 1, found.turns, found.decisions, found.steps, *spent, found.verdict, ""]

    def play_game(self, number: int) -> Outcome | Failure:
        plan = self.plan
        seats = plan.lineups[number % len(plan.lineups)]
        seed = game_seed(plan.seed, number // len(plan.lineups))
        id = self.setup.scenario.id
        game: Game[Any] | None = None
        self.fault = None
        self.field = []
        PULSE.game(number)
        try:
            game = self.new_game(seats, seed)
            kind, said = self.run(game)
            battle = game.battle
            if kind:
                return Failure(id, number, seed, seats, battle.turn, game.step, kind, said, "")
            tally = self.setup.system.tally(battle)
            return Outcome(battle.winner, battle.turn, game.decisions, game.step, tally, battle.verdict, self.field)
        except Endless as error:
            assert game is not None
            return Failure(id, number, seed, seats, game.battle.turn, game.step + 1, "no end", str(error), "")
        except Faulty as fault:
            self.fault = (number, f"Battle {number} (seed {seed}): {fault}")
            return Failure(id, number, seed, seats, 0, 0, "player", str(fault), "")
        except Exception as error:  # whatever it is: the report names it, the other games go on
            said = " ".join(f"{type(error).__name__}: {error}".split())
            turn, step = (game.battle.turn, game.step + 1) if game else (0, 0)
            return Failure(id, number, seed, seats, turn, step, "error", said, place_of(error.__traceback__))

    def new_game(self, seats: tuple[str, ...], seed: int) -> Game[Any]:
        """The same game as `Setup.game` starts, from a copy of the first position: that is made once only."""
        system = self.setup.system
        players: list[Player | None] = []
        for seat, name in enumerate(seats):
            player = self.setup.player(name, seat, seed)
            assert player is not None, "a simulation waits for nobody"
            players.append(player)
        game = Game(system, system.clone(self.start), players, Seeded(seed), keep=False, own_dice=[False] * len(seats))
        game.checking = self.plan.check
        game.most_answers = self.most_answers
        return game

    def run(self, game: Game[Any]) -> tuple[str, str]:
        """Play to the end; what went wrong as (kind, sentence), or two empty strings.

        A turn ends with a step, the last thing in which is that the next one begins.
        """
        turns = self.setup.scenario.turns
        while not game.battle.finished:
            if game.step >= self.most_steps:
                return "no end", f"{self.most_steps} steps were played and the battle is not over."
            turn = game.battle.turn
            game.play_step()
            if self.starting and turn > 0 and (game.battle.turn != turn or game.battle.finished):
                self.field.append(self.figures_left(game))
            if self.plan.check:
                broken = self.setup.system.broken_laws(game.battle)
                if broken:
                    return "law", "; ".join(broken)
            if game.battle.turn > turns:
                return "turn limit", f"turn {game.battle.turn} was reached, the scenario has {turns}."
        return "", ""

    def figures_left(self, game: Game[Any]) -> list[int]:
        lost = self.setup.system.tally(game.battle)[FIGURES_LOST]
        return [start - gone for start, gone in zip(self.starting, lost)]


def starting_figures(setup: Setup, start: Any) -> list[int]:
    """How many figures each side begins with; none of a sheet that does not count the figures that are lost."""
    if FIGURES_LOST not in setup.system.tally(start):
        return []
    figures = [0] * len(setup.scenario.sides)
    for unit in setup.system.roster(start):
        if 0 <= unit.side < len(figures):
            figures[unit.side] += unit.start
    return figures


class Counter:
    """Adds games to counts, in their order; `lead` and `edge` by whole sets of swapped games."""

    def __init__(self, table: Table) -> None:
        self.lineups: Final = len(table.plan.lineups)
        self.sides: Final = len(table.setup.scenario.sides)
        self.counts: Final = Counts(self.sides)
        self.lead = 0
        self.edge = 0
        self.ended = 0

    def add(self, number: int, found: Outcome | Failure) -> None:
        turn = number % self.lineups
        if isinstance(found, Failure):
            self.counts.fail(found)
        else:
            self.ended += 1
            player = (found.winner + turn) % self.sides
            self.lead += (found.winner == 0) - (found.winner > 0)
            self.edge += 0 if found.winner < 0 else 1 if player == 0 else -1
            self.counts.add(found, player, kind_of(found.verdict), fingerprint(number, found))
        if turn == self.lineups - 1:
            if self.ended == self.lineups:
                self.counts.lead.add(self.lead)
                self.counts.edge.add(self.edge)
            self.lead = 0
            self.edge = 0
            self.ended = 0


def kind_of(verdict: str) -> str:
    """Verdicts that differ only in their numbers are of one kind."""
    return WHOLE_NUMBER.sub("N", ONE_POINT.sub("1 points", verdict))


def fingerprint(number: int, outcome: Outcome) -> int:
    """64 bits that stand for this game's outcome; added up, they stand for all games, in whatever order."""
    text = (
        f"{number} {outcome.winner} {outcome.turns} {outcome.decisions} {outcome.steps} "
        f"{sorted(outcome.tally.items())} {outcome.verdict}"
    )
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def place_of(trace: TracebackType | None) -> str:
    """Where in the code an error was raised: `rules/lancer/table/moves.py:40 in move`."""
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    file = Path(trace.tb_frame.f_code.co_filename)
    home = Path(__file__).parents[1]
    shown = file.relative_to(home).as_posix() if file.is_relative_to(home) else file.name
    return f"{shown}:{trace.tb_lineno} in {trace.tb_frame.f_code.co_name}"
