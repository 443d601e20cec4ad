"""Events that sheets share: what they change, and how records and clients find them written."""

from __future__ import annotations

import pytest

from playsheet.core.events import Battle
from playsheet.tabletop.events import BattleEnded, ChartRolled


@pytest.mark.parametrize("winner", [1, -1])
def test_the_end_of_a_battle(winner: int) -> None:
    battle = Battle()
    event: BattleEnded[Battle] = BattleEnded(winner, "The last turn is over.", "R41")
    event.apply(battle)
    assert (battle.finished, battle.winner, battle.verdict) == (True, winner, "The last turn is over.")
    assert event.data() == {
        "event": "BattleEnded",
        "line": -1,
        "ruling": "R41",
        "verdict": "The last turn is over.",
        "winner": winner,
    }


def test_a_roll_on_a_chart_changes_nothing_by_itself() -> None:
    battle = Battle()
    event: ChartRolled[Battle] = ChartRolled(3, "hits", "hull", 6)
    event.apply(battle)
    assert (battle.finished, battle.turn) == (False, 1)
    assert event.data() == {"event": "ChartRolled", "chart": "hits", "column": "hull", "face": 6, "unit": 3}
