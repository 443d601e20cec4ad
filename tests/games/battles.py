"""The battles on record: what each is (`<system>/battles.toml`), and how it is played anew.

A battle is declared by data, and played by rules and players that throw no dice of their own, so that the same
declaration gives the same battle whenever it is played:

    [[battles]]
    name     = "wells-random"
    scenario = "the-wells"              # one that Playsheet comes with, or a file in <system>/scenarios
    seats    = ["random"]               # doctrine or random, one a seat, or one for all
    seeds    = [1, 2, 3]                # each a battle: wells-random-1 ...
    rulings  = { slash = "range" }      # switches, laid over the scenario as a house rule
    cells    = "[sheet.terrain.hill]"   # more of the same house rule: cells of the sheet

    words    = ["check 3"]              # a game master's, each before the first step that lets him say it ...
    after    = 20                       # ... once so many steps are over
    dice     = "fair"                   # fair dice, their key revealed

What follows is done by hand: the seats are persons', who answer as those players would.

    own_dice = [1]                      # these seats, from 1, throw dice of their own
    undo     = 9                        # every so many answers some are taken back, a dozen times, and given otherwise
    end      = [40, "1", "..."]         # after so many answers the game is ended: who wins, or draw, and why
    stop     = 50                       # after so many answers it is left as it is, unfinished
    dice     = "continued"              # begun with fair dice, left there, and gone on elsewhere with others
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from playsheet.core.asking import Player, Question
from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.fair import Fair
from playsheet.core.game import GAME_MASTER, Game, Input, line_of, written
from playsheet.core.house import House, read_house
from playsheet.core.records import Record, continued, record_of
from playsheet.core.scenario import read_heading
from playsheet.core.system import System
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules import SYSTEMS, load_system, scenario_files

HERE = Path(__file__).parent
Load = Callable[[str], System[Any]]
printed: Load = cache(load_system)  # the sheets as printed, each read once
FIRST_KEY = sha256(b"the first key").digest()
SECOND_KEY = sha256(b"the second key").digest()
MOST_UNDONE = 12  # times in a battle: whoever takes back more than he answers never comes to the end
SEEDED, FAIR, CONTINUED = "seeded", "fair", "continued"


@dataclass(frozen=True)
class Battle:
    """One battle on record."""

    system: str
    name: str
    scenario: str
    seats: tuple[str, ...]
    seed: int
    rulings: dict[str, str] = field(default_factory=dict)
    cells: str = ""
    own_dice: tuple[int, ...] = ()
    undo: int = 0
    words: tuple[str, ...] = ()
    after: int = 0
    end: tuple[int, str, str] | None = None
    stop: int = 0
    dice: str = SEEDED

    def __str__(self) -> str:
        return f"{self.system}/{self.name}"

    @property
    def file(self) -> Path:
        return HERE / self.system / f"{self.name}.record"

    def by_hand(self) -> bool:
        return bool(self.own_dice or self.undo or self.end or self.stop or self.dice == CONTINUED)


def battles_of(system: str) -> list[Battle]:
    """The battles that a system has on record, in the order of their declaration."""
    found: list[Battle] = []
    for entry in declared(system).get("battles", []):
        seeds = entry.pop("seeds", None)
        for seed in [entry.get("seed", 1)] if seeds is None else seeds:
            found.append(battle_of(system, entry, entry["name"] if seeds is None else f"{entry['name']}-{seed}", seed))
    return found


def declared(system: str) -> dict[str, Any]:
    return tomllib.loads((HERE / system / "battles.toml").read_text(encoding="utf-8"))


def battle_of(system: str, entry: dict[str, Any], name: str, seed: int) -> Battle:
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Battle(**{**values, "system": system, "name": name, "seed": seed})


def all_battles() -> list[Battle]:
    return [battle for system in SYSTEMS for battle in battles_of(system)]


# ---------------------------------------------------------------------- playing one


def set_up(battle: Battle, load: Load = printed) -> Setup:
    """The battle's scenario, with its house rule laid over the sheet."""
    own = HERE / battle.system / "scenarios" / f"{battle.scenario}.toml"
    source = own if own.is_file() else scenario_files()[battle.scenario]
    base = load(read_heading(source, "").system)
    scenario = base.read_scenario(source, "")
    houses = house_of(battle)
    return Setup(base.configured(scenario.settings, scenario.file, houses), scenario, houses)


def house_of(battle: Battle) -> list[House]:
    if not battle.rulings and not battle.cells:
        return []
    lines = [f'name = "{battle.name}"', f'system = "{battle.system}"', "", "[rulings]"]
    lines += [f'{key} = "{value}"' for key, value in battle.rulings.items()]
    return [read_house("\n".join([*lines, *battle.cells.splitlines(), ""]), "house.toml")]


def players_of(battle: Battle, setup: Setup) -> list[Player]:
    found: list[Player] = []
    for seat, kind in enumerate(kinds_of(battle, setup)):
        player = setup.player(kind, seat, battle.seed)
        if player is None:
            raise Refused(f"{battle}: expected doctrine or random in every seat, got {kind!r}.")
        found.append(player)
    return found


def kinds_of(battle: Battle, setup: Setup) -> list[str]:
    """Who plays each seat; one that stands alone plays all."""
    return list(battle.seats) * len(setup.seats) if len(battle.seats) == 1 else list(battle.seats)


