"""Machines in words: how they start and stop, what strikes them and what it does, haywire, repair, how they end."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Rolled
from playsheet.core.telling import last_roll
from playsheet.core.words import article, counted, listed, number, upper
from playsheet.rules.orderchips.battle.events import Captured, Controlled
from playsheet.rules.orderchips.battle.fight_events import (
    Driven,
    HaywireActs,
    MachineHarmed,
    MachineLost,
    MachineSaved,
    MachineSet,
    Repaired,
    RepairTried,
    WentHaywire,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.battle.words import men_named, men_of_unit, name_of, player_of, weapon_words, wording
from playsheet.rules.orderchips.sheet.machine import HAYWIRE_AT, MELEE_AT
from playsheet.rules.orderchips.terms import Arm, EngineResult, Haywire, HitBy, Mendable
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.charts import (
    CREW,
    DEAD,
    LOSE,
    MELEE,
    SAVE,
    SHOOT,
    SPEED,
    STEAM,
    STEERING,
    STOP,
    SUSTAIN,
    SUSTAINS,
    WEAPON,
    WEAPON_SHOOT,
)
from playsheet.tabletop.machines.machine import (
    ABANDONED,
    CAPTURED_BY_FOE,
    ENGINE_AT,
    EXPLODED,
    NO_POWER,
    REPAIRABLE_AT,
    STATS_AT,
    STEERS_AT,
    TIMER_AT,
)
from playsheet.tabletop.wording import CHART_COLUMNS, blew_up, needing

MOST_SAVES: Final = 6  # dice that a sentence shows
MENDED: Final = {
    Mendable.MIND: "set its engine of brass to rights",
    Mendable.TURNING: "freed its steering",
    Mendable.LEGWORK: "got it on its feet",
    Mendable.BOILER: "mended its steam",
}


# ---------------------------------------------------------------- engines


def driven(event: Driven, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """What came of START and SUSTAIN; a drive that follows is told by itself."""
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    start = needing(rolls, "START")
    sustain = needing(rolls, "SUSTAIN")
    if event.result == EngineResult.BREAKS_DOWN:
        first = f"had its steering free again{start}, but " if unit.machine[STEERS_AT] != event.state[STEERS_AT] else ""
        how = wording(battle, unit.id, ["broke down", "shuddered to a halt", "coughed and broke down"])
        return f"{name} {first}{how}{sustain}."
    if event.result == EngineResult.STARTS:
        return f"{name} was started again{start}, and would move next turn."
    if event.result == EngineResult.STAYS:
        return f"{name} ran steadily where it stood{sustain}." if sustain else f"{name} could not be started{start}."
    if event.result == EngineResult.MOVES and start and not sustain:
        return f"{name} was started again{start}."
    freed = f"had its steering free again{start} and " if start else ""
    return f"{name} {freed}kept up steam{sustain}."


def machine_set(event: MachineSet, battle: ChipBattle) -> str:
    """Steam that runs out, a crewman who bails out; other changes speak for themselves."""
    name = upper(name_of(battle, event.unit))
    if event.why == "steam":
        if event.state[ENGINE_AT] == NO_POWER:
            mend = "" if event.state[REPAIRABLE_AT] else " for good"
            return f"{name} let out the last of its steam and stood without power{mend}."
        left = event.state[TIMER_AT]
        return f"{name} was losing steam: power for {counted(left, 'turn', 'turns')} more." if left else ""
    if event.why == "bails-out":
        return f"A crewman of {name_of(battle, event.unit)} bailed out and fled."
    before = battle.units[event.unit].machine
    if event.why == "clears" and before[HAYWIRE_AT] != Haywire.OBEYS and event.state[HAYWIRE_AT] == Haywire.OBEYS:
        if before[HAYWIRE_AT] == Haywire.RESETS:
            return f"The engine of {name_of(battle, event.unit)} had reset, and it would obey again."
    return ""


# ---------------------------------------------------------------- hits


def dice_of_saves(rolls: list[Rolled]) -> str:
    """` (8-6 and 5-6 against 7 or less)`; empty if they are not known, too many, or had not all the same number."""
    needs = {roll.needed.split(" (")[0] for roll in rolls}
    if len(needs) != 1 or len(rolls) > MOST_SAVES:
        return ""
    adds = [sum([entry.add for entry in roll.account]) for roll in rolls]
    shown = [f"{roll.faces[0]}{add:+d}" if add else str(roll.faces[0]) for roll, add in zip(rolls, adds, strict=True)]
    return f" ({listed(shown)} against {needs.pop()})"


def saved(event: MachineSaved, battle: ChipBattle) -> str:
    return strikes(event, battle, "shot") + "."


def strikes(event: MachineSaved, battle: ChipBattle, what: str) -> str:
    """How a hit went in: without what it did."""
    name = name_of(battle, event.unit)
    seed = event.unit + event.by
    if event.how == HitBy.SHOT:
        if event.held:
            return f"The {what} {wording(battle, seed, ['rang on', 'hammered on', 'struck'])} the plates of {name}"
        return f"The {what} {wording(battle, seed, ['went through the plates of', 'pierced'])} {name}"
    who = "The ramming" if event.how == HitBy.BY_MACHINE else "The blow"
    if event.held:
        return f"{who} dented {name}"
    return f"{who} {wording(battle, seed, ['cracked', 'stove in the plates of'])} {name}"


def chart_rolled(event: ChartRolled[ChipBattle], battle: ChipBattle) -> str:
    """The place on the chart, where no more is told of it."""
    name = name_of(battle, event.unit)
    column = CHART_COLUMNS.get(event.column, event.column)
    return f"{upper(article(event.face))} for {name} on the column of {column}."


def harmed(event: MachineHarmed, battle: ChipBattle) -> str:
    return f"{upper(name_of(battle, event.unit))}: {harm(event, battle)}."


def harm(event: MachineHarmed, battle: ChipBattle) -> str:
    """What a chart has done, as a clause: `its engine laboured (SUSTAIN down by two to 6)`."""
    unit = battle.units[event.unit]
    do = event.do
    card = unit.card.machine
    if do == LOSE:
        return attribute_lost(event)
    if do == SUSTAIN:
        if event.held:
            return "its engine faltered and ran on"
        return "its engine stopped" if unit.kind == Arm.VEHICLE else "its engine ran wild"
    if do == STOP:
        return "its engine stopped"
    if do == DEAD:
        return "it was immobilised for good" if unit.kind == Arm.VEHICLE else "it was immobilised"
    if do == STEERING:
        return "its steering was locked"
    if do == STEAM:
        return losing_steam(event, battle)
    if do in (WEAPON, WEAPON_SHOOT):
        what = weapon_words(card.weapons[event.which]) if card is not None else "a weapon"
        return f"{what} was put out of action" if do == WEAPON else f"{what} lost {number(event.by)} from its SHOOT"
    if do == CREW:
        return "a crewman was killed" if event.by == 1 else f"{number(event.by)} of the crew were killed"
    return "it took no harm"


def attribute_lost(event: MachineHarmed) -> str:
    """The points, and what is left."""
    by = number(event.by)
    if event.which == SHOOT:
        return f"its optics were damaged (every SHOOT down by {by})"
    if event.which == MELEE:
        return f"its arm was damaged (MELEE down by {by} to {event.state[MELEE_AT]})"
    what, name = {
        SAVE: ("its armour buckled", "ARMOR"),
        SUSTAINS: ("its engine laboured", "SUSTAIN"),
        SPEED: ("its going was lamed", "SPEED"),
    }[event.which]
    return f"{what} ({name} down by {by} to {event.state[STATS_AT + event.which]})"


def losing_steam(event: MachineHarmed, battle: ChipBattle) -> str:
    """Turns after this one that its power lasts (R38)."""
    mend = "" if event.held else ", past mending"
    if event.state[ENGINE_AT] == NO_POWER:
        return f"what was left of its steam was lost{mend}"
    turns = event.by - battle.rules.works.late
    left = f"{counted(turns, 'turn', 'turns')} more" if turns > 0 else "this turn only"
    return f"steam burst from its pipes (power for {left}{mend})"


# ---------------------------------------------------------------- the end of a machine


def lost(event: MachineLost, battle: ChipBattle) -> str:
    """How it ended."""
    unit = battle.units[event.unit]
    name = name_of(battle, unit.id)
    if event.fate == EXPLODED:
        return f"{upper(name)} was about to blow up."
    if event.fate == ABANDONED:
        return f"{upper(men_named(battle, unit))} abandoned it."
    if event.fate == CAPTURED_BY_FOE:
        return f"The enemy forced a way into {name}, and its crew was lost."
    return wording(battle, unit.id, [f"{upper(name)} was a wreck: disabled.", f"{upper(name)} was past all use."])


def exploded(battle: ChipBattle, id: int) -> str:
    """It blew up: without the full stop."""
    return wording(battle, id, blew_up(name_of(battle, id)))


def captured(event: Captured, battle: ChipBattle) -> str:
    """Who got in."""
    captor = battle.units[event.by]
    who = [name_of(battle, id) for id in event.notables]
    if event.own:
        who.insert(0, men_of_unit(battle, captor, event.own))
    return f"{upper(listed(who))} climbed into {name_of(battle, event.unit)}, and it was theirs."


# ---------------------------------------------------------------- haywire


def went_haywire(event: WentHaywire, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """That it went haywire, and what will come of it."""
    name = upper(name_of(battle, event.unit))
    sustain = needing(rolls, "SUSTAIN")
    head = f"{name} lost its wits{sustain}" if sustain else f"{name} went haywire{haywire_die(rolls)}"
    if event.result == Haywire.ENEMY_CONTROL:
        if event.seat == NOBODY:
            return f"{head}, but it obeyed somebody else already."
        return f"{head}: from next turn it would obey {player_of(battle, event.seat)}."
    said = {
        Haywire.RESETS: "its engine began to reset, and it would do nothing next turn",
        Haywire.JAMS: "it jammed, and stood idle until somebody should repair it",
        Haywire.RANDOM_MOVE: "it would go where it listed",
        Haywire.FORWARD: "it would go straight ahead",
        Haywire.ATTACK: "it would attack whoever was nearest",
    }
    return f"{head}: {said[event.result]}."


def haywire_die(rolls: list[Rolled]) -> str:
    """` (a 3)`; empty if the die is not known."""
    roll = last_roll(rolls, "Haywire")
    return f" ({article(roll.faces[0])})" if roll is not None else ""


def haywire_acts(event: HaywireActs, battle: ChipBattle) -> str:
    """What it attacks; where it goes is told by its move."""
    if event.result != Haywire.ATTACK or event.prey == NOBODY:
        return ""
    friend = battle.units[event.prey].side == battle.units[event.unit].side
    own = ", friends though they were" if friend else ""
    return f"{upper(name_of(battle, event.unit))} made for {name_of(battle, event.prey)}{own}."


def repair_tried(event: RepairTried, battle: ChipBattle, rolls: list[Rolled]) -> str:
    """The scientist's die: without the full stop, for what he mends may follow."""
    who = upper(name_of(battle, event.unit))
    die = needing(rolls, "Repair")
    what = name_of(battle, event.automaton)
    return f"{who} set to work on {what}{die}" if event.mends else f"{who} laboured at {what} in vain{die}"


def repaired(event: Repaired, battle: ChipBattle) -> str:
    """What was mended, as a clause."""
    return listed([MENDED[condition] for condition in event.conditions]) or "found nothing to mend"


def controlled(event: Controlled, battle: ChipBattle) -> str:
    unit = battle.units[event.unit]
    name = upper(name_of(battle, event.unit))
    if event.seat == unit.owner:
        return f"{name} obeyed its own side again."
    return f"{name} obeyed {player_of(battle, event.seat)} from now on."
