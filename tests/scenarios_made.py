"""Scenarios made at random, from what a system's vocabulary and cards offer: sensible ones and odd ones.

Zones from too small to ample, terrain anywhere, few units and many, objectives on the table and off it. A scenario is a
text like one that a person could have written, and the same for the same seed. Of a system only a few words are told
here: what its scenarios cannot do without, and its objectives.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import atan2
from random import Random
from typing import Any

from tabletop import toml

from playsheet.core.system import System
from playsheet.rules import load_system

NAMES = ("The Reds", "The Blues")
FACINGS = ((0, 180), (90, 270), (180, 0), (37, 217), (0, 0))


@dataclass(frozen=True)
class Words:
    """What a system's scenarios say besides what all scenarios say."""

    inch: float = 1.0  # in the sheet's unit of length
    extra: tuple[str, ...] = ("",)
    side_extra: tuple[str, str] = ("", "")
    groups: str = ""  # of a side, and the line that puts a unit into it
    in_group: str = ""
    always: str = ""  # units without which there is no side
    cards: tuple[str, str] = ("", "")  # how the cards of each side begin
    never: str = "?"  # and how those begin that stand among `always`
    once: tuple[str, ...] = ()  # at most one of these a side
    unit_extra: tuple[str, ...] = ("",)
    objectives: tuple[str, ...] = ()


PLACE = 'name = "the place"\nat = [{x}, {y}]\nwithin = {within}'

WORDS: dict[str, Words] = {
    "lancer": Words(
        objectives=(
            'kind = "hold-point"\nx = {x}\ny = {y}\nwithin = {within}',
            'kind = "most-removed"',
            'kind = "units-beyond"\nside = {side}\nbeyond = "north"\ny = {y}\nunits = 1\notherwise = 2',
            'kind = "points-for-ground"\nterrain = ["{ground}"]\npoints = 3',
            'kind = "points-for-removed"\nunits = 1\ncommanders = 2',
        ),
    ),
    "riskfactor": Words(
        inch=2.5,
        extra=("first = 1", "first = 2"),
        groups='[[sides.groups]]\nid = "platoon"\nextra = {{ within = {within} }}',
        in_group='group = "platoon"',
        once=("captain", "lieutenant", "subaltern", "chief"),
        unit_extra=("", 'order = "hold"', 'order = "advance"', 'order = "advance", to = [{x}, {y}]'),
        objectives=(
            'kind = "figures-beyond"\nside = {side}\nbeyond = "north"\ny = {y}\nfigures = 3',
            'kind = "no-enemy-left"\nside = {side}',
            'kind = "hold-buildings"\nside = {side}\nterrain = ["{ground}"]\nhold = 1\nunhurt = 1\nper_civilian = 0',
            'kind = "otherwise"\nside = {side}',
        ),
    ),
    "gaslight": Words(
        objectives=(
            'kind = "sole-inside"\nterrain = "{ground}"\npoints = 5',
            'kind = "most-near"\n' + PLACE + "\npoints = 5",
            'kind = "vehicles-lost"\npoints = 2',
            'kind = "storm"\nside = {side}\nterrain = "{ground}"\nfigures = 2',
            'kind = "most-inside"\nterrain = "{ground}"\npoints = 2',
        ),
    ),
    "orderchips": Words(
        extra=("", "events = true"),
        objectives=(
            'kind = "control-point"\n' + PLACE + "\npoints = 3",
            'kind = "control-ground"\nterrain = ["{ground}"]\npoints = [2, 2]',
            'kind = "units-lost"\npoints = 2\nbelow_half = 1',
            'kind = "points-lost"\nevery = 10',
            'kind = "automata-turned"\npoints = 2',
            'kind = "army-lost"\npart = 0.5',
        ),
    ),
    "gettysburg": Words(
        extra=("year = 1862", 'year = 1864\ntheatre = "west"'),
        side_extra=(
            'nation = "union"\nbaseline = "{edge}"\n'
            'divisions = [{{ id = "division", name = "the Division", order = "attack" }}]',
            'nation = "confederate"\nbaseline = "{edge}"\n'
            'divisions = [{{ id = "division", name = "the Division", order = "defend" }}]',
        ),
        groups='[[sides.groups]]\nid = "brigade"\nname = "the Brigade"\n'
        'extra = {{ division = "division", order = "engage" }}',
        in_group='group = "brigade"',
        always='[[sides.units]]\ncard = "gen-n"\nname = "the C-in-C"\nextra = { level = "cinc" }\n'
        '[[sides.units]]\ncard = "gen-p"\nname = "the Brigadier"\ngroup = "brigade"\nextra = { level = "brigadier" }',
        cards=("us-", "cs-"),
        never="gen-",
        objectives=(
            'kind = "most-infantry"\n' + PLACE + "\npoints = 3",
            'kind = "last-held"\n' + PLACE + "\npoints = 3",
            'kind = "units-taken"\npoints = 1',
            'kind = "trophies"\npoints = 1',
            'kind = "brigades-broken"\npoints = 2',
        ),
    ),
}


