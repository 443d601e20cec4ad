"""Situations on the table: regiments on a ridge, whole turns, with dice and answers in the order they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tabletop import Tabletop, ground, head, overridden, side, toml

from playsheet.core.events import Event
from playsheet.players.setup import Setup
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.command_events import GeneralMoved
from playsheet.rules.gettysburg.battle.events import GoBegan, PhaseBegan, TokenGained, TurnEnded
from playsheet.rules.gettysburg.battle.fight_events import Engaged
from playsheet.rules.gettysburg.battle.move_events import FiguresLost, Formed, Moved, StateChanged, Unformed
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.ground.footprints import flush_place
from playsheet.rules.gettysburg.options.charge import declarations
from playsheet.rules.gettysburg.options.fire import marks
from playsheet.rules.gettysburg.options.moves import acts
from playsheet.rules.gettysburg.options.regions import MarchRegion
from playsheet.rules.gettysburg.system import Gettysburg, load
from playsheet.rules.gettysburg.table import command, compulsory, normal_moves
from playsheet.rules.gettysburg.table.charge.contact import toward
from playsheet.rules.gettysburg.table.charge.phase import declare_charge
from playsheet.rules.gettysburg.table.charge.resolving import resolve
from playsheet.rules.gettysburg.table.fire import fire_with, shot_options
from playsheet.rules.gettysburg.table.melee import step as melee_step
from playsheet.rules.gettysburg.table.morale_phase import step as check_step
from playsheet.rules.gettysburg.table.morale_phase import wave
from playsheet.rules.gettysburg.table.normal_moves import move_unit
from playsheet.rules.gettysburg.terms import ALTERNATE, FORMATIONS, STATES, TOKENS, Phase, UnformedBy

UNION = 0
CONFEDERATE = 1


@cache
def as_printed() -> Gettysburg:
    return load()


def foot(
    card: str,
    name: str,
    x: float,
    y: float,
    facing: float | None = None,
    formation: str = "line",
    group: str = "",
    **overrides: object,
) -> str:
    """One unit of a roster: infantry, cavalry or a battery."""
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"', f"at = [{x!r}, {y!r}]"]
    if "napoleon" in card or "ordnance" in card or "parrott" in card or card in ("cs-mixed", "cs-6pdr"):
        formation = formation if formation != "line" else "deployed"
    lines += [f'formation = "{formation}"', f'group = "{group or "brigade"}"']
    if facing is not None:
        lines.append(f"facing = {facing!r}")
    return "\n".join(lines + overridden(overrides))


def general(card: str, name: str, x: float, y: float, level: str = "brigadier", group: str = "brigade") -> str:
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"', f"at = [{x!r}, {y!r}]"]
    if level == "brigadier":
        lines.append(f'group = "{group}"')
    extra = f'level = "{level}"' + (', division = "division"' if level == "divisional" else "")
    return "\n".join([*lines, f"extra = {{ {extra} }}"])


def brigade(id: str, order: str = "engage", **extra: object) -> str:
    more = "".join(f", {key} = {toml(value)}" for key, value in extra.items())
    says = f'division = "division", order = "{order}"{more}'
    return f'[[sides.groups]]\nid = "{id}"\nname = "{id} brigade"\nextra = {{ {says} }}'


def scenario_text(
    union: Sequence[str],
    rebels: Sequence[str],
    terrain: Sequence[str],
    orders: Sequence[str],
    size: tuple[float, float],
    year: int,
    brigades: Sequence[Sequence[str]],
    nations: Sequence[str],
    rulings: dict[str, object],
) -> str:
    width, depth = size
    text = head("gettysburg", size, 8, rulings)
    text.append(f'[extra]\nyear = {year}\ntheatre = "east"')
    text += terrain
    for index, (name, units, facing, baseline) in enumerate(
        (("Union", union, 180, "north"), ("Confederate", rebels, 0, "south"))
    ):
        text.append(side(name, facing, [0, 0, width, depth]))
        text.append(
            f'[sides.extra]\nnation = "{nations[index]}"\nbaseline = "{baseline}"\n'
            f'divisions = [{{ id = "division", name = "{name} division", order = "attack" }}]'
        )
        text += brigades[index] or [brigade("brigade", orders[index])]
        generals = [unit for unit in units if "level =" in unit]
        y = depth - 1 if index == 0 else 1
        if not any('"cinc"' in unit for unit in generals):
            text.append(general("gen-n", f"the {name} C-in-C", 1, y, "cinc"))
        if not any('"brigadier"' in unit for unit in generals) and not brigades[index]:
            text.append(general("gen-n", f"the {name} brigadier", 3, y))
        text += units
    return "\n\n".join(text) + "\n"


class Ridge(Tabletop[GettysburgBattle]):
    """A battle in the middle of it: everybody stands where the test says, nobody has acted yet."""

    def __init__(
        self,
        union: Sequence[str],
        rebels: Sequence[str],
        terrain: Sequence[str] = (),
        orders: Sequence[str] = ("engage", "engage"),
        size: tuple[float, float] = (72, 72),
        year: int = 1863,
        brigades: Sequence[Sequence[str]] = ((), ()),
        nations: Sequence[str] = ("union", "confederate"),
        **rulings: object,
    ) -> None:
        text = scenario_text(union, rebels, terrain, orders, size, year, brigades, nations, rulings)
        base = as_printed()
        scenario = base.read_scenario(text, "ridge")
        super().__init__(Setup(base.configured(scenario.settings, scenario.file, []), scenario, []))
        while self.battle.to_deploy or self.battle.phase == 0:
            self.game.play_step()
        self.lawful()

    def __getitem__(self, name: str) -> Unit:
        for unit in self.battle.units:
            if unit.name == name:
                return unit
        raise KeyError(name)

    def man(self, name: str) -> General:
        for man in self.battle.generals:
            if man.name == name:
                return man
        raise KeyError(name)

    def numbers(self) -> dict[str, int]:
        found = {unit.name: unit.id for unit in self.battle.units}
        found.update({man.name: man.id for man in self.battle.generals})
        return found

    # -- setting the stage

    def phase(self, phase: int, side: int = UNION, first: int | None = None) -> None:
        """That phase has begun, and it is the side's go."""
        self.battle.first_side = side if first is None else first
        self.game.tell(PhaseBegan(phase))
        if phase in (Phase.CHARGES, Phase.FIRING):
            self.game.tell(GoBegan(side, -1, ""))

    def lose(self, name: str, figures: int, pending: int = 0, now: bool = False) -> None:
        """Figures lost before, in an earlier turn unless `now`."""
        unit = self[name]
        self.game.tell(FiguresLost(unit.id, figures, pending, "before", ""))
        if not now:
            unit.lost_this_turn -= figures

    def state(self, name: str, state: str, turn: int = 1) -> None:
        """In that state since that turn."""
        unit = self[name]
        self.game.tell(StateChanged(unit.id, STATES.index(state), -1, "before", ""))
        unit.fell_turn = turn
        unit.falters_anew = False

    def unform(self, name: str) -> None:
        self.game.tell(Unformed(self[name].id, UnformedBy.OTHER, ""))

    def formation(self, name: str, formation: str) -> None:
        unit = self[name]
        self.game.tell(Formed(unit.id, "forms", FORMATIONS.index(formation), unit.x, unit.y, unit.facing, 0.0, ""))

    def attach(self, man: str, unit: str) -> None:
        self.game.tell(GeneralMoved(self.man(man).id, 0.0, 0.0, self[unit].id))

    def token(self, side: int, token: str) -> None:
        self.game.tell(TokenGained(side, TOKENS.index(token), -1))

    def lock(self, unit: str, target: str, charging: Sequence[str] = (), flanked: bool = False) -> None:
        """The unit is brought up to the target and locked with it; those of `charging` count so, in that order."""
        ux, uy = toward(self[unit], self[target])
        place = flush_place(self.battle, self[unit], self[unit].shape, self[target], ux, uy)
        self.game.tell(Moved(self[unit].id, "placed", [(place.x, place.y, place.facing)], 0.0, False, ""))
        self.game.tell(Engaged(self[unit].id, self[target].id, [self[name].id for name in charging], flanked, ""))

    # -- doing something

    def do(self, what: Callable[[], object], *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        return self.told(what, answers, dice)

    def fire(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit fires in phase 6."""
        if self.battle.phase != Phase.FIRING:
            self.phase(Phase.FIRING, self[name].side)
        found = marks(self.battle, self[name])
        return self.do(lambda: fire_with(self.game, self[name], found), *answers, dice=dice)

    def charge(
        self, name: str, target: str, *answers: str, dice: Sequence[int] = (), pivot: float | None = None
    ) -> list[Event[Any]]:
        """Declared and resolved at once."""
        self.declare(name, target, pivot)
        return self.resolve(target, *answers, dice=dice)

    def declare(self, name: str, target: str, pivot: float | None = None, uncontrolled: bool = False) -> None:
        if self.battle.phase != Phase.CHARGES:
            self.phase(Phase.CHARGES, self[name].side)
        facing = self[name].facing if pivot is None else pivot
        self.do(
            lambda: declare_charge(self.game, self[name], self[target], uncontrolled=uncontrolled), f"pivot {facing!r}"
        )

    def resolve(self, target: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        return self.do(lambda: resolve(self.game, self[target]), *answers, dice=dice)

    def melees(self, *answers: str, dice: Sequence[int] = (), first: int = UNION) -> list[Event[Any]]:
        self.phase(Phase.MELEES, first)
        return self.do(lambda: melee_step(self.game), *answers, dice=dice)

    def wave(self, *answers: str, dice: Sequence[int] = (), first: int = UNION) -> list[Event[Any]]:
        """One wave of unit tests."""
        if self.battle.phase != Phase.MORALE:
            self.phase(Phase.MORALE, first)
        return self.do(lambda: wave(self.game), *answers, dice=dice)

    def morale(self, *answers: str, dice: Sequence[int] = (), first: int = UNION) -> list[Event[Any]]:
        """The whole of phase 8, up to the end of the turn."""
        if self.battle.phase != Phase.MORALE:
            self.phase(Phase.MORALE, first)

        def play() -> None:
            while not self.battle.over:
                check_step(self.game)

        return self.do(play, *answers, dice=dice)

    # -- looking

    def targets(self, name: str) -> list[str]:
        """What the unit may fire at in phase 6, by name."""
        unit = self[name]
        return [self.named(option.key()) for option in shot_options(self.battle, unit, marks(self.battle, unit))]

    def charges(self, *names: str) -> list[str]:
        """The charges that may be declared."""
        units = [self[name] for name in names]
        return [self.named(option.key()) for option in declarations(self.battle, units)]

    def named(self, key: str) -> str:
        """`shoot:3:canister` as `shoot:B:canister`."""
        word, *rest = key.split(":")
        names = {str(man.id): man.name for man in self.battle.generals} if word == "general" else {}
        names = names or {str(unit.id): unit.name for unit in self.battle.units}
        return ":".join([word, *[names.get(part, part) for part in rest]])

    def figures(self, name: str) -> tuple[int, int]:
        """Figures left, and the half that is pending."""
        return self[name].figures, self[name].pending_half

    def is_in(self, name: str, state: str) -> bool:
        return self[name].state == STATES.index(state)


__all__ = ["CONFEDERATE", "UNION", "Field", "brigade", "foot", "general", "ground"]


class Field(Ridge):
    """Goes of the command phase and of the normal moves, and the compulsory moves."""

    def go(self, phase: int, side: int = UNION) -> None:
        """That phase has begun, and it is the side's go."""
        self.battle.first_side = side
        self.game.tell(PhaseBegan(phase))
        if phase in ALTERNATE:
            self.game.tell(GoBegan(side, -1, ""))

    def next_turn(self, turn: int = 2) -> None:
        """The flags have rolled over."""
        self.game.tell(TurnEnded(turn))

    def command(self, *answers: str, dice: Sequence[int] = (), side: int = UNION) -> list[Event[Any]]:
        """The whole go of the command phase."""
        self.go(Phase.COMMAND, side)

        def play() -> None:
            while not self.battle.over:
                command.step(self.game)

        return self.do(play, *answers, dice=dice)

    def moves(self, *answers: str, dice: Sequence[int] = (), side: int = UNION) -> list[Event[Any]]:
        """The whole go of the normal moves."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, side)

        def play() -> None:
            while not self.battle.over:
                normal_moves.step(self.game)

        return self.do(play, *answers, dice=dice)

    def move(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit makes its normal move."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, self[name].side)
        return self.do(lambda: move_unit(self.game, self[name]), *answers, dice=dice)

    def compulsory(self, *answers: str, dice: Sequence[int] = (), first: int = UNION) -> list[Event[Any]]:
        """The whole of phase 3."""
        self.go(Phase.COMPULSORY, first)

        def play() -> None:
            while not self.battle.over:
                compulsory.step(self.game)

        return self.do(play, *answers, dice=dice)

    # -- looking

    def acts(self, name: str, begun: bool = False) -> list[str]:
        """What the unit may do in its normal move."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, self[name].side)
        return [act.key() for act in acts(self.battle, self[name], begun=begun)]

    def no_march(self, name: str, x: float, y: float, facing: float | None = None) -> str:
        """Why the unit may not march there; empty if it may."""
        if self.battle.phase != Phase.NORMAL_MOVES:
            self.go(Phase.NORMAL_MOVES, self[name].side)
        unit = self[name]
        region = MarchRegion(self.battle, unit)
        return region.refusal((x, y, unit.facing if facing is None else facing))

    def brigade(self, name: str) -> Brigade:
        for held in self.battle.brigades:
            if held.name == name:
                return held
        raise KeyError(name)

    def at(self, name: str) -> tuple[float, float]:
        return round(self[name].x, 3), round(self[name].y, 3)
