"""Words of this sheet for the battle's story: units and figures by name, inches, and dice with their arithmetic."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Rolled
from playsheet.core.geometry import spacing_squared
from playsheet.core.telling import last_roll
from playsheet.core.words import colour_of, counted, is_plural, spoken, the_side
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.wording import inches, men_by_name, named_man, to_a_tenth

FORMED: Final = ("in line", "in extended order", "in column", "")

# One figure and several, by card; a card not listed goes by its kind.
FIGURES: Final = {
    "guard-company": ("guardsman", "guardsmen"),
    "militia-company": ("militiaman", "militiamen"),
    "armed-townsfolk": ("townsman", "townsmen"),
    "tribal-warriors": ("warrior", "warriors"),
    "levy-spearmen": ("spearman", "spearmen"),
    "lancer-troop": ("lancer", "lancers"),
    "guard-lancers": ("lancer", "lancers"),
    "hussar-troop": ("hussar", "hussars"),
    "irregular-horse": ("horseman", "horsemen"),
}
KIND_FIGURES: Final = (("man", "men"), ("trooper", "troopers"), ("gunner", "gunners"), ("commander", "commanders"))

# The unit once more, when it has just been named.
SHORT: Final = {
    "line-company": "the company",
    "guard-company": "the Guard",
    "militia-company": "the militia",
    "armed-townsfolk": "the townsfolk",
    "tribal-warriors": "the warriors",
    "levy-spearmen": "the spearmen",
    "lancer-troop": "the lancers",
    "guard-lancers": "the Guard lancers",
    "hussar-troop": "the hussars",
    "mounted-rifles": "the mounted riflemen",
    "irregular-horse": "the irregulars",
    "field-battery": "the battery",
    "gatling-battery": "the Gatling crew",
}
KIND_SHORT: Final = ("the company", "the troop", "the battery", "the commander")


def inches_of(far: float, rolled: int, cut: bool) -> str:
    """`6 inches`; `4.5 of 6 inches` where something cut the move short."""
    if not cut:
        return inches(far)
    return f"{to_a_tenth(far)} of {rolled} {'inch' if rolled == 1 else 'inches'}"


def wording(battle: LancerBattle, unit: int, choices: list[str]) -> str:
    """One of several ways to say it, the same whenever this moment is told again."""
    return choices[(unit * 5 + battle.turn * 3 + len(battle.deck.drawn)) % len(choices)]


# ---------------------------------------------------------------- names


def name_of(battle: LancerBattle, id: int) -> str:
    """The unit as it stands within a sentence: `the 2nd Line Company`, `General Harcastle`, `the Emir`."""
    unit = battle.units[id]
    return spoken(unit.name, unit.card.name, unit.kind == Arm.COMMANDER) or f"{article_for(battle, unit)} {unit.name}"


def men_names(unit: Unit) -> list[str]:
    """What each of its figures is called: `lancer 3`; a commander goes by his name."""
    card = unit.card
    if not card.men and unit.kind != Arm.COMMANDER:
        card.men = men_by_name([men_words(unit)[0]] * card.figures)
    return card.men


def figure_name(battle: LancerBattle, figure: int) -> str:
    """A figure within a sentence: `lancer 3 of the Lancer Troop`; a commander by his name."""
    unit = battle.units[battle.owner[figure]]
    name = name_of(battle, unit.id)
    return name if unit.kind == Arm.COMMANDER else named_man(men_names(unit)[figure - unit.first], name)


def article_for(battle: LancerBattle, unit: Unit) -> str:
    """`the`; with the side's colour where both sides have such a unit: `the Red`, `the Republic's`."""
    for other in battle.units:
        if other.side != unit.side and other.name.endswith(unit.card.name):
            return "the " + colour_of(battle.goals.side_names[unit.side])
    return "the"


def side_of(battle: LancerBattle, side: int) -> str:
    """The side within a sentence."""
    return the_side(battle.goals.side_names[side])


def short_of(unit: Unit) -> str:
    return SHORT.get(unit.card.id, KIND_SHORT[unit.kind])


def men_words(unit: Unit) -> tuple[str, str]:
    """One of its figures and several."""
    return FIGURES.get(unit.card.id, KIND_FIGURES[unit.kind])


def figures_of(unit: Unit, n: int) -> str:
    """`three spearmen`."""
    one, several = men_words(unit)
    return counted(n, one, several)


def heads_of(unit: Unit, n: int) -> str:
    """`three men`, `two troopers`, `one gunner`."""
    one, several = KIND_FIGURES[unit.kind]
    return counted(n, one, several)


def was(unit: Unit) -> str:
    """`the Levy Spearmen were`, `the Line Company was`."""
    return "were" if unit.kind != Arm.COMMANDER and is_plural(unit.name) else "was"


# ---------------------------------------------------------------- ground


def unit_there(battle: LancerBattle, name: str, mover: Unit, x: float, y: float) -> int:
    """Which unit of that name stands nearest to a place, or stood; -1 if it is ground that is so called."""
    found = -1
    nearest = 0.0
    gone = -1
    for other in battle.units:
        if other.name != name or other is mover:
            continue
        if not other.on_table():
            gone = other.id
            continue
        far = spacing_squared(x, y, other.x, other.y)
        if found < 0 or far < nearest:
            found = other.id
            nearest = far
    return found if found >= 0 else gone


# ---------------------------------------------------------------- rolls


def against(rolls: list[Rolled]) -> str:
    """` (a 5, less 1 for the commander, against Morale 4)`; empty if the die is not known."""
    roll = last_roll(rolls, "Unit Morale Check")
    if roll is None:
        return ""
    said = f"a {roll.faces[0]}"
    for entry in roll.account:
        said += f", {'less' if entry.add < 0 else 'plus'} {abs(entry.add)} for the commander"
        said += ","
    return f" ({said} against Morale {roll.needed.split(' ')[0]})"
