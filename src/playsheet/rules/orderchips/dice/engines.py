"""SUSTAIN and START: what a machine with a moving chip rolls before it moves."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Throw
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import EngineResult, Haywire
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING, STALLED, Witness, may_start, started

SUSTAIN: Final = Throw("SUSTAIN roll", "driving", "sides", "", "R37")
START: Final = Throw("START roll", "driving", "sides", "", "R37")
DRIVES: Final = ("moves", "stays", "starts", "breaks down", "goes haywire")


def sustain(dice: Dice, rules: ChipRules, number: int) -> bool:
    """Does it keep running? SUSTAIN or less."""
    return dice.check(rules.drive_sides, number, SUSTAIN, NOTHING)


def start(dice: Dice, rules: ChipRules, number: int) -> bool:
    """Does it start again? START or less."""
    return dice.check(rules.drive_sides, number, START, NOTHING)


def may_be_started(machine: SteamMachine) -> bool:
    """Is there anything for a START roll: a stopped engine, power that is gone and not for good, locked steering?"""
    return not machine.immobile and may_start(machine)


def drive(dice: Dice, rules: ChipRules, machine: SteamMachine, rating: int) -> int:
    """A vehicle before its move (4.4): one START roll if it needs one, else or then SUSTAIN. One of DRIVES.

    `rating` is its START. The machine is changed: engine and steering. A steam timer runs on.
    """
    if machine.immobile or (machine.engine == NO_POWER and not machine.repairable):
        return EngineResult.STAYS
    if may_be_started(machine):
        stood = machine.engine != RUNNING
        runs = start(dice, rules, rating)
        if runs:
            started(machine)
        if stood:
            if not runs:
                return EngineResult.STAYS
            return EngineResult.STARTS if rules.starts_only else EngineResult.MOVES
    if sustain(dice, rules, machine.sustain()):
        return EngineResult.MOVES
    machine.engine = STALLED
    return EngineResult.BREAKS_DOWN


def stand(dice: Dice, rules: ChipRules, machine: SteamMachine, witness: Witness) -> int:
    """By switch what a machine rolls that stands: SUSTAIN, or it breaks down or goes haywire (R64). One of DRIVES."""
    if not machine.rolls_sustain() or sustain(dice, rules, machine.sustain()):
        return EngineResult.STAYS
    if machine.plan.automaton:
        machine.go_haywire(dice, witness)
        return EngineResult.GOES_HAYWIRE
    machine.engine = STALLED
    return EngineResult.BREAKS_DOWN


def drive_automaton(dice: Dice, rules: ChipRules, machine: SteamMachine, witness: Witness) -> int:
    """An automaton before its move (4.5): SUSTAIN, or haywire instead of the move. One of DRIVES."""
    if machine.immobile or machine.engine != RUNNING or machine.haywire == Haywire.JAMS:
        return EngineResult.STAYS
    if sustain(dice, rules, machine.sustain()):
        return EngineResult.MOVES
    machine.go_haywire(dice, witness)
    return EngineResult.GOES_HAYWIRE
