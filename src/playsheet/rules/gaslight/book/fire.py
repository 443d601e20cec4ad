"""Guns, weapons of machines, grenades and shotguns in the book: what they fire with, why not, and what comes of it."""

from __future__ import annotations

from playsheet.core.book_rows import BookUnit, Deed
from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.rules.gaslight.book.bars import bars_snipe, bars_volley, bars_whom
from playsheet.rules.gaslight.book.losses import is_stand_in, lose_extras, lose_person
from playsheet.rules.gaslight.book.machines import (
    after_fired_on,
    bars_at_machine,
    bars_burst,
    bars_hand,
    begin_burst,
    catch,
    has_machine,
    machine_of,
)
from playsheet.rules.gaslight.book.outcomes import after_volley
from playsheet.rules.gaslight.book.sources import (
    Person,
    marksman,
    mixed_unit,
    people,
    person_of,
    said_of,
)
from playsheet.rules.gaslight.book.written import (
    ABOARD,
    BROKEN,
    BURST,
    BURST_LEFT,
    DESTROYED,
    EXTRAS,
    GUN,
    IN_ORDER,
    NO_WEAPON,
    SHELL,
    SLOTS,
    WEAPONS,
)
from playsheet.rules.gaslight.sheet import GRENADES, HIGHEST, LOWEST, GaslightRules
from playsheet.rules.gaslight.terms import KINDS, Arm

# ---------------------------------------------------------------- guns and weapons of machines


def working(unit: BookUnit) -> list[str]:
    """The weapons of its machine that work."""
    if not has_machine(unit):
        return []
    return [place for place in WEAPONS if unit.number(place) > 0 and unit.word(f"{place}_kind") != NO_WEAPON]


def fit(deed: Deed, *, bursts: bool = True, sweeps: bool = True, heavy: bool = False) -> Value:
    """The first of its weapons that is loaded and may do it: what bursts, what is a cone, only what is heavy."""
    works = working(deed.actor())
    for place in works:
        word = deed.actor().word(f"{place}_kind")
        burst = bursts or not is_bursting(deed, word)
        if burst and (sweeps or not is_cone(deed, word)) and (not heavy or is_heavy(deed, word)):
            if deed.actor().flag(f"{place}_loaded"):
                return place
    return works[0] if works else WEAPONS[0]


def first_aimed(deed: Deed) -> Value:
    return fit(deed, bursts=False, sweeps=False)


def first_heavy(deed: Deed) -> Value:
    return fit(deed, heavy=True)


def first_at_machine(deed: Deed) -> Value:
    return fit(deed, sweeps=False)


def first_ordnance(deed: Deed) -> Value:
    """Of those that fire shells or grapeshot."""
    for place in working(deed.actor()):
        word = deed.actor().word(f"{place}_kind")
        fires = is_bursting(deed, word) or is_cone(deed, word)
        if fires and deed.actor().flag(f"{place}_loaded"):
            return place
    return fit(deed)


def first_empty(deed: Deed) -> Value:
    for place in working(deed.actor()):
        if not deed.actor().flag(f"{place}_loaded"):
            return place
    return fit(deed)


def several_weapons(deed: Deed) -> bool:
    return len(working(deed.actor())) > 1


def place_of(deed: Deed) -> str:
    """Which of its weapons it is: the gun, or one of a machine's; empty: it has none."""
    unit = deed.actor()
    if unit.word("kind") == KINDS[Arm.CREW]:
        return GUN if unit.word(f"{GUN}_kind") != NO_WEAPON else ""
    if "weapon_used" in deed.values:
        return deed.word("weapon_used")
    works = working(unit)
    return works[0] if works else ""


def gun_word(deed: Deed) -> Value:
    place = place_of(deed)
    return deed.actor().word(f"{place}_kind") if place else NO_WEAPON


def has_mixed_gun_crew(deed: Deed) -> bool:
    return deed.actor().word("kind") == KINDS[Arm.CREW] and mixed_unit(deed)


def best_shot(deed: Deed) -> Value:
    """The best Shoot of the crew that is left: an Extra, or one of its characters."""
    unit = deed.actor()
    best = EXTRAS
    shoot = unit.number("extras_shoot") if unit.number(EXTRAS) else 0
    found = people(deed.state, deed.unit)
    for at in range(len(SLOTS)):
        if at < len(found) and found[at].number("shoot") > shoot:
            best = SLOTS[at]
            shoot = found[at].number("shoot")
    return best


