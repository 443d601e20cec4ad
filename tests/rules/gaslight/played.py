"""What the odds of this sheet speak of, read off the table (odds_on_table.py).

`vehicle-saves` is not among them: it takes the Save of a machine as it is now, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop import of

from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.core.forms import Case, Facts
from playsheet.rules.gaslight.battle.events import CardEnded
from playsheet.rules.gaslight.battle.fight_events import (
    FailureRolled,
    Fought,
    GunHit,
    MoraleChecked,
    Shot,
    Struck,
)
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.calculator.charge import CHARGES
from playsheet.rules.gaslight.calculator.vehicles import damage
from playsheet.rules.gaslight.options.choices import AUTO, DONE, GO, WAIT
from playsheet.rules.gaslight.table.melee import MELEE
from playsheet.rules.gaslight.terms import ChargeResult, CheckReason, FailureResult

KINDS = {
    "charge": ("charge",),
    "volley": ("shoot", "shell", "shoot-gun", "shotgun", "shoot-vehicle"),
    "melee": ("close-combat", "break-off"),
}
STEPS = 8  # a charge is fought when its card ends

Events = Sequence[Event[Any]]
GRANTED = {"allocate": AUTO.key(), "who": GO.key(), "takeover": WAIT.key(), "order": DONE.key()}


def answer(case: Case, battle: GaslightBattle, question: Question) -> str | None:
    """Opponents are allotted by the program, each strikes at the first that he touches, nobody takes over."""
    if question.kind == "strike":
        return question.options[0].key()
    return GRANTED.get(question.kind)


def is_over(case: Case, battle: GaslightBattle, events: Events) -> bool:
    if case.form.id == "charge":
        return bool(of(events, CardEnded) or of(events, FailureRolled))
    if case.form.id in KINDS["melee"]:
        return bool(of(events, CardEnded) or of(events, Fought))
    return bool(of(events, Shot))  # of the shot all is told in its own step


def facts(case: Case, before: GaslightBattle, events: Events, after: GaslightBattle) -> Facts:
    id = case.form.id
    if id == "charge":
        return charged(before, events)
    if id == "close-combat":
        return fallen(before, events)
    if id == "break-off":
        return (len(killed(events, MELEE)),)
    shot = of(events, Shot)[0]
    lost = losses(before, killed(events, shot.how))
    if id == "shoot-vehicle":
        return (shot.hits, *damage(before.units[shot.target].machine, after.units[shot.target].machine))
    if id == "shoot":
        return (shot.hits, *lost)
    if id == "shell":
        return (shot.hits > 0, *lost)
    gun_hit = bool(of(events, GunHit))
    return (shot.hits, gun_hit, *lost) if id == "shoot-gun" else (*lost, gun_hit)


def charged(before: GaslightBattle, events: Events) -> Facts:
    for check in of(events, MoraleChecked):
        if not check.passed:
            off = of(events, FailureRolled)[0].results.count(FailureResult.RUN_OFF)
            if check.why == CheckReason.TO_CHARGE:
                return (CHARGES[ChargeResult.CHARGER_FAILED], off, 0, 0, 0)
            return (CHARGES[ChargeResult.TARGET_FAILED], 0, off, 0, 0)
    if not of(events, Fought):
        return (CHARGES[ChargeResult.FELL_SHORT], 0, 0, 0, 0)
    return (CHARGES[ChargeResult.CONTACT], 0, 0, *fallen(before, events))


def fallen(before: GaslightBattle, events: Events) -> tuple[int, int]:
    """Of the active side, and of the other, hand to hand."""
    side = before.units[before.active].side
    ours = [figure for figure in killed(events, MELEE) if before.side_of(figure) == side]
    return len(ours), len(killed(events, MELEE)) - len(ours)


def killed(events: Events, how: str) -> list[int]:
    return [event.figure for event in of(events, Struck) if not event.saved and event.how == how]


def losses(before: GaslightBattle, figures: list[int]) -> tuple[int, int]:
    """Extras, and those who have a Save."""
    characters = len([figure for figure in figures if before.cast[figure].save])
    return len(figures) - characters, characters
