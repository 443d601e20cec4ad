"""A preview is what happens: whatever was shown of a choice in a region comes true when it is made, in every system."""

from __future__ import annotations

from typing import Any

import pytest
from test_laws import answer_of, asked, hand_game, setup_of

from playsheet.core.asking import Outcome
from playsheet.core.game import numbers
from playsheet.tabletop.placing import behind, throws

# The smallest scenario of each system, and the kinds of questions that random play must have tried there.
SMALL = {
    "the-wells": {"turn"},
    "the-picket": {"deploy", "march"},
    "the-telegraph-hut": {"deploy", "move"},
    "the-ruined-wells": {"deploy", "move"},
    "the-rail-fence": {"march", "form"},
}
QUESTIONS = 400  # of a battle
NEAR = 0.02  # what is told is rounded
MOVES = ("Moved", "Deployed", "Formed", "Slid", "SetUp")


def ends(event: Any) -> list[tuple[float, float]]:
    """Where it says that somebody stands now."""
    if hasattr(event, "way"):
        return [(event.way[-1][0], event.way[-1][1])]
    if hasattr(event, "xs"):
        return list(zip(event.xs, event.ys, strict=True))
    return [(event.x, event.y)] if hasattr(event, "x") else []


def is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) <= NEAR and abs(one[1] - other[1]) <= NEAR


def apart(events: list[Any], about: int, outcome: Outcome) -> str:
    """What came out otherwise than shown; `-` if nobody moved."""
    for event in reversed(events):
        spots = ends(event)
        mover = getattr(event, "unit", getattr(event, "group", -1))
        if type(event).__name__ not in MOVES or not spots or mover != about:
            continue
        if outcome.chances:
            far = event.inches
            known = any(abs(far - each) <= NEAR for each, _ in outcome.chances)
            return "" if known else f"went {far}: {outcome.chances}"
        shown = [(outcome.x, outcome.y), *[(body[0], body[1]) for body in outcome.bodies]]
        lost = [spot for spot in spots if not any(is_near(spot, each) for each in shown)]
        return f"{type(event).__name__} to {lost}, not among {shown}" if lost else ""
    return "-"


@pytest.mark.parametrize("scenario", SMALL)
def test_a_preview_is_what_happens(scenario: str) -> None:
    game, bots = hand_game(scenario, 1)
    tried: set[str] = set()
    for count, question in enumerate(asked(game)):
        text = answer_of(game, bots, question)
        outcome: Outcome | None = None
        if question.region is not None:
            seen = game.system.seen(game.battle, question.seat)
            outcome = question.region.outcome(seen, numbers(text, question.region))
        told = len(game.log)
        game.answer(question.seat, question.number(), text)
        halfway = bool(game.questions) and game.step == question.step  # somebody may fire at it on its way
        if outcome is not None and (outcome.chances or not halfway):
            came = apart(game.log[told:], question.about, outcome)
            assert came in ("", "-"), f"{question.kind} {text}: {came}"
            if not came:
                tried.add(question.kind)
        if count >= QUESTIONS:
            break
    assert tried >= SMALL[scenario]


def test_dice_carry_as_far_as_their_throws_say_and_no_farther_than_the_way_is_open() -> None:
    assert throws(2, 2, 1, 9.0) == [(3.0, 1), (4.0, 2), (5.0, 1)]
    assert throws(2, 2, 1, 3.5) == [(3.0, 1), (3.5, 3)]
    assert throws(0, 6, 0, 9.0) == [(0.0, 1)]


def test_who_stops_short_is_counted() -> None:
    wanted = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert behind(wanted, wanted, "inches") == ""
    assert behind(wanted, [(0.0, 0.0), (1.0, -2.5), (2.0, 0.0)], "inches") == "1 of 3 stop short, by up to 2.5 inches"
    assert behind(wanted[:1], [(0.0, 2.0)], "cm") == "stops 2 cm short"


@pytest.mark.parametrize("scenario", SMALL)
def test_men_who_wait_are_counted(scenario: str) -> None:
    """Before the battle nobody has been lost: a card says how many wait, and never `0 of 10`."""
    setup = setup_of(scenario, 1)
    for unit in setup.system.roster(setup.system.new_battle(setup.scenario)):
        assert unit.figures == unit.start, unit.name
