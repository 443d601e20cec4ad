"""What whoever keeps a server looks up in stored games, takes out of them, and changes; servers may be playing them."""

from __future__ import annotations

import time
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.game import GAME_MASTER
from playsheet.core.reader import nearest
from playsheet.core.records import read_record, verify
from playsheet.rules import load_system
from playsheet.rules.engine import engine
from playsheet.server.forecast import set_up
from playsheet.server.guest import Guest, wait_for
from playsheet.server.keys import GM, INVITE, SEAT, WATCH, key_of, new_secret
from playsheet.server.lobby import iso, summary
from playsheet.server.past import reopened
from playsheet.server.payloads import Data
from playsheet.server.storage import RELINK, Kept, Lease, Op, Outline, Storage
from playsheet.server.table import OPEN, Table
from playsheet.server.told import settled

DAY: Final = 86_400.0
MOST_CHAT: Final = 10_000_000


class Wanted:
    """Which games are meant: those named, or all that fit."""

    def __init__(self, ids: list[str], statuses: list[str], idle: float, text: str) -> None:
        self.ids: Final = ids
        self.statuses: Final = statuses
        self.idle: Final = idle  # seconds in which nothing has happened; 0: any
        self.text: Final = text.casefold()

    def fits(self, one: Outline, now: float) -> bool:
        if self.statuses and one.status not in self.statuses:
            return False
        if self.idle and one.last > now - self.idle:
            return False
        said = [one.id, one.title, one.scenario, *[seat.who for seat in one.seats]]
        return not self.text or any(self.text in each.casefold() for each in said)


def wanted_of(storage: Storage, wanted: Wanted, now: float) -> list[Outline]:
    """In the order in which they are kept; a name that no game has is refused."""
    all_of_them = storage.outlines()
    known = {one.id for one in all_of_them}
    for id in wanted.ids:
        if id not in known:
            raise no_game(id, known)
    return [one for one in all_of_them if (not wanted.ids or one.id in wanted.ids) and wanted.fits(one, now)]


def no_game(id: str, known: set[str]) -> Refused:
    return Refused(f"there is no game {id[:40]!r} here{nearest(id, sorted(known))}; playsheet games list has them all.")


def outline_data(one: Outline) -> Data:
    return {
        "game": one.id,
        "title": one.title,
        "scenario": one.scenario,
        "status": one.status,
        "made": iso(one.made) if one.made else None,
        "last": iso(one.last) if one.last else None,
        "accepted": one.ops,
        "size": one.size,
        "engine": one.engine or None,
        "seats": [{"seat": number, "player": seat.player, "who": seat.who} for number, seat in enumerate(one.seats, 1)],
    }


# ---------------------------------------------------------------------- one game, opened


class Looked:
    """A game that was opened beside whoever plays it."""

    def __init__(self, kept: Kept, table: Table, step: int, why: str) -> None:
        self.kept: Final = kept
        self.table: Final = table
        self.parts_at: Final = step  # of this program's rules and what was played; from 1, 0: nowhere
        self.parts: Final = why


def looked_at(storage: Storage, id: str) -> Looked | None:
    """None if it is kept as a record only, or not at all."""
    kept = storage.read(id)
    if kept is None:
        return None
    opened = reopened(kept, lambda: storage.told(id), set_up)
    parted = opened.parted
    return Looked(kept, opened.table, parted.step if parted else 0, parted.says if parted else "")


def shown(storage: Storage, one: Outline) -> Data:
    """All there is to know of a game, but no secret of it."""
    looked = looked_at(storage, one.id)
    data = outline_data(one)
    if looked is None:
        return data
    kept, table = looked.kept, looked.table
    links = {(key.role, key.seat) for key in kept.keys}
    data |= summary(table, kept.made, GAME_MASTER)
    del data["rematch"]
    data["step"] = len(table.game.closed) if table.game is not None else 0
    data["asked"] = [seat + 1 for seat in table.asked()]
    data["seats"] = [
        {
            "seat": number + 1,
            "name": seat.name,
            "side": seat.side,
            "player": seat.player,
            "who": seat.who,
            "left": seat.left or None,
            "link": SEAT if (SEAT, number) in links else INVITE if (INVITE, number) in links else None,
        }
        for number, seat in enumerate(table.seats)
    ]
    data["gm"] = any(role == GM for role, _ in links)
    data["watch"] = any(role == WATCH for role, _ in links)
    data["same_engine"] = kept.engine == engine()
    data["parts"] = {"step": looked.parts_at or None, "says": looked.parts} if looked.parts else None
    data["chat"] = len(storage.chat(one.id, MOST_CHAT))
    return data


