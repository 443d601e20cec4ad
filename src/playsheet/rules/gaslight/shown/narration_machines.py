"""Machines in words: how they go, what strikes them, what it does to them, and how they end."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between, wrapped
from playsheet.core.events import Rolled
from playsheet.core.geometry import spacing
from playsheet.core.words import article, compass, counted, listed, number, passage, upper
from playsheet.rules.gaslight.battle.machine_events import (
    Drove,
    MachineFailed,
    MachineHarmed,
    MachineLeft,
    MachineLost,
    MachineSaved,
    StartRolled,
    SteamTicked,
    SustainRolled,
    WeaponReloaded,
)
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import ANY_GAIT, GAITS, gun_words, man_of, name_of, short_man, wording
from playsheet.rules.gaslight.terms import MACHINE_RESULTS, HitResult, MoveKind
from playsheet.tabletop.events import ChartRolled
from playsheet.tabletop.machines.charts import (
    CREW,
    DEAD,
    LOSE,
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
    BALKED,
    CAPTURED_BY_FOE,
    CREWLESS,
    ENGINE_AT,
    EXPLODED,
    NO_POWER,
    REPAIRABLE_AT,
    RUNNING,
    STALLED,
    STATS_AT,
    STEERS_AT,
    TIMER_AT,
)
from playsheet.tabletop.wording import CHART_COLUMNS, blew_up, degrees, inches, needing

MOST_THROWS: Final = 6  # saving throws that a sentence shows
STAT_NAMES: Final = ("Save", "Shoot", "Sustain", "Speed")


# ---------------------------------------------------------------- driving


def sustained(event: SustainRolled, battle: GaslightBattle, rolls: list[Rolled]) -> str:
    """The Sustain roll by itself: a drive that follows is told with it."""
    name = upper(name_of(battle, event.unit))
    die = needing(rolls, "Sustain roll")
    if event.held:
        return f"{name} {kept_up(rolls)}."
    if event.state[ENGINE_AT] != STALLED:
        return f"{name} balked and would not budge{die}."
    engine = wording(
        battle, event.unit, ["shuddered, hissed and stalled", "gave a cough of steam and stalled", "stalled"]
    )
    return f"{name} {engine}{die}."


def kept_up(rolls: list[Rolled]) -> str:
    return f"kept up steam{needing(rolls, 'Sustain roll')}"


def started(event: StartRolled, battle: GaslightBattle, rolls: list[Rolled]) -> str:
    """Somebody works on the engine, or on the steering."""
    unit = battle.units[event.unit]
    before = unit.machine
    name = name_of(battle, unit.id)
    who = upper(man_of(battle, event.figure)) if event.figure >= 0 else upper(f"the crew of {name}")
    die = needing(rolls, "Start roll")
    steering = len(before) > STEERS_AT and before[ENGINE_AT] == RUNNING and not before[STEERS_AT]
    if event.started:
        done = "freed the steering" if steering else "had the engine running again"
    else:
        done = "wrestled with the steering in vain" if steering else "could not get the engine to start"
    return f"{who} {done}{die}."


class Drive:
    """A drive as it was: how far, which way, how much it turned, and whether it went backwards."""

    def __init__(self, event: Drove, battle: GaslightBattle) -> None:
        unit = battle.units[event.unit]
        hull = unit.hull
        x = event.x if hull is None else hull.x
        y = event.y if hull is None else hull.y
        facing = event.facing if hull is None else hull.facing
        self.far: Final = spacing(x, y, event.x, event.y)
        self.way: Final = bearing(event.x - x, event.y - y) if self.far > 0.05 else event.facing
        self.turn: Final = turn_between(facing, event.facing)
        self.right: Final = wrapped(event.facing - facing) <= 180.0
        self.back: Final = self.far > 0.05 and turn_between(self.way, event.facing) > 90.0
        self.ground: Final = passage(battle.land.ground, x, y, event.x, event.y)


def drove(event: Drove, battle: GaslightBattle) -> str:
    return f"{upper(name_of(battle, event.unit))} {listed(how_it_drove(event, battle))}."


def how_it_drove(event: Drove, battle: GaslightBattle) -> list[str]:
    """`swung 30 degrees to the left`, `rumbled 8 inches north`."""
    unit = battle.units[event.unit]
    drive = Drive(event, battle)
    parts: list[str] = []
    if drive.turn >= 1.0:
        parts.append(f"swung {degrees(drive.turn)} to the {'right' if drive.right else 'left'}")
    if drive.far > 0.05:
        gait = wording(battle, unit.id, GAITS.get(unit.card.id, ANY_GAIT))
        if drive.back:
            gait = "backed"
        elif event.how == MoveKind.CHARGES:
            gait = "bore down"
        elif event.how == MoveKind.CHARGES_ALONE:
            gait = "careered"
        parts.append(f"{gait} {inches(drive.far)} {compass(drive.way)}{drive.ground}")
    return parts or ["stayed where she was"]


def weapon_reloaded(event: WeaponReloaded, battle: GaslightBattle) -> str:
    card = battle.units[event.unit].card.machine
    what = gun_words(card.weapons[event.weapon]) if card is not None else "a weapon"
    return f"{upper(man_of(battle, event.figure))} reloaded {what}."


def steam_ticked(event: SteamTicked, battle: GaslightBattle) -> str:
    name = upper(name_of(battle, event.unit))
    if event.failed:
        mend = "" if event.state[REPAIRABLE_AT] else " for good"
        return f"{name} let out the last of her steam and stood without power{mend}."
    left = event.state[TIMER_AT]
    if left == 0:
        return f"{name} had no more steam to lose."
    return f"{name} was losing steam: {counted(left, 'turn', 'turns')} more, and her power would be gone."


# ---------------------------------------------------------------- hits


def against_save(event: MachineSaved, battle: GaslightBattle, rolls: list[Rolled]) -> str:
    """` (4+2 and 3+2 against her Save of 10)`; empty where no die was thrown, or too many to be shown."""
    if not 0 < len(rolls) <= MOST_THROWS:
        return ""
    adds = [sum([entry.add for entry in roll.account]) for roll in rolls]
    shown = [f"{roll.faces[0]}{add:+d}" if add else str(roll.faces[0]) for roll, add in zip(rolls, adds, strict=True)]
    return f" ({listed(shown)} against her Save of {battle.machine_of(battle.units[event.unit]).save()})"


def bounced(event: MachineSaved, battle: GaslightBattle, what: str, n: int, rolls: list[Rolled]) -> str:
    """Hits that came to nothing, `n` of them."""
    name = name_of(battle, event.unit)
    dice = against_save(event, battle, rolls)
    if event.by_hand:
        blows = "The blow" if n == 1 else upper(counted(n, "blow", "blows"))
        return f"{blows} left no mark on {name}{dice}."
    shots = f"The {what}" if n == 1 else upper(counted(n, what, what + "s"))
    verb = wording(battle, event.unit + n, ["rang off", "glanced off", "rattled off"])
    return f"{shots} {verb} the plates of {name}{dice}."


def strikes(event: MachineSaved, battle: GaslightBattle, what: str) -> str:
    """How a hit went in: without what it did."""
    name = name_of(battle, event.unit)
    seed = event.unit + event.outcome
    if event.by_hand:
        if event.outcome == HitResult.NON_PENETRATING:
            return f"The blow dented {name}"
        return wording(battle, seed, [f"The blow cracked {name} open", f"The blow stove in the plates of {name}"])
    if event.outcome == HitResult.NON_PENETRATING:
        return f"The {what} struck {name} hard without going through"
    if event.outcome == HitResult.CATASTROPHIC:
        return wording(battle, seed, [f"The {what} tore into the vitals of {name}", f"The {what} ripped {name} open"])
    return wording(battle, seed, [f"The {what} went clean through the plates of {name}", f"The {what} pierced {name}"])


def saved(event: MachineSaved, battle: GaslightBattle) -> str:
    if event.outcome == HitResult.BOUNCE:
        return bounced(event, battle, "shot", 1, [])
    return strikes(event, battle, "shot") + "."


def chart_rolled(event: ChartRolled[GaslightBattle], battle: GaslightBattle) -> str:
    """The place on the chart, where no more is told of it."""
    name = name_of(battle, event.unit)
    column = CHART_COLUMNS.get(event.column, event.column)
    return f"{upper(article(event.face))} for {name} on the chart of {column}."


def harmed(event: MachineHarmed, battle: GaslightBattle) -> str:
    return f"{upper(name_of(battle, event.unit))}: {harm(event, battle)}."


def harm(event: MachineHarmed, battle: GaslightBattle) -> str:
    """What a chart has done, as a clause: `her Sustain fell by two to 15`."""
    unit = battle.units[event.unit]
    do = event.do
    if do == LOSE:
        return attribute_lost(event)
    if do == SUSTAIN:
        return "her engine faltered and ran on" if event.held else choked(event)
    if do == STOP:
        return "her engine stopped"
    if do == DEAD:
        return "her engine was wrecked past mending"
    if do == STEERING:
        return "her steering jammed"
    if do == STEAM:
        return losing_steam(event)
    if do in (WEAPON, WEAPON_SHOOT):
        card = unit.card.machine
        what = gun_words(card.weapons[event.which]) if card is not None else "a weapon"
        return f"{what} was put out of action" if do == WEAPON else f"{what} lost {number(event.by)} from its Shoot"
    if do == CREW:
        who = short_man(battle, unit.first + event.which)
        return f"{who} was hit, and lived" if event.held else f"{who} was killed"
    return "she took no harm"


def attribute_lost(event: MachineHarmed) -> str:
    """The points, and what is left."""
    name = STAT_NAMES[event.which]
    if event.which == SHOOT:
        return f"her Shoot fell by {number(event.by)}"
    what = {SAVE: "her armour started", SUSTAINS: "her engine laboured", SPEED: "her going was lamed"}[event.which]
    return f"{what}, {name} down by {number(event.by)} to {event.state[STATS_AT + event.which]}"


def choked(event: MachineHarmed) -> str:
    return "her engine balked" if event.state[ENGINE_AT] == BALKED else "her engine choked and stalled"


def losing_steam(event: MachineHarmed) -> str:
    mend = "" if event.held else ", and past mending"
    if event.state[ENGINE_AT] == NO_POWER:
        return f"what was left in her pipes was lost{mend}"
    return f"steam burst from her pipes, with power for {counted(event.by, 'turn', 'turns')} more{mend}"


# ---------------------------------------------------------------- the end of a machine


def lost(event: MachineLost, battle: GaslightBattle) -> str:
    """How she ended."""
    unit = battle.units[event.unit]
    name = name_of(battle, unit.id)
    if event.fate == EXPLODED:
        return f"{upper(name)} was about to blow up."
    if event.fate == ABANDONED:
        return f"{upper(f'the crew of {name}')} would have no more of it and abandoned her."
    if event.fate == CAPTURED_BY_FOE:
        return f"{upper(name)} was taken: the enemy swarmed aboard, and her crew was lost."
    if event.fate == CREWLESS:
        return f"Nobody was left to work {name}, and she stood silent."
    return wording(
        battle,
        unit.id,
        [f"{upper(name)} was done for, a heap of iron.", f"{upper(name)} was past all use: disabled."],
    )


def machine_left(event: MachineLeft, battle: GaslightBattle) -> str:
    """Over the edge, by the failure chart."""
    how = "backed" if event.how == MoveKind.BACKS else "careered"
    return f"{upper(name_of(battle, event.unit))} {how} over the edge of the table and was gone."


def machine_failed(event: MachineFailed, battle: GaslightBattle) -> str:
    """By switch: what the machine does as a whole, as a clause."""
    did = {
        "stands-firm": "stood firm after all",
        "sits-still": "sat still",
        "no-action": "did nothing",
        "reverse-6": "began to back away",
        "reverse-full": "began to back away at full speed",
        "turn-about": "was turned about",
        "flee": "took to flight",
    }
    return f"{name_of(battle, event.unit)} {did[MACHINE_RESULTS[event.result]]}"


def exploded(battle: GaslightBattle, id: int) -> str:
    """She blew up: without the full stop, for what became of her crew may follow."""
    return wording(battle, id, blew_up(name_of(battle, id)))


def got_out(battle: GaslightBattle, unit: Unit, figures: list[int]) -> str:
    """Men who leave the machine."""
    name = name_of(battle, unit.id)
    if len(figures) == 1:
        return f"{upper(man_of(battle, figures[0]))} scrambled out."
    return f"{upper(number(len(figures)))} of the crew of {name} scrambled out."


def boarded(battle: GaslightBattle, figures: list[int]) -> str:
    if len(figures) == 1:
        return f"{upper(man_of(battle, figures[0]))} climbed aboard again."
    unit = battle.unit_of(figures[0])
    return f"{upper(number(len(figures)))} of the crew of {name_of(battle, unit.id)} climbed aboard again."
