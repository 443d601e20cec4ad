"""3 The turn sequence on the table, deployment (8), and how a battle ends (R98)."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, as_printed, brigade, foot, general, ground
from tabletop import of, one

from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.scenario import Zone
from playsheet.players.setup import Setup
from playsheet.rules.gettysburg import turn
from playsheet.rules.gettysburg.battle.events import (
    FirstSideChosen,
    GoBegan,
    GoEnded,
    InitiativeWon,
    ObjectiveHeld,
    PhaseBegan,
    PhaseEnded,
)
from playsheet.rules.gettysburg.table.deployment import DeployRegion, deployable, place_general
from playsheet.rules.gettysburg.terms import FORMATIONS, Formation, Order, Phase
from playsheet.rules.gettysburg.turn import begin_go, end_turn, roll_initiative
from playsheet.rules.gettysburg.victory import aims, count_objectives, points, victory
from playsheet.tabletop.events import BattleEnded

SCENARIOS = Path(turn.__file__).parent / "scenarios"


def armies(cinc: tuple[str, str] = ("gen-n", "gen-n"), year: int = 1863, **more: object) -> Field:
    return Field(
        [foot("us-line", "A", 30, 60, 180), general(cinc[0], "Meade", 10, 70, "cinc")],
        [foot("cs-line", "B", 30, 10, 0), general(cinc[1], "Lee", 10, 2, "cinc")],
        year=year,
        **more,  # type: ignore[arg-type]
    )


# ---------------------------------------------------------------- phase 1


def test_initiative_ties_are_thrown_again() -> None:
    """E1: twelve dice, the Confederates win and act second."""
    field = armies(("gen-n", "gen-x"))
    dice = [3, 4, 2, 3, 2, 2, 1, 1, 5, 3, 2, 5]
    told = field.do(lambda: roll_initiative(field.game), "initiative go_second", dice=dice)
    assert one(told, InitiativeWon).side == CONFEDERATE
    assert one(told, FirstSideChosen).side == UNION
    assert sum(len(roll.faces) for roll in of(told, Rolled)) == 12
    assert field.battle.phase == Phase.COMMAND


def test_the_winner_goes_first_by_switch() -> None:
    field = armies(**{"initiative-prize": "first"})
    told = field.do(lambda: roll_initiative(field.game), dice=[1, 2, 5, 5])
    assert one(told, FirstSideChosen).side == CONFEDERATE


def test_the_winner_chooses_in_each_alternate_phase_by_switch() -> None:
    field = armies(**{"initiative-prize": "per-phase"})
    told = field.do(lambda: roll_initiative(field.game), "initiative go_first", dice=[1, 2, 5, 5])
    assert [event.side for event in of(told, FirstSideChosen)] == [CONFEDERATE]
    field.go(Phase.COMPULSORY)
    field.game.tell(PhaseEnded())
    field.battle.winner_of_initiative = UNION
    told = field.do(lambda: turn.begin_phase(field.game, Phase.CHARGES), "initiative go_second")
    assert one(told, FirstSideChosen).side == CONFEDERATE


# ---------------------------------------------------------------- alternate phases


def test_the_whole_first_side_then_the_whole_second() -> None:
    """R5."""
    field = armies()
    field.battle.first_side = CONFEDERATE
    field.game.tell(PhaseBegan(Phase.NORMAL_MOVES))
    seen: list[int] = []
    while begin_go(field.game):
        seen.append(field.battle.side)
        field.game.tell(GoEnded())
    assert seen == [CONFEDERATE, UNION]


def test_one_brigade_each_in_turn_by_switch() -> None:
    groups = [brigade("one"), brigade("two")]
    union = [
        foot("us-line", "A", 20, 60, 180, group="one"),
        foot("us-line", "C", 40, 60, 180, group="two"),
        general("gen-n", "One", 30, 66, group="one"),
        general("gen-n", "Two", 45, 66, group="two"),
    ]
    field = Field(union, [foot("cs-line", "B", 30, 10, 0)], brigades=(groups, ()), alternate="brigade")
    field.battle.first_side = UNION
    field.game.tell(PhaseBegan(Phase.NORMAL_MOVES))

    def all_goes() -> None:
        while begin_go(field.game):
            field.game.tell(GoEnded())

    told = field.do(all_goes, "next_brigade brigade:1")
    assert [(event.side, event.brigade) for event in of(told, GoBegan)] == [(0, 1), (1, 2), (0, 0)]
    field.game.tell(PhaseBegan(Phase.NORMAL_MOVES))
    field.do(lambda: begin_go(field.game), "next_brigade brigade:1")
    assert [unit.name for unit in field.battle.goers()] == ["C"]
    assert not field.battle.goes(field["A"])


def test_phases_follow_in_printed_order() -> None:
    game = armies().setup.game(["random", "random"], 5, True)
    seen: list[int] = []
    while game.battle.turn == 1:
        if game.battle.phase not in seen:
            seen.append(game.battle.phase)
        game.play_step()
    assert seen[1:] == [
        Phase.INITIATIVE,
        Phase.COMMAND,
        Phase.COMPULSORY,
        Phase.CHARGES,
        Phase.NORMAL_MOVES,
        Phase.FIRING,
        Phase.MELEES,
        Phase.MORALE,
    ]
    assert game.battle.phase == Phase.INITIATIVE


def test_the_flags_of_a_turn_roll_over() -> None:
    field = armies()
    unit = field["A"]
    unit.fired = True
    unit.fired_at_by = [1]
    unit.moved = True
    unit.spent = 1.0
    unit.charged = True
    field.next_turn()
    assert (unit.fired, unit.fired_last_turn, unit.fired_at_by, unit.fired_at_before) == (False, True, [], [1])
    assert (unit.moved, unit.spent, unit.charged) == (False, 0.0, False)


# ---------------------------------------------------------------- deployment (8)


def test_the_rail_fence_stands_as_the_scenario_says() -> None:
    base = as_printed()
    scenario = base.read_scenario(SCENARIOS / "the-rail-fence.toml")
    setup = Setup(base.configured(scenario.settings, scenario.file, []), scenario, [])
    game = setup.game(["random", "random"], 1, True)
    while game.battle.phase < Phase.INITIATIVE:
        game.play_step()
    battle = game.battle
    line = [battle.units[k] for k in range(3)]
    assert [round(unit.front_middle()[1], 6) for unit in line] == [20.1, 20.1, 20.1]
    assert [unit.facing for unit in line] == [180.0, 180.0, 180.0]
    # 7.5 + 1 + 7.5 + 1 + 6 inches, centred on 24, west to east in listed order
    assert [round(unit.x, 6) for unit in line] == [16.25, 24.75, 32.5]
    assert battle.brigades[0].order == Order.HOLD
    assert len(battle.brigades[0].area) == 3
    assert not game.system.broken_laws(battle)


def test_generals_do_not_stand_on_each_other() -> None:
    """Section 8: a program nudges a general, never a unit."""
    base = as_printed()
    scenario = base.read_scenario(SCENARIOS / "the-third-day.toml")
    setup = Setup(base.configured(scenario.settings, scenario.file, []), scenario, [])
    game = setup.game(["random", "random"], 1, False)
    while game.battle.phase < Phase.INITIATIVE:
        game.play_step()
    generals = game.battle.generals
    for one_of, other in [(a, b) for a in generals for b in generals if a.id < b.id]:
        apart = ((one_of.x - other.x) ** 2 + (one_of.y - other.y) ** 2) ** 0.5
        assert apart >= one_of.radius + other.radius - 1e-6
    assert len([unit for unit in game.battle.units if unit.side == 0]) == 40
    assert len([unit for unit in game.battle.units if unit.side == 1]) == 44
    works = [unit.name for unit in game.battle.units if unit.garrison >= 0]
    assert len(works) >= 3  # the first line of the fifth brigade and the Parrotts


def test_units_without_a_place_are_deployed_by_their_owners_in_the_zone() -> None:
    field = armies()
    text = field.setup.scenario.text.replace("at = [30, 60]\n", "").replace("at = [30, 10]\n", "")
    base = as_printed()
    scenario = base.read_scenario(text, "free")
    setup = Setup(base.configured(scenario.settings, scenario.file, []), scenario, [])
    battle = setup.system.new_battle(setup.scenario)
    region = DeployRegion(battle, battle.units[0], Formation.LINE)
    assert region.samples()
    assert all(not region.refusal(value) for value in region.samples())
    assert "table edge" in region.refusal((0.5, 30.0, 0.0))
    game = setup.game(["random", "random"], 3, True)
    while game.battle.phase < Phase.INITIATIVE:
        game.play_step()
    assert all(unit.on_table() for unit in game.battle.units)


def test_places_to_deploy_are_offered_seven_inches_apart_at_most() -> None:
    field = armies()
    zone = Zone(10.0, 20.0, 24.0, 34.0)
    places = DeployRegion(field.battle, field["A"], Formation.LINE, [zone]).samples()
    assert sorted({x for x, _, _ in places}) == pytest.approx([10 + 14 / 6, 17.0, 24 - 14 / 6])
    assert sorted({y for _, y, _ in places}) == pytest.approx([20 + 14 / 6, 27.0, 34 - 14 / 6])


@pytest.mark.parametrize(
    ("card", "usual", "offered"),
    [
        ("us-line", "line", ["line", "extended", "column", "skirmish"]),
        ("us-cav", "line", ["line", "column"]),
        ("us-napoleon", "deployed", ["deployed", "limbered"]),
    ],
)
def test_formations_where_the_scenario_says_none(card: str, usual: str, offered: list[str]) -> None:
    unit = "\n".join(line for line in foot(card, "A", 30, 60, 180).split("\n") if not line.startswith("formation"))
    field = Field([unit, general("gen-n", "Meade", 10, 70, "cinc")], [foot("cs-line", "B", 30, 10, 0)])
    assert FORMATIONS[field["A"].formation] == usual
    assert [FORMATIONS[each] for each in deployable(field["A"])] == offered


@pytest.mark.parametrize(("y", "may"), [(12.5, True), (12.49, False)])
def test_nobody_is_deployed_within_an_inch_of_an_enemy(y: float, may: bool) -> None:
    field = armies()  # the rear of B is at 10.75
    region = DeployRegion(field.battle, field["A"], Formation.LINE)
    assert ("within 1 inch of B" not in region.refusal((30.0, y, 180.0))) is may


@pytest.mark.parametrize(("south", "says"), [(12.5, ""), (11.5, "within 1 inch of B"), (10.0, "would stand on B")])
def test_who_is_deployed_into_a_bua_fills_all_of_it(south: float, says: str) -> None:
    """Its footprint is the BUA's from then on (R124), so that is what must be clear; the regiment itself is at 20."""
    field = Field(
        [foot("us-line", "A", 30, 60, 180), general("gen-n", "Meade", 10, 70, "cinc")],
        [foot("cs-line", "B", 30, 10, 0), general("gen-n", "Lee", 10, 2, "cinc")],
        [ground("bua", "the farm", rect=[26, south, 34, 24])],
    )
    refusal = DeployRegion(field.battle, field["A"], Formation.LINE).refusal((30.0, 20.0, 180.0))
    assert says in refusal
    assert bool(says) == bool(refusal)


