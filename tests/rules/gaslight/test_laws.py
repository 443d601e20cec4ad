"""What must always hold, looked at after every step of random games; and that the laws notice when it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rules.gaslight.situation import PIT, Field, band, machine, men, row, setup_of, soldiers

from playsheet.core.dice import Seeded
from playsheet.core.figures import LOST
from playsheet.core.game import Game
from playsheet.players.setup import Setup
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.laws import broken_laws
from playsheet.rules.gaslight.terms import Leadership, ModelMark, Phase, Where

pytestmark = pytest.mark.battles


def random_game(which: str, seed: int) -> Game[GaslightBattle]:
    """For even seeds with every switch set at random."""
    held = setup_of(which)
    system = held.system
    if seed % 2 == 0:
        dice = Seeded(seed)
        settings: dict[str, object] = {
            switch.key: switch.values[dice.one(len(switch.values)) - 1]
            for ruling in system.rulings.all
            for switch in ruling.switches
        }
        system = system.configured(settings, "laws", [])
    game: Game[GaslightBattle] = Setup(system, held.scenario, []).game(["random", "random"], seed, True)
    game.checking = True
    return game


def play(game: Game[GaslightBattle]) -> None:
    while not game.battle.finished:
        assert game.play_step()
        broken = broken_laws(game.battle)
        assert not broken, f"step {game.step}: {broken}"
        assert game.step < 20_000
    assert game.battle.verdict


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_small_scenario_by_random_play(seed: int) -> None:
    play(random_game("the-telegraph-hut", seed))


@pytest.mark.parametrize("seed", range(1, 5))
def test_everybody_near_everybody_by_random_play(seed: int) -> None:
    play(random_game(PIT, seed))


def test_a_copy_plays_on_by_itself() -> None:
    game = random_game(PIT, 3)
    for _ in range(60):
        game.play_step()
    before = [game.battle.at(model) for model in range(len(game.battle.figures.x))]
    twin = game.clone()
    twin.run()
    assert [game.battle.at(model) for model in range(len(game.battle.figures.x))] == before
    game.run()
    assert (game.battle.verdict, game.battle.score) == (twin.battle.verdict, twin.battle.score)
    assert game.digest == twin.digest


# ---------------------------------------------------------------- the laws bite


def spoilt(spoil: Callable[[Field], None]) -> str:
    field = Field(
        [
            band(4, "Red", row(5, 30, 10), 0.0),
            men("gl-hero", "Hero", [(40, 10)]),
            machine("gl-steam-tank", "Tank", 20, 10),
        ],
        [soldiers(3, "Foe", row(3, 30, 60), 180.0)],
    )
    assert not broken_laws(field.battle)
    spoil(field)
    return "; ".join(broken_laws(field.battle))


def test_figures_that_vanish_are_noticed() -> None:
    def spoil(field: Field) -> None:
        field.battle.figures.state[1] = 7

    assert "do not make 5" in spoilt(spoil)


def test_a_unit_that_is_gone_and_is_not() -> None:
    def spoil(field: Field) -> None:
        field["Red"].place = Where.GONE

    assert "is in place" in spoilt(spoil)


def test_a_figure_on_top_of_another_or_off_the_table_or_not_where_it_is_found() -> None:
    assert "stands on" in spoilt(lambda field: field.battle.put(1, *field.battle.at(2), 0.0))
    assert "off the table" in spoilt(lambda field: field.battle.put(1, -3.0, 5.0, 0.0))
    assert "stands on" in spoilt(lambda field: field.battle.put(1, 20.0, 11.0, 0.0))

    def spoil(field: Field) -> None:
        field.battle.figures.x[1] = 50.0

    assert "is not found where it stands" in spoilt(spoil)


def test_a_leader_from_elsewhere_and_leadership_without_one() -> None:
    def stranger(field: Field) -> None:
        field["Red"].leader = field.figure("Foe")

    def nobody(field: Field) -> None:
        field["Red"].leader = -1
        field["Red"].leadership = Leadership.LED

    assert "not of it" in spoilt(stranger)
    assert "has no leader and is led" in spoilt(nobody)


def test_a_machine_that_does_not_know_its_crew_or_its_fate() -> None:
    def crew(field: Field) -> None:
        field.battle.unmark(field.figure("Tank", 1), 128)

    def fate(field: Field) -> None:
        field.battle.figures.state[field["Tank"].model] = LOST

    assert "for its crew" in spoilt(crew)
    assert "depending on whom one asks" in spoilt(fate)


def test_a_missing_card_is_noticed() -> None:
    assert "has 1 cards, not 2" in spoilt(lambda field: field.battle.deck.left.remove(field["Hero"].id))


def test_a_man_beset_by_four_is_noticed() -> None:
    spots = [(30, 61.0), (31.0, 60), (29.0, 60), (30, 59.0)]
    field = Field([soldiers(4, "Red", row(4, 30, 10))], [men("gl-hero", "Foe", [(30, 60)], 180.0)])
    for place in range(4):
        field.battle.put(place, *spots[place], 0.0)
    assert "is beset by 4" in "; ".join(broken_laws(field.battle))


def test_a_card_that_is_open_while_the_next_is_drawn() -> None:
    def spoil(field: Field) -> None:
        field.battle.active = field["Red"].id
        field.battle.phase = Phase.DRAWING

    assert "a card is open" in spoilt(spoil)


def test_a_machine_that_does_not_know_its_crew() -> None:
    assert "for its crew" in spoilt(lambda field: field.battle.unmark(field["Tank"].first, ModelMark.ABOARD))
