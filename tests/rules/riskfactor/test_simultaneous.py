"""The effect of the action dice is simultaneous (R14): in battles, and where the order used to show."""

from __future__ import annotations

import pytest
from rules.riskfactor.simultaneous import broken_at, renumbered
from rules.riskfactor.situation import Skirmish, men, row
from tabletop import of

from playsheet.players.setup import set_up
from playsheet.rules.riskfactor.battle.events import ActionSet, Moved, PhaseBegan
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
