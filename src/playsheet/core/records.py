"""Records: a game as a text that a person can read, mail, diff and keep, and that replays to the same events.

    playsheet record 1
    title: The Wells
    system: lancer
    engine: 0.1.0
    sheet: 5d41402abc4b2a76                     the sheet and all rulings in force, as a digest
    ruling: R51 | break_point | half            those that differ from their default
    seat 1: The Garrison | doctrine
    seat 2: The Emir's Host | person | own dice
    dice: seed 42                               or `fair`, then its commitment, salts and (once revealed) key;
    round: 1                                    fair dice whose words were sealed: in which round that was, and
    seal 2: 9f86d081884c7d65...                 the seal of each person's words, before the salts
    begun elsewhere: 40                         fair dice only: so many steps were taken over, and their dice were
    thrown 12: 3 5 1                            those that are known of each
    scenario: the-wells.toml                    house rules, if any, stand before it in the same way
    | id = "the-wells"
    | ...
    check: 7a3e

    -- turn 1 --
       1  1f0c33aa90b1e2d4 0b77  2> alone | @18.0,41.5
    # The Garrison moves up to the well.        somebody's words, of the step that follows
       2  93be0a5511c09d3e 5c1f  1> move | @90.0 | @0.0 | 2> stand
    taken back at 3: 1> shoot:4
       3  ...
    open 4  ...                                 a step in which somebody still has to answer
    result: side 1 | The Garrison holds the well.
    checksum: ...                               over every byte above

A step's line has its number, the digest of everything told so far, a check of the text so far, and its inputs: who
gave them (a seat, or `gm`, the game master; `1(7)` by its seventh intent, `players/adjutant.py`) and what they were, in
the order in which they were used; a game that was ended from outside its rules has `gm> end 1 The Emir's Host
resigns.` as its last. The digest says where a replay parts from the record; the check says which line of a damaged file
was changed. Comments are in neither: anybody may add some to a record that is sound, and it stays sound (lessons/ makes
a lesson of it).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from playsheet.core.asking import Player
from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.fair import Continued, Fair, Overheard, commitment, fingerprint, seal_of
from playsheet.core.game import GAME_MASTER, Game, Input, TakenBack, chained
from playsheet.core.house import read_house
from playsheet.core.reader import FORBIDDEN, shown
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.version import __version__

FORMAT: Final = 1
LARGEST_RECORD: Final = 16 << 20  # bytes
COMMENT: Final = "#"
OWN_DICE: Final = "own dice"
PERSON: Final = "person"
FIRST_LINE: Final = re.compile(r"playsheet record (\d{1,6})")
VERSION: Final = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})([-+.a-z0-9]*)")
SEED: Final = re.compile(r"seed (\d{1,20})")
HEX: Final = re.compile(r"[0-9a-f]+")
NUMBER: Final = re.compile(r"\d{1,7}")
THROWN: Final = re.compile(r"thrown (\d{1,7}): (\d{1,4}(?: \d{1,4})*)")
MOST_STEPS: Final = 100_000
SEAL: Final = re.compile(r"seal (\d{1,3}): ([0-9a-f]{64})")
TURN: Final = re.compile(r"-- turn (\d{1,6}) --")
STEP: Final = re.compile(
    r"(?P<before>(?:open| *) ?(?P<number>\d{1,7})  (?P<digest>[0-9a-f]{16})) (?P<check>[0-9a-f]{4})"
    r"(?P<after>(?:  (?P<inputs>.+))?)"
)
TAKEN_BACK: Final = re.compile(r"taken back at (\d{1,7}):(?: (.+))?")
SECRET: Final = re.compile(r"secret (\d{1,7}): (.+)")
WHO: Final = re.compile(r"(gm|\d{1,3})(?:\((\d{1,7})\))?> ")
RESULT: Final = re.compile(r"unfinished|draw|side (\d{1,3})")


class Seat:
    """Who sat there, who played, and whether with dice of their own."""

    def __init__(self, name: str, player: str, own_dice: bool) -> None:
        self.name: Final = name
        self.player: Final = player  # doctrine, random, person ...
        self.own_dice: Final = own_dice


class Page:
    """A whole file that the record holds: the scenario, a house rule."""

    def __init__(self, file: str, text: str) -> None:
        self.file: Final = file
        self.text: Final = text


class InForce:
    """A ruling that did not stand at its default."""

    def __init__(self, ruling: str, key: str, value: str) -> None:
        self.ruling: Final = ruling
        self.key: Final = key
        self.value: Final = value


class DiceKept:
    """What the record knows of the dice: a seed, or a commitment with seals, salts and, once revealed, the key."""

    def __init__(
        self,
        seed: int,
        commitment: str,
        salts: list[str],
        key: str,
        thrown: list[list[int]] | None = None,
        seals: list[str] | None = None,
        round: int = 0,
    ) -> None:
        self.seed: Final = seed
        self.commitment: Final = commitment  # empty: the dice are seeded
        self.salts: Final = salts
        self.key: Final = key  # hexadecimal; empty: not revealed
        self.thrown: Final[list[list[int]]] = thrown if thrown is not None else []  # in each step begun elsewhere
        self.seals: Final[list[str]] = seals if seals is not None else []  # of each seat; "": it has none
        self.round: Final = round  # 0: the salts were given in the clear


class StepKept:
    """One step: the turn it began in, its inputs, and the digest of everything told up to its end."""

    def __init__(self, turn: int, digest: str, inputs: list[Input]) -> None:
        self.turn: Final = turn
        self.digest: Final = digest
        self.inputs: Final = inputs


class Comment:
    """A line that somebody wrote beside a step; steps count from 0, and after the last it is as many as there are."""

    def __init__(self, step: int, text: str) -> None:
        self.step: Final = step
        self.text: Final = text


class Record:
    """All that is needed to play a game again, step for step."""

    def __init__(self) -> None:
        self.engine = __version__
        self.system = ""
        self.title = ""
        self.sheet = ""
        self.rulings: list[InForce] = []
        self.seats: list[Seat] = []
        self.dice = DiceKept(0, "", [], "")
        self.houses: list[Page] = []
        self.scenario = Page("", "")
        self.steps: list[StepKept] = []
        self.taken_back: list[TakenBack] = []  # by step
        self.open: StepKept | None = None  # a step that waits for an answer; its digest is of what was told so far
        self.waiting: dict[int, str] = {}  # answers to a secret question of the open step that others still owe
        self.comments: list[Comment] = []  # in the order of their steps
        self.finished = False
        self.winner = -1
        self.verdict = ""

    def text(self) -> str:
        """The record as it is kept."""
        return _Writer().written(self)


class Parted(Refused):
    """Where a record parts from what is played, or from what can be read. Step 0 is the head."""

    def __init__(self, step: int, what: str, sentence: str = "") -> None:
        super().__init__(sentence or f"parts at step {step}{'' if step else ' (the head)'}: {what}")
        self.step: Final = step
        self.what: Final = what


class Verdict:
    """What came of a verification: sound, or the step where the record parts (0 is the head)."""

    def __init__(self, sound: bool, step: int, sentence: str, fingerprint: str = "") -> None:
        self.sound: Final = sound
        self.fingerprint: Final = fingerprint  # of commitment and seals; empty where no words were sealed
        self.step: Final = step
        self.sentence: Final = sentence


# ---------------------------------------------------------------------- making a record


def record_of(game: Game[Any], scenario: Scenario, players: list[str], title: str = "", reveal: bool = False) -> Record:
    """A game's record, finished or not. `players` says who played each seat; `reveal` gives away the dice's key."""
    if not game.keep:
        raise Refused("this game remembers nothing, so there is no record of it.")
    names = game.system.seats(scenario)
    if len(players) != len(names):
        raise Refused(f"{scenario.title} has {len(names)} seats ({', '.join(names)}), got {len(players)}.")
    record = Record()
    record.system = game.system.id
    record.title = title or scenario.title
    record.sheet = sheet_digest(game.system)
    record.rulings = [InForce(change.ruling, change.key, change.value) for change in game.system.switches.changed()]
    record.seats = [Seat(name, players[seat], game.own_dice[seat]) for seat, name in enumerate(names)]
    record.dice = _dice_kept(game.source, reveal)
    record.houses = [_page(house.file, house.text) for house in game.system.houses]
    record.scenario = _page(scenario.file, scenario.text)
    record.steps = [StepKept(closed.turn, closed.digest, _copied(closed.inputs)) for closed in game.sealed()]
    record.taken_back = sorted(game.taken_back, key=_step_of)
    if game.start is not None and not game.battle.finished:
        record.open = StepKept(game.start.turn, _told_so_far(game), _copied(game.inputs))
        record.waiting = dict(game.waiting)
    record.finished = game.battle.finished
    record.winner = game.battle.winner
    record.verdict = game.battle.verdict
    return record


def sheet_digest(system: System[Any]) -> str:
    """The sheet's cells and the rulings in force: two games with the same digest were played by the same rules."""
    data = {"sheet": system.sheet.data(), "rulings": system.switches.values}
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(canonical.encode()).hexdigest()[:16]


