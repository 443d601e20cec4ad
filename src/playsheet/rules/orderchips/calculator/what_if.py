"""The table read into a procedure's inputs: what an option would set off, before it is chosen.

The procedures run on the true situation: who sees the target, who stands under the template, the machine as it is by
now. The inputs that are shown with the odds are the nearest that a calculator has. Other players' secrets are no part
of it: they are asked of the battle as the seat may see it.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.geometry import TOLERANCE
from playsheet.core.procedures import Prepared, nearest_values
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.calculator.armour import PreparedAssault, PreparedMachine
from playsheet.rules.orderchips.calculator.charge import PreparedCharge
from playsheet.rules.orderchips.calculator.forms import procedure
from playsheet.rules.orderchips.calculator.melee import PreparedBreakingOff, PreparedRound
from playsheet.rules.orderchips.calculator.morale import PreparedMorale, PreparedVehicleMorale
from playsheet.rules.orderchips.calculator.shooting import PreparedShell, PreparedVolley
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.dice.blast import Shell
from playsheet.rules.orderchips.dice.charge import Body, Charging
from playsheet.rules.orderchips.dice.melee import Side, Strokes
from playsheet.rules.orderchips.dice.morale import number_of
from playsheet.rules.orderchips.dice.shooting import Volley as PaperVolley
from playsheet.rules.orderchips.ground.sight import enfiladed, morale_cover
from playsheet.rules.orderchips.options.charge import nearest_base
from playsheet.rules.orderchips.options.choices import Charge, Commit, Go, Pick, Repair
from playsheet.rules.orderchips.options.shooting import Shot, Volley, lay_volley
from playsheet.rules.orderchips.sheet.tables import MOST_FIGURES, ArmourRow, Weapon
from playsheet.rules.orderchips.table.engines import is_due
from playsheet.rules.orderchips.table.losses import ranks_of, under_of, under_template
from playsheet.rules.orderchips.table.melee import Bout, Strike, enemies_of, fights, number_for, reaches, unit_bouts
from playsheet.rules.orderchips.table.morale import commander_near, figure_number, mood_of, tests
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
    TestReason,
)
from playsheet.tabletop.machines.machine import RUNNING, STALLED

ENGINE_WORDS: Final = {RUNNING: "running", STALLED: "stopped"}
MOST_DICE: Final = MOST_FIGURES


def what_if(battle: ChipBattle, question: Question, option: Option) -> Prepared | None:
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
        return of_charge(battle, unit, battle.units[option.target])
    if isinstance(option, Repair):
        return of_repair(battle, unit)
    if isinstance(option, Go) and unit.is_locked() and not option.stands:
        return of_breaking_off(battle, unit)
    return None


# ---------------------------------------------------------------- inputs as they are shown


def target_inputs(battle: ChipBattle, volley: Volley) -> dict[str, object]:
    """What of a target the number depends on, and who may be hit."""
    target = volley.target
    given: dict[str, object] = {
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
        given[f"save{index + 1}"] = saves[index]
    return given


def firer_inputs(battle: ChipBattle, volley: Volley) -> dict[str, object]:
    """How many fire, with what, how far."""
    unit = battle.units[volley.shot.unit]
    weapon = volley.weapons[0]
    return {
        "figures": max(volley.firing, 1),
        "rof": weapon.rof,
        "shoot": volley.numbers[0].rating,
        "range": BANDS[min(volley.band, len(BANDS) - 1)],
        "moving": unit.counts_as_moving(),
        "weapon": CLASSES[weapon.cls],
    }


def machine_inputs(battle: ChipBattle, unit: Unit) -> dict[str, object]:
    """The machine as it is by now."""
    machine = battle.machine_of(unit)
    card = unit.card.machine
    working = machine.working()
    return {
        "machine": "automaton" if unit.kind == Arm.AUTOMATON else "vehicle",
        "size": SIZES[card.size] if card is not None else SIZES[0],
        "armor": machine.armor(),
        "sustain": machine.sustain(),
        "speed": machine.speed(),
        "crew": machine.crew,
        "weapons": len(working),
        "weapon_shoot": machine.weapon_shoot(working[0]) if working else 1,
        "machine_melee": machine.melee(),
        "melee_dice": card.melee_dice if card is not None and fights(battle, unit) else 0,
    }


# ---------------------------------------------------------------- shooting


def of_shot(battle: ChipBattle, shot: Shot) -> Prepared | None:
    """The volley as it is laid: at figures, as a shell, or at a machine."""
    volley = lay_volley(battle, shot, False)
    if volley is None:
        return None
    target = volley.target
    given = {**firer_inputs(battle, volley), **target_inputs(battle, volley)}
    if target.is_machine():
        return at_machine(battle, volley, given)
    weapon = volley.weapons[0]
    if weapon.blast is not None and shot.aim >= 0:
        return of_shell(battle, volley, weapon, given)
    of = procedure(battle.rules, "shoot")
    paper = PaperVolley(volley.aims, ranks_of(battle, target))
    return PreparedVolley(of, nearest_values(of, given), battle.rules, paper)


def of_shell(battle: ChipBattle, volley: Volley, weapon: Weapon, given: dict[str, object]) -> Prepared | None:
    """One shell; of several dice each is such a one, and so is not told beforehand."""
    if volley.aims[0].dice > 1 or len(volley.aims) > 1 or weapon.blast is None:
        return None
    x, y = battle.at(volley.shot.aim)
    caught = under_template(battle, x, y, weapon.blast.radius, volley.target.id)
    under = under_of(battle, caught)
    of = procedure(battle.rules, "shell")
    inputs = {**given, "under": under.size, "guns": len(caught.guns)}
    places = [place for place in range(under.size) if under.saves[place]]
    if places:
        inputs["place1"] = places[0] + 1
        inputs["save1"] = under.saves[places[0]]
    shell = Shell(volley.aims[0], weapon.blast, under, len(caught.guns))
    return PreparedShell(of, nearest_values(of, inputs), battle.rules, shell)


def at_machine(battle: ChipBattle, volley: Volley, given: dict[str, object]) -> Prepared | None:
    """All hits of one kind on a machine as it is by now; None where different weapons fire at once."""
    if len(volley.aims) > 1:
        return None
    of = procedure(battle.rules, "shoot-machine")
    inputs = {**given, **machine_inputs(battle, volley.target)}
    blow = Blow(volley.weapons[0].save, HitBy.SHOT)
    machine = battle.machine_of(volley.target)
    return PreparedMachine(of, nearest_values(of, inputs), battle.rules, volley.aims[0], machine, blow)


# ---------------------------------------------------------------- charges


def of_charge(battle: ChipBattle, unit: Unit, target: Unit) -> Prepared | None:
    """The whole charge of figures on figures; where a machine is in it, the charger's test."""
    if unit.is_machine() or target.is_machine():
        return of_test(battle, unit, target)
    bonus = unit.card.charge
    if bonus is None:
        return None
    _, gap = nearest_base(battle, unit.first, target)
    rules = battle.rules
    of = procedure(rules, "charge")
    charger = body_of(battle, unit, TestReason.TO_CHARGE, target)
    enemy = body_of(battle, target, TestReason.TO_RECEIVE, unit)
    charging = Charging(rules, charger, enemy, bonus, unit.card.move, gap)
    given: dict[str, object] = {
        "move": int(unit.card.move),
        "bonus": bonus.dice,
        "gap": ceil(gap - TOLERANCE),
        **body_inputs(battle, unit, ""),
        **body_inputs(battle, target, "enemy_"),
        "figures": battle.strength(unit),
        "enemies": battle.strength(target),
    }
    return PreparedCharge(of, nearest_values(of, given), charging)


