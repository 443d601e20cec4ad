"""The whole charge on paper, and crossing defences."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.gettysburg.calculator.inputs import (
    MOST_FLEEING,
    MOST_SUPPORTS,
    SIDES,
    SMALL_ARMS,
    TROOP_ARMS,
    arm_field,
    check_formation,
    cover_field,
    figures_field,
    general_field,
    grade_field,
    nation_field,
    place,
)
from playsheet.rules.gettysburg.dice.charge import (
    ANSWER,
    BEHIND,
    CHARGERS,
    COUNTERED,
    DESTROYED,
    EACH,
    EVADED,
    GUNS_LOST,
    GUNS_TAKEN,
    LOST,
    MELEE,
    MET,
    NOT_FOUGHT,
    REACTIONS,
    RESULT,
    SHAKEN,
    TARGET_LOST,
    UNTESTED,
    WINNER,
    Aimed,
    Attacker,
    Charging,
    Defender,
    Home,
    Meeting,
    Plan,
    Sketch,
    allowance,
    charge,
    contact,
    cross,
    ran_by,
)
from playsheet.rules.gettysburg.dice.fire import (
    Battery,
    Mark,
    Rank,
    Shot,
    Volley,
    artillery_account,
    artillery_shot,
    firing_figures,
    groups,
    guns_firing,
    halvings,
    may_pour,
    musketry_account,
    musketry_shot,
    odd_dice,
    poured,
)
from playsheet.rules.gettysburg.dice.melee import Fighter, Side, lead_of
from playsheet.rules.gettysburg.dice.morale import (
    GENERALS,
    MoraleSituation,
    charger_kind,
    is_formed_target,
    is_weak_target,
    worst_charger,
)
from playsheet.rules.gettysburg.sheet.rows import Pace
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    COVERS,
    CROSSINGS,
    FORMATIONS,
    GRADES,
    GUNS,
    MELEE_RESULTS,
    MOST_FIGURES,
    MOST_GUNS,
    NO_PACE,
    OBSTACLES,
    RATES,
    RESULTS,
    STATES,
    WEAPONS,
    Ammunition,
    Arm,
    Cover,
    Formation,
    Gun,
    MoraleResult,
    Nation,
    Obstacle,
    RangeBand,
    SkirmishRate,
    TargetReaction,
    UnitState,
    Weapon,
)

# ---------------------------------------------------------------- the whole charge

WINNERS: Final = ("nobody", "charger", "target")
TARGET: Final = "target_"
SECOND: Final = "second_"


class Body:
    """A unit in a charge on paper."""

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
        self.cover = Cover.NONE  # of a charger: under fire at the halfway point; of the target: against the charger
        self.uphill = False
        self.supports = 0
        self.enemies_fleeing = 0
        self.friends_fleeing = 0
        self.shotguns = False
        self.rapid = False


def body_fields(prefix: str, said: str, nation: int, formation: int) -> tuple[Field, ...]:
    return (
        arm_field(f"{prefix}arm", said, Arm.INFANTRY),
        nation_field(f"{prefix}nation", nation),
        grade_field(f"{prefix}grade"),
        figures_field(f"{prefix}size", "its original figures, or crew", 20),
        figures_field(f"{prefix}figures", "its figures now", 20),
        Field(f"{prefix}formation", "its formation", FORMATIONS[formation], choices=FORMATIONS),
        Field(f"{prefix}weapon", "its small arms", WEAPONS[Weapon.RIFLED_MUSKET], choices=SMALL_ARMS),
        Field(f"{prefix}rapid", "it uses its breechloaders or repeaters in melee", default=False),
        general_field(f"{prefix}general"),
        Field(f"{prefix}attached", "he is attached", default=False),
        Field(f"{prefix}uphill", "it is uphill of the other", default=False),
        Field(f"{prefix}supports", "supporting lines", 0, 0, MOST_SUPPORTS),
        Field(f"{prefix}enemies_fleeing", "its enemies fleeing within 12 inches", 0, 0, MOST_FLEEING),
        Field(f"{prefix}friends_fleeing", "its friends fleeing within 12 inches", 0, 0, MOST_FLEEING),
    )


def charge_from(rules: GettysburgRules, values: Values) -> Charging:
    charger = body_from(values, "")
    charger.shotguns = values.flag("shotguns")
    charger.cover = place(values, "charger_cover", COVERS)
    bodies = [charger]
    if values.number(f"{SECOND}figures"):
        bodies.append(second_from(values, charger))
    target = body_from(values, TARGET)
    target.cover = place(values, "cover", COVERS)
    target.state = place(values, "state", STATES)
    target.unformed = values.flag("unformed")
    target.gun = place(values, "gun", GUNS) if target.arm == Arm.ARTILLERY else Gun.NONE
    target.guns = values.number("guns")
    obstacle = place(values, "obstacle", OBSTACLES)
    early = values.flag("early")
    ground = OpenGround(rules, bodies, target, values.length("gap"))
    ground.flank_or_rear = values.flag("flank")
    ground.packs = values.flag("packs")
    if obstacle != Obstacle.NONE:
        ground.obstacles = [obstacle]
        ground.left = [] if early else [obstacle]
    attackers = [attacker_of(body) for body in bodies]
    attackers[0] = Attacker(charger.figures, 1 if values.flag("half") else 0)
    attackers[0].cavalry = charger.arm == Arm.CAVALRY
    for attacker in attackers:
        attacker.defences = [obstacle] if early and obstacle != Obstacle.NONE else []
    plan = Plan(attackers, defender_of(target), ground)
    plan.reaction = place(values, "reaction", REACTIONS)
    plan.counters = values.flag("meets")
    plan.yell = values.flag("yell")
    ground.reaction = plan.reaction
    check_charge(rules, plan, ground)
    plan.volley = reaction_fire(rules, values, ground)
    support = support_fire(rules, values, ground)
    plan.supports = [] if support is None else [support]
    return Charging(rules, plan)


def body_from(values: Values, prefix: str) -> Body:
    arm = place(values, f"{prefix}arm", TROOP_ARMS)
    formation = place(values, f"{prefix}formation", FORMATIONS)
    size = values.number(f"{prefix}size")
    figures = values.number(f"{prefix}figures")
    if arm == Arm.ARTILLERY and formation == Formation.LINE:
        formation = Formation.DEPLOYED
    check_formation(arm, formation)
    if figures > size:
        raise Refused(f"{prefix}figures are {figures} of {size}: expected no more than the original size.")
    grade = place(values, f"{prefix}grade", GRADES)
    body = Body(arm, place(values, f"{prefix}nation", SIDES), grade, size, figures, formation)
    body.weapon = place(values, f"{prefix}weapon", WEAPONS)
    body.rapid = values.flag(f"{prefix}rapid")
    if body.rapid and (arm != Arm.INFANTRY or not may_pour(body.weapon, low=False)):
        raise Refused(f"{prefix}rapid is for infantry with breechloaders or repeaters: expected {prefix}rapid=no.")
    body.general = place(values, f"{prefix}general", GENERALS)
    body.attached = values.flag(f"{prefix}attached")
    body.uphill = values.flag(f"{prefix}uphill")
    body.supports = values.number(f"{prefix}supports")
    body.enemies_fleeing = values.number(f"{prefix}enemies_fleeing")
    body.friends_fleeing = values.number(f"{prefix}friends_fleeing")
    return body


def second_from(values: Values, first: Body) -> Body:
    """A second charger, with its own arm, grade, formation and weapon; what is near it is what is near the first."""
    arm = place(values, f"{SECOND}arm", TROOP_ARMS)
    formation = place(values, f"{SECOND}formation", FORMATIONS)
    check_formation(arm, formation)
    figures = values.number(f"{SECOND}figures")
    grade = place(values, f"{SECOND}grade", GRADES)
    body = Body(arm, first.nation, grade, max(figures, values.number(f"{SECOND}size")), figures, formation)
    body.weapon = place(values, f"{SECOND}weapon", WEAPONS)
    body.general = first.general
    body.uphill = first.uphill
    body.enemies_fleeing = first.enemies_fleeing
    body.friends_fleeing = first.friends_fleeing
    return body


def attacker_of(body: Body) -> Attacker:
    attacker = Attacker(body.figures, 0)
    attacker.cavalry = body.arm == Arm.CAVALRY
    return attacker


def defender_of(body: Body) -> Defender:
    target = Defender(body.grade, body.figures, body.formation)
    target.state = body.state
    target.gun = body.gun
    target.guns = body.guns
    return target


def check_charge(rules: GettysburgRules, plan: Plan, ground: OpenGround) -> None:
    """Refuse what cannot be declared, and reactions that the target does not have."""
    target = ground.target
    for k in range(len(ground.bodies)):
        arm = ground.bodies[k].arm
        if arm == Arm.ARTILLERY:
            raise Refused("artillery never charges: expected infantry or cavalry.")
        if arm == Arm.CAVALRY and ground.obstacles:
            raise Refused("cavalry does not charge over a defence: expected obstacle=none.")
        if not contact(ground.reach(k), ground.gap, ran=0.0):
            raise Refused(f"{ground.gap:g} inches are too far: this charge goes {ground.reach(k):g}.")
    if plan.reaction == TargetReaction.EVADES and (
        ground.pace_of_target().evade == NO_PACE or target.formation == Formation.DEPLOYED or is_shaken(target)
    ):
        raise Refused("only skirmishers, cavalry and limbered guns in good order evade: expected another reaction.")
    if plan.reaction == TargetReaction.COUNTER_CHARGES and (target.arm == Arm.ARTILLERY or is_shaken(target)):
        raise Refused("only formed infantry and cavalry counter-charge: expected another reaction.")
    if plan.reaction == TargetReaction.FIRES and (target.arm == Arm.CAVALRY or target.formation == Formation.LIMBERED):
        raise Refused("mounted cavalry and limbered guns do not fire: expected hold-fire.")
    if plan.reaction == TargetReaction.FIRES and target.state in (UnitState.RETREATING, UnitState.ROUTING):
        raise Refused("who retreats or routs does not fire: expected hold-fire.")


def is_shaken(body: Body) -> bool:
    return body.unformed or body.state != UnitState.OK


# ---------------------------------------------------------------- fire at the chargers


def mark_of(values: Values, body: Body, *, enfiladed: bool) -> Mark:
    """A charger, as far as fire at it is concerned."""
    mark = Mark(body.arm, body.formation)
    mark.cover = body.cover
    mark.massed = values.flag("massed")
    mark.enfiladed = enfiladed
    return mark


def reaction_fire(rules: GettysburgRules, values: Values, ground: OpenGround) -> Aimed | None:
    """The target's fire at half the gap: guns with canister where it reaches, infantry if it reaches so far."""
    if ground.reaction != TargetReaction.FIRES:
        return None
    shots: list[Shot | None] = []
    volleys: list[Volley | None] = []
    for body in ground.bodies:
        volleys.append(reaction_volley(rules, values, ground.target, body))
        shots.append(None if volleys[-1] is not None else reaction_shot(rules, values, ground, body))
    return Aimed(shots, volleys)


