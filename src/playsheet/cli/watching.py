"""`watch` and `replay`: a battle told step by step, with a roster (and a map) at the end of each turn."""

from __future__ import annotations

import argparse
import re
import secrets
import sys
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from playsheet.cli.map import draw
from playsheet.cli.output import STYLES, add_row, console, paragraph, print_json, table
from playsheet.core.aims import Aim, aims_data, warning
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.files import NewFile, file_bytes
from playsheet.core.game import Game, Input
from playsheet.core.lettered import letters
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.core.telling import Standing, roll_in_words
from playsheet.core.terrain import Ground
from playsheet.core.words import counted, is_plural, listed, upper, verb
from playsheet.players.own import Faulty, Guard
from playsheet.players.setup import BOTS, PERSON, Setup, check_bot, set_up

BAD_INPUT: Final = 2
PACE: Final = 0.4  # seconds after a card, on a terminal


def watch(given: argparse.Namespace) -> int:
    setup = set_up(given.scenario, given.house)
    seats = seats_of(setup, given.players)
    seed = given.seed if given.seed is not None else secrets.randbelow(1_000_000)
    with ExitStack() as files:
        record = files.enter_context(NewFile(given.record, given.force)) if given.record else None
        game = begun(setup, seats, seed)
        for player in game.players:
            assert player is not None
            player.explains = given.why
        show: Show
        if given.json:
            show = Data(setup.system, setup.scenario, given.verbose)
        else:
            again = f" (watch it again with --seed {seed})" if given.seed is None else ""
            show = Pages(setup.system, setup.scenario, given.verbose, drawn=given.map, pace=pace_of(given))
            show.begin(f"{players_in_words(setup.system, setup.scenario, seats)}; seed {seed}{again}.")
        fault = ""
        try:
            with Guard():
                while not game.battle.finished:
                    told = len(game.log)
                    game.play_step()
                    show.step(game.log[told:], game.closed[-1].inputs)
        except Faulty as faulty:  # a player of somebody's own: what was played until then is kept
            fault = str(faulty)
            game.rewind()
            game.inputs = []
        if record is not None:
            from playsheet.core.records import record_of

            record.write(record_of(game, setup.scenario, seats).text())
    written = {"record": given.record or None}
    head = {"seed": seed, "players": seats, "houses": [house.name for house in setup.houses]}
    show.end(head, written)
    if given.record and not given.json:
        console().print(f"The game is recorded in {given.record}.")
    if fault:
        sys.stdout.flush()
        print(fault, file=sys.stderr)
    return BAD_INPUT if fault else 0


def begun(setup: Setup, seats: list[str], seed: int) -> Game[Any]:
    try:
        with Guard():
            return setup.game(seats, seed, keep=True)
    except Faulty as fault:
        raise Refused(str(fault)) from None


def replay(given: argparse.Namespace) -> int:
    from playsheet.core.records import LARGEST_RECORD, read_record
    from playsheet.core.records import replay as played_again
    from playsheet.rules import load_system

    record = read_record(file_bytes(given.record, LARGEST_RECORD), given.record)
    steps = len(record.steps)
    if given.step is not None and given.step > steps:
        raise Refused(f"{given.record}: the record has {steps} steps, there is no step {given.step}.")
    upto = -1 if given.step is None else given.step
    game = played_again(record, load_system, upto)
    scenario = game.system.read_scenario(record.scenario.text, record.scenario.file)
    seats = [seat.player for seat in record.seats]
    show: Show
    if given.json:
        show = Data(game.system, scenario, given.verbose)
    else:
        show = Pages(game.system, scenario, given.verbose, drawn=given.map, pace=0.0)
        who = players_in_words(game.system, scenario, seats)
        show.begin(f"A record: {who}; {steps} {'step' if steps == 1 else 'steps'}.")
    start = 0
    for closed in game.closed:
        show.step(game.log[start : closed.told], closed.inputs)
        start = closed.told
    head = {"seed": None if record.dice.commitment else record.dice.seed, "players": seats}
    show.end({**head, "houses": [house.name for house in game.system.houses]}, {"steps": len(game.closed), "of": steps})
    return 0


