"""Settings from a file: read strictly, laid under the command line, and each described with its true default."""

import re
import tomllib
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from harness import running

from playsheet.cli.main import main, parser
from playsheet.cli.serving import settings_of
from playsheet.client.web import call
from playsheet.server.settings import Settings, bounds_of, kinds

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
WORDS = ("data", "database", "host", "password_file", "metrics_key_file", "shared", "name", "address")


def read(path: Path, text: str, *words: str) -> Settings:
    path.write_text(text, encoding="utf-8")
    return settings_of(parser().parse_args(["serve", "--settings", str(path), *words]))


def test_what_stands_in_the_file_is_taken_and_the_command_line_wins(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    text = f'data = "{tmp_path}"\nport = 9000\nshared = true\nidle = 60\nabandoned = 0\naddress_games = 7\n'
    found = read(file, text)
    assert found == Settings(tmp_path, port=9000, shared=True, idle=60.0, abandoned=0.0, address_games=7)
    assert isinstance(found.idle, float)
    found = read(file, text, "--port", "9001", "--data", "elsewhere", "--name", "a", "--host", "0.0.0.0")
    assert (found.port, found.data, found.name, found.host) == (9001, Path("elsewhere"), "a", "0.0.0.0")
    assert found.idle == 60.0
    assert read(file, "") == settings_of(parser().parse_args(["serve"]))


@pytest.mark.parametrize("name", [name for name in kinds() if name not in WORDS])
def test_every_number_has_bounds_that_hold(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    within = bounds_of(kinds()[name])
    default = getattr(Settings(tmp_path), name)
    assert within.low <= default <= within.high
    file = tmp_path / "club.toml"
    for wrong in (within.low - 1, within.high + 1, '"many"', "true", "nan", "[1]"):
        file.write_text(f"{name} = {wrong}\n", encoding="utf-8")
        assert main(["serve", "--settings", str(file), "--data", str(tmp_path / "games")]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"{file}: {name}: expected a ")
        assert said.count("\n") == 1
    for right in (within.low, within.high):
        number = int(right) if isinstance(default, int) else right
        assert getattr(read(file, f"{name} = {number}\n"), name) == right
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 8080", 'prot: unknown key (did you mean "port"?).'),
        ("[games]\nmost = 3", "games: expected a whole number from 0 to 10000000, got a table."),
        ("host = 5", "host: expected text"),
        ('host = ""', "host: expected text"),
        ("data = 5", "data: expected text"),
        ("port = 1.5", "port: expected a whole number"),
        ("shared = 2", "shared: expected true or false"),
        ("processes = 2", "processes: a server is one process; several share their games with --shared"),
        ("port 8080", "not valid TOML"),
        ("\x00", "not valid TOML"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "play"])
def test_what_is_wrong_is_said_with_file_and_key(
    text: str, said: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text, encoding="utf-8")
    assert main([command, "--settings", str(file), "--data", str(tmp_path / "games")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"{file}: ")
    assert said in shown.err
    assert shown.err.count("\n") == 1


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "nothing.toml", tmp_path):
        assert main(["serve", "--settings", str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"{path}: ")


def test_a_server_goes_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    text = f'data = "{tmp_path / "games"}"\nport = 0\nshared = true\nmessage = 5000\nworkers = 1\n'
    file.write_text(text, encoding="utf-8")
    with running("serve", "--settings", str(file)) as (_, at):
        assert at["data"] == str(tmp_path / "games")
        assert call(at["url"], "/api/about")["limits"]["message"] == 5000


def test_the_page_has_every_setting_with_its_true_default(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| `?([^|`]+)`? \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    described = {name: default.strip() for name, default, _ in rows}
    assert list(described) == [one.name for one in fields(Settings)]
    for one in fields(Settings):
        if one.default is not MISSING:
            assert tomllib.loads(f"x = {described[one.name]}")["x"] == one.default, one.name
