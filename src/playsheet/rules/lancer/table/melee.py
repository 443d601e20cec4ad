"""Melee on the table (4.5, 4.7): closing up, the round of pairs, the way out."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.words import upper
from playsheet.rules.lancer.battle.events import ClosedUp, Disrupted, FigureLost, Fought
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import figure_name
from playsheet.rules.lancer.dice.melee import (
    Blow,
    Bout,
    Fighter,
    MeleeWitness,
    blows_in_order,
    fighter_of,
    in_order,
)
from playsheet.rules.lancer.ground.contact import (
    Pair,
    Slot,
    bearing_away,
    free_slots,
    pairs_in_contact,
    pairs_of,
    touches,
)
from playsheet.rules.lancer.ground.moving import same_melee
from playsheet.rules.lancer.table.contact import settle
from playsheet.rules.lancer.table.moves import move, withdraw
from playsheet.rules.lancer.terms import Arm
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
    """Figures that touch no enemy may move into any free place beside one, each of them once (R32).

    Beside an enemy whose face a friend has already, it touches nobody who counts, and could step about for ever.
    """
    battle = game.battle
    if unit.kind in (Arm.GUN, Arm.COMMANDER):
        return
    stepped: list[int] = []
    while True:
        idle = [figure for figure in idle_figures(battle, unit) if figure not in stepped]
        slots = free_slots(battle, unit, idle) if idle else []
        if not slots:
            return
        options: list[Option] = [DONE]
        for number, slot in enumerate(slots):
            options.append(CloseUp(slot, number))
        chosen = game.choose(unit.seat, "close_up", options, unit.id)
        if not isinstance(chosen, CloseUp):
            return
        slot = chosen.slot
        figures: list[Option] = [Figure(figure) for figure in (idle if slot.only < 0 else [slot.only])]
        picked = game.choose(unit.seat, "close_up_figure", figures, unit.id) if len(figures) > 1 else figures[0]
        assert isinstance(picked, Figure)
        stepped.append(picked.figure)
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


class OnTable(MeleeWitness):
    """Pairs and blows on the table: each is told as it falls."""

    def __init__(self, game: Game[LancerBattle]) -> None:
        self.game: Final = game

    def meets(self, bout: Bout) -> None:
        battle = self.game.battle
        self.game.dice.throwers(
            battle.units[battle.owner[bout.mine]].seat, battle.units[battle.owner[bout.theirs]].seat
        )

    def fought(self, bout: Bout, result: int) -> None:
        battle = self.game.battle
        attacker = battle.units[battle.owner[bout.mine]]
        defender = battle.units[battle.owner[bout.theirs]]
        ruling = "R28, R30" if crew_against_cavalry(attacker, defender) else "R28"
        self.game.tell(Fought(attacker.id, defender.id, bout.mine, bout.theirs, RESULTS[result], ruling))

    def removed(self, figure: int) -> None:
        self.game.tell(FigureLost(self.game.battle.owner[figure], figure, "melee"))


def melee_round(game: Game[LancerBattle], unit: Unit, only: int, *, charging: bool) -> None:
    """Name the pairs, then fight them one at a time, the attacker's die first (R28)."""
    bouts = name_bouts(game, unit, only)
    in_order(game.battle.rules, bouts, OnTable(game), charging=charging).run(game.dice)


def name_bouts(game: Game[LancerBattle], unit: Unit, only: int) -> list[Bout]:
    """The pairs that the attacker names, as the dice see them."""
    return [bout_of(game.battle, pair.mine, pair.theirs) for pair in name_pairs(game, unit, only)]


def bout_of(battle: LancerBattle, mine: int, theirs: int) -> Bout:
    return Bout(mine, fighter(battle, mine), theirs, fighter(battle, theirs), uphill=uphill(battle, mine, theirs))


def crew_against_cavalry(one: Unit, other: Unit) -> bool:
    return (one.kind == Arm.GUN and other.mounted()) or (other.kind == Arm.GUN and one.mounted())


def uphill(battle: LancerBattle, mine: int, theirs: int) -> bool:
    """Does the attacking figure stand lower than the figure he fights (R31)?"""
    if not battle.land.has_hills:
        return False
    at = battle.figures
    return battle.land.level(at.x[mine], at.y[mine]) < battle.land.level(at.x[theirs], at.y[theirs])