def played(battle: Battle, load: Load = printed) -> tuple[Game[Any], Setup]:
    """The battle played anew, as far as it goes."""
    if battle.by_hand():
        hand, setup = played_by_hand(battle, load)
        hand.play(battle.stop)
        if battle.dice == CONTINUED:
            record = record_of(hand.game, setup.scenario, ["person" for _ in setup.seats])
            hand.game = continued(record, load, -1, FIRST_KEY, Fair(SECOND_KEY, salts_of(battle, setup)))
            hand.play(0)
        return hand.game, setup
    setup = set_up(battle, load)
    game = setup.game_with(list(players_of(battle, setup)), dice_of(battle, setup), True, [False] * len(setup.seats))
    if battle.words:
        overruled(game, battle)
    game.run()
    return game, setup


def overruled(game: Game[Any], battle: Battle) -> None:
    """A game master says his words, each before the first step that lets him."""
    words = list(battle.words)
    refused = ""
    while words and not game.battle.finished:
        if game.step >= battle.after:
            game.inputs = [Input(GAME_MASTER, f"gm {words[0]}")]
            try:
                game.play_step()
            except Refused as refusal:
                refused = str(refusal)
                game.inputs = []
                game.rewind()
            else:
                del words[0]
                continue
        game.play_step()
    if words:
        raise Refused(f"{battle}: a game master's {words[0]!r} is refused before every step: {refused}")


def played_by_hand(battle: Battle, load: Load = printed) -> tuple[ByHand, Setup]:
    """The battle before its first answer, and who gives the answers."""
    setup = set_up(battle, load)
    own = [seat + 1 in battle.own_dice for seat in range(len(setup.seats))]
    game = setup.game_with([None for _ in own], dice_of(battle, setup), True, own)
    return ByHand(game, battle, players_of(battle, setup)), setup


def dice_of(battle: Battle, setup: Setup) -> Dice:
    return Seeded(battle.seed) if battle.dice == SEEDED else Fair(FIRST_KEY, salts_of(battle, setup))


def salts_of(battle: Battle, setup: Setup) -> tuple[str, ...]:
    return tuple(f"salt {battle.seed} of {name}" for name in setup.seats)


def record(battle: Battle, game: Game[Any], setup: Setup) -> Record:
    """The battle's record; the key of fair dice is revealed."""
    names = ["person" for _ in setup.seats] if battle.by_hand() else kinds_of(battle, setup)
    return record_of(game, setup.scenario, names, "", reveal=True)


class ByHand:
    """Persons in every seat, who answer as these players would, take answers back, and throw dice of their own."""

    def __init__(self, game: Game[Any], battle: Battle, bots: list[Player]) -> None:
        self.game = game
        self.battle = battle
        self.bots = bots
        self.others: list[Player] = [RandomPlayer(1000 + battle.seed * 16 + seat) for seat in range(len(bots))]
        self.otherwise = 0  # so many answers are given by the others, now that some were taken back
        self.answers = 0
        self.undone = 0
        self.thrown = Seeded(battle.seed + 77)

    def play(self, stop: int) -> None:
        """To the end; or until so many answers are given, if it is not 0."""
        game = self.game
        game.run()
        while not game.battle.finished and not (stop and self.answers >= stop):
            end = self.battle.end
            if end is not None and self.answers >= end[0]:
                game.end(-1 if end[1] == "draw" else int(end[1]) - 1, end[2])
                return
            self.answer(game.questions[0])

    def answer(self, question: Question) -> None:
        self.game.answer(question.seat, question.number(), self.text(question))
        self.answers += 1
        self.otherwise = max(0, self.otherwise - 1)
        due = self.battle.undo and self.answers % self.battle.undo == 0 and self.undone < MOST_UNDONE
        if due and self.game.questions:
            self.take_back(question.seat)

    def text(self, question: Question) -> str:
        game = self.game
        if question.dice:
            self.thrown.at(question.step, question.place)
            faces = self.thrown.faces(question.dice, question.sides, Throw("own dice"))
            return "dice " + ",".join(str(face) for face in faces)
        bot = (self.others if self.otherwise else self.bots)[question.seat]
        seen = game.system.seen(game.battle, question.seat)
        if question.region is not None:
            return written(bot.place(seen, question))
        return bot.choose(seen, question).key()

    def take_back(self, seat: int) -> None:
        """One answer, or two or three, with all that others answered since: then the next ones are other answers."""
        self.undone += 1
        for _ in range(1 + self.answers // self.battle.undo % 3):
            if self.game.last_by(seat)[0] >= 0:
                self.game.undo(seat)
        self.otherwise = 3


# ---------------------------------------------------------------------- the events of a record


def marks_of(game: Game[Any]) -> list[str]:
    """Each step's events, two digits each: they say which event of a step is another."""
    found: list[str] = []
    told = 0
    for closed in game.closed:
        events = game.log[told : closed.told]
        found.append("".join(sha256(line_of(event).encode()).hexdigest()[:2] for event in events))
        told = closed.told
    return found


@cache
def read_marks(system: str) -> dict[str, list[str]]:
    """Of every record of the system, as they are kept beside the records."""
    return dict(_marks(system))


def _marks(system: str) -> Iterator[tuple[str, list[str]]]:
    path = HERE / system / "events.txt"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for part in text.split("\n\n"):
        name, *steps = part.strip("\n").split("\n")
        if name:
            yield name, [step.partition(" ")[2] for step in steps]


def write_marks(system: str, marks: dict[str, list[str]]) -> None:
    parts = []
    for name, steps in marks.items():
        parts.append("\n".join([name, *(f"{at} {step}".rstrip() for at, step in enumerate(steps, 1))]))
    (HERE / system / "events.txt").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
