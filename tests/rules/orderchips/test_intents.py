"""Intents in Order Chips: in battles as they come, each gives the answers that are wanted of it."""

from __future__ import annotations

from typing import Any

import pytest
from rules.commanded import Commanded

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Question
from playsheet.core.game import written
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.players.carrying_out import carry_out
from playsheet.players.setup import set_up
from playsheet.rules.orderchips.battle.events import ChargeDeclared
from playsheet.rules.orderchips.battle.secrets import is_secretive, seen_by
from playsheet.rules.orderchips.options.charge import most_bonus
from playsheet.rules.orderchips.options.opportunity import longest
from playsheet.rules.orderchips.terms import Chip, Instruction, Order
from playsheet.server.intents import would

pytestmark = pytest.mark.battles

BLUE, RED = 0, 1
ENGINES = "runaway-engines"


def at_chips(scenario: str = ENGINES, seat: int = BLUE, seed: int = 1, turn: int = 1) -> Commanded:
    """All chips of a turn are to be laid."""
    table = Commanded(scenario, seat, seed)
    table.asked("chip", turn)
    return table


def chip_of(table: Commanded, unit: int) -> Question:
    found = [question for question in table.game.questions if question.kind == "chip" and question.about == unit]
    assert len(found) == 1
    return found[0]


def by_hand(table: Commanded, chips: dict[int, str]) -> None:
    """Lay these, and Stationary for all others."""
    while True:
        question = table.go_on()
        assert question is not None
        if question.kind != "chip":
            return
        table.reply(question, chips.get(question.about, "stay"))


# ---------------------------------------------------------------- the least, and the same


@pytest.mark.parametrize("seat", [BLUE, RED])
@pytest.mark.parametrize("scenario", [ENGINES, "the-ruined-wells"])
def test_a_turn_of_the_least_is_one_intent(scenario: str, seat: int) -> None:
    table = at_chips(scenario, seat)
    table.handed.clear()
    before = len(table.adjutant.answers)
    for turn in (1, 2):
        assert table.battle.turn == turn
        table.say("stand")
        table.through_turn()
    answers = table.adjutant.answers[before:]
    assert table.handed == []
    assert {answer.text for answer in answers if answer.kind == "chip"} <= {"stay", "with"}
    assert {answer.by for answer in answers} == {1, 2}


def test_all_chips_as_last_turn_are_one_intent() -> None:
    """Known from the battle alone: the adjutant was not there when they were laid."""
    table = at_chips()
    chips = {0: "move:90", 1: "stay:hold", 2: "stay:any:7", 4: "stay:charger:9", 5: "stay:unit:8:11", 6: "move:37"}
    by_hand(table, chips)
    table.through_turn()
    assert table.battle.turn == 2
    asked = [question.about for question in table.game.questions]
    table.say("same")
    question = table.go_on()
    assert question is not None
    assert question.kind != "chip"
    laid = {answer.about: answer.text for answer in table.adjutant.answers if answer.kind == "chip"}
    assert sorted(laid) == sorted(asked)
    for unit, key in chips.items():
        if unit in laid:
            assert laid[unit] == key
    assert set(laid) & set(chips) == set(chips)


def test_the_same_with_two_changed_is_three_intents() -> None:
    table = at_chips()
    by_hand(table, dict.fromkeys(range(7), "move:0"))
    table.through_turn()
    assert table.battle.turn == 2
    table.say("same", "hold 0", "fire 1 within 9")
    table.go_on()
    laid = {answer.about: answer.text for answer in table.adjutant.answers if answer.kind == "chip"}
    assert laid[0] == "stay"
    assert laid[1] == "stay:any:9"
    assert laid[2] == laid[3] == "move:0"


def test_nothing_is_the_same_in_the_first_turn() -> None:
    table = at_chips()
    table.say("same")
    assert table.meant(chip_of(table, 0)) == ""


def test_what_a_unit_was_told_last_turn_is_its_players_secret() -> None:
    table = at_chips()
    by_hand(table, {1: "stay:hold"})
    table.through_turn()
    assert table.battle.turn == 2
    unit = table.battle.units[1]
    assert unit.laid[0] == Chip.STATIONARY
    assert unit.laid[2] == Instruction.HOLDS
    assert seen_by(table.battle, BLUE).units[1].laid == unit.laid
    assert is_secretive(table.battle, RED)
    assert seen_by(table.battle, RED).units[1].laid[2] == Instruction.USUAL
    by_hand(table, {})
    assert table.battle.units[1].laid[0] == Chip.NONE
    assert not is_secretive(table.battle, RED)


# ---------------------------------------------------------------- marching


