"""Fire of close-order infantry, artillery and skirmishers: who fires, the score, the casualties, the double six."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Part, Stage, State
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.dice.double_six import SixWitness, chain, risk_to_general
from playsheet.rules.gettysburg.dice.rolls import Cast, throw_pair
from playsheet.rules.gettysburg.sheet.rows import Casualties, SixEffect, SixRow, Tally
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import GUNS, Ammunition, Arm, Cover, Formation, Grade, Gun, Weapon

MUSKETRY: Final = Throw("Musketry", "musketry-casualties", "", "", "R58")
MUSKETRY_OTHER: Final = Throw("Musketry", "musketry-casualties", "", "", "R58", 1)
ARTILLERY_FIRE: Final = Throw("Artillery fire", "artillery-casualties", "", "", "R58")
ARTILLERY_OTHER: Final = Throw("Artillery fire", "artillery-casualties", "", "", "R58", 1)
HALF: Final = Throw("Half a figure", "half-figures", "hits", "", "R59")
HALF_OTHER: Final = Throw("Half a figure", "half-figures", "hits", "", "R59", 1)
BURNS: Final = Throw("Risk of fire", "risk-of-fire", "burns", "", "R92")
BURNS_OTHER: Final = Throw("Risk of fire", "risk-of-fire", "burns", "", "R92", 1)


# ---------------------------------------------------------------- who fires


def firing_figures(rules: GettysburgRules, formation: int, figures: int) -> int:
    """All of a line; of a column or a mob, formed or not, the front ranks (R60)."""
    if formation in (Formation.COLUMN, Formation.MOB):
        return min(figures, rules.fire_ranks * rules.files(formation, figures))
    return figures


def is_breechloader(weapon: int) -> bool:
    return weapon in (Weapon.BREECH_CARBINE, Weapon.BREECH_RIFLE)


def may_pour(weapon: int, *, low: bool) -> bool:
    """Pour it On is for breechloaders and repeaters that are not low on ammo."""
    return not low and (weapon == Weapon.REPEATER or is_breechloader(weapon))


def poured(rules: GettysburgRules, weapon: int, figures: int) -> int:
    """The figures that count when they pour it on, rounded down (R51)."""
    return figures * (rules.pour_repeater if weapon == Weapon.REPEATER else rules.pour_breech) // 2


def guns_firing(rules: GettysburgRules, guns: int, crew: int) -> int:
    """Each gun needs its crew (R61)."""
    return min(guns, crew // rules.crew_a_gun)


# ---------------------------------------------------------------- the score


class Mark:
    """A target, as far as the score is concerned."""

    def __init__(self, arm: int, formation: int) -> None:
        self.arm: Final = arm
        self.formation: Final = formation
        self.cover = Cover.NONE
        self.on_the_ground = False
        self.enfiladed = False
        self.massed = False


def is_rifled(gun: int) -> bool:
    """Rifled against works, and for bursting barrels: rifled and 20 pdr, not mixed (R57, R91)."""
    return gun in (Gun.GUN_RIFLED, Gun.GUN_20PDR)


def target_account(rules: GettysburgRules, mark: Mark, *, rifled: bool) -> list[Entry]:
    """The target modifiers, alike for infantry and artillery; `rifled`: the firers are rifled guns."""
    tally = Tally(rules.target_modifiers)
    if mark.enfiladed:
        tally.add("enfiladed")
    if mark.massed:
        tally.add("massed")
    if mark.formation in (Formation.COLUMN, Formation.LIMBERED):  # R56
        tally.add("target-column")
    elif mark.formation == Formation.EXTENDED:
        tally.add("target-extended")
    elif mark.formation == Formation.DEPLOYED:
        tally.add("target-deployed-artillery")
    elif mark.formation == Formation.SKIRMISH:
        tally.add("target-skirmishers")
    add_cover(rules, tally, mark, rifled)
    return tally.account


def add_cover(rules: GettysburgRules, tally: Tally, mark: Mark, rifled: bool) -> None:
    """The best kind of cover; gone to ground adds to all but light cover (R57)."""
    if mark.cover == Cover.LIGHT:
        tally.add("light-cover")
    elif mark.cover == Cover.WORKS or (mark.cover == Cover.HASTY and rules.hasty_as_works):
        tally.add("works-rifled" if rifled else "works")
    elif mark.cover in (Cover.COVER, Cover.HASTY):
        tally.add("cover")
    if mark.on_the_ground and mark.cover != Cover.LIGHT:
        tally.add("gone-to-ground")


class Rank:
    """Infantry that fires, as far as the score is concerned."""

    def __init__(self, grade: int) -> None:
        self.grade: Final = grade
        self.extended = False
        self.unformed = False
        self.fired_last_turn = False
        self.aim_low = False  # the token


def musketry_account(rules: GettysburgRules, rank: Rank, mark: Mark) -> list[Entry]:
    tally = Tally(rules.infantry_fire)
    if rank.grade in (Grade.CRACK, Grade.ELITE):
        tally.add("crack-elite")
    elif rank.grade == Grade.MILITIA:
        tally.add("militia")
    else:
        tally.add("veteran-regular-green")
    if rank.extended:
        tally.add("firer-extended")
    if rank.unformed:
        tally.add("firer-unformed")
    if rank.fired_last_turn:
        tally.add("fired-last-turn")
    token = Tally(rules.token_modifiers)
    if rank.aim_low:
        token.add("aim-low-boys")
    return [*tally.account, *token.account, *target_account(rules, mark, rifled=False)]


class Battery:
    """Guns that fire, as far as the score is concerned."""

    def __init__(self, grade: int, gun: int, ammunition: int) -> None:
        self.grade: Final = grade
        self.gun: Final = gun
        self.ammunition: Final = ammunition
        self.moved = False  # or unlimbered, this turn
        self.unformed = False


def artillery_account(rules: GettysburgRules, battery: Battery, mark: Mark) -> list[Entry]:
    tally = Tally(rules.artillery_fire)
    if battery.grade in (Grade.CRACK, Grade.ELITE):
        tally.add("elite")
    elif battery.grade in (Grade.GREEN, Grade.MILITIA):
        tally.add("green-militia")
    if battery.ammunition == Ammunition.CANISTER:
        tally.add("canister-" + GUNS[battery.gun])
    elif battery.gun == Gun.GUN_20PDR:
        tally.add("shot-20pdr")
    if battery.moved:
        tally.add("moved-or-unlimbered")
    if battery.unformed:
        tally.add("battery-unformed")
    return [*tally.account, *target_account(rules, mark, rifled=is_rifled(battery.gun))]


# ---------------------------------------------------------------- casualties


def halvings(long_range: bool, on_the_ground: bool, low: bool) -> int:
    """How often casualties are halved: for the range, for firers on the ground, for firers low on ammo."""
    return (1 if long_range else 0) + (1 if on_the_ground else 0) + (1 if low else 0)


def halved(half_figures: int, times: int) -> int:
    """Each halving rounds down to half a figure (R59)."""
    for _ in range(times):
        half_figures //= 2
    return half_figures


class Loss:
    """Whole figures lost, and the half that waits for another one."""

    def __init__(self, figures: int, pending: int) -> None:
        self.figures: Final = figures
        self.pending: Final = pending


def lose(dice: Dice, rules: GettysburgRules, half_figures: int, pending: int, by: int) -> Loss:
    """Half figures become whole ones: a half waits for another, or is diced for or dropped by switch (R59)."""
    if rules.halves_dropped:
        return Loss(half_figures // 2, 0)
    if rules.halves_diced:
        figures = half_figures // 2
        if half_figures % 2:
            figures += dice.pool(1, rules.half_reading, HALF if by == 0 else HALF_OTHER)[0]
        return Loss(figures, 0)
    total = half_figures + pending
    return Loss(total // 2, total % 2)


# ---------------------------------------------------------------- the shot


class Shot:
    """One shot of a close-order unit or a battery: who fires with what score, at how many."""

    def __init__(self, strength: int, account: list[Entry], halvings: int, figures: int, pending: int) -> None:
        self.strength: Final = strength  # figures (poured on or not) or guns
        self.account: Final = account
        self.halvings: Final = halvings
        self.figures: Final = figures  # of the target
        self.pending: Final = pending
        self.pours = False
        self.artillery = False
        self.burst = False  # rifled guns, that may burst a barrel
        self.built_up = False  # the target is in a built up area
        self.effect = "musketry-infantry"  # the row of `double-six-effects`
        self.by = 0


def effect_row(ammunition: int, mark: Mark, *, artillery: bool) -> str:
    """The row of `double-six-effects` for close-order fire at such a target."""
    if mark.formation == Formation.SKIRMISH:
        if not artillery:
            return "musketry-skirmishers"
        return "canister-skirmishers" if ammunition == Ammunition.CANISTER else "shot-skirmishers"
    cause = "artillery" if artillery else "musketry"
    if mark.arm == Arm.CAVALRY:
        return cause + "-cavalry"
    return cause + ("-artillery" if mark.arm == Arm.ARTILLERY else "-infantry")


def musketry_shot(strength: int, account: list[Entry], halving: int, mark: Mark, figures: int, pending: int) -> Shot:
    shot = Shot(strength, account, halving, figures, pending)
    shot.effect = effect_row(0, mark, artillery=False)
    return shot


def artillery_shot(
    guns: int, battery: Battery, account: list[Entry], halving: int, mark: Mark, figures: int, pending: int
) -> Shot:
    shot = Shot(guns, account, halving, figures, pending)
    shot.artillery = True
    shot.burst = is_rifled(battery.gun)
    shot.effect = effect_row(battery.ammunition, mark, artillery=True)
    return shot


class Hit:
    """What a shot does: figures lost in all, the half that waits, the double six with its row, low on ammo."""

    def __init__(self, figures: int, pending: int, effect: SixEffect | None, *, low: bool) -> None:
        self.figures: Final = figures
        self.pending: Final = pending
        self.effect: Final = effect  # of a double six
        self.low: Final = low

    def falters(self) -> bool:
        return self.effect is not None and self.effect.falters

    def retires(self) -> float:
        return 0.0 if self.effect is None else self.effect.retires

    def guns(self) -> int:
        """Guns that the target loses."""
        return 0 if self.effect is None else self.effect.guns


@mypyc_attr(allow_interpreted_subclasses=True)
class FireWitness(SixWitness):
    """What a shot tells the table between its throws."""

    def fired(self, hit: Hit) -> None:
        """The casualties, and what the double six does, before its chain."""

    def burns(self, yes: bool) -> None:
        """Does the building burn?"""


def fire(dice: Dice, rules: GettysburgRules, shot: Shot, witness: FireWitness) -> Hit:
    """The two dice, the casualties, and after a natural double six its effect, its chain and the risk of fire."""
    fell = throw_pair(dice, rules, shot_throw(shot), shot.account, doubles=shot.pours and rules.pour_ammo)
    hit = struck(dice, rules, shot, fell)
    witness.fired(hit)
    if hit.effect is not None:
        chain(dice, rules, shot.by, witness, gate=hit.effect.gate)
        if shot.artillery and shot.built_up:
            throw = BURNS if shot.by == 0 else BURNS_OTHER
            witness.burns(dice.pool(1, rules.burns_reading, throw)[0] == 1)
    return hit


def shot_throw(shot: Shot) -> Throw:
    if shot.artillery:
        return ARTILLERY_FIRE if shot.by == 0 else ARTILLERY_OTHER
    return MUSKETRY if shot.by == 0 else MUSKETRY_OTHER


def struck(dice: Dice, rules: GettysburgRules, shot: Shot, fell: Cast) -> Hit:
    """The cell of the table, halved as often as need be; what a double six adds is never halved."""
    table: Casualties = rules.artillery if shot.artillery else rules.musketry
    loss = lose(dice, rules, halved(table.halves(shot.strength, fell.score), shot.halvings), shot.pending, shot.by)
    figures = loss.figures
    effect: SixEffect | None = None
    if fell.natural == rules.highest:
        effect = rules.six_effects[shot.effect]
        figures = max(figures + effect.extra, effect.crew)  # R103
    return Hit(min(figures, shot.figures), loss.pending, effect, low=fell.double)


GROUP: Final = Throw("Skirmish fire, a group", "skirmish-fire", "hits", "", "R44")
GROUP_OTHER: Final = Throw("Skirmish fire, a group", "skirmish-fire", "hits", "", "R44", 1)
REST: Final = Throw("Skirmish fire, the odd die", "skirmish-fire", "left", "", "R44")
REST_OTHER: Final = Throw("Skirmish fire, the odd die", "skirmish-fire", "left", "", "R44", 1)


def groups(rules: GettysburgRules, rate: int, figures: int) -> int:
    """Full groups: so many pairs of dice."""
    return figures // rules.groups[rate] if rules.groups[rate] else 0


def odd_dice(rules: GettysburgRules, rate: int, figures: int) -> int:
    """One die for those left over, if they are enough; also where there is no full group."""
    if not rules.groups[rate]:
        return 0
    return 1 if figures % rules.groups[rate] >= rules.group_left else 0


class Throwing(Part):
    """The dice of a group, or the odd one: sixes, and double sixes."""

    def __init__(self, rules: GettysburgRules, dice: int, throw: Throw) -> None:
        self.rules: Final = rules
        self.dice: Final = dice
        self.throw: Final = throw

    def run(self, dice: Dice) -> State:
        sixes = dice.pool(self.dice, self.rules.skirmish_reading, self.throw)[0]
        return (sixes, 1 if sixes == 2 else 0)


class Volley:
    """One shot of skirmishers."""

    def __init__(self, groups: int, odd: int, figures: int, pending: int) -> None:
        self.groups: Final = groups
        self.odd: Final = odd
        self.figures: Final = figures  # of the target
        self.pending: Final = pending
        self.cover = Cover.NONE
        self.target_down = False  # gone to ground
        self.down = False  # the skirmishers themselves
        self.low = False
        self.by = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SkirmishWitness(FireWitness):
    """What skirmish fire asks and tells beside what any fire does."""

    def aims(self, sixes: int) -> int:
        """How many of the sixes are rolls of risk instead of casualties, by switch (R42)."""
        return 0

    def chains(self, dice: Dice, rules: GettysburgRules, times: int, by: int) -> None:
        """The chain of each double six, one after another."""
        for _ in range(times):
            chain(dice, rules, by, self, gate=rules.six_effects["skirmish-fire"].gate)


def thrown(dice: Dice, rules: GettysburgRules, volley: Volley) -> State:
    """Sixes and double sixes: pair by pair, the odd die last."""
    pair = Throwing(rules, 2, GROUP if volley.by == 0 else GROUP_OTHER)
    odd = Throwing(rules, 1, REST if volley.by == 0 else REST_OTHER)
    return dice.sum([pair, odd], [volley.groups, volley.odd], (0, 0))


def skirmish_fire(dice: Dice, rules: GettysburgRules, volley: Volley, witness: SkirmishWitness) -> Hit:
    """Sixes are casualties, halved where they must be; each double six adds its own and runs its chain (R44)."""
    counts = thrown(dice, rules, volley)
    sixes = counts[0]
    doubles = counts[1]
    risks = min(sixes, max(0, witness.aims(sixes))) if rules.sharpshooter_after and sixes else 0
    loss = lose(dice, rules, halved(2 * (sixes - risks), skirmish_halvings(volley)), volley.pending, volley.by)
    effect = rules.six_effects["skirmish-fire"]
    figures = min(loss.figures + doubles * effect.extra, volley.figures)
    hit = Hit(figures, loss.pending, effect if doubles else None, low=False)
    witness.fired(hit)
    for _ in range(risks):
        witness.risked(risk_to_general(dice, rules, volley.by))
    witness.chains(dice, rules, doubles, volley.by)
    return hit


def skirmish_halvings(volley: Volley) -> int:
    """Once for cover of any kind or gone to ground (R43), once for each of the firers' own troubles."""
    sheltered = volley.cover != Cover.NONE or volley.target_down
    return (1 if sheltered else 0) + (1 if volley.down else 0) + (1 if volley.low else 0)


