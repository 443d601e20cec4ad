"""Odds in play: the form that an option would set off, filled in from the table, is the one filled in by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rules.orderchips.situation import Parade, read_setup
from rules.orderchips.situation import posted as unit
from tabletop import ground

from playsheet.core.asking import Option, Question, Word
from playsheet.core.dice import Seeded
from playsheet.odds import Odds, exact, in_play
from playsheet.players.random import RandomPlayer
from playsheet.rules.orderchips.calculator.forms import form
from playsheet.rules.orderchips.options.choices import Charge, Commit, Go, Pick, Repair
from playsheet.rules.orderchips.options.shooting import Shot, shots
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table.melee import Strike
from playsheet.rules.orderchips.table.steps import FireAt
from playsheet.rules.orderchips.terms import Haywire
from playsheet.tabletop.machines.machine import NO_POWER, STALLED

F = Fraction


def odds(parade: Parade, kind: str, about: int, option: Option) -> Odds:
    found = in_play(parade.game, Question(0, kind, about, [], None, 0, 0), option)
    assert found is not None
    return found


def nothing(parade: Parade, kind: str, about: int, option: Option) -> bool:
    return in_play(parade.game, Question(0, kind, about, [], None, 0, 0), option) is None


def chances(found: Odds) -> dict[tuple[Any, ...], Fraction]:
    return {outcome.facts: outcome.chance for outcome in found.outcomes}


def same(found: Odds, parade: Parade, id: str, **inputs: Any) -> None:
    """The odds in play are the exact odds of these inputs; what is not named has its default."""
    by_hand = exact(form(parade.battle.rules, id), inputs)
    assert found.form.id == id
    assert found.inputs == by_hand.inputs
    assert chances(found) == chances(by_hand)


def shot_of(parade: Parade, name: str, target: str) -> Shot:
    wanted = parade[target].id
    return next(shot for shot in shots(parade.battle, parade[name], interrupt=False) if shot.target == wanted)


# ---------------------------------------------------------------- fire


def test_a_volley_at_loose_order_in_a_wood() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, files=5, arrow=0)],
        [unit("spear-warriors", "Red", 30, 34.5, 180, files=6)],
        [ground("woods", "the wood", rect=[20, 32, 44, 40])],
    )
    found = odds(parade, "fire", 0, FireAt(shot_of(parade, "Blue", "Red")))
    same(
        found, parade, "shoot", figures=10, rof=1, shoot=5, range="long", moving=True, kind="infantry", order="loose",
        cover="light", target=12,
    )  # fmt: skip


def test_a_volley_at_a_unit_with_its_commander() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, figures=2)],
        [unit("line-rifles", "Red", 30, 28, 180, figures=3), unit("commander", "General", 30, 27, 180, host="Red")],
    )
    found = odds(parade, "fire", 0, FireAt(shot_of(parade, "Blue", "Red")))
    same(found, parade, "shoot", figures=2, shoot=5, target=3, save1=7)


def test_an_interrupt_at_a_charger_is_a_volley() -> None:
    parade = Parade(
        [unit("guard-rifles", "Guards", 30, 20, figures=6)], [unit("lancers", "Red", 30, 30, 180, files=6, arrow=180)]
    )
    parade["Red"].charging = True
    found = odds(parade, "window", 1, Commit(parade.battle, 0, [shot_of(parade, "Guards", "Red")]))
    same(found, parade, "shoot", figures=6, shoot=6, kind="cavalry", volley=True, target=6)


def test_a_shell_where_it_is_laid() -> None:
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Red", 30, 40, 180, files=4, figures=8)])
    shot = shot_of(parade, "Gun", "Red")
    found = odds(parade, "fire", 0, FireAt(shot))
    same(found, parade, "shell", weapon="medium", shoot=6, grade="green", under=8)


def test_a_shell_near_a_notable_person_and_a_gun() -> None:
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("field-gun", "Red", 30, 40, 180, figures=2), unit("hero", "Hero", 34, 43, 180)],
    )
    found = odds(parade, "fire", 0, FireAt(Shot(0, -1, 1, parade["Red"].first)))
    assert found.inputs["guns"] == 1
    assert found.inputs["under"] == 2
    near = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("militia", "Red", 30, 40, 180, figures=2), unit("hero", "Hero", 30, 43, 180)],
    )
    found = odds(near, "fire", 0, FireAt(Shot(0, -1, 1, near["Red"].first)))
    assert (found.inputs["under"], found.inputs["place1"], found.inputs["save1"]) == (3, 3, 8)


def test_at_a_machine_as_it_is_by_now() -> None:
    parade = Parade([unit("gatling", "Gatling", 30, 20)], [unit("steam-tank", "Tank", 30, 34, 180)])

    def batter(machine: SteamMachine) -> None:
        machine.stats[0] = 5

    parade.change("Tank", batter)
    found = odds(parade, "fire", 0, FireAt(shot_of(parade, "Gatling", "Tank")))
    assert found.form.id == "shoot-machine"
    assert found.inputs["armor"] == 5
    assert found.inputs["size"] == "large"
    hits = {}
    for facts, chance in chances(found).items():
        hits[facts[0]] = hits.get(facts[0], F(0)) + chance
    assert hits[0] == F(4, 10) ** 6


def test_several_volleys_at_once_are_not_told() -> None:
    parade = Parade(
        [unit("line-rifles", "One", 25, 20, files=5), unit("line-rifles", "Two", 35, 20, files=5)],
        [unit("militia", "Red", 30, 30, 180, files=6)],
    )
    both = [shot_of(parade, "One", "Red"), shot_of(parade, "Two", "Red")]
    assert nothing(parade, "window", 2, Commit(parade.battle, 0, both))


# ---------------------------------------------------------------- charges and melee


def test_a_whole_charge() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, files=5, figures=8, arrow=0)],
        [unit("spear-warriors", "Red", 30, 28, 180, files=6, figures=6)],
    )
    parade["Red"].fired = True
    found = odds(parade, "act", 0, Charge(1))
    same(
        found, parade, "charge", move=6, bonus=1, gap=7, figures=8, melee=4, enemies=6, enemy_melee=5,
        enemy_order="loose", enemy_drill="irregular", fighting=8, enemy_fighting=5,
    )  # fmt: skip
    assert found.assumed[0] == "Nobody fires at the chargers when the charge is declared."


def test_a_charge_under_fire() -> None:
    """Whoever stands and has a shot is taken to fire: the spears, who throw at 4; the rifles cannot see."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, files=5, figures=8, arrow=0)],
        [
            unit("spear-warriors", "Red", 30, 28, 180, files=6, figures=6),
            unit("line-rifles", "Far", 30, 69, 180, files=5),
        ],
    )
    found = odds(parade, "act", 0, Charge(1))
    assert (found.inputs["fire"], found.inputs["fire_number"]) == (6, 2)  # SHOOT 3, at long range
    assert found.assumed[0] == "Red fires at the chargers when the charge is declared."
    nobody_hit = sum(outcome.chance for outcome in found.outcomes if outcome.facts[5] == 0)
    assert nobody_hit == F(8, 10) ** 6


