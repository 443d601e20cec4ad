"""Words for any battle's story: numbers, lists, the compass, names in their right form, ground. No sheet's own."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import turn_between
from playsheet.core.terrain import Ground, holds

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
TEENS: Final = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
COMPASS: Final = (
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
)  # fmt: skip

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


def article(n: int) -> str:
    """`a 5`, `an 8`."""
    return f"an {n}" if n in (8, 11, 18) else f"a {n}"


def upper(text: str) -> str:
    """As a sentence begins: with a capital, and a number in words."""
    first = text.split(" ", 1)[0]
    if first.isdigit() and int(first) < 100:
        text = spelled(int(first)) + text[len(first) :]
    return text[:1].upper() + text[1:]


def spelled(n: int) -> str:
    """Up to ninety-nine in words."""
    if n < len(NUMBERS):
        return NUMBERS[n]
    if n < 20:
        return TEENS[n - 13]
    return TENS[n // 10] + (f"-{NUMBERS[n % 10]}" if n % 10 else "")


def listed(parts: list[str], last: str = "and") -> str:
    """`one, two and three`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def compass(degrees: float) -> str:
    return COMPASS[int((degrees + 22.5) / 45.0) % 8]


def dice_wanted(n: int, sides: int, why: str) -> str:
    """Asking for dice: `Rifles fire: throw five d6.`"""
    return f"{why}: throw {f'{number(n)} d{sides}' if n != 1 else f'a d{sides}'}."


# ---------------------------------------------------------------- names


def spoken(name: str, card: str, person: bool) -> str:
    """A name as it stands within a sentence: `the Emir`, `General Harcastle`; empty if it wants an article before it.

    `card` is what all of its kind are called: a person called by that alone has no name of his own.
    """
    lower = name.lower()
    if lower.startswith("the "):
        return "the " + name[4:]
    words = lower.split(" ")
    if words[0] in TITLES and len(words) > 1:
        return name
    if person and name != card and not words[0][:1].isdigit():
        return name
    return name if words[0].endswith("'s") or words[0].endswith("s'") else ""


def is_plural(name: str) -> bool:
    """The Levy Spearmen were, the Line Company was."""
    last = name.split(" ")[-1].lower()
    several = last in ("folk", "townsfolk", "people")
    return several or last.endswith("men") or (last.endswith("s") and not last.endswith("ss"))


def plural_of(name: str) -> str:
    """`Warrior Bands`; what is several already, or a mass, stays as it is."""
    last = name.split(" ")[-1].lower()
    if is_plural(name) or last in ("horse", "infantry", "cavalry", "militia", "foot"):
        return name
    return name[:-1] + "ies" if last.endswith("y") and last[-2:-1] not in "aeiou" else name + "s"


def together(names: list[str], last: str = "and") -> str:
    """Many names, those with a number run together: `the 1st to 4th Warrior Bands and the Tribal Archers`."""
    parts: list[str] = []
    index = 0
    while index < len(names):
        numbers = [ordinal(names[index])]
        kind = numbered_kind(names[index])
        index += 1
        while kind and index < len(names) and numbered_kind(names[index]) == kind:
            numbers.append(ordinal(names[index]))
            index += 1
        if len(numbers) == 1:
            parts.append(names[index - 1])
        else:
            before, after = kind.split("|")
            parts.append(f"{before}{ordinals(numbers, last)} {plural_of(after)}")
    return listed(parts, last)


def ordinals(numbers: list[int], last: str) -> str:
    """`1st, 2nd and 4th`, `1st to 4th`."""
    n = len(numbers)
    if n > 2 and numbers[-1] - numbers[0] == n - 1 and sorted(numbers) == numbers:
        return f"{nth(numbers[0])} to {nth(numbers[-1])}"
    return listed([nth(one) for one in numbers], last)


def nth(n: int) -> str:
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{('th', 'st', 'nd', 'rd')[n % 10] if n % 10 < 4 else 'th'}"


def ordinal(name: str) -> int:
    """2 of `the 2nd Warrior Band`; 0 if no number stands in it."""
    for word in name.split(" "):
        if word[:-2].isdigit() and word[-2:] in ("st", "nd", "rd", "th"):
            return int(word[:-2])
    return 0


def numbered_kind(name: str) -> str:
    """`the |Warrior Band` of `the 2nd Warrior Band`: what those that differ only by a number share."""
    n = ordinal(name)
    if n == 0:
        return ""
    before, after = name.split(nth(n) + " ", 1) if nth(n) + " " in name else (name, "")
    return f"{before}|{after}" if after else ""


def colour_of(side: str) -> str:
    """`Red` of Red Corps, `Royal` of The Royal Column, `Emir's` of The Emir's Host; else `Republic's`."""
    words = side.split(" ")
    if words[0].lower() == "the" and len(words) > 1:
        words = words[1:]
    if len(words) > 1 and words[-1].lower() in FORCES:
        return " ".join(words[:-1])
    return owners(" ".join(words))


def owners(name: str) -> str:
    """`the Republic's`, `the Warriors'`."""
    return name + ("'" if name.endswith("s") else "'s")


def the_side(name: str) -> str:
    """A side within a sentence."""
    return "the " + name[4:] if name.lower().startswith("the ") else name


def verb(name: str, one: str, several: str) -> str:
    """`the Picket has`, `the Warriors have`: a name with the verb that fits it."""
    return f"{name} {several if is_plural(name) else one}"


# ---------------------------------------------------------------- ground


def the(name: str) -> str:
    """`the palm wood`; a name that starts with a capital stands by itself."""
    return name if name[:1].isupper() or name.startswith("the ") else "the " + name


def on_top(kind: str) -> bool:
    """Does one stand on it, rather than in it?"""
    return kind in ("hill", "road", "bridge", "mountain")


def on_ground(ground: Ground, x: float, y: float) -> str:
    """` in the palm wood`, ` on the stony hill`; empty in the open."""
    said = ""
    for piece in ground.pieces:
        if not piece.is_line and holds(piece, x, y):
            said = (" on " if on_top(piece.kind) else " in ") + the(piece.name or piece.kind)
    return said


def passage(ground: Ground, x0: float, y0: float, x1: float, y1: float) -> str:
    """What ground a move led over: ` out of the wood`, ` through the field`, ` onto the hill`."""
    left: list[str] = []
    through: list[str] = []
    into: list[str] = []
    for piece in ground.pieces:
        if piece.is_line or piece.kind == "road":
            continue
        start = holds(piece, x0, y0)
        end = holds(piece, x1, y1)
        top = on_top(piece.kind)
        name = the(piece.name or piece.kind)
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


def where_in_line(width: float, facing: float, x: float) -> str:
    """`on the left`, `in the centre`, `on the right`, as a side that faces so sees it itself."""
    third = x / width
    west = "on the left" if turn_between(facing, b=0.0) <= 90.0 else "on the right"
    east = "on the right" if west == "on the left" else "on the left"
    return west if third < 0.34 else east if third > 0.66 else "in the centre"
