"""A whole step in words: the sentences of narration.py, joined where they belong together, with the dice that fell.

A story for one seat is told from the events that the seat is shown, on a battle that knows no others: so it cannot tell
what the seat may not know (R28).
"""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event, Rolled, unseen_by
from playsheet.core.geometry import spacing
from playsheet.core.telling import SEQUENCE, Storyteller, Teller, Told
from playsheet.core.words import listed, number, together, upper
from playsheet.rules.riskfactor.battle.events import (
    ActionSet,
    Advanced,
    Charged,
    Declared,
    Deployed,
    Faced,
    GroupCommanded,
    LinkBought,
    Moved,
    OrderSet,
    OutOfSight,
    PhaseBegan,
    PlatoonRolled,
    PointsLost,
    PointsThrown,
    Ran,
    SideBegan,
    VisibilitySet,
    WentOff,
)
from playsheet.rules.riskfactor.battle.fight_events import BrokeOff, Fired, Fought, Hurt, Loaded, MeleeEnded, Retreated
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.words import (
    cm,
    is_known,
    man_of,
    men_of,
    name_of,
    nco_of,
    raised_in,
    short_of,
    was,
)
from playsheet.rules.riskfactor.ground.sight import gap
from playsheet.rules.riskfactor.shown.narration import (
    Going,
    acted,
    acts_alike,
    commanded,
    left_alone,
    linked,
    moved,
    narrate,
    ordered,
    platoon_rolled,
    points_thrown,
    throws,
    visible,
    went_off,
)
from playsheet.rules.riskfactor.shown.narration_fight import (
    charge_verb,
    deeds,
    fired,
    fought,
    hurts,
    lost_hits,
    melee_ended,
    worsted,
)
from playsheet.rules.riskfactor.shown.places import place_of
from playsheet.rules.riskfactor.terms import MoveKind, Phase, Result, Where
from playsheet.tabletop.wording import part_of

SAME_PLACE: Final = 5.0  # cm: orders to go there are the same orders


