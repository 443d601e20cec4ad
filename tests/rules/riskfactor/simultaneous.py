"""The effect of the action dice is simultaneous for all: it does not hang on who stands first in the roster.

`broken_at(game)` plays the moment twice on copies, wherever a battle stands, and says what differs; empty if nothing
does, or if no such moment is about to come. The dice are thrown with the table turned by 180 degrees, the sides swapped
and the roster read from its end; the moves that they bind groups to, with the roster read from its end. Every die shows
the same face, so that each group has the die it had. Fire and melee are no such moments: losses count at once (R49).
"""

from __future__ import annotations

from typing import Any

from playsheet.core.angles import wrapped
from playsheet.core.arrays import Ints, ints
from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.terrain import Ground, Piece
from playsheet.rules.riskfactor.battle.events import ActionSet, PhaseBegan
from playsheet.rules.riskfactor.battle.land import Land, Plot
from playsheet.rules.riskfactor.battle.state import RiskBattle, near_of, new_store
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.sheet import StandingOrder
from playsheet.rules.riskfactor.terms import Phase, Where
from playsheet.rules.riskfactor.turn import queue_of

CLOSE = 1e-5  # ten times the tolerance: two sums of the same lengths in another order
KEPT = [  # of a group, beside what is numbered
    "place",
    "strength",
    "hurt_before",
    "action",
    "last_action",
    "obeys",
    "plain",
    "offered",
    "fled_before",
    "declared",
    "advancing",
    "melee_retreat",
    "router",
    "loaded",
    "fired",
    "fought",
    "charged",
    "in_melee_phase",
    "visibility",
    "risk_add",
    "die_add",
]


def broken_at(game: Game[Any]) -> list[str]:
    battle: RiskBattle = game.battle
    if battle.finished or battle.to_deploy or battle.first_side < 0:
        return []
    if battle.phase == Phase.ACTIONS:
        return [line for face in range(1, 7) for line in actions_broken(game, face)]
    if battle.phase == Phase.MOVES and battle.queue == queue_of(battle, Phase.MOVES):
        return moves_broken(game)
    return []


