"""The mistakes easily made with this sheet, tried on the table; others stand with the ruling that settles them."""

from __future__ import annotations

from typing import Any

import pytest
from rules.riskfactor.situation import Men, Skirmish, chief, lieutenant, men, row
from tabletop import cited, ground, of, one, rolls

from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Charged,
    GroupCommanded,
    PointsLost,
    PointsThrown,
    VisibilitySet,
)
from playsheet.rules.riskfactor.battle.fight_events import Fired, Fought, Hurt, Loaded, MeleeEnded, Retreated
from playsheet.rules.riskfactor.options.command import Chain, purchases
from playsheet.rules.riskfactor.terms import RESULTS, Cover, DamageDie, OrderKind, Phase

SQUAD, RECRUITS, SEPOYS, BAND, MUSKETS = (
    "regular-squad",
    "recruit-squad",
    "sepoy-squad",
    "warrior-band",
    "tribal-musketmen",
)


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-2)


def squad(n: int = 10, card: str = SQUAD, y: float = 50.0, **more: Any) -> Men:
    return men(card, "Squad", row(n, 100, y), **more)


def foe(y: float = 150.0, n: int = 9, card: str = BAND) -> Men:
    return men(card, "Foe", [(100, y), *row(n - 1, 100, y + 3)])


# ---------------------------------------------------------------- the Actions Tables


@pytest.mark.parametrize(
    ("card", "hurt", "die", "result", "italic"),
    [
        (SQUAD, 9, 5, "take_cover", True),
        (BAND, 9, 5, "take_cover", False),
        (SQUAD, 9, 4, "take_cover", False),
        (SQUAD, 6, 3, "take_cover", False),
        (SQUAD, 6, 4, "take_cover", True),
        (BAND, 7, 3, "take_cover", False),
        (SQUAD, 3, 2, "take_cover", True),
        (BAND, 3, 1, "take_cover", False),
        (SQUAD, 1, 1, "take_cover", False),
        (BAND, 1, 1, "halt", True),
    ],
)
def test_italics_are_kept_and_differ_between_the_tables(
    card: str, hurt: int, die: int, result: str, italic: bool
) -> None:
    """Plain cells bind the commanded, italics do not."""
    table = Skirmish([squad(card=card), lieutenant(20, 20)], [foe()])
    table.wound("Squad", *range(hurt))
    table.commanded("Squad", "Lieutenant")
    came = table.roll("Squad", die, 3)
    assert (RESULTS[came.result], came.italic, came.obeys) == (result, italic, not italic)


def test_commanded_troops_throw_like_everybody() -> None:
    table = Skirmish([squad(), men(RECRUITS, "Other", row(10, 100, 30)), lieutenant(20, 20)], [foe()])
    table.commanded("Squad", "Lieutenant")
    told = table.phase(Phase.ACTIONS, dice=[3, 3, 3])
    assert len(of(told, ActionSet)) == 3
    assert len(rolls(told, "Action")) == 3


def test_the_row_up_to_rf0_is_plain_unless_the_switch_says_otherwise() -> None:
    for reading, obeys in ((None, True), ("true", True), ("false", False)):
        settings = {} if reading is None else {"rf0_binds_commanded": reading}
        table = Skirmish([squad(), lieutenant(20, 20)], [foe()], **settings)
        table.commanded("Squad", "Lieutenant")
        assert table.roll("Squad", 6, 3).obeys == obeys


def test_no_risk_line_is_worth_nothing_or_counts_for_each_enemy() -> None:
    """Four bands in range of raw troops, two of them behind: 1 + 1 + 2."""
    table = Skirmish(
        [squad(card=RECRUITS)],
        [
            *[men(MUSKETS, f"Front {k}", row(12, 100, 100 + 5 * k)) for k in range(2)],
            *[men(MUSKETS, f"Rear {k}", row(12, 100, 10 + 5 * k), facing=0) for k in range(2)],
        ],
    )
    assert list(table.risk("Squad").values()) == [1, 1, 2]


