"""The battle in words: a sentence for each event. story.py joins them into the telling of a whole step.

Told in the past tense, like a dispatch. Where several wordings will do, unit, turn and phase choose: never a die.
What is done by arms is in narration_fight.py.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between
from playsheet.core.events import Event
from playsheet.core.geometry import spacing
from playsheet.core.words import compass, counted, passage, the, upper, where_in_line
from playsheet.rules.gettysburg.battle.command_events import (
    DivisionOrdered,
    DivisionTried,
    GeneralDroveOff,
    GeneralLost,
    GeneralMoved,
    GeneralReplaced,
    GeneralReturned,
    OrderChanged,
    OrderShown,
    OrderTried,
)
from playsheet.rules.gettysburg.battle.events import (
    BattleBegan,
    Deployed,
    FireOut,
    FirstSideChosen,
    GeneralDeployed,
    GroundAdded,
    InitiativeWon,
    ModifierSet,
    ObjectiveHeld,
    Scored,
    SwitchTurned,
    TokenGained,
    TokenSpent,
    TurnEnded,
    UnitAdded,
)
from playsheet.rules.gettysburg.battle.move_events import (
    CaughtFire,
    CrossingTried,
    FirstFlight,
    Formed,
    GotUp,
    LeftPost,
    Moved,
    Occupied,
    Pose,
    RecallTried,
    Rejoined,
    StayedAway,
    WentOut,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.words import (
    TOKEN_WORDS,
    brigade_name,
    general_name,
    its,
    men_of,
    name_of,
    side_name,
    was,
    wording,
)
from playsheet.rules.gettysburg.shown.narration_fight import fight_in_words
from playsheet.rules.gettysburg.terms import DIVISION_ORDERS, FORMATIONS, ORDERS, WINGS, CrossingResult, MoveKind, Order
from playsheet.tabletop.events import BattleEnded, FoundNoRoom
from playsheet.tabletop.wording import inches

FORMED_IN: Final = {
    "line": "in line",
    "extended": "in extended line",
    "column": "in column",
    "skirmish": "in skirmish order",
    "mob": "in a mob",
    "deployed": "with its guns unlimbered",
    "limbered": "limbered up",
}
WENT: Final = {
    MoveKind.PROLONGS: "{was} run {far} by hand",
    MoveKind.STEPS_BACK: "stepped back {far}",
    MoveKind.RECOILS: "recoiled {far}",
    MoveKind.RETREATS: "retreated {far}",
    MoveKind.ROUTS: "ran {far}",
    MoveKind.RETIRES: "retired {far}",
    MoveKind.BREAKS_AWAY: "streamed {far} to the rear with {its} brigade",
    MoveKind.FALLS_BACK: "fell back {far} farther",
    MoveKind.EVADES: "evaded {far}",
    MoveKind.PURSUES: "pursued {far}",
    MoveKind.CHARGES_ON: "went in {far}",
    MoveKind.FOLLOWS_UP: "followed up {far}",
    MoveKind.MAKES_ROOM: "made room by {far}",
    MoveKind.PLACED: "{was} put {far} away",
}
LOST: Final = {
    "disgraced": "was shot down urging his men to the rear, and disgraced",
    "sniped": "was shot dead",
    "whiskey": "lost a staff officer and took to his flask: he is out of it for a turn",
    "light": "was lightly wounded and taken to the rear",
    "captured": "was captured",
}
ORDER_WHYS: Final = {
    "panic": ", in a panic",
    "loss-of-nerve": ", its general having lost his nerve",
    "attacked": ", being attacked",
    "support-gone": ", there being nobody left to support",
    "broken": ", having broken",
}


def narrate(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    """The event as a sentence, before it happens; empty if there is nothing to say."""
    return (
        fight_in_words(event, battle)
        or turn_in_words(event, battle)
        or move_in_words(event, battle)
        or order_in_words(event, battle)
        or general_in_words(event, battle)
        or overruled(event, battle)
    )


# ---------------------------------------------------------------- the turn


def turn_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case BattleBegan():
            return "The battle began."
        case InitiativeWon():
            return won(event, battle, "", "")
        case FirstSideChosen():
            return f"{upper(side_name(battle, event.side))} acted first in turn {battle.turn}."
        case TurnEnded():
            return f"Turn {event.turn} began."
        case ObjectiveHeld():
            goal = the(battle.goals.all[event.goal].name)
            return f"{upper(side_name(battle, event.side))} held {goal} now."
        case Scored():
            return score(event, battle)
        case BattleEnded():
            return upper(event.verdict)
        case TokenGained():
            said = TOKEN_WORDS[event.token]
            return f"{upper(side_name(battle, event.side))} gained a token: {said}."
        case TokenSpent():
            said = TOKEN_WORDS[event.token]
            return f"A token was spent on {name_of(battle, event.unit)}: {said}."
    return ""


def won(event: InitiativeWon, battle: GettysburgBattle, dice: str, chose: str) -> str:
    """Who has the initiative, by what dice, and what he made of it."""
    return f"{upper(side_name(battle, event.side))} won the initiative{dice}{chose}."


def chosen(event: FirstSideChosen, battle: GettysburgBattle, winner: int) -> str:
    """` and acted first in turn 3`, of the side that had the choice."""
    return f" and {'acted first' if event.side == winner else 'let the enemy act first'} in turn {battle.turn}"


def score(event: Scored, battle: GettysburgBattle) -> str:
    """`The Union led by 6 points to 3`."""
    first, second = event.score[0], event.score[1]
    if first == second:
        return f"Both sides had {counted(first, 'point', 'points')} now."
    leader = side_name(battle, 0 if first > second else 1)
    many = max(first, second)
    return f"{upper(leader)} led by {many} {'point' if many == 1 else 'points'} to {min(first, second)}."


# ---------------------------------------------------------------- moves


def move_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case Deployed():
            return deployed(event, battle)
        case FoundNoRoom():
            return f"{upper(name_of(battle, event.unit))} found no room where it was to deploy."
        case StayedAway():
            return f"{upper(name_of(battle, event.unit))} did not come onto the field."
        case Moved():
            return moved(event, battle)
        case Formed():
            return formed(event, battle)
        case FirstFlight():
            return ""
        case Occupied():
            return f"{upper(name_of(battle, event.unit))} occupied {the(battle.land.plots[event.plot].name)}."
        case LeftPost():
            unit = battle.units[event.unit]
            return f"{upper(name_of(battle, event.unit))} left {the(battle.land.plots[unit.garrison].name)}."
        case CrossingTried():
            return crossing(event, battle, "")
        case CaughtFire():
            return f"{upper(the(battle.land.plots[event.plot].name))} caught fire."
        case GotUp():
            return got_up(event, battle, "")
        case WentOut():
            parent = battle.units[event.parent]
            name = name_of(battle, parent.id)
            if event.screen:
                return f"A screen of {men_of(parent, event.figures)} went out before {name}."
            return f"{upper(name)} sent {men_of(parent, event.figures)} out as skirmishers."
        case Rejoined():
            return f"The skirmishers of {name_of(battle, event.parent)} came in."
        case RecallTried():
            return recalled(event, battle, "")
    return ""


def deployed(event: Deployed, battle: GettysburgBattle) -> str:
    """`The 20th Maine drew up in line on the left, facing south`."""
    unit = battle.units[event.unit]
    how = FORMED_IN[FORMATIONS[event.formation]].replace("its", its(unit))
    does = ("drew up", "took post", "formed up")[unit.id % 3]
    where = post_of(battle, event.garrison) or f" {where_in_line(battle.land.ground.width, event.facing, event.x)}"
    return f"{upper(name_of(battle, unit.id))} {does} {how}{where}, facing {compass(event.facing)}."


def got_up(event: GotUp, battle: GettysburgBattle, dice: str) -> str:
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    return f"{name} got to {its(unit)} feet{dice}." if event.passed else f"{name} would not get up{dice}."


def recalled(event: RecallTried, battle: GettysburgBattle, dice: str) -> str:
    """Whoever heeds it comes in next, and that is told."""
    return "" if event.passed else f"{upper(name_of(battle, event.unit))} did not heed the recall{dice}."


def post_of(battle: GettysburgBattle, plot: int) -> str:
    """` in the farm`, ` behind the breastworks`."""
    if plot < 0:
        return ""
    held = battle.land.plots[plot]
    return f"{' in' if held.bua else ' behind'} {the(held.name)}"


def moved(event: Moved, battle: GettysburgBattle) -> str:
    unit = battle.units[event.unit]
    return went(event, battle, unit.x, unit.y, unit.facing, event.way)


def went(event: Moved, battle: GettysburgBattle, x0: float, y0: float, faced: float, way: list[Pose]) -> str:
    """How a unit moved from there along a way; empty if it stayed as it was."""
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    x, y, facing = way[-1]
    far = spacing(x0, y0, x, y)
    if event.how == MoveKind.TURNS or far < 0.05:
        if turn_between(faced, facing) < 1.0:
            return ""
        return f"{name} turned to face {compass(facing)}."
    over = passage(battle.land.ground, x0, y0, x, y)
    bound = f"{inches(far)} {compass(bearing(x - x0, y - y0))}"
    if event.how == MoveKind.MARCHES:
        does = wording(battle, unit.id, ["marched", "advanced", "moved"])
        if turn_between(faced, facing) >= 1.0:
            does = "wheeled and marched"
        return f"{name} {does} {bound}{over}."
    does = WENT.get(event.how, event.how + " {far}").format(was=was(unit), its=its(unit), far=bound)
    return f"{name} {does}{over}."


def formed(event: Formed, battle: GettysburgBattle) -> str:
    unit = battle.units[event.unit]
    name = upper(name_of(battle, unit.id))
    shape = FORMATIONS[event.formation]
    match event.how:
        case "reforms":
            return f"{name} reformed{',' if shape == 'limbered' else ''} {FORMED_IN[shape].replace('its', its(unit))}."
        case "limbers" | "limbers-free":
            return f"{name} limbered up."
        case "unlimbers":
            return f"{name} unlimbered, facing {compass(event.facing)}."
        case "mounts":
            return f"{name} mounted."
        case "dismounts":
            return f"{name} dismounted {FORMED_IN[shape]}."
        case "becomes-mob":
            return f"{name} dissolved into a mob."
    if event.formation == unit.formation:
        return f"{name} redressed {its(unit)} ranks."
    return f"{name} formed {FORMED_IN[shape]}."


def crossing(event: CrossingTried, battle: GettysburgBattle, dice: str) -> str:
    name = upper(name_of(battle, event.unit))
    what = the(battle.land.plots[event.plot].name)
    if event.result == CrossingResult.CROSSES:
        return f"{name} crossed {what} in good order{dice}."
    if event.result == CrossingResult.STAYS_BEHIND:
        return f"{name} went to ground before {what}{dice}."
    if event.result == CrossingResult.CROSSES_UNFORMED:
        return f"{name} crossed {what}, and lost {its(battle.units[event.unit])} order{dice}."
    return f"{name} crossed {what} in disorder and under fire{dice}."


# ---------------------------------------------------------------- orders


def order_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case DivisionTried():
            return division_tried(event, battle, "")
        case DivisionOrdered():
            return f"{upper(the(battle.divisions[event.division].name))} was ordered to {order_word(event.order)}."
        case OrderTried():
            return order_tried(event, battle, "")
        case OrderChanged():
            why = ORDER_WHYS.get(event.why, "")
            return f"{upper(brigade_name(battle, event.brigade))} was on {order_of(battle, event)} now{why}."
        case OrderShown():
            return f"{upper(brigade_name(battle, event.brigade))} showed its order: {order_of(battle, event)}."
    return ""


def division_tried(event: DivisionTried, battle: GettysburgBattle, dice: str) -> str:
    came = "was obeyed" if event.passed else "came to nothing"
    return f"A new order for {the(battle.divisions[event.division].name)} {came}{dice}."


def order_tried(event: OrderTried, battle: GettysburgBattle, dice: str) -> str:
    """Whether it got through; what it was is told next, to whoever may know."""
    name = brigade_name(battle, event.brigade)
    if event.how == "sent":
        return f"A new order for {name} {'got through' if event.passed else 'did not get through'}{dice}."
    return f"The brigadier of {name} {'took' if event.passed else 'did not dare to take'} the initiative{dice}."


def order_word(order: int) -> str:
    return DIVISION_ORDERS[order]


def order_of(battle: GettysburgBattle, event: OrderChanged | OrderShown) -> str:
    """`Assault`, `Support of the Iron Brigade, in its rear`."""
    word = ORDERS[event.order].capitalize()
    if event.order != Order.SUPPORT or event.target < 0:
        return word
    wing = ("on its left", "on its right", "in its rear")[event.wing] if event.wing < len(WINGS) else ""
    return f"{word} of {brigade_name(battle, event.target)}, {wing}"


# ---------------------------------------------------------------- generals


def general_in_words(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    match event:
        case GeneralDeployed():
            where = where_in_line(battle.land.ground.width, facing_of(battle, event.general), event.x)
            return f"{upper(general_name(battle, event.general))} took his post {where}."
        case GeneralMoved():
            return rode(event, battle)
        case GeneralLost():
            return f"{upper(general_name(battle, event.general))} {LOST.get(event.why, 'was lost')}."
        case GeneralReturned():
            return f"{upper(general_name(battle, event.general))} was back in command."
        case GeneralReplaced():
            return f"{upper(event.name)} took over."
        case GeneralDroveOff():
            name = upper(general_name(battle, event.general))
            return f"{name} spurred out of reach, to {name_of(battle, event.unit)}."
    return ""


def rode(event: GeneralMoved, battle: GettysburgBattle) -> str:
    general = battle.generals[event.general]
    name = upper(general_name(battle, general.id))
    if event.unit >= 0:
        return f"{name} joined {name_of(battle, event.unit)}."
    far = spacing(general.x, general.y, event.x, event.y)
    if general.attached_to >= 0:
        rode_on = f" and rode {inches(far)}" if far >= 0.05 else ""
        return f"{name} left {name_of(battle, general.attached_to)}{rode_on}."
    return f"{name} rode {ride(event, battle)}." if far >= 0.05 else ""


def ride(event: GeneralMoved, battle: GettysburgBattle) -> str:
    """`8.4 inches north`."""
    general = battle.generals[event.general]
    way = compass(bearing(event.x - general.x, event.y - general.y))
    return f"{inches(spacing(general.x, general.y, event.x, event.y))} {way}"


def rides_alone(event: GeneralMoved, battle: GettysburgBattle) -> bool:
    """From one place to another, with nobody to leave or to join."""
    general = battle.generals[event.general]
    far = spacing(general.x, general.y, event.x, event.y)
    return event.unit < 0 and general.attached_to < 0 and far >= 0.05


def facing_of(battle: GettysburgBattle, general: int) -> float:
    """As his side looks at the enemy: away from its baseline."""
    for unit in battle.units:
        if unit.side == battle.generals[general].side and unit.on_table():
            return unit.facing
    return 0.0


# ---------------------------------------------------------------- a game master's word


def overruled(event: Event[GettysburgBattle], battle: GettysburgBattle) -> str:
    """What a game master has put otherwise (R106)."""
    match event:
        case FireOut():
            return f"The fire in {the(battle.land.plots[event.plot].name)} was put out."
        case ModifierSet():
            return f"{upper(name_of(battle, event.unit))} was given {event.add:+d} for the next test."
        case GroundAdded():
            return f"A piece of ground was added to the table: {battle.rules.ground[event.kind].name.lower()}."
        case UnitAdded():
            return f"{upper(event.name)} came up to join {brigade_name(battle, event.brigade)}."
        case SwitchTurned():
            return f"From now on {event.name} was played as {event.value}."
    return ""
