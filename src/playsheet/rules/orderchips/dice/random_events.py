"""Random events: is there one, which, and the dice of each band of natives. Who moves first is thrown for here too."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Throw
from playsheet.rules.orderchips.sheet.tables import ChipRules, EventRow
from playsheet.rules.orderchips.terms import FEATURE, Attitude

CHECK: Final = Throw("Is there a random event?", "random-event-check", "from", "", "R46")
EVENT: Final = Throw("Random event", "random-events", "", "do", "R46")
TYPE: Final = Throw("What natives appear", "native-band", "", "card", "R46")
ENTRY: Final = Throw("Where they come from", "native-entry", "", "at", "R46")
PLACE: Final = Throw("Where along the edge", "native-entry", "place_sides", "", "R46")
ATTITUDE: Final = Throw("Whose friends they are", "native-attitude", "", "to", "R79")
WHOM: Final = Throw("Which player", "native-attitude", "", "to", "R79")
CARTRIDGES: Final = Throw("Whose cartridges are bad", "random-events", "9", "do", "R46")
ROLL_OFF: Final = Throw("Who moves first", "roll-off", "sides", "", "R26")


def is_event(dice: Dice, rules: ChipRules) -> bool:
    return dice.reach(1, rules.event_check_sides, [rules.event_from], CHECK, NOTHING) >= rules.event_from


def event(dice: Dice, rules: ChipRules) -> EventRow:
    return rules.events[dice.roll(len(rules.events), EVENT) - 1]


def bad_cartridges(dice: Dice, units: int) -> int:
    """The place of the unit that may not fire, among all that are armed and have not; there must be one."""
    return dice.pick(list(range(units)), CARTRIDGES)


class Band:
    """Natives about to appear: which card, how many, where, and toward whom they are minded how."""

    def __init__(self, card: str, figures: int, entry: int, along: float, attitude: int, player: int) -> None:
        self.card: Final = card
        self.figures: Final = figures
        self.entry: Final = entry  # one of ENTRIES
        self.along: Final = along  # part of the edge, from the west or the south
        self.attitude: Final = attitude  # one of ATTITUDES
        self.player: Final = player  # whose foe or friend; -1: everybody's foe


def native_band(dice: Dice, rules: ChipRules, figures: list[int], *, feature: bool, allies: bool) -> Band:
    """Type, size, entry, place, attitude (4.15.3).

    `feature`: is there a wood or ruin to come from; else the entry is rolled until it is an edge. `figures`: how many
    each player has. `allies`: the event that brings friends of the weakest, without a roll for the attitude.
    """
    row = rules.bands[dice.reach(1, len(rules.bands), rules.band_marks, TYPE, NOTHING) - 1]
    size = dice.total(row.figures.dice, row.figures.sides, row.throw, row.account)
    entry = read_entry(dice, rules)
    while entry == FEATURE and not feature:
        entry = read_entry(dice, rules)
    along = (dice.roll(rules.place_sides, PLACE) - 0.5) / rules.place_sides
    if allies:
        return Band(
            row.card, size, entry, along, Attitude.FRIENDLY, one_of_these(dice, with_figures(figures, min(figures)))
        )
    attitude = rules.attitudes[dice.reach(1, len(rules.attitudes), rules.attitude_marks, ATTITUDE, NOTHING) - 1]
    player = -1
    if attitude == Attitude.HOSTILE_TO_MOST:
        player = one_of_these(dice, with_figures(figures, max(figures)))
    elif attitude == Attitude.FRIENDLY:
        player = one_of_these(dice, list(range(len(figures))))
    return Band(row.card, size, entry, along, attitude, player)


def read_entry(dice: Dice, rules: ChipRules) -> int:
    return rules.entries[dice.reach(1, len(rules.entries), rules.entry_marks, ENTRY, NOTHING) - 1]


def with_figures(figures: list[int], number: int) -> list[int]:
    """The players who have so many."""
    return [player for player in range(len(figures)) if figures[player] == number]


def one_of_these(dice: Dice, players: list[int]) -> int:
    """Equals are diced for; no die for a single one."""
    return players[dice.pick(players, WHOM)]


def roll_off(dice: Dice, rules: ChipRules, players: int) -> list[int]:
    """The players from the highest die to the lowest; those who tie roll again among themselves (R26)."""
    return ranked(dice, rules, list(range(players)))


def ranked(dice: Dice, rules: ChipRules, players: list[int]) -> list[int]:
    if len(players) < 2:
        return players
    faces = [dice.roll(rules.roll_off_sides, ROLL_OFF) for _ in players]
    found: list[int] = []
    for face in range(rules.roll_off_sides, 0, -1):
        found += ranked(dice, rules, [players[at] for at in range(len(players)) if faces[at] == face])
    return found
