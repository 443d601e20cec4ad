"""Machines: armour saves, and what hits by fire and in melee do to them."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.core.words import listed
from playsheet.rules.orderchips.calculator.inputs import (
    MACHINES,
    MOST,
    aim_from,
    count_fields,
    firer_fields,
    machine_fields,
    machine_from,
    machine_mark,
    rating,
    shots_from,
    size_fields,
)
from playsheet.rules.orderchips.dice.armour import SAVES, ArmourWitness, Battering, Blow, batter, strike
from playsheet.rules.orderchips.dice.melee import FIGHTS, STRIKES_BACK, Strokes, all_blows, melee_case, melee_number
from playsheet.rules.orderchips.dice.shooting import Aim, to_hit
from playsheet.rules.orderchips.sheet.machine import HAYWIRE_AT, IMMOBILE_AT, SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST_ARMOR, LOWEST, ArmourRow, ChipRules
from playsheet.rules.orderchips.terms import CLASSES, COVERS, HAYWIRES, Cover, Haywire, HitBy
from playsheet.tabletop.machines.charts import MELEE, SAVE, SHOOT, SPEED, SUSTAINS
from playsheet.tabletop.machines.machine import ENGINE_AT, FATE_AT, FATES, IN_PLAY, RUNNING, STALLED

DAMAGE: Final = ("fate", "condition")
MELEES: Final = {
    "infantry": HitBy.BY_FIGURES,
    "explosives": HitBy.BY_FIGURES,
    "machine": HitBy.BY_MACHINE,
    "special": HitBy.BY_MACHINE,
}
GONE: Final = "gone"


def condition(state: State, automaton: bool) -> str:
    """How a machine fares that is still in play, in a word."""
    if state[FATE_AT] != IN_PLAY:
        return GONE
    if automaton and state[HAYWIRE_AT] != Haywire.OBEYS:
        return "jammed" if state[HAYWIRE_AT] == Haywire.JAMS else "haywire"
    if state[IMMOBILE_AT]:
        return "immobilised"
    return "running" if state[ENGINE_AT] == RUNNING else "stopped" if state[ENGINE_AT] == STALLED else "without power"


def fared(state: State, automaton: bool) -> Facts:
    return (FATES[state[FATE_AT]], condition(state, automaton))


class Battered:
    """A machine that hits come down on, all of one kind: as it is by now, and what each of them does."""

    def __init__(self, rules: ChipRules, machine: SteamMachine, blow: Blow) -> None:
        self.state: Final = machine.state()
        self.battering: Final = Battering(rules, machine.plan, machine.armor(), blow)

    def fares(self, dice: Dice, rules: ChipRules, hits: int, most: int) -> Facts:
        """How it comes through so many hits, of `most` that there may be."""
        left = batter(dice, rules, self.battering, hits, most, self.state)
        return fared(left, self.battering.plan.automaton)


# ---------------------------------------------------------------- fire at a machine


def machine_aim(rules: ChipRules, values: Values) -> Aim:
    return aim_from(rules, values, machine_mark(values), shots_from(values))


def save_row(rules: ChipRules, values: Values) -> ArmourRow:
    return rules.save_against(CLASSES.index(values.word("weapon")))


class Saves:
    """Fire at a machine, only as far as its saves."""

    def __init__(self, aim: Aim, row: ArmourRow, armor: int) -> None:
        self.aim: Final = aim
        self.row: Final = row
        self.armor: Final = armor


def saves_of(rules: ChipRules, values: Values) -> Saves:
    return Saves(machine_aim(rules, values), save_row(rules, values), values.number("armor"))


def armor_saves(dice: Dice, rules: ChipRules, saves: Saves) -> Facts:
    hits = to_hit(dice, rules, saves.aim)
    failed = dice.checks(hits, rules.armor_sides, saves.armor, SAVES, saves.row.account) if hits else 0
    return (hits, hits - failed, failed)


ARMOR_SAVES: Final = Form(
    "armor-saves",
    "Shooting at a machine: how its armour saves come out",
    at="armor-save",
    example="weapon=rifle figures=10 shoot=5 size=large armor=3",
    results=("hits", "held", "failed"),
    fields=(
        Field("weapon", "the class of the weapons", "rifle", choices=CLASSES),
        *count_fields(10),
        *firer_fields(5),
        Field("machine", "what is shot at", MACHINES[0], choices=MACHINES),
        *size_fields(),
        Field("armor", "its ARMOR", 7, LOWEST, HIGHEST_ARMOR),
    ),
    read=saves_of,
    run=armor_saves,
)


class MachineShot:
    """Fire at a machine, to damage."""

    def __init__(self, aim: Aim, target: Battered) -> None:
        self.aim: Final = aim
        self.target: Final = target


def machine_shot_of(rules: ChipRules, values: Values) -> MachineShot:
    aim = machine_aim(rules, values)
    blow = Blow(save_row(rules, values), HitBy.SHOT)
    return MachineShot(aim, Battered(rules, machine_from(rules, values), blow))


def shoot_machine(dice: Dice, rules: ChipRules, shot: MachineShot) -> Facts:
    hits = to_hit(dice, rules, shot.aim)
    return (hits, *shot.target.fares(dice, rules, hits, shot.aim.dice))


SHOOT_MACHINE: Final = Form(
    "shoot-machine",
    "Shooting at a machine: to hit, armour saves, and what the hits do",
    at="vehicle-shooting-hits",
    example="weapon=gatling figures=6 shoot=5 size=large armor=7",
    results=("hits", *DAMAGE),
    fields=(
        Field("weapon", "the class of the weapons", "gatling", choices=CLASSES),
        *count_fields(6),
        *firer_fields(5),
        *size_fields(),
        *machine_fields(melee=False),
    ),
    read=machine_shot_of,
    run=shoot_machine,
)


# ---------------------------------------------------------------- one hit to the last detail


class Hit:
    """One hit on a machine."""

    def __init__(self, machine: SteamMachine, blow: Blow) -> None:
        self.plan: Final = machine.plan
        self.state: Final = machine.state()
        self.blows: Final = [blow]


def machine_hit_fields(rules: ChipRules) -> tuple[Field, ...]:
    return (
        Field("by", "what hit it: a row of the armour saves", "medium", choices=tuple(rules.saves)),
        *machine_fields(melee=False),
    )


def hit_of(rules: ChipRules, values: Values) -> Hit:
    word = values.word("by")
    return Hit(machine_from(rules, values), Blow(rules.saves[word], MELEES.get(word, HitBy.SHOT)))


class HitOnPaper(ArmourWitness):
    """A hit on paper: did the save hold?"""

    def __init__(self) -> None:
        self.held = False

    def saved(self, machine: SteamMachine, which: int, held: bool) -> None:
        self.held = held


def machine_hit(dice: Dice, rules: ChipRules, hit: Hit) -> Facts:
    paper = HitOnPaper()
    machine = SteamMachine(hit.plan, hit.state)
    strike(dice, rules, machine, hit.blows, paper)
    return (paper.held, *details(machine))


def details(machine: SteamMachine) -> Facts:
    """Of a machine that is lost only how."""
    if machine.fate != IN_PLAY:
        return (FATES[machine.fate], GONE, False, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, HAYWIRES[Haywire.OBEYS])
    lost = machine.lost_points()
    return (
        *fared(machine.state(), machine.plan.automaton),
        machine.penetrated,
        sum(lost),
        lost[SAVE],
        lost[SUSTAINS],
        lost[SPEED],
        lost[SHOOT],
        lost[MELEE],
        len(machine.weapons) - len(machine.working()),
        machine.crew_lost,
        machine.steers,
        machine.timer,
        HAYWIRES[machine.haywire],
    )


MACHINE_HIT: Final = Form(
    "machine-hit",
    "A hit on a machine: the armour save, the chart, and all that follows",
    at="armor-save",
    example="by=medium armor=6 weapons=0",
    results=(
        "held",
        *DAMAGE,
        "penetrated",
        "points_lost",
        "armor_lost",
        "sustain_lost",
        "speed_lost",
        "shoot_lost",
        "melee_lost",
        "weapons_lost",
        "crew_lost",
        "turns",
        "steam",
        "haywire",
    ),
    fields=machine_hit_fields,
    read=hit_of,
    run=machine_hit,
)


# ---------------------------------------------------------------- melee with a machine


class Assault:
    """A round of melee against a machine, to damage: who strikes at it, and what it strikes back with."""

    def __init__(self, strokes: Strokes, back: Strokes, target: Battered, others: list[str] | None = None) -> None:
        self.strokes: Final = strokes
        self.back: Final = back  # it may have no dice
        self.target: Final = target
        self.others: Final[list[str]] = others if others is not None else []  # who strike at it too, and are left out


def assault_assumes(rules: ChipRules, assault: Assault) -> list[str]:
    return [f"Blows of {listed(assault.others)} are left out."] if assault.others else []


def assault_of(rules: ChipRules, values: Values) -> Assault:
    word = values.word("attackers")
    case = melee_case(COVERS.index(values.word("cover")), loose=values.flag("loose"))
    strokes = Strokes(values.number("dice"), melee_number(rules, values.number("melee"), case))
    back = strokes_back(rules, values.number("melee_dice"), values.number("machine_melee"))
    blow = Blow(rules.saves[word], MELEES[word])
    return Assault(strokes, back, Battered(rules, machine_from(rules, values), blow))


def strokes_back(rules: ChipRules, dice: int, melee: int) -> Strokes:
    """A machine has no order, and those who fight it no cover."""
    return Strokes(dice, melee_number(rules, melee, melee_case(Cover.NONE, loose=False)))


def fight_machine(dice: Dice, rules: ChipRules, assault: Assault) -> Facts:
    strokes = assault.strokes
    hits = all_blows(dice, rules, [strokes], FIGHTS)
    back = all_blows(dice, rules, [assault.back] if assault.back.dice else [], STRIKES_BACK)
    return (hits, *assault.target.fares(dice, rules, hits, strokes.dice), back)


ASSAULT: Final = Form(
    "assault",
    "Melee against a machine: both sides' hits, its armour saves, and what they do",
    at="vehicle-melee-hits",
    example="attackers=explosives dice=4 melee=4 armor=4 sustain=9 crew=2 weapons=1 machine_melee=4 melee_dice=2",
    results=("hits", *DAMAGE, "hits_back"),
    fields=(
        Field(
            "attackers",
            "who they are (special: a machine with a special melee weapon)",
            "infantry",
            choices=tuple(MELEES),
        ),
        Field("dice", "their dice: one a figure, or a machine's melee dice", 4, 1, MOST),
        rating("melee", "their MELEE", 4),
        Field("loose", "they are in skirmish order", default=False),
        Field("cover", "cover of the machine", COVERS[Cover.NONE], choices=COVERS),
        *machine_fields(melee=True),
        Field("melee_dice", "dice that it strikes back with", 3, 0, 20),
    ),
    read=assault_of,
    run=fight_machine,
    assumes=assault_assumes,
)
