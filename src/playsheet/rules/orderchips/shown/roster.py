"""Units as a roster lists them, models as a map draws them, and how far the turn has come."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.figures import LOST
from playsheet.core.reader import figure as plain
from playsheet.core.sequence import titles
from playsheet.core.telling import Fact, Mark, Sign, Standing, Track
from playsheet.core.words import listed
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import men_names
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import Card, MachineCard, Weapon
from playsheet.rules.orderchips.terms import (
    ARCS,
    DRILLS,
    GRADES,
    HAYWIRES,
    PLACES,
    Arm,
    Chip,
    Drive,
    Haywire,
    Order,
    Phase,
    Where,
)
from playsheet.rules.orderchips.turn import SEQUENCE
from playsheet.tabletop.machines.machine import ENGINES, NO_POWER, RUNNING
from playsheet.tabletop.machines.machine import FATES as MACHINE_FATES
from playsheet.tabletop.roster import engaged, now_of

BLURB: Final = (
    "Victorian science fiction with secret orders: everybody lays a chip behind each unit, stand or go, with an arrow, "
    "and all are turned at once. Rifles and spears, steam tanks, clockwork soldiers that sometimes change their minds, "
    "scientists who run after them, and natives who were not invited. Ten-sided dice, low is good; who stands may "
    "shoot in the middle of another's move. A quarter of an hour for the wells, an evening for the runaway engines, a "
    "day and a club for the great advance. It wants players who can keep a straight face."
)
ARMS: Final = ("foot", "horse", "gun", "leader", "vehicle", "automaton")


def roster(battle: ChipBattle) -> list[Standing]:
    return [standing_of(battle, unit) for unit in battle.units]


def standing_of(battle: ChipBattle, unit: Unit) -> Standing:
    here = unit.place in (Where.ON_TABLE, Where.ATTACHED)
    machine = unit.is_machine()
    left = (1 if here else 0) if machine else unit.figures if unit.place != Where.GONE else 0
    found = Standing(
        unit.side if unit.side < battle.sides else -1,
        unit.name,
        left,
        1 if machine else unit.start,
        PLACES[unit.place],
        here,
        states_of(battle, unit),
        unit.place == Where.ON_TABLE and is_shaken(battle, unit),
    )
    found.seat = unit.seat
    found.arm = ARMS[unit.kind]
    found.first = unit.first
    found.men = men_names(unit)
    if here:
        found.at = middle(battle, unit)
        found.signs = signs_of(battle, unit)
    found.facts = facts_of(battle, unit)
    return found


def middle(battle: ChipBattle, unit: Unit) -> tuple[float, float, float]:
    """Where the unit is, and which way it faces."""
    if unit.place == Where.ATTACHED:
        return (*battle.at(unit.first), battle.faces(unit.first))
    return (*battle.middle(unit), unit.facing)


def is_shaken(battle: ChipBattle, unit: Unit) -> bool:
    """Worth a glance: it must test, does not act, has run, or its engine is not running."""
    if unit.lost_figures or unit.was_hit or unit.no_action or unit.next_no_action or unit.ran:
        return True
    if not unit.has_machine():
        return False
    machine = battle.machine_of(unit)
    return machine.engine != RUNNING or machine.haywire not in (Haywire.OBEYS, Haywire.ENEMY_CONTROL)


# ---------------------------------------------------------------- states


def states_of(battle: ChipBattle, unit: Unit) -> list[str]:
    """What is to be known of a unit besides its numbers."""
    if unit.place == Where.ATTACHED:
        return [f"with {battle.units[unit.attached_to].name}"]
    if unit.place != Where.ON_TABLE:
        return [MACHINE_FATES[battle.machine_of(unit).fate]] if unit.is_machine() and unit.is_wreck() else []
    found: list[str] = []
    if unit.chip == Chip.MOVING:
        found.append("moving")
    elif unit.chip == Chip.STATIONARY:
        found.append("stationary")
    if unit.order == Order.LOOSE and unit.kind in (0, Arm.CAVALRY):
        found.append("loose order")
    if unit.fired:
        found.append("has fired")
    if unit.is_locked():
        found.append("in melee with " + listed([battle.units[id].name for id in unit.locked]))
    if unit.no_action:
        found.append("no action this turn")
    elif unit.next_no_action:
        found.append("no action next turn")
    if unit.ran:
        found.append("has run")
    if unit.lost_figures or unit.was_hit:
        found.append("must test morale")
    if unit.kind == Arm.GUN and not unit.serves():
        found.append("gun lost" if unit.gun_lost else "away from its gun")
    if unit.is_machine():
        found += machine_states(unit, battle.machine_of(unit))
    return found


def machine_states(unit: Unit, machine: SteamMachine) -> list[str]:
    found: list[str] = []
    if machine.engine != RUNNING:
        found.append(f"engine {ENGINES[machine.engine].replace('-', ' ')}")
    if not machine.steers:
        found.append("steering locked")
    if machine.immobile:
        found.append("immobilised")
    if machine.timer:
        found.append(f"steam for {machine.timer} more {'turn' if machine.timer == 1 else 'turns'}")
    if unit.kind == Arm.AUTOMATON and machine.haywire != Haywire.OBEYS:
        found.append(f"haywire: {HAYWIRES[machine.haywire].replace('-', ' ')}")
    if unit.seat != unit.owner:
        found.append("under enemy control" if unit.kind == Arm.AUTOMATON else "captured")
    return found


def signs_of(battle: ChipBattle, unit: Unit) -> list[Sign]:
    """States that the table shows."""
    found: list[Sign] = []
    if unit.place == Where.ATTACHED:
        return found
    if unit.chip == Chip.MOVING:
        way = f" to {plain(unit.arrow)} degrees" if unit.arrow >= 0.0 else ""
        found.append(Sign("moving", f"Moving chip{way}.", unit.arrow))
    elif unit.chip == Chip.STATIONARY:
        found.append(Sign("stationary", "Stationary chip."))
    elif unit.chip == Chip.BLANK:
        found.append(Sign("blank", "A blank chip: it takes no orders this turn."))
    if unit.is_locked():
        found.append(engaged("in melee with " + listed([battle.units[id].name for id in unit.locked])))
    if unit.no_action or unit.next_no_action:
        found.append(Sign("frozen", f"No action {'this' if unit.no_action else 'next'} turn."))
    if unit.ran:
        found.append(Sign("routing", "It has run: no shooting this turn."))
    if unit.lost_figures or unit.was_hit:
        found.append(Sign("faltering", "Must test morale at the end of this turn."))
    if unit.has_machine():
        found += machine_signs(unit, battle.machine_of(unit))
    return found


def machine_signs(unit: Unit, machine: SteamMachine) -> list[Sign]:
    found: list[Sign] = []
    if machine.engine != RUNNING:
        no_power = machine.engine == NO_POWER
        found.append(Sign("stalled", "Without power." if no_power else "Stopped until a START roll passes."))
    if not machine.steers:
        found.append(Sign("steering", "It cannot turn."))
    if machine.immobile:
        found.append(Sign("immobile", "Immobilised."))
    if machine.timer:
        found.append(Sign("steam", f"It loses steam: {machine.timer} more turns."))
    if unit.kind == Arm.AUTOMATON and machine.haywire != Haywire.OBEYS:
        found.append(Sign("haywire", f"Haywire: {HAYWIRES[machine.haywire].replace('-', ' ')}."))
    return found


# ---------------------------------------------------------------- the card


def facts_of(battle: ChipBattle, unit: Unit) -> list[Fact]:
    """The unit's card, and what damage has left of it."""
    card = unit.card
    found: list[Fact] = []
    if card.machine is not None:
        return machine_facts(card, card.machine, battle.machine_of(unit))
    found.append(Fact("Quality", f"{GRADES[card.grade]}, {DRILLS[card.drill]}"))
    if card.weapon is not None:
        found.append(Fact("SHOOT", str(card.shoot)))
        found.append(Fact("Weapon", weapon_fact(card.weapon)))
    found.append(Fact("MELEE", str(card.melee)))
    if card.kind == Arm.NOTABLE:
        found.append(Fact("SAVE", str(card.save)))
    found.append(Fact("Move", f"{plain(card.move)} inches"))
    if card.charge is not None:
        found.append(Fact("Charge", f"+{card.charge.lowest()} to {card.charge.highest()} inches"))
    armour = "power armour" if card.armoured == card.figures else f"{card.armoured} in power armour"
    particular = [
        word
        for word, is_so in (
            (armour, card.armoured > 0),
            ("protected", card.protected and card.armoured < card.figures),
            ("explosives", card.explosives),
            ("army commander", card.army_commander),
            ("scientist", card.scientist),
        )
        if is_so
    ]
    if particular:
        found.append(Fact("Special", listed(particular)))
    found.append(Fact("Points", str(card.points)))
    return found


