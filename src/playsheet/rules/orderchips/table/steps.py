"""The shooting and melee steps as wholes: what everybody commits himself to, all at once, and what comes after."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question, Word
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.battle.words import figure_name
from playsheet.rules.orderchips.options.shooting import (
    NO_AIM,
    NO_WEAPON,
    Shot,
    aims,
    bears,
    in_range,
    lay_volley,
    may_fire,
    shots,
)
from playsheet.rules.orderchips.table.contact import settle
from playsheet.rules.orderchips.table.engines import pending
from playsheet.rules.orderchips.table.melee import phase as fight
from playsheet.rules.orderchips.table.morale import carry_out
from playsheet.rules.orderchips.table.shooting import resolve
from playsheet.rules.orderchips.terms import Arm, Haywire, Where

HOLD: Final = Word("hold", "Hold fire")


class FireAt(Option):
    """A unit, one weapon of a machine, or by switch one figure, fires at a unit; a shell is laid on a figure."""

    def __init__(self, shot: Shot) -> None:
        self.shot: Final = shot

    def key(self) -> str:
        return f"fire:{self.shot.text()}"

    def about(self) -> tuple[int, list[int]]:
        return self.shot.target, [self.shot.aim] if self.shot.aim >= 0 else []

    def label(self, battle: Battle) -> str:
        if not isinstance(battle, ChipBattle):
            return self.key()
        target = battle.units[self.shot.target]
        card = battle.units[self.shot.unit].card.machine
        what = f" with the {card.weapons[self.shot.weapon].name}" if card is not None and self.shot.weapon >= 0 else ""
        if self.shot.aim < 0:
            return f"Fire at {target.name}{what}"
        return f"Lay the shell on {figure_name(battle, self.shot.aim)}{what}"


class Firing:
    """One decision of the shooting step: a unit, a weapon or a figure, and what it may fire at."""

    def __init__(self, unit: Unit, options: list[Option]) -> None:
        self.unit: Final = unit
        self.options: Final = options


# ---------------------------------------------------------------- shooting


def shooting(game: Game[ChipBattle]) -> None:
    """Step 5: everybody commits himself in secret, natives and mad automata shoot by rule; all at once (4.6.5)."""
    battle = game.battle
    chosen = served(battle, committed(game))
    for unit in battle.units:
        if unit.seat < 0:
            chosen += native_shots(battle, unit)
    wild = [unit for unit in battle.units if is_wild(battle, unit)]
    for unit in wild:
        chosen += wild_shots(battle, unit)
    resolve(game, chosen, [unit.id for unit in wild], interrupt=False)
    pending(game)
    settle(game)


def committed(game: Game[ChipBattle]) -> list[Shot]:
    """What all players decide (D7): at once and in secret, or by switch openly, in movement order (R28)."""
    battle = game.battle
    decisions: list[Firing] = []
    for id in battle.movement_order([unit.id for unit in battle.units if unit.seat >= 0]):
        decisions += decisions_of(battle, battle.units[id])
    answers: list[Option] = []
    if battle.rules.open_fire:
        for each in decisions:
            answers.append(game.choose(each.unit.seat, "fire", each.options, each.unit.id))
    elif decisions:
        questions = [Question(each.unit.seat, "fire", each.unit.id, each.options, None, 0, 0) for each in decisions]
        answers = game.together(questions)
    return gathered([answer.shot for answer in answers if isinstance(answer, FireAt)])


def decisions_of(battle: ChipBattle, unit: Unit) -> list[Firing]:
    """Each weapon of a machine decides for itself, and by switch each figure (R56)."""
    if not may_fire(battle, unit, interrupt=False):
        return []
    if battle.rules.figures_split_fire and unit.kind in (Arm.INFANTRY, Arm.CAVALRY):
        return figure_decisions(battle, unit)
    by_weapon: dict[int, list[Option]] = {}
    for shot in shots(battle, unit, interrupt=False):
        by_weapon.setdefault(shot.weapon, [HOLD]).extend(laid(battle, shot))
    return [Firing(unit, options) for options in by_weapon.values()]


def laid(battle: ChipBattle, shot: Shot) -> list[Option]:
    """The shot, and if it is a shell the other figures on whom it may be laid."""
    found: list[Option] = [FireAt(shot)]
    if shot.aim >= 0:
        for aim in aims(battle, shot):
            if aim != shot.aim:
                found.append(FireAt(Shot(shot.unit, shot.weapon, shot.target, aim)))
    return found


def figure_decisions(battle: ChipBattle, unit: Unit) -> list[Firing]:
    """By switch: each figure has its own target."""
    found: list[Firing] = []
    targets = in_range(battle, unit)
    for figure in battle.men(unit):
        options: list[Option] = [HOLD]
        for target in targets:
            shot = Shot(unit.id, NO_WEAPON, target, NO_AIM, [figure])
            if bears(battle, shot):
                options.append(FireAt(shot))
        if len(options) > 1:
            found.append(Firing(unit, options))
    return found


def gathered(chosen: list[Shot]) -> list[Shot]:
    """Figures of a unit that fire at the same target fire together."""
    found: list[Shot] = []
    for shot in chosen:
        place = NOBODY
        for index in range(len(found)):
            other = found[index]
            if shot.men and other.men and other.unit == shot.unit and other.target == shot.target:
                place = index
        if place == NOBODY:
            found.append(shot)
        else:
            men = [*found[place].men, *shot.men]
            found[place] = Shot(shot.unit, shot.weapon, shot.target, shot.aim, men)
    return found


def served(battle: ChipBattle, chosen: list[Shot]) -> list[Shot]:
    """No more weapons of a vehicle than it has crew left fire, the first of its card (R40, R96)."""
    found: list[Shot] = []
    used: dict[int, int] = {}
    for shot in sorted(chosen, key=weapon_place):
        unit = battle.units[shot.unit]
        if shot.weapon >= 0 and unit.kind != Arm.AUTOMATON:
            if used.get(shot.unit, 0) >= battle.machine_of(unit).crew:
                continue
            used[shot.unit] = used.get(shot.unit, 0) + 1
        found.append(shot)
    return found


def weapon_place(shot: Shot) -> int:
    return shot.weapon


def native_shots(battle: ChipBattle, band: Unit) -> list[Shot]:
    """Natives shoot at the nearest foe they can (4.15.5)."""
    best: Shot | None = None
    least = 0.0
    for shot in shots(battle, band, interrupt=False):
        volley = lay_volley(battle, shot, wild=False)
        if volley is not None and (best is None or volley.distance < least):
            best = shot
            least = volley.distance
    return [best] if best is not None else []


def is_wild(battle: ChipBattle, unit: Unit) -> bool:
    """A haywire automaton that could not reach the unit which it attacks, and shoots at it (R76)."""
    if unit.kind != Arm.AUTOMATON or not unit.has_machine() or unit.prey == NOBODY or unit.fired:
        return False
    return battle.machine_of(unit).haywire == Haywire.ATTACK and unit.prey not in unit.locked


def wild_shots(battle: ChipBattle, unit: Unit) -> list[Shot]:
    """With all its weapons, at figures only while they are not in melee (4.3.7)."""
    prey = battle.units[unit.prey]
    if prey.place != Where.ON_TABLE or (prey.is_locked() and not prey.is_machine()):
        return []
    found = [Shot(unit.id, weapon, prey.id, NO_AIM) for weapon in battle.machine_of(unit).working()]
    return [shot for shot in found if lay_volley(battle, shot, wild=True) is not None]


# ---------------------------------------------------------------- melee


def melee(game: Game[ChipBattle]) -> None:
    """Step 6: all blows at once; then haywire moves, and what crews do that had to test at once (4.0.3, R14)."""
    results = fight(game)
    pending(game)
    for result in results:
        carry_out(game, result)
    settle(game)
