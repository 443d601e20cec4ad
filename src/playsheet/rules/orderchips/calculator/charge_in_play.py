"""A charge that might be declared: the same steps as on the table, each situation that they come to laid out on a copy.

Few situations are possible: so many fell to fire, the chargers closed up or did not, the enemy stands, closes up, backs
or runs. Each is laid out once, by the table's own text, and measured.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, State
from playsheet.core.game import Game
from playsheet.core.sheet import Amount
from playsheet.core.system import System
from playsheet.core.words import listed
from playsheet.rules.orderchips.battle.events import ChargeDeclared, FiguresLost, NotableLost
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.calculator.rounds import sides_of
from playsheet.rules.orderchips.dice.charge import (
    BEGINNING,
    CHARGER,
    CONDUCT_AT,
    ENEMIES_FLED_AT,
    ENEMY,
    ENEMY_CONDUCT_AT,
    FALLEN_AT,
    OUT_AT,
    RESULT_AT,
    Course,
    put,
)
from playsheet.rules.orderchips.dice.melee import Side
from playsheet.rules.orderchips.dice.morale import Failure, Tester
from playsheet.rules.orderchips.dice.shooting import Aim, Ranks, casualties, to_hit
from playsheet.rules.orderchips.ground.slots import as_it_stands
from playsheet.rules.orderchips.options.charge import run_at
from playsheet.rules.orderchips.options.opportunity import at_target, watchers
from playsheet.rules.orderchips.options.shooting import Volley, lay_volley, shots_at
from playsheet.rules.orderchips.table.charge import OnTable, end_charge
from playsheet.rules.orderchips.table.losses import ranks_of
from playsheet.rules.orderchips.table.morale import Result, away_from_enemy, carry_out
from playsheet.rules.orderchips.terms import Arm, ChargeResult, Conduct, Where


class InPlay(Course):
    """A charge from here on; whoever of the enemy stands and has a shot at it fires when it is declared."""

    def __init__(self, system: System[ChipBattle], battle: ChipBattle, unit: Unit, target: Unit) -> None:
        self.system: Final = system
        self.unit: Final = unit.id
        self.target: Final = target.id
        declared = battle.clone()
        ChargeDeclared(unit.id, target.id, "R34").apply(declared)
        self.declared: Final = declared
        self.ranks: Final[Ranks] = ranks_of(declared, declared.units[unit.id])
        self.volleys: Final[list[Volley]] = []  # at the chargers
        self.shells: Final[list[str]] = []  # whose shells are left out
        self.copies: Final[dict[State, OnTable]] = {}  # by what has happened
        self.met: Final[dict[State, OnTable]] = {}  # the same, after the run
        if not battle.rules.fire_during_only:
            self.lay_fire()

    def lay_fire(self) -> None:
        """The volleys of those who watch: by their standing instruction they fire at chargers (R89)."""
        battle = self.declared
        unit = battle.units[self.unit]
        for enemy in watchers(battle):
            legal = shots_at(battle, enemy, unit, interrupt=True) if battle.hostile(enemy, unit) else []
            for shot in at_target(battle, legal, unit.id) if legal else []:
                volley = lay_volley(battle, shot, wild=False)
                if shot.aim >= 0:
                    self.shells.append(enemy.name)
                elif volley is not None:
                    self.volleys.append(volley)

    def assumes(self) -> list[str]:
        names: list[str] = []
        for volley in self.volleys:
            name = self.declared.units[volley.shot.unit].name
            if name not in names:
                names.append(name)
        said = [f"{listed(names) if names else 'Nobody'} fires at the chargers when the charge is declared."]
        if len(names) > 1:
            said = [f"{listed(names)} fire at the chargers when the charge is declared."]
        if self.shells:
            said.append(f"Shells of {listed(self.shells)} are left out.")
        return [*said, "Nobody fires at them on the way.", "Nobody else comes into the melee."]

    def aims(self) -> list[Aim]:
        """All dice at the chargers."""
        found: list[Aim] = []
        for volley in self.volleys:
            found += volley.aims
        return found

    # ------------------------------------------------------------ the steps

    def fire(self, dice: Dice, state: State) -> State:
        """All volleys at once, each dealt out among those who were there at its start (4.6.5)."""
        unit = self.declared.units[self.unit]
        fallen = 0
        out = 0
        for volley in self.volleys:
            hits = 0
            for aim in volley.aims:
                hits += to_hit(dice, self.declared.rules, aim)
            lost = casualties(dice, self.declared.rules, self.ranks, hits)
            fallen = min(fallen + lost.figures, self.ranks.figures)
            for place in range(len(lost.out)):
                if lost.out[place]:
                    out |= 1 << place
        state = put(put(state, FALLEN_AT, fallen), OUT_AT, out)
        gone = out == 1 if unit.kind == Arm.NOTABLE else fallen == unit.figures
        return put(state, RESULT_AT, ChargeResult.SHOT_DOWN) if gone else state

    def tester(self, who: int, state: State) -> Tester | None:
        return self.at(state).tester(who, state)

    def figures(self, who: int, state: State) -> int:
        return self.at(state).figures(who, state)

    def bonus(self) -> Amount:
        return self.at(BEGINNING).bonus()

    def marks(self, state: State) -> list[int]:
        """The least bonus that brings the leader up to the enemy; one above the highest if none does."""
        course = self.at(state)
        battle = course.game.battle
        bonus = self.bonus()
        if course.target.place == Where.ON_TABLE:
            for inches in range(bonus.lowest(), bonus.highest() + 1):
                if run_at(battle, course.unit, course.target, battle.move_of(course.unit) + inches).contact:
                    return [inches]
        return [bonus.highest() + 1]

    def run(self, state: State, inches: int) -> int:
        if self.at(state).target.place != Where.ON_TABLE:
            return ChargeResult.NOBODY_LEFT
        if inches < self.marks(state)[0] or self.target not in self.after(state).unit.locked:
            return ChargeResult.FELL_SHORT
        return ChargeResult.CONTACT

    def sides(self, state: State) -> tuple[Side, Side]:
        course = self.after(state)
        return sides_of(course.game.battle, course.unit, course.target)

    def fighting(self, who: int) -> int:
        """How many of them would be in contact if both sides stood; 0 if the charge would not come so far."""
        if self.run(BEGINNING, self.bonus().highest()) != ChargeResult.CONTACT:
            return 0
        battle = self.after(BEGINNING).game.battle
        own = battle.units[self.unit if who == CHARGER else self.target]
        return min(sum([strokes.dice for strokes in self.sides(BEGINNING)[who].strokes]), battle.strength(own))

    # ------------------------------------------------------------ copies of the table

    def at(self, state: State) -> OnTable:
        """The table before the run, after all that the state says."""
        key = state[FALLEN_AT : ENEMY_CONDUCT_AT + 1]
        found = self.copies.get(key)
        if found is None:
            found = self.on_copy(self.declared)
            self.lay_out(found, state)
            self.copies[key] = found
        return found

    def after(self, state: State) -> OnTable:
        """The same after a run that was long enough."""
        key = state[FALLEN_AT : ENEMY_CONDUCT_AT + 1]
        found = self.met.get(key)
        if found is None:
            before = self.at(state)
            found = self.on_copy(before.game.battle)
            battle = found.game.battle
            run = run_at(battle, found.unit, found.target, battle.move_of(found.unit) + self.marks(state)[0])
            end_charge(found.game, found.unit, found.target, run, as_it_stands(battle, found.unit))
            self.met[key] = found
        return found

    def on_copy(self, battle: ChipBattle) -> OnTable:
        """Nobody sits at it, and nothing is thrown there."""
        twin = battle.clone()
        game = Game(self.system, twin, [None] * twin.seats, Dice(), keep=False, own_dice=[False] * twin.seats)
        return OnTable(game, twin.units[self.unit], twin.units[self.target])

    def lay_out(self, course: OnTable, state: State) -> None:
        """Losses off, failures carried out."""
        game = course.game
        unit = course.unit
        attached = [unit.id] if unit.kind == Arm.NOTABLE else unit.attached
        if state[FALLEN_AT]:
            game.tell(FiguresLost(unit.id, state[FALLEN_AT], True, "R68"))
        for place in range(len(attached)):
            if state[OUT_AT] >> place & 1:
                game.tell(NotableLost(attached[place], "R45"))
        self.give_way_on(course, CHARGER, state[CONDUCT_AT], 0)
        self.give_way_on(course, ENEMY, state[ENEMY_CONDUCT_AT], state[ENEMIES_FLED_AT])

    def give_way_on(self, course: OnTable, who: int, conduct: int, flee: int) -> None:
        rules = course.game.battle.rules
        if conduct == Conduct.STANDS:
            return
        own, other = course.pair(who)
        inches = {Conduct.BACKS: rules.back_inches, Conduct.RUNS: rules.run_inches}.get(conduct, 0.0)
        away = away_from_enemy(course.game.battle, own, other)
        carry_out(course.game, Result(own.id, Failure(conduct, flee, inches=inches), away=away))


def fire_of(course: InPlay) -> tuple[int, int]:
    """How many dice are fired at the chargers, and what the first of them hit on."""
    aims = course.aims()
    return sum([aim.dice for aim in aims]), aims[0].number.value if aims else NOBODY
