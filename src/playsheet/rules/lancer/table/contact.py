"""After anything moved or fell: who is in contact now, who forms up, who makes room."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.lancer.battle.events import ContactBroken, ContactMade, Reformed, Shifted
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, radius_of
from playsheet.rules.lancer.ground.contact import formed_places, in_touch, near, stood_on
from playsheet.rules.lancer.ground.moving import free_point
from playsheet.rules.lancer.terms import Arm


def settle(game: Game[LancerBattle], active: int) -> None:
    """Bring contacts up to date, and let units that touch no enemy any more form up again (R46, R50)."""
    battle = game.battle
    for _ in range(4):
        refresh_contacts(game, active)
        changed = False
        for last in (False, True):  # the active unit after the others
            units = [
                unit
                for unit in battle.units
                if not unit.formed and not unit.foes and (unit.id == active) == last and unit.on_table()
            ]
            if units and form_up(game, units):
                changed = True
        if not changed:
            break
    make_room(game)


def refresh_contacts(game: Game[LancerBattle], active: int) -> None:
    """Tell which units have come into contact and which no longer touch (R46).

    Only what fights already, or has just moved in, can have changed, and a commander left standing where his unit fell.
    """
    battle = game.battle
    for unit in battle.units:
        if (not unit.foes and unit.id != active and unit.kind != Arm.COMMANDER) or not unit.on_table():
            continue
        nearby = battle.near.within(unit.x, unit.y, radius_of(unit) + TOLERANCE)
        nearby += [foe for foe in unit.foes if foe not in nearby]
        nearby.sort()
        for id in nearby:
            enemy = battle.units[id]
            if enemy.side == unit.side or not enemy.on_table():
                continue
            locked = enemy.id in unit.foes
            if not locked and not near(unit, enemy):
                continue
            touching = in_touch(battle, unit, enemy)
            if touching and not locked:
                game.tell(ContactMade(unit.id, enemy.id))
            elif locked and not touching and not battle.rules.sticky_melee:
                game.tell(ContactBroken(unit.id, enemy.id))


def part_company(game: Game[LancerBattle], unit: Unit) -> None:
    """The unit leaves its melee: nobody is in contact with it any more."""
    for foe in unit.foes[:]:
        game.tell(ContactBroken(unit.id, foe))


def form_up(game: Game[LancerBattle], units: list[Unit]) -> bool:
    """Units re-form at one moment, each on the mean of its figures, facing kept, or the least slide from it (R50).

    True if anybody did.
    """
    places = formed_places(game.battle, units)
    formed = False
    for index in range(len(units)):
        there = places[index]
        if there is not None:
            game.tell(Reformed(units[index].id, there.x, there.y))
            formed = True
    return formed


def make_room(game: Game[LancerBattle], mover: int = -1) -> None:
    """Loose commanders step aside for whoever stands on them: a friend passing (R36), or the foe his unit fell to.

    Where only one unit has moved, only that one can have come to stand on them.
    """
    battle = game.battle
    leaders = battle.leaders
    if mover >= 0:
        unit = battle.units[mover]
        if not unit.on_table():
            return
        leaders = [
            id for id in battle.near.within(unit.x, unit.y, radius_of(unit)) if battle.units[id].kind == Arm.COMMANDER
        ]
    for last in (False, True):  # of two commanders it is the one who is not active
        for id in leaders:
            commander = battle.units[id]
            if (id == battle.active) != last or not commander.on_table():
                continue
            if stood_on(battle, commander, mover if id != mover else -1):
                x, y = free_point(battle, commander, commander.facing)
                game.tell(Shifted(commander.id, x, y))
                if commander.foes:
                    refresh_contacts(game, commander.id)
