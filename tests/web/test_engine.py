"""The companion's engine is made from the sources, for every sheet; whether it comes to the same the web tests say."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import playsheet
from playsheet.rules import SYSTEMS, load_system

ENGINE = Path(__file__).parents[2] / "web" / "engine"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> tuple[Path, str]:
    """The folder, and what was said by one who was asked to say all. It is made once: others wait for it."""
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    folder, said = shared / "made", shared / "made.txt"
    with (shared / "made.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # given back when it is made, or whoever made it is gone
        if not said.exists():
            done = subprocess.run(
                [sys.executable, ENGINE, "--verbose", folder], capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
            said.write_text(done.stdout)
    return folder, said.read_text()


def test_every_procedure_of_every_sheet_is_carried_over(made: tuple[Path, str]) -> None:
    folder, _ = made
    assert sorted(path.stem for path in (folder / "sheets").iterdir()) == sorted(SYSTEMS)
    for system in SYSTEMS:
        sheet = json.loads((folder / "sheets" / f"{system}.json").read_text())
        known = [procedure.id for procedure in load_system(system).forms()]
        assert [form["id"] for form in sheet["forms"]] == known
        assert len(sheet["data"]["procedures"]) == len(known)


def test_nothing_is_left_out(made: tuple[Path, str]) -> None:
    assert "engine.js: " in made[1]
    assert [line for line in made[1].splitlines() if line.startswith("left out:")] == []


FIRST = """
import json, sys
sys.path[:0] = [sys.argv[1]]
from cases import cases
from playsheet.rules import load_system
print(json.dumps(cases({sys.argv[2]: load_system(sys.argv[2]).forms()[:2]}, 12, 1)))
"""


def test_there_are_cases_of_every_procedure_to_compare_with(tmp_path: Path) -> None:
    """They are added to what is there, and the same whenever they are made: so the first two procedures show."""
    (tmp_path / "engine.js").write_text("")
    done = subprocess.run([sys.executable, ENGINE, "--cases", tmp_path], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["books.json", "cases.json", "engine.js"]
    cases = json.loads((tmp_path / "cases.json").read_text())
    tried = {(case["system"], case["procedure"]) for case in cases if case.get("odds")}
    assert tried == {(system, one.id) for system in SYSTEMS for one in load_system(system).forms()}
    assert any("refused" in case for case in cases)
    again = subprocess.run(
        [sys.executable, "-c", FIRST, ENGINE, SYSTEMS[0]], check=True, capture_output=True, text=True
    )
    assert json.loads(again.stdout) == cases[:24]


def test_it_is_the_same_whenever_it_is_made_and_says_nothing(made: tuple[Path, str], tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, ENGINE, tmp_path / "again"], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")
    names = ("engine.js", "shapes.js", "shapes.json", *[f"sheets/{system}.json" for system in SYSTEMS])
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (made[0] / name).read_bytes(), name


def declared(text: str) -> list[str]:
    return re.findall(r"^(?:function|class|const) (\w+(?:\$\w+)+)", text, re.MULTILINE)


def test_every_name_is_the_whole_path_and_there_once(made: tuple[Path, str]) -> None:
    found = declared((made[0] / "engine.js").read_text())
    assert len(found) == len(set(found)) > 1000
    assert "playsheet$core$dice$Dice" in found
    for name in found:
        source, inner = in_sources(name)
        for depth, part in enumerate(inner):  # a name, or a class and a constant in it
            assert re.search(rf"^{'    ' * depth}(def |class )?{part}\b", source, re.MULTILINE), name


def in_sources(name: str) -> tuple[str, list[str]]:
    """The text of the module that a name comes from, and the name in it."""
    parts = name.split("$")
    for at in range(len(parts) - 1, 0, -1):
        path = Path(playsheet.__file__).parents[1].joinpath(*parts[:at])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.exists():
                return file.read_text(), parts[at:]
    raise AssertionError(f"{name} comes from no module")


def test_what_the_page_asks_for_is_there(made: tuple[Path, str]) -> None:
    """Names that the page's own code looks up, and the classes of all objects that are carried over."""
    exported = (made[0] / "engine.js").read_text().rpartition("export const made = {")[2]
    names = {name.strip(" ,\n") for name in exported.split("}")[0].split(",")}
    asked = re.findall(r'#made\["([^"]+)"\]', (ENGINE.parent / "src/companion/engine/engine.ts").read_text())
    assert len(asked) > 4
    assert set(asked) <= names
    for system in SYSTEMS:
        sheet = json.loads((made[0] / "sheets" / f"{system}.json").read_text())
        assert {kind for kind, _ in sheet["data"]["objects"]} <= names