# ---------------------------------------------------------------------- records


class Exported:
    """A game's record as text, under its own name."""

    def __init__(self, file: str, text: str, seq: int, key: bytes) -> None:
        self.file: Final = file
        self.text: Final = text
        self.seq: Final = seq  # of the last op that is in it; -1: it was put away
        self.key: Final = key  # of its dice


def exported(storage: Storage, id: str) -> Exported:
    """All that may be known of it, as for its game master."""
    from playsheet.server.housekeeping import record_name

    looked = looked_at(storage, id)
    if looked is not None:
        table = looked.table
        return Exported(record_name(table), table.record(GAME_MASTER).text(), table.seq, looked.kept.key)
    record = storage.record(id)
    if record is None:
        raise no_game(id, set())
    return Exported(record.file, record.text, -1, b"")


def check_sound(exported: Exported, content: bytes) -> None:
    """Is what was read back from a file the whole record, and does it play through?"""
    if content != exported.text.encode():
        raise Refused(f"{exported.file}: what was read back is not what was written; the game stays.")
    if exported.seq < 0:  # its key is not known any more; what it says was checked when it was put away
        read_record(content, exported.file)
        return
    verdict = verify(content, load_system, exported.file, exported.key)
    if not verdict.sound:
        raise Refused(
            f"{exported.file}: the record {verdict.sentence.rstrip('.')}; the game stays, since it could not be opened "
            "from it: playsheet games delete deletes it all the same."
        )


# ---------------------------------------------------------------------- what changes them


def delete(storage: Storage, guest: Guest, id: str, seq: int = -1) -> None:
    """All of a game; if `seq` is given, only if nothing was accepted in it after that."""

    def work(lease: Lease) -> None:
        if seq >= 0 and storage.ops(id, seq):
            raise Refused(f"game {id}: it is being played, and stays.")
        wait_for(lambda done: storage.delete(id, done, lease.fence))

    guest.with_game(id, work)


class Link:
    """A seat's new link; the secret in it is told once."""

    def __init__(self, game: str, seat: int, name: str, role: str, secret: str) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.name: Final = name
        self.role: Final = role
        self.secret: Final = secret

    def path(self) -> str:
        return f"/#{'join' if self.role == INVITE else 'play'}/{self.game}/{self.secret}"


def relinked(storage: Storage, guest: Guest, id: str, seat: int) -> Link:
    """The seat's link anew, or, if nobody has taken it yet, its invitation; all at the table are told."""
    secret = new_secret()

    def work(lease: Lease) -> Link:
        looked = looked_at(storage, id)
        if looked is None:
            raise Refused(f"game {id} is kept as a record only: nobody sits there any more.")
        table, kept = looked.table, looked.kept
        if not 0 <= seat < len(table.seats):
            names = ", ".join(f"{number} {one.name}" for number, one in enumerate(table.seats, 1))
            raise Refused(f"game {id}: expected one of the seats {names}; got {seat + 1}.")
        role = INVITE if table.seats[seat].player == OPEN else SEAT
        op = Op(table.seq + 1, time.time(), RELINK, seat)
        table.apply(op)
        spent = [key.digest for key in kept.keys if key.role in (SEAT, INVITE) and key.seat == seat]
        key = key_of(secret, role, seat)
        wait_for(lambda done: storage.append(id, settled(table, op), [key], spent, None, done, lease.fence))
        return Link(id, seat + 1, table.seats[seat].name, role, secret)

    return guest.with_game(id, work)
