"""From screen to felt over the network: scenarios and games as field books."""

from __future__ import annotations

import json

from harness import Server, begin, play_on

from playsheet.fieldbook.reading import read_book


def test_a_scenario_is_given_as_a_book(server: Server) -> None:
    status, headers, text = server.raw("GET", "/api/scenarios/the-wells/book")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert [unit.name for unit in read_book(text).state.units][:2] == ["Line Company", "Guard Company"]
    status, _, text = server.raw("GET", "/api/scenarios/the-well/book")
    assert (status, json.loads(text)["error"]["code"]) == (404, "unknown")


def test_a_game_goes_on_with_real_figures(server: Server) -> None:
    made = server.two()
    secret = made["seats"][0]["secret"]
    status, _, text = server.raw("GET", f"/api/games/{made['game']}/book", secret)
    assert (status, json.loads(text)["error"]["says"]) == (409, "the game has not begun: there is no book of it yet.")
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        play_on([ann, ben], 30)
    book = read_book(server.raw("GET", f"/api/games/{made['game']}/book", secret)[2])
    view = server.get(f"/api/games/{made['game']}", secret)["view"]
    assert book.state.turn == view["turn"]
    assert [unit.number("figures") for unit in book.state.units] == [unit["figures"] for unit in view["units"]]
