"""What a client draws: figures by their shape, rosters with signs and cards, the phases, those who fell."""

from __future__ import annotations

from rules.riskfactor.situation import Skirmish, lieutenant, men, row

from playsheet.core.sequence import titles
from playsheet.rules.riskfactor.battle.events import PhaseBegan
from playsheet.rules.riskfactor.options.choices import (
    Against,
    BuyGroup,
    BuyLink,
    Charge,
    Join,
    Next,
    ShootFigure,
    ShootGroup,
)
from playsheet.rules.riskfactor.shown.roster import fallen, marks, roster, track
from playsheet.rules.riskfactor.terms import Phase
from playsheet.rules.riskfactor.turn import SEQUENCE


def skirmish() -> Skirmish:
    return Skirmish(
        [men("regular-squad", "Squad", row(10, 60, 20)), lieutenant(60, 14)],
        [men("warrior-band", "Band", row(20, 60, 90))],
    )


def test_every_figure_is_a_disc_with_its_number_and_facing() -> None:
    table = skirmish()
    found = marks(table.battle)
    assert len(found) == 31
    assert [mark.shape for mark in found] == ["foot"] * 30 + ["leader"]  # the leader on top
    squad = [mark for mark in found if mark.unit == table["Squad"].id]
    assert [mark.figure for mark in squad] == table.battle.members(table["Squad"])
    assert {mark.facing for mark in squad} == {0.0}
    assert {(mark.width, mark.depth) for mark in squad} == {(2.0 * table.battle.radius, 0.0)}
    assert sorted({mark.role for mark in found}) == ["", "NCO", "player character"]


def test_a_wounded_figure_has_a_sign_and_a_dead_one_lies_where_he_fell() -> None:
    table = skirmish()
    table.wound("Squad", 0)
    table.lose("Squad", 1)
    hurt = [mark for mark in marks(table.battle) if mark.signs]
    assert [(mark.figure, mark.signs[0].sign, mark.signs[0].said) for mark in hurt] == [
        (table["Squad"].first, "wounded", "Wounded.")
    ]
    assert [(mark.figure, mark.x, mark.y) for mark in fallen(table.battle)] == [(table["Squad"].first + 9, 73.5, 20.0)]


def test_the_roster_has_arms_cards_and_places() -> None:
    table = skirmish()
    rows = {standing.name: standing for standing in roster(table.battle)}
    assert {name: (held.arm, held.seat) for name, held in rows.items()} == {
        "Squad": ("foot", 0),
        "Lieutenant": ("leader", 0),
        "Band": ("foot", 0),  # run by its tables: the one player throws its dice
    }
    assert rows["Squad"].at == (60.0, 20.0, 0.0)
    facts = {fact.name: fact.value for fact in rows["Squad"].facts}
    assert facts["Class"] == "raw" or facts["Class"] == "veteran"
    assert {"Shoots with", "Fights with", "Actions Table"} <= facts.keys()
    assert rows["Squad"].signs == []


def test_the_roster_says_which_platoon_a_squad_belongs_to() -> None:
    table = Skirmish(
        [
            men("regular-squad", "Squad", row(10, 60, 20), platoon="first"),
            men("regular-squad", "Other", row(10, 60, 30), platoon="second"),
            men("lieutenant", "Lieutenant", [(60, 14)], platoon="second"),
        ],
        [men("warrior-band", "Band", row(20, 60, 90))],
    )
    rows = {standing.name: standing for standing in roster(table.battle)}
    assert {name: held.part_of for name, held in rows.items()} == {
        "Squad": ["first"],
        "Other": ["second"],
        "Lieutenant": ["second"],
        "Band": [],
    }
    facts = {name: [fact.value for fact in held.facts if fact.name == "Platoon"] for name, held in rows.items()}
    assert facts == {"Squad": ["first"], "Other": ["second"], "Lieutenant": ["second"], "Band": []}


def test_an_unloaded_squad_shows_it() -> None:
    table = Skirmish([men("sepoy-squad", "Squad", row(10, 60, 20))], [men("warrior-band", "Band", row(20, 60, 90))])
    table["Squad"].loaded = False
    held = next(standing for standing in roster(table.battle) if standing.name == "Squad")
    assert [sign.sign for sign in held.signs] == ["unloaded"]


def test_the_track_is_the_phases_of_a_turn() -> None:
    table = skirmish()
    table.game.tell(PhaseBegan(Phase.COMMAND, []))
    now = track(table.battle)
    assert now is not None
    assert (now.kind, now.names) == ("phases", titles(SEQUENCE[1:]))
    assert now.names[now.now] == "command"
    assert now.side == 0


def test_options_name_what_they_are_about_so_that_it_can_be_picked_on_the_table() -> None:
    for option in (BuyGroup(2, 3), Next(2), Charge(2), Join(2), ShootGroup(2)):
        assert option.about() == (2, [])
    assert BuyLink(7, 1, fires=False).about() == ShootFigure(7).about() == (-1, [7])
    assert Against(7, 20).about() == (-1, [7, 20])
