"""The battle in words: a sentence for each event. story.py joins them into the telling of a whole step.

Told in the past tense, like a dispatch. Where several wordings will do, group, turn and phase choose: never a die.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, turn_between
from playsheet.core.events import Event, Rolled
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.telling import last_roll, shown_faces
from playsheet.core.words import (
    article,
    compass,
    counted,
    listed,
    number,
    on_ground,
    owners,
    passage,
    together,
    upper,
    where_in_line,
)
from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Advanced,
    Charged,
    Declared,
    Deployed,
    Faced,
    FirstSideSet,
    GroundRuled,
    GroupAdded,
    GroupCommanded,
    GroupJoined,
    Hitched,
    LinkBought,
    Moved,
    OrderSet,
    OutOfSight,
    Passed,
    PhaseBegan,
    PlatoonRolled,
    PointsLost,
    PointsThrown,
    Ran,
    RiskRuled,
    SideBegan,
    SideEnded,
    StayedAway,
    VisibilitySet,
    WentOff,
)
from playsheet.rules.riskfactor.battle.fight_events import BrokeOff, Fired, Fought, Hurt, Loaded, MeleeEnded, Retreated
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import (
    cm,
    is_known,
    its,
    line_near,
    lines_crossed,
    man_of,
    middle,
    name_of,
    order_words,
    risk_words,
    several,
    side_of,
    them,
    was,
    wording,
)
from playsheet.rules.riskfactor.ground.leading import host_of
from playsheet.rules.riskfactor.ground.sight import sees
from playsheet.rules.riskfactor.shown.narration_fight import fired, fought, hurts, melee_ended
from playsheet.rules.riskfactor.terms import COVERS, Cover, MoveKind, Petticoats, Result, Where
from playsheet.tabletop.events import BattleEnded, FoundNoRoom
from playsheet.tabletop.wording import part_of

# What a group that obeys did, by the result of its table; {its} is filled in.
DID: Final = (
    "kept to {its} orders", "made for the nearest enemy", "carried on", "pressed forward", "halted",
    "looked for cover", "gave ground", "ran",
)  # fmt: skip

# What a commanded group that throws it would have done; empty where it had nothing to ignore.
WOULD: Final = (
    "", "have made for the nearest enemy", "", "have pressed forward", "have halted", "have looked for cover",
    "have given ground", "have run",
)  # fmt: skip
SLIGHT: Final = 0.5  # cm: less is no move to speak of
TURNED: Final = 60.0  # degrees: less is no turn to speak of
SHIFTED: Final = 5.0  # cm: less is no march
STEP: Final = 2.5  # cm: less is nothing, for an officer who goes where he likes
CLOSE: Final = 2.0  # cm: eye to eye


# ---------------------------------------------------------------- one event, one sentence


def narrate(event: Event[RiskBattle], battle: RiskBattle) -> str:
    """The event as a sentence of its own; empty where there is nothing worth a line.

    `battle` is the battle as it stood just before the event; as it stands afterwards will do.
    """
    match event:
        case FirstSideSet():
            return f"{upper(side_of(battle, event.side))} had the first turn."
        case Deployed():
            return deployed(event, battle)
        case FoundNoRoom():
            return f"{upper(name_of(battle, event.unit))} found no room where it was to deploy."
        case StayedAway():
            return f"{upper(name_of(battle, event.group))} did not come onto the field."
        case SideBegan():
            return turn_of(battle, event.side)
        case PhaseBegan() | Passed() | SideEnded():
            return ""  # to be seen by what comes of it
        case VisibilitySet():
            return f"{upper(name_of(battle, event.group))} could be seen within {event.cm} cm."
        case Declared():
            if not event.fires:
                return ""
            return f"{upper(name_of(battle, event.leader))} meant to load or fire."
        case PointsThrown():
            return points_thrown(event, battle, [], fires=False)
        case LinkBought():
            return link_bought(event, battle)
        case GroupCommanded():
            return commanded(battle, [event])
        case PointsLost():
            return f"That left {counted(event.points, 'point', 'points')} over."
        case PlatoonRolled():
            return platoon_rolled(event, battle)
        case ActionSet():
            return acted(battle, [event])
        case OrderSet():
            who = battle.groups[event.group]
            return f"{upper(name_of(battle, who.id))} {was(who)} ordered {ordered(event, battle)}."
        case RiskRuled():
            return risk_ruled(event, battle)
        case GroundRuled():
            return ground_ruled(event, battle)
        case GroupAdded():
            return f"The game master brought on a new group for {side_of(battle, event.side)}, the {event.name}."
    return narrate_fight(event, battle)


def narrate_fight(event: Event[RiskBattle], battle: RiskBattle) -> str:
    """The rest: moves, fire, melee, and the end."""
    match event:
        case Moved():
            return moved(event, battle, "")
        case OutOfSight():
            return out_of_sight(event, battle)
        case Faced():
            return turned(event, battle)
        case Advanced():
            return ""  # for the next Risk Factor; the move was told
        case WentOff():
            return went_off(event, battle)
        case Ran():
            return f"{upper(name_of(battle, event.group))} {was(battle.groups[event.group])} in flight."
        case Charged():
            return f"{upper(name_of(battle, event.group))} charged {name_of(battle, event.target)}."
        case Hitched():
            how = "hitched up" if event.state == Petticoats.HITCHED else "let down"
            return f"{upper(name_of(battle, event.group))} {how} the petticoats."
        case GroupJoined():
            return joined(event, battle)
        case Fired():
            return fired(event, battle, [])
        case Hurt():
            return hurts(battle, [event])
        case Fought():
            return fought(battle, [event], [])
        case MeleeEnded():
            return melee_ended(event, battle)
        case Retreated():
            return f"{upper(name_of(battle, event.group))} {was(battle.groups[event.group])} beaten back."
        case BrokeOff():
            return f"{upper(name_of(battle, event.group))} broke off from the melee."
        case Loaded():
            return f"{upper(name_of(battle, event.group))} loaded."
        case BattleEnded():
            return ended(event, battle)
    return ""


# ---------------------------------------------------------------- setting up


def turn_of(battle: RiskBattle, side: int) -> str:
    """`The Picket's turn.`; `The turn of the Chief's People.`"""
    name = side_of(battle, side)
    return f"The turn of {name}." if "'" in name else f"{upper(owners(name))} turn."


def deployed(event: Deployed, battle: RiskBattle) -> str:
    group = battle.groups[event.group]
    n = len(event.xs)
    x = sum(event.xs) / n
    y = sum(event.ys) / n
    place = where_in_line(battle.land.ground.width, battle.goals.facings[group.side], x)
    place += on_ground(battle.land.ground, x, y)
    who = upper(name_of(battle, group.id))
    if group.leader:
        return f"{who} took his stand {place}."
    if group.card.formed:
        how = wording(battle, group.id, ["formed up", "stood to", "took post"])
    elif group.card.mounted:
        how = wording(battle, group.id, ["drew rein", "waited in the saddle"])
    elif group.card.civilian:
        how = "huddled together"
    else:
        how = wording(battle, group.id, ["gathered", "squatted down", "waited"])
    return f"{who} {how} {place}."


# ---------------------------------------------------------------- command


def points_thrown(event: PointsThrown, battle: RiskBattle, rolls: list[Rolled], *, fires: bool) -> str:
    """An officer's own dice; those of an NCO or musician are told with what he cost."""
    who = upper(name_of(battle, event.leader))
    officer = battle.groups[event.leader]
    roll = last_roll(rolls, "")
    thrown = shown_faces(roll.faces) if roll is not None else str(event.points)
    if event.figure != officer.first:
        return f"{upper(man_of(battle, event.figure))} added {counted(event.points, 'point', 'points')}."
    why = ""
    if fires:
        why = ", meaning to fire,"
    elif event.ruling == "R31":
        why = ", fighting for his life,"
    if not event.points:
        return f"{who}{why} had no dice to throw for command."
    return f"{who}{why} threw {thrown} for command: {counted(event.points, 'point', 'points')}."


