"""The story of a battle: every event is told or deliberately silent, examples word for word, no line reads badly."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any

import pytest
from rules.orderchips.situation import Parade, read_setup
from rules.orderchips.situation import posted as unit
from tabletop import ground
from told import events_of

from playsheet.core.dice import Seeded
from playsheet.core.events import Event, Rolled, Throw
from playsheet.core.telling import roll_in_words
from playsheet.players.random import RandomPlayer
from playsheet.rules.orderchips.battle.events import ChipsRevealed, InstructionLeft, MoveOrderSet
from playsheet.rules.orderchips.battle.fight_events import FailureRolled, MachineHarmed, MachineLost, MoraleTested
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.shown.narration import narrate
from playsheet.rules.orderchips.table import engines, morale
from playsheet.rules.orderchips.terms import Chip, Conduct, HitBy, Instruction, TestReason
from playsheet.tabletop.machines.charts import (
    CREW,
    DEAD,
    LOSE,
    SHOOT,
    SPEED,
    STEAM,
    STEERING,
    STOP,
    SUSTAIN,
    SUSTAINS,
    WEAPON,
    WEAPON_SHOOT,
)
from playsheet.tabletop.machines.machine import ABANDONED, CAPTURED_BY_FOE, DISABLED, EXPLODED

# Seen by what comes of them.
SILENT = {"PhaseBegan", "SeatMoves", "SeatFinished", "MoveEnded", "EventSaid", "MindChanged"}


def classes() -> list[type[Event[Any]]]:
    found = events_of("orderchips")
    return [found[name] for name in sorted(found)]


# What an event of any class can be made of, by the name of its field.
SAMPLES: dict[str, object] = {
    "unit": 0,
    "other": 3,
    "target": 3,
    "notable": 1,
    "automaton": 2,
    "by": 3,
    "prey": 3,
    "units": [0, 3],
    "chips": [2, 1],
    "arrows": [90.0, -1.0],
    "seats": [1, 0],
    "mover": 0,
    "seat": 1,
    "side": 0,
    "turn": 2,
    "phase": 9,
    "how": "moves",
    "order": 0,
    "files": 5,
    "facing": 0.0,
    "facings": [0.0, 0.0],
    "models": [0, 1],
    "xs": [30.0, 31.0],
    "ys": [30.0, 30.0],
    "model_x": 30.0,
    "model_y": 30.0,
    "x": 30.0,
    "y": 30.0,
    "radius": 4.0,
    "most": 3,
    "counts": [2, 1],
    "count": 2,
    "hits": 2,
    "out": True,
    "own": 1,
    "notables": [],
    "next": True,
    "now": False,
    "instruction": 2,
    "at_unit": -1,
    "within": 12.0,
    "weapon": -1,
    "aim": -1,
    "firing": 10,
    "distance": 9.3,
    "band": 0,
    "cover": 0,
    "charging": False,
    "interrupt": False,
    "dice": 3,
    "free": False,
    "why": "losses",
    "passed": False,
    "action": 3,
    "vehicle": False,
    "inches": 6.0,
    "flee": 0,
    "held": True,
    "chart": "automata-hits",
    "column": "crack",
    "face": 8,
    "do": STOP,
    "which": -1,
    "fate": DISABLED,
    "shell": "medium",
    "result": 3,
    "pips": 3,
    "mends": True,
    "conditions": [0],
    "event": -1,
    "bands": 1,
    "card": "spear-warriors",
    "name": "Native Spear Warriors",
    "foes": 3,
    "attitude": 0,
    "figures": 7,
    "wrecked": True,
    "points": 2,
    "what": "the wells",
    "winner": 0,
    "verdict": "Blue wins.",
    "line": 0,
    "row": 1,
    "ruling": "",
    "unseen": (),
}


def stage() -> Parade:
    return Parade(
        [
            unit("line-rifles", "Rifles", 30, 30, files=5),
            unit("commander", "Commander", 40, 20),
            unit("clockwork-soldier", "Clockwork Soldier", 50, 30),
        ],
        [unit("militia", "Militia", 30, 45, 180, files=6), unit("steam-tank", "Steam Tank", 50, 60, 180)],
        [ground("woods", "the wood", rect=[20, 43, 40, 50])],
    )


OF_MACHINES = (
    "Driven", "MachineSaved", "ChartRolled", "MachineHarmed", "MachineSet", "MachineLost", "Exploded", "WentHaywire",
    "HaywireActs", "Repaired", "Captured", "Confused",
)  # fmt: skip


def sample(kind: type[Event[Any]], parade: Parade) -> Event[Any]:
    values = []
    for name in list(inspect.signature(kind.__init__).parameters)[1:]:
        value = SAMPLES[name] if name != "state" else parade["Steam Tank"].machine
        if name == "unit" and kind.__name__ in OF_MACHINES:
            value = parade["Steam Tank"].id
        values.append(value)
    return kind(*values)


@pytest.mark.parametrize("kind", classes(), ids=lambda kind: kind.__name__)
def test_every_event_is_told_or_deliberately_silent(kind: type[Event[Any]]) -> None:
    parade = stage()
    said = narrate(sample(kind, parade), parade.battle)
    if kind.__name__ in SILENT or kind.__name__ in ("MachineSet", "HaywireActs"):
        return
    assert said
    reads_well(said)


def reads_well(line: str) -> None:
    """A sentence: a capital, a full stop, nothing left unfilled."""
    assert re.match(r"^[A-Z0-9]", line), line
    assert line.endswith("."), line
    for wrong in ("  ", " .", " ,", ",.", "..", "None", "{", "}", "the the", "The the", "a a ", "[]"):
        assert wrong not in line, (wrong, line)


# ---------------------------------------------------------------- whole battles


def story(scenario: str, seed: int, steps: int) -> list[Any]:
    setup = read_setup(scenario)
    seats = len(setup.seats)
    game = setup.game_with([RandomPlayer(seed + k) for k in range(seats)], Seeded(seed), True, [False] * seats)
    teller = game.system.teller(game.system.clone(game.battle))
    found = []
    for _ in range(steps):
        if game.battle.finished:
            break
        before = len(game.log)
        game.play_step()
        found += teller.tell(game.log[before:])
        assert not teller.rolls or teller.told, "dice that no sentence explains"
    return found


@pytest.mark.parametrize(
    ("scenario", "seed"), [("the-ruined-wells", 1), ("runaway-engines", 2), ("runaway-engines", 3)]
)
def test_whole_battles_read_well(scenario: str, seed: int) -> None:
    told = story(scenario, seed, 500)
    assert len(told) > 30
    for each in told:
        for line in each.text.split(". "):
            reads_well(line if line.endswith(".") else line + ".")
        for roll in each.rolls:
            assert "[" in roll_in_words(roll), roll_in_words(roll)  # where it stands on the sheet
        for ruling in each.rulings:
            assert re.fullmatch(r"R\d+", ruling), ruling


# ---------------------------------------------------------------- word for word


def lines(parade: Parade, told: Sequence[Event[Any]], before: Any) -> list[str]:
    return [each.text for each in parade.game.system.teller(before).tell(list(told))]


def told_of(parade: Parade, do: Any, dice: list[int]) -> list[str]:
    before = parade.battle.clone()
    return lines(parade, parade.do(do, dice=dice), before)


def test_a_volley_and_what_it_cost() -> None:
    parade = Parade(
        [unit("line-rifles", "Line Rifles", 30, 20, figures=3)], [unit("lancers", "Lancers", 30, 30, 180, files=6)]
    )
    before = parade.battle.clone()
    told = parade.fire("{Line Rifles}>{Lancers}", dice=[1, 9, 6])
    first, second = lines(parade, told, before)
    assert re.fullmatch(
        r"The Line Rifles (fired on|opened fire on|gave a volley to) the Lancers at 10 inches: "
        r"1 9 6 against 6 or less, two hits\.",
        first,
    ), first
    assert second == "Two of the Lancers fell."


def test_who_moves_first_and_what_was_thrown_for_it() -> None:
    parade = Parade([unit("line-rifles", "Line Rifles", 30, 20)], [unit("lancers", "Lancers", 30, 30, 180)])
    throw = Throw("Who moves first", "roll-off")
    dice = [Rolled(throw, seat, 10, [face], "", str(face), []) for seat, face in ((0, 3), (1, 8))]
    told = lines(parade, [*dice, MoveOrderSet([1, 0], "R26")], parade.battle.clone())
    assert re.fullmatch(r"(The )?\w+ moved first, then (the )?\w+ \(8 against 3\)\.", told[0]), told


def test_several_are_to_fire_on_command_only() -> None:
    parade = Parade([unit("line-rifles", "Line Rifles", 30, 20)], [unit("lancers", "Lancers", 30, 30, 180)])
    told = lines(parade, [InstructionLeft(parade["Lancers"].id, Instruction.ASKS, -1, 0.0, ())], parade.battle.clone())
    assert told == ["The Lancers were to fire on command only."]


def test_a_test_and_the_flight() -> None:
    parade = Parade(
        [unit("line-rifles", "Line Rifles", 30, 30, figures=3)], [unit("militia", "Militia", 30, 50, 180, files=6)]
    )
    assert told_of(parade, lambda: morale.called(parade.game, parade["Line Rifles"]), [7, 8]) == [
        "The Line Rifles lost their nerve (a 7 against 3 or less), and ran; "
        "a rifleman of the Line Rifles deserted, 12 inches south."
    ]


def test_a_machine_is_hit() -> None:
    parade = Parade([unit("steam-tank", "Steam Tank", 30, 30)], [unit("militia", "Militia", 30, 60, 180, files=6)])
    before = parade.battle.clone()
    told = parade.hit("Steam Tank", "Militia", Blow(parade.battle.rules.saves["medium"], HitBy.SHOT), [10, 5])
    said = lines(parade, told, before)
    assert len(said) == 1
    assert said[0].endswith("the Steam Tank (10 against 7 or less): its armour buckled (ARMOR down by two to 5).")


def test_a_machine_is_hit_twice_and_both_dice_are_told() -> None:
    parade = Parade([unit("steam-tank", "Steam Tank", 30, 30)], [unit("militia", "Militia", 30, 60, 180, files=6)])
    before = parade.battle.clone()
    rifle = Blow(parade.battle.rules.saves["rifle-gatling"], HitBy.SHOT)
    told = parade.hit("Steam Tank", "Militia", rifle, [8, 5, 1, 1], n=2)
    assert lines(parade, told, before)[0] == (
        "Two shots struck the Steam Tank: both saves held (8-6 and 5-6 against 7 or less)."
    )


@pytest.mark.parametrize(
    ("row", "dice", "suffered"),
    [("rifle-gatling", [8, 5, 9, 9, 1, 1], "suffered all the same: "), ("medium", [8, 9, 5, 5], "suffered: ")],
)
def test_a_machine_whose_saves_held_may_suffer_all_the_same(row: str, dice: list[int], suffered: str) -> None:
    parade = Parade([unit("steam-tank", "Steam Tank", 30, 30)], [unit("militia", "Militia", 30, 60, 180, files=6)])
    before = parade.battle.clone()
    told = parade.hit("Steam Tank", "Militia", Blow(parade.battle.rules.saves[row], HitBy.SHOT), dice, n=2)
    assert lines(parade, told, before)[1].startswith(f"The tank {suffered}")


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (TestReason.TO_CHARGE, "The Line Rifles shrank from the charge, but went in all the same."),
        (TestReason.LOSSES, "The Line Rifles lost their nerve, but stood firm all the same."),
    ],
)
def test_who_stands_firm_goes_on_with_his_charge(why: str, said: str) -> None:
    parade = Parade([unit("line-rifles", "Line Rifles", 30, 30)], [unit("militia", "Militia", 30, 50, 180, files=6)])
    line = parade["Line Rifles"].id
    told = [MoraleTested(line, why, False, False, ""), FailureRolled(line, Conduct.STANDS, False, 0.0, 0, "")]
    assert lines(parade, told, parade.battle.clone()) == [said]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Steam Tank", "Moving was the Steam Tank north; two units stood."),
        ("Lancers", "Moving were the Lancers north;"),
    ],
)
def test_one_that_moves_was_moving_and_several_were(name: str, said: str) -> None:
    parade = Parade(
        [unit("steam-tank", "Steam Tank", 30, 20), unit("lancers", "Lancers", 20, 20)],
        [unit("militia", "Militia", 30, 60, 180, files=6)],
    )
    ids = [held.id for held in parade.battle.units]
    chips = [Chip.MOVING if held.name == name else Chip.STATIONARY for held in parade.battle.units]
    revealed = ChipsRevealed(ids, chips, [0.0] * len(ids), "R25")
    assert said in lines(parade, [revealed], parade.battle.clone())[0]


def test_an_automaton_loses_its_wits() -> None:
    parade = Parade(
        [unit("clockwork-soldier", "Clockwork Soldier", 30, 30, arrow=0)],
        [unit("militia", "Militia", 30, 60, 180, files=6)],
    )
    said = told_of(parade, lambda: engines.drive(parade.game, parade["Clockwork Soldier"]), [9, 7])
    assert said == [
        "The Clockwork Soldier lost its wits (a 9, needing 8 or less): it would go straight ahead.",
        "The automaton went wild, 6 inches north.",
    ]


@pytest.mark.parametrize(
    ("do", "which", "by", "held", "said"),
    [
        (LOSE, 0, 2, False, "its armour buckled (ARMOR down by two to 7)"),
        (LOSE, SUSTAINS, 1, False, "its engine laboured (SUSTAIN down by one to 8)"),
        (LOSE, SPEED, 1, False, "its going was lamed (SPEED down by one to 8)"),
        (LOSE, SHOOT, 2, False, "its optics were damaged (every SHOOT down by two)"),
        (SUSTAIN, -1, 0, True, "its engine faltered and ran on"),
        (SUSTAIN, -1, 0, False, "its engine stopped"),
        (STOP, -1, 0, False, "its engine stopped"),
        (DEAD, -1, 0, False, "it was immobilised for good"),
        (STEERING, -1, 0, False, "its steering was locked"),
        (STEAM, -1, 3, True, "steam burst from its pipes (power for two turns more)"),
        (WEAPON, 1, 0, False, "the turret Gatling gun was put out of action"),
        (WEAPON_SHOOT, 0, 1, False, "the medium gun lost one from its SHOOT"),
        (CREW, -1, 1, False, "a crewman was killed"),
    ],
)
def test_harm_in_words(do: int, which: int, by: int, held: bool, said: str) -> None:
    parade = stage()
    held_unit = parade["Steam Tank"]
    event = MachineHarmed(held_unit.id, do, which, by, held, held_unit.machine, "")
    assert narrate(event, parade.battle) == f"The Steam Tank: {said}."


@pytest.mark.parametrize("fate", [DISABLED, EXPLODED, ABANDONED, CAPTURED_BY_FOE])
def test_how_machines_end(fate: int) -> None:
    parade = stage()
    reads_well(narrate(MachineLost(4, fate, 0, parade["Steam Tank"].machine, ""), parade.battle))


def test_names() -> None:
    parade = Parade(
        [unit("line-rifles", "Line Rifles", 30, 30, files=5), unit("hero", "Captain Vane", 10, 10)],
        [unit("line-rifles", "1st Line Rifles", 30, 50, 180, files=5)],
    )
    assert [name_of(parade.battle, id) for id in range(3)] == [
        "the South Line Rifles",
        "Captain Vane",
        "the North 1st Line Rifles",
    ]