def test_the_tenths_are_of_the_starting_strength() -> None:
    """Five of ten are left, one of them wounded: six of ten, not one of five."""
    table = Skirmish([squad()], [foe()])
    table.lose("Squad", 5)
    table.wound("Squad", 0)
    assert list(table.risk("Squad").values()) == [6]


# ---------------------------------------------------------------- command


def keys(table: Skirmish, points: int, officer: str = "Lieutenant") -> list[str]:
    chain = Chain(table[officer])
    chain.points = points
    return [option.key() for option in purchases(table.battle, chain)]


def test_points_are_for_figures_not_for_groups_and_the_officer_is_free() -> None:
    table = Skirmish([squad(), lieutenant(100, 40)], [foe()])
    assert "group:0" not in keys(table, 9)
    assert "group:0" in keys(table, 10)
    assert not [key for key in keys(table, 50) if key.startswith(f"group:{table['Lieutenant'].id}")]


def test_an_ncos_dice_come_after_he_is_paid_for() -> None:
    """With nothing left he cannot be bought, and gives nothing."""
    table = Skirmish([squad(), lieutenant(100, 40)], [foe()])
    assert keys(table, 0) == ["done"]
    assert keys(table, 1) == ["done", "link:0", "link:0:fires"]
    told = table.phase(Phase.COMMAND, "declare will_not_fire", "command link:{Squad.first}", dice=[1, 1, 1, 2, 2, 2])
    assert [(thrown.points, thrown.left) for thrown in of(told, PointsThrown)] == [(3, 3), (6, 8)]
    assert "link:0" not in keys(table, 8)  # once a turn


def test_drummer_and_bugler_do_not_stack() -> None:
    table = Skirmish(
        [lieutenant(100, 50), men("drummer", "Drummer", [(107, 50)]), men("bugler", "Bugler", [(93, 50)])], [foe()]
    )
    told = table.phase(
        Phase.COMMAND,
        "declare will_not_fire",
        "command link:{Bugler.first}",
        "command link:{Drummer.first}",
        dice=[2, 1, 1, 5],
    )
    assert [thrown.points for thrown in of(told, PointsThrown)] == [4, 5, 0]


def test_the_pools_of_two_officers_are_never_joined() -> None:
    """Six and six points, and ten men: neither commands them; nor does one use the other's NCO."""
    officers = [lieutenant(95, 40, "Smith", owner="Smith"), lieutenant(105, 40, "Jones", owner="Jones")]
    table = Skirmish([squad(), *officers], [foe()], players=(["Smith", "Jones"], []))
    told = table.phase(
        Phase.COMMAND,
        "declare will_not_fire",
        "command done",
        "declare will_not_fire",
        "command done",
        dice=[2, 2, 2, 2, 2, 2],
    )
    assert not of(told, GroupCommanded)
    assert [lost.points for lost in of(told, PointsLost)] == [6, 6]
    table.commanded("Squad", "Smith")
    assert keys(table, 20, "Jones") == ["done"]


def test_firing_is_declared_before_the_dice_and_cannot_be_made_up_for() -> None:
    table = Skirmish([lieutenant(100, 50)], [foe(70)])
    told = table.turn("declare will_not_fire", "move stay", dice=[6, 6, 6, 4])
    assert [question.kind for question in table.script.asked] == ["declare", "move"]
    assert not of(told, Fired)


# ---------------------------------------------------------------- shooting


def test_one_per_two_are_dice_not_hits_and_the_odd_man_has_none() -> None:
    table = Skirmish([squad(9)], [foe(100)])
    told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1, 1, 1])
    assert (one(told, Fired).shots, one(told, Fired).hits) == (4, 0)


@pytest.mark.parametrize("moved", [False, True])
def test_hurled_weapons_are_not_compounded(moved: bool) -> None:
    """Twelve spears: four throws, not two."""
    table = Skirmish([men(BAND, "Squad", row(12, 100, 50, 2.5))], [men(SQUAD, "Foe", row(12, 100, 60, 2.5))])
    if moved:
        table.moved("Squad")
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).shots == 4


