"""How a battle ends (R44): the scenario's objectives, the turn limit, the break point."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.aims import SHEET, Aim, Place, Tally, Verdict
from playsheet.core.figures import IN_PLAY, LOST
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import holds
from playsheet.core.words import counted, listed, number, the, the_side, upper, verb
from playsheet.rules.riskfactor.battle.goals import FIGURES_BEYOND, HOLD_BUILDINGS, NO_ENEMY_LEFT, OTHERWISE, Goal
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.terms import Where
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.goals import AFTER_A_TURN, AT_THE_END
from playsheet.tabletop.wording import tallied

FEW: Final = 5  # figures that a side may well lose in a turn


def victory(game: Game[RiskBattle]) -> None:
    """Looked at when both sides have had their turn."""
    over = decided(game.battle, last=game.battle.turn >= game.battle.goals.turns)
    if over is not None:
        game.tell(BattleEnded(over.winner, over.why, over.ruling, over.line))


# ---------------------------------------------------------------- verdicts


def decided(battle: RiskBattle, *, last: bool) -> Verdict | None:
    """Objectives in order, then the break point, then the last turn."""
    for line, goal in enumerate(battle.goals.all):
        if goal.kind in (OTHERWISE, HOLD_BUILDINGS) and not last:
            continue
        if goal.kind == OTHERWISE:
            over = broken(battle)
            if over is not None:
                return over
        if reached(battle, goal):
            return Verdict(goal.side, verdict(battle, goal), "R44", line)
    over = broken(battle)
    if over is None and last:
        return Verdict(-1, "The last turn is over and neither side has won.", "R44")
    return over


def reached(battle: RiskBattle, goal: Goal) -> bool:
    if goal.kind == FIGURES_BEYOND:
        return figures_beyond(battle, goal) >= goal.figures
    if goal.kind == NO_ENEMY_LEFT:
        return not on_the_table(battle, 1 - goal.side)
    if goal.kind == HOLD_BUILDINGS:
        return buildings_held(battle, goal) >= goal.hold and unhurt(battle, goal.side) >= unhurt_needed(battle, goal)
    return True


def unhurt_needed(battle: RiskBattle, goal: Goal) -> int:
    return goal.figures + goal.per_civilian * civilians_killed(battle, goal.side)


def verdict(battle: RiskBattle, goal: Goal) -> str:
    name = the_side(battle.goals.side_names[goal.side])
    has = upper(verb(name, "has", "have"))
    if goal.kind == FIGURES_BEYOND:
        return f"{has} {goal.figures} {figures_wanted(goal)} {toward(goal)} of {goal.line}."
    if goal.kind == NO_ENEMY_LEFT:
        return f"{has} no enemy left on the table."
    if goal.kind == HOLD_BUILDINGS:
        holds_them = upper(verb(name, "holds", "hold"))
        return f"{holds_them} {buildings_held(battle, goal)} of the buildings, with {unhurt(battle, goal.side)} unhurt."
    return f"The last turn is over, and {verb(name, 'has', 'have')} not been beaten."


def figures_wanted(goal: Goal) -> str:
    figures = "figure" if goal.figures == 1 else "figures"
    return f"unhurt {figures}" if goal.unhurt_only else figures


def toward(goal: Goal) -> str:
    return "north" if goal.north else "south"


def breaks(battle: RiskBattle) -> bool:
    """Is there a break point?"""
    return battle.rules.break_at_half or not battle.goals.all


def broken(battle: RiskBattle) -> Verdict | None:
    """At least half of a side's starting figures killed, off the table or running: it has lost; both: a draw."""
    if not breaks(battle):
        return None
    over = [spent(battle, side) >= breaking(battle, side) for side in (0, 1)]
    if over[0] and over[1]:
        return Verdict(-1, "Half of either side is killed, gone or running.", "R44")
    if over[0] or over[1]:
        loser = 0 if over[0] else 1
        half = verb(the_side(battle.goals.side_names[loser]), "is", "are")
        return Verdict(1 - loser, f"Half of {half} killed, gone or running.", "R44")
    return None


def breaking(battle: RiskBattle, side: int) -> int:
    """So many figures spent, and the side breaks."""
    times = battle.rules.break_times
    return (starting(battle, side) + times - 1) // times


# ---------------------------------------------------------------- aims


def aims(battle: RiskBattle) -> list[Aim]:
    """Every line by which the battle may be decided, and how it stands."""
    found: list[Aim] = []
    for line, goal in enumerate(battle.goals.all):
        late = goal.kind in (OTHERWISE, HOLD_BUILDINGS)
        aim = Aim(line, said_of(battle, goal), AT_THE_END if late else AFTER_A_TURN, "R44")
        aim.is_close = late and battle.turn >= battle.goals.turns
        aim.leads = goal.side if reached(battle, goal) and goal.kind != OTHERWISE else -1
        add_tallies(battle, goal, aim)
        found.append(aim)
    if breaks(battle):
        found.append(break_point(battle))
    return found


