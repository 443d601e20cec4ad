"""The table read into a form's situation: what an option would set off, before it is chosen.

A charge is weighed without support fire, which is the other side's to give.
"""

from __future__ import annotations

from math import floor
from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.forms import AnyForm, Case, Value
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.calculator.charge import CHARGE, TARGET, reaction_fire
from playsheet.rules.gettysburg.calculator.fire import ARTILLERY, MUSKETRY, SKIRMISH_FIRE, Firing, Skirmishing
from playsheet.rules.gettysburg.calculator.melee import ENEMY, MELEE, PURSUIT, Round
from playsheet.rules.gettysburg.calculator.morale import UNIT_MORALE, Tested
from playsheet.rules.gettysburg.dice.charge import REACTIONS, Body, Charging, Plan
from playsheet.rules.gettysburg.dice.morale import GENERALS, MoraleSituation
from playsheet.rules.gettysburg.ground.footprints import counts_supports, supporting_lines, zone_of
from playsheet.rules.gettysburg.ground.sight import cover_of, is_uphill
from playsheet.rules.gettysburg.options.charge import LineFinder, inches_of, pivoted
from playsheet.rules.gettysburg.options.fight_choices import (
    AGAIN,
    EVADE,
    FIRE,
    PREPARE,
    RAPID,
    TEST_PURSUIT,
    YELL,
    Declare,
    Shoot,
    Snipe,
)
from playsheet.rules.gettysburg.options.fire import Mark, mark_of, may_fire, rate_of
from playsheet.rules.gettysburg.options.melee_sides import (
    Bout,
    Party,
    has_general,
    largest_of,
    may_fight_rapidly,
    ranged,
    situation,
)
from playsheet.rules.gettysburg.table.double_six import general_near
from playsheet.rules.gettysburg.table.fire import band_of, burning_plot, shot_of, skirmishers, target_of, volley_of
from playsheet.rules.gettysburg.table.morale import at_rest, charging_mood, fleeing_near, general_worth
from playsheet.rules.gettysburg.table.pursuit import winner_of
from playsheet.rules.gettysburg.terms import (
    AMMUNITION,
    ARMS,
    BANDS,
    COVERS,
    FORMATIONS,
    GRADES,
    GUNS,
    NATIONS,
    OBSTACLES,
    RATES,
    STATES,
    WEAPONS,
    Arm,
    Formation,
    MoraleTest,
    Obstacle,
    TargetReaction,
    UnformedBy,
    UnitState,
    Weapon,
    Zone,
)

REACTION_OF: Final = {
    FIRE.key(): TargetReaction.FIRES,
    PREPARE.key(): TargetReaction.COUNTER_CHARGES,
    EVADE.key(): TargetReaction.EVADES,
}


def what_if(battle: GettysburgBattle, question: Question, option: Option) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    about = question.about
    if question.kind == "declare":
        return of_declaration(battle, option) if isinstance(option, Declare) else None
    if not 0 <= about < len(battle.units):
        return None
    unit = battle.units[about]
    match question.kind:
        case "target":
            return of_fire(battle, unit, option)
        case "reaction":
            return of_reaction(battle, unit, option)
        case "yell":
            return of_yell(battle, unit, yell=option is YELL)
        case "rapid":
            return of_melee(battle, unit, rapid=option is RAPID)
        case "rally_again":
            return of_rally(battle, unit) if option is AGAIN else None
        case "pursue_or_hold":
            return of_pursuit(battle, unit) if option is TEST_PURSUIT else None
    return None


def with_defaults(form: AnyForm, given: dict[str, Value]) -> dict[str, Value]:
    """A form's inputs in its own order; what the situation has no word for is as the form has it."""
    return {field.name: given.get(field.name, field.default) for field in form.fields}


# ---------------------------------------------------------------- fire


def of_fire(battle: GettysburgBattle, unit: Unit, option: Option) -> Case | None:
    """A shot at a unit, in the phase or at chargers, or sharpshooters at a general."""
    if isinstance(option, Snipe):
        return of_sniping(battle, unit)
    if not isinstance(option, Shoot):
        return None
    mark = mark_of(battle, unit, battle.units[option.target], [option.target])
    if mark is None:
        return None
    if unit.formation == Formation.SKIRMISH:
        return of_skirmishers(battle, unit, mark)
    return of_volley(battle, unit, mark, option)


