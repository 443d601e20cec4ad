"""Why not: each reason that a greyed action can have, as it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground

from playsheet.rules.lancer.options.choices import actions, commander_choices, own_actions, reactions

LINE, LEVY = "line-company", "levy-spearmen"
FAR_OFF = unit(LEVY, "Levy", 30, 57)  # somebody to fight against, out of everything
GENERAL = unit("general", "General", attached_to="Line")


def activated(table: Table, name: str) -> dict[str, str]:
    """What is barred when the unit is activated, or when a commander acts for himself."""
    held = table[name]
    acts = own_actions(table.battle, held) if held.is_commander() else actions(table.battle, held)
    return table.why_not(held.seat, "activated", held.id, acts)


def carded(table: Table, name: str) -> dict[str, str]:
    """What a commander's card cannot be used for."""
    held = table[name]
    return table.why_not(held.seat, "commander", held.id, commander_choices(table.battle, held))


def charged(table: Table, name: str, charger: str) -> dict[str, str]:
    """What cannot be done about a charge that fell short."""
    held = table[name]
    table.battle.active = table[charger].id
    return table.why_not(held.seat, "reaction", held.id, reactions(table.battle, table[charger], held))


# ---------------------------------------------------------------- an activation


def test_free_and_alone() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [FAR_OFF])
    assert activated(table, "Line") == {
        "form:line": "already in line (R7)",
        "shoot": "nobody within 12 inches: the Levy is nearest, 37 off (R24)",
        "charge": "nobody within 12 inches (R47)",
        "melee": "no figure touches an enemy (R32)",
        "leave_melee": "no figure touches an enemy (R32)",
        "rally": "not disrupted (R16)",
    }


def test_what_its_card_never_does_is_not_greyed_either() -> None:
    table = Table([unit("gatling-battery", "Gun", 30, 20), unit("lancer-troop", "Lancers", 20, 20)], [FAR_OFF])
    assert set(activated(table, "Gun")) == {"shoot", "melee", "leave_melee", "clear_jam", "rally"}
    assert set(activated(table, "Lancers")) == {"form:line", "charge", "melee", "leave_melee", "rally"}


def disrupted(table: Table) -> None:
    table["Gun"].disrupted = table["Line"].disrupted = True


def unformed(table: Table) -> None:
    table["Gun"].formed = table["Line"].formed = False


@pytest.mark.parametrize(
    ("change", "reason"), [(disrupted, "disrupted: rally first (R16)"), (unformed, "no room to form up yet (R55)")]
)
def test_held_back(change: Callable[[Table], None], reason: str) -> None:
    table = Table([unit(LINE, "Line", 30, 20), unit("gatling-battery", "Gun", 40, 20)], [FAR_OFF])
    table["Gun"].jammed = True
    change(table)
    found = activated(table, "Line")
    assert [found[kind] for kind in ("move", "form", "shoot", "charge")] == [reason] * 4
    found = activated(table, "Gun")
    assert [found[kind] for kind in ("move", "shoot", "clear_jam")] == [reason] * 3
    assert "charge" not in found


def test_in_melee() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 21.5)])
    assert activated(table, "Line") == {
        "move": "in melee: fight on, leave or stand (R34)",
        "form": "in melee: fight on, leave or stand (R34)",
        "shoot": "in melee: fight on, leave or stand (R27, R34)",
        "charge": "in melee: fight on, leave or stand (R34)",
        "rally": "not disrupted (R16)",
    }


def test_shut_in() -> None:
    near = [
        unit(LEVY, "West", 1.125, 2, "extended", facing=90, figures=1),
        unit(LEVY, "East", 2.625, 2, "extended", facing=270, figures=1),
        unit(LEVY, "North", 1.875, 3.4, "extended", figures=3),
        unit(LEVY, "South", 1.875, 0.6, "extended", facing=0, figures=3),
    ]
    table = Table([unit(LINE, "Line", 1.875, 2, "extended", figures=1)], near, size=(3.75, 4))
    assert activated(table, "Line")["leave_melee"] == "there is no straight way out of contact (R54, R61)"


def test_no_room_for_a_formation() -> None:
    friends = [unit(LINE, "Line", 30, 20, "extended"), unit(LINE, "Ahead", 30, 22), unit(LINE, "Behind", 30, 18)]
    found = activated(Table(friends, [FAR_OFF]), "Line")
    assert found["form:column"] == "no room for it here: the Ahead is in the way (R54)"
    assert found["form:extended"] == "already in extended order (R7)"
    found = activated(Table([unit(LINE, "Edge", 30, 1, "extended")], [FAR_OFF]), "Edge")
    assert found["form:column"] == "no room for it here: the table edge is in the way (R54)"