def test_a_general_without_a_place_stands_an_inch_behind_his_command() -> None:
    field = armies()
    him = field.man("the Union brigadier")
    x, y = place_general(field.battle, him)
    assert (x, y - him.radius) == pytest.approx((30.0, 61.75))


def test_the_last_line_of_an_anchored_brigade_is_the_ninth() -> None:
    """Section 8: lines without a unit take no room."""
    units = [
        foot("us-line", name, 30, 60, 180).replace("at = [30, 60]\n", "") + f"\nextra = {{ line = {line} }}"
        for name, line in (("A", 1), ("C", 9))
    ]
    field = Field(
        [*units, general("gen-n", "Hays", 10, 66)],
        [foot("cs-line", "B", 30, 10, 0)],
        brigades=([brigade("brigade", anchor=[30, 60])], ()),
    )
    assert [field.at("A"), field.at("C")] == [(30.0, 60.75), (30.0, 65.25)]


def test_a_scenario_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused, match="would stand on A"):
        Field([foot("us-line", "A", 30, 60, 180), foot("us-line", "C", 32, 60, 180)], [foot("cs-line", "B", 30, 10)])
    with pytest.raises(Refused, match="off the table"):
        Field([foot("us-line", "A", 1, 60, 180)], [foot("cs-line", "B", 30, 10)])
    with pytest.raises(Refused, match="expected line, column for cavalry"):
        Field([foot("us-cav", "A", 30, 60, 180, "extended")], [foot("cs-line", "B", 30, 10)])
    with pytest.raises(Refused, match="confederate card"):
        Field([foot("cs-line", "A", 30, 60, 180)], [foot("cs-line", "B", 30, 10)])


