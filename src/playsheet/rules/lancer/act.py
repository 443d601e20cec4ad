"""Carrying an action out on the table: it reads the table, calls the procedures, and tells what came of it."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect, distance, gap, spacing
from playsheet.rules.lancer.contact import away, form_up, make_room, refresh_contacts, settle
from playsheet.rules.lancer.events import (
    Attached,
    Detached,
    DidNothing,
    Disrupted,
    FigureLost,
    Fired,
    FormationChanged,
    JamCleared,
    Jammed,
    MoraleFailed,
    MoraleHeld,
    Moved,
    Rallied,
    Routed,
    Turned,
)
from playsheet.rules.lancer.morale import Target, fall_back_inches, unit_morale_check
from playsheet.rules.lancer.movement import (
    EDGE,
    ENEMY,
    FRIEND,
    TurnRegion,
    beside,
    fall_back_collision,
    fall_back_footprint,
    move_rate,
    path,
)
from playsheet.rules.lancer.options import firing_dice, firing_figures
from playsheet.rules.lancer.sheet import Rate, Weapon
from playsheet.rules.lancer.shooting import Fire, Volley, Witness, volley
from playsheet.rules.lancer.sight import eye, in_cover, range_to
from playsheet.rules.lancer.state import COMMANDER, LancerBattle, Unit, radius_of

GO_ON: Final = Word("go_on", "Go on over the edge")
HALT: Final = Word("halt", "Halt at the edge")
TAKE_IN: Final = Word("attach", "Take the commander along")
LEAVE_BE: Final = Word("leave", "Leave him where he is")


def enemy_seat(battle: LancerBattle, side: int) -> int:
    """Who throws for the other side when no unit of it is named."""
    for unit in battle.units:
        if unit.side != side:
            return unit.seat
    return 1 - side


def throw_distance(game: Game[LancerBattle], unit: Unit, rate: Rate) -> int:
    game.dice.throwers(unit.seat, enemy_seat(game.battle, unit.side))
    return rate.inches(game.dice, [])


# ---------------------------------------------------------------- move (4.1)


def move(game: Game[LancerBattle], unit: Unit) -> None:
    """Turn, go straight as far as the dice say, turn again. The direction is fixed before the roll."""
    battle = game.battle
    turn = game.place(unit.seat, "turn", TurnRegion(battle, unit, battle.rules.turn), unit.id)[0]
    if unit.kind == COMMANDER and unit.attached_to >= 0:
        ux, uy = direction(turn)
        x, y = beside(battle, unit, battle.units[unit.attached_to], turn, ux, uy)
        game.tell(Detached(unit.id, x, y, turn))
    if abs(turn - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, turn))
    start = unit.shape[0]
    rolled = throw_distance(game, unit, move_rate(battle, unit, start))
    went_on = advance(game, unit, rolled, "moves")
    gone = spacing(start.x, start.y, unit.x, unit.y)
    if went_on and not (unit.kind == COMMANDER and unit.attached_to >= 0):
        facing = game.place(unit.seat, "face", TurnRegion(battle, unit, battle.rules.turn), unit.id)[0]
        if abs(facing - unit.facing) > TOLERANCE:
            game.tell(Turned(unit.id, facing))
    take_in_commanders(game, unit, start, gone)


def advance(game: Game[LancerBattle], unit: Unit, rolled: int, how: str) -> bool:
    """Go straight ahead; False if the move ended with the commander joining a unit."""
    battle = game.battle
    held = unit.shape[0]
    ux, uy = held.ux, held.uy
    left = float(rolled)
    past = 0.0
    while True:
        stop = path(battle, unit, held, ux, uy, left + past, False, past)
        done = stop.inches
        if not (stop.what == EDGE and battle.rules.may_pass_edge and done < left + past - TOLERANCE):
            break
        # the other reading of R17: the owner may go on, as far as the new ground's die allows
        options: list[Option] = [HALT, GO_ON]
        if game.choose(unit.seat, "edge", options, unit.id) is HALT:
            break
        there = held.moved(ux, uy, done)
        more = throw_distance(game, unit, move_rate(battle, unit, there))
        left = min(left + past - done, float(more))
        past = done
    there = held.moved(ux, uy, done)
    name = stop.name if done < rolled - TOLERANCE else ""
    ruling = "R17" if past > 0.0 or (name and stop.what == EDGE) else "R38" if name and stop.what == ENEMY else ""
    game.tell(Moved(unit.id, there.x, there.y, done, rolled, how, name, ruling))
    if unit.kind == COMMANDER and stop.what == FRIEND:
        game.tell(Attached(unit.id, stop.unit))
        return False
    return True


def take_in_commanders(game: Game[LancerBattle], unit: Unit, start: Rect, inches: float) -> None:
    """A move or charge that touched a friendly loose commander, on the way or at its end, may take him along, as his
    owner likes (R35). It went straight ahead from `start` so many inches."""
    battle = game.battle
    if unit.kind == COMMANDER or not unit.on_table():
        return
    there = start.moved(start.ux, start.uy, inches)
    wide = max(start.radius, spacing(there.x, there.y, unit.x, unit.y) + radius_of(unit))  # it may have squared up
    for commander in battle.along(start.x, start.y, start.ux, start.uy, inches, wide):
        if commander.kind != COMMANDER or commander.side != unit.side or commander.foes or not commander.on_table():
            continue
        here = commander.shape[0]
        if distance(unit.shape[0], here) <= TOLERANCE or gap(start, start.ux, start.uy, here) <= inches + TOLERANCE:
            options: list[Option] = [TAKE_IN, LEAVE_BE]
            if game.choose(commander.seat, "take_in", options, commander.id) is TAKE_IN:
                game.tell(Attached(commander.id, unit.id))


# ---------------------------------------------------------------- change formation, jam, rally (4.2, 4.8)


def change_formation(game: Game[LancerBattle], unit: Unit, formation: int) -> None:
    game.tell(FormationChanged(unit.id, formation))
    take_in_commanders(game, unit, unit.shape[0], 0.0)


def clear_jam(game: Game[LancerBattle], unit: Unit) -> None:
    game.tell(JamCleared(unit.id))


def rally(game: Game[LancerBattle], unit: Unit) -> None:
    game.tell(Rallied(unit.id))


def do_nothing(game: Game[LancerBattle], unit: Unit) -> None:
    game.tell(DidNothing(unit.id))


# ---------------------------------------------------------------- shoot (4.3)


class OnTable(Witness):
    """A volley on the table: each result is told and carried out as it falls."""

    def __init__(
        self, game: Game[LancerBattle], unit: Unit, target: Unit, weapon: Weapon, cover: bool, dice: int, reaction: bool
    ) -> None:
        self.game: Final = game
        self.unit: Final = unit
        self.target: Final = target
        self.weapon: Final = weapon
        self.cover: Final = cover
        self.dice: Final = dice
        self.reaction: Final = reaction

    def fired(self, fire: Fire) -> None:
        game = self.game
        far = range_to(game.battle, self.unit, self.target)
        game.tell(
            Fired(
                self.unit.id,
                self.target.id,
                self.weapon.id,
                far,
                self.cover,
                self.dice,
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
        if self.weapon.by_figures and firing_figures(self.game.battle, self.unit) % self.weapon.per:
            ruling += ", R6"
        if self.unit.disrupted:
            ruling += ", R16"
        if self.target.foes:
            ruling += ", R27"
        return ruling

    def checked(self, held: bool) -> None:
        if held:
            self.game.tell(MoraleHeld(self.target.id))
        else:
            self.game.tell(MoraleFailed(self.target.id))

    def falls_back(self, inches: int) -> bool:
        ux, uy = fall_back_direction(self.game.battle, self.target, self.unit.x, self.unit.y)
        return not fall_back(self.game, self.target, ux, uy, inches)

    def fell(self, fallen: list[int]) -> None:
        remove_fallen(self.game, self.target, fallen, "shot")


def shoot(game: Game[LancerBattle], unit: Unit, target: Unit, reaction: bool) -> None:
    """The whole unit at one whole unit."""
    battle = game.battle
    weapon = unit.card.weapon
    if weapon is None:
        return
    shot = volley_at(battle, unit, target, weapon)
    game.dice.throwers(unit.seat, target.seat)
    volley(
        game.dice,
        battle.rules,
        shot,
        OnTable(game, unit, target, weapon, shot.cover, shot.dice, reaction),
    )
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


# ---------------------------------------------------------------- fall back and rout (4.6)


def fall_back_direction(battle: LancerBattle, unit: Unit, from_x: float, from_y: float) -> tuple[float, float]:
    """Directly away from the cause, or straight to the own edge by the other reading of R12; else to the rear (R51)."""
    if battle.rules.to_own_edge:
        ux, uy = direction(battle.goals.facings[unit.side])
        return -ux, -uy
    ux, uy = away(unit.x, unit.y, from_x, from_y)
    if ux == 0.0 and uy == 0.0:
        fx, fy = direction(unit.facing)
        return -fx, -fy
    return ux, uy


def fall_back(game: Game[LancerBattle], unit: Unit, ux: float, uy: float, inches: int) -> bool:
    """Go back that far, facing kept, and be disrupted; or be routed on the way (R12 to R14). True if it stands."""
    battle = game.battle
    if not unit.formed:
        form_up(game, unit, ux, uy)
    held = fall_back_footprint(battle, unit)
    far = float(inches)
    met = fall_back_collision(battle, unit, held, ux, uy, far)
    if met.name and not met.halts:
        if not battle.rules.rout_takes_commander and unit.commanders:
            there = held.moved(ux, uy, met.inches)
            game.tell(Moved(unit.id, there.x, there.y, met.inches, inches, "falls back", met.name))
        ruling = met.ruling
        if unit.commanders:
            ruling = "R13, " + ruling if ruling else "R13"
        game.tell(Routed(unit.id, met.name, battle.rules.rout_takes_commander, ruling))
        settle(game, -1)
        return False
    stopped_by = ""
    if met.name and met.inches < far:
        far = met.inches
        stopped_by = met.name
    there = held.moved(ux, uy, far)
    game.tell(Moved(unit.id, there.x, there.y, far, inches, "falls back", stopped_by, met.ruling))
    if not unit.disrupted:
        game.tell(Disrupted(unit.id))
    make_room(game)
    return True


def morale_check_now(game: Game[LancerBattle], unit: Unit) -> None:
    """A Unit Morale Check called by a game master: straight to the rear if it fails (R12)."""
    battle = game.battle
    game.dice.throwers(enemy_seat(battle, unit.side), unit.seat)
    if unit_morale_check(game.dice, battle.rules, unit.morale(), bool(unit.commanders)):
        game.tell(MoraleHeld(unit.id))
        return
    game.tell(MoraleFailed(unit.id))
    ux, uy = fall_back_direction(battle, unit, unit.x, unit.y)
    fall_back(game, unit, ux, uy, fall_back_inches(game.dice, battle.rules))
