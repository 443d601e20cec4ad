"""docs/api.md: its examples show what comes, and it names all that there is."""

import re

from api_examples import PAGE, failures

import playsheet


def test_the_examples_show_what_comes() -> None:
    assert failures() == ""


def test_it_names_all_that_is_handed_out() -> None:
    text = PAGE.read_text(encoding="utf-8")
    functions = [name for name in playsheet.__all__ if name.islower() and name != "__version__"]
    assert [name for name in functions if f"`{name}(" not in text and f"playsheet.{name}(" not in text] == []


def test_it_names_all_that_results_have() -> None:
    text = PAGE.read_text(encoding="utf-8")
    kinds = ("Rows", "Sheet", "Scenario", "Battle", "Chances", "Simulated", "Compared", "Varied", "Picture")
    for kind in (getattr(playsheet, name) for name in kinds):
        public = [name for name in vars(kind) if not name.startswith("_") and callable(getattr(kind, name, None))]
        missing = [name for name in public if not re.search(rf"\.{name}\b", text)]
        assert missing == [], kind.__name__


def test_docstrings_are_there() -> None:
    for name in playsheet.__all__:
        if name not in ("__version__", "odds"):
            assert (getattr(playsheet, name).__doc__ or "").strip(), name
    assert "chances" in (playsheet.library.odds.__doc__ or "")  # type: ignore[attr-defined]
