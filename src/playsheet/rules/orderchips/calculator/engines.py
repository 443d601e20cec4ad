"""SUSTAIN and START, haywire and repair."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.core.reader import figure
from playsheet.rules.orderchips.calculator.inputs import MACHINES, rating
from playsheet.rules.orderchips.dice.engines import DRIVES, drive, drive_automaton, stand, sustain
from playsheet.rules.orderchips.dice.repair import repairs
from playsheet.rules.orderchips.sheet.machine import Plan, SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST, ChipRules
from playsheet.rules.orderchips.terms import HAYWIRES, KINDS, Arm, EngineResult, Haywire
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING, STALLED, Witness

ENGINES: Final = (RUNNING, STALLED, NO_POWER)
ENGINE_WORDS: Final = ("running", "stopped", "without power")


# ---------------------------------------------------------------- before a machine moves


class Driving:
    """A machine with a moving chip, as it is."""

    def __init__(self, plan: Plan, state: State, start: int, enemies: int, *, stands: bool = False) -> None:
        self.plan: Final = plan
        self.state: Final = state
        self.start: Final = start  # of a vehicle
        self.enemies: Final = enemies  # players who may get control of an automaton; 0: one has it already
        self.stands: Final = stands  # with a stationary chip, where by switch it rolls too (R64)

    def machine(self) -> SteamMachine:
        machine = SteamMachine(self.plan, self.state)
        machine.enemies = self.enemies
        return machine


def driving_of(rules: ChipRules, values: Values) -> Driving:
    automaton = KINDS.index(values.word("machine")) == Arm.AUTOMATON
    if automaton and values.word("engine") == ENGINE_WORDS[ENGINES.index(STALLED)]:
        raise Refused("engine: the engine of an automaton is never stopped.")
    plan = rules.plan([1, 0, values.number("sustain"), 1, 0], 0 if automaton else 1, [], automaton)
    machine = SteamMachine(plan, plan.fresh())
    machine.engine = ENGINES[ENGINE_WORDS.index(values.word("engine"))]
    machine.repairable = not values.flag("for_good")
    machine.steers = not values.flag("locked")
    if values.flag("jammed"):
        machine.haywire = Haywire.JAMS
    enemies = 0 if values.flag("controlled") else 1
    return Driving(plan, machine.state(), values.number("start"), enemies, stands=values.flag("stands"))


def driving_inputs(rules: ChipRules, driving: Driving) -> dict[str, Value]:
    """An automaton has no START."""
    automaton = driving.plan.automaton
    machine = driving.machine()
    inputs: dict[str, Value] = {
        "machine": KINDS[Arm.AUTOMATON if automaton else Arm.VEHICLE],
        "sustain": machine.sustain(),
        "engine": ENGINE_WORDS[ENGINES.index(machine.engine)],
        "for_good": machine.engine == NO_POWER and not machine.repairable,
        "locked": not machine.steers,
        "jammed": machine.haywire == Haywire.JAMS,
        "controlled": automaton and driving.enemies == 0,
        "stands": driving.stands,
    }
    if not automaton:
        inputs["start"] = driving.start
    return inputs


def before_moving(dice: Dice, rules: ChipRules, driving: Driving) -> Facts:
    """Haywire in the words of its table."""
    machine = driving.machine()
    if driving.stands:
        came = stand(dice, rules, machine, Witness())
        return (HAYWIRES[machine.haywire] if came == EngineResult.GOES_HAYWIRE else DRIVES[came], machine.steers)
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
        Field("for_good", "power that is gone cannot be restored", default=False),
        Field("locked", "its steering is locked", default=False),
        Field("jammed", "an automaton that is jammed", default=False),
        Field("controlled", "an automaton that an enemy controls already", default=False),
        Field("stands", "it has a stationary chip, and rolls SUSTAIN all the same", default=False),
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
        self.enemies: Final = enemies  # players who may get control of it; 0: one has it already


def wits_of(rules: ChipRules, values: Values) -> Wits:
    return Wits(values.number("sustain"), values.number("enemies"))


def wits_inputs(rules: ChipRules, wits: Wits) -> dict[str, Value]:
    return {"sustain": wits.sustain, "enemies": wits.enemies}


def haywire(dice: Dice, rules: ChipRules, wits: Wits) -> Facts:
    if wits.sustain and sustain(dice, rules, wits.sustain):
        return (HAYWIRES[Haywire.OBEYS], "0", 0)
    brain = rules.brain
    fit = brain.fit(dice, wits.enemies, in_detail=True)
    if fit.result == Haywire.ENEMY_CONTROL and not wits.enemies:
        return (HAYWIRES[Haywire.OBEYS], "0", 0)  # another 10 does nothing (R42)
    return (HAYWIRES[fit.result], figure(brain.degrees(fit.pips)), fit.player + 1)


HAYWIRE: Final = Form(
    "haywire",
    "Haywire: what an automaton does",
    at="haywire",
    example="sustain=8",
    results=("result", "degrees", "player"),
    fields=(
        Field("sustain", "its SUSTAIN, rolled first; 0: it is haywire already", 0, 0, HIGHEST),
        Field("enemies", "enemy players who may get control of it, 0: one has it already", 1, 0, 5),
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
