"""The worked examples of the rules, on the table: the same dice, the same ends."""

from __future__ import annotations

from rules.orderchips.situation import Parade, goes_in
from rules.orderchips.situation import posted as unit
from tabletop import ground, of, one, rolls

from playsheet.rules.orderchips.battle.events import Captured, Deserted, FiguresLost, Moved
from playsheet.rules.orderchips.battle.fight_events import (
    BandAppeared,
    Burst,
    Exploded,
    Fired,
    MachineSaved,
    MoraleTested,
    Repaired,
    WentHaywire,
)
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table import engines
from playsheet.rules.orderchips.terms import Attitude, EngineResult, Haywire, MoveKind
from playsheet.tabletop.machines.machine import IN_PLAY, RUNNING, STALLED


def number_of(told: list, why: str = "") -> str:
    """What the first such roll needed."""
    return rolls(told, why)[0].needed.split(" (")[0]


def test_1_moving_skirmish_fire() -> None:
    """5-2-1-1-1 = 0: ten dice are rolled all the same."""
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 20, files=5, arrow=0)],
        [unit("spear-warriors", "Red", 30, 34.5, 180, files=6)],
        [ground("woods", "the wood", rect=[20, 32, 44, 40])],
    )
    assert parade["Red"].order == 1
    told = parade.fire("{Blue}>{Red}", dice=[1] * 10)
    assert number_of(told) == "0 or less each"
    assert one(told, Fired).hits == 0


def test_2_volley_and_enfilade_then_3_the_charge_test() -> None:
    parade = Parade(
        [
            unit("guard-rifles", "Guards", 21, 30, 90, files=6, figures=6),
            unit("militia", "Somebody", 31, 50, 180, files=6),
        ],
        [unit("lancers", "Lancers", 31, 30.5, 0, files=3, arrow=0)],
    )
    lancers = parade["Lancers"]
    lancers.charging = True
    told = parade.fire("{Guards}>{Lancers}", dice=[9, 9, 10, 2, 5, 7], interrupt=True)
    assert rolls(told)[0].needed.startswith("9 or less each (SHOOT 6, +1 target cavalry in close order")
    assert one(told, Fired).hits == 5
    assert lancers.figures == 1
    assert parade["Guards"].fired
    # the lone lancer tests: 1 - 1 = 0; a 3 fails; row 6, regulars in close order back 6 inches
    before = parade.at("Lancers")
    told = parade.do(lambda: goes_in(parade, lancers, parade["Somebody"]), dice=[3, 6])
    assert number_of(told) == "0 or less"
    assert one(told, Moved).how == MoveKind.BACKS
    after = parade.at("Lancers")
    assert abs(((before[0] - after[0]) ** 2 + (before[1] - after[1]) ** 2) ** 0.5 - 6.0) < 0.05


def test_4_save_and_nested_roll_then_5_its_morale() -> None:
    parade = Parade(
        [unit("gatling", "Gatling", 30, 20)],
        [unit("steam-tank", "Tank", 30, 34, 180)],
    )
    told = parade.fire("{Gatling}>{Tank}", dice=[6, 7, 8, 9, 10, 3, 10, 2, 8, 7, 7, 10, 5])
    assert number_of(told) == "6 or less each"
    assert [event.held for event in of(told, MachineSaved)] == [True, True]
    tank = parade.engine("Tank")
    assert (tank.sustain(), tank.armor(), tank.penetrated) == (7, 5, True)
    assert sum(tank.lost_points()) == 3
    told = parade.morale(dice=[7, 7])
    assert number_of(told) == "6 or less"
    move = one(told, Moved)
    assert move.how == MoveKind.REVERSES
    assert parade.at("Tank") == (30.0, 42.0)
    assert parade.facing("Tank") == 180.0


def test_5_a_six_would_have_passed() -> None:
    parade = Parade([unit("gatling", "Gatling", 30, 20)], [unit("steam-tank", "Tank", 30, 34, 180)])
    parade.fire("{Gatling}>{Tank}", dice=[6, 7, 8, 9, 10, 3, 10, 2, 8, 7, 7, 10, 5])
    told = parade.morale(dice=[6])
    assert one(told, MoraleTested).passed


def test_6_chain_to_catastrophe() -> None:
    parade = Parade([unit("field-gun", "Gun", 30, 20)], [unit("drill-mole", "Mole", 30, 34, 180)])
    parade.fire("{Gun}>{Mole}", dice=[1, 7, 10, 5, 1])
    mole = parade.engine("Mole")
    assert mole.armor() == 4
    assert sum(mole.lost_points()) == 2


def test_7_a_shell() -> None:
    """6-1-2+1 = 4; d20 = 13 takes five of the nine under the template; then 7+2 = 9 and a 10 fails."""
    parade = Parade(
        [unit("field-gun", "Gun", 30, 20)],
        [unit("militia", "Militia", 30, 51.5, 180, files=6)],
        [ground("trench", "the trench", rect=[20, 48, 40, 56])],
    )
    aim = parade["Militia"].first + 3
    told = parade.fire(f"{{Gun}}>{{Militia}}@{aim}", dice=[4, 13])
    assert number_of(told) == "4 or less"
    burst = one(told, Burst)
    assert (burst.most, burst.counts) == (5, [5])
    assert parade.left("Militia") == [7]
    told = parade.morale(dice=[10, 2])
    assert number_of(told) == "9 or less"
    assert not of(told, Moved)


