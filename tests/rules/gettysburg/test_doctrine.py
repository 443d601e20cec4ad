"""The built-in commander: its answers are legal, its games end, it knows its business, and it beats chance."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Ridge, brigade, foot, general
from watching import Twice, reasons

from playsheet.core.asking import Option, Question
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.gettysburg.doctrine.charge import declared_worth
from playsheet.rules.gettysburg.doctrine.command import strength, wanted_order
from playsheet.rules.gettysburg.doctrine.commander import Doctrine
from playsheet.rules.gettysburg.doctrine.ways import aim_of
from playsheet.rules.gettysburg.doctrine.worth import charge_chance, expected_loss, melee_edge, receiving
from playsheet.rules.gettysburg.options.charge import declarations
from playsheet.rules.gettysburg.options.command import KEEP, brigade_options
from playsheet.rules.gettysburg.options.fight_choices import DONE, EVADE, FIRE, PREPARE, STAND, Declare, Shoot
from playsheet.rules.gettysburg.options.fire import marks
from playsheet.rules.gettysburg.options.moves import acts
from playsheet.rules.gettysburg.system import HERE, load
from playsheet.rules.gettysburg.table.fire import shot_options
from playsheet.rules.gettysburg.terms import Order, Phase

pytestmark = pytest.mark.battles


def asked(ridge: Ridge, kind: str, about: int, options: list[Option]) -> Option:
    return Doctrine().choose(ridge.battle, Question(0, kind, about, options, None, 0, 0))


# ---------------------------------------------------------------- odds


def test_what_a_volley_takes_in_the_mean() -> None:
    """20 rifles at a line 6 inches off: the row 16-21 of the table, its cells weighed by the ways of two dice."""
    ridge = Ridge([foot("us-line", "A", 30, 30)], [foot("cs-line", "B", 30, 22)])
    unit = ridge["A"]
    halves = {2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 6, 8: 6, 9: 6, 10: 6, 11: 8, 12: 8}
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    mean = Fraction(sum(ways[total] * halves[total] for total in ways), 72)
    mark = marks(ridge.battle, unit)[0]
    assert expected_loss(ridge.battle, unit, mark, Shoot(ridge["B"].id)) == pytest.approx(float(mean))


def test_the_chance_to_charge_home() -> None:
    """22 veterans with nobody near: +1, so that 6 or more of 36 ways 26 will do; each man lost makes it harder."""
    ridge = Ridge([foot("us-line", "A", 30, 40)], [foot("cs-vet", "B", 30, 30, formation="column")])
    assert charge_chance(ridge.battle, ridge["B"], ridge["A"], 0) == pytest.approx(26 / 36)
    assert charge_chance(ridge.battle, ridge["B"], ridge["A"], 2) == pytest.approx(15 / 36)


def test_the_charged_stand_or_run() -> None:
    """Regulars charged by a column: -2. Nine or more stands, 8 falters, 7 recoils, the rest run."""
    ridge = Ridge([foot("us-line", "A", 30, 40)], [foot("cs-vet", "B", 30, 30, formation="column")])
    they = receiving(ridge.battle, ridge["A"], ridge["B"])
    assert they.stands == pytest.approx(10 / 36)
    assert they.falters == pytest.approx(5 / 36)
    assert they.recoils == pytest.approx(6 / 36)
    assert they.runs == pytest.approx(15 / 36)


def test_the_edge_of_a_charging_column() -> None:
    """+2 for charging and +1 for the column; 22 against 20 is no half more."""
    ridge = Ridge([foot("us-line", "A", 30, 40)], [foot("cs-vet", "B", 30, 30, formation="column")])
    assert melee_edge(ridge.battle, ridge["B"], ridge["A"], charging=True, weakened=False) == 3
    assert melee_edge(ridge.battle, ridge["B"], ridge["A"], charging=True, weakened=True) == 5


# ---------------------------------------------------------------- fire and charges


def test_it_fires_where_most_fall() -> None:
    """At the column at effective range rather than at skirmishers who are nearer."""
    ridge = Ridge(
        [foot("us-line", "A", 30, 40)],
        [foot("cs-vet", "B", 30, 30, formation="column"), foot("cs-vet", "C", 30, 34, formation="skirmish")],
    )
    ridge.phase(Phase.FIRING, UNION)
    unit = ridge["A"]
    options = shot_options(ridge.battle, unit, marks(ridge.battle, unit))
    assert {option.key() for option in options} == {f"shoot:{ridge['B'].id}", f"shoot:{ridge['C'].id}"}
    chosen = asked(ridge, "target", unit.id, options)
    assert chosen.key() == f"shoot:{ridge['B'].id}"


def test_guns_use_canister_when_they_can() -> None:
    ridge = Ridge([foot("us-napoleon", "guns", 30, 40)], [foot("cs-vet", "B", 30, 29)])
    ridge.phase(Phase.FIRING, UNION)
    unit = ridge["guns"]
    chosen = asked(ridge, "target", unit.id, shot_options(ridge.battle, unit, marks(ridge.battle, unit)))
    assert chosen.key() == f"shoot:{ridge['B'].id}:canister"


def declared(ridge: Ridge, *names: str) -> Option:
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    options = [DONE, *declarations(ridge.battle, [ridge[name] for name in names])]
    assert len(options) > 1
    return asked(ridge, "declare", -1, options)


def test_it_charges_what_is_shaken_and_not_a_steady_line_behind_a_wall() -> None:
    wall = '[[terrain]]\nkind = "wall"\nname = "the wall"\nline = [[10, 39], [50, 39]]'
    steady = Ridge([foot("us-vet", "A", 30, 40)], [foot("cs-line", "B", 30, 29)], [wall], ("hold", "assault"))
    assert declared(steady, "B") is DONE
    shaken = Ridge([foot("us-vet", "A", 30, 40)], [foot("cs-vet", "B", 30, 29, formation="column")])
    shaken.lose("A", 9)
    shaken.state("A", "faltering")
    chosen = declared(shaken, "B")
    assert isinstance(chosen, Declare)
    assert chosen.target == shaken["A"].id


def test_it_says_why_it_fires_and_why_it_charges() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 30, 40)],
        [foot("cs-vet", "B", 30, 30, formation="column"), foot("cs-vet", "C", 30, 34, formation="skirmish")],
    )
    ridge.phase(Phase.FIRING, UNION)
    unit = ridge["A"]
    options = shot_options(ridge.battle, unit, marks(ridge.battle, unit))
    asks = Question(0, "target", unit.id, options, None, 0, 0)
    assert reasons(Doctrine(), ridge.battle, asks) == (
        "Fire at the B is worth 4.8 figures; the next best, fire at the C, only 1.9.",
        "It takes 3.1 figures on the average.",
        "So many lost would make it test.",
    )
    shaken = Ridge([foot("us-vet", "A", 30, 40)], [foot("cs-vet", "B", 30, 29, formation="column")])
    shaken.lose("A", 9)
    shaken.state("A", "faltering")
    shaken.phase(Phase.CHARGES, CONFEDERATE)
    asks = Question(0, "declare", -1, [DONE, *declarations(shaken.battle, [shaken["B"]])], None, 0, 0)
    assert reasons(Doctrine(), shaken.battle, asks) == (
        "A charge of the B on the A is worth 5.7 figures.",
        "Fire on the way in takes 0 figures; there are five chances in six that it charges home.",
        "There is no chance that they stand, 97 chances in 100 that they run; "
        "in melee its modifiers are 6 better than theirs.",
    )


def test_two_on_one_are_worth_more() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 30, 40)],
        [foot("cs-vet", "B", 27, 29, formation="column"), foot("cs-vet", "C", 34, 29, formation="column")],
        orders=("hold", "assault"),
    )
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    charge = Declare(ridge["C"].id, ridge["A"].id, packs=False)
    alone = declared_worth(ridge.battle, charge)
    ridge.declare("B", "A", 0.0)
    assert declared_worth(ridge.battle, charge) > alone


def test_skirmishers_evade_horse_meets_the_charge_and_foot_fires() -> None:
    ridge = Ridge(
        [
            foot("us-sharps", "skirmishers", 15, 40, formation="skirmish"),
            foot("us-line", "line", 30, 40),
            foot("us-spencer", "horse", 50, 40),
        ],
        [foot("cs-vet", "B", 30, 29, formation="column")],
    )
    options: list[Option] = [STAND, FIRE, EVADE]
    assert asked(ridge, "reaction", ridge["skirmishers"].id, options) is EVADE
    assert asked(ridge, "reaction", ridge["line"].id, [STAND, FIRE, PREPARE]) is FIRE
    assert asked(ridge, "reaction", ridge["horse"].id, [STAND, EVADE]) is EVADE


# ---------------------------------------------------------------- command


def test_a_spent_brigade_goes_over_to_the_defence() -> None:
    ridge = Ridge(
        [foot("us-line", "A", 30, 60)],
        [foot("cs-vet", "B", 30, 10), foot("cs-line", "C", 45, 10)],
        orders=("hold", "assault"),
    )
    held = ridge.battle.brigades[ridge["B"].brigade]
    assert wanted_order(ridge.battle, held) == Order.ASSAULT
    assert asked(ridge, "brigade_order", held.id, brigade_options(ridge.battle, held)) is KEEP
    ridge.lose("B", 14)
    ridge.lose("C", 10)
    assert strength(ridge.battle, held) == pytest.approx(16 / 40)
    assert wanted_order(ridge.battle, held) == Order.HOLD
    assert asked(ridge, "brigade_order", held.id, brigade_options(ridge.battle, held)).key() == "sent:hold"


def test_a_brigade_in_support_waits_until_the_one_before_it_is_worn() -> None:
    brigades = [brigade("first", "assault"), brigade("second", "support", of="first", wing="rear")]
    ridge = Ridge(
        [foot("us-line", "A", 30, 60)],
        [
            foot("cs-vet", "B", 30, 20, group="first"),
            foot("cs-vet", "C", 30, 10, group="second"),
            general("gen-n", "one", 30, 15, group="first"),
            general("gen-n", "two", 30, 5, group="second"),
        ],
        brigades=((), brigades),
    )
    held = ridge.battle.brigades[ridge["C"].brigade]
    assert wanted_order(ridge.battle, held) == Order.SUPPORT
    ridge.lose("B", 8)
    assert wanted_order(ridge.battle, held) == Order.ASSAULT


@pytest.mark.parametrize(("card", "y"), [("cs-cav", 8), ("cs-vet", 20)])
def test_horse_in_support_stays_behind_those_whom_it_supports(card: str, y: float) -> None:
    brigades = [brigade("first", "assault"), brigade("second", "support", of="first", wing="rear")]
    ridge = Ridge(
        [foot("us-line", "A", 30, 60)],
        [foot("cs-vet", "B", 30, 20, group="first"), foot(card, "C", 40, 20, group="second")],
        brigades=((), brigades),
    )
    aim = aim_of(ridge.battle, ridge["C"])
    assert aim is not None
    assert (aim.x, aim.y) == (30, pytest.approx(y))


# ---------------------------------------------------------------- moves


def act_of(ridge: Ridge, name: str) -> str:
    ridge.phase(Phase.NORMAL_MOVES, ridge[name].side)
    unit = ridge[name]
    ridge.battle.side = unit.side
    options: list[Option] = [*acts(ridge.battle, unit, begun=False)]
    return asked(ridge, "act", unit.id, options).key()


def test_the_unformed_reform_in_line_and_those_on_the_ground_get_up() -> None:
    ridge = Ridge([foot("us-line", "A", 30, 60), general("gen-n", "brigadier", 30, 63)], [foot("cs-vet", "B", 30, 10)])
    ridge.unform("A")
    assert act_of(ridge, "A") == "reform:line"
    down = Ridge([foot("us-line", "A", 30, 60), general("gen-n", "brigadier", 30, 63)], [foot("cs-vet", "B", 30, 10)])
    down.state("A", "gone-to-ground")
    down["A"].down_turn = 0
    down.battle.turn = 3
    assert act_of(down, "A") == "get_up"


def test_a_column_goes_into_line_within_musket_range() -> None:
    ridge = Ridge([foot("us-vet", "A", 30, 40)], [foot("cs-line", "B", 30, 28, formation="column")])
    assert act_of(ridge, "B") == "form:line"


def test_an_assault_comes_on() -> None:
    ridge = Ridge(
        [foot("us-vet", "A", 30, 60)], [foot("cs-line", "B", 30, 10, formation="column")], orders=("hold", "assault")
    )
    assert act_of(ridge, "B") == "march"


def test_guns_that_see_somebody_stay() -> None:
    ridge = Ridge([foot("us-ordnance", "guns", 30, 60)], [foot("cs-vet", "B", 30, 35)])
    assert act_of(ridge, "guns") == "stand"


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("scenario", ["the-rail-fence", "the-woodlot"])
def test_every_question_is_answered_and_games_end(scenario: str) -> None:
    setup = setup_of(scenario)
    game = setup.game(["doctrine", "doctrine"], 3, True)
    game.checking = True
    game.run()
    assert game.battle.finished


@pytest.mark.parametrize(("side", "least"), [(0, 9), (1, 7)])
def test_it_beats_chance(side: int, least: int) -> None:
    setup = setup_of("the-rail-fence")
    won = 0
    for seed in range(10):
        players = ["random", "random"]
        players[side] = "doctrine"
        game = setup.game(players, seed, False)
        game.run()
        won += game.battle.winner == side
    assert won >= least


def test_it_plays_from_its_own_view() -> None:
    """What the enemy's orders are changes none of its answers."""
    game = setup_of("the-woodlot").game(["random", "random"], 5, False)
    twice = Twice(Doctrine(), 0)
    twice.game = game
    game.players = [twice, RandomPlayer(5)]
    game.run()
    assert twice.tried > 100


def setup_of(scenario: str) -> Setup:
    system = load()
    file = HERE / "scenarios" / f"{scenario}.toml"
    held = system.read_scenario(file.read_text(encoding="utf-8"), file.name)
    return Setup(system.configured(held.settings, held.file, []), held, [])
