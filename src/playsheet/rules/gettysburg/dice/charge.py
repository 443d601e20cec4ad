"""A charge, told once: its steps in the sheet's order, run on the table by `table/charge` and on paper by a form."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.events import Throw
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gettysburg.dice.double_six import mishap
from playsheet.rules.gettysburg.dice.fire import (
    Hit,
    Mishaps,
    Shot,
    Skulking,
    Volley,
    fire,
    shot_at,
    skirmish_fire,
    volley_at,
)
from playsheet.rules.gettysburg.dice.first_round import Key, Throws, round_on_paper
from playsheet.rules.gettysburg.dice.melee import (
    Clash,
    Side,
    captures,
    cut_down,
    emergency_limbering,
    limbering_account,
    melee_loss,
    shares,
)
from playsheet.rules.gettysburg.dice.morale import MoraleSituation, morale_test
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    OBSTACLES,
    CrossingResult,
    Formation,
    Gun,
    LimberingResult,
    MeleeResult,
    MoraleResult,
    MoraleTest,
    Obstacle,
    TargetReaction,
    UnitState,
)

REACTIONS: Final = ("fire", "hold-fire", "counter-charge", "evade")

# by switch a counter-charger tests to charge (R28): what that makes of a unit that is being charged
COUNTER_TESTS: Final = {
    MoraleResult.CHARGE: MoraleResult.STAND_OR_COUNTER,
    MoraleResult.HALT_VOLLEY: MoraleResult.OBEY,
    MoraleResult.GO_TO_GROUND: MoraleResult.FALTER,
}


# ---------------------------------------------------------------- how far


def contact(allowance: float, gap: float, ran: float) -> bool:
    """Does a charger reach a target that has run so far?"""
    return allowance + TOLERANCE >= gap + ran


def allowance(rules: GettysburgRules, pace: float, obstacles: list[int], packs: bool) -> float:
    """The charge move after the defences on the way, and with packs down."""
    inches = pace + (rules.down_packs if packs else 0.0)
    left = inches
    for obstacle in obstacles:
        left -= inches * crossing_share(rules, obstacle)
    return left if left > 0.0 else 0.0


def crossing_share(rules: GettysburgRules, obstacle: int) -> float:
    """What of a charge a defence costs; works cost nothing to charge into (4.5.8)."""
    if obstacle == Obstacle.NONE:
        return 0.0
    return (rules.charging_into_works if obstacle == Obstacle.WORKS else rules.crossing_cost) / 2.0


def ran_by(rules: GettysburgRules, result: int, flight: float) -> float:
    """How far a target goes for its result, over open ground."""
    if result in (MoraleResult.RETREAT, MoraleResult.ROUT):
        return flight
    return rules.falter_recoil if result == MoraleResult.FALTER_RECOIL else 0.0


# ---------------------------------------------------------------- crossing defences


CROSSING: Final = [
    Throw(f"Crossing {id}", "crossing-defences", id, "", "R38") for id in OBSTACLES[Obstacle.ABATIS : Obstacle.WORKS]
]


def cross(dice: Dice, rules: GettysburgRules, obstacle: int) -> int:
    """One of CROSSINGS; works and trenches are crossed without a roll."""
    if obstacle in (Obstacle.NONE, Obstacle.WORKS):
        return CrossingResult.CROSSES
    place = obstacle - Obstacle.ABATIS
    return dice.pool(1, rules.crossings[place], CROSSING[place]).index(1)


def cross_defences(dice: Dice, rules: GettysburgRules, obstacles: list[int]) -> list[int]:
    """What comes of each defence on a way, in order; one that keeps the unit on its near side is the last (R38)."""
    found: list[int] = []
    for obstacle in obstacles:
        if not found or found[-1] != CrossingResult.STAYS_BEHIND:
            found.append(cross(dice, rules, obstacle))
    return found


def stays_behind(crossed: list[int]) -> bool:
    """Gone to ground before one of them?"""
    return CrossingResult.STAYS_BEHIND in crossed


def is_unformed_by(crossed: list[int]) -> bool:
    return CrossingResult.CROSSES_UNFORMED in crossed or CrossingResult.CROSSES_UNFORMED_LOSES in crossed


def lost_crossing(rules: GettysburgRules, crossed: list[int]) -> int:
    """Figures."""
    return rules.crossing_figures * crossed.count(CrossingResult.CROSSES_UNFORMED_LOSES)


# ---------------------------------------------------------------- the steps

# the halves of the way in
FIRST: Final = 0
SECOND: Final = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """What only a table knows of a charge, and who is told what comes of it. Chargers are numbered as declared."""

    def going(self) -> list[int]:
        """The chargers that are still on their way in."""
        raise NotImplementedError

    def defences(self, charger: int, half: int) -> list[int]:
        """The defences that it crosses on this half of its way: OBSTACLES, the nearest first."""
        raise NotImplementedError

    def goes(self, charger: int, half: int, crossed: list[int]) -> None:
        """So far as that half leads and the defences let it."""
        raise NotImplementedError

    def intercepted(self, dice: Dice) -> None:
        """Opportunity charges at chargers (R31). On paper there are none."""

    def is_there(self) -> bool:
        """Is the target still on the table?"""
        raise NotImplementedError

    def reacts(self, dice: Dice) -> None:
        """The target's one choice, carried out at once (R26)."""
        raise NotImplementedError

    def supports(self, dice: Dice) -> None:
        """Its friends fire (R27)."""
        raise NotImplementedError

    def rises(self) -> None:
        """A target on the ground gets up (R97)."""

    def is_tested(self, charger: int) -> bool:
        """By switch an uncontrolled charge is not (R30)."""
        return True

    def tests_to_charge(self, dice: Dice, charger: int) -> int:
        raise NotImplementedError

    def fails(self, charger: int, result: int) -> None:
        """Anything but Charge! is the end of it (4.5.5)."""
        raise NotImplementedError

    def passes(self, charger: int) -> None:
        """It charges home."""

    def takes_test(self) -> bool:
        """Evaders, routers and units locked in melee do not (4.5.6, 4.5.10, R109)."""
        raise NotImplementedError

    def is_prepared(self) -> bool:
        """To counter-charge."""
        raise NotImplementedError

    def tests_counter(self, dice: Dice) -> int:
        """To charge, by switch (R28)."""
        raise NotImplementedError

    def tests_charged(self, dice: Dice) -> int:
        raise NotImplementedError

    def counters(self) -> bool:
        """Steady and prepared, does it go to meet them?"""
        raise NotImplementedError

    def receives(self, dice: Dice, result: int) -> None:
        """What the target does unless it counter-charges (4.5.7); guns limber first (R88)."""
        raise NotImplementedError

    def comes_home(self) -> None:
        """Everybody has gone as far as he gets."""

    def fights(self, dice: Dice) -> None:
        """The first round. On the table it waits for the melees."""


