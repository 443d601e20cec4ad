"""Words of this sheet for the battle's story: units, men by what they are, machines, inches."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import TOLERANCE
from playsheet.core.words import colour_of, is_plural, listed, number, spoken, the_side
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.sheet import Card, Figure, Gun, Weapon
from playsheet.rules.gaslight.terms import CLASSES, REASONS, Arm, Cover, Mount
from playsheet.tabletop.wording import (
    a,
    crossed_by_most,
    lined_by_most,
    men,
    men_by_name,
    men_out_of,
    named_man,
    shelter,
)

# One Extra and several, by card; a card not listed goes by its kind.
MEN: Final = {
    "gl-redcoats": ("redcoat", "redcoats"),
    "gl-highlanders": ("highlander", "highlanders"),
    "gl-volunteers": ("volunteer", "volunteers"),
    "gl-warband": ("warrior", "warriors"),
    "gl-jezails": ("marksman", "marksmen"),
    "gl-sappers": ("sapper", "sappers"),
    "gl-lancers": ("lancer", "lancers"),
    "gl-great-ape": ("ape", "apes"),
}
KIND_MEN: Final = (
    ("man", "men"), ("trooper", "troopers"), ("gunner", "gunners"), ("crewman", "crewmen"), ("man", "men"),
    ("beast", "beasts"),
)  # fmt: skip

# Main Characters who are no unit of their own, by card and class; else by class alone.
RANKS: Final = {
    "gl-redcoats": "veteran:sergeant",
    "gl-highlanders": "veteran:colour-sergeant",
    "gl-warband": "adventurer:chieftain",
    "gl-jezails": "veteran:headman",
    "gl-gatling": "veteran:sergeant",
    "gl-mountain-gun": "veteran:gun captain",
    "gl-steam-tank": "veteran:captain",
    "gl-steam-car": "veteran:captain",
    "gl-walker": "veteran:captain",
}
CLASS_WORDS: Final = ("hero", "adventurer", "officer", "veteran")

# The unit once more, when it has just been named; of the same number as its name, so that the verb fits both.
SHORT: Final = {
    "gl-redcoats": "the redcoats",
    "gl-highlanders": "the highlanders",
    "gl-volunteers": "the volunteers",
    "gl-warband": "the band",
    "gl-jezails": "the marksmen",
    "gl-sappers": "the sappers",
    "gl-lancers": "the lancers",
    "gl-gatling": "the gun",
    "gl-mountain-gun": "the gun",
    "gl-12-pounder": "the gun",
    "gl-siege-gun": "the gun",
    "gl-steam-tank": "the tank",
    "gl-steam-car": "the car",
    "gl-walker": "the walker",
    "gl-great-ape": "the ape",
}

# How a machine goes, by card.
GAITS: Final = {
    "gl-steam-tank": ["rumbled", "clanked", "ground on"],
    "gl-steam-car": ["rattled", "sped", "bowled along"],
    "gl-walker": ["strode", "stalked", "stamped"],
}
ANY_GAIT: Final = ["drove", "steamed", "rolled"]

# What a weapon of the chart is called for short, where that is not its name.
WEAPONS: Final = {
    "gatling-nordenfelt": "Gatling",
    "light-machine-gun": "machine gun",
    "medium-machine-gun": "machine gun",
    "heavy-machine-gun": "machine gun",
    "swivel-gun": "swivel gun",
    "small-catapult": "catapult",
    "grenade-launcher-old": "grenade launcher",
    "grenade-launcher-new": "grenade launcher",
    "musket-carbine": "musket",
    "muzzle-loading-rifle": "rifle",
    "breech-repeater-rifle": "rifle",
    "bolt-action-rifle": "rifle",
    "semi-auto-rifle": "rifle",
    "submachine-gun": "submachine gun",
    "single-shot-pistol": "pistol",
    "thrown-stuff": "missile",
}
SIDES_OF_HULL: Final = {
    Mount.REAR: "rear ",
    Mount.LEFT: "left-hand ",
    Mount.RIGHT: "right-hand ",
    Mount.TURRET: "turret ",
}


def wording(battle: GaslightBattle, seed: int, choices: list[str]) -> str:
    """One of several ways to say it, the same whenever this moment is told again."""
    return choices[(seed * 5 + battle.turn * 3 + len(battle.deck.drawn)) % len(choices)]


def is_or_are(n: int) -> str:
    return "was" if n == 1 else "were"


# ---------------------------------------------------------------- units


def name_of(battle: GaslightBattle, id: int) -> str:
    """The unit as it stands within a sentence: `the 2nd Redcoats`, `the Hero`, `the Garrison's Siege Gun`."""
    unit = battle.units[id]
    return spoken(unit.name, unit.card.name, unit.kind == Arm.CHARACTER) or f"{article_for(battle, unit)} {unit.name}"


def article_for(battle: GaslightBattle, unit: Unit) -> str:
    """`the`; with the side's colour where both sides have such a unit."""
    for other in battle.units:
        if other.side != unit.side and other.card.name == unit.card.name and unit.name.endswith(unit.card.name):
            return "the " + colour_of(battle.goals.side_names[unit.side])
    return "the"


