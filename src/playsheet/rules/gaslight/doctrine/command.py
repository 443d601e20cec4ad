"""Whom the built-in commander puts in command: who leads, which character joins which unit."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, spacing
from playsheet.core.words import number, verb
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import name_of
from playsheet.rules.gaslight.doctrine.moves import HOT, rifles_on
from playsheet.rules.gaslight.options.choices import ALONE, WAIT, Attach, Lead, TakeOver
from playsheet.rules.gaslight.terms import Arm
from playsheet.tabletop.weighing import UNASKED, Best, Weighings

STRONG: Final = 5  # a unit of so many figures is worth a character's company
WORTH_A_HERO: Final = 6  # ... and of so many even that of one who acts twice a turn


def attachment(battle: GaslightBattle, character: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """One who acts once a turn loses nothing with a strong unit; one who acts twice stays his own master."""
    best: Option = ALONE
    most = 0
    for option in options:
        if not isinstance(option, Attach):
            continue
        host = battle.units[option.unit]
        n = battle.strength(host)
        wanted = STRONG if character.card.cards == 1 or host.leader < 0 else FAR
        if host.kind == Arm.FOOT and n >= wanted and n > most:
            most = n
            best = option
    if why.asked:
        why.say(
            f"{verb(name_of(battle, best.unit), 'has', 'have')} {number(most)} figures, and he loses nothing with them."
            if isinstance(best, Attach)
            else "By himself he acts as he likes, and no unit near him is worth giving that up."
        )
    return best


def takeover(battle: GaslightBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """A unit without any character of its own is taken over, if it is still worth it; the nearest goes."""
    members = battle.members(unit)
    if unit.kind == Arm.CREW or any(battle.is_character(figure) for figure in members):
        why.say("It has somebody to lead it, or needs nobody.")
        return WAIT
    x, y = battle.centre(members)
    best: Best[Option] = Best(WAIT, worth=-FAR)
    for option in options:
        if not isinstance(option, TakeOver):
            continue
        character = battle.units[option.unit]
        if len(members) < (STRONG if character.card.cards == 1 else WORTH_A_HERO):
            continue
        if character.first in battle.commanders and rifles_on(battle, unit.side, x, y) >= HOT:
            why.say("Under so much fire the army's commander does not go to it himself.")
            continue
        far = battle.away(character.first, x, y)
        best.weigh(option, -far)
    if why.asked:
        why.say(
            f"It has nobody to lead it and still {number(len(members))} figures: the nearest takes over."
            if best.choice is not WAIT
            else f"{number(len(members))} figures are not worth a leader."
        )
    return best.choice


def leader(battle: GaslightBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Whoever has most of them within call; of equals the one in the middle."""
    members = battle.members(unit)
    x, y = battle.centre(members)
    best = Best(options[0], worth=-FAR)
    for option in options:
        if not isinstance(option, Lead):
            continue
        lx, ly = battle.at(option.figure)
        called = 0.0
        for figure in members:
            if battle.away(figure, lx, ly) <= battle.rules.command_radius:
                called += 1.0
        worth = called - 0.01 * spacing(x, y, lx, ly)
        best.weigh(option, worth)
    if why.asked:
        why.say(f"He has {number(int(best.worth + 0.99))} of {number(len(members))} within call, and nobody has more.")
    return best.choice