def _dice_kept(dice: Dice, reveal: bool) -> DiceKept:
    if isinstance(dice, Seeded):
        return DiceKept(dice.seed & 0xFFFF_FFFF_FFFF_FFFF, "", [], "")
    if isinstance(dice, Fair):
        return _fair_kept(dice, reveal, [])
    if isinstance(dice, Continued):
        return _fair_kept(dice.then, reveal, [faces[:] for faces in dice.known])
    raise Refused(f"a record holds seeded or fair dice, these are {type(dice).__name__.lower()}.")


def _fair_kept(dice: Fair, reveal: bool, thrown: list[list[int]]) -> DiceKept:
    key = dice.key.hex() if reveal else ""
    return DiceKept(0, commitment(dice.key), list(dice.salts), key, thrown, list(dice.seals), dice.round)


def _page(file: str, text: str) -> Page:
    """A file's text, its line ends plain: TOML reads both kinds the same."""
    plain = text.replace("\r\n", "\n")
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in plain):
        raise Refused(f"{file}: this is not Unicode text, so no record can hold it.")
    return Page(file, plain)


def _step_of(gone: TakenBack) -> int:
    return gone.step


def _copied(inputs: list[Input]) -> list[Input]:
    return [Input(held.seat, held.text, intent=held.intent) for held in inputs]


