"""The sheet in the field book: figures, what is written down of them, and what each procedure does to them.

Losses of one moment come off together: a volley or a bout says how many fall, and `losses` takes them off. Machines and
guns stand in the roster, but their fire and damage are kept by hand.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.book_rows import (
    ASKED,
    BOOK,
    ENEMY,
    FIXED,
    FRIEND,
    NOBODY,
    SET,
    TAKE,
    TARGET,
    UNIT,
    WORKED,
    BookRows,
    BookState,
    BookUnit,
    Change,
    Deed,
    Due,
    Fact,
    Input,
    Joining,
    Phase,
    Procedure,
    Then,
    Tie,
)
from playsheet.core.forms import Field, Value
from playsheet.rules.orderchips import terms
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.morale import FAILS
from playsheet.rules.orderchips.dice.shooting import WHO
from playsheet.rules.orderchips.sheet.tables import HIGHEST, LOWEST, MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import (
    ACTIONS,
    CHIPS,
    DRILLS,
    EVENTS,
    GRADES,
    KINDS,
    ORDERS,
    PLACES,
    Arm,
    Chip,
    Conduct,
    Order,
    Where,
)

MELEE: Final = "melee"  # the relation of units that are locked
CHARGE: Final = "charge"  # of one that charges and whom it charges
MACHINES: Final = KINDS[Arm.VEHICLE :]
NO_TESTS: Final = (KINDS[Arm.NOTABLE], KINDS[Arm.AUTOMATON])  # who never test (R44)
UNTESTED: Final = (*MACHINES, *NO_TESTS)
RETREATS: Final = (ACTIONS[Conduct.BACKS], ACTIONS[Conduct.RUNS])
NO_CHARGE: Final = (ACTIONS[Conduct.MILLS], *RETREATS)
STATES: Final = (
    "figures",
    "place",
    "order",
    "chip",
    "fired",
    "forced",
    "charging",
    "no_action",
    "next_no_action",
    "bad_cartridges",
    "lost_figures",
    "with_unit",
    "falling",
)
PHASES: Final = (
    Phase("chips", "Placing and revealing chips"),
    Phase("moves", "Moves and charges"),
    Phase("events", "Random events"),
    Phase("shooting", "Shooting"),
    Phase("melee", "Melee"),
    Phase("morale", "Morale tests"),
    Phase("end", "End of the turn"),
)
# of each phase of the turn the book's
PHASE_OF: Final = (0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6)


def attributes() -> tuple[Field, ...]:
    """What stands in a roster, the card's figures first."""
    return (
        Field("kind", "what it is", KINDS[Arm.INFANTRY], choices=KINDS),
        Field("start", "figures it started with", 10, 0, MOST_FIGURES),
        Field("grade", "its grade", GRADES[0], choices=GRADES),
        Field("drill", "its drill", DRILLS[0], choices=DRILLS),
        Field("armoured", "figures in power armour, who fall and flee last", 0, 0, MOST_FIGURES),
        Field("protected", "it is protected, as in power armour", default=False),
        Field("armed", "it has something to fire", default=False),
        Field("shells", "it fires shells, which are kept by hand", default=False),
        Field("shoot", "its SHOOT", LOWEST, LOWEST, HIGHEST),
        Field("rof", "rate of fire of each figure", 1, 1, 20),
        Field("melee", "its MELEE", LOWEST, LOWEST, HIGHEST),
        Field("save", "SAVE of a notable person, 0: it is none", 0, 0, HIGHEST),
        Field("army_commander", "he commands the army", default=False),
        Field("figures", "figures left", 10, 0, MOST_FIGURES),
        Field("place", "where it is", PLACES[Where.ON_TABLE], choices=PLACES),
        Field("order", "its order", ORDERS[Order.CLOSE], choices=ORDERS),
        Field("chip", "its chip", CHIPS[Chip.NONE], choices=CHIPS),
        Field("fired", "it has fired this turn", default=False),
        Field("forced", "it was forced to move this turn", default=False),
        Field("charging", "it has declared a charge that is not over", default=False),
        Field("no_action", "it takes no action this turn", default=False),
        Field("next_no_action", "it takes no action next turn", default=False),
        Field("bad_cartridges", "its cartridges are bad this turn", default=False),
        Field("lost_figures", "it has lost figures to hits this turn", default=False),
        Field("with_unit", "the unit that a notable person is with, by its number; -1: none", NOBODY, NOBODY, 999),
        Field("falling", "figures that fall when the losses come off", 0, 0, 1000),
    )


