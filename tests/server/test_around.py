"""Around a battle: what an invitation is for, how a game stands in short, a rematch, what taking back would do."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from harness import Server, asked, begin, caught_up, play_on, rows_in, until

from playsheet.client import sit
from playsheet.core.errors import Refused
from playsheet.server.rematches import MOST_REMATCHES, seats_swapped

OPEN = {"player": "open"}
ANN = {"player": "person", "who": "Ann"}
BOT = {"player": "doctrine"}
CLOCK = {"per_move": 60.0, "bank": 600.0}


def fought(server: Server, answers: int = 12, **wishes: Any) -> dict[str, Any]:
    """A battle between Ann and Ben that Ann gave up."""
    made = server.two(**wishes)
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        play_on([ann, ben], answers)
        ann.resign()
    return made


# ---------------------------------------------------------------------- invitations


def test_an_invitation_says_what_it_is_for(server: Server) -> None:
    made = server.make(seats=[ANN, OPEN], title="Come in", clock=CLOCK, gm=True, rulings={"slash": "range"})
    path = f"/api/games/{made['game']}/invitation"
    found = server.get(path, made["seats"][1]["invite"])
    assert (found["title"], found["host"], found["sheet"]) == ("Come in", "Ann", "Lancer Rifle Gatling")
    assert (found["seat"], found["seats"][1]["name"], found["seats"][1]["player"]) == (1, "The Emir's Host", "open")
    assert (found["clock"], found["gm"], found["status"]) == (CLOCK, True, "gathering")
    assert found["scenario"]["title"] == "The Wells"
    assert found["scenario"]["aims"]
    assert [ruling["key"] for ruling in found["rulings"]] == ["slash"]
    assert made["seats"][0]["secret"] not in str(found)


def test_without_an_invitation_only_a_listed_game_is_described(server: Server) -> None:
    hidden = server.make(seats=[ANN, OPEN])
    open_to_all = server.make(seats=[ANN, OPEN], listed=True)
    gone = server.refused("/api/games/aaaaaaaaaaaa/invitation", None, method="GET")
    assert server.refused(f"/api/games/{hidden['game']}/invitation", None, method="GET") == gone
    for secret in (hidden["seats"][0]["secret"], hidden["watch"]["secret"]):
        assert server.refused(f"/api/games/{hidden['game']}/invitation", None, secret, "GET")[0] == 404
    assert server.get(f"/api/games/{open_to_all['game']}/invitation?seat=1")["seat"] == 1
    assert server.get(f"/api/games/{open_to_all['game']}/invitation?seat=7")["seat"] is None


def test_the_list_names_sheet_and_battle(server: Server) -> None:
    made = server.four(seats=[ANN, OPEN, BOT, BOT], listed=True)
    found = next(one for one in server.get("/api/games")["games"] if one["game"] == made["game"])
    assert (found["sheet"], found["battle"]) == ("Lancer Rifle Gatling", "The Wells")


# ---------------------------------------------------------------------- in short


def test_a_game_in_short(server: Server) -> None:
    made = server.two(title="Tuesday")
    path, secret = f"/api/games/{made['game']}/summary", made["seats"][0]["secret"]
    first = server.get(path, secret)
    assert (first["title"], first["battle"], first["status"], first["asked"]) == (
        "Tuesday",
        "The Wells",
        "gathering",
        [],
    )
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        seat, _ = asked(ann, ben)
        now = server.get(path, secret)
        assert (now["status"], now["turn"], now["turns"]) == ("playing", 1, 6)
        assert now["asked"] == [seat.state["you"]["seat"]]
        ben.resign()
    over = server.get(path, secret)
    assert (over["status"], over["result"]["side"]) == ("over", "The Garrison")
    assert server.refused(path, None, "", "GET")[0] == 404


# ---------------------------------------------------------------------- rematches


def test_a_rematch_carries_everything_over_and_the_other_takes_his_seat_with_the_old_secret(server: Server) -> None:
    made = fought(server, title="Tuesday", clock=CLOCK, rulings={"slash": "range"})
    old, secrets = made["game"], [seat["secret"] for seat in made["seats"]]
    with sit(made["seats"][1]["link"]) as ben:
        again = server.post(f"/api/games/{old}/rematch", {"swap": True}, secrets[0], 201)
        assert [seat["player"] for seat in again["seats"]] == ["open", "person"]
        until(ben, lambda seat: seat.state["rematch"] is not None)
        invited = ben.state["rematch"]
    assert invited == {"game": again["game"], "by": 0, "who": "Ann", "swap": True, "deployed": False}
    new = again["game"]
    found = server.get(f"/api/games/{new}/invitation", secrets[1])
    assert (found["title"], found["seat"], found["host"], found["clock"]) == ("Tuesday", 0, "Ann", CLOCK)
    assert [ruling["key"] for ruling in found["rulings"]] == ["slash"]
    for other in (secrets[0], made["watch"]["secret"]):
        assert server.get(f"/api/games/{old}", other)["rematch"] is None
        assert server.refused(f"/api/games/{new}/join", {}, other)[0] == 404
    assert server.refused(f"/api/games/{new}", None, secrets[1], "GET")[0] == 404  # nothing but an invitation
    assert server.refused(f"/api/games/{server.two()['game']}/join", {}, secrets[1])[0] == 404
    assert "for seat 0" in server.refused(f"/api/games/{new}/join", {"seat": 1}, secrets[1])[2]
    joined = server.post(f"/api/games/{new}/join", {"who": "Ben"}, secrets[1], 201)
    assert (joined["game"], joined["seat"]) == (again["game"], 0)
    assert server.refused(f"/api/games/{new}/join", {}, secrets[1])[0] == 409  # it is taken
    link = f"{server.url}/#play/{again['game']}/{again['seats'][1]['secret']}"
    with sit(link) as ann, sit(server.url + joined["link"]) as ben:
        begin(ann, ben)
        assert [seat["who"] for seat in ann.state["seats"]] == ["Ben", "Ann"]


def test_where_there_is_a_game_master_a_rematch_is_his(server: Server) -> None:
    made = fought(server, gm=True)
    path = f"/api/games/{made['game']}/rematch"
    assert server.refused(path, {}, made["seats"][0]["secret"])[0] == 403
    again = server.post(path, {}, made["gm"]["secret"], 201)
    assert [seat["player"] for seat in again["seats"]] == ["open", "open"]
    assert server.get(f"/api/games/{again['game']}", again["gm"]["secret"])["you"]["role"] == "gm"
    assert server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])["rematch"]["who"] == "The game master"
    also = server.post(path, {"seats": [1]}, made["gm"]["secret"], 201)  # he plays, too
    assert [seat["player"] for seat in also["seats"]] == ["open", "person"]


def test_those_who_are_there_hear_of_it(server: Server) -> None:
    made = fought(server)
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        server.post(f"/api/games/{made['game']}/rematch", {}, made["seats"][0]["secret"], 201)
        until(ben, lambda seat: seat.state["rematch"] is not None)
        caught_up(ann)
        assert ann.state["rematch"] is None


def test_alone_nobody_is_invited_and_a_scenario_that_was_sent_comes_along(server: Server) -> None:
    made = server.four()
    with ExitStack() as stack:
        seats = [stack.enter_context(closing(server.seat(made, index))) for index in range(4)]
        begin(*seats)
        seats[0].resign()
        seats[1].resign()
        until(seats[0], lambda seat: seat.over)
    mine = [0, 1, 2, 3]
    again = server.post(f"/api/games/{made['game']}/rematch", {"seats": mine}, made["seats"][0]["secret"], 201)
    assert [seat["player"] for seat in again["seats"]] == ["person"] * 4
    assert [seat["name"] for seat in again["seats"]] == ["Ann", "Ada", "Ben", "Bob"]
    assert server.get(f"/api/games/{made['game']}", made["seats"][2]["secret"])["rematch"] is None


def test_again_with_other_dice_keeps_the_deployment(server: Server) -> None:
    made = fought(server, answers=45)
    secret = made["seats"][0]["secret"]
    entries = server.get(f"/api/games/{made['game']}", secret)["log"]
    placed = [entry["text"] for entry in entries if entry["deployment"]]
    assert placed
    assert len(placed) < len(entries)
    again = server.post(f"/api/games/{made['game']}/rematch", {"deployed": True, "seats": [1]}, secret, 201)
    with ExitStack() as stack:
        links = [server.url + seat["link"] for seat in again["seats"]]
        ann, ben = (stack.enter_context(closing(sit(link))) for link in links)
        begin(ann, ben)
        log = server.get(f"/api/games/{again['game']}", again["seats"][0]["secret"])["log"]
        assert [entry["text"] for entry in log][: len(placed)] == placed
        assert asked(ann, ben)[1].kind in (
            "activated",
            "commander",
        )  # as the first card has it: nothing is placed any more


def test_a_rematch_comes_after_the_battle_and_is_for_those_who_played(server: Server) -> None:
    made = server.two()
    path, secret = f"/api/games/{made['game']}/rematch", made["seats"][0]["secret"]
    assert server.refused(path, {}, secret)[1:] == ("refused", "the battle is not over: a rematch comes after it.")
    made = fought(server)
    path, secret = f"/api/games/{made['game']}/rematch", made["seats"][0]["secret"]
    assert server.refused(path, {}, made["watch"]["secret"])[0] == 403
    for _ in range(MOST_REMATCHES):
        server.post(path, {}, secret, 201)
    assert "rematches: set up a new one" in server.refused(path, {}, secret)[2]


def test_an_invitation_to_a_rematch_is_there_again_when_the_server_is(folder: Path) -> None:
    with Server(folder) as server:
        made = fought(server)
        again = server.post(f"/api/games/{made['game']}/rematch", {}, made["seats"][0]["secret"], 201)
    tables = ("games", "secrets", "ops", "lobby", "chat", "pins", "leases")
    stored = "".join(str(rows_in(folder, f"select * from {table}")) for table in tables)
    assert again["game"] in stored
    assert not any(seat["invite"] in stored for seat in again["seats"] if seat["invite"])
    with Server(folder) as server:
        found = server.get(f"/api/games/{made['game']}", made["seats"][1]["secret"])
        assert found["rematch"]["game"] == again["game"]
        assert found["status"] == "over"


@pytest.mark.parametrize(
    ("sides", "order"), [([0, 1], [1, 0]), ([0, 0, 1, 1], [2, 3, 0, 1]), ([0, 1, 2], [1, 2, 0]), ([1, 0], [1, 0])]
)
def test_sides_are_swapped_seat_by_seat(sides: list[int], order: list[int]) -> None:
    assert seats_swapped(sides) == order


@pytest.mark.parametrize(("sides", "says"), [([0], "only one side"), ([0, 1, 1], "not the same number")])
def test_sides_that_cannot_be_swapped(sides: list[int], says: str) -> None:
    with pytest.raises(Refused, match=says):
        seats_swapped(sides)


# ---------------------------------------------------------------------- taking back


def test_what_taking_back_would_do(server: Server) -> None:
    made = server.two()
    path = f"/api/games/{made['game']}/undo"
    secrets = [seat["secret"] for seat in made["seats"]]
    assert server.get(path, secrets[0]) == {"undo": "none", "says": "There is nothing that you could take back."}
    assert server.refused(path, None, made["watch"]["secret"], "GET")[0] == 403
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        seat, question = asked(ann, ben)
        label = question.options[0].label
        seat.answer(question, question.options[0].key)
        mine = secrets[seat.state["you"]["seat"]]
        said = server.get(path, mine)
        assert said["undo"] == "free"
        assert said["says"] == (
            f'Takes back "{label}" (1st Levy Spearmen). Nothing was thrown or shown since: nobody has to agree.'
        )
        while ben.state["undo"] != "ask" or ann.state["undo"] != "ask":
            play_on([ann, ben], 1)
        says = [server.get(path, secret)["says"] for secret in secrets]
        assert any("Ben must agree, because dice were thrown since." in one for one in says[:1])
        assert "Ann must agree, because " in says[1]
        assert server.get(path, secrets[0])["undo"] == "ask"  # nothing was changed by asking


def test_nobody_has_to_agree_who_is_the_computer(server: Server) -> None:
    made = server.make(seats=[ANN, BOT])
    with sit(made["seats"][0]["link"]) as ann:
        begin(ann)
        while ann.state["undo"] != "ask":
            until(ann, lambda seat: bool(seat.questions))
            ann.answer(ann.questions[0], ann.questions[0].any_answer())
        says = server.get(f"/api/games/{made['game']}/undo", made["seats"][0]["secret"])["says"]
    assert "Nobody else plays who would have to agree" in says


# ---------------------------------------------------------------------- a game master's orders


def test_the_game_master_is_sent_what_he_may_order_and_nobody_else(server: Server) -> None:
    made = server.two(gm=True)
    path = f"/api/games/{made['game']}/orders"
    found = server.get(path, made["gm"]["secret"])["orders"]
    assert [order["form"] for order in found][:2] == ["add-card UNIT", "remove-card UNIT"]
    assert all(order["said"] for order in found)
    for secret in (made["seats"][0]["secret"], made["watch"]["secret"]):
        assert server.refused(path, None, secret, "GET")[0] == 403
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        while asked(ann, ben)[1].kind != "activated" or not asked(ann, ben)[1].number.endswith(".0"):
            play_on([ann, ben], 1)
        found = server.get(path, made["gm"]["secret"])["orders"]
        card = next(order for order in found if order["form"] == "add-card UNIT")
        assert card["fields"][0]["choices"][0] == {"value": "0", "said": "Line Company (The Garrison)"}
        server.post(path, {"order": card["example"]}, made["gm"]["secret"])
