"""Room to deploy, for any system: zones that are just large enough, or are not, for units with one way of standing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.scenario import Zone
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup, set_up_from
from playsheet.tabletop.deploying import zone_middle
from playsheet.tabletop.events import FoundNoRoom

PC = '[[sides.units]]\ncard = "captain"\nzones = [[0, 40, 100, 60]]\n'
GENERAL = '[[sides.units]]\ncard = "gen-n"\nname = "the C-in-C"\nextra = { level = "cinc" }\n'
CARDS = {  # for each side: a unit that stands in one way only, and what a side cannot do without
    "lancer": ('card = "field-battery"', 'card = "field-battery"', ("", ""), ""),
    "riskfactor": ('card = "drummer"', 'card = "chief"', ("", ""), PC),
    "gaslight": ('card = "gl-hero"', 'card = "gl-villain"', ("", ""), ""),
    "orderchips": ('card = "hero"', 'card = "hero"', ("", ""), ""),
    "gettysburg": (
        'card = "us-napoleon"\nformation = "deployed"',
        'card = "cs-6pdr"\nformation = "deployed"',
        (
            '[sides.extra]\nnation = "union"\nbaseline = "south"',
            '[sides.extra]\nnation = "confederate"\nbaseline = "north"',
        ),
        GENERAL,
    ),
}
EXTRA = {"gettysburg": "year = 1863"}


def scenario(system: str, table: list[float], south: list[float], north: list[float], count: int) -> str:
    ours, theirs, extras, leader = CARDS[system]
    if leader == PC and count == 1:  # he is all there is
        ours, leader = 'card = "captain"', ""
    return f"""
id = "no-room"
system = "{system}"
title = "No room"
blurb = "A test."
size = "small"
table = {table}
turns = 2
[extra]
{EXTRA.get(system, "")}
[[sides]]
name = "South"
facing = 0
zones = [{south}]
{extras[0]}
{leader}
[[sides.units]]
{ours}
count = {count}
[[sides]]
name = "North"
facing = 180
zones = [{north}]
{extras[1]}
{leader if leader != PC else ""}
[[sides.units]]
{theirs}
"""


def checked(text: str) -> Setup:
    setup = set_up_from(text, "no-room.toml", [])
    setup.system.check_room(setup.scenario)
    return setup


def box_of(system: str) -> Zone:
    """What one of South's units fills."""
    setup = set_up_from(scenario(system, [100, 100], [0, 0, 100, 30], [0, 70, 100, 100], 1), "", [])
    trial = import_module(f"playsheet.rules.{system}.table.deployment").Trial(setup.system.new_battle(setup.scenario))
    trial.start()
    waiting = [unit for tier in trial.waiting() for unit in tier]
    box: Zone = trial.regions(waiting[0])[0].stances()[0].box
    return box


def size_of(system: str) -> tuple[float, float]:
    box = box_of(system)
    return box.x1 - box.x0, box.y1 - box.y0


class InTheMiddle(RandomPlayer):
    """Deploys as near to the middle of his zone as he may: others find what is left."""

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        region: Any = question.region
        if question.kind != "deploy":
            return super().place(battle, question)
        x, y = zone_middle(region.zones[0])
        middle = (x, y, *region.samples()[0][2:])
        return middle if not region.refusal(middle) else super().place(battle, question)

    def choose(self, battle: Battle, question: Question) -> Option:
        return question.options[0] if question.kind == "start_with" else super().choose(battle, question)


def played(setup: Setup) -> Game[Any]:
    players: list[Player | None] = [InTheMiddle(seat) for seat in range(len(setup.seats))]
    game = setup.game_with(players, Seeded(1), keep=True, own_dice=[False] * len(players))
    game.checking = True
    while not game.battle.finished:
        assert game.play_step()
        assert game.system.broken_laws(game.battle) == []
    return game


def no_room_ruling(system: str) -> str:
    found: str = import_module(f"playsheet.rules.{system}.table.deployment").NO_ROOM
    return found


def packed_or_refused(system: str) -> None:
    """Three side by side need three times the room of one: a hair less, and the third is named with its zone."""
    wide, deep = size_of(system)
    north = [0, 70, 100, 100]
    checked(scenario(system, [100, 100], [10, 10, 10 + 3 * wide, 10 + deep], north, 3))
    narrow = [10, 10, round(10 + 2.9 * wide, 3), round(10 + deep, 3)]
    says = r"no-room.toml: sides\[1\].units\[\d\]: .+ finds no room to deploy in \[10, 10, .+\]: expected a larger zone"
    if system == "gettysburg":  # only its centre must be in the zone
        narrow = [10, 10, 10 + 1.9 * wide, 10 + deep / 2]
        checked(scenario(system, [100, 100], [10, 10, 10 + 2 * wide, 10 + deep / 2], north, 3))
    with pytest.raises(Refused, match=says):
        checked(scenario(system, [100, 100], narrow, north, 3))


def put_at_the_edge(system: str) -> None:
    """Room for two, but the first stands in the middle: the second goes to its side's edge, behind its zone."""
    wide, deep = size_of(system)
    wider, deeper = (1.2, 0.1) if system == "gettysburg" else (2.2, 1.1)  # only its centre must be in the zone
    zone = [40, 30, 40 + wider * wide, 30 + deeper * deep]
    setup = checked(scenario(system, [100, 100], zone, [0, 70, 100, 100], 2))
    game = played(setup)
    told = [event for event in game.log if isinstance(event, FoundNoRoom)]
    assert [event.ruling for event in told] == [no_room_ruling(system)]
    at = game.log.index(told[0])
    assert type(game.log[at + 1]).__name__ == "Deployed"
    assert "found no room" in game.system.narrate(game.log[at], game.battle)
    again = setup.game_with([None] * len(setup.seats), Seeded(1), keep=True, own_dice=[False] * len(setup.seats))
    for event in game.log[: at + 2]:
        event.apply(again.battle)
    spots = [(mark.x, mark.y) for mark in game.system.marks(again.battle) if mark.unit == told[0].unit]
    assert spots
    assert min(y for _, y in spots) <= 0.5 * deep + 1e-6
    assert all(abs(x - (40 + 0.5 * wider * wide)) < 2 * wide for x, _ in spots)


def stays_away(system: str) -> None:
    """A table for two, and the first stands in its middle."""
    wide, deep = size_of(system)
    table = [max(1.0, 2.6 * wide), max(1.0, 1.1 * deep)]
    zone = [0, 0, *table]
    game = played(checked(scenario(system, table, zone, zone, 1)))
    names = [type(event).__name__ for event in game.log]
    at = names.index("FoundNoRoom")
    assert names[at + 1] == "StayedAway"
    assert "did not come" in game.system.narrate(game.log[at + 1], game.battle)