def link_bought(event: LinkBought, battle: RiskBattle) -> str:
    cost = counted(event.cost, "point", "points") if event.cost else "the pay of the squad"
    return f"{upper(cost)} {links(event, battle)}."


def links(event: LinkBought, battle: RiskBattle) -> str:
    """`reached the sergeant of the Regular Squad`, `set the Drummer drumming`."""
    group = battle.group_of(event.figure)
    if group.is_musician():
        plays = "drumming" if group.card.id == "drummer" else "blowing" if group.card.id == "bugler" else "playing"
        return f"set {name_of(battle, group.id)} {plays}"
    return f"reached {man_of(battle, event.figure)}"


def linked(event: LinkBought, thrown: PointsThrown, battle: RiskBattle, rolls: list[Rolled]) -> str:
    """An NCO or musician, what he cost, and what his dice brought; no full stop, for his squad may follow."""
    head = f"{upper(counted(event.cost, 'point', 'points'))} {links(event, battle)}"
    if not thrown.points:
        return f"{head}, to carry the word farther"
    if battle.group_of(event.figure).is_musician():
        return f"{head}: {thrown_faces(rolls, thrown)} made it {number(thrown.left)}"
    return f"{head}, who {throws(event, thrown, battle, rolls)}"


def throws(event: LinkBought, thrown: PointsThrown, battle: RiskBattle, rolls: list[Rolled]) -> str:
    """`threw 5 3 6 and made it 15`."""
    fires = "meant to fire himself, " if event.fires and battle.rules.nco_minus else ""
    if not thrown.points:
        return f"{fires}had no dice to throw"
    return f"{fires}threw {thrown_faces(rolls, thrown)} and made it {number(thrown.left)}"


