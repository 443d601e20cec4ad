"""What must always hold: looked at after every step of a debug run."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.discs import on_table, overlap, overlaps_piece
from playsheet.core.figures import IN_PLAY
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.terms import Result, Where
from playsheet.tabletop.laws import figures_conserved, found_nowhere, found_there


def broken_laws(battle: RiskBattle) -> list[str]:
    """Each broken law in a sentence; empty in a sound battle."""
    found: list[str] = []
    for group in battle.groups:
        found += figures_counted(battle, group)
        found += state_sound(battle, group)
    found += nobody_overlaps(battle)
    if battle.contacts() != battle.find_contacts():
        found.append("the contacts that are remembered are not those on the table")
    for figure in range(len(battle.figures.x)):
        found += found_where_he_stands(battle, figure)
    for id in battle.queue:
        if battle.groups[id].side != battle.active or battle.groups[id].place != Where.ON_TABLE:
            found.append(f"{battle.groups[id].name}: is to act, but cannot")
    return found


def found_where_he_stands(battle: RiskBattle, figure: int) -> list[str]:
    """Whoever looks round a place finds the figures that are there, and no others; every group knows its own."""
    at: i64 = figure
    group = battle.group_of(figure)
    name = f"{group.name}, figure {figure}"
    if battle.figures.state[at] != IN_PLAY or group.place != Where.ON_TABLE:
        return found_nowhere(name, battle.near, figure)
    found = found_there(name, battle.near, figure, x=battle.figures.x[at], y=battle.figures.y[at], radius=battle.radius)
    return found if figure in battle.members(group) else [*found, f"{name}: is not counted"]


def figures_counted(battle: RiskBattle, group: Group) -> list[str]:
    """None has vanished, and whoever is in play belongs to a group on the table."""
    found = figures_conserved(group.name, battle.figures, group.first, group.start)
    members = battle.members(group)
    if group.place == Where.ON_TABLE and not members:
        found.append(f"{group.name}: is on the table without a figure")
    if group.place in (Where.GONE, Where.JOINED) and members:
        found.append(f"{group.name}: is gone but has {len(members)} figures")
    for figure in members:
        if battle.owner[i64(figure)] != group.id:
            found.append(f"{group.name}: counts figure {figure}, who belongs to another group")
    return found


def state_sound(battle: RiskBattle, group: Group) -> list[str]:
    """Each figure on the table, out of ground closed to it, and alive; commanded only in its own side's turn."""
    found: list[str] = []
    if group.place == Where.WAITING:
        return found
    figures = battle.figures
    land = battle.land
    for figure in battle.members(group):
        at: i64 = figure
        x = figures.x[at]
        y = figures.y[at]
        if not on_table(land.ground, x, y, battle.radius - TOLERANCE):
            found.append(f"{group.name}: figure {figure} stands off the table at {x:.3f}, {y:.3f}")
        if group.card.mounted:
            for piece in land.closed_to_horse:
                if overlaps_piece(piece, x, y, battle.radius - TOLERANCE):
                    found.append(f"{group.name}: rider {figure} stands in {piece.name}")
        if battle.wounds[at] >= battle.rules.wounds_kill:
            found.append(f"{group.name}: figure {figure} should be dead of his wounds")
        spot = land.spot(x, y, battle.radius)
        if spot.hides != battle.hides[at] or spot.cover != battle.cover[at] or spot.lined != (battle.lined[at] > 0):
            found.append(f"{group.name}: what is remembered of figure {figure}'s ground is wrong")
    if group.commander >= 0:
        pc = battle.groups[group.commander]
        if group.side != battle.active or pc.side != group.side or not pc.is_pc():
            found.append(f"{group.name}: is commanded by somebody who cannot")
    if group.router and group.action != Result.RUN:
        found.append(f"{group.name}: is a router without having run")
    if battle.hurt(group) > group.strength:
        found.append(f"{group.name}: has more hurt than it ever had men")
    return found


def nobody_overlaps(battle: RiskBattle) -> list[str]:
    standing: list[tuple[float, float, int]] = []
    for group in battle.groups:
        if group.place == Where.ON_TABLE:
            for figure in battle.members(group):
                standing.append((battle.figures.x[i64(figure)], battle.figures.y[i64(figure)], figure))
    standing.sort()
    found: list[str] = []
    r = battle.radius - TOLERANCE
    for index in range(len(standing)):
        x, y, figure = standing[index]
        for other in range(index + 1, len(standing)):
            ox, oy, second = standing[other]
            if ox - x > 2.0 * r:
                break
            if overlap(x, y, r, ox, oy, r):
                one = battle.group_of(figure).name
                found.append(f"{one} and {battle.group_of(second).name} overlap: figures {figure} and {second}")
    return found
