"""What must always hold: looked at after every step of a debug run."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.discs import from_boundary, overlap
from playsheet.core.figures import IN_PLAY
from playsheet.core.geometry import TOLERANCE, overlaps
from playsheet.core.terrain import holds, rect_overlaps
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.terms import Arm, Leadership, ModelMark, Phase, Where
from playsheet.tabletop.laws import cards_complete, centre_on_table, figures_conserved, found_nowhere, found_there
from playsheet.tabletop.machines.machine import CREW_AT, FATE_AT
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE


def broken_laws(battle: GaslightBattle) -> list[str]:
    """Each broken law in a sentence; empty in a sound battle."""
    found: list[str] = []
    for unit in battle.units:
        found += figures_counted(battle, unit)
        found += led_rightly(battle, unit)
        found += attached_rightly(battle, unit)
        found += machine_rightly(battle, unit)
    for model in range(len(battle.figures.x)):
        found += stands_right(battle, model)
    if battle.phase != Phase.DEPLOYING:
        found += deck_complete(battle)
    return found


def name(battle: GaslightBattle, model: int) -> str:
    unit = battle.units[battle.home[i64(model)]]
    return f"{unit.name}, model {model}"


def figures_counted(battle: GaslightBattle, unit: Unit) -> list[str]:
    """None has vanished; a unit is gone when its own figures are."""
    found = figures_conserved(unit.name, battle.figures, unit.first, unit.start)
    left = battle.figures.count(unit.first, unit.start, IN_PLAY)
    if (left == 0) != (unit.place == Where.GONE):
        found.append(f"{unit.name}: has {left} figures in play but is in place {unit.place}")
    if unit.place == Where.ON_TABLE and len(battle.members(unit)) != battle.strength(unit):
        found.append(f"{unit.name}: lists {len(battle.members(unit))} members, counts {battle.strength(unit)}")
    if battle.members(unit) != battle.mustered(unit):
        found.append(f"{unit.name}: takes {battle.members(unit)} for its figures, not {battle.mustered(unit)}")
    if unit.place == Where.GONE and (unit.attached or unit.pending):
        found.append(f"{unit.name}: is gone but not all of it")
    return found


def led_rightly(battle: GaslightBattle, unit: Unit) -> list[str]:
    """A leader is one of the unit, in play; a unit without one has no leadership."""
    if unit.leader < 0:
        return [f"{unit.name}: has no leader and is led"] if unit.leadership != Leadership.NONE else []
    if unit.place == Where.ON_TABLE and unit.leader not in battle.members(unit):
        return [f"{unit.name}: is led by somebody who is not of it"]
    return []


def attached_rightly(battle: GaslightBattle, unit: Unit) -> list[str]:
    """A character is with a unit that knows him, or with none."""
    if unit.place == Where.ATTACHED:
        host = battle.units[unit.attached_to]
        if host.place != Where.ON_TABLE or unit.id not in host.attached or battle.owner[i64(unit.first)] != host.id:
            return [f"{unit.name}: is attached to a unit that does not have him"]
        if unit.id in battle.deck.left:
            return [f"{unit.name}: is attached and has a card in the deck"]
    elif unit.attached_to >= 0 or (unit.place == Where.ON_TABLE and battle.owner[i64(unit.first)] != unit.id):
        return [f"{unit.name}: is alone, but somebody else's"]
    return []


def machine_rightly(battle: GaslightBattle, unit: Unit) -> list[str]:
    """A machine knows who is in it; a lost one has nobody in it and counts as lost."""
    if unit.kind != Arm.VEHICLE or unit.place == Where.WAITING:
        return []
    aboard = 0
    for figure in range(unit.first, unit.first + unit.start):
        if battle.marked(figure, ModelMark.ABOARD):
            aboard |= 1 << (figure - unit.first)
    found: list[str] = []
    lost = unit.machine[FATE_AT] != WHOLE
    if unit.machine[CREW_AT] != aboard and not lost:
        found.append(f"{unit.name}: takes {unit.machine[CREW_AT]:b} for its crew, not {aboard:b}")
    if lost and aboard:
        found.append(f"{unit.name}: is lost with men in it")
    if lost == battle.in_play(unit.model):
        found.append(f"{unit.name}: is lost or not, depending on whom one asks")
    if not lost and unit.hull is None:
        found.append(f"{unit.name}: has no hull on the table")
    return found


# ---------------------------------------------------------------- where models stand


def on_the_table(battle: GaslightBattle, model: int) -> bool:
    """Does the model itself take room on the table now?"""
    unit = battle.units[battle.home[i64(model)]]
    if unit.place == Where.WAITING:
        return False
    if model < battle.men:
        return battle.in_play(model) and not battle.marked(model, ModelMark.ABOARD)
    return battle.in_play(model) if unit.kind == Arm.CREW else unit.hull is not None


def stands_right(battle: GaslightBattle, model: int) -> list[str]:
    """Found where it stands, on the table, on open ground, on nobody else; beset by three at most."""
    called = name(battle, model)
    ranks = battle.ranks[battle.side_of(model)]
    if not on_the_table(battle, model):
        absent = found_nowhere(called, battle.near, model)
        return absent + found_nowhere(called, ranks, model) if model < battle.men else absent
    i: i64 = model
    x = battle.figures.x[i]
    y = battle.figures.y[i]
    found = found_there(called, battle.near, model, x=x, y=y, radius=battle.radius[i])
    if model < battle.men:
        found += found_there(called, ranks, model, x=x, y=y, radius=battle.radius[i])
    found += centre_on_table(called, battle.land.ground, x, y)
    found += in_closed_ground(battle, model, x, y)
    for other in battle.near.within(x, y, battle.radius[i]):
        if other > model and run_into(battle, model, other):
            found.append(f"{called} stands on {name(battle, other)}")
    foes = battle.foes(model)
    if len(foes) > battle.rules.most_attackers and model < battle.men:
        found.append(f"{called}: is beset by {len(foes)}")
    if battle.engaged(model) != (len(foes) > 0):
        found.append(f"{called}: is in contact or not, depending on whom one asks")
    return found


def in_closed_ground(battle: GaslightBattle, model: int, x: float, y: float) -> list[str]:
    i: i64 = model
    mounted = battle.mounted(model)
    r = battle.radius[i] - TOLERANCE
    machine = battle.is_machine(model)
    found: list[str] = []
    for index in battle.land.plan.in_box(x - r, y - r, x + r, y + r):
        plot = battle.land.plots[index]
        if plot.linear or not plot.closed(mounted):
            continue
        if machine:
            hull = battle.hull_of(battle.units[battle.home[i]]).inflated(-TOLERANCE)
            closed = rect_overlaps(plot.piece, hull)
        else:
            closed = holds(plot.piece, x, y) or from_boundary(plot.piece, x, y) < r
        if closed:
            found.append(f"{name(battle, model)}: stands in {plot.name}, which is closed to it")
    return found


def run_into(battle: GaslightBattle, model: int, other: int) -> bool:
    """Do two models overlap by more than rounding?"""
    i: i64 = model
    j: i64 = other
    figures = battle.figures
    if not battle.is_machine(other):
        if battle.is_machine(model):
            return battle.gap_to_hull(other, battle.hull_of(battle.units[battle.home[i]])) < -TOLERANCE
        r = battle.radius[i] - TOLERANCE
        return overlap(figures.x[i], figures.y[i], r, figures.x[j], figures.y[j], battle.radius[j] - TOLERANCE)
    hull = battle.hull_of(battle.units[battle.home[j]])
    if battle.is_machine(model):
        return overlaps(hull.inflated(-TOLERANCE), battle.hull_of(battle.units[battle.home[i]]).inflated(-TOLERANCE))
    return battle.gap_to_hull(model, hull) < -TOLERANCE


# ---------------------------------------------------------------- cards


def deck_complete(battle: GaslightBattle) -> list[str]:
    """Every unit on the table has its cards somewhere, drawn or not, unless something has taken them out."""
    found: list[str] = []
    for unit in battle.units:
        if unit.place == Where.ON_TABLE and unit.id not in battle.stacked and unit.id not in battle.freed:
            found += cards_complete(unit.name, battle.deck, unit.id, unit.card.cards)
    if battle.active >= 0 and battle.phase == Phase.DRAWING:
        found.append("a card is open while the next is to be drawn")
    return found
