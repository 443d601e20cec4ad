"""What intents mean in the questions of G.A.S.L.I.G.H.T.: in real battles, and in situations made for the question."""

from __future__ import annotations

from functools import cache

import pytest
from rules.commanded import Commanded, Posed, keys
from rules.gaslight.situation import Field, band, row, soldiers
from rules.gaslight.situation import machine as engine

from playsheet.core.asking import Question
from playsheet.core.geometry import spacing
from playsheet.core.intents import read_intent
from playsheet.rules.gaslight.battle.events import ActionsEnded
from playsheet.rules.gaslight.battle.fight_events import ChargeDeclared, FailureRolled
from playsheet.rules.gaslight.options.charge import farthest
from playsheet.rules.gaslight.options.orders import orders
from playsheet.rules.gaslight.turn import act, close_card
from playsheet.tabletop.machines.machine import STALLED

pytestmark = pytest.mark.battles

FORD = "steam-at-kandar-ford"
FOOT, GATLING, POUNDER, TANK, HERO = (0, 1, 2), 3, 4, 5, 6


def deployed(scenario: str = FORD, seed: int = 1) -> Commanded:
    told = Commanded(scenario, seed=seed)
    told.command("deploy as best")
    assert told.question.kind == "order"
    return told


def asked(field: Field, name: str) -> Posed:
    """Its card has come up, and it is asked what it does."""
    field.activate(name)
    return Posed(field, lambda: act(field.game))


@cache
def at_ranges() -> Posed:
    """Foot with two bands and a walker to shoot at; one band is the nearest."""
    bands = [
        band(4, "Far", row(5, 38, 36)),
        band(4, "Near", row(5, 27, 30)),
        engine("gl-walker", "Walker", 44, 28, 180),
    ]
    return asked(Field([soldiers(4, "Ours", row(4, 30, 20))], bands), "Ours")


@cache
def before_a_charge() -> Posed:
    """Foot with one band within a charge, and one beyond it."""
    bands = [band(4, "Far", row(5, 30, 50)), band(4, "Near", row(5, 30, 24))]
    return asked(Field([band(4, "Ours", row(5, 30, 20), 0.0)], bands), "Ours")


def order_asked(told: Commanded, unit: int) -> Question:
    """As if its card had come up."""
    return Question(0, "order", unit, orders(told.battle, told.battle.units[unit]), None, 0, 0)


# ---------------------------------------------------------------- a turn


def test_a_turn_of_doing_the_least_is_one_intent() -> None:
    told = deployed()
    given = told.command("stand")
    assert told.battle.turn == 2
    assert {answer.about for answer in given if answer.kind == "order"} == {*FOOT, GATLING, POUNDER, TANK, HERO}
    assert {answer.text for answer in given if answer.kind == "order"} == {"done"}


def test_the_great_redoubt_is_deployed_by_one_intent() -> None:
    told = Commanded("the-great-redoubt")
    assert told.question.kind == "deploy"
    given = told.command("deploy as best")
    assert told.question.kind not in ("deploy", "attach")
    assert len([answer for answer in given if answer.kind == "deploy"]) > 9


@pytest.mark.parametrize("how", ["suggested", "mirrored"])
def test_deployments_as_suggested_and_mirrored_put_everybody_on_the_table(how: str) -> None:
    told = Commanded(FORD)
    told.command(f"deploy as {how}")
    assert told.question.kind == "order"
    assert all(one.on_table for one in told.system.roster(told.seen) if one.seat == 0)


def test_a_deployment_at_a_place_is_as_near_to_it_as_there_is_room() -> None:
    told = Commanded(FORD)
    unit = told.question.about
    region = told.question.region
    assert region is not None
    value = region.samples()[-1]
    told.command(f"deploy {unit} to {value[0]:.2f},{value[1]:.2f}")
    x, y = told.place(unit)
    assert spacing(x, y, value[0], value[1]) < 3.0


# ---------------------------------------------------------------- march