def aim_at_general(dice: Dice, rules: GettysburgRules, volley: Volley, witness: SkirmishWitness) -> bool:
    """Sharpshooters said before the throw that they aim at him: any six is one roll of risk, and that is all (R42)."""
    if thrown(dice, rules, volley)[0] == 0:
        return False
    witness.risked(risk_to_general(dice, rules, volley.by))
    return True


# ---------------------------------------------------------------- mishaps on paper


class Mishaps(SkirmishWitness):
    """Skulkers and burst barrels of who fires."""

    def __init__(self, chains: Skulking | None) -> None:
        self.times = 0
        self.stage: Final = chains  # the same for all runs, so that exact odds go through it once

    def six(self, row: SixRow) -> None:
        if row.skulkers:
            self.times += 1

    def chains(self, dice: Dice, rules: GettysburgRules, times: int, by: int) -> None:
        """Those of skirmishers: exact odds need not tell apart what leaves as many behind."""
        if self.stage is not None:
            self.times = dice.through(times, (self.times,), self.stage)[0]


class Skulking(Stage):
    """The chains of several double sixes of skirmish fire."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules

    def step(self, dice: Dice, at: int, state: State) -> State:
        seen = Mishaps(None)
        chain(dice, self.rules, 1, seen, gate=self.rules.six_effects["skirmish-fire"].gate)
        return (state[0] + seen.times,)


# ---------------------------------------------------------------- the same fire again


def shot_at(model: Shot, figures: int, pending: int) -> Shot:
    """The same shot, thrown by the other side, at a target of so many figures now."""
    shot = Shot(model.strength, model.account, model.halvings, figures, pending)
    shot.pours = model.pours
    shot.artillery = model.artillery
    shot.burst = model.burst
    shot.effect = model.effect
    shot.by = 1
    return shot


def volley_at(model: Volley, figures: int, pending: int) -> Volley:
    volley = Volley(model.groups, model.odd, figures, pending)
    volley.cover = model.cover
    volley.target_down = model.target_down
    volley.down = model.down
    volley.low = model.low
    volley.by = 1
    return volley
