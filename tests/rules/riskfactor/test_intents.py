"""What intents mean in the questions of the risk-factor skirmish: situations from real battles."""

from __future__ import annotations

from functools import cache

import pytest
from rules.commanded import Commanded, keys

from playsheet.core.errors import Refused
from playsheet.core.geometry import spacing
from playsheet.core.intents import read_intent
from playsheet.rules.riskfactor.battle.events import Charged, Ran
from playsheet.rules.riskfactor.ground.moving import farthest
from playsheet.rules.riskfactor.ground.sight import watch
from playsheet.rules.riskfactor.terms import OrderKind

pytestmark = pytest.mark.battles

WOOD = "platoon-in-the-wood"
OFFICER, SQUADS = 0, (1, 2, 3)


def deployed(scenario: str = WOOD, seed: int = 1) -> Commanded:
    told = Commanded(scenario, seed=seed)
    told.command("deploy as best")
    assert told.question.kind == "declare"
    return told


@cache
def at_ranges() -> Commanded:
    """A commanded squad may shoot at several."""
    told = deployed()
    told.until(lambda battle, asked: asked.kind == "fire" and asked.about in SQUADS and len(keys(asked, "shoot:")) > 1)
    return told


# ---------------------------------------------------------------- a turn


@pytest.mark.parametrize("scenario", [WOOD, "the-picket"])
def test_a_turn_of_doing_the_least_is_one_intent(scenario: str) -> None:
    told = deployed(scenario)
    given = told.command("stand")
    assert told.battle.turn == 2
    assert {(answer.kind, answer.text) for answer in given} <= {
        ("declare", "will_not_fire"),
        ("command", "done"),
        ("move_next", "done"),
        ("move", "stay"),
        ("fire_next", "done"),
        ("fire", "hold_fire"),
        ("charge", "no"),
    }


def test_the_mission_station_is_deployed_by_one_intent() -> None:
    told = deployed("the-mission-station")
    assert all(one.on_table for one in told.system.roster(told.seen) if one.seat == 0 and one.side == 0)


@pytest.mark.parametrize("how", ["suggested", "mirrored"])
def test_deployments_as_suggested_and_mirrored_put_everybody_on_the_table(how: str) -> None:
    told = Commanded(WOOD)
    told.command(f"deploy as {how}")
    assert told.question.kind == "declare"
    assert all(one.on_table for one in told.system.roster(told.seen) if one.seat == 0)


def test_a_deployment_at_a_place_is_as_near_to_it_as_there_is_room() -> None:
    told = Commanded(WOOD)
    unit = told.question.about
    region = told.question.region
    assert region is not None
    value = region.samples()[-1]
    told.command(f"deploy {unit} to {value[0]:.2f},{value[1]:.2f}")
    x, y = told.place(unit)
    assert spacing(x, y, value[0], value[1]) < 5.0


# ---------------------------------------------------------------- command


def test_officers_command_those_who_were_told_something_their_sergeants_first() -> None:
    told = deployed()
    x, y = told.place(2)
    given = told.command(f"march 2 to {x},{y + 60.0}", "stand")
    bought = [answer.text for answer in given if answer.kind == "command"]
    links = [key for key in bought if key.startswith("link:")]
    groups = [key for key in bought if key.startswith("group:")]
    assert set(groups) == {"group:2"}
    assert {told.battle.group_of(int(key.split(":")[1])).id for key in links} == {2}
    assert bought.index(links[0]) < bought.index(groups[0])


def test_a_sergeant_shoots_where_his_men_are_to() -> None:
    told = deployed()
    told.until(lambda battle, asked: asked.kind == "command" and len(keys(asked, "link:")) > 1)
    figure = int(keys(told.question, "link:")[0].split(":")[1])
    squad = told.battle.group_of(figure).id
    assert told.means(f"fire {squad} at will") == f"link:{figure}:fires"
    assert told.means(f"hold {squad}") == f"link:{figure}"
    assert told.means(f"keep {squad}") == ""  # he leaves it to its order; others might be commanded


def test_an_officer_gives_up_a_die_for_his_own_shot_only_with_somebody_in_range() -> None:
    told = deployed("the-picket")
    weapon = told.battle.groups[OFFICER].card.ranged
    seen: set[str] = set()
    while len(seen) < 2:
        assert told.question.kind == "declare"
        gap = watch(told.battle, told.battle.members(told.battle.groups[OFFICER]), 0).gap
        wanted = "will_fire" if gap <= weapon.long else "will_not_fire"
        assert told.means(f"fire {OFFICER} at will") == wanted
        assert told.means(f"hold {OFFICER}") == "will_not_fire"
        seen.add(wanted)
        told.command("stand")


def test_whoever_acts_by_tables_alone_is_nobodys_to_command() -> None:
    told = deployed("the-picket")
    with pytest.raises(Refused, match="not yours to command"):
        told.fresh().give(told.seen, read_intent("march 3 to 10,10"))


