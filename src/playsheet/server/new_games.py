"""New games: from a scenario, from a record, or from another game's steps."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.core.game import GAME_MASTER
from playsheet.core.reader import nearest, read_text
from playsheet.core.records import LARGEST_RECORD
from playsheet.lessons.reading import lesson_text, read_once
from playsheet.players.setup import BOTS, RANDOM, Setup
from playsheet.rules import lesson_files, scenario_files
from playsheet.rules.engine import engine
from playsheet.server.errors import Missing, TooLarge
from playsheet.server.hub import Forbidden, Hub, OpenTable, Who
from playsheet.server.jobs import Begun, Continue, Exhausted, Failure, Read, ReadLesson, Refusal, Reply, Sound
from playsheet.server.keys import GM, INVITE, SEAT, WATCH, key_of, new_dice_key, new_id, new_secret
from playsheet.server.lobby import listing
from playsheet.server.messages import plain
from playsheet.server.past import today_of
from playsheet.server.payloads import Data
from playsheet.server.rematches import Rematch, seats_swapped
from playsheet.server.storage import Away, Head, Key, Pinned, Quota, SeatPlan, TakenOver, Text
from playsheet.server.table import OPEN, PERSON, Seat, Table
from playsheet.server.uploads import houses_of
from playsheet.server.worker_pools import JobTimeout
from playsheet.server.writing import told_to

PLAYERS: Final = (PERSON, OPEN, *BOTS)
LONGEST_CLOCK: Final = 366 * 86_400.0


class Wishes:
    """How a game is to be set up, apart from what is played."""

    def __init__(
        self,
        title: str,
        seats: list[SeatPlan],
        *,
        gm: bool,
        listed: bool,
        per_move: float,
        bank: float,
        advice: bool = False,
        address: str = "",
    ) -> None:
        self.title: Final = plain(title, "title").strip()
        self.seats: Final = seats
        self.gm: Final = gm
        self.listed: Final = listed
        self.per_move: Final = per_move
        self.bank: Final = bank
        self.advice: Final = advice
        self.address: Final = address  # from where the game is made
        for seat in seats:
            plain(seat.who, "who")
            if seat.player not in PLAYERS:
                raise Refused(f"a seat is taken by one of {', '.join(PLAYERS)}, got {seat.player[:40]!r}.")
        if not 0.0 <= per_move <= LONGEST_CLOCK or not 0.0 <= bank <= LONGEST_CLOCK or (bank and not per_move):
            raise Refused("a clock has from 1 second to a year for each answer, and up to a year in the bank.")


def source_of(id: str, file: str, text: str) -> Text:
    """The scenario's file: built in, by its id, or as it was sent."""
    if text:
        return Text(plain(file, "the scenario's file name").strip() or "scenario.toml", text)
    known = scenario_files()
    if id not in known:
        raise Refused(f"There is no scenario {id[:60]!r}{nearest(id, known)}; expected one of {', '.join(known)}.")
    return Text(known[id].name, read_text(known[id]))


def check_sizes(hub: Hub, files: list[Text]) -> None:
    """Of each file, before anything looks into it."""
    most = hub.settings.upload
    for file in files:
        if len(file.text) > most or len(file.text.encode("utf-8", "surrogatepass")) > most:
            name = plain(file.file, "a file's name")
            raise TooLarge(f"{name}: the file is too large, at most {most:,} bytes are taken.")


async def read(hub: Hub, scenario: Text, houses: list[Text], rulings: dict[str, str], who: str) -> Sound:
    """Read and checked by a reader process, within its time and memory."""
    check_sizes(hub, [scenario, *houses])
    job = Read(scenario, houses, rulings, hub.settings.units)
    reply = await by_reader(hub, job, f"{scenario.file}: it takes too long to read this", who)
    assert isinstance(reply, Sound)
    return reply


async def by_reader(hub: Hub, job: Read | ReadLesson | Continue, too_much: str, who: str) -> Reply:
    """A reader's reply, if it could do the job."""
    try:
        reply = await hub.pools.readers.do(job, hub.settings.reading, who)
    except JobTimeout:
        raise Refused(f"{too_much}.") from None
    if isinstance(reply, Exhausted):
        raise Refused(f"{too_much}: it needs too much memory.")
    if isinstance(reply, Refusal):
        raise Refused(reply.says)
    if isinstance(reply, Failure):
        raise Refused(f"this cannot be used ({reply.says}).")
    return reply


async def make(
    hub: Hub,
    scenario: Text,
    houses: list[Text],
    wishes: Wishes,
    rulings: dict[str, str] | None = None,
    who: str = "",
    *,
    sent: bool,
) -> Data:
    """A new game from a scenario; `sent`: not a built-in one."""
    rulings = rulings or {}
    if sent or houses:
        system = (await read(hub, scenario, houses, rulings, who)).system
    else:
        system = (await set_up(hub, scenario, [])).system.id
    houses = houses_of(system, houses, rulings)
    return await kept(hub, await set_up(hub, scenario, houses), scenario, houses, wishes, None)