def weapon_fact(weapon: Weapon) -> str:
    return f"{weapon.name}, rate {weapon.rof}, {plain(weapon.short)}/{plain(weapon.long)} inches"


def machine_facts(card: Card, held: MachineCard, machine: SteamMachine) -> list[Fact]:
    """Its ratings as they are now; what it had when it was whole stands behind."""
    found = [
        Fact("ARMOR", now_of(machine.armor(), held.armor)),
        Fact("SUSTAIN", now_of(machine.sustain(), held.sustain)),
        Fact("SPEED", now_of(machine.speed(), held.speed)),
        Fact("SPIN", f"{plain(held.spin)} degrees"),
    ]
    if not held.automaton:
        found.append(Fact("START", str(held.start)))
        found.append(Fact("Crew", now_of(machine.crew, held.crew)))
    if held.melee_dice:
        special = ", special weapon" if held.special else ""
        dice = f"{held.melee_dice} {'die' if held.melee_dice == 1 else 'dice'}"
        found.append(Fact("MELEE", f"{now_of(machine.melee(), held.melee)}, {dice}{special}"))
    for index, weapon in enumerate(held.weapons):
        shoot = machine.weapon_shoot(index)
        state = f"SHOOT {now_of(shoot, weapon.shoot)}" if shoot else "out of action"
        found.append(Fact(f"{ARCS[weapon.arc].capitalize()} weapon", f"{weapon_fact(weapon)}, {state}"))
    found.append(Fact("Points", str(card.points)))
    return found


