"""Bad input is refused in one sentence that names file, key and what was expected."""

import re
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playsheet.core import reader
from playsheet.core.errors import Refused
from playsheet.core.reader import LARGEST_FILE, Reader, read_text, read_toml


def of(toml: str) -> Reader:
    return read_toml(toml, "house.toml")


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        call()
    return str(caught.value)


def said_of(call: Callable[[], object]) -> str:
    """The refusal, or nothing where there was none; any other exception comes through."""
    try:
        call()
    except Refused as refused:
        return str(refused)
    return ""


def test_values_are_read() -> None:
    reader = of(
        """
        word = "rifles"
        whole = 12
        part = 0.5
        yes = true
        faces = [4, 6]
        sizes = [1, 2.5]
        words = ["a", "b"]
        corners = [[0, 0], [1.5, 2]]
        inner = { key = 1 }
        rows = [{ n = 1 }, { n = 2 }]
        """
    )
    assert reader.text("word") == "rifles"
    assert reader.choice("word", ("rifles", "cannon")) == "rifles"
    assert reader.integer("whole", 1, 48) == 12
    assert reader.number("whole") == 12.0
    assert reader.number("part") == 0.5
    assert reader.flag("yes") is True
    assert reader.integers("faces", 1, 6) == [4, 6]
    assert reader.numbers("sizes", count=2) == [1.0, 2.5]
    assert reader.texts("words") == ["a", "b"]
    assert reader.choices("words", ("a", "b")) == ["a", "b"]
    assert reader.points("corners") == [(0.0, 0.0), (1.5, 2.0)]
    assert reader.table("inner").integer("key") == 1
    assert [row.integer("n") for row in reader.tables("rows")] == [1, 2]
    assert reader.keys()[:2] == ["word", "whole"]
    reader.close()


def test_absent_values_take_their_default() -> None:
    reader = of("")
    assert reader.text("a", "x") == "x"
    assert reader.text("a", "") == ""
    assert reader.optional_text("a") is None
    assert reader.choice("a", ("x", "y"), "y") == "y"
    assert reader.integer("a", 1, 6, 3) == 3
    assert reader.optional_integer("a") is None
    assert reader.number("a", default=0.5) == 0.5
    assert reader.optional_number("a") is None
    assert reader.flag("a", False) is False
    assert reader.texts("a", []) == []
    assert reader.choices("a", ("x",), ["x"]) == ["x"]
    assert reader.integers("a", default=[1]) == [1]
    assert reader.numbers("a", default=[1.5]) == [1.5]
    assert reader.optional_table("a").keys() == []
    assert reader.tables("a", []) == []