def body_of(battle: ChipBattle, unit: Unit, why: str, other: Unit) -> Body:
    """One side of a charge; on paper all of it are alike, and cover counts where it stands."""
    number = figure_number(battle, unit, why, other)
    cover = morale_cover(battle, unit) if why == TestReason.TO_RECEIVE else Cover.NONE
    body = Body(battle.strength(unit), number, unit.card.drill, unit.order, unit.card.melee, cover)
    body.tests = tests(unit)
    return body


def body_inputs(battle: ChipBattle, unit: Unit, prefix: str) -> dict[str, object]:
    """What its test and its melee depend on."""
    return {
        f"{prefix}melee": unit.card.melee,
        f"{prefix}order": ORDERS[unit.order],
        f"{prefix}cover": COVERS[morale_cover(battle, unit)],
        f"{prefix}drill": DRILLS[unit.card.drill],
        f"{prefix}armoured": unit.card.power_armour,
        f"{prefix}commander": commander_near(battle, unit),
        f"{prefix}gun": unit.serves(),
        f"{prefix}lone": unit.kind == Arm.NOTABLE,
    }


def of_test(battle: ChipBattle, unit: Unit, target: Unit) -> Prepared | None:
    """The charger's own test, where more cannot be told."""
    if not tests(unit):
        return None
    rules = battle.rules
    if unit.kind == Arm.VEHICLE:
        machine = battle.machine_of(unit)
        lost = machine.lost_points()
        of = procedure(rules, "vehicle-morale")
        given: dict[str, object] = {
            "crew_lost": machine.crew_lost,
            "armor_lost": lost[0],
            "shoot_lost": lost[1],
            "sustain_lost": lost[2],
            "speed_lost": lost[3],
            "melee_lost": lost[4],
            "penetrated": machine.penetrated,
        }
        return PreparedVehicleMorale(of, nearest_values(of, given), rules, number_of(rules, machine))
    of = procedure(rules, "morale")
    mood = mood_of(battle, unit, TestReason.TO_CHARGE, target)
    inputs: dict[str, object] = {
        **body_inputs(battle, unit, ""),
        "figures": battle.strength(unit),
        "gun": mood.gun,
        "charging": True,
        "at_vehicle": mood.at_vehicle,
    }
    number = figure_number(battle, unit, TestReason.TO_CHARGE, target)
    return PreparedMorale(of, nearest_values(of, inputs), rules, number, unit.card.drill, unit.order)


