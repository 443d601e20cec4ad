"""Haywire and repair. The table itself is read by the machine (machine.py: Brain); this is what mends it."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Throw
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import Haywire, Mendable
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING

REPAIR: Final = Throw("Repair", "repair", "sides", "", "R43")


def repairs(dice: Dice, rules: ChipRules, save: int) -> bool:
    """Does the Scientist mend it? His SAVE or less."""
    return dice.check(rules.repair_sides, save, REPAIR, NOTHING)


def conditions(machine: SteamMachine, *, controlled: bool) -> list[int]:
    """What there is to mend, as of CONDITIONS. `controlled`: an enemy player has it."""
    found: list[int] = []
    if machine.haywire != Haywire.OBEYS or controlled:
        found.append(Mendable.MIND)
    if not machine.steers:
        found.append(Mendable.TURNING)
    if machine.immobile:
        found.append(Mendable.LEGWORK)
    if machine.timer or machine.engine == NO_POWER:
        found.append(Mendable.BOILER)
    return found


def mend(machine: SteamMachine, condition: int) -> None:
    """One condition is gone; points that are lost stay lost, and whose it is the table knows."""
    if condition == Mendable.MIND:
        machine.haywire = Haywire.OBEYS
    elif condition == Mendable.TURNING:
        machine.steers = True
    elif condition == Mendable.LEGWORK:
        machine.immobile = False
    elif condition == Mendable.BOILER:
        machine.timer = 0
        machine.repairable = True
        machine.engine = RUNNING
