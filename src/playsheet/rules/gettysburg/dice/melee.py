"""Melee: the numbers as exact fractions, the totals, the result, the casualties; guns that must limber in a hurry."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.dice.double_six import SixWitness, chain
from playsheet.rules.gettysburg.dice.fire import Loss, Mishaps, is_breechloader, lose
from playsheet.rules.gettysburg.dice.rolls import throw_pair
from playsheet.rules.gettysburg.sheet.rows import MeleeRow, Tally
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    Arm,
    Cover,
    Formation,
    Grade,
    Gun,
    LimberingResult,
    MeleeResult,
    Weapon,
    WinnerDoes,
)

LIMBERING: Final = Throw("Emergency limbering", "emergency-limbering", "", "result", "R88")
LIMBERING_OTHER: Final = Throw("Emergency limbering", "emergency-limbering", "", "result", "R88", 1)


def limbering_account(rules: GettysburgRules, grade: int, gun: int, *, by_cavalry: bool, rout: bool) -> list[Entry]:
    tally = Tally(rules.limbering_modifiers)
    if grade in (Grade.CRACK, Grade.ELITE):
        tally.add("elite")
    elif grade in (Grade.GREEN, Grade.MILITIA):
        tally.add("green-militia")
    if gun == Gun.GUN_20PDR:
        tally.add("20pdr")
    if by_cavalry:
        tally.add("by-cavalry")
    if rout:
        tally.add("rout")
    return tally.account


def emergency_limbering(dice: Dice, rules: GettysburgRules, guns: int, account: list[Entry], by: int) -> int:
    """One of LIMBERINGS; who loses the last gun has lost the battery."""
    throw = LIMBERING if by == 0 else LIMBERING_OTHER
    result = rules.limbering.at(dice.reach(2, rules.sides, rules.limbering.marks, throw, account))
    return LimberingResult.BATTERY_LOST if result == LimberingResult.ONE_GUN_LOST and guns <= 1 else result


FIRST: Final = Throw("Melee", "melee-modifiers", "", "", "R62", 0)
SECOND: Final = Throw("Melee", "melee-modifiers", "", "", "R62", 1)

# Numbers are counted in eighths of a figure: three factors of whole halves at most, so nothing is ever rounded.
EIGHTHS: Final = 8
NO_REACTION: Final = -1  # the winner stands
NEITHER: Final = -1  # of the winner: a draw


# ---------------------------------------------------------------- who fights


class Fighter:
    """One unit of a side, as far as numbers are concerned."""

    def __init__(self, arm: int, grade: int, figures: int) -> None:
        self.arm: Final = arm
        self.grade: Final = grade
        self.figures: Final = figures
        self.weapon = 0
        self.rapid = False  # uses breechloaders or repeaters, and is not low on ammo
        self.rough = False  # foot in difficult or severe ground or a building
        self.retreating = False


class Side:
    """One side of a melee: its units, and the leader's formation and state (R71)."""

    def __init__(self, fighters: list[Fighter], lead: int) -> None:
        self.fighters: Final = fighters
        self.lead: Final = fighters[lead]
        self.formation = Formation.LINE
        self.unformed = False  # or faltering
        self.recoiled = False  # in this melee last turn
        self.charging = False  # or counter-charged or pursued into contact this turn
        self.following_up = False
        self.shotguns = False
        self.first_round = True
        self.flank_or_rear = False  # any of them attacked there
        self.half_lost = False
        self.general = False
        self.supports = 0
        self.shelter = Cover.NONE  # its best cover, if the enemy is outside of it; light is none
        self.uphill = False
        self.columns_spoilt = False  # either side is in a building, cover or works
        self.game_master = 0

    def is_rapid(self) -> bool:
        return True in [fighter.rapid for fighter in self.fighters]

    def has_cavalry(self) -> bool:
        return Arm.CAVALRY in [fighter.arm for fighter in self.fighters]


def lead_of(fighters: list[Fighter]) -> int:
    """The unit with most figures; the first of several, unless the owner says otherwise (R71)."""
    found = 0
    for place in range(1, len(fighters)):
        if fighters[place].figures > fighters[found].figures:
            found = place
    return found


def is_foot(arm: int) -> bool:
    return arm != Arm.CAVALRY


