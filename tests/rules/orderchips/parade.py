"""Small situations for fire, melee, morale, machines and events, with chips turned over: a Muster in its first turn.

parade = Parade([unit("line-rifles", "Blue", 20, 10)], [unit("militia", "Red", 20, 30, 180)])
told = parade.fire("{Blue}>{Red}", dice=[...])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import muster
from muster import Body, Muster, printed
from tabletop import filled

from playsheet.core.events import Event
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import PhaseBegan, TurnBegan
from playsheet.rules.orderchips.battle.fight_events import MachineHarmed
from playsheet.rules.orderchips.battle.units import NO_ARROW, Unit
from playsheet.rules.orderchips.options.shooting import read_shot
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.table import engines, morale, random_events, steps
from playsheet.rules.orderchips.table.damage import settle
from playsheet.rules.orderchips.table.losses import Toll
from playsheet.rules.orderchips.table.shooting import resolve
from playsheet.rules.orderchips.terms import Phase
from playsheet.tabletop.machines.charts import NOTHING_DONE

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
    body = muster.unit(card, name, float(x), float(y), float(facing), files, order, "", **overrides)
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
