"""Groups as a roster lists them, and figures as a map draws them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.figures import LOST
from playsheet.core.sequence import titles
from playsheet.core.telling import Fact, Mark, Sign, Standing, Track
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import men_names
from playsheet.rules.riskfactor.shown.view import PLACES, UNSEEN
from playsheet.rules.riskfactor.terms import CLASSES, TABLES, OrderKind, Phase, Role, Where
from playsheet.rules.riskfactor.turn import SEQUENCE
from playsheet.tabletop.roster import engaged, in_fight_with

SAID_ROLES: Final = ("man", "NCO", "drummer", "bugler", "officer", "player character")


def roster(battle: RiskBattle) -> list[Standing]:
    found: list[Standing] = []
    for group in battle.groups:
        standing = Standing(
            group.side,
            group.name,
            strength(battle, group),
            group.strength,
            PLACES[group.place],
            group.place == Where.ON_TABLE,
            state_of(battle, group),
            group.place == Where.ON_TABLE and (group.router or group.melee_retreat),
        )
        standing.seat = group.seat
        standing.arm = "leader" if group.leader else "horse" if group.card.mounted else "foot"
        standing.first = group.first
        standing.men = men_names(group)
        standing.part_of = part_of(battle, group)
        standing.facts = facts_of(battle, group)
        if group.place == Where.ON_TABLE:
            standing.at = middle(battle, group)
            standing.signs = signs_of(battle, group)
        found.append(standing)
    return found


def part_of(battle: RiskBattle, group: Group) -> list[str]:
    """Its platoon."""
    return [battle.goals.platoons[group.side][group.platoon]] if group.platoon >= 0 else []


def strength(battle: RiskBattle, group: Group) -> int:
    """Those who are there; all of them while they wait."""
    if group.place == Where.WAITING:
        return group.strength
    return len(battle.members(group)) if group.place == Where.ON_TABLE else 0


def middle(battle: RiskBattle, group: Group) -> tuple[float, float, float] | None:
    """The middle of those who are there, and the way that the first of them faces."""
    members = battle.members(group)
    if not members:
        return None
    x = 0.0
    y = 0.0
    for figure in members:
        x += battle.figures.x[i64(figure)]
        y += battle.figures.y[i64(figure)]
    return x / len(members), y / len(members), battle.figures.facing[i64(members[0])]


def signs_of(battle: RiskBattle, group: Group) -> list[Sign]:
    """States that the table shows."""
    found: list[Sign] = []
    if group.router:
        found.append(Sign("routing", "Running."))
    elif group.melee_retreat:
        found.append(Sign("faltering", "Beaten back in melee."))
    foes = foes_of(battle, group)
    if foes:
        found.append(engaged(in_fight_with(foes)))
    if group.card.load is not None and group.card.load.loads and not group.loaded:
        found.append(Sign("unloaded", "Unloaded: it must load before it fires again."))
    return found


def facts_of(battle: RiskBattle, group: Group) -> list[Fact]:
    """The group's card, and its platoon."""
    card = group.card
    found = [Fact("Class", CLASSES[card.cls])]
    if card.ncos:
        found.append(Fact("NCOs", f"{card.ncos}, {CLASSES[card.nco_cls]}"))
    if card.ranged is not None:
        found.append(Fact("Shoots with", card.ranged.name))
    bayonet = " with bayonet" if card.bayonet and card.arm is card.ranged else ""
    found.append(Fact("Fights with", card.arm.name + bayonet))
    found.append(Fact("Actions Table", TABLES[card.table]))
    found += [Fact("Platoon", name) for name in part_of(battle, group)]
    return found


def state_of(battle: RiskBattle, group: Group) -> list[str]:
    """What is to be known of a group besides its numbers."""
    if group.place != Where.ON_TABLE:
        return [PLACES[group.place]]
    found: list[str] = []
    if group.router:
        found.append("running")
    elif group.melee_retreat:
        found.append("beaten back")
    foes = foes_of(battle, group)
    if foes:
        found.append(in_fight_with(foes))
    wounded = 0
    for figure in battle.members(group):
        if battle.wounds[i64(figure)] > 0:
            wounded += 1
    if wounded:
        found.append("wounded" if group.leader else f"{wounded} wounded")
    if group.card.load is not None and group.card.load.loads and not group.loaded:
        found.append("unloaded")
    if not found and not group.leader:
        kind = group.order.kind
        found.append(
            "holding" if kind == OrderKind.HOLD else "advancing" if kind == OrderKind.ADVANCING else "withdrawing"
        )
    return found


def foes_of(battle: RiskBattle, group: Group) -> list[str]:
    found: list[str] = []
    for one, other in battle.contacts():
        a = battle.group_of(one)
        b = battle.group_of(other)
        foe = b if a is group else a if b is group else None
        if foe is not None and foe.name not in found:
            found.append(foe.name)
    return found


def marks(battle: RiskBattle) -> list[Mark]:
    """Leaders last, on top."""
    return [
        mark_of(battle, group, figure)
        for leaders in (False, True)
        for group in battle.groups
        if group.place == Where.ON_TABLE and group.leader == leaders
        for figure in battle.members(group)
    ]


def mark_of(battle: RiskBattle, group: Group, figure: int) -> Mark:
    at: i64 = figure
    role = int(battle.squads.role[at])
    mark = Mark(
        battle.figures.x[at],
        battle.figures.y[at],
        group.id,
        figure,
        battle.figures.facing[at],
        shape_of(group, role),
        2.0 * battle.radius,
    )
    mark.role = "" if role == Role.MAN else SAID_ROLES[role]
    wounds = int(battle.wounds[at])
    if wounds:
        mark.signs = [Sign("wounded", "Wounded." if wounds == 1 else f"Wounded {wounds} times.")]
    return mark


def shape_of(group: Group, role: int) -> str:
    if role in (Role.DRUMMER, Role.BUGLER):
        return "musician"
    if role in (Role.OFFICER, Role.PC):
        return "mounted-leader" if group.card.mounted else "leader"
    if group.card.civilian:
        return "civilian"
    return "horse" if group.card.mounted else "foot"


def fallen(battle: RiskBattle) -> list[Mark]:
    """Where figures were killed, of groups that can be seen."""
    return [
        mark_of(battle, group, figure)
        for group in battle.groups
        if group.place != UNSEEN
        for figure in battle.figures.in_state(group.first, group.start, LOST)
    ]


def track(battle: RiskBattle) -> Track | None:
    """The phases of a side's turn."""
    if battle.phase == Phase.SETTING_UP:
        return None
    names = titles(SEQUENCE[Phase.SETTING_UP + 1 :])
    return Track("phases", names, [], battle.phase - Phase.SETTING_UP - 1, 0, battle.active)
