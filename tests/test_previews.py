"""A preview is what happens: whatever was shown of a choice in a region comes true when it is made, in every system."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from previewed import INTERRUPTS, LATER, NOBODY_MOVES, apart
from test_laws import FILES, answer_of, asked

from playsheet.core.asking import Outcome, Player, Question
from playsheet.core.game import Game, numbers
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up_from
from playsheet.tabletop.placing import behind, throws

# Small scenarios, and the kinds of questions about a region that must have come true in their battles.
TRIED = {
    ("the-wells", 8): {"DeployRegion deploy", "TurnRegion turn", "TurnRegion face", "RideRegion turn", "AimRegion aim"}
    | {"LeaveRegion turn"},
    ("platoon-in-the-wood", 1): {"DeployRegion deploy", "MoveRegion march"},
    ("steam-at-kandar-ford", 1): {"DeployRegion deploy", "MoveRegion move", "FormRegion form", "GunRegion gun_move"}
    | {"DriveRegion drive", "DriveRegion reverse"},
    ("runaway-engines", 1): {"DeployRegion deploy", "MoveRegion move", "FormRegion form", "DriveRegion drive"},
    ("the-rail-fence", 1): {"MarchRegion march", "SlideRegion form", "RideRegion ride", "FacingRegion face"}
    | {"InchesRegion step_back", "PlaceRegion screen", "PlaceRegion half"},
    ("gettysburg/scenarios/duel", 3): {"BackRegion fall_back_inches"},
}
GAMES = Path(__file__).parent / "games"
QUESTIONS = 250  # of a battle


def setup_of(scenario: str) -> Setup:
    return set_up_from(Path(FILES.get(scenario, GAMES / f"{scenario}.toml")), "", [])


def curious(game: Game[Any], bots: list[Player], question: Question, used: Counter[str]) -> str:
    """The answer of a player who tries whatever has been tried least; places as they come."""
    if question.region is not None:
        return answer_of(game, bots, question)
    keys = [option.key() for option in question.options]
    tried = [used[f"{question.kind} {key.split(':')[0]}"] for key in keys]
    first = (question.step + question.place) % len(keys)  # of those that were tried as little
    best = min(range(len(keys)), key=lambda k: (tried[k], (k - first) % len(keys)))
    used[f"{question.kind} {keys[best].split(':')[0]}"] += 1
    return keys[best]


def told_in_step(game: Game[Any], question: Question, told: int) -> list[Any]:
    """The events since, as far as they belong to the question's step and its seat is told them."""
    step = question.step
    events = game.log[told : game.closed[step].told if step < len(game.closed) else len(game.log)]
    return [event for event in events if game.system.shown(game.battle, event, question.seat)]


@pytest.mark.parametrize(("scenario", "seed"), TRIED)
def test_a_preview_is_what_happens(scenario: str, seed: int) -> None:
    setup = setup_of(scenario)
    bots: list[Player] = [RandomPlayer(1000 * seed + seat) for seat in range(len(setup.seats))]
    game = setup.game(["person"] * len(bots), seed, True)
    came_true: set[str] = set()
    used: Counter[str] = Counter()
    for count, question in enumerate(asked(game)):
        text = curious(game, bots, question, used)
        region = question.region
        outcome: Outcome | None = None
        if region is not None:
            seen = game.system.seen(game.battle, question.seat)
            outcome = region.outcome(seen, numbers(text, region))
            assert (outcome is None) == (question.kind in NOBODY_MOVES), question.kind
        told = len(game.log)
        game.answer(question.seat, question.number(), text)
        interrupted = bool(game.questions) and game.step == question.step and game.questions[0].kind in INTERRUPTS
        if outcome is not None and question.kind not in LATER and not interrupted:
            came = apart(told_in_step(game, question, told), region, outcome)
            assert came in ("", "-"), f"{question.number()} {question.kind} {text}: {came}"
            if not came:
                came_true.add(f"{type(region).__name__} {question.kind}")
        if count >= QUESTIONS:
            break
    assert not TRIED[scenario, seed] - came_true


def test_dice_carry_as_far_as_their_throws_say_and_no_farther_than_the_way_is_open() -> None:
    assert throws(2, 2, 1, 9.0) == [(3.0, 1), (4.0, 2), (5.0, 1)]
    assert throws(2, 2, 1, 3.5) == [(3.0, 1), (3.5, 3)]
    assert throws(0, 6, 0, 9.0) == [(0.0, 1)]


def test_who_stops_short_is_counted() -> None:
    wanted = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert behind(wanted, wanted, "inches", ["", "", ""]) == ""
    said = behind(wanted, [(0.0, 0.0), (1.0, -2.5), (2.0, 0.0)], "inches", ["", "at the wall", "before the Warband"])
    assert said == "1 of 3 stop short, by up to 2.5 inches: at the wall"
    assert behind(wanted[:1], [(0.0, 2.0)], "cm", [""]) == "stops 2 cm short: the move ends there"
    assert behind(wanted[:1], [(0.0, 1.0)], "inches", ["slowed by the wood"]).startswith("stops 1 inch short: slowed")


def test_what_stops_a_body_is_named_twice_at_most_and_its_own_men_only_where_nothing_else_is() -> None:
    wanted = [(0.0, 0.0)] * 4
    places = [(0.0, 3.0)] * 4
    halts = ["behind the others", "before the Warband", "at the wall", "at the table's edge"]
    assert behind(wanted, places, "cm", halts).endswith("by up to 3 cm: before the Warband and at the wall")
    assert behind(wanted, places, "cm", halts[:1] * 4) == "all of 4 stop short, by up to 3 cm: behind the others"


@pytest.mark.parametrize(("scenario", "seed"), TRIED)
def test_men_who_wait_are_counted(scenario: str, seed: int) -> None:
    """Before the battle nobody has been lost: a card says how many wait, and never `0 of 10`."""
    setup = setup_of(scenario)
    for unit in setup.system.roster(setup.system.new_battle(setup.scenario)):
        assert unit.figures == unit.start, unit.name
