"""What intents mean in the questions of G.A.S.L.I.G.H.T., and what alarms whoever carries one out."""

from __future__ import annotations

from typing import Final

from playsheet.core.intents import CHARGE, FIRE, HOLD, KEEP, MARCH, RALLY, SAME, STAND, SUPPORT
from playsheet.core.meanings import Acts, Deploys, Goes, Leaves, Meaning, Says
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.options.bursts import near_gun
from playsheet.rules.gaslight.options.charge import farthest, has_acted
from playsheet.rules.gaslight.sheet import Gun
from playsheet.rules.gaslight.terms import Arm, Where

# Engines are started and guns mended before they move.
GOING: Final = ("start", "gun_repair", "gun_move", "drive", "move")
# What stands next to each other is fired at whoever is nearest; a man who names his target himself comes after.
SHOTS: Final = (
    "gun_grape:*|gun_fire_machine:*|gun_fire:*",
    "weapon_grape:*|weapon_machine:*|weapon:*",
    "shoot:*|shoot_machine:*",
    "snipe:*|launch:*|cone:*|throw:*",
)
LOADING: Final = ("weapon_reload:*", "gun_reload", "reload")
ALONE: Final = ("alone",)

MEANINGS: Final[list[Meaning]] = [
    Acts(
        "order",
        {
            MARCH: GOING,
            CHARGE: ("charge:{target}", "charge_machine:{target}", "pile_in", *GOING),
            SUPPORT: ("pile_in", *GOING),
            FIRE: (*SHOTS, *LOADING),
            HOLD: LOADING,
            RALLY: LOADING,
            KEEP: (),
            SAME: (),
            STAND: (),
        },
        "done",
        on=True,
    ),
    Goes("move"),
    Goes("gun_move"),
    Goes("drive"),
    Deploys("deploy"),
    Says("model", {FIRE: ("at:*|grenade:*|launch:*",)}),
    Says("aim_unit", {FIRE: ("grenade_machine:*|grenade_unit:*", "launch_machine:*|launch_unit:*")}),
    Says("attach", {SUPPORT: ("attach:{target}", "alone"), MARCH: ALONE, HOLD: ALONE, KEEP: ALONE, STAND: ALONE}),
    Says("takeover", {STAND: ("wait",)}),
    Says("scatter", {STAND: ("leave",)}),
    Leaves("model"),
    Leaves("aim_unit"),
    Leaves("aim"),
    Leaves("attach"),
    Leaves("takeover"),
    Leaves("leader"),
    Leaves("scatter"),
    Leaves("allocate"),
    Leaves("against"),
    Leaves("strike"),
    Leaves("explosives"),
]
ALARMS: Final = {
    "ChargeDeclared": ("target", "is charged"),
    "FailureRolled": ("unit", "fails its morale"),
    "MachineFailed": ("unit", "has a crew that fails its morale"),
    "MachineHarmed": ("unit", "is damaged"),
    "GunHit": ("unit", "has its gun hit"),
}


def is_meant(battle: GaslightBattle, unit: Unit, kind: str, key: str) -> bool:
    """A unit does not march in halves once some of it have acted, and a crew not away from its gun."""
    if kind not in (MARCH, CHARGE, SUPPORT) or key != "move":
        return True
    if unit.kind == Arm.CREW and battle.gun_of(unit) >= 0 and near_gun(battle, unit):
        return False
    return not has_acted(battle, unit)


def reach(battle: GaslightBattle, unit: Unit) -> float:
    """As far as it charges, or shoots at short range: to be shot at from afar surprises nobody, and never ends."""
    if unit.place != Where.ON_TABLE:
        return 0.0
    members = battle.members(unit)
    found = max([farthest(battle, figure) for figure in members], default=0.0)
    for figure in members:
        weapon = battle.cast[figure].weapon
        if weapon is not None:
            found = max(found, weapon.short)
    if unit.card.gun is not None and battle.gun_of(unit) >= 0:
        found = max(found, reach_of_gun(unit.card.gun))
    if unit.card.machine is not None and unit.has_machine():
        found = max(found, float(battle.machine_of(unit).speed()))
        for gun in unit.card.machine.weapons:
            found = max(found, reach_of_gun(gun))
    return found


def reach_of_gun(gun: Gun) -> float:
    """Short range, or that of grapeshot."""
    return gun.weapon.short if gun.weapon is not None else gun.grape