# ---------------------------------------------------------------- marks


def marks(battle: ChipBattle) -> list[Mark]:
    """Machines, wrecks and guns first, under the figures; notable persons last, on top."""
    found: list[Mark] = []
    for unit in battle.units:
        if unit.model >= 0 and not battle.near.absent(unit.model):
            found.append(mark_of(battle, unit, unit.model, model_shape(unit)))
    for notables in (False, True):
        for unit in battle.units:
            if (
                (unit.kind == Arm.NOTABLE) == notables
                and unit.place in (Where.ON_TABLE, Where.ATTACHED)
                and not unit.is_machine()
            ):
                for model in battle.men(unit):
                    found.append(figure_mark(battle, unit, model))
    return found


def mark_of(battle: ChipBattle, unit: Unit, model: int, shape: str) -> Mark:
    i: i64 = model
    figures = battle.figures
    deep = 0.0 if battle.round[i] == 1 else battle.deep[i]
    mark = Mark(figures.x[i], figures.y[i], unit.id, model, figures.facing[i], shape, battle.wide[i], deep)
    mark.role = unit.card.name if unit.is_machine() else ""
    return mark


def model_shape(unit: Unit) -> str:
    """How a gun, machine or wreck is drawn."""
    machine = unit.card.machine
    if machine is None:
        weapon = unit.card.weapon
        return "gatling" if weapon is not None and unit.card.per_crew else "gun"
    if unit.is_wreck():
        return "wreck"
    if machine.automaton:
        return "automaton"
    return "walker" if machine.drive == Drive.LEGS else "vehicle"


def figure_mark(battle: ChipBattle, unit: Unit, model: int) -> Mark:
    if unit.kind == Arm.NOTABLE:
        mark = mark_of(battle, unit, model, "leader")
        mark.role = "army commander" if unit.card.army_commander else "scientist" if unit.card.scientist else "notable"
        return mark
    shape = "horse" if unit.kind == Arm.CAVALRY else "crew" if unit.kind == Arm.GUN else "foot"
    mark = mark_of(battle, unit, model, shape)
    if model == unit.first and unit.figures > 1:
        mark.signs.append(Sign("leads", "Leads the unit."))
    return mark


def fallen(battle: ChipBattle) -> list[Mark]:
    """Where figures fell. Who ran from the table left nothing."""
    found: list[Mark] = []
    for unit in battle.units:
        if unit.kind not in (Arm.VEHICLE, Arm.AUTOMATON):
            for model in battle.figures.in_state(unit.first, unit.start, LOST):
                mark = figure_mark(battle, unit, model)
                mark.signs = []
                found.append(mark)
    return found


# ---------------------------------------------------------------- the turn


def track(battle: ChipBattle) -> Track | None:
    """The phases of the turn, and whose turn it is to move."""
    if battle.phase == Phase.DEPLOYING:
        return None
    side = -1
    if battle.phase == Phase.MOVES and battle.order:
        side = battle.goals.seat_sides[battle.order[battle.mover]]
    return Track("phases", titles(SEQUENCE[Phase.CHIPS :]), [], battle.phase - Phase.CHIPS, 0, side)
