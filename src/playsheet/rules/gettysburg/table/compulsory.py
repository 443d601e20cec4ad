"""Phase 3, compulsory moves: routs, retreats, broken brigades, retirements, then pursuits (4.11.1, R29, R74, R92)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, wrapped
from playsheet.core.asking import Outcome
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.events import PhaseEnded, StageSet
from playsheet.rules.gettysburg.battle.fight_events import LeftMelee
from playsheet.rules.gettysburg.battle.move_events import CompulsoryDone
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.ground.homeward import in_home_order
from playsheet.rules.gettysburg.table.command import set_order
from playsheet.rules.gettysburg.table.forced_moves import (
    BackRegion,
    flee,
    limber_free,
    pursue,
    retire,
    retiring_inches,
    to_own_lines,
)
from playsheet.rules.gettysburg.table.losses import lose_whole
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.terms import LossCause, MoveKind, Order, Retirement, UnitState, Where
from playsheet.tabletop.placing import bad_facing


def burn_garrisons(game: Game[GettysburgBattle]) -> None:
    """In phase 3 a burning building costs its garrison a figure."""
    battle = game.battle
    for unit in battle.units:
        if unit.on_table() and unit.garrison >= 0 and unit.garrison in battle.burning:
            lose_whole(game, unit, battle.rules.burning_figures, LossCause.FLAMES, "R92")


# the classes, in order
BURNING: Final = 0
ROUTS: Final = 1
RETREATS: Final = 2
BROKEN: Final = 3
RETIREMENTS: Final = 4
PURSUITS: Final = 5


def step(game: Game[GettysburgBattle]) -> None:
    """One unit's compulsory move; class by class, in the order of R151, so that neither side is before the other."""
    battle = game.battle
    if battle.stage == BURNING:
        burn_garrisons(game)
        game.tell(StageSet(ROUTS, due(battle, ROUTS)))
    while not battle.queue:
        if battle.stage == PURSUITS:
            game.tell(PhaseEnded())
            return
        game.tell(StageSet(battle.stage + 1, due(battle, battle.stage + 1)))
    unit = battle.units[battle.queue[0]]
    stage = battle.stage
    game.tell(StageSet(stage, battle.queue[1:]))
    if unit.place == Where.ON_TABLE and is_due(unit, stage):
        move(game, unit, stage)


def due(battle: GettysburgBattle, stage: int) -> list[int]:
    """Whose move it is in this class: those nearest their own baselines first, whatever their side (R151)."""
    found = [unit for unit in battle.units if unit.place == Where.ON_TABLE and is_due(unit, stage)]
    return [unit.id for unit in in_home_order(battle, found)]


def is_due(unit: Unit, stage: int) -> bool:
    if unit.compulsory_done:
        return False
    if stage == ROUTS:
        return unit.state == UnitState.ROUTING
    if stage == RETREATS:
        return unit.state == UnitState.RETREATING
    if stage == BROKEN:
        return unit.retires == Retirement.BROKEN_AWAY
    if stage == RETIREMENTS:
        return unit.retires in (Retirement.MAY_RETIRE, Retirement.TO_OWN_LINES)
    return unit.pursues >= 0


def move(game: Game[GettysburgBattle], unit: Unit, stage: int) -> None:
    """What its class demands; whoever leaves a melee frees his opponent without a pursuit test (R118)."""
    battle = game.battle
    if stage != PURSUITS and unit.in_melee():
        game.tell(LeftMelee(unit.id, "R118"))
        settle(game)
    if stage in (ROUTS, RETREATS):
        flee(game, unit)
    elif stage == BROKEN:
        retire(game, unit, battle.rules.brigade_retires, MoveKind.BREAKS_AWAY, unit.facing)
    elif stage == RETIREMENTS:
        retirement(game, unit)
    elif not unit.in_melee():
        fugitive = battle.units[unit.pursues]
        if fugitive.place == Where.ON_TABLE and fugitive.flees():
            pursue(game, unit, fugitive)
    if unit.place == Where.ON_TABLE:
        game.tell(CompulsoryDone(unit.id))
    if stage == BROKEN:
        hold_when_back(game, battle.brigades[unit.brigade])


def hold_when_back(game: Game[GettysburgBattle], brigade: Brigade) -> None:
    """A broken brigade is on Hold where it stands when all its units have retired (R87)."""
    if not any(unit.retires == Retirement.BROKEN_AWAY for unit in game.battle.units_of(brigade)):
        set_order(game, brigade, Order.HOLD, NOBODY, 0, "broken", "R87", shown=brigade.shown)


def retirement(game: Game[GettysburgBattle], unit: Unit) -> None:
    """Up to a normal move to the own baseline, the full move if to own lines, any facing, still unformed (R113)."""
    battle = game.battle
    if not limber_free(game, unit):
        return
    inches = retiring_inches(battle, unit)
    region = RetireRegion(battle, unit, inches, unit.retires == Retirement.TO_OWN_LINES)
    far, facing = game.place(unit.seat, "retire", region, unit.id)
    if far > TOLERANCE:
        retire(game, unit, region.allowance(far), MoveKind.RETIRES, facing)


class RetireRegion(BackRegion):
    """How far a unit retires to its own baseline, and which way it faces then (R113); `full`: as far as it can."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, inches: float, full: bool) -> None:
        ux, uy = to_own_lines(battle, unit.side)
        super().__init__(battle, unit, ux, uy, inches)
        self.least = self.most if full else 0.0
        self.home = bearing(ux, uy)

    def names(self) -> tuple[str, ...]:
        return ("inches", "facing")

    def refusal(self, value: tuple[float, ...]) -> str:
        if bad_facing(value[1]):
            return bad_facing(value[1])
        if self.least > 0.0 and value[0] < self.least - TOLERANCE:
            return f"{self.unit.name} must retire {self.most:.2f} inches, got {value[0]:g}."
        return super().refusal(value)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        if value[0] <= TOLERANCE:
            return self.stays()
        return self.back(value[0], value[1])

    def samples(self) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = [(self.most, self.unit.facing), (self.most, wrapped(self.home + 180.0))]
        if self.least <= 0.0:
            found.append((0.5 * self.most, self.unit.facing))
            found.append((0.0, self.unit.facing))
        return found
