"""The table read into a procedure's inputs: what an option would set off, before it is chosen.

The procedures run on the true situation; the inputs that are shown with the odds are the nearest that a calculator has.
A charge is weighed without support fire, which is the other side's to give.
"""

from __future__ import annotations

from math import floor
from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.geometry import TOLERANCE
from playsheet.core.procedures import Prepared
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.calculator.charge import PreparedCharge, reaction_fire
from playsheet.rules.gettysburg.calculator.fire import PreparedShot, PreparedSkirmish
from playsheet.rules.gettysburg.calculator.forms import procedure
from playsheet.rules.gettysburg.calculator.inputs import MOST_FLEEING, MOST_SUPPORTS
from playsheet.rules.gettysburg.calculator.melee import PreparedMelee, PreparedPursuit
from playsheet.rules.gettysburg.calculator.morale import PreparedMorale
from playsheet.rules.gettysburg.dice.charge import REACTIONS, Charging, Plan
from playsheet.rules.gettysburg.dice.fire import Mark as Target
from playsheet.rules.gettysburg.dice.morale import GENERALS, Mood
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
    TESTS,
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


def what_if(battle: GettysburgBattle, question: Question, option: Option) -> Prepared | None:
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
            return of_yell(battle, unit, option is YELL)
        case "rapid":
            return of_melee(battle, unit, option is RAPID)
        case "rally_again":
            return of_rally(battle, unit) if option is AGAIN else None
        case "pursue_or_hold":
            return of_pursuit(battle, unit) if option is TEST_PURSUIT else None
    return None


# ---------------------------------------------------------------- fire


def of_fire(battle: GettysburgBattle, unit: Unit, option: Option) -> Prepared | None:
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


def of_sniping(battle: GettysburgBattle, unit: Unit) -> Prepared:
    given = skirmish_inputs(battle, unit)
    given["at_general"] = True
    given["general_near"] = True
    of = procedure(battle.rules, "skirmish-fire")
    return PreparedSkirmish(of, of.values(given), battle.rules, skirmishers(battle, unit, 1, 0))


def of_skirmishers(battle: GettysburgBattle, unit: Unit, mark: Mark) -> Prepared:
    volley = volley_of(battle, unit, mark)
    given = skirmish_inputs(battle, unit)
    given["cover"] = COVERS[volley.cover]
    given["target_down"] = volley.target_down
    given.update(loss_inputs(battle, mark.target))
    of = procedure(battle.rules, "skirmish-fire")
    return PreparedSkirmish(of, of.values(given), battle.rules, volley)


def skirmish_inputs(battle: GettysburgBattle, unit: Unit) -> dict[str, object]:
    return {
        "figures": battle.in_ranks(unit),
        "rate": RATES[rate_of(unit)],
        "down": unit.state == UnitState.GONE_TO_GROUND,
        "low": unit.low_on_ammo,
    }


def loss_inputs(battle: GettysburgBattle, target: Unit) -> dict[str, object]:
    return {
        "target": target.figures,
        "half": target.pending_half == 1,
        "general_near": general_near(battle, [target]) is not None,
    }


