"""Movement, close combat, morale and the whole charge."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, State
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.core.reader import figure
from playsheet.rules.gaslight.calculator.inputs import MOST, MOST_CHECKED, Facts, attribute
from playsheet.rules.gaslight.dice.charge import (
    CAME_AT,
    CHARGES,
    FLED_AT,
    FOES_FLED_AT,
    KILLED_AT,
    LOST_AT,
    Body,
    Charging,
    Way,
    can_reach,
    charge,
    charge_bonus,
)
from playsheet.rules.gaslight.dice.melee import Kind, fight_round, free_blows
from playsheet.rules.gaslight.dice.morale import account, case_of, check, failure
from playsheet.rules.gaslight.sheet import HIGHEST, LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import CLASSES, COVERS, KINDS, QUALITIES, RESULTS, Arm, FailureResult, TroopClass

WALKERS: Final = (KINDS[Arm.FOOT], KINDS[Arm.HORSE], KINDS[Arm.BEAST])


class Moving(Procedure):
    """How far a model goes."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("kind", "what moves", WALKERS[0], choices=WALKERS),
            Field("move", "a beast's move, from its card", 9, 0, 100),
            Field("charging", "it charges", False),
            Field("rough", "some of the path is rough", False),
            Field("leaderless", "its unit has no leader", False),
            Field("obstacles", "linear obstacles crossed", 0, 0, 20),
        )
        example = "kind=foot charging=yes rough=yes obstacles=1"
        super().__init__("move", "Movement: how far a model goes", "movement-rates", fields, ("inches",), example)

    def prepare(self, values: Values) -> Prepared:
        return PreparedMove(self, values, self.rules, way_of(self.rules, values, values.flag("leaderless")))


def way_of(rules: GaslightRules, values: Values, leaderless: bool) -> Way:
    kind = KINDS.index(values.word("kind"))
    move = float(values.number("move")) if kind == Arm.BEAST else rules.rates[kind]
    gap = float(values.values.get("gap", 0))
    return Way(kind, move, gap, values.flag("rough"), leaderless, values.number("obstacles"))


class PreparedMove(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules, way: Way) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.way: Final = way
        self.charging: Final = values.flag("charging")

    def run(self, dice: Dice) -> Outcome:
        """In words, for a half of an odd number is no whole one."""
        bonus = charge_bonus(dice, self.rules, self.way.kind, []) if self.charging else 0
        return Facts((figure(self.way.inches(self.rules, bonus)),))


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


class CloseCombat(Procedure):
    """A round of close combat."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "close-combat",
            "Close combat: one round, the more numerous dealt round among the fewer",
            "close-combat",
            (
                *fighter_fields("", "figures", "figures of the active side in contact", 3),
                *fighter_fields("enemy_", "enemies", "enemy figures in contact", 3),
            ),
            ("killed", "enemies_killed"),
            "figures=3 scuffle=10 enemies=1 enemy_scuffle=15 enemy_save=14",
        )

    def prepare(self, values: Values) -> Prepared:
        many_on_one(self.rules, values.number("figures"), values.number("enemies"), "figures on")
        many_on_one(self.rules, values.number("enemies"), values.number("figures"), "enemies on")
        return PreparedRound(self, values, self.rules)


class PreparedRound(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.figures: Final = values.number("figures")
        self.enemies: Final = values.number("enemies")
        self.kind: Final = kind_of(values, "")
        self.enemy: Final = kind_of(values, "enemy_")

    def run(self, dice: Dice) -> Outcome:
        return Facts(fight_round(dice, self.rules, self.figures, self.kind, self.enemies, self.enemy))


class BreakingOff(Procedure):
    """The free blows at models that break off."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "break-off",
            "Breaking off: the free blows, dealt round among the models touched",
            "close-combat",
            (
                Field("leaving", "models that break off", 1, 1, MOST),
                Field("leaving_save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
                *fighter_fields("", "strikers", "enemies who touch them", 1),
            ),
            ("killed",),
            "leaving=1 strikers=2 scuffle=11",
        )

    def prepare(self, values: Values) -> Prepared:
        many_on_one(self.rules, values.number("strikers"), values.number("leaving"), "strikers on")
        return PreparedBreakingOff(self, values, self.rules)


