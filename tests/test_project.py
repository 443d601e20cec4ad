"""What must hold of the project itself."""

import ast
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import playsheet
from playsheet.rules import SYSTEMS

ROOT = Path(__file__).parent.parent

# Written in parts, so that this file does not name them either.
REGISTRIES = [
    re.escape(f"{name}.{end}")
    for name, end in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("debian", "org"),
    ]
]
REGISTRY = re.compile("|".join(REGISTRIES), re.IGNORECASE)
MACHINE_PATH = re.compile(r"(?<![\w.~$)}-])/(?:home|root|Users|work)/\w|\b[A-Z]:\\Users\\")


def project() -> dict[str, object]:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(table, dict)
    return table


def constraints() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def plain_name(requirement: str) -> str:
    """The name alone, as registries compare names."""
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def tracked() -> list[Path]:
    """The text files that git keeps."""
    if not shutil.which("git"):
        pytest.skip("there is no git here")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [file for file in files if file.is_file() and b"\0" not in file.read_bytes()]


def places(pattern: re.Pattern[str]) -> list[str]:
    """Where the pattern stands in the tracked files."""
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in tracked()
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_names_a_registry_host() -> None:
    assert places(REGISTRY) == []


def test_no_file_names_a_path_of_one_machine() -> None:
    assert places(MACHINE_PATH) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("cd /" + "home/ann/playsheet", True),
        ('open("/' + 'root/notes")', True),
        ("C:" + "\\Users\\ann", True),
        ("docs/home/page", False),
        ("$(CURDIR)/" + "work/out", False),
        ("play and/or work/rest", False),
    ],
)
def test_what_a_machine_path_is(line: str, found: bool) -> None:
    assert bool(MACHINE_PATH.search(line)) == found


def test_the_version_is_one() -> None:
    assert project()["version"] == playsheet.__version__ == version("playsheet")


def test_constraints_are_names_and_exact_versions() -> None:
    assert [line for line in constraints() if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_constraints_name_every_dependency() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [
        *table["build-system"]["requires"],
        *table["project"]["dependencies"],
        *table["project"]["optional-dependencies"]["server"],
        *table["project"]["optional-dependencies"]["dev"],
    ]
    names = {plain_name(need) for need in needed} - {"playsheet"}  # the extra dev names the extra server
    assert names <= {plain_name(line) for line in constraints()}


def test_imports_of_every_system_are_watched() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["name"]: contract for contract in table["tool"]["importlinter"]["contracts"]}
    modules = {f"playsheet.rules.{system}" for system in SYSTEMS}
    assert set(contracts["A system imports no other system"]["modules"]) == modules
    assert set(contracts["Inside a system imports point one way"]["containers"]) == modules


UNPICKLING = {"pickle", "cPickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "multiprocessing"}


@pytest.mark.parametrize("room", ["server", "client", "core", "tabletop", "rules", "players", "odds"])
def test_nothing_that_is_served_is_ever_unpickled(room: str) -> None:
    files = sorted((ROOT / "src" / "playsheet" / room).rglob("*.py"))
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.partition(".")[0] for name in names} & UNPICKLING, file
