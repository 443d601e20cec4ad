"""A whole step in words: the sentences of narration.py, joined where they belong together, with the dice that fell."""

from __future__ import annotations

from playsheet.core.angles import bearing
from playsheet.core.events import Event, Rolled
from playsheet.core.telling import Storyteller, Teller, Told, as_roll, last_roll
from playsheet.core.words import compass, listed, passage, upper
from playsheet.rules.lancer.battle.events import (
    Activated,
    Attached,
    CardDrawn,
    Charged,
    ChargeEnded,
    ClosedUp,
    ContactMade,
    Deployed,
    DeployedAttached,
    Detached,
    Disrupted,
    FigureLost,
    Fired,
    Fought,
    MoraleFailed,
    MoraleHeld,
    Moved,
    Routed,
    Turned,
)
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.words import against, name_of, short_of, unit_there
from playsheet.rules.lancer.shown.headings import place_of
from playsheet.rules.lancer.shown.narration import (
    charge_verb,
    closed_up,
    detached,
    fired,
    fought,
    losses,
    moved,
    narrate,
    routed,
    steadiness,
    unhurt,
    wavering,
)
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.wording import inches


class LancerTeller(Storyteller[LancerBattle]):
    """Joins what belongs together: turn, march and turn; check, fall back and disruption; the pairs of a round."""

    def __init__(self, battle: LancerBattle) -> None:
        super().__init__(battle)
        self.known: list[str] = []  # the units' names

    def early(self, events: list[Event[LancerBattle]]) -> int:
        """A card and whom it activates: sentences of their own, whatever comes of them."""
        n = 0
        for index, event in enumerate(events):
            if isinstance(event, CardDrawn) or (isinstance(event, Activated) and n == index):
                n = index + 1
            elif as_roll(event) is None:
                break
        return n

    def take_over(self, other: Teller[LancerBattle]) -> None:
        super().take_over(other)
        if isinstance(other, LancerTeller):
            self.known = other.known

    def place(self, event: Event[LancerBattle]) -> str:
        return place_of(event)

    def units(self) -> int:
        return len(self.battle.units)

    def unit_names(self) -> list[str]:
        if not self.known:
            self.known = super().unit_names()
        return self.known

    def name(self, id: int) -> str:
        return name_of(self.battle, id)

    def short(self, id: int) -> str:
        unit = self.battle.units[id]
        return "he" if unit.kind == Arm.COMMANDER else short_of(unit)

    def before_each(self, event: Event[LancerBattle] | None) -> None:
        if last_roll(self.rolls, "Casualty checks") is not None and not isinstance(event, FigureLost):
            self.say(unhurt(self.battle))

    # ------------------------------------------------------------ what belongs together

    def tell_one(self, event: Event[LancerBattle]) -> None:
        match event:
            case CardDrawn():
                self.rolls = []  # which card came up shows by itself
                self.say(narrate(event, self.battle))
                self.go_on()
            case Deployed() | DeployedAttached():
                self.told.append(Told(narrate(event, self.battle), self.rolls, deployment=True))
                self.rolls = []
                self.go_on()
            case Detached() | Turned() | Moved():
                self.tell_move()
            case Fired():
                self.say(fired(event, self.battle, self.rolls))
                self.go_on()
            case MoraleHeld():
                self.say(f"{self.checked(event.unit)} {steadiness(self.battle, event.unit)}{against(self.rolls)}.")
                self.go_on()
            case MoraleFailed():
                self.tell_failure(event)
            case Routed():
                self.take_rolls()
                later = self.set_aside()
                self.say(routed(event, self.battle, name_of(self.battle, event.unit), self.fall_back()))
                self.rolls = later
                self.go_on()
            case FigureLost():
                self.tell_losses()
            case Charged():
                self.tell_charge(event)
            case ClosedUp():
                self.tell_closing(event)
            case Fought():
                self.tell_melee()
            case _:
                self.say(narrate(event, self.battle))
                self.go_on()

    def tell_move(self) -> None:
        """A turn, a march and a turn are one sentence; a commander who leaves his unit says so first."""
        event = self.next()
        if isinstance(event, Detached):
            self.say(detached(event, self.battle))
            self.go_on()
            event = self.next()
        while isinstance(event, Turned):
            self.go_on()
            event = self.next()
        if not isinstance(event, Moved):
            return
        self.take_rolls()
        if event.how == "falls back":
            later = self.set_aside()
            self.say(self.fell_back(event, upper(name_of(self.battle, event.unit))))
            self.rolls = later + self.rolls
            return
        turns: list[Turned] = []
        after = self.after_next()
        if isinstance(after, Turned) and after.unit == event.unit:
            turns.append(after)
        if isinstance(after, Attached) and after.commander == event.unit:
            who = upper(name_of(self.battle, event.unit))
            self.say(f"{who} {self.ride(event)} and joined {name_of(self.battle, after.unit)}.")
            self.go_on()
            self.go_on()
            return
        self.say(moved(event, self.battle, turns))
        self.go_on()
        if turns:
            self.go_on()

    def ride(self, event: Moved) -> str:
        """How a commander went to join a unit."""
        unit = self.battle.units[event.unit]
        way = bearing(event.x - unit.x, event.y - unit.y)
        went = "rode" if unit.mounted() else "walked"
        return f"{went} {inches(event.inches)}{' ' + compass(way) if event.inches > 0.05 else ''}"

    def checked(self, id: int) -> str:
        unit = self.battle.units[id]
        return upper(name_of(self.battle, id)) + (", locked in melee," if unit.in_melee() else "")

    def tell_failure(self, event: MoraleFailed) -> None:
        """The check, the fall back and its disruption, or the rout, in one sentence."""
        battle = self.battle
        head = f"{self.checked(event.unit)} {wavering(battle, event.unit)}{against(self.rolls)}"
        self.go_on()
        following = self.next()
        if isinstance(following, Routed) and following.unit == event.unit:
            self.take_rolls()
            self.say(routed(following, battle, head + " and", self.fall_back()))
            self.go_on()
        elif isinstance(following, Moved) and following.unit == event.unit and following.how == "falls back":
            self.take_rolls()
            self.say(self.fell_back(following, head + " and"))
        else:
            self.say(head + ".")

    def set_aside(self) -> list[Rolled]:
        """At STOP all distances are thrown before anybody moves: those of units that are told of later."""
        later = [roll for roll in self.rolls if roll.why.startswith("Fall back")][1:]
        self.rolls = [roll for roll in self.rolls if roll not in later]
        return later

    def fall_back(self) -> int:
        """How far the dice sent it back; 0 if they are not known."""
        roll = last_roll(self.rolls, "Fall back")
        if roll is None:
            return 0
        return int(roll.came) + (0 if roll.account else self.battle.rules.fall_back.add)

    def fell_back(self, event: Moved, head: str) -> str:
        """The fall back itself, and whether it left the unit disrupted."""
        battle = self.battle
        unit = battle.units[event.unit]
        way = bearing(event.x - unit.x, event.y - unit.y)
        towards = f" {compass(way)}" if event.inches > 0.05 else ""
        ground = passage(battle.land.ground, unit.x, unit.y, event.x, event.y)
        cut = f", as far as {event.stopped_by}" if event.stopped_by else ""
        state = ", still disrupted" if unit.disrupted else ""
        self.go_on()
        following = self.next()
        if isinstance(following, Disrupted) and following.unit == unit.id:
            state = ", disrupted"
            self.go_on()
        return f"{head} fell back {inches(event.inches)}{towards}{ground}{cut}{state}."

    def tell_losses(self) -> None:
        """All that fell together, counted."""
        lost: list[FigureLost] = []
        before = self.battle.clone()
        event = self.next()
        while isinstance(event, FigureLost):
            lost.append(event)
            self.go_on()
            event = self.next()
        self.say(losses(before, lost))

    def tell_closing(self, first: ClosedUp) -> None:
        n = 0
        event = self.next()
        while isinstance(event, ClosedUp) and event.unit == first.unit:
            n += 1
            self.go_on()
            event = self.next()
        self.say(closed_up(self.battle, self.battle.units[first.unit], n))

    def tell_charge(self, event: Charged) -> None:
        """Declared, rolled, gone in: home or short."""
        battle = self.battle
        unit = battle.units[event.unit]
        head = upper(name_of(battle, unit.id))
        if event.counter:
            head += " counter-charged"
        else:
            head += f" {charge_verb(battle, unit.id)} {name_of(battle, event.target)}"
        self.go_on()
        following = self.next()
        while isinstance(following, (Turned, Detached)):
            self.go_on()
            following = self.next()
        end = self.after_next()
        if not isinstance(following, Moved) or not isinstance(end, ChargeEnded):
            self.say(f"{head}, {inches(event.gap)} off.")
            return
        self.take_rolls()
        roll = last_roll(self.rolls, "Charge")
        die = f"a {roll.faces[0]} gave" if roll is not None and len(roll.faces) == 1 else "the dice gave"
        gave = f"{head} over {inches(event.gap)}: {die} {inches(float(following.rolled))}"
        self.say(f"{gave}, {self.how_it_went(event, following, end)}.")
        self.go_on()
        self.go_on()

    def how_it_went(self, event: Charged, move: Moved, end: ChargeEnded) -> str:
        battle = self.battle
        unit = battle.units[event.unit]
        they = "he" if unit.kind == Arm.COMMANDER else "they"
        if end.enemy >= 0 and not self.comes_to_blows(unit.id):
            whom = "" if end.enemy == event.target else f" of {name_of(battle, end.enemy)}"
            return f"but {they} met only a corner{whom}, and found no room to fight"
        if end.enemy == event.target:
            return f"and {they} {'rode' if unit.mounted() else 'went'} home"
        if end.enemy >= 0:
            return f"but it was {name_of(battle, end.enemy)} that {they} struck"
        if move.stopped_by:
            other = unit_there(battle, move.stopped_by, unit, move.x, move.y)
            what = name_of(battle, other) if other >= 0 else move.stopped_by
            them = "him" if unit.kind == Arm.COMMANDER else "them"
            where = f"after {inches(move.inches)}" if move.inches > 0.05 else f"where {they} stood"
            return f"but {what} stopped {them} {where}"
        return f"{inches(max(0.1, event.gap - move.inches))} short"

    def comes_to_blows(self, charger: int) -> bool:
        """Of a charge that has reached an enemy: do they touch (R57)?"""
        for event in self.events[self.at :]:
            if isinstance(event, (Activated, CardDrawn, Charged, Fought)):
                return isinstance(event, Fought)
            if isinstance(event, ContactMade) and charger in (event.one, event.other):
                return True
        return False

    def tell_melee(self) -> None:
        """A round: its pairs counted together, then who is left."""
        pairs: list[Fought] = []
        lost: list[FigureLost] = []
        before = self.battle.clone()
        event = self.next()
        while isinstance(event, (Fought, FigureLost)):
            if isinstance(event, Fought):
                pairs.append(event)
            else:
                lost.append(event)
            self.go_on()
            event = self.next()
        self.say(fought(before, pairs))
        self.say(self.remnants(lost))

    def remnants(self, lost: list[FigureLost]) -> str:
        """Who is left of those that lost figures in a melee."""
        battle = self.battle
        seen: list[int] = []
        left: list[str] = []
        gone: list[str] = []
        for event in lost:
            unit = battle.units[event.unit]
            if unit.id in seen or unit.kind == Arm.COMMANDER:
                continue
            seen.append(unit.id)
            name = name_of(battle, unit.id)
            if unit.figures == 0:
                gone.append(name)
            else:
                left.append(f"{name} with {unit.figures} of {unit.start}")
        said = f"That left {listed(left)}." if left else ""
        if gone:
            said += f"{' ' if said else ''}{upper(listed(gone))} had fought to the last."
        return said