async def set_up(hub: Hub, scenario: Text, houses: list[Text], rules: dict[str, str] | None = None) -> Setup:
    """What is built in, or has been passed by a reader."""
    return await hub.replaying.do(hub.setup_of, Head("", scenario, houses, [], rules=rules or {}))


async def make_from_record(
    hub: Hub, record: str, key: bytes, step: int, wishes: Wishes, who: str, rules: dict[str, str] | None = None
) -> Data:
    """A new game that goes on from a record; by the sheet's texts as an older game has kept them, if given."""
    rules = rules or {}
    if len(record) > LARGEST_RECORD:
        raise Refused(f"the record is too large, at most {LARGEST_RECORD:,} bytes are read.")
    job = Continue(record, step, key, hub.settings.units, rules)
    reply = await by_reader(hub, job, "it takes too long to play this record again", who)
    assert isinstance(reply, Begun)
    setup = await set_up(hub, reply.scenario, reply.houses, rules)
    for index, seat in enumerate(wishes.seats):
        seat.own_dice = reply.own_dice[index] if index < len(reply.own_dice) else False
    if not wishes.title:
        wishes = Wishes(
            reply.title,
            wishes.seats,
            gm=wishes.gm,
            listed=wishes.listed,
            per_move=wishes.per_move,
            bank=wishes.bank,
            advice=wishes.advice,
            address=wishes.address,
        )
    own = reply.own_dice
    return await kept(hub, setup, reply.scenario, reply.houses, wishes, reply.taken_over, own, rules=rules)


async def make_lesson(hub: Hub, id: str, address: str) -> Data:
    """A new game of a built-in lesson."""
    file = lesson_files().get(id)
    if file is None:
        raise Missing(f"There is no lesson {id[:60]!r}; expected one of {', '.join(lesson_files())}.")
    return await begun_lesson(hub, Text(file.name, await hub.reading.do(lesson_text, file)), address)


async def make_sent_lesson(hub: Hub, source: Text, address: str) -> Data:
    """A new game of a lesson that was sent, once a reader has passed it."""
    check_sizes(hub, [source])
    plain(source.file, "the lesson's file name")
    job = ReadLesson(source, hub.settings.units)
    await by_reader(hub, job, f"{source.file}: it takes too long to read this", address)
    return await begun_lesson(hub, source, address)


async def begun_lesson(hub: Hub, source: Text, address: str) -> Data:
    """It begins at once: its dice are the lesson's, so nobody has words for them."""
    lesson = await hub.replaying.do(read_once, source.text, source.file)
    setup = lesson.setup
    seats = [SeatPlan(lesson.opponent) for _ in setup.seats]
    seats[lesson.seat] = SeatPlan(PERSON)
    wishes = Wishes(lesson.title, seats, gm=False, listed=False, per_move=0.0, bank=0.0, address=address)
    houses = [Text(house.file, house.text) for house in setup.houses]
    scenario = Text(setup.scenario.file, setup.scenario.text)
    made = await kept(hub, setup, scenario, houses, wishes, None, lesson=source, dice_key=lesson.key)
    await hub.begin(await hub.table(made["game"]), lesson.seat)
    await hub.leave_to_others(made["game"])
    return made


async def clone(hub: Hub, one: OpenTable, who: Who, step: int, wishes: Wishes) -> Data:
    """A new game that goes on from this one."""
    async with one.lock:
        record = one.table.record(who.looks_as())
        if step > len(record.steps):
            raise Refused(f"the game has {len(record.steps)} steps that are over, there is no step {step}.")
        text = record.text()
        key, rules = one.table.key, one.table.head.rules
    return await make_from_record(hub, text, key, step, wishes, who.named(one.table.id), rules)


class Again(msgspec.Struct, frozen=True):
    """How a battle is to be fought anew."""

    swap: bool  # the players change sides
    deployed: bool  # from the end of the deployment as it was made, with other dice
    seats: list[int]  # those of the old game that whoever asks plays at this screen
    level: str = ""  # at which the computer plays; empty: as it has played


async def rematch(hub: Hub, one: OpenTable, who: Who, again: Again, address: str) -> Data:
    """The same battle anew: scenario, house rules, rulings, seats and clock; others who played are invited to it."""
    async with one.lock:
        table = one.table
        table.check_rematch()
        order = seats_swapped([seat.side for seat in table.seats]) if again.swap else list(range(len(table.seats)))
        mine = {*again.seats, who.seat} if who.role == SEAT else {*again.seats}
        plans = [seat_again(table.seats[old], again.level, mine=old in mine) for old in order]
        others = [old for old in order if table.seats[old].player not in BOTS and old not in mine]
        if table.head.gm and who.role != GM:
            raise Forbidden("this battle had a game master: a rematch is his to set up.")
        if who.role not in (SEAT, GM) and (mine or others):
            raise Forbidden("spectators look on in silence: a rematch is for those who played.")
        head, name = table.head, who.named(table.id)
        record = table.record(GAME_MASTER).text() if again.deployed else ""
        step = deployed_after(table) if again.deployed else 0
        key = table.key
    wishes = Wishes(
        head.title,
        plans,
        gm=head.gm,
        listed=False,
        per_move=head.per_move,
        bank=head.bank,
        advice=head.advice,
        address=address,
    )
    if again.deployed:
        made = await make_from_record(hub, record, key, step, wishes, name, head.rules)
    else:
        setup = await set_up(hub, head.scenario, head.houses)
        made = await kept(hub, setup, head.scenario, head.houses, wishes, None)
    if others:
        by = who.seat if who.role == SEAT else -1
        seats = {old: new for new, old in enumerate(order) if old in others}
        await hub.invite_again(one, who, Rematch(made["game"], by, again.swap, again.deployed, seats).text())
    return made


