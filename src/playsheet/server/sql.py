"""Games as rows, in SQL that SQLite and PostgreSQL read alike: what both stores have in common.

A statement marks its values with `?`, or `?1`, `?2` where one is needed twice.
"""

from __future__ import annotations

import logging
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import Any, Final

import msgspec

from playsheet.server.storage import (
    AWAY,
    GATHERING,
    NO_QUOTA,
    OVER,
    PLAYING,
    UNPINNED,
    ChatLine,
    Damaged,
    Done,
    Due,
    Explained,
    Fenced,
    Head,
    Kept,
    KeptRecord,
    Key,
    Lease,
    Op,
    Opens,
    Outline,
    Owner,
    Past,
    Pinned,
    Quota,
    Renewal,
    Retention,
    Standing,
    Storage,
    Tenure,
    TooManyGames,
)
from playsheet.server.texts import RULES, of_rules, with_texts, without_texts

log: Final = logging.getLogger("playsheet.storage")

Statement = tuple[str, tuple[object, ...]]
Row = tuple[object, ...]  # of an op, in the order of its columns; the last is the game's fencing number
Found = Callable[[list[tuple[Any, ...]]], None]
heads: Final = msgspec.json.Decoder(Head)
OP_COLUMNS: Final = ("game", "seq", "at", "kind", "seat", "question", "text", "why", "steps", "digest", "told")
INSERT_OP: Final = f"insert into ops ({', '.join(OP_COLUMNS)}) values ({', '.join('?' * len(OP_COLUMNS))})"
OUTLINES: Final = (
    "select id, made, head, begun, over, engine, count(seq), max(at), "
    "sum(length(question) + length(text) + length(why) + length(told)) "
    "from games left join ops on ops.game = games.id group by id order by made, id"
)
IS_OP: Final = f"select 1 from ops where {' and '.join(f'{column} = ?' for column in OP_COLUMNS[:-1])}"
IS_GAME: Final = "select 1 from games where id = ? and made = ? and dice_key = ?"
IS_CHAT: Final = 'select 1 from chat where game = ? and number = ? and at = ? and who = ? and "to" = ? and text = ?'
IS_RECORD: Final = "select 1 from records where game = ? and file = ? and ended = ? and roles = ?"
INSERT_LISTING: Final = "insert into lobby values (?, ?, ?)"


PIN: Final = "insert into pins values (?, ?, ?) on conflict (game, name) do update set digest = excluded.digest"


class Check(ABC):
    """A number that is looked up before a write, with all that was written so far in sight."""

    def __init__(self, statement: Statement) -> None:
        self.statement: Final = statement

    @abstractmethod
    def refuse(self, number: int) -> None:
        """Raise why this may not be written, if it may not."""


class Limit(Check):
    """So many, and it is refused."""

    def __init__(self, statement: Statement, most: int, says: str) -> None:
        super().__init__(statement)
        self.most: Final = most
        self.says: Final = says

    def refuse(self, number: int) -> None:
        if number >= self.most:
            raise TooManyGames(self.says.format(number))


class Fence(Check):
    """Whoever writes has the game still."""

    def __init__(self, game: str, number: int, locking: str) -> None:
        super().__init__((f"select coalesce((select fence from leases where game = ?{locking}), 0)", (game,)))
        self.number: Final = number

    def refuse(self, number: int) -> None:
        if number != self.number:
            raise Fenced


class Write:
    """Statements that belong together, and who wants to know. One that only adds an op gives its row instead.

    `found` is told what the last of the statements has found.
    """

    def __init__(
        self,
        statements: list[Statement],
        done: Done,
        row: Row | None = None,
        checks: list[Check] | None = None,
        told: bytes = b"",
        found: Found | None = None,
        proof: Statement | None = None,
        *,
        alone: bool = False,
    ) -> None:
        self.statements: Final = statements
        self.done: Final = done
        self.row: Final = row
        self.told: Final = told  # the last column of the row
        self.checks: Final = checks or []
        self.found: Final = found
        self.proof: Final = proof  # finds something if it was written already; None: once more changes nothing
        self.alone: Final = alone  # it counts games, or touches the texts that games share: not while another does
        self.since: Final = time.monotonic()
        self.is_doubtful = False  # it was tried, and nobody knows what became of it


