"""In a game that hides things each audience has numbers of its own: of questions, updates, steps and epochs."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Server, asked, begin, caught_up, counted_key, play_on
from test_leaks import FOG, Ear, answer_on, begun, foggy_game, hub_on

from playsheet.client import sit
from playsheet.core.errors import Refused
from playsheet.core.game import ONLOOKER
from playsheet.players.random import RandomPlayer
from playsheet.server import new_games
from playsheet.server.hub import Hub, OpenTable, Who
from playsheet.server.keys import GM, SEAT, WATCH
from playsheet.server.table import Table

ANN, BEN = Who(SEAT, 0), Who(SEAT, 1)
ONLOOKING = Who(WATCH, ONLOOKER)
Work = Callable[[Hub, OpenTable], Awaitable[None]]


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_games, "new_dice_key", counted_key)


def with_chips(folder: Path, work: Work) -> None:
    """A game in which both sides lay out chips in secret, played up to there."""

    async def run() -> None:
        random = RandomPlayer(3)
        async with hub_on(folder) as hub:
            one = await hub.table(await begun(hub, "the-ruined-wells"))
            for _ in range(100):
                if {question.seat for question in one.table.playing().questions} == {0, 1}:
                    break
                await answer(hub, one, one.table.playing().questions[0].seat, random)
            await work(hub, one)

    asyncio.run(run())


async def answer(hub: Hub, one: OpenTable, seat: int, random: RandomPlayer | None = None) -> str:
    """The seat's first question, answered somehow: its number."""
    game = one.table.playing()
    question = next(question for question in game.questions if question.seat == seat)
    seen = game.system.seen(game.battle, seat)
    player = random or RandomPlayer(1)
    if question.region is not None:
        text = "@" + ",".join(map(repr, player.place(seen, question)))
    else:
        text = player.choose(seen, question).key()
    number = one.table.number_of(question)
    await hub.answer(one, Who(SEAT, seat), number, text)
    return number


def numbers(table: Table, seat: int) -> list[str]:
    return [question["number"] for question in table.questions(seat)]


async def told(hub: Hub, one: OpenTable, who: Who) -> dict[str, Any]:
    state = await hub.state(one, who)
    keys = ("seq", "epoch", "step", "asked", "undo", "log", "questions", "hash", "take_back", "clock")
    return {key: state[key] for key in keys}


# ---------------------------------------------------------------------- questions


def test_a_seats_questions_keep_their_numbers_whatever_others_answer(folder: Path) -> None:
    async def work(hub: Hub, one: OpenTable) -> None:
        mine = numbers(one.table, 0)
        assert len(mine) > 1
        assert len(set(mine)) == len(mine)
        known = await told(hub, one, ANN)
        for _ in range(2):
            await answer(hub, one, 1)
            assert await told(hub, one, ANN) == known
        assert await answer(hub, one, 0) == mine[0]
        assert numbers(one.table, 0) == mine[1:]  # the others are still called the same
        with pytest.raises(
            Refused, match=f"question {mine[0]} is not open; the open question of this seat is {mine[1]}"
        ):
            await hub.answer(one, ANN, mine[0], "stay")  # sent again, as after a lost connection
        with pytest.raises(Refused, match="is not open"):
            await hub.answer(one, ANN, one.table.playing().questions[0].number(), "stay")

    with_chips(folder, work)


def test_a_number_never_means_two_questions(folder: Path) -> None:
    """What was taken back is asked under another number: an old answer that comes late is refused."""

    async def work(hub: Hub, one: OpenTable) -> None:
        known = await told(hub, one, BEN)
        seen = set(numbers(one.table, 0))
        for _ in range(3):
            first = await answer(hub, one, 0)
            await hub.undo(one, ANN)
            again = numbers(one.table, 0)
            assert not seen & set(again)
            seen |= set(again)
            with pytest.raises(Refused, match="is not open"):
                await hub.answer(one, ANN, first, "stay")
        assert await told(hub, one, BEN) == known  # who could not know of any of it

    with_chips(folder, work)


def test_numbers_are_the_same_when_a_game_is_opened_again(folder: Path) -> None:
    async def work(hub: Hub, one: OpenTable) -> None:
        await answer(hub, one, 0)
        await answer(hub, one, 1)
        await hub.undo(one, ANN)
        before = [numbers(one.table, seat) for seat in (0, 1)]
        states = [await told(hub, one, who) for who in (ANN, BEN, ONLOOKING)]
        del hub.open[one.table.id]
        again = await hub.table(one.table.id)
        assert [numbers(again.table, seat) for seat in (0, 1)] == before
        for who, state in zip((ANN, BEN, ONLOOKING), states):
            now = await told(hub, again, who)
            assert {**now, "seq": 0} == {**state, "seq": 0}

    with_chips(folder, work)


# ---------------------------------------------------------------------- who is asked, whose clock runs


def test_who_of_the_others_is_asked_is_told_to_the_game_master_alone(folder: Path) -> None:
    async def work(hub: Hub, one: OpenTable) -> None:
        assert (await told(hub, one, ANN))["asked"][-1] == 1  # all may be asked at once
        while numbers(one.table, 1):
            await answer(hub, one, 1)
        assert set((await told(hub, one, ANN))["asked"]) == {0, 1}  # that the other is ready is not told
        assert (await told(hub, one, BEN))["asked"] == [0]
        assert (await told(hub, one, ONLOOKING))["asked"] == [0, 1]
        assert set((await told(hub, one, Who(GM, -1)))["asked"]) == {0}

    with_chips(folder, work)


