"""Until sure: the sequential test on pairs of known results, and a simulation that stops by it."""

from __future__ import annotations

import pytest

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.sim.counts import Sum
from playsheet.sim.simulation import simulate
from playsheet.sim.sure import BLOCK, Answer, asked

NAMES = ("veteran", "regular")


def after(leads: list[int]) -> Answer:
    edge = Sum()
    for lead in leads:
        edge.add(lead)
    return asked(edge, NAMES)


def stopped(leads: list[int]) -> Answer:
    """Asked after each block, as a simulation asks."""
    for pairs in range(BLOCK, len(leads) + 1, BLOCK):
        answer = after(leads[:pairs])
        if answer.decided:
            return answer
    return after(leads)


def thrown(shares: tuple[int, ...], seed: int, count: int = 4000) -> list[int]:
    """Leads of -2, -1, 0, 1 and 2 in these shares of 20."""
    dice = Seeded(seed)
    leads = [lead for lead, share in zip((-2, -1, 0, 1, 2), shares) for _ in range(share)]
    assert len(leads) == 20
    return [leads[dice.one(20) - 1] for _ in range(count)]


def test_a_player_who_always_wins_is_better_after_two_blocks() -> None:
    answer = stopped([2] * 100)
    assert (answer.better, answer.pairs) == ("veteran", 20)
    assert answer.sentence() == "veteran is better than regular: sure enough after 20 pairs (5% risk of error)."
    assert stopped([-2] * 100).better == "regular"


def test_players_who_always_share_a_pair_are_even() -> None:
    answer = stopped([0] * 200)
    assert answer.decided
    assert not answer.better
    assert answer.sentence() == "neither is better by 5 battles in 100: sure enough after 40 pairs."


def test_nothing_is_known_of_no_pairs_or_of_few() -> None:
    assert not after([]).decided
    assert not after([2, 2, 2]).decided
    assert after([2]).sentence() == "after 1 pairs it cannot be said who is better: more battles are needed."


@pytest.mark.parametrize(
    ("shares", "better"),
    [((2, 2, 6, 4, 6), "veteran"), ((6, 4, 6, 2, 2), "regular"), ((4, 3, 6, 3, 4), "")],
)
def test_known_shares_are_found_out_nearly_always(shares: tuple[int, ...], better: str) -> None:
    """60%, 40% and 50% of the battles, each in forty sequences of dice."""
    answers = [stopped(thrown(shares, seed)) for seed in range(40)]
    assert all(answer.decided for answer in answers)
    assert sum(answer.better == better for answer in answers) >= 36
    assert sum(answer.pairs for answer in answers) / 40 < 800


def test_a_simulation_stops_when_it_is_sure_the_same_on_any_number_of_processes() -> None:
    results = [
        simulate("the-wells", 1000, ("doctrine", "random"), 5, workers, until_sure=True).reproducible()
        for workers in (1, 2)
    ]
    assert results[0] == results[1]
    sure = results[0]["sure"]
    assert isinstance(sure, dict)
    assert sure["better"] == "doctrine"
    assert results[0]["played"] == 2 * sure["pairs"] < 1000


def test_what_is_not_known_when_the_battles_are_over_is_said() -> None:
    results = simulate("the-wells", 20, ("doctrine", "random"), 5, 1, until_sure=True)
    assert results.answer is not None
    assert not results.answer.decided
    assert ("sure?", results.answer.sentence()) in results.summary()


@pytest.mark.parametrize(
    ("scenario", "players", "swap"),
    [
        ("the-wells", ("doctrine", "doctrine"), True),
        ("the-wells", ("doctrine", "random"), False),
        ("the-picket", ("doctrine", "random"), True),
    ],
)
def test_players_who_do_not_change_sides_are_not_compared(scenario: str, players: tuple[str, str], swap: bool) -> None:
    with pytest.raises(Refused, match="two different players who change sides"):
        simulate(scenario, 20, players, 5, 1, swap, until_sure=True)
