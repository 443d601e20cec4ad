"""Dice in the story: who threw, why, what was needed and what came of it; every throw is told once, with its cell."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from rules.gettysburg.situation import CONFEDERATE, Ridge, as_printed, foot, general
from rules.gettysburg.test_narration import field

from playsheet.core.dice import Seeded
from playsheet.core.events import Entry, Event, Rolled, Throw
from playsheet.core.telling import Told, roll_in_words
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import set_up
from playsheet.rules.gettysburg.battle.fight_events import BrigadeTested, MoraleTested
from playsheet.rules.gettysburg.sheet.rows import Modifiers
from playsheet.rules.gettysburg.shown.story import GettysburgTeller
from playsheet.rules.gettysburg.shown.throws import CAUSES, NOBODY_FIRES, as_read, dice_of, in_figures, needing

MORALE = Throw("Morale", "unit-morale-results", "", "other", "R81")


def rolled(*faces: int, throw: Throw = MORALE, account: tuple[Entry, ...] = ()) -> Rolled:
    total = sum(faces) + sum(entry.add for entry in account)
    return Rolled(throw, 0, 6, list(faces), "", str(total), list(account))


def story(before: Any, log: list[Event[Any]]) -> list[Told]:
    return GettysburgTeller(before).tell(log)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("faces", "add", "said"),
    [
        ((5, 4), 0, "a 9 (5 4)"),
        ((5, 6), 0, "an 11 (5 6)"),
        ((5, 4), 1, "a 10 (5 4, +1)"),
        ((1, 2), -4, "minus 1 (1 2, \u22124)"),
    ],
)
def test_what_dice_came_to(faces: tuple[int, ...], add: int, said: str) -> None:
    account = (Entry(add, "massed"),) if add else ()
    assert dice_of(rolled(*faces, account=account)) == said


@pytest.mark.parametrize(
    ("faces", "passed", "said"),
    [
        ((4, 4), True, " (an 8, needing 6 or more)"),
        ((1, 3), False, " (a 4, needing 6 or more)"),
        ((2, 3), True, " (a 5)"),  # a battery does not go to ground, it obeys: not the score decided
    ],
)
def test_what_was_needed(faces: tuple[int, ...], passed: bool, said: str) -> None:
    assert needing(rolled(*faces), 6, passed=passed) == said


def test_nobody_is_told_dice_that_he_may_not_see() -> None:
    assert needing(None, 6, passed=True) == ""


def test_every_modifier_of_the_sheet_has_words() -> None:
    rules = field().battle.rules
    tables = [held for held in vars(rules).values() if isinstance(held, Modifiers)]
    assert len(tables) >= 12
    for table in tables:
        assert set(table.adds) <= set(CAUSES)
    assert "-" not in "".join(CAUSES.values())


@pytest.mark.parametrize(
    ("halves", "said"), [(0, "0 figures"), (1, "half a figure"), (2, "1 figure"), (3, "1\u00bd figures")]
)
def test_figures_in_halves(halves: int, said: str) -> None:
    assert in_figures(halves) == said


def test_a_roll_is_read_with_its_cell() -> None:
    account = (Entry(1, "general-near", "R77"), Entry(-3, "casualties", "R99"))
    read = as_read(rolled(3, 4, account=account), field().battle.rules, "the 20th Maine", NOBODY_FIRES)
    assert roll_in_words(read) == (
        "Morale: the 20th Maine: 2d6 = 3 4, +1 general near by (R77), -3 losses by tenths (R99) = 5, needs 6 or more "
        "to obey orders: go to ground [unit-morale-results 5 other, R81]"
    )


# ---------------------------------------------------------------- sentences


def test_those_who_obey_are_told_together_and_each_with_its_dice() -> None:
    ridge = Ridge(
        [foot("us-line", "1st Ohio", 14, 40), foot("us-line", "2nd Ohio", 30, 40), foot("us-line", "3rd Ohio", 46, 40)],
        [foot("cs-line", "1st Georgia", 30, 10)],
    )
    before = ridge.battle.clone()
    start = len(ridge.game.log)
    for name, lost in (("1st Ohio", 2), ("2nd Ohio", 3), ("3rd Ohio", 2)):
        ridge.lose(name, lost, now=True)
    ridge.wave(dice=[6, 6, 1, 2, 5, 5])
    told = story(before, ridge.game.log[start:])[3:]
    assert [each.text for each in told] == [
        "Tested for their losses, the 1st Ohio (two men down, an 11) and the 3rd Ohio (two men down, a 9) obeyed "
        "orders; 6 or more was needed.",
        "The 2nd Ohio, three men down, began to retreat (a 2, needing 6 or more).",
    ]
    assert [roll.why for roll in told[0].rolls] == ["Morale: the 1st Ohio", "Morale: the 3rd Ohio"]
    assert [roll.why for roll in told[1].rolls] == ["Morale: the 2nd Ohio"]
    assert [each.rulings for each in told] == [["R84"], ["R84"]]


def test_a_brigade_says_why_it_is_tested() -> None:
    ridge = field()
    before = ridge.battle.clone()
    start = len(ridge.game.log)
    ridge.lose("20th Maine", 11, now=True)
    ridge.morale(dice=[1, 1, 4, 4])
    told = story(before, ridge.game.log[start:])
    assert [each.text for each in told if each.rolls] == [
        "The regiment, eleven men down and at half its strength or less, broke up and was seen no more (minus 2, "
        "needing 6 or more).",
        "The Union brigade brigade, with the 20th Maine dispersed, was put to the test and stood (a 7, "
        "needing 6 or more).",
    ]


def test_sharpshooters_who_miss_a_general_keep_their_dice() -> None:
    ridge = Ridge(
        [foot("us-sharps", "Sharpshooters", 20, 40, formation="skirmish")],
        [general("gen-n", "Law", 20, 28), foot("cs-line", "1st Georgia", 50, 10)],
    )
    before = ridge.battle.clone()
    log = ridge.fire("Sharpshooters", "target general:{Law}", dice=[1, 2, 3, 4, 5, 1, 2, 3])
    told = story(before, log)[-1]
    assert told.text.startswith("The Sharpshooters aimed at Law at ")
    assert told.text.endswith(": eight dice (1 2 3 4 5 1 2 3), not a six.")
    assert len(told.rolls) == 4


def test_the_initiative_is_one_sentence() -> None:
    ridge = field()
    before = ridge.battle.clone()
    start = len(ridge.game.log)
    ridge.battle.phase = 1
    before.phase = 1
    ridge.do(ridge.game.play_step, "initiative first", dice=[2, 3, 6, 5])
    told = story(before, ridge.game.log[start:])
    assert told[0].text == "The Confederates won the initiative (12 to 5) and acted first in turn 1."
    assert len(told[0].rolls) == 2
    assert ridge.battle.first_side == CONFEDERATE


# ---------------------------------------------------------------- whole battles


@cache
def battle_told() -> list[tuple[list[Event[Any]], list[Told]]]:
    """The steps of a few battles by players who fight, with what was told of each."""
    found: list[tuple[list[Event[Any]], list[Told]]] = []
    for seed in range(3):
        setup = set_up("the-rail-fence", [])
        game = setup.game_with([RandomPlayer(seed * 16 + seat) for seat in range(2)], Seeded(seed), True, [False] * 2)
        teller = GettysburgTeller(game.battle.clone())
        while not game.battle.finished:
            before = len(game.log)
            game.play_step()
            found.append((game.log[before:], teller.tell(game.log[before:])))
    return found


def test_every_throw_is_told_once() -> None:
    for events, told in battle_told():
        thrown = [event.faces for event in events if isinstance(event, Rolled)]
        shown = [roll.faces for each in told for roll in each.rolls]
        assert sorted(thrown) == sorted(shown), [each.text for each in told]


def test_every_roll_has_its_place_on_the_sheet() -> None:
    sheet = as_printed().sheet
    seen: set[str] = set()
    for _, told in battle_told():
        for roll in [roll for each in told for roll in each.rolls]:
            table = sheet.table(roll.table)
            known = {*table.rows, *sheet.values(roll.table).keys()}
            assert roll.row == "" or roll.row in known, (roll.table, roll.row)
            assert roll.column == "" or roll.column in table.columns, (roll.table, roll.column)
            seen.add(roll.table)
    assert {"musketry-casualties", "unit-morale-results", "initiative-modifiers"} <= seen


def test_no_test_is_told_without_its_dice() -> None:
    tests = 0
    for events, told in battle_told():
        for each in told:
            assert "was tested" not in each.text
        if any(isinstance(event, (MoraleTested, BrigadeTested)) for event in events):
            assert any("need" in each.text for each in told)
            tests += 1
    assert tests > 5
