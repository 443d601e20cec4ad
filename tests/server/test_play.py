"""Playing over the wire: questions and answers, undo, chat, resigning, orders, own dice, records, replay."""

import json
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

import pytest
from harness import Server, asked, begin, caught_up, play_on, some_answer, until
from websockets.sync.client import connect

from playsheet.client import join, sit
from playsheet.core.errors import Refused
from playsheet.core.fair import commitment
from playsheet.core.records import verify
from playsheet.rules import load_system


@pytest.fixture
def table(server: Server):
    """Two persons at a new game that has begun."""
    with ExitStack() as open_seats:
        made = server.two()
        seats = [open_seats.enter_context(closing(server.seat(made, index))) for index in (0, 1)]
        begin(*seats)
        yield made, *seats


# ---------------------------------------------------------------------- questions and answers


def test_a_game_against_the_computer_is_played_to_its_end_and_verified_offline(server: Server) -> None:
    made = server.make()
    with sit(made["seats"][0]["link"]) as seat:
        promised = seat.state["dice"]["commitment"]
        assert seat.state["dice"]["key"] is None
        result = seat.play(lambda question, seat: some_answer(question))
        assert result["side"] in ("The Garrison", "The Emir's Host", None)
        assert seat.sound
        assert seat.log[-1]["text"].startswith(result["verdict"][:20])
        key = seat.state["dice"]["key"]
        assert commitment(bytes.fromhex(key)) == promised
        verdict = verify(seat.record(), load_system)
    assert verdict.sound, verdict.sentence
    assert "the dice are those that were committed to" in verdict.sentence


def test_a_question_says_all_that_is_needed_to_answer_it(table) -> None:
    _, ann, ben = table
    seat, question = asked(ann, ben)
    assert (question.kind, question.region, question.dice) == ("deploy_formation", None, None)
    assert question.text.startswith("In which formation do")
    assert [option.key for option in question.options] == ["line", "extended", "column"]
    seat.answer(question, "line")
    _, question = asked(ann, ben)
    assert question.region is not None
    assert question.region.names == ["x", "y"]
    assert question.region.bounds == [[0.0, 36.0], [0.0, 48.0]]
    first = question.region.samples[0]
    assert seat.check(question, [first, [0.0, 0.0]])[0] == ""
    assert "deployment zone" in seat.check(question, [[18.0, 2.0]])[0]
    with pytest.raises(Refused, match="deployment zone"):
        seat.answer(question, "@18.0,2.0")
    seat.answer(question, f"@{first[0]!r},{first[1]!r}")


def test_both_seats_see_the_same_table_where_nothing_is_hidden(table) -> None:
    _, ann, ben = table
    play_on([ann, ben], 30)
    assert ann.hash == ben.hash
    assert ann.view == ben.view
    assert ann.sound
    assert ben.sound
    assert [entry["text"] for entry in ann.log] == [entry["text"] for entry in ben.log]


def test_a_stale_a_doubled_and_a_foreign_answer_are_refused_with_the_state(server: Server, table) -> None:
    made, ann, ben = table
    seat, question = asked(ann, ben)
    other = ann if seat is ben else ben
    path = f"/api/games/{made['game']}/answers"
    body = {"question": question.number, "text": question.any_answer()}
    foreign = server.call("POST", path, other.link.secret, body)
    assert foreign[0] == 409
    assert foreign[1]["error"] == {"code": "stale", "says": "it is not this seat that is asked now."}
    first = server.post(path, body, seat.link.secret)
    doubled = server.call("POST", path, seat.link.secret, body)
    assert doubled[0] == 409
    assert doubled[1]["error"]["code"] == "stale"
    assert doubled[1]["error"]["says"].startswith(f"question {question.number} is not open; the open question")
    assert doubled[1]["state"]["seq"] == first["seq"]
    assert doubled[1]["state"]["hash"] == first["hash"]
    until(seat, lambda seat: seat.state["seq"] == first["seq"])
    play_on([ann, ben], 1)
    seat, question = asked(ann, ben)
    with pytest.raises(Refused, match="is not offered"):
        seat.answer(question, "fly")
    assert seat.questions[0].number == question.number


