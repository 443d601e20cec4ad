"""How a battle ends (R44): the scenario's objectives, the turn limit, the break point."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.figures import IN_PLAY, LOST
from playsheet.core.game import Game
from playsheet.core.terrain import holds
from playsheet.core.words import the_side, upper, verb
from playsheet.rules.riskfactor.battle.goals import FIGURES_BEYOND, HOLD_BUILDINGS, NO_ENEMY_LEFT, OTHERWISE, Goal
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.terms import Where
from playsheet.tabletop.events import BattleEnded


def victory(game: Game[RiskBattle]) -> None:
    """Looked at when both sides have had their turn: objectives in order, then the break point, then the last turn."""
    battle = game.battle
    last = battle.turn >= battle.goals.turns
    for goal in battle.goals.all:
        if (goal.kind == OTHERWISE or goal.kind == HOLD_BUILDINGS) and not last:
            continue
        if goal.kind == OTHERWISE and broken(game):
            return
        if reached(battle, goal):
            game.tell(BattleEnded(goal.side, verdict(battle, goal), "R44"))
            return
    if broken(game):
        return
    if last:
        game.tell(BattleEnded(-1, "The last turn is over and neither side has won.", "R44"))


def reached(battle: RiskBattle, goal: Goal) -> bool:
    if goal.kind == FIGURES_BEYOND:
        return figures_beyond(battle, goal) >= goal.figures
    if goal.kind == NO_ENEMY_LEFT:
        return not on_the_table(battle, 1 - goal.side)
    if goal.kind == HOLD_BUILDINGS:
        needed = goal.figures + goal.per_civilian * civilians_killed(battle, goal.side)
        return buildings_held(battle, goal) >= goal.hold and unhurt(battle, goal.side) >= needed
    return True


def verdict(battle: RiskBattle, goal: Goal) -> str:
    name = the_side(battle.goals.side_names[goal.side])
    has = upper(verb(name, "has", "have"))
    if goal.kind == FIGURES_BEYOND:
        kind = "unhurt figures" if goal.unhurt_only else "figures"
        return f"{has} {goal.figures} {kind} {'north' if goal.north else 'south'} of {goal.line}."
    if goal.kind == NO_ENEMY_LEFT:
        return f"{has} no enemy left on the table."
    if goal.kind == HOLD_BUILDINGS:
        holds_them = upper(verb(name, "holds", "hold"))
        return f"{holds_them} {buildings_held(battle, goal)} of the buildings, with {unhurt(battle, goal.side)} unhurt."
    return f"The last turn is over, and {verb(name, 'has', 'have')} not been beaten."


def broken(game: Game[RiskBattle]) -> bool:
    """At least half of a side's starting figures killed, off the table or running: it has lost; both: a draw."""
    battle = game.battle
    if not battle.rules.break_at_half and battle.goals.all:
        return False
    over = [battle.rules.break_times * spent(battle, side) >= starting(battle, side) for side in (0, 1)]
    if over[0] and over[1]:
        game.tell(BattleEnded(-1, "Half of either side is killed, gone or running.", "R44"))
    elif over[0] or over[1]:
        loser = 0 if over[0] else 1
        half = verb(the_side(battle.goals.side_names[loser]), "is", "are")
        game.tell(BattleEnded(1 - loser, f"Half of {half} killed, gone or running.", "R44"))
    else:
        return False
    return True


def starting(battle: RiskBattle, side: int) -> int:
    return sum([group.start for group in battle.groups if group.side == side])


def spent(battle: RiskBattle, side: int) -> int:
    """Killed, off the table, or running."""
    gone = starting(battle, side)
    for group in battle.groups:
        if group.side == side and group.place == Where.ON_TABLE and not group.router:
            gone -= len(battle.members(group))
    return gone


def on_the_table(battle: RiskBattle, side: int) -> bool:
    return any(group.side == side and group.place == Where.ON_TABLE for group in battle.groups)


def figures_beyond(battle: RiskBattle, goal: Goal) -> int:
    """Whole bases beyond the line."""
    count = 0
    r = battle.radius
    for group in battle.groups:
        if group.side != goal.side or group.place != Where.ON_TABLE:
            continue
        for figure in battle.members(group):
            at: i64 = figure
            if goal.unhurt_only and battle.wounds[at] > 0:
                continue
            y = battle.figures.y[at]
            if (y - r >= goal.y) if goal.north else (y + r <= goal.y):
                count += 1
    return count


def buildings_held(battle: RiskBattle, goal: Goal) -> int:
    """Pieces with figures of the side in them and no enemy."""
    held = 0
    for index in goal.plots:
        piece = battle.land.plots[index].piece
        there = [False, False]
        for group in battle.groups:
            if group.place == Where.ON_TABLE and not there[group.side]:
                for figure in battle.members(group):
                    if holds(piece, battle.figures.x[i64(figure)], battle.figures.y[i64(figure)]):
                        there[group.side] = True
                        break
        if there[goal.side] and not there[1 - goal.side]:
            held += 1
    return held


def unhurt(battle: RiskBattle, side: int) -> int:
    count = 0
    for group in battle.groups:
        if group.side == side and group.place == Where.ON_TABLE:
            for figure in battle.members(group):
                if battle.wounds[i64(figure)] == 0:
                    count += 1
    return count


def civilians_killed(battle: RiskBattle, side: int) -> int:
    count = 0
    for group in battle.groups:
        if group.side == side and group.card.civilian:
            count += battle.figures.count(group.first, group.start, LOST)
    return count


def figures_lost(battle: RiskBattle, side: int) -> int:
    """Killed or off the table."""
    count = 0
    for group in battle.groups:
        if group.side == side:
            count += group.start - battle.figures.count(group.first, group.start, IN_PLAY)
    return count
