"""What is called, and with what: each case is worked out by Python and by what became of it."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from shapes.live import SHEET
from shapes.terms import Grade, Result

Case = tuple[str, tuple[Any, ...]]

NUMBERS: Final = (0, 1, 2, 3, 7)
FLAGS: Final = (True, False)
GRADES: Final = (*Grade.ALL, 5, 7)


def each(path: str, *inputs: tuple[Any, ...]) -> list[Case]:
    """A function with all combinations of these."""
    return [(path, given) for given in product(*inputs)]


CASES: Final[list[Case]] = [
    ("shapes.grades:result_of", ()),
    *each("shapes.grades:result_of", GRADES),
    *each("shapes.grades:shifts", NUMBERS),
    *each("shapes.grades:through_module", GRADES),
    *each("shapes.grades:matched", GRADES, Result.WORST_LAST),
    *each("shapes.grades:losses", NUMBERS),
    *each("shapes.grades:arms", NUMBERS),
    *each("shapes.keywords:home", NUMBERS, FLAGS),
    *each("shapes.keywords:volleys", NUMBERS),
    *each("shapes.keywords:all_orders", FLAGS, ([], ["march"], ["march", "wheel"])),
    *each("shapes.keywords:all_signals", FLAGS, ([], ["march"], ["march", "wheel"])),
    *each("shapes.keywords:in_their_order", NUMBERS),
    *each("shapes.keywords:of_units", NUMBERS, FLAGS),
    *each("shapes.keywords:by_dict", NUMBERS),
    *each("shapes.keywords:with_stars", NUMBERS),
    *each("shapes.keywords:longest", (["a", "bb"], [])),
    *each("shapes.lancer.dice.charge:first_half", NUMBERS),
    *each("shapes.gaslight.dice.charge:first_half", NUMBERS),
    *each("shapes.lancer.table.charge:contact", NUMBERS),
    *each("shapes.lancer.table.charge:first_halves", NUMBERS),
    *each("shapes.values:through_fields", ("crossing", "wading"), NUMBERS),
    *each("shapes.values:through_class", NUMBERS),
    *each("shapes.values:through_tuples", NUMBERS),
    *each("shapes.values:chosen", FLAGS, NUMBERS),
    *each("shapes.values:read_all", NUMBERS),
    ("shapes.values:counts", ()),
    *each("shapes.values:bound", NUMBERS),
    *each("shapes.values:sized", NUMBERS),
    *each("shapes.values:kinds", NUMBERS),
    *each("shapes.values:alike", NUMBERS),
    *each("shapes.values:moods", NUMBERS),
    *each("shapes.values:all_matched", NUMBERS),
    *each("shapes.values:kept_name", NUMBERS),
    *each("shapes.live:run", (SHEET,), ("crossing", "wading", "late"), NUMBERS),
    *each("shapes.live:is_crossing", (SHEET,), ("crossing", "wading")),
    *each("shapes.values:generic", NUMBERS),
    *each("shapes.live:others", (SHEET,), (1,)),
]
