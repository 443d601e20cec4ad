"""What every intent must do in every sheet, tried on one small battle of each."""

from __future__ import annotations

from typing import Any

import pytest
from rules.commanded import Commanded

from playsheet.core.geometry import spacing
from playsheet.players.adjutant import AS_NEAR_AS_CAN_BE, GUN, LEADER, is_ahead, middles
from playsheet.players.carrying_out import carry_out, try_out
from playsheet.players.setup import set_up
from playsheet.rules import scenario_files

pytestmark = pytest.mark.battles

# a battle of each sheet, a seat, a unit, and two places that its way leads over: right and forward of where it stands
WAYS = [
    ("the-frontier-road", 0, 0, (-4.0, 0.0), (-4.0, 6.0)),
    ("steam-at-kandar-ford", 0, 1, (0.0, 5.0), (5.0, 5.0)),
    ("platoon-in-the-wood", 0, 2, (-8.0, 8.0), (-8.0, 40.0)),
    ("runaway-engines", 0, 0, (5.0, 4.0), (-5.0, 8.0)),
    ("the-woodlot", 1, 10, (0.0, 4.0), (4.0, 8.0)),
]
SMALL = ["the-wells", "the-telegraph-hut", "platoon-in-the-wood", "the-ruined-wells", "the-rail-fence"]
DEPLOYING = ("deploy", "deploy_formation", "deploy_commander", "formation", "start_with", "attach")


def deployed(scenario: str, seat: int = 0) -> Commanded:
    table = Commanded(scenario, seat)
    table.until(lambda battle, asked: asked.kind not in DEPLOYING)
    return table


@pytest.mark.parametrize(("scenario", "seat", "unit", "first", "last"), WAYS)
def test_a_drawn_way_is_gone_place_by_place(
    scenario: str, seat: int, unit: int, first: tuple[float, float], last: tuple[float, float]
) -> None:
    """Until it is done, or something stops them after the first place."""
    table = deployed(scenario, seat)
    x, y = table.place(unit)
    places = [(x + first[0], y + first[1]), (x + last[0], y + last[1])]
    table.say(f"march {unit} to {' '.join(f'{to[0]:.2f},{to[1]:.2f}' for to in places)}")
    order = table.adjutant.orders[0]
    table.adjutant.followed = unit
    for _ in range(8):
        if order not in table.adjutant.orders or len(order.ways[unit]) < 2:
            break
        table.command("stand")
        table.through_turn()
    assert len(order.ways[unit]) < 2
    assert min(spacing(*place, *places[0]) for place in table.adjutant.stood) < AS_NEAR_AS_CAN_BE


@pytest.mark.parametrize("scenario", SMALL)
def test_a_wing_as_you_think_best_is_the_doctrine_for_it_and_nobody_else(scenario: str) -> None:
    table = deployed(scenario)
    mine = [unit for unit, one in enumerate(table.system.roster(table.seen)) if one.seat == 0 and one.on_table][:2]
    table.say(f"best {' '.join(map(str, mine))}")
    answers = table.through_turn()
    by_doctrine = deployed(scenario)
    by_doctrine.through_turn()
    assert answers
    assert {answer.about for answer in answers} <= {*mine, -1}
    assert by_doctrine.game.digest == table.game.digest


