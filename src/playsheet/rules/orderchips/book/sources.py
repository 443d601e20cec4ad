"""Where the inputs of the sheet's forms come from: what the book works out of what it knows."""

from __future__ import annotations

from playsheet.core.book_rows import BookState, BookUnit, Deed
from playsheet.core.forms import Value
from playsheet.rules.orderchips.book.machines import BANDS
from playsheet.rules.orderchips.book.written import (
    CHARGE,
    ENGINE_WORDS,
    NO_WEAPON,
    SHOOTING_PHASE,
    WEAPONS,
    is_machine,
    is_notable,
    is_there,
    notables,
)
from playsheet.rules.orderchips.sheet.tables import LOWEST, ChipRules
from playsheet.rules.orderchips.terms import (
    CHIPS,
    CLASSES,
    HAYWIRES,
    KINDS,
    ORDERS,
    PLACES,
    Arm,
    Chip,
    Haywire,
    Order,
    WeaponClass,
    Where,
)
from playsheet.tabletop.machines.machine import FATES, IN_PLAY, RUNNING


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
    """A Moving chip, or a forced move (R30); a haywire automaton that could not reach whom it attacks (R76)."""
    if is_wild(deed.actor()) and deed.state.phase == SHOOTING_PHASE:
        return True
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


# ---------------------------------------------------------------- guns and machines


def is_wild(unit: BookUnit) -> bool:
    """Does it attack whoever is nearest, friend or foe?"""
    return unit.word("haywire") == HAYWIRES[Haywire.ATTACK]


def working(unit: BookUnit) -> list[int]:
    """A machine's weapons that work, by their numbers on its card."""
    return [number for number in WEAPONS if unit.number(f"left_{number}") > 0]


def several_weapons(deed: Deed) -> bool:
    return len(working(deed.actor())) > 1


def is_of_figures(deed: Deed) -> bool:
    """It fires figure by figure; a machine's weapon and a gun fire as one."""
    unit = deed.actor()
    return not is_machine(unit) and not (unit.word("kind") == KINDS[Arm.GUN] and unit.number("per_crew") == 0)


def weapon_used(deed: Deed) -> int:
    """The one that is said, or the only one; 0: none works."""
    found = working(deed.actor())
    if len(found) > 1:
        return deed.number("weapon_fired")
    return found[0] if found else 0


def class_fired(deed: Deed) -> Value:
    unit = deed.actor()
    if not is_machine(unit):
        return unit.word("weapon")
    used = weapon_used(deed)
    return unit.word(f"weapon_{used}") if used else NO_WEAPON


def shoot_fired(deed: Deed) -> Value:
    unit = deed.actor()
    if not is_machine(unit):
        return unit.number("shoot")
    used = weapon_used(deed)
    return max(LOWEST, unit.number(f"left_{used}")) if used else LOWEST


def rof_fired(deed: Deed) -> Value:
    unit = deed.actor()
    if not is_machine(unit):
        return unit.number("rof")
    used = weapon_used(deed)
    return unit.number(f"rof_{used}") if used else 1


def bursts(deed: Deed) -> bool:
    return class_fired(deed) in CLASSES[WeaponClass.GRENADE :]


def firing(deed: Deed) -> Value:
    """Figures that fire; of a Gatling no more than serve it; a gun, or a machine's weapon."""
    unit = deed.actor()
    if not is_of_figures(deed):
        return 1
    figures = unit.number("figures")
    return min(figures, unit.number("per_crew")) if unit.number("per_crew") else figures


def dice_of_unit(deed: Deed) -> Value:
    unit = deed.actor()
    return unit.number("melee_dice") if is_machine(unit) else unit.number("figures")


def melee_of_unit(deed: Deed) -> Value:
    unit = deed.actor()
    return max(LOWEST, unit.number("machine_melee")) if is_machine(unit) else unit.number("melee")


def size_of_target(deed: Deed) -> Value:
    return deed.other().word("size")


def kind_of_target(deed: Deed) -> Value:
    return deed.other().word("kind")


def charges_vehicle(deed: Deed) -> Value:
    """Infantry that charges one (R33)."""
    unit = deed.actor()
    if unit.word("kind") != KINDS[Arm.INFANTRY]:
        return False
    for foe in deed.state.tied(CHARGE, deed.unit):
        if deed.state.units[foe].word("kind") == KINDS[Arm.VEHICLE]:
            return True
    return False


