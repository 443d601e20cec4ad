"""What intents mean in the questions of Order Chips, and what alarms whoever carries one out."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Question
from playsheet.core.intents import CHARGE, DEPLOY, FIRE, HOLD, KEEP, MARCH, RALLY, SAME, STAND, SUPPORT
from playsheet.core.meanings import Acts, Deploys, Faces, Goes, Meaning, Picks, Says, Suggests, again
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.options.charge import most_bonus
from playsheet.rules.orderchips.options.choices import Arrow, Stay
from playsheet.rules.orderchips.options.opportunity import longest
from playsheet.rules.orderchips.terms import Chip

MEANINGS: Final[list[Meaning]] = [
    # chips: whoever is to go somewhere has a Moving one, whatever he was told about fire
    Acts("chip", {MARCH: ("move:{bearing}",), CHARGE: ("move:{bearing}",)}),
    Acts(
        "chip",
        {FIRE: ("stay:charger:*{charged}", "stay:unit:{target}:{within}", "stay:any:{within}", "stay:any:*", "stay")},
    ),
    again(
        Acts(
            "chip",
            {
                HOLD: ("stay",),
                RALLY: ("stay",),
                SUPPORT: ("with", "stay"),
                SAME: ("{same}", "with"),
                KEEP: ("{same}", "with"),
                STAND: ("with", "stay"),
            },
        ),
        SAME,
    ),
    Says("first", {STAND: ("move_last",)}),
    # moves and charges
    Picks("next", "unit:{unit}", (MARCH, CHARGE), "done", (MARCH, CHARGE, FIRE, HOLD, RALLY, SUPPORT, STAND)),
    Acts(
        "act",
        {
            MARCH: ("move:{formation}", "move", "drive", "form:{formation}", "form"),
            CHARGE: ("charge:{target}", "move", "drive", "form"),
            STAND: ("form", "move", "drive"),
        },
    ),
    Goes("move"),
    Goes("drive"),
    Faces("form"),
    Says("repair", {STAND: ("no",)}),
    Says("attach", {SUPPORT: ("attach:{target}",), MARCH: ("alone",), HOLD: ("alone",), STAND: ("alone",)}),
    Suggests("mend"),
    # fire
    Says(
        "window",
        {
            FIRE: ("fire:{unit}>{target}", "fire:{unit}.*>{target}", "fire:{unit}>*", "fire:{unit}.*"),
            STAND: ("wait",),
        },
        anyone=True,
    ),
    Acts("fire", {FIRE: ("fire:*>{target}", "fire:*>{target}@*", "fire:*", "hold"), STAND: ("hold",)}),
    # melee and morale
    Suggests("fight"),
    Suggests("confused"),
    Says("get_in", {STAND: ("*",)}),
    # setting up
    Deploys("deploy"),
    Says("start_with", {DEPLOY: ("alone",)}),
]
ALARMS: Final = {
    "ChargeDeclared": ("target", "is charged"),
    "ChargeOff": ("unit", "does not charge after all"),
    "Locked": ("unit", "is in melee"),
    "FailureRolled": ("unit", "fails its morale"),
    "Confused": ("unit", "is confused"),
    "NoActionNext": ("unit", "takes no action next turn"),
    "MachineHarmed": ("unit", "is damaged"),
    "WentHaywire": ("unit", "has gone haywire"),
}


def reach(battle: ChipBattle, unit: Unit) -> float:
    """As far as it shoots, or charges at most."""
    return max(longest(unit), battle.move_of(unit) + most_bonus(unit))


def last_time(battle: ChipBattle, question: Question) -> str:
    """The chip that the unit had last turn, with its instruction."""
    if question.kind != "chip":
        return ""
    chip, arrow, instruction, at_unit, within = battle.units[question.about].laid
    if chip == Chip.MOVING:
        return Arrow(int(arrow), 0.0, 0.0).key()
    return Stay(instruction, at_unit, int(within), []).key() if chip == Chip.STATIONARY else ""
