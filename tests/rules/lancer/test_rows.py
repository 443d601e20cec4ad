"""A battle that has gone wrong is told so: every law, broken on the table by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground

from playsheet.core.geometry import rect
from playsheet.rules.lancer.laws import broken_laws

LINE, LEVY, HUSSARS = "line-company", "levy-spearmen", "hussar-troop"


def table_of_four(**rulings: object) -> Table:
    """Nobody touches anybody; the Levy and the Line face each other, and there is a wood in the east."""
    return Table(
        [unit(LINE, "Line", 10, 10), unit("general", "General", attached_to="Line"), unit(HUSSARS, "Hussars", 30, 10)],
        [unit(LEVY, "Levy", 10, 20), unit(LEVY, "Gone", 30, 50)],
        [ground("woods", name="the wood", rect=[40, 20, 55, 40])],
        **rulings,
    )


def miscounted(table: Table) -> None:
    table["Line"].figures = 9


def vanished(table: Table) -> None:
    table.battle.figures.state[table["Line"].first] = 7


def not_all_gone(table: Table) -> None:
    table.lose("Gone", 10)
    table["Gone"].figures = 1


def gone_and_fighting(table: Table) -> None:
    table.lose("Gone", 10)
    table["Gone"].foes = [table["Line"].id]


def gone_and_standing(table: Table) -> None:
    table.lose("Gone", 10)
    table["Gone"].shape = [rect(30.0, 50.0, 0.0, 1.0, 1.0)]


def unknown_commander(table: Table) -> None:
    table["Line"].commanders = []


def off_the_table(table: Table) -> None:
    table.battle.set_formed(table["Line"], 1.0, 10.0, 0.0)


def horse_in_the_wood(table: Table) -> None:
    table.battle.set_formed(table["Hussars"], 48.0, 30.0, 0.0)


def two_footprints(table: Table) -> None:
    table["Line"].shape = [*table["Line"].shape, rect(10.0, 5.0, 0.0, 1.0, 1.0)]


def one_sided(table: Table) -> None:
    table["Line"].foes = [table["Levy"].id]


def fighting_from_afar(table: Table) -> None:
    table["Line"].foes = [table["Levy"].id]
    table["Levy"].foes = [table["Line"].id]


def on_top_of_each_other(table: Table) -> None:
    table.battle.set_formed(table["Hussars"], 12.0, 10.0, 0.0)


def last_two_on_top_of_each_other(table: Table) -> None:
    table.battle.set_formed(table["Gone"], 12.0, 20.0, 180.0)


def in_touch_and_at_peace(table: Table) -> None:
    table.battle.set_formed(table["Levy"], 10.0, 11.5, 180.0)


def card_lost(table: Table) -> None:
    table.battle.deck.left.remove(table["Line"].id)


def commanders_card_lost(table: Table) -> None:
    table.battle.deck.left.remove(table["General"].id)


def stop_lost(table: Table) -> None:
    table.battle.deck.left.remove(-1)


@pytest.mark.parametrize(
    ("wrong", "laws"),
    [
        (miscounted, ["Line: counts 9 figures, has 10"]),
        (vanished, ["Line: 9 figures in play and 0 gone do not make 10", "Line: counts 10 figures, has 9"]),
        (not_all_gone, ["Gone: is gone but not all of it"]),
        (gone_and_fighting, ["Gone: is gone but not all of it"]),
        (gone_and_standing, ["Gone: is gone but not all of it"]),
        (unknown_commander, ["General: is attached to a unit that does not know it"]),
        (off_the_table, ["Line: stands off the table at 1.000, 10.000"]),
        (horse_in_the_wood, ["Hussars: stands in the wood, which is closed to it"]),
        (two_footprints, ["Line: is formed but has no one footprint"]),
        (one_sided, ["Line: is in contact with Levy, but not the other way round"]),
        (
            fighting_from_afar,
            [
                "Line: is in contact with Levy, but nothing touches",
                "Levy: is in contact with Line, but nothing touches",
            ],
        ),
        (on_top_of_each_other, ["Line and Hussars overlap"]),
        (last_two_on_top_of_each_other, ["Levy and Gone overlap"]),
        (in_touch_and_at_peace, ["Line and Levy touch but are not in melee"]),
        (card_lost, ["Line: has 1 cards, not 2"]),
        (commanders_card_lost, ["General: has 2 cards, not 3"]),  # attached, and in play
        (stop_lost, ["the STOP card: has 0 cards, not 1"]),
    ],
)
def test_what_is_wrong_is_told(wrong: Callable[[Table], None], laws: list[str]) -> None:
    table = table_of_four()
    assert not broken_laws(table.battle)
    wrong(table)
    assert broken_laws(table.battle) == laws


def test_by_the_other_reading_of_r32_nothing_need_touch() -> None:
    table = table_of_four(melee_lock="sticky")
    fighting_from_afar(table)
    assert not broken_laws(table.battle)


def test_friends_may_stand_side_by_side() -> None:
    table = table_of_four()
    table.battle.set_formed(table["Gone"], 13.75, 20.0, 180.0)
    assert not broken_laws(table.battle)


def test_the_cards_of_the_dead_may_be_missing() -> None:
    table = table_of_four()
    table.lose("Gone", 10)
    table.battle.deck.left.remove(table["Gone"].id)
    assert not broken_laws(table.battle)
