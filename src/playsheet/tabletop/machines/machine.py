"""A machine as far as damage is concerned: what a chart does to it, and when its power fails.

The table keeps its machines itself. For a hit it makes a Machine of one, has it struck, and is told each harm as it
happens; on paper the Machine is all there is. A sheet whose machines are made otherwise (nameless crews, a Shoot for
each weapon, automata) has a Machine of its own, which overrides what differs.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, State
from playsheet.core.events import Throw
from playsheet.tabletop.machines.charts import (
    ABANDON,
    CAPTURED,
    CHART,
    CHECK,
    COLUMN,
    CREW,
    DEAD,
    EXPLODE,
    LOSE,
    NOTHING_DONE,
    SAVE,
    SHOOT,
    SPEED,
    STATS,
    STEAM,
    STEERING,
    STOP,
    SUSTAIN,
    SUSTAINS,
    WEAPON,
    WEAPON_SHOOT,
    Chart,
    Column,
    Effect,
)

# the engine
RUNNING: Final = 0
STALLED: Final = 1  # until it is started
NO_POWER: Final = 2  # steam has failed
ENGINE_DEAD: Final = 3
BALKED: Final = 4  # it misses its next drive, nothing more

# why an engine does not run, by its state, and why it cannot be started; empty: it does, it can
NOT_RUNNING: Final = ("", "stalled", "no-power", "engine-dead", "balked")
RUNS: Final = "runs"
POWER_LOST: Final = "power-lost"
ENGINES: Final = ("running", "stalled", "no-power", "dead", "balked")

# what became of it
IN_PLAY: Final = 0
DISABLED: Final = 1  # an attribute has come to nothing
EXPLODED: Final = 2
ABANDONED: Final = 3
CAPTURED_BY_FOE: Final = 4
CREWLESS: Final = 5
FATES: Final = ("in play", "disabled", "exploded", "abandoned", "captured", "no crew left")

# the places of a machine's state
FATE_AT: Final = 0
STATS_AT: Final = 1  # save, lost Shoot, sustain, speed
ENGINE_AT: Final = 5
STEERS_AT: Final = 6
TIMER_AT: Final = 7
REPAIRABLE_AT: Final = 8
CREW_AT: Final = 9  # a bit for each man who is left, then a number for each weapon: 0 destroyed, else 1 + Shoot lost

NO_WEAPON: Final = -1


class Blueprint:
    """What of a machine does not change under fire: its crew's Shoot and Saves, its Start, how many weapons it has."""

    def __init__(self, start: int, shoots: list[int], saves: list[int], weapon_mods: list[int]) -> None:
        self.start: Final = start
        self.shoots: Final = shoots  # of each crewman
        self.saves: Final = saves  # 0: he has none
        self.weapon_mods: Final = weapon_mods  # added to Shoot, by weapon
        self.key: Final = f"{start} {shoots} {saves} {weapon_mods}"
        kinds: list[int] = []
        masks: list[int] = []
        for man in range(len(saves)):
            kind = saves[man] * 1000 + shoots[man]
            if kind not in kinds:
                kinds.append(kind)
                masks.append(0)
            masks[kinds.index(kind)] |= 1 << man
        self.masks: Final = masks  # men who are alike
        self.best: Final[dict[int, int]] = {}  # Shoot, by who is left: as far as it has been asked for

    def men_of_each_kind(self, crew: int) -> State:
        """How many are left of those who are alike."""
        return tuple([ones(crew & mask) for mask in self.masks])

    def best_shoot(self, crew: int) -> int:
        """Of those who are left; 0 of nobody."""
        known = self.best.get(crew, -1)
        if known < 0:
            known = max([0, *[self.shoots[man] for man in range(len(self.saves)) if crew >> man & 1]])
            self.best[crew] = known
        return known

    def whole(self, save: int, sustain: int, speed: int) -> State:
        """The state of a machine that nothing has happened to."""
        everybody = (1 << len(self.saves)) - 1
        return (IN_PLAY, save, 0, sustain, speed, RUNNING, 1, 0, 1, everybody, *([1] * len(self.weapon_mods)))


