"""`playsheet serve`, `play`, `backup`, `restore` as a user runs them; and the examples of the pages about them."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from harness import COMMAND, Server, begin, play_on, running, until, where

from playsheet.cli.main import main
from playsheet.client import make, sit
from playsheet.core.errors import Refused

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.once("`play` keeps its games in a folder")
def test_serve_play_and_a_clean_stop(tmp_path: Path) -> None:
    data = str(tmp_path / "games")
    with running("serve", "--port", "0", "--data", data) as (server, at):
        made = make(at["url"], "the-wells", seats=[{"player": "person"}] * 2)
        seats = [sit(seat["link"]) for seat in made["seats"]]
        begin(*seats)
        play_on(seats, 10)
        known = (seats[0].state["seq"], seats[0].hash)
        again = subprocess.run(
            [*COMMAND, "serve", "--port", "0", "--data", data], capture_output=True, text=True, check=False
        )
        assert again.returncode == 2
        assert "another playsheet has these games open" in again.stderr
        joined = subprocess.run(
            [*COMMAND, "play", "--no-browser", "--json", "--data", data], capture_output=True, text=True, check=True
        )  # on the server that runs already
        assert json.loads(joined.stdout)["url"] == at["url"]
        chosen = subprocess.run(
            [*COMMAND, "play", "--choose", "--no-browser", "--json", "--data", data],
            capture_output=True,
            text=True,
            check=True,
        )  # only the first page: no game is made for it
        assert json.loads(chosen.stdout) == {"url": at["url"], "game": None, "links": []}
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
        assert server.stderr is not None
        assert server.stderr.read() == ""
        for seat in seats:
            seat.close()
    assert sorted(os.listdir(data)) == ["games.sqlite3", "running.sqlite3"]  # all in place, nothing half written
    with running("play", "--no-browser", "--data", data, "--against", "players") as (_, at):
        assert len(at["links"]) == 2
        with sit(f"{at['url']}/#{made['seats'][0]['link'].split('/#')[1]}") as seat:
            assert (seat.state["seq"], seat.hash) == known
        with sit(at["links"][0]) as first, sit(at["links"][1]) as second:
            begin(first, second)
            assert first.state["status"] == "playing"


@pytest.mark.once("PostgreSQL is backed up by its own tools; see test_running")
def test_back_up_and_restore_with_one_command_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy, other = (str(tmp_path / name) for name in ("games", "games.backup", "other"))
    with Server(tmp_path / "games") as server:
        made = server.two()
        assert main(["backup", copy, "--data", data, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"file": copy, "games": 1}
    assert main(["restore", copy, "--data", other]) == 0
    assert "1 game restored" in capsys.readouterr().out
    with Server(tmp_path / "other") as server:
        assert server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])["title"] == "The Wells"
    for words, said in [
        (["backup", copy, "--data", data], "--force overwrites it"),
        (["backup", str(tmp_path), "--data", data], "this is a folder"),
        (["backup", str(tmp_path / "no" / "x"), "--data", data], "there is no folder"),
        (["backup", copy, "--force", "--data", str(tmp_path / "nothing")], "no games here"),
        (["restore", copy, "--data", other], "--force puts them aside"),
        (["restore", str(tmp_path / "no"), "--data", other], "there is no such file"),
        (["play", "the-wels", "--data", data], "the-wells"),
        (["play", "--seat", "3", "--data", data], "--seat: expected one of 1 The Garrison, 2 The Emir's Host"),
        (["serve", "--port", "70000"], "expected a port"),
        (["serve", "--workers", "0", "--data", data], "from 1 to 64"),
        (["serve", "--data", str(Path(copy) / "x")], "no folder for the games"),
    ]:
        assert main(words) == 2, words
        shown = capsys.readouterr()
        assert said in shown.err
        assert shown.out == ""
        assert shown.err.count("\n") == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "one") as server:
        port = server.url.rsplit(":", 1)[1]
        words = ["serve", "--port", port, *where(tmp_path / "two"), "--log", "error"]
        found = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert found.stdout == ""
    assert f"127.0.0.1:{port}: nothing can be served there" in found.stderr
    assert found.stderr.endswith("is the port in use?\n")
    assert found.stderr.count("\n") == 1  # a sentence, and no traceback


@pytest.mark.once("no server")
def test_help_loads_nothing_of_the_server() -> None:
    script = (
        "import sys; from playsheet.cli.main import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "serve" in found.stdout
    for heavy in ("fastapi", "uvicorn", "msgspec", "websockets", "rich", "playsheet.core.game"):
        assert f"'{heavy}'" not in found.stderr


# ---------------------------------------------------------------------- the pages


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def test_the_bot_of_the_page_plays_a_whole_game(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    _, first, second, _ = examples("your-own-bot.md")
    assert len([line for line in first.splitlines() if line.strip()]) <= 10
    exec(first.replace("http://127.0.0.1:8080", server.url), {})
    assert capsys.readouterr().out.strip()
    names: dict = {}
    exec(second, names)
    with sit(server.make()["seats"][0]["link"]) as seat:
        seat.ready()
        for _ in range(40):
            until(seat, lambda seat: bool(seat.questions) or seat.over)
            if seat.over:
                break
            seat.answer(seat.questions[0], names["best_shot"](seat.questions[0], seat))


@pytest.mark.once("no server")
def test_the_plans_of_the_page_are_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    exec(examples("your-own-bot.md")[3], {})
    assert len(capsys.readouterr().out.splitlines()) > 1


@pytest.mark.once("no server")
def test_a_link_that_is_none_is_refused() -> None:
    for link in ("", "http://x", "ftp://x/#play/a/b", "http://x/#play/a", "http://x/?secret=b"):
        with pytest.raises(Refused, match="expected a link"):
            sit(link)


def test_every_message_and_route_of_the_protocol_page_is_there(server: Server) -> None:
    """The page is what the browser client is written from: nothing on it is missing here, nor the other way round."""
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for path in server.get("/api/openapi.json")["paths"]:
        last = path.rsplit("/", 1)[1] if not path.endswith("}") else path.rsplit("/", 2)[1]
        assert last in text, path
    from playsheet.server import messages

    for message in messages.Message.__args__:
        assert f'{{"t": "{message.__struct_config__.tag}"' in text
    for code in ("malformed", "unknown", "forbidden", "stale", "refused", "too_large", "too_many", "full", "busy"):
        assert f"`{code}`" in text
    for code in ("put_away", "too_many_games", "damaged"):
        assert f"`{code}`" in text
