"""Two programs serve the same games one after the other; the second has other cells and another rule in each system."""

import os
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import rows_in, running, store_in, where
from programs import battle_of, fill, next_program, next_texts, played
from upgraded import secret_of

from playsheet.client.web import call
from playsheet.rules import SYSTEMS
from playsheet.server.storage import Op
from playsheet.server.table import Broken, Table, replay
from playsheet.server.uploads import set_up_of

EACH = int(os.environ.get("PLAYSHEET_UPGRADED", "2"))  # running and finished games of each sheet; `make soak`: 10
OP = "game, seq, at, kind, seat, question, text, why, told, steps, digest"
THROWN_ON = {"lancer": "shooting", "gaslight": "weapons"}  # where every throw comes out otherwise
Data = dict[str, Any]


def shown(url: str, id: str) -> list[Data]:
    """The game as each seat sees it, with its sheet, and its record once it is over."""
    found: list[Data] = [call(url, f"/api/games/{id}", secret_of(id, 0))]
    for seat in range(1, len(found[0]["seats"])):
        found.append(call(url, f"/api/games/{id}", secret_of(id, seat)))
    for state in found:
        del state["epoch"]  # how often all was told anew
    found[0]["sheet"] = call(url, f"/api/games/{id}/sheet", secret_of(id, 0))
    if found[0]["status"] == "over":
        found[0]["record"] = call(url, f"/api/games/{id}/record", secret_of(id, 0))
    return found


def past(states: list[Data]) -> list[list[Data]]:
    """What each seat has been told of the steps that are over."""
    return [[entry for entry in state["log"] if not entry["open"]] for state in states]


def is_first(id: str, step: int, log: list[Data]) -> bool:
    """Is it the first step with a throw by the rule that has changed? Where things are hidden nobody is told."""
    table = next((found for system, found in THROWN_ON.items() if id.startswith(system)), "")
    thrown = [one["step"] + 1 for one in log if any(roll["table"] == table for roll in one["rolls"])]
    return step == (thrown[0] if table else 0)


def answered(url: str, id: str, states: list[Data]) -> None:
    """Whoever is asked first gives an answer, and it is taken."""
    seat, question = next((seat, one) for seat, state in enumerate(states) for one in state["questions"])
    region = question["region"]
    text = question["options"][0]["key"] if region is None else "@" + ",".join(map(str, region["samples"][0]))
    body = {"question": question["number"], "text": text}
    call(url, f"/api/games/{id}/answers", secret_of(id, seat), body)


def test_of_every_system_no_past_changes_and_running_games_go_on_by_their_own_texts_or_ask(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    ids = fill(folder, EACH)
    serve = ("serve", "--port", "0", "--workers", "1", *where(folder))
    with running(*serve) as (_, at):
        before = {id: shown(at["url"], id) for id in ids}
    ops = rows_in(folder, f"select {OP} from ops order by game, seq")
    over = {id for (id,) in rows_in(folder, "select id from games where over = 1")}
    assert {id for id in ids if "over" in id} == over
    became: Counter[str] = Counter()
    with running(*serve, PYTHONPATH=str(next_program(tmp_path / "next"))) as (_, at):
        url = at["url"]
        for system in SYSTEMS:
            theirs = call(url, f"/api/systems/{system}/sheet")
            assert theirs != before[f"{system}open0"][0]["sheet"]
        for id in ids:
            first, second = before[id], shown(url, id)
            assert past(second) == past(first), id
            assert second[0]["sheet"] == first[0]["sheet"], id
            upgrade = second[0]["upgrade"]
            if id in over:
                assert upgrade is None
                assert second == first, id
                continue
            assert second[0]["status"] == "playing"
            if upgrade is not None:
                assert (upgrade["texts"], upgrade["goes_on"]) == ("own", True)
                assert id.startswith("riskfactor") or is_first(id, upgrade["step"], first[0]["log"]), id
                assert all(state["questions"] == [] for state in second)
                for seat, _ in enumerate(second):
                    call(url, f"/api/games/{id}/upgrade", secret_of(id, seat), {"word": "on"})
                second = shown(url, id)
                assert past(second)[0][: len(past(first)[0])] == past(first)[0]
            else:
                assert [state["questions"] for state in second] == [state["questions"] for state in first]
            answered(url, id, second)
            became[f"{id.rstrip('0123456789')} {'asks' if upgrade is not None else 'goes on'}"] += 1
    assert {f"{system}open asks" for system in SYSTEMS} | {f"{system}open goes on" for system in SYSTEMS} == set(became)
    known = {op[:2] for op in ops}
    now = rows_in(folder, f"select {OP} from ops order by game, seq")
    assert [op for op in now if op[:2] in known] == ops


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_changed_cells_alone_would_have_changed_the_battle(system: str, folder: Path) -> None:
    """What the games' own texts are good for: by the next ones the same answers play another battle, or none."""
    with closing(store_in(folder)) as storage:
        played(storage, system, "one", 1000)
    with closing(store_in(folder)) as storage:
        ops = storage.ops("one")
    own = battle_of(system, "one")
    other = Table("one", set_up_of(own.head.scenario, [], next_texts(system)), own.head, own.key)
    assert plays_out(own, ops)
    assert not plays_out(other, ops) or digest_of(other) != digest_of(own)


def plays_out(table: Table, ops: list[Op]) -> bool:
    try:
        replay(table, ops)
        return True
    except Broken:
        return False


def digest_of(table: Table) -> str:
    assert table.game is not None
    return table.game.digest