class PreparedBreakingOff(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.strikers: Final = values.number("strikers")
        self.leaving: Final = min(values.number("leaving"), self.strikers)  # nobody strikes at the others
        self.leaver: Final = Kind(LOWEST, values.number("leaving_save"))
        self.striker: Final = kind_of(values, "")

    def run(self, dice: Dice) -> Outcome:
        killed = free_blows(dice, self.rules, self.leaving, self.leaver, self.strikers, self.striker)
        return Facts((killed,))


def body_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    """A unit that checks its morale."""
    return (
        Field(many, said, 10, 1, MOST_CHECKED),
        Field(f"{prefix}crew", "it is a crew", False),
        Field(f"{prefix}quality", "its quality", "regular", choices=QUALITIES),
        Field(f"{prefix}cover", "its cover", COVERS[0], choices=COVERS),
        Field(f"{prefix}leader", "its leader is present", True),
        Field(f"{prefix}commander", "the army commander is near", False),
    )


def case_from(values: Values, prefix: str, charging: bool) -> int:
    return case_of(
        QUALITIES.index(values.word(f"{prefix}quality")),
        COVERS.index(values.word(f"{prefix}cover")),
        values.flag(f"{prefix}leader"),
        values.flag(f"{prefix}commander"),
        charging,
    )


class MoraleCheck(Procedure):
    """A morale check and, if it fails, the spread of what the models do."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (
            *body_fields("", "figures", "figures left in the unit"),
            Field("charging", "it wants to charge", False),
            Field(
                "characters", "of its figures, so many are of the class below; the rest are Extras", 0, 0, MOST_CHECKED
            ),
            Field("class", "their class", "veteran", choices=CLASSES),
        )
        super().__init__(
            "morale",
            "Morale check, and what the models do if it fails",
            "morale-test",
            fields,
            ("passed", "off_table", "away", "frozen", "fights"),
            "figures=7 cover=light leader=no",
        )

    def prepare(self, values: Values) -> Prepared:
        if values.number("characters") > values.number("figures"):
            raise Refused("more characters than figures: expected characters to be figures or fewer.")
        return PreparedMorale(
            self, values, self.rules, account(self.rules, case_from(values, "", values.flag("charging")))
        )


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
        result = failure(dice, self.rules, self.cls, 0)
        counts = [0, 0, 0, 0]
        counts[
            0
            if result == FailureResult.RUN_OFF
            else 2
            if result == FailureResult.FREEZE
            else 1
            if result in AWAY
            else 3
        ] = 1
        return tuple(counts)


class PreparedMorale(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules, modifiers: list[Entry]) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.modifiers: Final = modifiers
        self.figures: Final = values.number("figures")
        self.crew: Final = values.flag("crew")
        characters = values.number("characters")
        self.times: Final = [characters, self.figures - characters]
        self.parts: Final[list[Part]] = [
            Panicking(rules, CLASSES.index(values.word("class"))),
            Panicking(rules, TroopClass.EXTRA),
        ]

    def run(self, dice: Dice) -> Outcome:
        if check(dice, self.rules, self.figures, self.crew, self.modifiers, 0):
            return Facts((True, 0, 0, 0, 0))
        return Facts((False, *dice.sum(self.parts, self.times, (0, 0, 0, 0))))


class Failure(Procedure):
    """One model on the failure chart."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "failure",
            "Morale Failure Results Chart: what one model does",
            "morale-failure",
            (Field("class", "its class (beasts: extra)", "extra", choices=CLASSES),),
            ("result",),
            "class=hero",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedFailure(self, values, self.rules, CLASSES.index(values.word("class")))


class PreparedFailure(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GaslightRules, cls: int) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.cls: Final = cls

    def run(self, dice: Dice) -> Outcome:
        return Facts((RESULTS[failure(dice, self.rules, self.cls, 0)],))


# ---------------------------------------------------------------- the whole charge


class WholeCharge(Procedure):
    """A charge from the declaration to the end of the first round."""

    def __init__(self, rules: GaslightRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("kind", "what charges", WALKERS[0], choices=WALKERS),
            Field("move", "a beast's move, from its card", 9, 0, 100),
            Field("gap", "inches to the enemy, edge to edge, rounded up", 8, 0, 100),
            Field("rough", "some of the path is rough", False),
            Field("obstacles", "linear obstacles on the path", 0, 0, 20),
            *body_fields("", "figures", "figures that charge, all alike"),
            attribute("scuffle", "their Scuffle", 10),
            Field("save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
            Field("class", "their column of the failure chart", "extra", choices=CLASSES),
            Field("lone", "a lone character or beast: it does not check", False),
            *body_fields("enemy_", "enemies", "figures of the enemy, all alike"),
            attribute("enemy_scuffle", "their Scuffle", 9),
            Field("enemy_save", "their Save, 0: they are Extras", 0, 0, HIGHEST),
            Field("enemy_class", "their column of the failure chart", "extra", choices=CLASSES),
            Field("enemy_lone", "a lone character or beast: it does not check", False),
        )
        super().__init__(
            "charge",
            "The whole charge: both checks, the bonus, and the first round",
            "charge-allocation",
            fields,
            ("result", "fled", "enemies_fled", "killed", "enemies_killed"),
            "gap=8 figures=10 quality=crack scuffle=11 enemies=5 enemy_quality=green enemy_leader=no",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        way = way_of(rules, values, False)
        if not can_reach(rules, way):
            raise Refused(f"{values.number('gap')} inches cannot be reached: a charge is not declared so far (R67).")
        charger = body_of(values, "", "figures", True, rules)
        enemy = body_of(values, "enemy_", "enemies", False, rules)
        return PreparedCharge(self, values, Charging(rules, charger, enemy, way))


def body_of(values: Values, prefix: str, many: str, charging: bool, rules: GaslightRules) -> Body:
    checks = rules.lone_characters_check or not values.flag(f"{prefix}lone")
    cls = CLASSES.index(values.word(f"{prefix}class"))
    crew = values.flag(f"{prefix}crew")
    return Body(values.number(many), kind_of(values, prefix), cls, crew, case_from(values, prefix, charging), checks)


class PreparedCharge(Prepared):
    def __init__(self, procedure: Procedure, values: Values, charging: Charging) -> None:
        super().__init__(procedure, values)
        self.charging: Final = charging

    def run(self, dice: Dice) -> Outcome:
        left = charge(dice, self.charging)
        return Facts((CHARGES[left[CAME_AT]], left[FLED_AT], left[FOES_FLED_AT], left[LOST_AT], left[KILLED_AT]))