def test_uncommanded_men_keep_no_record_of_loading_and_may_go_the_whole_way() -> None:
    table = Skirmish([squad(card=SEPOYS)], [foe(100)])
    for _ in range(2):
        table.begin(1)
        table.moved("Squad")
        assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 3), Fired).shots == 3
        assert not of(table.phase(Phase.SIDE_ENDS), Loaded)


def test_commanded_natives_fire_no_volleys() -> None:
    table = Skirmish([men(MUSKETS, "Muskets", row(12, 100, 50)), chief(20, 20)], [foe(100)])
    table.commanded("Muskets", "Chief")
    told = table.phase(Phase.COMMANDED_FIRE)
    assert not table.script.asked
    told += table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 6)
    assert one(told, Fired).shots == 6


def test_high_rolls_hit_and_the_damage_modifier_stays_off_the_d8() -> None:
    """Raw troops at short range need a 2, as anybody."""
    for face, hits in ((1, 0), (2, 1), (8, 1)):
        table = Skirmish([men(RECRUITS, "Squad", row(2, 100, 50))], [men(BAND, "Foe", [(100, 80)])])
        told = table.phase(Phase.UNCOMMANDED_FIRE, dice=[face] + [1] * hits)
        assert one(told, Fired).hits == hits
        assert [hurt.result for hurt in of(told, Hurt)] == [DamageDie.GRAZE] * hits  # 1 - 1 stays a 1


def test_one_visibility_die_for_all_who_look_and_all_who_shoot() -> None:
    table = Skirmish(
        [men(SQUAD, f"Squad {k}", row(4, 60 + 30 * k, 55)) for k in range(3)],
        [men(BAND, "Foe", row(4, 90, 92))],
        [ground("scrub", rect=[60, 90, 130, 130])],
    )
    told = table.phase(Phase.VISIBILITY, dice=[6])
    told += table.phase(Phase.ACTIONS, dice=[3, 3, 3])
    told += table.phase(Phase.MOVES)
    told += table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1] * 3)
    assert len(of(told, VisibilitySet)) == 1
    assert len(of(told, Fired)) == 3


def test_who_fires_from_a_wood_is_hidden_no_longer() -> None:
    table = Skirmish(
        [squad(9)], [men(SQUAD, "Foe", row(4, 100, 132))], [ground("woods", rect=[60, 130, 140, 160])], first=2
    )
    assert table.sees("Squad") == set()
    table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1])
    assert table.sees("Squad") == {"Foe"}


def test_deeper_than_ten_cm_nobody_is_seen_whatever_the_die() -> None:
    table = Skirmish([squad(9, y=85)], [men(BAND, "Foe", row(4, 100, 102))], [ground("crops", rect=[60, 90, 140, 160])])
    table.phase(Phase.VISIBILITY, dice=[6])
    assert table.sees("Squad") == set()


def test_nobody_shoots_past_a_nearer_enemy() -> None:
    """The nearest stands behind a wall, a hard target; the easy one in the open is a little farther off."""
    table = Skirmish(
        [squad(4)],
        [men(BAND, "Near", row(3, 100, 92)), men(BAND, "Easy", row(3, 130, 95))],
        [ground("wall", line=[[90, 89.5], [110, 89.5]])],
    )
    fired = one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1, 1]), Fired)
    assert (fired.target, fired.cover) == (table["Near"].id, Cover.HARD)


@pytest.mark.parametrize("result", ["run", "withdraw"])
def test_nobody_shoots_who_runs_or_withdraws_commanded_or_not(result: str) -> None:
    table = Skirmish([squad(9), lieutenant(20, 20)], [foe(100)])
    table.do("Squad", result)
    assert not of(table.phase(Phase.UNCOMMANDED_FIRE), Fired)
    table.game.tell(GroupCommanded(table["Lieutenant"].id, table["Squad"].id, 0, 0, "R34"))
    assert table.targets("Squad") == ["hold_fire"]


