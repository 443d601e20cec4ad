"""The Risk Factor and the Actions Tables: what a unit does, and what of it binds commanded troops. Pure procedures."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, summed
from playsheet.core.events import Entry
from playsheet.rules.riskfactor.sheet import Cell, RiskLine, RiskRules
from playsheet.rules.riskfactor.terms import ActionsTable, ChargeAnswer, OrderKind, Result, RiskCause


class Risk:
    """The situation of a unit before it throws: one fact for each risk line."""

    def __init__(
        self,
        threats: int,
        start: int,
        hurt: int,
        lone_leader: bool = False,
        game_master: int = 0,
        *,
        hero: bool,
        in_cover: bool,
        advancing: bool,
        raw_in_range: bool,
        flank: bool,
        near_cavalry: bool,
        fled: bool,
    ) -> None:
        self.hero: Final = hero  # with the unit (R8)
        self.in_cover: Final = in_cover  # every living figure
        self.advancing: Final = advancing  # by its last own move (R4)
        self.threats: Final = threats  # enemy groups in clear sight with the unit in range (R5)
        self.raw_in_range: Final = raw_in_range
        self.start: Final = start
        self.hurt: Final = hurt  # wounded and killed, each man once (R6)
        self.flank: Final = flank  # an enemy in sight to flank or rear (R7)
        self.near_cavalry: Final = near_cavalry  # natives, and enemy cavalry close by (R8)
        self.fled: Final = fled  # ran in the side's last turn, or retreats from melee (R9)
        self.lone_leader: Final = lone_leader
        self.game_master: Final = game_master  # what a game master adds

    def steps(self, rules: RiskRules) -> int:
        """Full steps of ten percent (R6)."""
        if self.lone_leader and not rules.lone_leader_counts:
            return 0
        return 100 * self.hurt // (rules.percent * self.start)

    def times(self, rules: RiskRules, when: int) -> int:
        """How often the risk line for this situation counts."""
        if when == RiskCause.HERO:
            return 1 if self.hero else 0
        if when == RiskCause.COVER_OR_ADVANCING:
            return 1 if self.in_cover or self.advancing else 0
        if when == RiskCause.ENEMY_IN_RANGE:
            return self.threats if rules.range_per_group else min(self.threats, 1)
        if when == RiskCause.RAW_IN_RANGE:
            return 1 if self.raw_in_range else 0
        if when == RiskCause.LOSSES:
            return self.steps(rules)
        if when == RiskCause.FLANK_OR_REAR:
            return 1 if self.flank else 0
        if when == RiskCause.NATIVES_NEAR_CAVALRY:
            return 1 if self.near_cavalry else 0
        return 1 if self.fled else 0


def risk_account(rules: RiskRules, risk: Risk) -> list[Entry]:
    """The risk lines that apply, each with its cause; their sum is the Risk Factor."""
    account: list[Entry] = []
    for line in rules.risks:
        times = risk.times(rules, line.when)
        if times:
            account.append(Entry(line.add * times, cause(line, times), line.ruling))
    if risk.game_master:
        account.append(Entry(risk.game_master, "game master", "R2"))
    return account


def cause(line: RiskLine, times: int) -> str:
    return line.cause if times == 1 else f"{line.cause}, {times} times"


def platoon_risk(squads: list[Risk]) -> Risk:
    """Combined strength and losses; the other lines if true of any squad, cover only if of all (R14)."""
    return Risk(
        max([squad.threats for squad in squads]),
        sum([squad.start for squad in squads]),
        sum([squad.hurt for squad in squads]),
        hero=any(squad.hero for squad in squads),
        in_cover=all(squad.in_cover for squad in squads),
        advancing=any(squad.advancing for squad in squads),
        raw_in_range=any(squad.raw_in_range for squad in squads),
        flank=any(squad.flank for squad in squads),
        near_cavalry=any(squad.near_cavalry for squad in squads),
        fled=any(squad.fled for squad in squads),
        game_master=sum([squad.game_master for squad in squads]),
    )


# ---------------------------------------------------------------- the action die


class Reaction:
    """What a unit threw: its Risk Factor with the account, the row it was read in, the face, the cell."""

    def __init__(self, risk: int, account: list[Entry], row: str, face: int, cell: Cell) -> None:
        self.risk: Final = risk
        self.account: Final = account
        self.row: Final = row
        self.face: Final = face
        self.cell: Final = cell


def reaction(dice: Dice, rules: RiskRules, table: int, account: list[Entry], cls: int, game_master: int) -> Reaction:
    """A D6 in the row of the Risk Factor. `game_master`: what he adds to the die, kept within its faces (R2)."""
    factor = summed(account)
    actions = rules.tables[table]
    row = actions.row(factor)
    modifiers = rules.die_accounts[cls]
    if game_master:
        modifiers = [*modifiers, Entry(game_master, "game master", "R2")]
    if modifiers:
        face = min(max(dice.total(1, actions.sides, row.throw, modifiers), 1), actions.sides)
    else:
        face = dice.roll(actions.sides, row.throw)
    return Reaction(factor, account, row.id, face, row.cells[face - 1])


class Squad:
    """A squad of a platoon that is about to throw."""

    def __init__(self, table: int, account: list[Entry], cls: int, game_master: int = 0) -> None:
        self.table: Final = table
        self.account: Final = account
        self.cls: Final = cls
        self.game_master: Final = game_master  # what he adds to its die


def platoon_reaction(dice: Dice, rules: RiskRules, together: list[Entry], squads: list[Squad]) -> list[Reaction]:
    """One die for the platoon if the result is in italics, else that is discarded and each squad throws (R14).

    `together`: the account of `platoon_risk`. Either one reaction, for all, or one for each squad.
    """
    if rules.platoon_rolls:
        word = sum([squad.game_master for squad in squads])
        table = min([squad.table for squad in squads])  # of firearms, if any has them
        poorest = max([squad.cls for squad in squads])
        first = reaction(dice, rules, table, together, poorest, word)
        if first.cell.italic:
            return [first]
    return [reaction(dice, rules, squad.table, squad.account, squad.cls, squad.game_master) for squad in squads]


# ---------------------------------------------------------------- what it means


def binds(rules: RiskRules, cell: Cell, result: int, commanded: bool) -> bool:
    """Must the unit obey? Commanded troops ignore italics (R15), and of the first row obey only the 6 (R1).

    `result`: what the cell comes to for it. To continue orders leaves the player's own standing (R1, R11).
    """
    if not commanded:
        return True
    if cell.italic or result == Result.CONTINUE_ORDER:
        return False
    return rules.rf0_binds_commanded or cell.do != Result.ADVANCE_TO_NEAREST


def instruction(rules: RiskRules, cell: Cell, fortified: bool, enemy_in_sight: bool, fled: bool) -> int:
    """What the cell comes to for this unit.

    Fortified troops are not drawn out (R1, R51); without an enemy in sight they continue their orders where the result
    needs one (R11); `fled`: after running, withdrawing or a lost melee nobody continues that, they halt (R12).
    """
    if not enemy_in_sight and rules.instructions[cell.do].needs_enemy:
        return Result.CONTINUE_ORDER
    if fortified and cell.do == Result.ADVANCE_TO_NEAREST:
        return Result.CONTINUE_ORDER
    if fortified and cell.do == Result.ADVANCE and rules.fortified_always:
        return Result.HALT
    if fled and cell.do == Result.CONTINUE:
        return Result.HALT
    return cell.do


def may_charge(rules: RiskRules, cell: Cell, order: int, fortified: bool, fled: bool) -> bool:
    """Is "(Charge?)" printed, or read there by R57? Not for those who halt after flight nor, by switch, fortified."""
    if fortified and rules.fortified_always:
        return False
    if cell.do == Result.CONTINUE_ORDER:
        return rules.attackers_charge and order == OrderKind.ADVANCING
    return cell.charge and not (fled and cell.do == Result.CONTINUE)


def charge_query(rules: RiskRules, table: int, *, players: bool) -> int:
    """Who answers "(Charge?)" where a charge is possible: OWNER_DECIDES, CHARGES or NO_CHARGE (R10)."""
    if rules.firearms_never_charge and table == ActionsTable.FIREARMS:
        return ChargeAnswer.NO_CHARGE
    if rules.always_charge:
        return ChargeAnswer.CHARGES
    if players:
        return ChargeAnswer.OWNER_DECIDES
    return ChargeAnswer.NO_CHARGE if table == ActionsTable.FIREARMS else ChargeAnswer.CHARGES
