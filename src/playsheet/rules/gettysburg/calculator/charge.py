"""The whole charge, and crossing defences."""

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
    CHARGER_LOST,
    CHARGER_RESULT,
    DESTROYED,
    EVADED,
    GUNS_LOST,
    GUNS_TAKEN,
    MELEE,
    NOT_FOUGHT,
    REACTIONS,
    SHAKEN,
    TARGET_LOST,
    TARGET_RESULT,
    TOUCHES,
    UNTESTED,
    WINNER,
    Body,
    Charging,
    Plan,
    charge,
    contact,
    cross,
)
from playsheet.rules.gettysburg.dice.fire import (
    Battery,
    Mark,
    Rank,
    Shot,
    artillery_account,
    artillery_shot,
    firing_figures,
    guns_firing,
    halvings,
    musketry_account,
    musketry_shot,
)
from playsheet.rules.gettysburg.dice.morale import GENERALS
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
    RESULTS,
    STATES,
    WEAPONS,
    Ammunition,
    Arm,
    Formation,
    Grade,
    Gun,
    Nation,
    Obstacle,
    RangeBand,
    TargetReaction,
    UnitState,
    Weapon,
)

# ---------------------------------------------------------------- the whole charge

WINNERS: Final = ("nobody", "charger", "target")
TARGET: Final = "target_"