def test_the_test_that_comes_before_a_charge_at_a_machine() -> None:
    parade = Parade([unit("sappers", "Sappers", 30, 20, files=4, arrow=0)], [unit("steam-car", "Car", 30, 30, 180)])
    found = odds(parade, "act", 0, Charge(1))
    same(found, parade, "morale", figures=8, charging=True, at_vehicle=True)
    car = Parade([unit("steam-car", "Car", 30, 20, arrow=0)], [unit("militia", "Red", 30, 30, 180, files=6)])
    same(odds(car, "act", 0, Charge(1)), car, "vehicle-morale")


def test_a_round_of_melee() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=3)],
        [unit("spear-warriors", "Red", 30, 31, 180, order="close", figures=3)],
    )
    parade.lock("Blue", "Red")
    found = odds(parade, "fight", 0, Strike(0, 1, -1))
    same(found, parade, "melee", figures=3, melee=4, enemies=3, enemy_melee=5)


@pytest.mark.parametrize(("order", "enemy"), [("loose", "close"), ("close", "loose")])
def test_a_round_of_melee_in_either_order(order: str, enemy: str) -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, order=order, figures=1)],
        [unit("spear-warriors", "Red", 30, 31, 180, order=enemy, figures=1)],
    )
    parade.lock("Blue", "Red")
    found = odds(parade, "fight", 0, Strike(0, 1, -1))
    loose = {"loose": order == "loose", "enemy_loose": enemy == "loose"}
    same(found, parade, "melee", figures=1, melee=4, enemies=1, enemy_melee=5, **loose)