def effective(rules: GettysburgRules, fighter: Fighter, enemy: int) -> int:
    """A unit's number against an enemy of that arm, in eighths."""
    eighths = EIGHTHS * fighter.figures
    if is_foot(fighter.arm) and enemy == Arm.CAVALRY and not fighter.rough:
        eighths = eighths * rules.foot_v_cavalry // 2
    if fighter.arm == Arm.INFANTRY and fighter.rapid:
        eighths = eighths * rapid_factor(rules, fighter.weapon) // 2
    if rules.elite_multiplies and fighter.grade in (Grade.CRACK, Grade.ELITE):
        eighths = eighths * (rules.crack_melee if fighter.grade == Grade.CRACK else rules.elite_melee) // 2
    return eighths


def rapid_factor(rules: GettysburgRules, weapon: int) -> int:
    """In halves (R64)."""
    if weapon == Weapon.REPEATER:
        return rules.repeater_melee
    return rules.breech_melee if is_breechloader(weapon) else 2


def number(rules: GettysburgRules, side: Side, enemy: int) -> int:
    """All units of a side, each with its factors against the enemy leader's arm, in eighths."""
    return sum([effective(rules, fighter, enemy) for fighter in side.fighters])


def outnumbering(rules: GettysburgRules, own: int, enemy: int) -> int:
    """What the larger side adds, before its limit (R65)."""
    if own <= enemy or enemy <= 0:
        return 0
    steps = 100 * (own - enemy) // (rules.outnumber_every * enemy)
    return steps + 1 if rules.outnumber_first else steps


# ---------------------------------------------------------------- the modifiers


def melee_account(rules: GettysburgRules, side: Side, enemy: Side) -> list[Entry]:
    """All modifiers of one side's dice, in the order of the sheet."""
    tally = Tally(rules.melee_modifiers)
    lead = side.lead
    tally.add("infantry" if lead.arm == Arm.INFANTRY else "cavalry" if lead.arm == Arm.CAVALRY else "artillery")
    if lead.arm == Arm.CAVALRY and side.shotguns and side.first_round:
        tally.add("shotguns")
    add_grade(rules, tally, lead.grade)
    if side.general:
        tally.add("general-attached")
    if side.charging:
        tally.add("charging")
    if side.following_up:
        tally.add("following-up")
    if lead.arm == Arm.INFANTRY:
        add_drill(tally, side)
    tally.times("supporting-lines", side.supports)
    add_trouble(tally, side)
    add_shelter(tally, side)
    most = min(
        outnumbering(rules, number(rules, side, enemy.lead.arm), number(rules, enemy, lead.arm)), rules.outnumber_most
    )
    tally.times("outnumber", most)
    return [*tally.account, Entry(side.game_master, "gm", "R106")] if side.game_master else tally.account


def add_grade(rules: GettysburgRules, tally: Tally, grade: int) -> None:
    """Crack and elite alike, unless a switch grades them or multiplies their figures (R63)."""
    if grade in (Grade.CRACK, Grade.ELITE):
        if rules.elite_graded and grade == Grade.CRACK:
            tally.add("crack-graded")
        elif not rules.elite_multiplies:
            tally.add("crack-elite")
    elif grade == Grade.MILITIA:
        tally.add("militia")
    else:
        tally.add("veteran-regular-green")


def add_drill(tally: Tally, side: Side) -> None:
    """Formation and arms of infantry."""
    if side.formation == Formation.EXTENDED:
        tally.add("extended-line")
    if side.formation == Formation.COLUMN and not side.columns_spoilt:
        tally.add("column")
    if side.lead.weapon == Weapon.SMOOTHBORE:
        tally.add("smoothbores")


def add_trouble(tally: Tally, side: Side) -> None:
    """Retreating includes unformed, and so does recoiled (R70); the flank counts in the first round."""
    if side.lead.retreating:
        tally.add("retreating")
    elif side.recoiled:
        tally.add("recoiled")
    elif side.unformed:
        tally.add("unformed")
    if side.flank_or_rear and side.first_round:
        tally.add("flank-rear")
    if side.half_lost:
        tally.add("half-casualties")


def add_shelter(tally: Tally, side: Side) -> None:
    """The best single one of cover or uphill, hasty works, works (R67)."""
    if side.shelter == Cover.WORKS:
        tally.add("works")
    elif side.shelter == Cover.HASTY:
        tally.add("hasty-works")
    elif side.shelter == Cover.COVER or side.uphill:
        tally.add("cover-or-uphill")


# ---------------------------------------------------------------- the result