def test_only_what_somebody_needs_is_carried_over(made: tuple[Path, str]) -> None:
    found = set(declared((made[0] / "shapes.js").read_text()))
    needed = {
        "shapes$terms$Grade$CRACK",  # named
        "shapes$terms$Grade$NAMES",
        "shapes$lancer$dice$charge$contact",  # in a tuple
        "shapes$gaslight$dice$charge$contact",  # through a module
        "shapes$values$wading",  # in a field and in a dict
        "shapes$live$late",  # only in an object that is carried over
        "shapes$live$late_words",
        "shapes$values$Horde",  # only as a value
    }
    assert needed - found == set()
    assert not found & {
        "shapes$terms$Grade$FORGOTTEN",
        "shapes$terms$Grade",  # nobody makes one, or asks whether something is one
        "shapes$values$unused",
        "shapes$values$Reads",  # a protocol is for the type checker
        "shapes$live$only_in_python",  # in a field that nobody reads
        "shapes$live$SHEET",
    }


def test_every_example_has_cases_to_compare_with(made: tuple[Path, str]) -> None:
    cases = json.loads((made[0] / "shapes.json").read_text())["cases"]
    assert len(cases) > 150
    told = [json.dumps(case.get("gives", case.get("refused"))) for case in cases]
    assert {case["given"][0] for case in cases if "refused" in case} >= {"48.001", "7.1234", 7.1234, "nan"}
    assert len(set(told)) > 100  # they are not all alike


# ---------------------------------------------------------------------- what it does not know


ASKED = """
import json, sys
sys.path[:0] = [sys.argv[1]]
from pathlib import Path
from linking import Linked
from signatures import Mistake, Untranslatable
from sources import PACKAGES, symbol
PACKAGES["made_up"] = Path(sys.argv[2])
linked = Linked()
try:
    linked.ask_for(symbol(sys.argv[3]))
    linked.go_round()
    print(json.dumps({"code": linked.written(), "left_out": linked.left_out}))
except Mistake as fault:
    print(json.dumps({"mistake": str(fault)}))
except Untranslatable as fault:
    print(json.dumps({"fault": str(fault)}))
"""


def translated(folder: Path, files: dict[str, str], root: str) -> dict[str, Any]:
    """What becomes of a package. In a process of its own: the tool's modules have plain names."""
    for name, text in {"__init__.py": "", **files}.items():
        path = folder / "made_up" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    given = [sys.executable, "-c", ASKED, ENGINE, folder, root]
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_two_things_of_one_name_are_a_mistake_that_names_both(tmp_path: Path) -> None:
    files = {
        "terms/__init__.py": "class Grade:\n    CRACK = 3\n",
        "terms/Grade.py": "CRACK = 4\n",
        "play.py": (
            "from made_up.terms import Grade\nfrom made_up.terms.Grade import CRACK\n"
            "def both() -> int:\n    return Grade.CRACK + CRACK\n"
        ),
    }
    assert translated(tmp_path, files, "made_up.play:both")["mistake"] == (
        "made_up.terms:Grade.CRACK and made_up.terms.Grade:CRACK would both be made_up$terms$Grade$CRACK in the browser"
    )


