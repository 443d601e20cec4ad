"""Charge and melee on the table (4.4, 4.5, 4.7): going in, the reaction, the round of pairs, the way out."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.events import Battle
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.core.words import upper
from playsheet.rules.lancer.act import move, shoot, take_in_commanders, throw_distance
from playsheet.rules.lancer.contact import (
    Pair,
    Slot,
    form_up,
    free_slots,
    pairs_in_contact,
    part_company,
    settle,
    squared_up,
    touches,
)
from playsheet.rules.lancer.events import (
    Charged,
    ChargeEnded,
    ClosedUp,
    Conformed,
    Detached,
    Disrupted,
    FigureLost,
    Fought,
    Moved,
    Turned,
)
from playsheet.rules.lancer.melee import Fighter, fight, fighter_of, parting_blow
from playsheet.rules.lancer.movement import EDGE, ENEMY, charge_rate, path, turned_footprint
from playsheet.rules.lancer.options import (
    AimRegion,
    best_aim,
    can_shoot,
    charge_gap,
    charge_start,
    firing_dice,
    may_be_shot,
)
from playsheet.rules.lancer.sheet import DEFENDER_REMOVED, LOCKED
from playsheet.rules.lancer.sight import sees
from playsheet.rules.lancer.state import COMMANDER, FOOT, GUN, HORSE, LancerBattle, Unit
from playsheet.rules.lancer.words import figure_name

DONE: Final = Word("done", "That is all")
STAND: Final = Word("nothing", "Do nothing")
FIRE: Final = Word("fire", "Fire at the chargers")
COUNTER: Final = Word("counter_charge", "Counter-charge")
RESULTS: Final = ("locked", "defender removed", "attacker removed")


# ---------------------------------------------------------------- charge (4.4)


def charge(game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
    """Turn, roll, go in; contact brings one round of melee, a short charge the target's reaction."""
    battle = game.battle
    if unit.kind == COMMANDER and unit.attached_to >= 0:
        leave_for_charge(game, unit, target)
    aim = game.place(unit.seat, "aim", AimRegion(battle, unit, target), target.id)[0]
    met = go_in(game, unit, target, aim, False)
    if met >= 0:
        settle(game, unit.id)
        melee_round(game, unit, True, -1)
    else:
        react(game, unit, target)
    settle(game, unit.id)


def leave_for_charge(game: Game[LancerBattle], commander: Unit, target: Unit) -> None:
    """A commander who charges by himself starts at his unit's edge (R52)."""
    battle = game.battle
    x, y = charge_start(battle, commander, target)
    game.tell(Detached(commander.id, x, y, commander.facing))


def go_in(game: Game[LancerBattle], unit: Unit, target: Unit, aim: float, counter: bool) -> int:
    """The charge move itself; the enemy unit contacted, or -1."""
    battle = game.battle
    there = turned_footprint(battle, unit, aim)
    ruling = "R20, R47, R22, R53" if counter else "R20, R47"
    game.tell(Charged(unit.id, target.id, aim, charge_gap(there, target), counter, ruling))
    if abs(aim - unit.facing) > TOLERANCE:
        game.tell(Turned(unit.id, aim))
    held = unit.shape[0]
    rolled = throw_distance(game, unit, charge_rate(battle, unit, held))
    stop = path(battle, unit, held, held.ux, held.uy, float(rolled), True, 0.0)
    at = held.moved(held.ux, held.uy, stop.inches)
    home = stop.what == ENEMY
    name = stop.name if stop.inches < rolled - TOLERANCE or home else ""
    how = "counter-charges" if counter else "charges"
    ruling = "R20" if name and stop.what == EDGE else ""
    game.tell(Moved(unit.id, at.x, at.y, stop.inches, rolled, how, name, ruling))
    if not home:
        game.tell(ChargeEnded(unit.id, -1, "R16" if target.disrupted else ""))
        take_in_commanders(game, unit, held, stop.inches)
        return -1
    game.tell(ChargeEnded(unit.id, stop.unit))
    square = squared_up(battle, unit, at, battle.units[stop.unit], held.ux, held.uy)
    if square is not None:
        game.tell(Conformed(unit.id, square.x, square.y, square.facing))
    take_in_commanders(game, unit, held, stop.inches)
    return stop.unit


