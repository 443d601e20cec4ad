"""More odds on record, by digests alone: every procedure with two inputs changed, in `odds/<system>-pairs.txt`.

The example is first made small: each count is lowered as far as it can be while every result that was left to chance
still is, so that few paths are walked. Then every two of its inputs take all their values, each with each: all words,
both flags, every whole number to the highest, and of a length the halves between. Two counts do so in the situation of
the defaults too. A line is one value of the first with all of the second. What is likely to be a row and a column comes
first, a word and a range, until so many paths of the procedure have been walked. Then come the ways to the best and the
worst that can be, and situations drawn over all inputs, as in `odds_kept`, a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from math import gcd

from battles import Load, printed
from odds_kept import LENGTH, MOST_PATHS, Walk, drawn_values, example_of, word_of

from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm, Field, Value

MOST_OF_PAIRS = 80_000  # paths of a procedure
MOST_OF_LINE = 5_000  # of one value of the first: what takes many dice is not walked to its highest
MOST_OF_CLIMB = 30_000
MOST_OF_DRAWN = 20_000
MOST_DRAWN = 100  # situations
SORTS = ("word", "length", "number", "flag")
ORDER = ("word length", "word word", "word number", "number number", "length number", "word flag")  # then all others


def file_of(system: str) -> str:
    return f"{system}-pairs.txt"


def text_of(system: str, load: Load = printed) -> str:
    return "\n".join("".join(f"{line}\n" for line in lines_of(procedure)) for procedure in load(system).forms())


def lines_of(procedure: AnyForm) -> Iterator[str]:
    small = made_small(procedure, example_of(procedure))
    usual = made_small(procedure, {})
    yield f"== {procedure.id}: {' '.join(f'{name}={word_of(value)}' for name, value in small.items())}"
    walk = Walk()
    for first, second in pairs_of(procedure):
        grounds = [small, usual] if place_of(first, second) == ORDER.index("number number") else [small]
        for value in all_values(first):
            if walk.paths >= MOST_OF_PAIRS:
                break
            every = [{first.name: value, second.name: other} for other in all_values(second)]
            digest = digest_of(procedure, [{**ground, **pair} for ground in grounds for pair in every], walk)
            yield f"{first.name}={word_of(value)} {second.name}: {digest}"
    for best in (True, False):
        yield from climbed(procedure, usual, best=best)
    walk = Walk()
    for number in range(MOST_DRAWN):
        if walk.paths >= MOST_OF_DRAWN:
            break
        yield f"{number + 1}: {digest_of(procedure, [drawn_values(procedure, number, 1)], walk)}"


def climbed(procedure: AnyForm, usual: dict[str, Value], *, best: bool) -> Iterator[str]:
    """From the defaults word by word and flag by flag to the best that can be, or the worst, each number on the way.

    So a table that is entered by a score is entered from its first column to its last, in every row.
    """
    walk = Walk()
    values = usual
    for field in procedure.fields:
        if sort_of(field) not in ("word", "flag"):
            continue
        means = [(mean_of(procedure, {**values, field.name: value}, walk), value) for value in all_values(field)]
        better = [(mean if best else -mean, value) for mean, value in means if mean is not None]
        now = mean_of(procedure, values, walk)
        if now is None or not better or max(better)[0] <= (now if best else -now):
            continue
        values = {**values, field.name: max(better)[1]}
        for number in procedure.fields:
            if sort_of(number) == "number" and walk.paths < MOST_OF_CLIMB:
                every = [{**values, number.name: value} for value in all_values(number)]
                said = f"{'best' if best else 'worst'} {field.name}={word_of(values[field.name])} {number.name}"
                yield f"{said}: {digest_of(procedure, every, walk)}"


def mean_of(procedure: AnyForm, values: dict[str, Value], walk: Walk) -> Fraction | None:
    """Of the first result that is a number; None if there is none, or the situation cannot be."""
    try:
        found = walk.weighed(procedure.filled(values))
    except Refused:
        return None
    for facts in zip(*found.outcomes):
        if all(isinstance(fact, int) and not isinstance(fact, bool) for fact in facts):
            return Fraction(sum(int(fact) * weight for fact, weight in zip(facts, found.weights)), found.total)
    return None


def digest_of(procedure: AnyForm, situations: Sequence[Mapping[str, object]], walk: Walk) -> str:
    """Of the situations in their order, as many as take no more paths than those of a line may."""
    found = sha256()
    most = walk.paths + MOST_OF_LINE
    for values in situations:
        if walk.paths < most:
            found.update(said(procedure, values, walk).encode())
    return found.hexdigest()[:8]


def said(procedure: AnyForm, values: Mapping[str, object], walk: Walk) -> str:
    """Every outcome with its exact chance, or the refusal."""
    try:
        found = walk.weighed(procedure.filled(values))
    except Refused as refusal:
        return f"refused, {refusal}\n"
    common = gcd(found.total, *found.weights)
    chances = [f"{facts!r} {weight // common}" for facts, weight in zip(found.outcomes, found.weights)]
    return "\n".join([*sorted(chances), f"of {found.total // common}\n"])


# ---------------------------------------------------------------------- which situations


def made_small(procedure: AnyForm, given: dict[str, object]) -> dict[str, Value]:
    """A situation with its counts lowered, each as far as it can be while what was left to chance still is.

    And every word can still be chosen that could be, at the least range.
    """
    values = dict(procedure.values(given).values)
    paths, open = looked_at(procedure, values)
    words = words_of(procedure, values)
    for field in procedure.fields:
        usual = values[field.name]
        if sort_of(field) != "number" or not isinstance(usual, int):
            continue
        for fewer in sorted({field.low, field.low + 1, field.low + 2, usual // 2}):
            if field.low <= fewer < usual:
                lowered: dict[str, Value] = {**values, field.name: fewer}
                fewer_paths, still = looked_at(procedure, lowered)
                if fewer_paths < paths and still >= open and words_of(procedure, lowered) >= words:
                    values = lowered
                    paths = fewer_paths
                    break
    return values


def words_of(procedure: AnyForm, values: dict[str, Value]) -> set[tuple[str, str]]:
    """The words that can be chosen at the least range."""
    least = {field.name: field.low for field in procedure.fields if sort_of(field) == "length"}
    found: set[tuple[str, str]] = set()
    for field in procedure.fields:
        for word in field.choices:
            try:
                procedure.filled({**values, **least, field.name: word})
            except Refused:
                continue
            found.add((field.name, word))
    return found


def looked_at(procedure: AnyForm, values: dict[str, Value]) -> tuple[int, set[str]]:
    """How many paths it takes, and which results are left to chance."""
    walk = Walk()
    try:
        found = walk.weighed(procedure.filled(values))
    except Refused:
        return MOST_PATHS, set()
    every = list(zip(*found.outcomes))
    return walk.paths, {name for name, facts in zip(procedure.results, every) if len(set(facts)) > 1}


def pairs_of(procedure: AnyForm) -> list[tuple[Field, Field]]:
    """Every two inputs; what is likely to be a row and a column first, and then what has few situations."""
    fields = sorted(procedure.fields, key=lambda field: SORTS.index(sort_of(field)))
    pairs = [(first, second) for at, first in enumerate(fields) for second in fields[at + 1 :]]
    return sorted(pairs, key=lambda pair: (place_of(*pair), len(all_values(pair[0])) * len(all_values(pair[1]))))


def place_of(first: Field, second: Field) -> int:
    sorts = f"{sort_of(first)} {sort_of(second)}"
    return ORDER.index(sorts) if sorts in ORDER else len(ORDER)


def sort_of(field: Field) -> str:
    """What goes as far as a length is one, if it is not measured in fractions too."""
    return "length" if field.kind() == "number" and field.high - field.low >= LENGTH else field.kind()


def all_values(field: Field) -> list[Value]:
    if field.choices:
        return list(field.choices)
    if field.kind() == "flag":
        return [False, True]
    if field.kind() == "length":
        return [half // 2 if half % 2 == 0 else half / 2 for half in range(2 * field.low, 2 * field.high + 1)]
    return list(range(field.low, field.high + 1))
