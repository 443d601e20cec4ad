"""Runs every example of the README and of the guides for designers, and writes the outputs they show anew.

    python docs/remake_readme.py             after a change that players see
    python docs/remake_readme.py --seed 12   the README's first battle with another seed

An example is a fenced block:

    ```toml      a whole file; its first line, `# name.toml`, says what later commands call it
    ```sh        commands, run for their exit code (those of make are not run)
    ```console   a command after `$ ` and what it prints; a comment on the line before may cut that:
                 <!-- first 12 lines --> or <!-- the thick of it -->, a stretch of one turn and the end

tests/test_readme.py runs the same examples, and fails where a page shows what is no longer printed.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from playsheet.cli.main import main as playsheet

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/house-rules.md", "docs/scenarios.md")

WIDTH = 96  # of what is shown
THICK = 21  # lines of a turn, at most
CUT = "..."

BLOCK = re.compile(
    r"^(?:<!-- (?P<cut>[^\n]*) -->\n)?```(?P<kind>toml|sh|console)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
FILE = re.compile(r"# ([\w-]+\.toml)")
FIRST = re.compile(r"first (\d+) lines")
SEED = re.compile(r"(\$ playsheet watch .*--seed )\d+")


class Stale(Exception):
    """An example that does not work."""


def run(argv: list[str]) -> tuple[int, str, str]:
    """A command of playsheet in this process: its exit code, output and errors, as in a pipe of a fixed width."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    plain = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "TTY_COMPATIBLE")}
    plain["COLUMNS"] = str(WIDTH)
    with patch.dict(os.environ, plain, clear=True), redirect_stdout(out), redirect_stderr(err):
        code = playsheet(argv)
    out.seek(0)
    err.seek(0)
    return code, out.read(), err.read()


def ran(line: str) -> list[str]:
    """The lines that a command prints; it must succeed."""
    code, out, err = run(shlex.split(line, comments=True)[1:])
    if code:
        raise Stale(f"{line}: exit code {code}: {err or out}")
    return [printed.rstrip() for printed in out.rstrip().split("\n")]


def commands(body: str) -> list[str]:
    """The commands of a block, those that go on after a backslash joined."""
    joined = body.replace("\\\n", " ")
    return [line for line in joined.split("\n") if line.strip() and not line.startswith("#")]


def remade(page: str) -> str:
    """The page with its examples run in order, here in the working directory, and their outputs as they are now."""
    return BLOCK.sub(lambda block: example(block.group(), block["kind"], block["body"], block["cut"] or ""), page)


def example(whole: str, kind: str, body: str, cut: str) -> str:
    if kind == "toml":
        named = FILE.match(body)
        if named is None:
            raise Stale(f"expected the file's name in its first line, such as # my-rules.toml: {body[:60]!r}")
        Path(named[1]).write_text(body, encoding="utf-8")
        return whole
    if kind == "sh":
        for line in commands(body):
            if line.startswith("playsheet "):
                ran(line)
        return whole
    command = body.partition("\n")[0]
    shown = "\n".join([command, *shortened(ran(command.removeprefix("$ ")), cut)])
    return whole.replace(body, shown + "\n")


# ---------------------------------------------------------------------- cutting


def shortened(lines: list[str], cut: str) -> list[str]:
    first = FIRST.fullmatch(cut)
    if first is not None:
        return [*lines[: int(first[1])], CUT]
    if cut == "the thick of it":
        return the_thick_of_it(lines)
    return lines


def the_thick_of_it(lines: list[str]) -> list[str]:
    """Of a battle: the stretch of a turn in which most happens to each card, and how it ended.

    The first turn, in which armies draw up, is left out.
    """
    best: list[list[str]] = []
    heading: list[str] = []
    most = 0.0
    for title, cards in turns(lines)[1:]:
        for first in range(len(cards)):
            stretch: list[list[str]] = []
            for card in cards[first:]:
                stretch.append(card)
                long = sum(len(told) for told in stretch)
                if long > THICK:
                    break
                worth = long - 1.5 * len(stretch)
                if worth > most:
                    best, most = list(stretch), worth
                    heading = [title, CUT] if first else [title]
    end = next(at for at, line in enumerate(lines) if line.startswith("The end "))
    blank = next((at for at in range(end, len(lines)) if not lines[at].strip()), len(lines))
    verdict = lines[end:blank]
    return [*heading, *(line for card in best for line in card), CUT, *verdict]


def turns(lines: list[str]) -> list[tuple[str, list[list[str]]]]:
    """Each turn's heading, and the lines of each of its cards."""
    found: list[tuple[str, list[list[str]]]] = []
    telling = False  # a roster ends the telling until the next turn
    for line in lines:
        if re.match(r"Turn \d+ ", line):
            found.append((line, []))
            telling = True
        elif telling and line.startswith("* "):
            found[-1][1].append([line])
        elif telling and line.startswith("  "):
            found[-1][1][-1].append(line)
        else:
            telling = False
    return found


# ---------------------------------------------------------------------- the command


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the examples of README and guides; write their outputs anew.")
    parser.add_argument("--seed", type=int, help="show another first battle in the README")
    given = parser.parse_args()
    for name in PAGES:
        file = ROOT / name
        page = file.read_text(encoding="utf-8")
        wanted = page if given.seed is None else SEED.sub(rf"\g<1>{given.seed}", page, count=1)
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            try:
                new = remade(wanted)
            except Stale as fault:
                print(f"{name}: {fault}", file=sys.stderr)
                return 1
        if new != page:
            file.write_text(new, encoding="utf-8")
        print(f"{name}: {'as it was' if new == page else 'remade'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
