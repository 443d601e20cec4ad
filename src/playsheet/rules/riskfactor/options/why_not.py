"""Why not: what a group or leader could do at another time and cannot do now, each with its reason and ruling.

The words of the predicates in this room, put into clauses. Made only when somebody looks.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Barred, Question
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import cm, name_of, several
from playsheet.rules.riskfactor.ground.leading import is_commanded
from playsheet.rules.riskfactor.ground.moving import farthest
from playsheet.rules.riskfactor.ground.sight import Watch, gap, shot_blocked
from playsheet.rules.riskfactor.ground.sight_cache import watched
from playsheet.rules.riskfactor.options.charge import FAR_OFF, bar_to_charge
from playsheet.rules.riskfactor.options.choices import (
    BREAK_OFF,
    HITCH,
    LET_DOWN,
    MARCH,
    TOO_DEAR,
    bar_to_joining,
    figure_named,
)
from playsheet.rules.riskfactor.options.command import (
    NO_LINK,
    OF_ANOTHER,
    Chain,
    Enough,
    bar_to_buying,
    bar_to_link,
    cost_of,
    link_cost,
    platoon_cost,
    platoons,
    reached,
)
from playsheet.rules.riskfactor.options.shooting import (
    ARC,
    BLOCKED,
    FIRED,
    IN_CONTACT,
    IN_FLIGHT,
    RANGE,
    UNARMED,
    UNDECLARED,
    bar_to_shooting,
    bar_to_shot,
    fire_options,
    fires_by_command,
    how_it_fires,
    may_be_target,
    ready_figures,
)
from playsheet.rules.riskfactor.terms import Petticoats, Where


def barred(battle: RiskBattle, question: Question) -> list[Barred]:
    """What is greyed beside the options of a question."""
    found: list[Barred] = []
    match question.kind:
        case "move":
            found = of_move(battle, battle.groups[question.about], question)
        case "move_next":
            found = of_moves(battle, question.seat)
        case "fire" | "fire_next":
            found = of_fire(battle, question)
        case "command":
            for option in question.options:
                if isinstance(option, Enough):
                    found = of_command(battle, option.chain)
    return [one for one in found if not one.stands_in(question)]


# ---------------------------------------------------------------- free moves


def of_move(battle: RiskBattle, group: Group, question: Question) -> list[Barred]:
    """What a commanded group, or a Player Character, cannot do with its move."""
    members = battle.members(group)
    if battle.in_contact(group):
        why = "in contact: stand and fight, or break off"
        found = [Barred(MARCH.name, MARCH.said, why, "R41"), Barred("charge", "Charge", why, "R41")]
        if not group.leader:
            found.append(Barred("join", "Join another group", why, "R41"))
        return found + of_dress(battle, members, why, "R41")
    found = [of_charge(battle, group, members, watched(battle, group))]
    found.append(Barred(BREAK_OFF.name, BREAK_OFF.said, "nobody touches an enemy", "R41"))
    if not group.leader:
        found.append(of_joining(battle, group, members))
    return found + of_dress(battle, members, "changed in this move already", "R30")


def of_charge(battle: RiskBattle, group: Group, members: list[int], seen: Watch) -> Barred:
    """By the nearest enemy in sight."""
    if seen.nearest < 0:
        return Barred("charge", "Charge", "no enemy in sight", "R60")
    target = battle.group_of(seen.nearest)
    name = name_of(battle, target.id)
    if bar_to_charge(battle, group, members, target, seen) == FAR_OFF:
        why = f"{name} {is_are(target)} nearest, {cm(seen.gap)} off, and one move is {cm(farthest(battle, members))}"
        return Barred("charge", "Charge", why, "R10")
    return Barred("charge", "Charge", f"no way to touch {name} within one move", "R10")


def of_joining(battle: RiskBattle, group: Group, members: list[int]) -> Barred:
    if bar_to_joining(group, members):
        return Barred("join", "Join another group", "only the last one or two of a group join another", "R53")
    why = f"no group of the same kind within {cm(battle.rules.joining)}"
    return Barred("join", "Join another group", why, "R53")


def of_dress(battle: RiskBattle, members: list[int], held: str, ruling: str) -> list[Barred]:
    """Petticoats, where there are any: as they are already, or `held` back."""
    worn = [battle.petticoats[i64(figure)] for figure in members]
    if Petticoats.DOWN in worn:
        down = Barred(LET_DOWN.name, LET_DOWN.said, "down already", "R30")
        return [Barred(HITCH.name, HITCH.said, held, ruling), down]
    if Petticoats.HITCHED in worn:
        hitched = Barred(HITCH.name, HITCH.said, "hitched up already", "R30")
        return [hitched, Barred(LET_DOWN.name, LET_DOWN.said, held, ruling)]
    return []


def of_moves(battle: RiskBattle, seat: int) -> list[Barred]:
    """Whom the player cannot move freely: those bound by their result, and those who have moved."""
    found: list[Barred] = []
    for group in own_groups(battle, seat):
        if group.id in battle.queue:
            continue
        if not group.obeys:
            found.append(Barred("next", group.name, "has had the move of this turn", "movement", group.id))
        elif group.action >= 0:
            result = battle.rules.instructions[group.action].name.lower()
            ruling = "R15" if is_commanded(battle, group) else "R55"
            found.append(Barred("next", group.name, f"bound by the action die: {result}", ruling, group.id))
    return found


def own_groups(battle: RiskBattle, seat: int) -> list[Group]:
    """The player's own on the table; those of a side that its tables run have only their dice thrown by him (R58)."""
    side = battle.goals.seat_sides[seat]
    return [group for group in battle.groups if group.seat == seat and group.side == side and group.on_table()]


