"""The sixth sheet that docs/how-to-add-a-system.md builds: taken out of the page, and tried as every system is."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from every_throw import counted

import playsheet
from playsheet import rules
from playsheet.cli.main import main
from playsheet.core.asking import Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import Game, line_of, written
from playsheet.core.house import read_house
from playsheet.core.records import read_record, record_of, replay, verify
from playsheet.core.stances import Stance, Stances
from playsheet.core.system import System
from playsheet.core.words import number
from playsheet.fieldbook.book import Intent
from playsheet.fieldbook.dice import DiceWanted
from playsheet.fieldbook.making import new_book
from playsheet.odds import exact, in_play
from playsheet.players.carrying_out import carry_out
from playsheet.players.setup import Setup, set_up_from

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "how-to-add-a-system.md").read_text(encoding="utf-8")
SIXTH = "ramrod"
SCENARIO = "the-mill-lane"
BLOCK = re.compile(r"^```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEAD = re.compile(rf"# ((?:rules|tests/rules)/{SIXTH}/\S+)\n")
LAWS_FILE = ROOT / "tests" / "test_laws.py"
LAWS = [
    node.name
    for node in ast.parse(LAWS_FILE.read_text(encoding="utf-8")).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and node.args.args[:1]
    if node.args.args[0].arg == "scenario"
]


def files_of_the_guide() -> dict[str, str]:
    """Path and text of every file that the page gives in full."""
    blocks = [body for body in BLOCK.findall(GUIDE) if HEAD.match(body)]
    found = {HEAD.match(body)[1]: body for body in blocks}  # type: ignore[index]
    assert len(found) == len(blocks), "a file stands in the guide twice"
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whoever follows the guide has this in the end: a checkout like ours, with one system more and no other."""
    folder = tmp_path_factory.mktemp("guide")
    source = Path(playsheet.__file__).parent
    package = folder / "src" / "playsheet"
    (package / "rules").mkdir(parents=True)
    for file in [*source.iterdir(), source / "rules" / "__init__.py"]:
        if file.name != "rules":
            (package / file.relative_to(source)).symlink_to(file)
    (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    for path, text in files_of_the_guide().items():
        file = (package if path.startswith("rules/") else folder) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def own(folder: Path) -> Path:
    return folder / "src" / "playsheet" / "rules" / SIXTH


@pytest.fixture(scope="module", autouse=True)
def registered(folder: Path) -> Iterator[None]:
    """The system is found like the others, until these tests are over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "__path__", [*rules.__path__, str(own(folder).parent)])
        patch.setattr(rules, "SYSTEMS", (*rules.SYSTEMS, SIXTH))
        yield
        for name in [name for name in sys.modules if name.startswith(f"playsheet.rules.{SIXTH}")]:
            patch.delitem(sys.modules, name)


@pytest.fixture(scope="module")
def setup(folder: Path) -> Setup:
    return set_up_from(scenario_file(folder), "", [])


def scenario_file(folder: Path) -> Path:
    return own(folder) / "scenarios" / f"{SCENARIO}.toml"


def lines(game: Game[Any]) -> list[str]:
    return [line_of(event) for event in game.log]


def played(setup: Setup, players: list[str], seed: int) -> Game[Any]:
    game = setup.game(players, seed, keep=True)
    game.run()
    return game


# ---------------------------------------------------------------- the laws that every system is tried by


@pytest.fixture(scope="module")
def laws(folder: Path) -> ModuleType:
    """tests/test_laws.py itself, for a program that has this one scenario."""
    spec = spec_from_file_location("laws_of_every_system", LAWS_FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "scenario_files", lambda: {SCENARIO: scenario_file(folder)})
        spec.loader.exec_module(module)
    assert module.SCENARIOS == [SCENARIO]
    return module


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("law", LAWS)
def test_it_keeps_every_law(law: str, seed: int, laws: ModuleType) -> None:
    """With the default rulings for odd seeds, any others for even ones."""
    test = getattr(laws, law)
    if test.__code__.co_argcount == 2:
        test(SCENARIO, seed)
    else:
        test(SCENARIO)


def test_there_are_laws() -> None:
    assert len(LAWS) >= 10


@pytest.mark.parametrize("seed", range(8))
def test_the_doctrine_knows_the_game_better_than_chance(seed: int, setup: Setup) -> None:
    assert played(setup, ["doctrine", "random"], seed).battle.winner == 0
    assert played(setup, ["random", "doctrine"], seed).battle.winner == 1


def test_sections_that_are_to_hold_keep_their_ground_and_fire(setup: Setup) -> None:
    """The same battle with and without: the stance of one side is nothing to the other."""
    events = import_module(f"playsheet.rules.{SIXTH}.battle.events")
    marched, fired = [], []
    for stance in (Stance.OWN, Stance.HOLD):
        stances = Stances()
        stances.put(list(range(len(setup.scenario.sides[0].units))), stance)
        players = [setup.system.doctrine(0, stances), setup.system.doctrine(1)]
        game = setup.game_with(players, Seeded(1), keep=True, own_dice=[False, False])
        game.run()
        sides = [section.side for section in game.battle.sections]
        marched.append({sides[event.section] for event in game.log if isinstance(event, events.Marched)})
        fired.append({sides[event.section] for event in game.log if isinstance(event, events.Fired)})
    assert marched == [{0, 1}, {1}]
    assert fired == [{0, 1}, {0, 1}]


def test_battles_end_in_every_way_that_the_sheet_knows(setup: Setup) -> None:
    lineups = [["doctrine", "doctrine"], ["random", "doctrine"], ["random", "random"]]
    games = [played(setup, lineup, seed) for lineup in lineups for seed in range(10)]
    ends = {game.battle.verdict.partition("Company ")[2] or game.battle.verdict for game in games}
    assert ends == {"has the field.", "holds the mill.", "Neither side holds the mill."}


# ---------------------------------------------------------------- records, undo, the game master


def load(id: str) -> System[Any]:
    return rules.load_system(id)


def test_its_record_is_read_and_replayed(setup: Setup) -> None:
    game = played(setup, ["doctrine", "random"], 3)
    text = record_of(game, setup.scenario, ["doctrine", "random"]).text()
    assert lines(replay(read_record(text), load)) == lines(game)
    assert verify(text, load).sound


def test_it_is_replayed_in_the_middle_of_a_step(setup: Setup) -> None:
    game = setup.game(["person", "doctrine"], 5, keep=True)
    game.run()
    for _ in range(9):
        answer(game, game.questions[0], setup.system.doctrine(0))
    again = replay(read_record(record_of(game, setup.scenario, ["person", "doctrine"]).text()), load)
    assert lines(again) == lines(game)
    assert [asked.number() for asked in again.questions] == [asked.number() for asked in game.questions]


def answer(game: Game[Any], question: Question, player: Player) -> None:
    if question.region is not None:
        text = written(player.place(game.battle, question))
    else:
        text = player.choose(game.battle, question).key()
    game.answer(question.seat, question.number(), text)


def test_what_is_illegal_is_refused_in_a_sentence(setup: Setup) -> None:
    game = setup.game(["person", "person"], 5, keep=True)
    game.run()
    first = game.questions[0].number()
    for place, why in [
        ("@15.0,18.0", "must stand wholly inside its deployment zone"),
        ("@0.5,4.0", "must stand wholly inside its deployment zone"),
        ("15,4", "expected @ and the numbers x, y"),
    ]:
        with pytest.raises(Refused, match=why):
            game.answer(0, first, place)
    game.answer(0, first, "@15.0,4.0")
    with pytest.raises(Refused, match="too near to 1st Regulars"):
        game.answer(0, game.questions[0].number(), "@15.0,6.5")
    for _ in range(5):
        answer(game, game.questions[0], setup.system.doctrine(0))
    game.answer(0, game.questions[0].number(), "section:0")
    game.answer(0, game.questions[0].number(), "march")
    with pytest.raises(Refused, match="may march 6 inches, and that is 7"):
        game.answer(0, game.questions[0].number(), "@15.0,11.0")


def test_it_is_commanded_by_intents(setup: Setup) -> None:
    game = setup.game(["person", "doctrine"], 3, keep=True)
    game.run()
    memory = None
    said = {"deploy": "deploy as best", "section": "stand", "action": "stand"}
    marched = False
    while not game.battle.finished:
        asked = game.questions[0]
        texts = [said[asked.kind]]
        if asked.kind == "section" and not marched:
            texts, marched = ["fire 0 1 at will", "march 0 1 to 24,24", "stand"], True
        carried = carry_out(game, 0, texts, memory)
        memory = carried.adjutant.data()
        for answer in carried.answers:
            game.answer(0, answer.question, answer.text)
        assert carried.answers
    assert {"Marched", "Deployed"} <= {type(event).__name__ for event in game.log}


def test_a_game_master_awards_it(setup: Setup) -> None:
    game = setup.game(["person", "person"], 5, keep=True)
    game.run()
    with pytest.raises(Refused, match="expected award 1"):
        game.overrule("award 3")
    game.overrule("award 2")
    assert (game.battle.finished, game.battle.winner) == (True, 1)


# ---------------------------------------------------------------- data

ONE_ZONE = "zones  = [[0, 0, 30, 9]]"


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        ('card = "militia"', 'card = "militias"', 'no card "militias"'),
        ('kind = "wood"', 'kind = "bog"', "wood"),
        ('kind   = "hold"', 'kind   = "burn"', "hold"),
        ("within = 4", "within = -4", "within"),
        (ONE_ZONE, "zones  = [[0, 0, 6, 6]]", "expected larger zones"),
    ],
)
def test_a_scenario_is_checked_down_to_the_last_unit(old: str, new: str, refused: str, folder: Path) -> None:
    text = scenario_file(folder).read_text(encoding="utf-8")
    assert load(SIXTH).read_scenario(text).title == "The Mill Lane"
    assert text.count(old) >= 1
    with pytest.raises(Refused, match=refused):
        load(SIXTH).read_scenario(text.replace(old, new, 1))


def test_a_house_rule_changes_the_odds() -> None:
    text = f'name = "Rifles"\nsystem = "{SIXTH}"\n[sheet.shooting.close]\nopen = [2, 3, 4, 5, 6]\n'
    base = load(SIXTH)
    house = base.configured({}, "", [read_house(text, "rifles.toml")])
    assert mean_hits(house) / mean_hits(base) == 5 / 3


def mean_hits(system: System[Any]) -> float:
    mean = exact(system.forms()[0], {}).mean("hits")
    assert mean is not None
    return float(mean)


# ---------------------------------------------------------------- odds


@pytest.mark.parametrize("rolls_by", ["left", "had"])
@pytest.mark.parametrize(
    ("form", "inputs"),
    [
        ("fire", {"firing": 1}),
        ("fire", {"firing": 7, "range": "long", "men": 5}),
        ("fire", {"firing": 8, "men": 5, "cover": "yes", "steadiness": 3}),
        ("fire", {"firing": 6, "men": 2, "start": 4, "shaken": "yes"}),
        ("rally", {"men": 4, "steadiness": 3}),
        ("rally", {"steadiness": 6, "cover": "yes"}),
    ],
)
def test_exact_odds_are_those_of_every_throw(form: str, inputs: dict[str, object], rolls_by: str) -> None:
    system = load(SIXTH).configured({"rolls_by": rolls_by}, "", [])
    known = {found.id: found for found in system.forms()}[form]
    odds = exact(known, inputs)
    assert {outcome.facts: outcome.chance for outcome in odds.outcomes} == counted(known.filled(inputs))


def test_the_switch_makes_a_difference() -> None:
    given = {"firing": 4, "men": 5, "start": 8, "steadiness": 3}
    held = []
    for rolls_by in ("left", "had"):
        system = load(SIXTH).configured({"rolls_by": rolls_by}, "", [])
        held.append(exact(system.forms()[0], given).chance(morale="holds"))
    assert held[0] < held[1]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_odds_in_play_are_of_what_then_happens(seed: int, setup: Setup) -> None:
    """Whatever a volley came to was among its odds; and a form that is filled in by hand says the same."""
    events = import_module(f"playsheet.rules.{SIXTH}.battle.events")
    game = setup.game(["person", "person"], seed, keep=True)
    game.run()
    forms = {form.id: form for form in setup.system.forms()}
    fired = 0
    while game.questions:
        question = game.questions[0]
        offered = {option.key(): in_play(game, question, option) for option in question.options}
        told = len(game.log)
        answer(game, question, setup.system.doctrine(0))
        for key, odds in offered.items():
            assert (odds is not None) == key.startswith(("fire:", "rally"))
            if odds is not None:
                same = exact(forms[odds.form.id], odds.inputs)
                assert {one.facts: one.chance for one in same.outcomes} == {
                    one.facts: one.chance for one in odds.outcomes
                }
        volleys = [event for event in game.log[told:] if isinstance(event, events.Fired)]
        for volley in volleys:
            odds = offered[f"fire:{volley.target}"]
            assert odds is not None
            lost = sum(event.men for event in game.log[told:] if isinstance(event, events.MenLost))
            assert odds.chance(hits=volley.hits, lost=lost) > 0
            fired += 1
    assert fired > 5


# ---------------------------------------------------------------- what people see


def test_the_command_knows_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system = load(SIXTH)
    example = system.forms()[0].example.split()
    for given, shown in [
        (["sheet", SIXTH], "4. the next turn"),
        (["sheet", SIXTH, "shooting"], "In the open"),
        (["rulings", SIXTH], "rolls_by"),
        (["rulings", SIXTH, "R3"], "left (in force)"),
        (["procedures", SIXTH], "A shaken section rallies"),
        (["odds", SIXTH, "fire", *example], "mean"),
        (["resolve", SIXTH, "rally", "--dice", "6"], "rallied no"),
        (["check", str(scenario_file(folder))], "The Mill Lane"),
        (["check", str(own(folder) / "cards.toml")], "3 cards"),
        (["watch", str(scenario_file(folder)), "--seed", "1", "--fast"], "The Blue Company"),
    ]:
        assert main(given) == 0, (given, capsys.readouterr().err)
        assert shown in capsys.readouterr().out, given


def test_every_step_is_told_in_sentences(setup: Setup) -> None:
    game = setup.game(["doctrine", "doctrine"], 2, keep=True)
    teller = setup.system.teller(setup.system.new_battle(setup.scenario))
    told = []
    while not game.battle.finished:
        start = len(game.log)
        game.play_step()
        told += teller.tell(game.log[start:])
    assert all(re.fullmatch(r"[A-Z].*\.", sentence.text) for sentence in told)
    assert sum(len(sentence.rolls) for sentence in told) == sum(type(event).__name__ == "Rolled" for event in game.log)
    assert setup.system.view(teller.battle, 0) == setup.system.view(game.battle, 0)


def test_it_asks_in_words_and_draws_every_section(setup: Setup) -> None:
    game = setup.game(["person", "person"], 2, keep=True)
    game.run()
    while game.questions:
        assert setup.system.ask(game.battle, game.questions[0]).endswith("?")
        standing = [unit for unit in setup.system.roster(game.battle) if unit.on_table]
        drawn = setup.system.marks(game.battle)
        assert [unit.figures for unit in standing] == [mark.count for mark in drawn]
        answer(game, game.questions[0], setup.system.doctrine(0))


def test_its_book_is_kept(setup: Setup) -> None:
    book = new_book(setup.system, setup.scenario)
    book.do(Intent(0, "begin"))
    shooter, target = (next(unit for unit in book.state.units if unit.side == side) for side in (0, 1))
    men = target.number("men")
    with pytest.raises(DiceWanted) as wanted:
        book.do(Intent(1, "fire", unit=shooter.id, target=target.id))
    dice = [6] * wanted.value.n + [1]  # the lowest holds
    book.do(Intent(1, "fire", unit=shooter.id, target=target.id, dice=dice))
    assert book.state.units[target.id].number("men") == men - wanted.value.n


# ---------------------------------------------------------------- the files themselves


def contract() -> list[list[str]]:
    """The rooms, highest first, as import-linter is told; rooms of one layer stand together."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    inside = {entry["name"]: entry for entry in table["tool"]["importlinter"]["contracts"]}
    return [
        [room.strip(" ()") for room in layer.split("|")]
        for layer in inside["Inside a system imports point one way"]["layers"]
    ]


def test_the_guide_shows_every_room() -> None:
    paths = [Path(path).relative_to(f"rules/{SIXTH}") for path in files_of_the_guide() if path.startswith("rules/")]
    rooms = {path.parts[0].removesuffix(".py") for path in paths if path.suffix == ".py"} - {"__init__"}
    assert rooms == {room for layer in contract() for room in layer}
    assert {str(path) for path in paths if path.suffix == ".toml"} == {
        "sheet.toml",
        "rulings.toml",
        "cards.toml",
        f"scenarios/{SCENARIO}.toml",
    }


def test_its_imports_point_one_way() -> None:
    layers = contract()
    height = {room: -at for at, layer in enumerate(layers) for room in layer}
    seen = 0
    for path, text in files_of_the_guide().items():
        if not path.startswith("rules/") or not path.endswith(".py") or path == f"rules/{SIXTH}/__init__.py":
            continue
        room = path.split("/")[2].removesuffix(".py")
        for node in ast.walk(ast.parse(text)):
            assert not isinstance(node, ast.Import), path
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("playsheet."):
                parts = (node.module or "").split(".")
                if parts[1:3] == ["rules", SIXTH]:
                    names = [parts[3]] if len(parts) > 3 else [alias.name for alias in node.names]
                    for other in names:
                        assert other == room or height[other] < height[room], f"{path} imports {other}"
                        seen += 1
                else:
                    assert parts[1] in ("core", "tabletop"), f"{path} imports {node.module}"
    assert seen > 30


def test_its_own_rows_pass(folder: Path) -> None:
    file = folder / "tests" / "rules" / SIXTH / "test_dice.py"
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(folder), "-c", "/dev/null"]
    assert pytest.main([*options, str(file)]) == 0


