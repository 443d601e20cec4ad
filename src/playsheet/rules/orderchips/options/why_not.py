"""Why not: what a unit could do at other times and cannot do now, with the reason in words.

The predicates of the other modules decide, each by a word of `Bar`; here the word becomes a clause. Asked only by who
looks on: nothing of this is on the way of a bot.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Barred, Question
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.options.acts import must_act, why_not_form, why_not_picked
from playsheet.rules.orderchips.options.charge import in_reach, most_bonus, why_no_charge, why_not_at
from playsheet.rules.orderchips.options.chips import why_never_moves, why_no_instruction
from playsheet.rules.orderchips.options.choices import DONE, Go, Repair
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion, may_change_order
from playsheet.rules.orderchips.options.opportunity import Moment, is_asked, is_open_to
from playsheet.rules.orderchips.options.opportunity import longest as longest_on_card
from playsheet.rules.orderchips.options.reasons import (
    AT_MOVER,
    CHARGED,
    CHIPS,
    MENDED,
    MOUNTED,
    PICKED,
    RAMMED,
    TARGETS,
    Reason,
    Said,
    Targets,
    of_unit,
)
from playsheet.rules.orderchips.options.repair import why_no_repair
from playsheet.rules.orderchips.options.shooting import (
    NO_AIM,
    NO_WEAPON,
    Shot,
    longest,
    shots,
    why_no_target,
    why_no_volley,
    why_not_fire,
)
from playsheet.rules.orderchips.terms import ORDERS, Bar, Chip, Instruction, Order, Where

MOVE_QUESTIONS: Final = ("act", "move", "form", "drive")


def barred(battle: ChipBattle, question: Question) -> list[Barred]:
    """What the unit asked about, or the seat's units, could ever do and cannot do now."""
    if question.kind == "next":
        return [*not_picked(battle, question.seat), *not_firing_between(battle, question.seat)]
    if question.kind == "window":
        return not_firing_now(battle, question)
    if not 0 <= question.about < len(battle.units):
        return []
    unit = battle.units[question.about]
    if question.kind == "chip":
        return chips_barred(battle, unit)
    if question.kind == "fire":
        return [*weapons_barred(battle, unit), *others_silent(battle, unit)]
    return acts_barred(battle, unit) if question.kind in MOVE_QUESTIONS else []


# ---------------------------------------------------------------- chips


def chips_barred(battle: ChipBattle, unit: Unit) -> list[Barred]:
    """A moving chip for a machine that will never move; instructions to fire for those who cannot."""
    found: list[Barred] = []
    why = why_no_instruction(unit)
    if why == Bar.LOCKED:
        reason = of_unit(why, CHIPS)
        found.append(Barred("stay:any", "Stationary, with a fire instruction", reason.said, reason.ruling))
    why = why_never_moves(battle, unit)
    if why:
        reason = of_unit(why, CHIPS)
        found.append(Barred("move", "Moving", reason.said, reason.ruling))
    return found


# ---------------------------------------------------------------- who acts next


def not_picked(battle: ChipBattle, seat: int) -> list[Barred]:
    """The seat's units that are not to be picked now; and to be done, while somebody must act."""
    found: list[Barred] = []
    for unit in own_units(battle, seat):
        why = why_not_picked(battle, unit)
        if why:
            reason = of_unit(why, PICKED)
            found.append(Barred("unit", unit.name, reason.said, reason.ruling, unit.id))
    due = [unit for unit in own_units(battle, seat) if not why_not_picked(battle, unit) and must_act(battle, unit)]
    if due:
        found.append(Barred(DONE.name, DONE.said, f"{name_of(battle, due[0].id)} must act first", "R71, R91"))
    return found


def own_units(battle: ChipBattle, seat: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.seat == seat and unit.place == Where.ON_TABLE]


# ---------------------------------------------------------------- what it does