def first_half(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Chargers move to the halfway point (R25); defences before it are diced for there, by every charger (R141)."""
    for charger in course.going():
        course.goes(charger, FIRST, cross_defences(dice, rules, course.defences(charger, FIRST)))


def interception(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Opportunity charges come between (4.5.2)."""
    course.intercepted(dice)


def reaction(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Defenders react, or fire."""
    if course.going() and course.is_there():
        course.reacts(dice)


def support_fire(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Support fire; then a target on the ground gets up."""
    if course.going() and course.is_there():
        course.supports(dice)
    course.rises()


def test_to_charge(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Chargers test morale to charge home, each as declared."""
    for charger in course.going():
        if charger not in course.going():
            continue  # those before it have run into it
        result = course.tests_to_charge(dice, charger) if course.is_tested(charger) else MoraleResult.CHARGE
        if result == MoraleResult.CHARGE:
            course.passes(charger)
        else:
            course.fails(charger, result)


def test_being_charged(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Defenders and counter-chargers test morale, if anybody comes home (4.5.6)."""
    if not course.going() or not course.is_there() or not course.takes_test():
        return
    if course.is_prepared() and rules.counter_to_charge:
        thrown = course.tests_counter(dice)
        result = COUNTER_TESTS.get(thrown, thrown)
    else:
        result = course.tests_charged(dice)
    if result != MoraleResult.STAND_OR_COUNTER or not course.is_prepared() or not course.counters():
        course.receives(dice, result)


def second_half(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Home, over the defences that are left (4.5.8, R110)."""
    for charger in course.going():
        if charger in course.going():
            course.goes(charger, SECOND, cross_defences(dice, rules, course.defences(charger, SECOND)))
    course.comes_home()


def first_round(dice: Dice, rules: GettysburgRules, course: Course) -> None:
    """Whoever is in contact fights."""
    course.fights(dice)


CHARGE: Final = (
    first_half,
    interception,
    reaction,
    support_fire,
    test_to_charge,
    test_being_charged,
    second_half,
    first_round,
)
INTERCEPTION: Final = (test_to_charge, test_being_charged, second_half)  # no halfway point, no fire (R145)


# ---------------------------------------------------------------- a charge on paper

# what has become of a charger: one of RESULTS, or
GOING: Final = -1
SHAKEN: Final = -2  # a double six made it falter, or retire
DESTROYED: Final = -3  # nobody left
BEHIND: Final = -4  # gone to ground before a defence

# what the target has done: one of RESULTS, or
UNTESTED: Final = -1
EVADED: Final = -2
GUNS_TAKEN: Final = -3  # the battery was lost before contact
COUNTERED: Final = -4  # it went to meet them

NOT_FOUGHT: Final = -1


class Attacker:
    """A charger on paper."""

    def __init__(self, figures: int, pending: int) -> None:
        self.figures: Final = figures
        self.pending: Final = pending  # the half that waits on it
        self.defences: list[int] = []  # before the halfway point
        self.cavalry = False
        self.under_fire = False  # earlier in the turn
        self.is_tested = True
        self.detachment = -1  # which of the chargers is its own, and goes when it goes (R125)


class Defender:
    """The target on paper."""

    def __init__(self, grade: int, figures: int, formation: int) -> None:
        self.grade: Final = grade
        self.figures: Final = figures
        self.formation: Final = formation
        self.state = UnitState.OK
        self.gun = Gun.NONE
        self.guns = 0
        self.in_melee = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Aimed:
    """What one unit fires at the chargers: a shot or a volley of skirmishers for each of them, None if it cannot."""

    def __init__(self, shots: list[Shot | None], volleys: list[Volley | None]) -> None:
        self.shots: Final = shots
        self.volleys: Final = volleys

    def shot(self, charger: int, lost: int) -> Shot | None:
        """At one that has lost so many figures; on a table it may have shrunk out of the arc."""
        return self.shots[charger]

    def volley(self, charger: int, lost: int) -> Volley | None:
        return self.volleys[charger]


class Home:
    """How a charger comes home: in contact or not, and over which defences."""

    def __init__(self, defences: list[int], *, touches: bool) -> None:
        self.defences: Final = defences
        self.touches: Final = touches


class Meeting:
    """Those who are in contact at the end of a charge: both sides, with the figures of every unit."""

    def __init__(self, sides: list[Side], crowds: list[list[int]], own: list[int], target: int) -> None:
        self.sides: Final = sides  # the chargers', then the target's
        self.crowds: Final = crowds
        self.own: Final = own  # each charger's place in its crowd, -1: it is not there
        self.target: Final = target  # its place
        self.pending: Final = [0, 0]  # the half that waits on the first unit of each
        self.routs = False  # the target, and nobody with it fights back


@mypyc_attr(allow_interpreted_subclasses=True)
class Sketch:
    """What would be found on the table on the way in. `results`: of each charger so far; `answer`: of the target.

    `lost`: figures of each charger, `target_lost` of the target: who has lost some takes less room, and others may be
    too far from it then. Each situation is a new one.
    """

    def to_charge(self, charger: int, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        """Its test."""
        raise NotImplementedError

    def counter(self, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        """The target's test to charge, by switch (R28)."""
        raise NotImplementedError

    def charged(self, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        raise NotImplementedError

    def home(self, charger: int, results: list[int], answer: int, lost: list[int], target_lost: int) -> Home:
        raise NotImplementedError

    def meeting(
        self, results: list[int], answer: int, met: list[int], lost: list[int], unformed: list[int], target_lost: int
    ) -> Meeting:
        """Who fights, with the figures that each charger and the target have lost, and who was unformed on the way."""
        raise NotImplementedError


class Plan:
    """The charge on paper: who charges, whom, what the target does, who fires, and the table as it is known."""

    def __init__(self, attackers: list[Attacker], target: Defender, sketch: Sketch) -> None:
        self.attackers: Final = attackers
        self.target: Final = target
        self.sketch: Final = sketch
        self.own = 0  # the charger that it is about
        self.reaction = TargetReaction.HOLDS_FIRE
        self.counters = True  # does it go when it is prepared and steady?
        self.volley: Aimed | None = None  # the target's reaction
        self.supports: list[Aimed] = []
        self.yell = False  # the token, for that charger
        self.assumed: list[str] = []  # what else these odds take for granted, a sentence each


# the places of the state: the target's, then so many of each charger
TARGET_LOST: Final = 0
GUNS_LOST: Final = 1  # by limbering in haste, or a burst barrel
ANSWER: Final = 2
WINNER: Final = 3
MELEE: Final = 4
CHARGERS: Final = 5
LOST: Final = 0
PENDING: Final = 1
RESULT: Final = 2
UNFORMED: Final = 3  # by what it has crossed
SHOT_AT: Final = 4
MET: Final = 5  # in contact
EACH: Final = 6


class OnPaper(Course):
    """The course of a charge that has only its plan to go by."""

    def __init__(self, rules: GettysburgRules, plan: Plan, state: State, chains: Skulking, melees: Melees) -> None:
        self.rules: Final = rules
        self.plan: Final = plan
        self.begun: Final = state
        self.chains: Final = chains
        self.melees: Final = melees
        n = len(plan.attackers)
        self.target_lost = state[TARGET_LOST]
        self.guns_lost = state[GUNS_LOST]
        self.answer = state[ANSWER]
        self.winner = state[WINNER]
        self.melee = state[MELEE]
        self.lost: Final = [state[CHARGERS + EACH * k + LOST] for k in range(n)]
        self.pending: Final = [state[CHARGERS + EACH * k + PENDING] for k in range(n)]
        self.results: Final = [state[CHARGERS + EACH * k + RESULT] for k in range(n)]
        self.unformed: Final = [state[CHARGERS + EACH * k + UNFORMED] for k in range(n)]
        self.shot_at: Final = [state[CHARGERS + EACH * k + SHOT_AT] for k in range(n)]
        self.met: Final = [state[CHARGERS + EACH * k + MET] for k in range(n)]

    def state(self) -> State:
        found = [self.target_lost, self.guns_lost, self.answer, self.winner, self.melee]
        for k in range(len(self.plan.attackers)):
            found += [self.lost[k], self.pending[k], self.results[k], self.unformed[k], self.shot_at[k], self.met[k]]
        return tuple(found)

    # ------------------------------------------------------------ the way

    def going(self) -> list[int]:
        """Before the tests all who have not been stopped, after them all who have passed."""
        return [
            k for k in range(len(self.results)) if self.results[k] in (GOING, MoraleResult.CHARGE) and not self.met[k]
        ]

    def is_there(self) -> bool:
        return self.answer != GUNS_TAKEN and self.target_lost < self.plan.target.figures

    def home(self, charger: int) -> Home:
        """As wide as all were when they set out on this half."""
        lost = [self.begun[CHARGERS + EACH * k + LOST] for k in range(len(self.lost))]
        return self.plan.sketch.home(charger, self.results, self.answer, lost, self.begun[TARGET_LOST])

    def defences(self, charger: int, half: int) -> list[int]:
        return self.plan.attackers[charger].defences if half == FIRST else self.home(charger).defences

    def goes(self, charger: int, half: int, crossed: list[int]) -> None:
        self.loses(charger, lost_crossing(self.rules, crossed))
        if is_unformed_by(crossed):
            self.unformed[charger] = 1
        if self.results[charger] == DESTROYED:
            return
        if stays_behind(crossed):
            if half == FIRST:
                self.results[charger] = BEHIND
        elif half == SECOND and self.home(charger).touches:
            self.met[charger] = 1

    def loses(self, charger: int, figures: int) -> None:
        self.lost[charger] = min(self.lost[charger] + figures, self.plan.attackers[charger].figures)
        if self.lost[charger] == self.plan.attackers[charger].figures:
            self.results[charger] = DESTROYED
            detachment = self.plan.attackers[charger].detachment
            if detachment >= 0:
                self.results[detachment] = DESTROYED

    # ------------------------------------------------------------ fire

    def reacts(self, dice: Dice) -> None:
        plan = self.plan
        if plan.reaction == TargetReaction.EVADES:
            self.answer = EVADED
        elif plan.reaction == TargetReaction.FIRES and plan.volley is not None:
            seen = Mishaps(self.chains)
            rifled = self.fires(dice, plan.volley, seen)
            cost = mishap(self.rules, rifled_fire=rifled)
            self.target_lost = min(self.target_lost + seen.times * cost.figures, plan.target.figures)
            self.guns_lost += seen.times * cost.guns

    def supports(self, dice: Dice) -> None:
        for aimed in self.plan.supports:
            self.fires(dice, aimed, Mishaps(self.chains))

    def fires(self, dice: Dice, aimed: Aimed, seen: Mishaps) -> bool:
        """At the first charger that comes on and that it can fire at; is it rifled guns that have fired?"""
        for charger in self.going():
            shot = aimed.shot(charger, self.lost[charger])
            volley = aimed.volley(charger, self.lost[charger])
            if shot is not None or volley is not None:
                self.hit(charger, self.thrown(dice, charger, shot, volley, seen))
                return shot is not None and shot.burst
        return False

    def thrown(self, dice: Dice, charger: int, shot: Shot | None, volley: Volley | None, seen: Mishaps) -> Hit:
        left = self.plan.attackers[charger].figures - self.lost[charger]
        if shot is not None:
            return fire(dice, self.rules, shot_at(shot, left, self.pending[charger]), seen)
        assert volley is not None
        return skirmish_fire(dice, self.rules, volley_at(volley, left, self.pending[charger]), seen)

    def hit(self, charger: int, hit: Hit) -> None:
        """A double six may end the charge."""
        self.shot_at[charger] = 1
        self.pending[charger] = hit.pending
        self.loses(charger, hit.figures)
        if self.results[charger] == GOING and (hit.falters() or hit.retires() > 0.0):
            self.results[charger] = SHAKEN

    # ------------------------------------------------------------ tests

    def is_tested(self, charger: int) -> bool:
        return self.plan.attackers[charger].is_tested

    def tests_to_charge(self, dice: Dice, charger: int) -> int:
        mood = self.plan.sketch.to_charge(charger, self.results, self.lost, self.target_lost)
        mood.unformed = mood.unformed or self.unformed[charger] == 1
        mood.under_fire = self.plan.attackers[charger].under_fire or self.shot_at[charger] == 1
        mood.rebel_yell = self.plan.yell and charger == self.plan.own
        return morale_test(dice, self.rules, MoraleTest.TO_CHARGE, mood, 0)

    def fails(self, charger: int, result: int) -> None:
        self.results[charger] = result

    def passes(self, charger: int) -> None:
        self.results[charger] = MoraleResult.CHARGE

    def takes_test(self) -> bool:
        target = self.plan.target
        return self.answer != EVADED and target.state != UnitState.ROUTING and not target.in_melee

    def is_prepared(self) -> bool:
        return self.plan.reaction == TargetReaction.COUNTER_CHARGES

    def tests_counter(self, dice: Dice) -> int:
        mood = self.plan.sketch.counter(self.results, self.lost, self.target_lost)
        return morale_test(dice, self.rules, MoraleTest.TO_CHARGE, mood, 1)

    def tests_charged(self, dice: Dice) -> int:
        mood = self.plan.sketch.charged(self.results, self.lost, self.target_lost)
        return morale_test(dice, self.rules, MoraleTest.BEING_CHARGED, mood, 1)

    def counters(self) -> bool:
        if self.plan.counters:
            self.answer = COUNTERED
        return self.plan.counters

    def receives(self, dice: Dice, result: int) -> None:
        self.answer = result
        target = self.plan.target
        if result not in (MoraleResult.RETREAT, MoraleResult.ROUT) or target.formation != Formation.DEPLOYED:
            return
        rout = result == MoraleResult.ROUT
        by_cavalry = self.plan.attackers[self.going()[0]].cavalry
        account = limbering_account(self.rules, target.grade, target.gun, by_cavalry=by_cavalry, rout=rout)
        away = emergency_limbering(dice, self.rules, target.guns - self.guns_lost, account, 1)
        if away == LimberingResult.BATTERY_LOST:
            self.answer = GUNS_TAKEN
        elif away == LimberingResult.ONE_GUN_LOST:
            self.guns_lost += 1
        elif away == LimberingResult.ONE_CREW_LOST:
            self.target_lost = min(self.target_lost + 1, target.figures)

    # ------------------------------------------------------------ the first round

    def fights(self, dice: Dice) -> None:
        """If the charger that it is about is in it; routing troops are cut down without a throw (R72)."""
        met = [k for k in range(len(self.met)) if self.met[k]]
        if self.plan.own not in met:
            return
        rules = self.rules
        meeting = self.meeting(met)
        sides = meeting.sides
        if meeting.routs:
            self.winner = 0
            self.melee = MeleeResult.ROUT
            self.suffer(dice, meeting, 1, cut_down(rules, sides[0], sides[1].lead))
            return
        came = round_on_paper(dice, rules, sides[0], sides[1], self.melees.throws)
        clash = came.clash
        self.winner = clash.winner
        self.melee = clash.result
        for at in range(2):
            self.suffer(dice, meeting, 1 - at, clash.inflicted[at])
        self.captured(clash, meeting)
        self.skulk(meeting, came.skulkers)

    def meeting(self, met: list[int]) -> Meeting:
        """Found once for all throws that go on from here: nothing has changed since the step was begun."""
        known = self.melees.meeting
        if known is None or self.melees.state is not self.begun:
            known = self.plan.sketch.meeting(self.results, self.answer, met, self.lost, self.unformed, self.target_lost)
            self.melees.meeting = known
            self.melees.state = self.begun
        return known

    def suffer(self, dice: Dice, meeting: Meeting, side: int, halves: int) -> None:
        """Evenly over all units (R71)."""
        figures = melee_loss(dice, self.rules, halves, meeting.pending[side]).figures
        given = shares(figures, meeting.crowds[side])
        if side == 1:
            self.target_lost += given[meeting.target]
        else:
            for charger in range(len(self.lost)):
                if meeting.own[charger] >= 0:
                    self.lost[charger] += given[meeting.own[charger]]

    def captured(self, clash: Clash, meeting: Meeting) -> None:
        """A double six against a battery takes it."""
        if captures(self.rules, meeting.sides[1], six=clash.sixes[0]):
            self.target_lost = self.plan.target.figures

    def skulk(self, meeting: Meeting, skulkers: list[int]) -> None:
        """Of the unit that leads."""
        cost = mishap(self.rules, rifled_fire=False).figures
        leads = [side.fighters.index(side.lead) for side in meeting.sides]
        if leads[1] == meeting.target:
            self.target_lost = min(self.target_lost + cost * skulkers[1], self.plan.target.figures)
        for charger in range(len(self.lost)):
            if meeting.own[charger] == leads[0]:
                most = self.plan.attackers[charger].figures
                self.lost[charger] = min(self.lost[charger] + cost * skulkers[0], most)


class Melees:
    """What is known of first rounds on paper, while a charge is worked out."""

    def __init__(self) -> None:
        self.throws: Final[dict[Key, Throws]] = {}
        self.state: State = ()  # the last from which there was one ...
        self.meeting: Meeting | None = None  # ... and who met


class Charging(Stage):
    """The steps of a charge on paper, each on from what the last has left."""

    def __init__(self, rules: GettysburgRules, plan: Plan) -> None:
        self.rules: Final = rules
        self.plan: Final = plan
        self.chains: Final = Skulking(rules)
        self.melees: Final = Melees()

    def begin(self) -> State:
        found = [0, 0, UNTESTED, NOT_FOUGHT, NOT_FOUGHT]
        for attacker in self.plan.attackers:
            found += [0, attacker.pending, GOING, 0, 0, 0]
        return tuple(found)

    def step(self, dice: Dice, at: int, state: State) -> State:
        course = OnPaper(self.rules, self.plan, state, self.chains, self.melees)
        CHARGE[at](dice, self.rules, course)
        return course.state()


def charge(dice: Dice, charging: Charging) -> State:
    """The whole charge; the state that comes back is read by TARGET_LOST and its fellows."""
    return dice.through(len(CHARGE), charging.begin(), charging)
