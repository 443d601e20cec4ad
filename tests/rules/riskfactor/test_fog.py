"""Fog (R28, R64): what the players of the other side see of hidden troops, and what they are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row
from tabletop import ground, of, one, set_up

from playsheet.core.dice import Seeded
from playsheet.core.events import Event, Rolled, unseen_by
from playsheet.core.game import GAME_MASTER, ONLOOKER, Game
from playsheet.players.carrying_out import carry_out
from playsheet.players.setup import Setup
from playsheet.rules.riskfactor import system
from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Declared,
    Faced,
    GroupAdded,
    GroupCommanded,
    GroupJoined,
    Moved,
    OrderSet,
    OutOfSight,
    Passed,
    PhaseBegan,
    PointsThrown,
    WentOff,
)
from playsheet.rules.riskfactor.battle.fight_events import Fired
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.ground.fog import hidden
from playsheet.rules.riskfactor.ground.moving import MoveRegion
from playsheet.rules.riskfactor.shown.view import OUT_OF_VIEW, hidden_from
from playsheet.rules.riskfactor.terms import OrderKind, Phase
from playsheet.server.intents import would

pytestmark = pytest.mark.battles

SCENARIOS = Path(system.__file__).parent / "scenarios"


# ---------------------------------------------------------------- fog (R28, R64)


def in_the_wood(**settings: Any) -> Skirmish:
    """A platoon's view of a wood with warriors deep in it, and of one band in the open."""
    return Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 30))],
        [
            chief(180, 190),
            men("warrior-band", "Hidden", block(20, 100, 150, 10)),
            men("young-warriors", "Open", block(20, 180, 170, 5)),
        ],
        [ground("woods", name="the wood", rect=[60, 110, 140, 190])],
        **settings,
    )


def test_a_preview_betrays_nobody() -> None:
    """Whoever stands unseen in the way is not in the way of what is shown before the move."""
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 70))],
        [chief(180, 190), men("warrior-band", "Hidden", block(20, 100, 88, 10))],
        [ground("woods", name="the wood", rect=[60, 72, 140, 190])],
        fog="on",
    )
    region = MoveRegion(table.battle, table["Squad"], faces=0.0)
    value = (region.x, region.y + region.most, region.x, region.y + region.most, 0.0)
    shown = region.outcome(table.game.system.seen(table.battle, 0), value)
    known = region.outcome(table.battle, value)
    assert shown is not None
    assert known is not None
    assert known.stops.endswith("before the Hidden")
    assert "Hidden" not in shown.stops
    assert max(body[1] for body in shown.bodies) > max(body[1] for body in known.bodies) + 1.0


def waiting_to_move(y: float) -> tuple[Game[Any], int]:
    """The squad is about to move into the wood, in which a band stands unseen so far up."""
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 70))],
        [chief(180, 190), men("warrior-band", "Hidden", block(20, 100, y, 10))],
        [ground("woods", name="the wood", rect=[60, 72, 140, 190])],
        fog="on",
    )
    table.commanded("Squad", "Lieutenant")
    table["Squad"].obeys = False
    table.game.tell(PhaseBegan(Phase.FREE_MOVES, [table["Squad"].id]))
    game: Game[Any] = Game(table.game.system, table.battle, [None, None], Seeded(1), keep=True, own_dice=[False] * 2)
    game.run()
    return game, table["Squad"].id


def test_what_an_intent_would_do_betrays_nobody() -> None:
    """Whoever stands unseen in the way, or deep in the wood: the same is shown. Given, it meets whoever is there."""
    shown: list[object] = []
    met: list[float] = []
    for y in (88.0, 150.0):
        game, squad = waiting_to_move(y)
        march = f"march {squad} to 100,130"
        shown.append(would(game, 0, [march], None, paths=1000, runs=10))
        after = carry_out(game, 0, [march]).game.battle
        met.append(after.centre(after.members(after.groups[squad]))[1])
    assert shown[0] == shown[1]
    assert met[0] < met[1] - 1.0
    units: Any = shown[0]
    assert units["units"][0]["to"][1] == pytest.approx(met[1])


def names_seen(table: Skirmish, seat: int) -> set[str]:
    view: Any = table.game.system.view(table.battle, seat)
    return {group["name"] for group in view["groups"] if group.get("figures")}