def test_an_assault() -> None:
    parade = Parade([unit("sappers", "Sappers", 30, 26.95, figures=4)], [unit("steam-car", "Car", 30, 30, 180)])
    parade.lock("Sappers", "Car")
    found = odds(parade, "fight", 0, Strike(0, 1, -1))
    assert found.form.id == "assault"
    assert found.inputs["attackers"] == "explosives"
    assert (found.inputs["dice"], found.inputs["melee_dice"], found.inputs["armor"]) == (4, 2, 4)


def test_breaking_off() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=3, arrow=180)],
        [unit("spear-warriors", "Red", 30, 31, 180, order="close", figures=3)],
    )
    parade.lock("Blue", "Red")
    found = odds(parade, "act", 0, Go(0, changes=False, stands=False))
    same(found, parade, "break-off", strikers=3, melee=5, leaving=3)


# ---------------------------------------------------------------- engines


def test_the_roll_of_a_machine_that_is_picked() -> None:
    parade = Parade(
        [unit("steam-tank", "Tank", 30, 30, arrow=0), unit("clockwork-soldier", "It", 45, 30, arrow=0)],
        [unit("militia", "Red", 30, 60, 180, files=6)],
    )
    same(odds(parade, "next", -1, Pick(0, "")), parade, "drive", machine="vehicle", sustain=8, start=7)

    def stall(machine: SteamMachine) -> None:
        machine.engine = STALLED

    parade.change("Tank", stall)
    found = odds(parade, "next", -1, Pick(0, ""))
    assert found.inputs["engine"] == "stopped"

    def wild(machine: SteamMachine) -> None:
        machine.haywire = Haywire.FORWARD

    parade.change("It", wild)
    assert odds(parade, "next", -1, Pick(1, "")).form.id == "haywire"
    assert nothing(parade, "next", -1, Pick(2, ""))


def test_what_an_automaton_has_not_is_left_out() -> None:
    """It has no START and no crew: the form asks for a vehicle's."""
    parade = Parade([unit("clockwork-soldier", "It", 30, 30, arrow=0)], [unit("gatling", "Gatling", 30, 44, 180)])
    drive = odds(parade, "next", -1, Pick(0, ""))
    assert drive.inputs == {
        "machine": "automaton", "sustain": 8, "engine": "running", "for_good": False, "locked": False,
        "jammed": False, "controlled": False, "stands": False,
    }  # fmt: skip
    fire = odds(parade, "fire", 1, FireAt(shot_of(parade, "Gatling", "It")))
    assert fire.form.id == "shoot-machine"
    assert "crew" not in fire.inputs
    for found in (drive, fire):  # what is shown may be typed in
        known = form(parade.battle.rules, found.form.id)
        assert known.filled(found.inputs).inputs.items() >= found.inputs.items()
    assert chances(exact(form(parade.battle.rules, "drive"), drive.inputs)) == chances(drive)


def test_a_unit_larger_than_the_form_takes_is_shown_as_it_is() -> None:
    parade = Parade(
        [unit("militia", "Blue", 30, 20, files=8, figures=24, arrow=0)],
        [unit("spear-warriors", "Red", 30, 28, 180, files=6, figures=6)],
    )
    found = odds(parade, "act", 0, Charge(1))
    assert (found.inputs["figures"], found.inputs["enemies"]) == (24, 6)
    assert sum(chances(found).values()) == 1


def test_a_scientist_s_die() -> None:
    parade = Parade(
        [unit("clockwork-soldier", "It", 30, 30, arrow=0), unit("scientist", "Professor", 33, 30, arrow=0)],
        [unit("militia", "Red", 30, 60, 180, files=6)],
    )
    same(odds(parade, "act", 1, Repair(0)), parade, "repair", save=6)
    assert nothing(parade, "repair", 1, Word("no"))


# ---------------------------------------------------------------- from the seat's own view


