"""What happens to machines."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.dice import State
from playsheet.core.events import Event
from playsheet.core.figures import FLED, LOST
from playsheet.rules.gaslight.battle.state import GaslightBattle, with_fate
from playsheet.rules.gaslight.terms import INTO_CONTACT, MACHINE_RESULTS, MachineResult, ModelMark, MustCheck
from playsheet.tabletop.machines.charts import CREW as CREW_KILLED
from playsheet.tabletop.machines.machine import CREWLESS


class SustainRolled(Event[GaslightBattle]):
    """The engine keeps running, or stalls. `drives`: the roll belongs to a drive, which is used up."""

    def __init__(self, unit: int, figure: int, held: bool, state: State, drives: bool, ruling: str) -> None:
        self.unit = unit
        self.figure = figure  # who drives
        self.held = held
        self.state = state
        self.drives = drives
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        if self.drives:
            unit.drove = True
            if self.figure >= 0:
                battle.mark(self.figure, ModelMark.ACTED | ModelMark.SPENT)


class StartRolled(Event[GaslightBattle]):
    """An attempt to start the engine again, or to free the steering: it uses the drive."""

    def __init__(self, unit: int, figure: int, started: bool, state: State, ruling: str) -> None:
        self.unit = unit
        self.figure = figure
        self.started = started
        self.state = state
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        unit.drove = True
        battle.mark(self.figure, ModelMark.ACTED | ModelMark.SPENT)


class Drove(Event[GaslightBattle]):
    """A machine pivots and goes straight; `how` as of Moved."""

    def __init__(self, unit: int, how: str, x: float, y: float, facing: float, ruling: str) -> None:
        self.unit = unit
        self.how = how
        self.x = x
        self.y = y
        self.facing = facing
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.drove = True
        battle.put_hull(unit, self.x, self.y, self.facing)
        if self.how in INTO_CONTACT and battle.engaged(unit.model):
            battle.mark(unit.model, ModelMark.CHARGED)


class WeaponReloaded(Event[GaslightBattle]):
    """A man of the crew reloads a weapon of the machine."""

    def __init__(self, unit: int, weapon: int, figure: int) -> None:
        self.unit = unit
        self.weapon = weapon
        self.figure = figure

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.weapons_loaded |= 1 << self.weapon
        unit.weapons_fired |= 1 << self.weapon
        battle.mark(self.figure, ModelMark.ACTED | ModelMark.SPENT)


class MachineSaved(Event[GaslightBattle]):
    """A machine's saving throw: an outcome of OUTCOMES. A hit of any kind makes it check on its next card (R11)."""

    def __init__(self, unit: int, outcome: int, by_hand: bool, counts: bool, ruling: str) -> None:
        self.unit = unit
        self.outcome = outcome
        self.by_hand = by_hand
        self.counts = counts  # as a hit for morale
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if self.counts:
            battle.units[self.unit].pending |= MustCheck.VEHICLE_HIT


class MachineHarmed(Event[GaslightBattle]):
    """What a chart has done to a machine (do, which, by, held as of a Harm), and its state after it."""

    def __init__(self, unit: int, do: int, which: int, by: int, held: bool, state: State, ruling: str) -> None:
        self.unit = unit
        self.do = do
        self.which = which  # attribute, weapon or the crewman's place on the card
        self.by = by
        self.held = held
        self.state = state
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        if self.do == CREW_KILLED and not self.held:
            battle.remove(unit.first + self.which, LOST)


class MachineLost(Event[GaslightBattle]):
    """A machine is lost; `fate` says how. Its hull stays as a wreck, unless an explosion follows (R101)."""

    def __init__(self, unit: int, fate: int, ruling: str) -> None:
        self.unit = unit
        self.fate = fate
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = with_fate(unit.machine, self.fate)
        battle.figures.state[i64(unit.model)] = LOST


class Exploded(Event[GaslightBattle]):
    """A machine blows up like a shell of that size: nothing of it stays on the table."""

    def __init__(self, unit: int, shell: str, ruling: str) -> None:
        self.unit = unit
        self.shell = shell
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.hull = None
        unit.shape = None
        battle.lift(unit.model)


class MachineLeft(Event[GaslightBattle]):
    """A machine has been driven over the table's edge by the failure chart; its crew is told apart (R15, R101)."""

    def __init__(self, unit: int, how: str, ruling: str) -> None:
        self.unit = unit
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = with_fate(unit.machine, CREWLESS)
        unit.hull = None
        unit.shape = None
        battle.figures.state[i64(unit.model)] = FLED
        battle.lift(unit.model)


class MachineFailed(Event[GaslightBattle]):
    """By switch (R87) a failed check is one of MACHINE_RESULTS for the machine, in place of its crew's action."""

    def __init__(self, unit: int, result: int, own_card: bool, ruling: str) -> None:
        self.unit = unit
        self.result = result
        self.own_card = own_card
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if MACHINE_RESULTS[self.result] == MachineResult.STANDS_FIRM:
            return
        for figure in battle.aboard(battle.units[self.unit]):
            if self.own_card:
                battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)
            elif battle.rules.receiving_uses_action:
                battle.mark(figure, ModelMark.SKIPS)


class GotOut(Event[GaslightBattle]):
    """A man of the crew leaves the machine and stands beside it."""

    def __init__(self, figure: int, x: float, y: float, facing: float, ruling: str) -> None:
        self.figure = figure
        self.x = x
        self.y = y
        self.facing = facing
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.get_out(self.figure, self.x, self.y, self.facing)


class Boarded(Event[GaslightBattle]):
    """A man of the crew is aboard again (R102)."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.board(self.figure)


class SteamTicked(Event[GaslightBattle]):
    """The end of a turn for a machine that loses steam; `failed`: its power is gone now (R84)."""

    def __init__(self, unit: int, state: State, failed: bool, ruling: str) -> None:
        self.unit = unit
        self.state = state
        self.failed = failed
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].machine = self.state
