"""The table read into a form's situation: what an option would set off, before it is chosen.

A form runs on the true situation: who sees the target, who stands under the template, the machine as it is by now.
What of it the form asks for is shown with the odds. Other players' secrets are no part of it: they are asked of the
battle as the seat may see it.
"""

from __future__ import annotations

from playsheet.core.asking import Option, Question
from playsheet.core.forms import AnyForm, Case, Value, shown_length
from playsheet.core.system import System
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.calculator.armour import (
    ASSAULT,
    SHOOT_MACHINE,
    Assault,
    Battered,
    MachineShot,
    strokes_back,
)
from playsheet.rules.orderchips.calculator.charge import CHARGE
from playsheet.rules.orderchips.calculator.charge_in_play import InPlay, fire_of
from playsheet.rules.orderchips.calculator.engines import (
    DRIVE,
    HAYWIRE,
    REPAIR,
    Driving,
    Wits,
)
from playsheet.rules.orderchips.calculator.melee import BREAK_OFF, MELEE, BreakingOff, Round
from playsheet.rules.orderchips.calculator.morale import MORALE, VEHICLE_MORALE, Test, Wear
from playsheet.rules.orderchips.calculator.rounds import bout_between, sides_of, strokes_of
from playsheet.rules.orderchips.calculator.shooting import SHELL, SHOOT
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.dice.blast import Shell
from playsheet.rules.orderchips.dice.charge import CHARGER, ENEMY
from playsheet.rules.orderchips.dice.melee import Strokes, blow_of
from playsheet.rules.orderchips.dice.shooting import Volley as PaperVolley
from playsheet.rules.orderchips.ground.sight import enfiladed, morale_cover
from playsheet.rules.orderchips.options.acts import is_due
from playsheet.rules.orderchips.options.charge import nearest_base
from playsheet.rules.orderchips.options.choices import AS_IT_STANDS, Charge, Commit, Go, Pick, Repair
from playsheet.rules.orderchips.options.shooting import Shot, Volley, lay_volley
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.table.damage import working_copy
from playsheet.rules.orderchips.table.losses import ranks_of, under_of, under_template
from playsheet.rules.orderchips.table.melee import (
    Bout,
    Strike,
    enemies_of,
    fights,
    melee_dice,
    number_for,
)
from playsheet.rules.orderchips.table.morale import armoured_of, commander_near, figure_number, mood_of, tests
from playsheet.rules.orderchips.table.steps import FireAt
from playsheet.rules.orderchips.terms import (
    BANDS,
    CLASSES,
    COVERS,
    DRILLS,
    GRADES,
    KINDS,
    ORDERS,
    SIZES,
    Arm,
    Chip,
    Cover,
    HitBy,
    Order,
    RangeBand,
    Size,
    TestReason,
)
from playsheet.tabletop.machines.machine import RUNNING

Said = dict[str, Value | None]  # inputs as play has them; None: there is nothing of the kind, as an automaton's crew


def what_if(system: System[ChipBattle], battle: ChipBattle, question: Question, option: Option) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    about = question.about
    if isinstance(option, FireAt):
        return of_shot(battle, option.shot)
    if isinstance(option, Commit):
        return of_shot(battle, option.shots[0]) if len(option.shots) == 1 else None
    if isinstance(option, Strike):
        return of_bout(battle, option)
    if isinstance(option, Pick):
        return of_engine(battle, battle.units[option.unit])
    if not 0 <= about < len(battle.units):
        return None
    unit = battle.units[about]
    if isinstance(option, Charge):
        if option.order != AS_IT_STANDS:
            return None  # how it will stand is asked next
        return of_charge(system, battle, unit, battle.units[option.target])
    if isinstance(option, Repair):
        return of_repair(battle, unit)
    if isinstance(option, Go) and unit.is_locked() and not option.stands:
        return of_breaking_off(battle, unit)
    return None


# ---------------------------------------------------------------- inputs as they are shown


