"""What whoever keeps a server looks up in stored games, and takes out of them; a server may be playing them."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.game import GAME_MASTER
from playsheet.core.reader import nearest
from playsheet.rules.engine import engine
from playsheet.server.forecast import set_up
from playsheet.server.keys import GM, INVITE, SEAT, WATCH
from playsheet.server.lobby import iso, summary
from playsheet.server.past import reopened
from playsheet.server.payloads import Data
from playsheet.server.storage import Kept, Outline, Storage
from playsheet.server.table import Table

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
    """A game that was opened to be looked at, beside whoever plays it."""

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

    def __init__(self, file: str, text: str, seq: int) -> None:
        self.file: Final = file
        self.text: Final = text
        self.seq: Final = seq  # of the last op that is in it; -1: it was put away


def exported(storage: Storage, id: str) -> Exported:
    """All that may be known of it, as for its game master."""
    from playsheet.server.housekeeping import record_name

    looked = looked_at(storage, id)
    if looked is not None:
        table = looked.table
        return Exported(record_name(table), table.record(GAME_MASTER).text(), table.seq)
    record = storage.record(id)
    if record is None:
        raise no_game(id, set())
    return Exported(record.file, record.text, -1)
