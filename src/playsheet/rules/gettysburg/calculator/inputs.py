"""Inputs that several forms share, and what they come to."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Values
from playsheet.rules.gettysburg.dice.double_six import SixWitness, chain
from playsheet.rules.gettysburg.dice.fire import Hit, Mark, SkirmishWitness
from playsheet.rules.gettysburg.dice.melee import MeleeWitness
from playsheet.rules.gettysburg.dice.morale import GENERALS
from playsheet.rules.gettysburg.sheet.rows import RiskRow, SixRow
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    ARMS,
    COVERS,
    FORMATIONS,
    GRADES,
    MOST_FIGURES,
    NATIONS,
    RISKS,
    TOKENS,
    WEAPONS,
    Arm,
    Cover,
    Formation,
    GeneralWorth,
    Grade,
    Nation,
    RiskResult,
    Token,
    Weapon,
)

TROOP_ARMS: Final = ARMS[: Arm.GENERAL]
SIDES: Final = NATIONS[: Nation.EITHER]
SMALL_ARMS: Final = WEAPONS[Weapon.NONE + 1 :]
FOOT_FORMATIONS: Final = FORMATIONS[: Formation.DEPLOYED]
CHAIN: Final = ("token", "mishap", "general")  # results of a double six
MOST_SUPPORTS: Final = 5
MOST_FLEEING: Final = 10
UNHARMED: Final = -1  # no general was at risk


# ---------------------------------------------------------------- words


def grade_field(name: str) -> Field:
    return Field(name, "its grade", GRADES[Grade.REGULAR], choices=GRADES)


def nation_field(name: str, default: int = Nation.UNION) -> Field:
    return Field(name, "its side", SIDES[default], choices=SIDES)


def arm_field(name: str, said: str, default: int) -> Field:
    return Field(name, said, TROOP_ARMS[default], choices=TROOP_ARMS)


def cover_field(name: str, said: str) -> Field:
    return Field(name, said, COVERS[Cover.NONE], choices=COVERS)


def general_field(name: str) -> Field:
    return Field(name, "the best general it has", GENERALS[GeneralWorth.NONE], choices=GENERALS)


def figures_field(name: str, said: str, default: int) -> Field:
    return Field(name, said, default, 1, MOST_FIGURES)


def place(values: Values, name: str, words: tuple[str, ...]) -> int:
    """A word by its place among those known."""
    return words.index(values.word(name))


def check_formation(arm: int, formation: int) -> None:
    """Refuse a formation that an arm does not have."""
    guns = formation in (Formation.DEPLOYED, Formation.LIMBERED)
    if guns != (arm == Arm.ARTILLERY):
        known = "deployed or limbered" if arm == Arm.ARTILLERY else "none of deployed and limbered"
        raise Refused(f"{ARMS[arm]} in {FORMATIONS[formation]}: expected {known}.")
    if arm == Arm.CAVALRY and formation not in (Formation.LINE, Formation.COLUMN):
        raise Refused(f"cavalry in {FORMATIONS[formation]}: expected line or column.")


# ---------------------------------------------------------------- a target


def mark_fields() -> tuple[Field, ...]:
    """What of a target matters to the score."""
    return (
        arm_field("target_arm", "what the target is", Arm.INFANTRY),
        Field("target_formation", "its formation", FORMATIONS[Formation.LINE], choices=FORMATIONS),
        *shelter_fields(),
        Field("enfiladed", "it is enfiladed", default=False),
        Field("massed", "it is massed", default=False),
        *loss_fields(),
    )


def shelter_fields() -> tuple[Field, ...]:
    return (
        cover_field("cover", "its cover"),
        Field("target_down", "it has gone to ground", default=False),
    )


def loss_fields() -> tuple[Field, ...]:
    return (
        figures_field("target", "its figures, or its crew", 20),
        Field("half", "half a figure waits on it", default=False),
        Field("general_near", "a general of its side is attached to it, or within 3 inches", default=False),
    )


def mark_from(values: Values) -> Mark:
    arm = place(values, "target_arm", TROOP_ARMS)
    formation = place(values, "target_formation", FORMATIONS)
    check_formation(arm, formation)
    mark = Mark(arm, formation)
    mark.cover = place(values, "cover", COVERS)
    mark.on_the_ground = values.flag("target_down")
    mark.enfiladed = values.flag("enfiladed")
    mark.massed = values.flag("massed")
    if mark.on_the_ground and arm != Arm.INFANTRY:
        raise Refused(f"{ARMS[arm]} does not go to ground: expected target_down=no.")
    return mark


def pending(values: Values) -> int:
    return 1 if values.flag("half") else 0


# ---------------------------------------------------------------- on paper


class OnPaper(SkirmishWitness):
    """Keeps what came of a shot and of the chains of its double sixes."""

    def __init__(self, *, general: bool, rifled: bool) -> None:
        self.general: Final = general
        self.rifled: Final = rifled
        self.tokens = 0  # a bit each
        self.mishaps = 0  # was there one?
        self.risk = UNHARMED
        self.burning = False
        self.aiming = False  # sharpshooters, at the general
        self.stage: Chains | None = None  # the same for all runs, so that exact odds go through it once

    def aims(self, sixes: int) -> int:
        """All of them, if any."""
        return sixes if self.aiming else 0

    def chains(self, dice: Dice, rules: GettysburgRules, times: int, by: int) -> None:
        """One after another; exact odds need not tell apart what leaves the same behind."""
        stage = self.stage if self.stage is not None else Chains(rules, by=by, general=self.general)
        self.load(dice.through(times, self.state(), stage))

    def at_risk(self) -> bool:
        """He is near until he is hit."""
        return self.general and self.risk in (UNHARMED, RiskResult.BIBLE, RiskResult.STONEWALL)

    def six(self, row: SixRow) -> None:
        if row.token != Token.NONE:
            self.tokens |= 1 << row.token
        if row.skulkers:
            self.mishaps = 1

    def risked(self, row: RiskRow) -> None:
        self.risk = row.result

    def burns(self, yes: bool) -> None:
        self.burning = yes

    def state(self) -> State:
        return (self.tokens, self.mishaps, self.risk)

    def load(self, state: State) -> None:
        self.tokens = state[0]
        self.mishaps = state[1]
        self.risk = state[2]

    def facts(self) -> tuple[str, str, str]:
        """Tokens, mishap and what became of the general, in words."""
        words = [TOKENS[token] for token in range(len(TOKENS)) if self.tokens & (1 << token)]
        mishap = "burst barrel" if self.rifled else "skulkers"
        return ", ".join(words) if words else "none", mishap if self.mishaps else "none", risk_word(self.risk)


def risk_word(risk: int) -> str:
    return "none" if risk == UNHARMED else RISKS[risk]


class Chains(Stage):
    """The chains of several double sixes of skirmish fire, each on from what the last has left."""

    def __init__(self, rules: GettysburgRules, *, by: int, general: bool) -> None:
        self.rules: Final = rules
        self.by: Final = by
        self.general: Final = general

    def step(self, dice: Dice, at: int, state: State) -> State:
        seen = OnPaper(general=self.general, rifled=False)
        seen.load(state)
        chain(dice, self.rules, self.by, seen, gate=self.rules.six_effects["skirmish-fire"].gate)
        return seen.state()


class MeleeOnPaper(MeleeWitness):
    """The same of both sides of a melee: each side's double six puts the other's general at risk."""

    def __init__(self, *, general: bool, enemy_general: bool) -> None:
        self.sixes: Final = [OnPaper(general=enemy_general, rifled=False), OnPaper(general=general, rifled=False)]

    def chain_of(self, side: int) -> SixWitness:
        return self.sixes[side]


def double_six(hit: Hit) -> str:
    """What a double six has done to the target, in words."""
    if hit.effect is None:
        return "no"
    if hit.effect.guns:
        return "loses a gun and falters"
    if hit.effect.falters:
        return "falters"
    return "retires" if hit.effect.retires > 0.0 else "yes"
