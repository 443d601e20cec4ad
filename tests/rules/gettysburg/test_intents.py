"""Intents in Guns At Gettysburg: each gives the answers that are wanted of it, in battles and on tables made for it."""

from __future__ import annotations

import re

import pytest
from rules.commanded import Commanded, Posed, carried_out
from rules.gettysburg.situation import Field, foot

from playsheet.core.geometry import distance, spacing
from playsheet.players.setup import Setup, scenario_source, set_up_from
from playsheet.rules.gettysburg.battle.events import StageSet
from playsheet.rules.gettysburg.battle.fight_events import ChargeDeclared
from playsheet.rules.gettysburg.ground.moving import allowance
from playsheet.rules.gettysburg.options.fire import marks
from playsheet.rules.gettysburg.table import normal_moves
from playsheet.rules.gettysburg.table.charge.phase import DECLARING, declare
from playsheet.rules.gettysburg.table.charge.resolving import resolve
from playsheet.rules.gettysburg.table.fire import fire_with
from playsheet.rules.gettysburg.table.fire import step as fire_step
from playsheet.rules.gettysburg.table.normal_moves import move_unit
from playsheet.rules.gettysburg.terms import Arm, Formation, Phase

pytestmark = pytest.mark.battles

UNION, CONFEDERATES = 0, 1


def free_places() -> Setup:
    """The Rail Fence, with everybody to be deployed."""
    text = scenario_source("the-rail-fence").read_text(encoding="utf-8")
    return set_up_from(re.sub(r"(?m)^formation +=.*\n|, anchor = \[.*?\], facing = \d+", "", text), "free.toml", [])


# ---------------------------------------------------------------- the least, and what is kept


@pytest.mark.parametrize("seat", [UNION, CONFEDERATES])
def test_a_turn_of_the_least_is_one_intent(seat: int) -> None:
    """The Third Day: nothing is handed on, whatever its orders want of a brigade."""
    table = Commanded("the-third-day", seat)
    assert table.go_on() is not None
    for turn in (1, 2):
        assert table.battle.turn == turn
        table.say("stand")
        answers = table.through_turn()
        assert len(answers) > 10
        assert table.handed == []
        assert {answer.by for answer in answers} == {turn}
    moved = [unit for unit in table.battle.units if unit.seat == seat and unit.marched > 0.0]
    assert len(moved) < len([unit for unit in table.battle.units if unit.seat == seat]) / 2


def test_keep_is_for_orders_alone() -> None:
    table = Commanded("the-woodlot")
    table.asked("brigade_order")
    table.say("keep")
    question = table.go_on()
    assert question is not None
    assert question.kind == "generals"
    assert {(answer.kind, answer.text) for answer in table.adjutant.answers} == {("brigade_order", "keep")}


def test_to_keep_ends_with_the_turn() -> None:
    table = Commanded("the-woodlot")
    table.asked("brigade_order")
    table.say("keep")
    assert table.asked("brigade_order", turn=2).kind == "brigade_order"


# ---------------------------------------------------------------- marching


def test_a_march_of_several_keeps_their_places() -> None:
    """Three regiments, each as far as it may."""
    table = Commanded("the-third-day", CONFEDERATES)
    table.asked("normal")
    group = [unit.id for unit in table.battle.units if unit.seat == CONFEDERATES and unit.arm == Arm.INFANTRY][:3]
    places = [(table.battle.units[unit].x, table.battle.units[unit].y) for unit in group]
    most = [allowance(table.battle, table.battle.units[unit]) for unit in group]
    middle = [sum(numbers) / 3 for numbers in zip(*places, strict=True)]
    table.say(f"march {' '.join(map(str, group))} to {middle[0]:.3f},{middle[1] + 14.0:.3f}")
    table.through_turn()
    assert [answer.kind for answer in table.adjutant.answers if answer.about in group].count("march") == 3
    for unit, (x, y), inches in zip(group, places, most, strict=True):
        now = table.battle.units[unit]
        assert spacing(now.x, now.y, x, y + 14.0) < 14.0 - 0.7 * inches


def test_a_march_is_carried_on_in_the_next_turn() -> None:
    """Nothing more is said; whoever has lost his nerve waits for another word."""
    table = Commanded("the-third-day", CONFEDERATES)
    table.asked("normal")
    group = [unit.id for unit in table.battle.units if unit.seat == CONFEDERATES and unit.arm == Arm.INFANTRY][::4]
    places = [(table.battle.units[unit].x, table.battle.units[unit].y) for unit in group]
    table.say(*[f"march {unit} to {x:.2f},{y + 14:.2f}" for unit, (x, y) in zip(group, places, strict=True)])
    table.through_turn()
    left = [unit for unit in group if any(order.means(unit) for order in table.adjutant.orders)]
    assert len(left) > 2
    before = {unit: table.battle.units[unit].y for unit in left}
    answers = [answer for answer in table.through_turn() if answer.kind == "march" and answer.about in left]
    assert len(answers) > 1
    for answer in answers:
        assert table.battle.units[answer.about].y > before[answer.about] + 1.0
        assert answer.by == group.index(answer.about) + 1


