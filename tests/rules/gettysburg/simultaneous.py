"""Compulsory moves and morale are one moment each: the same comes of them when the table is turned about, the sides are
swapped and the roster is read from its end, with the same dice and the same answers for each unit.

`broken_at(game)` plays both on copies, wherever a battle stands, and says what differs; empty if nothing does.
"""

from __future__ import annotations

from random import Random
from typing import Any

from playsheet.core.angles import wrapped
from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Dice
from playsheet.core.events import Battle, Throw
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.terrain import Ground, Piece
from playsheet.rules.gettysburg.battle.brigades import Army, Brigade, Division
from playsheet.rules.gettysburg.battle.events import PhaseBegan
from playsheet.rules.gettysburg.battle.land import Land, Plot
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle, Melee, near_of
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.table import compulsory
from playsheet.rules.gettysburg.table.brigades import in_order as brigades_in_order
from playsheet.rules.gettysburg.table.brigades import test_brigades as tell_brigades
from playsheet.rules.gettysburg.table.morale_phase import in_order, reasons, wave
from playsheet.rules.gettysburg.table.pursuit import test_next_pursuer as tell_next_pursuer
from playsheet.rules.gettysburg.terms import Edge, Phase, UnitState, Where

CLOSE = 1e-5  # ten times the tolerance: two sums of the same lengths in another order
KEPT = (
    "place",
    "figures",
    "state",
    "cause",
    "formation",
    "retires",
    "uncontrolled",
    "flown",
    "compulsory_done",
    "pursuing",
)


def broken_at(game: Game[Any], seed: int = 0) -> list[str]:
    """What would come out otherwise if either moment came now and the table lay the other way round."""
    battle = game.battle
    if battle.to_deploy or battle.finished:
        return []
    found: list[str] = []
    for moment in (moved, tested):
        here = moment(game, battle.clone(), seed)
        there = moment(game, turned(battle), seed)
        found += [f"{moment.__name__}: {line}" for line in differences(here, there)]
    return found