def can_be_by_its_gun(deed: Deed) -> bool:
    return has_gun(deed) and not deed.actor().flag("gun_lost")


def lost_of(deed: Deed, what: str, card: str) -> int:
    return max(0, deed.actor().number(card) - deed.actor().number(what))


def armor_lost(deed: Deed) -> Value:
    return lost_of(deed, "armor", "card_armor")


def sustain_lost(deed: Deed) -> Value:
    return lost_of(deed, "sustain", "card_sustain")


def speed_lost(deed: Deed) -> Value:
    return lost_of(deed, "speed", "card_speed")


def melee_lost(deed: Deed) -> Value:
    return lost_of(deed, "machine_melee", "card_melee")


def crew_tests(deed: Deed) -> Value:
    """By switch always, else once a turn (R14)."""
    rules: ChipRules = deed.rules
    return rules.crew_test_extra or not deed.actor().flag("hit_tested")


def stands_still(deed: Deed) -> Value:
    return body(deed).word("chip") == CHIPS[Chip.STATIONARY]


def has_power_to_go(unit: BookUnit) -> bool:
    return unit.word("engine") == ENGINE_WORDS[RUNNING] and not unit.flag("immobile")


def explodes_like(deed: Deed) -> Value:
    return deed.actor().word("explodes")


def mends_one(deed: Deed) -> bool:
    rules: ChipRules = deed.rules
    return rules.repairs_one


def may_choose_when(deed: Deed) -> bool:
    rules: ChipRules = deed.rules
    return rules.owner_confused


def prize_takes_several(deed: Deed) -> bool:
    """Is it to be said how many figures get in?"""
    captor = captor_of(deed)
    return captor is not None and not is_notable(captor) and most_inside(deed, captor) > 1


def captor_of(deed: Deed) -> BookUnit | None:
    by = deed.actor().number("captor")
    return deed.state.units[by] if by >= 0 else None


def most_inside(deed: Deed, captor: BookUnit) -> int:
    return min(captor.number("figures"), deed.actor().number("card_crew"))


# ---------------------------------------------------------------- natives


def players(state: BookState) -> list[int]:
    found: list[int] = []
    for unit in state.units:
        player = unit.number("player")
        if player > 0 and player not in found:
            found.append(player)
    found.sort()
    return found


def count_players(deed: Deed) -> Value:
    return max(1, len(players(deed.state)))


def figures_of_player(state: BookState, player: int) -> int:
    """On the table, notable persons among them; machines are none."""
    found = 0
    for unit in state.units:
        if unit.number("player") == player and is_there(unit) and not is_machine(unit):
            found += unit.number("figures")
    return found


def figures_of_1(deed: Deed) -> Value:
    return figures_of_player(deed.state, 1)


def figures_of_2(deed: Deed) -> Value:
    return figures_of_player(deed.state, 2)


def figures_of_3(deed: Deed) -> Value:
    return figures_of_player(deed.state, 3)


def figures_of_4(deed: Deed) -> Value:
    return figures_of_player(deed.state, 4)


def figures_of_5(deed: Deed) -> Value:
    return figures_of_player(deed.state, 5)


def figures_of_6(deed: Deed) -> Value:
    return figures_of_player(deed.state, 6)


def are_allies(deed: Deed) -> Value:
    return deed.state.waiting[BANDS][1] == 1


def could_fire(state: BookState) -> list[BookUnit]:
    """Units of players that are armed and have not fired: one of them may have bad cartridges."""
    found: list[BookUnit] = []
    for unit in state.units:
        if unit.number("player") and unit.word("place") == PLACES[Where.ON_TABLE] and not unit.flag("fired"):
            if is_machine(unit):
                armed = unit.word("fate") == FATES[IN_PLAY] and len(working(unit)) > 0
            else:
                crew = unit.word("kind") == KINDS[Arm.GUN]
                serves = not unit.flag("gun_lost") and not unit.flag("unmanned")
                armed = (unit.word("weapon") != NO_WEAPON and (serves or not crew)) or with_somebody(state, unit)
            if armed:
                found.append(unit)
    return found


def with_somebody(state: BookState, unit: BookUnit) -> bool:
    return not is_notable(unit) and len(notables(state, unit.id)) > 0


def count_armed(deed: Deed) -> Value:
    return max(1, len(could_fire(deed.state)))
