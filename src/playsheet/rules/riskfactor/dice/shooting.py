"""Shooting: who may fire and how often, to hit, whom it finds, and what it does to him.

One text for the table, the calculator and the odds.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, State, summed
from playsheet.core.events import Throw
from playsheet.rules.riskfactor.dice.counting import Finding, find
from playsheet.rules.riskfactor.sheet import HIT, DamageRow, LoadClass, RiskRules
from playsheet.rules.riskfactor.terms import Condition, DamageDie, Fires

WHO: Final = Throw("Who is hit", "damage", "", "", "R26")
MARKS: Final = Condition.LEADER | Condition.WOUNDED_BEFORE


def is_killed(condition: int) -> bool:
    return condition & Condition.KILLED != 0


def is_wounded(condition: int) -> bool:
    """Wounded and still alive."""
    return condition & Condition.KILLED == 0 and (condition & (Condition.KILLED - 1)) >= Condition.A_WOUND


def effect(rules: RiskRules, condition: int, result: int) -> int:
    """What a damage result comes to: by switch the last of several grazes is a wound (R25)."""
    if (
        result == DamageDie.GRAZE
        and rules.grazes_add_up
        and condition % Condition.A_WOUND + Condition.A_GRAZE >= rules.grazes_wound
    ):
        return DamageDie.WOUND
    return result


def suffer(rules: RiskRules, condition: int, result: int) -> int:
    """A man's condition after a damage result: graze nothing, wound, second wound killed, kill (R25)."""
    done = effect(rules, condition, result)
    if done == DamageDie.NOTHING:
        return condition
    if done == DamageDie.GRAZE:
        return condition + Condition.A_GRAZE if rules.grazes_add_up else condition
    if done == DamageDie.WOUND:
        whole = (
            condition - condition % Condition.A_WOUND if result == DamageDie.GRAZE else condition
        )  # these grazes are used up
        wounds = (whole & (Condition.KILLED - 1)) // Condition.A_WOUND + 1
        if wounds < rules.wounds_kill:
            return whole + Condition.A_WOUND
    return (condition & MARKS) | Condition.KILLED


def damage(dice: Dice, rules: RiskRules, row: DamageRow, cls: int, throw: Throw) -> int:
    """One die by the shooter's class, kept within the columns (R24): GRAZE, WOUND or KILL."""
    return row.result(dice.reach(1, row.sides, row.marks, throw, rules.damage_accounts[cls]))


# ---------------------------------------------------------------- who fires


def class_of_fire(*, commanded: bool, volley: bool, leader: bool) -> int:
    if leader:
        return Fires.ALONE
    return Fires.COMMANDED if commanded and volley else Fires.UNCOMMANDED


def shots(rules: RiskRules, able: int, how: int, load: LoadClass, moved: bool) -> int:
    """Dice to hit for so many figures able to fire (R17 to R19)."""
    if how == Fires.ALONE:
        return 1 if able else 0
    if load.each > 1:
        return able // load.each
    if how == Fires.COMMANDED:
        return able
    per = rules.shots_moving if moved else rules.shots_halted
    return (able + per - 1) // per if rules.round_up else able // per


def is_ready(load: LoadClass, how: int, spent: float, allowance: float, *, loaded: bool, commanded: bool) -> bool:
    """May a figure that has spent so much of its allowance fire? Loading is for commanded figures only (R20, R21)."""
    if not commanded or how == Fires.UNCOMMANDED:
        return True
    return (loaded or not load.loads) and spent <= load.part * allowance


def is_loaded_after(load: LoadClass, *, loaded: bool, fired: bool, busy: bool) -> bool:
    """Whether it is loaded when its turn ends; `busy`: it has moved or fought. Firing empties it (R20)."""
    if not load.loads:
        return True
    return not fired and (loaded or not busy)


# ---------------------------------------------------------------- fire


