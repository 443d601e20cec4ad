"""Shooting: the number, the dice to hit, and whom small arms find; enfilade and mixed cover as plain questions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.angles import turn_between
from playsheet.core.dice import NOTHING, Dice, Reading, Stage, State
from playsheet.core.events import Throw
from playsheet.rules.orderchips.dice.rolls import Number, in_order, successes
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules, account, is_within, rounded_up
from playsheet.rules.orderchips.terms import Arm, Cover, Grade, Order, RangeBand, ShootingCase, Size

WHO: Final = Throw("Who is hit", "effect-of-hits", "notable", "", "R45", 1)
SAVES: Final = Throw("A notable person's SAVE", "notables", "sides", "", "R45", 1)
COUNT: Final = Throw("Counting off", "casualty-count", "sides", "", "R48", 1)


# ---------------------------------------------------------------- the number


class Mark:
    """A target as far as the number to hit is concerned."""

    def __init__(self, kind: int, order: int, cover: int) -> None:
        self.kind: Final = kind
        self.order: Final = order
        self.cover: Final = cover
        self.grade = Grade.AVERAGE
        self.protected = False
        self.size = Size.NORMAL
        self.enfiladed = False
        self.charging = False  # it has declared a charge and not ended its charge move


def mark_of(card: Card, order: int, cover: int) -> Mark:
    """What a card says of a target; the table adds whether it is enfiladed or charges."""
    mark = Mark(card.kind, order, cover)
    mark.grade = card.grade
    mark.protected = card.protected
    if card.machine is not None:
        mark.size = card.machine.size
    return mark


def target_case(mark: Mark) -> int:
    """Which rows of `shooting-modifiers` hold for a target, whoever fires."""
    case = (
        ShootingCase.LIGHT_COVER
        if mark.cover == Cover.LIGHT
        else ShootingCase.HEAVY_COVER
        if mark.cover == Cover.HEAVY
        else 0
    )
    if mark.kind in (Arm.GUN, Arm.NOTABLE) or (mark.kind == Arm.INFANTRY and mark.order == Order.LOOSE):
        case |= ShootingCase.SKIRMISH_OR_GUN_CREW
    if mark.kind in (Arm.INFANTRY, Arm.CAVALRY) and mark.order == Order.CLOSE:
        if mark.kind == Arm.CAVALRY:
            case |= ShootingCase.CLOSE_CAVALRY
        if mark.enfiladed:
            case |= ShootingCase.ENFILADED
    if mark.grade == Grade.ELITE or mark.protected:
        case |= ShootingCase.ELITE_OR_PROTECTED
    if mark.grade == Grade.GREEN:
        case |= ShootingCase.IS_GREEN
    if mark.size == Size.LARGE:
        case |= ShootingCase.IS_LARGE
    elif mark.size == Size.ENORMOUS:
        case |= ShootingCase.IS_ENORMOUS
    return case


def fire_case(mark: Mark, band: int, *, moving: bool, close_infantry: bool) -> int:
    """All rows that hold for one firer and one target; close-order infantry fires volleys at chargers (R29)."""
    case = target_case(mark)
    if moving:
        case |= ShootingCase.FIRER_MOVING
    if band == RangeBand.LONG:
        case |= ShootingCase.LONG_RANGE
    if mark.charging and close_infantry:
        case |= ShootingCase.VOLLEY_FIRE
    return case


def shoot_number(rules: ChipRules, shoot: int, case: int) -> Number:
    return Number(shoot, "SHOOT", account(rules.shooting_modifiers, case))


def shared_cover(rules: ChipRules, none: int, light: int, heavy: int) -> int:
    """The cover of a unit with so many models in each: what most have; in a tie one below the best (R32)."""
    counts = [none, light, heavy]
    most = max(counts)
    if counts.count(most) == 1:
        return counts.index(most)
    best = Cover.HEAVY if heavy else Cover.LIGHT if light else 0
    return max(best - rules.cover_step, 0)


def is_enfiladed(rules: ChipRules, files: int, ranks: int, facing: float, bearing: float) -> bool:
    """Does fire from that bearing, seen from the target's centre, rake a formation that faces so (R31)?"""
    off = turn_between(facing, bearing)
    if rules.flank_enfilades:
        return not is_within(off, rules.enfilade)
    if files == ranks:
        return False
    along = min(off, 180.0 - off)  # from the line of its facing
    return not is_within(rules.enfilade, 90.0 - along if files > ranks else along)


# ---------------------------------------------------------------- to hit


class Aim:
    """Dice to hit that are alike: so many, against a number."""

    def __init__(self, dice: int, number: Number, throw: Throw) -> None:
        self.dice: Final = dice
        self.number: Final = number
        self.throw: Final = throw


def to_hit(dice: Dice, rules: ChipRules, aim: Aim) -> int:
    """All dice together: how many hit."""
    return successes(dice, aim.dice, rules.shoot_sides, aim.number, rules.natural_extremes, aim.throw)


# ---------------------------------------------------------------- whom hits find


class Ranks:
    """Who may be hit in a unit: so many figures, and the SAVEs of the notable persons with it, in order."""

    def __init__(self, figures: int, saves: list[int]) -> None:
        self.figures: Final = figures
        self.saves: Final = saves
        labels = ["figures"]
        faces = [0] * figures
        for notable in range(len(saves)):
            labels.append(f"notable person {notable + 1}")
            faces.append(notable + 1)
        self.reading: Final[Reading | None] = Reading(tuple(labels), tuple(faces)) if len(faces) > 1 else None