def thrown_faces(rolls: list[Rolled], thrown: PointsThrown) -> str:
    roll = last_roll(rolls, "")
    faces = roll.faces if roll is not None else [thrown.points]
    return article(faces[0]) if len(faces) == 1 else shown_faces(faces)


def commanded(battle: RiskBattle, bought: list[GroupCommanded]) -> str:
    """Groups paid for one after the other."""
    parts: list[str] = []
    for event in bought:
        cost = f" for {number(event.cost)}" if event.cost else ""
        parts.append(f"{name_of(battle, event.group)}{cost}")
    return f"{upper(name_of(battle, bought[0].leader))} commanded {listed(parts)}."


def left_alone(battle: RiskBattle, side: int) -> str:
    """Who was commanded by nobody, when the officers have spoken."""
    alone = [
        group
        for group in battle.groups
        if group.side == side and group.place == Where.ON_TABLE and not group.commanded() and not group.is_pc()
        if not group.leader or host_of(battle, group) < 0
    ]
    if not alone:
        return ""
    nobody = wording(battle, alone[0].id, ["Nobody commanded", "No word reached", "No orders came to"])
    return f"{nobody} {together([name_of(battle, group.id) for group in alone], 'or')}."


def visible(battle: RiskBattle, thrown: list[VisibilitySet]) -> str:
    """The visibility dice of a side turn, like with like; without fog also who was not made out at all."""
    keys: list[str] = []
    names: list[list[str]] = []
    missed: list[str] = []
    pronoun = ""
    seen = wording(battle, thrown[0].group, [" would be seen", " would show", " would be made out"])
    for event in thrown:
        group = battle.groups[event.group]
        name = name_of(battle, group.id)
        place = hiding_place(battle, group)
        if not place:
            continue  # he only shares the die of a group that hides
        key = f"{place}{seen} within {event.cm} cm"
        if key in keys:
            names[keys.index(key)].append(name)
        else:
            keys.append(key)
            names.append([name])
        if not battle.rules.fog and not made_out(battle, group):
            missed.append(name)
            pronoun = "He was" if group.leader else "They were" if several(group) else "It was"
    parts: list[str] = []
    if not keys:
        return ""
    last = ""
    for index in range(len(keys)):
        place = keys[index].split(seen)[0]
        key = keys[index].replace(place + seen, place if place != last else "") if index else keys[index]
        last = place
        parts.append(together(names[index]) + key)
    text = f"{upper(parts[0])}{''.join(['; ' + part for part in parts[1:]])}."
    if len(missed) == sum([len(same) for same in names]):
        text += " None of them was seen." if len(missed) > 1 else f" {pronoun} not seen."
    elif missed:
        nobody = wording(battle, thrown[0].group, ["Nobody saw", "No eye found", "Nobody made out"])
        text += f" {nobody} {together(missed, 'or')}."
    return text


