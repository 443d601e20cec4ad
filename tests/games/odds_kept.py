"""The odds on record: every procedure of the calculator in many situations, exactly, in `odds/<system>.txt`.

First come situations drawn over the ranges of all inputs, by a stream that is the procedure's own, with every result
written out. Then the example with one input changed at a time, a line each: to every word that may be chosen, the flag
the other way, numbers from the least on. What cannot be, or has more paths than are walked, is drawn again, or said to
be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256

from battles import HERE, Load, printed

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.exact import LAYERS, Effort, TooDear, Weighed, weighed_facts
from playsheet.core.forms import AnyForm, Case, Facts, Field, Value
from playsheet.odds import Odds
from playsheet.rules.riskfactor.dice.counting import KEPT as COUNTED
from playsheet.tabletop.machines.tracks import KEPT

FOLDER = HERE / "odds"
MOST_PATHS = 50_000  # of one situation: far fewer than a calculator walks, for there are thousands of situations
DRAWN = 12  # situations of a procedure that are drawn
TRIES = 60  # until one that can be is drawn
COUNTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15)  # beyond the least: more dice of the same kind say nothing new
LENGTHS = (*COUNTS, 18, 20, 24, 30, 36, 40, 48, 50, 60, 75, 90, 99, 150)  # a range or a gap, to its furthest
LENGTH = 99  # what goes so far is a length
HALF = 0.5  # between two whole lengths
LONGEST = 12  # letters of a fraction that is written out


def file_of(system: str) -> str:
    return f"{system}.txt"


def text_of(system: str, load: Load = printed) -> str:
    """All odds of a system on record."""
    return "\n".join("".join(f"{line}\n" for line in lines_of(procedure)) for procedure in load(system).forms())


def lines_of(procedure: AnyForm, drawn_too: bool = True) -> Iterator[str]:
    if drawn_too:
        yield from drawn_lines(procedure)
    yield f"-- {procedure.example}"
    for said, values in changed(procedure):
        yield f"{said}: {in_short(procedure, values)}"


def drawn_lines(procedure: AnyForm) -> Iterator[str]:
    yield f"== {procedure.id}: {procedure.title}"
    for number in range(DRAWN):
        odds = drawn(procedure, number)
        yield " ".join(f"{name}={word_of(value)}" for name, value in odds.inputs.items())
        yield f"    {digest_of(odds)} of {len(odds.outcomes)}"
        for name in odds.results:
            chances = [f"{word_of(value)} {short(chance)}" for value, chance in odds.marginal(name).items()]
            yield f"    {name}: {', '.join(chances)}"


# ---------------------------------------------------------------------- situations


def drawn(procedure: AnyForm, number: int) -> Odds:
    """The situation of that number, the first draw that can be: the example, with about half its inputs changed."""
    for attempt in range(TRIES):
        try:
            return exactly(procedure, drawn_values(procedure, number, attempt))
        except Refused:
            continue
    raise Refused(f"{procedure.id}: in {TRIES} draws there is no situation {number + 1} that can be.")


def drawn_values(procedure: AnyForm, number: int, attempt: int) -> dict[str, object]:
    stream = Seeded(int.from_bytes(sha256(procedure.id.encode()).digest()[:6], "big"))
    stream.at(number, attempt)
    values = example_of(procedure)
    for field in procedure.fields:
        at = stream.one(len(values_of(field))) - 1
        if stream.one(2 + attempt // 10) == 1:
            values[field.name] = values_of(field)[at]
    return values


def example_of(procedure: AnyForm) -> dict[str, object]:
    return dict(part.split("=") for part in procedure.example.split())


def changed(procedure: AnyForm) -> Iterator[tuple[str, dict[str, object]]]:
    """The example, then with each input changed."""
    example = example_of(procedure)
    yield "as it is", example
    for field in procedure.fields:
        usual = field.read(example.get(field.name, field.default))
        for value in values_of(field):
            if value != usual:
                yield f"{field.name}={word_of(value)}", {**example, field.name: value}


def values_of(field: Field) -> list[Value]:
    if field.choices:
        return list(field.choices)
    if field.kind() == "flag":
        return [False, True]
    steps = COUNTS if field.high - field.low < LENGTH else LENGTHS
    whole = [field.low + step for step in steps if field.low + step <= field.high]
    return [*whole, *(value + HALF for value in whole if field.kind() == "length" and value < field.high)]


def exactly(procedure: AnyForm, values: dict[str, object]) -> Odds:
    """The exact odds, if they take no more paths than here are walked."""
    case = procedure.filled(values)
    found = Walk().weighed(case)
    return Odds(case, found.outcomes, found.weights, found.total, 0)


class Walk:
    """Walks all paths of situations, and counts them, those through the stages within them too."""

    def __init__(self) -> None:
        self.paths = 0
        LAYERS.clear()  # what was walked before, and by whom, does not count ...
        KEPT.clear()  # ... nor of machines ...
        COUNTED.clear()  # ... nor of many hits

    def weighed(self, case: Case) -> Weighed[Facts]:
        effort = Effort(MOST_PATHS)
        try:
            return weighed_facts(case, effort)
        except TooDear:
            raise Refused(f"more than {MOST_PATHS:,} paths.") from None
        finally:
            self.paths += effort.spent


# ---------------------------------------------------------------------- in words


def in_short(procedure: AnyForm, values: dict[str, object]) -> str:
    try:
        odds = exactly(procedure, values)
    except Refused as refusal:
        return f"refused, {refusal}"
    return f"{digest_of(odds)} {', '.join(result_of(odds, name) for name in odds.results)}"


def result_of(odds: Odds, name: str) -> str:
    """A number by its mean, a word by the likeliest."""
    mean = odds.mean(name)
    if mean is not None:
        return f"{name} {short(mean)}"
    value, chance = max(odds.marginal(name).items(), key=lambda item: item[1])
    return f"{name} {word_of(value)} {short(chance)}"


def digest_of(odds: Odds) -> str:
    """Of every outcome with its exact chance."""
    lines = sorted(f"{outcome.facts!r} {outcome.chance}" for outcome in odds.outcomes)
    return sha256("\n".join(lines).encode()).hexdigest()[:8]


def short(chance: Fraction) -> str:
    """The fraction, or the number if it is long: the digest holds it exactly."""
    text = str(chance)
    return text if len(text) <= LONGEST else f"{float(chance):.6g}"


def word_of(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
