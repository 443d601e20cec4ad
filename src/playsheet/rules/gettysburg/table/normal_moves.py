"""Phase 5, normal moves: unit by unit, as the owner likes, until he closes his go (R5, R128)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.rules.gettysburg.battle.events import GoEnded, StageSet, TokenSpent
from playsheet.rules.gettysburg.battle.move_events import (
    Formed,
    GotUp,
    LeftPost,
    Moved,
    NormalMoveEnded,
    Occupied,
    Pose,
    RecallTried,
    Rejoined,
    Unformed,
    WentOut,
)
from playsheet.rules.gettysburg.battle.seats import enemy_seat, seats_of
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.dice.charge import cross_defences, stays_behind
from playsheet.rules.gettysburg.dice.morale import get_up, recall, recall_account
from playsheet.rules.gettysburg.ground.moving import HALF, March, is_prolonging, obstacles_of
from playsheet.rules.gettysburg.options.choices import (
    DONE,
    GET_UP,
    LEAVE,
    PACKS,
    RECALL,
    STAND,
    Act,
    FaceAct,
    FormAct,
    MarchAct,
    OccupyAct,
    PlaceAct,
    StepBackAct,
    TakeUnit,
)
from playsheet.rules.gettysburg.options.duties import CLOSE
from playsheet.rules.gettysburg.options.moves import acts, bar_to_acting, rejoining_place, unforms_here, unmet_by
from playsheet.rules.gettysburg.table.defences import suffer_defences, tell_tries
from playsheet.rules.gettysburg.table.losses import lose_whole
from playsheet.rules.gettysburg.terms import (
    Formation,
    FormationChange,
    MoveKind,
    Token,
    UnformedBy,
    UnitState,
)

MOVING: Final = 1


# ---------------------------------------------------------------- the phase


def step(game: Game[GettysburgBattle]) -> None:
    """One unit's move, or the end of a player's moves."""
    battle = game.battle
    if battle.stage == 0:
        game.tell(StageSet(MOVING, seats_of(battle.goers())))
    if not battle.queue:
        game.tell(GoEnded())
        return
    seat = battle.queue[0]
    options: list[Option] = [
        TakeUnit(unit.id) for unit in battle.goers() if unit.seat == seat and not bar_to_acting(unit)
    ]
    if options and not unmet_by(battle, seat):
        options.append(CLOSE)
    if not options:
        game.tell(StageSet(MOVING, battle.queue[1:]))
        return
    chosen = options[0] if len(options) == 1 else game.choose(seat, "normal", options, NOBODY)
    if isinstance(chosen, TakeUnit):
        move_unit(game, battle.units[chosen.unit])
    else:
        game.tell(StageSet(MOVING, battle.queue[1:]))


def move_unit(game: Game[GettysburgBattle], unit: Unit) -> None:
    """Act by act, in any order, while its move lasts (4.3.2)."""
    battle = game.battle
    begun = False
    while unit.on_table() and not bar_to_acting(unit):
        choices = acts(battle, unit, begun=begun)
        if begun and len(choices) == 1:
            break
        chosen = game.choose(unit.seat, "act", choices, unit.id)
        if chosen is DONE or chosen is STAND:
            break
        carry_out(game, unit, chosen)
        begun = begun or chosen is not PACKS
    if unit.on_table():
        game.tell(NormalMoveEnded(unit.id))


def carry_out(game: Game[GettysburgBattle], unit: Unit, act: Act) -> None:
    """One act."""
    if isinstance(act, MarchAct):
        march(game, unit, act)
    elif isinstance(act, FormAct):
        change_formation(game, unit, act)
    elif isinstance(act, FaceAct):
        change_facing(game, unit, act)
    elif isinstance(act, StepBackAct):
        step_back(game, unit, act)
    elif isinstance(act, OccupyAct):
        there = act.there
        share = HALF * game.battle.rules.occupy_cost
        game.tell(Occupied(unit.id, act.plot, there.x, there.y, there.facing, share))
    elif isinstance(act, PlaceAct):
        place_out(game, unit, act)
    elif act is LEAVE:
        game.tell(LeftPost(unit.id, unit.x, unit.y, unit.facing, HALF * game.battle.rules.occupy_cost))
    elif act is GET_UP:
        try_up(game, unit)
    elif act is RECALL:
        try_recall(game, unit)
    elif act is PACKS:
        game.tell(TokenSpent(unit.side, Token.DOWN_PACKS, unit.id, game.battle.rules.down_packs))


# ---------------------------------------------------------------- marching


def march(game: Game[GettysburgBattle], unit: Unit, act: MarchAct) -> None:
    """Where the owner says; defences on the way are diced for, bad ground unforms (4.3.3 to 4.3.5)."""
    value = game.place(unit.seat, "march", act.region, unit.id)
    way = act.region.look(value)
    how = MoveKind.PROLONGS if is_prolonging(unit) else MoveKind.MARCHES
    if way.cost.obstacles:
        march_across(game, unit, way, how)
    else:
        tell_march(game, unit, way, how, way.end, way.share)


def tell_march(game: Game[GettysburgBattle], unit: Unit, way: March, how: str, end: Rect, share: float) -> None:
    poses: list[Pose] = []
    if way.wheel is not None:
        poses.append((way.wheel.x, way.wheel.y, way.wheel.facing))
    if not poses or abs(end.x - poses[0][0]) > TOLERANCE or abs(end.y - poses[0][1]) > TOLERANCE:
        poses.append((end.x, end.y, end.facing))
    game.tell(Moved(unit.id, how, poses, share, way.cost.slowed or way.wheel_cost.slowed, ""))
    if (way.cost.unforms or way.wheel_cost.unforms) and unit.cause == UnformedBy.NOTHING:
        game.tell(Unformed(unit.id, UnformedBy.TERRAIN, "R37"))


def march_across(game: Game[GettysburgBattle], unit: Unit, way: March, how: str) -> None:
    """Half a move and a die for each defence (4.3.5); "behind": it stays on the near side, gone to ground (R38)."""
    battle = game.battle
    plots = way.cost.obstacles
    game.dice.throwers(unit.seat, enemy_seat(battle, unit.side))
    crossed = cross_defences(game.dice, battle.rules, obstacles_of(plots))
    tell_tries(game, unit, plots, crossed)
    if stays_behind(crossed):
        tell_march(game, unit, way, how, way.over(crossed), 1.0 - unit.spent)
    else:
        tell_march(game, unit, way, how, way.end, way.share)
    suffer_defences(game, unit, crossed)


def step_back(game: Game[GettysburgBattle], unit: Unit, act: StepBackAct) -> None:
    """Up to 6 inches to the rear, keeping face: the whole move (4.3.7)."""
    inches = game.place(unit.seat, "step_back", act.region, unit.id)[0]
    there = act.region.at(inches)
    game.tell(Moved(unit.id, MoveKind.STEPS_BACK, [(there.x, there.y, unit.facing)], 1.0 - unit.spent, False, ""))
    if unit.cause == UnformedBy.NOTHING and unforms_here(game.battle, unit, unit.formation):
        game.tell(Unformed(unit.id, UnformedBy.TERRAIN, "R37"))


# ---------------------------------------------------------------- formations


def change_formation(game: Game[GettysburgBattle], unit: Unit, act: FormAct) -> None:
    """Into another formation (R129); a regiment in skirmish order must obey the recall first (4.8.3)."""
    if act.how == "form" and unit.formation == Formation.SKIRMISH and not recalled(game, unit, half=False):
        return
    slide = game.place(unit.seat, "form", act.region, unit.id)[0]
    there = act.region.at(slide)
    how = (
        FormationChange.MOUNTS
        if act.how == "mount"
        else FormationChange.DISMOUNTS
        if act.how == "dismount"
        else FormationChange.FORMS
    )
    game.tell(Formed(unit.id, how, act.formation, there.x, there.y, there.facing, HALF * act.halves, "R129"))


def change_facing(game: Game[GettysburgBattle], unit: Unit, act: FaceAct) -> None:
    """About the centre: a turn, limbering, unlimbering, reforming (R129)."""
    facing = game.place(unit.seat, "face", act.region, unit.id)[0]
    there = act.region.at(facing)
    share = HALF * act.halves
    key = act.key()
    if key == "turn":
        game.tell(Moved(unit.id, MoveKind.TURNS, [(there.x, there.y, facing)], share, False, "R34"))
        return
    how = (
        FormationChange.LIMBERS
        if key == "limber"
        else FormationChange.UNLIMBERS
        if key == "unlimber"
        else FormationChange.REFORMS
    )
    game.tell(Formed(unit.id, how, act.formation, there.x, there.y, facing, share, "R129"))


# ---------------------------------------------------------------- posts, skirmishers, getting up


def place_out(game: Game[GettysburgBattle], unit: Unit, act: PlaceAct) -> None:
    """Out of a BUA, or skirmishers out of a regiment."""
    value = game.place(unit.seat, act.key(), act.region, unit.id)
    x, y, facing = value[0], value[1], value[2]
    share = HALF * act.halves
    if act.key() == "leave":
        game.tell(LeftPost(unit.id, x, y, facing, share))
        return
    screen = act.key() == "screen"
    name = f"{unit.name} {'screen' if screen else 'skirmishers'}"
    game.tell(WentOut(unit.id, free_name(game.battle, unit.side, name), act.figures, screen, x, y, facing, share))


def free_name(battle: GettysburgBattle, side: int, name: str) -> str:
    """The name, with a number if another unit of the side bears it."""
    taken = [unit.name for unit in battle.units if unit.side == side]
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found


def try_up(game: Game[GettysburgBattle], unit: Unit) -> None:
    """7 or more, green and militia 6: up, and it may move (4.3.8)."""
    game.dice.throwers(unit.seat, enemy_seat(game.battle, unit.side))
    game.tell(GotUp(unit.id, get_up(game.dice, game.battle.rules, unit.grade)))


def try_recall(game: Game[GettysburgBattle], unit: Unit) -> None:
    """A detachment rejoins its parent, figures and halves at once (R125)."""
    battle = game.battle
    if not recalled(game, unit, half=True):
        return
    parent = battle.units[unit.parent]
    there = rejoining_place(battle, unit, parent)
    assert there is not None
    halves = unit.pending_half + parent.pending_half
    figures = unit.figures + parent.figures
    game.tell(Rejoined(unit.id, parent.id, figures, halves % 2, there.x, there.y))
    if halves // 2:
        lose_whole(game, parent, halves // 2, "halves", "R59")


def recalled(game: Game[GettysburgBattle], unit: Unit, *, half: bool) -> bool:
    """2D6 by grade; a failure means that they stay out this turn (4.8.3)."""
    battle = game.battle
    if unit.state != UnitState.OK:
        return False
    far = battle.nearest_enemy(unit)[1] > battle.rules.recall_far + TOLERANCE
    account = recall_account(battle.rules, half=half, far=far, dense=battle.land.in_dense_wood(unit.x, unit.y))
    game.dice.throwers(unit.seat, enemy_seat(battle, unit.side))
    passed = recall(game.dice, battle.rules, unit.grade, account)
    game.tell(RecallTried(unit.id, passed))
    return passed
