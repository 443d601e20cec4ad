"""What may be chosen in charges, fire, melee and morale: each with its key for records and its label for people."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.events import Battle
from playsheet.rules.gettysburg.battle.words import label_general, label_unit
from playsheet.rules.gettysburg.terms import AMMUNITION, Ammunition
from playsheet.tabletop import options as tabletop

DONE: Final = Word("done", "That is all")

# reactions to a charge
FIRE: Final = Word("fire", "Fire at the chargers")
STAND: Final = Word("hold", "Hold fire and stand")
PREPARE: Final = Word("counter", "Prepare to counter-charge, without firing")
EVADE: Final = Word("evade", "Evade")
COUNTER_CHARGE: Final = Word("counter", "Counter-charge")
RECEIVE: Final = Word("stand", "Stand and receive them")

# after a recoil, a melee, a pursuit test
FALL_BACK: Final = Word("fall_back", "Retire farther")
STAY: Final = Word("stay", "Stay there")
FOLLOW_UP: Final = Word("follow", "Follow up")
STAND_FAST: Final = Word("stand", "Stand")
RAPID: Final = Word("rapid", "Fight with rapid fire")
SPARE: Final = Word("spare", "Spare the cartridges")
TEST_PURSUIT: Final = Word("test", "Test for pursuit")
HOLD_POST: Final = Word("hold", "Hold the post")
RETIRE: Final = Word("retire", "Retire to reform")
AGAIN: Final = Word("again", "Rally once again: throw both dice anew")
LEAVE_IT: Final = Word("leave", "Let it be")
YELL: Final = Word("yell", "Rebel Yell")
AIM_LOW: Final = Word("aim", "Aim Low Boys")
NO_TOKEN_NOW: Final = Word("no", "Keep the token")
NOBODY_CHARGES: Final = Word("none", "No opportunity charge")


class OfUnit(tabletop.OfUnit):
    """Something about one unit."""

    def named(self, battle: Battle) -> str:
        return label_unit(battle, self.unit)


class Shoot(Option):
    """A shot at a unit: with what, poured on or not, with the token Aim Low Boys or without."""

    def __init__(self, target: int, ammunition: int = -1, pour: bool = False, aim: bool = False) -> None:
        self.target: Final = target
        self.ammunition: Final = ammunition  # of guns; -1: small arms
        self.pour: Final = pour
        self.aim: Final = aim

    def key(self) -> str:
        said = f"shoot:{self.target}"
        if self.ammunition == Ammunition.CANISTER:
            said += ":" + AMMUNITION[Ammunition.CANISTER]
        if self.pour:
            said += ":pour"
        if self.aim:
            said += ":aim"
        return said

    def label(self, battle: Battle) -> str:
        said = label_unit(battle, self.target)
        if self.ammunition >= 0:
            said += ", " + ("canister" if self.ammunition == Ammunition.CANISTER else "shot and shell")
        if self.pour:
            said += ", pour it on"
        if self.aim:
            said += ", Aim Low Boys"
        return said

    def about(self) -> tuple[int, list[int]]:
        return self.target, []


class Snipe(Option):
    """Sharpshooters aim at a general (R42)."""

    def __init__(self, general: int, x: float, y: float) -> None:
        self.general: Final = general
        self.x: Final = x
        self.y: Final = y

    def key(self) -> str:
        return f"general:{self.general}"

    def label(self, battle: Battle) -> str:
        return label_general(battle, self.general)

    def spot(self) -> tuple[float, float] | None:
        return self.x, self.y


class Declare(Option):
    """A charge: who, at whom, with Down Packs or without."""

    def __init__(self, unit: int, target: int, *, packs: bool) -> None:
        self.unit: Final = unit
        self.target: Final = target
        self.packs: Final = packs

    def key(self) -> str:
        return f"charge:{self.unit}:{self.target}" + (":packs" if self.packs else "")

    def label(self, battle: Battle) -> str:
        said = f"{label_unit(battle, self.unit)} at {label_unit(battle, self.target)}"
        return said + (", Down Packs" if self.packs else "")

    def about(self) -> tuple[int, list[int]]:
        return self.unit, []


class Intercept(Option):
    """An opportunity charge: which cavalry, at which charger (R31)."""

    def __init__(self, unit: int, charger: int) -> None:
        self.unit: Final = unit
        self.charger: Final = charger

    def key(self) -> str:
        return f"opportunity:{self.unit}:{self.charger}"

    def label(self, battle: Battle) -> str:
        return f"{label_unit(battle, self.unit)} at {label_unit(battle, self.charger)}"

    def about(self) -> tuple[int, list[int]]:
        return self.unit, []


class Sixes(Option):
    """By switch: how many of the sixes are aimed at a general (R42)."""

    def __init__(self, n: int) -> None:
        self.n: Final = n

    def key(self) -> str:
        return f"sixes:{self.n}"

    def label(self, battle: Battle) -> str:
        return f"{self.n} at the general"