def test_of_two_clients_that_race_exactly_one_is_taken(server: Server, table) -> None:
    made, ann, ben = table
    for _ in range(12):
        seat, question = asked(ann, ben)
        before = seat.state["seq"]
        texts = [option.key for option in question.options] or [question.any_answer()] * 2
        path = f"/api/games/{made['game']}/answers"
        bodies = [{"question": question.number, "text": texts[index % len(texts)]} for index in range(4)]
        answers = raced([partial(server.call, "POST", path, seat.link.secret, body) for body in bodies])
        assert sorted(answers) == [200, 409, 409, 409]
        until(seat, lambda seat, before=before: seat.state["seq"] > before)
        assert seat.state["seq"] == before + 1


def raced(calls: list[Callable[[], tuple[int, Any]]]) -> list[int]:
    """All at the same moment; the status of each."""
    barrier = threading.Barrier(len(calls))
    found: list[int] = []

    def run(call: Callable[[], tuple[int, Any]]) -> None:
        barrier.wait()
        found.append(call()[0])

    racers = [threading.Thread(target=run, args=(call,)) for call in calls]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    return found


def test_odds_of_an_option_before_it_is_chosen(server: Server) -> None:
    text = server.get("/api/scenarios/the-wells")["text"].replace("[0, 34, 36, 48]", "[0, 15, 36, 29]")
    made = server.post("/api/games", {"scenario": {"text": text}, "seats": [{"player": "person"}] * 2}, "", 201)
    with ExitStack() as stack:
        seats = [stack.enter_context(closing(sit(server.url + seat["link"]))) for seat in made["seats"]]
        begin(*seats)
        while True:
            seat, question = asked(*seats)
            shots = [option.key for option in question.options if option.key.startswith("shoot:")]
            if shots:
                break
            text = question.any_answer()
            if question.kind == "deploy":
                near = min(question.region.samples, key=lambda sample: abs(sample[1] - 14.5))
                text = f"@{near[0]!r},{near[1]!r}"
            seat.answer(question, text)
        odds = seat.odds(question, [shots[0], "nothing"])
        assert odds["nothing"] is None
        found = odds[shots[0]]
        assert found["procedure"] == "shoot"
        assert found["exact"] is True
        assert sum(value["float"] for value in found["results"][0]["values"]) == pytest.approx(1.0)
        assert set(seat.odds(question)) == {option.key for option in question.options}
        with pytest.raises(Refused, match="not offered"):
            seat.odds(question, ["shoot:99"])
        other = seats[1 - seats.index(seat)]
        with pytest.raises(Refused, match="it is not this seat that is asked"):
            other.odds(question, [shots[0]])
        measured = seat.measure({"unit": question.about}, {"unit": int(shots[0][6:])})
        assert measured["sight"]["clear"] is True
        assert {fact["name"]: fact["value"] for fact in measured["facts"]}["arc"] is True
        seat.answer(question, shots[0])
        caught_up(*seats)
        assert any(roll["table"] == "shooting" for entry in other.log for roll in entry["rolls"])


def test_measuring_between_points_and_a_unit_that_is_not_there(table) -> None:
    _, ann, _ = table
    found = ann.measure({"x": 0, "y": 0}, {"x": 3, "y": 4})
    assert (found["distance"], found["facts"], found["sight"]) == (5.0, [], None)
    with pytest.raises(Refused, match="there is no unit 77"):
        ann.measure({"unit": 77}, {"x": 1, "y": 1})


# ---------------------------------------------------------------------- taking back


def test_undo_is_free_until_dice_fall_or_another_answers(table) -> None:
    _, ann, ben = table
    seat, question = asked(ann, ben)
    assert seat.state["undo"] == "none"
    before = seat.hash
    seat.answer(question, question.options[0].key)
    assert seat.state["undo"] == "free"
    assert seat.undo() is True
    assert seat.state["epoch"] == 1
    assert seat.questions[0].number == question.number
    assert seat.hash == before
    with pytest.raises(Refused, match="nothing that could be taken back"):
        seat.undo()