def said_of(battle: RiskBattle, goal: Goal) -> str:
    """What the line asks for."""
    name = the_side(battle.goals.side_names[goal.side])
    who = upper(verb(name, "wins", "win"))
    if goal.kind == FIGURES_BEYOND:
        return f"{who} with {number(goal.figures)} {figures_wanted(goal)} {toward(goal)} of {goal.line}."
    if goal.kind == NO_ENEMY_LEFT:
        return f"{who} when no enemy is left on the table."
    if goal.kind == HOLD_BUILDINGS:
        houses = listed([the(battle.land.plots[plot].name) for plot in goal.plots])
        figures = tallied(goal.figures, "unhurt figure", "unhurt figures")
        unhurt_too = f", and {figures} on the table" if goal.figures else ""
        more = f", {number(goal.per_civilian)} more for each civilian killed" if goal.per_civilian else ""
        return f"{who} by holding {number(goal.hold)} of {houses}, with no enemy inside{unhurt_too}{more}."
    return f"{who} if nothing else has decided the battle."


def add_tallies(battle: RiskBattle, goal: Goal, aim: Aim) -> None:
    if goal.kind == FIGURES_BEYOND:
        aim.places.append(Place(goal.line, y=goal.y, beyond=toward(goal)))
        there = figures_beyond(battle, goal)
        aim.tallies.append(
            Tally(goal.side, there, goal.figures, f"{figures_wanted(goal)} {toward(goal)} of {goal.line}")
        )
        aim.is_close = beyond_soon(battle, goal) >= goal.figures
    elif goal.kind == NO_ENEMY_LEFT:
        left = figures_on_table(battle, 1 - goal.side)
        name = the_side(battle.goals.side_names[1 - goal.side])
        aim.tallies.append(Tally(goal.side, left, 0, f"{counted(left, 'figure', 'figures')} of {name} left"))
        aim.is_close = left <= FEW
    elif goal.kind == HOLD_BUILDINGS:
        for plot in goal.plots:
            aim.places.append(Place(battle.land.plots[plot].name, piece=plot))
        aim.tallies.append(Tally(goal.side, buildings_held(battle, goal), goal.hold, "buildings held"))
        needed = unhurt_needed(battle, goal)
        aim.tallies.append(Tally(goal.side, unhurt(battle, goal.side), needed, "unhurt figures on the table"))


def break_point(battle: RiskBattle) -> Aim:
    said = "A side of which half is killed, gone or running breaks, and loses."
    aim = Aim(SHEET, said, AFTER_A_TURN, "R44")
    for side in (0, 1):
        gone = spent(battle, side)
        need = breaking(battle, side)
        aim.tallies.append(Tally(side, gone, need, "figures killed, gone or running"))
        aim.is_close = aim.is_close or gone + FEW >= need
        if gone >= need:
            aim.leads = 1 - side
    return aim


def beyond_soon(battle: RiskBattle, goal: Goal) -> int:
    """Figures that are over the line already, or could be with their next move."""
    count = 0
    for group in battle.groups:
        if on_side(group, goal.side):
            move = battle.rules.move_mounted if group.card.mounted else battle.rules.move_foot
            for figure in counting(battle, group, goal):
                y = battle.figures.y[i64(figure)]
                if (y + move - battle.radius >= goal.y) if goal.north else (y - move + battle.radius <= goal.y):
                    count += 1
    return count


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


def figures_on_table(battle: RiskBattle, side: int) -> int:
    return sum([len(battle.members(group)) for group in battle.groups if on_side(group, side)])


def on_side(group: Group, side: int) -> bool:
    return group.side == side and group.place == Where.ON_TABLE


def counting(battle: RiskBattle, group: Group, goal: Goal) -> list[int]:
    """The figures of a group that count for the line."""
    return [man for man in battle.members(group) if not goal.unhurt_only or battle.wounds[i64(man)] == 0]


def figures_beyond(battle: RiskBattle, goal: Goal) -> int:
    """Whole bases beyond the line."""
    count = 0
    r = battle.radius
    for group in battle.groups:
        if on_side(group, goal.side):
            for figure in counting(battle, group, goal):
                y = battle.figures.y[i64(figure)]
                if (y - r >= goal.y - TOLERANCE) if goal.north else (y + r <= goal.y + TOLERANCE):
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