class SqlStorage(Storage):
    """A store that keeps rows. What it does not know is how they come to be on disk, and how questions are asked."""

    now = ""  # SQL: seconds since 1970, by the clock of the database
    locking = ""  # SQL: what is read stays as it is until the transaction is over

    def __init__(self) -> None:
        super().__init__()
        self.maker_key = b""

    @abstractmethod
    def put(self, write: Write) -> None:
        """Have it written, in its turn."""

    @abstractmethod
    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a question to the database finds; what cannot be read is said in a sentence."""

    @abstractmethod
    def found_damaged(self, fault: Exception) -> Damaged:
        """What was read makes no sense."""

    # ------------------------------------------------------------ writing

    def make(
        self,
        id: str,
        made: float,
        head: Head,
        key: bytes,
        keys: list[Key],
        done: Done,
        listing: bytes = b"",
        maker: str = "",
        quota: Quota = NO_QUOTA,
        pinned: Pinned = UNPINNED,
    ) -> None:
        hashed = blake2b(maker.encode("utf-8", "surrogatepass"), key=self.maker_key, digest_size=16).digest()
        bare, texts = without_texts(head, pinned.rules)
        clocked = int(head.per_move > 0.0)
        row = (id, made, msgspec.json.encode(bare), key, int(head.listed), clocked, hashed, pinned.engine)
        columns = "id, made, head, dice_key, listed, clocked, maker, engine"
        statements: list[Statement] = [(f"insert into games ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?)", row)]
        statements.extend(pinning(id, texts))
        statements.extend(new_keys(id, keys))
        if listing:
            statements.append((INSERT_LISTING, (id, made, listing)))
        proof = (IS_GAME, (id, made, key))
        self.put(Write(statements, done, checks=limits_of(quota, hashed), proof=proof, alone=True))

    def append(
        self,
        id: str,
        op: Op,
        keys: list[Key],
        spent: list[bytes],
        stands: Standing | None,
        done: Done,
        fence: int = 0,
    ) -> None:
        row = (id, op.seq, op.at, op.kind, op.seat, op.question, op.text, op.why, op.steps, op.digest)
        if not keys and not spent and stands is None:
            self.put(Write([], done, (*row, fence), told=op.told, proof=(IS_OP, row)))
            return
        statements: list[Statement] = [(INSERT_OP, (*row, op.told)), *new_keys(id, keys)]
        for digest in spent:
            statements.append(("delete from secrets where digest = ?", (digest,)))
        if stands is not None:
            if stands.begun:
                statements.append(("update games set begun = ? where id = ?", (op.at, id)))
            if stands.over:
                statements.append(("update games set over = 1, ended = ? where id = ?", (op.at, id)))
            if stands.listing is not None:
                statements.append(relisted(id, stands.listing))
            if stands.pinned is not None:
                statements.extend(repinned(id, stands.pinned))
        alone = stands is not None and stands.pinned is not None
        self.put(Write(statements, done, checks=self.fenced(id, fence), proof=(IS_OP, row), alone=alone))

    def fenced(self, id: str, fence: int) -> list[Check]:
        return [Fence(id, fence, self.locking)]

    def relist(self, id: str, listing: bytes, done: Done, fence: int = 0) -> None:
        self.put(Write([relisted(id, listing)], done, checks=self.fenced(id, fence)))

    def fill_in(self, id: str, op: Op | None, pinned: Pinned, done: Done, fence: int = 0) -> None:
        statements = repinned(id, pinned)
        if op is not None:
            known = (op.told, op.steps, op.digest, id, op.seq)
            statements.append(("update ops set told = ?, steps = ?, digest = ? where game = ? and seq = ?", known))
        self.put(Write(statements, done, checks=self.fenced(id, fence), alone=True))

    def put_away(self, record: KeptRecord, done: Done, fence: int = 0) -> None:
        text = zlib.compress(record.text.encode(), 9)
        row = (record.id, record.title, record.file, record.ended, record.roles, text)
        statements: list[Statement] = [("insert into records values (?, ?, ?, ?, ?, ?)", row)]
        statements.extend(without(record.id, *PLAYED))
        proof = (IS_RECORD, (record.id, record.file, record.ended, record.roles))
        self.put(Write(statements, done, checks=self.fenced(record.id, fence), proof=proof, alone=True))

    def delete(self, id: str, done: Done, fence: int = 0) -> None:
        self.put(Write(without(id, *PLAYED, "records", "secrets"), done, checks=self.fenced(id, fence), alone=True))

    def say(self, id: str, said: ChatLine, done: Done, fence: int = 0) -> None:
        row = (id, said.number, said.at, said.role, said.seat, said.who, said.to, said.text)
        statements: list[Statement] = [("insert into chat values (?, ?, ?, ?, ?, ?, ?, ?)", row)]
        proof = (IS_CHAT, (id, said.number, said.at, said.who, said.to, said.text))
        self.put(Write(statements, done, checks=self.fenced(id, fence), proof=proof))

    # ------------------------------------------------------------ whose a game is

    def begin(self, owner: Owner, at: float, seconds: float, done: Done) -> None:
        ended: Statement = ("update owners set until = 0 where name = ? or until > ?", (owner.name, ENDLESS))
        if self.alone:
            ended = ("update owners set until = 0", ())
        forget: Statement = (FORGET.format(now=self.now), ())
        self.put(Write([ended, forget, self.there(owner, at, seconds)], done))

    def there(self, owner: Owner, at: float, seconds: float) -> Statement:
        lasts = ENDLESS if self.alone else seconds
        return THERE.format(now=self.now), (owner.run, owner.name, owner.address, lasts, at)

    def take(self, lease: Lease, owner: Owner, done: Done, *, wanted: bool = True) -> None:
        def found(rows: list[tuple[Any, ...]]) -> None:
            ((is_ours, fence, since),) = rows
            lease.fence, lease.since = (fence, since) if is_ours else (0, 0.0)

        values = (lease.game, owner.run, int(self.alone), int(wanted))
        self.put(Write([(TAKE.format(now=self.now), values)], done, found=found))

    def renew(self, owner: Owner, at: float, seconds: float, renewal: Renewal, done: Done) -> None:
        def found(rows: list[tuple[Any, ...]]) -> None:
            ((renewal.is_late, renewal.others), *_) = [(bool(late), others) for late, others, _ in rows]
            renewal.wanted = [game for _, _, game in rows if game is not None]

        statements = [self.there(owner, at, seconds), (RENEWAL.format(now=self.now), (owner.run,))]
        self.put(Write(statements, done, found=found))

    def give_up(self, owner: Owner, leases: list[Lease], at: float, done: Done) -> None:
        free = "update leases set run = '', wanted = '', since = ? where game = ? and run = ? and fence = ?"
        self.put(Write([(free, (at, one.game, owner.run, one.fence)) for one in leases], done))

    def resign(self, owner: Owner, at: float, done: Done) -> None:
        self.put(Write([("update owners set until = 0, awake = ? where run = ?", (at, owner.run))], done))

    def held(self, owner: Owner) -> dict[str, int]:
        return dict(self.rows("select game, fence from leases where run = ?", owner.run))

    def wanted(self, owner: Owner) -> list[str]:
        return [game for (game,) in self.rows("select game from leases where run = ? and wanted != ''", owner.run)]

    def tenure(self, id: str) -> Tenure | None:
        rows = self.rows(TENURE.format(now=self.now), id)
        return Tenure(*rows[0]) if rows else None

    # ------------------------------------------------------------ reading

    def ping(self) -> None:
        self.rows("select id from games limit 1")

    def read(self, id: str) -> Kept | None:
        for made, head, key, engine in self.rows("select made, head, dice_key, engine from games where id = ?", id):
            found = self.rows("select digest, role, seat from secrets where game = ? order by digest", id)
            last = self.rows(
                "select steps, digest from ops where game = ? and length(told) > 0 order by seq desc limit 1", id
            )
            try:
                whole = with_texts(heads.decode(head), self.texts(id))
                keys = [Key(*one) for one in found]
                return Kept(id, made, whole, key, keys, self.ops(id), engine, *(last[0] if last else (0, "")))
            except (msgspec.MsgspecError, UnicodeError, zlib.error, TypeError, KeyError) as fault:
                raise self.found_damaged(fault) from None
        return None

    def texts(self, id: str) -> dict[str, str]:
        """The texts that a game keeps, by their names. One of the sheet's that is damaged is not among them."""
        found: dict[str, str] = {}
        for name, digest, text in self.rows(
            "select name, pins.digest, text from pins left join texts on texts.digest = pins.digest where game = ?", id
        ):
            try:
                plain = zlib.decompress(text) if text is not None else b""
            except zlib.error:
                plain = b""
            if sha256(plain).digest() == digest:
                found[name] = plain.decode()
            elif not name.startswith(RULES):
                raise Damaged(f"game {id} cannot be opened: the text of its {name} is damaged or missing on disk.")
            else:  # by today's, if it must be
                log.error("game %s: its own %s is damaged or missing on disk", id, name.removeprefix(RULES))
        return found

    def told(self, id: str) -> list[Past]:
        rows = self.rows("select seq, told from ops where game = ? and length(told) > 0 order by seq", id)
        return [Past(*row) for row in rows]

    def games(self) -> list[str]:
        return [row[0] for row in self.rows("select id from games order by made, id")]

    def outlines(self) -> list[Outline]:
        found: list[Outline] = []
        for id, made, head, begun, over, engine, ops, last, size in self.rows(OUTLINES):
            try:
                bare = heads.decode(head)
            except (msgspec.MsgspecError, UnicodeError, TypeError) as fault:
                raise self.found_damaged(fault) from None
            status = OVER if over else PLAYING if begun else GATHERING
            title, scenario = bare.title, bare.scenario.file
            found.append(Outline(id, title, scenario, status, made, last or made, ops, size or 0, engine, bare.seats))
        for id, title, file, ended, size in self.rows(
            "select game, title, file, ended, length(text) from records order by ended, game"
        ):
            found.append(Outline(id, title, file, AWAY, 0.0, ended, 0, size, "", []))
        return found

    def key(self, digest: bytes) -> Opens | None:
        rows = self.rows("select game, role, seat from secrets where digest = ?", digest)
        return Opens(*rows[0]) if rows else None

    def is_listed(self, id: str) -> bool:
        rows = self.rows("select listed from games where id = ?", id)
        return bool(rows and rows[0][0])

    def ops(self, id: str, since: int = 0) -> list[Op]:
        rows = self.rows(
            "select seq, at, kind, seat, question, text from ops where game = ? and seq > ? order by seq", id, since
        )
        return [Op(*row) for row in rows]

    def reasons(self, id: str, step: int) -> list[Explained]:
        rows = self.rows(
            "select seat, question, text, why from ops where game = ? and why != '' and question >= ? and question < ? "
            "order by seq",
            id,
            f"{step}.",
            f"{step}/",  # the sign after the point
        )
        return [Explained(*row) for row in rows]

    def chat(self, id: str, most: int) -> list[ChatLine]:
        rows = self.rows(
            'select number, at, role, seat, who, "to", text from chat where game = ? order by number desc limit ?',
            id,
            most,
        )
        return [ChatLine(*row) for row in rows][::-1]

    def listed(self, most: int) -> list[bytes]:
        found = self.rows("select data from lobby where length(data) > 0 order by made desc limit ?", most)
        return [row[0] for row in found]

    def unlisted(self) -> list[str]:
        return [row[0] for row in self.rows("select game from lobby where length(data) = 0")]

    def clocked(self) -> list[str]:
        return [row[0] for row in self.rows(UNWATCHED.format(now=self.now))]

    def old(self, before: Retention, most: int) -> Due:
        waiting = self.rows(
            "select id from games where over = 0 and begun = 0 and made < ? order by made limit ?",
            before.gathering,
            most,
        )
        over = self.rows(
            "select id from games where over = 1 and ended < ? order by ended limit ?", before.finished, most
        )
        # One that began after that moment need not be looked at more closely.
        left = self.rows(
            "select id from games where over = 0 and begun > 0 and begun < ?1 and "
            "(select at from ops where game = games.id order by seq desc limit 1) < ?1 order by begun limit ?2",
            before.abandoned,
            most,
        )
        return Due([row[0] for row in waiting], [row[0] for row in over + left])

    def key_to_put_away(self, id: str, digest: bytes) -> Key | None:
        found = self.rows(
            "select digest, role, seat from secrets join records using (game) where digest = ? and game = ?", digest, id
        )
        return Key(*found[0]) if found else None

    def record(self, id: str) -> KeptRecord | None:
        for title, file, ended, roles, text in self.rows(
            "select title, file, ended, roles, text from records where game = ?", id
        ):
            try:
                return KeptRecord(id, title, file, ended, roles, zlib.decompress(text).decode())
            except (zlib.error, UnicodeError, TypeError) as fault:
                raise self.found_damaged(fault) from None
        return None