def react(game: Game[LancerBattle], unit: Unit, target: Unit) -> None:
    """The declared target of a charge that fell short may fire or counter-charge (R21, R53); it uses no card."""
    battle = game.battle
    options = reactions(battle, unit, target)
    if len(options) == 1:
        return
    match game.choose(target.seat, "reaction", options, target.id):
        case Word(name="fire"):
            shoot(game, target, unit, True)
        case Word(name="counter_charge"):
            aim = game.place(target.seat, "aim", AimRegion(battle, target, unit, True), unit.id)[0]
            home = go_in(game, target, unit, aim, True) >= 0
            settle(game, target.id)  # short or not, it may have come into touch with somebody on the way (R46)
            if home:
                melee_round(game, target if battle.rules.reactor_attacks else unit, True, -1)


def reactions(battle: LancerBattle, unit: Unit, target: Unit) -> list[Word]:
    """What the target may do about a charge that fell short."""
    rules = battle.rules
    found = [STAND]
    if not target.on_table() or target.foes or not unit.on_table() or not target.formed:
        return found
    if target.disrupted and not rules.disrupted_reacts:
        return found
    weapon = target.card.weapon
    if weapon is not None and not target.jammed and firing_dice(battle, target, weapon) > 0:
        if may_be_shot(battle, target, unit) and can_shoot(battle, target, weapon, unit):
            found.append(FIRE)
    steady = not target.disrupted or rules.disrupted_free
    if target.kind != GUN and steady and sees(battle, target, unit):
        if best_aim(battle, target, unit, True) >= 0.0:
            found.append(COUNTER)
    return found


# ---------------------------------------------------------------- a round of melee (4.5)


class CloseUp(Option):
    """A free place beside an enemy figure, to be filled."""

    def __init__(self, slot: Slot, number: int) -> None:
        self.slot: Final = slot
        self.number: Final = number

    def key(self) -> str:
        return f"slot:{self.number}"

    def label(self, battle: Battle) -> str:
        assert isinstance(battle, LancerBattle)
        face = ("front", "right", "back", "left")[self.slot.face]
        return f"Close up on {figure_name(battle, self.slot.enemy)}, {face}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.slot.enemy]

    def spot(self) -> tuple[float, float] | None:
        return self.slot.x, self.slot.y


class Figure(Option):
    """A figure that is to do something."""

    def __init__(self, figure: int) -> None:
        self.figure: Final = figure

    def key(self) -> str:
        return f"figure:{self.figure}"

    def label(self, battle: Battle) -> str:
        assert isinstance(battle, LancerBattle)
        return upper(figure_name(battle, self.figure))

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.figure]


class NamePair(Option):
    """A pair of figures in contact: one attacks, the other defends."""

    def __init__(self, pair: Pair) -> None:
        self.mine: Final = pair.mine
        self.theirs: Final = pair.theirs

    def key(self) -> str:
        return f"pair:{self.mine}:{self.theirs}"

    def label(self, battle: Battle) -> str:
        assert isinstance(battle, LancerBattle)
        return f"{upper(figure_name(battle, self.mine))} fights {figure_name(battle, self.theirs)}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.mine, self.theirs]


def melee(game: Game[LancerBattle], unit: Unit) -> None:
    """The Melee action: close up, then fight. An attached commander acting for himself fights alone."""
    if unit.attached_to >= 0:
        melee_round(game, game.battle.units[unit.attached_to], False, unit.first)
    else:
        close_up(game, unit)
        melee_round(game, unit, False, -1)
    settle(game, unit.id)


