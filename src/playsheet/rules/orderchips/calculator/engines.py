"""SUSTAIN and START, haywire and repair."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.core.reader import figure
from playsheet.rules.orderchips.calculator.inputs import MACHINES, Facts, rating
from playsheet.rules.orderchips.dice.engines import DRIVES, drive, drive_automaton, sustain
from playsheet.rules.orderchips.dice.repair import repairs
from playsheet.rules.orderchips.sheet.machine import Plan, SteamMachine
from playsheet.rules.orderchips.sheet.tables import HIGHEST, ChipRules
from playsheet.rules.orderchips.terms import HAYWIRES, KINDS, Arm, EngineResult, Haywire
from playsheet.tabletop.machines.machine import NO_POWER, RUNNING, STALLED, Witness

ENGINE_WORDS: Final = ("running", "stopped", "without power")


class Driving(Procedure):
    """What a machine rolls before it moves."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("machine", "what moves", MACHINES[0], choices=MACHINES),
            rating("sustain", "its SUSTAIN", 8),
            rating("start", "a vehicle's START", 7),
            Field("engine", "its engine", ENGINE_WORDS[0], choices=ENGINE_WORDS),
            Field("locked", "its steering is locked", False),
        )
        super().__init__(
            "drive",
            "SUSTAIN and START: what a machine with a moving chip does",
            "driving",
            fields,
            ("result", "turns"),
            "machine=vehicle engine=stopped start=7",
        )

    def prepare(self, values: Values) -> Prepared:
        automaton = KINDS.index(values.word("machine")) == Arm.AUTOMATON
        plan = self.rules.plan([1, 0, values.number("sustain"), 1, 0], 0 if automaton else 1, [], automaton)
        return PreparedDrive(self, values, self.rules, plan)


class PreparedDrive(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, plan: Plan) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.plan: Final = plan
        self.engine: Final[int] = (RUNNING, STALLED, NO_POWER)[ENGINE_WORDS.index(values.word("engine"))]
        self.locked: Final = values.flag("locked")

    def run(self, dice: Dice) -> Outcome:
        machine = SteamMachine(self.plan, self.plan.fresh())
        machine.engine = self.engine
        machine.steers = not self.locked
        if self.plan.automaton:
            return Facts((self.automaton(dice, machine), machine.steers))
        return Facts((DRIVES[drive(dice, self.rules, machine, self.values.number("start"))], machine.steers))

    def automaton(self, dice: Dice, machine: SteamMachine) -> str:
        """Haywire in the words of its table."""
        came = drive_automaton(dice, self.rules, machine, Witness())
        return HAYWIRES[machine.haywire] if came == EngineResult.GOES_HAYWIRE else DRIVES[came]


class GoingHaywire(Procedure):
    """The haywire table."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("sustain", "its SUSTAIN, rolled first; 0: it is haywire already", 0, 0, HIGHEST),
            Field("enemies", "enemy players who may get control of it", 1, 1, 5),
        )
        super().__init__(
            "haywire",
            "Haywire: what an automaton does",
            "haywire",
            fields,
            ("result", "degrees", "player"),
            "sustain=8",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedHaywire(self, values, self.rules)


class PreparedHaywire(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.sustain: Final = values.number("sustain")
        self.enemies: Final = values.number("enemies")

    def run(self, dice: Dice) -> Outcome:
        if self.sustain and sustain(dice, self.rules, self.sustain):
            return Facts((HAYWIRES[Haywire.OBEYS], "0", 0))
        brain = self.rules.brain
        fit = brain.fit(dice, self.enemies, True)
        return Facts((HAYWIRES[fit.result], figure(brain.degrees(fit.pips)), fit.player + 1))


class Repair(Procedure):
    """A Scientist who has reached an automaton."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (rating("save", "the Scientist's SAVE", 6),)
        super().__init__("repair", "Repair of an automaton by a Scientist", "repair", fields, ("repaired",), "save=6")

    def prepare(self, values: Values) -> Prepared:
        return PreparedRepair(self, values, self.rules)


class PreparedRepair(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.save: Final = values.number("save")

    def run(self, dice: Dice) -> Outcome:
        return Facts((repairs(dice, self.rules, self.save),))
