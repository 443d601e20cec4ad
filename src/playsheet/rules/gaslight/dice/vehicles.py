"""Vehicles: Sustain and Start, the saving throw, hits by fire and hand to hand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice, State
from playsheet.core.events import Entry, Throw
from playsheet.rules.gaslight.dice.shooting import Aim, to_hit
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.terms import HitResult
from playsheet.tabletop.machines.cells import NO_HARM, Cell, cell_of
from playsheet.tabletop.machines.charts import (
    CHART,
    COLUMN,
    CREW,
    DEAD,
    LOSE,
    SAVE,
    SHOOT,
    SPEED,
    STOP,
    SUSTAIN,
    SUSTAINS,
)
from playsheet.tabletop.machines.hits import HitByHit, hit_by_hit
from playsheet.tabletop.machines.machine import (
    CREW_AT,
    CREWLESS,
    DISABLED,
    ENGINE_AT,
    FATE_AT,
    IN_PLAY,
    RUNNING,
    STATS_AT,
    Machine,
    Witness,
    ones,
    roll_on,
    suffer_cell,
)

SUSTAIN_ROLL: Final = Throw("Sustain roll", "driving", "sides", "", "R75")
START_ROLL: Final = Throw("Start roll", "driving", "sides", "", "R76")
ARMOUR: Final = Throw("Vehicle's saving throw", "vehicle-save-outcome", "sides", "", "R82", 1)
HAND_TO_HAND: Final = Throw("Vehicle's saving throw in close combat", "vehicle-melee-srm", "", "", "R73", 1)
SAFE: Final = -1  # an attribute of which it makes no difference any more what it is
PLACES: Final = [*range(STATS_AT, ENGINE_AT + 1), CREW_AT]  # of a machine's state, that matter to hits to come ...
TOLD: Final = [STATS_AT + SAVE, ENGINE_AT, CREW_AT]  # ... and at the end
TOUCHED: Final = {
    SUSTAIN: [STATS_AT + SUSTAINS, ENGINE_AT],
    STOP: [ENGINE_AT],
    DEAD: [ENGINE_AT],
    CREW: [CREW_AT, STATS_AT + SHOOT],  # the best shot may fall
}
CREW_SAVES: Final = Throw("A crewman's save in the explosion", "saving-throws", "sides", "", "R83", 1)


# ---------------------------------------------------------------- driving


def sustain(dice: Dice, rules: GaslightRules, number: int) -> bool:
    """Does the engine keep running? Less than Sustain."""
    return dice.check(rules.drive_sides, number - 1, SUSTAIN_ROLL, NOTHING)


def start(dice: Dice, rules: GaslightRules, number: int) -> bool:
    """Does it start again? Less than Start."""
    return dice.check(rules.drive_sides, number - 1, START_ROLL, NOTHING)


# ---------------------------------------------------------------- hits


def outcome(dice: Dice, rules: GaslightRules, save: int, srm: int, throw: Throw) -> int:
    """A vehicle's saving throw: catastrophic first, then less, equal or greater than the Save (R82)."""
    disaster = rules.catastrophic_from + srm if rules.natural_catastrophe else rules.catastrophic_from
    modifier = [Entry(srm, "SRM", "R43")] if srm else NOTHING
    total = dice.reach(1, rules.vehicle_sides, [save, save + 1, disaster], throw, modifier)
    if total >= disaster:
        return HitResult.CATASTROPHIC
    return rules.save_outcomes[0 if total < save else 1 if total == save else 2]


def shot_outcome(dice: Dice, rules: GaslightRules, save: int, has_srm: bool, srm: int) -> int:
    """The saving throw against a shot; without an SRM it bounces, and no die is thrown (R43)."""
    return outcome(dice, rules, save, srm, ARMOUR) if has_srm else HitResult.BOUNCE


@mypyc_attr(allow_interpreted_subclasses=True)
class VehicleWitness(Witness):
    """Sees a machine being hit: beside the harm, the dice to hit and each saving throw."""

    def fired(self, hits: int) -> None:
        """The dice to hit are read."""

    def saved(self, machine: Machine, outcome: int) -> None:
        """A saving throw: one of OUTCOMES; hand to hand a bounce is nothing, equal a dent and more a crack."""


def only_empty(machine: Machine, *, outside: bool) -> bool:
    """Is it taken for lost only because nobody is in it, while men of its crew live outside (R118)?"""
    if machine.fate not in (CREWLESS, DISABLED) or machine.men() or not outside:
        return False
    return min(machine.save(), machine.sustain(), machine.speed()) > 0


def struck_by_shot(
    dice: Dice, rules: GaslightRules, machine: Machine, srm: int, witness: VehicleWitness, *, has_srm: bool
) -> None:
    """One hit by fire: the saving throw, the chart, and all that it calls for."""
    came = shot_outcome(dice, rules, machine.save(), has_srm, srm)
    witness.saved(machine, came)
    if came != HitResult.BOUNCE:
        roll_on(
            dice, rules.works, machine, rules.hit_columns[came - HitResult.NON_PENETRATING], witness, by_machine=False
        )


def struck_by_hand(
    dice: Dice, rules: GaslightRules, machine: Machine, srm: int, by_machine: bool, witness: VehicleWitness
) -> None:
    """One hit in close combat: nothing, a dent or a crack, and all that the chart calls for (R73)."""
    came = outcome(dice, rules, machine.save(), srm, HAND_TO_HAND)
    witness.saved(machine, came)
    if came != HitResult.BOUNCE:
        column = rules.dent if came == HitResult.NON_PENETRATING else rules.crack
        roll_on(dice, rules.works, machine, column, witness, by_machine=by_machine)