def close_up(game: Game[LancerBattle], unit: Unit) -> None:
    """Figures that touch no enemy may move into any free place beside one (R32)."""
    battle = game.battle
    if unit.kind in (GUN, COMMANDER):
        return
    while True:
        idle = idle_figures(battle, unit)
        slots = free_slots(battle, unit) if idle else []
        if not slots:
            return
        options: list[Option] = [DONE]
        for number, slot in enumerate(slots):
            options.append(CloseUp(slot, number))
        chosen = game.choose(unit.seat, "close_up", options, unit.id)
        if not isinstance(chosen, CloseUp):
            return
        slot = chosen.slot
        figures: list[Option] = [Figure(figure) for figure in idle]
        picked = game.choose(unit.seat, "close_up_figure", figures, unit.id) if len(figures) > 1 else figures[0]
        assert isinstance(picked, Figure)
        game.tell(ClosedUp(unit.id, picked.figure, slot.x, slot.y, slot.facing))


def idle_figures(battle: LancerBattle, unit: Unit) -> list[int]:
    """Figures of the unit that touch no enemy."""
    busy = [touch.mine for touch in touches(battle, unit, unit.foes)]
    return [figure for figure in battle.members(unit) if figure not in busy]


def fighter(battle: LancerBattle, figure: int) -> Fighter:
    """A figure as the melee dice see it (R30)."""
    unit = battle.units[battle.owner[figure]]
    kind = (HORSE if unit.card.mounted else FOOT) if unit.kind == COMMANDER else unit.kind
    return fighter_of(battle.rules, kind, unit.card.melee, unit.card.lancer)


def melee_round(game: Game[LancerBattle], unit: Unit, charging: bool, only: int) -> None:
    """Name the pairs, then fight them one at a time, the attacker's die first (R28)."""
    battle = game.battle
    pairs = name_pairs(game, unit, only)
    fought: list[NamePair] = []
    results: list[int] = []
    for pair in pairs:
        if not battle.rules.simultaneous_melee and not both_stand(battle, pair):
            continue
        attacker = battle.units[battle.owner[pair.mine]]
        defender = battle.units[battle.owner[pair.theirs]]
        game.dice.throwers(attacker.seat, defender.seat)
        result = fight(
            game.dice,
            battle.rules,
            fighter(battle, pair.mine),
            fighter(battle, pair.theirs),
            charging,
            uphill(battle, pair.mine, pair.theirs),
        )
        ruling = "R28, R30" if crew_against_cavalry(attacker, defender) else "R28"
        game.tell(Fought(attacker.id, defender.id, pair.mine, pair.theirs, RESULTS[result], ruling))
        fought.append(pair)
        results.append(result)
        if not battle.rules.simultaneous_melee:
            take_loser(game, pair, result)
    if battle.rules.simultaneous_melee:
        for index in range(len(fought)):
            take_loser(game, fought[index], results[index])


def crew_against_cavalry(one: Unit, other: Unit) -> bool:
    return (one.kind == GUN and other.mounted()) or (other.kind == GUN and one.mounted())


def both_stand(battle: LancerBattle, pair: NamePair) -> bool:
    return battle.figures.state[pair.mine] == IN_PLAY and battle.figures.state[pair.theirs] == IN_PLAY


def take_loser(game: Game[LancerBattle], pair: NamePair, result: int) -> None:
    """A removed figure is gone at once (once only, where the pairs are simultaneous)."""
    battle = game.battle
    if result == LOCKED:
        return
    figure = pair.theirs if result == DEFENDER_REMOVED else pair.mine
    if battle.figures.state[figure] == IN_PLAY:
        game.tell(FigureLost(battle.owner[figure], figure, "melee"))


def uphill(battle: LancerBattle, mine: int, theirs: int) -> bool:
    """Does the attacking figure stand lower than the figure he fights (R31)?"""
    if not battle.land.has_hills:
        return False
    at = battle.figures
    return battle.land.level(at.x[mine], at.y[mine]) < battle.land.level(at.x[theirs], at.y[theirs])


