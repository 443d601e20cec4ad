"""What intents mean in the questions of the risk-factor skirmish, and what alarms whoever carries one out.

Officers spend their points on those who have been told something, their sergeants first. Whoever is not commanded acts
by his table and is nobody's to tell; but what he was told last becomes his standing order, and leads him on.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.intents import CHARGE, FIRE, HOLD, KEEP, MARCH, RALLY, SAME, STAND, SUPPORT
from playsheet.core.meanings import Acts, Deploys, Goes, Leaves, Meaning, Picks, Points, Says, again
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.moving import farthest
from playsheet.rules.riskfactor.ground.sight_cache import watched

KEEPS: Final = ("keep",)
TOLD: Final = (RALLY, CHARGE, FIRE, MARCH, SUPPORT, HOLD, KEEP, SAME, STAND)

MEANINGS: Final[list[Meaning]] = [
    Says("declare", {FIRE: ("will_fire", "will_not_fire")}),
    Says("declare", dict.fromkeys(TOLD, ("will_not_fire",))),
    Picks(
        "command",
        "group:{unit}",
        (RALLY, CHARGE, FIRE, MARCH, SUPPORT, HOLD),
        "done",
        passes=TOLD,
        first="link:",
    ),
    Picks("move_next", "next:{unit}", (CHARGE, MARCH, SUPPORT, HOLD), "done", passes=TOLD),
    Says(
        "standing_order",
        {
            MARCH: ("order_advance_to",),
            CHARGE: ("order_advance",),
            HOLD: ("order_hold",),
            SUPPORT: KEEPS,
            RALLY: KEEPS,
            KEEP: KEEPS,
            SAME: KEEPS,
        },
    ),
    again(Says("standing_order", {FIRE: KEEPS, STAND: KEEPS}), KEEP),
    Points("order_point"),
    Acts(
        "move",
        {
            CHARGE: ("charge:{target}", "march"),
            MARCH: ("march",),
            SUPPORT: ("march",),
            FIRE: (),
            HOLD: (),
            RALLY: (),
            KEEP: (),
            SAME: (),
            STAND: (),
        },
        "stay",
        on=True,
    ),
    Goes("march"),
    Picks("fire_next", "next:{unit}", (FIRE,), "done", passes=(FIRE, HOLD, RALLY, KEEP, SAME, STAND)),
    Acts(
        "fire",
        {FIRE: ("shoot:*|shoot_figure:*",), HOLD: (), RALLY: (), KEEP: (), SAME: (), STAND: ()},
        "hold_fire",
        on=True,
    ),
    Says("charge", {CHARGE: ("charge:{target}",)}),
    Says("charge", dict.fromkeys(TOLD, ("no",))),
    Leaves("pair"),
    Leaves("parting_blow"),
    Deploys("deploy"),
]
ALARMS: Final = {
    "Charged": ("target", "is charged"),
    "Ran": ("group", "runs"),
    "Retreated": ("group", "is beaten back"),
}


def is_meant(battle: RiskBattle, group: Group, kind: str, key: str) -> bool:
    """Officers give up a command die for a shot only with somebody in range; sergeants shoot where their men do."""
    if key == "will_fire":
        weapon = group.card.ranged
        gap = watched(battle, group).gap
        return weapon is not None and gap <= weapon.long
    if key.startswith("link:"):
        return key.endswith(":fires") == (kind == FIRE)
    return True


def reach(battle: RiskBattle, group: Group) -> float:
    """As far as it charges, or shoots at short range: to be shot at from afar surprises nobody, and never ends."""
    if not group.on_table():
        return 0.0
    weapon = group.card.ranged
    move = farthest(battle, battle.members(group)) + battle.rules.contact_barrier
    return max(move, weapon.short if weapon is not None else 0.0)