def fire_at_machine(
    dice: Dice, rules: GaslightRules, aims: list[Aim], cover: int, machine: Machine, witness: VehicleWitness
) -> State:
    """All dice to hit, then hit by hit against the Save it has by then; a lost machine takes no more.

    What comes back is the machine's new state. Explosions come after the last hit, and are the table's.
    """
    hits = [to_hit(dice, rules, [each], cover) for each in aims]
    witness.fired(sum(hits))
    state = machine.state()
    most = sum([each.dice for each in aims])
    for place in range(len(aims)):
        battering = Battering(rules, machine, most, aims[place].has_srm, aims[place].srm, witness)
        state = hit_by_hit(dice, hits[place], state, battering)
    return state


class Battering(HitByHit):
    """One more hit by fire on a machine, of `most` at most. The state is the machine's.

    For exact odds it is alike what has the same fate, Save, engine and crew, and what else still makes a difference to
    the hits to come: not steering, steam and weapons; Shoot and Speed only if they can come to nothing; Sustain if it
    can too, or while the engine runs and may have to be rolled for.
    """

    def __init__(
        self, rules: GaslightRules, machine: Machine, most: int, has_srm: bool, srm: int, witness: VehicleWitness
    ) -> None:
        self.rules: Final = rules
        self.blueprint: Final = machine.blueprint
        self.has_srm: Final = has_srm
        self.srm: Final = srm
        self.witness: Final = witness
        self.most: Final = most
        self.worst: Final[list[int]] = rules.works.worst
        self.least_shoot: Final = min(self.blueprint.shoots)
        self.to_come = most  # hits, after the step that was made last

    def step(self, dice: Dice, at: int, state: State) -> State:
        self.to_come = self.most - at - 1
        machine = Machine(self.blueprint, state)
        if machine.fate != IN_PLAY:
            return state
        machine.in_detail = False
        self.strike(dice, machine)
        return machine.state()

    def strike(self, dice: Dice, machine: Machine) -> None:
        struck_by_shot(dice, self.rules, machine, self.srm, self.witness, has_srm=self.has_srm)

    def by_machine(self) -> bool:
        return False

    def falls(self, dice: Dice, save: int) -> Cell:
        """The dice of a hit as far as the cell of the chart."""
        came = shot_outcome(dice, self.rules, save, self.has_srm, self.srm)
        if came == HitResult.BOUNCE:
            return NO_HARM
        return cell_of(dice, self.rules.works, self.rules.hit_columns[came - HitResult.NON_PENETRATING])

    def suffers(self, dice: Dice, cell: Cell, state: State) -> State:
        machine = Machine(self.blueprint, state)
        machine.in_detail = False
        works = self.rules.works
        suffer_cell(dice, works, machine, cell.chart, cell.effects, self.witness, by_machine=self.by_machine())
        return machine.state()

    def touched(self, cell: Cell) -> list[int]:
        found: list[int] = []
        for effect in cell.effects:
            found += TOUCHED.get(effect.do, [STATS_AT + effect.stat] if effect.do == LOSE else [])
            if effect.do in (COLUMN, CHART):
                found += PLACES
            elif effect.do == LOSE and effect.stat == SHOOT:
                found += TOUCHED[CREW]
        return found

    def places(self) -> list[int]:
        return PLACES

    def told(self) -> list[int]:
        return TOLD

    def comes(self, at: int) -> bool:
        self.to_come = self.most - at - 1
        return self.to_come > 0

    def alike(self, state: State) -> State:
        if state[FATE_AT] != IN_PLAY:
            return state[: FATE_AT + 1]
        if self.to_come <= 0:
            return (IN_PLAY, state[STATS_AT + SAVE], state[ENGINE_AT], ones(state[CREW_AT]))
        shoot = state[STATS_AT + SHOOT]
        sustains = state[STATS_AT + SUSTAINS]
        speed = state[STATS_AT + SPEED]
        rolled = state[ENGINE_AT] == RUNNING
        return (
            IN_PLAY,
            state[STATS_AT + SAVE],
            shoot if self.least_shoot - shoot <= self.to_come * self.worst[SHOOT] else SAFE,
            sustains if rolled or sustains <= self.to_come * self.worst[SUSTAINS] else SAFE,
            speed if speed <= self.to_come * self.worst[SPEED] else SAFE,
            state[ENGINE_AT],
            *self.blueprint.men_of_each_kind(state[CREW_AT]),
        )

    def key(self) -> str:
        return f"shot {self.most} {self.has_srm} {self.srm} {self.rules.machine_key} {self.blueprint.key}"


class Hacking(Battering):
    """One more hit hand to hand."""

    def __init__(
        self, rules: GaslightRules, machine: Machine, most: int, srm: int, by_machine: bool, witness: VehicleWitness
    ) -> None:
        super().__init__(rules, machine, most, True, srm, witness)
        self.machine_strikes: Final = by_machine

    def strike(self, dice: Dice, machine: Machine) -> None:
        struck_by_hand(dice, self.rules, machine, self.srm, self.machine_strikes, self.witness)

    def by_machine(self) -> bool:
        return self.machine_strikes

    def falls(self, dice: Dice, save: int) -> Cell:
        came = outcome(dice, self.rules, save, self.srm, HAND_TO_HAND)
        if came == HitResult.BOUNCE:
            return NO_HARM
        column = self.rules.dent if came == HitResult.NON_PENETRATING else self.rules.crack
        return cell_of(dice, self.rules.works, column)

    def key(self) -> str:
        return f"hand {self.machine_strikes} {super().key()}"


def crew_in_explosion(dice: Dice, rules: GaslightRules, saves: list[int]) -> list[bool]:
    """Who of the crew gets away from the explosion: only characters may save themselves (R83)."""
    return [save > 0 and dice.check(rules.save_sides, save - 1, CREW_SAVES, NOTHING) for save in saves]
