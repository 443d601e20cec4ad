"""Stances: what each of them changes in what a unit does, and that a battle without any is the doctrine's own."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit

from playsheet.core.asking import NO_OPTIONS, Option, Question
from playsheet.core.stances import STANCES, Stance, Stances
from playsheet.players.setup import Setup
from playsheet.rules.lancer.doctrine.commander import Doctrine
from playsheet.rules.lancer.doctrine.outlook import Outlook
from playsheet.rules.lancer.doctrine.ways import goal_point
from playsheet.rules.lancer.ground.moving import TurnRegion
from playsheet.rules.lancer.options.choices import actions
from playsheet.rules.lancer.system import HERE, load


def told(table: Table, stance: int, *names: str, easting: float = 0.0) -> Stances:
    """A stance for those units."""
    stances = Stances()
    stances.put([table[name].id for name in names], stance, easting)
    return stances


def act(table: Table, name: str, stances: Stances) -> str:
    """What the unit does with its card."""
    about = table[name]
    options: list[Option] = list(actions(table.battle, about))
    return (
        Doctrine(stances).choose(table.battle, Question(about.seat, "activated", about.id, options, None, 0, 0)).key()
    )


def bearing_of(table: Table, name: str, stances: Stances) -> float:
    """Which way it marches."""
    about = table[name]
    region = TurnRegion(table.battle, about, table.battle.rules.turn)
    return Doctrine(stances).place(table.battle, Question(about.seat, "turn", about.id, NO_OPTIONS, region, 0, 0))[0]


def far_off() -> Table:
    return Table([unit("levy-spearmen", "Levy", 30, 20, "column")], [unit("line-company", "Line", 30, 44)])


def test_who_holds_stays() -> None:
    table = far_off()
    assert act(table, "Levy", Stances()) == "move"
    assert act(table, "Levy", told(table, Stance.HOLD, "Levy")) == "nothing"


def test_who_holds_still_charges_who_is_upon_him() -> None:
    table = Table([unit("levy-spearmen", "Levy", 30, 20, "column")], [unit("gatling-battery", "Gatling", 30, 26)])
    assert act(table, "Levy", told(table, Stance.HOLD, "Levy")).startswith("charge:")


def test_who_holds_charges_nobody_farther_off() -> None:
    table = Table([unit("levy-spearmen", "Levy", 30, 20, "column")], [unit("gatling-battery", "Gatling", 30, 30)])
    assert act(table, "Levy", Stances()).startswith("charge:")
    assert act(table, "Levy", told(table, Stance.HOLD, "Levy")) == "nothing"


def test_who_is_to_shoot_goes_no_nearer_than_his_range() -> None:
    table = Table([unit("line-company", "Line", 30, 20)], [unit("levy-spearmen", "Levy", 30, 44, "column")])
    line = table["Line"]
    own = goal_point(table.battle, line, Outlook(table.battle, line))
    shoots = goal_point(table.battle, line, Outlook(table.battle, line, told(table, Stance.SHOOT, "Line")))
    assert own[2] == 9.0
    assert shoots[2] == 11.5


def two_levies() -> Table:
    return Table(
        [unit("levy-spearmen", "First", 30, 30, "column"), unit("levy-spearmen", "Second", 30, 8, "column")],
        [unit("line-company", "Line", 30, 45.5)],
    )


def test_who_gathers_waits_for_the_others() -> None:
    table = two_levies()
    massed = told(table, Stance.MASS, "First", "Second")
    assert act(table, "First", massed) == "nothing"
    assert act(table, "Second", massed) == "move"
    assert act(table, "First", told(table, Stance.ASSAULT, "First", "Second")) == "move"


def test_who_gathers_goes_in_when_most_are_up() -> None:
    table = Table(
        [unit("levy-spearmen", "First", 24, 30, "column"), unit("levy-spearmen", "Second", 36, 30, "column")],
        [unit("line-company", "Line", 30, 45.5)],
    )
    assert act(table, "First", told(table, Stance.MASS, "First", "Second")) == "move"


def test_who_assaults_charges_where_he_would_have_fired() -> None:
    table = Table([unit("guard-company", "Guard", 30, 20)], [unit("line-company", "Line", 30, 29)])
    assert act(table, "Guard", Stances()).startswith("shoot:")
    assert act(table, "Guard", told(table, Stance.ASSAULT, "Guard")).startswith("charge:")


def test_who_shifts_goes_to_his_easting_and_then_his_own_way() -> None:
    table = far_off()
    assert bearing_of(table, "Levy", Stances()) == pytest.approx(0.0)
    assert bearing_of(table, "Levy", told(table, Stance.SHIFT, "Levy", easting=50.0)) == pytest.approx(90.0)
    assert bearing_of(table, "Levy", told(table, Stance.SHIFT, "Levy", easting=31.0)) == pytest.approx(0.0)


def test_who_is_in_reserve_goes_behind_the_others() -> None:
    table = Table(
        [unit("levy-spearmen", "Levy", 30, 28, "column"), unit("line-company", "Front", 30, 32)],
        [unit("line-company", "Line", 30, 56)],
    )
    stances = told(table, Stance.RESERVE, "Levy")
    levy = table["Levy"]
    x, y, _ = goal_point(table.battle, levy, Outlook(table.battle, levy, stances))
    assert (x, y) == (30.0, 18.0)
    assert act(table, "Levy", stances) == "move"


@pytest.mark.parametrize("stance", range(len(STANCES)))
def test_every_stance_answers_every_question(stance: int) -> None:
    """A whole battle of The Wells with everybody under one stance: all answers are legal, and it ends."""
    game = wells().game(["doctrine", "doctrine"], 3, False)
    game.checking = True
    stances = Stances()
    stances.put([unit.id for unit in game.battle.units], stance, 18.0)
    game.players = [Doctrine(stances), Doctrine(stances)]
    game.run()
    assert game.battle.finished


def test_without_stances_a_battle_is_the_doctrines_own() -> None:
    ends: list[object] = []
    for stances in (None, Stances()):
        game = wells().game(["doctrine", "doctrine"], 5, True)
        if stances is not None:
            game.players = [Doctrine(stances), Doctrine(stances)]
        game.run()
        ends.append([(unit.figures, unit.x, unit.y, unit.facing) for unit in game.battle.units])
    assert ends[0] == ends[1]


def test_wings_are_thirds_of_the_front_from_its_left() -> None:
    """Seen from its own lines: who faces south has his left in the east; generals are in no wing."""
    table = Table(
        [unit("line-company", f"Line {n}", 9 * n, 20) for n in (3, 1, 2, 6, 5, 4)]
        + [unit("general", "General", 30, 12)],
        [unit("line-company", "East", 45, 40), unit("line-company", "West", 15, 40)],
    )
    wings = load().wings(table.battle, 0)
    assert [[table.battle.units[id].name for id in wing] for wing in wings] == [
        ["Line 1", "Line 2"],
        ["Line 3", "Line 4"],
        ["Line 5", "Line 6"],
    ]
    assert load().wings(table.battle, 1) == [[table["East"].id, table["West"].id]]


def wells() -> Setup:
    system = load()
    file = HERE / "scenarios" / "the-wells.toml"
    held = system.read_scenario(file.read_text(encoding="utf-8"), file.name)
    return Setup(system.configured(held.settings, held.file, []), held, [])
