"""Stances: what each of them changes in what a unit or its brigade does, and that a battle without any is the
doctrine's own."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, Ridge, brigade, foot, general

from playsheet.core.asking import Option, Question
from playsheet.core.stances import NO_STANCES, STANCES, Stance, Stances
from playsheet.players.setup import Setup
from playsheet.rules.gettysburg.doctrine.command import wanted_order
from playsheet.rules.gettysburg.doctrine.commander import Doctrine
from playsheet.rules.gettysburg.doctrine.moves import Places
from playsheet.rules.gettysburg.doctrine.ways import aim_of
from playsheet.rules.gettysburg.options.charge import declarations
from playsheet.rules.gettysburg.options.fight_choices import DONE, FIRE, PREPARE, STAND
from playsheet.rules.gettysburg.options.moves import acts
from playsheet.rules.gettysburg.system import HERE, load
from playsheet.rules.gettysburg.terms import Order, Phase

ATTACKS = ("hold", "assault")


def told(ridge: Ridge, stance: int, *names: str, easting: float = 0.0) -> Stances:
    """A stance for those units."""
    stances = Stances()
    stances.put([ridge[name].id for name in names], stance, easting)
    return stances


def act(ridge: Ridge, name: str, stances: Stances) -> str:
    """What the unit does in its normal move."""
    unit = ridge[name]
    ridge.phase(Phase.NORMAL_MOVES, unit.side)
    ridge.battle.side = unit.side
    options: list[Option] = [*acts(ridge.battle, unit, begun=False)]
    return Doctrine(stances).choose(ridge.battle, Question(0, "act", unit.id, options, None, 0, 0)).key()


def declared(ridge: Ridge, stances: Stances, *names: str) -> Option:
    """The charge that is declared."""
    ridge.phase(Phase.CHARGES, CONFEDERATE)
    options = [DONE, *declarations(ridge.battle, [ridge[name] for name in names])]
    assert len(options) > 1
    return Doctrine(stances).choose(ridge.battle, Question(0, "declare", -1, options, None, 0, 0))


def far_off() -> Ridge:
    """Two columns that are to assault: no single one of them has to move."""
    columns = [foot("cs-line", name, x, 10, formation="column") for name, x in (("B", 30), ("C", 50))]
    return Ridge([foot("us-vet", "A", 30, 60)], columns, orders=ATTACKS)


def shaken() -> Ridge:
    """Veterans before a regiment that cannot stand another charge."""
    ridge = Ridge([foot("us-vet", "A", 30, 40)], [foot("cs-vet", "B", 30, 29, formation="column")], orders=ATTACKS)
    ridge.lose("A", 9)
    return ridge


def steady() -> Ridge:
    """A line before a fresh one."""
    return Ridge([foot("us-line", "A", 30, 40)], [foot("cs-vet", "B", 30, 29, formation="column")], orders=ATTACKS)


# ---------------------------------------------------------------- hold


def test_who_holds_stays() -> None:
    ridge = far_off()
    assert act(ridge, "B", NO_STANCES) == "march"
    assert act(ridge, "B", told(ridge, Stance.HOLD, "B")) == "stand"


def test_who_holds_charges_nobody_and_still_fires_at_who_charges_him() -> None:
    ridge = shaken()
    assert declared(ridge, NO_STANCES, "B") is not DONE
    held = told(ridge, Stance.HOLD, "B")
    assert declared(ridge, held, "B") is DONE
    asks = Question(0, "reaction", ridge["B"].id, [STAND, FIRE, PREPARE], None, 0, 0)
    assert Doctrine(held).choose(ridge.battle, asks) is FIRE


@pytest.mark.parametrize(
    ("stance", "order"),
    [
        (Stance.OWN, Order.ASSAULT),
        (Stance.HOLD, Order.HOLD),
        (Stance.SHOOT, Order.ENGAGE),
        (Stance.MASS, Order.ASSAULT),
        (Stance.ASSAULT, Order.ASSAULT),
        (Stance.SHIFT, Order.ASSAULT),
        (Stance.RESERVE, Order.SUPPORT),
    ],
)
def test_a_brigades_stance_says_which_order_it_should_have(stance: int, order: int) -> None:
    ridge = far_off()
    held = ridge.battle.brigades[ridge["B"].brigade]
    assert wanted_order(ridge.battle, held, stances=told(ridge, stance, "B", "C", easting=40.0)) == order


# ---------------------------------------------------------------- shoot, mass, assault


def test_who_is_to_shoot_forms_line_and_charges_no_formed_enemy() -> None:
    ridge = shaken()
    assert act(ridge, "B", NO_STANCES) == "march"
    shoots = told(ridge, Stance.SHOOT, "B")
    assert act(ridge, "B", shoots) == "form:line"
    assert declared(ridge, shoots, "B") is DONE
    ridge.state("A", "faltering")
    assert declared(ridge, shoots, "B") is not DONE


def test_who_gathers_stays_out_of_reach_until_most_are_up() -> None:
    columns = [foot("cs-line", name, x, y, formation="column") for name, x, y in (("B", 30, 38), ("C", 50, 8))]
    ridge = Ridge([foot("us-vet", "A", 30, 60)], columns, orders=ATTACKS)
    unit = ridge["B"]
    nearer = unit.shape.moved(0.0, 1.0, 6.0)
    massed = told(ridge, Stance.MASS, "B", "C")
    for stances, goes in ((NO_STANCES, True), (massed, False), (told(ridge, Stance.MASS, "B"), True)):
        places = Places(ridge.battle, unit, [unit.shape, nearer], stances)
        assert (places.worth(nearer) > places.worth(unit.shape)) is goes


def test_who_assaults_charges_for_less() -> None:
    ridge = steady()
    assert declared(ridge, NO_STANCES, "B") is DONE
    assert declared(ridge, told(ridge, Stance.ASSAULT, "B"), "B") is not DONE


# ---------------------------------------------------------------- shift, reserve


def test_who_shifts_goes_abreast_of_his_easting_and_then_his_own_way() -> None:
    ridge = far_off()
    aside = aim_of(ridge.battle, ridge["B"], told(ridge, Stance.SHIFT, "B", easting=45.0))
    there = aim_of(ridge.battle, ridge["B"], told(ridge, Stance.SHIFT, "B", easting=31.0))
    own = aim_of(ridge.battle, ridge["B"])
    assert aside is not None
    assert there is not None
    assert own is not None
    assert (aside.x, aside.y) == pytest.approx((45.0, 19.0), abs=0.1)
    assert (there.x, there.y) == (own.x, own.y)


def test_who_is_in_reserve_stays_behind_the_others() -> None:
    groups = [brigade("first", "assault"), brigade("second", "assault")]
    ridge = Ridge(
        [foot("us-line", "A", 30, 60)],
        [
            foot("cs-vet", "B", 30, 30, group="first"),
            foot("cs-vet", "C", 30, 22, group="second"),
            general("gen-n", "one", 30, 15, group="first"),
            general("gen-n", "two", 30, 5, group="second"),
        ],
        brigades=((), groups),
    )
    aim = aim_of(ridge.battle, ridge["C"], told(ridge, Stance.RESERVE, "C"))
    assert aim is not None
    assert (aim.x, aim.y) == pytest.approx((ridge["B"].x, ridge["B"].y - 12.0))
    own = aim_of(ridge.battle, ridge["C"])
    assert own is not None
    assert own.y > 50.0


# ---------------------------------------------------------------- whole games


@pytest.mark.battles
@pytest.mark.parametrize("stance", range(len(STANCES)))
def test_every_stance_answers_every_question(stance: int) -> None:
    """A whole battle with everybody under one stance: all answers are legal, and it ends."""
    game = fence().game(["doctrine", "doctrine"], 3, False)
    game.checking = True
    stances = Stances()
    stances.put([unit.id for unit in game.battle.units], stance, 18.0)
    game.players = [Doctrine(stances), Doctrine(stances)]
    game.run()
    assert game.battle.finished


@pytest.mark.battles
def test_without_stances_a_battle_is_the_doctrines_own() -> None:
    ends: list[object] = []
    for stances in (None, Stances()):
        game = fence().game(["doctrine", "doctrine"], 5, True)
        if stances is not None:
            game.players = [Doctrine(stances), Doctrine(stances)]
        game.run()
        ends.append([(unit.figures, unit.x, unit.y, unit.facing) for unit in game.battle.units])
    assert ends[0] == ends[1]


def test_wings_are_brigades() -> None:
    game = fence().game(["doctrine", "doctrine"], 5, False)
    game.run()
    system = load()
    for seat in (0, 1):
        there = {unit.id for unit in game.battle.units if unit.seat == seat and unit.on_table()}
        wings = system.wings(game.battle, seat)
        assert {id for wing in wings for id in wing} == there
        assert len(wings) == (1 if there else 0)


def fence() -> Setup:
    system = load()
    file = HERE / "scenarios" / "the-rail-fence.toml"
    held = system.read_scenario(file.read_text(encoding="utf-8"), file.name)
    return Setup(system.configured(held.settings, held.file, []), held, [])