def fire(dice: Dice, rules: RiskRules, n: int, band: int, cover: int) -> int:
    """All dice together: how many hit."""
    return dice.pool(n, rules.fire_readings[band][cover], rules.fire_throws[band][cover])[HIT]


class Shot:
    """The situation of a unit's fire: dice, range band, cover, what it does, and the figures it may find."""

    def __init__(
        self, shots: int, band: int, cover: int, row: DamageRow, cls: int, target: tuple[int, ...], rules: RiskRules
    ) -> None:
        self.shots: Final = shots
        self.band: Final = band
        self.cover: Final = cover
        self.target: Final = target  # conditions; a Player Character's shot has one man only
        self.striking: Final = Striking(rules, len(target), row, cls)


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Sees fire as it unfolds: the table, which tells events, or a sheet of paper, which counts."""

    def fired(self, hits: int) -> None:
        """The fire dice are read."""

    def suffered(self, target: tuple[int, ...], left: State) -> None:
        """What the hits have left of the target: its conditions, and then who was hit and the result, hit by hit."""
        n = len(target)
        for at in range(n, len(left), 2):
            self.struck(left[at], left[at + 1])

    def struck(self, who: int, result: int) -> None:
        """A hit on the candidate at this place, GRAZE, WOUND or KILL by the die."""


def shoot(dice: Dice, rules: RiskRules, shot: Shot, witness: Witness) -> None:
    """The dice to hit, then hit by hit who it finds and what it does."""
    hits = fire(dice, rules, shot.shots, shot.band, shot.cover)
    witness.fired(hits)
    if hits:
        witness.suffered(shot.target, find(dice, hits, shot.target, shot.striking))


def strike(dice: Dice, rules: RiskRules, row: DamageRow, cls: int, target: tuple[int, ...], hits: int) -> State:
    """So many hits on a target: see Striking."""
    return find(dice, hits, target, Striking(rules, len(target), row, cls))


class Striking(Finding):
    """A hit: a living figure, equal chances for all, and the damage die; beyond the last man nothing (R26).

    The state: the condition of each candidate, and then who was hit and the result, hit by hit.
    """

    def __init__(self, rules: RiskRules, n: int, row: DamageRow, cls: int) -> None:
        self.rules: Final = rules
        self.n: Final = n
        self.row: Final = row
        self.cls: Final = cls

    def step(self, dice: Dice, at: int, state: State) -> State:
        living: list[int] = []
        kinds: list[int] = []
        for place in range(self.n):
            if state[place] & Condition.KILLED == 0:
                living.append(place)
                kinds.append(state[place])
        if not living:
            return state
        who = living[dice.pick(kinds, WHO)]
        result = damage(dice, self.rules, self.row, self.cls, self.row.shot)
        return (*state[:who], suffer(self.rules, state[who], result), *state[who + 1 :], who, result)

    def struck(self, dice: Dice, condition: int) -> int:
        return suffer(self.rules, condition, damage(dice, self.rules, self.row, self.cls, self.row.shot))

    def is_out(self, condition: int) -> bool:
        return is_killed(condition)

    def marks(self, condition: int) -> int:
        return condition & MARKS

    def tells(self, condition: int) -> int:
        """Killed, or wounded now and not before: a man or a leader."""
        leader = condition & Condition.LEADER
        if is_killed(condition):
            return leader | Condition.KILLED
        if is_wounded(condition) and not condition & Condition.WOUNDED_BEFORE:
            return leader | Condition.A_WOUND
        return 0

    def alike(self, state: State) -> State:
        return tuple(sorted(state[: self.n]))

    def key(self) -> str:
        add = summed(self.rules.damage_accounts[self.cls])
        grazes = self.rules.grazes_wound if self.rules.grazes_add_up else 0
        return f"hits {self.n} {self.row.results} {add} {self.rules.wounds_kill} {grazes}"


def is_harm(result: int) -> bool:
    """A wound or a kill: what decides a melee (R40)."""
    return result in (DamageDie.WOUND, DamageDie.KILL)
