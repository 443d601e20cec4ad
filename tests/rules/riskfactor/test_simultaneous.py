"""The effect of the action dice is simultaneous (R14): in battles, and where the order used to show."""

from __future__ import annotations

import pytest
from rules.riskfactor.simultaneous import broken_at, renumbered
from rules.riskfactor.situation import Men, Skirmish, Spot, men, row
from tabletop import ground, of

from playsheet.players.setup import set_up
from playsheet.rules.riskfactor.battle.events import ActionSet, Moved, PhaseBegan
from playsheet.rules.riskfactor.ground.leading import host_of
from playsheet.rules.riskfactor.ground.sight import watch
from playsheet.rules.riskfactor.terms import Phase, Result
from playsheet.rules.riskfactor.turn import queue_of

pytestmark = pytest.mark.battles

BAND = "warrior-band"


@pytest.mark.parametrize("scenario", ["the-picket", "platoon-in-the-wood"])
@pytest.mark.parametrize(("players", "seed"), [("doctrine", 1), ("random", 2)])
def test_in_battles(scenario: str, players: str, seed: int) -> None:
    setup = set_up(scenario, [])
    game = setup.game([players] * len(setup.seats), seed, keep=True)
    met = 0
    for _ in range(400):
        if game.battle.finished or met == 30:
            break
        if game.battle.phase in (Phase.ACTIONS, Phase.MOVES) and not game.battle.to_deploy:
            assert broken_at(game) == []
            met += 1
        game.play_step()
    assert met > 5


def in_the_way(front: str, rear: str) -> Skirmish:
    """Two bands, one behind the other; whoever is named first stands first in the roster."""
    places = {"Front": 62.0, "Rear": 50.0}
    bands = [men(BAND, name, row(8, 100, places[name], 2.0)) for name in (front, rear)]
    return Skirmish(bands, [men("regular-squad", "Foe", row(6, 100, 100))])


@pytest.mark.parametrize("result", [Result.ADVANCE, Result.RUN])
def test_who_stands_first_in_the_roster_is_in_nobodys_way(result: int) -> None:
    """Band behind band: they advance, or run, as one."""
    found = []
    for names in (("Front", "Rear"), ("Rear", "Front")):
        table = in_the_way(*names)
        for name in names:
            table.game.tell(ActionSet(table[name].id, 0, [], 1, result, False, False, True, -1, "", ()))
        told = table.phase(Phase.MOVES)
        found.append([table.places(name) for name in ("Front", "Rear")])
        moved = [table.battle.groups[event.group].name for event in of(told, Moved)]
        assert moved == (["Front", "Rear"] if result == Result.ADVANCE else ["Rear", "Front"])
        for name, y in (("Front", 62), ("Rear", 50)):
            way = 25 if result == Result.ADVANCE else -25
            assert [place[1] for place in table.places(name)] == pytest.approx([y + way] * 8, abs=0.1)
    assert found[0] == found[1]


def test_a_battle_numbered_otherwise_is_the_same_battle() -> None:
    table = in_the_way("Front", "Rear")
    table.wound("Front", 2)
    table.game.tell(PhaseBegan(Phase.ACTIONS, []))
    for about in (False, True):
        again = renumbered(table.battle, about=about)
        assert not table.game.system.broken_laws(again)
        assert [group.name for group in again.groups] == ["Foe", "Rear", "Front"]
        assert queue_of(again, Phase.MELEES) == []
        assert again.hurt(again.groups[2]) == 1


# ---------------------------------------------------------------- where the order of the roster used to decide


def foe(*spots: Spot) -> list[Men]:
    """Enemies, each a group by himself."""
    return [men("regular-squad", f"Foe {k + 1}", [spot]) for k, spot in enumerate(spots)]


def between_posts(*bodies: Men, y: float, enemies: list[Men]) -> Skirmish:
    """Whoever goes on from 98 and 101 has a man of his side before his outer half, and room for one between them."""
    return Skirmish([*bodies, men(BAND, "Posts", [(97, y), (102, y)])], enemies)


def drummer(name: str, x: float) -> Men:
    return men("drummer", name, [(x, 50)])


CHARGE = -1  # an advance that may be a charge
WALL = ground("wall", "the wall", line=[[98.5, 60], [100.5, 60]])

