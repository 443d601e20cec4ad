"""Melee on the table (4.16, 4.3.6 to 4.3.8): who fights whom, all dice, then all losses; free dice at a break-off."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option, Question
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import FAR
from playsheet.core.terrain import holds
from playsheet.rules.orderchips.battle.fight_events import Fought
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.dice.melee import FIGHTS, FREE, blow_of, blows, melee_case, melee_number, recoil
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import shared_cover
from playsheet.rules.orderchips.ground.contact import Striker, assigned, strikers
from playsheet.rules.orderchips.table.damage import settle
from playsheet.rules.orderchips.table.losses import Toll, deal_out, throw_for
from playsheet.rules.orderchips.table.morale import Result, carry_out
from playsheet.rules.orderchips.terms import Arm, Cover, ModelKind, Order, Where


class Strike(Option):
    """The enemy unit that a figure fights, or one die of a machine (D8)."""

    def __init__(self, model: int, target: int, die: int) -> None:
        self.model: Final = model
        self.target: Final = target
        self.die: Final = die  # of a machine; -1: a figure

    def key(self) -> str:
        return f"fight:{self.target}"

    def label(self, battle: Battle) -> str:
        name = battle.units[self.target].name if isinstance(battle, ChipBattle) else str(self.target)
        return f"Fight {name}"

    def about(self) -> tuple[int, list[int]]:
        return self.target, [self.model]


class Bout:
    """The dice of one unit against one enemy unit: those of its own figures or hull, then of notable persons."""

    def __init__(self, unit: int, target: int) -> None:
        self.unit: Final = unit
        self.target: Final = target
        self.found: Final[list[Striker]] = []  # models that fight here
        self.dice = 0  # of its own
        self.notables: Final[list[int]] = []  # units of notable persons who fight with it
        self.cover = Cover.NONE
        self.hits: Final[list[int]] = []  # of its own, then of each notable person


# ---------------------------------------------------------------- who fights whom


def enemies_of(battle: ChipBattle, unit: Unit) -> list[Unit]:
    """The units that it is in melee with and can fight, by roster (4.0.4)."""
    return [battle.units[id] for id in unit.locked if battle.units[id].place == Where.ON_TABLE]


def fights(battle: ChipBattle, unit: Unit) -> bool:
    """Does it roll melee dice at all? A machine must have some, and power; an automaton its wits (R47)."""
    if not unit.is_machine():
        return True
    return unit.has_machine() and battle.machine_of(unit).melee() > 0 and battle.machine_of(unit).fights()


def melee_dice(unit: Unit) -> int:
    card = unit.card.machine
    return card.melee_dice if card is not None else 1


def reaches(battle: ChipBattle, unit: Unit) -> dict[int, dict[int, Striker]]:
    """For each model of the unit that is in contact, by enemy unit, whom it reaches of it."""
    found: dict[int, dict[int, Striker]] = {}
    if not fights(battle, unit):
        return found
    for enemy in enemies_of(battle, unit):
        for striker in strikers(battle, unit, enemy):
            found.setdefault(striker.model, {})[enemy.id] = striker
    return found


def questions_of(unit: Unit, found: dict[int, dict[int, Striker]]) -> list[Question]:
    """One for each figure that touches several enemy units, and for each die of such a machine (D8)."""
    questions: list[Question] = []
    for model, by_enemy in found.items():
        if len(by_enemy) < 2 or unit.seat < 0:
            continue
        for die in range(melee_dice(unit)):
            options: list[Option] = [Strike(model, enemy, die if unit.is_machine() else NOBODY) for enemy in by_enemy]
            questions.append(Question(unit.seat, "fight", model, options, None, 0, 0))
    return questions


def bouts(game: Game[ChipBattle]) -> list[Bout]:
    """All pairs of units that fight, each way, in the order of their dice."""
    battle = game.battle
    units = battle.movement_order(
        [unit.id for unit in battle.units if unit.place == Where.ON_TABLE and unit.is_locked()]
    )
    found = {id: reaches(battle, battle.units[id]) for id in units}
    questions: list[Question] = []
    for id in units:
        questions += questions_of(battle.units[id], found[id])
    answers = game.together(questions) if questions else []
    chosen: dict[int, list[int]] = {}
    for answer in answers:
        if isinstance(answer, Strike):
            chosen.setdefault(answer.model, []).append(answer.target)
    taken: dict[int, int] = {}
    result: list[Bout] = []
    for id in units:
        result += unit_bouts(battle, battle.units[id], found[id], chosen, taken)
    return result


def unit_bouts(
    battle: ChipBattle,
    unit: Unit,
    found: dict[int, dict[int, Striker]],
    chosen: dict[int, list[int]],
    taken: dict[int, int],
) -> list[Bout]:
    """The bouts of one unit, by its enemies' roster; `taken` counts who is on each model already (4.3.6)."""
    by_enemy: dict[int, Bout] = {}
    for model, reach in found.items():
        targets = chosen.get(model) or [next(iter(reach))] * melee_dice(unit)
        for target in targets:
            if target not in by_enemy:
                by_enemy[target] = Bout(unit.id, target)
            bout = by_enemy[target]
            if battle.part[i64(model)] != ModelKind.FIGURE:
                bout.dice += 1
                if not bout.found:
                    bout.found.append(reach[target])
            else:
                bout.found.append(reach[target])
    result: list[Bout] = []
    for target in sorted(by_enemy):
        bout = by_enemy[target]
        if not unit.is_machine():
            fill(battle, bout, taken)
        if bout.dice or bout.notables:
            bout.cover = melee_cover(battle, bout)
            result.append(bout)
    return result