def hiding_place(battle: RiskBattle, group: Group) -> str:
    """Where it hides, as far as this story knows."""
    unknown = False
    for figure in battle.members(group):
        at: i64 = figure
        if not is_known(battle, figure):
            unknown = True
        elif battle.hides[at] >= 0:
            return on_ground(battle.land.ground, battle.figures.x[at], battle.figures.y[at])
    return ", wherever hidden," if unknown else ""


def made_out(battle: RiskBattle, group: Group) -> bool:
    """Has anybody of the other side one of its figures in sight?"""
    for other in battle.groups:
        if other.side != group.side and other.place == Where.ON_TABLE:
            for eye in battle.members(other):
                for figure in battle.members(group):
                    if sees(battle, eye, figure):
                        return True
    return False


# ---------------------------------------------------------------- action dice


def did(group: Group, result: int) -> str:
    return DID[result].replace("{its}", its(group))


def platoon_rolled(event: PlatoonRolled, battle: RiskBattle) -> str:
    who = upper(together([name_of(battle, id) for id in event.groups]))
    if event.together:
        return f"{who} threw one die as a platoon."
    return f"{who} threw one die as a platoon, could not hold together by it, and threw again squad by squad."


def acted(battle: RiskBattle, same: list[ActionSet]) -> str:
    """Groups at the same risk that did the same: what moved them, each die, and what came of it."""
    first = same[0]
    group = battle.groups[first.group]
    risk = risk_words(battle, group, first.risk, first.account)
    if not first.obeys and group.is_pc():
        return ""  # an officer does as he likes
    if first.with_group >= 0:
        host = name_of(battle, first.with_group)
        return f"{upper(name_of(battle, group.id))}, sharing the die of {host}, {did(group, first.result)}."
    if len(same) == 1:
        name = name_of(battle, group.id)
        head = wording(battle, group.id, [f"At {risk} {name}", f"{upper(name)}, at {risk},"])
        return f"{head} threw {article(first.die)} and {came(battle, group, first, its(group))}."
    if len(same) == 2:
        parts = [f"{name_of(battle, one.group)} ({article(one.die)})" for one in same]
        return f"At {risk} {listed(parts)} {came(battle, group, first, 'their')}."
    who = together([name_of(battle, one.group) for one in same])
    dice = shown_faces([one.die for one in same])
    return f"At {risk} {who} {came(battle, group, first, 'their')} ({dice})."


def came(battle: RiskBattle, group: Group, event: ActionSet, their: str) -> str:
    """What the die made of it; commanded troops may ignore it."""
    if not event.obeys:
        officer = name_of(battle, group.commander) if group.commander >= 0 else "the officers"
        would = WOULD[event.result]
        if would:
            return f"would {would}, but for {officer}"
        return f"kept to {their} orders"
    despite = f", for all {their} orders" if is_under_command(battle, group) and not group.is_pc() else ""
    unseen = "with no enemy in sight " if event.result == Result.CONTINUE_ORDER and event.risk > 0 else ""
    return f"{unseen}{DID[event.result].replace('{its}', their)}{despite}"


