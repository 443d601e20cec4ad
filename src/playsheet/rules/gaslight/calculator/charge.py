"""The whole charge as a form: its steps on paper, where all figures of a side are alike and one gap is between them."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, Stage, State
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import Facts, Field, Form, Value, Values, shown_length
from playsheet.core.reader import figure
from playsheet.rules.gaslight.calculator.inputs import attribute
from playsheet.rules.gaslight.calculator.troops import (
    WALKERS,
    body_fields,
    body_inputs,
    kind_of,
    morale_case_of,
    way_of,
)
from playsheet.rules.gaslight.dice.charge import (
    BACK_AT,
    CAME_AT,
    CHARGER,
    FLED_AT,
    FOES_FLED_AT,
    KILLED_AT,
    LOST_AT,
    RAN_AT,
    STAND_AT,
    TARGET,
    Charging,
    Course,
    Way,
    can_reach,
    charge,
    charge_bonus,
)
from playsheet.rules.gaslight.dice.melee import Kind, dealt_round, fight_round
from playsheet.rules.gaslight.dice.morale import account, check, failure
from playsheet.rules.gaslight.sheet import HIGHEST, GaslightRules
from playsheet.rules.gaslight.terms import CLASSES, KINDS, Arm, FailureResult

CHARGES: Final = (
    "charger fails its check",
    "falls short",
    "contact",
    "nobody left to charge",
    "enemy fails its check",
)


class Body:
    """One side of a charge: the classes of its figures, and the modifiers of its check."""

    def __init__(self, classes: list[int], *, crew: bool, case: int, lone: bool) -> None:
        self.classes: Final = classes
        self.crew: Final = crew
        self.case: Final = case
        self.lone: Final = lone


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


class Checking:
    """A side's check, and what its models do if it fails."""

    def __init__(self, rules: GaslightRules, body: Body, side: int) -> None:
        self.rules: Final = rules
        self.body: Final = body
        self.side: Final = side
        self.modifiers: Final[list[Entry]] = account(rules, body.case)
        self.models: Final[list[Part]] = [Failing(rules, cls, side) for cls in range(len(CLASSES))]
        self.times: Final = [body.classes.count(cls) for cls in range(len(CLASSES))]

    def is_needed(self) -> bool:
        """Lone characters and single beasts do not check, but by switch (R9)."""
        return self.rules.lone_characters_check or not self.body.lone

    def holds(self, dice: Dice) -> bool:
        figures = len(self.body.classes)
        return not self.is_needed() or check(dice, self.rules, figures, self.modifiers, self.side, crew=self.body.crew)

    def fails(self, dice: Dice) -> State:
        return dice.sum(self.models, self.times, (0, 0, 0))


class Checked(Course):
    """A charge of which both checks are known: what is worked out beforehand, on paper or in play."""

    def __init__(self, rules: GaslightRules, charger: Body, enemy: Body) -> None:
        self.rules: Final = rules
        self.checks: Final = [Checking(rules, charger, CHARGER), Checking(rules, enemy, TARGET)]

    def holds(self, dice: Dice, side: int) -> bool:
        return self.checks[side].holds(dice)

    def fails(self, dice: Dice, side: int) -> State:
        return self.checks[side].fails(dice)

    def stands(self) -> int:
        return len(self.checks[TARGET].body.classes)

    def assumed(self) -> list[str]:
        """What it takes for granted, a sentence each."""
        raise NotImplementedError


# ---------------------------------------------------------------- on paper


class Reaching(Part):
    """The bonus of a charger, or of all: (he reaches those who stay, he reaches those who back away)."""

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


NEAR_AT: Final = RAN_AT  # chargers who reach those who stay ...
FAR_AT: Final = RAN_AT + 1  # ... and those who back away


class OnPaper(Checked):
    """All figures of a side alike, one gap between them, and open ground behind the enemy."""

    def __init__(
        self, rules: GaslightRules, charger: Body, enemy: Body, charger_kind: Kind, enemy_kind: Kind, way: Way
    ) -> None:
        super().__init__(rules, charger, enemy)
        self.way: Final = way
        self.reaching: Final = Reaching(rules, way)
        self.round: Final = Round(rules, charger_kind, enemy_kind)

    def bonuses(self, dice: Dice, state: State) -> State:
        figures = len(self.checks[CHARGER].body.classes)
        if self.rules.bonus_per_model:
            return dice.sum([self.reaching], [figures], (0, 0))
        reach = self.reaching.run(dice)
        return (reach[0] * figures, reach[1] * figures)

    def contacts(self, state: State) -> int:
        """Those who stay first; who is left over goes for those who back away."""
        near = min(state[STAND_AT], state[NEAR_AT])
        left = state[NEAR_AT] - near if state[STAND_AT] else state[FAR_AT]
        return near + min(state[BACK_AT], state[FAR_AT], left)

    def fight(self, dice: Dice, state: State) -> State:
        contacts = self.contacts(state)
        reach = state[NEAR_AT] if state[STAND_AT] else state[FAR_AT]
        return dice.through(1, (min(reach, self.rules.most_attackers * contacts), contacts), self.round)

    def assumed(self) -> list[str]:
        if not self.checks[TARGET].is_needed():
            return []
        back = f"{self.rules.back_inches:g}"
        return [f"Who runs is out of reach, who backs is {back} inches farther off, and no panicky shot hits."]