# ---------------------------------------------------------------- from a battle


def book_of(battle: ChipBattle) -> BookState:
    """A battle of the screen without its positions; natives, if some have come, are a side of their own."""
    natives = [unit.id for unit in battle.units if unit.side == battle.sides]
    sides = [*battle.goals.side_names, "Natives"] if natives else battle.goals.side_names[:]
    state = BookState(sides, [book_unit(unit) for unit in battle.units])
    state.turn = max(1, battle.turn)
    state.phase = PHASE_OF[battle.phase]
    state.begun = battle.phase != terms.Phase.DEPLOYING
    state.finished = battle.finished
    state.winner = battle.winner
    state.verdict = battle.verdict
    state.score = [*battle.score, 0] if natives else battle.score[:]
    state.values["haze"] = battle.haze
    for unit in battle.units:
        for foe in unit.locked:
            state.tie(MELEE, unit.id, foe)
        if unit.charging and unit.target >= 0:
            state.tie(CHARGE, unit.id, unit.target)
    return state


def book_unit(unit: Unit) -> BookUnit:
    card = unit.card
    values: dict[str, Value] = {
        "kind": KINDS[unit.kind],
        "start": unit.start,
        "grade": GRADES[card.grade],
        "drill": DRILLS[card.drill],
        "armoured": card.armoured,
        "protected": card.protected,
        "armed": card.weapon is not None,
        "shells": card.weapon is not None and card.weapon.blast is not None,
        "shoot": max(LOWEST, card.shoot),
        "rof": 1 if card.weapon is None else card.weapon.rof,
        "melee": max(LOWEST, card.melee),
        "save": card.save,
        "army_commander": card.army_commander,
        "figures": unit.figures,
        "place": PLACES[unit.place],
        "order": ORDERS[unit.order],
        "chip": CHIPS[unit.chip],
        "fired": unit.fired,
        "forced": unit.forced,
        "charging": unit.charging,
        "no_action": unit.no_action,
        "next_no_action": unit.next_no_action,
        "bad_cartridges": unit.bad_cartridges,
        "lost_figures": unit.lost_figures,
        "with_unit": unit.attached_to,
        "falling": 0,
    }
    return BookUnit(unit.id, unit.name, unit.side, card.id, values)


# ---------------------------------------------------------------- what the book works out


def is_there(unit: BookUnit) -> bool:
    return unit.word("place") != PLACES[Where.GONE]


def is_machine(unit: BookUnit) -> bool:
    return unit.word("kind") in MACHINES


def is_notable(unit: BookUnit) -> bool:
    return unit.word("kind") == KINDS[Arm.NOTABLE]


def notables(state: BookState, unit: int) -> list[BookUnit]:
    """The notable persons with it, in the order of the roster; one on his own is all there is (4.7.1)."""
    if is_notable(state.units[unit]):
        return [state.units[unit]]
    return [other for other in state.units if other.number("with_unit") == unit and is_there(other)]


def body(deed: Deed) -> BookUnit:
    """Whose chip and order hold for who acts: the unit that a notable person is with."""
    host = deed.actor().number("with_unit")
    return deed.actor() if host < 0 else deed.state.units[host]


def figures_of_unit(deed: Deed) -> Value:
    return deed.actor().number("figures")


def heads_of_unit(deed: Deed) -> Value:
    """Figures left, notable persons with them included."""
    return deed.actor().number("figures") + len(notables(deed.state, deed.unit))


def armoured_of_unit(deed: Deed) -> Value:
    """Those without power armour fall and flee first (R109)."""
    count = min(deed.actor().number("armoured"), deed.actor().number("figures"))
    for notable in notables(deed.state, deed.unit):
        count += notable.number("armoured")
    return count


def figures_of_target(deed: Deed) -> Value:
    return max(1, deed.other().number("figures"))


def figures_beside_him(deed: Deed) -> Value:
    """Of a notable person on his own none."""
    return 0 if is_notable(deed.other()) else deed.other().number("figures")


def first_save(deed: Deed) -> Value:
    found = notables(deed.state, deed.target)
    return found[0].number("save") if found else 0