class Losses:
    """What hits have done to a unit: figures lost, and how each notable person fared."""

    def __init__(self, figures: int, hits: list[int], out: list[bool]) -> None:
        self.figures: Final = figures
        self.hits: Final = hits  # on each notable person
        self.out: Final = out  # is he out?


def casualties(dice: Dice, rules: ChipRules, ranks: Ranks, hits: int) -> Losses:
    """Each hit takes a figure; notable persons in the ranks are diced for, and then save themselves (4.7)."""
    saves = ranks.saves
    if not saves or hits == 0:
        return Losses(min(hits, ranks.figures), [0] * len(saves), [False] * len(saves))
    if rules.counts_casualties:
        return counted_off(dice, rules, ranks, hits)
    if not in_order(dice):
        return weighed_losses(dice, rules, ranks, hits)
    reading = ranks.reading
    found = dice.pool(hits, reading, WHO) if reading is not None else [0, hits]
    out = [not survives(dice, rules, saves[place], found[place + 1]) for place in range(len(saves))]
    return Losses(min(found[0], ranks.figures), found[1:], out)


def survives(dice: Dice, rules: ChipRules, save: int, hits: int) -> bool:
    """One die for each hit, all rolled: SAVE or less, every time."""
    return hits == 0 or dice.checks(hits, rules.notable_sides, save, SAVES, NOTHING) == 0


class Saving(Stage):
    """One more hit on some notable person of a unit. The state: 1 for each who is out."""

    def __init__(self, rules: ChipRules, saves: list[int]) -> None:
        self.rules: Final = rules
        self.saves: Final = saves

    def step(self, dice: Dice, at: int, state: State) -> State:
        which = dice.pick(list(range(len(self.saves))), WHO)
        if survives(dice, self.rules, self.saves[which], 1):
            return state
        return (*state[:which], 1, *state[which + 1 :])

    def key(self) -> str:
        return f"notables {self.rules.notable_sides} {self.saves}"


def weighed_losses(dice: Dice, rules: ChipRules, ranks: Ranks, hits: int) -> Losses:
    """The same for exact odds: how many hits are not the figures' own, and what these do."""
    n = len(ranks.saves)
    others = dice.checks(hits, ranks.figures + n, ranks.figures, WHO, NOTHING)
    out = dice.through(others, tuple([0] * n), Saving(rules, ranks.saves))
    return Losses(min(hits - others, ranks.figures), [], [each == 1 for each in out])


# ---------------------------------------------------------------- the count, by switch


class Counting(Stage):
    """A hit by the count: go on from the last one hit, and whoever stands on the number is hit.

    Slots first, then notable persons. The state: the number (0: not thrown), where the count goes on, a bit for each
    who is gone; then for each notable person how often he was hit.
    """

    def __init__(self, rules: ChipRules, ranks: Ranks) -> None:
        self.rules: Final = rules
        self.ranks: Final = ranks
        self.size: Final = ranks.figures + len(ranks.saves)

    def step(self, dice: Dice, at: int, state: State) -> State:
        number = state[0]
        gone = state[2]
        if gone == (1 << self.size) - 1:
            return state
        if number == 0:
            rules = self.rules
            face = dice.reach(1, rules.count_sides, rules.count_marks, COUNT, NOTHING)
            number = rounded_up(face, rules.count_divide)
        which = state[1]
        left = number
        while True:
            if not gone >> which & 1:
                left -= 1
                if left == 0:
                    break
            which = (which + 1) % self.size
        hit = list(state[3:])
        notable = which - self.ranks.figures
        if notable < 0:
            gone |= 1 << which
        else:
            hit[notable] += 1
            if not survives(dice, self.rules, self.ranks.saves[notable], 1):
                gone |= 1 << which
        return (number, (which + 1) % self.size, gone, *hit)

    def key(self) -> str:
        rules = self.rules
        sides = f"{rules.count_sides} {rules.count_divide} {rules.notable_sides}"
        return f"chip count {sides} {self.ranks.figures} {self.ranks.saves}"


def counted_off(dice: Dice, rules: ChipRules, ranks: Ranks, hits: int) -> Losses:
    """Casualties by GASLIGHT's count, by switch (R48): slots and notable persons in one ring."""
    n = len(ranks.saves)
    left = dice.through(hits, (0, 0, 0, *([0] * n)), Counting(rules, ranks))
    gone = left[2]
    figures = 0
    for slot in range(ranks.figures):
        figures += gone >> slot & 1
    return Losses(figures, list(left[3:]), [gone >> ranks.figures + place & 1 == 1 for place in range(n)])


# ---------------------------------------------------------------- a volley at figures


class Volley:
    """The situation of small arms at a unit of figures: the dice of each kind, in order, and who may be hit."""

    def __init__(self, aims: list[Aim], ranks: Ranks) -> None:
        self.aims: Final = aims
        self.ranks: Final = ranks


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Sees fire at figures as it unfolds: the table, which tells events, or a sheet of paper, which counts."""

    def fired(self, hits: int) -> None:
        """The dice to hit are read."""

    def suffered(self, losses: Losses) -> None:
        """Whom they found."""


def shoot(dice: Dice, rules: ChipRules, volley: Volley, witness: Witness) -> None:
    """The dice to hit; then the hits are dealt out. In a simultaneous step the table does the two halves apart."""
    hits = 0
    for aim in volley.aims:
        hits += to_hit(dice, rules, aim)
    witness.fired(hits)
    if hits:
        witness.suffered(casualties(dice, rules, volley.ranks, hits))
