"""What can happen in a battle. Each event is complete, in the past tense, and changes the battle itself.

`ruling` names the rulings that what happened rests on, beside those of the dice.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import State
from playsheet.core.events import Event
from playsheet.core.figures import FLED, LOST
from playsheet.rules.gaslight.sheet import CREW, FREEZE, MACHINE_RESULTS, NO_RESULT, STANDS_FIRM, VEHICLE
from playsheet.rules.gaslight.state import (
    ABOARD,
    ACTED,
    ACTING,
    ATTACHED,
    BROKEN,
    CHARGED,
    DRAWING,
    FIGHTING,
    FROZEN,
    GM_CALL,
    HELD,
    IN_COMMAND,
    LED,
    LOADED,
    NO_LEADER,
    NOBODY,
    ON_TABLE,
    RUNNING_OFF,
    SKIPS,
    SPENT,
    STAND_IN,
    VEHICLE_HIT,
    WAITS,
    GaslightBattle,
    with_fate,
)
from playsheet.rules.machines.charts import CREW as CREW_KILLED
from playsheet.rules.machines.machine import CREWLESS

# how models move: `Moved.how`
MOVES: Final = "moves"
CHARGES: Final = "charges"
PILES_IN: Final = "piles-in"
BREAKS_OFF: Final = "breaks-off"
RUNS: Final = "runs"  # away from the enemy, by the failure chart
BACKS: Final = "backs"
RUNS_WILD: Final = "runs-wild"  # in a random direction
CHARGES_ALONE: Final = "charges-alone"  # by the failure chart
SCATTERS: Final = "scatters"  # too neat for the undrilled (R28)
REPOSITIONED: Final = "repositioned"  # by a game master
INTO_CONTACT: Final = (CHARGES, PILES_IN, CHARGES_ALONE)

# how a shot is made: `Fired.how` and so on
AIMED: Final = "aimed"  # a group, or a weapon of the chart that is served by a crew
NAMED: Final = "named"  # a character at a model
CONE: Final = "cone"  # shotgun
GRENADE: Final = "grenade"
LAUNCHER: Final = "launcher"
SHELL: Final = "shell"
GRAPE: Final = "grape"

# why a unit checks morale: `MoraleChecked.why`
OWN_CARD: Final = "card"
TO_CHARGE: Final = "charge"
RECEIVES: Final = "receive"
AT_ONCE: Final = "at-once"  # a chart or a game master says so

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
        unit.place = ON_TABLE
        if unit.kind == VEHICLE:
            for figure in battle.members(unit):
                battle.mark(figure, ABOARD)
            battle.put_hull(unit, self.model_x, self.model_y, self.facing)
        else:
            for index in range(len(self.xs)):
                battle.put(unit.first + index, self.xs[index], self.ys[index], self.facing)
            if unit.kind == CREW:
                battle.put(unit.model, self.model_x, self.model_y, self.facing)
        unit.leader = unit.first
        unit.leadership = LED if unit.lone() or battle.is_character(unit.first) else STAND_IN
        if self.unit in battle.to_deploy:
            battle.to_deploy.remove(self.unit)
        if not battle.to_deploy:
            battle.phase = DRAWING


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
        battle.phase = ACTING
        if self.unit in battle.queue:
            battle.queue.remove(self.unit)
        for figure in self.held:
            battle.mark(figure, HELD)
            battle.unmark(figure, FROZEN | SKIPS)
        for figure in self.commanded:
            battle.mark(figure, IN_COMMAND)


class ActionsEnded(Event[GaslightBattle]):
    """The active unit does no more on this card: what is in contact now fights."""

    def apply(self, battle: GaslightBattle) -> None:
        battle.phase = FIGHTING


class CardEnded(Event[GaslightBattle]):
    """Everything that was done on this card is past."""

    def apply(self, battle: GaslightBattle) -> None:
        model: i64 = 0
        end: i64 = len(battle.marks)
        clear: i64 = ~(ACTED | HELD | CHARGED | IN_COMMAND)
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
        battle.phase = DRAWING


class TurnEnded(Event[GaslightBattle]):
    """The deck is empty: leaders are no longer new, nobody skips a card any more."""

    def apply(self, battle: GaslightBattle) -> None:
        model: i64 = 0
        end: i64 = len(battle.marks)
        clear: i64 = ~(SKIPS | SPENT | WAITS)
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
        unit.leadership = STAND_IN if self.stand_in else LED
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
        character.place = ATTACHED
        character.attached_to = self.unit
        character.acts_on = NOBODY
        character.leader = NOBODY
        character.leadership = NO_LEADER
        unit.attached = sorted([*unit.attached, self.character])
        battle.owner[i64(character.first)] = self.unit
        unit.pending |= character.pending
        character.pending = 0
        while self.character in battle.deck.left:
            battle.deck.left.remove(self.character)
        if self.waits:
            battle.mark(character.first, WAITS)


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
        if unit.leader == character.first:
            unit.leader = NOBODY
            unit.leadership = NO_LEADER
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
        unit.leadership = LED
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
                battle.mark(figure, ACTED | SPENT)
        battle.units[self.unit].left_neat = False
        if self.how in INTO_CONTACT:
            for figure in self.figures:
                if battle.engaged(figure):
                    battle.mark(figure, CHARGED)


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
            battle.mark(figure, ACTED | SPENT)


# ---------------------------------------------------------------- shooting


class Shot(Event[GaslightBattle]):
    """Something was fired; what with, the classes below say.

    `target` is a unit; `machine`: its machine is shot at, not its men; `model` the one that is named or aimed at.
    """

    def __init__(
        self,
        unit: int,
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        self.unit = unit
        self.how = how
        self.target = target
        self.machine = machine
        self.model = model
        self.distance = distance
        self.cover = cover
        self.hits = hits
        self.forced = forced  # by the failure chart
        self.ruling = ruling


class Fired(Shot):
    """Figures have shot with what they carry: a group at a unit, a character at a model, one man with cone or grenade.

    A shot that the failure chart calls for costs no action beyond that.
    """

    def __init__(
        self,
        unit: int,
        figures: list[int],
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        super().__init__(unit, how, target, machine, model, distance, cover, hits, forced, ruling)
        self.figures = figures

    def apply(self, battle: GaslightBattle) -> None:
        for figure in self.figures:
            if not self.forced:
                battle.mark(figure, ACTED | SPENT)
            if self.how == GRENADE:
                battle.grenades[i64(figure)] = battle.grenades[i64(figure)] - 1
                continue
            weapon = battle.cast[figure].weapon
            if weapon is not None and weapon.reload:
                battle.unmark(figure, LOADED)
        if self.how == AIMED and not self.forced:
            unit = battle.units[self.unit]
            unit.targets = [*unit.targets, target_code(self.target, self.machine)]


class GunFired(Shot):
    """A gun has fired: aimed shots, a shell or grapeshot."""

    def __init__(
        self,
        unit: int,
        crew: list[int],
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        super().__init__(unit, how, target, machine, model, distance, cover, hits, forced, ruling)
        self.crew = crew

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        for figure in self.crew:
            battle.mark(figure, ACTED | SPENT)
        battle.mark(unit.model, ACTED | SPENT)
        if unit.card.gun is not None and unit.card.gun.reload:
            battle.unmark(unit.model, LOADED)


class WeaponFired(Shot):
    """A weapon of a machine has fired, served by one man of the crew."""

    def __init__(
        self,
        unit: int,
        weapon: int,
        figure: int,
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        super().__init__(unit, how, target, machine, model, distance, cover, hits, forced, ruling)
        self.weapon = weapon
        self.figure = figure

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        battle.mark(self.figure, ACTED | SPENT)
        unit.weapons_fired |= 1 << self.weapon
        if unit.card.machine is not None and unit.card.machine.weapons[self.weapon].reload:
            unit.weapons_loaded &= ~(1 << self.weapon)


class Burst(Event[GaslightBattle]):
    """A shell, a grenade or an exploding machine bursts: on whom first (-1: a machine), and how many it may catch."""

    def __init__(self, x: float, y: float, radius: float, first: int, most: int, ruling: str) -> None:
        self.x = x
        self.y = y
        self.radius = radius
        self.first = first
        self.most = most
        self.ruling = ruling


class Struck(Event[GaslightBattle]):
    """A figure is hit: it saves itself, or is killed. `by`: the unit that hit it; `how`: as of a shot, or `melee`."""

    def __init__(self, figure: int, saved: bool, by: int, how: str, ruling: str = "") -> None:
        self.figure = figure
        self.saved = saved
        self.by = by
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if not self.saved:
            battle.remove(self.figure, LOST)


class Reloaded(Event[GaslightBattle]):
    def __init__(self, unit: int, figures: list[int]) -> None:
        self.unit = unit
        self.figures = figures

    def apply(self, battle: GaslightBattle) -> None:
        for figure in self.figures:
            battle.mark(figure, LOADED | ACTED | SPENT)


# ---------------------------------------------------------------- guns


class GunMoved(Event[GaslightBattle]):
    """A gun is moved or turned, and its crew with it (R103)."""

    def __init__(
        self, unit: int, x: float, y: float, facing: float, crew: list[int], xs: list[float], ys: list[float]
    ) -> None:
        self.unit = unit
        self.x = x
        self.y = y
        self.facing = facing
        self.crew = crew
        self.xs = xs
        self.ys = ys

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        battle.put(unit.model, self.x, self.y, self.facing)
        battle.mark(unit.model, ACTED | SPENT)
        for index in range(len(self.crew)):
            battle.put(self.crew[index], self.xs[index], self.ys[index], self.facing)
            battle.mark(self.crew[index], ACTED | SPENT)


class GunReloaded(Event[GaslightBattle]):
    def __init__(self, unit: int, crew: list[int]) -> None:
        self.unit = unit
        self.crew = crew

    def apply(self, battle: GaslightBattle) -> None:
        battle.mark(battle.units[self.unit].model, LOADED | ACTED | SPENT)
        for figure in self.crew:
            battle.mark(figure, ACTED | SPENT)


class GunHit(Event[GaslightBattle]):
    """A gun is hit: destroyed, or by switch out of order until it is repaired (R61)."""

    def __init__(self, unit: int, destroyed: bool, ruling: str) -> None:
        self.unit = unit
        self.destroyed = destroyed
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        if self.destroyed:
            battle.figures.state[i64(unit.model)] = LOST
            battle.lift(unit.model)
        else:
            battle.mark(unit.model, BROKEN)


class GunRepairTried(Event[GaslightBattle]):
    """The crew works on a broken gun (R61)."""

    def __init__(self, unit: int, crew: list[int], mended: bool) -> None:
        self.unit = unit
        self.crew = crew
        self.mended = mended

    def apply(self, battle: GaslightBattle) -> None:
        gun = battle.units[self.unit].model
        battle.mark(gun, ACTED | SPENT)
        if self.mended:
            battle.unmark(gun, BROKEN)
        for figure in self.crew:
            battle.mark(figure, ACTED | SPENT)


# ---------------------------------------------------------------- morale


class MoraleChecked(Event[GaslightBattle]):
    """A unit has checked its morale; a check on its own card clears every reason that was pending (R8)."""

    def __init__(self, unit: int, why: str, passed: bool, pending: int, ruling: str) -> None:
        self.unit = unit
        self.why = why
        self.passed = passed
        self.pending = pending  # the reasons there were
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if self.why == OWN_CARD:
            battle.units[self.unit].pending = 0


class FailureRolled(Event[GaslightBattle]):
    """The failure chart for each model, before any result is carried out. It replaces their action (R17, R18)."""

    def __init__(self, unit: int, figures: list[int], results: list[int], own_card: bool, ruling: str) -> None:
        self.unit = unit
        self.figures = figures
        self.results = results
        self.own_card = own_card
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        rules = battle.rules
        for index in range(len(self.figures)):
            result = self.results[index]
            if result == NO_RESULT:
                continue
            if self.own_card:
                if result != FREEZE or not rules.freeze_next_only:
                    battle.mark(self.figures[index], ACTED | SPENT)
            elif rules.receiving_uses_action:
                battle.mark(self.figures[index], SKIPS)


class Froze(Event[GaslightBattle]):
    """A model does nothing on its next card."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.mark(self.figure, FROZEN)


