"""Charts for exact odds, in two halves: the cell that a hit comes to, and what the cell does.

Which cell it is depends on the dice alone, and on the save. What a cell does depends on a few places of the machine's
state and on no others: an engine that is stopped does not ask how many of the crew are left. So each half is worked out
once, and not again for each state that differs only where it makes no difference.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.exact import Effort, Exact, Scale, Weighed
from playsheet.tabletop.machines.charts import CHART, COLUMN, Column, Effect
from playsheet.tabletop.machines.machine import Works, sent_to

MOST_FACES: Final = 100_000  # of the dice up to a cell, by far


def cell_of(dice: Dice, works: Works, column: Column) -> Cell:
    """The cell that a roll ends at: one that only sends on to another column is followed."""
    cell = column.cells[column.roll(dice) - 1]
    while len(cell) == 1 and cell[0].do in (COLUMN, CHART):
        column = sent_to(works, column.chart, cell[0])
        cell = column.cells[column.roll(dice) - 1]
    return Cell(column.chart, cell)


class Cell:
    """A cell of a chart."""

    def __init__(self, chart: str, effects: list[Effect]) -> None:
        self.chart: Final = chart
        self.effects: Final = effects
        self.key: Final = chart + " " + " ".join([effect.id for effect in effects])


NO_HARM: Final = Cell("", [])


@mypyc_attr(allow_interpreted_subclasses=True)
class Charted(Stage):
    """A hit on a machine, as a stage. The state is the machine's."""

    def falls(self, dice: Dice, save: int) -> Cell:
        """The dice as far as the cell of the chart, against this save."""
        raise NotImplementedError(type(self).__name__ + " comes to nothing")

    def suffers(self, dice: Dice, cell: Cell, state: State) -> State:
        """What the cell makes of a machine that is in play."""
        raise NotImplementedError(type(self).__name__ + " does nothing")

    def touched(self, cell: Cell) -> list[int]:
        """The places of the state on which it depends what a cell does, and those that it changes: all that matter."""
        return []


class Landing:
    """The cells that a hit may come to, what they touch, their weights, and how many paths of dice lead to each."""

    def __init__(self, stage: Charted, cells: list[Cell], found: Weighed[str], paths: list[int]) -> None:
        self.cells: Final = cells
        self.places: Final = [each_once(stage.touched(cell)) for cell in cells]
        self.weights: Final = found.weights
        self.total: Final = found.total
        self.paths: Final = paths


def each_once(numbers: list[int]) -> list[int]:
    """In ascending order."""
    found: list[int] = []
    for number in sorted(numbers):
        if not found or found[-1] != number:
            found.append(number)
    return found


def landing(stage: Charted, save: int) -> Landing:
    scale: Scale[str] = Scale(Effort(MOST_FACES))
    dice = Exact(scale.effort)
    cells: dict[str, Cell] = {}
    paths: dict[str, int] = {}
    going = True
    while going:
        cell = stage.falls(dice, save)
        cells[cell.key] = cell
        paths[cell.key] = paths.get(cell.key, 0) + 1
        scale.add(cell.key, dice.weight, dice.total_weight)
        going = dice.again()
    return Landing(stage, list(cells.values()), scale.weighed(), list(paths.values()))


def replaced(state: State, places: list[int], there: State) -> State:
    """The state with these places as they are in another."""
    whole = list(state)
    for place in places:
        whole[place] = there[place]
    return tuple(whole)


class Done:
    """What a cell may make of a machine: states, and how many paths of dice lead to them."""

    def __init__(self, found: Weighed[State], paths: int) -> None:
        self.states: Final = found.outcomes
        self.weights: Final = found.weights
        self.total: Final = found.total
        self.paths: Final = paths


def done(stage: Charted, cell: Cell, state: State) -> Done:
    scale: Scale[State] = Scale(Effort(MOST_FACES))
    dice = Exact(scale.effort)
    going = True
    while going:
        scale.add(stage.suffers(dice, cell, state), dice.weight, dice.total_weight)
        going = dice.again()
    return Done(scale.weighed(), scale.effort.spent)
