"""Situations on the table: musters and parades of units, with dice and answers in the order asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from tabletop import Tabletop, filled, head, overridden, side

from playsheet.core.asking import Option, Question
from playsheet.core.events import Event
from playsheet.core.system import System
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import (
    Attached,
    ChipsRevealed,
    Deployed,
    FiguresLost,
    InstructionLeft,
    Locked,
    MoveOrderSet,
    PhaseBegan,
    TurnBegan,
)
from playsheet.rules.orderchips.battle.fight_events import MachineHarmed
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, NOBODY, Unit
from playsheet.rules.orderchips.dice.charge import BEGINNING, PENDING, RESULT_AT, take_test_to_charge
from playsheet.rules.orderchips.ground.slots import Manner, lay
from playsheet.rules.orderchips.options.choices import Stay
from playsheet.rules.orderchips.options.shooting import read_shot
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.system import load
from playsheet.rules.orderchips.table import engines, morale, random_events, steps
from playsheet.rules.orderchips.table.charge import OnTable
from playsheet.rules.orderchips.table.damage import settle
from playsheet.rules.orderchips.table.deployment import deployed
from playsheet.rules.orderchips.table.losses import Toll
from playsheet.rules.orderchips.table.shooting import resolve
from playsheet.rules.orderchips.terms import ORDERS, Chip, Instruction, Phase
from playsheet.rules.orderchips.turn import act, step
from playsheet.tabletop.machines.charts import NOTHING_DONE

Spot = tuple[float, float]


@cache
def printed() -> System[ChipBattle]:
    return load()


class Body:
    """A unit of the roster, and how it stands."""

    def __init__(self, text: str, x: float, y: float, facing: float, files: int, order: str) -> None:
        self.text = text
        self.x = x
        self.y = y
        self.facing = facing
        self.files = files
        self.order = order


def unit(
    card: str,
    name: str,
    x: float,
    y: float,
    facing: float = 0.0,
    files: int = 0,
    order: str = "",
    player: str = "",
    **overrides: object,
) -> Body:
    """A unit whose leader or hull stands there; two ranks unless the files are said."""
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"']
    if player:
        lines.append(f'owner = "{player}"')
    lines += overridden(overrides)
    return Body("\n".join(lines), x, y, facing, files, order)


class Muster(Tabletop[ChipBattle]):
    """A battle at the start of a turn: everybody stands, no chips are laid."""

    def __init__(
        self,
        south: Sequence[Body],
        north: Sequence[Body],
        terrain: Sequence[str] = (),
        size: Spot = (72, 72),
        turns: int = 6,
        rulings: dict[str, object] | None = None,
        objectives: str = "",
        events: bool = False,
        players: str = "",
        third: Sequence[Body] = (),
    ) -> None:
        parts = [
            *head("orderchips", size, turns, rulings or {}),
            f"[extra]\nevents = {'true' if events else 'false'}",
            *terrain,
            side("South", 0, [0, 0, *size]) + players,
            *[each.text for each in south],
            side("North", 180, [0, 0, *size]),
            *[each.text for each in north],
        ]
        if third:
            parts += [side("East", 270, [0, 0, *size]), *[each.text for each in third]]
        parts.append(objectives)
        scenario = printed().read_scenario("\n\n".join(parts) + "\n", "muster")
        super().__init__(Setup(printed().configured(scenario.settings, scenario.file, []), scenario, []))
        for index, each in enumerate([*south, *north, *third]):
            self.deploy(self.battle.units[index], each)
        self.battle.to_deploy = []
        self.game.tell(TurnBegan(1))
        self.lawful()

    def deploy(self, held: Unit, body: Body) -> None:
        order = ORDERS.index(body.order) if body.order else held.card.starts
        files = body.files or (max(held.start, 1) + 1) // 2
        places = lay(self.battle, held, body.x, body.y, body.facing, order, files, Manner(apart=0.0, through=False))
        assert places is not None, f"{held.name} does not fit there"
        self.game.tell(deployed(self.battle, held, places, Deployed))

    def __getitem__(self, name: str) -> Unit:
        for held in self.battle.units:
            if held.name == name:
                return held
        raise KeyError(name)

    def numbers(self) -> dict[str, int]:
        """Units by name."""
        return {held.name: held.id for held in self.battle.units}

    # -- setting the stage

    def chips(self, order: Sequence[int] = (), **chips: str) -> None:
        """The chips of this turn, turned: `stay`, `stay:any:12`, `move:90`, `blank`; who is not named stands.

        Whoever stands asks in each window, unless it is said what he does: `stay:usual` what he does by default.
        """
        units = [held for held in self.battle.units if held.on_table()]
        said = [chips.get(held.name.replace(" ", "_"), "stay") for held in units]
        kinds = [
            Chip.MOVING if word[:4] == "move" else Chip.BLANK if word == "blank" else Chip.STATIONARY for word in said
        ]
        arrows = [float(word[5:]) if word[:4] == "move" and word != "move" else NO_ARROW for word in said]
        self.game.tell(ChipsRevealed([held.id for held in units], kinds, arrows, "R25"))
        for index, held in enumerate(units):
            if said[index] == "stay:usual":
                self.game.tell(InstructionLeft(held.id, Instruction.USUAL, NOBODY, 0.0, ()))
            elif said[index].startswith("stay:"):
                foes = [foe.id for foe in self.battle.foes_of(held)]
                told = Stay(Instruction.AT_ANY, NOBODY, 1, foes).read(said[index]) or hold()
                assert isinstance(told, Stay)
                self.game.tell(InstructionLeft(held.id, told.instruction, told.at_unit, float(told.within), ()))
            else:
                self.game.tell(InstructionLeft(held.id, Instruction.ASKS, NOBODY, 0.0, ()))
        self.game.tell(MoveOrderSet(list(order) or list(range(self.battle.seats)), "R26"))

    def attach(self, notable: str, host: str) -> None:
        """He is with the unit, beside its leader."""
        self.game.tell(Attached(self[notable].id, self[host].id, "R72"))

    def lose(self, name: str, count: int) -> None:
        """So many figures fell before, and nobody thinks of it any more."""
        self.game.tell(FiguresLost(self[name].id, count, False, "R68"))

    def lock(self, one: str, other: str) -> None:
        moved = self[other].moved
        self.game.tell(Locked(self[one].id, self[other].id, "R70"))
        self[other].moved = moved

    def phase(self, phase: int) -> None:
        self.game.tell(PhaseBegan(phase))

    def machine(self, name: str, **changes: object) -> None:
        """Its machine is like this: engine=STALLED, haywire=JAMS, immobile=True, steers=False, timer=2, crew=1."""
        held = self.battle.machine_copy(self[name])
        for key, value in changes.items():
            assert hasattr(held, key), key
            setattr(held, key, value)
        self[name].machine = held.state()

    # -- playing

    def do(self, what: Callable[[], object], *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        return self.told(what, answers, dice)

    def act(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """It is picked in the move phase, and does what the answers say."""

        def acts() -> None:
            act(self.game, self[name])
            engines.pending(self.game)

        return self.told(acts, answers, dice)

    def step(self, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The next step of the turn."""
        return self.told(lambda: step(self.game), answers, dice)

    # -- looking

    def at(self, name: str, place: int = 0) -> Spot:
        """Where a figure stands; of a machine its hull."""
        held = self[name]
        x, y = self.battle.at(held.model if held.is_machine() else held.first + place)
        return round(x, 3), round(y, 3)

    def spots(self, name: str) -> list[Spot]:
        return [self.at(name, place) for place in range(self[name].figures)]

    def offered(self, options: Sequence[Option]) -> list[str]:
        return [option.key() for option in options]

    def last_question(self) -> Question:
        return self.script.asked[-1]


