"""What people see of guns, bursts and machines at a table of GASLIGHT: dice that belong together, who stands where."""

from __future__ import annotations

from typing import Any

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value
from playsheet.rules.gaslight.battle import fight_events as fight
from playsheet.rules.gaslight.battle import machine_events as machines
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import EVEN
from playsheet.rules.gaslight.dice.shooting import COUNT, SAVES, SAVES_BEHIND
from playsheet.rules.gaslight.dice.vehicles import ARMOUR
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.ground.sight import target_of
from playsheet.rules.gaslight.options.bursts import Barrel, in_cone_of, is_heavy
from playsheet.rules.gaslight.options.cannon import gun_barrel
from playsheet.rules.gaslight.options.grenades import cone_barrel
from playsheet.rules.gaslight.options.posts import weapon_barrel
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.table.damage import CAPTURE
from playsheet.tabletop.events import ChartRolled

# ---------------------------------------------------------------- which dice belong together


def aim_whys(rules: GaslightRules) -> set[str]:
    """The throws to hit."""
    throws = [throw for each in (*rules.weapons.values(), *rules.cannons.values()) for throw in each.throws]
    return {throw.why for throw in throws}


def harm_whys(rules: GaslightRules) -> set[str]:
    """All that a hit on a machine throws after its saving throw, and that of the next hit by fire."""
    works = rules.works
    columns = [column for chart in works.charts.values() for column in chart.columns.values()]
    effects = [effect for column in columns for cell in column.cells for effect in cell]
    whys = {ARMOUR.why, works.sustain.why, works.who.why, works.save.why}
    return whys | {column.throw.why for column in columns} | {effect.throw.why for effect in effects}


def crew_whys(rules: GaslightRules) -> set[str]:
    """What is thrown after heavy weapons have hit men by their gun."""
    crew_hits = {cannon.crew_hits.why for cannon in rules.cannons.values()}
    return crew_hits | {EVEN.why, COUNT.why, SAVES.why, SAVES_BEHIND.why}


def belongs(event: Event[Any]) -> bool:
    """Is it told of a hit on a machine, and follows from its dice?"""
    if isinstance(event, fight.Struck):
        return event.how == CAPTURE
    return isinstance(
        event, machines.MachineSaved | machines.MachineHarmed | machines.MachineLost | machines.GotOut | ChartRolled
    )


def gathered(events: list[Event[Any]], at: int, whys: set[str]) -> tuple[list[Rolled], int]:
    """The dice of a hit on a machine after this event, and the place of the last event that belongs to it."""
    rolls: list[Rolled] = []
    last = at
    by_hand = isinstance(events[at], machines.MachineSaved)
    for place in range(at + 1, len(events)):
        event = events[place]
        if isinstance(event, Rolled):
            if event.why not in whys or (by_hand and event.why == ARMOUR.why):
                break
            rolls.append(event)
        elif not belongs(event) or (by_hand and isinstance(event, machines.MachineSaved)):
            break
        last = place
    return rolls, last


# ---------------------------------------------------------------- who stands where


def muzzle(battle: GaslightBattle, shot: fight.Shot) -> Barrel:
    """Where a shot of a gun, a weapon or a single figure comes from."""
    unit = battle.units[shot.unit]
    if isinstance(shot, fight.GunFired):
        return gun_barrel(battle, unit)
    if isinstance(shot, fight.WeaponFired):
        return weapon_barrel(battle, unit, shot.weapon)
    assert isinstance(shot, fight.Fired)
    return cone_barrel(battle, shot.figures[0])


def is_heavy_shot(battle: GaslightBattle, shot: fight.Shot) -> bool:
    """May it hit a gun as well as those who serve it?"""
    unit = battle.units[shot.unit]
    if isinstance(shot, fight.GunFired):
        assert unit.card.gun is not None
        return is_heavy(unit.card.gun)
    if isinstance(shot, fight.WeaponFired):
        assert unit.card.machine is not None
        return is_heavy(unit.card.machine.weapons[shot.weapon])
    assert isinstance(shot, fight.Fired)
    weapon = battle.cast[shot.figures[0]].weapon
    return weapon is not None and weapon.heavy


def in_its_cone(battle: GaslightBattle, shot: fight.Shot) -> list[int]:
    return in_cone_of(muzzle(battle, shot), mark_at(battle, battle.units[shot.target], machine=False), shot.model)


def count_answers(battle: GaslightBattle, order: list[int], figures: list[int], x: float, y: float) -> dict[str, Value]:
    """Where in the count these characters stand, as seen from (x, y), and who of them has his back there."""
    answers: dict[str, Value] = {}
    for number, figure in enumerate(figures[:3], 1):
        there = figure in order  # who is aboard is not
        answers[f"place{number}"] = order.index(figure) + 1 if there else 0
        answers[f"behind{number}"] = there and target_of(battle, [figure], x, y).throws[0] is SAVES_BEHIND
    return answers


def dice_of(battle: GaslightBattle, model: int, *, free: bool, leaver: bool) -> int:
    """One for a figure; for a machine its Scuffle dice, or one if it is a free blow (R72)."""
    if leaver:
        return 0
    if free or model < battle.men:
        return 1
    unit: Unit = battle.unit_of(model)
    card = unit.card.machine
    return card.scuffle_dice if card is not None and battle.aboard(unit) else 0


def scuffle_of(battle: GaslightBattle, model: int) -> int:
    if model < battle.men:
        return battle.cast[model].scuffle
    card = battle.unit_of(model).card.machine
    return card.scuffle if card is not None else 0
