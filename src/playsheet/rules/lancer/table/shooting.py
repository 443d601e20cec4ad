"""Shooting on the table (4.3): the volley read off the table, and what it costs."""

from __future__ import annotations

from typing import Final

from playsheet.core.game import Game
from playsheet.rules.lancer.battle.events import FigureLost, Fired, Jammed
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.dice.morale import Target
from playsheet.rules.lancer.dice.shooting import Fire, Volley, Witness, volley
from playsheet.rules.lancer.ground.contact import fall_back_direction
from playsheet.rules.lancer.ground.sight import eye, in_cover, range_to
from playsheet.rules.lancer.options.choices import firing_dice, firing_figures
from playsheet.rules.lancer.sheet import Weapon
from playsheet.rules.lancer.table.contact import refresh_contacts, settle
from playsheet.rules.lancer.table.morale import fall_back, told_check


class OnTable(Witness):
    """A volley on the table: each result is told and carried out as it falls."""

    def __init__(self, game: Game[LancerBattle], unit: Unit, target: Unit, shot: Volley, *, reaction: bool) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.target: Final = target
        self.shot: Final = shot
        self.reaction: Final = reaction

    def fired(self, fire: Fire) -> None:
        game = self.game
        far = range_to(game.battle, self.unit, self.target)
        game.tell(
            Fired(
                self.unit.id,
                self.target.id,
                self.shot.weapon.id,
                far,
                self.shot.cover,
                self.shot.dice,
                fire.hits,
                self.reaction,
                self.ruling(),
            )
        )
        if fire.jammed:
            game.tell(Jammed(self.unit.id))

    def ruling(self) -> str:
        """Range and sight; and what else settled whether, or with how many dice, it could shoot."""
        ruling = "R24, R26"
        weapon = self.shot.weapon
        if weapon.by_figures and firing_figures(self.game.battle, self.unit) % weapon.per:
            ruling += ", R6"
        if self.unit.disrupted:
            ruling += ", R16"
        if self.target.foes:
            ruling += ", R27"
        return ruling

    def checked(self, held: bool) -> None:
        told_check(self.game, self.target, held=held)

    def falls_back(self, inches: int) -> bool:
        ux, uy = fall_back_direction(self.game.battle, self.target, self.unit.x, self.unit.y)
        return not fall_back(self.game, self.target, ux, uy, inches)

    def fell(self, fallen: list[int]) -> None:
        remove_fallen(self.game, self.target, fallen, "shot")


def shoot(game: Game[LancerBattle], unit: Unit, target: Unit, *, reaction: bool) -> None:
    """The whole unit at one whole unit."""
    shot = take_aim(game, unit, target)
    volley(game.dice, game.battle.rules, shot, OnTable(game, unit, target, shot, reaction=reaction))
    after_fire(game, unit, target)


def take_aim(game: Game[LancerBattle], unit: Unit, target: Unit) -> Volley:
    """The volley as the table has it; the two throw for it."""
    game.dice.throwers(unit.seat, target.seat)
    weapon = unit.card.weapon
    assert weapon is not None, "only units with a weapon are offered to shoot"
    return volley_at(game.battle, unit, target, weapon)


def after_fire(game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
    """Whoever has fallen or gone may have changed who touches whom."""
    if target.foes or not target.formed:
        settle(game, unit.id)
    elif target.on_table():
        refresh_contacts(game, target.id)  # closing up may bring it into touch with somebody at its corner (R46)


def volley_at(battle: LancerBattle, unit: Unit, target: Unit, weapon: Weapon) -> Volley:
    """The situation on the table, as the procedure wants it."""
    x, y = eye(unit)
    return Volley(
        weapon,
        firing_dice(battle, unit, weapon),
        in_cover(battle, x, y, target),
        target_of(battle, target),
        not target.foes,
    )


def target_of(battle: LancerBattle, target: Unit) -> Target:
    return Target(
        target.figures,
        target.start,
        target.card.morale,
        len(target.commanders),
        target.card.half_times,
        target.card.half_drop,
    )


def remove_fallen(game: Game[LancerBattle], unit: Unit, fallen: list[int], how: str) -> None:
    """Take the casualties off: each is an index among own figures in order, then attached commanders (R39)."""
    battle = game.battle
    for index in fallen:
        members = battle.members(unit)
        if index < len(members):
            game.tell(FigureLost(unit.id, members[index], how))
        else:
            commander = battle.units[unit.commanders[index - len(members)]]
            game.tell(FigureLost(commander.id, commander.first, how))
        if unit.figures == 0:
            return
