"""Machines: armour saves, and what hits by fire and in melee do to them."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Value, Values
from playsheet.rules.orderchips.calculator.inputs import (
    MACHINES,
    MOST,
    Facts,
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
from playsheet.rules.orderchips.sheet.tables import ArmourRow, ChipRules
from playsheet.rules.orderchips.terms import CLASSES, COVERS, HAYWIRES, Haywire, HitBy
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


def fared(state: State, automaton: bool) -> tuple[Value, ...]:
    return (FATES[state[FATE_AT]], condition(state, automaton))


class ArmorSaves(Procedure):
    """Fire at a machine, only as far as its saves."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("weapon", "the class of the weapons", "rifle", choices=CLASSES),
            *count_fields(10),
            *firer_fields(5),
            Field("machine", "what is shot at", MACHINES[0], choices=MACHINES),
            *size_fields(),
            Field("armor", "its ARMOR", 7, 1, 12),
        )
        super().__init__(
            "armor-saves",
            "Shooting at a machine: how its armour saves come out",
            "armor-save",
            fields,
            ("hits", "held", "failed"),
            "weapon=rifle figures=10 shoot=5 size=large armor=3",
        )

    def prepare(self, values: Values) -> Prepared:
        aim = aim_from(self.rules, values, machine_mark(values), shots_from(values))
        row = self.rules.save_against(CLASSES.index(values.word("weapon")))
        return PreparedSaves(self, values, self.rules, aim, row)


class PreparedSaves(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, aim: Aim, row: ArmourRow) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.aim: Final = aim
        self.row: Final = row
        self.armor: Final = values.number("armor")

    def run(self, dice: Dice) -> Outcome:
        hits = to_hit(dice, self.rules, self.aim)
        failed = dice.checks(hits, self.rules.armor_sides, self.armor, SAVES, self.row.account) if hits else 0
        return Facts((hits, hits - failed, failed))


class ShootingAtMachine(Procedure):
    """Fire at a machine, to damage."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("weapon", "the class of the weapons", "gatling", choices=CLASSES),
            *count_fields(6),
            *firer_fields(5),
            *size_fields(),
            *machine_fields(False),
        )
        super().__init__(
            "shoot-machine",
            "Shooting at a machine: to hit, armour saves, and what the hits do",
            "vehicle-shooting-hits",
            fields,
            ("hits", *DAMAGE),
            "weapon=gatling figures=6 shoot=5 size=large armor=7",
        )

    def prepare(self, values: Values) -> Prepared:
        aim = aim_from(self.rules, values, machine_mark(values), shots_from(values))
        row = self.rules.save_against(CLASSES.index(values.word("weapon")))
        return PreparedMachine(self, values, self.rules, aim, machine_from(self.rules, values), Blow(row, HitBy.SHOT))


class PreparedMachine(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: ChipRules, aim: Aim, machine: SteamMachine, blow: Blow
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.aim: Final = aim
        self.automaton: Final = machine.plan.automaton
        self.state: Final = machine.state()
        self.battering: Final = Battering(rules, machine.plan, machine.armor(), blow)

    def run(self, dice: Dice) -> Outcome:
        hits = to_hit(dice, self.rules, self.aim)
        left = batter(dice, self.rules, self.battering, hits, self.aim.dice, self.state)
        return Facts((hits, *fared(left, self.automaton)))


# ---------------------------------------------------------------- one hit to the last detail


DETAILS: Final = (
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
)


class MachineHit(Procedure):
    """One hit on a machine, to the last detail."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("by", "what hit it: a row of the armour saves", "medium", choices=tuple(rules.saves)),
            *machine_fields(False),
        )
        super().__init__(
            "machine-hit",
            "A hit on a machine: the armour save, the chart, and all that follows",
            "armor-save",
            fields,
            DETAILS,
            "by=medium armor=6 weapons=0",
        )

    def prepare(self, values: Values) -> Prepared:
        word = values.word("by")
        how = (
            HitBy.BY_FIGURES
            if word in ("infantry", "explosives")
            else HitBy.BY_MACHINE
            if word in ("machine", "special")
            else HitBy.SHOT
        )
        blow = Blow(self.rules.saves[word], how)
        return PreparedHit(self, values, self.rules, machine_from(self.rules, values), blow)


class HitOnPaper(ArmourWitness):
    """A hit on paper: did the save hold?"""

    def __init__(self) -> None:
        self.held = False

    def saved(self, machine: SteamMachine, which: int, held: bool) -> None:
        self.held = held


class PreparedHit(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: ChipRules, machine: SteamMachine, blow: Blow
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.plan: Final = machine.plan
        self.state: Final = machine.state()
        self.blows: Final = [blow]

    def run(self, dice: Dice) -> Outcome:
        paper = HitOnPaper()
        machine = SteamMachine(self.plan, self.state)
        strike(dice, self.rules, machine, self.blows, paper)
        return Facts((paper.held, *self.details(machine)))

    def details(self, machine: SteamMachine) -> tuple[Value, ...]:
        """Of a machine that is lost only how."""
        if machine.fate != IN_PLAY:
            return (FATES[machine.fate], GONE, False, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, HAYWIRES[Haywire.OBEYS])
        lost = machine.lost_points()
        return (
            *fared(machine.state(), self.plan.automaton),
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


# ---------------------------------------------------------------- melee with a machine


class Assault(Procedure):
    """A round of melee against a machine, to damage."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field(
                "attackers",
                "who they are (special: a machine with a special melee weapon)",
                "infantry",
                choices=tuple(MELEES),
            ),
            Field("dice", "their dice: one a figure, or a machine's melee dice", 4, 1, MOST),
            rating("melee", "their MELEE", 4),
            Field("loose", "they are in skirmish order", False),
            Field("cover", "cover of the machine", COVERS[0], choices=COVERS),
            *machine_fields(True),
            Field("melee_dice", "dice that it strikes back with", 3, 0, 20),
        )
        super().__init__(
            "assault",
            "Melee against a machine: both sides' hits, its armour saves, and what they do",
            "vehicle-melee-hits",
            fields,
            ("hits", *DAMAGE, "hits_back"),
            "attackers=explosives dice=4 melee=4 armor=4 sustain=9 crew=2 weapons=1 machine_melee=4 melee_dice=2",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedAssault(self, values, self.rules, machine_from(self.rules, values))


class PreparedAssault(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, machine: SteamMachine) -> None:
        super().__init__(procedure, values)
        word = values.word("attackers")
        case = melee_case(COVERS.index(values.word("cover")), values.flag("loose"))
        self.rules: Final = rules
        self.automaton: Final = machine.plan.automaton
        self.state: Final = machine.state()
        self.dice: Final = values.number("dice")
        number = melee_number(rules, values.number("melee"), case)
        self.strokes: Final = [Strokes(self.dice, number)]
        back = melee_number(rules, values.number("machine_melee"), 0)
        self.back: Final = [Strokes(values.number("melee_dice"), back)] if values.number("melee_dice") else []
        self.battering: Final = Battering(rules, machine.plan, machine.armor(), Blow(rules.saves[word], MELEES[word]))

    def run(self, dice: Dice) -> Outcome:
        hits = all_blows(dice, self.rules, self.strokes, FIGHTS)
        back = all_blows(dice, self.rules, self.back, STRIKES_BACK)
        left = batter(dice, self.rules, self.battering, hits, self.dice, self.state)
        return Facts((hits, *fared(left, self.automaton), back))
