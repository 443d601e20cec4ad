"""A charge on the table (4.5.1 to 4.5.10), with all who charge the same target (R108): a course for dice/charge.py."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing
from playsheet.core.asking import Option
from playsheet.core.dice import Dice
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, gap
from playsheet.rules.gettysburg.battle.fight_events import (
    ChargeBegan,
    ChargeEnded,
    ChargeLapsed,
    ChargeResolved,
    Engaged,
    RoseToMeet,
)
from playsheet.rules.gettysburg.battle.move_events import Moved
from playsheet.rules.gettysburg.battle.seats import seats_of, throws_alone
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.dice.charge import CHARGE, FIRST, INTERCEPTION, Course, stays_behind
from playsheet.rules.gettysburg.ground.footprints import is_free, zone_of
from playsheet.rules.gettysburg.ground.moving import charge_allowance, obstacles_of
from playsheet.rules.gettysburg.options.charge import (
    Charger,
    Line,
    LineFinder,
    PivotRegion,
    charge_reach,
    inches_of,
    interceptions,
    nearest_of,
    pivoted,
)
from playsheet.rules.gettysburg.options.fight_choices import (
    COUNTER_CHARGE,
    FALL_BACK,
    NOBODY_CHARGES,
    RECEIVE,
    STAY,
    Intercept,
)
from playsheet.rules.gettysburg.table.charge.contact import (
    IN_CONTACT,
    STOPPED,
    Way,
    advance,
    clear_inches,
    fails,
    halfway,
    receives,
    way_home,
)
from playsheet.rules.gettysburg.table.charge.reactions import Reaction, react, support
from playsheet.rules.gettysburg.table.command import show_order
from playsheet.rules.gettysburg.table.defences import suffer_defences, tell_tries
from playsheet.rules.gettysburg.table.forced_moves import fall_back
from playsheet.rules.gettysburg.table.generals import settle_generals
from playsheet.rules.gettysburg.table.morale import being_charged, to_charge
from playsheet.rules.gettysburg.terms import ChargeStart, Formation, MoraleResult, MoveKind, UnformedBy, UnitState, Zone


def resolve(game: Game[GettysburgBattle], target: Unit) -> None:
    """The sheet's own list, from the halfway point to contact."""
    course = OnTable(game, target, off_they_go(game, target))
    for step in CHARGE:
        step(game.dice, game.battle.rules, course)
    game.tell(ChargeResolved(target.id))
    settle_generals(game)


# ---------------------------------------------------------------- the course


