"""Figures, guns and whole units lost on the table, units that begin to run, and which brigades must test for it."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.fight_events import BrigadeShaken, FleeingNoted
from playsheet.rules.gettysburg.battle.move_events import FiguresLost, GunsLost, StateChanged, WasDispersed
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.terms import Arm, Level, LossCause, UnitState, Where

# ---------------------------------------------------------------- figures and guns


def lose(game: Game[GettysburgBattle], unit: Unit, figures: int, pending: int, why: str, ruling: str) -> int:
    """Whole figures and the half that is pending now (R59), never more than there are; how many really went."""
    gone = figures if figures < unit.figures else unit.figures
    if gone == 0 and pending == unit.pending_half:
        return 0
    game.tell(FiguresLost(unit.id, gone, pending, why, ruling))
    disperse_if_nobody_is_left(game, unit)
    return gone


def lose_whole(game: Game[GettysburgBattle], unit: Unit, figures: int, why: str, ruling: str) -> int:
    """Whole figures only: a pending half stays as it is."""
    return lose(game, unit, figures, unit.pending_half, why, ruling)


def lose_guns(game: Game[GettysburgBattle], unit: Unit, guns: int, why: str, ruling: str) -> None:
    """Gun models; their crew stays, but a battery without a gun is dispersed (R61, R117)."""
    gone = guns if guns < unit.guns else unit.guns
    if gone:
        game.tell(GunsLost(unit.id, gone, why, ruling))
        disperse_if_nobody_is_left(game, unit)


def disperse_if_nobody_is_left(game: Game[GettysburgBattle], unit: Unit) -> None:
    if unit.on_table() and (unit.figures == 0 or (unit.card.arm == Arm.ARTILLERY and unit.guns == 0)):
        disperse(game, unit, LossCause.NOBODY_LEFT, "R117")


# ---------------------------------------------------------------- whole units


def disperse(game: Game[GettysburgBattle], unit: Unit, why: str, ruling: str, *, captured: bool = False) -> None:
    """The unit is removed; its brigade may have to test (R117)."""
    shake(game, unit, "captured" if captured else "dispersed")
    remove(game, unit, why, ruling, captured)
    note_fleeing(game, unit)


def remove(game: Game[GettysburgBattle], unit: Unit, why: str, ruling: str, captured: bool = False) -> None:
    """The same without a test: a brigade that breaks does not test again for what that costs it (R87)."""
    game.tell(WasDispersed(unit.id, why, captured, ruling))
    settle(game)


def begin_flight(game: Game[GettysburgBattle], unit: Unit, state: int, by: int, why: str, ruling: str) -> None:
    """It retreats or routs from now on; `by`: the enemy who charged, beat or shot it, -1 the nearest (R112)."""
    routs = state == UnitState.ROUTING and unit.state != UnitState.ROUTING
    game.tell(StateChanged(unit.id, state, by, why, ruling))
    if routs:
        shake(game, unit, "routs")
    note_fleeing(game, unit)


# ---------------------------------------------------------------- brigades that must test


def shake(game: Game[GettysburgBattle], unit: Unit, why: str) -> None:
    """A unit that routs or disperses near a fellow of its brigade makes that test in the next phase 8 (R117)."""
    battle = game.battle
    if unit.brigade < 0 or unit.is_detachment() or battle.brigades[unit.brigade].test_due:
        return
    for other in battle.within(unit, battle.rules.brigade_near):
        if other.brigade == unit.brigade and not other.is_detachment():
            game.tell(BrigadeShaken(unit.brigade, why, "R117"))
            return


def note_fleeing(game: Game[GettysburgBattle], unit: Unit) -> None:
    """A brigade of which all units run or are gone tests when that becomes true, not every turn (R117)."""
    battle = game.battle
    if unit.brigade < 0:
        return
    brigade = battle.brigades[unit.brigade]
    here = [battle.units[id] for id in brigade.units if battle.units[id].place == Where.ON_TABLE]
    fleeing = all(each.flees() for each in here)
    if fleeing == brigade.all_fleeing:
        return
    game.tell(FleeingNoted(brigade.id, fleeing))
    if fleeing and here and not brigade.test_due:
        game.tell(BrigadeShaken(brigade.id, "all-fleeing", "R117"))


def general_lost(game: Game[GettysburgBattle], general: General) -> None:
    """Disgraced, shot or captured: a brigadier's brigade must test, for the C-in-C every brigade."""
    battle = game.battle
    chief = battle.armies[general.side].cinc == general.id
    for brigade in battle.brigades:
        his = general.level == Level.BRIGADIER and brigade.brigadier == general.id
        if brigade.side == general.side and (his or chief) and battle.units_of(brigade) and not brigade.test_due:
            game.tell(BrigadeShaken(brigade.id, "general-lost", "R117"))
