"""Games that one program has played, opened by the next: its sheets and its code are changed in between."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from harness import store_in

import playsheet.rules as rules_module
from playsheet.core.game import line_of
from playsheet.core.sheet import texts_in
from playsheet.players.random import RandomPlayer
from playsheet.rules import SYSTEMS, scenario_files
from playsheet.rules.engine import engine
from playsheet.rules.lancer import system as lancer_system
from playsheet.rules.lancer import turn as lancer_turn
from playsheet.server import forecast as forecast_module
from playsheet.server import hub as hub_module
from playsheet.server import past as past_module
from playsheet.server.keys import digest
from playsheet.server.past import today_of
from playsheet.server.storage import ANSWER, LEAVE, READY, Head, Key, Op, Pinned, SeatPlan, Standing, Storage, Text
from playsheet.server.table import RESIGNED, Table
from playsheet.server.told import settled
from playsheet.server.uploads import set_up_of

SMALL = {
    "lancer": "the-wells",
    "riskfactor": "the-picket",
    "gaslight": "the-telegraph-hut",
    "orderchips": "the-ruined-wells",
    "gettysburg": "the-rail-fence",
}
CELLS = {"[initiative-deck]": None, "unit      = 2": "unit      = 3", "stop      = 1": "stop      = 2"}
NEW_ENGINE = "9.9.9 0123456789abcdef"


class Writes:
    """Counts what was written, and fails at what was not."""

    def __call__(self, fault: Exception | None) -> None:
        assert fault is None, fault


def secret_of(id: str, seat: int) -> str:
    return sha256(f"{id} {seat}".encode()).hexdigest()[:32]


def play(storage: Storage, id: str, system: str, seed: int, answers: int, *, over: bool) -> list[str]:
    """A game between persons who answer at random, kept as a server keeps it; what was told, a line each event."""
    file = scenario_files()[SMALL[system]]
    scenario = Text(file.name, file.read_text(encoding="utf-8"))
    setup = set_up_of(scenario, [])
    head = Head(id, scenario, [], [SeatPlan("person", f"seat {seat}") for seat, _ in enumerate(setup.seats)])
    table = Table(id, setup, head, sha256(id.encode()).digest())
    keys = [Key(digest(secret_of(id, seat)), "seat", seat) for seat, _ in enumerate(setup.seats)]
    pinned = Pinned(engine(), today_of(head))
    storage.make(id, float(seed), head, table.key, keys, Writes(), pinned=pinned)
    dice = RandomPlayer(seed)

    def take(kind: str, seat: int, question: str = "", text: str = "") -> None:
        op = Op(table.seq + 1, 1.0 + table.seq, kind, seat, question, text)
        table.apply(op)
        stands = Standing(begun=kind == READY, over=table.is_over())
        storage.append(id, settled(table, op), [], [], stands, Writes())

    for seat, _ in enumerate(setup.seats):
        take(READY, seat, text=f"words of seat {seat}")
    assert table.game is not None
    while not table.is_over() and answers:
        question = table.game.questions[0]
        seen = table.system.seen(table.game.battle, question.seat)
        take(ANSWER, question.seat, question.number(), given(dice, seen, question))
        answers -= 1
    if over and not table.is_over():
        take(LEAVE, 0, text=RESIGNED)
    return [line_of(event) for event in table.game.log[: table.game.closed[-1].told]] if table.game.closed else []


def given(dice: RandomPlayer, seen: Any, question: Any) -> str:
    from playsheet.core.game import written

    if question.region is not None:
        return written(dice.place(seen, question))
    return dice.choose(seen, question).key()


def fill(folder: Path, each: int, answers: int) -> dict[str, list[str]]:
    """So many running and so many finished games of each system; what was told in each."""
    folder.mkdir(exist_ok=True)
    told: dict[str, list[str]] = {}
    with closing(store_in(folder)) as storage:
        for system in SYSTEMS:
            for number in range(each):
                for over in (False, True):
                    id = f"{system}{'over' if over else 'open'}{number}"
                    told[id] = play(storage, id, system, number, answers + 7 * number, over=over)
    return told


def upgrade(patch: pytest.MonkeyPatch, *, code: bool = False, texts: Callable[[str], str] | None = None) -> None:
    """From now on the program is another: two cells of the first sheet are changed, and (`code`) one rule of it."""
    change = texts or changed_cells

    def new_texts(folder: Path) -> dict[str, str]:
        found = texts_in(folder)
        if folder.name == "lancer":
            found["sheet.toml"] = change(found["sheet.toml"])
        return found

    patch.setattr(rules_module, "texts_in", new_texts)
    patch.setattr(lancer_system, "texts_in", new_texts)
    patch.setattr(past_module, "engine", lambda: NEW_ENGINE)
    patch.setattr(forecast_module, "engine", lambda: NEW_ENGINE)
    patch.setattr(hub_module, "engine", lambda: NEW_ENGINE)
    if code:
        patch.setattr(lancer_turn, "held_by", lambda unit: "R1")


def changed_cells(sheet: str) -> str:
    for old, new in CELLS.items():
        assert old in sheet
        sheet = sheet.replace(old, new or old, 1)
    return sheet