def fill(battle: ChipBattle, bout: Bout, taken: dict[int, int]) -> None:
    """Who of the figures finds somebody to fight who is not beset by enough already."""
    chosen = assigned(battle, bout.found, taken)
    for index in range(len(bout.found)):
        if chosen[index] == NOBODY:
            continue
        owner = battle.owner_of(bout.found[index].model)
        if owner.kind == Arm.NOTABLE and owner.id != bout.unit:
            bout.notables.append(owner.id)
        else:
            bout.dice += 1


# ---------------------------------------------------------------- cover


def melee_cover(battle: ChipBattle, bout: Bout) -> int:
    """What most of the target's models in contact have against those who strike at them (4.16.2, R32)."""
    target = battle.units[bout.target]
    if target.said_cover != NOBODY:
        return target.said_cover
    counts = [0, 0, 0]
    seen: list[int] = []
    for striker in bout.found:
        for model in striker.reach:
            if model not in seen:
                seen.append(model)
                counts[cover_against(battle, nearest_to(battle, bout.found, model), model)] += 1
    return shared_cover(battle.rules, counts[0], counts[1], counts[2])


def nearest_to(battle: ChipBattle, found: list[Striker], model: int) -> int:
    """Of those who reach a model the nearest."""
    best = found[0].model
    least = FAR
    for striker in found:
        if model in striker.reach:
            far = battle.gap(striker.model, model)
            if far < least:
                least = far
                best = striker.model
    return best


def cover_against(battle: ChipBattle, striker: int, model: int) -> int:
    """An obstacle between the two, or the ground a model stands in if the striker is outside it (section 9)."""
    x0, y0 = battle.at(striker)
    x, y = battle.at(model)
    land = battle.land
    i: i64 = model
    if battle.round[i] == 1:
        best = land.line_cover(x0, y0, x, y, 0.5 * battle.wide[i])
    else:
        best = land.hull_line_cover(x0, y0, battle.box(model))
    for index in land.plan.at(x, y):
        plot = land.plots[index]
        if not plot.linear and plot.cover > best and holds(plot.piece, x, y) and not holds(plot.piece, x0, y0):
            best = plot.cover
    return best


