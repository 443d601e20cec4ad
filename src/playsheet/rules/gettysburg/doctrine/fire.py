"""Who fires at whom: where most fall, and where it tells most."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Memory
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.doctrine.worth import expected_loss
from playsheet.rules.gettysburg.options.fight_choices import DONE, OfUnit, Shoot, Snipe
from playsheet.rules.gettysburg.options.fire import Mark, firing_strength
from playsheet.rules.gettysburg.options.fire_cache import NEIGHBOURS, Lookout, lookout_of
from playsheet.rules.gettysburg.terms import Arm, UnitState
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, figures
from playsheet.tabletop.wording import inches

POUR_FROM: Final = 0.6  # figures more that must fall before it is worth the cartridges
AIM_FROM: Final = 0.6
SNIPE_WORTH: Final = 0.35  # of an enemy general, in figures, for each die


class Promise:
    """What a unit could do with an ordinary shot at one target, and when that was worked out."""

    def __init__(self, mark: Mark, own: int, beside: int, worth: float) -> None:
        self.mark: Final = mark
        self.own: Final = own
        self.beside: Final = beside
        self.worth: Final = worth


class Promises(Memory):
    """What each unit could do with its best shot, as long as nothing changes within its reach; and with any shot, as
    long as neither it changes nor anything beside the target."""

    def __init__(self, lookout: Lookout) -> None:
        self.lookout: Final = lookout
        self.changes: Final = [-1] * len(lookout.changes)  # when the best was worked out
        self.worths: Final = [0.0] * len(lookout.changes)
        self.shots: Final[list[dict[int, Promise]]] = [
            {} for _ in range(len(lookout.changes))
        ]  # of each unit, by its target

    def best_of(self, battle: GettysburgBattle, unit: Unit) -> float:
        """The most that the unit could do with an ordinary shot."""
        now = int(self.lookout.changes[i64(unit.id)])
        if self.changes[unit.id] != now:
            self.changes[unit.id] = now
            most = 0.0
            for mark in self.lookout.marks_of(battle, unit):
                most = max(most, self.worth_of(battle, unit, mark))
            self.worths[unit.id] = most
        return self.worths[unit.id]

    def worth_of(self, battle: GettysburgBattle, unit: Unit, mark: Mark) -> float:
        """What an ordinary shot at the target is worth."""
        target = mark.target.id
        own = int(self.lookout.own[i64(unit.id)])
        beside = int(self.lookout.beside[i64(target)])
        known = self.shots[unit.id].get(target)
        if known is None or known.mark is not mark or known.own != own or known.beside != beside:
            known = Promise(mark, own, beside, shot_worth(battle, unit, mark))
            self.shots[unit.id][target] = known
        return known.worth


def promises_of(battle: GettysburgBattle) -> Promises:
    """What is known of this battle, as it is now."""
    lookout = lookout_of(battle)
    for held in battle.memory:
        if isinstance(held, Promises):
            return held
    made = Promises(lookout)
    battle.memory.append(made)
    return made


def next_to_fire(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Guns first, then whoever does most harm: what falls now cannot fire back."""
    best = options[0]
    most = 0.0
    promises = promises_of(battle)
    for option in options:
        if isinstance(option, OfUnit):
            unit = battle.units[option.unit]
            worth = promises.best_of(battle, unit) + (10.0 if unit.must_fire else 0.0)
            if worth > most or best is DONE:
                most = worth
                best = option
    if why.asked and isinstance(best, OfUnit):
        name = name_of(battle, best.unit)
        why.say(
            f"{name} must fire, and goes first."
            if battle.units[best.unit].must_fire
            else f"Nobody who is left can do more harm than {name}: {figures(most)} by the best shot."
        )
    elif why.asked:
        why.say("Nobody is left who could do any harm.")
    return best


def shot_worth(battle: GettysburgBattle, unit: Unit, mark: Mark) -> float:
    """What an ordinary shot at the target is worth."""
    return target_worth(battle, mark.target, expected_loss(battle, unit, mark, plain(unit, mark.target)))


