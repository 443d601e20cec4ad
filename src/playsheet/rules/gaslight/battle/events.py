"""What can happen in a battle. Each event is complete, in the past tense, and changes the battle itself.

`ruling` names the rulings that what happened rests on, beside those of the dice.
"""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.events import Event
from playsheet.core.figures import FLED
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import NOBODY
from playsheet.rules.gaslight.terms import INTO_CONTACT, Arm, Leadership, ModelMark, MustCheck, Phase, Where

# ---------------------------------------------------------------- setting up


class Deployed(Event[GaslightBattle]):
    """A unit stands on the table: its figures one by one; its gun or hull at (model_x, model_y)."""

    def __init__(
        self, unit: int, xs: list[float], ys: list[float], facing: float, model_x: float, model_y: float
    ) -> None:
        self.unit = unit
        self.xs = xs  # empty for a machine, whose crew is aboard
        self.ys = ys
        self.facing = facing
        self.model_x = model_x
        self.model_y = model_y

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.place = Where.ON_TABLE
        if unit.kind == Arm.VEHICLE:
            for figure in battle.members(unit):
                battle.mark(figure, ModelMark.ABOARD)
            battle.put_hull(unit, self.model_x, self.model_y, self.facing)
        else:
            for index in range(len(self.xs)):
                battle.put(unit.first + index, self.xs[index], self.ys[index], self.facing)
            if unit.kind == Arm.CREW:
                battle.put(unit.model, self.model_x, self.model_y, self.facing)
        unit.leader = unit.first + unit.card.leader
        unit.leadership = Leadership.LED if unit.lone() or battle.is_character(unit.leader) else Leadership.STAND_IN
        if self.unit in battle.to_deploy:
            battle.to_deploy.remove(self.unit)
        if not battle.to_deploy:
            battle.phase = Phase.DRAWING


class StayedAway(Event[GaslightBattle]):
    """There was no room on the whole table: the unit is gone before the battle begins (R127)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        battle.to_deploy = [id for id in battle.to_deploy if id != self.unit]
        if unit.kind == Arm.VEHICLE:
            battle.end_unit(unit)
        for figure in battle.members(unit):
            battle.remove(figure, FLED)
        if not battle.to_deploy:
            battle.phase = Phase.DRAWING


class DeckShuffled(Event[GaslightBattle]):
    """A new turn: one deck with the cards of every unit that is left."""

    def __init__(self, turn: int, cards: list[int]) -> None:
        self.turn = turn
        self.cards = cards

    def apply(self, battle: GaslightBattle) -> None:
        battle.turn = self.turn
        battle.deck.left = self.cards[:]
        battle.deck.drawn = []
        battle.stacked = []
        battle.freed = []
        for unit in battle.units:
            unit.acts_on = NOBODY


class CardDrawn(Event[GaslightBattle]):
    """A unit's card; one of those that are gone is passed over. `queue`: who acts on it."""

    def __init__(self, card: int, queue: list[int], ruling: str) -> None:
        self.card = card
        self.queue = queue
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.deck.take(self.card)
        battle.queue = self.queue[:]


class Activated(Event[GaslightBattle]):
    """It is this unit's card: whom a mark from before keeps from acting has now paid for it."""

    def __init__(self, unit: int, held: list[int], commanded: list[int]) -> None:
        self.unit = unit
        self.held = held
        self.commanded = commanded  # those within command radius as the card begins

    def apply(self, battle: GaslightBattle) -> None:
        battle.active = self.unit
        battle.phase = Phase.ACTING
        if self.unit in battle.queue:
            battle.queue.remove(self.unit)
        for figure in self.held:
            battle.mark(figure, ModelMark.HELD)
            battle.unmark(figure, ModelMark.FROZEN | ModelMark.SKIPS)
        for figure in self.commanded:
            battle.mark(figure, ModelMark.IN_COMMAND)


class ActionsEnded(Event[GaslightBattle]):
    """The active unit does no more on this card: what is in contact now fights."""

    def apply(self, battle: GaslightBattle) -> None:
        battle.phase = Phase.FIGHTING


class CardEnded(Event[GaslightBattle]):
    """Everything that was done on this card is past."""

    def apply(self, battle: GaslightBattle) -> None:
        model: i64 = 0
        end: i64 = len(battle.marks)
        clear: i64 = ~(ModelMark.ACTED | ModelMark.HELD | ModelMark.CHARGED | ModelMark.IN_COMMAND)
        while model < end:
            battle.marks[model] = battle.marks[model] & clear
            model += 1
        for unit in battle.units:
            unit.weapons_fired = 0
            unit.drove = False
            unit.targets = []
            unit.no_charge = False
            unit.moves_only = False
        battle.active = NOBODY
        battle.phase = Phase.DRAWING


class TurnEnded(Event[GaslightBattle]):
    """The deck is empty: leaders are no longer new, nobody skips a card any more."""

    def apply(self, battle: GaslightBattle) -> None:
        model: i64 = 0
        end: i64 = len(battle.marks)
        clear: i64 = ~(ModelMark.SKIPS | ModelMark.SPENT | ModelMark.WAITS)
        while model < end:
            battle.marks[model] = battle.marks[model] & clear
            model += 1
        for unit in battle.units:
            unit.new_leader = False
        battle.declined = []


