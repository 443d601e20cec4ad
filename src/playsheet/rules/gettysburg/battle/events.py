"""What can happen in a battle. Each event is complete, in the past tense, and changes the battle itself.

`ruling` names the rulings that what happened rests on, beside those of the dice; `unseen` the seats that are not told.
Fire, charges, melees and morale have theirs in battle/fight_events.py.
"""

from __future__ import annotations

from playsheet.core.events import Event
from playsheet.core.geometry import FAR
from playsheet.core.terrain import polyline, rectangle
from playsheet.rules.gettysburg.battle.land import Land, with_piece
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import Arm, Order, Phase, UnformedBy, UnitState, Where

# ---------------------------------------------------------------- setting up


class Deployed(Event[GettysburgBattle]):
    """A unit stands on the table; `garrison`: the works or BUA that it holds, or -1."""

    def __init__(self, unit: int, formation: int, x: float, y: float, facing: float, garrison: int) -> None:
        self.unit = unit
        self.formation = formation
        self.x = x
        self.y = y
        self.facing = facing
        self.garrison = garrison

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.place = Where.ON_TABLE
        unit.formation = self.formation
        unit.melee_formation = self.formation
        unit.garrison = self.garrison
        battle.put(unit, self.x, self.y, self.facing)
        if self.unit in battle.to_deploy:
            battle.to_deploy.remove(self.unit)


class GeneralDeployed(Event[GettysburgBattle]):
    def __init__(self, general: int, x: float, y: float) -> None:
        self.general = general
        self.x = x
        self.y = y

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.place = Where.ON_TABLE
        general.x = self.x
        general.y = self.y


class PlacesTaken(Event[GettysburgBattle]):
    """Whoever has a place of his own stands there; the others are placed by their owners."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.begun = True


class BattleBegan(Event[GettysburgBattle]):
    """Everybody stands: brigades on Hold keep the places where they stand now (R23)."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.phase = Phase.INITIATIVE
        battle.begun = False
        for brigade in battle.brigades:
            if brigade.order == Order.HOLD:
                brigade.area = [(unit.x, unit.y) for unit in battle.units_of(brigade)]


# ---------------------------------------------------------------- the turn


class InitiativeWon(Event[GettysburgBattle]):
    def __init__(self, side: int, ruling: str) -> None:
        self.side = side
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.winner_of_initiative = self.side


class FirstSideChosen(Event[GettysburgBattle]):
    """Which side acts first in the alternate phases (R4)."""

    def __init__(self, side: int, ruling: str) -> None:
        self.side = side
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.first_side = self.side


class PhaseBegan(Event[GettysburgBattle]):
    def __init__(self, phase: int) -> None:
        self.phase = phase

    def apply(self, battle: GettysburgBattle) -> None:
        battle.phase = self.phase
        battle.side = battle.first_side
        battle.brigade = NOBODY
        battle.stage = 0
        battle.queue = []
        battle.over = False
        battle.begun = False
        for brigade in battle.brigades:
            brigade.went = False
        for army in battle.armies:
            army.went = False
        if self.phase == Phase.NORMAL_MOVES:
            for unit in battle.units:
                unit.faltering_at_5 = unit.state == UnitState.FALTERING
                unit.falters_anew = False


class GoBegan(Event[GettysburgBattle]):
    """A side, or by the switch `alternate` one brigade of it, has its go in an alternate phase (R5)."""

    def __init__(self, side: int, brigade: int, ruling: str) -> None:
        self.side = side
        self.brigade = brigade
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.side = self.side
        battle.brigade = self.brigade
        battle.stage = 0
        battle.queue = []
        battle.over = False
        battle.begun = True
        for unit in battle.goers():
            if battle.phase == Phase.CHARGES:
                unit.able = (
                    unit.state == UnitState.OK and unit.cause == UnformedBy.NOTHING and unit.arm != Arm.ARTILLERY
                )
            elif battle.phase == Phase.NORMAL_MOVES:
                unit.near_before = battle.nearest_enemy(unit)[1]


class StageSet(Event[GettysburgBattle]):
    """How far a go or a phase has come: its own business."""

    def __init__(self, stage: int, queue: list[int]) -> None:
        self.stage = stage
        self.queue = queue

    def apply(self, battle: GettysburgBattle) -> None:
        battle.stage = self.stage
        battle.queue = self.queue[:]


class GoEnded(Event[GettysburgBattle]):
    """The go is over: the next one's turn."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.over = True
        battle.begun = False
        if battle.brigade >= 0:
            battle.brigades[battle.brigade].went = True
        else:
            battle.armies[battle.side].went = True


class PhaseEnded(Event[GettysburgBattle]):
    """A simultaneous phase is over."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.over = True


class TurnEnded(Event[GettysburgBattle]):
    """The flags of the turn roll over."""

    def __init__(self, turn: int) -> None:
        self.turn = turn  # the next one

    def apply(self, battle: GettysburgBattle) -> None:
        battle.turn = self.turn
        battle.phase = Phase.INITIATIVE
        battle.over = False
        battle.begun = False
        battle.stage = 0
        battle.queue = []
        battle.captured = []
        battle.charges = []
        for unit in battle.units:
            roll_over(unit)
        for general in battle.generals:
            general.moved = False
        for brigade in battle.brigades:
            brigade.tried = False
            brigade.tested = False
            brigade.cavalry_charges = 0
        for division in battle.divisions:
            division.tried = False