# ---------------------------------------------------------------- melee


def of_bout(battle: ChipBattle, option: Strike) -> Prepared | None:
    """The round between the unit of a figure and the enemy that he would fight, if all in contact fight each other."""
    unit = battle.unit_of(option.model)
    enemy = battle.units[option.target]
    return round_between(battle, unit, enemy)


def bout_between(battle: ChipBattle, unit: Unit, enemy: Unit) -> Bout | None:
    """All dice of the unit that can be thrown at that enemy."""
    found = {model: {enemy.id: by[enemy.id]} for model, by in reaches(battle, unit).items() if enemy.id in by}
    bouts = unit_bouts(battle, unit, found, {}, {})
    return bouts[0] if bouts else None


def strokes_of(battle: ChipBattle, bout: Bout | None) -> list[Strokes]:
    """Its own dice, then those of notable persons with it."""
    if bout is None:
        return []
    found: list[Strokes] = []
    if bout.dice:
        found.append(Strokes(bout.dice, number_for(battle, bout, battle.units[bout.unit])))
    for id in bout.notables:
        found.append(Strokes(1, number_for(battle, bout, battle.units[id])))
    return found


def round_between(battle: ChipBattle, unit: Unit, enemy: Unit) -> Prepared | None:
    """A round of melee: figures on both sides, or figures or a machine at a machine."""
    bout = bout_between(battle, unit, enemy)
    back = bout_between(battle, enemy, unit)
    if bout is None:
        return None
    if enemy.is_machine():
        return assault(battle, unit, enemy, bout)
    if unit.is_machine():
        return None  # how a machine fares under several blows is told as an assault on it
    of = procedure(battle.rules, "melee")
    given: dict[str, object] = {
        "figures": bout.dice,
        "melee": unit.card.melee,
        "loose": unit.order == Order.LOOSE,
        "enemies": back.dice if back is not None else 0,
        "enemy_melee": enemy.card.melee,
        "enemy_loose": enemy.order == Order.LOOSE,
        "enemy_cover": COVERS[bout.cover],
        "cover": COVERS[back.cover if back is not None else Cover.NONE],
    }
    one = Side(strokes_of(battle, bout), ranks_of(battle, unit))
    other = Side(strokes_of(battle, back), ranks_of(battle, enemy))
    return PreparedRound(of, nearest_values(of, given), battle.rules, one, other)