def name_pairs(game: Game[LancerBattle], unit: Unit, only: int) -> list[NamePair]:
    """Every figure in contact fights, once; at most four on one. The attacker says whom, and in what order (R59).

    On offer first are the enemies with the fewest against them. Where nothing is left to choose he is not asked.
    """
    battle = game.battle
    seat = unit.seat if only < 0 else battle.units[battle.owner[only]].seat
    left = [NamePair(pair) for pair in pairs_in_contact(battle, unit) if only < 0 or pair.mine == only]
    named: list[NamePair] = []
    while left:
        if all_apart(left):
            named += left
            break
        named.append(game.choose(seat, "pair", fewest_first(battle, named, left), unit.id))
        left = [
            pair
            for pair in left
            if fights_of(named, pair.mine) < battle.rules.fights
            and (leads(battle, pair.mine) or attackers_of(battle, named, pair.theirs) < battle.rules.most_contacts)
        ]
    return named


def fewest_first(battle: LancerBattle, named: list[NamePair], left: list[NamePair]) -> list[NamePair]:
    """The pairs that are left, those with the enemies who have the fewest against them first."""
    ranked = sorted([(attackers_of(battle, named, left[at].theirs), at) for at in range(len(left))])
    return [left[at] for _, at in ranked]


def all_apart(pairs: list[NamePair]) -> bool:
    """Has no figure more than one of these pairs? Then neither whom it fights nor in what order is a choice."""
    mine = [pair.mine for pair in pairs]
    theirs = [pair.theirs for pair in pairs]
    return len(set(mine)) == len(mine) and len(set(theirs)) == len(theirs)


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

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.striker, self.figure]


def leave_melee(game: Game[LancerBattle], unit: Unit) -> None:
    """Every enemy figure in contact strikes first; then an ordinary move, if there is a way out."""
    battle = game.battle
    away = bearing_away(battle, unit)  # taken before anybody falls
    melee = same_melee(battle, unit)
    lost = parting_blows(game, unit, pairs_of(battle, unit))
    if unit.on_table():
        withdraw(game, unit, melee, away)
        if (lost > 0 or battle.rules.leaving_disrupts) and not unit.disrupted:
            game.tell(Disrupted(unit.id, "R33"))
    settle(game, unit.id)


def commander_leaves_melee(game: Game[LancerBattle], commander: Unit) -> None:
    """An attached commander rides out of his unit's melee by himself, under the blows of those he touches (R52)."""
    battle = game.battle
    away = bearing_away(battle, commander)
    lost = parting_blows(game, commander, pairs_of(battle, commander))
    if not lost:
        move(game, commander, away)
        if battle.rules.leaving_disrupts and commander.on_table() and not commander.disrupted:
            game.tell(Disrupted(commander.id, "R33"))
    settle(game, commander.id)


class Struck(OnTable):
    """Parting blows on the table: who strikes chooses at whom."""

    def __init__(self, game: Game[LancerBattle], unit: Unit) -> None:
        super().__init__(game)
        self.unit: Final = unit

    def strikes(self, blows: list[Blow]) -> Blow:
        battle = self.game.battle
        owner = battle.units[battle.owner[blows[0].figure]]
        options: list[Option] = [Strike(blow.figure, blow.struck) for blow in blows]
        chosen = self.game.choose(owner.seat, "strike", options, owner.id) if len(options) > 1 else options[0]
        self.game.dice.throwers(self.unit.seat, owner.seat)
        return blows[options.index(chosen)]

    def removed(self, figure: int) -> None:
        self.game.tell(FigureLost(self.game.battle.owner[figure], figure, "parting blow"))


def parting_blows(game: Game[LancerBattle], unit: Unit, pairs: list[Pair]) -> int:
    """One unopposed attack by each enemy figure in contact, in roster order; how many figures fell."""
    rules = game.battle.rules
    return blows_in_order(rules, strikers(game.battle, pairs), Struck(game, unit)).run(game.dice)[0]


def strikers(battle: LancerBattle, pairs: list[Pair]) -> list[list[Blow]]:
    """The blows that each enemy figure in contact may deal, in roster order."""
    return [
        [blow_of(battle, striker, pair.mine) for pair in pairs if pair.theirs == striker]
        for striker in sorted({pair.theirs for pair in pairs})
    ]


def blow_of(battle: LancerBattle, striker: int, struck: int) -> Blow:
    return Blow(
        striker, fighter(battle, striker), struck, fighter(battle, struck), uphill=uphill(battle, striker, struck)
    )
