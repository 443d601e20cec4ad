"""Why not, of fire and charges: the bars of fire.py and charge.py, put into clauses. Made only when somebody looks."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing
from playsheet.core.asking import Barred, Question
from playsheet.core.geometry import distance
from playsheet.core.words import the, verb
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.battle.words import general_name, name_of, several
from playsheet.rules.gettysburg.dice.fire import may_pour
from playsheet.rules.gettysburg.ground.sight import bar_to_faces, range_to, sight
from playsheet.rules.gettysburg.options.charge import (
    LineFinder,
    bar_of_order,
    bar_to_being_charged,
    bar_to_charge,
    bar_to_charging,
    bar_to_counter,
    bar_to_evading,
    bar_to_intercepting,
    bar_to_interception,
    bar_to_supporting,
    inches_of,
    nearest_of,
)
from playsheet.rules.gettysburg.options.fight_choices import (
    DONE,
    EVADE,
    FIRE,
    PREPARE,
    Declare,
    Shoot,
    Snipe,
)
from playsheet.rules.gettysburg.options.fire import (
    NO_CHARGERS,
    bar_to_firing,
    bar_to_sniping,
    bar_to_target,
    farthest,
    is_sharpshooter,
    marks,
    snipes,
)
from playsheet.rules.gettysburg.terms import ORDERS, Ammunition, Arm, Bar, Formation, Phase
from playsheet.tabletop.wording import inches, to_a_tenth

Why = tuple[str, str]  # a clause, and its ruling or table

MOST: Final = 6  # targets that are looked at, the nearest of them
FREE_TO_CHARGE: Final[dict[int, Why]] = {
    Bar.ON_THE_GROUND: ("gone to ground", "morale-states"),
    Bar.FALTERING: ("faltering", "morale-states"),
    Bar.FLEEING: ("it runs", "morale-states"),
    Bar.UNFORMED: ("unformed: reform first", "morale-states"),
    Bar.GARRISON: ("a garrison does not charge: leave the post first", "R124"),
    Bar.IN_MELEE: ("in melee", "R118"),
    Bar.COMPULSORY: ("it has made a compulsory move", "R114"),
    Bar.CHARGED: ("it has charged this turn", "R140"),
    Bar.EVADED: ("it has evaded this turn", "R143"),
    Bar.HALTED: ("it has halted for the rest of the turn", "morale-states"),
    Bar.DECLARED: ("it has declared its charge", "R107"),
    Bar.UNDER_CHARGE: ("it is charged itself", "R31"),
}
FREE_TO_FIRE: Final[dict[int, Why]] = {
    Bar.FIRED: ("it has fired this turn", "R27"),
    Bar.IN_MELEE: ("in melee", "R118"),
    Bar.FLEEING: ("it runs, and does not fire", "morale-states"),
    Bar.CHARGED: ("it has charged this turn", "game-turn"),
    Bar.FALTERING: ("faltering: it fires only at who charges it", "R52"),
    Bar.LIMBERED: ("limbered: guns unlimber in their move", "R61"),
    Bar.MOUNTED: ("mounted: cavalry dismounts in its move", "R102"),
    Bar.UNARMED: ("it has no firearms", "R102"),
    Bar.UNFORMED: ("unformed: only formed friends give support fire", "R27"),
    Bar.UNDER_CHARGE: ("it is charged itself", "R27"),
}


def is_are(unit: Unit) -> str:
    return "are" if several(unit) else "is"


# ---------------------------------------------------------------- fire


def of_firing(battle: GettysburgBattle, seat: int) -> list[Barred]:
    """Who must fire before the phase is closed, and units that are not among those that may; last those that have."""
    found: list[Barred] = []
    fired: list[Barred] = []
    must = ""
    for unit in battle.goers():
        if unit.seat != seat:
            continue
        why, ruling = no_fire(battle, unit, charged=False)
        if not why and not marks(battle, unit) and not snipes(battle, unit):
            why, ruling = no_target(battle, unit)
        elif not why and unit.must_fire and not must:
            must = f"{name_of(battle, unit.id)} halted to volley, and must"
            found.append(Barred(DONE.name, DONE.said, must, "morale-states"))
        if why:
            one = Barred("unit", unit.name, why, ruling, unit.id)
            (fired if unit.fired else found).append(one)
    return found + fired


def no_fire(battle: GettysburgBattle, unit: Unit, *, charged: bool) -> Why:
    """Whatever the target; empty if it may fire."""
    return fire_in_words(battle, unit, bar_to_firing(battle, unit, charged=charged))


def fire_in_words(battle: GettysburgBattle, unit: Unit, bar: int) -> Why:
    if bar == Bar.TOO_FEW:
        if unit.arm == Arm.ARTILLERY:
            return f"too few gunners are left: a gun takes {battle.rules.crew_a_gun}", "R61"
        return "too few are left for a die", "R44"
    return FREE_TO_FIRE.get(bar, ("", ""))


def no_target(battle: GettysburgBattle, unit: Unit) -> Why:
    """By the nearest enemy within reach; if there is none, by how far off the next one is."""
    near = within_range(battle, unit)
    if not near:
        enemy = battle.nearest_enemy(unit)[0]
        if enemy < 0:
            return "no enemy is on the table", "R45"
        far = to_a_tenth(range_to(battle, unit, battle.units[enemy]))
        name = f"{name_of(battle, enemy)} {is_are(battle.units[enemy])}"
        return f"nobody within {inches(farthest(battle, unit))}: {name} nearest, {far} off", range_ruling(unit)
    return target_in_words(battle, unit, near[0], target_bar(battle, unit, near[0], NO_CHARGERS))


def within_range(battle: GettysburgBattle, unit: Unit) -> list[Unit]:
    """Enemies as near as it fires, the nearest first."""
    reach = farthest(battle, unit)
    found: list[tuple[float, int]] = []
    for target in battle.around(unit.x, unit.y, unit.shape.radius + reach):
        if target.side != unit.side:
            bar = target_bar(battle, unit, target, NO_CHARGERS)
            if bar != Bar.RANGE and range_to(battle, unit, target) <= reach:
                found.append((range_to(battle, unit, target), target.id))
    found.sort()
    return [battle.units[id] for _, id in found]


def target_bar(battle: GettysburgBattle, unit: Unit, target: Unit, chargers: list[int]) -> int:
    """What saves that one from its fire."""
    return bar_to_target(battle, unit, target, chargers) or bar_to_faces(battle, unit, target, farthest(battle, unit))


def range_ruling(unit: Unit) -> str:
    return "artillery-ranges" if unit.arm == Arm.ARTILLERY else "infantry-ranges"


def target_in_words(battle: GettysburgBattle, unit: Unit, target: Unit, bar: int) -> Why:
    name = f"{name_of(battle, target.id)} {is_are(target)}"
    match bar:
        case Bar.IN_MELEE:
            return f"{name} in melee, and nobody fires into one", "R118"
        case Bar.NOT_FIRED_AT:
            return "unformed: it fires only at who has fired at it", "R53"
        case Bar.RANGE:
            return f"{name} {inches(range_to(battle, unit, target))} off", range_ruling(unit)
        case Bar.ARC:
            return f"{name} outside its arc of fire", "R49"
        case Bar.SIGHT:
            return hidden(battle, unit, target), "R101"
    return "", ""


def hidden(battle: GettysburgBattle, unit: Unit, target: Unit) -> str:
    """`the wood hides the 15th Alabama`."""
    by = sight(battle, unit, target).blocked_by
    for other in battle.units:
        if other.name == by and other.on_table():
            by = name_of(battle, other.id)
            break
    return f"{verb(the(by), 'hides', 'hide')} {name_of(battle, target.id)}"


def of_shooting(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """Targets within reach that it may not fire at, and what it may not fire at those it may."""
    found: list[Barred] = []
    chosen = [target for target in within_range(battle, unit) if not target_bar(battle, unit, target, NO_CHARGERS)]
    if battle.phase == Phase.FIRING:
        for target in within_range(battle, unit)[:MOST]:
            why, ruling = target_in_words(battle, unit, target, target_bar(battle, unit, target, NO_CHARGERS))
            if not why and battle.rules.nearest_only:
                why, ruling = "another enemy is nearer", "R55"
            if why:
                found.append(Barred(Shoot(target.id).key(), target.name, why, ruling))
        found += of_sniping(battle, unit)
    if unit.arm == Arm.ARTILLERY:
        reach = inches(battle.rules.canister[unit.card.gun_class])
        for target in chosen[:MOST]:
            option = Shoot(target.id, Ammunition.CANISTER)
            why = f"canister reaches {reach}, and {name_of(battle, target.id)} {is_are(target)} farther off"
            found.append(Barred(option.key(), option.label(battle), why, "R50"))
    elif unit.low_on_ammo and may_pour(unit.card.weapon, low=False) and unit.formation != Formation.SKIRMISH:
        for target in chosen[:1]:
            found.append(Barred(Shoot(target.id, pour=True).key(), "Pour it On", "low on ammunition", "R51"))
    return found


def of_sniping(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """Generals whom sharpshooters do not get before their rifles."""
    if not is_sharpshooter(unit) or battle.rules.sharpshooter_after:
        return []
    found: list[Barred] = []
    for general in battle.generals:
        bar = bar_to_sniping(battle, unit, general)
        if bar in (Bar.NEVER, Bar.NONE) and not (bar == Bar.NONE and unit.is_unformed()):
            continue
        why, ruling = snipe_in_words(battle, unit, general, bar)
        option = Snipe(general.id, general.x, general.y)
        found.append(Barred(option.key(), option.label(battle), why, ruling))
    return found


def snipe_in_words(battle: GettysburgBattle, unit: Unit, general: General, bar: int) -> Why:
    if unit.is_unformed():
        return "unformed: only formed sharpshooters aim at a general", "R42"
    name = general_name(battle, general.id)
    if bar == Bar.RANGE:
        return f"{name} is {inches(battle.general_gap(general, unit.shape))} off", "R48"
    return (f"{name} is outside its arc of fire", "R49") if bar == Bar.ARC else (f"{name} is not in sight", "R101")


# ---------------------------------------------------------------- charges


def of_declaring(battle: GettysburgBattle, question: Question) -> list[Barred]:
    """Units that may charge nobody, and of those that may the targets they may not."""
    offered = [option.unit for option in question.options if isinstance(option, Declare)]
    found: list[Barred] = []
    for unit in battle.goers():
        if unit.seat != question.seat or unit.arm == Arm.ARTILLERY:
            continue
        if unit.id in offered:
            found += [of_declaration(battle, unit, target) for target in in_charge_reach(battle, unit)[:MOST]]
        else:
            why, ruling = no_charge(battle, unit)
            found.append(Barred("charge", unit.name, why, ruling, unit.id))
    return [one for one in found if one.reason]


def of_declaration(battle: GettysburgBattle, unit: Unit, target: Unit) -> Barred:
    option = Declare(unit.id, target.id, packs=False)
    why, ruling = charge_in_words(battle, unit, target, charge_bar(battle, unit, target))
    return Barred(option.key(), option.label(battle), why, ruling, unit.id)


def no_charge(battle: GettysburgBattle, unit: Unit) -> Why:
    """By its own state, or by the nearest enemy within reach."""
    bar = bar_to_charging(battle, unit)
    if bar:
        return FREE_TO_CHARGE.get(bar, ("", ""))
    near = in_charge_reach(battle, unit)
    if not near:
        far = inches(inches_of(battle, unit, packs=False))
        enemy, gap = battle.nearest_enemy(unit)
        if enemy < 0:
            return "no enemy is on the table", "R107"
        name = f"{name_of(battle, enemy)} {is_are(battle.units[enemy])}"
        return f"nobody within {far}: {name} nearest, {to_a_tenth(gap)} off", "movement"
    return charge_in_words(battle, unit, near[0], charge_bar(battle, unit, near[0]))


def in_charge_reach(battle: GettysburgBattle, unit: Unit) -> list[Unit]:
    """Enemies as near as its charge goes, the nearest first."""
    far = inches_of(battle, unit, packs=False)
    found = [
        (distance(unit.shape, target.shape), target.id)
        for target in battle.around(unit.x, unit.y, unit.shape.radius + far)
        if target.side != unit.side and distance(unit.shape, target.shape) <= far
    ]
    found.sort()
    return [battle.units[id] for _, id in found]


def charge_bar(battle: GettysburgBattle, unit: Unit, target: Unit) -> int:
    """What saves that one from its charge."""
    return (
        bar_to_being_charged(battle, target)
        or bar_of_order(battle, unit, target)
        or bar_to_charge(battle, unit, target, packs=False)
    )


def charge_in_words(battle: GettysburgBattle, unit: Unit, target: Unit, bar: int) -> Why:
    name = f"{name_of(battle, target.id)} {is_are(target)}"
    order = ORDERS[battle.brigades[unit.brigade].order].capitalize()
    match bar:
        case Bar.IN_MELEE:
            return f"{name} in melee", "R109"
        case Bar.ORDER:
            return f"its brigade is on {order}, and does not charge", "order-charge-limits"
        case Bar.ONE_CHARGE:
            return f"on {order} cavalry makes one charge a brigade a turn, and that is made", "R19"
        case Bar.UNFORMED_ONLY:
            return f"on {order} infantry charges only the unformed, and {name} in good order", "R18"
        case Bar.RANGE:
            far = inches(distance(unit.shape, target.shape))
            return f"{name} {far} off, and its charge goes {inches(inches_of(battle, unit, packs=False))}", "movement"
        case Bar.HELD:
            return f"{name} in a post, and cavalry does not charge a garrison", "R107"
        case Bar.ARC:
            return f"{name} not within {battle.rules.charge_turn:g} degrees of its front", "R107"
        case Bar.SIGHT:
            return hidden(battle, unit, target), "R101"
        case Bar.LINE:
            return no_line(battle, unit, target), "R107"
    return "", ""


def no_line(battle: GettysburgBattle, unit: Unit, target: Unit) -> str:
    """What is wrong with the line straight at it."""
    finder = LineFinder(battle, unit, target, inches_of(battle, unit, packs=False))
    return finder.refusal(bearing(target.x - unit.x, target.y - unit.y)).rstrip(".") or "no line leads there"


def of_intercepting(battle: GettysburgBattle, seat: int) -> list[Barred]:
    """Cavalry that may not fall on any charger (R31)."""
    found: list[Barred] = []
    coming = [battle.units[charge.unit] for charge in battle.charges if battle.units[charge.unit].on_table()]
    for unit in battle.units:
        if unit.seat != seat or not unit.on_table() or unit.arm != Arm.CAVALRY:
            continue
        bar = bar_to_intercepting(battle, unit)
        enemies = [enemy for enemy in coming if enemy.side != unit.side]
        if bar or not enemies:
            why, ruling = FREE_TO_CHARGE.get(bar, ("", ""))
        else:
            enemy = nearest_of(unit, enemies)
            why, ruling = interception_in_words(battle, unit, enemy)
        if why:
            found.append(Barred("opportunity", unit.name, why, ruling, unit.id))
    return found


def interception_in_words(battle: GettysburgBattle, unit: Unit, enemy: Unit) -> Why:
    bar = bar_to_interception(battle, unit, enemy)
    far = distance(unit.shape, enemy.shape)
    if bar == Bar.RANGE and far > battle.rules.opportunity_reach:
        name = f"{name_of(battle, enemy.id)} {is_are(enemy)}"
        return f"{name} {inches(far)} off, and {inches(battle.rules.opportunity_reach)} is the farthest", "R31"
    return charge_in_words(battle, unit, enemy, bar)


# ---------------------------------------------------------------- reactions


def of_reacting(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """What the target of a charge cannot do about it (R26)."""
    chargers = chargers_of(battle, unit)
    if not chargers:
        return []
    found: list[Barred] = []
    enemy = nearest_of(unit, chargers)
    why, ruling = no_fire(battle, unit, charged=True)
    if not why:
        why, ruling = target_in_words(battle, unit, enemy, target_bar(battle, unit, enemy, [enemy.id]))
    found.append(Barred(FIRE.name, FIRE.said, why, ruling))
    found.append(Barred(PREPARE.name, PREPARE.said, *no_counter(battle, unit, chargers)))
    found.append(Barred(EVADE.name, EVADE.said, *no_evasion(battle, unit)))
    return [one for one in found if one.reason]


def chargers_of(battle: GettysburgBattle, unit: Unit) -> list[Unit]:
    return [
        battle.units[charge.unit]
        for charge in battle.charges
        if charge.target == unit.id and battle.units[charge.unit].on_table()
    ]


def no_counter(battle: GettysburgBattle, unit: Unit, chargers: list[Unit]) -> Why:
    enemy = nearest_of(unit, chargers)
    match bar_to_counter(battle, unit, chargers):
        case Bar.NEVER:
            return "guns do not charge", "R33"
        case Bar.ORDER:
            order = ORDERS[battle.brigades[unit.brigade].order].capitalize()
            return f"its brigade is on {order}, and does not counter-charge", "order-charge-limits"
        case Bar.ARC:
            name = f"{name_of(battle, enemy.id)} {is_are(enemy)}"
            return f"{name} not within {battle.rules.charge_turn:g} degrees of its front", "R140"
        case Bar.GROUND:
            return "cavalry does not charge in difficult ground", "terrain"
        case bar:
            return FREE_TO_CHARGE.get(bar, ("", ""))


def no_evasion(battle: GettysburgBattle, unit: Unit) -> Why:
    match bar_to_evading(battle, unit):
        case Bar.DEPLOYED:
            return "unlimbered guns do not evade", "R33"
        case Bar.NEVER:
            return "in close order it does not evade", "R33"
        case Bar.GARRISON:
            return "a garrison does not evade", "R124"
        case Bar.UNFORMED:
            return "unformed: it does not evade", "R26"
        case bar:
            return FREE_TO_CHARGE.get(bar, ("", ""))


def of_supporting(battle: GettysburgBattle, target: Unit, seat: int) -> list[Barred]:
    """Friends near enough to give support fire who cannot (R27)."""
    chargers = chargers_of(battle, target)
    found: list[Barred] = []
    for unit in battle.within(target, battle.rules.support_fire) if chargers else []:
        if unit.side != target.side or unit.seat != seat:
            continue
        why, ruling = fire_in_words(battle, unit, bar_to_supporting(battle, unit))
        if not why:
            enemy = nearest_of(unit, chargers)
            bar = target_bar(battle, unit, enemy, [charger.id for charger in chargers])
            why, ruling = target_in_words(battle, unit, enemy, bar)
        if why:
            found.append(Barred("support", unit.name, why, ruling, unit.id))
    return found
