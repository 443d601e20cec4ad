"""Without the extra `server`: the library and most commands work, and those of the server say what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from playsheet.cli.main import OF_THE_SERVER

WITHOUT = f"""
import sys


class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(OF_THE_SERVER)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Missing())
from playsheet.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT, *argv], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "argv",
    [
        ("odds", "lancer", "move"),
        ("resolve", "lancer", "move", "--seed", "1"),
        ("procedures", "lancer", "--json"),
        ("sheet", "gaslight"),
        ("rulings", "lancer", "R3"),
        ("scenarios", "the-wells", "--json"),
        ("lessons",),
        ("watch", "the-telegraph-hut", "--players", "random,random", "--seed", "1"),
        ("simulate", "the-telegraph-hut", "-n", "1", "--players", "random,random", "--workers", "1"),
        ("compare", "random", "recruit", "--scenario", "the-telegraph-hut", "-n", "2", "--workers", "1"),
    ],
)
def test_what_needs_no_server_works(argv: tuple[str, ...]) -> None:
    found = run(*argv)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("argv", [("serve",), ("play", "the-wells"), ("command", "http://127.0.0.1:1/#play/a/b")])
def test_what_needs_it_says_so(argv: tuple[str, ...]) -> None:
    found = run(*argv)
    assert found.stderr == (
        f"`playsheet {argv[0]}` needs the server, which is not installed: pip install 'playsheet[server]'.\n"
    )
    assert (found.returncode, found.stdout) == (2, "")