@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize("kind", ["charge", "support"])
def test_what_was_said_of_somebody_who_is_gone_is_over_and_said(
    kind: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = deployed(scenario)
    roster = table.system.roster(table.seen)
    unit = next(unit for unit, one in enumerate(roster) if one.seat == 0 and one.on_table)
    wanted = [one for one, other in enumerate(roster) if (other.side == roster[unit].side) == (kind == "support")]
    target = next(one for one in wanted if one != unit and roster[one].on_table)
    adjutant = table.fresh(f"{kind} {unit} at {target}")
    adjutant.tidy(table.seen)
    assert len(adjutant.orders) == 1
    left = {one: place for one, place in middles(table.system, table.seen).items() if one != target}
    monkeypatch.setattr("playsheet.players.adjutant.middles", lambda system, seen: left)
    adjutant.tidy(table.seen)
    assert adjutant.orders == []
    assert adjutant.reports == [f"{roster[target].name} is gone."]
    assert adjutant.refusals == {unit: f"{roster[target].name} is gone."}


@pytest.mark.parametrize("scenario", ["the-wells", "the-telegraph-hut"])
def test_whoever_cannot_is_named_with_the_reason_of_the_rules(scenario: str) -> None:
    """Somewhere in a battle somebody is to charge who cannot get there, and nothing else brings him nearer."""
    table = deployed(scenario)
    for _ in range(200):
        question = table.question
        roster = table.system.roster(table.seen)
        unit = table.adjutant.unit_asked(table.seen, question)
        foe = next(one for one, other in enumerate(roster) if other.side == 1 and other.on_table)
        if unit >= 0 and roster[unit].seat == 0 and roster[unit].on_table:
            adjutant = table.fresh(f"charge {unit} at {foe}")
            if question.region is None:
                adjutant.answer(table.seen, question)
            if adjutant.reports:
                assert adjutant.reports[0].startswith(f"{roster[unit].name} cannot charge")
                assert adjutant.refusals == {unit: adjutant.reports[0]}
                return
        table.reply(question)
        if table.go_on() is None:
            break
    pytest.fail("everybody could always charge, or come nearer")


@pytest.mark.parametrize("scenario", SMALL)
def test_what_would_come_of_it_is_what_comes_of_it_up_to_the_first_die(scenario: str) -> None:
    """The answers that are tried are the first of those that are given then."""
    table = deployed(scenario)
    setup = table.setup
    game = setup.game(["person"] * len(setup.seats), 1, keep=True)
    game.run()
    tried = 0
    for _ in range(60):
        if game.battle.finished:
            break
        question = game.questions[0]
        seat = question.seat
        would = try_out(game, seat, ["best"]).carried
        does = carry_out(game, seat, ["best"])
        texts = [answer.text for answer in would.answers]
        if setup.system.hides():
            texts = texts[:1]  # what is guessed may part from the truth
        assert texts == [answer.text for answer in does.answers[: len(texts)]]
        tried += bool(texts)
        for answer in does.answers[:1]:
            game.answer(seat, answer.question, answer.text)
    assert tried > 20


def test_what_was_answered_by_hand_in_secret_is_not_answered_again() -> None:
    """The last of several seats lays a chip, and leaves the others to his adjutant: with them all are turned."""
    setup = set_up("the-ruined-wells", [])
    game: Any = setup.game(["person"] * len(setup.seats), 1, keep=True)
    game.run()
    while game.questions[0].kind != "chip":
        question = game.questions[0]
        answer = carry_out(game, question.seat, ["best"]).answers[0]
        game.answer(question.seat, answer.question, answer.text)
    *first, last = sorted({question.seat for question in game.questions})
    for seat in first:
        for answer in carry_out(game, seat, ["best"]).answers:
            game.answer(seat, answer.question, answer.text)
    by_hand = game.questions[0]
    assert by_hand.seat == last
    game.answer(last, by_hand.number(), by_hand.options[0].key())
    left = [question.number() for question in game.questions]
    carried = carry_out(game, last, ["best"])
    assert [answer.question for answer in carried.answers][: len(left)] == left
    for answer in carried.answers:
        game.answer(last, answer.question, answer.text)
    assert game.digest == carried.game.digest


@pytest.mark.parametrize("scenario", list(scenario_files()))
def test_deployed_for_me_nobody_is_stacked_and_guns_have_a_field_of_fire(scenario: str) -> None:
    setup = set_up(scenario, [])
    game: Any = setup.game(["person"] * len(setup.seats), 1, keep=True)
    game.run()
    seats: list[int] = []
    while game.questions and game.questions[0].kind in DEPLOYING and game.questions[0].seat not in seats:
        seats.append(game.questions[0].seat)
        for answer in carry_out(game, seats[-1], ["deploy as best"]).answers:
            game.answer(seats[-1], answer.question, answer.text)
    assert setup.system.broken_laws(game.battle) == []
    roster = setup.system.roster(game.battle)
    masked = [f"{roster[gun].name} behind {roster[other].name}" for gun, other in masking(setup.system, game.battle)]
    assert masked == [] or not seats  # where the scenario has put everybody, nobody is deployed


def masking(system: Any, battle: Any) -> list[tuple[int, int]]:
    """Guns, and the friends who stand in front of them, on the line ahead and not far off."""
    roster = system.roster(battle)
    found: list[tuple[int, int]] = []
    for gun, standing in enumerate(roster):
        for mark in system.marks(battle) if standing.arm == GUN and standing.at is not None else []:
            other = roster[mark.unit]
            if mark.unit not in (-1, gun) and other.side == standing.side and other.arm != LEADER:
                if is_ahead(*standing.at, mark.x, mark.y, mark.width / 2.0):
                    found.append((gun, mark.unit))
    return sorted(set(found))
