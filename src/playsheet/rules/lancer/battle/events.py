"""What can happen in a Lancer battle. Each event is complete, in the past tense, and changes the battle itself."""

from __future__ import annotations

from playsheet.core.events import Event
from playsheet.core.figures import FLED, LOST
from playsheet.rules.lancer.battle.land import with_shifted
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.terms import Where


class Deployed(Event[LancerBattle]):
    def __init__(self, unit: int, formation: int, x: float, y: float, facing: float) -> None:
        self.unit = unit
        self.formation = formation
        self.x = x
        self.y = y
        self.facing = facing

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        unit.place = Where.ON_TABLE
        unit.formation = self.formation
        battle.set_formed(unit, self.x, self.y, self.facing)
        battle.to_deploy.remove(self.unit)


class DeployedAttached(Event[LancerBattle]):
    def __init__(self, commander: int, unit: int) -> None:
        self.commander = commander
        self.unit = unit

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.commander].place = Where.ON_TABLE
        attach(battle, self.commander, self.unit)
        battle.to_deploy.remove(self.commander)


class StayedAway(Event[LancerBattle]):
    """There was no room on the whole table: the unit counts as routed before the first card (R63)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        for figure in battle.members(unit):
            battle.figures.state[figure] = FLED
        unit.place = Where.ROUTED
        unit.figures = 0
        battle.to_deploy.remove(self.unit)


class BattleBegan(Event[LancerBattle]):
    """Both sides are deployed and the deck is shuffled."""

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def apply(self, battle: LancerBattle) -> None:
        shuffle_all(battle)


class CardDrawn(Event[LancerBattle]):
    """A unit's card, or the STOP card (-1). A card of the dead is skipped (R2)."""

    def __init__(self, card: int, skipped: bool) -> None:
        self.card = card
        self.skipped = skipped

    def apply(self, battle: LancerBattle) -> None:
        battle.deck.take(self.card)


class Reshuffled(Event[LancerBattle]):
    """STOP: the cards go back (R1), those that stay out by the other reading excepted."""

    def __init__(self, turn: int, everything: bool) -> None:
        self.turn = turn
        self.everything = everything

    def apply(self, battle: LancerBattle) -> None:
        battle.turn = self.turn
        if self.everything:
            shuffle_all(battle)
        else:
            deck = battle.deck
            deck.left = [card for card in deck.left if present(battle, card)]
            deck.drawn.remove(STOP)
            if not deck.left:
                shuffle_all(battle)
            else:
                deck.left.append(STOP)


class CardAdded(Event[LancerBattle]):
    """A game master puts a card in."""

    def __init__(self, card: int) -> None:
        self.card = card

    def apply(self, battle: LancerBattle) -> None:
        battle.deck.left.append(self.card)
        battle.stacked.append(self.card)


class CardRemoved(Event[LancerBattle]):
    """A game master takes a card out."""

    def __init__(self, card: int) -> None:
        self.card = card

    def apply(self, battle: LancerBattle) -> None:
        battle.deck.left.remove(self.card)
        battle.stacked.append(self.card)


class SightVetoed(Event[LancerBattle]):
    """A game master strikes out a line of sight between two units, both ways."""

    def __init__(self, one: int, other: int) -> None:
        self.one = one
        self.other = other

    def apply(self, battle: LancerBattle) -> None:
        battle.vetoes.append((self.one, self.other))


class TerrainMoved(Event[LancerBattle]):
    """A game master moves a piece of terrain."""

    def __init__(self, piece: int, dx: float, dy: float) -> None:
        self.piece = piece
        self.dx = dx
        self.dy = dy

    def apply(self, battle: LancerBattle) -> None:
        battle.land = with_shifted(battle.land, self.piece, self.dx, self.dy)


class Activated(Event[LancerBattle]):
    """A unit acts: by its own card, or by a commander (then `by` is he, else -1)."""

    def __init__(self, unit: int, by: int, ruling: str = "") -> None:
        self.unit = unit
        self.by = by
        self.ruling = ruling

    def apply(self, battle: LancerBattle) -> None:
        battle.active = self.unit


class DidNothing(Event[LancerBattle]):
    def __init__(self, unit: int) -> None:
        self.unit = unit


class Turned(Event[LancerBattle]):
    def __init__(self, unit: int, facing: float) -> None:
        self.unit = unit
        self.facing = facing

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        battle.set_formed(unit, unit.x, unit.y, self.facing)


class Moved(Event[LancerBattle]):
    """A move, a charge or a fall back along a straight line; `stopped_by` says what cut it short, if anything."""

    def __init__(
        self,
        unit: int,
        x: float,
        y: float,
        inches: float,
        rolled: int,
        how: str,
        stopped_by: str,
        ruling: str = "",
    ) -> None:
        self.unit = unit
        self.x = x
        self.y = y
        self.inches = inches
        self.rolled = rolled
        self.how = how
        self.stopped_by = stopped_by
        self.ruling = ruling

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        battle.set_formed(unit, self.x, self.y, unit.facing)


