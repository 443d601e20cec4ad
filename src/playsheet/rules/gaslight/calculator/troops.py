"""Movement, close combat and morale as forms."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, State
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.core.reader import figure
from playsheet.rules.gaslight.calculator.inputs import MOST, MOST_CHECKED, attribute
from playsheet.rules.gaslight.dice.charge import Way, charge_bonus
from playsheet.rules.gaslight.dice.melee import Fight, Kind, dealt_round, fight_round
from playsheet.rules.gaslight.dice.morale import account, case_of, check, failure
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import (
    CLASSES,
    COVERS,
    KINDS,
    QUALITIES,
    RESULTS,
    Arm,
    Cover,
    FailureResult,
    MoraleCase,
    Quality,
    TroopClass,
)

WALKERS: Final = (KINDS[Arm.FOOT], KINDS[Arm.HORSE], KINDS[Arm.BEAST])


# ---------------------------------------------------------------- movement


class Move:
    """The way of a model, and whether it charges."""

    def __init__(self, way: Way, *, charging: bool) -> None:
        self.way: Final = way
        self.charging: Final = charging


def move_of(rules: GaslightRules, values: Values) -> Move:
    way = way_of(rules, values, gap=0.0, leaderless=values.flag("leaderless"))
    return Move(way, charging=values.flag("charging"))


def way_of(rules: GaslightRules, values: Values, *, gap: float, leaderless: bool) -> Way:
    kind = KINDS.index(values.word("kind"))
    move = values.length("move") if kind == Arm.BEAST else rules.rates[kind]
    return Way(kind, move, gap, values.flag("rough"), leaderless, values.number("obstacles"))


def distance(dice: Dice, rules: GaslightRules, move: Move) -> Facts:
    """In words, for a half of an odd number is no whole one."""
    bonus = charge_bonus(dice, rules, move.way.kind, []) if move.charging else 0
    return (figure(move.way.inches(rules, bonus)),)


MOVE: Final = Form(
    "move",
    "Movement: how far a model goes",
    at="movement-rates",
    example="kind=foot charging=yes rough=yes obstacles=1",
    results=("inches",),
    fields=(
        Field("kind", "what moves", KINDS[Arm.FOOT], choices=WALKERS),
        Field("move", "a beast's move, from its card", 9, 0, 100, fractions=True),
        Field("charging", "it charges", default=False),
        Field("rough", "some of the path is rough", default=False),
        Field("leaderless", "its unit has no leader", default=False),
        Field("obstacles", "linear obstacles crossed", 0, 0, 20),
    ),
    read=move_of,
    run=distance,
)


# ---------------------------------------------------------------- close combat


def fighter_fields(prefix: str, many: str, said: str, default: int) -> tuple[Field, ...]:
    """Figures that fight, all alike."""
    return (
        Field(many, said, default, 1, MOST),
        attribute(f"{prefix}scuffle", "their Scuffle", 10),
        Field(f"{prefix}save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
    )


def kind_of(values: Values, prefix: str) -> Kind:
    return Kind(values.number(f"{prefix}scuffle"), values.number(f"{prefix}save"))


def many_on_one(rules: GaslightRules, many: int, ones: int, words: str) -> None:
    """Refuse more models in contact than can be."""
    if many > rules.most_attackers * ones:
        raise Refused(f"{many} {words} {ones} are too many: at most {rules.most_attackers} can attack one model.")


def fight_of(rules: GaslightRules, values: Values) -> Fight:
    figures = values.number("figures")
    enemies = values.number("enemies")
    many_on_one(rules, figures, enemies, "figures on")
    many_on_one(rules, enemies, figures, "enemies on")
    return dealt_round(rules, figures, kind_of(values, ""), enemies, kind_of(values, "enemy_"), free=False)


def assumed_of_round(rules: GaslightRules, fight: Fight) -> list[str]:
    return fight.assumed


def close_combat_round(dice: Dice, rules: GaslightRules, fight: Fight) -> Facts:
    return fight_round(dice, fight)


CLOSE_COMBAT: Final = Form(
    "close-combat",
    "Close combat: one round, the more numerous dealt round among the fewer",
    at="close-combat",
    example="figures=3 scuffle=10 enemies=1 enemy_scuffle=15 enemy_save=14",
    results=("killed", "enemies_killed"),
    fields=(
        *fighter_fields("", "figures", "figures of the active side in contact", 3),
        *fighter_fields("enemy_", "enemies", "enemy figures in contact", 3),
    ),
    read=fight_of,
    run=close_combat_round,
    assumes=assumed_of_round,
)


def leaving_of(rules: GaslightRules, values: Values) -> Fight:
    strikers = values.number("strikers")
    many_on_one(rules, strikers, values.number("leaving"), "strikers on")
    leaving = min(values.number("leaving"), strikers)  # nobody strikes at the others
    leaver = Kind(LOWEST, values.number("leaving_save"))
    return dealt_round(rules, leaving, leaver, strikers, kind_of(values, ""), free=True)


def free_blows(dice: Dice, rules: GaslightRules, fight: Fight) -> Facts:
    """Only those who leave can be killed."""
    return fight_round(dice, fight)[:1]


BREAK_OFF: Final = Form(
    "break-off",
    "Breaking off: the free blows, dealt round among the models touched",
    at="close-combat",
    example="leaving=1 strikers=2 scuffle=11",
    results=("killed",),
    fields=(
        Field("leaving", "models that break off", 1, 1, MOST),
        Field("leaving_save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
        *fighter_fields("", "strikers", "enemies who touch them", 1),
    ),
    read=leaving_of,
    run=free_blows,
)


# ---------------------------------------------------------------- morale


def body_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    """A unit that checks its morale."""
    return (
        Field(many, said, 10, 1, MOST_CHECKED),
        Field(f"{prefix}crew", "it is a crew", default=False),
        Field(f"{prefix}quality", "its quality", "regular", choices=QUALITIES),
        Field(f"{prefix}cover", "its cover", COVERS[Cover.NONE], choices=COVERS),
        Field(f"{prefix}leader", "its leader is present", default=True),
        Field(f"{prefix}commander", "the army commander is near", default=False),
    )


def morale_case_of(values: Values, prefix: str, *, charging: bool) -> int:
    return case_of(
        QUALITIES.index(values.word(f"{prefix}quality")),
        COVERS.index(values.word(f"{prefix}cover")),
        leader=values.flag(f"{prefix}leader"),
        commander=values.flag(f"{prefix}commander"),
        charging=charging,
    )


def body_inputs(prefix: str, many: str, figures: int, *, crew: bool, case: int) -> dict[str, Value]:
    return {
        many: figures,
        f"{prefix}crew": crew,
        f"{prefix}quality": QUALITIES[quality_in(case)],
        f"{prefix}cover": COVERS[cover_in(case)],
        f"{prefix}leader": case & MoraleCase.LEADER_PRESENT != 0,
        f"{prefix}commander": case & MoraleCase.ARMY_COMMANDER != 0,
    }


def quality_in(case: int) -> int:
    if case & MoraleCase.IS_CRACK:
        return Quality.CRACK
    return Quality.GREEN if case & MoraleCase.IS_GREEN else Quality.REGULAR


def cover_in(case: int) -> int:
    if case & MoraleCase.IN_HARD_COVER:
        return Cover.HARD
    return Cover.LIGHT if case & MoraleCase.IN_LIGHT_COVER else Cover.NONE


class MoraleCheck:
    """A unit that checks: the classes of its figures. `assumed`: what odds of it take for granted.

    `by_machine`: by switch (R87) a failed check is one die for the machine, and none for its crew.
    """

    def __init__(
        self, rules: GaslightRules, classes: list[int], *, crew: bool, case: int, by_machine: bool, assumed: list[str]
    ) -> None:
        self.classes: Final = classes
        self.crew: Final = crew
        self.case: Final = case
        self.assumed: Final = assumed
        self.modifiers: Final[list[Entry]] = account(rules, case)
        self.models: Final[list[Part]] = [Panicking(rules, cls) for cls in range(len(CLASSES))]
        self.times: Final = [0 if by_machine else classes.count(cls) for cls in range(len(CLASSES))]


AWAY: Final = (
    FailureResult.RUN,
    FailureResult.BACK,
    FailureResult.RANDOM,
)  # a model that neither goes, runs off nor freezes still fights: charge, fire, no effect


class Panicking(Part):
    """One model on the failure chart: (off the table, away, frozen, fights)."""

    def __init__(self, rules: GaslightRules, cls: int) -> None:
        self.rules: Final = rules
        self.cls: Final = cls

    def run(self, dice: Dice) -> State:
        result = failure(dice, self.rules, self.cls, by=0)
        if result == FailureResult.RUN_OFF:
            return (1, 0, 0, 0)
        if result == FailureResult.FREEZE:
            return (0, 0, 1, 0)
        return (0, 1, 0, 0) if result in AWAY else (0, 0, 0, 1)


def morale_check_of(rules: GaslightRules, values: Values) -> MoraleCheck:
    if values.number("characters") > values.number("figures"):
        raise Refused("more characters than figures: expected characters to be figures or fewer.")
    characters = values.number("characters")
    extras = values.number("figures") - characters
    return MoraleCheck(
        rules,
        [CLASSES.index(values.word("class"))] * characters + [TroopClass.EXTRA] * extras,
        crew=values.flag("crew"),
        case=morale_case_of(values, "", charging=values.flag("charging")),
        by_machine=False,
        assumed=[],
    )


def morale_check_inputs(rules: GaslightRules, unit: MoraleCheck) -> dict[str, Value]:
    """Of characters of several classes the first one's is named."""
    characters = [cls for cls in unit.classes if cls != TroopClass.EXTRA]
    return {
        **body_inputs("", "figures", len(unit.classes), crew=unit.crew, case=unit.case),
        "charging": unit.case & MoraleCase.CHARGING != 0,
        "characters": len(characters),
        "class": CLASSES[characters[0] if characters else TroopClass.VETERAN],
    }


