"""Fire on the table (4.6 to 4.8): who may shoot at what, what a volley is, and all volleys of one moment resolved."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.orderchips.battle.fight_events import Fired
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.dice.blast import burst
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import to_hit
from playsheet.rules.orderchips.options.shooting import NO_AIM, NOT_WILD, Shot, Volley, lay_volley
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.table.damage import settle
from playsheet.rules.orderchips.table.losses import (
    OnTable,
    Toll,
    deal_out,
    tell_burst,
    throw_for,
    under_of,
    under_template,
)
from playsheet.rules.orderchips.terms import HitBy


def resolve(game: Game[ChipBattle], chosen: list[Shot], wild: list[int] = NOT_WILD, *, interrupt: bool) -> None:
    """All volleys of one window or of the Shooting step at once (4.0.3, 4.6.5).

    First the dice to hit of all; then whom they find, volley by volley; machines; losses off; explosions and captures.
    Haywire moves are left to whoever knows when the move under way ends (R75); `wild` are haywire automata that shoot.
    """
    battle = game.battle
    volleys: list[Volley] = []
    for shot in in_order(battle, chosen):
        volley = lay_volley(battle, shot, wild=shot.unit in wild)
        if volley is not None:
            volleys.append(volley)
    for volley in volleys:
        throw_dice(game, volley, interrupt)
    toll = Toll()
    for volley in volleys:
        find_targets(game, toll, volley)
    settle(game, toll)


def in_order(battle: ChipBattle, chosen: list[Shot]) -> list[Shot]:
    """Movement order, within a unit by weapon (4.0.3)."""
    units: list[int] = []
    for shot in chosen:
        if shot.unit not in units:
            units.append(shot.unit)
    found: list[Shot] = []
    for id in battle.movement_order(units):
        own = [shot for shot in chosen if shot.unit == id]
        for weapon in sorted({shot.weapon for shot in own}):
            found += [shot for shot in own if shot.weapon == weapon]
    return found


def throw_dice(game: Game[ChipBattle], volley: Volley, interrupt: bool) -> None:
    """The dice to hit, the unit's own first."""
    battle = game.battle
    shot = volley.shot
    throw_for(game, battle.units[shot.unit], volley.target)
    total = 0
    for aim in volley.aims:
        hits = to_hit(game.dice, battle.rules, aim)
        volley.hits.append(hits)
        total += hits
    charging = volley.target.charging
    game.tell(
        Fired(
            shot.unit, shot.weapon, shot.target, shot.aim, volley.firing, volley.notables,
            volley.distance, volley.band, volley.cover, total, charging, interrupt, "R27" if interrupt else "R28",
        )
    )  # fmt: skip


def find_targets(game: Game[ChipBattle], toll: Toll, volley: Volley) -> None:
    """Whom the hits of one volley find: a machine, figures by small arms, or figures under templates (4.7)."""
    battle = game.battle
    target = volley.target
    by = volley.shot.unit
    throw_for(game, battle.units[by], target)
    small = 0
    for index in range(len(volley.aims)):
        hits = volley.hits[index]
        weapon = volley.weapons[index]
        if target.is_machine():
            for _ in range(hits):
                toll.strike(target.id, Blow(weapon.save, HitBy.SHOT), by)
        elif weapon.blast is None or volley.shot.aim == NO_AIM:
            small += hits
        else:
            for _ in range(hits):
                shell(game, toll, volley, weapon, volley.numbers[index])
    if small:
        deal_out(game, toll, target, small)


def shell(game: Game[ChipBattle], toll: Toll, volley: Volley, weapon: Weapon, number: Number) -> None:
    """A template on the figure that was aimed at: the nearest fall, whoever they belong to (4.8)."""
    battle = game.battle
    blast = weapon.blast
    if blast is None:
        return
    x, y = battle.at(volley.shot.aim)
    caught = under_template(battle, x, y, blast.radius, volley.target.id)
    seen = OnTable(caught)
    burst(game.dice, battle.rules, blast, under_of(battle, caught), number, seen)
    tell_burst(game, toll, seen, volley.shot.unit, x, y, blast.radius, Blow(blast.save, HitBy.SHOT))