def reaction_volley(rules: GettysburgRules, values: Values, target: Body, body: Body) -> Volley | None:
    """Of skirmishers."""
    if target.formation != Formation.SKIRMISH:
        return None
    rate = place(values, "rate", RATES)
    volley = Volley(groups(rules, rate, target.figures), odd_dice(rules, rate, target.figures), body.figures, 0)
    volley.cover = body.cover
    volley.down = target.state == UnitState.GONE_TO_GROUND
    volley.low = values.flag("low")
    return volley


def reaction_shot(rules: GettysburgRules, values: Values, ground: OpenGround, body: Body) -> Shot | None:
    target = ground.target
    mark = mark_of(values, body, enfiladed=False)
    shaken = target.unformed or target.state == UnitState.FALTERING
    low = values.flag("low")
    half = ground.gap / 2.0
    if target.arm == Arm.ARTILLERY:
        canister = half <= rules.canister[target.gun]
        battery = Battery(target.grade, target.gun, Ammunition.CANISTER if canister else Ammunition.SHOT)
        battery.unformed = shaken
        guns = guns_firing(rules, target.guns, target.figures)
        account = artillery_account(rules, battery, mark)
        halving = halvings(long_range=False, on_the_ground=False, low=low)
        return artillery_shot(guns, battery, account, halving, mark, body.figures, 0)
    rank = Rank(target.grade)
    rank.extended = target.formation == Formation.EXTENDED
    rank.unformed = shaken
    rank.fired_last_turn = values.flag("fired_last_turn")
    band = rules.band(target.weapon, half)
    if band == RangeBand.BEYOND:
        return None
    figures = firing_figures(rules, target.formation, target.figures)
    pours = values.flag("pour")
    if pours and not may_pour(target.weapon, low=low):
        raise Refused("only breechloaders and repeaters that are not low on ammo pour it on: expected pour=no.")
    if pours:
        figures = poured(rules, target.weapon, figures)
    halving = halvings(band == RangeBand.LONG, target.state == UnitState.GONE_TO_GROUND, low)
    shot = musketry_shot(figures, musketry_account(rules, rank, mark), halving, mark, body.figures, 0)
    shot.pours = pours
    return shot


