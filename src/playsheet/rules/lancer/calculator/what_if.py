"""The table read into a form's situation: what an option would set off, before it is chosen."""

from __future__ import annotations

from math import ceil

from playsheet.core.asking import Option, Question, Word
from playsheet.core.forms import Case
from playsheet.core.geometry import TOLERANCE, rect
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.calculator.forms import (
    CHARGE,
    MELEE,
    MOVE,
    NEVER,
    PARTING,
    SHOOT,
    Assault,
    Body,
    Contact,
    March,
    Shooting,
)
from playsheet.rules.lancer.ground.contact import Pair, free_slots, in_touch, pairs_in_contact, squared_up
from playsheet.rules.lancer.ground.moving import (
    charge_rate,
    fall_back_collision,
    fall_back_footprint,
    move_rate,
    path,
    rate_row,
    turned_footprint,
)
from playsheet.rules.lancer.options import Charge, LeaveMelee, Melee, Move, Shoot, best_aim, charge_start
from playsheet.rules.lancer.table.melee import idle_figures, uphill
from playsheet.rules.lancer.table.morale import fall_back_direction
from playsheet.rules.lancer.table.shooting import volley_at
from playsheet.rules.lancer.terms import Arm, Met


def what_if(battle: LancerBattle, question: Question, option: Option) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    if question.kind == "activated":
        return of_action(battle, battle.units[question.about], option)
    if question.kind == "reaction" and isinstance(option, Word) and battle.active >= 0:
        reactor = battle.units[question.about]
        charger = battle.units[battle.active]
        if option.name == "fire":
            return of_volley(battle, reactor, charger)
        if option.name == "counter_charge":
            return of_charge(battle, reactor, charger, counter=True)
    return None


def of_action(battle: LancerBattle, unit: Unit, option: Option) -> Case | None:
    match option:
        case Shoot(target=target):
            return of_volley(battle, unit, battle.units[target])
        case Charge(target=target):
            return of_charge(battle, unit, battle.units[target], counter=False)
        case Melee():
            return of_melee(battle, unit)
        case LeaveMelee():
            return of_leaving(battle, unit)
        case Move():
            return of_move(battle, unit)
    return None


# ---------------------------------------------------------------- shooting


def of_volley(battle: LancerBattle, unit: Unit, target: Unit) -> Case | None:
    """The volley as the table has it; the room is the true one, the way it would fall back."""
    weapon = unit.card.weapon
    if weapon is None:
        return None
    shot = volley_at(battle, unit, target, weapon)
    figures = unit.figures
    if weapon.dice_for(figures, weapon.by_figures and battle.rules.round_up) != shot.dice:
        figures = shot.dice // weapon.dice * weapon.per  # of a column only so many fire
    room = NEVER
    if shot.checks_now:
        ux, uy = fall_back_direction(battle, target, unit.x, unit.y)
        room = room_behind(battle, target, ux, uy)
    return SHOOT.as_played(battle.rules, Shooting(shot, figures, room))


def whole(inches: float) -> int:
    """The whole inches that are needed to come so far: dice know no others."""
    return max(0, min(NEVER, ceil(inches - TOLERANCE)))


def room_behind(battle: LancerBattle, unit: Unit, ux: float, uy: float) -> int:
    """How far the unit may fall back that way before it collides (R12 to R14), up to the farthest it could."""
    far = float(battle.rules.fall_back.highest())
    met = fall_back_collision(battle, unit, fall_back_footprint(battle, unit), ux, uy, far)
    return whole(met.inches) if met.name and not met.halts else NEVER


# ---------------------------------------------------------------- charge


def of_charge(battle: LancerBattle, unit: Unit, target: Unit, *, counter: bool) -> Case | None:
    """The charge along its best aim: who is met first, and who would fight once it has squared up."""
    twin = battle.clone()
    mover = twin.units[unit.id]
    if mover.attached_to >= 0:
        rides_out(twin, mover, twin.units[target.id])
    aim = best_aim(twin, mover, twin.units[target.id], counter=counter)
    if aim < 0.0:
        return None
    held = turned_footprint(twin, mover, aim)
    rate = charge_rate(twin, mover, held)
    stop = path(twin, mover, held, held.ux, held.uy, rate.most, charging=True, past=0.0)
    foe = twin.units[stop.unit if stop.what == Met.ENEMY else target.id]
    pairs: list[Pair] = []
    attacker = mover
    if stop.what == Met.ENEMY:
        at = held.moved(held.ux, held.uy, stop.inches)
        square = squared_up(twin, mover, at, foe, held.ux, held.uy)
        there = at if square is None else square
        twin.set_formed(mover, there.x, there.y, there.facing)
        if in_touch(twin, mover, foe):
            mover.foes = [foe.id]
            foe.foes = [*foe.foes, mover.id]
        if counter and not battle.rules.reactor_attacks:
            attacker = foe
        pairs = [pair for pair in pairs_in_contact(twin, attacker) if between(twin, pair, mover, foe)]
    mine = len({pair.mine for pair in pairs})
    theirs = len({pair.theirs for pair in pairs})
    if attacker is foe:
        mine, theirs = theirs, mine
    assault = Assault(
        Body(mine, rate_row(battle, mover), mover.card.melee, mover.card.lancer),
        Body(theirs, arm(foe), foe.card.melee, foe.card.lancer),
        gap=whole(stop.inches) if stop.what == Met.ENEMY else NEVER,
        woods=rate is battle.rules.woods_charge,
        uphill=mostly_uphill(twin, pairs),
        counter=counter,
    )
    return CHARGE.as_played(battle.rules, assault)