def side_of(battle: GaslightBattle, side: int) -> str:
    return the_side(battle.goals.side_names[side])


def several(unit: Unit) -> bool:
    """The Redcoats were; the Warband was."""
    return not unit.lone() and is_plural(unit.name)


def short_of(unit: Unit) -> str:
    """`he` is for a character; empty where the short form would not fit the verb."""
    if unit.kind == Arm.CHARACTER:
        return "he"
    short = SHORT.get(unit.card.id, "")
    return short if is_plural(short) == several(unit) else ""


def was(unit: Unit) -> str:
    return "were" if several(unit) else "was"


def its(unit: Unit) -> str:
    """A machine is `she` to its crew, and so it is here."""
    if unit.kind == Arm.CHARACTER:
        return "his"
    if unit.kind == Arm.VEHICLE:
        return "her"
    return "their" if several(unit) else "its"


def crew_of(battle: GaslightBattle, unit: Unit) -> str:
    """The men of a gun or machine, as apart from it."""
    return f"the crew of {name_of(battle, unit.id)}"


def men_named(battle: GaslightBattle, unit: Unit) -> str:
    """The unit's men: of a gun or machine its crew."""
    return crew_of(battle, unit) if unit.kind in (Arm.CREW, Arm.VEHICLE) else name_of(battle, unit.id)


def men_own(unit: Unit) -> str:
    """`its`, of the unit's men: a crew is several."""
    return "their" if unit.kind in (Arm.CREW, Arm.VEHICLE) else its(unit)


# ---------------------------------------------------------------- men


def men_words(unit: Unit) -> tuple[str, str]:
    return MEN.get(unit.card.id, KIND_MEN[unit.kind])


def men_of(unit: Unit, n: int) -> str:
    """`three warriors`, `a redcoat`."""
    return men(n, men_words(unit))


def men_of_unit(battle: GaslightBattle, unit: Unit, n: int) -> str:
    """`three of the Redcoats`, `three warriors of the Warband`."""
    return men_out_of(n, men_words(unit), name_of(battle, unit.id))


def rank_of(battle: GaslightBattle, figure: int) -> str:
    """What a Main Character of a unit is called there: `sergeant`; empty for an Extra."""
    if not battle.is_character(figure):
        return ""
    return rank_on(battle.units[battle.home[i64(figure)]].card, battle.cast[figure])


def rank_on(card: Card, figure: Figure) -> str:
    own = RANKS.get(card.id, "")
    return own.split(":")[1] if own.startswith(CLASSES[figure.cls] + ":") else CLASS_WORDS[figure.cls]


def men_names(unit: Unit) -> list[str]:
    """What each of its figures is called: `sergeant`, `redcoat 3`; a character or a single beast goes by his name."""
    card = unit.card
    if not card.men and not card.lone:
        man = men_words(unit)[0]
        card.men = men_by_name([rank_on(card, figure) if figure.character else man for figure in card.figures])
    return card.men


def figure_name(battle: GaslightBattle, model: int) -> str:
    """One model apart from the others: `the sergeant of the Redcoats`, `redcoat 4 of them`, `the Steam Tank`."""
    unit = battle.units[battle.home[i64(model)]]
    name = name_of(battle, unit.id)
    return name if unit.lone() or not battle.is_figure(model) else named_man(men_names(unit)[model - unit.first], name)


