"""What an upgrade would do to the games of a folder: each is played through by this program, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playsheet.core.errors import Refused
from playsheet.players.setup import Setup
from playsheet.rules.engine import engine
from playsheet.server.past import Opened, reopened, today_of
from playsheet.server.settings import Settings
from playsheet.server.sqlite import FILE, SQLite, back_up
from playsheet.server.storage import Head, Kept, Storage
from playsheet.server.stores import check_store, opened_store
from playsheet.server.uploads import set_up_of

SAME: Final = "same"  # played by this very engine
GOES_ON: Final = "goes on"
PARTS: Final = "parts"
LOST: Final = "lost"  # nothing of it was kept but its ops, and these do not play out
TEXTS: Final = "texts"  # its own texts cannot be used, damaged or not understood any more
CODE: Final = "code"
Progress = Callable[[int, int], None]


class Expected:
    """What would become of one game."""

    def __init__(
        self, id: str, title: str, comes: str, *, over: bool, step: int = 0, why: str = "", says: str = ""
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.comes: Final = comes
        self.over: Final = over
        self.step: Final = step  # from 1; 0 where it does not part
        self.why: Final = why
        self.says: Final = says

    def data(self) -> dict[str, object]:
        return {
            "game": self.id,
            "title": self.title,
            "comes": self.comes,
            "over": self.over,
            "step": self.step or None,
            "why": self.why or None,
            "says": self.says or None,
        }


@contextmanager
def looked_into(settings: Settings) -> Iterator[Storage]:
    """The games of a folder in a copy; those of a database where they are, since nothing is written."""
    if not settings.database:
        with copied(settings.data) as storage:
            yield storage
        return
    check_store(settings)
    settings.shared = True
    with closing(opened_store(settings)) as storage:
        yield storage


@contextmanager
def copied(folder: Path) -> Iterator[Storage]:
    """The games of a folder in a copy, also while a server has them."""
    with TemporaryDirectory(prefix="playsheet-forecast-") as place:
        back_up(folder / FILE, Path(place) / FILE)
        with closing(SQLite(Path(place))) as storage:
            yield storage


def forecast(storage: Storage, progress: Progress) -> list[Expected]:
    """Of every game, the oldest first."""
    ids = storage.games()
    found: list[Expected] = []
    for done, id in enumerate(ids):
        progress(done, len(ids))
        found.append(expected(storage, id))
    progress(len(ids), len(ids))
    return found


def expected(storage: Storage, id: str) -> Expected:
    try:
        kept = storage.read(id)
        assert kept is not None
    except Refused as refusal:
        return Expected(id, "", LOST, over=False, says=str(refusal))
    try:
        opened = reopened(kept, lambda: storage.told(id), set_up)
    except Refused as refusal:
        return Expected(id, kept.head.title, LOST, over=False, says=str(refusal))
    return of_opened(kept, opened)


def of_opened(kept: Kept, opened: Opened) -> Expected:
    over = opened.table.is_over()
    parted = opened.parted
    if parted is None:
        comes = SAME if kept.engine == engine() else GOES_ON
        return Expected(kept.id, kept.head.title, comes, over=over)
    # Without texts of its own it is played by this program's: whatever differs is then in code too.
    by_own = opened.table.head.rules == kept.head.rules or kept.head.rules == today_of(kept.head)
    why = CODE if by_own else TEXTS
    return Expected(kept.id, kept.head.title, PARTS, over=over, step=parted.step, why=why, says=parted.says)


def set_up(head: Head) -> Setup:
    return set_up_of(head.scenario, head.houses, head.rules)
