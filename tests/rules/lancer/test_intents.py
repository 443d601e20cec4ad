"""What intents mean in the questions of Lancer Rifle Gatling: situations from real battles."""

from __future__ import annotations

from functools import cache

import pytest
from rules.commanded import Commanded, keys

from playsheet.core.asking import Question
from playsheet.rules.lancer.battle.events import Charged

pytestmark = pytest.mark.battles

WELLS = "the-wells"


def deployed(seed: int = 1) -> Commanded:
    told = Commanded(WELLS, seed=seed)
    told.command("deploy as best")
    assert not told.question.kind.startswith("deploy")
    return told


def activated(*heads: str, seed: int = 1) -> Commanded:
    """A unit of the person is activated, with all of these among its choices."""
    told = deployed(seed)
    told.until(lambda battle, asked: asked.kind == "activated" and all(keys(asked, head) for head in heads))
    return told


@cache
def at_ranges() -> Commanded:
    return activated("shoot:", "move")


def first_in_question(asked: Question, head: str) -> int:
    return int(keys(asked, head)[0].split(":")[1])


def test_a_turn_of_doing_the_least_is_one_intent() -> None:
    told = deployed()
    given = told.command("stand")
    assert told.battle.turn == 2
    assert {answer.text for answer in given if answer.kind == "activated"} == {"nothing"}


@pytest.mark.parametrize("how", ["suggested", "mirrored"])
def test_deployments_as_suggested_and_mirrored_put_everybody_on_the_table(how: str) -> None:
    told = Commanded(WELLS)
    told.command(f"deploy as {how}")
    assert all(one.on_table for one in told.system.roster(told.seen) if one.seat == 0)


def test_a_march_goes_on_each_time_it_is_activated_until_somebody_could_reach_it() -> None:
    told = deployed()
    unit = told.until(lambda battle, asked: asked.kind == "activated" and bool(keys(asked, "move"))).about
    x, y = told.place(unit)
    given = told.command(f"march {unit} to {x},{y + 14.0}", "stand")
    moves = [answer for answer in given if (answer.about, answer.text) == (unit, "move")]
    assert len(moves) == 2
    assert told.place(unit) == (x, y + 5.0)
    assert told.adjutant.reports == ["2nd Levy Spearmen could reach Line Company."]
    assert (told.question.kind, told.question.about) == ("activated", unit)  # its person is asked


def test_what_was_said_last_comes_first_and_the_other_still_stands() -> None:
    told = at_ranges()
    unit = told.question.about
    x, y = told.place(unit)
    march, fire = f"march {unit} to {x},{y + 9.0}", f"fire {unit} at will"
    assert told.means(march, fire).startswith("shoot:")
    assert told.means(fire, march) == "move"
    assert told.means(march, f"fire {unit} if charged") == "move"  # nobody is charged: it goes on


def test_fire_is_at_the_nearest_at_a_target_first_or_held() -> None:
    told = at_ranges()
    unit = told.question.about
    adjutant = told.fresh()
    targets = [int(key.split(":")[1]) for key in keys(told.question, "shoot:")]
    near = min(targets, key=lambda target: adjutant.inches(told.seen, unit, target))
    assert told.means(f"fire {unit} at will") == f"shoot:{near}"
    for target in targets:
        assert told.means(f"fire {unit} at {target}") == f"shoot:{target}"
    inches = adjutant.inches(told.seen, unit, near)
    assert told.means(f"fire {unit} within {inches + 0.1}") == f"shoot:{near}"
    for held in (f"fire {unit} within {inches - 0.1}", f"fire {unit} if charged", f"hold {unit}", f"keep {unit}"):
        assert told.means(held) == "nothing"


def test_a_charge_is_declared() -> None:
    told = activated("charge:")
    unit, target = told.question.about, first_in_question(told.question, "charge:")
    assert told.means(f"charge {unit} at {target}") == f"charge:{target}"


def test_whoever_is_to_rally_rallies_first() -> None:
    told = activated("rally", seed=6)
    assert told.means(f"rally {told.question.about}") == "rally"


def test_whoever_is_charged_waits_for_another_word() -> None:
    told = deployed()
    x, y = told.place(0)
    roster = told.system.roster(told.seen)
    foe = next(unit for unit, one in enumerate(roster) if one.side == 1)
    adjutant = told.fresh_after(
        Charged(foe, 0, bearing=0.0, gap=4.0, counter=False), "fire 0 at will", f"march 0 to {x},{y + 9.0}"
    )
    assert adjutant.reports == [f"{roster[0].name} is charged."]
    assert [order.intent.kind for order in adjutant.orders] == ["fire"]