PLAYED: Final = ("games", "lobby", "ops", "chat", "pins", "leases")  # where a game that is played stands

# Whose a game is. A lease lasts as long as its owner's: until when stands once for all that it has.
ENDLESS: Final = 1e12
FORGET: Final = (
    "delete from owners where until < {now} and not exists (select 1 from leases where leases.run = owners.run)"
)
THERE: Final = (
    "insert into owners values (?1, ?2, ?3, {now} + ?4, ?5, 1) on conflict (run) do update set "
    "late = case when owners.until < {now} then 1 else 0 end, until = excluded.until, awake = excluded.awake"
)
ANOTHERS: Final = (
    "leases.run != ?2 and ?3 = 0 and exists (select 1 from owners where owners.run = leases.run and until >= {now})"
)
TAKE: Final = (
    "insert into leases values (?1, ?2, 1, 0, '') on conflict (game) do update set "
    f"wanted = case when not ({ANOTHERS}) then '' when ?4 = 1 then ?2 else leases.wanted end, "
    f"fence = leases.fence + case when leases.run = ?2 or ({ANOTHERS}) then 0 else 1 end, "
    f"since = case when leases.run = ?2 or ({ANOTHERS}) then leases.since else "
    "coalesce((select awake from owners where owners.run = leases.run), leases.since) end, "
    f"run = case when {ANOTHERS} then leases.run else ?2 end "
    "returning run = ?2, fence, since"
)
RENEWAL: Final = (
    "select late, (select count(*) from owners as other where other.until >= {now} and other.run != owners.run), game "
    "from owners left join leases on leases.run = owners.run and wanted != '' where owners.run = ?"
)
UNWATCHED: Final = (
    "select id from games left join leases on leases.game = games.id left join owners on owners.run = leases.run "
    "where clocked = 1 and over = 0 and coalesce(until, 0) < {now}"
)
TENURE: Final = (
    "select name, address, fence, until - {now} from leases join owners on owners.run = leases.run "
    "where game = ? and until >= {now}"
)