@pytest.mark.parametrize(
    ("toml", "read", "message"),
    [
        ("", lambda r: r.integer("n"), "n: expected a whole number, but the key is missing."),
        ("", lambda r: r.text("n"), "n: expected text, but the key is missing."),
        ("", lambda r: r.table("n"), "n: expected a table, but the key is missing."),
        ("", lambda r: r.tables("n"), "n: expected a list of tables, but the key is missing."),
        ('n = "twelve"', lambda r: r.number("n", 1), 'n: expected a number of at least 1, got "twelve".'),
        ("n = true", lambda r: r.integer("n"), "n: expected a whole number, got true."),
        ("n = true", lambda r: r.number("n"), "n: expected a number, got true."),
        ("n = 1.0", lambda r: r.integer("n"), "n: expected a whole number, got 1."),
        ("n = 0", lambda r: r.integer("n", 1, 6), "n: expected a whole number from 1 to 6, got 0."),
        ("n = 7", lambda r: r.integer("n", high=6), "n: expected a whole number of at most 6, got 7."),
        ("n = nan", lambda r: r.number("n"), "n: expected a number, got nan."),
        ("n = inf", lambda r: r.number("n"), "n: expected a number, got inf."),
        ("n = -inf", lambda r: r.number("n"), "n: expected a number, got -inf."),
        ("n = 1" + "0" * 400, lambda r: r.number("n"), "n: expected a number, got a number far too large."),
        (
            "n = 1" + "0" * 400,
            lambda r: r.integer("n"),
            "n: expected a whole number, got a number far too large.",
        ),
        ("n = 1", lambda r: r.flag("n"), "n: expected true or false, got 1."),
        ("n = 1", lambda r: r.text("n"), "n: expected text, got 1."),
        ('n = "  "', lambda r: r.text("n"), "n: expected text, got nothing but blanks."),
        (
            'n = "abc"',
            lambda r: r.text("n", longest=2),
            "n: expected text of at most 2 characters, got 3 characters.",
        ),
        (
            r'n = "a\u001bb"',
            lambda r: r.text("n"),
            "n: expected text, got the control character U+001B in it.",
        ),
        (
            r'n = "a\u202eb"',
            lambda r: r.text("n"),
            "n: expected text, got the control character U+202E in it.",
        ),
        ("n = 1979-05-27", lambda r: r.text("n"), "n: expected text, got a date or time."),
        ('n = "x"', lambda r: r.choice("n", ("a", "b")), 'n: expected one of "a" or "b", got "x".'),
        (
            'n = "rifle"',
            lambda r: r.choice("n", ("rifles", "gatling", "cannon", "none")),
            'n: expected one of "rifles", "gatling", "cannon" or "none", got "rifle" (did you mean "rifles"?).',
        ),
        ("n = 3", lambda r: r.integers("n"), "n: expected a list, each a whole number, got 3."),
        ("n = [1, 9]", lambda r: r.integers("n", 1, 6), "n[2]: expected a whole number from 1 to 6, got 9."),
        ("n = [1, true]", lambda r: r.integers("n"), "n[2]: expected a whole number, got true."),
        ("n = [1, 2]", lambda r: r.numbers("n", count=4), "n: expected a list of 4 numbers, got 2."),
        ("n = [1, nan]", lambda r: r.numbers("n"), "n[2]: expected a number, got nan."),
        ("n = [1]", lambda r: r.texts("n"), "n[1]: expected text, got 1."),
        ('n = ["z"]', lambda r: r.choices("n", ("a", "b")), 'n[1]: expected one of "a" or "b", got "z".'),
        ("n = [[1, 2, 3]]", lambda r: r.points("n"), "n[1]: expected a point [x, y], got a list of 3."),
        (
            "n = [[1, 2]]",
            lambda r: r.points("n", least=3),
            "n: expected a list of at least 3 points [x, y], got 1.",
        ),
        ('n = [[1, "y"]]', lambda r: r.points("n"), 'n[1]: expected a number, got "y".'),
        ("n = 3", lambda r: r.table("n"), "n: expected a table, got 3."),
        ("n = [3]", lambda r: r.tables("n"), "n[1]: expected a table, got 3."),
        ("n = {}", lambda r: r.tables("n"), "n: expected a list of tables, got a table."),
    ],
)
def test_wrong_values_are_refused(toml: str, read: Callable[[Reader], object], message: str) -> None:
    assert refusal(lambda: read(of(toml))) == f"house.toml: {message}"


def test_the_path_of_keys_is_named() -> None:
    reader = of('[sheet.shooting.rifles]\nreach = "twelve"')
    rifles = reader.table("sheet").table("shooting").table("rifles")
    said = 'house.toml: sheet.shooting.rifles.reach: expected a number of at least 1, got "twelve".'
    assert refusal(lambda: rifles.number("reach", 1)) == said