def test_the_clocks_of_others_are_not_told(folder: Path) -> None:
    with Server(folder) as server:
        made = server.two("the-rail-fence", clock={"per_move": 1000.0, "bank": 50.0}, gm=True)
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben, sit(made["gm"]["link"]) as master:
            begin(ann, ben)
            play_on([ann, ben], 3)
            caught_up(ann, ben, master)
            hidden = {"bank": None, "running": None, "left": None}
            for seat, index in ((ann, 0), (ben, 1)):
                clocks = seat.state["clock"]["seats"]
                assert clocks[1 - index] == {"seat": 1 - index, **hidden}
                assert clocks[index]["running"] is bool(seat.questions)
            assert [clock["running"] for clock in master.state["clock"]["seats"]].count(True) >= 1
            ann.resign()
            caught_up(ann, ben)
            assert all(clock["bank"] is not None for clock in ben.state["clock"]["seats"])  # it is over


# ---------------------------------------------------------------------- updates, epochs, steps


def test_a_log_that_was_kept_fits_after_others_took_back_unseen_and_after_the_end(folder: Path) -> None:
    """Under fog, over a socket: `hello` with what is held gives the rest of the log."""
    with Server(folder) as server:
        made = server.make("platoon-in-the-wood", seats=[{"player": "person"}, {"player": "person"}], rulings=FOG)
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        for _ in range(9):
            play_on([ann, ben], 4)
            seat, _ = asked(ann, ben)
            if seat.state["undo"] == "free":
                seat.undo()
            caught_up(ann, ben)
            for one in (ann, ben):
                one.open()  # again, with what it holds
                whole = server.get(f"/api/games/{made['game']}", one.link.secret)
                assert whole["log"] == one.log
                assert (
                    whole["step"] == one.state["step"] == len({entry["step"] for entry in one.log if not entry["open"]})
                )
                steps = server.get(f"/api/games/{made['game']}/steps", one.link.secret)
                assert steps["log"] == [entry for entry in one.log if not entry["open"]]
                last = server.get(f"/api/games/{made['game']}/steps/{steps['steps']}", one.link.secret)
                assert last["log"] == [entry for entry in steps["log"] if entry["step"] == steps["steps"] - 1]
        before = ann.state["epoch"]
        ben.resign()
        caught_up(ann)
        assert ann.state["epoch"] > before  # all is told anew
        whole = server.get(f"/api/games/{made['game']}", ann.link.secret)
        assert whole["log"] == ann.log
        ann.open()
        assert whole["log"] == ann.log
        ann.close()
        ben.close()


def test_updates_are_counted_one_by_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else was accepted: each that is told has the next number, and so has `done`."""

    async def run() -> int:
        random = RandomPlayer(3)
        unequal = 0
        async with hub_on(folder) as hub:
            one = await hub.table(await foggy_game(hub, monkeypatch, False))
            ears = [Ear(who) for who in (ANN, BEN, ONLOOKING)]
            last = [0, 0, 0]
            for index, ear in enumerate(ears):
                last[index] = (await hub.state(one, ear.who))["seq"]
                hub.listen(one, ear)
            for _ in range(60):
                for ear in ears:
                    ear.heard.clear()
                await answer_on(hub, one, random)
                for index, ear in enumerate(ears):
                    for message in map(msgspec.json.decode, ear.heard):
                        if message["t"] == "update":
                            last[index] += 1
                            assert message["seq"] == last[index]
                    assert one.table.seq_of(ear.who.looks_as()) == last[index]
                unequal += len(set(last)) > 1
        return unequal

    assert asyncio.run(run()) > 10


def test_whoever_sits_at_a_table_that_was_lost_is_told_at_once_and_not_with_what_is_done_next(folder: Path) -> None:
    async def work(hub: Hub, one: OpenTable) -> None:
        ears = [Ear(who) for who in (BEN, ONLOOKING)]
        for ear in ears:
            await hub.state(one, ear.who)
            hub.listen(one, ear)
        one.lost = True
        again = await hub.table(one.table.id)
        assert again is not one
        for ear in ears:
            assert msgspec.json.decode(ear.heard[-1])["t"] == "state"
            ear.heard.clear()
        await answer(hub, again, 0)
        assert [ear.heard for ear in ears] == [[], []]

    with_chips(folder, work)


# ---------------------------------------------------------------------- taking back


def test_what_others_answer_unseen_does_not_settle_a_wish_to_take_back(folder: Path) -> None:
    async def work(hub: Hub, one: OpenTable) -> None:
        ears = [Ear(who) for who in (ANN, BEN, ONLOOKING)]
        for ear in ears:
            await hub.state(one, ear.who)
            hub.listen(one, ear)
        seat = next(seat for seat in (0, 1) if one.table.undo_of(seat) == "ask")
        who, other = (ANN, BEN) if seat == 0 else (BEN, ANN)
        assert await hub.undo(one, who) is None
        wish = one.table.take_back_data()
        assert wish is not None
        assert wish["answers"] == 1
        for ear in ears:
            ear.heard.clear()
        await answer(hub, one, seat)
        assert one.table.take_back_data() == wish
        assert ears[2].heard == []
        step = one.table.playing().step
        await hub.agree(one, other, True)
        assert one.table.playing().step < step  # back to the answer that was meant, not to the secret one
        for ear in ears:
            kinds = [msgspec.json.decode(message)["t"] for message in ear.heard]
            assert kinds.count("take_back") == 1
            assert msgspec.json.decode(ear.heard[kinds.index("take_back")])["take_back"] is None

    with_chips(folder, work)
