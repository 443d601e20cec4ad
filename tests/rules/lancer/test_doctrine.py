"""The built-in commander says why it does what it does, by the numbers that decided."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground
from watching import reasons

from playsheet.core.asking import NO_OPTIONS, Option, Question
from playsheet.rules.lancer.doctrine.commander import Doctrine, order_worth
from playsheet.rules.lancer.doctrine.outlook import Outlook
from playsheet.rules.lancer.doctrine.ways import BY_THE_GUN, ahead_of_foot, goal_point, ground_for
from playsheet.rules.lancer.doctrine.worth import charge_worth
from playsheet.rules.lancer.ground.moving import TurnRegion
from playsheet.rules.lancer.options.choices import COUNTER, FIRE, STAND, actions, commander_choices, own_actions
from playsheet.tabletop.weighing import Weighings

FAR_LEVY = unit("levy-spearmen", "Levy", 30, 66, "column")
WELL = '[[objectives]]\nkind = "hold-point"\nname = "the well"\nx = 30\ny = 40\nwithin = 3'


def why(table: Table, kind: str, name: str, options: list[Option]) -> tuple[str, ...]:
    about = table[name]
    return reasons(Doctrine(), table.battle, Question(about.seat, kind, about.id, options, None, 0, 0))


def acts(table: Table, name: str) -> tuple[str, ...]:
    return why(table, "activated", name, list(actions(table.battle, table[name])))


def test_a_volley_is_weighed_against_what_is_next_best() -> None:
    table = Table([unit("line-company", "Line", 30, 20)], [unit("levy-spearmen", "Levy", 30, 30, "column")])
    assert acts(table, "Line") == (
        "A volley at the Levy is worth 2 figures; the next best, the move, only 0.7.",
        "Five dice make 1.7 hits on the average; the Levy fails the morale check with an even chance.",
    )


def test_a_charge_says_how_likely_it_gets_home() -> None:
    table = Table([unit("levy-spearmen", "Levy", 30, 20, "column")], [unit("gatling-battery", "Gatling", 30, 29)])
    assert acts(table, "Levy")[1:] == (
        "It is 6 inches to the Gatling: the charge gets home with certainty.",
        "Each fight is won with one chance in three and lost with one chance in six, and two pairs would meet.",
    )


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (9, "No friend is nearer to the well (20 inches away): it is the one to hold that."),
        (2, "Time runs short, and it must be at the well (20 inches away) when it ends."),
    ],
)
def test_a_move_names_what_it_makes_for(turns: int, said: str) -> None:
    table = Table(
        [unit("levy-spearmen", "Levy", 30, 20, "column")],
        [unit("line-company", "Line", 45, 25)],
        objectives=[WELL],
        turns=turns,
    )
    assert said in acts(table, "Levy")


@pytest.mark.parametrize(
    ("gun", "line_y", "ahead"),
    [("gatling-battery", 26, False), ("gatling-battery", 14, True), ("field-battery", 14, False)],
)
def test_a_gun_of_short_range_stays_between_the_companies(gun: str, line_y: float, *, ahead: bool) -> None:
    table = Table([unit("line-company", "Line", 36, line_y), unit(gun, "Gun", 30, 20)], [FAR_LEVY], size=(72, 72))
    held = table["Gun"]
    assert ahead_of_foot(table.battle, held, Outlook(table.battle, held)) == ahead
    if gun == "gatling-battery":
        assert acts(table, "Gun")[0].startswith("Doing nothing" if ahead else "The move is worth")


@pytest.mark.parametrize(
    ("line_x", "said"), [(52, "It goes to the Line, 22.8 inches away: a gun by itself is ridden down."), (36, "")]
)
def test_a_gun_of_short_range_that_stands_alone_goes_to_the_companies(line_x: float, said: str) -> None:
    table = Table(
        [unit("line-company", "Line", line_x, 14), unit("gatling-battery", "Gun", 30, 20)], [FAR_LEVY], size=(72, 72)
    )
    held = table["Gun"]
    assert acts(table, "Gun")[0].startswith("The move is worth" if said else "Doing nothing")
    assert said in acts(table, "Gun") or not said
    x, y, near = goal_point(table.battle, held, Outlook(table.battle, held))
    assert (x, y, near) == (line_x, 14, BY_THE_GUN)


@pytest.mark.parametrize(("friend_x", "is_worth_it"), [(31, False), (40, True)])
def test_a_charge_that_would_meet_only_a_corner_is_not_made(friend_x: float, *, is_worth_it: bool) -> None:
    """A friend stands where the charger would have to slide."""
    levy, other = (
        unit("levy-spearmen", "Levy", 27.5, 22, "column"),
        unit("levy-spearmen", "Other", friend_x, 25.5, "column"),
    )
    table = Table([levy, other], [unit("line-company", "Line", 30, 30)])
    why = Weighings("figures", asked=True)
    assert (charge_worth(table.battle, table["Levy"], table["Line"], why) > 0.0) == is_worth_it
    assert ("It would meet only a corner, where nobody can fight." in why.said) != is_worth_it


@pytest.mark.parametrize(("front_y", "worth"), [(21.6, 0.0), (22.5, 0.7)])
def test_an_order_to_march_is_worth_nothing_to_who_has_no_way_to_go(front_y: float, worth: float) -> None:
    friends = [
        unit("line-company", name, x, y) for name, x, y in (("A", 30, front_y), ("B", 24.2, 20.5), ("C", 35.8, 20.5))
    ]
    table = Table([unit("line-company", "Line", 30, 20), *friends], [unit("levy-spearmen", "Levy", 30, 50, "column")])
    assert order_worth(table.battle, table["Line"]) == worth


@pytest.mark.parametrize(("levy_y", "good_holds"), [(52, True), (62, False)])
def test_ground_that_nobody_threatens_is_left_to_the_poorest(levy_y: float, good_holds: bool) -> None:
    """The guard stands on the mound, the militia a march away."""
    mound = ground("hill", "the mound", rect=[26, 26, 34, 34], level=1)
    counts = '[[objectives]]\nkind = "points-for-ground"\nterrain = ["the mound"]\npoints = 3'
    table = Table(
        [unit("guard-company", "Guard", 30, 30), unit("militia-company", "Militia", 46, 30)],
        [unit("levy-spearmen", "Levy", 30, levy_y, "column")],
        [mound],
        objectives=[counts],
        size=(72, 72),
    )
    plots = table.battle.goals.all[0].plots
    assert (ground_for(table.battle, table["Guard"], plots) >= 0) == good_holds
    assert (ground_for(table.battle, table["Militia"], plots) >= 0) != good_holds


def test_the_bearing_says_how_far_it_brings_it() -> None:
    table = Table([unit("levy-spearmen", "Levy", 30, 20, "column")], [unit("line-company", "Line", 30, 50)])
    levy = table["Levy"]
    region = TurnRegion(table.battle, levy, table.battle.rules.turn)
    question = Question(levy.seat, "turn", levy.id, NO_OPTIONS, region, 0, 0)
    assert reasons(Doctrine(), table.battle, question) == (
        "That way brings it 6.5 inches nearer to where it wants to be, on the average.",
    )


def test_a_general_who_is_alone_rides_to_his_men() -> None:
    table = Table(
        [unit("general", "General", 10, 10), *(unit("line-company", f"Line {n}", 15 * n, 40) for n in (1, 2, 3))],
        [unit("levy-spearmen", "Levy", 30, 58)],
    )
    general = table["General"]
    said = why(table, "commander", "General", list(commander_choices(table.battle, general)))
    assert said == ("There was nothing else to choose.",)
    assert why(table, "activated", "General", list(own_actions(table.battle, general)))[1:] == (
        "Fewer than half of his units are within reach of his orders: he rides to his men.",
    )


def test_the_charged_weigh_a_volley() -> None:
    table = Table([unit("line-company", "Line", 30, 20)], [unit("levy-spearmen", "Levy", 30, 24, "column")])
    table.battle.active = table["Levy"].id
    said = why(table, "reaction", "Line", [STAND, FIRE, COUNTER])
    assert said[0] == "A volley at the chargers is worth 2 figures; nothing else is worth anything."