def test_modules_whose_last_names_are_alike_do_not_stand_for_each_other(tmp_path: Path) -> None:
    files = {
        "a/b_c.py": "def f() -> int:\n    return 1\n",
        "a_b/c.py": "def f() -> int:\n    return 2\n",
        "a/dice/charge.py": "def f() -> int:\n    return 3\n",
        "b/dice/charge.py": "def f() -> int:\n    return 4\n",
        "play.py": (
            "from made_up.a.b_c import f as one\nfrom made_up.a_b.c import f as two\n"
            "from made_up.a.dice.charge import f as three\nfrom made_up.b.dice.charge import f as four\n"
            "def all_four() -> list[int]:\n    return [one(), two(), three(), four()]\n"
        ),
    }
    code = translated(tmp_path, files, "made_up.play:all_four")["code"]
    called = re.search(r"return \[(.*)\];", code)
    assert called is not None
    for name, value in zip(called[1].split(", "), (1, 2, 3, 4)):
        assert f"function {name} {{\nreturn {value};" in code


MISTAKES = {
    "home(ran=1)": "home is not given charger",
    "home('a')": "home is not given ran",
    "home('a', flanked=True)": "home is not given ran",
    "home('a', 1)": "home takes 1 argument by place, not 2",
    "home('a', ran=1, run=2)": "home has no parameter run",
    "home('a', ran=1, charger='b')": "home is given charger twice",
    "Unit('a', man=1)": "Unit has no parameter man",
    "Unit(men=1)": "Unit is not given name",
    "Form()": "Form is not given id",
    "Form('a', 'b')": "Form takes 1 argument by place, not 2",
    "Form('a', runs=home)": "Form has no parameter runs",
    "Unit.raised('a', grade=1)": "Unit.raised has no parameter grade",
    "Unit.size(Unit('a'), of=1)": "Unit.size is not given by",
    "Sub().size()": "Sub is not given other",
    "Grade.CRAK": "made_up.play:Grade has no CRAK",
    "Grade.crack()": "made_up.play:Grade has no crack",
    "other.nothing": "made_up.other has no nothing",
    "other.nothing()": "made_up.other has no nothing",
}
PLAY = """
from __future__ import annotations
from dataclasses import dataclass
from made_up import other

class Grade:
    CRACK = 3

def home(charger, *, ran, flanked=False):
    return ran

class Unit:
    def __init__(self, name, *, men=1):
        self.men = men
    def size(self, *, by, of=2):
        return by
    @classmethod
    def raised(cls, name):
        return cls(name)

class Sub(Unit):
    def __init__(self, other):
        super().__init__("a", {})

@dataclass(kw_only=False)
class Form:
    id: str
    _: KW_ONLY
    run: object = home

def f(x, unit, step):
    return <>
""".replace("import dataclass\n", "import KW_ONLY, dataclass\n")


@pytest.mark.parametrize(("written", "says"), MISTAKES.items())
def test_a_call_that_cannot_be_is_a_mistake_with_its_place(written: str, says: str, tmp_path: Path) -> None:
    source = PLAY.replace("<>", written).replace("{}", "men=2")
    found = translated(tmp_path, {"play.py": source, "other.py": ""}, "made_up.play:f")
    line = source[: source.index(f"return {written}")].count("\n") + 1
    assert found == {"mistake": f"made_up.play, line {line}: {says}"}


def test_so_is_one_of_the_base(tmp_path: Path) -> None:
    source = PLAY.replace("<>", "Sub(1)").replace("{}", "mem=2")
    found = translated(tmp_path, {"play.py": source, "other.py": ""}, "made_up.play:f")
    assert found["mistake"].endswith(": Unit has no parameter mem")


LEFT_OUT = {
    "[Unit('a'), unit.size(bye=1)]": "no size takes 0 by place and bye",
    "[Unit('a'), unit.size(of=1)]": "no size takes 0 by place and of",
    "[home, step(x, away=1)]": "no function that is handed on takes 1 by place and away",
    "x.split(sep=',')": "no split takes 0 by place and sep",
    "sorted(x, by=home)": "the keyword by of sorted",
    "Unit.size.__doc__": "the attribute __doc__",
    "lambda: 1": "an expression of the kind Lambda",
    "open": "the name open",
}


