"""Sequential halving, and the paired test at its end, on results that are known."""

from __future__ import annotations

import pytest

from playsheet.core.dice import Seeded
from playsheet.players.halving import FEWEST, OWN, WON, Contest, clearly_better


def contest(shares: list[int], late_after: int = -1) -> Contest:
    """Candidate k wins `shares[k]` of 100 play-outs, with the same dice for all."""

    def play(candidate: int, at: int) -> int:
        return WON if Seeded(at).one(100) <= shares[candidate] else 0

    made = Contest(play, lambda: late_after >= 0 and made.played >= late_after)
    for _ in shares:
        made.enter()
    return made


def test_the_best_is_found_and_has_most_of_the_play_outs() -> None:
    made = contest([50, 20, 80, 30, 40, 10, 55, 45])
    ranked = made.halve(list(range(8)), 240)
    assert ranked[0] == 2
    assert made.played == 240
    assert sorted(ranked) == list(range(8))
    assert len(made.results[2]) >= 40 > len(made.results[5])


def test_the_own_plan_is_never_out() -> None:
    made = contest([0, 60, 70, 80])
    ranked = made.halve([0, 1, 2, 3], 64)
    assert ranked[:2] == [3, OWN]
    assert len(made.results[OWN]) == len(made.results[3])


def test_play_outs_are_not_wasted_on_what_was_played_before() -> None:
    made = contest([50, 60, 70])
    made.spend([0, 1], 20)
    made.spend([0, 1, 2], 10)
    assert [len(results) for results in made.results] == [10, 10, 10]


def test_who_is_stopped_by_the_time_keeps_what_was_found() -> None:
    made = contest([50, 60, 90], late_after=10)
    ranked = made.halve([0, 1, 2], 100)
    assert made.stopped
    assert made.played == 10
    assert sorted(ranked) == [0, 1, 2]


def test_no_time_at_all_is_no_fault() -> None:
    made = contest([50, 60], late_after=0)
    assert made.halve([0, 1], 100) == [0, 1]
    assert made.played == 0


@pytest.mark.parametrize(
    ("own", "other", "better"),
    [
        ([0] * 7, [WON] * 7, False),  # too few
        ([0] * 8, [WON] * 8, True),
        ([WON, 0] * 50, [WON, 0] * 50, False),  # the same
        ([WON, 0] * 50, [WON, 100] * 50, True),  # hardly more, but always on the same dice
        ([WON, 0] * 20, [0, WON] * 20, False),  # as many, on other dice
        ([WON] * 20, [0] * 20, False),
        ([0] * 20 + [WON] * 20, [WON] * 2 + [0] * 18 + [WON] * 20, False),  # two of forty may be luck
        ([0] * 20 + [WON] * 20, [WON] * 9 + [0] * 11 + [WON] * 20, True),
    ],
)
def test_a_plan_must_be_clearly_better_on_the_same_dice(own: list[int], other: list[int], better: bool) -> None:
    assert clearly_better(own, other, 2.0) == better


def test_more_errors_ask_for_more() -> None:
    own, other = [0] * 20 + [WON] * 20, [WON] * 5 + [0] * 15 + [WON] * 20
    assert clearly_better(own, other, 1.0)
    assert not clearly_better(own, other, 3.0)


def test_one_pair_more_than_the_other_is_left_out() -> None:
    assert not clearly_better([0] * 40, [WON] * (FEWEST - 1), 0.5)
