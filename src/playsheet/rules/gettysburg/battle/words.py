"""Words of this sheet for the battle's story: regiments and batteries, men by what they are, generals, inches."""

from __future__ import annotations

from typing import Final, cast

from playsheet.core.events import Battle
from playsheet.core.words import colour_of, counted, is_plural, spoken, the_side
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.terms import NATIONS, Arm

# One man and several, by arm.
MEN: Final = (("man", "men"), ("trooper", "troopers"), ("gunner", "gunners"))

# The unit once more, when it has just been named.
SHORT: Final = ("the regiment", "the cavalry", "the battery")

# The sides by their nations, where a scenario calls them no more than that.
PEOPLES: Final = ("the Union", "the Confederates")

# Tokens as people call them, in the order of TOKENS.
TOKEN_WORDS: Final = ("Rally Once Again", "Down Packs", "Rebel Yell or Aim Low Boys")


def wording(battle: GettysburgBattle, seed: int, choices: list[str]) -> str:
    """One of several ways to say it, the same whenever this moment is told again."""
    return choices[(seed * 5 + battle.turn * 7 + battle.phase) % len(choices)]


# ---------------------------------------------------------------- units


def name_of(battle: GettysburgBattle, id: int) -> str:
    """The unit as it stands within a sentence: `the 20th Maine`, `the Union Napoleons`."""
    unit = battle.units[id]
    return spoken(unit.name, unit.card.name, person=False) or f"{article_for(battle, unit)} {unit.name}"


def article_for(battle: GettysburgBattle, unit: Unit) -> str:
    """`the`; with the side's colour where both sides have a unit of that name."""
    for other in battle.units:
        if other.side != unit.side and other.name == unit.name:
            return "the " + colour(battle, unit.side)
    return "the"


def colour(battle: GettysburgBattle, side: int) -> str:
    """`Union` of the Union, `Confederate`: what sets a side's units apart from others of the same name."""
    nation = battle.armies[side].nation
    if side_name(battle, side) == PEOPLES[nation]:
        return NATIONS[nation].capitalize()
    name = battle.goals.side_names[side]
    said = name[4:] if name.lower().startswith("the ") else name
    return colour_of(said) if " " in said else said


def side_name(battle: GettysburgBattle, side: int) -> str:
    """`the Union`, `the Confederates`, or as the scenario calls it."""
    name = battle.goals.side_names[side]
    nation = battle.armies[side].nation
    return PEOPLES[nation] if name.lower() == NATIONS[nation] else the_side(name)


def several(unit: Unit) -> bool:
    """The Tigers were; the 20th Maine was."""
    return is_plural(unit.name)


def was(unit: Unit) -> str:
    return "were" if several(unit) else "was"


def its(unit: Unit) -> str:
    return "their" if several(unit) else "its"


def short_of(unit: Unit) -> str:
    """Empty where the short form would not fit the verb."""
    short = "the skirmishers" if unit.is_detachment() else SHORT[unit.card.arm]
    return short if is_plural(short) == several(unit) else ""


def men_of(unit: Unit, n: int) -> str:
    """`three men`, `a gunner`."""
    one, many = MEN[
        Arm.CAVALRY if unit.arm == Arm.CAVALRY else Arm.ARTILLERY if unit.card.arm == Arm.ARTILLERY else Arm.INFANTRY
    ]
    return counted(n, one, many)


# ---------------------------------------------------------------- brigades and generals


def brigade_name(battle: GettysburgBattle, id: int) -> str:
    """`Hancock's Brigade`, `the Iron Brigade`, `the Union Brigade A` where both sides have one of that name."""
    brigade = battle.brigades[id]
    own = spoken(brigade.name, "", person=False)
    if own:
        return own
    for other in battle.brigades:
        if other.side != brigade.side and other.name == brigade.name:
            return f"the {colour(battle, brigade.side)} {brigade.name}"
    return brigade.name if brigade.name.startswith("Brigade") else f"the {brigade.name}"


def general_name(battle: GettysburgBattle, id: int) -> str:
    """`General Meade`, or what he is: `the Union brigadier of Brigade A`."""
    general = battle.generals[id]
    own = spoken(general.name, "", person=True)
    return own if own else f"the {general.name}"


# ---------------------------------------------------------------- labels of options


def label_unit(battle: Battle, id: int) -> str:
    held = cast("GettysburgBattle", battle)
    return held.units[id].name


def label_general(battle: Battle, id: int) -> str:
    held = cast("GettysburgBattle", battle)
    return held.generals[id].name