# ---------------------------------------------------------------- shooting


def test_nobody_left_to_throw_a_die() -> None:
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 28)])
    assert "shoot" not in activated(table, "Line")
    table.lose("Line", 9)
    assert activated(table, "Line")["shoot"] == "only one man is left, and a die takes 2 (R6)"


def test_jammed() -> None:
    table = Table([unit("gatling-battery", "Gun", 30, 20)], [unit(LEVY, "Levy", 30, 28)])
    assert activated(table, "Gun")["clear_jam"] == "not jammed (R23)"
    table["Gun"].jammed = True
    found = activated(table, "Gun")
    assert found["shoot"] == "jammed: clear it first (R23)"
    assert "clear_jam" not in found


@pytest.mark.parametrize(
    ("enemies", "terrain", "reason"),
    [
        ([unit(LEVY, "Levy", 30, 12)], [], "the Levy is not to the front (R24)"),
        (
            [unit(LEVY, "Levy", 30, 30)],
            [ground("woods", "far wood", rect=[25, 24, 35, 26])],
            "the far wood hides the Levy (R26)",
        ),
        (
            [unit("general", "Emir", 30, 28)],
            [],
            "Emir is the only one near enough, and a commander by himself is never shot at (R36)",
        ),
        ([unit("general", "Emir", 30, 22), unit(LEVY, "Levy", 30, 12)], [], "the Levy is not to the front (R24)"),
    ],
)
def test_no_target(enemies: list[str], terrain: list[str], reason: str) -> None:
    assert activated(Table([unit(LINE, "Line", 30, 20)], enemies, terrain), "Line")["shoot"] == reason


def test_no_fire_into_a_melee_nor_through_friends() -> None:
    own = [unit(LINE, "Line", 30, 20), unit(LINE, "Other", 30, 28)]
    table = Table(own, [unit(LEVY, "Levy Spearmen", 30, 29.5)])
    assert activated(table, "Line")["shoot"] == "the Levy Spearmen are in melee, and nobody fires into one (R27)"
    own = [unit(LINE, "Line", 30, 20), unit(LEVY, "Spearmen", 30, 24)]
    table = Table(own, [unit(LEVY, "Levy", 30, 30)])
    assert activated(table, "Line")["shoot"] == "the Spearmen hide the Levy (R26)"


# ---------------------------------------------------------------- charging


@pytest.mark.parametrize(
    ("enemy", "terrain", "reason"),
    [
        (unit(LEVY, "Levy", 30, 14), [], "the Levy cannot be met straight ahead after a turn of 45 degrees (R20)"),
        (
            unit(LEVY, "Levy", 30, 30),
            [ground("woods", "far wood", rect=[25, 24, 35, 26])],
            "the far wood hides the Levy (R20)",
        ),
        (
            unit(LEVY, "Levy", 30, 30),
            [ground("woods", "far wood", rect=[20, 10, 40, 50])],
            "the Levy is 8.5 inches off that way, and a charge goes 3 inches at most (R47)",
        ),
    ],
)
def test_no_charge(enemy: str, terrain: list[str], reason: str) -> None:
    assert activated(Table([unit(LINE, "Line", 30, 20)], [enemy], terrain), "Line")["charge"] == reason


def test_no_room_to_turn_for_a_charge() -> None:
    friends = [unit(LINE, "Line", 30, 20), unit(LINE, "Left", 27, 21.6)]
    found = activated(Table(friends, [unit(LEVY, "Levy", 37, 25)]), "Line")
    assert found["charge"] == "no room to turn towards the Levy: the Left is in the way (R54)"


# ---------------------------------------------------------------- reactions


def test_reactions_that_are_not_to_be_had() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 34)])
    assert charged(table, "Line", "Levy")["fire"] == "the Levy is 14 inches off (R24)"
    assert "counter_charge" in charged(table, "Line", "Levy")
    table = Table([unit(LEVY, "Levy", 30, 20)], [unit(LINE, "Line", 30, 30)])
    assert charged(table, "Line", "Levy") == {}
    table["Line"].disrupted = True
    assert charged(table, "Line", "Levy") == {"counter_charge": "disrupted: no counter-charge (R16)"}
    table["Line"].disrupted = False
    table.lose("Line", 9)
    assert charged(table, "Line", "Levy") == {"fire": "only one man is left, and a die takes 2 (R6)"}


