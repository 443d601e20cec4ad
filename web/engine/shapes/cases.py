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
TYPED: Final = (0, 7, 48, 49, -1, -2, 7.25, 0.5, 47.999, 7.1234, True)
WRITTEN: Final = (" 7.25 ", "7.0", "7.250", "007.5", "-0.5", "-0.0", "-1.0", "-1.001", "48.0", "48.001", "7.1234")
NO_LENGTHS: Final = ("", "-", ".", ".5", "5.", "1e1", "nan", "1.2.3", "7,5", "seven", "1234567890.5")
LENGTHS: Final = (0.0, 7.0, 7.12345, 6.9999999, 2.0625, 2.1875, 0.0005, 0.05, 0.25, 0.35, 1.5, 2.5, 1e-12, 123456.7895)


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
    ("shapes.lengths:kind", ()),
    *each("shapes.lengths:read", (7.0, *TYPED, *WRITTEN, *NO_LENGTHS)),
    *each("shapes.lengths:read_whole", (*TYPED, *WRITTEN)),
    *each("shapes.lengths:gets_home", (6.999, "7", 7.001), NUMBERS),
    *each("shapes.lengths:measured", LENGTHS),
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
