"""Why something cannot be written."""

from __future__ import annotations

from playsheet.core.book_rows import Deed
from playsheet.rules.gettysburg.book.sources import routs
from playsheet.rules.gettysburg.book.written import (
    BRIGADE,
    DIVISION,
    GENERAL,
    MELEE,
    NO_GUN,
    detachment_of,
    flees,
    formation_of,
    is_there,
    is_troops,
    skirmish_rate,
    state_of,
)
from playsheet.rules.gettysburg.terms import ARMS, RATES, WEAPONS, Arm, Formation, SkirmishRate, UnitState


def bars_troops(deed: Deed) -> str:
    unit = deed.actor()
    return "" if is_troops(unit) else f"{unit.name} is neither regiment nor battery"


def bars_both(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    return "" if is_troops(deed.other()) else f"{deed.other().name} is neither regiment nor battery"


def bars_musketry(deed: Deed) -> str:
    unit = deed.actor()
    if bars_both(deed):
        return bars_both(deed)
    if unit.word("kind") != ARMS[Arm.INFANTRY] or unit.word("weapon") == WEAPONS[0]:
        return f"{unit.name} has no muskets to fire on foot"
    if formation_of(unit) == Formation.SKIRMISH:
        return f"{unit.name} skirmishes, and has a fire of its own"
    return ""


def bars_artillery(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    return "" if deed.actor().word("gun") != NO_GUN else f"{deed.actor().name} has no guns"


def bars_skirmish(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    return bars_rate(deed)


def bars_rate(deed: Deed) -> str:
    unit = deed.actor()
    return "" if skirmish_rate(unit) != RATES[0] else f"{unit.name} does not skirmish"


def bars_sniping(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("rate") != RATES[SkirmishRate.SHARPSHOOTER]:
        return f"{unit.name} are no sharpshooters"
    return "" if deed.other().word("kind") == GENERAL else f"{deed.other().name} is no general"


def bars_morale(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    return f"{deed.actor().name} routs, and takes no test but to rally" if routs(deed) is True else ""


def bars_charge_test(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    unit = deed.actor()
    return "" if state_of(unit) == UnitState.OK else f"{unit.name} is {unit.word('state')}, and charges nobody"


def bars_charged(deed: Deed) -> str:
    return bars_both(deed) or bars_morale(deed)


def bars_rally(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    return "" if flees(deed.actor()) else f"{deed.actor().name} does not run"


def bars_get_up(deed: Deed) -> str:
    return "" if state_of(deed.actor()) == UnitState.GONE_TO_GROUND else f"{deed.actor().name} is not on the ground"


def bars_recall(deed: Deed) -> str:
    unit = deed.actor()
    return "" if formation_of(unit) == Formation.SKIRMISH else f"{unit.name} does not skirmish"


def bars_rejoin(deed: Deed) -> str:
    return "" if deed.actor().number("parent") >= 0 else f"{deed.actor().name} is no detachment"


def bars_going_out(deed: Deed) -> str:
    unit = deed.actor()
    if unit.word("kind") != ARMS[Arm.INFANTRY] or detachment_of(deed.state, unit) is not None:
        return f"{unit.name} sends out nobody now"
    return "" if deed.number("figures_out") < unit.number("figures") else f"{unit.name} has not so many figures to send"


def bars_melee(deed: Deed) -> str:
    if bars_both(deed):
        return bars_both(deed)
    if deed.target not in deed.state.tied(MELEE, deed.unit):
        return f"{deed.actor().name} is in no melee with {deed.other().name}"
    for name in ("second", "enemy_second"):
        if name in deed.values and deed.number(name) >= 0:
            side = deed.actor().side if name == "second" else deed.other().side
            id = deed.number(name)
            if id >= len(deed.state.units) or deed.state.units[id].side != side or not is_there(deed.state.units[id]):
                return f"{name}: expected another unit of that side in this melee, by its number, or -1"
    return ""


def bars_winner(deed: Deed) -> str:
    if bars_troops(deed):
        return bars_troops(deed)
    loser = deed.number("loser")
    if loser < len(deed.state.units) and deed.state.units[loser].side != deed.actor().side:
        return ""
    return "loser: expected an enemy, by its number"


def bars_pursuit(deed: Deed) -> str:
    unit = deed.actor()
    if unit.number("beat") < 0:
        return f"{unit.name} has beaten nobody"
    return f"{unit.name}: artillery does not pursue" if unit.word("kind") == ARMS[Arm.ARTILLERY] else ""


def bars_limbering(deed: Deed) -> str:
    unit = deed.actor()
    return "" if unit.word("gun") != NO_GUN and unit.number("guns") else f"{unit.name} has no guns"


def bars_brigade(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == BRIGADE else f"{deed.actor().name} is no brigade"


def bars_division(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == DIVISION else f"{deed.actor().name} is no division"


def bars_sent(deed: Deed) -> str:
    if deed.rules.nerve_division:
        return "by the switch in force nerve may fail here: look it up, and say what became of the order"
    return bars_brigade(deed)


def bars_general(deed: Deed) -> str:
    return "" if deed.actor().word("kind") == GENERAL else f"{deed.actor().name} is no general"


def bars_attaching(deed: Deed) -> str:
    if bars_general(deed):
        return bars_general(deed)
    return "" if is_troops(deed.other()) else f"{deed.other().name} is neither regiment nor battery"


def bars_return(deed: Deed) -> str:
    id = deed.number("who")
    if id >= len(deed.state.units) or deed.state.units[id].word("kind") != GENERAL:
        return "who: expected a general, by his number"
    return "" if not is_there(deed.state.units[id]) else f"{deed.state.units[id].name} is in play"
