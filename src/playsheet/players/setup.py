"""Setting a game up: a scenario by id or file, house rules, who sits where, whose dice. Used by every front end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from playsheet.core.asking import Player
from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.house import House, read_house
from playsheet.core.reader import nearest
from playsheet.core.scenario import Scenario, read_heading
from playsheet.core.system import System
from playsheet.players.levels import LEVELS, budget_of, is_searching, player_of_level
from playsheet.players.own import OwnFile, OwnPlayer, is_own, read_own
from playsheet.players.random import RandomPlayer
from playsheet.rules import load_system, scenario_files

PERSON: Final = "person"
DOCTRINE: Final = "doctrine"
RANDOM: Final = "random"
BOTS: Final = (DOCTRINE, RANDOM, *LEVELS)  # the doctrine is a regular by another name
PLAYERS: Final = (*BOTS, PERSON)
NOBODY: Final[Mapping[str, OwnFile]] = {}


class Setup:
    """A scenario ready to be played: the sheet with the scenario's settings and the house rules laid over it.

    A side that its own tables run has no seat: it is among the `unplayed`, and no player is named for it.
    """

    def __init__(self, system: System[Any], scenario: Scenario, houses: list[House]) -> None:
        self.system: Final = system
        self.scenario: Final = scenario
        self.houses: Final = houses
        self.seats: Final = system.seats(scenario)
        self.sides: Final = system.sides_of_seats(scenario)
        self.unplayed: Final = [side for side in range(len(scenario.sides)) if side not in self.sides]
        self.own: Final[dict[str, OwnFile]] = {}  # files of players of somebody's own, by their names

    def game(self, seats: list[str], seed: int, keep: bool) -> Game[Any]:
        """A new game by the seeded dice, each seat taken by one of PLAYERS."""
        players = [self.player(name, seat, seed) for seat, name in enumerate(seats)]
        return self.game_with(players, Seeded(seed), keep=keep, own_dice=[False] * len(players))

    def game_with(self, players: list[Player | None], dice: Dice, keep: bool, own_dice: list[bool]) -> Game[Any]:
        if len(players) != len(self.seats):
            raise Refused(f"{self.scenario.title} has {seats_in_words(self.seats)}, got {len(players)}.")
        return Game(self.system, self.system.new_battle(self.scenario), players, dice, keep, own_dice)

    def bring(self, names: Sequence[str]) -> list[str]:
        """Let players of somebody's own play here; all names, those with the name of their file only.

        Whoever does so runs that file: never for a name that came over the network.
        """
        return [self.brought(name) if is_own(name) else name for name in names]

    def brought(self, name: str) -> str:
        file = read_own(name)
        known = self.own.setdefault(file.name, file)
        if (known.text, known.folder) != (file.text, file.folder):
            raise Refused(f"Two different files of players are called {file.name}: expected two names.")
        return f"{file.name}:{name.rpartition(':')[2]}"

    def player(self, name: str, seat: int, seed: int) -> Player | None:
        if name == PERSON:
            return None
        file, _, what = name.rpartition(":")
        if file in self.own:
            own = OwnPlayer(name, self.own[file], what, self.system, self.scenario, seat)
            own.sit(seed)
            return own
        if name == DOCTRINE:
            return self.system.doctrine(seat)
        if name == RANDOM:
            return RandomPlayer(seed * 16 + seat)
        if name in LEVELS or is_searching(name):
            return player_of_level(name, self.system, self.scenario, seat, seed)
        raise Refused(f"There is no player {name!r}{nearest(name, PLAYERS)}; expected one of {', '.join(PLAYERS)}.")


def check_bot(name: str, own: Mapping[str, OwnFile] = NOBODY) -> None:
    """Refuse a name that no bot has; `own`: files of players that were brought."""
    if name.rpartition(":")[0] in own:
        return
    if is_searching(name):
        budget_of(name, "small")
    elif name not in BOTS:
        raise Refused(f"There is no player {name!r}{nearest(name, BOTS)}; expected one of {', '.join(BOTS)}.")


def seats_in_words(seats: list[str]) -> str:
    """`2 seats (The Garrison, The Emir's Host)`, `no seats`."""
    if not seats:
        return "no seats"
    return f"{len(seats)} {'seat' if len(seats) == 1 else 'seats'} ({', '.join(seats)})"


def set_up(which: str, houses: list[str]) -> Setup:
    """A built-in scenario by its id, or one from a file, in which all units must have room; house rules from files."""
    setup = set_up_from(scenario_source(which), "", [read_house(Path(path)) for path in houses])
    if which not in scenario_files():
        setup.system.check_room(setup.scenario)
    return setup


def set_up_from(source: Path | str, name: str, houses: list[House], rules: Mapping[str, str] | None = None) -> Setup:
    """From a scenario's file (a Path) or its text; by the sheet as printed, or as it stands in texts that were kept."""
    base = load_system(read_heading(source, name).system, rules)
    scenario = base.read_scenario(source, name)
    return Setup(base.configured(scenario.settings, scenario.file, houses), scenario, houses)


def scenario_source(which: str) -> Path:
    """The file of a scenario: a built-in one by id, or a path that exists."""
    known = scenario_files()
    if which in known:
        return known[which]
    path = Path(which)
    if path.suffix == ".toml" or path.is_file():
        return path
    raise Refused(
        f"There is no scenario {which!r}{nearest(which, known)}; expected a file or one of {', '.join(known)}."
    )
