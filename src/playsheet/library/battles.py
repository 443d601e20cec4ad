"""One battle: played by named players, your own, or by hand; stepped, copied, searched, and written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from playsheet.core.asking import Player
from playsheet.core.asking import Question as Asked
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.files import NewFile, file_bytes
from playsheet.core.game import Game, written
from playsheet.core.records import LARGEST_RECORD, record_of, replay
from playsheet.core.records import read_record as record_from
from playsheet.library.rows import Rows
from playsheet.library.sheets import HouseRules, Scenario, as_scenario
from playsheet.players.own import OwnFile, OwnOption, OwnPlayer, OwnQuestion, OwnSeat, numbers_of, shortly
from playsheet.players.setup import PERSON, Setup, check_bot
from playsheet.rules import load_system
from playsheet.sim.playing import game_seed

Choose = Callable[[Any, Any], object]  # choose(question, seat), as in docs/your-own-bot.md
By = str | Choose | type | None  # a player: by name, a function, a class that has `choose`, or None: by hand
OTHER_DICE: Final = 1 << 40  # what sets copies' dice apart from the battle's own


class Question(OwnQuestion):
    """What a seat that is played by hand is asked: as in docs/your-own-bot.md, with the number to answer it by."""

    def __init__(self, battle: Battle, question: Asked) -> None:
        game = battle._game
        super().__init__(game.system, game.system.seen(game.battle, question.seat), question)
        self.number: Final = question.number()

    def __repr__(self) -> str:
        return f"<Question {self.kind} of seat {self.seat}: {self.text}>"


def battle(
    which: str | Path | Mapping[str, Any] | Scenario,
    players: Sequence[By] = ("doctrine", "doctrine"),
    *,
    seed: int = 0,
    house: HouseRules = None,
) -> Battle:
    """A battle before its first step.

    which    a scenario: its id, its file, its keys, or a Scenario
    players  one a seat, or one a side: a name as in `simulate`, a function `choose(question, seat)`, a class that
             has it as a method, or None: you answer its questions yourself
    """
    setup = as_scenario(which)._set_up(house)
    return Battle(setup, seats_of(setup, players), seed)


def seats_of(setup: Setup, players: Sequence[By]) -> list[By]:
    names = list(players)
    if len(names) == len(setup.seats):
        return names
    if len(names) == len(setup.scenario.sides):
        return [names[side] for side in setup.sides]
    seats = ", ".join(setup.seats)
    raise Refused(
        f"{setup.scenario.title} has the seats {seats}: expected one player a seat or a side, got {len(names)}."
    )


class Battle:
    """A battle that is being played."""

    def __init__(
        self, setup: Setup, players: list[By], seed: int, game: Game[Any] | None = None, guessed: bool = False
    ) -> None:
        self._setup: Final = setup
        self._players: Final = players
        self._seed: Final = seed
        self._guessed: Final = guessed  # it begins in the middle, with what was guessed
        self._copies = 0
        self._names: list[str] = []  # who has played so far, of a battle from a record
        if game is None:
            seated = [player_of(setup, player, seat, seed) for seat, player in enumerate(players)]
            game = setup.game_with(seated, Seeded(seed), keep=True, own_dice=[False] * len(seated))
        self._game: Final = game

    # ------------------------------------------------------------ how it stands

    @property
    def turn(self) -> int:
        return int(self._game.battle.turn)

    @property
    def steps(self) -> int:
        """How many have been played."""
        return self._game.step

    @property
    def finished(self) -> bool:
        return bool(self._game.battle.finished)

    @property
    def winner(self) -> str | None:
        """The side that has won; None of a draw, and before the end."""
        side = self._game.battle.winner
        return self.sides[side] if self.finished and side >= 0 else None

    @property
    def verdict(self) -> str:
        """How it ended, in a sentence."""
        return str(self._game.battle.verdict)

    @property
    def sides(self) -> list[str]:
        return [side.name for side in self._setup.scenario.sides]

    @property
    def seats(self) -> list[str]:
        """Who plays: a name a seat."""
        return list(self._setup.seats)

    @property
    def roster(self) -> Rows:
        """Every unit: a row each. All is known here; `view` is what a seat may know."""
        return self._roster_of(self._game.battle)

    def _roster_of(self, seen: Any) -> Rows:
        rows = [
            {
                "side": self.sides[unit.side],
                "unit": unit.name,
                "figures": unit.figures,
                "start": unit.start,
                "on_table": unit.on_table,
                "state": list(unit.state),
            }
            for unit in self._game.system.roster(seen)
        ]
        return Rows(rows, f"{self._setup.scenario.title}, turn {self.turn}")

    @property
    def tally(self) -> Rows:
        """What the sheet counts of each side: a row each."""
        found = self._game.system.tally(self._game.battle)
        rows = [{"side": name, **{what: found[what][side] for what in found}} for side, name in enumerate(self.sides)]
        return Rows(rows, self._setup.scenario.title)

    @property
    def story(self) -> list[str]:
        """All that has happened, a sentence each."""
        self._check_whole()
        teller = self._game.system.teller(self._game.system.new_battle(self._setup.scenario))
        return [sentence.text for sentence in teller.tell(list(self._game.log))]

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know, as plain data."""
        return dict(self._game.system.view(self._game.system.seen(self._game.battle, self._checked(seat)), seat))

    # ------------------------------------------------------------ playing

    def step(self) -> bool:
        """Play one step: a card, a unit's move, a phase. False if it waits for an answer, or is over."""
        return not self.finished and self._game.play_step()

    def run(self) -> Battle:
        """Play on until somebody must be answered for, or to the end."""
        self._game.run()
        return self

    @property
    def questions(self) -> list[Question]:
        """What those who are played by hand are asked now; after `run` or `step`."""
        return [Question(self, question) for question in self._game.questions]

    def answer(self, given: object, question: Question | None = None) -> Battle:
        """Answer a question (the first that is open, unless named): an option or its key, or the numbers of a place.

        It plays on until the next question, or to the end. What is not offered is refused, and changes nothing.
        """
        open_now = self.questions
        if not open_now:
            raise Refused("Nothing is asked now.")
        asked = question or open_now[0]
        self._game.answer(asked.seat, asked.number, text_of(given, asked))
        return self

    # ------------------------------------------------------------ copies

    def clone(self, seed: int | None = None, *, same_dice: bool = False, seat: int | None = None) -> Battle:
        """A copy, to be played on apart from this one: for search.

        Its dice are others than this battle's, so that nothing is foreknown: by a `seed`, or each copy by the next. It
        begins where the step began that is being played. With a `seat` it is a battle that could be this one, as far as
        that seat knows. `same_dice` copies everything as it is.
        """
        if same_dice:
            if seed is not None or seat is not None:
                raise Refused("The same dice are those of this battle: expected no seed and no seat beside them.")
            return self._copied(self._game.clone(), self._seed, guessed=self._guessed)
        self._copies += 1
        dice = Seeded(game_seed(self._seed, OTHER_DICE + self._copies) if seed is None else seed)
        twin = self._game.clone(dice)
        twin.rewind()
        twin.inputs = []
        twin.waiting = {}
        if seat is not None:
            found = twin.system.guess(twin.battle, self._checked(seat), Seeded(dice.seed))
            step = twin.step
            twin = Game(twin.system, found, list(twin.players), dice, True, twin.own_dice)
            twin.step = step
        return self._copied(twin, dice.seed, guessed=self._guessed or seat is not None)

    def _copied(self, twin: Game[Any], seed: int, *, guessed: bool) -> Battle:
        twin.players = [player_of(self._setup, player, seat, seed) for seat, player in enumerate(self._players)]
        return Battle(self._setup, list(self._players), seed, twin, guessed)

    def seated(self, players: Sequence[By]) -> Battle:
        """From here on these players play: one a seat or a side."""
        self._players[:] = seats_of(self._setup, players)
        self._names = []
        self._game.players = [
            player_of(self._setup, player, seat, self._seed) for seat, player in enumerate(self._players)
        ]
        return self

    def undo(self) -> Battle:
        """Back to before the last answer that was given by hand."""
        self._check_whole()
        for closed in range(len(self._game.closed), -1, -1):
            inputs = self._game.closed[closed].inputs if closed < len(self._game.closed) else self._game.inputs
            for index in range(len(inputs) - 1, -1, -1):
                if self._players[inputs[index].seat] in (None, PERSON):
                    self._game.back_to(closed, index)
                    self._game.run()
                    return self
        raise Refused("There is no answer to be taken back.")

    # ------------------------------------------------------------ written down

    @property
    def record(self) -> str:
        """The battle as a record: text that `read_record`, `playsheet replay` and `playsheet verify` read."""
        self._check_whole()
        names = self._names or [name_of(player) for player in self._players]
        return record_of(self._game, self._setup.scenario, names).text()

    def save(self, path: str | Path, force: bool = False) -> None:
        """Write the record; a file that is there is overwritten only with `force`."""
        text = self.record
        with NewFile(str(path), force) as file:
            file.write(text)

    def _check_whole(self) -> None:
        if self._guessed:
            raise Refused("This battle could be the one it was copied from, and begins in its middle: it has no past.")

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise Refused(f"There is no seat {seat}: expected 0 to {len(self.seats) - 1}.")
        return seat

    def __repr__(self) -> str:
        stands = self.verdict if self.finished else f"turn {self.turn}, {self.steps} steps played"
        return f"<Battle {self._setup.scenario.id}: {stands}>"

    def _repr_html_(self) -> str:
        return str(self.roster._repr_html_())