def roll_over(unit: Unit) -> None:
    """What was of this turn is of the last."""
    unit.fired_last_turn = unit.fired
    unit.fired_at_before = unit.fired_at_by
    unit.pursued_last_turn = unit.pursuing
    unit.pursuing = False
    unit.moved = False
    unit.unlimbered = False
    unit.charged = False
    unit.evaded = False
    unit.fired = False
    unit.fired_at_by = []
    unit.fought = False
    unit.halted = False
    unit.must_fire = False
    unit.lost_this_turn = 0
    unit.charge_casualties = 0
    unit.compulsory_done = False
    unit.acted = False
    unit.spent = 0.0
    unit.marched = 0.0
    unit.slowed = False
    unit.packs = 0.0
    unit.able = False
    unit.near_before = FAR
    unit.tried_up = False
    unit.tried_recall = False
    unit.rear_fire = False
    unit.fell_back = False
    unit.falters_anew = False
    unit.faltering_at_5 = False
    unit.tested = False


# ---------------------------------------------------------------- tokens, points, the end


class TokenGained(Event[GettysburgBattle]):
    def __init__(self, side: int, token: int, unit: int) -> None:
        self.side = side
        self.token = token
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].tokens[self.token] += 1


class TokenSpent(Event[GettysburgBattle]):
    """On a unit, which may have no other this turn (R90). `packs`: inches that it adds to its move or charge."""

    def __init__(self, side: int, token: int, unit: int, packs: float) -> None:
        self.side = side
        self.token = token
        self.unit = unit
        self.packs = packs

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].tokens[self.token] -= 1
        unit = battle.units[self.unit]
        unit.token_turn = battle.turn
        unit.packs = self.packs


class TrophyTaken(Event[GettysburgBattle]):
    """Colours taken by a natural double six in melee (4.6.5)."""

    def __init__(self, side: int, unit: int, of: int) -> None:
        self.side = side
        self.unit = unit
        self.of = of

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].trophies += 1


class ObjectiveHeld(Event[GettysburgBattle]):
    """A side is now the last to have had troops there."""

    def __init__(self, goal: int, side: int) -> None:
        self.goal = goal
        self.side = side

    def apply(self, battle: GettysburgBattle) -> None:
        battle.holders[self.goal] = self.side


class Scored(Event[GettysburgBattle]):
    def __init__(self, score: list[int]) -> None:
        self.score = score

    def apply(self, battle: GettysburgBattle) -> None:
        battle.score = self.score[:]


# ---------------------------------------------------------------- a game master's word (R106)


class FireOut(Event[GettysburgBattle]):
    """A building burns no more."""

    def __init__(self, plot: int) -> None:
        self.plot = plot

    def apply(self, battle: GettysburgBattle) -> None:
        battle.burning = [id for id in battle.burning if id != self.plot]


class ModifierSet(Event[GettysburgBattle]):
    """A modifier for the unit's next test."""

    def __init__(self, unit: int, add: int) -> None:
        self.unit = unit
        self.add = add

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].gm_add = self.add


class GroundAdded(Event[GettysburgBattle]):
    """One piece of terrain more: a rectangle from corner to corner, or a line."""

    def __init__(self, kind: str, is_line: bool, at: list[float]) -> None:
        self.kind = kind
        self.is_line = is_line
        self.at = at

    def apply(self, battle: GettysburgBattle) -> None:
        at = self.at
        id = len(battle.land.plots)
        name = f"the {battle.rules.ground[self.kind].name.lower()}"
        if self.is_line:
            piece = polyline(id, name, self.kind, [(at[0], at[1]), (at[2], at[3])])
        else:
            piece = rectangle(id, name, self.kind, at[0], at[1], at[2], at[3])
        battle.land = with_piece(battle.land, self.kind, piece)


class UnitAdded(Event[GettysburgBattle]):
    """A reinforcement; it is a unit of the brigade's original roster from now on."""

    def __init__(
        self,
        card: str,
        name: str,
        brigade: int,
        first: int,
        formation: int,
        x: float,
        y: float,
        facing: float,
        garrison: int,
    ) -> None:
        self.card = card
        self.name = name
        self.brigade = brigade
        self.first = first
        self.formation = formation
        self.x = x
        self.y = y
        self.facing = facing
        self.garrison = garrison

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        card = battle.cards[self.card]
        id = len(battle.units)
        unit = Unit(id, card, self.name, brigade.side, brigade.seat, brigade.id, self.first, card.size, NOBODY)
        battle.add_unit(unit)
        brigade.units = [*brigade.units, id]
        brigade.gone = False
        unit.place = Where.ON_TABLE
        unit.formation = self.formation
        unit.melee_formation = self.formation
        unit.garrison = self.garrison
        battle.put(unit, self.x, self.y, self.facing)


class SwitchTurned(Event[GettysburgBattle]):
    """A ruling's switch stands otherwise from this turn on."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self.value = value

    def apply(self, battle: GettysburgBattle) -> None:
        old = battle.rules
        battle.rules = GettysburgRules(old.sheet, old.switches.changed_by({self.name: self.value}, "gm"))
        battle.land = Land(battle.land.ground, battle.land.plots, battle.rules)