def name_pairs(game: Game[LancerBattle], unit: Unit, only: int) -> list[NamePair]:
    """The attacker says who fights whom, and in what order: each of his figures once, at most four on one."""
    battle = game.battle
    seat = unit.seat if only < 0 else battle.units[battle.owner[only]].seat
    left = [NamePair(pair) for pair in pairs_in_contact(battle, unit) if only < 0 or pair.mine == only]
    named: list[NamePair] = []
    while left:
        options: list[Option] = [DONE]
        for pair in left:
            options.append(pair)
        chosen = game.choose(seat, "pair", options, unit.id)
        if not isinstance(chosen, NamePair):
            break
        named.append(chosen)
        left = [
            pair
            for pair in left
            if fights_of(named, pair.mine) < battle.rules.fights
            and (leads(battle, pair.mine) or attackers_of(battle, named, pair.theirs) < battle.rules.most_contacts)
        ]
    return named


def fights_of(named: list[NamePair], figure: int) -> int:
    count = 0
    for pair in named:
        if pair.mine == figure:
            count += 1
    return count


def attackers_of(battle: LancerBattle, named: list[NamePair], figure: int) -> int:
    """How many have been named against this figure; attached commanders do not count (R52)."""
    count = 0
    for pair in named:
        if pair.theirs == figure and not leads(battle, pair.mine):
            count += 1
    return count


def leads(battle: LancerBattle, figure: int) -> bool:
    """Is it an attached commander?"""
    return battle.units[battle.owner[figure]].attached_to >= 0


# ---------------------------------------------------------------- leave melee (4.7)


class Strike(Option):
    """Which touched figure a parting blow strikes."""

    def __init__(self, striker: int, figure: int) -> None:
        self.striker: Final = striker
        self.figure: Final = figure

    def key(self) -> str:
        return f"strike:{self.figure}"

    def label(self, battle: Battle) -> str:
        assert isinstance(battle, LancerBattle)
        return f"Strike at {figure_name(battle, self.figure)}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.figure]


def leave_melee(game: Game[LancerBattle], unit: Unit) -> None:
    """Every enemy figure in contact strikes first; then an ordinary move, if there is a way out."""
    battle = game.battle
    lost = parting_blows(game, unit, pairs_in_contact(battle, unit))
    if unit.on_table():
        part_company(game, unit)
        if form_up(game, unit):
            move(game, unit)
        if (lost > 0 or battle.rules.leaving_disrupts) and not unit.disrupted:
            game.tell(Disrupted(unit.id, "R33"))
    settle(game, unit.id)


def commander_leaves_melee(game: Game[LancerBattle], commander: Unit) -> None:
    """An attached commander rides out of his unit's melee by himself, under the blows of those he touches (R52)."""
    battle = game.battle
    host = battle.units[commander.attached_to]
    pairs = [pair for pair in pairs_in_contact(battle, host) if pair.mine == commander.first]
    lost = parting_blows(game, commander, pairs)
    if not lost:
        move(game, commander)
        if battle.rules.leaving_disrupts and commander.on_table() and not commander.disrupted:
            game.tell(Disrupted(commander.id, "R33"))
    settle(game, commander.id)


def parting_blows(game: Game[LancerBattle], unit: Unit, pairs: list[Pair]) -> int:
    """One unopposed attack by each enemy figure in contact, in roster order; how many figures fell."""
    battle = game.battle
    strikers = sorted({pair.theirs for pair in pairs})
    lost = 0
    for striker in strikers:
        options: list[Option] = []
        for pair in pairs:
            if pair.theirs == striker and battle.figures.state[pair.mine] == IN_PLAY:
                options.append(Strike(striker, pair.mine))
        if not options:
            continue
        owner = battle.units[battle.owner[striker]]
        chosen = game.choose(owner.seat, "strike", options, owner.id) if len(options) > 1 else options[0]
        assert isinstance(chosen, Strike)
        game.dice.throwers(unit.seat, owner.seat)
        if parting_blow(
            game.dice,
            battle.rules,
            fighter(battle, striker),
            fighter(battle, chosen.figure),
            uphill(battle, striker, chosen.figure),
        ):
            game.tell(FigureLost(battle.owner[chosen.figure], chosen.figure, "parting blow"))
            lost += 1
    return lost