def test_who_is_deployed_within_an_inch_behind_works_holds_them() -> None:
    """R124."""
    works = ground("works", "the works", line=[[20, 58.3], [40, 58.3]])
    field = armies(terrain=[works])
    assert field["A"].garrison == 0
    field = armies(terrain=[ground("works", "the works", line=[[20, 58.2], [40, 58.2]])])
    assert field["A"].garrison == -1


# ---------------------------------------------------------------- the end


OBJECTIVES = """
[[objectives]]
kind = "most-infantry"
name = "the crossroads"
at = [30, 30]
within = 6
points = 3

[[objectives]]
kind = "last-held"
name = "the hill"
at = [50, 30]
within = 3
points = 5

[[objectives]]
kind = "units-taken"
points = 1

[[objectives]]
kind = "trophies"
points = 1

[[objectives]]
kind = "brigades-broken"
points = 2
"""


def contest(*, ay: float = 35.0, by: float = 18.0, turns: int = 8) -> Field:
    field = Field(
        [foot("us-line", "A", 30, ay, 180)], [foot("cs-line", "B", 30, by, 0), foot("cs-line", "C", 50, 20, 0)]
    )
    text = field.setup.scenario.text.replace("turns = 8", f"turns = {turns}") + OBJECTIVES
    base = as_printed()
    scenario = base.read_scenario(text, "contest")
    twin = Field.__new__(Field)
    super(Field.__mro__[1], twin).__init__(Setup(base.configured({}, scenario.file, []), scenario, []))
    while twin.battle.to_deploy or twin.battle.phase == 0:
        twin.game.play_step()
    return twin