class FormationChanged(Event[LancerBattle]):
    def __init__(self, unit: int, formation: int) -> None:
        self.unit = unit
        self.formation = formation

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        unit.formation = self.formation
        battle.set_formed(unit, unit.x, unit.y, unit.facing)


class Fired(Event[LancerBattle]):
    """A unit shot at another; the dice were told before."""

    def __init__(
        self,
        unit: int,
        target: int,
        weapon: str,
        range: float,
        cover: bool,
        dice: int,
        hits: int,
        reaction: bool,
        ruling: str = "",
    ) -> None:
        self.unit = unit
        self.target = target
        self.weapon = weapon
        self.range = range
        self.cover = cover
        self.dice = dice
        self.hits = hits
        self.reaction = reaction
        self.ruling = ruling


class Jammed(Event[LancerBattle]):
    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.unit].jammed = True


class JamCleared(Event[LancerBattle]):
    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.unit].jammed = False


class Rallied(Event[LancerBattle]):
    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.unit].disrupted = False


class Disrupted(Event[LancerBattle]):
    def __init__(self, unit: int, ruling: str = "") -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.unit].disrupted = True


class MoraleHeld(Event[LancerBattle]):
    """A Unit Morale Check was passed; the die was told before."""

    def __init__(self, unit: int) -> None:
        self.unit = unit


class MoraleFailed(Event[LancerBattle]):
    """A Unit Morale Check was failed: the unit falls back or routs, told next."""

    def __init__(self, unit: int) -> None:
        self.unit = unit


class Routed(Event[LancerBattle]):
    """Removed from play: its fall back met something. `with_commander`: he is lost too (R13)."""

    def __init__(self, unit: int, met: str, with_commander: bool, ruling: str = "") -> None:
        self.unit = unit
        self.met = met
        self.with_commander = with_commander
        self.ruling = ruling

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        for figure in battle.members(unit):
            battle.figures.state[figure] = FLED
        unit.place = Where.ROUTED
        unit.figures = 0
        unit.shape = []
        battle.find(unit)
        leave_contacts(battle, unit)
        for id in unit.commanders[:]:
            commander = battle.units[id]
            if self.with_commander:
                unit.commanders.remove(id)
                commander.attached_to = -1
                commander.place = Where.ROUTED
                commander.figures = 0
                commander.shape = []
                battle.find(commander)
                battle.figures.state[commander.first] = FLED
            else:
                detach(battle, commander, commander.x, commander.y)


class FigureLost(Event[LancerBattle]):
    """One figure fell: of the unit, or its attached commander."""

    def __init__(self, unit: int, figure: int, how: str) -> None:
        self.unit = unit
        self.figure = figure
        self.how = how

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        battle.figures.state[self.figure] = LOST
        unit.figures -= 1
        if unit.kind == 3 and unit.attached_to >= 0:
            battle.units[unit.attached_to].commanders.remove(unit.id)
            unit.attached_to = -1
        if unit.figures == 0:
            unit.place = Where.DESTROYED
            unit.shape = []
            battle.find(unit)
            leave_contacts(battle, unit)
            for id in unit.commanders[:]:
                commander = battle.units[id]
                detach(battle, commander, commander.x, commander.y)
        elif unit.in_melee() or not unit.formed:
            battle.set_scattered(unit)
        else:
            battle.set_formed(unit, unit.x, unit.y, unit.facing)


class Charged(Event[LancerBattle]):
    """A charge (or counter-charge) was declared along a bearing; the roll and the move follow."""

    def __init__(self, unit: int, target: int, bearing: float, gap: float, counter: bool, ruling: str = "") -> None:
        self.unit = unit
        self.target = target
        self.bearing = bearing
        self.gap = gap
        self.counter = counter
        self.ruling = ruling


class ChargeEnded(Event[LancerBattle]):
    """Home on `enemy`, or short (-1)."""

    def __init__(self, unit: int, enemy: int, ruling: str = "") -> None:
        self.unit = unit
        self.enemy = enemy
        self.ruling = ruling


class Conformed(Event[LancerBattle]):
    """At first touch the charger squared up to its enemy, at no cost."""

    def __init__(self, unit: int, x: float, y: float, facing: float) -> None:
        self.unit = unit
        self.x = x
        self.y = y
        self.facing = facing

    def apply(self, battle: LancerBattle) -> None:
        battle.set_formed(battle.units[self.unit], self.x, self.y, self.facing)


class ContactMade(Event[LancerBattle]):
    """Two units touch: both are in melee, and their figures stand where they fight."""

    def __init__(self, one: int, other: int) -> None:
        self.one = one
        self.other = other

    def apply(self, battle: LancerBattle) -> None:
        one = battle.units[self.one]
        other = battle.units[self.other]
        one.foes = [*one.foes, self.other]  # replaced: copies of a battle share the empty list
        other.foes = [*other.foes, self.one]
        battle.set_scattered(one)
        battle.set_scattered(other)
        one.fought = [*one.fought, self.other]
        other.fought = [*other.fought, self.one]