def seats_of(setup: Setup, players: str) -> list[str]:
    """Who plays each seat: named one a seat, one a side, or one for all."""
    names = setup.bring([name.strip() for name in players.split(",")])
    for name in names:
        if name == PERSON:
            raise Refused(f"{name!r} cannot play here: expected one of {', '.join(BOTS)}.")
        check_bot(name, setup.own)
    sides = len(setup.scenario.sides)
    if len(names) == 1:
        return names * len(setup.seats)
    if len(names) == len(setup.seats):
        return names
    if len(names) == sides:
        return [names[side] for side in setup.sides]
    raise Refused(f"{setup.scenario.title} has {sides} sides: expected one player a side, got {len(names)}.")


def players_in_words(system: System[Any], scenario: Scenario, seats: list[str]) -> str:
    """Who plays against whom; a side without a seat of its own is run by its sheet."""
    names = system.seats(scenario)
    sides: list[list[str]] = [[] for _ in scenario.sides]
    for seat, side in enumerate(system.sides_of_seats(scenario)):
        sides[side].append(f"{names[seat]} ({seats[seat]})")
    return " against ".join(
        listed(side) or run_by_tables(scenario.sides[index].name) for index, side in enumerate(sides)
    )


def run_by_tables(name: str) -> str:
    return f"{name} ({'their' if is_plural(name) else 'its'} own tables)"


def pace_of(given: argparse.Namespace) -> float:
    if given.pause is not None:
        return float(given.pause)
    return PACE if sys.stdout.isatty() and not given.fast else 0.0


# ---------------------------------------------------------------------- telling


class Show(ABC):
    """Follows the events on a battle of its own, so that each is told as things stood when it happened."""

    def __init__(self, system: System[Any], scenario: Scenario, verbose: bool) -> None:
        self.system: Final = system
        self.scenario: Final = scenario
        self.verbose: Final = verbose
        self.teller: Final = system.teller(system.new_battle(scenario))
        self.turn = 0

    def begin(self, said: str) -> None:  # noqa: B027 - one may begin without a word
        """Before the first step."""

    def step(self, events: list[Event[Any]], inputs: list[Input]) -> None:
        """Tell a step, with the reasons of those who explain their answers; where it ends a turn, how things stand."""
        before = self.teller.battle.turn
        if before != self.turn:
            self.turn = before
            self.new_turn()
        self.tell(self.teller.tell(events), events)
        explained = [held for held in inputs if held.reasons]
        if explained:
            self.why(explained)
        battle = self.teller.battle
        if battle.turn != before or battle.finished:
            self.turn_over()

    @abstractmethod
    def why(self, explained: list[Input]) -> None:
        """Why the step was played as it was."""

    @abstractmethod
    def new_turn(self) -> None:
        """A turn begins."""

    @abstractmethod
    def tell(self, told: list[Any], events: list[Event[Any]]) -> None:
        """What a step told."""

    @abstractmethod
    def turn_over(self) -> None:
        """How things stand when a turn is over."""

    @abstractmethod
    def end(self, head: dict[str, object], more: dict[str, object]) -> None:
        """The result."""

    def roster(self) -> list[Standing]:
        return self.system.roster(self.teller.battle)


