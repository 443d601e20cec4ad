"""Shooting and shells at figures, explosions."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.orderchips.calculator.inputs import (
    ARTILLERY,
    FIGURES,
    MOST,
    aim_from,
    count_fields,
    firer_fields,
    losses,
    mark_fields,
    mark_from,
    notable_fields,
    ranks_from,
    shots_from,
)
from playsheet.rules.orderchips.dice.blast import BlastWitness, Shell, Under, explode, fire_shell
from playsheet.rules.orderchips.dice.shooting import Losses, Volley, Witness, shoot
from playsheet.rules.orderchips.sheet.tables import HIGHEST, MOST_FIGURES, Blast, ChipRules
from playsheet.rules.orderchips.terms import KINDS, Arm

LOSSES: Final = ("lost", "notables_lost")


# ---------------------------------------------------------------- small arms


def volley_of(rules: ChipRules, values: Values) -> Volley:
    mark = mark_from(values, volley=values.flag("volley"))
    aim = aim_from(rules, values, mark, shots_from(values))
    return Volley([aim], ranks_from(values, values.number("target")))


def shooting(dice: Dice, rules: ChipRules, volley: Volley) -> Facts:
    paper = OnPaper()
    shoot(dice, rules, volley, paper)
    return (paper.hits, paper.lost, paper.notables_lost)


class OnPaper(Witness):
    """Fire on paper: how many hits, and what they cost."""

    def __init__(self) -> None:
        self.hits = 0
        self.lost = 0
        self.notables_lost = 0

    def fired(self, hits: int) -> None:
        self.hits = hits

    def suffered(self, lost: Losses) -> None:
        self.lost, self.notables_lost = losses(lost)


SHOOT: Final = Form(
    "shoot",
    "Shooting at figures: the number, the hits, who falls",
    at="shooting-modifiers",
    example="figures=10 shoot=5 range=long moving=yes order=loose cover=light target=12",
    results=("hits", *LOSSES),
    fields=(
        *count_fields(10),
        *firer_fields(5),
        *mark_fields(FIGURES, KINDS[Arm.INFANTRY]),
        Field("target", "figures of the target", 10, 1, MOST_FIGURES),
        *notable_fields("with it, or the target himself"),
    ),
    read=volley_of,
    run=shooting,
)


# ---------------------------------------------------------------- shells


def under_fields() -> tuple[Field, ...]:
    return (
        Field("under", "figures under the template, notable persons included", 8, 1, MOST),
        Field("place1", "place of a notable person among them, nearest first, 0: there is none", 0, 0, MOST),
        Field("save1", "his SAVE", 7, 1, HIGHEST),
    )


def under_from(values: Values) -> Under:
    saves = [0] * values.number("under")
    place = values.number("place1")
    if place > len(saves):
        raise Refused(f"place1: expected a place from 0 to {len(saves)}, got {place}.")
    if place:
        saves[place - 1] = values.number("save1")
    return Under([0] * len(saves), saves)


def shell_of(rules: ChipRules, values: Values) -> Shell:
    aim = aim_from(rules, values, mark_from(values, volley=False), dice=1)
    return Shell(aim, rules.blasts[values.word("weapon")], under_from(values), values.number("guns"))


def shelling(dice: Dice, rules: ChipRules, shell: Shell) -> Facts:
    paper = BlastOnPaper(shell.under)
    fire_shell(dice, rules, shell, paper)
    return (paper.hit, paper.lost, paper.notables_lost, paper.wrecked)


class BlastOnPaper(BlastWitness):
    """A burst on paper."""

    def __init__(self, under: Under) -> None:
        self.under: Final = under
        self.hit = False
        self.lost = 0
        self.notables_lost = 0
        self.wrecked = 0

    def fired(self, hit: bool) -> None:
        self.hit = hit

    def struck(self, place: int, saved: bool) -> None:
        if saved:
            return
        if self.under.saves[place]:
            self.notables_lost += 1
        else:
            self.lost += 1

    def gun(self, place: int, wrecked: bool) -> None:
        if wrecked:
            self.wrecked += 1


SHELL: Final = Form(
    "shell",
    "Artillery at figures: to hit, the blast, who falls, is the gun wrecked",
    at="blast",
    example="weapon=medium shoot=6 range=long cover=heavy grade=green under=9",
    results=("hit", *LOSSES, "guns_wrecked"),
    fields=(
        Field("weapon", "the class of the gun", "medium", choices=ARTILLERY),
        *firer_fields(6)[:3],
        *mark_fields(FIGURES, KINDS[Arm.INFANTRY]),
        *under_fields(),
        Field("guns", "guns under the template", 0, 0, 3),
    ),
    read=shell_of,
    run=shelling,
)


# ---------------------------------------------------------------- explosions


class Explosion:
    """A machine that explodes among figures, like such a shell."""

    def __init__(self, blast: Blast, under: Under) -> None:
        self.blast: Final = blast
        self.under: Final = under


def explosion_of(rules: ChipRules, values: Values) -> Explosion:
    return Explosion(rules.blasts[values.word("shell")], under_from(values))


def exploding(dice: Dice, rules: ChipRules, explosion: Explosion) -> Facts:
    paper = BlastOnPaper(explosion.under)
    explode(dice, rules, explosion.blast, explosion.under, paper)
    return (paper.lost, paper.notables_lost)


EXPLOSION: Final = Form(
    "explosion",
    "A machine explodes: who falls",
    at="blast",
    example="shell=medium under=6",
    results=LOSSES,
    fields=(Field("shell", "as a shell of this class", "heavy", choices=ARTILLERY[1:]), *under_fields()),
    read=explosion_of,
    run=exploding,
)