def test_a_march_in_another_formation_forms_first() -> None:
    table = Commanded("the-rail-fence")
    table.asked("normal")
    table.say("march 0 to 10,30 in column")
    acts = [answer for answer in table.through_turn() if answer.about == 0 and answer.kind == "act"]
    assert acts[0].text == "form:column"
    assert table.battle.units[0].formation == Formation.COLUMN


def test_whoever_has_arrived_turns_and_is_through() -> None:
    """Two inches ahead, then about: the intent is over when it faces as is wished."""
    table = Commanded("the-third-day", CONFEDERATES)
    table.asked("normal")
    unit = next(unit for unit in table.battle.units if unit.seat == CONFEDERATES and unit.arm == Arm.INFANTRY)
    about = (unit.facing + 180.0) % 360.0
    ahead = unit.shape.point(0.0, 2.0)
    table.say(f"march {unit.id} to {ahead[0]:.2f},{ahead[1]:.2f} facing {about:g}")
    for _ in range(2):
        table.through_turn()
    unit = table.battle.units[unit.id]
    assert spacing(unit.x, unit.y, *ahead) < 1.0
    assert unit.facing == pytest.approx(about)
    assert table.adjutant.orders == []


def test_a_battery_unlimbers_where_it_has_arrived() -> None:
    table = Commanded("the-third-day", CONFEDERATES)
    table.asked("normal")
    gun = next(unit for unit in table.battle.units if unit.seat == CONFEDERATES and unit.arm == Arm.ARTILLERY)
    back = gun.shape.point(0.0, -6.0)
    table.say(f"march {gun.id} to {back[0]:.2f},{back[1]:.2f} facing {gun.facing:g} in limber")
    acts: list[str] = []
    for _ in range(3):
        acts += [answer.text for answer in table.through_turn() if answer.kind == "act" and answer.about == gun.id]
    assert [text for text in acts if text not in ("done", "march")] == ["limber", "unlimber"]
    assert "march" in acts
    assert table.battle.units[gun.id].formation == Formation.DEPLOYED
    assert table.battle.units[gun.id].facing == gun.facing


def test_a_march_that_finds_no_way_on_ends_with_a_sentence() -> None:
    """Beyond the edge of the table: as far as it goes, and there it is over."""
    table = Commanded("the-rail-fence", seed=2)
    question = table.asked("generals")
    place = question.options[1].about()[0]
    table.say(f"march {place} to 24,60")
    table.through_turn()
    assert table.adjutant.places[place][1] > 33.0
    table.through_turn()
    assert table.adjutant.reports == [f"{table.system.roster(table.battle)[place].name} finds no way on."]
    assert table.adjutant.orders == []


def test_a_general_rides_and_attaches_himself() -> None:
    table = Commanded("the-rail-fence")
    question = table.asked("generals")
    place = question.options[1].about()[0]
    table.say(f"march {place} to 5,34")
    assert table.meant(question) == question.options[1].key()
    table.adjutant.orders.clear()
    table.say(f"support {place} at 1")
    table.go_on()
    assert [answer.text for answer in table.adjutant.answers if answer.kind == "general_to"] == ["attach:1"]


# ---------------------------------------------------------------- charging


def facing_lines(gap: float) -> Field:
    """A Confederate line and another beside it, so far before a Union line."""
    rebels = [foot("cs-line", "B", 36, 50.0 - gap - 0.75, 0), foot("cs-line", "C", 48, 50.0 - gap - 0.75, 0)]
    return Field([foot("us-line", "A", 36, 50.75, 180)], rebels, orders=("hold", "assault"))


def test_a_charge_is_declared_and_its_line_found() -> None:
    field = facing_lines(6.0)
    field.go(Phase.CHARGES, CONFEDERATES)
    field.game.tell(StageSet(DECLARING, [CONFEDERATES]))
    assert field.charges("B", "C") == ["charge:B:A", "charge:C:A"]

    def both() -> None:
        declare(field.game)
        declare(field.game)

    adjutant = carried_out(field, CONFEDERATES, both, "charge 1 at 0", "hold 2")
    assert [answer.kind for answer in adjutant.answers] == ["declare", "pivot", "declare"]
    assert [answer.text for answer in adjutant.answers if answer.kind == "declare"] == ["charge:1:0", "done"]
    declared = [event for event in field.game.log if isinstance(event, ChargeDeclared)]
    assert [(event.unit, event.target) for event in declared] == [(1, 0)]


