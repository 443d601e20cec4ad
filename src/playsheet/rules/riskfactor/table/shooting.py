"""Shooting on the table (4.5): the shots of a group thrown, and what they did."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.riskfactor.battle.fight_events import Fired, Hurt
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.shooting import Shot, Witness, shoot, suffer
from playsheet.rules.riskfactor.ground.sight_cache import watched
from playsheet.rules.riskfactor.options.aim_cache import Aim
from playsheet.rules.riskfactor.options.choices import ShootFigure, ShootGroup
from playsheet.rules.riskfactor.options.shooting import (
    aim_among,
    aim_at,
    aim_of,
    bar_to_shooting,
    cited,
    condition_of,
    fires_by_command,
    how_it_fires,
    nearest_target,
    ready_figures,
    shot_of,
)
from playsheet.rules.riskfactor.terms import Condition
from playsheet.tabletop.units import enemy_seat

# ---------------------------------------------------------------- commanded fire


def fire_by_command(game: Game[RiskBattle], group: Group, chosen: Option) -> None:
    battle = game.battle
    if isinstance(chosen, ShootFigure):
        target = battle.group_of(chosen.figure)
        ready = ready_figures(battle, group, battle.members(group), how_it_fires(battle, group))
        resolve(game, group, target, aim_among(battle, group, [chosen.figure], ready), chosen.figure)
    elif isinstance(chosen, ShootGroup):
        how = how_it_fires(battle, group)
        ready = ready_figures(battle, group, battle.members(group), how)
        target = battle.groups[chosen.target]
        resolve(game, group, target, aim_at(battle, group, target, ready), -1)


# ---------------------------------------------------------------- uncommanded fire


def fire_uncommanded(game: Game[RiskBattle], group: Group) -> None:
    """At the group that owns the nearest visible enemy, and nobody else (R48)."""
    battle = game.battle
    if bar_to_shooting(battle, group) or fires_by_command(battle, group):
        return
    members = battle.members(group)
    seen = watched(battle, group)
    target = nearest_target(battle, group, seen)
    if target is None:
        return
    how = how_it_fires(battle, group)
    ready = ready_figures(battle, group, members, how)
    resolve(game, group, target.group, aim_of(battle, group, target, ready), target.figure)


# ---------------------------------------------------------------- dice and what they do


class OnTable(Witness):
    """Fire on the table: each result is told as it falls."""

    def __init__(self, game: Game[RiskBattle], group: Group, target: Group, aim: Aim, shot: Shot, picked: int) -> None:
        self.game: Final = game
        self.group: Final = group
        self.target: Final = target
        self.aim: Final = aim
        self.shot: Final = shot
        self.picked: Final = picked

    def fired(self, hits: int) -> None:
        battle = self.game.battle
        weapon = self.group.card.ranged
        if weapon is None:
            return
        self.game.tell(
            Fired(
                self.group.id,
                self.target.id,
                self.picked,
                weapon.id,
                self.aim.cm,
                self.shot.band,
                self.aim.cover,
                self.shot.shots,
                hits,
                fires_by_command(battle, self.group),
                cited(battle, self.group, self.target, self.picked),
            )
        )

    def struck(self, who: int, result: int) -> None:
        figure = self.aim.found[who]
        leader = self.game.battle.group_of(figure).leader and self.picked < 0
        hurt(self.game, figure, result, "shot", "R26, R45" if leader else "R26")


def hurt(game: Game[RiskBattle], figure: int, result: int, how: str, ruling: str) -> None:
    """What a damage die does to a figure (R25)."""
    battle = game.battle
    left = suffer(battle.rules, condition_of(battle, figure), result)
    killed = left & Condition.KILLED != 0
    plain = left & (Condition.KILLED - 1)
    wounds = int(battle.wounds[i64(figure)]) if killed else plain // Condition.A_WOUND
    game.tell(Hurt(figure, result, wounds, 0 if killed else plain % Condition.A_WOUND, killed, how, "R25, " + ruling))


def resolve(game: Game[RiskBattle], group: Group, target: Group, aim: Aim, picked: int) -> None:
    """Throw for it, if there is a shot at all."""
    battle = game.battle
    shot = shot_of(battle, group, aim)
    if shot is None:
        return
    game.dice.throwers(group.seat, enemy_seat(battle.groups, group.side))
    shoot(game.dice, battle.rules, shot, OnTable(game, group, target, aim, shot, picked))