def is_under_command(battle: RiskBattle, group: Group) -> bool:
    return battle.played[group.side] and (group.commanded() or group.is_pc())


def acts_alike(battle: RiskBattle, one: ActionSet, other: ActionSet) -> bool:
    """May both be told in one sentence?"""
    first = battle.groups[one.group]
    second = battle.groups[other.group]
    return (
        one.result == other.result
        and one.obeys == other.obeys
        and first.commander == second.commander
        and is_under_command(battle, first) == is_under_command(battle, second)
        and risk_words(battle, first, one.risk, one.account) == risk_words(battle, second, other.risk, other.account)
    )


def ordered(event: OrderSet, battle: RiskBattle) -> str:
    x, y = middle(battle, battle.members(battle.groups[event.group]))
    return order_words(battle, event.kind, event.x, event.y, event.to_point, bearing(event.x - x, event.y - y))


# ---------------------------------------------------------------- moves


class Going:
    """A move as the table shows it: who went how far which way, and who came into view by it."""

    def __init__(self, event: Moved, battle: RiskBattle) -> None:
        self.movers: list[int] = []
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.new: list[int] = []  # places in the event of those whom this story had not seen before
        self.known = 0
        for index in range(len(event.figures)):
            figure = event.figures[index]
            at: i64 = figure
            if not is_known(battle, figure):
                self.new.append(index)
                continue
            self.known += 1
            if spacing(battle.figures.x[at], battle.figures.y[at], event.xs[index], event.ys[index]) >= SLIGHT:
                self.movers.append(figure)
                self.xs.append(event.xs[index])
                self.ys.append(event.ys[index])
        self.x0 = 0.0
        self.y0 = 0.0
        self.x1 = 0.0
        self.y1 = 0.0
        if self.movers:
            n = len(self.movers)
            self.x0, self.y0 = battle.centre(self.movers)
            self.x1 = sum(self.xs) / n
            self.y1 = sum(self.ys) / n
        self.far = spacing(self.x0, self.y0, self.x1, self.y1)
        self.way = bearing(self.x1 - self.x0, self.y1 - self.y0) if self.far > TOLERANCE else event.facing


def moved(event: Moved, battle: RiskBattle, head: str) -> str:
    """A move of a group; `head` says who and why, if something has been said of it before."""
    group = battle.groups[event.group]
    going = Going(event, battle)
    if going.new and not going.movers:
        return came_into_view(event, battle, going)
    if not going.movers:
        stuck = event.how in (MoveKind.RUNS, MoveKind.RETREATS, MoveKind.WITHDRAWS)
        return f"{upper(head or name_of(battle, group.id))} could not get away." if stuck else ""
    if group.leader and event.how == MoveKind.FREELY and going.far < STEP:
        return ""
    who = head or movers_of(battle, event, group, going)
    return f"{upper(who)} {went(event, battle, group, going)}."


def movers_of(battle: RiskBattle, event: Moved, group: Group, going: Going) -> str:
    """`the Regular Squad`, `seven of the Regular Squad`, `the Regular Squad, with the Drummer,`."""
    own = [figure for figure in going.movers if battle.group_of(figure) is group]
    along = [battle.group_of(figure).id for figure in going.movers if battle.group_of(figure) is not group]
    all_own = [figure for figure in event.figures if battle.group_of(figure) is group]
    name = name_of(battle, group.id)
    if own and len(own) < len(all_own):
        name = f"{number(len(own))} of {name}"
    elif not own and along:
        return listed([name_of(battle, id) for id in along])
    return f"{name}, with {listed([name_of(battle, id) for id in along])}," if along else name