def acts_barred(battle: ChipBattle, unit: Unit) -> list[Barred]:
    """Moving, the other order, a charge, repairs."""
    found: list[Barred] = []
    if unit.chip == Chip.STATIONARY:
        reason = of_unit(Bar.STANDS)
        found.append(Barred("move", "Move", reason.said, reason.ruling))
    if may_change_order(unit):
        found += order_barred(battle, unit)
    found += charge_barred(battle, unit)
    if unit.card.scientist:
        found += repairs_barred(battle, unit)
    return found


def order_barred(battle: ChipBattle, unit: Unit) -> list[Barred]:
    """The other order, where there is no room for it."""
    stands = unit.chip != Chip.MOVING
    if stands and why_not_form(battle, unit):
        return []
    other = Order.LOOSE if unit.order == Order.CLOSE else Order.CLOSE
    region = FormRegion(battle, unit, other) if stands else MoveRegion(battle, unit, other)
    if region.is_open():
        return []
    go = Go(other, changes=True, stands=stands)
    return [Barred(go.key(), go.label(battle), f"no room to stand in {ORDERS[other]} order here", "")]


def charge_barred(battle: ChipBattle, unit: Unit) -> list[Barred]:
    why = why_no_charge(unit)
    if why == Bar.NEVER:
        return []
    if why:
        reason = of_unit(why)
        return [Barred("charge", "Charge", reason.said, reason.ruling)]
    far = battle.move_of(unit) + most_bonus(unit)
    targets = Targets(battle, unit)
    for id in in_reach(battle, unit):
        targets.add(battle.units[id], why_not_at(battle, unit, battle.units[id]))
    if not targets.units:
        return [Barred("charge", "Charge", f"nobody within {far:g} inches", "R63")]
    return of_targets("charge", "Charge", targets, far, RAMMED if unit.is_machine() else CHARGED, NOBODY)


def of_targets(kind: str, label: str, targets: Targets, far: float, words: Said, about: int) -> list[Barred]:
    reason = targets.reason(far, words)
    return [Barred(kind, label, reason.said, reason.ruling, about)] if reason is not None else []


def repairs_barred(battle: ChipBattle, unit: Unit) -> list[Barred]:
    """The automata of his player that he cannot go to now; all in one if none of them needs him."""
    whys = {id: why_no_repair(battle, unit, battle.units[id]) for id in battle.machines}
    own = [id for id in battle.machines if whys[id] != Bar.NEVER and battle.units[id].has_machine()]
    if own and all(whys[id] == Bar.IN_ORDER for id in own):
        return [Barred("repair", "Repair an automaton", "none of them needs it", "R43")]
    found: list[Barred] = []
    for id in own:
        if whys[id] and whys[id] != Bar.IN_ORDER:
            said, ruling = MENDED[whys[id]]
            found.append(Barred(f"repair:{id}", Repair(id).label(battle), said, ruling))
    return found


# ---------------------------------------------------------------- fire


def silent(battle: ChipBattle, unit: Unit, reason: Reason | None) -> list[Barred]:
    """A unit that cannot fire, in a question about others."""
    return [] if reason is None else [Barred("fire", f"Fire {unit.name}", reason.said, reason.ruling, unit.id)]


def fire_reason(battle: ChipBattle, unit: Unit, *, interrupt: bool) -> Reason | None:
    """Why it fires at nobody; None if it may fire at somebody."""
    why = why_not_fire(battle, unit, interrupt=interrupt)
    if why:
        return of_unit(why)
    targets = Targets(battle, unit)
    for other in battle.units:
        word = why_no_shot(battle, unit, other)
        if word != Bar.NEVER:
            targets.add(other, word)
    return targets.reason(longest(battle, unit), MOUNTED if unit.is_machine() else TARGETS)


def why_no_shot(battle: ChipBattle, unit: Unit, target: Unit) -> str:
    """Why neither its figures nor any of its weapons may fire at that one, in a word."""
    why = why_no_target(battle, unit, target)
    if why == Bar.NEVER:
        return why
    weapons = battle.machine_of(unit).working() if unit.is_machine() else [NO_WEAPON]
    whys = [why_no_volley(battle, Shot(unit.id, weapon, target.id, NO_AIM)) for weapon in weapons]
    best = ""
    for word in TARGETS:
        if word in whys:
            best = word
    if why and best != Bar.TOO_FAR:
        return why
    return "" if "" in whys else best