def of_volley(battle: GettysburgBattle, unit: Unit, mark: Mark, option: Shoot) -> Prepared:
    """A close-order volley, or a battery's fire."""
    target = target_of(battle, unit, mark)
    given: dict[str, object] = {
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
    shot = shot_of(battle, unit, mark, option)
    if unit.arm == Arm.ARTILLERY:
        given.update(battery_inputs(battle, unit, mark, option))
        of = procedure(battle.rules, "artillery")
    else:
        given.update(rank_inputs(battle, unit, option))
        of = procedure(battle.rules, "musketry")
    return PreparedShot(of, of.values(given), battle.rules, shot)


def battery_inputs(battle: GettysburgBattle, unit: Unit, mark: Mark, option: Shoot) -> dict[str, object]:
    return {
        "guns": unit.guns,
        "crew": unit.figures,
        "gun": GUNS[unit.card.gun_class],
        "ammunition": AMMUNITION[option.ammunition],
        "moved": unit.moved or unit.unlimbered,
        "built_up": burning_plot(battle, mark.target) >= 0,
    }


def rank_inputs(battle: GettysburgBattle, unit: Unit, option: Shoot) -> dict[str, object]:
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


def of_declaration(battle: GettysburgBattle, option: Declare) -> Prepared | None:
    """The whole charge by its straightest line; the target fires if it can."""
    unit = battle.units[option.unit]
    target = battle.units[option.target]
    finder = LineFinder(battle, unit, target, inches_of(battle, unit, option.packs))
    found = finder.facings(True)
    if not found:
        return None
    line = finder.line(found[0])
    zone = zone_of(target, unit.x, unit.y)
    charge = Charge(unit.id, target.id, found[0], line.gap, line.reach, zone, False, unit.x, unit.y)
    reaction = TargetReaction.FIRES if has_volley(battle, target) else TargetReaction.HOLDS_FIRE
    return of_charge(battle, charge, reaction, option.packs)


def has_volley(battle: GettysburgBattle, target: Unit) -> bool:
    """Close-order fire at chargers."""
    return target.formation != Formation.SKIRMISH and may_fire(battle, target, True)


def of_reaction(battle: GettysburgBattle, target: Unit, option: Option) -> Prepared | None:
    """The whole charge as it goes on if the target does this; of several chargers the first."""
    reaction = REACTION_OF.get(option.key(), TargetReaction.HOLDS_FIRE)
    if reaction == TargetReaction.FIRES and not has_volley(battle, target):
        return None
    for charge in battle.charges:
        if charge.target == target.id and battle.units[charge.unit].charged:
            return of_charge(battle, charge, reaction, battle.units[charge.unit].packs > 0.0)
    return None


def of_charge(battle: GettysburgBattle, charge: Charge, reaction: int, packs: bool) -> Prepared | None:
    """The calculator's charge, over the true gap."""
    rules = battle.rules
    unit = battle.units[charge.unit]
    target = battle.units[charge.target]
    given = body_inputs(battle, unit, target, "")
    given.update(body_inputs(battle, target, unit, "target_"))
    given.update(
        {
            "gap": max(1, floor(charge.gap + TOLERANCE)),
            "shotguns": unit.card.shotguns,
            "packs": packs,
            "cover": COVERS[cover_of(battle, target, unit.x, unit.y)],
            "state": STATES[target.state],
            "unformed": target.cause != UnformedBy.NOTHING,
            "flank": charge.zone != Zone.FRONT,
            "reaction": REACTIONS[reaction],
            "fired_last_turn": target.fired_last_turn,
            "obstacle": OBSTACLES[obstacle_before(battle, unit, charge)],
        }
    )
    if target.arm == Arm.ARTILLERY:
        given["guns"] = target.guns
        given["gun"] = GUNS[target.card.gun_class]
    of = procedure(rules, "charge")
    values = of.values(given)
    paper = of.prepare(values)
    if not isinstance(paper, PreparedCharge):
        return None
    old = paper.charging.plan
    plan = Plan(old.charger, old.target, charge.gap)
    plan.flank_or_rear = old.flank_or_rear
    plan.reaction = old.reaction
    plan.obstacle = old.obstacle
    plan.packs = old.packs
    plan.volley = reaction_fire(rules, values, plan, Target(unit.arm, unit.formation))
    return PreparedCharge(of, values, Charging(rules, plan))


def body_inputs(battle: GettysburgBattle, unit: Unit, enemy: Unit, prefix: str) -> dict[str, object]:
    """One side of a charge. Its size is what it has and what it has lost, detachments among it (4.8.2)."""
    supports = 0
    if not unit.flees() and counts_supports(battle, unit):
        supports = supporting_lines(battle, unit)
    given: dict[str, object] = {
        "arm": ARMS[unit.arm],
        "nation": NATIONS[battle.armies[unit.side].nation],
        "grade": GRADES[unit.grade],
        "size": battle.losses(unit)[0] + unit.figures,
        "figures": unit.figures,
        "formation": FORMATIONS[unit.formation],
        "general": GENERALS[general_worth(battle, unit)],
        "attached": has_general(battle, unit),
        "uphill": is_uphill(battle, unit, enemy),
        "supports": min(supports, MOST_SUPPORTS),
        "enemies_fleeing": min(fleeing_near(battle, unit, 1 - unit.side), MOST_FLEEING),
        "friends_fleeing": min(fleeing_near(battle, unit, unit.side), MOST_FLEEING),
    }
    if unit.card.weapon != Weapon.NONE:
        given["weapon"] = WEAPONS[unit.card.weapon]
    return {prefix + name: value for name, value in given.items()}


def obstacle_before(battle: GettysburgBattle, unit: Unit, charge: Charge) -> int:
    """The first defence on the way in."""
    there = pivoted(unit, charge.facing)
    x, y = there.point(0.0, there.half_d)
    for plot in battle.land.crossed_obstacles(x, y, x + there.ux * charge.gap, y + there.uy * charge.gap):
        return plot.obstacle
    return Obstacle.NONE


# ---------------------------------------------------------------- morale


def of_yell(battle: GettysburgBattle, unit: Unit, yell: bool) -> Prepared | None:
    """The test to charge home, with the Rebel Yell and without."""
    for charge in battle.charges:
        if charge.unit == unit.id:
            target = battle.units[charge.target]
            mood = charging_mood(battle, unit, target, unit.lost_this_turn, charge.zone)
            mood.rebel_yell = yell
            return of_mood(battle, unit, MoraleTest.TO_CHARGE, mood)
    return None


def of_rally(battle: GettysburgBattle, unit: Unit) -> Prepared:
    """The second throw."""
    return of_mood(
        battle,
        unit,
        MoraleTest.RALLY_ROUT if unit.state == UnitState.ROUTING else MoraleTest.RALLY_RETREAT,
        at_rest(battle, unit),
    )


def of_mood(battle: GettysburgBattle, unit: Unit, test: int, mood: Mood) -> Prepared:
    of = procedure(battle.rules, "unit-morale")
    given: dict[str, object] = {
        "test": TESTS[test],
        "arm": ARMS[mood.arm],
        "nation": NATIONS[mood.nation],
        "grade": GRADES[mood.grade],
        "size": battle.losses(unit)[1],
        "lost": mood.lost,
        "formation": FORMATIONS[mood.formation],
        "state": STATES[mood.state],
        "unformed": mood.unformed,
        "general": GENERALS[mood.general],
        "in_cover": mood.in_cover,
        "in_hasty_works": mood.in_hasty_works,
        "in_works": mood.in_works,
        "uphill": mood.uphill,
        "under_fire": mood.under_fire,
        "enemies_fleeing": min(mood.enemies_fleeing, MOST_FLEEING),
        "friends_fleeing": min(mood.friends_fleeing, MOST_FLEEING),
        "supports": min(mood.supports, MOST_SUPPORTS),
        "charge_casualties": mood.charge_casualties,
        "weak_target": mood.weak_target,
        "formed_target": mood.formed_target,
        "rebel_yell": mood.rebel_yell,
    }
    return PreparedMorale(of, of.values(given), battle.rules, test, mood)


# ---------------------------------------------------------------- melee and pursuit


def of_melee(battle: GettysburgBattle, unit: Unit, rapid: bool) -> Prepared | None:
    """The round that this unit is about to fight; all others who can are taken to use rapid fire."""
    for melee in battle.melees:
        if melee.id == unit.melee:
            sides = ranged(battle, melee)
            leads = [largest_of(units)[0].id for units in sides]
            fast = [each.id for units in sides for each in units if may_fight_rapidly(each) and each is not unit]
            return of_bout(battle, situation(battle, melee, leads, [*fast, unit.id] if rapid else fast))
    return None


def of_bout(battle: GettysburgBattle, bout: Bout) -> Prepared | None:
    if len(bout.parties) < 2:
        return None
    one = bout.parties[0]
    other = bout.parties[1]
    given = party_inputs(one, "")
    given.update(party_inputs(other, "enemy_"))
    of = procedure(battle.rules, "melee")
    return PreparedMelee(of, of.values(given), battle.rules, one.side, other.side)


def party_inputs(party: Party, prefix: str) -> dict[str, object]:
    """A side of a melee: its leader, and the largest of the others."""
    side = party.side
    lead = side.lead
    rest = [fighter for fighter in side.fighters if fighter is not lead]
    given: dict[str, object] = {
        "arm": ARMS[lead.arm],
        "figures": max(1, lead.figures),
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
        "supports": min(side.supports, MOST_SUPPORTS),
        "cover": COVERS[side.shelter],
        "uphill": side.uphill,
        "rough": lead.rough,
        "shotguns": side.shotguns,
        "second_figures": rest[0].figures if rest else 0,
    }
    if rest:
        given["second_arm"] = ARMS[rest[0].arm]
    return {prefix + name: value for name, value in given.items()}


def of_pursuit(battle: GettysburgBattle, unit: Unit) -> Prepared | None:
    """The test of a garrison that could hold its post; after the nearest enemy."""
    nearest, _ = battle.nearest_enemy(unit)
    if nearest < 0:
        return None
    winner = winner_of(battle, unit, battle.units[nearest])
    of = procedure(battle.rules, "pursuit")
    given: dict[str, object] = {
        "arm": ARMS[winner.arm],
        "nation": NATIONS[winner.nation],
        "grade": GRADES[winner.grade],
        "year": winner.year,
        "general_near": winner.general_near,
        "unformed": winner.unformed,
        "pursued_last_turn": winner.pursued_last_turn,
        "can_pursue": winner.can_pursue,
        "enemy_ahead": winner.enemy_ahead,
    }
    return PreparedPursuit(of, of.values(given), battle.rules, winner)
