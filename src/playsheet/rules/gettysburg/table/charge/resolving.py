"""One charge from the halfway point to contact (4.5.1 to 4.5.10), with all who charge the same target (R108)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing
from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, gap
from playsheet.rules.gettysburg.battle.fight_events import ChargeBegan, ChargeLapsed, ChargeResolved, RoseToMeet
from playsheet.rules.gettysburg.battle.move_events import Moved
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.footprints import is_free
from playsheet.rules.gettysburg.ground.moving import charge_allowance
from playsheet.rules.gettysburg.options.charge import Charger, charge_reach, nearest_of, pivoted
from playsheet.rules.gettysburg.options.fight_choices import COUNTER_CHARGE, FALL_BACK, RECEIVE, STAY
from playsheet.rules.gettysburg.table.charge.contact import crosses, fails, go_halfway, go_home, receives
from playsheet.rules.gettysburg.table.charge.reactions import Reaction, opportunity_charges, react, support
from playsheet.rules.gettysburg.table.forced_moves import fall_back
from playsheet.rules.gettysburg.table.generals import settle_generals
from playsheet.rules.gettysburg.table.morale import being_charged, to_charge
from playsheet.rules.gettysburg.terms import ChargeStart, Formation, MoraleResult, MoveKind, UnformedBy, UnitState, Zone

# by switch a counter-charger tests to charge (R28): what that makes of a unit that is being charged
COUNTER_TESTS: Final = {
    MoraleResult.CHARGE: MoraleResult.STAND_OR_COUNTER,
    MoraleResult.HALT_VOLLEY: MoraleResult.OBEY,
    MoraleResult.GO_TO_GROUND: MoraleResult.FALTER,
}


def resolve(game: Game[GettysburgBattle], target: Unit) -> None:
    """Halfway, reaction, support fire, the chargers' tests, the target's test, contact: the sheet's own list."""
    chargers = off_they_go(game, target)
    for charger in chargers:
        go_halfway(game, charger, target)
    opportunity_charges(game, chargers)
    chargers = [charger for charger in chargers if charger.goes_on()]
    if chargers and target.on_table():
        reaction = react(game, target, [charger.unit for charger in chargers])
        support(game, target, chargers)
        get_up(game, target)
        passed = test_to_charge(game, target, chargers)
        if passed:
            come_home(game, target, passed, reaction)
    game.tell(ChargeResolved(target.id))
    settle_generals(game)


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


# ---------------------------------------------------------------- tests


def get_up(game: Game[GettysburgBattle], target: Unit) -> None:
    """A target on the ground gets up free, unformed; by switch it stays down (R97)."""
    if target.on_table() and target.state == UnitState.GONE_TO_GROUND and not game.battle.rules.ground_stays_down:
        game.tell(RoseToMeet(target.id, "R97"))


def test_to_charge(game: Game[GettysburgBattle], target: Unit, chargers: list[Charger]) -> list[Charger]:
    """Each charger as declared; anything but Charge! is the end of it (4.5.5)."""
    battle = game.battle
    passed: list[Charger] = []
    for charger in chargers:
        unit = charger.unit
        if not charger.goes_on():
            continue
        if charger.charge.uncontrolled and not battle.rules.uncontrolled_test:
            passed.append(charger)  # by switch (R30)
            continue
        result = to_charge(game, unit, target, charger.lost(), charger.charge.zone)
        if result == MoraleResult.CHARGE:
            passed.append(charger)
        else:
            crosses_halfway(game, charger)
            if unit.on_table():
                fails(game, unit, target, result)
    return passed


def crosses_halfway(game: Game[GettysburgBattle], charger: Charger) -> None:
    """Who stays at the halfway point has still crossed the defences before it (R141)."""
    unit = charger.unit
    start = pivoted(unit, charger.charge.facing)
    back = start.moved(-start.ux, -start.uy, charger.inches_gone())
    crosses(game, unit, back, charger.inches_gone())


# ---------------------------------------------------------------- the target, and contact


