"""Words for the battle's story: numbers, names in their right form, ground, and dice with their arithmetic."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import turn_between
from playsheet.core.events import Rolled
from playsheet.core.geometry import spacing_squared
from playsheet.core.telling import last_roll
from playsheet.core.terrain import holds
from playsheet.rules.lancer.land import the
from playsheet.rules.lancer.state import COMMANDER, LancerBattle, Unit

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
COMPASS: Final = (
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
)  # fmt: skip
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

# Words after which a name needs no article, and words that end a side's name without being part of its colour.
TITLES: Final = (
    "general", "colonel", "major", "captain", "lieutenant", "marshal", "brigadier", "admiral", "commander", "lord",
    "lady", "sir", "king", "queen", "emperor", "prince", "princess", "duke", "count", "baron", "earl", "emir",
    "sheikh", "sultan", "chief", "mr", "mrs", "dr",
)  # fmt: skip
FORCES: Final = (
    "corps", "column", "host", "army", "force", "forces", "brigade", "division", "expedition", "garrison", "side",
    "detachment", "contingent", "party", "rebels", "troops", "command", "field-force",
)  # fmt: skip


def number(n: int) -> str:
    """`two`, `thirteen` as 13: small numbers in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def counted(n: int, one: str, several: str) -> str:
    return f"{number(n)} {one if n == 1 else several}"


def inches(far: float) -> str:
    """`9 inches`, `1.5 inches`, `one inch`."""
    tenths = int(far * 10.0 + 0.5)
    if tenths == 10:
        return "one inch"
    return f"{tenths // 10} inches" if tenths % 10 == 0 else f"{tenths / 10.0:.1f} inches"