def _told_so_far(game: Game[Any]) -> str:
    """The digest of everything told, the open step's share included."""
    return chained(game.digest, game.log[game.start_told :])


# ---------------------------------------------------------------------- writing


class _Writer:
    """Lines, and the running check of all of them."""

    def __init__(self) -> None:
        self.lines: Final[list[str]] = []
        self.running: Final = sha256()
        self.turn = 0

    def written(self, record: Record) -> str:
        self.head(record)
        gone = list(record.taken_back)
        said = list(record.comments)
        for index, step in enumerate(record.steps):
            self.step(index, step, gone, said, f"{index + 1:>4}")
        last = len(record.steps)
        if record.open is not None:
            self.step(last, record.open, gone, said, f"open {last + 1}")
            for place, text in sorted(record.waiting.items()):
                self.add(f"secret {place}: {_word(text)}")
        for lost in gone:
            self.taken_back(lost)
        for comment in said:
            self.comment(comment)
        self.add("")
        if not record.finished:
            self.add("result: unfinished")
        else:
            winner = f"side {record.winner + 1}" if record.winner >= 0 else "draw"
            self.add(f"result: {winner} | {_word(record.verdict)}")
        content = "".join([line for line in self.lines if not line.startswith(COMMENT)])
        return f"{''.join(self.lines)}checksum: {sha256(content.encode()).hexdigest()}\n"

    def head(self, record: Record) -> None:
        self.add(f"playsheet record {FORMAT}")
        self.add(f"title: {_word(record.title)}")
        self.add(f"system: {record.system}")
        self.add(f"engine: {record.engine}")
        self.add(f"sheet: {record.sheet}")
        for ruling in record.rulings:
            self.add(f"ruling: {ruling.ruling} | {_word(ruling.key)} | {_word(ruling.value)}")
        for number, seat in enumerate(record.seats, 1):
            own = f" | {OWN_DICE}" if seat.own_dice else ""
            self.add(f"seat {number}: {_word(seat.name)} | {_word(seat.player)}{own}")
        self.dice(record.dice)
        for house in record.houses:
            self.page("house", house)
        self.page("scenario", record.scenario)
        self.add_checked("check:", "")

    def dice(self, dice: DiceKept) -> None:
        if not dice.commitment:
            self.add(f"dice: seed {dice.seed}")
            return
        self.add("dice: fair")
        self.add(f"commitment: {dice.commitment}")
        if dice.round:
            self.add(f"round: {dice.round}")
        for number, seal in enumerate(dice.seals, 1):
            if seal:
                self.add(f"seal {number}: {seal}")
        for salt in dice.salts:
            self.add(f"salt: {_word(salt)}")
        if dice.key:
            self.add(f"key: {dice.key}")
        if dice.thrown:
            self.add(f"begun elsewhere: {len(dice.thrown)}")
        for index, faces in enumerate(dice.thrown):
            if faces:
                self.add(f"thrown {index + 1}: {' '.join([str(face) for face in faces])}")

    def page(self, kind: str, page: Page) -> None:
        self.add(f"{kind}: {_word(page.file)}")
        for line in page.text.split("\n"):
            self.add(f"| {line}" if line else "|")

    def step(self, index: int, step: StepKept, gone: list[TakenBack], said: list[Comment], number: str) -> None:
        if step.turn != self.turn:
            self.turn = step.turn
            self.add("")
            self.add(f"-- turn {step.turn} --")
        while gone and gone[0].step == index:
            self.taken_back(gone.pop(0))
        while said and said[0].step <= index:
            self.comment(said.pop(0))
        self.add_checked(f"{number}  {step.digest}", f"  {_inputs(step.inputs)}" if step.inputs else "")

    def taken_back(self, gone: TakenBack) -> None:
        inputs = f" {_inputs(gone.inputs)}" if gone.inputs else ""
        self.add(f"taken back at {gone.step + 1}:{inputs}")

    def comment(self, comment: Comment) -> None:
        self.lines.append(f"{COMMENT} {comment.text}\n" if comment.text else f"{COMMENT}\n")

    def add(self, line: str) -> None:
        self.lines.append(line + "\n")
        self.running.update(_bytes(line + "\n"))

    def add_checked(self, before: str, after: str) -> None:
        """A line with the check of all text so far, its own included."""
        self.running.update(_bytes(before + after + "\n"))
        self.lines.append(f"{before} {self.running.hexdigest()[:4]}{after}\n")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")  # a damaged file may hold anything


def _inputs(inputs: list[Input]) -> str:
    """`1> move | @90.0 | 2(7)> stand`: who gives an answer, and by which intent, is said where it changes."""
    parts: list[str] = []
    last = (GAME_MASTER - 1, 0)
    for held in inputs:
        who = (held.seat, held.intent)
        if held.seat == GAME_MASTER:
            parts.append(f"gm> {_word(held.text.removeprefix('gm '))}")
        elif who != last:
            parts.append(f"{held.seat + 1}{f'({held.intent})' if held.intent else ''}> {_word(held.text)}")
        else:
            parts.append(_word(held.text))
        last = who
    return " | ".join(parts)