def of_sniping(battle: GettysburgBattle, unit: Unit) -> Case:
    given = skirmish_inputs(battle, unit)
    given["at_general"] = True
    given["general_near"] = True
    volley = skirmishers(battle, unit, figures=1, pending=0)
    sniping = Skirmishing(battle.rules, volley, at_general=True, general=True)
    return SKIRMISH_FIRE.as_played(battle.rules, sniping, with_defaults(SKIRMISH_FIRE, given))


def of_skirmishers(battle: GettysburgBattle, unit: Unit, mark: Mark) -> Case:
    volley = volley_of(battle, unit, mark)
    given = skirmish_inputs(battle, unit)
    given["cover"] = COVERS[volley.cover]
    given["target_down"] = volley.target_down
    given.update(loss_inputs(battle, mark.target))
    firing = Skirmishing(battle.rules, volley, at_general=False, general=is_general_near(battle, mark.target))
    return SKIRMISH_FIRE.as_played(battle.rules, firing, with_defaults(SKIRMISH_FIRE, given))


def skirmish_inputs(battle: GettysburgBattle, unit: Unit) -> dict[str, Value]:
    return {
        "figures": battle.in_ranks(unit),
        "rate": RATES[rate_of(unit)],
        "down": unit.state == UnitState.GONE_TO_GROUND,
        "low": unit.low_on_ammo,
    }


def loss_inputs(battle: GettysburgBattle, target: Unit) -> dict[str, Value]:
    return {
        "target": target.figures,
        "half": target.pending_half == 1,
        "general_near": is_general_near(battle, target),
    }


def is_general_near(battle: GettysburgBattle, target: Unit) -> bool:
    return general_near(battle, [target]) is not None


def of_volley(battle: GettysburgBattle, unit: Unit, mark: Mark, option: Shoot) -> Case:
    """A close-order volley, or a battery's fire."""
    target = target_of(battle, unit, mark)
    given: dict[str, Value] = {
        "grade": GRADES[unit.grade],
        "range": BANDS[band_of(battle, unit, mark, option)],
        "unformed": unit.is_unformed(),
        "low": unit.low_on_ammo,
        "target_arm": ARMS[target.arm],
        "target_formation": FORMATIONS[target.formation],
        "cover": COVERS[target.cover],
        "target_down": target.on_the_ground,
        "enfiladed": target.enfiladed,
        "massed": target.massed,
    }
    given.update(loss_inputs(battle, mark.target))
    firing = Firing(shot_of(battle, unit, mark, option), general=is_general_near(battle, mark.target))
    if unit.arm == Arm.ARTILLERY:
        given.update(battery_inputs(battle, unit, mark, option))
        return ARTILLERY.as_played(battle.rules, firing, with_defaults(ARTILLERY, given))
    given.update(rank_inputs(battle, unit, option))
    return MUSKETRY.as_played(battle.rules, firing, with_defaults(MUSKETRY, given))


def battery_inputs(battle: GettysburgBattle, unit: Unit, mark: Mark, option: Shoot) -> dict[str, Value]:
    return {
        "guns": unit.guns,
        "crew": unit.figures,
        "gun": GUNS[unit.card.gun_class],
        "ammunition": AMMUNITION[option.ammunition],
        "moved": unit.moved or unit.unlimbered,
        "built_up": burning_plot(battle, mark.target) >= 0,
    }


def rank_inputs(battle: GettysburgBattle, unit: Unit, option: Shoot) -> dict[str, Value]:
    return {
        "figures": battle.in_ranks(unit),
        "formation": FORMATIONS[unit.formation],
        "weapon": WEAPONS[unit.card.weapon],
        "fired_last_turn": unit.fired_last_turn,
        "down": unit.state == UnitState.GONE_TO_GROUND,
        "pour": option.pour,
        "aim_low": option.aim,
    }


# ---------------------------------------------------------------- charges


