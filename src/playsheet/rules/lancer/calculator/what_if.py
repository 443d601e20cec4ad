"""The table read into a form's situation: what an option would set off, before it is chosen.

What lies between two throws is played on a copy of the table, by the very code of table/.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Player, Question, Word
from playsheet.core.dice import Scripted
from playsheet.core.events import Battle
from playsheet.core.forms import Case, Value
from playsheet.core.game import Game
from playsheet.core.geometry import FAR
from playsheet.core.system import System
from playsheet.core.words import upper
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.calculator.charge import CHARGE, REACTIONS, Assault, Landing, Run, totals, unused
from playsheet.rules.lancer.calculator.fields import fall_backs, length_input
from playsheet.rules.lancer.calculator.melee import MELEE, PARTING, Leaving, Pairs
from playsheet.rules.lancer.calculator.moves import MOVE, March
from playsheet.rules.lancer.calculator.shooting import SHOOT, Shooting
from playsheet.rules.lancer.dice.melee import Bout
from playsheet.rules.lancer.dice.shooting import Volley
from playsheet.rules.lancer.ground.contact import fall_back_direction, pairs_of
from playsheet.rules.lancer.ground.moving import move_rate, rate_row, retreat, same_melee
from playsheet.rules.lancer.options.choices import Charge, LeaveMelee, Melee, Move, Shoot, charge_gap
from playsheet.rules.lancer.table.charge import OnTable
from playsheet.rules.lancer.table.melee import DONE, close_up, leads, name_bouts, strikers
from playsheet.rules.lancer.table.shooting import volley_at
from playsheet.rules.lancer.terms import KINDS, Arm, Met, Reaction


def what_if(system: System[LancerBattle], battle: LancerBattle, question: Question, option: Option) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    if question.kind == "activated":
        return of_action(system, battle, battle.units[question.about], option)
    if question.kind == "reaction" and isinstance(option, Word) and battle.active >= 0:
        reactor = battle.units[question.about]
        charger = battle.units[battle.active]
        if option.name == "fire":
            return of_volley(battle, reactor, charger)
        if option.name == "counter_charge":
            return of_charge(system, battle, charger, reactor, counter=True)
    return None


def of_action(system: System[LancerBattle], battle: LancerBattle, unit: Unit, option: Option) -> Case | None:
    match option:
        case Shoot(target=target):
            return of_volley(battle, unit, battle.units[target])
        case Charge(target=target):
            return of_charge(system, battle, unit, battle.units[target], counter=False)
        case Melee():
            return of_melee(system, battle, unit)
        case LeaveMelee():
            return of_leaving(battle, unit)
        case Move():
            return of_move(battle, unit)
    return None


# ---------------------------------------------------------------- what is taken for granted


class Usual(Player):
    """Answers what is asked between the throws as it is usually answered, and says so."""

    def __init__(self) -> None:
        self.said: Final[list[str]] = []

    def name(self) -> str:
        return "as usual"

    def say(self, sentence: str) -> None:
        if sentence not in self.said:
            self.said.append(sentence)

    def choose(self, battle: Battle, question: Question) -> Option:
        assert isinstance(battle, LancerBattle)
        options = question.options
        if question.kind == "reaction":
            return self.reaction(battle, question)
        if question.kind == "take_in":
            self.say(f"{upper(name_of(battle, question.about))} is left where he is.")
            return options[-1]
        if question.kind == "close_up":
            self.say("As many figures close up as find room.")
        if question.kind == "pair" and len({option.about()[1][1] for option in options}) > 1:
            self.say("Whoever touches several enemies fights one who has the fewest against him.")
        return next((option for option in options if option is not DONE), options[0])

    def reaction(self, battle: LancerBattle, question: Question) -> Option:
        """It fires if it can."""
        who = upper(name_of(battle, question.about))
        for option in question.options:
            if option.key() == "fire":
                self.say(f"{who} fires if the charge falls short.")
                return option
        self.say(f"{who} does nothing if the charge falls short.")
        return question.options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        """A charge goes straight at the middle, or as near to it as it can."""
        assert question.region is not None
        return question.region.samples()[0]


def copied(system: System[LancerBattle], battle: LancerBattle, usual: Usual) -> Game[LancerBattle]:
    """A copy of the table to play on, without dice."""
    seats = 1 + max([unit.seat for unit in battle.units])
    return Game(system, battle.clone(), [usual] * seats, Scripted([]), keep=False, own_dice=[False] * seats)


# ---------------------------------------------------------------- shooting


def of_volley(battle: LancerBattle, unit: Unit, target: Unit) -> Case | None:
    """The volley as the table has it; the room is the true one, the way it would fall back."""
    weapon = unit.card.weapon
    if weapon is None:
        return None
    return SHOOT.as_played(battle.rules, shooting_at(battle, unit, target, volley_at(battle, unit, target, weapon)))


def shooting_at(battle: LancerBattle, unit: Unit, target: Unit, shot: Volley) -> Shooting:
    weapon = shot.weapon
    figures = unit.figures
    if weapon.dice_for(figures, weapon.by_figures and battle.rules.round_up) != shot.dice:
        figures = shot.dice // weapon.dice * weapon.per  # of a column only so many fire
    room = FAR
    routs: list[int] = []
    if shot.checks_now:
        ux, uy = fall_back_direction(battle, target, unit.x, unit.y)
        melee = [] if target.formed else same_melee(battle, target)
        for inches in fall_backs(battle.rules):
            end = retreat(battle, target, ux, uy, inches, melee, [])
            if end.routs:
                routs.append(inches)
                room = min(room, end.inches)
    return Shooting(shot, figures, room, routs)


# ---------------------------------------------------------------- charge


def of_charge(
    system: System[LancerBattle], battle: LancerBattle, unit: Unit, target: Unit, *, counter: bool
) -> Case | None:
    """The charge along its best aim, and for each distance what comes of it; `counter`: the target's, at the unit."""
    charge = Rehearsal(system, battle, unit.id, target.id, counter=counter)
    assault = Assault(charge.run, charge.usual.said, counter=counter)
    return CHARGE.as_played(battle.rules, assault, charge.inputs())


