"""Why not: what could be done at another time and cannot be done now, each with its reason and ruling.

The bars of the predicates that list the options, put into clauses. Made only when somebody looks. What is done by arms
is in why_not_fight.py.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Barred, Question, Region
from playsheet.core.geometry import FAR
from playsheet.core.terrain import rect_distance
from playsheet.core.words import the, upper
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.land import Plot
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.ground.moving import farthest, inches_left, is_prolonging
from playsheet.rules.gettysburg.options.choices import (
    DONE,
    GET_UP,
    LEAVE,
    PACKS,
    RECALL,
    STAND,
    AttachTo,
    ChangeOrder,
    TakeGeneral,
)
from playsheet.rules.gettysburg.options.command import (
    SHOW,
    bar_to_order,
    bar_to_own_initiative,
    bar_to_sending,
)
from playsheet.rules.gettysburg.options.duties import CLOSE, end_refusal, is_needed, lack_of
from playsheet.rules.gettysburg.options.generals import bar_to_joining, bar_to_riding, barred, command_of, pace_of
from playsheet.rules.gettysburg.options.moves import (
    backward,
    bar_to_acting,
    bar_to_changing,
    bar_to_detaching,
    bar_to_forming,
    bar_to_getting_up,
    bar_to_leaving,
    bar_to_limbering,
    bar_to_marching,
    bar_to_mounting,
    bar_to_moving,
    bar_to_occupying,
    bar_to_packs,
    bar_to_post,
    bar_to_recall,
    bar_to_reforming,
    bar_to_stepping_back,
    bar_to_turning,
    detached_figures,
    facing_region,
    formations_of,
    limbering_halves,
    mounts_of,
    post_place,
    reforming_halves,
    sliding,
    turning_halves,
    unmet_by,
)
from playsheet.rules.gettysburg.options.regions import MarchRegion
from playsheet.rules.gettysburg.options.why_not_fight import (
    is_are,
    of_declaring,
    of_firing,
    of_intercepting,
    of_reacting,
    of_shooting,
    of_supporting,
)
from playsheet.rules.gettysburg.terms import DIVISION_ORDERS, FORMATIONS, ORDERS, Arm, Bar, Formation, Order, UnformedBy
from playsheet.tabletop.wording import inches

Why = tuple[str, str]  # a clause, and its ruling or table

MOST: Final = 5  # units out of a general's reach, the nearest of them
AHEAD: Final = 1.0  # inches: what is in the way of a first step is in the way of all
ACTING: Final[dict[int, Why]] = {
    Bar.ACTED: ("it has made its move", "game-turn"),
    Bar.CHARGED: ("it has charged this turn", "game-turn"),
    Bar.EVADED: ("it has evaded this turn", "R111"),
    Bar.HALTED: ("it has halted for the rest of the turn", "morale-states"),
    Bar.IN_MELEE: ("in melee", "R118"),
    Bar.FALTERING: ("faltering: it does not move until a quiet turn has steadied it", "morale-states"),
    Bar.FLEEING: ("it runs: it moves in the phase of compulsory moves, and may rally in that of morale", "R29, R85"),
    Bar.COMPULSORY: ("it has made a compulsory move, and has nothing to reform", "R114"),
}
HELD: Final[dict[int, Why]] = {
    Bar.ON_THE_GROUND: ("gone to ground: get up first", "get-up"),
    Bar.GARRISON: ("it holds a post: leave that first", "R124"),
    Bar.COMPULSORY: ("it has made a compulsory move: it may only reform", "R114"),
    Bar.UNFORMED: ("unformed: reform first", "morale-states"),
}
LATER: Final = "it fires in phase 6, when all moves are made"
IN_THE_WAY: Final = " is in the way"
DUTIES: Final = {Order.HOLD: "R23", Order.SUPPORT: "R22", Order.RETIRE: "R16"}
EARLIER: Final = "charges are declared in phase 4, before normal moves"


def why_not(battle: GettysburgBattle, question: Question) -> list[Barred]:
    """What is greyed beside the options of a question."""
    found: list[Barred] = []
    about = question.about
    is_unit = 0 <= about < len(battle.units)
    match question.kind:
        case "normal":
            found = of_normal(battle, question.seat)
        case "act" if is_unit:
            found = of_act(battle, battle.units[about], begun=DONE in question.options)
        case "fire":
            found = of_firing(battle, question.seat)
        case "target" if is_unit:
            found = of_shooting(battle, battle.units[about])
        case "declare":
            found = of_declaring(battle, question)
        case "opportunity":
            found = of_intercepting(battle, question.seat)
        case "reaction" if is_unit:
            found = of_reacting(battle, battle.units[about])
        case "support" if is_unit:
            found = of_supporting(battle, battle.units[about], question.seat)
        case "generals":
            found = of_generals(battle, question.seat)
        case "general_to" if 0 <= about - len(battle.units) < len(battle.generals):
            found = of_general(battle, battle.general_at(about))
        case "brigade_order" if is_unit:
            found = of_order(battle, battle.brigade_at(about))
    return [one for one in found if not one.stands_in(question)]


def clause(sentence: str) -> str:
    """A refusal in a region's own words, within a sentence: without its full stop, and without the ruling it cites."""
    said = sentence.split(" (R", 1)[0].rstrip(".")
    return said.rsplit(": ", 1)[-1] if said.endswith(IN_THE_WAY) else said


