"""A whole step in words: the sentences of narration.py, joined where they belong together, with the dice that fell."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event, Rolled
from playsheet.core.telling import Storyteller, Teller, Told, last_roll, shown_faces
from playsheet.core.words import counted, listed, number, upper
from playsheet.rules.gettysburg.battle.command_events import DivisionTried, GeneralMoved, OrderTried
from playsheet.rules.gettysburg.battle.events import Deployed, FirstSideChosen, GeneralDeployed, InitiativeWon
from playsheet.rules.gettysburg.battle.fight_events import (
    BrigadeBroke,
    BrigadeShaken,
    BrigadeTested,
    Fired,
    GunsLimbered,
    HaltedToVolley,
    MeleeFought,
    MoraleTested,
    PursuitTested,
    Rallied,
    Reacted,
    SweptAway,
)
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    CrossingTried,
    FiguresLost,
    FirstFlight,
    GotUp,
    Moved,
    Pose,
    RecallTried,
    StateChanged,
    Unformed,
    WasDispersed,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.words import brigade_name, general_name, men_of, name_of, short_of
from playsheet.rules.gettysburg.shown.narration import (
    chosen,
    crossing,
    division_tried,
    got_up,
    narrate,
    order_tried,
    recalled,
    ride,
    rides_alone,
    went,
    won,
)
from playsheet.rules.gettysburg.shown.narration_fight import (
    HOPED_FOR,
    SHAKEN,
    all_obeyed,
    brigade_tested,
    fired,
    limbered,
    melee,
    pursued,
    tested,
)
from playsheet.rules.gettysburg.shown.places import place_of
from playsheet.rules.gettysburg.shown.throws import (
    NOBODY_FIRES,
    Firing,
    as_read,
    best,
    dice_of,
    in_brackets,
    needing,
    scored,
    test_need,
    total_of,
)
from playsheet.rules.gettysburg.table.charge.contact import CHARGED, TO_CHARGE_TEST
from playsheet.rules.gettysburg.terms import (
    DIVISION_ORDERS,
    GRADES,
    LossCause,
    MoveKind,
    UnformedBy,
    UnitState,
)

# States whose cause has been told already: the test, or the melee.
TOLD_BEFORE: Final = (LossCause.TEST, TO_CHARGE_TEST, CHARGED, LossCause.IN_MELEE)
FLIGHTS: Final = (MoveKind.RETREATS, MoveKind.ROUTS)

# Moves that are told by what came of them.
SEEN: Final = (MoveKind.CHARGES_ON, MoveKind.FOLLOWS_UP)


class GettysburgTeller(Storyteller[GettysburgBattle]):
    """Joins what belongs together: a volley and whom it hit, a test and its result, a melee and what it cost."""

    def __init__(self, battle: GettysburgBattle) -> None:
        super().__init__(battle)
        self.rallies: list[int] = []  # units of this step whose rally has been told
        self.dispersed: list[int] = []  # and those whose test has told that they are gone
        self.halts: list[int] = []  # and those whose test has told that they halt
        self.broken: list[int] = []  # brigades of this step whose test has told that they broke
        self.whose = ""  # of whom the rolls are, where a sentence is about several
        self.firing = NOBODY_FIRES
        self.ran = -1  # the unit that has begun to run last
        self.shaken: dict[int, str] = {}  # brigades that are to be tested, and why

    def place(self, event: Event[GettysburgBattle]) -> str:
        return place_of(event)

    def units(self) -> int:
        return len(self.battle.units)

    def name(self, id: int) -> str:
        return name_of(self.battle, id)

    def short(self, id: int) -> str:
        return short_of(self.battle.units[id])

    def take_over(self, other: Teller[GettysburgBattle]) -> None:
        super().take_over(other)
        if isinstance(other, GettysburgTeller):
            self.ran = other.ran
            self.shaken = dict(other.shaken)

    def tell(self, events: list[Event[GettysburgBattle]]) -> list[Told]:
        self.rallies = []
        self.dispersed = []
        self.halts = []
        self.broken = []
        return super().tell(events)

    # ------------------------------------------------------------ rolls

    def say(self, text: str) -> None:
        if text:
            self.rolls = self.read(self.rolls)
            super().say(text)

    def read(self, rolls: list[Rolled]) -> list[Rolled]:
        return [as_read(roll, self.battle.rules, self.whose, self.firing) for roll in rolls]

    def before_each(self, event: Event[GettysburgBattle] | None) -> None:
        """Dice of which nothing came belong to the last sentence of their step."""
        if event is None and self.rolls and self.told:
            self.told[-1].rolls.extend(self.read(self.rolls))
            self.rolls = []
        self.whose = ""

    def last(self, why: str) -> Rolled | None:
        return last_roll(self.rolls, why)

    # ------------------------------------------------------------ what belongs together

    def tell_one(self, event: Event[GettysburgBattle]) -> None:
        match event:
            case Deployed() | GeneralDeployed():
                self.told.append(Told(narrate(event, self.battle), self.rolls, deployment=True))
                self.rolls = []
                self.go_on()
            case InitiativeWon():
                self.tell_initiative(event)
            case GeneralMoved() if rides_alone(event, self.battle):
                self.tell_rides()
            case Fired():
                self.tell_shot(event)
            case MeleeFought():
                self.tell_melee(event)
            case MoraleTested():
                self.tell_tests()
            case BrigadeShaken():
                self.shaken[event.brigade] = self.shock(event)
                self.go_on()
            case BrigadeTested():
                self.tell_brigade(event)
            case SweptAway():
                self.tell_swept()
            case Moved() if event.how in FLIGHTS:
                self.tell_flight(event)
            case Moved() if event.how == MoveKind.MARCHES:
                self.tell_march(event)
            case _:
                if self.is_told(event):
                    self.go_on()
                else:
                    self.tell_plainly(event)

    def tell_plainly(self, event: Event[GettysburgBattle]) -> None:
        """By itself, before it happens."""
        self.say(self.with_dice(event) or narrate(event, self.battle))
        self.go_on()

    def with_dice(self, event: Event[GettysburgBattle]) -> str:
        """The sentence with the dice that decided it; empty for an event that none decide."""
        battle = self.battle
        rules = battle.rules
        match event:
            case PursuitTested():
                return pursued(event, battle, in_brackets(self.last("Pursuit")))
            case GunsLimbered():
                return limbered(event, battle, in_brackets(self.last("Emergency limbering")))
            case GotUp():
                roll = self.last("Get up")
                need = rules.get_up_regular if roll is None or roll.row == "regular" else rules.get_up_green
                return got_up(event, battle, needing(roll, need, passed=event.passed))
            case RecallTried():
                roll = self.last("Recall")
                need = rules.recall_need[GRADES.index(roll.row)] if roll is not None else 0
                return recalled(event, battle, needing(roll, need, passed=event.passed))
            case CrossingTried():
                several = len([roll for roll in self.rolls if roll.why.startswith("Crossing")]) > 1
                return crossing(event, battle, "" if several else in_brackets(self.last("Crossing")))
            case OrderTried():
                roll = self.last("Brigade order" if event.how == "sent" else "Order on own")
                need = rules.brigade_need if event.how == "sent" else rules.own_need
                return order_tried(event, battle, needing(roll, need, passed=event.passed))
            case DivisionTried():
                roll = self.last("Division order")
                need = rules.division_need[DIVISION_ORDERS.index(roll.row)] if roll is not None else 0
                return division_tried(event, battle, needing(roll, need, passed=event.passed))
        return ""

    def is_told(self, event: Event[GettysburgBattle]) -> bool:
        """Is it plain from what was said, or from what comes next?"""
        match event:
            case StateChanged():
                self.ran = event.unit
                return event.why in TOLD_BEFORE
            case Rallied():
                return event.unit in self.rallies
            case WasDispersed():
                return event.unit in self.dispersed and not event.captured
            case HaltedToVolley():
                return event.unit in self.halts
            case BrigadeBroke():
                return event.brigade in self.broken
            case Moved():
                return event.how in SEEN
            case Unformed():
                return event.cause == UnformedBy.PURSUIT
            case Reacted():
                return event.reaction == MoveKind.EVADES
        return False

    # ------------------------------------------------------------ the turn

    def tell_initiative(self, event: InitiativeWon) -> None:
        """Who won it, by what dice, and who acts first."""
        throws = [roll for roll in self.rolls if roll.why == "Initiative"]
        dice = ""
        if len(throws) >= 2:
            totals = sorted([total_of(throws[-2]), total_of(throws[-1])])
            again = " after a tie" if len(throws) > 2 else ""
            dice = f"{again} ({totals[1]} to {totals[0]})" if totals[1] > totals[0] else " (level dice)"
        self.go_on()
        following = self.next()
        chose = chosen(following, self.battle, event.side) if isinstance(following, FirstSideChosen) else ""
        self.say(won(event, self.battle, dice, chose))
        if chose:
            self.go_on()

    # ------------------------------------------------------------ generals

    def tell_rides(self) -> None:
        """Generals who change their places, one after another, in one sentence."""
        rides: list[str] = []
        following = self.next()
        while isinstance(following, GeneralMoved) and rides_alone(following, self.battle):
            name = general_name(self.battle, following.general)
            rides.append(f"{name}{' rode' if not rides else ''} {ride(following, self.battle)}")
            self.go_on()
            following = self.next()
        self.say(f"{upper(listed(rides))}.")

    # ------------------------------------------------------------ fire

    def tell_shot(self, event: Fired) -> None:
        """Who fired at whom, what was thrown, how many fell, and how many are left."""
        self.firing = Firing(event.strength, self.halved(event))
        text = fired(event, self.battle)
        self.go_on()
        self.take_rolls()
        dice = self.shot_dice(event)
        following = self.next()
        low = ""
        if isinstance(following, AmmoChanged) and following.unit == event.unit:
            low = ", and was running low on ammunition"
            self.go_on()
            following = self.next()
        came = "to no effect" if event.target >= 0 else ""
        if isinstance(following, FiguresLost) and following.unit == event.target:
            came = self.fallen(following)
            self.go_on()
            came += self.left(event.target) if following.figures else ""
        parts = [part for part in (dice, came) if part]
        self.say(f"{text}{': ' if parts else ''}{', '.join(parts)}{low}.")
        self.firing = NOBODY_FIRES

    def halved(self, event: Fired) -> str:
        """Why a shot does half of what the table says."""
        unit = self.battle.units[event.unit]
        why = ["at long range"] if event.band == "long" else []
        if unit.state == UnitState.GONE_TO_GROUND:
            why.append("for lying on the ground")
        if unit.low_on_ammo:
            why.append("for want of ammunition")
        return listed(why)

    def shot_dice(self, event: Fired) -> str:
        """`a 10 (5 4, +1)`; of skirmishers `five dice (6 2 1 3 3)`."""
        if event.how not in (LossCause.SKIRMISH_FIRE, LossCause.SNIPING):
            roll = self.last("Artillery fire" if event.how == LossCause.ARTILLERY_FIRE else "Musketry")
            return dice_of(roll) if roll is not None else ""
        faces: list[int] = []
        for roll in self.rolls:
            if roll.why.startswith("Skirmish fire,"):
                faces += roll.faces
        if not faces:
            return ""
        sixes = ", not a six" if event.how == LossCause.SNIPING and self.battle.rules.sides not in faces else ""
        return f"{counted(len(faces), 'die', 'dice')} ({shown_faces(faces)}){sixes}"

    def fallen(self, event: FiguresLost) -> str:
        """`three men fell`, `half a figure`."""
        unit = self.battle.units[event.unit]
        half = " and half a figure is pending" if event.pending else ""
        if event.figures == 0:
            return "half a figure, which is pending" if event.pending else "to no effect"
        return f"{men_of(unit, event.figures)} fell{half}"

    def left(self, id: int) -> str:
        """`; 19 of 22 were left`."""
        unit = self.battle.units[id]
        n = unit.figures
        return f"; {n} of {unit.size} {'was' if n == 1 else 'were'} left" if n and unit.on_table() else ""

    # ------------------------------------------------------------ melees

    def tell_melee(self, event: MeleeFought) -> None:
        """The result, and what it cost both sides."""
        throws = [roll for roll in self.rolls if roll.why == "Melee"]
        totals = [total_of(roll) for roll in throws[-2:]] if len(throws) >= 2 else []
        text = melee(event, self.battle, totals)[:-1]
        self.go_on()
        lost: list[str] = []
        following = self.next()
        while isinstance(following, FiguresLost) and following.why in (LossCause.IN_MELEE, LossCause.RIDDEN_DOWN):
            if following.figures:
                unit = self.battle.units[following.unit]
                lost.append(f"{name_of(self.battle, unit.id)} lost {number(following.figures)}")
            self.go_on()
            following = self.next()
        self.say(f"{text}: {listed(lost)}." if lost else f"{text}.")

    # ------------------------------------------------------------ moves

    def tell_march(self, event: Moved) -> None:
        """The legs of one march are told as one."""
        unit = self.battle.units[event.unit]
        x, y, facing = unit.x, unit.y, unit.facing
        way = event.way[:]
        self.go_on()
        following = self.next()
        while isinstance(following, Moved) and following.unit == event.unit and following.how == event.how:
            way += following.way
            self.go_on()
            following = self.next()
        self.say(went(event, self.battle, x, y, facing, way))

    def tell_flight(self, event: Moved) -> None:
        """The first move of a flight in two halves is told as one."""
        unit = self.battle.units[event.unit]
        way: list[Pose] = []
        following: Event[GettysburgBattle] | None = event
        x, y, facing = unit.x, unit.y, unit.facing
        while True:
            if isinstance(following, Moved) and following.unit == event.unit and following.how == event.how:
                way += following.way
            elif not (isinstance(following, FirstFlight) and following.unit == event.unit):
                break
            self.go_on()
            following = self.next()
        self.say(went(event, self.battle, x, y, facing, way))

    # ------------------------------------------------------------ morale

    def tell_tests(self) -> None:
        """Tests one after another: those who obeyed in one sentence, then each that did not."""
        rolls: list[list[Rolled]] = []
        events: list[MoraleTested] = []
        following = self.next()
        while isinstance(following, MoraleTested):
            self.take_rolls()
            rolls.append(self.rolls)
            events.append(following)
            self.rolls = []
            self.note(following)
            following = self.after_next()
            if isinstance(following, MoraleTested):
                self.go_on()
        before = [ruling for ruling in self.cited if ruling not in [event.ruling for event in events]]
        obeyed = [place for place, event in enumerate(events) if event.result == "obey"]
        if len(obeyed) > 1:
            self.tell_obeyed([events[place] for place in obeyed], [rolls[place] for place in obeyed])
        for place, event in enumerate(events):
            if place not in obeyed or len(obeyed) == 1:
                self.rolls = rolls[place]
                roll = self.last("")
                need = test_need(self.battle.rules, event.test)
                self.whose = name_of(self.battle, event.unit)
                self.say(tested(event, self.battle, needing(roll, need, passed=event.result in HOPED_FOR)))
                self.told[-1].rulings.append(event.ruling)
        self.whose = ""
        self.go_on()
        self.cited = before  # each sentence has its own rulings already

    def note(self, event: MoraleTested) -> None:
        """What the sentence about it will have told."""
        if event.result == "rally":
            self.rallies.append(event.unit)
        elif event.result == "disperse":
            self.dispersed.append(event.unit)
        elif event.result == "halt-volley":
            self.halts.append(event.unit)

    def tell_obeyed(self, events: list[MoraleTested], rolls: list[list[Rolled]]) -> None:
        scores: list[str] = []
        read: list[Rolled] = []
        for place, event in enumerate(events):
            self.whose = name_of(self.battle, event.unit)
            roll = last_roll(rolls[place], "")
            scores.append(scored(total_of(roll)) if roll is not None else "")
            read += self.read(rolls[place])
        text = all_obeyed(events, self.battle, scores, test_need(self.battle.rules, events[0].test))
        self.told.append(Told(self.shortened(text), read, deployment=False))
        self.told[-1].rulings.extend(sorted({event.ruling for event in events}))
        self.rolls = []

    # ------------------------------------------------------------ brigades

    def shock(self, event: BrigadeShaken) -> str:
        """Why a brigade is to be tested; who of it dispersed is told next, who of it routed has just been told."""
        following = self.after_next()
        if event.why in ("dispersed", "captured") and isinstance(following, WasDispersed):
            return f"{name_of(self.battle, following.unit)} {event.why}"
        if event.why == "routs" and self.ran >= 0:
            return f"{name_of(self.battle, self.ran)} in rout"
        return SHAKEN.get(event.why, "")

    def tell_brigade(self, event: BrigadeTested) -> None:
        """Why a brigade was tested, and whether it stood."""
        need = best(self.battle.rules.brigade_morale)
        dice = needing(self.last("Brigade morale"), need, passed=event.result == "stands")
        if event.result == "breaks":
            self.broken.append(event.brigade)
        self.whose = brigade_name(self.battle, event.brigade)
        self.say(brigade_tested(event, self.battle, self.shaken.pop(event.brigade, ""), dice))
        self.whose = ""
        self.go_on()

    def tell_swept(self) -> None:
        """All units of a broken brigade in one sentence."""
        names: list[str] = []
        following = self.next()
        while isinstance(following, SweptAway):
            names.append(name_of(self.battle, following.unit))
            self.go_on()
            following = self.next()
        verb = "was" if len(names) == 1 else "were"
        self.say(f"{upper(listed(names))} {verb} swept to the rear.")