def test_a_march_lays_its_chip_and_is_carried_on_in_the_next_turn() -> None:
    table = at_chips("the-great-advance")
    table.adjutant.look(table.seen)
    x, y = table.adjutant.places[0]
    table.say(f"march 0 to {x:.2f},{y + 30 if y < 36 else y - 30:.2f}")
    goal = table.adjutant.orders[0].ways[0][0]
    left = [spacing(x, y, *goal)]
    in_water = table.battle.move_of(table.battle.units[0]) / 2.0  # the river is on its way
    for turn in (1, 2):
        answers = [answer for answer in table.through_turn() if answer.by == 1]
        assert [answer.kind for answer in answers] in (["chip", "next", "act", "move"], ["chip", "next", "move"])
        assert answers[0].text.startswith("move:")
        table.adjutant.look(table.seen)
        left.append(spacing(*table.adjutant.places[0], *goal))
        assert left[turn] < left[turn - 1] - in_water + TOLERANCE


def test_a_chip_points_straight_at_the_place() -> None:
    """Whichever bearings are offered."""
    table = at_chips()
    unit = 0
    table.say(f"march {unit} to 3,40")
    here = table.adjutant.places[unit]
    text = table.meant(chip_of(table, unit))
    assert text not in [option.key() for option in chip_of(table, unit).options] or text.startswith("move:")
    assert turn_between(float(text[5:]), bearing(3 - here[0], 40 - here[1])) <= 0.5


def test_a_march_in_another_order() -> None:
    table = at_chips("the-ruined-wells", RED)
    at = table.system.roster(table.battle)[2].at
    assert table.battle.units[2].order == Order.LOOSE
    by_hand(table, {2: "move:180"})
    table.until(lambda battle, question: question.kind == "act" and question.about == 2)
    table.command(f"march 2 to {at[0]:.2f},{at[1] - 20 if at[1] > 24 else at[1] + 20:.2f} in close")
    assert "move:close" in [answer.text for answer in table.adjutant.answers]
    assert table.battle.units[2].order == Order.CLOSE


def test_a_machine_that_looks_away_turns_first() -> None:
    """A tank does not stay where it is because nothing that it can do at once leads nearer."""
    table = at_chips()
    at = table.system.roster(table.battle)[6].at
    behind = (at[2] + 180.0) % 360.0
    table.say("march 6 to 24,0" if at[1] < 18 else "march 6 to 24,48")
    facings = [at[2]]
    for _ in range(2):
        table.through_turn()
        facings.append(table.battle.units[6].facing)
    assert turn_between(facings[-1], behind) < turn_between(facings[0], behind) - 10.0


# ---------------------------------------------------------------- charging


def test_a_charge_has_a_moving_chip_and_goes_in() -> None:
    table = Commanded("the-ruined-wells", RED)
    question = table.until(
        lambda battle, question: (
            question.kind == "act" and any(option.key().startswith("charge:") for option in question.options)
        )
    )
    target = next(option for option in question.options if option.key().startswith("charge:")).about()[0]
    table.say(f"charge {question.about} at {target}")
    assert table.meant(question) == f"charge:{target}"
    table.go_on()
    declared = [event for event in table.game.log if isinstance(event, ChargeDeclared)]
    assert (declared[-1].unit, declared[-1].target) == (question.about, target)


def test_a_charge_that_is_too_far_moves_toward_it() -> None:
    table = at_chips("the-ruined-wells", RED)
    table.say("charge 2 at 0")
    before = table.adjutant.places
    way = bearing(before[0][0] - before[2][0], before[0][1] - before[2][1])
    text = table.meant(chip_of(table, 2))
    assert turn_between(float(text[5:]), way) <= 0.5
    far = spacing(*before[0], *before[2])
    table.through_turn()
    table.adjutant.look(table.seen)
    assert spacing(*table.adjutant.places[0], *table.adjutant.places[2]) < far - 3.0


# ---------------------------------------------------------------- fire


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("at will", "stay:any:12"),
        ("within 8", "stay:any:8"),
        ("if charged", "stay:charger:12"),
        ("at 8 within 10", "stay:unit:8:10"),
        ("at 8", "stay:any:12"),
    ],
)
def test_a_word_about_fire_is_an_instruction(words: str, key: str) -> None:
    table = at_chips()
    table.say(f"fire 0 {words}")
    assert table.meant(chip_of(table, 0)) == key


def test_feet_come_before_fire() -> None:
    """In whichever order it was said."""
    for texts in (("march 0 to 24,24", "fire 0 at will"), ("fire 0 at will", "march 0 to 24,24")):
        table = at_chips()
        table.say(*texts)
        assert table.meant(chip_of(table, 0)).startswith("move:")
    table.say("hold 0")
    assert table.meant(chip_of(table, 0)) == "stay:any:12"