def test_a_charge_that_is_too_far_goes_nearer() -> None:
    field = facing_lines(20.0)
    field.go(Phase.NORMAL_MOVES, CONFEDERATES)
    before = distance(field["A"].shape, field["B"].shape)
    adjutant = carried_out(field, CONFEDERATES, lambda: normal_moves.step(field.game), "charge 1 at 0")
    assert [(answer.kind, answer.text) for answer in adjutant.answers[:2]] == [("normal", "unit:1"), ("act", "march")]
    assert distance(field["A"].shape, field["B"].shape) < before - 7.0
    assert adjutant.orders[0].intent.target == 0


# ---------------------------------------------------------------- fire


def in_range() -> Field:
    """A Union line with two Confederate lines before it: 1 is farther off than 2; 3 is in range of nobody."""
    rebels = [foot("cs-line", "Far", 30, 42, 0), foot("cs-line", "Near", 42, 44, 0), foot("cs-line", "Away", 8, 5, 0)]
    field = Field([foot("us-line", "A", 36, 50, 180)], rebels)
    field.phase(Phase.FIRING, UNION)
    field.game.tell(StageSet(1, [UNION]))
    return field


def target_asked() -> Posed:
    field = in_range()
    return Posed(field, lambda: fire_with(field.game, field["A"], marks(field.battle, field["A"])))


def test_fire_at_will_is_at_the_nearest() -> None:
    field = in_range()
    assert Posed(field, lambda: fire_step(field.game)).means("fire 0 at will") == "unit:0"
    told = target_asked()
    assert [option.key() for option in told.question.options] == ["shoot:1", "shoot:2"]
    assert told.means("fire 0 at will") == "shoot:2"


def test_a_target_comes_first() -> None:
    told = target_asked()
    assert [told.means(f"fire 0 at {target}") for target in (1, 2)] == ["shoot:1", "shoot:2"]


def test_fire_is_held_until_they_are_near() -> None:
    field = in_range()
    told = Posed(field, lambda: fire_step(field.game))
    near = told.fresh().inches(told.seen, 0, 2)
    assert told.means(f"fire 0 within {near - 0.5:.2f}") == "done"
    assert told.means("fire 0 if charged") == "done"
    assert told.means(f"fire 0 within {near + 0.5:.2f}") == "unit:0"


def test_whoever_is_charged_fires_if_he_was_told_so() -> None:
    field = facing_lines(6.0)
    field.declare("B", "A", 0.0)
    told = Posed(field, lambda: resolve(field.game, field["A"]))
    assert (told.question.kind, told.question.about) == ("reaction", 0)
    assert told.means("hold 0") == ""
    assert told.means("fire 0 if charged") == "fire"
    assert told.means("fire 0 within 1") == "fire"


def test_supporting_fire_is_fire_too() -> None:
    friends = [foot("us-line", "A", 36, 50.75, 180), foot("us-line", "Friend", 46, 50.75, 235)]
    field = Field(friends, [foot("cs-line", "B", 36, 43.25, 0)], orders=("hold", "assault"))
    field.declare("B", "A", 0.0)
    told = Posed(field, lambda: resolve(field.game, field["A"]), "hold")
    assert told.question.kind == "support"
    assert told.means("fire 1 if charged") == "support:1"
    assert told.means("fire 0 if charged", "hold 1") == ""


@pytest.mark.parametrize(("gap", "load"), [(8.0, ":canister"), (20.0, "")])
def test_guns_fire_canister_where_it_reaches(gap: float, load: str) -> None:
    field = Field([foot("us-napoleon", "Guns", 36, 50, 180)], [foot("cs-line", "B", 36, 50.0 - gap, 0)])
    field.phase(Phase.FIRING, UNION)
    guns = field["Guns"]
    told = Posed(field, lambda: fire_with(field.game, guns, marks(field.battle, guns)))
    assert told.means("fire 0 at will") == f"shoot:1{load}"


# ---------------------------------------------------------------- holding, supporting, rallying


def test_hold_stays_where_it_is() -> None:
    table = Commanded("the-rail-fence", seed=2)
    table.asked("brigade_order")
    unit = table.battle.units[0]
    before = (unit.x, unit.y, unit.facing)
    table.say("hold 0 1 2")
    assert table.meant(table.game.questions[0]) == "keep"
    answers = table.through_turn()
    assert ("normal", "close") in [(answer.kind, answer.text) for answer in answers]
    unit = table.battle.units[0]
    assert (unit.x, unit.y, unit.facing) == before