class OnTable(Course):
    """A charge as it goes on the table: asks, moves and tells."""

    def __init__(self, game: Game[GettysburgBattle], target: Unit, chargers: list[Charger]) -> None:
        self.game: Final = game
        self.target: Final = target
        self.chargers: Final = chargers
        self.over: Final = [False for _ in chargers]  # it has failed its test, or come home
        self.ways: Final[list[Way | None]] = [None for _ in chargers]
        self.reaction = Reaction()
        self.ran = 0.0  # by the target, its evasion included
        self.flanked = False  # any who charges home comes from flank or rear (4.5.6)
        self.countered = False
        self.recoiled = False
        self.by: Unit | None = None  # the nearest of those who charge home
        self.ruling = "R28"

    def going(self) -> list[int]:
        return [k for k in range(len(self.chargers)) if not self.over[k] and self.chargers[k].goes_on()]

    def units(self) -> list[Unit]:
        """Those who are still coming."""
        return [self.chargers[k].unit for k in self.going()]

    # ------------------------------------------------------------ the way

    def defences(self, charger: int, half: int) -> list[int]:
        battle = self.game.battle
        held = self.chargers[charger]
        if half == FIRST:
            way = halfway(battle, held, self.target)
        else:
            fellows = [each.unit.id for each in self.chargers]
            way = way_home(battle, held, self.target, self.ran, fellows)
        self.ways[charger] = way
        if way.plots:
            throws_alone(self.game, held.unit)
        return obstacles_of(way.plots)

    def goes(self, charger: int, half: int, crossed: list[int]) -> None:
        game = self.game
        held = self.chargers[charger]
        unit = held.unit
        way = self.ways[charger]
        assert way is not None
        tell_tries(game, unit, way.plots, crossed)
        there = way.end(crossed)
        if half == FIRST or way.how == IN_CONTACT or way.inches() > TOLERANCE:
            ruling = "R38" if stays_behind(crossed) else way.ruling
            advance(game, unit, there, ruling, inches=0.0)
        suffer_defences(game, unit, crossed)
        held.arrives()
        if unit.on_table() and stays_behind(crossed):
            self.over[charger] = True
            game.tell(ChargeEnded(unit.id, self.target.id, STOPPED, "R38"))
        elif unit.on_table() and half != FIRST:
            self.ends(charger, way)

    def ends(self, charger: int, way: Way) -> None:
        """In contact, or not."""
        game = self.game
        unit = self.chargers[charger].unit
        self.over[charger] = True
        game.tell(ChargeEnded(unit.id, self.target.id, way.how, way.ruling))
        if way.how == IN_CONTACT:
            charging = [unit.id, self.target.id] if self.countered else [unit.id]
            game.tell(Engaged(unit.id, self.target.id, charging, self.flanked or self.reaction.evaded, "R71"))

    # ------------------------------------------------------------ what the other side does about it

    def intercepted(self, dice: Dice) -> None:
        opportunity_charges(self.game, [self.chargers[k] for k in self.going()])

    def is_there(self) -> bool:
        return self.target.on_table()

    def reacts(self, dice: Dice) -> None:
        self.reaction = react(self.game, self.target, self.units())
        self.ran = self.reaction.ran

    def supports(self, dice: Dice) -> None:
        support(self.game, self.target, [self.chargers[k] for k in self.going()])

    def rises(self) -> None:
        """Free, and unformed; by switch it stays down (R97)."""
        game = self.game
        target = self.target
        if target.on_table() and target.state == UnitState.GONE_TO_GROUND and not game.battle.rules.ground_stays_down:
            game.tell(RoseToMeet(target.id, "R97"))

    # ------------------------------------------------------------ tests

    def is_tested(self, charger: int) -> bool:
        return not self.chargers[charger].charge.uncontrolled or self.game.battle.rules.uncontrolled_test

    def tests_to_charge(self, dice: Dice, charger: int) -> int:
        held = self.chargers[charger]
        return to_charge(self.game, held.unit, self.target, held.lost(), held.charge.zone)

    def fails(self, charger: int, result: int) -> None:
        self.over[charger] = True
        fails(self.game, self.chargers[charger].unit, self.target, result)

    def passes(self, charger: int) -> None:
        if self.chargers[charger].charge.zone != Zone.FRONT:
            self.flanked = True

    def takes_test(self) -> bool:
        return not self.reaction.evaded and self.target.state != UnitState.ROUTING and not self.target.in_melee()

    def is_prepared(self) -> bool:
        return self.reaction.prepared

    def nearest(self) -> Unit:
        """Of those who charge home."""
        return nearest_of(self.target, self.units())

    def tests_counter(self, dice: Dice) -> int:
        return to_charge(self.game, self.target, self.nearest(), 0, Zone.FRONT)

    def tests_charged(self, dice: Dice) -> int:
        return being_charged(self.game, self.target, self.units(), self.flanked, self.ruling)

    def counters(self) -> bool:
        """Prepared and steady, it is still the owner's choice (4.5.7)."""
        game = self.game
        target = self.target
        options: list[Option] = [COUNTER_CHARGE, RECEIVE]
        if game.choose(target.seat, "counter", options, target.id) is not COUNTER_CHARGE:
            return False
        enemy = self.nearest()
        game.tell(ChargeBegan(target.id, enemy.id, ChargeStart.COUNTER, "R28"))
        self.countered = True
        meet_halfway(game, target, enemy)
        return True

    def receives(self, dice: Dice, result: int) -> None:
        self.by = self.nearest()
        self.ran += receives(self.game, self.target, result, self.by)
        self.recoiled = result == MoraleResult.FALTER_RECOIL

    def comes_home(self) -> None:
        """After falter and recoil, if it was not caught, the owner may retire it farther (R115)."""
        game = self.game
        target = self.target
        if not self.recoiled or not target.on_table() or target.in_melee() or target.formation == Formation.DEPLOYED:
            return
        options: list[Option] = [STAY, FALL_BACK]
        if game.choose(target.seat, "fall_back", options, target.id) is FALL_BACK:
            fall_back(game, target, NOBODY if self.by is None else self.by.id)


# ---------------------------------------------------------------- setting off


