"""Inputs that several forms share."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Value, Values, shown_length
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.lancer.dice.morale import Target
from playsheet.rules.lancer.sheet import LancerRules
from playsheet.rules.lancer.terms import KINDS

MOST: Final = 60  # figures in a unit
NEVER: Final = 99  # inches: farther than anything goes
ARMS: Final = KINDS[:3]


def size(rules: LancerRules, kind: str) -> int:
    """Figures at full strength: a table's own default."""
    return rules.sheet.integer("unit-sizes", kind, "figures")


def rating(rules: LancerRules, name: str, said: str) -> Field:
    """A Morale or Melee rating, on the scale that is printed."""
    scale = [rules.sheet.integer("ratings", word) for word in rules.sheet.table("ratings").values]
    return Field(name, said, rules.sheet.integer("ratings", "average"), min(scale), max(scale))


def target_fields(rules: LancerRules) -> tuple[Field, ...]:
    """Who is shot at."""
    return (
        Field("target", "figures in the target", size(rules, "foot"), 1, MOST),
        Field("start", "figures it started with", size(rules, "foot"), 1, MOST),
        rating(rules, "morale", "its Morale, as printed on its card"),
        Field("commanders", "commanders attached to it", 0, 0, 3),
    )


def target_of(rules: LancerRules, values: Values) -> Target:
    return target(rules, values, values.number("target"), values.number("commanders"))


def target(rules: LancerRules, values: Values, figures: int, commanders: int) -> Target:
    start = values.number("start")
    if figures > start:
        raise Refused(f"a unit of {figures} figures cannot have started with {start}: expected {figures} or more.")
    return Target(figures, start, values.number("morale"), commanders, rules.half_times, rules.half_drop)


def target_inputs(target: Target) -> dict[str, Value]:
    return {
        "target": target.figures,
        "start": target.start,
        "morale": target.morale,
        "commanders": target.commanders,
    }


def length_field(name: str, said: str, default: int) -> Field:
    """A length as it is measured on the table."""
    return Field(name, f"{said}; {NEVER}: none so near", default, 0, NEVER, fractions=True)


def length_input(inches: float) -> Value:
    """A length as it is shown; what is farther off than anything goes is all one."""
    return shown_length(min(inches, float(NEVER)))


def room_field(said: str) -> Field:
    """How far it may fall back: a fall back that comes up to it is a rout."""
    return length_field("room", f"inches from {said} back to what it would collide with", NEVER)


def comes_up_to(inches: int, length: float) -> bool:
    """Does a distance that was thrown reach a length that was measured?"""
    return inches >= length - TOLERANCE


def fall_backs(rules: LancerRules) -> list[int]:
    """Every distance that a fall back may come to."""
    back = rules.fall_back
    return list(range(back.dice + back.add, back.dice * back.sides + back.add + 1))


def routs_within(rules: LancerRules, room: float) -> list[int]:
    """The distances at which a fall back comes up to what it would collide with."""
    return [inches for inches in fall_backs(rules) if comes_up_to(inches, room)]


def many_on_one(rules: LancerRules, many: int, ones: int, words: str) -> None:
    """Refuse more figures in contact than can be."""
    if many > rules.most_contacts * ones:
        raise Refused(f"{many} {words} {ones} are too many: at most {rules.most_contacts} can touch one figure.")
