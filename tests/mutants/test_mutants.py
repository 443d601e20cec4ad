"""The commands that change rules and sheets: what they change, and that a change is caught by a test that looks."""

from __future__ import annotations

import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from blocks import MARKS, Blocks
from numbers_of_sheets import Number, changed_sheet, numbers_of
from operators import EXTRA, KINDS, changed, operators_of
from sources import PACKAGE, RULES, digest_of, files_of_tests, has_rules, rules_of

from playsheet.core.sheet import read_sheet
from playsheet.rules import SYSTEMS

HERE = Path(__file__).parent


def value(source: str, number: int) -> object:
    """What `f()` returns once that operator is changed."""
    names: dict[str, object] = {}
    exec(compile(changed(source, number), "changed", "exec"), names)
    f = names["f"]
    assert callable(f)
    return f()


# ---------------------------------------------------------------------- operators


@pytest.mark.parametrize(
    ("expression", "old", "new", "becomes"),
    [
        ("2 < 2", "<", "<=", True),
        ("2 <= 2", "<=", "<", False),
        ("2 > 2", ">", ">=", True),
        ("2 >= 2", ">=", ">", False),
        ("2 == 3", "==", "!=", True),
        ("2 != 3", "!=", "==", False),
        ("2 + 3", "+", "-", -1),
        ("2 - 3", "-", "+", 5),
        ("1 and 0", "and", "or", 1),
        ("1 or 0", "or", "and", 0),
        ("min(2, 3)", "min", "max", 3),
        ("max(2, 3)", "max", "min", 2),
        ("not 3", "not", "", True),
        ("True", "True", "False", False),
    ],
)
def test_an_operator_is_changed(expression: str, old: str, new: str, becomes: object) -> None:
    source = f"def f():\n    return {expression}\n"
    (only,) = operators_of(source, KINDS + EXTRA)
    assert (only.old, only.new, only.line) == (old, new, 2)
    assert value(source, only.number) == becomes


def test_of_several_operators_only_one_is_changed() -> None:
    source = "def f():\n    x = 5\n    x += 1\n    return 1 < x <= 6 and x - 1 == 5\n"
    found = operators_of(source)
    assert [(one.line, one.old) for one in found] == [(3, "+"), (4, "and"), (4, "<"), (4, "<="), (4, "=="), (4, "-")]
    assert [value(source, one.number) for one in found] == [False, True, True, False, False, False]
    assert value(source, -1) is True


def test_an_operator_of_an_extra_kind_keeps_its_number() -> None:
    source = "def f():\n    return max(1, 2) > 1 and not 2 > 3\n"
    assert [one.number for one in operators_of(source)] == [0, 1, 4]
    assert [one.old for one in operators_of(source, EXTRA)] == ["max", "not"]


@pytest.mark.parametrize(
    "source",
    [
        "x: Final[1 + 1]",
        "def f(x: 1 < 2, *y: 1 + 1) -> 1 == 1: ...",
        "if TYPE_CHECKING:\n    x = 1 + 1",
        "assert x, 1 + 1",
        "x = 'a' + y",
        "x += f'{y}'",
        "'''1 + 1'''",
        "x: int | None = y",
    ],
)
def test_types_messages_and_texts_are_left_alone(source: str) -> None:
    assert operators_of(source, KINDS + EXTRA) == []


# ---------------------------------------------------------------------- blocks

SOURCE = '''"""Doc."""
from __future__ import annotations

@decorated(
    1
)
def f(x):
    """Doc."""
    if x > 1:
        return 1
    elif x < 0:
        return 2
    y = [
        x
    ]
    for z in y:
        if z:
            continue
        z += 1
    return y
'''


@pytest.mark.parametrize(
    ("x", "reached"),
    [
        (2, {9, 10}),
        (-1, {9, 11, 12}),
        (1, {9, 11, 13, 14, 15, 16, 17, 18, 20}),
        (0, {9, 11, 13, 14, 15, 16, 17, 19, 20}),
    ],
)
def test_each_line_has_the_block_that_it_runs_in(x: int, reached: set[int]) -> None:
    blocks = Blocks(SOURCE)
    marks = bytearray(blocks.count)
    names: dict[str, object] = {MARKS: marks, "decorated": lambda _: lambda f: f}
    exec(compile(blocks.tree, "blocks", "exec"), names)
    assert [line for line in blocks.at if marks[blocks.at[line]]] == [4, 5, 6, 7, 8]
    marks[:] = bytes(len(marks))
    f = names["f"]
    assert callable(f)
    assert f.__doc__ == "Doc."
    f(x)
    assert {line for line in blocks.at if marks[blocks.at[line]]} == reached


