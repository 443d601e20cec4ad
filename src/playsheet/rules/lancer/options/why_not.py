"""Why not: what a unit could do at another time and cannot do now, each with its reason and ruling.

The words of the predicates in choices, put into clauses. Made only when somebody looks.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, toward
from playsheet.core.asking import Barred, Question
from playsheet.core.geometry import spacing
from playsheet.core.words import verb
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import FORMED, name_of, unit_there, was
from playsheet.rules.lancer.ground.contact import bearing_away, pairs_of
from playsheet.rules.lancer.ground.moving import charge_rate, refuses_place, turned_footprint
from playsheet.rules.lancer.ground.sight import nearest_figure, range_to, sight
from playsheet.rules.lancer.options.choices import (
    ANOTHER,
    ARC,
    CLEAR,
    COMMANDER,
    COUNTER,
    DISRUPTED,
    FIRE,
    FORMS,
    IN_MELEE,
    JAMMED,
    LEAVE,
    MELEE,
    MOVE,
    NO_TARGET,
    RALLY,
    RANGE,
    ROOM,
    SIGHT,
    UNFORMED,
    bar_to_acting,
    bar_to_aim,
    bar_to_charge_alone,
    bar_to_counter,
    bar_to_fire,
    bar_to_formation,
    bar_to_order,
    bar_to_orders,
    bar_to_shot,
    can_leave,
    can_ride_out,
    charge_gap,
    charge_reach,
    first_met,
    in_charge_reach,
    in_range,
    in_reach_alone,
)
from playsheet.rules.lancer.sheet import Weapon
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.wording import inches, to_a_tenth

# What keeps it from all that a free unit may do.
HELD: Final = {
    IN_MELEE: ("in melee: fight on, leave or stand", "R34"),
    DISRUPTED: ("disrupted: rally first", "R16"),
    UNFORMED: ("no room to form up yet", "R55"),
}
MOST_ORDERS: Final = 5  # units out of a commander's reach, the nearest of them
NOT_IN_MELEE: Final = "no figure touches an enemy"


def barred(battle: LancerBattle, question: Question) -> list[Barred]:
    """What is greyed beside the options of a question."""
    if not 0 <= question.about < len(battle.units):
        return []
    unit = battle.units[question.about]
    found: list[Barred] = []
    match question.kind:
        case "activated":
            if unit.attached_to < 0:
                found = of_unit(battle, unit)
            else:
                found = of_attached(battle, unit)
        case "commander":
            found = of_card(battle, unit)
        case "reaction":
            found = of_reaction(battle, unit, battle.units[battle.active])
    return [one for one in found if not one.stands_in(question)]


# ---------------------------------------------------------------- an activation


def of_unit(battle: LancerBattle, unit: Unit) -> list[Barred]:
    """What would be missed most comes first."""
    found: list[Barred] = []
    bar = bar_to_acting(battle, unit)
    weapon = unit.card.weapon
    if bar:
        why, ruling = HELD[bar]
        found.append(Barred(MOVE.name, MOVE.said, why, ruling))
        if weapon is not None:
            found.append(Barred("shoot", "Shoot", why, "R27, R34" if bar == IN_MELEE else ruling))
        if unit.kind != Arm.GUN:
            found.append(Barred("charge", "Charge", why, ruling))
        if unit.kind == Arm.FOOT or unit.kind == Arm.HORSE:
            found.append(Barred("form", "Change formation", why, ruling))
        if unit.jammed:
            found.append(Barred(CLEAR.name, CLEAR.said, why, ruling))
    else:
        if weapon is not None:
            found += of_fire(battle, unit, weapon)
        if unit.kind != Arm.GUN:
            found.append(of_charge(battle, unit))
        found += of_formations(battle, unit)
    found += of_melee(battle, unit)
    if weapon is not None and weapon.jam_count and not unit.jammed:
        found.append(Barred(CLEAR.name, CLEAR.said, "not jammed", "R23"))
    if not unit.disrupted:
        found.append(Barred(RALLY.name, RALLY.said, "not disrupted", "R16"))
    return found


def of_attached(battle: LancerBattle, commander: Unit) -> list[Barred]:
    """One who is with a unit: he leaves it first (R52)."""
    host = battle.units[commander.attached_to]
    with_whom = name_of(battle, host.id)
    if pairs_of(battle, commander):
        why = "an enemy touches him: he fights on, leaves or stands"
        found = [Barred(MOVE.name, MOVE.said, why, "R34, R52"), Barred("charge", "Charge", why, "R34, R52")]
        if not can_ride_out(battle, commander, bearing_away(battle, commander)):
            found.append(
                Barred(LEAVE.name, LEAVE.said, f"no room beside {with_whom} on the side away from the enemy", "R61")
            )
        return found
    found = []
    if not can_ride_out(battle, commander, -1.0):
        found.append(Barred(MOVE.name, MOVE.said, f"no room for him beside {with_whom} on any side", "R52"))
    found.append(of_charge_alone(battle, commander, host))
    why = "no enemy touches him"
    return [*found, Barred(MELEE.name, MELEE.said, why, "R52"), Barred(LEAVE.name, LEAVE.said, why, "R52")]


def of_formations(battle: LancerBattle, unit: Unit) -> list[Barred]:
    if unit.kind != Arm.FOOT and unit.kind != Arm.HORSE:
        return []
    found: list[Barred] = []
    for form in FORMS:
        if form.formation == unit.formation:
            found.append(Barred(form.name, form.said, f"already {FORMED[unit.formation]}", "R7"))
        else:
            name = bar_to_formation(battle, unit, form.formation)
            if name:
                found.append(
                    Barred(form.name, form.said, f"no room for it here: {in_the_way(battle, unit, name)}", "R54")
                )
    return found


def of_melee(battle: LancerBattle, unit: Unit) -> list[Barred]:
    if not unit.in_melee():
        return [
            Barred(MELEE.name, MELEE.said, NOT_IN_MELEE, "R32"),
            Barred(LEAVE.name, LEAVE.said, NOT_IN_MELEE, "R32"),
        ]
    if can_leave(battle, unit):
        return []
    return [Barred(LEAVE.name, LEAVE.said, "there is no straight way out of contact", "R54, R61")]


# ---------------------------------------------------------------- shooting


def of_fire(battle: LancerBattle, unit: Unit, weapon: Weapon) -> list[Barred]:
    """Why at nobody: the weapon itself, or else the enemy who is nearest to being a target."""
    why, ruling = no_fire(battle, unit, weapon) if bar_to_fire(battle, unit, weapon) else no_shot(battle, unit, weapon)
    return [Barred("shoot", "Shoot", why, ruling)] if why else []


def no_fire(battle: LancerBattle, unit: Unit, weapon: Weapon) -> tuple[str, str]:
    if bar_to_fire(battle, unit, weapon) == JAMMED:
        return "jammed: clear it first", "R23"
    return f"{too_few(unit, weapon)}, and a die takes {weapon.per}", "R6"


def too_few(unit: Unit, weapon: Weapon) -> str:
    return "only one man is left" if unit.figures == 1 else f"only {unit.figures} are left"


def no_shot(battle: LancerBattle, unit: Unit, weapon: Weapon) -> tuple[str, str]:
    """By the nearest enemy within reach; if there is none, by how far off the next one is."""
    best: Unit | None = None
    for target in in_range(battle, unit, weapon):
        bar = bar_to_shot(battle, unit, weapon, target)
        if not bar:
            return "", ""
        if bar != NO_TARGET and range_to(battle, unit, target) <= weapon.reach:
            if best is None or is_likelier(battle, unit, target, best):
                best = target
    if best is None:
        return f"nobody within {inches(weapon.reach)}{nearest_of(battle, unit)}", "R24"
    return shot_in_words(battle, unit, best, bar_to_shot(battle, unit, weapon, best))


def is_likelier(battle: LancerBattle, unit: Unit, target: Unit, best: Unit) -> bool:
    """A commander is never shot at; of all others the nearest."""
    if (target.kind == Arm.COMMANDER) != (best.kind == Arm.COMMANDER):
        return best.kind == Arm.COMMANDER
    return range_to(battle, unit, target) < range_to(battle, unit, best)


def shot_in_words(battle: LancerBattle, unit: Unit, target: Unit, bar: str) -> tuple[str, str]:
    """Why the unit cannot shoot at that one."""
    name = name_of(battle, target.id)
    if bar == COMMANDER:
        return f"{name} is the only one near enough, and a commander by himself is never shot at", "R36"
    if bar == IN_MELEE:
        return f"{name} {is_are(target)} in melee, and nobody fires into one", "R27"
    if bar == RANGE:
        return f"{name} {is_are(target)} {inches(range_to(battle, unit, target))} off", "R24"
    if bar == ARC:
        return f"{name} {is_are(target)} not to the front", "R24"
    return hidden(battle, unit, target), "R26"


def nearest_of(battle: LancerBattle, unit: Unit) -> str:
    """`: the Lancer Troop is nearest, 30.5 off`."""
    best: Unit | None = None
    for target in battle.units:
        if target.side != unit.side and target.kind != Arm.COMMANDER and target.on_table():
            if best is None or range_to(battle, unit, target) < range_to(battle, unit, best):
                best = target
    if best is None:
        return ""
    return f": {name_of(battle, best.id)} {is_are(best)} nearest, {to_a_tenth(range_to(battle, unit, best))} off"


def hidden(battle: LancerBattle, unit: Unit, target: Unit) -> str:
    """`the cornfield hides the 2nd Militia Company`."""
    name = sight(battle, unit, target).blocked_by
    return f"{verb(called(battle, unit, name), 'hides', 'hide')} {name_of(battle, target.id)}"


def in_the_way(battle: LancerBattle, unit: Unit, name: str) -> str:
    """`the table edge is in the way`."""
    return f"{verb(called(battle, unit, name), 'is', 'are')} in the way"


def called(battle: LancerBattle, unit: Unit, name: str) -> str:
    """The ground or the unit of that name, as it stands within a sentence."""
    id = unit_there(battle, name, unit, unit.x, unit.y)
    return name_of(battle, id) if id >= 0 else name


def is_are(unit: Unit) -> str:
    return "are" if was(unit) == "were" else "is"


# ---------------------------------------------------------------- charging


def of_charge(battle: LancerBattle, unit: Unit) -> Barred:
    """By the nearest enemy who is near enough to be looked at."""
    target = nearest(unit.x, unit.y, unit.side, in_charge_reach(battle, unit))
    if target is None:
        return Barred("charge", "Charge", f"nobody within {inches(charge_reach(battle, unit))}", "R47")
    return charge_in_words(battle, unit, target, counter=False)


def of_charge_alone(battle: LancerBattle, commander: Unit, host: Unit) -> Barred:
    if not host.formed:
        return Barred("charge", "Charge", f"{name_of(battle, host.id)} has not formed up again since its melee", "R55")
    target = nearest(host.x, host.y, host.side, in_reach_alone(battle, commander, host))
    if target is None:
        return Barred("charge", "Charge", f"nobody within {inches(charge_reach(battle, commander))}", "R47")
    name = name_of(battle, target.id)
    bar = bar_to_charge_alone(battle, commander, target)
    if bar == ROOM:
        return Barred("charge", "Charge", f"no room for him at the edge of his unit towards {name}", "R52")
    if bar == SIGHT:
        return Barred("charge", "Charge", f"{name} cannot be seen from the edge of his unit", "R20")
    return Barred("charge", "Charge", f"he cannot reach {name} straight ahead", "R20, R47")


def nearest(x: float, y: float, side: int, near: list[Unit]) -> Unit | None:
    """The enemy whose centre is nearest."""
    best: Unit | None = None
    for target in near:
        if target.side != side and target.on_table():
            if best is None or spacing(x, y, target.x, target.y) < spacing(x, y, best.x, best.y):
                best = target
    return best


def charge_in_words(battle: LancerBattle, unit: Unit, target: Unit, *, counter: bool) -> Barred:
    """Why a charge on that one is not to be had: sight, or what is wrong with the bearing nearest to it."""
    kind, label = (COUNTER.name, COUNTER.said) if counter else ("charge", "Charge")
    name = name_of(battle, target.id)
    if not sight(battle, unit, target).clear():
        return Barred(kind, label, hidden(battle, unit, target), "R20")
    most = battle.rules.charge_turn
    aim = toward(unit.facing, bearing(target.x - unit.x, target.y - unit.y), most)
    there = turned_footprint(battle, unit, aim)
    bar = bar_to_aim(battle, unit, target, aim, counter)
    if bar == RANGE:
        far = inches(charge_gap(there, target))
        rate = inches(charge_rate(battle, unit, there).most)
        return Barred(
            kind, label, f"{name} {is_are(target)} {far} off that way, and a charge goes {rate} at most", "R47"
        )
    if bar == ROOM:
        why = refuses_place(battle, unit, there)
        return Barred(kind, label, f"no room to turn towards {name}: {in_the_way(battle, unit, why)}", "R54")
    if bar == ANOTHER:
        return Barred(kind, label, f"{name_of(battle, first_met(battle, unit, there))} would be met first", "R53")
    return Barred(kind, label, f"{name} cannot be met straight ahead after a turn of {most:g} degrees", "R20")


# ---------------------------------------------------------------- reactions


def of_reaction(battle: LancerBattle, unit: Unit, charger: Unit) -> list[Barred]:
    """What the target of a short charge cannot do about it (R21, R53)."""
    found: list[Barred] = []
    weapon = unit.card.weapon
    if weapon is not None:
        if bar_to_fire(battle, unit, weapon):
            why, ruling = no_fire(battle, unit, weapon)
        else:
            why, ruling = shot_in_words(battle, unit, charger, bar_to_shot(battle, unit, weapon, charger))
        found.append(Barred(FIRE.name, FIRE.said, why, ruling))
    if unit.kind != Arm.GUN:
        if bar_to_counter(battle, unit, charger) == DISRUPTED:
            found.append(Barred(COUNTER.name, COUNTER.said, "disrupted: no counter-charge", "R16"))
        else:
            found.append(charge_in_words(battle, unit, charger, counter=True))
    return found


# ---------------------------------------------------------------- a commander's card


def of_card(battle: LancerBattle, commander: Unit) -> list[Barred]:
    """Orders that he cannot give: by where he is, or by where they are (R24, R35)."""
    if commander.attached_to < 0:
        alone = Barred("activate_unit", "Activate his unit", "he is with no unit", "R35")
        return [alone, *of_orders(battle, commander, "give_order", "Give an order")]
    host = name_of(battle, commander.attached_to)
    why = f"he is with {host}: by himself he could"
    found = [Barred("give_order", "Give an order", why, "R35")]
    if battle.rules.attached_may_rally:
        found += of_orders(battle, commander, "rally_order", "Rally a unit")
    return found


def of_orders(battle: LancerBattle, commander: Unit, kind: str, label: str) -> list[Barred]:
    """All of them, or those to units out of his reach."""
    if bar_to_orders(battle, commander) == DISRUPTED:
        return [Barred(kind, label, "disrupted: rally himself first", "R16")]
    loose = commander.attached_to < 0
    reach = to_a_tenth(battle.rules.order_range if loose else battle.rules.rally_range)
    far: list[tuple[float, int]] = []
    for unit in battle.units:
        if bar_to_order(battle, commander, unit) == RANGE:
            far.append((nearest_figure(battle, unit, commander.x, commander.y), unit.id))
    if far:
        said = "Give an order to" if loose else "Rally"
        return [
            Barred(kind, f"{said} {battle.units[id].name}", f"{inches(off)} off, and his reach is {reach}", "R24", id)
            for off, id in sorted(far)[:MOST_ORDERS]
        ]
    if loose:
        return [Barred(kind, label, "no unit of his is on the table", "R35")]
    return [Barred(kind, label, "no other unit is disrupted", "R44")]
