"""Which modules are rules of a system, and which tests are its own. Nothing here imports a system."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from playsheet.rules import SYSTEMS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "src" / "playsheet"
RULES = PACKAGE / "rules"
TABLETOP = "tabletop"  # what systems share
SHARED = (PACKAGE / "tabletop", RULES / "machines")
CHOICES = (*SYSTEMS, TABLETOP)
CHECKS = HERE / "checks.py"
# What tells and shows, and how the built-in commander thinks: other tests look at these, and rules are not in them.
NO_RULES = {"view", "story", "roster", "standing", "questions", "words", "measuring"}
NO_RULES_FROM = ("narration", "doctrine")
NO_RULES_IN = {"shown", "doctrine"}


def has_rules(path: Path) -> bool:
    inside = path.relative_to(PACKAGE)
    return not (
        NO_RULES_IN.intersection(inside.parts[:-1])
        or path.stem in NO_RULES
        or path.stem.startswith(NO_RULES_FROM)
        or path.stem == "__init__"
    )


def folders_of(system: str) -> list[Path]:
    return [folder for folder in SHARED if folder.is_dir()] if system == TABLETOP else [RULES / system]


def rules_of(system: str) -> list[Path]:
    """The modules of the system that are rules."""
    found = [path for folder in folders_of(system) for path in sorted(folder.rglob("*.py"))]
    return [path for path in found if has_rules(path)]


def all_modules(system: str) -> list[Path]:
    """Of the system and of what systems share, rules or not; not the packages themselves."""
    folders = {*folders_of(system), *folders_of(TABLETOP)}
    return [path for folder in sorted(folders) for path in sorted(folder.rglob("*.py")) if path.stem != "__init__"]


def files_of_tests(system: str) -> list[Path]:
    """The system's own, and its battles, odds and laws (checks.py)."""
    if system == TABLETOP:
        return sorted((ROOT / "tests" / "tabletop").rglob("test_*.py"))
    return [*sorted((ROOT / "tests" / "rules" / system).rglob("test_*.py")), CHECKS]


# ---------------------------------------------------------------------- has anything changed?


def digest_of(system: str, tests: Path) -> str:
    """Of all that can change which lines these tests come to: the sources, what tests share, and the tests."""
    others = [RULES / other for other in SYSTEMS if other != system]
    aside = [*others, PACKAGE / "server", PACKAGE / "client", PACKAGE / "cli"]
    sources = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml")]
    files = [path for path in sources if not any(path.is_relative_to(folder) for folder in aside)]
    tested = ROOT / "tests"
    files += [tests, ROOT / "pyproject.toml", *(HERE / name for name in ("reach.py", "blocks.py", "running.py"))]
    files += [path for path in (tested / "rules").rglob("*.py") if not path.name.startswith("test_")]
    if tests == CHECKS:
        files += [path for path in (tested / "games").glob("*.py") if not path.name.startswith("test_")]
        files += [path for path in (tested / "games" / system).rglob("*") if path.is_file()]
        files += [tested / "games" / "odds" / f"{system}.txt", tested / "test_laws.py"]
    found = sha256(f"{system}\n".encode())
    for path in sorted(set(files)):
        found.update(f"{path.relative_to(ROOT)}\n".encode())
        found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()
