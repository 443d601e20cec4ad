"""A vehicle or an automaton as far as damage is concerned: ratings, crew by heads, a SHOOT for each weapon, haywire."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, State
from playsheet.core.events import Throw
from playsheet.core.sheet import Sheet
from playsheet.rules.orderchips.sheet.faces import changes, face_words, parity
from playsheet.rules.orderchips.terms import HAYWIRES, Haywire
from playsheet.tabletop.machines.charts import (
    CREW,
    HAYWIRE,
    LOSE,
    MELEE,
    SAVE,
    SHOOT,
    SPEED,
    SUSTAINS,
    WEAPON,
    WEAPON_OR_MELEE,
    WEAPON_SHOOT,
    Column,
    Effect,
)
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CREW_AT,
    IN_PLAY,
    NO_POWER,
    RUNNING,
    STALLED,
    Blueprint,
    Harm,
    Machine,
    Witness,
    Works,
)

# the places of a machine's state that other sheets' machines have not
CREW_LOST_AT: Final = CREW_AT + 1
MELEE_AT: Final = CREW_AT + 2
IMMOBILE_AT: Final = CREW_AT + 3
PENETRATED_AT: Final = CREW_AT + 4
HAYWIRE_AT: Final = CREW_AT + 5
WEAPONS_AT: Final = CREW_AT + 6  # a number for each: 0 does not work, else 1 + SHOOT lost
GOES_HAYWIRE: Final = Throw("Haywire", "haywire", "", "do", "R41", 1)
WHITHER: Final = Throw("Which way it goes", "haywire", "step", "", "R81", 1)
WHOSE: Final = Throw("Which enemy player controls it", "haywire", "10", "do", "R42", 1)
SHOOT_OR_MELEE: Final = Throw("SHOOT or MELEE", "weapon-or-melee", "shoot", "", "R82", 1)


class Fit:
    """A haywire result, with the dice that it calls for."""

    def __init__(self, result: int, pips: int, player: int) -> None:
        self.result: Final = result  # one of HAYWIRES
        self.pips: Final = pips  # of a random direction
        self.player: Final = player  # the place of the enemy player who controls it, -1: nobody new


class Brain:
    """The haywire table, and the die for SHOOT or MELEE."""

    def __init__(self, sheet: Sheet) -> None:
        self.results: Final = [1 + row for row in face_words(sheet, "haywire", "do", HAYWIRES[1:])]
        self.sides: Final = len(self.results)
        self.marks: Final = changes(self.results)
        self.step: Final = sheet.values("haywire").number("step", 0, 360)
        self.either: Final = parity(sheet, "weapon-or-melee", "shoot", ("SHOOT", "MELEE"))

    def fit(self, dice: Dice, enemies: int, *, in_detail: bool) -> Fit:
        """The die, and at once what it calls for; no enemies: somebody controls it already, and a 10 does nothing."""
        result = self.results[dice.reach(1, self.sides, self.marks, GOES_HAYWIRE, NOTHING) - 1]
        pips = 0
        player = -1
        if result == Haywire.RANDOM_MOVE:
            ways = list(range(2, self.sides + 1)) if in_detail else []
            pips = dice.reach(1, self.sides, ways, WHITHER, NOTHING)
        elif result == Haywire.ENEMY_CONTROL and enemies:
            player = dice.pick(list(range(enemies)) if in_detail else [0] * enemies, WHOSE)
        return Fit(result, pips, player)

    def degrees(self, pips: int) -> float:
        """How far it turns from its heading."""
        return self.step * pips

    def hits_shoot(self, dice: Dice) -> bool:
        return dice.pool(1, self.either, SHOOT_OR_MELEE)[0] == 1

    def key(self) -> str:
        return f"{self.results} {self.either.faces}"


class Plan(Blueprint):
    """What the card of a machine says of it, as far as damage is concerned."""

    def __init__(
        self,
        ratings: list[int],
        crew: int,
        shoots: list[int],
        automaton: bool,
        brain: Brain,
        any_weapon: bool,
        piercing: list[str],
    ) -> None:
        super().__init__(0, [], [], shoots)
        self.ratings: Final = ratings  # ARMOR, nothing, SUSTAIN, SPEED, MELEE (0: it has none)
        self.heads: Final = crew
        self.weapon_shoots: Final = shoots
        self.automaton: Final = automaton
        self.brain: Final = brain
        self.any_weapon: Final = any_weapon  # any weapon at 0 disables it, by switch (R13)
        self.piercing: Final = piercing  # columns that count as penetrating hits (R51)
        self.plan_key: Final = f"{ratings[MELEE] > 0} {shoots} {automaton} {any_weapon} {piercing} {brain.key()}"

    def fresh(self) -> State:
        """The state of a machine that nothing has happened to."""
        return (
            IN_PLAY,
            self.ratings[SAVE],
            0,
            self.ratings[SUSTAINS],
            self.ratings[SPEED],
            RUNNING,
            1,
            0,
            1,
            self.heads,
            0,
            self.ratings[MELEE],
            0,
            0,
            Haywire.OBEYS,
            *([1] * len(self.weapon_shoots)),
        )


class SteamMachine(Machine):
    """A machine under fire. Its crew is a number of heads; a weapon has a SHOOT of its own."""

    def __init__(self, plan: Plan, state: State) -> None:
        super().__init__(plan, state)
        self.plan: Final = plan
        self.crew_lost = state[CREW_LOST_AT]  # and those who bailed out
        self.stats.append(state[MELEE_AT])
        self.immobile = state[IMMOBILE_AT] == 1
        self.penetrated = state[PENETRATED_AT] == 1  # this turn
        self.haywire = state[HAYWIRE_AT]
        self.weapons = list(state[WEAPONS_AT:])
        self.disarmed = False  # by a reduction: it is disabled
        self.enemies = 1  # players who may get control of it; 0 if one has it already

    def state(self) -> State:
        stats = self.stats
        return (
            self.fate,
            stats[SAVE],
            stats[SHOOT],
            stats[SUSTAINS],
            stats[SPEED],
            self.engine,
            1 if self.steers else 0,
            self.timer,
            1 if self.repairable else 0,
            self.crew,
            self.crew_lost,
            stats[MELEE],
            1 if self.immobile else 0,
            1 if self.penetrated else 0,
            self.haywire,
            *self.weapons,
        )

    def armor(self) -> int:
        return self.stats[SAVE]

    def melee(self) -> int:
        return self.stats[MELEE]

    def weapon_shoot(self, weapon: int) -> int:
        """The SHOOT of one weapon; 0 if it does not work."""
        if self.weapons[weapon] == 0:
            return 0
        return self.plan.weapon_shoots[weapon] - (self.weapons[weapon] - 1)

    def lost_points(self) -> list[int]:
        """Attribute points lost since the start of the game: ARMOR, SHOOT, SUSTAIN, SPEED, MELEE (R50)."""
        ratings = self.plan.ratings
        return [self.stats[stat] if stat == SHOOT else ratings[stat] - self.stats[stat] for stat in range(len(ratings))]

    def moves(self) -> bool:
        """Is there power, and nothing that keeps it where it is? An engine that is stopped must be started first."""
        return self.engine == RUNNING and not self.immobile

    def fights(self) -> bool:
        """Does it roll melee dice? Not without power, nor an automaton that is jammed or resets (R47)."""
        return self.engine != NO_POWER and self.haywire not in (Haywire.JAMS, Haywire.RESETS)

    # ------------------------------------------------------------ damage

    def rolled_on(self, column: Column) -> None:
        if column.id in self.plan.piercing:
            self.penetrated = True

    def take_off(self, stat: int, by: int) -> int:
        """Never below 0; SHOOT is every weapon's, and the largest loss counts."""
        if stat == SHOOT:
            return self.dim_optics(by)
        lost = min(by, self.stats[stat])
        self.stats[stat] -= lost
        return lost

    def dim_optics(self, by: int) -> int:
        largest = 0
        for weapon in self.working():
            lost = min(by, self.weapon_shoot(weapon))
            largest = max(largest, lost)
            self.weapons[weapon] += lost
            self.knock_out(weapon)
        self.stats[SHOOT] += largest
        return largest

    def weaken(self, weapon: int, by: int) -> int:
        lost = min(by, self.weapon_shoot(weapon))
        self.weapons[weapon] += lost
        self.stats[SHOOT] += lost
        self.knock_out(weapon)
        return lost

    def knock_out(self, weapon: int) -> None:
        """A weapon that was reduced: at 0 it works no more, and the last one, or by switch any, disables (R13)."""
        if self.weapon_shoot(weapon) == 0:
            self.weapons[weapon] = 0
            self.disarmed = self.disarmed or self.plan.any_weapon or not self.working()

    def weapons_matter(self) -> bool:
        return True

    def weapon_kinds(self, working: list[int]) -> list[int]:
        return working if self.in_detail else [self.weapon_shoot(weapon) for weapon in working]

    def is_worn_out(self) -> bool:
        stats = self.stats
        if self.disarmed or min(stats[SAVE], stats[SUSTAINS], stats[SPEED]) == 0:
            return True
        return stats[MELEE] == 0 and self.plan.ratings[MELEE] > 0

    def is_deserted(self) -> bool:
        return self.crew == 0 and not self.plan.automaton

    def without_crew(self) -> int:
        return ABANDONED

    def rolls_sustain(self) -> bool:
        """Not if the engine is stopped, without power or jammed; an automaton that cannot move still does."""
        if self.plan.automaton:
            return self.engine == RUNNING and self.haywire != Haywire.JAMS
        return self.moves()

    def stall(self, balks: bool) -> None:
        """A vehicle stops; an automaton goes haywire instead."""
        if not self.plan.automaton:
            self.engine = STALLED

    def immobilise(self) -> None:
        """For good, or an automaton until it is repaired; a vehicle's engine counts as stopped."""
        self.immobile = True

    def fail_sustain(self, dice: Dice, works: Works, witness: Witness) -> None:
        if self.plan.automaton:
            self.go_haywire(dice, witness)

    def lose_crewman(self, dice: Dice, works: Works, witness: Witness) -> None:
        self.crew = max(self.crew - 1, 0)
        self.crew_lost += 1
        witness.harmed(self, Harm(CREW, -1, 1))

    def suffer_otherwise(self, dice: Dice, works: Works, effect: Effect, witness: Witness) -> None:
        if effect.do == HAYWIRE:
            self.go_haywire(dice, witness)
        elif effect.do == WEAPON_OR_MELEE:
            self.hurt_weapon_or_melee(dice, works, effect, witness)

    def go_haywire(self, dice: Dice, witness: Witness) -> None:
        """Jammed or without power it throws no haywire dice; a new result replaces one that is not finished."""
        if self.engine != RUNNING or self.haywire == Haywire.JAMS:
            return
        fit = self.plan.brain.fit(dice, self.enemies, in_detail=self.in_detail)
        if fit.result != Haywire.ENEMY_CONTROL or self.enemies:
            self.haywire = fit.result
        witness.harmed(self, Harm(HAYWIRE, fit.result, fit.pips if fit.result == Haywire.RANDOM_MOVE else fit.player))

    def hurt_weapon_or_melee(self, dice: Dice, works: Works, effect: Effect, witness: Witness) -> None:
        """Odd or even says which; no die for the only one that it has."""
        working = self.working()
        fights = self.stats[MELEE] > 0
        if not working and not fights:
            return
        by = effect.points(dice, True)
        if working and (not fights or self.plan.brain.hits_shoot(dice)):
            weapon = working[dice.pick(self.weapon_kinds(working), works.who)]
            witness.harmed(self, Harm(WEAPON_SHOOT, weapon, self.weaken(weapon, by)))
            if self.weapons[weapon] == 0:
                witness.harmed(self, Harm(WEAPON, weapon))
        else:
            witness.harmed(self, Harm(LOSE, MELEE, self.take_off(MELEE, by)))
