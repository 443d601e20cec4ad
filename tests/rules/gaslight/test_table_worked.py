"""The worked examples on the table: troops, cards, morale, charges and close combat, with scripted dice."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, band, extra, main, men, row, soldiers
from tabletop import ground, of, one, rolls

from playsheet.rules.gaslight.battle.events import CardDrawn, LeftTable, Moved
from playsheet.rules.gaslight.battle.fight_events import FailureRolled, Fired, Fought, MoraleChecked, Struck
from playsheet.rules.gaslight.ground.sight import cover_of
from playsheet.rules.gaslight.terms import Cover, FailureResult, ModelMark, MoveKind

WOODS = ground("woods", "the wood", rect=[20, 30, 40, 36])


def test_w1_six_rifles_at_exactly_twelve_inches_against_light_cover() -> None:
    field = Field(
        [soldiers(6, "Red", row(6, 30, 20))],
        [soldiers(6, "Foe", row(6, 30, 32), 180.0)],
        [WOODS],
    )
    told = field.order("Red", "shoot:{Foe}", dice=[1, 3, 4, 5, 12, 20, 20])
    fired = one(told, Fired)
    assert (fired.distance, fired.cover, fired.hits) == (12.0, Cover.LIGHT, 2)
    assert rolls(told, "Repeater")[0].needed == "4 or less each"


def test_w2_the_count_goes_round_and_saved_figures_stay_in_it() -> None:
    spots = row(10, 30, 20)
    target = men(
        "gl-redcoats",
        "Foe",
        [spots[4], spots[9], *spots[:4], *spots[5:9]],
        180.0,
        figures=[main("leader", 12, 12, 11), main("veteran", 11, 11, 9), extra(8)],
    )
    field = Field([soldiers(4, "Red", row(4, 30, 10))], [target])
    field.order("Red", "shoot:{Foe}", dice=[1, 1, 1, 1, 9, 10, 9, 14])
    left = sorted(field.at("Foe", place)[0] for place in field.places("Foe"))
    assert left == sorted(round(spots[place - 1][0], 3) for place in (2, 3, 4, 6, 7, 8, 9))


@pytest.mark.parametrize(("die", "passed"), [(15, True), (16, False)])
def test_w3_seven_men_without_a_leader_in_light_cover(die: int, passed: bool) -> None:
    field = Field([soldiers(7, "Red", row(7, 30, 32))], [soldiers(3, "Foe", row(3, 30, 60), 180.0)], [WOODS])
    field.must_check("Red")
    told = field.begin("Red", dice=[die] if passed else [die, 13, 13, 13, 13, 13, 13, 13])
    assert one(told, MoraleChecked).passed is passed
    assert [entry.add for entry in rolls(told, "Morale check")[0].account][-1] == -1  # light cover, and no leader


def test_w4_seven_extras_on_the_failure_chart() -> None:
    field = Field([soldiers(7, "Red", row(7, 30, 20))], [soldiers(3, "Foe", row(3, 30, 60), 180.0)])
    field.activate("Red")
    told = field.fails("Red", dice=[4, 5, 11, 13, 16, 17, 19, 10, 3])
    rolled = one(told, FailureRolled)
    assert rolled.results == [
        FailureResult.RUN_OFF,
        FailureResult.RUN,
        FailureResult.BACK,
        FailureResult.FREEZE,
        FailureResult.RANDOM,
        FailureResult.CHARGE,
        FailureResult.FIRE,
    ]
    assert field.places("Red") == [1, 2, 3, 4, 5, 6]
    assert field.at("Red", 1)[1] == pytest.approx(20 - 12, abs=0.4)
    assert field.facing("Red", 1) == pytest.approx(180, abs=10)
    assert field.at("Red", 2)[1] == pytest.approx(20 - 6, abs=0.2)
    assert field.facing("Red", 2) == pytest.approx(0, abs=10)
    assert field.frozen("Red") == [3]
    assert field.at("Red", 4)[1] == pytest.approx(20 - 12)  # 10 x 18 degrees from north is south
    assert field.at("Red", 5)[1] == pytest.approx(24.5, abs=0.1)  # (6 + 3) / 2: who led them is gone
    assert not of(told, Fired)  # nobody in range to fire at


def test_w5_a_panicky_charge_through_woods_over_a_wall() -> None:
    wall = ground("wall", "the wall", line=[[20, 32.3], [40, 32.3]])
    field = Field([band(1, "Red", [(30, 20), (30, 32)], 0.0)], [soldiers(1, "Foe", [(30, 50)], 180.0)], [WOODS, wall])
    field.lose("Red", 0)
    told = field.fails("Red", dice=[17, 4])
    assert one(told, Moved).how == MoveKind.CHARGES_ALONE
    assert field.at("Red", 1) == (30.0, 32.5)


def test_w5_a_declared_charge_over_open_ground() -> None:
    field = Field([band(1, "Red", [(30, 20), (31.2, 20)], 0.0)], [soldiers(1, "Foe", [(30, 31.6)], 180.0)])
    told = field.order("Red", "charge:{Foe}", dice=[2, 1, 4])
    assert one(told, Moved).ys[0] == pytest.approx(30.0)  # the gap is 10.6: ten inches bring him 0.6 short


def w6() -> Field:
    highlanders = men("gl-highlanders", "Scots", row(10, 30, 20), 0.0)
    volunteers = men("gl-volunteers", "Foe", row(10, 30, 29), 180.0)
    field = Field([highlanders], [volunteers])
    field.lose("Foe", 0, 1, 2, 8, 9)
    return field


def test_w6_highlanders_charge_five_leaderless_volunteers() -> None:
    field = w6()
    first = field["Foe"].first
    told = field.order(
        "Scots",
        "charge:{Foe}",
        "allocate auto",
        dice=[20, 9, 14, 12, 20, 2, 18, 20, 1, 3],
    )
    checks = of(told, MoraleChecked)
    assert [(check.unit, check.passed) for check in checks] == [(field["Scots"].id, True), (field["Foe"].id, False)]
    assert one(told, FailureRolled).results == [
        FailureResult.FREEZE,
        FailureResult.BACK,
        FailureResult.FIRE,
        FailureResult.RUN_OFF,
        FailureResult.CHARGE,
    ]
    assert one(told, LeftTable).figure == first + 6
    assert one(told, Fired).figures == [first + 5]
    assert rolls(told, "Charge bonus")[-1].came == "3"
    for place in (3, 5):  # the frozen man and the one who fired
        assert len(field.battle.foes(first + place)) >= 1
    assert field.battle.foes(first + 7)  # who charged is met, or has met them
    for place in (3, 4, 5, 7):
        assert len(field.battle.foes(first + place)) <= 3


def test_w12_three_on_a_hero_all_at_once() -> None:
    hero = men("gl-hero", "Hero", [(30, 20)], 0.0)
    foe = soldiers(3, "Foe", [(30, 21.0), (31.0, 20), (29.0, 20)], 180.0, scuffle=10)
    field = Field([hero], [foe])
    field.activate("Foe")
    told = field.end("strike hit:{Foe.1}", dice=[4, 9, 10, 14, 13, 14])
    assert len(one(told, Fought).strikers) == 3
    assert field.places("Hero") == []
    assert field.places("Foe") == [0, 2]
    saved = {event.figure: event.saved for event in of(told, Struck)}
    assert saved == {field.figure("Hero"): False, field.figure("Foe", 1): False}


@pytest.mark.parametrize(("bearing", "lives"), [(100.0, False), (90.0, True), (0.0, True)])
def test_w13_half_save_from_behind(bearing: float, lives: bool) -> None:
    """The shooter stands due north of him; he has turned away by so many degrees."""
    field = Field([men("gl-villain", "Villain", [(30, 20)], bearing)], [soldiers(1, "Foe", [(30, 30)], 180.0)])
    told = field.order("Foe", "shoot:{Villain}", dice=[1, 20, 6])
    assert one(told, Struck).saved is lives


@pytest.mark.parametrize(
    ("hard", "light", "open_", "cover"),
    [(5, 0, 5, Cover.LIGHT), (2, 4, 4, Cover.LIGHT), (0, 5, 5, Cover.NONE), (6, 0, 4, Cover.HARD)],
)
def test_w14_mixed_cover(hard: int, light: int, open_: int, cover: int) -> None:
    """A wall, a hedge and a gap in one line, a little in front of ten men."""
    spots = row(10, 30, 30)
    ends = [spots[0][0] - 0.6 + 1.2 * at for at in (0, hard, hard + light)]
    lines = []
    if hard:
        lines.append(ground("wall", "the wall", line=[[ends[0], 29.3], [ends[1], 29.3]]))
    if light:
        lines.append(ground("hedge", "the hedge", line=[[ends[1], 29.3], [ends[2], 29.3]]))
    assert hard + light + open_ == 10
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(10, "Foe", spots, 180.0)], lines)
    assert cover_of(field.battle, field.battle.members(field["Foe"]), 30.0, 10.0) == cover


def test_w15_freezing_on_ones_own_card_costs_two() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 20))], [soldiers(3, "Foe", row(3, 30, 60), 180.0)])
    field.must_check("Red")
    field.begin("Red", dice=[20, 13, 13, 13])
    assert field.acted("Red") == [0, 1, 2]
    assert field.frozen("Red") == [0, 1, 2]
    field.end()
    field.begin("Red")
    assert [field.is_marked("Red", place, ModelMark.HELD) for place in range(3)] == [True, True, True]
    assert field.offered("Red", again=True) == ["done"]
    field.end()
    field.begin("Red")
    assert "move" in field.offered("Red", again=True)


def test_w15_freezing_on_an_enemys_card_costs_one() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 20))], [soldiers(3, "Foe", row(3, 30, 60), 180.0)])
    field.activate("Foe")
    field.fails("Red", dice=[13, 13, 13])
    assert field.is_marked("Red", 0, ModelMark.FROZEN)
    field.begin("Red")
    assert field.offered("Red", again=True) == ["done"]
    field.end()
    field.begin("Red")
    assert "move" in field.offered("Red", again=True)


def test_w16_cards_of_the_dead_are_passed_over() -> None:
    """A deck of A H B H C; the hero dies on B's card: A H B C are played, and the turn is over."""
    field = Field(
        [soldiers(3, "A", row(3, 20, 20)), men("gl-hero", "H", [(40, 20)])],
        [soldiers(3, "B", row(3, 20, 60), 180.0), soldiers(3, "C", row(3, 40, 60), 180.0)],
    )
    a, h, b, c = (field[name].id for name in "AHBC")
    assert sorted(field.battle.deck.left) == sorted([a, h, h, b, c])
    drawn: list[tuple[int, bool]] = []
    for card in (a, h, b):
        told = field.draw(dice=[field.battle.deck.left.index(card) + 1])
        drawn += [(event.card, bool(event.queue)) for event in of(told, CardDrawn)]
        if card == b:
            field.lose("H", 0)
        field.end()
    told = field.draw(dice=[field.battle.deck.left.index(h) + 1])
    drawn += [(event.card, bool(event.queue)) for event in of(told, CardDrawn)]
    field.end()
    assert drawn == [(a, True), (h, True), (b, True), (h, False), (c, True)]
    field.draw()
    assert field.battle.turn == 2
    assert sorted(field.battle.deck.left) == sorted([a, b, c])


