"""Melee on the table (4.5, 4.7): closing up, the round of pairs, the way out."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.events import Battle
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.words import upper
from playsheet.rules.lancer.battle.events import ClosedUp, Disrupted, FigureLost, Fought
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import figure_name
from playsheet.rules.lancer.dice.melee import Fighter, fight, fighter_of, parting_blow
from playsheet.rules.lancer.ground.contact import Pair, Slot, free_slots, pairs_in_contact, touches
from playsheet.rules.lancer.table.contact import form_up, part_company, settle
from playsheet.rules.lancer.table.moves import move
from playsheet.rules.lancer.terms import Arm, PairResult
from playsheet.tabletop import options as tabletop

DONE: Final = Word("done", "That is all")
RESULTS: Final = ("locked", "defender removed", "attacker removed")


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


class OfFigure(tabletop.OfFigure):
    """Something about one figure."""

    def named(self, battle: Battle) -> str:
        assert isinstance(battle, LancerBattle)
        return figure_name(battle, self.figure)


class Figure(OfFigure):
    """A figure that is to do something."""

    def __init__(self, figure: int) -> None:
        super().__init__("figure", figure)

    def label(self, battle: Battle) -> str:
        return upper(self.named(battle))


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
        melee_round(game, game.battle.units[unit.attached_to], unit.first, charging=False)
    else:
        close_up(game, unit)
        melee_round(game, unit, -1, charging=False)
    settle(game, unit.id)


def close_up(game: Game[LancerBattle], unit: Unit) -> None:
    """Figures that touch no enemy may move into any free place beside one (R32)."""
    battle = game.battle
    if unit.kind in (Arm.GUN, Arm.COMMANDER):
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
    kind = (Arm.HORSE if unit.card.mounted else Arm.FOOT) if unit.kind == Arm.COMMANDER else unit.kind
    return fighter_of(battle.rules, kind, unit.card.melee, unit.card.lancer)


def melee_round(game: Game[LancerBattle], unit: Unit, only: int, *, charging: bool) -> None:
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
    return (one.kind == Arm.GUN and other.mounted()) or (other.kind == Arm.GUN and one.mounted())


def both_stand(battle: LancerBattle, pair: NamePair) -> bool:
    return battle.figures.state[pair.mine] == IN_PLAY and battle.figures.state[pair.theirs] == IN_PLAY


def take_loser(game: Game[LancerBattle], pair: NamePair, result: int) -> None:
    """A removed figure is gone at once (once only, where the pairs are simultaneous)."""
    battle = game.battle
    if result == PairResult.LOCKED:
        return
    figure = pair.theirs if result == PairResult.DEFENDER_REMOVED else pair.mine
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


class Strike(OfFigure):
    """Which touched figure a parting blow strikes."""

    def __init__(self, striker: int, figure: int) -> None:
        super().__init__("strike", figure, "Strike at {}")
        self.striker: Final = striker


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
