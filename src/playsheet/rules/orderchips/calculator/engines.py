"""SUSTAIN and START, haywire and repair."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.core.reader import figure
from playsheet.rules.orderchips.calculator.inputs import MACHINES, rating
from playsheet.rules.orderchips.dice.engines import DRIVES, drive, drive_automaton, sustain
from playsheet.rules.orderchips.dice.repair import repairs
from playsheet.rules.orderchips.sheet.machine import Plan, SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST, ChipRules
from playsheet.rules.orderchips.terms import HAYWIRES, KINDS, Arm, EngineResult, Haywire
from playsheet.tabletop.machines.charts import SUSTAINS
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING, STALLED, Witness

ENGINES: Final = (RUNNING, STALLED, NO_POWER)
ENGINE_WORDS: Final = ("running", "stopped", "without power")


# ---------------------------------------------------------------- before a machine moves


class Driving:
    """A machine with a moving chip: what it rolls depends on."""

    def __init__(self, plan: Plan, start: int, engine: int, *, locked: bool) -> None:
        self.plan: Final = plan
        self.start: Final = start  # of a vehicle
        self.engine: Final = engine
        self.locked: Final = locked  # its steering


def driving_plan(rules: ChipRules, sustain: int, *, automaton: bool) -> Plan:
    """A machine of which nothing but its SUSTAIN is asked."""
    return rules.plan([1, 0, sustain, 1, 0], 0 if automaton else 1, [], automaton)


def driving_of(rules: ChipRules, values: Values) -> Driving:
    automaton = KINDS.index(values.word("machine")) == Arm.AUTOMATON
    plan = driving_plan(rules, values.number("sustain"), automaton=automaton)
    engine = ENGINES[ENGINE_WORDS.index(values.word("engine"))]
    return Driving(plan, values.number("start"), engine, locked=values.flag("locked"))


def driving_inputs(rules: ChipRules, driving: Driving) -> dict[str, Value]:
    """An automaton has no START."""
    automaton = driving.plan.automaton
    inputs: dict[str, Value] = {
        "machine": KINDS[Arm.AUTOMATON if automaton else Arm.VEHICLE],
        "sustain": driving.plan.ratings[SUSTAINS],
        "engine": ENGINE_WORDS[ENGINES.index(driving.engine)],
        "locked": driving.locked,
    }
    if not automaton:
        inputs["start"] = driving.start
    return inputs


def before_moving(dice: Dice, rules: ChipRules, driving: Driving) -> Facts:
    """Haywire in the words of its table."""
    machine = SteamMachine(driving.plan, driving.plan.fresh())
    machine.engine = driving.engine
    machine.steers = not driving.locked
    if not driving.plan.automaton:
        return (DRIVES[drive(dice, rules, machine, driving.start)], machine.steers)
    came = drive_automaton(dice, rules, machine, Witness())
    return (HAYWIRES[machine.haywire] if came == EngineResult.GOES_HAYWIRE else DRIVES[came], machine.steers)


DRIVE: Final = Form(
    "drive",
    "SUSTAIN and START: what a machine with a moving chip does",
    at="driving",
    example="machine=vehicle engine=stopped start=7",
    results=("result", "turns"),
    fields=(
        Field("machine", "what moves", MACHINES[0], choices=MACHINES),
        rating("sustain", "its SUSTAIN", 8),
        rating("start", "a vehicle's START", 7),
        Field("engine", "its engine", ENGINE_WORDS[0], choices=ENGINE_WORDS),
        Field("locked", "its steering is locked", default=False),
    ),
    read=driving_of,
    run=before_moving,
    write=driving_inputs,
)


# ---------------------------------------------------------------- haywire


class Wits:
    """An automaton that may go haywire."""

    def __init__(self, sustain: int, enemies: int) -> None:
        self.sustain: Final = sustain  # 0: it is haywire already
        self.enemies: Final = enemies  # players who may get control of it


def wits_of(rules: ChipRules, values: Values) -> Wits:
    return Wits(values.number("sustain"), values.number("enemies"))


def wits_inputs(rules: ChipRules, wits: Wits) -> dict[str, Value]:
    return {"sustain": wits.sustain, "enemies": wits.enemies}


def haywire(dice: Dice, rules: ChipRules, wits: Wits) -> Facts:
    if wits.sustain and sustain(dice, rules, wits.sustain):
        return (HAYWIRES[Haywire.OBEYS], "0", 0)
    brain = rules.brain
    fit = brain.fit(dice, wits.enemies, in_detail=True)
    return (HAYWIRES[fit.result], figure(brain.degrees(fit.pips)), fit.player + 1)


HAYWIRE: Final = Form(
    "haywire",
    "Haywire: what an automaton does",
    at="haywire",
    example="sustain=8",
    results=("result", "degrees", "player"),
    fields=(
        Field("sustain", "its SUSTAIN, rolled first; 0: it is haywire already", 0, 0, HIGHEST),
        Field("enemies", "enemy players who may get control of it", 1, 1, 5),
    ),
    read=wits_of,
    run=haywire,
    write=wits_inputs,
)


# ---------------------------------------------------------------- repair


def save_of(rules: ChipRules, values: Values) -> int:
    return values.number("save")


def save_inputs(rules: ChipRules, save: int) -> dict[str, Value]:
    return {"save": save}


def repair(dice: Dice, rules: ChipRules, save: int) -> Facts:
    return (repairs(dice, rules, save),)


REPAIR: Final = Form(
    "repair",
    "Repair of an automaton by a Scientist",
    at="repair",
    example="save=6",
    results=("repaired",),
    fields=(rating("save", "the Scientist's SAVE", 6),),
    read=save_of,
    run=repair,
    write=save_inputs,
)