class RunsOff(Event[GaslightBattle]):
    """By switch (R16): from now on he runs for the edge on every card."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.mark(self.figure, RUNNING_OFF)


# ---------------------------------------------------------------- charge and close combat


class ChargeDeclared(Event[GaslightBattle]):
    """A unit declares a charge on another, or on its machine: the only one on this card."""

    def __init__(self, unit: int, target: int, machine: bool) -> None:
        self.unit = unit
        self.target = target
        self.machine = machine

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].no_charge = True


class TargetsGone(Event[GaslightBattle]):
    """Nobody is left to be charged: ordinary moves, without the bonus (R106)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].moves_only = True


class Fought(Event[GaslightBattle]):
    """A round of close combat: who was in it, and every hit, as the models that struck and were struck."""

    def __init__(self, models: list[int], strikers: list[int], struck: list[int], free: bool, ruling: str) -> None:
        self.models = models
        self.strikers = strikers
        self.struck = struck
        self.free = free  # free blows at one who breaks off
        self.ruling = ruling


class GrenadeSpent(Event[GaslightBattle]):
    """A grenade goes off in close combat with a machine (R100)."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.grenades[i64(self.figure)] = battle.grenades[i64(self.figure)] - 1


# ---------------------------------------------------------------- machines


class SustainRolled(Event[GaslightBattle]):
    """The engine keeps running, or stalls. `drives`: the roll belongs to a drive, which is used up."""

    def __init__(self, unit: int, figure: int, held: bool, state: State, drives: bool, ruling: str) -> None:
        self.unit = unit
        self.figure = figure  # who drives
        self.held = held
        self.state = state
        self.drives = drives
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        if self.drives:
            unit.drove = True
            if self.figure >= 0:
                battle.mark(self.figure, ACTED | SPENT)


class StartRolled(Event[GaslightBattle]):
    """An attempt to start the engine again, or to free the steering: it uses the drive."""

    def __init__(self, unit: int, figure: int, started: bool, state: State, ruling: str) -> None:
        self.unit = unit
        self.figure = figure
        self.started = started
        self.state = state
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        unit.drove = True
        battle.mark(self.figure, ACTED | SPENT)


class Drove(Event[GaslightBattle]):
    """A machine pivots and goes straight; `how` as of Moved."""

    def __init__(self, unit: int, how: str, x: float, y: float, facing: float, ruling: str) -> None:
        self.unit = unit
        self.how = how
        self.x = x
        self.y = y
        self.facing = facing
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.drove = True
        battle.put_hull(unit, self.x, self.y, self.facing)
        if self.how in INTO_CONTACT and battle.engaged(unit.model):
            battle.mark(unit.model, CHARGED)


class WeaponReloaded(Event[GaslightBattle]):
    """A man of the crew reloads a weapon of the machine."""

    def __init__(self, unit: int, weapon: int, figure: int) -> None:
        self.unit = unit
        self.weapon = weapon
        self.figure = figure

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.weapons_loaded |= 1 << self.weapon
        unit.weapons_fired |= 1 << self.weapon
        battle.mark(self.figure, ACTED | SPENT)


class MachineSaved(Event[GaslightBattle]):
    """A machine's saving throw: an outcome of OUTCOMES. A hit of any kind makes it check on its next card (R11)."""

    def __init__(self, unit: int, outcome: int, by_hand: bool, counts: bool, ruling: str) -> None:
        self.unit = unit
        self.outcome = outcome
        self.by_hand = by_hand
        self.counts = counts  # as a hit for morale
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if self.counts:
            battle.units[self.unit].pending |= VEHICLE_HIT