# ---------------------------------------------------------------------- which modules


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        ("rules/lancer/act.py", True),
        ("rules/lancer/laws.py", True),
        ("rules/lancer/gm.py", True),
        ("rules/lancer/dice/melee.py", True),
        ("rules/lancer/battle/state.py", True),
        ("rules/lancer/view.py", False),
        ("rules/gaslight/narration_fire.py", False),
        ("rules/gaslight/doctrine_fight.py", False),
        ("rules/lancer/shown/anything.py", False),
        ("rules/lancer/doctrine/moves.py", False),
        ("rules/lancer/battle/words.py", False),
        ("rules/lancer/ground/measuring.py", False),
        ("rules/machines/tracks.py", True),
        ("tabletop/near/squares.py", True),
    ],
)
def test_which_modules_are_rules(path: str, rules: bool) -> None:
    assert has_rules(PACKAGE / path) is rules


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_rules_and_tests(system: str) -> None:
    assert len(rules_of(system)) > 10
    assert len(files_of_tests(system)) > 5
    assert digest_of(system, files_of_tests(system)[0]) != digest_of(system, files_of_tests(system)[1])


# ---------------------------------------------------------------------- numbers of sheets

SHEET = """
system = "x"
[fire]
at    = "Fire"
words = ["told"]
told  = 7
jams  = true
reach = 12
share = 2.5
[fire.foot]
hits  = { open = [2, 4], cover = 6 }
"""


def test_every_number_that_a_rule_looks_up_can_be_changed() -> None:
    found = numbers_of("x", SHEET, random.Random(1))
    assert [(one.path[1:], one.old) for one in found] == [
        (("reach",), 12),
        (("share",), 2.5),
        (("foot", "hits", "open", 0), 2),
        (("foot", "hits", "open", 1), 4),
        (("foot", "hits", "cover"), 6),
    ]
    assert [abs(one.new - one.old) for one in found] == [1, 0.5, 1, 1, 1]


def test_one_number_is_changed_and_nothing_else() -> None:
    number = Number("x", ("fire", "foot", "hits", "open", 1), 4, 5)
    wanted = tomllib.loads(SHEET.replace("[2, 4]", "[2, 5]"))
    assert tomllib.loads(changed_sheet(SHEET, number)) == wanted
    assert str(number) == "rules/x/sheet.toml  [fire] foot.hits.open.1  4 -> 5"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sheet_with_a_number_changed_is_still_a_sheet(system: str) -> None:
    text = (RULES / system / "sheet.toml").read_text(encoding="utf-8")
    number = numbers_of(system, text, random.Random(1))[0]
    same = Number(system, number.path, number.old, number.old)
    assert read_sheet(changed_sheet(text, same)).data() == read_sheet(text).data()
    assert read_sheet(changed_sheet(text, number)).data() != read_sheet(text).data()


# ---------------------------------------------------------------------- trying them

SHOP = "def can_pay(money, price):\n    return money >= price\ndef till(x):\n    while x < 2:\n        pass\n"
TESTS = (
    "from shop import can_pay, till\n"
    "def test_exact(): assert can_pay(3, 3)\n"
    "def test_rich(): assert can_pay(5, 3)\n"
    "def test_till(): till(2)\n"
    "def test_broken(): assert False\n"
)
TRIED = """
from pathlib import Path
import importing, operator_mutants, reach, running
operator_mutants.import_what_stays()  # and no system is among it
root = Path.cwd()
importing.PACKAGE, running.ROOT, reach.ROOT, operator_mutants.ROOT = root / "src", root, root, root
running.LEEWAY = 0.3
shop, tests = root / "shop.py", root / "test_shop.py"

def found_out():
    plugin = reach.Marking()
    importing.import_otherwise([shop], plugin.marked)
    running.run_tests([tests], [], plugin)
    return plugin.reach

def of(line):
    operator = next(one for one in operator_mutants.operators_of(shop.read_text()) if one.line == line)
    names = operator_mutants.reaching([reached], shop, line, most=60.0)
    return operator_mutants.Mutant(shop, operator), names

def outcome(task):
    (answer,) = operator_mutants.in_children([task], 1)
    return answer[1]

reached = outcome(found_out)
print(reached.left_out)
for line in (2, 4):
    mutant, names = of(line)
    print(sorted(names))
    for name in sorted(names):
        print(name, outcome(lambda: operator_mutants.tried(mutant, {name: names[name]}, [])) or "passes")
"""


def test_a_change_is_caught_by_a_test_that_looks_and_by_no_other(tmp_path: Path) -> None:
    """An endless loop too."""
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "test_shop.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(HERE)!r})\n{TRIED}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "['test_shop.py::test_broken']",
        "['test_shop.py::test_exact', 'test_shop.py::test_rich']",
        "test_shop.py::test_exact test_shop.py::test_exact",
        "test_shop.py::test_rich passes",
        "['test_shop.py::test_till']",
        "test_shop.py::test_till it does not end",
    ]