def second_save(deed: Deed) -> Value:
    found = notables(deed.state, deed.target)
    return found[1].number("save") if len(found) > 1 else 0


def several_with_target(deed: Deed) -> bool:
    return len(notables(deed.state, deed.target)) > 1


def is_moving(deed: Deed) -> Value:
    """A Moving chip, or a forced move (R30)."""
    return body(deed).word("chip") == CHIPS[Chip.MOVING] or body(deed).flag("forced")


def fires_volley(deed: Deed) -> Value:
    """Close-order infantry at a unit that charges; who only walks with infantry fires no volleys."""
    unit = deed.actor()
    if unit.word("kind") != KINDS[Arm.INFANTRY] or unit.word("order") != ORDERS[Order.CLOSE]:
        return False
    return deed.other().flag("charging")


def fights_loose(deed: Deed) -> Value:
    return body(deed).word("order") == ORDERS[Order.LOOSE] and not is_notable(body(deed))


def is_led(deed: Deed) -> bool:
    """Is an army commander of its side still there?"""
    for unit in deed.state.units:
        if unit.side == deed.actor().side and unit.flag("army_commander") and is_there(unit):
            return True
    return False


def has_gun(deed: Deed) -> bool:
    return deed.actor().word("kind") == KINDS[Arm.GUN]


def charges_somebody(deed: Deed) -> bool:
    """Is whom it charges still there?"""
    return len(deed.state.tied(CHARGE, deed.unit)) > 0


def in_close_order(deed: Deed) -> bool:
    return deed.other().word("order") == ORDERS[Order.CLOSE]


# ---------------------------------------------------------------- why not


def bars_machines(deed: Deed) -> str:
    for unit in (deed.actor(), deed.other()):
        if is_machine(unit):
            return f"{unit.name} is a machine: what it does and suffers is kept by hand, by overrule"
    return ""


def bars_fire(deed: Deed) -> str:
    unit = deed.actor()
    bar = bars_machines(deed)
    if bar:
        return bar
    if unit.flag("shells"):
        return f"{unit.name} fires shells: these are kept by hand, by overrule"
    if not unit.flag("armed"):
        return f"{unit.name} has nothing to fire"
    if unit.flag("fired"):
        return f"{unit.name} has fired this turn"
    if unit.flag("bad_cartridges"):
        return f"{unit.name} has bad cartridges this turn"
    if deed.other().word("place") == PLACES[Where.ATTACHED]:
        return f"{deed.other().name} is with a unit, and cannot be shot at alone"
    return ""