def went(event: Moved, battle: RiskBattle, group: Group, going: Going) -> str:
    """The verb, how far, which way, over what ground, and before whom."""
    over = lines_crossed(battle, going.movers, going.xs, going.ys)
    far = f"{cm(going.far)} {compass(going.way)}"
    verb = march(battle, group, event.how, going)
    if event.how in (MoveKind.TAKES_COVER, MoveKind.WITHDRAWS):
        return f"{verb} {far}{over}{shelter_after(battle, event, going)}"
    ground = passage(battle.land.ground, going.x0, going.y0, going.x1, going.y1)
    face = (
        "" if event.how in (MoveKind.RUNS, MoveKind.RETREATS, MoveKind.CHARGES_HOME) else close_to(battle, group, going)
    )
    return f"{verb} {far}{over}{ground}{face}"


def march(battle: RiskBattle, group: Group, how: str, going: Going) -> str:
    """The verb of a move: on, back, across, in haste."""
    id = group.id
    if how == MoveKind.RUNS:
        if group.card.mounted:
            return wording(battle, id, ["bolted", "galloped off"])
        if group.leader:
            return wording(battle, id, ["fled", "ran"])
        return wording(battle, id, ["broke and ran", "ran", "turned and ran", "fled"])
    if how == MoveKind.RETREATS:
        return wording(battle, id, ["fell back", "reeled back", "gave way and fell back"])
    if how == MoveKind.WITHDRAWS:
        return wording(battle, id, ["withdrew", "drew off", "backed away"])
    if how == MoveKind.TAKES_COVER and going.far >= SHIFTED:
        return wording(battle, id, ["dashed", "scrambled", "scurried"]) if not group.card.mounted else "rode"
    if going.far < SHIFTED:
        return "edged" if not group.leader else "moved"
    back = turn_between(going.way, battle.goals.facings[group.side]) > 120.0
    if group.card.mounted:
        return "rode back" if back else wording(battle, id, ["trotted", "rode", "cantered"])
    if back:
        return "walked back" if group.leader else "moved back"
    if group.leader:
        return wording(battle, id, ["walked", "strode", "went"])
    if group.card.civilian:
        return wording(battle, id, ["hurried", "trudged"])
    if group.card.native:
        return wording(battle, id, ["came on", "loped", "moved up", "trotted"])
    return wording(battle, id, ["advanced", "moved up", "pushed on", "marched"])


def shelter_after(battle: RiskBattle, event: Moved, going: Going) -> str:
    """Whether those who made for cover got to it: ` to line the wall`, ` into the scrub`, `, and found no cover`."""
    twin = battle.clone()
    event.apply(twin)
    line = line_near(twin, going.movers)
    if line:
        return f" to line {line}"
    if any(battle.cover[i64(figure)] > Cover.OPEN for figure in going.movers):
        return passage(battle.land.ground, going.x0, going.y0, going.x1, going.y1)
    covered = [figure for figure in going.movers if twin.cover[i64(figure)] > Cover.OPEN]
    if not covered:
        return ", and found no cover" if event.how == MoveKind.TAKES_COVER else ""
    at: i64 = covered[0]
    place = on_ground(battle.land.ground, twin.figures.x[at], twin.figures.y[at])
    if len(covered) == len(going.movers):
        return place.replace(" in ", " into ").replace(" on ", " onto ")
    return f"; {part_of(len(covered), len(going.movers))} reached{place.replace(' in ', ' ').replace(' on ', ' ')}"


def close_to(battle: RiskBattle, group: Group, going: Going) -> str:
    """`, eye to eye with the Regular Squad`: an enemy a pace away."""
    near: list[str] = []
    for other in battle.groups:
        if other.side == group.side or other.place != Where.ON_TABLE:
            continue
        for enemy in battle.members(other):
            at: i64 = enemy
            if not is_known(battle, enemy):
                continue
            close = False
            for index in range(len(going.movers)):
                x = battle.figures.x[at]
                y = battle.figures.y[at]
                if spacing(going.xs[index], going.ys[index], x, y) - battle.rules.base <= CLOSE:
                    close = True
            if close:
                near.append(name_of(battle, other.id))
                break
    return f", up to {together(near)}" if near else ""