# ---------------------------------------------------------------- command


class Promoted(Event[GaslightBattle]):
    """A figure of the unit leads it from now on, or stands in for a leader (4.2.2)."""

    def __init__(self, unit: int, figure: int, stand_in: bool, ruling: str) -> None:
        self.unit = unit
        self.figure = figure
        self.stand_in = stand_in
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.leader = self.figure
        unit.leadership = Leadership.STAND_IN if self.stand_in else Leadership.LED
        unit.new_leader = True


class Attached(Event[GaslightBattle]):
    """A character joins a unit; his cards leave the deck (R7). `waits`: he has acted already this turn."""

    def __init__(self, character: int, unit: int, waits: bool, ruling: str) -> None:
        self.character = character
        self.unit = unit
        self.waits = waits
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        character = battle.units[self.character]
        unit = battle.units[self.unit]
        character.place = Where.ATTACHED
        character.attached_to = self.unit
        character.acts_on = NOBODY
        character.leader = NOBODY
        character.leadership = Leadership.NONE
        unit.attached = sorted([*unit.attached, self.character])
        battle.owner[i64(character.first)] = self.unit
        unit.roll = None
        character.roll = None
        unit.pending |= character.pending
        character.pending = 0
        while self.character in battle.deck.left:
            battle.deck.left.remove(self.character)
        if self.waits:
            battle.mark(character.first, ModelMark.WAITS)


class Detached(Event[GaslightBattle]):
    """A character leaves his unit; his own cards come back with the next shuffle (R7)."""

    def __init__(self, character: int, unit: int, ruling: str) -> None:
        self.character = character
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        character = battle.units[self.character]
        unit = battle.units[self.unit]
        unit.attached = [id for id in unit.attached if id != self.character]
        unit.roll = None
        if unit.leader == character.first:
            unit.leader = NOBODY
            unit.leadership = Leadership.NONE
        battle.set_free(character)


class TookOver(Event[GaslightBattle]):
    """A character who has just joined a leaderless unit leads it (4.2.4)."""

    def __init__(self, character: int, unit: int, ruling: str) -> None:
        self.character = character
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.leader = battle.units[self.character].first
        unit.leadership = Leadership.LED
        unit.new_leader = True


class Declined(Event[GaslightBattle]):
    """Nobody takes over these leaderless units now; it is offered again when one of them checks, or next turn."""

    def __init__(self, units: list[int]) -> None:
        self.units = units

    def apply(self, battle: GaslightBattle) -> None:
        battle.declined = sorted({*battle.declined, *self.units})


# ---------------------------------------------------------------- moving


class Moved(Event[GaslightBattle]):
    """Figures of a unit stand somewhere else, or face another way. `acts`: that was their action on this card."""

    def __init__(
        self,
        unit: int,
        how: str,
        figures: list[int],
        xs: list[float],
        ys: list[float],
        facings: list[float],
        acts: bool,
        ruling: str = "",
    ) -> None:
        self.unit = unit
        self.how = how
        self.figures = figures
        self.xs = xs
        self.ys = ys
        self.facings = facings
        self.acts = acts
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        for index in range(len(self.figures)):
            figure = self.figures[index]
            battle.put(figure, self.xs[index], self.ys[index], self.facings[index])
            if self.acts:
                battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)
        battle.units[self.unit].left_neat = False
        if self.how in INTO_CONTACT:
            for figure in self.figures:
                if battle.engaged(figure):
                    battle.mark(figure, ModelMark.CHARGED)


class LeftNeat(Event[GaslightBattle]):
    """A unit that stands too neatly is left so; its owner is not asked again before it moves (R28)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].left_neat = True


class LeftTable(Event[GaslightBattle]):
    """A figure is gone over the edge, or just gone."""

    def __init__(self, figure: int, how: str, ruling: str) -> None:
        self.figure = figure
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.remove(self.figure, FLED)


class Acted(Event[GaslightBattle]):
    """Figures have used their action on something that is told apart, or on nothing."""

    def __init__(self, figures: list[int]) -> None:
        self.figures = figures

    def apply(self, battle: GaslightBattle) -> None:
        for figure in self.figures:
            battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)


# ---------------------------------------------------------------- a game master's word, and the end


class CardAdded(Event[GaslightBattle]):
    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GaslightBattle) -> None:
        battle.deck.left.append(self.unit)
        battle.stacked = sorted({*battle.stacked, self.unit})


class CardRemoved(Event[GaslightBattle]):
    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GaslightBattle) -> None:
        battle.deck.left.remove(self.unit)
        battle.stacked = sorted({*battle.stacked, self.unit})


class CheckCalled(Event[GaslightBattle]):
    """A game master calls for a check on the unit's next card."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].pending |= MustCheck.GM_CALL


class Scored(Event[GaslightBattle]):
    def __init__(self, side: int, points: int, what: str) -> None:
        self.side = side
        self.points = points
        self.what = what

    def apply(self, battle: GaslightBattle) -> None:
        battle.score = battle.score[:]
        battle.score[self.side] += self.points