# Who moves, and with which group if it is a leader; and what the result is.
SITUATIONS = {
    "two enemies as near": (
        lambda: Skirmish([men(BAND, "Band", row(4, 100, 50))], foe((80, 100), (120, 100))),
        {"Band": ""},
        Result.ADVANCE,
    ),
    "running from two enemies as near": (
        lambda: Skirmish([men(BAND, "Band", row(4, 100, 50))], foe((80, 100), (120, 100))),
        {"Band": ""},
        Result.RUN,
    ),
    "one man between two enemies": (
        lambda: Skirmish([men(BAND, "Band", [(100, 50)])], foe((80, 50), (120, 50))),
        {"Band": ""},
        Result.ADVANCE,
    ),
    "the mean of enemies, summed in another order": (
        lambda: between_posts(
            men(BAND, "Band", [(98, 30), (101, 30)]),
            y=22,
            enemies=foe((88.2, 34), (107.6, 34), (97.9, 34), (104.3, 34)),
        ),
        {"Band": ""},
        Result.TAKE_COVER,
    ),
    "a leader level with a man": (
        lambda: between_posts(men(BAND, "Band", [(98, 50)]), drummer("Tom", 101), y=58, enemies=foe((99.5, 150))),
        {"Band": "", "Tom": "Band"},
        Result.ADVANCE,
    ),
    "two leaders with one group": (
        lambda: between_posts(
            men(BAND, "Band", [(99.5, 46), (99.5, 43)]),
            drummer("Tom", 101),
            drummer("Will", 98),
            y=58,
            enemies=foe((99.5, 150)),
        ),
        {"Band": "", "Tom": "Band", "Will": "Band"},
        Result.ADVANCE,
    ),
    "a leader as near to cover as a man": (
        lambda: Skirmish([men(BAND, "Band", [(98, 50)]), drummer("Tom", 101)], foe((99.5, 90)), [WALL]),
        {"Band": "", "Tom": "Band"},
        Result.TAKE_COVER,
    ),
    "a leader who charges with a man, as near": (
        lambda: Skirmish([men(BAND, "Band", [(98, 50)]), drummer("Tom", 101)], foe((99.5, 60))),
        {"Band": "", "Tom": "Band"},
        CHARGE,
    ),
}


@pytest.mark.parametrize("case", SITUATIONS)
def test_where_they_end_does_not_hang_on_the_roster(case: str) -> None:
    made, movers, result = SITUATIONS[case]
    table = made()
    charge = result == CHARGE
    do = Result.ADVANCE if charge else result
    for name, host in movers.items():
        with_group = table[host].id if host else -1
        table.game.tell(ActionSet(table[name].id, 0, [], 1, do, charge, charge, True, with_group, "", ()))
    table.game.tell(PhaseBegan(Phase.MOVES, queue_of(table.battle, Phase.MOVES)))
    assert broken_at(table.game) == []
    before = {name: table.places(name) for name in movers}
    table.phase(Phase.MOVES)
    for name in movers:
        assert table.places(name) != before[name]


def test_a_leader_as_near_to_two_groups() -> None:
    """His host throws for him: the one to his right, whichever is named first."""
    groups = [men(BAND, "West", row(3, 94, 50)), men(BAND, "East", row(3, 106, 50))]
    for facing, host in ((0.0, "East"), (180.0, "West"), (90.0, "East"), (270.0, "West")):
        for named in (groups, groups[::-1]):
            table = Skirmish([*named, men("drummer", "Tom", [(100, 50)], facing)], foe((100, 150)))
            assert host_of(table.battle, table["Tom"]) == table[host].id
            table.game.tell(PhaseBegan(Phase.ACTIONS, []))
            assert broken_at(table.game) == []


def test_of_enemies_as_near_the_one_to_the_front_then_to_the_right() -> None:
    sides = {"front": (100.0, 70.0), "right": (120.0, 50.0), "left": (80.0, 50.0), "rear": (100.0, 30.0)}
    for left, nearest in ((["front", "right", "left", "rear"], "front"), (["rear", "left", "right"], "right")):
        for names in (left, left[::-1]):
            table = Skirmish([men(BAND, "Band", [(100, 50)], 0.0)], foe(*[sides[name] for name in names]))
            seen = watch(table.battle, table.battle.members(table["Band"]), 0)
            assert table.at(seen.nearest) == sides[nearest]