class Always(Dice):
    """Every die shows the same face, as far as it has it."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self.face = face

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        return [min(self.face, sides)] * n

    def clone(self) -> Dice:
        return Always(self.face)


class Eager(Player):
    """Charges whenever it is asked."""

    def choose(self, battle: Any, question: Question) -> Option:
        return question.options[-1]


def playing(game: Game[Any], battle: RiskBattle, face: int) -> Game[Any]:
    seats = len(game.players)
    again: Game[Any] = Game(game.system, battle, [Eager()] * seats, Always(face), True, [False] * seats)
    again.checking = False
    return again


def actions_broken(game: Game[Any], face: int) -> list[str]:
    found: list[dict[str, object]] = []
    battle: RiskBattle = game.battle
    for held in (battle.clone(), renumbered(battle, about=True)):
        again = playing(game, held, face)
        again.play_step()
        told = [event for event in again.log if isinstance(event, ActionSet)]
        found.append({held.groups[event.group].name: result(held, event) for event in told})
    return [
        f"{name}, die {face}: {found[0][name]}, and turned about {found[1].get(name)}" for name in differing(*found)
    ]


def result(battle: RiskBattle, event: ActionSet) -> object:
    host = battle.groups[event.with_group].name if event.with_group >= 0 else ""
    return event.risk, event.die, event.result, event.italic, event.charge, event.obeys, host


def moves_broken(game: Game[Any]) -> list[str]:
    battle: RiskBattle = game.battle
    if any(battle.in_contact(battle.groups[id]) for id in battle.queue):
        return []  # parting blows are struck one after another
    found: list[dict[str, Spots]] = []
    for held in (battle.clone(), renumbered(battle, about=False)):
        again = playing(game, held, 1)
        again.tell(PhaseBegan(Phase.MOVES, queue_of(held, Phase.MOVES)))
        while held.phase == Phase.MOVES and held.queue:
            again.play_step()
        found.append({f"{group.name} of side {group.side + 1}": standing(held, group) for group in held.groups})
    return [
        f"{name}: {spots}, and by the other roster {found[1][name]}"
        for name, spots in found[0].items()
        if not are_close(spots, found[1][name])
    ]


Spots = list[tuple[float, float]]


def standing(battle: RiskBattle, group: Group) -> Spots:
    figures = battle.figures
    return [(figures.x[k], figures.y[k]) for k in battle.members(group)]


def are_close(one: Spots, other: Spots) -> bool:
    return len(one) == len(other) and all(
        abs(x - there[0]) <= CLOSE and abs(y - there[1]) <= CLOSE for (x, y), there in zip(one, other)
    )


def differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return [name for name in one if one[name] != other.get(name)]


# ---------------------------------------------------------------- the same battle, numbered otherwise


def renumbered(battle: RiskBattle, *, about: bool) -> RiskBattle:
    """The same battle with its roster read from the end; `about`: sides swapped, and the table turned about."""
    old = battle.groups[::-1]
    new_id = {group.id: index for index, group in enumerate(old)}
    new_id[NOBODY] = NOBODY
    land = turned(battle.land) if about else battle.land
    groups: list[Group] = []
    figure_of: dict[int, int] = {}
    for index, group in enumerate(old):
        side = 1 - group.side if about else group.side
        twin = Group(index, group.card, group.name, side, group.seat, group.platoon, len(figure_of))
        for name in KEPT:
            setattr(twin, name, getattr(group, name))
        twin.with_group = new_id[group.with_group]
        twin.commander = new_id[group.commander]
        twin.order = turned_order(group.order, land) if about else group.order
        for k in range(group.start):
            figure_of[group.first + k] = len(figure_of)
        groups.append(twin)
    for twin, group in zip(groups, old):
        twin.joined = [figure_of[figure] for figure in group.joined]
    figures, squads = new_store(groups)
    played = battle.played[::-1] if about else battle.played
    found = RiskBattle(
        battle.rules, land, groups, figures, squads, battle.goals, battle.cards, played, near_of(land, groups)
    )
    found.copy_frame(battle)
    found.owner = moved(battle.owner, figure_of)
    for figure, new in figure_of.items():
        found.owner[new] = new_id[int(battle.owner[figure])]
    found.wounds = moved(battle.wounds, figure_of)
    found.grazes = moved(battle.grazes, figure_of)
    found.went = moved(battle.went, figure_of)
    found.bought = moved(battle.bought, figure_of)
    found.petticoats = moved(battle.petticoats, figure_of)
    for figure, new in figure_of.items():
        found.figures.state[new] = battle.figures.state[figure]
        group = battle.groups[int(battle.owner[figure])]
        if battle.figures.state[figure] == IN_PLAY and group.place == Where.ON_TABLE:
            x, y, facing = battle.figures.x[figure], battle.figures.y[figure], battle.figures.facing[figure]
            if about:
                x, y, facing = land.ground.width - x, land.ground.depth - y, wrapped(facing + 180.0)
            found.put(new, x, y, facing)
    found.first_side = 1 - battle.first_side if about else battle.first_side
    found.active = 1 - battle.active if about else battle.active
    found.phase = battle.phase
    found.queue = [new_id[id] for id in battle.queue]
    return found


def moved(values: Ints, figure_of: dict[int, int]) -> Ints:
    found = ints(len(values))
    for figure, new in figure_of.items():
        found[new] = values[figure]
    return found


def turned_order(order: StandingOrder, land: Land) -> StandingOrder:
    if not order.to_point:
        return order
    x, y = land.ground.width - order.x, land.ground.depth - order.y
    return StandingOrder(order.kind, x=x, y=y, to_point=True)


def turned(land: Land) -> Land:
    ground = land.ground
    plots: list[Plot] = []
    for plot in land.plots:
        piece = plot.piece
        points = [(ground.width - x, ground.depth - y) for x, y in zip(piece.xs, piece.ys)]
        twin = Piece(piece.id, piece.name, piece.kind, points, is_line=piece.is_line, level=piece.level)
        plots.append(Plot(twin, plot.row, plot.cover, plot.enclosed))
    return Land(Ground(ground.width, ground.depth, [plot.piece for plot in plots]), plots, land.lining)
