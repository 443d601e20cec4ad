"""A small table on which everything there is stands close together: for random games with a lot in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playsheet.core import reader as reader_module
from playsheet.players.setup import Setup
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.system import load

SCENARIOS = Path(reader_module.__file__).parent.parent / "rules" / "gaslight" / "scenarios"
PIT = "the-pit"
TEXT = """
id     = "the-pit"
system = "gaslight"
title  = "The Pit"
blurb  = "A test."
size   = "small"
table  = [36, 30]
turns  = 6
[[terrain]]
kind = "woods"
name = "the wood"
rect = [4, 12, 12, 18]
[[terrain]]
kind = "building"
name = "the hut"
rect = [28, 12.5, 33, 17.5]
[[terrain]]
kind = "wall"
name = "the wall"
line = [[15, 15], [23, 15]]
[[sides]]
name   = "The Column"
facing = 0
zones  = [[0, 0, 36, 12]]
{ours}
[[sides]]
name   = "The Clans"
facing = 180
zones  = [[0, 18, 36, 30]]
{theirs}
"""
OURS = ["redcoats", "sappers", "gatling", "12-pounder", "steam-tank", "steam-car", "hero"]
THEIRS = ["warband", "jezails", "lancers", "mountain-gun", "walker", "great-ape", "villain"]


def roster(cards: list[str]) -> str:
    """Units by their cards; the last commands the army."""
    lines = [f'[[sides.units]]\ncard = "gl-{card}"' for card in cards]
    return "\n".join(lines) + "\nextra = { army_commander = true }"


@cache
def setup_of(which: str) -> Setup:
    """The pit, or a reference scenario by its id."""
    system = load()
    if which == PIT:
        scenario = system.read_scenario(TEXT.format(ours=roster(OURS), theirs=roster(THEIRS)), which)
    else:
        scenario = system.read_scenario(SCENARIOS / f"{which}.toml")
    return Setup(system.configured(scenario.settings, scenario.file, []), scenario, [])


@cache
def deployed() -> GaslightBattle:
    """The pit with everybody in place, before the first card; nobody may change it."""
    game = setup_of(PIT).game(["random", "random"], 1, True)
    while game.battle.to_deploy:
        game.play_step()
    assert isinstance(game.battle, GaslightBattle)
    return game.battle