def tool(folder: Path, *given: str) -> None:
    done = subprocess.run([sys.executable, "-m", *given], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_files_are_formatted_and_lint(folder: Path) -> None:
    files = [f"src/playsheet/rules/{SIXTH}", "tests"]
    tool(folder, "ruff", "format", "--no-cache", "--check", *files)
    tool(folder, "ruff", "check", "--no-cache", *files)


def test_its_types_are_strict(folder: Path) -> None:
    tool(folder, "mypy", "--strict", "--cache-dir", "cache", "-p", f"playsheet.rules.{SIXTH}")


def test_the_companion_carries_its_procedures(folder: Path, tmp_path: Path) -> None:
    """The translator of web/engine, in that checkout: no function is left out, and there are cases to compare with."""
    (folder / "web").mkdir()
    (folder / "web" / "engine").symlink_to(ROOT / "web" / "engine")
    made = (
        "import runpy, sys; import playsheet.rules; playsheet.rules.SYSTEMS = (sys.argv[1],); "
        "sys.argv = ['engine', *sys.argv[2:]]; runpy.run_path('web/engine/__main__.py', run_name='__main__')"
    )
    said = ""
    for what in ("--verbose", "--cases"):
        done = subprocess.run(
            [sys.executable, "-c", made, SIXTH, what, str(tmp_path)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said += done.stdout
    assert "engine.js: " in said
    assert "left out:" not in said
    cases = json.loads((tmp_path / "cases.json").read_text(encoding="utf-8"))
    assert {case["procedure"] for case in cases if case.get("odds")} == {form.id for form in load(SIXTH).forms()}


# ---------------------------------------------------------------- what a system must say


def without_default() -> list[str]:
    """The methods of System whose body is nothing but an error."""
    source = (ROOT / "src" / "playsheet" / "core" / "system.py").read_text(encoding="utf-8")
    (system,) = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == "System"]
    found = []
    for method in system.body:
        if isinstance(method, ast.FunctionDef) and isinstance(method.body[-1], ast.Raise):
            raised = method.body[-1].exc
            error = raised.func if isinstance(raised, ast.Call) else raised
            if isinstance(error, ast.Name) and error.id in ("AttributeError", "NotImplementedError"):
                found.append(method.name)
    return found


def test_the_guide_names_every_method_without_a_default() -> None:
    needed = without_default()
    assert len(needed) >= 5
    sentence = re.search(r"(\w+) methods have no default.*?: (.*?)\.", " ".join(BLOCK.sub("", GUIDE).split()))
    assert sentence is not None
    assert sorted(re.findall(r"`(\w+)`", sentence[2])) == sorted(needed)
    assert number(len(needed)) == sentence[1].lower()
    said = vars(type(load(SIXTH)))
    assert [name for name in needed if name not in said] == []
