"""Fire, charges, melees and morale in words: a sentence for each event."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event
from playsheet.core.words import listed, number, upper
from playsheet.rules.gettysburg.battle.events import TrophyTaken
from playsheet.rules.gettysburg.battle.fight_events import (
    BrigadeBroke,
    BrigadeRemoved,
    BrigadeShaken,
    BrigadeTested,
    ChargeBegan,
    ChargeDeclared,
    ChargeEnded,
    ChargeLapsed,
    DoubleSixRolled,
    Engaged,
    Fired,
    FollowedUp,
    GeneralRisked,
    GunsLimbered,
    HaltedToVolley,
    LeftMelee,
    MeleeFought,
    MoraleTested,
    PursuitDropped,
    PursuitTested,
    Rallied,
    Reacted,
    Recoiled,
    RoseToMeet,
    Steadied,
    SweptAway,
    TokenMeant,
)
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    FiguresLost,
    GunsLost,
    PursuitDue,
    Recovered,
    RetirementDue,
    StateChanged,
    UncontrolledChargeDue,
    Unformed,
    WasDispersed,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.words import brigade_name, general_name, its, men_of, name_of, side_name, was
from playsheet.rules.gettysburg.terms import ChargeStart, FireMoment, LossCause, Retirement, UnformedBy, UnitState, Zone
from playsheet.tabletop.wording import inches

# What a unit does by the result of its test: in the morale phase, charging, charged, running.
OBEYED: Final = {
    "obey": "obeyed orders",
    "go-to-ground": "went to ground",
    "falter": "faltered",
    "retreat": "began to retreat",
    "rout": "broke and ran",
    "disperse": "broke up and {was} seen no more",
}
CHARGED: Final = {
    "charge": "would not be stopped",
    "halt-volley": "halted to give a volley",
    "go-to-ground": "went to ground before {its} target",
    "falter": "faltered in the charge",
    "retreat": "gave up the charge and fell back",
    "rout": "gave up the charge and broke",
}
FACED: Final = {
    "stand-or-counter": "stood to meet the charge",
    "falter": "faltered as the charge came in",
    "falter-recoil": "faltered and recoiled before the charge",
    "retreat": "gave way before the charge",
    "rout": "broke before the charge",
    "stand-still-retreating": "stood to meet the charge, though still retreating",
}
RALLIED: Final = {
    "rally": "rallied",
    "fail": "would not be rallied, and retreated on",
    "rout": "would not be rallied, and broke and ran",
    "disperse": "would not be rallied, and broke up",
}
DID: Final = {
    "to-charge": CHARGED,
    "being-charged": FACED,
    "other": OBEYED,
    "rally-retreat": RALLIED,
    "rally-rout": RALLIED,
}
AS_BEFORE: Final = ("", "", "went on faltering", "went on retreating", "ran on")  # by state
MADE: Final = {"falter": UnitState.FALTERING, "retreat": UnitState.RETREATING, "rout": UnitState.ROUTING}
HOPED_FOR: Final = ("charge", "stand-or-counter", "obey", "rally")
WHYS: Final = {
    "dispersal": "at half {its} strength or less",
    "rear": "shot at from the rear",
    "routers": "with friends running past",
}
SHAKEN: Final = {
    "general-lost": "its general lost",
    "all-fleeing": "all of it in flight",
    "routs": "a unit of it routed",
    "dispersed": "a unit of it dispersed",
    "captured": "guns of it captured",
}
BRIGADES: Final = {"stands": "stood", "breaks": "broke", "removed": "broke up for good"}
PURSUED: Final = {
    "superb": "kept superb discipline",
    "unformed-choice": "stayed in hand, though out of order",
    "tuckered": "{was} tuckered out",
    "pursue": "went after them",
    "uncontrolled-charge": "got out of hand",
}
EFFECTS: Final = {
    "musketry-skirmishers": "a withering volley",
    "canister-skirmishers": "a withering blast of canister",
    "artillery-artillery": "a gun knocked over",
}
DISPERSALS: Final = {
    "nobody-left": "{was} no more",
    "brigade": "dissolved with {its} brigade",
    "test": "broke up and {was} seen no more",
    "table-edge": "fled the field",
    "blocked": "had nowhere to run and dispersed",
    "limbering": "{was} lost: the guns could not be brought away",
}
LOSSES: Final = {
    "skulkers": "slipped away as skulkers",
    "burst-barrel": "fell as a barrel burst",
    "flames": "fell in the flames",
    "limbering": "fell at the limbers",
    "crossing": "fell at the defences",
}
LIMBERED: Final = {
    "battery-lost": "could not limber in time",
    "one-gun-lost": "limbered in haste and left a gun",
    "one-crew-lost": "limbered in haste and left a man",
    "clean": "limbered in haste and brought all away",
}
RISKED: Final = {
    "bible": "was hit in his Bible, and carried on",
    "stonewall": "stood like a stone wall",
}
MELEES: Final = {"rout": "routed", "retreat": "driven back", "recoil": "pushed back"}


def fight_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    """The event as a sentence, before it happens; empty if there is nothing to say."""
    return (
        fire_in_words(event, battle)
        or charge_in_words(event, battle)
        or melee_in_words(event, battle)
        or state_in_words(event, battle)
        or morale_in_words(event, battle)
    )


# ---------------------------------------------------------------- fire


def fire_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case Fired():
            return fired(event, battle) + "."
        case FiguresLost():
            return lost(event, battle)
        case GunsLost():
            guns = "a gun" if event.guns == 1 else f"{number(event.guns)} guns"
            return f"{upper(name_of(battle, event.unit))} lost {guns}."
        case AmmoChanged():
            name = upper(name_of(battle, event.unit))
            unit = battle.units[event.unit]
            low = f"{was(unit)} running low on ammunition"
            return f"{name} {low}." if event.low else f"{name} had filled {its(unit)} cartridge boxes again."
        case DoubleSixRolled():
            what = EFFECTS.get(event.effect, "")
            return f"A double six{': ' + what if what else ''}!"
        case TokenMeant():
            return f"{upper(side_name(battle, event.side))} took it for a Rebel Yell." if event.yells > 0 else ""
        case TrophyTaken():
            return f"{upper(name_of(battle, event.unit))} took the colours of {name_of(battle, event.of)}."
        case GeneralRisked():
            said = RISKED.get(event.result, "")
            return f"{upper(general_name(battle, event.general))} {said}." if said else ""
        case Steadied():
            name = general_name(battle, event.general)
            return f"The sight of {name} steadied {name_of(battle, event.unit)}."
    return ""


def fired(event: Fired, battle: GettysburgBattle) -> str:
    """Who fired at whom, with what and how far; without what came of it."""
    name = upper(name_of(battle, event.unit))
    if event.how == LossCause.SNIPING:
        return f"{name} aimed at {general_name(battle, event.general)} at {inches(event.distance)}"
    at = name_of(battle, event.target)
    what = {"canister": " with canister", "pour": " and poured it on"}.get(event.ammunition, "")
    kind = "sniped at" if event.how == LossCause.SKIRMISH_FIRE else "fired at"
    if event.when == FireMoment.REACTION:
        kind = "met the charge with fire at"
    elif event.when == FireMoment.SUPPORT:
        kind = "supported with fire at"
    far = f" at {inches(event.distance)}" + (", long range" if event.band == "long" else "")
    behind = ", from behind" if event.rear else ""
    return f"{name} {kind} {at}{what}{far}{behind}"


def lost(event: FiguresLost, battle: GettysburgBattle) -> str:
    """Whole figures, or just the half that is pending now."""
    unit = battle.units[event.unit]
    if event.figures == 0:
        return ""
    how = LOSSES.get(event.why, "fell")
    return f"{upper(men_of(unit, event.figures))} of {name_of(battle, unit.id)} {how}."


# ---------------------------------------------------------------- charges


def charge_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case ChargeDeclared():
            wild = ", out of control," if event.uncontrolled else ""
            side = {Zone.FLANK: ", in flank", Zone.REAR: ", in rear"}.get(event.zone, "")
            name = upper(name_of(battle, event.unit))
            at = name_of(battle, event.target)
            return f"{name}{wild} declared a charge at {at}{side}, {inches(event.gap)} off."
        case ChargeBegan():
            return began(event, battle)
        case ChargeLapsed():
            if event.target < 0:
                return f"{upper(name_of(battle, event.unit))} found nobody to charge."
            return f"The charge of {name_of(battle, event.unit)} came to nothing."
        case ChargeEnded():
            return ended(event, battle)
        case Reacted():
            unit = battle.units[event.unit]
            does = {
                "fire": "",
                "hold": f"held {its(unit)} fire",
                "counter": "made ready to counter-charge",
                "evade": "evaded",
            }[event.reaction]
            return f"{upper(name_of(battle, unit.id))} {does}." if does else ""
        case RoseToMeet():
            unit = battle.units[event.unit]
            return f"{upper(name_of(battle, unit.id))} scrambled to {its(unit)} feet, in disorder."
        case HaltedToVolley():
            return f"{upper(name_of(battle, event.unit))} halted to give a volley."
        case GunsLimbered():
            return limbered(event, battle, "")
    return ""


def limbered(event: GunsLimbered, battle: GettysburgBattle, dice: str) -> str:
    return f"{upper(name_of(battle, event.unit))} {LIMBERED[event.result]}{dice}."


def began(event: ChargeBegan, battle: GettysburgBattle) -> str:
    name = upper(name_of(battle, event.unit))
    at = name_of(battle, event.target)
    if event.how == ChargeStart.COUNTER:
        return f"{name} counter-charged {at}."
    if event.how == ChargeStart.OPPORTUNITY:
        return f"{name} saw the opportunity and charged {at}."
    return f"{name} charged {at}."


def ended(event: ChargeEnded, battle: GettysburgBattle) -> str:
    name = upper(name_of(battle, event.unit))
    at = name_of(battle, event.target)
    match event.how:
        case "contact":
            return f"{name} came to grips with {at}."
        case "ground":
            return f"{name} took the ground of {at}."
        case "stopped":
            return f"{name} {was(battle.units[event.unit])} stopped on the way."
    return f"{name} did not reach {at}."


# ---------------------------------------------------------------- melees


def melee_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case MeleeFought():
            return melee(event, battle, [])
        case FollowedUp():
            return f"{upper(name_of(battle, event.unit))} followed up against {name_of(battle, event.target)}."
        case Engaged() | LeftMelee() | Recoiled():
            return ""
        case PursuitTested():
            return pursued(event, battle, "")
        case PursuitDropped():
            return f"{upper(name_of(battle, event.unit))} {was(battle.units[event.unit])} in no state to pursue."
        case PursuitDue():
            return f"{upper(name_of(battle, event.unit))} went after {name_of(battle, event.fugitive)}."
        case UncontrolledChargeDue():
            verb = was(battle.units[event.unit])
            return f"{upper(name_of(battle, event.unit))} {verb} out of hand and would charge the next enemy."
        case RetirementDue():
            unit = battle.units[event.unit]
            name = f"{upper(name_of(battle, unit.id))} {was(unit)}"
            if event.kind == Retirement.TO_OWN_LINES:
                return f"{name} to retire to {its(unit)} own lines."
            return f"{name} to retire and reform." if event.kind == Retirement.MAY_RETIRE else ""
    return ""


def melee(event: MeleeFought, battle: GettysburgBattle, totals: list[int]) -> str:
    """Who beat whom, by what totals: those of the side that threw first come first."""
    one = listed([name_of(battle, id) for id in event.one])
    other = listed([name_of(battle, id) for id in event.other])
    if event.result == LossCause.RIDDEN_DOWN:
        return f"{upper(one)} cut down {other} as they ran."
    if event.winner < 0:
        level = f" ({totals[0]} each)" if totals else ""
        return f"{upper(one)} and {other} fought hand to hand{level}, and neither gave way."
    winner, loser = (one, other) if event.winner == 0 else (other, one)
    by = f" ({totals[event.winner]} against {totals[1 - event.winner]})" if totals else ""
    beaten = battle.units[event.leads[1 - event.winner]]
    several = len(event.other if event.winner == 0 else event.one) > 1
    verb = "were" if several else was(beaten)
    return f"{upper(winner)} had the better of {loser} hand to hand{by}, who {verb} {MELEES[event.result]}."


# ---------------------------------------------------------------- states


def state_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case StateChanged():
            return changed(event, battle)
        case Unformed():
            name = upper(name_of(battle, event.unit))
            why = {
                UnformedBy.MELEE: " in the melee",
                UnformedBy.TERRAIN: " on the bad ground",
                UnformedBy.PURSUIT: "",
            }.get(event.cause, "")
            return f"{name} lost {its(battle.units[event.unit])} order{why}."
        case Recovered():
            quiet = " in a quiet turn" if event.why == "recovered" else ""
            return (
                f"{upper(name_of(battle, event.unit))} had steadied{' and formed up' if event.formed else ''}{quiet}."
            )
        case Rallied():
            return f"{upper(name_of(battle, event.unit))} rallied."
        case WasDispersed():
            name = upper(name_of(battle, event.unit))
            unit = battle.units[event.unit]
            if event.captured:
                return f"{name} {was(unit)} captured."
            how = DISPERSALS.get(event.why, "dispersed").format(was=was(unit), its=its(unit))
            return f"{name} {how}."
        case SweptAway():
            return f"{upper(name_of(battle, event.unit))} {was(battle.units[event.unit])} swept to the rear."
    return ""


def changed(event: StateChanged, battle: GettysburgBattle) -> str:
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    if event.state == UnitState.GONE_TO_GROUND:
        return f"{name} went to ground."
    if event.state == UnitState.FALTERING:
        return f"{name} faltered."
    again = " on" if unit.state == event.state else ""
    return f"{name} retreated{again}." if event.state == UnitState.RETREATING else f"{name} broke and ran{again}."


# ---------------------------------------------------------------- morale


def morale_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case MoraleTested():
            return tested(event, battle, "")
        case BrigadeShaken():
            return ""
        case BrigadeTested():
            return brigade_tested(event, battle, "", "")
        case BrigadeBroke():
            return f"{upper(brigade_name(battle, event.brigade))} broke."
        case BrigadeRemoved():
            return f"{upper(brigade_name(battle, event.brigade))} was gone: there was no brigade any more."
    return ""


def tested(event: MoraleTested, battle: GettysburgBattle, dice: str) -> str:
    """Who was tested and why, what came of it, and what was thrown: `(an 8, needing 6 or more)`."""
    unit = battle.units[event.unit]
    reasons = reasons_of(event, battle)
    because = f", {reasons}," if reasons else ""
    did = DID[event.test][event.result]
    if event.test == "other" and unit.state >= MADE.get(event.result, UnitState.DISPERSED):
        did = AS_BEFORE[unit.state]  # it was as bad before, or worse
    elif event.result == "go-to-ground" and unit.in_melee():
        did = "fought on, locked in melee"  # ruling R118
    return f"{upper(name_of(battle, unit.id))}{because} {did.format(was=was(unit), its=its(unit))}{dice}."


def reasons_of(event: MoraleTested, battle: GettysburgBattle) -> str:
    """`three men down and at half its strength`; empty for a test that the moment explains."""
    unit = battle.units[event.unit]
    reasons = [WHYS[why].format(its=its(unit)) for why in event.why if why in WHYS]
    if "losses" in event.why:
        reasons = [f"{men_of(unit, battle.lost_this_turn(unit))} down", *reasons]
    return listed(reasons)


def all_obeyed(events: list[MoraleTested], battle: GettysburgBattle, scores: list[str], need: int) -> str:
    """Several who obeyed are told together, each with its reason and its dice."""
    lead = "Tested for their losses" if all("losses" in event.why for event in events) else "Put to the test"
    each: list[str] = []
    for place, event in enumerate(events):
        said = [part for part in (reasons_of(event, battle), scores[place]) if part]
        each.append(name_of(battle, event.unit) + (f" ({', '.join(said)})" if said else ""))
    wanted = f"; {need} or more was needed" if any(scores) else ""
    return f"{lead}, {listed(each)} obeyed orders{wanted}."


def brigade_tested(event: BrigadeTested, battle: GettysburgBattle, because: str, dice: str) -> str:
    """Which brigade was tested and why, and whether it stood."""
    name = upper(brigade_name(battle, event.brigade))
    why = f", with {because}," if because else ""
    return f"{name}{why} was put to the test and {BRIGADES[event.result]}{dice}."


def pursued(event: PursuitTested, battle: GettysburgBattle, dice: str) -> str:
    """What a winner made of it."""
    unit = battle.units[event.unit]
    did = PURSUED[event.result].format(was=was(unit))
    return f"{upper(name_of(battle, unit.id))}, having won, {did}{dice}."
