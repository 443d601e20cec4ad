"""What happens in fire, morale, charges and close combat."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.events import Event
from playsheet.core.figures import LOST
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.terms import CheckReason, FailureResult, ModelMark, ShotKind

# ---------------------------------------------------------------- shooting


class Shot(Event[GaslightBattle]):
    """Something was fired; what with, the classes below say.

    `target` is a unit; `machine`: its machine is shot at, not its men; `model` the one that is named or aimed at.
    """

    def __init__(
        self,
        unit: int,
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        self.unit = unit
        self.how = how
        self.target = target
        self.machine = machine
        self.model = model
        self.distance = distance
        self.cover = cover
        self.hits = hits
        self.forced = forced  # by the failure chart
        self.ruling = ruling


class Fired(Shot):
    """Figures have shot with what they carry: a group at a unit, a character at a model, one man with cone or grenade.

    A shot that the failure chart calls for costs no action beyond that.
    """

    def __init__(
        self,
        unit: int,
        figures: list[int],
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        super().__init__(unit, how, target, machine, model, distance, cover, hits, forced, ruling)
        self.figures = figures

    def apply(self, battle: GaslightBattle) -> None:
        for figure in self.figures:
            if not self.forced:
                battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)
            if self.how == ShotKind.GRENADE:
                battle.grenades[i64(figure)] = battle.grenades[i64(figure)] - 1
                continue
            weapon = battle.cast[figure].weapon
            if weapon is not None and weapon.reload:
                battle.unmark(figure, ModelMark.LOADED)
        if self.how == ShotKind.AIMED and not self.forced:
            unit = battle.units[self.unit]
            unit.targets = [*unit.targets, target_code(self.target, self.machine)]


class GunFired(Shot):
    """A gun has fired: aimed shots, a shell or grapeshot."""

    def __init__(
        self,
        unit: int,
        crew: list[int],
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        super().__init__(unit, how, target, machine, model, distance, cover, hits, forced, ruling)
        self.crew = crew

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        for figure in self.crew:
            battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)
        battle.mark(unit.model, ModelMark.ACTED | ModelMark.SPENT)
        if unit.card.gun is not None and unit.card.gun.reload:
            battle.unmark(unit.model, ModelMark.LOADED)


class WeaponFired(Shot):
    """A weapon of a machine has fired, served by one man of the crew."""

    def __init__(
        self,
        unit: int,
        weapon: int,
        figure: int,
        how: str,
        target: int,
        machine: bool,
        model: int,
        distance: float,
        cover: int,
        hits: int,
        forced: bool,
        ruling: str,
    ) -> None:
        super().__init__(unit, how, target, machine, model, distance, cover, hits, forced, ruling)
        self.weapon = weapon
        self.figure = figure

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        battle.mark(self.figure, ModelMark.ACTED | ModelMark.SPENT)
        unit.weapons_fired |= 1 << self.weapon
        if unit.card.machine is not None and unit.card.machine.weapons[self.weapon].reload:
            unit.weapons_loaded &= ~(1 << self.weapon)


class Burst(Event[GaslightBattle]):
    """A shell, a grenade or an exploding machine bursts: on whom first (-1: a machine), and how many it may catch."""

    def __init__(self, x: float, y: float, radius: float, first: int, most: int, ruling: str) -> None:
        self.x = x
        self.y = y
        self.radius = radius
        self.first = first
        self.most = most
        self.ruling = ruling


class Struck(Event[GaslightBattle]):
    """A figure is hit: it saves itself, or is killed. `by`: the unit that hit it; `how`: as of a shot, or `melee`."""

    def __init__(self, figure: int, saved: bool, by: int, how: str, ruling: str = "") -> None:
        self.figure = figure
        self.saved = saved
        self.by = by
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if not self.saved:
            battle.remove(self.figure, LOST)


class Reloaded(Event[GaslightBattle]):
    def __init__(self, unit: int, figures: list[int]) -> None:
        self.unit = unit
        self.figures = figures

    def apply(self, battle: GaslightBattle) -> None:
        for figure in self.figures:
            battle.mark(figure, ModelMark.LOADED | ModelMark.ACTED | ModelMark.SPENT)


# ---------------------------------------------------------------- guns


class GunMoved(Event[GaslightBattle]):
    """A gun is moved or turned, and its crew with it (R103)."""

    def __init__(
        self, unit: int, x: float, y: float, facing: float, crew: list[int], xs: list[float], ys: list[float]
    ) -> None:
        self.unit = unit
        self.x = x
        self.y = y
        self.facing = facing
        self.crew = crew
        self.xs = xs
        self.ys = ys

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        battle.put(unit.model, self.x, self.y, self.facing)
        battle.mark(unit.model, ModelMark.ACTED | ModelMark.SPENT)
        for index in range(len(self.crew)):
            battle.put(self.crew[index], self.xs[index], self.ys[index], self.facing)
            battle.mark(self.crew[index], ModelMark.ACTED | ModelMark.SPENT)


class GunReloaded(Event[GaslightBattle]):
    def __init__(self, unit: int, crew: list[int]) -> None:
        self.unit = unit
        self.crew = crew

    def apply(self, battle: GaslightBattle) -> None:
        battle.mark(battle.units[self.unit].model, ModelMark.LOADED | ModelMark.ACTED | ModelMark.SPENT)
        for figure in self.crew:
            battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)


class GunHit(Event[GaslightBattle]):
    """A gun is hit: destroyed, or by switch out of order until it is repaired (R61)."""

    def __init__(self, unit: int, destroyed: bool, ruling: str) -> None:
        self.unit = unit
        self.destroyed = destroyed
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        unit = battle.units[self.unit]
        if self.destroyed:
            battle.figures.state[i64(unit.model)] = LOST
            battle.lift(unit.model)
        else:
            battle.mark(unit.model, ModelMark.BROKEN)


class GunRepairTried(Event[GaslightBattle]):
    """The crew works on a broken gun (R61)."""

    def __init__(self, unit: int, crew: list[int], mended: bool) -> None:
        self.unit = unit
        self.crew = crew
        self.mended = mended

    def apply(self, battle: GaslightBattle) -> None:
        gun = battle.units[self.unit].model
        battle.mark(gun, ModelMark.ACTED | ModelMark.SPENT)
        if self.mended:
            battle.unmark(gun, ModelMark.BROKEN)
        for figure in self.crew:
            battle.mark(figure, ModelMark.ACTED | ModelMark.SPENT)


# ---------------------------------------------------------------- morale


class MoraleChecked(Event[GaslightBattle]):
    """A unit has checked its morale; a check on its own card clears every reason that was pending (R8)."""

    def __init__(self, unit: int, why: str, passed: bool, pending: int, ruling: str) -> None:
        self.unit = unit
        self.why = why
        self.passed = passed
        self.pending = pending  # the reasons there were
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        if self.why == CheckReason.OWN_CARD:
            battle.units[self.unit].pending = 0


class FailureRolled(Event[GaslightBattle]):
    """The failure chart for each model, before any result is carried out. It replaces their action (R17, R18)."""

    def __init__(self, unit: int, figures: list[int], results: list[int], own_card: bool, ruling: str) -> None:
        self.unit = unit
        self.figures = figures
        self.results = results
        self.own_card = own_card
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        rules = battle.rules
        for index in range(len(self.figures)):
            result = self.results[index]
            if result == FailureResult.NO_RESULT:
                continue
            if self.own_card:
                if result != FailureResult.FREEZE or not rules.freeze_next_only:
                    battle.mark(self.figures[index], ModelMark.ACTED | ModelMark.SPENT)
            elif rules.receiving_uses_action:
                battle.mark(self.figures[index], ModelMark.SKIPS)


class Froze(Event[GaslightBattle]):
    """A model does nothing on its next card."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.mark(self.figure, ModelMark.FROZEN)