def _word(text: str) -> str:
    """The text as it is, or quoted where it could be mistaken for something else."""
    plain = bool(text) and text == text.strip() and text[0] != '"' and "|" not in text and ">" not in text
    if plain and "\n" not in text and "\t" not in text and FORBIDDEN.search(text) is None:
        return text
    return FORBIDDEN.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found.group()):04x}"


# ---------------------------------------------------------------------- reading


def record_bytes(path: Path, name: str = "") -> bytes:
    """A record's file; one that cannot be read or is too large is refused."""
    file = name or path.name
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_RECORD + 1)
    except FileNotFoundError:
        raise Refused(f"{file}: there is no such file ({path}).") from None
    except IsADirectoryError:
        raise Refused(f"{file}: this is a folder, not a file ({path}).") from None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise Refused(f"{file}: the file cannot be read ({reason}).") from None
    if len(content) > LARGEST_RECORD:
        raise Refused(f"{file}: {TOO_LARGE}")
    return content


def read_record(source: str | bytes, name: str = "record") -> Record:
    """A record from its text; a newer, malformed or changed one is refused."""
    reading = _Reading(source, name)
    reading.read()
    if not reading.whole:
        raise Refused(
            f"{name}: the checksum does not fit: the record was changed after it was written "
            f"(first at step {reading.changed_at()}; 0 is the head)."
        )
    return reading.record


TOO_LARGE: Final = f"the record is too large, at most {LARGEST_RECORD:,} bytes are read."
DECODER: Final = json.JSONDecoder()