def of_declaration(battle: GettysburgBattle, option: Declare) -> Case | None:
    """The whole charge by its straightest line; the target fires if it can."""
    unit = battle.units[option.unit]
    target = battle.units[option.target]
    finder = LineFinder(battle, unit, target, inches_of(battle, unit, packs=option.packs))
    found = finder.facings(one=True)
    if not found:
        return None
    line = finder.line(found[0])
    zone = zone_of(target, unit.x, unit.y)
    charge = Charge(unit.id, target.id, found[0], line.gap, line.reach, zone, uncontrolled=False, x=unit.x, y=unit.y)
    reaction = TargetReaction.FIRES if has_volley(battle, target) else TargetReaction.HOLDS_FIRE
    return of_charge(battle, charge, reaction, packs=option.packs)


def has_volley(battle: GettysburgBattle, target: Unit) -> bool:
    """Close-order fire at chargers."""
    return target.formation != Formation.SKIRMISH and may_fire(battle, target, charged=True)


def of_reaction(battle: GettysburgBattle, target: Unit, option: Option) -> Case | None:
    """The whole charge as it goes on if the target does this; of several chargers the first."""
    reaction = REACTION_OF.get(option.key(), TargetReaction.HOLDS_FIRE)
    if reaction == TargetReaction.FIRES and not has_volley(battle, target):
        return None
    for charge in battle.charges:
        if charge.target == target.id and battle.units[charge.unit].charged:
            return of_charge(battle, charge, reaction, packs=battle.units[charge.unit].packs > 0.0)
    return None


def of_charge(battle: GettysburgBattle, charge: Charge, reaction: int, *, packs: bool) -> Case:
    """The whole charge, over the true gap."""
    rules = battle.rules
    unit = battle.units[charge.unit]
    target = battle.units[charge.target]
    plan = Plan(body_of(battle, unit, target), body_of(battle, target, unit), charge.gap)
    plan.charger.shotguns = unit.card.shotguns
    plan.target.cover = cover_of(battle, target, unit.x, unit.y)
    plan.target.state = target.state
    plan.target.unformed = target.cause != UnformedBy.NOTHING
    plan.target.gun = target.card.gun_class
    plan.target.guns = target.guns
    plan.flank_or_rear = charge.zone != Zone.FRONT
    plan.reaction = reaction
    plan.obstacle = obstacle_before(battle, unit, charge)
    plan.packs = packs
    plan.volley = reaction_fire(rules, plan, fired_last_turn=target.fired_last_turn)
    given = plan_inputs(plan)
    given["fired_last_turn"] = target.fired_last_turn
    return CHARGE.as_played(rules, Charging(rules, plan), with_defaults(CHARGE, given))


def body_of(battle: GettysburgBattle, unit: Unit, enemy: Unit) -> Body:
    """One side of a charge. Its size is what it has and what it has lost, detachments among it (4.8.2)."""
    size = battle.losses(unit)[0] + unit.figures
    body = Body(unit.arm, battle.armies[unit.side].nation, unit.grade, size, unit.figures, unit.formation)
    body.weapon = unit.card.weapon
    body.general = general_worth(battle, unit)
    body.attached = has_general(battle, unit)
    body.uphill = is_uphill(battle, unit, enemy)
    if not unit.flees() and counts_supports(battle, unit):
        body.supports = supporting_lines(battle, unit)
    body.enemies_fleeing = fleeing_near(battle, unit, 1 - unit.side)
    body.friends_fleeing = fleeing_near(battle, unit, unit.side)
    return body


def plan_inputs(plan: Plan) -> dict[str, Value]:
    target = plan.target
    given: dict[str, Value] = {
        **body_inputs(plan.charger, ""),
        **body_inputs(target, TARGET),
        "gap": max(1, floor(plan.gap + TOLERANCE)),
        "shotguns": plan.charger.shotguns,
        "packs": plan.packs,
        "cover": COVERS[target.cover],
        "state": STATES[target.state],
        "unformed": target.unformed,
        "flank": plan.flank_or_rear,
        "reaction": REACTIONS[plan.reaction],
        "obstacle": OBSTACLES[plan.obstacle],
    }
    if target.arm == Arm.ARTILLERY:
        given["guns"] = target.guns
        given["gun"] = GUNS[target.gun]
    return given


def body_inputs(body: Body, prefix: str) -> dict[str, Value]:
    given: dict[str, Value] = {
        "arm": ARMS[body.arm],
        "nation": NATIONS[body.nation],
        "grade": GRADES[body.grade],
        "size": body.size,
        "figures": body.figures,
        "formation": FORMATIONS[body.formation],
        "general": GENERALS[body.general],
        "attached": body.attached,
        "uphill": body.uphill,
        "supports": body.supports,
        "enemies_fleeing": body.enemies_fleeing,
        "friends_fleeing": body.friends_fleeing,
    }
    if body.weapon != Weapon.NONE:
        given["weapon"] = WEAPONS[body.weapon]
    return {prefix + name: value for name, value in given.items()}


