"""Every switch of rulings.toml changes play on the table, and the odds shown in play where it touches dice.

Each row is a situation in which every other value of its switch tells something else than the first does, played by the
same players with the same dice. `odds` is an option whose odds differ too (one that is not on offer has none), or a
sentence that says why no dice are touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from rules.riskfactor.situation import ACTED, Men, Skirmish, chief, lieutenant, men, row
from switched import Prefers
from tabletop import ground, sheet_as_printed

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Event, attribute_names
from playsheet.core.game import Game
from playsheet.odds import in_play
from playsheet.rules.riskfactor.battle.events import ActionSet, PhaseBegan
from playsheet.rules.riskfactor.battle.fight_events import Hurt
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.options.choices import STAY, BuyGroup, BuyLink, Charge, ShootGroup
from playsheet.rules.riskfactor.options.shooting import fire_options
from playsheet.rules.riskfactor.terms import RESULTS, DamageDie, Phase
from playsheet.rules.riskfactor.turn import queue_of

pytestmark = pytest.mark.battles

SQUAD, RECRUITS, SEPOYS, BAND = "regular-squad", "recruit-squad", "sepoy-squad", "warrior-band"
MUSKETS, HORSE = "tribal-musketmen", "tribal-horse"
SEEDS = range(12)  # of the dice: what differs must show in one of these
Asked = tuple[str, str, Option]  # a question's kind, about whom, and the option


@dataclass(frozen=True)
class Row:
    """`phase` is played from a position that `ready` makes; whoever is asked takes what begins with one of `likes`."""

    side1: Sequence[Men]
    side2: Sequence[Men]
    phase: int
    odds: Callable[[Skirmish], Asked] | str
    ready: Callable[[Skirmish], None] | None = None
    likes: Sequence[str] = ()
    terrain: Sequence[str] = ()
    objectives: Sequence[str] = ()


def squad(card: str = SQUAD, n: int = 10, y: float = 50.0, **more: Any) -> Men:
    return men(card, "Squad", row(n, 100, y), **more)


def foe(y: float, card: str = BAND, n: int = 9, x: float = 100.0) -> Men:
    return men(card, "Foe", [(x, y), *row(n - 1, x, y + 3)])


def bought(name: str = "Squad", by: str = "Lieutenant") -> Callable[[Skirmish], Asked]:
    return lambda table: ("command", by, BuyGroup(table[name].id, 10))


def linked(name: str, *, fires: bool) -> Callable[[Skirmish], Asked]:
    return lambda table: ("command", "Lieutenant", BuyLink(table[name].first, 1, fires=fires))


def shot(name: str = "Squad", target: str = "Foe") -> Callable[[Skirmish], Asked]:
    return lambda table: ("fire", name, ShootGroup(table[target].id))


def stays(table: Skirmish) -> Asked:
    return "move", "Squad", STAY


def told_to(result: str, *names: str, charge: bool = False) -> Callable[[Skirmish], None]:
    """The result binds these groups."""

    def ready(table: Skirmish) -> None:
        for name in names:
            id = table[name].id
            table.game.tell(ActionSet(id, 0, [], 1, RESULTS.index(result), charge, charge, True, -1, "", ()))

    return ready


def commanded(table: Skirmish) -> None:
    table.commanded("Squad", "Lieutenant")


def commanded_and_grazed(table: Skirmish) -> None:
    commanded(table)
    table.game.tell(Hurt(table["Foe"].first, DamageDie.GRAZE, 0, 1, False, "before", ""))


def commanded_and_fired_at(table: Skirmish) -> None:
    commanded(table)
    table.seen_at("Foe", 10)
    table["Foe"].fired = True


def rider_wounded(table: Skirmish) -> None:
    table.commanded("Squad", "Chief")
    table.wound("Squad", 0)


def anxious(table: Skirmish) -> None:
    table.overrule("risk {Squad} +2")


def half_gone(table: Skirmish) -> None:
    table.lose("Foe", 9)
    table.begin(2)


LIEUTENANT = lieutenant(20, 20)
ROWS: dict[str, Row] = {
    "rf0_binds_commanded": Row([squad(), LIEUTENANT], [foe(150)], Phase.ACTIONS, bought(), commanded),
    "action_die": Row([squad(RECRUITS), LIEUTENANT], [foe(150)], Phase.ACTIONS, bought()),
    "enemy_in_range": Row(
        [squad(BAND), LIEUTENANT],
        [men(MUSKETS, f"Foe {k}", row(12, 100, 100 + 10 * k)) for k in range(3)],
        Phase.ACTIONS,
        bought(),
    ),
    "their_range": Row([squad(), LIEUTENANT], [foe(150)], Phase.ACTIONS, bought()),
    "blades_threaten": Row([squad(n=9), LIEUTENANT], [men("drummer", "Foe", [(100, 70)])], Phase.ACTIONS, bought()),
    "lone_leader_percent": Row(
        [men("captain", "Squad", [(100, 50)], role="officer"), LIEUTENANT],
        [foe(150)],
        Phase.ACTIONS,
        bought(),
        lambda table: table.wound("Squad", 0),
    ),
    "front_arc": Row([squad(n=9), LIEUTENANT], [men(BAND, "Foe", [(190, 51)])], Phase.ACTIONS, bought()),
    "charge_query": Row(
        [squad(n=9), men(SQUAD, "Others", row(9, 40, 50)), LIEUTENANT],
        [foe(70, SQUAD), men(SQUAD, "Theirs", [(40, 70)])],
        Phase.MOVES,
        "It says who decides on a charge; the dice of the melee are the same.",
        told_to("advance", "Squad", "Others", charge=True),
        likes=["charge:3", "no"],  # the squad charges if it is asked, the others do not
    ),
    "platoon": Row(
        [
            men(SQUAD, "First", row(5, 80, 50), platoon="p"),
            men(SQUAD, "Second", row(5, 97, 50), platoon="p"),
            LIEUTENANT,
        ],
        [foe(150)],
        Phase.ACTIONS,
        "A squad that is commanded is no part of a platoon, and nobody is asked about the die of one that is.",
    ),
    "uncommanded_rounding": Row(
        [squad(n=9)],
        [foe(100)],
        Phase.UNCOMMANDED_FIRE,
        "Uncommanded fire is nobody's choice: its odds are not shown.",
    ),
    "start_loaded": Row([squad(SEPOYS), LIEUTENANT], [foe(100)], Phase.COMMANDED_FIRE, shot(), commanded, ["shoot"]),
    "grazes": Row([squad(), LIEUTENANT], [foe(81, n=1)], Phase.COMMANDED_FIRE, shot(), commanded_and_grazed, ["shoot"]),
    "fired_seen": Row(
        [squad(), LIEUTENANT],
        [foe(92)],
        Phase.COMMANDED_FIRE,
        shot(),
        commanded_and_fired_at,
        ["shoot"],
        [ground("woods", rect=[60, 90, 140, 140])],
    ),
    "fog": Row(
        [squad(), LIEUTENANT],
        [foe(150), chief(20, 190)],
        Phase.ACTIONS,
        "Fog hides who is told of dice, and changes none of them.",
    ),
    "wounded_rider": Row(
        [squad(HORSE, 1), chief(20, 20)],
        [foe(85, SQUAD)],
        Phase.FREE_MOVES,
        lambda table: ("move", "Squad", Charge(table["Foe"].id)),
        rider_wounded,
        ["keep", "charge"],
    ),
    "nco_minus": Row(
        [squad(), lieutenant(100, 40)],
        [foe(150)],
        Phase.COMMAND,
        linked("Squad", fires=True),
        likes=["will_not_fire", "link", "done"],
    ),
    "musician_dice": Row(
        [squad(), lieutenant(100, 40), men("drummer", "Drummer", [(110, 40)])],
        [foe(150)],
        Phase.COMMAND,
        linked("Drummer", fires=False),
        likes=["will_not_fire", "link:11", "done"],
    ),
    "melee": Row([squad(n=1), LIEUTENANT], [foe(52, n=1)], Phase.MELEES, stays),
    "blank_factor": Row([squad(SEPOYS, 1), LIEUTENANT], [foe(52, n=1)], Phase.MELEES, stays),
    "fire_into_melee": Row(
        [squad(n=8), men(SQUAD, "Fighting", [(150, 80)]), LIEUTENANT],
        [men(BAND, "Foe", [(150, 82), (100, 82)])],
        Phase.COMMANDED_FIRE,
        shot(),
        commanded,
        ["shoot"],
    ),
    "break_point": Row(
        [squad()],
        [foe(120)],
        Phase.SIDE_ENDS,
        "Nothing is thrown for the end of a battle.",
        half_gone,
        objectives=['[[objectives]]\nkind = "otherwise"\nside = 2'],
    ),
    "fortified": Row(
        [squad(BAND, 9), LIEUTENANT],
        [foe(75, SQUAD)],
        Phase.ACTIONS,
        bought(),
        anxious,
        terrain=[ground("building", rect=[60, 45, 140, 55])],
    ),
    "rf0_charge": Row([squad(BAND, 9, order="advance"), LIEUTENANT], [foe(90)], Phase.ACTIONS, bought()),
    "cover_toward": Row(
        [squad(n=1)],
        [men(BAND, "Foe", [(150, 110)])],
        Phase.MOVES,
        "A move throws no dice.",
        told_to("take_cover", "Squad"),
        terrain=[ground("scrub", rect=[96, 60, 104, 70]), ground("scrub", rect=[80, 20, 120, 38])],
    ),
}
SWITCHES = sheet_as_printed("riskfactor").rulings.switches
OTHERS = [(key, value) for key, switch in SWITCHES.items() for value in switch.values[1:]]


def table_of(key: str, value: str) -> Skirmish:
    held = ROWS[key]
    table = Skirmish(held.side1, held.side2, held.terrain, objectives=held.objectives, **{key: value})
    if held.ready is not None:
        held.ready(table)
    return table


def told(key: str, value: str, seed: int) -> list[object]:
    """All that is told, every field of it."""
    table = table_of(key, value)
    held = ROWS[key]
    seats = len(table.setup.seats)
    game: Game[RiskBattle] = Game(
        table.game.system, table.battle.clone(), [Prefers(held.likes)] * seats, Seeded(seed), True, [False] * seats
    )
    game.checking = False
    battle = game.battle
    game.tell(PhaseBegan(held.phase, queue_of(battle, held.phase)))
    while battle.phase == held.phase and not battle.finished and (battle.queue or held.phase not in ACTED):
        game.play_step()
    return [written(event) for event in game.log]


def written(event: Event[Any]) -> object:
    return type(event).__name__, [
        (name, str(getattr(event, name))) for name in attribute_names(event) if name != "account"
    ]


def odds_of(key: str, value: str) -> object:
    """What is shown of the option; None if it is not on offer, or sets off nothing."""
    table = table_of(key, value)
    make = ROWS[key].odds
    assert not isinstance(make, str)
    kind, about, option = make(table)
    held = table[about]
    if kind == "fire" and option.key() not in [offered.key() for offered in fire_options(table.battle, held)]:
        return None
    found = in_play(table.game, Question(held.seat, kind, held.id, [], None, 0, 0), option)
    return found.data()["outcomes"] if found is not None else None


def test_every_switch_has_its_row() -> None:
    assert set(ROWS) == set(SWITCHES)


@pytest.mark.parametrize(("key", "value"), OTHERS)
def test_every_other_value_tells_something_else(key: str, value: str) -> None:
    printed = SWITCHES[key].default
    assert told(key, printed, 1) == told(key, printed, 1)
    assert any(told(key, printed, seed) != told(key, value, seed) for seed in SEEDS)


@pytest.mark.parametrize(("key", "value"), OTHERS)
def test_and_is_honoured_by_the_odds_in_play(key: str, value: str) -> None:
    if isinstance(ROWS[key].odds, str):
        assert str(ROWS[key].odds).endswith(".")
        return
    assert odds_of(key, SWITCHES[key].default) != odds_of(key, value)
