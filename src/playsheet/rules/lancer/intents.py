"""What intents mean in the questions of Lancer Rifle Gatling, and what alarms whoever carries one out."""

from __future__ import annotations

from typing import Final

from playsheet.core.intents import CHARGE, DEPLOY, FIRE, HOLD, KEEP, MARCH, RALLY, STAND, SUPPORT
from playsheet.core.meanings import Acts, Deploys, Faces, Goes, Meaning, Says, Suggests, at_chargers
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.options.choices import charge_reach

MEANINGS: Final[list[Meaning]] = [
    Acts(
        "activated",
        {
            MARCH: ("form:{formation}", "move"),
            CHARGE: ("charge:{target}",),
            FIRE: ("shoot:{target}", "shoot:*"),
            RALLY: ("rally",),
            HOLD: ("nothing",),
            KEEP: ("nothing",),
            SUPPORT: ("nothing",),
            STAND: ("nothing",),
        },
        "nothing",
        on=True,
    ),
    Says("commander", {STAND: ("own_action",), HOLD: ("own_action",), MARCH: ("own_action",)}),
    at_chargers(Says("reaction", {FIRE: ("fire",)})),
    Suggests("aim"),
    Goes("turn"),
    Faces("face"),
    Says("deploy_formation", {DEPLOY: ("{formation}", "line")}),
    Deploys("deploy"),
    Says("deploy_commander", {DEPLOY: ("alone",)}),
    Says("edge", {MARCH: ("go_on",)}),
]
ALARMS: Final = {
    "Charged": ("target", "is charged"),
    "MoraleFailed": ("unit", "fails its morale"),
    "Disrupted": ("unit", "is disrupted"),
    "Jammed": ("unit", "has a jammed gun"),
}


def reach(battle: LancerBattle, unit: Unit) -> float:
    """As far as it shoots, or charges."""
    weapon = unit.card.weapon
    return max(charge_reach(battle, unit), weapon.reach if weapon is not None else 0.0)