def asked_of(form: AnyForm, said: Said) -> dict[str, Value]:
    """What a form asks, of all that play says; what play does not say has its default, as by hand."""
    inputs: dict[str, Value] = {}
    for field in form.fields:
        value = said.get(field.name, field.default)
        if value is not None:
            inputs[field.name] = value
    return inputs


def target_inputs(battle: ChipBattle, volley: Volley) -> Said:
    """What of a target the number depends on, and who may be hit."""
    target = volley.target
    said: Said = {
        "kind": KINDS[target.kind],
        "order": ORDERS[target.order],
        "cover": COVERS[volley.cover],
        "grade": GRADES[target.card.grade],
        "protected": target.card.protected,
        "enfiladed": enfiladed(battle, target, volley.x, volley.y),
        "volley": target.charging,
        "target": target.figures,
    }
    saves = ranks_of(battle, target).saves
    for index in range(min(len(saves), 2)):
        said[f"save{index + 1}"] = saves[index]
    return said


def firer_inputs(battle: ChipBattle, volley: Volley) -> Said:
    """How many fire, with what, how far."""
    unit = battle.units[volley.shot.unit]
    weapon = volley.weapons[0]
    return {
        "figures": max(volley.firing, 1),
        "rof": weapon.rof,
        "shoot": volley.numbers[0].rating,
        "range": BANDS[min(volley.band, RangeBand.LONG)],
        "moving": unit.counts_as_moving(),
        "weapon": CLASSES[weapon.cls],
    }


def machine_inputs(battle: ChipBattle, unit: Unit) -> Said:
    """The machine as it is by now."""
    machine = battle.machine_of(unit)
    card = unit.card.machine
    working = machine.working()
    return {
        "machine": KINDS[unit.kind],
        "size": SIZES[card.size if card is not None else Size.NORMAL],
        "armor": machine.armor(),
        "sustain": machine.sustain(),
        "speed": machine.speed(),
        "crew": machine.crew if unit.kind == Arm.VEHICLE else None,
        "weapons": len(working),
        "weapon_shoot": machine.weapon_shoot(working[0]) if working else 1,
        "machine_melee": machine.melee() or None,
        "melee_dice": dice_back(battle, unit),
    }


def dice_back(battle: ChipBattle, unit: Unit) -> int:
    """What a machine strikes back with."""
    return melee_dice(unit) if fights(battle, unit) else 0


# ---------------------------------------------------------------- shooting


def of_shot(battle: ChipBattle, shot: Shot) -> Case | None:
    """The volley as it is laid: at figures, as a shell, or at a machine."""
    volley = lay_volley(battle, shot, wild=False)
    if volley is None:
        return None
    target = volley.target
    said = {**firer_inputs(battle, volley), **target_inputs(battle, volley)}
    if target.is_machine():
        return at_machine(battle, volley, said)
    weapon = volley.weapons[0]
    if weapon.blast is not None and shot.aim >= 0:
        return of_shell(battle, volley, weapon, said)
    paper = PaperVolley(volley.aims, ranks_of(battle, target))
    return SHOOT.as_played(battle.rules, paper, asked_of(SHOOT, said))


def of_shell(battle: ChipBattle, volley: Volley, weapon: Weapon, said: Said) -> Case | None:
    """One shell; of several dice each is such a one, and so is not told beforehand."""
    if volley.aims[0].dice > 1 or len(volley.aims) > 1 or weapon.blast is None:
        return None
    x, y = battle.at(volley.shot.aim)
    caught = under_template(battle, x, y, weapon.blast.radius, volley.target.id)
    under = under_of(battle, caught)
    inputs = {**said, "under": under.size, "guns": len(caught.guns)}
    places = [place for place in range(under.size) if under.saves[place]]
    if places:
        inputs["place1"] = places[0] + 1
        inputs["save1"] = under.saves[places[0]]
    shell = Shell(volley.aims[0], weapon.blast, under, len(caught.guns))
    return SHELL.as_played(battle.rules, shell, asked_of(SHELL, inputs))


