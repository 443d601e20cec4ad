"""A chunk of work is text in and whole numbers out; parts of a simulation add up to the whole, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from playsheet.core.errors import Refused
from playsheet.sim import parts, playing
from playsheet.sim.chunks import Chunks, Part, answer_of, chunk_text, play_chunk, work_text
from playsheet.sim.counts import Counts, Failure
from playsheet.sim.parts import merge, part_text, read_part
from playsheet.sim.results import Results
from playsheet.sim.simulation import Stopped, prepared, simulate

QUICK = "the-telegraph-hut"
RANDOM = ("random", "random")
MIXED = ("random", "recruit")
HOUSE = """
name = "Far rifles"
system = "gaslight"

[rulings]
"""


@pytest.fixture(scope="module")
def whole() -> Results:
    return simulate(QUICK, 8, MIXED, seed=3, workers=1)


def test_a_chunk_is_text_in_and_whole_numbers_out(whole: Results) -> None:
    work = work_text([prepared(QUICK, 8, MIXED, 3, True, [], False).plan])
    answers = [play_chunk(chunk_text(work, first, 2)) for first in (6, 0, 4, 2)]
    counts = Counts(2)
    for answer in answers:
        json.loads(answer, parse_float=lambda word: pytest.fail(f"{word} is not a whole number"))
        counts.merge(Counts.from_data(answer_of(answer).counts or {}))
    assert counts == whole.counts


def test_what_was_counted_crosses_as_it_is() -> None:
    counts = Counts(2, 1, 1, 0, [1, 0], [0, 1])
    counts.turns.add(7)
    counts.sums_of("figures_lost")[1].add(3)
    counts.by_turn.add([[11, 13], [9, 12]])
    counts.failures.append(Failure("s", 4, 2**52, ("a", "b"), 1, 2, "law", "broken “law”", ""))
    assert Counts.from_data(json.loads(json.dumps(counts.data()))) == counts


def test_work_of_another_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    work = work_text([prepared(QUICK, 1, RANDOM, 0, True, [], False).plan])
    monkeypatch.setattr(playing, "simulation_engine", lambda: "9.9.9 0123456789abcdef")
    with pytest.raises(Refused, match=r"by the engine .*, and this is 9\.9\.9 0123456789abcdef: both must be the same"):
        play_chunk(chunk_text(work + " ", 0, 1))


class Backwards:
    """Another engine: two chunks at a time, the later first."""

    processes = 2
    seconds = 0.25

    def map(self, work: str, chunks: Chunks) -> Generator[Part, None, None]:
        while (first := chunks.take()) is not None:
            both = [first, *filter(None, [chunks.take()])]
            for chunk in reversed(both):
                yield Part(*chunk, play_chunk(chunk_text(work, *chunk)))


def test_another_engine_comes_to_the_same(whole: Results) -> None:
    found = simulate(QUICK, 8, MIXED, seed=3, chunk=2, engine=Backwards())
    assert found.reproducible() == whole.reproducible()


def test_a_million_battles_are_handed_out_one_chunk_at_a_time() -> None:
    """Nothing is made of a battle before its turn comes."""
    chunks = Chunks(10**9, 2, 2, 0)
    chunks.took(1000, 1.0)
    assert chunks.take() == (0, 250)
    assert not chunks.is_done()


# ---------------------------------------------------------------------- parts


def some(first: int, last: int, seed: int = 3) -> Results:
    """With the sets of dice `first` to `last`: two battles each."""
    return simulate(QUICK, 0, MIXED, seed=seed, workers=1, seeds=(first, last))


def test_parts_add_up_to_the_bytes_of_the_whole(whole: Results) -> None:
    read = [read_part(part_text(some(*seeds)), f"{seeds}.part") for seeds in ((2, 3), (0, 0), (1, 1))]
    merged = merge(read)
    assert part_text(merged) == part_text(whole)
    assert json.dumps(merged.reproducible()) == json.dumps(whole.reproducible())


def test_gaps_are_said() -> None:
    merged = merge([read_part(part_text(some(*seeds)), f"{seeds}.part") for seeds in ((0, 0), (2, 2))])
    assert (merged.games, merged.asked) == (4, 4)
    assert merged.notes == (
        "Of the series, counted from 0, these are battles 0 to 1 and 4 to 5: the others before 6 are not there.",
    )


def test_what_was_interrupted_is_a_part_too() -> None:
    def interrupt(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        simulate(QUICK, 8, MIXED, seed=3, workers=1, chunk=2, progress=interrupt)
    rest = read_part(part_text(some(2, 3)), "rest")
    merged = merge([read_part(part_text(stopped.value.results), "begun"), rest])
    assert (merged.spans, merged.games) == (((0, 8),), 8)


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: some(0, 1), "first and second both hold battles 2 to 3: they would be counted twice."),
        (lambda: some(2, 2, seed=4), "second: this is a part of another seed than first"),
        (lambda: simulate(QUICK, 1, RANDOM, 3, 1), "second: this is a part of other players than first"),
        (lambda: simulate("the-rail-fence", 1, MIXED, 3, 1), "second: this is a part of another scenario than first"),
    ],
)
def test_what_does_not_belong_together_is_refused(made: object, sentence: str) -> None:
    first = read_part(part_text(some(1, 1)), "first")
    with pytest.raises(Refused) as refused:
        merge([first, read_part(part_text(made()), "second")])  # type: ignore[operator]
    assert sentence in str(refused.value)


def test_other_house_rules_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(HOUSE)
    other = simulate(QUICK, 1, RANDOM, 3, 1, houses=[str(house)])
    with pytest.raises(Refused, match="this is a part of other house rules than first"):
        merge([read_part(part_text(simulate(QUICK, 1, RANDOM, 3, 1)), "first"), read_part(part_text(other), "second")])


def test_parts_of_another_engine_are_refused(monkeypatch: pytest.MonkeyPatch, whole: Results) -> None:
    text = part_text(whole)
    monkeypatch.setattr(parts, "simulation_engine", lambda: "9.9.9 0123456789abcdef")
    with pytest.raises(Refused, match=r"^a\.part: played by the engine .*, and this is 9\.9\.9 .*: all parts must be"):
        read_part(text, "a.part")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a part of a simulation"),
        ("[" * 100_000, "expected a part of a simulation"),
        ("[1]", "expected a part of a simulation"),
        ('{"kind": "something else"}', "expected a part of a simulation"),
        ('{"kind": "part of a simulation", "format": 2}', "written in another format"),
        ('{"kind": "part of a simulation", "format": 1}', "damaged or was changed"),
    ],
)
def test_what_is_no_part_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=f"^a.part: .*{sentence}"):
        read_part(text, "a.part")


def test_a_part_that_was_changed_is_refused(whole: Results) -> None:
    text = part_text(whole).replace('"games": 8', '"games": 9', 1)
    with pytest.raises(Refused, match="damaged or was changed"):
        read_part(text, "a.part")


@pytest.mark.parametrize("seeds", [(2, 1), (-1, 3), (0, 10**9)])
def test_sets_of_dice_that_cannot_be_are_refused(seeds: tuple[int, int]) -> None:
    with pytest.raises(Refused, match=f"The sets of dice are {seeds[0]} to {seeds[1]}: expected the first and"):
        simulate(QUICK, 0, RANDOM, seeds=seeds)