def test_without_fog_everybody_is_on_the_table_for_all_to_see() -> None:
    assert "Hidden" in names_seen(in_the_wood(), 0)


def test_fog_hides_figures_until_they_are_seen() -> None:
    table = in_the_wood(fog="on")
    assert names_seen(table, 0) == {"Lieutenant", "Squad", "Chief", "Open"}
    assert names_seen(table, 1) == {"Lieutenant", "Squad", "Chief", "Hidden", "Open"}
    seen = table.game.system.seen(table.battle, 0)
    assert seen.members(seen.groups[table["Hidden"].id]) == []
    assert len(hidden_from(table.battle, 0)) == 20
    table.stand("Squad", row(10, 100, 108))
    table.stand("Hidden", block(20, 100, 117, 10))
    assert "Hidden" not in names_seen(table, 0)  # near the edge of it now, but no die has been thrown
    table.seen_at("Hidden", 10)
    assert "Hidden" in names_seen(table, 0)


def told_to(table: Skirmish, told: list[Event[Any]], seat: int) -> list[Event[Any]]:
    return [event for event in told if table.game.system.shown(table.battle, event, seat)]


def test_r64_what_hidden_troops_do_is_not_told_to_the_other_side() -> None:
    table = in_the_wood(fog="on", first=2)
    table.order("Hidden", "advance", (100, 120))
    told = table.until(Phase.SIDE_ENDS, "declare will_not_fire", "move stay", dice=[1, 1, 1, 1, 3, 3, 3])
    about = [event for event in told if getattr(event, "group", -1) == table["Hidden"].id]
    assert of(about, Moved)
    assert told_to(table, about, 0) == []
    assert told_to(table, about, ONLOOKER) == []
    assert told_to(table, about, 1) == about
    assert told_to(table, about, GAME_MASTER) == about


def test_r64_orders_commands_and_action_dice_of_others_are_not_told_even_of_those_in_sight() -> None:
    table = in_the_wood(fog="on", first=2)
    told = table.until(
        Phase.SIDE_ENDS,
        "declare will_not_fire",
        "command group:{Open}",
        "move_next next:{Open}",
        "standing_order order_hold",
        "move march",
        "march 180,150,180,150,180",
        "move stay",
        dice=[6, 6, 6, 6, 3, 3, 3],
    )
    mine = told_to(table, told, 0)
    for kind in (ActionSet, OrderSet, GroupCommanded, Declared, Passed):
        assert of(told, kind), kind
        assert not of(mine, kind), kind
    assert [event.group for event in of(mine, Moved)] == [table["Open"].id]  # what they do in the open is seen
    assert all(event.queue == [] for event in of(mine, PhaseBegan))
    assert any(event.queue for event in of(told, PhaseBegan))
    tables = [event.table for event in of(mine, Rolled)]
    assert "command-dice" in tables  # which lie open
    assert of(mine, PointsThrown)
    assert not [table for table in tables if table.startswith("actions-")]


def test_without_fog_everything_is_told_to_everybody() -> None:
    table = in_the_wood(first=2)
    told = table.until(Phase.SIDE_ENDS, "declare will_not_fire", "move stay", dice=[1, 1, 1, 1, 3, 3, 3])
    assert not any(unseen_by(event) for event in told)
    assert told_to(table, told, 0) == told_to(table, told, ONLOOKER) == told


def test_r64_whoever_goes_out_of_sight_is_told_to_have_gone_and_not_where() -> None:
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 30))],
        [men("warrior-band", "Band", [*row(5, 100, 101), *row(5, 100, 80)], order="withdraw", to=(100, 190))],
        [ground("woods", name="the wood", rect=[60, 110, 140, 190])],
        fog="on",
        first=2,
    )
    told = table.do("Band", "continue_order")
    mine = told_to(table, told, 0)
    gone = [figure for figure in table.battle.members(table["Band"]) if hidden(table.battle, figure)]
    assert 0 < len(gone) < 10
    assert one(mine, OutOfSight).figures == gone
    assert sorted(one(mine, Moved).figures + gone) == table.battle.members(table["Band"])
    whole = next(event for event in of(told, Moved) if unseen_by(event))
    assert len(whole.figures) == 10