def at_machine(battle: ChipBattle, volley: Volley, said: Said) -> Case | None:
    """All hits of one kind on a machine as it is by now; None where different weapons fire at once."""
    if len(volley.aims) > 1:
        return None
    rules = battle.rules
    blow = Blow(volley.weapons[0].save, HitBy.SHOT)
    shot = MachineShot(volley.aims[0], Battered(rules, battle.machine_copy(volley.target), blow))
    inputs = {**said, **machine_inputs(battle, volley.target)}
    return SHOOT_MACHINE.as_played(rules, shot, asked_of(SHOOT_MACHINE, inputs))


# ---------------------------------------------------------------- charges


def of_charge(system: System[ChipBattle], battle: ChipBattle, unit: Unit, target: Unit) -> Case | None:
    """The whole charge of figures on figures; where a machine is in it, the charger's test."""
    if unit.is_machine() or target.is_machine():
        return of_test(battle, unit, target)
    bonus = unit.card.charge
    if bonus is None:
        return None
    course = InPlay(system, battle, unit, target)
    fire, number = fire_of(course)
    said: Said = {
        "move": shown_length(unit.card.move),
        "bonus": bonus.dice,
        "gap": shown_length(nearest_base(battle, unit.first, target)[1]),
        **body_inputs(battle, unit, ""),
        **body_inputs(battle, target, "enemy_"),
        "figures": battle.strength(unit),
        "enemies": battle.strength(target),
        "fighting": course.fighting(CHARGER),
        "enemy_fighting": course.fighting(ENEMY),
        "fire": fire,
    }
    if fire:
        said["fire_number"] = number
    return CHARGE.as_played(battle.rules, course, asked_of(CHARGE, said))


def body_inputs(battle: ChipBattle, unit: Unit, prefix: str) -> Said:
    """What its test and its melee depend on."""
    return {
        f"{prefix}melee": unit.card.melee,
        f"{prefix}order": ORDERS[unit.order],
        f"{prefix}cover": COVERS[morale_cover(battle, unit)],
        f"{prefix}drill": DRILLS[unit.card.drill],
        f"{prefix}armoured": armoured_of(battle, unit),
        f"{prefix}commander": commander_near(battle, unit),
        f"{prefix}gun": unit.serves(),
        f"{prefix}lone": unit.kind == Arm.NOTABLE,
    }


def of_test(battle: ChipBattle, unit: Unit, target: Unit) -> Case | None:
    """The charger's own test, where more cannot be told."""
    if not tests(unit):
        return None
    rules = battle.rules
    if unit.kind == Arm.VEHICLE:
        machine = battle.machine_of(unit)
        wear = Wear(machine.crew_lost, machine.lost_points(), penetrated=machine.penetrated, charging=True)
        return VEHICLE_MORALE.as_played(rules, wear)
    mood = mood_of(battle, unit, TestReason.TO_CHARGE, target)
    figures = battle.strength(unit)
    said: Said = {
        **body_inputs(battle, unit, ""),
        "figures": figures,
        "gun": mood.gun,
        "charging": True,
        "at_vehicle": mood.at_vehicle,
    }
    number = figure_number(battle, unit, TestReason.TO_CHARGE, target)
    test = Test(number, figures, unit.card.drill, unit.order, charging=True)
    return MORALE.as_played(rules, test, asked_of(MORALE, said))


# ---------------------------------------------------------------- melee


def of_bout(battle: ChipBattle, option: Strike) -> Case | None:
    """The round between the unit of a figure and the enemy that he would fight."""
    unit = battle.unit_of(option.model)
    enemy = battle.units[option.target]
    return round_between(battle, unit, enemy)


