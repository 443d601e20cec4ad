"""Why something cannot be done."""

from __future__ import annotations

from playsheet.core.book_rows import BookUnit, Deed
from playsheet.rules.orderchips.book.machines import BANDS, FIRED, HITS, SHELL, waiting
from playsheet.rules.orderchips.book.sources import bursts, class_fired, could_fire, is_wild, stands_still, weapon_used
from playsheet.rules.orderchips.book.written import (
    ENGINE_WORDS,
    MELEE,
    NO_FIT,
    NO_SHELL,
    NO_TESTS,
    NO_WEAPON,
    STANDS,
    is_machine,
    is_notable,
)
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import HAYWIRES, KINDS, PLACES, Arm, Haywire, Where
from playsheet.tabletop.machines.machine import FATES, IN_PLAY, NO_POWER


def bars_friend(deed: Deed) -> str:
    """Friends do nothing to each other, unless one of them is a haywire automaton (R76)."""
    one, other = deed.actor(), deed.other()
    if one.side != other.side or is_wild(one) or is_wild(other):
        return ""
    return f"{other.name} is on the same side as {one.name}"


def bars_any_fire(deed: Deed) -> str:
    """Of whatever it fires, at whatever."""
    unit = deed.actor()
    bar = bars_friend(deed)
    if bar:
        return bar
    if class_fired(deed) == NO_WEAPON:
        return f"{unit.name} has nothing to fire"
    if is_machine(unit):
        used = weapon_used(deed)
        if unit.number(f"left_{used}") == 0:
            return f"{unit.name}: weapon {used} does not work"
        if used in waiting(deed.state, FIRED, unit.id):
            return f"{unit.name} has fired its weapon {used} this turn"
        if not is_in_play(unit):
            return f"{unit.name} is out"
    elif unit.flag("fired"):
        return f"{unit.name} has fired this turn"
    if unit.word("kind") == KINDS[Arm.GUN]:
        if unit.flag("gun_lost") or unit.flag("unmanned"):
            return f"{unit.name} is not with its gun"
        if unit.number("figures") < unit.number("least"):
            return f"{unit.name} has too few left to fire: it takes {unit.number('least')}"
    if unit.flag("bad_cartridges"):
        return f"{unit.name} has bad cartridges this turn"
    if deed.other().word("place") == PLACES[Where.ATTACHED]:
        return f"{deed.other().name} is with a unit, and cannot be shot at alone"
    return ""


def bars_fire(deed: Deed) -> str:
    """Small arms at figures."""
    if is_machine(deed.other()):
        return f"{deed.other().name} is a machine"
    if bursts(deed):
        return f"{deed.actor().name} fires shells"
    return bars_any_fire(deed)


def bars_shell(deed: Deed) -> str:
    rules: ChipRules = deed.rules
    if is_machine(deed.other()):
        return f"{deed.other().name} is a machine: a shell that hits it places no template"
    if not bursts(deed):
        return f"{deed.actor().name} fires no shells"
    if rules.blast_by_shoot:
        return "by the switch in force each figure under a template is rolled for: that is written by overrule"
    return bars_any_fire(deed)


def bars_fire_at_machine(deed: Deed) -> str:
    if not is_machine(deed.other()):
        return f"{deed.other().name} is no machine"
    if not is_in_play(deed.other()):
        return f"{deed.other().name} is out"
    return bars_any_fire(deed)


def bars_blows(deed: Deed) -> str:
    """Dice in melee at figures."""
    if is_machine(deed.other()):
        return f"{deed.other().name} is a machine"
    return bars_friend(deed) or bars_fighter(deed)


def bars_assault(deed: Deed) -> str:
    if not is_machine(deed.other()):
        return f"{deed.other().name} is no machine"
    if not is_in_play(deed.other()):
        return f"{deed.other().name} is out"
    return bars_friend(deed) or bars_fighter(deed)


def bars_fighter(deed: Deed) -> str:
    """A machine must have something to fight with, and power; an automaton its wits (R47)."""
    unit = deed.actor()
    if not is_machine(unit):
        return ""
    mind = unit.word("haywire")
    if not is_in_play(unit) or unit.number("machine_melee") == 0 or unit.word("engine") == ENGINE_WORDS[NO_POWER]:
        return f"{unit.name} cannot fight"
    if mind in (HAYWIRES[Haywire.JAMS], HAYWIRES[Haywire.RESETS]):
        return f"{unit.name} cannot fight: it {mind}"
    return ""