def turned(event: Faced, battle: RiskBattle) -> str:
    """Only a turn that one would notice."""
    known = [figure for figure in event.figures if is_known(battle, figure)]
    if not known or turn_between(battle.facing(known), event.facing) < TURNED:
        return ""
    return f"{upper(name_of(battle, event.group))} turned to face {compass(event.facing)}."


def came_into_view(event: Moved, battle: RiskBattle, going: Going) -> str:
    """Figures that this story had not seen."""
    group = battle.groups[event.group]
    n = len(going.new)
    x = sum([event.xs[index] for index in going.new]) / n
    y = sum([event.ys[index] for index in going.new]) / n
    place = on_ground(battle.land.ground, x, y)
    if event.how == "deploys":
        side = where_in_line(battle.land.ground.width, battle.goals.facings[group.side], x)
        return f"{upper(number(n))} of {name_of(battle, group.id)} showed {himself(n)} {side}{place}."
    who = name_of(battle, group.id) if group.leader else f"{number(n)} of {name_of(battle, group.id)}"
    return f"{upper(who)} came into view{place}."


def out_of_sight(event: OutOfSight, battle: RiskBattle) -> str:
    """Figures whom this story has lost sight of."""
    group = battle.groups[event.group]
    left = [figure for figure in battle.members(group) if is_known(battle, figure) and figure not in event.figures]
    name = name_of(battle, group.id)
    return f"{upper(f'{number(len(event.figures))} of {name}' if left else name)} went out of sight."


def himself(n: int) -> str:
    return "himself" if n == 1 else "themselves"


def went_off(event: WentOff, battle: RiskBattle, whom: str = "") -> str:
    """Over the edge; `whom` is the group if the sentence before was about it: `them`."""
    group = battle.groups[event.group]
    if group.leader:
        return f"{upper(name_of(battle, group.id))} left the table and was seen no more."
    own = [figure for figure in event.figures if battle.group_of(figure) is group]
    along = [name_of(battle, battle.group_of(figure).id) for figure in event.figures if figure not in own]
    with_them = f", {listed(along)} with {them(group)}" if along else ""
    if not own:
        return f"{upper(listed(along))} went off the table."
    left = [figure for figure in battle.members(group) if figure not in event.figures]
    n = len(own)
    if not left:
        last = "The last man" if n == 1 else f"The last {number(n)}"
        return f"{last} of {name_of(battle, group.id)} went off the table{with_them}."
    return f"{upper(number(n))} of {whom or name_of(battle, group.id)} went off the table{with_them}."


def joined(event: GroupJoined, battle: RiskBattle) -> str:
    group = battle.groups[event.group]
    n = len(battle.members(group))
    head = "The last man" if n <= 1 else f"The last {number(n)}"
    return f"{head} of {name_of(battle, group.id)} joined {name_of(battle, event.host)}."


# ---------------------------------------------------------------- charge and melee


def ended(event: BattleEnded[RiskBattle], battle: RiskBattle) -> str:
    if event.winner < 0:
        return f"{event.verdict} The fight was drawn."
    return f"{event.verdict} The day belonged to {side_of(battle, event.winner)}."


# ---------------------------------------------------------------- a game master's word


def risk_ruled(event: RiskRuled, battle: RiskBattle) -> str:
    parts: list[str] = []
    if event.risk or not event.die:
        parts.append(f"{event.risk:+d} to the next risk")
    if event.die:
        parts.append(f"{event.die:+d} to the next action die")
    return f"The game master gave {name_of(battle, event.group)} {listed(parts)}."


def ground_ruled(event: GroundRuled, battle: RiskBattle) -> str:
    name = battle.land.plots[event.piece].name
    cover = "no cover" if event.cover == Cover.OPEN else f"{COVERS[event.cover]} cover"
    hemmed = "enclosed" if event.enclosed else "not enclosed"
    the_name = name if name.startswith("the ") else f"the {name}"
    return f"The game master ruled that {the_name} gave {cover} and was {hemmed}."