def assault(battle: ChipBattle, unit: Unit, enemy: Unit, bout: Bout) -> Prepared:
    """A unit at a machine: how it fares, and how often it hits back; notable persons with the unit left out."""
    of = procedure(battle.rules, "assault")
    given: dict[str, object] = {
        **machine_inputs(battle, enemy),
        "attackers": attackers_word(battle, unit),
        "dice": bout.dice,
        "melee": battle.machine_of(unit).melee() if unit.is_machine() else unit.card.melee,
        "loose": unit.order == Order.LOOSE and not unit.is_machine() and unit.kind != Arm.NOTABLE,
        "cover": COVERS[bout.cover],
    }
    return PreparedAssault(of, nearest_values(of, given), battle.rules, battle.machine_of(enemy))


def attackers_word(battle: ChipBattle, unit: Unit) -> str:
    """The row of the armour saves that its hits are saved against."""
    card = unit.card.machine
    if card is not None:
        return card.melee_save.id
    row: ArmourRow = battle.rules.save_in_melee(unit.card.explosives)
    return row.id


def of_breaking_off(battle: ChipBattle, unit: Unit) -> Prepared | None:
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
    of = procedure(battle.rules, "break-off")
    enemy = battle.units[first.unit]
    given: dict[str, object] = {
        "strikers": sum([each.dice for each in strokes]),
        "melee": strokes[0].number.rating,
        "loose": enemy.order == Order.LOOSE and not enemy.is_machine(),
        "cover": COVERS[first.cover],
        "leaving": unit.figures,
    }
    return PreparedBreakingOff(of, nearest_values(of, given), battle.rules, strokes, ranks_of(battle, unit))


# ---------------------------------------------------------------- engines


def of_engine(battle: ChipBattle, unit: Unit) -> Prepared | None:
    """START or SUSTAIN of a machine that is picked to move; a haywire roll of an automaton that is due one."""
    card = unit.card.machine
    if card is None or not unit.has_machine():
        return None
    machine = battle.machine_of(unit)
    if is_due(battle, unit):
        of = procedure(battle.rules, "haywire")
        return of.prepare(nearest_values(of, {"sustain": 0, "enemies": len(battle.enemy_seats(unit.own_side))}))
    if unit.chip != Chip.MOVING or machine.immobile:
        return None
    of = procedure(battle.rules, "drive")
    given: dict[str, object] = {
        "machine": "automaton" if unit.kind == Arm.AUTOMATON else "vehicle",
        "sustain": machine.sustain(),
        "start": card.start,
        "engine": ENGINE_WORDS.get(machine.engine, "without power"),
        "locked": not machine.steers,
    }
    return of.prepare(nearest_values(of, given))


def of_repair(battle: ChipBattle, unit: Unit) -> Prepared | None:
    """A scientist's die; the question may be about him or about the automaton."""
    if not unit.card.scientist:
        return None
    of = procedure(battle.rules, "repair")
    return of.prepare(nearest_values(of, {"save": unit.card.save}))
