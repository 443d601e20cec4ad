"""A battle played by random players from deployment to its end, with everything looked at that must hold.

After every step no law may be broken, and in every step that a sheet calls simultaneous the sides must fare alike: a
system that has such moments tries them in tests/rules/SYSTEM/simultaneous.py.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.system import System
from playsheet.players.setup import Setup, set_up_from

HERE = Path(__file__).parent
MOST_STEPS = 20_000  # of one battle: more means that it goes round in circles
Look = Callable[[Game[Any]], list[str]]


class Fault(AssertionError):
    """What went wrong, and where: the step is the first one that does not come out."""

    def __init__(self, step: int, says: str) -> None:
        super().__init__(f"step {step}: {says}")
        self.step = step


def play_through(setup: Setup, seed: int) -> int:
    """Play the battle of that seed; how many steps it took."""
    game = setup.game(["random"] * len(setup.seats), seed, False)
    game.checking = True
    alike = simultaneous(setup.system.id)
    while not game.battle.finished:
        try:
            unlike = alike(game)
            game.play_step()
            broken = game.system.broken_laws(game.battle)
        except Exception as fault:
            raise Fault(game.step, "".join(traceback.format_exception(fault)[-12:])) from fault
        if unlike:
            raise Fault(game.step - 1, f"not alike for both sides: {unlike}")
        if broken:
            raise Fault(game.step - 1, f"broken: {broken}")
        if game.battle.turn > setup.scenario.turns:
            raise Fault(game.step, "the battle goes on after its last turn")
        if game.step > MOST_STEPS:
            raise Fault(game.step, "the battle does not end")
    if not game.battle.verdict:
        raise Fault(game.step, "the battle is over, but nobody says why")
    return game.step


@cache
def simultaneous(system: str) -> Look:
    """What the system looks at before each step; nothing if its sheet knows no simultaneous moment."""
    path = HERE / "rules" / system / "simultaneous.py"
    if not path.exists():
        return nothing
    for folder in (HERE, HERE / "rules"):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location(f"simultaneous_{system}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Look = module.broken_at
    return found


def nothing(game: Game[Any]) -> list[str]:
    return []


def checked(text: str, name: str) -> Setup | None:
    """A scenario that `playsheet check` calls sound; None if it refuses it in a sentence."""
    try:
        setup = set_up_from(text, name, [])
        setup.system.check_room(setup.scenario)
    except Refused as refusal:
        said = str(refusal)
        assert said.endswith("."), said
        assert "\n" not in said, said
        return None
    return setup


def any_reading(system: System[Any], seed: int) -> dict[str, object]:
    """Every switch of the rulings at random."""
    dice = Seeded(seed)
    return {
        switch.key: switch.values[dice.one(len(switch.values)) - 1]
        for ruling in system.rulings.all
        for switch in ruling.switches
    }


def read_otherwise(setup: Setup, seed: int) -> Setup:
    """The same scenario by other readings of the rulings."""
    return Setup(setup.system.configured(any_reading(setup.system, seed), "soak", []), setup.scenario, [])
