"""Words of this sheet for the battle's story: units, men by what they are, weapons, inches, ground."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import TOLERANCE
from playsheet.core.words import colour_of, is_plural, spoken, the_side
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.terms import Arc, Arm, Cover
from playsheet.tabletop.wording import lined_by_most, men, men_by_name, men_out_of, named_man, shelter

# One figure and several, by card; a card that is not listed goes by its kind.
MEN: Final = {
    "line-rifles": ("rifleman", "riflemen"),
    "guard-rifles": ("guardsman", "guardsmen"),
    "militia": ("militiaman", "militiamen"),
    "sappers": ("sapper", "sappers"),
    "power-armour": ("armoured man", "armoured men"),
    "spear-warriors": ("warrior", "warriors"),
    "musket-warriors": ("warrior", "warriors"),
    "lancers": ("lancer", "lancers"),
    "native-raiders": ("raider", "raiders"),
}
KIND_MEN: Final = (
    ("man", "men"),
    ("trooper", "troopers"),
    ("gunner", "gunners"),
    ("man", "men"),
    ("crewman", "crewmen"),
    ("part", "parts"),
)

# The unit once more, when it has just been named; of the same number as its name, so that the verb fits both.
SHORT: Final = {
    "line-rifles": "the riflemen",
    "guard-rifles": "the guardsmen",
    "militia": "the militia",
    "sappers": "the sappers",
    "power-armour": "the armoured men",
    "spear-warriors": "the warriors",
    "musket-warriors": "the warriors",
    "lancers": "the lancers",
    "native-raiders": "the raiders",
    "field-gun": "the gun",
    "gatling": "the gun",
    "steam-tank": "the tank",
    "steam-car": "the car",
    "drill-mole": "the mole",
    "land-ironclad": "the ironclad",
    "clockwork-soldier": "the automaton",
}
SIDES_OF_HULL: Final = {Arc.LEFT: "left-hand ", Arc.RIGHT: "right-hand ", Arc.TURRET: "turret "}


def wording(battle: ChipBattle, seed: int, choices: list[str]) -> str:
    """One of several ways to say it, the same whenever this moment is told again."""
    return choices[(seed * 5 + battle.turn * 3 + battle.phase) % len(choices)]


# ---------------------------------------------------------------- units


def name_of(battle: ChipBattle, id: int) -> str:
    """The unit as it stands within a sentence: `the 2nd Line Rifles`, `the Commander`, `the Red Steam Tank`."""
    unit = battle.units[id]
    return spoken(unit.name, unit.card.name, unit.kind == Arm.NOTABLE) or f"{article_for(battle, unit)} {unit.name}"


def article_for(battle: ChipBattle, unit: Unit) -> str:
    """`the`; with the side's colour where both sides have such a unit. Natives are nobody's."""
    if unit.band:
        return "the"
    for other in battle.units:
        if other.own_side != unit.own_side and not other.band and other.card.name == unit.card.name:
            if unit.name.endswith(unit.card.name):
                side = battle.goals.side_names[unit.own_side]
                return "the " + (colour_of(side) if " " in side else side)
    return "the"


def side_of(battle: ChipBattle, side: int) -> str:
    return the_side(battle.goals.side_names[side])


def player_of(battle: ChipBattle, seat: int) -> str:
    return the_side(battle.goals.seat_names[seat])


def several(unit: Unit) -> bool:
    """The Lancers were; the Field Gun was."""
    return unit.kind != Arm.NOTABLE and (is_plural(unit.name) or unit.name.lower().endswith("militia"))


def short_of(unit: Unit) -> str:
    """`he` is for a notable person; empty where the short form would not fit the verb."""
    if unit.kind == Arm.NOTABLE:
        return "he"
    short = SHORT.get(unit.card.id, "")
    plural = is_plural(short) or short.endswith("militia")
    return short if plural == several(unit) else ""


def was(unit: Unit) -> str:
    return "were" if several(unit) else "was"


def has(unit: Unit) -> str:
    return "have" if several(unit) else "has"


def does(unit: Unit) -> str:
    return "do" if several(unit) else "does"


def its(unit: Unit) -> str:
    if unit.kind == Arm.NOTABLE:
        return "his"
    return "their" if several(unit) else "its"


def men_named(battle: ChipBattle, unit: Unit) -> str:
    """The unit's men: of a gun or a vehicle its crew."""
    name = name_of(battle, unit.id)
    return f"the crew of {name}" if unit.kind == Arm.GUN or (unit.is_machine() and unit.start == 0) else name


# ---------------------------------------------------------------- men


def men_words(unit: Unit) -> tuple[str, str]:
    return MEN.get(unit.card.id, KIND_MEN[unit.kind])


def men_names(unit: Unit) -> list[str]:
    """What each of its figures is called: `rifleman 3`; a notable person and a machine go by their name."""
    card = unit.card
    if len(card.men) != unit.start and unit.kind != Arm.NOTABLE and not unit.is_machine():
        card.men = men_by_name([men_words(unit)[0]] * unit.start)
    return card.men


def figure_name(battle: ChipBattle, model: int) -> str:
    """One model apart from the others: `rifleman 3 of the Line Rifles`; a gun or a machine by its name."""
    owner = battle.owner_of(model)
    name = name_of(battle, owner.id)
    men = men_names(owner)
    place = model - owner.first
    return named_man(men[place], name) if 0 <= place < len(men) else name


def men_of(unit: Unit, n: int) -> str:
    """`three warriors`, `a rifleman`."""
    return men(n, men_words(unit))


def men_of_unit(battle: ChipBattle, unit: Unit, n: int) -> str:
    """`three of the Lancers`, `three riflemen of the Line Rifles`; a notable person by his name."""
    name = name_of(battle, unit.id)
    return name if unit.kind == Arm.NOTABLE else men_out_of(n, men_words(unit), name)


def model_name(battle: ChipBattle, model: int) -> str:
    """A figure by its unit, a gun or a machine by its name."""
    owner = battle.owner_of(model)
    if owner.kind == Arm.NOTABLE or owner.is_machine() or model == owner.model:
        return name_of(battle, owner.id)
    return men_of_unit(battle, owner, 1)


# ---------------------------------------------------------------- weapons


def weapon_words(weapon: Weapon) -> str:
    """A weapon of a machine: `the turret Gatling`, `the front gun`."""
    return f"the {SIDES_OF_HULL.get(weapon.arc, '')}{weapon.name}"


# ---------------------------------------------------------------- ground


def line_near(battle: ChipBattle, models: list[int]) -> str:
    """The wall or hedge that most of these line; empty if they do not."""
    lines = [(plot.piece, plot.name) for plot in battle.land.plots if plot.linear and plot.cover != Cover.NONE]
    bodies = [(*battle.at(model), battle.radius(model)) for model in models]
    return lined_by_most(lines, bodies, battle.rules.lining + TOLERANCE)


def sheltered(battle: ChipBattle, models: list[int], cover: int) -> str:
    """Where a target has the cover that a shot says it has: ` in the wood`, ` behind the wall`, ` in light cover`."""
    if cover == Cover.NONE:
        return ""
    spots = [battle.at(model) for model in models]
    covered = [(x, y) for x, y in spots if battle.land.area_cover(x, y) == cover]
    otherwise = " in heavy cover" if cover == Cover.HEAVY else " in light cover"
    return shelter(line_near(battle, models), battle.land.ground, covered, otherwise)
