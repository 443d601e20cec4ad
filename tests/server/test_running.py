"""docs/running.md and its files, used as they stand."""

import json
import os
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import harness
import pytest
from cluster import USER
from harness import COMMAND, Server, begin, play_on, running, sit
from harness import make as make_at
from several import CADDYFILE, PATIENCE, Several, caddy, led, servers

from playsheet.cli.main import main, parser
from playsheet.client.web import call
from playsheet.server.connections import SPARE_FILES
from playsheet.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "running.md"
FILES = ROOT / "docs" / "running"
UNIT = (FILES / "playsheet.service").read_text(encoding="utf-8")
INSTALLED = "/opt/playsheet/bin/playsheet"


def of_unit(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


def ran(*words: str | Path) -> str:
    """What a command prints, which must succeed."""
    found = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout + found.stderr


# ---------------------------------------------------------------------- the unit


@contextmanager
def told_by_systemd(tmp_path: Path) -> Iterator[tuple[dict[str, str], socket.socket]]:
    """The unit's environment, and the socket at which systemd waits to be told that the server is there."""
    (data,) = [line.partition("=")[2] for line in of_unit("Environment") if line.startswith("PLAYSHEET_DATA=")]
    assert data == "/var/lib/" + of_unit("StateDirectory")[0]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60)
        yield {"PLAYSHEET_DATA": str(tmp_path / "games"), "NOTIFY_SOCKET": str(tmp_path / "notify")}, listening


def test_the_unit_s_command_serves_in_its_environment_and_stops_when_told(tmp_path: Path) -> None:
    program, *words = shlex.split(of_unit("ExecStart")[0])
    assert program == INSTALLED
    settings = tmp_path / "settings.toml"
    text = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    settings.write_text(text[1].replace("8080", "0"), encoding="utf-8")
    words[words.index("--settings") + 1] = str(settings)
    with told_by_systemd(tmp_path) as (environment, listening), running(*words, **environment) as (process, at):
        assert listening.recv(100) == b"READY=1"
        made = make_at(at["url"], "the-wells", seats=[{"player": "person"}] * 2)
        with sit(made["seats"][0]["link"]) as one, sit(made["seats"][1]["link"]) as two:
            begin(one, two)
            play_on([one, two], 3)
            assert status(at["url"] + "/metrics") == 200
            assert status(at["url"] + "/metrics", **{"X-Forwarded-For": "192.0.2.7"}) == 404
            process.send_signal(signal.SIGTERM)
            assert process.wait(int(of_unit("TimeoutStopSec")[0])) == 0
    assert [path.name for path in (tmp_path / "games").glob("games.*")] == ["games.sqlite3"]


def status(url: str, **headers: str) -> int:
    from urllib.error import HTTPError

    try:
        with urlopen(Request(url, headers=headers), timeout=10) as answer:
            return int(answer.status)
    except HTTPError as fault:
        return fault.code


def test_bad_settings_end_it_as_the_unit_expects(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("prot = 8080\n", encoding="utf-8")
    found = subprocess.run([*COMMAND, "serve", "--settings", str(settings)], capture_output=True, text=True)
    assert str(found.returncode) in of_unit("RestartPreventExitStatus")


def test_the_unit_has_files_for_all_connections(tmp_path: Path) -> None:
    """By what the kernel says of a server that was started with so many."""
    files = int(of_unit("LimitNOFILE")[0])
    assert files >= Settings(tmp_path).connections + SPARE_FILES
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < files:
        pytest.skip(f"nobody here may have {files} files open: {before[1]} at most")
    words = shlex.split(of_unit("ExecStart")[0])[1:]
    settings = tmp_path / "settings.toml"
    settings.write_text("port = 0\n", encoding="utf-8")
    words[words.index("--settings") + 1] = str(settings)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, before[1]))  # of this process, and of whom it starts
    try:
        with told_by_systemd(tmp_path) as (environment, _), running(*words, **environment) as (process, at):
            limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="utf-8")
            assert re.search(rf"^Max open files +{files} ", limits, re.MULTILINE)
            with urlopen(at["url"] + "/metrics", timeout=10) as answer:
                assert f"process_max_fds {files}" in answer.read().decode()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_no_key_that_may_stand_in_the_unit_once_stands_there_twice() -> None:
    keys = re.findall(r"^([A-Z]\w+)=", UNIT, re.MULTILINE)
    assert len(keys) == len(set(keys))


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here: it comes with systemd")
    unit = tmp_path / "playsheet.service"
    unit.write_text(UNIT.replace(INSTALLED, sys.executable), encoding="utf-8")
    assert ran(analyze, "verify", "--man=no", unit) == ""
    exposed = re.search(r"exposure level for \S+: ([0-9.]+)", ran(analyze, "security", "--offline=yes", unit))
    assert exposed is not None
    assert float(exposed[1]) < 2.5