class ContactBroken(Event[LancerBattle]):
    """Two units no longer touch."""

    def __init__(self, one: int, other: int) -> None:
        self.one = one
        self.other = other

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.one].foes.remove(self.other)
        battle.units[self.other].foes.remove(self.one)


class ClosedUp(Event[LancerBattle]):
    """A figure stepped into a free place beside an enemy figure."""

    def __init__(self, unit: int, figure: int, x: float, y: float, facing: float) -> None:
        self.unit = unit
        self.figure = figure
        self.x = x
        self.y = y
        self.facing = facing

    def apply(self, battle: LancerBattle) -> None:
        battle.figures.put(self.figure, self.x, self.y, self.facing)
        battle.set_scattered(battle.units[self.unit])


class Fought(Event[LancerBattle]):
    """A pair fought; the dice were told before. result: locked, attacker or defender (removed)."""

    def __init__(
        self, attacker: int, defender: int, attacking: int, defending: int, result: str, ruling: str = ""
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.attacking = attacking
        self.defending = defending
        self.result = result
        self.ruling = ruling


class NotClear(Event[LancerBattle]):
    """A unit would have left its melee, but what it rolled did not carry it clear: it stays (R61)."""

    def __init__(self, unit: int, rolled: int, ruling: str) -> None:
        self.unit = unit
        self.rolled = rolled
        self.ruling = ruling


class Reformed(Event[LancerBattle]):
    """Out of contact: the unit stands in its formation again (R50)."""

    def __init__(self, unit: int, x: float, y: float) -> None:
        self.unit = unit
        self.x = x
        self.y = y

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.unit]
        battle.set_formed(unit, self.x, self.y, unit.facing)


class Attached(Event[LancerBattle]):
    def __init__(self, commander: int, unit: int) -> None:
        self.commander = commander
        self.unit = unit

    def apply(self, battle: LancerBattle) -> None:
        battle.units[self.commander].disrupted = False
        attach(battle, self.commander, self.unit)


class Detached(Event[LancerBattle]):
    """A commander left his unit and stands alone."""

    def __init__(self, commander: int, x: float, y: float, facing: float) -> None:
        self.commander = commander
        self.x = x
        self.y = y
        self.facing = facing

    def apply(self, battle: LancerBattle) -> None:
        commander = battle.units[self.commander]
        commander.facing = self.facing
        detach(battle, commander, self.x, self.y)


class Shifted(Event[LancerBattle]):
    """A friendly loose commander stepped aside (R36)."""

    def __init__(self, commander: int, x: float, y: float) -> None:
        self.commander = commander
        self.x = x
        self.y = y

    def apply(self, battle: LancerBattle) -> None:
        unit = battle.units[self.commander]
        battle.set_formed(unit, self.x, self.y, unit.facing)


class Scored(Event[LancerBattle]):
    """The points of a scenario that counts them."""

    def __init__(self, side: int, points: int, what: str) -> None:
        self.side = side
        self.points = points
        self.what = what

    def apply(self, battle: LancerBattle) -> None:
        battle.score[self.side] += self.points


# ---------------------------------------------------------------- shared by several events


def attach(battle: LancerBattle, commander: int, unit: int) -> None:
    leader = battle.units[commander]
    leader.attached_to = unit
    leave_contacts(battle, leader)
    host = battle.units[unit]
    host.commanders = [*host.commanders, commander]  # replaced: copies of a battle share the empty list
    battle.carry_commanders(host)


def detach(battle: LancerBattle, commander: Unit, x: float, y: float) -> None:
    if commander.attached_to >= 0:
        battle.units[commander.attached_to].commanders.remove(commander.id)
        commander.attached_to = -1
    battle.set_formed(commander, x, y, commander.facing)


def leave_contacts(battle: LancerBattle, unit: Unit) -> None:
    for foe in unit.foes:
        battle.units[foe].foes.remove(unit.id)
    unit.foes = []


def present(battle: LancerBattle, card: int) -> bool:
    """Is the unit of this card still in play?"""
    return card == STOP or battle.units[card].place == Where.ON_TABLE


def whole_deck(battle: LancerBattle) -> list[int]:
    """With every unit in play."""
    cards: list[int] = []
    for unit in battle.units:
        cards += [unit.id] * battle.rules.cards_for(unit.kind)
    return cards + [STOP] * battle.rules.stop_cards


def shuffle_all(battle: LancerBattle) -> None:
    """Every card of a unit still in play, drawn or not, with STOP (R1, R2)."""
    battle.deck.left = [card for card in whole_deck(battle) if present(battle, card)]
    battle.deck.drawn = []
    battle.stacked = []