def test_a_march_is_carried_on_in_the_next_turn_by_foot_guns_and_machines() -> None:
    told = deployed(seed=21)
    going = [*FOOT, POUNDER, TANK]
    starts = [told.place(unit) for unit in going]
    x = sum(start[0] for start in starts) / len(starts)
    y = sum(start[1] for start in starts) / len(starts)
    given = told.command(f"march {' '.join(map(str, going))} to {x + 14.0:.2f},{y:.2f}", "stand")
    given += told.command("stand")
    assert told.battle.turn == 3
    chosen = [(answer.turn, answer.about, answer.text) for answer in given if answer.kind == "order"]
    for turn in (1, 2):
        for unit, does in ((0, "move"), (1, "move"), (2, "move"), (POUNDER, "gun_move"), (TANK, "drive")):
            assert (turn, unit, does) in chosen
    assert (POUNDER, "move") not in [(answer.about, answer.text) for answer in given]  # nobody leaves his gun
    for start, unit in zip(starts, going, strict=True):
        assert told.place(unit)[0] > start[0] + 4.0
    assert told.adjutant.reports == ["2nd Redcoats fails its morale."]  # as the third begins


def test_an_engine_is_started_before_the_machine_marches_or_charges() -> None:
    told = deployed()
    unit = told.battle.units[TANK]
    machine = told.battle.machine_of(unit)
    machine.engine = STALLED
    unit.machine = machine.state()
    asked = order_asked(told, TANK)
    x, y = told.place(TANK)
    assert not keys(asked, "drive")
    assert told.fresh(f"march {TANK} to {x},{y + 10.0}").answer(told.seen, asked) == "start"
    assert told.fresh(f"charge {TANK} at 7").answer(told.seen, asked) == "start"


def test_a_machine_that_must_turn_first_turns_toward_the_place() -> None:
    told = deployed(seed=2)
    told.until(lambda battle, asked: asked.kind == "drive" and asked.about == TANK and told.battle.turn > 1)
    region = told.question.region
    assert region is not None
    ghost = region.ghost()
    assert ghost is not None
    hull = told.battle.hull_of(told.battle.units[TANK])
    behind = hull.x - hull.ux * 8.0, hull.y - hull.uy * 8.0
    adjutant = told.fresh(f"march {TANK} to {behind[0]},{behind[1]}")
    value = adjutant.value(told.seen, told.question)
    assert value is not None
    assert value[0] != ghost.facing
    assert not region.refusal(value)
    assert adjutant.reports == []


def test_foot_who_have_shot_do_not_march_in_halves() -> None:
    told = at_ranges()
    unit = told.question.about
    x, y = told.place(unit)
    both = f"march {unit} to {x},{y + 9.0}", f"fire {unit} at will"
    assert told.means(*both).startswith("shoot")
    assert told.means(both[1], both[0]) == "move"  # what was said last comes first


# ---------------------------------------------------------------- fire


def shots(told: Posed) -> list[int]:
    """At whom the whole unit may shoot."""
    whole = [*keys(told.question, "shoot:"), *keys(told.question, "shoot_machine:")]
    return [int(key.split(":")[1]) for key in whole]


def test_fire_at_will_is_at_the_nearest_and_at_a_target_first() -> None:
    told = at_ranges()
    assert shots(told) == [1, 2, 3]
    assert told.means("fire 0 at will") == "shoot:2"
    assert [told.means(f"fire 0 at {target}") for target in (1, 2, 3)] == ["shoot:1", "shoot:2", "shoot_machine:3"]


def test_fire_at_will_is_at_a_machine_that_is_the_nearest() -> None:
    bands = [band(4, "Far", row(5, 38, 36)), engine("gl-walker", "Walker", 30, 30, 180)]
    told = asked(Field([soldiers(4, "Ours", row(4, 30, 20))], bands), "Ours")
    assert shots(told) == [1, 2]
    assert told.means("fire 0 at will") == "shoot_machine:2"
    assert told.means("fire 0 at 1") == "shoot:1"


def test_fire_is_held_until_they_are_within_so_many_inches_or_charge() -> None:
    told = at_ranges()
    near = told.fresh().inches(told.seen, 0, 2)
    assert 9.0 < near < 11.0
    assert told.means(f"fire 0 within {near + 0.1}") == "shoot:2"
    for held in (f"fire 0 within {near - 0.1}", "fire 0 if charged", "hold 0"):
        assert told.means(held) == "done"


def test_a_gun_fires_and_is_reloaded() -> None:
    told = deployed()
    told.until(lambda battle, asked: asked.kind == "order" and len(keys(asked, "gun_fire")) > 0)
    assert told.means(f"fire {told.question.about} at will").startswith(("gun_fire", "gun_grape"))
    told.until(lambda battle, asked: asked.kind == "order" and "gun_reload" in keys(asked, "gun_reload"))
    assert told.means(f"fire {told.question.about} at will") == "gun_reload"
    assert told.means(f"hold {told.question.about}") == "gun_reload"


