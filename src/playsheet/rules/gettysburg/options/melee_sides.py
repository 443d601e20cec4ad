"""Melees read off the table (4.6.1, 4.6.2, R71): who is in one, who leads, and what counts for each side."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Melee
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.dice.fire import may_pour
from playsheet.rules.gettysburg.dice.melee import Fighter, Side
from playsheet.rules.gettysburg.ground.footprints import counts_supports, supporting_lines
from playsheet.rules.gettysburg.ground.sight import cover_of, ground_of, is_uphill, shares_cover
from playsheet.rules.gettysburg.options.fight_choices import RAPID, SPARE, OfUnit
from playsheet.rules.gettysburg.terms import Arm, Cover, GroundClass, UnitState


class Party:
    """One side of a melee on the table: its units that fight, its leader, and the side as the procedure wants it."""

    def __init__(self, units: list[Unit], lead: Unit, fighters: list[Fighter]) -> None:
        self.units: Final = units
        self.lead: Final = lead
        self.fighters: Final = fighters
        self.side: Final = Side(fighters, units.index(lead))

    def seat(self) -> int:
        return self.lead.seat


class Bout:
    """One melee as it stands when the phase begins; `parties[0]` throws first."""

    def __init__(self, melee: Melee, parties: list[Party], routers: list[Unit]) -> None:
        self.melee: Final = melee
        self.parties: Final = parties  # both, or the one whose enemies all rout
        self.routers: Final = routers


def bout_of(game: Game[GettysburgBattle], melee: Melee) -> Bout:
    """All decisions that come before the dice are taken here: leaders, rapid fire."""
    battle = game.battle
    leads: list[int] = []
    rapid: list[int] = []
    for units in ranged(battle, melee):
        leads.append(lead_of(game, units).id)
        for unit in units:
            if may_fight_rapidly(unit):
                options: list[Option] = [RAPID, SPARE]
                if game.choose(unit.seat, "rapid", options, unit.id) is RAPID:
                    rapid.append(unit.id)
    return situation(battle, melee, leads, rapid)


def situation(battle: GettysburgBattle, melee: Melee, leads: list[int], rapid: list[int]) -> Bout:
    """The melee with its leaders and who fights with rapid fire, as the procedure wants it."""
    parties: list[Party] = []
    for units in ranged(battle, melee):
        fighters = [fighter_of(battle, unit, unit.id in rapid) for unit in units]
        parties.append(Party(units, battle.units[leads[len(parties)]], fighters))
    if len(parties) == 2:
        read(battle, melee, parties[0], parties[1])
        read(battle, melee, parties[1], parties[0])
        spoil_columns(battle, parties)
    return Bout(
        melee, parties, [battle.units[id] for id in melee.fighters if battle.units[id].state == UnitState.ROUTING]
    )


def ranged(battle: GettysburgBattle, melee: Melee) -> list[list[Unit]]:
    """Those who fight, by sides, the one that throws first before the other; routers do not (R72)."""
    first = first_side(battle, melee)
    units = [battle.units[id] for id in melee.fighters if battle.units[id].state != UnitState.ROUTING]
    found = [[unit for unit in units if unit.side == side] for side in (first, 1 - first)]
    return [each for each in found if each]


def may_fight_rapidly(unit: Unit) -> bool:
    """Infantry with breechloaders or repeaters that is not low on ammo (R64)."""
    return unit.arm == Arm.INFANTRY and may_pour(unit.card.weapon, low=unit.low_on_ammo)


def first_side(battle: GettysburgBattle, melee: Melee) -> int:
    """Charger, pursuer or follower-up throw first, else the first side of the turn (4.11.4)."""
    if melee.chargers:
        return battle.units[melee.chargers[0]].side
    for id in melee.fighters:
        if battle.units[id].following_up:
            return battle.units[id].side
    return battle.first_side


def lead_of(game: Game[GettysburgBattle], units: list[Unit]) -> Unit:
    """The unit with most figures; of several the owner says which (R71)."""
    largest = largest_of(units)
    if len(largest) == 1:
        return largest[0]
    options = [OfUnit("lead", unit.id) for unit in largest]
    return game.battle.units[game.choose(largest[0].seat, "lead", options, NOBODY).unit]


def largest_of(units: list[Unit]) -> list[Unit]:
    most = max([unit.figures for unit in units])
    return [unit for unit in units if unit.figures == most]


def fighter_of(battle: GettysburgBattle, unit: Unit, rapid: bool) -> Fighter:
    fighter = Fighter(unit.arm, unit.grade, battle.in_ranks(unit))
    fighter.weapon = unit.card.weapon
    fighter.rough = unit.arm != Arm.CAVALRY and ground_of(battle, unit) >= GroundClass.DIFFICULT
    fighter.retreating = unit.state == UnitState.RETREATING
    fighter.rapid = rapid
    return fighter


def read(battle: GettysburgBattle, melee: Melee, own: Party, enemy: Party) -> None:
    """What counts for a side: its leader's formation and state; of the rest what any of its units has (R71, R142)."""
    side = own.side
    lead = own.lead
    ids = [unit.id for unit in own.units]
    side.formation = lead.formation
    down = lead.state == UnitState.GONE_TO_GROUND and not battle.rules.ground_stays_down
    side.unformed = lead.is_unformed() or down
    side.recoiled = lead.recoiled
    side.charging = any(id in melee.chargers for id in ids)
    side.following_up = any(unit.following_up for unit in own.units)
    side.shotguns = lead.card.shotguns and lead.id in melee.first
    side.flank_or_rear = any(id in melee.flanked for id in ids)
    lost, size = battle.losses(lead)
    side.half_lost = 2 * lost >= size
    side.general = any(has_general(battle, unit) for unit in own.units)
    if lead.arm == Arm.INFANTRY and not lead.flees() and counts_supports(battle, lead):
        side.supports = supporting_lines(battle, lead)
    side.shelter = shelter_of(battle, melee, lead, enemy.lead)
    side.uphill = is_uphill(battle, lead, enemy.lead)
    side.game_master = lead.gm_add


def has_general(battle: GettysburgBattle, unit: Unit) -> bool:
    """The C-in-C, its own brigadier or its divisional general is with it."""
    return any(general.attached_to == unit.id for general in battle.commanders(unit))


def shelter_of(battle: GettysburgBattle, melee: Melee, unit: Unit, enemy: Unit) -> int:
    """Its cover, if the enemy is outside of it; a wall that it has charged up to does not shelter it (R142)."""
    if unit.id in melee.chargers:
        cover = battle.land.area_cover(unit.x, unit.y)
    else:
        cover = cover_of(battle, unit, enemy.x, enemy.y)
    if cover < Cover.COVER or shares_cover(battle, unit, enemy):
        return Cover.NONE
    return cover


def spoil_columns(battle: GettysburgBattle, parties: list[Party]) -> None:
    """Columns count for nothing if either side is in a building, in cover or in works."""
    one = parties[0].lead
    other = parties[1].lead
    spoilt = (
        cover_of(battle, one, other.x, other.y) >= Cover.COVER or cover_of(battle, other, one.x, one.y) >= Cover.COVER
    )
    for party in parties:
        party.side.columns_spoilt = spoilt