def goes_in(muster: Muster, unit: Unit, target: Unit) -> bool:
    """The charger's test alone: does it go in?"""
    left = take_test_to_charge(muster.game.dice, OnTable(muster.game, unit, target), BEGINNING)
    return left[RESULT_AT] == PENDING


def hold() -> Stay:
    return Stay(1, NOBODY, 0, [])


Told = list[Event[Any]]


def read_setup(id: str) -> Setup:
    """A scenario of the sheet, ready to be played."""
    text = (files("playsheet.rules.orderchips") / "scenarios" / f"{id}.toml").read_text()
    scenario = printed().read_scenario(text, id)
    return Setup(printed().configured(scenario.settings, scenario.file, []), scenario, [])


class Post(Body):
    """A unit of the roster, how it stands, and whither its chip points."""

    def __init__(self, body: Body, name: str, arrow: float, host: str) -> None:
        super().__init__(body.text, body.x, body.y, body.facing, body.files, body.order)
        self.name = name
        self.arrow = arrow
        self.host = host


def posted(
    card: str,
    name: str,
    x: float,
    y: float,
    facing: float = 0.0,
    files: int = 0,
    order: str = "",
    arrow: float = NO_ARROW,
    host: str = "",
    **overrides: object,
) -> Post:
    """A unit by its leader's place, or its hull's; all in one rank if no files are given. `arrow`: it moves that way.

    `host` is the unit that a notable person is attached to.
    """
    body = unit(card, name, float(x), float(y), float(facing), files, order, "", **overrides)
    return Post(body, name, arrow, host)