def test_of_a_turn_of_the_whole_group_only_what_is_seen_is_told() -> None:
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 30))],
        [men("warrior-band", "Band", [*row(5, 100, 107), *row(5, 100, 118)], facing=0.0)],
        [ground("woods", name="the wood", rect=[60, 110, 140, 190])],
        fog="on",
        first=2,
    )
    told = table.do("Band", "halt")
    assert [len(event.figures) for event in of(told, Faced)] == [10, 5]
    assert [len(event.figures) for event in of(told_to(table, told, 0), Faced)] == [5]


def test_the_view_of_others_says_nothing_of_what_they_were_told() -> None:
    table = in_the_wood(fog="on", first=2)
    table.until(Phase.SIDE_ENDS, "declare will_not_fire", "move stay", dice=[1, 1, 1, 1, 3, 3, 3])

    def group(seat: int, name: str) -> dict[str, Any]:
        view: Any = table.game.system.view(table.battle, seat)
        return next(group for group in view["groups"] if group["name"] == name)

    assert group(1, "Open")["order"] == {"kind": "hold", "to": None}
    assert group(1, "Open")["action"] == "continue"
    for key in ("order", "action", "obeys", "commander"):
        assert group(0, "Open")[key] is None
    assert set(group(0, "Hidden")) == {
        "id", "name", "card", "side", "seat", "leader", "class", "start", "strength", "place",
    }  # fmt: skip
    assert group(GAME_MASTER, "Hidden")["order"] == {"kind": "hold", "to": None}
    assert group(ONLOOKER, "Hidden")["place"] == "unseen"
    assert group(ONLOOKER, "Squad")["order"] is None


def test_a_bot_is_given_no_more_than_the_view_says() -> None:
    table = in_the_wood(fog="on")
    table.order("Hidden", "advance", (100, 120))
    table.order("Open", "advance", (100, 120))
    table.lose("Hidden", 3)
    seen = table.game.system.seen(table.battle, 0)
    hidden_group, open_group = (seen.groups[table[name].id] for name in ("Hidden", "Open"))
    assert (hidden_group.order.kind, open_group.order.kind) == (OrderKind.HOLD, OrderKind.HOLD)
    assert {(seen.figures.x[k], seen.figures.y[k]) for k in range(hidden_group.first, hidden_group.first + 17)} == {
        (0.0, 0.0)
    }
    assert table.game.system.seen(table.battle, GAME_MASTER) is table.battle


def test_men_who_join_others_out_of_sight_do_so_unseen() -> None:
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 30))],
        [
            chief(100, 160),
            men("warrior-band", "Last", row(2, 100, 150)),
            men("warrior-band", "Host", row(10, 100, 153)),
        ],
        [ground("woods", name="the wood", rect=[60, 110, 140, 190])],
        fog="on",
        first=2,
    )
    table.commanded("Last", "Chief")
    told = table.phase(Phase.FREE_MOVES, "standing_order keep", "move join:{Host}")
    assert one(told, GroupJoined)
    assert not of(told_to(table, told, 0), GroupJoined)
    view: Any = table.game.system.view(table.battle, 0)
    assert [(group["place"], group["strength"]) for group in view["groups"][3:]] == [("unseen", 2), ("unseen", 10)]


def test_r64_losses_and_shots_are_told_to_all() -> None:
    table = in_the_wood(fog="on", first=2)
    table.stand("Hidden", block(20, 100, 188, 10))
    told = table.do("Hidden", "run")
    assert one(told_to(table, told, 0), WentOff)
    assert not of(told_to(table, told, 0), Moved)
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 90))],
        [men("tribal-archers", "Archers", row(6, 100, 117))],
        [ground("woods", name="the wood", rect=[60, 110, 140, 190])],
        fog="on",
        first=2,
    )
    assert all(hidden(table.battle, figure) for figure in table.battle.members(table["Archers"]))
    table.phase(Phase.ACTIONS, dice=[3])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1, 1])
    assert of(told_to(table, told, 0), Fired)
    assert of(told_to(table, told, 0), Rolled)


def test_a_game_master_brings_hidden_troops_on_without_a_word_to_the_other_side() -> None:
    table = in_the_wood(fog="on")
    told = table.overrule("add 2 tribal-archers 80 160")
    mine = told_to(table, told, 0)
    assert [type(event) for event in mine] == [GroupAdded]
    assert len(told) == 2
    told = table.overrule("order {Hidden} advance")
    assert told_to(table, told, 0) == []