def read_record(source: str | Path, upto: int | None = None) -> Battle:
    """A battle from its record, a file or its text, played again through step `upto`, or to where it stopped.

    Its dice, if they were thrown by a seed, go on as they would have; whoever plays on is seated anew (`seated`).
    """
    if isinstance(source, str) and "\n" in source:
        record = record_from(source.encode(), "record")
    else:
        record = record_from(file_bytes(str(source), LARGEST_RECORD), str(source))
    if upto is not None and not 0 <= upto <= len(record.steps):
        raise Refused(f"The record has {len(record.steps)} steps: expected one of them, got {upto}.")
    game = replay(record, load_system, -1 if upto is None else upto)
    scenario = game.system.read_scenario(record.scenario.text, record.scenario.file)
    setup = Setup(game.system, scenario, list(game.system.houses))
    players: list[By] = [None for _ in setup.seats]
    found = Battle(setup, players, record.dice.seed, game)
    found._names = [seat.player for seat in record.seats]
    return found


# ---------------------------------------------------------------------- who plays


def player_of(setup: Setup, by: By, seat: int, seed: int) -> Player | None:
    if by is None or by == PERSON:
        return None
    if isinstance(by, str):
        name = setup.bring([by])[0]
        check_bot(name, setup.own)
        return setup.player(name, seat, seed)
    player = CalledPlayer(by, setup, seat)
    player.sit(seed)
    return player