# ---------------------------------------------------------------------- proxies


def test_caddy_s_file_is_for_a_server_by_the_defaults(tmp_path: Path) -> None:
    text = CADDYFILE.read_text(encoding="utf-8")
    assert f"reverse_proxy 127.0.0.1:{Settings(tmp_path).port} {{" in text
    size = re.search(r"max_size (\d+)MB", text)
    assert size is not None
    assert 1e6 * int(size[1]) > 2 * Settings(tmp_path).record


@pytest.fixture(scope="module")
def behind_caddy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Several, str]]:
    """Two servers of the same games, and where Caddy stands before them."""
    if caddy() is None:
        pytest.skip("there is no Caddy here: make caddy fetches it, or name a folder with it in PATH")
    folder = tmp_path_factory.mktemp("caddy")
    settings = {
        "lease": 2.0,
        "address_rate": 0.001,
        "address_burst": float(MOST),
        "heavy_rate": 1e6,
        "heavy_burst": 1e6,
    }
    proxied = ("--proxy", "127.0.0.1")
    with servers(folder / "games", 2, "", *proxied, **settings) as several, led(several, folder, "caddy") as url:
        yield several, url


MOST = 150  # requests that one address has


def asked_from(address: str, url: str, path: str, **headers: str) -> tuple[int, bytes]:
    """Status and what was answered to somebody with this address."""
    port = int(url.rpartition(":")[2])
    with closing(HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_behind_caddy_there_is_a_page_and_play(behind_caddy: tuple[Several, str]) -> None:
    several, url = behind_caddy
    status, page = asked_from("127.0.0.2", url, "/")
    direct, same = asked_from("127.0.0.2", several.url(0), "/")
    assert (status, page) == (direct, same)
    assert json.loads(asked_from("127.0.0.2", url, "/healthz")[1])["status"] == "ok"
    assert asked_from("127.0.0.2", url, "/metrics")[0] == 404
    owners = set()
    while len(owners) < 2:  # each game on one server, and not all on the same
        made = make_at(url, "the-wells", seats=[{"player": "person"}] * 2)
        with sit(made["seats"][0]["link"]) as one, sit(made["seats"][1]["link"]) as two:
            begin(one, two)
            assert play_on([one, two], 5) == 5
            owners.add(several.owner(made["game"]))
    assert owners == {0, 1}


def test_a_server_that_caddy_does_not_lead_to_gives_the_game_back(behind_caddy: tuple[Several, str]) -> None:
    several, url = behind_caddy
    made = make_at(url, "the-wells", seats=[{"player": "person"}] * 2)
    with sit(made["seats"][0]["link"]) as one, sit(made["seats"][1]["link"]) as two:
        begin(one, two)
        play_on([one, two], 3)
        owner = several.owner(made["game"])
        wrong = 1 - owner
        path, secret = f"/api/games/{made['game']}?log=-1", made["seats"][0]["secret"]
        status, said = asked_from("127.0.0.3", several.url(wrong), path, authorization=f"Bearer {secret}")
        assert (status, json.loads(said)["error"]["code"]) == (503, "elsewhere")
        assert call(several.url(wrong), path, secret)["seq"] == one.state["seq"]  # asked again, it has it
        assert several.metric(owner, 'playsheet_games_lost_total{why="wanted"}') >= 1
        assert play_on([one, two], 3) == 3  # they are connected again, and it comes to where they are led
        assert several.owner(made["game"]) == owner


def test_a_killed_server_s_games_go_on_behind_caddy(behind_caddy: tuple[Several, str]) -> None:
    several, url = behind_caddy
    made = make_at(url, "the-wells", seats=[{"player": "person"}] * 2)
    with (
        sit(made["seats"][0]["link"], patience=PATIENCE) as one,
        sit(made["seats"][1]["link"], patience=PATIENCE) as two,
    ):
        begin(one, two)
        play_on([one, two], 3)
        owner = several.owner(made["game"])
        several.end(owner, signal.SIGKILL)
        assert play_on([one, two], 3) == 3
        assert several.owner(made["game"]) == 1 - owner
        several.start(owner)


def test_behind_caddy_each_client_has_its_own_address(behind_caddy: tuple[Several, str]) -> None:
    """Whatever it says of itself: one that asks too often is turned away, and nobody else."""
    _, url = behind_caddy
    made = make_at(url, "the-wells", seats=[{"player": "person"}] * 2)
    path = f"/api/games/{made['game']}?log=-1"  # always the same server: each counts for itself
    key = {"authorization": f"Bearer {made['watch']['secret']}"}
    found: list[int] = []
    for number in range(MOST + 1):
        claimed = {"x-forwarded-for": f"192.0.2.{number}", "forwarded": f"for=192.0.2.{number}"}
        found.append(asked_from("127.0.0.7", url, path, **key, **claimed)[0])
    assert found == [200] * MOST + [429]
    assert asked_from("127.0.0.8", url, path, **key)[0] == 200


# ---------------------------------------------------------------------- the container


def instructions() -> list[tuple[str, str]]:
    """Of the container file, in order: word and rest."""
    text = (FILES / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def last(word: str) -> Any:
    return [rest for name, rest in instructions() if name == word][-1]


def test_all_that_the_container_is_made_of_is_there() -> None:
    stages = {rest.split(" AS ")[1] for name, rest in instructions() if name == "FROM" and " AS " in rest}
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from="):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
        if name == "COPY" and rest.startswith("--from="):
            source = rest.split()[0].removeprefix("--from=")
            assert source in stages or source.startswith("docker.io/library/node:"), source
    copied = {source for name, rest in instructions() if name == "COPY" for source in rest.split()[:-1]}
    assert {"setup.py", "pyproject.toml", "constraints.txt", "src", "web", "Makefile"} <= copied
    made = subprocess.run(["make", "--dry-run", "web"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert any("make web" in rest for name, rest in instructions() if name == "RUN")
    ignored = (FILES / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert not copied & set(ignored)


def test_the_container_s_command_serves_and_is_healthy(tmp_path: Path) -> None:
    entry, words = json.loads(last("ENTRYPOINT")), json.loads(last("CMD"))
    assert entry == ["playsheet"]
    parser().parse_args(words)
    words[words.index("--port") + 1] = "0"
    environment = dict(pair.split("=", 1) for pair in last("ENV").split())
    assert environment["PLAYSHEET_DATA"] == last("VOLUME") == "/data"
    check = json.loads(last("HEALTHCHECK").split(" CMD ")[1])
    with running(*words, PLAYSHEET_DATA=str(tmp_path / "games")) as (process, at):
        port = at["url"].rpartition(":")[2]
        assert check[0] == "python"
        ran(sys.executable, *[word.replace(f":{last('EXPOSE')}", f":{port}") for word in check[1:]])
        process.send_signal(getattr(signal, last("STOPSIGNAL")))
        assert process.wait(30) == 0
    unhealthy = [word.replace(f":{last('EXPOSE')}", ":1") for word in check[1:]]
    assert subprocess.run([sys.executable, *unhealthy], capture_output=True, check=False).returncode != 0


# ---------------------------------------------------------------------- back-ups


def commands(heading: str) -> list[str]:
    """The indented lines under a heading of the page."""
    part = re.split(rf"^##+ {heading}$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    return re.findall(r"^    (\S.*)$", re.split(r"^##", part, flags=re.MULTILINE)[0], re.MULTILINE)


def test_back_up_and_restore_as_the_page_has_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, there = tmp_path / "lib", tmp_path / "backups"
    there.mkdir()
    places = {"/var/lib/playsheet": data, "/var/backups/playsheet": there, "/tmp/tried": tmp_path / "tried"}

    def run(line: str) -> str:
        words = shlex.split(line.removeprefix("runuser -u playsheet -- "))
        assert words.pop(0) == "playsheet"
        for old, new in places.items():
            words = [word.replace(old, str(new)) for word in words]
        assert main(words) == 0
        return capsys.readouterr().out

    backup, tried, listed, stop, restore, start = commands("Back-up and restore")
    assert (stop, start) == ("systemctl stop playsheet", "systemctl start playsheet")
    with Server(data) as server:
        made = server.two()
        with server.seat(made, 0) as one, server.seat(made, 1) as two:
            begin(one, two)
            play_on([one, two], 10)
            run(backup)
            run(backup)  # over the last one
            kept = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
            play_on([one, two], 5)
    run(tried)
    assert made["game"] in run(listed)
    run(restore)
    with Server(data) as server:
        again = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        assert (again["seq"], again["hash"], again["log"]) == (kept["seq"], kept["hash"], kept["log"])
    assert (data / "before-restore-games.sqlite3").exists()


def test_the_same_with_postgresql(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dump, created, restored = commands("PostgreSQL")
    name = created.split()[-1]
    address = cluster.of_folder(tmp_path / "games")
    environment = {
        **os.environ,
        "PLAYSHEET_DATABASE": address,
        "PATH": f"{cluster.programs}:{os.environ['PATH']}",
        "PGHOST": str(cluster.folder),
        "PGPORT": str(cluster.port),
        "PGUSER": USER,
    }

    def run(line: str) -> None:
        found = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert found.returncode == 0, found.stderr

    monkeypatch.setattr(harness, "database_of", cluster.of_folder)
    with Server(tmp_path / "games") as server:
        made = server.two()
        with server.seat(made, 0) as one, server.seat(made, 1) as two:
            begin(one, two)
            play_on([one, two], 10)
            run(dump)
            kept = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
            play_on([one, two], 5)
    run(created)
    run(restored)
    monkeypatch.setattr(harness, "database_of", lambda folder: cluster.url(name))
    with Server(tmp_path / "again") as server:
        again = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        assert (again["seq"], again["hash"], again["log"]) == (kept["seq"], kept["hash"], kept["log"])


def test_all_commands_of_the_page_are_commands() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(
        r"(?:^ +|`|bin/| -- )playsheet ((?:backup|restore|forecast|games|serve) ?[^`\n]*)", text, re.MULTILINE
    )
    assert len(found) > 12
    for line in found:
        words = shlex.split(line.replace("ADDRESS", "127.0.0.1"))
        if words[1:]:
            parser().parse_args(words)


@pytest.mark.parametrize("store", ["sqlite", "postgres"], scope="module", indirect=True)
def test_every_metric_of_the_page_is_told(store: str, tmp_path: Path) -> None:
    part = PAGE.read_text(encoding="utf-8").split("## What to watch")[1].split("## ")[0]
    names = set(re.findall(r"\b((?:playsheet|process)_[a-z_]+[a-z])", part)) - {"playsheet_key"}
    assert len(names) > 8
    with Server(tmp_path / "games") as server:
        text = server.raw("GET", "/metrics")[2].decode()
    told = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    assert {name.removesuffix("_bucket") for name in names} <= told
