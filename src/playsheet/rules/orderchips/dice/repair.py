"""Haywire and repair. The table itself is read by the machine (machine.py: Brain); this is what mends it."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Throw
from playsheet.rules.machines.machine import NO_POWER, RUNNING
from playsheet.rules.orderchips.sheet.machine import OBEYS, SteamMachine
from playsheet.rules.orderchips.sheet.tables import ChipRules

REPAIR: Final = Throw("Repair", "repair", "sides", "", "R43")

# what a Scientist can mend
MIND: Final = 0  # haywire, jam, enemy control
TURNING: Final = 1
LEGWORK: Final = 2  # immobilised
BOILER: Final = 3  # a steam timer, or power that is gone
CONDITIONS: Final = ("haywire", "cannot turn", "immobilised", "steam")


def repairs(dice: Dice, rules: ChipRules, save: int) -> bool:
    """Does the Scientist mend it? His SAVE or less."""
    return dice.check(rules.repair_sides, save, REPAIR, NOTHING)


def conditions(machine: SteamMachine, controlled: bool) -> list[int]:
    """What there is to mend, as of CONDITIONS. `controlled`: an enemy player has it."""
    found: list[int] = []
    if machine.haywire != OBEYS or controlled:
        found.append(MIND)
    if not machine.steers:
        found.append(TURNING)
    if machine.immobile:
        found.append(LEGWORK)
    if machine.timer or machine.engine == NO_POWER:
        found.append(BOILER)
    return found


def mend(machine: SteamMachine, condition: int) -> None:
    """One condition is gone; points that are lost stay lost, and whose it is the table knows."""
    if condition == MIND:
        machine.haywire = OBEYS
    elif condition == TURNING:
        machine.steers = True
    elif condition == LEGWORK:
        machine.immobile = False
    elif condition == BOILER:
        machine.timer = 0
        machine.repairable = True
        machine.engine = RUNNING
