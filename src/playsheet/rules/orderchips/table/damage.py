"""Hits on machines carried out on the table (4.9, 4.10): saves, charts, loss, explosions, who gets into a prize."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.words import counted, upper
from playsheet.rules.orderchips.battle.events import Captured, NoActionNext
from playsheet.rules.orderchips.battle.fight_events import (
    Exploded,
    MachineHarmed,
    MachineLost,
    MachineSaved,
    MachineSet,
    WentHaywire,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.dice.armour import ArmourWitness, Blow, strike
from playsheet.rules.orderchips.dice.blast import explode
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table.losses import (
    OnTable,
    Toll,
    hand_of,
    take_off,
    tell_burst,
    throw_for,
    under_explosion,
    under_of,
)
from playsheet.rules.orderchips.table.morale import Result, crew_of, roll_as
from playsheet.rules.orderchips.terms import Arm, Haywire, HitBy, TestReason, Where
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.charts import CHART, COLUMN, HAYWIRE, Column
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CAPTURED_BY_FOE,
    EXPLODED,
    IN_PLAY,
    RUNNING,
    STALLED,
    Harm,
    Machine,
)


class Aftermath:
    """What hits on machines leave to be done when all dice have fallen, each in the order it arose (4.0.3)."""

    def __init__(self) -> None:
        self.explosions: Final[list[int]] = []  # units
        self.shells: Final[list[str]] = []
        self.captures: Final[list[int]] = []
        self.captors: Final[list[int]] = []
        self.crew_tests: Final[list[Result]] = []


class Damage(ArmourWitness):
    """Tells what becomes of one machine under the blows of a step."""

    def __init__(self, game: Game[ChipBattle], unit: Unit, blows: list[Blow], by: list[int], after: Aftermath) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.blows: Final = blows
        self.by: Final = by
        self.after: Final = after
        self.at = -1  # the blow whose damage is rolled
        self.goes_on = False  # the next roll belongs to the same blow

    def saved(self, machine: SteamMachine, which: int, held: bool) -> None:
        self.game.tell(MachineSaved(self.unit.id, self.by[which], self.blows[which].how, held, "R52"))

    def rolled(self, machine: Machine, column: Column, face: int) -> None:
        if not self.goes_on:
            self.at += 1
        self.goes_on = any(effect.do in (COLUMN, CHART) for effect in column.cells[face - 1])
        self.game.tell(ChartRolled(self.unit.id, column.chart, column.id, face))

    def harmed(self, machine: Machine, harm: Harm) -> None:
        if harm.do == HAYWIRE:
            tell_haywire(self.game, self.unit, machine, harm, "R41")
            return
        self.game.tell(MachineHarmed(self.unit.id, harm.do, harm.which, harm.by, harm.held, machine.state(), ""))

    def lost(self, machine: Machine) -> None:
        fate = machine.fate
        by = self.by[self.at] if 0 <= self.at < len(self.by) else NOBODY
        ruling = "R15" if fate == CAPTURED_BY_FOE else "R13"
        self.game.tell(MachineLost(self.unit.id, fate, by, machine.state(), ruling))
        if fate == EXPLODED:
            self.after.explosions.append(self.unit.id)
            self.after.shells.append(machine.shell)
        elif fate == CAPTURED_BY_FOE:
            self.after.captures.append(self.unit.id)
            self.after.captors.append(by)

    def check(self, machine: Machine) -> None:
        """The crew tests at once, unless it has tested for hits already; carried out at the end of the step (R14)."""
        if self.unit.hit_test_used and not self.game.battle.rules.crew_test_extra:
            return
        if not isinstance(machine, SteamMachine):
            return
        dice = self.game.dice
        first, second = dice.first, dice.second
        dice.throwers(second, second)
        result = roll_as(self.game, self.unit, crew_of(self.game.battle, machine), TestReason.CREW_TEST, None)
        dice.throwers(first, second)
        if result is not None:
            self.after.crew_tests.append(result)


def tell_haywire(game: Game[ChipBattle], unit: Unit, machine: Machine, harm: Harm, ruling: str) -> None:
    """A haywire result of an automaton: which way, or who gets control of it (R42)."""
    seat = NOBODY
    if harm.which == Haywire.ENEMY_CONTROL and harm.by >= 0:
        seat = game.battle.enemy_seats(unit.own_side)[harm.by]
    pips = harm.by if harm.which == Haywire.RANDOM_MOVE else 0
    game.tell(WentHaywire(unit.id, harm.which, pips, seat, machine.state(), ruling))


def working_copy(battle: ChipBattle, unit: Unit) -> SteamMachine:
    """Its machine, that knows how many players might get control of it; none if one has it already (R42)."""
    machine = battle.machine_copy(unit)
    taken = unit.seat != unit.owner or unit.next_seat != NOBODY
    machine.enemies = 0 if taken else len(battle.enemy_seats(unit.own_side))
    return machine


def strike_machines(game: Game[ChipBattle], toll: Toll, after: Aftermath) -> None:
    """Machine by machine in the order first hit: all saves, then each hit with all it calls for (4.0.3)."""
    battle = game.battle
    for id in toll.machines:
        unit = battle.units[id]
        if not unit.has_machine():
            continue
        blows = toll.blows[id]
        by = toll.strikers[id]
        throw_for(game, battle.units[by[0]], unit)
        strike(game.dice, battle.rules, working_copy(battle, unit), blows, Damage(game, unit, blows, by, after))


def settle(game: Game[ChipBattle], toll: Toll) -> Aftermath:
    """The saves and the damage, then losses off, explosions, captures; crews' tests are left to be carried out."""
    after = Aftermath()
    strike_machines(game, toll, after)
    take_off(game, toll)
    explosions(game, after)
    for index in range(len(after.captures)):
        capture(game, game.battle.units[after.captures[index]], after.captors[index])
    return after