def plain(unit: Unit, target: Unit) -> Shoot:
    return Shoot(target.id, 0 if unit.arm == Arm.ARTILLERY else -1)


def target_worth(battle: GettysburgBattle, target: Unit, loss: float, why: Weighings = UNASKED) -> float:
    """Figures, more for those that make it test or bring it to half strength, and for who is dangerous."""
    lost, size = battle.losses(target)
    worth = loss
    so_far = battle.lost_this_turn(target)
    if 10 * so_far < size <= 10.0 * (so_far + loss):
        worth += 0.8
        why.say("So many lost would make it test.")
    if 2 * lost < size <= 2.0 * (lost + loss):
        worth += 1.5
        why.say("That would bring it to half its strength.")
    if target.arm == Arm.ARTILLERY:
        worth *= 1.5
        why.say("Guns are worth more than men.")
    elif target.arm == Arm.CAVALRY:
        worth *= 1.2
    if target.state >= UnitState.RETREATING:
        worth *= 0.4
    elif target.state == UnitState.FALTERING:
        worth *= 0.8
    near = battle.nearest_enemy(target)[1]
    if near < NEIGHBOURS:
        if why.asked:
            why.say(f"It is dangerous: {inches(near)} from the nearest of ours.")
        worth *= 1.0 + (NEIGHBOURS - near) / (2.0 * NEIGHBOURS)
    return worth


def shot(
    battle: GettysburgBattle, unit: Unit, options: list[Option], chargers: list[int], why: Weighings = UNASKED
) -> Option:
    """The best target, and what is fired at it."""
    best = Best(options[0], worth=-1.0)
    lookout = lookout_of(battle)
    known: dict[int, Mark] = {}
    for option in options:
        worth = 0.0
        if isinstance(option, Snipe):
            worth = SNIPE_WORTH * firing_strength(battle, unit)
        elif isinstance(option, Shoot):
            if option.target not in known:
                held = lookout.mark_of(battle, unit, battle.units[option.target], chargers)
                if held is None:
                    continue
                known[option.target] = held
            mark = known[option.target]
            loss = expected_loss(battle, unit, mark, option)
            worth = target_worth(battle, mark.target, loss)
            if option.pour:
                worth -= POUR_FROM
            if option.aim:
                worth -= AIM_FROM
        best.weigh(option, worth)
        if why.asked:
            why.weigh(shot_in_words(battle, option), worth)
    chosen = best.choice
    if why.asked and isinstance(chosen, Shoot) and chosen.target in known:
        loss = expected_loss(battle, unit, known[chosen.target], chosen)
        why.say(f"It takes {figures(loss)} on the average.")
        target_worth(battle, battle.units[chosen.target], loss, why)
    elif why.asked and isinstance(chosen, Snipe):
        why.say("An enemy general is worth trying for.")
    return chosen


def shot_in_words(battle: GettysburgBattle, option: Option) -> str:
    """`fire at the 20th Maine`, `rapid fire at it`."""
    if isinstance(option, Shoot):
        how = "rapid fire" if option.pour else "aimed fire" if option.aim else "fire"
        return f"{how} at {name_of(battle, option.target)}"
    return "a shot at a general" if isinstance(option, Snipe) else "holding fire"


def supporter(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Every friend that can gives support fire, the strongest first."""
    best = Best(options[0], worth=0.0)
    for option in options:
        if isinstance(option, OfUnit):
            unit = battle.units[option.unit]
            worth = float(firing_strength(battle, unit)) * (8.0 if unit.arm == Arm.ARTILLERY else 1.0)
            best.weigh(option, worth)
    if why.asked:
        why.say(
            f"{name_of(battle, best.choice.unit)} can fire in its support, and is the strongest who can."
            if isinstance(best.choice, OfUnit)
            else "Nobody is left who could fire in its support."
        )
    return best.choice