def off_they_go(game: Game[GettysburgBattle], target: Unit) -> list[Charger]:
    """Those who still can; the charges of the others lapse (R108)."""
    battle = game.battle
    found: list[Charger] = []
    for charge in [charge for charge in battle.charges if charge.target == target.id]:
        unit = battle.units[charge.unit]
        renewed = line_now(battle, charge, unit, target)
        if renewed is None:
            game.tell(ChargeLapsed(unit.id, target.id, "R108"))
        else:
            game.tell(ChargeBegan(unit.id, target.id, ChargeStart.DECLARED, ""))
            found.append(Charger(renewed, unit))
    return found


def line_now(battle: GettysburgBattle, charge: Charge, unit: Unit, target: Unit) -> Charge | None:
    """The charge as it stands now that its turn has come: both may have moved since. None if it lapses."""
    if not (unit.on_table() and target.on_table()) or unit.state != UnitState.OK or unit.in_melee() or unit.evaded:
        return None
    if unit.cause != UnformedBy.NOTHING and not charge.uncontrolled:
        return None
    if target.in_melee() and not battle.rules.charge_melee:
        return None
    there = pivoted(unit, charge.facing)
    far = gap(there, there.ux, there.uy, target.shape)
    reach = charge_reach(battle, unit, there, charge_allowance(battle, unit))
    if far >= FAR or far > reach + TOLERANCE:
        return None
    return Charge(
        unit.id, target.id, charge.facing, far, reach, charge.zone, unit.x, unit.y, uncontrolled=charge.uncontrolled
    )


# ---------------------------------------------------------------- opportunity charges


def opportunity_charges(game: Game[GettysburgBattle], chargers: list[Charger]) -> None:
    """Cavalry of the other side may charge a charger at its halfway point, as its owners like (R31)."""
    battle = game.battle
    if not battle.rules.opportunity or not chargers:
        return
    other_side = [unit for unit in battle.units if unit.side != chargers[0].unit.side and unit.on_table()]
    for seat in seats_of(other_side):
        while True:
            options = interceptions(battle, [unit for unit in other_side if unit.seat == seat], chargers)
            if not options:
                break
            chosen = game.choose(seat, "opportunity", [NOBODY_CHARGES, *options], NOBODY)
            if not isinstance(chosen, Intercept):
                break
            intercept(game, battle.units[chosen.unit], battle.units[chosen.charger])


def intercept(game: Game[GettysburgBattle], unit: Unit, enemy: Unit) -> None:
    """No fire, no halfway point (R145): the cavalry tests to charge, the interrupted charger as charged; its own
    charge is over if it is reached, or does worse than stand (R31)."""
    battle = game.battle
    finder = LineFinder(battle, unit, enemy, inches_of(battle, unit, packs=False))
    facing = game.place(unit.seat, "pivot", PivotRegion(finder), unit.id)[0]
    line = finder.line(facing)
    show_order(game, battle.brigades[unit.brigade], "charge", "R17")
    game.tell(ChargeBegan(unit.id, enemy.id, ChargeStart.OPPORTUNITY, "R31, R145"))
    zone = zone_of(battle, enemy, unit.x, unit.y)
    charge = Charge(unit.id, enemy.id, facing, line.gap, line.reach, zone, unit.x, unit.y, uncontrolled=False)
    course = Opportunity(game, enemy, Charger(charge, unit), line)
    for step in INTERCEPTION:
        step(game.dice, battle.rules, course)


class Opportunity(OnTable):
    """The course of an opportunity charge: it turns when it has passed its test."""

    def __init__(self, game: Game[GettysburgBattle], enemy: Unit, charger: Charger, line: Line) -> None:
        super().__init__(game, enemy, [charger])
        self.line: Final = line
        self.ruling = "R31"

    def passes(self, charger: int) -> None:
        super().passes(charger)
        advance(self.game, self.chargers[charger].unit, self.line.there, "R31", inches=0.0)
        self.chargers[charger].arrives()


# ---------------------------------------------------------------- a counter-charge


def meet_halfway(game: Game[GettysburgBattle], target: Unit, enemy: Unit) -> None:
    """Into the middle of the gap that is left, facing the nearest charger (R108)."""
    battle = game.battle
    there = pivoted(target, bearing(enemy.x - target.x, enemy.y - target.y))
    if not is_free(battle, target, there):
        there = target.shape
    far = gap(there, there.ux, there.uy, enemy.shape)
    if far < FAR:
        inches = clear_inches(battle, target, there, 0.5 * far, [enemy.id])
        there = there.moved(there.ux, there.uy, inches)
    game.tell(Moved(target.id, MoveKind.CHARGES_ON, [(there.x, there.y, there.facing)], 0.0, False, "R28"))
