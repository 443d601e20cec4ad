"""The charge as dice: its bonus, and the whole of it on paper, from the first check to the first round."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, Stage, State
from playsheet.core.events import Entry
from playsheet.rules.gaslight.dice.melee import Kind, dealt_round, fight_round
from playsheet.rules.gaslight.dice.morale import account, check, failure
from playsheet.rules.gaslight.sheet import GaslightRules, entries
from playsheet.rules.gaslight.terms import ChargeResult, FailureResult


def charge_bonus(dice: Dice, rules: GaslightRules, kind: int, marks: list[int]) -> int:
    """What charging adds to the move; with marks it only matters which of them it comes up to."""
    bonus = rules.charges[kind]
    account = entries(bonus.add, "printed", "R69")
    if not marks:
        return dice.total(bonus.dice, bonus.sides, rules.charge_throws[kind], account)
    return dice.reach(bonus.dice, bonus.sides, marks, rules.charge_throws[kind], account)


class Way:
    """The ground between a charger and his enemy: the gap from edge to edge, and what lies in it."""

    def __init__(self, kind: int, move: float, gap: float, rough: bool, leaderless: bool, obstacles: int) -> None:
        self.kind: Final = kind
        self.move: Final = move
        self.gap: Final = gap
        self.rough: Final = rough
        self.leaderless: Final = leaderless
        self.obstacles: Final = obstacles

    def inches(self, rules: GaslightRules, bonus: int) -> float:
        return rules.allowance(self.move, float(bonus), self.rough, self.leaderless, self.obstacles)

    def least_bonus(self, rules: GaslightRules, beyond: float) -> int:
        """The least bonus that closes the gap and so much more; one above the highest if none does."""
        dice = rules.charges[self.kind]
        for bonus in range(dice.lowest(), dice.highest() + 1):
            if self.inches(rules, bonus) >= self.gap + beyond:
                return bonus
        return dice.highest() + 1


def can_reach(rules: GaslightRules, way: Way) -> bool:
    """May the charge be declared: would the highest dice close the gap (R67)?"""
    return way.least_bonus(rules, 0.0) <= rules.charges[way.kind].highest()


# ---------------------------------------------------------------- the whole charge on paper


class Body:
    """One side of a charge, its figures alike: how many, who they are, and the modifiers of its check."""

    def __init__(self, figures: int, kind: Kind, cls: int, crew: bool, case: int, lone: bool) -> None:
        self.figures: Final = figures
        self.kind: Final = kind
        self.cls: Final = cls
        self.crew: Final = crew
        self.case: Final = case
        self.lone: Final = lone

    def has_to_check(self, rules: GaslightRules) -> bool:
        """Lone characters and single beasts do not, but by switch (R9)."""
        return rules.lone_characters_check or not self.lone


CHARGES: Final = ("charger fails its check", "falls short", "contact", "nobody left to charge")
STEPS: Final = 3  # the checks, the bonus, the round of close combat

# the places of the state
CAME_AT: Final = 0
FLED_AT: Final = 1  # chargers who ran off the table
FOES_FLED_AT: Final = 2
STAND_AT: Final = 3  # enemies who stayed put, or come to meet them ...
BACK_AT: Final = 4  # ... and who back away; after the bonus: who charges, who is reached
LOST_AT: Final = 5
KILLED_AT: Final = 6
PENDING: Final = -1


class Failing(Part):
    """One model on the failure chart: (it is off the table, it stays, it backs away)."""

    def __init__(self, rules: GaslightRules, cls: int, by: int) -> None:
        self.rules: Final = rules
        self.cls: Final = cls
        self.by: Final = by

    def run(self, dice: Dice) -> State:
        result = failure(dice, self.rules, self.cls, self.by)
        if result == FailureResult.RUN_OFF:
            return (1, 0, 0)
        if result == FailureResult.BACK:
            return (0, 0, 1)
        return (0, 0, 0) if result in (FailureResult.RUN, FailureResult.RANDOM) else (0, 1, 0)


class Reaching(Part):
    """One charger's own bonus, by switch: (he reaches those who stay, he reaches those who back away)."""

    def __init__(self, rules: GaslightRules, way: Way) -> None:
        self.rules: Final = rules
        self.way: Final = way
        self.near: Final = way.least_bonus(rules, 0.0)
        self.far: Final = way.least_bonus(rules, rules.back_inches)

    def run(self, dice: Dice) -> State:
        bonus = charge_bonus(dice, self.rules, self.way.kind, [self.near, self.far])
        return (1 if bonus >= self.near else 0, 1 if bonus >= self.far else 0)