def loser_result(row: MeleeRow, arm: int, *, by_cavalry: bool, retreating: bool) -> int:
    """What becomes of a loser: foot that cavalry helped to beat retreats, and who retreats goes on (R121)."""
    result = row.foot_by_cavalry if by_cavalry and is_foot(arm) else row.loser
    return MeleeResult.RETREAT if result == MeleeResult.RECOIL and retreating else result


def reaction(row: MeleeRow, winner: Fighter, loser: Fighter, result: int) -> int:
    """What a winner does next: one of REACTIONS, or NO_REACTION (a battery, and who was retreating, stands)."""
    if winner.arm == Arm.ARTILLERY or winner.retreating:
        return NO_REACTION
    if row.loser != MeleeResult.RECOIL:
        return row.cavalry if winner.arm == Arm.CAVALRY else row.infantry
    if result == MeleeResult.RECOIL:
        return row.cavalry if winner.arm == Arm.CAVALRY else row.infantry
    if winner.arm == Arm.CAVALRY:
        return WinnerDoes.PURSUIT_TEST
    return NO_REACTION if loser.retreating else WinnerDoes.PURSUIT_TEST  # they go on retreating: nobody follows


def after_draw(row: MeleeRow, own: int, enemy: int) -> int:
    """Cavalry that draws against infantry retires to its own lines, all else fights on."""
    return row.cavalry if own == Arm.CAVALRY and enemy == Arm.INFANTRY else row.infantry


def goes_to_own_lines(row: MeleeRow, own: int, enemy: int) -> bool:
    return after_draw(row, own, enemy) == WinnerDoes.OWN_LINES


# ---------------------------------------------------------------- casualties


def rate(rules: GettysburgRules, arm: int, won: bool, enemy: int, result: int) -> int:
    """Figures for one casualty: by the arm that strikes, whether it won, and what became of the enemy leader."""
    if arm == Arm.CAVALRY:
        if not won:
            return rules.rate_horse_losing
        if is_foot(enemy) and result in (MeleeResult.RETREAT, MeleeResult.ROUT):
            return rules.rate_horse_v_fleeing_foot
        return rules.rate_horse_v_recoiled if result == MeleeResult.RECOIL else rules.rate_horse_v_horse
    if not won:
        return rules.rate_foot_losing
    return rules.rate_foot_v_recoiled if result == MeleeResult.RECOIL else rules.rate_foot_winning


def inflicted(rules: GettysburgRules, side: Side, enemy: Fighter, won: bool, result: int, doubled: bool) -> int:
    """Half figures that a side inflicts: units of equal rate are added before dividing, remainders dropped (R69)."""
    rates: list[int] = []
    sums: list[int] = []
    for fighter in side.fighters:
        at = rate(rules, fighter.arm, won, enemy.arm, result)
        if at not in rates:
            rates.append(at)
            sums.append(0)
        sums[rates.index(at)] += effective(rules, fighter, enemy.arm)
    halves = 0
    for place in range(len(rates)):
        each = EIGHTHS * rates[place]
        halves += 2 * sums[place] // each if rules.melee_halves else 2 * (sums[place] // each)
    return 2 * halves if doubled else halves


