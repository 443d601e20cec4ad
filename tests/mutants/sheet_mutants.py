"""Do battles on record and odds notice a changed number of a sheet? `make sheet-mutants`.

Numbers are drawn from all sheets, each number as likely as any other, and changed one at a time. A change is held
against the battles on record of its system, those drawn by chance and its odds, until one comes out otherwise. What the
sheet's reader refuses is caught too.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import drawn_battles
import odds_kept
import pairs_kept
import ranges_kept
from battles import Battle, battles_of, printed, read_marks
from children import Died, at_most, in_children
from comparing import Remade, difference, kept, replayed
from numbers_of_sheets import Number, changed_sheet, numbers_of
from sources import RULES

from playsheet.core.errors import Refused
from playsheet.core.sheet import read_sheet
from playsheet.core.system import System
from playsheet.rules import SYSTEMS

LONGEST = 600.0  # seconds of a battle that does not end
READER, ODDS, BATTLE, DRAWN, FAULT = "the reader", "the odds", "a battle", "a drawn battle", "a fault"


def sheet_of(system: str) -> str:
    return (RULES / system / "sheet.toml").read_text(encoding="utf-8")


def caught(number: Number) -> tuple[str, str]:
    """By what, and where; empty if nothing notices."""
    at_most(LONGEST)
    try:
        changed = system_with(number)
    except Refused as refusal:
        return READER, str(refusal)
    try:
        return next(differences(changed), ("", ""))
    except Exception as fault:
        return FAULT, f"{type(fault).__name__}: {fault}"


def differences(system: System[Any]) -> Iterator[tuple[str, str]]:
    """What is likely to be the quickest first: short battles, those drawn by chance, the odds, then long ones."""
    battles = sorted(battles_of(system.id), key=lambda battle: battle.file.stat().st_size)
    half = len(battles) // 2
    odds = [odds_kept.lines_of(procedure) for procedure in system.forms()]
    pairs = [pairs_kept.lines_of(procedure) for procedure in system.forms()]
    ranges = [ranges_kept.lines_of(procedure) for procedure in ranges_kept.measured(system.forms())]
    drawn = drawn_battles.lines_of(system.id, lambda _: system)
    yield from replays_that_differ(system, battles[:half])
    yield from lines_that_differ(DRAWN, drawn_battles.FOLDER / drawn_battles.file_of(system.id), drawn)
    yield from lines_that_differ(ODDS, odds_kept.FOLDER / odds_kept.file_of(system.id), parted(odds))
    yield from lines_that_differ(ODDS, odds_kept.FOLDER / pairs_kept.file_of(system.id), parted(pairs))
    yield from lines_that_differ(ODDS, odds_kept.FOLDER / ranges_kept.file_of(system.id), parted(ranges))
    yield from replays_that_differ(system, battles[half:])
    yield from battles_that_differ(system, battles)


def system_with(number: Number) -> System[Any]:
    base = printed(number.system)
    return base.remade(read_sheet(changed_sheet(sheet_of(number.system), number), "sheet.toml"), base.switches, [])


def lines_that_differ(kind: str, path: Path, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Line by line, since the first that differs is enough."""
    kept_lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    for at, (before, now) in enumerate(zip_longest(kept_lines, lines), 1):
        if before != now:
            yield kind, f"{path.name}, line {at}: {now}"


def parted(procedures: list[Iterator[str]]) -> Iterator[str]:
    """The lines of all procedures, with an empty one between them."""
    for number, lines in enumerate(procedures):
        if number:
            yield ""
        yield from lines


def replays_that_differ(system: System[Any], battles: list[Battle]) -> Iterator[tuple[str, str]]:
    """Battles from their inputs, which stop where they part."""
    for battle in battles:
        try:
            replayed(battle, lambda _: system)
        except Refused as parted:
            yield BATTLE, f"{battle}: {parted}"


def battles_that_differ(system: System[Any], battles: list[Battle]) -> Iterator[tuple[str, str]]:
    """Battles as their players would play them."""
    for battle in battles:
        said = difference(kept(battle), read_marks(system.id)[battle.name], Remade(battle, lambda _: system))
        if said:
            yield BATTLE, f"{battle}, played anew: {said}"


# ---------------------------------------------------------------------- all of them


def chosen(options: argparse.Namespace) -> tuple[list[Number], int]:
    """Those that are tried, and how many there are."""
    chance = random.Random(options.seed)
    every = [number for system in SYSTEMS for number in numbers_of(system, sheet_of(system), chance)]
    asked = [number for number in every if options.only in str(number)]
    return chance.sample(asked, min(options.number, len(asked))), len(every)


def try_all(numbers: list[Number], jobs: int) -> dict[Number, str]:
    """By what each is caught; empty for those that survive."""
    found: dict[Number, str] = {}
    started = time.monotonic()
    for at, answer in in_children([partial(caught, number) for number in numbers], jobs):
        by, where = (FAULT, str(answer)) if isinstance(answer, Died) else answer
        found[numbers[at]] = by
        said = f"caught    {numbers[at]}  by {by}: {where:.120}" if by else f"SURVIVED  {numbers[at]}"
        print(f"{len(found):4}/{len(numbers)} {time.monotonic() - started:5.0f} s  {said}", flush=True)
    return found


def report(found: dict[Number, str]) -> None:
    print()
    for number in sorted((number for number in found if not found[number]), key=str):
        print(f"SURVIVED  {number}")
    count = Counter(found.values())
    for by in (READER, ODDS, BATTLE, DRAWN, FAULT):
        print(f"{by:>14}: {count[by]}")
    noticed = len(found) - count[""]
    print(f"{noticed} of {len(found)} changes caught ({noticed / max(1, len(found)):.0%}).")


def read_options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make sheet-mutants", description="Is a changed number of a sheet noticed?")
    parser.add_argument("-n", "--number", type=int, default=100, help="how many changes (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice (%(default)s)")
    parser.add_argument("--only", default="", metavar="TEXT", help='only numbers named so, as "lancer" or "[movement]"')
    parser.add_argument("--list", action="store_true", help="say which changes are chosen, and try none")
    parser.add_argument("--jobs", type=int, default=1, help="at the same time (%(default)s)")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    options = read_options(words)
    numbers, total = chosen(options)
    print(f"{len(numbers)} of {total} numbers of {len(SYSTEMS)} sheets, seed {options.seed}.")
    if options.list:
        print("\n".join(map(str, numbers)))
        return 0
    for system in SYSTEMS:  # once, for all children
        printed(system)
        read_marks(system)
    report(try_all(numbers, options.jobs))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
