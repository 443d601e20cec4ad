"""Shooting and shells at figures, explosions."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.orderchips.calculator.inputs import (
    FIGURES,
    MOST,
    Facts,
    aim_from,
    artillery,
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


class Shooting(Procedure):
    """Small arms at figures, with all that follows."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            *count_fields(10),
            *firer_fields(5),
            *mark_fields(FIGURES, KINDS[Arm.INFANTRY]),
            Field("target", "figures of the target", 10, 1, MOST_FIGURES),
            *notable_fields("with it, or the target himself"),
        )
        super().__init__(
            "shoot",
            "Shooting at figures: the number, the hits, who falls",
            "shooting-modifiers",
            fields,
            ("hits", *LOSSES),
            "figures=10 shoot=5 range=long moving=yes order=loose cover=light target=12",
        )

    def prepare(self, values: Values) -> Prepared:
        aim = aim_from(self.rules, values, mark_from(values), shots_from(values))
        return PreparedVolley(self, values, self.rules, Volley([aim], ranks_from(values, values.number("target"))))


class PreparedVolley(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, volley: Volley) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.volley: Final = volley

    def run(self, dice: Dice) -> Outcome:
        paper = OnPaper()
        shoot(dice, self.rules, self.volley, paper)
        return Facts((paper.hits, paper.lost, paper.notables_lost))


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


class Shelling(Procedure):
    """An artillery die at figures."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        classes = artillery()
        fields = (
            Field("weapon", "the class of the gun", "medium", choices=classes),
            *firer_fields(6)[:3],
            *mark_fields(FIGURES, KINDS[Arm.INFANTRY]),
            *under_fields(),
            Field("guns", "guns under the template", 0, 0, 3),
        )
        super().__init__(
            "shell",
            "Artillery at figures: to hit, the blast, who falls, is the gun wrecked",
            "blast",
            fields,
            ("hit", *LOSSES, "guns_wrecked"),
            "weapon=medium shoot=6 range=long cover=heavy grade=green under=9",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        quiet = Values({**values.values, "volley": False})
        aim = aim_from(rules, quiet, mark_from(quiet), 1)
        shell = Shell(aim, rules.blasts[values.word("weapon")], under_from(values), values.number("guns"))
        return PreparedShell(self, values, rules, shell)


class PreparedShell(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, shell: Shell) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.shell: Final = shell

    def run(self, dice: Dice) -> Outcome:
        paper = BlastOnPaper(self.shell.under)
        fire_shell(dice, self.rules, self.shell, paper)
        return Facts((paper.hit, paper.lost, paper.notables_lost, paper.wrecked))


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


class Explosion(Procedure):
    """A machine that explodes among figures."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        super().__init__(
            "explosion",
            "A machine explodes: who falls",
            "blast",
            (Field("shell", "as a shell of this class", "heavy", choices=artillery()[1:]), *under_fields()),
            LOSSES,
            "shell=medium under=6",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedExplosion(self, values, self.rules, self.rules.blasts[values.word("shell")], under_from(values))


class PreparedExplosion(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, blast: Blast, under: Under) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.blast: Final = blast
        self.under: Final = under

    def run(self, dice: Dice) -> Outcome:
        paper = BlastOnPaper(self.under)
        explode(dice, self.rules, self.blast, self.under, paper)
        return Facts((paper.lost, paper.notables_lost))