def gun_shoot(deed: Deed) -> Value:
    """Of a gun the best Shoot of those who serve it; of a machine's weapon what the machine has left (R110)."""
    unit = deed.actor()
    place = place_of(deed)
    if not place:
        return LOWEST
    if place != GUN:
        return machine_of(unit).weapon_shoot(WEAPONS.index(place))
    who = deed.word("served") if "served" in deed.values else str(best_shot(deed))
    found = person_of(deed.state, deed.unit, who)
    shoot = unit.number("extras_shoot") if found is None else found.number("shoot")
    return min(max(shoot + unit.number(f"{GUN}_mod"), LOWEST), HIGHEST)


def is_at_gun(deed: Deed) -> bool:
    """May the gun be hit that they serve, by grapeshot of ordnance (R125)?"""
    return serves_gun(deed.other()) and is_ordnance(deed, str(gun_word(deed)))


def serves_gun(unit: BookUnit) -> bool:
    return unit.word(GUN) in (IN_ORDER, BROKEN)


def is_ordnance(deed: Deed, word: str) -> bool:
    rules: GaslightRules = deed.rules
    return word != NO_WEAPON and word not in rules.weapons


def is_heavy(deed: Deed, word: str) -> bool:
    """May it hit a gun as well as those who serve it (R60)?"""
    rules: GaslightRules = deed.rules
    return is_ordnance(deed, word) or (word in rules.weapons and rules.weapons[word].heavy)


def is_bursting(deed: Deed, word: str) -> bool:
    rules: GaslightRules = deed.rules
    return is_ordnance(deed, word) or (word in rules.weapons and rules.weapons[word].launcher)


def is_cone(deed: Deed, word: str) -> bool:
    rules: GaslightRules = deed.rules
    return word in rules.weapons and rules.weapons[word].cone


# ---------------------------------------------------------------- figures with grenades, launchers and shotguns


def thrower(deed: Deed) -> Person | None:
    """The character who throws or shoots; nobody if it is an Extra."""
    return person_of(deed.state, deed.unit, said_of(deed, "by", deed.unit))


def throws_by_name(deed: Deed) -> Value:
    """A character names whom he throws at (R104)."""
    return thrower(deed) is not None


def carried(deed: Deed) -> str:
    found = thrower(deed)
    return deed.actor().word("extras_weapon") if found is None else found.word("weapon")


def has_grenades(deed: Deed) -> bool:
    found = thrower(deed)
    return (deed.actor() if found is None else found.unit).flag("grenades")


def has_launcher(deed: Deed) -> bool:
    rules: GaslightRules = deed.rules
    word = carried(deed)
    return word in rules.weapons and rules.weapons[word].launcher


def throws_or_launches(deed: Deed) -> bool:
    return has_grenades(deed) and has_launcher(deed)


def grenade_word(deed: Deed) -> Value:
    """A grenade in the hand, or what he launches it with."""
    by_hand = not has_launcher(deed) or ("by_hand" in deed.values and deed.flag("by_hand"))
    return GRENADES if by_hand else carried(deed)


def thrower_shoot(deed: Deed) -> Value:
    found = thrower(deed)
    return deed.actor().number("extras_shoot") if found is None else found.number("shoot")


# ---------------------------------------------------------------- whom a burst catches


def first_outside(deed: Deed) -> Value:
    """An Extra if any is outside a machine, else a character."""
    unit = deed.actor()
    return EXTRAS if unit.number(EXTRAS) > unit.number(ABOARD[0]) else SLOTS[0]


def caught_person(deed: Deed) -> Person | None:
    return person_of(deed.state, deed.unit, said_of(deed, "who", deed.unit))


def save_of_caught(deed: Deed) -> Value:
    found = caught_person(deed)
    return 0 if found is None else found.number("save")


def may_be_behind(deed: Deed) -> bool:
    """An explosion takes nobody from behind (R83)."""
    return deed.state.values[BURST] == SHELL and caught_person(deed) is not None


