"""A second program beside this one, its own sources with two cells of every sheet and one rule of every system
changed; and games that the first has played, for the second to open."""

from __future__ import annotations

import shutil
import time
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from harness import store_in
from upgraded import SMALL, Writes, given, secret_of

import playsheet
from playsheet.players.setup import DOCTRINE
from playsheet.rules import SYSTEMS, scenario_files, texts_of
from playsheet.rules.engine import engine
from playsheet.server.keys import digest
from playsheet.server.past import today_of
from playsheet.server.storage import ANSWER, READY, Head, Key, Op, Pinned, SeatPlan, Standing, Storage, Text
from playsheet.server.table import Table
from playsheet.server.told import settled
from playsheet.server.uploads import set_up_of

# Of each sheet: in which of its tables a line changes, and how it reads before and after.
CELLS: dict[str, list[tuple[str, str, str]]] = {
    "lancer": [
        ("initiative-deck", "unit      = 2", "unit      = 3"),
        ("initiative-deck", "stop      = 1", "stop      = 2"),
    ],
    "riskfactor": [
        ("command-dice", "veteran  = 3", "veteran  = 4"),
        ("to-hit.medium", "open = 4", "open = 3"),
    ],
    "gaslight": [
        ("movement-rates.foot", "move   = 6", "move   = 7"),
        ("morale-test", "unit   = 2", "unit   = 3"),
    ],
    "orderchips": [
        ("roll-off", "sides  = 10", "sides  = 8"),
        ("shooting-modifiers.firer-moving", "add  = -2", "add  = -1"),
    ],
    "gettysburg": [
        ("movement.infantry-line", "move   = 8", "move   = 9"),
        ("infantry-fire-modifiers", "fired-last-turn       = -1", "fired-last-turn       = -2"),
    ],
}
# Of each system one rule, in its dice: how it reads before and after.
RULES: dict[str, tuple[str, str, str]] = {
    "lancer": ("shooting.py", "Fire(shown[FireDie.HIT], ", "Fire(shown[FireDie.HIT] + 1, "),
    "riskfactor": ("shooting.py", "// Condition.A_WOUND + 1\n", "// Condition.A_WOUND + 2\n"),
    "gaslight": ("shooting.py", "each.number - 1, each.throw", "each.number - 2, each.throw"),
    "orderchips": ("rolls.py", "if extremes else number.value\n", "if extremes else number.value - 1\n"),
    "gettysburg": ("fire.py", "return Loss(total // 2, total % 2)", "return Loss((total + 1) // 2, 0)"),
}
LONGEST = {
    "lancer": 104,
    "riskfactor": 40,
    "gaslight": 35,
    "orderchips": 45,
    "gettysburg": 80,
}  # answers, not the whole


def next_texts(system: str) -> dict[str, str]:
    """All texts of a sheet as the second program has them."""
    found = texts_of(system)
    for table, old, new in CELLS[system]:
        before, heading, after = found["sheet.toml"].partition(f"\n[{table}]\n")
        own, bracket, rest = after.partition("\n[")
        assert own.count(old) == 1, (system, table, old)
        found["sheet.toml"] = before + heading + own.replace(old, new) + bracket + rest
    return found


def next_program(folder: Path) -> Path:
    """The second program's sources; what Python is to find first."""
    first = Path(playsheet.__file__).parent
    second = folder / "playsheet"
    shutil.copytree(first, second, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for system in SYSTEMS:
        place = second / "rules" / system
        (place / "sheet.toml").write_text(next_texts(system)["sheet.toml"], encoding="utf-8")
        file, old, new = RULES[system]
        code = (place / "dice" / file).read_text(encoding="utf-8")
        assert code.count(old) == 1, (system, file)
        (place / "dice" / file).write_text(code.replace(old, new), encoding="utf-8")
    return folder


def battle_of(system: str, id: str) -> Table:
    """A new game between persons, by this program's rules."""
    file = scenario_files()[SMALL[system]]
    scenario = Text(file.name, file.read_text(encoding="utf-8"))
    setup = set_up_of(scenario, [])
    head = Head(id, scenario, [], [SeatPlan("person", f"seat {seat}") for seat, _ in enumerate(setup.seats)])
    return Table(id, setup, head, sha256(id.encode()).digest())


def played(storage: Storage, system: str, id: str, answers: int, began: float = 1.0) -> None:
    """Persons who answer as the built-in commander would, so many times or to the end; kept as a server keeps it.

    Unless told otherwise it was played long ago.
    """
    table = battle_of(system, id)
    setup, head = table.setup, table.head
    keys = [Key(digest(secret_of(id, seat)), "seat", seat) for seat, _ in enumerate(setup.seats)]
    storage.make(id, began, head, table.key, keys, Writes(), pinned=Pinned(engine(), today_of(head)))

    def take(kind: str, seat: int, question: str = "", text: str = "") -> None:
        op = Op(table.seq + 1, began + table.seq, kind, seat, question, text)
        table.apply(op)
        stands = Standing(begun=kind == READY, over=table.is_over())
        storage.append(id, settled(table, op), [], [], stands, Writes())

    for seat, _ in enumerate(setup.seats):
        take(READY, seat, text=f"words of seat {seat}")
    assert table.game is not None
    players = [setup.player(DOCTRINE, seat, 1) for seat, _ in enumerate(setup.seats)]
    while not table.is_over() and answers:
        question = table.game.questions[0]
        seen = table.system.seen(table.game.battle, question.seat)
        player = players[question.seat]
        assert player is not None
        take(ANSWER, question.seat, question.number(), given(player, seen, question))
        answers -= 1


def fill(folder: Path, each: int) -> list[str]:
    """So many running games of each system, from their first answers on, and as many finished ones."""
    folder.mkdir(exist_ok=True)
    now = time.time()  # a server that runs for a minute puts away what is old
    ids: list[str] = []
    with closing(store_in(folder)) as storage:
        for system in SYSTEMS:
            for number in range(each):
                ids.append(f"{system}over{number}")
                played(storage, system, ids[-1], 1000, now)
            for number in range(each):
                ids.append(f"{system}open{number}")
                played(storage, system, ids[-1], 2 + LONGEST[system] * number // max(1, each - 1), now)
    return ids