class ChartRolled(Event[GaslightBattle]):
    """A roll on one of the machine charts: which, and the face."""

    def __init__(self, unit: int, chart: str, column: str, face: int) -> None:
        self.unit = unit
        self.chart = chart
        self.column = column
        self.face = face


class MachineHarmed(Event[GaslightBattle]):
    """What a chart has done to a machine (do, which, by, held as of a Harm), and its state after it."""

    def __init__(self, unit: int, do: int, which: int, by: int, held: bool, state: State, ruling: str) -> None:
        self.unit = unit
        self.do = do
        self.which = which  # attribute, weapon or the crewman's place on the card
        self.by = by
        self.held = held
        self.state = state
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        if self.do == CREW_KILLED and not self.held:
            battle.remove(unit.first + self.which, LOST)


class MachineLost(Event[GaslightBattle]):
    """A machine is lost; `fate` says how. Its hull stays as a wreck, unless an explosion follows (R101)."""

    def __init__(self, unit: int, fate: int, ruling: str) -> None:
        self.unit = unit
        self.fate = fate
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = with_fate(unit.machine, self.fate)
        battle.figures.state[i64(unit.model)] = LOST


class Exploded(Event[GaslightBattle]):
    """A machine blows up like a shell of that size: nothing of it stays on the table."""

    def __init__(self, unit: int, shell: str, ruling: str) -> None:
        self.unit = unit
        self.shell = shell
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.hull = None
        unit.shape = None
        battle.lift(unit.model)