# ---------------------------------------------------------------- fire


def of_fire(battle: RiskBattle, question: Question) -> list[Barred]:
    """Who else of the player's does not fire by his command now."""
    found: list[Barred] = []
    for group in own_groups(battle, question.seat):
        if group.id == question.about or group.id in battle.queue:
            continue
        why, ruling = no_fire(battle, group)
        if why:
            label = group.name if question.kind == "fire_next" else f"Fire with {group.name}"
            found.append(Barred("next", label, why, ruling, group.id))
    return found


BARS_TO_FIRE: Final = {
    FIRED: ("has fired", "R49"),
    UNDECLARED: ("did not declare it when command was thrown for", "R31"),
    IN_CONTACT: ("in contact", "R42"),
}


def no_fire(battle: RiskBattle, group: Group) -> tuple[str, str]:
    """Empty for those who never shoot."""
    bar = bar_to_shooting(battle, group)
    if bar == UNARMED:
        return "", ""
    if bar == IN_FLIGHT:
        return f"not after this result: {battle.rules.instructions[group.action].name.lower()}", "R15"
    if bar:
        return BARS_TO_FIRE[bar]
    if not fires_by_command(battle, group):
        if group.commanded():
            return "no volleys: shoots at the nearest enemy afterwards", "R18"
        return "not commanded: shoots at the nearest enemy afterwards", "R48"
    return no_target(battle, group)


def no_target(battle: RiskBattle, group: Group) -> tuple[str, str]:
    """Nobody is loaded; or by the nearest enemy in sight, and whoever stands nearest to him."""
    weapon = group.card.ranged
    members = battle.members(group)
    ready = ready_figures(battle, group, members, how_it_fires(battle, group))
    if not ready:
        return ("not loaded", "R20") if not group.loaded else ("moved too far to shoot", "loading-classes")
    seen = watched(battle, group)
    if seen.nearest < 0 or weapon is None:
        return "no enemy in sight", "R60"
    if len(fire_options(battle, group)) > 1:
        return "", ""
    target = battle.group_of(seen.nearest)
    name = name_of(battle, target.id)
    if not may_be_target(battle, group, target):
        return f"{name} {is_are(target)} nearest, and in melee", "R42"
    firer = min(ready, key=lambda one: (gap(battle, one, seen.nearest), one))
    bar = bar_to_shot(battle, firer, seen.nearest, weapon)
    if bar == RANGE:
        far = cm(gap(battle, firer, seen.nearest))
        return f"{name} {is_are(target)} nearest, {far} off, and the range is {cm(weapon.long)}", "weapons"
    if bar == ARC:
        return f"{name} {is_are(target)} nearest, and not to the front", "R7"
    if bar == BLOCKED:
        return f"{shot_blocked(battle, firer, seen.nearest)} hides part of {name}", "R27"
    return "too few have a clear shot", "R17"


def is_are(group: Group) -> str:
    return "are" if several(group) else "is"


# ---------------------------------------------------------------- command


def of_command(battle: RiskBattle, chain: Chain) -> list[Barred]:
    """Whom the points do not buy: out of distance, or too dear (R34, R36)."""
    found: list[Barred] = []
    costs: dict[int, int] = {}
    side = chain.officer.side
    for group in battle.groups:
        if group.side != side or group.place != Where.ON_TABLE or group.is_pc():
            continue
        found += of_links(battle, chain, group)
        if group.is_musician():
            continue
        if group.commanded():
            found.append(Barred("group", f"Command {group.name}", "commanded already", "R34", group.id))
            continue
        price = cost_of(battle, chain, group)
        if price >= 0:
            costs[group.id] = price
        bar = bar_to_buying(chain, price)
        if bar:
            why = too_dear(price, chain) if bar == TOO_DEAR else out_of_distance(battle, chain, group)
            found.append(
                Barred("group", f"Command {group.name}", why, "R34" if bar == TOO_DEAR else "R34, R36", group.id)
            )
    for platoon, squads in platoons(battle, side).items():
        total = platoon_cost(costs, squads)
        bar = bar_to_buying(chain, total)
        if len(squads) > 1 and bar:
            why = too_dear(total, chain) if bar == TOO_DEAR else "not all its groups are within command distance"
            found.append(Barred(f"platoon:{platoon}", "Command the platoon", why, "R34"))
    return found


def of_links(battle: RiskBattle, chain: Chain, group: Group) -> list[Barred]:
    """NCOs and musicians who do not become links of the chain."""
    found: list[Barred] = []
    for figure in battle.members(group):
        bar = bar_to_link(battle, chain, group, figure)
        if not bar or bar == NO_LINK:
            continue
        label = f"Command {figure_named(battle, figure)}"
        if bar == OF_ANOTHER:
            found.append(Barred(f"link:{figure}", label, "commanded already", "R33"))
        elif bar == TOO_DEAR:
            found.append(
                Barred(f"link:{figure}", label, too_dear(link_cost(battle, chain, group, figure), chain), "R33")
            )
        else:
            found.append(Barred(f"link:{figure}", label, "out of command distance", "R36"))
    return found


def too_dear(price: int, chain: Chain) -> str:
    return f"costs {price} point{'s' if price > 1 else ''}, and {chain.points or 'none'} left"


def out_of_distance(battle: RiskBattle, chain: Chain, group: Group) -> str:
    """All or nothing: how many of them are too far off."""
    members = battle.members(group)
    far = len([figure for figure in members if not reached(battle, chain, figure)])
    if far == len(members):
        return "out of command distance"
    return f"{far} of {len(members)} out of command distance, and it takes all of them"
