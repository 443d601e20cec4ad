"""Charges in small situations, played many times: what comes of them is what their odds say (see odds_on_table.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from odds_on_table import differences, weights_of
from rules.gettysburg import played
from rules.gettysburg.situation import Ridge, foot, ground

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.exact import Effort
from playsheet.core.forms import Case, Facts
from playsheet.core.game import Game, numbers, option_of
from playsheet.odds.ask import exactly
from playsheet.rules.gettysburg.battle.events import PhaseBegan
from playsheet.rules.gettysburg.options.fight_choices import Declare
from playsheet.rules.gettysburg.table.charge.phase import declare_charge
from playsheet.rules.gettysburg.table.charge.resolving import resolve
from playsheet.rules.gettysburg.table.melee import step as melee_step
from playsheet.rules.gettysburg.terms import MoraleResult, Phase

pytestmark = pytest.mark.battles

RUNS = 120
RESERVE = foot("cs-line", "Reserve", 8, 5)
LINE = foot("us-line", "A", 36, 50.75)


class Granted(Player):
    """Answers as the odds take for granted."""

    def __init__(self, case: Case, ridge: Ridge) -> None:
        self.case = case
        self.ridge = ridge

    def choose(self, battle: Battle, question: Question) -> Option:
        given = played.answer(self.case, battle, question)  # type: ignore[arg-type]
        return question.options[0] if given is None else option_of(question, given)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        given = played.answer(self.case, battle, question)  # type: ignore[arg-type]
        assert question.region is not None
        return question.region.samples()[0] if given is None else numbers(given, question.region)


def column(card: str, name: str, x: float, y: float) -> str:
    return foot(card, name, x, y, formation="column")


def onset(*union: str, y: float = 40.5, card: str = "cs-vet", **more: Any) -> Ridge:
    rebels = [column(card, "B", 36, y), *more.pop("rebels", []), RESERVE]
    return Ridge([*union] or [LINE], rebels, orders=more.pop("orders", ("hold", "assault")), **more)


def defended(kind: str, line: float, y: float) -> Ridge:
    return onset(terrain=[ground(kind, "the defence", line=[[20, line], [50, line]])], y=y)


def locked() -> Ridge:
    ridge = onset(rebels=[foot("cs-line", "L", 36, 56, 180)])
    ridge.lock("L", "A")
    return ridge


SITUATIONS: dict[str, Callable[[], Ridge]] = {
    "plain": onset,
    "wire-first": lambda: defended("wire", 45, 42.5),
    "abatis-first": lambda: defended("abatis", 45, 42.5),
    "palisade-first": lambda: defended("palisade", 45, 42.5),
    "palisade-last": lambda: defended("palisade", 49, 43.5),
    "works": lambda: onset(
        foot("us-line", "A", 36, 50.85, 180), terrain=[ground("works", "the works", line=[[20, 50], [50, 50]])]
    ),
    "guns": lambda: onset(foot("us-napoleon", "A", 36, 50.75), y=41.5),
    "support": lambda: onset(LINE, foot("us-iron", "C", 45, 50.75), foot("us-ordnance", "G", 27, 50.75)),
    "two": lambda: onset(rebels=[column("cs-texas", "C", 41, 40.5)]),
    "skirmishers": lambda: onset(foot("us-vet", "A", 36, 50.75, formation="skirmish")),
    "flank": lambda: onset(foot("us-line", "A", 36, 50.75, 90), y=38.5),
    "river": lambda: onset(terrain=[ground("river", "the river", rect=[0, 53, 72, 55])]),
    "into-a-melee": locked,
}


def weighed(ridge: Ridge) -> Case:
    system = ridge.setup.system
    unit, target = ridge["B"], ridge["A"]
    question = Question(unit.seat, "declare", -1, [], None, 0, 0)
    option = Declare(unit.id, target.id, packs=False)
    case = system.what_if(system.seen(ridge.battle, unit.seat), question, option)
    assert case is not None
    return case


def charged(ridge: Ridge, case: Case, run: int) -> Facts:
    """Once, on a copy, with dice of its own."""
    battle = ridge.battle.clone()
    game: Game[Any] = Game(
        ridge.setup.system, battle, [Granted(case, ridge)] * 2, Seeded(7919 * run + 13), keep=True, own_dice=[False] * 2
    )
    game.start = battle
    declare_charge(game, battle.units[ridge["B"].id], battle.units[ridge["A"].id], uncontrolled=False)
    resolve(game, battle.units[ridge["A"].id])
    if battle.units[ridge["B"].id].in_melee():
        game.tell(PhaseBegan(Phase.MELEES))
        melee_step(game)
    return played.facts(case, ridge.battle, game.log, battle)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_charge_comes_out_as_its_odds_say(name: str) -> None:
    ridge = SITUATIONS[name]()
    ridge.phase(Phase.CHARGES, ridge["B"].side)
    if name == "two":
        ridge.declare("C", "A", pivot=340.0)
    case = weighed(ridge)
    odds = exactly(case, Effort(2_000_000))
    counts = Counter(charged(ridge, case, run) for run in range(RUNS))
    assert differences(odds.results, weights_of(odds), counts) == []


def test_whoever_has_lost_figures_comes_home_as_narrow_as_he_is() -> None:
    """Two who would be in each other's way may both find room at the target when fire has thinned them."""
    ridge = SITUATIONS["two"]()
    ridge.phase(Phase.CHARGES, ridge["B"].side)
    ridge.declare("C", "A", pivot=340.0)
    sketch = weighed(ridge).situation.plan.sketch
    results = [MoraleResult.CHARGE, MoraleResult.CHARGE]
    widths = []
    for lost in ([0, 0], [10, 10]):
        tested = sketch.after(results, 2, lost, 0)
        home = sketch.at_home(tested, results, MoraleResult.STAND_OR_COUNTER)
        widths.append([held.unit.shape.half_w for held in home.chargers])
        assert widths[-1] == [held.unit.shape.half_w for held in tested.chargers]
    assert widths[1][0] < widths[0][0]
    assert widths[1][1] < widths[0][1]
