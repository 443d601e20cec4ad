"""Intents: what somebody wants of some of his units, in place of many answers. Plain data, one line of text each.

    march 3 4 5 to 20,14 facing 90 in column     several places are a way; `apart`: each to the very place
    deploy 3 4 to 20,14 facing 180               `deploy as suggested`, `mirrored` or `best`, with or without units
    fire 3 at 7        fire 3 at will            fire 3 within 12        fire 3 if charged
    charge 3 4 at 7    support 3 at 5
    hold 3             rally 3                   keep 3                  same 3
    stand              best                      for whoever is left; with units, for these
    best 3 4 as assault                          in that stance (core/stances.py); `as shift by 20`: by that easting

Units are places in the roster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.stances import STANCES, Stance

MARCH: Final = "march"
DEPLOY: Final = "deploy"
FIRE: Final = "fire"
CHARGE: Final = "charge"
SUPPORT: Final = "support"
HOLD: Final = "hold"
RALLY: Final = "rally"
KEEP: Final = "keep"
SAME: Final = "same"
STAND: Final = "stand"
BEST: Final = "best"
KINDS: Final = (MARCH, DEPLOY, FIRE, CHARGE, SUPPORT, HOLD, RALLY, KEEP, SAME, STAND, BEST)
FOR_ALL: Final = (DEPLOY, KEEP, SAME, STAND, BEST)  # these may name nobody: then all who are left are meant
FOR_A_TURN: Final = (KEEP, SAME, STAND, BEST)  # these end with the turn

SUGGESTED: Final = "suggested"
MIRRORED: Final = "mirrored"
PLANNED: Final = "best"
HOWS: Final = (SUGGESTED, MIRRORED, PLANNED)

MOST_UNITS: Final = 300
MOST_PLACES: Final = 20
LONGEST: Final = 2000  # characters
ANY_WAY: Final = -1.0  # no facing is wished for

Place = tuple[float, float]


class Intent:
    """What is wanted, of whom. Fields that a kind does not use are empty."""

    def __init__(self, kind: str, units: list[int]) -> None:
        self.kind: Final = kind
        self.units: Final = units
        self.way: list[Place] = []  # the last is where to
        self.apart = False  # each unit goes to the very place; else they keep their places to each other
        self.facing = ANY_WAY
        self.formation = ""  # as the sheet's own options call it
        self.target = -1
        self.within = 0.0  # fire is held until somebody comes so near; 0: at will
        self.if_charged = False  # fire is held until they are charged
        self.how = ""  # of a deployment
        self.stance = Stance.OWN  # in which the adjutant does what he thinks best ...
        self.easting = 0.0  # ... and by which way, of those who shift

    def of(self, units: list[int]) -> Intent:
        """The same, of other units."""
        twin = Intent(self.kind, units)
        twin.way = self.way
        twin.apart = self.apart
        twin.facing = self.facing
        twin.formation = self.formation
        twin.target = self.target
        twin.within = self.within
        twin.if_charged = self.if_charged
        twin.how = self.how
        twin.stance = self.stance
        twin.easting = self.easting
        return twin

    def renumbered(self, now: Callable[[int], int]) -> Intent | None:
        """The same, where units have other numbers now (-1: gone); None if nobody of those whom it names is left."""
        units = [now(unit) for unit in self.units if now(unit) >= 0]
        if self.units and not units:
            return None
        twin = self.of(units)
        twin.target = now(self.target) if self.target >= 0 else -1
        return None if self.target >= 0 and twin.target < 0 else twin

    def text(self) -> str:
        """One line, read back the same."""
        parts = [self.kind, *[str(unit) for unit in self.units]]
        if self.how:
            parts += ["as", self.how]
        if self.stance != Stance.OWN:
            parts += ["as", STANCES[self.stance]]
        if self.stance == Stance.SHIFT:
            parts += ["by", put(self.easting)]
        if self.way:
            parts += ["to", *[f"{put(x)},{put(y)}" for x, y in self.way]]
        if self.apart:
            parts.append("apart")
        if self.facing >= 0.0:
            parts += ["facing", put(self.facing)]
        if self.formation:
            parts += ["in", self.formation]
        if self.target >= 0:
            parts += ["at", str(self.target)]
        if self.within > 0.0:
            parts += ["within", put(self.within)]
        if self.if_charged:
            parts += ["if", "charged"]
        if self.kind == FIRE and self.target < 0 and self.within == 0.0 and not self.if_charged:
            parts += ["at", "will"]
        return " ".join(parts)


def read_intent(text: str) -> Intent:
    """An intent from its line; what is none is refused in a sentence."""
    if len(text) > LONGEST:
        raise Refused(f"an intent has at most {LONGEST} characters, got {len(text)}.")
    words = Words(text.split())
    kind = words.next("what is wanted: " + ", ".join(KINDS))
    if kind not in KINDS:
        raise Refused(f"expected one of {', '.join(KINDS)}, got {kind[:40]!r}.")
    units: list[int] = []
    while words.is_number():
        unit = int(words.next("a unit"))
        if unit in units:
            raise Refused(f"unit {unit} is named twice.")
        units.append(unit)
    if len(units) > MOST_UNITS:
        raise Refused(f"at most {MOST_UNITS} units can be named at once, got {len(units)}.")
    intent = Intent(kind, units)
    while not words.at_end():
        read_part(intent, words)
    check(intent)
    return intent


def read_part(intent: Intent, words: Words) -> None:
    word = words.next("")
    kind = intent.kind
    if word == "to" and kind in (MARCH, DEPLOY):
        intent.way.append(place_of(words.next("a place like 20,14")))
        while not words.at_end() and "," in words.words[words.at]:
            intent.way.append(place_of(words.next("")))
    elif word == "apart" and kind == MARCH:
        intent.apart = True
    elif word == "facing" and kind in (MARCH, DEPLOY):
        intent.facing = number_of(words.next("a bearing in degrees"), 0.0, 360.0) % 360.0
    elif word == "in" and kind in (MARCH, DEPLOY):
        intent.formation = words.next("a formation")[:40]
    elif word == "as" and kind == DEPLOY:
        intent.how = words.next("how: " + ", ".join(HOWS))
        if intent.how not in HOWS:
            raise Refused(f"expected one of {', '.join(HOWS)}, got {intent.how[:40]!r}.")
    elif word == "as" and kind == BEST:
        read_stance(intent, words)
    elif word == "at" and kind in (FIRE, CHARGE, SUPPORT):
        if kind == FIRE and words.is_next("will"):
            words.next("")
        elif words.is_number():
            intent.target = int(words.next(""))
        else:
            raise Refused("expected a unit of the roster, by its number, behind 'at'.")
    elif word == "within" and kind == FIRE:
        intent.within = number_of(words.next("a distance"), 0.0, 1000.0)
    elif word == "if" and kind == FIRE and words.is_next("charged"):
        words.next("")
        intent.if_charged = True
    else:
        raise Refused(f"{word[:40]!r} says nothing to {kind!r}.")


def read_stance(intent: Intent, words: Words) -> None:
    known = STANCES[1:]
    name = words.next("a stance: " + ", ".join(known))
    if name not in known:
        raise Refused(f"expected one of {', '.join(known)}, got {name[:40]!r}.")
    intent.stance = STANCES.index(name)
    if intent.stance == Stance.SHIFT:
        if not words.is_next("by"):
            raise Refused("a shift needs its easting: as shift by 20.")
        words.next("")
        intent.easting = number_of(words.next("an easting"), -1000.0, 10000.0)


def check(intent: Intent) -> None:
    """What a kind cannot do without."""
    kind = intent.kind
    if not intent.units and kind not in FOR_ALL:
        raise Refused(f"{kind!r} needs at least one unit, by its number in the roster.")
    if intent.stance != Stance.OWN and not intent.units:
        raise Refused("a stance is for units that are named: best 3 4 as hold.")
    if kind == MARCH and not intent.way:
        raise Refused("a march needs a place to go to: to 20,14.")
    if kind in (CHARGE, SUPPORT) and intent.target < 0:
        raise Refused(f"{kind!r} needs a unit behind 'at', by its number in the roster.")
    if kind == DEPLOY and bool(intent.way) == bool(intent.how):
        raise Refused("a deployment is either 'to' a place or 'as' suggested, mirrored or best.")
    if kind == DEPLOY and intent.way and (not intent.units or len(intent.way) > 1):
        raise Refused("a deployment at a place names its units, and one place.")
    if len(intent.way) > MOST_PLACES:
        raise Refused(f"a way has at most {MOST_PLACES} places, got {len(intent.way)}.")


class Words:
    """Read one after the other."""

    def __init__(self, words: list[str]) -> None:
        self.words: Final = words
        self.at = 0

    def at_end(self) -> bool:
        return self.at >= len(self.words)

    def is_next(self, word: str) -> bool:
        return not self.at_end() and self.words[self.at] == word

    def is_number(self) -> bool:
        word = "" if self.at_end() else self.words[self.at]
        return word.isascii() and word.isdigit() and len(word) < 7

    def next(self, expected: str) -> str:
        if self.at_end():
            raise Refused(f"expected {expected}, and the line ends.")
        self.at += 1
        return self.words[self.at - 1]


def put(number: float) -> str:
    """As short as it can be read back the same."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def place_of(text: str) -> Place:
    x, _, y = text.partition(",")
    return number_of(x, -1000.0, 10000.0), number_of(y, -1000.0, 10000.0)


def number_of(text: str, least: float, most: float) -> float:
    try:
        found = float(text)
    except ValueError:
        raise Refused(f"expected a number, got {text[:40]!r}.") from None
    if not least <= found <= most:
        raise Refused(f"expected a number from {least:g} to {most:g}, got {text[:40]!r}.")
    return found