class Data(Show):
    """Keeps everything for JSON."""

    def __init__(self, system: System[Any], scenario: Scenario, verbose: bool) -> None:
        super().__init__(system, scenario, verbose)
        self.turns: Final[list[dict[str, Any]]] = []

    def new_turn(self) -> None:
        self.turns.append({"turn": self.turn, "told": [], "roster": []})
        if self.verbose:
            self.turns[-1]["events"] = []

    def tell(self, told: list[Any], events: list[Event[Any]]) -> None:
        for sentence in told:
            rolls = [roll_in_words(roll) for roll in sentence.rolls]
            told_so = {"text": sentence.text, "rulings": sentence.rulings, "tables": sentence.tables, "rolls": rolls}
            self.turns[-1]["told"].append(told_so)
        if self.verbose:
            self.turns[-1]["events"] += [event.data() for event in events]

    def why(self, explained: list[Input]) -> None:
        seats = self.system.seats(self.scenario)
        found = [{"seat": seats[held.seat], "reasons": list(held.reasons)} for held in explained]
        self.turns[-1].setdefault("why", []).extend(found)

    def turn_over(self) -> None:
        names = [side.name for side in self.scenario.sides]
        self.turns[-1].update(self.aims_now())
        self.turns[-1]["roster"] = [
            {
                "side": names[unit.side],
                "unit": unit.name,
                "figures": unit.figures,
                "start": unit.start,
                "place": unit.place,
                "state": unit.state,
            }
            for unit in self.roster()
        ]

    def aims_now(self) -> dict[str, object]:
        battle = self.teller.battle
        return aims_data(self.system.aims(battle), self.system.verdict_now(battle), battle.turn, self.scenario.turns)

    def end(self, head: dict[str, object], more: dict[str, object]) -> None:
        if self.turns and not self.turns[-1]["roster"]:
            self.turn_over()
        scenario = self.scenario
        print_json(
            {
                "scenario": scenario.id,
                "title": scenario.title,
                "system": self.system.id,
                **head,
                "sides": [side.name for side in scenario.sides],
                "seats": [
                    {"name": name, "side": scenario.sides[side].name}
                    for name, side in zip(self.system.seats(scenario), self.system.sides_of_seats(scenario))
                ],
                "turns": self.turns,
                "result": result_of(self.system, self.teller.battle, scenario),
                **more,
            }
        )


def result_of(system: System[Any], battle: Any, scenario: Scenario) -> dict[str, object] | None:
    """How it ended; None while it has not."""
    if not battle.finished:
        return None
    return {
        "winner": scenario.sides[battle.winner].name if battle.winner >= 0 else None,
        "verdict": battle.verdict,
        "line": battle.decided_by,
        "turn": battle.turn,
        "tally": system.tally(battle),
    }


def tallied(aim: Aim, side: int) -> str:
    """What a side has of an aim, with its points."""
    found = []
    for tally in aim.tallies:
        if tally.side == side:
            worth = f" ({counted(tally.points, 'point', 'points')})" if tally.points else ""
            found.append(tally.said() + worth)
    return "; ".join(found)


def styled(side: list[tuple[list[str], str]], line: int) -> list[Text]:
    """The cells of a unit's line; blanks below the last."""
    if line >= len(side):
        return [Text(""), Text(""), Text("")]
    cells, style = side[line]
    return [Text(cell, style=style) for cell in cells]