def support_fire(rules: GettysburgRules, values: Values, ground: OpenGround) -> Aimed | None:
    """One unit near the target: infantry in line, or guns; at the first charger that comes on."""
    guns = values.number("support_guns")
    figures = values.number("support_figures")
    if guns and figures:
        raise Refused("support fire comes from figures or from guns here: expected one of them to be 0.")
    if not guns and not figures:
        return None
    shots: list[Shot | None] = []
    for body in ground.bodies:
        mark = mark_of(values, body, enfiladed=values.flag("enfiladed"))
        shots.append(support_shot(rules, values, mark, guns, figures))
    return Aimed(shots, [None for _ in shots])


def support_shot(rules: GettysburgRules, values: Values, mark: Mark, guns: int, figures: int) -> Shot | None:
    """None: out of range."""
    far = values.length("support_range")
    grade = place(values, "support_grade", GRADES)
    if guns:
        gun = place(values, "support_gun", GUNS)
        canister = far <= rules.canister[gun]
        band = RangeBand.EFFECTIVE if canister else rules.gun_band(gun, far)
        if band == RangeBand.BEYOND:
            return None
        battery = Battery(grade, gun, Ammunition.CANISTER if canister else Ammunition.SHOT)
        halving = halvings(band == RangeBand.LONG, on_the_ground=False, low=False)
        return artillery_shot(guns, battery, artillery_account(rules, battery, mark), halving, mark, 0, 0)
    band = rules.band(place(values, "support_weapon", WEAPONS), far)
    if band == RangeBand.BEYOND:
        return None
    halving = halvings(band == RangeBand.LONG, on_the_ground=False, low=False)
    return musketry_shot(figures, musketry_account(rules, Rank(grade), mark), halving, mark, 0, 0)


