"""Lessons over the wire: made in one request, judged before anything is played, opened again where they were left."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import Server, running, until

from playsheet.client import Seat, sit
from playsheet.core.errors import Refused
from playsheet.core.records import record_of, verify
from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import read_lesson
from playsheet.rules import lesson_files, load_system

LESSON = "first-command"
LESSONS = lesson_files()


def begun(server: Server, id: str = LESSON) -> dict[str, Any]:
    return server.post(f"/api/lessons/{id}", {}, "", 201)


def link_of(server: Server, made: dict[str, Any]) -> str:
    return next(server.url + seat["link"] for seat in made["seats"] if seat["link"])


@pytest.fixture
def pupil(server: Server) -> Iterator[Seat]:
    with closing(sit(link_of(server, begun(server)), patience=20.0)) as seat:
        seat.open()
        yield seat


def waits(seat: Seat) -> None:
    """Until the seat is asked, or all is over."""
    until(seat, lambda held: bool(held.questions) or held.over)


def lit_answer(seat: Seat) -> str:
    """What is lit: as somebody would answer who does what the page shows."""
    step = seat.state["lesson"]["step"]
    assert step is not None
    if step["lit"]["values"] is not None:
        return "@" + ",".join(repr(value) for value in step["lit"]["values"])
    return str(step["lit"]["options"][0])


def go_on(seat: Seat, answers: int = 1000) -> None:
    """So many answers as they are lit, or to the lesson's end; where none is, any."""
    for _ in range(answers):
        waits(seat)
        lesson = seat.state["lesson"]
        if seat.over or lesson is None or lesson["done"]:
            return
        question = seat.questions[0]
        seat.answer(question, lit_answer(seat) if lesson["step"] else question.any_answer())


def test_the_lessons_are_listed(server: Server) -> None:
    listed = server.get("/api/lessons")["lessons"]
    assert [lesson["id"] for lesson in listed] == list(LESSONS)
    first = listed[0]
    assert (first["system"], first["title"], first["scenario"]) == ("lancer", "First Command", "The Ford")
    assert first["minutes"] <= 8
    assert first["steps"] == 20
    assert server.refused("/api/lessons/none", {})[:2] == (404, "unknown")


def test_a_lesson_begins_at_once_with_its_own_dice(server: Server) -> None:
    promised = set()
    for _ in range(2):
        with closing(sit(link_of(server, begun(server)), patience=20.0)) as seat:
            seat.open()
            waits(seat)
            assert seat.state["status"] == "playing"
            assert seat.state["title"] == "First Command"
            promised.add(seat.state["dice"]["commitment"])
            lesson = seat.state["lesson"]
            assert (lesson["id"], lesson["of"], lesson["done"]) == (LESSON, 20, False)
            assert [card["number"] for card in lesson["cards"]] == [1]
            assert lesson["step"]["number"] == 2
            assert lesson["step"]["lit"] == {
                "units": [3], "spots": [], "panels": ["odds"], "options": ["shoot:3"], "values": None,
            }  # fmt: skip
    assert len(promised) == 1


def test_a_legal_answer_that_does_not_lead_on_is_answered_and_not_played(pupil: Seat) -> None:
    waits(pupil)
    question, before = pupil.questions[0], pupil.state["seq"]
    with pytest.raises(Refused, match="Legal; but try the volley first"):
        pupil.answer(question, "move")
    with pytest.raises(Refused, match="is not offered"):
        pupil.answer(question, "dance")
    assert pupil.state["seq"] == before
    pupil.answer(question, "shoot:3")
    waits(pupil)
    assert [card["number"] for card in pupil.state["lesson"]["cards"]] == [3, 4]
    assert pupil.state["lesson"]["step"]["number"] == 5


def test_over_http_it_has_a_code_of_its_own(server: Server) -> None:
    made = begun(server)
    secret = made["seats"][0]["secret"]
    state = server.get(f"/api/games/{made['game']}", secret)
    body = {"question": state["questions"][0]["number"], "text": "nothing"}
    status, code, _ = server.refused(f"/api/games/{made['game']}/answers", body, secret)
    assert (status, code) == (409, "not_yet")


@pytest.mark.parametrize("id", LESSONS)
def test_a_lesson_goes_as_without_a_server(server: Server, id: str) -> None:
    """By what is lit, to its end; its record is sound."""
    alone = Pupil(read_lesson(LESSONS[id]))
    alone.walk()
    with closing(sit(link_of(server, begun(server, id)), patience=60.0)) as seat:
        seat.open()
        go_on(seat)
        assert seat.over or seat.state["lesson"]["done"]
        record = seat.record() if seat.over or not load_system(alone.lesson.system).hides() else ""
    if record:
        assert verify(record, load_system, key=alone.lesson.key).sound
        digests = [closed.digest for closed in alone.game.sealed()]
        assert all(digest in record for digest in digests)