class _Reading:
    """A record being read, line by line. What was read before a fault stays in `record`."""

    def __init__(self, source: str | bytes, name: str) -> None:
        self.name: Final = name
        self.record: Final = Record()
        self.at = 0  # the next line
        self.step = 0  # the step that this line stands at; 0 is the head
        self.turn = 0
        self.running: Final = sha256()
        self.changed = -1  # the first step whose check does not fit
        self.headed = False  # the head is read
        self.whole = False  # read to its end, and the checksum fits
        if len(source) > LARGEST_RECORD:
            raise Parted(0, TOO_LARGE, f"{name}: {TOO_LARGE}")
        text = source.decode("utf-8", "surrogateescape") if isinstance(source, bytes) else source
        self.lines: Final = text.split("\n")

    def read(self) -> None:
        self.head()
        self.headed = True
        while self.body():
            pass
        self.end()

    def changed_at(self) -> int:
        """The step at which a file that can be read was changed."""
        return self.changed if self.changed >= 0 else self.last()

    def last(self) -> int:
        """The last step, be it closed or open."""
        return len(self.record.steps) + (1 if self.record.open is not None else 0)

    # ------------------------------------------------------------ lines

    def fault(self, expected: str, got: str, line: int = -1) -> Parted:
        return self.odd(expected, shown(got) if got else "nothing", line)

    def odd(self, expected: str, got: str, line: int = -1) -> Parted:
        where = line if line >= 0 else self.at - 1
        what = f"line {where + 1}: expected {expected}, got {got}."
        return Parted(self.step, what, f"{self.name}: {what}")

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def line(self, expected: str) -> str:
        """The next line, as text that a person could have read."""
        if self.at >= len(self.lines) - 1:
            self.at += 1
            raise self.fault(expected, self.lines[-1])
        line = self.lines[self.at]
        self.at += 1
        if line.endswith("\r"):
            raise self.odd("a plain line end (LF)", "another kind (CR LF)")
        odd = FORBIDDEN.search(line)
        if odd is not None or "\t" in line:
            code = 9 if odd is None else ord(odd.group())
            what = "no UTF-8" if 0xD800 <= code <= 0xDFFF else f"the control character U+{code:04X}"
            raise self.odd("plain text", what)
        return line

    def plain_line(self, expected: str) -> str:
        line = self.line(expected)
        self.running.update(_bytes(line + "\n"))
        return line

    def checked(self, before: str, check: str, after: str) -> None:
        self.running.update(_bytes(before + after + "\n"))
        if self.changed < 0 and self.running.hexdigest()[:4] != check:
            self.changed = self.step

    # ------------------------------------------------------------ the head

    def head(self) -> None:
        record = self.record
        self.first_line()
        record.title = self.word("title")
        record.system = self.word("system")
        record.engine = self.version()
        record.sheet = self.hexadecimal("sheet", 16)
        while self.peek().startswith("ruling:"):
            words = self.words("ruling", 3, 3, "a ruling's number, its switch and its value")
            record.rulings.append(InForce(words[0], words[1], words[2]))
        while self.peek().startswith("seat "):
            self.seat(f"seat {len(record.seats) + 1}")
        record.dice = self.dice()
        while self.peek().startswith("house:"):
            record.houses.append(self.page("house"))
        record.scenario = self.page("scenario")
        check = self.line("check: and 4 hexadecimal digits")
        if not check.startswith("check: ") or len(check) != 11 or HEX.fullmatch(check[7:]) is None:
            raise self.fault("check: and 4 hexadecimal digits", check)
        self.checked("check:", check[7:], "")

    def first_line(self) -> None:
        line = self.plain_line(f"playsheet record {FORMAT}")
        found = FIRST_LINE.fullmatch(line)
        if found is None or int(found[1]) < 1:
            raise self.fault(f"playsheet record {FORMAT}", line)
        if int(found[1]) > FORMAT:
            what = (
                f"this record is written in format {int(found[1])}, and this version of Playsheet ({__version__}) "
                f"reads format {FORMAT}: it takes a newer Playsheet to open it."
            )
            raise Parted(0, what, f"{self.name}: {what}")

    def version(self) -> str:
        text = self.word("engine")
        made = VERSION.fullmatch(text)
        mine = VERSION.fullmatch(__version__)
        if made is None:
            raise self.fault("a version such as 0.1.0", text)
        if mine is not None and _release(made) > _release(mine):
            what = (
                f"this record was made by Playsheet {text}, and this is Playsheet {__version__}: "
                "it takes the newer one to open it."
            )
            raise Parted(0, what, f"{self.name}: {what}")
        return text

    def seat(self, key: str) -> None:
        words = self.words(key, 2, 3, "the seat's name, who played, and perhaps: own dice")
        if len(words) == 3 and words[2] != OWN_DICE:
            raise self.fault(OWN_DICE, words[2])
        self.record.seats.append(Seat(words[0], words[1], len(words) == 3))

    def dice(self) -> DiceKept:
        said = self.word("dice")
        if said != "fair":
            seed = SEED.fullmatch(said)
            if seed is None:
                raise self.fault("dice: fair, or seed and a number", said)
            return DiceKept(int(seed[1]), "", [], "")
        promised = self.hexadecimal("commitment", 64)
        round = self.round() if self.peek().startswith("round:") else 0
        seals = self.seals() if round else []
        salts: list[str] = []
        while self.peek().startswith("salt:"):
            salts.append(self.word("salt"))
        key = self.hexadecimal("key", 64) if self.peek().startswith("key:") else ""
        thrown: list[list[int]] = []
        if self.peek().startswith("begun elsewhere:"):
            steps = self.value("begun elsewhere", "a number of steps")
            if NUMBER.fullmatch(steps) is None or int(steps) > MOST_STEPS:
                raise self.fault("a number of steps", steps)
            thrown = [[] for _ in range(int(steps))]
        while self.peek().startswith("thrown "):
            self.thrown(thrown)
        return DiceKept(0, promised, salts, key, thrown, seals, round)

    def round(self) -> int:
        text = self.value("round", "a number from 1 on")
        if NUMBER.fullmatch(text) is None or int(text) < 1:
            raise self.fault("a number from 1 on", text)
        return int(text)

    def seals(self) -> list[str]:
        """`seal 2: 9f86...`: of the words of this seat; seats without words have none."""
        seals = ["" for _ in self.record.seats]
        while self.peek().startswith("seal "):
            expected = "seal, a seat that has none yet, and 64 hexadecimal digits"
            line = self.plain_line(expected)
            found = SEAL.fullmatch(line)
            if found is None or not 1 <= int(found[1]) <= len(seals) or seals[int(found[1]) - 1]:
                raise self.fault(expected, line)
            seals[int(found[1]) - 1] = found[2]
        return seals

    def thrown(self, thrown: list[list[int]]) -> None:
        """`thrown 12: 3 5 1`: the dice of a step that was played elsewhere."""
        expected = "thrown, a step that was begun elsewhere, and its dice"
        line = self.plain_line(expected)
        found = THROWN.fullmatch(line)
        if found is None or not 1 <= int(found[1]) <= len(thrown) or thrown[int(found[1]) - 1]:
            raise self.fault(expected, line)
        thrown[int(found[1]) - 1] = [int(face) for face in found[2].split(" ")]

    def page(self, kind: str) -> Page:
        file = self.word(kind)
        lines: list[str] = []
        while self.peek().startswith("|"):
            line = self.lines[self.at]
            self.at += 1
            self.running.update(_bytes(line + "\n"))
            if any(0xD800 <= ord(letter) <= 0xDFFF for letter in line):
                raise self.odd("plain text", "no UTF-8")
            if line.endswith("\r"):
                raise self.odd("a plain line end (LF)", "another kind (CR LF)")
            if line != "|" and (not line.startswith("| ") or line == "| "):
                raise self.fault(f"| and a line of the {kind}", line)
            lines.append(line[2:])
        if not lines:
            raise self.fault(f"the {kind}, each line of it after |", self.peek(), self.at)
        return Page(file, "\n".join(lines))

    def value(self, key: str, expected: str) -> str:
        line = self.plain_line(f"{key}: and {expected}")
        if not line.startswith(key + ": "):
            raise self.fault(f"{key}: and {expected}", line)
        return line[len(key) + 2 :]

    def hexadecimal(self, key: str, digits: int) -> str:
        expected = f"{digits} hexadecimal digits"
        text = self.value(key, expected)
        if len(text) != digits or HEX.fullmatch(text) is None:
            raise self.fault(expected, text)
        return text

    def word(self, key: str) -> str:
        return self.words(key, 1, 1, "a word or more")[0]

    def words(self, key: str, least: int, most: int, expected: str) -> list[str]:
        line = self.value(key, expected)
        words: list[str] = []
        end = 0
        while end < len(line) or not words:
            word, end = self.one_word(line, end)
            words.append(word)
        if not least <= len(words) <= most:
            raise self.fault(expected, line)
        return words

    def one_word(self, line: str, start: int) -> tuple[str, int]:
        """The word at `start`, and where the next one starts."""
        if line.startswith('"', start):
            try:
                value, end = DECODER.raw_decode(line, start)
            except ValueError:
                raise self.fault("a quoted text with its end", line[start:]) from None
            word = str(value)
        else:
            end = line.find(" | ", start)
            if end < 0:
                end = len(line)
            word = line[start:end]
            if _word(word) != word:
                raise self.fault("a text that needs no quotes, or a quoted one", word)
        if end == len(line):
            return word, end
        if not line.startswith(" | ", end) or end + 3 == len(line):
            raise self.fault("| between two texts", line[end:])
        return word, end + 3

    # ------------------------------------------------------------ the steps

    def body(self) -> bool:
        """One line after the head; False once the result is read."""
        record = self.record
        self.step = len(record.steps) + 1
        expected = "a step, a turn, inputs taken back, a comment, or the result"
        line = self.line(expected)
        if line.startswith(COMMENT):
            place = self.last() if record.open is not None else len(record.steps)
            record.comments.append(Comment(place, line[len(COMMENT) :].strip()))
            return True
        step = STEP.fullmatch(line)
        if step is not None:
            self.one_step(step, line)
            return True
        self.running.update(_bytes(line + "\n"))
        turn = TURN.fullmatch(line)
        gone = TAKEN_BACK.fullmatch(line)
        secret = SECRET.fullmatch(line)
        if turn is not None and record.open is None:
            self.turn = int(turn[1])
        elif gone is not None:
            self.gone(int(gone[1]), gone[2] or "")
        elif secret is not None and record.open is not None:
            text, end = self.one_word(secret[2], 0)
            if end != len(secret[2]) or int(secret[1]) in record.waiting:
                raise self.fault("one secret answer", line)
            record.waiting[int(secret[1])] = text
        elif line.startswith("result:"):
            self.result(line)
            return False
        elif line:
            raise self.fault(expected, line)
        return True

    def one_step(self, found: re.Match[str], line: str) -> None:
        record = self.record
        is_open = line.startswith("open")
        if record.open is not None:
            raise self.fault("the result after the open step", line)
        if int(found["number"]) != self.step:
            raise self.fault(f"step {self.step}", line)
        if self.turn < 1:
            raise self.fault("a turn before the first step", line)
        if record.taken_back and record.taken_back[-1].step >= self.step:
            raise self.fault(f"step {record.taken_back[-1].step + 1} after what was taken back at it", line)
        self.checked(found["before"], found["check"], found["after"])
        step = StepKept(self.turn, found["digest"], self.inputs(found["inputs"] or ""))
        if is_open:
            record.open = step
        else:
            record.steps.append(step)

    def gone(self, number: int, inputs: str) -> None:
        record = self.record
        least = record.taken_back[-1].step + 1 if record.taken_back else 1
        if number < max(least, self.step):
            raise self.fault(f"what was taken back at step {self.step} or later", f"at {number}")
        record.taken_back.append(TakenBack(number - 1, self.inputs(inputs)))

    def inputs(self, line: str) -> list[Input]:
        """`1> move | @90.0 | 2(7)> stand`."""
        found: list[Input] = []
        seat = GAME_MASTER - 1
        intent = 0
        end = 0
        while end < len(line):
            who = WHO.match(line, end)
            if who is not None:
                seat = GAME_MASTER if who[1] == "gm" else int(who[1]) - 1
                intent = int(who[2] or 0)
                end = who.end()
                if who[1] != "gm" and not 0 <= seat < len(self.record.seats):
                    raise self.fault(f"a seat from 1 to {len(self.record.seats)}", who[1])
            elif seat < GAME_MASTER:
                raise self.fault("a seat and > before the first input", line)
            word, end = self.one_word(line, end)
            found.append(Input(seat, "gm " + word if seat == GAME_MASTER else word, intent=intent))
        return found

    def result(self, line: str) -> None:
        record = self.record
        self.step = self.last()
        text = line[8:] if line.startswith("result: ") else ""
        winner, end = self.one_word(text, 0) if text else ("", 0)
        found = RESULT.fullmatch(winner)
        if found is None:
            raise self.fault("the result: a side, draw or unfinished", line)
        if winner == "unfinished":
            if end != len(text):
                raise self.fault("nothing after unfinished", text[end:])
            return
        if record.open is not None:
            raise self.fault("the result unfinished after an open step", line)
        if end == len(text):
            raise self.fault("the result and why, with | between them", line)
        record.verdict, end = self.one_word(text, end)
        if end != len(text):
            raise self.fault("nothing after the verdict", text[end:])
        record.finished = True
        record.winner = int(found[1]) - 1 if found[1] else -1

    def end(self) -> None:
        self.step = self.last()
        content = "\n".join([line for line in self.lines[: self.at] if not line.startswith(COMMENT)]) + "\n"
        expected = "checksum: and 64 hexadecimal digits"
        line = self.line(expected)
        if not line.startswith("checksum: ") or len(line) != 74 or HEX.fullmatch(line[10:]) is None:
            raise self.fault(expected, line)
        if self.at != len(self.lines) - 1 or self.lines[self.at]:
            self.at += 1
            raise self.fault("nothing after the checksum", self.lines[self.at - 1])
        self.whole = sha256(_bytes(content)).hexdigest() == line[10:] and self.changed < 0