def rides_out(twin: LancerBattle, commander: Unit, target: Unit) -> None:
    """A commander who charges by himself starts at the edge of his unit (R52)."""
    x, y = charge_start(twin, commander, target)
    host = twin.units[commander.attached_to]
    host.commanders = [id for id in host.commanders if id != commander.id]
    commander.attached_to = -1
    commander.x = x
    commander.y = y
    width, depth = twin.base_of(commander)
    commander.shape = [rect(x, y, commander.facing, width, depth)]
    twin.find(commander)


def between(battle: LancerBattle, pair: Pair, one: Unit, other: Unit) -> bool:
    """Is it a pair of these two units (their attached commanders counted in)?"""
    sides = [side_of(battle, pair.mine), side_of(battle, pair.theirs)]
    return one.id in sides and other.id in sides


def side_of(battle: LancerBattle, figure: int) -> int:
    """The unit that a figure fights for: an attached commander for the one he is with."""
    unit = battle.units[battle.owner[figure]]
    return unit.attached_to if unit.attached_to >= 0 else unit.id


def arm(unit: Unit) -> int:
    """What the melee dice take the unit for (R30)."""
    return Arm.GUN if unit.kind == Arm.GUN else Arm.HORSE if unit.mounted() else Arm.FOOT


def mostly_uphill(battle: LancerBattle, pairs: list[Pair]) -> bool:
    """Do more than half of the pairs attack uphill?"""
    return 2 * sum([1 for pair in pairs if uphill(battle, pair.mine, pair.theirs)]) > len(pairs)


# ---------------------------------------------------------------- melee


def of_melee(battle: LancerBattle, unit: Unit) -> Case | None:
    """A round against the enemy most in touch, with as many closing up as find room."""
    alone = unit.attached_to >= 0
    host = battle.units[unit.attached_to] if alone else unit
    pairs = [pair for pair in pairs_in_contact(battle, host) if not alone or pair.mine == unit.first]
    foe = chief_foe(battle, pairs)
    if foe is None:
        return None
    attackers = len({pair.mine for pair in pairs})
    defenders = {pair.theirs for pair in pairs}
    if not alone and unit.kind not in (Arm.GUN, Arm.COMMANDER):
        slots = free_slots(battle, unit)
        closing = min(len(slots), len(idle_figures(battle, unit)))
        attackers += closing
        defenders |= {slot.enemy for slot in slots[:closing]}
    most = len(defenders) * battle.rules.most_contacts
    contact = Contact(
        Body(min(attackers, most), arm(unit), unit.card.melee, lancer=False),
        Body(len(defenders), arm(foe), foe.card.melee, lancer=False),
        uphill=mostly_uphill(battle, pairs),
    )
    return MELEE.as_played(battle.rules, contact)


def chief_foe(battle: LancerBattle, pairs: list[Pair]) -> Unit | None:
    """The enemy unit with the most figures in these pairs; of equals the first."""
    counts: dict[int, int] = {}
    for pair in pairs:
        foe = side_of(battle, pair.theirs)
        counts[foe] = counts.get(foe, 0) + 1
    chief: Unit | None = None
    most = 0
    for id, count in counts.items():
        if count > most:
            most = count
            chief = battle.units[id]
    return chief


def of_leaving(battle: LancerBattle, unit: Unit) -> Case | None:
    """The blows that a unit would take on its way out."""
    alone = unit.attached_to >= 0
    host = battle.units[unit.attached_to] if alone else unit
    pairs = [pair for pair in pairs_in_contact(battle, host) if not alone or pair.mine == unit.first]
    foe = chief_foe(battle, pairs)
    if foe is None:
        return None
    blows = [Pair(pair.theirs, pair.mine) for pair in pairs]
    most = battle.rules.most_contacts
    strikers = len({blow.mine for blow in blows})
    leaving = len({blow.theirs for blow in blows})
    contact = Contact(
        Body(min(strikers, leaving * most), arm(foe), foe.card.melee, lancer=False),
        Body(min(leaving, strikers * most), arm(unit), foe.card.melee, lancer=False),
        uphill=mostly_uphill(battle, blows),
    )
    return PARTING.as_played(battle.rules, contact)


# ---------------------------------------------------------------- movement


def of_move(battle: LancerBattle, unit: Unit) -> Case | None:
    """The dice for a move straight ahead."""
    if not unit.shape or unit.attached_to >= 0:
        return None
    rules = battle.rules
    rate = move_rate(battle, unit, unit.shape[0])
    row = rate_row(battle, unit)
    how = "woods" if rate is rules.woods else "column" if rate is rules.columns[row] else "move"
    return MOVE.as_played(rules, March(row, how))