def test_points_for_more_infantry_near_a_place() -> None:
    assert points(contest().battle) == [3, 0]
    assert points(contest(ay=40.0, by=25.0).battle) == [0, 3]
    field = contest()
    field.state("A", "faltering")
    assert points(field.battle) == [0, 0]


def test_the_last_side_to_hold_a_place_keeps_it() -> None:
    field = contest()
    field.overrule("place {C} 50 28 0")
    assert one(field.do(lambda: count_objectives(field.game)), ObjectiveHeld).side == CONFEDERATE
    field.overrule("place {C} 50 10 0")
    assert field.do(lambda: count_objectives(field.game)) == []
    assert points(field.battle)[CONFEDERATE] == 5


def test_units_brigades_and_trophies_count() -> None:
    field = contest(ay=60.0)
    field.overrule("state {C} dispersed")
    field.battle.armies[UNION].trophies = 2
    field.battle.brigades[1].broken_count = 1
    assert points(field.battle) == [1 + 2 + 2, 0]


def test_the_last_turn_ends_the_battle_by_points() -> None:
    """R98."""
    field = contest(turns=1)
    told = field.do(lambda: end_turn(field.game))
    ended = one(told, BattleEnded)
    assert ended.winner == UNION
    assert "3 points to 0" in ended.verdict
    field = contest(ay=60.0, turns=1)
    assert one(field.do(lambda: end_turn(field.game)), BattleEnded).winner == -1


@pytest.mark.parametrize(("turns", "close"), [(1, True), (2, False)])
def test_points_are_near_in_the_last_turn(turns: int, close: bool) -> None:
    assert {aim.is_close for aim in aims(contest(turns=turns).battle)[:-1]} == {close}


def test_one_point_is_no_points() -> None:
    field = contest(ay=60.0, turns=1)
    field.battle.armies[UNION].trophies = 1
    assert [tally.said() for tally in aims(field.battle)[3].tallies] == ["1 trophy", "0 trophies"]
    assert "by 1 point to 0" in one(field.do(lambda: end_turn(field.game)), BattleEnded).verdict
    field = contest(ay=60.0, turns=1)
    for side in (UNION, CONFEDERATE):
        field.battle.armies[side].trophies = 1
    assert "Both sides have 1 point: a draw" in one(field.do(lambda: end_turn(field.game)), BattleEnded).verdict


def test_more_than_half_of_the_brigades_broken_or_nobody_left_ends_it() -> None:
    field = contest()
    field.battle.brigades[1].broken_count = 1
    assert "brigades" in one(field.do(lambda: victory(field.game)), BattleEnded).verdict
    field = contest()
    field.overrule("state {B} dispersed")
    field.overrule("state {C} dispersed")
    assert "nobody left" in one(field.do(lambda: victory(field.game)), BattleEnded).verdict
    field = contest()
    assert field.do(lambda: victory(field.game)) == []