def _release(found: re.Match[str]) -> tuple[int, int, int]:
    return int(found[1]), int(found[2]), int(found[3])


# ---------------------------------------------------------------------- playing it again

Load = Callable[[str], System[Any]]


class Sealed(Dice):
    """Fair dice whose key nobody has revealed yet: they cannot be thrown again."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = False

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        if n == 0:
            return []
        self.asked = True
        raise Refused("the key of its dice is not revealed yet.")


def replay(record: Record, load: Load, upto: int = -1, key: bytes = b"") -> Game[Any]:
    """The game played again from its inputs, to its end or through step `upto`; `Parted` where it comes out otherwise.

    `load` gives a system by its id. `key` is for fair dice whose key the record does not reveal.
    """
    game = _new_game(record, load, thrown_again(record, key))
    _play(game, record, upto)
    return game


def resume(record: Record, load: Load, players: list[Player | None], key: bytes = b"") -> Game[Any]:
    """An unfinished game, played on by these players until one of them must be asked, or to its end."""
    if len(players) != len(record.seats):
        raise Refused(f"this game has {len(record.seats)} seats, got {len(players)} players.")
    game = replay(record, load, -1, key)
    game.players = players
    game.rewind()
    game.run()
    return game


def continued(record: Record, load: Load, upto: int, key: bytes, dice: Fair) -> Game[Any]:
    """A new game that takes over the first `upto` steps (-1: all that are over), and then goes on with dice of its own.

    `key` is for fair dice whose key the record does not reveal. What was taken back before is forgotten.
    """
    last = len(record.steps) if upto < 0 else min(upto, len(record.steps))
    heard = Overheard(thrown_again(record, key))
    _play(_new_game(record, load, heard), record, last)
    while len(heard.thrown_in) < last:
        heard.thrown_in.append([])
    game = _new_game(record, load, Continued(heard.thrown_in[:last], dice))
    _play(game, record, last)
    game.taken_back = []
    return game


def verify(source: str | bytes, load: Load, name: str = "record", key: bytes = b"") -> Verdict:
    """Is the record as it was written, and does it play out as it says? If not: where it parts."""
    fault: Parted | None = None
    try:
        reading = _Reading(source, name)
    except Parted as refused:
        return Verdict(sound=False, step=0, sentence=f"cannot be read: {refused.what}")
    try:
        reading.read()
    except Parted as refused:
        fault = refused
    if fault is not None and not reading.headed:
        return Verdict(sound=False, step=0, sentence=f"cannot be read: {fault.what}")
    record = reading.record
    try:
        game = _new_game(record, load, thrown_again(record, key))
        _play(game, record, len(record.steps) if fault is not None else -1)
    except Parted as parted:
        changed = "" if reading.whole else _changed(reading, fault)
        return Verdict(sound=False, step=parted.step, sentence=f"{parted}{changed}")
    if fault is not None:
        return Verdict(sound=False, step=fault.step, sentence=_parts(fault.step, fault.what))
    if not reading.whole:
        step = reading.changed_at()
        what = "the text was changed there after it was written, though every step replays to the same events."
        return Verdict(sound=False, step=step, sentence=_parts(step, what))
    printed = fingerprint(record.dice.commitment, record.dice.seals) if record.dice.round else ""
    return Verdict(sound=True, step=len(record.steps), sentence=_sound(record, game), fingerprint=printed)


def _parts(step: int, what: str) -> str:
    return str(Parted(step, what))


def _changed(reading: _Reading, fault: Parted | None) -> str:
    step = fault.step if fault is not None and reading.changed < 0 else reading.changed_at()
    where = f"at step {step}" if step else "in its head"
    return f" The file was changed after it was written, first {where}."


def _sound(record: Record, game: Game[Any]) -> str:
    steps = len(record.steps)
    said = f"sound: {steps} {'step replays' if steps == 1 else 'steps replay'} to the same events"
    if not record.finished:
        said += ", and the game is unfinished"
    return f"{said}{_dice_in_words(record)}{_made_otherwise(record, game.system)}"


def _dice_in_words(record: Record) -> str:
    """What the file proves of its dice, and no more: that seals came before words only those who played have seen."""
    dice = record.dice
    if not dice.key:
        return "."
    since = f" from step {len(dice.thrown) + 1} on" if dice.thrown else ""
    said = f"; the dice{since} are those that were committed to"
    if dice.round:
        printed = fingerprint(dice.commitment, dice.seals)
        return (
            f"{said}, and the players' words are those that were sealed (round {dice.round}). Each player's page has "
            f"shown the fingerprint of the seals before that player's words were shown; here it is {printed}."
        )
    if any(seat.player == PERSON for seat in record.seats):
        return f"{said}. The players' words were not sealed: whoever knew the key and spoke last could choose."
    return f"{said}."


def _made_otherwise(record: Record, system: System[Any]) -> str:
    """What is different here from where the record was made."""
    said = ""
    if record.engine != __version__:
        said += f" The record was made by Playsheet {record.engine}, this is {__version__}."
    here = sheet_digest(system)
    if record.sheet != here:
        said += f" It was made under another sheet or other rulings of {record.system} ({record.sheet}, here {here})."
    return said


def _new_game(record: Record, load: Load, dice: Dice) -> Game[Any]:
    """The game before its first step, every seat a person's."""
    try:
        base = load(record.system)
        houses = [read_house(page.text, page.file) for page in record.houses]
        scenario = base.read_scenario(record.scenario.text, record.scenario.file)
        system = base.configured(scenario.settings, scenario.file, houses)
        battle = system.new_battle(scenario)
    except Refused as fault:
        raise Parted(0, str(fault)) from None
    names = system.seats(scenario)
    if names != [seat.name for seat in record.seats]:
        raise Parted(0, f"the scenario's seats are {', '.join(names)}, which is not what the record says.")
    for ruling in record.rulings:
        here = system.switches.values.get(ruling.key, "")
        if here != ruling.value:
            said = (
                f"the record was played with {ruling.key} = {ruling.value} ({ruling.ruling}), here it is {shown(here)}."
            )
            raise Parted(0, said + _made_otherwise(record, system))
    players: list[Player | None] = [None for _ in names]
    return Game(system, battle, players, dice, keep=True, own_dice=[seat.own_dice for seat in record.seats])