class RiskTeller(Storyteller[RiskBattle]):
    """Joins what belongs together: a chain of command, action dice alike, a volley and whom it hit, a melee."""

    def __init__(self, battle: RiskBattle) -> None:
        super().__init__(battle)
        self.names: list[str] = []
        self.opening = -1  # the side whose turn has begun and has not been announced
        self.announced = -1  # which sentence of this step announced it
        self.commanding = False  # an officer has thrown for command in this side turn
        self.fires = False  # he has said that he will fire
        self.spent = False  # and has spent some of his points

    def take_over(self, other: Teller[RiskBattle]) -> None:
        super().take_over(other)
        if isinstance(other, RiskTeller):
            self.names = other.names[:]
            self.opening = other.opening
            self.commanding = other.commanding
            self.fires = other.fires
            self.spent = other.spent

    def place(self, event: Event[RiskBattle]) -> str:
        return place_of(event)

    def units(self) -> int:
        return len(self.battle.groups)

    def name(self, id: int) -> str:
        for known in range(len(self.names), len(self.battle.groups)):
            self.names.append(name_of(self.battle, known))
        return self.names[id]

    def short(self, id: int) -> str:
        return short_of(self.battle.groups[id])

    def say(self, text: str) -> None:
        """A side's turn is announced with the first thing that happens in it."""
        if text and self.opening >= 0:
            side = self.opening
            self.opening = -1
            self.told.append(Told(narrate(SideBegan(side, self.battle.turn), self.battle), [], deployment=False))
            self.told[-1].tables.append(SEQUENCE)
            self.announced = len(self.told) - 1
        super().say(text)

    def tell(self, events: list[Event[RiskBattle]]) -> list[Told]:
        self.announced = -1
        return super().tell(events)

    def cite(self, first: int) -> None:
        """No ruling is behind the announcement of a turn."""
        super().cite(first + 1 if first == self.announced else first)

    # ------------------------------------------------------------ what belongs together

    def tell_one(self, event: Event[RiskBattle]) -> None:
        match event:
            case Deployed():
                self.tell_deployed(narrate(event, self.battle))
            case SideBegan():
                self.opening = event.side
                self.commanding = False
                self.go_on()
            case VisibilitySet():
                self.tell_visibility()
            case Declared() | PointsThrown():
                self.tell_points(event)
            case LinkBought():
                self.tell_link(event)
            case GroupCommanded():
                self.tell_commanded()
            case PhaseBegan():
                if event.phase == Phase.ACTIONS and self.battle.phase == Phase.COMMAND and self.commanding:
                    self.say(left_alone(self.battle, self.battle.active))
                self.go_on()
            case PlatoonRolled() | ActionSet():
                self.tell_actions()
            case OrderSet():
                self.tell_order(event)
            case Moved():
                self.tell_move(event)
            case OutOfSight():
                self.tell_out_of_sight(event)
            case Charged():
                self.tell_charge(event)
            case Ran():
                self.go_on()  # the move said so
            case Fired():
                self.tell_fire(event)
            case Hurt():
                self.tell_hurts()
            case BrokeOff():
                self.tell_breaking_off(event)
            case Fought():
                self.tell_melee()
            case MeleeEnded():
                self.tell_melee_end(event)
            case Loaded():
                self.tell_loading()
            case PointsLost():
                unspent = "It was not spent." if event.points == 1 else "None of them was spent."
                self.say(narrate(event, self.battle) if self.spent else unspent)
                self.go_on()
            case _:
                self.say(narrate(event, self.battle))
                self.go_on()

    def go_on(self) -> None:
        """Past an event and, where all of it was told, past what is told again for those who see a part of it."""
        self.take_rolls()
        whole = self.events[self.at]
        super().go_on()
        while self.at < len(self.events) and is_part_of(whole, self.events[self.at]):
            super().go_on()

    def tell_deployed(self, text: str) -> None:
        if text and self.battle.phase != Phase.SETTING_UP:
            self.say(text)  # a group that a game master brings on
        elif text:
            self.told.append(Told(text, self.rolls, deployment=True))
            self.rolls = []
        self.go_on()

    def tell_visibility(self) -> None:
        """All dice of the side turn in one sentence."""
        thrown: list[VisibilitySet] = []
        event = self.next()
        while isinstance(event, VisibilitySet):
            thrown.append(event)
            self.go_on()
            self.take_rolls()
            event = self.next()
        self.say(visible(self.battle, thrown))

    # ------------------------------------------------------------ command

    def tell_points(self, event: Declared | PointsThrown) -> None:
        """What an officer throws for himself."""
        self.commanding = True
        if isinstance(event, Declared):
            self.fires = event.fires
            self.go_on()
            return
        self.say(points_thrown(event, self.battle, self.rolls, fires=self.fires))
        self.fires = False
        self.spent = False
        self.go_on()

    def tell_link(self, event: LinkBought) -> None:
        """An NCO or musician, the dice he brings, and his squad if it is paid for next."""
        battle = self.battle
        self.spent = True
        group = battle.group_of(event.figure)
        self.go_on()
        self.take_rolls()
        thrown = self.next()
        if not isinstance(thrown, PointsThrown) or thrown.figure != event.figure:
            self.say(narrate(event, battle))
            return
        if event.cost:
            text = linked(event, thrown, battle, self.rolls)
        else:
            text = f"{upper(man_of(battle, event.figure))} {throws(event, thrown, battle, self.rolls)}"
        self.go_on()
        following = self.next()
        if isinstance(following, GroupCommanded) and following.group == group.id:
            text += f"; {number(following.cost)} of them commanded his men"
            self.go_on()
        self.say(text + ".")

    def tell_commanded(self) -> None:
        """Groups paid for, and the NCO of the last of them if he throws next."""
        battle = self.battle
        self.spent = True
        bought: list[GroupCommanded] = []
        event = self.next()
        while isinstance(event, GroupCommanded):
            bought.append(event)
            self.go_on()
            event = self.next()
        last = bought[-1]
        group = battle.groups[last.group]
        thrown = self.after_next()
        if isinstance(event, LinkBought) and event.cost == 0 and battle.group_of(event.figure) is group:
            if isinstance(thrown, PointsThrown) and thrown.figure == event.figure:
                if len(bought) > 1:
                    self.say(commanded(battle, bought[:-1]))
                head = f"{upper(name_of(battle, last.leader))} spent {number(last.cost)} to command "
                self.go_on()
                self.take_rolls()
                threw = throws(event, thrown, battle, self.rolls)
                self.say(f"{head}{name_of(battle, group.id)}, whose {nco_of(group)} {threw}.")
                self.go_on()
                return
        self.say(commanded(battle, bought))

    # ------------------------------------------------------------ action dice

    def tell_actions(self) -> None:
        """All results of a side; those alike in one sentence, each with its dice."""
        before = self.battle.clone()
        loose = self.rolls
        self.rolls = []
        own: dict[int, list[Rolled]] = {}
        sets: list[ActionSet] = []
        event = self.next()
        while isinstance(event, (PlatoonRolled, ActionSet)):
            if isinstance(event, PlatoonRolled):
                n = 1 if event.together else 1 + len(event.groups)
                mine = loose[-n:] if len(loose) >= n else []
                del loose[len(loose) - len(mine) :]
                self.rolls = mine[:1]
                self.say(platoon_rolled(event, before))
                for index in range(1, len(mine)):
                    own[event.groups[index - 1]] = [mine[index]]
                if event.together:
                    for id in event.groups:
                        own[id] = []
            else:
                sets.append(event)
                if event.group not in own:
                    own[event.group] = self.dice_of(event, loose)
            self.go_on()
            self.take_rolls()
            loose = loose + self.rolls
            self.rolls = []
            event = self.next()
        for same in alike(before, [one for one in sets if is_told(sets, one)]):
            self.rolls = [roll for one in same for roll in own[one.group]]
            said = len(self.told)
            self.say(acted(before, same))
            if len(self.told) > said:
                self.told[-1].rulings.extend(rulings_of(same))
        self.rolls = []
        self.cited = []

    def dice_of(self, event: ActionSet, loose: list[Rolled]) -> list[Rolled]:
        """The die that the group threw; none where it shares another's, or where the seat may not see it."""
        if event.with_group >= 0 or not loose:
            return []
        if loose[0].seat != self.battle.groups[event.group].seat:
            return []
        return [loose.pop(0)]

    # ------------------------------------------------------------ orders and moves

    def tell_order(self, event: OrderSet) -> None:
        """Told where somebody gave it; what a result makes of an order goes without saying."""
        battle = self.battle
        now = battle.groups[event.group].order
        given = battle.phase == Phase.FREE_MOVES or len(self.events) == 1
        new = now.kind != event.kind or now.to_point != event.to_point
        if event.to_point and spacing(now.x, now.y, event.x, event.y) > SAME_PLACE:
            new = True
        text = narrate(event, battle)
        order = ordered(event, battle)
        self.go_on()
        if not given or not new:
            return
        following = self.next()
        if isinstance(following, Moved) and following.group == event.group:
            told = "" if Going(following, battle).new else moved(following, battle, "")
            told = told.replace(f" cm {order.split(' ')[-1]}", " cm")
            if told:
                self.say(f"Ordered {order}, {lower_start(battle, told)}")
                self.go_on()
                return
        self.say(text)

    def tell_move(self, event: Moved) -> None:
        text = moved(event, self.battle, "")
        if event.how == "deploys":
            self.tell_deployed(text)
        else:
            self.say(text)
            self.go_on()
        group = self.battle.groups[event.group]
        if group.place == Where.WAITING:
            group.place = Where.ON_TABLE  # in a seat's own story: seen for the first time
        following = self.next()
        if isinstance(following, WentOff) and following.group == event.group:
            self.say(went_off(following, self.battle, "them" if text else ""))
            self.go_on()

    def tell_out_of_sight(self, event: OutOfSight) -> None:
        """Where they are now, this story does not know any more."""
        self.say(narrate(event, self.battle))
        self.go_on()
        for figure in event.figures:
            self.battle.put(figure, 0.0, 0.0, 0.0)

    def tell_charge(self, event: Charged) -> None:
        """Over how many cm, and how many came to blows."""
        battle = self.battle
        group = battle.groups[event.group]
        target = battle.groups[event.target]
        far = -1.0
        for mine in battle.members(group):
            for theirs in battle.members(target):
                if is_known(battle, mine) and is_known(battle, theirs):
                    apart = gap(battle, mine, theirs)
                    if far < 0.0 or apart < far:
                        far = apart
        head = f"{upper(name_of(battle, group.id))} {charge_verb(battle, group)} {name_of(battle, target.id)}"
        over = f" over {cm(far)}" if far >= 0.5 else " at arm's length" if far >= 0.0 else ""
        self.go_on()
        following = self.next()
        went: list[int] = []
        while isinstance(following, Moved) and following.group == event.group:
            went = following.figures
            self.go_on()
            following = self.next()
        home: list[int] = []
        for one, other in battle.contacts():
            for figure in (one, other):
                if figure in went and figure not in home:
                    home.append(figure)
        if group.place == Where.WAITING:
            group.place = Where.ON_TABLE
        if group.leader:
            self.say(f"{head}{over}.")
        elif len(home) == len(went) and home:
            self.say(f"{head}{over}, and every man struck home.")
        elif home:
            self.say(f"{head}{over}, and {part_of(len(home), len(went))} struck home.")
        else:
            self.say(f"{head}{over}.")

    # ------------------------------------------------------------ fire

    def tell_fire(self, event: Fired) -> None:
        """The volley, then whom it hit."""
        rolls = self.rolls
        self.say(fired(event, self.battle, rolls))
        self.go_on()
        self.take_rolls()
        if isinstance(self.next(), Hurt):
            before = self.battle.clone()
            found = self.take_hurts()
            text = hurts(before, found) + lost_hits(event.hits, len(found))
            one = upper(men_of(raised_in(before, event.figure), 1)) + " " if event.figure >= 0 else ""
            self.say(f"The man {text[len(one) :]}" if one and text.startswith(one) else text)

    def tell_hurts(self) -> None:
        before = self.battle.clone()
        self.say(hurts(before, self.take_hurts()))

    def take_hurts(self) -> list[Hurt]:
        found: list[Hurt] = []
        event = self.next()
        while isinstance(event, Hurt):
            found.append(event)
            self.go_on()
            self.take_rolls()
            event = self.next()
        return found

    # ------------------------------------------------------------ melee

    def tell_melee(self) -> None:
        """All pairs of a melee, then what they did to each other."""
        before = self.battle.clone()
        pairs, hurt = self.take_pairs()
        self.say(fought(before, pairs, self.rolls))
        self.say(hurts(before, hurt))
        self.say(deeds(before, pairs, hurt))

    def take_pairs(self) -> tuple[list[Fought], list[Hurt]]:
        pairs: list[Fought] = []
        hurt: list[Hurt] = []
        event = self.next()
        while isinstance(event, (Fought, Hurt)):
            if isinstance(event, Fought):
                pairs.append(event)
            else:
                hurt.append(event)
            self.go_on()
            self.take_rolls()
            event = self.next()
        return pairs, hurt

    def tell_breaking_off(self, event: BrokeOff) -> None:
        """The blows at their backs."""
        head = upper(name_of(self.battle, event.group))
        self.go_on()
        self.take_rolls()
        before = self.battle.clone()
        pairs, hurt = self.take_pairs()
        if not pairs:
            self.say(f"{head} broke off.")
            return
        strikers = "one enemy" if len(pairs) == 1 else f"{number(len(pairs))} enemies"
        if not hurt:
            self.say(f"{head} broke off under the blows of {strikers}, and got away unharmed.")
            return
        self.say(f"{head} broke off under the blows of {strikers}.")
        self.say(hurts(before, hurt))

    def tell_melee_end(self, event: MeleeEnded) -> None:
        """Who gave way, and how far; a group that could not get away stayed where it was."""
        battle = self.battle
        losers = [id for id in event.groups if battle.groups[id].side == event.loser and battle.groups[id].on_table()]
        if not losers:
            self.say(melee_ended(event, battle))
            self.go_on()
            return
        self.go_on()
        score = worsted(event.suffered[event.loser], event.suffered[1 - event.loser])
        following = self.next()
        while isinstance(following, (Moved, Retreated, WentOff, Advanced, Faced)):
            if isinstance(following, Moved) and following.how == MoveKind.RETREATS:
                text = moved(following, battle, "")
                if score and text:
                    text = f"With {score}, {lower_start(battle, text)}"
                    score = ""
                self.say(text)
            elif isinstance(following, WentOff):
                self.say(went_off(following, battle, "them"))
            self.go_on()
            following = self.next()
        if score:
            who = together([name_of(battle, id) for id in losers])
            verb = "were" if len(losers) > 1 else was(battle.groups[losers[0]])
            self.say(f"{upper(who)} {verb} beaten, with {score}.")

    def tell_loading(self) -> None:
        groups: list[str] = []
        event = self.next()
        while isinstance(event, Loaded):
            groups.append(name_of(self.battle, event.group))
            self.go_on()
            event = self.next()
        self.say(f"{upper(listed(groups))} loaded.")


