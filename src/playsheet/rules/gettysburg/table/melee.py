"""Phase 7, the melees (4.6): all from the situation at the start of the phase (R6), one after another by their ids."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import distance
from playsheet.rules.gettysburg.battle.events import PhaseEnded, TrophyTaken
from playsheet.rules.gettysburg.battle.fight_events import (
    DoubleSixRolled,
    FollowedUp,
    LeftMelee,
    MeleeFought,
    Rallied,
    Recoiled,
    WonMelee,
)
from playsheet.rules.gettysburg.battle.move_events import AmmoChanged, RetirementDue, Unformed
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.dice.double_six import SixWitness
from playsheet.rules.gettysburg.dice.melee import (
    NEITHER,
    Clash,
    Fighter,
    MeleeWitness,
    captures,
    cut_down,
    fight,
    goes_to_own_lines,
    loser_result,
    melee_loss,
    reaction,
    six_row,
)
from playsheet.rules.gettysburg.options.fight_choices import FOLLOW_UP, HOLD_POST, STAND_FAST, TEST_PURSUIT, OfUnit
from playsheet.rules.gettysburg.options.melee_sides import Bout, Party, bout_of
from playsheet.rules.gettysburg.sheet.rows import RiskRow, SixRow
from playsheet.rules.gettysburg.table.command import show_order
from playsheet.rules.gettysburg.table.double_six import Chain
from playsheet.rules.gettysburg.table.forced_moves import follow_up, recoil
from playsheet.rules.gettysburg.table.generals import settle_generals
from playsheet.rules.gettysburg.table.losses import disperse, lose, lose_whole, note_fleeing
from playsheet.rules.gettysburg.table.melee_contacts import settle
from playsheet.rules.gettysburg.table.results import drive_off, run_at_once
from playsheet.rules.gettysburg.terms import (
    MELEE_RESULTS,
    Arm,
    LossCause,
    MeleeResult,
    Retirement,
    UnformedBy,
    UnitState,
    WinnerDoes,
)


def step(game: Game[GettysburgBattle]) -> None:
    """Every melee is read first, then fought: none sees what another has done."""
    battle = game.battle
    bouts = [bout_of(game, melee) for melee in battle.melees]
    for bout in bouts:
        if len(bout.parties) == 2:
            fight_out(game, bout)
        else:
            ride_down(game, bout)
        settle(game)
    settle_generals(game)
    game.tell(PhaseEnded())


# ---------------------------------------------------------------- a round


class SixChain(SixWitness):
    """The chain of a side's double six in melee."""

    def __init__(self, chain: Chain) -> None:
        self.chain: Final = chain

    def at_risk(self) -> bool:
        return self.chain.at_risk()

    def six(self, row: SixRow) -> None:
        self.chain.six(row)

    def risked(self, row: RiskRow) -> None:
        self.chain.risked(row)


class OnTable(MeleeWitness):
    """Tells a round as it happens: its result, the casualties of both sides together, what a double six takes."""

    def __init__(self, game: Game[GettysburgBattle], bout: Bout) -> None:
        self.game: Final = game
        self.bout: Final = bout
        one = bout.parties[0]
        other = bout.parties[1]
        self.chains: Final = [
            Chain(game, one.lead, other.units, firing=False),
            Chain(game, other.lead, one.units, firing=False),
        ]

    def fought(self, clash: Clash) -> None:
        game = self.game
        parties = self.bout.parties
        game.tell(
            MeleeFought(
                self.bout.melee.id,
                [unit.id for unit in parties[0].units],
                [unit.id for unit in parties[1].units],
                [parties[0].lead.id, parties[1].lead.id],
                clash.winner,
                MELEE_RESULTS[clash.result],
                "R62, R71" if len(self.bout.melee.fighters) > 2 else "R62",
            )
        )
        for at in range(2):
            if clash.low[at]:
                spend_ammunition(game, parties[at])
        for at in range(2):
            share_out(game, parties[1 - at].units, clash.inflicted[at], LossCause.IN_MELEE)
        for at in range(2):
            if clash.sixes[at]:
                take_spoils(game, parties[at], parties[1 - at])

    def chain_of(self, side: int) -> SixWitness:
        return SixChain(self.chains[side])


