"""A whole charge on paper: reaction fire, support fire, both tests, limbering, crossing, contact, the first round."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.events import Throw
from playsheet.rules.gettysburg.dice.fire import FireWitness, Shot, fire
from playsheet.rules.gettysburg.dice.melee import (
    Fighter,
    MeleeWitness,
    Side,
    captures,
    cut_down,
    emergency_limbering,
    fight,
    limbering_account,
)
from playsheet.rules.gettysburg.dice.morale import (
    MoraleSituation,
    charger_kind,
    is_formed_target,
    is_weak_target,
    morale_test,
)
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    OBSTACLES,
    TOLERANCE,
    Arm,
    Cover,
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

# what a test to charge means for a counter-charger, where a switch has it take one (R28)
COUNTER_TESTS: Final = {
    MoraleResult.CHARGE: MoraleResult.STAND_OR_COUNTER,
    MoraleResult.HALT_VOLLEY: MoraleResult.OBEY,
    MoraleResult.GO_TO_GROUND: MoraleResult.FALTER,
}


def contact(allowance: float, gap: float, ran: float) -> bool:
    """Does a charger reach a target that has run so far?"""
    return allowance + TOLERANCE >= gap + ran


def allowance(rules: GettysburgRules, pace: float, obstacle: int, packs: bool) -> float:
    """The charge move after an obstacle on the way, and with packs down."""
    inches = pace + (rules.down_packs if packs else 0.0)
    if obstacle == Obstacle.NONE:
        return inches
    cost = rules.charging_into_works if obstacle == Obstacle.WORKS else rules.crossing_cost
    return inches - inches * cost / 2.0


def ran_by(rules: GettysburgRules, result: int, flight: float) -> float:
    """How far a target goes for its result."""
    if result in (MoraleResult.RETREAT, MoraleResult.ROUT):
        return flight
    return rules.falter_recoil if result == MoraleResult.FALTER_RECOIL else 0.0


class Body:
    """One side of a charge on paper."""

    def __init__(self, arm: int, nation: int, grade: int, size: int, figures: int, formation: int) -> None:
        self.arm: Final = arm
        self.nation: Final = nation
        self.grade: Final = grade
        self.size: Final = size
        self.figures: Final = figures
        self.formation: Final = formation
        self.weapon = 0
        self.gun = Gun.NONE
        self.guns = 0
        self.state = UnitState.OK
        self.unformed = False
        self.general = 0  # as of MoraleSituation
        self.attached = False
        self.cover = Cover.NONE
        self.uphill = False
        self.supports = 0
        self.enemies_fleeing = 0
        self.friends_fleeing = 0
        self.shotguns = False
        self.rapid = False


class Plan:
    """The charge: how far, from where, what the target does, and who fires at the charger."""

    def __init__(self, charger: Body, target: Body, gap: float) -> None:
        self.charger: Final = charger
        self.target: Final = target
        self.gap: Final = gap
        self.flank_or_rear = False
        self.reaction = TargetReaction.HOLDS_FIRE
        self.obstacle = Obstacle.NONE
        self.packs = False
        self.yell = False
        self.volley: Shot | None = None  # the target's reaction
        self.support: Shot | None = None


# the places of the state
CHARGER_LOST: Final = 0
PENDING: Final = 1  # the half on the charger
TARGET_LOST: Final = 2
CHARGER_RESULT: Final = 3  # RESULTS, or one of those below
TARGET_RESULT: Final = 4
TOUCHES: Final = 5
UNFORMED: Final = 6  # the charger, by what it has crossed
WINNER: Final = 7
MELEE: Final = 8
GUNS_LOST: Final = 9  # by limbering in haste
GOING: Final = -1  # nothing has ended it yet
SHAKEN: Final = -2  # a double six made the charger falter, or retire
DESTROYED: Final = -3  # nobody left to charge
UNTESTED: Final = -1  # the target
EVADED: Final = -2
GUNS_TAKEN: Final = -3  # the battery was lost before contact
NOT_FOUGHT: Final = -1
STEPS: Final = 6


class Charging(Stage):
    """The steps of a charge, each on from what the last has left."""

    def __init__(self, rules: GettysburgRules, plan: Plan) -> None:
        self.rules: Final = rules
        self.plan: Final = plan
        charger = plan.charger
        target = plan.target
        own = rules.pace(charger.arm, charger.formation, False, False)
        formation = Formation.LIMBERED if target.formation == Formation.DEPLOYED else target.formation
        theirs = rules.pace(target.arm, formation, target.unformed, target.gun == Gun.GUN_20PDR)
        self.reach: Final = allowance(rules, own.charge, plan.obstacle, plan.packs)
        self.flight: Final = theirs.flight
        self.evade: Final = theirs.evade

    def begin(self) -> State:
        return (0, 0, 0, GOING, UNTESTED, 0, 0, NOT_FOUGHT, NOT_FOUGHT, 0)

    def step(self, dice: Dice, at: int, state: State) -> State:
        if at == 0:
            return self.shot_at(dice, self.plan.volley, state) if self.plan.reaction == TargetReaction.FIRES else state
        if state[CHARGER_RESULT] == SHAKEN or state[CHARGER_RESULT] == DESTROYED:
            return state
        if at == 1:
            return self.shot_at(dice, self.plan.support, state)
        if at == 2:
            return self.tests(dice, state)
        if state[CHARGER_RESULT] != MoraleResult.CHARGE:
            return state
        if at == 3:
            return self.is_charged(dice, state)
        return self.crosses(dice, state) if at == 4 else self.fights(dice, state)

    def shot_at(self, dice: Dice, model: Shot | None, state: State) -> State:
        """Fire at the charger; a double six may end the charge."""
        if model is None:
            return state
        left = self.plan.charger.figures - state[CHARGER_LOST]
        shot = Shot(model.strength, model.account, model.halvings, left, state[PENDING])
        shot.pours = model.pours
        shot.artillery = model.artillery
        shot.burst = model.burst
        shot.effect = model.effect
        shot.by = 1
        hit = fire(dice, self.rules, shot, FireWitness())
        lost = state[CHARGER_LOST] + hit.figures
        ended = GOING
        if lost >= self.plan.charger.figures:
            ended = DESTROYED
        elif hit.falters() or hit.retires() > 0.0:
            ended = SHAKEN
        return (lost, hit.pending, state[TARGET_LOST], ended, *state[TARGET_RESULT:])

    def tests(self, dice: Dice, state: State) -> State:
        """Does it charge home?"""
        plan = self.plan
        target = plan.target
        mood = mood_of(self.rules, plan.charger, state[CHARGER_LOST])
        mood.charge_casualties = state[CHARGER_LOST]
        mood.under_fire = plan.support is not None or (
            plan.reaction == TargetReaction.FIRES and plan.volley is not None
        )
        mood.rebel_yell = plan.yell
        mood.weak_target = is_weak_target(
            self.rules, target.formation, target.state, unformed=target.unformed, flank_or_rear=plan.flank_or_rear
        )
        mood.formed_target = is_formed_target(target.arm, target.formation, target.state, unformed=target.unformed)
        result = morale_test(dice, self.rules, MoraleTest.TO_CHARGE, mood, 0)
        return (*state[:CHARGER_RESULT], result, *state[TARGET_RESULT:])

    def is_charged(self, dice: Dice, state: State) -> State:
        """The target's test, unless it evades or routs; deployed guns that must go limber in haste."""
        rules = self.rules
        plan = self.plan
        target = plan.target
        if plan.reaction == TargetReaction.EVADES:
            return touching(state, EVADED, touches=contact(self.reach, plan.gap, self.evade))
        if target.state == UnitState.ROUTING:
            return touching(state, UNTESTED, touches=contact(self.reach, plan.gap, ran=0.0))
        result = self.target_test(dice)
        lost = 0
        guns = 0
        if result in (MoraleResult.RETREAT, MoraleResult.ROUT) and target.formation == Formation.DEPLOYED:
            account = limbering_account(
                rules,
                target.grade,
                target.gun,
                by_cavalry=plan.charger.arm == Arm.CAVALRY,
                rout=result == MoraleResult.ROUT,
            )
            away = emergency_limbering(dice, rules, target.guns, account, 1)
            if away == LimberingResult.BATTERY_LOST:
                return touching(state, GUNS_TAKEN, touches=False)
            lost = 1 if away == LimberingResult.ONE_CREW_LOST else 0
            guns = 1 if away == LimberingResult.ONE_GUN_LOST else 0
        state = (*state[:TARGET_LOST], lost, *state[CHARGER_RESULT:GUNS_LOST], guns)
        return touching(state, result, touches=contact(self.reach, plan.gap, ran_by(rules, result, self.flight)))

    def target_test(self, dice: Dice) -> int:
        """Being charged; by switch a counter-charger tests to charge instead (R28)."""
        rules = self.rules
        charger = self.plan.charger
        mood = mood_of(rules, self.plan.target, 0)
        if self.plan.reaction == TargetReaction.COUNTER_CHARGES and rules.counter_to_charge:
            mood.formed_target = is_formed_target(charger.arm, charger.formation, UnitState.OK, unformed=False)
            mood.weak_target = is_weak_target(
                rules, charger.formation, UnitState.OK, unformed=False, flank_or_rear=False
            )
            result = morale_test(dice, rules, MoraleTest.TO_CHARGE, mood, 1)
            return COUNTER_TESTS.get(result, result)
        mood.charged_by = charger_kind(charger.arm, charger.formation)
        mood.flank_or_rear = self.plan.flank_or_rear
        return morale_test(dice, rules, MoraleTest.BEING_CHARGED, mood, 1)

    def crosses(self, dice: Dice, state: State) -> State:
        """What lies in the way of a charger that would reach its target."""
        if not state[TOUCHES]:
            return state
        came = cross(dice, self.rules, self.plan.obstacle)
        lost = state[CHARGER_LOST]
        if came == CrossingResult.CROSSES_UNFORMED_LOSES:
            lost = min(lost + self.rules.crossing_figures, self.plan.charger.figures)
        unformed = 1 if came in (CrossingResult.CROSSES_UNFORMED, CrossingResult.CROSSES_UNFORMED_LOSES) else 0
        touches = 0 if came == CrossingResult.STAYS_BEHIND or lost >= self.plan.charger.figures else 1
        return (lost, *state[PENDING:TOUCHES], touches, unformed, *state[WINNER:])

    def fights(self, dice: Dice, state: State) -> State:
        """The first round; routing troops are cut down without a throw."""
        if not state[TOUCHES]:
            return state
        rules = self.rules
        target = self.plan.target
        charger = self.side_of(self.plan.charger, state[CHARGER_LOST], target)
        charger.charging = True
        charger.unformed = state[UNFORMED] == 1
        fled = self.fleeing(state[TARGET_RESULT])
        enemy = self.side_of(target, state[TARGET_LOST], self.plan.charger)
        enemy.lead.retreating = fled == UnitState.RETREATING
        if fled == UnitState.ROUTING:
            return self.after(state, 0, MeleeResult.ROUT, 0, cut_down(rules, charger, enemy.lead), False)
        self.prepare(enemy, state[TARGET_RESULT], fled)
        clash = fight(dice, rules, charger, enemy, MeleeWitness())
        taken = captures(rules, enemy, six=clash.sixes[0])
        return self.after(state, clash.winner, clash.result, clash.inflicted[1], clash.inflicted[0], taken)

    def fleeing(self, result: int) -> int:
        """The target's state when it is reached."""
        before = self.plan.target.state
        if result == MoraleResult.ROUT:
            return UnitState.ROUTING
        return UnitState.RETREATING if result == MoraleResult.RETREAT else before

    def prepare(self, enemy: Side, result: int, fled: int) -> None:
        """The target as it stands when it is reached; who ran is caught from behind, and out of cover."""
        target = self.plan.target
        counter = self.plan.reaction == TargetReaction.COUNTER_CHARGES and result == MoraleResult.STAND_OR_COUNTER
        enemy.charging = counter
        down = target.state == UnitState.GONE_TO_GROUND and not self.rules.ground_stays_down
        shaken = result in (MoraleResult.FALTER, MoraleResult.FALTER_RECOIL) or target.state == UnitState.FALTERING
        enemy.unformed = target.unformed or down or shaken
        enemy.flank_or_rear = self.plan.flank_or_rear or result == EVADED
        if counter or fled == UnitState.RETREATING or result in (EVADED, MoraleResult.FALTER_RECOIL):
            enemy.shelter = Cover.NONE

    def side_of(self, body: Body, lost: int, enemy: Body) -> Side:
        fighter = Fighter(body.arm, body.grade, body.figures - lost)
        fighter.weapon = body.weapon
        fighter.rapid = body.rapid
        side = Side([fighter], 0)
        side.formation = body.formation
        side.general = body.attached
        side.supports = body.supports
        side.shotguns = body.shotguns
        side.half_lost = 2 * (body.size - body.figures + lost) >= body.size
        side.uphill = body.uphill
        if body is self.plan.target:
            side.shelter = body.cover if body.cover >= Cover.COVER else Cover.NONE
        side.columns_spoilt = body.cover >= Cover.COVER or enemy.cover >= Cover.COVER
        return side

    def after(self, state: State, winner: int, result: int, lost: int, dealt: int, taken: bool) -> State:
        """Whole figures; halves of a melee are only kept by a switch, and then wait."""
        charger = min(state[CHARGER_LOST] + lost // 2, self.plan.charger.figures)
        target = min(state[TARGET_LOST] + dealt // 2, self.plan.target.figures)
        if taken:
            target = self.plan.target.figures
        return (charger, state[PENDING], target, *state[CHARGER_RESULT:WINNER], winner, result, state[GUNS_LOST])


def touching(state: State, result: int, *, touches: bool) -> State:
    return (*state[:TARGET_RESULT], result, 1 if touches else 0, *state[UNFORMED:])


def mood_of(rules: GettysburgRules, body: Body, lost: int) -> MoraleSituation:
    """A side's morale, with figures lost in this charge."""
    mood = MoraleSituation(body.arm, body.nation, body.grade, rules.thresholds(body.size))
    mood.lost = body.size - body.figures + lost
    mood.formation = body.formation
    mood.state = body.state
    mood.unformed = body.unformed
    mood.general = body.general
    mood.in_cover = body.cover == Cover.COVER
    mood.in_hasty_works = body.cover == Cover.HASTY
    mood.in_works = body.cover == Cover.WORKS
    mood.uphill = body.uphill
    mood.supports = body.supports
    mood.enemies_fleeing = body.enemies_fleeing
    mood.friends_fleeing = body.friends_fleeing
    return mood


def charge(dice: Dice, charging: Charging) -> State:
    """The whole charge; the state that comes back is read by CHARGER_LOST and its fellows."""
    return dice.through(STEPS, charging.begin(), charging)


CROSSING: Final = [
    Throw(f"Crossing {id}", "crossing-defences", id, "", "R38") for id in OBSTACLES[Obstacle.ABATIS : Obstacle.WORKS]
]


def cross(dice: Dice, rules: GettysburgRules, obstacle: int) -> int:
    """One of CROSSINGS; works and trenches are crossed without a roll."""
    if obstacle in (Obstacle.NONE, Obstacle.WORKS):
        return CrossingResult.CROSSES
    place = obstacle - Obstacle.ABATIS
    return dice.pool(1, rules.crossings[place], CROSSING[place]).index(1)