def are_several(deed: Deed) -> bool:
    """Extras are caught together, if there are some."""
    return caught_person(deed) is None and int(deed.state.values[BURST_LEFT]) > 1


# ---------------------------------------------------------------- why not


def bars_ready(deed: Deed) -> str:
    """A gun that is in order and loaded, or such a weapon of a machine."""
    unit = deed.actor()
    place = place_of(deed)
    if not place:
        return f"{unit.name} has no gun"
    if place == GUN and unit.word(GUN) != IN_ORDER:
        return f"{unit.name} has no gun in order"
    if place != GUN and place not in working(unit):
        return f"{unit.name} has no such weapon that works"
    if place != GUN and int(str(gun_shoot(deed))) < LOWEST:
        return f"this weapon of {unit.name} has no Shoot left"
    if not unit.flag(f"{place}_loaded"):
        return f"the gun of {unit.name} is not loaded" if place == GUN else f"this weapon of {unit.name} is not loaded"
    return ""


def bars_aimed(deed: Deed) -> str:
    word = str(gun_word(deed))
    if is_bursting(deed, word) or is_cone(deed, word):
        return (
            bars_ready(deed) or f"{deed.actor().name} does not aim that gun at figures: its shot bursts, or is a cone"
        )
    return bars_ready(deed)


def bars_shell(deed: Deed) -> str:
    if is_bursting(deed, str(gun_word(deed))):
        return bars_ready(deed)
    return bars_ready(deed) or f"that gun of {deed.actor().name} fires no shells"


def bars_grape(deed: Deed) -> str:
    word = str(gun_word(deed))
    if is_ordnance(deed, word) or is_cone(deed, word):
        return bars_ready(deed)
    return bars_ready(deed) or f"that gun of {deed.actor().name} fires no grapeshot"


def bars_gun_at_gun(deed: Deed) -> str:
    if not is_heavy(deed, str(gun_word(deed))):
        return bars_ready(deed) or f"that gun of {deed.actor().name} is too light to hit a gun"
    return bars_ready(deed) or bars_no_gun(deed)


def bars_no_gun(deed: Deed) -> str:
    return "" if serves_gun(deed.other()) else f"{deed.other().name} serves no gun"


def bars_gun_at_machine(deed: Deed) -> str:
    if is_cone(deed, str(gun_word(deed))):
        return bars_ready(deed) or f"that gun of {deed.actor().name} is never fired at machines"
    return bars_ready(deed) or bars_at_machine(deed)


def bars_grenade(deed: Deed) -> str:
    missing = bars_whom(deed, "by", deed.unit)
    if missing or has_grenades(deed) or has_launcher(deed):
        return missing
    return f"{deed.actor().name} has no grenades"


def bars_grenade_at_gun(deed: Deed) -> str:
    return bars_grenade(deed) or bars_no_gun(deed)


def bars_grenade_at_machine(deed: Deed) -> str:
    return bars_grenade(deed) or bars_at_machine(deed)


def bars_shotgun(deed: Deed) -> str:
    missing = bars_whom(deed, "by", deed.unit)
    if missing or is_cone(deed, carried(deed)):
        return missing
    return f"{deed.actor().name} has nothing that fires a cone"


def bars_light(deed: Deed, word: str) -> str:
    return "" if is_heavy(deed, word) else f"what {deed.actor().name} shoots with is too light to hit a gun"


def bars_shoot_gun(deed: Deed) -> str:
    return bars_volley(deed) or bars_light(deed, deed.actor().word("extras_weapon")) or bars_no_gun(deed)


def bars_snipe_gun(deed: Deed) -> str:
    found = marksman(deed)
    missing = bars_no_marksman(deed)
    return missing or bars_light(deed, NO_WEAPON if found is None else found.word("weapon")) or bars_no_gun(deed)


def bars_no_marksman(deed: Deed) -> str:
    found = marksman(deed)
    if found is None:
        return f"{deed.actor().name} has no such character"
    return (
        f"the character of {deed.actor().name} has nothing to shoot with" if found.word("weapon") == NO_WEAPON else ""
    )


def bars_shoot_machine(deed: Deed) -> str:
    return bars_volley(deed) or bars_no_cone(deed, deed.actor().word("extras_weapon")) or bars_at_machine(deed)


