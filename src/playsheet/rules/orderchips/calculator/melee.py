"""Melee between figures, and breaking off."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.orderchips.calculator.inputs import MOST, losses, rating
from playsheet.rules.orderchips.calculator.shooting import LOSSES
from playsheet.rules.orderchips.dice.melee import Side, Strokes, fight, free_dice, melee_case, melee_number
from playsheet.rules.orderchips.dice.shooting import Ranks
from playsheet.rules.orderchips.sheet.tables import HIGHEST, MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import COVERS, Cover


def fighter_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    """Figures that fight, all alike, and a notable person with them."""
    return (
        Field(many, said, 6, 1, MOST),
        rating(f"{prefix}melee", "their MELEE", 4),
        Field(f"{prefix}loose", "they are in skirmish order", default=False),
        Field(f"{prefix}cover", "their cover, if the others are not in it too", COVERS[Cover.NONE], choices=COVERS),
        Field(f"{prefix}save", "SAVE of a notable person who fights with them, 0: there is none", 0, 0, HIGHEST),
        rating(f"{prefix}notable_melee", "his MELEE", 6),
    )


def strokes_from(rules: ChipRules, values: Values, prefix: str, many: str, cover: str) -> list[Strokes]:
    """The dice of one side, against the cover of the other."""
    case = melee_case(COVERS.index(cover), loose=values.flag(f"{prefix}loose"))
    strokes = [Strokes(values.number(many), melee_number(rules, values.number(f"{prefix}melee"), case))]
    if values.number(f"{prefix}save"):
        strokes.append(Strokes(1, melee_number(rules, values.number(f"{prefix}notable_melee"), case)))
    return strokes


def ranks_with(figures: int, save: int) -> Ranks:
    """Figures, and a notable person with them if he has a SAVE."""
    return Ranks(figures, [save] if save else [])


# ---------------------------------------------------------------- a round


class Round:
    """A round between figures. `units`: the two, if it is of a battle."""

    def __init__(self, one: Side, other: Side, units: tuple[int, ...] = ()) -> None:
        self.one: Final = one
        self.other: Final = other
        self.units: Final = units


def assumed(rules: ChipRules, round: Round) -> list[str]:
    """Whom a figure fights that can choose is its player's to say."""
    if not round.units:
        return []
    return ["All who reach each other fight each other, and whoever else can strike at either of them does."]


def round_of(rules: ChipRules, values: Values) -> Round:
    return Round(
        side_from(rules, values, "", "figures", values.word("enemy_cover")),
        side_from(rules, values, "enemy_", "enemies", values.word("cover")),
    )


def side_from(rules: ChipRules, values: Values, prefix: str, many: str, cover: str) -> Side:
    ranks = ranks_with(values.number(many), values.number(f"{prefix}save"))
    return Side(strokes_from(rules, values, prefix, many, cover), ranks)


def melee(dice: Dice, rules: ChipRules, round: Round) -> Facts:
    clash = fight(dice, rules, round.one, round.other)
    return (*losses(clash.own), *losses(clash.others))


MELEE: Final = Form(
    "melee",
    "Melee: a round between figures, all at once",
    at="melee-modifiers",
    example="figures=8 melee=6 enemies=10 enemy_melee=4 enemy_cover=light",
    results=(*LOSSES, "enemies_lost", "enemy_notables_lost"),
    fields=(
        *fighter_fields("", "figures", "figures in contact"),
        *fighter_fields("enemy_", "enemies", "enemy figures in contact"),
    ),
    read=round_of,
    run=melee,
    assumes=assumed,
)


# ---------------------------------------------------------------- breaking off


class BreakingOff:
    """A unit that breaks off, and the free dice at it."""

    def __init__(self, strokes: list[Strokes], leaving: Ranks) -> None:
        self.strokes: Final = strokes
        self.leaving: Final = leaving


def breaking_off_of(rules: ChipRules, values: Values) -> BreakingOff:
    leaving = ranks_with(values.number("leaving"), values.number("leaving_save"))
    if not leaving.figures and not leaving.saves:
        raise Refused("nobody breaks off: expected leaving from 1, or leaving_save of a notable person on his own.")
    return BreakingOff(strokes_from(rules, values, "", "strikers", values.word("cover")), leaving)


def break_off(dice: Dice, rules: ChipRules, unit: BreakingOff) -> Facts:
    return losses(free_dice(dice, rules, unit.strokes, unit.leaving))


BREAK_OFF: Final = Form(
    "break-off",
    "Breaking off: the free dice of those who stay",
    at="melee-modifiers",
    example="strikers=4 melee=5 leaving=6",
    results=LOSSES,
    fields=(
        *fighter_fields("", "strikers", "enemy figures in contact"),
        Field("leaving", "figures that break off; 0: a notable person on his own", 6, 0, MOST_FIGURES),
        Field("leaving_save", "SAVE of a notable person with them, 0: there is none", 0, 0, HIGHEST),
    ),
    read=breaking_off_of,
    run=break_off,
)