def test_entries_of_a_list_are_counted_from_one() -> None:
    reader = of("[[sides]]\n[[sides]]\n[[sides.units]]\ncount = 0")
    unit = reader.tables("sides")[1].tables("units")[0]
    said = "house.toml: sides[2].units[1].count: expected a whole number of at least 1, got 0."
    assert refusal(lambda: unit.integer("count", 1)) == said


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("reech = 1", 'house.toml: reech: unknown key (did you mean "reach"?).'),
        ("zzz = 1", "house.toml: zzz: unknown key."),
        ('"odd key" = 1', 'house.toml: "odd key": unknown key.'),
    ],
)
def test_unknown_keys_are_refused(toml: str, message: str) -> None:
    reader = of(toml)
    reader.number("reach", default=1.0)
    reader.text("title", "")
    assert refusal(reader.close) == message


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (
            "a = 1\nb 2",
            "house.toml: line 2, column 3: not valid TOML: expected '=' after a key in a key/value pair.",
        ),
        ("a = 1\na = 2", "house.toml: line 2, at its end: not valid TOML: cannot overwrite a value."),
        ('a = "', "house.toml: line 1, at its end: not valid TOML: unterminated string."),
        (
            "a = " + "[" * 100_000,
            "house.toml: lists or tables are nested too deeply, at most 40 levels are read.",
        ),
        (
            "[a.b.c.d.e.f.g.h]\na.b.c.d.e.f.g.h = " + "[" * 30 + "]" * 30,
            "house.toml: lists or tables are nested too deeply, at most 40 levels are read.",
        ),
        (
            'a = """\n#"""\n[a.b.c.d.e.f.g . "h" .i]',
            "house.toml: line 3: expected a key of at most 8 parts, got one of more.",
        ),
        (
            "x" * (LARGEST_FILE + 1),
            "house.toml: the text is too large, at most 1,048,576 characters are read.",
        ),
    ],
    ids=["no sign", "twice", "open string", "deep lists", "deep tables", "long key", "large"],
)
def test_malformed_toml_is_refused(toml: str, message: str) -> None:
    assert refusal(lambda: of(toml)) == message


PARTS = "a" + ".a" * 499_999


@pytest.mark.parametrize(
    "toml",
    [
        PARTS + " = 1",
        PARTS,
        f"[{PARTS}]",
        f"[[{PARTS}]]",
        f"a = {{ {PARTS} = 1 }}",
        f"a = [ # ]\n {{ b = 'c', {PARTS} = 1 }} ]",
        'a = """#"""""\n' + '"b" . ' * 150_000 + "c = 1",
        "a = '''\\''' # '''\n" + PARTS + " = 1",
    ],
    ids=["key", "no value", "heading", "list", "inline", "in a list", "quoted", "after a string"],
)
def test_a_key_of_half_a_million_parts_never_comes_to_the_parser(toml: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take hours: its work grows with the square of the parts."""
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was parsed"))
    said = refusal(lambda: of(toml))
    assert said.startswith("house.toml: line ")
    assert said.endswith(": expected a key of at most 8 parts, got one of more.")


@pytest.mark.parametrize(
    "toml",
    [
        "a.b.c.d.e.f.g.h = 1\n[z.b.c.d.e.f.g.h]",
        'text = "a.b.c.d.e.f.g.h.i.j [[[[[ {{{{ \\" \\\\"\n',
        "text = 'a.b.c.d.e.f.g.h.i.j \\'\n# a.b.c.d.e.f.g.h.i.j '\n",
        'text = """\na.b.c.d.e.f.g.h.i\n"" \\""" """"" # a.b.c.d.e.f.g.h.i',
        "text = '''a.b.c.d.e.f.g.h.i\n'' ''''' # '''",
        "many = [" + "[1.5, 2.5], " * 100 + "]\ntime = 1979-05-27T07:32:00.999999-07:00",
        "deep = " + "[" * 39 + "]" * 39,
        'brackets = ["' + "[" * 100 + '", # ' + "[" * 100 + "\n'" + "{" * 100 + "']",
    ],
    ids=["eight parts", "text", "literal", "long text", "long literal", "numbers", "deep", "brackets"],
)
def test_what_only_looks_long_or_deep_is_read(toml: str) -> None:
    assert of(toml).data


PIECES = [
    *("'", '"', "'''", '"""', "\\", "#", "[", "]", "{", "}", ".", "=", "a", "b", "1", "\n", "\r\n", " ", ",", "a.b"),
    *("'x'", '"y"', ' = """', " = '''", " = 1\n", "a = [", "a = {"),
]
PIECED = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
FRAMES = ['a = "%s"\nb.c = 1', "a = '''%s''' # b.c", 'a = """%s"""\n[b.c]', "a = [%s]\nb = 1", "[a%s]", "a%s = 1"]