def melee_loss(dice: Dice, rules: GettysburgRules, halves: int, pending: int) -> Loss:
    """Whole figures; a remainder is dropped, or by switch kept as a half on the first unit (R69)."""
    if not rules.melee_halves or halves % 2 == 0:
        return Loss(halves // 2, pending)
    loss = lose(dice, rules, 1, pending, 0)
    return Loss(halves // 2 + loss.figures, loss.pending)


def shares(total: int, figures: list[int]) -> list[int]:
    """Casualties spread evenly over units, none losing more than it has; what is over goes to the first (R71)."""
    found = [0] * len(figures)
    left = min(total, sum(figures))
    while left > 0:
        for place in range(len(figures)):
            if left > 0 and found[place] < figures[place]:
                found[place] += 1
                left -= 1
    return found


# ---------------------------------------------------------------- the fight


class Clash:
    """What came of a round: everything of the first side at 0 and of the second at 1."""

    def __init__(
        self, winner: int, row: MeleeRow, result: int, inflicted: list[int], sixes: list[bool], low: list[bool]
    ) -> None:
        self.winner: Final = winner  # 0, 1 or NEITHER
        self.row: Final = row
        self.result: Final = result  # of the losers' leader, or MELEE_DRAW
        self.inflicted: Final = inflicted  # half figures, not capped
        self.sixes: Final = sixes
        self.low: Final = low  # low on ammo: all units of the side that use rapid weapons


@mypyc_attr(allow_interpreted_subclasses=True)
class MeleeWitness:
    """What a melee tells the table between its throws; a chain of double six each side."""

    def fought(self, clash: Clash) -> None:
        """The result and the casualties, before the chains."""

    def chain_of(self, side: int) -> SixWitness:
        """Who sees the chain of that side's double six."""
        return SixWitness()


class MeleeMishaps(MeleeWitness):
    """The same of both sides of a melee."""

    def __init__(self) -> None:
        self.sides: Final = [Mishaps(None), Mishaps(None)]

    def chain_of(self, side: int) -> SixWitness:
        return self.sides[side]


class Thrown:
    """Both sides' dice: by how much the first is ahead, and who shows a double six, or any double."""

    def __init__(self, difference: int, sixes: list[bool], doubles: list[bool]) -> None:
        self.difference: Final = difference
        self.sixes: Final = sixes
        self.doubles: Final = doubles


def fight(dice: Dice, rules: GettysburgRules, first: Side, second: Side, witness: MeleeWitness) -> Clash:
    """Both sides throw, the first the charger, pursuer or follower-up; then the chains of double sixes."""
    return fight_by(dice, rules, first, second, melee_accounts(rules, first, second), witness)


def melee_accounts(rules: GettysburgRules, first: Side, second: Side) -> list[list[Entry]]:
    """Of both sides: found once where they fight again and again, on paper."""
    return [melee_account(rules, first, second), melee_account(rules, second, first)]


def fight_by(
    dice: Dice, rules: GettysburgRules, first: Side, second: Side, accounts: list[list[Entry]], witness: MeleeWitness
) -> Clash:
    """With their accounts made."""
    thrown = throw_sides(dice, rules, first, second, accounts)
    clash = judged(rules, [first, second], thrown.difference, thrown.sixes, thrown.doubles)
    witness.fought(clash)
    throw_chains(dice, rules, thrown.sixes, witness)
    return clash


def throw_sides(dice: Dice, rules: GettysburgRules, first: Side, second: Side, accounts: list[list[Entry]]) -> Thrown:
    one = throw_pair(dice, rules, FIRST, accounts[0], doubles=first.is_rapid())
    other = throw_pair(dice, rules, SECOND, accounts[1], doubles=second.is_rapid())
    sixes = [one.natural == rules.highest, other.natural == rules.highest]
    return Thrown(one.score - other.score, sixes, [one.double, other.double])


def throw_chains(dice: Dice, rules: GettysburgRules, sixes: list[bool], witness: MeleeWitness) -> None:
    for side in range(2):
        if sixes[side]:
            chain(dice, rules, side, witness.chain_of(side), gate=False)


def judged(rules: GettysburgRules, sides: list[Side], difference: int, sixes: list[bool], low: list[bool]) -> Clash:
    """The row of the difference, and what each side inflicts."""
    row = rules.melee_rows[rules.melee_ladder.step(abs(difference))]
    if row.loser == MeleeResult.DRAW:
        winner = NEITHER
        result = MeleeResult.DRAW
    else:
        winner = 0 if difference > 0 else 1
        lead = sides[1 - winner].lead
        result = loser_result(row, lead.arm, by_cavalry=sides[winner].has_cavalry(), retreating=lead.retreating)
    dealt = [
        inflicted(rules, sides[at], sides[1 - at].lead, winner == at, result, doubles(rules, sides[1 - at], sixes[at]))
        for at in range(2)
    ]
    return Clash(winner, row, result, dealt, sixes, low)


def doubles(rules: GettysburgRules, enemy: Side, six: bool) -> bool:
    """A double six doubles casualties against infantry and cavalry."""
    return six and rules.six_effects[six_row(enemy.lead.arm)].doubled


def captures(rules: GettysburgRules, enemy: Side, *, six: bool) -> bool:
    """... and captures a battery, whoever has won."""
    return six and rules.six_effects[six_row(enemy.lead.arm)].captured


def six_row(arm: int) -> str:
    """The row of `double-six-effects` against such a leader."""
    return "melee-infantry" if arm == Arm.INFANTRY else "melee-cavalry" if arm == Arm.CAVALRY else "melee-artillery"


def cut_down(rules: GettysburgRules, side: Side, routers: Fighter) -> int:
    """Half figures that routing units lose when they are reached: nobody throws (R72)."""
    return inflicted(rules, side, routers, won=True, result=MeleeResult.ROUT, doubled=False)