def test_taking_back_leads_to_where_one_was(pupil: Seat) -> None:
    go_on(pupil, 2)
    waits(pupil)
    before = pupil.state["lesson"]
    assert before["step"]["number"] == 6
    go_on(pupil, 1)
    waits(pupil)
    assert pupil.state["lesson"]["step"]["number"] == 7
    pupil.undo()
    until(pupil, lambda seat: seat.state["lesson"]["step"]["number"] == 6)
    assert pupil.state["lesson"] == before


def test_a_pupil_may_leave_and_play_on(server: Server, pupil: Seat) -> None:
    waits(pupil)
    pupil.leave_lesson()
    until(pupil, lambda seat: seat.state["lesson"] is None)
    pupil.answer(pupil.questions[0], "nothing")
    with pytest.raises(Refused, match="in no lesson"):
        pupil.leave_lesson()


def test_somebody_who_looks_on_has_no_lesson(server: Server) -> None:
    made = begun(server)
    assert server.get(f"/api/games/{made['game']}", made["watch"]["secret"])["lesson"] is None
    plain = server.make()
    assert server.get(f"/api/games/{plain['game']}", plain["seats"][0]["secret"])["lesson"] is None
    assert server.refused(f"/api/games/{made['game']}/leave-lesson", {}, made["watch"]["secret"])[1] == "forbidden"


def test_a_lesson_of_ones_own_may_be_sent(server: Server) -> None:
    text = LESSONS[LESSON].read_text(encoding="utf-8").replace("First Command", "Our Own")
    made = server.post("/api/lessons", {"file": "own.toml", "text": text}, "", 201)
    with closing(sit(link_of(server, made), patience=20.0)) as seat:
        seat.open()
        waits(seat)
        assert seat.state["lesson"]["title"] == "Our Own"
    bad = {"file": "own.toml", "text": text.replace("line = ", "lien = ", 1)}
    status, code, says = server.refused("/api/lessons", bad)
    assert (status, code) == (422, "refused")
    assert says == 'own.toml: steps[2].lien: unknown key (did you mean "line"?).'


def test_a_record_with_comments_may_be_sent(server: Server) -> None:
    alone = Pupil(read_lesson(LESSONS[LESSON]))
    alone.walk()
    record = record_of(alone.game, alone.lesson.setup.scenario, ["person", "doctrine"], reveal=True).text()
    lines = record.split("\n")
    at = next(index for index, line in enumerate(lines) if "1> shoot:3" in line)
    commented = "\n".join([*lines[:at], "# Fire!", "# but: fire first.", *lines[at:]])
    made = server.post("/api/lessons", {"file": "own.record", "text": commented}, "", 201)
    with closing(sit(link_of(server, made), patience=20.0)) as seat:
        seat.open()
        waits(seat)
        with pytest.raises(Refused, match="Legal; but fire first"):
            seat.answer(seat.questions[0], "nothing")
        go_on(seat)
        assert seat.state["lesson"]["done"]


def test_lessons_count_as_games_that_are_made(folder: Path) -> None:
    with Server(folder, address_games=1) as server:
        begun(server)
        assert server.refused(f"/api/lessons/{LESSON}", {})[:2] == (429, "too_many_games")


def test_a_lesson_is_opened_again_where_it_was_left(folder: Path) -> None:
    with Server(folder) as server:
        made = begun(server)
        with closing(sit(link_of(server, made), patience=20.0)) as seat:
            seat.open()
            go_on(seat, 9)
            waits(seat)
            before = seat.state["lesson"]
        left = begun(server)
        with closing(sit(link_of(server, left), patience=20.0)) as seat:
            seat.open()
            waits(seat)
            seat.leave_lesson()
    with Server(folder) as server:
        with closing(sit(link_of(server, made), patience=20.0)) as seat:
            seat.open()
            waits(seat)
            assert seat.state["lesson"] == before
            go_on(seat)
            assert seat.state["lesson"]["done"]
        assert server.get(f"/api/games/{left['game']}", left["seats"][0]["secret"])["lesson"] is None


def test_a_server_that_is_killed_loses_nothing_of_a_lesson(folder: Path) -> None:
    words = ("serve", "--data", str(folder), "--port", "0", "--workers", "1")
    with running(*words) as (process, said):
        server = Server.__new__(Server)
        server.url = said["url"]
        made = begun(server)
        with closing(sit(link_of(server, made), patience=20.0)) as seat:
            seat.open()
            go_on(seat, 5)
            waits(seat)
            before = seat.state["lesson"]
        process.kill()
    with running(*words) as (_, said):
        server.url = said["url"]
        with closing(sit(link_of(server, made), patience=20.0)) as seat:
            seat.open()
            waits(seat)
            assert seat.state["lesson"] == before