# ---------------------------------------------------------------- a round


def number_for(battle: ChipBattle, bout: Bout, who: Unit) -> Number:
    """MELEE with all that applies: who fights in skirmish order has one less; on his own nobody has an order."""
    unit = battle.units[bout.unit]
    loose = unit.order == Order.LOOSE and unit.kind != Arm.NOTABLE and not unit.is_machine()
    melee = battle.machine_of(who).melee() if who.is_machine() else who.card.melee
    return melee_number(battle.rules, melee, melee_case(bout.cover, loose=loose))


def throw_bout(game: Game[ChipBattle], bout: Bout, *, free: bool) -> None:
    """The dice of one bout, its notable persons' last."""
    battle = game.battle
    rules = battle.rules
    unit = battle.units[bout.unit]
    target = battle.units[bout.target]
    if free:
        throw_for(game, target, unit)
    else:
        throw_for(game, unit, target)
    throw = FREE if free else FIGHTS
    bout.hits.append(blows(game.dice, rules, bout.dice, number_for(battle, bout, unit), throw) if bout.dice else 0)
    for id in bout.notables:
        bout.hits.append(blows(game.dice, rules, 1, number_for(battle, bout, battle.units[id]), throw))
    hits = sum(bout.hits)
    ruling = "R36" if free else "R35"
    game.tell(Fought(bout.unit, bout.target, bout.dice, bout.notables, hits, bout.cover, free, ruling))


def deal_blows(game: Game[ChipBattle], toll: Toll, bout: Bout) -> None:
    """Whom the hits of a bout find: figures lose figures, machines save (4.16.3)."""
    battle = game.battle
    rules = battle.rules
    unit = battle.units[bout.unit]
    target = battle.units[bout.target]
    throw_for(game, unit, target)
    if not target.is_machine():
        if sum(bout.hits):
            deal_out(game, toll, target, sum(bout.hits))
        return
    cards = [unit.card, *[battle.units[id].card for id in bout.notables]]
    for index in range(len(bout.hits)):
        for _ in range(bout.hits[index]):
            toll.strike(target.id, blow_of(rules, cards[index]), unit.id)
    if unit.is_machine():
        for blow in recoil(rules, bout.hits[0]):
            toll.strike(unit.id, blow, target.id)


def phase(game: Game[ChipBattle]) -> list[Result]:
    """Step 6: all dice are thrown before anything is removed; tests of crews are left to be carried out (R14)."""
    found = bouts(game)
    for bout in found:
        throw_bout(game, bout, free=False)
    return end_bouts(game, found)


def roster_place(result: Result) -> int:
    return result.unit


def end_bouts(game: Game[ChipBattle], found: list[Bout]) -> list[Result]:
    """The hits dealt out, the losses off; what crews of machines that are still theirs will do."""
    toll = Toll()
    for bout in found:
        deal_blows(game, toll, bout)
    after = settle(game, toll)
    found_out = [result for result in after.crew_tests if result.unit not in after.captures]
    return sorted(found_out, key=roster_place)  # R111


# ---------------------------------------------------------------- free dice


def free_blows(game: Game[ChipBattle], unit: Unit) -> None:
    """Every enemy in contact strikes at a unit that breaks off; losses are taken at once (4.3.8)."""
    battle = game.battle
    found: list[Bout] = []
    taken: dict[int, int] = {}
    for id in battle.movement_order([enemy.id for enemy in enemies_of(battle, unit)]):
        enemy = battle.units[id]
        if not fights(battle, enemy):
            continue
        reach = {striker.model: {unit.id: striker} for striker in strikers(battle, enemy, unit)}
        found += unit_bouts(battle, enemy, reach, {}, taken)
    for bout in found:
        throw_bout(game, bout, free=True)
    for result in end_bouts(game, found):
        carry_out(game, result)