def no_room(battle: GettysburgBattle, unit: Unit, region: Region, value: tuple[float, ...], ruling: str) -> Why:
    """What a region says to the plainest of its places; what the brigade's order forbids rests on that (R128)."""
    return by_order(battle, unit, clause(region.refusal(value)) or "no room", ruling)


def by_order(battle: GettysburgBattle, unit: Unit, why: str, otherwise: str) -> Why:
    if unit.brigade >= 0:
        brigade = battle.brigades[unit.brigade]
        if why.startswith(f"{upper(the(brigade.name))} "):
            return why, DUTIES.get(brigade.order, otherwise)
    return why, otherwise


# ---------------------------------------------------------------- whose move


def of_normal(battle: GettysburgBattle, seat: int) -> list[Barred]:
    """The duty that keeps the phase open, and units that do not move now; last those that have."""
    found: list[Barred] = []
    moved: list[Barred] = []
    for unit in battle.goers():
        bar = bar_to_acting(unit)
        if unit.seat == seat and bar in ACTING:
            why, ruling = ACTING[bar]
            one = Barred("unit", unit.name, why, ruling, unit.id)
            (moved if bar == Bar.ACTED else found).append(one)
    duty = unmet_by(battle, seat)
    if duty:
        found.insert(0, Barred(CLOSE.name, CLOSE.said, clause(duty), "R92" if "(R92)" in duty else "R128"))
    return found + moved


# ---------------------------------------------------------------- what it does


def of_act(battle: GettysburgBattle, unit: Unit, *, begun: bool) -> list[Barred]:
    """In the order in which acts are offered; who has begun his move is done, and does not stand."""
    found = of_state(battle, unit)
    if not begun and bar_to_moving(unit) != Bar.GARRISON and is_needed(battle, unit):
        lack = lack_of(battle, battle.brigades[unit.brigade])
        if lack is not None:
            found.append(Barred(STAND.name, STAND.said, f"{clause(lack.said)}, and it is needed for that", "R128"))
    found += of_marching(battle, unit)
    if unit.cause != UnformedBy.NOTHING:
        found += [of_reforming(battle, unit, formation) for formation in formations_of(unit)]
    found += of_forming(battle, unit)
    found += of_detaching(battle, unit)
    found += of_occupying(battle, unit)
    if unit.arm != Arm.ARTILLERY:
        found.append(Barred("charge", "Charge", EARLIER, "game-turn"))
    found.append(Barred("fire", "Fire", LATER, "game-turn"))
    return found