def body_fields(prefix: str, said: str, nation: int, formation: int) -> tuple[Field, ...]:
    return (
        arm_field(f"{prefix}arm", said, Arm.INFANTRY),
        nation_field(f"{prefix}nation", nation),
        grade_field(f"{prefix}grade"),
        figures_field(f"{prefix}size", "its original figures, or crew", 20),
        figures_field(f"{prefix}figures", "its figures now", 20),
        Field(f"{prefix}formation", "its formation", FORMATIONS[formation], choices=FORMATIONS),
        Field(f"{prefix}weapon", "its small arms", WEAPONS[Weapon.RIFLED_MUSKET], choices=SMALL_ARMS),
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
    target = body_from(values, TARGET)
    target.cover = place(values, "cover", COVERS)
    target.state = place(values, "state", STATES)
    target.unformed = values.flag("unformed")
    target.gun = place(values, "gun", GUNS)
    target.guns = values.number("guns")
    plan = Plan(charger, target, float(values.number("gap")))
    plan.flank_or_rear = values.flag("flank")
    plan.reaction = place(values, "reaction", REACTIONS)
    plan.obstacle = place(values, "obstacle", OBSTACLES)
    plan.packs = values.flag("packs")
    plan.yell = values.flag("yell")
    check_charge(rules, plan)
    plan.volley = reaction_fire(rules, plan, fired_last_turn=values.flag("fired_last_turn"))
    plan.support = support_fire(rules, values, charger)
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
    body.general = place(values, f"{prefix}general", GENERALS)
    body.attached = values.flag(f"{prefix}attached")
    body.uphill = values.flag(f"{prefix}uphill")
    body.supports = values.number(f"{prefix}supports")
    body.enemies_fleeing = values.number(f"{prefix}enemies_fleeing")
    body.friends_fleeing = values.number(f"{prefix}friends_fleeing")
    return body


def check_charge(rules: GettysburgRules, plan: Plan) -> None:
    """Refuse what cannot be declared, and reactions that the target does not have."""
    target = plan.target
    charging = Charging(rules, plan)
    if plan.charger.arm == Arm.ARTILLERY:
        raise Refused("artillery never charges: expected infantry or cavalry.")
    if plan.charger.arm == Arm.CAVALRY and plan.obstacle != Obstacle.NONE:
        raise Refused("cavalry does not charge over a defence: expected obstacle=none.")
    if not contact(charging.reach, plan.gap, ran=0.0):
        raise Refused(f"{plan.gap:g} inches are too far: this charge goes {charging.reach:g}.")
    if plan.reaction == TargetReaction.EVADES and (
        charging.evade == NO_PACE or target.formation == Formation.DEPLOYED or is_shaken(target)
    ):
        raise Refused("only skirmishers, cavalry and limbered guns in good order evade: expected another reaction.")
    if plan.reaction not in (TargetReaction.FIRES, TargetReaction.HOLDS_FIRE, TargetReaction.EVADES) and (
        target.arm == Arm.ARTILLERY or is_shaken(target)
    ):
        raise Refused("only formed infantry and cavalry counter-charge: expected another reaction.")
    if plan.reaction == TargetReaction.FIRES and (
        target.arm == Arm.CAVALRY or target.formation in (Formation.SKIRMISH, Formation.LIMBERED)
    ):
        raise Refused("mounted cavalry, limbered guns and skirmishers have no close-order fire: expected hold-fire.")
    if plan.reaction == TargetReaction.FIRES and target.state in (UnitState.RETREATING, UnitState.ROUTING):
        raise Refused("who retreats or routs does not fire: expected hold-fire.")


def is_shaken(body: Body) -> bool:
    return body.unformed or body.state != UnitState.OK


def reaction_fire(rules: GettysburgRules, plan: Plan, *, fired_last_turn: bool) -> Shot | None:
    """The target's fire at half the gap: guns with canister, infantry if it reaches so far; on the ground it halves."""
    target = plan.target
    if plan.reaction != TargetReaction.FIRES:
        return None
    mark = Mark(plan.charger.arm, plan.charger.formation)
    shaken = target.unformed or target.state == UnitState.FALTERING
    if target.arm == Arm.ARTILLERY:
        battery = Battery(target.grade, target.gun, Ammunition.CANISTER)
        battery.unformed = shaken
        guns = guns_firing(rules, target.guns, target.figures)
        account = artillery_account(rules, battery, mark)
        return artillery_shot(guns, battery, account, halving=0, mark=mark, figures=plan.charger.figures, pending=0)
    rank = Rank(target.grade)
    rank.extended = target.formation == Formation.EXTENDED
    rank.unformed = shaken
    rank.fired_last_turn = fired_last_turn
    band = rules.band(target.weapon, plan.gap / 2.0)
    if band == RangeBand.BEYOND:
        return None
    figures = firing_figures(rules, target.formation, target.figures)
    halving = halvings(band == RangeBand.LONG, target.state == UnitState.GONE_TO_GROUND, low=False)
    account = musketry_account(rules, rank, mark)
    return musketry_shot(figures, account, halving, mark, plan.charger.figures, pending=0)


def support_fire(rules: GettysburgRules, values: Values, charger: Body) -> Shot | None:
    """One regular unit near the target: infantry, or guns with canister."""
    guns = values.number("support_guns")
    figures = values.number("support_figures")
    mark = Mark(charger.arm, charger.formation)
    if guns and figures:
        raise Refused("support fire comes from figures or from guns here: expected one of them to be 0.")
    if guns:
        battery = Battery(Grade.REGULAR, place(values, "support_gun", GUNS), Ammunition.CANISTER)
        account = artillery_account(rules, battery, mark)
        return artillery_shot(guns, battery, account, halving=0, mark=mark, figures=charger.figures, pending=0)
    if figures:
        account = musketry_account(rules, Rank(Grade.REGULAR), mark)
        return musketry_shot(figures, account, halving=0, mark=mark, figures=charger.figures, pending=0)
    return None


def charge_home(dice: Dice, rules: GettysburgRules, charging: Charging) -> Facts:
    """From the halfway point to the end of the first round of melee."""
    left = charge(dice, charging)
    fought = left[MELEE] != NOT_FOUGHT
    return (
        charger_word(left[CHARGER_RESULT]),
        target_word(left[TARGET_RESULT]),
        left[TOUCHES] == 1,
        WINNERS[left[WINNER] + 1] if fought else "none",
        MELEE_RESULTS[left[MELEE]] if fought else "none",
        left[CHARGER_LOST],
        left[TARGET_LOST],
        left[GUNS_LOST],
    )


def charger_word(result: int) -> str:
    if result == SHAKEN:
        return "double-six"
    return "destroyed" if result == DESTROYED else RESULTS[result]


def target_word(result: int) -> str:
    if result == EVADED:
        return "evades"
    if result == GUNS_TAKEN:
        return "battery-lost"
    return "none" if result == UNTESTED else RESULTS[result]


CHARGE: Final = Form(
    "charge",
    "The whole charge: fire, both tests, contact and the first round",
    at="charge-procedure",
    example="gap=8 grade=veteran size=22 figures=22 general=near target_general=near cover=hasty-works support_guns=2",
    results=("charger", "target", "contact", "winner", "melee", "lost", "target_lost", "guns_lost"),
    fields=(
        Field("gap", "inches straight ahead, rounded up", 8, 1, 24),
        *body_fields("", "the charger", Nation.CONFEDERATE, Formation.COLUMN),
        Field("shotguns", "cavalry with shotguns", default=False),
        Field("packs", "a token: Down Packs", default=False),
        Field("yell", "a token: Rebel Yell", default=False),
        *body_fields(TARGET, "the target", Nation.UNION, Formation.LINE),
        cover_field("cover", "the target's cover against the charger"),
        Field("state", "the target's state", STATES[UnitState.OK], choices=STATES[: UnitState.DISPERSED]),
        Field("unformed", "the target is unformed", default=False),
        Field("flank", "it is charged in flank or rear", default=False),
        Field("reaction", "what it does", REACTIONS[TargetReaction.FIRES], choices=REACTIONS),
        Field("fired_last_turn", "it fired last turn", default=False),
        Field("guns", "its guns, if a battery", 2, 1, MOST_GUNS),
        Field("gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
        Field("obstacle", "what lies before it", OBSTACLES[Obstacle.NONE], choices=OBSTACLES),
        Field(
            "support_figures", "figures in line that give support fire at effective range, 0: none", 0, 0, MOST_FIGURES
        ),
        Field("support_guns", "instead of them guns with canister, 0: none", 0, 0, MOST_GUNS),
        Field("support_gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
    ),
    read=charge_from,
    run=charge_home,
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
