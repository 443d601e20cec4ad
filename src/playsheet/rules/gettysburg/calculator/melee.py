"""Melee, pursuit, emergency limbering."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.gettysburg.calculator.inputs import (
    MOST_SUPPORTS,
    SIDES,
    TROOP_ARMS,
    MeleeOnPaper,
    arm_field,
    check_formation,
    cover_field,
    figures_field,
    grade_field,
    nation_field,
    place,
    risk_word,
)
from playsheet.rules.gettysburg.dice.double_six import mishap
from playsheet.rules.gettysburg.dice.fire import may_pour
from playsheet.rules.gettysburg.dice.melee import (
    NEITHER,
    Fighter,
    Side,
    captures,
    emergency_limbering,
    fight_by,
    lead_of,
    limbering_account,
    melee_accounts,
    melee_loss,
)
from playsheet.rules.gettysburg.dice.pursuit import Winner, pursuit_test
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    COVERS,
    FORMATIONS,
    GRADES,
    GUNS,
    LIMBERINGS,
    MELEE_RESULTS,
    MOST_FIGURES,
    MOST_GUNS,
    NATIONS,
    PURSUITS,
    WEAPONS,
    Arm,
    Cover,
    Formation,
    Gun,
    Weapon,
)

# ---------------------------------------------------------------- melee

ENEMY: Final = "enemy_"
WINNERS: Final = ("nobody", "first", "second")


def side_fields(prefix: str, said: str) -> tuple[Field, ...]:
    """A side of a melee: its leading unit, a second one, and their situation."""
    return (
        arm_field(f"{prefix}arm", said, Arm.INFANTRY),
        figures_field(f"{prefix}figures", "its figures, or crew", 20),
        figures_field(f"{prefix}size", "its original figures", 20),
        grade_field(f"{prefix}grade"),
        Field(f"{prefix}weapon", "its weapon", WEAPONS[Weapon.RIFLED_MUSKET], choices=WEAPONS),
        Field(f"{prefix}rapid", "it uses its breechloaders or repeaters", default=False),
        Field(f"{prefix}formation", "its formation", FORMATIONS[Formation.LINE], choices=FORMATIONS),
        Field(f"{prefix}charging", "it charged, counter-charged or pursued this turn", prefix == ""),
        Field(f"{prefix}following_up", "it follows up a recoil", default=False),
        Field(f"{prefix}unformed", "it is unformed or faltering", default=False),
        Field(f"{prefix}recoiled", "it recoiled in this melee last turn", default=False),
        Field(f"{prefix}retreating", "it is retreating", default=False),
        Field(f"{prefix}flank", "it is attacked in flank or rear", default=False),
        Field(f"{prefix}general", "a general is attached", default=False),
        Field(f"{prefix}general_near", "a general of that side is within 3 inches", default=False),
        Field(f"{prefix}supports", "supporting lines", 0, 0, MOST_SUPPORTS),
        cover_field(f"{prefix}cover", "its cover, if the enemy is outside"),
        Field(f"{prefix}uphill", "it is uphill", default=False),
        Field(f"{prefix}rough", "foot in difficult ground or a building", default=False),
        Field(f"{prefix}shotguns", "cavalry with shotguns", default=False),
        Field(f"{prefix}second_figures", "figures of a second unit, 0: there is none", 0, 0, MOST_FIGURES),
        arm_field(f"{prefix}second_arm", "what that is", Arm.CAVALRY),
        grade_field(f"{prefix}second_grade"),
        Field(f"{prefix}second_weapon", "its weapon", WEAPONS[Weapon.RIFLED_MUSKET], choices=WEAPONS),
        Field(f"{prefix}second_rapid", "it uses its breechloaders or repeaters", default=False),
    )


class Round:
    """A round of melee: who throws first, and the enemy.

    With the figures of every unit, the half that waits, and the generals whom a double six puts at risk.
    """

    def __init__(self, first: Side, second: Side) -> None:
        self.first: Final = first
        self.second: Final = second
        self.crowds: Final = [sum([fighter.figures for fighter in side.fighters]) for side in (first, second)]
        self.pending: Final = [0, 0]  # on the first unit of each
        self.generals: Final = [first.general, second.general]  # attached, or within 3 inches (R89)
        self.accounts: list[list[Entry]] = []  # of both sides: found when they throw for the first time


def round_from(rules: GettysburgRules, values: Values) -> Round:
    """Up to two units a side."""
    first = side_from(values, "")
    second = side_from(values, ENEMY)
    spoilt = first.shelter >= Cover.COVER or second.shelter >= Cover.COVER
    for side in (first, second):
        side.first_round = values.flag("first_round")
        side.columns_spoilt = spoilt
    round = Round(first, second)
    for at, prefix in enumerate(("", ENEMY)):
        if values.flag(f"{prefix}general_near"):
            round.generals[at] = True
    return round


def side_from(values: Values, prefix: str) -> Side:
    arm = place(values, f"{prefix}arm", TROOP_ARMS)
    figures = values.number(f"{prefix}figures")
    size = values.number(f"{prefix}size")
    if figures > size:
        raise Refused(f"{prefix}figures are {figures} of {size}: expected no more than the original size.")
    formation = place(values, f"{prefix}formation", FORMATIONS)
    if arm == Arm.ARTILLERY and formation == Formation.LINE:
        formation = Formation.DEPLOYED
    check_formation(arm, formation)
    lead = Fighter(arm, place(values, f"{prefix}grade", GRADES), figures)
    lead.weapon = place(values, f"{prefix}weapon", WEAPONS)
    lead.rapid = values.flag(f"{prefix}rapid")
    check_rapid(lead, f"{prefix}rapid")
    lead.rough = values.flag(f"{prefix}rough")
    lead.retreating = values.flag(f"{prefix}retreating")
    fighters = [lead]
    if values.number(f"{prefix}second_figures"):
        second = f"{prefix}second_"
        other = Fighter(
            place(values, f"{second}arm", TROOP_ARMS),
            place(values, f"{second}grade", GRADES),
            values.number(f"{second}figures"),
        )
        other.weapon = place(values, f"{second}weapon", WEAPONS)
        other.rapid = values.flag(f"{second}rapid")
        check_rapid(other, f"{second}rapid")
        other.rough = lead.rough
        fighters.append(other)
    if lead_of(fighters) != 0:
        raise Refused(
            f"the unit with most figures leads: expected {prefix}second_figures to be no more than its figures."
        )
    side = Side(fighters, lead=0)
    side.formation = formation
    side.half_lost = 2 * (size - figures) >= size
    situate(side, values, prefix)
    return side


def check_rapid(fighter: Fighter, name: str) -> None:
    if fighter.rapid and (fighter.arm != Arm.INFANTRY or not may_pour(fighter.weapon, low=False)):
        raise Refused(f"{name} is for infantry with breechloaders or repeaters: expected {name}=no.")


def situate(side: Side, values: Values, prefix: str) -> None:
    """What counts for the side as a whole."""
    side.charging = values.flag(f"{prefix}charging")
    side.following_up = values.flag(f"{prefix}following_up")
    side.unformed = values.flag(f"{prefix}unformed")
    side.recoiled = values.flag(f"{prefix}recoiled")
    side.flank_or_rear = values.flag(f"{prefix}flank")
    side.general = values.flag(f"{prefix}general")
    side.supports = values.number(f"{prefix}supports")
    cover = place(values, f"{prefix}cover", COVERS)
    side.shelter = cover if cover >= Cover.COVER else Cover.NONE
    side.uphill = values.flag(f"{prefix}uphill")
    side.shotguns = values.flag(f"{prefix}shotguns")


def fight_round(dice: Dice, rules: GettysburgRules, round: Round) -> Facts:
    seen = MeleeOnPaper(general=round.generals[0], enemy_general=round.generals[1])
    if not round.accounts:
        round.accounts = melee_accounts(rules, round.first, round.second)
    clash = fight_by(dice, rules, round.first, round.second, round.accounts, seen)
    sides = [round.first, round.second]
    lost = [0, 0]
    for at in range(2):
        lost[at] = melee_loss(dice, rules, clash.inflicted[1 - at], round.pending[at]).figures
        lost[at] += mishap(rules, rifled_fire=False).figures * seen.sixes[at].mishaps
        if lost[at] > round.crowds[at] or captures(rules, sides[at], six=clash.sixes[1 - at]):
            lost[at] = round.crowds[at]
    return (
        WINNERS[0 if clash.winner == NEITHER else clash.winner + 1],
        MELEE_RESULTS[clash.result],
        lost[0],
        lost[1],
        clash.sixes[0],
        clash.sixes[1],
        clash.low[0],
        clash.low[1],
        risk_word(seen.sixes[1].risk),
        risk_word(seen.sixes[0].risk),
    )


MELEE: Final = Form(
    "melee",
    "Melee: a round, to its result and losses",
    at="melee-results",
    example="figures=18 size=22 grade=veteran formation=column enemy_cover=hasty-works",
    results=(
        "winner",
        "result",
        "lost",
        "enemy_lost",
        "six",
        "enemy_six",
        "low",
        "enemy_low",
        "general",
        "enemy_general",
    ),
    fields=(
        *side_fields("", "the charger, pursuer or follower-up"),
        *side_fields(ENEMY, "its enemy"),
        Field("first_round", "the first round of this melee", default=True),
    ),
    read=round_from,
    run=fight_round,
)


# ---------------------------------------------------------------- pursuit


def winner_from(rules: GettysburgRules, values: Values) -> Winner:
    arm = place(values, "arm", TROOP_ARMS)
    if arm == Arm.ARTILLERY:
        raise Refused("artillery does not pursue: expected infantry or cavalry.")
    winner = Winner(arm, place(values, "nation", SIDES), place(values, "grade", GRADES), values.number("year"))
    winner.general_near = values.flag("general_near")
    winner.unformed = values.flag("unformed")
    winner.pursued_last_turn = values.flag("pursued_last_turn")
    winner.can_pursue = values.flag("can_pursue")
    winner.enemy_ahead = values.flag("enemy_ahead")
    return winner


def winner_inputs(rules: GettysburgRules, winner: Winner) -> dict[str, Value]:
    return {
        "arm": ARMS[winner.arm],
        "nation": NATIONS[winner.nation],
        "grade": GRADES[winner.grade],
        "year": winner.year,
        "general_near": winner.general_near,
        "unformed": winner.unformed,
        "pursued_last_turn": winner.pursued_last_turn,
        "can_pursue": winner.can_pursue,
        "enemy_ahead": winner.enemy_ahead,
    }


def pursue(dice: Dice, rules: GettysburgRules, winner: Winner) -> Facts:
    return (PURSUITS[pursuit_test(dice, rules, winner, by=0)],)


PURSUIT: Final = Form(
    "pursuit",
    "Pursuit test",
    at="pursuit-results",
    example="nation=confederate grade=veteran general_near=yes",
    results=("result",),
    fields=(
        arm_field("arm", "the winner", Arm.INFANTRY),
        nation_field("nation"),
        grade_field("grade"),
        Field("year", "the year", 1863, 1861, 1865),
        Field("general_near", "C-in-C or brigadier within 12 inches", default=False),
        Field("unformed", "it is unformed", default=False),
        Field("pursued_last_turn", "it pursued last turn", default=False),
        Field("can_pursue", "the beaten unit can be pursued", default=True),
        Field("enemy_ahead", "an enemy within 45 degrees and 20 inches", default=False),
    ),
    read=winner_from,
    run=pursue,
    write=winner_inputs,
)


# ---------------------------------------------------------------- emergency limbering


class Limbering:
    """Guns that must go: how many, and what counts for and against them."""

    def __init__(self, guns: int, account: list[Entry]) -> None:
        self.guns: Final = guns
        self.account: Final = account


def limbering_from(rules: GettysburgRules, values: Values) -> Limbering:
    grade = place(values, "grade", GRADES)
    gun = place(values, "gun", GUNS)
    account = limbering_account(rules, grade, gun, by_cavalry=values.flag("by_cavalry"), rout=values.flag("rout"))
    return Limbering(values.number("guns"), account)


def limber(dice: Dice, rules: GettysburgRules, limbering: Limbering) -> Facts:
    return (LIMBERINGS[emergency_limbering(dice, rules, limbering.guns, limbering.account, by=0)],)


LIMBERING: Final = Form(
    "limbering",
    "Emergency limbering of guns that must go",
    at="emergency-limbering",
    example="guns=2 gun=12pdr",
    results=("result",),
    fields=(
        Field("guns", "gun models", 2, 1, MOST_GUNS),
        Field("gun", "what guns", GUNS[Gun.GUN_12PDR], choices=GUNS),
        grade_field("grade"),
        Field("by_cavalry", "the enemy is cavalry", default=False),
        Field("rout", "they rout", default=False),
    ),
    read=limbering_from,
    run=limber,
)