def bars_snipe_machine(deed: Deed) -> str:
    found = marksman(deed)
    missing = bars_no_marksman(deed)
    return missing or bars_no_cone(deed, NO_WEAPON if found is None else found.word("weapon")) or bars_at_machine(deed)


def bars_no_cone(deed: Deed, word: str) -> str:
    return f"what {deed.actor().name} shoots with fires a cone, or a grenade" if spreads(deed, word) else ""


def spreads(deed: Deed, word: str) -> bool:
    return is_cone(deed, word) or is_bursting(deed, word)


def bars_aimed_volley(deed: Deed) -> str:
    return bars_volley(deed) or bars_no_cone(deed, deed.actor().word("extras_weapon"))


def bars_aimed_snipe(deed: Deed) -> str:
    found = marksman(deed)
    return bars_snipe(deed) or bars_no_cone(deed, NO_WEAPON if found is None else found.word("weapon"))


def bars_hack(deed: Deed) -> str:
    return bars_whom(deed, "by", deed.unit) or bars_at_machine(deed)


def bars_machine_blows(deed: Deed) -> str:
    return bars_hand(deed) or bars_whom(deed, "at", deed.target)


def bars_reload(deed: Deed) -> str:
    unit = deed.actor()
    place = place_of(deed)
    if not place or (place == GUN and unit.word(GUN) not in (IN_ORDER, BROKEN)):
        return f"{unit.name} has no gun"
    return "" if place == GUN or place in working(unit) else f"{unit.name} has no such weapon that works"


def bars_mend(deed: Deed) -> str:
    return "" if deed.actor().word(GUN) == BROKEN else f"{deed.actor().name} has no broken gun"


def bars_caught(deed: Deed) -> str:
    unit = deed.actor()
    who = said_of(deed, "who", deed.unit)
    if who == EXTRAS and unit.number(EXTRAS) > 0 and unit.number(EXTRAS) == unit.number(ABOARD[0]):
        return bars_burst(deed) or f"all Extras of {unit.name} are in their machine"
    return bars_burst(deed) or bars_whom(deed, "who", deed.unit)


# ---------------------------------------------------------------- what comes of it


def unload(deed: Deed) -> None:
    unit = deed.actor()
    place = place_of(deed)
    if unit.flag(f"{place}_reloads"):
        unit.values[f"{place}_loaded"] = False


def reload(deed: Deed) -> None:
    deed.actor().values[f"{place_of(deed)}_loaded"] = True


def hit_gun(deed: Deed) -> None:
    """Destroyed, or by switch broken (R61)."""
    rules: GaslightRules = deed.rules
    unit = deed.other()
    if not deed.flag("gun_hit") or not serves_gun(unit):
        return
    unit.values[GUN] = BROKEN if rules.gun_repairable else DESTROYED
    if not rules.gun_repairable:
        unit.values["gun_loaded"] = False


def after_gun_fire(deed: Deed) -> None:
    unload(deed)
    after_volley(deed)


def after_gun_at_machine(deed: Deed) -> None:
    unload(deed)
    after_fired_on(deed)


def after_fire_at_gun(deed: Deed) -> None:
    hit_gun(deed)
    after_volley(deed)


def after_gun_at_gun(deed: Deed) -> None:
    unload(deed)
    after_fire_at_gun(deed)


def after_landing(deed: Deed) -> None:
    """It has burst, and may catch so many: who stands in the circle is said next."""
    if deed.flag("hit"):
        begin_burst(deed.state, SHELL, deed.number("most"), deed.situation.aim.srm)


def after_shell(deed: Deed) -> None:
    unload(deed)
    after_landing(deed)


def after_caught(deed: Deed) -> None:
    unit = deed.actor()
    figures = deed.number("figures")
    killed = deed.number("killed")
    found = caught_person(deed)
    outside = unit.number(EXTRAS) - unit.number(ABOARD[0])
    if found is None and figures > outside:
        raise Refused(f"{unit.name} has {outside} Extras there: expected no more figures than that.")
    catch(deed.state, figures)
    if found is None:
        lose_extras(deed.rules, deed.state, deed.unit, killed, stand_in=is_stand_in(deed, unit), killed=True)
    elif killed:
        lose_person(deed.rules, deed.state, found, killed=True)