def morale_check(dice: Dice, rules: GaslightRules, unit: MoraleCheck) -> Facts:
    """The check and, if it fails, the spread of what the models do."""
    if check(dice, rules, len(unit.classes), unit.modifiers, crew=unit.crew, by=0):
        return (True, 0, 0, 0, 0)
    return (False, *dice.sum(unit.models, unit.times, (0, 0, 0, 0)))


def assumed_of_check(rules: GaslightRules, unit: MoraleCheck) -> list[str]:
    return unit.assumed


MORALE: Final = Form(
    "morale",
    "Morale check, and what the models do if it fails",
    at="morale-test",
    example="figures=7 cover=light leader=no",
    results=("passed", "off_table", "away", "frozen", "fights"),
    fields=(
        *body_fields("", "figures", "figures left in the unit"),
        Field("charging", "it wants to charge", default=False),
        Field("characters", "of its figures, so many are of the class below; the rest are Extras", 0, 0, MOST_CHECKED),
        Field("class", "their class", "veteran", choices=CLASSES),
    ),
    read=morale_check_of,
    run=morale_check,
    write=morale_check_inputs,
    assumes=assumed_of_check,
)


def class_of(rules: GaslightRules, values: Values) -> int:
    return CLASSES.index(values.word("class"))


def failure_result(dice: Dice, rules: GaslightRules, cls: int) -> Facts:
    return (RESULTS[failure(dice, rules, cls, by=0)],)


FAILURE: Final = Form(
    "failure",
    "Morale Failure Results Chart: what one model does",
    at="morale-failure",
    example="class=hero",
    results=("result",),
    fields=(Field("class", "its class (beasts: extra)", "extra", choices=CLASSES),),
    read=class_of,
    run=failure_result,
)