def of_state(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """Getting up, leaving a post, staying in it."""
    found: list[Barred] = []
    held = bar_to_moving(unit)
    if held == Bar.ON_THE_GROUND:
        why = {
            Bar.TRIED: "it has tried this turn",
            Bar.JUST_DOWN: "it went to ground this turn",
            Bar.NO_GENERAL: f"neither its brigadier nor the C-in-C is within {inches(battle.rules.get_up_near)}",
        }
        found.append(Barred(GET_UP.name, GET_UP.said, why.get(bar_to_getting_up(battle, unit), ""), "get-up"))
    elif held == Bar.GARRISON:
        begun = bar_to_leaving(battle, unit)
        why_not_leave = "it takes a whole move, and that has begun" if begun else "no room beside it"
        found.append(Barred(LEAVE.name, LEAVE.said, why_not_leave, "R124"))
        if unit.garrison in battle.burning:
            post = the(battle.land.plots[unit.garrison].name)
            found.append(Barred(STAND.name, STAND.said, f"{post} burns, and must be left", "R92"))
    return [one for one in found if one.reason]


def of_marching(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """March, step back, Down Packs."""
    found: list[Barred] = []
    held = bar_to_moving(unit)
    march = "Prolong" if is_prolonging(unit) else "March"
    if held:
        found.append(Barred("march", march, *HELD[held]))
        if unit.arm != Arm.ARTILLERY:
            found.append(Barred("step_back", "Step back", *HELD[held]))
        return found
    if bar_to_marching(unit):
        found.append(Barred("march", march, "nothing of its move is left", "movement"))
    else:
        found.append(Barred("march", march, *no_march(battle, unit)))
    match bar_to_stepping_back(unit):
        case Bar.BEGUN:
            found.append(Barred("step_back", "Step back", "it takes a whole move, and that has begun", "manoeuvres"))
        case Bar.NONE:
            found.append(Barred("step_back", "Step back", *no_way_back(battle, unit)))
    packs = {
        Bar.BEGUN: "it is declared before the move begins",
        Bar.NO_TOKEN: "there is no such token",
        Bar.ONE_TOKEN: "it has had a token this turn",
    }.get(bar_to_packs(battle, unit), "")
    if packs:
        found.append(Barred(PACKS.name, PACKS.said, packs, "R90"))
    return found


def no_march(battle: GettysburgBattle, unit: Unit) -> Why:
    """What is wrong with a first step straight ahead, or with the whole way."""
    region = MarchRegion(battle, unit)
    ahead = farthest(battle, unit, unit.shape, unit.facing, inches_left(battle, unit))
    for far in (AHEAD, ahead):
        x, y = unit.shape.point(0.0, far)
        why = clause(region.refusal((x, y, unit.facing)))
        if why:
            break
    return by_order(battle, unit, why or "no room", "movement")


def no_way_back(battle: GettysburgBattle, unit: Unit) -> Why:
    """What is behind it, or where its order wants it."""
    back = backward(battle, unit)
    if back.most <= 0.0:
        return "no room behind it", "manoeuvres"
    return no_room(battle, unit, back, (back.most,), "manoeuvres")


# ---------------------------------------------------------------- formations


def of_forming(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """Other formations, turns, limbers, horses."""
    found: list[Barred] = []
    held = bar_to_changing(unit)
    if unit.is_detachment():
        found.append(of_recall(battle, unit, held))
    elif unit.arm == Arm.ARTILLERY:
        found.append(of_limbering(battle, unit, held))
    else:
        for formation in formations_of(unit):
            if formation != unit.formation:
                found.append(of_formation(battle, unit, formation, held))
        found += of_mounting(battle, unit, held)
    turn = bar_to_turning(battle, unit)
    if turn != Bar.NEVER:
        why = "no room to turn about its centre"
        if turn == Bar.SPENT:
            why = costs(unit, turning_halves(battle, unit))
        found.append(Barred("turn", "Turn", *(HELD[held] if held else (why, "R34, R129"))))
    return found


def costs(unit: Unit, halves: int) -> str:
    """`it takes a whole move, and half of one is left`."""
    whole = "a whole move" if halves > 1 else "half a move"
    left = max(0, int(100.0 * (1.0 - unit.spent) + 0.5))
    part = "nothing" if left == 0 else "half of one" if left == 50 else f"{left} per cent of one"
    return f"it takes {whole}, and {part} is left"


def of_formation(battle: GettysburgBattle, unit: Unit, formation: int, held: int) -> Barred:
    kind = f"form:{FORMATIONS[formation]}"
    label = f"Form: {FORMATIONS[formation]}"
    if held:
        return Barred(kind, label, *HELD[held])
    match bar_to_forming(battle, unit, formation):
        case Bar.TRIED:
            return Barred(kind, label, "its skirmishers have not heeded the recall this turn", "recall-skirmishers")
        case Bar.OUT:
            return Barred(kind, label, "its skirmishers are out: recall them first", "R125")
        case Bar.SPENT:
            halves = battle.rules.changes[unit.formation][formation]
            return Barred(kind, label, costs(unit, halves), "formation-changes")
    region = sliding(battle, unit, unit.arm, formation)
    return Barred(kind, label, *no_room(battle, unit, region, (0.0,), "R129"))


def of_reforming(battle: GettysburgBattle, unit: Unit, formation: int) -> Barred:
    kind = f"reform:{FORMATIONS[formation]}"
    label = f"Reform: {FORMATIONS[formation]}"
    held = bar_to_moving(unit)
    if held in (Bar.ON_THE_GROUND, Bar.GARRISON):
        return Barred(kind, label, *HELD[held])
    match bar_to_reforming(battle, unit, formation):
        case Bar.OLD_FORMATION:
            was = FORMATIONS[unit.melee_formation]
            return Barred(kind, label, f"after a melee it reforms as it was: {was}", "morale-states")
        case Bar.GROUND:
            return Barred(kind, label, "on this ground it would be unformed again", "R37")
        case Bar.SPENT:
            return Barred(kind, label, costs(unit, reforming_halves(battle, unit, formation)), "formation-changes")
    facing = unit.melee_facing if unit.cause == UnformedBy.MELEE else unit.facing
    region = facing_region(battle, unit, formation, [])
    return Barred(kind, label, *no_room(battle, unit, region, (facing,), "R129"))


def of_limbering(battle: GettysburgBattle, unit: Unit, held: int) -> Barred:
    limbers = unit.formation == Formation.DEPLOYED
    kind, label = ("limber", "Limber") if limbers else ("unlimber", "Unlimber")
    if held:
        return Barred(kind, label, *HELD[held])
    match bar_to_limbering(battle, unit):
        case Bar.SPENT:
            return Barred(kind, label, costs(unit, limbering_halves(battle, unit)), "manoeuvres")
        case Bar.GROUND:
            return Barred(kind, label, "guns do not unlimber in difficult ground", "terrain")
    region = facing_region(battle, unit, Formation.LIMBERED if limbers else Formation.DEPLOYED, [])
    return Barred(kind, label, *no_room(battle, unit, region, (unit.facing,), "R129, R134"))


def of_mounting(battle: GettysburgBattle, unit: Unit, held: int) -> list[Barred]:
    found: list[Barred] = []
    mounted = unit.arm == Arm.CAVALRY
    how = "dismount" if mounted else "mount"
    for formation in mounts_of(unit):
        bar = bar_to_mounting(battle, unit, formation)
        if bar == Bar.NEVER:
            continue
        kind = f"{how}:{FORMATIONS[formation]}"
        label = f"{how.capitalize()}: {FORMATIONS[formation]}"
        if held:
            found.append(Barred(kind, label, *HELD[held]))
        elif bar == Bar.SPENT:
            found.append(Barred(kind, label, costs(unit, battle.rules.mounting[formation]), "formation-changes"))
        else:
            region = sliding(battle, unit, Arm.INFANTRY if mounted else Arm.CAVALRY, formation)
            found.append(Barred(kind, label, *no_room(battle, unit, region, (0.0,), "R102, R129")))
    return found


# ---------------------------------------------------------------- skirmishers


def of_recall(battle: GettysburgBattle, unit: Unit, held: int) -> Barred:
    if held:
        return Barred(RECALL.name, RECALL.said, *HELD[held])
    parent = name_of(battle, unit.parent)
    stands = is_are(battle.units[unit.parent])
    why = {
        Bar.TRIED: "it has not heeded the recall this turn",
        Bar.BEGUN: "its move has begun",
        Bar.OFF_TABLE: f"{parent} {stands} gone",
        Bar.PARENT: f"{parent} can take nobody in now",
        Bar.SPENT: f"too little of the move of {parent} is left",
        Bar.RANGE: f"{parent} {stands} more than {inches(battle.rules.detached_rejoin)} off",
    }.get(bar_to_recall(battle, unit), f"no room for all of them where {parent} {stands}")
    return Barred(RECALL.name, RECALL.said, why, "R125")


def of_detaching(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    found: list[Barred] = []
    held = bar_to_changing(unit)
    for screen in (True, False):
        kind, label = ("screen", "Send out a screen") if screen else ("half", "Send out half the regiment")
        bar = bar_to_detaching(battle, unit, screen=screen)
        if bar == Bar.NEVER:
            continue
        halves = battle.rules.screen_cost if screen else battle.rules.regiment_cost
        why = {
            Bar.SKIRMISHING: "it is in skirmish order itself",
            Bar.OUT: "its skirmishers are out",
            Bar.SCREENED: "its brigade has skirmishers out already",
            Bar.SPENT: costs(unit, halves),
            Bar.TOO_FEW: f"that would be {detached_figures(battle, unit, screen=screen)} of them, and two go at least",
        }.get(bar, "no room before its front")
        found.append(Barred(kind, label, *(HELD[held] if held else (why, "R125"))))
    return found


# ---------------------------------------------------------------- posts


def of_occupying(battle: GettysburgBattle, unit: Unit) -> list[Barred]:
    """The nearest post, if there is any."""
    plot = nearest_post(battle, unit)
    bar = bar_to_occupying(battle, unit)
    if plot is None or bar == Bar.NEVER or unit.garrison >= 0:
        return []
    kind = f"occupy:{plot.id}"
    label = f"Occupy {the(plot.name)}"
    held = bar_to_changing(unit)
    if held:
        return [Barred(kind, label, *HELD[held])]
    if bar == Bar.LIMBERED:
        return [Barred(kind, label, "limbered: unlimber first", "R104")]
    if bar == Bar.SPENT:
        return [Barred(kind, label, costs(unit, battle.rules.occupy_cost), "manoeuvres")]
    why, ruling = no_post(battle, unit, plot)
    return [Barred(kind, label, why, ruling)]


def nearest_post(battle: GettysburgBattle, unit: Unit) -> Plot | None:
    best: Plot | None = None
    least = FAR
    for plot in battle.land.posts:
        far = rect_distance(plot.piece, unit.shape)
        if far < least:
            best = plot
            least = far
    return best


def no_post(battle: GettysburgBattle, unit: Unit, plot: Plot) -> Why:
    match bar_to_post(battle, unit, plot):
        case Bar.RANGE:
            near = inches(battle.rules.occupy_within)
            return f"{inches(rect_distance(plot.piece, unit.shape))} off: it is occupied from within {near}", "R124"
        case Bar.BURNING:
            return "it burns", "R92"
        case Bar.NEVER:
            return "it has room for two guns", "R104"
        case Bar.HELD:
            return "somebody is in it", "R104"
    there = post_place(battle, unit, plot)
    if there is None:
        return "no room behind it", "R124"
    return by_order(battle, unit, clause(end_refusal(battle, unit, there)) or "no room", "R124")


# ---------------------------------------------------------------- generals


def of_generals(battle: GettysburgBattle, seat: int) -> list[Barred]:
    found: list[Barred] = []
    for general in battle.generals:
        why = {
            Bar.ACTED: "he has ridden this turn",
            Bar.NOT_HIS_GO: "it is another brigade's go",
        }.get(bar_to_riding(battle, general), "")
        if general.seat == seat and general.side == battle.side and why:
            option = TakeGeneral(general.id, battle.place_of(general))
            found.append(Barred("general", option.label(battle), why, "R32", option.place))
    return found


def of_general(battle: GettysburgBattle, general: General) -> list[Barred]:
    """The nearest units of his command that he cannot join."""
    far: list[tuple[float, int]] = []
    for unit in command_of(battle, general):
        if bar_to_joining(battle, general, unit) in (Bar.RANGE, Bar.GROUND):
            far.append((battle.general_gap(general, unit.shape), unit.id))
    found: list[Barred] = []
    for gap, id in sorted(far)[:MOST]:
        unit = battle.units[id]
        why = f"{inches(gap)} off, and he rides {inches(pace_of(battle))}"
        if bar_to_joining(battle, general, unit) == Bar.GROUND:
            why = f"{barred(battle, general.x, general.y, unit.x, unit.y)} lies between"
        option = AttachTo(id)
        found.append(Barred(option.key(), option.label(battle), why, "R32"))
    return found


# ---------------------------------------------------------------- orders


def of_order(battle: GettysburgBattle, brigade: Brigade) -> list[Barred]:
    """What may not be asked for, and who cannot ask."""
    found: list[Barred] = []
    if battle.rules.orders_hidden and brigade.shown:
        found.append(Barred(SHOW.name, SHOW.said, "it lies open already", "R17"))
    if bar_to_sending(battle, brigade):
        whose = "he is out of play" if brigade.division >= 0 else "the brigade is in no division"
        found.append(Barred("sent", "Sent by the divisional general", whose, "R122"))
    else:
        division = battle.divisions[brigade.division]
        for order in range(len(ORDERS)):
            if order not in battle.rules.may_send(division.order):
                why = f"{the(division.name)} is to {DIVISION_ORDERS[division.order]}, and no such order is sent then"
                found.append(of_one_order(battle, order, why, "R8", own=False))
            elif bar_to_order(battle, brigade, order) == Bar.NOBODY_THERE:
                found.append(of_one_order(battle, order, "there is no other brigade to support", "R22", own=False))
    if bar_to_own_initiative(battle, brigade):
        found.append(Barred("own", "On the brigadier's own initiative", "he is out of play", "R93"))
    elif bar_to_order(battle, brigade, Order.SUPPORT) == Bar.NOBODY_THERE:
        found.append(of_one_order(battle, Order.SUPPORT, "there is no other brigade to support", "R22", own=True))
    return found


def of_one_order(battle: GettysburgBattle, order: int, why: str, ruling: str, *, own: bool) -> Barred:
    option = ChangeOrder(order, own=own)
    return Barred(option.key(), option.label(battle), why, ruling)
