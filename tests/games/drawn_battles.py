"""Battles drawn by chance, each on record by a line: `drawn/<system>.txt`.

A battle that can be read and replayed takes kilobytes; these take a line, so that there are many of them. Each is the
scenario all-arms of its system with some of its units and of its ground, what is left of the ground lying elsewhere,
the sides nearer each other, cards otherwise than printed, and switches turned, all by a stream of its own. What may
vary is in the system's battles.toml:

    [drawn]
    battles = 30
    turns   = [3, 4]                    # a battle is so long
    extra   = { year = [1861, 1864] }   # of the scenario
    cards   = { grade = ["crack"] }     # fields of a card that has them

The digest is of everything told, and of all that could have been chosen: each option, and of each region the places
that are offered and how far it reaches. So a rate or a distance counts wherever somebody could have used it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from battles import HERE, Battle, Load, declared, house_of, printed
from toml_text import toml_of

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Battle as Table
from playsheet.players.setup import Setup

FOLDER = HERE / "drawn"
SCENARIO = "all-arms"
TRIES = 50  # until a battle that can be is drawn
SEATS = (("random", "random"), ("random", "doctrine"), ("doctrine", "random"))
TURNED = 6  # one switch in so many
CHANGED = 4  # one field of a card in so many
NEARER = 8  # so many parts of the gap between the sides, some of which are left


def file_of(system: str) -> str:
    return f"{system}.txt"


def text_of(system: str, load: Load = printed) -> str:
    """All drawn battles of a system."""
    return "".join(f"{line}\n" for line in lines_of(system, load))


def lines_of(system: str, load: Load = printed) -> Iterator[str]:
    for number in range(declared(system)["drawn"]["battles"]):
        battle, setup = drawn(system, number, load)
        yield line_of(battle, setup)


def line_of(battle: Battle, setup: Setup) -> str:
    """How the battle went, in short."""
    seen = sha256()
    players: list[Player | None] = []
    for seat in range(len(setup.seats)):
        player = setup.player(battle.seats[seat], seat, battle.seed)
        assert player is not None
        players.append(Noting(player, seen))
    game = setup.game_with(players, Seeded(battle.seed), True, [False] * len(players))
    game.run()
    turned = " ".join(f"{key}={value}" for key, value in battle.rulings.items()) or "as printed"
    seen.update(game.digest.encode())
    return f"{battle.name}, {turned}: {game.battle.turn} turns, {game.step} steps, {seen.hexdigest()[:12]}"


class Noting(Player):
    """Answers as another does, and notes all that could have been answered."""

    def __init__(self, other: Player, seen: Any) -> None:
        self.other = other
        self.seen = seen

    def choose(self, battle: Table, question: Question) -> Option:
        self.note(question, [option.key() for option in question.options])
        return self.other.choose(battle, question)

    def place(self, battle: Table, question: Question) -> tuple[float, ...]:
        region = question.region
        assert region is not None
        ghost = region.ghost()
        self.note(question, [region.samples(), ghost.reach if ghost is not None else 0.0])
        return self.other.place(battle, question)

    def note(self, question: Question, offered: list[object]) -> None:
        self.seen.update(f"{question.kind} {question.about} {offered!r}\n".encode())


# ---------------------------------------------------------------------- drawing one


def drawn(system: str, number: int, load: Load = printed) -> tuple[Battle, Setup]:
    """The battle of that number: the first draw that can be."""
    stream = Seeded(int.from_bytes(sha256(system.encode()).digest()[:6], "big"))
    for attempt in range(TRIES):
        stream.at(number, attempt)
        try:
            return drawn_once(system, number, stream, load)
        except Refused:
            continue
    raise Refused(f"{system}: in {TRIES} draws there is no battle {number + 1} that can be.")


def drawn_once(system: str, number: int, stream: Seeded, load: Load) -> tuple[Battle, Setup]:
    base: Any = load(system)
    may = declared(system)["drawn"]
    data = tomllib.loads((HERE / system / "scenarios" / f"{SCENARIO}.toml").read_text(encoding="utf-8"))
    data["turns"] = one_of(may["turns"], stream)
    for key, values in may.get("extra", {}).items():
        data["extra"][key] = one_of(values, stream)
    data["terrain"] = drawn_ground(data, stream)
    draw_nearer(data["sides"], stream)
    for side in data["sides"]:
        side["units"] = drawn_units(side["units"], stream)
        for unit in side["units"]:
            card = base.card_readers[unit["card"]].data
            changed = {key: one_of(values, stream) for key, values in may["cards"].items() if key in card}
            kept = {key: value for key, value in changed.items() if stream.one(CHANGED) == 1}
            if kept:
                unit["overrides"] = {**unit.get("overrides", {}), **kept}
    switches = base.rulings.switches
    turned = {key: one_of(switch.values, stream) for key, switch in switches.items() if stream.one(TURNED) == 1}
    rulings = {key: value for key, value in turned.items() if value != switches[key].default}
    seats = one_of(SEATS, stream)
    battle = Battle(system, f"{number + 1} {' and '.join(seats)}", SCENARIO, seats, number + 1, rulings)
    scenario = base.read_scenario(toml_of(data), "")
    houses = house_of(battle)
    setup = Setup(base.configured(scenario.settings, scenario.file, houses), scenario, houses)
    setup.system.new_battle(scenario)  # refuses what cannot be
    return battle, setup


def one_of(values: Any, stream: Seeded) -> Any:
    return values[stream.one(len(values)) - 1] if len(values) > 1 else values[0]


def drawn_ground(data: dict[str, Any], stream: Seeded) -> list[dict[str, Any]]:
    """About half of it, and pieces of one shape change places; what an objective names is kept."""
    named = repr(data.get("objectives", []))
    pieces = [dict(piece) for piece in data["terrain"] if repr(piece.get("name")) in named or stream.one(2) == 1]
    rects = [piece["rect"] for piece in pieces if "rect" in piece]
    for piece in pieces:
        if "rect" in piece:
            piece["rect"] = one_of(rects, stream)
            rects.remove(piece["rect"])
    return pieces


def draw_nearer(sides: list[dict[str, Any]], stream: Seeded) -> None:
    """The sides deploy nearer each other."""
    south, north = sorted((side["zones"][0] for side in sides), key=lambda zone: zone[1])
    gap = north[1] - south[3]
    less = gap * (stream.one(NEARER) - 1) / NEARER / 2
    south[3] += less
    north[1] -= less


def drawn_units(units: list[dict[str, Any]], stream: Seeded) -> list[dict[str, Any]]:
    """About half of them; whoever has his place is kept."""
    return [unit for unit in units if "at" in unit or stream.one(2) == 1]
