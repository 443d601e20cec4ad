"""A charge rehearsed on copies of the table: what its odds need to know and only a table can say.

Nobody throws there. Each result is carried out by the text that plays it, on a copy of its own, and the next test, the
way home and the sides of the melee are read off that copy.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Scripted
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.system import System
from playsheet.rules.gettysburg.battle.fight_events import ChargeBegan, Engaged, LeftMelee
from playsheet.rules.gettysburg.battle.move_events import FiguresLost, WasDispersed
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle, Melee
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.charge import (
    BEHIND,
    COUNTERED,
    DESTROYED,
    EVADED,
    FIRST,
    GOING,
    GUNS_TAKEN,
    SECOND,
    SHAKEN,
    UNTESTED,
    Aimed,
    Home,
    Meeting,
    Sketch,
)
from playsheet.rules.gettysburg.dice.fire import Shot, Volley
from playsheet.rules.gettysburg.dice.melee import Fighter, Side
from playsheet.rules.gettysburg.dice.morale import MoraleSituation
from playsheet.rules.gettysburg.options.charge import Charger, reactions, supporters
from playsheet.rules.gettysburg.options.fight_choices import COUNTER_CHARGE, EVADE, FIRE, PREPARE, STAND, OfUnit, Shoot
from playsheet.rules.gettysburg.options.fire import mark_of, shots
from playsheet.rules.gettysburg.options.melee_sides import Bout, largest_of, may_fight_rapidly, ranged, situation
from playsheet.rules.gettysburg.table.charge.resolving import OnTable
from playsheet.rules.gettysburg.table.fire import shot_of, volley_of
from playsheet.rules.gettysburg.table.losses import begin_flight
from playsheet.rules.gettysburg.table.morale import charged_mood, charging_mood
from playsheet.rules.gettysburg.table.results import falter, run_at_once
from playsheet.rules.gettysburg.terms import (
    Ammunition,
    Arm,
    ChargeStart,
    CrossingResult,
    Formation,
    MoraleResult,
    TargetReaction,
    UnformedBy,
    UnitState,
    Zone,
)

REACTION_OPTIONS: Final[list[Option]] = [FIRE, STAND, PREPARE, EVADE]  # by TargetReaction


class Usual(Player):
    """Answers as the odds assume: the reaction that they are about, to meet a charge, and else the first option."""

    def __init__(self, reaction: int) -> None:
        self.reaction: Final = reaction

    def choose(self, battle: Battle, question: Question) -> Option:
        if question.kind == "counter":
            return COUNTER_CHARGE
        if question.kind == "reaction":
            wanted = REACTION_OPTIONS[self.reaction]
            # fire is not carried out here: its dice are the odds' own
            return wanted if wanted is not FIRE and wanted in question.options else STAND
        return question.options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        return question.region.samples()[0]


def copied(system: System[GettysburgBattle], battle: GettysburgBattle, reaction: int) -> Game[GettysburgBattle]:
    """A game on a copy of the table."""
    twin = battle.clone()
    seats = 1 + max([unit.seat for unit in twin.units] + [army.seat for army in twin.armies])
    players: list[Player | None] = [Usual(reaction) for _ in range(seats)]
    return Game(system, twin, players, Scripted([]), False, [False for _ in range(seats)])


def course_on(game: Game[GettysburgBattle], charges: list[Charge], target: int) -> OnTable:
    units = game.battle.units
    return OnTable(game, units[target], [Charger(charge, units[charge.unit]) for charge in charges])


class Rehearsal(Sketch):
    """The charges on one target as they would go, from their start or from the halfway point."""

    def __init__(
        self,
        system: System[GettysburgBattle],
        battle: GettysburgBattle,
        charges: list[Charge],
        own: int,
        *,
        begun: bool,
    ) -> None:
        self.own: Final = own  # the charger that the odds are about
        self.begun: Final = begun  # they stand at the halfway point
        self.system: Final = system
        self.charges: Final = charges
        self.target: Final = charges[0].target
        self.reaction = TargetReaction.HOLDS_FIRE
        self.course: OnTable = course_on(copied(system, battle, self.reaction), charges, self.target)
        self.first: Final[list[list[int]]] = []  # the defences before the halfway point
        self.supporting: list[int] = []  # who gives support fire
        self.causes: Final = [battle.units[charge.unit].cause for charge in charges]
        for k in range(len(charges)):
            if not begun:
                self.course.game.tell(ChargeBegan(charges[k].unit, self.target, ChargeStart.DECLARED, ""))
        for k in range(len(charges)):
            self.first.append([] if begun else self.course.defences(k, FIRST))
            if not begun:
                self.course.goes(k, FIRST, over(self.first[k]))
        self.nodes: Final[dict[str, OnTable]] = {}  # a copy for each way that the charge has gone
        self.homes: Final[dict[str, list[Home]]] = {}
        self.meetings: Final[dict[str, Meeting]] = {}

    def battle(self) -> GettysburgBattle:
        return self.course.game.battle

    def reacts(self, reaction: int) -> None:
        """The target does that; it rises if it lies down."""
        self.course = self.branched(self.course, reaction)
        self.reaction = reaction
        game = self.course.game
        self.course.reacts(game.dice)

    def rises(self) -> None:
        self.course = self.branched(self.course, self.reaction)
        self.course.rises()

    def can_fire(self) -> bool:
        """Is fire among the target's reactions?"""
        course = self.course
        target = course.target
        if target.in_melee() or target.flees():
            return False
        return FIRE in reactions(course.game.battle, target, course.units())

    def branched(self, course: OnTable, reaction: int) -> OnTable:
        """The same place on another copy."""
        twin = course_on(copied(self.system, course.game.battle, reaction), self.charges, self.target)
        twin.reaction = course.reaction
        twin.ran = course.ran
        twin.flanked = course.flanked
        twin.countered = course.countered
        twin.recoiled = course.recoiled
        for k in range(len(self.charges)):
            twin.over[k] = course.over[k]
        return twin

    # ------------------------------------------------------------ fire

    def volley(self) -> Aimed:
        """The target's own."""
        return self.aimed(self.course.target)

    def supports(self) -> list[Aimed]:
        """Of all friends who can, in the order of the roster."""
        battle = self.battle()
        target = self.course.target
        found: list[Aimed] = []
        for seat in range(len(self.course.game.players)):
            for option in supporters(battle, target, self.course.units(), seat):
                assert isinstance(option, OfUnit)
                self.supporting.append(option.unit)
                found.append(self.aimed(battle.units[option.unit]))
        return found

    def aimed(self, unit: Unit) -> Aimed:
        return AimedOnTable(self.battle(), self.charges, unit)

    # ------------------------------------------------------------ tests

    def after(self, results: list[int], upto: int, lost: list[int], target_lost: int) -> OnTable:
        """The table after these losses, and what has become of the first so many chargers."""
        decided = results[:upto]
        key = f"{decided} {lost} {target_lost}"
        if key not in self.nodes:
            if not decided:
                self.nodes[key] = self.thinned(lost, target_lost)
            else:
                course = self.branched(self.after(results, upto - 1, lost, target_lost), self.reaction)
                ends(course, upto - 1, decided[-1])
                self.nodes[key] = course
        return self.nodes[key]

    def thinned(self, lost: list[int], target_lost: int) -> OnTable:
        """The halfway point with these losses: ranks close up; whoever has nobody left is taken away by his result."""
        if target_lost == 0 and not any(lost):
            return self.course
        course = self.branched(self.course, self.reaction)
        for k in range(len(lost)):
            thin(course, course.chargers[k].unit, lost[k])
        thin(course, course.target, target_lost)
        return course

    def to_charge(self, charger: int, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        course = self.after(results, charger, lost, target_lost)
        held = course.chargers[charger]
        return charging_mood(course.game.battle, held.unit, course.target, held.lost(), held.charge.zone)

    def counter(self, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        course = self.after(results, len(results), lost, target_lost)
        return charging_mood(course.game.battle, course.target, course.nearest(), 0, Zone.FRONT)

    def charged(self, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        course = self.after(results, len(results), lost, target_lost)
        return charged_mood(course.game.battle, course.target, course.units(), course.flanked)

    # ------------------------------------------------------------ home

    def home(self, charger: int, results: list[int], answer: int, lost: list[int], target_lost: int) -> Home:
        tested = self.after(results, len(results), lost, target_lost)
        self.at_home(tested, results, answer)
        return self.homes[home_key(tested, results, answer)][charger]

    def at_home(self, tested: OnTable, results: list[int], answer: int) -> OnTable:
        """The table when all who charge home have come home: the same for losses that leave everybody as wide."""
        key = home_key(tested, results, answer)
        if key in self.nodes:
            return self.nodes[key]
        course = self.branched(tested, self.reaction)
        answers(course, answer)
        found = [Home([], touches=False) for _ in results]
        for k in course.going():
            if k in course.going():
                defences = course.defences(k, SECOND)
                course.goes(k, SECOND, over(defences))
                found[k] = Home(defences, touches=course.chargers[k].unit.in_melee())
        self.nodes[key] = course
        self.homes[key] = found
        return course

    def meeting(
        self, results: list[int], answer: int, met: list[int], lost: list[int], unformed: list[int], target_lost: int
    ) -> Meeting:
        """The melee as it would be read in its phase, every faster weapon used; each is read once."""
        key = f"{results} {answer} {met} {lost} {unformed} {target_lost}"
        if key not in self.meetings:
            self.meetings[key] = self.melee_of(results, answer, met, lost, unformed, target_lost)
        return self.meetings[key]

    def melee_of(
        self, results: list[int], answer: int, met: list[int], lost: list[int], unformed: list[int], target_lost: int
    ) -> Meeting:
        tested = self.after(results, len(results), lost, target_lost)
        course = self.branched(self.at_home(tested, results, answer), self.reaction)
        battle = course.game.battle
        for k in range(len(results)):
            unit = course.chargers[k].unit
            if unit.in_melee() and k not in met:
                course.game.tell(LeftMelee(unit.id, ""))
            if k in met and not unit.in_melee():  # it was wider before it lost somebody in defences
                course.game.tell(Engaged(unit.id, self.target, [unit.id], flanked=False, ruling=""))
        for k in met:
            unit = course.chargers[k].unit
            unit.cause = UnformedBy.TERRAIN if unformed[k] else self.causes[k]
            leave(course, unit, tested.chargers[k].unit.figures)
        leave(course, course.target, tested.target.figures)
        melee = melee_of(battle, course.target)
        sides = ranged(battle, melee)
        leads = [largest_of(units)[0].id for units in sides]
        fast = [each.id for units in sides for each in units if may_fight_rapidly(each)]
        return met_by(course, situation(battle, melee, leads, fast))


class AimedOnTable(Aimed):
    """The fire of one unit at chargers as they stand: canister where it reaches; no token, and no pouring it on."""

    def __init__(self, battle: GettysburgBattle, charges: list[Charge], unit: Unit) -> None:
        super().__init__([None for _ in charges], [None for _ in charges])
        self.battle: Final = battle
        self.charges: Final = charges
        self.unit: Final = unit
        self.known: Final[dict[str, Aimed]] = {}  # one shot each, by charger and losses

    def shot(self, charger: int, lost: int) -> Shot | None:
        return self.at(charger, lost).shots[0]

    def volley(self, charger: int, lost: int) -> Volley | None:
        return self.at(charger, lost).volleys[0]

    def at(self, charger: int, lost: int) -> Aimed:
        key = f"{charger} {lost}"
        if key not in self.known:
            self.known[key] = self.looked_for(charger, lost)
        return self.known[key]

    def looked_for(self, charger: int, lost: int) -> Aimed:
        battle = self.battle
        if lost:
            battle = battle.clone()
            held = battle.units[self.charges[charger].unit]
            FiguresLost(held.id, lost, held.pending_half, "", "").apply(battle)
        unit = battle.units[self.unit.id]
        target = battle.units[self.charges[charger].unit]
        mark = mark_of(battle, unit, target, [charge.unit for charge in self.charges]) if target.figures else None
        if mark is None:
            return Aimed([None], [None])
        if unit.formation == Formation.SKIRMISH:
            return Aimed([None], [volley_of(battle, unit, mark)])
        return Aimed([shot_of(battle, unit, mark, usual_shot(battle, unit, shots(battle, unit, mark)))], [None])


def thin(course: OnTable, unit: Unit, lost: int) -> None:
    if 0 < lost < unit.figures:
        course.game.tell(FiguresLost(unit.id, lost, unit.pending_half, "", ""))


def leave(course: OnTable, unit: Unit, figures: int) -> None:
    """So many are left: whoever is as wide with more or fewer has come home in the same way."""
    if unit.figures != figures:
        course.game.tell(FiguresLost(unit.id, unit.figures - figures, unit.pending_half, "", ""))


def over(defences: list[int]) -> list[int]:
    """All of them crossed in order: what the dice say of them is the odds' own."""
    return [CrossingResult.CROSSES for _ in defences]


def usual_shot(battle: GettysburgBattle, unit: Unit, options: list[Option]) -> Shoot:
    """Canister if it reaches."""
    for option in options:
        if isinstance(option, Shoot) and unit.arm == Arm.ARTILLERY and option.ammunition == Ammunition.CANISTER:
            return option
    plain = options[0]
    assert isinstance(plain, Shoot)
    return plain


def ends(course: OnTable, charger: int, result: int) -> None:
    """What has become of a charger at the halfway point."""
    game = course.game
    unit = course.chargers[charger].unit
    if result == MoraleResult.CHARGE or result == GOING:
        course.passes(charger)
        return
    course.over[charger] = True
    if result == DESTROYED:
        if unit.on_table():  # a detachment has gone with its regiment
            game.tell(WasDispersed(unit.id, "", False, ""))
    elif result == SHAKEN:
        falter(game, unit, course.target.id, "", "")
    elif result == BEHIND:
        unit.state = UnitState.GONE_TO_GROUND
    else:
        course.fails(charger, result)


def answers(course: OnTable, answer: int) -> None:
    """What the target does; a battery that gets its guns away needs no dice here."""
    game = course.game
    target = course.target
    if answer in (UNTESTED, EVADED) or not target.on_table():
        return
    if answer == COUNTERED:
        course.counters()
    elif answer == GUNS_TAKEN:
        game.tell(WasDispersed(target.id, "", False, ""))
    elif answer in (MoraleResult.RETREAT, MoraleResult.ROUT) and target.formation == Formation.DEPLOYED:
        state = UnitState.ROUTING if answer == MoraleResult.ROUT else UnitState.RETREATING
        begin_flight(game, target, state, course.nearest().id, "", "")
        course.ran += run_at_once(game, target)
    else:
        course.receives(game.dice, answer)


def home_key(tested: OnTable, results: list[int], answer: int) -> str:
    """What the way home hangs on; losses by the room that whoever is left takes."""
    shapes = [tested.target.shape] + [held.unit.shape for held in tested.chargers]
    room = [f"{shape.half_w:.6f}x{shape.half_d:.6f}" for shape in shapes]
    return ",".join([str(result) for result in results]) + f"/{answer} {' '.join(room)}"


def melee_of(battle: GettysburgBattle, unit: Unit) -> Melee:
    for melee in battle.melees:
        if melee.id == unit.melee:
            return melee
    raise AttributeError(f"{unit.name} is in no melee")


def met_by(course: OnTable, bout: Bout) -> Meeting:
    """The chargers' side first."""
    own = course.chargers[0].unit.side
    parties = [party for party in bout.parties if party.units[0].side == own]
    parties += [party for party in bout.parties if party.units[0].side != own]
    sides: list[Side] = [party.side for party in parties]
    units = [party.units for party in parties]
    routs = len(parties) == 1
    if routs:
        lead = bout.routers[0]
        sides.append(Side([Fighter(lead.arm, lead.grade, lead.figures)], 0))
        units.append(bout.routers)
    places = [units[0].index(charger.unit) if charger.unit in units[0] else -1 for charger in course.chargers]
    target = units[1].index(course.target) if course.target in units[1] else -1
    meeting = Meeting(sides, [[unit.figures for unit in each] for each in units], places, target)
    meeting.pending[0] = units[0][0].pending_half
    meeting.pending[1] = units[1][0].pending_half
    meeting.routs = routs
    return meeting