# ---------------------------------------------------------------- explosions


def explosions(game: Game[ChipBattle], after: Aftermath) -> None:
    """All that arose at one moment at once; each may set off more, at the next (4.10.7, R111)."""
    done = 0
    while done < len(after.explosions):
        until = len(after.explosions)
        blow_up(game, after.explosions[done:until], after.shells[done:until], after)
        done = until


def blow_up(game: Game[ChipBattle], machines: list[int], shells: list[str], after: Aftermath) -> None:
    """The machines and their crews are gone; each template is measured from the edge of its base, among all there."""
    battle = game.battle
    rules = battle.rules
    caught = [
        under_explosion(battle, battle.units[machines[index]].model, rules.blasts[shells[index]].radius)
        for index in range(len(machines))
    ]
    toll = Toll()
    for index in range(len(machines)):
        unit = battle.units[machines[index]]
        blast = rules.blasts[shells[index]]
        x, y = battle.at(unit.model)
        game.tell(Exploded(unit.id, shells[index], "R61"))
        seen = OnTable(caught[index])
        hand = hand_of(battle, unit, unit)
        game.dice.throwers(hand, hand)
        explode(game.dice, rules, blast, under_of(battle, caught[index]), seen)
        tell_burst(game, toll, seen, unit.id, x, y, blast.radius, Blow(blast.save, HitBy.SHOT))
    strike_machines(game, toll, after)
    take_off(game, toll)


# ---------------------------------------------------------------- captures


class GetIn(Option):
    """So many figures of a unit get into the machine that they have taken."""

    def __init__(self, unit: int, machine: int, figures: int) -> None:
        self.unit: Final = unit
        self.machine: Final = machine
        self.figures: Final = figures

    def key(self) -> str:
        return f"get_in:{self.figures}"

    def label(self, battle: Battle) -> str:
        return f"{upper(counted(self.figures, 'man gets', 'men get'))} in"

    def about(self) -> tuple[int, list[int]]:
        return self.machine, []


def capture(game: Game[ChipBattle], unit: Unit, by: int) -> None:
    """Survivors of the unit whose hit it was get in, and the machine is theirs; else it is abandoned (4.10.8)."""
    battle = game.battle
    captor = battle.units[by]
    machine = battle.machine_copy(unit)
    if captor.place != Where.ON_TABLE or captor.seat < 0:
        machine.fate = ABANDONED
        machine.crew = 0
        game.tell(MachineLost(unit.id, ABANDONED, by, machine.state(), "R59"))
        return
    own, notables = who_gets_in(game, captor, unit)
    machine.fate = IN_PLAY
    machine.crew = own + len(notables)
    machine.crew_lost = 0
    if machine.engine == RUNNING:
        machine.engine = STALLED
    game.tell(Captured(unit.id, by, own, notables, captor.seat, "R59"))
    game.tell(MachineSet(unit.id, "crew", machine.state(), "R59, R101"))
    game.tell(NoActionNext(unit.id, True, False, "R59"))


def who_gets_in(game: Game[ChipBattle], captor: Unit, unit: Unit) -> tuple[int, list[int]]:
    """How many of its figures, as its player says (D9); a notable person on his own goes in himself."""
    if captor.kind == Arm.NOTABLE:
        return 0, [captor.id]
    card = unit.card.machine
    most = min(captor.figures, card.crew if card is not None else 1)
    if most == 1:
        return 1, []
    options = [GetIn(captor.id, unit.id, figures) for figures in range(1, most + 1)]
    return game.choose(captor.seat, "get_in", options, unit.id).figures, []