def short_man(battle: GaslightBattle, figure: int) -> str:
    """A figure where its unit is known: `the sergeant`, `a redcoat`, `the Hero` who is attached to it."""
    unit = battle.units[battle.home[i64(figure)]]
    if unit.lone():
        return name_of(battle, unit.id)
    rank = rank_of(battle, figure)
    if not rank:
        return a(men_words(unit)[0])
    alike = [each for each in unit.card.figures if each.cls == battle.cast[figure].cls]
    return f"the {rank}" if len(alike) == 1 else a(rank)


def man_of(battle: GaslightBattle, figure: int) -> str:
    """`the Hero`, `the sergeant of the Redcoats`, `one of the Redcoats`, `a warrior of the Warband`."""
    unit = battle.units[battle.home[i64(figure)]]
    if unit.lone():
        return name_of(battle, unit.id)
    if not battle.is_character(figure):
        return men_of_unit(battle, unit, 1)
    return f"{short_man(battle, figure)} of {name_of(battle, unit.id)}"


def model_name(battle: GaslightBattle, model: int) -> str:
    """A figure, a gun or a machine."""
    if battle.is_figure(model):
        return man_of(battle, model)
    return name_of(battle, battle.home[i64(model)])


def some_of(battle: GaslightBattle, unit: Unit, figures: list[int]) -> str:
    """Those of the unit who do something: all of them, one by what he is, or how many; with whoever is attached."""
    own = [figure for figure in figures if battle.home[i64(figure)] == unit.id]
    guests = [man_of(battle, figure) for figure in figures if figure not in own]
    if not own:
        return listed(guests)
    return listed([own_of(battle, unit, own), *guests])


def own_of(battle: GaslightBattle, unit: Unit, own: list[int]) -> str:
    if len(own) == 1:
        return man_of(battle, own[0])
    there = battle.on_foot(unit) if unit.kind in (Arm.CREW, Arm.VEHICLE) else battle.members(unit)
    if all(each in own for each in there if battle.home[i64(each)] == unit.id):
        return men_named(battle, unit)
    return f"{number(len(own))} of {men_named(battle, unit)}"


def reasons_of(pending: int, said: tuple[str, ...]) -> list[str]:
    """Why a unit must check, in the words given for REASONS."""
    return [said[bit] for bit in range(len(REASONS)) if pending >> bit & 1]


# ---------------------------------------------------------------- weapons


def gun_words(gun: Gun) -> str:
    """A weapon of a machine: `the turret Gatling`, `the rear gun`."""
    side = SIDES_OF_HULL.get(gun.mount, "")
    return f"the {side}{weapon_word(gun.weapon)}" if gun.weapon is not None else f"the {side}gun"


def weapon_word(weapon: Weapon) -> str:
    """What a weapon of the chart is called for short."""
    return WEAPONS.get(weapon.id, weapon.id.replace("-", " "))


# ---------------------------------------------------------------- ground


def line_near(battle: GaslightBattle, figures: list[int]) -> str:
    """The wall or hedge that most of these figures line; empty if they do not."""
    lines = [(plot.piece, plot.name) for plot in battle.land.plots if plot.linear and plot.cover != Cover.NONE]
    bodies = [(*battle.at(figure), battle.radius[i64(figure)]) for figure in figures]
    return lined_by_most(lines, bodies, battle.rules.lining + TOLERANCE)


def lines_crossed(battle: GaslightBattle, figures: list[int], xs: list[float], ys: list[float]) -> str:
    """` over the wall`: what most of those who moved climbed over."""
    lines = [(plot.piece, plot.name) for plot in battle.land.plots if plot.linear]
    ways = [(*battle.at(figures[index]), xs[index], ys[index]) for index in range(len(figures))]
    return crossed_by_most(lines, ways)


def sheltered(battle: GaslightBattle, figures: list[int], cover: int) -> str:
    """Where a target has the cover that a shot says it has: ` in the wood`, ` behind the wall`, ` in light cover`."""
    if cover == Cover.NONE:
        return ""
    spots = [battle.at(figure) for figure in figures]
    covered = [(x, y) for x, y in spots if battle.land.area_cover(x, y) == cover]
    otherwise = " in hard cover" if cover == Cover.HARD else " in light cover"
    return shelter(line_near(battle, figures), battle.land.ground, covered, otherwise)
