"""The leak law over the wire: change only what is hidden from a seat, and nothing that is sent to it changes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Clock, Server, begin, caught_up, copied, counted_key, play_on, ready, store_in, until

from playsheet.client import sit
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import unseen_by
from playsheet.core.game import ONLOOKER, written
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import set_up
from playsheet.rules import scenario_files
from playsheet.server import new_games, queries
from playsheet.server.hub import Hub, Listener, OpenTable, Who
from playsheet.server.keys import SEAT, WATCH
from playsheet.server.leases import Elsewhere
from playsheet.server.lobby import summary
from playsheet.server.messages import End
from playsheet.server.settings import Settings
from playsheet.server.storage import Head, SeatPlan

pytestmark = pytest.mark.battles

FOG = {"fog": "on"}
# A wood so deep that those in it can stand elsewhere, and nobody outside stumbles on them.
DEEPER = {
    "table = [150, 120]": "table = [250, 250]",
    "[40, 30, 110, 90]": "[10, 10, 240, 160]",
    "[[40, 30, 110, 60]]": "[[40, 20, 140, 60]]",
    "[[0, 100, 150, 120]]": "[[0, 225, 250, 250]]",
}
encode = msgspec.json.encode


class Ear(Listener):
    """Hears what a socket would be sent."""

    def __init__(self, who: Who) -> None:
        super().__init__(who)
        self.heard: list[bytes] = []

    def push(self, message: bytes) -> None:
        self.heard.append(message)

    def send_away(self, fault: Elsewhere) -> None:
        raise AssertionError("there is one server only")


@asynccontextmanager
async def hub_on(folder: Path) -> AsyncIterator[Hub]:
    folder.mkdir(exist_ok=True)
    hub = Hub(Settings(folder, workers=1, pace=0.0), store_in(folder), Clock())
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


def wishes(seats: list[SeatPlan], *, gm: bool = False) -> new_games.Wishes:
    return new_games.Wishes("", seats, gm=gm, listed=False, per_move=0.0, bank=0.0)


async def foggy_game(hub: Hub, monkeypatch: pytest.MonkeyPatch, deeper: bool) -> str:
    """A game under fog between persons, begun; its id."""
    monkeypatch.setattr(new_games, "new_dice_key", counted_key)
    source = new_games.source_of("platoon-in-the-wood", "", "")
    for old, new in DEEPER.items() if deeper else []:
        assert old in source.text
        source.text = source.text.replace(old, new)
    bare = hub.setup_of(Head("", source, [], []))
    houses = new_games.houses_of("riskfactor", [], FOG)
    seats = [SeatPlan("person", name) for name in bare.seats]
    made = await new_games.make(hub, source, houses, wishes(seats), sent=True)
    one = await hub.table(made["game"])
    await ready(hub, one, len(seats))
    return str(made["game"])


async def answer_on(hub: Hub, one: OpenTable, random: RandomPlayer) -> None:
    """One legal answer by whoever is asked: the doctrine's, or now and then any."""
    game = one.table.game
    assert game is not None
    question = game.questions[0]
    seen = game.system.seen(game.battle, question.seat)
    player = random if question.place % 5 == 3 else game.system.doctrine(question.seat)
    text = written(player.place(seen, question)) if question.region else player.choose(seen, question).key()
    await hub.answer(one, Who(SEAT, question.seat), one.table.number_of(question), text)