def test_8_the_commander() -> None:
    parade = Parade(
        [
            unit("line-rifles", "Blue", 30, 30, files=5, figures=6),
            unit("commander", "General", 30, 27.5),
        ],
        [unit("gatling", "Red", 30, 50, 180)],
    )
    parade.fire("{Red}>{Blue}", dice=[10, 10, 10, 10, 10, 1])
    assert parade.left("Blue") == [5]
    told = parade.morale(dice=[7, 10, 5])
    assert number_of(told) == "6 or less"
    assert one(told, Deserted).count == 3
    assert one(told, Moved).how == MoveKind.RUNS
    assert parade.left("Blue") == [2]
    assert parade["Blue"].ran


def test_9_assault_and_capture() -> None:
    parade = Parade(
        [unit("sappers", "Sappers", 30, 26.95, files=4, figures=4)],
        [unit("steam-car", "Car", 30, 30, 180)],
    )
    parade.lock("Sappers", "Car")
    told = parade.melee(
        "get_in get_in:1",
        dice=[4, 1, 9, 5, 2, 4, 6, 7, 10, 1, 9, 10],
    )
    assert [event.held for event in of(told, MachineSaved)] == [True, False]
    assert one(told, Captured).own == 1
    car = parade["Car"]
    assert (car.seat, car.side) == (0, 0)
    machine = parade.engine("Car")
    assert (machine.fate, machine.crew, machine.crew_lost, machine.engine) == (IN_PLAY, 1, 0, STALLED)
    assert car.next_no_action
    assert parade.left("Sappers") == [1]
    told = parade.morale(dice=[1])  # the one who stays outside tests on 1
    assert number_of(told) == "1 or less"


def test_10_a_ram() -> None:
    parade = Parade(
        [unit("drill-mole", "Mole", 30, 23.99)],
        [unit("steam-tank", "Tank", 30, 30, 180)],
    )
    parade.lock("Mole", "Tank")
    told = parade.melee(dice=[6, 7, 1, 8, 6, 9, 10, 6, 7, 6, 9, 10, 6, 4])
    assert [event.held for event in of(told, MachineSaved)][:2] == [True, False]
    assert one(told, Exploded).shell == "medium"
    assert one(told, Burst).most == 4
    assert parade["Tank"].hull is None
    mole = parade.engine("Mole")
    assert mole.fate == IN_PLAY
    assert sum(mole.lost_points()) == 0


def test_11_haywire_and_repair() -> None:
    parade = Parade(
        [unit("clockwork-soldier", "Automaton", 30, 30, arrow=0), unit("scientist", "Professor", 36, 20, arrow=0)],
        [unit("militia", "Red", 30, 65, 180, files=6)],
    )
    told = parade.do(lambda: engines.drive(parade.game, parade["Automaton"]), dice=[9, 6, 3])
    wild = one(told, WentHaywire)
    assert (wild.result, wild.pips) == (Haywire.RANDOM_MOVE, 3)
    assert of(told, Moved)[-1].how == MoveKind.GOES_WILD
    assert parade.facing("Automaton") == 108.0
    x, y = parade.at("Automaton")
    assert abs(((x - 30) ** 2 + (y - 30) ** 2) ** 0.5 - 6.0) < 0.02
    told = parade.do(lambda: engines.try_repair(parade.game, parade["Professor"], parade["Automaton"]), dice=[6])
    assert one(told, Repaired)
    assert parade.engine("Automaton").haywire == 0
    assert parade["Automaton"].no_action


def test_12_simultaneous() -> None:
    """The rifles are gone, but their hit counts: four warriors are left, who test on 4."""
    parade = Parade(
        [unit("line-rifles", "Blue", 29.5, 30, files=2, figures=2)],
        [unit("spear-warriors", "Red", 30, 36, 180, files=5, order="close", figures=5)],
    )
    told = parade.shooting("fire fire:{Blue}>{Red}", "fire fire:{Red}>{Blue}", dice=[5, 9, 1, 2, 3, 8, 9])
    assert [event.hits for event in of(told, Fired)] == [1, 3]
    assert [event.count for event in of(told, FiguresLost)] == [1, 2]
    assert parade.left("Blue", "Red") == [0, 4]
    told = parade.morale(dice=[4])
    assert [event.unit for event in of(told, MoraleTested)] == [parade["Red"].id]
    assert number_of(told) == "4 or less"


def test_13_start() -> None:
    parade = Parade([unit("steam-tank", "Tank", 30, 30, arrow=0)], [unit("militia", "Red", 30, 60, 180, files=6)])

    def stall(machine: SteamMachine) -> None:
        machine.engine = STALLED

    parade.change("Tank", stall)
    came: list[int] = []
    parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[8])
    parade.do(lambda: came.append(engines.drive(parade.game, parade["Tank"])), dice=[7])
    assert came == [EngineResult.STAYS, EngineResult.MOVES]
    assert parade.engine("Tank").engine == RUNNING


def test_14_natives() -> None:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 40, files=5)],
        [unit("militia", "Red", 30, 60, 180, files=6)],
        events=True,
    )
    told = parade.events(dice=[10, 2, 7, 4, 5, 4, 9])
    band = one(told, BandAppeared)
    assert band.attitude == Attitude.HOSTILE_TO_MOST
    assert (band.card, len(band.xs), band.seat) == ("musket-warriors", 8, -1)
    assert round(band.xs[0], 6) == 25.2  # 35% from the west
    assert band.ys[0] < 4.0  # as near to the edge as his second rank has room behind him (R100)
    assert min(band.ys) >= 0.5
    assert band.foes == 2  # Red has twelve figures against ten
