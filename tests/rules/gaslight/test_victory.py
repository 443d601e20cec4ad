"""How a battle ends on the table, and what a game master may do."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, Men, band, crew, machine, men, printed, row, soldiers
from tabletop import of, one

from playsheet.core.errors import Refused
from playsheet.core.reader import read_toml
from playsheet.core.scenario import Objective
from playsheet.rules.gaslight.battle.events import CardAdded, CardRemoved, DeckShuffled, Moved, Scored
from playsheet.rules.gaslight.battle.fight_events import FailureRolled, GunHit, MoraleChecked
from playsheet.rules.gaslight.battle.goals import Goal
from playsheet.rules.gaslight.table.damage import lose_machine
from playsheet.rules.gaslight.table.scatter import is_neat
from playsheet.rules.gaslight.terms import MustCheck
from playsheet.rules.gaslight.victory import aims, count_up, loss_points, near_point, stormed, won_at_once
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.machines.machine import DISABLED

HUT = '[[terrain]]\nkind = "building"\nname = "the hut"\nrect = [27, 27, 33, 33]'


def with_goal(south: list[Men], north: list[Men], objective: str) -> Field:
    """A field on which something is to be won."""
    field = Field(south, north, [HUT])
    reader = read_toml(objective)
    goals = field.battle.goals
    plots = {plot.name: index for index, plot in enumerate(field.battle.land.plots)}
    goals.all.append(Goal(Objective(reader.text("kind"), reader), plots))
    return field


def ended(field: Field) -> tuple[list[int], BattleEnded]:
    told = field.do(lambda: count_up(field.game, "It is over"))
    points = [sum(event.points for event in of(told, Scored) if event.side == side) for side in (0, 1)]
    assert points == field.battle.score
    return points, one(told, BattleEnded)


SOLE = 'kind = "sole-inside"\nterrain = "the hut"\npoints = 10'


def test_the_only_side_inside_at_the_end() -> None:
    red, foe = soldiers(1, "Red", [(30, 30)]), soldiers(2, "Foe", [(28.5, 30), (40, 40)], 180.0)
    field = with_goal([red], [foe], SOLE)
    points, verdict = ended(field)
    assert (points, verdict.winner) == ([0, 0], -1)  # both are in it
    assert verdict.verdict == "It is over: both sides have 0 points."
    field = with_goal([red], [soldiers(2, "Foe", [(20, 30), (40, 40)], 180.0)], SOLE)
    points, verdict = ended(field)
    assert (points, verdict.winner) == ([10, 0], 0)
    assert verdict.verdict == "It is over: South wins by 10 points to 0."
    field = with_goal([red], [soldiers(2, "Foe", [(20, 30), (40, 40)], 180.0)], SOLE.replace("10", "1"))
    assert ended(field)[1].verdict == "It is over: South wins by 1 point to 0."


def test_points_for_figures_characters_guns_and_machines() -> None:
    gun = men("gl-gatling", "Gun", crew(30, 10, 4), 0.0, (30, 10))
    tank = machine("gl-steam-tank", "Tank", 20, 10)
    field = Field([band(4, "Red", row(5, 40, 10), 0.0), gun, tank], [soldiers(3, "Foe", row(3, 30, 60), 180.0)])
    assert loss_points(field.battle, 0) == 0
    field.lose("Red", 3, 4)
    assert loss_points(field.battle, 0) == 2
    field.lose("Red", 0)
    assert loss_points(field.battle, 0) == 5  # a character counts three, not three more than one
    field.game.tell(GunHit(field["Gun"].id, True, ""))
    assert loss_points(field.battle, 0) == 10
    lose_machine(field.game, field["Tank"], DISABLED, field["Foe"].id)
    assert loss_points(field.battle, 0) == 20
    field.lawful()


def test_what_each_side_has_lost() -> None:
    gun = men("gl-gatling", "Gun", crew(30, 10, 4), 0.0, (30, 10))
    field = Field([band(4, "Red", row(5, 40, 10), 0.0), gun], [soldiers(3, "Foe", row(3, 30, 60), 180.0)])
    field.lose("Red", 3, 4)
    field.lose("Foe", 2)
    field.game.tell(GunHit(field["Gun"].id, True, ""))
    assert printed().tally(field.battle) == {
        "figures_lost": [2, 1],
        "guns_lost": [1, 0],
        "machines_lost": [0, 0],
        "points_given": [7, 1],
    }


def test_a_gun_whose_crew_is_gone_is_lost() -> None:
    gun = men("gl-gatling", "Gun", crew(30, 10, 4), 0.0, (30, 10))
    field = Field([gun, soldiers(1, "Red", [(50, 10)])], [soldiers(3, "Foe", row(3, 30, 60), 180.0)])
    field.lose("Gun", 0, 1, 2, 3)
    assert loss_points(field.battle, 0) == 3 + 3 + 5


def test_most_unengaged_figures_near_a_point() -> None:
    field = with_goal(
        [soldiers(3, "Red", [(30, 36.0), (30, 36.001 + 3), (40, 40)])],
        [soldiers(2, "Foe", [(36, 30), (36, 31.0)], 180.0), soldiers(1, "B", [(20, 60)], 180.0)],
        'kind = "most-near"\nname = "the well"\nat = [30, 30]\nwithin = 6\npoints = 10',
    )
    goal = field.battle.goals.all[0]
    assert [near_point(field.battle, goal, side) for side in (0, 1)] == [1, 1]
    field.stand("Red", 1, 36, 32.008)
    assert [near_point(field.battle, goal, side) for side in (0, 1)] == [1, 1]  # the second enemy stands beyond 6
    field.stand("Red", 1, 37.0, 30)
    assert [near_point(field.battle, goal, side) for side in (0, 1)] == [1, 0]  # who fights does not count
    assert ended(field)[0] == [10, 0]


def test_points_for_each_enemy_machine_lost() -> None:
    tanks = [machine("gl-steam-tank", "A", 20, 60, 180.0), machine("gl-walker", "B", 40, 60, 180.0)]
    field = with_goal([soldiers(1, "Red", [(30, 10)])], tanks, 'kind = "vehicles-lost"\npoints = 5')
    for name in ("A", "B"):
        lose_machine(field.game, field[name], DISABLED, 0)
    assert ended(field)[0] == [2 * 5 + 2 * 10, 0]


def test_each_side_is_told_of_the_machines_that_the_other_has_lost() -> None:
    ours = [machine("gl-steam-tank", "A", 20, 10), machine("gl-walker", "B", 40, 10)]
    field = with_goal(ours, [machine("gl-walker", "C", 40, 60, 180.0)], 'kind = "vehicles-lost"\npoints = 5')
    for name in ("A", "B", "C"):
        lose_machine(field.game, field[name], DISABLED, 0)
    tallies = next(aim.tallies for aim in aims(field.battle) if aim.tallies and "vehicle" in aim.tallies[0].what)
    assert [(tally.side, tally.count, tally.points) for tally in tallies] == [(0, 1, 5), (1, 2, 10)]


def test_storming_wins_at_once() -> None:
    inside = [(28.0 + 1.1 * (k % 4), 28.0 + 1.1 * (k // 4)) for k in range(12)]
    objective = 'kind = "storm"\nside = 1\nterrain = "the hut"\nfigures = 12'
    for spot, wins in (((32.4, 32.4), False), ((40, 40), True)):
        field = with_goal([men("gl-warband", "Red", inside)], [soldiers(1, "Foe", [spot], 180.0)], objective)
        assert stormed(field.battle, field.battle.goals.all[0]) is wins
        told = field.do(lambda: won_at_once(field.game))  # noqa: B023
        assert bool(of(told, BattleEnded)) is wins
        if wins:
            assert field.battle.verdict == "South has stormed the hut."


def test_more_figures_inside_at_the_end() -> None:
    field = with_goal(
        [soldiers(2, "Red", [(29, 30), (31, 30)])],
        [soldiers(1, "Foe", [(30, 32)], 180.0)],
        'kind = "most-inside"\nterrain = "the hut"\npoints = 25',
    )
    assert ended(field)[0] == [25, 0]


@pytest.mark.parametrize(
    "objective",
    [
        'kind = "most-inside"\nterrain = "the hut"\npoints = 25',
        'kind = "most-near"\nname = "the well"\nat = [30, 30]\nwithin = 6\npoints = 10',
    ],
)
def test_as_many_of_both_sides_hold_nothing(objective: str) -> None:
    field = with_goal([soldiers(1, "Red", [(29, 30)])], [soldiers(1, "Foe", [(31, 30)], 180.0)], objective)
    assert ended(field)[0] == [0, 0]


def test_a_side_with_nobody_left_ends_the_battle() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(2, "Foe", row(2, 30, 20), 180.0)])
    field.order("Red", "done")
    field.lose("Foe", 0, 1)
    told = field.end()
    assert one(told, BattleEnded).winner == 0
    assert field.battle.verdict == "North has nobody left on the table: South wins by 2 points to 0."


def test_the_turn_limit_ends_it() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 60)], 180.0)])
    field.game.tell(DeckShuffled(6, [0, 1]))
    field.draw(dice=[1])
    field.end()
    field.draw()
    field.end()
    told = field.draw()
    assert one(told, BattleEnded).verdict == "The last turn is over: both sides have 0 points."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('kind = "sole-inside"\nterrain = "the moon"\npoints = 1', "there is no area called 'the moon'"),
        ('kind = "hold"\npoints = 1', "kind"),
        ('kind = "storm"\nside = 3\nterrain = "the hut"\nfigures = 2', "from 1 to 2"),
        ('kind = "vehicles-lost"\npoints = 0', "from 1"),
        ('kind = "vehicles-lost"\npoints = 1\nmore = 2', "more"),
    ],
)
def test_an_objective_that_makes_no_sense_is_refused(text: str, why: str) -> None:
    reader = read_toml(text)
    with pytest.raises(Refused, match=why):
        Goal(Objective("", reader), {"the hut": 0})


# ---------------------------------------------------------------- a game master


def masters_field() -> Field:
    return Field(
        [men("gl-warband", "Red", row(12, 30, 10, 1.3)), men("gl-hero", "Hero", [(30, 14)])],
        [soldiers(3, "Foe", row(3, 30, 60), 180.0)],
    )


def test_cards_may_be_put_in_and_taken_out() -> None:
    field = masters_field()
    assert of(field.overrule("add-card {Red}"), CardAdded)
    assert field.battle.deck.left.count(0) == 2
    assert of(field.overrule("remove-card {Foe}"), CardRemoved)
    assert field["Foe"].id not in field.battle.deck.left
    with pytest.raises(Refused, match="Foe has no card left in the deck"):
        field.overrule("remove-card {Foe}")


def test_a_check_may_be_called_for_the_next_card_or_at_once() -> None:
    field = masters_field()
    field.overrule("check {Red}")
    assert field["Red"].pending == MustCheck.GM_CALL
    told = field.overrule("check-now {Foe}", dice=[20, 14, 14, 14])
    assert one(told, MoraleChecked).passed is False
    assert one(told, FailureRolled).unit == field["Foe"].id
    with pytest.raises(Refused, match="Hero never checks morale"):
        field.overrule("check {Hero}")


def test_the_too_neat_are_set_anew() -> None:
    field = masters_field()
    assert is_neat(field.battle, field["Red"])
    assert of(field.overrule("scatter {Red}"), Moved)
    assert not is_neat(field.battle, field["Red"])


@pytest.mark.parametrize(("word", "winner"), [("1", 0), ("2", 1), ("draw", -1)])
def test_the_game_may_be_awarded(word: str, winner: int) -> None:
    field = masters_field()
    assert one(field.overrule(f"award {word}"), BattleEnded).winner == winner


@pytest.mark.parametrize("word", ["", "dance", "check", "check 99", "check x", "award 3", "add-card"])
def test_what_makes_no_sense_is_refused_in_a_sentence(word: str) -> None:
    field = masters_field()
    with pytest.raises(Refused, match=r"^expected .*got "):
        field.overrule(word)


def test_who_is_gone_has_no_card_and_a_word_waits_until_all_are_deployed() -> None:
    field = masters_field()
    field.lose("Foe", 0, 1, 2)
    with pytest.raises(Refused, match="Foe is not on the table"):
        field.overrule("add-card {Foe}")
    battle = printed().new_battle(field.setup.scenario)
    game = field.setup.game(["random", "random"], 1, True)
    assert battle.to_deploy
    with pytest.raises(Refused, match="until both sides are deployed"):
        game.overrule("check 0")
