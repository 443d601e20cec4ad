"""Parts of a simulation: files that machines which share nothing write, and that are merged.

A part is one object of JSON: what was to be played, which games of it were, and the whole numbers that they came to.
Parts of the same simulation add up to the same bytes, whoever played which.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.players.setup import set_up_from
from playsheet.rules.engine import simulation_engine
from playsheet.sim.chunks import compact, read_json
from playsheet.sim.counts import Counts
from playsheet.sim.playing import Plan
from playsheet.sim.results import Results
from playsheet.sim.simulation import results_of

KIND: Final = "part of a simulation"
FORMAT: Final = 1
LARGEST_PART: Final = 16 << 20  # bytes
WHAT: Final = "a part of a simulation, as `playsheet simulate --part` writes it"
DIFFERENCES: Final = (  # of two plans, in words
    ("scenario", "another scenario"),
    ("houses", "other house rules"),
    ("players", "other players"),
    ("lineups", "other players in the seats"),
    ("own", "other files of players"),
    ("seed", "another seed"),
    ("check", "another setting of --check"),
)

Spans = tuple[tuple[int, int], ...]


class PartFile:
    """A part as it was read."""

    def __init__(self, name: str, plan: dict[str, Any], asked: int, spans: Spans, counts: Counts) -> None:
        self.name: Final = name
        self.plan: Final = plan
        self.asked: Final = asked
        self.spans: Final = spans
        self.counts: Final = counts


def part_text(results: Results) -> str:
    """What the file holds: nothing of when, where or how quickly it was played."""
    assert results.plan is not None, "simulate and merge say what was played"
    plain = {
        "kind": KIND,
        "format": FORMAT,
        "plan": json.loads(compact(replace(results.plan, own=without_folders(results.plan)).data())),
        "asked": results.asked,
        "spans": [list(span) for span in results.spans],
        "counts": results.counts.data(),
    }
    return json.dumps({**plain, "digest": digest_of(plain)}, indent=1, ensure_ascii=False) + "\n"


def without_folders(plan: Plan) -> tuple[tuple[str, str, str], ...]:
    """Of players of somebody's own only what they are, and not where they lie on this machine."""
    return tuple((name, text, "") for name, text, _ in plan.own)


def digest_of(plain: dict[str, Any]) -> str:
    return sha256(compact(plain).encode()).hexdigest()


def read_part(text: str, name: str) -> PartFile:
    """A part from its file, as it was written."""
    data = read_json(text, name, WHAT)
    if data.get("kind") != KIND:
        raise Refused(f"{name}: expected {WHAT}.")
    if data.get("format") != FORMAT:
        raise Refused(f"{name}: this part is written in another format than this program's ({FORMAT}).")
    digest = data.pop("digest", None)
    if digest != digest_of(data):
        raise Refused(f"{name}: the part is damaged or was changed: its digest does not fit.")
    try:
        engine = data["plan"]["engine"]
        if engine != simulation_engine():
            raise Refused(
                f"{name}: played by the engine {engine}, and this is {simulation_engine()}: "
                "all parts must be of the same version of Playsheet."
            )
        spans = tuple((int(first), int(end)) for first, end in data["spans"])
        return PartFile(name, data["plan"], int(data["asked"]), spans, Counts.from_data(data["counts"]))
    except (KeyError, TypeError, ValueError):
        raise Refused(f"{name}: expected {WHAT}.") from None


def merge(parts: Sequence[PartFile]) -> Results:
    """One report of several parts of the same simulation."""
    if not parts:
        raise Refused("There is nothing to merge: expected the files of one part or more.")
    first = parts[0]
    for part in parts[1:]:
        check_same(first, part)
    spans = joined(parts)
    plan = Plan.from_data(first.plan)
    setup = set_up_from(plan.scenario, plan.file, plan.read_houses())
    counts = Counts(len(setup.scenario.sides))
    for part in parts:
        counts.merge(part.counts)
    return results_of(setup, plan, sum(part.asked for part in parts), spans, counts, workers=0, seconds=0.0)


def check_same(first: PartFile, other: PartFile) -> None:
    for key, what in DIFFERENCES:
        if first.plan.get(key) != other.plan.get(key):
            raise Refused(f"{other.name}: this is a part of {what} than {first.name}, and cannot be merged with it.")


def joined(parts: Sequence[PartFile]) -> Spans:
    """The games of all parts, in order, neighbours made one; a game that is in two is refused."""
    found: list[tuple[int, int]] = []
    last = ""
    for (first, end), name in sorted((span, part.name) for part in parts for span in part.spans):
        if found and first < found[-1][1]:
            both = f"{first} to {min(end, found[-1][1]) - 1}"
            raise Refused(f"{name} and {last} both hold battles {both}: they would be counted twice.")
        if found and first == found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((first, end))
        last = name
    return tuple(found)