class RunsOff(Event[GaslightBattle]):
    """By switch (R16): from now on he runs for the edge on every card."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.mark(self.figure, ModelMark.RUNNING_OFF)


# ---------------------------------------------------------------- charge and close combat


class ChargeDeclared(Event[GaslightBattle]):
    """A unit declares a charge on another, or on its machine: the only one on this card."""

    def __init__(self, unit: int, target: int, machine: bool) -> None:
        self.unit = unit
        self.target = target
        self.machine = machine

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].no_charge = True


class TargetsGone(Event[GaslightBattle]):
    """Nobody is left to be charged: ordinary moves, without the bonus (R106)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.units[self.unit].moves_only = True


class Fought(Event[GaslightBattle]):
    """A round of close combat: who was in it, and every hit, as the models that struck and were struck."""

    def __init__(self, models: list[int], strikers: list[int], struck: list[int], free: bool, ruling: str) -> None:
        self.models = models
        self.strikers = strikers
        self.struck = struck
        self.free = free  # free blows at one who breaks off
        self.ruling = ruling


class GrenadeSpent(Event[GaslightBattle]):
    """A grenade goes off in close combat with a machine (R100)."""

    def __init__(self, figure: int, ruling: str) -> None:
        self.figure = figure
        self.ruling = ruling

    def apply(self, battle: GaslightBattle) -> None:
        battle.grenades[i64(self.figure)] = battle.grenades[i64(self.figure)] - 1


# ---------------------------------------------------------------- a game master's word, and the end


def target_code(unit: int, machine: bool) -> int:
    """A unit's men, or its machine, as one number."""
    return -1 - unit if machine else unit
