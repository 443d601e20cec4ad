"""A battle in numbers: it agrees with the game itself, and is kept from those who may not know."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from harness import Server, begin

from playsheet.core.events import Rolled
from playsheet.server.chronicle import Following
from playsheet.server.luck import trial_of

pytestmark = pytest.mark.battles


def played_out(server: Server, scenario: str, players: tuple[str, str] = ("doctrine", "random")) -> tuple[str, str]:
    made = server.played_out(scenario, players)
    return made["game"], made["watch"]["secret"]


@pytest.mark.parametrize("scenario", ["the-wells", "platoon-in-the-wood", "the-woodlot"])
def test_it_is_the_battle_as_it_was_played(server: Server, scenario: str) -> None:
    game, secret = played_out(server, scenario)
    found = server.get(f"/api/games/{game}/chronicle", secret)
    state = server.get(f"/api/games/{game}?log=-1", secret)
    steps = found["steps"]
    assert steps == state["step"]
    assert found["turns"] == server.get(f"/api/games/{game}/steps", secret)["turns"]
    lost = state["result"]["tally"]["figures_lost"]
    for side in found["sides"]:
        strength = side["strength"]
        assert len(strength) == len(side["ahead"]) == steps + 1
        assert strength[0] == side["start"] > 0
        assert strength[-1] == side["start"] - lost[side["side"]]
        assert min(strength) >= 0
        luck = side["luck"]
        assert luck["dice"] == sum(cause["dice"] for cause in luck["causes"])
        assert luck["met"] == sum(cause["met"] for cause in luck["causes"])
        assert side["ahead"][-1] == pytest.approx(luck["met"] - luck["expected"], abs=1e-3)
        assert 0.0 < luck["chance"] <= 1.0
    thrown = [roll for entry in server.get(f"/api/games/{game}", secret)["log"] for roll in entry["rolls"]]
    assert (sum(side["luck"]["dice"] for side in found["sides"]) > 0) == any(roll["needed"] for roll in thrown)
    roster = state["view"]["table"]["roster"]
    for gone in found["gone"]:
        assert gone["name"] == roster[gone["unit"]]["name"]
        assert 0 < gone["step"] <= steps


def test_every_die_with_a_number_to_meet_is_in_it(server: Server) -> None:
    game, secret = played_out(server, "the-wells", ("doctrine", "doctrine"))  # of random ones some never shoot
    found = server.get(f"/api/games/{game}/chronicle", secret)
    table = server.hub.open[game].table
    counted = [0, 0]
    assert table.game is not None
    for event in table.game.log:
        if isinstance(event, Rolled) and trial_of(event) is not None:
            counted[table.seats[event.seat].side] += len(event.faces)
    assert [side["luck"]["dice"] for side in found["sides"]] == counted
    assert sum(counted) > 0


def refusal(server: Server, game: str, secret: str) -> tuple[int, str, str]:
    return server.refused(f"/api/games/{game}/chronicle", None, secret, "GET")


def test_a_game_that_has_not_begun_has_none(server: Server) -> None:
    made = server.two()
    status, code, says = refusal(server, made["game"], made["seats"][0]["secret"])
    assert (status, code) == (409, "refused")
    assert "not begun" in says


def test_a_wrong_key_is_told_nothing(server: Server) -> None:
    made = server.two()
    assert refusal(server, made["game"], "x" * 32)[:2] == (404, "unknown")


def test_a_game_that_hides_things_keeps_its_numbers_until_it_is_over(server: Server) -> None:
    made = server.two("platoon-in-the-wood", gm=True, rulings={"fog": "on"})
    seats = [server.seat(made, index) for index in range(2)]
    begin(*seats)
    for given in (*made["seats"], made["watch"]):
        status, code, says = refusal(server, made["game"], given["secret"])
        assert (status, code) == (409, "refused")
        assert "when it is over" in says
    gm: dict[str, Any] = server.get(f"/api/games/{made['game']}/chronicle", made["gm"]["secret"])
    assert [side["side"] for side in gm["sides"]] == [0, 1]
    seats[0].close()
    seats[1].close()
    status, _ = server.call("POST", f"/api/games/{made['game']}/resign", made["seats"][0]["secret"], {})
    assert status == 200
    over = server.get(f"/api/games/{made['game']}/chronicle", made["seats"][1]["secret"])
    assert len(over["sides"]) == 2


def test_a_running_game_without_secrets_tells_how_it_stands(server: Server) -> None:
    made = server.two()
    seats = [server.seat(made, index) for index in range(2)]
    begin(*seats)
    found = server.get(f"/api/games/{made['game']}/chronicle", made["watch"]["secret"])
    assert [side["strength"][0] for side in found["sides"]] == [side["start"] for side in found["sides"]]
    for seat in seats:
        seat.close()


def test_a_fault_of_the_program_is_one_answer_and_a_sentence(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    game, secret = played_out(server, "the-wells")

    def broken(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(Following, "look_who_is_gone", broken)
    status, body = server.call("GET", f"/api/games/{game}/chronicle", secret)[:2]
    assert status == 500
    assert "it is a fault of the program" in str(body)


class Roster:
    """Of a system, what the chronicle asks: who is there."""

    def __init__(self) -> None:
        self.units: list[Any] = []

    def roster(self, battle: object) -> list[Any]:
        return list(self.units)

    def tally(self, battle: object) -> dict[str, list[int]]:
        return {}


def test_who_is_gone_has_the_number_that_he_has_when_the_roster_has_grown() -> None:
    def unit(name: str, *, on_table: bool = True) -> Any:
        return SimpleNamespace(side=0, name=name, start=1, on_table=on_table, place="fallen")

    system = Roster()
    system.units = [unit("the regiment"), unit("the general")]
    following = Following(system, None, 1)  # type: ignore[arg-type]
    system.units[1] = unit("the general", on_table=False)
    following.after_step([])
    system.units.insert(1, unit("the skirmishers"))
    following.after_step([])
    assert [(one["name"], one["unit"], one["step"]) for one in following.gone_now()] == [("the general", 2, 1)]