async def payloads(hub: Hub, one: OpenTable, who: Who) -> list[bytes]:
    """All that is sent to somebody who asks for everything there is to ask for."""
    table = one.table
    found = [encode(await hub.state(one, who)), encode(await hub.state(one, who, 3, 0))]
    found.append(encode(summary(table, one.made, who.looks_as())))
    steps = await queries.steps(one, who, 0, 10_000)
    found.append(encode(steps))
    for step in range(max(0, steps["steps"] - 2), steps["steps"] + 1):
        found.append(encode(await queries.after_step(one, who, step, with_view=True)))
    try:
        found.append(table.record(who.looks_as()).text().encode())
    except Refused as refusal:
        found.append(str(refusal).encode())
    units = len(table.system.roster(table.battle()))
    for start in range(0, units, max(1, units // 6)):
        for end in (End(x=75.0, y=60.0), End((start + 1) % units)):
            try:
                found.append(encode(await queries.measured(one, who, End(start), end)))
            except Refused as refusal:
                found.append(str(refusal).encode())
    if who.role == SEAT:
        found.extend(await about_intents(hub, one, who))
        for question in table.questions(who.seat):
            found.extend(await about_question(hub, one, who, question))
        for number in ("0.0", "999.9"):
            try:
                await hub.answer(one, who, number, "nothing at all")
            except Refused as refusal:
                found.append(str(refusal).encode())
        try:
            table.want_back(who.seat)
            found.append(encode(await queries.undo(one, who)))
        except Refused as refusal:
            found.append(str(refusal).encode())
    return found


async def about_intents(hub: Hub, one: OpenTable, who: Who) -> list[bytes]:
    """What intents would do: the whole army's, and a march and a charge of everybody the seat has, at once."""
    system = one.table.system
    roster = system.roster(system.seen(one.table.battle(), who.seat))
    mine = [str(unit) for unit, standing in enumerate(roster) if standing.seat == who.seat][:12]
    foe = next((unit for unit, standing in enumerate(roster) if standing.seat != who.seat), len(roster))
    found: list[bytes] = []
    for text in ("best", "stand", f"march {' '.join(mine)} to 60,60", f"charge {' '.join(mine)} at {foe}", "dance"):
        try:
            found.append(encode(await hub.ask_intent(one, who, [text])))
        except Refused as refusal:
            found.append(str(refusal).encode())
    return found


async def about_question(hub: Hub, one: OpenTable, who: Who, question: dict[str, Any]) -> list[bytes]:
    found: list[bytes] = []
    if question["region"] is not None:
        samples = question["region"]["samples"][:6]
        wrong = [[value + 40.0 for value in sample] for sample in samples]
        found.append(encode(await queries.checked(one, who, question["number"], samples + wrong)))
        for sample in samples:
            found.append(encode(await queries.checked(one, who, question["number"], [sample])))
    elif question["options"]:
        found.append(encode(await queries.odds(hub, one, who, question["number"], None)))
        try:
            await hub.answer(one, who, question["number"], "not on offer")
        except Refused as refusal:
            found.append(str(refusal).encode())
    return found


def at_a_steps_start(one: OpenTable) -> bool:
    game = one.table.game
    assert game is not None
    return not game.battle.finished and not game.inputs and len(game.log) == game.start_told and not game.waiting


def put_into(one: OpenTable, battle: Any) -> None:
    """Another battle, as if it had come to that."""
    game = one.table.game
    assert game is not None
    game.battle = game.system.clone(battle)
    game.start = game.system.clone(battle)
    game.run()
    one.table.audiences.clear()
    one.table.undoable.clear()


async def compared(folder: Path, id: str, seat: int, other: Any, real: Any) -> tuple[int, list[str]]:
    """Two servers on copies of the same games, one of them with other hidden facts: what differs for the seat."""
    sent: list[list[bytes]] = []
    for name, battle in (("real", real), ("other", other)):
        copy = await asyncio.to_thread(copied, folder, folder.parent / name)
        async with hub_on(copy) as hub:
            one = await hub.table(id)
            put_into(one, battle)
            who = Who(SEAT, seat) if seat != ONLOOKER else Who(WATCH, -1)
            ear = Ear(who)
            found = await payloads(hub, one, who)
            hub.listen(one, ear)
            game = one.table.game
            assert game is not None
            step = game.step
            mine = [question for question in game.questions if question.seat == seat]
            if mine:
                text = written(mine[0].region.samples()[0]) if mine[0].region else mine[0].options[0].key()
                await hub.answer(one, who, one.table.number_of(mine[0]), text)
                if game.step == step:  # what comes after the step may rest on what was hidden
                    found.extend(ear.heard)
                    found.extend(await payloads(hub, one, who))
            sent.append(found)
    different = [f"{first[:300]!r} / {second[:300]!r}" for first, second in zip(sent[0], sent[1]) if first != second]
    if len(sent[0]) != len(sent[1]):
        different.append(f"{len(sent[0])} messages, {len(sent[1])} messages")
    return len(sent[0]), different


def places(system: Any, battle: Any) -> list[tuple[float, float]]:
    """Where everybody really stands."""
    return [(mark.x, mark.y) for mark in system.marks(battle)]


@pytest.mark.parametrize(("deeper", "looks"), [(True, 3), (False, 2)])
def test_what_is_hidden_changes_nothing_that_is_sent(
    deeper: bool, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asyncio.run(looked_for(deeper, looks, tmp_path, monkeypatch)) > 30 * looks


async def looked_for(deeper: bool, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play on, and now and then compare; in the deeper wood the hidden must really stand elsewhere."""
    messages = 0
    folder = tmp_path / "games"
    dice = Seeded(5)
    random = RandomPlayer(3)
    async with hub_on(folder) as hub:
        id = await foggy_game(hub, monkeypatch, deeper)
        one = await hub.table(id)
        game = one.table.game
        assert game is not None
        last = -10
        for count in range(400):
            if not looks or one.table.is_over():
                break
            for seat in {question.seat for question in game.questions} if count >= last + 10 else []:
                if not at_a_steps_start(one):
                    break
                other = game.system.scrambled(game.battle, seat, dice)
                moved = other is not None and places(game.system, other) != places(game.system, game.battle)
                if other is not None and (moved or not deeper):
                    number, different = await compared(folder, id, seat, other, game.battle)
                    assert different == [], f"seat {seat} at step {game.step}: {different[:2]}"
                    messages += number
                    looks -= 1
                    last = count
                    break
            await answer_on(hub, one, random)
    assert looks == 0
    return messages


def hiding() -> list[str]:
    """The first scenario of each system in which something is hidden as it stands, without a house rule."""
    found: dict[str, str] = {}
    for id in scenario_files():
        setup = set_up(id, [])
        if setup.system.hides() and setup.system.id not in found:
            found[setup.system.id] = id
    return list(found.values())


@pytest.mark.parametrize("scenario", hiding())
def test_what_is_hidden_in_any_system_changes_nothing_that_is_sent(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_games, "new_dice_key", counted_key)
    looks, messages = asyncio.run(looked_for_in(scenario, 2, tmp_path / "games"))
    assert looks > 0
    assert messages > 15 * looks


async def looked_for_in(scenario: str, looks: int, folder: Path) -> tuple[int, int]:
    """Play on at random, and compare where a step begins with something hidden: (how often, how many messages)."""
    looked = 0
    messages = 0
    last = -10
    dice = Seeded(5)
    random = RandomPlayer(3)
    async with hub_on(folder) as hub:
        id = await begun(hub, scenario)
        one = await hub.table(id)
        game = one.table.game
        assert game is not None
        for count in range(400):
            if one.table.is_over() or looked == looks:
                break
            for seat in range(len(one.table.seats)) if count >= last + 10 and at_a_steps_start(one) else []:
                other = game.system.scrambled(game.battle, seat, dice)
                if other is not None:
                    number, different = await compared(folder, id, seat, other, game.battle)
                    assert different == [], f"seat {seat} at step {game.step}: {different[:2]}"
                    messages += number
                    looked += 1
                    last = count
            await answer_somehow(hub, one, random)
    return looked, messages


async def begun(hub: Hub, scenario: str) -> str:
    """A game of a built-in scenario between persons, with a game master, begun; its id."""
    source = new_games.source_of(scenario, "", "")
    seats = [SeatPlan("person", name) for name in hub.setup_of(Head("", source, [], [])).seats]
    made = await new_games.make(hub, source, [], wishes(seats, gm=True), sent=False)
    one = await hub.table(made["game"])
    await ready(hub, one, len(seats))
    return str(made["game"])


async def answer_somehow(hub: Hub, one: OpenTable, random: RandomPlayer) -> None:
    """One legal answer by whoever is asked."""
    game = one.table.game
    assert game is not None
    question = game.questions[0]
    seen = game.system.seen(game.battle, question.seat)
    text = written(random.place(seen, question)) if question.region else random.choose(seen, question).key()
    await hub.answer(one, Who(SEAT, question.seat), one.table.number_of(question), text)


def test_each_listener_hears_exactly_the_events_that_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asyncio.run(withheld(tmp_path / "games", monkeypatch)) > 20


async def withheld(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play under fog with everybody listening; how many events were kept from somebody."""
    kept_back = 0
    random = RandomPlayer(3)
    async with hub_on(folder) as hub:
        id = await foggy_game(hub, monkeypatch, False)
        one = await hub.table(id)
        game = one.table.game
        assert game is not None
        ears = [Ear(Who(SEAT, 0)), Ear(Who(SEAT, 1)), Ear(Who(WATCH, -1))]
        for ear in ears:
            await hub.state(one, ear.who)
            hub.listen(one, ear)
        for _ in range(120):
            if one.table.is_over():
                break
            before = len(game.log)
            for ear in ears:
                ear.heard.clear()
            await answer_on(hub, one, random)
            for ear, seat in zip(ears, (0, 1, ONLOOKER)):
                updates = [one for one in map(msgspec.json.decode, ear.heard) if one["t"] == "update"]
                fresh = [event for event in game.log[before:] if seat not in unseen_by(event) or game.battle.finished]
                kept_back += len(game.log) - before - len(fresh)
                assert len(updates) <= 1
                told = [event["event"] for update in updates for event in update["events"]]
                assert told == [type(event).__name__ for event in fresh]
    return kept_back


def test_events_and_views_of_the_other_seat_are_not_sent(server: Server) -> None:
    """Over a real socket: what one seat is told of its orders never reaches the other."""
    seats = [{"player": "person"}, {"player": "person"}]
    made = server.make("platoon-in-the-wood", seats=seats, rulings=FOG)
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben, sit(made["watch"]["link"]) as onlooker:
        begin(ann, ben)
        for _ in range(40):  # until one of them has seen what the other has not
            play_on([ann, ben], 15)
            caught_up(ann, ben, onlooker)
            if ann.hash != ben.hash:
                break
        assert ann.hash != ben.hash
        assert ann.sound
        assert ben.sound
        assert onlooker.sound
        theirs = [group for group in ben.view["groups"] if group["side"] == 0]
        assert all(group.get("order") is None for group in theirs)
        assert b'"unseen":' not in encode(ann.state)  # as a field: a view may say of a group that it is unseen
        assert b'"unseen":' not in encode(ben.log)
        status, code, says = server.refused(f"/api/games/{made['game']}/record", None, ann.link.secret, "GET")
        assert (status, code) == (409, "refused")
        assert "when it is over" in says
        assert server.refused(f"/api/games/{made['game']}/clone", {}, ann.link.secret)[2] == says
        ann.resign()
        until(ben, lambda seat: seat.over)
        until(ann, lambda seat: seat.over)
        assert ann.hash == ben.hash  # when it is over everything is open
        assert ann.log == ben.log
        assert "result: side 2" in ben.record()


def test_the_dice_key_is_nobodys_before_the_end(server: Server) -> None:
    made = server.two(gm=True)
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben, sit(made["gm"]["link"]) as master:
        begin(ann, ben)
        play_on([ann, ben], 30)
        key = server.hub.open[made["game"]].table.key.hex()
        for seat in (ann, ben, master):
            state = server.get(f"/api/games/{made['game']}", seat.link.secret)
            assert state["dice"]["key"] is None
            assert key.encode() not in encode(state)
            assert key not in seat.record()
