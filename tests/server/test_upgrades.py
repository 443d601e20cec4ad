"""A game keeps its rules: whatever an upgrade changes, the past stays, and a running game goes on or asks."""

import json
import os
import zlib
from pathlib import Path
from typing import Any

import pytest
from harness import Clock, Server, copied, everything, rows_in, where
from upgraded import NEW_ENGINE, fill, secret_of, upgrade

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.core.game import line_of
from playsheet.rules.lancer import system as lancer_system
from playsheet.server.housekeeping import Housekeeping

EACH = int(os.environ.get("PLAYSHEET_UPGRADED", "2"))  # running and finished games of each sheet; `make soak`: 10
ANSWERS = 30


@pytest.fixture(scope="module")
def games(store: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[str]]]:
    folder = tmp_path_factory.mktemp("kept")
    return folder, fill(folder, EACH, ANSWERS)


@pytest.fixture
def kept(games: tuple[Path, dict[str, list[str]]], tmp_path: Path) -> tuple[Path, dict[str, list[str]]]:
    """A copy that a test may change."""
    return copied(games[0], tmp_path / "games"), games[1]


def state(server: Server, id: str, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = server.get(f"/api/games/{id}", secret_of(id, seat))
    return found


def log_of(server: Server, id: str) -> list[str]:
    game = server.hub.open[id].table.game
    assert game is not None
    return [line_of(event) for event in game.log[: game.closed[-1].told if game.closed else 0]]


def seats_of(found: dict[str, Any]) -> int:
    return len(found["seats"])


def test_changed_texts_alone_part_nothing(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = kept
    upgrade(monkeypatch)
    id = "lanceropen0"
    with Server(folder) as server:
        found = state(server, id)
        assert found["upgrade"] is None
        assert log_of(server, id) == told[id]
        assert server.hub.open[id].table.head.rules["sheet.toml"]  # its own
    assert rows_in(folder, "select engine from games where id = ?", id) == [(NEW_ENGINE,)]


def test_all_persons_agree_to_go_on_by_the_new_rules(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = kept
    upgrade(monkeypatch, code=True)
    id = "lanceropen0"
    with Server(folder) as server:
        found = state(server, id)
        seat = found["asked"][0] if found["asked"] else 0
        status, code, says = server.refused(
            f"/api/games/{id}/answers", {"question": "1.0", "text": "move"}, secret_of(id, seat)
        )
        assert status in (409, 422), code
        assert "first say whether it goes on" in says
        server.post(f"/api/games/{id}/upgrade", {"word": "on"}, secret_of(id, 0))
        found = state(server, id)
        assert [one["word"] for one in found["upgrade"]["words"]] == ["on", None]
    with Server(folder) as server:  # one word is kept while the other is waited for
        assert [one["word"] for one in state(server, id)["upgrade"]["words"]] == ["on", None]
        server.post(f"/api/games/{id}/upgrade", {"word": "on"}, secret_of(id, 1))
        found = state(server, id)
        assert found["upgrade"] is None
        assert log_of(server, id)[: len(told[id])] == told[id]
        for _ in range(12):
            answer(server, id)
        now = log_of(server, id)
        before = [state(server, id, seat)["log"] for seat in (0, 1)]
        assert len(now) > len(told[id])
    with Server(folder) as server:  # the same program again, and then yet another
        assert [state(server, id, seat)["log"] for seat in (0, 1)] == before
        assert log_of(server, id) == now
    monkeypatch.undo()
    with Server(folder) as server:  # the rule is as it was, what went on by the other one is not
        found = state(server, id)
        assert found["upgrade"]["step"] > 0
        assert log_of(server, id) == now


def answer(server: Server, id: str) -> None:
    """Whoever is asked gives the first answer that is offered."""
    for seat in (0, 1):
        found = state(server, id, seat)
        for question in found["questions"]:
            text = question["options"][0]["key"] if question["options"] else f"@{','.join(map(str, sample(question)))}"
            server.post(f"/api/games/{id}/answers", {"question": question["number"], "text": text}, secret_of(id, seat))
            return


def sample(question: dict[str, Any]) -> list[float]:
    found: list[float] = question["region"]["samples"][0]
    return found


def test_all_persons_agree_to_end_it(kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, told = kept
    upgrade(monkeypatch, code=True)
    id = "lanceropen1"
    with Server(folder) as server:
        state(server, id)
        server.post(f"/api/games/{id}/upgrade", {"word": "end"}, secret_of(id, 0))
        server.post(f"/api/games/{id}/upgrade", {"word": "end"}, secret_of(id, 1))
        found = state(server, id)
        assert found["status"] == "over"
        assert found["result"]["winner"] is None
        assert found["result"]["verdict"] == "Ended as it stood after an upgrade of the rules."
    with Server(folder) as server:
        assert state(server, id)["result"]["verdict"].startswith("Ended as it stood")
        assert log_of(server, id)[: len(told[id])] == told[id]


def test_a_game_that_only_its_past_opens_is_not_put_away(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = kept
    upgrade(monkeypatch, code=True)
    with Server(folder, Clock(1e9)) as server:
        keeping = Housekeeping(server.hub)
        for _ in told:
            server.do(keeping.tidy())
        for id in [id for id in told if id.startswith("lancerover")]:
            assert state(server, id)["result"]["verdict"]
            assert log_of(server, id) == told[id]
    assert {id for (id,) in rows_in(folder, "select id from games")} == {id for id in told if "lancer" in id}
    assert rows_in(folder, "select count(*) from records") == [(len(told) - 2 * EACH,)]


def test_one_person_may_still_resign(kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = kept
    upgrade(monkeypatch, code=True)
    id = "lanceropen0"
    with Server(folder) as server:
        state(server, id)
        server.post(f"/api/games/{id}/resign", {}, secret_of(id, 0))
        assert state(server, id)["result"]["winner"] == 1
    with Server(folder) as server:
        assert state(server, id)["result"]["winner"] == 1


def spoilt(folder: Path, id: str, old: bytes, new: bytes) -> None:
    """Every event line of a game, with something in it that is not what it was."""
    for seq, told in rows_in(folder, "select seq, told from ops where game = ? and told != ?", id, b""):
        text = zlib.compress(zlib.decompress(told).replace(old, new))
        rows_in(folder, "update ops set told = ? where game = ? and seq = ?", text, id, seq)


@pytest.mark.parametrize("id", ["lancerover0", "gettysburgover0", "riskfactorover0"])
def test_events_that_nobody_knows_any_more_are_shown_as_they_were_written(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    folder, told = kept
    upgrade(monkeypatch, code=True)
    spoilt(folder, id, b'"event":"Deployed"', b'"event":"Landed"')
    # its own texts are of no use either
    rows_in(folder, "update ops set text = 'nothing' where game = ? and kind = 'answer'", id)
    with Server(folder) as server:
        found = state(server, id)
        assert found["status"] == "over"
        assert found["result"]["verdict"].endswith(".")
        assert log_of(server, id) == [line.replace('"event":"Deployed"', '"event":"Landed"') for line in told[id]]
        assert "Landed" in str(found["log"])


def test_a_running_game_that_cannot_be_carried_out_can_only_end(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = kept
    upgrade(monkeypatch, code=True)
    id = "lanceropen0"
    spoilt(folder, id, b'"event":"Deployed"', b'"event":"Landed"')
    with Server(folder) as server:
        assert state(server, id)["upgrade"]["goes_on"] is False
        assert "cannot go on" in server.refused(f"/api/games/{id}/upgrade", {"word": "on"}, secret_of(id, 0))[2]
        for seat in (0, 1):
            server.post(f"/api/games/{id}/upgrade", {"word": "end"}, secret_of(id, seat))
        assert state(server, id)["status"] == "over"


def test_what_is_damaged_is_said_in_a_sentence(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = kept
    upgrade(monkeypatch, code=True)
    rows_in(folder, "update ops set told = ? where game = 'lanceropen0' and told != ?", b"\x00\xff", b"")
    rows_in(
        folder,
        "delete from texts where digest = (select digest from pins where game = 'gaslightopen0' "
        "and name = 'rules/cards.toml')",
    )
    with Server(folder) as server:
        status, _, says = server.refused("/api/games/lanceropen0", None, secret_of("lanceropen0", 0), "GET")
        assert status < 500
        assert "is damaged" in says
        assert state(server, "gaslightopen0")["upgrade"]["texts"] == "new"
        assert state(server, "lanceropen1")["status"] == "playing"  # others are as they were


def test_a_forecast_says_what_will_part_and_changes_nothing(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, told = kept
    before = everything(folder)
    assert main(["forecast", *where(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["same"], found["parted"]) == (len(told), len(told), [])
    upgrade(monkeypatch, code=True)
    assert main(["forecast", *where(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["game"] for one in found["parted"]} == {id for id in told if id.startswith("lancer")}
    assert {one["why"] for one in found["parted"]} == {"code"}
    assert all(one["step"] == 11 or one["step"] == 10 for one in found["parted"])
    assert found["goes on"] == len(told) - 2 * EACH
    assert everything(folder) == before
    assert main(["forecast", *where(folder)]) == 0
    assert f"{2 * EACH} part" in capsys.readouterr().out


def test_texts_that_today_cannot_read_part_the_game_and_today_s_are_offered(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = kept
    upgrade(monkeypatch)
    read = lancer_system.read_sheet

    def stricter(text: str, name: str) -> Any:
        if "unit      = 3" not in text:
            raise Refused("sheet.toml: this program wants another sheet.")
        return read(text, name)

    monkeypatch.setattr(lancer_system, "read_sheet", stricter)
    id = "lanceropen0"
    with Server(folder) as server:
        assert state(server, "lancerover0")["status"] == "over"
        found = state(server, id)
        assert found["upgrade"]["texts"] == "new"
        assert "another sheet" in found["upgrade"]["says"]
        for seat in (0, 1):
            server.post(f"/api/games/{id}/upgrade", {"word": "on"}, secret_of(id, seat))
        for _ in range(6):
            answer(server, id)
        now = log_of(server, id)
    with Server(folder) as server:
        assert state(server, id)["upgrade"] is None
        assert log_of(server, id) == now
        assert now[: len(told[id])] == told[id]


def test_games_of_before_are_filled_in_when_they_play_through(
    kept: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = kept
    rows_in(folder, "update ops set told = ?, steps = 0, digest = ''", b"")
    rows_in(folder, "update games set engine = ''")
    rows_in(folder, "delete from pins where name like 'rules/%'")
    with Server(folder) as server:
        for id, lines in told.items():
            state(server, id)
            assert log_of(server, id) == lines
    upgrade(monkeypatch, code=True)
    with Server(folder) as server:
        for id, lines in told.items():
            state(server, id)
            assert log_of(server, id) == lines
        assert state(server, "lanceropen1")["upgrade"]["step"]
