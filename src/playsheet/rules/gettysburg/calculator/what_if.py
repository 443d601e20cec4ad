"""The table read into a form's situation: what an option would set off, before it is chosen."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.forms import AnyForm, Case, Value, shown_length
from playsheet.core.geometry import FAR, gap, spacing
from playsheet.core.system import System
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.calculator.charge import CHARGE, SECOND, TARGET
from playsheet.rules.gettysburg.calculator.fire import ARTILLERY, MUSKETRY, SKIRMISH_FIRE, Firing, Skirmishing
from playsheet.rules.gettysburg.calculator.melee import ENEMY, MELEE, PURSUIT, Round
from playsheet.rules.gettysburg.calculator.morale import UNIT_MORALE, Tested
from playsheet.rules.gettysburg.calculator.rehearsal import Rehearsal
from playsheet.rules.gettysburg.dice.charge import REACTIONS, Attacker, Charging, Defender, Plan
from playsheet.rules.gettysburg.dice.morale import GENERALS, MoraleSituation
from playsheet.rules.gettysburg.ground.footprints import counts_supports, massed, supporting_lines, zone_of
from playsheet.rules.gettysburg.ground.sight import cover_of, is_uphill, range_to
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
from playsheet.rules.gettysburg.options.fire import Mark, firing_strength, mark_of, rate_of
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


def what_if(
    system: System[GettysburgBattle], battle: GettysburgBattle, question: Question, option: Option
) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    about = question.about
    if question.kind == "declare":
        return of_declaration(system, battle, option) if isinstance(option, Declare) else None
    if not 0 <= about < len(battle.units):
        return None
    unit = battle.units[about]
    match question.kind:
        case "target":
            return of_fire(battle, unit, option)
        case "reaction":
            return of_reaction(system, battle, unit, option)
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


def of_declaration(system: System[GettysburgBattle], battle: GettysburgBattle, option: Declare) -> Case | None:
    """The whole charge by its straightest line, with those who have declared against the same target."""
    unit = battle.units[option.unit]
    target = battle.units[option.target]
    finder = LineFinder(battle, unit, target, inches_of(battle, unit, packs=option.packs))
    found = finder.facings(one=True)
    if not found:
        return None
    line = finder.line(found[0])
    zone = zone_of(battle, target, unit.x, unit.y)
    charge = Charge(unit.id, target.id, found[0], line.gap, line.reach, zone, uncontrolled=False, x=unit.x, y=unit.y)
    others = [each for each in battle.charges if each.target == target.id and each.unit != unit.id]
    rehearsal = Rehearsal(system, battle, [*others, charge], len(others), begun=False)
    reaction = TargetReaction.FIRES if rehearsal.can_fire() else TargetReaction.HOLDS_FIRE
    return of_charge(battle, rehearsal, reaction, packs=option.packs)


def of_reaction(
    system: System[GettysburgBattle], battle: GettysburgBattle, target: Unit, option: Option
) -> Case | None:
    """The whole charge as it goes on if the target does this."""
    reaction = REACTION_OF.get(option.key(), TargetReaction.HOLDS_FIRE)
    charges = [renewed(battle, charge) for charge in battle.charges if is_coming(battle, charge, target)]
    if not charges:
        return None
    rehearsal = Rehearsal(system, battle, charges, 0, begun=True)
    return of_charge(battle, rehearsal, reaction, packs=battle.units[charges[0].unit].packs > 0.0)


def is_coming(battle: GettysburgBattle, charge: Charge, target: Unit) -> bool:
    """At the halfway point, and not yet stopped."""
    unit = battle.units[charge.unit]
    return (
        charge.target == target.id
        and unit.charged
        and unit.on_table()
        and unit.state == UnitState.OK
        and not unit.in_melee()
    )


def renewed(battle: GettysburgBattle, charge: Charge) -> Charge:
    """The charge as it stands at the halfway point: its target may have moved since it was declared."""
    unit = battle.units[charge.unit]
    held = unit.shape
    left = gap(held, held.ux, held.uy, battle.units[charge.target].shape)
    if left >= FAR:
        return charge
    far = spacing(charge.x, charge.y, unit.x, unit.y) + left
    return Charge(
        unit.id,
        charge.target,
        charge.facing,
        far,
        charge.allowance,
        charge.zone,
        charge.x,
        charge.y,
        uncontrolled=charge.uncontrolled,
    )


def of_charge(battle: GettysburgBattle, rehearsal: Rehearsal, reaction: int, *, packs: bool) -> Case:
    """The whole charge, on the table as it is."""
    rules = battle.rules
    target = battle.units[rehearsal.target]
    units = [battle.units[charge.unit] for charge in rehearsal.charges]
    attackers: list[Attacker] = []
    for k in range(len(units)):
        attacker = Attacker(units[k].figures, units[k].pending_half)
        attacker.defences = rehearsal.first[k]
        attacker.cavalry = units[k].arm == Arm.CAVALRY
        attacker.under_fire = bool(units[k].fired_at_by)
        attacker.is_tested = not rehearsal.charges[k].uncontrolled or rules.uncontrolled_test
        attacker.detachment = next((j for j in range(len(units)) if units[j].parent == units[k].id), -1)
        attackers.append(attacker)
    plan = Plan(attackers, defender_of(target), rehearsal)
    plan.own = rehearsal.own
    plan.reaction = reaction
    rehearsal.reacts(reaction)
    if reaction == TargetReaction.FIRES:
        plan.volley = rehearsal.volley()
    plan.supports = rehearsal.supports()
    rehearsal.rises()
    if not rehearsal.begun:
        plan.assumed.append("It goes in by its straightest line.")
    plan.assumed.append("Nobody else comes up before the melee.")
    given = charge_inputs(battle, rehearsal, plan)
    given["packs"] = packs
    return CHARGE.as_played(rules, Charging(rules, plan), with_defaults(CHARGE, given))


def defender_of(unit: Unit) -> Defender:
    target = Defender(unit.grade, unit.figures, unit.formation)
    target.state = unit.state
    target.gun = unit.card.gun_class
    target.guns = unit.guns
    target.in_melee = unit.in_melee()
    return target


def charge_inputs(battle: GettysburgBattle, rehearsal: Rehearsal, plan: Plan) -> dict[str, Value]:
    """How the charge is said on the form, as far as that goes."""
    there = rehearsal.battle()
    charge = rehearsal.charges[rehearsal.own]
    unit = there.units[charge.unit]
    target = there.units[rehearsal.target]
    given: dict[str, Value] = {
        **body_inputs(there, unit, target, ""),
        **body_inputs(there, target, unit, TARGET),
        "gap": shown_length(charge.gap),
        "shotguns": unit.card.shotguns,
        "half": unit.pending_half == 1,
        "massed": massed(there, unit),
        "charger_cover": COVERS[cover_of(there, unit, target.x, target.y)],
        "cover": COVERS[cover_of(there, target, unit.x, unit.y)],
        "state": STATES[plan.target.state],
        "unformed": battle.units[target.id].cause != UnformedBy.NOTHING,
        "flank": any(each.zone != Zone.FRONT for each in rehearsal.charges),
        "reaction": REACTIONS[plan.reaction],
        "fired_last_turn": target.fired_last_turn,
        "low": target.low_on_ammo,
        "rate": RATES[rate_of(target)],
    }
    if target.arm == Arm.ARTILLERY:
        given["guns"] = target.guns
        given["gun"] = GUNS[target.card.gun_class]
    obstacles = obstacles_before(battle, battle.units[charge.unit], charge)
    if obstacles:
        given["obstacle"] = OBSTACLES[obstacles[0]]
        given["early"] = bool(plan.attackers[plan.own].defences)
    given.update(second_inputs(battle, rehearsal))
    given.update(support_inputs(battle, rehearsal, plan))
    return given


def second_inputs(battle: GettysburgBattle, rehearsal: Rehearsal) -> dict[str, Value]:
    """Another one of several chargers."""
    if len(rehearsal.charges) < 2:
        return {}
    unit = battle.units[rehearsal.charges[1 if rehearsal.own == 0 else 0].unit]
    given: dict[str, Value] = {
        "figures": unit.figures,
        "size": unit.size,
        "arm": ARMS[unit.arm],
        "grade": GRADES[unit.grade],
        "formation": FORMATIONS[unit.formation],
    }
    if unit.card.weapon != Weapon.NONE:
        given["weapon"] = WEAPONS[unit.card.weapon]
    return {SECOND + name: value for name, value in given.items()}


def support_inputs(battle: GettysburgBattle, rehearsal: Rehearsal, plan: Plan) -> dict[str, Value]:
    """The first of those who give support fire; the odds have all of them."""
    found = rehearsal.supporting
    if not found:
        return {}
    if len(found) > 1:
        plan.assumed.append("All of them are in these odds; the form has room for one.")
    there = rehearsal.battle()
    unit = there.units[found[0]]
    charger = there.units[rehearsal.charges[rehearsal.own].unit]
    given: dict[str, Value] = {
        "support_grade": GRADES[unit.grade],
        "support_range": shown_length(range_to(there, unit, charger)),
        "enfiladed": zone_of(there, charger, unit.x, unit.y) == Zone.FLANK,
    }
    if unit.arm == Arm.ARTILLERY:
        given["support_guns"] = firing_strength(there, unit)
        given["support_gun"] = GUNS[unit.card.gun_class]
    else:
        given["support_figures"] = firing_strength(there, unit)
        given["support_weapon"] = WEAPONS[unit.card.weapon]
    return given


def body_inputs(battle: GettysburgBattle, unit: Unit, enemy: Unit, prefix: str) -> dict[str, Value]:
    """One side of a charge. Its size is what it has and what it has lost, detachments among it (4.8.2)."""
    given: dict[str, Value] = {
        "arm": ARMS[unit.arm],
        "nation": NATIONS[battle.armies[unit.side].nation],
        "grade": GRADES[unit.grade],
        "size": battle.losses(unit)[0] + unit.figures,
        "figures": unit.figures,
        "formation": FORMATIONS[unit.formation],
        "rapid": may_fight_rapidly(unit),
        "general": GENERALS[general_worth(battle, unit)],
        "attached": has_general(battle, unit),
        "uphill": is_uphill(battle, unit, enemy),
        "supports": 0,
        "enemies_fleeing": fleeing_near(battle, unit, 1 - unit.side),
        "friends_fleeing": fleeing_near(battle, unit, unit.side),
    }
    if not unit.flees() and counts_supports(battle, unit):
        given["supports"] = supporting_lines(battle, unit)
    if unit.card.weapon != Weapon.NONE:
        given["weapon"] = WEAPONS[unit.card.weapon]
    return {prefix + name: value for name, value in given.items()}


def obstacles_before(battle: GettysburgBattle, unit: Unit, charge: Charge) -> list[int]:
    """The defences on the way in."""
    there = pivoted(unit, charge.facing)
    far = there.half_d + charge.gap - spacing(charge.x, charge.y, unit.x, unit.y)
    plots = battle.land.crossed_obstacles(there.x, there.y, there.x + there.ux * far, there.y + there.uy * far)
    return [plot.obstacle for plot in plots]


# ---------------------------------------------------------------- morale


def of_yell(battle: GettysburgBattle, unit: Unit, *, yell: bool) -> Case | None:
    """The test to charge home, with the Rebel Yell and without."""
    for charge in battle.charges:
        if charge.unit == unit.id:
            target = battle.units[charge.target]
            mood = charging_mood(battle, unit, target, unit.charge_casualties, charge.zone)
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
    given = {**party_inputs(battle, one, ""), **party_inputs(battle, other, ENEMY)}
    round = Round(one.side, other.side)
    for at in range(2):
        units = bout.parties[at].units
        round.crowds[at] = sum([unit.figures for unit in units])
        round.pending[at] = units[0].pending_half
        round.generals[at] = general_near(battle, units) is not None
    return MELEE.as_played(battle.rules, round, with_defaults(MELEE, given))


def party_inputs(battle: GettysburgBattle, party: Party, prefix: str) -> dict[str, Value]:
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
        "general_near": general_near(battle, party.units) is not None,
        "supports": side.supports,
        "cover": COVERS[side.shelter],
        "uphill": side.uphill,
        "rough": lead.rough,
        "shotguns": side.shotguns,
        "second_figures": rest[0].figures if rest else 0,
    }
    if rest:
        given["second_arm"] = ARMS[rest[0].arm]
        given["second_grade"] = GRADES[rest[0].grade]
        given["second_weapon"] = WEAPONS[rest[0].weapon]
        given["second_rapid"] = rest[0].rapid
    return {prefix + name: value for name, value in given.items()}


def of_pursuit(battle: GettysburgBattle, unit: Unit) -> Case | None:
    """The test of a garrison that could hold its post; after the nearest enemy."""
    nearest, _ = battle.nearest_enemy(unit)
    if nearest < 0:
        return None
    return PURSUIT.as_played(battle.rules, winner_of(battle, unit, battle.units[nearest]))