def ones(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


class Machine:
    """A machine under fire: its state, changed as the results come."""

    def __init__(self, blueprint: Blueprint, state: State) -> None:
        self.blueprint: Final = blueprint
        self.fate = state[FATE_AT]
        self.stats = list(state[STATS_AT:ENGINE_AT])  # of Shoot the points lost
        self.engine = state[ENGINE_AT]
        self.steers = state[STEERS_AT] == 1
        self.timer = state[TIMER_AT]  # ends of turn until power fails; 0: no such thing
        self.repairable = state[REPAIRABLE_AT] == 1
        self.crew = state[CREW_AT]
        self.weapons = list(state[CREW_AT + 1 :])
        self.shell = ""  # of the explosion, once it has come to that
        self.in_detail = True  # False: exact odds need not tell apart how long steam lasts, or which weapon is hit

    def state(self) -> State:
        return (
            self.fate,
            *self.stats,
            self.engine,
            1 if self.steers else 0,
            self.timer,
            1 if self.repairable else 0,
            self.crew,
            *self.weapons,
        )

    def save(self) -> int:
        return self.stats[SAVE]

    def sustain(self) -> int:
        return self.stats[SUSTAINS]

    def speed(self) -> int:
        return self.stats[SPEED]

    def shoot(self) -> int:
        """The best Shoot of those aboard, less damage."""
        return self.blueprint.best_shoot(self.crew) - self.stats[SHOOT]

    def weapon_shoot(self, weapon: int) -> int:
        """The Shoot of one weapon; 0 if it does not work."""
        if self.weapons[weapon] == 0:
            return 0
        return max(self.shoot() + self.blueprint.weapon_mods[weapon] - (self.weapons[weapon] - 1), 0)

    def men(self) -> list[int]:
        """The crewmen who are left, by their places on the card."""
        return [man for man in range(len(self.blueprint.saves)) if self.crew >> man & 1]

    def working(self) -> list[int]:
        return [weapon for weapon in range(len(self.weapons)) if self.weapons[weapon]]

    def lose_man(self, man: int) -> None:
        self.crew &= ~(1 << man)

    # ------------------------------------------------------------ what another sheet may have otherwise

    def rolled_on(self, column: Column) -> None:
        """A roll on a chart is due to it."""

    def take_off(self, stat: int, by: int) -> int:
        """Points of an attribute: how many it has really lost."""
        self.stats[stat] += by if stat == SHOOT else -by
        return by

    def weaken(self, weapon: int, by: int) -> int:
        """Points of one weapon's Shoot: how many it has really lost."""
        self.weapons[weapon] += by
        return by

    def weapons_matter(self) -> bool:
        """Must exact odds tell apart which weapon is hit, and by how much?"""
        return self.in_detail

    def weapon_kinds(self, working: list[int]) -> list[int]:
        """Which of the weapons are alike for exact odds."""
        return working if self.in_detail else [0] * len(working)

    def is_worn_out(self) -> bool:
        """Has an attribute come to nothing?"""
        stats = self.stats
        return stats[SAVE] <= 0 or stats[SUSTAINS] <= 0 or stats[SPEED] <= 0 or self.shoot() <= 0

    def is_deserted(self) -> bool:
        return self.crew == 0

    def without_crew(self) -> int:
        """What becomes of it when the last of the crew is gone."""
        return CREWLESS

    def rolls_sustain(self) -> bool:
        """Is there anything to be rolled for?"""
        return self.engine == RUNNING

    def stall(self, balks: bool) -> None:
        self.engine = BALKED if balks else STALLED

    def immobilise(self) -> None:
        self.engine = ENGINE_DEAD

    def fail_sustain(self, dice: Dice, works: Works, witness: Witness) -> None:
        """What else a failed Sustain roll calls for."""

    def lose_crewman(self, dice: Dice, works: Works, witness: Witness) -> None:
        kill_man(dice, works, self, witness)

    def suffer_otherwise(self, dice: Dice, works: Works, effect: Effect, witness: Witness) -> None:
        """An effect that only machines of another make know."""


class Harm:
    """Something that happened to a machine: what an Effect does, to which man or weapon, how much, and did he save?"""

    def __init__(self, do: int, which: int = -1, by: int = 0, held: bool = False, shell: str = "") -> None:
        self.do: Final = do  # as of Effect.do
        self.which: Final = which  # attribute, weapon or crewman
        self.by: Final = by
        self.held: Final = held  # of a Sustain roll, or of a crewman's save; of STEAM: repairable
        self.shell: Final = shell


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Sees what becomes of a machine: the table, which tells events, or a sheet of paper, which does nothing."""

    def rolled(self, machine: Machine, column: Column, face: int) -> None:
        """A chart was rolled on."""

    def harmed(self, machine: Machine, harm: Harm) -> None:
        """It has happened: the machine is so already."""

    def lost(self, machine: Machine) -> None:
        """The machine is lost; `fate` says how. An explosion is still to come."""

    def check(self, machine: Machine) -> None:
        """The crew checks morale at once; whoever leaves must be taken out of the machine here."""


class Works:
    """How a sheet's machines work: the Sustain roll, random picks, whose charts they are."""

    def __init__(
        self,
        charts: dict[str, Chart],
        sides: int,
        margin: int,
        sustain: Throw,
        who: Throw,
        save: Throw,
        late: int = 0,
        *,
        balks: bool,
        whole_cells: bool = False,
    ) -> None:
        self.charts: Final = charts
        self.sides: Final = sides  # of the Sustain die, and of a crewman's save
        self.margin: Final = margin  # 1: less than the attribute succeeds; 0: equal does too
        self.balks: Final = balks  # a failed Sustain roll costs one drive only
        self.whole_cells: Final = whole_cells  # an attribute at nothing counts when all effects of a cell are applied
        self.sustain: Final = sustain
        self.who: Final = who
        self.save: Final = save
        self.late: Final = late  # ends of turn that steam lasts longer than the die says
        self.worst: Final = [worst_loss(charts, stat) for stat in range(len(STATS))]  # by one hit

    def key(self) -> str:
        """All that becomes of a machine depends on."""
        columns = [column.written() for chart in self.charts.values() for column in chart.columns.values()]
        return f"{self.sides} {self.margin} {self.balks} {' '.join(columns)}"


def worst_loss(charts: dict[str, Chart], stat: int) -> int:
    """The most points of an attribute that one cell takes."""
    worst = 0
    for chart in charts.values():
        for column in chart.columns.values():
            for cell in column.cells:
                worst = max(worst, sum([effect.most() for effect in cell if effect.do == LOSE and effect.stat == stat]))
    return worst


def roll_on(dice: Dice, works: Works, machine: Machine, column: Column, witness: Witness, *, by_machine: bool) -> None:
    """One roll on a chart, and at once all that it calls for."""
    machine.rolled_on(column)
    face = column.roll(dice)
    witness.rolled(machine, column, face)
    suffer_cell(dice, works, machine, column.chart, column.cells[face - 1], witness, by_machine=by_machine)


def suffer_cell(
    dice: Dice, works: Works, machine: Machine, chart: str, cell: list[Effect], witness: Witness, *, by_machine: bool
) -> None:
    """All that a cell of this chart calls for, in its order."""
    for effect in cell:
        if machine.fate != IN_PLAY:
            return
        if effect.do in (COLUMN, CHART):
            roll_on(dice, works, machine, sent_to(works, chart, effect), witness, by_machine=by_machine)
        else:
            suffer(dice, works, machine, effect, by_machine, witness)
            if machine.fate == IN_PLAY and machine.is_deserted():
                end(machine, machine.without_crew(), witness)
            if not works.whole_cells:
                wear_out(machine, witness)
    wear_out(machine, witness)


def sent_to(works: Works, chart: str, effect: Effect) -> Column:
    """The column that an effect sends on to: of this chart, or the first of another."""
    if effect.do == COLUMN:
        return works.charts[chart].columns[effect.to]
    other = works.charts[effect.to].columns
    return other[next(iter(other))]


def wear_out(machine: Machine, witness: Witness) -> None:
    """With an attribute at nothing it is out."""
    if machine.fate == IN_PLAY and machine.is_worn_out():
        end(machine, DISABLED, witness)


def suffer(dice: Dice, works: Works, machine: Machine, effect: Effect, by_machine: bool, witness: Witness) -> None:
    """One effect."""
    do = effect.do
    if do == NOTHING_DONE:
        return
    if do == LOSE:
        lose(dice, machine, effect, witness)
    elif do == SUSTAIN:
        extra_sustain(dice, works, machine, witness)
    elif do == STOP:
        stop(machine, witness)
    elif do == DEAD:
        machine.immobilise()
        witness.harmed(machine, Harm(do))
    elif do == STEERING:
        machine.steers = False
        witness.harmed(machine, Harm(do))
    elif do == STEAM:
        fail_steam(machine, effect.points(dice, machine.in_detail) + works.late, effect.repairable, witness)
    elif do in (WEAPON, WEAPON_SHOOT):
        harm_weapon(dice, works, machine, effect, witness)
    elif do == CREW:
        for _ in range(effect.points(dice, True)):
            machine.lose_crewman(dice, works, witness)
    elif do == CHECK:
        witness.check(machine)
    elif do == EXPLODE or (do == CAPTURED and by_machine):
        machine.shell = effect.shell
        end(machine, EXPLODED, witness)
    elif do == CAPTURED:
        end(machine, CAPTURED_BY_FOE, witness)
    elif do == ABANDON:
        end(machine, ABANDONED, witness)
    else:
        machine.suffer_otherwise(dice, works, effect, witness)


def end(machine: Machine, fate: int, witness: Witness) -> None:
    machine.fate = fate
    witness.lost(machine)


def lose(dice: Dice, machine: Machine, effect: Effect, witness: Witness) -> None:
    by = machine.take_off(effect.stat, effect.points(dice, True))
    witness.harmed(machine, Harm(LOSE, effect.stat, by))


def extra_sustain(dice: Dice, works: Works, machine: Machine, witness: Witness) -> None:
    """A Sustain roll at once, by what is left of Sustain; nothing to be rolled for if the engine does not run."""
    if not machine.rolls_sustain():
        return
    held = dice.check(works.sides, machine.sustain() - works.margin, works.sustain, [])
    if not held:
        machine.stall(works.balks)
    witness.harmed(machine, Harm(SUSTAIN, held=held))
    if not held:
        machine.fail_sustain(dice, works, witness)


def stop(machine: Machine, witness: Witness) -> None:
    """Stalled; an engine without power, or dead, is worse off already."""
    if machine.engine in (RUNNING, BALKED):
        machine.engine = STALLED
        witness.harmed(machine, Harm(STOP))


def fail_steam(machine: Machine, turns: int, repairable: bool, witness: Witness) -> None:
    """Power fails in so many turns; of two such hits the shorter time and the worse kind hold."""
    if machine.engine == ENGINE_DEAD:
        return
    pending = machine.timer > 0 or machine.engine == NO_POWER
    machine.repairable = repairable and (machine.repairable or not pending)
    if machine.engine != NO_POWER:
        machine.timer = min(machine.timer, turns) if machine.timer > 0 else turns
    witness.harmed(machine, Harm(STEAM, -1, machine.timer, machine.repairable))


def harm_weapon(dice: Dice, works: Works, machine: Machine, effect: Effect, witness: Witness) -> None:
    """A random weapon of those that work: destroyed, or its Shoot lower; one that comes to 0 works no more."""
    working = machine.working()
    if not working:
        return
    weapon = working[dice.pick(machine.weapon_kinds(working), works.who)]
    if effect.do == WEAPON:
        machine.weapons[weapon] = 0
        witness.harmed(machine, Harm(WEAPON, weapon))
        return
    by = machine.weaken(weapon, effect.points(dice, machine.weapons_matter()))
    witness.harmed(machine, Harm(WEAPON_SHOOT, weapon, by))
    if machine.weapon_shoot(weapon) <= 0:
        machine.weapons[weapon] = 0
        witness.harmed(machine, Harm(WEAPON, weapon))


def kill_man(dice: Dice, works: Works, machine: Machine, witness: Witness) -> None:
    """A random man of the crew is hit; one with a Save may save himself."""
    men = machine.men()
    if not men:
        return
    saves = machine.blueprint.saves
    shoots = machine.blueprint.shoots
    man = men[dice.pick([saves[each] * 100 + shoots[each] for each in men], works.who)]
    saved = saves[man] > 0 and dice.check(works.sides, saves[man] - works.margin, works.save, [])
    if not saved:
        machine.lose_man(man)
    witness.harmed(machine, Harm(CREW, man, 1, saved))


# ---------------------------------------------------------------- steam, and starting again


def tick(machine: Machine) -> bool:
    """The end of a turn: True if power has failed now."""
    if machine.timer == 0:
        return False
    machine.timer -= 1
    if machine.timer > 0 or machine.engine == ENGINE_DEAD:
        return False
    machine.engine = NO_POWER
    return True


def may_start(machine: Machine) -> bool:
    """Is there anything that a Start roll could mend?"""
    return not why_not_start(machine)


def why_not_start(machine: Machine) -> str:
    """Why there is nothing, in a word."""
    if machine.engine == ENGINE_DEAD:
        return NOT_RUNNING[ENGINE_DEAD]
    if machine.engine == NO_POWER and not machine.repairable:
        return POWER_LOST
    return "" if machine.engine in (STALLED, NO_POWER) or not machine.steers else RUNS


def started(machine: Machine) -> None:
    """A Start roll has passed: engine and steering work again."""
    machine.engine = RUNNING
    machine.steers = True
