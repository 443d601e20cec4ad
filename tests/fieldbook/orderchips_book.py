"""The order-chip game in the field book: which of its events is which entry."""

from __future__ import annotations

from typing import Any

from table_is_book import Writer, faces

from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value
from playsheet.rules.orderchips.battle import events as told
from playsheet.rules.orderchips.battle import fight_events as fought
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.book import CHARGE, MELEE, PHASE_OF, notables
from playsheet.rules.orderchips.terms import CHIPS, COVERS, ORDERS, TestReason
from playsheet.tabletop.events import BattleEnded

NO_ENTRY = ("Charge bonus", "Who moves first")  # people throw them beside the book
FOUND = ("Who is hit", "A notable person's SAVE")
TESTS = {TestReason.TO_CHARGE: "charge-test", TestReason.TO_RECEIVE: "receive", TestReason.LOSSES: "morale"}


class Blow:
    """Dice of one unit, or of a notable person with it, at another unit: they hit, and then find whom."""

    def __init__(self, do: str, unit: int, target: int, roll: Rolled, answers: dict[str, Value]) -> None:
        self.do = do
        self.unit = unit
        self.target = target
        self.dice = list(roll.faces)
        self.hits = int(roll.came.split()[0])
        self.answers = answers


class ChipsAdapter:
    """One step at a time; `rolls` are the dice that no entry has used yet."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.volleys: list[list[Blow]] = []  # what was thrown at one time, by volley or bout
        self.found: list[Rolled] = []  # whom they hit
        self.tested: fought.MoraleTested | None = None
        self.locked: list[int] = []  # whom the charger has touched
        self.sides_of_seats: list[int] = []

    def look(self, battle: ChipBattle) -> None:
        self.sides_of_seats = battle.goals.seat_sides

    def write(self, events: list[Event[Any]], writer: Writer) -> None:
        self.rolls = []
        falling = False
        for at, event in enumerate(events):
            if isinstance(event, told.FiguresLost | told.NotableLost):
                if not falling:
                    self.deal(writer)
                    writer.do("losses")
                falling = True
                continue
            falling = False
            if isinstance(event, Rolled) and event.why in NO_ENTRY:
                continue
            if isinstance(event, Rolled):
                (self.found if event.why in FOUND else self.rolls).append(event)
            elif isinstance(event, fought.Fired | fought.Fought):
                self.thrown(event, writer)
            elif not isinstance(event, fought.NotableHit):
                self.deal(writer)
                self.one(events[at:], writer)
        self.deal(writer)

    def taken(self) -> list[Rolled]:
        rolls, self.rolls = self.rolls, []
        return rolls

    def one(self, events: list[Event[Any]], writer: Writer) -> None:
        """The first of these events; the others come after it."""
        event = events[0]
        match event:
            case told.Deployed() | told.Moved():
                if ORDERS[event.order] != writer.state.units[event.unit].word("order"):
                    writer.do("order", event.unit, order=ORDERS[event.order])
            case told.StayedAway():
                writer.do("gone", event.unit)
            case told.TurnBegan():
                writer.do("turn" if writer.state.begun else "begin")
            case told.PhaseBegan() | told.MoveOrderSet():
                self.taken()
                phase = event.phase if isinstance(event, told.PhaseBegan) else 4
                while writer.state.phase < PHASE_OF[phase]:
                    writer.do("phase")
            case told.ChipsRevealed():
                for unit, chip in zip(event.units, event.chips, strict=True):
                    writer.do("chip", unit, chip=CHIPS[chip])
            case told.ChargeDeclared():
                self.locked = []
                writer.do("charge", event.unit, event.target)
            case told.ChargeOff() | told.MoveEnded():
                self.taken()
                if writer.state.units[event.unit].flag("charging"):
                    aimed = writer.state.tied(CHARGE, event.unit)
                    answers: dict[str, Value] = {"home": aimed[0] in self.locked} if aimed else {}
                    writer.do("charge-ends", event.unit, **answers)
            case told.Locked():
                if writer.state.units[event.unit].flag("charging"):
                    self.locked.append(event.other)
                if event.other not in [*writer.state.tied(MELEE, event.unit), *writer.state.tied(CHARGE, event.unit)]:
                    writer.do("touch", event.unit, event.other)
            case told.Unlocked() if event.other in writer.state.tied(MELEE, event.unit):
                writer.do("part", event.unit, event.other)
            case fought.MoraleTested():
                if event.passed:
                    self.test(event, events, writer)
                else:
                    self.tested = event
            case fought.FailureRolled():
                assert self.tested is not None
                self.test(self.tested, events, writer)
            case fought.BandAppeared():
                self.taken()
                sides = writer.state.sides
                strangers = sides.index("Natives") if "Natives" in sides else len(sides)
                side = self.sides_of_seats[event.seat] if event.seat >= 0 else strangers
                writer.do("join", card=event.card, name=event.name, side=side + 1, figures=len(event.xs))
            case told.Attached():
                writer.do("attach", event.notable, event.unit)
            case told.Detached():
                writer.do("detach", event.notable)
            case told.Scored():
                writer.do("score", side=event.side + 1, points=event.points, reason=event.what)
            case BattleEnded():
                writer.do("end", winner=event.winner + 1, reason=event.verdict)

    # ------------------------------------------------------------ morale

    def test(self, tested: fought.MoraleTested, events: list[Event[Any]], writer: Writer) -> None:
        rolls = self.taken()
        needed = str(rolls[0].needed)
        cover = "heavy" if "heavy cover" in needed else "light" if "light cover" in needed else "none"
        answers: dict[str, Value] = {"cover": cover}
        side = writer.state.units[tested.unit].side
        if any(one.side == side and one.flag("army_commander") and is_here(one) for one in writer.state.units):
            answers["commander"] = "commander" in needed
        if writer.state.units[tested.unit].word("kind") == "gun":
            answers["gun"] = "gun" in needed
        if not tested.passed:
            answers["left"] = any(isinstance(one, told.LeftTable) and one.unit == tested.unit for one in events)
        writer.do(TESTS[tested.why], tested.unit, dice=faces(rolls), **answers)

    # ------------------------------------------------------------ fire and blows

    def thrown(self, event: fought.Fired | fought.Fought, writer: Writer) -> None:
        """The dice to hit: the unit's own first, then those of notable persons with it."""
        rolls = self.taken()
        hands = list(event.notables)
        own = event.firing if isinstance(event, fought.Fired) else event.dice
        if own:
            hands.insert(0, event.unit)
        volley: list[Blow] = []
        for hand, roll in zip(hands, rolls, strict=True):
            acting = writer.state.units[hand]
            count = own if hand == event.unit else 1
            answers: dict[str, Value] = {"cover": COVERS[event.cover]}
            if isinstance(event, fought.Fired):
                answers |= {
                    "figures": len(roll.faces) // acting.number("rof"),
                    "range": "long" if "at long range" in roll.why else "short",
                }
                answers["enfiladed"] = "enfilad" in str(roll.needed)
                do = "shoot"
            else:
                answers["strikers"] = count
                do = "free-dice" if event.free else "melee"
            volley.append(Blow(do, hand, event.target, roll, answers))
        self.volleys.append(volley)

    def deal(self, writer: Writer) -> None:
        """When all are thrown: each entry has its own dice, and of those that say who is hit its share."""
        volleys, self.volleys = self.volleys, []
        for volley in volleys:
            target = writer.state.units[volley[0].target]
            with_it = notables(writer.state, target.id)
            alone = target.word("kind") == "notable"
            who = self.found.pop(0).faces if with_it and not alone and any(blow.hits for blow in volley) else []
            shares: list[list[int]] = []
            for blow in volley:
                shares.append(list(who[: blow.hits]))
                who = who[blow.hits :]
            hits = [[self.on(target.number("figures"), share, one) for share in shares] for one in range(len(with_it))]
            if alone:
                hits = [[blow.hits for blow in volley]]
            saves: list[list[int]] = []
            for counts in hits:
                saves.append(list(self.found.pop(0).faces) if sum(counts) else [])
            for at, blow in enumerate(volley):
                dice = [*blow.dice, *shares[at]]
                answers = dict(blow.answers)
                if len(with_it) > 1 and shares[at]:
                    answers["which"] = 1
                for one, counts in reversed(list(enumerate(hits))):
                    own = saves[one][: counts[at]]
                    if len(with_it) > 1 and any(face > with_it[one].number("save") for face in own):
                        answers["which"] = 1 + one
                for one, counts in enumerate(hits):
                    dice += saves[one][: counts[at]]
                    saves[one] = saves[one][counts[at] :]
                if target.word("order") != "close":
                    answers.pop("enfiladed", None)
                writer.do(blow.do, blow.unit, blow.target, dice, **answers)

    def on(self, figures: int, share: list[int], notable: int) -> int:
        """How many of these hits found that notable person."""
        return share.count(figures + 1 + notable)


def is_here(unit: Any) -> bool:
    return bool(unit.word("place") != "gone")
