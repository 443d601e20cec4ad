"""Shots, blows, tests and losses in words."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Rolled
from playsheet.core.telling import last_roll, shown_faces
from playsheet.core.words import article, counted, listed, number, upper
from playsheet.rules.orderchips.battle.events import Deserted, FiguresLost, GunLost, NotableLost
from playsheet.rules.orderchips.battle.fight_events import (
    Burst,
    FailureRolled,
    Fired,
    Fought,
    GunHit,
    MoraleTested,
    NotableHit,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import (
    its,
    men_named,
    men_of_unit,
    name_of,
    sheltered,
    was,
    weapon_words,
    wording,
)
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.terms import VEHICLE_ROWS as ROWS
from playsheet.rules.orderchips.terms import Arm, Conduct, TestReason, WeaponClass
from playsheet.tabletop.wording import inches, times

MOST_FACES: Final = 12  # dice that a sentence shows one by one
FIGURE_FAILS: Final = {
    Conduct.STANDS: "but stood firm all the same",
    Conduct.CLOSES_UP: "but stood firm and closed up",
    Conduct.MILLS: "and milled about, good for nothing next turn",
    Conduct.BACKS: "and gave ground",
    Conduct.RUNS: "and ran",
}
VEHICLE_FAILS: Final = (
    "but carried on all the same",
    "and did not know what to do",
    "and would do nothing next turn",
    "and backed away",
    "and backed away at full speed",
    "and turned about",
    "and took to flight",
)


# ---------------------------------------------------------------- shots


def weapon_fired(battle: ChipBattle, event: Fired) -> Weapon | None:
    """What was fired; None if only notable persons did."""
    unit = battle.units[event.unit]
    card = unit.card.machine
    if card is not None:
        return card.weapons[event.weapon] if event.weapon >= 0 else None
    return unit.card.weapon if event.firing else None


def who_fired(battle: ChipBattle, event: Fired) -> str:
    """The unit, so many of it, or a weapon of a machine; and who fired with it."""
    unit = battle.units[event.unit]
    weapon = weapon_fired(battle, event)
    guests = [name_of(battle, id) for id in event.notables]
    if unit.is_machine() and weapon is not None:
        return f"{weapon_words(weapon)} of {name_of(battle, unit.id)}"
    if not event.firing:
        return listed(guests)
    if unit.kind in (Arm.GUN, Arm.NOTABLE) or event.firing >= unit.figures:
        who = name_of(battle, unit.id)
    else:
        who = men_of_unit(battle, unit, event.firing)
    return listed([who, *guests])


def shooting(battle: ChipBattle, event: Fired) -> str:
    """The verb of the shot."""
    weapon = weapon_fired(battle, event)
    unit = battle.units[event.unit]
    seed = event.unit + event.target
    if weapon is not None and weapon.blast is not None:
        return wording(battle, seed, ["shelled", "opened on", "sent a shell at"])
    if weapon is not None and weapon.cls == WeaponClass.GATLING:
        return wording(battle, seed, ["raked", "poured bullets at"])
    if event.interrupt and event.charging:
        return wording(battle, seed, ["gave a volley to", "met with fire", "fired on"])
    if weapon is not None and weapon.cls == WeaponClass.SMALL_ARM and "spear" in weapon.name:
        return wording(battle, seed, [f"hurled {its(unit)} spears at", f"cast {its(unit)} spears at"])
    return wording(battle, seed, ["fired on", "opened fire on", "gave a volley to"])


def fired(event: Fired, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """Who shot at whom, how far, the dice, the hits: without the full stop, for what it cost may follow."""
    target = battle.units[event.target]
    cover = sheltered(battle, battle.fighters(target), event.cover)
    charging = " as it charged" if event.charging else ""
    far = inches(event.distance)
    head = f"{upper(who_fired(battle, event))} {shooting(battle, event)} {name_of(battle, target.id)}{cover}"
    return f"{head} at {far}{charging}: {what_came(event.hits, rolls)}"


def what_came(hits: int, rolls: list[Rolled]) -> str:
    """`6 7 8 3 against 5 or less, one hit`."""
    parts: list[str] = []
    for roll in rolls:
        if roll.needed and len(roll.faces) <= MOST_FACES:
            need = roll.needed.split(" (")[0].replace(" each", "")
            parts.append(f"{shown_faces(roll.faces)} against {need}")
    said = f"{listed(parts)}, " if parts else ""
    return said + ("no hits" if hits == 0 else counted(hits, "hit", "hits"))


def burst(event: Burst, battle: ChipBattle) -> str:
    return upper(burst_clause(event, battle)) + "."


def burst_clause(event: Burst, battle: ChipBattle) -> str:
    """How many a template could take, and whom it took."""
    struck = [men_of_unit(battle, battle.units[event.units[at]], event.counts[at]) for at in range(len(event.units))]
    most = f"the burst could take {number(event.most)}"
    return f"{most} and took {listed(struck)}" if struck else f"{most}, and took nobody"


def notable_hit(event: NotableHit, battle: ChipBattle) -> str:
    return upper(notable_clause(event, battle)) + "."


def notable_clause(event: NotableHit, battle: ChipBattle) -> str:
    """A notable person is hit."""
    who = name_of(battle, event.unit)
    again = "" if event.hits == 1 else f" {times(event.hits)}"
    return (
        f"{who} was hit{again} and could not save himself" if event.out else f"{who} was hit{again} and came to no harm"
    )


def gun_hit(event: GunHit, battle: ChipBattle) -> str:
    return upper(gun_clause(event, battle)) + "."


def gun_clause(event: GunHit, battle: ChipBattle) -> str:
    name = name_of(battle, event.unit)
    return f"{name} was wrecked by the burst" if event.wrecked else f"{name} itself stood unharmed"


# ---------------------------------------------------------------- losses


def losses(battle: ChipBattle, found: list[FiguresLost | NotableLost | GunLost | Deserted]) -> str:
    """All that is taken off at one moment, in one sentence; and who is no more."""
    fell: list[str] = []
    gone: list[str] = []
    n = 0
    for event in found:
        unit = battle.units[event.unit]
        if isinstance(event, FiguresLost):
            fell.append(men_of_unit(battle, unit, event.count))
            n += event.count
            if event.count >= unit.figures:
                gone.append(f"Nobody was left of {name_of(battle, unit.id)}.")
        elif isinstance(event, NotableLost):
            fell.append(name_of(battle, unit.id))
            n += 1
        elif isinstance(event, Deserted):
            gone.append(deserted(event, battle))
        else:
            gone.append(gun_lost(event, battle))
    parts = [f"{upper(listed(fell))} fell."] if fell else []
    return " ".join([*parts, *gone])


def deserted(event: Deserted, battle: ChipBattle) -> str:
    unit = battle.units[event.unit]
    whole = " to the last man" if event.count >= unit.figures else ""
    return f"{upper(men_of_unit(battle, unit, event.count))} deserted{whole}."


def gun_lost(event: GunLost, battle: ChipBattle) -> str:
    name = name_of(battle, event.unit)
    if event.by < 0:
        return f"{upper(name)} was wrecked."
    return f"{upper(name_of(battle, event.by))} took {name}."


# ---------------------------------------------------------------- melee


def fought(event: Fought, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """A unit's dice against one enemy: without the full stop."""
    unit = battle.units[event.unit]
    guests = [name_of(battle, id) for id in event.notables]
    who = [name_of(battle, unit.id), *guests] if event.dice else guests
    target = name_of(battle, event.target)
    if event.free:
        verb = wording(battle, event.unit, ["struck at", "lashed out at"])
        return f"{upper(listed(who))} {verb} {target} as {they(battle, event.target)} broke off: " + what_came(
            event.hits, rolls
        )
    verb = wording(battle, event.unit + event.target, ["fought", "laid into", "fell upon"])
    return f"{upper(listed(who))} {verb} {target}: {what_came(event.hits, rolls)}"