def obstacle_before(battle: GettysburgBattle, unit: Unit, charge: Charge) -> int:
    """The first defence on the way in."""
    there = pivoted(unit, charge.facing)
    x, y = there.point(0.0, there.half_d)
    for plot in battle.land.crossed_obstacles(x, y, x + there.ux * charge.gap, y + there.uy * charge.gap):
        return plot.obstacle
    return Obstacle.NONE


# ---------------------------------------------------------------- morale


def of_yell(battle: GettysburgBattle, unit: Unit, *, yell: bool) -> Case | None:
    """The test to charge home, with the Rebel Yell and without."""
    for charge in battle.charges:
        if charge.unit == unit.id:
            target = battle.units[charge.target]
            mood = charging_mood(battle, unit, target, unit.lost_this_turn, charge.zone)
            mood.rebel_yell = yell
            return of_mood(battle, unit, MoraleTest.TO_CHARGE, mood)
    return None


def of_rally(battle: GettysburgBattle, unit: Unit) -> Case:
    """The second throw."""
    test = MoraleTest.RALLY_ROUT if unit.state == UnitState.ROUTING else MoraleTest.RALLY_RETREAT
    return of_mood(battle, unit, test, at_rest(battle, unit))


def of_mood(battle: GettysburgBattle, unit: Unit, test: int, mood: MoraleSituation) -> Case:
    return UNIT_MORALE.as_played(battle.rules, Tested(test, mood, battle.losses(unit)[1]))


# ---------------------------------------------------------------- melee and pursuit


def of_melee(battle: GettysburgBattle, unit: Unit, *, rapid: bool) -> Case | None:
    """The round that this unit is about to fight; all others who can are taken to use rapid fire."""
    for melee in battle.melees:
        if melee.id == unit.melee:
            sides = ranged(battle, melee)
            leads = [largest_of(units)[0].id for units in sides]
            fast = [each.id for units in sides for each in units if may_fight_rapidly(each) and each is not unit]
            return of_bout(battle, situation(battle, melee, leads, [*fast, unit.id] if rapid else fast))
    return None


def of_bout(battle: GettysburgBattle, bout: Bout) -> Case | None:
    if len(bout.parties) < 2:
        return None
    one = bout.parties[0]
    other = bout.parties[1]
    given = {**party_inputs(one, ""), **party_inputs(other, ENEMY)}
    return MELEE.as_played(battle.rules, Round(one.side, other.side), with_defaults(MELEE, given))


def party_inputs(party: Party, prefix: str) -> dict[str, Value]:
    """A side of a melee: its leader, and the largest of the others."""
    side = party.side
    lead = side.lead
    rest = [fighter for fighter in side.fighters if fighter is not lead]
    given: dict[str, Value] = {
        "arm": ARMS[lead.arm],
        "figures": lead.figures,
        "size": party.lead.size,
        "grade": GRADES[lead.grade],
        "weapon": WEAPONS[lead.weapon],
        "rapid": lead.rapid,
        "formation": FORMATIONS[side.formation],
        "charging": side.charging,
        "following_up": side.following_up,
        "unformed": side.unformed,
        "recoiled": side.recoiled,
        "retreating": lead.retreating,
        "flank": side.flank_or_rear,
        "general": side.general,
        "supports": side.supports,
        "cover": COVERS[side.shelter],
        "uphill": side.uphill,
        "rough": lead.rough,
        "shotguns": side.shotguns,
        "second_figures": rest[0].figures if rest else 0,
    }
    if rest:
        given["second_arm"] = ARMS[rest[0].arm]
    return {prefix + name: value for name, value in given.items()}


def of_pursuit(battle: GettysburgBattle, unit: Unit) -> Case | None:
    """The test of a garrison that could hold its post; after the nearest enemy."""
    nearest, _ = battle.nearest_enemy(unit)
    if nearest < 0:
        return None
    return PURSUIT.as_played(battle.rules, winner_of(battle, unit, battle.units[nearest]))
