"""Morale tests on the table: a unit's situation read into its modifiers, the test thrown and told (4.9.3)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, distance, point_distance
from playsheet.rules.gettysburg.battle.events import TokenSpent
from playsheet.rules.gettysburg.battle.fight_events import MoraleTested, TokenMeant
from playsheet.rules.gettysburg.battle.seats import throws_alone
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.morale import (
    MoraleSituation,
    best_general,
    charger_kind,
    is_formed_target,
    is_weak_target,
    morale_test,
    worst_charger,
)
from playsheet.rules.gettysburg.ground.footprints import counts_supports, supporting_lines
from playsheet.rules.gettysburg.ground.homeward import nearest_foe
from playsheet.rules.gettysburg.ground.sight import cover_always, cover_of, enemy_in_cover, is_uphill
from playsheet.rules.gettysburg.options.fight_choices import NO_TOKEN_NOW, YELL
from playsheet.rules.gettysburg.options.fire import one_nation, yells_of
from playsheet.rules.gettysburg.table.command import show_order
from playsheet.rules.gettysburg.terms import (
    RESULTS,
    TESTS,
    Cover,
    GeneralWorth,
    Level,
    MoraleTest,
    Quality,
    Token,
    Zone,
)

NO_REASONS: Final[list[str]] = []


# ---------------------------------------------------------------- the situation


def mood_of(battle: GettysburgBattle, unit: Unit) -> MoraleSituation:
    """What counts in every test: its losses, its state, its generals, who runs near it, who stands behind it."""
    mood = MoraleSituation(unit.arm, battle.armies[unit.side].nation, unit.grade, unit.card.percent)
    mood.lost = battle.losses(unit)[0]
    mood.formation = unit.formation
    mood.state = unit.state
    mood.unformed = unit.is_unformed()
    mood.general = general_worth(battle, unit)
    mood.under_fire = bool(unit.fired_at_by)  # R82
    mood.enemies_fleeing = fleeing_near(battle, unit, 1 - unit.side)
    mood.friends_fleeing = fleeing_near(battle, unit, unit.side)
    if not unit.flees() and counts_supports(battle, unit):
        mood.supports = supporting_lines(battle, unit)
    mood.game_master = unit.gm_add
    return mood


def general_worth(battle: GettysburgBattle, unit: Unit) -> int:
    """The best of its own generals who are with it or within 12 inches (R76, R77)."""
    best = GeneralWorth.NONE
    for general in battle.commanders(unit):
        attached = general.attached_to == unit.id
        if not attached and battle.general_gap(general, unit.shape) > battle.rules.general_near + TOLERANCE:
            continue
        worth = best_general(
            battle.rules,
            attached=attached,
            excellent=general.quality == Quality.EXCELLENT,
            drunkard=general.quality == Quality.DRUNKARD,
            brigadier=general.level == Level.BRIGADIER,
        )
        if worth > best:
            best = worth
    return best


def fleeing_near(battle: GettysburgBattle, unit: Unit, side: int) -> int:
    """Units of a side that retreat or rout within 12 inches; a battery captured this turn counts as routed (R147)."""
    near = battle.rules.rout_near
    found = captured_near(battle, unit, side)
    for other in battle.around(unit.x, unit.y, unit.shape.radius + near):
        if other is not unit and other.side == side and other.flees():
            if distance(unit.shape, other.shape) <= near + TOLERANCE:
                found += 1
    return found


def captured_near(battle: GettysburgBattle, unit: Unit, side: int) -> int:
    found = 0
    for lost, x, y in battle.captured:
        if lost == side and point_distance(unit.shape, x, y) <= battle.rules.rout_near + TOLERANCE:
            found += 1
    return found


def shelter(battle: GettysburgBattle, mood: MoraleSituation, unit: Unit, cover: int) -> None:
    """Each kind of cover by itself; not what an enemy shares (R78)."""
    if cover == Cover.NONE or enemy_in_cover(battle, unit):
        return
    mood.in_hasty_works = cover == Cover.HASTY
    mood.in_works = cover == Cover.WORKS
    mood.in_cover = cover == Cover.COVER or (
        cover > Cover.COVER and battle.land.area_cover(unit.x, unit.y) == Cover.COVER
    )


def at_rest(battle: GettysburgBattle, unit: Unit) -> MoraleSituation:
    """For Other tests and rallies: its cover whatever the side, and the nearest enemy (R78)."""
    mood = mood_of(battle, unit)
    shelter(battle, mood, unit, cover_always(battle, unit))
    nearest = nearest_foe(battle, unit)
    mood.uphill = nearest is not None and is_uphill(battle, unit, nearest)
    return mood


def charging_mood(battle: GettysburgBattle, unit: Unit, target: Unit, lost: int, zone: int) -> MoraleSituation:
    """To charge home: the figures lost in this charge, and what the target is."""
    mood = mood_of(battle, unit)
    mood.charge_casualties = lost
    mood.uphill = is_uphill(battle, unit, target)
    unformed = target.is_unformed()
    mood.weak_target = is_weak_target(
        battle.rules, target.formation, target.state, unformed=unformed, flank_or_rear=zone != Zone.FRONT
    )
    mood.formed_target = is_formed_target(target.arm, target.formation, target.state, unformed=unformed)
    return mood


def charged_mood(battle: GettysburgBattle, unit: Unit, chargers: list[Unit], flanked: bool) -> MoraleSituation:
    """Being charged: the worst of several chargers, flank or rear if any comes from there (4.5.6).

    Cover and height count only against all of them (R146).
    """
    mood = mood_of(battle, unit)
    cover = min([cover_of(battle, unit, charger.x, charger.y) for charger in chargers])
    shelter(battle, mood, unit, cover)
    mood.uphill = all(is_uphill(battle, unit, charger) for charger in chargers)
    kinds = [charger_kind(charger.arm, charger.formation) for charger in chargers]
    mood.charged_by = worst_charger(battle.rules, kinds, works=mood.in_works or mood.in_hasty_works)
    mood.flank_or_rear = flanked
    return mood


# ---------------------------------------------------------------- the tests of a charge


def test(game: Game[GettysburgBattle], unit: Unit, column: int, mood: MoraleSituation, ruling: str) -> int:
    """Thrown by its owner and told; supports that count turn the order face up (R127)."""
    if mood.supports:
        show_order(game, game.battle.brigades[unit.brigade], "supports", "R127")
    throws_alone(game, unit)
    result = morale_test(game.dice, game.battle.rules, column, mood, 0)
    game.tell(MoraleTested(unit.id, TESTS[column], NO_REASONS, RESULTS[result], ruling))
    return result


def to_charge(game: Game[GettysburgBattle], unit: Unit, target: Unit, lost: int, zone: int) -> int:
    """To charge home; a Rebel Yell must be raised before the dice (R90)."""
    mood = charging_mood(game.battle, unit, target, lost, zone)
    mood.rebel_yell = yells(game, unit)
    return test(game, unit, MoraleTest.TO_CHARGE, mood, "R79")


def yells(game: Game[GettysburgBattle], unit: Unit) -> bool:
    battle = game.battle
    if unit.token_turn == battle.turn or yells_of(battle, unit.side) == 0:
        return False
    options: list[Option] = [NO_TOKEN_NOW, YELL]
    if game.choose(unit.seat, "yell", options, unit.id) is not YELL:
        return False
    game.tell(TokenSpent(unit.side, Token.YELL_OR_AIM, unit.id, unit.packs))
    if one_nation(battle):
        game.tell(TokenMeant(unit.side, -1, "R90"))
    return True


def being_charged(game: Game[GettysburgBattle], unit: Unit, chargers: list[Unit], flanked: bool, ruling: str) -> int:
    return test(game, unit, MoraleTest.BEING_CHARGED, charged_mood(game.battle, unit, chargers, flanked), ruling)