class Answer:
    """What the target did when it was charged home: how far it ran, whether it counter-charged or recoiled."""

    def __init__(self, ran: float) -> None:
        self.ran = ran
        self.counters = False
        self.recoiled = False


def come_home(game: Game[GettysburgBattle], target: Unit, passed: list[Charger], reaction: Reaction) -> None:
    """The target's test, what it does, and who reaches it: C >= D + the distance that it ran (4.5.8)."""
    units = [charger.unit for charger in passed]
    flanked = any(charger.charge.zone != Zone.FRONT for charger in passed)
    answer = Answer(reaction.ran)
    enemy = units[0]
    if target.on_table():
        enemy = nearest_of(target, units)
        if tests(target, reaction):
            be_charged(game, target, units, enemy, flanked, reaction, answer)
    fellows = [unit.id for unit in units]
    for charger in passed:
        if charger.goes_on():
            charging = [charger.unit.id, target.id] if answer.counters else [charger.unit.id]
            go_home(game, charger, target, answer.ran, fellows, charging, flanked or reaction.evaded)
    if answer.recoiled and target.on_table() and not target.in_melee() and target.formation != Formation.DEPLOYED:
        offer_more(game, target, enemy)


def be_charged(
    game: Game[GettysburgBattle],
    target: Unit,
    chargers: list[Unit],
    enemy: Unit,
    flanked: bool,
    reaction: Reaction,
    answer: Answer,
) -> None:
    """One test against all of them (R108), and its result."""
    result = target_test(game, target, chargers, flanked, reaction)
    if result == MoraleResult.STAND_OR_COUNTER and reaction.prepared and counters(game, target, enemy):
        answer.counters = True
        meet_halfway(game, target, enemy)
        return
    answer.ran += receives(game, target, result, enemy)
    answer.recoiled = result == MoraleResult.FALTER_RECOIL


def tests(target: Unit, reaction: Reaction) -> bool:
    """Evaders, routers and units locked in melee take no test (4.5.6, 4.5.10, R109)."""
    return not reaction.evaded and target.state != UnitState.ROUTING and not target.in_melee()


def target_test(
    game: Game[GettysburgBattle], target: Unit, chargers: list[Unit], flanked: bool, reaction: Reaction
) -> int:
    """Being charged; by switch a counter-charger tests to charge instead (R28)."""
    if reaction.prepared and game.battle.rules.counter_to_charge:
        enemy = nearest_of(target, chargers)
        result = to_charge(game, target, enemy, 0, Zone.FRONT)
        return COUNTER_TESTS.get(result, result)
    return being_charged(game, target, chargers, flanked, "R28")


def counters(game: Game[GettysburgBattle], target: Unit, enemy: Unit) -> bool:
    """Prepared and steady, it is still the owner's choice (4.5.7)."""
    options: list[Option] = [COUNTER_CHARGE, RECEIVE]
    if game.choose(target.seat, "counter", options, target.id) is not COUNTER_CHARGE:
        return False
    game.tell(ChargeBegan(target.id, enemy.id, ChargeStart.COUNTER, "R28"))
    return True


def meet_halfway(game: Game[GettysburgBattle], target: Unit, enemy: Unit) -> None:
    """Into the middle of the gap that is left, facing the nearest charger (R108)."""
    battle = game.battle
    there = pivoted(target, bearing(enemy.x - target.x, enemy.y - target.y))
    if not is_free(battle, target, there):
        there = target.shape
    far = gap(there, there.ux, there.uy, enemy.shape)
    if far < FAR:
        middle = there.moved(there.ux, there.uy, 0.5 * far)
        if is_free(battle, target, middle):
            there = middle
    game.tell(Moved(target.id, MoveKind.CHARGES_ON, [(there.x, there.y, there.facing)], 0.0, False, "R28"))


def offer_more(game: Game[GettysburgBattle], target: Unit, enemy: Unit) -> None:
    """After falter and recoil, if it was not caught, the owner may retire it farther (R115)."""
    options: list[Option] = [STAY, FALL_BACK]
    if game.choose(target.seat, "fall_back", options, target.id) is FALL_BACK:
        fall_back(game, target, enemy.id)