class Pages(Show):
    """Tells it to people."""

    def __init__(self, system: System[Any], scenario: Scenario, verbose: bool, *, drawn: bool, pace: float) -> None:
        super().__init__(system, scenario, verbose)
        self.out: Final = console()
        self.drawn: Final = drawn
        self.pace: Final = pace
        self.deployments: list[str] = []
        self.given: list[str] = []  # the reasons given since something was told last

    def begin(self, said: str) -> None:
        scenario = self.scenario
        self.out.rule(Text(scenario.title, style="bold"))
        paragraph(self.out, Text(" ".join(scenario.blurb.split()), style="italic"))
        self.out.print()
        paragraph(self.out, Text(said))
        for aim in self.system.aims(self.teller.battle):
            paragraph(self.out, Text(f"{aim.said} (Counted {aim.when}.)", style="dim"), "- ", "  ")

    def new_turn(self) -> None:
        self.out.print()
        self.out.rule(Text(f"Turn {self.turn}", style="bold"), align="left")

    def tell(self, told: list[Any], events: list[Event[Any]]) -> None:
        """A card is a paragraph; deployments are run together, one paragraph for all."""
        self.deployments += [sentence.text for sentence in told if sentence.deployment]
        rest = [sentence for sentence in told if not sentence.deployment]
        if not rest:
            return
        self.tell_deployments()
        if self.verbose:
            for sentence in rest:
                cited = f" [{', '.join(sentence.rulings)}]" if sentence.rulings else ""
                self.paragraph(sentence.text, cited)
                for roll in sentence.rolls:
                    paragraph(self.out, Text(roll_in_words(roll), style="dim"), "      ", "        ")
        else:
            self.paragraph(" ".join(sentence.text for sentence in rest))
        if self.pace:
            time.sleep(self.pace)

    def why(self, explained: list[Input]) -> None:
        """Indented under what was told, one answer after the other; a reason once for all that was told."""
        self.tell_deployments()
        for held in explained:
            new = [reason for reason in held.reasons if reason not in self.given]
            self.given += new
            if new:
                paragraph(self.out, Text(" ".join(new), style="dim"), "      ", "      ")

    def tell_deployments(self) -> None:
        if self.deployments:
            self.paragraph(" ".join(self.deployments))
            self.deployments = []

    def style(self, side: int) -> str:
        return STYLES[self.scenario.sides[side].colour]

    def paragraph(self, text: str, cited: str = "") -> None:
        """Hanging, with the names of units in the colours of their sides."""
        self.given = []
        said = Text(text)
        for unit in self.roster():
            said.highlight_regex(rf"\b{re.escape(unit.name)}\b", self.style(unit.side))
        paragraph(self.out, said + Text(cited, style="dim"), "* ", "  ")

    def turn_over(self) -> None:
        if self.drawn:
            self.out.print()
            for line in draw(self.roster(), self.system.marks(self.teller.battle), self.scenario, self.ground()):
                self.out.print(line)
        self.out.print(self.roster_table())
        battle = self.teller.battle
        said = warning(self.system.aims(battle), battle.turn, self.scenario.turns)
        if said and not battle.finished:
            paragraph(self.out, Text(said, style="yellow"))

    def aims_table(self) -> Table:
        """What each side has of all that decides the battle; the line that decided it stands out."""
        battle = self.teller.battle
        made = table("", ["what decided it", *(side.name for side in self.scenario.sides)])
        for aim in self.system.aims(battle):
            style = "bold" if battle.finished and aim.line == battle.decided_by >= 0 else ""
            add_row(made, [aim.said, *(tallied(aim, side) for side in range(len(self.scenario.sides)))], style=style)
        return made

    def ground(self) -> Ground:
        """As it lies now: a game master may have moved a piece."""
        land = getattr(self.teller.battle, "land", None)
        return self.scenario.ground if land is None else land.ground

    def roster_table(self) -> Table:
        """The sides beside each other, where there is room."""
        rows = self.roster()
        keys = letters(rows)
        names = [side.name for side in self.scenario.sides]
        sides: list[list[tuple[list[str], str]]] = [[] for _ in names]
        for index, row in enumerate(rows):
            name = f"{keys[index]} {upper(row.name)}" if self.drawn else upper(row.name)
            cells = [name, f"{row.figures}/{row.start}", ", ".join(row.state)]
            style = "dim" if not row.on_table else "yellow" if row.shaken else ""
            sides[row.side].append((cells, style))
        beside = self.out.width >= 90 and len(sides) == 2
        headings = [heading for name in names for heading in (name, "", "")] if beside else ["", "", ""]
        made = table("", headings, right=[1, 4])
        if beside:
            made.columns[0].header_style = self.style(0)
            made.columns[3].header_style = self.style(1)
            for line in range(max(len(side) for side in sides)):
                made.add_row(*(cell for side in sides for cell in styled(side, line)))
        else:
            for index, side in enumerate(sides):
                add_row(made, [names[index], "", ""], style=self.style(index))
                for line in range(len(side)):
                    made.add_row(*styled(side, line))
        return made

    def end(self, head: dict[str, object], more: dict[str, object]) -> None:
        result = result_of(self.system, self.teller.battle, self.scenario)
        if result is None:
            self.tell_deployments()
            self.out.print(self.roster_table())
            return
        self.out.rule(Text("The end", style="bold"), align="left")
        winner = result["winner"]
        won = verb(str(winner), "wins", "win") if winner else ""
        verdict = str(result["verdict"])
        said = "" if won and verdict.startswith(won) else f"{won or 'A draw'}. "
        paragraph(self.out, Text(said, style="bold") + Text(verdict))
        self.out.print(self.aims_table())
        tally = self.system.tally(self.teller.battle)
        if tally:
            made = table("", ["", *(side.name for side in self.scenario.sides)], right=[1, 2, 3, 4, 5, 6])
            for what, numbers in tally.items():
                add_row(made, [what.replace("_", " "), *(str(number) for number in numbers)])
            self.out.print(made)
