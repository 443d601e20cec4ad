"""The notebook of docs/: each of its cells runs, one after the other, and shows something."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "laboratory.ipynb"


def cells(kind: str) -> list[str]:
    read: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in read["cells"] if cell["cell_type"] == kind]


def test_every_cell_runs_and_shows_itself_as_a_table_or_a_picture(capsys: Any) -> None:
    names: dict[str, Any] = {}
    shown = 0
    for cell in cells("code"):
        body = ast.parse(cell).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            picture = hasattr(value, "_repr_svg_")
            assert ("<svg" in value._repr_svg_()) if picture else ("<table" in value._repr_html_())
            shown += 1
    assert shown >= 10
    assert capsys.readouterr().out.count("\n") >= 5


def test_it_is_kept_without_what_came_out() -> None:
    read = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert [cell for cell in read["cells"] if cell.get("outputs") or cell.get("execution_count")] == []
    assert len(cells("markdown")) >= 4
