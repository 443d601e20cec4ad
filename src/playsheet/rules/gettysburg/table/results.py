"""What a result does to a unit on the table: to ground, faltering, back, away; and guns that must limber in a hurry."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.fight_events import GunsLimbered, LeftMelee
from playsheet.rules.gettysburg.battle.move_events import StateChanged
from playsheet.rules.gettysburg.battle.seats import throws_alone
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.melee import emergency_limbering, limbering_account
from playsheet.rules.gettysburg.table.forced_moves import flee
from playsheet.rules.gettysburg.table.losses import begin_flight, disperse, lose_guns, lose_whole
from playsheet.rules.gettysburg.terms import LIMBERINGS, Arm, Formation, LimberingResult, LossCause, UnitState


def go_to_ground(game: Game[GettysburgBattle], unit: Unit, why: str) -> None:
    """Infantry under fire hugs the dirt; whoever is worse off stays so (R81)."""
    if unit.state <= UnitState.GONE_TO_GROUND:
        game.tell(StateChanged(unit.id, UnitState.GONE_TO_GROUND, -1, why, "R82"))


def falter(game: Game[GettysburgBattle], unit: Unit, by: int, why: str, ruling: str) -> None:
    """Never an improvement (R81)."""
    if unit.state <= UnitState.FALTERING:
        game.tell(StateChanged(unit.id, UnitState.FALTERING, by, why, ruling))


def drive_off(game: Game[GettysburgBattle], unit: Unit, rout: bool, by: Unit, why: str) -> bool:
    """Retreat or rout by a charge or a melee: deployed guns dice for limbering first (R88). Is it still there?"""
    if unit.arm == Arm.ARTILLERY and unit.formation == Formation.DEPLOYED and not limbers(game, unit, by, rout):
        return False
    state = UnitState.ROUTING if rout or unit.state == UnitState.ROUTING else UnitState.RETREATING
    begin_flight(game, unit, state, by.id, why, "R29")
    return True


def limbers(game: Game[GettysburgBattle], unit: Unit, by: Unit, rout: bool) -> bool:
    """The emergency limbering of a battery; False if it is lost."""
    rules = game.battle.rules
    throws_alone(game, unit)
    account = limbering_account(rules, unit.grade, unit.card.gun_class, by_cavalry=by.arm == Arm.CAVALRY, rout=rout)
    result = emergency_limbering(game.dice, rules, unit.guns, account, 0)
    game.tell(GunsLimbered(unit.id, LIMBERINGS[result], "R88"))
    if result == LimberingResult.BATTERY_LOST:
        disperse(game, unit, LossCause.LIMBERING, "R88")
    elif result == LimberingResult.ONE_GUN_LOST:
        lose_guns(game, unit, 1, LossCause.LIMBERING, "R88")
    elif result == LimberingResult.ONE_CREW_LOST:
        lose_whole(game, unit, 1, LossCause.LIMBERING, "R88")
    return unit.on_table()


def run_at_once(game: Game[GettysburgBattle], unit: Unit) -> float:
    """A full flight move now: in phase 4, and by switch always (R29). How far it went."""
    if unit.in_melee():
        game.tell(LeftMelee(unit.id, "R118"))
    return flee(game, unit)