class Rehearsal:
    """A charge played on copies of the table, one for each distance, as far as it goes without dice."""

    def __init__(
        self, system: System[LancerBattle], battle: LancerBattle, unit: int, target: int, *, counter: bool
    ) -> None:
        self.system: Final = system
        self.usual: Final = Usual()
        self.counter: Final = counter
        self.unit: Final = unit
        self.target: Final = target
        self.game: Final = copied(system, battle, self.usual)
        self.rate: Final = self.course(self.game).rate(counter=counter)
        self.table = self.game.battle  # as the charge came home, or ended last
        self.stop = Met.NOTHING
        self.met = -1  # the enemy it came home on
        self.run: Final = Run(self.rate, self.landings())

    def course(self, game: Game[LancerBattle]) -> OnTable:
        return OnTable(game, game.battle.units[self.unit], game.battle.units[self.target])

    def landings(self) -> list[Landing]:
        landings: list[Landing] = []
        for inches in totals(self.rate):
            landings.append(landings[-1] if landings and landings[-1].home else self.landing(inches))
        return landings

    def landing(self, inches: int) -> Landing:
        game = copied(self.system, self.game.battle, self.usual)
        self.table = game.battle
        course = self.course(game)
        home = course.goes(inches, counter=self.counter)
        self.stop = course.stop.what
        landing = Landing(course.stop.inches, home=home)
        if home:
            self.met = course.stop.unit
            reactor_attacks = self.counter and self.table.rules.reactor_attacks
            landing.bouts = course.bouts(reactor_attacks=reactor_attacks)
        elif not self.counter:
            self.react(course, landing)
        return landing

    def react(self, course: OnTable, landing: Landing) -> None:
        """What the target does about it."""
        landing.reaction = course.reaction()
        if landing.reaction == Reaction.FIRE:
            landing.fire = shooting_at(self.table, course.target, course.unit, course.shot())
        elif landing.reaction == Reaction.COUNTER_CHARGE:
            answer = Rehearsal(self.system, self.table, self.unit, self.target, counter=True)
            landing.counter = answer.run

    def inputs(self) -> dict[str, Value]:
        """How the form would be filled in: in full for the charge, and for the reaction as it would be last."""
        battle = self.table
        rules = battle.rules
        mover, other = battle.units[self.unit], battle.units[self.target]
        if self.counter:
            mover, other = other, mover
        last = self.run.landings[-1]
        foe = battle.units[self.met] if last.home else other
        start = self.game.battle.units[mover.id].shape[0]
        attacks = not last.bouts or side_of(battle, last.bouts[0].mine) == mover.id
        inputs = unused(rules)
        inputs["kind"] = KINDS[rate_row(battle, mover)]
        inputs["gap"] = length_input(last.inches if last.home else charge_gap(start, other))
        if not last.home and self.stop != Met.NOTHING:
            inputs["stop"] = length_input(last.inches)
        inputs["woods"] = self.rate is rules.woods_charge
        attackers, defenders = sides_of(battle, last.bouts)
        inputs["figures"], inputs["enemies"] = (attackers, defenders) if attacks else (defenders, attackers)
        inputs["melee"] = mover.card.melee
        inputs["lancer"] = mover.card.lancer
        inputs["enemy_kind"] = KINDS[arm(foe)]
        inputs["enemy_melee"] = foe.card.melee
        inputs["enemy_lancer"] = foe.card.lancer
        inputs["uphill"] = mostly_uphill(last.bouts)
        inputs["counter"] = self.counter
        for landing in self.run.landings:
            if not landing.home:
                inputs["reaction"] = REACTIONS[landing.reaction]
                if landing.fire is not None:
                    inputs.update(fire_inputs(landing.fire))
        return inputs


