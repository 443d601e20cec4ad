"""Reading a TOML or JSON table strictly: what is missing, wrong or unknown is refused, naming file and key.

A `Reader` stands on one table. Each method takes a key and what is expected there; `close()` refuses the
keys nobody asked for. Entries of a list are counted from 1: `sides[2].units[1].card`.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Final

from playsheet.core.errors import Refused

LARGEST_FILE: Final = 1 << 20  # bytes
LARGEST: Final = 10**9  # any number a file may hold, unless it says otherwise
LONGEST_TEXT: Final = 20_000  # characters
LONGEST_LIST: Final = 10_000
DEEPEST: Final = 40  # tables within tables
MOST_PARTS: Final = 8  # of a dotted key or the heading of a table
LONGEST_SAID: Final = 200  # characters of the parser's complaint: it may quote a whole key

BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
AT_PLACE: Final = re.compile(r"^(?P<what>.*?) \(at (?P<place>line \d+, column \d+|end of document)\)$", re.DOTALL)
# What of TOML may look like keys and brackets and is none: strings and comments, each to its end or, if it has none,
# as far as the parser looks before it gives up. Each alternative always fits, so nothing is tried twice: linear time.
QUOTED: Final = re.compile(
    r'''"""(?:[^"\\]++|\\.|"(?!""))*(?:"{3,5})?|"(?:[^"\\\n]++|\\[^\n])*"?'''
    r"""|'''(?:[^']++|'(?!''))*(?:'{3,5})?|'[^'\n]*'?|#[^\n]*""",
    re.DOTALL,
)
MANY_PARTS: Final = re.compile(rf"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++(?:[ \t]*+\.[ \t]*+[A-Za-z0-9_-]++){{{MOST_PARTS}}}")
NO_BRACKET: Final = re.compile(r"[^\[\]{}]++")
STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
# C0 and C1 controls (newline and tab apart) and the marks that turn the direction of writing: none belongs in
# a name, and each can forge what a log or a terminal shows.
FORBIDDEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Reader:
    """One table of a file, with the name of the file and the path of keys that leads to the table."""

    def __init__(
        self,
        data: Mapping[str, object],
        name: str,
        path: str = "",
        origins: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.data: Final[dict[str, object]] = dict(data)
        self.name: Final = name
        self.path: Final = path
        # Where a value really stands when it was put here from another file: path -> (file, path there).
        self.origins: Final[dict[str, tuple[str, str]]] = dict(origins) if origins is not None else {}
        self._known: Final[dict[str, bool]] = {}

    # ------------------------------------------------------------------ what is there

    def keys(self) -> list[str]:
        """The keys present, in the file's order."""
        return list(self.data)

    def has(self, key: str) -> bool:
        """Is the key there? Asking makes it a known key."""
        self._known[key] = True
        return key in self.data

    def raw(self, key: str, expected: str = "a value") -> object:
        """The value as it was parsed, unchecked."""
        if not self.has(key):
            raise self.missing(key, expected)
        return self.data[key]

    def close(self) -> None:
        """Refuse the keys that nobody asked for."""
        for key in self.data:
            if key not in self._known:
                raise Refused(f"{self.where(key)}: unknown key{nearest(key, self._known)}.")

    # ------------------------------------------------------------------ refusing

    def where(self, key: str = "") -> str:
        """`file: path.key`, for a message."""
        full = self.path_of(key)
        for path, (file, place) in self.origins.items():
            rest = full[len(path) :]
            if full.startswith(path) and (not rest or rest[0] in ".["):
                return f"{file}: {place}{rest}"
        return f"{self.name}: {full}" if full else self.name

    def path_of(self, key: str) -> str:
        if not key:
            return self.path
        return joined(self.path, key)

    def wrong(self, key: str, expected: str, got: object) -> Refused:
        return Refused(f"{self.where(key)}: expected {expected}, got {shown(got)}.")

    def missing(self, key: str, expected: str) -> Refused:
        return Refused(f"{self.where(key)}: expected {expected}, but the key is missing.")

    def refused(self, key: str, sentence: str) -> Refused:
        """For what only the caller can know to be wrong: `raise reader.refused("card", "no such card.")`."""
        return Refused(f"{self.where(key)}: {sentence}")

    # ------------------------------------------------------------------ single values

    def text(self, key: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
        """Text, not empty (unless the default is)."""
        if not self.has(key) and default is not None:
            return default
        value = self.raw(key, "text")
        return self._text(key, value, longest, empty=default == "")

    def optional_text(self, key: str, longest: int = LONGEST_TEXT) -> str | None:
        return self.text(key, None, longest) if self.has(key) else None

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One of a few words."""
        if not self.has(key):
            if default is not None:
                return default
            raise self.missing(key, one_of(allowed))
        value = self.data[key]
        if isinstance(value, str) and value in allowed:
            return value
        hint = nearest(value, allowed) if isinstance(value, str) and len(allowed) > SHORT_LIST else ""
        raise Refused(f"{self.where(key)}: expected {one_of(allowed)}, got {shown(value)}{hint}.")

    def flag(self, key: str, default: bool | None = None) -> bool:
        if not self.has(key) and default is not None:
            return default
        value = self.raw(key, "true or false")
        if isinstance(value, bool):
            return value
        raise self.wrong(key, "true or false", value)

    def integer(self, key: str, low: int = -LARGEST, high: int = LARGEST, default: int | None = None) -> int:
        """A whole number; true and false are none."""
        if not self.has(key):
            if default is not None:
                return default
            raise self.missing(key, bounds("a whole number", low, high))
        return self._integer(key, self.data[key], low, high)

    def optional_integer(self, key: str, low: int = -LARGEST, high: int = LARGEST) -> int | None:
        return self.integer(key, low, high) if self.has(key) else None

    def number(self, key: str, low: float = -LARGEST, high: float = LARGEST, default: float | None = None) -> float:
        """A number; true, false, nan and inf are none."""
        if not self.has(key):
            if default is not None:
                return default
            raise self.missing(key, bounds("a number", low, high))
        return self._number(key, self.data[key], low, high)

    def optional_number(self, key: str, low: float = -LARGEST, high: float = LARGEST) -> float | None:
        return self.number(key, low, high) if self.has(key) else None

    # ------------------------------------------------------------------ lists

    def texts(self, key: str, default: Sequence[str] | None = None) -> list[str]:
        if not self.has(key) and default is not None:
            return list(default)
        items = self.items(key, "a list of texts")
        return [self._text(f"{key}[{i}]", item, LONGEST_TEXT, empty=False) for i, item in enumerate(items, 1)]

    def choices(self, key: str, allowed: Sequence[str], default: Sequence[str] | None = None) -> list[str]:
        if not self.has(key) and default is not None:
            return list(default)
        if not isinstance(self.data.get(key), list):
            expected = f"a list, each {one_of(allowed)}"
            raise self.wrong(key, expected, self.data[key]) if self.has(key) else self.missing(key, expected)
        items = self.items(key)
        for i, item in enumerate(items, 1):
            if not isinstance(item, str) or item not in allowed:
                raise self.wrong(f"{key}[{i}]", one_of(allowed), item)
        return [str(item) for item in items]

    def integers(
        self, key: str, low: int = -LARGEST, high: int = LARGEST, default: Sequence[int] | None = None
    ) -> list[int]:
        if not self.has(key) and default is not None:
            return list(default)
        items = self.items(key, f"a list, each {bounds('a whole number', low, high)}")
        return [self._integer(f"{key}[{i}]", item, low, high) for i, item in enumerate(items, 1)]

    def numbers(
        self,
        key: str,
        low: float = -LARGEST,
        high: float = LARGEST,
        count: int = -1,
        default: Sequence[float] | None = None,
    ) -> list[float]:
        """A list of numbers, of exactly `count` if that is given."""
        if not self.has(key) and default is not None:
            return list(default)
        expected = f"a list of {count} numbers" if count >= 0 else "a list of numbers"
        items = self.items(key, expected)
        if count >= 0 and len(items) != count:
            raise Refused(f"{self.where(key)}: expected {expected}, got {len(items)}.")
        return [self._number(f"{key}[{i}]", item, low, high) for i, item in enumerate(items, 1)]

    def points(
        self, key: str, low: float = -LARGEST, high: float = LARGEST, least: int = 1
    ) -> list[tuple[float, float]]:
        """A list of [x, y]."""
        expected = f"a list of at least {least} points [x, y]" if least > 1 else "a list of points [x, y]"
        items = self.items(key, expected)
        if len(items) < least:
            raise Refused(f"{self.where(key)}: expected {expected}, got {len(items)}.")
        points: list[tuple[float, float]] = []
        for i, item in enumerate(items, 1):
            where = f"{key}[{i}]"
            if not isinstance(item, list) or len(item) != 2:
                raise self.wrong(where, "a point [x, y]", item)
            x = self._number(where, item[0], low, high)
            y = self._number(where, item[1], low, high)
            points.append((x, y))
        return points

    def items(self, key: str, expected: str = "a list") -> list[object]:
        """A list, its entries unchecked."""
        value = self.raw(key, expected)
        if not isinstance(value, list):
            raise self.wrong(key, expected, value)
        if len(value) > LONGEST_LIST:
            raise Refused(f"{self.where(key)}: expected at most {LONGEST_LIST} entries, got {len(value)}.")
        return list(value)

    # ------------------------------------------------------------------ tables

    def table(self, key: str) -> Reader:
        value = self.raw(key, "a table")
        if not isinstance(value, dict):
            raise self.wrong(key, "a table", value)
        return Reader(value, self.name, self.path_of(key), self.origins)

    def optional_table(self, key: str) -> Reader:
        """The table, or an empty one where the key is absent."""
        if self.has(key):
            return self.table(key)
        return Reader({}, self.name, self.path_of(key), self.origins)

    def tables(self, key: str, default: Sequence[Reader] | None = None) -> list[Reader]:
        """A list of tables; absent is a fault unless a default (an empty list, say) is given."""
        if not self.has(key) and default is not None:
            return list(default)
        readers: list[Reader] = []
        for i, item in enumerate(self.items(key, "a list of tables"), 1):
            if not isinstance(item, dict):
                raise self.wrong(f"{key}[{i}]", "a table", item)
            readers.append(Reader(item, self.name, self.path_of(f"{key}[{i}]"), self.origins))
        return readers

    # ------------------------------------------------------------------ checks of one value

    def _text(self, key: str, value: object, longest: int, empty: bool) -> str:
        expected = f"text of at most {longest} characters" if longest < LONGEST_TEXT else "text"
        if not isinstance(value, str):
            raise self.wrong(key, expected, value)
        if len(value) > longest:
            raise Refused(f"{self.where(key)}: expected {expected}, got {len(value)} characters.")
        if not empty and not value.strip():
            raise Refused(f"{self.where(key)}: expected {expected}, got nothing but blanks.")
        odd = FORBIDDEN.search(value)
        if odd is not None:
            code = ord(odd.group())
            raise Refused(f"{self.where(key)}: expected {expected}, got the control character U+{code:04X} in it.")
        return value

    def _integer(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(key, bounds("a whole number", low, high), value)
        return value

    def _number(self, key: str, value: object, low: float, high: float) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise self.wrong(key, bounds("a number", low, high), value)
        return float(value)


# ---------------------------------------------------------------------- files and text


def read_text(path: Path, name: str = "") -> str:
    """A file's text; unreadable, too large or not UTF-8 is refused."""
    file = name or path.name
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise Refused(f"{file}: there is no such file ({path}).") from None
    except IsADirectoryError:
        raise Refused(f"{file}: this is a folder, not a file ({path}).") from None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise Refused(f"{file}: the file cannot be read ({reason}).") from None
    if len(content) > LARGEST_FILE:
        raise Refused(f"{file}: the file is too large, at most {LARGEST_FILE:,} bytes are read.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise Refused(f"{file}: line {line}: the file is not UTF-8 text.") from None


def read_toml(source: Path | str, name: str = "") -> Reader:
    """A TOML file (a Path) or TOML text (a str) as a Reader over its top table."""
    if isinstance(source, Path):
        return read_toml(read_text(source, name), name or source.name)
    file = name or "TOML"
    if len(source) > LARGEST_FILE:
        raise Refused(f"{file}: the text is too large, at most {LARGEST_FILE:,} characters are read.")
    _look_over(source, file)
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError as fault:
        raise Refused(f"{file}: {_syntax(str(fault), source)}") from None
    except ValueError as fault:  # a number of thousands of digits, an impossible date
        raise Refused(f"{file}: a value cannot be read ({fault}).") from None
    if _deeper(data, DEEPEST):
        raise _too_deep(file)
    return Reader(data, file)


def _look_over(source: str, file: str) -> None:
    """Refuse what the parser would take hours for, or run out of stack with, in a look that takes linear time.

    It takes text for a string or a comment wherever the parser does, up to the first fault, at which the parser stops.
    """
    bare = QUOTED.sub("k", source)
    if MANY_PARTS.search(bare) is not None:
        place = MANY_PARTS.search(QUOTED.sub(_lines_kept, source))
        line = place.string.count("\n", 0, place.start()) + 1 if place is not None else 1
        raise Refused(f"{file}: line {line}: expected a key of at most {MOST_PARTS} parts, got one of more.")
    if max(accumulate(map(STEPS.__getitem__, NO_BRACKET.sub("", bare))), default=0) > DEEPEST:
        raise _too_deep(file)


def _lines_kept(quoted: re.Match[str]) -> str:
    return "k" + "\n" * quoted.group().count("\n")


def _too_deep(file: str) -> Refused:
    return Refused(f"{file}: lists or tables are nested too deeply, at most {DEEPEST} levels are read.")


def _syntax(message: str, source: str) -> str:
    """The TOML parser's complaint, place first."""
    found = AT_PLACE.match(message)
    if found is None:
        return f"not valid TOML: {message[:LONGEST_SAID]}."
    place = found.group("place")
    if place == "end of document":
        place = f"line {len(source.splitlines())}, at its end"
    what = found.group("what")
    if len(what) > LONGEST_SAID:
        what = what[:LONGEST_SAID] + "..."
    return f"{place}: not valid TOML: {what[:1].lower()}{what[1:]}."


def _deeper(value: object, levels: int) -> bool:
    """Is anything nested more than `levels` deep? Walks without recursion."""
    layer: list[object] = [value]
    for _ in range(levels):
        below: list[object] = []
        for item in layer:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return False
        layer = below
    return True


# ---------------------------------------------------------------------- words for messages

SHORT_LIST: Final = 3  # a hint at the nearest word helps only where the list is longer


def joined(path: str, key: str) -> str:
    """`path.key`, the key quoted where TOML would quote it. `key[2]` stays as it is."""
    bare = key.split("[", 1)[0] if key.endswith("]") else key
    word = key if BARE_KEY.fullmatch(bare) else json.dumps(key[:60], ensure_ascii=False)
    return f"{path}.{word}" if path else word


def shown(value: object) -> str:
    """A value as a message shows it: short, as it would stand in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        cut = value if len(value) <= 40 else value[:37] + "..."
        return json.dumps(FORBIDDEN.sub("?", cut), ensure_ascii=False)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a number far too large"
    if isinstance(value, float):
        if not isfinite(value):
            return "inf" if value > 0 else "-inf" if value < 0 else "nan"
        return figure(value) if abs(value) < 10**15 else str(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    if value is None:
        return "nothing"
    return "a date or time"


def bounds(what: str, low: float, high: float) -> str:
    """`a number of at least 1`, `a whole number from 1 to 6`."""
    if low > -LARGEST and high < LARGEST:
        return f"{what} from {figure(low)} to {figure(high)}"
    if low > -LARGEST:
        return f"{what} of at least {figure(low)}"
    if high < LARGEST:
        return f"{what} of at most {figure(high)}"
    return what


def figure(number: float) -> str:
    """A number without a useless `.0`."""
    return str(int(number)) if number == int(number) else str(number)


def one_of(allowed: Sequence[str]) -> str:
    words = [json.dumps(word, ensure_ascii=False) for word in allowed]
    if len(words) == 1:
        return words[0]
    return f"one of {', '.join(words[:-1])} or {words[-1]}"


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean "rifles"?` without the mark, or nothing."""
    close = difflib.get_close_matches(word[:100], list(known), 1, 0.6)
    return f' (did you mean "{close[0]}"?)' if close else ""
