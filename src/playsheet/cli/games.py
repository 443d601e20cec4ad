"""`games`: what stands in a store of games, looked up, taken out and changed by whoever keeps it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from rich.text import Text

from playsheet.cli.main import BAD_INPUT
from playsheet.cli.output import add_row, console, print_json, table
from playsheet.cli.serving import settings_of
from playsheet.core.errors import Refused
from playsheet.core.files import NewFile, file_bytes
from playsheet.core.records import LARGEST_RECORD
from playsheet.server.addresses import Address, has_password
from playsheet.server.guest import Guest
from playsheet.server.keeping import DAY, Wanted, check_sound, exported, outline_data, relinked, shown, wanted_of
from playsheet.server.keeping import delete as delete_game
from playsheet.server.settings import data_folder
from playsheet.server.sqlite import FolderLock
from playsheet.server.storage import Outline, Storage
from playsheet.server.stores import check_store, opened_store

UNITS = ("B", "kB", "MB", "GB")


@contextmanager
def opened(given: argparse.Namespace) -> Iterator[Storage]:
    """The store, to be read; servers may be at work in it."""
    settings = settings_of(given)
    check_store(settings)
    settings.shared = True
    with closing(opened_store(settings)) as storage:
        yield storage


@contextmanager
def at_work(given: argparse.Namespace) -> Iterator[tuple[Storage, Guest]]:
    """The store, to be written to. Where no server has the folder, none gets it meanwhile."""
    settings = settings_of(given)
    check_store(settings)
    lock = None
    if not settings.database:
        with suppress(Refused):
            lock = FolderLock(settings.data, patience=0.2)
    try:
        settings.shared = lock is None
        with closing(opened_store(settings)) as storage, Guest(storage).at_work() as guest:
            yield storage, guest
    finally:
        if lock is not None:
            lock.release()


def wanted(given: argparse.Namespace) -> Wanted:
    return Wanted(getattr(given, "games", []), given.status, given.idle * DAY, given.find)


def chosen(storage: Storage, given: argparse.Namespace) -> list[Outline]:
    """Those that were named, or fit; all of them only where that was said."""
    said = given.games or given.status or given.idle or given.find
    if bool(said) == given.all:
        raise Refused("expected the names of games, or which ones are meant by --status, --idle and --find, or --all.")
    return wanted_of(storage, wanted(given), time.time())


# ---------------------------------------------------------------------- looking


def list_games(given: argparse.Namespace) -> int:
    """Those that fit, one a line."""
    with opened(given) as storage:
        found = wanted_of(storage, wanted(given), time.time())
    size = sum(one.size for one in found)
    if given.json:
        print_json({"games": [outline_data(one) for one in found], "count": len(found), "size": size})
        return 0
    rows = table("", ("game", "status", "last", "accepted", "size", "scenario", "title and players"), right=(3, 4))
    rows.columns[0].no_wrap = True  # to be copied in one piece
    for one in found:
        players = ", ".join(seat.who or seat.player for seat in one.seats)
        said = f"{one.title} ({players})" if players else one.title
        add_row(
            rows, (one.id, one.status, day(one.last), str(one.ops), bytes_said(one.size), Path(one.scenario).stem, said)
        )
    out = console()
    if found:
        out.print(rows)
    out.print(Text(f"{len(found)} {'game' if len(found) == 1 else 'games'}, {bytes_said(size)}."))
    return 0


def show(given: argparse.Namespace) -> int:
    """One game, played through to where it is."""
    with opened(given) as storage:
        (one,) = wanted_of(storage, Wanted([given.game], [], 0.0, ""), time.time())
        data = shown(storage, one)
    if given.json:
        print_json(data)
        return 0
    out = console()
    for line in lines_of(data):
        out.print(Text(line), soft_wrap=True)
    return 0


def lines_of(data: dict[str, Any]) -> list[str]:
    lines = [f"{data['game']}  {data['title']}", f"{data['scenario']}, {data['status']}"]
    if data["status"] == "away":
        return [*lines, f"kept as a record only, {bytes_said(data['size'])}"]
    lines[1] = f"{data['battle']} ({data['sheet']}), {data['status']}, turn {data['turn']} of {data['turns']}, "
    lines[1] += f"{data['step']} {'step' if data['step'] == 1 else 'steps'}"
    lines.append(f"made {data['made']}, last {data['last']}; {data['accepted']} accepted, {bytes_said(data['size'])}")
    lines.append(f"played last by {data['engine'] or 'nobody knows which engine'}" + same_engine(data))
    for seat in data["seats"]:
        link = {"seat": "has a link", "invite": "invitation", None: "no link"}[seat["link"]]
        name = f" {seat['who']}" if seat["who"] else ""
        asked = ", is asked" if seat["seat"] in data["asked"] else ""
        left = f", {seat['left']}" if seat["left"] else ""
        lines.append(f"seat {seat['seat']}  {seat['name']}: {seat['player']}{name}, {link}{asked}{left}")
    if data["parts"] is not None:
        lines.append(data["parts"]["says"])
    if data["result"] is not None:
        lines.append(data["result"]["verdict"])
    return lines


def same_engine(data: dict[str, Any]) -> str:
    return ", as this one" if data["same_engine"] else ", which this one is not"


# ---------------------------------------------------------------------- taking out


def export(given: argparse.Namespace) -> int:
    """Records as files; one that cannot be had is said, and the others are written."""
    folder = folder_for(given)
    written: list[dict[str, str]] = []
    refused: list[str] = []
    with opened(given) as storage:
        for one in chosen(storage, given):
            try:
                record = exported(storage, one.id)
                path = folder / record.file
                with NewFile(str(path), given.force) as file:
                    file.write(record.text)
                written.append({"game": one.id, "file": str(path)})
            except Refused as refusal:
                refused.append(f"{one.id}: {refusal}")
    return said_of(given, {"exported": written}, [f"{one['game']}: {one['file']}" for one in written], refused)


def folder_for(given: argparse.Namespace) -> Path:
    folder = Path(given.to)
    if not folder.is_dir():
        raise Refused(f"{folder}: there is no such folder, expected one for the records.")
    return folder


def said_of(given: argparse.Namespace, data: dict[str, Any], lines: list[str], refused: list[str]) -> int:
    """What was done on stdout, what was not on stderr."""
    if given.json:
        print_json(data)
    else:
        out = console()
        for line in lines:
            out.print(Text(line), soft_wrap=True)
    for line in refused:
        print(" ".join(line.split()), file=sys.stderr)
    return BAD_INPUT if refused else 0


# ---------------------------------------------------------------------- changing


def archive(given: argparse.Namespace) -> int:
    """Records as files; each game is deleted when its file was read back and plays through."""
    folder = folder_for(given)
    archived: list[dict[str, str]] = []
    refused: list[str] = []
    with at_work(given) as (storage, guest):
        for one in chosen(storage, given):
            try:
                path = archived_to(storage, guest, one.id, folder, force=given.force)
                archived.append({"game": one.id, "file": str(path)})
            except Refused as refusal:
                refused.append(f"{one.id}: {refusal}")
    return said_of(given, {"archived": archived}, [f"{one['game']}: {one['file']}" for one in archived], refused)


def archived_to(storage: Storage, guest: Guest, id: str, folder: Path, *, force: bool) -> Path:
    """The file; where the game has to stay there is none either."""
    record = exported(storage, id)
    path = folder / record.file
    with NewFile(str(path), force) as file:
        file.write(record.text)
    try:
        check_sound(record, file_bytes(str(path), LARGEST_RECORD))
        delete_game(storage, guest, id, record.seq)
    except Refused:
        path.unlink(missing_ok=True)
        raise
    return path


def delete(given: argparse.Namespace) -> int:
    """For good, when whoever asks for it has said so."""
    with opened(given) as storage:
        found = chosen(storage, given)
    if not found:
        raise Refused("there is no game that fits: nothing is deleted.")
    if not given.yes:
        ask(found)
    deleted: list[str] = []
    refused: list[str] = []
    with at_work(given) as (storage, guest):
        for one in found:
            try:
                delete_game(storage, guest, one.id)
                deleted.append(one.id)
            except Refused as refusal:
                refused.append(f"{one.id}: {refusal}")
    return said_of(given, {"deleted": deleted}, [f"{id}: deleted." for id in deleted], refused)


def ask(found: list[Outline]) -> None:
    """Nothing is deleted by mistake; where nobody can be asked it has to be said beforehand."""
    if not sys.stdin.isatty():
        raise Refused("expected --yes: nobody is there who could be asked whether they are to be deleted.")
    for one in found:
        print(f"{one.id}  {one.status}  {one.title}", file=sys.stderr)
    print(f"Delete {'this game' if len(found) == 1 else f'these {len(found)} games'} for good? (yes) ", file=sys.stderr)
    if sys.stdin.readline().strip().casefold() != "yes":
        raise Refused("nothing is deleted: the answer was not yes.")


def seat(given: argparse.Namespace) -> int:
    """A lost link, given out anew."""
    with at_work(given) as (storage, guest):
        wanted_of(storage, Wanted([given.game], [], 0.0, ""), time.time())
        link = relinked(storage, guest, given.game, given.seat - 1)
    whole = given.url.rstrip("/") + link.path()
    if given.json:
        found = {"game": link.game, "seat": link.seat, "name": link.name, "role": link.role}
        print_json({**found, "secret": link.secret, "link": whole})
        return 0
    out = console()
    out.print(Text(f"{link.name}: ") + Text(whole, style="bold"), soft_wrap=True)
    out.print(Text("The old link opens nothing any more; all at the table see that there is a new one.", style="dim"))
    return 0


# ---------------------------------------------------------------------- small things


def day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at)) if at else "-"


def bytes_said(size: int) -> str:
    """`48 kB`."""
    number, unit = float(size), 0
    while number >= 1000 and unit < len(UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return f"{number:.0f} {UNITS[unit]}" if unit == 0 or number >= 10 else f"{number:.1f} {UNITS[unit]}"


# ---------------------------------------------------------------------- moving


def move(given: argparse.Namespace) -> int:
    """All games of a folder into a database, counted and compared."""
    from playsheet.server.stores import moving_to_postgres

    if has_password(given.to):
        raise Refused(
            "--to: everybody on this machine can read the command line, expected no password in it: it can be in "
            "PGPASSWORD or in ~/.pgpass."
        )

    def progress(table: str, rows: int) -> None:
        if rows:
            print(f"{table}: {rows:,} rows", file=sys.stderr, flush=True)

    folder = data_folder(given.data)
    rows = moving_to_postgres()(folder, given.to, progress)
    if given.json:
        print_json({"data": str(folder), "database": str(Address(given.to)), "rows": rows})
        return 0
    games = rows["games"] + rows["records"]
    console().print(
        Text(
            f"{games} {'game' if games == 1 else 'games'} moved to {Address(given.to)}, and compared. "
            f"{folder} still has them: set it aside, so that nobody plays on there."
        ),
        soft_wrap=True,
    )
    return 0