def fire_inputs(fire: Shooting) -> dict[str, Value]:
    shot = fire.volley
    return {
        "weapon": shot.weapon.id,
        "firing": fire.figures,
        "cover": "cover" if shot.cover else "open",
        "unit": shot.target.figures,
        "start": shot.target.start,
        "morale": shot.target.morale,
        "commanders": shot.target.commanders,
        "room": length_input(fire.room),
    }


def side_of(battle: LancerBattle, figure: int) -> int:
    """The unit that a figure fights for: an attached commander for the one he is with."""
    unit = battle.units[battle.owner[figure]]
    return unit.attached_to if unit.attached_to >= 0 else unit.id


def arm(unit: Unit) -> int:
    """What the melee dice take the unit for (R30)."""
    return Arm.GUN if unit.kind == Arm.GUN else Arm.HORSE if unit.mounted() else Arm.FOOT


def sides_of(battle: LancerBattle, bouts: list[Bout]) -> tuple[int, int]:
    """How many attack, and how many are attacked: as the form counts them, attached commanders beside others not."""
    ranks = [bout for bout in bouts if not leads(battle, bout.mine)] or bouts
    return len({bout.mine for bout in ranks}), len({bout.theirs for bout in ranks})


def mostly_uphill(bouts: list[Bout]) -> bool:
    """Do more than half of the pairs attack uphill?"""
    return 2 * sum([1 for bout in bouts if bout.uphill]) > len(bouts)


# ---------------------------------------------------------------- melee


def of_melee(system: System[LancerBattle], battle: LancerBattle, unit: Unit) -> Case | None:
    """A round, with as many closing up as find room."""
    usual = Usual()
    game = copied(system, battle, usual)
    twin = game.battle.units[unit.id]
    if twin.attached_to >= 0:
        bouts = name_bouts(game, game.battle.units[twin.attached_to], twin.first)
    else:
        close_up(game, twin)
        bouts = name_bouts(game, twin, -1)
    if not bouts:
        return None
    attackers, defenders = sides_of(game.battle, bouts)
    foe = chief_foe(game.battle, [bout.theirs for bout in bouts])
    inputs: dict[str, Value] = {
        "attackers": attackers,
        "attacker_melee": unit.card.melee,
        "attacker_kind": KINDS[arm(unit)],
        "defenders": defenders,
        "defender_melee": foe.card.melee,
        "defender_kind": KINDS[arm(foe)],
        "lancers_charging": False,
        "uphill": mostly_uphill(bouts),
    }
    return MELEE.as_played(battle.rules, Pairs(bouts, usual.said, charging=False), inputs)


def chief_foe(battle: LancerBattle, figures: list[int]) -> Unit:
    """The unit of most of these figures; of equals the first."""
    units = [side_of(battle, figure) for figure in figures]
    most = max([units.count(id) for id in units])
    return battle.units[next(id for id in units if units.count(id) == most)]


def of_leaving(battle: LancerBattle, unit: Unit) -> Case | None:
    """The blows that a unit would take on its way out."""
    pairs = pairs_of(battle, unit)
    if not pairs:
        return None
    foe = chief_foe(battle, [pair.theirs for pair in pairs])
    blows = strikers(battle, pairs)
    up = sum([1 for each in blows if each[0].uphill])
    most = battle.rules.most_contacts
    striking = len([each for each in blows if not leads(battle, each[0].figure)]) or len(blows)
    leaving = len({pair.mine for pair in pairs})
    inputs: dict[str, Value] = {
        "strikers": min(striking, leaving * most),
        "melee": foe.card.melee,
        "kind": KINDS[arm(foe)],
        "leaving": min(leaving, striking * most),
        "leaving_kind": KINDS[arm(unit)],
        "uphill": 2 * up > len(blows),
    }
    several = [each for each in blows if len(each) > 1]
    assumed = ["A striker who touches several figures strikes at the first of them."] if several else []
    return PARTING.as_played(battle.rules, Leaving(blows, assumed), inputs)


# ---------------------------------------------------------------- movement


def of_move(battle: LancerBattle, unit: Unit) -> Case | None:
    """The dice for a move straight ahead."""
    if not unit.shape or unit.attached_to >= 0:
        return None
    rules = battle.rules
    rate = move_rate(battle, unit, unit.shape[0])
    row = rate_row(battle, unit)
    how = "woods" if rate is rules.woods else "column" if rate is rules.columns[row] else "move"
    return MOVE.as_played(rules, March(row, how))