@pytest.mark.parametrize("seed", [3, 8])
def test_in_whole_battles_the_odds_of_every_option_add_up(seed: int) -> None:
    """Of the first options of many questions: odds from the seat's own view that add up to one, or none."""
    setup = read_setup("runaway-engines")
    seats = len(setup.seats)
    game = setup.game_with([RandomPlayer(k) for k in range(seats)], Seeded(seed), True, [False] * seats)
    asked = Asked(game)
    game.players = [asked] * seats
    while not game.battle.finished and asked.told < 40:
        game.play_step()
    assert asked.told >= 20


class Asked(RandomPlayer):
    """Looks at the odds of what it is offered before it chooses."""

    def __init__(self, game: Any) -> None:
        super().__init__(5)
        self.game = game
        self.told = 0

    def choose(self, battle: Any, question: Question) -> Option:
        for option in question.options[-3:]:
            if self.told < 40:
                found = in_play(self.game, question, option)
                if found is not None:
                    assert sum(chances(found).values()) == 1
                    self.told += 1
        return super().choose(battle, question)


# ---------------------------------------------------------------- what is so already


def test_haywire_of_an_automaton_that_an_enemy_controls() -> None:
    """Another 10 does nothing."""
    parade = Parade([unit("clockwork-soldier", "Tick", 30, 20)], [unit("militia", "Red", 30, 60, 180, files=6)])

    def wild(machine: SteamMachine) -> None:
        machine.haywire = Haywire.FORWARD

    parade.change("Tick", wild)
    own = odds(parade, "next", -1, Pick(0, ""))
    assert (own.inputs["enemies"], own.form.id) == (1, "haywire")
    parade["Tick"].next_seat = 1
    taken = odds(parade, "next", -1, Pick(0, ""))
    assert taken.inputs["enemies"] == 0
    assert {outcome.facts[0]: outcome.chance for outcome in taken.outcomes}["obeys"] == F(1, 10)


@pytest.mark.parametrize(("repairable", "starts"), [(True, F(7, 10)), (False, F(0))])
def test_a_drive_whose_power_is_gone(repairable: bool, starts: Fraction) -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 20, arrow=0)], [unit("militia", "Red", 30, 60, 180, files=6)])

    def leak(machine: SteamMachine) -> None:
        machine.engine = NO_POWER
        machine.repairable = repairable

    parade.change("Tank", leak)
    found = odds(parade, "next", -1, Pick(0, ""))
    assert found.inputs["for_good"] is not repairable
    assert sum((outcome.chance for outcome in found.outcomes if outcome.facts[0] == "moves"), F(0)) == starts


def test_a_drive_of_an_automaton_that_is_controlled_already() -> None:
    parade = Parade(
        [unit("clockwork-soldier", "Tick", 30, 20, arrow=0)], [unit("militia", "Red", 30, 60, 180, files=6)]
    )
    parade["Tick"].next_seat = 1
    found = odds(parade, "next", -1, Pick(0, ""))
    assert found.inputs["controlled"] is True
    assert sum(outcome.chance for outcome in found.outcomes if outcome.facts[0] == "obeys") == F(2, 10) * F(1, 10)


def test_where_only_a_notable_person_reaches_a_machine_the_odds_are_his() -> None:
    parade = Parade(
        [unit("sappers", "Sappers", 30, 20, figures=2, files=1), unit("hero", "Hero", 30, 26.95, host="Sappers")],
        [unit("steam-car", "Car", 30, 30, 180)],
    )
    parade.lock("Sappers", "Car")
    found = odds(parade, "fight", 0, Strike(0, 2, -1))
    assert (found.inputs["attackers"], found.inputs["dice"], found.inputs["melee"]) == ("infantry", 1, 8)
    assert found.assumed == []


def test_odds_say_whose_blows_they_leave_out() -> None:
    parade = Parade(
        [unit("sappers", "Sappers", 30, 26.95, figures=4), unit("hero", "Hero", 34, 26.95)],
        [unit("steam-car", "Car", 30, 30, 180)],
    )
    parade.lock("Sappers", "Car")
    parade.lock("Hero", "Car")
    assert odds(parade, "fight", 0, Strike(0, 2, -1)).assumed == ["Blows of Hero are left out."]
    charger = Parade([unit("steam-car", "Car", 30, 20, arrow=0)], [unit("militia", "Red", 30, 30, 180, files=6)])
    assert odds(charger, "act", 0, Charge(1)).assumed == [
        "Nobody fires when the charge is declared.", "What comes after the test is left out.",
    ]  # fmt: skip