def bars_test(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("kind") == KINDS[Arm.VEHICLE]:
        return f"{unit.name} is a machine: its tests are kept by hand, by overrule"
    return f"{unit.name} never tests morale (R44)" if unit.word("kind") in NO_TESTS else ""


def bars_charge(deed: Deed) -> str:
    unit = deed.actor()
    return f"{unit.name}: guns never charge" if unit.word("kind") == KINDS[Arm.GUN] else ""


def bars_ending(deed: Deed) -> str:
    return "" if deed.actor().flag("charging") else f"{deed.actor().name} does not charge"


def bars_apart(deed: Deed) -> str:
    if deed.target in deed.state.tied(MELEE, deed.unit):
        return ""
    return f"{deed.actor().name} is not in melee with {deed.other().name}"


def bars_attaching(deed: Deed) -> str:
    if not is_notable(deed.actor()):
        return f"{deed.actor().name} is no notable person"
    return f"{deed.other().name} is no unit of figures" if deed.other().word("kind") in NO_TESTS else ""


def bars_detaching(deed: Deed) -> str:
    return "" if deed.actor().number("with_unit") >= 0 else f"{deed.actor().name} is with no unit"


def bars_losses(deed: Deed) -> str:
    for unit in deed.state.units:
        if unit.number("falling"):
            return ""
    return "no figures fall now"


# ---------------------------------------------------------------- what no row can say


def after_fire(deed: Deed) -> None:
    """Whoever fires with a unit, the unit has fired."""
    body(deed).values["fired"] = True
    dealt_out(deed)


def dealt_out(deed: Deed) -> None:
    """So many will fall when all is rolled, figures and notable persons."""
    target = deed.other()
    if not is_notable(target):
        target.values["falling"] = min(1000, target.number("falling") + deed.number("lost"))
    found = notables(deed.state, deed.target)
    first = deed.number("which") - 1 if len(found) > 1 else 0
    for number in range(deed.number("notables_lost")):
        found[(first + number) % len(found)].values["falling"] = 1
    for unit in deed.state.units:
        if unit.number("falling") and not owed(deed.state, "losses", NOBODY):
            deed.state.due.append(Due("losses", NOBODY, NOBODY, "all have rolled", must=True))


def owed(state: BookState, procedure: str, unit: int) -> bool:
    for due in state.due:
        if due.procedure == procedure and due.unit == unit:
            return True
    return False


def take_off(deed: Deed) -> None:
    """A unit loses no more than it has, and tests in the morale phase (4.8.4)."""
    state = deed.state
    for unit in state.units:
        falling = unit.number("falling")
        if falling:
            unit.values["falling"] = 0
            unit.values["figures"] = max(0, unit.number("figures") - falling)
            host = unit.number("with_unit")
            hurt = unit if host < 0 else state.units[host]
            hurt.values["lost_figures"] = True
    for unit in state.units:
        tests = unit.word("kind") not in UNTESTED
        if tests and unit.flag("lost_figures") and not owed(state, "morale", unit.id):
            state.due.append(Due("morale", unit.id, NOBODY, "it has lost figures to hits this turn", must=True))


def after_test(deed: Deed) -> None:
    """One row of the failure table (4.13)."""
    unit = deed.actor()
    action = deed.word("result")
    if action == ACTIONS[Conduct.CLOSES_UP]:
        unit.values["order"] = ORDERS[Order.CLOSE]
    elif action == ACTIONS[Conduct.MILLS]:
        unit.values["next_no_action"] = True
    elif action in RETREATS and unit.number("figures"):
        if deed.flag("left"):
            leave(deed.state, deed.unit)
        else:
            unit.values["forced"] = True
            deed.state.loosen(MELEE, deed.unit)


def after_charge_test(deed: Deed) -> None:
    """Who has failed charges no more, unless it is as if he had passed."""
    after_test(deed)
    if deed.word("result") in NO_CHARGE:
        deed.actor().values["charging"] = False
        deed.state.loosen(CHARGE, deed.unit)


def after_charge(deed: Deed) -> None:
    """Home: the two are in melee (R70)."""
    state = deed.state
    if charges_somebody(deed) and deed.flag("home"):
        for foe in state.tied(CHARGE, deed.unit):
            state.tie(MELEE, deed.unit, foe)
            for unit, target in ((deed.unit, foe), (foe, deed.unit)):
                state.due.append(Due("melee", unit, target, "the charge is home", must=False))
    deed.actor().values["charging"] = False
    state.loosen(CHARGE, deed.unit)


def leave(state: BookState, unit: int) -> None:
    """The whole unit is off the table, with whoever is attached."""
    if not is_notable(state.units[unit]):
        for each in notables(state, unit):
            each.values["figures"] = 0
            each.values["with_unit"] = NOBODY
    state.units[unit].values["figures"] = 0


def after_gone(deed: Deed) -> None:
    leave(deed.state, deed.unit)
    deed.actor().values["place"] = PLACES[Where.GONE]


def after_attaching(deed: Deed) -> None:
    """He acts with it from now on (R72)."""
    unit = deed.actor()
    unit.values["place"] = PLACES[Where.ATTACHED]
    unit.values["with_unit"] = deed.target
    unit.values["chip"] = CHIPS[Chip.NONE]


def after_detaching(deed: Deed) -> None:
    """What his unit did this turn he has done; he has a chip of his own."""
    set_free(deed.state, deed.actor())


def set_free(state: BookState, notable: BookUnit) -> None:
    host = state.units[notable.number("with_unit")]
    notable.values["place"] = PLACES[Where.ON_TABLE]
    notable.values["with_unit"] = NOBODY
    notable.values["fired"] = host.flag("fired")
    notable.values["forced"] = host.flag("forced")
    for foe in state.tied(MELEE, host.id):
        state.tie(MELEE, notable.id, foe)


# ---------------------------------------------------------------- the rows

WHICH: Final = Fact(
    Field("which", "which of the notable persons is out if one is: 1 the first in the roster", 1, 1, 9),
    after=(WHO.why,),
    only=several_with_target,
)
LEFT: Final = Fact(Field("left", "it went over the edge of the table", default=False), after=(FAILS.why,))
SHOT: Final = (
    Input("figures", ASKED, work=figures_of_unit),
    Input("rof", UNIT, key="rof"),
    Input("shoot", UNIT, key="shoot"),
    Input("range", ASKED),
    Input("moving", WORKED, work=is_moving),
    Input("volley", WORKED, work=fires_volley),
    Input("kind", TARGET, key="kind"),
    Input("order", TARGET, key="order"),
    Input("cover", ASKED),
    Input("grade", TARGET, key="grade"),
    Input("protected", TARGET, key="protected"),
    Input("enfiladed", ASKED, only=in_close_order),
    Input("target", WORKED, work=figures_of_target),
    Input("save1", WORKED, work=first_save),
    Input("save2", WORKED, work=second_save),
)
BLOWS: Final = (
    Input("strikers", ASKED, work=figures_of_unit),
    Input("melee", UNIT, key="melee"),
    Input("loose", WORKED, work=fights_loose),
    Input("cover", ASKED),
    Input("save", FIXED, value=0),
    Input("notable_melee", FIXED, value=6),
    Input("leaving", WORKED, work=figures_beside_him),
    Input("leaving_save", WORKED, work=first_save),
)
FLED: Final = (Change(UNIT, "figures", TAKE, by="flee"),)


def test_inputs(*, charging: bool, receiving: bool) -> tuple[Input, ...]:
    return (
        Input("figures", WORKED, work=heads_of_unit),
        Input("order", UNIT, key="order"),
        Input("cover", ASKED),
        Input("drill", UNIT, key="drill"),
        Input("armoured", WORKED, work=armoured_of_unit),
        Input("commander", ASKED, only=is_led),
        Input("gun", ASKED, only=has_gun),
        Input("charging", FIXED, value=charging),
        Input("at_vehicle", FIXED, value=False),
        Input("receiving", FIXED, value=receiving),
    )


PROCEDURES: Final = (
    Procedure(
        "chip",
        "A chip is turned",
        facts=(Fact(Field("chip", "its chip", CHIPS[Chip.MOVING], choices=CHIPS)),),
        changes=(Change(UNIT, "chip", SET, by="chip"),),
        said="has its chip turned",
    ),
    Procedure(
        "order",
        "Another order",
        facts=(Fact(Field("order", "how it stands now", ORDERS[Order.CLOSE], choices=ORDERS)),),
        changes=(Change(UNIT, "order", SET, by="order"),),
        said="changes its order",
    ),
    Procedure(
        "charge",
        "A charge is declared",
        target=ENEMY,
        changes=(Change(UNIT, "charging", SET, value=True),),
        ties=(Tie(CHARGE, join=True),),
        thens=(
            Then("shoot", "the target may fire as the charge is declared", turned=True),
            Then("charge-test", "it tests to charge"),
            Then("receive", "it charges: who is charged tests to receive it", turned=True),
            Then("charge-ends", "then it has come home, or not"),
        ),
        bars=bars_charge,
        said="declares a charge at",
    ),
    Procedure(
        "charge-test",
        "Morale test to charge",
        form="morale",
        inputs=test_inputs(charging=True, receiving=False),
        facts=(LEFT,),
        changes=FLED,
        bars=bars_test,
        work=after_charge_test,
    ),
    Procedure(
        "receive",
        "Morale test to receive a charge",
        form="morale",
        inputs=test_inputs(charging=False, receiving=True),
        facts=(LEFT,),
        changes=FLED,
        bars=bars_test,
        work=after_test,
    ),
    Procedure(
        "charge-ends",
        "A charge is over",
        facts=(Fact(Field("home", "it came home", default=True), only=charges_somebody),),
        bars=bars_ending,
        work=after_charge,
        said="ends its charge",
    ),
    Procedure(
        "random-event",
        "Random events",
        form="random-event",
        inputs=(Input("sure", FIXED, value=False),),
        changes=(Change(BOOK, "haze", SET, value=True, when="event", among=(EVENTS[1],)),),
        free=True,
    ),
    Procedure(
        "bad-cartridges",
        "Bad cartridges",
        changes=(Change(UNIT, "bad_cartridges", SET, value=True),),
        said="has bad cartridges this turn",
    ),
    Procedure(
        "shoot",
        "Shooting",
        form="shoot",
        target=ENEMY,
        inputs=SHOT,
        facts=(WHICH,),
        changes=(Change(UNIT, "fired", SET, value=True),),
        bars=bars_fire,
        work=after_fire,
    ),
    Procedure(
        "melee",
        "Melee",
        form="break-off",
        target=ENEMY,
        inputs=BLOWS,
        facts=(WHICH,),
        bars=bars_machines,
        work=dealt_out,
    ),
    Procedure(
        "free-dice",
        "Free dice as it breaks off",
        form="break-off",
        target=ENEMY,
        inputs=BLOWS,
        facts=(WHICH,),
        bars=bars_machines,
        work=dealt_out,
    ),
    Procedure("losses", "The losses come off", bars=bars_losses, work=take_off, said="All losses come off", free=True),
    Procedure(
        "morale",
        "Morale test",
        form="morale",
        inputs=test_inputs(charging=False, receiving=False),
        facts=(LEFT,),
        changes=FLED,
        bars=bars_test,
        work=after_test,
    ),
    Procedure(
        "attach",
        "A notable person joins a unit",
        target=FRIEND,
        bars=bars_attaching,
        work=after_attaching,
        said="joins",
    ),
    Procedure(
        "detach",
        "A notable person leaves his unit",
        bars=bars_detaching,
        work=after_detaching,
        said="goes on alone",
    ),
    Procedure("touch", "Two units touch", target=ENEMY, ties=(Tie(MELEE, join=True),), said="is in melee with"),
    Procedure(
        "part",
        "Two units no longer touch",
        target=ENEMY,
        ties=(Tie(MELEE, join=False),),
        bars=bars_apart,
        said="is out of melee with",
    ),
    Procedure("gone", "A unit leaves the table", work=after_gone, said="is gone from the table"),
)


# ---------------------------------------------------------------- the turn, who is gone


def begin(rules: Any, state: BookState) -> None:
    for unit in state.units:
        if unit.word("place") == PLACES[Where.WAITING]:
            unit.values["place"] = PLACES[Where.ON_TABLE]


def next_turn(rules: Any, state: BookState) -> None:
    """What was marked for this turn only is gone, and who must not act next turn does not act now."""
    state.values["haze"] = False
    state.ties[CHARGE] = []
    for unit in state.units:
        unit.values["chip"] = CHIPS[Chip.NONE]
        for name in ("fired", "forced", "charging", "bad_cartridges", "lost_figures"):
            unit.values[name] = False
        unit.values["no_action"] = unit.values["next_no_action"]
        unit.values["next_no_action"] = False


def settle(rules: Any, state: BookState) -> None:
    """A unit without figures is gone: it fights nobody, and notable persons who were with it are alone (4.7.2)."""
    for unit in state.units:
        if is_there(unit) and not is_machine(unit) and unit.number("figures") == 0:
            unit.values["place"] = PLACES[Where.GONE]
            unit.values["charging"] = False
            unit.values["lost_figures"] = False
            unit.values["falling"] = 0
            if not is_notable(unit):
                for notable in notables(state, unit.id):
                    set_free(state, notable)
                    notable.values["chip"] = unit.values["chip"]
    for unit in state.units:
        if not is_there(unit):
            unit.values["with_unit"] = NOBODY
            state.loosen(CHARGE, unit.id)
            state.loosen(MELEE, unit.id)


def comes_on(rules: Any, state: BookState, unit: BookUnit) -> None:
    """Who joins a battle that goes on stands on the table."""
    if state.begun:
        unit.values["place"] = PLACES[Where.ON_TABLE]


def book_rows(rules: ChipRules) -> BookRows:
    return BookRows(
        "orderchips",
        rules,
        attributes=attributes(),
        states=STATES,
        relations=(MELEE, CHARGE),
        procedures=PROCEDURES,
        settle=settle,
        is_there=is_there,
        own=(Field("haze", "haze: no fire at long range this turn", default=False),),
        refers=("with_unit",),
        phases=PHASES,
        begin=begin,
        next_turn=next_turn,
        joining=Joining("figures", whole=("start",), strangers="Natives", parts=True, comes=comes_on),
    )