def is_part_of(whole: Event[RiskBattle], event: Event[RiskBattle]) -> bool:
    """With fog, does the event say once more of some what the other has said, unseen by many, of all?"""
    if not unseen_by(whole):
        return False
    if isinstance(whole, Moved) and isinstance(event, (Moved, OutOfSight)):
        return event.group == whole.group and all(figure in whole.figures for figure in event.figures)
    return isinstance(whole, Faced) and isinstance(event, Faced) and event.group == whole.group


def rulings_of(same: list[ActionSet]) -> list[str]:
    found: list[str] = []
    for one in same:
        for ruling in one.ruling.split(", "):
            if ruling and ruling not in found:
                found.append(ruling)
    return found


def lower_start(battle: RiskBattle, text: str) -> str:
    """A sentence that goes on after a clause: it begins with a name in its right form."""
    for group in battle.groups:
        name = name_of(battle, group.id)
        if text.startswith(upper(name)):
            return name + text[len(name) :]
    return text[:1].lower() + text[1:]


def is_told(sets: list[ActionSet], one: ActionSet) -> bool:
    """A leader who shares a group's result and does as it does is told with it."""
    if one.with_group < 0:
        return True
    if one.result in (Result.CONTINUE_ORDER, Result.CONTINUE, Result.HALT) or not one.obeys:
        return False
    for other in sets:
        if other.group == one.with_group:
            return not other.obeys
    return True


def alike(battle: RiskBattle, sets: list[ActionSet]) -> list[list[ActionSet]]:
    """Those of whom the same is to be told, in the order of the first of them."""
    found: list[list[ActionSet]] = []
    for one in sets:
        for same in found:
            if acts_alike(battle, same[0], one) and one.with_group < 0 and same[0].with_group < 0:
                same.append(one)
                break
        else:
            found.append([one])
    return found
