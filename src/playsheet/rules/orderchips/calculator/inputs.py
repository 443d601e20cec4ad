"""Inputs that several forms share, and what they come to."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.forms import Field, Values
from playsheet.rules.orderchips.dice.shooting import Aim, Losses, Mark, Ranks, fire_case, shoot_number
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST, HIGHEST_ARMOR, LOWEST, MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import (
    BANDS,
    CLASSES,
    COVERS,
    GRADES,
    KINDS,
    ORDERS,
    SIZES,
    Arm,
    Cover,
    Grade,
    Order,
    RangeBand,
    Size,
    WeaponClass,
)

MOST: Final = 40  # figures that fire or fight together
MOST_SHOTS: Final = 60
FIGURES: Final = KINDS[: Arm.VEHICLE]
MACHINES: Final = KINDS[Arm.VEHICLE :]
ARTILLERY: Final = CLASSES[WeaponClass.GRENADE :]
FIRES: Final = [Throw(f"Fire at {name} range", "shooting", "sides", "", "R55") for name in BANDS]


def rating(name: str, said: str, default: int) -> Field:
    return Field(name, said, default, LOWEST, HIGHEST)


# ---------------------------------------------------------------- who fires at whom


def firer_fields(shoot: int) -> tuple[Field, ...]:
    """How well, how far, and in what state the firers are."""
    return (
        rating("shoot", "their SHOOT", shoot),
        Field("range", "short or long range", BANDS[RangeBand.SHORT], choices=BANDS),
        Field("moving", "they have a moving chip, or were forced to move", default=False),
        Field("volley", "close-order infantry, and the target charges: Volley Fire", default=False),
    )


def count_fields(figures: int) -> tuple[Field, ...]:
    return (
        Field("figures", "figures that fire, or weapons", figures, 1, MOST),
        Field("rof", "rate of fire of each", 1, 1, 6),
    )


def shots_from(values: Values) -> int:
    """Rate of fire times the number firing."""
    shots = values.number("figures") * values.number("rof")
    if shots > MOST_SHOTS:
        raise Refused(f"{shots} dice are too many at once: expected {MOST_SHOTS} or fewer.")
    return shots


def mark_fields(kinds: tuple[str, ...], kind: str) -> tuple[Field, ...]:
    """What of a unit of figures matters to the number to hit it."""
    return (
        Field("kind", "what the target is", kind, choices=kinds),
        Field("order", "its order: close, or loose (skirmish)", ORDERS[Order.CLOSE], choices=ORDERS),
        Field("cover", "its cover", COVERS[Cover.NONE], choices=COVERS),
        Field("grade", "its grade", GRADES[Grade.AVERAGE], choices=GRADES),
        Field("protected", "it is protected, as in power armour", default=False),
        Field("enfiladed", "it is enfiladed (counts in close order only)", default=False),
    )


def mark_from(values: Values, *, volley: bool) -> Mark:
    """`volley`: it charges close-order infantry, which fires at it."""
    mark = Mark(
        KINDS.index(values.word("kind")), ORDERS.index(values.word("order")), COVERS.index(values.word("cover"))
    )
    mark.grade = GRADES.index(values.word("grade"))
    mark.protected = values.flag("protected")
    mark.enfiladed = values.flag("enfiladed")
    mark.charging = volley
    return mark


def aim_from(rules: ChipRules, values: Values, mark: Mark, dice: int) -> Aim:
    band = BANDS.index(values.word("range"))
    case = fire_case(mark, band, moving=values.flag("moving"), close_infantry=mark.charging)
    return Aim(dice, shoot_number(rules, values.number("shoot"), case), FIRES[band])


# ---------------------------------------------------------------- who is hit


def notable_fields(said: str) -> tuple[Field, ...]:
    return (
        Field("save1", f"SAVE of a notable person {said}, 0: there is none", 0, 0, HIGHEST),
        Field("save2", "SAVE of a second one, 0: there is none", 0, 0, HIGHEST),
    )


def saves_from(values: Values) -> list[int]:
    return [values.number(name) for name in ("save1", "save2") if values.number(name)]


def ranks_from(values: Values, figures: int) -> Ranks:
    """The target unit; a lone notable person is nothing but himself."""
    saves = saves_from(values)
    if KINDS.index(values.word("kind")) == Arm.NOTABLE:
        if len(saves) != 1:
            raise Refused("a lone notable person has one SAVE: expected save1, and no save2.")
        return Ranks(figures=0, saves=saves)
    return Ranks(figures, saves)


def losses(lost: Losses) -> tuple[int, int]:
    """Figures lost, notable persons lost."""
    out = 0
    for each in lost.out:
        out += 1 if each else 0
    return lost.figures, out


# ---------------------------------------------------------------- machines


def machine_fields(*, melee: bool) -> tuple[Field, ...]:
    """The machine that is hit, as it stands now."""
    return (
        Field("machine", "what is hit", KINDS[Arm.VEHICLE], choices=MACHINES),
        Field("armor", "its ARMOR", 7, LOWEST, HIGHEST_ARMOR),
        rating("sustain", "its SUSTAIN", 8),
        Field("speed", "its SPEED", 8, 1, 40),
        Field("crew", "a vehicle's crew", 4, 1, MOST_FIGURES),
        Field("weapons", "its weapons that work", 2, 0, 4),
        rating("weapon_shoot", "SHOOT of each of them", 5),
        rating("machine_melee", "its MELEE, which it strikes back with" if melee else "its MELEE", 5),
    )


def machine_from(rules: ChipRules, values: Values) -> SteamMachine:
    """A whole machine with these ratings."""
    automaton = KINDS.index(values.word("machine")) == Arm.AUTOMATON
    plan = rules.plan(
        [values.number("armor"), 0, values.number("sustain"), values.number("speed"), values.number("machine_melee")],
        0 if automaton else values.number("crew"),
        [values.number("weapon_shoot")] * values.number("weapons"),
        automaton,
    )
    return SteamMachine(plan, plan.fresh())


def size_fields() -> tuple[Field, ...]:
    return (
        Field("size", "a vehicle's size", SIZES[Size.NORMAL], choices=SIZES),
        Field("cover", "its cover", COVERS[Cover.NONE], choices=COVERS),
        Field("grade", "its grade", GRADES[Grade.AVERAGE], choices=GRADES),
    )


def machine_mark(values: Values) -> Mark:
    """The machine as a target; an automaton has no size."""
    kind = KINDS.index(values.word("machine"))
    mark = Mark(kind, Order.LOOSE, COVERS.index(values.word("cover")))
    mark.grade = GRADES.index(values.word("grade"))
    mark.charging = values.flag("volley")
    if kind == Arm.VEHICLE:
        mark.size = SIZES.index(values.word("size"))
    return mark