def test_a_take_back_after_others_have_moved_needs_their_consent(table) -> None:
    _, ann, ben = table
    while asked(ann, ben)[0] is ben:
        seat, question = asked(ann, ben)
        seat.answer(question, question.any_answer())
    play_on([ann, ben], 2)
    caught_up(ann, ben)
    assert ben.state["undo"] == "ask"
    steps = ben.state["step"]
    assert ben.undo() is False
    until(ann, lambda seat: seat.state["take_back"] is not None)
    assert ann.state["take_back"]["seat"] == 1
    assert ann.state["take_back"]["answers"] >= 3
    assert ann.state["take_back"]["needs"] == [0]
    with pytest.raises(Refused, match="nobody waits for this seat"):
        ben.agree(True)
    ann.agree(False)
    until(ben, lambda seat: seat.state["take_back"] is None)
    assert ben.state["step"] == steps
    ben.undo()
    until(ann, lambda seat: seat.state["take_back"] is not None)
    ann.agree(True)
    caught_up(ann, ben)
    assert ben.state["epoch"] == 1
    assert ben.state["step"] < steps
    assert ben.questions
    assert ann.hash == ben.hash
    play_on([ann, ben], 10)
    assert "taken back at" in ann.record()


def test_the_next_answer_settles_a_take_back_as_refused(table) -> None:
    _, ann, ben = table
    while asked(ann, ben)[0] is ben:
        seat, question = asked(ann, ben)
        seat.answer(question, question.any_answer())
    play_on([ann, ben], 1)
    ben.undo()
    until(ann, lambda seat: seat.state["take_back"] is not None)
    play_on([ann, ben], 1)
    assert ann.state["take_back"] is None
    with pytest.raises(Refused, match="nobody waits"):
        ann.agree(True)


def test_a_bot_agrees_to_every_take_back(server: Server) -> None:
    made = server.make()
    with sit(made["seats"][0]["link"]) as seat:
        seat.ready()
        until(seat, lambda seat: bool(seat.questions))
        while not (seat.state["undo"] == "ask" and seat.questions):
            question = seat.questions[0]
            seat.answer(question, some_answer(question))
            until(seat, lambda seat: bool(seat.questions) or seat.over)
        assert seat.undo() is True
        assert seat.state["epoch"] == 1


# ---------------------------------------------------------------------- roles


def test_spectators_look_on_in_silence(server: Server, table) -> None:
    made, ann, ben = table
    with sit(made["watch"]["link"]) as onlooker:
        play_on([ann, ben], 5)
        until(onlooker, lambda seat: seat.state["seq"] == ann.state["seq"])
        assert onlooker.state["you"] == {"role": "watch", "seat": None, "commands": []}
        assert onlooker.hash == ann.hash
        assert onlooker.questions == []
        for forbidden in ({"t": "chat", "text": "hm"}, {"t": "resign"}, {"t": "undo"}, {"t": "order", "order": "x"}):
            with pytest.raises(Refused, match=r"only|silence"):
                onlooker.ask(forbidden)
        with pytest.raises(Refused, match="only somebody who has a seat"):
            onlooker.answer(asked(ann, ben)[1], "line")


def test_a_game_master_gives_orders_that_are_told_and_recorded(server: Server) -> None:
    made = server.two(gm=True)
    with ExitStack() as seats:
        ann, ben = (seats.enter_context(closing(server.seat(made, index))) for index in (0, 1))
        begin(ann, ben)
        master = seats.enter_context(sit(made["gm"]["link"]))
        with pytest.raises(Refused, match="waits until both sides are deployed"):
            master.order("check 0")
        while asked(ann, ben)[1].kind != "activated" or not asked(ann, ben)[1].number.endswith(".0"):
            play_on([ann, ben], 1)
        with pytest.raises(Refused, match="only the game master"):
            ann.order("add-card 0")
        with pytest.raises(Refused, match="expected add-card UNIT"):
            master.order("do as I say")
        with pytest.raises(Refused, match="awarded, not ended"):
            master.order("end 1 because I say so")
        master.order("add-card 0")
        caught_up(ann, ben, master)
        master.order("award 2")
        caught_up(ann, ben, master)
        assert ann.result["verdict"] == "Awarded by the game master."
        text = ann.record()
    assert "gm> add-card 0" in text
    assert verify(text, load_system).sound


