"""Melee between figures, and breaking off."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.orderchips.calculator.inputs import MOST, Facts, losses, rating
from playsheet.rules.orderchips.calculator.shooting import LOSSES
from playsheet.rules.orderchips.dice.melee import Side, Strokes, fight, free_dice, melee_case, melee_number
from playsheet.rules.orderchips.dice.shooting import Ranks
from playsheet.rules.orderchips.sheet.tables import HIGHEST, MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import COVERS


def fighter_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    """Figures that fight, all alike, and a notable person with them."""
    return (
        Field(many, said, 6, 1, MOST),
        rating(f"{prefix}melee", "their MELEE", 4),
        Field(f"{prefix}loose", "they are in skirmish order", False),
        Field(f"{prefix}cover", "their cover, if the others are not in it too", COVERS[0], choices=COVERS),
        Field(f"{prefix}save", "SAVE of a notable person who fights with them, 0: there is none", 0, 0, HIGHEST),
        rating(f"{prefix}notable_melee", "his MELEE", 6),
    )


def strokes_from(rules: ChipRules, values: Values, prefix: str, many: str, cover: str) -> list[Strokes]:
    """The dice of one side, against the cover of the other."""
    case = melee_case(COVERS.index(cover), values.flag(f"{prefix}loose"))
    strokes = [Strokes(values.number(many), melee_number(rules, values.number(f"{prefix}melee"), case))]
    if values.number(f"{prefix}save"):
        strokes.append(Strokes(1, melee_number(rules, values.number(f"{prefix}notable_melee"), case)))
    return strokes


def ranks_of(values: Values, prefix: str, many: str) -> Ranks:
    save = values.number(f"{prefix}save")
    return Ranks(values.number(many), [save] if save else [])


class Melee(Procedure):
    """A round between figures."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "melee",
            "Melee: a round between figures, all at once",
            "melee-modifiers",
            (
                *fighter_fields("", "figures", "figures in contact"),
                *fighter_fields("enemy_", "enemies", "enemy figures in contact"),
            ),
            (*LOSSES, "enemies_lost", "enemy_notables_lost"),
            "figures=8 melee=6 enemies=10 enemy_melee=4 enemy_cover=light",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        one = Side(
            strokes_from(rules, values, "", "figures", values.word("enemy_cover")), ranks_of(values, "", "figures")
        )
        other = Side(
            strokes_from(rules, values, "enemy_", "enemies", values.word("cover")),
            ranks_of(values, "enemy_", "enemies"),
        )
        return PreparedRound(self, values, rules, one, other)


class PreparedRound(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, one: Side, other: Side) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.one: Final = one
        self.other: Final = other

    def run(self, dice: Dice) -> Outcome:
        clash = fight(dice, self.rules, self.one, self.other)
        return Facts((*losses(clash.own), *losses(clash.others)))


class BreakingOff(Procedure):
    """The free dice at a unit that breaks off."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "break-off",
            "Breaking off: the free dice of those who stay",
            "melee-modifiers",
            (
                *fighter_fields("", "strikers", "enemy figures in contact"),
                Field("leaving", "figures that break off", 6, 1, MOST_FIGURES),
                Field("leaving_save", "SAVE of a notable person with them, 0: there is none", 0, 0, HIGHEST),
            ),
            LOSSES,
            "strikers=4 melee=5 leaving=6",
        )

    def prepare(self, values: Values) -> Prepared:
        save = values.number("leaving_save")
        leaving = Ranks(values.number("leaving"), [save] if save else [])
        strokes = strokes_from(self.rules, values, "", "strikers", values.word("cover"))
        return PreparedBreakingOff(self, values, self.rules, strokes, leaving)


class PreparedBreakingOff(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: ChipRules, strokes: list[Strokes], leaving: Ranks
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.strokes: Final = strokes
        self.leaving: Final = leaving

    def run(self, dice: Dice) -> Outcome:
        return Facts(losses(free_dice(dice, self.rules, self.strokes, self.leaving)))