class CalledPlayer(OwnPlayer):
    """A function or a class of the program that calls the library."""

    def __init__(self, by: Choose | type, setup: Setup, seat: int) -> None:
        super().__init__(name_of(by), OwnFile("", "", ""), "", setup.system, setup.scenario, seat)
        self.by: Final = by

    def sit(self, seed: int) -> None:
        self.seat = OwnSeat(self.system, self.scenario, self.number, seed)
        made = self.by() if isinstance(self.by, type) else self.by
        choose = getattr(made, "choose", made)
        if not callable(choose):
            raise Refused(f"{self.label} has no method choose(question, seat).")
        self.asked = choose

    def guarded(self, call: Callable[[], Any], when: str) -> Any:
        return call()  # what it raises is its author's, who called us


def name_of(by: By) -> str:
    if by is None:
        return PERSON
    return by if isinstance(by, str) else str(getattr(by, "__name__", type(by).__name__))


def text_of(given: object, question: Question) -> str:
    """An answer as text."""
    if isinstance(given, OwnOption):
        return given.key
    if isinstance(given, str):
        return given
    names = () if question.region is None else question.region.names
    value = numbers_of(given, len(names)) if names else None
    if value is None:
        expected = f"the numbers {', '.join(names)}" if names else "an option or its key"
        raise Refused(f"Expected {expected}, got {shortly(given)}.")
    return written(value)