class OfEachUnit(Dice):
    """Dice that are the units' own: whoever is thrown for first, each finds the same."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.names: list[str] = []

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        own = Random(f"{self.seed} {self.names.pop(0)} {throw.why}")
        return [own.randint(1, sides - 1) for _ in range(n)]  # most fail: it is those who run that the law is about


class Same(Player):
    """Answers by the unit that is asked about."""

    def __init__(self, seed: int, game_of: list[Game[Any]]) -> None:
        self.seed = seed
        self.game_of = game_of

    def own(self, question: Question) -> Random:
        units = self.game_of[0].battle.units
        return Random(f"{self.seed} {units[question.about].name} {question.kind}")

    def choose(self, battle: Battle, question: Question) -> Option:
        if question.kind == "rally_again":  # who is asked first may spend the side's last token: that is a choice
            return question.options[0]
        return question.options[self.own(question).randrange(len(question.options))]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        samples = question.region.samples()
        return samples[self.own(question).randrange(len(samples))]


def played(game: Game[Any], battle: GettysburgBattle, seed: int) -> tuple[Game[Any], OfEachUnit]:
    dice = OfEachUnit(seed)
    seats = 1 + max(unit.seat for unit in battle.units)
    held: list[Game[Any]] = []
    held.append(Game(game.system, battle, [Same(seed, held)] * seats, dice, keep=False, own_dice=[False] * seats))
    return held[0], dice


def moved(game: Game[Any], battle: GettysburgBattle, seed: int) -> GettysburgBattle:
    """The battle after the compulsory moves."""
    copy, _ = played(game, battle, seed)
    copy.tell(PhaseBegan(Phase.COMPULSORY))
    while not battle.over:
        compulsory.step(copy)
    return battle


def tested(game: Game[Any], battle: GettysburgBattle, seed: int) -> GettysburgBattle:
    """The battle after all tests of the morale phase."""
    copy, dice = played(game, battle, seed)
    copy.tell(PhaseBegan(Phase.MORALE))
    going = True
    while going:
        dice.names = [unit.name for unit in in_order(battle) if reasons(battle, unit)]
        going = wave(copy)
    dice.names = [each.name for each in brigades_in_order(battle) if each.test_due and battle.units_of(each)]
    tell_brigades(copy)
    while winners(battle):
        dice.names = [unit.name for unit in winners(battle)[:1] if unit.state == UnitState.OK]
        tell_next_pursuer(copy)
    return battle


def winners(battle: GettysburgBattle) -> list[Unit]:
    return [unit for unit in in_order(battle) if unit.on_table() and unit.beat >= 0]


# ---------------------------------------------------------------- the table turned about


def turned(battle: GettysburgBattle) -> GettysburgBattle:
    """The same battle on a table turned by 180 degrees, each unit on the other side, the last of the roster first."""
    width, depth = battle.land.ground.width, battle.land.ground.depth
    last = len(battle.units) - 1
    units = [turned_unit(old, width, depth, last) for old in reversed(battle.units)]
    generals = [turned_general(old, width, depth, last) for old in battle.generals]
    twin = GettysburgBattle(
        battle.rules,
        turned_land(battle.land, width, depth),
        battle.goals,
        battle.cards,
        units,
        generals,
        [turned_brigade(each, width, depth, last) for each in battle.brigades],
        [turned_division(each) for each in battle.divisions],
        [turned_army(battle.armies[1]), turned_army(battle.armies[0])],
        battle.near,
    )
    battle.copy_to(twin)
    twin.near = near_of(twin.land, units)
    twin.side = 1 - battle.side
    twin.captured = [(1 - side, width - x, depth - y) for side, x, y in battle.captured]
    twin.charges = [turned_charge(charge, width, depth, last) for charge in battle.charges]
    twin.melees = [turned_melee(melee, last) for melee in battle.melees]
    for unit in units:
        if unit.place == Where.ON_TABLE:
            twin.put(unit, unit.x, unit.y, unit.facing)
    for general, old in zip(generals, battle.generals, strict=True):
        general.x, general.y = width - old.x, depth - old.y
    return twin


def other(id: int, last: int) -> int:
    return last - id if id >= 0 else id


def turned_unit(old: Unit, width: float, depth: float, last: int) -> Unit:
    unit = Unit(
        last - old.id,
        old.card,
        old.name,
        1 - old.side,
        old.seat,
        old.brigade,
        old.first,
        old.size,
        other(old.parent, last),
    )
    copy_all(old, unit, ("id", "card", "name", "side", "seat", "brigade", "first", "size", "parent", "grade"))
    unit.x, unit.y, unit.facing = width - old.x, depth - old.y, wrapped(old.facing + 180.0)
    unit.detachment = other(old.detachment, last)
    unit.from_unit = other(old.from_unit, last)
    unit.from_x, unit.from_y = width - old.from_x, depth - old.from_y
    unit.beat = other(old.beat, last)
    unit.pursues = other(old.pursues, last)
    unit.fired_at_by = [last - id for id in old.fired_at_by]
    unit.fired_at_before = [last - id for id in old.fired_at_before]
    unit.melee_facing = wrapped(old.melee_facing + 180.0)
    unit.path = [(width - x, depth - y) for x, y in old.path]
    return unit


def copy_all(old: object, new: object, made: tuple[str, ...]) -> None:
    """All attributes, compiled or not, but those that a thing is made with."""
    for name in dir(old):
        if not name.startswith("_") and name not in made and not callable(getattr(old, name)):
            setattr(new, name, getattr(old, name))


def turned_brigade(old: Brigade, width: float, depth: float, last: int) -> Brigade:
    twin = Brigade(old.id, old.name, 1 - old.side, old.seat, old.division)
    copy_all(old, twin, ("id", "name", "side", "seat", "division"))
    twin.units = [last - id for id in old.units]
    twin.detachment = other(old.detachment, last)
    twin.area = [(width - x, depth - y) for x, y in old.area]
    return twin


def turned_division(old: Division) -> Division:
    twin = Division(old.id, old.name, 1 - old.side, old.seat)
    copy_all(old, twin, ("id", "name", "side", "seat"))
    return twin


def turned_general(old: General, width: float, depth: float, last: int) -> General:
    twin = General(old.id, old.name, 1 - old.side, old.seat, old.level, old.quality, old.radius)
    for name in ("place", "in_play", "returns_on_turn", "lost_on_turn", "moved"):
        setattr(twin, name, getattr(old, name))
    twin.x, twin.y = width - old.x, depth - old.y
    twin.attached_to = other(old.attached_to, last)
    return twin


OPPOSITE = {Edge.NORTH: Edge.SOUTH, Edge.SOUTH: Edge.NORTH, Edge.EAST: Edge.WEST, Edge.WEST: Edge.EAST}


def turned_army(old: Army) -> Army:
    twin = Army(1 - old.side, old.nation, OPPOSITE[old.baseline], old.seat)
    copy_all(old, twin, ("side", "nation", "baseline", "seat"))
    return twin


def turned_charge(old: Charge, width: float, depth: float, last: int) -> Charge:
    return Charge(
        last - old.unit,
        last - old.target,
        wrapped(old.facing + 180.0),
        old.gap,
        old.allowance,
        old.zone,
        width - old.x,
        depth - old.y,
        uncontrolled=old.uncontrolled,
    )


def turned_melee(old: Melee, last: int) -> Melee:
    lists = [[last - id for id in ids] for ids in (old.fighters, old.chargers, old.flanked, old.first)]
    return Melee(old.id, old.round, *lists)


def turned_land(land: Land, width: float, depth: float) -> Land:
    pieces: list[Piece] = []
    for old in land.ground.pieces:
        points = [(width - old.xs[at], depth - old.ys[at]) for at in range(len(old.xs))]
        pieces.append(Piece(old.id, old.name, old.kind, points, old.is_line, old.level))
    plots = [Plot(index, piece, land.rules.ground[piece.kind]) for index, piece in enumerate(pieces)]
    return Land(Ground(width, depth, pieces), plots, land.rules)


def differences(here: GettysburgBattle, there: GettysburgBattle) -> list[str]:
    """The units that are not the same, or not in the same places."""
    width, depth = here.land.ground.width, here.land.ground.depth
    found: list[str] = []
    for mine, theirs in zip(here.units, reversed(there.units), strict=True):
        for what in KEPT:
            if getattr(mine, what) != getattr(theirs, what):
                found.append(f"{mine.name}: {what} is {getattr(mine, what)}, and {getattr(theirs, what)} turned about")
        if mine.place == theirs.place == Where.ON_TABLE:
            x, y = width - theirs.x, depth - theirs.y
            if spacing(mine.x, mine.y, x, y) > CLOSE:
                found.append(f"{mine.name}: stands at {mine.x:.4f}, {mine.y:.4f}, and at {x:.4f}, {y:.4f} turned about")
    return found