def is_in_play(unit: BookUnit) -> bool:
    return unit.word("fate") == FATES[IN_PLAY]


def bars_machine(deed: Deed) -> str:
    if not is_machine(deed.actor()):
        return f"{deed.actor().name} is no machine"
    return "" if is_in_play(deed.actor()) else f"{deed.actor().name} is out"


def bars_hit(deed: Deed) -> str:
    if not waiting(deed.state, HITS, deed.unit):
        return f"no hit on {deed.actor().name} waits for its save"
    return bars_machine(deed)


def bars_drive(deed: Deed) -> str:
    rules: ChipRules = deed.rules
    unit = deed.actor()
    automaton = unit.word("kind") == KINDS[Arm.AUTOMATON]
    if stands_still(deed) and not rules.sustains_standing(automaton=automaton):
        return f"{unit.name} has a stationary chip, and rolls nothing"
    return bars_machine(deed)


def bars_automaton(deed: Deed) -> str:
    if deed.actor().word("kind") != KINDS[Arm.AUTOMATON]:
        return f"{deed.actor().name} is no automaton"
    return bars_machine(deed)


def bars_fit(deed: Deed) -> str:
    if deed.actor().word("fit") == NO_FIT:
        return f"{deed.actor().name} has no haywire result to be carried out"
    return bars_machine(deed)


def bars_explosion(deed: Deed) -> str:
    return "" if deed.actor().word("explodes") != NO_SHELL else f"{deed.actor().name} does not explode"


def bars_capture(deed: Deed) -> str:
    return "" if deed.actor().number("captor") >= 0 else f"nobody has taken {deed.actor().name}"


def bars_crew(deed: Deed) -> str:
    return "" if deed.actor().word("crew_does") != STANDS else f"the crew of {deed.actor().name} stands"


def bars_vehicle_test(deed: Deed) -> str:
    if deed.actor().word("kind") != KINDS[Arm.VEHICLE]:
        return f"{deed.actor().name} is no vehicle"
    return bars_machine(deed)


def bars_under(deed: Deed) -> str:
    """What else stood under the template that was laid last."""
    return "" if SHELL in deed.state.waiting else "no template has been laid"


def bars_figures_under(deed: Deed) -> str:
    unit = deed.actor()
    if is_machine(unit) or is_notable(unit):
        return f"{unit.name} is no unit of figures"
    return bars_under(deed)


def bars_notable_under(deed: Deed) -> str:
    return bars_under(deed) if is_notable(deed.actor()) else f"{deed.actor().name} is no notable person"


def bars_gun_under(deed: Deed) -> str:
    unit = deed.actor()
    rules: ChipRules = deed.rules
    if unit.word("kind") != KINDS[Arm.GUN] or unit.flag("gun_lost"):
        return f"{unit.name} has no gun"
    return "by the switch in force guns are never wrecked" if rules.guns_safe else bars_under(deed)


def bars_machine_under(deed: Deed) -> str:
    return bars_machine(deed) or bars_under(deed)


def bars_repair(deed: Deed) -> str:
    unit = deed.actor()
    if not unit.flag("scientist"):
        return f"{unit.name} is no scientist"
    if unit.flag("tried_repair"):
        return f"{unit.name} has tried to repair something this turn"
    if deed.other().word("kind") != KINDS[Arm.AUTOMATON] or not is_in_play(deed.other()):
        return f"{deed.other().name} is no automaton that could be repaired"
    return ""


def bars_gun(deed: Deed) -> str:
    unit = deed.actor()
    return "" if unit.word("kind") == KINDS[Arm.GUN] and not unit.flag("gun_lost") else f"{unit.name} has no gun"


def bars_cartridges(deed: Deed) -> str:
    return "" if could_fire(deed.state) else "nobody is armed who has not fired"


def bars_band(deed: Deed) -> str:
    found = deed.state.waiting.get(BANDS, [])
    return "" if found and found[0] > 0 else "no band of natives is coming"


def bars_test(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("kind") == KINDS[Arm.VEHICLE]:
        return f"{unit.name} is a vehicle, and tests as one"
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
        if unit.number("falling") or unit.flag("gun_falls"):
            return ""
    return "no figures fall now"
