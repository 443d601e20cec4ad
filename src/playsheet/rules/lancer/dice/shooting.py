"""Shooting: fire dice, then the hit sequence. One text for the table, the calculator and the odds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, State
from playsheet.rules.lancer.dice.morale import MoraleWitness, Target, casualty_checks, check_morale
from playsheet.rules.lancer.sheet import LancerRules, Weapon
from playsheet.rules.lancer.terms import FireDie


class Fire:
    """What a roll of fire dice gave."""

    def __init__(self, hits: int, jammed: bool) -> None:
        self.hits: Final = hits
        self.jammed: Final = jammed


def fire(dice: Dice, weapon: Weapon, n: int, cover: bool) -> Fire:
    """All dice together; a gatling with too many jamming faces jams, its hits stand (R23)."""
    if cover:
        shown = dice.pool(n, weapon.cover, weapon.throw_cover)
    else:
        shown = dice.pool(n, weapon.open, weapon.throw_open)
    return Fire(shown[FireDie.HIT], weapon.jam_count > 0 and shown[FireDie.JAM] >= weapon.jam_count)


class Volley:
    """The situation of a volley: what shoots, at whom, and whether the target may check now."""

    def __init__(self, weapon: Weapon, dice: int, cover: bool, target: Target, checks_now: bool) -> None:
        self.weapon: Final = weapon
        self.dice: Final = dice
        self.cover: Final = cover
        self.target: Final = target
        self.checks_now: Final = checks_now  # False in melee: its check waits for STOP (R27)


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness(MoraleWitness):
    """Sees a volley as it unfolds: the table (which moves the target), or a sheet of paper (which counts)."""

    def fired(self, fire: Fire) -> None:
        """The fire dice are read."""

    def suffered(self, left: State) -> None:
        """What `casualty_checks` has left of the target."""
        self.fell(list(left[2:]))

    def fell(self, fallen: list[int]) -> None:
        """The casualties, each as an index among the candidates of its moment."""


def volley(dice: Dice, rules: LancerRules, shot: Volley, witness: Witness) -> None:
    """A hit unit makes one Unit Morale Check at once; only if it is still there does it count its dead (R11)."""
    fired = fire(dice, shot.weapon, shot.dice, shot.cover)
    witness.fired(fired)
    if fired.hits == 0:
        return
    target = shot.target
    if shot.checks_now and check_morale(dice, rules, target.effective(0), target.commanders > 0, witness):
        return
    witness.suffered(casualty_checks(dice, rules, target, fired.hits))