# ---------------------------------------------------------------- what else a form knows


class OpenGround(Sketch):
    """The table of a form: one line of approach, one defence at most, open ground behind the target."""

    def __init__(self, rules: GettysburgRules, bodies: list[Body], target: Body, gap: float) -> None:
        self.rules: Final = rules
        self.bodies: Final = bodies
        self.target: Final = target
        self.gap: Final = gap
        self.flank_or_rear = False
        self.packs = False
        self.obstacles: list[int] = []  # on the way
        self.left: list[int] = []  # beyond the halfway point
        self.reaction = TargetReaction.HOLDS_FIRE

    def reach(self, charger: int) -> float:
        body = self.bodies[charger]
        pace = self.rules.pace(body.arm, body.formation, False, False)
        return allowance(self.rules, pace.charge, self.obstacles, self.packs)

    def pace_of_target(self) -> Pace:
        target = self.target
        formation = Formation.LIMBERED if target.formation == Formation.DEPLOYED else target.formation
        return self.rules.pace(target.arm, formation, target.unformed, target.gun == Gun.GUN_20PDR)

    def to_charge(self, charger: int, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        target = self.target
        mood = self.mood(self.bodies[charger], lost[charger])
        mood.charge_casualties = lost[charger]
        mood.weak_target = is_weak_target(
            self.rules, target.formation, target.state, unformed=target.unformed, flank_or_rear=self.flank_or_rear
        )
        mood.formed_target = is_formed_target(target.arm, target.formation, target.state, unformed=target.unformed)
        return mood

    def counter(self, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        enemy = self.bodies[self.passed(results)[0]]
        mood = self.mood(self.target, target_lost)
        mood.formed_target = is_formed_target(enemy.arm, enemy.formation, UnitState.OK, unformed=False)
        mood.weak_target = is_weak_target(
            self.rules, enemy.formation, UnitState.OK, unformed=False, flank_or_rear=False
        )
        return mood

    def charged(self, results: list[int], lost: list[int], target_lost: int) -> MoraleSituation:
        mood = self.mood(self.target, target_lost)
        mood.in_cover = self.target.cover == Cover.COVER
        mood.in_hasty_works = self.target.cover == Cover.HASTY
        mood.in_works = self.target.cover == Cover.WORKS
        kinds = [charger_kind(self.bodies[k].arm, self.bodies[k].formation) for k in self.passed(results)]
        mood.charged_by = worst_charger(self.rules, kinds, works=mood.in_works or mood.in_hasty_works)
        mood.flank_or_rear = self.flank_or_rear
        return mood

    def passed(self, results: list[int]) -> list[int]:
        return [k for k in range(len(results)) if results[k] == MoraleResult.CHARGE]

    def mood(self, body: Body, lost: int) -> MoraleSituation:
        mood = MoraleSituation(body.arm, body.nation, body.grade, self.rules.thresholds(body.size))
        mood.lost = body.size - body.figures + lost
        mood.formation = body.formation
        mood.state = body.state
        mood.unformed = body.unformed
        mood.general = body.general
        mood.uphill = body.uphill
        mood.supports = body.supports
        mood.enemies_fleeing = body.enemies_fleeing
        mood.friends_fleeing = body.friends_fleeing
        return mood

    def home(self, charger: int, results: list[int], answer: int, lost: list[int], target_lost: int) -> Home:
        if answer == GUNS_TAKEN:
            return Home(self.left, touches=False)
        pace = self.pace_of_target()
        ran = pace.evade if answer == EVADED else ran_by(self.rules, answer, pace.flight)
        return Home(self.left, touches=contact(self.reach(charger), self.gap, ran))

    # ------------------------------------------------------------ the first round

    def meeting(
        self, results: list[int], answer: int, met: list[int], lost: list[int], unformed: list[int], target_lost: int
    ) -> Meeting:
        fighters = [fighter_of(self.bodies[k], lost[k]) for k in met]
        lead = lead_of(fighters)
        chargers = side_of(fighters, lead, self.bodies[met[lead]], lost[met[lead]])
        chargers.charging = True
        chargers.unformed = unformed[met[lead]] == 1
        enemy = side_of([fighter_of(self.target, target_lost)], 0, self.target, target_lost)
        self.prepare(enemy, answer)
        enemy.flank_or_rear = self.flank_or_rear or answer == EVADED
        spoilt = enemy.shelter >= Cover.COVER
        chargers.columns_spoilt = spoilt
        enemy.columns_spoilt = spoilt
        own = [met.index(k) if k in met else -1 for k in range(len(self.bodies))]
        crowds = [[fighter.figures for fighter in side.fighters] for side in (chargers, enemy)]
        meeting = Meeting([chargers, enemy], crowds, own, 0)
        meeting.routs = answer == MoraleResult.ROUT or self.target.state == UnitState.ROUTING
        return meeting

    def prepare(self, enemy: Side, answer: int) -> None:
        """The target as it stands when it is reached; who has left his place is out of his cover."""
        target = self.target
        enemy.charging = answer == COUNTERED
        down = target.state == UnitState.GONE_TO_GROUND and not self.rules.ground_stays_down
        shaken = answer in (MoraleResult.FALTER, MoraleResult.FALTER_RECOIL) or target.state == UnitState.FALTERING
        enemy.unformed = target.unformed or down or shaken
        enemy.lead.retreating = answer == MoraleResult.RETREAT or target.state == UnitState.RETREATING
        gone = (COUNTERED, EVADED, MoraleResult.FALTER_RECOIL, MoraleResult.RETREAT, MoraleResult.ROUT)
        if target.cover >= Cover.COVER and answer not in gone:
            enemy.shelter = target.cover


def fighter_of(body: Body, lost: int) -> Fighter:
    fighter = Fighter(body.arm, body.grade, body.figures - lost)
    fighter.weapon = body.weapon
    fighter.rapid = body.rapid
    return fighter


def side_of(fighters: list[Fighter], lead: int, body: Body, lost: int) -> Side:
    """`body`: the unit that leads."""
    side = Side(fighters, lead)
    side.formation = body.formation
    side.general = body.attached
    side.supports = body.supports
    side.shotguns = body.shotguns
    side.half_lost = 2 * (body.size - body.figures + lost) >= body.size
    side.uphill = body.uphill
    return side


# ---------------------------------------------------------------- what comes of it


def charge_home(dice: Dice, rules: GettysburgRules, charging: Charging) -> Facts:
    """From the start to the end of the first round of melee, for one of the chargers."""
    left = charge(dice, charging)
    own = CHARGERS + EACH * charging.plan.own
    fought = left[MELEE] != NOT_FOUGHT
    return (
        charger_word(left[own + RESULT]),
        target_word(left[ANSWER]),
        left[own + MET] == 1,
        WINNERS[left[WINNER] + 1] if fought else "none",
        MELEE_RESULTS[left[MELEE]] if fought else "none",
        left[own + LOST],
        left[TARGET_LOST],
        left[GUNS_LOST],
    )


def charger_word(result: int) -> str:
    if result == SHAKEN:
        return "double-six"
    if result == BEHIND:
        return "stays-behind"
    return "destroyed" if result == DESTROYED else RESULTS[result]


def target_word(answer: int) -> str:
    if answer == EVADED:
        return "evades"
    if answer == GUNS_TAKEN:
        return "battery-lost"
    if answer == COUNTERED:
        return RESULTS[MoraleResult.STAND_OR_COUNTER]
    return "none" if answer == UNTESTED else RESULTS[answer]


REACTING: Final = (
    "The target fires at the charge.",
    "The target holds its fire.",
    "The target prepares to counter-charge.",
    "The target evades.",
)


def assumed(rules: GettysburgRules, charging: Charging) -> list[str]:
    """What others are taken to do about the charge."""
    plan = charging.plan
    found: list[str] = []
    if plan.target.state < UnitState.RETREATING and not plan.target.in_melee:
        found.append(REACTING[plan.reaction])
    if plan.reaction == TargetReaction.COUNTER_CHARGES:
        found.append("Steady, it goes to meet the charge." if plan.counters else "Steady, it stands after all.")
    n = len(plan.supports)
    found.append(f"Support fire is given by {n}." if n else "Nobody gives support fire.")
    if rules.opportunity:
        found.append("No cavalry charges the chargers.")
    return found + plan.assumed


CHARGE: Final = Form(
    "charge",
    "The whole charge: fire, both tests, contact and the first round",
    at="charge-procedure",
    example="gap=8 grade=veteran size=22 figures=22 general=near target_general=near cover=hasty-works support_guns=2",
    results=("charger", "target", "contact", "winner", "melee", "lost", "target_lost", "guns_lost"),
    fields=(
        Field("gap", "inches straight ahead", 8, 0, 24, fractions=True),
        *body_fields("", "the charger", Nation.CONFEDERATE, Formation.COLUMN),
        Field("shotguns", "cavalry with shotguns", default=False),
        Field("half", "half a figure waits on it", default=False),
        Field("massed", "it is massed", default=False),
        cover_field("charger_cover", "its cover at the halfway point, under fire"),
        Field("packs", "a token: Down Packs", default=False),
        Field("yell", "a token: Rebel Yell", default=False),
        Field(f"{SECOND}figures", "figures of a second charger, 0: there is none", 0, 0, MOST_FIGURES),
        figures_field(f"{SECOND}size", "its original figures", 20),
        arm_field(f"{SECOND}arm", "what that is", Arm.INFANTRY),
        grade_field(f"{SECOND}grade"),
        Field(f"{SECOND}formation", "its formation", FORMATIONS[Formation.COLUMN], choices=FORMATIONS),
        Field(f"{SECOND}weapon", "its small arms", WEAPONS[Weapon.RIFLED_MUSKET], choices=SMALL_ARMS),
        *body_fields(TARGET, "the target", Nation.UNION, Formation.LINE),
        cover_field("cover", "the target's cover against the charger"),
        Field("state", "the target's state", STATES[UnitState.OK], choices=STATES[: UnitState.DISPERSED]),
        Field("unformed", "the target is unformed", default=False),
        Field("flank", "it is charged in flank or rear", default=False),
        Field("reaction", "what it does", REACTIONS[TargetReaction.FIRES], choices=REACTIONS),
        Field("meets", "prepared and steady, it goes to meet the charge", default=True),
        Field("pour", "it pours it on", default=False),
        Field("fired_last_turn", "it fired last turn", default=False),
        Field("low", "it is low on ammo", default=False),
        Field("rate", "its skirmishers, if it is in skirmish order", RATES[SkirmishRate.SECOND_RATE], choices=RATES),
        Field("guns", "its guns, if a battery", 2, 1, MOST_GUNS),
        Field("gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
        Field("obstacle", "what lies before it", OBSTACLES[Obstacle.NONE], choices=OBSTACLES),
        Field("early", "that lies before the halfway point", default=False),
        Field("support_figures", "figures in line that give support fire, 0: none", 0, 0, MOST_FIGURES),
        Field("support_weapon", "their weapon", WEAPONS[Weapon.RIFLED_MUSKET], choices=SMALL_ARMS),
        Field("support_guns", "instead of them guns, 0: none", 0, 0, MOST_GUNS),
        Field("support_gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
        grade_field("support_grade"),
        Field("support_range", "inches from them to the charger", 8, 0, 60, fractions=True),
        Field("enfiladed", "they enfilade the charger", default=False),
    ),
    read=charge_from,
    run=charge_home,
    assumes=assumed,
)


# ---------------------------------------------------------------- crossing defences


def obstacle_from(rules: GettysburgRules, values: Values) -> int:
    return place(values, "obstacle", OBSTACLES)


def cross_over(dice: Dice, rules: GettysburgRules, obstacle: int) -> Facts:
    return (CROSSINGS[cross(dice, rules, obstacle)],)


CROSSING: Final = Form(
    "crossing",
    "Crossing defences",
    at="crossing-defences",
    example="obstacle=palisade",
    results=("result",),
    fields=(Field("obstacle", "what is crossed", OBSTACLES[Obstacle.ABATIS], choices=OBSTACLES[Obstacle.ABATIS :]),),
    read=obstacle_from,
    run=cross_over,
)
