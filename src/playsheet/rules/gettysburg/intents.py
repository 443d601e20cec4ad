"""What intents mean in the questions of Guns At Gettysburg, and what alarms whoever carries one out."""

from __future__ import annotations

from typing import Final

from playsheet.core.intents import (
    CHARGE,
    DEPLOY,
    FIRE,
    HOLD,
    KEEP,
    MARCH,
    RALLY,
    SAME,
    STAND,
    SUPPORT,
)
from playsheet.core.meanings import Acts, Deploys, Faces, Goes, Meaning, Picks, Says, Suggests, again, at_chargers
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.moving import charge_allowance
from playsheet.rules.gettysburg.terms import Arm, Formation, SkirmishRate, Weapon

FEET: Final = (
    MARCH,
    CHARGE,
    HOLD,
    RALLY,
    SUPPORT,
    STAND,
)  # they say where a unit goes, and leave nothing to decide there
FALL_IN: Final = ("reform:{formation}", "form:{formation}", "mount:{formation}", "dismount:{formation}", "{formation}")

MEANINGS: Final[list[Meaning]] = [
    Says("initiative", {STAND: ("go_second",)}),
    # command: whoever is told where to go goes there by the order that his brigade has
    Says("brigade_order", {SUPPORT: ("sent:support", "own:support")}),
    again(Says("brigade_order", dict.fromkeys((KEEP, SAME, *FEET), ("keep",))), KEEP),
    again(Says("division_order", dict.fromkeys((KEEP, SAME, *FEET), ("keep",))), KEEP),
    Says("support_brigade", {SUPPORT: ("support:{body}:rear",)}),
    Picks("next_brigade", "brigade:*", (MARCH, CHARGE, FIRE), ""),
    # generals
    Picks("generals", "general:*", (MARCH, SUPPORT), "done", FEET),
    Acts("general_to", {MARCH: ("ride",), SUPPORT: ("attach:{target}", "ride"), STAND: ("ride",)}),
    Goes("ride"),
    Suggests("return"),
    # charges
    Picks("declare", "charge:{unit}:{target}", (CHARGE,), "done", FEET),
    Suggests("pivot"),
    Says("resolve", {CHARGE: ("target:{target}",), STAND: ("target:*",)}, anyone=True),
    at_chargers(Says("reaction", {FIRE: ("fire",), STAND: ("hold",)})),
    at_chargers(Picks("support", "support:{unit}", (FIRE,), "done", (FIRE, STAND))),
    Picks("opportunity", "opportunity:{unit}:{target}", (CHARGE,), "none", FEET),
    Says("counter", {CHARGE: ("counter",), HOLD: ("stand",), STAND: ("stand",)}),
    Says("fall_back", {RALLY: ("fall_back",), HOLD: ("stay",), STAND: ("stay",)}),
    Suggests("fall_back_inches"),
    # normal moves
    Picks("normal", "unit:{unit}", (RALLY, MARCH, CHARGE), "close", FEET),
    Acts(
        "act",
        {
            MARCH: ("get_up", "leave", *FALL_IN, "march", "unlimber{facing}", "turn{facing}{about}", "stand{facing}"),
            CHARGE: ("get_up", "leave", "march", "stand"),
            RALLY: ("get_up", "reform:*", "stand"),
            HOLD: ("stand",),
            SUPPORT: ("stand",),
            STAND: ("stand", "done", "march"),
        },
        after="done",
    ),
    Goes("march"),
    Goes("leave"),
    Suggests("form"),
    Faces("face", ahead=True),
    # fire
    Picks("fire", "unit:{unit}", (FIRE,), "done", (FIRE, STAND)),
    at_chargers(
        Acts(
            "target",
            {
                FIRE: ("shoot:{target}:canister", "shoot:{target}", "shoot:*:canister", "shoot:*"),
                STAND: ("shoot:*",),
            },
        )
    ),
    # melee and morale: tokens and cartridges are the player's own, unless he wants the least
    Says("follow_up", {CHARGE: ("follow",), HOLD: ("stand",), STAND: ("stand",)}),
    Says("pursue_or_hold", {CHARGE: ("test",), HOLD: ("hold",), STAND: ("hold",)}),
    Says("stand_or_retire", {RALLY: ("retire",), HOLD: ("stand",), STAND: ("stand",)}),
    Says("rally_again", {RALLY: ("again",), STAND: ("leave",)}),
    Says("rapid", {STAND: ("spare",)}),
    Says("yell", {STAND: ("no",)}),
    Says("sixes", {STAND: ("sixes:0",)}),
    Says("token", {STAND: ("*",)}),
    Says("stonewall", {STAND: ("*",)}),
    Suggests("flight"),
    Suggests("recoil"),
    Suggests("retire"),
    Suggests("lead"),
    Suggests("remainder"),
    # setting up
    Says("formation", {DEPLOY: ("{formation}", "line", "deployed", "*")}),
    Deploys("deploy"),
]
ALARMS: Final = {
    "ChargeDeclared": ("target", "is charged"),
    "ChargeLapsed": ("unit", "cannot charge after all"),
    "HaltedToVolley": ("unit", "has halted to volley"),
    "Engaged": ("unit", "is in melee"),
    "StateChanged": ("unit", "has lost its nerve"),
    "RetirementDue": ("unit", "is to retire"),
    "UncontrolledChargeDue": ("unit", "is out of hand"),
}


def reach(battle: GettysburgBattle, unit: Unit) -> float:
    """As far as it fires, or charges."""
    rules = battle.rules
    far = max(0.0, charge_allowance(battle, unit))
    if unit.arm == Arm.ARTILLERY:
        return rules.gun_long[unit.card.gun_class]
    if unit.formation == Formation.SKIRMISH:
        return max(far, rules.reach(unit.card.weapon, unit.skirmish_rate() == SkirmishRate.SHARPSHOOTER))
    return far if unit.card.weapon == Weapon.NONE else max(far, rules.long[unit.card.weapon])