def not_firing_between(battle: ChipBattle, seat: int) -> list[Barred]:
    """The seat's stationary units that cannot fire between its own moves (R67)."""
    found: list[Barred] = []
    for unit in own_units(battle, seat) if battle.rules.own_move_fire else []:
        if unit.chip == Chip.STATIONARY and longest_on_card(unit) > 0.0:
            held = unit.instruction == Instruction.HOLDS and not unit.fired
            found += silent(battle, unit, of_unit(Bar.HOLDS) if held else fire_reason(battle, unit, interrupt=True))
    return found


def not_firing_now(battle: ChipBattle, question: Question) -> list[Barred]:
    """The seat's armed units that do not fire in this window, of themselves or by what they are told.

    A machine of its own that has run wild may be what moves: nobody asks why that does not fire at itself.
    """
    asked = [option.key() for option in question.options]
    found: list[Barred] = []
    for unit in own_units(battle, question.seat):
        if unit.id == question.about or longest_on_card(unit) == 0.0:
            continue
        if not any(fires(key, unit.id) for key in asked):
            found += silent(battle, unit, window_reason(battle, unit, question.about))
    return found


def fires(key: str, unit: int) -> bool:
    """Is the unit among those of `fire:3>7+12.1>7`?"""
    return key.startswith("fire:") and any(
        part.partition(">")[0].partition(".")[0].partition(":")[0] == str(unit) for part in key[5:].split("+")
    )


def window_reason(battle: ChipBattle, unit: Unit, mover: int) -> Reason | None:
    """Why it is not asked in a window that somebody's move, or nobody's, has opened."""
    why = why_not_fire(battle, unit, interrupt=True)
    if why:
        return of_unit(why)
    moment = Moment(mover, declared=True)
    if unit.instruction == Instruction.HOLDS:
        return of_unit(Bar.HOLDS)
    if not is_open_to(battle, unit, moment):
        return of_unit(Bar.CLOSED)
    if not is_asked(unit, moment):
        return of_unit(Bar.INSTRUCTED)
    if mover == NOBODY or not battle.hostile(unit, battle.units[mover]):
        return fire_reason(battle, unit, interrupt=True)
    targets = Targets(battle, unit)
    targets.add(battle.units[mover], why_no_shot(battle, unit, battle.units[mover]))
    return targets.reason(longest(battle, unit), {**(MOUNTED if unit.is_machine() else TARGETS), **AT_MOVER})


def weapons_barred(battle: ChipBattle, unit: Unit) -> list[Barred]:
    """The weapons of a machine that has others to fire."""
    card = unit.card.machine
    found: list[Barred] = []
    for weapon in range(len(card.weapons)) if card is not None else []:
        targets = Targets(battle, unit)
        for other in battle.units:
            why = why_no_target(battle, unit, other)
            if why == Bar.NEVER:
                continue
            word = why_no_volley(battle, Shot(unit.id, weapon, other.id, NO_AIM))
            targets.add(other, why if why and word != Bar.TOO_FAR else word)
        far = card.weapons[weapon].long if card is not None else 0.0
        label = f"Fire the {card.weapons[weapon].name}" if card is not None else ""
        found += of_targets(f"fire:{unit.id}.{weapon}", label, targets, far, MOUNTED, NOBODY)
    return found


def others_silent(battle: ChipBattle, asked: Unit) -> list[Barred]:
    """The seat's other armed units that have nobody to fire at; said with the first of those that have."""
    able: list[int] = []
    found: list[Barred] = []
    for unit in own_units(battle, asked.seat):
        if longest_on_card(unit) <= 0.0:
            continue
        if shots(battle, unit, interrupt=False):
            able.append(unit.id)
        else:
            found += silent(battle, unit, fire_reason(battle, unit, interrupt=False))
    return found if able and battle.movement_order(able)[0] == asked.id else []