# ---------------------------------------------------------------- march, hold, charge


def test_a_march_becomes_the_standing_order_and_is_carried_on_in_the_next_turn() -> None:
    told = deployed()
    x, y = told.place(2)
    goal = x, y + 50.0
    given = told.command(f"march 2 to {goal[0]},{goal[1]}", "stand")
    given += told.command("stand")
    marched = [answer.turn for answer in given if (answer.kind, answer.about) == ("march", 2)]
    commanded = [answer.turn for answer in given if answer.text == "group:2"]
    assert marched == commanded
    assert marched
    assert told.place(2)[1] > y + 10.0
    order = told.battle.groups[2].order
    assert (order.kind, order.x, order.y) == (OrderKind.ADVANCING, *goal)


def test_a_hold_is_the_standing_order_to_hold_and_keeping_an_order_keeps_it() -> None:
    told = deployed()
    told.until(lambda battle, asked: asked.kind == "standing_order")
    squad = told.question.about
    x, y = told.place(squad)
    assert told.means(f"hold {squad}") == "order_hold"
    assert told.means(f"fire {squad} at will", f"march {squad} to {x},{y + 50.0}") == "order_advance_to"
    for kept in (f"keep {squad}", f"rally {squad}", f"fire {squad} at will", "stand"):
        assert told.means(kept) == "keep"


def test_who_holds_rallies_or_fires_stays_where_he_is() -> None:
    told = deployed()
    told.until(lambda battle, asked: asked.kind == "move" and asked.about in SQUADS)
    squad = told.question.about
    x, y = told.place(squad)
    for still in ("hold", "rally", "keep"):
        assert told.means(f"{still} {squad}") == "stay"
    assert told.means(f"fire {squad} at will") == "stay"
    assert told.means(f"march {squad} to {x},{y + 50.0}") == "march"
    assert told.means(f"support {squad} at {OFFICER}") == "march"
    assert told.means(f"charge {squad} at 5") in ("charge:5", "march")


def test_a_charge_is_made_as_soon_as_it_can_be() -> None:
    told = Commanded(WOOD, seed=3)
    told.command("deploy as best")
    told.until(lambda battle, asked: asked.kind == "move" and len(keys(asked, "charge:")) > 0)
    squad = told.question.about
    target = int(keys(told.question, "charge:")[0].split(":")[1])
    assert told.means(f"charge {squad} at {target}") == f"charge:{target}"


# ---------------------------------------------------------------- fire


def test_fire_at_will_is_at_the_nearest_and_at_a_target_first() -> None:
    told = at_ranges()
    squad = told.question.about
    targets = [int(key.split(":")[1]) for key in keys(told.question, "shoot:")]
    adjutant = told.fresh()
    near = min(targets, key=lambda target: adjutant.inches(told.seen, squad, target))
    assert told.means(f"fire {squad} at will") == f"shoot:{near}"
    for target in targets:
        assert told.means(f"fire {squad} at {target}") == f"shoot:{target}"


def test_fire_is_held_until_they_are_within_so_many_centimetres_or_charge() -> None:
    told = at_ranges()
    squad = told.question.about
    adjutant = told.fresh()
    targets = [int(key.split(":")[1]) for key in keys(told.question, "shoot:")]
    near = min(adjutant.inches(told.seen, squad, target) for target in targets)
    assert told.means(f"fire {squad} within {near + 0.1}").startswith("shoot:")
    for held in (f"fire {squad} within {near - 0.1}", f"fire {squad} if charged", f"hold {squad}", "stand"):
        assert told.means(held) == "hold_fire"
    x, y = told.place(squad)
    assert told.means(f"march {squad} to {x},{y + 9.0}") == ""  # nothing was said about its fire


# ---------------------------------------------------------------- alarms


def test_whoever_is_charged_or_runs_waits_for_another_word() -> None:
    told = deployed()
    x, y = told.place(2)
    march = f"march 1 2 to {x},{y + 30.0}"
    for event, said in ((Charged(5, 2, ""), "is charged."), (Ran(2, ()), "runs.")):
        adjutant = told.fresh_after(event, "fire 2 at will", march)
        assert adjutant.reports == [f"{told.battle.groups[2].name} {said}"]
        assert [order.intent.kind for order in adjutant.orders] == ["fire"]
    assert told.fresh_after(Charged(5, 3, ""), march).reports == []


def test_reach_is_that_of_a_charge_or_of_short_range() -> None:
    told = deployed()
    battle = told.battle
    squad, band = battle.groups[1], battle.groups[5]
    assert told.system.reach(battle, 1) >= squad.card.ranged.short
    assert told.system.reach(battle, 5) >= farthest(battle, battle.members(band)) > band.card.ranged.short
