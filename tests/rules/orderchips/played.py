"""What the odds of this sheet speak of, read off the table (odds_on_table.py)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from typing import Any

from rules.orderchips.situation import printed
from tabletop import of

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle, Event
from playsheet.core.forms import Case, Facts
from playsheet.core.game import Game
from playsheet.rules.orderchips.battle.events import (
    ChargeDeclared,
    Deserted,
    FiguresLost,
    LeftTable,
    Locked,
    MoveEnded,
    NotableLost,
    PhaseBegan,
)
from playsheet.rules.orderchips.battle.fight_events import FailureRolled, Fired
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.calculator.charge_in_play import InPlay
from playsheet.rules.orderchips.table.melee import Strike, phase
from playsheet.rules.orderchips.terms import CHARGES, Arm, ChargeResult, Conduct, Instruction, Phase, Where

KINDS = {"charge": ("charge",), "volley": ("shoot",), "melee": ("melee",)}

Events = Sequence[Event[Any]]
ROUNDS = count()


def prepare(case: Case, battle: ChipBattle) -> None:
    """Those fire at a charge who are taken to, and nobody else; at a volley nobody does."""
    firing = []
    if isinstance(case.situation, InPlay):
        firing = [volley.shot.unit for volley in case.situation.volleys]
    for unit in battle.units:
        unit.instruction = Instruction.USUAL if unit.id in firing else Instruction.HOLDS
        if unit.id in firing:
            without_shells(battle, unit)


def without_shells(battle: ChipBattle, unit: Unit) -> None:
    """Odds of a charge leave shells out, and say so: who fires other weapons besides has none."""
    card = unit.card.machine
    if card is None:
        return
    machine = battle.machine_copy(unit)
    for weapon in range(len(card.weapons)):
        if card.weapons[weapon].blast is not None:
            machine.weapons[weapon] = 0
    unit.machine = machine.state()


def answer(case: Case, battle: ChipBattle, question: Question) -> str | None:
    """Nobody else fires; in melee everybody strikes at one of the two if he can."""
    if question.kind == "fight":
        return strike_at(case, question)
    if question.kind in ("fire", "window"):
        return "hold"
    return None


def strike_at(case: Case, question: Question) -> str | None:
    """At the enemy of the unit that the odds are about, or at itself."""
    pair = case.situation.units if case.form.id == "melee" else (case.situation.unit, case.situation.target)
    for wanted in (pair[1], pair[0]):
        for option in question.options:
            if isinstance(option, Strike) and option.target == wanted:
                return option.key()
    return None


def is_over(case: Case, battle: ChipBattle, events: Events) -> bool:
    """A charge when the charger's move has ended, a volley when it is fired."""
    if case.form.id == "charge":
        declared = of(events, ChargeDeclared)
        return bool(declared) and (
            any(event.unit == declared[0].unit for event in of(events, MoveEnded))
            or battle.units[declared[0].unit].place != Where.ON_TABLE
        )
    return case.form.id == "shoot" and bool(of(events, Fired))


def facts(case: Case, before: ChipBattle, events: Events, after: ChipBattle) -> Facts:
    if case.form.id == "shoot":
        return shot(before, events)
    if case.form.id == "charge":
        return charged(case, before, events, after)
    unit, enemy = case.situation.units
    return (*fallen(before, events, unit), *fallen(before, events, enemy))


def fallen(before: ChipBattle, events: Events, unit: int) -> tuple[int, int]:
    """Figures of a unit that were hit, and notable persons with it, or the unit himself."""
    held = before.units[unit]
    figures = sum(event.count for event in of(events, FiguresLost) if event.unit == unit)
    out = [event.unit for event in of(events, NotableLost)]
    return figures, len([id for id in out if id in held.attached or (id == unit and held.kind == Arm.NOTABLE)])


def shot(before: ChipBattle, events: Events) -> Facts:
    fired = of(events, Fired)[0]
    return fired.hits, *fallen(before, events, fired.target)


# ---------------------------------------------------------------- a charge


def charged(case: Case, before: ChipBattle, events: Events, after: ChipBattle) -> Facts:
    """What came of it in the moves; then the round of melee, which nobody else comes into."""
    unit, enemy = case.situation.unit, case.situation.target
    shot_down = sum(fallen(before, events, unit))
    fled = sum(event.count for event in of(events, Deserted) if event.unit == unit)
    enemies_fled = sum(event.count for event in of(events, Deserted) if event.unit == enemy)
    result = result_of(events, unit, enemy, after)
    lost = (0, 0)
    if result == ChargeResult.CONTACT:
        lost = round_of(case, events, after)
    return (CHARGES[result], fled, enemies_fled, *lost, shot_down)


def result_of(events: Events, unit: int, enemy: int, after: ChipBattle) -> int:
    failed = [event for event in of(events, FailureRolled) if event.unit == unit]
    if failed and failed[0].action not in (Conduct.STANDS, Conduct.CLOSES_UP):
        return ChargeResult.CALLED_OFF
    if after.units[unit].place != Where.ON_TABLE:
        return ChargeResult.SHOT_DOWN
    if any({event.unit, event.other} == {unit, enemy} for event in of(events, Locked)):
        return ChargeResult.CONTACT
    left = any(event.unit == enemy for event in of(events, LeftTable))
    gone = left or after.units[enemy].place != Where.ON_TABLE
    return ChargeResult.NOBODY_LEFT if gone else ChargeResult.FELL_SHORT


class AsTaken(Player):
    """Whoever is asked in the round strikes as the odds take it."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def name(self) -> str:
        return "as taken for granted"

    def choose(self, battle: Battle, question: Question) -> Option:
        wanted = strike_at(self.case, question)
        return next(option for option in question.options if wanted is None or option.key() == wanted)


def round_of(case: Case, events: Events, after: ChipBattle) -> tuple[int, int]:
    """The melee step of this turn, as if it came now; dice of its own for each run, though the same has come before."""
    battle = after.clone()
    told = repr([next(ROUNDS), *[event.data() for event in events]])
    seed = int.from_bytes(sha256(told.encode()).digest()[:7], "big")
    players: list[Any] = [AsTaken(case)] * battle.seats
    game = Game(printed(), battle, players, Seeded(seed), True, [False] * battle.seats)
    game.tell(PhaseBegan(Phase.MELEE))
    phase(game)
    return sum(fallen(after, game.log, case.situation.unit)), sum(fallen(after, game.log, case.situation.target))