def fight_out(game: Game[GettysburgBattle], bout: Bout) -> None:
    """Both throw; casualties together; chains; then what the result does (4.11.4)."""
    battle = game.battle
    one = bout.parties[0]
    other = bout.parties[1]
    for party in bout.parties:
        if party.side.supports:
            show_order(game, battle.brigades[party.lead.brigade], "supports", "R127")
    game.dice.throwers(one.seat(), other.seat())
    clash = fight(game.dice, battle.rules, one.side, other.side, OnTable(game, bout))
    for unit in bout.routers:
        if unit.on_table():
            game.tell(LeftMelee(unit.id, "R72"))
    if clash.winner == NEITHER:
        drawn(game, bout, clash)
    else:
        won(game, bout, clash, bout.parties[clash.winner], bout.parties[1 - clash.winner])


def spend_ammunition(game: Game[GettysburgBattle], party: Party) -> None:
    """Any double: every unit of the side that used breechloaders or repeaters is low on ammo (R121)."""
    for place in range(len(party.units)):
        if party.fighters[place].rapid:
            game.tell(AmmoChanged(party.units[place].id, True, "R121"))


def take_spoils(game: Game[GettysburgBattle], party: Party, enemy: Party) -> None:
    """Colours of foot and horse; a battery that leads is captured, whoever has won (4.6.5, R148)."""
    effect = six_row(enemy.lead.arm)
    game.tell(DoubleSixRolled(party.lead.id, enemy.lead.id, effect, "R121, R148"))
    if captures(game.battle.rules, enemy.side, six=True):
        for unit in enemy.units:
            if unit.arm == Arm.ARTILLERY and unit.on_table():
                disperse(game, unit, LossCause.IN_MELEE, "R116", captured=True)
    else:
        game.tell(TrophyTaken(party.lead.side, party.lead.id, enemy.lead.id))


# ---------------------------------------------------------------- casualties


def share_out(game: Game[GettysburgBattle], units: list[Unit], halves: int, why: str) -> None:
    """Evenly over all units; the owner places what is over (R71). Remainders are dropped, or by switch kept (R69)."""
    battle = game.battle
    units = [unit for unit in units if unit.on_table()]
    if not units or halves == 0:
        return
    first = units[0]
    loss = melee_loss(game.dice, battle.rules, halves, first.pending_half)
    lose(game, first, 0, loss.pending, why, "R69")
    given = spread(game, units, loss.figures)
    for place in range(len(units)):
        lose_whole(game, units[place], given[place], why, "R69")


