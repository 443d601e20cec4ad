"""What a client draws: marks, rosters, signs, the deck, options on the table, ghosts."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground

from playsheet.core.asking import Ghost
from playsheet.rules.lancer.battle.events import Disrupted, FigureLost, Jammed
from playsheet.rules.lancer.ground.contact import free_slots, pairs_in_contact
from playsheet.rules.lancer.ground.moving import RideRegion, TurnRegion
from playsheet.rules.lancer.options.choices import AimRegion, Charge, Move, Order, Shoot
from playsheet.rules.lancer.shown.view import fallen, marks, roster, track
from playsheet.rules.lancer.table.deployment import DeployRegion
from playsheet.rules.lancer.table.melee import CloseUp, Figure, NamePair, Strike, idle_figures
from playsheet.rules.lancer.terms import Formation

LINE, LEVY = "line-company", "levy-spearmen"


def battle() -> Table:
    return Table(
        [
            unit(LINE, "Line", 30, 20),
            unit("gatling-battery", "Gatling", 20, 20),
            unit("lancer-troop", "Lancers", 40, 20),
            unit("general", "General", 30, 14),
        ],
        [
            unit(LEVY, "Levy", 30, 50),
            unit("field-battery", "Battery", 20, 50),
            unit("general", "Emir", attached_to="Levy"),
        ],
    )


def test_every_figure_is_drawn_as_what_it_is_and_guns_as_models() -> None:
    table = battle()
    shapes: dict[str, list[str]] = {}
    for mark in marks(table.battle):
        shapes.setdefault(table.battle.units[mark.unit].name, []).append(mark.shape)
    assert shapes == {
        "Line": ["foot"] * 10,
        "Gatling": ["gatling", *["crew"] * 3],
        "Lancers": ["horse"] * table["Lancers"].figures,
        "General": ["mounted-leader"],
        "Levy": ["foot"] * table["Levy"].figures,
        "Battery": ["gun", *["crew"] * 3],
        "Emir": ["mounted-leader"],
    }
    found = marks(table.battle)
    assert [mark.shape for mark in found[:2]] == ["gatling", "gun"]  # under their crews
    assert found[-1].shape == "mounted-leader"  # on top
    first = next(mark for mark in found if mark.figure == table["Line"].first)
    assert (first.facing, first.width, first.depth) == (0.0, 0.75, 0.75)
    assert len({mark.figure for mark in found if mark.figure >= 0}) == len(found) - 2


def test_who_was_killed_lies_where_he_fell() -> None:
    table = battle()
    figure = table["Line"].first + 3
    at = (table.battle.figures.x[figure], table.battle.figures.y[figure])
    table.game.tell(FigureLost(table["Line"].id, figure, "fire"))
    assert [(mark.figure, mark.x, mark.y) for mark in fallen(table.battle)] == [(figure, *at)]
    assert all(mark.figure != figure for mark in marks(table.battle))


def test_states_are_signs_with_a_sentence() -> None:
    table = battle()
    table.game.tell(Disrupted(table["Line"].id))
    table.game.tell(Jammed(table["Gatling"].id))
    standing = {row.name: row for row in roster(table.battle)}
    assert [sign.sign for sign in standing["Line"].signs] == ["disrupted"]
    assert standing["Line"].signs[0].said == "Disrupted: it must rally before it does anything else."
    assert [sign.sign for sign in standing["Gatling"].signs] == ["jammed"]
    assert not standing["Lancers"].signs
    assert [(row.arm, row.seat) for row in roster(table.battle)] == [
        ("foot", 0),
        ("gun", 0),
        ("horse", 0),
        ("leader", 0),
        ("foot", 1),
        ("gun", 1),
        ("leader", 1),
    ]
    assert standing["Line"].at == (30.0, 20.0, 0.0)
    facts = {fact.name: fact.value for fact in standing["Lancers"].facts}
    assert facts["Lances"] == "yes"


def test_a_unit_at_half_strength_shows_both_morale_ratings() -> None:
    table = battle()
    table.lose("Line", 5)
    facts = {fact.name: fact.value for row in roster(table.battle) if row.name == "Line" for fact in row.facts}
    card = table["Line"].card
    assert facts["Morale"] == f"{card.morale - card.half_drop} ({card.morale} at full strength)"


def test_the_deck_shows_what_was_drawn() -> None:
    table = battle()
    before = track(table.battle)
    assert before is not None
    assert (before.kind, before.names, before.now) == ("deck", [], -1)
    table.card("Line", "activated nothing")
    after = track(table.battle)
    assert after is not None
    assert (after.names, after.units, after.now) == (["Line"], [table["Line"].id], 0)
    assert after.left == before.left - 1


def test_options_say_what_they_are_about() -> None:
    table = Table([unit(LINE, "Line", 30, 30, figures=4)], [unit(LEVY, "Levy", 30, 31.5, figures=4)])
    pair = pairs_in_contact(table.battle, table["Line"])[0]
    slot = free_slots(table.battle, table["Line"], idle_figures(table.battle, table["Line"]))[0]
    assert Shoot(4).about() == (4, [])
    assert Charge(4).about() == (4, [])
    assert Order(2).about() == (2, [])
    assert Move().about() == (-1, [])
    assert NamePair(pair).about() == (-1, [pair.mine, pair.theirs])
    assert Strike(1, 7).about() == (-1, [1, 7])  # who strikes, and whom
    assert CloseUp(slot, 0).spot() == (slot.x, slot.y)
    assert CloseUp(slot, 0).about() == (-1, [slot.enemy])


def test_ghosts_are_the_unit_as_it_would_stand() -> None:
    table = battle()
    line = table["Line"]
    turn = TurnRegion(table.battle, line, 180.0).ghost()
    assert isinstance(turn, Ghost)
    assert (turn.x, turn.y, turn.placed, turn.facing) == (30.0, 20.0, True, 0.0)
    assert turn.reach == 6.0
    assert len(turn.bodies) == 10
    assert turn.bodies[0] == pytest.approx((-1.5, 0.375, 0.0, 0.75, 0.75))
    aim = AimRegion(table.battle, table["Lancers"], table["Levy"]).ghost()
    assert aim is not None
    assert aim.reach > turn.reach
    zones = table.battle.goals.entries[line.id].zones
    deploy = DeployRegion(table.battle, line, Formation.LINE, zones, facing=0.0).ghost()
    assert deploy is not None
    assert not deploy.placed
    assert deploy.zones == [(0.0, 0.0, 60.0, 60.0)]
    rider = RideRegion(table.battle, table["Emir"]).ghost()  # still with his unit
    assert rider is not None
    assert len(rider.bodies) == 1


@pytest.mark.parametrize(
    ("bearing", "stops", "inches"),
    [
        (0.0, "stops half an inch short of the Levy", 2.0),  # from 20.75 to 23.25, less half an inch
        (90.0, "", 6.0),
        (180.0, "stops at the wall", 3.0),
    ],
)
def test_a_move_is_shown_where_it_would_stop_and_why(bearing: float, stops: str, inches: float) -> None:
    wall = ground("wall", line=[[20, 16.25], [40, 16.25]])
    table = Table([unit(LINE, "Line", 30, 20)], [unit(LEVY, "Levy", 30, 24)], [wall])
    line = table["Line"]
    outcome = TurnRegion(table.battle, line, 180.0).outcome(table.battle, (bearing,))
    assert outcome is not None
    assert outcome.stops == stops
    assert max(far for far, _ in outcome.chances) == pytest.approx(inches)
    assert sum(ways for _, ways in outcome.chances) == 6
    turned = TurnRegion(table.battle, line, 180.0, goes=False).outcome(table.battle, (bearing,))
    assert turned is not None
    assert (turned.x, turned.y, turned.stops, turned.chances) == (line.x, line.y, "", [])
    still = TurnRegion(table.battle, line, 180.0, goes=False).ghost()
    assert still is not None
    assert still.reach == 0.0  # a question about facing shows facing


def test_figures_are_called_what_they_are_and_counted_in_their_unit() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 22), unit("general", "Emir", attached_to="Levy")],
        [unit(LINE, "1st Line Company", 30, 26)],
    )
    table.activate("Levy", "activated charge:{1st Line Company}", "aim 0", "pairs locked", dice=[6])
    pair = NamePair(pairs_in_contact(table.battle, table["Levy"])[0])
    mine, theirs = pair.mine - table["Levy"].first + 1, pair.theirs - table["1st Line Company"].first + 1
    assert pair.key() == f"pair:{pair.mine}:{pair.theirs}"  # as records have it
    assert pair.label(table.battle) == f"Spearman {mine} of the Levy fights soldier {theirs} of the 1st Line Company"
    assert Figure(pair.mine).label(table.battle) == f"Spearman {mine} of the Levy"
    assert Strike(pair.mine, pair.theirs).label(table.battle) == f"Strike at soldier {theirs} of the 1st Line Company"
    assert Figure(table["Emir"].first).label(table.battle) == "Emir"
