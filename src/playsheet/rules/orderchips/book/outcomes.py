"""What no row can say of what comes of a procedure: losses, morale, charges, who is with whom."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import NOBODY, BookCard, BookState, BookUnit, Deed, Due
from playsheet.core.dice import Scripted
from playsheet.core.words import nth
from playsheet.rules.orderchips.book.machines import (
    BANDS,
    FIRED,
    HITS,
    PIERCED,
    SHELL,
    After,
    drop_hits,
    enemy_players,
    engine_through,
    hit_through,
    side_of_player,
    strike_at,
    waiting,
    wild_through,
)
from playsheet.rules.orderchips.book.sources import (
    body,
    captor_of,
    charges_somebody,
    class_fired,
    could_fire,
    has_power_to_go,
    may_choose_when,
    most_inside,
    players,
    prize_takes_several,
    weapon_used,
)
from playsheet.rules.orderchips.book.written import (
    CHARGE,
    ENGINE_WORDS,
    MELEE,
    MOVES_PHASE,
    NO_CHARGE,
    NO_FIT,
    NO_SHELL,
    RETREATS,
    STANDS,
    UNTESTED,
    is_machine,
    is_notable,
    machine_of,
    machine_values,
    notables,
)
from playsheet.rules.orderchips.calculator.morale import PASSED
from playsheet.rules.orderchips.dice.melee import recoil
from playsheet.rules.orderchips.dice.repair import conditions, mend
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import (
    ACTIONS,
    ATTITUDES,
    CHIPS,
    CLASSES,
    CONDITIONS,
    EVENTS,
    HAYWIRES,
    KINDS,
    ORDERS,
    PLACES,
    VEHICLE_ROWS,
    Arm,
    Attitude,
    Chip,
    Conduct,
    Haywire,
    HitBy,
    Mendable,
    Order,
    RandomEvent,
    VehicleFailure,
    Where,
)
from playsheet.tabletop.machines.machine import ABANDONED, CAPTURED_BY_FOE, EXPLODED, FATES, IN_PLAY, RUNNING, STALLED

NATIVES: Final = "Natives"
NATIVE: Final = "Native"
UNDER_IT: Final = ("under-figures", "under-notable", "under-gun", "under-machine")


def has_fired(deed: Deed) -> None:
    """Whoever fires with a unit, the unit has fired; of a machine that weapon."""
    body(deed).values["fired"] = True
    deed.actor().values["fired"] = True
    if is_machine(deed.actor()):
        key = f"{FIRED} {deed.unit}"
        deed.state.waiting[key] = [*deed.state.waiting.get(key, []), weapon_used(deed)]


def after_fire(deed: Deed) -> None:
    has_fired(deed)
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


def owed(state: BookState, procedure: str, unit: int) -> bool:
    for due in state.due:
        if due.procedure == procedure and due.unit == unit:
            return True
    return False


def take_off(deed: Deed) -> None:
    """A unit loses no more than it has, and tests in the morale phase (4.8.4)."""
    state = deed.state
    for unit in state.units:
        if unit.flag("gun_falls"):
            unit.values["gun_falls"] = False
            unit.values["gun_lost"] = True
            unit.values["unmanned"] = True
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
            if unit.word("kind") == KINDS[Arm.GUN]:
                unit.values["unmanned"] = True  # it leaves its gun behind (R74)


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
    if is_machine(state.units[unit]):
        state.units[unit].values["place"] = PLACES[Where.GONE]


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


# ---------------------------------------------------------------- shells, and hits on machines


def after_shell(deed: Deed) -> None:
    has_fired(deed)
    if deed.flag("hit"):
        laid(deed, CLASSES.index(str(class_fired(deed))))
        target = deed.other()
        if not is_notable(target):
            target.values["falling"] = min(1000, target.number("falling") + deed.number("struck"))


def laid(deed: Deed, shell: int) -> None:
    """A template: who else stands under it is said next."""
    deed.state.waiting[SHELL] = [shell, deed.unit]
    for procedure in UNDER_IT:
        if not owed(deed.state, procedure, NOBODY):
            deed.state.due.append(Due(procedure, NOBODY, NOBODY, "it stood under the template", must=False))


def after_figures_under(deed: Deed) -> None:
    unit = deed.actor()
    unit.values["falling"] = min(1000, unit.number("falling") + deed.number("struck"))


def after_notable_under(deed: Deed) -> None:
    if not deed.flag("saved"):
        deed.actor().values["falling"] = 1


def after_gun_under(deed: Deed) -> None:
    if deed.flag("wrecked"):
        deed.actor().values["gun_falls"] = True


def after_machine_under(deed: Deed) -> None:
    rules: ChipRules = deed.rules
    shell, by = deed.state.waiting[SHELL]
    whose = Deed(deed.rules, deed.state, by, deed.unit)
    strike_at(whose, deed.actor(), rules.blasts[CLASSES[shell]].save.id, HitBy.SHOT, 1)


def after_fire_at_machine(deed: Deed) -> None:
    rules: ChipRules = deed.rules
    has_fired(deed)
    row = rules.save_against(CLASSES.index(str(class_fired(deed))))
    strike_at(deed, deed.other(), row.id, HitBy.SHOT, deed.number("hits"))


def after_assault(deed: Deed) -> None:
    """Its saves, and by switch those of a machine that rams (R16)."""
    rules: ChipRules = deed.rules
    unit = deed.actor()
    hits = deed.number("hits")
    if not is_machine(unit):
        row = rules.save_in_melee(unit.flag("explosives")).id
        strike_at(deed, deed.other(), row, HitBy.BY_FIGURES, hits)
        return
    strike_at(deed, deed.other(), "special" if unit.flag("special") else "machine", HitBy.BY_MACHINE, hits)
    ram_too(deed, hits)


def ram_too(deed: Deed, hits: int) -> None:
    rules: ChipRules = deed.rules
    if is_machine(deed.actor()) and is_machine(deed.other()):
        back = Deed(deed.rules, deed.state, deed.target, deed.unit)
        strike_at(back, deed.actor(), "machine", HitBy.BY_MACHINE, len(recoil(rules, hits)))


def after_hit(deed: Deed) -> None:
    """The same dice once more: the machine as it is by now."""
    state = deed.state
    unit = deed.actor()
    rules: ChipRules = deed.rules
    by = waiting(state, HITS, deed.unit)[2]
    state.waiting[f"{HITS} {deed.unit}"] = waiting(state, HITS, deed.unit)[3:]
    after = hit_through(Scripted(deed.dice), rules, deed.situation)
    unit.values["was_hit"] = True
    before = unit.values["penetrated"]
    put_back(deed, after)
    if not after.paper.did_harm:  # as on the table, where it is noted with what it did
        state.waiting[f"{PIERCED} {deed.unit}"] = [1] if after.machine.penetrated else []
        unit.values["penetrated"] = before
    if after.paper.tested:
        unit.values["crew_does"] = VEHICLE_ROWS[after.paper.crew_does]
        if not rules.crew_test_extra:
            unit.values["hit_tested"] = True
    fate = after.machine.fate
    if fate == IN_PLAY:
        return
    drop_hits(state, deed.unit)
    unit.values["fit"] = NO_FIT
    if fate == EXPLODED:
        unit.values["explodes"] = after.machine.shell
    elif fate == CAPTURED_BY_FOE:
        unit.values["captor"] = by
    else:
        out(unit)


def put_back(deed: Deed, after: After) -> None:
    """The machine as it is now, and a haywire result that is still to be carried out."""
    unit = deed.actor()
    unit.values.update(machine_values(after.machine))
    if after.paper.fit == Haywire.OBEYS:
        return
    unit.values["fit"] = HAYWIRES[after.paper.fit]
    if after.paper.player >= 0:
        enemies = enemy_players(deed.state, unit.number("own_side"))
        unit.values["next_side"] = side_of_player(deed.state, enemies[after.paper.player])


def out(unit: BookUnit) -> None:
    """A wreck, or not even that."""
    unit.values["place"] = PLACES[Where.GONE]


def after_explosion(deed: Deed) -> None:
    unit = deed.actor()
    laid(deed, CLASSES.index(unit.word("explodes")))
    unit.values["explodes"] = NO_SHELL
    out(unit)


def after_capture(deed: Deed) -> None:
    """Survivors of the unit whose hit it was get in; else it is abandoned (4.10.8)."""
    unit = deed.actor()
    captor = captor_of(deed)
    several = prize_takes_several(deed)
    unit.values["captor"] = NOBODY
    unit.values["crew_does"] = STANDS
    nobody = captor is None or captor.word("place") != PLACES[Where.ON_TABLE] or captor.number("player") == 0
    if captor is None or nobody:
        unit.values["fate"] = FATES[ABANDONED]
        unit.values["crew"] = 0
        out(unit)
        return
    inside = min(deed.number("inside"), most_inside(deed, captor)) if several else 1
    captor.values["figures"] = captor.number("figures") - inside
    unit.values["fate"] = FATES[IN_PLAY]
    unit.values["crew"] = inside
    unit.values["crew_lost"] = 0
    if unit.word("engine") == ENGINE_WORDS[RUNNING]:
        unit.values["engine"] = ENGINE_WORDS[STALLED]
    unit.values["was_hit"] = False
    unit.values["next_no_action"] = True
    unit.side = captor.side


# ---------------------------------------------------------------- machines of their own accord


def after_drive(deed: Deed) -> None:
    put_back(deed, engine_through(Scripted(deed.dice), deed.rules, deed.situation))


def after_wild(deed: Deed) -> None:
    put_back(deed, wild_through(Scripted(deed.dice), deed.rules, deed.situation))


def after_fit(deed: Deed) -> None:
    unit = deed.actor()
    if unit.word("fit") == HAYWIRES[Haywire.RESETS]:
        unit.values["no_action"] = True
        unit.values["next_no_action"] = True
    unit.values["fit"] = NO_FIT


def after_repair(deed: Deed) -> None:
    """All is mended, or by switch one thing; it is idle for the rest of this turn (4.14.3)."""
    deed.actor().values["tried_repair"] = True
    if not deed.flag("repaired"):
        return
    rules: ChipRules = deed.rules
    unit = deed.other()
    machine = machine_of(rules, unit.values)
    controlled = unit.side + 1 != unit.number("own_side") or unit.number("next_side") > 0
    found = conditions(machine, controlled=controlled)
    if rules.repairs_one and len(found) > 1:
        found = [CONDITIONS.index(deed.word("mended"))]
    for condition in found:
        mend(machine, condition)
    unit.values.update(machine_values(machine))
    unit.values["no_action"] = True
    if machine.haywire == Haywire.OBEYS:
        unit.values["next_no_action"] = False
        unit.values["fit"] = NO_FIT
        unit.values["next_side"] = 0
    if Mendable.MIND in found:
        unit.side = unit.number("own_side") - 1


# ---------------------------------------------------------------- crews


def after_vehicle_test(deed: Deed) -> None:
    deed.actor().values["hit_tested"] = True
    crew_acts(deed, deed.word("result"))


def after_vehicle_receives(deed: Deed) -> None:
    crew_acts(deed, deed.word("result"))


def after_vehicle_charge_test(deed: Deed) -> None:
    """Whoever has failed charges no more, unless it is as if he had passed."""
    crew_acts(deed, deed.word("result"))
    if deed.word("result") not in (PASSED, STANDS):
        deed.actor().values["charging"] = False
        deed.state.loosen(CHARGE, deed.unit)


def after_crew_acts(deed: Deed) -> None:
    row = deed.actor().word("crew_does")
    deed.actor().values["crew_does"] = STANDS
    crew_acts(deed, row)


def crew_acts(deed: Deed, result: str) -> None:
    """One row of the column of vehicles (4.13)."""
    unit = deed.actor()
    if result in (PASSED, STANDS):
        return
    row = VEHICLE_ROWS.index(result)
    if row == VehicleFailure.CONFUSED:
        confuse(deed)
    elif row == VehicleFailure.NO_ACTION:
        unit.values["next_no_action"] = True
    else:
        if row == VehicleFailure.FLEE and bails_out(deed):
            return
        if not has_power_to_go(unit):
            return
        if deed.flag("left"):
            leave(deed.state, deed.unit)
        else:
            unit.values["forced"] = True
            deed.state.loosen(MELEE, deed.unit)


def confuse(deed: Deed) -> None:
    """In the moves it sits still this turn, later it does nothing next turn; by switch as its owner says (R20)."""
    now = deed.state.phase == MOVES_PHASE
    if may_choose_when(deed):
        now = deed.flag("this_turn")
    if now:
        deed.actor().values["charging"] = False
    else:
        deed.actor().values["next_no_action"] = True


def bails_out(deed: Deed) -> bool:
    """A crewman leaves for good; without crew it is abandoned (R40)."""
    rules: ChipRules = deed.rules
    unit = deed.actor()
    gone = min(rules.bail, unit.number("crew"))
    unit.values["crew"] = unit.number("crew") - gone
    unit.values["crew_lost"] = unit.number("crew_lost") + gone
    if unit.number("crew") > 0:
        return False
    unit.values["fate"] = FATES[ABANDONED]
    out(unit)
    return True


# ---------------------------------------------------------------- random events


def after_event(deed: Deed) -> None:
    """Bands are still to come; cartridges are bad somewhere."""
    event = EVENTS.index(deed.word("event")) if deed.word("event") in EVENTS else -1
    state = deed.state
    state.waiting[BANDS] = [deed.number("bands"), 1 if event == RandomEvent.ALLIES else 0]
    if event == RandomEvent.BAD_CARTRIDGES and could_fire(state):
        state.due.append(Due("bad-cartridges", NOBODY, NOBODY, "the random event", must=True))


def after_cartridges(deed: Deed) -> None:
    could_fire(deed.state)[deed.number("which") - 1].values["bad_cartridges"] = True


def after_band(deed: Deed) -> None:
    """They stand in the roster from now on, if there was room for them; friends of a player are his."""
    state = deed.state
    state.waiting[BANDS] = [state.waiting[BANDS][0] - 1, state.waiting[BANDS][1]]
    if not deed.flag("room"):
        return
    card = deed.word("card")
    if not deed.line:
        for each in deed.cards:
            if each.id == card:
                deed.line = {name: each.values[name] for name in each.values}
    values = {name: deed.line[name] for name in deed.line}
    values["figures"] = deed.number("figures")
    values["start"] = deed.number("figures")
    values["order"] = ORDERS[Order.LOOSE]
    values["place"] = PLACES[Where.ON_TABLE]
    friends = deed.word("attitude") == ATTITUDES[Attitude.FRIENDLY]
    player = players(state)[deed.number("player") - 1] if friends else 0
    side = side_of_player(state, player) if friends else side_of_natives(state)
    values["player"] = player
    values["own_side"] = side
    unit = state.join(band_name(state, deed.cards, card), side - 1, card, values)
    unit.first = {name: values[name] for name in values}


def side_of_natives(state: BookState) -> int:
    """By its number, from 1; they may be the first."""
    if NATIVES not in state.sides:
        state.sides.append(NATIVES)
        state.score.append(0)
    return state.sides.index(NATIVES) + 1


def band_name(state: BookState, cards: list[BookCard], card: str) -> str:
    """`Native Spear Warriors`; the next of the kind `2nd Native Spear Warriors`."""
    name = card
    for each in cards:
        if each.id == card:
            name = each.name
    if not name.startswith(NATIVE):
        name = f"{NATIVE} {name}"
    alike = 0
    for unit in state.units:
        if unit.entry and unit.card == card:
            alike += 1
    found = name if alike == 0 else f"{nth(alike + 1)} {name}"
    taken = [unit.name for unit in state.units]
    while found in taken:
        alike += 1
        found = f"{nth(alike + 1)} {name}"
    return found