def test_men_behind_a_wall_can_be_shot_at_and_can_shoot() -> None:
    wall = ground("wall", line=[[60, 89.5], [140, 89.5]])
    table = Skirmish([squad(8)], [men(SQUAD, "Foe", row(8, 100, 92))], [wall])
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).cover == Cover.HARD
    table.begin(2)
    assert one(table.phase(Phase.UNCOMMANDED_FIRE, dice=[1] * 4), Fired).shots == 4


# ---------------------------------------------------------------- melee and flight


def test_melees_are_fought_twice_in_a_game_turn() -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])])
    told = table.turn(dice=[3, 3, 4])
    told += table.turn(dice=[3, 4, 3])
    assert [fought.mine for fought in of(told, Fought)] == [table["Squad"].first, table["Foe"].first]
    assert table.battle.turn == 2


def test_ties_hurt_nobody_and_grazes_decide_nothing() -> None:
    table = Skirmish([men(SQUAD, "Squad", [(100, 50)])], [men(BAND, "Foe", [(100, 52)])])
    told = table.phase(Phase.MELEES, dice=[3, 4])
    assert not of(told, Hurt)
    told += table.phase(Phase.MELEES, dice=[6, 1, 3])
    assert [hurt.result for hurt in of(told, Hurt)] == [DamageDie.GRAZE]
    assert [ended.loser for ended in of(told, MeleeEnded)] == [-1, -1]
    assert not of(told, Retreated)


def test_the_three_for_running_is_added_once_and_gone_the_turn_after() -> None:
    table = Skirmish([squad()], [foe(120)])
    table.do("Squad", "run")
    adds = []
    for _ in range(2):
        table.begin(1)
        adds.append([entry.add for entry in table.roll("Squad", 6).account if entry.ruling == "R9"])
        table.phase(Phase.MOVES)
    assert adds == [[3], []]
    assert not table["Squad"].router


def test_unshaken_attackers_do_charge() -> None:
    table = Skirmish([men(BAND, "Band", row(9, 100, 50), order="advance")], [foe(74, card="civilians", n=5)])
    told = table.phase(Phase.ACTIONS, dice=[1])
    assert one(told, ActionSet).risk <= 0
    told += table.phase(Phase.MOVES)
    assert of(told, Charged)
    assert "R57" in cited(told)


def test_current_actions_are_a_stored_order() -> None:
    """Two turns of it without a word from anybody: the second goes on where the first ended, and a halt ends it."""
    table = Skirmish([squad(order="advance", to=(100, 150))], [foe(190)])
    for y in (75, 100):
        table.begin(1)
        table.roll("Squad", 3)
        table.phase(Phase.MOVES)
        assert [place[1] for place in table.places("Squad")] == [near(y)] * 10
    table.do("Squad", "halt")
    assert table["Squad"].order.kind == OrderKind.HOLD
    table.begin(1)
    table.do("Squad", "continue_order")
    assert [place[1] for place in table.places("Squad")] == [near(100)] * 10


def test_petticoats() -> None:
    """15 cm down, 20 hitched up, and nobody hitches them unless commanded."""
    table = Skirmish([men("civilians", "Ladies", row(5, 100, 50)), lieutenant(20, 20)], [foe(120)])
    table.do("Ladies", "run")
    assert [y for _, y in table.places("Ladies")] == [near(30), near(30), near(35), near(35), near(35)]
    assert not [question for question in table.script.asked if question.kind == "move"]
    table.begin(1)
    table.commanded("Ladies", "Lieutenant")
    assert "hitch" in table.may("Ladies")
    table.phase(Phase.FREE_MOVES, "standing_order keep", "move hitch", "move march", "march 100,14,100,14,0")
    assert max(y for _, y in table.places("Ladies")) < 20