def test_w17_shoot_reload_shoot() -> None:
    muskets = men(
        "gl-volunteers", "Red", row(2, 30, 20), 0.0, figures=[extra(2, 9, 9)], cards=2, weapon="musket-carbine"
    )
    field = Field([muskets], [soldiers(9, "Foe", row(9, 30, 30), 180.0)])
    field.order("Red", "shoot:{Foe}", dice=[20, 20])
    assert field.empty("Red") == [0, 1]
    assert field.offered("Red", again=True) == ["done"]
    assert [key for key in field.offered("Red") if key.startswith("shoot")] == []
    field.order("Red", "reload")
    assert field.empty("Red") == []
    assert "shoot:Foe" not in field.offered("Red", again=True)
    assert "shoot:Foe" in field.offered("Red")


def test_w19_the_great_ape_charges_unchecked() -> None:
    """The gap is 13; the first three dice of his own come from the man who charges and the man who fires."""
    ape = men("gl-great-ape", "Ape", [(30, 20)], 0.0)
    field = Field([ape], [band(6, "Foe", [(30, 36), *row(6, 30, 34.25)])])
    field.lose("Foe", 0)
    told = field.order("Ape", "charge:{Foe}", "allocate auto", dice=[12, 3, 9, 12, 13, 17, 20, 2, 20, 6])
    check = one(told, MoraleChecked)
    assert (check.unit, check.passed) == (field["Foe"].id, False)
    assert one(told, FailureRolled).results == [
        FailureResult.RUN_OFF,
        FailureResult.RUN,
        FailureResult.BACK,
        FailureResult.FREEZE,
        FailureResult.CHARGE,
        FailureResult.FIRE,
    ]
    assert [roll.why.split(" at")[0] for roll in rolls(told)][-3:] == [
        "Charge bonus",
        "Repeater / breech-loading rifle",
        "Charge bonus",
    ]
    assert field.battle.engaged(field.figure("Ape"))