def test_support_is_an_order_of_its_brigade() -> None:
    table = Commanded("the-woodlot")
    question = table.asked("brigade_order")
    own = table.battle.units[question.about].brigade
    friend = next(unit for unit in table.battle.units if unit.side == 0 and unit.brigade not in (own, -1))
    table.say(f"support {question.about} at {friend.id}")
    table.go_on()
    texts = [answer.text for answer in table.adjutant.answers if answer.about == question.about]
    assert texts[:2] == ["sent:support", f"support:{friend.brigade}:rear"]


def test_rally_gets_up_or_reforms() -> None:
    field = facing_lines(30.0)
    field.unform("B")
    field.go(Phase.NORMAL_MOVES, CONFEDERATES)
    told = Posed(field, lambda: move_unit(field.game, field["B"]))
    assert told.question.kind == "act"
    assert told.means("rally 1").startswith("reform:")


# ---------------------------------------------------------------- deploying


def deployed(*texts: str) -> list[tuple[float, float, float, int]]:
    table = Commanded(free_places())
    assert table.go_on() is not None
    if texts:
        table.say(*texts)
    table.until(lambda battle, question: question.kind not in ("formation", "deploy"))
    return [(unit.x, unit.y, unit.facing, unit.formation) for unit in table.battle.units if unit.side == UNION]


def test_a_deployment_as_suggested_best_or_mirrored() -> None:
    best = deployed("deploy as best")
    assert best == deployed()
    suggested = deployed("deploy as suggested")
    mirrored = deployed("deploy as mirrored")
    assert len(best) == len(suggested) == len(mirrored) == 3
    for (x, y, _, _), (mirror, other, _, _) in zip(best, mirrored, strict=True):
        if x + mirror == pytest.approx(48.0):
            assert y == pytest.approx(other)
    assert any(x + mirror == pytest.approx(48.0) for (x, *_), (mirror, *_) in zip(best, mirrored, strict=True))


def test_a_deployment_at_a_place_in_a_formation() -> None:
    found = deployed("deploy 0 to 12,30 facing 180 in column", "deploy 1 2 as best")
    assert found[0] == (12.0, 30.0, 180.0, Formation.COLUMN)


# ---------------------------------------------------------------- alarms


def test_whoever_is_charged_waits_for_another_word() -> None:
    """All but his word about fire."""
    table = Commanded("the-rail-fence")
    table.say("hold 0 1 2", "fire 0 1 2 if charged")
    table.until(lambda battle, question: any(isinstance(event, ChargeDeclared) for event in table.game.log))
    assert [order.intent.kind for order in table.adjutant.orders] == ["fire"]
    assert any(said.endswith("is charged.") or "could reach" in said for said in table.adjutant.reports)


def test_reach_is_fire_or_charge() -> None:
    table = Commanded("the-rail-fence")
    battle = table.battle
    rules = battle.rules
    assert table.system.reach(battle, 2) == rules.gun_long[battle.units[2].card.gun_class]
    assert table.system.reach(battle, 0) == rules.long[battle.units[0].card.weapon]
    assert table.system.reach(battle, len(battle.units)) == 0.0  # a general


# ---------------------------------------------------------------- who joins the roster


def test_a_generals_orders_follow_him_when_a_detachment_joins_the_roster() -> None:
    """Generals stand last in the roster: whoever joins it before them gives them other numbers."""
    table = Commanded("the-third-day", CONFEDERATES)
    general = table.asked("generals").options[1].about()[0]
    roster = table.system.roster(table.battle)
    name, (x, y, _) = roster[general].name, roster[general].at
    table.say(f"march {general} to {x:g},{y + 40.0:g}", f"support {general + 1} at {general}")
    detaching = table.until(lambda battle, asked: asked.kind == "act" and "screen" in [o.key() for o in asked.options])
    rode = table.adjutant.answers[-1].about
    table.reply(detaching, "screen")
    table.until(lambda battle, asked: len(table.system.roster(battle)) > len(roster))
    standing = {order.intent.kind: order.intent for order in table.adjutant.orders}
    assert (rode, standing["march"].units, standing["support"].target) == (general, [general + 1], general + 1)
    assert table.system.roster(table.battle)[general + 1].name == name
    turn = table.battle.turn
    table.asked("generals", turn + 1)
    rides = [one for one in table.adjutant.answers if one.turn == turn + 1 and one.kind == "ride"]
    assert sorted(one.about for one in rides) == [general + 1, general + 2]