def new_keys(id: str, keys: list[Key]) -> list[Statement]:
    return [("insert into secrets values (?, ?, ?, ?)", (key.digest, id, key.role, key.seat)) for key in keys]


def relisted(id: str, listing: bytes) -> Statement:
    """A game that is not in the list (any more) does not come into it this way."""
    if not listing:
        return "delete from lobby where game = ?", (id,)
    return "update lobby set data = ? where game = ?", (listing, id)


def without(id: str, *tables: str) -> list[Statement]:
    """All of a game that stands in these tables, and the texts that no other game has."""
    alone = (
        "delete from texts where digest in (select digest from pins where game = ?1) and not exists "
        "(select 1 from pins where pins.digest = texts.digest and game != ?1)"
    )
    gone = [(f"delete from {table} where {'id' if table == 'games' else 'game'} = ?", (id,)) for table in tables]
    return [(alone, (id,)), *gone]


def pinning(id: str, texts: dict[str, str]) -> list[Statement]:
    """Texts that a game keeps, by their names."""
    found: list[Statement] = []
    for name, text in texts.items():
        plain = text.encode()
        digest = sha256(plain).digest()
        found.append(("insert into texts values (?, ?) on conflict do nothing", (digest, zlib.compress(plain))))
        found.append((PIN, (id, name, digest)))
    return found


def repinned(id: str, pinned: Pinned) -> list[Statement]:
    noted: Statement = ("update games set engine = ? where id = ?", (pinned.engine, id))
    return [noted, *pinning(id, of_rules(pinned.rules))]


def limits_of(quota: Quota, maker: bytes) -> list[Check]:
    """Counted where games are written, so that many who ask at once cannot get more than one would."""
    found: list[Check] = []
    if quota.games:
        says = "this server has {} unfinished games, as many as it takes: try again when some are over."
        found.append(Limit(("select count(*) from games where over = 0", ()), quota.games, says))
    if quota.of_maker:
        says = "this address has {} unfinished games here, as many as it may have: finish some of them first."
        unfinished = "select count(*) from games where over = 0 and maker = ?"
        found.append(Limit((unfinished, (maker,)), quota.of_maker, says))
    return found
