"""Words that the stories of two or more sheets share: measures, men, the line they stand behind, machines."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import from_piece
from playsheet.core.events import Rolled
from playsheet.core.reader import figure as plain
from playsheet.core.telling import last_roll
from playsheet.core.terrain import Ground, Piece, crossed
from playsheet.core.words import NUMBERS, article, counted, listed, number, on_ground, the, upper

SOLDIER: Final = "soldier"

# The columns of a damage chart, as one speaks of them.
CHART_COLUMNS: Final = {
    "effect": "minor damage",
    "non-penetrating": "non-penetrating hits",
    "penetrating": "penetrating hits",
    "catastrophic": "catastrophic hits",
    "dent": "dents",
    "crack": "cracks",
}


# ---------------------------------------------------------------- measures and numbers


def inches(far: float) -> str:
    """`9 inches`, `1.5 inches`, `one inch`: to a tenth."""
    said = to_a_tenth(far)
    return "one inch" if said == "1" else f"{said} inches"


def to_a_tenth(far: float) -> str:
    """`9`, `1.5`."""
    return plain(int(far * 10.0 + 0.5) / 10.0)


def degrees(turn: float) -> str:
    whole = int(turn + 0.5)
    return f"{whole} {'degree' if whole == 1 else 'degrees'}"


def tallied(n: int, one: str, several: str) -> str:
    """`1 point`, `12 points`: as a score is read, in figures."""
    return f"{n} {one if n == 1 else several}"


def points_words(n: int) -> str:
    return tallied(n, "point", "points")


def times(n: int) -> str:
    return "once" if n == 1 else "twice" if n == 2 else f"{number(n)} times"


def part_of(n: int, whole: int) -> str:
    """`four of nine`, `11 of 20`: both in words or neither."""
    return f"{number(n)} of {number(whole)}" if whole < len(NUMBERS) else f"{n} of {whole}"


def needing(rolls: list[Rolled], why: str) -> str:
    """` (a 16, needing 16 or less)`; empty if the die is not known."""
    roll = last_roll(rolls, why)
    return f" ({article(roll.faces[0])}, needing {roll.needed})" if roll is not None and roll.needed else ""


# ---------------------------------------------------------------- men and units


def a(word: str) -> str:
    """`a rifleman`, `an archer`."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def men_by_name(titles: list[str]) -> list[str]:
    """What each man of a unit is called there, by what he is: `sergeant`; where there are several, `redcoat 3`.

    Of whom nothing is said but that he is a man, he is a soldier.
    """
    titles = [SOLDIER if title == "man" else title for title in titles]
    found: list[str] = []
    for place, title in enumerate(titles):
        alike = titles.count(title) > 1
        found.append(f"{title} {titles[: place + 1].count(title)}" if alike else title)
    return found


def named_man(man: str, unit: str) -> str:
    """One man out of his unit: `the sergeant of the Redcoats`, `redcoat 3 of the Redcoats`."""
    return f"{man if man[-1:].isdigit() else the(man)} of {unit}"


def men(n: int, words: tuple[str, str]) -> str:
    """`three warriors`, `a rifleman`, by the words for one and for several."""
    return a(words[0]) if n == 1 else counted(n, words[0], words[1])


def men_out_of(n: int, words: tuple[str, str], unit: str) -> str:
    """`three warriors of the Warband`; but `three of the Redcoats`, who are called by what they are."""
    if unit.lower().endswith(" " + words[1]):
        return f"{number(n)} of {unit}"
    return f"{men(n, words)} of {unit}"


def your(unit: str, name: str) -> str:
    """To its owner: `your 2nd Redcoats` for `the 2nd Redcoats`; `the Emir` and `General Harcastle` as they are.

    `unit` is what it is called within a sentence, `name` its name on the roster.
    """
    if not unit.startswith("the ") or name.lower().startswith("the "):
        return unit
    return "your " + name


# ---------------------------------------------------------------- ground


def place_name(name: str) -> str:
    """`the farm wall` for `the farm wall, west`."""
    return the(name.split(",")[0])


def lined_by_most(lines: list[tuple[Piece, str]], bodies: list[tuple[float, float, float]], reach: float) -> str:
    """The first of these walls and hedges that most bodies (x, y, radius) stand within reach of; empty if none is."""
    for piece, name in lines:
        near = [x for x, y, r in bodies if from_piece(piece, x, y, r) <= reach]
        if 2 * len(near) > len(bodies):
            return place_name(name)
    return ""


def crossed_by_most(lines: list[tuple[Piece, str]], ways: list[tuple[float, float, float, float]]) -> str:
    """` over the wall`: what most of those who went from here to there climbed over."""
    found: list[str] = []
    for piece, name in lines:
        over = [x0 for x0, y0, x1, y1 in ways if crossed(piece, x0, y0, x1, y1)]
        if 2 * len(over) > len(ways) and place_name(name) not in found:
            found.append(place_name(name))
    return f" over {listed(found)}" if found else ""


def shelter(line: str, ground: Ground, covered: list[tuple[float, float]], otherwise: str) -> str:
    """` behind the wall` that they line, ` in the wood` where one of them has cover; else as the cover is called."""
    if line:
        return f" behind {line}"
    for x, y in covered:
        said = on_ground(ground, x, y)
        if said:
            return said
    return otherwise


# ---------------------------------------------------------------- machines


def blew_up(name: str) -> list[str]:
    """Ways to say it: without the full stop, for what became of the crew may follow."""
    return [
        f"{upper(name)} blew up with a roar that shook the field",
        f"With a shriek of steam {name} blew up",
        f"{upper(name)} burst asunder in fire and steam",
    ]