def thrown_again(record: Record, key: bytes = b"") -> Dice:
    """Its dice, as they lie before the first throw. `key` is for fair dice whose key the record does not reveal."""
    kept = record.dice
    if not kept.commitment:
        return Seeded(kept.seed)
    if kept.round:
        _check_seals(record.seats, kept)
    revealed = bytes.fromhex(kept.key) if kept.key else key
    if not revealed:
        return Sealed()
    if commitment(revealed) != kept.commitment:
        raise Parted(0, "the key of the dice is not the one that was committed to before the first roll.")
    fair = Fair(revealed, tuple(kept.salts), tuple(kept.seals), kept.round)
    return Continued(kept.thrown, fair) if kept.thrown else fair


def _check_seals(seats: list[Seat], kept: DiceKept) -> None:
    """Nothing that goes into the dice may have been chosen late: words are as they were sealed, or there are none."""
    if len(kept.salts) != len(seats):
        raise Parted(0, f"there are {len(seats)} seats, and the words of {len(kept.salts)} in the dice.")
    for number, (seat, seal, words) in enumerate(zip(seats, kept.seals, kept.salts), 1):
        if seal and seal_of(words) != seal:
            raise Parted(0, f"the words of seat {number} are not those that it had sealed.")
        if not seal and seat.player == PERSON:
            raise Parted(0, f"seat {number} is a person's, and the record has no seal of its words.")
        if not seal and words:
            raise Parted(0, f"seat {number} has words in the dice that nobody had sealed.")