# ---------------------------------------------------------------- charge, hold, support


def test_a_charge_is_declared_or_else_they_close_in() -> None:
    told = before_a_charge()
    assert keys(told.question, "charge:") == ["charge:2"]
    assert told.means("charge 0 at 2") == "charge:2"
    assert told.means("charge 0 at 1") == "move"


def test_whoever_has_charged_as_told_waits_for_another_word() -> None:
    told = before_a_charge()
    adjutant = told.fresh("charge 0 at 2")
    adjutant.answer(told.seen, told.question)
    adjutant.tidy(told.seen)
    assert len(adjutant.orders) == 1
    later = told.system.clone(told.seen)
    later.turn += 1
    adjutant.tidy(later)
    assert adjutant.orders == []


@pytest.mark.parametrize("kind", ["hold", "rally", "keep"])
def test_who_holds_does_nothing_but_load(kind: str) -> None:
    told = deployed()
    assert told.means(f"{kind} {told.question.about}") == "done"


def test_a_character_joins_whom_he_supports() -> None:
    told = deployed("the-telegraph-hut")
    given = told.command("support 1 at 0", "hold 0")
    assert ("attach", "attach:0") in [(answer.kind, answer.text) for answer in given]


def test_small_things_are_left_to_the_doctrine_while_anybody_has_been_told_something() -> None:
    """One man between two enemies names whom he strikes."""
    foes = [soldiers(2, "Foe", [(30, 21.0), (31.0, 20)], 180.0)]
    field = Field([soldiers(1, "Red", [(30, 20)]), soldiers(2, "Others", row(2, 30, 5))], foes)
    field.activate("Red")
    field.game.tell(ActionsEnded())
    told = Posed(field, lambda: close_card(field.game))
    assert (told.question.kind, len(told.question.options)) == ("strike", 2)
    assert told.means("hold 1") == told.doctrine.choose(told.seen, told.question).key()
    assert told.means() == ""


# ---------------------------------------------------------------- alarms


def test_whoever_is_charged_or_fails_his_morale_waits_for_another_word() -> None:
    told = deployed()
    x, y = told.place(0)
    march = f"march 0 1 to {x},{y + 9.0}"
    for event, said in (
        (ChargeDeclared(7, 0, machine=False), "1st Redcoats is charged."),
        (FailureRolled(0, [0], [0], own_card=True, ruling=""), "1st Redcoats fails its morale."),
    ):
        adjutant = told.fresh_after(event, "fire 0 at will", march)
        assert adjutant.reports == [said]
        assert [order.intent.kind for order in adjutant.orders] == ["fire"]
    assert told.fresh_after(ChargeDeclared(7, 2, machine=False), march).reports == []


def test_reach_is_that_of_a_charge_or_of_short_range() -> None:
    told = deployed()
    unit = told.battle.units
    reach = told.system.reach
    assert (
        reach(told.battle, 10) == unit[10].card.figures[1].weapon.short > farthest(told.battle, unit[10].first)
    )  # jezails
    assert reach(told.battle, 7) == farthest(told.battle, unit[7].first)  # a warband runs farther than it shoots
    assert reach(told.battle, POUNDER) >= unit[POUNDER].card.gun.grape


def test_whoever_was_stopped_is_asked_about_once_though_his_fire_stands() -> None:
    told = deployed(seed=2)
    unit = told.question.about
    x, y = told.place(unit)
    said = f"fire {unit} at will", f"march {unit} to {x + 9.0},{y}"
    assert told.fresh(*said).answer(told.seen, told.question) == "move"
    adjutant = told.fresh_after(ChargeDeclared(7, unit, machine=False), *said)
    assert adjutant.answer(told.seen, told.question) == ""
    assert adjutant.answer(told.seen, told.question) == ""  # the same question, asked again
    later = order_asked(told, unit)
    later.step = told.question.step + 1
    assert adjutant.answer(told.seen, later) == "done"  # it was answered by hand: what was said of its fire stands
    adjutant = told.fresh_after(ChargeDeclared(7, unit, machine=False), *said)
    adjutant.give(told.seen, read_intent("stand"))
    assert adjutant.answer(told.seen, told.question) == "done"
