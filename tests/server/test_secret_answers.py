"""What one seat answers in secret, while others are still asked, changes nothing that anybody else is sent."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from harness import copied, counted_key
from sealed import BIDS, sealed_setup
from test_leaks import Ear, answer_somehow, begun, hub_on, payloads

from playsheet import rules
from playsheet.core.asking import Question
from playsheet.players.random import RandomPlayer
from playsheet.rules import SYSTEMS, scenario_files
from playsheet.server import new_games
from playsheet.server.hub import Hub, OpenTable, Who
from playsheet.server.keys import SEAT, WATCH

RULES = Path(rules.__file__).parent
FURTHEST = 250  # answers into a battle, within which every system that asks in secret has done so

Prepare = Callable[[Hub], None]


def asks_in_secret(system: str) -> bool:
    """Is there anything in its rules that several seats decide at once?"""
    return any("game.together(" in file.read_text(encoding="utf-8") for file in (RULES / system).rglob("*.py"))


def as_it_is(hub: Hub) -> None:
    """A registered system needs no preparation."""


def secret_question(one: OpenTable) -> Question | None:
    """One of several seats' questions that can be answered in two ways at least."""
    game = one.table.game
    assert game is not None
    if len({question.seat for question in game.questions}) < 2:
        return None
    return next((question for question in game.questions if len(question.options) > 1), None)


async def sent_to_others(folder: Path, prepare: Prepare, id: str, question: Question, text: str) -> list[bytes]:
    """Everything that the others can come by when the seat has answered so, comes back to it, and takes it back."""
    found: list[bytes] = []
    async with hub_on(folder) as hub:
        prepare(hub)
        one = await hub.table(id)
        others = [Who(SEAT, seat) for seat in range(len(one.table.seats)) if seat != question.seat] + [Who(WATCH, -1)]
        ears = [Ear(who) for who in others]
        for ear in ears:
            await hub.state(one, ear.who)
            hub.listen(one, ear)
        await hub.answer(one, Who(SEAT, question.seat), one.table.number_of(question), text)
        assert one.table.game is not None
        assert one.table.game.waiting[question.place] == text
        for who in others:
            found.extend(await payloads(hub, one, who))
        del hub.open[id]
        again = await hub.table(id)  # as it is read from disk
        assert again.table.game is not None
        assert again.table.game.waiting[question.place] == text
        for who in others:
            found.extend(await payloads(hub, again, who))
        again.listeners.extend(ears)
        assert again.table.undo_of(question.seat) == "free"
        await hub.undo(again, Who(SEAT, question.seat))
        for ear in ears:
            updates = [message for message in ear.heard if msgspec.json.decode(message)["t"] == "update"]
            assert len(updates) == (0 if again.table.hides else 2)  # where things are hidden, that it was is hidden too
            found.extend(ear.heard)
            found.extend(await payloads(hub, again, ear.who))
    return found


async def compared(folder: Path, prepare: Prepare, id: str, question: Question) -> int:
    """The same, with two different answers: how many messages, all of them the same."""
    sent: list[list[bytes]] = []
    for index, option in enumerate(question.options[:2]):
        copy = await asyncio.to_thread(copied, folder, folder.parent / f"copy {index}")
        sent.append(await sent_to_others(copy, prepare, id, question, option.key()))
    first, second = sent
    assert len(first) == len(second)
    for one, other in zip(first, second):
        assert one == other, f"{question.kind}: {one[:400]!r} / {other[:400]!r}"
    return len(first)


async def looked_for(folder: Path, prepare: Prepare, scenario: str, looks: int) -> tuple[int, int]:
    """Play on, and compare at each kind of secret question, at most `looks` times: (how often, how many messages)."""
    looked: set[str] = set()
    messages = 0
    random = RandomPlayer(3)
    async with hub_on(folder) as hub:
        prepare(hub)
        id = await begun(hub, scenario)
        one = await hub.table(id)
        for _ in range(FURTHEST):
            if one.table.is_over() or len(looked) == looks:
                break
            question = secret_question(one)
            if question is not None and question.kind not in looked:
                looked.add(question.kind)
                messages += await compared(folder, prepare, id, question)
            await answer_somehow(hub, one, random)
    return len(looked), messages


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_games, "new_dice_key", counted_key)


@pytest.mark.parametrize("system", [system for system in SYSTEMS if asks_in_secret(system)])
def test_a_secret_answer_of_every_system_that_has_them_changes_nothing_for_others(system: str, tmp_path: Path) -> None:
    scenario = sorted(path.stem for path in scenario_files().values() if path.parent.parent.name == system)[0]
    looks, messages = asyncio.run(looked_for(tmp_path / "games", as_it_is, scenario, 2))
    assert looks > 0
    assert messages > 20 * looks


@pytest.mark.parametrize("hidden", [True, False])
def test_a_sealed_bid_changes_nothing_for_others(hidden: bool, tmp_path: Path) -> None:
    """Where other things are hidden too, and where nothing is and the record may be read at any time."""
    setup = sealed_setup(hidden)

    def prepare(hub: Hub) -> None:
        hub.setup_of = lambda head: setup  # type: ignore[method-assign]

    assert asyncio.run(sealed_bids(tmp_path / "games", prepare)) > 40


async def sealed_bids(folder: Path, prepare: Prepare) -> int:
    """A bid of either seat at the start, and again when the first bids have been opened: how many messages."""
    messages = 0
    async with hub_on(folder) as hub:
        prepare(hub)
        id = await begun(hub, "the-wells")
        one = await hub.table(id)
        game = one.table.game
        assert game is not None
        for _ in range(2):
            for question in list(game.questions):
                messages += await compared(folder, prepare, id, question)
            for bid, question in zip(BIDS, list(game.questions)):
                await hub.answer(one, Who(SEAT, question.seat), one.table.number_of(question), bid)
            assert game.battle.shown == ["one", "two"]  # and then it is told
    return messages
