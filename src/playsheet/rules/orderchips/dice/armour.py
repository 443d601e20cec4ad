"""Armour saves, and what a hit does to a vehicle or an automaton by shooting and in melee."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, State
from playsheet.core.events import Throw
from playsheet.rules.orderchips.dice.rolls import in_order
from playsheet.rules.orderchips.sheet.machine import HAYWIRE_AT, IMMOBILE_AT, MELEE_AT, WEAPONS_AT, Plan, SteamMachine
from playsheet.rules.orderchips.sheet.tables import ArmourRow, ChipRules
from playsheet.rules.orderchips.terms import Haywire, HitBy
from playsheet.tabletop.machines.cells import Cell, cell_of
from playsheet.tabletop.machines.charts import (
    CHART,
    COLUMN,
    CREW,
    DEAD,
    HAYWIRE,
    LOSE,
    SAVE,
    SHOOT,
    SPEED,
    STOP,
    SUSTAIN,
    SUSTAINS,
    WEAPON,
    WEAPON_OR_MELEE,
    WEAPON_SHOOT,
    Column,
)
from playsheet.tabletop.machines.machine import (
    CREW_AT,
    ENGINE_AT,
    FATE_AT,
    IN_PLAY,
    STATS_AT,
    Witness,
    roll_on,
    suffer_cell,
)
from playsheet.tabletop.machines.tracks import Tracked, gone_through

SAVES: Final = Throw("Armour save", "armor-save", "sides", "", "R2", 1)

ENGINE: Final = [STATS_AT + SUSTAINS, ENGINE_AT, IMMOBILE_AT, HAYWIRE_AT]  # the places of it
TOUCHED: Final = {
    SUSTAIN: ENGINE,
    STOP: [ENGINE_AT],
    DEAD: [IMMOBILE_AT],
    HAYWIRE: [ENGINE_AT, HAYWIRE_AT],
    CREW: [CREW_AT],
}
WEAPONS_TOUCHED: Final = (WEAPON, WEAPON_SHOOT, WEAPON_OR_MELEE)


class Blow:
    """One hit on a machine: what is added to its save, and how it was hit."""

    def __init__(self, row: ArmourRow, how: int) -> None:
        self.row: Final = row
        self.how: Final = how


@mypyc_attr(allow_interpreted_subclasses=True)
class ArmourWitness(Witness):
    """Sees a machine being hit: beside each harm, the armour saves."""

    def saved(self, machine: SteamMachine, which: int, held: bool) -> None:
        """The save against one of the blows, in their order."""


def holds(dice: Dice, rules: ChipRules, armor: int, row: ArmourRow) -> bool:
    """An armour save: ARMOR or less, the modifier added to the die."""
    return dice.check(rules.armor_sides, armor, SAVES, row.account)


def column_of(rules: ChipRules, plan: Plan, how: int, held: bool) -> Column:
    """The column that is rolled on, whether the save held or not; automata have one chart for all hits."""
    place = 0 if held else 1
    if plan.automaton:
        return rules.automata_columns[place]
    return rules.shot_columns[place] if how == HitBy.SHOT else rules.melee_columns[place]


def damage(dice: Dice, rules: ChipRules, machine: SteamMachine, how: int, held: bool, witness: Witness) -> None:
    """The column die, and at once all that it calls for; nothing is rolled for a machine that is out."""
    if machine.fate == IN_PLAY:
        roll_on(
            dice,
            rules.works,
            machine,
            column_of(rules, machine.plan, how, held),
            witness,
            by_machine=how == HitBy.BY_MACHINE,
        )


def strike(dice: Dice, rules: ChipRules, machine: SteamMachine, blows: list[Blow], witness: ArmourWitness) -> None:
    """All hits of one step on one machine: first every save, by the ARMOR at the start, then the damage in order (R52).

    The machine is changed. Explosions, captures, haywire moves and the result of a crew's test come after the step, and
    are the table's.
    """
    armor = machine.armor()
    held: list[bool] = []
    if not rules.running_armor:
        for place in range(len(blows)):
            held.append(holds(dice, rules, armor, blows[place].row))
            witness.saved(machine, place, held[place])
    for place in range(len(blows)):
        if rules.running_armor:
            if machine.fate != IN_PLAY:
                return
            held.append(holds(dice, rules, machine.armor(), blows[place].row))
            witness.saved(machine, place, held[place])
        damage(dice, rules, machine, blows[place].how, held[place], witness)


# ---------------------------------------------------------------- many hits alike, for the odds


class Battering(Tracked):
    """One more hit on a machine, all of them alike. The state is the machine's.

    Within a step ARMOR counts for the saves as it was at the start; by switch as it is, and then nothing can be
    followed by itself.
    """

    def __init__(self, rules: ChipRules, plan: Plan, armor: int, blow: Blow) -> None:
        self.rules: Final = rules
        self.plan: Final = plan
        self.armor: Final = armor
        self.blow: Final = blow
        self.witness: Final = Witness()

    def step(self, dice: Dice, at: int, state: State) -> State:
        machine = SteamMachine(self.plan, state)
        if machine.fate != IN_PLAY:
            return state
        machine.in_detail = False
        armor = machine.armor() if self.rules.running_armor else self.armor
        held = holds(dice, self.rules, armor, self.blow.row)
        damage(dice, self.rules, machine, self.blow.how, held, self.witness)
        return machine.state()

    def same_save(self) -> int:
        return 0 if self.rules.running_armor else self.armor

    def falls(self, dice: Dice, save: int) -> Cell:
        held = holds(dice, self.rules, save, self.blow.row)
        return cell_of(dice, self.rules.works, column_of(self.rules, self.plan, self.blow.how, held))

    def suffers(self, dice: Dice, cell: Cell, state: State) -> State:
        machine = SteamMachine(self.plan, state)
        machine.in_detail = False
        by_machine = self.blow.how == HitBy.BY_MACHINE
        suffer_cell(dice, self.rules.works, machine, cell.chart, cell.effects, self.witness, by_machine=by_machine)
        return self.alike(machine.state())

    def touched(self, cell: Cell) -> list[int]:
        weapons = list(range(WEAPONS_AT, WEAPONS_AT + len(self.plan.weapon_shoots)))
        found: list[int] = []
        for effect in cell.effects:
            if effect.do in WEAPONS_TOUCHED or (effect.do == LOSE and effect.stat == SHOOT):
                found.extend(weapons)
            elif effect.do == LOSE:
                found.append(STATS_AT + effect.stat)
            elif effect.do in (COLUMN, CHART):
                found.extend([*ENGINE, CREW_AT, STATS_AT + SAVE, STATS_AT + SPEED, MELEE_AT, *weapons])
            if effect.do == WEAPON_OR_MELEE:
                found.append(MELEE_AT)
            found.extend(TOUCHED.get(effect.do, []))
        return found

    def alike(self, state: State) -> State:
        """Weapons of the same SHOOT are alike, the worst first; so is whatever an automaton does but jam."""
        mind = state[HAYWIRE_AT]
        if mind not in (Haywire.OBEYS, Haywire.JAMS):
            mind = Haywire.RESETS
        weapons = list(state[WEAPONS_AT:])
        shoots = self.plan.weapon_shoots
        for one in range(len(weapons)):
            for other in range(one + 1, len(weapons)):
                if shoots[one] == shoots[other] and weapons[other] < weapons[one]:
                    weapons[one], weapons[other] = weapons[other], weapons[one]
        return (*state[:HAYWIRE_AT], mind, *weapons)

    def tracks(self) -> list[list[int]]:
        """What the engine and its crew, the armour, the weapons and the speed come to does not touch the others."""
        weapons = [MELEE_AT, *range(WEAPONS_AT, WEAPONS_AT + len(self.plan.weapon_shoots))]
        if self.rules.running_armor:
            return [[*ENGINE, CREW_AT, STATS_AT + SAVE, *weapons, STATS_AT + SPEED]]
        return [ENGINE, [CREW_AT], [STATS_AT + SAVE], weapons, [STATS_AT + SPEED]]

    def ended(self, state: State) -> int:
        return state[FATE_AT]

    def told(self) -> list[int]:
        return [ENGINE_AT, IMMOBILE_AT, HAYWIRE_AT]

    def key(self) -> str:
        row = self.blow.row
        return f"battering {self.armor} {row.add} {self.blow.how} {self.rules.machine_key} {self.plan.plan_key}"


def batter(dice: Dice, rules: ChipRules, battering: Battering, n: int, most: int, state: State) -> State:
    """So many hits alike on a machine in that state: what is left of it. In exact odds only how it fares is told."""
    if rules.running_armor or not in_order(dice):
        return gone_through(dice, n, most, state, battering)
    machine = SteamMachine(battering.plan, state)
    strike(dice, rules, machine, [battering.blow] * n, ArmourWitness())
    return machine.state()