@pytest.mark.parametrize(("written", "says"), LEFT_OUT.items())
def test_a_function_that_is_not_understood_is_left_out_and_named(written: str, says: str, tmp_path: Path) -> None:
    source = PLAY.replace("<>", written).replace("{}", "men=2")
    found = translated(tmp_path, {"play.py": source, "other.py": ""}, "made_up.play:f")
    line = source[: source.index(f"return {written}")].count("\n") + 1
    assert found["left_out"] == {"made_up$play$f": f"made_up.play, line {line}: {says}"}
    assert "throw new $.LeftOut(" in found["code"]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("class A(Enum):\n    ONE = 'one'\ndef f():\n    return A.ONE\n", "a class made from enum.Enum"),
        ("class A(NamedTuple):\n    one: int\ndef f():\n    return A(1)\n", "a class made from typing.NamedTuple"),
        ("class A:\n    def __eq__(self, o):\n        return True\ndef f():\n    return A()\n", "a class with __eq__"),
        ("class A:\n    def __call__(self):\n        return 1\ndef f():\n    return A()\n", "a class with __call__"),
        ("@wrapped\nclass A:\n    pass\ndef f():\n    return A()\n", "the decorator wrapped"),
        ("class A:\n    class B:\n        C = 1\ndef f():\n    return A.B\n", "a class in a class"),
        ("class A:\n    X, Y = 1, 2\ndef f():\n    return A.X\n", "this kind of definition"),
        (
            "def g():\n    return 1\nclass A:\n    RUN = g\ndef f(a):\n    return [A(), a.RUN]\n",
            "the function RUN of a class, which somebody may read from an object",
        ),
    ],
)
def test_a_class_that_would_be_another_in_the_browser_is_not_made(source: str, says: str, tmp_path: Path) -> None:
    head = "from enum import Enum\nfrom typing import NamedTuple\n"
    found = translated(tmp_path, {"play.py": head + source}, "made_up.play:f")
    fault = str(found.get("fault") or found["left_out"]["made_up$play$f"])
    assert fault.startswith("made_up.play, line ")
    assert fault.endswith(": " + says)


def test_a_mistake_stops_the_build_in_one_sentence_and_what_was_made_stays(tmp_path: Path) -> None:
    ignore = shutil.ignore_patterns("__pycache__", "static", "*.so")
    shutil.copytree(Path(playsheet.__file__).parent, tmp_path / "src" / "playsheet", ignore=ignore)
    shutil.copytree(ENGINE, tmp_path / "web" / "engine", ignore=ignore)
    asking = tmp_path / "src" / "playsheet" / "odds" / "ask.py"
    text = asking.read_text()
    called = "weighed_facts(case, effort)"
    assert called in text
    asking.write_text(text.replace(called, "weighed_facts(case, preparing=effort)", 1))
    old = tmp_path / "made" / "engine.js"
    old.parent.mkdir()
    old.write_text("as it was")
    given = [sys.executable, tmp_path / "web" / "engine", old.parent]
    paths = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    done = subprocess.run(given, capture_output=True, text=True, check=False, env=paths)
    assert done.returncode == 1
    line = text[: text.index(called)].count("\n") + 1
    says = f"playsheet.odds.ask, line {line}: weighed_facts has no parameter preparing"
    assert done.stderr == f"The companion's engine cannot be made: {says}.\n"
    assert (done.stdout, old.read_text()) == ("", "as it was")


def test_statements_that_it_does_not_know_are_named_too(tmp_path: Path) -> None:
    source = "def f(x: int) -> int:\n    with x:\n        return 1\n"
    found = translated(tmp_path, {"play.py": source}, "made_up.play:f")
    assert found["left_out"] == {"made_up$play$f": "made_up.play, line 2: a statement of the kind With"}
