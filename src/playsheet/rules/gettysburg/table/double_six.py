"""What follows from a double six on the table (4.10): tokens, skulkers, burst barrels, and generals at risk."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gettysburg.battle.command_events import GeneralLost
from playsheet.rules.gettysburg.battle.events import TokenGained
from playsheet.rules.gettysburg.battle.fight_events import GeneralRisked, Steadied, TokenMeant
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, General, Unit
from playsheet.rules.gettysburg.dice.double_six import mishap
from playsheet.rules.gettysburg.dice.fire import is_rifled
from playsheet.rules.gettysburg.options.fight_choices import AIM_LOW, YELL, OfUnit
from playsheet.rules.gettysburg.options.fire import one_nation
from playsheet.rules.gettysburg.sheet.rows import RiskRow, SixRow
from playsheet.rules.gettysburg.table.losses import general_lost, lose_guns, lose_whole
from playsheet.rules.gettysburg.terms import RISKS, Formation, LossCause, RiskResult, Token, UnitState


class Chain:
    """The chain of one double six: who threw it, and which general of the other side is in danger."""

    def __init__(self, game: Game[GettysburgBattle], unit: Unit, hit: list[Unit], *, firing: bool) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.general: Final = general_near(game.battle, hit)  # as they stood when the dice fell
        self.firing: Final = firing

    def at_risk(self) -> bool:
        return self.general is not None and self.general.is_here()

    def six(self, row: SixRow) -> None:
        """A token for the thrower's side; skulkers or a burst barrel for the unit that threw."""
        if row.token != Token.NONE:
            gain_token(self.game, self.unit, row.token)
        if row.skulkers and self.unit.on_table():
            self.suffer()

    def suffer(self) -> None:
        """Rifled guns that fired burst a barrel; everybody else has skulkers (R91)."""
        unit = self.unit
        loss = mishap(self.game.battle.rules, rifled_fire=self.firing and is_rifled(unit.card.gun_class))
        why = LossCause.BURST_BARREL if loss.guns else LossCause.SKULKERS
        lose_whole(self.game, unit, loss.figures, why, "R91")
        if unit.on_table():
            lose_guns(self.game, unit, loss.guns, why, "R91")

    def risked(self, row: RiskRow) -> None:
        if self.general is not None:
            risk(self.game, self.general, row, self.unit)


def general_near(battle: GettysburgBattle, hit: list[Unit]) -> General | None:
    """The general who is with the unit hit or within 3 inches of it: the nearest, then the first (R89)."""
    best: General | None = None
    least = battle.rules.risk_near + TOLERANCE
    for general in battle.generals:
        if not general.is_here():
            continue
        for unit in hit:
            if general.side != unit.side or not unit.on_table():
                continue
            far = 0.0 if general.attached_to == unit.id else battle.general_gap(general, unit.shape)
            if far < least or (best is None and far <= least):
                best = general
                least = far
    return best


def gain_token(game: Game[GettysburgBattle], unit: Unit, token: int) -> None:
    """Public, and kept until it is spent; of two armies of one nation the owner says what a yell-or-aim is (R90)."""
    game.tell(TokenGained(unit.side, token, unit.id))
    if token == Token.YELL_OR_AIM and one_nation(game.battle):
        options: list[Option] = [YELL, AIM_LOW]
        seat = game.battle.armies[unit.side].seat
        if game.choose(seat, "token", options, unit.id) is YELL:
            game.tell(TokenMeant(unit.side, 1, "R90"))


# ---------------------------------------------------------------- generals


def risk(game: Game[GettysburgBattle], general: General, row: RiskRow, by: Unit) -> None:
    """Gone for good, gone for a while, unhurt, or an example to his men."""
    battle = game.battle
    why = RISKS[row.result]
    game.tell(GeneralRisked(general.id, by.id, why, "R89"))
    if row.gone:
        lose_general(game, general, why, "R93")
    elif row.back:
        game.tell(GeneralLost(general.id, why, battle.turn + row.back, "R94"))
    elif row.result == RiskResult.STONEWALL:
        stand_like_a_wall(game, general)


def lose_general(game: Game[GettysburgBattle], general: General, why: str, ruling: str) -> None:
    """Disgraced, shot or captured: gone for good, and his brigade must test, for the C-in-C every brigade."""
    game.tell(GeneralLost(general.id, why, 0, ruling))
    general_lost(game, general)


def stand_like_a_wall(game: Game[GettysburgBattle], general: General) -> None:
    """He frees one unit within 12 inches from the ground, from faltering or from disorder; his owner says which."""
    found = [OfUnit("unit", unit.id) for unit in troubled_near(game.battle, general)]
    if not found:
        return
    chosen = found[0] if len(found) == 1 else game.choose(general.seat, "stonewall", found, NOBODY)
    game.tell(Steadied(general.id, chosen.unit, ""))


def troubled_near(battle: GettysburgBattle, general: General) -> list[Unit]:
    """The units of his side in trouble whom his example reaches, in the order of the roster."""
    reach = battle.rules.stonewall_frees + TOLERANCE
    return [
        unit
        for unit in battle.around(general.x, general.y, general.radius + reach)
        if unit.side == general.side and in_trouble(unit) and battle.general_gap(general, unit.shape) <= reach
    ]


def in_trouble(unit: Unit) -> bool:
    """On the ground, faltering or unformed, but not running."""
    return unit.state <= UnitState.FALTERING and (
        unit.state > UnitState.OK or (unit.is_unformed() and unit.formation != Formation.MOB)
    )