def charging_of(rules: GaslightRules, values: Values) -> Charging:
    gap = values.length("gap")
    way = way_of(rules, values, gap=gap, leaderless=False)
    if not can_reach(rules, way):
        raise Refused(f"{figure(gap)} inches cannot be reached: a charge is not declared so far (R67).")
    charger = body_of(values, "", "figures", charging=True)
    enemy = body_of(values, "enemy_", "enemies", charging=False)
    return Charging(OnPaper(rules, charger, enemy, kind_of(values, ""), kind_of(values, "enemy_"), way))


def body_of(values: Values, prefix: str, many: str, *, charging: bool) -> Body:
    return Body(
        [CLASSES.index(values.word(f"{prefix}class"))] * values.number(many),
        crew=values.flag(f"{prefix}crew"),
        case=morale_case_of(values, prefix, charging=charging),
        lone=values.flag(f"{prefix}lone"),
    )


def charge_inputs(way: Way) -> dict[str, Value]:
    """The way of a charge as it is said on the form."""
    return {
        "kind": KINDS[way.kind],
        "move": shown_length(way.move),
        "gap": shown_length(way.gap),
        "rough": way.rough,
        "obstacles": way.obstacles,
    }


def side_inputs(body: Body, kind: Kind, cls: int, prefix: str, many: str) -> dict[str, Value]:
    """One side of it, by a figure like most of them."""
    return {
        **body_inputs(prefix, many, len(body.classes), crew=body.crew, case=body.case),
        f"{prefix}scuffle": kind.scuffle,
        f"{prefix}save": kind.save,
        f"{prefix}class": CLASSES[cls],
        f"{prefix}lone": body.lone,
    }


def charging_inputs(rules: GaslightRules, charging: Charging) -> dict[str, Value]:
    course = charging.course
    assert isinstance(course, OnPaper), "in play the inputs are those of the table"
    charger = course.checks[CHARGER].body
    enemy = course.checks[TARGET].body
    return {
        **charge_inputs(course.way),
        **side_inputs(charger, course.round.charger, charger.classes[0], "", "figures"),
        **side_inputs(enemy, course.round.enemy, enemy.classes[0], "enemy_", "enemies"),
    }


def whole_charge(dice: Dice, rules: GaslightRules, charging: Charging) -> Facts:
    """From the declaration to the end of the first round."""
    left = charge(dice, charging)
    return (CHARGES[left[CAME_AT]], left[FLED_AT], left[FOES_FLED_AT], left[LOST_AT], left[KILLED_AT])


def assumed_of_charge(rules: GaslightRules, charging: Charging) -> list[str]:
    course = charging.course
    return course.assumed() if isinstance(course, Checked) else []


CHARGE: Final = Form(
    "charge",
    "The whole charge: both checks, the bonus, and the first round",
    at="charge-allocation",
    example="gap=8 figures=10 quality=crack scuffle=11 enemies=5 enemy_quality=green enemy_leader=no",
    results=("result", "fled", "enemies_fled", "killed", "enemies_killed"),
    fields=(
        Field("kind", "what charges", KINDS[Arm.FOOT], choices=WALKERS),
        Field("move", "a beast's move, from its card", 9, 0, 100, fractions=True),
        Field("gap", "inches to the enemy, edge to edge", 8, 0, 100, fractions=True),
        Field("rough", "some of the path is rough", default=False),
        Field("obstacles", "linear obstacles on the path", 0, 0, 20),
        *body_fields("", "figures", "figures that charge, all alike"),
        attribute("scuffle", "their Scuffle", 10),
        Field("save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
        Field("class", "their column of the failure chart", "extra", choices=CLASSES),
        Field("lone", "a lone character or beast: it does not check", default=False),
        *body_fields("enemy_", "enemies", "figures of the enemy, all alike"),
        attribute("enemy_scuffle", "their Scuffle", 9),
        Field("enemy_save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
        Field("enemy_class", "their column of the failure chart", "extra", choices=CLASSES),
        Field("enemy_lone", "a lone character or beast: it does not check", default=False),
    ),
    read=charging_of,
    run=whole_charge,
    write=charging_inputs,
    assumes=assumed_of_charge,
)