def test_fire_is_at_the_nearest_at_a_target_or_held() -> None:
    table = Commanded(ENGINES, RED)
    question = table.until(lambda battle, question: question.kind == "fire" and len(question.options) > 3)
    unit = question.about
    targets = [option.about()[0] for option in question.options[1:]]
    far = {target: table.adjutant.inches(table.seen, unit, target) for target in targets}
    table.say(f"fire {unit} at will")
    assert table.meant(question) == f"fire:{unit}>{min(targets, key=lambda target: far[target])}"
    for target in targets:
        table.say(f"fire {unit} at {target}")
        assert table.meant(question) == f"fire:{unit}>{target}"
    table.say(f"fire {unit} within {min(far.values()) - 0.5:.2f}")
    assert table.meant(question) == "hold"
    table.say(f"fire {unit} if charged")
    assert table.meant(question) == "hold"


def test_fire_in_a_window() -> None:
    table = Commanded("the-ruined-wells", BLUE)
    question = table.asked("window")
    assert table.meant(question) == ""
    table.say("fire 0 at 3")
    assert table.meant(question) == "fire:0>3"
    table.adjutant.orders.clear()
    table.say("stand")
    assert table.meant(question) == "wait"


# ---------------------------------------------------------------- holding, supporting, deploying


def test_hold_and_support_stay() -> None:
    table = at_chips()
    table.say("hold 0 1", "rally 2", "support 3 at 0", "keep 4")
    assert [table.meant(chip_of(table, unit)) for unit in (0, 1, 2, 3)] == ["stay"] * 4
    assert table.meant(chip_of(table, 4)) == ""


def test_deployments() -> None:
    found: list[list[tuple[float, float]]] = []
    for how in ("best", "suggested", "mirrored"):
        table = Commanded(ENGINES)
        assert table.go_on() is not None
        table.say(f"deploy as {how}")
        table.asked("chip")
        assert table.handed == []
        found.append([table.adjutant.places[unit] for unit in range(7)])
    by_doctrine = Commanded(ENGINES)
    by_doctrine.asked("chip")
    by_doctrine.adjutant.look(by_doctrine.seen)
    roster = by_doctrine.system.roster(by_doctrine.seen)
    others = [unit for unit in range(7) if found[0][unit] != by_doctrine.adjutant.places[unit]]
    assert [roster[unit].arm for unit in others] == ["gun"]  # whom the doctrine puts behind a line of rifles
    assert found[0] != found[2]
    table = Commanded(ENGINES)
    question = table.go_on()
    assert question is not None
    assert question.region is not None
    x, y = question.region.samples()[-1][:2]
    table.say(f"deploy 0 to {x:.2f},{y:.2f}")
    table.go_on()
    answer = table.adjutant.answers[0]
    assert [float(part) for part in answer.text[1:].split(",")[:2]] == pytest.approx((x, y), abs=0.01)


# ---------------------------------------------------------------- alarms


def test_whoever_is_charged_waits_for_another_word() -> None:
    table = Commanded("the-ruined-wells", BLUE, seed=2)
    table.asked("chip")
    table.say("hold 0 1", "fire 0 if charged")
    while table.go_on() is not None:
        if any(isinstance(event, ChargeDeclared) and event.target in (0, 1) for event in table.game.log):
            break
        table.reply(table.game.questions[0])
    kinds = [order.intent.kind for order in table.adjutant.orders]
    assert "hold" not in kinds
    assert "fire" in kinds
    assert any("could reach" in said or "is charged" in said for said in table.adjutant.reports)


def test_reach_is_fire_or_charge() -> None:
    table = at_chips()
    for unit in table.battle.units:
        reach = table.system.reach(table.battle, unit.id)
        assert reach == max(longest(unit), table.battle.move_of(unit) + most_bonus(unit))


# ---------------------------------------------------------------- what is hidden


def test_what_it_would_do_does_not_tell_what_others_were_told() -> None:
    """Stationary enemies may fire as one moves, unless they were told not to: given, that shows; asked, it does not."""
    setup = set_up("the-ruined-wells", [])
    game: Any = setup.game(["person"] * len(setup.seats), 2, keep=True)
    game.run()
    parted = 0
    for _ in range(150):
        if game.battle.finished:
            break
        question = game.questions[0]
        if question.kind == "next" and not game.inputs:
            shown: list[object] = []
            done: list[list[str]] = []
            for told in (Instruction.USUAL, Instruction.HOLDS):
                twin = game.clone()
                for battle in (twin.battle, twin.start):
                    for unit in battle.units:
                        if unit.seat not in (question.seat, -1):
                            unit.chip = Chip.STATIONARY
                            unit.instruction = told
                twin.rewind()
                twin.run()
                shown.append(would(twin, question.seat, ["best"], None, paths=1000, runs=10))
                done.append([answer.text for answer in carry_out(twin, question.seat, ["best"]).answers])
            assert shown[0] == shown[1]
            parted += done[0] != done[1]
        doctrine = setup.system.doctrine(question.seat)
        seen = setup.system.seen(game.battle, question.seat)
        text = written(doctrine.place(seen, question)) if question.region else doctrine.choose(seen, question).key()
        game.answer(question.seat, question.number(), text)
    assert parted