def round_between(battle: ChipBattle, unit: Unit, enemy: Unit) -> Case | None:
    """A round of melee: figures on both sides, or figures or a machine at a machine."""
    bout = bout_between(battle, unit, enemy)
    back = bout_between(battle, enemy, unit)
    if bout is None:
        return None
    if enemy.is_machine():
        return assault(battle, unit, enemy, bout)
    if unit.is_machine():
        return None  # how a machine fares under several blows is told as an assault on it
    one, other = sides_of(battle, unit, enemy)
    said: Said = {
        "figures": bout.dice,
        "melee": unit.card.melee,
        "loose": unit.order == Order.LOOSE,
        "enemies": back.dice if back is not None else 0,
        "enemy_melee": enemy.card.melee,
        "enemy_loose": enemy.order == Order.LOOSE,
        "enemy_cover": COVERS[bout.cover],
        "cover": COVERS[back.cover if back is not None else Cover.NONE],
    }
    return MELEE.as_played(battle.rules, Round(one, other, (unit.id, enemy.id)), asked_of(MELEE, said))


def assault(battle: ChipBattle, unit: Unit, enemy: Unit, bout: Bout) -> Case:
    """A unit at a machine: how it fares, and how often it hits back.

    Blows of one kind are told: the unit's own, or those of a notable person with it where only he reaches the machine.
    """
    rules = battle.rules
    machine = battle.machine_of(enemy)
    striker = unit if bout.dice else battle.units[bout.notables[0]]
    strokes = Strokes(max(bout.dice, 1), number_for(battle, bout, striker))
    back = strokes_back(rules, dice_back(battle, enemy), machine.melee())
    blow = blow_of(rules, striker.card)
    said: Said = {
        **machine_inputs(battle, enemy),
        "attackers": blow.row.id,
        "dice": strokes.dice,
        "melee": strokes.number.rating,
        "loose": unit.order == Order.LOOSE and not unit.is_machine() and unit.kind != Arm.NOTABLE,
        "cover": COVERS[bout.cover],
    }
    others = [battle.units[id].name for id in bout.notables if id != striker.id]
    others += [each.name for each in enemies_of(battle, enemy) if each is not unit]
    situation = Assault(strokes, back, Battered(rules, machine, blow), others)
    return ASSAULT.as_played(rules, situation, asked_of(ASSAULT, said))


def of_breaking_off(battle: ChipBattle, unit: Unit) -> Case | None:
    """The free dice of all who are in contact with a unit that breaks off; of a machine they are not told."""
    if unit.is_machine():
        return None
    strokes: list[Strokes] = []
    first: Bout | None = None
    for enemy in enemies_of(battle, unit):
        bout = bout_between(battle, enemy, unit)
        strokes += strokes_of(battle, bout)
        first = first if first is not None else bout
    if first is None:
        return None
    enemy = battle.units[first.unit]
    said: Said = {
        "strikers": sum([each.dice for each in strokes]),
        "melee": strokes[0].number.rating,
        "loose": enemy.order == Order.LOOSE and not enemy.is_machine(),
        "cover": COVERS[first.cover],
        "leaving": unit.figures,
    }
    situation = BreakingOff(strokes, ranks_of(battle, unit))
    return BREAK_OFF.as_played(battle.rules, situation, asked_of(BREAK_OFF, said))


# ---------------------------------------------------------------- engines


def of_engine(battle: ChipBattle, unit: Unit) -> Case | None:
    """START or SUSTAIN of a machine that is picked to move; a haywire roll of an automaton that is due one."""
    card = unit.card.machine
    if card is None or not unit.has_machine():
        return None
    rules = battle.rules
    machine = working_copy(battle, unit)
    if is_due(battle, unit):
        return HAYWIRE.as_played(rules, Wits(sustain=0, enemies=machine.enemies)) if machine.engine == RUNNING else None
    if unit.chip == Chip.STATIONARY and rules.sustains_standing(automaton=unit.kind == Arm.AUTOMATON):
        return DRIVE.as_played(rules, Driving(card.plan, machine.state(), card.start, machine.enemies, stands=True))
    if unit.chip != Chip.MOVING or machine.immobile:
        return None
    return DRIVE.as_played(rules, Driving(card.plan, machine.state(), card.start, machine.enemies))


def of_repair(battle: ChipBattle, unit: Unit) -> Case | None:
    """A scientist's die; the question may be about him or about the automaton."""
    return REPAIR.as_played(battle.rules, unit.card.save) if unit.card.scientist else None
