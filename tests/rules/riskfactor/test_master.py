"""A game master's word: orders, risks, dice, ground, new groups, the end; all of it told."""

from __future__ import annotations

import pytest
from rules.riskfactor.situation import Skirmish, lieutenant, men, row
from tabletop import ground, one, set_up

from playsheet.core.errors import Refused
from playsheet.core.game import written
from playsheet.core.records import record_of, verify
from playsheet.players.random import RandomPlayer
from playsheet.rules import load_system, scenario_files
from playsheet.rules.riskfactor.battle.events import GroundRuled, GroupAdded, OrderSet, RiskRuled
from playsheet.rules.riskfactor.options.command import Chain, cost_of
from playsheet.rules.riskfactor.terms import Cover, OrderKind, Phase
from playsheet.tabletop.events import BattleEnded


def table() -> Skirmish:
    return Skirmish(
        [men("regular-squad", "Squad", row(10, 100, 50)), lieutenant(100, 20)],
        [men("warrior-band", "Band", row(10, 100, 150))],
        [ground("crops", rect=[60, 45, 140, 55])],
    )


@pytest.mark.parametrize(
    ("word", "kind", "to"),
    [
        ("order {Band} hold", OrderKind.HOLD, None),
        ("order {Band} advance", OrderKind.ADVANCING, None),
        ("order {Band} advance 30 40", OrderKind.ADVANCING, (30, 40)),
        ("order {Band} withdraw 30 190", OrderKind.WITHDRAWING, (30, 190)),
    ],
)
def test_he_sets_a_groups_order(word: str, kind: int, to: tuple[float, float] | None) -> None:
    played = table()
    assert one(played.overrule(word), OrderSet).kind == kind
    order = played["Band"].order
    assert (order.kind, (order.x, order.y) if order.to_point else None) == (kind, to)


def test_he_adds_to_a_risk_factor_and_to_a_die() -> None:
    played = table()
    assert one(played.overrule("risk {Squad} +4"), RiskRuled).risk == 4
    played.overrule("die {Squad} -2")
    came = played.roll("Squad", 3, 3)
    assert (came.risk, came.die) == (3, 1)  # in cover: -1
    assert [entry.cause for entry in came.account][-1] == "game master"


def test_he_rules_on_cover_and_enclosed_ground() -> None:
    played = table()
    chain = Chain(played["Lieutenant"])
    assert cost_of(played.battle, chain, played["Squad"]) == 10
    assert one(played.overrule("ground 0 hard enclosed"), GroundRuled).cover == Cover.HARD
    assert played.battle.cover[played["Squad"].first] == Cover.HARD
    assert cost_of(played.battle, chain, played["Squad"]) == -1  # 28 cm off, in enclosed ground
    assert played.battle.clone().land.plots[0].cover == Cover.HARD
    played.overrule("ground 0 open free")
    assert played.risk("Squad") == {}


def test_he_adds_groups() -> None:
    played = table()
    added = one(played.overrule("add 2 tribal-archers 30 150"), GroupAdded)
    group = played[added.name]
    assert (group.side, played.strength(added.name), played.facing(added.name)) == (1, 10, 180)
    twin = played.battle.clone()
    assert len(twin.members(twin.groups[group.id])) == 10
    played.begin(2)
    played.phase(Phase.ACTIONS, dice=[3, 3])


@pytest.mark.parametrize(("word", "winner"), [("award 1", 0), ("award 2", 1), ("award draw", -1)])
def test_he_ends_the_game(word: str, winner: int) -> None:
    played = table()
    assert one(played.overrule(word), BattleEnded).winner == winner
    assert played.battle.finished


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("sing", "expected order GROUP hold"),
        ("order 99 hold", "expected a group's number"),
        ("order {Band} advance 30 400", "not on the table"),
        ("risk {Band} many", "expected a whole number"),
        ("ground 7 hard free", "expected a piece of terrain"),
        ("add 3 warrior-band 30 30", "expected side 1 or 2"),
        ("add 2 dragoons 30 30", "no card"),
        ("add 2 warrior-band 100 150", "does not fit"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(word: str, says: str) -> None:
    played = table()
    with pytest.raises(Refused, match=says):
        played.overrule(word)


def test_each_word_of_an_order_says_what_it_may_be() -> None:
    played = table()
    offers = {offer.order.form: offer.fields for offer in played.game.system.master_orders(played.battle)}
    group, number = offers["risk GROUP NUMBER"]
    assert (group.kind, [id for id, _ in group.choices]) == ("unit", [str(held.id) for held in played.battle.groups])
    assert (number.kind, number.low, number.high, number.example) == ("number", -999, 999, "+1")


def test_without_terrain_there_is_nothing_to_rule_on() -> None:
    played = Skirmish([lieutenant(100, 20)], [men("warrior-band", "Band", row(10, 100, 150))])
    with pytest.raises(Refused, match="no piece of terrain on this table"):
        played.overrule("ground 0 hard free")


def test_his_words_are_recorded_and_replayed() -> None:
    """A whole battle with his words in it: the record replays to the same events, and the story has them."""
    setup = set_up("riskfactor", scenario_files()["the-picket"].read_text(encoding="utf-8"))
    game = setup.game(["person"], 4, True)
    bot = RandomPlayer(4)
    words = ["risk 2 +2", "die 3 -1", "order 4 hold", "ground 0 hard free", "add 2 tribal-archers 30 100"]
    game.run()
    while game.questions:
        question = game.questions[0]
        if game.battle.active == 0 and not game.inputs and words:
            game.overrule(words.pop(0))
        elif question.region is not None:
            game.answer(0, question.number(), written(bot.place(game.battle, question)))
        else:
            game.answer(0, question.number(), bot.choose(game.battle, question).key())
        assert not game.system.broken_laws(game.battle)
    assert words == []
    verdict = verify(record_of(game, setup.scenario, ["person"]).text(), load_system)
    assert verdict.sound, verdict.sentence
    teller = setup.system.teller(setup.system.new_battle(setup.scenario))
    told = " ".join(sentence.text for sentence in teller.tell(game.log))
    assert "The game master brought on a new group for the Warriors, the Tribal Archers reinforcement 1." in told
    assert "The game master ruled that the scrub gave hard cover and was not enclosed." in told
