"""Small situations for fire, melee, morale, machines and events: units stand where the test says, dice come as asked.

    parade = Parade([unit("line-rifles", "Blue", 20, 10)], [unit("militia", "Red", 20, 30, 180)])
    told = parade.fire("{Blue}>{Red}", dice=[...])

Every die and every answer given must be used, nothing else may be asked, and no law may be broken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from tabletop import Tabletop, filled, head, overridden, side

from playsheet.core.events import Event
from playsheet.core.house import read_house
from playsheet.core.system import System
from playsheet.players.setup import Setup
from playsheet.rules.machines.charts import NOTHING_DONE
from playsheet.rules.orderchips import checks, engines, happenings, steps
from playsheet.rules.orderchips.damage import settle
from playsheet.rules.orderchips.events import (
    Attached,
    ChipsRevealed,
    Deployed,
    Locked,
    MoveOrderSet,
    PhaseBegan,
    TurnBegan,
)
from playsheet.rules.orderchips.events_fight import MachineHarmed
from playsheet.rules.orderchips.fire import read_shot, resolve
from playsheet.rules.orderchips.losses import Toll
from playsheet.rules.orderchips.machine import SteamMachine
from playsheet.rules.orderchips.sheet import ORDERS
from playsheet.rules.orderchips.slots import Manner, lay
from playsheet.rules.orderchips.state import (
    END_PHASE,
    EVENTS_PHASE,
    MELEE_PHASE,
    MORALE_PHASE,
    MOVES_PHASE,
    MOVING,
    NO_ARROW,
    SHOOTING_PHASE,
    STATIONARY,
    ChipBattle,
    Unit,
)
from playsheet.rules.orderchips.system import load

Told = list[Event[Any]]


@cache
def printed() -> System[ChipBattle]:
    return load()


def read_setup(id: str) -> Setup:
    """A scenario of the sheet, ready to be played."""
    text = (files("playsheet.rules.orderchips") / "scenarios" / f"{id}.toml").read_text()
    scenario = printed().read_scenario(text, id)
    return Setup(printed().configured(scenario.settings, scenario.file, []), scenario, [])


class Post:
    """A unit of the roster, and how it stands."""

    def __init__(
        self, text: str, name: str, x: float, y: float, facing: float, files: int, order: str, arrow: float, host: str
    ) -> None:
        self.text = text
        self.name = name
        self.x = x
        self.y = y
        self.facing = facing
        self.files = files
        self.order = order
        self.arrow = arrow
        self.host = host


def unit(
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
    lines = ["[[sides.units]]", f'card = "{card}"', f'name = "{name}"', *overridden(overrides)]
    return Post("\n".join(lines), name, x, y, facing, files, order, arrow, host)


class Parade(Tabletop[ChipBattle]):
    """The first turn, chips turned over: everybody stands where he should, and the first side moves first."""

    def __init__(
        self,
        side1: Sequence[Post],
        side2: Sequence[Post],
        terrain: Sequence[str] = (),
        size: tuple[float, float] = (72.0, 72.0),
        house: str = "",
        events: bool = False,
        **rulings: object,
    ) -> None:
        parts = [
            *head("orderchips", size, 6, {key.replace("_", "-"): value for key, value in rulings.items()}),
            *(["[extra]\nevents = true"] if events else []),
            *terrain,
            side("Blue Army", 0, [0, 0, *size]),
            *[each.text for each in side1],
            side("Red Army", 180, [0, 0, *size]),
            *[each.text for each in side2],
        ]
        scenario = printed().read_scenario("\n\n".join(parts) + "\n", "parade")
        houses = [read_house(f'name = "Ours"\nsystem = "orderchips"\n{house}')] if house else []
        super().__init__(Setup(printed().configured(scenario.settings, scenario.file, houses), scenario, houses))
        posts = [*side1, *side2]
        for index, post in enumerate(posts):
            self.stand(self.battle.units[index], post)
        self.game.tell(TurnBegan(1))
        for index, post in enumerate(posts):
            if post.host:
                self.game.tell(Attached(index, self[post.host].id, "R72"))
        self.chips({post.name: post.arrow for post in posts if not post.host})
        self.game.tell(MoveOrderSet([0, 1], "R26"))
        self.lawful()

    def stand(self, held: Unit, post: Post) -> None:
        order = ORDERS.index(post.order) if post.order else held.card.starts
        files = post.files or max(held.start, 1)
        x, y = float(post.x), float(post.y)
        places = lay(self.battle, held, x, y, float(post.facing), order, files, Manner(0.0, False))
        assert places is not None, f"{post.name} finds no room"
        xs = [places.xs[places.models.index(held.first + man)] for man in range(held.start)]
        ys = [places.ys[places.models.index(held.first + man)] for man in range(held.start)]
        model = (places.xs[-1], places.ys[-1]) if held.model >= 0 else (0.0, 0.0)
        self.game.tell(Deployed(held.id, order, places.files, float(post.facing), xs, ys, *model, "R77"))

    def chips(self, arrows: dict[str, float]) -> None:
        """Chips are turned over: an arrow, or none for who stands."""
        ids = [self[name].id for name in arrows]
        moves = [MOVING if arrow != NO_ARROW else STATIONARY for arrow in arrows.values()]
        self.game.tell(ChipsRevealed(ids, moves, [float(arrow) for arrow in arrows.values()], "R25"))

    def __getitem__(self, name: str) -> Unit:
        for held in self.battle.units:
            if held.name == name:
                return held
        raise KeyError(name)

    def numbers(self) -> dict[str, int]:
        """Units by name, figures as `Name.0`."""
        found: dict[str, int] = {}
        for held in self.battle.units:
            for place in range(held.start):
                found[f"{held.name}.{place}"] = held.first + place
            found[held.name] = held.id
        return found

    # -- doing something

    def do(self, what: Callable[[], object], *answers: str, dice: Sequence[int] = ()) -> Told:
        self.game.used = 0
        self.game.inputs = []
        return self.told(what, answers, dice)

    def fire(self, *texts: str, dice: Sequence[int] = (), interrupt: bool = False) -> Told:
        """These shots at one moment; nobody is asked whether they are legal."""
        chosen = []
        for text in texts:
            shot = read_shot(filled(text, self.numbers()))
            assert shot is not None, text
            chosen.append(shot)
        return self.do(lambda: resolve(self.game, chosen, interrupt), dice=dice)

    def in_phase(self, phase: int) -> None:
        self.game.tell(PhaseBegan(phase))

    def shooting(self, *answers: str, dice: Sequence[int] = ()) -> Told:
        self.in_phase(SHOOTING_PHASE)
        return self.do(lambda: steps.shooting(self.game), *answers, dice=dice)

    def melee(self, *answers: str, dice: Sequence[int] = ()) -> Told:
        self.in_phase(MELEE_PHASE)
        return self.do(lambda: steps.melee(self.game), *answers, dice=dice)

    def morale(self, *answers: str, dice: Sequence[int] = ()) -> Told:
        self.in_phase(MORALE_PHASE)
        return self.do(lambda: checks.phase(self.game), *answers, dice=dice)

    def events(self, dice: Sequence[int] = ()) -> Told:
        self.in_phase(EVENTS_PHASE)
        return self.do(lambda: happenings.phase(self.game), dice=dice)

    def end(self) -> Told:
        """The End step's own part of machines, and the next turn."""
        self.in_phase(END_PHASE)
        told = self.do(lambda: engines.tick(self.game))
        self.game.tell(TurnBegan(self.battle.turn + 1))
        return told

    def moves(self) -> None:
        """Back to the moves."""
        self.in_phase(MOVES_PHASE)

    # -- setting the stage

    def lock(self, one: str, other: str) -> None:
        self.game.tell(Locked(self[one].id, self[other].id, "R70"))

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
        """Where a figure or the hull stands."""
        held = self[name]
        x, y = self.battle.at(held.model if held.is_machine() else held.first + place)
        return round(x, 2), round(y, 2)

    def facing(self, name: str) -> float:
        return round(self[name].facing, 1)

    def left(self, *names: str) -> list[int]:
        """How many figures of each are left."""
        return [self[name].figures for name in names]
