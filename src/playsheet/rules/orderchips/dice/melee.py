"""Melee: the number, the dice of one unit against another, and a whole round between figures that are alike."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, State
from playsheet.core.events import Throw
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.dice.rolls import Number, in_order, successes
from playsheet.rules.orderchips.dice.shooting import Losses, Ranks, casualties
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules, account
from playsheet.rules.orderchips.terms import Cover, HitBy, MeleeCase, ShootingCase

FIGHTS: Final = Throw("Melee", "melee", "sides", "", "R35")
STRIKES_BACK: Final = Throw("Melee", "melee", "sides", "", "R35", 1)
FREE: Final = Throw("Free dice at a unit that breaks off", "melee", "sides", "", "R36", 1)


def melee_case(cover: int, *, loose: bool) -> int:
    """The target's cover, which counts only for one who is not in it too; and the roller's own order."""
    case = ShootingCase.LIGHT_COVER if cover == Cover.LIGHT else ShootingCase.HEAVY_COVER if cover == Cover.HEAVY else 0
    return case | MeleeCase.IN_SKIRMISH if loose else case


def melee_number(rules: ChipRules, melee: int, case: int) -> Number:
    return Number(melee, "MELEE", account(rules.melee_modifiers, case))


def blows(dice: Dice, rules: ChipRules, n: int, number: Number, throw: Throw) -> int:
    """So many dice of one unit against one enemy unit: how many hit."""
    return successes(dice, n, rules.melee_sides, number, rules.natural_extremes, throw)


def blow_of(rules: ChipRules, card: Card) -> Blow:
    """What a hit in melee by a unit of this card is to a machine; by figures with explosives a better one."""
    if card.machine is not None:
        return Blow(card.machine.melee_save, HitBy.BY_MACHINE)
    return Blow(rules.save_in_melee(card.explosives), HitBy.BY_FIGURES)


def recoil(rules: ChipRules, hits: int) -> list[Blow]:
    """By switch the saves that a machine owes for its own hits on another, as against one without a special weapon."""
    return [Blow(rules.saves["machine"], HitBy.BY_MACHINE)] * hits if rules.ram_both_save else []


class Strokes:
    """Dice that are alike: so many, against a number."""

    def __init__(self, dice: int, number: Number) -> None:
        self.dice: Final = dice
        self.number: Final = number


class Side:
    """One side of a round: its dice, notable persons' last, and who may be hit."""

    def __init__(self, strokes: list[Strokes], ranks: Ranks) -> None:
        self.strokes: Final = strokes
        self.ranks: Final = ranks


def all_blows(dice: Dice, rules: ChipRules, strokes: list[Strokes], throw: Throw) -> int:
    hits = 0
    for each in strokes:
        hits += blows(dice, rules, each.dice, each.number, throw)
    return hits


class Clash:
    """What a round did to both sides."""

    def __init__(self, own: Losses, others: Losses) -> None:
        self.own: Final = own
        self.others: Final = others


class Onslaught(Part):
    """One side's dice and what they do to the other, as counts: figures lost, and 1 for each notable person who is out.

    The counts stand at their side's places, so that those of both sides can be added up.
    """

    def __init__(
        self, rules: ChipRules, strokes: list[Strokes], throw: Throw, at: Ranks, before: int, after: int
    ) -> None:
        self.rules: Final = rules
        self.strokes: Final = strokes
        self.throw: Final = throw
        self.at: Final = at
        self.before: Final = before
        self.after: Final = after

    def run(self, dice: Dice) -> State:
        hits = all_blows(dice, self.rules, self.strokes, self.throw)
        lost = casualties(dice, self.rules, self.at, hits)
        out = [1 if each else 0 for each in lost.out]
        return (*([0] * self.before), lost.figures, *out, *([0] * self.after))


def weighed_round(dice: Dice, rules: ChipRules, one: Side, other: Side) -> Clash:
    """The same for exact odds: what either side does depends on its own dice alone."""
    own = 1 + len(one.ranks.saves)
    others = 1 + len(other.ranks.saves)
    back = Onslaught(rules, other.strokes, STRIKES_BACK, one.ranks, 0, others)
    forth = Onslaught(rules, one.strokes, FIGHTS, other.ranks, own, 0)
    left = dice.sum([back, forth], [1, 1], tuple([0] * (own + others)))
    return Clash(losses_of(left[:own]), losses_of(left[own:]))


def losses_of(counts: State) -> Losses:
    return Losses(counts[0], [], [each == 1 for each in counts[1:]])


def fight(dice: Dice, rules: ChipRules, one: Side, other: Side) -> Clash:
    """A round between figures: all dice of both, and only then are the hits dealt out."""
    if not in_order(dice):
        return weighed_round(dice, rules, one, other)
    hits = all_blows(dice, rules, one.strokes, FIGHTS)
    hits_back = all_blows(dice, rules, other.strokes, STRIKES_BACK)
    others = casualties(dice, rules, other.ranks, hits)
    return Clash(casualties(dice, rules, one.ranks, hits_back), others)


def free_dice(dice: Dice, rules: ChipRules, strokes: list[Strokes], leaving: Ranks) -> Losses:
    """What those who stay do to a unit that breaks off, before it moves."""
    return casualties(dice, rules, leaving, all_blows(dice, rules, strokes, FREE))