class MachineLeft(Event[GaslightBattle]):
    """A machine has been driven over the table's edge by the failure chart; its crew is told apart (R15, R101)."""

    def __init__(self, unit: int, how: str, ruling: str) -> None:
        self.unit = unit
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = with_fate(unit.machine, CREWLESS)
        unit.hull = None
        unit.shape = None
        battle.figures.state[i64(unit.model)] = FLED
        battle.lift(unit.model)


class MachineFailed(Event[GaslightBattle]):
    """By switch (R87) a failed check is one of MACHINE_RESULTS for the machine, in place of its crew's action."""

    def __init__(self, unit: int, result: int, own_card: bool, ruling: str) -> None:
        self.unit = unit
        self.result = result
        self.own_card = own_card
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if MACHINE_RESULTS[self.result] == STANDS_FIRM:
            return
        for figure in battle.aboard(battle.units[self.unit]):
            if self.own_card:
                battle.mark(figure, ACTED | SPENT)
            elif battle.rules.receiving_uses_action:
                battle.mark(figure, SKIPS)


class GotOut(Event[GaslightBattle]):
    """A man of the crew leaves the machine and stands beside it."""

    def __init__(self, figure: int, x: float, y: float, facing: float, ruling: str) -> None:
        self.figure = figure
        self.x = x
        self.y = y
        self.facing = facing
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.get_out(self.figure, self.x, self.y, self.facing)


class Boarded(Event[GaslightBattle]):
    """A man of the crew is aboard again (R102)."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.board(self.figure)


class SteamTicked(Event[GaslightBattle]):
    """The end of a turn for a machine that loses steam; `failed`: its power is gone now (R84)."""

    def __init__(self, unit: int, state: State, failed: bool, ruling: str) -> None:
        self.unit = unit
        self.state = state
        self.failed = failed
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].machine = self.state


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
        battle.units[self.unit].pending |= GM_CALL


class Scored(Event[GaslightBattle]):
    def __init__(self, side: int, points: int, what: str) -> None:
        self.side = side
        self.points = points
        self.what = what

    def apply(self, battle: GaslightBattle) -> None:
        battle.score = battle.score[:]
        battle.score[self.side] += self.points


class BattleEnded(Event[GaslightBattle]):
    def __init__(self, winner: int, verdict: str, ruling: str = "") -> None:
        self.winner = winner
        self.verdict = verdict
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.finished = True
        battle.winner = self.winner
        battle.verdict = self.verdict


def target_code(unit: int, machine: bool) -> int:
    """A unit's men, or its machine, as one number."""
    return -1 - unit if machine else unit
