"""How the three scenarios are won, by the letter of their objectives."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.riskfactor.situation import Men, Skirmish, block, lieutenant, men, row
from tabletop import ground, of, one

from playsheet.rules.riskfactor import system
from playsheet.rules.riskfactor.battle.fight_events import Hurt
from playsheet.rules.riskfactor.terms import DamageDie, Phase
from playsheet.rules.riskfactor.victory import aims, verdict
from playsheet.tabletop.events import BattleEnded

SCENARIOS = Path(system.__file__).parent / "scenarios"


def objectives(id: str) -> list[str]:
    """The objectives of a reference scenario, as they stand in its file."""
    text = (SCENARIOS / f"{id}.toml").read_text(encoding="utf-8").split("[extra]")[0]
    return ["[[objectives]]" + part for part in text.split("[[objectives]]")[1:]]


def ended(table: Skirmish, turn: int) -> int | None:
    """Who has won when this game turn is over: 0, 1, -1 for a draw, None if it goes on."""
    table.begin(2, turn)
    found = of(table.phase(Phase.SIDE_ENDS), BattleEnded)
    return found[0].winner if found else None


# ---------------------------------------------------------------- A: The Picket


def picket(south: int, wounded: int = 0, **rulings: object) -> Skirmish:
    """So many warriors wholly south of y = 30, so many of them wounded."""
    spots = [*row(south, 60, 28.9), *row(10 - south, 60, 60)]
    table = Skirmish(
        [men("regular-squad", "Squad", row(5, 60, 10)), lieutenant(20, 20)],
        [men("warrior-band", "Band", spots)],
        objectives=objectives("the-picket"),
        turns=8,
        **rulings,
    )
    table.wound("Band", *range(wounded))
    return table


@pytest.mark.parametrize(
    ("south", "wounded", "turn", "winner"), [(5, 0, 1, 1), (4, 0, 1, None), (5, 1, 1, None), (6, 1, 3, 1), (4, 0, 8, 0)]
)
def test_a_five_unhurt_warriors_south_of_the_wall(south: int, wounded: int, turn: int, winner: int | None) -> None:
    assert ended(picket(south, wounded), turn) == winner


def test_a_a_base_on_the_line_is_not_beyond_it() -> None:
    table = picket(5)
    table.stand("Band", [*row(4, 60, 28.9), (80.0, 29.1), *row(5, 60, 60)])
    assert ended(table, 1) is None


def test_a_a_base_that_only_touches_the_line_is_beyond_it() -> None:
    table = picket(5)
    table.stand("Band", [*row(4, 60, 28.9), (80.0, 29.0), *row(5, 60, 60)])
    assert ended(table, 1) == 1


@pytest.mark.parametrize(("near", "y", "close"), [(5, 54.0, True), (4, 54.0, False), (5, 54.1, False)])
def test_a_it_is_close_when_five_could_be_south_of_the_wall_with_their_next_move(
    near: int, y: float, close: bool
) -> None:
    table = picket(0)
    table.stand("Band", [*row(near, 60, y), *row(10 - near, 60, 90)])
    assert aims(table.battle)[0].is_close == close


@pytest.mark.parametrize(("south", "lost", "turn", "winner"), [(5, 5, 1, 1), (4, 5, 1, 0), (0, 5, 8, 0), (0, 0, 8, 0)])
def test_a_an_objective_comes_before_the_break_point(south: int, lost: int, turn: int, winner: int) -> None:
    table = picket(south, break_point="half")
    table.lose("Band", lost)
    assert ended(table, turn) == winner


def test_a_the_break_point_comes_before_the_last_turn() -> None:
    table = picket(0, break_point="half")
    table.lose("Squad", 3)
    assert ended(table, 8) == 1


def test_a_nobody_left_of_the_picket() -> None:
    table = picket(0)
    for name in ("Squad", "Lieutenant"):
        table.lose(name, table.strength(name))
    assert ended(table, 1) == 1


# ---------------------------------------------------------------- B: Platoon in the Wood


@pytest.mark.parametrize(("north", "turn", "winner"), [(10, 1, 0), (9, 1, None), (9, 10, 1), (10, 10, 0)])
def test_b_ten_living_figures_north_of_the_wood(north: int, turn: int, winner: int | None) -> None:
    table = Skirmish(
        [men("regular-squad", "Squad", [*row(north, 75, 91), *row(12 - north, 75, 50)]), lieutenant(20, 20)],
        [men("warrior-band", "Band", row(10, 75, 150))],
        objectives=objectives("platoon-in-the-wood"),
        turns=10,
    )
    table.wound("Squad", 0, 1, 2)  # the wounded live
    assert ended(table, turn) == winner


@pytest.mark.parametrize(("near", "y", "close"), [(10, 66.0, True), (9, 66.0, False), (10, 65.9, False)])
def test_b_it_is_close_when_ten_could_be_north_of_the_wood_with_their_next_move(
    near: int, y: float, close: bool
) -> None:
    table = Skirmish(
        [men("regular-squad", "Squad", [*row(near, 75, y), *row(12 - near, 75, 30)]), lieutenant(20, 20)],
        [men("warrior-band", "Band", row(10, 75, 150))],
        objectives=objectives("platoon-in-the-wood"),
    )
    assert aims(table.battle)[0].is_close == close


# ---------------------------------------------------------------- C: The Mission Station

HOUSES = [
    ground("building", name=name, rect=[x, 50, x + 20, 70])
    for name, x in (("the school", 10), ("the store", 50), ("the chapel", 90), ("the infirmary", 130))
]


def station(*extra: Men, unhurt: int = 24) -> Skirmish:
    """Men in the school, the store and the chapel, the rest outside; civilians; warriors far off."""
    return Skirmish(
        [
            men("regular-squad", "School", row(4, 20, 60)),
            men("regular-squad", "Store", row(4, 60, 60)),
            men("regular-squad", "Chapel", row(4, 100, 60)),
            men("regular-squad", "Yard", block(unhurt - 18, 100, 40, 8)),
            men("civilians", "Civilians", row(5, 150, 20)),
            lieutenant(20, 20),
        ],
        [men("warrior-band", "Band", row(10, 75, 150)), *extra],
        HOUSES,
        objectives=objectives("the-mission-station"),
        turns=15,
    )


def test_c_three_buildings_and_twenty_unhurt_at_the_end_and_not_before() -> None:
    assert ended(station(), 14) is None
    assert ended(station(), 15) == 0


def test_c_an_enemy_in_the_building_and_it_is_not_held() -> None:
    assert ended(station(men("warrior-band", "Inside", [(60, 67)])), 15) == 1


def test_c_three_more_for_each_civilian_killed() -> None:
    for killed, winner in ((0, 0), (1, 0), (2, 1)):
        table = station(unhurt=24)  # with a civilian killed 23 are left and needed, with two 22 and 26
        first = table["Civilians"].first
        for figure in range(first, first + killed):
            table.game.tell(Hurt(figure, DamageDie.KILL, 0, 0, True, "before", ""))
        assert ended(table, 15) == winner


def test_c_the_wounded_do_not_count() -> None:
    table = station(unhurt=24)
    table.wound("Yard", 0, 1, 2, 3)
    assert ended(table, 15) == 0
    table = station(unhurt=24)
    table.wound("Yard", 0, 1, 2, 3, 4)
    assert ended(table, 15) == 1


def test_a_battle_that_is_won_is_over() -> None:
    table = picket(5)
    table.begin(2)
    assert one(table.phase(Phase.SIDE_ENDS), BattleEnded).verdict == "Blue has 5 unhurt figures south of the wall."
    assert table.battle.finished


@pytest.mark.parametrize(
    ("goal", "name", "says"),
    [
        (0, "The Warriors", "The Warriors have 5 unhurt figures south of the wall."),
        (1, "The Host", "The Host has no enemy left on the table."),
        (1, "The Chief's People", "The Chief's People have no enemy left on the table."),
        (2, "The Picket", "The last turn is over, and the Picket has not been beaten."),
        (2, "The Regulars", "The last turn is over, and the Regulars have not been beaten."),
    ],
)
def test_a_verdict_is_a_sentence(goal: int, name: str, says: str) -> None:
    table = picket(5)
    reached = table.battle.goals.all[goal]
    table.battle.goals.side_names[reached.side] = name
    assert verdict(table.battle, reached) == says


def test_one_figure_is_no_figures() -> None:
    battle = picket(5).battle
    battle.goals.all[0].figures = 1
    assert verdict(battle, battle.goals.all[0]).endswith(" 1 unhurt figure south of the wall.")
    assert " with one unhurt figure south of the wall" in aims(battle)[0].said
