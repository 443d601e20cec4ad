"""Every switch of rulings.toml changes play on the table, and the odds shown in play where it touches dice.

Each row is a situation in which every other value of its switch tells something else than the first does, played by the
same players with the same dice. `odds` are the options whose odds differ too (one that is not on offer has none), or a
sentence that says why no dice are touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from rules.lancer.situation import Table, unit
from switched import Prefers
from tabletop import filled, ground, sheet_as_printed

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Event, attribute_names
from playsheet.core.game import Game
from playsheet.odds import in_play
from playsheet.rules.lancer.battle.events import Activated
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.options.choices import actions, commander_choices, reactions
from playsheet.rules.lancer.turn import activate, commander_card, stop

LINE, LEVY, HUSSARS, LANCERS = "line-company", "levy-spearmen", "hussar-troop", "lancer-troop"
MILITIA, GUARD, GENERAL = "militia-company", "guard-company", "general"
SEEDS = range(12)  # of the dice: what differs must show in one of these


@dataclass(frozen=True)
class Row:
    """`plays`: who is activated (or STOP, or a commander's card) and what he prefers, in order; `ready`: what went
    before: `Name lost 4`, `Name disrupted`."""

    side1: Sequence[str]
    side2: Sequence[str]
    plays: Sequence[tuple[str, Sequence[str]]]
    odds: Sequence[tuple[str, str]] | str
    terrain: Sequence[str] = ()
    ready: Sequence[str] = ()


ROWS: dict[str, Row] = {
    "reshuffle": Row(
        [unit(LINE, "Line", 10, 10)],
        [unit(LEVY, "Levy", 10, 50)],
        [("STOP", [])],
        "Which card comes up is no throw that a choice sets off.",
    ),
    "slash": Row(
        [unit(LINE, "Line", 30, 20)], [unit(GUARD, "Guard", 30, 30)], [("Line", ["shoot"])], [("Line", "shoot:{Guard}")]
    ),
    "rifle_rounding": Row(
        [unit(LINE, "Line", 30, 20, figures=9)],
        [unit(LEVY, "Levy", 30, 30)],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Levy}")],
    ),
    "casualty_checks": Row(
        [unit(LINE, "Line", 30, 20)],
        [unit(LINE, "Target", 30, 30)],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Target}")],
        ready=["Target lost 4"],
    ),
    "commander_helps_casualties": Row(
        [unit(LINE, "Line", 30, 20)],
        [unit(LINE, "Target", 30, 30), unit(GENERAL, "General", attached_to="Target")],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Target}")],
    ),
    "fall_back": Row(
        [unit(LINE, "Line", 30, 44)],
        [unit(MILITIA, "Target", 36, 52)],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Target}")],
    ),
    "rout_takes_commander": Row(
        [unit(LINE, "Line", 30, 20)],
        [
            unit(MILITIA, "Target", 30, 30),
            unit(GENERAL, "Emir", attached_to="Target"),
            unit(LEVY, "Behind", 30, 38),
        ],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Target}")],
    ),
    "woods_rout_horse": Row(
        [unit(LINE, "Line", 30, 20)],
        [unit("irregular-horse", "Horse", 30, 30)],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Horse}")],
        terrain=[ground("woods", rect=[20, 35, 40, 50])],
    ),
    "disrupted": Row(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 31.5)],
        [("Levy", ["charge", "fire"]), ("Line", ["shoot", "rally"])],
        [("Levy", "charge:{Line}"), ("Line", "shoot:{Levy}")],
        ready=["Line disrupted"],
    ),
    "terrain_edge": Row(
        [unit(LINE, "Line", 30, 20)],
        [unit(LEVY, "Levy", 30, 57)],
        [("Line", ["move", "go_on"])],
        "The throw of a move is the same; what is thrown at an edge hangs on whether its owner goes on there.",
        terrain=[ground("woods", rect=[20, 22.75, 40, 40])],
    ),
    "woods_charge": Row(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 24.0)],
        [("Levy", ["charge"])],
        [("Levy", "charge:{Line}")],
        terrain=[ground("woods", rect=[20, 10, 40, 40])],
    ),
    "charge_edge": Row(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 27)],
        [("Levy", ["charge"])],
        [("Levy", "charge:{Line}")],
        terrain=[ground("field", rect=[20, 24, 40, 40])],
    ),
    "counter_charge": Row(
        [unit(HUSSARS, "Hussars", 30, 10)],
        [unit(LANCERS, "Lancers", 30, 30)],
        [("Hussars", ["charge", "counter_charge"])],
        [("Lancers", "counter_charge")],
    ),
    "range_from": Row(
        [unit(LINE, "Line", 30, 20)],
        [unit(LEVY, "Levy", 30, 32.5)],
        [("Line", ["shoot"])],
        [("Line", "shoot:{Levy}")],
    ),
    "units_block": Row(
        [unit(LINE, "Line", 30, 20)],
        [unit(LEVY, "Levy", 30, 31), unit(LEVY, "Screen", 30, 27)],
        [("Line", ["shoot:{Levy}"])],
        [("Line", "shoot:{Levy}")],
    ),
    "fire_into_melee": Row(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Rifles", 22, 31.5, facing=90)],
        [unit(LEVY, "Levy", 30, 31.5)],
        [("Rifles", ["shoot"])],
        [("Rifles", "shoot:{Levy}")],
    ),
    "melee": Row(
        [unit(LINE, "Line", 30, 30, "extended", figures=3)],
        [unit(GUARD, "Guard", 30, 30.75, "extended", figures=1)],
        [("Line", ["melee", "slot"])],
        [("Line", "melee")],
    ),
    "crew_is_infantry": Row(
        [unit("field-battery", "Gun", 30, 28.5)],
        [unit(HUSSARS, "Hussars", 30, 31.125)],
        [("Hussars", ["melee"])],
        [("Hussars", "melee")],
    ),
    "melee_lock": Row(
        [unit(LINE, "Line", 30, 30, figures=2)],
        [unit(LEVY, "Levy", 30, 31.5, figures=2)],
        [("Line", ["melee"])],
        "It says who is still in melee when nobody touches any more: no die hangs on it.",
    ),
    "leave_disrupts": Row(
        [unit(LINE, "Line", 30, 30)],
        [unit(LEVY, "Levy", 30, 31.5, melee=2)],
        [("Line", ["leave_melee"])],
        "The blows and the move are thrown for alike; only the state afterwards differs.",
    ),
    "break_point": Row(
        [unit(LINE, "Line", 10, 10)],
        [unit(LEVY, "Levy", 10, 50), unit(LEVY, "Other", 30, 50)],
        [("STOP", [])],
        "It ends the battle: no die is thrown for that.",
        ready=["Levy lost 10", "Other lost 10"],
    ),
    "attached_may_rally": Row(
        [unit(LINE, "Line", 10, 10), unit(LINE, "Other", 16, 10), unit(GENERAL, "General", attached_to="Line")],
        [unit(LEVY, "Levy", 10, 50)],
        [("General", ["rally_order"])],
        "Rallying is automatic.",
        ready=["Other disrupted"],
    ),
    "charge_reach": Row(
        [unit(LEVY, "Levy", 30, 20)],
        [unit(LINE, "Line", 30, 35)],
        [("Levy", ["charge"])],
        [("Levy", "charge:{Line}")],
    ),
}
SWITCHES = sheet_as_printed("lancer").rulings.switches
OTHERS = [(key, value) for key, switch in SWITCHES.items() for value in switch.values[1:]]


def table_of(key: str, value: str) -> Table:
    row = ROWS[key]
    table = Table(row.side1, row.side2, row.terrain, **{key: value})
    for line in row.ready:
        name, what, *many = line.split()
        if what == "lost":
            table.lose(name, int(many[0]))
        else:
            table[name].disrupted = True
    return table


def told(table: Table, plays: Sequence[tuple[str, Sequence[str]]], seed: int) -> list[object]:
    """All that is told, every field of it."""
    game: Game[LancerBattle] = Game(
        table.game.system, table.battle.clone(), [None, None], Seeded(seed), keep=True, own_dice=[False, False]
    )
    game.checking = False
    for name, likes in plays:
        prefers = Prefers([filled(like, table.numbers()) for like in likes])
        game.players = [prefers, prefers]
        if name == "STOP":
            game.battle.deck.take(STOP)
            stop(game)
        elif table[name].is_commander():
            commander_card(game, game.battle.units[table[name].id])
        else:
            activate(game, game.battle.units[table[name].id], -1)
    return [written(event) for event in game.log]


def written(event: Event[Any]) -> object:
    return type(event).__name__, [
        (name, str(getattr(event, name))) for name in attribute_names(event) if name != "account"
    ]


def odds_of(table: Table, name: str, key: str) -> object:
    """What is shown of the option; None if it is not on offer."""
    battle = table.battle
    held = table[name]
    kind = "activated"
    options: list[Option] = list(commander_choices(battle, held) if held.is_commander() else actions(battle, held))
    if key == "counter_charge":
        kind = "reaction"
        other = next(unit for unit in battle.units if unit.side != held.side)
        table.game.tell(Activated(other.id, -1))
        options = list(reactions(battle, other, held))
    question = Question(held.seat, kind, held.id, options, None, 0, 0)
    wanted = filled(key, table.numbers())
    for option in options:
        if option.key() == wanted:
            found = in_play(table.game, question, option)
            assert found is not None
            return found.data()["outcomes"]
    return None


def test_every_switch_has_its_row() -> None:
    assert set(ROWS) == set(SWITCHES)


@pytest.mark.parametrize(("key", "value"), OTHERS)
def test_every_other_value_tells_something_else(key: str, value: str) -> None:
    plays = ROWS[key].plays
    printed = table_of(key, SWITCHES[key].default)
    other = table_of(key, value)
    assert told(printed, plays, 1) == told(table_of(key, SWITCHES[key].default), plays, 1)
    assert any(told(printed, plays, seed) != told(other, plays, seed) for seed in SEEDS)


@pytest.mark.parametrize(("key", "value"), OTHERS)
def test_and_is_honoured_by_the_odds_in_play(key: str, value: str) -> None:
    options = ROWS[key].odds
    if isinstance(options, str):
        assert options.endswith(".")
        return
    printed = table_of(key, SWITCHES[key].default)
    other = table_of(key, value)
    assert [odds_of(printed, *option) for option in options] != [odds_of(other, *option) for option in options]