@settings(max_examples=500)
@given(PIECED | st.tuples(st.sampled_from(FRAMES), PIECED).map(lambda both: both[0] % both[1]))
def test_the_look_sees_strings_where_the_parser_does(text: str) -> None:
    """With the limit at a single part: any key of more that the parser comes to has been refused before."""
    keys: list[int] = []
    parse_key = tomllib._parser.parse_key

    def parsed(src: str, pos: int) -> tuple[int, tuple[str, ...]]:
        after, key = parse_key(src, pos)
        keys.append(len(key))
        return after, key

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tomllib._parser, "parse_key", parsed)
        refused = said_of(lambda: read_toml(text, "any.toml"))
        patched.setattr(reader, "MANY_PARTS", re.compile(reader.MANY_PARTS.pattern.replace("{8}", "{1}")))
        looked = said_of(lambda: read_toml(text, "any.toml"))
    if max(keys, default=0) > 1:
        assert "at most" in looked
    elif not refused:
        assert not looked or re.search(r"\d\.\d", text)  # a number has a point in it


def test_a_complaint_of_the_parser_is_short() -> None:
    assert len(refusal(lambda: of("[" + "k" * 10_000 + "]\n[" + "k" * 10_000 + "]"))) < 400


def test_every_file_that_comes_with_the_sheets_is_read() -> None:
    files = list(Path(reader.__file__).parents[1].rglob("*.toml"))
    assert len(files) > 20
    for file in files:
        assert read_toml(file).data


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert refusal(lambda: of("a = 1" + "0" * 5000)).startswith("house.toml: a value cannot be read (")


def test_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_bytes(b"\xef\xbb\xbfname = 'Z\xc3\xbcndnadel'\r\n")
    assert read_toml(file).text("name") == "Zündnadel"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a = 1\nb = '\xff'\n", "bad.toml: line 2: the file is not UTF-8 text."),
        (b"#" * (LARGEST_FILE + 1), "bad.toml: the file is too large, at most 1,048,576 bytes are read."),
        (b"a =", "bad.toml: line 1, at its end: not valid TOML: invalid value."),
    ],
    ids=["not UTF-8", "large", "malformed"],
)
def test_bad_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    assert refusal(lambda: read_toml(file)) == message


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    assert refusal(lambda: read_text(tmp_path / "none.toml")).startswith("none.toml: there is no such file")
    assert refusal(lambda: read_text(tmp_path)).endswith(f"this is a folder, not a file ({tmp_path}).")
    assert "cannot be read" in refusal(lambda: read_text(Path("a\0b")))


def test_a_value_put_here_from_another_file_is_blamed_on_that_file() -> None:
    reader = Reader({"reach": 0, "hits": [9]}, "sheet.toml", "shooting", {"shooting.hits": ("h.toml", "sheet.x.hits")})
    assert refusal(lambda: reader.integer("reach", 1)).startswith("sheet.toml: shooting.reach: ")
    assert refusal(lambda: reader.integers("hits", 1, 6)).startswith("h.toml: sheet.x.hits[1]: ")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    said = said_of(lambda: read_toml(text, "any.toml"))
    assert not said or said.startswith("any.toml: ")


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(ANY)
def test_any_value_is_read_or_refused(value: object) -> None:
    reads: list[Callable[[Reader], object]] = [
        lambda r: r.text("k"),
        lambda r: r.integer("k"),
        lambda r: r.number("k"),
        lambda r: r.flag("k"),
        lambda r: r.choice("k", ("a", "b")),
        lambda r: r.integers("k"),
        lambda r: r.numbers("k", count=2),
        lambda r: r.texts("k"),
        lambda r: r.points("k"),
        lambda r: r.table("k"),
        lambda r: r.tables("k"),
    ]
    for read in reads:
        said = said_of(partial(read, Reader({"k": value}, "any.json")))
        assert not said or (said.startswith("any.json: k") and said.endswith("."))