def test_resigning_gives_the_battle_away_in_the_middle_of_anything(table) -> None:
    _, ann, ben = table
    play_on([ann, ben], 15)
    ann.resign()
    caught_up(ann, ben)
    assert ben.result == {**ben.result, "winner": 1, "side": "The Emir's Host", "verdict": "The Garrison resigned."}
    assert ben.log[-1]["text"] == "The Garrison resigned."
    with pytest.raises(Refused, match="the battle is over"):
        ben.resign()
    verdict = verify(ben.record(), load_system)
    assert verdict.sound, verdict.sentence


def test_a_comrade_takes_over_the_troops_of_one_who_resigns(server: Server) -> None:
    made = server.four()
    with ExitStack() as open_seats:
        seats = [open_seats.enter_context(closing(server.seat(made, index))) for index in range(4)]
        begin(*seats)
        assert [seat["side"] for seat in seats[0].state["seats"]] == [0, 0, 1, 1]
        while asked(*seats)[0] is not seats[2]:
            play_on(seats, 1)
        number = seats[2].questions[0].number
        seats[2].resign()
        caught_up(*seats)
        assert not seats[0].over
        until(seats[3], lambda seat: seat.state["seats"][2]["left"] == "resigned")
        assert seats[3].state["seats"][2]["commanded_by"] == 3
        assert [question.number for question in seats[3].questions] == [number]
        assert seats[3].questions[0].seat == 2
        seats[3].answer(seats[3].questions[0], seats[3].questions[0].any_answer())
        caught_up(*seats)
        seats[3].resign()
        caught_up(*seats)
        assert seats[0].result["winner"] == 0


# ---------------------------------------------------------------------- seats


def test_an_open_seat_is_taken_once_by_whoever_is_invited(server: Server) -> None:
    made = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "open"}])
    invitation = made["seats"][1]
    assert invitation["secret"] is None
    path = f"/api/games/{made['game']}"
    assert server.refused(path, None, invitation["invite"], "GET")[:2] == (403, "forbidden")
    with server.seat(made) as ann:
        ann.ready()
        assert ann.state["status"] == "gathering"
        ben = join(invitation["link"], who="Ben")
        with ben:
            assert server.refused(f"{path}/join", {}, invitation["invite"])[:2] == (404, "unknown")
            ben.ready()
            until(ann, lambda seat: seat.state["status"] == "playing")
            until(ann, lambda seat: seat.state["seats"][1]["here"])
            assert ann.state["seats"][1]["who"] == "Ben"


def test_a_listed_game_is_found_and_joined_by_anybody_and_only_one_gets_the_seat(server: Server) -> None:
    made = server.make(seats=[{"player": "person"}, {"player": "open"}], listed=True, title="Come in")
    listed = [game for game in server.get("/api/games")["games"] if game["game"] == made["game"]]
    assert listed[0]["title"] == "Come in"
    assert [seat["seat"] for seat in listed[0]["seats"]] == [1]
    path = f"/api/games/{made['game']}/join"
    results = raced([partial(server.call, "POST", path, "", {"seat": 1})] * 4)
    assert sorted(results) == [201, 409, 409, 409]
    assert made["game"] not in [game["game"] for game in server.get("/api/games")["games"]]
    hidden = server.make(seats=[{"player": "person"}, {"player": "open"}])
    assert server.refused(f"/api/games/{hidden['game']}/join", {"seat": 1})[:2] == (404, "unknown")


def test_chat_reaches_whom_it_is_for(server: Server) -> None:
    made = server.four(gm=True)
    with ExitStack() as stack:
        seats = [stack.enter_context(closing(server.seat(made, index))) for index in range(4)]
        begin(*seats)
        master = stack.enter_context(sit(made["gm"]["link"]))
        seats[0].say("to my comrade", "side")
        seats[0].say("<b>to all</b>")
        for seat, heard in zip([*seats, master], [2, 2, 1, 1, 2]):
            until(seat, lambda seat, heard=heard: len(seat.state["chat"]) >= heard)
            state = server.get(f"/api/games/{made['game']}", seat.link.secret)
            assert [said["text"] for said in state["chat"]] == ["to my comrade", "<b>to all</b>"][2 - heard :]
        assert seats[2].state["chat"][0]["who"] == "Ann"
        with pytest.raises(Refused, match="control characters"):
            seats[0].say("a\nb")
        with pytest.raises(Refused, match="expected some text"):
            seats[0].say("   ")