def test_r64_who_throws_for_a_side_run_by_its_tables_does_not_see_what_is_hidden_from_him() -> None:
    """The Picket throws the warriors' dice too; under fog their action dice fall behind the screen."""
    for fog, asked in ((False, ["Action die"]), (True, [])):
        setup = with_fog("the-picket", fog)
        game = setup.game_with([None], Seeded(4), True, [True])
        bot = setup.player("doctrine", 0, 4)
        assert bot is not None
        seen: list[str] = []
        game.run()
        while game.questions and game.battle.turn < 3:
            question = game.questions[0]
            if question.dice:
                if game.battle.active == 1:
                    seen.append(question.why)
                answer = "dice " + ",".join(["3"] * question.dice)
            elif question.region is not None:
                answer = "@" + ",".join(repr(x) for x in bot.place(game.system.seen(game.battle, 0), question))
            else:
                answer = bot.choose(game.system.seen(game.battle, 0), question).key()
            game.answer(0, question.number(), answer)
        assert sorted({why for why in seen if why == "Action die"}) == asked
        actions = [event for event in of(game.log, Rolled) if event.table.startswith("actions-")]
        kept_from = {unseen_by(event) for event in actions}
        assert kept_from == ({(0, ONLOOKER), (ONLOOKER,)} if fog else {()})


def test_r64_when_the_battle_is_over_the_fog_lifts() -> None:
    table = in_the_wood(fog="on", first=2)
    told = table.until(Phase.SIDE_ENDS, "declare will_not_fire", "move stay", dice=[1, 1, 1, 1, 3, 3, 3])
    assert told_to(table, told, 0) != told
    table.overrule("award 1")
    assert told_to(table, told, 0) == told
    assert "Hidden" in names_seen(table, 0)


def test_fog_leaks_nothing_when_the_hidden_stand_elsewhere() -> None:
    """Change only where the hidden band stands: the seat's view, questions and events are the same."""
    table = in_the_wood(fog="on")
    tried = 0
    for step in range(12):
        other = table.game.system.scrambled(table.battle, 0, Seeded(step))
        if other is None:
            continue
        tried += 1
        hidden = table["Hidden"].first
        assert (other.figures.x[hidden], other.figures.y[hidden]) != table.at(hidden)
        assert table.game.system.view(other, 0) == table.game.system.view(table.battle, 0)
        assert table.game.system.view(other, 1) != table.game.system.view(table.battle, 1)
    assert tried


# ---------------------------------------------------------------- whole battles


def with_fog(id: str, on: bool = True) -> Setup:
    setup = set_up("riskfactor", (SCENARIOS / f"{id}.toml").read_text(encoding="utf-8"))
    return Setup(setup.system.configured({"fog": on}, "test", []), setup.scenario, [])


def steps(game: Game[RiskBattle]) -> Iterator[list[Event[Any]]]:
    while not game.battle.finished:
        told = len(game.log)
        game.play_step()
        yield game.log[told:]


@pytest.mark.parametrize(
    ("id", "player", "seed"),
    [("the-picket", "random", 1), ("platoon-in-the-wood", "random", 2), ("platoon-in-the-wood", "doctrine", 3)],
)
def test_no_event_shown_tells_where_a_figure_is_that_the_view_hides(id: str, player: str, seed: int) -> None:
    """In whole battles, after every step, for every seat and for somebody who looks on."""
    setup = with_fog(id)
    game = setup.game([player] * len(setup.seats), seed, True)
    kept = 0
    for told in steps(game):
        if game.battle.finished:
            break
        for seat in (*range(len(setup.seats)), ONLOOKER):
            seen = game.system.seen(game.battle, seat)
            out = [k for k in range(len(seen.figures.state)) if seen.figures.state[k] == OUT_OF_VIEW]
            secret = {(game.battle.figures.x[k], game.battle.figures.y[k]) for k in out}
            kept += len(secret)
            for event in told:
                if secret and game.system.shown(game.battle, event, seat):
                    spots = set(zip(getattr(event, "xs", []), getattr(event, "ys", [])))
                    assert not spots & secret, (game.step, seat, event.data())
    assert kept > 100
