"""Words of this sheet for the battle's story: units, men by what they are, weapons, inches, ground."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import from_piece
from playsheet.core.geometry import TOLERANCE
from playsheet.core.reader import figure as plain
from playsheet.core.words import colour_of, counted, is_plural, number, on_ground, spoken, the, the_side
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.terms import Arc, Arm, Cover

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


def inches(far: float) -> str:
    """`9 inches`, `1.5 inches`, `one inch`: to a tenth."""
    tenths = int(far * 10.0 + 0.5)
    return "one inch" if tenths == 10 else f"{plain(tenths / 10.0)} inches"


def degrees(turn: float) -> str:
    whole = int(turn + 0.5)
    return f"{whole} {'degree' if whole == 1 else 'degrees'}"


def times(n: int) -> str:
    return "once" if n == 1 else "twice" if n == 2 else f"{number(n)} times"


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


def a(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def men_of(unit: Unit, n: int) -> str:
    """`three warriors`, `a rifleman`."""
    one, many = men_words(unit)
    return a(one) if n == 1 else counted(n, one, many)


def men_of_unit(battle: ChipBattle, unit: Unit, n: int) -> str:
    """`three of the Lancers`, `three riflemen of the Line Rifles`; a notable person by his name."""
    name = name_of(battle, unit.id)
    if unit.kind == Arm.NOTABLE:
        return name
    if name.lower().endswith(" " + men_words(unit)[1]):
        return f"{number(n)} of {name}"
    return f"{men_of(unit, n)} of {name}"


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


def place_name(name: str) -> str:
    """`the farm wall` for `the farm wall, west`."""
    return the(name.split(",")[0])


def line_near(battle: ChipBattle, models: list[int]) -> str:
    """The wall or hedge that most of these line; empty if they do not."""
    for plot in battle.land.plots:
        if not plot.linear or plot.cover == Cover.NONE:
            continue
        n = 0
        for model in models:
            x, y = battle.at(model)
            if from_piece(plot.piece, x, y, battle.radius(model)) <= battle.rules.lining + TOLERANCE:
                n += 1
        if 2 * n > len(models):
            return place_name(plot.name)
    return ""


def sheltered(battle: ChipBattle, models: list[int], cover: int) -> str:
    """Where a target has the cover that a shot says it has: ` in the wood`, ` behind the wall`, ` in light cover`."""
    if cover == Cover.NONE:
        return ""
    line = line_near(battle, models)
    if line:
        return f" behind {line}"
    for model in models:
        x, y = battle.at(model)
        if battle.land.area_cover(x, y) == cover:
            said = on_ground(battle.land.ground, x, y)
            if said:
                return said
    return " in heavy cover" if cover == Cover.HEAVY else " in light cover"