def they(battle: ChipBattle, id: int) -> str:
    unit = battle.units[id]
    return "he" if unit.kind == Arm.NOTABLE else "they" if was(unit) == "were" else "it"


# ---------------------------------------------------------------- morale


def tested(event: MoraleTested, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """The test and its die: without the full stop, for what a failure means may follow."""
    unit = battle.units[event.unit]
    crew = unit.kind == Arm.GUN
    name = upper(men_named(battle, unit) if crew else name_of(battle, unit.id))
    own = "their" if crew else its(unit)
    roll = last_roll(rolls, "Morale test")
    die = f" ({article(roll.faces[0])} against {roll.needed.split(' (')[0]})" if roll is not None else ""
    what = {
        TestReason.TO_CHARGE: f"steeled {itself(unit)} to charge",
        TestReason.TO_RECEIVE: "stood to receive the charge",
        TestReason.CREW_TEST: "kept a cool head at the blow",
        TestReason.CALLED: "held steady when the game master called for a test",
    }.get(event.why, f"kept {own} nerve")
    failed = {
        TestReason.TO_CHARGE: "shrank from the charge",
        TestReason.TO_RECEIVE: "quailed before the charge",
    }.get(event.why, f"lost {own} nerve")
    return f"{name} {what if event.passed else failed}{die}"


def itself(unit: Unit) -> str:
    if unit.kind == Arm.NOTABLE:
        return "himself"
    return "themselves" if was(unit) == "were" else "itself"


def failure_clause(event: FailureRolled, why: str = "") -> str:
    """What the failure table makes of a unit, as a clause; who stands firm has not called off his charge (R21)."""
    if event.vehicle:
        return VEHICLE_FAILS[event.action] if event.action < len(ROWS) else ""
    if why == TestReason.TO_CHARGE and event.action == Conduct.STANDS:
        return "but went in all the same"
    return FIGURE_FAILS[event.action]


def failure_rolled(event: FailureRolled, battle: ChipBattle) -> str:
    return f"{upper(name_of(battle, event.unit))} failed the test {failure_clause(event)}."
