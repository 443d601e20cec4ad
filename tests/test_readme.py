"""Every example of the README and of the guides works, and shows what the program prints today."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.battles

ROOT = Path(__file__).parent.parent
GUIDES = sorted(file for file in (ROOT / "docs").rglob("*.md"))
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
QUOTED = re.compile(r"^```(python|toml)\n# ([\w/.-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
AGAIN = "an output has changed: python docs/remake_readme.py writes it anew"


def remaking() -> ModuleType:
    spec = importlib.util.spec_from_file_location("remake_readme", ROOT / "docs" / "remake_readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REMAKING = remaking()


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", REMAKING.PAGES)
def test_examples_run_and_show_what_is_printed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command ends with exit code 0; what stands below it is its output, line by line."""
    monkeypatch.chdir(tmp_path)
    assert REMAKING.remade(text_of(page)) == text_of(page), AGAIN


def toml_files() -> list[tuple[str, str]]:
    found = []
    for page in REMAKING.PAGES:
        for block in REMAKING.BLOCK.finditer(text_of(page)):
            if block["kind"] == "toml":
                found.append((page, block["body"]))
    return found


@pytest.mark.parametrize(("page", "body"), toml_files())
def test_toml_examples_are_sound(page: str, body: str, tmp_path: Path) -> None:
    named = REMAKING.FILE.match(body)
    assert named, f"{page}: the example does not say what the file is called"
    file = tmp_path / named[1]
    file.write_text(body, encoding="utf-8")
    assert REMAKING.run(["check", str(file)])[0] == 0


def test_make_has_the_targets_that_are_named() -> None:
    makefile = text_of("Makefile")
    for target in re.findall(
        r"\bmake ([a-z]+)\b", "\n".join(re.findall(r"`[^`]+`|^make .*$", text_of("README.md"), re.M))
    ):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(str(file.relative_to(ROOT)) for file in GUIDES)])
def test_links_lead_somewhere(page: str) -> None:
    for link in LINK.findall(text_of(page)):
        if not link.startswith("http"):
            assert (ROOT / page).parent.joinpath(link).exists(), link


def quoted() -> list[tuple[str, str, str]]:
    """What the programmers' pages quote from the sources: page, file, lines."""
    pages = ("docs/architecture.md", "docs/how-to-add-a-system.md")
    found = [(page, file, body) for page in pages for _, file, body in QUOTED.findall(text_of(page))]
    return [quote for quote in found if "/ramrod/" not in quote[1]]  # the guide's own: tests/test_adding_a_system.py


@pytest.mark.parametrize(("page", "file", "body"), quoted())
def test_quoted_sources_exist(page: str, file: str, body: str) -> None:
    """Line by line and in this order; `...` stands for what is left out."""
    source = (ROOT / "src" / "playsheet" / file).read_text(encoding="utf-8").split("\n")
    at = 0
    for line in body.rstrip("\n").split("\n"):
        if line.strip() not in ("", "..."):
            assert line in source[at:], f"{page} quotes {file}: {line!r}"
            at = source.index(line, at) + 1


# ---------------------------------------------------------------------- how an output is cut

TELLING = """\
Turn 1 ---
* A moved.
* B fired: two dice,
  one hit,
  and C fell back.
* The STOP card was drawn.

  A   10/10   in line

Turn 2 ---
* A moved.
The end ---
A wins. B breaks.

  lost   1
"""
BATTLE = TELLING.split("\n")


def test_the_thick_of_it_is_where_most_is_told_of_a_card() -> None:
    shown = REMAKING.the_thick_of_it(
        ["Turn 0 ---", "* They drew up", "  at great", "  length,", "  all of them.", *BATTLE]
    )
    assert shown == [BATTLE[0], "...", *BATTLE[2:5], "...", "The end ---", "A wins. B breaks."]


def test_the_first_lines_are_followed_by_a_mark() -> None:
    assert REMAKING.shortened(["a", "b", "c"], "first 2 lines") == ["a", "b", "..."]
    assert REMAKING.shortened(["a", "b"], "") == ["a", "b"]


def test_a_command_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(REMAKING.Stale, match="playsheet watch the-walls: exit code 2: There is no scenario"):
        REMAKING.remade("```sh\nplaysheet watch the-walls\n```\n")


def test_a_file_without_a_name_is_refused() -> None:
    with pytest.raises(REMAKING.Stale, match="name in its first line"):
        REMAKING.remade("```toml\na = 1\n```\n")