def seat_again(seat: Seat, level: str, *, mine: bool) -> SeatPlan:
    """The computer stays the computer; others than whoever asks are invited."""
    if seat.player == RANDOM:
        return SeatPlan(RANDOM)
    if seat.player in BOTS:
        return SeatPlan(level or seat.fell_from or seat.player)
    return SeatPlan(PERSON, seat.who, seat.own_dice) if mine else SeatPlan(OPEN)


def deployed_after(table: Table) -> int:
    """After how many steps everybody was deployed; the first turn may begin in the last of them."""
    after = 0
    for entry in table.audience(GAME_MASTER).log():
        if entry["deployment"]:
            after = int(entry["step"]) + 1
        elif int(entry["step"]) >= after:
            break
    return after


async def kept(
    hub: Hub,
    setup: Setup,
    scenario: Text,
    houses: list[Text],
    wishes: Wishes,
    begun: TakenOver | None,
    own_dice: list[bool] | None = None,
    *,
    lesson: Text | None = None,
    dice_key: bytes = b"",
    rules: dict[str, str] | None = None,
) -> Data:
    """Give out the secrets, and write the game down. `dice_key` is for dice that are fixed."""
    if not setup.seats:
        raise Refused(f"{setup.scenario.title} has no seat for a player: its sheet runs every side by itself.")
    seats = wishes.seats or default_seats(len(setup.seats), own_dice)
    if len(seats) != len(setup.seats):
        raise Refused(
            f"{setup.scenario.title} has {len(setup.seats)} seats ({', '.join(setup.seats)}), got {len(seats)}."
        )
    if begun is None:
        for seat in seats:
            seat.own_dice = seat.own_dice and seat.player not in BOTS
    head = Head(
        wishes.title or setup.scenario.title,
        scenario,
        houses,
        seats,
        wishes.gm,
        wishes.listed,
        wishes.per_move,
        wishes.bank,
        begun,
        lesson,
        wishes.advice,
        rules or {},
    )
    id = new_id()
    dice_key = dice_key or new_dice_key()
    table = Table(id, setup, head, dice_key)
    if begun is not None:
        await hub.replaying.do(table.battle)  # plays the steps that it takes over: they must play out
    keys: list[Key] = []
    given: list[Data] = []
    for index, seat in enumerate(seats):
        shown: Data = {
            "seat": index,
            "name": setup.seats[index],
            "side": setup.sides[index],
            "player": seat.player,
            "secret": None,
            "invite": None,
            "link": None,
        }
        if seat.player in (PERSON, OPEN):
            secret = new_secret()
            invited = seat.player == OPEN
            keys.append(key_of(secret, INVITE if invited else SEAT, index))
            shown["invite" if invited else "secret"] = secret
            shown["link"] = f"/#{'join' if invited else 'play'}/{id}/{secret}"
        given.append(shown)
    watch = new_secret()
    keys.append(key_of(watch, WATCH, -1))
    master: Data | None = None
    if wishes.gm:
        secret = new_secret()
        keys.append(key_of(secret, GM, -1))
        master = {"secret": secret, "link": f"/#play/{id}/{secret}"}
    made = hub.now()
    quota = Quota(hub.settings.games, hub.settings.address_games)
    listed = listing(table, made)
    texts = head.rules or await hub.replaying.do(today_of, head)
    written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    if hub.storage.away:
        raise Away(hub.storage.away)
    hub.storage.make(
        id, made, head, dice_key, keys, told_to(written), listed, wishes.address, quota, Pinned(engine(), texts)
    )
    await written
    hub.metrics.made.add()
    if all(seat.player in BOTS for seat in seats):
        await hub.begin(await hub.table(id))
        await hub.leave_to_others(id)
    return {
        "game": id,
        "seats": given,
        "gm": master,
        "watch": {"secret": watch, "link": f"/#watch/{id}/{watch}"},
    }


def default_seats(count: int, own_dice: list[bool] | None) -> list[SeatPlan]:
    """The first seat is yours, the computer plays the others."""
    own = own_dice or [False] * count
    return [SeatPlan(PERSON if index == 0 else "doctrine", "", own[index]) for index in range(count)]