def test_a_counter_charge_meets_the_charger_first() -> None:
    table = Table([unit(LEVY, "Levy", 30, 20), unit(LEVY, "Other", 32, 24)], [unit(LINE, "Line", 30, 30)])
    assert charged(table, "Line", "Levy")["counter_charge"] == "the Other would be met first (R53)"


# ---------------------------------------------------------------- commanders


def test_orders_reach_twelve_inches() -> None:
    own = [unit(LINE, "Line", 30, 24), unit(LINE, "Other", 30, 40.375), unit("general", "General", 30, 20)]
    table = Table(own, [FAR_OFF])
    other = table["Other"].id
    assert carded(table, "General") == {
        "activate_unit": "he is with no unit (R35)",
        f"give_order:{other}": "20 inches off, and his reach is 12 (R24)",
    }
    table["General"].disrupted = True
    assert carded(table, "General")["give_order"] == "disrupted: rally himself first (R16)"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda table: None, "no other unit is disrupted (R44)"),
        (lambda table: setattr(table["Other"], "disrupted", True), "18.5 inches off, and his reach is 12 (R24)"),
    ],
)
def test_with_a_unit_he_orders_that_one_only(change: Callable[[Table], None], reason: str) -> None:
    own = [unit(LINE, "Line", 30, 30), unit(LINE, "Other", 50, 30), GENERAL]
    assert carded(Table(own, [FAR_OFF]), "General") == {"give_order": "he is with the Line: by himself he could (R35)"}
    table = Table(own, [FAR_OFF], attached_may_rally=True)
    change(table)
    found = carded(table, "General")
    assert [reason for kind, reason in found.items() if kind.startswith("rally_order")] == [reason]


def test_a_lone_commander_without_men() -> None:
    table = Table([unit("general", "General", 30, 20)], [FAR_OFF])
    assert carded(table, "General")["give_order"] == "no unit of his is on the table (R35)"
    assert set(activated(table, "General")) == {"charge", "melee", "leave_melee", "rally"}


def test_a_commander_with_his_unit_acts_by_himself() -> None:
    table = Table([unit(LINE, "Line", 30, 20), GENERAL], [FAR_OFF])
    assert activated(table, "General") == {
        "charge": "nobody within 18 inches (R47)",
        "melee": "no enemy touches him (R52)",
        "leave_melee": "no enemy touches him (R52)",
    }
    table["Line"].formed = False
    assert activated(table, "General")["charge"] == "the Line has not formed up again since its melee (R55)"


def alone(enemy: str, *terrain: str, friends: tuple[str, ...] = ()) -> str:
    """Why he does not charge by himself."""
    table: Any = Table([unit(LINE, "Line", 30, 20), GENERAL, *friends], [enemy], terrain)
    return activated(table, "General")["charge"]


def test_charging_by_himself() -> None:
    wood = ground("woods", "far wood", rect=[25, 24, 35, 26])
    assert alone(unit(LEVY, "Levy", 30, 30), wood) == "the Levy cannot be seen from the edge of his unit (R20)"
    assert alone(unit(LEVY, "Levy", 30, 12)) == "he cannot reach the Levy straight ahead (R20, R47)"
    ahead = unit(LINE, "Ahead", 30, 21.6)
    reason = alone(unit(LEVY, "Levy", 30, 30), friends=(ahead,))
    assert reason == "no room for him at the edge of his unit towards the Levy (R52)"


def test_a_commander_who_is_touched() -> None:
    table = Table([unit(LINE, "Line", 30, 20), GENERAL], [unit(LEVY, "Levy", 30, 21.5)])
    held = "an enemy touches him: he fights on, leaves or stands (R34, R52)"
    assert activated(table, "General") == {"move": held, "charge": held}


def test_a_commander_shut_in() -> None:
    around = [
        unit(LINE, "Behind", 30, 17.7, "extended"),
        unit(LINE, "Left", 27.3, 20, "column"),
        unit(LINE, "Right", 32.7, 20, "column"),
    ]
    table = Table([unit(LINE, "Line", 30, 20), GENERAL, *around], [unit(LEVY, "Levy", 30, 21.5)])
    assert "leave_melee" in activated(table, "General")
    assert activated(table, "General")["leave_melee"].startswith(
        "no room beside the Line on the side away from the enemy"
    )
    ahead = unit(LINE, "Ahead", 30, 22.3, "extended")
    table = Table([unit(LINE, "Line", 30, 20), GENERAL, *around, ahead], [FAR_OFF])
    assert activated(table, "General")["move"] == "no room for him beside the Line on any side (R52)"