def _play(game: Game[Any], record: Record, upto: int) -> None:
    """The record's steps on a new game; `upto` -1 is all of them, the open one and the result included."""
    last = len(record.steps) if upto < 0 else min(upto, len(record.steps))
    try:
        for index in range(last):
            _play_step(game, index + 1, record.steps[index])
        if upto < 0:
            _play_end(game, record)
    except Parted as parted:
        if isinstance(game.source, Sealed) and game.source.asked:
            said = f"cannot be verified from step {parted.step} on: {parted.what}"
            raise Parted(parted.step, parted.what, said) from None
        raise Parted(parted.step, parted.what + _made_otherwise(record, game.system)) from None
    game.taken_back = [TakenBack(gone.step, _copied(gone.inputs)) for gone in record.taken_back if gone.step <= last]


def _play_step(game: Game[Any], number: int, step: StepKept) -> None:
    if not _begun(game, number, step):
        asked = game.questions[0]
        said = f"seat {asked.seat + 1} is asked ({asked.kind}), and the record has no answer."
        raise Parted(number, said)
    if game.digest != step.digest:
        said = f"what happens there is not what the record says (digest {game.digest}, recorded {step.digest})."
        raise Parted(number, said)


def _begun(game: Game[Any], number: int, step: StepKept) -> bool:
    """Play a step from its recorded inputs; False if it waits for an answer."""
    if game.battle.finished:
        raise Parted(number, "the battle is over before it, and the record goes on.")
    if game.battle.turn != step.turn:
        raise Parted(number, f"it is played in turn {game.battle.turn}, the record says turn {step.turn}.")
    game.inputs = _copied(step.inputs)
    try:
        return game.play_step()
    except Refused as fault:
        raise Parted(number, str(fault)) from None


def _play_end(game: Game[Any], record: Record) -> None:
    """The step that was left open, and the result."""
    last = len(record.steps)
    battle = game.battle
    if record.open is not None:
        game.waiting = dict(record.waiting)
        if _begun(game, last + 1, record.open):
            raise Parted(last + 1, "the step comes to its end, and the record says that it waits for an answer.")
        if _told_so_far(game) != record.open.digest:
            raise Parted(last + 1, "what happens there is not what the record says.")
    elif battle.finished != record.finished:
        here = "over" if battle.finished else "not over"
        raise Parted(last, f"the battle is {here} after it, the record says otherwise.")
    elif battle.finished and (battle.winner != record.winner or battle.verdict != record.verdict):
        winner = f"side {battle.winner + 1}" if battle.winner >= 0 else "draw"
        raise Parted(last, f"the result is {winner} ({battle.verdict}), the record says otherwise.")