class Round(Stage):
    """A round of close combat between so many. The state: chargers, enemies; then killed of each."""

    def __init__(self, rules: GaslightRules, charger: Kind, enemy: Kind) -> None:
        self.rules: Final = rules
        self.charger: Final = charger
        self.enemy: Final = enemy

    def step(self, dice: Dice, at: int, state: State) -> State:
        return fight_round(dice, dealt_round(self.rules, state[0], self.charger, state[1], self.enemy, free=False))

    def key(self) -> str:
        charger = self.charger
        enemy = self.enemy
        sides = f"{self.rules.melee_sides} {self.rules.save_sides}"
        return f"round {sides} {charger.scuffle} {charger.save} {enemy.scuffle} {enemy.save}"


class Charging(Stage):
    """A whole charge: both checks with their failures, the bonus, the round. Each is one step of the stage.

    On paper the ground is open behind the enemy: who runs is out of reach, who backs is so much farther off, and a
    panicky shot hits nobody.
    """

    def __init__(self, rules: GaslightRules, charger: Body, enemy: Body, way: Way) -> None:
        self.rules: Final = rules
        self.charger: Final = charger
        self.enemy: Final = enemy
        self.reaching: Final = Reaching(rules, way)
        self.way: Final = way
        self.failing: Final = Failing(rules, charger.cls, 0)
        self.foe_failing: Final = Failing(rules, enemy.cls, 1)
        self.round: Final = Round(rules, charger.kind, enemy.kind)
        self.modifiers: Final[list[Entry]] = account(rules, charger.case)
        self.foe_modifiers: Final[list[Entry]] = account(rules, enemy.case)

    def step(self, dice: Dice, at: int, state: State) -> State:
        if state[CAME_AT] != PENDING:
            return state
        if at == 0:
            return self.checks(dice)
        return self.bonus(dice, state) if at == 1 else self.fight(dice, state)

    def checks(self, dice: Dice) -> State:
        """The charger's check, then at once the enemy's; whoever fails throws for each of its models."""
        rules = self.rules
        charger = self.charger
        if charger.has_to_check(rules) and not check(
            dice, rules, charger.figures, self.modifiers, 0, crew=charger.crew
        ):
            fled = dice.sum([self.failing], [charger.figures], (0, 0, 0))[0]
            return (ChargeResult.CHARGER_FAILED, fled, 0, 0, 0, 0, 0)
        enemy = self.enemy
        if not enemy.has_to_check(rules) or check(dice, rules, enemy.figures, self.foe_modifiers, 1, crew=enemy.crew):
            return (PENDING, 0, 0, enemy.figures, 0, 0, 0)
        left = dice.sum([self.foe_failing], [enemy.figures], (0, 0, 0))
        came = PENDING if left[1] + left[2] else ChargeResult.NOBODY_LEFT
        return (came, 0, left[0], left[1], left[2], 0, 0)

    def bonus(self, dice: Dice, state: State) -> State:
        """How far they come: who is reached, and by how many."""
        stand = state[STAND_AT]
        back = state[BACK_AT]
        if self.rules.bonus_per_model:
            reach = dice.sum([self.reaching], [self.charger.figures], (0, 0))
        else:
            reach = self.reaching.run(dice)
            reach = (reach[0] * self.charger.figures, reach[1] * self.charger.figures)
        contacts = min(stand, reach[0]) + min(back, reach[1], max(reach[0] - stand, 0))
        if stand == 0:
            contacts = min(back, reach[1])
        if contacts == 0:
            return (ChargeResult.FELL_SHORT, 0, state[FOES_FLED_AT], 0, 0, 0, 0)
        actives = min(reach[0] if stand else reach[1], self.rules.most_attackers * contacts)
        return (PENDING, 0, state[FOES_FLED_AT], actives, contacts, 0, 0)

    def fight(self, dice: Dice, state: State) -> State:
        killed = dice.through(1, (state[STAND_AT], state[BACK_AT]), self.round)
        return (ChargeResult.CONTACT, 0, state[FOES_FLED_AT], 0, 0, killed[0], killed[1])

    def key(self) -> str:
        return ""


BEGIN: Final = (PENDING, 0, 0, 0, 0, 0, 0)


def charge(dice: Dice, charging: Charging) -> State:
    """The whole charge; the state that comes back is read by CAME_AT and its fellows."""
    return dice.through(STEPS, BEGIN, charging)