def inches_of(far: float, rolled: int, cut: bool) -> str:
    """`6 inches`; `4.5 of 6 inches` where something cut the move short."""
    if not cut:
        return inches(far)
    tenths = int(far * 10.0 + 0.5)
    gone = str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10.0:.1f}"
    return f"{gone} of {rolled} {'inch' if rolled == 1 else 'inches'}"


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(parts: list[str]) -> str:
    """`one, two and three`."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def compass(degrees: float) -> str:
    return COMPASS[int((degrees + 22.5) / 45.0) % 8]


def wording(battle: LancerBattle, unit: int, choices: list[str]) -> str:
    """One of several ways to say it, the same whenever this moment is told again."""
    return choices[(unit * 5 + battle.turn * 3 + len(battle.deck.drawn)) % len(choices)]


# ---------------------------------------------------------------- names


def name_of(battle: LancerBattle, id: int) -> str:
    """The unit as it stands within a sentence: `the 2nd Line Company`, `General Harcastle`, `the Emir`."""
    unit = battle.units[id]
    name = unit.name
    lower = name.lower()
    if lower.startswith("the "):
        return "the " + name[4:]
    words = lower.split(" ")
    if words[0] in TITLES and len(words) > 1:
        return name
    if unit.kind == COMMANDER and name != unit.card.name and not words[0][:1].isdigit():
        return name
    if words[0].endswith("'s") or words[0].endswith("s'"):
        return name
    return article_for(battle, unit) + " " + name


def article_for(battle: LancerBattle, unit: Unit) -> str:
    """`the`; with the side's colour where both sides have such a unit: `the Red`, `the Republic's`."""
    for other in battle.units:
        if other.side != unit.side and other.name.endswith(unit.card.name):
            return "the " + colour_of(battle.goals.side_names[unit.side])
    return "the"


def colour_of(side: str) -> str:
    """`Red` of Red Corps, `Royal` of The Royal Column, `Emir's` of The Emir's Host; else `Republic's`."""
    words = side.split(" ")
    if words[0].lower() == "the" and len(words) > 1:
        words = words[1:]
    if len(words) > 1 and words[-1].lower() in FORCES:
        return " ".join(words[:-1])
    whole = " ".join(words)
    return whole + ("'" if whole.endswith("s") else "'s")


def side_of(battle: LancerBattle, side: int) -> str:
    """The side within a sentence."""
    name = battle.goals.side_names[side]
    return "the " + name[4:] if name.lower().startswith("the ") else name


def short_of(unit: Unit) -> str:
    return SHORT.get(unit.card.id, KIND_SHORT[unit.kind])


def figures_of(unit: Unit, n: int) -> str:
    """`three spearmen`."""
    one, several = FIGURES.get(unit.card.id, KIND_FIGURES[unit.kind])
    return counted(n, one, several)


def heads_of(unit: Unit, n: int) -> str:
    """`three men`, `two troopers`, `one gunner`."""
    one, several = KIND_FIGURES[unit.kind]
    return counted(n, one, several)


def was(unit: Unit) -> str:
    """`the Levy Spearmen were`, `the Line Company was`."""
    last = unit.name.split(" ")[-1].lower()
    several = last.endswith("men") or (last.endswith("s") and not last.endswith("ss")) or last in ("folk", "townsfolk")
    return "were" if several and unit.kind != COMMANDER else "was"


# ---------------------------------------------------------------- ground


def ground_at(battle: LancerBattle, x: float, y: float) -> str:
    """The name of the topmost piece of ground there; empty in the open."""
    name = ""
    for plot in battle.land.plots:
        if not plot.linear and holds(plot.piece, x, y):
            name = the(plot.name)
    return name


def on_ground(battle: LancerBattle, x: float, y: float) -> str:
    """` in the palm wood`, ` on the stony hill`; empty in the open."""
    said = ""
    for plot in battle.land.plots:
        if plot.linear or not holds(plot.piece, x, y):
            continue
        said = (" on " if on_top(plot.row.id) else " in ") + the(plot.name)
    return said


def on_top(kind: str) -> bool:
    """Does one stand on it, rather than in it?"""
    return kind in ("hill", "road", "bridge", "mountain")


def passage(battle: LancerBattle, x0: float, y0: float, x1: float, y1: float) -> str:
    """What ground a move led over: ` out of the wood`, ` through the field`, ` onto the hill`."""
    left: list[str] = []
    through: list[str] = []
    into: list[str] = []
    for plot in battle.land.plots:
        if plot.linear or plot.row.id == "road":
            continue
        piece = plot.piece
        start = holds(piece, x0, y0)
        end = holds(piece, x1, y1)
        top = on_top(plot.row.id)
        name = the(plot.name)
        if start and end:
            continue
        if start:
            left.append(("off " if top else "out of ") + name)
        elif end:
            into.append(("onto " if top else "into ") + name)
        else:
            for step in range(1, 24):
                part = step / 24.0
                if holds(piece, x0 + (x1 - x0) * part, y0 + (y1 - y0) * part):
                    through.append(("over " if top else "through ") + name)
                    break
    parts = left + through + into
    return " " + listed(parts) if parts else ""


def where_in_line(battle: LancerBattle, unit: Unit, x: float) -> str:
    """`on the left`, `in the centre`, `on the right`, as the side itself sees it."""
    third = x / battle.land.ground.width
    west = "on the left" if turn_between(battle.goals.facings[unit.side], 0.0) <= 90.0 else "on the right"
    east = "on the right" if west == "on the left" else "on the left"
    return west if third < 0.34 else east if third > 0.66 else "in the centre"


def unit_there(battle: LancerBattle, name: str, mover: Unit, x: float, y: float) -> int:
    """Which unit of that name stands nearest to a place; -1 if it is ground that is so called."""
    found = -1
    nearest = 0.0
    for other in battle.units:
        if other.name == name and other is not mover and other.on_table():
            far = spacing_squared(x, y, other.x, other.y)
            if found < 0 or far < nearest:
                found = other.id
                nearest = far
    return found


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


def article(n: int) -> str:
    """`a 5`, `an 8`."""
    return f"an {n}" if n in (8, 11, 18) else f"a {n}"