def test_own_dice_are_asked_for_and_nobody_else_throws_them(server: Server) -> None:
    made = server.make(seats=[{"player": "person", "own_dice": True}, {"player": "doctrine"}])
    thrown: list[str] = []

    def choose(question, seat):
        if question.dice:
            thrown.append(question.dice["why"])
            with pytest.raises(Refused, match="expected"):
                seat.answer(question, "dice 7,7,7,7,7,7,7,7,7")
        return some_answer(question)

    with sit(made["seats"][0]["link"]) as seat:
        seat.play(choose)
        assert thrown
        assert all(roll["seat"] in (0, 1) for entry in seat.log for roll in entry["rolls"])
        text = seat.record()
    assert "own dice" in text
    assert verify(text, load_system).sound


def test_hot_seat_two_players_at_one_screen(server: Server) -> None:
    made = server.make(seats=[{"player": "person"}, {"player": "person"}])
    with server.seat(made, 0) as one, server.seat(made, 1) as other:
        begin(one, other)
        assert play_on([one, other], 2000) < 2000
        assert one.result == other.result


# ---------------------------------------------------------------------- records


def test_a_record_is_exported_imported_and_cloned_and_the_clone_has_dice_of_its_own(server: Server, table) -> None:
    made, ann, ben = table
    play_on([ann, ben], 60)
    secret = ann.link.secret
    going_on = ann.record()
    assert "\nkey:" not in going_on
    steps = ann.state["step"]
    status, code, says = server.refused("/api/records", {"record": going_on})
    assert (status, code) == (422, "refused")
    assert "the key of its dice is not revealed yet" in says
    cloned = server.post(
        f"/api/games/{made['game']}/clone", {"step": steps - 2, "seats": [{"player": "person"}] * 2}, secret, 201
    )
    assert cloned["game"] != made["game"]
    seats = [sit(server.url + seat["link"]) for seat in cloned["seats"]]
    begin(*seats)
    assert seats[0].state["step"] >= steps - 2
    first = server.get(f"/api/games/{made['game']}/steps/{steps - 2}", secret)
    again = server.get(f"/api/games/{cloned['game']}/steps/{steps - 2}", seats[0].link.secret)
    assert first["view"] == again["view"]
    assert first["log"] == again["log"]
    with pytest.raises(Refused, match="nothing that could be taken back"):
        seats[0].undo()
    play_on(seats, 2000)
    assert seats[0].over
    text = seats[0].record()
    assert f"begun elsewhere: {steps - 2}" in text
    assert verify(text, load_system).sound
    imported = server.post("/api/records", {"record": text, "step": 12, "seats": [{"player": "doctrine"}] * 2}, "", 201)
    with sit(server.url + imported["watch"]["link"]) as onlooker:
        until(onlooker, lambda seat: seat.over)
        assert verify(onlooker.record(), load_system).sound
    for seat in seats:
        seat.close()
    for body, said in [
        ({"record": text.replace("title: The", "title: A")}, "the record was changed"),
        ({"record": "no"}, "playsheet record"),
        ({"record": text, "step": 9999}, "there is no step"),
    ]:
        assert said in server.refused("/api/records", body)[2]


def test_every_step_can_be_looked_back_on(server: Server, table) -> None:
    made, ann, ben = table
    play_on([ann, ben], 40)
    path = f"/api/games/{made['game']}/steps"
    last = ann.state["step"]
    whole = server.get(path, ann.link.secret)
    assert (whole["steps"], whole["from"], whole["to"]) == (last, 0, last)
    told = [entry for entry in ann.log if not entry["open"]]
    assert whole["log"] == told
    texts: list[str] = []
    for step in range(last + 1):
        one = server.get(f"{path}/{step}", ann.link.secret)
        texts.extend(entry["text"] for entry in one["log"])
        assert one["view"]["table"]["terrain"]
    assert texts == [entry["text"] for entry in told]
    assert one["events"]
    assert server.refused(f"{path}/{last + 1}", None, ann.link.secret, "GET")[:2] == (404, "unknown")
    assert server.get(f"{path}/0?views=0", ann.link.secret)["view"] is None
    assert server.get(f"{path}/0", ann.link.secret)["log"] == []