class Parade(Muster):
    """The first turn, chips turned over: everybody stands where he should, and the first side moves first."""

    def __init__(
        self,
        side1: Sequence[Post],
        side2: Sequence[Post],
        terrain: Sequence[str] = (),
        size: tuple[float, float] = (72.0, 72.0),
        events: bool = False,
        **rulings: object,
    ) -> None:
        switches = {key.replace("_", "-"): value for key, value in rulings.items()}
        super().__init__(side1, side2, terrain, size, 6, switches, "", events)
        posts = [*side1, *side2]
        for post in posts:
            if post.host:
                self.attach(post.name, post.host)
        self.chips(**{post.name.replace(" ", "_"): f"move:{post.arrow:g}" for post in posts if post.arrow != NO_ARROW})
        self.lawful()

    def deploy(self, held: Unit, body: Body) -> None:
        body.files = body.files or max(held.start, 1)
        super().deploy(held, body)

    def numbers(self) -> dict[str, int]:
        """Figures as `Name.0`, then units by name."""
        found = {f"{held.name}.{man}": held.first + man for held in self.battle.units for man in range(held.start)}
        return {**found, **super().numbers()}

    # -- doing something

    def do(self, what: Callable[[], object], *answers: str, dice: Sequence[int] = ()) -> Told:
        self.game.used = 0
        self.game.inputs = []
        return super().do(what, *answers, dice=dice)

    def fire(self, *texts: str, dice: Sequence[int] = (), interrupt: bool = False) -> Told:
        """These shots at one moment; nobody is asked whether they are legal."""
        chosen = []
        for text in texts:
            shot = read_shot(filled(text, self.numbers()))
            assert shot is not None, text
            chosen.append(shot)
        return self.do(lambda: resolve(self.game, chosen, interrupt=interrupt), dice=dice)

    def in_phase(self, phase: int) -> None:
        self.game.tell(PhaseBegan(phase))

    def shooting(self, *answers: str, dice: Sequence[int] = ()) -> Told:
        self.in_phase(Phase.SHOOTING)
        return self.do(lambda: steps.shooting(self.game), *answers, dice=dice)

    def melee(self, *answers: str, dice: Sequence[int] = ()) -> Told:
        self.in_phase(Phase.MELEE)
        return self.do(lambda: steps.melee(self.game), *answers, dice=dice)

    def morale(self, *answers: str, dice: Sequence[int] = ()) -> Told:
        self.in_phase(Phase.MORALE)
        return self.do(lambda: morale.phase(self.game), *answers, dice=dice)

    def events(self, dice: Sequence[int] = ()) -> Told:
        self.in_phase(Phase.EVENTS)
        return self.do(lambda: random_events.phase(self.game), dice=dice)

    def end(self) -> Told:
        """The End step's own part of machines, and the next turn."""
        self.in_phase(Phase.END)
        told = self.do(lambda: engines.tick(self.game))
        self.game.tell(TurnBegan(self.battle.turn + 1))
        return told

    # -- setting the stage

    def change(self, name: str, change: Callable[[SteamMachine], None]) -> None:
        """The machine is so from now on."""
        held = self.engine(name)
        change(held)
        self.game.tell(MachineHarmed(self[name].id, NOTHING_DONE, -1, 0, False, held.state(), ""))

    def engine(self, name: str) -> SteamMachine:
        return self.battle.machine_of(self[name])

    def hit(self, name: str, by: str, blow: Any, dice: Sequence[int], n: int = 1) -> Told:
        """So many hits on a machine, without dice to hit."""
        toll = Toll()
        for _ in range(n):
            toll.strike(self[name].id, blow, self[by].id)
        return self.do(lambda: settle(self.game, toll), dice=dice)

    # -- looking

    def at(self, name: str, place: int = 0) -> tuple[float, float]:
        x, y = super().at(name, place)
        return round(x, 2), round(y, 2)

    def facing(self, name: str) -> float:
        return round(self[name].facing, 1)

    def left(self, *names: str) -> list[int]:
        """How many figures of each are left."""
        return [self[name].figures for name in names]
