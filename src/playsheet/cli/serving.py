"""`serve`, `play`, `backup`, `forecast`, `restore`: games in the browser, and keeping them."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from playsheet.cli.output import console, print_json
from playsheet.core.errors import Refused
from playsheet.core.house import read_house
from playsheet.core.reader import read_text
from playsheet.players.setup import scenario_source
from playsheet.rules import scenario_files
from playsheet.rules.engine import engine
from playsheet.server.addresses import Address, has_password
from playsheet.server.passwords import password_of
from playsheet.server.settings import ONE_PROCESS, Settings, data_folder, made_folder, read_settings

PATIENCE: Final = 50  # games after each of which a forecast says how far it is
ADDRESS: Final = "address"  # a file in the data folder: where the server that has it open can be reached


def settings_of(given: argparse.Namespace, **otherwise: object) -> Settings:
    """The command line over the file over `otherwise`, which this command has instead of the usual defaults."""
    said: dict[str, Any] = {}
    if getattr(given, "processes", None) is not None:
        raise Refused(f"--processes: {ONE_PROCESS}.")
    for name in ("data", "database", "host", "port", "workers", "name", "password_file"):
        value = getattr(given, name, None)
        if value is not None:
            said[name] = value
    if "workers" in said and not 1 <= said["workers"] <= 64:
        raise Refused(f"expected from 1 to 64 worker processes, got {said['workers']}.")
    if getattr(given, "shared", False):
        said["shared"] = True
    if "database" in said and has_password(said["database"]):
        raise Refused(
            "--database: everybody on this machine can read the command line, expected no password in it: it can be in "
            "PGPASSWORD, in ~/.pgpass, in the settings file, or in PLAYSHEET_DATABASE with the address."
        )
    return read_settings(Path(given.settings) if given.settings is not None else None, said, otherwise)


def serve(given: argparse.Namespace) -> int:
    """Serve games until told to stop."""
    from playsheet.server.notify import notify
    from playsheet.server.run import serve as served

    settings = settings_of(given)
    database = str(Address(settings.database)) if settings.database else None
    note = Note(settings.data) if database is None else None

    def ready(url: str) -> None:
        if note is not None:
            note.write(url)
        notify("READY=1")
        if given.json:
            where = {"data": str(settings.data)} if database is None else {"database": database}
            print_json({"url": url, **where})
        else:
            out = console()
            out.print(Text("Playsheet is at ") + Text(url, style="bold") + Text("; Ctrl-C stops it."))
            out.print(Text(f"Games are kept in {database or settings.data}.", style="dim"), soft_wrap=True)
        sys.stdout.flush()

    with note or nullcontext():
        served(settings, given.log, ready, given.proxy)
    return 0


class Note:
    """A file beside the games that says where their server is; gone when it is."""

    def __init__(self, folder: Path) -> None:
        self.path: Final = folder / ADDRESS
        self.written = False

    def write(self, url: str) -> None:
        self.path.write_text(url, encoding="utf-8")
        self.written = True

    def __enter__(self) -> Note:
        return self

    def __exit__(self, *_: object) -> None:
        if self.written:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


# ---------------------------------------------------------------------- play


def play(given: argparse.Namespace) -> int:
    """One game in the browser, or the first page, on a server that already runs or on one of its own."""
    wishes = None if given.choose else wishes_of(given)
    settings = settings_of(given, port=0, address_games=0)  # whoever plays alone is the only address there is
    settings.shared = False  # as long as it runs, the folder is its own
    if settings.database:
        raise Refused(
            "playsheet play keeps its games in a folder, expected no database: --data FOLDER names one, and playsheet "
            "serve serves games from a database."
        )
    running = address_of(settings.data)
    password = password_of(settings.password_file)
    if running:
        open_game(given, running, wishes, password)
        return 0
    from playsheet.server.run import serve as served

    note = Note(settings.data)

    def ready(url: str) -> None:
        note.write(url)
        # The server must be answering before a game can be made on it, so this waits elsewhere.
        threading.Thread(target=open_or_stop, args=(given, url, wishes, password), daemon=True).start()

    with note:
        served(settings, given.log, ready, "")
    return 0


def wishes_of(given: argparse.Namespace) -> dict[str, Any]:
    """What is to be played, checked before anything is started."""
    from playsheet.players.setup import set_up_from

    source = scenario_source(given.scenario)
    houses = [{"file": Path(file).name, "text": read_text(Path(file))} for file in given.house]
    text = read_text(source)
    setup = set_up_from(text, source.name, [read_house(house["text"], house["file"]) for house in houses])
    if not setup.seats:
        raise Refused(f"{setup.scenario.title} has no seat for a player: playsheet watch shows it.")
    if not 1 <= given.seat <= len(setup.seats):
        names = ", ".join(f"{number} {name}" for number, name in enumerate(setup.seats, 1))
        raise Refused(f"--seat: expected one of {names}; got {given.seat}.")
    others = "person" if given.against == "players" else given.against
    seats: list[dict[str, Any]] = []
    for number in range(1, len(setup.seats) + 1):
        player = "person" if number == given.seat else others
        seats.append({"player": player, "own_dice": given.own_dice and player == "person"})
    known = given.scenario in scenario_files()
    scenario = {"id": given.scenario} if known else {"file": source.name, "text": text}
    return {"scenario": scenario, "houses": houses, "seats": seats}


def address_of(folder: Path) -> str:
    """Where a server that has these games open can be reached; empty if there is none."""
    from playsheet.client.web import call

    try:
        url = (folder / ADDRESS).read_text().strip()
        return url if call(url, "/healthz", timeout=2.0)["status"] == "ok" else ""
    except (OSError, ValueError, LookupError, TypeError, Refused):
        return ""


def open_or_stop(given: argparse.Namespace, url: str, wishes: dict[str, Any] | None, password: str) -> None:
    """The same in a thread, where nobody would see what went wrong."""
    try:
        open_game(given, url, wishes, password)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        os._exit(2)


def open_game(given: argparse.Namespace, url: str, wishes: dict[str, Any] | None, password: str) -> None:
    """Make the game, and open the browser at it; without wishes, at the first page."""
    from playsheet.client.web import call

    if wishes is None:
        open_first_page(given, url)
        return
    made = call(url, "/api/games", "", wishes, password=password)
    mine = [seat for seat in made["seats"] if seat["secret"] is not None]
    mine.sort(key=lambda seat: seat["seat"] != given.seat - 1)
    links = [url + seat["link"] for seat in mine]
    if given.json:
        print_json({"url": url, "game": made["game"], "links": links})
    else:
        out = console()
        for seat, link in zip(mine, links):
            out.print(Text(f"{seat['name']}: ") + Text(link, style="bold"), soft_wrap=True)
        out.print(Text("Ctrl-C stops the server; the game is kept.", style="dim"))
    sys.stdout.flush()
    if given.browser:
        webbrowser.open(links[0])


def open_first_page(given: argparse.Namespace, url: str) -> None:
    if given.json:
        print_json({"url": url, "game": None, "links": []})
    else:
        out = console()
        out.print(Text("Playsheet: ") + Text(url, style="bold"), soft_wrap=True)
        out.print(Text("Ctrl-C stops it; games are kept.", style="dim"))
    sys.stdout.flush()
    if given.browser:
        webbrowser.open(url)


# ---------------------------------------------------------------------- keeping


def backup(given: argparse.Namespace) -> int:
    """All games into one file, also while they are played."""
    from playsheet.server.sqlite import FILE, back_up

    path = Path(given.file)
    if path.is_dir():
        raise Refused(f"{path}: this is a folder, expected the name of a file to write.")
    if path.exists() and not given.force:
        raise Refused(f"{path}: the file exists; --force overwrites it.")
    if not path.parent.is_dir():
        raise Refused(f"{path}: there is no folder {path.parent} to write it in.")
    games = back_up(data_folder(given.data) / FILE, path)
    said(given, path, games, f"{path}: {games} {'game' if games == 1 else 'games'} backed up.")
    return 0


def forecast(given: argparse.Namespace) -> int:
    """What this program would make of stored games; they stay as they are, also while they are played."""
    from playsheet.server.forecast import forecast as forecast_of
    from playsheet.server.forecast import looked_into

    def progress(done: int, of: int) -> None:
        if of > PATIENCE and (done == of or done % PATIENCE == 0):
            print(f"{done} of {of} games", file=sys.stderr, flush=True)

    with looked_into(settings_of(given)) as storage:
        found = forecast_of(storage, progress)
    counts = {
        comes: len([one for one in found if one.comes == comes]) for comes in ("same", "goes on", "parts", "lost")
    }
    if given.json:
        print_json(
            {"engine": engine(), "games": len(found), **counts, "parted": [one.data() for one in found if one.says]}
        )
        return 0
    out = console()
    for one in [one for one in found if one.says]:
        kind = "finished: it stays as it was" if one.over else "running: its players are asked"
        parts = f"step {one.step}, {one.why}" if one.step else one.why
        where = f"{parts}; {kind}" if one.comes == "parts" else "it could not be opened"
        out.print(Text(f"{one.id}  {one.title}  ({where}). {one.says}"), soft_wrap=True)
    kept = counts["same"] + counts["goes on"]
    out.print(
        Text(
            f"{len(found)} games: {kept} go on as they are, {counts['parts']} part, {counts['lost']} cannot be opened."
        )
    )
    return 0


def restore(given: argparse.Namespace) -> int:
    """Games out of a back-up."""
    from playsheet.server.sqlite import FolderLock
    from playsheet.server.sqlite import restore as restored

    folder = made_folder(data_folder(given.data))
    lock = FolderLock(folder)
    try:
        games = restored(Path(given.file), folder, force=given.force)
    finally:
        lock.release()
    said(given, Path(given.file), games, f"{folder}: {games} {'game' if games == 1 else 'games'} restored.")
    return 0


def said(given: argparse.Namespace, path: Path, games: int, sentence: str) -> None:
    if given.json:
        print_json({"file": str(path), "games": games})
    else:
        console().print(Text(sentence), soft_wrap=True)