def test_bots_play_each_other_for_spectators(server: Server) -> None:
    made = server.make(seats=[{"player": "doctrine"}, {"player": "random"}])
    with sit(made["watch"]["link"]) as onlooker:
        until(onlooker, lambda seat: seat.over)
        assert onlooker.sound
        assert onlooker.result["verdict"]


def test_house_rules_rulings_and_a_scenario_of_ones_own(server: Server) -> None:
    text = server.get("/api/scenarios/the-wells")["text"].replace('"The Wells"', '"My wells"')
    house = {
        "file": "rifles.toml",
        "text": 'name = "Long rifles"\nsystem = "lancer"\n[sheet.shooting.rifles]\nreach = 30\n',
    }
    body = {"scenario": {"file": "mine.toml", "text": text}, "houses": [house], "rulings": {"break_point": "none"}}
    described = server.post("/api/scenarios/check", body)
    assert described["title"] == "My wells"
    made = server.post("/api/games", body, "", 201)
    secret = made["seats"][0]["secret"]
    state = server.get(f"/api/games/{made['game']}", secret)
    assert state["houses"] == ["Long rifles", "Rulings of this game"]
    assert {"ruling": "R41", "key": "break_point", "value": "none"} in state["rulings"]
    sheet = server.get(f"/api/games/{made['game']}/sheet", secret)
    assert sheet["house"][0]["value"] == 30
    rulings = server.get(f"/api/games/{made['game']}/rulings", secret)["rulings"]
    assert [one["in_force"] for one in rulings if one["id"] == "R41"] == [{"break_point": "none"}]
    for wrong, said in [
        ({**body, "rulings": {"break_point": "never"}}, "break_point"),
        ({**body, "rulings": {"x y": "z"}}, "there is no ruling"),
        ({**body, "scenario": {"text": "id = 3"}}, "scenario.toml"),
        (
            {**body, "scenario": {"text": text.replace("[[0, 0, 36, 10]]", "[[0, 0, 4, 3]]")}},
            "finds no room to deploy in",
        ),
        ({**body, "scenario": {"id": "the-wels"}}, "the-wells"),
        ({**body, "houses": [{"file": "h.toml", "text": "="}]}, "h.toml"),
        ({**body, "seats": [{"player": "person"}]}, "2 seats"),
        ({**body, "title": "a\u202eb"}, "control characters"),
    ]:
        status, code, says = server.refused("/api/games", wrong)
        assert (status, code) == (422, "refused"), wrong
        assert said in says


def test_a_view_is_patched_into_the_next(table) -> None:
    """A client that only ever patches its first view has, after each message, the view that has the hash."""
    _, ann, ben = table
    sound: list[bool] = []
    ann.on_message = lambda message: sound.append(ann.sound) if message["t"] == "update" else None
    play_on([ann, ben], 120)
    assert len(sound) > 90 or ann.over
    assert all(sound)


@pytest.mark.parametrize(("wanted", "every"), [(3, 3), (True, 1), (1, 1), (False, 0), (0, 0)])
def test_a_digest_comes_as_often_as_it_was_wanted(server: Server, table, wanted: object, every: int) -> None:
    made, ann, ben = table
    with connect(f"ws{server.url[4:]}/api/games/{made['game']}/live") as socket:
        socket.send(json.dumps({"t": "hello", "secret": made["seats"][0]["secret"], "hash": wanted}))
        while json.loads(socket.recv(20))["t"] != "state":
            pass
        play_on([ann, ben], 12)
        seen: list[dict[str, Any]] = []
        while not seen or seen[-1]["seq"] < ann.state["seq"]:
            message = json.loads(socket.recv(20))
            if message["t"] == "update":
                seen.append(message)
    assert [bool(update["hash"]) for update in seen] == [every > 0 and update["seq"] % every == 0 for update in seen]


def test_a_view_says_the_same_over_http(server: Server, table) -> None:
    made, ann, ben = table
    play_on([ann, ben], 25)
    state = server.get(f"/api/games/{made['game']}", ann.link.secret)
    for key in ("view", "hash", "seq", "step", "asked", "questions", "undo"):
        assert state[key] == ann.state[key], key
    assert state["log"] == ann.log
    assert json.dumps(state).count(ann.link.secret) == 0
