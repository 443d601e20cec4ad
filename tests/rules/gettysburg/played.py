"""Charges, volleys and melees of Guns At Gettysburg as they are played: what odds take for granted, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.core.forms import Case, Facts
from playsheet.core.game import written
from playsheet.rules.gettysburg.battle.events import PhaseEnded, TokenGained
from playsheet.rules.gettysburg.battle.fight_events import (
    ChargeEnded,
    ChargeResolved,
    DoubleSixRolled,
    Engaged,
    Fired,
    GeneralRisked,
    GunsLimbered,
    MeleeFought,
    MoraleTested,
    Reacted,
)
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    CaughtFire,
    FiguresLost,
    GunsLost,
    WasDispersed,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.calculator.rehearsal import Rehearsal
from playsheet.rules.gettysburg.dice.charge import REACTIONS
from playsheet.rules.gettysburg.ground.footprints import supporting_lines
from playsheet.rules.gettysburg.options.choices import MarchAct
from playsheet.rules.gettysburg.options.fight_choices import Shoot
from playsheet.rules.gettysburg.terms import (
    ARMS,
    LIMBERINGS,
    TOKENS,
    Ammunition,
    LimberingResult,
    LossCause,
    Phase,
    Reply,
    Token,
)

KINDS = {"charge": ("charge",), "volley": ("musketry", "artillery", "skirmish-fire"), "melee": ("melee",)}
STEPS = 400  # a charge that comes home is fought out in the melees of its turn

REACTION_KEYS = {"fire": "fire", "hold-fire": "hold", "counter-charge": "counter", "evade": "evade"}
USUAL = {
    "declare": "done",
    "generals": "done",
    "opportunity": "none",
    "yell": "no",
    "counter": "counter",
    "fall_back": "stay",
    "flight": "away",
    "recoil": "away",
    "fire": "done",
    "rapid": "rapid",
    "reaction": "hold",
}


# ---------------------------------------------------------------- what the odds take for granted


def answer(case: Case, battle: GettysburgBattle, question: Question) -> str | None:
    """Until the charge is over nobody else does anything that he need not."""
    if case.form.id != "charge":
        return "rapid" if question.kind == "rapid" else None
    plan = case.situation.plan
    sketch: Rehearsal = plan.sketch
    own = sketch.charges[sketch.own]
    if question.kind == "pivot" and question.about == own.unit:
        return written((own.facing,))
    if question.kind == "reaction" and question.about == sketch.target:
        return REACTION_KEYS[REACTIONS[plan.reaction]]
    if question.kind == "resolve":
        wanted = f"target:{sketch.target}"
        return wanted if wanted in [option.key() for option in question.options] else None
    if question.kind == "support":
        return question.options[1].key()
    if question.kind == "target" and battle.phase == Phase.CHARGES:
        return shot_at_chargers(sketch, question)
    if question.kind in ("lead", "remainder"):
        return question.options[0].key()
    if question.kind in ("normal", "act", "march"):
        return standing(battle, question)
    wanted = USUAL.get(question.kind)
    return wanted if wanted in [option.key() for option in question.options] else None


def shot_at_chargers(sketch: Rehearsal, question: Question) -> str:
    """At the first of the chargers: canister where it reaches, no token, no pouring it on."""
    offered = [option for option in question.options if isinstance(option, Shoot)]
    for charge in sketch.charges:
        shots = [option for option in offered if option.target == charge.unit and not option.pour and not option.aim]
        shots.sort(key=lambda option: option.ammunition != Ammunition.CANISTER)
        if shots:
            return shots[0].key()
    return offered[0].key()


def standing(battle: GettysburgBattle, question: Question) -> str | None:
    """Nobody moves in the meantime; whom his duty makes move does not come up as a support, or go."""
    keys = [option.key() for option in question.options]
    for key in ("close", "stand", "done"):
        if key in keys:
            return key
    if question.kind == "act" and any(isinstance(option, MarchAct) for option in question.options):
        return "march"
    if question.region is None:
        return None
    unit = battle.units[question.about]
    for place in question.region.samples():
        twin = battle.clone()
        twin.put(twin.units[unit.id], place[0], place[1], place[2])
        if [supporting_lines(twin, each) for each in locked(twin)] == [
            supporting_lines(battle, each) for each in locked(battle)
        ]:
            return written(place)
    return None


def locked(battle: GettysburgBattle) -> list[Any]:
    return [unit for unit in battle.units if unit.in_melee()]


# ---------------------------------------------------------------- when it is over


def is_over(case: Case, battle: GettysburgBattle, events: Sequence[Event[Any]]) -> bool:
    """A shot when its dice have fallen; a charge when it has ended without contact, or its melee has been fought."""
    if case.form.id == "charge":
        charger = charger_of(case.situation.plan.sketch)
        if not of(events, ChargeResolved, target=case.situation.plan.sketch.target):
            return False
        return not battle.units[charger].in_melee() or fought(events)
    if case.form.id == "melee":
        return fought(events)
    return bool(of(events, Fired)) and not goes_on(events[-1])


def goes_on(event: Event[Any]) -> bool:
    """Is a question about the chain of a double six still to come?"""
    return isinstance(event, TokenGained) or (isinstance(event, GeneralRisked) and event.result == "stonewall")


def charger_of(sketch: Rehearsal) -> int:
    return sketch.charges[sketch.own].unit


def fought(events: Sequence[Event[Any]]) -> bool:
    """Are the melees of the turn over?"""
    at = [place for place, event in enumerate(events) if isinstance(event, MeleeFought)]
    return bool(at) and any(isinstance(event, PhaseEnded) for event in events[at[0] :])


# ---------------------------------------------------------------- what came of it


def facts(case: Case, before: GettysburgBattle, events: Sequence[Event[Any]], after: GettysburgBattle) -> Facts:
    if case.form.id == "charge":
        return charge_facts(case, before, events)
    if case.form.id == "melee":
        return melee_facts(case, before, events)
    return shot_facts(case, events)


def of(events: Sequence[Event[Any]], kind: type, **wanted: object) -> list[Any]:
    return [
        event
        for event in events
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in wanted.items())
    ]


def charge_facts(case: Case, before: GettysburgBattle, events: Sequence[Event[Any]]) -> Facts:
    sketch: Rehearsal = case.situation.plan.sketch
    charger = charger_of(sketch)
    target = sketch.target
    fights = [event for event in of(events, MeleeFought) if charger in event.one or charger in event.other]
    until = events.index(fights[0]) if fights else len(events)
    guns = sum(event.guns for event in of(events[:until], GunsLost, unit=target))
    winner = "none"
    result = "none"
    if fights:
        side = 0 if charger in fights[0].one else 1
        winner = "nobody" if fights[0].winner < 0 else "charger" if fights[0].winner == side else "target"
        result = "rout" if fights[0].result == LossCause.RIDDEN_DOWN else fights[0].result
    return (
        charger_word(events[:until], charger),
        target_word(events[:until], target),
        bool(of(events[:until], Engaged, unit=charger, target=target)),
        winner,
        result,
        lost_by(before, events, charger, until),
        lost_by(before, events, target, until),
        guns,
    )


def lost_by(before: GettysburgBattle, events: Sequence[Event[Any]], unit: int, until: int) -> int:
    """All figures up to the melee, then those that it cost; a battery that is captured is lost altogether."""
    if any(event.captured for event in of(events, WasDispersed, unit=unit)):
        return before.units[unit].figures
    counted = of(events[:until], FiguresLost, unit=unit)
    causes = (LossCause.IN_MELEE, LossCause.RIDDEN_DOWN, LossCause.SKULKERS)
    counted += [event for event in of(events[until:], FiguresLost, unit=unit) if event.why in causes]
    return sum(event.figures for event in counted)


def charger_word(events: Sequence[Event[Any]], charger: int) -> str:
    """Its test to charge, or what kept it from it."""
    for event in events:
        if isinstance(event, MoraleTested) and event.unit == charger and event.test == "to-charge":
            return event.result
        if isinstance(event, WasDispersed) and event.unit == charger:
            return "destroyed"
        if isinstance(event, ChargeEnded) and event.unit == charger and event.ruling == "R38":
            return "stays-behind"
        if isinstance(event, DoubleSixRolled) and event.target == charger and event.effect != "skirmish-fire":
            if event.effect != "shot-skirmishers":
                return "double-six"
    return "charge"  # an uncontrolled charge that is not tested


def target_word(events: Sequence[Event[Any]], target: int) -> str:
    if of(events, Reacted, unit=target, reaction=Reply.EVADES):
        return "evades"
    if of(events, GunsLimbered, unit=target, result=LIMBERINGS[LimberingResult.BATTERY_LOST]):
        return "battery-lost"
    tests = [event for event in of(events, MoraleTested, unit=target) if event.test != "other"]
    return tests[0].result if tests else "none"


def shot_facts(case: Case, events: Sequence[Event[Any]]) -> Facts:
    """Up to the end of its chain: the shot is the first of these events."""
    shot = of(events, Fired)[0]
    rest = list(events[events.index(shot) + 1 :])
    ends = [place for place, event in enumerate(rest) if isinstance(event, Fired)]
    rest = rest[: ends[0]] if ends else rest
    hits = [event for event in of(rest, FiguresLost, unit=shot.target) if event.why == shot.how]
    half = hits[0].pending == 1 if hits else bool(case.inputs["half"])
    facts: list[Any] = [shot.figures, half]
    six = of(rest, DoubleSixRolled)
    if case.form.id == "skirmish-fire":
        facts.append(bool(six))
    else:
        facts.append(six_word(six[0].effect, case) if six else "no")
        facts.append(bool(of(rest, AmmoChanged)) if case.form.id == "musketry" else bool(of(rest, CaughtFire)))
    return (*facts, *chain_facts(case, rest, shot.unit))


def six_word(effect: str, case: Case) -> str:
    row = case.rules.six_effects[effect]
    if row.guns:
        return "loses a gun and falters"
    if row.falters:
        return "falters"
    return "retires" if row.retires > 0.0 else "yes"


def chain_facts(case: Case, events: Sequence[Event[Any]], unit: int) -> tuple[str, str, str]:
    tokens = sorted({event.token for event in of(events, TokenGained) if event.token != Token.NONE})
    mishaps = [event.why for event in of(events, FiguresLost, unit=unit)]
    word = "none"
    if LossCause.SKULKERS in mishaps:
        word = "skulkers"
    if LossCause.BURST_BARREL in mishaps:
        word = "burst barrel"
    risks = of(events, GeneralRisked)
    return (
        ", ".join(TOKENS[token] for token in tokens) if tokens else "none",
        word,
        risks[-1].result if risks else "none",
    )


def leaders(before: GettysburgBattle, fight: MeleeFought) -> list[object]:
    """Arm and figures of the lead units."""
    units = [before.units[id] for id in fight.leads]
    return [part for unit in units for part in (ARMS[unit.arm], unit.figures)]


def asked_of(case: Case) -> list[object]:
    return [case.inputs[name] for name in ("arm", "figures", "enemy_arm", "enemy_figures")]


def melee_facts(case: Case, before: GettysburgBattle, events: Sequence[Event[Any]]) -> Facts:
    fights = of(events, MeleeFought)  # of one phase: who is asked may be in another than the first
    fight = next((one for one in fights if leaders(before, one) == asked_of(case)), fights[0])
    rest = events[events.index(fight) :]
    sides = [fight.one, fight.other]
    lost = []
    for units in sides:
        captured = [event.unit for event in of(rest, WasDispersed) if event.captured and event.unit in units]
        if captured:
            lost.append(sum(before.units[unit].figures for unit in units))
        else:
            causes = (LossCause.IN_MELEE, LossCause.SKULKERS)
            losses = [event for event in of(rest, FiguresLost) if event.unit in units and event.why in causes]
            lost.append(sum(event.figures for event in losses))
    sixes = [bool([event for event in of(rest, DoubleSixRolled) if event.unit in units]) for units in sides]
    low = [bool([event for event in of(rest, AmmoChanged) if event.unit in units]) for units in sides]
    risks = ["none", "none"]
    for event in of(rest, GeneralRisked):
        side = before.generals[event.general].side
        risks[0 if before.units[sides[0][0]].side == side else 1] = event.result
    winner = ("nobody", "first", "second")[fight.winner + 1]
    return (winner, fight.result, *lost, *sixes, *low, *risks)
