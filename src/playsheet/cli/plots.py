"""`--plot FILE`: where a picture goes, looked at before anything is played."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack

from playsheet.core.files import NewFile
from playsheet.library.plots import Panel, Turns, check_matplotlib, drawn, kind_of


def plot_of(given: argparse.Namespace, until: ExitStack) -> NewFile | None:
    """The file of --plot, which can be written, and matplotlib to draw it; without it, none."""
    if not given.plot:
        return None
    kind_of(given.plot, "--plot")
    check_matplotlib("--plot")
    return until.enter_context(NewFile(given.plot, given.force))


def write(file: NewFile, title: str, panels: Sequence[Panel | Turns]) -> None:
    file.write_bytes(drawn(title, panels, kind_of(file.path.name, "--plot")))
