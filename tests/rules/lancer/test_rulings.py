"""Every ruling shown on the table; every switch in each of its readings, with the ruling cited in the log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from room import packed_or_refused, put_at_the_edge, stays_away
from rules.lancer.situation import Table, unit
from tabletop import cited, ground, of, one, rolls, sheet_as_printed

from playsheet.core.angles import direction
from playsheet.core.events import Event
from playsheet.core.geometry import distance
from playsheet.rules.lancer.battle.events import (
    Activated,
    Attached,
    CardDrawn,
    Charged,
    ChargeEnded,
    ClosedUp,
    ContactBroken,
    ContactMade,
    Deployed,
    DeployedAttached,
    Detached,
    DidNothing,
    Disrupted,
    FigureLost,
    Fired,
    Fought,
    Jammed,
    MoraleFailed,
    Moved,
    Reformed,
    Routed,
    Shifted,
)
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.ground.contact import pairs_in_contact
from playsheet.rules.lancer.ground.moving import RideRegion, TurnRegion
from playsheet.rules.lancer.ground.sight import in_cover
from playsheet.rules.lancer.options.choices import AimRegion
from playsheet.rules.lancer.terms import Formation, Where
from playsheet.tabletop.events import BattleEnded

LINE, LEVY = "line-company", "levy-spearmen"
FAR_OFF = unit(LEVY, "Levy", 30, 57)  # somebody to fight against, out of everything


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-6)


# ---------------------------------------------------------------- the deck (R1, R2, R4)


@pytest.mark.parametrize(("reshuffle", "after_stop"), [("all", 5), ("undrawn_first", 4)])
def test_r1_switch_reshuffle(reshuffle: str, after_stop: int) -> None:
    table = Table([unit(LINE, "Line", 10, 10)], [unit(LEVY, "Levy", 10, 50)], reshuffle=reshuffle)
    told = table.card("Line", "activated nothing")
    told += table.card("STOP")
    assert len(table.battle.deck.left) == after_stop
    assert "R1" in cited(told)


def test_r1_cards_come_back_when_all_have_been_drawn_once() -> None:
    table = Table([unit(LINE, "Line", 10, 10)], [unit(LEVY, "Levy", 10, 50)], reshuffle="undrawn_first", turns=9)
    for name in ("Line", "STOP", "Line", "Levy", "STOP", "Levy"):
        table.card(name, *([] if name == "STOP" else ["activated nothing"]))
    assert table.battle.deck.left == [-1]
    table.card("STOP")
    assert len(table.battle.deck.left) == 5


def test_r2_cards_of_the_dead_are_passed_over_and_left_out() -> None:
    table = Table([unit(LINE, "Line", 10, 10)], [unit(LEVY, "Levy", 10, 50), unit(LEVY, "Dead", 30, 50)])
    table.lose("Dead", 10)
    left = table.battle.deck.left
    first = left.index(table["Dead"].id) + 1
    told = table.told(table.game.play_step, ["activated nothing"], [first, 1])
    assert [(card.card, card.skipped) for card in of(told, CardDrawn)] == [
        (table["Dead"].id, True),
        (table["Line"].id, False),
    ]
    assert len(of(told, Activated)) == 1
    table.card("STOP")
    assert table["Dead"].id not in table.battle.deck.left
    assert len(table.battle.deck.left) == 5


@pytest.mark.parametrize(("reshuffle", "left"), [("all", [-1, 0, 0, 1, 1]), ("undrawn_first", [-1, 0, 1, 1])])
def test_r2_by_either_reading_of_r1_the_dead_are_left_out(reshuffle: str, left: list[int]) -> None:
    table = Table(
        [unit(LINE, "Line", 10, 10)], [unit(LEVY, "Levy", 10, 50), unit(LEVY, "Dead", 30, 50)], reshuffle=reshuffle
    )
    table.card("Line", "activated nothing")
    table.lose("Dead", 10)
    table.card("STOP")
    assert sorted(table.battle.deck.left) == left


def test_r4_a_unit_acts_as_often_as_its_cards_come_up() -> None:
    table = Table(
        [unit(LINE, "Line", 10, 10), unit("general", "General", attached_to="Line")], [unit(LEVY, "Levy", 10, 50)]
    )
    told = []
    for _ in range(2):
        told += table.card("Line", "activated nothing")
    for _ in range(3):
        told += table.card("General", "commander activate_unit", "activated nothing")
    assert [act.unit for act in of(told, Activated)] == [table["Line"].id] * 5
    assert table.battle.turn == 1


# ---------------------------------------------------------------- shooting (R3, R6 to R11, R23 to R27, R39, R40)


@pytest.mark.parametrize(
    ("slash", "card", "in_cover", "hits"),
    [
        ("list", LINE, False, [4, 6]),
        ("list", LINE, True, [6]),
        ("list", "field-battery", False, [4, 6]),
        ("list", "gatling-battery", False, [2, 4, 6]),
        ("list", "gatling-battery", True, [4, 6]),
        ("range", LINE, False, [4, 5, 6]),
        ("range", LINE, True, [6]),
        ("range", "field-battery", False, [4, 5, 6]),
        ("range", "field-battery", True, [6]),
        ("range", "gatling-battery", False, [2, 4, 6]),
        ("range", "gatling-battery", True, [4, 6]),
    ],
)
def test_r3_switch_slash(slash: str, card: str, in_cover: bool, hits: list[int]) -> None:
    wood = [ground("woods", rect=[20, 25, 40, 35])] if in_cover else []
    found = []
    for face in range(1, 7):
        table = Table([unit(card, "Guns", 30, 20)], [unit("guard-company", "Target", 30, 30)], wood, slash=slash)
        dice = {LINE: 5, "field-battery": 3, "gatling-battery": 6}[card]
        rest = [1] * (1 + dice) if face in hits else []
        told = table.activate("Guns", "activated shoot:{Target}", dice=[face] * dice + rest)
        assert "R3" in cited(told)
        if one(told, Fired).hits:
            found.append(face)
    assert found == hits


@pytest.mark.parametrize(("rounding", "figures", "dice"), [("down", 9, 4), ("up", 9, 5), ("down", 8, 4), ("up", 8, 4)])
def test_r6_switch_rifle_rounding(rounding: str, figures: int, dice: int) -> None:
    table = Table([unit(LINE, "Line", 30, 20, figures=figures)], [unit(LEVY, "Levy", 30, 30)], rifle_rounding=rounding)
    told = table.activate("Line", "activated shoot:{Levy}", dice=[1] * dice)
    assert one(told, Fired).dice == dice
    assert ("R6" in cited(told)) == (figures % 2 == 1)


@pytest.mark.parametrize(("rounding", "shoots"), [("down", False), ("up", True)])
def test_r6_a_single_figure(rounding: str, shoots: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 20, figures=1)], [unit(LEVY, "Levy", 30, 30)], rifle_rounding=rounding)
    assert ("shoot:Levy" in table.offered("Line")) == shoots


@pytest.mark.parametrize(
    ("formation", "files", "ranks", "dice", "rolled"),
    [("line", 5, 2, 5, 4), ("extended", 10, 1, 5, 4), ("column", 2, 5, 2, 7)],
)
def test_r7_formations(formation: str, files: int, ranks: int, dice: int, rolled: int) -> None:
    table = Table([unit(LINE, "Line", 30, 20, formation)], [unit(LEVY, "Levy", 30, 30)])
    held = table["Line"].shape[0]
    assert (held.half_w * 2, held.half_d * 2) == (near(files * 0.75), near(ranks * 0.75))
    told = table.activate("Line", "activated shoot:{Levy}", dice=[1] * dice)
    assert one(told, Fired).dice == dice
    told = table.activate("Line", "activated move", "turn 180", "face 180", dice=[4])
    assert one(told, Moved).rolled == rolled


def test_r7_horse_in_column_has_no_bonus() -> None:
    table = Table([unit("hussar-troop", "Hussars", 30, 20, "column")], [FAR_OFF])
    told = table.activate("Hussars", "activated move", "turn 0", "face 0", dice=[3, 4])
    assert one(told, Moved).rolled == 7


def test_r7_ranks_close_up_after_losses_and_the_odd_man_stands_behind() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF])
    table.lose("Line", 1, last=False)
    line = table["Line"]
    assert line.shape[0].half_w * 2 == near(5 * 0.75)
    ys = [table.battle.figures.y[figure] for figure in table.battle.members(line)]
    assert [y > 20 for y in ys] == [True] * 5 + [False] * 4
    table.lose("Line", 1, last=False)
    assert line.shape[0].half_w * 2 == near(4 * 0.75)


@pytest.mark.parametrize(
    ("card", "left", "morale"),
    [(LINE, 6, 4), (LINE, 5, 3), (LINE, 2, 3), ("field-battery", 2, 4), ("field-battery", 1, 3)],
)
def test_r8_half_strength(card: str, left: int, morale: int) -> None:
    table = Table([unit(card, "Unit", 30, 20), unit("general", "General", attached_to="Unit")], [FAR_OFF])
    table.lose("Unit", table["Unit"].start - left)
    assert table["Unit"].morale() == morale
    assert table["Unit"].card.melee == sheet_as_printed("lancer").cards[card].melee  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("checks", "dice", "left"),
    [
        ("batch", [4, 4, 1, 1, 1, 1, 5, 4, 1], 5),  # both at Morale 4: the 4 passes
        ("sequential", [4, 4, 1, 1, 1, 1, 5, 1, 4, 1], 4),  # the second at Morale 3: the 4 fails
    ],
)
def test_r9_switch_casualty_checks(checks: str, dice: list[int], left: int) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LINE, "Target", 30, 30)], casualty_checks=checks)
    table.lose("Target", 4)
    told = table.activate("Line", "activated shoot:{Target}", dice=dice)
    assert table["Target"].figures == left
    assert "R9" in cited(told)


@pytest.mark.parametrize(("helps", "left"), [(True, 10), (False, 9)])
def test_r10_switch_commander_helps_casualties(helps: bool, left: int) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [unit(LINE, "Target", 30, 30), unit("general", "General", attached_to="Target")],
        commander_helps_casualties=helps,
    )
    dice = [4, 1, 1, 1, 1, 1, 5] + ([] if helps else [1])
    told = table.activate("Line", "activated shoot:{Target}", dice=dice)
    assert table["Target"].figures == left
    assert "R10" in cited(told)


def test_r11_check_then_move_then_casualties() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit("militia-company", "Target", 30, 30)])
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 4, 1, 1, 1, 6, 1, 5, 5, 1, 1])
    order = [type(event) for event in told if isinstance(event, (Fired, MoraleFailed, Moved, FigureLost))]
    assert order == [Fired, MoraleFailed, Moved, FigureLost, FigureLost]
    assert len(rolls(told, "Unit Morale Check")) == 1


def test_r11_failed_casualty_checks_move_nobody() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit("militia-company", "Target", 30, 30)])
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 4, 1, 1, 1, 3, 6, 6, 1, 1])
    assert len(of(told, FigureLost)) == 2
    assert not of(told, Moved)
    assert not table["Target"].disrupted


def test_r23_a_jam_stops_shooting_only_and_reaction_fire_can_jam() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit("gatling-battery", "Gun", 30, 30)])
    told = table.activate("Levy", "activated charge:{Gun}", "aim 0", "reaction fire", dice=[1, 1, 1, 3, 3, 3, 6, 1, 1])
    assert of(told, Jammed)
    assert one(told, Fired).hits == 1
    assert table.offered("Gun") == ["nothing", "move", "clear_jam"]
    table.activate("Gun", "activated clear_jam")
    assert "shoot:Levy" in table.offered("Gun")


@pytest.mark.parametrize(
    ("range_from", "gap", "in_range"),
    [
        ("centre", 12.0, True),
        ("centre", 12.01, False),
        ("nearest", 12.01, True),
        ("nearest", 12.75, True),  # front rank to front rank: 12 inches
        ("nearest", 12.76, False),
    ],
)
def test_r24_switch_range_from(range_from: str, gap: float, in_range: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 20 + gap)], range_from=range_from)
    assert ("shoot:Levy" in table.offered("Line")) == in_range
    if in_range:
        assert "R24" in cited(table.activate("Line", "activated shoot:{Levy}", dice=[1] * 5))


@pytest.mark.parametrize(("bearing", "in_arc"), [(0, True), (90, True), (270, True), (91, False), (180, False)])
def test_r24_the_arc_is_the_frontal_half(bearing: float, in_arc: bool) -> None:
    ux, uy = direction(bearing)
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30 + 10 * ux, 30 + 10 * uy)])
    assert ("shoot:Levy" in table.offered("Line")) == in_arc


@pytest.mark.parametrize("facing", [90, 200, 315])
@pytest.mark.parametrize(("off", "in_arc"), [(0, True), (89, True), (-89, True), (91, False), (-91, False)])
def test_r24_the_arc_turns_with_the_unit(facing: float, off: float, in_arc: bool) -> None:
    ux, uy = direction((facing + off) % 360)
    table = Table([unit(LINE, "Line", 30, 30, facing=facing)], [unit(LEVY, "Levy", 30 + 10 * ux, 30 + 10 * uy)])
    assert ("shoot:Levy" in table.offered("Line")) == in_arc


def test_r24_guns_measure_from_the_muzzle() -> None:
    table = Table([unit("gatling-battery", "Gun", 30, 20)], [unit(LEVY, "Levy", 30, 20 + 1.125 + 12)])
    told = table.activate("Gun", "activated shoot:{Levy}", dice=[3] * 6)
    assert one(told, Fired).range == near(12.0)


@pytest.mark.parametrize(
    ("terrain", "covered"),
    [
        ([], False),
        ([ground("woods", rect=[20, 28, 40, 40])], True),
        ([ground("field", rect=[20, 28, 40, 40])], True),
        ([ground("building", rect=[20, 28, 40, 40])], True),
        ([ground("hill", level=1, rect=[20, 28, 40, 40])], False),
        ([ground("woods", rect=[20, 30, 40, 40])], False),  # one rank of two: an even split is open
        ([ground("woods", rect=[30.2, 28, 40, 40])], False),  # two files of five
        ([ground("woods", rect=[29.8, 28, 40, 40])], True),  # three files of five
        ([ground("wall", line=[[20, 28.5], [40, 28.5]])], True),
        ([ground("hedge", line=[[20, 28.25], [40, 28.25]])], True),  # one inch off
        ([ground("earthwork", line=[[20, 28.2], [40, 28.2]])], False),
        ([ground("wall", line=[[20, 31], [40, 31]])], False),  # behind it
    ],
)
def test_r25_cover(terrain: list[str], covered: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 30)], terrain)
    assert in_cover(table.battle, 30, 20, table["Levy"]) == covered
    told = table.activate("Line", "activated shoot:{Levy}", dice=[4, 1, 1, 1, 1] + ([] if covered else [1, 1]))
    assert one(told, Fired).cover == covered


@pytest.mark.parametrize(("units_block", "seen"), [(True, False), (False, True)])
def test_r26_switch_units_block(units_block: bool, seen: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [unit(LEVY, "Levy", 30, 31), unit(LEVY, "Screen", 30, 27)],
        units_block=units_block,
    )
    assert ("shoot:Levy" in table.offered("Line")) == seen
    told = table.activate("Line", f"activated shoot:{'{Levy}' if seen else '{Screen}'}", dice=[1] * 5)
    assert "R26" in cited(told)


@pytest.mark.parametrize(
    ("terrain", "seen"),
    [
        ([ground("woods", rect=[20, 24, 40, 26])], False),  # not beyond
        ([ground("woods", rect=[20, 24, 40, 40])], True),  # into
        ([ground("woods", rect=[10, 10, 40, 26])], True),  # out of
        ([ground("building", rect=[29, 24, 31, 26])], False),
        ([ground("field", rect=[29, 24, 31, 26])], False),
        ([ground("mountain", rect=[29, 24, 31, 26])], False),
        ([ground("lake", rect=[29, 24, 31, 26])], True),
        ([ground("wall", line=[[20, 25], [40, 25]])], True),
        ([ground("hill", level=1, rect=[20, 24, 40, 26])], False),  # a crest above both
        ([ground("hill", level=1, rect=[20, 24, 40, 40])], True),
    ],
)
def test_r26_terrain(terrain: list[str], seen: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 31)], terrain)
    assert ("shoot:Levy" in table.offered("Line")) == seen


@pytest.mark.parametrize(("level", "seen"), [(1, True), (2, False)])
@pytest.mark.parametrize("high", [[20, 10, 40, 22], [20, 29, 40, 40]])
def test_r26_a_crest_hides_only_what_lies_below_it(high: list[float], level: int, seen: bool) -> None:
    """One of the two stands on a hill of the first level."""
    hills = [ground("hill", level=1, rect=high), ground("hill", level=level, rect=[20, 24, 40, 26])]
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 31)], hills)
    assert ("shoot:Levy" in table.offered("Line")) == seen


@pytest.mark.parametrize("bearing", [0, 50, 130, 230, 310])
def test_r26_a_screen_hides_whoever_stands_behind_it_on_any_bearing(bearing: float) -> None:
    ux, uy = direction(bearing)
    table = Table(
        [unit(LINE, "Line", 30, 30, "column", facing=bearing)],
        [unit(LEVY, "Screen", 30 + 6 * ux, 30 + 6 * uy), unit(LEVY, "Levy", 30 + 11 * ux, 30 + 11 * uy)],
    )
    shots = [act for act in table.offered("Line") if act.startswith("shoot")]
    assert shots == ["shoot:Screen"]


def test_r26_over_the_heads_of_those_below() -> None:
    hill = ground("hill", level=1, rect=[20, 10, 40, 24])
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 31), unit(LEVY, "Screen", 30, 27)], [hill])
    assert "shoot:Levy" in table.offered("Line")


@pytest.mark.parametrize(("level", "seen"), [(1, True), (2, False), (3, False)])
def test_r26_a_screen_as_high_as_the_higher_of_the_two_still_hides(level: int, seen: bool) -> None:
    """The shooters stand on the second level, the screen on this one."""
    hills = [ground("hill", level=2, rect=[20, 10, 40, 22]), ground("hill", level=level, rect=[20, 26, 40, 28])]
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 31), unit(LEVY, "Screen", 30, 27)], hills)
    if level == 3:
        assert "shoot:Screen" in table.offered("Line")
    assert ("shoot:Levy" in table.offered("Line")) == seen


def test_r26_a_loose_commander_hides_nobody() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 31), unit("general", "Emir", 30, 27)])
    assert "shoot:Levy" in table.offered("Line")


@pytest.mark.parametrize(("into", "shot_at"), [("no", False), ("yes", True)])
def test_r27_switch_fire_into_melee(into: str, shot_at: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Rifles", 22, 31.5, facing=90)],
        [unit(LEVY, "Levy", 30, 31.5)],
        fire_into_melee=into,
    )
    assert not [act for act in table.offered("Line") if act.startswith("shoot")]
    assert ("shoot:Levy" in table.offered("Rifles")) == shot_at
    if shot_at:
        told = table.activate("Rifles", "activated shoot:{Levy}", dice=[4, 1, 1, 1, 1, 6, 10])
        assert not rolls(told, "Unit Morale Check")
        assert table["Levy"].figures == 9
        assert "R27" in cited(told)


def test_r39_equal_chances_with_the_commander_last() -> None:
    table = Table(
        [unit("field-battery", "Gun", 30, 10)],
        [unit(LINE, "Line", 30, 40), unit("general", "General", attached_to="Line")],
    )
    told = table.activate("Gun", "activated shoot:{Line}", dice=[4, 1, 1, 1, 6, 11])
    assert [roll.sides for roll in rolls(told, "Which figure")] == [11]
    assert one(told, FigureLost).unit == table["General"].id


def test_r39_no_die_for_the_last_one() -> None:
    table = Table([unit("field-battery", "Gun", 30, 10)], [unit(LINE, "Line", 30, 40, figures=2, morale=5)])
    told = table.activate("Gun", "activated shoot:{Line}", dice=[4, 4, 4, 1, 6, 6, 6, 2])
    assert len(rolls(told, "Which figure")) == 1
    assert [lost.figure for lost in of(told, FigureLost)] == [table["Line"].first + 1, table["Line"].first]
    assert table["Line"].place == Where.DESTROYED


def test_r40_the_weapon_is_the_cards() -> None:
    table = Table(
        [unit("mounted-rifles", "Rifles", 30, 20), unit("hussar-troop", "Hussars", 36, 20)],
        [unit(LEVY, "Levy", 32, 30)],
    )
    assert "shoot:Levy" not in table.offered("Hussars")
    told = table.activate("Rifles", "activated shoot:{Levy}", dice=[1, 1])
    assert (one(told, Fired).weapon, one(told, Fired).dice) == ("rifles", 2)


# ---------------------------------------------------------------- falling back (R5, R12 to R15, R51)


@pytest.mark.parametrize(("fall_back", "x", "y"), [("away", 36 + 8 * 0.6, 28 + 8 * 0.8), ("own_edge", 36, 36)])
def test_r12_switch_fall_back(fall_back: str, x: float, y: float) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LINE, "Target", 36, 28)], fall_back=fall_back)
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 6, 2, 1])
    assert (table["Target"].x, table["Target"].y) == (near(x), near(y))
    assert table["Target"].facing == 180
    assert "R12" in cited(told)


@pytest.mark.parametrize(("behind", "routed"), [(8.0, True), (8.1, False)])
def test_r12_touching_is_a_collision(behind: float, routed: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [unit(LINE, "Target", 30, 30), unit(LEVY, "Behind", 30, 30.75 + behind + 0.75)],
    )
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 6, 2] + ([] if routed else [1]))
    assert bool(of(told, Routed)) == routed


def test_r12_the_table_edge_is_impassable() -> None:
    table = Table([unit(LINE, "Line", 30, 41.25)], [unit(LINE, "Target", 30, 51.25)])
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 6, 2])
    assert one(told, Routed).met == "the table edge"


def test_r12_a_check_that_the_game_master_calls_goes_straight_to_the_rear() -> None:
    table = Table([unit(LINE, "Line", 30, 20, facing=90)], [FAR_OFF])
    table.overrule("check {Line}", dice=[6, 2])
    assert (table["Line"].x, table["Line"].y) == (near(22), near(20))


@pytest.mark.parametrize(("takes", "lost"), [(True, True), (False, False)])
def test_r13_switch_rout_takes_commander(takes: bool, lost: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [
            unit("militia-company", "Target", 30, 30),
            unit("general", "Emir", attached_to="Target"),
            unit(LEVY, "Behind", 30, 38),
        ],
        rout_takes_commander=takes,
    )
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 5, 2])
    assert one(told, Routed).unit == table["Target"].id
    assert (table["Emir"].place == Where.ROUTED) == lost
    assert "R13" in cited(told)
    if not lost:
        assert table["Emir"].on_table()
        assert table["Emir"].attached_to == -1
        assert table["Emir"].y > 34  # where the unit collided, not where it was shot


@pytest.mark.parametrize("takes", [True, False])
def test_r13_a_unit_without_a_commander_routs_where_it_stood(takes: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [unit("militia-company", "Target", 30, 30), unit(LEVY, "Behind", 30, 38)],
        rout_takes_commander=takes,
    )
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 5, 2])
    assert not of(told, Moved)
    assert one(told, Routed).ruling == ""


@pytest.mark.parametrize(("rout", "routed"), [(True, True), (False, False)])
def test_r14_switch_woods_rout_horse(rout: bool, routed: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [unit("hussar-troop", "Hussars", 30, 30)],
        [ground("woods", name="the wood", rect=[20, 35, 40, 50])],
        woods_rout_horse=rout,
    )
    told = table.activate("Line", "activated shoot:{Hussars}", dice=[4, 1, 1, 1, 1, 5, 2] + ([] if routed else [1]))
    assert bool(of(told, Routed)) == routed
    assert "R14" in cited(told)
    if not routed:
        assert (table["Hussars"].y, one(told, Moved).stopped_by) == (near(33.5), "the wood")


@pytest.mark.parametrize("rout", [True, False])
@pytest.mark.parametrize("card", [LINE, "hussar-troop"])
def test_r14_a_lake_routs_everybody_by_either_reading(card: str, rout: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)],
        [unit(card, "Target", 30, 30)],
        [ground("lake", name="the lake", rect=[20, 35, 40, 50])],
        woods_rout_horse=rout,
    )
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 6, 2])
    assert (one(told, Routed).met, one(told, Routed).ruling) == ("the lake", "")


def test_r14_foot_fall_back_through_woods_at_full_length() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)], [unit(LINE, "Target", 30, 30)], [ground("woods", rect=[20, 33, 40, 36])]
    )
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 5, 6, 1])
    assert one(told, Moved).inches == near(12.0)


def test_r15_no_face_passes_or_fails_by_itself() -> None:
    table = Table(
        [unit("field-battery", "Gun", 30, 10)],
        [unit("guard-company", "Guard", 30, 40), unit("general", "General", attached_to="Guard")],
    )
    told = table.activate("Gun", "activated shoot:{Guard}", dice=[4, 1, 1, 6, 6])
    assert not of(told, MoraleFailed)
    assert not of(told, FigureLost)
    table = Table(
        [unit("guard-lancers", "Lancers", 30, 20, "extended", figures=1)],
        [unit("armed-townsfolk", "Folk", 30, 30, "extended", figures=1)],
    )
    told = table.activate("Lancers", "activated charge:{Folk}", "aim 0", dice=[1, 6, 2])
    assert one(told, Fought).result == "defender removed"  # 6 - 1 is 5, and 2 + 1 is 3


def test_r5_all_throw_first_side_1_first_and_then_all_move() -> None:
    table = Table(
        [unit(LINE, "L1", 15, 30), unit(LINE, "L2", 45, 30)],
        [unit(LEVY, "S1", 45, 31.5), unit(LEVY, "S2", 15, 31.5)],
    )
    told = table.card("STOP", dice=[6, 1, 1, 6, 2, 3])
    checks = rolls(told, "Unit Morale Check")
    assert [roll.came for roll in checks] == ["failed", "passed", "passed", "failed"]
    assert [table.battle.units[move.unit].name for move in of(told, Moved)] == ["L1", "S2"]
    assert told.index(checks[-1]) < told.index(of(told, Moved)[0])


def test_r5_a_loose_commander_in_contact_checks_on_his_own_morale() -> None:
    table = Table([unit("general", "General", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    told = table.card("STOP", dice=[5, 3])
    assert [roll.needed for roll in rolls(told, "Unit Morale Check")] == ["5 or less", "3 or less"]


def test_r51_directions_are_taken_before_anybody_moves() -> None:
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    table.card("STOP", dice=[6, 6, 1, 1])
    assert (table["Line"].x, table["Line"].y < 24) == (near(30), True)
    assert (table["Levy"].x, table["Levy"].y > 38) == (near(30), True)
    assert table["Line"].disrupted
    assert table["Levy"].disrupted


def test_r51_without_a_direction_it_is_straight_to_the_rear() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=1)],
        [
            unit(LEVY, "West", 29.25, 30, "extended", facing=90, figures=1, morale=5),
            unit(LEVY, "East", 30.75, 30, "extended", facing=270, figures=1, morale=5),
        ],
    )
    told = table.card("STOP", dice=[6, 1, 1, 1])
    assert of(told, Moved)[-1].unit == table["Line"].id
    assert (table["Line"].x, table["Line"].y < 24) == (near(30), True)


def test_r12_locked_without_touching_it_falls_back_from_the_mean_of_the_units() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30)],
        [unit(LEVY, "One", 39, 36), unit(LEVY, "Two", 33, 40)],
        melee_lock="sticky",
    )
    for name in ("One", "Two"):
        table.game.tell(ContactMade(table["Line"].id, table[name].id))
    table.card("STOP", dice=[6, 1, 1, 2])
    assert (table["Line"].x, table["Line"].y) == (near(30 - 8 * 0.6), near(30 - 8 * 0.8))


# ---------------------------------------------------------------- disrupted (R16)


@pytest.mark.parametrize(
    ("reading", "acts", "reacts"),
    [("falter", False, ["nothing", "fire"]), ("rally_only", False, None), ("free", True, None)],
)
def test_r16_switch_disrupted(reading: str, acts: bool, reacts: list[str] | None) -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 31.5)], disrupted=reading)
    table["Line"].disrupted = True
    offered = table.offered("Line")
    assert ("move" in offered) == ("shoot:Levy" in offered) == ("charge:Levy" in offered) == acts
    assert "rally" in offered
    if reading == "rally_only":
        told = table.activate("Levy", "activated charge:{Line}", "aim 0", dice=[1])
    else:
        told = table.activate("Levy", "activated charge:{Line}", "aim 0", "reaction fire", dice=[1] + [1] * 5)
        options = [option.key() for option in table.script.asked[-1].options]
        assert options == (reacts or ["nothing", "fire", "counter_charge"])
    assert "R16" in cited(told)
    told = table.activate("Line", "activated rally")
    assert not table["Line"].disrupted
    assert "R16" in cited(told)


def test_r16_a_second_failure_moves_it_again_and_adds_nothing() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LINE, "Target", 30, 30)])
    table["Target"].disrupted = True
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 6, 2, 1])
    assert one(told, Moved).inches == near(8.0)
    assert table["Target"].disrupted


# ---------------------------------------------------------------- moving (R17 to R19, R38, R48, R54)


@pytest.mark.parametrize(
    ("edge", "answers", "dice", "inches"),
    [
        ("stop", ["turn 0", "face 0"], [5], 2.0),
        ("may_stop", ["turn 0", "edge halt", "face 0"], [5], 2.0),
        ("may_stop", ["turn 0", "edge go_on", "face 0"], [5, 2], 4.0),  # three inches left, the wood's die says two
        ("may_stop", ["turn 0", "edge go_on", "face 0"], [4, 3], 4.0),  # two inches left, the wood's die says three
    ],
)
def test_r17_switch_terrain_edge(edge: str, answers: list[str], dice: list[int], inches: float) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20)], [FAR_OFF], [ground("woods", rect=[20, 22.75, 40, 40])], terrain_edge=edge
    )
    told = table.activate("Line", "activated move", *answers, dice=dice)
    assert one(told, Moved).inches == near(inches)
    assert one(told, Moved).ruling == "R17"


def test_r17_the_direction_comes_before_the_dice_and_the_roll_is_used_in_full() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF])
    told = table.activate("Line", "activated move", "turn 90", "face 0", dice=[6])
    order = [type(event).__name__ for event in told]
    assert order == ["Activated", "Turned", "Rolled", "Moved", "Turned"]
    assert (one(told, Moved).inches, table["Line"].x) == (near(6.0), near(36.0))


def test_r17_normal_dice_to_leave_a_wood() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF], [ground("woods", rect=[20, 10, 40, 20.75])])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).inches == near(6.0)


@pytest.mark.parametrize(("reading", "die", "rolled"), [("1d3", 2, 2), ("1d3+6", 2, 8)])
def test_r18_switch_woods_charge(reading: str, die: int, rolled: int) -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 24.0)],
        [ground("woods", rect=[20, 10, 40, 40])],
        woods_charge=reading,
    )
    fights = ["pairs locked"] if rolled > 2.5 else ["reaction nothing"]
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", *fights, dice=[die])
    assert one(told, Moved).rolled == rolled
    assert bool(of(told, ContactMade)) == (rolled > 2.5)
    assert "R18" in cited(told)


def test_r18_no_column_bonus_in_woods() -> None:
    table = Table([unit(LINE, "Line", 30, 20, "column")], [FAR_OFF], [ground("woods", rect=[20, 10, 40, 40])])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[3])
    assert one(told, Moved).rolled == 3


ROAD = ground("road", rect=[29, 0, 31, 60])
WOOD = ground("woods", name="the wood", rect=[20, 22.75, 40, 50])


@pytest.mark.parametrize(
    ("card", "formation", "terrain", "dice", "inches"),
    [
        ("hussar-troop", "line", [WOOD, ROAD], [6, 6], 1.25),
        ("hussar-troop", "column", [WOOD, ROAD], [6, 6], 12.0),
        ("hussar-troop", "column", [WOOD], [6, 6], 1.25),
        ("field-battery", "", [WOOD, ROAD], [6], 6.0),
        ("field-battery", "", [WOOD], [6], 1.625),
        ("hussar-troop", "line", [ground("building", rect=[20, 24, 40, 50])], [6, 6], 2.5),
        (LINE, "line", [ground("building", rect=[20, 22.75, 40, 50])], [6], 2.0),
        ("hussar-troop", "line", [ground("field", rect=[20, 24, 40, 50])], [6, 6], 2.5),
        ("hussar-troop", "line", [ground("hill", level=1, rect=[20, 24, 40, 50])], [6, 6], 12.0),
        ("hussar-troop", "line", [ground("river", rect=[20, 24, 40, 50])], [6, 6], 2.5),
    ],
)
def test_r19_roads_buildings_fields(
    card: str, formation: str, terrain: list[str], dice: list[int], inches: float
) -> None:
    table = Table([unit(card, "Unit", 30, 20, formation)], [FAR_OFF], terrain)
    told = table.activate("Unit", "activated move", "turn 0", "face 0", dice=dice)
    assert one(told, Moved).inches == near(inches)


def test_r19_a_field_slows_nobody_inside_it() -> None:
    table = Table([unit("hussar-troop", "Hussars", 30, 20)], [FAR_OFF], [ground("field", rect=[20, 10, 40, 50])])
    told = table.activate("Hussars", "activated move", "turn 0", "face 0", dice=[6, 6])
    assert one(told, Moved).inches == near(12.0)


def test_r38_a_move_stops_half_an_inch_short_of_an_enemy() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 25)])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).inches == near(3.5 - 0.5)
    assert not table["Line"].in_melee()
    assert "R38" in cited(told)


@pytest.mark.parametrize(("edge", "asked"), [(5.0, True), (6.0, False), (7.0, False)])
def test_r17_nobody_is_asked_at_an_edge_that_he_just_reaches(edge: float, asked: bool) -> None:
    field = ground("field", rect=[20, 20.75 + edge, 40, 50])
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF], [field], terrain_edge="may_stop")
    answers = ["turn 0", "edge halt", "face 0"] if asked else ["turn 0", "face 0"]
    told = table.activate("Line", "activated move", *answers, dice=[6])
    assert one(told, Moved).inches == near(min(edge, 6.0))


@pytest.mark.parametrize(("ahead", "stopped_by"), [(6.0, ""), (5.9, "Friend"), (6.1, "")])
def test_r17_who_has_gone_all_his_inches_was_stopped_by_nobody(ahead: float, stopped_by: str) -> None:
    table = Table([unit(LINE, "Line", 30, 20), unit(LINE, "Friend", 30, 21.5 + ahead)], [FAR_OFF])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).stopped_by == stopped_by
    assert one(told, Moved).ruling == ""


@pytest.mark.parametrize(("edge", "ruling"), [(5.0, "R17"), (6.0, ""), (7.0, "")])
def test_r17_is_told_only_where_an_edge_cut_the_move_short(edge: float, ruling: str) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF], [ground("field", rect=[20, 20.75 + edge, 40, 50])])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).ruling == ruling


def test_r48_an_edge_it_stands_on_does_not_stop_it_again() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF], [ground("field", rect=[20, 21.75, 40, 50])])
    first = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    then = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert [one(told, Moved).inches for told in (first, then)] == [near(1.0), near(6.0)]


def test_r48_of_two_kinds_of_ground_ahead_the_slower_counts() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF], [ground("woods", rect=[31, 20.75, 40, 50])])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[3])
    assert one(told, Moved).rolled == 3


def test_r48_an_enemy_at_the_edge_is_contacted() -> None:
    wood = ground("woods", rect=[20, 28, 40, 40])
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 28.75)], [wood])
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", "pairs locked", dice=[6])
    assert one(told, ChargeEnded).enemy == table["Line"].id


@pytest.mark.parametrize(("behind", "home"), [(0.5, True), (0.6, False)])
def test_r48_a_charge_goes_home_over_a_wall_that_is_lined(behind: float, home: bool) -> None:
    wall = ground("wall", line=[[20, 25], [40, 25]])
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 25 + behind + 0.75)], [wall])
    answer = "pairs locked" if home else "reaction nothing"
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", answer, dice=[6])
    assert bool(of(told, ContactMade)) == home
    if not home:
        assert one(told, Moved).inches == near(4.25)


def test_r48_foot_in_column_on_a_road_through_woods_is_in_the_open() -> None:
    table = Table([unit(LINE, "Line", 30, 24, "column")], [FAR_OFF], [ground("woods", rect=[20, 10, 40, 50]), ROAD])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert (one(told, Moved).rolled, one(told, Moved).inches) == (9, near(9.0))
    assert not in_cover(table.battle, 30, 5, table["Line"])


def test_r54_only_the_end_of_a_turn_counts() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20, "extended"), unit(LINE, "Ahead", 30, 22), unit(LINE, "Behind", 30, 18)],
        [FAR_OFF],
    )
    turns = TurnRegion(table.battle, table["Line"], 180.0)
    assert not turns.refusal((180.0,))  # through both of them
    assert "in the way" in turns.refusal((90.0,))
    offered = table.offered("Line")
    assert "form:line" in offered
    assert "form:column" not in offered


@pytest.mark.parametrize(("bearing", "refused"), [(0.0, False), (359.9, False), (360.0, True), (-0.1, True)])
def test_r54_a_turn_is_a_bearing_from_0_to_360(bearing: float, refused: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF])
    assert ("0 to 360" in TurnRegion(table.battle, table["Line"], 180.0).refusal((bearing,))) == refused


@pytest.mark.parametrize(("gap", "refused"), [(0.0, True), (0.001, False)])
def test_r54_a_turn_brings_nobody_into_touch_with_an_enemy(gap: float, refused: bool) -> None:
    """Two files by five: turned, it is three and three quarters wide. A friend may be touched."""
    edge = 30 + 1.875 + gap
    table = Table([unit(LINE, "Line", 30, 20, "column")], [unit(LEVY, "Levy", edge + 1.875, 20)])
    assert bool(TurnRegion(table.battle, table["Line"], 180.0).refusal((90.0,))) == refused
    table = Table([unit(LINE, "Line", 30, 20, "column"), unit(LEVY, "Friend", edge + 1.875, 20)], [FAR_OFF])
    assert not TurnRegion(table.battle, table["Line"], 180.0).refusal((90.0,))


def test_r54_ground_and_the_table_edge_are_in_the_way_too() -> None:
    table = Table(
        [unit(LINE, "Edge", 30, 1, "extended"), unit("hussar-troop", "Horse", 10, 20, "extended")],
        [FAR_OFF],
        [ground("woods", rect=[5, 21, 15, 30])],
    )
    assert "the table edge" in TurnRegion(table.battle, table["Edge"], 180.0).refusal((90.0,))
    assert "form:column" not in table.offered("Edge")
    assert "the woods" in TurnRegion(table.battle, table["Horse"], 180.0).refusal((90.0,))


def test_r54_who_is_shut_in_cannot_leave() -> None:
    sides = [
        unit(LEVY, "West", 1.125, 2, "extended", facing=90, figures=1),
        unit(LEVY, "East", 2.625, 2, "extended", facing=270, figures=1),
    ]
    lids = [
        unit(LEVY, "North", 1.875, 3.4, "extended", figures=3),
        unit(LEVY, "South", 1.875, 0.6, "extended", facing=0, figures=3),
    ]
    alone = unit(LINE, "Line", 1.875, 2, "extended", figures=1)
    assert "leave_melee" in Table([alone], sides, size=(3.75, 4)).offered("Line")
    assert "leave_melee" not in Table([alone], [*sides, *lids], size=(3.75, 4)).offered("Line")


# ---------------------------------------------------------------- charging (R20 to R22, R45 to R47, R53, R57)


@pytest.mark.parametrize(("edge", "home"), [("stop", False), ("through", True)])
def test_r20_switch_charge_edge(edge: str, home: bool) -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 27)],
        [ground("field", rect=[20, 24, 40, 40])],
        charge_edge=edge,
    )
    answer = "pairs locked" if home else "reaction nothing"
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", answer, dice=[6])
    assert bool(of(told, ContactMade)) == home
    assert "R20" in cited(told)
    if not home:
        assert one(told, Moved).inches == near(3.25)
        assert one(told, Moved).ruling == "R20"


def test_r20_the_first_enemy_met_is_the_one_that_is_fought() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 29), unit("field-battery", "Gun", 32.5, 26)],
    )
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", "pairs locked", dice=[6])
    assert one(told, Charged).target == table["Line"].id
    assert one(told, ChargeEnded).enemy == table["Gun"].id


@pytest.mark.parametrize(("bearing", "reached"), [(0, True), (60, True), (80, False), (180, False)])
def test_r20_a_turn_of_at_most_45_degrees(bearing: float, reached: bool) -> None:
    ux, uy = direction(bearing)
    table = Table([unit(LEVY, "Levy", 30, 30)], [unit(LINE, "Line", 30 + 7 * ux, 30 + 7 * uy)])
    assert ("charge:Line" in table.offered("Levy")) == reached
    assert "45 degrees" in AimRegion(table.battle, table["Levy"], table["Line"]).refusal((46.0,))


@pytest.mark.parametrize(
    ("aim", "says"),
    [(45.0, ""), (315.0, ""), (45.01, "45 degrees"), (314.99, "45 degrees"), (360.0, "0 to 360"), (-1.0, "0 to 360")],
)
def test_r20_45_degrees_are_allowed_and_a_bearing_ends_before_360(aim: float, says: str) -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 30)], [unit(LINE, "East", 34, 35, figures=6), unit(LINE, "West", 26, 35, figures=6)]
    )
    target = table["East" if 0 < aim < 180 else "West"]
    refusal = AimRegion(table.battle, table["Levy"], target).refusal((aim,))
    assert says in refusal
    assert bool(refusal) == bool(says)


def test_r20_friends_and_the_fallen_are_not_charged() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20), unit(LEVY, "Friend", 26, 26)],
        [unit(LINE, "Line", 30, 27), unit(LINE, "Dead", 34, 26)],
    )
    table.lose("Dead", 10)
    assert [act for act in table.offered("Levy") if act.startswith("charge")] == ["charge:Line"]


def test_r20_hemmed_in_by_friends_it_may_still_charge_straight_ahead() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20), unit(LEVY, "Left", 26.25, 20), unit(LEVY, "Right", 33.75, 20)],
        [unit(LINE, "Line", 32, 27)],
    )
    assert "charge:Line" in table.offered("Levy")
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", "pairs locked", dice=[6])
    assert one(told, ChargeEnded).enemy == table["Line"].id


def test_r20_the_target_must_be_seen() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 27)], [ground("woods", rect=[29, 23, 31, 24])])
    assert "charge:Line" not in table.offered("Levy")


def test_r21_only_the_declared_target_reacts_and_guns_do_not_counter_charge() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit("gatling-battery", "Gun", 30, 30), unit(LINE, "Line", 36, 28)])
    table.activate("Levy", "activated charge:{Gun}", "aim 0", "reaction nothing", dice=[1])
    assert table.script.asked[-1].about == table["Gun"].id
    assert [option.key() for option in table.script.asked[-1].options] == ["nothing", "fire"]


def test_r21_no_reaction_in_melee_or_without_anything_to_react_with() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20), unit(LEVY, "Other", 32.25, 29.75, "extended", facing=270, figures=1)],
        [unit(LINE, "Line", 30, 29.75)],
    )
    assert table["Line"].in_melee()
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", dice=[1])
    assert one(told, ChargeEnded).enemy == -1
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit("gatling-battery", "Gun", 30, 30)])
    table["Gun"].jammed = True
    table.activate("Levy", "activated charge:{Gun}", "aim 0", dice=[1])


def test_r21_whatever_stopped_the_charge() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20), unit(LEVY, "Friend", 32.5, 23)],
        [unit(LINE, "Line", 30, 28)],
    )
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", "reaction nothing", dice=[6])
    assert one(told, Moved).stopped_by == "Friend"


@pytest.mark.parametrize(
    ("reading", "attacker", "bonus"),
    [
        ("active_attacks", "Hussars", []),
        ("reactor_attacks", "Lancers", [-1]),
    ],
)
def test_r22_switch_counter_charge(reading: str, attacker: str, bonus: list[int]) -> None:
    table = Table(
        [unit("hussar-troop", "Hussars", 30, 10)], [unit("lancer-troop", "Lancers", 30, 30)], counter_charge=reading
    )
    told = table.activate(
        "Hussars",
        "activated charge:{Lancers}",
        "aim 0",
        "reaction counter_charge",
        "aim 180",
        "pairs locked",
        dice=[2, 1, 4, 4],
    )
    assert {table.battle.units[pair.attacker].name for pair in of(told, Fought)} == {attacker}
    assert [entry.add for entry in rolls(told, "Melee: attacker")[0].account] == bonus
    assert not rolls(told, "Melee: defender")[0].account
    assert "R22" in cited(told)


def test_r22_the_first_chargers_keep_their_own_lances() -> None:
    table = Table([unit("lancer-troop", "Lancers", 30, 10)], [unit("hussar-troop", "Hussars", 30, 30)])
    told = table.activate(
        "Lancers",
        "activated charge:{Hussars}",
        "aim 0",
        "reaction counter_charge",
        "aim 180",
        "pairs locked",
        dice=[2, 1, 4, 4],
    )
    assert [entry.add for entry in rolls(told, "Melee: attacker")[0].account] == [-1]


def test_r45_a_unit_in_melee_may_be_charged_by_a_fresh_enemy() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 30), unit(LEVY, "Fresh", 40, 31.5, facing=270)],
        [unit(LINE, "Line", 30, 31.5)],
    )
    told = table.activate("Fresh", "activated charge:{Line}", "aim 270", "pairs locked", dice=[6])
    assert one(told, ContactMade).other == table["Line"].id
    assert table["Line"].foes == [table["Levy"].id, table["Fresh"].id]


def test_r46_whoever_is_brought_into_contact_is_in_melee() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Left", 28.1, 28), unit(LINE, "Right", 31.9, 28)])
    table.activate("Levy", "activated charge:{Left}", "aim 0", "pairs locked", dice=[6])
    assert table["Left"].in_melee()
    assert table["Right"].in_melee()


def test_r46_enemies_who_start_in_touch_start_in_melee() -> None:
    table = Table([unit(LEVY, "Levy", 30, 30)], [unit(LINE, "Line", 30, 31.5)])
    assert table["Levy"].in_melee()
    assert table["Line"].in_melee()


@pytest.mark.parametrize(
    ("card", "gap", "reading", "offered"),
    [
        (LEVY, 12.0, "possible", True),
        (LEVY, 12.5, "possible", False),
        (LEVY, 12.5, "any", True),
        ("hussar-troop", 18.0, "possible", True),
        ("hussar-troop", 18.5, "possible", False),
        ("hussar-troop", 18.5, "any", True),
    ],
)
def test_r47_switch_charge_reach(card: str, gap: float, reading: str, offered: bool) -> None:
    depth = 0.75 if card == LEVY else 1.5
    table = Table(
        [unit(card, "Chargers", 30, 20)],
        [unit("tribal-warriors", "Target", 30, 20 + depth + gap + 0.75)],
        charge_reach=reading,
    )
    assert ("charge:Target" in table.offered("Chargers")) == offered
    if reading == "any":
        told = table.activate("Chargers", "activated charge:{Target}", "aim 0", "reaction nothing", dice=[1])
        assert "R47" in cited(told)


def test_r47_three_inches_in_woods() -> None:
    wood = ground("woods", rect=[20, 10, 40, 40])
    near_by = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 24.5)], [wood])
    assert "charge:Line" in near_by.offered("Levy")
    too_far = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 25.5)], [wood])
    assert "charge:Line" not in too_far.offered("Levy")


def test_r47_counter_charges_too() -> None:
    table = Table([unit("hussar-troop", "Hussars", 30, 10)], [unit("tribal-warriors", "Foot", 30, 30.25)])
    answers = ["activated charge:{Foot}", "aim 0", "reaction counter_charge", "aim 180", "pairs locked"]
    table.activate("Hussars", *answers, dice=[1, 1])
    shut = Table(
        [unit("hussar-troop", "Hussars", 30, 10), unit("hussar-troop", "Friend", 31.5, 15)],
        [unit("tribal-warriors", "Foot", 30, 30.25)],
    )
    shut.activate("Hussars", "activated charge:{Foot}", "aim 0", dice=[1])  # 16 inches off: more than 12


def test_r53_the_charger_must_be_the_first_unit_met() -> None:
    def reactions(*more: str) -> Table:
        table = Table([unit(LEVY, "Levy", 30, 20)], [unit("tribal-warriors", "Foot", 30, 31), *more])
        table.activate("Levy", "activated charge:{Foot}", "aim 0", *([] if more else ["reaction nothing"]), dice=[1])
        return table

    free = reactions()
    assert [option.key() for option in free.script.asked[-1].options] == ["nothing", "counter_charge"]
    reactions(unit(LEVY, "Friend", 32.5, 29.1, facing=180))  # stands before one wing: no counter-charge, no question


def test_r53_a_counter_charge_is_aimed_so_that_it_meets_the_charger() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20), unit(LEVY, "Other", 34.3, 26)],
        [unit("tribal-warriors", "Foot", 30, 31)],
    )
    aims = AimRegion(table.battle, table["Foot"], table["Levy"], counter=True)
    assert not aims.refusal((180.0,))
    assert "would meet Other first" in aims.refusal((165.0,))
    assert not AimRegion(table.battle, table["Foot"], table["Levy"]).refusal((165.0,))


@pytest.mark.parametrize("first", ["charger", "friend"])
@pytest.mark.parametrize(("friend", "meets"), [(24.0, "Levy"), (23.9, "Levy"), (24.1, "Friend")])
def test_r53_a_charger_no_farther_off_than_a_friend_is_met_first(first: str, friend: float, meets: str) -> None:
    ours = [unit("tribal-warriors", "Foot", 30, 31, facing=180), unit(LEVY, "Friend", 32, friend, facing=180)]
    theirs = [unit(LEVY, "Levy", 28, 24, facing=0)]
    table = Table(theirs, ours) if first == "charger" else Table(ours, theirs)
    refusal = AimRegion(table.battle, table["Foot"], table["Levy"], counter=True).refusal((180.0,))
    assert refusal == ("" if meets == "Levy" else "Foot would meet Friend first that way.")


def test_r53_an_edge_between_them_does_not_matter() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 20)],
        [unit("tribal-warriors", "Foot", 30, 31)],
        [ground("ford", rect=[20, 28.5, 40, 29.5])],
    )
    table.activate("Levy", "activated charge:{Foot}", "aim 0", "reaction counter_charge", "aim 180", dice=[1, 1])


def in_words(table: Table, before: LancerBattle, told: list[Event[LancerBattle]]) -> str:
    return " ".join([sentence.text for sentence in table.game.system.teller(before).tell(told)])


def test_r57_a_corner_is_no_contact() -> None:
    """Two hundredths of an inch overlap, and a lake where the charger would have to slide."""
    lake = ground("lake", rect=[31.0, 28.0, 31.8, 28.8])
    table = Table([unit(LEVY, "Levy", 33.73, 22)], [unit(LINE, "Line", 30, 30)], [lake])
    before = table.battle.clone()
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", dice=[1])
    assert one(told, ChargeEnded).enemy == table["Line"].id
    assert "but they met only a corner, and found no room to fight." in in_words(table, before, told)
    assert not of(told, ContactMade)
    assert not table["Levy"].in_melee()
    free = Table([unit(LEVY, "Levy", 33.73, 22)], [unit(LINE, "Line", 30, 30)])
    before = free.battle.clone()
    told = free.activate("Levy", "activated charge:{Line}", "aim 0", "pairs locked", dice=[1])
    assert of(told, ContactMade)
    assert "and they went home." in in_words(free, before, told)


# ---------------------------------------------------------------- melee (R28 to R34, R49, R50)


@pytest.mark.parametrize(
    ("melee", "dice", "line", "results"),
    [
        ("sequential", [5, 2, 4, 6], 2, ["attacker removed", "defender removed"]),
        ("simultaneous", [5, 2, 4, 6, 6, 5], 1, ["attacker removed", "defender removed", "attacker removed"]),
    ],
)
def test_r28_switch_melee(melee: str, dice: list[int], line: int, results: list[str]) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=3)],
        [unit("guard-company", "Guard", 30, 30.75, "extended", figures=1)],
        melee=melee,
    )
    told = table.activate(
        "Line",
        "activated melee",
        "close_up first",
        "close_up_figure figure:0",
        "close_up first",
        dice=dice,
    )
    assert [pair.result for pair in of(told, Fought)] == results
    assert (table["Line"].figures, table["Guard"].figures) == (line, 0)
    assert "R28" in cited(told)


@pytest.mark.parametrize(
    ("dice", "result"),
    [([4, 4], "locked"), ([5, 5], "locked"), ([4, 5], "defender removed"), ([5, 4], "attacker removed")],
)
def test_r29_equal_is_a_success(dice: list[int], result: str) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=1)], [unit(LINE, "Foe", 30, 30.75, "extended", figures=1)]
    )
    told = table.activate("Line", "activated melee", dice=dice)
    assert one(told, Fought).result == result


@pytest.mark.parametrize(("infantry", "account"), [(False, []), (True, [1])])
def test_r30_switch_crew_is_infantry(infantry: bool, account: list[int]) -> None:
    table = Table(
        [unit("hussar-troop", "Hussar", 30, 28, "extended", figures=1)],
        [unit("field-battery", "Gun", 30, 29.875)],
        crew_is_infantry=infantry,
    )
    told = table.activate("Hussar", "activated melee", dice=[4, 3])
    assert [entry.add for entry in rolls(told, "Melee: defender")[0].account] == account
    assert "R30" in cited(told)


@pytest.mark.parametrize(
    ("one_card", "other_card", "ruling"),
    [
        ("field-battery", "hussar-troop", "R28, R30"),
        ("hussar-troop", "field-battery", "R28, R30"),
        ("field-battery", LEVY, "R28"),
        (LEVY, "field-battery", "R28"),
        ("hussar-troop", LEVY, "R28"),
        (LEVY, "hussar-troop", "R28"),
        (LEVY, LINE, "R28"),
    ],
)
def test_r30_is_told_where_crew_and_cavalry_fight(one_card: str, other_card: str, ruling: str) -> None:
    depth = {"field-battery": 1.125, "hussar-troop": 0.75, LEVY: 0.375, LINE: 0.375}
    form = {"field-battery": ""}
    table = Table(
        [unit(one_card, "One", 30, 30, form.get(one_card, "extended"), figures=1)],
        [
            unit(
                other_card,
                "Other",
                30,
                30 + depth[one_card] + depth[other_card],
                form.get(other_card, "extended"),
                figures=1,
            )
        ],
    )
    told = table.activate("One", "activated melee", dice=[1, 1])
    assert one(told, Fought).ruling == ruling


def test_r30_a_mounted_commander_is_cavalry_whatever_he_is_attached_to() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=1), unit("general", "General", attached_to="Line")],
        [unit(LEVY, "Levy", 30, 30.75, "extended", figures=1)],
    )
    general, levy = table["General"].first, table["Levy"].first
    told = table.activate("Line", "activated melee", f"pair pair:{general}:{levy}", dice=[4, 3, 4, 3])
    assert [[entry.add for entry in roll.account] for roll in rolls(told, "Melee")] == [[], [1], [], []]


@pytest.mark.parametrize(("rect", "attack"), [([20, 30.5, 40, 50], [1]), ([20, 10, 40, 30.5], [])])
def test_r31_uphill(rect: list[float], attack: list[int]) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=1)],
        [unit(LEVY, "Levy", 30, 30.75, "extended", figures=1)],
        [ground("hill", level=1, rect=rect)],
    )
    for _ in range(2):  # in every round he is active
        told = table.activate("Line", "activated melee", dice=[1, 1])
        assert [[entry.add for entry in roll.account] for roll in rolls(told, "Melee")] == [attack, []]


@pytest.mark.parametrize(("lock", "locked"), [("contact", False), ("sticky", True)])
def test_r32_switch_melee_lock(lock: str, locked: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 30, figures=2)], [unit(LEVY, "Levy", 30, 31.5, figures=2)], melee_lock=lock)
    told = table.activate("Line", "activated melee", *CLOSE_NOBODY, dice=[6, 1])
    assert table["Line"].figures == 1
    assert table["Line"].in_melee() == table["Levy"].in_melee() == locked
    assert bool(of(told, ContactBroken)) != locked
    assert "R32" in cited(told)
    if locked:
        assert "move" not in table.offered("Line")


CLOSE_NOBODY = ["close_up done"]


def test_r32_only_those_brought_into_touch_fight_on_the_round_of_contact() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 28)])
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", dice=[6, *[1] * 10])
    assert len(of(told, Fought)) == 5  # the front rank; nobody closes up


@pytest.mark.parametrize(("reading", "disrupted"), [("if_hit", False), ("always", True)])
def test_r33_switch_leave_disrupts(reading: str, disrupted: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30)],
        [unit("tribal-warriors", "Warrior", 30, 31.125, "extended", figures=1)],
        leave_disrupts=reading,
    )
    told = table.activate("Line", "activated leave_melee", "turn 180", "face 180", dice=[6, 4])
    assert table["Line"].disrupted == disrupted
    assert bool(of(told, Disrupted)) == disrupted
    assert "R33" in cited(told)


@pytest.mark.parametrize("reading", ["if_hit", "always"])
def test_r33_who_is_disrupted_already_is_not_disrupted_again(reading: str) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30)],
        [unit("tribal-warriors", "Warrior", 30, 31.125, "extended", figures=1)],
        leave_disrupts=reading,
    )
    table["Line"].disrupted = True
    told = table.activate("Line", "activated leave_melee", "turn 180", "face 180", dice=[1, 6])
    assert len(of(told, FigureLost)) == 1
    assert not of(told, Disrupted)
    assert table["Line"].disrupted


def test_r34_what_a_unit_in_contact_may_do() -> None:
    table = Table([unit(LINE, "Line", 30, 30), unit("general", "General", 30, 22)], [unit(LEVY, "Levy", 30, 31.5)])
    assert table.offered("Line") == ["nothing", "melee", "leave_melee"]
    table["Line"].disrupted = True
    assert table.offered("Line") == ["nothing", "melee", "leave_melee", "rally"]
    told = table.card(
        "General",
        "commander give_order:{Line}",
        "activated leave_melee",
        *["turn 180", "face 180"],
        dice=[6] * 5 + [1],
    )
    assert one(told, Moved).unit == table["Line"].id


def test_r32_the_last_idle_man_closes_up_without_being_asked_for() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=2)],
        [unit("guard-company", "Guard", 30.375, 30.75, "extended", figures=1)],
    )
    idle = table["Line"].first
    told = table.activate("Line", "activated melee", "close_up first", "pairs locked")
    assert [event.figure for event in of(told, ClosedUp)] == [idle]


def test_r49_a_battery_is_one_block() -> None:
    table = Table([unit(LEVY, "Levy", 30, 28.25, "extended", figures=1)], [unit("field-battery", "Gun", 30, 29.75)])
    crew = table.battle.members(table["Gun"])
    assert [pair.theirs for pair in pairs_in_contact(table.battle, table["Levy"])] == crew
    assert [pair.mine for pair in pairs_in_contact(table.battle, table["Gun"])] == crew
    told = table.activate("Gun", "activated melee", dice=[4, 5, 4, 5, 4, 5])
    assert len(of(told, Fought)) == 3


def test_r49_closing_up_fills_the_outside_of_the_block() -> None:
    table = Table([unit(LEVY, "Levy", 30, 28.25)], [unit("field-battery", "Gun", 30, 28.25 + 0.75 + 1.125)])
    touching = {pair.mine for pair in pairs_in_contact(table.battle, table["Levy"])}
    assert len(touching) == 5 - 2  # a front of 3.75 inches against a block of 2.25
    closing = ["close_up first", "close_up_figure figure:5", "close_up first", "close_up_figure figure:6"]
    table.activate("Levy", "activated melee", *closing, "close_up done", "pairs locked")
    assert {pair.mine for pair in pairs_in_contact(table.battle, table["Levy"])} == touching | {5, 6}
    block = table["Gun"].shape[0]
    for figure in (5, 6):
        assert abs(distance(table.battle.figure_base(table["Levy"], figure), block)) < 1e-6


def test_r50_units_form_up_again_out_of_contact() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=3)],
        [unit("guard-company", "Guard", 30, 30.75, "extended", figures=1)],
    )
    told = table.activate(
        "Line",
        "activated melee",
        "close_up first",
        "close_up_figure figure:0",
        "close_up done",
        "pairs locked",
        dice=[4, 6],
    )
    assert one(told, Reformed).unit == table["Line"].id
    assert table["Line"].formed
    assert table["Line"].shape[0].half_w * 2 == near(2.25)


def test_r50_it_slides_back_half_an_inch_clear_of_an_enemy() -> None:
    table = Table([unit(LINE, "Line", 30, 30, figures=2)], [unit(LEVY, "Levy", 30, 31.5, figures=2)])
    told = table.activate("Line", "activated melee", "close_up done", dice=[6, 1])
    assert [table.battle.units[event.unit].name for event in of(told, Reformed)] == ["Levy", "Line"]
    gap = table["Levy"].shape[0].y - 0.75 - (table["Line"].shape[0].y + 0.375)
    assert gap >= 0.5 - 1e-6


# ---------------------------------------------------------------- commanders (R35, R36, R42 to R44, R52, R56)


def test_r35_he_is_attached_by_moving_into_contact() -> None:
    table = Table([unit(LINE, "Line", 30, 30), unit("general", "General", 30, 20)], [FAR_OFF])
    told = table.card("General", "commander own_action", "activated move", "turn 0", dice=[6, 6])
    assert one(told, Attached).unit == table["Line"].id
    assert table["General"].attached_to == table["Line"].id


@pytest.mark.parametrize("answer", ["attach", "leave"])
def test_r35_a_move_that_touches_him_may_take_him_along(answer: str) -> None:
    table = Table([unit(LINE, "Line", 30, 20), unit("general", "General", 30, 23)], [FAR_OFF])
    told = table.activate("Line", "activated move", "turn 0", "face 0", f"take_in {answer}", dice=[6])
    assert one(told, Moved).inches == near(6.0)
    assert bool(of(told, Attached)) == (answer == "attach")


def test_r35_his_own_actions() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line"), unit(LINE, "Other", 40, 30)],
        [unit(LEVY, "Levy", 30, 40)],
    )
    assert table.choices("General") == ["own_action", "activate_unit"]
    assert table.offered("General") == ["nothing", "move", "charge:Levy"]
    told = table.card("General", "commander own_action", "activated move", "turn 180", "face 180", dice=[3, 3])
    assert table["General"].attached_to == -1
    assert one(told, Moved).rolled == 6
    assert table.choices("General") == ["own_action", "give_order:Line", "give_order:Other"]
    table["General"].disrupted = True
    assert table.offered("General") == ["nothing", "rally"]


@pytest.mark.parametrize(("far", "offered"), [(12.0, True), (12.01, False)])
def test_r35_orders_reach_twelve_inches_to_the_nearest_figure(far: float, offered: bool) -> None:
    wood = ground("woods", rect=[20, 20, 40, 22])  # no sight is needed
    table = Table([unit(LINE, "Line", 30, 30), unit("general", "General", 30, 30 - 0.375 - far)], [FAR_OFF], [wood])
    assert ("give_order:Line" in table.choices("General")) == offered


def test_r35_two_commanders_help_once() -> None:
    table = Table(
        [unit("field-battery", "Gun", 30, 10)],
        [
            unit(LINE, "Line", 30, 40),
            unit("general", "One", attached_to="Line"),
            unit("general", "Two", attached_to="Line"),
        ],
    )
    told = table.activate("Gun", "activated shoot:{Line}", dice=[4, 1, 1, 5, 5])
    assert [entry.add for entry in rolls(told, "Unit Morale Check")[0].account] == [-1]
    assert [entry.add for entry in rolls(told, "Casualty")[0].account] == [-1]


def test_r36_a_loose_commander_is_never_shot_but_may_be_charged() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit("general", "Emir", 30, 28)])
    assert "shoot:Emir" not in table.offered("Line")
    told = table.activate("Line", "activated charge:{Emir}", "aim 0", dice=[6, 1, 5])
    assert one(told, Fought).result == "defender removed"
    assert table["Emir"].place == Where.DESTROYED


@pytest.mark.parametrize("card", [LINE, "general"])
def test_r36_friends_pass_a_loose_commander_who_steps_aside(card: str) -> None:
    table = Table([unit(card, "Mover", 30, 20), unit("general", "General", 30, 25)], [FAR_OFF])
    rows = {LINE: ([5], ["take_in leave"]), "general": ([2, 3], [])}
    dice, more = rows[card]
    if card == LINE:
        told = table.activate("Mover", "activated move", "turn 0", "face 0", *more, dice=dice)
    else:
        told = table.card("Mover", "activated move", "turn 0", "face 0", dice=dice)
    assert one(told, Moved).inches == near(5.0)
    assert one(told, Shifted).commander == table["General"].id


def test_r36_enemy_commanders_stand_in_the_way() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit("general", "Emir", 30, 25)])
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).inches == near(5 - 0.75 - 0.75 - 0.5)


def test_r36_a_friendly_commander_is_no_collision() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LINE, "Target", 30, 30), unit("general", "Emir", 30, 36)])
    told = table.activate("Line", "activated shoot:{Target}", dice=[4, 1, 1, 1, 1, 6, 1, 1])
    assert not of(told, Routed)
    assert of(told, Shifted)


def test_r36_if_his_unit_dies_around_him_he_stands_alone() -> None:
    table = Table(
        [unit("field-battery", "Gun", 30, 10)],
        [unit(LINE, "Line", 30, 40, figures=1), unit("general", "Emir", attached_to="Line")],
    )
    told = table.activate("Gun", "activated shoot:{Line}", dice=[4, 1, 1, 1, 6, 1])
    assert one(told, FigureLost).unit == table["Line"].id
    assert table["Emir"].on_table()
    assert table["Emir"].shape


def test_r36_if_his_unit_dies_in_melee_he_fights_on_where_he_stands() -> None:
    table = Table(
        [
            unit(LINE, "Line", 30, 30, "extended", figures=1),
            unit("general", "General", attached_to="Line", mount="foot"),
        ],
        [unit(LEVY, "Levy", 30, 30.75, "extended", figures=1)],
    )
    line, levy = table["Line"].first, table["Levy"].first
    told = table.activate("Line", "activated melee", f"pair pair:{line}:{levy}", "pairs locked", dice=[6, 1])
    assert one(told, FigureLost).unit == table["Line"].id
    assert table["General"].on_table()
    assert table["General"].foes == [table["Levy"].id]
    assert "melee" in table.offered("General")


def test_r37_a_battery_without_crew_is_gone_and_the_gun_is_no_figure() -> None:
    table = Table([unit("field-battery", "Gun", 30, 10)], [unit("field-battery", "Target", 30, 40)])
    assert table["Target"].start == 3
    told = table.activate("Gun", "activated shoot:{Target}", dice=[4, 4, 4, 1, 6, 6, 6, 3, 2])
    assert [roll.sides for roll in rolls(told, "Which figure")] == [3, 2]
    assert table["Target"].place == Where.DESTROYED


def test_r42_several_commanders_have_three_cards_each() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20), unit("general", "One", 10, 20), unit("general", "Two", 50, 20)], [FAR_OFF]
    )
    left = table.battle.deck.left
    assert (left.count(table["One"].id), left.count(table["Two"].id), len(left)) == (3, 3, 11)


def test_r43_side_2_deploys_first_inside_its_zone_and_commanders_may_start_attached() -> None:
    table = Table(
        [unit(LINE, "Line", formation="line"), unit("general", "General")],
        [unit(LEVY, "Levy"), unit("general", "Emir")],
        deployment=[
            "deploy_formation column",
            "deploy 30,50",
            "deploy_commander with:2",
            "deploy 30,10",
            "deploy_commander alone",
            "deploy 20,10",
        ],
        zones=[[0, 0, 60, 14], [0, 46, 60, 60]],
    )
    names = [table.battle.units[event.unit].name for event in of(table.game.log, Deployed)]
    assert names == ["Levy", "Line", "General"]
    assert one(table.game.log, DeployedAttached).commander == table["Emir"].id
    region = next(asked.region for asked in table.script.asked if asked.kind == "deploy")
    assert region is not None
    assert "deployment zone" in region.refusal((30.0, 40.0))


@pytest.mark.parametrize(("reading", "offered"), [(False, False), (True, True)])
def test_r44_switch_attached_may_rally(reading: bool, offered: bool) -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Other", 38, 30), unit("general", "General", attached_to="Line")],
        [FAR_OFF],
        attached_may_rally=reading,
    )
    table["Other"].disrupted = True
    assert ("rally_order:Other" in table.choices("General")) == offered
    if offered:
        told = table.card("General", "commander rally_order:{Other}")
        assert not table["Other"].disrupted
        assert "R44" in cited(told)
    else:
        table["Line"].disrupted = True
        table.card("General", "commander activate_unit", "activated rally")
        assert not table["Line"].disrupted


@pytest.mark.parametrize(("far", "offered"), [(12.0, True), (12.01, False)])
def test_r44_a_rally_order_reaches_twelve_inches_the_limit_included(far: float, offered: bool) -> None:
    table = Table(
        [
            unit(LINE, "Line", 30, 30),
            unit(LINE, "Other", 30 + far + 1.5, 30),  # its nearest man is an inch and a half off its centre
            unit("general", "General", attached_to="Line"),
        ],
        [FAR_OFF],
        attached_may_rally=True,
    )
    assert "rally_order:Other" not in table.choices("General")
    table["Other"].disrupted = True
    assert ("rally_order:Other" in table.choices("General")) == offered


def test_r52_he_stands_with_the_middle_man_of_the_front_rank() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line")], [unit(LEVY, "Levy", 30, 31.5)]
    )
    line, general = table["Line"], table["General"]
    assert line.post == line.first + 2
    assert (general.x, general.y) == (near(30), near(30.375))
    assert not general.shape
    mine = [pair.mine for pair in pairs_in_contact(table.battle, line)]
    assert mine == [*range(line.first, line.first + 5), general.first]
    table.game.tell(FigureLost(line.id, line.post, "before"))
    assert line.post == line.first + 3


def test_r52_the_enemy_touches_him_where_he_touches_the_enemy() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line")],
        [unit(LEVY, "Levy", 30, 30.375 + 0.75, "extended", figures=1)],
    )
    line, general, levy = table["Line"], table["General"], table["Levy"]
    battle = table.battle
    assert [pair.theirs for pair in pairs_in_contact(battle, levy)] == [line.post, general.first]
    battle.set_formed(levy, 30.75, 31.125, 180)  # the man beside him is fought, and he is not
    assert [pair.theirs for pair in pairs_in_contact(battle, levy)] == [line.post + 1]


@pytest.mark.parametrize(("figures", "post"), [(10, 2), (9, 2), (8, 1), (7, 1), (2, 0)])
def test_r52_of_two_middle_men_it_is_the_lower(figures: int, post: int) -> None:
    table = Table([unit(LINE, "Line", 30, 30, figures=figures)], [FAR_OFF])
    assert table["Line"].post == table["Line"].first + post


def test_r52_he_does_not_count_towards_the_four() -> None:
    table = Table(
        [
            unit(LEVY, "Front", 30, 28.25, "extended", figures=3),
            unit("general", "General", attached_to="Front"),
            unit(LEVY, "Flank", 31.5, 29.75, "extended", facing=270, figures=3),
        ],
        [unit("field-battery", "Gun", 30, 29.75)],
    )
    table.lose("Gun", 2)
    table["Gun"].disrupted = False
    assert len(pairs_in_contact(table.battle, table["Front"])) == 4
    told = table.activate("Front", "activated melee", dice=[1, 1] * 4)
    assert len(of(told, Fought)) == 4


def test_r52_his_disruption_is_his_own() -> None:
    table = Table([unit(LINE, "Line", 30, 30), unit("general", "General", 30, 27)], [FAR_OFF])
    table["General"].disrupted = True
    assert table.choices("General") == ["own_action"]
    assert "move" not in table.offered("General")
    table.activate("Line", "activated move", "turn 180", "face 0", "take_in attach", dice=[3])
    assert not table["General"].disrupted
    table["Line"].disrupted = True
    assert table.choices("General") == ["own_action", "activate_unit"]
    assert "move" in table.offered("General")


def test_r52_leaving_a_melee_by_himself_he_is_struck_at_only_if_he_is_touched() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line")], [unit(LEVY, "Levy", 30, 31.5)]
    )
    told = table.card(
        "General", "commander own_action", "activated leave_melee", "turn 180", "face 180", dice=[6, 3, 3]
    )
    assert len(rolls(told, "Parting")) == 1
    assert table["General"].attached_to == -1
    assert table["Line"].in_melee()


@pytest.mark.parametrize(("bearing", "off"), [(0, 1.5), (90, 2.625), (180, 1.5), (270, 2.625)])
@pytest.mark.parametrize("at", [30.0, 30.1, 29.3, 17.7])
def test_r52_he_starts_at_the_edge_of_his_unit(at: float, bearing: float, off: float) -> None:
    """Half the line that way, and half the length of his horse."""
    table = Table([unit(LINE, "Line", at, at), unit("general", "General", attached_to="Line")], [FAR_OFF])
    answers = ["commander own_action", "activated move", f"turn {bearing}", f"face {bearing}"]
    told = table.card("General", *answers, dice=[1, 1])
    ux, uy = direction(bearing)
    start = one(told, Detached)
    along = (start.x - at) * ux + (start.y - at) * uy
    assert off <= along < off + 1e-4  # clear of it, and no farther off
    assert abs((start.x - at) * uy - (start.y - at) * ux) < 1e-6


def test_r52_untouched_he_rides_out_as_he_likes() -> None:
    """The fight is on the left wing, and he stands in the middle."""
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line")],
        [unit(LEVY, "Levy", 28.5, 31.125, "extended", figures=1)],
    )
    assert table.offered("General") == ["nothing", "move"]
    told = table.card("General", "commander own_action", "activated move", "turn 180", "face 180", dice=[3, 3])
    assert not rolls(told, "Parting")
    assert table["General"].attached_to == -1


def test_r56_a_mounted_commander_leads_his_horse_in_woods() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit("general", "General", attached_to="Line")],
        [FAR_OFF],
        [ground("woods", rect=[20, 20, 40, 40])],
    )
    told = table.card("General", "commander own_action", "activated move", "turn 180", "face 180", dice=[3])
    assert (one(told, Moved).rolled, rolls(told, "Move")[0].sides) == (3, 3)
    table.battle.set_formed(table["General"], 30, 19.2, 180)
    told = table.card("General", "commander own_action", "activated move", "turn 180", "face 180", dice=[3, 3])
    assert one(told, Moved).rolled == 6


# ---------------------------------------------------------------- ending (R41), no room (R55)


@pytest.mark.parametrize(
    ("reading", "red", "blue", "winner"),
    [
        ("half", 2, 0, 1),
        ("half", 1, 0, None),
        ("half", 0, 3, 0),
        ("half", 2, 3, -1),
        ("half", 0, 2, None),
        ("none", 2, 0, None),
    ],
)
def test_r41_switch_break_point(reading: str, red: int, blue: int, winner: int | None) -> None:
    table = Table(
        [*[unit(LINE, f"R{n}", 10 * n, 10) for n in (1, 2, 3)], unit("general", "General", 50, 10)],
        [unit(LINE, f"B{n}", 10 * n, 50) for n in (1, 2, 3, 4)],
        break_point=reading,
    )
    for n in range(red):
        table.lose(f"R{n + 1}", 10)
    for n in range(blue):
        table.lose(f"B{n + 1}", 10)
    told = table.card("STOP")
    ends = of(told, BattleEnded)
    assert [end.winner for end in ends] == ([] if winner is None else [winner])
    if ends:
        assert "R41" in cited(told)


@pytest.mark.parametrize("reading", ["half", "none"])
def test_r41_the_turn_limit_ends_the_battle(reading: str) -> None:
    table = Table([unit(LINE, "Line", 10, 10)], [FAR_OFF], turns=1, break_point=reading)
    told = table.card("STOP")
    assert one(told, BattleEnded).winner == -1
    assert "R41" in cited(told)


def no_room() -> Table:
    """A unit that should form a line of ten abreast on a table six inches wide."""
    table = Table(
        [unit(LINE, "Line", 3, 5, "column")], [unit(LINE, "Foe", 3, 16), unit(LEVY, "Levy", 3, 25)], size=(6, 30)
    )
    table["Line"].formation = Formation.EXTENDED
    table.battle.set_scattered(table["Line"])
    return table


def test_r55_without_room_it_stands_as_it_stands_and_tries_again() -> None:
    table = no_room()
    assert table.offered("Line") == ["nothing"]
    told = table.activate("Line")  # there is nothing to choose, so nobody is asked
    assert one(told, DidNothing).unit == table["Line"].id
    assert not of(told, Reformed)
    assert not table["Line"].formed
    table["Line"].disrupted = True
    assert table.offered("Line") == ["nothing", "rally"]
    table["Line"].disrupted = False
    table["Line"].formation = Formation.COLUMN
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[1])
    assert one(told, Reformed).unit == table["Line"].id
    assert table["Line"].formed


def test_r55_forced_to_fall_back_without_room_it_is_routed() -> None:
    table = no_room()
    told = table.activate("Foe", "activated shoot:{Line}", dice=[4, 1, 1, 1, 1, 6, 1])
    assert one(told, Routed).unit == table["Line"].id


def test_r55_where_the_way_back_is_closed_it_slides_aside() -> None:
    table = Table([unit(LINE, "Line", 10, 0.75, figures=2)], [unit(LEVY, "Levy", 10, 2.25, figures=2)], size=(20, 20))
    told = table.activate("Levy", "activated melee", "close_up done", dice=[1, 6])
    assert {table.battle.units[event.unit].name for event in of(told, Reformed)} == {"Line", "Levy"}
    assert table["Line"].formed


def test_r58_a_unit_about_to_fall_back_forms_up_the_way_it_goes() -> None:
    """Struck from behind it goes forward: its own rear would lie beyond the enemy."""
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 28.5, facing=0)])
    told = table.card("STOP", dice=[6, 1, 1])
    assert not of(told, Routed)
    assert table["Line"].y == pytest.approx(30 + 7, abs=1e-6)


# ---------------------------------------------------------------- long walls, and the way out


@pytest.mark.parametrize(
    ("wall", "covered"),
    [
        ([[20, 28.5], [40, 28.5]], True),  # three quarters of an inch before them
        ([[20, 26], [40, 26]], False),  # too far before them
        ([[20, 26], [32.5, 26], [32.5, 34]], False),  # crossed far off; only its other arm is near
        ([[20, 28.5], [30, 28.5], [40, 28]], True),  # crossed at its corner
    ],
)
def test_r25_a_wall_shelters_where_the_line_of_fire_crosses_it(wall: list[list[float]], covered: bool) -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 30)], [ground("wall", line=wall)])
    assert in_cover(table.battle, 30.0, 20.0, table["Levy"]) == covered


@pytest.mark.parametrize(
    ("wall", "home"),
    [
        ([[20, 28.9], [40, 28.9]], True),
        ([[20, 26], [40, 26], [40, 31], [20, 31], [20, 26]], False),  # lined at their backs, three inches before them
    ],
)
def test_r48_only_what_the_charge_crosses_of_a_wall_can_be_lined(wall: list[list[float]], home: bool) -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 30)], [ground("wall", line=wall)])
    answer = "pairs locked" if home else "reaction nothing"
    told = table.activate("Levy", "activated charge:{Line}", "aim 0", answer, dice=[6])
    assert bool(of(told, ContactMade)) == home


def test_r52_he_rides_out_where_there_is_room_and_jumps_over_nobody() -> None:
    table = Table(
        [
            unit(LINE, "Line", 30, 30),
            unit(LINE, "Left", 26.25, 30),
            unit("general", "General", attached_to="Line"),
        ],
        [FAR_OFF],
    )
    region = RideRegion(table.battle, table["General"])
    assert region.refusal((270.0,)) == "General cannot ride out that way: Left is in the way."
    assert not region.refusal((0.0,))
    told = table.card("General", "commander own_action", "activated move", "turn 90", "face 0", dice=[1, 1])
    assert one(told, Detached).x == near(30 + 1.875 + 0.75)


def test_r52_shut_in_on_all_sides_he_stays() -> None:
    friends = [unit(LINE, f"Friend {at}", x, y) for at, (x, y) in enumerate(((26.25, 30), (33.75, 30), (30, 28.5)))]
    more = [
        unit(LINE, f"Friend {at + 3}", x, y) for at, (x, y) in enumerate(((26.25, 31.5), (33.75, 31.5), (30, 31.5)))
    ]
    table = Table(
        [unit(LINE, "Line", 30, 30), *friends, *more, unit("general", "General", attached_to="Line")], [FAR_OFF]
    )
    assert table.offered("General") == ["nothing"]


def test_r63_units_are_packed_or_the_scenario_is_refused() -> None:
    packed_or_refused("lancer")


def test_r63_who_finds_no_room_is_put_at_the_edge() -> None:
    put_at_the_edge("lancer")


def test_r63_who_finds_no_room_on_the_whole_table_stays_away() -> None:
    stays_away("lancer")


# ---------------------------------------------------------------- nothing is left out


def test_every_ruling_has_a_test_and_every_switch_one_of_its_own() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    names = [name for file in files for name in re.findall(r"def (test_r\d+_\w+)", file.read_text(encoding="utf-8"))]
    shown = {name.split("_")[1] for name in names}
    rulings = sheet_as_printed("lancer").rulings
    assert {ruling.id.lower() for ruling in rulings.all} - shown == set()
    switches = {f"test_{switch.ruling.lower()}_switch_{key}" for key, switch in rulings.switches.items()}
    assert len(switches) == 23
    assert switches - set(names) == set()