def scenario_made(system: str, seed: int) -> str:
    """A scenario's text; the same for the same seed."""
    return Maker(system, Random(f"{system} {seed}")).text(seed)


@cache
def loaded(system: str) -> System[Any]:
    return load_system(system)


class Maker:
    """One scenario while it is being made up."""

    def __init__(self, system: str, chance: Random) -> None:
        self.words = WORDS[system]
        self.system = system
        self.loaded = loaded(system)
        self.known = self.loaded.vocabulary()
        self.chance = chance
        small = chance.random() < 0.15
        low, high = (4, 16) if small else (24, 60)
        self.width = self.inches(low, high)
        self.depth = self.inches(low, high)
        self.places: list[str] = []  # areas of terrain, by name
        self.facings = chance.choice(FACINGS[:2] if chance.random() < 0.8 else FACINGS)

    def rarely(self, part: float) -> bool:
        return self.chance.random() < part

    def inches(self, low: float, high: float) -> float:
        return round(self.chance.uniform(low, high) * self.words.inch, 1)

    def place(self) -> tuple[float, float]:
        """Anywhere on the table; seldom off it."""
        far = 1.2 if self.rarely(0.004) else 1.0
        chance = self.chance
        return round(chance.random() * self.width * far, 1), round(chance.random() * self.depth * far, 1)

    def filled(self, words: str) -> str:
        x, y = self.place()
        edge = ("south", "west", "north", "east")[self.facings[0] // 90 % 4]
        ground = self.chance.choice(self.places) if self.places else "nowhere"
        within = self.inches(1, 8)
        return words.format(x=x, y=y, within=within, side=self.chance.randint(1, 2), ground=ground, edge=edge)

    # ------------------------------------------------------------ the parts of a scenario

    def text(self, seed: int) -> str:
        chance = self.chance
        terrain = [self.terrain(number) for number in range(chance.choice((0, 1, 2, 3, 5, 9)))]
        parts = [
            f'id = "made-{seed}"\nsystem = "{self.system}"\ntitle = "Made {seed}"\nblurb = "Made at random."',
            f'size = "small"\ntable = [{self.width}, {self.depth}]\nturns = {chance.randint(1, 4)}',
            "[extra]\n" + chance.choice(self.words.extra),
            "[rulings]\n" + self.rulings(),
            *terrain,
            *[self.side(side) for side in (0, 1)],
            *["[[objectives]]\n" + self.objective() for _ in range(chance.choice((0, 1, 1, 2, 3)))],
        ]
        return "\n".join(parts) + "\n"

    def objective(self) -> str:
        """One about a piece of terrain only where there is one."""
        fits = [words for words in self.words.objectives if self.places or "{ground}" not in words or self.rarely(0.05)]
        return self.filled(self.chance.choice(fits))

    def rulings(self) -> str:
        """Mostly the rules as they are, else some switches at random."""
        if not self.rarely(0.25):
            return ""
        switches = [switch for ruling in self.loaded.rulings.all for switch in ruling.switches]
        turned = self.chance.sample(switches, 3)
        return "\n".join(f"{switch.key} = {toml(self.chance.choice(switch.values))}" for switch in turned)

    def terrain(self, number: int) -> str:
        chance = self.chance
        shape = chance.choice(("rect", "rect", "circle", "polygon", "line"))
        kind = chance.choice(self.known.lines if shape == "line" and self.known.lines else self.known.areas)
        if shape == "rect" or (shape == "line" and not self.known.lines):
            shape, says = "rect", toml(self.rect(self.inches(1, 30), self.inches(1, 20)))
        elif shape == "circle":
            radius = min(self.inches(0.5, 8), self.width / 2, self.depth / 2)
            x, y = chance.uniform(radius, self.width - radius), chance.uniform(radius, self.depth - radius)
            says = toml([round(x, 3), round(y, 3), round(radius, 3) - 0.001])
        else:
            corners = [list(self.place()) for _ in range(chance.randint(3, 5) if shape == "polygon" else 2)]
            says = toml(corners if shape == "line" or self.rarely(0.05) else round_about(corners))
        name = f"the {kind} {number}"
        if shape != "line":
            self.places.append(name)
        return f'[[terrain]]\nkind = "{kind}"\nname = "{name}"\n{shape} = {says}'

    def rect(self, wide: float, deep: float) -> list[float]:
        """Somewhere on the table."""
        wide, deep = min(wide, self.width), min(deep, self.depth)
        x = round(self.chance.uniform(0, self.width - wide), 2)
        y = round(self.chance.uniform(0, self.depth - deep), 2)
        return [x, y, round(min(x + wide, self.width), 2), round(min(y + deep, self.depth), 2)]

    # ------------------------------------------------------------ a side

    def side(self, side: int) -> str:
        chance = self.chance
        grouped = bool(self.words.groups) and (bool(self.words.always) or self.rarely(0.3))
        players = '\nplayers = ["Ann", "Bob"]' if self.rarely(0.15) else ""
        parts = [
            f'[[sides]]\nname = "{NAMES[side]}"\nfacing = {self.facings[side]}',
            f"zones = {toml(self.zones(side))}{players}",
            "[sides.extra]\n" + self.filled(self.words.side_extra[side]) if self.words.side_extra[side] else "",
            self.filled(self.words.groups) if grouped else "",
            self.words.always,
        ]
        crowd = chance.choice((1, 2, 3, 4, 6, 9, 14))
        had_one = False
        begin = self.words.cards[side]
        cards = [card for card in self.known.cards if card.startswith(begin) and not card.startswith(self.words.never)]
        for _ in range(crowd):
            card = chance.choice(cards)
            if card in self.words.once:
                if had_one:
                    continue
                had_one = True
            parts.append(self.unit(card, grouped=grouped))
        if len(parts) == 5:
            parts.append(self.unit(cards[0], grouped=grouped))
        return "\n".join(parts)

    def unit(self, card: str, *, grouped: bool) -> str:
        lines = ["[[sides.units]]", f'card = "{card}"']
        if card not in self.words.once and self.rarely(0.2):
            lines.append("count = 2")
        elif self.rarely(0.02):
            lines.append(f"at = {toml(list(self.place()))}")
        if grouped and (self.words.always or self.rarely(0.7)):
            lines.append(self.words.in_group)
        if self.rarely(0.06):
            lines.append(f"zones = {toml([self.rect(self.inches(4, 30), self.inches(4, 20))])}")
        if self.known.formations and self.rarely(0.03):
            lines.append(f'formation = "{self.chance.choice(self.known.formations)}"')
        extra = self.filled(self.chance.choice(self.words.unit_extra))
        if extra:
            lines.append(f"extra = {{ {extra} }}")
        return "\n".join(lines)

    def zones(self, side: int) -> list[list[float]]:
        """Mostly a strip along the side's edge; or a small rectangle anywhere, several, all of the table, or off it."""
        kind = self.chance.random()
        wide, deep = self.width, self.depth
        if kind < 0.7:
            share = self.chance.choice((0.1, 0.25, 0.35, 0.45))
            along_y = self.facings[0] % 180 == 90
            reach = round((wide if along_y else deep) * share, 2)
            if along_y:
                return [[0, 0, reach, deep] if side == 0 else [round(wide - reach, 2), 0, wide, deep]]
            return [[0, 0, wide, reach] if side == 0 else [0, round(deep - reach, 2), wide, deep]]
        if kind < 0.76:
            return [self.rect(self.inches(2, 20), self.inches(2, 12))]
        if kind < 0.88:
            return [self.rect(self.inches(5, 40), self.inches(5, 25)) for _ in range(self.chance.randint(2, 3))]
        if kind < 0.99:
            return [[0, 0, wide, deep]]
        return [[0, 0, round(wide * 1.1, 1), deep]]


def round_about(corners: list[list[float]]) -> list[list[float]]:
    """In an order in which the outline does not cross itself."""
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    return sorted(corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x))