def spread(game: Game[GettysburgBattle], units: list[Unit], figures: int) -> list[int]:
    """How many each loses: nobody more than it has, nobody two more than another that has as many left."""
    given = [min(figures // len(units), unit.figures) for unit in units]
    left = figures - sum(given)
    while left > 0:
        able = [place for place in range(len(units)) if given[place] < units[place].figures]
        if not able:
            break
        least = min([given[place] for place in able])
        able = [place for place in able if given[place] == least]
        place = able[0]
        if left < len(able):
            options = [OfUnit("loss", units[each].id) for each in able]
            chosen = game.choose(units[able[0]].seat, "remainder", options, NOBODY).unit
            place = [unit.id for unit in units].index(chosen)
        given[place] += 1
        left -= 1
    return given


# ---------------------------------------------------------------- results


def drawn(game: Game[GettysburgBattle], bout: Bout, clash: Clash) -> None:
    """They stay locked; but cavalry that draws against infantry goes to its own lines (4.6.7)."""
    for at in range(2):
        enemy = bout.parties[1 - at].lead
        for unit in bout.parties[at].units:
            if unit.on_table() and goes_to_own_lines(clash.row, unit.arm, enemy.arm):
                game.tell(LeftMelee(unit.id, "R73"))
                game.tell(Unformed(unit.id, UnformedBy.MELEE, "R73"))
                game.tell(RetirementDue(unit.id, Retirement.TO_OWN_LINES, "R73"))


def won(game: Game[GettysburgBattle], bout: Bout, clash: Clash, winners: Party, losers: Party) -> None:
    """Every loser by its own arm, then every winner by what became of them (4.6.6, 4.6.8, R121)."""
    recoiled: list[Unit] = []
    beaten: list[Unit] = []
    for place in range(len(losers.units)):
        unit = losers.units[place]
        fighter = losers.fighters[place]
        if not unit.on_table():
            continue
        result = loser_result(clash.row, unit.arm, by_cavalry=winners.side.has_cavalry(), retreating=fighter.retreating)
        if result == MeleeResult.RECOIL:
            recoiled.append(unit)
            game.tell(Recoiled(unit.id, "R70"))
            recoil(game, unit, winners.lead.id, game.battle.rules.recoil, "R70")
        else:
            game.tell(LeftMelee(unit.id, "R29"))
            if beat(game, unit, winners.lead, result == MeleeResult.ROUT):
                beaten.append(unit)
    locked: list[int] = []
    for place in range(len(winners.units)):
        unit = winners.units[place]
        if unit.on_table():
            win(game, unit, winners.fighters[place], losers, clash, recoiled, beaten, locked)
    leave_all(game, [*winners.units, *recoiled], locked)


def beat(game: Game[GettysburgBattle], unit: Unit, by: Unit, rout: bool) -> bool:
    """Retreat or rout: the state now, the move in the next phase 3, by switch at once (R29). Is it still there?"""
    if not drive_off(game, unit, rout, by, LossCause.IN_MELEE):
        return False
    if game.battle.rules.flight_at_once:
        run_at_once(game, unit)
    return unit.on_table()


def win(
    game: Game[GettysburgBattle],
    unit: Unit,
    fighter: Fighter,
    losers: Party,
    clash: Clash,
    recoiled: list[Unit],
    beaten: list[Unit],
    locked: list[int],
) -> None:
    """A winner rallies, follows up, stands, or will test for pursuit."""
    if unit.state == UnitState.RETREATING:
        game.tell(Rallied(unit.id, ""))  # 4.6.8
        note_fleeing(game, unit)
        return
    does = reaction(clash.row, fighter, losers.side.lead, clash.result)
    if does == WinnerDoes.MUST_FOLLOW_UP or (
        does == WinnerDoes.MAY_FOLLOW_UP and wants_to_follow(game, unit, recoiled)
    ):
        if recoiled:
            goes_after(game, unit, nearest(unit, recoiled), locked)
    elif does == WinnerDoes.PURSUIT_TEST and wants_to_test(game, unit):
        loser = nearest(unit, beaten) if beaten else losers.lead
        game.tell(WonMelee(unit.id, loser.id, "R74"))


def wants_to_follow(game: Game[GettysburgBattle], unit: Unit, recoiled: list[Unit]) -> bool:
    """Infantry may follow up or stand."""
    if not recoiled:
        return False
    options: list[Option] = [STAND_FAST, FOLLOW_UP]
    return game.choose(unit.seat, "follow_up", options, unit.id) is FOLLOW_UP


def goes_after(game: Game[GettysburgBattle], unit: Unit, target: Unit, locked: list[int]) -> None:
    """Into contact at once with one that recoiled, and the two stay locked; not if there is no way."""
    if follow_up(game, unit, target):
        game.tell(FollowedUp(unit.id, target.id, "R70"))
        locked += [unit.id, target.id]


def wants_to_test(game: Game[GettysburgBattle], unit: Unit) -> bool:
    """A garrison may hold its post instead (R75)."""
    if unit.garrison < 0:
        return True
    options: list[Option] = [HOLD_POST, TEST_PURSUIT]
    return game.choose(unit.seat, "pursue_or_hold", options, unit.id) is TEST_PURSUIT


def nearest(unit: Unit, others: list[Unit]) -> Unit:
    best = others[0]
    for other in others[1:]:
        if distance(unit.shape, other.shape) < distance(unit.shape, best.shape):
            best = other
    return best


def leave_all(game: Game[GettysburgBattle], units: list[Unit], locked: list[int]) -> None:
    """Only who followed up, and who is followed, is still locked."""
    for unit in units:
        if unit.on_table() and unit.in_melee() and unit.id not in locked:
            game.tell(LeftMelee(unit.id, ""))


# ---------------------------------------------------------------- routers do not fight back


def ride_down(game: Game[GettysburgBattle], bout: Bout) -> None:
    """Routing units that are reached throw nothing: they lose figures and run on; the winners test (4.6.9, R72)."""
    if not bout.parties or not bout.routers:
        return
    party = bout.parties[0]
    routers = bout.routers
    lead = routers[0]
    fighter = Fighter(lead.arm, lead.grade, lead.figures)
    ids = [unit.id for unit in party.units]
    others = [unit.id for unit in routers]
    game.tell(MeleeFought(bout.melee.id, ids, others, [party.lead.id, lead.id], 0, LossCause.RIDDEN_DOWN, "R72"))
    share_out(game, routers, cut_down(game.battle.rules, party.side, fighter), LossCause.RIDDEN_DOWN)
    left = [unit for unit in routers if unit.on_table()]
    for unit in left:
        game.tell(LeftMelee(unit.id, "R72"))
    for unit in party.units:
        if not unit.on_table():
            continue
        if unit.in_melee():
            game.tell(LeftMelee(unit.id, "R72"))
        if unit.arm != Arm.ARTILLERY and unit.state < UnitState.RETREATING and wants_to_test(game, unit):
            game.tell(WonMelee(unit.id, (nearest(unit, left) if left else lead).id, "R72"))
